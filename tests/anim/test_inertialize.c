// SPDX-License-Identifier: MIT
// Inertialised transitions: continuous in place and speed, the same at any frame rate, gone when they are gone.
#include "anim/kit.h"

#define JOINTS 12

typedef struct Source {
	lwTransform base[JOINTS];
	lwVec3 axis[JOINTS];
	lwVec3 way[JOINTS];
	float speed;
} Source;

// A smooth motion: every joint swings about an axis and along a way.
static Source MakeSource(Random* r, float speed) {
	Source s;
	Random_Pose(r, JOINTS, NULL, 0.8f, s.base);
	for (int j = 0; j < JOINTS; ++j) {
		s.axis[j] = lwNormalizeOr(Random_Vec(r, 1.0f), lwV3(0.0f, 1.0f, 0.0f));
		s.way[j] = Random_Vec(r, 0.3f);
	}
	s.speed = speed;
	return s;
}

static void SampleSource(const Source* s, float t, lwTransform* out) {
	for (int j = 0; j < JOINTS; ++j) {
		float swing = lwSin(s->speed * t + (float)j);
		out[j] = s->base[j];
		out[j].pos = lwMulAdd(out[j].pos, s->way[j], swing);
		out[j].rot = lwQuatMul(lwQuatAxisAngle(s->axis[j], 0.5f * swing), out[j].rot);
	}
}

static lwInertia* MakeState(void* block, size_t size) {
	lwInertia* inertia = lwInertia_Init(block, size, JOINTS);
	assert_non_null(inertia);
	return inertia;
}

static _Alignas(16) unsigned char s_block[8192];

static void TestInvalid(void** state) {
	(void)state;
	lwSetAssertFcn(CountAssert);
	s_asserts = 0;
	assert_int_equal(lwInertia_ByteCount(0), 0);
	assert_int_equal(lwInertia_ByteCount(-1), 0);
	assert_int_equal(lwInertia_ByteCount(LW_MAX_JOINTS + 1), 0);
	assert_null(lwInertia_Init(NULL, 1000, 1));
	assert_null(lwInertia_Init(s_block, lwInertia_ByteCount(3) - 1, 3));
	assert_null(lwInertia_Init(s_block, sizeof(s_block), 0));
	assert_int_equal(s_asserts, 3);
	lwInertia* inertia = MakeState(s_block, sizeof(s_block));
	lwInertia_Start(inertia, NULL, NULL, NULL, NULL, 0.1f, 0.1f);
	assert_int_equal(s_asserts, 4);
	assert_false(lwInertia_IsActive(inertia));
	lwSetAssertFcn(NULL);
}

static void TestAtRest(void** state) {
	(void)state;
	Random r = { KIT_SEED };
	lwTransform pose[JOINTS], out[JOINTS];
	Random_Pose(&r, JOINTS, NULL, 3.0f, pose);
	pose[2].rot = (lwQuat){ 0.5f, 0.0f, 0.0f, 0.5f };
	lwInertia* inertia = MakeState(s_block, sizeof(s_block));
	lwInertia_Advance(inertia, 0.1f);
	lwInertia_Apply(inertia, pose, out);
	assert_memory_equal(out, pose, sizeof(out));
	lwInertia_Start(inertia, out, out, pose, pose, 0.1f, 0.0f); // no half-life: a cut
	assert_false(lwInertia_IsActive(inertia));
}

// From standing still the spring leaves exp(-y t) (1 + y t), y = 2 ln 2 / half-life.
static void TestDecay(void** state) {
	(void)state;
	lwTransform from[JOINTS], to[JOINTS], out[JOINTS];
	for (int j = 0; j < JOINTS; ++j) {
		from[j] = Turned(0.0f, 0.0f, 80.0f);
		from[j].pos = lwV3(2.0f, 0.0f, 0.0f);
		to[j] = lwTransformIdentity();
	}
	lwInertia* inertia = MakeState(s_block, sizeof(s_block));
	lwInertia_Start(inertia, from, from, to, to, 1.0f / 60.0f, 0.1f);
	lwInertia_Apply(inertia, to, out);
	assert_true(PoseDistance(out, from, JOINTS) < 1e-6);
	double before = 2.0, angleBefore = 80.0;
	for (int i = 1; i <= 100 && lwInertia_IsActive(inertia); ++i) {
		lwInertia_Advance(inertia, 0.01f);
		lwInertia_Apply(inertia, to, out);
		double y = 2.0 * log(2.0) / 0.1, t = 0.01 * i, left = exp(-y * t) * (1.0 + y * t);
		assert_true(fabs((double)out[0].pos.x - 2.0 * left) < 2e-5);
		double angle = AngleDeg(out[0].rot, to[0].rot);
		assert_true(fabs(tan(angle / 229.1831180523293) - tan(80.0 / 229.1831180523293) * left) < 1e-5);
		assert_true((double)out[0].pos.x <= before && angle <= angleBefore); // straight down, no swing
		before = (double)out[0].pos.x, angleBefore = angle;
	}
	assert_true(fabs(before) < 1e-4);
}

