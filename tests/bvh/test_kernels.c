// SPDX-License-Identifier: MIT
// The lanes code: every instruction set gives the same bits; hierarchies of boxes find what a list finds, also after moves.
#include "bvh/bvh.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SEED 77u
#define TRIANGLES 3000

static uint32_t s_random;

static float Uniform(float lo, float hi) {
	s_random = s_random * 1664525u + 1013904223u;
	return lo + (hi - lo) * ((float)(s_random >> 8) / 16777216.0f);
}

static lwVec3 UniformVec(float extent) {
	float x = Uniform(-extent, extent);
	float y = Uniform(-extent, extent);
	return lwV3(x, y, Uniform(-extent, extent));
}

static lwVec3 s_vertices[3 * TRIANGLES];
static uint32_t s_indices[3 * TRIANGLES];

static void MakeSoup(float scale) {
	for (int i = 0; i < TRIANGLES; ++i) {
		lwVec3 a = UniformVec(scale);
		s_vertices[3 * i] = a;
		s_vertices[3 * i + 1] = lwAdd(a, UniformVec(0.1f * scale));
		s_vertices[3 * i + 2] = i % 9 == 0 ? lwLerp3(a, s_vertices[3 * i + 1], 0.3f) : lwAdd(a, UniformVec(0.1f * scale));
	}
	for (uint32_t i = 0; i < 3 * TRIANGLES; ++i) {
		s_indices[i] = i;
	}
}

// An empty hierarchy, and queries that start nowhere near: nothing is found and nothing is read.
static void NothingToFind(void** state) {
	(void)state;
	lwBvh empty;
	assert_true(lwBvh_Build(&empty, NULL, NULL, 0));
	const lwBvhKernels* kernels[2] = { &lw_bvhKernels, lwBvh_BestKernels() };
	for (int k = 0; k < 2; ++k) {
		lwBvhWalk walk = { .ray = { .d = { 0.0f, -1.0f, 0.0f } } };
		lwBvhWalk* walks[1] = { &walk };
		lwBvhWalk_Start(&walk, &empty, 0.5f, 0.0f);
		kernels[k]->cast(walks, 1);
		assert_false(walk.best.found);
		assert_int_equal(kernels[k]->nextBox(&walk), -1);
		kernels[k]->cast(walks, 0);
	}
	lwBvh_Free(&empty);
}

static void SameHit(const lwBvhBest* a, const lwBvhBest* b) {
	assert_int_equal(a->found, b->found);
	if (a->found) {
		assert_int_equal(a->triangle, b->triangle);
		assert_memory_equal(&a->hit.fraction, &b->hit.fraction, sizeof(double));
		assert_memory_equal(&a->hit.distance2, &b->hit.distance2, sizeof(double));
		assert_memory_equal(&a->hit.point, &b->hit.point, sizeof(lwVec3d));
		assert_memory_equal(&a->hit.cross, &b->hit.cross, sizeof(lwVec3d));
	}
}

static void Walk(const lwBvhKernels* kernels, const lwBvh* bvh, lwVec3 o, lwVec3 d, float radius, lwBvhWalk* walk) {
	walk->best.found = false;
	walk->body = 0;
	walk->ray.o[0] = o.x, walk->ray.o[1] = o.y, walk->ray.o[2] = o.z;
	walk->ray.d[0] = d.x, walk->ray.d[1] = d.y, walk->ray.d[2] = d.z;
	lwBvhWalk_Start(walk, bvh, radius, 0.0f);
	lwBvhWalk* walks[1] = { walk };
	kernels->cast(walks, 1);
}

