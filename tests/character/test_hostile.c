// SPDX-License-Identifier: MIT
// Character: input that no sane host would give.
#include "walker.h"

#include <time.h>

#define PREDICTOR "predictions are used unlooked at (character.c lwCharacter_Update, step/cycle.c Predict)"

static const KnownMiss s_known[] = {
	{ "biped: poses are numbers while the predictor gives NaN", PREDICTOR, 0.0 },
	{ "quadruped: poses are numbers while the predictor gives NaN", PREDICTOR, 0.0 },
	{ "hexapod: poses are numbers while the predictor gives NaN", PREDICTOR, 0.0 },
	{ "spider: poses are numbers while the predictor gives NaN", PREDICTOR, 0.0 },
	{ NULL, NULL, 0.0 },
};

static const int s_kinds[] = { lw_sampleBiped, lw_sampleQuadruped, lw_sampleHexapod, lw_sampleSpider };
#define KINDS ((int)(sizeof(s_kinds) / sizeof(s_kinds[0])))
#define DT (1.0f / 60.0f)

// Parameters that are not numbers, and numbers that make no sense, give poses that are numbers.
static void SurvivesBadParameters(void** state) {
	(void)state;
	static const float bad[] = { NAN, INFINITY, -1e30f, -1.0f, 0.0f, 1e30f };
	static const char* const names[] = { "stepThreshold", "clearance", "maxStepHeight", "maxSlope", "fadeTime", "tilt", "maxPeel" };
	const Creature* creature = Creature_Get(lw_sampleQuadruped);
	lwMeshWorld* mesh = Ground_Make(lw_sampleStairs, creature->L);
	lwWorld world = lwMeshWorld_World(mesh);
	Bounds_Begin(s_known);
	for (int k = 0; k < 7; ++k) {
		bool fine = true;
		for (int b = 0; b < 6; ++b) {
			Stick stick = { .radius = 0.5f * creature->L, .forward = creature->walk->gait.speed };
			WalkerDef base = { .creature = creature, .stick = &stick, .world = &world };
			Walker w = Walker_Make(&base);
			lwDestroyCharacter(w.character);
			lwCharacterDef def = lwDefaultCharacterDef();
			def.asset = creature->asset;
			def.predictor = Stick_Predictor(&stick);
			def.world = world;
			float* const fields[] = { &def.stepThreshold, &def.clearance, &def.maxStepHeight, &def.maxSlope, &def.fadeTime, &def.tilt, &def.maxPeel };
			*fields[k] = bad[b];
			w.character = NULL;
			if (lwCreateCharacter(&def, &w.character).status == lw_ok) {
				for (int i = 0; i < 40 && fine; ++i) {
					Walker_Step(&w, DT);
					fine = Walker_IsFinite(&w);
				}
			}
			Walker_Free(&w);
		}
		Holds(fine, "bad %s is refused or harmless", names[k]);
	}
	Bounds_Done();
	lwDestroyMeshWorld(mesh);
}

// ---- Hostile input ---------------------------------------------------------------------------------------------

typedef struct Hostile {
	Stick stick;
	int kind;     // what atTime answers
	uint32_t seed;
	bool on;
} Hostile;

static float Random(uint32_t* seed) {
	*seed = *seed * 1664525u + 1013904223u;
	return (float)(*seed >> 8) / 16777216.0f;
}

enum { hostileNan, hostileHuge, hostileInf, hostileRandom, hostileLeaps, hostileKinds };
static const char* const s_hostileNames[] = { "NaN", "1e30", "infinity", "random", "leaps" };

static void Spoil(Hostile* h, lwMotion* io) {
	float r = Random(&h->seed);
	switch (h->on ? h->kind : -1) {
	case hostileNan: io->pos.x = io->yaw = NAN; break;
	case hostileHuge: io->pos = lwV3(1e30f, -1e30f, 1e30f); io->velocity.x = 1e30f; io->yaw = 1e30f; io->distance = 1e30f; break;
	case hostileInf: io->distance = INFINITY; io->velocity = lwV3(INFINITY, 0.0f, 0.0f); break;
	case hostileRandom: io->pos = lwV3(100.0f * r, 50.0f - 100.0f * r, 10.0f * r); io->yaw = 10.0f * r; io->yawRate = 1000.0f * r - 500.0f; io->distance = -1000.0f * r; io->velocity.z = 1000.0f * r; break;
	case hostileLeaps: io->pos.x += r > 0.9f ? 1000.0f : 0.0f; break;
	default: break;
	}
}

