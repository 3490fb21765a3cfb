// SPDX-License-Identifier: MIT
// Surface mover: one substep on a surface.
#include "move/surface_state.h"

#define LOOK_SECONDS 0.06f      // of way ahead that is felt as if it were here
#define LEAN_AHEAD 0.25f        // in size: up leans to the ground this far ahead
#define LEAN_SPEED 0.3f         // size/s from which it does so in full
#define LEAN_SECONDS 0.03f      // and so much of the way farther
#define LEAN_RISE 0.03f         // in size: ground ahead that rises more is not leant to
#define EASY_TURN 0.45f         // rad between up and the movement surface up to which the pace is full
#define HARD_TURN 1.3f          // and from which it is at its least
#define LEAST_PACE 0.25f
#define STILL_SPEED 0.02f       // size/s below which a creature without a wish stands; at least this
#define STILL_SHARE 0.01f       // share of the top speed
#define TURNS_BACK 0.3f         // share of turning that is left at rest whenever it turns back
#define CALM_SECONDS 0.45f      // after which the loop of orientation and feeling is cut
#define FACE_ENOUGH 1e-3f       // rad
#define LOST_SUPPORT 0.2f       // below: pulled to what is nearest instead of along its own up
#define SURE_SUPPORT 0.9f
#define SKIN 0.01f              // in body radii: gap kept from faces
#define HURRY 2.0f              // how much a size/s hurries the alignment

// The substep's working set, in the carrying body's space.
typedef struct Step {
	lwSurfaceMover* m;
	SurfaceState* s;
	const SurfaceWish* wish;
	lwBodyState body;
	bool asking;
	float h, friction;
	lwVec3 target;            // velocity that the stick wants
	lwVec3 pull;              // acceleration along the surface that the legs cannot hold
	lwCastHit nearest;
	SurfaceFit fit;
	bool wants;
} Step;

static lwVec3 SteerDirection(const SurfaceState* s, const SurfaceWish* wish) {
	float c = lwCos(s->steer), n = lwSin(s->steer);
	lwVec3 local = lwV3(-wish->right * c + wish->ahead * n, 0.0f, wish->right * n + wish->ahead * c);
	return lwRotate(s->rot, local);
}

static float FrictionOf(const lwSurfaceMover* m, int material) {
	float f = lwWorld_Material(&m->def.world, material).friction;
	return f > 0.01f ? lwMinF(f, 100.0f) : 0.01f;
}

static lwVec3 WindAt(const lwSurfaceMover* m, lwVec3 posWS, float time) {
	lwVec3 none = lwV3(0.0f, 0.0f, 0.0f);
	if (m->def.wind == NULL) {
		return none;
	}
	lwVec3 w = m->def.wind(m->def.windUser, posWS, time);
	return lwDot(w, w) < 1e18f ? w : none;
}

// What pulls: along the surface beyond what the legs hold; true when it tears the creature off.
static bool Pull(Step* t, lwVec3 accelWS) {
	lwVec3 up = UpOf(t->s->rot);
	lwVec3 accel = lwRotate(lwConj(t->body.rot), accelWS);
	float gravity = t->m->def.gravity;
	lwVec3 along = lwReject(accel, up);
	float size = lwLength(along), held = t->friction * gravity;
	t->pull = size > held ? lwMul(along, (size - held) / size) : lwV3(0.0f, 0.0f, 0.0f);
	return lwDot(accel, up) > t->m->def.grip * gravity;
}

static void Wish(Step* t) {
	lwSurfaceMover* m = t->m;
	float sticky = lwMaxF(t->friction, 1.0f);
	t->target = lwMul(SteerDirection(t->s, t->wish), m->def.topSpeed / sticky);
	bool pulled = lwDot(t->pull, t->pull) > 0.0f;
	t->wants = lwDot(t->target, t->target) > 0.0f || pulled;
}

static void Accelerate(Step* t) {
	SurfaceState* s = t->s;
	float grip = lwMinF(t->friction, 1.0f);
	float kept = grip < 1.0f ? lwSurface_Power(t->m->decayAccel, grip) : t->m->decayAccel;
	s->velocity = lwAdd(t->target, lwMul(lwSub(s->velocity, t->target), kept));
	s->velocity = lwMulAdd(s->velocity, t->pull, t->h);
	float least = lwMaxF(STILL_SPEED * t->m->def.size, STILL_SHARE * t->m->def.topSpeed);
	bool still = lwLength(s->velocity) < least;
	if (!t->wants && still) {
		s->velocity = lwV3(0.0f, 0.0f, 0.0f);
	}
}

