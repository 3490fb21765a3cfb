// SPDX-License-Identifier: MIT
// Body spring: the body is carried by a spring to its place, underdamped, pushed by every change of the character's velocity
// (of a moving body below it, too), and drops away under the world's gravity where it leans or hangs. In closed form.
#include "math/spring.h"
#include "settle/settle.h"

#define MOST_SWAY 0.25f // L

static void FindShare(lwCharacter* c) {
	c->springShare = c->def.bodySpring < 0.0f ? (c->now.oriented ? 1.0f : 0.0f) : c->def.bodySpring;
}

void lwCharacter_ResetSway(lwCharacter* c) {
	FindShare(c);
	c->sway = lwCharacter_Sag(c, c->frame.rot);
	c->swayVel = lwV3(0.0f, 0.0f, 0.0f);
	c->swayFrom = c->velocity;
}

void lwCharacter_SwayBody(lwCharacter* c, float dt) {
	FindShare(c);
	if (!(c->springShare > 0.0f) || !(dt > 0.0f)) {
		c->swayFrom = c->velocity;
		return;
	}
	// Even acceleration over the frame is an even pull: the spring swings about where it would hang under it.
	float omega = 2.0f * LW_PI * c->def.springRate;
	lwVec3 pull = lwMul(lwSub(c->velocity, c->swayFrom), -c->springShare / (dt * omega * omega));
	lwVec3 goal = lwAdd(lwCharacter_Sag(c, c->frame.rot), pull);
	float* x[3] = { &c->sway.x, &c->sway.y, &c->sway.z };
	float* v[3] = { &c->swayVel.x, &c->swayVel.y, &c->swayVel.z };
	const float goals[3] = { goal.x, goal.y, goal.z };
	for (int i = 0; i < 3; ++i) {
		lwSpringSwing(x[i], v[i], goals[i], omega, c->def.springDamping, dt);
	}
	c->swayFrom = c->velocity;
	float far = lwLength(c->sway), most = MOST_SWAY * c->L;
	if (far > most) { // against the stop
		lwVec3 out = lwMul(c->sway, 1.0f / far);
		c->sway = lwMul(out, most);
		c->swayVel = lwMulAdd(c->swayVel, out, -lwMaxF(lwDot(c->swayVel, out), 0.0f));
	}
}

void lwCharacter_AddImpulse(lwCharacter* c, lwVec3 velocityChange) {
	bool finite = lwDot(velocityChange, velocityChange) < 1e18f; // NaN is not; the root of NaN would be 0
	c->swayVel = finite ? lwMulAdd(c->swayVel, velocityChange, c->springShare) : c->swayVel;
}

lwVec3 lwCharacter_BodyOffset(const lwCharacter* c) {
	return c->springShare > 0.0f ? c->sway : lwV3(0.0f, 0.0f, 0.0f);
}
