// SPDX-License-Identifier: MIT
// Change: from one gait to another. The new cycle is laid to the old one so that the legs come into it most evenly; then each
// leg, from when it stands, takes one cycle of its own length (the transition cycle), lifts and comes down by its own clock,
// and is at its stance time when the new gait has it there. Its clock runs through without a jump, and so does its foot.
#include "motion/motion.h"

#define AHEAD 0.15f      // s that the choice looks ahead
#define LAYS 48          // ways of laying the new cycle that are looked at
#define IN_TIME 0.7f     // cycles left to the stance time from which it still is this one that a leg joins by
#define SOONER 0.1f      // cycles that a waiting leg may leave sooner than by its old clock
#define CLOSE 0.02f      // cycles between the clocks of a leg that has joined
#define SLOW 0.55f       // least and most rate of a leg's clock
#define FAST 1.8f

// ---- Choice ----------------------------------------------------------------------------------------------------

static int GaitFor(const lwMotionState* m, float speed) {
	int k = m->gait;
	while (k + 1 < m->set->gaitCount && speed > m->set->up[k]) {
		++k;
	}
	while (k > 0 && speed < m->set->down[k - 1]) {
		--k;
	}
	return k;
}

static float SpeedSoon(const lwCharacter* c) {
	lwMotion soon;
	lwCharacter_Predict(c, AHEAD, &soon);
	return lwLength(soon.velocity);
}

// ---- A leg's way into a gait -------------------------------------------------------------------------------------

// Cycles from own to the gait's, by the shorter way round in proportion: the rate that brings own, in left cycles of its own, to
// where the gait's clock has its stance. behind: the gait's clock less the leg's, any whole number of cycles aside.
static float RateFor(float behind, float left) {
	float best = 1.0f, least = 1e30f;
	float e = lwWrap01(behind + 0.5f) - 0.5f;
	for (int k = -1; k <= 1; ++k) {
		float rest = left - (e + (float)k); // of the gait's clock
		if (rest > 1e-3f) {
			float rate = left / rest, bend = rate > 1.0f ? rate : 1.0f / rate;
			best = bend < least ? rate : best;
			least = lwMinF(least, bend);
		}
	}
	return best;
}

// The other way: the leg waits where it stands until its foot-off is due in the gait; behind as above. What it can make up for
// by leaving a little sooner it does not wait a cycle for.
static float RateToWait(float behind, float left) {
	float e = lwWrap01(behind);
	e = e < lwMinF(SOONER, 0.4f * left) ? e : e - 1.0f;
	return left > 1e-4f ? left / (left - e) : 1.0f;
}

static float LayCost(const lwCharacter* c, float shift, int gait) {
	float cost = 0.0f;
	lwMotionState* m = c->motion;
	float was = m->shift[gait];
	m->shift[gait] = shift;
	for (int l = 0; l < c->legCount; ++l) {
		const lwLegState* leg = &c->legs[l];
		float t = leg->t, wait = 0.0f;
		if (leg->state == lw_footFlying) { // joins once it stands
			wait = lwMaxF(leg->strike - t, 0.0f);
			t = leg->strike;
		}
		float left = 1.0f - t < IN_TIME ? 2.0f - t : 1.0f - t;
		float target = c->phase + wait - lwMotion_Stance(m, gait, l);
		float rate = RateFor(target - t, left);
		cost += (rate - 1.0f) * (rate - 1.0f) / rate;
	}
	m->shift[gait] = was;
	return cost;
}

static void LayCycle(lwCharacter* c, int gait) {
	float best = 0.0f, least = 1e30f;
	for (int i = 0; i < LAYS; ++i) {
		float shift = (float)i / (float)LAYS, cost = LayCost(c, shift, gait);
		best = cost < least ? shift : best;
		least = lwMinF(least, cost);
	}
	c->motion->shift[gait] = best;
}

static bool Joined(const lwCharacter* c) {
	for (int l = 0; l < c->legCount; ++l) {
		const lwLegState* leg = &c->legs[l];
		float e = lwWrap01(c->phase - c->asset->legs[l].stance - leg->t + 0.5f) - 0.5f;
		if (!leg->joined || lwAbsF(e) > CLOSE) {
			return false;
		}
	}
	return true;
}

static void TellChange(lwCharacter* c, int gait, float speed) {
	lwFootprint here = { .pos = c->frame.pos, .normal = lwRotate(c->frame.rot, lwV3(0.0f, 1.0f, 0.0f)), .material = gait };
	lwCharacter_Tell(c, lw_eventGaitChange, -1, c->time, &here, speed);
}

void lwMotion_Choose(lwCharacter* c, float dt) {
	lwMotionState* m = c->motion;
	m->sinceChange += dt;
	float speed = SpeedSoon(c);
	int gait = GaitFor(m, speed);
	if (gait == m->gait) {
		return;
	}
	if (!c->running && c->amp <= 0.0f) { // nothing to go over from
		for (int k = 0; k < m->set->gaitCount; ++k) {
			m->fade[k] = k == gait ? 1.0f : 0.0f;
			m->fadeRate[k] = 0.0f;
		}
		m->shift[gait] = 0.0f;
		m->gait = gait;
		TellChange(c, gait, speed);
		return;
	}
	if (m->sinceChange < c->def.gaitTime) {
		return; // one after the other; legs still on their way to the last one turn to this
	}
	if (m->fade[gait] <= 0.0f) { // else its clips run already, and cannot be laid anew
		LayCycle(c, gait);
	}
	m->gait = gait;
	m->sinceChange = 0.0f;
	for (int l = 0; l < c->legCount; ++l) {
		c->legs[l].joined = false;
	}
	TellChange(c, gait, speed);
}

bool lwCharacter_ChangesGait(const lwCharacter* c) {
	return c->motion != NULL && !Joined(c);
}

// ---- Clocks ----------------------------------------------------------------------------------------------------

static void RunClock(lwCharacter* c, int l) {
	lwLegState* leg = &c->legs[l];
	float target = lwWrap01(c->phase - c->asset->legs[l].stance); // where the gait has the leg now
	float before = target - c->cycleStep;
	if (!leg->joined && leg->state == lw_footPlanted) {
		leg->joined = true;
		leg->thisCycle = 1.0f - leg->t > IN_TIME;
	}
	if (leg->joined) { // else it flies on as it flew: its aim is for then
		float behind = before - leg->t;
		bool wait = c->def.gaitWait && leg->state == lw_footPlanted && c->motion->sinceChange < 2.0f * c->asset->gait->period;
		float left = leg->thisCycle ? 1.0f - leg->t : 2.0f - leg->t;
		leg->flightRate = lwClampF(RateFor(behind, lwMaxF(left, 0.02f)), SLOW, FAST);
		leg->rate = wait && leg->t < leg->off ? RateToWait(behind, leg->off - leg->t) : leg->flightRate;
	}
	float t = leg->t + c->cycleStep * leg->rate;
	leg->thisCycle = leg->thisCycle || t >= 1.0f;
	leg->clock = lwWrap01(t);
}

void lwMotion_RunClocks(lwCharacter* c) {
	for (int l = 0; c->motion != NULL && l < c->legCount; ++l) {
		RunClock(c, l);
	}
}
