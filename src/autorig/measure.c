// SPDX-License-Identifier: MIT
// Auto-rig, step 8: bone lengths, L, reach and hinges from the bind pose and all clips.
#include "autorig/finder.h"

#include <math.h>

#define MIN_BEND 0.12f                  // rad of turning that tells a hinge from the clips

static void FillLengths(const Finder* finder, lwLeg* leg) {
	leg->length = 0.0f;
	for (int k = 0; k + 1 < leg->jointCount; ++k) {
		float bone = lwFinder_BindDistance(finder, leg->joints[k], leg->joints[k + 1]);
		leg->length += bone;
		leg->boneLengths[k] = k + 1 < leg->limbCount ? bone : 0.0f;
	}
}

static void FillReach(const Finder* finder, lwLeg* leg) {
	float chain = 0.0f;
	for (int k = 0; k + 1 < leg->limbCount; ++k) chain += leg->boneLengths[k];
	int hip = leg->joints[0], end = leg->joints[leg->limbCount - 1];
	float reach = lwFinder_BindDistance(finder, hip, end);
	for (int f = 2; f < finder->frameCount; ++f) reach = lwMaxF(reach, lwDistance(Pos(finder, f, hip), Pos(finder, f, end)));
	float allowed = lwMinF(0.999f * chain, reach + 0.005f * chain);
	leg->maxReach = leg->length > 0.0f ? allowed / leg->length : 0.999f;
}

// Main axis of a set of rotation vectors (through their mean); returns how much of the spread it holds.
static float MainAxis(float covariance[3][3], lwVec3* outAxis) {
	lwVec3 axis = { 0.5f, 0.6f, 0.62f };
	float trace = covariance[0][0] + covariance[1][1] + covariance[2][2], value = 0.0f;
	for (int i = 0; i < 60; ++i) {
		lwVec3 next = { covariance[0][0] * axis.x + covariance[0][1] * axis.y + covariance[0][2] * axis.z,
						covariance[1][0] * axis.x + covariance[1][1] * axis.y + covariance[1][2] * axis.z,
						covariance[2][0] * axis.x + covariance[2][1] * axis.y + covariance[2][2] * axis.z };
		value = lwLength(next);
		axis = lwNormalizeOr(next, axis);
	}
	*outAxis = axis;
	return trace > 0.0f ? value / trace : 0.0f;
}

static lwQuat FromBind(const Finder* finder, int frame, int joint) {
	return lwQuatMul(lwConj(Rot(finder, LW_BIND_FRAME, joint)), Rot(finder, frame, joint));
}

// Spread of a joint's turning over the locomotion clips, or all clips; returns the largest turn from the mean.
static float Covariance(const Finder* finder, int joint, bool locoOnly, float out[3][3]) {
	lwQuat mean = lwQuatIdentity();
	float most = 0.0f;
	for (int r = 0; r < 3; ++r) out[r][0] = out[r][1] = out[r][2] = 0.0f;
	for (int pass = 0, used = 0; pass < 2; ++pass) {
		for (int f = 2; f < finder->frameCount; ++f) {
			if (locoOnly && !lwFinder_IsLoco(finder, f, 0.5f)) continue;
			if (pass == 0) {
				mean = lwNlerp(mean, FromBind(finder, f, joint), 1.0f / (float)(++used));
				continue;
			}
			lwVec3 v = lwQuatLog(lwQuatMul(lwConj(mean), FromBind(finder, f, joint)));
			float turn[3] = { v.x, v.y, v.z };
			most = lwMaxF(most, lwLength(v));
			for (int r = 0; r < 3; ++r) {
				for (int k = 0; k < 3; ++k) out[r][k] += turn[r] * turn[k];
			}
		}
	}
	return most;
}

// Normal of the plane the limb bends in at a joint, in the joint's space of the bind pose; zero when it is straight.
static lwVec3 BendNormal(const Finder* finder, int before, int joint, int after, lwQuat global) {
	lwVec3 a = lwSub(Pos(finder, LW_BIND_FRAME, joint), Pos(finder, LW_BIND_FRAME, before));
	lwVec3 b = lwSub(Pos(finder, LW_BIND_FRAME, after), Pos(finder, LW_BIND_FRAME, joint));
	lwVec3 normal = lwCross(lwNormalizeOr(a, lwV3(0, 0, 0)), lwNormalizeOr(b, lwV3(0, 0, 0)));
	if (lwLength(normal) < 0.03f) return lwV3(0, 0, 0);
	return lwNormalizeOr(lwRotate(lwConj(global), normal), lwV3(0, 0, 0));
}

static lwQuat BindGlobal(const Finder* finder, int joint) {
	lwQuat global = lwQuatIdentity();
	for (int j = joint; j >= 0; j = finder->skeleton->skeleton.parents[j]) global = lwQuatMul(Rot(finder, LW_BIND_FRAME, j), global);
	return lwQuatNormalize(lwQuatMul(lwMat34Rotation(finder->bindToWorld), global));
}

static void FillHinge(const Finder* finder, const lwLeg* leg, int k, lwHinge* out) {
	int joint = leg->joints[k];
	float covariance[3][3];
	*out = (lwHinge){ { 0, 0, 0 }, 0, 0 };
	lwVec3 bend = BendNormal(finder, leg->joints[k - 1], joint, leg->joints[k + 1], BindGlobal(finder, joint)), axis = bend;
	float most = Covariance(finder, joint, true, covariance);
	if (most <= MIN_BEND) most = Covariance(finder, joint, false, covariance);
	if (most > MIN_BEND) {
		lwVec3 main;
		if (MainAxis(covariance, &main) > 0.6f) axis = main;
		else if (lwLength(bend) < 0.5f || lwAbsF(lwDot(bend, main)) < 0.5f) return; // a ball joint
	}
	if (lwLength(axis) < 0.5f) return;
	if (lwDot(axis, bend) < 0.0f) axis = lwNeg(axis);
	out->axisLS = axis;
	for (int f = 0; f < finder->frameCount; ++f) {
		if (f == LW_REST_FRAME && finder->frameCount > 2) continue;
		float angle = lwDot(lwQuatLog(lwQuatTwist(FromBind(finder, f, joint), axis)), axis);
		out->minAngle = lwMinF(out->minAngle, angle);
		out->maxAngle = lwMaxF(out->maxAngle, angle);
	}
}

void lwFinder_Measure(Finder* finder, lwRig* ioRig, const unsigned* given) {
	ioRig->length = 0.0f;
	for (int i = 0; i < ioRig->legCount; ++i) {
		lwLeg* leg = ioRig->legs + i;
		FillLengths(finder, leg);
		if (!(given[i] & lw_givenReach)) FillReach(finder, leg);
		for (int k = 1; k + 1 < leg->limbCount && !(given[i] & lw_givenHinges); ++k) FillHinge(finder, leg, k, leg->hinges + k);
		ioRig->length += leg->length / (float)ioRig->legCount;
	}
}
