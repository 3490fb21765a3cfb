// SPDX-License-Identifier: MIT
// Helpers: joints that carry nothing. They do not fool the leg finder, are told, and go without moving a vertex (scenario 23).
#include "kit.h"

#include "legwork/export.h"

#include <unistd.h>

#define WEIGHTED 20
#define HELPERS 6
#define PER_JOINT 3                     // vertices

static bool Quiet(const char* condition, const char* file, int line) {
	(void)condition;
	(void)file;
	(void)line;
	return false;
}

static bool IsHelperName(const char* name) { return strncmp(name, "ik", 2) == 0 || strncmp(name, "pole", 4) == 0; }

// Four legs of four joints, body, neck, head and tail: 20 weighted joints; four IK targets that follow the tips and two poles, which
// the skin lists first and between them.
static lwScene* MakeCreature(void) {
	lwScene* scene = Kit_NewScene(40);
	Kit_AddClip(scene, "Walk", 1.0f, 12);
	int root = Kit_AddNode(scene, "root", -1, lwV3(0, 0, 0));
	for (int i = 0; i < 2; ++i) (void)Kit_AddNode(scene, i == 0 ? "ik_L0" : "ik_R0", root, lwV3(i == 0 ? 0.7f : -0.7f, 0.0f, 0.2f));
	int body = Kit_AddNode(scene, "body", root, lwV3(0, 0.4f, 0));
	(void)Kit_AddNode(scene, "head", Kit_AddNode(scene, "neck", body, lwV3(0.0f, 0.1f, 0.5f)), lwV3(0.0f, 0.1f, 0.1f));
	(void)Kit_AddNode(scene, "tail", body, lwV3(0.0f, 0.1f, -0.5f));
	for (int i = 0; i < 2; ++i) {
		Kit_AddLeg(scene, body, i == 0 ? "L0" : "L1", lwV3(0.15f, 0.0f, 0.2f - 0.4f * (float)i), 1, 0.5f * (float)i);
		Kit_AddLeg(scene, body, i == 0 ? "R0" : "R1", lwV3(-0.15f, 0.0f, 0.2f - 0.4f * (float)i), -1, 0.5f * (float)(1 - i));
	}
	(void)Kit_AddNode(scene, "ik_L1", root, lwV3(0.7f, 0.0f, -0.2f));
	(void)Kit_AddNode(scene, "ik_R1", root, lwV3(-0.7f, 0.0f, -0.2f));
	int pole = Kit_AddNode(scene, "pole_L", root, lwV3(0.5f, 0.3f, 1.0f));
	(void)Kit_AddNode(scene, "pole_R", root, lwV3(-0.5f, 0.3f, 1.0f));
	float* keys = Kit_AddRotation(scene, pole, 2); // it moves, and carries nothing all the same
	keys[3] = 1.0f;
	keys[4] = keys[7] = 0.70710678f;
	return scene;
}

static void AddSkin(lwScene* scene) {
	lwTransform local[40];
	lwMat34 world[40];
	int jointCount = scene->nodeCount - 1, vertexCount = WEIGHTED * PER_JOINT;
	assert_int_equal(jointCount, WEIGHTED + HELPERS);
	scene->skinCount = scene->meshCount = 1;
	scene->skins = calloc(1, sizeof(lwSceneSkin));
	scene->skins[0] = (lwSceneSkin){ Copy(""), jointCount, calloc((size_t)jointCount, sizeof(int)), calloc((size_t)jointCount, sizeof(lwMat34)) };
	lwScenePrimitive* primitive = calloc(1, sizeof(lwScenePrimitive));
	scene->meshes = calloc(1, sizeof(lwSceneMesh));
	scene->meshes[0] = (lwSceneMesh){ .name = Copy(""), .primitiveCount = 1, .primitives = primitive };
	*primitive = (lwScenePrimitive){ .vertexCount = vertexCount, .influences = 4, .indexCount = vertexCount, .material = -1 };
	primitive->positions = calloc((size_t)vertexCount, sizeof(lwVec3));
	primitive->joints = calloc(4 * (size_t)vertexCount, sizeof(uint16_t));
	primitive->weights = calloc(4 * (size_t)vertexCount, sizeof(float));
	primitive->indices = calloc((size_t)vertexCount, sizeof(uint32_t));
	lwScene_SampleClip(scene, -1, 0.0f, local);
	lwScene_ToWorld(scene, local, world);
	for (int k = 0, v = 0, last = 0; k < jointCount; ++k) {
		int node = k + 1;
		scene->skins[0].joints[k] = node;
		scene->skins[0].inverseBind[k] = lwMat34Inverse(world[node]);
		for (int i = 0; i < PER_JOINT && !IsHelperName(scene->nodes[node].name); ++i, ++v) {
			primitive->positions[v] = lwAdd(world[node].t, lwV3(0.01f * (float)i, 0.0f, i == 2 ? 0.01f : 0.0f));
			primitive->joints[4 * v] = (uint16_t)k;
			primitive->joints[4 * v + 1] = (uint16_t)last;
			primitive->weights[4 * v] = v < PER_JOINT ? 1.0f : 0.7f;
			primitive->weights[4 * v + 1] = v < PER_JOINT ? 0.0f : 0.3f;
			primitive->indices[v] = (uint32_t)v;
		}
		if (!IsHelperName(scene->nodes[node].name)) last = k;
	}
	int node = Kit_AddNode(scene, "mesh", -1, lwV3(0, 0, 0));
	scene->nodes[node].mesh = 0;
	scene->nodes[node].skin = 0;
}