static void Hostile_AtTime(void* user, float seconds, lwMotion* out) {
	Hostile* h = user;
	Stick_AtTime(&h->stick, seconds, out);
	Spoil(h, out);
}

static void Hostile_AtDistance(void* user, float distance, lwMotion* out) {
	Hostile* h = user;
	Stick_AtDistance(&h->stick, distance, out);
	Spoil(h, out);
}

// Moves as ever for 20 frames, hostile for 16, as ever again: never hangs or crashes, always gives poses that are numbers.
static void SurvivesHostilePredictors(void** state) {
	(void)state;
	Bounds_Begin(s_known);
	for (int k = 0; k < KINDS; k += 1) {
		for (int kind = 0; kind < hostileKinds; ++kind) {
			Creature* creature = Creature_Get(s_kinds[k]);
			lwMeshWorld* mesh = Ground_Make(lw_sampleHills, creature->L);
			lwWorld world = lwMeshWorld_World(mesh);
			Hostile h = { .stick = { .radius = 0.5f * creature->L, .forward = creature->walk->gait.speed }, .kind = kind, .seed = 7 };
			lwPredictor predictor = { &h, Hostile_AtTime, Hostile_AtDistance };
			WalkerDef def = { .creature = creature, .predictor = &predictor, .world = &world };
			Walker w = Walker_Make(&def);
			bool during = true, after = true;
			for (int i = 0; i < 70; ++i) {
				h.on = i >= 20 && i < 36;
				Stick_Move(&h.stick, DT);
				Walker_Step(&w, DT);
				during = during && (i >= 36 || Walker_IsFinite(&w));
				after = after && (i < 36 || Walker_IsFinite(&w));
			}
		Holds(during, "%s: poses are numbers while the predictor gives %s", creature->name, s_hostileNames[kind]);
			Holds(after, "%s: recovers from a predictor that gave %s", creature->name, s_hostileNames[kind]);
			lwCharacter_Reset(w.character);
			Walker_Step(&w, DT);
			Holds(Walker_IsFinite(&w), "%s: reset after a predictor that gave %s", creature->name, s_hostileNames[kind]);
			Walker_Free(&w);
			lwDestroyMeshWorld(mesh);
		}
	}
	Bounds_Done();
}

typedef struct BadWorld {
	int kind;
	uint32_t seed;
} BadWorld;

enum { worldNever, worldRandom, worldNan, worldInside, worldKinds };
static const char* const s_worldNames[] = { "never hits", "hits anywhere", "hits at NaN", "hits at once" };

static void BadCast(void* user, const lwCastQuery* queries, int count, lwCastHit* outHits) {
	BadWorld* b = user;
	for (int i = 0; i < count; ++i) {
		lwCastHit* hit = &outHits[i];
		memset(hit, 0, sizeof(*hit));
		float r = Random(&b->seed);
		if (b->kind == worldNever || (b->kind == worldRandom && r < 0.3f)) {
			continue;
		}
		hit->hit = true;
		hit->fraction = b->kind == worldInside ? 0.0f : r;
		hit->pos = lwMulAdd(queries[i].origin, queries[i].motion, hit->fraction);
		hit->normal = hit->faceNormal = lwNormalizeOr(lwV3(Random(&b->seed) - 0.5f, Random(&b->seed), Random(&b->seed) - 0.5f), lwV3(0, 1, 0));
		hit->body = (int)(r * 1000.0f);
		if (b->kind == worldNan) {
			hit->pos.y = hit->normal.x = hit->faceNormal.x = NAN;
		}
	}
}

