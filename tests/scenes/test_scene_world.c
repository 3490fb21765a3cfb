// SPDX-License-Identifier: MIT
// Files as worlds: bad definitions, channels by material, what the clip moves, the start.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "legwork/world_scene.h"

static lwScene* SceneOf(int kind, float size, float seconds) {
	lwWorldSceneDef def = lwDefaultWorldSceneDef();
	def.kind = (lwWorldSceneKind)kind;
	def.size = size;
	lwWorldScene* world = NULL;
	lwScene* scene = NULL;
	assert_int_equal(lwMakeWorldScene(&def, &world).status, lw_ok);
	assert_int_equal(lwWorldScene_ToScene(world, seconds, 60.0f, &scene).status, lw_ok);
	lwDestroyWorldScene(world);
	return scene;
}

static void TestInvalid(void** state) {
	(void)state;
	lwScene* scene = SceneOf(lw_worldSceneSphere, 1.0f, 0.0f);
	lwSceneWorldDef def = lwDefaultSceneWorldDef();
	lwSceneWorld* world = (lwSceneWorld*)1;
	assert_int_equal(lwMakeSceneWorld(NULL, &world).status, lw_errorArgument);
	assert_null(world);
	assert_int_equal(lwMakeSceneWorld(&def, &world).status, lw_errorArgument); // no scene
	def.scene = scene;
	def.scale = 0.0f;
	assert_int_equal(lwMakeSceneWorld(&def, &world).status, lw_errorArgument);
	def.scale = 1e7f;
	assert_int_equal(lwMakeSceneWorld(&def, &world).status, lw_errorArgument);
	def = lwDefaultSceneWorldDef();
	def.scene = scene;
	def.cookie = 0;
	assert_int_equal(lwMakeSceneWorld(&def, &world).status, lw_errorArgument);
	def = lwDefaultSceneWorldDef();
	def.scene = scene;
	scene->nodes[0].mesh = -1;
	assert_int_equal(lwMakeSceneWorld(&def, &world).status, lw_errorData); // no triangles
	assert_null(world);
	lwDestroySceneWorld(NULL);
	lwDestroyScene(scene);
}

static void TestMaterials(void** state) {
	(void)state;
	assert_int_equal(lwMaterial_Channels(NULL), lw_channelAll);
	assert_int_equal(lwMaterial_Channels("rock"), lw_channelAll);
	assert_int_equal(lwMaterial_Channels("walkable visible"), lw_channelAll);
	assert_int_equal(lwMaterial_Channels("hull: walkable"), lw_channelWalkable);
	assert_int_equal(lwMaterial_Channels("visible.001"), lw_channelVisible);
	assert_int_equal(lwMaterial_Channels("invisible"), lw_channelAll); // another word
	assert_int_equal(lwMaterial_Channels("invisible walkable"), lw_channelWalkable);
}

static void TestChannels(void** state) {
	(void)state;
	lwScene* scene = SceneOf(lw_worldSceneRivets, 1.0f, 0.0f);
	lwScene* ball = SceneOf(lw_worldSceneSphere, 1.0f, 0.0f);
	lwSceneWorldDef def = lwDefaultSceneWorldDef();
	def.scene = scene;
	lwSceneWorld* world = NULL;
	assert_int_equal(lwMakeSceneWorld(&def, &world).status, lw_ok);
	lwWorld table = lwSceneWorld_World(world);
	lwVec3 from = lwV3(0.175f, 1.0f, 0.175f), down = lwV3(0.0f, -2.0f, 0.0f); // above a rivet
	assert_true(lwAbsF(lwWorld_Ray(&table, from, down, lw_channelWalkable).pos.y) < 1e-5f);
	lwDestroySceneWorld(world);
	// Another file is what is seen, whatever its materials say.
	def.visible = ball;
	assert_int_equal(lwMakeSceneWorld(&def, &world).status, lw_ok);
	table = lwSceneWorld_World(world);
	lwCastHit plain = lwWorld_Ray(&table, lwV3(2.9f, 1.0f, 0.0f), lwV3(0.0f, -9.0f, 0.0f), lw_channelWalkable);
	lwCastHit seen = lwWorld_Ray(&table, lwV3(2.9f, 1.0f, 0.0f), lwV3(0.0f, -9.0f, 0.0f), lw_channelVisible);
	assert_true(plain.hit && lwAbsF(plain.pos.y) < 0.1f);
	assert_true(seen.hit && seen.pos.y < -1.5f);
	assert_false(lwSceneWorld_Moves(world));
	lwDestroySceneWorld(world);
	lwDestroyScene(scene);
	lwDestroyScene(ball);
}

