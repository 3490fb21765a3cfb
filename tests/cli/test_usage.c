// SPDX-License-Identifier: MIT
// The command line as such: help, options, bad usage, exit codes.
#include "run.h"

static const char* const words[] = { "info", "rig", "analyze", "walk", "crawl", "measure", "sample", "synth" };
#define WORD_COUNT (sizeof words / sizeof words[0])

typedef struct BadUse {
	const char* arguments;
	const char* said;               // part of standard error
} BadUse;

static void testBadUse(void** state) {
	(void)state;
	static const BadUse table[] = {
		{ "", "no command" },
		{ "wlak", "did you mean walk" },
		{ "xyzzy", "unknown command 'xyzzy'" },
		{ "help xyzzy", "unknown command" },
		{ "info", "no file" },
		{ "info a.glb b.glb", "one argument too many: 'b.glb'" },
		{ "info --jsno a.glb", "did you mean --json?" },
		{ "info -z a.glb", "unknown option '-z'" },
		{ "info --json=yes a.glb", "--json takes no value" },
		{ "walk a.glb --clip", "--clip needs a value: NAME" },
		{ "walk a.glb --clip=", "--clip needs a value" },
		{ "walk a.glb", "-o OUT.glb is missing" },
		{ "walk a.glb --terain-scale 2 -o b.glb", "did you mean --terrain-scale?" },
		{ "walk a.glb --fps 1e9 -o b.glb", "out of range 10 to 240" },
		{ "walk a.glb --fps 60x -o b.glb", "'60x' is not a number" },
		{ "walk a.glb --fps nan -o b.glb", "is not a number" },
		{ "walk a.glb --fps 0x20 -o b.glb", "is not a number" },
		{ "walk a.glb --speed fast -o b.glb", "--speed: 'fast'" },
		{ "walk a.glb --speed 0.6y -o b.glb", "--speed: '0.6y'" },
		{ "walk a.glb --speed -1 -o b.glb", "--speed: '-1'" },
		{ "walk a.glb --speed 0x -o b.glb", "--speed: '0x'" },
		{ "walk a.glb --path '0,0 0,0' -o b.glb", "all its points are at X,Z 0,0; give two that are apart" },
		{ "walk a.glb --path '1,0,2 1,5,2' -o b.glb", "all its points are at X,Z 1,2" },
		{ "walk a.glb --path '0,0 0,1e9' -o b.glb", "point 2 is not within 1e9" },
		{ "walk a.glb --poses 65 -o b.glb", "out of range 1 to 64" },
		{ "walk a.glb --triangles 8 -o b.glb", "out of range 16 to 4000" },
		{ "walk a.glb --key-tolerance 0.1% -o b.glb", "--key-tolerance: '0.1%'" },
		{ "walk a.glb --key-tolerance -1 -o b.glb", "--key-tolerance: '-1'" },
		{ "walk a.glb --key-tolerance nan -o b.glb", "--key-tolerance: 'nan'" },
		{ "walk a.glb --facing north -o b.glb", "--facing: 'north'" },
		{ "walk a.glb --facing fixed:x -o b.glb", "--facing: 'fixed:x'" },
		{ "walk a.glb --path '0,0' -o b.glb", "two or more" },
		{ "walk a.glb --path '' -o b.glb", "--path needs a value" },
		{ "walk a.glb --path '0,0 1' -o b.glb", "point 2" },
		{ "walk a.glb --path '0,0 1,2,3' -o b.glb", "point 2 has 3 numbers, those before 2" },
		{ "walk a.glb --path '0,0 1,2,3,4' -o b.glb", "point 2" },
		{ "walk a.glb --path '0,0 1;2' -o b.glb", "point 2" },
		{ "walk a.glb --terrain-sample lava -o b.glb", "no terrain 'lava'" },
		{ "walk a.glb --terrain x.glb --terrain-sample flat -o b.glb", "exclude each other" },
		{ "analyze a.glb --svg x.svg", "name it with --clip" },
		{ "analyze a.glb --from 2 --to 1", "--to must be later" },
		{ "crawl a.glb -o b.glb", "--scene NAME or --terrain FILE is missing" },
		{ "crawl a.glb --scene cave", "-o OUT.glb is missing" },
		{ "crawl a.glb --scene cavee -o b.glb", "no scene 'cavee'" },
		{ "crawl a.glb --scene cave --terrain x.glb -o b.glb", "exclude each other" },
		{ "crawl a.glb --scene cave --visible x.glb -o b.glb", "--visible goes with --terrain" },
		{ "crawl a.glb --scene cave --input random:x -o b.glb", "the seed is a whole number" },
		{ "crawl a.glb --scene cave --input random:-1 -o b.glb", "the seed is a whole number" },
		{ "crawl a.glb --scene cave --input path -o b.glb", "--input path needs --path" },
		{ "crawl a.glb --scene cave --input path --path \"0,0 1,1\" -o b.glb", "points of a crawl are X,Y,Z" },
		{ "crawl a.glb --scene cave --path \"0,0,0 1,1,1\" -o b.glb", "--path is of use with --input path only" },
		{ "crawl a.glb --scene cave --speed fast -o b.glb", "--speed" },
		{ "crawl a.glb --scene cave --seconds 601 -o b.glb", "out of range" },
		{ "sample", "no file given" },
		{ "sample plant x", "not one of creature, terrain, scene, list" },
		{ "sample creature -o x.glb", "which creature" },
		{ "sample creature spidr -o x.glb", "did you mean 'spider'" },
		{ "sample scene drumm -o x.glb", "did you mean 'drum'" },
		{ "sample scene", "which scene" },
		{ "sample scene cave --seconds -1 -o x.glb", "out of range" },
		{ "sample creature spider", "-o OUT.glb is missing" },
		{ "sample terrain stairs --steps 2.5 -o x.glb", "not a whole number" },
		{ "sample terrain stairs --steps 1000 -o x.glb", "out of range" },
		{ "sample list more", "takes no name" },
	};
	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
		legwork(2, table[i].arguments);
		saysError(table[i].said);
		assert_string_equal(out, "");
	}
}

