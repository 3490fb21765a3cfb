// SPDX-License-Identifier: MIT
// Synthesised gaits: numbers, phases, paths; and that creatures of 1 to 40 legs walk with them.
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "legwork/autorig.h"
#include "legwork/character.h"
#include "legwork/sample.h"
#include "legwork/synth_gait.h"
#include "synth/made_legs.h"

static lwSynthGaitDef DefFor(const Made* m) {
	lwSynthGaitDef def = lwDefaultSynthGaitDef();
	def.skeleton = &m->skeleton;
	def.rig = &m->rig;
	return def;
}

static lwSynthGait* Create(const lwSynthGaitDef* def) {
	lwSynthGait* gait = NULL;
	lwResult result = lwCreateSynthGait(def, &gait);
	if (result.status != lw_ok) {
		fail_msg("%s", result.message);
	}
	return gait;
}

static void Test_InvalidDefs(void** state) {
	(void)state;
	Made* m = MakeLegs(4);
	lwSynthGaitDef bad[16];
	int count = 0;
	for (int i = 0; i < 16; ++i) {
		bad[i] = DefFor(m);
	}
	float phases[4] = { 0.0f, 0.5f, 1.0f, 0.25f };
	bad[count++].skeleton = NULL;
	bad[count++].rig = NULL;
	bad[count++].kind = (lwSynthGaitKind)99;
	bad[count++].gravity = 0.0f;
	bad[count++].gravity = NAN;
	bad[count++].speed = 0.0f;
	bad[count++].speed = NAN;
	bad[count++].period = 0.0f;
	bad[count++].duty = 0.0f;
	bad[count++].duty = 1.0f;
	bad[count++].frameCount = 4;
	bad[count++].frameCount = 100000;
	bad[count++].stepHeight = INFINITY;
	bad[count++].footRoll = -1.0f;
	bad[count++].crouch = 2.0f;
	bad[count++].phases = phases;
	for (int i = 0; i < count; ++i) {
		lwSynthGait* gait = (lwSynthGait*)1;
		lwResult result = lwCreateSynthGait(&bad[i], &gait);
		assert_int_not_equal(result.status, lw_ok);
		assert_null(gait);
		assert_true(strlen(result.message) > 10);
	}
	assert_int_equal(count, 16);
	lwDestroySynthGait(NULL);
	free(m);
}

static void Test_Names(void** state) {
	(void)state;
	for (int i = 0; i < lw_synthGaitCount; ++i) {
		assert_int_equal(lwSynthGait_FromName(lwSynthGait_Name(i)), i);
	}
	assert_null(lwSynthGait_Name(-1));
	assert_null(lwSynthGait_Name(lw_synthGaitCount));
	assert_int_equal(lwSynthGait_FromName("moonwalk"), -1);
}

static bool Flies(const lwGait* gait, int leg, float phase) {
	float t = lwWrap01(phase - gait->legs[leg].stance);
	return t > gait->legs[leg].off && t < gait->legs[leg].strike;
}

// From four legs up at most half are in the air, and of two in a row on one side one stands.
static void Test_Support(void** state) {
	(void)state;
	int looked = 0;
	for (int legs = 4; legs <= 40; ++legs) {
		Made* m = MakeLegs(legs);
		lwSynthGaitDef def = DefFor(m);
		lwSynthGait* gait = Create(&def);
		for (int i = 0; i < 200; ++i) {
			float phase = (float)i / 200.0f;
			int air = 0;
			for (int l = 0; l < legs; ++l) {
				air += Flies(&gait->gait, l, phase);
				bool both = l + 2 < legs && m->rig.legs[l].side == m->rig.legs[l + 2].side && Flies(&gait->gait, l, phase) && Flies(&gait->gait, l + 2, phase);
				assert_false(both);
				looked++;
			}
			assert_true(2 * air <= legs);
		}
		lwDestroySynthGait(gait);
		free(m);
	}
	assert_true(looked > 100000);
}

