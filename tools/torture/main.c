// SPDX-License-Identifier: MIT
// legwork_torture: random-input runs of the surface mover on the world scenes.
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "torture/table.h"

typedef struct Args {
	const char* scene;          // NULL: all
	const char* page;           // NULL: stdout
	int runs, jobs, first;
	double seconds;
	bool faults, strict, check;
} Args;

static int Usage(void) {
	fprintf(stderr, "legwork_torture [--scene NAME] [--runs N] [--seconds S] [--first SEED] [--jobs N] [--page OUT.md] [--faults] [--strict]\n       legwork_torture --self-test\n");
	return 2;
}

static bool ReadArgs(int argc, char** argv, Args* args) {
	for (int i = 1; i < argc; ++i) {
		const char* value = i + 1 < argc ? argv[i + 1] : NULL;
		if (strcmp(argv[i], "--faults") == 0) {
			args->faults = true;
			continue;
		}
		if (strcmp(argv[i], "--strict") == 0) {
			args->strict = true;
			continue;
		}
		if (strcmp(argv[i], "--self-test") == 0) {
			args->check = true;
			continue;
		}
		if (value == NULL) {
			return false;
		}
		if (strcmp(argv[i], "--scene") == 0) {
			args->scene = value;
		} else if (strcmp(argv[i], "--page") == 0) {
			args->page = value;
		} else if (strcmp(argv[i], "--runs") == 0) {
			args->runs = atoi(value);
		} else if (strcmp(argv[i], "--jobs") == 0) {
			args->jobs = atoi(value);
		} else if (strcmp(argv[i], "--first") == 0) {
			args->first = atoi(value);
		} else if (strcmp(argv[i], "--seconds") == 0) {
			args->seconds = atof(value);
		} else {
			return false;
		}
		++i;
	}
	return args->runs > 0 && args->runs <= 10000 && args->jobs > 0 && args->jobs <= 256 && args->seconds > 0.0 && args->seconds <= 3600.0;
}

// Each job does every jobs-th run; one that crashes leaves its runs undone.
static void RunAll(const RunSet* set, int jobs) {
	fflush(NULL);
	for (int j = 0; j < jobs; ++j) {
		pid_t child = fork();
		if (child != 0) {
			continue;
		}
		for (int i = j; i < RunSet_Count(set); i += jobs) {
			RunPlan plan = RunSet_Plan(set, i);
			TortureRun(&plan, &set->results[i]);
		}
		_exit(0);
	}
	while (wait(NULL) > 0) {
	}
}

int main(int argc, char** argv) {
	Args args = { NULL, NULL, 100, 1, 1, 60.0, false, false, false };
	if (!ReadArgs(argc, argv, &args)) {
		return Usage();
	}
	if (args.check) {
		return WatchCheck() ? 0 : 1;
	}
	RunSet set = { .runs = args.runs, .seconds = (float)args.seconds, .firstSeed = (uint32_t)args.first };
	for (int k = 0; k < lw_worldSceneCount; ++k) {
		if (args.scene == NULL || strcmp(args.scene, lwWorldScene_Name(k)) == 0) {
			set.scenes[set.sceneCount++] = k;
		}
	}
	if (set.sceneCount == 0) {
		fprintf(stderr, "legwork_torture: no scene '%s'\n", args.scene);
		return Usage();
	}
	size_t bytes = (size_t)RunSet_Count(&set) * sizeof(RunResult);
	set.results = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (set.results == MAP_FAILED) {
		perror("legwork_torture");
		return 1;
	}
	RunAll(&set, args.jobs);
	FILE* out = args.page != NULL ? fopen(args.page, "w") : stdout;
	if (out == NULL) {
		perror(args.page);
		return 1;
	}
	RunSet_Print(&set, out);
	if (args.faults) {
		RunSet_PrintFaults(&set, stdout);
	}
	int misses = RunSet_Misses(&set);
	bool written = fflush(out) == 0 && (out == stdout || fclose(out) == 0);
	fprintf(stderr, "%d runs, %d of those with a bar missed it\n", RunSet_Count(&set), misses);
	munmap(set.results, bytes);
	return !written || (args.strict && misses > 0) ? 1 : 0;
}
