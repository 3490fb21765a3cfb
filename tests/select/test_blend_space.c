// SPDX-License-Identifier: MIT
// Blend spaces: weights by hand and over sweeps, few and doubled samples, smoothing, blocks, no allocation. LEGWORK_TEST_WRAP_MALLOC
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "legwork/blend_space.h"

#define SEED 99u

// ---- Allocations -------------------------------------------------------------------------------------------------

void* __real_malloc(size_t size);
void* __real_calloc(size_t count, size_t size);
void* __real_realloc(void* old, size_t size);
void* __wrap_malloc(size_t size);
void* __wrap_calloc(size_t count, size_t size);
void* __wrap_realloc(void* old, size_t size);

static int s_allocations, s_failAt = -1;

static bool Refused(void) {
	return s_allocations++ == s_failAt;
}

void* __wrap_malloc(size_t size) { return Refused() ? NULL : __real_malloc(size); }
void* __wrap_calloc(size_t count, size_t size) { return Refused() ? NULL : __real_calloc(count, size); }
void* __wrap_realloc(void* old, size_t size) { return Refused() ? NULL : __real_realloc(old, size); }

// ---- Kit ---------------------------------------------------------------------------------------------------------

static int s_asserts;

static bool CountAssert(const char* condition, const char* file, int line) {
	(void)condition, (void)file, (void)line;
	++s_asserts;
	return false;
}

static uint64_t s_state;

static float Random(float lo, float hi) {
	s_state = s_state * 6364136223846793005ull + 1442695040888963407ull;
	return lo + (hi - lo) * (float)(s_state >> 40) * (1.0f / 16777216.0f);
}

static lwBlendSpace* Make(int dimension, lwBlendMethod method, const float* points, int count) {
	lwBlendSpaceDef def = lwDefaultBlendSpaceDef();
	def.dimension = dimension, def.method = method, def.points = points, def.sampleCount = count;
	lwBlendSpace* space = NULL;
	lwResult result = lwCreateBlendSpace(&def, &space);
	if (result.status != lw_ok) {
		fail_msg("%s", result.message);
	}
	return space;
}

// All samples' weights, checked: above 0, sum 1, heaviest first, nobody twice.
static void Weigh(const lwBlendSpace* space, lwBlendCursor* cursor, float x, float y, float* outWeights) {
	lwBlendWeight weights[LW_MAX_BLEND_WEIGHTS];
	int count = lwBlendSpace_SampleCount(space);
	lwBlendCursor_Move(cursor, x, y, 0.0f, 0.0f);
	int n = lwBlendSpace_Weights(space, cursor, weights);
	assert_in_range(n, 1, LW_MAX_BLEND_WEIGHTS);
	for (int i = 0; i < count; ++i) {
		outWeights[i] = 0.0f;
	}
	double sum = 0.0;
	for (int i = 0; i < n; ++i) {
		assert_in_range(weights[i].sample, 0, count - 1);
		assert_true(weights[i].weight > 0.0f && outWeights[weights[i].sample] == 0.0f);
		assert_true(i == 0 || weights[i].weight <= weights[i - 1].weight);
		outWeights[weights[i].sample] = weights[i].weight;
		sum += (double)weights[i].weight;
	}
	assert_true(fabs(sum - 1.0) < 1e-6);
}

static void Expect(const lwBlendSpace* space, float x, float y, const float* want) {
	float got[64];
	lwBlendCursor cursor;
	memset(&cursor, 0, sizeof(cursor));
	Weigh(space, &cursor, x, y, got);
	for (int i = 0; i < lwBlendSpace_SampleCount(space); ++i) {
		if (fabsf(got[i] - want[i]) > 1e-6f) {
			fail_msg("at (%g, %g) sample %d weighs %.7f, not %.7f", (double)x, (double)y, i, (double)got[i], (double)want[i]);
		}
	}
}

// ---- Tests -------------------------------------------------------------------------------------------------------

