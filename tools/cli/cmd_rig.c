// SPDX-License-Identifier: MIT
// legwork rig: find the legs, spine and tail; write them as JSON that can be edited and given back.
#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct RigArgs {
	cliCommon common;
	const char* rig;
	const char* clip;
	const char* output;
} RigArgs;

static const cliOption options[] = {
	{ "rig", 0, cli_text, offsetof(RigArgs, rig), "RIG.json", "parts given by hand; they win over what is found", 0, 0 },
	{ "clip", 0, cli_text, offsetof(RigArgs, clip), "NAME", "clip whose standing frames place the contact points", 0, 0 },
	{ "output", 'o', cli_text, offsetof(RigArgs, output), "RIG.json", "write here instead of standard output", 0, 0 },
	{ NULL, 0, cli_flag, 0, NULL, NULL, 0, 0 },
};
static int run(int argc, char** argv);

const cliCommand cliRig = {
	"rig", "FILE [--rig RIG.json] [-o RIG.json]", "Finds legs, feet, spine and tail and writes them as editable JSON",
	"The result is always JSON. What was decided and how sure it is goes to standard error.\n", options, run,
};

static int findRig(const RigArgs* args, cliModel* model) {
	int clip = -1;
	int code = args->clip != NULL ? cliFindClip(model->scene, args->clip, &clip) : 0;
	lwRig* rig = NULL;
	char* notes = NULL;
	code = code == 0 ? cliFindRig(model, clip, &rig, &notes) : code;
	if (code == 0) {
		if (notes != NULL && notes[0] != 0) {
			cliSay("%s", notes);
		}
		char* text = lwRig_ToJsonWithHints(rig, model->scene, model->skeleton, model->hints, model->hintCount);
		code = text != NULL ? cliWriteText(args->output, text) : cliFailMemory();
		free(text);
	}
	free(notes);
	free(rig);
	return code;
}

static int run(int argc, char** argv) {
	RigArgs args = { 0 };
	int code;
	if (!cliBegin(&cliRig, argc, argv, &args, 1, 1, &code)) {
		return code;
	}
	const char* inputs[2] = { args.common.files[0], args.rig };
	if ((code = cliCheckOutputs(&args.output, 1, inputs, 2)) != 0) {
		return code;
	}
	cliModel model;
	code = cliReadModel(args.common.files[0], args.rig, &model);
	if (code == 0) {
		code = findRig(&args, &model);
	}
	cliFreeModel(&model);
	return code;
}
