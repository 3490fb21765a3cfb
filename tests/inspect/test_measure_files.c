// SPDX-License-Identifier: MIT
// lwMeasure from files: bad defs, and a real file whose truth is known.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "legwork/measure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int s_asserts;
static bool CountAssert(const char* condition, const char* file, int line) {
	(void)condition;
	(void)file;
	(void)line;
	++s_asserts;
	return false;
}

static lwScene* ReadHexapod(void) {
	static const char path[] = LEGWORK_SOURCE_DIR "/../shared/data/hexapod_synth.glb";
	if (access(path, R_OK) != 0) {
		print_message("SKIPPED: ../shared/data is absent\n");
		skip();
	}
	lwScene* scene = NULL;
	assert_int_equal(lwReadScene(path, &scene).status, lw_ok);
	return scene;
}

static void TestProgrammerErrors(void** state) {
	(void)state;
	lwSetAssertFcn(CountAssert);
	lwMeasureDef raw;
	memset(&raw, 0, sizeof(raw));
	lwMeasureReport* report = (lwMeasureReport*)1;
	assert_int_equal(lwMeasure(&raw, &report).status, lw_errorArgument);
	assert_null(report);
	assert_int_equal(lwMeasure(NULL, &report).status, lw_errorArgument);
	lwMeasureDef def = lwDefaultMeasureDef();
	assert_int_equal(lwMeasure(&def, NULL).status, lw_errorArgument);
	assert_int_equal(s_asserts, 3);
	assert_int_equal(lwMeasure(&def, &report).status, lw_errorArgument);
	lwSetAssertFcn(NULL);
	lwDestroyMeasureReport(NULL);
}

static void TestBadNames(void** state) {
	(void)state;
	lwScene* scene = ReadHexapod();
	struct {
		const char* animation;
		const char* clip;
		const char* idle;
		float scale;
		const char* rig;
		lwStatus status;
	} cases[] = {
		{ "Walk_Tripod_RM", "no such", NULL, 1.0f, NULL, lw_errorNotFound },
		{ "no such", "Walk_Tripod", NULL, 1.0f, NULL, lw_errorNotFound },
		{ "Walk_Tripod_RM", "Walk_Tripod_RM", "no such", 1.0f, NULL, lw_errorNotFound },
		{ "Walk_Tripod_RM", NULL, NULL, 1.0f, NULL, lw_errorNotFound },
		{ "Walk_Tripod_RM", "Walk_Tripod_RM", NULL, 0.0f, NULL, lw_errorArgument },
		{ "Walk_Tripod_RM", "Walk_Tripod_RM", NULL, NAN, NULL, lw_errorArgument },
		{ "Walk_Tripod_RM", "Walk_Tripod_RM", NULL, 1.0f, "{", lw_errorFormat },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
		lwMeasureDef def = lwDefaultMeasureDef();
		def.baked = def.source = scene;
		def.animation = cases[i].animation;
		def.sourceClip = cases[i].clip;
		def.idleClip = cases[i].idle;
		def.terrainScale = cases[i].scale;
		def.rigJson = cases[i].rig;
		lwMeasureReport* report = NULL;
		lwResult result = lwMeasure(&def, &report);
		if (result.status != cases[i].status) {
			print_error("case %zu: %s: %s\n", i, lwStatus_Text(result.status), result.message);
		}
		assert_int_equal(result.status, cases[i].status);
		assert_null(report);
		assert_true(result.message[0] != '\0');
	}
	lwDestroyScene(scene);
}

// Its feet are planted exactly: with root motion nothing skates; on the spot nothing stands.
static void TestKnownFile(void** state) {
	(void)state;
	lwScene* scene = ReadHexapod();
	lwMeasureDef def = lwDefaultMeasureDef();
	def.baked = def.source = scene;
	def.animation = def.sourceClip = "Walk_Tripod_RM";
	lwMeasureReport* report = NULL;
	lwResult result = lwMeasure(&def, &report);
	assert_int_equal(result.status, lw_ok);
	assert_false(report->result.scheduled);
	assert_int_equal(report->result.legCount, 6);
	assert_true(fabsf(report->result.length - 1.4f) < 0.01f);
	assert_true(report->result.steps >= 6);
	assert_true(report->result.skateMean < 0.5f);
	assert_true(report->result.penetration < 0.1f);
	assert_true(report->result.boneLength < 1e-4f);
	lwDestroyMeasureReport(report);
	def.animation = "Walk_Tripod";
	assert_int_equal(lwMeasure(&def, &report).status, lw_ok);
	assert_int_equal(report->result.steps, 0);
	lwDestroyMeasureReport(report);
	lwDestroyScene(scene);
}

static lwScene* ReadIn(const char* folder, const char* name) {
	char path[256];
	lwScene* scene = NULL;
	(void)snprintf(path, sizeof(path), "%s/%s", folder, name);
	assert_int_equal(lwReadScene(path, &scene).status, lw_ok);
	return scene;
}

// A walk through a cave whose ground is in the file: the numbers are those of the terrain's own file, with no word said.
static void TestCaveInTheBake(void** state) {
	(void)state;
	char folder[] = "/tmp/legwork_cave_XXXXXX", command[2048];
	assert_non_null(mkdtemp(folder));
	(void)snprintf(command, sizeof(command),
				   "cd %s && '%s' sample creature biped -q -o b.glb && '%s' walk b.glb --clip Walk --idle Idle -q "
				   "--terrain-sample cave --with-terrain -o w.glb && '%s' sample terrain cave -q --scale 1.07385647 -o cave.glb",
				   folder, LEGWORK_CLI, LEGWORK_CLI, LEGWORK_CLI);
	assert_int_equal(system(command), 0); // NOLINT(cert-env33-c)
	lwScene* baked = ReadIn(folder, "w.glb");
	lwScene* source = ReadIn(folder, "b.glb");
	lwScene* terrain = ReadIn(folder, "cave.glb");
	for (int given = 0; given < 2; ++given) {
		lwMeasureDef def = lwDefaultMeasureDef();
		def.baked = baked;
		def.source = source;
		def.terrain = given == 1 ? terrain : NULL;
		lwMeasureReport* report = NULL;
		lwResult result = lwMeasure(&def, &report);
		assert_string_equal(result.message, "");
		assert_true((strstr(report->notes, "ground: the one in the baked file") != NULL) == (given == 0));
		assert_true(report->result.steps > 20);
		assert_true(report->result.penetration < 1.0f);
		assert_true(report->result.floatP95 < 1.0f);
		lwDestroyMeasureReport(report);
	}
	lwDestroyScene(baked);
	lwDestroyScene(source);
	lwDestroyScene(terrain);
	(void)snprintf(command, sizeof(command), "rm -r %s", folder);
	assert_int_equal(system(command), 0); // NOLINT(cert-env33-c)
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(TestProgrammerErrors),
		cmocka_unit_test(TestBadNames),
		cmocka_unit_test(TestKnownFile),
		cmocka_unit_test(TestCaveInTheBake),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
