// SPDX-License-Identifier: MIT
// Surface mover: making it, its input, its clock, what it tells.
#include "move/surface_state.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define MAX_FRAME 0.25f         // s: the longest update; what is beyond is left out
#define MAX_STATES 4000
#define SAME_STICK 0.004f       // a stick that moved less is held still
#define SAME_STEER 0.005f       // rad
#define STEER_HALF_LIFE 0.5f    // s in which the steering frame comes back to the view, where both agree on up
#define FACE_HALF_LIFE 0.12f
#define YAW_HALF_LIFE 0.03f     // s of the rate of that turn
#define HEIGHT_HALF_LIFE 0.035f
#define SETTLE_STEPS 90         // substeps in which a placed creature finds its stand
#define CALM_ANGLE 2.0f         // at rest it may turn so many times farther before it feels anew: turning changes what is felt
#define NEARER 0.004f           // in size: what comes nearer by this wakes it

lwSurfaceMoverDef lwDefaultSurfaceMoverDef(void) {
	lwSurfaceMoverDef def;
	memset(&def, 0, sizeof(def));
	def.cookie = LW_COOKIE;
	def.size = 1.0f;
	def.standHeight = 0.5f;
	def.bodyRadius = 0.25f;
	def.topSpeed = 1.0f;
	def.accelHalfLife = 0.07f;
	def.turnRate = 2.0f * LW_PI;
	def.faceWay = true;
	def.probes = lwDefaultProbeTable();
	def.orientation = (lwSurfaceWeights){ 1.0f, 0.1f, 0.15f, 6.0f };
	def.position = (lwSurfaceWeights){ 1.0f, 0.0f, 0.0f, 6.0f };
	def.alignHalfLife = 0.08f;
	def.maxAlignRate = 12.0f;
	def.maxSlope = 165.0f * LW_PI / 180.0f;
	def.cacheDistance = 0.12f;
	def.cacheAngle = 8.0f * LW_PI / 180.0f;
	def.gravity = 9.81f;
	def.gravityDir = lwV3(0.0f, -1.0f, 0.0f);
	def.grip = 4.0f;
	def.mass = 1.0f;
	def.substep = 1.0f / 120.0f;
	def.horizon = 1.2f;
	def.inputTimeout = 0.25f;
	def.queryBudget = 60;
	return def;
}

// ---- Making --------------------------------------------------------------------------------------------------------

static bool In(float v, float lo, float hi) {
	return v >= lo && v <= hi;
}

static bool WeightsOk(const lwSurfaceWeights* w) {
	return In(w->near, 1e-3f, 1e3f) && In(w->facing, -1e3f, 1e3f) && In(w->ahead, -1e3f, 1e3f) && In(w->falloff, 1.0f, 16.0f);
}

typedef struct RangeRow {
	float value, lo, hi;
	const char* what;
} RangeRow;

static lwResult CheckRanges(const lwSurfaceMoverDef* d) {
	const RangeRow rows[] = {
		{ d->size, 1e-6f, 1e6f, "size" },
		{ d->standHeight, 0.05f, 4.0f, "standHeight" },
		{ d->bodyRadius, 0.01f, 0.95f * d->standHeight, "bodyRadius (below standHeight)" },
		{ d->topSpeed, 0.0f, 1e9f, "topSpeed" },
		{ d->accelHalfLife, 1e-4f, 100.0f, "accelHalfLife" },
		{ d->turnRate, 0.0f, 1e4f, "turnRate" },
		{ d->travelYaw, -100.0f, 100.0f, "travelYaw" },
		{ d->alignHalfLife, 1e-4f, 100.0f, "alignHalfLife" },
		{ d->maxAlignRate, 0.1f, 1e4f, "maxAlignRate" },
		{ d->maxSlope, 0.1f, LW_PI, "maxSlope" },
		{ d->cacheDistance, 0.0f, 1.0f, "cacheDistance" },
		{ d->cacheAngle, 0.0f, 1.0f, "cacheAngle" },
		{ d->gravity, 0.0f, 1e9f, "gravity" },
		{ d->grip, 0.0f, 1e9f, "grip" },
		{ d->mass, 1e-6f, 1e12f, "mass" },
		{ d->substep, 1e-4f, 0.05f, "substep" },
		{ d->horizon, 0.05f, 10.0f, "horizon" },
		{ d->inputTimeout, 0.0f, 1e9f, "inputTimeout" },
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
		if (!In(rows[i].value, rows[i].lo, rows[i].hi)) {
			return lwResult_Fail(lw_errorArgument, "surface mover: %s is %g; it may be %g to %g", rows[i].what, (double)rows[i].value,
								 (double)rows[i].lo, (double)rows[i].hi);
		}
	}
	return lwResult_Ok();
}

