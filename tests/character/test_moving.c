// SPDX-License-Identifier: MIT
// Ground that moves, leaps of the host, and what is told of it: platforms, belts, teleports, events.
#include "roller.h"

#define DT (1.0f / 60.0f)

static const KnownMiss s_known[] = {
	{ NULL, NULL, 0.0 },
};

// A platform that turns about the vertical through its origin and goes along; a creature's mover on it, carried.
typedef struct Ride {
	Roller roller;       // on the platform, in its space
	lwVec3 start, velocity;
	float rate;          // rad/s about +Y
	lwMeshWorld* mesh;
	lwWorld world;
	bool telling;        // the host tells the body's velocity
} Ride;

static lwBodyState Ride_Body(const Ride* ride, float time) {
	lwBodyState body = { 0 };
	body.pos = lwMulAdd(ride->start, ride->velocity, time);
	body.rot = lwQuatAxisAngle(lwV3(0.0f, 1.0f, 0.0f), ride->rate * time);
	if (ride->telling) {
		body.linearVelocity = ride->velocity;
		body.angularVelocity = lwV3(0.0f, ride->rate, 0.0f);
	}
	return body;
}

static void Ride_AtTime(void* user, float seconds, lwMotion* out) {
	const Ride* ride = user;
	Roller_AtTime((void*)(uintptr_t)&ride->roller, seconds, out);
	// Oriented: all moments with the platform where it is now. Upright: the world's way.
	lwBodyState body = Ride_Body(ride, ride->roller.time + (out->oriented ? 0.0f : seconds));
	lwVec3 arm = lwRotate(body.rot, out->pos);
	out->carried = lwAdd(ride->velocity, lwCross(lwV3(0.0f, ride->rate, 0.0f), arm));
	out->pos = lwAdd(body.pos, arm);
	out->velocity = lwRotate(body.rot, out->velocity);
	out->rot = lwQuatMul(body.rot, out->rot);
	if (out->oriented) {
		return;
	}
	out->velocity = lwAdd(out->velocity, out->carried);
	out->yaw += ride->rate * (ride->roller.time + seconds);
	out->yawRate += ride->rate;
}

static void Ride_AtDistance(void* user, float distance, lwMotion* out) {
	(void)distance;
	Ride_AtTime(user, 0.0f, out);
}

static void Ride_Place(Ride* ride) {
	lwBodyState body = Ride_Body(ride, ride->roller.time);
	lwMeshWorld_SetBody(ride->mesh, 1, &body);
}

static void Ride_Make(Ride* ride, const Creature* creature, bool upright) {
	static Mesh far, deck;
	memset(&far, 0, sizeof(far));
	memset(&deck, 0, sizeof(deck));
	Mesh_Box(&far, lwV3(500.0f, 0.0f, 0.0f), lwV3(501.0f, 1.0f, 1.0f));
	float big = 12.0f * creature->L;
	Mesh_Box(&deck, lwV3(-big, -0.2f, -big), lwV3(big, 0.0f, big));
	lwMeshBodyDef bodies[2] = { Mesh_Body(&far), Mesh_Body(&deck) };
	ride->mesh = Bodies_World(bodies, 2);
	ride->world = lwMeshWorld_World(ride->mesh);
	ride->roller.outline[1][0] = 10.0f;
	ride->roller.count = 2;
	ride->roller.round = 0.5f * creature->L;
	ride->roller.accelTime = 0.6f;
	ride->roller.turn = lwQuatIdentity();
	ride->roller.upright = upright;
	ride->roller.body = 1;
	Ride_Place(ride);
}

static Walker Ride_Walker(Ride* ride, const Creature* creature) {
	lwPredictor predictor = { ride, Ride_AtTime, Ride_AtDistance };
	WalkerDef def = { .creature = creature, .predictor = &predictor, .world = &ride->world, .bodySpring = 0.0f };
	return Walker_Make(&def);
}

static void Ride_Step(Ride* ride, Walker* w, float dt) {
	ride->roller.time += dt;
	Ride_Place(ride);
	Walker_Step(w, dt);
}

