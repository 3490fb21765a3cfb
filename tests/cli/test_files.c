// SPDX-License-Identifier: MIT
// The command line and files: bad ones, places that cannot be written, JSON that is JSON, nothing lost.
#include "run.h"

// Ways to give a file that is none. %s is the file's name.
static const char* const readers[] = {
	"info %s", "info --json %s", "rig %s", "analyze %s", "analyze --json %s", "walk %s --clip Walk -o out.glb", "measure %s",
};
#define READER_COUNT (sizeof readers / sizeof readers[0])

static void refuse(const char* file, const char* said) {
	for (size_t i = 0; i < READER_COUNT; i++) {
		char arguments[256];
		snprintf(arguments, sizeof arguments, readers[i], file);
		legwork(3, arguments);
		saysError(said);
		saysError("legwork ");
		assert_string_equal(out, "");
		assert_int_not_equal(shell("test -e out.glb"), 0);
	}
}

static void testBadFiles(void** state) {
	(void)state;
	refuse("missing.glb", "missing.glb");
	writeFile("empty.glb", "", 0);
	refuse("empty.glb", "empty.glb");
	writeFile("short.glb", "glTF\2\0\0\0", 8);
	refuse("short.glb", "short.glb");
	assert_int_equal(shell("mkdir -p dir.glb"), 0);
	refuse("dir.glb", "dir.glb");
	writeFile("text.txt", "hello\n", 6);
	refuse("text.txt", "text.txt");
	writeFile("wrong.gltf", "{\"asset\":{\"version\":\"1.0\"}}", 27);
	refuse("wrong.gltf", "wrong.gltf");
	legwork(0, "sample creature quadruped -o whole.glb");
	assert_int_equal(shell("head -c 20000 whole.glb >cut.glb"), 0);
	refuse("cut.glb", "cut.glb");
}

static void testSampleAndInfo(void** state) {
	(void)state;
	legwork(0, "sample creature quadruped -o wolf.glb");
	legwork(0, "info --json wolf.glb");
	json_t* info = saidJson();
	json_t* clips = json_object_get(info, "clips");
	assert_int_equal(json_array_size(clips), 5);
	assert_string_equal(json_string_value(json_object_get(json_array_get(clips, 1), "name")), "Walk");
	assert_true(json_integer_value(json_object_get(info, "joints")) > 10);
	json_decref(info);
	legwork(0, "info wolf.glb");
	says("clip #1 Walk");
	// The same arguments, the same bytes.
	legwork(0, "sample creature quadruped -o wolf2.glb -q");
	assert_string_equal(err, "");
	assert_int_equal(shell("cmp wolf.glb wolf2.glb"), 0);
	legwork(0, "sample list --json");
	json_t* list = saidJson();
	json_t* creatures = json_object_get(list, "creatures");
	json_t* terrains = json_object_get(list, "terrains");
	assert_true(json_array_size(creatures) > 0 && json_array_size(terrains) > 0);
	size_t i;
	json_t* name;
	json_array_foreach(creatures, i, name) {
		char arguments[128];
		snprintf(arguments, sizeof arguments, "sample creature %s -o x.glb --json", json_string_value(name));
		legwork(0, arguments);
		json_decref(saidJson());
	}
	json_array_foreach(terrains, i, name) {
		char arguments[128];
		snprintf(arguments, sizeof arguments, "sample terrain %s -o x.glb", json_string_value(name));
		legwork(0, arguments);
	}
	json_t* scenes = json_object_get(list, "scenes");
	assert_true(json_array_size(scenes) > 0);
	json_array_foreach(scenes, i, name) {
		char arguments[128];
		snprintf(arguments, sizeof arguments, "sample scene %s --seconds 1 --single-mesh -o x.glb --json", json_string_value(name));
		legwork(0, arguments);
		json_t* said = saidJson();
		int moves = strstr("drum elevator colossus", json_string_value(name)) != NULL;
		assert_int_equal(json_integer_value(json_object_get(said, "clips")), moves ? 1 : 0);
		json_decref(said);
	}
	json_decref(list);
}

