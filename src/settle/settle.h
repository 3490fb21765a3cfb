// SPDX-License-Identifier: MIT
// Settle: body over its feet, legs onto their targets.
#ifndef LW_SETTLE_SETTLE_H
#define LW_SETTLE_SETTLE_H

#include "step/state.h"

// Lower the body so that standing legs reach their prints, ahead of need (body.c).
void lwCharacter_LowerBody(lwCharacter* c, float dt);
// Base pose: walk and standing animation mixed, legs at their own clip time (pose.c).
void lwCharacter_BasePose(lwCharacter* c);
// Put every limb's end on its target and every foot on its print (limbs.c).
void lwCharacter_SolveLegs(lwCharacter* c);
// Body spring (spring.c): at its rest; one frame on.
void lwCharacter_ResetSway(lwCharacter* c);
void lwCharacter_SwayBody(lwCharacter* c, float dt);
// Model space to world with the body's lowering and spring.
lwTransform lwCharacter_Placement(const lwCharacter* c);

#endif