static void TestInvalid(void** state) {
	(void)state;
	static const float points[40][2] = { { 0.0f, 0.0f } };
	const float bad[4][2] = { { NAN, 0.0f }, { INFINITY, 0.0f }, { 2e18f, 0.0f }, { 0.0f, NAN } };
	const struct {
		int dimension, method, count;
		const float* points;
		lwStatus status;
	} cases[] = {
		{ 0, 0, 1, points[0], lw_errorArgument },  { 3, 0, 1, points[0], lw_errorArgument },
		{ 2, 2, 1, points[0], lw_errorArgument },  { 2, -1, 1, points[0], lw_errorArgument },
		{ 2, 0, 0, points[0], lw_errorArgument },  { 2, 0, -1, points[0], lw_errorArgument },
		{ 2, 0, 1, NULL, lw_errorArgument },    { 2, 0, LW_MAX_BLEND_SAMPLES + 1, points[0], lw_errorLimit },
		{ 2, 1, LW_MAX_BLEND_WEIGHTS + 1, points[0], lw_errorLimit },
		{ 2, 0, 1, bad[0], lw_errorData },         { 2, 0, 1, bad[1], lw_errorData },
		{ 2, 0, 1, bad[2], lw_errorData },     { 2, 0, 1, bad[3], lw_errorData },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
		lwBlendSpaceDef def = lwDefaultBlendSpaceDef();
		def.dimension = cases[i].dimension, def.method = (lwBlendMethod)cases[i].method;
		def.sampleCount = cases[i].count, def.points = cases[i].points;
		lwBlendSpace* space = (lwBlendSpace*)&def;
		lwResult result = lwCreateBlendSpace(&def, &space);
		assert_int_equal(result.status, cases[i].status);
		assert_null(space);
		assert_non_null(strstr(result.message, "blend space: "));
	}
	lwSetAssertFcn(CountAssert);
	s_asserts = 0;
	lwBlendSpaceDef unmade;
	memset(&unmade, 0, sizeof(unmade));
	lwBlendSpace* space = NULL;
	assert_int_equal(lwCreateBlendSpace(&unmade, &space).status, lw_errorArgument);
	assert_int_equal(lwBlendSpace_Weights(NULL, NULL, NULL), 0);
	space = Make(1, lw_blendTriangles, bad[3], 1); // y is not looked at
	assert_int_equal(s_asserts, 2);
	int samples[3];
	lwBlendSpace_Triangle(space, 0, samples);
	lwBlendSpace_HullSample(space, 1);
	lwBlendSpace_First(space, 1);
	assert_int_equal(s_asserts, 5);
	lwSetAssertFcn(NULL);
	lwDestroyBlendSpace(space);
	lwDestroyBlendSpace(NULL);
}

// Scenario 16.
static void TestThreeOnALine(void** state) {
	(void)state;
	const float points[3][2] = { { 0.0f, 0.0f }, { 1.0f, 0.0f }, { 3.0f, 0.0f } };
	for (int dimension = 1; dimension <= 2; ++dimension) {
		lwBlendSpace* space = Make(dimension, lw_blendTriangles, points[0], 3);
		Expect(space, 2.0f, 0.7f, (const float[]){ 0.0f, 0.5f, 0.5f });
		Expect(space, 5.0f, 0.0f, (const float[]){ 0.0f, 0.0f, 1.0f });
		Expect(space, -5.0f, 9.0f, (const float[]){ 1.0f, 0.0f, 0.0f });
		Expect(space, 0.25f, -3.0f, (const float[]){ 0.75f, 0.25f, 0.0f });
		Expect(space, 1.0f, 0.0f, (const float[]){ 0.0f, 1.0f, 0.0f });
		assert_int_equal(lwBlendSpace_TriangleCount(space), 0);
		lwDestroyBlendSpace(space);
	}
}

