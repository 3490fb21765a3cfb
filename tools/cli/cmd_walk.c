// SPDX-License-Identifier: MIT
// legwork walk: walk a creature over a terrain and write the result.
#include "cli/cli_report.h"
#include "cli/cli_synth.h"
#include "cli/walk_args.h"
#include "legwork/sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int run(int argc, char** argv);

const cliCommand cliWalk = {
	"walk", "FILE --clip NAME [--terrain FILE] [--path \"X,Z X,Z ...\"] -o OUT.glb",
	"Walks a creature along a path over a terrain and writes it as GLB",
	"The file is kept as it is; one animation is added. Clips are named as in the file, by the part after\n"
	"'|', or by number: --clip '#2'. Lengths are in the file's units; L is the mean leg length.\n",
	walkOptions, run,
};

// Everything a walk is made of; freed in one place.
typedef struct Walk {
	const WalkArgs* args;
	cliModel model;
	lwRig* rig;
	lwAnalysis* walk;
	lwAnalysis* idle;
	lwScene* terrain;
	lwBakeWalkDef def;
	char* file;                     // written: the output, or for standard output a file of its own
	bool tolerancePercent;
	lwLegHint hints[LW_MAX_LEGS];   // key times of a gait that was made: known, not to be found
	int hintCount;
	lwVec3 path[WALK_MAX_PATH];
	lwBakeStats stats;
} Walk;

static bool endsIn(const char* path, const char* ending) {
	size_t length = strlen(path), size = strlen(ending);
	return length >= size && strcmp(path + length - size, ending) == 0;
}

// What a file is named and what is written into it agree; every file can be written and is none that is read.
static int checkOutputs(const WalkArgs* args) {
	const char* outputs[CLI_MAX_LIST + 2] = { args->output, args->picture };
	int code = cliCheckStdout(&args->common, args->output);
	if (code != 0) {
		return code;
	}
	static const char* const others[] = { ".gltf", ".fbx", ".bvh", ".obj", ".dae", ".blend" };
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		if (endsIn(args->output, others[i])) {
			return cliFailUsage("-o: '%.200s': GLB is what is written; give it a name that ends in .glb", args->output);
		}
	}
	for (int i = 0; i < args->reports.count; i++) {
		if (!cliIsPage(args->reports.items[i]) && !endsIn(args->reports.items[i], ".json")) {
			return cliFailUsage("--report: '%.200s' ends in neither .json nor .html", args->reports.items[i]);
		}
	}
	for (int i = 0; i < args->reports.count; i++) {
		outputs[2 + i] = args->reports.items[i];
	}
	const char* inputs[3] = { args->common.files[0], args->terrain, args->rig };
	return cliCheckOutputs(outputs, args->reports.count + 2, inputs, 3);
}

static int checkArgs(Walk* work) {
	const WalkArgs* args = work->args;
	lwBakeWalkDef* def = &work->def;
	if (args->output == NULL) {
		return cliFailUsage("-o OUT.glb is missing");
	}
	if (args->gait != NULL && args->clips.count > 0) {
		return cliFailUsage("--gait and --clip exclude each other; --idle names a clip for standing");
	}
	if (args->terrain != NULL && args->terrainSample != NULL) {
		return cliFailUsage("--terrain and --terrain-sample exclude each other");
	}
	if (args->terrainSample != NULL && lwSampleTerrain_FromName(args->terrainSample) < 0) {
		return cliFailUsage("--terrain-sample: no terrain '%.80s'; 'legwork sample list' names them", args->terrainSample);
	}
	json_t* name = json_string(args->name != NULL ? args->name : "");
	json_decref(name);
	if (name == NULL) {
		return cliFailUsage("--name: the text is not UTF-8");
	}
	if (!walkReadSpeed(args->speed, &def->speedUnit, &def->speed)) {
		return cliFailUsage("--speed: '%.80s' is not auto, 1.2, 0.6x or 1.5L with a number above 0", args->speed);
	}
	if (!walkReadFacing(args->facing, &def->facingFixed, &def->facing)) {
		return cliFailUsage("--facing: '%.80s' is not path or fixed:DEG", args->facing);
	}
	if (!walkReadTolerance(args->keyTolerance, &work->tolerancePercent, &def->keyTolerance)) {
		return cliFailUsage("--key-tolerance: '%.80s' is not 0.5 (units) or 0.1%%L with a number of 0 or more", args->keyTolerance);
	}
	if (args->path != NULL) {
		char error[CLI_ERROR_SIZE];
		def->pathCount = walkReadPath(args->path, work->path, &def->pathHasHeight, error);
		def->path = work->path;
		if (def->pathCount < 0) {
			return cliFailUsage("%s", error);
		}
	}
	return checkOutputs(args);
}

