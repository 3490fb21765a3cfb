// SPDX-License-Identifier: MIT
// analyze, walk and measure from end to end: what they write, say and exit with.
#include "run.h"

#include <math.h>

static int makeWolf(void** state) {
	if (makeFolder(state) != 0) {
		return -1;
	}
	legwork(0, "sample creature quadruped -q -o wolf.glb");
	legwork(0, "sample terrain hills --scale 0.5 -q -o hills.glb");
	return 0;
}

static double numberAt(const json_t* object, const char* key) {
	const json_t* value = json_object_get(object, key);
	if (!json_is_number(value)) {
		fail_msg("no number '%s'", key);
	}
	return json_number_value(value);
}

static void testAnalyze(void** state) {
	(void)state;
	legwork(0, "analyze wolf.glb --clip Walk --json");
	json_t* json = saidJson();
	assert_string_equal(json_string_value(json_object_get(json, "file")), "wolf.glb");
	assert_int_equal(json_array_size(json_object_get(json, "clips")), 1);
	json_decref(json);
	legwork(0, "analyze wolf.glb --clip Walk --clip '#2' -o both.json -q");
	assert_string_equal(err, "");
	assert_string_equal(out, "");
	assert_int_equal(shell("cat both.json"), 0);
	json = saidJson();
	assert_int_equal(json_array_size(json_object_get(json, "clips")), 2);
	json_decref(json);
	legwork(0, "analyze wolf.glb --clip Walk --svg walk.svg");
	says("Walk:");
	assert_int_equal(shell("grep -c '<svg' walk.svg"), 0);
	legwork(0, "analyze wolf.glb --clip Walk --from 0 --to 0.9 --no-close --json");
	json_decref(saidJson());
	legwork(2, "analyze wolf.glb --clip '#99'");
	saysError("no clip '#99'");
	saysError("#1 Walk");
	legwork(0, "sample creature biped --no-clips -q -o bare.glb");
	legwork(1, "analyze bare.glb");
	saysError("bare.glb: the file has no clips");
}

// Names longer than what results hold them in are cut between two characters and still found.
static void testLongNames(void** state) {
	(void)state;
	static const char* const names[] = { "printf 'W%.0s' $(seq 127)", "printf 'W%.0s' $(seq 128)", "printf 'W%.0s' $(seq 3000)",
										 "printf '\303\251%.0s' $(seq 100)", "printf x; printf '\303\251%.0s' $(seq 100)",
										 "printf xy; printf '\360\237\220\276%.0s' $(seq 40)" };
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		char arguments[512];
		snprintf(arguments, sizeof arguments,
				 "walk wolf.glb --clip Walk --path '0,0 0,1' --name \"$(%s)\" --report long.json --report long.html --picture long.svg "
				 "-q -o long.glb && iconv -f UTF-8 long.json long.html long.svg >all", names[i]);
		legwork(0, arguments);
		legwork(0, "measure long.glb --source wolf.glb --json");
		json_decref(saidJson());
		// The long name as the sample's: of the clip walked and of the one stood in.
		snprintf(arguments, sizeof arguments, "analyze long.glb --clip \"$(%s)\" --json", names[i]);
		legwork(0, arguments);
		json_t* json = saidJson();
		const char* name = json_string_value(json_object_get(json_array_get(json_object_get(json, "clips"), 0), "name"));
		assert_true(name != NULL && strlen(name) >= 124 && strlen(name) <= 127);
		json_decref(json);
	}
	legwork(0, "walk long.glb --clip Walk --path '0,0 0,1' --name \"$(printf xy; printf '\360\237\220\276%.0s' $(seq 40))\" --report long.json "
			   "--picture long.svg -o twice.glb"); // begins like the one that is there
	legwork(2, "walk wolf.glb --clip Walk --name \"$(printf 'a\377')\" -o long.glb");
	saysError("not UTF-8");
}

