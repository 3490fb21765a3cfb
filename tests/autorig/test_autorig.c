// SPDX-License-Identifier: MIT
// The auto-rig on scenes built by hand: leg counts, rig files.
#include "kit.h"

static bool Quiet(const char* condition, const char* file, int line) {
	(void)condition;
	(void)file;
	(void)line;
	return false;
}

static void Free(lwScene* scene, lwSceneSkeleton* skeleton) {
	lwDestroySceneSkeleton(skeleton);
	lwDestroyScene(scene);
}

// A body with legs in pairs and, where the count is odd, one more in the middle.
static lwScene* Walker(int legs) {
	int pairs = legs / 2;
	lwScene* scene = Kit_NewScene(8 + pairs + 4 * legs);
	Kit_AddClip(scene, "Walk", 1.0f, 2 * legs);
	int root = Kit_AddNode(scene, "root", -1, lwV3(0, 0, 0)), body = Kit_AddNode(scene, "body", root, lwV3(0, 0.4f, 0));
	for (int i = 0; i < pairs; ++i) {
		char tag[16];
		float z = pairs > 1 ? 0.4f * (0.5f * (float)(pairs - 1) - (float)i) : 0.0f;
		(void)snprintf(tag, sizeof(tag), "L%d", i);
		Kit_AddLeg(scene, body, tag, lwV3(0.15f, 0.0f, z), 1, 0.5f * (float)(i % 2));
		(void)snprintf(tag, sizeof(tag), "R%d", i);
		Kit_AddLeg(scene, body, tag, lwV3(-0.15f, 0.0f, z), -1, 0.5f * (float)((i + 1) % 2));
	}
	if (legs % 2 == 1) Kit_AddLeg(scene, body, "M", lwV3(0.0f, 0.0f, 0.2f + 0.2f * (float)pairs), 0, 0.25f);
	return scene;
}

static void TestInvalid(void** state) {
	(void)state;
	lwScene* scene = Walker(6);
	lwSceneSkeleton* skeleton;
	lwRig rig;
	assert_int_equal(Kit_Rig(scene, NULL, &rig, &skeleton).status, lw_ok);
	lwSetAssertFcn(Quiet);
	lwAutoRigDef def = lwDefaultAutoRigDef();
	assert_int_equal(lwAutoRig(&def, &rig, NULL).status, lw_errorArgument);
	assert_int_equal(lwAutoRig(NULL, &rig, NULL).status, lw_errorArgument);
	def.scene = scene;
	def.skeleton = skeleton;
	assert_int_equal(lwAutoRig(&def, NULL, NULL).status, lw_errorArgument);
	def.contactClip = 1;
	assert_int_equal(lwAutoRig(&def, &rig, NULL).status, lw_errorArgument);
	lwAutoRigDef raw = { .scene = scene, .skeleton = skeleton };
	assert_int_equal(lwAutoRig(&raw, &rig, NULL).status, lw_errorArgument);
	lwMat34 model[64];
	assert_int_equal(lwRig_PlaceContacts(&rig, scene, skeleton, 6, model, lwV3(0, 0, 1), 0.0f).status, lw_errorArgument);
	assert_int_equal(lwRig_PlaceContacts(&rig, scene, skeleton, -1, model, lwV3(0, 0, 1), 0.0f).status, lw_errorArgument);
	assert_int_equal(lwRig_PlaceContacts(NULL, scene, skeleton, 0, model, lwV3(0, 0, 1), 0.0f).status, lw_errorArgument);
	assert_null(lwRig_ToJson(NULL, scene, skeleton));
	lwSetAssertFcn(NULL);
	Free(scene, skeleton);
}

