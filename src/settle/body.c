// SPDX-License-Identifier: MIT
// Body: how far it must come down so that every standing leg reaches. Looks ahead along the trajectory, so that it is
// there in time without hurry.
#include "settle/settle.h"

#include "math/spring.h"

#define LOOK_AHEAD 16
#define IDLE_MOMENTS 16
#define HORIZON 0.5f // cycles that the body's lowering looks ahead
#define ROLL_HORIZON 0.3f // the same for feet that roll
#define HALF_LIFE 0.08f // cycles: short against the horizon, so that the body is down when the leg needs it, without a hurry that shows
#define EDGE_HALF_LIFE 0.03f // the same where a mover leads over edges: they come sooner than they are seen
#define RISE_HALF_LIFE 0.055f // cycles: up again, with the foot that has just left at the end of its reach
#define ROLL_HALF_LIFE 0.04f // cycles: a foot that is rolled quickly pulls its leg along

#define PLANNED_REACH 0.990f // of the longest: what is left is for a soft end

static const lwVec3 s_up = { 0.0f, 1.0f, 0.0f };

// How far down along up the hip must come to be within reach of the end.
static float NeededDrop(lwVec3 hip, lwVec3 end, lwVec3 up, float reach) {
	lwVec3 d = lwSub(hip, end);
	float height = lwDot(d, up);
	lwVec3 flat = lwReject(d, up);
	float room = reach * reach - lwDot(flat, flat);
	float allowed = room > 0.0f ? lwSqrt(room) : 0.0f;
	return height - allowed;
}

typedef enum Standing { standing_unknown, standing_firm, standing_flying } Standing;

// What is known of a leg some time ahead: the print it stands on, or where its foot flies. outTime: cycles since stance,
// outFlight: share of the flight.
static Standing FindThen(const lwCharacter* c, int l, float cycles, lwFootprint* outPrint, float* outTime, float* outFlight) {
	const lwLegState* leg = &c->legs[l];
	float t = lwLegState_FlightTime(leg) + cycles * leg->rate;
	*outTime = t;
	*outFlight = 0.0f;
	if (leg->state == lw_footFlying) {
		*outPrint = leg->next;
		if (t >= leg->strike) {
			return t < 1.0f + leg->off ? standing_firm : standing_unknown;
		}
		*outFlight = lwCharacter_FlightAt(c, l, t);
		return standing_flying;
	}
	*outPrint = leg->current;
	if (!c->running || !leg->willStep) {
		return standing_firm;
	}
	float off = leg->t < leg->off ? leg->off : 1.0f + leg->off;
	return t < off ? standing_firm : t < off + 0.04f ? standing_flying : standing_unknown;
}

// One leg some time ahead: hip and limb's end, without lowering and roll.
typedef struct Moment {
	const lwFootprint* print;
	lwFootShape shape;
	lwVec3 hip, up;
	lwVec3 end;  // not rolled
	float reach;
	float ease;  // share of the easy roll that may be used: none while standing
	bool tip;
} Moment;

// Standing still needs no soft end: the idle's own reach is used to the full.
static float Planned(const lwCharacter* c, int l) {
	return lwLerpF(1.0f, PLANNED_REACH, lwSmoothStep(0.0f, 0.3f, lwMaxF(c->legs[l].amp, c->amp)));
}

static lwVec3 EndAt(const Moment* m, float halfSole, float roll) {
	lwFootShape rolled = m->shape;
	rolled.rot = lwQuatMul(lwQuatAxisAngle(lwV3(1.0f, 0.0f, 0.0f), roll), m->shape.rot);
	lwVec3 end = lwAdd(lwFootShape_Place(&rolled, halfSole), lwRotate(rolled.rot, rolled.end));
	return lwAdd(m->print->pos, lwRotate(m->print->rot, end));
}

// placement: the body's, sprung, over the frame at that moment.
static Moment LookAt(const lwCharacter* c, int l, const lwTransform* placement, lwVec3 up, const lwFootprint* print, float t, float cycles,
					 int idleFrame) {
	const lwAssetLeg* def = &c->asset->legs[l];
	lwVec3 hip;
	float chain;
	lwAssetLeg_Hip(c->asset, l, c->phase + cycles, &hip, &chain);
	const lwLegFrame* idle = &def->idle[idleFrame];
	lwVec3 hipCS = lwLerp3(idle->hipCS, hip, c->amp);
	Moment m;
	m.print = print;
	m.shape = lwCharacter_ShapeAt(c, l, t);
	m.hip = lwAdd(placement->pos, lwRotate(placement->rot, hipCS));
	m.up = up;
	m.reach = lwCharacter_Reach(c, l) * Planned(c, l) * lwLerpF(idle->chain, chain, c->legs[l].amp);
	m.ease = lwSmoothStep(0.0f, 0.3f, c->legs[l].amp);
	m.tip = lwAssetLeg_IsTip(c->asset, l);
	m.end = EndAt(&m, def->halfSole, 0.0f);
	return m;
}

// Over the toe (+1) behind the hip, over the heel (-1) before it.
static float RollSide(const Moment* m) {
	lwVec3 forward = lwRotate(m->print->rot, lwV3(0.0f, 0.0f, 1.0f));
	return lwDot(lwSub(m->hip, m->end), forward) > 0.0f ? 1.0f : -1.0f;
}

static float LegNeed(const Moment* m, float halfSole) {
	float least = NeededDrop(m->hip, m->end, m->up, m->reach);
	if (!m->tip && least > 0.0f) {
		float roll = LW_EASY_ROLL * m->ease * RollSide(m);
		least = lwMinF(least, NeededDrop(m->hip, EndAt(m, halfSole, roll), m->up, m->reach));
	}
	// A splayed leg gains little from a lower hip: no deeper for it than a quarter of the hip's height.
	float height = lwDot(lwSub(m->hip, m->end), m->up);
	return lwMinF(least, 0.25f * lwMaxF(height, 0.0f));
}

