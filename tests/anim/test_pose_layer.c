// SPDX-License-Identifier: MIT
// Additive poses and one-shot layers.
#include "anim/kit.h"

#define JOINTS 20
#define FRAMES 11

static void TestInvalid(void** state) {
	(void)state;
	Random r = { KIT_SEED };
	lwTransform frames[JOINTS], pose[JOINTS], kept[JOINTS];
	Random_Pose(&r, JOINTS, NULL, 1.0f, frames);
	Random_Pose(&r, JOINTS, NULL, 1.0f, pose);
	memcpy(kept, pose, sizeof(pose));
	lwClip clip = { "hit", JOINTS, 1, 1.0f, false, frames };
	lwSetAssertFcn(CountAssert);
	s_asserts = 0;
	lwOneShotDef unmade;
	memset(&unmade, 0, sizeof(unmade));
	unmade.clip = &clip, unmade.rate = unmade.weight = 1.0f;
	lwOneShot_Apply(&unmade, 0.5f, pose);
	assert_true(lwOneShot_Weight(NULL, 0.5f) == 0.0f);
	assert_int_equal(s_asserts, 2);
	lwOneShotDef def =
		lwDefaultOneShotDef(); // no clip, no rate, no duration: nothing plays, and it is no error of the caller's
	lwOneShot_Apply(&def, 0.0f, pose);
	def.clip = &clip, def.rate = 0.0f;
	lwOneShot_Apply(&def, 0.5f, pose);
	def.rate = 1.0f, clip.duration = 0.0f;
	lwOneShot_Apply(&def, 0.0f, pose);
	assert_int_equal(s_asserts, 2);
	lwSetAssertFcn(NULL);
	assert_memory_equal(pose, kept, sizeof(pose));
}

static void TestDifference(void** state) {
	(void)state;
	printf("seed %u\n", KIT_SEED);
	Random r = { KIT_SEED };
	lwTransform a[JOINTS], reference[JOINTS], d[JOINTS], out[JOINTS], base[JOINTS];
	for (int round = 0; round < 50; ++round) {
		Random_Pose(&r, JOINTS, NULL, 3.0f, reference);
		Random_Pose(&r, JOINTS, reference, 2.5f, a);
		lwPose_Difference(a, reference, JOINTS, d);
		memcpy(out, reference, sizeof(out));
		lwPose_Add(d, 1.0f, NULL, JOINTS, out);
		assert_true(PoseDistance(out, a, JOINTS) < 3e-6);
		Random_Pose(&r, JOINTS, NULL, 3.0f, base);
		memcpy(out, base, sizeof(out));
		lwPose_Add(d, 0.0f, NULL, JOINTS, out);
		assert_memory_equal(out, base, sizeof(out));
		lwPose_Add(d, 0.6f, NULL, JOINTS, out);
		assert_true(PoseDistance(out, base, JOINTS) > 0.1);
		lwPose_Add(d, -0.6f, NULL, JOINTS, out); // off again
		assert_true(PoseDistance(out, base, JOINTS) < 3e-6);
	}
}

// A difference of 40 degrees about Y in the parent's frame, half of it, on a joint turned about X.
static void TestAddByHand(void** state) {
	(void)state;
	lwTransform reference[2] = { Turned(0.0f, 10.0f, 0.0f), Turned(0.0f, 10.0f, 0.0f) };
	lwTransform pose[2] = { Turned(0.0f, 50.0f, 0.0f), Turned(0.0f, 50.0f, 0.0f) }, d[2];
	pose[0].pos = lwV3(2.0f, 0.0f, 0.0f), pose[0].scale = lwV3(3.0f, 1.0f, 1.0f);
	lwPose_Difference(pose, reference, 2, d);
	lwTransform base[2] = { Turned(30.0f, 0.0f, 0.0f), Turned(30.0f, 0.0f, 0.0f) };
	base[0].scale = lwV3(2.0f, 2.0f, 2.0f);
	const float mask[2] = { 1.0f, 0.0f };
	lwTransform second = base[1];
	lwPose_Add(d, 0.5f, mask, 2, base);
	assert_true(AngleDeg(base[0].rot, Turned(30.0f, 20.0f, 0.0f).rot) < 1e-4);
	assert_true(lwDistance(base[0].pos, lwV3(1.0f, 0.0f, 0.0f)) < 1e-6f);
	assert_true(lwDistance(base[0].scale, lwV3(4.0f, 2.0f, 2.0f)) < 1e-6f);
	assert_memory_equal(&base[1], &second, sizeof(second));
}

