// SPDX-License-Identifier: MIT
// Every clip of every built-in creature against the truth it was made from: speed, direction, period, duty, touchdown, name.
#include "legwork/analyse.h"
#include "legwork/sample.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

// What a zoologist would call them.
static const struct {
	int kind;
	const char *clip, *name;        // the name begins so
} gaits[] = {
	{ lw_sampleBiped, "Walk", "walk" },
	{ lw_sampleBiped, "Run", "run" },
	{ lw_sampleQuadruped, "Walk", "walk (lateral sequence)" },
	{ lw_sampleQuadruped, "Trot", "trot" },
	{ lw_sampleQuadruped, "Canter", "canter (lead fore L)" },
	{ lw_sampleQuadruped, "Gallop", "gallop" },
	{ lw_sampleHexapod, "Walk", "alternating tripod" },
	{ lw_sampleSpider, "Walk", "alternating tetrapod" },
	{ lw_sampleDragon, "Walk", "walk (lateral sequence)" },
};

static const char* wantedName(int kind, const char* clip) {
	for (size_t i = 0; i < sizeof gaits / sizeof gaits[0]; ++i)
		if (gaits[i].kind == kind && strncmp(gaits[i].clip, clip, strlen(gaits[i].clip)) == 0) return gaits[i].name;
	return "none";
}

static float apart(float a, float b) { return lwAbsF(lwWrap01(a - b + 0.5f) - 0.5f); }

static int legOf(const lwRig* rig, const lwSceneSkeleton* skeleton, const char* upper) {
	for (int l = 0; l < rig->legCount; ++l)
		for (int k = 0; k < rig->legs[l].jointCount; ++k)
			if (strcmp(skeleton->skeleton.names[rig->legs[l].joints[k]], upper) == 0) return l;
	return -1;
}

static int check(bool good, const char* what, double value, double wanted) {
	if (!good) printf("    !! %s %.4f, wanted %.4f\n", what, value, wanted);
	return good ? 0 : 1;
}

static int compare(const lwAnalysis* a, const lwSceneSkeleton* skeleton, const lwSampleTruth* truth, const char* name) {
	const lwGait* gait = &a->gait;
	printf("  %-8s '%s' speed %.3f (%.3f) stride %.3f confidence %.2f\n", truth->clip, gait->gaitName, (double)gait->speed, (double)truth->speed, (double)gait->stride,
		   (double)gait->confidence);
	int missed = check(fabsf(gait->period - truth->period) < 1e-4f, "period", (double)gait->period, (double)truth->period);
	missed += check(gait->cyclic == (truth->speed > 0.0f), "cyclic", gait->cyclic, truth->speed > 0.0f);
	if (strncmp(gait->gaitName, name, strlen(name)) != 0) {
		printf("    !! named '%s', wanted '%s'\n", gait->gaitName, name);
		++missed;
	}
	missed += check(fabsf(gait->speed - truth->speed) <= 0.03f * truth->speed, "speed", (double)gait->speed, (double)truth->speed);
	if (truth->speed > 0.0f) {
		float cosine = lwDot(gait->directionMS, truth->directionMS);
		missed += check(cosine > cosf(3.0f * LW_PI / 180.0f), "cosine of the direction", (double)cosine, 1.0);
	}
	missed += check(gait->legCount == truth->legCount, "legs", gait->legCount, truth->legCount);
	for (int i = 0; i < truth->legCount; ++i) {
		const lwSampleLegTruth* leg = &truth->legs[i];
		int l = legOf(&a->rig, skeleton, leg->upper);
		missed += check(l >= 0, leg->upper, 0.0, 1.0);
		if (l < 0) continue;
		const lwContactTrack* contacts = &a->contacts[l];
		float on = 0.0f;
		for (int k = 0; k < contacts->count; ++k) on += contacts->to[k] - contacts->from[k];
		missed += check(contacts->count == 1, "contacts", contacts->count, 1.0);
		missed += check(fabsf(on - leg->duty) <= 0.03f, leg->upper, (double)on, (double)leg->duty);
		if (leg->duty >= 1.0f) continue;
		const lwGaitLeg* g = &gait->legs[l];
		missed += check(fabsf(g->duty - leg->duty) <= 0.03f, "duty of the key times", (double)g->duty, (double)leg->duty);
		missed += check(apart(g->stance + g->strike, leg->touchdownPhase) <= 0.03f, "strike", (double)lwWrap01(g->stance + g->strike), (double)leg->touchdownPhase);
		missed += check(fabsf(g->speed - truth->speed) <= 0.03f * truth->speed, "leg speed", (double)g->speed, (double)truth->speed);
	}
	return missed;
}

static int analyseAll(lwSampleCreatureDef def) {
	lwScene* scene = NULL;
	lwSceneSkeleton* skeleton = NULL;
	def.detail = 0.4f;
	assert_int_equal(lwMakeSampleCreature(&def, &scene).status, lw_ok);
	assert_int_equal(lwScene_MakeSkeleton(scene, &skeleton).status, lw_ok);
	static lwRig rig;
	lwAutoRigDef rigDef = lwDefaultAutoRigDef();
	rigDef.scene = scene;
	rigDef.skeleton = skeleton;
	assert_int_equal(lwAutoRig(&rigDef, &rig, NULL).status, lw_ok);
	printf("%s, seed %u, %d keys/s\n", lwSampleCreature_Name((int)def.kind), def.seed, def.frameRate);
	int missed = 0;
	for (int c = 0; c < lwSampleCreature_ClipCount(&def); ++c) {
		lwSampleTruth truth;
		assert_int_equal(lwSampleCreature_Truth(&def, c, &truth).status, lw_ok);
		lwAnalyseDef analyse = lwDefaultAnalyseDef();
		analyse.scene = scene;
		analyse.skeleton = skeleton;
		analyse.rig = &rig;
		analyse.clip = c;
		lwAnalysis* a = NULL;
		assert_int_equal(lwAnalyseClip(&analyse, &a).status, lw_ok);
		missed += compare(a, skeleton, &truth, wantedName((int)def.kind, truth.clip));
		lwDestroyAnalysis(a);
	}
	lwDestroySceneSkeleton(skeleton);
	lwDestroyScene(scene);
	return missed;
}

static void built_in_creatures(void** state) {
	(void)state;
	int missed = 0;
	for (int kind = 0; kind < lw_sampleCreatureCount; ++kind) {
		lwSampleCreatureDef def = lwDefaultSampleCreatureDef();
		def.kind = (lwSampleCreatureKind)kind;
		missed += analyseAll(def);
	}
	assert_int_equal(missed, 0);
}

// Other proportions, sizes, key rates and numbers of legs.
static void variants(void** state) {
	(void)state;
	int missed = 0;
	for (int i = 0; i < 3; ++i) {
		lwSampleCreatureDef def = lwDefaultSampleCreatureDef();
		def.kind = (lwSampleCreatureKind)i;
		def.seed = (uint32_t)i + 1;
		def.frameRate = i == 0 ? 120 : 60;
		def.scale = i == 1 ? 20.0f : 0.1f;
		missed += analyseAll(def);
	}
	assert_int_equal(missed, 0);
}

int main(void) {
	const struct CMUnitTest tests[] = { cmocka_unit_test(built_in_creatures), cmocka_unit_test(variants) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
