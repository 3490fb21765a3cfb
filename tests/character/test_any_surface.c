// SPDX-License-Identifier: MIT
// The same footwork on any surface: tilted floors, walls, ceilings, cubes from inside and outside, a thin plate. Moved by a scripted
// mover that rounds the edges; measured from the contact points.
#include "roller.h"

static const KnownMiss s_known[] = {
	{ "cube from outside at 20 Hz: footprints, % L", "this mover takes the hip to within a hair of the face; the first sweep runs along it", 2.5 },
	{ "cube from outside at 30 Hz: footprints, % L", "this mover takes the hip to within a hair of the face; the first sweep runs along it", 17.0 },
	{ "thin plate: penetration, % L", "a leg left on one side is out of reach round the edge", 2.1 },
	{ "thin plate: float, % L", "the same leg, standing", 1.35 },
	{ "rivets: crossings", "feet come down close beside a ridge", 2.0 },
	{ NULL, NULL, 0.0 },
};

#define DT (1.0f / 60.0f)
#define BALL 2.2f // L

typedef struct Run {
	const char* name;
	float outline[ROLLER_POINTS][2]; // in L
	int count;
	bool closed;
	lwVec3 turn;
	float laps;                      // of closed outlines; else up to its end
} Run;

// seen: more that is visible only; NULL: nothing.
static lwMeshWorld* Ground(const Mesh* m, const Mesh* seen, lwQuat turn, lwVec3 offset) {
	static Mesh turned[2];
	const Mesh* from[2] = { m, seen };
	lwMeshBodyDef bodies[2];
	int count = seen != NULL ? 2 : 1;
	for (int k = 0; k < count; ++k) {
		turned[k] = *from[k];
		for (int i = 0; i < turned[k].vertexCount; ++i) {
			turned[k].vertices[i] = lwAdd(offset, lwRotate(turn, turned[k].vertices[i]));
		}
		bodies[k] = Mesh_Body(&turned[k]);
		bodies[k].channels = k == 1 ? lw_channelVisible : lw_channelAll;
	}
	return Bodies_World(bodies, count);
}

// Ridges 0.04 L high that only the visible channel knows.
static void Rivets(Mesh* m, float L) {
	memset(m, 0, sizeof(*m));
	for (int i = -30; i <= 30; ++i) {
		float z = 0.23f * (float)i * L, half = 0.04f * L;
		Mesh_Box(m, lwV3(-4.0f * L, -0.1f * L, z - half), lwV3(4.0f * L, 0.04f * L, z + half));
	}
}

static Roller MakeRoller(const Run* run, const Creature* creature, float times) {
	Roller r = { .count = run->count, .closed = run->closed, .round = 0.6f * creature->L, .turn = lwQuatExp(run->turn) };
	for (int i = 0; i < run->count; ++i) {
		r.outline[i][0] = run->outline[i][0] * creature->L;
		r.outline[i][1] = run->outline[i][1] * creature->L;
		if (run->count == 16) { // a circle
			float a = 2.0f * LW_PI * (float)i / 16.0f;
			r.outline[i][0] = BALL * creature->L * lwSin(a);
			r.outline[i][1] = BALL * creature->L * (lwCos(a) - 1.0f);
		}
	}
	r.speed = times * creature->walk->gait.speed;
	r.accelTime = 0.6f;
	r.start = 0.5f * creature->L;
	r.offset = lwV3(0.3f, -0.7f, 0.2f);
	return r;
}

static Walker MakeWalker(const Creature* creature, Roller* roller, const lwWorld* world, float spring) {
	lwPredictor predictor = Roller_Predictor(roller);
	WalkerDef def = { .creature = creature, .predictor = &predictor, .world = world, .bodySpring = spring };
	return Walker_Make(&def);
}

static void StepBoth(Roller* r, Walker* w, float dt) {
	r->time += dt;
	Walker_Step(w, dt);
}

// ---- Which way is up -------------------------------------------------------------------------------------------

static float PoseGap(const Walker* a, const Walker* b) {
	int joints = a->creature->skeleton->skeleton.jointCount;
	lwMat34 inA = lwMat34Inverse(lwMat34FromTransform(lwCharacter_Frame(a->character)));
	lwMat34 inB = lwMat34Inverse(lwMat34FromTransform(lwCharacter_Frame(b->character)));
	float worst = 0.0f;
	for (int j = 0; j < joints; ++j) {
		worst = lwMaxF(worst, lwDistance(lwMat34Point(inA, a->model[j].t), lwMat34Point(inB, b->model[j].t)));
	}
	return 100.0f * worst / a->L;
}

