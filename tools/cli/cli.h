// SPDX-License-Identifier: MIT
// Command line, inside: what the commands share. One file a command: cmd_<word>.c.
#ifndef LEGWORK_CLI_CLI_H
#define LEGWORK_CLI_CLI_H

#include "cli/args.h"
#include "legwork/autorig.h"
#include "legwork/export.h"

#include <jansson.h>

// Exit codes, the same for every command; printed by 'legwork help'.
typedef enum cliExit {
	cli_ok = 0,
	cli_failed = 1,                 // the work failed, or --strict and a bar was missed
	cli_usage = 2,                  // bad command line: unknown option, bad value, a clip the file does not have
	cli_badFile = 3,                // a file cannot be read: missing, malformed, not supported, over a limit
	cli_badOutput = 4,              // the result cannot be written; what was there before is still there
} cliExit;

typedef struct cliCommand {
	const char* word;
	const char* usage;              // the arguments after the word, one or more lines
	const char* summary;            // one line
	const char* text;               // paragraphs of --help, ends with a newline; "" for none
	const cliOption* options;
	int (*run)(int argc, char** argv);
} cliCommand;

extern const cliCommand cliInfo, cliRig, cliAnalyze, cliWalk, cliCrawl, cliMeasure, cliSample, cliStrip, cliSynth;

// Parse the command's arguments, answer --help, check the number of files. True: go on; false: return *outExit.
bool cliBegin(const cliCommand* command, int argc, char** argv, void* args, int minFiles, int maxFiles, int* outExit);

// Errors: "legwork walk: reason" on stderr and what to do about it. Each returns its exit code.
int cliFailUsage(const char* format, ...) LW_PRINTF(1, 2);
int cliFailResult(const lwResult* result);
int cliFailWrite(const lwResult* result);
int cliFailMemory(void);
// The file that messages of the library about "rig.json" mean; must outlive the run.
void cliNameRig(const char* file);

// Say what is being done. Shown on stderr only once the work has taken a second, and not with --quiet.
void cliProgress(const char* format, ...) LW_PRINTF(1, 2);
// How much of it is done, 0..1: a line a second at most.
void cliProgressShare(float share);
// A line for the user on stderr unless --quiet.
void cliSay(const char* format, ...) LW_PRINTF(1, 2);

// A creature's file with its skeleton.
typedef struct cliModel {
	lwScene* scene;
	lwSceneSkeleton* skeleton;
	char* rigJson;                  // text of --rig, NULL when not given
	lwLegHint* hints;               // of the clips and of --rig, from cliFindRig on
	int hintCount;
} cliModel;

// Read a model file; rigFile (may be NULL) is read as text. 0 or the exit code; free with cliFreeModel in any case.
int cliReadModel(const char* file, const char* rigFile, cliModel* outModel);
void cliFreeModel(cliModel* model);
// Find the rig of a model and read its hints; the rig is malloc'ed. contactClip as in lwAutoRigDef; outNotes may be NULL. 0 or the exit code.
int cliFindRig(cliModel* model, int contactClip, lwRig** outRig, char** outNotes);
// The model without the helpers of its rig; what is found or given in a rig file stays right. 0 or the exit code.
int cliStripHelpers(cliModel* ioModel);
// Read a scene file only. 0 or the exit code.
int cliReadScene(const char* file, lwScene** outScene);
// Read a ground; what of it is none is said. 0 or the exit code.
int cliReadTerrain(const char* file, lwScene** outScene);
// Clip by name, part of a name after '|', or "#index". 0 or the exit code with the list of clips there are.
int cliFindClip(const lwScene* scene, const char* name, int* outClip);
// Legal places to write to: can be written, none is an input, no two are the same. NULLs are skipped. "-" is standard output. 0 or the exit code.
int cliCheckOutputs(const char* const* outputs, int outputCount, const char* const* inputs, int inputCount);
// True for "-".
bool cliIsStdout(const char* path);
// May a GLB go to standard output (path "-")? Not to a terminal nor with --json. 0 or the exit code.
int cliCheckStdout(const cliCommon* common, const char* path);
// A file for what goes to standard output (path "-") and is written to a file of its own first; else the path itself.
// malloc'ed, NULL after a failure that was told. Always followed by cliCloseOutput, which copies the file there when code
// is 0, removes and frees it. The exit code.
char* cliOpenOutput(const char* path);
int cliCloseOutput(const char* path, char* file, int code);
// Write text whole or not at all (path NULL or "-": print it with a line end). 0 or the exit code.
int cliWriteText(const char* path, const char* text);
// Print a JSON value to stdout or a file (path NULL: stdout) and release it. 0 or the exit code.
int cliWriteJson(const char* path, json_t* value);
// A number with the digits a float is worth; null when not finite.
json_t* cliJsonNumber(double value);
// Text that is valid UTF-8 whatever the file held.
json_t* cliJsonText(const char* text);
// Lines of text as an array of strings.
json_t* cliJsonLines(const char* text);

#endif
