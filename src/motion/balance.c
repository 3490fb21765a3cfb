// SPDX-License-Identifier: MIT
// Balance: the farther a standing foot is from where it would stand by itself, the faster the cycle, until all are home.
#include "math/spring.h"
#include "motion/motion.h"

#define NEAR 0.15f       // L out of place up to which nothing hurries
#define FAR 0.5f         // L from which it hurries most
#define HALF_LIFE 0.03f  // s

// How far a standing foot is from where it would stand now, had it been put down by the motion as it is; L.
static float Astray(lwCharacter* c, int l) {
	const lwLegState* leg = &c->legs[l];
	if (leg->state == lw_footFlying) {
		return 0.0f;
	}
	float since = !c->running ? 0.0f : leg->t < 0.5f * (leg->off + leg->strike) ? leg->t : leg->t - 1.0f; // cycles
	lwFootprint want = lwCharacter_WantedPrint(c, l, lwCharacter_LegSeconds(c, l, -since));
	lwVec3 up = lwRotate(c->frame.rot, lwV3(0.0f, 1.0f, 0.0f));
	return lwLength(lwReject(lwSub(want.pos, leg->current.pos), up)) / c->L;
}

void lwMotion_Balance(lwCharacter* c, float dt) {
	if (!(c->def.balance > 0.0f)) {
		return;
	}
	c->astray = 0.0f;
	for (int l = 0; l < c->legCount; ++l) {
		c->astray = lwMaxF(c->astray, Astray(c, l));
	}
	float goal = 1.0f + c->def.balance * lwSmoothStep(NEAR, FAR, c->astray);
	lwSpringTo(&c->pace, &c->paceVel, goal, HALF_LIFE, dt);
}
