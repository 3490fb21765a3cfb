// SPDX-License-Identifier: MIT
// Sources: reading the clips that a live asset is mixed of. Legs are read so that feet agree: a source's foot leaves and
// comes down, by its own clip, when the live leg does, however long its contact is by itself.
#include "step/asset.h"

float lwSource_LegPhase(const lwAsset* live, const lwSource* source, int l, float clipPhase) {
	const lwAssetLeg* leg = &live->legs[l];
	const lwAssetLeg* own = &source->asset->legs[l];
	if (live->sourceCount == 1) { // its key times are the live ones
		return lwWrap01(own->stance + clipPhase - leg->stance);
	}
	return own->stance + lwAssetLeg_Warp(own, clipPhase - leg->stance, leg->clipOff, leg->clipStrike);
}

float lwSource_BodyPhase(const lwSource* source, float clipPhase) {
	return lwWrap01(clipPhase + source->shift);
}

lwTransform lwSources_Joint(const lwAsset* live, const float* phases, int stride, int joint) {
	if (live->sourceCount == 1) {
		const lwClip* clip = live->sources[0].asset->walk;
		return lwClip_SampleJoint(clip, lwWrap01(phases[0]) * clip->duration, joint);
	}
	lwTransform sum = { 0 };
	lwQuat first = { 0.0f, 0.0f, 0.0f, 1.0f };
	for (int i = 0; i < live->sourceCount; ++i) {
		const lwClip* clip = live->sources[i].asset->walk;
		float w = live->sources[i].weight;
		lwTransform t = lwClip_SampleJoint(clip, lwWrap01(phases[i * stride]) * clip->duration, joint);
		first = i == 0 ? t.rot : first;
		float side = t.rot.x * first.x + t.rot.y * first.y + t.rot.z * first.z + t.rot.w * first.w;
		float q = side < 0.0f ? -w : w;
		sum.pos = lwMulAdd(sum.pos, t.pos, w);
		sum.scale = lwMulAdd(sum.scale, t.scale, w);
		sum.rot = (lwQuat){ sum.rot.x + q * t.rot.x, sum.rot.y + q * t.rot.y, sum.rot.z + q * t.rot.z, sum.rot.w + q * t.rot.w };
	}
	sum.rot = lwQuatNormalize(sum.rot);
	return sum;
}