static void TestFewSamples(void** state) {
	(void)state;
	const float points[4][2] = { { 2.0f, 1.0f }, { 2.0f, 3.0f }, { 2.0f, 1.0f }, { 2.0f, 1.0f } };
	for (int method = 0; method < 2; ++method) {
		lwBlendSpace* space = Make(2, (lwBlendMethod)method, points[0], 1);
		Expect(space, -7.0f, 3.0f, (const float[]){ 1.0f });
		lwDestroyBlendSpace(space);
	}
	lwBlendSpace* space = Make(2, lw_blendTriangles, points[0], 4); // the first again, twice: they never weigh
	Expect(space, 9.0f, 1.5f, (const float[]){ 0.75f, 0.25f, 0.0f, 0.0f });
	assert_int_equal(lwBlendSpace_First(space, 0), 0);
	assert_int_equal(lwBlendSpace_First(space, 1), 1);
	assert_int_equal(lwBlendSpace_First(space, 3), 0);
	lwDestroyBlendSpace(space);
	const float same[3][2] = { { 0.0f, 0.0f }, { -0.0f, 0.0f }, { 0.0f, -0.0f } };
	space = Make(2, lw_blendTriangles, same[0], 3);
	Expect(space, 1.0f, 1.0f, (const float[]){ 1.0f, 0.0f, 0.0f });
	lwDestroyBlendSpace(space);
	space = Make(2, lw_blendGradientBand, same[0], 3);
	Expect(space, 1.0f, 1.0f, (const float[]){ 1.0f, 0.0f, 0.0f });
	lwDestroyBlendSpace(space);
}

static void TestTriangle(void** state) {
	(void)state;
	const float points[3][2] = { { 0.0f, 0.0f }, { 4.0f, 0.0f }, { 0.0f, 4.0f } };
	lwBlendSpace* space = Make(2, lw_blendTriangles, points[0], 3);
	Expect(space, 1.0f, 2.0f, (const float[]){ 0.25f, 0.25f, 0.5f });
	Expect(space, 4.0f, 4.0f, (const float[]){ 0.0f, 0.5f, 0.5f });    // beyond the long side
	Expect(space, 1.0f, -3.0f, (const float[]){ 0.75f, 0.25f, 0.0f }); // below
	Expect(space, -1.0f, -1.0f, (const float[]){ 1.0f, 0.0f, 0.0f });  // beyond a corner
	Expect(space, 9.0f, -1.0f, (const float[]){ 0.0f, 1.0f, 0.0f });
	Expect(space, INFINITY, 0.0f, (const float[]){ 0.0f, 1.0f, 0.0f });
	lwDestroyBlendSpace(space);
}

// Idle in the middle and eight directions; and a second ring.
static int MakeDirections(float points[][2], int rings) {
	points[0][0] = points[0][1] = 0.0f;
	for (int i = 0; i < 8 * rings; ++i) {
		float speed = i < 8 ? 1.5f : 4.0f, angle = 0.78539816f * (float)i;
		points[1 + i][0] = speed * sinf(angle), points[1 + i][1] = speed * cosf(angle);
	}
	return 1 + 8 * rings;
}

// Over a curve of about 20 radii.
static float LargestJump(const lwBlendSpace* space, int steps, float radius, float x0, float y0) {
	lwBlendCursor cursor;
	memset(&cursor, 0, sizeof(cursor));
	float last[64], now[64], jump = 0.0f;
	for (int i = 0; i <= steps; ++i) {
		float t = 6.2831853f * (float)i / (float)steps;
		Weigh(space, &cursor, x0 + radius * sinf(3.0f * t), y0 + radius * sinf(2.0f * t), now);
		for (int k = 0; k < lwBlendSpace_SampleCount(space) && i > 0; ++k) {
			jump = fmaxf(jump, fabsf(now[k] - last[k]));
		}
		memcpy(last, now, sizeof(last));
	}
	return jump;
}

