// SPDX-License-Identifier: MIT
// legwork synth: make a gait for a rig that has no clip, and write it beside what the file holds.
#include "cli/cli_synth.h"

#include <stdio.h>
#include <stdlib.h>

#define NOT_GIVEN (-1e9)

typedef struct SynthArgs {
	cliCommon common;
	const char* gait;
	const char* rig;
	const char* name;
	const char* output;
	double speed, period, duty, stepHeight, bob, crouch;
} SynthArgs;

static const cliOption options[] = {
	{ "gait", 0, cli_text, offsetof(SynthArgs, gait), "NAME", "auto (default), walk, run, trot, pace, canter, gallop, tripod, tetrapod, wave, hop", 0, 0 },
	{ "rig", 0, cli_text, offsetof(SynthArgs, rig), "RIG.json", "legs given by hand, see 'legwork rig'", 0, 0 },
	{ "speed", 0, cli_number, offsetof(SynthArgs, speed), "V", "units a second (default: natural for the size)", 1e-6, 1e6 },
	{ "period", 0, cli_number, offsetof(SynthArgs, period), "SECONDS", "of one cycle (default: natural for size and speed)", 0.02, 100 },
	{ "duty", 0, cli_number, offsetof(SynthArgs, duty), "SHARE", "of the cycle that a foot stands", 0.06, 0.96 },
	{ "step-height", 0, cli_number, offsetof(SynthArgs, stepHeight), "K", "of a foot in the air, in leg lengths", 0, 1 },
	{ "bob", 0, cli_number, offsetof(SynthArgs, bob), "K", "of the body up and down, in leg lengths", 0, 1 },
	{ "crouch", 0, cli_number, offsetof(SynthArgs, crouch), "K", "least lowering of the body, in leg lengths", 0, 0.8 },
	{ "name", 0, cli_text, offsetof(SynthArgs, name), "NAME", "name of the new animation (default legwork_<gait>)", 0, 0 },
	{ "output", 'o', cli_text, offsetof(SynthArgs, output), "OUT.glb", "file to write; - for standard output", 0, 0 },
	{ NULL, 0, cli_flag, 0, NULL, NULL, 0, 0 },
};
static int run(int argc, char** argv);

const cliCommand cliSynth = {
	"synth", "FILE [--gait NAME] -o OUT.glb", "Makes a walking cycle for a rig without clips",
	"The file is kept as it is; a looping walk and a stand are added, to start from or to walk by. 'legwork walk --gait NAME'\n"
	"walks a terrain with it at once.\n",
	options, run,
};

static void setOr(double given, float* ioValue) {
	*ioValue = given > 0.5 * NOT_GIVEN ? (float)given : *ioValue;
}

static int write(const SynthArgs* args, const cliModel* model, const lwSynthGait* synth) {
	const lwSceneClip* walk = &model->scene->clips[model->scene->clipCount - 1];
	const lwSceneClip* stand = walk - 1;
	lwGlbAnimation animations[2] = {
		{ .name = args->name != NULL ? args->name : walk->name, .channelCount = walk->channelCount, .channels = walk->channels },
		{ .name = stand->name, .channelCount = stand->channelCount, .channels = stand->channels },
	};
	lwGlbEdit edit = lwDefaultGlbEdit();
	edit.animationCount = stand->channelCount > 0 ? 2 : 1;
	edit.animations = animations;
	char* names[2] = { NULL, NULL };
	model->scene->clipCount -= 2; // they are the edit, not what the file held
	char* file = cliOpenOutput(args->output);
	lwResult result = file != NULL ? lwWriteGlb(file, model->scene, &edit, names) : lwResult_Ok();
	model->scene->clipCount += 2;
	if (file == NULL) {
		return cli_badOutput;
	}
	int written = cliCloseOutput(args->output, file, result.status == lw_ok ? 0 : result.status == lw_errorIo ? cliFailWrite(&result) : cliFailResult(&result));
	if (written != 0) {
		free(names[0]);
		free(names[1]);
		return written;
	}
	const lwGait* gait = &synth->gait;
	const char* name = names[0];
	int code = 0;
	if (args->common.json) {
		code = cliWriteJson(NULL, json_pack("{s:o, s:o, s:s, s:o, s:o, s:o, s:i}", "file", cliJsonText(args->output), "animation", cliJsonText(name), "gait",
											gait->gaitName, "speed", cliJsonNumber((double)gait->speed), "period", cliJsonNumber((double)gait->period),
											"duty", cliJsonNumber((double)gait->legs[0].duty), "legs", gait->legCount));
	} else {
		cliSay("%s: animation '%s', %s on %d legs, %.3g s a cycle, %.3g units/s", args->output, name, gait->gaitName, gait->legCount,
			   (double)gait->period, (double)gait->speed);
	}
	free(names[0]);
	free(names[1]);
	return code;
}

static int make(const SynthArgs* args, cliModel* model) {
	lwSynthGaitDef def = lwDefaultSynthGaitDef();
	setOr(args->speed, &def.speed);
	setOr(args->period, &def.period);
	setOr(args->duty, &def.duty);
	setOr(args->stepHeight, &def.stepHeight);
	setOr(args->bob, &def.bob);
	setOr(args->crouch, &def.crouch);
	int code = args->gait != NULL ? cliReadGait(args->gait, &def.kind) : 0;
	lwSynthGait* synth = NULL;
	code = code == 0 ? cliReadModel(args->common.files[0], args->rig, model) : code;
	code = code == 0 ? cliSynthesise(model, &def, &synth) : code;
	code = code == 0 ? write(args, model, synth) : code;
	lwDestroySynthGait(synth);
	return code;
}

static int run(int argc, char** argv) {
	SynthArgs args = { .speed = NOT_GIVEN, .period = NOT_GIVEN, .duty = NOT_GIVEN, .stepHeight = NOT_GIVEN, .bob = NOT_GIVEN, .crouch = NOT_GIVEN };
	int code;
	if (!cliBegin(&cliSynth, argc, argv, &args, 1, 1, &code)) {
		return code;
	}
	if (args.output == NULL) {
		return cliFailUsage("-o OUT.glb is missing");
	}
	json_t* name = json_string(args.name != NULL ? args.name : "");
	json_decref(name);
	if (name == NULL) {
		return cliFailUsage("--name: the text is not UTF-8");
	}
	const char* inputs[2] = { args.common.files[0], args.rig };
	code = cliCheckStdout(&args.common, args.output);
	code = code == 0 ? cliCheckOutputs(&args.output, 1, inputs, 2) : code;
	cliModel model = { 0 };
	code = code == 0 ? make(&args, &model) : code;
	cliFreeModel(&model);
	return code;
}
