// SPDX-License-Identifier: MIT
// legwork analyze: what the clips of a creature do with its feet.
#include "cli/cli.h"
#include "legwork/analyse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct AnalyzeArgs {
	cliCommon common;
	cliList clips;
	const char* rig;
	const char* svg;
	const char* output;
	double from, to;
	bool noClose;
	bool noCut;
} AnalyzeArgs;

static const cliOption options[] = {
	{ "clip", 0, cli_list, offsetof(AnalyzeArgs, clips), "NAME", "clip to look at; may be repeated (default: all)", 0, 0 },
	{ "rig", 0, cli_text, offsetof(AnalyzeArgs, rig), "RIG.json", "legs and key times given by hand, see 'legwork rig'", 0, 0 },
	{ "svg", 0, cli_text, offsetof(AnalyzeArgs, svg), "OUT.svg", "draw the footfall diagram, heights and paths of one --clip", 0, 0 },
	{ "output", 'o', cli_text, offsetof(AnalyzeArgs, output), "OUT.json", "write the JSON to this file; print no table", 0, 0 },
	{ "from", 0, cli_number, offsetof(AnalyzeArgs, from), "SECONDS", "start of the part to look at, as stored", -1e6, 1e6 },
	{ "to", 0, cli_number, offsetof(AnalyzeArgs, to), "SECONDS", "end of that part", -1e6, 1e6 },
	{ "no-close", 0, cli_flag, offsetof(AnalyzeArgs, noClose), NULL, "leave a loop gap as it is", 0, 0 },
	{ "no-cut", 0, cli_flag, offsetof(AnalyzeArgs, noCut), NULL, "keep all cycles of a clip that holds several", 0, 0 },
	{ NULL, 0, cli_flag, 0, NULL, NULL, 0, 0 },
};
static int run(int argc, char** argv);

const cliCommand cliAnalyze = {
	"analyze", "FILE [--clip NAME ...] [--json] [--svg OUT.svg]",
	"Studies clips: key times of every leg, speed, stride, gait, contacts",
	"Clips are named as in the file, by the part after '|', or by number: --clip '#2'.\n"
	"A clip that cannot be understood is reported and the others go on; the exit code is then 1.\n",
	options, run,
};

// What one run carries along.
typedef struct Analyze {
	const AnalyzeArgs* args;
	cliModel* model;
	lwRig* rig;
	json_t* entries;
	int failures;
	char* svg;                      // of the last clip, when asked for
} Analyze;

static void printLeg(const lwGaitLeg* leg, const char* name, double period) {
	printf("    %-4s stance at phase %.3f; then lift %.3f s  off %.3f s  strike %.3f s  land %.3f s; duty %.2f  step %.3f  speed %.3f  (%.2f)\n", name,
		   (double)leg->stance, (double)leg->lift * period, (double)leg->off * period, (double)leg->strike * period,
		   (double)leg->land * period, (double)leg->duty, (double)leg->stepLength, (double)leg->speed, (double)leg->confidence);
}

// For two digits: no "-0.00".
static double rounded(float value) {
	return value > -0.005f && value <= 0 ? 0.0 : (double)value;
}

static void printAnalysis(const lwAnalysis* analysis) {
	const lwGait* gait = &analysis->gait;
	if (!gait->cyclic) {
		printf("%s: %.3f s, no walking cycle\n", gait->clipName, (double)analysis->duration);
	} else {
		printf("%s: %s, period %.3f s, speed %.3f (%.3f L/s), stride %.3f, direction %.2f %.2f %.2f, confidence %.2f\n",
			   gait->clipName, gait->gaitName, (double)gait->period, (double)gait->speed,
			   analysis->rig.length > 0 ? (double)(gait->speed / analysis->rig.length) : 0.0, (double)gait->stride,
			   rounded(gait->directionMS.x), rounded(gait->directionMS.y), rounded(gait->directionMS.z), (double)gait->confidence);
		for (int i = 0; i < gait->legCount; i++) {
			printLeg(&gait->legs[i], analysis->rig.legs[i].name, (double)gait->period);
		}
	}
	for (const char* line = analysis->warnings; line != NULL && *line != 0;) {
		int length = (int)strcspn(line, "\n");
		printf("    note: %.*s\n", length, line);
		line += length + (line[length] == '\n');
	}
}

