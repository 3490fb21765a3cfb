// SPDX-License-Identifier: MIT
// The ground under a point: nearest surface, overhangs, closed bodies, windings, moving nodes.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "inspect/one_legged.h"

static const float s_floor[6] = { -5.0f, -1.0f, -5.0f, 5.0f, 0.0f, 20.0f };
static const lwVec3 s_up = { 0.0f, 1.0f, 0.0f };

static void TestInvalid(void** state) {
	(void)state;
	lwScene empty;
	MakeTerrain(&empty, s_floor, 1, false);
	empty.meshes[0].primitives[0].indexCount = 0;
	lwGround* ground = NULL;
	lwResult result = lwCreateGround(&empty, 1.0f, 0.0f, &ground);
	assert_int_equal(result.status, lw_errorData);
	assert_null(ground);
	assert_non_null(strstr(result.message, "no triangles"));
	FreeScene(&empty);
	lwDestroyGround(NULL);
}

static void TestOddPoints(void** state) {
	(void)state;
	lwScene terrain;
	MakeTerrain(&terrain, s_floor, 1, false);
	lwGround* ground = NULL;
	assert_int_equal(lwCreateGround(&terrain, 1.0f, 0.0f, &ground).status, lw_ok);
	assert_false(lwGround_Under(ground, lwV3(NAN, 0.0f, 0.0f), s_up, 0.0f).hit);
	assert_false(lwGround_Under(ground, lwV3(1e30f, 0.0f, 0.0f), s_up, 0.0f).hit);
	assert_false(lwGround_Under(ground, lwV3(50.0f, 0.0f, 0.0f), s_up, 0.0f).hit);
	assert_false(lwGround_Crosses(ground, lwV3(NAN, 0.0f, 0.0f), s_up, 0.001f, 0.01f));
	assert_false(lwGround_Crosses(ground, s_up, s_up, 0.001f, 0.01f));
	float y = 7.0f;
	assert_false(lwGround_Top(ground, 50.0f, 0.0f, &y));
	assert_true(lwGround_Top(ground, 0.0f, 0.0f, &y));
	assert_true(fabsf(y) < 1e-5f);
	lwDestroyGround(ground);
	FreeScene(&terrain);
}

typedef struct Case {
	const char* what;
	lwVec3 point;
	float height;
} Case;

static void TestHeights(void** state) {
	(void)state;
	// A floor, a slab over it (2 .. 2.5), a block standing in it (to 0.5) at z = 10.
	static const float boxes[18] = { -5.0f, -1.0f, -5.0f, 5.0f, 0.0f, 20.0f, -5.0f, 2.0f, -5.0f, 5.0f, 2.5f, 5.0f, -1.0f, -0.5f, 9.0f, 1.0f, 0.5f, 11.0f };
	static const Case cases[] = {
		{ "on the floor", { 0.3f, 0.0f, 7.0f }, 0.0f },
		{ "above it", { 0.3f, 0.4f, 7.0f }, 0.4f },
		{ "below it", { 0.3f, -0.2f, 7.0f }, -0.2f },
		{ "under the slab", { 0.3f, 1.7f, 0.0f }, 1.7f },
		{ "just below the slab's top", { 0.3f, 2.4f, 0.0f }, -0.1f },
		{ "deep in the slab", { 0.3f, 2.05f, 0.0f }, -0.45f },
		{ "in the block, near the floor", { 0.3f, 0.05f, 10.0f }, -0.45f },
		{ "over the block", { 0.3f, 0.7f, 10.0f }, 0.2f },
	};
	for (int inwards = 0; inwards < 2; ++inwards) {
		lwScene terrain;
		MakeTerrain(&terrain, boxes, 3, inwards == 1);
		lwGround* ground = NULL;
		assert_int_equal(lwCreateGround(&terrain, 1.0f, 0.0f, &ground).status, lw_ok);
		for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
			lwGroundPoint under = lwGround_Under(ground, cases[i].point, s_up, 0.0f);
			if (!under.hit || fabsf(under.height - cases[i].height) > 1e-4f) {
				print_error("%s: %g is not %g\n", cases[i].what, (double)under.height, (double)cases[i].height);
			}
			assert_true(under.hit);
			assert_true(fabsf(under.height - cases[i].height) < 1e-4f);
			assert_true(under.normal.y > 0.999f);
		}
		// Scaled by two, everything doubles.
		lwGround* doubled = NULL;
		assert_int_equal(lwCreateGround(&terrain, 2.0f, 0.0f, &doubled).status, lw_ok);
		assert_true(fabsf(lwGround_Under(doubled, lwV3(0.3f, 1.4f, 20.0f), s_up, 0.0f).height - 0.4f) < 1e-4f);
		lwDestroyGround(doubled);
		// On the ceiling: up is down.
		lwGroundPoint hung = lwGround_Under(ground, lwV3(0.3f, 1.9f, 0.0f), lwV3(0.0f, -1.0f, 0.0f), 1.0f);
		assert_true(hung.hit && fabsf(hung.height - 0.1f) < 1e-4f && hung.normal.y < -0.999f);
		lwDestroyGround(ground);
		FreeScene(&terrain);
	}
}

