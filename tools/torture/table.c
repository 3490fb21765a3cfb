// SPDX-License-Identifier: MIT
#include "torture/table.h"

#include <stdlib.h>

static const char* const speedNames[TORTURE_SPEEDS] = { "slow", "middle", "fast" };

bool SceneHasBar(int scene) { return scene != lw_worldSceneThinRods && scene != lw_worldSceneColossus; }

int RunSet_Count(const RunSet* set) { return set->sceneCount * TORTURE_SPEEDS * set->runs; }

// Ordered so that a cut-off job has something of every scene.
RunPlan RunSet_Plan(const RunSet* set, int index) {
	RunPlan plan;
	plan.scene = set->scenes[index / (TORTURE_SPEEDS * set->runs)];
	plan.speed = index / set->runs % TORTURE_SPEEDS;
	plan.seed = set->firstSeed + (uint32_t)(index % set->runs);
	plan.seconds = set->seconds;
	return plan;
}

static RunResult Sum(const RunSet* set, int scene, int speed, int* outPassed, int* outCrashed) {
	RunResult sum = { 0 };
	*outPassed = *outCrashed = 0;
	for (int r = 0; r < set->runs; ++r) {
		int index = (scene * TORTURE_SPEEDS + speed) * set->runs + r;
		const RunResult* one = &set->results[index];
		RunPlan plan = RunSet_Plan(set, index);
		*outPassed += TorturePassed(&plan, one, NULL, 0);
		*outCrashed += !one->done;
		sum.frames += one->frames;
		sum.detached += one->detached > 0;
		sum.through += one->through > 0 || one->inside > 0;
		sum.off += one->off > 0;
		sum.headingFrames += one->headingFrames;
		sum.headingMissed += one->headingMissed;
		sum.headingWorst = lwMaxF(sum.headingWorst, one->headingWorst);
		sum.stuck += one->stuck;
		sum.restRms = lwMaxF(sum.restRms, one->restRms);
		sum.restQueries = one->restQueries > sum.restQueries ? one->restQueries : sum.restQueries;
		sum.turnWorst = lwMaxF(sum.turnWorst, one->turnWorst);
		sum.microseconds += one->microseconds / set->runs;
		sum.queries += one->queries;
	}
	sum.queries /= set->runs;
	return sum;
}

void RunSet_Print(const RunSet* set, FILE* out) {
	fprintf(out, "| scene | speed | passed | detached | through | off | heading > 20° | worst | stuck | rest °/s | queries at rest | turn ° | µs | queries |\n");
	fprintf(out, "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n");
	for (int s = 0; s < set->sceneCount; ++s) {
		for (int v = 0; v < TORTURE_SPEEDS; ++v) {
			int passed, crashed;
			RunResult sum = Sum(set, s, v, &passed, &crashed);
			double frames = sum.headingFrames > 0 ? sum.headingFrames : 1;
			fprintf(out, "| %s%s | %s | %d / %d | %d | %d | %d | %.2f %% | %.0f | %.2f %% | %.3f | %d | %.1f | %.0f | %d |\n",
					lwWorldScene_Name(set->scenes[s]), SceneHasBar(set->scenes[s]) ? "" : " (no bar)", speedNames[v], passed, set->runs,
					sum.detached, sum.through, sum.off, 100.0 * sum.headingMissed / frames, (double)sum.headingWorst,
					100.0 * sum.stuck / frames, (double)sum.restRms, sum.restQueries, (double)sum.turnWorst, sum.microseconds, sum.queries);
			if (crashed > 0) {
				fprintf(out, "\n%d runs never ended.\n\n", crashed);
			}
		}
	}
}

void RunSet_PrintFaults(const RunSet* set, FILE* out) {
	for (int i = 0; i < RunSet_Count(set); ++i) {
		RunPlan plan = RunSet_Plan(set, i);
		const RunResult* r = &set->results[i];
		char why[128];
		if (!TorturePassed(&plan, r, why, sizeof(why))) {
			fprintf(out, "%-12s %-6s seed %3u: %-28s first %6.2f s, detached %d, through %d, inside %d, off %d, heading %d of %d worst %.0f, stuck %d, rest %.3f, queries %d, turn %.1f\n",
					lwWorldScene_Name(plan.scene), speedNames[plan.speed], plan.seed, why, (double)r->firstFault, r->detached, r->through,
					r->inside, r->off, r->headingMissed, r->headingFrames, (double)r->headingWorst, r->stuck, (double)r->restRms,
					r->restQueries, (double)r->turnWorst);
		}
	}
}

int RunSet_Misses(const RunSet* set) {
	int misses = 0;
	for (int i = 0; i < RunSet_Count(set); ++i) {
		RunPlan plan = RunSet_Plan(set, i);
		misses += SceneHasBar(plan.scene) && !TorturePassed(&plan, &set->results[i], NULL, 0);
	}
	return misses;
}