// In its own frame a creature on a tilted plane, a wall, a ceiling walks as on the floor; and as one that stays upright.
static void TiltDoesNotMatter(void** state) {
	(void)state;
	Bounds_Begin(s_known);
	static const int kinds[] = { lw_sampleSpider, lw_sampleQuadruped, lw_sampleBiped };
	static const lwVec3 turns[] = { { 0.5f, 0, 0 }, { 0, 0, LW_PI / 2 }, { LW_PI, 0, 0 }, { 1.2f, 2.0f, -0.7f } };
	static Mesh floor;
	for (int k = 0; k < 3; ++k) {
		const Creature* creature = Creature_Get(kinds[k]);
		Run run = { "plane", { { 0, 0 }, { 10, 0 } }, 2, false, { 0, 0, 0 }, 0 };
		memset(&floor, 0, sizeof(floor));
		float big = 30.0f * creature->L;
		Mesh_Box(&floor, lwV3(-big, -big, -big), lwV3(big, 0.0f, big));
		for (int t = -1; t < 4; ++t) {
			Roller flat = MakeRoller(&run, creature, 1.0f), other;
			flat.startTime = 0.5f;
			flat.stopTime = 5.0f;
			other = flat;
			if (t >= 0) {
				other.turn = lwQuatExp(turns[t]);
			} else {
				other.upright = true;
			}
			lwMeshWorld* mesh[2] = { Ground(&floor, NULL, flat.turn, flat.offset), Ground(&floor, NULL, other.turn, other.offset) };
			lwWorld world[2] = { lwMeshWorld_World(mesh[0]), lwMeshWorld_World(mesh[1]) };
			Walker a = MakeWalker(creature, &flat, &world[0], 0.0f), b = MakeWalker(creature, &other, &world[1], 0.0f);
			float worst = 0.0f;
			while (a.time < 7.0f) {
				StepBoth(&flat, &a, DT);
				StepBoth(&other, &b, DT);
				worst = lwMaxF(worst, PoseGap(&a, &b));
			}
			Bound((double)worst, t < 0 ? 1.0 : 0.1, "%s: pose, plane %d against the floor, %% L", creature->name, t);
			assert_true(lwCharacter_AtRest(b.character));
			assert_int_equal(lwCharacter_QueryCount(b.character), 0);
			Walker_Free(&a);
			Walker_Free(&b);
			lwDestroyMeshWorld(mesh[0]);
			lwDestroyMeshWorld(mesh[1]);
		}
	}
	Bounds_Done();
}

// ---- Edges and corners -----------------------------------------------------------------------------------------

enum { ground_room, ground_cube, ground_plate, ground_wall, ground_sphere, ground_rivets, ground_count };

static const Run s_runs[ground_count] = {
	{ "cube from inside", { { -4, 0 }, { 4, 0 }, { 4, 8 }, { -4, 8 } }, 4, true, { 0.3f, 0.2f, 0.1f }, 1.1f },
	{ "cube from outside", { { -3, 0 }, { 3, 0 }, { 3, -6 }, { -3, -6 } }, 4, true, { 0.0f, 0.4f, 0.3f }, 1.1f },
	{ "thin plate", { { -4, 0 }, { 4, 0 }, { 4, -0.15f }, { -4, -0.15f } }, 4, true, { 0.1f, 0.2f, 0.0f }, 1.1f },
	{ "wall", { { -4, 0 }, { 4, 0 }, { 4, 9 } }, 3, false, { 0.0f, 0.0f, 0.0f }, 0 },
	{ "ball", { { 0, 0 } }, 16, true, { 0.4f, 0.0f, 0.2f }, 1.1f },
	{ "rivets", { { -6, 0 }, { 6, 0 } }, 2, false, { 0.9f, 0.0f, 0.4f }, 0 },
};

