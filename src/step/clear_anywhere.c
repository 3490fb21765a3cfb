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
		float t = lwLerpF(lwLegState_FlightTime(leg), leg->strike, share);
		lwVec3 pos;
		lwQuat rot;
		lwCharacter_FlightPose(c, l, lwCharacter_FlightAt(c, l, t), &pos, &rot);
		lwFootShape shape = lwCharacter_ShapeAt(c, l, t);
		lwLegFrame body = lwAssetLeg_Body(c->asset, l, c->phase + t - lwLegState_FlightTime(leg));
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
		lwCharacter_Predict(c, lwCharacter_LegSeconds(c, l, share * lwMaxF(leg->strike - lwLegState_FlightTime(leg), 0.0f)), &m);
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
	lwCharacter_Predict(c, lwCharacter_LegSeconds(c, l, lwMaxF(leg->strike - lwLegState_FlightTime(leg), 0.0f)), &strike);
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

// ---- On the way ------------------------------------------------------------------------------------------------

#define SKIN 0.008f   // L between a face and the point that is kept out of it
#define RETURN 15.0f  // 1/s, back to the way that was planned
#define ASIDE 0.45f   // L, farthest from it, towards the strike less: what would take more cannot be gone round in time

// Both ends of the sole over the print's middle, a skin higher, the foot posed in flight.
static void FindEnds(const lwCharacter* c, int l, lwVec3* outEnds) {
	const lwLegState* leg = &c->legs[l];
	lwQuat rot = leg->printRot, footRot = lwQuatMul(rot, leg->shape.rot);
	lwVec3 foot = lwRotate(rot, lwFootShape_Place(&leg->shape, c->asset->legs[l].halfSole));
	foot = lwMulAdd(foot, lwRotate(rot, s_up), SKIN * c->L);
	outEnds[0] = lwAdd(foot, lwRotate(footRot, leg->shape.heel));
	outEnds[1] = lwAdd(foot, lwRotate(footRot, leg->shape.toe));
}

void lwCharacter_BeginAside(lwCharacter* c, int l) {
	lwLegState* leg = &c->legs[l];
	leg->aside = lwV3(0.0f, 0.0f, 0.0f);
	leg->asideU = 0.0f;
	lwVec3 forward = lwMul(lwRotate(leg->current.rot, lwV3(0.0f, 0.0f, 1.0f)), c->asset->legs[l].halfSole);
	lwVec3 over = lwMulAdd(leg->current.pos, leg->current.normal, 2.0f * SKIN * c->L);
	leg->asideFrom[0] = lwSub(over, forward);
	leg->asideFrom[1] = lwAdd(over, forward);
}

void lwCharacter_StayAside(lwCharacter* c, int l, float dt) {
	lwLegState* leg = &c->legs[l];
	float left = lwClampF((1.0f - leg->u) / lwMaxF(1.0f - leg->asideU, 1e-6f), 0.0f, 1.0f);
	leg->aside = lwMul(leg->aside, lwMinF(left, 1.0f / (1.0f + RETURN * dt)));
	leg->asideU = leg->u;
	leg->printPos = lwAdd(leg->printPos, leg->aside);
}

// What the limb's end goes on by along a face, from where the leg took it and out of the face, so that the leg reaches.
static lwVec3 IntoReach(const lwLegState* leg, lwVec3 out, lwVec3 normal) {
	lwVec3 real = lwAdd(leg->end, leg->missed), end = lwAdd(real, out);
	float reach = 0.99f * lwDistance(leg->hip, real), height = lwDot(lwSub(leg->hip, end), normal);
	float room = reach * reach - height * height;
	lwVec3 along = lwMulAdd(lwSub(end, leg->hip), normal, height);
	float away = lwLength(along), most = room > 0.0f ? lwSqrt(room) : 0.0f;
	return away > most ? lwMul(along, most / away - 1.0f) : lwV3(0.0f, 0.0f, 0.0f);
}

bool lwCharacter_Evade(lwCharacter* c, int l) {
	lwLegState* leg = &c->legs[l];
	if (c->def.world.cast == NULL || leg->curve.spans > 1) { // off one face of a plate is not yet round its rim
		return false;
	}
	lwVec3 ends[2], out = lwV3(0.0f, 0.0f, 0.0f);
	FindEnds(c, l, ends);
	lwVec3 normal = out;
	bool hits = false;
	for (int i = 0; i < 2 && (i == 0 || lwDistance(ends[0], ends[1]) > 1e-4f * c->L); ++i) {
		ends[i] = lwAdd(lwAdd(leg->printPos, ends[i]), leg->missed);
		lwVec3 to = lwAdd(ends[i], out);
		c->queries += 1;
		lwCastHit hit = lwWorld_Ray(&c->def.world, leg->asideFrom[i], lwSub(to, leg->asideFrom[i]), lw_channelVisible);
		if (hit.hit && !hit.back) {
			hits = true;
			normal = hit.faceNormal;
			out = lwMulAdd(out, hit.faceNormal, lwDot(lwSub(hit.pos, to), hit.faceNormal) + 0.1f * SKIN * c->L);
		}
	}
	if (hits && leg->residual > 0.0f) {
		out = lwAdd(out, IntoReach(leg, out, normal));
	}
	lwVec3 way = lwSub(leg->printPos, leg->aside), aside = lwAdd(lwAdd(leg->aside, leg->missed), out);
	if (!hits || !(lwLength(aside) <= ASIDE * c->L * lwMinF(1.0f, 6.0f * (1.0f - leg->u)))) {
		leg->asideFrom[0] = ends[0];
		leg->asideFrom[1] = ends[1];
		return false;
	}
	leg->aside = aside;
	leg->printPos = lwAdd(way, aside);
	return true;
}
