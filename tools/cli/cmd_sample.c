// SPDX-License-Identifier: MIT
// legwork sample: built-in creatures, terrains and world scenes as files.
#include "cli/cli.h"
#include "legwork/sample.h"
#include "legwork/world_scene.h"

#include <stdio.h>
#include <string.h>

typedef struct SampleArgs {
	cliCommon common;
	const char* output;
	double scale, detail, slope, rise, run, amplitude, length, halfWidth, radius, seconds;
	int seed, legPairs, frameRate, steps;
	bool noClips, singleMesh;
} SampleArgs;

#define NOT_GIVEN (-1000000)

static const cliOption options[] = {
	{ "output", 'o', cli_text, offsetof(SampleArgs, output), "OUT.glb", "file to write; - for standard output", 0, 0 },
	{ "scale", 0, cli_number, offsetof(SampleArgs, scale), "K", "creature: size; terrain: leg length it is made for; scene: size of the creature, m", 1e-3, 1e3 },
	{ "seed", 0, cli_whole, offsetof(SampleArgs, seed), "N", "another individual, another place", 0, 2147483647 },
	{ "detail", 0, cli_number, offsetof(SampleArgs, detail), "K", "creature: fineness of the mesh, 0.4 to 2", 0.4, 2 },
	{ "leg-pairs", 0, cli_whole, offsetof(SampleArgs, legPairs), "N", "hexapod, spider: pairs of legs, 2 to 6", 2, 6 },
	{ "frame-rate", 0, cli_whole, offsetof(SampleArgs, frameRate), "FPS", "creature: keys a second: 30, 60, 90 or 120", 30, 120 },
	{ "no-clips", 0, cli_flag, offsetof(SampleArgs, noClips), NULL, "creature: a rig without any animation", 0, 0 },
	{ "slope", 0, cli_number, offsetof(SampleArgs, slope), "DEG", "slope: steepness, -60 to 60", -60, 60 },
	{ "rise", 0, cli_number, offsetof(SampleArgs, rise), "K", "stairs: height of a step in leg lengths; steps: of the highest", -1, 1 },
	{ "run", 0, cli_number, offsetof(SampleArgs, run), "K", "stairs: depth of a step in leg lengths", 0.1, 4 },
	{ "steps", 0, cli_whole, offsetof(SampleArgs, steps), "N", "stairs: number of steps", 1, 64 },
	{ "amplitude", 0, cli_number, offsetof(SampleArgs, amplitude), "K", "hills, rubble, cave, planet: height in leg lengths", 0, 1 },
	{ "length", 0, cli_number, offsetof(SampleArgs, length), "K", "terrain: extent along +Z in leg lengths", 4, 200 },
	{ "half-width", 0, cli_number, offsetof(SampleArgs, halfWidth), "K", "terrain: extent to each side in leg lengths", 2, 100 },
	{ "radius", 0, cli_number, offsetof(SampleArgs, radius), "K", "cave, planet: radius in leg lengths", 2, 100 },
	{ "single-mesh", 0, cli_flag, offsetof(SampleArgs, singleMesh), NULL, "scene: all that stands still as one mesh", 0, 0 },
	{ "seconds", 0, cli_number, offsetof(SampleArgs, seconds), "S", "scene: how long what moves is animated (default 20)", 0, 600 },
	{ NULL, 0, cli_flag, 0, NULL, NULL, 0, 0 },
};
static int run(int argc, char** argv);

const cliCommand cliSample = {
	"sample", "creature NAME -o OUT.glb\n       legwork sample terrain NAME -o OUT.glb\n       legwork sample scene NAME -o OUT.glb\n"
	"       legwork sample list",
	"Writes a built-in creature, terrain or world scene as GLB",
	"'legwork sample list' names them. The same arguments give the same bytes.\n", options, run,
};