static lwScene* Skinned(void) {
	lwScene* scene = MakeCreature();
	AddSkin(scene);
	return scene;
}

// Vertices of the first skinned node at a time of a clip; out has the primitive's vertices.
static int Pose(const lwScene* scene, int clip, float time, lwVec3* out) {
	lwTransform* local = calloc((size_t)scene->nodeCount, sizeof(lwTransform));
	lwMat34* world = calloc((size_t)scene->nodeCount, sizeof(lwMat34));
	assert_true(local != NULL && world != NULL);
	lwScene_SampleClip(scene, clip, time, local);
	lwScene_ToWorld(scene, local, world);
	int n = 0;
	while (scene->nodes[n].skin < 0) ++n;
	const lwSceneSkin* skin = scene->skins + scene->nodes[n].skin;
	const lwScenePrimitive* primitive = scene->meshes[scene->nodes[n].mesh].primitives;
	for (int v = 0; v < primitive->vertexCount; ++v) {
		out[v] = lwV3(0, 0, 0);
		for (int i = 0; i < primitive->influences; ++i) {
			int at = primitive->influences * v + i, joint = primitive->joints[at];
			assert_true(joint < skin->jointCount);
			lwVec3 p = lwMat34Point(world[skin->joints[joint]], lwMat34Point(skin->inverseBind[joint], primitive->positions[v]));
			out[v] = lwMulAdd(out[v], p, primitive->weights[at]);
		}
	}
	free(local);
	free(world);
	return primitive->vertexCount;
}

// Largest way between the same vertex of two scenes, over all frames of their clip.
static float Apart(const lwScene* a, const lwScene* b, int clip) {
	int first = 0;
	while (a->nodes[first].skin < 0) ++first;
	int vertices = a->meshes[a->nodes[first].mesh].primitives[0].vertexCount;
	lwVec3* posA = calloc((size_t)vertices, sizeof(lwVec3));
	lwVec3* posB = calloc((size_t)vertices, sizeof(lwVec3));
	float most = 0.0f;
	assert_string_equal(a->clips[clip].name, b->clips[clip].name);
	for (int f = 0; f <= 60; ++f) {
		float time = lwLerpF(a->clips[clip].start, a->clips[clip].end, (float)f / 60.0f);
		assert_int_equal(Pose(a, clip, time, posA), vertices);
		assert_int_equal(Pose(b, clip, time, posB), vertices);
		for (int v = 0; v < vertices; ++v) most = lwMaxF(most, lwDistance(posA[v], posB[v]));
	}
	free(posA);
	free(posB);
	return most;
}

static void CheckLegs(const lwRig* rig, const lwSceneSkeleton* skeleton) {
	assert_int_equal(rig->legCount, 4);
	for (int l = 0; l < 4; ++l) {
		assert_int_equal(rig->legs[l].jointCount, 4);
		assert_int_equal(rig->legs[l].footControl, -1);
		assert_memory_equal(skeleton->skeleton.names[rig->legs[l].joints[0]], "coxa_", 5);
		assert_memory_equal(skeleton->skeleton.names[rig->legs[l].joints[3]], "tip_", 4);
	}
}

