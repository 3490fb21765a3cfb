// SPDX-License-Identifier: MIT
#include "torture/creature.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "legwork/autorig.h"
#include "legwork/bake.h"
#include "legwork/sample.h"

static const int scenes[] = { lw_worldSceneCubeOutside, lw_worldSceneCubeInside, lw_worldSceneCave, lw_worldSceneCrates, lw_worldSceneRods };
#define SCENE_COUNT ((int)(sizeof(scenes) / sizeof(scenes[0])))
#define TOP_SPEED 1.5f          // times the sample's

typedef struct Spider {
	lwScene* scene;
	lwSceneSkeleton* skeleton;
	lwRig rig;
	lwAnalysis* walk;
	lwAnalysis* idle;
} Spider;

int CreatureSet_Count(const CreatureSet* set) { return SCENE_COUNT * set->runs; }

static lwAnalysis* Analyse(const Spider* spider, const char* name) {
	lwAnalyseDef def = lwDefaultAnalyseDef();
	def.scene = spider->scene;
	def.skeleton = spider->skeleton;
	def.rig = &spider->rig;
	def.clip = lwScene_FindClip(spider->scene, name, NULL);
	lwAnalysis* analysis = NULL;
	(void)lwAnalyseClip(&def, &analysis);
	return analysis;
}

static bool MakeSpider(Spider* out) {
	lwSampleCreatureDef def = lwDefaultSampleCreatureDef();
	def.kind = lw_sampleSpider;
	bool good = lwMakeSampleCreature(&def, &out->scene).status == lw_ok && lwScene_MakeSkeleton(out->scene, &out->skeleton).status == lw_ok;
	lwAutoRigDef rig = lwDefaultAutoRigDef();
	rig.scene = out->scene;
	rig.skeleton = out->skeleton;
	rig.contactClip = good ? lwScene_FindClip(out->scene, "Walk", NULL) : -1;
	good = good && lwAutoRig(&rig, &out->rig, NULL).status == lw_ok;
	out->walk = good ? Analyse(out, "Walk") : NULL;
	out->idle = good ? Analyse(out, "Idle") : NULL;
	return out->walk != NULL && out->idle != NULL;
}

static void FreeSpider(Spider* spider) {
	lwDestroyAnalysis(spider->walk);
	lwDestroyAnalysis(spider->idle);
	lwDestroySceneSkeleton(spider->skeleton);
	lwDestroyScene(spider->scene);
}

static lwScene* MakeTerrain(const Spider* spider, int kind, uint32_t seed, lwBakeCrawlDef* def) {
	lwWorldSceneDef world = lwDefaultWorldSceneDef();
	world.kind = (lwWorldSceneKind)kind;
	world.size = lwCrawl_Size(spider->skeleton, spider->walk);
	world.seed = 1 + seed % 5;
	world.singleMesh = seed % 2 == 1;
	lwWorldScene* made = NULL;
	lwScene* terrain = NULL;
	if (lwMakeWorldScene(&world, &made).status == lw_ok) {
		(void)lwWorldScene_ToScene(made, 0.0f, 60.0f, &terrain);
		def->start = lwWorldScene_Start(made);
		def->hasStart = true;
	}
	lwDestroyWorldScene(made);
	return terrain;
}

static bool Measure(const Spider* spider, const lwScene* terrain, const char* path, lwMeasures* out) {
	lwScene* baked = NULL;
	lwMeasureReport* report = NULL;
	lwMeasureDef def = lwDefaultMeasureDef();
	bool good = lwReadScene(path, &baked).status == lw_ok;
	def.baked = baked;
	def.source = spider->scene;
	def.terrain = terrain;
	good = good && lwMeasure(&def, &report).status == lw_ok;
	if (good) {
		*out = report->result;
	}
	lwDestroyMeasureReport(report);
	lwDestroyScene(baked);
	return good;
}

