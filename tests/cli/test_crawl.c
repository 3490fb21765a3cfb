// SPDX-License-Identifier: MIT
// crawl from end to end: scenes, scripts, files as worlds, reports, exit codes.
#include "run.h"

static int makeSpider(void** state) {
	if (makeFolder(state) != 0) {
		return -1;
	}
	legwork(0, "sample creature spider -q -o spider.glb");
	return 0;
}

static void testScene(void** state) {
	(void)state;
	legwork(0, "crawl spider.glb --clip Walk --idle Idle --scene cube-outside --input random:3 --seconds 2 --name Over -o a.glb --report a.json --json -q");
	json_t* said = saidJson();
	assert_string_equal(json_string_value(json_object_get(said, "animation")), "Over");
	assert_int_equal(json_integer_value(json_object_get(said, "frames")), 301);
	assert_int_equal(json_integer_value(json_object_get(said, "airFrames")), 0);
	json_decref(said);
	assert_int_equal(shell("grep -q skateMean a.json"), 0);
	legwork(0, "crawl spider.glb --clip Walk --idle Idle --scene cube-outside --input random:3 --seconds 2 --name Over -o b.glb -q");
	assert_int_equal(shell("cmp a.glb b.glb"), 0); // same input, same bytes
	legwork(0, "crawl spider.glb --clip Walk --idle Idle --scene cube-outside --input random:4 --seconds 2 --name Over -o b.glb -q");
	assert_int_not_equal(shell("cmp -s a.glb b.glb"), 0);
}

static void testScript(void** state) {
	(void)state;
	static const char good[] = "{\"input\": [{\"time\": 0, \"stick\": [0, 1]}, {\"time\": 1, \"stick\": [0, 0]}]}";
	static const char bad[] = "{\"input\": [{\"time\": 0, \"stick\": [0, 7]}]}";
	writeFile("good.json", good, sizeof good - 1);
	writeFile("bad.json", bad, sizeof bad - 1);
	legwork(0, "crawl spider.glb --clip Walk --scene cube-inside --input good.json --seconds 2 -o s.glb -q");
	legwork(3, "crawl spider.glb --clip Walk --scene cube-inside --input bad.json --seconds 2 -o t.glb -q");
	saysError("input[0]: \"stick\"");
	legwork(3, "crawl spider.glb --clip Walk --scene cube-inside --input none.json --seconds 2 -o t.glb -q");
	legwork(2, "crawl spider.glb --clip Walk --scene cube-inside --input good.json -o good.json -q");
	assert_int_not_equal(shell("test -e t.glb"), 0);
}

// A file's own moving ground is what measure finds in the bake.
static void testFiles(void** state) {
	(void)state;
	legwork(0, "sample scene drum --scale 0.7 --seconds 6 -o drum.glb -q");
	legwork(0, "crawl spider.glb --clip Walk --idle Idle --terrain drum.glb --input random:2 --seconds 2 --with-terrain -o d.glb -q");
	legwork(0, "measure d.glb --source spider.glb --json --no-baseline");
	json_t* inFile = saidJson();
	legwork(0, "measure d.glb --source spider.glb --terrain drum.glb --json --no-baseline");
	json_t* given = saidJson();
	json_t *a = json_object_get(inFile, "result"), *b = json_object_get(given, "result");
	assert_true(json_is_object(a) && json_is_object(b));
	double skates[2] = { json_number_value(json_object_get(a, "skateMean")), json_number_value(json_object_get(b, "skateMean")) };
	assert_true(skates[0] - skates[1] < 0.01 && skates[1] - skates[0] < 0.01);
	json_decref(inFile);
	json_decref(given);
	legwork(0, "sample scene rivets --scale 0.7 -o rivets.glb -q");
	legwork(0, "sample scene cube-outside --scale 0.7 -o cube.glb -q");
	legwork(0, "crawl spider.glb --clip Walk --terrain cube.glb --visible rivets.glb --seconds 1 --start 0,0.1,0 -o v.glb -q");
	legwork(2, "crawl spider.glb --clip Walk --terrain cube.glb --start 0,1 -o v.glb -q");
	saysError("--start");
	legwork(1, "crawl spider.glb --clip Walk --terrain cube.glb --start 1e8,0,0 -o v.glb -q");
	saysError("nothing to stand on");
}

// Straight up is a way too.
static void testUp(void** state) {
	(void)state;
	legwork(0, "sample creature spider --no-clips --detail 0.4 -q -o up.glb");
	legwork(0, "crawl up.glb --gait auto --scene wall --input path --path '0,1,3 0,3,3' --seconds 1 --json -o out.glb");
	json_decref(saidJson());
	legwork(2, "walk up.glb --gait auto --path '0,1,3 0,3,3' -o out.glb");
	saysError("all its points are at X,Z 0,3");
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(testUp), cmocka_unit_test(testScene), cmocka_unit_test(testScript), cmocka_unit_test(testFiles) };
	return cmocka_run_group_tests(tests, makeSpider, removeFolder);
}