static lwResult CheckDef(const lwSurfaceMoverDef* def) {
	if (!LW_ASSERT(def != NULL && def->cookie == LW_COOKIE)) {
		return lwResult_Fail(lw_errorArgument, "surface mover: def was not made by lwDefaultSurfaceMoverDef");
	}
	if (def->world.cast == NULL) {
		return lwResult_Fail(lw_errorArgument, "surface mover: the world has no cast; see lwMeshWorld_World");
	}
	lwResult result = CheckRanges(def);
	if (result.status != lw_ok) {
		return result;
	}
	if (!WeightsOk(&def->orientation) || !WeightsOk(&def->position)) {
		return lwResult_Fail(lw_errorArgument, "surface mover: weights need near > 0 and falloff 1 to 16");
	}
	if (!lwSurface_CheckTable(&def->probes)) {
		return lwResult_Fail(lw_errorArgument, "surface mover: the probe table is out of its limits, or has %d arms or more",
							 LW_MAX_SURFACES);
	}
	if (!In(lwDot(def->gravityDir, def->gravityDir), 0.98f, 1.02f)) {
		return lwResult_Fail(lw_errorArgument, "surface mover: gravityDir is not of length 1");
	}
	if (def->queryBudget < 0 || (PAST_SECONDS + def->horizon) / def->substep > (float)MAX_STATES) {
		return lwResult_Fail(lw_errorLimit, "surface mover: query budget below 0, or horizon over %d substeps", MAX_STATES);
	}
	return result;
}

static void Prepare(lwSurfaceMover* m) {
	const lwSurfaceMoverDef* d = &m->def;
	float ln2 = 0.69314718f;
	m->standHeight = d->standHeight * d->size;
	m->bodyRadius = d->bodyRadius * d->size;
	m->reach = lwSurface_ProbeReach(&d->probes, d->standHeight) * d->size;
	m->span = m->reach - m->standHeight;
	m->decayAccel = lwExp(-ln2 * d->substep / d->accelHalfLife);
	m->decayAlign = -ln2 * d->substep / d->alignHalfLife;
	m->decayHeight = lwExp(-ln2 * d->substep / HEIGHT_HALF_LIFE);
	m->decayYaw = lwExp(-ln2 * d->substep / YAW_HALF_LIFE);
	m->decayFace = lwExp(-ln2 * d->substep / FACE_HALF_LIFE);
	m->cosSlope = lwCos(d->maxSlope);
	m->cosTilt = lwCos(d->cacheAngle);
	m->cosTurn = lwCos(2.0f * d->cacheAngle); // of the half angle
	m->cosCalmTilt = lwCos(CALM_ANGLE * d->cacheAngle);
	m->cosCalmTurn = lwCos(lwMinF(2.0f * CALM_ANGLE * d->cacheAngle, LW_PI));
	m->arms = lwSurface_ArmCount(&d->probes) + 1;
	lwSurface_MakeCurves(m);
}

