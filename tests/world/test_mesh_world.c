// SPDX-License-Identifier: MIT
// The embedded world's contract: what it refuses, edge cases of every query, several bodies, moving bodies.
#include "legwork/world.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int s_asserts;

static bool CountAssert(const char* condition, const char* file, int line) {
	(void)condition;
	(void)file;
	(void)line;
	s_asserts += 1;
	return false;
}

static const lwVec3 s_square[4] = { { -1, 0, -1 }, { 1, 0, -1 }, { 1, 0, 1 }, { -1, 0, 1 } };
static const uint32_t s_squareIndex[6] = { 0, 2, 1, 0, 3, 2 };

static lwMeshBodyDef SquareDef(void) {
	lwMeshBodyDef body = lwDefaultMeshBodyDef();
	body.vertices = s_square;
	body.vertexCount = 4;
	body.indices = s_squareIndex;
	body.triangleCount = 2;
	return body;
}

static lwMeshWorld* Create(const lwMeshBodyDef* bodies, int count) {
	lwMeshWorldDef def = lwDefaultMeshWorldDef();
	def.bodies = bodies;
	def.bodyCount = count;
	lwMeshWorld* world = NULL;
	lwResult result = lwCreateMeshWorld(&def, &world);
	assert_string_equal(result.message, "");
	assert_non_null(world);
	return world;
}

static lwMeshWorld* CreateOne(const lwVec3* v, int vertexCount, const uint32_t* index, int triangleCount) {
	lwMeshBodyDef body = lwDefaultMeshBodyDef();
	body.vertices = v;
	body.vertexCount = vertexCount;
	body.indices = index;
	body.triangleCount = triangleCount;
	return Create(&body, 1);
}

// ---- Invalid input -------------------------------------------------------------------------------------------

static void BreakCounts(lwMeshBodyDef* b) { b->triangleCount = -1; }
static void BreakVertexCount(lwMeshBodyDef* b) { b->vertexCount = -4; }
static void BreakVertices(lwMeshBodyDef* b) { b->vertices = NULL; }
static void BreakIndices(lwMeshBodyDef* b) { b->indices = NULL; }
static void BreakIndex(lwMeshBodyDef* b) { b->vertexCount = 3; }
static void BreakPos(lwMeshBodyDef* b) { b->pos.y = NAN; }
static void BreakRot(lwMeshBodyDef* b) { b->rot.w = INFINITY; }
static void BreakLimit(lwMeshBodyDef* b) { b->triangleCount = INT32_MAX; }
static void BreakNan(lwMeshBodyDef* b) {
	static lwVec3 bad[4];
	memcpy(bad, s_square, sizeof(bad));
	bad[2].z = NAN;
	b->vertices = bad;
}
static void BreakHuge(lwMeshBodyDef* b) {
	static lwVec3 bad[4];
	memcpy(bad, s_square, sizeof(bad));
	bad[3].x = 3e38f;
	b->vertices = bad;
}

static void RefusesInvalidDefs(void** state) {
	(void)state;
	static const struct {
		void (*breakIt)(lwMeshBodyDef* body);
		lwStatus status;
		const char* message;
	} cases[] = {
		{ BreakCounts, lw_errorArgument, "world: body 1: negative count" },
		{ BreakVertexCount, lw_errorArgument, "world: body 1: negative count" },
		{ BreakVertices, lw_errorArgument, "world: body 1: count without an array" },
		{ BreakIndices, lw_errorArgument, "world: body 1: count without an array" },
		{ BreakIndex, lw_errorArgument, "world: body 1: triangle 1: index 3 of 3 vertices" },
		{ BreakPos, lw_errorArgument, "world: body 1: placement is not finite" },
		{ BreakRot, lw_errorArgument, "world: body 1: placement is not finite" },
		{ BreakLimit, lw_errorLimit, "world: body 1: 2147483647 triangles, at most 134217728" },
		{ BreakNan, lw_errorArgument, "world: body 1: vertex 2: not finite or above 1e12" },
		{ BreakHuge, lw_errorArgument, "world: body 1: vertex 3: not finite or above 1e12" },
	};
	int count = (int)(sizeof(cases) / sizeof(cases[0]));
	assert_true(count > 0);
	for (int i = 0; i < count; ++i) {
		lwMeshBodyDef bodies[2] = { SquareDef(), SquareDef() };
		cases[i].breakIt(&bodies[1]);
		lwMeshWorldDef def = lwDefaultMeshWorldDef();
		def.bodies = bodies;
		def.bodyCount = 2;
		lwMeshWorld* world = (lwMeshWorld*)(uintptr_t)16;
		lwResult result = lwCreateMeshWorld(&def, &world);
		assert_int_equal(result.status, cases[i].status);
		assert_string_equal(result.message, cases[i].message);
		assert_null(world);
	}
}