// Scenario 12: a platform turns 90 degrees a second, a foot stands at radius 1: after one second it has moved 1.414 in the world and
// less than a millimetre on the platform. Whether the host tells the platform's velocity or not.
static void FeetStandOnATurningPlatform(void** state) {
	(void)state;
	static const int kinds[] = { lw_sampleSpider, lw_sampleQuadruped, lw_sampleBiped };
	for (int k = 0; k < 12; ++k) {
		const Creature* creature = Creature_Get(kinds[k / 4]);
		Ride ride = { .rate = LW_PI / 2.0f, .start = { 3.0f, 0.5f, -2.0f }, .telling = (k & 1) != 0 };
		Ride_Make(&ride, creature, (k & 2) != 0);
		lwVec3 stand = creature->asset->legs[0].standCS; // foot 0 at radius 1
		ride.roller.offset = lwSub(lwV3(1.0f, 0.0f, 0.0f), lwV3(stand.x, 0.0f, stand.z));
		Walker w = Ride_Walker(&ride, creature);
		lwVec3 first[LW_MAX_LEGS], local[LW_MAX_LEGS];
		lwBodyState body = Ride_Body(&ride, ride.roller.time), start = body;
		for (int l = 0; l < w.legs; ++l) {
			first[l] = Walker_Toe(&w, l);
			local[l] = lwRotate(lwConj(body.rot), lwSub(first[l], body.pos));
		}
		lwVec3 print = lwCharacter_Leg(w.character, 0).current.pos;
		for (int i = 0; i < 60; ++i) {
			Ride_Step(&ride, &w, DT);
		}
		body = Ride_Body(&ride, ride.roller.time);
		for (int l = 0; l < w.legs; ++l) {
			lwVec3 now = lwRotate(lwConj(body.rot), lwSub(Walker_Toe(&w, l), body.pos));
			float drift = lwDistance(now, local[l]);
			if (!(drift < 1e-3f)) {
				fail_msg("%s, %d: leg %d drifts by %g", creature->name, k, l, (double)drift);
			}
			assert_true(lwCharacter_Leg(w.character, l).strikeTime < 0.0f); // no step
		}
		float moved = lwDistance(lwCharacter_Leg(w.character, 0).current.pos, print);
		float radius = lwLength(lwReject(lwSub(print, start.pos), lwV3(0.0f, 1.0f, 0.0f)));
		assert_true(fabsf(radius - 1.0f) < (ride.telling ? 0.001f : 0.4f));
		assert_true(fabsf(moved - 1.41421f * radius) < 0.001f);
		assert_true(lwCharacter_AtRest(w.character));
		if ((k & 2) == 0) {
			assert_int_equal(lwCharacter_QueryCount(w.character), 0);
		}
		Walker_Free(&w);
		lwDestroyMeshWorld(ride.mesh);
	}
}

