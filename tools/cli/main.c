// SPDX-License-Identifier: MIT
// legwork: the command line. A table of commands; each is in its own file.
#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

static const cliCommand* const commands[] = { &cliInfo, &cliRig, &cliAnalyze, &cliWalk, &cliCrawl, &cliMeasure, &cliSynth, &cliStrip, &cliSample };
#define COMMAND_COUNT ((int)(sizeof commands / sizeof commands[0]))

static void printHelp(void) {
	printf("legwork " LEGWORK_VERSION ": planted walking for rigged creatures on any terrain\n\n"
		   "Usage: legwork COMMAND [ARGUMENTS]\n"
		   "       legwork help [COMMAND] | legwork --version\n\n"
		   "Commands:\n");
	for (int i = 0; i < COMMAND_COUNT; i++) {
		printf("  %-8s  %s\n", commands[i]->word, commands[i]->summary);
	}
	printf("\n'legwork COMMAND --help' tells the rest. Reads GLB, glTF, BVH, FBX, OBJ and more; writes GLB.\n\n"
		   "Exit codes:\n"
		   "  0  done\n"
		   "  1  the work failed, or --strict was given and a bar was missed\n"
		   "  2  bad command line\n"
		   "  3  a file cannot be read: missing, malformed, not supported, too large\n"
		   "  4  the result cannot be written; what was there before is untouched\n");
}

static const cliCommand* findCommand(const char* word) {
	for (int i = 0; i < COMMAND_COUNT; i++) {
		if (strcmp(commands[i]->word, word) == 0) {
			return commands[i];
		}
	}
	return strcmp(word, "analyse") == 0 ? &cliAnalyze : NULL;
}

static int failCommand(const char* word) {
	const char* names[COMMAND_COUNT + 1];
	for (int i = 0; i < COMMAND_COUNT; i++) {
		names[i] = commands[i]->word;
	}
	names[COMMAND_COUNT] = "help";
	const char* nearest = cliNearest(word, names, COMMAND_COUNT + 1);
	fprintf(stderr, "legwork: unknown command '%.80s'%s%s%s\n  'legwork help' lists the commands\n", word,
			nearest != NULL ? "; did you mean " : "", nearest != NULL ? nearest : "", nearest != NULL ? "?" : "");
	return cli_usage;
}

// Output that did not reach its place (a full disk, a closed pipe) is a failure too.
static int finish(int code) {
	bool lost = fflush(stdout) != 0 || ferror(stdout);
	if (lost && code == cli_ok) {
		fprintf(stderr, "legwork: standard output: cannot write\n  check the free space\n");
		return cli_badOutput;
	}
	return code;
}

int main(int argc, char** argv) {
	const char* word = argc > 1 ? argv[1] : "";
	if (word[0] == 0) {
		fprintf(stderr, "legwork: no command given\n  'legwork help' lists the commands\n");
		return cli_usage;
	}
	if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0) {
		printf("legwork " LEGWORK_VERSION "\n");
		return cli_ok;
	}
	bool help = strcmp(word, "help") == 0;
	if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || (help && argc == 2)) {
		printHelp();
		return cli_ok;
	}
	if (help) {
		word = argv[2];
	}
	const cliCommand* command = findCommand(word);
	if (command == NULL) {
		return failCommand(word);
	}
	if (help) {
		char option[] = "--help";
		char* helpArgs[] = { option };
		return command->run(1, helpArgs);
	}
	return finish(command->run(argc - 2, argv + 2));
}
