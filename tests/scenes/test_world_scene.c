// SPDX-License-Identifier: MIT
// World scenes: bad definitions, closed and consistent faces, the start, the clock, the same bytes, as imported scenes.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "legwork/world_scene.h"

static bool QuietAssert(const char* condition, const char* file, int line) {
	(void)condition;
	(void)file;
	(void)line;
	return false;
}

static lwWorldScene* Make(int kind, float size, bool single) {
	lwWorldSceneDef def = lwDefaultWorldSceneDef();
	def.kind = (lwWorldSceneKind)kind;
	def.size = size;
	def.singleMesh = single;
	lwWorldScene* scene = NULL;
	lwResult result = lwMakeWorldScene(&def, &scene);
	assert_int_equal(result.status, lw_ok);
	assert_non_null(scene);
	return scene;
}

static void TestInvalid(void** state) {
	(void)state;
	lwSetAssertFcn(QuietAssert);
	lwWorldScene* scene = (lwWorldScene*)1;
	const float sizes[] = { 0.0f, -1.0f, 1e9f, (float)(0.0 / 1e-300 / 1e300), 1e-9f };
	lwWorldSceneDef def = lwDefaultWorldSceneDef();
	assert_int_equal(lwMakeWorldScene(NULL, &scene).status, lw_errorArgument);
	assert_null(scene);
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); ++i) {
		def.size = sizes[i];
		assert_int_equal(lwMakeWorldScene(&def, &scene).status, lw_errorArgument);
	}
	def = lwDefaultWorldSceneDef();
	def.kind = lw_worldSceneCount;
	assert_int_equal(lwMakeWorldScene(&def, &scene).status, lw_errorArgument);
	def.kind = (lwWorldSceneKind)-1;
	assert_int_equal(lwMakeWorldScene(&def, &scene).status, lw_errorArgument);
	def = lwDefaultWorldSceneDef();
	def.cookie = 0;
	assert_int_equal(lwMakeWorldScene(&def, &scene).status, lw_errorArgument);
	def = lwDefaultWorldSceneDef();
	assert_int_equal(lwMakeWorldScene(&def, NULL).status, lw_errorArgument);
	scene = Make(lw_worldSceneDrum, 1.0f, false);
	lwScene* out = (lwScene*)1;
	assert_int_equal(lwWorldScene_ToScene(scene, -1.0f, 60.0f, &out).status, lw_errorArgument);
	assert_null(out);
	assert_int_equal(lwWorldScene_ToScene(scene, 1.0f, 0.0f, &out).status, lw_errorArgument);
	assert_int_equal(lwWorldScene_ToScene(scene, 1e9f, 60.0f, &out).status, lw_errorArgument);
	assert_int_equal(lwWorldScene_ToScene(NULL, 1.0f, 60.0f, &out).status, lw_errorArgument);
	lwBodyState none = lwWorldScene_Body(scene, 99, 0.0f);
	assert_true(lwLength(none.linearVelocity) == 0.0f);
	lwDestroyWorldScene(scene);
	lwDestroyWorldScene(NULL);
	lwSetAssertFcn(NULL);
}

static void TestNames(void** state) {
	(void)state;
	for (int k = 0; k < lw_worldSceneCount; ++k) {
		assert_int_equal(lwWorldScene_FromName(lwWorldScene_Name(k)), k);
	}
	assert_null(lwWorldScene_Name(-1));
	assert_null(lwWorldScene_Name(lw_worldSceneCount));
	assert_int_equal(lwWorldScene_FromName("cube"), -1);
	assert_int_equal(lwWorldScene_FromName(NULL), -1);
	assert_int_equal(lwWorldScene_FromName("cube-outside"), lw_worldSceneCubeOutside);
	assert_int_equal(lwWorldScene_FromName("wall"), lw_worldSceneWall);
}

typedef struct Edge {
	uint32_t from, to;
} Edge;

static int CompareEdges(const void* a, const void* b) { return memcmp(a, b, sizeof(Edge)); }

// Every edge has exactly one face on either side, which run along it in opposite directions.
static bool IsClosed(const lwScenePrimitive* primitive) {
	size_t count = (size_t)primitive->indexCount;
	Edge* edges = malloc(count * sizeof(Edge));
	assert_non_null(edges);
	for (size_t i = 0; i < count; ++i) {
		size_t next = i % 3 == 2 ? i - 2 : i + 1;
		edges[i] = (Edge){ primitive->indices[i], primitive->indices[next] };
	}
	qsort(edges, count, sizeof(Edge), CompareEdges);
	bool closed = true;
	for (size_t i = 0; i < count && closed; ++i) {
		Edge back = { edges[i].to, edges[i].from };
		closed = bsearch(&back, edges, count, sizeof(Edge), CompareEdges) != NULL;
		closed = closed && (i == 0 || CompareEdges(&edges[i - 1], &edges[i]) != 0);
	}
	free(edges);
	return closed;
}