lwResult lwCreateSurfaceMover(const lwSurfaceMoverDef* def, lwSurfaceMover** outMover) {
	*outMover = NULL;
	lwResult result = CheckDef(def);
	if (result.status != lw_ok) {
		return result;
	}
	int ahead = (int)(def->horizon / def->substep) + 2;
	int capacity = ahead + (int)(PAST_SECONDS / def->substep) + 2;
	size_t bytes = sizeof(lwSurfaceMover) + (size_t)capacity * sizeof(SurfaceState);
	lwSurfaceMover* m = calloc(1, bytes);
	if (m == NULL) {
		return lwResult_Fail(lw_errorMemory, "surface mover: no memory for %d states", capacity);
	}
	m->def = *def;
	m->ahead = ahead;
	m->capacity = capacity;
	m->bytes = bytes;
	m->states = (SurfaceState*)(m + 1);
	m->input.view = m->lastView = lwQuatIdentity();
	Prepare(m);
	lwSurfaceMover_Reset(m, lwV3(0.0f, 0.0f, 0.0f), lwV3(0.0f, 0.0f, 1.0f), lwV3(0.0f, 1.0f, 0.0f));
	*outMover = m;
	return result;
}

void lwDestroySurfaceMover(lwSurfaceMover* mover) {
	free(mover);
}

size_t lwSurfaceMover_ByteCount(const lwSurfaceMover* mover) {
	return mover->bytes;
}

// ---- Placing -------------------------------------------------------------------------------------------------------

static void Clear(lwSurfaceMover* m) {
	m->carry = 0.0;
	m->first = m->now = m->front = m->blind = 0;
	m->cache.valid = false;
	m->turned = lwV3(0.0f, 0.0f, 0.0f);
	m->calmGain = 1.0f;
	m->wish = (SurfaceWish){ 0 };
	m->haveInput = m->steering = m->drop = false;
	m->inputAge = m->steerOwed = m->jump = 0.0f;
	m->force = m->impulse = lwV3(0.0f, 0.0f, 0.0f);
	m->reference = NO_BODY;
	m->changes = m->def.world.changes != NULL ? m->def.world.changes(m->def.world.user) : 0;
	m->calmNear = -1.0f;
	memset(m->bodies, 0, sizeof(m->bodies));
}

// Let it find its stand before time goes on.
static void FindStand(lwSurfaceMover* m, SurfaceState* s) {
	lwBodyState world = lwSurface_BodyNow(m, NO_BODY);
	lwCastHit hit = lwSurface_Nearest(m, &world, s->pos, UpOf(s->rot), m->def.size + m->standHeight);
	if (!hit.hit) {
		return;
	}
	lwSurface_Attach(m, s, &hit);
	SurfaceWish none = { 0 };
	lwWindFcn* wind = m->def.wind;
	m->def.wind = NULL;
	for (int i = 0; i < SETTLE_STEPS && !s->rest; ++i) {
		lwSurface_Step(m, s, &none, 0.0f, true);
	}
	m->def.wind = wind;
	s->distance = 0.0f;
	s->clock = 0.0f;
	s->height = s->attached ? s->height : m->standHeight;
}

void lwSurfaceMover_Reset(lwSurfaceMover* mover, lwVec3 pos, lwVec3 forward, lwVec3 up) {
	if (!LW_ASSERT(mover != NULL && Finite3(pos) && Finite3(forward) && Finite3(up))) {
		return;
	}
	Clear(mover);
	SurfaceState* s = StateAt(mover, 0);
	memset(s, 0, sizeof(*s));
	up = lwNormalizeOr(up, lwNeg(mover->def.gravityDir));
	s->rot = lwQuatUpForward(up, forward);
	s->pos = lwMulAdd(pos, up, mover->standHeight);
	s->height = mover->standHeight;
	s->body = NO_BODY;
	FindStand(mover, s);
	mover->reference = s->body;
	lwSurface_Extend(mover, 1, INT_MAX);
	lwMotion m;
	lwSurface_MotionAt(mover, 0.0, &m);
	mover->lastFrame = m.rot;
	mover->queries = 0;
}