lwVec3 lwSurface_TurnUp(SurfaceState* s, lwVec3 normal, float most, float share) {
	lwVec3 up = UpOf(s->rot);
	float angle = lwAcos(lwDot(up, normal));
	float turn = lwMinF(angle * share, most);
	if (!(turn > 1e-7f)) {
		return lwV3(0.0f, 0.0f, 0.0f);
	}
	lwVec3 axis = lwCross(up, normal);
	if (lwDot(axis, axis) < 1e-8f) {
		axis = lwRotate(s->rot, lwV3(1.0f, 0.0f, 0.0f));
	}
	axis = lwNormalizeOr(axis, lwPerpendicular(up));
	lwQuat q = lwQuatAxisAngle(axis, turn);
	s->rot = lwQuatNormalize(lwQuatMul(q, s->rot));
	s->velocity = lwRotate(q, s->velocity);
	return lwMul(axis, turn);
}

static lwVec3 WayOf(const Step* t, float* outSpeed) {
	*outSpeed = lwLength(t->s->velocity);
	lwVec3 forward = lwRotate(t->s->rot, lwV3(lwSin(t->m->def.travelYaw), 0.0f, lwCos(t->m->def.travelYaw)));
	return *outSpeed > STILL_SPEED * t->m->def.size ? lwMul(t->s->velocity, 1.0f / *outSpeed) : forward;
}

// Its normal is the way from it, also over an edge.
static lwCastHit Nearest(Step* t, lwVec3 pos, float reach) {
	lwCastHit hit = lwSurface_Nearest(t->m, &t->body, pos, UpOf(t->s->rot), reach);
	lwVec3 away = lwSub(pos, hit.pos);
	if (hit.hit && lwLength(away) > 1e-3f * t->m->bodyRadius) {
		hit.normal = lwNormalizeOr(away, hit.normal);
	}
	return hit;
}

// The nearest's normal, half way to the one a little ahead: edges and facets are turned over early and gently, not all at once
// when they are below. What rises ahead is left to the probes.
static lwVec3 Lean(Step* t, lwVec3 way, float speed) {
	float size = t->m->def.size, ahead = LEAN_AHEAD * size * lwMinF(speed / (LEAN_SPEED * size), 1.0f) + LEAN_SECONDS * speed;
	lwVec3 normal = t->nearest.normal;
	if (ahead < 0.01f * size) {
		return normal;
	}
	lwCastHit next = Nearest(t, lwMulAdd(t->s->pos, way, ahead), t->m->reach);
	bool rises = !next.hit || lwDot(next.normal, lwSub(t->nearest.pos, next.pos)) > LEAN_RISE * size;
	bool behind = lwDot(next.normal, lwSub(t->s->pos, next.pos)) <= 0.0f;
	return rises || behind ? normal : lwNormalizeOr(lwAdd(normal, next.normal), normal);
}

// Feel, when the cache is stale, and fit the movement surface.
static void Look(Step* t) {
	lwSurfaceMover* m = t->m;
	SurfaceState* s = t->s;
	if (!lwSurface_CacheHolds(m, s, &m->cache)) {
		lwSurface_Feel(m, s, &m->cache);
	}
	t->nearest = Nearest(t, s->pos, 2.0f * m->reach);
	float speed;
	lwVec3 way = WayOf(t, &speed);
	Feeler from = { .pos = s->pos, .up = UpOf(s->rot), .way = way, .lookAhead = LOOK_SECONDS * speed, .body = s->body };
	if (t->nearest.hit) {
		from.nearest = &t->nearest;
		from.lean = Lean(t, way, speed);
	}
	t->fit = lwSurface_Fit(m, &m->cache, &from);
	if (t->fit.body < 0) { // nothing bears
		t->fit.body = t->nearest.hit ? t->nearest.body : s->body;
		t->fit.material = t->nearest.hit ? t->nearest.material : s->material;
	}
	int count = m->cache.count;
	s->surfaces = (uint8_t)(count < 255 ? count : 255);
}

