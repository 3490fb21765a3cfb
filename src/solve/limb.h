// SPDX-License-Identifier: MIT
// Limb: a rig's leg brought to a target by IK, written back to the pose's local transforms. Model space.
#ifndef LW_SOLVE_LIMB_H
#define LW_SOLVE_LIMB_H

#include "legwork/ik.h"
#include "legwork/rig.h"

typedef struct lwLimbTarget {
	lwVec3 footPos;  // of the foot joint
	lwQuat footRot;
	lwVec3 end;      // of the limb's end (equal to footPos where the foot is the limb's end)
	bool keepEndRot; // the limb's end keeps the turn it is carried along with (feet that are a point)
} lwLimbTarget;

// Turn a leg's joints by what IK found (lwSolveIk's rotations, in model space) and put its foot as the target says. miss: from the target's end to
// where the limb's end really comes; a detached foot goes along.
void lwLimb_Apply(const lwSkeleton* skeleton, const lwLeg* leg, const lwMat34* model, const lwQuat* rotations, const lwLimbTarget* target, lwVec3 miss,
				  lwTransform* ioLocal);

// model: matrices of ioLocal, of the whole skeleton, made before any limb is turned (limbs share no joint). pole as in lwIkChain.
lwIkResult lwLimb_Solve(const lwSkeleton* skeleton, const lwLeg* leg, const lwMat34* model, const lwLimbTarget* target, lwVec3 pole,
						const lwIkOptions* options, lwTransform* ioLocal);

#endif
