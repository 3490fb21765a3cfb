// SPDX-License-Identifier: MIT
// Surface mover: refusals; over edges, into corners, at rest, on moving bodies; forces, wind; the same at any frame rate; predictions
// that come true.
#include "move/mover_kit.h"

// ---- Refusals --------------------------------------------------------------------------------------------------

static int s_asserts;
static bool CountAssert(const char* condition, const char* file, int line) {
	(void)condition;
	(void)file;
	(void)line;
	s_asserts += 1;
	return false;
}

static void NoCast(lwSurfaceMoverDef* d) { d->world.cast = NULL; }
static void NoSize(lwSurfaceMoverDef* d) { d->size = 0.0f; }
static void NanSize(lwSurfaceMoverDef* d) { d->size = NAN; }
static void FatBody(lwSurfaceMoverDef* d) { d->bodyRadius = d->standHeight; }
static void NegativeSpeed(lwSurfaceMoverDef* d) { d->topSpeed = -1.0f; }
static void NoSubstep(lwSurfaceMoverDef* d) { d->substep = 0.0f; }
static void LongHorizon(lwSurfaceMoverDef* d) { d->horizon = 1e9f; }
static void FineSteps(lwSurfaceMoverDef* d) { d->horizon = 10.0f; d->substep = 1e-4f; }
static void LongGravity(lwSurfaceMoverDef* d) { d->gravityDir = lwV3(0.0f, -2.0f, 0.0f); }
static void NoNear(lwSurfaceMoverDef* d) { d->orientation.near = 0.0f; }
static void NoFalloff(lwSurfaceMoverDef* d) { d->position.falloff = 0.0f; }
static void ManyRings(lwSurfaceMoverDef* d) { d->probes.ringCount = LW_MAX_PROBE_RINGS + 1; }
static void ManyArms(lwSurfaceMoverDef* d) { d->probes.rings[0].arms = LW_MAX_PROBE_ARMS + 1; }
static void OnePoint(lwSurfaceMoverDef* d) { d->probes.rings[0].pointCount = 1; }
static void NanPoint(lwSurfaceMoverDef* d) { d->probes.rings[0].out[1] = NAN; }
static void NegativeBudget(lwSurfaceMoverDef* d) { d->queryBudget = -1; }
static void TooManyArms(lwSurfaceMoverDef* d) {
	d->probes.ringCount = 5;
	for (int i = 0; i < 5; ++i) {
		d->probes.rings[i] = d->probes.rings[0];
		d->probes.rings[i].arms = 20;
	}
}