// Largest second difference of the shown poses, as a speed's change per frame.
static double Kink(const lwTransform* a, const lwTransform* b, const lwTransform* c, float dt) {
	double worst = 0.0;
	for (int j = 0; j < JOINTS; ++j) {
		lwVec3 d = lwAdd(lwSub(a[j].pos, b[j].pos), lwSub(c[j].pos, b[j].pos));
		worst = fmax(worst, (double)(lwLength(d) / dt));
		lwVec3 w0 = lwQuatLog(lwQuatMul(b[j].rot, lwConj(a[j].rot))),
			   w1 = lwQuatLog(lwQuatMul(c[j].rot, lwConj(b[j].rot)));
		worst = fmax(worst, (double)(lwLength(lwSub(w1, w0)) / dt));
	}
	return worst;
}

// Over a switch between two moving sources, and another in the middle of the transition, place and speed go on: the
// jump of the speed shrinks with dt, as it does in a smooth motion. A cut's would grow as 1 / dt.
static void TestContinuous(void** state) {
	(void)state;
	printf("seed %u\n", KIT_SEED);
	double kinks[2];
	const float rates[2] = { 120.0f, 480.0f };
	for (int k = 0; k < 2; ++k) {
		Random r = { KIT_SEED };
		Source sources[3] = { MakeSource(&r, 5.0f), MakeSource(&r, 3.0f), MakeSource(&r, 7.0f) };
		lwInertia* inertia = MakeState(s_block, sizeof(s_block));
		float dt = 1.0f / rates[k];
		lwTransform history[3][JOINTS], target[JOINTS], targetBefore[JOINTS];
		int frames = (int)rates[k], current = 0;
		kinks[k] = 0.0;
		for (int f = 0; f < 2 * frames; ++f) {
			float t = (float)f * dt;
			int wanted = t < 0.5f ? 0 : t < 0.65f ? 1 : 2;
			if (wanted != current) {
				SampleSource(&sources[wanted], t - dt, target);
				SampleSource(&sources[wanted], t - 2.0f * dt, targetBefore);
				lwInertia_Start(inertia, history[1], history[0], target, targetBefore, dt, 0.15f);
				current = wanted;
			}
			lwInertia_Advance(inertia, dt);
			SampleSource(&sources[current], t, target);
			lwInertia_Apply(inertia, target, history[2]);
			if (f >= 2) {
				kinks[k] = fmax(kinks[k], Kink(history[0], history[1], history[2], dt));
			}
			memcpy(history[0], history[1], sizeof(history[0]));
			memcpy(history[1], history[2], sizeof(history[1]));
		}
		assert_true(PoseDistance(history[1], target, JOINTS) < 1e-3);
	}
	printf("largest change of speed in a frame: %.3f at %.0f Hz, %.3f at %.0f Hz\n", kinks[0], (double)rates[0],
		   kinks[1], (double)rates[1]);
	assert_true(kinks[0] < 6.0);
	assert_true(kinks[1] < 0.35 * kinks[0]);
}

