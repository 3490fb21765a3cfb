// SPDX-License-Identifier: MIT
// Cycle: the leg clocks. Their rate does not depend on speed; a faster creature shortens its contacts, a slower one
// its steps. Feet lift at foot-off when they have somewhere to go, and come down at foot-strike.
#include "math/spring.h"
#include "step/state.h"

// Walking begins and ends where the speed is this share of the sample's.
#define MOVING 0.02f
// Full animation from this share of the sample's speed on.
#define FULL 0.45f

// With balance the cycle runs while a standing foot is this far from its place, L.
#define ASTRAY 0.08f

// A leg's clock that goes slower by no more than this share is as good as even.
#define EVEN 0.05f

// A foot that waits leaves when its leg has less than this left of its reach, L.
#define TAUT 0.06f

// A standing foot that misses its place by this much, in L, leaves before its time.
#define EARLY 0.008f

// On any surface the share that contacts are shortened to changes by at most this in a cycle.
#define KEY_RATE 3.0f

static float EffectiveSpeed(const lwCharacter* c, const lwMotion* m) {
	float turning = lwAbsF(m->yawRate) * c->asset->footRadius;
	return lwMaxF(lwLength(m->velocity), turning);
}

float lwCharacter_Walkness(const lwCharacter* c, const lwMotion* motion) {
	float ratio = EffectiveSpeed(c, motion) / lwMaxF(c->asset->walkSpeed, 1e-6f);
	return lwSmoothStep(0.0f, FULL, ratio);
}


// Contact shortened in proportion to speed above the sample's: off' = k off, strike' = 1 - k (1 - strike). On any surface speed leaps
// where a stick turns or the body swings round an edge: there key times come after, so that no flight ends or begins within a frame.
static void ScaleKeyTimes(lwCharacter* c, float dt) {
	float speed = lwLength(c->now.velocity);
	float k = speed > c->asset->gait->speed && speed > 0.0f ? c->asset->gait->speed / speed : 1.0f;
	float most = KEY_RATE * dt / c->asset->gait->period * c->pace;
	k = c->now.oriented ? lwClampF(k, c->contact - most, c->contact + most) : k;
	c->contact = k;
	for (int l = 0; l < c->legCount; ++l) {
		const lwAssetLeg* def = &c->asset->legs[l];
		c->legs[l].off = k * def->off;
		// A clock that goes slower would draw out the way from the strike to the stance time beyond the leg's reach.
		float slow = lwMinF(c->legs[l].flightRate + EVEN, 1.0f);
		c->legs[l].strike = 1.0f - k * slow * (1.0f - def->strike);
	}
}

float lwCharacter_Reach(const lwCharacter* c, int l) {
	const lwAssetLeg* def = &c->asset->legs[l];
	return lwLerpF(def->reach, def->standReach, c->legs[l].wide);
}

float lwCharacter_FootAmp(const lwCharacter* c, int l) {
	return c->legs[l].amp * lwLerpF(0.3f, 1.0f, c->ahead);
}

lwFootShape lwCharacter_ShapeAt(const lwCharacter* c, int l, float legTime) {
	const lwAssetLeg* def = &c->asset->legs[l];
	const lwLegState* leg = &c->legs[l];
	float clip = def->stance + lwAssetLeg_Warp(def, legTime, leg->off, leg->strike);
	lwLegFrame walk = lwAssetLeg_Walk(c->asset, l, clip);
	return lwFootShape_Blend(&def->standShape, &walk.shape, lwCharacter_FootAmp(c, l));
}

// How far the creature goes the way its clip goes: a foot that rolls from heel to toe does so forwards only.
static void FindAhead(lwCharacter* c, float dt) {
	lwVec3 velocity = lwRotate(lwConj(c->frame.rot), c->now.velocity);
	float speed = lwLength(velocity);
	float goal = c->ahead;
	if (speed > MOVING * c->asset->walkSpeed) {
		goal = lwSmoothStep(-0.3f, 0.8f, lwDot(velocity, c->asset->gait->directionMS) / speed);
	}
	lwSpringTo(&c->ahead, &c->aheadVel, goal, 0.5f * c->def.fadeTime, dt);
}

// ---- Start and stop --------------------------------------------------------------------------------------------

// Phase from which the cycle starts: just before the foot-off of the leg that leaves fewest others skipping a flight.
static float StartPhase(const lwCharacter* c) {
	float best = -1e9f, phase = 0.0f;
	for (int l = 0; l < c->legCount; ++l) {
		const lwAssetLeg* def = &c->asset->legs[l];
		float at = def->stance + def->off - 0.03f;
		float score = 0.0f;
		for (int m = 0; m < c->legCount; ++m) {
			const lwAssetLeg* other = &c->asset->legs[m];
			float t = lwWrap01(at - other->stance);
			bool flying = t > other->off && t < other->strike;
			score -= flying ? 1.0f + (other->strike - t) : 0.0f;
		}
		if (score > best + 1e-4f) {
			best = score;
			phase = at;
		}
	}
	return lwWrap01(phase);
}

