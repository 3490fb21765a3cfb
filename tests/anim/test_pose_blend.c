// SPDX-License-Identifier: MIT
// Weighted blend of poses: weights, signs, order, masks.
#include "anim/kit.h"

#define JOINTS 37

static void TestInvalid(void** state) {
	(void)state;
	lwTransform pose = lwTransformIdentity(), out = lwTransformIdentity();
	lwPoseInput inputs[LW_MAX_BLEND_POSES + 1] = { { &pose, 1.0f, NULL } };
	lwSetAssertFcn(CountAssert);
	s_asserts = 0;
	out.pos.x = 7.0f;
	lwPose_Blend(inputs, LW_MAX_BLEND_POSES + 1, NULL, 1, &out);
	lwPose_Blend(inputs, -1, NULL, 1, &out);
	lwPose_Blend(NULL, 1, NULL, 1, &out);
	lwPose_Blend(inputs, 1, NULL, -1, &out);
	assert_int_equal(s_asserts, 4);
	assert_true(out.pos.x == 7.0f);
	lwPose_Blend(inputs, 1, NULL, 1, NULL);
	lwMask_Branch(NULL, 0, 0, NULL);
	assert_int_equal(s_asserts, 6);
	lwSetAssertFcn(NULL);
}

static void TestZeroWeights(void** state) {
	(void)state;
	Random r = { KIT_SEED };
	lwTransform a[JOINTS], b[JOINTS], fallback[JOINTS], out[JOINTS], kept[JOINTS];
	Random_Pose(&r, JOINTS, NULL, 3.0f, a);
	Random_Pose(&r, JOINTS, NULL, 3.0f, b);
	Random_Pose(&r, JOINTS, NULL, 3.0f, fallback);
	Random_Pose(&r, JOINTS, NULL, 3.0f, out);
	memcpy(kept, out, sizeof(out));
	const float bad[] = { 0.0f, -0.0f, -1.0f, NAN, -INFINITY };
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); ++i) {
		lwPoseInput inputs[2] = { { a, bad[i], NULL }, { b, 0.0f, NULL } };
		lwPose_Blend(inputs, 2, NULL, JOINTS, out);
		assert_memory_equal(out, kept, sizeof(out));
		inputs[1].weight = 0.3f;
		lwPose_Blend(inputs, 2, NULL, JOINTS, out);
		assert_memory_equal(out, b, sizeof(out));
		inputs[1].weight = 0.0f;
		lwPose_Blend(inputs, 2, fallback, JOINTS, out);
		assert_memory_equal(out, fallback, sizeof(out));
		memcpy(out, kept, sizeof(out));
	}
	lwPose_Blend(NULL, 0, NULL, JOINTS, out);
	assert_memory_equal(out, kept, sizeof(out));
}

// Also a rotation that is not of unit length: nothing is touched.
static void TestOneInputIsCopied(void** state) {
	(void)state;
	Random r = { KIT_SEED };
	lwTransform a[JOINTS], out[JOINTS];
	float mask[JOINTS];
	Random_Pose(&r, JOINTS, NULL, 3.0f, a);
	a[3].rot = (lwQuat){ 0.1f, 0.2f, 0.3f, 0.4f };
	for (int j = 0; j < JOINTS; ++j) {
		mask[j] = 0.1f + 0.01f * (float)j;
	}
	for (int masked = 0; masked < 2; ++masked) {
		memset(out, 0, sizeof(out));
		lwPoseInput input = { a, 0.37f, masked ? mask : NULL };
		lwPose_Blend(&input, 1, NULL, JOINTS, out);
		assert_memory_equal(out, a, sizeof(out));
	}
}