static void TestLegCounts(void** state) {
	(void)state;
	const int counts[] = { 1, 2, 3, 4, 6, 10, 40 };
	for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); ++i) {
		lwScene* scene = Walker(counts[i]);
		lwSceneSkeleton* skeleton;
		lwRig rig;
		lwResult result = Kit_Rig(scene, NULL, &rig, &skeleton);
		if (result.status != lw_ok || rig.legCount != counts[i]) fail_msg("%d legs: found %d: %s", counts[i], rig.legCount, result.message);
		int sides[3] = { 0, 0, 0 };
		for (int l = 0; l < rig.legCount; ++l) {
			const lwLeg* leg = rig.legs + l;
			sides[leg->side + 1] += 1;
			assert_int_equal(leg->jointCount, 4);
			assert_int_equal(leg->limbCount, 4);
			assert_true(leg->singleContact);
			assert_memory_equal(skeleton->skeleton.names[leg->joints[0]], "coxa", 4);
			assert_int_equal(skeleton->skeleton.names[leg->joints[0]][5], leg->side > 0 ? 'L' : leg->side < 0 ? 'R' : 'M');
			if (l > 0) assert_true(rig.legs[l - 1].row < leg->row || (rig.legs[l - 1].row == leg->row && rig.legs[l - 1].side > leg->side));
		}
		assert_int_equal(sides[0], counts[i] / 2);
		assert_int_equal(sides[2], counts[i] / 2);
		assert_string_equal(rig.legs[0].name, counts[i] == 2 ? "L" : counts[i] == 4 ? "LF" : counts[i] % 2 == 1 ? "M1" : "L1");
		Free(scene, skeleton);
	}
}

static void TestNoLegs(void** state) {
	(void)state;
	lwScene* scene = Kit_NewScene(8); // a snake
	int at = Kit_AddNode(scene, "head", -1, lwV3(0, 0.1f, 0));
	for (int i = 0; i < 6; ++i) at = Kit_AddNode(scene, "segment", at, lwV3(0, 0, -0.3f));
	lwSceneSkeleton* skeleton;
	lwRig rig;
	lwResult result = Kit_Rig(scene, NULL, &rig, &skeleton);
	assert_int_equal(result.status, lw_errorData);
	assert_non_null(strstr(result.message, "rig file"));
	Free(scene, skeleton);
}

