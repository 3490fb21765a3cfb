// SPDX-License-Identifier: MIT
// Rig: checks and look-ups.
#include "legwork/rig.h"

#include <string.h>

#define FINITE(v) ((v) - (v) == 0.0f)

static lwResult Fail(const lwLeg* leg, const char* what, int value) {
	return lwResult_Fail(lw_errorData, "rig: leg '%.63s': %s (%d)", leg->name, what, value);
}

static bool InRange(const lwSkeleton* skeleton, int joint) { return joint >= 0 && joint < skeleton->jointCount; }

static lwResult CheckJoints(const lwLeg* leg, const lwSkeleton* skeleton) {
	if (leg->jointCount < 2 || leg->jointCount > LW_MAX_LEG_JOINTS) return Fail(leg, "joint count must be 2 to 12", leg->jointCount);
	if (leg->limbCount < 2 || leg->limbCount > leg->jointCount) return Fail(leg, "limbCount must be 2 to the joint count", leg->limbCount);
	for (int k = 0; k < leg->jointCount; ++k) {
		if (!InRange(skeleton, leg->joints[k])) return Fail(leg, "joint index out of range", leg->joints[k]);
		for (int i = 0; i < k; ++i) {
			if (leg->joints[i] == leg->joints[k]) return Fail(leg, "a joint is listed twice", leg->joints[k]);
		}
		if (k > 0 && k < leg->limbCount && !lwSkeleton_IsAncestor(skeleton, leg->joints[k - 1], leg->joints[k])) {
			return Fail(leg, "limb joints are not a chain of the hierarchy, hip first; broken at joint", leg->joints[k]);
		}
	}
	return lwResult_Ok();
}

static lwResult CheckFoot(const lwLeg* leg, const lwSkeleton* skeleton) {
	if (leg->detached && !InRange(skeleton, leg->footControl)) return Fail(leg, "a detached foot needs a foot control", leg->footControl);
	if (leg->detached && lwSkeleton_IsAncestor(skeleton, leg->joints[0], leg->footControl)) return Fail(leg, "the foot control hangs on the leg itself", leg->footControl);
	if (!leg->detached && leg->footControl != -1) return Fail(leg, "foot control given but the foot is not detached", leg->footControl);
	int foot = leg->detached ? leg->footControl : leg->joints[leg->limbCount - 1];
	if (leg->footJoint != foot) return Fail(leg, "footJoint is neither the limb's end nor the foot control", leg->footJoint);
	for (int k = leg->limbCount; k < leg->jointCount; ++k) {
		if (!lwSkeleton_IsAncestor(skeleton, foot, leg->joints[k])) return Fail(leg, "a foot joint does not hang on the foot", leg->joints[k]);
	}
	const lwContactPoint* points[2] = { &leg->heel, &leg->toe };
	for (int i = 0; i < 2; ++i) {
		if (!InRange(skeleton, points[i]->joint)) return Fail(leg, i == 0 ? "heel joint out of range" : "toe joint out of range", points[i]->joint);
		if (!lwSkeleton_IsAncestor(skeleton, foot, points[i]->joint)) return Fail(leg, i == 0 ? "heel joint does not hang on the foot" : "toe joint does not hang on the foot", points[i]->joint);
		if (!FINITE(points[i]->posLS.x + points[i]->posLS.y + points[i]->posLS.z)) return Fail(leg, "contact point is not finite", points[i]->joint);
	}
	return lwResult_Ok();
}

static lwResult CheckNumbers(const lwLeg* leg) {
	if (!FINITE(leg->length) || leg->length <= 0.0f) return Fail(leg, "length must be > 0", 0);
	if (!FINITE(leg->maxReach) || leg->maxReach <= 0.0f || leg->maxReach > 1.0f) return Fail(leg, "maxReach must be in (0, 1]", 0);
	if (leg->side < -1 || leg->side > 1) return Fail(leg, "side must be -1, 0 or 1", leg->side);
	for (int k = 0; k < leg->limbCount; ++k) {
		const lwHinge* hinge = leg->hinges + k;
		float size = lwDot(hinge->axisLS, hinge->axisLS);
		if (!FINITE(size) || (size > 1e-6f && lwAbsF(size - 1.0f) > 1e-2f)) return Fail(leg, "hinge axis is neither unit nor zero at joint", leg->joints[k]);
		if (!FINITE(hinge->minAngle + hinge->maxAngle) || hinge->minAngle > hinge->maxAngle) return Fail(leg, "hinge limits are not min <= max at joint", leg->joints[k]);
	}
	return lwResult_Ok();
}