// ---- Input ---------------------------------------------------------------------------------------------------------

static bool GoodQuat(lwQuat q) {
	float n = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
	return n > 0.5f && n < 2.0f;
}

void lwSurfaceMover_SetInput(lwSurfaceMover* mover, const lwSurfaceInput* input) {
	if (!LW_ASSERT(mover != NULL && input != NULL)) {
		return;
	}
	bool good = Finite3(input->stick) && Finite3(input->face) && GoodQuat(input->view) && In(input->speedScale, 0.0f, 1e3f);
	if (!LW_ASSERT(good)) {
		return;
	}
	mover->input = *input;
	mover->input.view = lwQuatNormalize(input->view);
	mover->inputAge = 0.0f;
	mover->haveInput = true;
}

// Yaw from the frame to the view brought onto the surface by the shortest turn of its up to the frame's. outAgree: cosine between both.
static float ViewYaw(lwSurfaceMover* m, const SurfaceState* s, float* outAgree) {
	lwBodyState b = lwSurface_BodyNow(m, s->body);
	lwQuat view = lwQuatMul(lwConj(b.rot), m->input.view);
	lwVec3 up = UpOf(s->rot), viewUp = UpOf(view);
	*outAgree = lwDot(up, viewUp);
	lwVec3 look = lwRotate(view, lwV3(0.0f, 0.0f, -1.0f));
	lwQuat onto = lwQuatBetween(viewUp, up);
	if (*outAgree < -0.9999f) { // upside down: over the side, so that ahead stays in the picture's middle
		onto = lwQuatAxisAngle(lwRotate(view, lwV3(1.0f, 0.0f, 0.0f)), LW_PI);
	}
	lwVec3 local = lwRotate(lwConj(s->rot), lwRotate(onto, look));
	return lwAtan2(local.x, local.z);
}

// How far the host turned its view about the frame's up since the last update.
static float ViewTurn(lwSurfaceMover* m, const SurfaceState* s) {
	lwBodyState b = lwSurface_BodyNow(m, s->body);
	lwVec3 up = lwRotate(b.rot, UpOf(s->rot));
	lwQuat turn = lwQuatTwist(lwQuatMul(m->input.view, lwConj(m->lastView)), up);
	float about = lwDot(lwV3(turn.x, turn.y, turn.z), up);
	return lwWrapAngle(2.0f * lwAtan2(about, turn.w));
}

// Keep the steering frame with the view: as the host turns it, and slowly back to it. True when it changed.
static bool Steer(lwSurfaceMover* m, SurfaceState* s, bool held, float dt) {
	float agree, yaw = ViewYaw(m, s, &agree);
	float off = lwWrapAngle(yaw - s->steer);
	if (!m->steering) {
		m->steering = held;
		m->steerOwed = 0.0f;
		s->steer = held ? yaw : s->steer;
		return held;
	}
	m->steerOwed += ViewTurn(m, s);
	if (agree > 0.5f && lwAbsF(off) > SAME_STEER) {
		m->steerOwed += off * (1.0f - lwExp(-0.69314718f * dt / STEER_HALF_LIFE));
	}
	m->steering = held;
	if (lwAbsF(m->steerOwed) < SAME_STEER) {
		return false;
	}
	s->steer = lwWrapAngle(s->steer + m->steerOwed);
	m->steerOwed = 0.0f;
	return true;
}

static bool SameWish(const SurfaceWish* a, const SurfaceWish* b) {
	bool stick = lwAbsF(a->right - b->right) < SAME_STICK && lwAbsF(a->ahead - b->ahead) < SAME_STICK;
	bool none = (a->right == 0.0f && a->ahead == 0.0f) == (b->right == 0.0f && b->ahead == 0.0f);
	bool accel = lwDistance(a->accel, b->accel) <= 1e-4f * lwLength(a->accel);
	return stick && none && accel && lwDistance(a->face, b->face) <= 1e-3f * lwLength(a->face);
}

