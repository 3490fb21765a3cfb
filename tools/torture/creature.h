// SPDX-License-Identifier: MIT
// Torture: whole creatures: the eight-legged sample crawls, is written, read back and measured.
#ifndef LEGWORK_TORTURE_CREATURE_H
#define LEGWORK_TORTURE_CREATURE_H

#include <stdio.h>

#include "legwork/measure.h"

typedef struct CreatureResult {
	bool done;
	int airFrames;
	lwMeasures measures;
} CreatureResult;

typedef struct CreatureSet {
	int runs, firstSeed;
	float seconds;
	CreatureResult* results;    // [scene][run]
} CreatureSet;

int CreatureSet_Count(const CreatureSet* set);
// Run index of the set; work: a folder for the file.
void CreatureSet_Run(const CreatureSet* set, int index, const char* work);
void CreatureSet_Print(const CreatureSet* set, FILE* out);
// Feet that slide, sink, float, cross or are not foreseen: runs that missed a bar.
int CreatureSet_Misses(const CreatureSet* set);

#endif