static int keepAnalysis(Analyze* work, const lwAnalysis* analysis) {
	if (work->args->svg != NULL) {
		free(work->svg);
		work->svg = lwAnalysis_ToSvg(analysis, work->model->scene, work->model->skeleton);
		if (work->svg == NULL) {
			return cliFailMemory();
		}
	}
	if (work->entries == NULL) {
		printAnalysis(analysis);
		return 0;
	}
	char* text = lwAnalysis_ToJson(analysis, work->model->scene, work->model->skeleton);
	json_t* entry = text != NULL ? json_loads(text, 0, NULL) : NULL;
	free(text);
	return json_array_append_new(work->entries, entry) == 0 ? 0 : cliFailMemory();
}

static int analyzeClip(Analyze* work, int clip) {
	const lwScene* scene = work->model->scene;
	cliProgress("analysing %s: %s", scene->file, scene->clips[clip].name);
	lwAnalyseDef def = lwDefaultAnalyseDef();
	def.scene = scene;
	def.skeleton = work->model->skeleton;
	def.rig = work->rig;
	def.clip = clip;
	def.start = (float)work->args->from;
	def.end = (float)work->args->to;
	def.closeLoop = !work->args->noClose;
	def.cutToCycle = !work->args->noCut;
	def.hints = work->model->hints;
	def.hintCount = work->model->hintCount;
	lwAnalysis* analysis = NULL;
	lwResult result = lwAnalyseClip(&def, &analysis);
	if (result.status == lw_errorMemory) {
		return cliFailResult(&result);
	}
	if (result.status != lw_ok) {
		work->failures++;
		cliFailResult(&result);
		if (work->entries != NULL) {
			json_array_append_new(work->entries, json_pack("{s:o, s:o}", "name", cliJsonText(scene->clips[clip].name), "error",
														   cliJsonText(result.message)));
		}
		return 0;
	}
	int code = keepAnalysis(work, analysis);
	lwDestroyAnalysis(analysis);
	return code;
}

static int analyzeClips(Analyze* work) {
	const lwScene* scene = work->model->scene;
	const cliList* names = &work->args->clips;
	if (names->count == 0) {
		int code = 0;
		for (int i = 0; i < scene->clipCount && code == 0; i++) {
			code = analyzeClip(work, i);
		}
		return code;
	}
	int clips[CLI_MAX_LIST];
	for (int i = 0; i < names->count; i++) {
		int code = cliFindClip(scene, names->items[i], &clips[i]);
		if (code != 0) {
			return code;
		}
	}
	int code = 0;
	for (int i = 0; i < names->count && code == 0; i++) {
		code = analyzeClip(work, clips[i]);
	}
	return code;
}

static int writeResults(Analyze* work) {
	int code = 0;
	if (work->svg != NULL) {
		code = cliWriteText(work->args->svg, work->svg);
	}
	if (code == 0 && work->entries != NULL) {
		json_t* root = json_pack("{s:o, s:O}", "file", cliJsonText(work->model->scene->file), "clips", work->entries);
		code = cliWriteJson(work->args->output, root);
	}
	return code;
}

static int runWork(Analyze* work) {
	if (work->model->scene->clipCount == 0) {
		lwResult result = lwResult_Fail(lw_errorData, "%s: the file has no clips", work->model->scene->file);
		return cliFailResult(&result);
	}
	int code = cliFindRig(work->model, -1, &work->rig, NULL);
	code = code != 0 ? code : analyzeClips(work);
	code = code != 0 ? code : writeResults(work);
	return code != 0 ? code : (work->failures > 0 ? cli_failed : cli_ok);
}

static int checkArgs(const AnalyzeArgs* args) {
	if (args->svg != NULL && args->clips.count != 1) {
		return cliFailUsage("--svg draws one clip; name it with --clip");
	}
	if ((args->from != 0 || args->to != 0) && args->to <= args->from) {
		return cliFailUsage("--to must be later than --from");
	}
	const char* outputs[2] = { args->svg, args->output };
	const char* inputs[2] = { args->common.files[0], args->rig };
	return cliCheckOutputs(outputs, 2, inputs, 2);
}

static int run(int argc, char** argv) {
	AnalyzeArgs args = { 0 };
	int code;
	if (!cliBegin(&cliAnalyze, argc, argv, &args, 1, 1, &code) || (code = checkArgs(&args)) != 0) {
		return code;
	}
	cliModel model;
	code = cliReadModel(args.common.files[0], args.rig, &model);
	Analyze work = { &args, &model, NULL, NULL, 0, NULL };
	if (args.common.json || args.output != NULL) {
		work.entries = json_array();
	}
	if (code == 0) {
		code = runWork(&work);
	}
	json_decref(work.entries);
	free(work.svg);
	free(work.rig);
	cliFreeModel(&model);
	return code;
}
