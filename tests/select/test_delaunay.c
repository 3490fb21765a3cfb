// SPDX-License-Identifier: MIT
// Triangulations: exactly Delaunay by integer arithmetic, whole, and as Qhull makes them. LEGWORK_TEST_QHULL LEGWORK_TEST_SLOW
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include <libqhull_r/qhull_ra.h>

#include "select/delaunay.h"

#define SEED 4711u
#define MOST 10000

__extension__ typedef __int128 Wide;

typedef struct Set {
	int count;
	int64_t at[MOST][2];     // below 2^23: floats hold them
	float points[MOST][2];
} Set;

static Set s_set;
static uint64_t s_state;

static uint32_t Next(void) {
	s_state = s_state * 6364136223846793005ull + 1442695040888963407ull;
	return (uint32_t)(s_state >> 33);
}

static int64_t Integer(int64_t range) {
	return (int64_t)(Next() % (uint64_t)(2 * range + 1)) - range;
}

// ---- Sets ------------------------------------------------------------------------------------------------------

static void Add(Set* s, int64_t x, int64_t y) {
	assert_true(s->count < MOST && llabs(x) < 8388608 && llabs(y) < 8388608);
	s->at[s->count][0] = x, s->at[s->count][1] = y;
	s->count++;
}

static int Compare(const void* a, const void* b) {
	const int64_t *p = a, *q = b;
	return p[0] != q[0] ? (p[0] < q[0] ? -1 : 1) : p[1] != q[1] ? (p[1] < q[1] ? -1 : 1) : 0;
}

static void SortAndUnite(Set* s) {
	qsort(s->at, (size_t)s->count, sizeof(s->at[0]), Compare);
	int n = 0;
	for (int i = 0; i < s->count; ++i) {
		if (n == 0 || Compare(s->at[n - 1], s->at[i]) != 0) {
			memcpy(s->at[n++], s->at[i], sizeof(s->at[0]));
		}
	}
	s->count = n;
	for (int i = 0; i < n; ++i) {
		s->points[i][0] = (float)s->at[i][0] * 0x1p-20f;
		s->points[i][1] = (float)s->at[i][1] * 0x1p-20f;
	}
}

static void FillRandom(Set* s, int n, int64_t range) {
	for (int i = 0; i < n; ++i) {
		int64_t x = Integer(range), y = Integer(range);
		Add(s, x, y);
	}
}

static void FillGrid(Set* s, int side, int64_t step, int64_t jitter) {
	for (int i = 0; i < side * side; ++i) {
		int64_t dx = jitter > 0 ? Integer(jitter) : 0, dy = jitter > 0 ? Integer(jitter) : 0;
		Add(s, i % side * step + dx, i / side * step + dy);
	}
}

static void FillCircle(Set* s, int n, double radius, bool centre) {
	for (int i = 0; i < n; ++i) {
		double a = 6.283185307179586 * i / n;
		Add(s, (int64_t)lrint(radius * cos(a)), (int64_t)lrint(radius * sin(a)));
	}
	if (centre) {
		Add(s, 0, 0);
	}
}

// Points exactly on one circle: 65 = 8^2 + 1^2 = 7^2 + 4^2, times 5 …
static void FillExactCircle(Set* s) {
	for (int64_t x = -1105; x <= 1105; ++x) {
		int64_t y = (int64_t)lrint(sqrt((double)(1105 * 1105 - x * x)));
		if (x * x + y * y == 1105 * 1105) {
			Add(s, x, y);
			Add(s, x, -y);
		}
	}
}

// A line that integers only nearly hold: thin triangles all along.
static void FillNearLine(Set* s, int n) {
	for (int i = 0; i < n; ++i) {
		int64_t x = (int64_t)i * 800;
		Add(s, x, x * 3 / 7);
	}
}

static void FillClusters(Set* s, int n) {
	for (int i = 0; i < n; ++i) {
		int64_t x = (int64_t)(i % 5) * 4000000 - 8000000, y = (int64_t)(i % 3) * 4000000;
		int64_t dx = Integer(40), dy = Integer(40);
		Add(s, x + dx, y + dy);
	}
}

static void FillFan(Set* s, int n) {
	Add(s, 0, 8000000);
	for (int i = 0; i < n; ++i) {
		Add(s, (int64_t)i - n / 2, 0);
	}
}

// ---- Checks ----------------------------------------------------------------------------------------------------

static Wide Orient(const Set* s, int a, int b, int c) {
	const int64_t *p = s->at[a], *q = s->at[b], *r = s->at[c];
	return (Wide)(p[0] - r[0]) * (q[1] - r[1]) - (Wide)(p[1] - r[1]) * (q[0] - r[0]);
}

static Wide InCircle(const Set* s, const int v[3], int d) {
	const int64_t *p = s->at[v[0]], *q = s->at[v[1]], *r = s->at[v[2]], *o = s->at[d];
	Wide ax = p[0] - o[0], ay = p[1] - o[1], bx = q[0] - o[0], by = q[1] - o[1], cx = r[0] - o[0], cy = r[1] - o[1];
	return (ax * ax + ay * ay) * (bx * cy - by * cx) + (bx * bx + by * by) * (cx * ay - cy * ax) +
		   (cx * cx + cy * cy) * (ax * by - ay * bx);
}