static void TestRates(void** state) {
	(void)state;
	Random r = { KIT_SEED };
	Source a = MakeSource(&r, 5.0f), b = MakeSource(&r, 3.0f);
	lwTransform from[JOINTS], fromBefore[JOINTS], to[JOINTS], toBefore[JOINTS], pose[JOINTS], first[JOINTS],
		out[JOINTS];
	SampleSource(&a, 1.0f, from);
	SampleSource(&a, 0.99f, fromBefore);
	SampleSource(&b, 1.0f, to);
	SampleSource(&b, 0.99f, toBefore);
	SampleSource(&b, 1.2f, pose);
	const int rates[] = { 10, 30, 60, 145, 1000 };
	for (size_t i = 0; i < sizeof(rates) / sizeof(rates[0]); ++i) {
		lwInertia* inertia = MakeState(s_block, sizeof(s_block));
		lwInertia_Start(inertia, from, fromBefore, to, toBefore, 0.01f, 0.1f);
		for (int f = 0; f < rates[i] / 5; ++f) {
			lwInertia_Advance(inertia, 1.0f / (float)rates[i]);
		}
		lwInertia_Apply(inertia, pose, i == 0 ? first : out);
		if (i > 0) {
			assert_true(PoseDistance(out, first, JOINTS) < 2e-6);
		} else {
			assert_true(PoseDistance(first, pose, JOINTS) > 0.05);
		}
	}
}

// Turns of nearly half a circle that pass over it: the offset goes on the way it came, and the shown pose is unit.
static void TestHalfTurns(void** state) {
	(void)state;
	lwTransform from[JOINTS], before[JOINTS], to[JOINTS], out[JOINTS], last[JOINTS];
	for (int j = 0; j < JOINTS; ++j) {
		from[j] = Turned(0.0f, 0.0f, 175.0f + (float)j);
		before[j] = Turned(0.0f, 0.0f, 173.0f + (float)j);
		to[j] = lwTransformIdentity();
	}
	lwInertia* inertia = MakeState(s_block, sizeof(s_block));
	lwInertia_Start(inertia, from, before, to, to, 1.0f / 60.0f, 0.1f);
	memcpy(last, from, sizeof(from));
	for (int i = 0; i < 200; ++i) {
		lwInertia_Advance(inertia, 1.0f / 600.0f);
		lwInertia_Apply(inertia, to, out);
		for (int j = 0; j < JOINTS; ++j) {
			assert_true(AngleDeg(out[j].rot, last[j].rot) <
						3.5); // 120 degrees a second at the start, and what the spring adds
			if (i == 0) {
				assert_true(fabs(AngleDeg(out[j].rot, from[j].rot) - 0.2) < 0.1 &&
							AngleDeg(out[j].rot, before[j].rot) > AngleDeg(out[j].rot, from[j].rot));
			}
		}
		memcpy(last, out, sizeof(out));
	}
}

static void Negate(lwTransform* pose) {
	for (int j = 0; j < JOINTS; ++j) {
		pose[j].rot = (lwQuat){ -pose[j].rot.x, -pose[j].rot.y, -pose[j].rot.z, -pose[j].rot.w };
	}
}

// A rotation's sign says nothing: whichever of the four poses comes with the other sign, the same is shown.
static void TestSigns(void** state) {
	(void)state;
	Random r = { KIT_SEED };
	Source a = MakeSource(&r, 5.0f), b = MakeSource(&r, 3.0f);
	lwTransform poses[4][JOINTS], first[JOINTS], out[JOINTS];
	for (int k = 0; k < 16; ++k) {
		SampleSource(&a, 1.0f, poses[0]);
		SampleSource(&a, 0.99f, poses[1]);
		SampleSource(&b, 1.0f, poses[2]);
		SampleSource(&b, 0.99f, poses[3]);
		for (int i = 0; i < 4; ++i) {
			if (k >> i & 1) {
				Negate(poses[i]);
			}
		}
		lwInertia* inertia = MakeState(s_block, sizeof(s_block));
		lwInertia_Start(inertia, poses[0], poses[1], poses[2], poses[3], 0.01f, 0.1f);
		lwInertia_Advance(inertia, 0.05f);
		lwInertia_Apply(inertia, poses[2], k == 0 ? first : out);
		assert_true(k == 0 || PoseDistance(out, first, JOINTS) < 1e-5);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(TestInvalid),    cmocka_unit_test(TestAtRest), cmocka_unit_test(TestDecay),
		cmocka_unit_test(TestContinuous), cmocka_unit_test(TestRates),  cmocka_unit_test(TestHalfTurns),
		cmocka_unit_test(TestSigns),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