// In every direction at once: the two neighbours and idle; over a curve all over the space no weight jumps.
static void TestDirections(void** state) {
	(void)state;
	float points[17][2];
	int n = MakeDirections(points, 1);
	lwBlendSpace* space = Make(2, lw_blendTriangles, points[0], n);
	assert_int_equal(lwBlendSpace_TriangleCount(space), 8);
	float want[9] = { 0.5f, 0.0f, 0.5f };
	Expect(space, points[2][0] * 0.5f, points[2][1] * 0.5f, want); // half as fast on a diagonal
	Expect(space, 0.0f, 0.0f, (const float[9]){ 1.0f });
	for (int i = 0; i < 8; ++i) {
		float on[9] = { 0.0f }, between[9] = { 0.0f };
		on[1 + i] = 1.0f;
		Expect(space, points[1 + i][0] * 2.0f, points[1 + i][1] * 2.0f, on);
		int k = (i + 1) % 8;
		between[1 + i] = between[1 + k] = 0.5f;
		Expect(space, points[1 + i][0] + points[1 + k][0], points[1 + i][1] + points[1 + k][1], between);
	}
	// 4,000 steps of up to 0.0094 of the curve's length unit; a triangle is 1.06 high.
	assert_true(LargestJump(space, 4000, 2.0f, 0.0f, 0.0f) < 0.012f);
	lwDestroyBlendSpace(space);
}

static void TestGradientBands(void** state) {
	(void)state;
	float points[17][2];
	int n = MakeDirections(points, 2);
	lwBlendSpace* space = Make(2, lw_blendGradientBand, points[0], n);
	for (int i = 0; i < n; ++i) { // a sample's own point: it alone
		float want[17] = { 0.0f };
		want[i] = 1.0f;
		Expect(space, points[i][0], points[i][1], want);
	}
	float want[17] = { 0.0f };
	want[1] = want[2] = 0.5f; // between two directions at their speed: half of each, where triangles would cut the corner
	Expect(space, 1.5f * sinf(0.392699f), 1.5f * cosf(0.392699f), want);
	float slow[17] = { 0.5f, 0.5f }; // half as fast as a walk: half idle
	Expect(space, 0.0f, 0.75f, slow);
	float jump[3];
	for (int i = 0; i < 3; ++i) { // finer steps, smaller changes: no jump
		jump[i] = LargestJump(space, 20000 << (2 * i), 2.5f, 0.3f, 0.1f);
	}
	printf("gradient bands: largest change of a weight over 20,000, 80,000, 320,000 steps: %.4f %.4f %.4f\n", (double)jump[0],
		   (double)jump[1], (double)jump[2]);
	assert_true(jump[1] < 0.35f * jump[0] && jump[2] < 0.35f * jump[1]);
	lwDestroyBlendSpace(space);
	const float opposite[2][2] = { { 0.0f, 1.0f }, { 0.0f, -1.0f } }; // either side alike
	space = Make(2, lw_blendGradientBand, opposite[0], 2);
	Expect(space, 1.0f, 0.0f, (const float[]){ 0.5f, 0.5f });
	Expect(space, -1.0f, 0.0f, (const float[]){ 0.5f, 0.5f });
	Expect(space, 0.0f, 0.0f, (const float[]){ 0.5f, 0.5f });
	Expect(space, sinf(0.7853982f), cosf(0.7853982f), (const float[]){ 0.75f, 0.25f });
	Expect(space, -sinf(0.7853982f), cosf(0.7853982f), (const float[]){ 0.75f, 0.25f });
	lwDestroyBlendSpace(space);
}

// By the formula: speeds 1 and 3, a quarter turn apart, which counts as pi; at twice the speed of the first, in its direction.
static void TestBandsByHand(void** state) {
	(void)state;
	const float points[2][2] = { { 1.0f, 0.0f }, { 0.0f, 3.0f } };
	lwBlendSpace* space = Make(2, lw_blendGradientBand, points[0], 2);
	float second = 0.5f / (1.0f + 9.8696044f);
	Expect(space, 2.0f, 0.0f, (const float[]){ 1.0f - second, second });
	Expect(space, 1.41421356f, 1.41421356f, (const float[]){ 0.5f, 0.5f });
	lwDestroyBlendSpace(space);
}