static void AssertsProgrammerErrors(void** state) {
	(void)state;
	lwSetAssertFcn(CountAssert);
	s_asserts = 0;
	lwMeshWorld* world = NULL;
	lwMeshWorldDef raw;
	memset(&raw, 0, sizeof(raw));
	assert_int_equal(lwCreateMeshWorld(&raw, &world).status, lw_errorArgument);
	assert_int_equal(lwCreateMeshWorld(NULL, &world).status, lw_errorArgument);
	lwMeshWorldDef def = lwDefaultMeshWorldDef();
	assert_int_equal(lwCreateMeshWorld(&def, NULL).status, lw_errorArgument);
	assert_int_equal(s_asserts, 3);
	def.bodyCount = 1;
	assert_int_equal(lwCreateMeshWorld(&def, &world).status, lw_errorArgument);
	assert_false(lwWorld_Ray(NULL, s_square[0], s_square[1], lw_channelAll).hit);
	assert_false(lwWorld_Closest(NULL, s_square[0], 1.0f, lw_channelAll).hit);
	assert_null(lwMeshWorld_World(NULL).cast);
	assert_int_equal(s_asserts, 6);
	lwMeshBodyDef body = SquareDef();
	world = Create(&body, 1);
	lwBodyState bad = { .pos = { NAN, 0, 0 }, .rot = { 0, 0, 0, 1 } };
	lwMeshWorld_SetBody(world, 0, &bad);
	lwMeshWorld_SetBody(world, 1, &bad);
	lwMeshWorld_SetBody(world, 0, NULL);
	assert_int_equal(s_asserts, 9);
	lwWorld table = lwMeshWorld_World(world);
	assert_true(lwWorld_Ray(&table, lwV3(0.2f, 1, 0), lwV3(0, -2, 0), lw_channelAll).hit);
	lwDestroyMeshWorld(world);
	lwDestroyMeshWorld(NULL);
	lwSetAssertFcn(NULL);
}

static void CountsChanges(void** state) {
	(void)state;
	lwMeshBodyDef body = SquareDef();
	lwMeshWorld* world = Create(&body, 1);
	lwWorld table = lwMeshWorld_World(world);
	uint32_t first = table.changes(table.user);
	lwBodyState at = { .pos = { 0, 0, 0 }, .rot = { 0, 0, 0, 1 } };
	lwMeshWorld_SetBody(world, 0, &at); // where it is
	assert_int_equal(table.changes(table.user), first);
	at.pos.x = 1e-3f;
	lwMeshWorld_SetBody(world, 0, &at);
	assert_int_not_equal(table.changes(table.user), first);
	lwDestroyMeshWorld(world);
}

