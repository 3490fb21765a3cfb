// SPDX-License-Identifier: MIT
// Torture: many runs as a table.
#ifndef LEGWORK_TORTURE_TABLE_H
#define LEGWORK_TORTURE_TABLE_H

#include <stdio.h>

#include "torture/torture.h"

typedef struct RunSet {
	int sceneCount, scenes[lw_worldSceneCount];
	int runs;                   // a speed
	float seconds;
	RunResult* results;         // [scene][speed][run]
	uint32_t firstSeed;
} RunSet;

RunPlan RunSet_Plan(const RunSet* set, int index);
int RunSet_Count(const RunSet* set);
// Markdown: a row a scene and speed. verbose: a line for every run that missed a bar.
void RunSet_Print(const RunSet* set, FILE* out);
void RunSet_PrintFaults(const RunSet* set, FILE* out);
// Runs that missed a bar on scenes that have one.
int RunSet_Misses(const RunSet* set);
bool SceneHasBar(int scene);

#endif