// Eight directions and nobody who stands: through standing still no weight jumps, and there all weigh alike.
static void TestBandsWithoutIdle(void** state) {
	(void)state;
	float points[17][2], want[8], jump[3];
	MakeDirections(points, 1);
	lwBlendSpace* space = Make(2, lw_blendGradientBand, points[1], 8);
	for (int i = 0; i < 8; ++i) {
		want[i] = 0.125f;
	}
	Expect(space, 0.0f, 0.0f, want);
	for (int i = 0; i < 3; ++i) {
		jump[i] = LargestJump(space, 20000 << (2 * i), 0.5f, 0.0f, 0.0f); // passes through standing
	}
	printf("through standing: largest change of a weight: %.4f %.4f %.4f\n", (double)jump[0], (double)jump[1], (double)jump[2]);
	assert_true(jump[1] < 0.35f * jump[0] && jump[2] < 0.35f * jump[1]);
	lwDestroyBlendSpace(space);
}

// A query with a cursor that comes from anywhere gives what a fresh one gives, and what all triangles tell.
static void TestRandomQueries(void** state) {
	(void)state;
	printf("seed %u\n", SEED);
	s_state = SEED;
	enum { n = 60 };
	float points[n][2], got[n], fresh[n];
	for (int round = 0; round < 40; ++round) {
		for (int i = 0; i < n; ++i) {
			points[i][0] = Random(-1.0f, 1.0f), points[i][1] = Random(-1.0f, 1.0f);
			if (round % 4 == 1) {
				points[i][0] = floorf(points[i][0] * 4.0f), points[i][1] = floorf(points[i][1] * 4.0f);
			}
		}
		lwBlendSpace* space = Make(2, lw_blendTriangles, points[0], n);
		lwBlendCursor cursor;
		memset(&cursor, 0, sizeof(cursor));
		for (int q = 0; q < 300; ++q) {
			float size = round % 4 == 1 ? 6.0f : 1.5f;
			float x = Random(-size, size), y = Random(-size, size);
			lwBlendCursor other;
			memset(&other, 0, sizeof(other));
			Weigh(space, &cursor, x, y, got);
			Weigh(space, &other, x, y, fresh);
			double px = 0.0, py = 0.0;
			for (int i = 0; i < n; ++i) {
				assert_true(fabsf(got[i] - fresh[i]) < 2e-6f);
				px += (double)(got[i] * points[i][0]), py += (double)(got[i] * points[i][1]);
			}
			// The weighted mean of the samples is the point, or its image on the hull: no sample is nearer than that.
			double distance = hypot(px - (double)x, py - (double)y);
			for (int h = 0; h < lwBlendSpace_HullCount(space) && distance > 1e-5; ++h) {
				int a = lwBlendSpace_HullSample(space, h), b = lwBlendSpace_HullSample(space, (h + 1) % lwBlendSpace_HullCount(space));
				for (int k = 0; k <= 16; ++k) {
					double t = (double)k / 16.0;
					double hx = (double)points[a][0] * (1.0 - t) + (double)points[b][0] * t;
					double hy = (double)points[a][1] * (1.0 - t) + (double)points[b][1] * t;
					assert_true(hypot(hx - (double)x, hy - (double)y) > distance - 1e-5);
				}
				double side = (double)(points[b][0] - points[a][0]) * ((double)y - (double)points[a][1]) -
							  (double)(points[b][1] - points[a][1]) * ((double)x - (double)points[a][0]);
				distance = side < 0.0 ? -distance : distance; // beyond some edge: it was right to leave
				if (distance < 0.0) {
					break;
				}
				assert_true(h + 1 < lwBlendSpace_HullCount(space));
			}
		}
		lwDestroyBlendSpace(space);
	}
}