static void TestInvalid(void** state) {
	(void)state;
	lwScene *scene = Skinned(), *stripped = NULL;
	lwSceneSkeleton *skeleton, *after = NULL;
	lwRig rig, before;
	assert_int_equal(Kit_Rig(scene, NULL, &rig, &skeleton).status, lw_ok);
	bool drop[64] = { false };
	lwSetAssertFcn(Quiet);
	assert_int_equal(lwScene_Strip(NULL, drop, &stripped, NULL).status, lw_errorArgument);
	assert_int_equal(lwScene_Strip(scene, NULL, &stripped, NULL).status, lw_errorArgument);
	assert_int_equal(lwRig_StripHelpers(scene, skeleton, &rig, NULL, &after).status, lw_errorArgument);
	assert_int_equal(lwRig_StripHelpers(scene, NULL, &rig, &stripped, &after).status, lw_errorArgument);
	lwSetAssertFcn(NULL);
	const struct {
		const char* node;
		const char* why;
	} cases[] = { { "body", "hangs on one that is dropped" }, { "tip_L0", "'tip_L0' carries a vertex" }, { "mesh", "'mesh' shows a mesh" } };
	for (int i = 0; i < 3; ++i) {
		memset(drop, 0, sizeof(drop));
		drop[lwScene_FindNode(scene, cases[i].node)] = true;
		lwResult result = lwScene_Strip(scene, drop, &stripped, NULL);
		assert_int_equal(result.status, lw_errorData);
		if (strstr(result.message, cases[i].why) == NULL) fail_msg("%s", result.message);
		assert_null(stripped);
	}
	// A helper that is none: the rig stays as it was.
	rig.helpers[rig.helperCount++] = rig.legs[0].joints[3];
	before = rig;
	assert_int_equal(lwRig_StripHelpers(scene, skeleton, &rig, &stripped, &after).status, lw_errorData);
	assert_true(stripped == NULL && after == NULL);
	assert_memory_equal(&rig, &before, sizeof(rig));
	rig.helpers[0] = skeleton->skeleton.jointCount;
	assert_int_equal(lwRig_Validate(&rig, &skeleton->skeleton).status, lw_errorData);
	rig.helperCount = LW_MAX_HELPERS + 1;
	assert_int_equal(lwRig_Validate(&rig, &skeleton->skeleton).status, lw_errorData);
	lwDestroySceneSkeleton(skeleton);
	lwDestroyScene(scene);
}

static void TestFound(void** state) {
	(void)state;
	lwScene* scene = Skinned();
	lwSceneSkeleton* skeleton;
	lwRig rig, again;
	lwResult result = Kit_Rig(scene, NULL, &rig, &skeleton);
	assert_string_equal(result.message, "");
	CheckLegs(&rig, skeleton);
	assert_int_equal(rig.helperCount, HELPERS);
	for (int k = 0; k < HELPERS; ++k) assert_true(IsHelperName(skeleton->skeleton.names[rig.helpers[k]]));
	// The rig file has them, and takes others.
	char* text = lwRig_ToJson(&rig, scene, skeleton);
	assert_non_null(strstr(text, "\"helpers\": ["));
	assert_non_null(strstr(text, "\"pole_R\""));
	lwDestroySceneSkeleton(skeleton);
	assert_int_equal(Kit_Rig(scene, text, &again, &skeleton).status, lw_ok);
	assert_int_equal(again.helperCount, HELPERS);
	assert_memory_equal(again.helpers, rig.helpers, sizeof(int) * HELPERS);
	free(text);
	lwDestroySceneSkeleton(skeleton);
	assert_int_equal(Kit_Rig(scene, "{ \"helpers\": [\"pole_L\"] }", &again, &skeleton).status, lw_ok);
	assert_int_equal(again.helperCount, 1);
	assert_string_equal(skeleton->skeleton.names[again.helpers[0]], "pole_L");
	lwDestroySceneSkeleton(skeleton);
	lwDestroyScene(scene);
}

// What carries nothing but is no joint, or is what the rig needs, is no helper.
static void TestNoHelpers(void** state) {
	(void)state;
	lwScene* scene = Skinned();
	(void)Kit_AddNode(scene, "camera", -1, lwV3(0, 3, 0));
	int holder = Kit_AddNode(scene, "prop holder", 0, lwV3(0, 3, 0)), prop = Kit_AddNode(scene, "prop", holder, lwV3(0, 0, 0));
	scene->nodes[prop].mesh = 0;
	scene->clips[0].channels[scene->clips[0].channelCount - 1].node = holder; // not the pole: what moves the prop
	Kit_AddRotation(scene, lwScene_FindNode(scene, "mesh"), 2)[3] = 1.0f; // the node of the skinned mesh moves, which moves no vertex
	lwSceneSkeleton* skeleton;
	lwRig rig;
	assert_string_equal(Kit_Rig(scene, NULL, &rig, &skeleton).message, "");
	assert_int_equal(rig.helperCount, HELPERS);
	for (int k = 0; k < rig.helperCount; ++k) assert_true(IsHelperName(skeleton->skeleton.names[rig.helpers[k]]));
	lwDestroySceneSkeleton(skeleton);
	lwDestroyScene(scene);
}