static int list(bool json) {
	json_t* creatures = json_array();
	json_t* terrains = json_array();
	for (int i = 0; i < lw_sampleCreatureCount; i++) {
		json_array_append_new(creatures, json_string(lwSampleCreature_Name(i)));
	}
	for (int i = 0; i < lw_sampleTerrainCount; i++) {
		json_array_append_new(terrains, json_string(lwSampleTerrain_Name(i)));
	}
	json_t* scenes = json_array();
	for (int i = 0; i < lw_worldSceneCount; i++) {
		json_array_append_new(scenes, json_string(lwWorldScene_Name(i)));
	}
	json_t* root = json_pack("{s:o, s:o, s:o}", "creatures", creatures, "terrains", terrains, "scenes", scenes);
	if (json) {
		return cliWriteJson(NULL, root);
	}
	size_t i;
	json_t* name;
	json_array_foreach(creatures, i, name) {
		printf("creature %s\n", json_string_value(name));
	}
	json_array_foreach(terrains, i, name) {
		printf("terrain %s\n", json_string_value(name));
	}
	json_array_foreach(scenes, i, name) {
		printf("scene %s\n", json_string_value(name));
	}
	json_decref(root);
	return 0;
}

static int failName(const char* noun, const char* name, const char* (*nameOf)(int), int count) {
	const char* names[32];
	for (int i = 0; i < count && i < 32; i++) {
		names[i] = nameOf(i);
	}
	const char* nearest = cliNearest(name, names, count);
	if (nearest != NULL) {
		return cliFailUsage("no sample %s '%.80s'; did you mean '%s'?", noun, name, nearest);
	}
	return cliFailUsage("no sample %s '%.80s'; 'legwork sample list' names them", noun, name);
}

// The value when it was given, else what the def had.
static float given(double value, float otherwise) {
	return value > NOT_GIVEN ? (float)value : otherwise;
}

static int makeCreature(const SampleArgs* args, lwScene** outScene) {
	lwSampleCreatureDef def = lwDefaultSampleCreatureDef();
	int kind = lwSampleCreature_FromName(args->common.files[1]);
	if (kind < 0) {
		return failName("creature", args->common.files[1], lwSampleCreature_Name, lw_sampleCreatureCount);
	}
	def.kind = (lwSampleCreatureKind)kind;
	def.scale = given(args->scale, def.scale);
	def.detail = given(args->detail, def.detail);
	def.seed = args->seed > NOT_GIVEN ? (uint32_t)args->seed : def.seed;
	def.legPairs = args->legPairs > NOT_GIVEN ? args->legPairs : def.legPairs;
	def.frameRate = args->frameRate > NOT_GIVEN ? args->frameRate : def.frameRate;
	def.withClips = !args->noClips;
	lwResult result = lwMakeSampleCreature(&def, outScene);
	return result.status == lw_ok ? 0 : cliFailResult(&result);
}

static int makeTerrain(const SampleArgs* args, lwScene** outScene) {
	lwSampleTerrainDef def = lwDefaultSampleTerrainDef();
	int kind = lwSampleTerrain_FromName(args->common.files[1]);
	if (kind < 0) {
		return failName("terrain", args->common.files[1], lwSampleTerrain_Name, lw_sampleTerrainCount);
	}
	def.kind = (lwSampleTerrainKind)kind;
	def.scale = given(args->scale, def.scale);
	def.seed = args->seed > NOT_GIVEN ? (uint32_t)args->seed : def.seed;
	def.slopeDeg = given(args->slope, def.slopeDeg);
	def.stepRise = given(args->rise, def.stepRise);
	def.stepRun = given(args->run, def.stepRun);
	def.stepCount = args->steps > NOT_GIVEN ? args->steps : def.stepCount;
	def.amplitude = given(args->amplitude, def.amplitude);
	def.length = given(args->length, def.length);
	def.halfWidth = given(args->halfWidth, def.halfWidth);
	def.radius = given(args->radius, def.radius);
	lwResult result = lwMakeSampleTerrain(&def, outScene);
	return result.status == lw_ok ? 0 : cliFailResult(&result);
}