// Roll over the toe (+) or heel (-) that brings the limb's end into reach of the lowered hip.
static float LegRoll(const lwCharacter* c, const Moment* m, float halfSole) {
	const float small = 0.05f;
	lwVec3 hip = lwMulAdd(m->hip, m->up, -c->drop);
	float over = lwDistance(m->end, hip) - m->reach;
	if (over <= 0.0f || m->tip) {
		return 0.0f;
	}
	float side = RollSide(m);
	float gain = (over + m->reach - lwDistance(EndAt(m, halfSole, side * small), hip)) / small;
	return gain < 1e-3f * m->reach ? 0.0f : side * m->ease * lwMinF(over / gain, c->def.maxPeel);
}

// Look ahead over all legs: the body's lowering and the feet's rolls that will be needed.
typedef struct Needs {
	float drop;
	float roll[LW_MAX_LEGS];
} Needs;

// How much of a need some cycles ahead counts now.
static float Weight(float cycles, float horizon) {
	return 1.0f - lwSmoothStep(0.3f, 1.05f, cycles / horizon);
}

static void AddMoment(lwCharacter* c, const lwTransform* frame, float cycles, Needs* io) {
	float weight = Weight(cycles, HORIZON), rollWeight = Weight(cycles, ROLL_HORIZON);
	lwTransform placement = lwCharacter_Sprung(c, frame, c->sway, *frame);
	lwVec3 up = lwRotate(frame->rot, s_up);
	for (int l = 0; l < c->legCount; ++l) {
		lwFootprint print;
		float t, flight;
		Standing then = FindThen(c, l, cycles, &print, &t, &flight);
		if (then == standing_unknown) {
			continue;
		}
		if (then == standing_flying && cycles <= 0.0f) {
			c->legs[l].need = 0.0f;
			c->legs[l].over = -c->L;
		}
		// A foot left behind goes on rolling off while it starts; otherwise flying feet say nothing.
		float trail = 1.0f - lwSmoothStep(0.1f, 0.5f, flight);
		if (then == standing_flying && !(rollWeight * trail > 0.0f)) {
			continue;
		}
		if (then == standing_flying && c->legs[l].state == lw_footFlying) {
			lwCharacter_FlightPose(c, l, flight, &print.pos, &print.rot);
		}
		float halfSole = c->asset->legs[l].halfSole;
		Moment m = LookAt(c, l, &placement, up, &print, t, cycles, 0);
		if (then == standing_firm) {
			float need = LegNeed(&m, halfSole);
			c->legs[l].need = cycles > 0.0f ? c->legs[l].need : need;
			if (cycles > 0.0f && cycles < 1.5f * HORIZON / (float)LOOK_AHEAD) {
				lwVec3 lowered = lwMulAdd(m.hip, m.up, -c->drop);
				c->legs[l].over = lwDistance(m.end, lowered) - m.reach / Planned(c, l);
			}
			bool leaves = c->running && t > 0.0f && (t < 0.5f || t > 1.0f) && (c->legs[l].willStep || t > 1.0f);
			need = leaves ? lwMinF(need, LW_LATE_DROP * c->L) : need;
			io->drop = lwMaxF(io->drop, weight * need);
		}
		float roll = rollWeight > 0.0f ? rollWeight * LegRoll(c, &m, halfSole) : 0.0f;
		if (then == standing_flying) {
			roll = lwMaxF(roll, 0.0f) * trail;
		}
		if (lwAbsF(roll) > lwAbsF(io->roll[l])) {
			io->roll[l] = roll;
		}
	}
}

// Standing: what the idle needs at any time of its loop, so that the body does not bob to its sway.
static void AddIdle(lwCharacter* c, Needs* io) {
	lwTransform placement = lwCharacter_Sprung(c, &c->frame, c->sway, c->frame);
	lwVec3 up = lwRotate(c->frame.rot, s_up);
	for (int l = 0; l < c->legCount; ++l) {
		float halfSole = c->asset->legs[l].halfSole;
		for (int i = 0; i < IDLE_MOMENTS; ++i) {
			int frame = i * c->asset->idleFrames / IDLE_MOMENTS;
			Moment m = LookAt(c, l, &placement, up, &c->legs[l].current, c->legs[l].t, 0.0f, frame);
			io->drop = lwMaxF(io->drop, LegNeed(&m, halfSole));
		}
	}
}

void lwCharacter_LowerBody(lwCharacter* c, float dt) {
	float period = c->asset->gait->period;
	Needs needs = { 0 };
	int steps = c->running ? LOOK_AHEAD : 0;
	for (int k = 0; k <= steps; ++k) {
		float cycles = HORIZON * (float)k / (float)LOOK_AHEAD;
		lwTransform frame = c->frame;
		if (k > 0) {
			lwMotion m;
			lwCharacter_Predict(c, cycles * period / c->pace, &m);
			frame = lwCharacter_FrameAt(c, &m);
		}
		AddMoment(c, &frame, cycles, &needs);
	}
	if (!c->running) {
		AddIdle(c, &needs);
	}
	float goal = lwMinF(needs.drop, 0.6f * c->L);
	lwSpringTo(&c->drop, &c->dropVel, goal, (goal < c->drop ? RISE_HALF_LIFE : c->now.oriented ? EDGE_HALF_LIFE : HALF_LIFE) * period, dt);
	for (int l = 0; l < c->legCount; ++l) {
		lwSpringTo(&c->legs[l].peel, &c->legs[l].peelVel, needs.roll[l], ROLL_HALF_LIFE * period, dt);
	}
}
