// SPDX-License-Identifier: MIT
// Real files: counts as their manifest states them, and foot heights against independently measured curves.
#include "import/support.h"

#include <jansson.h>

typedef struct SharedFile {
	const char* file;
	int nodes, skinJoints, skins, clips, skinned;
} SharedFile;

// FBX files have assimp's root node on top of the manifest's count; human_pab.fbx has no cameras through assimp.
static const SharedFile files[] = {
	{ "horse_quaternius.glb", 68, 50, 1, 13, 45 },
	{ "trex_quaternius.glb", 40, 29, 1, 6, 28 },
	{ "triceratops_quaternius.glb", 42, 29, 1, 6, 27 },
	{ "spider_quaternius.glb", 62, 39, 1, 5, 35 },
	{ "character_quaternius.glb", 45, 29, 4, 18, 26 },
	{ "fox_khronos.glb", 26, 24, 1, 3, 22 },
	{ "cesium_man.gltf", 22, 19, 1, 1, 19 },
	{ "robot_expressive.glb", 84, 43, 4, 14, 24 },
	{ "kaykit_medium/Med_MovementBasic.glb", 24, 23, 1, 11, 0 },
	{ "kaykit_medium/manny_med_mod.gltf", 30, 21, 1, 0, 20 },
	{ "horse_m2m.glb", 58, 56, 1, 14, 51 },
	{ "spider_m2m.glb", 58, 56, 1, 10, 55 },
	{ "bird_m2m.glb", 57, 55, 1, 5, 48 },
	{ "hexapod_synth.glb", 28, 26, 1, 3, 19 },
	{ "horse_quaternius.fbx", 69, 50, 1, 3, 45 },
	{ "human_pab.fbx", 69, 0, 0, 3, 0 },
	{ "human_cmu_02_01.bvh", 38, 0, 0, 1, 0 },
	{ "mocap/dataset-2_walk-turn-left_active_003.bvh", 27, 0, 0, 1, 0 },
	{ "mocap/dataset-1_run_proud_001.bvh", 27, 0, 0, 1, 0 },
	{ "terrain/house_stairs.glb", 2, 0, 0, 0, 0 },
	{ "terrain/rock_arch.obj", 2, 0, 0, 0, 0 },
};

static int CountFlags(const bool* flags, int count) {
	int set = 0;
	for (int i = 0; i < count; ++i) {
		set += flags[i] ? 1 : 0;
	}
	return set;
}

static void Counts(void** state) {
	(void)state;
	if (!HaveSharedData()) {
		skip();
	}
	int read = 0;
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); ++i) {
		const SharedFile* expected = files + i;
		lwScene* scene = ReadShared(expected->file);
		lwSceneSkeleton* skeleton;
		RequireOk(lwScene_MakeSkeleton(scene, &skeleton));
		int count = skeleton->skeleton.jointCount;
		int skinJoints = CountFlags(skeleton->isSkinJoint, count), skinned = CountFlags(skeleton->isSkinned, count);
		if (scene->nodeCount != expected->nodes || skinJoints != expected->skinJoints || scene->skinCount != expected->skins ||
			scene->clipCount != expected->clips || skinned != expected->skinned) {
			print_error("%s: nodes %d, skin joints %d, skins %d, clips %d, skinned %d\n", expected->file, scene->nodeCount, skinJoints,
				scene->skinCount, scene->clipCount, skinned);
			fail();
		}
		lwDestroySceneSkeleton(skeleton);
		lwDestroyScene(scene);
		read += 1;
	}
	assert_int_equal(read, 21);
}

