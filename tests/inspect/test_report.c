// SPDX-License-Identifier: MIT
// Drawings and the page: well-formed, bounded, and showing what they should.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "inspect/one_legged.h"
#include "legwork/report.h"
#include "legwork/sample.h"

#include <unistd.h>

static int Count(const char* text, const char* what) {
	int count = 0;
	for (const char* at = strstr(text, what); at != NULL; at = strstr(at + 1, what)) {
		++count;
	}
	return count;
}

// Every element is closed, attributes are quoted, no stray < or &.
static bool IsWellFormed(const char* text) {
	char names[64][32];
	int depth = 0;
	for (const char* c = text; *c != '\0'; ++c) {
		if (*c == '&' && strncmp(c, "&lt;", 4) != 0 && strncmp(c, "&gt;", 4) != 0 && strncmp(c, "&amp;", 5) != 0 &&
			strncmp(c, "&quot;", 6) != 0 && strncmp(c, "&ndash;", 7) != 0 && strncmp(c, "&le;", 4) != 0) {
			return false;
		}
		if (*c != '<' || c[1] == '!') {
			continue;
		}
		bool closes = c[1] == '/';
		char name[32];
		if (sscanf(c + (closes ? 2 : 1), "%31[a-z0-9A-Z]", name) != 1) {
			return false;
		}
		const char* end = strchr(c, '>');
		if (end == NULL) {
			return false;
		}
		int quotes = 0;
		for (const char* q = c; q < end; ++q) {
			quotes += *q == '"';
		}
		if (quotes % 2 != 0) {
			return false;
		}
		bool isVoid = end[-1] == '/' || strcmp(name, "meta") == 0;
		if (closes && (depth == 0 || strcmp(names[--depth], name) != 0)) {
			return false;
		}
		if (!closes && !isVoid) {
			if (depth == 64) {
				return false;
			}
			(void)snprintf(names[depth++], sizeof(names[0]), "%s", name);
		}
		c = end;
	}
	return depth == 0;
}

static void TestInvalid(void** state) {
	(void)state;
	assert_false(IsWellFormed("<a><b></a></b>"));
	assert_false(IsWellFormed("<a x=\"1></a>"));
	assert_false(IsWellFormed("a & b"));
	Fault none = { 0 };
	Bake* bake = MakeBake(&none, 60, 0);
	struct {
		int poses, width;
		int view;
		const char* animation;
		lwStatus status;
	} cases[] = {
		{ 0, 1000, 0, NULL, lw_errorArgument },
		{ 65, 1000, 0, NULL, lw_errorArgument },
		{ 8, 100, 0, NULL, lw_errorArgument },
		{ 8, 5000, 0, NULL, lw_errorArgument },
		{ 8, 1000, 7, NULL, lw_errorArgument },
		{ 8, 1000, 0, "no such", lw_errorNotFound },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
		lwDrawDef def = lwDefaultDrawDef();
		def.scene = &bake->scene;
		def.poseCount = cases[i].poses;
		def.width = cases[i].width;
		def.view = (lwDrawView)cases[i].view;
		def.animation = cases[i].animation;
		char* svg = (char*)1;
		assert_int_equal(lwDrawPoses(&def, &svg).status, cases[i].status);
		assert_null(svg);
	}
	char* svg = NULL;
	bake->scene.json = NULL;
	assert_int_equal(lwDrawFootfall(&bake->scene, NULL, 900, &svg).status, lw_errorNotFound);
	assert_null(svg);
	assert_int_equal(lwWriteReportHtml("/nonexistent/place/report.html", "x", NULL, NULL, 0).status, lw_errorIo);
	FreeBake(bake);
}

static void TestPoses(void** state) {
	(void)state;
	Fault none = { 0 };
	Bake* bake = MakeBake(&none, 240, 0);
	for (int view = 0; view < 3; ++view) {
		for (int strip = 0; strip < 2; ++strip) {
			lwDrawDef def = lwDefaultDrawDef();
			def.scene = &bake->scene;
			def.skeleton = bake->skeleton;
			def.rig = &bake->analysis->rig;
			def.view = (lwDrawView)view;
			def.strip = strip == 1;
			def.title = "a < b & c";
			char* svg = NULL;
			assert_int_equal(lwDrawPoses(&def, &svg).status, lw_ok);
			assert_true(IsWellFormed(svg));
			assert_null(strstr(svg, "nan"));
			assert_null(strstr(svg, "inf"));
			assert_non_null(strstr(svg, "a &lt; b &amp; c"));
			// Six bones a pose.
			assert_int_equal(Count(svg, "class=\"b\""), 6 * 8);
			free(svg);
		}
	}
	FreeBake(bake);
}