// Share of the pace: slower while up has far to turn.
static float Turn(Step* t) {
	lwSurfaceMover* m = t->m;
	m->calmGain = t->s->calm == 0 ? 1.0f : m->calmGain;
	float cosine = lwDot(UpOf(t->s->rot), t->fit.normal);
	if (cosine >= 0.9999999f) {
		m->turned = lwV3(0.0f, 0.0f, 0.0f);
		return 1.0f;
	}
	float angle = lwAcos(cosine);
	float hurry = 1.0f + HURRY * lwLength(t->s->velocity) / m->def.size;
	float share = 1.0f - lwExp(hurry * m->decayAlign); // decayAlign: exponent of one substep
	lwVec3 turned = lwSurface_TurnUp(t->s, t->fit.normal, m->def.maxAlignRate * t->h, share * m->calmGain);
	m->calmGain *= lwDot(turned, m->turned) < 0.0f ? TURNS_BACK : 1.0f;
	m->turned = turned;
	return 1.0f - (1.0f - LEAST_PACE) * lwSmoothStep(EASY_TURN, HARD_TURN, angle);
}

lwVec3 lwSurface_Slide(lwSurfaceMover* m, const lwBodyState* b, lwVec3 pos, lwVec3 motion, lwCastHit* outFirst) {
	lwCastHit first = { .hit = false };
	lwVec3 wanted = motion;
	for (int i = 0; i < 4 && lwDot(motion, motion) > 1e-16f * m->bodyRadius * m->bodyRadius; ++i) {
		lwCastHit hit = lwSurface_Sweep(m, b, pos, motion, m->bodyRadius);
		if (!hit.hit) {
			pos = lwAdd(pos, motion);
			break;
		}
		if (!first.hit) {
			first = hit;
		}
		float length = lwLength(motion), into = -lwDot(motion, hit.normal) / length;
		float back = into > 0.05f ? SKIN * m->bodyRadius / into : SKIN * m->bodyRadius * 20.0f;
		float way = lwMaxF(hit.fraction * length - back, 0.0f);
		pos = lwMulAdd(pos, motion, way / length);
		motion = lwReject(lwMul(motion, 1.0f - way / length), hit.normal);
		motion = lwDot(motion, wanted) > 0.0f ? motion : lwV3(0.0f, 0.0f, 0.0f);
	}
	if (outFirst != NULL) {
		*outFirst = first;
	}
	return pos;
}

// Towards stand height over the movement surface, out of what is too near, along the surface.
static lwVec3 Motion(const Step* t, float pace) {
	const lwSurfaceMover* m = t->m;
	lwVec3 motion = lwMul(t->s->velocity, pace * t->h);
	if (!t->asking) {
		return motion;
	}
	lwVec3 up = UpOf(t->s->rot);
	float far = lwDistance(t->s->pos, t->nearest.pos);
	bool lost = t->fit.support < LOST_SUPPORT && t->nearest.hit;
	float error = (lost ? far : t->fit.height) - m->standHeight;
	lwVec3 pull = lwMul(lost ? t->nearest.normal : up, -error * (1.0f - m->decayHeight) * m->calmGain);
	float most = 0.25f * m->def.size;
	float length = lwLength(pull);
	motion = lwAdd(motion, length > most ? lwMul(pull, most / length) : pull);
	float squeeze = m->bodyRadius * (1.0f + SKIN) - far;
	return t->nearest.hit && squeeze > 0.0f ? lwMulAdd(motion, t->nearest.normal, squeeze) : motion;
}

// How far the facing is from the wanted one, about up; 0 when none is wanted.
static float FacingOff(const Step* t) {
	const lwSurfaceMover* m = t->m;
	lwVec3 want = m->def.faceWay ? t->s->velocity : lwRotate(lwConj(t->body.rot), t->wish->face);
	lwVec3 local = lwRotate(lwConj(t->s->rot), want);
	float size = lwSqrt(local.x * local.x + local.z * local.z);
	float least = m->def.faceWay ? 0.1f * m->def.topSpeed : 1e-6f;
	float off = size > least ? lwWrapAngle(lwAtan2(local.x, local.z) - m->def.travelYaw) : 0.0f;
	return lwAbsF(off) > FACE_ENOUGH ? off : 0.0f;
}