// The floor goes forward at a speed for 4 s.
static void AddMotion(lwScene* terrain, float speed) {
	terrain->clipCount = 1;
	terrain->clips = calloc(1, sizeof(lwSceneClip));
	CheckAlloc(terrain->clips);
	lwSceneClip* clip = terrain->clips;
	clip->name = strdup("move");
	clip->end = 4.0f;
	clip->channelCount = 1;
	clip->channels = calloc(1, sizeof(lwSceneChannel));
	CheckAlloc(clip->channels);
	lwSceneChannel* channel = clip->channels;
	channel->path = lw_pathTranslation;
	channel->interpolation = lw_interpLinear;
	channel->width = 3;
	channel->keyCount = 2;
	channel->times = calloc(2, sizeof(float));
	channel->values = calloc(6, sizeof(float));
	CheckAlloc(channel->times);
	CheckAlloc(channel->values);
	channel->times[1] = 4.0f;
	channel->values[5] = 4.0f * speed;
}

static void TestMovingGround(void** state) {
	(void)state;
	lwScene terrain;
	MakeTerrain(&terrain, s_floor, 1, false);
	AddMotion(&terrain, 0.05f);
	lwGround* ground = NULL;
	assert_int_equal(lwCreateGround(&terrain, 1.0f, 0.0f, &ground).status, lw_ok);
	assert_true(lwGround_Moves(ground));
	lwGroundPoint under = lwGround_Under(ground, lwV3(0.3f, 0.1f, 1.0f), s_up, 0.0f);
	assert_true(under.hit && under.body == 1 && fabsf(under.height - 0.1f) < 1e-4f);
	lwVec3 carried = lwGround_Carry(ground, 1, lwV3(0.0f, 0.0f, 0.0f), 1.0f, 3.0f);
	assert_true(fabsf(carried.z - 0.1f) < 1e-5f);
	// Behind the floor's rear edge at -5 once it has moved on.
	lwGround_SetTime(ground, 4.0f);
	assert_false(lwGround_Under(ground, lwV3(0.3f, 0.1f, -4.9f), s_up, 0.0f).hit);
	lwDestroyGround(ground);
	// A foot that stands in the world slides over that floor: 0.6 s of 0.05 a second.
	Fault none = { 0 };
	Bake* bake = MakeBake(&none, 240, 0);
	lwMeasureReport* report = NULL;
	assert_int_equal(Measure(bake, &terrain, 0.0f, false, &report).status, lw_ok);
	assert_true(fabsf(report->result.skateMean - 3.0f) < 0.05f);
	lwDestroyMeasureReport(report);
	FreeBake(bake);
	FreeScene(&terrain);
}

// A room is a closed surface that is wound inwards: from above it looks inside out, from the creature in it it does not.
static void TestRoom(void** state) {
	(void)state;
	static const float room[6] = { -5.0f, 0.0f, -5.0f, 5.0f, 6.4f, 20.0f };
	// Feet 2 % L below the floor, in a room wound either way; the same in the open, on the outer side of a floor.
	for (int open = 0; open < 2; ++open) {
		for (int inwards = 0; inwards < 2; ++inwards) {
			lwScene terrain;
			MakeTerrain(&terrain, open == 1 ? s_floor : room, 1, inwards == 1);
			Fault sunk = { .sink = 0.02f };
			Bake* bake = MakeBake(&sunk, 240, 0);
			lwMeasureReport* report = NULL;
			assert_int_equal(Measure(bake, &terrain, 0.0f, false, &report).status, lw_ok);
			if (!(fabsf(report->result.penetration - 2.0f) < 0.1f)) {
				print_error("open %d inwards %d: %g\n", open, inwards, (double)report->result.penetration);
			}
			assert_true(fabsf(report->result.penetration - 2.0f) < 0.1f);
			lwDestroyMeasureReport(report);
			FreeBake(bake);
			FreeScene(&terrain);
		}
	}
}

