// SPDX-License-Identifier: MIT
// What a cycle sync holds. All in leg cycles: sample i is at u - offset + rest(u) when the common phase is u; rest is
// piecewise linear between the marks. Private to select.
#ifndef LW_SELECT_CYCLE_SYNC_H
#define LW_SELECT_CYCLE_SYNC_H

#include "legwork/cycle_sync.h"

typedef struct lwSyncSample {
	float duration;          // s of one leg cycle; 0: no cycle
	int cycles;
	float offset;
	int firstRest;           // into rests: cycles * markCount entries, cycle by cycle
} lwSyncSample;

struct lwCycleSync {
	int sampleCount, cycles;
	int markCount;           // legs that count as one are one
	float marks[LW_MAX_LEGS]; // common phase [0, 1) of each, rising
	float* rests;
	lwSyncSample samples[];
};

#endif
