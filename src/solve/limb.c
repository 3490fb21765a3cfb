// SPDX-License-Identifier: MIT
#include "solve/limb.h"

static lwQuat ParentRotation(const lwSkeleton* skeleton, const lwMat34* model, int joint, lwQuat carried) {
	int parent = skeleton->parents[joint];
	return lwQuatMul(carried, parent < 0 ? lwQuatIdentity() : lwMat34Rotation(model[parent]));
}

static void SetGlobalRotation(lwTransform* ioLocal, int joint, lwQuat parentRot, lwQuat global) {
	ioLocal[joint].rot = lwQuatNormalize(lwQuatMul(lwConj(parentRot), global));
}

static void PlaceDetachedFoot(const lwSkeleton* skeleton, const lwLeg* leg, const lwMat34* model, const lwLimbTarget* target, lwVec3 miss,
							  lwTransform* ioLocal) {
	int joint = leg->footControl, parent = skeleton->parents[joint];
	lwVec3 pos = lwAdd(target->footPos, miss);
	SetGlobalRotation(ioLocal, joint, ParentRotation(skeleton, model, joint, lwQuatIdentity()), target->footRot);
	ioLocal[joint].pos = parent < 0 ? pos : lwMat34Point(lwMat34Inverse(model[parent]), pos);
}

void lwLimb_Apply(const lwSkeleton* skeleton, const lwLeg* leg, const lwMat34* model, const lwQuat* rotations, const lwLimbTarget* target, lwVec3 miss,
				  lwTransform* ioLocal) {
	lwQuat carried = lwQuatIdentity();
	for (int i = 0; i + 1 < leg->limbCount; ++i) {
		int joint = leg->joints[i];
		lwQuat global = lwQuatMul(rotations[i], lwMat34Rotation(model[joint]));
		SetGlobalRotation(ioLocal, joint, ParentRotation(skeleton, model, joint, carried), global);
		carried = rotations[i];
	}
	int end = leg->joints[leg->limbCount - 1];
	if (leg->detached) {
		PlaceDetachedFoot(skeleton, leg, model, target, miss, ioLocal);
	} else if (!target->keepEndRot) {
		SetGlobalRotation(ioLocal, end, ParentRotation(skeleton, model, end, carried), target->footRot);
	}
}

lwIkResult lwLimb_Solve(const lwSkeleton* skeleton, const lwLeg* leg, const lwMat34* model, const lwLimbTarget* target, lwVec3 pole,
						const lwIkOptions* options, lwTransform* ioLocal) {
	lwVec3 positions[LW_MAX_IK_JOINTS], solved[LW_MAX_IK_JOINTS];
	lwQuat rotations[LW_MAX_IK_JOINTS];
	for (int i = 0; i < leg->limbCount; ++i) {
		positions[i] = model[leg->joints[i]].t;
	}
	lwIkChain chain = { .jointCount = leg->limbCount, .positions = positions, .target = target->end, .pole = pole };
	lwIkResult result = lwSolveIk(&chain, options, rotations, solved);
	lwLimb_Apply(skeleton, leg, model, rotations, target, lwSub(solved[leg->limbCount - 1], target->end), ioLocal);
	return result;
}
