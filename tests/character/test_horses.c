// SPDX-License-Identifier: MIT
// Horses and the built-in wolf through all their gaits and back, on flat ground and on hills: what is planted stays, nothing jumps during
// the changes. The horses are those of ../shared/data; without them the test says so.
#include "motions.h"

#include <unistd.h>

#define DATA LEGWORK_SOURCE_DIR "/../shared/data/"

typedef struct Horse {
	const char* name;
	const char* file;        // NULL: the built-in wolf
	const char* clips[5];    // slow to fast, ends with NULL
	const char* idle;
} Horse;

static const Horse s_horses[] = {
	{ "wolf", NULL, { "Walk", "Trot", "Canter", "Gallop", NULL }, "Idle" },
	{ "horse_m2m", DATA "horse_m2m.glb", { "Walk", "Trot", "Run", NULL }, "Idle" },
	{ "horse_quaternius", DATA "horse_quaternius.glb", { "Walk", "Gallop", NULL }, "Idle" },
};

static const KnownMiss s_known[] = {
	{ "horse_quaternius, flat: pop, times the samples' largest", "from the walk straight to the gallop: legs reach its phases within a step", 1.36 },
	{ NULL, NULL, 0.0 },
};

static Creature s_creature;

static lwAnalysis* Analyse(const char* clip) {
	lwAnalyseDef def = lwDefaultAnalyseDef();
	def.scene = s_creature.scene;
	def.skeleton = s_creature.skeleton;
	def.rig = &s_creature.rig;
	def.clip = lwScene_FindClip(s_creature.scene, clip, NULL);
	assert_true(def.clip >= 0);
	lwAnalysis* analysis = NULL;
	lwResult result = lwAnalyseClip(&def, &analysis);
	if (result.status != lw_ok) {
		fail_msg("%s", result.message);
	}
	return analysis;
}

static Set Make(const Horse* horse) {
	Set s;
	memset(&s, 0, sizeof(s));
	memset(&s_creature, 0, sizeof(s_creature));
	if (horse->file != NULL) {
		assert_int_equal(lwReadScene(horse->file, &s_creature.scene).status, lw_ok);
	} else {
		lwSampleCreatureDef def = lwDefaultSampleCreatureDef();
		def.kind = lw_sampleQuadruped;
		def.frameRate = 60;
		assert_int_equal(lwMakeSampleCreature(&def, &s_creature.scene).status, lw_ok);
	}
	assert_int_equal(lwScene_MakeSkeleton(s_creature.scene, &s_creature.skeleton).status, lw_ok);
	lwAutoRigDef find = lwDefaultAutoRigDef();
	find.scene = s_creature.scene;
	find.skeleton = s_creature.skeleton;
	assert_int_equal(lwAutoRig(&find, &s_creature.rig, NULL).status, lw_ok);
	for (int i = 0; horse->clips[i] != NULL; ++i) {
		s.analyses[s.count] = Analyse(horse->clips[i]);
		s.samples[s.count] = (lwMotionSample){ &s.analyses[s.count]->gait, s.analyses[s.count]->clip, horse->clips[i] };
		s.count += 1;
	}
	s_creature.walk = s.analyses[0];
	s_creature.idle = Analyse(horse->idle);
	s_creature.L = s_creature.walk->rig.length;
	s.creature = &s_creature;
	s.def = lwDefaultMotionSetDef();
	s.def.skeleton = &s_creature.skeleton->skeleton;
	s.def.rig = &s_creature.walk->rig;
	s.def.idle = s_creature.idle->clip;
	s.def.idleOriginMS = s_creature.idle->gait.originMS;
	Set_Make(&s);
	return s;
}

static void Free(Set* s) {
	Set_Free(s);
	lwDestroyAnalysis(s_creature.idle);
	lwDestroySceneSkeleton(s_creature.skeleton);
	lwDestroyScene(s_creature.scene);
}

