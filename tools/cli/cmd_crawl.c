// SPDX-License-Identifier: MIT
// legwork crawl: a creature on any surface, steered by chance, by a script or along points, written as an animation.
#include "cli/cli_creature.h"
#include "cli/walk_args.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct CrawlArgs {
	cliCommon common;
	cliList clips;
	const char* idle;
	const char* gait;
	const char* rig;
	const char* terrain;
	const char* visible;
	const char* scene;
	bool singleMesh, withTerrain, stripHelpers;
	int sceneSeed;
	double terrainScale, seconds, fps, standBefore, standAfter;
	const char* input;
	const char* path;
	const char* start;
	const char* speed;
	const char* keyTolerance;
	const char* name;
	cliList reports;
	const char* picture;
	int poses, triangles;
	const char* output;
} CrawlArgs;

static const cliOption options[] = {
	{ "clip", 0, cli_list, offsetof(CrawlArgs, clips), "NAME", "sample clip; of several the cyclic one walks, another stands", 0, 0 },
	{ "idle", 0, cli_text, offsetof(CrawlArgs, idle), "NAME", "clip for standing", 0, 0 },
	{ "gait", 0, cli_text, offsetof(CrawlArgs, gait), "NAME", "without a clip: auto, walk, trot, tripod ...; see 'legwork synth'", 0, 0 },
	{ "rig", 0, cli_text, offsetof(CrawlArgs, rig), "RIG.json", "legs given by hand, see 'legwork rig'", 0, 0 },
	{ "strip-helpers", 0, cli_flag, offsetof(CrawlArgs, stripHelpers), NULL, "leave out joints that carry nothing (IK targets, poles), see 'legwork strip'", 0, 0 },
	{ "scene", 0, cli_text, offsetof(CrawlArgs, scene), "NAME", "built-in world, made for the creature's size; see 'legwork sample list'", 0, 0 },
	{ "scene-seed", 0, cli_whole, offsetof(CrawlArgs, sceneSeed), "N", "another of its kind (default 1)", 0, 2147483647 },
	{ "single-mesh", 0, cli_flag, offsetof(CrawlArgs, singleMesh), NULL, "scene: all that stands still as one mesh", 0, 0 },
	{ "terrain", 0, cli_text, offsetof(CrawlArgs, terrain), "FILE", "world to crawl in; what its first animation moves, moves", 0, 0 },
	{ "visible", 0, cli_text, offsetof(CrawlArgs, visible), "FILE", "the mesh that is seen, when the terrain is a plain stand-in", 0, 0 },
	{ "terrain-scale", 0, cli_number, offsetof(CrawlArgs, terrainScale), "K", "size of terrain and visible (default 1)", 1e-6, 1e6 },
	{ "input", 0, cli_text, offsetof(CrawlArgs, input), "WHAT", "random:SEED (default random:1), path, or a script.json", 0, 0 },
	{ "path", 0, cli_text, offsetof(CrawlArgs, path), "\"X,Y,Z X,Y,Z ...\"", "points to steer at, with --input path", 0, 0 },
	{ "start", 0, cli_text, offsetof(CrawlArgs, start), "\"X,Y,Z\"", "where to start: the surface nearest below (default: the scene's, else on top)", 0, 0 },
	{ "seconds", 0, cli_number, offsetof(CrawlArgs, seconds), "S", "of input, up to 600 (default 20)", 0.1, 600 },
	{ "speed", 0, cli_text, offsetof(CrawlArgs, speed), "V", "top speed: auto (default), 1.2 units/s, 0.6x the sample's, or 1.5L leg lengths/s", 0, 0 },
	{ "fps", 0, cli_number, offsetof(CrawlArgs, fps), "N", "keys a second, 10 to 240 (default 60)", 10, 240 },
	{ "key-tolerance", 0, cli_text, offsetof(CrawlArgs, keyTolerance), "K", "drop keys while no joint moves by more: 0.5 units, or 0.1%L (default: keep all)", 0, 0 },
	{ "stand-before", 0, cli_number, offsetof(CrawlArgs, standBefore), "SECONDS", "standing before the input (default 0.5)", 0, 60 },
	{ "stand-after", 0, cli_number, offsetof(CrawlArgs, standAfter), "SECONDS", "standing after it (default 2.5)", 0, 60 },
	{ "name", 0, cli_text, offsetof(CrawlArgs, name), "NAME", "name of the new animation (default legwork_crawl)", 0, 0 },
	{ "with-terrain", 0, cli_flag, offsetof(CrawlArgs, withTerrain), NULL, "put the world's visible meshes into the file, moving as they do", 0, 0 },
	{ "report", 0, cli_list, offsetof(CrawlArgs, reports), "OUT.json|html", "measure the result; write numbers, or a page with pictures", 0, 0 },
	{ "picture", 0, cli_text, offsetof(CrawlArgs, picture), "OUT.svg", "draw the crawl on its ground", 0, 0 },
	{ "poses", 0, cli_whole, offsetof(CrawlArgs, poses), "N", "pictures: how many poses, 1 to 64 (default 8)", 1, 64 },
	{ "triangles", 0, cli_whole, offsetof(CrawlArgs, triangles), "N", "pictures: of a pose at most, 16 to 4000 (default 2500)", 16, 4000 },
	{ "output", 'o', cli_text, offsetof(CrawlArgs, output), "OUT.glb", "file to write; - for standard output", 0, 0 },
	{ NULL, 0, cli_flag, 0, NULL, NULL, 0, 0 },
};
static int run(int argc, char** argv);