static float PrintDistance(const lwCharacter* c, int l, const lwFootprint* a, const lwFootprint* b) {
	lwVec3 up = lwRotate(c->frame.rot, lwV3(0.0f, 1.0f, 0.0f));
	float way = lwLength(lwReject(lwSub(a->pos, b->pos), up));
	lwVec3 fa = lwRotate(a->rot, lwV3(0.0f, 0.0f, 1.0f)), fb = lwRotate(b->rot, lwV3(0.0f, 0.0f, 1.0f));
	fa = lwNormalizeOr(lwReject(fa, up), up);
	fb = lwNormalizeOr(lwReject(fb, up), up);
	float turn = lwLength(lwSub(fa, fb)) * c->asset->legs[l].halfSole;
	return way + turn;
}

// A leg steps at its next foot-off when its place at the stance time after it lies elsewhere. Compared is what was wanted, not
// what reach and ground made of it: else a foot that cannot stand at home would march on the spot.
static bool WantsStep(lwCharacter* c, int l, float cyclesToStance) {
	lwLegState* leg = &c->legs[l];
	lwFootprint want = lwCharacter_WantedPrint(c, l, lwCharacter_LegSeconds(c, l, cyclesToStance));
	return PrintDistance(c, l, &want, &leg->stoodFor) > c->def.stepThreshold * c->L;
}

static bool AllHome(lwCharacter* c) {
	for (int l = 0; l < c->legCount; ++l) {
		if (c->legs[l].state == lw_footFlying || c->legs[l].willStep) {
			return false;
		}
	}
	return true;
}

static void StartOrStop(lwCharacter* c) {
	float moving = MOVING * c->asset->walkSpeed;
	lwMotion soon;
	lwCharacter_Predict(c, 0.1f * c->asset->gait->period, &soon);
	bool still = EffectiveSpeed(c, &soon) < moving && EffectiveSpeed(c, &c->now) < moving && c->astray < ASTRAY;
	if (!c->running && !still) {
		c->running = true;
		if (c->amp < 0.05f) {
			c->phase = StartPhase(c);
			for (int l = 0; l < c->legCount; ++l) {
				lwLegState* leg = &c->legs[l];
				leg->t = lwWrap01(c->phase - c->asset->legs[l].stance);
				leg->offDone = leg->t >= leg->off; // what would be in the air by now stays on the ground
			}
		}
	} else if (c->running && still && AllHome(c)) {
		c->running = false;
	}
}

void lwCharacter_AdvanceCycle(lwCharacter* c, float dt) {
	ScaleKeyTimes(c, dt);
	FindAhead(c, dt);
	StartOrStop(c);
	lwMotion soon;
	lwCharacter_Predict(c, 0.1f, &soon);
	float goal = c->running ? lwCharacter_Walkness(c, &soon) : 0.0f;
	c->cycleStep = 0.0f;
	lwSpringFade(&c->amp, &c->ampVel, goal, 0.35f * c->def.fadeTime, dt);
	if (c->running || c->amp > 0.0f) {
		c->cycleStep = dt / c->asset->gait->period * c->pace;
		c->phase = lwWrap01(c->phase + c->cycleStep);
	}
	float idleRate = dt / c->asset->idle->duration;
	c->idleTime = lwWrap01(c->idleTime / c->asset->idle->duration + idleRate) * c->asset->idle->duration;
}

// ---- Feet ------------------------------------------------------------------------------------------------------

// The foot is in the air from now on, on its way to the next strike.
void lwCharacter_FlyOn(lwCharacter* c, int l) {
	lwLegState* leg = &c->legs[l];
	leg->before = leg->t >= leg->strike;
	leg->state = lw_footFlying;
	leg->rate = leg->flightRate; // what is aimed at is when it will be there
	leg->wideFrom = leg->wide;
	leg->shift = 0.0f;
	leg->u = 0.0f;
	lwCharacter_BeginAside(c, l);
	lwCharacter_BeginFlight(c, l);
	leg->next = lwCharacter_WantedPrint(c, l, lwCharacter_LegSeconds(c, l, 1.0f - lwLegState_FlightTime(leg)));
	leg->aim = leg->next;
	if (!c->now.oriented) {
		lwCharacter_KeepInReach(c, l, &leg->next);
	}
	lwCharacter_PlacePrint(c, l, &leg->next);
	leg->predicted = leg->next;
	lwCharacter_LayNext(c, l);
	lwCharacter_MakeCurve(c, l);
	lwCharacter_PlanClearance(c, l);
}