// x of the knee's dot in the front view of a single pose; the leg bends sideways when splayed.
static float KneeAside(float splay) {
	Fault fault = { .splay = splay };
	Bake* bake = MakeBake(&fault, 60, 0);
	bake->analysis->rig.legs[0].side = 1;
	lwDrawDef def = lwDefaultDrawDef();
	def.scene = &bake->scene;
	def.skeleton = bake->skeleton;
	def.rig = &bake->analysis->rig;
	def.view = lw_viewFront;
	def.poseCount = 1;
	def.from = 0.3f;
	def.to = 0.4f;
	char* svg = NULL;
	assert_int_equal(lwDrawPoses(&def, &svg).status, lw_ok);
	float x[2] = { 0.0f, 0.0f };
	const char* at = svg;
	for (int i = 0; i < 2; ++i) {
		at = strstr(at, "<circle fill=\"#0a66c2\"");
		assert_non_null(at);
		assert_int_equal(sscanf(strstr(at, "cx=\""), "cx=\"%f", &x[i]), 1);
		++at;
	}
	free(svg);
	FreeBake(bake);
	return fabsf(x[0] - x[1]);
}

static void TestSidewaysKneeIsSeen(void** state) {
	(void)state;
	assert_true(KneeAside(0.0f) < 1.0f);
	assert_true(KneeAside(1.0f) > 15.0f);
}

static void TestFootfall(void** state) {
	(void)state;
	Fault none = { 0 };
	Bake* bake = MakeBake(&none, 240, 0);
	char* svg = NULL;
	assert_int_equal(lwDrawFootfall(&bake->scene, NULL, 900, &svg).status, lw_ok);
	assert_true(IsWellFormed(svg));
	assert_int_equal(Count(svg, "rx=\"2\""), 4);
	assert_non_null(strstr(svg, ">leg<"));
	free(svg);
	FreeBake(bake);
}

static char* ReadAll(const char* path) {
	FILE* file = fopen(path, "rb");
	assert_non_null(file);
	char* text = calloc(1, 1 << 22);
	CheckAlloc(text);
	size_t size = fread(text, 1, (1 << 22) - 1, file);
	assert_true(size > 0);
	fclose(file);
	return text;
}

static void TestPage(void** state) {
	(void)state;
	Fault fault = { .skate = 0.01f };
	Bake* bake = MakeBake(&fault, 240, 0);
	lwMeasureReport* report = NULL;
	assert_int_equal(Measure(bake, NULL, 0.0f, true, &report).status, lw_ok);
	char* svg = NULL;
	assert_int_equal(lwDrawFootfall(&bake->scene, NULL, 900, &svg).status, lw_ok);
	const char* svgs[2] = { svg, NULL };
	const char* captions[2] = { "feet & time", NULL };
	lwReportSection sections[2] = {
		{ .title = "One <leg>", .text = "first\n\nsecond", .svgs = svgs, .captions = captions, .svgCount = 2, .measures = report },
		{ .title = "Nothing" },
	};
	char path[] = "/tmp/legwork_report_XXXXXX";
	int handle = mkstemp(path);
	assert_true(handle >= 0);
	close(handle);
	assert_int_equal(lwWriteReportHtml(path, "A & B", "intro", sections, 2).status, lw_ok);
	char* html = ReadAll(path);
	assert_true(IsWellFormed(html));
	assert_int_equal(Count(html, "<section"), 2);
	assert_int_equal(Count(html, "<figure>"), 1);
	assert_int_equal(Count(html, "pill miss"), 1);
	assert_true(Count(html, "pill ok") >= 8);
	assert_non_null(strstr(html, "<p>first</p><p>second</p>"));
	assert_non_null(strstr(html, "clip without Legwork"));
	assert_null(strstr(html, "<script"));
	assert_null(strstr(html, "src="));
	assert_null(strstr(html, "url("));
	free(html);
	free(svg);
	(void)unlink(path);
	lwDestroyMeasureReport(report);
	FreeBake(bake);
}