#define YAW_ENOUGH 1e-3f // rad/s: it has come to rest

static void Face(Step* t) {
	lwSurfaceMover* m = t->m;
	SurfaceState* s = t->s;
	float off = FacingOff(t);
	float rate = lwClampF(off * (1.0f - m->decayFace) / t->h, -m->def.turnRate, m->def.turnRate);
	s->yawRate = lwLerpF(rate, s->yawRate, m->decayYaw); // nobody turns at full rate at once
	if (off == 0.0f && lwAbsF(s->yawRate) < YAW_ENOUGH) {
		s->yawRate = 0.0f;
		return;
	}
	float turn = s->yawRate * t->h;
	s->rot = lwQuatNormalize(lwQuatMul(s->rot, lwQuatAxisAngle(lwV3(0.0f, 1.0f, 0.0f), turn)));
	s->steer = lwWrapAngle(s->steer - turn);
	s->distance += lwAbsF(turn) * 0.25f * m->def.size;
}

static void Settle(Step* t) {
	SurfaceState* s = t->s;
	bool moving = t->wants || lwDot(s->velocity, s->velocity) > 0.0f || s->yawRate != 0.0f;
	s->calm = (uint16_t)(moving ? 0 : s->calm < 60000 ? s->calm + 1 : s->calm);
	float off = lwAbsF(t->fit.height - t->m->standHeight);
	bool there = off < 1e-4f * t->m->def.size && lwDot(UpOf(s->rot), t->fit.normal) > 0.9999999f;
	s->yawRate = s->calm > 0 && lwAbsF(s->yawRate) < YAW_ENOUGH ? 0.0f : s->yawRate;
	s->rest = s->calm > 0 && s->yawRate == 0.0f && (there || (float)s->calm * t->h > CALM_SECONDS);
}

static void OnSurface(Step* t) {
	SurfaceState* s = t->s;
	lwSurfaceMover* m = t->m;
	float pace = 1.0f;
	Accelerate(t);
	if (t->asking) {
		Look(t);
		if (!t->fit.any) {
			lwSurface_LetGo(m, s);
			return;
		}
		pace = Turn(t);
	}
	s->velocity = lwReject(s->velocity, UpOf(s->rot));
	lwVec3 from = s->pos, motion = Motion(t, pace);
	s->pos = t->asking ? lwSurface_Slide(m, &t->body, s->pos, motion, NULL) : lwAdd(s->pos, motion);
	s->distance += lwLength(lwReject(lwSub(s->pos, from), UpOf(s->rot)));
	Face(t);
	if (t->asking) {
		// While up is far from the surface little bears, and the height says nothing: the frame keeps its own.
		float sure = lwSmoothStep(LOST_SUPPORT, SURE_SUPPORT, t->fit.support);
		float height = lwLerpF(m->standHeight, lwClampF(t->fit.height, m->bodyRadius, 1.5f * m->standHeight), sure);
		s->height = lwLerpF(height, s->height, m->decayHeight);
		s->material = t->fit.material;
		Settle(t);
		lwSurface_ToBody(m, s, t->fit.body);
	}
	s->clock += t->h;
}

void lwSurface_Step(lwSurfaceMover* m, SurfaceState* s, const SurfaceWish* wish, float time, bool asking) {
	Step t = { .m = m, .s = s, .wish = wish, .asking = asking, .h = m->def.substep };
	t.body = lwSurface_BodyNow(m, s->body);
	lwVec3 accel = lwAdd(wish->accel, WindAt(m, lwSurface_IntoWS(&t.body, s->pos), time));
	if (!s->attached) {
		lwSurface_Fly(m, s, time, asking, wish->accel);
		return;
	}
	t.friction = FrictionOf(m, s->material);
	if (Pull(&t, accel)) {
		lwSurface_LetGo(m, s);
		lwSurface_Fly(m, s, time, asking, wish->accel);
		return;
	}
	Wish(&t);
	t.wants = t.wants || FacingOff(&t) != 0.0f;
	if (s->rest && !t.wants) {
		s->clock += t.h;
		return;
	}
	s->rest = false;
	OnSurface(&t);
}