static void TestJsonErrors(void** state) {
	(void)state;
	const char* const cases[][2] = {
		{ "{", "rig.json: line 1" },
		{ "[]", "rig.json: must be an object" },
		{ "{\"leg\": []}", "rig.json: 'leg': unknown key" },
		{ "{\"legs\": {}}", "rig.json: legs: must be an array" },
		{ "{\"legs\": [3]}", "rig.json: legs[0]: must be an object" },
		{ "{\"legs\": [{}]}", "rig.json: legs[0].name: must be a text" },
		{ "{\"legs\": [{\"name\": \"X\"}]}", "rig.json: legs[0].name: no leg named 'X' was found (found: LF RF LH RH)" },
		{ "{\"legs\": [{\"name\": \"LF\", \"jonts\": []}]}", "rig.json: legs[0].'jonts': unknown key" },
		{ "{\"legs\": [{\"name\": \"LF\"}, {\"name\": \"RF\", \"joints\": [\"coxa_R0\", \"femur_R0\", \"Foo\"]}]}", "rig.json: legs[1].joints[2]: no joint named 'Foo'" },
		{ "{\"legs\": [{\"name\": \"LF\", \"joints\": [\"coxa_L0\"]}]}", "rig.json: legs[0].joints: a leg needs at least 2 joints" },
		{ "{\"legs\": [{\"name\": \"LF\", \"joints\": \"coxa_L0\"}]}", "rig.json: legs[0].joints: must be an array" },
		{ "{\"legs\": [{\"name\": \"LF\", \"joints\": [1, 2]}]}", "rig.json: legs[0].joints[0]: must be a joint's name" },
		{ "{\"legs\": [{\"name\": \"LF\", \"limbCount\": 9}]}", "rig.json: legs[0].limbCount: must be a whole number from 2 to 4" },
		{ "{\"legs\": [{\"name\": \"LF\", \"heel\": {\"joint\": \"tip_L0\"}}]}", "rig.json: legs[0].heel.pos: missing" },
		{ "{\"legs\": [{\"name\": \"LF\", \"heel\": {\"joint\": \"tip_L0\", \"pos\": [0, 1]}}]}", "rig.json: legs[0].heel.pos: must be three numbers" },
		{ "{\"legs\": [{\"name\": \"LF\", \"maxReach\": 2}]}", "rig.json: legs[0].maxReach: must be a number" },
		{ "{\"legs\": [{\"name\": \"LF\", \"hinges\": [{\"joint\": \"root\", \"axis\": [1, 0, 0], \"min\": 0, \"max\": 1}]}]}", "legs[0].hinges[0].joint: the joint is no middle joint" },
		{ "{\"spine\": [\"body\", \"nowhere\"]}", "rig.json: spine[1]: no joint named 'nowhere'" },
		{ "{\"hints\": {}}", "rig.json: hints: must be an array" },
		{ "{\"hints\": [{\"leg\": \"LX\", \"stance\": 0.5}]}", "rig.json: hints[0]: leg: no leg named 'LX' (there are: LF RF LH RH)" },
		{ "{\"root\": \"#999\"}", "rig.json: root: no joint named '#999'" },
		{ "{\"legs\": [{\"name\": \"LF\", \"joints\": [\"coxa_L0\", \"femur_R0\", \"tip_L0\"]}]}", "leg 'LF': limb joints are not a chain" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
		lwScene* scene = Walker(4);
		lwSceneSkeleton* skeleton;
		lwRig rig;
		lwResult result = Kit_Rig(scene, cases[i][0], &rig, &skeleton);
		if (result.status == lw_ok || strstr(result.message, cases[i][1]) == NULL) fail_msg("%s: got '%s', not '%s'", cases[i][0], result.message, cases[i][1]);
		Free(scene, skeleton);
	}
}

static void TestJsonOverride(void** state) {
	(void)state;
	lwScene* scene = Walker(4);
	lwSceneSkeleton* skeleton;
	lwRig found, rig;
	assert_int_equal(Kit_Rig(scene, NULL, &found, &skeleton).status, lw_ok);
	lwDestroySceneSkeleton(skeleton);
	// One leg's joints: the others stay; its numbers follow.
	lwResult result = Kit_Rig(scene, "{\"legs\": [{\"name\": \"RF\", \"joints\": [\"femur_R0\", \"tibia_R0\", \"tip_R0\"]}]}", &rig, &skeleton);
	assert_string_equal(result.message, "");
	int rf = lwRig_FindLeg(&rig, "RF"), lf = lwRig_FindLeg(&rig, "LF");
	assert_int_equal(rig.legs[rf].jointCount, 3);
	assert_true(lwAbsF(rig.legs[rf].length - (found.legs[rf].length - 0.1f)) < 1e-4f);
	assert_float_equal(rig.legs[rf].confidence, 1.0f, 0.0);
	assert_memory_equal(&rig.legs[lf], &found.legs[lf], sizeof(lwLeg));
	lwDestroySceneSkeleton(skeleton);
	// Only a heel, only the spine.
	result = Kit_Rig(scene, "{\"legs\": [{\"name\": \"LF\", \"heel\": {\"joint\": \"tip_L0\", \"pos\": [0.5, 0.25, 0]}}], \"spine\": [\"root\", \"body\"]}", &rig, &skeleton);
	assert_string_equal(result.message, "");
	assert_float_equal(rig.legs[lf].heel.posLS.x, 0.5f, 0.0);
	assert_int_equal(rig.spineCount, 2);
	assert_int_equal(rig.legs[lf].jointCount, 4);
	lwDestroySceneSkeleton(skeleton);
	// Take one away, add one under another name.
	result = Kit_Rig(scene, "{\"legs\": [{\"name\": \"LH\", \"remove\": true}, {\"name\": \"extra\", \"joints\": [\"coxa_L1\", \"femur_L1\", \"tibia_L1\", \"tip_L1\"]}]}", &rig, &skeleton);
	assert_string_equal(result.message, "");
	assert_int_equal(rig.legCount, 4);
	assert_int_equal(lwRig_FindLeg(&rig, "LH"), -1);
	int extra = lwRig_FindLeg(&rig, "extra");
	assert_true(extra >= 0);
	assert_int_equal(rig.legs[extra].limbCount, 4);
	assert_true(lwAbsF(rig.legs[extra].length - found.legs[2].length) < 1e-4f);
	Free(scene, skeleton);
}

static void TestRoundTrip(void** state) {
	(void)state;
	const char* const files[] = { "", "horse_quaternius.glb", "cesium_man.gltf", "spider_quaternius.glb", "robot_expressive.glb", "human_cmu_02_01.bvh" };
	int checked = 0;
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); ++i) {
		char path[512];
		lwScene* scene = NULL;
		(void)snprintf(path, sizeof(path), LEGWORK_SOURCE_DIR "/../shared/data/%s", files[i]);
		if (files[i][0] == 0) scene = Walker(3);
		else if (lwReadScene(path, &scene).status != lw_ok) {
			print_message("SKIPPED: ../shared/data is absent\n");
			continue;
		}
		lwSceneSkeleton* skeleton;
		static lwRig first, second;
		assert_int_equal(Kit_Rig(scene, NULL, &first, &skeleton).status, lw_ok);
		char* json = lwRig_ToJson(&first, scene, skeleton);
		assert_non_null(json);
		lwDestroySceneSkeleton(skeleton);
		lwResult result = Kit_Rig(scene, json, &second, &skeleton);
		assert_string_equal(result.message, "");
		char* again = lwRig_ToJson(&second, scene, skeleton);
		assert_string_equal(json, again);
		assert_memory_equal(&first, &second, sizeof(lwRig));
		free(json);
		free(again);
		Free(scene, skeleton);
		++checked;
	}
	assert_true(checked > 0);
}

