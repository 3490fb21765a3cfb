// SPDX-License-Identifier: MIT
// legwork measure: how good a baked animation is.
#include "cli/cli_report.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct MeasureArgs {
	cliCommon common;
	const char* source;
	const char* clip;
	const char* idle;
	const char* terrain;
	const char* animation;
	const char* rig;
	const char* output;
	const char* page;
	double terrainScale;
	double groundY;
	bool noBaseline;
	bool strict;
} MeasureArgs;

static const cliOption options[] = {
	{ "source", 0, cli_text, offsetof(MeasureArgs, source), "FILE", "file with the sample clip (default: the baked file)", 0, 0 },
	{ "clip", 0, cli_text, offsetof(MeasureArgs, clip), "NAME", "sample clip (default: the one the bake names)", 0, 0 },
	{ "idle", 0, cli_text, offsetof(MeasureArgs, idle), "NAME", "idle clip, for standing still", 0, 0 },
	{ "terrain", 0, cli_text, offsetof(MeasureArgs, terrain), "FILE", "ground it walks on (default: the one in the baked file, else a plane)", 0, 0 },
	{ "terrain-scale", 0, cli_number, offsetof(MeasureArgs, terrainScale), "K", "size of the ground (default 1)", 1e-6, 1e6 },
	{ "ground", 0, cli_number, offsetof(MeasureArgs, groundY), "Y", "height of the plane; not 0: even when the file has a ground (default 0)", -1e9, 1e9 },
	{ "animation", 0, cli_text, offsetof(MeasureArgs, animation), "NAME", "animation to measure (default: the baked one)", 0, 0 },
	{ "rig", 0, cli_text, offsetof(MeasureArgs, rig), "RIG.json", "legs given by hand, see 'legwork rig'", 0, 0 },
	{ "output", 'o', cli_text, offsetof(MeasureArgs, output), "OUT.json", "write the JSON to this file; print no table", 0, 0 },
	{ "report", 0, cli_text, offsetof(MeasureArgs, page), "OUT.html", "a page with the numbers and pictures", 0, 0 },
	{ "no-baseline", 0, cli_flag, offsetof(MeasureArgs, noBaseline), NULL, "do not measure the bare clip beside it", 0, 0 },
	{ "strict", 0, cli_flag, offsetof(MeasureArgs, strict), NULL, "exit code 1 when a bar is missed", 0, 0 },
	{ NULL, 0, cli_flag, 0, NULL, NULL, 0, 0 },
};
static int run(int argc, char** argv);

const cliCommand cliMeasure = {
	"measure", "BAKED.glb [--source FILE] [--terrain FILE] [--strict]",
	"Measures skate, penetration, float and the rest from the files alone",
	"Works on any program's result. Beside it stands the same clip played without Legwork.\n", options, run,
};

typedef struct MeasureFiles {
	cliModel baked;
	lwScene* source;
	lwScene* terrain;
	lwScene* bakedGround;           // view of baked, when no other ground was asked for
} MeasureFiles;

static int report(const MeasureArgs* args, bool rough, const lwMeasureReport* measured) {
	bool json = args->common.json || args->output != NULL;
	char* text = json ? lwMeasureReport_ToJson(measured) : lwMeasureReport_ToText(measured);
	if (text == NULL) {
		return cliFailMemory();
	}
	int code = args->common.quiet && !json ? 0 : cliWriteText(args->output, text);
	free(text);
	char misses[1024] = "";
	if (code == 0 && args->strict && !lwMeasures_MeetBars(&measured->result, rough, misses, (int)sizeof misses)) {
		fprintf(stderr, "legwork measure: %s: bars missed: %s\n", args->common.files[0], misses);
		code = cli_failed;
	}
	return code;
}

static int checkNames(const MeasureArgs* args, const lwScene* baked, const lwScene* source) {
	int clip = 0;
	int code = args->animation != NULL ? cliFindClip(baked, args->animation, &clip) : 0;
	code = code == 0 && args->clip != NULL ? cliFindClip(source, args->clip, &clip) : code;
	return code == 0 && args->idle != NULL ? cliFindClip(source, args->idle, &clip) : code;
}

static int measure(const MeasureArgs* args, MeasureFiles* files) {
	int code = cliReadModel(args->common.files[0], args->rig, &files->baked);
	if (code == 0 && args->source != NULL) {
		code = cliReadScene(args->source, &files->source);
	}
	if (code == 0 && args->terrain != NULL) {
		code = cliReadTerrain(args->terrain, &files->terrain);
	}
	const lwScene* source = files->source != NULL ? files->source : files->baked.scene;
	code = code != 0 ? code : checkNames(args, files->baked.scene, source);
	if (code != 0) {
		return code;
	}
	cliProgress("measuring %s", args->common.files[0]);
	lwMeasureDef def = lwDefaultMeasureDef();
	def.baked = files->baked.scene;
	def.animation = args->animation;
	def.source = source;
	def.sourceClip = args->clip;
	def.idleClip = args->idle;
	def.rigJson = files->baked.rigJson;
	def.terrain = files->terrain;
	def.terrainScale = (float)args->terrainScale;
	def.groundY = (float)args->groundY;
	def.baseline = !args->noBaseline;
	lwMeasureReport* measured = NULL;
	lwResult result = lwMeasure(&def, &measured);
	if (result.status != lw_ok) {
		return cliFailResult(&result);
	}
	files->bakedGround = def.terrain == NULL && def.groundY == 0.0f ? lwMeasure_BakedGround(def.baked) : NULL;
	code = report(args, def.terrain != NULL || files->bakedGround != NULL, measured);
	if (args->page != NULL && (code == 0 || code == cli_failed)) {
		cliShow show = { .baked = files->baked.scene, .animation = args->animation,
						 .terrain = files->bakedGround != NULL ? files->bakedGround : files->terrain,
						 .terrainScale = files->bakedGround != NULL ? 1.0f : def.terrainScale, .groundY = def.groundY, .measures = measured };
		int written = cliWritePage(args->page, args->common.files[0], &show);
		code = written != 0 ? written : code;
	}
	lwDestroyMeasureReport(measured);
	return code;
}

static int run(int argc, char** argv) {
	MeasureArgs args = { .terrainScale = 1 };
	int code;
	if (!cliBegin(&cliMeasure, argc, argv, &args, 1, 1, &code)) {
		return code;
	}
	const char* outputs[2] = { args.output, args.page };
	const char* inputs[4] = { args.common.files[0], args.source, args.terrain, args.rig };
	if ((code = cliCheckOutputs(outputs, 2, inputs, 4)) != 0) {
		return code;
	}
	MeasureFiles files = { 0 };
	code = measure(&args, &files);
	free(files.bakedGround);
	cliFreeModel(&files.baked);
	lwDestroyScene(files.source);
	lwDestroyScene(files.terrain);
	return code;
}