// A result replaces nothing that is read, and no other result of the same run.
static void testOutputsApart(void** state) {
	(void)state;
	static const char* const rows[] = {
		"walk man.glb --clip Walk -o rig.json --rig rig.json",
		"walk man.glb --clip Walk -o ground.glb --terrain ground.glb",
		"walk man.glb --clip Walk -o ./link.glb",
		"walk man.glb --clip Walk -o x.json --report ./x.json",
		"walk man.glb --clip Walk -o x.glb --picture x.glb",
		"walk man.glb --clip Walk -o x.glb --report x.json --report x.json",
		"walk man.glb --clip Walk -o old.glb --picture ./old.glb",
		"rig man.glb --rig rig.json -o rig.json",
		"analyze man.glb --clip Walk --svg x.svg -o ./x.svg",
		"analyze man.glb --rig rig.json -o rig.json",
		"measure man.glb -o x.html --report x.html",
		"measure other.glb --source man.glb -o man.glb",
		"measure other.glb --terrain ground.glb --report ground.glb",
		"measure other.glb --rig rig.json -o rig.json",
	};
	legwork(0, "sample creature biped -o man.glb");
	legwork(0, "sample terrain stairs -o ground.glb");
	legwork(0, "rig man.glb -o rig.json");
	assert_int_equal(shell("cp man.glb other.glb; cp man.glb old.glb; ln -sf man.glb link.glb; rm -f x.*; md5sum man.glb ground.glb old.glb link.glb rig.json >before"), 0);
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		legwork(2, rows[i]);
		saysError("choose another name");
	}
	assert_int_equal(shell("md5sum -c before && ! ls x.*"), 0);
	legwork(0, "analyze man.glb --clip Walk -o /dev/null --svg /dev/null");
	assert_int_equal(shell("echo keep >locked.glb; chmod 444 locked.glb"), 0);
	if (geteuid() != 0) { // root may write all
		legwork(4, "walk man.glb --clip Walk -o locked.glb");
		saysError("locked.glb");
	}
}

// What stood at the output's place stays when the work fails.
static void testNothingLost(void** state) {
	(void)state;
	legwork(0, "sample creature biped -o man.glb");
	assert_int_equal(shell("cp man.glb man_before.glb"), 0);
	legwork(2, "rig man.glb -o man.glb");
	saysError("replace the file it is made from");
	legwork(2, "walk man.glb --clip Walk -o ./man.glb");
	assert_int_equal(shell("cmp man.glb man_before.glb"), 0);
	writeFile("keep.glb", "precious", 8);
	legwork(3, "walk missing.glb --clip Walk -o keep.glb");
	legwork(2, "walk man.glb --clip NoSuchClip -o keep.glb");
	saysError("no clip 'NoSuchClip'");
	legwork(2, "walk man.glb --clip Wlak -o keep.glb");
	saysError("did you mean 'Walk'");
	assert_int_equal(shell("test \"$(cat keep.glb)\" = precious && test \"$(ls | grep -c keep)\" = 1"), 0);
}

static void testBadOutput(void** state) {
	(void)state;
	legwork(0, "sample creature biped -o man.glb");
	assert_int_equal(shell("mkdir -p folder.glb && touch file"), 0);
	legwork(4, "sample creature biped -o folder.glb");
	saysError("is a directory");
	legwork(4, "sample creature biped -o nowhere/x.glb");
	saysError("nowhere");
	legwork(4, "sample creature biped -o file/x.glb");
	saysError("not a folder");
	legwork(4, "sample creature biped -o \"$(printf 'd/%.0s' $(seq 3000))x.glb\"");
	saysError("name too long");
	legwork(2, "sample creature biped -o never.glb --frame-rate 31");
	saysError("'legwork sample --help'");
	legwork(4, "rig man.glb -o nowhere/rig.json");
	legwork(4, "walk man.glb --clip Walk -o nowhere/x.glb");
	legwork(4, "walk man.glb --clip Walk -o never.glb --report nowhere/x.json");
	legwork(2, "walk man.glb --clip Walk -o never.fbx");
	saysError(".glb");
	legwork(2, "walk man.glb --clip Walk -o never.glb --report never.txt");
	saysError("never.txt");
	assert_int_not_equal(shell("test -e never.glb || test -e never.fbx"), 0);
	legwork(0, "walk man.glb --clip Walk --path '0,0 0,0.1' -o near.glb");
	saysError("file's units");
	legwork(4, "analyze man.glb --clip Walk --svg folder.glb");
	if (access("/dev/full", W_OK) == 0) {
		legwork(4, "info man.glb --json >/dev/full");
		legwork(4, "info man.glb >/dev/full");
	}
}