static void TestWeights(void** state) {
	(void)state;
	lwTransform a = Turned(0.0f, 10.0f, 0.0f), b = Turned(0.0f, 50.0f, 0.0f), out;
	a.pos = lwV3(1.0f, 2.0f, 3.0f);
	b.pos = lwV3(5.0f, -2.0f, 3.0f);
	b.scale = lwV3(3.0f, 1.0f, 1.0f);
	const float scales[] = { 1.0f, 0.001f, 250.0f };
	for (int i = 0; i < 3; ++i) {
		lwPoseInput inputs[2] = { { &a, 0.25f * scales[i], NULL }, { &b, 0.75f * scales[i], NULL } };
		lwPose_Blend(inputs, 2, NULL, 1, &out);
		assert_true(lwDistance(out.pos, lwV3(4.0f, -1.0f, 3.0f)) < 1e-6f);
		assert_true(lwDistance(out.scale, lwV3(2.5f, 1.0f, 1.0f)) < 1e-6f);
		assert_true(fabs(AngleDeg(out.rot, a.rot) + AngleDeg(out.rot, b.rot) - 40.0) < 1e-3);
		// A normalised sum: atan2 of the weighted half-angle sines and cosines.
		double h0 = 5.0 / 57.29577951308232, h1 = 25.0 / 57.29577951308232;
		double want = 2.0 * atan2(0.25 * sin(h0) + 0.75 * sin(h1), 0.25 * cos(h0) + 0.75 * cos(h1)) * 57.29577951308232;
		assert_true(fabs(AngleDeg(out.rot, lwQuatIdentity()) - want) < 1e-3);
	}
	lwTransform c = Turned(0.0f, 90.0f, 0.0f);
	lwPoseInput three[3] = { { &a, 1.0f, NULL }, { &b, 1.0f, NULL }, { &c, 1.0f, NULL } };
	lwPose_Blend(three, 3, NULL, 1, &out);
	assert_true(AngleDeg(out.rot, b.rot) < 1e-3); // 10, 50, 90: the middle
}

// Scenario 20: 12 degrees and -(40 degrees) give 26, whichever sign, whichever order.
static void TestSigns(void** state) {
	(void)state;
	lwTransform a = Turned(0.0f, 0.0f, 12.0f), b = Turned(0.0f, 0.0f, 40.0f), out;
	for (int k = 0; k < 8; ++k) {
		lwTransform x = a, y = b;
		x.rot = k & 1 ? (lwQuat){ -x.rot.x, -x.rot.y, -x.rot.z, -x.rot.w } : x.rot;
		y.rot = k & 2 ? (lwQuat){ -y.rot.x, -y.rot.y, -y.rot.z, -y.rot.w } : y.rot;
		lwPoseInput inputs[2] = { { k & 4 ? &y : &x, 0.5f, NULL }, { k & 4 ? &x : &y, 0.5f, NULL } };
		lwPose_Blend(inputs, 2, NULL, 1, &out);
		assert_true(AngleDeg(out.rot, Turned(0.0f, 0.0f, 26.0f).rot) < 1e-4);
	}
}

static void Shuffle(Random* r, lwPoseInput* inputs, int n) {
	for (int i = n - 1; i > 0; --i) {
		int k = (int)Random_Next(r, 0.0f, (float)i + 0.999f);
		lwPoseInput t = inputs[i];
		inputs[i] = inputs[k];
		inputs[k] = t;
	}
}

// Bits while weights differ; rounding where they are equal.
static void TestOrder(void** state) {
	(void)state;
	printf("seed %u\n", KIT_SEED);
	Random r = { KIT_SEED };
	enum { n = 6 };
	lwTransform base[JOINTS], poses[n][JOINTS], first[JOINTS], out[JOINTS];
	for (int equal = 0; equal < 2; ++equal) {
		Random_Pose(&r, JOINTS, NULL, 3.0f, base);
		lwPoseInput inputs[n];
		for (int i = 0; i < n; ++i) {
			Random_Pose(&r, JOINTS, base, 0.78f, poses[i]); // within 90 degrees of one another
			for (int j = 0; j < JOINTS; ++j) {
				lwQuat q = poses[i][j].rot;
				poses[i][j].rot = Random_Next(&r, -1.0f, 1.0f) < 0.0f ? (lwQuat){ -q.x, -q.y, -q.z, -q.w } : q;
			}
			inputs[i] = (lwPoseInput){ poses[i], equal ? 0.5f : 0.1f + 0.3f * (float)i, NULL };
		}
		lwPose_Blend(inputs, n, NULL, JOINTS, first);
		for (int round = 0; round < 40; ++round) {
			Shuffle(&r, inputs, n);
			lwPose_Blend(inputs, n, NULL, JOINTS, out);
			if (equal) {
				assert_true(PoseDistance(out, first, JOINTS) < 3e-6);
			} else {
				assert_memory_equal(out, first, sizeof(out));
			}
		}
	}
}