static void AnswersBadQueriesWithAMiss(void** state) {
	(void)state;
	lwMeshBodyDef body = SquareDef();
	lwMeshWorld* world = Create(&body, 1);
	lwWorld table = lwMeshWorld_World(world);
	lwVec3 up = lwV3(0.2f, 1, 0), down = lwV3(0, -2, 0);
	const float bad[] = { NAN, INFINITY, -INFINITY, 3e38f };
	for (int i = 0; i < 4; ++i) {
		assert_false(lwWorld_Ray(&table, lwV3(bad[i], 1, 0), down, lw_channelAll).hit);
		assert_false(lwWorld_Ray(&table, up, lwV3(0, bad[i], 0), lw_channelAll).hit);
		assert_false(lwWorld_Closest(&table, lwV3(0, 0, bad[i]), 1.0f, lw_channelAll).hit);
	}
	lwCastHit miss = lwWorld_Closest(&table, up, NAN, lw_channelAll);
	assert_false(miss.hit);
	assert_int_equal(miss.triangle, -1);
	assert_false(lwWorld_Closest(&table, up, -1.0f, lw_channelAll).hit);
	assert_false(lwWorld_Closest(&table, lwV3(0, 0, 0), 0.0f, lw_channelAll).hit);
	assert_true(lwWorld_Sweep(&table, up, down, -1.0f, lw_channelAll).hit); // as a ray
	assert_true(lwWorld_Ray(&table, up, lwV3(0, -1e30f, 0), lw_channelAll).hit);
	lwWorld none = { 0 };
	assert_false(lwWorld_Ray(&none, up, down, lw_channelAll).hit);
	assert_false(lwWorld_Closest(&none, up, 9.0f, lw_channelAll).hit);
	lwDestroyMeshWorld(world);
}

static void EmptyWorldsMiss(void** state) {
	(void)state;
	lwMeshBodyDef nothing = lwDefaultMeshBodyDef();
	for (int count = 0; count < 2; ++count) {
		lwMeshWorld* world = Create(&nothing, count);
		lwWorld table = lwMeshWorld_World(world);
		assert_false(lwWorld_Ray(&table, lwV3(0, 1, 0), lwV3(0, -2, 0), lw_channelAll).hit);
		assert_false(lwWorld_Closest(&table, lwV3(0, 1, 0), 1e9f, lw_channelAll).hit);
		lwVec3 lo, hi;
		lwMeshWorld_Bounds(world, &lo, &hi);
		assert_float_equal(lwLength(lo) + lwLength(hi), 0.0f, 0.0f);
		lwDestroyMeshWorld(world);
	}
}

// ---- Edge cases ----------------------------------------------------------------------------------------------

static void ZeroLengthHitsOnlyOverlap(void** state) {
	(void)state;
	lwMeshBodyDef body = SquareDef();
	lwMeshWorld* world = Create(&body, 1);
	lwWorld table = lwMeshWorld_World(world);
	lwVec3 none = lwV3(0, 0, 0);
	assert_false(lwWorld_Sweep(&table, lwV3(0.3f, 0.2f, 0), none, 0.1f, lw_channelAll).hit);
	assert_false(lwWorld_Ray(&table, lwV3(0.3f, 0.2f, 0), none, lw_channelAll).hit);
	assert_true(lwWorld_Ray(&table, lwV3(0.3f, 0.0f, 0), none, lw_channelAll).hit);
	lwCastHit hit = lwWorld_Sweep(&table, lwV3(0.3f, -0.05f, 0), none, 0.1f, lw_channelAll);
	assert_true(hit.hit);
	assert_float_equal(hit.fraction, 0.0f, 0.0f);
	assert_float_equal(hit.pos.y, 0.0f, 1e-7f);
	assert_float_equal(hit.normal.y, -1.0f, 1e-6f);
	assert_float_equal(hit.faceNormal.y, -1.0f, 1e-6f);
	lwDestroyMeshWorld(world);
}

