// SPDX-License-Identifier: MIT
// Terrain worlds: the flat stand-in, a scene made by hand, and the shared terrains.
#include "legwork/terrain.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
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
	char* notes = NULL;
	assert_int_equal(lwTerrain_Notes(NULL, &notes).status, lw_errorArgument);
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
	lwSceneMesh mesh = { .name = name, .primitiveCount = 1, .primitives = &primitive };
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

// A scene of one node and one mesh, made by hand.
typedef struct Hand {
	lwScene scene;
	lwSceneNode node;
	lwSceneMesh mesh;
	lwScenePrimitive primitive;
	char name[16];
} Hand;

static const lwScene* MakeHand(Hand* hand, lwVec3* positions, int vertexCount, uint32_t* indices, int indexCount) {
	memset(hand, 0, sizeof(*hand));
	(void)snprintf(hand->name, sizeof(hand->name), "hand.glb");
	hand->primitive = (lwScenePrimitive){ .vertexCount = vertexCount, .positions = positions, .indexCount = indexCount, .indices = indices, .material = -1 };
	hand->mesh = (lwSceneMesh){ .name = hand->name, .primitiveCount = 1, .primitives = &hand->primitive };
	hand->node = (lwSceneNode){ .name = hand->name, .parent = -1, .local = lwTransformIdentity(), .matrix = lwMat34Identity(), .skin = -1 };
	hand->scene.file = hand->name;
	hand->scene.nodeCount = 1;
	hand->scene.nodes = &hand->node;
	hand->scene.meshCount = 1;
	hand->scene.meshes = &hand->mesh;
	return &hand->scene;
}

static void CheckNotes(const lwScene* scene, const char* expected) {
	char* notes = NULL;
	assert_int_equal(lwTerrain_Notes(scene, &notes).status, lw_ok);
	assert_string_equal(notes, expected);
	free(notes);
}

static void SkinsAreNoGround(void** state) {
	(void)state;
	lwVec3 positions[3] = { { 0, 0, 0 }, { 0, 0, 1 }, { 1, 0, 0 } };
	uint32_t indices[3] = { 0, 1, 2 };
	Hand hand;
	const lwScene* scene = MakeHand(&hand, positions, 3, indices, 3);
	CheckNotes(scene, "");
	hand.node.skin = 0;
	lwMeshWorld* world = NULL;
	lwResult result = lwMakeTerrainWorld(scene, 1.0f, 0.0f, 0.0f, &world);
	assert_int_equal(result.status, lw_errorData);
	assert_non_null(strstr(result.message, "hand.glb: terrain: it holds no triangles but those of skinned meshes"));
	assert_null(world);
	CheckNotes(scene, "1 nodes show a skinned mesh: a creature is no ground; left out\n");
}

static void NoAreaNoGround(void** state) {
	(void)state;
	lwVec3 positions[5] = { { 0, 0, 0 }, { 0, 0, 1 }, { 0, 0, 2 }, { 1, 0, 0 }, { 0, 0, 1 } };
	uint32_t indices[9] = { 0, 1, 2, 3, 1, 4, 0, 1, 3 };
	Hand hand;
	lwMeshWorld* world = NULL;
	lwResult result = lwMakeTerrainWorld(MakeHand(&hand, positions, 5, indices, 6), 1.0f, 0.0f, 0.0f, &world); // a line, and a corner twice
	assert_int_equal(result.status, lw_errorData);
	assert_string_equal(result.message, "hand.glb: terrain: none of its 2 triangles has an area");
	assert_null(world);
	const lwScene* scene = MakeHand(&hand, positions, 5, indices, 9); // one that has area is a ground
	assert_int_equal(lwMakeTerrainWorld(scene, 1e-6f, 0.0f, 0.0f, &world).status, lw_ok);
	lwDestroyMeshWorld(world);
	CheckNotes(scene, "2 triangles have no area: no foot stands on them\n");
}

// The same corners in the same turn, whichever comes first and whatever vertices they are: one triangle.
static void DoublesAreDropped(void** state) {
	(void)state;
	lwVec3 positions[6] = { { 0, 0, 0 }, { 0, 0, 1 }, { 1, 0, 0 }, { -0.0f, 0, 1 }, { 1, 0, -0.0f }, { 0, -0.0f, 0 } };
	uint32_t indices[15] = { 0, 1, 2, 1, 2, 0, 3, 4, 5, 0, 2, 1, 2, 3, 5 };
	Hand hand;
	const lwScene* scene = MakeHand(&hand, positions, 6, indices, 15);
	lwMeshWorld *world = NULL, *bare = NULL;
	assert_int_equal(lwMakeTerrainWorld(scene, 1.0f, 0.0f, 0.0f, &world).status, lw_ok);
	CheckNotes(scene, "3 triangles are there more than once; the first counts\n");
	// Left: the triangle and its other side.
	uint32_t left[6] = { 0, 1, 2, 0, 2, 1 };
	Hand second;
	assert_int_equal(lwMakeTerrainWorld(MakeHand(&second, positions, 3, left, 6), 1.0f, 0.0f, 0.0f, &bare).status, lw_ok);
	assert_int_equal(lwMeshWorld_ByteCount(world), lwMeshWorld_ByteCount(bare));
	lwWorld table = lwMeshWorld_World(world);
	lwCastHit hit = lwWorld_Ray(&table, lwV3(0.2f, 1.0f, 0.2f), lwV3(0.0f, -2.0f, 0.0f), lw_channelAll);
	assert_true(hit.hit);
	lwDestroyMeshWorld(world);
	lwDestroyMeshWorld(bare);
}

// Very many on one place: as quick as one of each.
static void ManyDoublesAreQuick(void** state) {
	(void)state;
	enum { count = 200000 };
	lwVec3 positions[3] = { { -9, 0, -9 }, { 0, 0, 9 }, { 9, 0, -9 } };
	uint32_t* indices = malloc(3 * count * sizeof(uint32_t));
	assert_non_null(indices);
	for (uint32_t i = 0; i < 3 * count; ++i) {
		indices[i] = i % 3;
	}
	Hand hand;
	lwMeshWorld* world = NULL;
	assert_int_equal(lwMakeTerrainWorld(MakeHand(&hand, positions, 3, indices, 3 * count), 1.0f, 0.0f, 0.0f, &world).status, lw_ok);
	assert_true(lwMeshWorld_ByteCount(world) < 4096);
	lwDestroyMeshWorld(world);
	free(indices);
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
		cmocka_unit_test(SkinsAreNoGround),
		cmocka_unit_test(NoAreaNoGround),
		cmocka_unit_test(DoublesAreDropped),
		cmocka_unit_test(ManyDoublesAreQuick),
		cmocka_unit_test(ReadsSharedTerrains),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
