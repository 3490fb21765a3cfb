// SPDX-License-Identifier: MIT
// A person captured walking forward, backward and to both sides, each take cut to its best cycle, as one gait: through all directions. The takes
// are those of ../shared/data; without them the test says so and passes.
#include "motions.h"

#include <unistd.h>

#define MOCAP LEGWORK_SOURCE_DIR "/../shared/data/mocap/dataset-1_"

static const char* const s_takes[] = { "walk_active_001.bvh", "walk-left_active_001.bvh", "walk-back_active_001.bvh", "walk-right_active_001.bvh" };
enum { takes = sizeof(s_takes) / sizeof(s_takes[0]) };

static lwScene* s_scenes[takes];
static lwSceneSkeleton* s_skeletons[takes];
static Creature s_person;

static lwScene* Read(int take, lwSceneSkeleton** outSkeleton) {
	char path[512];
	(void)snprintf(path, sizeof(path), "%s%s", MOCAP, s_takes[take]);
	lwScene* scene = NULL;
	assert_int_equal(lwReadScene(path, &scene).status, lw_ok);
	assert_int_equal(lwScene_MakeSkeleton(scene, outSkeleton).status, lw_ok);
	return scene;
}

static lwAnalysis* Analyse(int take, const lwRig* rig) {
	lwAnalyseDef def = lwDefaultAnalyseDef();
	def.scene = s_scenes[take];
	def.skeleton = s_skeletons[take];
	def.rig = rig;
	lwAnalysis* analysis = NULL;
	lwResult result = lwAnalyseClip(&def, &analysis);
	if (result.status != lw_ok) {
		fail_msg("%s", result.message);
	}
	assert_true(analysis->gait.cyclic);
	return analysis;
}

static Set MakeSet(void) {
	Set s;
	memset(&s, 0, sizeof(s));
	for (int i = 0; i < takes; ++i) {
		s_scenes[i] = Read(i, &s_skeletons[i]);
		assert_int_equal(s_skeletons[i]->skeleton.jointCount, s_skeletons[0]->skeleton.jointCount);
	}
	s_person.scene = s_scenes[0];
	s_person.skeleton = s_skeletons[0];
	lwAutoRigDef find = lwDefaultAutoRigDef();
	find.scene = s_person.scene;
	find.skeleton = s_person.skeleton;
	assert_int_equal(lwAutoRig(&find, &s_person.rig, NULL).status, lw_ok);
	s.creature = &s_person;
	for (int i = 0; i < takes; ++i) {
		s.analyses[i] = Analyse(i, &s_person.rig);
		s.samples[s.count++] = (lwMotionSample){ &s.analyses[i]->gait, s.analyses[i]->clip, "walk" };
	}
	s_person.walk = s.analyses[0];
	s_person.L = s_person.walk->rig.length;
	s.def = lwDefaultMotionSetDef();
	s.def.skeleton = &s_person.skeleton->skeleton;
	s.def.rig = &s_person.walk->rig;
	Set_Make(&s);
	return s;
}

// Speed of the samples in a direction, between them by angle, a quarter apart.
static float SpeedAt(const Set* s, float angle) {
	float at = lwWrap01(angle / (2.0f * LW_PI)) * 4.0f;
	int i = (int)at % 4;
	return lwLerpF(s->analyses[i]->gait.speed, s->analyses[(i + 1) % 4]->gait.speed, at - (float)(int)at);
}

static void AllDirections(void** state) {
	(void)state;
	if (access(MOCAP "walk_active_001.bvh", R_OK) != 0) {
		print_message("SKIPPED: ../shared/data/mocap is absent\n");
		return;
	}
	Bounds_Begin(NULL);
	Set s = MakeSet();
	static const float shares[] = { 0.4f, 0.8f, 1.0f, 1.2f };
	for (size_t n = 0; n < sizeof(shares) / sizeof(shares[0]); ++n) {
		Stick stick = { .radius = 0.2f * s_person.L };
		lwCharacterDef def = lwDefaultCharacterDef();
		Walker w = Set_Walker(&s, &stick, &def);
		Watch* k = calloc(1, sizeof(*k));
		assert_non_null(k);
		Go(&w, k, shares[n] * SpeedAt(&s, 0.0f), 0.0f, SpeedAt(&s, 0.0f), 2.0f);
		for (int f = 0; f < 720; ++f) {
			float a = 2.0f * LW_PI * (float)f / 720.0f, speed = shares[n] * SpeedAt(&s, a);
			stick.forward = speed * lwCos(a);
			stick.side = speed * lwSin(a);
			Walker_Step(&w, 1.0f / 60.0f);
			Watch_Frame(k, &w, 1.0f / 60.0f);
		}
		char name[32];
		(void)snprintf(name, sizeof(name), "%.1f of each way's", (double)shares[n]);
		Report(name, k, &w);
		Bound((double)Contacts_SkateMean(&k->contacts), 0.3, "%s: skate mean", name);
		Bound((double)k->contacts.skateMax, 1.5, "%s: skate max", name);
		Bound((double)k->weightStep, 0.1, "%s: weights' largest change in a frame", name);
		Bound((double)k->sum, 1e-5, "%s: sum of weights", name);
		Bound((double)k->apart, 1e-3, "%s: phases apart", name);
		Bound((double)k->bone, 1e-4, "%s: bone length", name);
		free(k);
		Walker_Free(&w);
	}
	Set_Free(&s);
	for (int i = 0; i < takes; ++i) {
		lwDestroySceneSkeleton(s_skeletons[i]);
		lwDestroyScene(s_scenes[i]);
	}
	Bounds_Done();
}

int main(void) {
	const struct CMUnitTest tests[] = { cmocka_unit_test(AllDirections) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