static double Volume(const lwScenePrimitive* primitive) {
	double sum = 0.0;
	for (int i = 0; i + 2 < primitive->indexCount; i += 3) {
		lwVec3 a = primitive->positions[primitive->indices[i]], b = primitive->positions[primitive->indices[i + 1]];
		lwVec3 c = primitive->positions[primitive->indices[i + 2]];
		sum += (double)lwDot(a, lwCross(b, c)) / 6.0;
	}
	return sum;
}

static bool IsInside(int kind) { return kind == lw_worldSceneCubeInside || kind == lw_worldSceneCave || kind == lw_worldSceneStairs; }

// Solids have their faces outwards, rooms inwards.
static void CheckFaces(int kind, const lwScene* scene) {
	for (int m = 0; m < scene->meshCount; ++m) {
		const lwScenePrimitive* primitive = &scene->meshes[m].primitives[0];
		assert_true(primitive->indexCount > 0);
		bool rivets = kind == lw_worldSceneRivets && m == 1; // domes stand on the hull with open edges
		if (!rivets && !IsClosed(primitive)) {
			fail_msg("%s: body %d is not closed", lwWorldScene_Name(kind), m);
		}
		if ((Volume(primitive) > 0.0) == IsInside(kind)) {
			fail_msg("%s: body %d has volume %g", lwWorldScene_Name(kind), m, Volume(primitive));
		}
	}
}

// Straight down from above the start: the front of a face at the start, level with up; air above.
static void CheckStart(int kind, lwWorldScene* scene, float size) {
	lwWorld world = lwWorldScene_World(scene);
	lwWorldSceneStart start = lwWorldScene_Start(scene);
	assert_true(lwAbsF(lwLength(start.up) - 1.0f) < 1e-5f && lwAbsF(lwLength(start.forward) - 1.0f) < 1e-5f);
	assert_true(lwAbsF(lwDot(start.up, start.forward)) < 1e-5f);
	lwVec3 from = lwMulAdd(start.pos, start.up, size);
	lwCastHit hit = lwWorld_Ray(&world, from, lwMul(start.up, -2.0f * size), lw_channelWalkable);
	if (!hit.hit || hit.back || lwDistance(hit.pos, start.pos) > 0.03f * size || lwDot(hit.normal, start.up) < 0.95f) {
		fail_msg("%s: start: hit %d back %d off %g", lwWorldScene_Name(kind), hit.hit, hit.back,
				 (double)(lwDistance(hit.pos, start.pos) / size));
	}
	assert_false(lwWorld_Closest(&world, lwMulAdd(start.pos, start.up, 0.6f * size), 0.5f * size, lw_channelWalkable).hit);
}

static void TestShapes(void** state) {
	(void)state;
	for (int kind = 0; kind < lw_worldSceneCount; ++kind) {
		for (int single = 0; single < 2; ++single) {
			float size = single ? 0.3f : 1.0f;
			lwWorldScene* scene = Make(kind, size, single != 0);
			lwScene* out = NULL;
			assert_int_equal(lwWorldScene_ToScene(scene, 1.0f, 30.0f, &out).status, lw_ok);
			CheckFaces(kind, out);
			CheckStart(kind, scene, size);
			assert_int_equal(out->nodeCount, lwWorldScene_BodyCount(scene));
			assert_int_equal(out->clipCount, lwWorldScene_Moves(scene) ? 1 : 0);
			bool one = single && !lwWorldScene_Moves(scene) && kind != lw_worldSceneRivets;
			assert_true(!one || out->meshCount == 1);
			lwDestroyScene(out);
			lwDestroyWorldScene(scene);
		}
	}
}

// Of a body's velocities: where it is a little later.
static void TestClock(void** state) {
	(void)state;
	const float h = 0.01f, size = 2.0f;
	const int kinds[] = { lw_worldSceneDrum, lw_worldSceneElevator, lw_worldSceneColossus };
	for (int k = 0; k < 3; ++k) {
		lwWorldScene* scene = Make(kinds[k], size, false);
		assert_true(lwWorldScene_Moves(scene));
		lwWorld world = lwWorldScene_World(scene);
		float moved = 0.0f;
		for (int i = 0; i < 200; ++i) {
			float time = 0.31f * (float)i;
			lwWorldScene_SetTime(scene, time);
			for (int b = 0; b < lwWorldScene_BodyCount(scene); ++b) {
				lwBodyState now = lwWorldScene_Body(scene, b, time), next = lwWorldScene_Body(scene, b, time + h), seen;
				lwVec3 expected = lwMulAdd(now.pos, now.linearVelocity, h);
				lwQuat turned = lwQuatMul(lwQuatExp(lwMul(now.angularVelocity, h)), now.rot);
				assert_true(lwDistance(expected, next.pos) < 2e-3f * size);
				assert_true(lwLength(lwQuatLog(lwQuatMul(turned, lwConj(next.rot)))) < 2e-3f);
				world.body(world.user, b, &seen);
				assert_true(lwDistance(seen.pos, now.pos) < 1e-4f && lwDistance(seen.linearVelocity, now.linearVelocity) < 1e-4f);
				moved += lwDistance(now.pos, next.pos) + lwLength(lwQuatLog(lwQuatMul(next.rot, lwConj(now.rot))));
				assert_true(lwLength(now.linearVelocity) < 6.0f * size && lwLength(now.angularVelocity) < 1.5f);
			}
		}
		assert_true(moved > 0.5f);
		lwDestroyWorldScene(scene);
	}
}

