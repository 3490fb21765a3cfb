// SPDX-License-Identifier: MIT
// legwork strip: a creature without the joints that carry nothing.
#include "cli/cli.h"

typedef struct StripArgs {
	cliCommon common;
	const char* rig;
	const char* output;
} StripArgs;

static const cliOption options[] = {
	{ "rig", 0, cli_text, offsetof(StripArgs, rig), "RIG.json", "whose \"helpers\" are left out instead of those found", 0, 0 },
	{ "output", 'o', cli_text, offsetof(StripArgs, output), "OUT.glb", "file to write; - for standard output", 0, 0 },
	{ NULL, 0, cli_flag, 0, NULL, NULL, 0, 0 },
};
static int run(int argc, char** argv);

const cliCommand cliStrip = {
	"strip", "FILE [--rig RIG.json] -o OUT.glb", "Leaves out helpers, the joints that carry nothing (IK targets, poles)",
	"No vertex moves by it. A file with helpers is written anew from what 'legwork info' shows of it.\n", options, run,
};

static int write(const StripArgs* args, const cliModel* model) {
	cliProgress("writing %s", args->output);
	lwGlbEdit edit = lwDefaultGlbEdit();
	char* file = cliOpenOutput(args->output);
	if (file == NULL) {
		return cli_badOutput;
	}
	lwResult result = lwWriteGlb(file, model->scene, &edit, NULL);
	return cliCloseOutput(args->output, file, result.status == lw_ok ? 0 : cliFailWrite(&result));
}

static int run(int argc, char** argv) {
	StripArgs args = { 0 };
	int code;
	if (!cliBegin(&cliStrip, argc, argv, &args, 1, 1, &code)) {
		return code;
	}
	if (args.output == NULL) {
		return cliFailUsage("-o OUT.glb is missing");
	}
	const char* inputs[2] = { args.common.files[0], args.rig };
	code = cliCheckStdout(&args.common, args.output);
	code = code != 0 ? code : cliCheckOutputs(&args.output, 1, inputs, 2);
	if (code != 0) {
		return code;
	}
	cliModel model;
	code = cliReadModel(args.common.files[0], args.rig, &model);
	int nodes = code == 0 ? model.scene->nodeCount : 0;
	code = code != 0 ? code : cliStripHelpers(&model);
	code = code != 0 ? code : write(&args, &model);
	if (code == 0 && args.common.json) {
		code = cliWriteJson(NULL, json_pack("{s:o, s:i, s:i}", "file", cliJsonText(args.output), "nodes", model.scene->nodeCount, "stripped",
											nodes - model.scene->nodeCount));
	}
	cliFreeModel(&model);
	return code;
}