// "-" is standard output: the same bytes as in a file, nothing else among them, no file of that name, nothing left over.
static void testStandardOutput(void** state) {
	(void)state;
	legwork(0, "sample creature biped -o man.glb");
	legwork(0, "sample creature biped -o - >piped.glb");
	legwork(0, "walk man.glb --clip Walk --path '0,0 0,2' -o walk.glb --report walk.json");
	legwork(0, "walk man.glb --clip Walk --path '0,0 0,2' -o - --report piped.json >piped_walk.glb");
	assert_int_equal(shell("cmp man.glb piped.glb && cmp walk.glb piped_walk.glb && test -s piped.json"), 0);
	legwork(0, "rig man.glb -q -o -");
	json_decref(saidJson());
	legwork(0, "analyze man.glb --clip Walk -o - --svg /dev/null");
	json_decref(saidJson());
	legwork(2, "sample creature biped -o - --json");
	saysError("--json");
	legwork(2, "walk man.glb --clip Walk -o - --json");
	legwork(2, "walk man.glb --clip Walk -o - --picture -");
	assert_string_equal(out, "");
	assert_int_equal(shell("mkdir -p left && export TMPDIR=$PWD/left && { '" LEGWORK_CLI "' sample creature biped -o - | true; "
						   "'" LEGWORK_CLI "' walk man.glb --clip None -o - >/dev/null; true; } && rmdir left && ! test -e ./-"), 0);
	if (access("/dev/full", W_OK) == 0) {
		legwork(4, "sample creature biped -o - >/dev/full");
	}
	// A link is written through.
	assert_int_equal(shell("touch target.glb && ln -sf target.glb through.glb"), 0);
	legwork(0, "sample creature biped -o through.glb -q");
	assert_int_equal(shell("test -L through.glb && cmp man.glb target.glb && '" LEGWORK_CLI "' sample creature biped -q -o /dev/stdout >shown.glb && "
						   "test -L /dev/stdout && cmp man.glb shown.glb"), 0);
}

static void testRigFiles(void** state) {
	(void)state;
	legwork(0, "sample creature biped -o man.glb");
	legwork(0, "rig man.glb -q");
	assert_string_equal(err, "");
	json_t* rig = saidJson();
	assert_int_equal(json_array_size(json_object_get(rig, "legs")), 2);
	json_decref(rig);
	legwork(0, "rig man.glb -o rig.json");
	legwork(0, "rig man.glb --rig rig.json -o again.json");
	legwork(3, "rig man.glb --rig missing.json");
	saysError("missing.json");
	assert_int_equal(shell("{ printf '\\357\\273\\277'; cat rig.json; } >marked.json"), 0);
	legwork(0, "rig man.glb --rig marked.json -o again.json");
	writeFile("bad.json", "{ \"legs\": [", 11);
	legwork(3, "rig man.glb --rig bad.json");
	saysError("rig: bad.json: line 1");
	writeFile("nul.json", "{}\0{}", 5);
	legwork(3, "rig man.glb --rig nul.json");
	legwork(3, "rig man.glb --rig .");
}

static double offOf(const char* arguments, int leg) {
	legwork(0, arguments);
	json_t* said = saidJson();
	const json_t* legs = json_object_get(json_array_get(json_object_get(said, "clips"), 0), "legs");
	double off = json_number_value(json_object_get(json_array_get(legs, (size_t)leg), "foot_off"));
	json_decref(said);
	return off;
}

// Key times given by hand: honoured, refused with their place, written back.
static void testHints(void** state) {
	(void)state;
	static const char hints[] = "{\"hints\": [{\"clip\": \"Walk\", \"leg\": \"L\", \"foot_off\": 0.5}]}";
	legwork(0, "sample creature biped -o man.glb");
	writeFile("hints.json", hints, sizeof hints - 1);
	assert_true(offOf("analyze man.glb --clip Walk --json", 0) > 0.6);
	assert_float_equal(offOf("analyze man.glb --clip Walk --rig hints.json --json", 0), 0.5, 1e-3);
	assert_true(offOf("analyze man.glb --clip Walk --rig hints.json --json", 1) > 0.1); // the other leg's own
	assert_true(offOf("analyze man.glb --clip Walk_F --rig hints.json --json", 0) > 0.6); // another clip
	legwork(0, "rig man.glb --rig hints.json -o rig.json");
	assert_float_equal(offOf("analyze man.glb --clip Walk --rig rig.json --json", 0), 0.5, 1e-3);
	legwork(0, "walk man.glb --clip Walk --rig hints.json -o hinted.glb -q");
	legwork(0, "walk man.glb --clip Walk -o plain.glb -q");
	assert_int_not_equal(shell("cmp -s hinted.glb plain.glb"), 0);
	static const char wrong[] = "{\"hints\": [{\"clip\": \"Walk\", \"leg\": \"L\", \"foot_of\": 0.5}]}";
	writeFile("wrong.json", wrong, sizeof wrong - 1);
	static const char* const commands[] = { "rig man.glb --rig wrong.json", "analyze man.glb --rig wrong.json", "walk man.glb --clip Walk --rig wrong.json -o out.glb" };
	for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
		legwork(1, commands[i]);
		saysError("wrong.json: hints[0]: 'foot_of': unknown key");
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(testBadFiles),
		cmocka_unit_test(testSampleAndInfo),
		cmocka_unit_test(testOutputsApart),
		cmocka_unit_test(testNothingLost),
		cmocka_unit_test(testBadOutput),
		cmocka_unit_test(testStandardOutput),
		cmocka_unit_test(testRigFiles),
		cmocka_unit_test(testHints),
	};
	return cmocka_run_group_tests(tests, makeFolder, removeFolder);
}