static lwVec3 Sole(const Made* m, const lwClip* clip, int leg, float phase) {
	lwTransform local[MOST_JOINTS];
	lwMat34 model[MOST_JOINTS];
	lwClip_Sample(clip, phase * clip->duration, local);
	lwSkeleton_ToModel(&m->skeleton, local, lwMat34Identity(), model);
	return lwContactPoint_Pos(&m->rig.legs[leg].heel, model);
}

// Standing feet move backwards at the gait's speed and lie on the ground; flying ones are over it. Bones keep their length.
static void Test_Paths(void** state) {
	(void)state;
	static const lwSynthGaitKind kinds[] = { lw_synthWalk, lw_synthTrot, lw_synthPace, lw_synthCanter, lw_synthGallop, lw_synthWave, lw_synthHop };
	Made* m = MakeLegs(4);
	for (size_t k = 0; k < sizeof(kinds) / sizeof(kinds[0]); ++k) {
		lwSynthGaitDef def = DefFor(m);
		def.kind = kinds[k];
		def.frameCount = 256;
		lwSynthGait* gait = Create(&def);
		const lwGait* g = &gait->gait;
		assert_int_equal(gait->kind, kinds[k]);
		float worstSpeed = 0.0f, worstHeight = 0.0f, top = 0.0f;
		for (int l = 0; l < 4; ++l) {
			for (int i = 0; i < 256; ++i) {
				float a = (float)i / 256.0f, b = a + 1.0f / 256.0f;
				lwVec3 pa = Sole(m, &gait->walk, l, a), pb = Sole(m, &gait->walk, l, b);
				if (Flies(g, l, a) || Flies(g, l, lwWrap01(b))) {
					top = lwMaxF(top, pa.y);
					continue;
				}
				float speed = (pa.z - pb.z) * 256.0f / g->period;
				worstSpeed = lwMaxF(worstSpeed, lwAbsF(speed / g->speed - 1.0f));
				worstHeight = lwMaxF(worstHeight, lwAbsF(pa.y));
			}
		}
		printf("%s: %.2f m/s, %.2f s, duty %.2f; speed off by %.4f, height %.5f, top %.3f\n", g->gaitName, (double)g->speed, (double)g->period,
			   (double)g->legs[0].duty, (double)worstSpeed, (double)worstHeight, (double)top);
		assert_true(worstSpeed < 0.004f);
		assert_true(worstHeight < 1e-4f);
		assert_true(top > 0.08f && top < 0.25f);
		lwDestroySynthGait(gait);
	}
	free(m);
}

static void Test_GivenNumbers(void** state) {
	(void)state;
	Made* m = MakeLegs(4);
	lwSynthGaitDef def = DefFor(m);
	def.speed = 0.5f;
	def.period = 0.8f;
	def.duty = 0.6f;
	lwSynthGait* gait = Create(&def);
	assert_float_equal(gait->gait.speed, 0.5f, 1e-6f);
	assert_float_equal(gait->gait.period, 0.8f, 1e-6f);
	assert_float_equal(gait->gait.legs[1].duty, 0.6f, 1e-6f);
	assert_float_equal(gait->gait.legs[1].stepLength, 0.24f, 1e-6f);
	lwDestroySynthGait(gait);

	// Far beyond the legs' reach with both given: the contact gives way, the speed stays, all poses are finite.
	def.speed = 8.0f;
	gait = Create(&def);
	assert_float_equal(gait->gait.speed, 8.0f, 1e-5f);
	assert_true(gait->gait.legs[0].duty < 0.3f);
	for (int i = 0; i < gait->walk.frameCount * gait->walk.jointCount; ++i) {
		assert_true(isfinite(gait->walk.frames[i].pos.y) && isfinite(gait->walk.frames[i].rot.w));
	}
	lwDestroySynthGait(gait);

	// Natural speed grows with the root of the size (Froude): four times as large, twice as fast.
	Made* big = MakeLegs(4);
	for (int j = 0; j < big->skeleton.jointCount; ++j) {
		big->bind[j].pos = lwMul(big->bind[j].pos, 4.0f);
	}
	for (int l = 0; l < 4; ++l) {
		big->rig.legs[l].length = 4.0f;
		big->rig.legs[l].boneLengths[0] = big->rig.legs[l].boneLengths[1] = 2.0f;
	}
	big->rig.length = 4.0f;
	lwSynthGaitDef small = DefFor(m), large = DefFor(big);
	lwSynthGait* a = Create(&small);
	lwSynthGait* b = Create(&large);
	assert_float_equal(b->gait.speed / a->gait.speed, 2.0f, 1e-3f);
	lwDestroySynthGait(a);
	lwDestroySynthGait(b);
	free(big);
	free(m);
}

