// SPDX-License-Identifier: MIT
// Body: how far it must come down so that every standing leg reaches. Looks ahead along the trajectory, so that it is
// there in time without hurry.
#include "settle/settle.h"

#include "math/spring.h"

#define LOOK_AHEAD 10
#define HORIZON 0.3f // cycles
#define HALF_LIFE 0.03f // cycles: short against the horizon, so that the body is down when the leg needs it

#define EASY_ROLL 0.26f  // rad a foot rolls before the body is lowered for it

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
	lwLegFrame walk = lwAssetLeg_Walk(c->asset, l, c->phase + cycles);
	lwVec3 hipCS = lwLerp3(def->idle[0].hipCS, walk.hipCS, c->amp);
	lwVec3 hipWS = lwAdd(frame->pos, lwRotate(frame->rot, hipCS));
	lwVec3 up = lwRotate(frame->rot, s_up);
	float reach = def->reach * 0.999f * lwLerpF(def->idle[0].chain, walk.chain, c->legs[l].amp);
	float least = 0.0f;
	int rolls = lwAssetLeg_IsTip(c->asset, l) ? 1 : 3; // as it is, rolled over the toe, rolled over the heel
	for (int i = 0; i < rolls; ++i) {
		lwFootShape rolled = shape;
		float angle = i == 0 ? 0.0f : i == 1 ? EASY_ROLL : -EASY_ROLL;
		rolled.rot = lwQuatMul(lwQuatAxisAngle(lwV3(1.0f, 0.0f, 0.0f), angle), shape.rot);
		lwVec3 end = lwAdd(lwFootShape_Place(&rolled, def->halfSole), lwRotate(rolled.rot, rolled.end));
		lwVec3 endWS = lwAdd(print->pos, lwRotate(print->rot, end));
		float need = NeededDrop(hipWS, endWS, up, reach);
		least = i == 0 ? need : lwMinF(least, need);
	}
	return least;
}

void lwCharacter_LowerBody(lwCharacter* c, float dt) {
	float period = c->asset->gait->period;
	float goal = 0.0f;
	int steps = c->running ? LOOK_AHEAD : 0;
	for (int k = 0; k <= steps; ++k) {
		float cycles = HORIZON * (float)k / (float)LOOK_AHEAD;
		lwTransform frame = c->frame;
		if (k > 0) {
			lwMotion m;
			c->def.predictor.atTime(c->def.predictor.user, cycles * period, &m);
			frame = lwCharacter_FrameAt(c, &m);
		}
		float weight = 1.0f - lwSmoothStep(0.3f, 1.05f, (float)k / (float)LOOK_AHEAD);
		for (int l = 0; l < c->legCount; ++l) {
			const lwFootprint* print;
			float t;
			if (StandsThen(c, &c->legs[l], cycles, &print, &t)) {
				goal = lwMaxF(goal, weight * LegNeed(c, l, &frame, print, t, cycles));
			}
		}
	}
	lwSpringTo(&c->drop, &c->dropVel, lwMinF(goal, 0.6f * c->L), HALF_LIFE * period, dt);
}
