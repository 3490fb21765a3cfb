// SPDX-License-Identifier: MIT
// Body: how far it must come down so that every standing leg reaches. Looks ahead along the trajectory, so that it is
// there in time without hurry.
#include "settle/settle.h"

#include "math/spring.h"

#define LOOK_AHEAD 8

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

// The print and moment of a leg some time ahead, when it is known to stand then.
static bool StandsThen(const lwCharacter* c, const lwLegState* leg, float cycles, const lwFootprint** outPrint, float* outTime) {
	float t = leg->t + cycles;
	*outTime = t;
	if (leg->state == lw_footFlying) {
		*outPrint = &leg->next;
		return t >= leg->strike && t < 1.0f + leg->off;
	}
	*outPrint = &leg->current;
	if (!c->running || !leg->willStep) {
		return true;
	}
	float off = leg->t < leg->off ? leg->off : 1.0f + leg->off;
	return t < off;
}

static float LegNeed(const lwCharacter* c, int l, const lwTransform* frame, const lwFootprint* print, float t, float cycles) {
	const lwAssetLeg* def = &c->asset->legs[l];
	lwFootShape shape = lwCharacter_ShapeAt(c, l, t);
	lwVec3 place = lwFootShape_Place(&shape, def->halfSole);
	lwVec3 end = lwAdd(place, lwRotate(shape.rot, shape.end));
	lwVec3 endWS = lwAdd(print->pos, lwRotate(print->rot, end));
	lwVec3 walkHip = lwAssetLeg_Walk(c->asset, l, c->phase + cycles).hipCS;
	lwVec3 hipCS = lwLerp3(def->idle[0].hipCS, walkHip, c->amp);
	lwVec3 hipWS = lwAdd(frame->pos, lwRotate(frame->rot, hipCS));
	return NeededDrop(hipWS, endWS, lwRotate(frame->rot, s_up), def->reach * 0.998f);
}

void lwCharacter_LowerBody(lwCharacter* c, float dt) {
	float period = c->asset->gait->period;
	float goal = 0.0f;
	int steps = c->running ? LOOK_AHEAD : 0;
	for (int k = 0; k <= steps; ++k) {
		float cycles = 0.4f * (float)k / (float)LOOK_AHEAD;
		lwTransform frame = c->frame;
		if (k > 0) {
			lwMotion m;
			c->def.predictor.atTime(c->def.predictor.user, cycles * period, &m);
			frame = lwCharacter_FrameAt(c, &m);
		}
		float x = (float)k / (float)(LOOK_AHEAD + 1);
		float weight = (1.0f - x * x) * (1.0f - x * x);
		for (int l = 0; l < c->legCount; ++l) {
			const lwFootprint* print;
			float t;
			if (StandsThen(c, &c->legs[l], cycles, &print, &t)) {
				goal = lwMaxF(goal, weight * LegNeed(c, l, &frame, print, t, cycles));
			}
		}
	}
	lwSpringTo(&c->drop, &c->dropVel, lwMinF(goal, 0.6f * c->L), 0.06f, dt);
}