// Left and right do the same half a cycle apart.
static void Test_Mirrored(void** state) {
	(void)state;
	Made* m = MakeLegs(4);
	lwSynthGaitDef def = DefFor(m);
	lwSynthGait* gait = Create(&def);
	for (int i = 0; i < 50; ++i) {
		float phase = (float)i / 50.0f;
		lwVec3 left = Sole(m, &gait->walk, 0, phase), right = Sole(m, &gait->walk, 1, phase + 0.5f);
		assert_float_equal(left.x, -right.x, 2e-4f);
		assert_float_equal(left.y, right.y, 2e-4f);
		assert_float_equal(left.z, right.z, 2e-4f);
	}
	lwDestroySynthGait(gait);
	free(m);
}

static void Forward(void* user, float seconds, lwMotion* out) {
	const float* state = user; // time, speed
	out->distance = (state[0] + seconds) * state[1];
	out->pos = lwV3(0.0f, 0.0f, out->distance);
	out->velocity = lwV3(0.0f, 0.0f, state[1]);
}

static void ForwardTo(void* user, float distance, lwMotion* out) {
	const float* state = user;
	Forward(user, distance / state[1] - state[0], out);
}

// With the run time alone: skeleton and rig in, a walking creature out; planted feet do not slide.
static void Test_Walks(void** state) {
	(void)state;
	static const int counts[] = { 1, 2, 3, 4, 5, 6, 8, 12, 40 };
	for (size_t k = 0; k < sizeof(counts) / sizeof(counts[0]); ++k) {
		Made* m = MakeLegs(counts[k]);
		lwSynthGaitDef gaitDef = DefFor(m);
		lwSynthGait* gait = Create(&gaitDef);
		lwAssetDef assetDef = lwDefaultAssetDef();
		assetDef.skeleton = &m->skeleton;
		assetDef.rig = &m->rig;
		assetDef.gait = &gait->gait;
		assetDef.walk = &gait->walk;
		assetDef.idle = &gait->stand;
		lwAsset* asset = NULL;
		assert_int_equal(lwCreateAsset(&assetDef, &asset).status, lw_ok);
		float mover[2] = { 0.0f, gait->gait.speed };
		lwCharacterDef def = lwDefaultCharacterDef();
		def.asset = asset;
		def.predictor = (lwPredictor){ mover, Forward, ForwardTo };
		lwCharacter* character = NULL;
		assert_int_equal(lwCreateCharacter(&def, &character).status, lw_ok);
		int strikes = 0;
		float last = -1.0f, worst = 0.0f, total = 0.0f, way[LW_MAX_LEGS] = { 0.0f };
		int stances = 0;
		lwVec3 before[LW_MAX_LEGS];
		bool stood[LW_MAX_LEGS] = { false };
		for (int f = 0; f < 600; ++f) {
			mover[0] = (float)f / 60.0f;
			lwCharacter_Update(character, 1.0f / 60.0f);
			lwMat34 model[MOST_JOINTS];
			lwSkeleton_ToModel(&m->skeleton, lwCharacter_Pose(character), lwCharacter_ModelToWorld(character), model);
			for (int l = 0; l < counts[k]; ++l) {
				lwLegStatus status = lwCharacter_Leg(character, l);
				lwVec3 sole = lwContactPoint_Pos(&m->rig.legs[l].heel, model);
				bool stands = status.state == lw_footPlanted;
				if (stands && stood[l]) {
					way[l] += lwDistance(sole, before[l]);
				} else if (!stands && stood[l]) { // a stance is over
					worst = lwMaxF(worst, way[l]);
					total += way[l];
					stances += 1;
					way[l] = 0.0f;
				}
				stood[l] = stands;
				before[l] = sole;
			}
			strikes += lwCharacter_Leg(character, 0).strikeTime > last;
			last = lwCharacter_Leg(character, 0).strikeTime;
		}
		float expected = 10.0f / gait->gait.period;
		printf("%d legs: %.2f L/s, %d strikes of leg 0 in 10 s (%.1f cycles), skate mean %.3f %% L, most %.3f %% L\n", counts[k], (double)gait->gait.speed, strikes,
			   (double)expected, (double)(100.0f * total / (float)stances), (double)(100.0f * worst));
		assert_true(fabsf((float)strikes - expected) <= 2.0f);
		assert_true(stances >= 8 * counts[k] / 2);
		assert_true(100.0f * total / (float)stances <= 0.3f && 100.0f * worst <= 1.5f);
		lwDestroyCharacter(character);
		lwDestroyAsset(asset);
		lwDestroySynthGait(gait);
		free(m);
	}
}