void CreatureSet_Run(const CreatureSet* set, int index, const char* work) {
	CreatureResult* out = &set->results[index];
	Spider* spider = calloc(1, sizeof(*spider));
	if (spider == NULL) {
		return;
	}
	char path[512];
	(void)snprintf(path, sizeof(path), "%s/legwork_torture_%d_%d.glb", work, (int)getpid(), index);
	lwRandomInputDef random = lwDefaultRandomInputDef();
	random.seed = (uint32_t)(set->firstSeed + index % set->runs);
	random.seconds = set->seconds;
	lwCrawlInput* input = NULL;
	lwScene* terrain = NULL;
	lwBakeCrawlStats stats;
	if (MakeSpider(spider) && lwMakeRandomInput(&random, &input).status == lw_ok) {
		lwBakeCrawlDef def = lwDefaultBakeCrawlDef();
		terrain = MakeTerrain(spider, scenes[index / set->runs], random.seed, &def);
		def.bake.scene = spider->scene;
		def.bake.skeleton = spider->skeleton;
		def.bake.walk = spider->walk;
		def.bake.idle = spider->idle;
		def.bake.terrain = terrain;
		def.bake.speedUnit = lw_speedTimes;
		def.bake.speed = TOP_SPEED;
		def.input = input;
		def.seconds = set->seconds;
		out->done = lwBakeCrawl(&def, path, &stats).status == lw_ok && Measure(spider, terrain, path, &out->measures);
		out->airFrames = out->done ? stats.airFrames : 0;
		(void)unlink(path);
	}
	lwDestroyScene(terrain);
	lwDestroyCrawlInput(input);
	FreeSpider(spider);
	free(spider);
}

// ---- The table -----------------------------------------------------------------------------------------------

typedef struct Column {
	const char* name;
	size_t offset;
	float bar;
	int digits;
} Column;

static const Column columns[] = {
	{ "skate mean", offsetof(lwMeasures, skateMean), 0.3f, 3 },
	{ "skate max", offsetof(lwMeasures, skateMax), 1.5f, 2 },
	{ "penetration", offsetof(lwMeasures, penetration), 1.0f, 2 },
	{ "float", offsetof(lwMeasures, floatP95), 1.0f, 3 },
	{ "crossing", offsetof(lwMeasures, crossingPer100), 0.0f, 1 },
	{ "foresight", offsetof(lwMeasures, foresightMax), 2.0f, 2 },
	{ "over-reach", offsetof(lwMeasures, overReach), 0.5f, 2 },
	{ "rest", offsetof(lwMeasures, rest), 0.05f, 3 },
};
#define COLUMN_COUNT ((int)(sizeof(columns) / sizeof(columns[0])))

static float ValueOf(const lwMeasures* measures, const Column* column) {
	float value;
	memcpy(&value, (const char*)measures + column->offset, sizeof(value));
	return value;
}

static int MissesOf(const CreatureResult* result) {
	int misses = !result->done || result->airFrames > 0;
	for (int c = 0; c < COLUMN_COUNT && result->done; ++c) {
		misses += ValueOf(&result->measures, &columns[c]) > columns[c].bar;
	}
	return misses;
}

void CreatureSet_Print(const CreatureSet* set, FILE* out) {
	fprintf(out, "| scene | met all | steps | in the air |");
	for (int c = 0; c < COLUMN_COUNT; ++c) {
		fprintf(out, " %s (≤ %g) |", columns[c].name, (double)columns[c].bar);
	}
	fprintf(out, "\n|---|---:|---:|---:|");
	for (int c = 0; c < COLUMN_COUNT; ++c) {
		fprintf(out, "---:|");
	}
	for (int s = 0; s < SCENE_COUNT; ++s) {
		int met = 0, steps = 0, air = 0;
		for (int r = 0; r < set->runs; ++r) {
			const CreatureResult* one = &set->results[s * set->runs + r];
			met += MissesOf(one) == 0;
			steps += one->measures.steps;
			air += one->airFrames;
		}
		fprintf(out, "\n| %s | %d / %d | %d | %d |", lwWorldScene_Name(scenes[s]), met, set->runs, steps, air);
		for (int c = 0; c < COLUMN_COUNT; ++c) {
			float worst = NAN;
			int over = 0;
			for (int r = 0; r < set->runs; ++r) {
				float value = ValueOf(&set->results[s * set->runs + r].measures, &columns[c]);
				bool measured = value == value;
				worst = measured && !(worst >= value) ? value : worst;
				over += value > columns[c].bar;
			}
			if (worst == worst) {
				fprintf(out, " %.*f", columns[c].digits, (double)worst);
			} else {
				fprintf(out, " -"); // measured in no run
			}
			if (over > 0) {
				fprintf(out, " (%d)", over);
			}
			fprintf(out, " |");
		}
	}
	fprintf(out, "\n");
}

int CreatureSet_Misses(const CreatureSet* set) {
	int misses = 0;
	for (int i = 0; i < CreatureSet_Count(set); ++i) {
		misses += MissesOf(&set->results[i]) > 0;
	}
	return misses;
}