// The world of the file is where the world of the scene is, body by body, with its velocities.
static void TestMoves(void** state) {
	(void)state;
	const float size = 0.7f, scale = 2.0f;
	const int kinds[] = { lw_worldSceneDrum, lw_worldSceneElevator, lw_worldSceneColossus };
	for (int k = 0; k < 3; ++k) {
		lwWorldSceneDef made = lwDefaultWorldSceneDef();
		made.kind = (lwWorldSceneKind)kinds[k];
		made.size = size * scale;
		lwWorldScene* exact = NULL;
		assert_int_equal(lwMakeWorldScene(&made, &exact).status, lw_ok);
		lwScene* scene = SceneOf(kinds[k], size, 4.0f);
		lwSceneWorldDef def = lwDefaultSceneWorldDef();
		def.scene = scene;
		def.scale = scale;
		lwSceneWorld* world = NULL;
		assert_int_equal(lwMakeSceneWorld(&def, &world).status, lw_ok);
		assert_true(lwSceneWorld_Moves(world));
		lwWorld table = lwSceneWorld_World(world);
		for (int i = 1; i < 20; ++i) {
			float time = 0.2f * (float)i - 0.005f;
			lwSceneWorld_SetTime(world, time);
			for (int b = 0; b < lwWorldScene_BodyCount(exact); ++b) {
				lwBodyState want = lwWorldScene_Body(exact, b, time), have;
				table.body(table.user, b, &have);
				assert_true(lwDistance(want.pos, have.pos) < 2e-3f && lwDistance(want.linearVelocity, have.linearVelocity) < 0.06f);
				assert_true(lwLength(lwQuatLog(lwQuatMul(want.rot, lwConj(have.rot)))) < 1e-3f);
				assert_true(lwDistance(want.angularVelocity, have.angularVelocity) < 0.02f);
			}
		}
		lwDestroySceneWorld(world);
		lwDestroyScene(scene);
		lwDestroyWorldScene(exact);
	}
}

static bool s_asserted;

static bool NoteAssert(const char* condition, const char* file, int line) {
	(void)condition;
	(void)file;
	(void)line;
	s_asserted = true;
	return false;
}

// Keys beyond any world are refused; what only their product with the scale puts there stays where it was.
static void TestFarKeys(void** state) {
	(void)state;
	lwScene* scene = SceneOf(lw_worldSceneElevator, 1.0f, 2.0f);
	lwSceneChannel* channel = &scene->clips[0].channels[0];
	assert_int_equal(channel->path, lw_pathTranslation);
	lwSceneWorldDef def = lwDefaultSceneWorldDef();
	def.scene = scene;
	lwSceneWorld* world = NULL;
	int last = channel->keyCount - 1;
	channel->values[3 * last] = 3e38f;
	lwResult result = lwMakeSceneWorld(&def, &world);
	assert_int_equal(result.status, lw_errorLimit);
	assert_non_null(strstr(result.message, "animations[0]"));
	assert_null(world);
	channel->values[3 * last] = 5e11f;
	def.scale = 10.0f;
	lwSetAssertFcn(NoteAssert);
	s_asserted = false;
	assert_int_equal(lwMakeSceneWorld(&def, &world).status, lw_ok);
	lwWorld table = lwSceneWorld_World(world);
	for (int i = 0; i <= 24; ++i) {
		lwSceneWorld_SetTime(world, 0.1f * (float)i);
		for (int b = 0; b < scene->nodeCount; ++b) {
			lwBodyState place;
			table.body(table.user, b, &place);
			assert_true(lwAbsF(place.pos.x) <= 1e12f && lwAbsF(place.linearVelocity.x) < 1e15f);
		}
	}
	lwSetAssertFcn(NULL);
	assert_false(s_asserted);
	lwDestroySceneWorld(world);
	lwDestroyScene(scene);
}

static void TestStart(void** state) {
	(void)state;
	const struct {
		int kind;
		float y;
	} cases[] = { { lw_worldSceneCubeOutside, 0.0f }, { lw_worldSceneCubeInside, 0.0f }, { lw_worldSceneSphere, 0.0f } };
	for (int i = 0; i < 3; ++i) {
		lwScene* scene = SceneOf(cases[i].kind, 1.0f, 0.0f);
		lwSceneWorldDef def = lwDefaultSceneWorldDef();
		def.scene = scene;
		lwSceneWorld* world = NULL;
		lwWorldSceneStart start;
		assert_int_equal(lwMakeSceneWorld(&def, &world).status, lw_ok);
		assert_true(lwSceneWorld_Start(world, 0.1f, 0.2f, &start));
		assert_true(lwAbsF(start.pos.y - cases[i].y) < 0.02f && start.up.y > 0.99f && lwAbsF(lwDot(start.up, start.forward)) < 1e-5f);
		assert_false(lwSceneWorld_Start(world, 50.0f, 0.0f, &start));
		lwDestroySceneWorld(world);
		lwDestroyScene(scene);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(TestInvalid), cmocka_unit_test(TestMaterials), cmocka_unit_test(TestChannels), cmocka_unit_test(TestMoves),
		cmocka_unit_test(TestFarKeys), cmocka_unit_test(TestStart),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