static void StartInsideGivesTheDeepestPoint(void** state) {
	(void)state;
	lwMeshBodyDef bodies[2] = { SquareDef(), SquareDef() };
	bodies[1].pos = lwV3(0, 0.15f, 0); // nearer to the centre
	lwMeshWorld* world = Create(bodies, 2);
	lwWorld table = lwMeshWorld_World(world);
	lwCastHit hit = lwWorld_Sweep(&table, lwV3(0.3f, 0.2f, 0.1f), lwV3(0, 1, 0), 0.25f, lw_channelAll);
	assert_true(hit.hit);
	assert_int_equal(hit.body, 1);
	assert_float_equal(hit.fraction, 0.0f, 0.0f);
	assert_float_equal(hit.pos.y, 0.15f, 1e-6f);
	assert_float_equal(hit.normal.y, 1.0f, 1e-6f);
	assert_float_equal(hit.faceNormal.y, -1.0f, 1e-6f); // against the motion, which leaves
	hit = lwWorld_Sweep(&table, lwV3(0.3f, 0.0f, 0.1f), lwV3(0, -1, 0), 0.1f, lw_channelAll); // centre on the face
	assert_true(hit.hit && hit.body == 0);
	assert_float_equal(hit.normal.y, 1.0f, 1e-6f);
	lwDestroyMeshWorld(world);
}

static void TouchingAndLeavingIsFree(void** state) {
	(void)state;
	lwMeshBodyDef body = SquareDef();
	lwMeshWorld* world = Create(&body, 1);
	lwWorld table = lwMeshWorld_World(world);
	lwVec3 at = lwV3(0.3f, 0.25f, 0.1f);
	assert_false(lwWorld_Sweep(&table, at, lwV3(0, 1, 0), 0.25f, lw_channelAll).hit);
	assert_false(lwWorld_Sweep(&table, at, lwV3(0.1f, 0, 0), 0.25f, lw_channelAll).hit);
	lwCastHit hit = lwWorld_Sweep(&table, at, lwV3(0, -1, 0), 0.25f, lw_channelAll);
	assert_true(hit.hit);
	assert_float_equal(hit.fraction, 0.0f, 0.0f);
	lwDestroyMeshWorld(world);
}

// Sphere onto a triangle's face, edge and corner, by hand: fraction and normal.
static void SweepsTouchFaceEdgeAndCorner(void** state) {
	(void)state;
	lwMeshBodyDef body = SquareDef();
	lwMeshWorld* world = Create(&body, 1);
	lwWorld table = lwMeshWorld_World(world);
	const float r = 0.5f;
	static const struct {
		float x, z, height;
	} cases[] = {
		{ 0.25f, 0.5f, 0.5f },                  // face
		{ 1.3f, 0.5f, 0.4f },                   // edge: sqrt(.25 - .09)
		{ 1.3f, -1.3f, 0.264575131f },          // corner: sqrt(.25 - .18)
		{ 1.0f, 1.0f, 0.5f },                   // over the corner
	};
	for (int i = 0; i < 4; ++i) {
		lwCastHit hit = lwWorld_Sweep(&table, lwV3(cases[i].x, 2, cases[i].z), lwV3(0, -4, 0), r, lw_channelAll);
		assert_true(hit.hit);
		assert_float_equal(hit.fraction, (2.0f - cases[i].height) / 4.0f, 1e-6f);
		assert_float_equal(hit.normal.y, cases[i].height / r, 1e-5f);
		assert_float_equal(hit.faceNormal.y, 1.0f, 1e-6f);
	}
	assert_false(lwWorld_Sweep(&table, lwV3(1.51f, 2, 0), lwV3(0, -4, 0), r, lw_channelAll).hit);
	assert_false(lwWorld_Sweep(&table, lwV3(0, 2, 0), lwV3(0, -1.49f, 0), r, lw_channelAll).hit);
	assert_true(lwWorld_Sweep(&table, lwV3(-3, 0, 0.5f), lwV3(4, 0, 0), r, lw_channelAll).hit); // within the plane
	lwDestroyMeshWorld(world);
}

