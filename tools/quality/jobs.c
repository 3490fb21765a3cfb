// SPDX-License-Identifier: MIT
// One child process per creature and clip: a crash or a hang costs that clip only and is reported as its failure.
#include "quality/quality.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHILD_SECONDS 1800u

static void PartPath(const Options* options, int caseIndex, char* out, size_t capacity) {
	(void)snprintf(out, capacity, "%s/quality_%d.part", options->work, caseIndex);
}

static void BakePath(const Options* options, const Case* what, const Variant* variant, char* out, size_t capacity) {
	char name[128];
	if (options->keep == NULL) {
		(void)snprintf(out, capacity, "%s/quality_%d.glb", options->work, (int)getpid());
		return;
	}
	int start = snprintf(out, capacity, "%s/", options->keep);
	(void)snprintf(out + start, capacity - (size_t)start, "%s_%s.glb", what->label, Variant_Name(variant, name, (int)sizeof name));
	for (char* at = out + start; *at != '\0'; ++at) {
		if (strchr(" :/,#", *at) != NULL) *at = '_';
	}
}

// Everything of one case, written as it comes.
static int Child(const Options* options, const Case* what, int caseIndex) {
	Variant variants[MAX_VARIANTS];
	char part[1024], bake[1200];
	int count = MakePlan(options, what, variants);
	PartPath(options, caseIndex, part, sizeof part);
	FILE* file = fopen(part, "wb");
	Outcome* outcome = calloc(1, sizeof *outcome);
	if (file == NULL || outcome == NULL) {
		return 1;
	}
	(void)alarm(CHILD_SECONDS);
	Walker* walker = NULL;
	lwResult result = CreateWalker(what, options->data, &walker);
	for (int i = 0; i < count; ++i) {
		memset(outcome, 0, sizeof *outcome);
		outcome->caseIndex = caseIndex;
		outcome->variant = variants[i];
		memcpy(outcome->message, result.message, sizeof outcome->message);
		if (walker != NULL) {
			BakePath(options, what, variants + i, bake, sizeof bake);
			Walker_Run(walker, variants + i, options->data, bake, options->keep != NULL, outcome);
			if (options->keep == NULL) (void)remove(bake);
		}
		if (fwrite(outcome, sizeof *outcome, 1, file) != 1 || fflush(file) != 0) {
			return 1;
		}
	}
	DestroyWalker(walker);
	free(outcome);
	return fclose(file) == 0 ? 0 : 1;
}

// What a child wrote; what it did not get to is filled in as failed.
static bool Collect(const Options* options, Results* results, int caseIndex, int status) {
	Variant variants[MAX_VARIANTS];
	char part[1024];
	int count = MakePlan(options, results->cases + caseIndex, variants);
	Outcome* grown = realloc(results->outcomes, (size_t)(results->count + count) * sizeof *grown);
	if (grown == NULL) {
		return false;
	}
	results->outcomes = grown;
	PartPath(options, caseIndex, part, sizeof part);
	FILE* file = fopen(part, "rb");
	int missed = 0, failed = 0;
	for (int i = 0; i < count; ++i) {
		Outcome* outcome = results->outcomes + results->count++;
		if (file == NULL || fread(outcome, sizeof *outcome, 1, file) != 1) {
			memset(outcome, 0, sizeof *outcome);
			outcome->caseIndex = caseIndex;
			outcome->variant = variants[i];
			(void)snprintf(outcome->message, sizeof outcome->message, "the process ended: %s %d", WIFSIGNALED(status) ? "signal" : "exit code",
						   WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
		}
		failed += !outcome->good;
		missed += outcome->good && !lwMeasures_MeetBars(&outcome->ours, Variant_IsRough(variants + i), NULL, 0);
	}
	if (file != NULL) {
		(void)fclose(file);
		(void)remove(part);
	}
	printf("%-44s %3d bakes, %3d miss a bar%s\n", results->cases[caseIndex].label, count, missed, failed > 0 ? ", SOME FAILED" : "");
	(void)fflush(stdout);
	return true;
}

static bool Reap(const Options* options, Results* results, pid_t* pids, int* ioRunning) {
	int status = 0;
	pid_t pid = wait(&status);
	if (pid < 0) {
		return errno == EINTR;
	}
	for (int c = 0; c < results->caseCount; ++c) {
		if (pids[c] == pid) {
			pids[c] = 0;
			*ioRunning -= 1;
			return Collect(options, results, c, status);
		}
	}
	return true;
}

// Children end in any order.
static bool SortByCase(Results* results) {
	Outcome* sorted = malloc((size_t)(results->count > 0 ? results->count : 1) * sizeof *sorted);
	if (sorted == NULL) {
		return false;
	}
	int count = 0;
	for (int c = 0; c < results->caseCount; ++c) {
		for (int i = 0; i < results->count; ++i) {
			if (results->outcomes[i].caseIndex == c) {
				sorted[count++] = results->outcomes[i];
			}
		}
	}
	free(results->outcomes);
	results->outcomes = sorted;
	return true;
}

bool RunAll(const Options* options, Results* ioResults) {
	pid_t pids[MAX_CASES] = { 0 };
	int running = 0;
	Variant variants[MAX_VARIANTS];
	bool good = true;
	for (int c = 0; c < ioResults->caseCount && good; ++c) {
		if (MakePlan(options, ioResults->cases + c, variants) == 0) {
			continue;
		}
		while (running >= options->jobs && good) {
			good = Reap(options, ioResults, pids, &running);
		}
		(void)fflush(stdout);
		pids[c] = fork();
		if (pids[c] == 0) {
			_exit(Child(options, ioResults->cases + c, c));
		}
		running += pids[c] > 0;
		good = good && pids[c] > 0;
	}
	while (running > 0 && good) {
		good = Reap(options, ioResults, pids, &running);
	}
	return good && SortByCase(ioResults);
}