// A prism round the outline: the solid lies to the right of the way. In the room's case a shell of boxes.
static void Solid(Mesh* m, int ground, float L) {
	memset(m, 0, sizeof(*m));
	float w = 6.0f * L;
	switch (ground) {
	case ground_room:
		Mesh_Box(m, lwV3(-w, -L, -5.0f * L), lwV3(w, 0.0f, 5.0f * L));
		Mesh_Box(m, lwV3(-w, 8.0f * L, -5.0f * L), lwV3(w, 9.0f * L, 5.0f * L));
		Mesh_Box(m, lwV3(-w, -L, 4.0f * L), lwV3(w, 9.0f * L, 5.0f * L));
		Mesh_Box(m, lwV3(-w, -L, -5.0f * L), lwV3(w, 9.0f * L, -4.0f * L));
		break;
	case ground_cube: Mesh_Box(m, lwV3(-w, -6.0f * L, -3.0f * L), lwV3(w, 0.0f, 3.0f * L)); break;
	case ground_plate: Mesh_Box(m, lwV3(-w, -0.15f * L, -4.0f * L), lwV3(w, 0.0f, 4.0f * L)); break;
	case ground_sphere: Mesh_Sphere(m, lwV3(0.0f, -BALL * L, 0.0f), BALL * L, 22); break;
	case ground_rivets: Mesh_Box(m, lwV3(-w, -L, -8.0f * L), lwV3(w, 0.0f, 8.0f * L)); break;
	default:
		Mesh_Box(m, lwV3(-w, -L, -9.0f * L), lwV3(w, 0.0f, 4.0f * L));
		Mesh_Box(m, lwV3(-w, -L, 4.0f * L), lwV3(w, 14.0f * L, 5.0f * L));
		break;
	}
}

static void Dump(FILE* file, const Walker* w);

static void OneEngineOverEdges(void** state) {
	(void)state;
	Bounds_Begin(s_known);
	const Creature* creature = Creature_Get(lw_sampleSpider);
	static Mesh solid, rivets;
	uint32_t placed[lw_placeStrategyCount] = { 0 };
	for (int g = 0; g < ground_count; ++g) {
		const Run* run = &s_runs[g];
		Roller roller = MakeRoller(run, creature, 1.0f);
		Solid(&solid, g, creature->L);
		Rivets(&rivets, creature->L);
		lwMeshWorld* mesh = Ground(&solid, g == ground_rivets ? &rivets : NULL, roller.turn, roller.offset);
		lwWorld world = lwMeshWorld_World(mesh);
		float way = Roller_Length(&roller) * (run->closed ? run->laps : 0.85f);
		float total = way / roller.speed + roller.accelTime;
		roller.stopTime = total - roller.accelTime;
		Walker w = MakeWalker(creature, &roller, &world, -1.0f);
		SurfaceFeet feet;
		memset(&feet, 0, sizeof(feet));
		FILE* dump = NULL;
		if (getenv("LEGWORK_TEST_DUMP") != NULL) {
			char path[256];
			(void)snprintf(path, sizeof(path), "%s/any%d.txt", getenv("LEGWORK_TEST_DUMP"), g);
			dump = fopen(path, "w");
		}
		int searching = 0;
		float sway = 0.0f;
		while (w.time < total + 3.0f) {
			StepBoth(&roller, &w, DT);
			SurfaceFeet_Watch(&feet, &w, &world, w.time > 1.5f && w.time < total - 1.0f);
			for (int l = 0; l < w.legs; ++l) {
				searching += lwCharacter_Leg(w.character, l).searching ? 1 : 0;
			}
			sway = lwMaxF(sway, lwLength(lwCharacter_BodyOffset(w.character)) / w.L);
			assert_true(Walker_IsFinite(&w));
			if (dump != NULL) {
				Dump(dump, &w);
			}
		}
		if (dump != NULL) {
			(void)fclose(dump);
		}
		print_message("  %s: %d stances, %d foreseen, placed %u %u %u %u, searching %d of %d leg frames, most queries %d, sway %.3f L\n",
					  run->name, feet.stances, feet.foreseen, feet.placed[1], feet.placed[2], feet.placed[3], feet.placed[4], searching,
					  feet.legFrames, feet.maxQueries, (double)sway);
		assert_true(feet.stances > 8 * w.legs && feet.foreseen > 4 * w.legs);
		Bound(feet.skateSum / feet.stances, 0.3, "%s: skate, mean, %% L", run->name);
		Bound((double)feet.skateMax, 1.5, "%s: skate, most, %% L", run->name);
		Bound((double)feet.below, 1.0, "%s: penetration, %% L", run->name);
		Bound((double)feet.above, 1.0, "%s: float, %% L", run->name);
		Bound(feet.crossings, 0.0, "%s: crossings", run->name);
		Bound((double)feet.foresight, 2.0, "%s: foresight, %% L", run->name);
		Bound(100.0 * feet.overReach / feet.legFrames, 0.5, "%s: over-reach, %% of leg frames", run->name);
		Bound(feet.maxQueries, 200.0, "%s: queries a frame", run->name);
		Bound(searching, 0.0, "%s: leg frames searching", run->name);
		assert_true(lwCharacter_AtRest(w.character));
		assert_int_equal(lwCharacter_QueryCount(w.character), 0);
		for (int i = 0; i < lw_placeStrategyCount; ++i) {
			placed[i] += feet.placed[i];
		}
		Walker_Free(&w);
		lwDestroyMeshWorld(mesh);
	}
	assert_true(placed[lw_placeSocket] > 0 && placed[lw_placeInward] > 0);
	Bounds_Done();
}

