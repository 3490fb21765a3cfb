// SPDX-License-Identifier: MIT
// Bake of a crawl: bad definitions, what is written, moving ground in the file, the end of a path.
#include "character/walker.h"
#include "legwork/bake.h"
#include "legwork/measure.h"

#include <jansson.h>
#include <unistd.h>

static const KnownMiss s_known[] = {
	{ NULL, NULL, 0.0 },
};

static char s_path[64];
static Creature* s_spider;

static int Begin(void** state) {
	(void)state;
	(void)snprintf(s_path, sizeof(s_path), "/tmp/legwork_crawl_%d.glb", (int)getpid());
	s_spider = Creature_Get(lw_sampleSpider);
	return s_spider != NULL ? 0 : -1;
}

static int End(void** state) {
	(void)unlink(s_path);
	return Creatures_Free(state);
}

static lwScene* MakeTerrain(int kind, float seconds, lwWorldSceneStart* outStart) {
	lwWorldSceneDef def = lwDefaultWorldSceneDef();
	def.kind = (lwWorldSceneKind)kind;
	def.size = lwCrawl_Size(s_spider->skeleton, s_spider->walk);
	lwWorldScene* world = NULL;
	lwScene* scene = NULL;
	assert_int_equal(lwMakeWorldScene(&def, &world).status, lw_ok);
	assert_int_equal(lwWorldScene_ToScene(world, seconds, 60.0f, &scene).status, lw_ok);
	*outStart = lwWorldScene_Start(world);
	lwDestroyWorldScene(world);
	return scene;
}

static lwCrawlInput* MakeInput(float seconds) {
	lwRandomInputDef def = lwDefaultRandomInputDef();
	def.seed = 5;
	def.seconds = seconds;
	lwCrawlInput* input = NULL;
	assert_int_equal(lwMakeRandomInput(&def, &input).status, lw_ok);
	return input;
}

static lwBakeCrawlDef BaseDef(const lwScene* terrain, const lwWorldSceneStart* start, const lwCrawlInput* input) {
	lwBakeCrawlDef def = lwDefaultBakeCrawlDef();
	def.bake.scene = s_spider->scene;
	def.bake.skeleton = s_spider->skeleton;
	def.bake.walk = s_spider->walk;
	def.bake.idle = s_spider->idle;
	def.bake.terrain = terrain;
	def.bake.standAfter = 0.5f;
	def.input = input;
	def.hasStart = true;
	def.start = *start;
	def.seconds = 3.0f;
	return def;
}

static void Fails(lwBakeCrawlDef def, lwStatus status) {
	assert_int_equal(lwBakeCrawl(&def, s_path, NULL).status, status);
	assert_int_not_equal(access(s_path, F_OK), 0);
}

static bool QuietAssert(const char* condition, const char* file, int line) {
	(void)condition;
	(void)file;
	(void)line;
	return false;
}

// Whatever the rates, an entry at the very start of the input is done, once.
static void TestFirstEntry(void** state) {
	(void)state;
	lwWorldSceneStart start;
	lwScene* terrain = MakeTerrain(lw_worldSceneCubeOutside, 0.0f, &start);
	static const char text[] = "{\"input\": [{\"time\": 0, \"jump\": 2}]}";
	lwCrawlInput* input = NULL;
	assert_int_equal(lwParseCrawlScript(text, sizeof(text) - 1, "jump", &input).status, lw_ok);
	static const float rates[] = { 60.0f, 50.0f, 30.0f, 24.0f }, stands[] = { 0.5f, 0.1f, 0.7f, 0.0f };
	for (int r = 0; r < 4; ++r) {
		lwBakeCrawlDef def = BaseDef(terrain, &start, input);
		def.seconds = 1.0f;
		def.bake.fps = rates[r];
		def.bake.standBefore = stands[r];
		lwBakeCrawlStats stats;
		lwResult result = lwBakeCrawl(&def, s_path, &stats);
		if (result.status != lw_ok) {
			fail_msg("%s", result.message);
		}
		if (stats.airFrames == 0) {
			fail_msg("at %g fps after %g s the jump is lost", (double)rates[r], (double)stands[r]);
		}
	}
	lwDestroyCrawlInput(input);
	lwDestroyScene(terrain);
}