static void DegenerateTrianglesAreEdgesForSweeps(void** state) {
	(void)state;
	const lwVec3 v[9] = { { 0, 0, 0 }, { 2, 0, 0 }, { 1, 0, 0 }, { 5, 0, 0 }, { 5, 0, 0 }, { 5, 0, 0 },
						  { 7, 0, 0 }, { 9, 0, 0 }, { 8, 0, 1e-10f } };
	const uint32_t index[9] = { 0, 1, 2, 3, 4, 5, 6, 7, 8 };
	lwMeshWorld* world = CreateOne(v, 9, index, 3);
	lwWorld table = lwMeshWorld_World(world);
	lwVec3 down = lwV3(0, -2, 0);
	assert_false(lwWorld_Ray(&table, lwV3(1, 1, 0), down, lw_channelAll).hit);
	assert_false(lwWorld_Ray(&table, lwV3(5, 1, 0), down, lw_channelAll).hit);
	assert_false(lwWorld_Ray(&table, lwV3(8, 1, 0), down, lw_channelAll).hit); // thinner than 1e-9 of its length
	lwCastHit segment = lwWorld_Sweep(&table, lwV3(1.5f, 1, 0), down, 0.5f, lw_channelAll);
	lwCastHit point = lwWorld_Sweep(&table, lwV3(5, 1, 0), down, 0.5f, lw_channelAll);
	assert_true(segment.hit && segment.triangle == 0 && point.hit && point.triangle == 1);
	assert_float_equal(segment.fraction, 0.25f, 1e-6f);
	assert_float_equal(point.fraction, 0.25f, 1e-6f);
	assert_float_equal(point.faceNormal.y, 1.0f, 1e-6f);
	assert_true(lwWorld_Closest(&table, lwV3(5, 1, 0), 2.0f, lw_channelAll).hit);
	lwDestroyMeshWorld(world);
}

static void RaysHitBothSides(void** state) {
	(void)state;
	lwMeshBodyDef body = SquareDef();
	lwMeshWorld* world = Create(&body, 1);
	lwWorld table = lwMeshWorld_World(world);
	for (int side = -1; side <= 1; side += 2) {
		lwCastHit hit = lwWorld_Ray(&table, lwV3(0.3f, (float)side, 0.1f), lwV3(0, -2.0f * (float)side, 0), lw_channelAll);
		assert_true(hit.hit);
		assert_float_equal(hit.fraction, 0.5f, 1e-6f);
		assert_float_equal(hit.normal.y, (float)side, 1e-6f);
		// Exactly as long as the way there: still a hit; a little shorter: none.
		assert_true(lwWorld_Ray(&table, lwV3(0.3f, (float)side, 0.1f), lwV3(0, -1.0f * (float)side, 0), lw_channelAll).hit);
		assert_false(lwWorld_Ray(&table, lwV3(0.3f, (float)side, 0.1f), lwV3(0, -0.999f * (float)side, 0), lw_channelAll).hit);
	}
	lwDestroyMeshWorld(world);
}

// ---- Borders -------------------------------------------------------------------------------------------------

#define SIDE 24
static lwVec3 s_grid[(SIDE + 1) * (SIDE + 1)];
static uint32_t s_gridIndex[6 * SIDE * SIDE];

static uint32_t s_random = 7u;
static float Uniform(float lo, float hi) {
	s_random = s_random * 1664525u + 1013904223u;
	return lo + (hi - lo) * ((float)(s_random >> 8) / 16777216.0f);
}

static lwMeshWorld* CreateGrid(float scale) {
	for (int z = 0; z <= SIDE; ++z) {
		for (int x = 0; x <= SIDE; ++x) {
			float inner = x > 0 && z > 0 && x < SIDE && z < SIDE ? 0.15f : 0.0f;
			float px = (float)x + Uniform(-inner, inner);
			float pz = (float)z + Uniform(-inner, inner);
			s_grid[z * (SIDE + 1) + x] = lwMul(lwV3(px, Uniform(-0.3f, 0.3f), pz), scale);
		}
	}
	for (int i = 0; i < SIDE * SIDE; ++i) {
		uint32_t a = (uint32_t)(i / SIDE * (SIDE + 1) + i % SIDE);
		uint32_t quad[6] = { a, a + SIDE + 1, a + 1, a + 1, a + SIDE + 1, a + SIDE + 2 };
		memcpy(s_gridIndex + 6 * i, quad, sizeof(quad));
	}
	return CreateOne(s_grid, (SIDE + 1) * (SIDE + 1), s_gridIndex, 2 * SIDE * SIDE);
}

