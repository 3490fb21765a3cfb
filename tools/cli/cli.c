// SPDX-License-Identifier: MIT
// What the commands share: begin, errors, progress. Files and JSON: cli_file.c.
#include "cli/cli.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// The process runs one command; its name and its progress line are the only globals.
static const char* runningWord = "";
static const char* rigFile;
static bool quiet;
static char progressText[160];
static volatile sig_atomic_t progressReady; // the text is whole
static volatile sig_atomic_t progressShown; // the text was printed
static volatile sig_atomic_t secondPassed;  // since the last line about the share done

static void printUsage(const cliCommand* command) {
	printf("Usage: legwork %s %s\n\n%s.\n%s%s", command->word, command->usage, command->summary,
		   command->text[0] != 0 ? "\n" : "", command->text);
	cliPrintOptions(command->options);
}

// Each second of work: say what is going on, once for each step.
static void onSecond(int signalNumber) {
	(void)signalNumber;
	if (progressReady && !progressShown) {
		progressShown = 1;
		ssize_t written = write(STDERR_FILENO, progressText, strlen(progressText));
		(void)written;
	}
	secondPassed = 1;
	alarm(1);
}

static void startProgress(void) {
	struct sigaction action;
	memset(&action, 0, sizeof action);
	action.sa_handler = onSecond;
	action.sa_flags = SA_RESTART;
	sigemptyset(&action.sa_mask);
	if (sigaction(SIGALRM, &action, NULL) == 0) {
		alarm(1);
	}
}

bool cliBegin(const cliCommand* command, int argc, char** argv, void* args, int minFiles, int maxFiles, int* outExit) {
	runningWord = command->word;
	const cliCommon* common = args;
	char error[CLI_ERROR_SIZE];
	bool parsed = cliParse(argc, argv, command->options, args, error);
	if (common->help) {
		printUsage(command);
		*outExit = cli_ok;
		return false;
	}
	if (!parsed) {
		*outExit = cliFailUsage("%s", error);
		return false;
	}
	if (common->fileCount < minFiles) {
		*outExit = common->fileCount == 0 ? cliFailUsage("no file given") : cliFailUsage("too few arguments");
		return false;
	}
	if (common->fileCount > maxFiles) {
		*outExit = cliFailUsage("one argument too many: '%.200s'", common->files[maxFiles]);
		return false;
	}
	quiet = common->quiet;
	if (!quiet) {
		startProgress();
	}
	return true;
}

int cliFailUsage(const char* format, ...) {
	va_list list;
	va_start(list, format);
	fprintf(stderr, "legwork %s: ", runningWord);
	vfprintf(stderr, format, list);
	va_end(list);
	fprintf(stderr, "\n  'legwork %s --help' shows how it is called\n", runningWord);
	return cli_usage;
}

void cliNameRig(const char* file) { rigFile = file; }

// Message and remedy of a failed result.
static void printResult(const lwResult* result) {
	const char* reason = result->message[0] != 0 ? result->message : lwStatus_Text(result->status);
	bool ofRig = rigFile != NULL && strncmp(reason, "rig.json: ", 10) == 0;
	fprintf(stderr, "legwork %s: %s%s\n", runningWord, ofRig ? rigFile : "", ofRig ? reason + 8 : reason);
	const char* remedy = lwStatus_Remedy(result->status);
	if (result->status == lw_errorArgument) { // the library speaks to programmers; here the value came from the command line
		fprintf(stderr, "  'legwork %s --help' shows what is allowed\n", runningWord);
	} else if (remedy[0] != 0) {
		fprintf(stderr, "  %s\n", remedy);
	}
}

int cliFailResult(const lwResult* result) {
	printResult(result);
	switch (result->status) {
	case lw_errorIo:
	case lw_errorFormat:
	case lw_errorUnsupported:
	case lw_errorLimit:
		return cli_badFile;
	case lw_errorNotFound:
	case lw_errorArgument:
		return cli_usage;
	default:
		return cli_failed;
	}
}

int cliFailWrite(const lwResult* result) {
	printResult(result);
	return result->status == lw_errorIo ? cli_badOutput : cli_failed;
}

int cliFailMemory(void) {
	lwResult result = lwResult_Fail(lw_errorMemory, "out of memory");
	return cliFailResult(&result);
}

void cliProgress(const char* format, ...) {
	progressReady = 0;
	va_list list;
	va_start(list, format);
	vsnprintf(progressText, sizeof progressText - 1, format, list);
	va_end(list);
	strcat(progressText, "\n");
	progressShown = 0;
	progressReady = 1;
}

void cliProgressShare(float share) {
	if (secondPassed && !quiet) {
		secondPassed = 0;
		fprintf(stderr, "  %3.0f %%\n", (double)share * 100);
	}
}

void cliSay(const char* format, ...) {
	if (quiet) {
		return;
	}
	va_list list;
	va_start(list, format);
	vfprintf(stderr, format, list);
	va_end(list);
	fputc('\n', stderr);
}
