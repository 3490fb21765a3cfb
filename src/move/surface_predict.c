// SPDX-License-Identifier: MIT
// Surface mover: what was and what will be. The future is the mover's own model run ahead with the wish held; while the wish
// holds, it comes true state by state. What the budget of queries does not reach is guessed: straight on.
#include "move/surface_state.h"

#include <limits.h>

#define STEP_QUERIES 4 // that a substep asks as a rule, besides feeling

static float TimeOf(const lwSurfaceMover* m, int64_t number) {
	return (float)((double)number * (double)m->def.substep);
}

void lwSurface_Invalidate(lwSurfaceMover* m, int64_t last) {
	m->blind = m->front < last ? m->front : last;
	if (m->front > last) {
		m->front = last;
		m->cache.valid = false;
		m->turned = lwV3(0.0f, 0.0f, 0.0f);
		m->calmGain = 1.0f;
		lwSurface_Forget(m);
	}
}

// Whether the next substep is within the budget. The first always is.
static bool Affords(lwSurfaceMover* m, int budget) {
	const SurfaceState* s = StateAt(m, m->front);
	int cost = s->rest ? 0 : STEP_QUERIES;
	cost += s->rest || !s->attached || lwSurface_CacheHolds(m, s, &m->cache) ? 0 : 2 * m->arms;
	return m->queries == 0 || cost <= budget - m->queries;
}

void lwSurface_Extend(lwSurfaceMover* m, int64_t last, int budget) {
	while (m->front < last && (budget == INT_MAX || Affords(m, budget))) {
		SurfaceState* next = StateAt(m, m->front + 1);
		*next = *StateAt(m, m->front);
		lwSurface_Step(m, next, &m->wish, TimeOf(m, m->front), true);
		m->front += 1;
		m->blind = m->front;
	}
}

static void Guess(lwSurfaceMover* m, int64_t last) {
	while (m->blind < last) {
		SurfaceState* next = StateAt(m, m->blind + 1);
		*next = *StateAt(m, m->blind);
		lwSurface_Step(m, next, &m->wish, TimeOf(m, m->blind), false);
		m->blind += 1;
	}
}

// ---- Between two states ---------------------------------------------------------------------------------------------

typedef struct Place {
	lwVec3 pos;   // of the frame's origin, WS
	lwQuat rot;
} Place;

static Place PlaceOf(const lwBodyState* b, const SurfaceState* s) {
	lwVec3 origin = lwMulAdd(s->pos, UpOf(s->rot), -s->height);
	Place p = { lwSurface_IntoWS(b, origin), lwQuatMul(b->rot, s->rot) };
	return p;
}

static void Between(lwSurfaceMover* m, int64_t number, float alpha, lwMotion* out) {
	const SurfaceState* a = StateAt(m, number);
	const SurfaceState* b = StateAt(m, number + 1);
	lwBodyState bodyA = lwSurface_BodyNow(m, a->body);
	lwBodyState bodyB = b->body == a->body ? bodyA : lwSurface_BodyNow(m, b->body);
	Place pa = PlaceOf(&bodyA, a), pb = PlaceOf(&bodyB, b);
	out->pos = lwLerp3(pa.pos, pb.pos, alpha);
	out->rot = lwNlerp(pa.rot, pb.rot, alpha);
	out->velocity = lwMul(lwSub(pb.pos, pa.pos), 1.0f / m->def.substep);
	lwQuat turn = lwQuatMul(lwConj(pa.rot), pb.rot);
	float sign = turn.w < 0.0f ? -1.0f : 1.0f;
	out->yawRate = 2.0f * lwAtan2(sign * turn.y, sign * turn.w) / m->def.substep;
	out->distance = lwLerpF(a->distance, b->distance, alpha);
	out->oriented = true;
	out->airborne = !b->attached;
	out->body = b->body < 0 ? 0 : b->body;
	out->carried = b->attached ? lwSurface_PointVelocity(&bodyB, out->pos) : lwV3(0.0f, 0.0f, 0.0f);
}

void lwSurface_MotionAt(lwSurfaceMover* m, double seconds, lwMotion* out) {
	double h = (double)m->def.substep;
	double most = (double)m->ahead - 1.0, least = (double)(m->first - m->now);
	double at = (m->carry + seconds) / h, over = 0.0;
	if (!(at >= least)) {
		at = least;
	}
	if (at > most) {
		over = (at - most) * h;
		at = most;
	}
	int64_t step = (int64_t)at;
	step -= (double)step > at ? 1 : 0;
	Guess(m, m->now + step + 1);
	Between(m, m->now + step, (float)(at - (double)step), out);
	out->pos = lwMulAdd(out->pos, out->velocity, (float)over);
	out->distance += lwLength(out->velocity) * (float)over;
}

static void AtTime(void* user, float seconds, lwMotion* out) {
	lwSurface_MotionAt(user, seconds > -1e6f && seconds < 1e6f ? (double)seconds : 0.0, out);
}

// The last state whose way is not beyond the distance, between first and last - 1.
static int64_t FindWay(const lwSurfaceMover* m, float distance, int64_t last) {
	int64_t lo = m->first, hi = last;
	while (hi - lo > 1) {
		int64_t mid = lo + (hi - lo) / 2;
		if (StateAt(m, mid)->distance <= distance) {
			lo = mid;
		} else {
			hi = mid;
		}
	}
	return lo;
}

static void AtDistance(void* user, float distance, lwMotion* out) {
	lwSurfaceMover* m = user;
	int64_t last = m->now + m->ahead;
	distance = distance > -1e12f && distance < 1e12f ? distance : StateAt(m, m->now)->distance;
	if (StateAt(m, m->front)->distance > distance) {
		last = m->front;
	} else {
		Guess(m, last);
	}
	int64_t number = FindWay(m, distance, last);
	float from = StateAt(m, number)->distance, span = StateAt(m, number + 1)->distance - from;
	float alpha = span > 0.0f ? (distance - from) / span : 0.0f;
	Between(m, number, lwClampF(alpha, 0.0f, 1.0f), out);
	float over = alpha > 1.0f ? (alpha - 1.0f) * span : alpha < 0.0f ? alpha * span : 0.0f;
	lwVec3 way = lwNormalizeOr(out->velocity, lwV3(0.0f, 0.0f, 0.0f));
	out->pos = lwMulAdd(out->pos, way, over);
	out->distance = distance;
}

lwPredictor lwSurfaceMover_Predictor(lwSurfaceMover* mover) {
	lwPredictor predictor = { mover, AtTime, AtDistance };
	return predictor;
}