static void AllInstructionSetsAgree(void** state) {
	(void)state;
	const lwBvhKernels* other = lwBvh_Avx2Kernels();
	if (other == NULL) {
		print_message("SKIPPED: no AVX2 beside '%s' here\n", lw_bvhKernels.name);
		skip();
	}
	static const float scales[] = { 1e-3f, 1.0f, 1e5f };
	int hits = 0;
	for (int s = 0; s < 3; ++s) {
		s_random = SEED;
		MakeSoup(scales[s]);
		lwBvh bvh;
		assert_true(lwBvh_Build(&bvh, s_vertices, s_indices, TRIANGLES));
		for (int i = 0; i < 20000; ++i) {
			static lwBvhWalk a, b;
			lwVec3 o = UniformVec(1.2f * scales[s]), d = UniformVec(2.0f * scales[s]);
			float radius = i % 2 == 0 ? 0.0f : Uniform(0.0f, 0.1f) * scales[s];
			Walk(&lw_bvhKernels, &bvh, o, d, radius, &a);
			Walk(other, &bvh, o, d, radius, &b);
			SameHit(&a.best, &b.best);
			hits += a.best.found;
			static lwBvhNearby p, q;
			double most = (double)Uniform(0.0f, 0.3f) * (double)scales[s];
			p.best = q.best = (lwBvhBest){ .hit = { .distance2 = most * most } };
			p.body = q.body = 0;
			lwBvhNearby_Start(&p, &bvh, o, 0.0f);
			lwBvhNearby_Start(&q, &bvh, o, 0.0f);
			lw_bvhKernels.closest(&p);
			other->closest(&q);
			SameHit(&p.best, &q.best);
		}
		lwBvh_Free(&bvh);
	}
	print_message("seed %u: %d hits, '%s' and '%s' the same\n", SEED, hits, lw_bvhKernels.name, other->name);
	assert_true(hits > 10000);
}

#define BOXES 700

// All boxes that a ray meets, from a hierarchy after many single moves, against the list.
static void BoxesFollowTheirMoves(void** state) {
	(void)state;
	static lwBvhRef refs[BOXES], order[BOXES];
	s_random = SEED;
	for (int i = 0; i < BOXES; ++i) {
		lwVec3 c = UniformVec(10.0f);
		refs[i] = (lwBvhRef){ { c.x, c.y, c.z }, { c.x + 1.0f, c.y + 1.0f, c.z + 1.0f }, i };
	}
	lwBvh top;
	assert_true(lwBvh_ReserveBoxes(&top, BOXES));
	memcpy(order, refs, sizeof(order));
	lwBvh_BuildBoxes(&top, order, BOXES);
	float before = lwBvh_Cost(&top);
	static uint32_t lane[BOXES];
	for (int n = 0; n < top.nodeCount; ++n) {
		for (uint32_t k = 0; k < top.nodes[n].count; ++k) {
			uint32_t child = top.nodes[n].child[k];
			if ((child & LW_BVH_LEAF_BIT) != 0) {
				lane[child & ~LW_BVH_LEAF_BIT] = LW_BVH_LANES * (uint32_t)n + k;
			}
		}
	}
	const lwBvhKernels* kernels = lwBvh_BestKernels();
	int met = 0;
	for (int round = 0; round < 300; ++round) {
		int moved = (int)Uniform(0.0f, BOXES);
		lwVec3 c = UniformVec(10.0f);
		refs[moved] = (lwBvhRef){ { c.x, c.y, c.z }, { c.x + 1.0f, c.y + 1.0f, c.z + 1.0f }, moved };
		lwBvh_RefitBox(&top, lane[moved], &refs[moved]);
		static lwBvhWalk walk;
		walk.best.found = false;
		float x = Uniform(-10.0f, 10.0f), z = Uniform(-10.0f, 10.0f);
		walk.ray.o[0] = x, walk.ray.o[1] = 20.0f, walk.ray.o[2] = z;
		walk.ray.d[0] = 0.0f, walk.ray.d[1] = -40.0f, walk.ray.d[2] = 0.0f;
		lwBvhWalk_Start(&walk, &top, 0.0f, 0.0f);
		static bool found[BOXES];
		memset(found, 0, sizeof(found));
		for (int id; (id = kernels->nextBox(&walk)) >= 0;) {
			assert_false(found[id]);
			found[id] = true;
		}
		for (int i = 0; i < BOXES; ++i) {
			const lwBvhRef* r = &refs[i];
			bool inside = x >= r->lo[0] && x <= r->hi[0] && z >= r->lo[2] && z <= r->hi[2];
			bool near = x >= r->lo[0] - 1e-3f && x <= r->hi[0] + 1e-3f && z >= r->lo[2] - 1e-3f && z <= r->hi[2] + 1e-3f;
			assert_true(inside ? found[i] : near || !found[i]);
			met += found[i];
		}
	}
	assert_true(met > 300);
	assert_true(lwBvh_Cost(&top) > before);
	lwBvh_BuildBoxes(&top, refs, BOXES);
	assert_true(lwBvh_Cost(&top) < 2.0f * before);
	lwBvh_Free(&top);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(NothingToFind),
		cmocka_unit_test(AllInstructionSetsAgree),
		cmocka_unit_test(BoxesFollowTheirMoves),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