// A new name over the joints of a found leg is that leg, renamed; two legs cannot share a joint.
static void TestRename(void** state) {
	(void)state;
	lwScene* scene = Walker(4);
	lwSceneSkeleton* skeleton;
	static lwRig found, other;
	char text[256];
	assert_int_equal(Kit_Rig(scene, NULL, &found, &skeleton).status, lw_ok);
	lwDestroySceneSkeleton(skeleton);
	const int* joints = found.legs[0].joints;
	(void)snprintf(text, sizeof(text), "{ \"legs\": [{ \"name\": \"front paw\", \"joints\": [\"#%d\", \"#%d\", \"#%d\", \"#%d\"] }] }", joints[0], joints[1], joints[2], joints[3]);
	assert_int_equal(found.legs[0].jointCount, 4);
	lwResult result = Kit_Rig(scene, text, &other, &skeleton);
	assert_string_equal(result.message, "");
	assert_int_equal(other.legCount, found.legCount);
	int named = 0;
	for (int i = 0; i < other.legCount; ++i) {
		if (strcmp(other.legs[i].name, "front paw") != 0) continue;
		++named;
		assert_memory_equal(other.legs[i].joints, found.legs[0].joints, sizeof(found.legs[0].joints));
	}
	assert_int_equal(named, 1);
	lwDestroySceneSkeleton(skeleton);
	(void)snprintf(text, sizeof(text), "{ \"legs\": [{ \"name\": \"%s\" }, { \"name\": \"twin\", \"joints\": [\"#%d\", \"#%d\", \"#%d\", \"#%d\"] }] }",
				   found.legs[0].name, joints[0], joints[1], joints[2], joints[3]);
	result = Kit_Rig(scene, text, &other, &skeleton);
	assert_int_equal(result.status, lw_errorData);
	assert_non_null(strstr(result.message, "share a joint"));
	Free(scene, skeleton);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(TestInvalid),
		cmocka_unit_test(TestLegCounts),
		cmocka_unit_test(TestNoLegs),
		cmocka_unit_test(TestJsonErrors),
		cmocka_unit_test(TestJsonOverride),
		cmocka_unit_test(TestRoundTrip),
		cmocka_unit_test(TestRename),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