static void testHelp(void** state) {
	(void)state;
	legwork(0, "help");
	for (size_t i = 0; i < WORD_COUNT; i++) {
		says(words[i]);
	}
	says("Exit codes");
	char first[sizeof err];
	for (size_t i = 0; i < WORD_COUNT; i++) {
		char arguments[64];
		snprintf(arguments, sizeof arguments, "%s --help", words[i]);
		legwork(0, arguments);
		says("Usage: legwork ");
		says("--json");
		says("--quiet");
		snprintf(first, sizeof first, "%.60000s", out);
		snprintf(arguments, sizeof arguments, "help %s", words[i]);
		legwork(0, arguments);
		assert_string_equal(first, out);
		snprintf(arguments, sizeof arguments, "%s --help --no-such-option", words[i]);
		legwork(0, arguments);
	}
	legwork(0, "--version");
	says("legwork ");
}

// Long lists, long words, options after "--": nothing overflows.
static void testLimits(void** state) {
	(void)state;
	char* arguments = malloc(3000);
	strcpy(arguments, "walk a.glb -o b.glb");
	for (int i = 0; i < 65; i++) {
		strcat(arguments, " --clip a");
	}
	legwork(2, arguments);
	saysError("more than 64 times");
	strcpy(arguments, "info --");
	memset(arguments + 7, 'a', 2000);
	arguments[2007] = 0;
	legwork(2, arguments);
	saysError("unknown option");
	strcpy(arguments, "info");
	for (int i = 0; i < 65; i++) {
		strcat(arguments, " f");
	}
	legwork(2, arguments);
	saysError("more than 64 files");
	free(arguments);
	legwork(3, "info -- --json");
	saysError("--json");
	legwork(3, "info -q -- -");
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(testBadUse),
		cmocka_unit_test(testHelp),
		cmocka_unit_test(testLimits),
	};
	return cmocka_run_group_tests(tests, makeFolder, removeFolder);
}
