// SPDX-License-Identifier: MIT
// Clear anywhere: a flight on any surface, early or late as the leg reaches round edges, raised along its own turning up where rays
// along the sole's way meet something.
#include "step/state.h"

static const lwVec3 s_up = { 0.0f, 1.0f, 0.0f };

#define WAY_SAMPLES 11
#define REACH_SAMPLES 7

// How often rays along the sole's way meet something; outFirst: the share of the flight of the first. under: how much lower than the
// sole they go.
static int CountHits(lwCharacter* c, int l, float under, float* outFirst) {
	const lwLegState* leg = &c->legs[l];
	lwVec3 last = leg->current.pos;
	int hits = 0;
	for (int i = 0; i < WAY_SAMPLES; ++i) {
		float u = lwLerpF(0.05f, 0.95f, (float)i / (float)(WAY_SAMPLES - 1));
		lwVec3 pos;
		lwQuat rot;
		lwCharacter_FlightPose(c, l, u, &pos, &rot);
		float edge = lwSmoothStep(0.0f, 0.25f, u) * lwSmoothStep(0.0f, 0.25f, 1.0f - u);
		lwVec3 up = lwRotate(rot, s_up), step = lwSub(leg->next.pos, leg->current.pos);
		float share = lwDot(lwSub(pos, leg->current.pos), step) / lwMaxF(lwDot(step, step), 1e-12f);
		float height = lwDot(lwSub(pos, lwMulAdd(leg->current.pos, step, share)), up); // never lower than half way to the ground
		pos = lwMulAdd(pos, up, 0.01f * c->L - lwMinF(under * edge, 0.5f * lwMaxF(height, 0.0f)));
		if (i > 0) {
			c->queries += 1;
			bool hit = lwWorld_Ray(&c->def.world, last, lwSub(pos, last), lw_channelVisible).hit;
			*outFirst = hit && hits == 0 ? u : *outFirst;
			hits += hit ? 1 : 0;
		}
		last = pos;
	}
	return hits;
}

// How far beyond its reach the leg would have to go on the flight, at worst; the body as planned.
static float FlightOverReach(const lwCharacter* c, int l, const lwTransform* frames) {
	const lwAssetLeg* def = &c->asset->legs[l];
	const lwLegState* leg = &c->legs[l];
	float worst = 0.0f;
	for (int i = 0; i < REACH_SAMPLES; ++i) {
		float share = ((float)i + 1.0f) / (float)(REACH_SAMPLES + 1);
		float t = lwLerpF(leg->t, leg->strike, share);
		lwVec3 pos;
		lwQuat rot;
		lwCharacter_FlightPose(c, l, lwCharacter_FlightAt(c, l, t), &pos, &rot);
		lwFootShape shape = lwCharacter_ShapeAt(c, l, t);
		lwLegFrame body = lwAssetLeg_Body(c->asset, l, c->phase + t - leg->t);
		lwVec3 end = lwAdd(lwFootShape_Place(&shape, def->halfSole), lwRotate(shape.rot, shape.end));
		lwVec3 hip = lwAdd(frames[i].pos, lwRotate(frames[i].rot, body.hipCS));
		worst = lwMaxF(worst, lwDistance(hip, lwAdd(pos, lwRotate(rot, end))) - def->reach * body.chain);
	}
	return worst;
}

// The frames that the body will hang from over the rest of the flight.
static void FindFrames(lwCharacter* c, int l, lwTransform* outFrames) {
	const lwLegState* leg = &c->legs[l];
	for (int i = 0; i < REACH_SAMPLES; ++i) {
		lwMotion m;
		float share = ((float)i + 1.0f) / (float)(REACH_SAMPLES + 1);
		lwCharacter_Predict(c, lwCharacter_LegSeconds(c, l, share * lwMaxF(leg->strike - leg->t, 0.0f)), &m);
		outFrames[i] = lwCharacter_SaggedFrame(c, &m);
	}
}

// Over edges a foot goes early or late, as its leg reaches.
static void LagForReach(lwCharacter* c, int l, const lwTransform* frames) {
	static const float lags[] = { 1.0f, 1.5f, 0.67f, 2.2f, 0.45f, 3.2f, 0.31f };
	lwLegState* leg = &c->legs[l];
	float best = 1.0f, least = 0.0f;
	for (int k = 0; k < (int)(sizeof(lags) / sizeof(lags[0])); ++k) {
		leg->lag = lags[k];
		float over = FlightOverReach(c, l, frames);
		if (k == 0 || over < least - 0.005f * c->L) {
			least = over;
			best = lags[k];
		}
		if (least <= 0.0f) {
			break;
		}
	}
	leg->lag = best;
}

void lwCharacter_ClearAnywhere(lwCharacter* c, int l) {
	static const float lifts[] = { 0.08f, 0.17f, 0.32f, 0.55f };
	lwLegState* leg = &c->legs[l];
	lwTransform frames[REACH_SAMPLES];
	FindFrames(c, l, frames);
	if (leg->curve.bend > 0.0f) {
		LagForReach(c, l, frames);
	}
	lwMotion strike;
	lwCharacter_Predict(c, lwCharacter_LegSeconds(c, l, lwMaxF(leg->strike - leg->t, 0.0f)), &strike);
	lwTransform then = lwCharacter_FrameAt(c, &strike);
	leg->bodyFrom = c->frame.pos;
	leg->bodyFromRot = c->frame.rot;
	leg->bodyTo = then.pos;
	leg->bodyToRot = then.rot;
	leg->bodyU = lwMinF(leg->u, 0.99f);
	float at = 0.5f, other;
	int fewest = CountHits(c, l, 0.03f * c->L, &at);
	float best = 0.0f;
	leg->liftPeak = lwClampF(at, 0.3f, 0.7f);
	for (int i = 0; i < (int)(sizeof(lifts) / sizeof(lifts[0])) && fewest > 0; ++i) {
		leg->lift = lifts[i] * c->L;
		int hits = CountHits(c, l, c->def.clearance * c->L, &other);
		best = hits < fewest ? leg->lift : best;
		fewest = hits < fewest ? hits : fewest;
	}
	leg->lift = best;
}