// A standing foot of the giant does not move.
static void TestColossusStands(void** state) {
	(void)state;
	lwWorldScene* scene = Make(lw_worldSceneColossus, 1.0f, false);
	int standing = 0;
	for (int i = 0; i < 400; ++i) {
		lwBodyState left = lwWorldScene_Body(scene, 8, 0.1f * (float)i), right = lwWorldScene_Body(scene, 9, 0.1f * (float)i);
		bool leftStands = lwLength(left.linearVelocity) < 1e-3f, rightStands = lwLength(right.linearVelocity) < 1e-3f;
		assert_true(leftStands || rightStands);
		assert_true(left.pos.y < (leftStands ? 1e-4f : 10.0f) && right.pos.y < (rightStands ? 1e-4f : 10.0f));
		standing += leftStands && rightStands ? 1 : 0;
	}
	assert_true(standing > 40 && standing < 200);
	lwDestroyWorldScene(scene);
}

static void TestSeedsAndBytes(void** state) {
	(void)state;
	const int kinds[] = { lw_worldSceneCave, lw_worldScenePlanet };
	for (int k = 0; k < 2; ++k) {
		lwScene* out[3];
		for (int i = 0; i < 3; ++i) {
			lwWorldSceneDef def = lwDefaultWorldSceneDef();
			def.kind = (lwWorldSceneKind)kinds[k];
			def.seed = i == 2 ? 7u : 1u;
			lwWorldScene* scene = NULL;
			assert_int_equal(lwMakeWorldScene(&def, &scene).status, lw_ok);
			assert_int_equal(lwWorldScene_ToScene(scene, 0.0f, 30.0f, &out[i]).status, lw_ok);
			lwDestroyWorldScene(scene);
		}
		const lwScenePrimitive* p[3] = { out[0]->meshes[0].primitives, out[1]->meshes[0].primitives, out[2]->meshes[0].primitives };
		size_t bytes = (size_t)p[0]->vertexCount * sizeof(lwVec3);
		assert_memory_equal(p[0]->positions, p[1]->positions, bytes);
		assert_int_not_equal(memcmp(p[0]->positions, p[2]->positions, bytes), 0);
		for (int i = 0; i < 3; ++i) {
			lwDestroyScene(out[i]);
		}
	}
}

// Rivets: plain where feet are planned, bumpy where they are seen.
static void TestChannels(void** state) {
	(void)state;
	lwWorldScene* scene = Make(lw_worldSceneRivets, 1.0f, false);
	lwWorld world = lwWorldScene_World(scene);
	float highest = 0.0f;
	for (int i = 0; i < 400; ++i) {
		lwVec3 from = lwV3(-2.0f + 0.01f * (float)i, 1.0f, -1.5f + 0.007f * (float)i), down = lwV3(0.0f, -2.0f, 0.0f);
		lwCastHit plain = lwWorld_Ray(&world, from, down, lw_channelWalkable), seen = lwWorld_Ray(&world, from, down, lw_channelVisible);
		assert_true(plain.hit && seen.hit && lwAbsF(plain.pos.y) < 1e-5f && seen.pos.y > -1e-5f);
		highest = lwMaxF(highest, seen.pos.y);
	}
	assert_true(highest > 0.03f);
	lwScene* out = NULL;
	assert_int_equal(lwWorldScene_ToScene(scene, 0.0f, 30.0f, &out).status, lw_ok);
	assert_non_null(strstr(out->materials[0].name, "walkable"));
	assert_null(strstr(out->materials[0].name, "visible"));
	assert_non_null(strstr(out->materials[1].name, "visible"));
	assert_null(strstr(out->materials[1].name, "walkable"));
	lwDestroyScene(out);
	lwDestroyWorldScene(scene);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(TestInvalid), cmocka_unit_test(TestNames), cmocka_unit_test(TestShapes), cmocka_unit_test(TestClock),
		cmocka_unit_test(TestColossusStands), cmocka_unit_test(TestSeedsAndBytes), cmocka_unit_test(TestChannels),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