static void Go_Through(const Horse* horse, const Set* s, bool hills) {
	lwSampleTerrainDef terrain = lwDefaultSampleTerrainDef();
	terrain.kind = lw_sampleHills;
	terrain.scale = s->creature->L;
	terrain.length = 120.0f;
	lwMeshWorld* mesh = hills ? Ground_FromDef(&terrain) : NULL;
	Stick stick = { .radius = 0.3f };
	lwCharacterDef def = lwDefaultCharacterDef();
	if (hills) {
		def.world = lwMeshWorld_World(mesh);
	}
	Walker w = Set_Walker(s, &stick, &def);
	Watch* k = calloc(1, sizeof(*k));
	assert_non_null(k);
	float acceleration = 2.0f * w.L;
	int wrong = 0;
	Go(&w, k, 0.0f, 0.0f, acceleration, 1.0f);
	for (int i = 0; i <= s->count; ++i) {
		int gait = i % s->count; // and back to the walk
		Go(&w, k, s->analyses[gait]->gait.speed, 0.0f, i == s->count ? 3.0f * acceleration : acceleration, 5.0f);
		wrong += lwCharacter_Gait(w.character) != gait;
	}
	Go(&w, k, 0.0f, 0.0f, acceleration, 4.0f);
	const char* ground = hills ? "hills" : "flat";
	char name[64];
	(void)snprintf(name, sizeof(name), "%s, %s", horse->name, ground);
	Report(name, k, &w);
	Bound(wrong, 0, "%s: gaits not as the speed asks", name);
	Bound((double)Contacts_SkateMean(&k->contacts), 0.3, "%s: skate mean", name);
	Bound((double)k->contacts.skateMax, 1.5, "%s: skate max", name);
	Bound((double)k->planted, 1e-3, "%s: standing prints", name);
	Bound((double)(k->pop / SamplesPop(s)), hills ? 3.0 : 1.3, "%s: pop, times the samples' largest", name);
	Holds(k->changes >= s->count, "%s: changes told", name);
	Holds(lwCharacter_AtRest(w.character), "%s: rests", name);
	free(k);
	Walker_Free(&w);
	lwDestroyMeshWorld(mesh);
}

// Speed over time: up through all gaits, down to the walk, stop.
static float SpeedAt(const Set* s, float time) {
	float top = s->analyses[s->count - 1]->gait.speed, walk = s->analyses[0]->gait.speed;
	float up = lwSmoothStep(1.0f, 14.0f, time), down = lwSmoothStep(16.0f, 20.0f, time), stop = lwSmoothStep(22.0f, 24.0f, time);
	return lwLerpF(lwLerpF(top * up, walk, down), 0.0f, stop);
}

static void Run(const Set* s, float rate, lwVec3* outFeet, int* outChanges, float* outWay) {
	Stick stick = { .radius = 0.3f };
	lwCharacterDef def = lwDefaultCharacterDef();
	Walker w = Set_Walker(s, &stick, &def);
	Watch* k = calloc(1, sizeof(*k));
	assert_non_null(k);
	int frames = (int)(30.0f * rate + 0.5f);
	for (int f = 0; f < frames; ++f) {
		stick.forward = SpeedAt(s, ((float)f + 0.5f) / rate); // exact over the frame, to second order
		Walker_Step(&w, 1.0f / rate);
		Watch_Frame(k, &w, 1.0f / rate);
	}
	for (int l = 0; l < w.legs; ++l) {
		outFeet[l] = lwSub(lwCharacter_Leg(w.character, l).current.pos, stick.pos);
	}
	*outChanges = k->changes;
	*outWay = stick.pos.z;
	free(k);
	Walker_Free(&w);
}

// Changing gaits ends the same at any frame rate: the same changes, the same way, the feet at the same places.
static void AnyRate(void** state) {
	(void)state;
	Bounds_Begin(NULL);
	Set s = Make(&s_horses[0]);
	static const float rates[] = { 60.0f, 20.0f, 30.0f, 144.0f };
	lwVec3 feet[4][LW_MAX_LEGS];
	int changes[4];
	float ways[4];
	for (int r = 0; r < 4; ++r) {
		Run(&s, rates[r], feet[r], &changes[r], &ways[r]);
		float apart = 0.0f;
		for (int l = 0; l < s_creature.walk->rig.legCount; ++l) {
			apart = lwMaxF(apart, lwDistance(feet[r][l], feet[0][l]) / s_creature.L);
		}
		Bound((double)(100.0f * apart), 2.0, "wolf at %.0f Hz: footprints apart, %% L", (double)rates[r]);
		Bound((double)(100.0f * lwAbsF(ways[r] - ways[0]) / ways[0]), 0.5, "wolf at %.0f Hz: way apart, %%", (double)rates[r]);
		Bound(abs(changes[r] - changes[0]), 0.0, "wolf at %.0f Hz: gait changes", (double)rates[r]);
	}
	Free(&s);
	Bounds_Done();
}

static void AllGaits(void** state) {
	(void)state;
	Bounds_Begin(s_known);
	for (size_t h = 0; h < sizeof(s_horses) / sizeof(s_horses[0]); ++h) {
		if (s_horses[h].file != NULL && access(s_horses[h].file, R_OK) != 0) {
			print_message("SKIPPED: %s is absent\n", s_horses[h].file);
			continue;
		}
		Set s = Make(&s_horses[h]);
		Go_Through(&s_horses[h], &s, false);
		Go_Through(&s_horses[h], &s, true);
		Free(&s);
	}
	Bounds_Done();
}

int main(void) {
	const struct CMUnitTest tests[] = { cmocka_unit_test(AllGaits), cmocka_unit_test(AnyRate) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