static void TrianglesOfTerrain(void** state) {
	(void)state;
	if (!HaveSharedData()) {
		skip();
	}
	static const struct { const char* file; int triangles; lwVec3 size; } table[] = {
		{ "terrain/house_stairs.glb", 4116, { 2.16f, 2.75f, 2.53f } },
		{ "terrain/dungeon_stairs.glb", 1420, { 2.01f, 2.02f, 2.05f } },
		{ "terrain/rock_4.glb", 128, { 0.74f, 0.78f, 1.25f } },
		{ "terrain/rock_platforms.glb", 1664, { 9.32f, 4.45f, 6.74f } },
		{ "terrain/heightfield_hills.glb", 31422, { 10.0f, 1.0f, 10.0f } },
		{ "terrain/rock_arch.obj", 7600, { 12.71f, 9.17f, 3.14f } },
	};
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); ++i) {
		lwScene* scene = ReadShared(table[i].file);
		lwMat34* world = WorldAt(scene, -1, 0.0f);
		int triangles = 0;
		lwVec3 lo = { 1e9f, 1e9f, 1e9f }, hi = { -1e9f, -1e9f, -1e9f };
		for (int n = 0; n < scene->nodeCount; ++n) {
			int mesh = scene->nodes[n].mesh;
			for (int p = 0; mesh >= 0 && p < scene->meshes[mesh].primitiveCount; ++p) {
				const lwScenePrimitive* primitive = scene->meshes[mesh].primitives + p;
				triangles += primitive->indexCount / 3;
				for (int v = 0; v < primitive->vertexCount; ++v) {
					lwVec3 point = lwMat34Point(world[n], primitive->positions[v]);
					lo = lwV3(lwMinF(lo.x, point.x), lwMinF(lo.y, point.y), lwMinF(lo.z, point.z));
					hi = lwV3(lwMaxF(hi.x, point.x), lwMaxF(hi.y, point.y), lwMaxF(hi.z, point.z));
				}
			}
		}
		assert_int_equal(triangles, table[i].triangles);
		AssertVec(lwSub(hi, lo), table[i].size.x, table[i].size.y, table[i].size.z, 0.006f);
		free(world);
		lwDestroyScene(scene);
	}
}

static float WorstHeightError(const lwScene* scene, int clip, const char* name, const json_t* heights, double period, float scale) {
	int node = lwScene_FindNode(scene, name);
	if (node < 0) {
		print_error("%s: no node '%s'\n", scene->file, name);
		fail();
	}
	float worst = 0.0f;
	size_t count = json_array_size(heights);
	assert_true(count > 8);
	for (size_t i = 0; i < count; ++i) {
		float time = scene->clips[clip].start + (float)(period * (double)i / (double)count);
		lwMat34* world = WorldAt(scene, clip, time);
		worst = lwMaxF(worst, fabsf(world[node].t.y - scale * (float)json_number_value(json_array_get(heights, i))));
		free(world);
	}
	return worst;
}

// Every joint of every leg of one clip. Returns how many curves were compared.
static int CompareClip(const lwScene* scene, int clip, const json_t* clipCurves, float scale, float tolerance) {
	int compared = 0;
	const char* leg;
	const char* joint;
	json_t* legCurves;
	json_t* curve;
	double period = json_number_value(json_object_get(clipCurves, "period"));
	// Where the loop is one frame short, the curves close it by interpolation that no reader does: stop at the last key.
	if (period > (double)(scene->clips[clip].end - scene->clips[clip].start) + 0.002) {
		return 0;
	}
	json_object_foreach(json_object_get(clipCurves, "legs"), leg, legCurves) {
		json_object_foreach(legCurves, joint, curve) {
			const json_t* heights = json_object_get(curve, "h");
			if (heights == NULL) {
				continue;
			}
			float error = WorstHeightError(scene, clip, joint, heights, period, scale);
			if (error > tolerance) {
				print_error("%s '%s' %s: off by %g (allowed %g)\n", scene->file, scene->clips[clip].name, joint, (double)error, (double)tolerance);
				fail();
			}
			compared += 1;
		}
	}
	return compared;
}

typedef struct CurveFile {
	const char* asset;
	const char* file;
	float scale;                    // file units per curve unit
	float tolerance;                // file units
} CurveFile;