// Every triangle turns the right way, every edge is shared the right way, no neighbour's point lies in a circle: then none
// does. All points are used, the triangles fill the hull, and the hull is convex. Returns twice the area.
static double CheckExactly(const Set* s, const lwTriangulation* t) {
	Wide area = 0, hull = 0;
	static bool used[MOST];
	memset(used, 0, sizeof(used));
	for (int i = 0; i < t->triangleCount; ++i) {
		const int* v = t->vertices[i];
		Wide twice = Orient(s, v[0], v[1], v[2]);
		assert_true(twice > 0);
		area += twice;
		for (int k = 0; k < 3; ++k) {
			used[v[k]] = true;
			int n = t->neighbours[i][k], a = v[(k + 1) % 3], b = v[(k + 2) % 3];
			if (n < 0) {
				int edge = -1 - n;
				assert_in_range(edge, 0, t->hullCount - 1);
				assert_int_equal(t->hull[edge], a);
				assert_int_equal(t->hull[(edge + 1) % t->hullCount], b);
				continue;
			}
			int back = t->neighbours[n][0] == i ? 0 : t->neighbours[n][1] == i ? 1 : 2;
			assert_int_equal(t->neighbours[n][back], i);
			assert_int_equal(t->vertices[n][(back + 1) % 3], b);
			assert_int_equal(t->vertices[n][(back + 2) % 3], a);
			assert_true(InCircle(s, v, t->vertices[n][back]) <= 0);
		}
	}
	for (int h = 0; h < t->hullCount; ++h) {
		int a = t->hull[h], b = t->hull[(h + 1) % t->hullCount], c = t->hull[(h + 2) % t->hullCount];
		assert_true(Orient(s, a, b, c) >= 0);
		hull += (Wide)s->at[a][0] * s->at[b][1] - (Wide)s->at[a][1] * s->at[b][0];
	}
	assert_true(area == hull);
	assert_int_equal(t->triangleCount, 2 * s->count - 2 - t->hullCount);
	for (int i = 0; i < s->count; ++i) {
		assert_true(used[i]);
	}
	return (double)area;
}

// No triangle of a triangulation that is the only one: a point lies in its circle, or a fourth one on it.
static bool IsDoubtful(const Set* s, const int v[3]) {
	int w[3] = { v[0], v[1], v[2] };
	if (Orient(s, v[0], v[1], v[2]) < 0) {
		w[1] = v[2], w[2] = v[1];
	}
	for (int i = 0; i < s->count; ++i) {
		if (i != v[0] && i != v[1] && i != v[2] && InCircle(s, w, i) >= 0) {
			return true;
		}
	}
	return false;
}

static int CompareTriangles(const void* a, const void* b) {
	return memcmp(a, b, 3 * sizeof(int));
}

static void SortVertices(int v[3]) {
	for (int i = 0; i < 2; ++i) {
		for (int k = 0; k < 2; ++k) {
			if (v[k] > v[k + 1]) {
				int t = v[k];
				v[k] = v[k + 1];
				v[k + 1] = t;
			}
		}
	}
}

static void StartQhull(qhT* qh, const Set* s, coordT* points, const char* options) {
	for (int i = 0; i < s->count; ++i) {
		points[2 * i] = (double)s->at[i][0];
		points[2 * i + 1] = (double)s->at[i][1];
	}
	qh_zero(qh, stderr);
	char command[64];
	snprintf(command, sizeof(command), "qhull %s", options);
	assert_int_equal(qh_new_qhull(qh, 2, s->count, points, False, command, NULL, stderr), 0);
}

static void StopQhull(qhT* qh) {
	int left, bytes;
	qh_freeqhull(qh, !qh_ALL);
	qh_memfreeshort(qh, &left, &bytes);
	assert_int_equal(left, 0);
}

static double QhullArea(const Set* s, coordT* points) {
	qhT context;
	qhT* qh = &context;
	StartQhull(qh, s, points, "FA");
	qh_getarea(qh, qh->facet_list);
	double area = qh->totvol;
	StopQhull(qh);
	return area;
}

// Triangles of Qhull that are not ours. Of facets with more than three points (all on one circle) any cut is right.
static int Missing(const Set* s, const lwTriangulation* t, coordT* points, int* outSame) {
	int(*ours)[3] = malloc((size_t)t->triangleCount * sizeof(*ours));
	memcpy(ours, t->vertices, (size_t)t->triangleCount * sizeof(*ours));
	for (int i = 0; i < t->triangleCount; ++i) {
		SortVertices(ours[i]);
	}
	qsort(ours, (size_t)t->triangleCount, sizeof(*ours), CompareTriangles);
	qhT context;
	qhT* qh = &context;
	StartQhull(qh, s, points, "d Qbb Qc Qz");
	facetT* facet;
	vertexT *vertex, **vertexp;
	int missing = 0;
	*outSame = 0;
	FORALLfacets {
		int v[3], n = 0;
		bool real = !facet->upperdelaunay && qh_setsize(qh, facet->vertices) == 3;
		if (!real) {
			continue;
		}
		FOREACHvertex_(facet->vertices) {
			v[n++] = qh_pointid(qh, vertex->point);
		}
		SortVertices(v);
		bool found = v[0] >= 0 && v[2] < s->count && bsearch(v, ours, (size_t)t->triangleCount, sizeof(*ours), CompareTriangles);
		*outSame += found;
		missing += !found;
		assert_true(found || IsDoubtful(s, v));
	}
	StopQhull(qh);
	free(ours);
	return missing;
}