static int analyse(Walk* work, int clip, lwAnalysis** outAnalysis) {
	cliProgress("analysing %s", work->model.scene->clips[clip].name);
	lwAnalyseDef def = lwDefaultAnalyseDef();
	def.scene = work->model.scene;
	def.skeleton = work->model.skeleton;
	def.rig = work->rig;
	def.clip = clip;
	bool made = work->hintCount > 0 && clip == work->model.scene->clipCount - 1; // by synth
	def.hints = made ? work->hints : work->model.hints;
	def.hintCount = made ? work->hintCount : work->model.hintCount;
	lwResult result = lwAnalyseClip(&def, outAnalysis);
	return result.status == lw_ok ? 0 : cliFailResult(&result);
}

// What the analysis has to say of a clip that is used.
static void sayWarnings(const lwAnalysis* analysis) {
	for (const char* line = analysis->warnings; line != NULL && *line != 0;) {
		int length = (int)strcspn(line, "\n");
		cliSay("%s: %.*s", analysis->gait.clipName, length, line);
		line += length + (line[length] == '\n');
	}
}

// Keep an analysed clip as the walk or as the idle, whichever it can be and is still free.
static void placeAnalysis(Walk* work, lwAnalysis* analysis) {
	const char* name = analysis->gait.clipName;
	if (analysis->gait.cyclic && work->walk == NULL) {
		work->walk = analysis;
		sayWarnings(analysis);
	} else if (!analysis->gait.cyclic && work->idle == NULL && work->args->idle == NULL) {
		work->idle = analysis;
	} else {
		cliSay("legwork walk: clip '%s' is not needed: %s", name,
			   analysis->gait.cyclic ? "one cyclic clip walks" : "another clip is used for standing");
		lwDestroyAnalysis(analysis);
	}
}

static int clipList(const Walk* work, int outClips[CLI_MAX_LIST], int* outCount) {
	const lwScene* scene = work->model.scene;
	const cliList* names = &work->args->clips;
	*outCount = names->count;
	if (work->args->gait != NULL) { // the one that was made
		outClips[0] = scene->clipCount - 1;
		outClips[1] = scene->clipCount - 2;
		*outCount = 2;
		return 0;
	}
	if (names->count == 0 && scene->clipCount == 1) {
		outClips[0] = 0;
		*outCount = 1;
		return 0;
	}
	if (names->count == 0) {
		return scene->clipCount == 0 ? cliFailUsage("%s has no clips; --gait auto makes one", scene->file)
									 : cliFailUsage("--clip NAME is missing; 'legwork info %s' lists the %d clips", scene->file, scene->clipCount);
	}
	for (int i = 0; i < names->count; i++) {
		int code = cliFindClip(scene, names->items[i], &outClips[i]);
		if (code != 0) {
			return code;
		}
	}
	return 0;
}

// No clip: a gait is made for the rig and stands in for one.
static int makeGait(Walk* work) {
	if (work->args->gait == NULL) {
		return 0;
	}
	lwSynthGaitDef def = lwDefaultSynthGaitDef();
	lwSynthGait* synth = NULL;
	int code = cliReadGait(work->args->gait, &def.kind);
	code = code == 0 ? cliSynthesise(&work->model, &def, &synth) : code;
	for (int l = 0; code == 0 && l < synth->gait.legCount; l++) {
		const lwGaitLeg* leg = &synth->gait.legs[l];
		lwLegHint* hint = &work->hints[work->hintCount++];
		snprintf(hint->leg, sizeof hint->leg, "%s", synth->legNames[l]);
		hint->stance = leg->stance;
		hint->lift = lwWrap01(leg->stance + leg->lift);
		hint->off = lwWrap01(leg->stance + leg->off);
		hint->strike = lwWrap01(leg->stance + leg->strike);
		hint->land = lwWrap01(leg->stance + leg->land);
	}
	lwDestroySynthGait(synth);
	return code;
}