static void TestInvalid(void** state) {
	(void)state;
	lwWorldSceneStart start;
	lwScene* terrain = MakeTerrain(lw_worldSceneCubeOutside, 0.0f, &start);
	lwCrawlInput* input = MakeInput(3.0f);
	lwBakeCrawlDef def = BaseDef(terrain, &start, input);
	def.bake.terrain = NULL;
	Fails(def, lw_errorArgument);
	def = BaseDef(terrain, &start, NULL);
	Fails(def, lw_errorArgument); // neither input nor path
	def = BaseDef(terrain, &start, input);
	def.seconds = 0.0f;
	Fails(def, lw_errorArgument);
	def.seconds = 601.0f;
	Fails(def, lw_errorArgument);
	def = BaseDef(terrain, &start, input);
	def.size = -1.0f;
	Fails(def, lw_errorArgument);
	def = BaseDef(terrain, &start, input);
	def.bake.fps = 5.0f;
	Fails(def, lw_errorArgument);
	def = BaseDef(terrain, &start, input);
	def.hasStart = false;
	const lwVec3 far = { 500.0f, 0.0f, 0.0f };
	def.bake.path = &far;
	def.bake.pathCount = 1;
	Fails(def, lw_errorData); // no ground there
	lwSetAssertFcn(QuietAssert);
	def = BaseDef(terrain, &start, input);
	def.cookie = 0;
	Fails(def, lw_errorArgument);
	assert_int_equal(lwBakeCrawl(NULL, s_path, NULL).status, lw_errorArgument);
	lwSetAssertFcn(NULL);
	lwDestroyCrawlInput(input);
	lwDestroyScene(terrain);
}

static lwScene* Bake(const lwBakeCrawlDef* def, lwBakeCrawlStats* outStats) {
	lwResult result = lwBakeCrawl(def, s_path, outStats);
	lwScene* baked = NULL;
	if (result.status == lw_ok) {
		result = lwReadScene(s_path, &baked);
	}
	if (result.status != lw_ok) {
		fail_msg("%s", result.message);
	}
	return baked;
}

// The schedule says that up is the frame's; the same def gives the same bytes.
static void TestWritten(void** state) {
	(void)state;
	lwWorldSceneStart start;
	lwScene* terrain = MakeTerrain(lw_worldSceneCubeInside, 0.0f, &start);
	lwCrawlInput* input = MakeInput(3.0f);
	lwBakeCrawlDef def = BaseDef(terrain, &start, input);
	lwBakeCrawlStats stats;
	lwScene* first = Bake(&def, &stats);
	assert_int_equal(stats.bake.frames, 241); // 0.5 + 3 + 0.5 s at 60 a second
	assert_int_equal(stats.airFrames, 0);
	assert_true(stats.bake.steps > 8);
	assert_string_equal(stats.bake.animation, "legwork_crawl");
	json_error_t error;
	json_t* root = json_loadb(first->json, first->jsonSize, 0, &error);
	json_t* animations = json_object_get(root, "animations");
	json_t* last = json_array_get(animations, json_array_size(animations) - 1);
	json_t* schedule = json_object_get(json_object_get(last, "extras"), "legwork");
	assert_true(json_is_true(json_object_get(schedule, "oriented")));
	assert_int_equal(json_array_size(json_object_get(schedule, "frame")), 7 * 241);
	assert_int_equal(json_array_size(json_object_get(schedule, "legs")), 8);
	json_decref(root);
	lwScene* second = Bake(&def, NULL);
	assert_int_equal(first->binSize, second->binSize);
	assert_memory_equal(first->bin, second->bin, first->binSize);
	lwDestroyScene(first);
	lwDestroyScene(second);
	lwDestroyCrawlInput(input);
	lwDestroyScene(terrain);
}

