// SPDX-License-Identifier: MIT
// Surface mover: what was and what will be. The future is the mover's own model run ahead with the wish held; while the wish
// holds, it comes true state by state. What the budget of queries does not reach is guessed: straight on.
#include "move/surface_state.h"

#include <limits.h>
#include <string.h>

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

// ---- Answers -------------------------------------------------------------------------------------------------------

// Between the stick's direction and the body middle's way over the surface.
static float Heading(lwSurfaceMover* m) {
	const SurfaceState* s = StateAt(m, m->now + 1);
	SurfaceState last = *StateAt(m, m->now);
	float length = lwSqrt(m->wish.right * m->wish.right + m->wish.ahead * m->wish.ahead);
	if (!s->attached || !(length > 0.0f)) {
		return 0.0f;
	}
	lwSurface_ToBody(m, &last, s->body);
	lwVec3 local = lwRotate(lwConj(s->rot), lwSub(s->pos, last.pos));
	float speed = lwSqrt(local.x * local.x + local.z * local.z) / m->def.substep;
	float wanted = s->steer + lwAtan2(-m->wish.right, m->wish.ahead);
	return speed > 0.02f * m->def.size ? lwAbsF(lwWrapAngle(lwAtan2(local.x, local.z) - wanted)) : 0.0f;
}

lwSurfaceMoverStatus lwSurfaceMover_Status(const lwSurfaceMover* mover) {
	lwSurfaceMover* m = (lwSurfaceMover*)mover; // asking keeps bodies in view; nothing else is written
	lwSurfaceMoverStatus status;
	memset(&status, 0, sizeof(status));
	lwMotion motion;
	lwSurface_MotionAt(m, 0.0, &motion);
	const SurfaceState* s = StateAt(m, m->now + 1);
	status.frame = (lwTransform){ motion.pos, motion.rot, { 1.0f, 1.0f, 1.0f } };
	status.velocity = lwAdd(motion.velocity, motion.carried);
	status.attached = s->attached;
	status.body = motion.body;
	status.material = s->material;
	status.surfacePos = motion.pos;
	status.surfaceNormal = UpOf(motion.rot);
	status.surfaceCount = s->surfaces;
	status.queries = m->queries;
	status.attachedTime = s->attached ? s->clock : 0.0f;
	status.airTime = s->attached ? 0.0f : s->clock;
	status.heading = Heading(m);
	return status;
}

int lwSurfaceMover_Surfaces(const lwSurfaceMover* mover, lwCastHit* outHits, float* outWeights, int capacity) {
	lwSurfaceMover* m = (lwSurfaceMover*)mover;
	SurfaceCache cache;
	SurfaceState s = *StateAt(m, m->now);
	lwBodyState b = lwSurface_BodyNow(m, s.body);
	int queries = m->queries;
	cache.count = 0;
	if (s.attached) {
		lwSurface_Feel(m, &s, &cache);
	}
	m->queries = queries;
	Feeler from = { .pos = s.pos, .up = UpOf(s.rot), .way = lwRotate(s.rot, lwV3(0.0f, 0.0f, 1.0f)), .body = s.body };
	for (int i = 0; i < cache.count && i < capacity; ++i) {
		const Felt* f = &cache.felt[i];
		float position;
		if (outWeights != NULL) {
			outWeights[i] = lwSurface_Weight(m, f, &from, &position);
		}
		if (outHits != NULL) {
			lwVec3 normal = lwRotate(b.rot, f->normal);
			outHits[i] = (lwCastHit){ .hit = true, .pos = lwSurface_IntoWS(&b, f->pos), .normal = normal, .faceNormal = normal,
									  .body = f->body, .triangle = -1, .material = f->material };
		}
	}
	return cache.count;
}

lwQuat lwSurfaceMover_View(const lwSurfaceMover* mover, lwQuat lastView, float halfLife, float dt) {
	lwMotion motion;
	lwSurface_MotionAt((lwSurfaceMover*)mover, 0.0, &motion);
	lwVec3 up = UpOf(motion.rot);
	lwQuat view = lwQuatMul(lwQuatBetween(UpOf(mover->lastFrame), up), lwQuatNormalize(lastView));
	lwVec3 look = lwRotate(view, lwV3(0.0f, 0.0f, -1.0f)), right = lwRotate(view, lwV3(1.0f, 0.0f, 0.0f));
	lwVec3 level = lwCross(look, up);
	float sure = lwLength(level); // 0: looking straight at the surface, where no side is level
	if (sure > 0.05f) {
		level = lwMul(level, 1.0f / sure);
		float roll = lwAtan2(lwDot(lwCross(right, level), look), lwDot(right, level));
		float share = halfLife > 1e-6f ? 1.0f - lwExp(-0.69314718f * lwMaxF(dt, 0.0f) * sure / halfLife) : 1.0f;
		view = lwQuatMul(lwQuatAxisAngle(look, roll * share), view);
	}
	return lwQuatNormalize(view);
}