const cliCommand cliCrawl = {
	"crawl", "FILE --clip NAME --scene NAME [--input WHAT] -o OUT.glb\n       legwork crawl FILE --clip NAME --terrain FILE [--visible FILE] -o OUT.glb",
	"Moves a creature over walls, ceilings, edges and moving bodies and writes it as GLB",
	"As 'walk', on any surface: it is steered like by a player. Materials named 'walkable' or 'visible' tell what is stood on\n"
	"and what is seen; scripts are described in docs/format.md.\n", options, run,
};

// Everything a crawl is made of; freed in one place.
typedef struct Crawl {
	const CrawlArgs* args;
	cliCreature creature;
	lwScene* terrain;
	lwScene* visible;
	lwCrawlInput* input;
	lwBakeCrawlDef def;
	char* file;
	bool tolerancePercent;
	lwVec3 path[WALK_MAX_PATH];
	lwBakeCrawlStats stats;
} Crawl;

static int readPoints(Crawl* work) {
	lwBakeWalkDef* bake = &work->def.bake;
	const CrawlArgs* args = work->args;
	if (args->path == NULL) {
		return cliFailUsage("--input path needs --path");
	}
	char error[CLI_ERROR_SIZE];
	bool hasHeight = false;
	bake->path = work->path;
	bake->pathCount = walkReadPoints(args->path, work->path, &hasHeight, error);
	if (bake->pathCount < 0) {
		return cliFailUsage("%s", error);
	}
	return hasHeight ? 0 : cliFailUsage("--path: points of a crawl are X,Y,Z");
}

static bool readSeed(const char* text, uint32_t* outSeed) {
	double seed = 0;
	if (!cliReadNumber(text, &seed) || !(seed >= 0 && seed <= 4294967295.0) || seed != (double)(uint32_t)seed) {
		return false;
	}
	*outSeed = (uint32_t)seed;
	return true;
}

static int readInput(Crawl* work) {
	const CrawlArgs* args = work->args;
	const char* what = args->input != NULL ? args->input : "random:1";
	if (strcmp(what, "path") == 0) {
		return readPoints(work);
	}
	if (args->path != NULL) {
		return cliFailUsage("--path is of use with --input path only");
	}
	lwResult result;
	if (strncmp(what, "random:", 7) == 0) {
		lwRandomInputDef def = lwDefaultRandomInputDef();
		def.seconds = (float)args->seconds;
		if (!readSeed(what + 7, &def.seed)) {
			return cliFailUsage("--input: '%.80s': the seed is a whole number", what);
		}
		result = lwMakeRandomInput(&def, &work->input);
	} else {
		result = lwReadCrawlScript(what, &work->input);
		result.status = result.status == lw_errorNotFound ? lw_errorIo : result.status; // a file that is missing
	}
	work->def.input = work->input;
	return result.status == lw_ok ? 0 : cliFailResult(&result);
}