static void TestStripped(void** state) {
	(void)state;
	lwScene *scene = Skinned(), *stripped = NULL, *written = NULL;
	lwSceneSkeleton *skeleton, *after = NULL;
	lwRig rig, own;
	assert_int_equal(Kit_Rig(scene, NULL, &rig, &skeleton).status, lw_ok);
	lwResult result = lwRig_StripHelpers(scene, skeleton, &rig, &stripped, &after);
	assert_string_equal(result.message, "");
	assert_int_equal(stripped->nodeCount, scene->nodeCount - HELPERS);
	assert_int_equal(stripped->skins[0].jointCount, WEIGHTED);
	assert_int_equal(stripped->clips[0].channelCount, scene->clips[0].channelCount - 1);
	for (int n = 0; n < stripped->nodeCount; ++n) assert_false(IsHelperName(stripped->nodes[n].name));
	float apart = Apart(scene, stripped, 0);
	print_message("stripped: vertices %g apart\n", (double)apart);
	assert_true(apart <= 1e-6f);
	// The rig fits the stripped creature, and is what would be found there.
	assert_int_equal(rig.helperCount, 0);
	assert_string_equal(lwRig_Validate(&rig, &after->skeleton).message, "");
	CheckLegs(&rig, after);
	lwDestroySceneSkeleton(after);
	assert_string_equal(Kit_Rig(stripped, NULL, &own, &after).message, "");
	assert_int_equal(own.helperCount, 0);
	CheckLegs(&own, after);
	for (int l = 0; l < 4; ++l) {
		assert_string_equal(own.legs[l].name, rig.legs[l].name);
		assert_memory_equal(own.legs[l].joints, rig.legs[l].joints, sizeof(own.legs[l].joints));
	}
	assert_int_equal(own.pelvis, rig.pelvis);
	// The same from a file.
	char path[64];
	(void)snprintf(path, sizeof(path), "/tmp/legwork_helpers_%ld.glb", (long)getpid());
	lwGlbEdit edit = lwDefaultGlbEdit();
	assert_string_equal(lwWriteGlb(path, stripped, &edit, NULL).message, "");
	assert_string_equal(lwReadScene(path, &written).message, "");
	(void)remove(path);
	assert_true(Apart(scene, written, 0) <= 1e-6f);
	lwDestroyScene(written);
	lwDestroySceneSkeleton(after);
	lwDestroyScene(stripped);
	lwDestroySceneSkeleton(skeleton);
	lwDestroyScene(scene);
}

// Poles of real rigs; every clip of the file.
static void TestSharedFiles(void** state) {
	(void)state;
	static const struct {
		const char* file;
		int helpers;
	} files[] = { { "character_quaternius.glb", 4 }, { "horse_quaternius.glb", 8 }, { "horse_quaternius.fbx", 8 }, { "robot_expressive.glb", 4 },
				  { "spider_quaternius.glb", 4 }, { "fox_khronos.glb", 0 }, { "horse_m2m.glb", 0 } };
	if (access(LEGWORK_SOURCE_DIR "/../shared/data/MANIFEST.md", R_OK) != 0) {
		print_message("SKIPPED: ../shared/data is absent\n");
		return;
	}
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); ++i) {
		char path[512];
		(void)snprintf(path, sizeof(path), LEGWORK_SOURCE_DIR "/../shared/data/%s", files[i].file);
		lwScene *scene, *stripped;
		lwSceneSkeleton *skeleton, *after;
		lwRig rig;
		assert_string_equal(lwReadScene(path, &scene).message, "");
		assert_string_equal(Kit_Rig(scene, NULL, &rig, &skeleton).message, "");
		assert_int_equal(rig.helperCount, files[i].helpers);
		for (int k = 0; k < rig.helperCount; ++k) assert_memory_equal(skeleton->skeleton.names[rig.helpers[k]], "PoleTarget", 10);
		assert_string_equal(lwRig_StripHelpers(scene, skeleton, &rig, &stripped, &after).message, "");
		assert_int_equal(stripped->nodeCount, scene->nodeCount - files[i].helpers);
		float apart = 0.0f;
		for (int c = 0; c < scene->clipCount; ++c) apart = lwMaxF(apart, Apart(scene, stripped, c));
		print_message("%s: %d helpers, vertices %g apart over %d clips\n", files[i].file, files[i].helpers, (double)apart, scene->clipCount);
		assert_true(apart <= 1e-6f);
		lwDestroySceneSkeleton(after);
		lwDestroyScene(stripped);
		lwDestroySceneSkeleton(skeleton);
		lwDestroyScene(scene);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(TestInvalid),
		cmocka_unit_test(TestFound),
		cmocka_unit_test(TestNoHelpers),
		cmocka_unit_test(TestStripped),
		cmocka_unit_test(TestSharedFiles),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