// Rays aimed at vertices and at points of shared edges of a closed sheet (too gentle for silhouettes), at several
// scales: no leaks.
static void NoLeaksAtEdgesAndVertices(void** state) {
	(void)state;
	const float scales[] = { 1e-3f, 1.0f, 1e4f };
	int count = 0;
	for (int s = 0; s < 3; ++s) {
		lwMeshWorld* world = CreateGrid(scales[s]);
		lwWorld table = lwMeshWorld_World(world);
		for (int i = 0; i < 60000; ++i) {
			int x = 2 + (int)Uniform(0.0f, SIDE - 4);
			int z = 2 + (int)Uniform(0.0f, SIDE - 4);
			int a = z * (SIDE + 1) + x;
			int other = i % 3 == 0 ? a : i % 3 == 1 ? a + 1 : a + SIDE; // a vertex, a side, a diagonal
			lwVec3 aim = lwLerp3(s_grid[a], s_grid[other], Uniform(0.0f, 1.0f));
			float side = Uniform(-1.0f, 1.0f);
			lwVec3 off = lwMul(lwV3(side, 3.0f, Uniform(-1.0f, 1.0f)), scales[s]);
			off = i % 7 == 0 ? lwV3(0.0f, 3.0f * scales[s], 0.0f) : off;
			lwVec3 origin = lwAdd(aim, off);
			lwCastHit hit = lwWorld_Ray(&table, origin, lwMul(lwSub(aim, origin), 2.0f), lw_channelAll);
			if (!hit.hit) {
				print_error("seed 7: leak at scale %g, vertices %d %d\n", (double)scales[s], a, other);
			}
			assert_true(hit.hit);
			assert_true(hit.fraction <= 0.5f + 1e-5f);
			count += 1;
		}
		lwDestroyMeshWorld(world);
	}
	print_message("seed 7: %d rays at borders, no leak\n", count);
	assert_int_equal(count, 180000);
}

// Rays along the top face of a box enter at its side's edge.
static void GrazingRaysHitTheEdge(void** state) {
	(void)state;
	const lwVec3 v[4] = { { 0, 0, -1 }, { 0, 1, -1 }, { 0, 1, 1 }, { 0, 0, 1 } };
	const lwVec3 box[8] = { v[0], v[1], v[2], v[3], { 2, 0, -1 }, { 2, 1, -1 }, { 2, 1, 1 }, { 2, 0, 1 } };
	const uint32_t index[18] = { 0, 1, 2, 0, 2, 3, 1, 5, 6, 1, 6, 2, 0, 4, 7, 0, 7, 3 };
	lwMeshWorld* world = CreateOne(box, 8, index, 6);
	lwWorld table = lwMeshWorld_World(world);
	for (int i = 0; i < 19; ++i) {
		float z = -0.95f + 0.1f * (float)i;
		lwCastHit hit = lwWorld_Ray(&table, lwV3(-1, 1, z), lwV3(4, 0, 0), lw_channelAll);
		assert_true(hit.hit);
		assert_float_equal(hit.fraction, 0.25f, 1e-6f);
		lwCastHit low = lwWorld_Ray(&table, lwV3(-1, 0, z), lwV3(4, 0, 0), lw_channelAll);
		assert_true(low.hit);
		assert_float_equal(low.fraction, 0.25f, 1e-6f);
	}
	lwDestroyMeshWorld(world);
}

// ---- Bodies --------------------------------------------------------------------------------------------------