// On a platform that goes up and away at 2 L/s and turns, a creature walks as on still ground, in its own frame and on the platform.
static void WalksOnAMovingPlatform(void** state) {
	(void)state;
	Bounds_Begin(s_known);
	static const int kinds[] = { lw_sampleSpider, lw_sampleQuadruped };
	for (int k = 0; k < 2; ++k) {
		const Creature* creature = Creature_Get(kinds[k]);
		float L = creature->L;
		Ride still = { .start = { 0.5f, 0.0f, 0.0f } }, moving = still;
		moving.velocity = lwV3(1.2f * L, 1.2f * L, -1.0f * L);
		moving.rate = 0.4f;
		moving.telling = true;
		Ride_Make(&still, creature, false);
		Ride_Make(&moving, creature, false);
		still.roller.speed = moving.roller.speed = creature->walk->gait.speed;
		Walker a = Ride_Walker(&still, creature), b = Ride_Walker(&moving, creature);
		float gap = 0.0f, slip = 0.0f, foresight = 0.0f;
		int strikes = 0;
		bool flying[LW_MAX_LEGS] = { false };
		while (a.time < 4.0f) {
			Ride_Step(&still, &a, DT);
			Ride_Step(&moving, &b, DT);
			lwBodyState sa = Ride_Body(&still, a.time), sb = Ride_Body(&moving, b.time);
			for (int l = 0; l < a.legs; ++l) {
				lwVec3 pa = lwRotate(lwConj(sa.rot), lwSub(Walker_Toe(&a, l), sa.pos));
				lwVec3 pb = lwRotate(lwConj(sb.rot), lwSub(Walker_Toe(&b, l), sb.pos));
				gap = lwMaxF(gap, 100.0f * lwDistance(pa, pb) / L);
				lwLegStatus s = lwCharacter_Leg(b.character, l);
				if (flying[l] && s.state == lw_footPlanted) {
					strikes += 1;
					foresight = lwMaxF(foresight, 100.0f * lwDistance(s.current.pos, s.predicted.pos) / L);
				}
				flying[l] = s.state == lw_footFlying;
			}
			slip = lwMaxF(slip, 100.0f * lwDistance(lwRotate(lwConj(sb.rot), lwSub(lwCharacter_Frame(b.character).pos, sb.pos)),
												   lwRotate(lwConj(sa.rot), lwSub(lwCharacter_Frame(a.character).pos, sa.pos))) / L);
		}
		assert_true(strikes > 2 * a.legs);
		Bound((double)slip, 0.1, "%s: the frame on the platform, %% L", creature->name);
		Bound((double)gap, 0.5, "%s: feet on the platform against still ground, %% L", creature->name);
		Bound((double)foresight, 2.0, "%s: foresight on the platform, %% L", creature->name);
		Walker_Free(&a);
		Walker_Free(&b);
		lwDestroyMeshWorld(still.mesh);
		lwDestroyMeshWorld(moving.mesh);
	}
	Bounds_Done();
}

// A creature that the host holds in place on a belt that runs backwards walks on it; feet do not slip on the belt.
static void WalksOnABelt(void** state) {
	(void)state;
	const Creature* creature = Creature_Get(lw_sampleQuadruped);
	Ride belt = { .velocity = { 0.0f, 0.0f, -creature->walk->gait.speed } };
	Ride_Make(&belt, creature, true);
	Roller held = { .outline = { { 0, 0 }, { 10, 0 } }, .count = 2, .round = 0.1f, .accelTime = 1.0f, .turn = lwQuatIdentity(), .upright = true };
	lwPredictor predictor = Roller_Predictor(&held);
	WalkerDef def = { .creature = creature, .predictor = &predictor, .world = &belt.world };
	Walker w = Walker_Make(&def);
	lwVec3 last[LW_MAX_LEGS] = { { 0 } };
	bool planted[LW_MAX_LEGS] = { false };
	float slip = 0.0f;
	int strikes = 0;
	for (int i = 0; i < 240; ++i) {
		Ride_Step(&belt, &w, DT);
		for (int l = 0; l < w.legs; ++l) {
			bool stands = lwCharacter_Leg(w.character, l).state == lw_footPlanted;
			lwVec3 print = lwSub(lwCharacter_Leg(w.character, l).current.pos, Ride_Body(&belt, w.time).pos);
			slip = stands && planted[l] ? lwMaxF(slip, lwDistance(print, last[l])) : slip;
			strikes += stands && !planted[l] && i > 0 ? 1 : 0;
			planted[l] = stands;
			last[l] = print;
		}
	}
	assert_true(strikes > 2 * w.legs);
	assert_true(slip < 1e-3f);
	Walker_Free(&w);
	lwDestroyMeshWorld(belt.mesh);
}

// ---- Teleports -------------------------------------------------------------------------------------------------