// Real meshes: finer than the limit, skinned, materials.
static void TestRealCreature(void** state) {
	(void)state;
	static const char path[] = LEGWORK_SOURCE_DIR "/../shared/data/horse_quaternius.glb";
	if (access(path, R_OK) != 0) {
		print_message("SKIPPED: ../shared/data is absent\n");
		skip();
	}
	lwScene* scene = NULL;
	assert_int_equal(lwReadScene(path, &scene).status, lw_ok);
	lwDrawDef def = lwDefaultDrawDef();
	def.scene = scene;
	def.animation = "Walk";
	def.poseCount = 2;
	int triangles[2];
	for (int i = 0; i < 2; ++i) {
		def.triangleLimit = i == 0 ? 4000 : 500;
		char* svg = NULL;
		assert_int_equal(lwDrawPoses(&def, &svg).status, lw_ok);
		assert_true(IsWellFormed(svg));
		assert_true(strlen(svg) < 400000);
		triangles[i] = Count(svg, "z");
		free(svg);
	}
	print_message("horse: %d and %d triangles\n", triangles[0], triangles[1]);
	assert_true(triangles[0] > 1500);
	assert_true(triangles[1] > 200 && triangles[1] <= 1000);
	lwDestroyScene(scene);
}

// A closed creature shows the half of its triangles that faces the viewer; one with two-sided materials all.
static void TestFrontOnly(void** state) {
	(void)state;
	lwSampleCreatureDef creature = lwDefaultSampleCreatureDef();
	lwScene* scene = NULL;
	assert_int_equal(lwMakeSampleCreature(&creature, &scene).status, lw_ok);
	lwDrawDef def = lwDefaultDrawDef();
	def.scene = scene;
	def.poseCount = 1;
	def.triangleLimit = 1500;
	int triangles[2];
	for (int i = 0; i < 2; ++i) {
		scene->materials[0].doubleSided = i == 1;
		char* svg = NULL;
		assert_int_equal(lwDrawPoses(&def, &svg).status, lw_ok);
		triangles[i] = Count(svg, "z");
		free(svg);
	}
	print_message("biped: %d triangles of %d\n", triangles[0], triangles[1]);
	assert_true(triangles[1] > 700 && triangles[0] > 0.35 * triangles[1] && triangles[0] < 0.65 * triangles[1]);
	lwDestroyScene(scene);
}

// The profile of nine stairs has nine upright lines, all of a height, and is made of few points.
static void TestStairs(void** state) {
	(void)state;
	Fault none = { 0 };
	Bake* bake = MakeBake(&none, 60, 0);
	lwSampleTerrainDef terrain = lwDefaultSampleTerrainDef();
	terrain.kind = lw_sampleStairs;
	terrain.scale = 0.06f;
	terrain.stepCount = 9;
	lwDrawDef def = lwDefaultDrawDef();
	def.scene = &bake->scene;
	def.poseCount = 1;
	lwScene* stairs = NULL;
	assert_int_equal(lwMakeSampleTerrain(&terrain, &stairs).status, lw_ok);
	def.terrain = stairs;
	char* svg = NULL;
	assert_int_equal(lwDrawPoses(&def, &svg).status, lw_ok);
	const char* at = strstr(svg, "class=\"g\" d=\"");
	assert_non_null(at);
	double x = 0, y = 0, lastX = 0, lastY = 0, least = 1e9, most = 0;
	int points = 0, upright = 0, used = 0;
	for (at += 13; sscanf(at, "%*[ML]%lf %lf%n", &x, &y, &used) == 2; at += used, ++points) {
		if (points > 0 && lastY - y > 0.5) {
			assert_true(x - lastX < 0.25);
			++upright;
			least = lastY - y < least ? lastY - y : least;
			most = lastY - y > most ? lastY - y : most;
		}
		lastX = x;
		lastY = y;
	}
	print_message("stairs: %d points, %d upright, %.1f to %.1f px\n", points, upright, least, most);
	assert_int_equal(upright, 9);
	assert_true(most - least < 0.31 && points < 40);
	free(svg);
	lwDestroyScene(stairs);
	FreeBake(bake);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(TestInvalid),
		cmocka_unit_test(TestPoses),
		cmocka_unit_test(TestSidewaysKneeIsSeen),
		cmocka_unit_test(TestFootfall),
		cmocka_unit_test(TestPage),
		cmocka_unit_test(TestRealCreature),
		cmocka_unit_test(TestFrontOnly),
		cmocka_unit_test(TestStairs),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