static void ChannelsAndMaterials(void** state) {
	(void)state;
	lwMeshBodyDef bodies[2] = { SquareDef(), SquareDef() };
	bodies[0].channels = lw_channelWalkable;
	bodies[0].material = 5;
	bodies[1].channels = lw_channelVisible;
	bodies[1].material = 9;
	bodies[1].pos = lwV3(0, 0.5f, 0);
	lwMeshWorld* world = Create(bodies, 2);
	lwWorld table = lwMeshWorld_World(world);
	static const struct {
		uint32_t channels;
		int body, material;
		float fraction;
	} cases[] = {
		{ lw_channelWalkable, 0, 5, 0.5f },
		{ lw_channelVisible, 1, 9, 0.25f },
		{ lw_channelAll, 1, 9, 0.25f },
		{ 4u, -1, 0, 1.0f },
	};
	for (int i = 0; i < 4; ++i) {
		lwCastHit ray = lwWorld_Ray(&table, lwV3(0.3f, 1, 0), lwV3(0, -2, 0), cases[i].channels);
		assert_int_equal(ray.hit, cases[i].body >= 0);
		assert_int_equal(ray.material, cases[i].material);
		assert_float_equal(ray.fraction, cases[i].fraction, 1e-6f);
		lwCastHit near = lwWorld_Closest(&table, lwV3(0.3f, 1, 0), 4.0f, cases[i].channels);
		assert_int_equal(near.hit, cases[i].body >= 0);
		if (ray.hit) {
			assert_int_equal(ray.body, cases[i].body);
			assert_int_equal(near.body, cases[i].body);
			assert_float_equal(near.fraction, 2.0f * cases[i].fraction / 4.0f, 1e-6f);
		}
	}
	lwDestroyMeshWorld(world);
}

static void MovedBodiesAnswerWhereTheyAre(void** state) {
	(void)state;
	lwMeshBodyDef body = SquareDef();
	lwMeshWorld* world = Create(&body, 1);
	lwWorld table = lwMeshWorld_World(world);
	lwBodyState to = { .pos = { 10, 20, 30 },
					   .rot = lwQuatAxisAngle(lwV3(0, 0, 1), 0.5f * LW_PI), // +Y to -X
					   .linearVelocity = { 1, 2, 3 },
					   .angularVelocity = { 4, 5, 6 } };
	lwMeshWorld_SetBody(world, 0, &to);
	assert_false(lwWorld_Ray(&table, lwV3(0.3f, 1, 0), lwV3(0, -2, 0), lw_channelAll).hit);
	lwCastHit hit = lwWorld_Sweep(&table, lwV3(8, 20.5f, 30.25f), lwV3(4, 0, 0), 0.5f, lw_channelAll);
	assert_true(hit.hit);
	assert_float_equal(hit.fraction, 0.375f, 1e-5f);
	assert_float_equal(lwDistance(hit.pos, lwV3(10, 20.5f, 30.25f)), 0.0f, 1e-5f);
	assert_float_equal(hit.normal.x, -1.0f, 1e-6f);
	assert_float_equal(hit.faceNormal.x, -1.0f, 1e-6f);
	lwBodyState at;
	table.body(table.user, 0, &at);
	assert_float_equal(at.angularVelocity.z, 6.0f, 0.0f);
	assert_float_equal(at.pos.y, 20.0f, 0.0f);
	table.body(table.user, 77, &at);
	assert_float_equal(at.rot.w, 1.0f, 0.0f);
	lwVec3 lo, hi;
	lwMeshWorld_Bounds(world, &lo, &hi);
	assert_float_equal(lwDistance(lo, lwV3(10, 19, 29)), 0.0f, 1e-5f);
	assert_float_equal(lwDistance(hi, lwV3(10, 21, 31)), 0.0f, 1e-5f);
	assert_true(lwMeshWorld_ByteCount(world) > 2 * 9 * sizeof(float));
	lwDestroyMeshWorld(world);
}