static void Teleports(void** state) {
	(void)state;
	const Creature* creature = Creature_Get(lw_sampleSpider);
	for (int keep = 0; keep < 2; ++keep) {
		Mesh plane = { 0 };
		Mesh_Box(&plane, lwV3(-400.0f, -1.0f, -400.0f), lwV3(400.0f, 0.0f, 400.0f));
		lwMeshWorld* mesh = Mesh_World(&plane);
		lwWorld world = lwMeshWorld_World(mesh);
		Roller roller = { .outline = { { 0, 0 }, { 10, 0 } }, .count = 2, .round = 0.3f, .accelTime = 0.6f, .turn = lwQuatIdentity() };
		roller.speed = creature->walk->gait.speed;
		lwPredictor predictor = Roller_Predictor(&roller);
		WalkerDef def = { .creature = creature, .predictor = &predictor, .world = &world, .bodySpring = 1.0f };
		Walker w = Walker_Make(&def);
		while (w.time < 2.13f) {
			roller.time += DT;
			Walker_Step(&w, DT);
		}
		lwCharacter_AddImpulse(w.character, lwV3(0.1f, -0.2f, 0.0f));
		roller.time += DT;
		Walker_Step(&w, DT);
		lwMat34 before[256];
		int joints = creature->skeleton->skeleton.jointCount;
		assert_true(joints <= 256);
		lwMat34 inFrame = lwMat34Inverse(lwMat34FromTransform(lwCharacter_Frame(w.character)));
		for (int j = 0; j < joints; ++j) {
			before[j] = lwMat34Mul(inFrame, w.model[j]);
		}
		float clock = lwCharacter_Time(w.character);
		assert_true(lwLength(lwCharacter_BodyOffset(w.character)) > 1e-3f);
		roller.offset = lwV3(100.0f, 0.0f, 0.0f);
		roller.turn = lwQuatAxisAngle(lwV3(0.0f, 1.0f, 0.0f), 1.0f);
		lwCharacter_Teleport(w.character, keep == 1);
		Walker_Look(&w);
		inFrame = lwMat34Inverse(lwMat34FromTransform(lwCharacter_Frame(w.character)));
		assert_true(lwDistance(lwCharacter_Frame(w.character).pos, roller.offset) < 5.0f);
		assert_true(fabsf(lwCharacter_Time(w.character) - clock) < 1e-6f);
		if (keep == 1) {
			for (int j = 0; j < joints; ++j) {
				assert_true(lwDistance(lwMat34Mul(inFrame, w.model[j]).t, before[j].t) <= 1e-4f);
			}
		} else {
			assert_true(lwLength(lwCharacter_BodyOffset(w.character)) < 1e-6f);
			for (int l = 0; l < w.legs; ++l) {
				lwLegStatus s = lwCharacter_Leg(w.character, l);
				assert_int_equal(s.state, lw_footPlanted);
				assert_true(lwDistance(s.current.pos, lwCharacter_Frame(w.character).pos) < 2.0f * w.L);
			}
		}
		float worst = 0.0f; // and goes on walking there
		for (int i = 0; i < 120; ++i) {
			roller.time += DT;
			Walker_Step(&w, DT);
			for (int l = 0; l < w.legs; ++l) {
				worst = lwMaxF(worst, lwCharacter_Leg(w.character, l).residual);
			}
		}
		assert_true(worst < 0.05f * w.L || keep == 0);
		Walker_Free(&w);
		lwDestroyMeshWorld(mesh);
	}
}

// ---- Events ----------------------------------------------------------------------------------------------------

static bool s_gone;
static void VanishingCast(void* user, const lwCastQuery* queries, int count, lwCastHit* outHits) {
	const lwWorld* inner = user;
	inner->cast(inner->user, queries, count, outHits);
	for (int i = 0; i < count && s_gone; ++i) {
		outHits[i].hit = false;
	}
}

