// SPDX-License-Identifier: MIT
// legwork walk: walk a creature over a terrain and write the result.
#include "cli/cli_creature.h"
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
	cliCreature creature;
	lwScene* terrain;
	lwBakeWalkDef def;
	char* file;                     // written: the output, or for standard output a file of its own
	bool tolerancePercent;
	lwVec3 path[WALK_MAX_PATH];
	lwSpeedPoint speeds[WALK_MAX_SPEEDS];
	lwBakeStats stats;
} Walk;

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
	if (args->speeds != NULL) {
		char error[CLI_ERROR_SIZE];
		def->speedCount = args->speed != NULL ? -1 : walkReadSpeeds(args->speeds, work->speeds, error);
		def->speeds = work->speeds;
		if (def->speedCount < 0) {
			return cliFailUsage("%s", args->speed != NULL ? "--speed and --speeds exclude each other" : error);
		}
	}
	const char* inputs[3] = { args->common.files[0], args->terrain, args->rig };
	return cliCheckBakeOutputs(&args->common, args->output, &args->reports, args->picture, args->footfall, inputs, 3);
}

// What can only be judged once the creature is known, in the words of the command line.
static int checkForModel(const Walk* work) {
	const lwBakeWalkDef* def = &work->def;
	char error[CLI_ERROR_SIZE];
	if (!walkCheckSpeed(work->args->speed, def->speedUnit, def->speed, work->creature.walk, error)) {
		return cliFailUsage("%s", error);
	}
	double leg = (double)work->creature.walk->rig.length, length = walkPathLength(work->path, def->pathCount);
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
	def.scale = work->creature.rig->length;
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
	def->scene = work->creature.model.scene;
	def->skeleton = work->creature.model.skeleton;
	def->walk = work->creature.walk;
	def->idle = work->creature.idle;
	def->others = work->creature.others;
	def->otherCount = work->creature.otherCount;
	def->terrain = work->terrain;
	def->fps = (float)args->fps;
	def->standBefore = (float)args->standBefore;
	def->standAfter = (float)args->standAfter;
	def->name = args->name != NULL ? args->name : def->name;
	def->withTerrain = args->withTerrain;
	def->keyTolerance *= work->tolerancePercent ? 0.01f * work->creature.walk->rig.length : 1.0f;
	def->progress = onProgress;
	cliProgress("walking %s", work->creature.model.scene->file);
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

// A path far shorter than a leg is most often one in other units than the file's.
static void sayShortPath(const Walk* work) {
	double leg = (double)work->creature.walk->rig.length, length = walkPathLength(work->path, work->def.pathCount);
	if (work->def.pathCount > 1 && length < leg) {
		cliSay("legwork walk: --path is only %.3g units long; it is in the file's units, and a leg here has %.3g", length, leg);
	}
}

static int report(const Walk* work) {
	const WalkArgs* args = work->args;
	const lwBakeStats* s = &work->stats;
	cliBaked baked = { &work->creature, args->output, work->file, s, work->terrain, work->def.terrainScale, &args->reports,
					   args->picture, args->poses, args->triangles, args->footfall };
	int code = cliReviewBake(&baked);
	if (code == 0 && args->common.json) {
		code = cliWriteJson(NULL, cliBakedJson(&baked));
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
	const WalkArgs* args = work->args;
	cliCreatureArgs creature = { args->common.files[0], args->rig, args->stripHelpers, &args->clips, args->idle, true, args->gait };
	code = code != 0 ? code : cliReadCreature(&creature, &work->creature);
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
	lwDestroyScene(work->terrain);
	cliFreeCreature(&work->creature);
	free(work);
	return code;
}