// The same way at 20, 30 and 144 Hz and jittered: feet stand where they do at 60.
static void AnyRateTheSamePlaces(void** state) {
	(void)state;
	Bounds_Begin(s_known);
	enum { rates = 5, most = 24 };
	static const float rate[rates] = { 60.0f, 20.0f, 30.0f, 144.0f, 0.0f };
	static lwVec3 prints[rates][LW_MAX_LEGS][most];
	static Mesh solid;
	const Creature* creature = Creature_Get(lw_sampleSpider);
	int counts[rates][LW_MAX_LEGS] = { { 0 } };
	float length = 1.0f;
	for (int r = 0; r < rates; ++r) {
		Roller roller = MakeRoller(&s_runs[ground_cube], creature, 1.0f);
		Solid(&solid, ground_cube, creature->L);
		lwMeshWorld* mesh = Ground(&solid, NULL, roller.turn, roller.offset);
		lwWorld world = lwMeshWorld_World(mesh);
		Walker w = MakeWalker(creature, &roller, &world, -1.0f);
		length = w.L;
		uint32_t random = 7;
		while (w.time < 12.0f) {
			random = random * 1664525u + 1013904223u;
			float dt = rate[r] > 0.0f ? 1.0f / rate[r] : 0.008f + 0.03f * (float)(random >> 8) / 16777216.0f;
			StepBoth(&roller, &w, dt);
			lwEvent events[LW_EVENT_CAPACITY];
			int count = lwCharacter_TakeEvents(w.character, events, LW_EVENT_CAPACITY);
			for (int i = 0; i < count; ++i) {
				int* n = &counts[r][events[i].leg < 0 ? 0 : events[i].leg];
				if (events[i].kind == lw_eventFootStrike && *n < most && events[i].time < 11.5f) {
					prints[r][events[i].leg][(*n)++] = events[i].pos;
				}
			}
		}
		Walker_Free(&w);
		lwDestroyMeshWorld(mesh);
	}
	for (int r = 1; r < rates; ++r) {
		float worst = 0.0f;
		int compared = 0;
		bool same = true;
		for (int l = 0; l < LW_MAX_LEGS; ++l) {
			same = same && abs(counts[r][l] - counts[0][l]) <= 1;
			int both = counts[r][l] < counts[0][l] ? counts[r][l] : counts[0][l];
			for (int i = 0; i < both; ++i) {
				worst = lwMaxF(worst, 100.0f * lwDistance(prints[r][l][i], prints[0][l][i]) / length);
				compared += 1;
			}
		}
		assert_true(compared > 60);
		Holds(same, "cube from outside at %g Hz: as many steps", (double)rate[r]);
		Bound((double)worst, 2.0, "cube from outside at %g Hz: footprints, %% L", (double)rate[r]);
	}
	Bounds_Done();
}

// Joints in the world, a line a frame: for pictures.
static void Dump(FILE* file, const Walker* w) {
	int joints = w->creature->skeleton->skeleton.jointCount;
	lwTransform f = lwCharacter_Frame(w->character);
	lwVec3 up = lwRotate(f.rot, lwV3(0.0f, 1.0f, 0.0f));
	(void)fprintf(file, "%g %g %g %g %g %g", (double)f.pos.x, (double)f.pos.y, (double)f.pos.z, (double)up.x, (double)up.y, (double)up.z);
	for (int l = 0; l < w->legs; ++l) {
		const lwLeg* leg = &w->creature->walk->rig.legs[l];
		lwLegStatus s = lwCharacter_Leg(w->character, l);
		(void)fprintf(file, " | %d %d %d", leg->limbCount + 1, (int)s.state, (int)s.strategy);
		for (int i = 0; i < leg->limbCount; ++i) {
			lwVec3 p = w->model[leg->joints[i]].t;
			(void)fprintf(file, " %g %g %g", (double)p.x, (double)p.y, (double)p.z);
		}
		lwVec3 toe = Walker_Toe(w, l);
		(void)fprintf(file, " %g %g %g", (double)toe.x, (double)toe.y, (double)toe.z);
	}
	(void)joints;
	(void)fprintf(file, "\n");
}

int main(void) {
	const struct CMUnitTest tests[] = { cmocka_unit_test(TiltDoesNotMatter), cmocka_unit_test(OneEngineOverEdges),
										cmocka_unit_test(AnyRateTheSamePlaces) };
	return cmocka_run_group_tests(tests, NULL, Creatures_Free);
}