static int makeScene(const SampleArgs* args, lwScene** outScene) {
	lwWorldSceneDef def = lwDefaultWorldSceneDef();
	int kind = lwWorldScene_FromName(args->common.files[1]);
	if (kind < 0) {
		return failName("scene", args->common.files[1], lwWorldScene_Name, lw_worldSceneCount);
	}
	def.kind = (lwWorldSceneKind)kind;
	def.size = given(args->scale, def.size);
	def.seed = args->seed > NOT_GIVEN ? (uint32_t)args->seed : def.seed;
	def.singleMesh = args->singleMesh;
	lwWorldScene* world = NULL;
	lwResult result = lwMakeWorldScene(&def, &world);
	if (result.status == lw_ok) {
		result = lwWorldScene_ToScene(world, given(args->seconds, 20.0f), 60.0f, outScene);
	}
	lwDestroyWorldScene(world);
	return result.status == lw_ok ? 0 : cliFailResult(&result);
}

static int write(const SampleArgs* args, const lwScene* scene) {
	cliProgress("writing %s", args->output);
	lwGlbEdit edit = lwDefaultGlbEdit();
	char* file = cliOpenOutput(args->output);
	if (file == NULL) {
		return cli_badOutput;
	}
	lwResult result = lwWriteGlb(file, scene, &edit, NULL);
	int code = cliCloseOutput(args->output, file, result.status == lw_ok ? 0 : cliFailWrite(&result));
	if (code != 0) {
		return code;
	}
	if (args->common.json) {
		return cliWriteJson(NULL, json_pack("{s:o, s:i, s:i, s:i}", "file", cliJsonText(args->output), "nodes",
											scene->nodeCount, "meshes", scene->meshCount, "clips", scene->clipCount));
	}
	cliSay("%s: %d nodes, %d clips", args->output, scene->nodeCount, scene->clipCount);
	return 0;
}

static int make(const SampleArgs* args) {
	const char* what = args->common.files[0];
	bool creature = strcmp(what, "creature") == 0, world = strcmp(what, "scene") == 0;
	if (!creature && !world && strcmp(what, "terrain") != 0) {
		return cliFailUsage("'%.80s' is not one of creature, terrain, scene, list", what);
	}
	if (args->common.fileCount < 2) {
		return cliFailUsage("which %s? 'legwork sample list' names them", what);
	}
	if (args->output == NULL) {
		return cliFailUsage("-o OUT.glb is missing");
	}
	int code = cliCheckStdout(&args->common, args->output);
	code = code != 0 ? code : cliCheckOutputs(&args->output, 1, NULL, 0);
	lwScene* scene = NULL;
	code = code != 0 ? code : creature ? makeCreature(args, &scene) : world ? makeScene(args, &scene) : makeTerrain(args, &scene);
	code = code != 0 ? code : write(args, scene);
	lwDestroyScene(scene);
	return code;
}

static int run(int argc, char** argv) {
	SampleArgs args = { .scale = NOT_GIVEN, .detail = NOT_GIVEN, .slope = NOT_GIVEN, .rise = NOT_GIVEN, .run = NOT_GIVEN,
						.amplitude = NOT_GIVEN, .length = NOT_GIVEN, .halfWidth = NOT_GIVEN, .radius = NOT_GIVEN,
						.seconds = NOT_GIVEN, .seed = NOT_GIVEN, .legPairs = NOT_GIVEN, .frameRate = NOT_GIVEN, .steps = NOT_GIVEN };
	int code;
	if (!cliBegin(&cliSample, argc, argv, &args, 1, 2, &code)) {
		return code;
	}
	if (strcmp(args.common.files[0], "list") == 0) {
		return args.common.fileCount == 1 ? list(args.common.json) : cliFailUsage("'list' takes no name");
	}
	return make(&args);
}