static int checkArgs(Crawl* work) {
	const CrawlArgs* args = work->args;
	lwBakeWalkDef* bake = &work->def.bake;
	if (args->output == NULL) {
		return cliFailUsage("-o OUT.glb is missing");
	}
	if (args->gait != NULL && args->clips.count > 0) {
		return cliFailUsage("--gait and --clip exclude each other; --idle names a clip for standing");
	}
	if ((args->terrain != NULL) == (args->scene != NULL)) {
		return cliFailUsage(args->scene == NULL ? "--scene NAME or --terrain FILE is missing" : "--terrain and --scene exclude each other");
	}
	if (args->scene != NULL && lwWorldScene_FromName(args->scene) < 0) {
		return cliFailUsage("--scene: no scene '%.80s'; 'legwork sample list' names them", args->scene);
	}
	if (args->scene != NULL && args->visible != NULL) {
		return cliFailUsage("--visible goes with --terrain; a scene has its own");
	}
	if (!walkReadSpeed(args->speed, &bake->speedUnit, &bake->speed)) {
		return cliFailUsage("--speed: '%.80s' is not auto, 1.2, 0.6x or 1.5L with a number above 0", args->speed);
	}
	if (!walkReadTolerance(args->keyTolerance, &work->tolerancePercent, &bake->keyTolerance)) {
		return cliFailUsage("--key-tolerance: '%.80s' is not 0.5 (units) or 0.1%%L with a number of 0 or more", args->keyTolerance);
	}
	json_t* name = json_string(args->name != NULL ? args->name : "");
	json_decref(name);
	if (name == NULL) {
		return cliFailUsage("--name: the text is not UTF-8");
	}
	const char* inputs[5] = { args->common.files[0], args->terrain, args->rig, args->visible, args->input };
	return cliCheckBakeOutputs(&args->common, args->output, &args->reports, args->picture, NULL, inputs, 5);
}

static int makeScene(Crawl* work) {
	const CrawlArgs* args = work->args;
	lwBakeCrawlDef* crawl = &work->def;
	lwWorldSceneDef def = lwDefaultWorldSceneDef();
	def.kind = (lwWorldSceneKind)lwWorldScene_FromName(args->scene);
	def.size = lwCrawl_Size(work->creature.model.skeleton, work->creature.walk);
	def.seed = (uint32_t)args->sceneSeed;
	def.singleMesh = args->singleMesh;
	lwWorldScene* scene = NULL;
	lwResult result = lwMakeWorldScene(&def, &scene);
	if (result.status == lw_ok) {
		float duration = (float)(args->seconds + args->standBefore + args->standAfter);
		result = lwWorldScene_ToScene(scene, duration, (float)args->fps, &work->terrain);
		crawl->start = lwWorldScene_Start(scene);
		crawl->hasStart = true;
	}
	lwDestroyWorldScene(scene);
	return result.status == lw_ok ? 0 : cliFailResult(&result);
}

static int readStart(Crawl* work) {
	if (work->args->start == NULL) {
		return 0;
	}
	double n[3];
	const char* rest = work->args->start;
	for (int i = 0; i < 3; i++) {
		bool good = cliReadNumberPart(rest, &rest, &n[i]) && n[i] > -1e9 && n[i] < 1e9 && *rest == (i < 2 ? ',' : 0);
		if (!good) {
			return cliFailUsage("--start: '%.60s' is not X,Y,Z", work->args->start);
		}
		rest += i < 2 ? 1 : 0;
	}
	work->def.start.pos = (lwVec3){ (float)n[0], (float)n[1], (float)n[2] };
	work->def.start.up = (lwVec3){ 0, 1, 0 };
	work->def.start.forward = (lwVec3){ 0, 0, 1 };
	work->def.hasStart = true;
	return 0;
}

static int readWorld(Crawl* work) {
	const CrawlArgs* args = work->args;
	work->def.bake.terrainScale = (float)args->terrainScale;
	if (args->scene != NULL) {
		work->def.bake.terrainScale = 1;
		return makeScene(work);
	}
	int code = cliReadTerrain(args->terrain, &work->terrain);
	return code == 0 && args->visible != NULL ? cliReadTerrain(args->visible, &work->visible) : code;
}

static bool onProgress(void* user, float progress) {
	(void)user;
	cliProgressShare(progress);
	return true;
}