// Where the walk ends follows from what was asked for.
static void testPath(void** state) {
	(void)state;
	legwork(0, "walk wolf.glb --clip Walk --idle Idle --path '0,0 0,2 1,3' --fps 30 --json -q -o path.glb");
	assert_string_equal(err, "");
	json_t* json = saidJson();
	assert_string_equal(json_string_value(json_object_get(json, "animation")), "legwork_walk");
	assert_true(numberAt(json, "steps") >= 8);
	assert_true(numberAt(json, "speed") > 0);
	assert_true(fabs(numberAt(json, "frames") - numberAt(json, "duration") * 30 - 1) < 1.5);
	double automatic = numberAt(json, "duration");
	json_decref(json);
	legwork(0, "walk wolf.glb --clip Walk --path '0,0;0,2;1,3' --speed 0.5x --json -q -o slow.glb");
	json = saidJson();
	assert_true(numberAt(json, "duration") > 1.3 * automatic);
	assert_true(fabs(numberAt(json, "speed") / numberAt(json, "sampleSpeed") - 0.5) < 1e-3);
	json_decref(json);
	legwork(0, "walk wolf.glb --clip Walk --path '0,0,0 0,0,2' --speed 1.5L --name stroll --json -q -o named.glb");
	json = saidJson();
	assert_string_equal(json_string_value(json_object_get(json, "animation")), "stroll");
	assert_true(fabs(numberAt(json, "speed") / numberAt(json, "length") - 1.5) < 1e-3);
	json_decref(json);
	// The file holds what it held and one clip more.
	legwork(0, "info --json named.glb");
	json = saidJson();
	const json_t* clips = json_object_get(json, "clips");
	assert_int_equal(json_array_size(clips), 6);
	assert_string_equal(json_string_value(json_object_get(json_array_get(clips, 5), "name")), "stroll");
	json_decref(json);
}

// The bounds of the speed are allowed; what is beyond them and a path of no length are explained in the command's words.
static void testPathAndSpeedBounds(void** state) {
	(void)state;
	static const char* const bad[][2] = {
		{ "--speed 0.0099x", "--speed: 0.0099x is" },
		{ "--speed 101x", "can be played at 0.01x to 100x" },
		{ "--speed 1000", "--speed: 1000 is 1e+03 units/s; this clip walks" },
		{ "--speed 0.001L", "--speed: 0.001L is" },
		{ "--path '0,0 0,0'", "give two that are apart" },
		{ "--path '0,0 0,1e-5'", "--path is only 1e-05 units long; it is in the file's units, and a leg here has" },
	};
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		char arguments[160];
		snprintf(arguments, sizeof arguments, "walk wolf.glb --clip Walk %s -o bounds.glb", bad[i][0]);
		legwork(2, arguments);
		saysError(bad[i][1]);
		saysError("'legwork walk --help'");
		assert_null(strstr(err, "header"));
		assert_int_not_equal(shell("test -e bounds.glb"), 0);
	}
	static const char* const creatures[] = { "biped", "quadruped", "spider" };
	for (size_t i = 0; i < sizeof creatures / sizeof creatures[0]; i++) { // each rounds its own way
		char arguments[2000];
		snprintf(arguments, sizeof arguments, "sample creature %s -q -o made.glb && '" LEGWORK_CLI "' walk made.glb --clip Walk "
				 "--path '0,0 0,0.02' --fps 10 --speed 0.01x -q -o bounds.glb && '" LEGWORK_CLI "' walk made.glb --clip Walk "
				 "--path '0,0 0,30' --speed 100x -q -o bounds.glb", creatures[i]);
		legwork(0, arguments);
	}
}

// Of several clips the cyclic one walks, in whatever order they are named.
static void testClipRoles(void** state) {
	(void)state;
	legwork(0, "walk wolf.glb --clip Idle --clip Walk --path '0,0 0,2' --json -q -o a.glb");
	json_t* json = saidJson();
	assert_string_equal(json_string_value(json_object_get(json, "clip")), "Walk");
	json_decref(json);
	legwork(0, "walk wolf.glb --clip Walk --idle Idle --path '0,0 0,2' -q -o b.glb");
	assert_int_equal(shell("cmp a.glb b.glb"), 0);
	legwork(1, "walk wolf.glb --clip Idle --path '0,0 0,2' -o c.glb");
	saysError("no walking cycle");
	legwork(2, "walk wolf.glb -o c.glb");
	saysError("--clip NAME is missing");
	assert_int_not_equal(shell("test -e c.glb"), 0);
}

static long sizeOf(const char* name) {
	struct stat file;
	char path[128];
	snprintf(path, sizeof path, "%s/%s", folder, name);
	assert_int_equal(stat(path, &file), 0);
	return (long)file.st_size;
}

// The looser, the smaller; in hundredths of the leg length (0.53 here) or in units.
static void testKeyTolerance(void** state) {
	(void)state;
	static const char* const tolerances[] = { "0", "0.02%L", "0.0005", "1%L" };
	long last = 0;
	for (int i = 0; i < 4; i++) {
		char arguments[160];
		snprintf(arguments, sizeof arguments, "walk wolf.glb --clip Walk --path '0,0 0,3' --key-tolerance %s -q -o keys.glb", tolerances[i]);
		legwork(0, arguments);
		long size = sizeOf("keys.glb");
		assert_true(i == 0 || size < last);
		last = size;
	}
	legwork(0, "walk wolf.glb --clip Walk --path '0,0 0,3' --poses 3 --triangles 300 --picture keys.svg -q -o keys.glb");
	assert_true(sizeOf("keys.svg") > 5000 && sizeOf("keys.svg") < 60000);
	legwork(0, "walk wolf.glb --clip Walk --path '0,0 0,3' -q -o keys.glb && '" LEGWORK_CLI
			   "' walk wolf.glb --clip Walk --path '0,0 0,3' --key-tolerance 0 -q -o same.glb && cmp keys.glb same.glb");
}