static void EventsAreTold(void** state) {
	(void)state;
	assert_null(lwEvent_Name(-1));
	assert_null(lwEvent_Name(lw_eventKindCount));
	assert_string_equal(lwEvent_Name(lw_eventFootStrike), "foot-strike");
	assert_string_equal(lwEvent_Name(lw_eventOverReach), "over-reach");
	const Creature* creature = Creature_Get(lw_sampleSpider);
	Mesh plane = { 0 };
	Mesh_Box(&plane, lwV3(-40.0f, -1.0f, -40.0f), lwV3(40.0f, 0.0f, 40.0f));
	lwMeshBodyDef body = Mesh_Body(&plane);
	body.material = 5;
	lwMeshWorld* mesh = Bodies_World(&body, 1);
	lwWorld inner = lwMeshWorld_World(mesh), world = { .user = &inner, .cast = VanishingCast };
	Roller roller = { .outline = { { 0, 0 }, { 10, 0 } }, .count = 2, .round = 0.3f, .accelTime = 0.6f, .turn = lwQuatIdentity() };
	roller.speed = creature->walk->gait.speed;
	lwPredictor predictor = Roller_Predictor(&roller);
	WalkerDef def = { .creature = creature, .predictor = &predictor, .world = &world };
	Walker w = Walker_Make(&def);
	int counts[lw_eventKindCount] = { 0 };
	float last = 0.0f;
	lwEvent off[LW_MAX_LEGS];
	int foreseen = 0;
	memset(off, 0, sizeof(off));
	s_gone = false;
	for (int i = 0; i < 480; ++i) {
		s_gone = i >= 240 && i < 360;
		roller.time += DT;
		Walker_Step(&w, DT);
		lwEvent events[LW_EVENT_CAPACITY];
		int count = lwCharacter_TakeEvents(w.character, events, LW_EVENT_CAPACITY);
		assert_int_equal(lwCharacter_Overflow(w.character), 0);
		for (int k = 0; k < count; ++k) {
			const lwEvent* e = &events[k];
			counts[e->kind] += 1;
			assert_true(e->time > last - DT - 1e-4f && e->time <= w.time + 1e-4f);
			last = e->time;
			if (e->kind == lw_eventFootOff) {
				off[e->leg] = *e;
				assert_true(e->nextTime > e->time);
			}
			if (e->kind == lw_eventFootStrike && i > 120 && i < 230 && off[e->leg].nextTime > 0.0f) { // steady by then
				assert_true(lwDistance(e->pos, off[e->leg].next) < 0.01f * creature->L);
				assert_true(fabsf(e->time - off[e->leg].nextTime) < 1e-3f);
				foreseen += 1;
			}
			if (e->kind == lw_eventFootStrike) {
				lwLegStatus s = lwCharacter_Leg(w.character, e->leg);
				assert_true(fabsf(s.strikeTime - e->time) < 1e-6f);
				assert_true(lwDistance(s.current.pos, e->pos) < 1e-6f || s.searching);
				assert_true(e->speed >= 0.0f && e->speed < 10.0f * roller.speed);
				if (i < 240) {
					assert_int_equal(e->material, 5);
					assert_true(e->normal.y > 0.999f);
				}
			}
		}
		if (i == 239) {
			assert_true(counts[lw_eventFootStrike] > 3 * w.legs);
			assert_true(abs(counts[lw_eventFootStrike] - counts[lw_eventFootOff]) <= w.legs);
			assert_int_equal(counts[lw_eventSearching] + counts[lw_eventLostSurface], 0);
		}
	}
	assert_true(foreseen > 2 * w.legs);
	assert_int_equal(counts[lw_eventSearching], w.legs);
	assert_int_equal(counts[lw_eventFound], w.legs);
	assert_int_equal(counts[lw_eventLostSurface], 1);
	// Not taken: the newest are kept, the mask says so.
	for (int i = 0; i < 480; ++i) {
		roller.time += DT;
		Walker_Step(&w, DT);
	}
	lwEvent events[LW_EVENT_CAPACITY + 1];
	assert_int_equal(lwCharacter_TakeEvents(w.character, events, LW_EVENT_CAPACITY + 1), LW_EVENT_CAPACITY);
	assert_true(events[LW_EVENT_CAPACITY - 1].time > w.time - w.period);
	assert_int_equal(lwCharacter_Overflow(w.character), lw_overflowEvents);
	assert_int_equal(lwCharacter_Overflow(w.character), 0);
	assert_int_equal(lwCharacter_TakeEvents(w.character, events, 1), 0);
	Walker_Free(&w);
	lwDestroyMeshWorld(mesh);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(FeetStandOnATurningPlatform), cmocka_unit_test(WalksOnAMovingPlatform), cmocka_unit_test(WalksOnABelt),
		cmocka_unit_test(Teleports),                   cmocka_unit_test(EventsAreTold),
	};
	return cmocka_run_group_tests(tests, NULL, Creatures_Free);
}