static int bake(Crawl* work) {
	const CrawlArgs* args = work->args;
	lwBakeWalkDef* def = &work->def.bake;
	def->scene = work->creature.model.scene;
	def->skeleton = work->creature.model.skeleton;
	def->walk = work->creature.walk;
	def->idle = work->creature.idle;
	def->terrain = work->terrain;
	def->fps = (float)args->fps;
	def->standBefore = (float)args->standBefore;
	def->standAfter = (float)args->standAfter;
	def->name = args->name != NULL ? args->name : def->name;
	def->withTerrain = args->withTerrain;
	def->keyTolerance *= work->tolerancePercent ? 0.01f * work->creature.walk->rig.length : 1.0f;
	def->progress = onProgress;
	work->def.visible = work->visible;
	work->def.seconds = (float)args->seconds;
	cliProgress("crawling %s", def->scene->file);
	work->file = cliOpenOutput(args->output);
	if (work->file == NULL) {
		return cli_badOutput;
	}
	lwResult result = lwBakeCrawl(&work->def, work->file, &work->stats);
	if (result.status == lw_ok) {
		return 0;
	}
	return result.status == lw_errorIo ? cliFailWrite(&result) : cliFailResult(&result);
}

static int report(const Crawl* work) {
	const CrawlArgs* args = work->args;
	const lwBakeStats* s = &work->stats.bake;
	cliBaked baked = { &work->creature, args->output, work->file, s, work->visible != NULL ? work->visible : work->terrain,
					   work->def.bake.terrainScale, &args->reports, args->picture, args->poses, args->triangles, NULL };
	int code = cliReviewBake(&baked);
	if (code == 0 && args->common.json) {
		json_t* json = cliBakedJson(&baked);
		json_object_set_new(json, "size", cliJsonNumber((double)work->stats.size));
		json_object_set_new(json, "airFrames", json_integer(work->stats.airFrames));
		json_object_set_new(json, "arrived", json_integer(work->stats.arrived));
		return cliWriteJson(NULL, json);
	}
	if (code == 0) {
		cliSay("%s: animation '%s', %d frames, %.2f s, %.3f units/s, %d steps%s%s", args->output, s->animation, s->frames,
			   (double)s->duration, (double)s->speed, s->steps, s->searching > 0 ? "; some feet found no ground" : "",
			   work->stats.airFrames > 0 ? "; some time in the air" : "");
	}
	return code;
}

static int checkSpeed(const Crawl* work) {
	const lwBakeWalkDef* bake = &work->def.bake;
	char error[CLI_ERROR_SIZE];
	bool good = walkCheckSpeed(work->args->speed, bake->speedUnit, bake->speed, work->creature.walk, error);
	return good ? 0 : cliFailUsage("%s", error);
}

static int runWork(Crawl* work) {
	const CrawlArgs* args = work->args;
	int code = checkArgs(work);
	code = code != 0 ? code : readInput(work);
	cliCreatureArgs creature = { args->common.files[0], args->rig, args->stripHelpers, &args->clips, args->idle, false, args->gait };
	code = code != 0 ? code : cliReadCreature(&creature, &work->creature);
	code = code != 0 ? code : checkSpeed(work);
	code = code != 0 ? code : readWorld(work);
	code = code != 0 ? code : readStart(work);
	code = code != 0 ? code : bake(work);
	code = code != 0 ? code : report(work);
	return cliCloseOutput(args->output, work->file, code);
}

static int run(int argc, char** argv) {
	lwBakeCrawlDef def = lwDefaultBakeCrawlDef();
	CrawlArgs args = { .sceneSeed = 1, .terrainScale = 1, .seconds = (double)def.seconds, .fps = (double)def.bake.fps,
					   .standBefore = (double)def.bake.standBefore, .standAfter = (double)def.bake.standAfter };
	int code;
	if (!cliBegin(&cliCrawl, argc, argv, &args, 1, 1, &code)) {
		return code;
	}
	Crawl* work = calloc(1, sizeof *work);
	if (work == NULL) {
		return cliFailMemory();
	}
	work->args = &args;
	work->def = def;
	code = runWork(work);
	lwDestroyScene(work->terrain);
	lwDestroyScene(work->visible);
	lwDestroyCrawlInput(work->input);
	cliFreeCreature(&work->creature);
	free(work);
	return code;
}