static void TestUnitAndEqualInputs(void** state) {
	(void)state;
	Random r = { KIT_SEED };
	lwTransform a[JOINTS], b[JOINTS], out[JOINTS];
	for (int round = 0; round < 50; ++round) {
		Random_Pose(&r, JOINTS, NULL, 3.14f, a);
		Random_Pose(&r, JOINTS, NULL, 3.14f, b);
		lwPoseInput inputs[3] = { { a, 0.3f, NULL }, { b, 0.3f, NULL }, { a, 0.1f, NULL } };
		lwPose_Blend(inputs, 3, NULL, JOINTS, out);
		for (int j = 0; j < JOINTS; ++j) {
			lwQuat q = out[j].rot;
			assert_true(fabsf(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w - 1.0f) < 1e-6f);
		}
		inputs[1].pose = a;
		lwPose_Blend(inputs, 3, NULL, JOINTS, out); // bones keep their length to the bit
		for (int j = 0; j < JOINTS; ++j) {
			assert_memory_equal(&out[j].pos, &a[j].pos, sizeof(lwVec3));
			assert_memory_equal(&out[j].scale, &a[j].scale, sizeof(lwVec3));
			assert_true(AngleDeg(out[j].rot, a[j].rot) < 1e-4);
		}
	}
}

// A masked blend is, joint by joint, the blend with the products as weights; in place too.
static void TestMasks(void** state) {
	(void)state;
	Random r = { KIT_SEED };
	lwTransform poses[3][JOINTS], fallback[JOINTS], out[JOINTS], want;
	float masks[3][JOINTS];
	Random_Pose(&r, JOINTS, NULL, 3.0f, fallback);
	for (int i = 0; i < 3; ++i) {
		Random_Pose(&r, JOINTS, fallback, 1.0f, poses[i]);
		for (int j = 0; j < JOINTS; ++j) {
			float m = Random_Next(&r, -0.5f, 1.0f);
			masks[i][j] = m < 0.0f ? 0.0f : m;
		}
	}
	masks[0][5] = masks[1][5] = masks[2][5] = 0.0f;
	masks[0][6] = masks[2][6] = 0.0f, masks[1][6] = 0.01f;
	lwPoseInput inputs[3] = { { poses[0], 0.2f, masks[0] },
							  { poses[1], 0.5f, masks[1] },
							  { poses[2], 0.4f, masks[2] } };
	lwPose_Blend(inputs, 3, fallback, JOINTS, out);
	for (int j = 0; j < JOINTS; ++j) {
		lwPoseInput one[3];
		for (int i = 0; i < 3; ++i) {
			one[i] = (lwPoseInput){ &poses[i][j], inputs[i].weight * masks[i][j], NULL };
		}
		lwPose_Blend(one, 3, &fallback[j], 1, &want);
		assert_true(PoseDistance(&out[j], &want, 1) < 1e-6);
	}
	assert_memory_equal(&out[5], &fallback[5], sizeof(lwTransform));
	assert_memory_equal(&out[6], &poses[1][6], sizeof(lwTransform));
	lwPose_Blend(inputs, 3, fallback, JOINTS, poses[0]);
	assert_memory_equal(poses[0], out, sizeof(out));
}

