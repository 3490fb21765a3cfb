// SPDX-License-Identifier: MIT
// Hints of the artist: read from rig files and from the notes of a file's clips, refused with their place, written back.
#include "autorig/kit.h"

#include <stddef.h>
#include <stdint.h>

static bool Quiet(const char* condition, const char* file, int line) {
	(void)condition;
	(void)file;
	(void)line;
	return false;
}

// A scene of two clips of one name and a third, and a rig of two legs.
static lwScene* TwoLegs(lwRig* outRig) {
	lwScene* scene = Kit_NewScene(4);
	Kit_AddNode(scene, "root", -1, lwV3(0, 1, 0));
	scene->clips = calloc(3, sizeof(lwSceneClip));
	scene->clipCount = 3;
	const char* const names[3] = { "Walk", "Twin", "Twin" };
	for (int i = 0; i < 3; ++i) scene->clips[i].name = Copy(names[i]);
	memset(outRig, 0, sizeof(*outRig));
	outRig->legCount = 2;
	(void)snprintf(outRig->legs[0].name, LW_NAME_SIZE, "L");
	(void)snprintf(outRig->legs[1].name, LW_NAME_SIZE, "R");
	return scene;
}

static void TestInvalid(void** state) {
	(void)state;
	static lwRig rig;
	lwScene* scene = TwoLegs(&rig);
	lwLegHint* hints = (lwLegHint*)(uintptr_t)16;
	int count = 7;
	lwSetAssertFcn(Quiet);
	assert_int_equal(lwReadHints("{}", NULL, &rig, &hints, &count).status, lw_errorArgument);
	assert_null(hints);
	assert_int_equal(count, 0);
	assert_int_equal(lwReadHints("{}", scene, NULL, &hints, &count).status, lw_errorArgument);
	assert_int_equal(lwReadHints("{}", scene, &rig, NULL, &count).status, lw_errorArgument);
	assert_int_equal(lwReadHints("{}", scene, &rig, &hints, NULL).status, lw_errorArgument);
	lwSetAssertFcn(NULL);
	static const char* const cases[][2] = {
		{ "{", "rig.json: line 1" },
		{ "{\"hints\": {}}", "rig.json: hints: must be an array" },
		{ "{\"hints\": [3]}", "rig.json: hints[0]: must be an object" },
		{ "{\"hints\": [{\"leg\": \"L\", \"stance\": 0.1}, {\"leg\": \"X\", \"stance\": 0.1}]}", "rig.json: hints[1]: leg: no leg named 'X' (there are: L R)" },
		{ "{\"hints\": [{\"stance\": 0.1}]}", "rig.json: hints[0]: leg: must be the name of a leg" },
		{ "{\"hints\": [{\"leg\": 1, \"stance\": 0.1}]}", "rig.json: hints[0]: leg: must be the name of a leg" },
		{ "{\"hints\": [{\"leg\": \"L\", \"off\": 0.1}]}", "rig.json: hints[0]: 'off': unknown key" },
		{ "{\"hints\": [{\"leg\": \"L\"}]}", "rig.json: hints[0]: gives no time" },
		{ "{\"hints\": [{\"leg\": \"L\", \"stance\": \"0.1\"}]}", "rig.json: hints[0]: stance: must be a number from 0 to 1" },
		{ "{\"hints\": [{\"leg\": \"L\", \"stance\": 1.2}]}", "rig.json: hints[0]: stance: must be a number from 0 to 1" },
		{ "{\"hints\": [{\"leg\": \"L\", \"foot_off\": -0.1}]}", "rig.json: hints[0]: foot_off: must be a number from 0 to 1" },
		{ "{\"hints\": [{\"leg\": \"L\", \"foot_strike\": 0.1, \"stance\": 0.6, \"foot_off\": 0.3}]}", "rig.json: hints[0]: out of order" },
		{ "{\"hints\": [{\"leg\": \"L\", \"foot_strike\": 0.5, \"foot_off\": 0.5}]}", "rig.json: hints[0]: foot_strike and foot_off are less than 0.02 apart" },
		{ "{\"hints\": [{\"leg\": \"L\", \"foot_strike\": 0.0, \"foot_off\": 1.0}]}", "rig.json: hints[0]: foot_strike and foot_off are less than 0.02 apart" },
		{ "{\"hints\": [{\"leg\": \"L\", \"stance\": 0.1, \"clip\": \"Wolk\"}]}", "rig.json: hints[0]: clip: no clip 'Wolk' in the file" },
		{ "{\"hints\": [{\"leg\": \"L\", \"stance\": 0.1, \"clip\": \"Twin\"}]}", "rig.json: hints[0]: clip: 2 clips are called 'Twin'" },
		{ "{\"hints\": [{\"leg\": \"L\", \"stance\": 0.1, \"clip\": 0}]}", "rig.json: hints[0]: clip: must be the name of a clip" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
		lwResult result = lwReadHints(cases[i][0], scene, &rig, &hints, &count);
		if (result.status == lw_ok || strstr(result.message, cases[i][1]) != result.message) fail_msg("%s: got '%s', not '%s'", cases[i][0], result.message, cases[i][1]);
		assert_null(hints);
	}
	lwDestroyScene(scene);
}

static void TestRead(void** state) {
	(void)state;
	static lwRig rig;
	lwScene* scene = TwoLegs(&rig);
	lwLegHint* hints;
	int count;
	assert_int_equal(lwReadHints(NULL, scene, &rig, &hints, &count).status, lw_ok);
	assert_null(hints);
	assert_int_equal(count, 0);
	// Around the seam of the clip is in order, too.
	const char* text = "{\"hints\": [{\"clip\": \"Walk\", \"leg\": \"R\", \"foot_strike\": 0.8, \"foot_land\": 0.9, \"stance\": 0.1, \"foot_lift\": 0.3, \"foot_off\": 0.4},"
					   "{\"leg\": \"L\", \"foot_off\": 1}, {\"leg\": \"L\", \"clip\": \"#2\", \"stance\": 0}]}";
	lwResult result = lwReadHints(text, scene, &rig, &hints, &count);
	assert_string_equal(result.message, "");
	assert_int_equal(count, 3);
	assert_string_equal(hints[0].leg, "R");
	assert_string_equal(hints[0].clip, "Walk");
	const float wanted[5] = { 0.8f, 0.9f, 0.1f, 0.3f, 0.4f };
	const float got[5] = { hints[0].strike, hints[0].land, hints[0].stance, hints[0].lift, hints[0].off };
	assert_memory_equal(wanted, got, sizeof(wanted));
	assert_string_equal(hints[1].clip, "");
	assert_true(hints[1].off == 1.0f && hints[1].stance < 0.0f && hints[1].strike < 0.0f && hints[1].land < 0.0f && hints[1].lift < 0.0f);
	assert_true(hints[2].stance == 0.0f && hints[2].off < 0.0f);
	assert_string_equal(hints[2].clip, "#2");
	free(hints);
	lwDestroyScene(scene);
}

// Notes of the clips come first, so that a rig file wins.
static void TestNotes(void** state) {
	(void)state;
	static lwRig rig;
	lwScene* scene = TwoLegs(&rig);
	scene->json = Copy("{\"animations\": [{\"extras\": {\"legwork\": {\"version\": 1, \"legs\": []}}}, {\"extras\": 3},"
					   "{\"extras\": {\"legwork\": {\"hints\": [{\"leg\": \"L\", \"foot_strike\": 0.25}]}}}]}");
	scene->jsonSize = strlen(scene->json);
	lwLegHint* hints;
	int count;
	lwResult result = lwReadHints("{\"hints\": [{\"leg\": \"L\", \"foot_off\": 0.5}]}", scene, &rig, &hints, &count);
	assert_string_equal(result.message, "");
	assert_int_equal(count, 2);
	assert_string_equal(hints[0].clip, "#2");
	assert_true(hints[0].strike == 0.25f && hints[0].off < 0.0f);
	assert_true(hints[1].off == 0.5f);
	free(hints);
	free(scene->json);
	scene->json = Copy("{\"animations\": [{}, {\"extras\": {\"legwork\": {\"hints\": [{\"leg\": \"L\", \"clip\": \"Walk\", \"stance\": 0.25}]}}}]}");
	scene->jsonSize = strlen(scene->json);
	result = lwReadHints(NULL, scene, &rig, &hints, &count);
	assert_string_equal(result.message, "kit: animations[1].extras.legwork.hints[0]: 'clip': unknown key");
	lwDestroyScene(scene);
}

static void TestRoundTrip(void** state) {
	(void)state;
	static lwRig rig;
	lwScene* scene = TwoLegs(&rig);
	lwSceneSkeleton* skeleton;
	assert_int_equal(lwScene_MakeSkeleton(scene, &skeleton).status, lw_ok);
	const lwLegHint hints[2] = { { "L", 0.125f, -1.0f, 0.5f, -1.0f, -1.0f, "Walk" }, { "R", -1.0f, 0.75f, -1.0f, 0.25f, 0.375f, "" } };
	char* text = lwRig_ToJsonWithHints(&rig, scene, skeleton, hints, 2);
	assert_non_null(text);
	lwLegHint* back;
	int count;
	assert_string_equal(lwReadHints(text, scene, &rig, &back, &count).message, "");
	assert_int_equal(count, 2);
	for (int i = 0; i < 2; ++i) {
		assert_string_equal(back[i].leg, hints[i].leg);
		assert_string_equal(back[i].clip, hints[i].clip);
		assert_memory_equal(&back[i].stance, &hints[i].stance, 5 * sizeof(float));
	}
	free(back);
	free(text);
	text = lwRig_ToJson(&rig, scene, skeleton);
	assert_null(strstr(text, "hints"));
	free(text);
	lwDestroySceneSkeleton(skeleton);
	lwDestroyScene(scene);
}

int main(void) {
	const struct CMUnitTest tests[] = { cmocka_unit_test(TestInvalid), cmocka_unit_test(TestRead), cmocka_unit_test(TestNotes), cmocka_unit_test(TestRoundTrip) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