static void RefusesInvalid(void** state) {
	(void)state;
	static const struct Row {
		const char* what;
		void (*spoil)(lwSurfaceMoverDef*);
		lwStatus status;
	} rows[] = {
		{ "no cast", NoCast, lw_errorArgument }, { "size 0", NoSize, lw_errorArgument }, { "size NaN", NanSize, lw_errorArgument },
		{ "body on the ground", FatBody, lw_errorArgument }, { "negative speed", NegativeSpeed, lw_errorArgument },
		{ "substep 0", NoSubstep, lw_errorArgument }, { "long horizon", LongHorizon, lw_errorArgument },
		{ "too many substeps", FineSteps, lw_errorLimit }, { "gravity not unit", LongGravity, lw_errorArgument },
		{ "near 0", NoNear, lw_errorArgument }, { "falloff 0", NoFalloff, lw_errorArgument },
		{ "many rings", ManyRings, lw_errorArgument }, { "many arms", ManyArms, lw_errorArgument },
		{ "one point", OnePoint, lw_errorArgument }, { "NaN point", NanPoint, lw_errorArgument },
		{ "negative budget", NegativeBudget, lw_errorLimit }, { "over all arms", TooManyArms, lw_errorArgument },
	};
	lwMeshWorld* world = MakeBox(V(0, -1, 0), V(5, 1, 5));
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
		lwSurfaceMoverDef def = MoverDef(world, 1.0f);
		rows[i].spoil(&def);
		lwSurfaceMover* mover = (lwSurfaceMover*)&def;
		lwResult result = lwCreateSurfaceMover(&def, &mover);
		if (result.status != rows[i].status || mover != NULL || strlen(result.message) < 20) {
			fail_msg("%s: status %d, message \"%s\"", rows[i].what, (int)result.status, result.message);
		}
	}
	lwSetAssertFcn(CountAssert);
	s_asserts = 0;
	lwSurfaceMoverDef blank;
	memset(&blank, 0, sizeof(blank));
	lwSurfaceMover* mover = NULL;
	assert_int_equal(lwCreateSurfaceMover(&blank, &mover).status, lw_errorArgument);
	assert_int_equal(s_asserts, 1);
	lwSurfaceMoverDef def = MoverDef(world, 1.0f);
	mover = MakeMover(&def, V(0, 0, 0), V(0, 0, 1), V(0, 1, 0));
	lwMotion before = MotionAt(mover, 0.0f);
	lwSurfaceInput bad = { .stick = { NAN, 1.0f, 0.0f }, .speedScale = 1.0f, .view = lwQuatIdentity() };
	lwSurfaceMover_SetInput(mover, &bad);
	bad = (lwSurfaceInput){ .stick = { 0.0f, 1.0f, 0.0f }, .speedScale = 1.0f }; // no view
	lwSurfaceMover_SetInput(mover, &bad);
	lwSurfaceMover_AddForce(mover, V(INFINITY, 0, 0));
	lwSurfaceMover_AddImpulse(mover, V(0, NAN, 0));
	lwSurfaceMover_Reset(mover, V(NAN, 0, 0), V(0, 0, 1), V(0, 1, 0));
	assert_int_equal(s_asserts, 6);
	lwSurfaceMover_Jump(mover, NAN);
	for (int i = 0; i < 10; ++i) {
		lwSurfaceMover_Update(mover, i % 2 ? NAN : -1.0f);
		lwSurfaceMover_Update(mover, 1.0f / 60.0f);
	}
	lwMotion after = MotionAt(mover, NAN);
	assert_memory_equal(&before.pos, &after.pos, sizeof(lwVec3));
	assert_memory_equal(&before.rot, &after.rot, sizeof(lwQuat));
	lwSetAssertFcn(NULL);
	lwDestroySurfaceMover(mover);
	lwDestroySurfaceMover(NULL);
	lwDestroyMeshWorld(world);
}

// ---- Edges and corners -----------------------------------------------------------------------------------------

typedef struct Trip {
	float most;             // turn in a frame, deg
	float off;              // side way, units
	float heading;          // off the stick, deg
	float slowFor;          // s below 0.2 of the speed in one go
	float near, far;        // of the body's middle from the world
	long queries;
	bool lost;
	lwVec3 upSeen[8];       // up whenever it stood square on a face
	int upCount;
} Trip;

// Stick held ahead, camera still.
static Trip Walk(lwSurfaceMover* mover, const lwWorld* world, float speed, float seconds) {
	Trip trip = { .near = 1e9f };
	lwQuat lastRot = MotionAt(mover, 0.0f).rot;
	lwVec3 last = V(0, 0, 0);
	float slow = 0.0f;
	for (int i = 0; i < (int)(seconds * 60.0f); ++i) {
		Push(mover, 0.0f, 1.0f, V(0, 0, 1), V(0, 1, 0));
		lwSurfaceMover_Update(mover, 1.0f / 60.0f);
		lwSurfaceMoverStatus s = lwSurfaceMover_Status(mover);
		lwVec3 up = Up(s.frame.rot);
		lwCastHit hit = lwWorld_Closest(world, lwMulAdd(s.frame.pos, up, 0.5f), 10.0f, lw_channelWalkable);
		trip.near = fminf(trip.near, hit.fraction * 10.0f);
		trip.far = fmaxf(trip.far, hit.fraction * 10.0f);
		trip.most = fmaxf(trip.most, TurnBetween(lastRot, s.frame.rot));
		trip.off = fmaxf(trip.off, fabsf(s.frame.pos.x));
		trip.heading = fmaxf(trip.heading, i > 30 ? s.heading * DEG : 0.0f);
		lwVec3 middle = lwMulAdd(s.frame.pos, up, 0.5f);
		slow = i > 30 && lwDistance(middle, last) * 60.0f < 0.2f * speed ? slow + 1.0f / 60.0f : 0.0f;
		last = middle;
		trip.slowFor = fmaxf(trip.slowFor, slow);
		trip.queries += s.queries;
		trip.lost = trip.lost || !s.attached;
		lastRot = s.frame.rot;
		bool square = fmaxf(fmaxf(fabsf(up.x), fabsf(up.y)), fabsf(up.z)) > 0.998f;
		if (square && trip.upCount < 8 && (trip.upCount == 0 || lwDot(trip.upSeen[trip.upCount - 1], up) < 0.5f)) {
			trip.upSeen[trip.upCount++] = up;
		}
	}
	return trip;
}

