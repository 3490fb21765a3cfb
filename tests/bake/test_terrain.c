// SPDX-License-Identifier: MIT
// Terrain worlds: the flat stand-in, a scene made by hand, and the shared terrains.
#include "legwork/terrain.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static bool QuietAssert(const char* condition, const char* file, int line) {
	(void)condition;
	(void)file;
	(void)line;
	return false;
}

static void RefusesInvalidInput(void** state) {
	(void)state;
	lwSetAssertFcn(QuietAssert);
	assert_int_equal(lwMakeTerrainWorld(NULL, 1.0f, 0.0f, 10.0f, NULL).status, lw_errorArgument);
	lwSetAssertFcn(NULL);
	lwMeshWorld* world = NULL;
	assert_int_equal(lwMakeTerrainWorld(NULL, 1.0f, NAN, 10.0f, &world).status, lw_errorArgument);
	assert_null(world);
	assert_int_equal(lwMakeTerrainWorld(NULL, 1.0f, 0.0f, INFINITY, &world).status, lw_errorArgument);
	char name[] = "empty.glb";
	lwScene empty;
	memset(&empty, 0, sizeof(empty));
	empty.file = name;
	lwResult result = lwMakeTerrainWorld(&empty, 1.0f, 0.0f, 10.0f, &world);
	assert_int_equal(result.status, lw_errorData);
	assert_string_equal(result.message, "empty.glb: terrain: it holds no triangles");
	assert_null(world);
}

static void FlatWithoutAScene(void** state) {
	(void)state;
	lwMeshWorld* world = NULL;
	assert_int_equal(lwMakeTerrainWorld(NULL, 1.0f, 0.25f, 50.0f, &world).status, lw_ok);
	lwWorld table = lwMeshWorld_World(world);
	lwCastHit hit = lwWorld_Ray(&table, lwV3(49.0f, 2.0f, -49.0f), lwV3(0.0f, -4.0f, 0.0f), lw_channelAll);
	assert_true(hit.hit);
	assert_float_equal(hit.pos.y, 0.25f, 1e-6f);
	assert_float_equal(hit.normal.y, 1.0f, 1e-6f);
	assert_false(lwWorld_Ray(&table, lwV3(51.0f, 2.0f, 0.0f), lwV3(0.0f, -4.0f, 0.0f), lw_channelAll).hit);
	lwDestroyMeshWorld(world);
}

// One triangle in a mesh used by two nodes, the second a scaled child of the first.
static void PlacesEveryNode(void** state) {
	(void)state;
	lwVec3 positions[3] = { { 0, 0, 0 }, { 0, 0, 1 }, { 1, 0, 0 } };
	uint32_t indices[3] = { 0, 1, 2 };
	lwScenePrimitive primitive = { .vertexCount = 3, .positions = positions, .indexCount = 3, .indices = indices, .material = -1 };
	char name[] = "";
	lwSceneMesh mesh = { name, 1, &primitive };
	lwSceneNode nodes[2];
	memset(nodes, 0, sizeof(nodes));
	for (int n = 0; n < 2; ++n) {
		nodes[n].name = name;
		nodes[n].parent = n - 1;
		nodes[n].local = lwTransformIdentity();
		nodes[n].local.pos = lwV3(10.0f, 1.0f, 0.0f);
		nodes[n].mesh = 0;
		nodes[n].skin = -1;
	}
	nodes[1].local.scale = lwV3(2.0f, 2.0f, 2.0f);
	for (int n = 0; n < 2; ++n) {
		nodes[n].matrix = lwMat34FromTransform(nodes[n].local);
	}
	lwScene scene;
	memset(&scene, 0, sizeof(scene));
	scene.file = name;
	scene.nodeCount = 2;
	scene.nodes = nodes;
	scene.meshCount = 1;
	scene.meshes = &mesh;
	lwMeshWorld* world = NULL;
	lwResult result = lwMakeTerrainWorld(&scene, 0.5f, 0.0f, 0.0f, &world);
	assert_string_equal(result.message, "");
	lwVec3 lo, hi;
	lwMeshWorld_Bounds(world, &lo, &hi);
	assert_float_equal(lwDistance(lo, lwV3(5.0f, 0.5f, 0.0f)), 0.0f, 1e-6f);
	assert_float_equal(lwDistance(hi, lwV3(11.0f, 1.0f, 1.0f)), 0.0f, 1e-6f);
	lwWorld table = lwMeshWorld_World(world);
	lwCastHit second = lwWorld_Ray(&table, lwV3(10.1f, 9.0f, 0.1f), lwV3(0.0f, -16.0f, 0.0f), lw_channelAll);
	assert_true(second.hit);
	assert_int_equal(second.triangle, 1);
	assert_float_equal(second.pos.y, 1.0f, 1e-5f);
	lwDestroyMeshWorld(world);
	// A file may hold anything: too far out is a limit of data, not a programmer's error.
	static const float scales[] = { 1e13f, 1e30f, 3e38f };
	for (int i = 0; i < 3; ++i) {
		result = lwMakeTerrainWorld(&scene, scales[i], 0.0f, 0.0f, &world);
		assert_int_equal(result.status, lw_errorLimit);
		assert_null(world);
	}
}