static void testReportAndMeasure(void** state) {
	(void)state;
	legwork(0, "walk wolf.glb --clip Walk --idle Idle --terrain hills.glb --with-terrain --report report.json "
			   "--report report.html --picture walk.svg -o hills_walk.glb");
	saysError("hills_walk.glb: animation 'legwork_walk'");
	assert_string_equal(out, "");
	assert_int_equal(shell("grep -q '<svg' walk.svg && grep -q '</html>' report.html"), 0);
	assert_int_equal(shell("cat report.json"), 0);
	json_t* json = saidJson();
	json_t* quality = json_object_get(json, "quality");
	assert_true(json_is_object(quality));
	assert_true(json_is_object(json_object_get(quality, "result")) && json_is_object(json_object_get(quality, "baseline")));
	double skate = numberAt(json_object_get(quality, "result"), "skateMean");
	double bare = numberAt(json_object_get(quality, "baseline"), "skateMean");
	assert_true(skate < 0.5 * bare);
	json_decref(json);
	legwork(0, "measure hills_walk.glb --source wolf.glb --terrain hills.glb --json");
	json = saidJson();
	assert_true(fabs(numberAt(json_object_get(json, "result"), "skateMean") - skate) < 1e-3);
	json_decref(json);
	legwork(0, "measure hills_walk.glb --source wolf.glb --terrain hills.glb --no-baseline -q");
	assert_string_equal(out, "");
	legwork(0, "measure hills_walk.glb --source wolf.glb --terrain hills.glb");
	says("skate");
	// Against ground half a metre higher every bar of penetration is missed.
	legwork(1, "measure hills_walk.glb --source wolf.glb --ground 0.5 --strict");
	saysError("bars missed");
	legwork(0, "measure hills_walk.glb --source wolf.glb --ground 0.5");
	legwork(0, "measure hills_walk.glb --source wolf.glb --terrain hills.glb -q --report page.html");
	assert_int_equal(shell("grep -q '</html>' page.html"), 0);
	legwork(2, "measure hills_walk.glb --source wolf.glb --clip Nothing");
	legwork(3, "measure hills_walk.glb --source missing.glb");
	saysError("missing.glb");
}

static void testBuiltInGround(void** state) {
	(void)state;
	static const char* const grounds[] = { "flat", "slope", "stairs", "hills", "rubble", "cave", "planet", "steps" };
	for (size_t i = 0; i < sizeof grounds / sizeof grounds[0]; i++) {
		char arguments[256];
		snprintf(arguments, sizeof arguments, "walk wolf.glb --clip Walk --terrain-sample %s --with-terrain --json -q -o g.glb", grounds[i]);
		legwork(0, arguments);
		json_t* json = saidJson();
		assert_int_equal((int)numberAt(json, "searching"), 0);
		assert_true(numberAt(json, "duration") * numberAt(json, "speed") > 12.0 * numberAt(json, "length")); // all of the default path
		json_decref(json);
	}
}