void lwCharacter_LiftFoot(lwCharacter* c, int l, float ago) {
	c->legs[l].offTime = c->time - ago;
	lwCharacter_FlyOn(c, l);
	lwCharacter_Tell(c, lw_eventFootOff, l, c->legs[l].offTime, &c->legs[l].current, 0.0f);
}

void lwCharacter_TellStrike(lwCharacter* c, int l) {
	lwLegState* leg = &c->legs[l];
	lwCharacter_Tell(c, lw_eventFootStrike, l, leg->strikeTime, &leg->current, leg->footSpeed);
	if (leg->searching != leg->toldSearching) {
		lwCharacter_Tell(c, leg->searching ? lw_eventSearching : lw_eventFound, l, leg->strikeTime, &leg->current, 0.0f);
	}
	leg->toldSearching = leg->searching;
}

static void PutFoot(lwCharacter* c, int l, float ago) {
	lwLegState* leg = &c->legs[l];
	leg->state = lw_footPlanted;
	leg->strikeWas = leg->strikeTime;
	leg->strikeTime = c->time - ago;
	leg->current = leg->next;
	leg->stoodFor = leg->aim;
	leg->searching = !leg->current.found;
	lwCharacter_LayCurrent(c, l);
	leg->struck = c->now.oriented && leg->current.found;
	if (!leg->struck) {
		lwCharacter_TellStrike(c, l);
	}
	leg->lift = 0.0f;
}

// Aim again while in the air; not in the last 15 % of the flight.
static void Retarget(lwCharacter* c, int l) {
	lwLegState* leg = &c->legs[l];
	if (leg->u > 0.85f) {
		return;
	}
	lwFootprint want = lwCharacter_WantedPrint(c, l, lwCharacter_LegSeconds(c, l, 1.0f - lwLegState_FlightTime(leg)));
	if (c->now.oriented) {
		lwCharacter_AimAnywhere(c, l, &want);
		return;
	}
	lwFootprint placed = want;
	lwCharacter_KeepInReach(c, l, &placed);
	lwCharacter_PlacePrint(c, l, &placed);
	float moved = lwDistance(leg->next.pos, placed.pos);
	if (moved < 1e-3f * c->L && lwDot(leg->next.normal, placed.normal) > 0.9999f) {
		return;
	}
	// A late change bends what is left of the flight smoothly, on the ground all the way.
	float share = 1.0f - lwSmoothStep(0.3f, 0.85f, leg->u);
	leg->aim.pos = lwLerp3(leg->aim.pos, want.pos, share);
	leg->aim.rot = lwSlerp(leg->aim.rot, want.rot, share);
	if (share < 1.0f) {
		placed.pos = lwLerp3(leg->next.pos, placed.pos, share);
		placed.rot = lwSlerp(leg->next.rot, placed.rot, share);
		float shift = leg->shift;
		leg->shift = 0.0f;
		lwCharacter_PlacePrint(c, l, &placed);
		leg->shift = shift;
	}
	leg->next = placed;
	lwCharacter_LayNext(c, l);
	if (moved > 0.02f * c->L && leg->u < 0.3f) {
		lwCharacter_PlanClearance(c, l);
	}
}

static bool OutOfReach(const lwCharacter* c, int l) {
	const lwLegState* leg = &c->legs[l];
	if (c->asset->legs[l].halfSole < 0.03f * c->L && leg->over > 0.0f) {
		return true; // no sole to roll over
	}
	if (leg->rate < 0.95f && leg->over > -TAUT * c->L) {
		return true; // waits for another gait's foot-off, and can no longer
	}
	return leg->residual > EARLY * c->L || leg->need > 0.97f * LW_LATE_DROP * c->L;
}

