// SPDX-License-Identifier: MIT
// Surface mover: refusals; over edges, into corners, at rest, on moving bodies; forces, wind; the same at any frame rate; predictions
// that come true.
#include "move/mover_kit.h"

#include "legwork/world_scene.h"

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
	static const float speeds[4] = { 0.6f, 1.5f, 4.0f, 8.0f };
	for (int k = 0; k < 4; ++k) {
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

// Scenario 10: to a 90 degree wall at 1 m/s.
static void TurnsUpAWall(void** state) {
	(void)state;
	Boxes b = { 0 };
	AddBox(&b, V(0, -1, 0), V(20, 1, 20));
	AddBox(&b, V(0, 5, 4), V(20, 6, 1));
	lwMeshWorld* world = MakeWorld(&b, 1);
	static const float sizes[2] = { 1.0f, 0.4f };
	for (int k = 0; k < 2; ++k) {
		lwSurfaceMoverDef def = MoverDef(world, 1.0f);
		def.size = sizes[k];
		lwSurfaceMover* mover = MakeMover(&def, V(0, 0, 0), V(0, 0, 1), V(0, 1, 0));
		float start = -1.0f, end = -1.0f, slow = 0.0f, slowest = 0.0f;
		for (int i = 0; i < 420; ++i) {
			Push(mover, 0.0f, 1.0f, V(0, 0, 1), V(0, 1, 0));
			lwSurfaceMover_Update(mover, 1.0f / 60.0f);
			lwSurfaceMoverStatus s = lwSurfaceMover_Status(mover);
			float tilt = AngleBetween(Up(s.frame.rot), V(0, 1, 0));
			start = start < 0.0f && tilt > 1.0f ? (float)i / 60.0f : start;
			end = end < 0.0f && tilt > 89.0f ? (float)i / 60.0f : end;
			slow = i > 20 && lwLength(s.velocity) < 0.2f ? slow + 1.0f / 60.0f : 0.0f;
			slowest = fmaxf(slowest, slow);
			assert_true(s.attached);
		}
		print_message("size %.1f: up turned in %.3f s, slow for %.3f s\n", (double)sizes[k], (double)(end - start), (double)slowest);
		assert_true(start > 0.0f && end > start && end - start <= 1.0f);
		assert_true(slowest <= 0.25f);
		assert_true(lwSurfaceMover_Status(mover).frame.pos.y > 1.0f);
		lwDestroySurfaceMover(mover);
	}
	lwDestroyMeshWorld(world);
}

// Scenario 10: between walls at +-0.3 under a ceiling, no input.
static void StandsBetweenWalls(void** state) {
	(void)state;
	Boxes b = { 0 };
	AddBox(&b, V(0, -1, 0), V(5, 1, 5));
	AddBox(&b, V(0, 2.2f, 0), V(5, 1, 5));
	AddBox(&b, V(1.3f, 0.5f, 0), V(1, 1, 5));
	AddBox(&b, V(-1.3f, 0.5f, 0), V(1, 1, 5));
	lwMeshWorld* world = MakeWorld(&b, 1);
	static const float sizes[3] = { 1.0f, 0.6f, 0.3f }, asides[3] = { 0.0f, 0.02f, 0.04f };
	for (int k = 0; k < 9; ++k) {
		lwSurfaceMoverDef def = MoverDef(world, 1.0f);
		def.size = sizes[k / 3];
		lwSurfaceMover* mover = MakeMover(&def, V(asides[k % 3], 0, 0), V(0, 0, 1), V(0, 1, 0));
		lwQuat first = MotionAt(mover, 0.0f).rot;
		float drift = 0.0f;
		for (int i = 0; i < 300; ++i) {
			lwSurfaceMover_Update(mover, 1.0f / 60.0f);
			lwQuat rot = MotionAt(mover, 0.0f).rot;
			drift = fmaxf(drift, AngleBetween(Forward(first), Forward(rot)));
			assert_true(TurnBetween(first, rot) < 0.5f);
		}
		lwSurfaceMoverStatus s = lwSurfaceMover_Status(mover);
		assert_true(s.attached);
		if (drift >= 0.5f) {
			fail_msg("size %.1f, %.2f aside: heading drifts %.3f deg", (double)sizes[k / 3], (double)asides[k % 3], (double)drift);
		}
		lwDestroySurfaceMover(mover);
	}
	lwDestroyMeshWorld(world);
}

// At rest nothing moves, not by a bit, and the world is not asked.
static void RestIsRest(void** state) {
	(void)state;
	Boxes b = { 0 };
	AddBox(&b, V(0, -1, 0), V(5, 1, 5));
	AddBox(&b, V(0, 1, 1.35f), V(5, 2, 1)); // in a corner, where two faces pull
	lwMeshWorld* world = MakeWorld(&b, 1);
	lwSurfaceMoverDef def = MoverDef(world, 2.0f);
	lwSurfaceMover* mover = MakeMover(&def, V(0, 0, -2), V(0, 0, 1), V(0, 1, 0));
	for (int i = 0; i < 60; ++i) {
		Push(mover, 0.1f, 1.0f, V(0, 0, 1), V(0, 1, 0));
		lwSurfaceMover_Update(mover, 1.0f / 60.0f);
	}
	for (int i = 0; i < 60; ++i) {
		Push(mover, 0.0f, 0.0f, V(0, 0, 1), V(0, 1, 0));
		lwSurfaceMover_Update(mover, 1.0f / 60.0f);
	}
	lwMotion rest = MotionAt(mover, 0.0f);
	for (int i = 0; i < 300; ++i) {
		Push(mover, 0.0f, 0.0f, V(0.6f, 0, 0.8f), V(0, 1, 0));
		lwSurfaceMover_Update(mover, 1.0f / 60.0f);
		lwMotion now = MotionAt(mover, 0.0f), later = MotionAt(mover, 0.7f);
		assert_int_equal(lwSurfaceMover_Status(mover).queries, 0);
		assert_memory_equal(&now.pos, &rest.pos, sizeof(now.pos));
		assert_memory_equal(&now.rot, &rest.rot, sizeof(now.rot));
		assert_memory_equal(&later.pos, &rest.pos, sizeof(now.pos));
		assert_true(lwLength(now.velocity) == 0.0f && now.yawRate == 0.0f);
	}
	Push(mover, 0.0f, 1.0f, V(0, 0, -1), V(0, 1, 0)); // and it wakes
	lwSurfaceMover_Update(mover, 0.1f);
	assert_true(lwDistance(MotionAt(mover, 0.0f).pos, rest.pos) > 0.02f);
	lwDestroySurfaceMover(mover);
	lwDestroyMeshWorld(world);
}

// Among crossed rods, where each turn shows other faces, up does not swing to and fro after a stop.
static void NoPingPongAmongRods(void** state) {
	(void)state;
	lwWorldSceneDef sceneDef = lwDefaultWorldSceneDef();
	sceneDef.kind = lw_worldSceneRods;
	lwWorldScene* scene = NULL;
	assert_int_equal(lwMakeWorldScene(&sceneDef, &scene).status, lw_ok);
	lwSurfaceMoverDef def = lwDefaultSurfaceMoverDef();
	def.world = lwWorldScene_World(scene);
	def.topSpeed = 4.0f;
	lwWorldSceneStart start = lwWorldScene_Start(scene);
	lwSurfaceMover* mover = MakeMover(&def, start.pos, start.forward, start.up);
	uint32_t seed = 5;
	int swings = 0, stops = 0;
	float rest = 0.0f;
	for (int stop = 0; stop < 120; ++stop) {
		seed = seed * 1664525u + 1013904223u;
		float a = (float)(seed >> 8) / 16777216.0f * 2.0f * LW_PI;
		int run = 20 + (int)((seed >> 4) % 60u);
		lwVec3 lastTurn = V(0, 0, 0);
		lwQuat last = lwQuatIdentity();
		int back = 0;
		for (int i = 0; i < run + 90; ++i) {
			bool on = i < run;
			Push(mover, on ? sinf(a) : 0.0f, on ? cosf(a) : 0.0f, start.forward, start.up);
			lwSurfaceMover_Update(mover, 1.0f / 60.0f);
			lwQuat rot = MotionAt(mover, 0.0f).rot;
			lwVec3 turn = lwMul(lwQuatLog(lwQuatMul(rot, lwConj(last))), DEG);
			if (i > run + 32) { // it stands; half a degree a frame one way, then the other
				back += lwDot(turn, lastTurn) < 0.0f && lwLength(turn) > 0.5f && lwLength(lastTurn) > 0.5f;
				rest = i > run + 60 ? fmaxf(rest, lwLength(turn) * 60.0f) : rest;
			}
			lastTurn = turn;
			last = rot;
		}
		swings += back > 1;
		stops += lwSurfaceMover_Status(mover).attached;
	}
	print_message("rods: %d of %d stops swing, at rest %.4f deg/s\n", swings, stops, (double)rest);
	assert_int_equal(stops, 120);
	assert_int_equal(swings, 0);
	assert_true(rest < 0.05f);
	lwDestroySurfaceMover(mover);
	lwDestroyWorldScene(scene);
}

// ---- Prediction ------------------------------------------------------------------------------------------------

#define AHEAD_FRAMES 30

static void CheckForesight(const char* what, lwSurfaceMover* mover, int frames, float bound) {
	static lwMotion told[1200], toldByWay[1200];
	float worst = 0.0f, worstTurn = 0.0f, worstWay = 0.0f, worstPast = 0.0f;
	lwPredictor p = lwSurfaceMover_Predictor(mover);
	assert_true(frames <= 1200);
	for (int i = 0; i < frames; ++i) {
		Push(mover, 0.0f, 1.0f, V(0, 0, 1), V(0, 1, 0));
		lwSurfaceMover_Update(mover, 1.0f / 60.0f);
		lwMotion now = MotionAt(mover, 0.0f);
		told[i] = MotionAt(mover, (float)AHEAD_FRAMES / 60.0f);
		p.atDistance(p.user, told[i].distance, &toldByWay[i]);
		worstWay = fmaxf(worstWay, lwDistance(toldByWay[i].pos, told[i].pos));
		if (i >= 40 + AHEAD_FRAMES) { // full of the future
			worst = fmaxf(worst, lwDistance(told[i - AHEAD_FRAMES].pos, now.pos));
			worstTurn = fmaxf(worstTurn, TurnBetween(told[i - AHEAD_FRAMES].rot, now.rot));
			lwMotion past = MotionAt(mover, -0.2f), atPast = told[i - AHEAD_FRAMES - 12]; // what was told for 0.2 s ago
			worstPast = fmaxf(worstPast, lwDistance(past.pos, atPast.pos));
			p.atDistance(p.user, atPast.distance, &past);
			worstWay = fmaxf(worstWay, lwDistance(past.pos, atPast.pos));
		}
		assert_true(told[i].oriented && now.oriented && !now.airborne);
		assert_true(fabsf(Up(now.rot).x) < 1e-3f);
	}
	print_message("%s: foresight %.6f and %.5f deg, hindsight %.6f, by way %.6f\n", what, (double)worst, (double)worstTurn,
				  (double)worstPast, (double)worstWay);
	assert_true(worst <= bound && worstPast <= bound && worstWay <= 4.0f * bound);
	assert_true(worstTurn <= 0.5f);
}

// What is told for half a second ahead is where it then is, over edges and into corners too.
static void PredictionsComeTrue(void** state) {
	(void)state;
	lwMeshWorld* plate = MakeBox(V(0, -0.01f, 0), V(3, 0.01f, 3));
	lwMeshWorld* room = MakeBox(V(0, 4, 0), V(4, 4, 4));
	lwMeshWorld* worlds[2] = { plate, room };
	for (int k = 0; k < 4; ++k) {
		lwSurfaceMoverDef def = MoverDef(worlds[k % 2], k < 2 ? 1.0f : 3.0f);
		lwSurfaceMover* mover = MakeMover(&def, V(0, 0, 0), V(0, 0, 1), V(0, 1, 0));
		CheckForesight(k % 2 ? "room" : "plate", mover, 900, 0.005f);
		lwDestroySurfaceMover(mover);
	}
	lwDestroyMeshWorld(plate);
	lwDestroyMeshWorld(room);
}

// A stick that turns is foreseen at once where the ground goes on, and never later than the budget allows where it does not.
static void PredictsAfterTurns(void** state) {
	(void)state;
	lwMeshWorld* world = MakeBox(V(0, -1, 0), V(30, 1, 30));
	lwSurfaceMoverDef def = MoverDef(world, 2.0f);
	lwSurfaceMover* mover = MakeMover(&def, V(0, 0, 0), V(0, 0, 1), V(0, 1, 0));
	for (int turn = 0; turn < 6; ++turn) {
		lwVec3 told = V(0, 0, 0);
		float a = (float)turn * 1.9f;
		for (int i = 0; i < 40; ++i) {
			Push(mover, sinf(a), cosf(a), V(0, 0, 1), V(0, 1, 0));
			lwSurfaceMover_Update(mover, 1.0f / 60.0f);
			if (i == 0) {
				told = MotionAt(mover, 39.0f / 60.0f).pos;
			}
		}
		assert_true(lwDistance(told, MotionAt(mover, 0.0f).pos) < 0.005f);
		assert_true(lwSurfaceMover_Status(mover).queries <= 60);
	}
	lwDestroySurfaceMover(mover);
	lwDestroyMeshWorld(world);
}

// ---- Steering --------------------------------------------------------------------------------------------------

// Around a cube with the camera that follows: the way goes on, the camera does not spin, and following costs no queries.
static void CameraFollows(void** state) {
	(void)state;
	lwMeshWorld* world = MakeBox(V(0, -3, 0), V(3, 3, 3));
	lwWorld table = lwMeshWorld_World(world);
	lwSurfaceMoverDef def = MoverDef(world, 1.5f);
	lwSurfaceMover* still = MakeMover(&def, V(0, 0, 0), V(0, 0, 1), V(0, 1, 0));
	Trip fixed = Walk(still, &table, 1.5f, 16.0f);
	lwSurfaceMover* mover = MakeMover(&def, V(0, 0, 0), V(0, 0, 1), V(0, 1, 0));
	lwQuat view = lwQuatMul(lwQuatUpForward(V(0, 1, 0), V(0, 0, -1)), lwQuatAxisAngle(V(1, 0, 0), -0.5f)); // pitched down
	long queries = 0;
	float spin = 0.0f, heading = 0.0f;
	for (int i = 0; i < 960; ++i) {
		lwSurfaceInput input = { .stick = { 0.0f, 1.0f, 0.0f }, .speedScale = 1.0f, .view = view };
		lwSurfaceMover_SetInput(mover, &input);
		lwSurfaceMover_Update(mover, 1.0f / 60.0f);
		view = lwSurfaceMover_View(mover, view, 0.2f, 1.0f / 60.0f);
		lwSurfaceMoverStatus s = lwSurfaceMover_Status(mover);
		queries += s.queries;
		lwVec3 look = lwRotate(view, V(0, 0, -1)), up = Up(s.frame.rot);
		lwVec3 level = lwNormalizeOr(lwReject(look, up), look);
		spin = fmaxf(spin, i > 30 ? AngleBetween(level, Forward(s.frame.rot)) : 0.0f);
		heading = fmaxf(heading, i > 30 ? s.heading * DEG : 0.0f);
		assert_true(AngleBetween(look, up) > 95.0f && AngleBetween(look, up) < 140.0f); // 28.6 degrees down, kept
		assert_true(fabsf(lwDot(lwRotate(view, V(1, 0, 0)), up)) < 0.02f);              // level
	}
	print_message("camera: %.2f deg off, heading %.2f deg, %ld queries (fixed %ld)\n", (double)spin, (double)heading, queries, fixed.queries);
	assert_true(spin < 5.0f && heading < 20.0f);
	assert_true(queries < fixed.queries + fixed.queries / 4);
	lwDestroySurfaceMover(mover);
	lwDestroySurfaceMover(still);
	lwDestroyMeshWorld(world);
}

// A camera that hangs askew comes level.
static void CameraLevels(void** state) {
	(void)state;
	lwMeshWorld* world = MakeBox(V(0, -1, 0), V(30, 1, 30));
	lwSurfaceMoverDef def = MoverDef(world, 1.0f);
	lwSurfaceMover* mover = MakeMover(&def, V(0, 0, 0), V(0, 0, 1), V(0, 1, 0));
	lwQuat view = lwQuatMul(lwQuatUpForward(V(0, 1, 0), V(0, 0, -1)), lwQuatAxisAngle(V(0, 0, 1), 0.4f));
	for (int i = 0; i < 60; ++i) {
		lwSurfaceMover_Update(mover, 1.0f / 60.0f);
		view = lwSurfaceMover_View(mover, view, 0.2f, 1.0f / 60.0f);
		float roll = asinf(lwRotate(view, V(1, 0, 0)).y);
		float due = 0.4f * powf(0.5f, (float)(i + 1) / 12.0f);
		assert_true(fabsf(fabsf(roll) - due) < 0.01f);
	}
	view = lwSurfaceMover_View(mover, view, 0.0f, 1.0f / 60.0f);
	assert_true(fabsf(lwRotate(view, V(1, 0, 0)).y) < 1e-5f);
	lwDestroySurfaceMover(mover);
	lwDestroyMeshWorld(world);
}

// Input that is not renewed counts as none after a while; or never.
static void OldInputIsNone(void** state) {
	(void)state;
	lwMeshWorld* world = MakeBox(V(0, -1, 0), V(30, 1, 30));
	for (int k = 0; k < 2; ++k) {
		lwSurfaceMoverDef def = MoverDef(world, 1.0f);
		def.inputTimeout = k ? 0.0f : lwDefaultSurfaceMoverDef().inputTimeout;
		lwSurfaceMover* mover = MakeMover(&def, V(0, 0, 0), V(0, 0, 1), V(0, 1, 0));
		Push(mover, 0, 1, V(0, 0, 1), V(0, 1, 0));
		for (int i = 0; i < 120; ++i) {
			lwSurfaceMover_Update(mover, 1.0f / 60.0f);
		}
		float way = MotionAt(mover, 0.0f).pos.z;
		assert_true(k ? fabsf(way - 1.9f) < 0.05f : fabsf(way - 0.25f) < 0.05f);
		lwDestroySurfaceMover(mover);
	}
	lwDestroyMeshWorld(world);
}

// Up leans to the ground ahead, so that the frame does not stand while it swings round an edge.
static void KeepsMovingOverEdges(void** state) {
	(void)state;
	lwMeshWorld* world = MakeBox(V(0, -3, 0), V(3, 3, 3));
	lwSurfaceMoverDef def = MoverDef(world, 1.0f);
	lwSurfaceMover* mover = MakeMover(&def, V(0, 0, 0), V(0, 0, 1), V(0, 1, 0));
	float slowest = 1.0f, top = -1.0f;
	for (int i = 0; i < 360; ++i) {
		Push(mover, 0, 1, V(0, 0, 1), V(0, 1, 0));
		lwSurfaceMover_Update(mover, 1.0f / 60.0f);
		lwMotion m = MotionAt(mover, 0.0f);
		slowest = i > 30 ? fminf(slowest, lwLength(m.velocity)) : slowest;
		top = fmaxf(top, m.pos.y);
	}
	assert_true(slowest > 0.15f);
	assert_true(top < 0.1f);
	assert_true(Up(MotionAt(mover, 0.0f).rot).z > 0.999f);
	lwDestroySurfaceMover(mover);
	lwDestroyMeshWorld(world);
}

// Right is right, in a camera that looks at a wall as in one from behind; turning the camera turns the way.
static void SticksInTheView(void** state) {
	(void)state;
	lwMeshWorld* world = MakeBox(V(0, -1, 0), V(30, 1, 30));
	static const struct Row {
		lwVec3 look, up, stick, way;
	} rows[] = {
		{ { 0, 0, 1 }, { 0, 1, 0 }, { 0, 1, 0 }, { 0, 0, 1 } },  { { 0, 0, 1 }, { 0, 1, 0 }, { 1, 0, 0 }, { -1, 0, 0 } },
		{ { 1, 0, 0 }, { 0, 1, 0 }, { 0, 1, 0 }, { 1, 0, 0 } },  { { 1, 0, 0 }, { 0, 1, 0 }, { 1, 0, 0 }, { 0, 0, 1 } },
		{ { 0, -1, 0 }, { 0, 0, 1 }, { 0, 1, 0 }, { 0, 0, 1 } }, { { 0, -1, 0 }, { 0, 0, 1 }, { 1, 0, 0 }, { -1, 0, 0 } },
		{ { 0, -0.6f, -0.8f }, { 0, 0.8f, -0.6f }, { 0, -1, 0 }, { 0, 0, 1 } },
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
		lwSurfaceMoverDef def = MoverDef(world, 1.0f);
		lwSurfaceMover* mover = MakeMover(&def, V(0, 0, 0), V(0, 0, 1), V(0, 1, 0));
		for (int k = 0; k < 60; ++k) {
			Push(mover, rows[i].stick.x, rows[i].stick.y, rows[i].look, rows[i].up);
			lwSurfaceMover_Update(mover, 1.0f / 60.0f);
		}
		lwVec3 way = lwNormalizeOr(MotionAt(mover, 0.0f).pos, V(0, 1, 0));
		if (lwDot(way, rows[i].way) < 0.999f) {
			fail_msg("row %d: goes %.2f %.2f %.2f", (int)i, (double)way.x, (double)way.y, (double)way.z);
		}
		lwDestroySurfaceMover(mover);
	}
	lwSurfaceMoverDef def = MoverDef(world, 1.0f);
	lwSurfaceMover* mover = MakeMover(&def, V(0, 0, 0), V(0, 0, 1), V(0, 1, 0));
	for (int k = 0; k < 180; ++k) { // the camera turns by 90 degrees while the stick is held
		float a = fminf((float)k / 120.0f, 1.0f) * 0.5f * LW_PI;
		Push(mover, 0.0f, 1.0f, V(sinf(a), 0, cosf(a)), V(0, 1, 0));
		lwSurfaceMover_Update(mover, 1.0f / 60.0f);
	}
	assert_true(AngleBetween(Forward(MotionAt(mover, 0.0f).rot), V(1, 0, 0)) < 2.0f);
	lwDestroySurfaceMover(mover);
	lwDestroyMeshWorld(world);
}

// A host without closest points, and one that answers each object once: everything above is one mesh.
static void WorksOnCastsAlone(void** state) {
	(void)state;
	lwMeshWorld* plate = MakeBox(V(0, -0.01f, 0), V(3, 0.01f, 3));
	lwMeshWorld* room = MakeBox(V(0, 4, 0), V(4, 4, 4));
	lwMeshWorld* worlds[2] = { plate, room };
	for (int k = 0; k < 2; ++k) {
		lwWorld table = lwMeshWorld_World(worlds[k]);
		lwSurfaceMoverDef def = MoverDef(worlds[k], 1.5f);
		def.world.closest = NULL;
		lwSurfaceMover* mover = MakeMover(&def, V(0, 0, 0), V(0, 0, 1), V(0, 1, 0));
		Trip t = Walk(mover, &table, 1.5f, k ? 22.0f : 12.0f);
		CheckTrip(k ? "room without closest points" : "plate without closest points", &t, 0.25f);
		assert_true(t.upCount >= 5);
		lwDestroySurfaceMover(mover);
	}
	lwDestroyMeshWorld(plate);
	lwDestroyMeshWorld(room);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(RefusesInvalid),
		cmocka_unit_test(WalksAroundPlate),
		cmocka_unit_test(WalksFloorWallCeiling),
		cmocka_unit_test(TurnsUpAWall),
		cmocka_unit_test(StandsBetweenWalls),
		cmocka_unit_test(RestIsRest),
		cmocka_unit_test(NoPingPongAmongRods),
		cmocka_unit_test(PredictionsComeTrue),
		cmocka_unit_test(PredictsAfterTurns),
		cmocka_unit_test(CameraFollows),
		cmocka_unit_test(CameraLevels),
		cmocka_unit_test(OldInputIsNone),
		cmocka_unit_test(KeepsMovingOverEdges),
		cmocka_unit_test(SticksInTheView),
		cmocka_unit_test(WorksOnCastsAlone),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