// Curves are rounded to 1e-4; key times within a sample period are not known better than 1e-4 s.
static const CurveFile curveFiles[] = {
	{ "horse_quaternius", "horse_quaternius.glb", 1.0f, 2e-3f },
	{ "trex_quaternius", "trex_quaternius.glb", 1.0f, 5e-3f },
	{ "triceratops_quaternius", "triceratops_quaternius.glb", 1.0f, 2e-3f },
	{ "spider_quaternius", "spider_quaternius.glb", 1.0f, 2e-3f },
	{ "character_quaternius", "character_quaternius.glb", 1.0f, 2e-3f },
	{ "fox_khronos", "fox_khronos.glb", 1.0f, 5e-2f },
	{ "cesium_man", "cesium_man.gltf", 1.0f, 1e-3f },
	{ "robot_expressive", "robot_expressive.glb", 1.0f, 2e-3f },
	{ "kaykit_medium", "kaykit_medium/Med_MovementBasic.glb", 1.0f, 1e-3f },
	{ "spider_m2m", "spider_m2m.glb", 1.0f, 1e-3f },
	{ "bird_m2m", "bird_m2m.glb", 1.0f, 1e-3f },
	{ "hexapod_synth", "hexapod_synth.glb", 1.0f, 1e-3f },
};

static json_t* LoadCurves(void) {
	json_error_t error;
	json_t* curves = json_load_file(SHARED_DATA "/groundtruth_curves.json", 0, &error);
	assert_non_null(curves);
	return curves;
}

static void FootHeights(void** state) {
	(void)state;
	if (!HaveSharedData()) {
		skip();
	}
	json_t* curves = LoadCurves();
	int compared = 0;
	for (size_t i = 0; i < sizeof(curveFiles) / sizeof(curveFiles[0]); ++i) {
		lwScene* scene = ReadShared(curveFiles[i].file);
		const char* name;
		json_t* clipCurves;
		json_object_foreach(json_object_get(curves, curveFiles[i].asset), name, clipCurves) {
			int clip = lwScene_FindClip(scene, strcmp(name, "None") == 0 ? "" : name, NULL);
			assert_true(clip >= 0);
			compared += CompareClip(scene, clip, clipCurves, curveFiles[i].scale, curveFiles[i].tolerance);
		}
		lwDestroyScene(scene);
	}
	json_decref(curves);
	print_message("%d foot curves compared\n", compared);
	assert_true(compared > 90);
}

// The FBX of the horse is the same motion in centimetres; it was converted, which cost up to 0.15 % of its size.
static void FootHeightsFbx(void** state) {
	(void)state;
	if (!HaveSharedData()) {
		skip();
	}
	json_t* curves = LoadCurves();
	lwScene* scene = ReadShared("horse_quaternius.fbx");
	int clip = lwScene_FindClip(scene, "Walk_AnimalArmature", NULL);
	assert_true(clip >= 0);
	json_t* walk = json_object_get(json_object_get(curves, "horse_quaternius"), "AnimalArmature|Walk");
	assert_int_equal(CompareClip(scene, clip, walk, 100.0f, 0.7f), 8);
	lwDestroyScene(scene);
	scene = ReadShared("human_pab.fbx");
	int compared = 0;
	const char* name;
	json_t* clipCurves;
	json_object_foreach(json_object_get(curves, "human_pab_fbx"), name, clipCurves) {
		// Cubic tangents are lost: up to 4.9 cm at the toe.
		compared += CompareClip(scene, lwScene_FindClip(scene, name, NULL), clipCurves, 1.0f, 5.0f);
	}
	assert_true(compared >= 6);
	assert_non_null(strstr(scene->notes, "cubic"));
	lwDestroyScene(scene);
	json_decref(curves);
}