static void AdvanceLeg(lwCharacter* c, int l, float dt) {
	lwLegState* leg = &c->legs[l];
	const lwAssetLeg* def = &c->asset->legs[l];
	float period = c->asset->gait->period;
	float t = c->motion != NULL ? leg->clock : lwWrap01(c->phase - def->stance);
	bool around = t < leg->t; // a new cycle since the last frame
	leg->offDone = leg->offDone && (t >= leg->off || leg->state == lw_footFlying) && !around;
	leg->t = t;
	if (!c->running) {
		leg->willStep = false;
		return;
	}
	float step = dt / period * c->pace * leg->rate;
	if (leg->state == lw_footFlying) {
		bool landed = !leg->before && (t >= leg->strike || around);
		leg->before = leg->before && !around;
		if (landed) {
			float late = t >= leg->strike ? t - leg->strike : t + 1.0f - leg->strike;
			// Where the strike itself came nearer: as far between the frames as both went.
			float share = late / lwMaxF(late + leg->early, 1e-6f);
			late = c->now.oriented && late > 0.0f ? step * lwMinF(share, 0.99f) : lwMinF(late, step);
			PutFoot(c, l, lwCharacter_LegSeconds(c, l, late));
		}
	} else if (t < leg->off && leg->willStep && !leg->offDone && OutOfReach(c, l)) {
		leg->offDone = true; // out of reach: the contact gives way
		lwCharacter_LiftFoot(c, l, c->now.oriented ? 0.5f * dt : 0.0f); // some time since the last frame, when it still stood
	} else if (!leg->offDone && t >= leg->off && t < leg->strike) {
		leg->offDone = true;
		if (WantsStep(c, l, 1.0f - t)) {
			lwCharacter_LiftFoot(c, l, lwCharacter_LegSeconds(c, l, lwMinF(t - leg->off, step)));
		}
	}
	leg->early = lwMaxF(leg->strike - t, 0.0f);
	if (leg->state == lw_footPlanted) {
		float toStance = t < leg->off ? 1.0f - t : 2.0f - t;
		leg->willStep = WantsStep(c, l, toStance);
	}
}

static void FadeLeg(lwCharacter* c, int l, float dt) {
	lwLegState* leg = &c->legs[l];
	float goal = c->running ? c->amp : 0.0f;
	if (leg->state == lw_footFlying) {
		goal = lwMaxF(goal, 0.6f * lwSmoothStep(0.0f, 0.4f, leg->u));
	} else if (!leg->willStep) {
		goal = 0.0f; // keeps standing: its clip would lift it
	} else if (leg->t > leg->off && leg->t < leg->strike) {
		goal = 0.0f; // missed its flight and waits on the ground
	}
	lwSpringFade(&leg->amp, &leg->ampVel, goal, 0.25f * c->def.fadeTime, dt);
}

// A foot without ground keeps to its animation.
static void HangFoot(lwCharacter* c, int l) {
	const lwAssetLeg* def = &c->asset->legs[l];
	lwLegState* leg = &c->legs[l];
	lwLegFrame walk = lwAssetLeg_Walk(c->asset, l, def->stance + lwAssetLeg_Warp(def, leg->t, leg->off, leg->strike));
	lwVec3 pos = lwLerp3(def->standCS, walk.printCS, leg->amp);
	float yaw = def->standYaw + lwWrapAngle(walk.printYaw - def->standYaw) * leg->amp;
	leg->current.pos = lwAdd(c->frame.pos, lwRotate(c->frame.rot, pos));
	leg->current.rot = lwQuatMul(c->frame.rot, lwQuatAxisAngle(lwV3(0.0f, 1.0f, 0.0f), yaw));
	leg->current.normal = lwRotate(c->frame.rot, lwV3(0.0f, 1.0f, 0.0f));
	lwCharacter_LayCurrent(c, l);
}

void lwCharacter_MoveFeet(lwCharacter* c, float dt) {
	for (int l = 0; l < c->legCount; ++l) {
		lwLegState* leg = &c->legs[l];
		AdvanceLeg(c, l, dt);
		FadeLeg(c, l, dt);
		leg->shape = lwCharacter_ShapeAt(c, l, leg->t);
		if (c->now.oriented && leg->state == lw_footPlanted && leg->searching) {
			HangFoot(c, l);
		}
		lwVec3 was = leg->printPos;
		leg->printPos = leg->current.pos;
		leg->printRot = leg->current.rot;
		if (c->now.oriented && leg->state == lw_footPlanted && !leg->searching) {
			lwCharacter_FollowIdle(c, l);
		}
		if (leg->state == lw_footFlying) {
			leg->u = lwCharacter_FlightAt(c, l, lwLegState_FlightTime(leg));
			lwMotion then;
			lwCharacter_Predict(c, lwCharacter_LegSeconds(c, l, 1.0f - lwLegState_FlightTime(leg)), &then);
			float wide = 1.0f - lwSmoothStep(0.0f, 0.5f, lwCharacter_Walkness(c, &then));
			leg->wide = lwLerpF(leg->wideFrom, wide, lwSmoothStep(0.0f, 0.8f, leg->u));
			Retarget(c, l);
			lwCharacter_FlightPose(c, l, leg->u, &leg->printPos, &leg->printRot);
			if (c->now.oriented) {
				lwCharacter_StayAside(c, l, dt);
			}
		}
		leg->footSpeed = dt > 0.0f ? lwDistance(leg->printPos, was) / dt : 0.0f;
	}
}