static void testStripHelpers(void** state) {
	(void)state;
	legwork(2, "strip wolf.glb");
	saysError("-o OUT.glb is missing");
	legwork(0, "strip wolf.glb -o whole.glb");
	saysError("there are no helpers");
	writeFile("none.json", "{\"helpers\": [\"muzzle\"]}", strlen("{\"helpers\": [\"muzzle\"]}"));
	legwork(1, "strip wolf.glb --rig none.json -o never.glb");
	saysError("carries a vertex");
	assert_int_not_equal(shell("test -e never.glb"), 0);
	if (access(SHARED_DATA, R_OK) != 0) {
		print_message("SKIPPED: ../shared/data is absent\n");
		return;
	}
	legwork(0, "info '" SHARED_DATA "/horse_quaternius.glb'");
	says("8 helpers that carry nothing: PoleTargetBack.L");
	legwork(0, "strip '" SHARED_DATA "/horse_quaternius.glb' -o bare.glb");
	saysError("8 helpers left out");
	legwork(0, "info bare.glb --json");
	json_t* json = saidJson();
	assert_int_equal(json_array_size(json_object_get(json, "helpers")), 0);
	assert_int_equal(json_array_size(json_object_get(json, "nodes")), 60);
	json_decref(json);
	// Walked without them: measured beside the file that has them.
	legwork(0, "walk '" SHARED_DATA "/horse_quaternius.glb' --clip Walk --idle Idle --strip-helpers -q -o bare_walk.glb");
	legwork(0, "info bare_walk.glb --json");
	assert_null(strstr(out, "PoleTarget"));
	legwork(0, "measure bare_walk.glb --source '" SHARED_DATA "/horse_quaternius.glb' --json");
	json = saidJson();
	const char* joint = json_string_value(json_object_get(json_object_get(json, "result"), "popJoint"));
	assert_true(joint != NULL && strncmp(joint, "PoleTarget", 10) != 0);
	assert_true(numberAt(json_object_get(json, "result"), "skateMax") < 1.5);
	json_decref(json);
	// A rig file is in the words of the whole file.
	legwork(0, "rig '" SHARED_DATA "/horse_quaternius.glb' -q -o horse.json");
	legwork(0, "walk '" SHARED_DATA "/horse_quaternius.glb' --rig horse.json --clip Walk --idle Idle --strip-helpers -q -o bare_rig.glb");
	assert_int_equal(shell("cmp bare_walk.glb bare_rig.glb"), 0);
}

static void testSharedFiles(void** state) {
	(void)state;
	if (access(SHARED_DATA, R_OK) != 0) {
		print_message("SKIPPED: ../shared/data is absent\n");
		return;
	}
	// Named by the part after '|', as artists do; a file outside the current folder.
	legwork(0, "walk '" SHARED_DATA "/horse_quaternius.glb' --clip Walk --idle Idle --json -q -o horse.glb");
	json_t* json = saidJson();
	assert_string_equal(json_string_value(json_object_get(json, "clip")), "AnimalArmature|Walk");
	json_decref(json);
	legwork(0, "walk '" SHARED_DATA "/fox_khronos.glb' --clip Walk --facing fixed:90 -q -o fox.glb");
	legwork(0, "info --json fox.glb");
	json_decref(saidJson());
}

// All cyclic clips along a profile of speeds: each gait in its turn, feet that stand, and the diagram of it.
static void testSpeedsAndGaits(void** state) {
	(void)state;
	static const char* const bad[] = { "", "1", "1:", ":1", "0:1 0:2", "3:1 2:1", "0:-1", "0:0", "0:1x", "-1:1" };
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		char arguments[160];
		snprintf(arguments, sizeof arguments, "walk wolf.glb --clip Walk --speeds '%s' -o bad.glb", bad[i]);
		legwork(2, arguments);
		saysError("--speeds");
	}
	legwork(2, "walk wolf.glb --clip Walk --speeds '0:1' --speed 1 -o bad.glb");
	saysError("exclude each other");
	legwork(2, "walk wolf.glb --clip Walk --footfall bad.glb -o bad.glb");
	legwork(0, "walk wolf.glb --clip Walk --clip Trot --clip Gallop --clip Idle --path '0,0 0,24' --speeds '0:0.8 4:0.8 6:1.7 10:1.7 14:3.9 18:3.9 22:0.8' "
			   "--footfall steps.svg --report gaits.json -q -o gaits.glb");
	assert_int_equal(shell("grep -c 'walk' steps.svg && grep -c 'trot' steps.svg && grep -c 'gallop' steps.svg"), 0);
	assert_int_equal(shell("cat gaits.json"), 0);
	json_t* json = saidJson();
	json_t* result = json_object_get(json_object_get(json, "quality"), "result");
	assert_true(numberAt(result, "skateMean") <= 0.3 && numberAt(result, "skateMax") <= 1.5);
	assert_true(numberAt(result, "penetration") <= 1.0 && numberAt(result, "floatP95") <= 1.0);
	assert_true(json_is_null(json_object_get(result, "pop"))); // of no single sample
	json_decref(json);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(testAnalyze),
		cmocka_unit_test(testLongNames),
		cmocka_unit_test(testPath),
		cmocka_unit_test(testPathAndSpeedBounds),
		cmocka_unit_test(testClipRoles),
		cmocka_unit_test(testSpeedsAndGaits),
		cmocka_unit_test(testKeyTolerance),
		cmocka_unit_test(testReportAndMeasure),
		cmocka_unit_test(testBuiltInGround),
		cmocka_unit_test(testStripHelpers),
		cmocka_unit_test(testSharedFiles),
	};
	return cmocka_run_group_tests(tests, makeWolf, removeFolder);
}
