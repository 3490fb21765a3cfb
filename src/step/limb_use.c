// SPDX-License-Identifier: MIT
// Limb use: how much of a limb's work the sample leaves to its first joint. Shoulder blades and thighs that barely turn in
// the sample stay close to how they are animated; what is to be corrected is corrected below them.
#include "step/asset.h"

#define LEAST_TURN 0.15f // turn of the first joint, share of the second's, up to which it takes the least part
#define FULL_TURN 0.6f   // from here on it takes all of its part
#define LEAST_SHARE 0.35f // the least part: none at all would leave the rest to jump in at the end of their reach
#define BENT 0.955f       // reach of the bones below it up to which these do its work
#define STRETCHED 0.985f  // from here on it takes all of its part

// How far a joint turns within its parent over the walk, rad.
static float TurnOver(const lwAsset* asset, int joint) {
	const lwClip* walk = asset->walk;
	float sum = 0.0f;
	for (int f = 1; f < walk->frameCount; ++f) {
		lwQuat a = walk->frames[(size_t)(f - 1) * (size_t)walk->jointCount + (size_t)joint].rot;
		lwQuat b = walk->frames[(size_t)f * (size_t)walk->jointCount + (size_t)joint].rot;
		sum += lwLength(lwQuatLog(lwQuatNormalize(lwQuatMul(lwConj(a), b))));
	}
	return sum;
}

static float TailLength(const lwLeg* rig, const lwMat34* model) {
	float length = 0.0f;
	for (int i = 1; i + 1 < rig->limbCount; ++i) {
		length += lwDistance(model[rig->joints[i]].t, model[rig->joints[i + 1]].t);
	}
	return length;
}

// Longest distance from the second joint to the end, share of the length between, and the mean bend on the way.
static void FindTail(lwAsset* asset, int l, lwMat34* model) {
	lwAssetLeg* leg = &asset->legs[l];
	const lwLeg* rig = &asset->rig->legs[l];
	const lwClip* walk = asset->walk;
	lwVec3 bend = lwV3(0.0f, 0.0f, 0.0f);
	for (int f = 0; f < walk->frameCount; ++f) {
		lwSkeleton_ToModel(asset->skeleton, walk->frames + (size_t)f * (size_t)walk->jointCount, lwMat34Identity(), model);
		lwMat34 first = model[rig->joints[1]];
		lwVec3 line = lwSub(model[rig->joints[rig->limbCount - 1]].t, first.t);
		leg->tailReach = lwMaxF(leg->tailReach, lwLength(line) / lwMaxF(TailLength(rig, model), 1e-9f));
		line = lwNormalizeOr(line, lwV3(0.0f, -1.0f, 0.0f));
		lwVec3 sum = lwV3(0.0f, 0.0f, 0.0f);
		for (int i = 2; i + 1 < rig->limbCount; ++i) {
			sum = lwAdd(sum, lwReject(lwSub(model[rig->joints[i]].t, first.t), line));
		}
		bend = lwAdd(bend, lwRotate(lwConj(lwMat34Rotation(first)), sum));
	}
	leg->tailReach = lwMinF(leg->tailReach + 0.004f, 0.9989f);
	leg->tailPoleLS = lwNormalizeOr(bend, lwV3(0.0f, 0.0f, 0.0f));
}

void lwAssetLeg_FindUse(lwAsset* asset, int l, lwMat34* model) {
	lwAssetLeg* leg = &asset->legs[l];
	const lwLeg* rig = &asset->rig->legs[l];
	leg->firstShare = 1.0f;
	if (rig->limbCount < 5) {
		return; // with two bones below it both soon are stretched out
	}
	float first = TurnOver(asset, rig->joints[0]), second = TurnOver(asset, rig->joints[1]);
	leg->firstShare = lwLerpF(LEAST_SHARE, 1.0f, lwSmoothStep(LEAST_TURN, FULL_TURN, first / lwMaxF(second, 1e-6f)));
	if (leg->firstShare < 1.0f) {
		FindTail(asset, l, model);
		// Bones that are stretched out in the sample turn far for a short way of their end: the first joint helps them.
		leg->firstShare = lwMaxF(leg->firstShare, lwSmoothStep(BENT, STRETCHED, leg->tailReach));
	}
}