// A person made in a T or with arms down: the arms hang while it stands.
static void Test_ArmsDown(void** state) {
	(void)state;
	lwSampleCreatureDef creature = lwDefaultSampleCreatureDef();
	creature.withClips = false;
	creature.detail = 0.5f;
	lwScene* scene = NULL;
	lwSceneSkeleton* skeleton = NULL;
	assert_int_equal(lwMakeSampleCreature(&creature, &scene).status, lw_ok);
	assert_int_equal(lwScene_MakeSkeleton(scene, &skeleton).status, lw_ok);
	lwRig* rig = calloc(1, sizeof(*rig));
	assert_non_null(rig);
	lwAutoRigDef find = lwDefaultAutoRigDef();
	find.scene = scene;
	find.skeleton = skeleton;
	assert_int_equal(lwAutoRig(&find, rig, NULL).status, lw_ok);
	lwSynthGaitDef def = lwDefaultSynthGaitDef();
	def.skeleton = &skeleton->skeleton;
	def.rig = rig;
	lwSynthGait* gait = Create(&def);
	int count = skeleton->skeleton.jointCount;
	lwMat34* model = calloc((size_t)count, sizeof(*model));
	assert_non_null(model);
	lwSkeleton_ToModel(&skeleton->skeleton, gait->stand.frames, lwMat34Identity(), model);
	int looked = 0;
	for (int j = 0; j < count; ++j) {
		if (strncmp(skeleton->skeleton.names[j], "forearm", 7) == 0) {
			lwVec3 upper = model[skeleton->skeleton.parents[j]].t;
			lwVec3 along = lwNormalizeOr(lwSub(model[j].t, upper), lwV3(0.0f, 1.0f, 0.0f));
			assert_true(along.y < -0.85f);
			looked++;
		}
	}
	assert_int_equal(looked, 2);
	free(model);
	lwDestroySynthGait(gait);
	free(rig);
	lwDestroySceneSkeleton(skeleton);
	lwDestroyScene(scene);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(Test_InvalidDefs), cmocka_unit_test(Test_Names), cmocka_unit_test(Test_Support), cmocka_unit_test(Test_Paths),
		cmocka_unit_test(Test_GivenNumbers), cmocka_unit_test(Test_Mirrored), cmocka_unit_test(Test_Walks), cmocka_unit_test(Test_ArmsDown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
