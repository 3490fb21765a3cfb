// SPDX-License-Identifier: MIT
// Exact predicates: signs against integer arithmetic, symmetries over the whole range of floats, values of thin triangles.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "math/predicates.h"

#define SEED 77u

__extension__ typedef __int128 Wide;

static uint64_t s_state;

static uint32_t Next(void) {
	s_state = s_state * 6364136223846793005ull + 1442695040888963407ull;
	return (uint32_t)(s_state >> 33);
}

static int Integer(int range) {
	return (int)(Next() % (uint32_t)(2 * range + 1)) - range;
}

static int SignOf(Wide v) {
	return v > 0 ? 1 : v < 0 ? -1 : 0;
}

static Wide OrientWide(const int64_t* a, const int64_t* b, const int64_t* c) {
	return (Wide)(a[0] - c[0]) * (b[1] - c[1]) - (Wide)(a[1] - c[1]) * (b[0] - c[0]);
}

static int InCircleWide(const int64_t* a, const int64_t* b, const int64_t* c, const int64_t* d) {
	Wide ax = a[0] - d[0], ay = a[1] - d[1], bx = b[0] - d[0], by = b[1] - d[1], cx = c[0] - d[0], cy = c[1] - d[1];
	Wide det = (ax * ax + ay * ay) * (bx * cy - by * cx) + (bx * bx + by * by) * (cx * ay - cy * ax) +
			   (cx * cx + cy * cy) * (ax * by - ay * bx);
	return SignOf(det);
}

static int SignD(double v) {
	return v > 0.0 ? 1 : v < 0.0 ? -1 : 0;
}

// Right or wrong by hand; there are no invalid inputs but numbers that are none.
static void TestByHand(void** state) {
	(void)state;
	const float a[2] = { 0.0f, 0.0f }, b[2] = { 2.0f, 0.0f }, c[2] = { 0.0f, 2.0f }, in[2] = { 1.0f, 1.0f };
	const float on[2] = { 2.0f, 2.0f }, out[2] = { 2.0f, 2.0001f };
	assert_true(lwOrient2D(a, b, c) == 4.0);
	assert_true(lwOrient2D(b, a, c) == -4.0);
	assert_true(lwOrient2D(b, c, in) == 0.0);
	assert_int_equal(lwInCircle(a, b, c, in), 1);
	assert_int_equal(lwInCircle(a, b, c, on), 0);
	assert_int_equal(lwInCircle(a, b, c, out), -1);
	const float nan[2] = { NAN, 0.0f };
	assert_false(lwOrient2D(a, b, nan) > 0.0);
}

// Many points nearly on a line or on a circle, so that rounding would decide; scaled by powers of two.
static void TestIntegers(void** state) {
	(void)state;
	printf("seed %u\n", SEED);
	s_state = SEED;
	int zeros[2] = { 0, 0 }, hard = 0;
	for (int round = 0; round < 200000; ++round) {
		int64_t p[4][2];
		float f[4][2];
		float scale = ldexpf(1.0f, (int)(Next() % 160u) - 100);
		int far = round % 3 == 0 ? 0 : 8000000, near = round % 3 == 1 ? 3 : 4000000;
		for (int i = 0; i < 4; ++i) {
			p[i][0] = Integer(near);
			p[i][1] = round & 1 ? p[i][0] * 2 + Integer(1) : Integer(near);
			if (round % 5 == 0) { // on a circle of radius 4,000,000 as nearly as integers go
				double turn = (double)Next();
				p[i][0] = (int64_t)lrint(4e6 * cos(turn)), p[i][1] = (int64_t)lrint(4e6 * sin(turn));
			}
			for (int k = 0; k < 2; ++k) {
				p[i][k] += round % 5 == 0 ? 0 : far;
				f[i][k] = (float)p[i][k] * scale;
			}
			if (!((double)f[i][0] == (double)p[i][0] * (double)scale && (double)f[i][1] == (double)p[i][1] * (double)scale)) {
				p[i][0] = p[i][1] = 0; // does not fit a float
				f[i][0] = f[i][1] = 0.0f;
			}
		}
		int orient = SignOf(OrientWide(p[0], p[1], p[2]));
		assert_int_equal(SignD(lwOrient2D(f[0], f[1], f[2])), orient);
		if (orient < 0) {
			int64_t t[2] = { p[0][0], p[0][1] };
			float g[2] = { f[0][0], f[0][1] };
			memcpy(p[0], p[1], sizeof(t)), memcpy(p[1], t, sizeof(t));
			memcpy(f[0], f[1], sizeof(g)), memcpy(f[1], g, sizeof(g));
		}
		int in = InCircleWide(p[0], p[1], p[2], p[3]);
		assert_int_equal(lwInCircle(f[0], f[1], f[2], f[3]), in);
		zeros[0] += orient == 0, zeros[1] += in == 0;
		hard += round % 5 == 0;
	}
	printf("%d on a line, %d on a circle, %d nearly so\n", zeros[0], zeros[1], hard);
	assert_true(zeros[0] > 1000 && zeros[1] > 1000);
}

static float AnyFloat(void) {
	for (;;) {
		uint32_t bits = Next() ^ (Next() << 16);
		float v;
		memcpy(&v, &bits, sizeof(v));
		if (v - v == 0.0f) {
			return v;
		}
	}
}

// Over the whole range, denormals and the largest too: turning and swapping the points turns the sign as it must.
static void TestAnyFloats(void** state) {
	(void)state;
	s_state = SEED;
	for (int round = 0; round < 20000; ++round) {
		float p[4][2];
		for (int i = 0; i < 4; ++i) {
			p[i][0] = AnyFloat(), p[i][1] = AnyFloat();
		}
		if (round & 1) { // two nearly the same
			p[3][0] = p[2][0], p[3][1] = nextafterf(p[2][1], 0.0f);
		}
		int s = SignD(lwOrient2D(p[0], p[1], p[2]));
		assert_int_equal(SignD(lwOrient2D(p[1], p[2], p[0])), s);
		assert_int_equal(SignD(lwOrient2D(p[1], p[0], p[2])), -s);
		int c = lwInCircle(p[0], p[1], p[2], p[3]);
		assert_int_equal(lwInCircle(p[1], p[2], p[0], p[3]), c);
		assert_int_equal(lwInCircle(p[1], p[0], p[2], p[3]), -c);
		assert_int_equal(lwInCircle(p[3], p[0], p[1], p[2]), -c);
		assert_int_equal(lwInCircle(p[0], p[1], p[2], p[2]), 0);
	}
}

// Thin triangles whose sides' products need 85 bits and whose area needs 20: it keeps six digits.
static void TestThin(void** state) {
	(void)state;
	for (int i = 1; i < 2000; ++i) {
		const int64_t a[2] = { 8388606ll << 20, 8388604ll << 20 }, b[2] = { 4194303ll << 20, 4194302ll << 20 };
		const int64_t c[2] = { i, i + i % 3 };
		const float fa[2] = { (float)a[0], (float)a[1] }, fb[2] = { (float)b[0], (float)b[1] }, fc[2] = { (float)c[0], (float)c[1] };
		double want = (double)OrientWide(a, b, c);
		assert_true(want != 0.0);
		assert_true(fabs(lwOrient2D(fa, fb, fc) - want) <= 1e-6 * fabs(want));
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(TestByHand),
		cmocka_unit_test(TestIntegers),
		cmocka_unit_test(TestAnyFloats),
		cmocka_unit_test(TestThin),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