static lwResult CheckShared(const lwLeg* leg, const lwLeg* other) {
	for (int a = 0; a < leg->jointCount; ++a) {
		for (int b = 0; b < other->jointCount; ++b) {
			if (leg->joints[a] == other->joints[b]) {
				return lwResult_Fail(lw_errorData, "rig: legs '%.63s' and '%.63s' share a joint (%d)", other->name, leg->name, leg->joints[a]);
			}
		}
	}
	return lwResult_Ok();
}

lwResult lwRig_Validate(const lwRig* rig, const lwSkeleton* skeleton) {
	if (!LW_ASSERT(rig != NULL && skeleton != NULL)) return lwResult_Fail(lw_errorArgument, "lwRig_Validate: NULL argument");
	if (rig->legCount < 1 || rig->legCount > LW_MAX_LEGS) return lwResult_Fail(lw_errorData, "rig: leg count must be 1 to %d, is %d", LW_MAX_LEGS, rig->legCount);
	for (int i = 0; i < rig->legCount; ++i) {
		const lwLeg* leg = rig->legs + i;
		if (memchr(leg->name, 0, LW_NAME_SIZE) == NULL || leg->name[0] == 0) return lwResult_Fail(lw_errorData, "rig: legs[%d]: no name", i);
		if (lwRig_FindLeg(rig, leg->name) != i) return lwResult_Fail(lw_errorData, "rig: leg '%s': name used twice", leg->name);
		lwResult result = CheckJoints(leg, skeleton);
		if (result.status == lw_ok) result = CheckFoot(leg, skeleton);
		if (result.status == lw_ok) result = CheckNumbers(leg);
		for (int k = 0; k < i && result.status == lw_ok; ++k) result = CheckShared(leg, rig->legs + k);
		if (result.status != lw_ok) return result;
	}
	if (rig->spineCount < 0 || rig->spineCount > LW_MAX_SPINE || rig->tailCount < 0 || rig->tailCount > LW_MAX_SPINE) {
		return lwResult_Fail(lw_errorData, "rig: spine and tail hold 0 to %d joints, have %d and %d", LW_MAX_SPINE, rig->spineCount, rig->tailCount);
	}
	for (int k = 0; k < rig->spineCount + rig->tailCount; ++k) {
		bool tail = k >= rig->spineCount;
		const int* chain = tail ? rig->tail : rig->spine;
		int at = tail ? k - rig->spineCount : k;
		if (!InRange(skeleton, chain[at])) return lwResult_Fail(lw_errorData, "rig: %s[%d]: joint index out of range (%d)", tail ? "tail" : "spine", at, chain[at]);
		if (at > 0 && !lwSkeleton_IsAncestor(skeleton, chain[at - 1], chain[at])) {
			return lwResult_Fail(lw_errorData, "rig: %s[%d]: does not hang on the joint before it (%d)", tail ? "tail" : "spine", at, chain[at]);
		}
	}
	if (rig->helperCount < 0 || rig->helperCount > LW_MAX_HELPERS) return lwResult_Fail(lw_errorData, "rig: %d helpers, at most %d", rig->helperCount, LW_MAX_HELPERS);
	for (int k = 0; k < rig->helperCount; ++k) {
		if (!InRange(skeleton, rig->helpers[k])) return lwResult_Fail(lw_errorData, "rig: helpers[%d]: joint index out of range (%d)", k, rig->helpers[k]);
	}
	if (!InRange(skeleton, rig->rootJoint)) return lwResult_Fail(lw_errorData, "rig: root joint out of range (%d)", rig->rootJoint);
	if (!InRange(skeleton, rig->pelvis)) return lwResult_Fail(lw_errorData, "rig: pelvis out of range (%d)", rig->pelvis);
	if (!FINITE(rig->length) || rig->length <= 0.0f) return lwResult_Fail(lw_errorData, "rig: length must be > 0");
	return lwResult_Ok();
}

int lwRig_FindLeg(const lwRig* rig, const char* name) {
	if (!LW_ASSERT(rig != NULL && name != NULL)) return -1;
	for (int i = 0; i < rig->legCount && i < LW_MAX_LEGS; ++i) {
		if (strncmp(rig->legs[i].name, name, LW_NAME_SIZE) == 0) return i;
	}
	return -1;
}