static SurfaceWish ReadInput(const lwSurfaceMover* m) {
	SurfaceWish w = { .accel = lwMul(m->force, 1.0f / m->def.mass) };
	bool fresh = m->def.inputTimeout <= 0.0f || m->inputAge <= m->def.inputTimeout;
	if (m->haveInput && fresh) {
		lwVec3 stick = lwV3(m->input.stick.x, m->input.stick.y, 0.0f);
		float length = lwLength(stick);
		float scale = m->input.speedScale / lwMaxF(length, 1.0f);
		w.right = length > 0.01f ? stick.x * scale : 0.0f;
		w.ahead = length > 0.01f ? stick.y * scale : 0.0f;
		w.face = m->input.face;
	}
	return w;
}

// ---- The clock -------------------------------------------------------------------------------------------------------

// Whether something comes at a creature at rest.
static bool Stirred(lwSurfaceMover* m, const SurfaceState* s) {
	if (m->def.world.changes == NULL) {
		return false;
	}
	uint32_t changes = m->def.world.changes(m->def.world.user);
	if (!s->rest) {
		m->calmNear = -1.0f;
	}
	if (changes == m->changes || !s->rest) {
		m->changes = changes;
		return false;
	}
	m->changes = changes;
	lwBodyState b = lwSurface_BodyNow(m, s->body);
	lwCastHit hit = lwSurface_Nearest(m, &b, s->pos, UpOf(s->rot), m->standHeight);
	float near = hit.hit ? lwDistance(hit.pos, s->pos) : m->standHeight;
	bool nearer = m->calmNear >= 0.0f && near < m->calmNear - NEARER * m->def.size;
	m->calmNear = m->calmNear < 0.0f ? near : m->calmNear;
	return nearer;
}

// What changed since the last update; what was known of the future then may not hold.
static void TakeIn(lwSurfaceMover* m, float dt) {
	int64_t next = m->now + 1;
	SurfaceState* s = StateAt(m, next);
	bool bodies = lwSurface_FollowBodies(m, s->body, dt);
	SurfaceWish wish = ReadInput(m);
	bool held = wish.right != 0.0f || wish.ahead != 0.0f;
	bool changed = Steer(m, s, held, dt);
	changed = !SameWish(&m->wish, &wish) || changed;
	bool deeds = lwSurface_Deeds(m, s);
	bool stirred = Stirred(m, s);
	if (bodies || stirred) {
		s->rest = false;
		s->calm = 0;
	}
	if (changed) {
		m->wish = wish;
	}
	bool falls = m->gravityTurned && !StateAt(m, m->front)->attached;
	m->gravityTurned = false;
	if (changed || deeds || bodies || stirred || falls) {
		lwSurface_Invalidate(m, next);
	}
	m->lastView = m->input.view;
}

static void Advance(lwSurfaceMover* m, float dt) {
	double h = (double)m->def.substep;
	m->carry += (double)dt;
	while (m->carry >= h) {
		lwSurface_Extend(m, m->now + 2, INT_MAX);
		m->now += 1;
		m->carry -= h;
	}
	int64_t oldest = m->now + m->ahead - m->capacity + 1;
	m->first = oldest > m->first ? oldest : m->first;
	lwSurface_Extend(m, m->now + m->ahead, m->def.queryBudget);
}

void lwSurfaceMover_Update(lwSurfaceMover* mover, float dt) {
	if (!LW_ASSERT(mover != NULL)) {
		return;
	}
	dt = dt > 0.0f ? lwMinF(dt, MAX_FRAME) : 0.0f;
	lwMotion before;
	lwSurface_MotionAt(mover, 0.0, &before);
	mover->lastFrame = before.rot;
	mover->queries = 0;
	mover->inputAge = lwMinF(mover->inputAge + dt, 1e9f);
	TakeIn(mover, dt);
	Advance(mover, dt);
	mover->force = lwV3(0.0f, 0.0f, 0.0f);
}