// withTerrain: what moves in the terrain moves in the file as it did; the stand-ins for collisions are left out.
static void TestMovingGround(void** state) {
	(void)state;
	lwWorldSceneStart start;
	lwScene* terrain = MakeTerrain(lw_worldSceneDrum, 5.0f, &start);
	lwCrawlInput* input = MakeInput(3.0f);
	lwBakeCrawlDef def = BaseDef(terrain, &start, input);
	def.bake.withTerrain = true;
	lwScene* baked = Bake(&def, NULL);
	int drum = lwScene_FindNode(baked, "terrain_drum"), clip = lwScene_FindClip(baked, "legwork_crawl", NULL);
	assert_true(drum >= 0 && clip >= 0 && lwScene_FindNode(baked, "terrain_floor") >= 0);
	lwTransform* local = calloc((size_t)baked->nodeCount, sizeof(*local));
	lwTransform* own = calloc((size_t)terrain->nodeCount, sizeof(*own));
	assert_true(local != NULL && own != NULL);
	for (int i = 0; i <= 40; ++i) {
		lwScene_SampleClip(baked, clip, 0.1f * (float)i, local);
		lwScene_SampleClip(terrain, 0, 0.1f * (float)i, own);
		lwTransform is = local[drum], was = own[lwScene_FindNode(terrain, "drum")];
		assert_true(lwDistance(is.pos, was.pos) < 1e-5f && lwLength(lwQuatLog(lwQuatMul(is.rot, lwConj(was.rot)))) < 1e-4f);
	}
	lwScene* ground = lwMeasure_BakedGround(baked);
	assert_non_null(ground);
	assert_int_equal(ground->clipCount, 1); // measured where it moved
	free(ground);
	free(local);
	free(own);
	lwDestroyScene(baked);
	lwDestroyScene(terrain);
	terrain = MakeTerrain(lw_worldSceneRivets, 0.0f, &start);
	def = BaseDef(terrain, &start, input);
	def.bake.withTerrain = true;
	baked = Bake(&def, NULL);
	assert_int_equal(lwScene_FindNode(baked, "terrain_hull"), -1);
	assert_true(lwScene_FindNode(baked, "terrain_riveted hull") >= 0);
	lwDestroyScene(baked);
	lwDestroyCrawlInput(input);
	lwDestroyScene(terrain);
}

// Feet on ground that moves meet the bars that they meet on ground that stands.
static void TestMovingFeet(void** state) {
	(void)state;
	const int kinds[] = { lw_worldSceneDrum, lw_worldSceneElevator, lw_worldSceneColossus };
	for (int k = 0; k < 3; ++k) {
		lwWorldSceneStart start;
		lwScene* terrain = MakeTerrain(kinds[k], 9.0f, &start);
		lwCrawlInput* input = MakeInput(4.0f);
		lwBakeCrawlDef def = BaseDef(terrain, &start, input);
		def.seconds = 4.0f;
		def.bake.standAfter = 4.0f;
		lwScene* baked = Bake(&def, NULL);
		lwMeasureDef measure = lwDefaultMeasureDef();
		measure.baked = baked;
		measure.source = s_spider->scene;
		measure.terrain = terrain;
		lwMeasureReport* report = NULL;
		assert_int_equal(lwMeasure(&measure, &report).status, lw_ok);
		const lwMeasures* m = &report->result;
		print_message("%s: skate %.3f max %.2f, penetration %.2f, float %.2f\n", lwWorldScene_Name(kinds[k]), (double)m->skateMean,
					  (double)m->skateMax, (double)m->penetration, (double)m->floatP95);
		assert_true(m->steps > 8 && m->skateMean <= 0.3f && m->skateMax <= 1.5f && m->penetration <= 1.0f && m->floatP95 <= 1.0f);
		assert_true(m->rest == m->rest); // it comes to rest: carried, no foot steps any more
		lwDestroyMeasureReport(report);
		lwDestroyScene(baked);
		lwDestroyCrawlInput(input);
		lwDestroyScene(terrain);
	}
}

// Over an edge of the cube to a point on its side.
static void TestPath(void** state) {
	(void)state;
	lwWorldSceneStart start;
	lwScene* terrain = MakeTerrain(lw_worldSceneCubeOutside, 0.0f, &start);
	lwBakeCrawlDef def = BaseDef(terrain, &start, NULL);
	float size = lwCrawl_Size(s_spider->skeleton, s_spider->walk);
	lwVec3 points[2] = { { 0.0f, 0.0f, 2.0f * size }, { 0.0f, -2.0f * size, 3.0f * size } };
	def.bake.path = points;
	def.bake.pathCount = 2;
	def.seconds = 60.0f;
	lwBakeCrawlStats stats;
	lwScene* baked = Bake(&def, &stats);
	assert_int_equal(stats.arrived, 2);
	assert_true(stats.bake.duration < 30.0f);
	lwDestroyScene(baked);
	lwDestroyScene(terrain);
}

int main(void) {
	(void)s_known;
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(TestInvalid), cmocka_unit_test(TestFirstEntry), cmocka_unit_test(TestWritten), cmocka_unit_test(TestMovingGround),
		cmocka_unit_test(TestMovingFeet),
		cmocka_unit_test(TestPath),
	};
	return cmocka_run_group_tests(tests, Begin, End);
}