// A floor, a hill over it (to 1.5), a vault that is as solid (to 6): which level a point belongs to when L is 1.
static void TestRoofs(void** state) {
	(void)state;
	static const float boxes[18] = { -5.0f, -1.0f, -5.0f, 5.0f, 0.0f, 20.0f, -1.0f, -0.5f, 9.0f, 1.0f, 1.5f, 11.0f, -1.0f, -0.5f, 0.0f, 1.0f, 6.0f, 2.0f };
	static const Case cases[] = {
		{ "deep in the hill", { 0.3f, 0.05f, 10.0f }, -1.45f },
		{ "on the floor of the vault", { 0.3f, 0.01f, 1.0f }, 0.01f },
		{ "1 L below the top of the vault", { 0.3f, 5.0f, 1.0f }, -1.0f },
		{ "slightly below the floor", { 0.3f, -0.02f, 5.0f }, -0.02f },
		{ "slightly below the floor in the vault", { 0.3f, -0.02f, 1.0f }, -0.02f },
		{ "1 L below the floor", { 0.3f, -0.99f, 5.0f }, -0.99f },
	};
	lwScene terrain;
	MakeTerrain(&terrain, boxes, 3, false);
	lwGround* ground = NULL;
	assert_int_equal(lwCreateGround(&terrain, 1.0f, 0.0f, &ground).status, lw_ok);
	lwGround_SetLength(ground, 1.0f);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
		lwGroundPoint under = lwGround_Under(ground, cases[i].point, s_up, 0.0f);
		if (!under.hit || fabsf(under.height - cases[i].height) > 1e-4f) {
			print_error("%s: %g is not %g\n", cases[i].what, (double)under.height, (double)cases[i].height);
		}
		assert_true(under.hit && fabsf(under.height - cases[i].height) < 1e-4f);
	}
	lwDestroyGround(ground);
	FreeScene(&terrain);
}

// The ground in the bake is taken by default, known by its material; without one the plane, and the notes say so.
static void TestBakedGround(void** state) {
	(void)state;
	static const struct {
		const char* material;
		float groundY;
		bool found;
	} cases[] = {
		{ "legwork_terrain", 0.0f, true }, { "legwork_terrain.001", 0.0f, true }, { "legwork_terrains", 0.0f, false },
		{ "skin", 0.0f, false }, { "legwork_terrain", 0.25f, false },
	};
	static const float low[6] = { -5.0f, -1.0f, -5.0f, 5.0f, -0.5f, 20.0f };
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
		lwScene terrain;
		MakeTerrain(&terrain, low, 1, false);
		Fault none = { 0 };
		Bake* bake = MakeBake(&none, 240, 0);
		lwSceneMaterial material = { .name = (char*)(uintptr_t)cases[i].material };
		lwScene with = bake->scene;
		with.nodes = calloc((size_t)with.nodeCount + 1, sizeof(lwSceneNode));
		CheckAlloc(with.nodes);
		memcpy(with.nodes, bake->scene.nodes, (size_t)with.nodeCount * sizeof(lwSceneNode));
		with.nodes[with.nodeCount++] = terrain.nodes[0];
		with.meshes = terrain.meshes;
		with.meshCount = 1;
		with.materials = &material;
		with.materialCount = 1;
		lwMeasureDef def = lwDefaultMeasureDef();
		def.baked = &with;
		def.source = &bake->scene;
		def.groundY = cases[i].groundY;
		lwMeasureReport* report = NULL;
		assert_int_equal(lwMeasure_Analysed(&def, bake->skeleton, bake->analysis, NULL, &report).status, lw_ok);
		assert_true((strstr(report->notes, "ground: the one in the baked file") != NULL) == cases[i].found);
		assert_true((strstr(report->notes, "ground: the plane y = ") != NULL) != cases[i].found);
		float height = cases[i].found ? 50.0f : 0.0f; // it walks on y = 0
		assert_true(fabsf(report->result.floatP95 - height) < 0.1f);
		lwDestroyMeasureReport(report);
		// A terrain that is given is the one.
		def.terrain = &terrain;
		def.terrainScale = 0.5f;
		def.groundY = 0.0f;
		assert_int_equal(lwMeasure_Analysed(&def, bake->skeleton, bake->analysis, NULL, &report).status, lw_ok);
		assert_null(strstr(report->notes, "ground:"));
		assert_true(fabsf(report->result.floatP95 - 25.0f) < 0.1f);
		lwDestroyMeasureReport(report);
		free(with.nodes);
		FreeBake(bake);
		FreeScene(&terrain);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(TestInvalid),
		cmocka_unit_test(TestOddPoints),
		cmocka_unit_test(TestHeights),
		cmocka_unit_test(TestMovingGround),
		cmocka_unit_test(TestRoom),
		cmocka_unit_test(TestRoofs),
		cmocka_unit_test(TestBakedGround),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