// Many triangles at one place: no plane separates them, the build must still end and find them.
static void StacksOfEqualTriangles(void** state) {
	(void)state;
	enum { count = 5000 };
	static uint32_t index[3 * count];
	for (int i = 0; i < count; ++i) {
		memcpy(index + 3 * i, s_squareIndex, 3 * sizeof(uint32_t));
	}
	lwMeshWorld* world = CreateOne(s_square, 4, index, count);
	lwWorld table = lwMeshWorld_World(world);
	assert_true(lwWorld_Ray(&table, lwV3(0.5f, 1, -0.5f), lwV3(0, -2, 0), lw_channelAll).hit);
	assert_false(lwWorld_Ray(&table, lwV3(-0.5f, 1, 0.5f), lwV3(0, -2, 0), lw_channelAll).hit);
	assert_true(lwWorld_Sweep(&table, lwV3(0.5f, 1, -0.5f), lwV3(0, -2, 0), 0.1f, lw_channelAll).hit);
	lwDestroyMeshWorld(world);
}

// However far it may be looked for, the closest point is found, and nothing else.
static void FindsClosestAtAnyLimit(void** state) {
	(void)state;
	static const float limits[] = { 10.0f, 1e15f, 1e18f, 1e19f, 1e25f, 3e38f, INFINITY };
	lwVec3 corners[9] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 0, 1 }, { 5, 0, 0 }, { 6, 0, 0 }, { 5, 0, 1 }, { 9, 0, 0 }, { 10, 0, 0 }, { 9, 0, 1 } };
	const uint32_t indices[9] = { 0, 1, 2, 3, 4, 5, 6, 7, 8 };
	lwMeshBodyDef body = lwDefaultMeshBodyDef();
	body.vertices = corners;
	body.vertexCount = 9;
	body.indices = indices;
	body.triangleCount = 3;
	body.channels = lw_channelWalkable;
	lwMeshWorldDef def = lwDefaultMeshWorldDef();
	def.bodies = &body;
	def.bodyCount = 1;
	lwMeshWorld* world = NULL;
	assert_int_equal(lwCreateMeshWorld(&def, &world).status, lw_ok);
	lwWorld table = lwMeshWorld_World(world);
	for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); ++i) {
		lwVec3 point = lwV3(5.2f, 3.0f, 0.2f);
		lwCastHit hit = lwWorld_Closest(&table, point, limits[i], lw_channelAll);
		assert_true(hit.hit && lwDistance(hit.pos, lwV3(5.2f, 0.0f, 0.2f)) < 1e-4f);
		assert_false(lwWorld_Closest(&table, point, limits[i], lw_channelVisible).hit); // nothing narrows this search
		if (limits[i] <= 1e30f) { // a sphere that does not move, however large; queries beyond 1e30 miss
			hit = lwWorld_Sweep(&table, point, lwV3(0, 0, 0), limits[i], lw_channelAll);
			assert_true(hit.hit && lwDistance(hit.pos, lwV3(5.2f, 0.0f, 0.2f)) < 1e-4f);
		}
	}
	lwDestroyMeshWorld(world);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(FindsClosestAtAnyLimit),
		cmocka_unit_test(RefusesInvalidDefs),
		cmocka_unit_test(AssertsProgrammerErrors),
		cmocka_unit_test(AnswersBadQueriesWithAMiss),
		cmocka_unit_test(EmptyWorldsMiss),
		cmocka_unit_test(ZeroLengthHitsOnlyOverlap),
		cmocka_unit_test(StartInsideGivesTheDeepestPoint),
		cmocka_unit_test(TouchingAndLeavingIsFree),
		cmocka_unit_test(SweepsTouchFaceEdgeAndCorner),
		cmocka_unit_test(DegenerateTrianglesAreEdgesForSweeps),
		cmocka_unit_test(RaysHitBothSides),
		cmocka_unit_test(NoLeaksAtEdgesAndVertices),
		cmocka_unit_test(GrazingRaysHitTheEdge),
		cmocka_unit_test(CountsChanges),
		cmocka_unit_test(ChannelsAndMaterials),
		cmocka_unit_test(MovedBodiesAnswerWhereTheyAre),
		cmocka_unit_test(StacksOfEqualTriangles),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
