// SPDX-License-Identifier: MIT
// Stance: what a rig's bind pose tells of how it stands: where it looks, where its ground is, where straight limbs bend to.
#ifndef LW_STEP_STANCE_H
#define LW_STEP_STANCE_H

#include "legwork/rig.h"

typedef struct lwStance {
	lwVec3 forward, left;  // level; left is where the left legs' hips are, without sides the feet point forward
	lwVec3 originMS;       // middle of the feet, at the median height of their soles
	lwVec3 hipsMS;         // middle of the hips
} lwStance;

// model: matrices of the bind pose, in model space.
lwStance lwStance_Read(const lwRig* rig, const lwMat34* model);
// Unit, where a limb bends to: as it is bent in the bind pose; a straight one: splayed legs up, front elbows of four legs and more
// back, other knees ahead.
lwVec3 lwStance_Pole(const lwStance* stance, const lwRig* rig, int leg, const lwMat34* model);

#endif
