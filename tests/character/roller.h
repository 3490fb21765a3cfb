// SPDX-License-Identifier: MIT
// Roller: a scripted mover on any surface: along an outline of straight faces, rounded, in one plane and any attitude, carried by a
// body or not. And what feet did on it, measured from the skinned contact points and the world alone.
#ifndef LEGWORK_TESTS_CHARACTER_ROLLER_H
#define LEGWORK_TESTS_CHARACTER_ROLLER_H

#include "place/mesh.h"
#include "walker.h"

#define ROLLER_POINTS 16

typedef struct Roller {
	float outline[ROLLER_POINTS][2]; // z, y; up is to the left of the way
	int count;
	bool closed;
	float round;                     // half width of the rounding, units
	float speed, startTime, accelTime, start;
	float stopTime;                  // 0: never
	lwQuat turn;                     // of the whole
	lwVec3 offset;
	bool upright;                    // give yaw instead: flat outlines only
	int body;
	float time;
} Roller;

static inline float Roller_Length(const Roller* r) {
	float length = 0.0f;
	for (int i = 0; i + 1 < r->count + (r->closed ? 1 : 0); ++i) {
		const float *a = r->outline[i], *b = r->outline[(i + 1) % r->count];
		length += lwSqrt((b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1]));
	}
	return length;
}

// Straight on beyond the ends of an open outline.
static inline lwVec3 Roller_Outline(const Roller* r, float s) {
	float total = Roller_Length(r);
	s = r->closed ? lwWrap01(s / total) * total : s;
	int last = r->closed ? r->count - 1 : r->count - 2;
	for (int i = 0;; ++i) {
		const float *a = r->outline[i], *b = r->outline[(i + 1) % r->count];
		float length = lwSqrt((b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1]));
		if (s <= length || i == last) {
			float t = s / length;
			return lwV3(0.0f, a[1] + (b[1] - a[1]) * t, a[0] + (b[0] - a[0]) * t);
		}
		s -= length;
	}
}

static inline float Roller_Way(const Roller* r, float time, float* outRate) {
	float t = time - r->startTime, a = r->accelTime;
	float stop = r->stopTime > 0.0f ? r->stopTime - r->startTime : 1e9f;
	float up = lwClampF(t, 0.0f, a), down = lwClampF(t - stop, 0.0f, a);
	*outRate = r->speed * (up / a - down / a);
	float cruise = lwMaxF(t - a, 0.0f), after = lwMaxF(t - stop - a, 0.0f);
	return r->start + r->speed * (0.5f * up * up / a + cruise - 0.5f * down * down / a - after);
}

static inline void Roller_AtTime(void* user, float seconds, lwMotion* out) {
	const Roller* r = user;
	float rate, s = Roller_Way(r, r->time + seconds, &rate), h = r->round;
	lwVec3 pos = { 0.0f, 0.0f, 0.0f };
	enum { samples = 64 };
	for (int i = 0; i < samples; ++i) {
		pos = lwMulAdd(pos, Roller_Outline(r, s + h * (((float)i + 0.5f) * 2.0f / samples - 1.0f)), 1.0f / samples);
	}
	lwVec3 slope = lwMul(lwSub(Roller_Outline(r, s + h), Roller_Outline(r, s - h)), 0.5f / h);
	lwVec3 forward = lwNormalizeOr(slope, lwV3(0.0f, 0.0f, 1.0f)), up = lwCross(forward, lwV3(1.0f, 0.0f, 0.0f));
	out->pos = lwAdd(r->offset, lwRotate(r->turn, pos));
	out->velocity = lwRotate(r->turn, lwMul(slope, rate));
	out->distance = s;
	out->oriented = !r->upright;
	out->rot = lwQuatMul(r->turn, lwQuatUpForward(up, forward));
	out->body = r->body;
}

static inline void Roller_AtDistance(void* user, float distance, lwMotion* out) {
	Roller still = *(const Roller*)user;
	still.speed = 0.0f;
	still.start = distance;
	Roller_AtTime(&still, 0.0f, out);
}

static inline lwPredictor Roller_Predictor(Roller* r) {
	lwPredictor p = { r, Roller_AtTime, Roller_AtDistance };
	return p;
}

// ---- Measuring, by docs/quality.md -----------------------------------------------------------------------------