static int readClips(Walk* work) {
	int clips[CLI_MAX_LIST], count = 0, idle = -1;
	int code = clipList(work, clips, &count);
	code = code == 0 && work->args->idle != NULL ? cliFindClip(work->model.scene, work->args->idle, &idle) : code;
	code = code == 0 ? cliFindRig(&work->model, count == 1 || work->args->gait != NULL ? clips[0] : -1, &work->rig, NULL) : code; // the walk's clip places the contact points
	for (int i = 0; i < count && code == 0; i++) {
		lwAnalysis* analysis = NULL;
		code = analyse(work, clips[i], &analysis);
		if (code == 0) {
			placeAnalysis(work, analysis);
		}
	}
	if (code == 0 && idle >= 0) {
		code = analyse(work, idle, &work->idle);
	}
	if (code == 0 && work->walk == NULL) {
		lwResult result = lwResult_Fail(lw_errorData, "%s: clip '%s': no walking cycle was found in it", work->model.scene->file,
										work->model.scene->clips[clips[0]].name);
		code = cliFailResult(&result);
	}
	return code;
}

// What can only be judged once the creature is known, in the words of the command line.
static int checkForModel(const Walk* work) {
	const lwBakeWalkDef* def = &work->def;
	char error[CLI_ERROR_SIZE];
	if (!walkCheckSpeed(work->args->speed, def->speedUnit, def->speed, work->walk, error)) {
		return cliFailUsage("%s", error);
	}
	double leg = (double)work->walk->rig.length, length = walkPathLength(work->path, def->pathCount);
	if (def->path != NULL && !(length > 2e-3 * leg)) {
		return cliFailUsage("--path is only %.3g units long; it is in the file's units, and a leg here has %.3g", length, leg);
	}
	return 0;
}

static int readTerrain(Walk* work) {
	const WalkArgs* args = work->args;
	work->def.terrainScale = (float)args->terrainScale;
	if (args->terrain != NULL) {
		return cliReadTerrain(args->terrain, &work->terrain);
	}
	if (args->terrainSample == NULL) {
		return 0;
	}
	lwSampleTerrainDef def = lwDefaultSampleTerrainDef();
	def.kind = (lwSampleTerrainKind)lwSampleTerrain_FromName(args->terrainSample);
	def.scale = work->rig->length;
	lwResult result = lwMakeSampleTerrain(&def, &work->terrain);
	return result.status == lw_ok ? 0 : cliFailResult(&result);
}

static bool onProgress(void* user, float progress) {
	(void)user;
	cliProgressShare(progress);
	return true;
}

static int bake(Walk* work) {
	const WalkArgs* args = work->args;
	lwBakeWalkDef* def = &work->def;
	def->scene = work->model.scene;
	def->skeleton = work->model.skeleton;
	def->walk = work->walk;
	def->idle = work->idle;
	def->terrain = work->terrain;
	def->fps = (float)args->fps;
	def->standBefore = (float)args->standBefore;
	def->standAfter = (float)args->standAfter;
	def->name = args->name != NULL ? args->name : def->name;
	def->withTerrain = args->withTerrain;
	def->keyTolerance *= work->tolerancePercent ? 0.01f * work->walk->rig.length : 1.0f;
	def->progress = onProgress;
	cliProgress("walking %s", work->model.scene->file);
	work->file = cliOpenOutput(args->output);
	if (work->file == NULL) {
		return cli_badOutput;
	}
	lwResult result = lwBakeWalk(def, work->file, &work->stats);
	if (result.status == lw_ok) {
		return 0;
	}
	return result.status == lw_errorIo ? cliFailWrite(&result) : cliFailResult(&result);
}

static json_t* statsJson(const Walk* work) {
	const lwBakeStats* s = &work->stats;
	return json_pack("{s:o, s:o, s:o, s:o, s:i, s:o, s:o, s:o, s:o, s:i, s:i}", "file", cliJsonText(work->args->output),
					 "source", cliJsonText(work->model.scene->file), "clip", cliJsonText(work->walk->gait.clipName), "animation",
					 cliJsonText(s->animation), "frames", s->frames, "duration", cliJsonNumber((double)s->duration), "length",
					 cliJsonNumber((double)s->length), "speed", cliJsonNumber((double)s->speed), "sampleSpeed",
					 cliJsonNumber((double)s->sampleSpeed), "steps", s->steps, "searching", s->searching);
}

static int writeReports(const Walk* work, const cliShow* show) {
	int code = 0;
	for (int i = 0; i < work->args->reports.count && code == 0; i++) {
		const char* path = work->args->reports.items[i];
		if (cliIsPage(path)) {
			code = cliWritePage(path, work->args->output, show);
			continue;
		}
		json_t* json = statsJson(work);
		char* text = lwMeasureReport_ToJson(show->measures);
		json_t* quality = text != NULL ? json_loads(text, 0, NULL) : NULL;
		free(text);
		if (json_object_set_new(json, "quality", quality) != 0) {
			json_decref(json);
			return cliFailMemory();
		}
		code = cliWriteJson(path, json);
	}
	return code;
}

