// SPDX-License-Identifier: MIT
// legwork_torture: random-input runs of the surface mover on the world scenes.
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "torture/creature.h"
#include "torture/table.h"

typedef struct Args {
	const char* scene;          // NULL: all
	const char* page;           // NULL: stdout
	int runs, jobs, first;
	int most;                   // misses that are known; more fail. -1: any
	double seconds;
	bool faults, check, creature;
	const char* work;           // folder for files of creature runs
} Args;

static int Usage(void) {
	fprintf(stderr, "legwork_torture [--scene NAME] [--runs N] [--seconds S] [--first SEED] [--jobs N] [--page OUT.md] [--faults] [--most MISSES]\n       legwork_torture --creature [--runs N] [--seconds S] [--first SEED] [--jobs N] [--page OUT.md] [--work FOLDER] [--most MISSES]\n"
			"       legwork_torture --self-test\n");
	return 2;
}

static bool ReadArgs(int argc, char** argv, Args* args) {
	for (int i = 1; i < argc; ++i) {
		const char* value = i + 1 < argc ? argv[i + 1] : NULL;
		if (strcmp(argv[i], "--faults") == 0) {
			args->faults = true;
			continue;
		}
		if (strcmp(argv[i], "--creature") == 0) {
			args->creature = true;
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
		} else if (strcmp(argv[i], "--work") == 0) {
			args->work = value;
		} else if (strcmp(argv[i], "--most") == 0) {
			args->most = atoi(value);
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

static FILE* OpenPage(const Args* args) {
	FILE* out = args->page != NULL ? fopen(args->page, "w") : stdout;
	if (out == NULL) {
		perror(args->page);
	}
	return out;
}

static int Close(const Args* args, FILE* out, int runs, int misses) {
	bool written = fflush(out) == 0 && (out == stdout || fclose(out) == 0);
	fprintf(stderr, "%d runs, %d of those with a bar missed it\n", runs, misses);
	return !written || (args->most >= 0 && misses > args->most) ? 1 : 0;
}

// Memory that the jobs share; NULL told.
static void* Share(size_t bytes) {
	void* memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (memory == MAP_FAILED) {
		perror("legwork_torture");
		return NULL;
	}
	return memory;
}

static int RunCreatures(const Args* args) {
	CreatureSet set = { .runs = args->runs, .firstSeed = args->first, .seconds = (float)args->seconds };
	int count = CreatureSet_Count(&set);
	set.results = Share((size_t)count * sizeof(CreatureResult));
	FILE* out = set.results != NULL ? OpenPage(args) : NULL;
	if (out == NULL) {
		return 1;
	}
	fflush(NULL);
	for (int j = 0; j < args->jobs; ++j) {
		if (fork() == 0) {
			for (int i = j; i < count; i += args->jobs) {
				CreatureSet_Run(&set, i, args->work);
			}
			_exit(0);
		}
	}
	while (wait(NULL) > 0) {
	}
	CreatureSet_Print(&set, out);
	return Close(args, out, count, CreatureSet_Misses(&set));
}

static int RunMovers(const Args* args) {
	RunSet set = { .runs = args->runs, .seconds = (float)args->seconds, .firstSeed = (uint32_t)args->first };
	for (int k = 0; k < lw_worldSceneCount; ++k) {
		if (args->scene == NULL || strcmp(args->scene, lwWorldScene_Name(k)) == 0) {
			set.scenes[set.sceneCount++] = k;
		}
	}
	if (set.sceneCount == 0) {
		fprintf(stderr, "legwork_torture: no scene '%s'\n", args->scene);
		return Usage();
	}
	set.results = Share((size_t)RunSet_Count(&set) * sizeof(RunResult));
	FILE* out = set.results != NULL ? OpenPage(args) : NULL;
	if (out == NULL) {
		return 1;
	}
	RunAll(&set, args->jobs);
	RunSet_Print(&set, out);
	if (args->faults) {
		RunSet_PrintFaults(&set, stdout);
	}
	return Close(args, out, RunSet_Count(&set), RunSet_Misses(&set));
}

int main(int argc, char** argv) {
	Args args = { .runs = 100, .jobs = 1, .first = 1, .most = -1, .seconds = 60.0, .work = "/tmp" };
	if (!ReadArgs(argc, argv, &args)) {
		return Usage();
	}
	if (args.check) {
		return WatchCheck() ? 0 : 1;
	}
	return args.creature ? RunCreatures(&args) : RunMovers(&args);
}