// Nothing but the points counts: other numbers for the samples, the same weights.
static void TestOrderOfSamples(void** state) {
	(void)state;
	s_state = SEED;
	enum { n = 25 };
	float points[n][2], other[n][2], a[n], b[n];
	for (int i = 0; i < n; ++i) { // a grid: its squares can be cut both ways
		points[i][0] = (float)(i % 5), points[i][1] = (float)(i / 5);
		other[(i * 7 + 3) % n][0] = points[i][0], other[(i * 7 + 3) % n][1] = points[i][1];
	}
	lwBlendSpace *first = Make(2, lw_blendTriangles, points[0], n), *second = Make(2, lw_blendTriangles, other[0], n);
	lwBlendCursor c1, c2;
	memset(&c1, 0, sizeof(c1)), memset(&c2, 0, sizeof(c2));
	for (int q = 0; q < 500; ++q) {
		float x = Random(-1.0f, 5.0f), y = Random(-1.0f, 5.0f);
		Weigh(first, &c1, x, y, a);
		Weigh(second, &c2, x, y, b);
		for (int i = 0; i < n; ++i) {
			assert_true(a[i] == b[(i * 7 + 3) % n]);
		}
	}
	lwDestroyBlendSpace(first);
	lwDestroyBlendSpace(second);
}

static void TestSmoothing(void** state) {
	(void)state;
	const int rates[] = { 4, 30, 60, 144 };
	for (int i = 0; i < 4; ++i) {
		lwBlendCursor cursor;
		memset(&cursor, 0, sizeof(cursor));
		lwBlendCursor_Move(&cursor, 1.0f, -2.0f, 0.25f, 0.01f); // the first jumps
		assert_true(cursor.x == 1.0f && cursor.y == -2.0f);
		for (int f = 0; f < rates[i] / 2; ++f) {
			lwBlendCursor_Move(&cursor, 5.0f, 2.0f, 0.25f, 1.0f / (float)rates[i]);
		}
		assert_true(fabsf(cursor.x - 4.0f) < 1e-5f && fabsf(cursor.y - 1.0f) < 1e-5f); // two half-lives: a quarter is left
		lwBlendCursor_Move(&cursor, NAN, 2.0f, 0.0f, 0.1f);
		assert_true(fabsf(cursor.x - 4.0f) < 1e-5f && cursor.y == 2.0f);
		lwBlendCursor_Move(&cursor, 7.0f, 7.0f, 0.25f, 0.0f);
		assert_true(fabsf(cursor.x - 4.0f) < 1e-5f);
	}
}

// The block can be moved; cut off, bent and foreign ones are refused, and what is not does no harm.
static void TestBytes(void** state) {
	(void)state;
	s_state = SEED;
	float points[17][2], a[17], b[17];
	for (int method = 0; method < 2; ++method) {
		int n = MakeDirections(points, 2);
		lwBlendSpace* space = Make(2, (lwBlendMethod)method, points[0], n);
		size_t size = lwBlendSpace_ByteCount(space);
		uint32_t* bytes = malloc(size);
		memcpy(bytes, space, size);
		const lwBlendSpace* copy = NULL;
		assert_int_equal(lwBlendSpace_FromBytes(bytes, size, &copy).status, lw_ok);
		lwBlendCursor c1, c2;
		memset(&c1, 0, sizeof(c1)), memset(&c2, 0, sizeof(c2));
		for (int q = 0; q < 100; ++q) {
			float x = Random(-5.0f, 5.0f), y = Random(-5.0f, 5.0f);
			Weigh(space, &c1, x, y, a);
			Weigh(copy, &c2, x, y, b);
			assert_memory_equal(a, b, sizeof(float) * (size_t)n);
		}
		for (size_t cut = 0; cut < size; cut += 4) {
			assert_int_equal(lwBlendSpace_FromBytes(bytes, cut, &copy).status, lw_errorFormat);
			assert_null(copy);
		}
		for (size_t i = 0; i < size / 4; ++i) {
			uint32_t kept = bytes[i];
			bytes[i] ^= 1u << (i % 32);
			assert_int_equal(lwBlendSpace_FromBytes(bytes, size, &copy).status, lw_errorFormat);
			// With the hash made again, as one who means harm would: refused, or good for a query.
			const uint32_t evil[] = { 0xFFFFFFFFu, 0x7FFFFFFFu, 0u, 1000u };
			for (int e = 0; e < 4 && i != 3; ++e) {
				bytes[i] = evil[e];
				uint32_t hash = 2166136261u;
				for (size_t k = 16; k < size; ++k) {
					hash = (hash ^ ((const unsigned char*)bytes)[k]) * 16777619u;
				}
				uint32_t oldHash = bytes[3];
				bytes[3] = hash;
				lwBlendWeight weights[LW_MAX_BLEND_WEIGHTS];
				if (lwBlendSpace_FromBytes(bytes, size, &copy).status == lw_ok) {
					for (int q = 0; q < 20; ++q) {
						lwBlendCursor_Move(&c1, Random(-5.0f, 5.0f), Random(-5.0f, 5.0f), 0.0f, 0.0f);
						assert_in_range(lwBlendSpace_Weights(copy, &c1, weights), 0, LW_MAX_BLEND_WEIGHTS);
					}
				}
				bytes[3] = oldHash;
			}
			bytes[i] = kept;
		}
		free(bytes);
		lwDestroyBlendSpace(space);
	}
}