static int measure(const Walk* work, cliShow* ioShow) {
	cliProgress("measuring %s", work->args->output);
	lwMeasureDef def = lwDefaultMeasureDef();
	def.baked = ioShow->baked;
	def.animation = ioShow->animation;
	def.source = work->model.scene;
	def.sourceClip = work->walk->gait.clipName;
	def.idleClip = work->idle != NULL ? work->idle->gait.clipName : NULL;
	def.rigJson = work->model.rigJson;
	def.terrain = ioShow->terrain;
	def.terrainScale = ioShow->terrainScale;
	def.baseline = true;
	lwMeasureReport* measured = NULL;
	lwResult result = lwMeasure(&def, &measured);
	if (result.status != lw_ok) {
		return cliFailResult(&result);
	}
	ioShow->measures = measured;
	int code = writeReports(work, ioShow);
	lwDestroyMeasureReport(measured);
	return code;
}

// Read the result back, as anyone could; measure it and draw it.
static int review(const Walk* work) {
	if (work->args->reports.count == 0 && work->args->picture == NULL) {
		return 0;
	}
	lwScene* baked = NULL;
	int code = cliReadScene(work->file, &baked);
	char number[16] = "#";
	const char* animation = work->stats.animation; // cut when long, and then maybe the name of several
	if (code == 0 && lwScene_FindClip(baked, animation, NULL) < 0) {
		snprintf(number, sizeof number, "#%d", baked->clipCount - 1); // the one that was added
		animation = number;
	}
	cliShow show = { .baked = baked, .animation = animation, .terrain = work->terrain,
					 .terrainScale = work->def.terrainScale, .skeleton = work->model.skeleton, .rig = &work->walk->rig,
					 .poses = work->args->poses, .triangles = work->args->triangles };
	if (code == 0 && work->args->picture != NULL) {
		code = cliWritePicture(work->args->picture, &show);
	}
	if (code == 0 && work->args->reports.count > 0) {
		code = measure(work, &show);
	}
	lwDestroyScene(baked);
	return code;
}

// A path far shorter than a leg is most often one in other units than the file's.
static void sayShortPath(const Walk* work) {
	double leg = (double)work->walk->rig.length, length = walkPathLength(work->path, work->def.pathCount);
	if (work->def.pathCount > 1 && length < leg) {
		cliSay("legwork walk: --path is only %.3g units long; it is in the file's units, and a leg here has %.3g", length, leg);
	}
}

static int report(const Walk* work) {
	const lwBakeStats* s = &work->stats;
	int code = review(work);
	if (code == 0 && work->args->common.json) {
		code = cliWriteJson(NULL, statsJson(work));
	} else if (code == 0) {
		sayShortPath(work);
		cliSay("%s: animation '%s', %d frames, %.2f s, %.3f units/s (%.2f L/s), %d steps%s", work->args->output, s->animation,
			   s->frames, (double)s->duration, (double)s->speed, s->length > 0 ? (double)(s->speed / s->length) : 0.0, s->steps,
			   s->searching == 0          ? ""
			   : work->def.pathCount > 0 ? "; some feet found no ground"
										 : "; some feet found no ground: the default path, 12 leg lengths along +Z, leads off it; give --path");
	}
	return code;
}

static int runWork(Walk* work) {
	int code = checkArgs(work);
	code = code != 0 ? code : cliReadModel(work->args->common.files[0], work->args->rig, &work->model);
	code = code == 0 && work->args->stripHelpers ? cliStripHelpers(&work->model) : code;
	code = code != 0 ? code : makeGait(work);
	code = code != 0 ? code : readClips(work);
	code = code != 0 ? code : checkForModel(work);
	code = code != 0 ? code : readTerrain(work);
	code = code != 0 ? code : bake(work);
	code = code != 0 ? code : report(work);
	return cliCloseOutput(work->args->output, work->file, code);
}

static int run(int argc, char** argv) {
	WalkArgs args = walkDefaults();
	int code;
	if (!cliBegin(&cliWalk, argc, argv, &args, 1, 1, &code)) {
		return code;
	}
	Walk* work = calloc(1, sizeof *work);
	if (work == NULL) {
		return cliFailMemory();
	}
	work->args = &args;
	work->def = lwDefaultBakeWalkDef();
	code = runWork(work);
	lwDestroyAnalysis(work->walk);
	lwDestroyAnalysis(work->idle);
	lwDestroyScene(work->terrain);
	cliFreeModel(&work->model);
	free(work->rig);
	free(work);
	return code;
}