static void CheckTrip(const char* what, const Trip* t, float radius) {
	print_message("%s: %.1f deg a frame, %.4f aside, heading %.1f deg, slow %.3f s, clear %.3f to %.3f, %ld queries\n", what, (double)t->most,
				  (double)t->off, (double)t->heading, (double)t->slowFor, (double)t->near, (double)t->far, t->queries);
	assert_false(t->lost);
	assert_true(t->most < 25.0f);
	assert_true(t->off < 0.01f);
	assert_true(t->slowFor <= 0.25f);
	assert_true(t->heading < 20.0f);
	assert_true(t->near >= radius * 0.99f);
	assert_true(t->far <= 0.9f);
}

// Top, over the edge of nearly 360 degrees, below, over the other edge, top again; to the frame's first place.
static void WalksAroundPlate(void** state) {
	(void)state;
	lwMeshWorld* world = MakeBox(V(0, -0.01f, 0), V(3, 0.01f, 3));
	lwWorld table = lwMeshWorld_World(world);
	static const float speeds[3] = { 0.6f, 1.5f, 4.0f };
	for (int k = 0; k < 3; ++k) {
		lwSurfaceMoverDef def = MoverDef(world, speeds[k]);
		lwSurfaceMover* mover = MakeMover(&def, V(0, 0, 0), V(0, 0, 1), V(0, 1, 0));
		Trip t = Walk(mover, &table, speeds[k], 18.0f / speeds[k]);
		CheckTrip("plate", &t, 0.25f);
		assert_true(t.upCount >= 5);
		assert_true(t.upSeen[0].y > 0.99f && t.upSeen[1].z > 0.99f && t.upSeen[2].y < -0.99f && t.upSeen[3].z < -0.99f && t.upSeen[4].y > 0.99f);
		lwDestroySurfaceMover(mover);
	}
	lwDestroyMeshWorld(world);
}

static void WalksFloorWallCeiling(void** state) {
	(void)state;
	lwMeshWorld* world = MakeBox(V(0, 4, 0), V(4, 4, 4));
	lwWorld table = lwMeshWorld_World(world);
	static const float speeds[3] = { 0.6f, 1.5f, 4.0f };
	for (int k = 0; k < 3; ++k) {
		lwSurfaceMoverDef def = MoverDef(world, speeds[k]);
		lwSurfaceMover* mover = MakeMover(&def, V(0, 0, 0), V(0, 0, 1), V(0, 1, 0));
		Trip t = Walk(mover, &table, speeds[k], 33.0f / speeds[k]);
		CheckTrip("room", &t, 0.25f);
		assert_true(t.upCount >= 5);
		assert_true(t.upSeen[1].z < -0.99f && t.upSeen[2].y < -0.99f && t.upSeen[3].z > 0.99f && t.upSeen[4].y > 0.99f);
		lwDestroySurfaceMover(mover);
	}
	lwDestroyMeshWorld(world);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(RefusesInvalid),
		cmocka_unit_test(WalksAroundPlate),
		cmocka_unit_test(WalksFloorWallCeiling),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