// Skinning with the bind pose must leave the mesh where its node puts it: that is what the bind pose is.
static void BindPoseKeepsMesh(void** state) {
	(void)state;
	if (!HaveSharedData()) {
		skip();
	}
	static const char* const names[] = { "horse_quaternius.glb", "trex_quaternius.glb", "triceratops_quaternius.glb", "robot_expressive.glb",
		"cesium_man.gltf", "fox_khronos.glb", "kaykit_medium/manny_med_mod.gltf", "horse_quaternius.fbx", "bird_m2m.glb" };
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
		lwScene* scene = ReadShared(names[i]);
		lwSceneSkeleton* skeleton;
		RequireOk(lwScene_MakeSkeleton(scene, &skeleton));
		lwMat34* model = calloc((size_t)scene->nodeCount, sizeof(lwMat34));
		assert_non_null(model);
		lwSkeleton_ToModel(&skeleton->skeleton, skeleton->skeleton.bind, lwMat34Identity(), model);
		lwMat34* rest = WorldAt(scene, -1, 0.0f);
		for (int n = 0; n < scene->nodeCount; ++n) {
			const lwSceneNode* node = scene->nodes + n;
			if (node->skin < 0) {
				continue;
			}
			const lwSceneSkin* skin = scene->skins + node->skin;
			for (int k = 0; k < skin->jointCount; ++k) {
				lwMat34 m = lwMat34Mul(model[skeleton->jointOfNode[skin->joints[k]]], skin->inverseBind[k]);
				float size = lwLength(rest[n].x);
				float error = lwLength(lwSub(m.x, rest[n].x)) + lwLength(lwSub(m.y, rest[n].y)) + lwLength(lwSub(m.z, rest[n].z));
				if (!(error <= 2e-3f * size)) {
					print_error("%s: nodes[%d] joint %d: %g of %g\n", names[i], n, k, (double)error, (double)size);
					fail();
				}
			}
		}
		free(rest);
		free(model);
		lwDestroySceneSkeleton(skeleton);
		lwDestroyScene(scene);
	}
}

// Mocap: the position channels of every joint replace its OFFSET, so rest and first frame of a fixed bone agree.
static void MocapBones(void** state) {
	(void)state;
	if (!HaveSharedData()) {
		skip();
	}
	lwScene* scene = ReadShared("mocap/dataset-1_run_active_001.bvh");
	AssertNear(lwScene_FrameRate(scene, 0), 30.0f, 0.01f);
	int knee = lwScene_FindNode(scene, "LowerLeg_L"), hip = lwScene_FindNode(scene, "UpperLeg_L");
	assert_true(knee >= 0 && hip >= 0);
	float length = lwLength(scene->nodes[knee].local.pos);
	assert_true(length > 20.0f);
	lwMat34* world = WorldAt(scene, 0, 0.5f);
	AssertNear(lwDistance(world[knee].t, world[hip].t), length, 0.01f * length);
	assert_true(world[hip].t.y > 60.0f && world[hip].t.y < 120.0f); // not doubled
	free(world);
	lwDestroyScene(scene);
	scene = ReadShared("human_cmu_02_01.bvh");
	AssertNear(lwScene_FrameRate(scene, 0), 120.0f, 0.2f);
	assert_string_equal(scene->clips[0].name, "human_cmu_02_01");
	assert_true(lwScene_FindNode(scene, "LeftToeBase_EndSite") >= 0);
	world = WorldAt(scene, 0, 0.0f);
	AssertVec(world[lwScene_FindNode(scene, "Hips")].t, 11.08f, 17.76f, -32.0f, 0.01f);
	float least = 1e9f;
	for (int n = 0; n < scene->nodeCount; ++n) {
		least = lwMinF(least, world[n].t.y);
	}
	AssertNear(least, 0.22f, 0.6f); // the lowest joint over the take is at 0.22
	free(world);
	lwDestroyScene(scene);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(Counts),
		cmocka_unit_test(TrianglesOfTerrain),
		cmocka_unit_test(FootHeights),
		cmocka_unit_test(FootHeightsFbx),
		cmocka_unit_test(BindPoseKeepsMesh),
		cmocka_unit_test(MocapBones),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
