// SPDX-License-Identifier: MIT
// Motion: the live asset of a character with a motion set; its gait, and how legs go over to another; balance.
#ifndef LW_MOTION_MOTION_H
#define LW_MOTION_MOTION_H

#include "legwork/cycle_sync.h"
#include "legwork/motion_set.h"
#include "step/state.h"

typedef struct lwMotionGait {
	char name[LW_NAME_SIZE];
	int first, count;            // of the set's samples
	float top, low;              // speeds of its fastest and slowest sample that goes about forward
	float slowest;               // of all its samples
	lwBlendSpace* space;         // point 0: standing, in the middle; then the samples
} lwMotionGait;

// A sample's place among those of its gait. Phases of the gait: those of its cycle sync, evenly running.
typedef struct lwMotionItem {
	lwAsset* asset;
	int number;                  // in the def
	int gait;
	float shift;                 // its clip phase less the gait's phase
	lwVec3 velocity;             // CS
} lwMotionItem;

struct lwMotionSet {
	int sampleCount, gaitCount, legCount;
	lwMotionItem items[LW_MAX_MOTIONS]; // by gait
	lwMotionGait gaits[LW_MAX_GAITS];
	float up[LW_MAX_GAITS - 1], down[LW_MAX_GAITS - 1];
	const lwAsset* base;         // of the def's first sample
};

typedef struct lwMotionState {
	const lwMotionSet* set;
	int gait;
	float fade[LW_MAX_GAITS], fadeRate[LW_MAX_GAITS]; // share of each gait, before they are brought to a sum of 1
	float shift[LW_MAX_GAITS];   // phase of the gait less the character's
	lwBlendCursor cursor[LW_MAX_GAITS];
	float weights[LW_MAX_MOTIONS]; // within the gait; sum 1 in each
	float share[LW_MAX_MOTIONS]; // of the whole
	float sinceChange;           // s
	lwAsset live;                // what the other rooms see
} lwMotionState;

// Bytes of the state and its live asset's legs, a multiple of 16; and the state made there.
size_t lwMotionState_ByteCount(const lwMotionSet* set);
void lwMotionState_Init(lwCharacter* c, void* block);
void lwMotion_Reset(lwCharacter* c);

// Before the cycle advances: choose the gait, blend by the velocity (live.c).
void lwMotion_Blend(lwCharacter* c, float dt);
// The legs' places in the gait's cycle, from the weights (live.c). Phase of the character.
float lwMotion_Stance(const lwMotionState* m, int gait, int leg);
// A new gait, and how its cycle lies to the legs' (change.c).
void lwMotion_Choose(lwCharacter* c, float dt);
// After the cycle advanced: every leg's clock (change.c).
void lwMotion_RunClocks(lwCharacter* c);
// The cycle's pace, from where the feet are (balance.c). For all characters.
void lwMotion_Balance(lwCharacter* c, float dt);

#endif