static void TestAllocations(void** state) {
	(void)state;
	float points[17][2], weights[17];
	int n = MakeDirections(points, 2), refused = 0;
	lwBlendSpaceDef def = lwDefaultBlendSpaceDef();
	def.points = points[0], def.sampleCount = n;
	lwBlendSpace* space = NULL;
	for (int fail = 0;; ++fail) { // the Nth allocation fails: an error, and nothing is lost (ASan looks)
		s_allocations = 0, s_failAt = fail;
		lwResult result = lwCreateBlendSpace(&def, &space);
		s_failAt = -1;
		if (result.status == lw_ok) {
			break;
		}
		assert_int_equal(result.status, lw_errorMemory);
		assert_null(space);
		++refused;
	}
	assert_true(refused > 3);
	lwBlendCursor cursor;
	memset(&cursor, 0, sizeof(cursor));
	s_allocations = 0;
	for (int i = 0; i < 1000; ++i) {
		Weigh(space, &cursor, cosf((float)i) * 5.0f, sinf((float)i) * 3.0f, weights);
	}
	assert_int_equal(s_allocations, 0);
	lwDestroyBlendSpace(space);
}

// Ten thousand samples: from one end to the other, and round outside.
static void TestMany(void** state) {
	(void)state;
	s_state = SEED;
	enum { n = 10000 };
	static float points[n][2], weights[n];
	for (int i = 0; i < n; ++i) {
		float angle = Random(0.0f, 6.2831853f);
		points[i][0] = i < 5000 ? cosf(angle) : Random(-0.7f, 0.7f), points[i][1] = i < 5000 ? sinf(angle) : Random(-0.7f, 0.7f);
	}
	lwBlendSpace* space = Make(2, lw_blendTriangles, points[0], n);
	lwBlendCursor cursor;
	memset(&cursor, 0, sizeof(cursor));
	for (int q = 0; q < 2000; ++q) {
		float r = q & 1 ? 3.0f : 0.5f, angle = 0.01f * (float)q;
		Weigh(space, &cursor, r * cosf(angle), r * sinf(angle), weights);
		if (q & 1) { // outside a circle the nearest sample is the one in the same direction, nearly
			for (int i = 0; i < n; ++i) {
				assert_true(weights[i] == 0.0f || points[i][0] * cosf(angle) + points[i][1] * sinf(angle) > 0.999f);
			}
		}
	}
	lwDestroyBlendSpace(space);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(TestInvalid),		 cmocka_unit_test(TestThreeOnALine),   cmocka_unit_test(TestFewSamples),
		cmocka_unit_test(TestTriangle),		 cmocka_unit_test(TestDirections),	   cmocka_unit_test(TestGradientBands),
		cmocka_unit_test(TestRandomQueries), cmocka_unit_test(TestOrderOfSamples), cmocka_unit_test(TestSmoothing),
		cmocka_unit_test(TestBytes),		 cmocka_unit_test(TestAllocations),	   cmocka_unit_test(TestMany),			 cmocka_unit_test(TestBandsByHand),	   cmocka_unit_test(TestBandsWithoutIdle),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
