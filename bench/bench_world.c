// SPDX-License-Identifier: MIT
// Nanoseconds of processor time per query of the embedded world on a rolling terrain, minimum of several rounds.
// ray: 1.5 m down; sweep: r 0.05 m, 1.5 m down; sphere: r 0.25 m, 2 m any way; closest: within 1 m.
// random: all over the mesh; warm: one 2 m patch again and again.
#include "legwork/world.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define QUERIES 20000
#define ROUNDS 7
#define CELL 0.5f

static uint32_t s_random = 1u;

static float Uniform(float lo, float hi) {
	s_random = s_random * 1664525u + 1013904223u;
	return lo + (hi - lo) * ((float)(s_random >> 8) / 16777216.0f);
}

static double Now(void) {
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static float Height(float x, float z) {
	return 1.5f * sinf(0.13f * x) * cosf(0.11f * z) + 0.2f * sinf(1.3f * x + 0.7f * z);
}

static lwMeshWorld* CreateTerrain(int side, double* outBuildMs) {
	int vertexCount = (side + 1) * (side + 1);
	lwVec3* v = malloc((size_t)vertexCount * sizeof(lwVec3));
	uint32_t* index = malloc((size_t)(6 * side * side) * sizeof(uint32_t));
	if (v == NULL || index == NULL) {
		exit(1);
	}
	for (int i = 0; i < vertexCount; ++i) {
		float x = CELL * (float)(i % (side + 1));
		float z = CELL * (float)(i / (side + 1));
		v[i] = lwV3(x, Height(x, z) + Uniform(-0.05f, 0.05f), z);
	}
	uint32_t row = (uint32_t)side + 1;
	for (int i = 0; i < side * side; ++i) {
		uint32_t a = (uint32_t)(i / side) * row + (uint32_t)(i % side);
		uint32_t quad[6] = { a, a + row, a + 1, a + 1, a + row, a + row + 1 };
		for (int k = 0; k < 6; ++k) {
			index[6 * i + k] = quad[k];
		}
	}
	lwMeshBodyDef body = lwDefaultMeshBodyDef();
	body.vertices = v;
	body.vertexCount = vertexCount;
	body.indices = index;
	body.triangleCount = 2 * side * side;
	lwMeshWorldDef def = lwDefaultMeshWorldDef();
	def.bodies = &body;
	def.bodyCount = 1;
	lwMeshWorld* world = NULL;
	double start = Now();
	lwResult result = lwCreateMeshWorld(&def, &world);
	*outBuildMs = (Now() - start) * 1e-6;
	free(v);
	free(index);
	if (result.status != lw_ok) {
		fprintf(stderr, "%s\n", result.message);
		exit(1);
	}
	return world;
}

static lwCastQuery s_casts[QUERIES];
static lwClosestQuery s_closest[QUERIES];
static lwCastHit s_hits[QUERIES];

static void Aim(float from, float to, float radius, bool anyWay) {
	for (int i = 0; i < QUERIES; ++i) {
		float x = Uniform(from, to);
		float z = Uniform(from, to);
		lwVec3 down = lwV3(0.0f, -1.5f, 0.0f);
		lwVec3 way = lwV3(Uniform(-1.0f, 1.0f), 0.0f, 0.0f);
		way.y = Uniform(-1.0f, 1.0f);
		way.z = Uniform(-1.0f, 1.0f);
		lwVec3 origin = lwV3(x, Height(x, z) + 0.75f, z);
		s_casts[i] = (lwCastQuery){ origin, anyWay ? lwMul(lwNormalizeOr(way, down), 2.0f) : down, radius, lw_channelAll };
		s_closest[i] = (lwClosestQuery){ origin, 1.0f, lw_channelAll };
	}
}

static uint32_t HashOf(const lwCastHit* hits, int count) {
	uint32_t hash = 2166136261u;
	for (int i = 0; i < count; ++i) {
		const lwCastHit* h = &hits[i];
		float values[] = { h->fraction, h->pos.x, h->pos.y, h->pos.z, h->normal.x, h->normal.y, h->normal.z, (float)h->triangle };
		uint8_t bytes[sizeof(values)];
		memcpy(bytes, values, sizeof(values));
		for (size_t k = 0; k < sizeof(bytes); ++k) {
			hash = (hash ^ bytes[k]) * 16777619u;
		}
	}
	return hash;
}

static void Time(const lwWorld* world, const char* set, const char* what, bool closest) {
	double best = 1e30;
	for (int r = 0; r < ROUNDS; ++r) {
		double start = Now();
		if (closest) {
			world->closest(world->user, s_closest, QUERIES, s_hits);
		} else {
			world->cast(world->user, s_casts, QUERIES, s_hits);
		}
		double took = (Now() - start) / QUERIES;
		best = took < best ? took : best;
	}
	int hits = 0;
	for (int i = 0; i < QUERIES; ++i) {
		hits += s_hits[i].hit;
	}
	printf("  %-8s %-8s %8.0f ns  %3d %% hit  hash %08x\n", set, what, best, 100 * hits / QUERIES, HashOf(s_hits, QUERIES));
}

int main(void) {
	const int sides[] = { 100, 316, 1000 };
	printf("legwork world, cc %s, min of %d rounds of %d queries\n", __VERSION__, ROUNDS, QUERIES);
	for (int s = 0; s < 3; ++s) {
		double buildMs;
		lwMeshWorld* mesh = CreateTerrain(sides[s], &buildMs);
		lwWorld world = lwMeshWorld_World(mesh);
		double triangles = 2.0 * sides[s] * sides[s];
		printf("%.0f triangles: build %.0f ms, %.0f bytes a triangle\n", triangles, buildMs,
			   (double)lwMeshWorld_ByteCount(mesh) / triangles);
		for (int warm = 0; warm < 2; ++warm) {
			const char* set = warm ? "warm" : "random";
			float from = warm ? 20.0f : 2.0f;
			float to = warm ? 22.0f : CELL * (float)sides[s] - 2.0f;
			Aim(from, to, 0.0f, false);
			Time(&world, set, "ray", false);
			Time(&world, set, "closest", true);
			Aim(from, to, 0.05f, false);
			Time(&world, set, "sweep", false);
			Aim(from, to, 0.25f, true);
			Time(&world, set, "sphere", false);
		}
		lwDestroyMeshWorld(mesh);
	}
	return 0;
}