static float Uniform(uint32_t* ioRandom, float lo, float hi) {
	*ioRandom = *ioRandom * 1664525u + 1013904223u;
	return lo + (hi - lo) * ((float)(*ioRandom >> 8) / 16777216.0f);
}

// Share of vertical rays over the bounds that hit, and that a thin sphere stops within a radius above them.
static float HitShare(lwMeshWorld* world, lwVec3 lo, lwVec3 hi) {
	enum { rays = 2000 };
	uint32_t random = 5u;
	lwWorld table = lwMeshWorld_World(world);
	int hits = 0;
	float depth = hi.y - lo.y + 2.0f;
	for (int i = 0; i < rays; ++i) {
		float x = Uniform(&random, lo.x, hi.x);
		lwVec3 origin = lwV3(x, hi.y + 1.0f, Uniform(&random, lo.z, hi.z));
		lwCastHit ray = lwWorld_Ray(&table, origin, lwV3(0.0f, -depth, 0.0f), lw_channelAll);
		lwCastHit sweep = lwWorld_Sweep(&table, origin, lwV3(0.0f, -depth, 0.0f), 0.01f, lw_channelAll);
		if (ray.hit) {
			hits += 1;
			assert_true(sweep.hit && sweep.fraction <= ray.fraction + 1e-6f);
		}
	}
	return (float)hits / rays;
}

static void ReadsSharedTerrains(void** state) {
	(void)state;
	static const struct {
		const char* name;
		float share;                // of vertical rays that must hit; what the outline leaves of the bounds
	} files[] = {
		{ "heightfield_hills.glb", 0.59f }, { "dungeon_stairs.glb", 0.95f }, { "house_stairs.glb", 0.85f },
		{ "rock_4.glb", 0.69f },            { "rock_arch.obj", 0.81f },      { "rock_platforms.glb", 0.69f },
	};
	int read = 0;
	for (int i = 0; i < 6; ++i) {
		char path[512];
		(void)snprintf(path, sizeof(path), "%s/../shared/data/terrain/%s", LEGWORK_SOURCE_DIR, files[i].name);
		FILE* file = fopen(path, "rb");
		if (file == NULL) {
			continue;
		}
		fclose(file);
		lwScene* scene = NULL;
		lwResult result = lwReadScene(path, &scene);
		assert_string_equal(result.message, "");
		lwMeshWorld* world = NULL;
		result = lwMakeTerrainWorld(scene, 1.0f, 0.0f, 0.0f, &world);
		assert_string_equal(result.message, "");
		lwVec3 lo, hi;
		lwMeshWorld_Bounds(world, &lo, &hi);
		float share = HitShare(world, lo, hi);
		print_message("seed 5: %-22s %6.2f x %.2f x %.2f, %.0f %% of rays hit, %zu kB\n", files[i].name,
					  (double)(hi.x - lo.x), (double)(hi.y - lo.y), (double)(hi.z - lo.z), (double)(share * 100.0f),
					  lwMeshWorld_ByteCount(world) / 1024);
		assert_true(share >= files[i].share);
		if (i == 0) {
			assert_float_equal(lwDistance(lo, lwV3(-5.0f, 0.0f, -5.0f)), 0.0f, 0.01f);
			assert_float_equal(lwDistance(hi, lwV3(5.0f, 1.0f, 5.0f)), 0.0f, 0.01f);
		}
		lwDestroyMeshWorld(world);
		lwDestroyScene(scene);
		read += 1;
	}
	if (read == 0) {
		print_message("SKIPPED: ../shared/data is absent\n");
		skip();
	}
	assert_int_equal(read, 6);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(RefusesInvalidInput),
		cmocka_unit_test(FlatWithoutAScene),
		cmocka_unit_test(PlacesEveryNode),
		cmocka_unit_test(ReadsSharedTerrains),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