static void TestWeightCurve(void** state) {
	(void)state;
	lwTransform frame = lwTransformIdentity();
	lwClip clip = { "hit", 1, 1, 2.0f, false, &frame };
	lwOneShotDef def = lwDefaultOneShotDef();
	def.clip = &clip, def.rate = 2.0f; // lasts 1 s
	def.fadeIn = 0.2f, def.fadeOut = 0.4f, def.weight = 0.8f;
	assert_true(lwOneShot_Duration(&def) == 1.0f);
	const float times[] = { -0.1f, 0.0f, 0.1f, 0.2f, 0.5f, 0.6f, 0.8f, 1.0f, 1.1f };
	const float want[] = { 0.0f, 0.0f, 0.4f, 0.8f, 0.8f, 0.8f, 0.4f, 0.0f, 0.0f };
	for (int i = 0; i < 9; ++i) {
		assert_true(fabsf(lwOneShot_Weight(&def, times[i]) - want[i]) < 1e-6f);
	}
	def.fadeIn = 1.0f, def.fadeOut = 3.0f; // scaled to 0.25 and 0.75
	assert_true(fabsf(lwOneShot_Weight(&def, 0.25f) - 0.8f) < 1e-6f);
	assert_true(fabsf(lwOneShot_Weight(&def, 0.125f) - 0.4f) < 1e-6f);
	def.fadeIn = def.fadeOut = 0.0f;
	assert_true(lwOneShot_Weight(&def, 0.001f) == 0.8f);
	def.weight = 1.0f;
	def.keyCount = 3;
	def.keyTime[0] = 0.2f, def.keyTime[1] = 0.4f, def.keyTime[2] = 0.8f;
	def.keyWeight[0] = 0.1f, def.keyWeight[1] = 0.9f, def.keyWeight[2] = 0.3f;
	const float keyedTimes[] = { 0.1f, 0.2f, 0.3f, 0.4f, 0.6f, 0.9f };
	const float keyed[] = { 0.1f, 0.1f, 0.5f, 0.9f, 0.6f, 0.3f };
	for (int i = 0; i < 6; ++i) {
		assert_true(fabsf(lwOneShot_Weight(&def, keyedTimes[i]) - keyed[i]) < 1e-6f);
	}
}

// An attack of the upper body over a walk: legs keep their bits, the layer is there in full in the middle and gone at
// the end.
static void TestLayer(void** state) {
	(void)state;
	Random r = { KIT_SEED };
	static lwTransform frames[FRAMES * JOINTS];
	lwTransform base[JOINTS], out[JOINTS], sample[JOINTS], last[JOINTS];
	Random_Pose(&r, JOINTS, NULL, 1.0f, base);
	Random_Pose(&r, FRAMES * JOINTS, NULL, 0.3f, frames);
	float mask[JOINTS];
	for (int j = 0; j < JOINTS; ++j) {
		mask[j] = j < 10 ? 0.0f : 1.0f;
	}
	lwClip clip = { "attack", JOINTS, FRAMES, 1.0f, false, frames };
	lwOneShotDef def = lwDefaultOneShotDef();
	def.clip = &clip, def.mask = mask;
	memcpy(last, base, sizeof(base));
	for (int i = 0; i <= 1000; ++i) {
		float t = (float)i * 0.001f;
		memcpy(out, base, sizeof(out));
		lwOneShot_Apply(&def, t, out);
		assert_memory_equal(out, base, sizeof(lwTransform) * 10);
		assert_true(PoseDistance(out, last, JOINTS) < 0.08); // no jump: the clip's own speed is up to 0.035 a ms
		memcpy(last, out, sizeof(out));
		if (i == 0 || i == 1000) {
			assert_memory_equal(out, base, sizeof(out));
		}
		if (i == 500) {
			lwClip_Sample(&clip, t, sample);
			assert_true(PoseDistance(out + 10, sample + 10, JOINTS - 10) < 1e-6);
		}
	}
}

static void TestAdditiveLayer(void** state) {
	(void)state;
	lwTransform frames[3] = { Turned(0.0f, 20.0f, 0.0f), Turned(0.0f, 60.0f, 0.0f), Turned(0.0f, 20.0f, 0.0f) };
	lwClip clip = { "nod", 1, 3, 2.0f, false, frames };
	lwOneShotDef def = lwDefaultOneShotDef();
	def.clip = &clip, def.additive = true;
	lwTransform pose = Turned(30.0f, 0.0f, 0.0f);
	lwOneShot_Apply(&def, 1.0f, &pose);
	assert_true(AngleDeg(pose.rot, Turned(30.0f, 40.0f, 0.0f).rot) < 1e-4);
	lwTransform kept = pose;
	lwOneShot_Apply(&def, 2.0f, &pose);
	assert_memory_equal(&pose, &kept, sizeof(pose));
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(TestInvalid),     cmocka_unit_test(TestDifference), cmocka_unit_test(TestAddByHand),
		cmocka_unit_test(TestWeightCurve), cmocka_unit_test(TestLayer),      cmocka_unit_test(TestAdditiveLayer),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
