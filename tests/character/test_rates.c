// SPDX-License-Identifier: MIT
// Character: the same walk at other frame rates and under jitter.
#include "walker.h"

static const KnownMiss s_known[] = {
	{ NULL, NULL, 0.0 },
};

static const int s_kinds[] = { lw_sampleBiped, lw_sampleQuadruped, lw_sampleHexapod, lw_sampleSpider };
#define KINDS ((int)(sizeof(s_kinds) / sizeof(s_kinds[0])))
#define DT (1.0f / 60.0f)

typedef struct Prints {
	int count;
	int leg[512];
	lwVec3 pos[512];
	lwVec3 end;
	float length; // way of the root
} Prints;

static float NextStep(int rate, int frame) {
	if (rate > 0) {
		return 1.0f / (float)rate;
	}
	uint32_t h = (uint32_t)frame * 2654435761u; // jitter: 5 to 30 ms
	return 0.005f + 0.025f * (float)(h >> 8) / 16777216.0f;
}

static void WalkAt(const Creature* creature, const lwWorld* world, int rate, float seconds, Prints* out) {
	lwVec3 path[4] = { { 0, 0, 0 }, { 0, 0, 5 }, { 3, 0, 8 }, { 30, 0, 8 } };
	for (int i = 0; i < 4; ++i) {
		path[i] = lwMul(path[i], creature->L);
	}
	WalkerDef def = { .creature = creature, .path = path, .pathCount = 4, .world = world };
	Walker w = Walker_Make(&def);
	memset(out, 0, sizeof(*out));
	float strikeTime[LW_MAX_LEGS];
	for (int l = 0; l < w.legs; ++l) {
		strikeTime[l] = -1.0f;
	}
	for (int i = 0; w.time < seconds - 1e-4f; ++i) {
		float dt = NextStep(rate, i);
		Walker_Step(&w, w.time + dt > seconds ? seconds - w.time : dt);
		for (int l = 0; l < w.legs; ++l) {
			lwLegStatus s = lwCharacter_Leg(w.character, l);
			if (s.strikeTime != strikeTime[l] && s.strikeTime < seconds - 0.3f && out->count < 512) {
				out->leg[out->count] = l;
				out->pos[out->count++] = s.current.pos;
			}
			strikeTime[l] = s.strikeTime;
		}
	}
	out->end = lwCharacter_Frame(w.character).pos;
	out->length = Walker_Now(&w).distance;
	Walker_Free(&w);
}

// Largest distance of a print from the same leg's print of the same count, % L; -1 when the counts differ.
static float PrintsDiffer(const Prints* a, const Prints* b, int legs, float L) {
	float worst = 0.0f;
	for (int l = 0; l < legs; ++l) {
		int j = 0;
		for (int i = 0; i < a->count; ++i) {
			if (a->leg[i] != l) {
				continue;
			}
			while (j < b->count && b->leg[j] != l) {
				++j;
			}
			if (j == b->count) {
				return -1.0f;
			}
			worst = lwMaxF(worst, 100.0f * lwDistance(a->pos[i], b->pos[j++]) / L);
		}
		while (j < b->count) {
			if (b->leg[j++] == l) {
				return -1.0f;
			}
		}
	}
	return worst;
}

static void FrameRatesAgree(void** state) {
	(void)state;
	static const int rates[] = { 20, 30, 144, 0 };
	static Prints reference, other;
	Bounds_Begin(s_known);
	for (int k = 0; k < KINDS; ++k) {
		for (int hilly = 0; hilly < 2; ++hilly) {
			Creature* creature = Creature_Get(s_kinds[k]);
			lwMeshWorld* mesh = hilly == 1 ? Ground_Make(lw_sampleHills, creature->L) : NULL;
			lwWorld world;
			memset(&world, 0, sizeof(world));
			if (mesh != NULL) {
				world = lwMeshWorld_World(mesh);
			}
			WalkAt(creature, mesh != NULL ? &world : NULL, 60, 6.0f, &reference);
			assert_true(reference.count > 3 * creature->walk->rig.legCount);
			for (int r = 0; r < 4; ++r) {
				char name[80];
				(void)snprintf(name, sizeof(name), "%s %s at %d Hz", creature->name, hilly == 1 ? "on hills" : "on the flat", rates[r]);
				WalkAt(creature, mesh != NULL ? &world : NULL, rates[r], 6.0f, &other);
				Bound((double)(100.0f * lwDistance(reference.end, other.end) / reference.length), 0.5, "%s: root path, %%", name);
				float differ = PrintsDiffer(&reference, &other, creature->walk->rig.legCount, creature->L);
				Holds(differ >= 0.0f, "%s: as many steps", name);
				if (differ >= 0.0f) {
					Bound((double)differ, 2.0, "%s: footprints, %% L", name);
				}
			}
			lwDestroyMeshWorld(mesh);
		}
	}
	Bounds_Done();
}

// Contact times are exact between frames: another rate gives the same times, not the nearest frames.
static void ContactTimesAreExact(void** state) {
	(void)state;
	Bounds_Begin(s_known);
	const Creature* creature = Creature_Get(lw_sampleQuadruped);
	float times[2][4][64], offs[2][4][64];
	int counts[2][4] = { { 0 } };
	for (int run = 0; run < 2; ++run) {
		WalkerDef def = { .creature = creature };
		Walker w = Walker_Make(&def);
		lwLegStatus last[4];
		memset(last, 0, sizeof(last));
		while (w.time < 5.0f) {
			Walker_Step(&w, run == 0 ? 1.0f / 24.0f : 1.0f / 240.0f);
			for (int l = 0; l < 4; ++l) {
				lwLegStatus s = lwCharacter_Leg(w.character, l);
				if (s.strikeTime > 0.0f && s.strikeTime != last[l].strikeTime && s.strikeTime < 4.9f) {
					offs[run][l][counts[run][l]] = s.offTime;
					times[run][l][counts[run][l]++] = s.strikeTime;
				}
				last[l] = s;
			}
		}
		Walker_Free(&w);
	}
	float worst = 0.0f;
	for (int l = 0; l < 4; ++l) {
		assert_int_equal(counts[0][l], counts[1][l]);
		assert_true(counts[0][l] >= 3);
		for (int i = 1; i < counts[0][l]; ++i) { // the first steps depend on when the start was noticed
			worst = lwMaxF(worst, lwAbsF((times[0][l][i] - times[0][l][0]) - (times[1][l][i] - times[1][l][0])));
			worst = lwMaxF(worst, lwAbsF((offs[0][l][i] - offs[0][l][1]) - (offs[1][l][i] - offs[1][l][1])));
		}
	}
	Bound((double)worst, 2e-3, "contact times at 24 and 240 Hz, s");
	Bounds_Done();
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(FrameRatesAgree),
		cmocka_unit_test(ContactTimesAreExact),
	};
	return cmocka_run_group_tests(tests, NULL, Creatures_Free);
}