typedef struct SurfaceFeet {
	int stances, crossings, overReach, legFrames, maxQueries, foreseen;
	double skateSum;
	float skateMax, below, above, foresight; // % L
	uint32_t placed[lw_placeStrategyCount];
	bool planted[LW_MAX_LEGS], seen;
	float skate[LW_MAX_LEGS];
	lwVec3 heel[LW_MAX_LEGS], toe[LW_MAX_LEGS];
} SurfaceFeet;

// Height of a point over the nearest face of closed meshes; below 0 inside: a ray away from there meets a face from behind.
static inline float HeightOver(const lwWorld* world, lwVec3 point) {
	lwCastHit hit = lwWorld_Closest(world, point, 1e3f, lw_channelVisible);
	float distance = lwDistance(point, hit.pos);
	lwCastHit out = lwWorld_Ray(world, point, lwV3(31.0f, 997.0f, 173.0f), lw_channelVisible);
	return out.hit && out.back ? -distance : distance;
}

static inline bool Crosses(const lwWorld* world, lwVec3 a, lwVec3 b, float skin) {
	lwCastHit hit = lwWorld_Ray(world, a, lwSub(b, a), lw_channelVisible);
	float depth = hit.back ? lwDot(lwSub(a, hit.pos), hit.faceNormal) : lwDot(lwSub(hit.pos, b), hit.faceNormal);
	if (!hit.hit || depth < 0.1f * skin) { // touches
		return false;
	}
	for (int i = 0; i <= 8; ++i) {
		if (lwAbsF(HeightOver(world, lwLerp3(a, b, (float)i / 8.0f))) > skin) {
			return true;
		}
	}
	return false;
}

// steady: predictions are kept account of.
static inline void SurfaceFeet_Watch(SurfaceFeet* k, const Walker* w, const lwWorld* world, bool steady) {
	const lwCharacter* c = w->character;
	int queries = lwCharacter_QueryCount(c);
	k->maxQueries = queries > k->maxQueries ? queries : k->maxQueries;
	for (int l = 0; l < w->legs; ++l) {
		lwLegStatus s = lwCharacter_Leg(c, l);
		const lwLeg* rig = &w->creature->walk->rig.legs[l];
		lwVec3 heel = Walker_Heel(w, l), toe = Walker_Toe(w, l), n = s.current.normal;
		bool planted = s.state == lw_footPlanted;
		if (planted && k->planted[l]) {
			bool heelLower = lwDot(lwSub(k->heel[l], k->toe[l]), n) <= 0.0f;
			lwVec3 moved = heelLower ? lwSub(heel, k->heel[l]) : lwSub(toe, k->toe[l]);
			k->skate[l] += 100.0f * lwLength(lwReject(moved, n)) / w->L;
		}
		if (k->planted[l] && !planted) {
			k->stances += 1;
			k->skateSum += (double)k->skate[l];
			k->skateMax = lwMaxF(k->skateMax, k->skate[l]);
			k->skate[l] = 0.0f;
		}
		if (k->seen && planted && !k->planted[l] && steady) {
			k->foresight = lwMaxF(k->foresight, 100.0f * lwDistance(s.current.pos, s.predicted.pos) / w->L);
			k->foreseen += 1;
		}
		float h = HeightOver(world, heel), t = HeightOver(world, toe);
		k->below = lwMaxF(k->below, -100.0f * lwMinF(h, t) / w->L);
		k->above = planted ? lwMaxF(k->above, 100.0f * lwMinF(h, t) / w->L) : k->above;
		if (k->seen) {
			k->crossings += Crosses(world, k->heel[l], heel, 0.01f * w->L) ? 1 : 0;
		}
		float chain = lwLeg_Chain(rig, w->model);
		float reach = lwDistance(w->model[rig->joints[0]].t, w->model[rig->joints[rig->limbCount - 1]].t);
		float most = lwMinF(0.999f, w->creature->asset->legs[l].reach - 0.0040f + 0.005f); // LimitReach adds its hair to the longest seen
		k->overReach += reach > most * chain ? 1 : 0;
		k->legFrames += 1;
		k->planted[l] = planted;
		k->heel[l] = heel;
		k->toe[l] = toe;
		for (int i = 0; i < lw_placeStrategyCount; ++i) {
			k->placed[i] = l == 0 ? s.placed[i] : k->placed[i] + s.placed[i];
		}
	}
	k->seen = true;
}

#endif