static void SurvivesHostileWorlds(void** state) {
	(void)state;
	Bounds_Begin(s_known);
	for (int k = 0; k < KINDS; ++k) {
		for (int kind = 0; kind < worldKinds; ++kind) {
			Creature* creature = Creature_Get(s_kinds[k]);
			BadWorld bad = { kind, 11u };
			lwWorld world = { &bad, BadCast, NULL, NULL, NULL, NULL };
			Stick stick = { .radius = 0.5f * creature->L, .forward = creature->walk->gait.speed, .yawRate = 0.3f };
			WalkerDef def = { .creature = creature, .stick = &stick, .world = &world };
			Walker w = Walker_Make(&def);
			bool finite = Walker_IsFinite(&w), searching = true;
			float bones = 0.0f;
			int joints = creature->skeleton->skeleton.jointCount, most = 0;
			for (int i = 0; i < 60; ++i) {
				Walker_Step(&w, DT);
				finite = finite && Walker_IsFinite(&w);
				most = lwCharacter_QueryCount(w.character) > most ? lwCharacter_QueryCount(w.character) : most;
				for (int l = 0; l < w.legs; ++l) {
					searching = searching && (lwCharacter_Leg(w.character, l).searching || kind != worldNever);
				}
				for (int j = 1; j < joints && finite; ++j) { // whatever the ground, bones keep their lengths (limbs are not stretched)
					int p = creature->skeleton->skeleton.parents[j];
					bones = p >= 0 ? lwMaxF(bones, lwAbsF(lwDistance(w.model[j].t, w.model[p].t) - lwLength(lwCharacter_Pose(w.character)[j].pos))) : bones;
				}
			}
			const char* name = creature->name;
			Holds(finite, "%s: poses are numbers in a world that %s", name, s_worldNames[kind]);
			Holds(searching, "%s: feet are searching in a world that %s", name, s_worldNames[kind]);
			Bound((double)(100.0f * bones / w.L), 0.1, "%s: bones keep their length in a world that %s", name, s_worldNames[kind]);
			Bound(most, 4000, "%s: queries a frame in a world that %s", name, s_worldNames[kind]);
			Walker_Free(&w);
		}
	}
	Bounds_Done();
}

#if defined(__has_feature)
#if __has_feature(undefined_behavior_sanitizer) || __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#endif

// Of one exponential of NaN. While that is undefined behaviour (a known miss) a sanitizer would end the program there: NaN, then.
static float SecondsOfExp(void) {
#if defined(SANITIZED)
	return FindMiss("the exponential of NaN: s") != NULL ? NAN : 0.0f;
#else
	clock_t before = clock();
	volatile float e = lwExp(NAN);
	(void)e;
	return (float)(clock() - before) / (float)CLOCKS_PER_SEC;
#endif
}

static void SurvivesBadSteps(void** state) {
	(void)state;
	static const float bad[] = { INFINITY, -INFINITY, -1.0f, 1e30f, 0.0f, NAN };
	Bounds_Begin(s_known);
	float seconds = SecondsOfExp();
	Bound((double)seconds, 0.1, "the exponential of NaN: s");
	for (size_t b = 0; b < sizeof(bad) / sizeof(bad[0]); ++b) {
		if (isnan(bad[b]) && !(seconds <= 0.1f)) {
			Holds(false, "survives a step of nan"); // and takes half a minute to show it
			continue;
		}
		Creature* creature = Creature_Get(lw_sampleHexapod);
		Stick stick = { .radius = 0.5f * creature->L, .forward = creature->walk->gait.speed };
		WalkerDef def = { .creature = creature, .stick = &stick };
		Walker w = Walker_Make(&def);
		for (int i = 0; i < 60; ++i) {
			Walker_Step(&w, DT);
		}
		clock_t start = clock();
		lwCharacter_Update(w.character, bad[b]);
		Walker_Step(&w, DT);
		Bound((double)(clock() - start) / (double)CLOCKS_PER_SEC, 0.2, "a step of %g and one after: s", (double)bad[b]);
		Holds(Walker_IsFinite(&w) && isfinite(lwCharacter_Time(w.character)), "survives a step of %g", (double)bad[b]);
		Walker_Free(&w);
	}
	Bounds_Done();
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(SurvivesBadParameters),
		cmocka_unit_test(SurvivesHostilePredictors),
		cmocka_unit_test(SurvivesHostileWorlds),
		cmocka_unit_test(SurvivesBadSteps),
	};
	return cmocka_run_group_tests(tests, NULL, Creatures_Free);
}