// unique: no four points on one circle are expected, Qhull's triangles are ours, one by one.
static void CheckSet(const char* name, Set* s, bool unique) {
	static coordT points[2 * MOST];
	SortAndUnite(s);
	lwTriangulation t;
	clock_t start = clock();
	assert_int_equal(lwTriangulate((const float(*)[2])s->points, s->count, &t).status, lw_ok);
	double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
	assert_true(t.triangleCount > 0);
	double area = CheckExactly(s, &t);
	double qhullArea = QhullArea(s, points);
	assert_true(fabs(0.5 * area - qhullArea) <= 1e-6 * qhullArea);
	int same = 0, missing = Missing(s, &t, points, &same);
	printf("%-28s %5d points %5d triangles, %5d as Qhull has them, %d of Qhull's not ours, %.0f ms\n", name, s->count, t.triangleCount,
		   same, missing, seconds * 1e3);
	if (unique) {
		assert_int_equal(same, t.triangleCount);
		assert_int_equal(missing, 0);
	}
	lwTriangulation_Free(&t);
}

#define EACH(name, unique, fill)                                                                   \
	do {                                                                                           \
		s_set.count = 0;                                                                           \
		fill;                                                                                      \
		CheckSet(name, &s_set, unique);                                                            \
	} while (0)

// The smallest inputs, and those on one line: no triangles, the points in order.
static void TestDegenerate(void** state) {
	(void)state;
	lwTriangulation t;
	float points[50][2];
	for (int i = 0; i < 50; ++i) {
		points[i][0] = (float)i, points[i][1] = 2.0f * (float)i + 1.0f;
	}
	for (int n = 1; n <= 50; ++n) {
		assert_int_equal(lwTriangulate((const float(*)[2])points, n, &t).status, lw_ok);
		assert_int_equal(t.triangleCount, 0);
		assert_int_equal(t.hullCount, n);
		for (int i = 0; i < n; ++i) {
			assert_int_equal(t.hull[i], i);
		}
		lwTriangulation_Free(&t);
	}
	points[49][1] = nextafterf(points[49][1], 1000.0f); // one a hair off the line
	assert_int_equal(lwTriangulate((const float(*)[2])points, 50, &t).status, lw_ok);
	assert_int_equal(t.triangleCount, 48);
	lwTriangulation_Free(&t);
}

static void TestSmall(void** state) {
	(void)state;
	printf("seed %u\n", SEED);
	s_state = SEED;
	int made = 0;
	for (int round = 0; round < 3000; ++round) {
		s_set.count = 0;
		FillRandom(&s_set, 3 + round % 12, 1 + round % 5);
		SortAndUnite(&s_set);
		lwTriangulation t;
		assert_int_equal(lwTriangulate((const float(*)[2])s_set.points, s_set.count, &t).status, lw_ok);
		if (t.triangleCount > 0) {
			CheckExactly(&s_set, &t);
			++made;
		}
		lwTriangulation_Free(&t);
	}
	assert_true(made > 2500);
}

static void TestAgainstQhull(void** state) {
	(void)state;
	s_state = SEED;
	EACH("three", true, (Add(&s_set, 0, 0), Add(&s_set, 7, 1), Add(&s_set, 2, 5)));
	EACH("random 100", true, FillRandom(&s_set, 100, 8000000));
	EACH("random 1,000", true, FillRandom(&s_set, 1000, 8000000));
	EACH("random 10,000", true, FillRandom(&s_set, 10000, 8000000));
	EACH("random in a small box", false, FillRandom(&s_set, 5000, 60));
	EACH("grid 100 x 100", false, FillGrid(&s_set, 100, 1000, 0));
	EACH("grid, a hair off", false, FillGrid(&s_set, 100, 80000, 1));
	EACH("grid, jittered", true, FillGrid(&s_set, 100, 80000, 9000));
	EACH("nearly a circle 9,999", false, FillCircle(&s_set, 9999, 8300000.0, true));
	EACH("nearly a circle 1,000", false, FillCircle(&s_set, 1000, 8300000.0, false));
	EACH("exactly a circle", false, FillExactCircle(&s_set));
	EACH("nearly a line 10,000", false, FillNearLine(&s_set, 10000));
	EACH("clusters", false, FillClusters(&s_set, 5000));
	EACH("fan 9,999", true, FillFan(&s_set, 9999));
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(TestDegenerate),
		cmocka_unit_test(TestSmall),
		cmocka_unit_test(TestAgainstQhull),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