// Four joints at once give the bits of one at a time; whole, and with masks that are even in places.
static void TestWide(void** state) {
	(void)state;
	Random r = { KIT_SEED };
	lwTransform poses[4][JOINTS], out[JOINTS], one[JOINTS];
	float masks[4][JOINTS];
	for (int round = 0; round < 200; ++round) {
		lwPoseInput inputs[4];
		for (int i = 0; i < 4; ++i) {
			Random_Pose(&r, JOINTS, NULL, 3.14f, poses[i]);
			for (int j = 0; j < JOINTS; ++j) {
				masks[i][j] = (j / 7 + i) % 3 == 0 ? 0.0f : j < 20 ? 1.0f : Random_Next(&r, 0.0f, 1.0f);
			}
			inputs[i] = (lwPoseInput){ poses[i], Random_Next(&r, 0.0f, 1.0f), round & 1 ? masks[i] : NULL };
		}
		int count = 1 + round % JOINTS;
		memset(out, 0, sizeof(out));
		memset(one, 0, sizeof(one));
		lwPose_Blend(inputs, 4, NULL, count, out);
		for (int j = 0; j < count; ++j) {
			lwPoseInput single[4];
			for (int i = 0; i < 4; ++i) {
				single[i] = (lwPoseInput){ inputs[i].pose + j, inputs[i].weight,
										   inputs[i].mask != NULL ? inputs[i].mask + j : NULL };
			}
			lwPose_Blend(single, 4, NULL, 1, &one[j]);
		}
		assert_memory_equal(out, one, sizeof(out)); // nothing beyond the count either
	}
}

// Model space by whole poses has the bits of matrix products one by one, and writes nothing beyond.
static void TestToModel(void** state) {
	(void)state;
	Random r = { KIT_SEED };
	int parents[JOINTS];
	lwTransform pose[JOINTS];
	lwMat34 model[JOINTS + 1], want[JOINTS + 1];
	for (int count = 1; count <= JOINTS; ++count) {
		for (int j = 0; j < count; ++j) {
			parents[j] = j == 0 || j % 11 == 0 ? -1 : (int)Random_Next(&r, 0.0f, (float)j - 0.01f);
		}
		lwSkeleton skeleton = { .jointCount = count, .parents = parents };
		Random_Pose(&r, JOINTS, NULL, 3.14f, pose);
		lwTransform top = Turned(10.0f, 20.0f, 30.0f);
		lwMat34 root = lwMat34FromTransform(top);
		memset(model, 0x7F, sizeof(model));
		memset(want, 0x7F, sizeof(want));
		lwSkeleton_ToModel(&skeleton, pose, root, model);
		for (int j = 0; j < count; ++j) {
			want[j] = lwMat34Mul(parents[j] < 0 ? root : want[parents[j]], lwMat34FromTransform(pose[j]));
		}
		assert_memory_equal(model, want, sizeof(model));
	}
}

// 0 - 1 - 2 - 4, 1 - 3, 0 - 5.
static void TestBranch(void** state) {
	(void)state;
	static const int parents[] = { -1, 0, 1, 1, 2, 0 };
	lwSkeleton skeleton = { .jointCount = 6, .parents = parents };
	float mask[6];
	lwMask_Branch(&skeleton, 1, 0, mask);
	const float hard[6] = { 0.0f, 1.0f, 1.0f, 1.0f, 1.0f, 0.0f };
	assert_memory_equal(mask, hard, sizeof(mask));
	lwMask_Branch(&skeleton, 1, 4, mask);
	const float soft[6] = { 0.0f, 0.25f, 0.5f, 0.5f, 0.75f, 0.0f };
	assert_memory_equal(mask, soft, sizeof(mask));
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(TestInvalid),
		cmocka_unit_test(TestZeroWeights),
		cmocka_unit_test(TestOneInputIsCopied),
		cmocka_unit_test(TestWeights),
		cmocka_unit_test(TestSigns),
		cmocka_unit_test(TestOrder),
		cmocka_unit_test(TestUnitAndEqualInputs),
		cmocka_unit_test(TestMasks),
		cmocka_unit_test(TestBranch),
		cmocka_unit_test(TestWide),
		cmocka_unit_test(TestToModel),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
