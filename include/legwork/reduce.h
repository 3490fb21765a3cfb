// SPDX-License-Identifier: MIT
// Reduce (tools): drops keys that nobody would miss, judged where it shows: by how far joints move in model space, where
// small errors of a chain add up.
#ifndef LEGWORK_REDUCE_H
#define LEGWORK_REDUCE_H

#include "legwork/import.h"

typedef struct lwReduceDef {
	int cookie;
	const lwScene* scene;           // whose nodes the channels move; its skins tell how far out vertices hang on a joint
	float tolerance;                // > 0, file units: how far a joint may be from where all keys would have it
} lwReduceDef;

typedef struct lwReduceStats {
	int keysBefore, keysAfter;      // over all channels
	float maxError;                 // file units, at any of the channels' old key times: <= tolerance
} lwReduceStats;

LW_API lwReduceDef lwDefaultReduceDef(void); // tolerance 0: to be set

// Take keys out of one animation's channels, in place; keyCount shrinks, the arrays stay where they are.
// Channels: node in [0, scene->nodeCount], each node and path once; nodeCount itself is a root above the scene's roots
// (lwGlbEdit.insertRoot). Times increase strictly; rotations are unit. STEP and CUBIC channels, morph weights and
// channels of one key are left as they are.
// Afterwards, at every old key time of any channel: no node's origin, and no point that is rigid to it as far out as the
// vertices that hang on it by a quarter or more, is further than tolerance from where it was, in the scene's world.
// The first and the last key of a channel stay; a constant one keeps just these. Kept keys keep their times and values.
// The same input gives the same keys. outStats may be NULL.
// lw_errorArgument: a bad def or channel, nothing is changed. lw_errorMemory: nothing is changed.
LW_API lwResult lwReduceKeys(const lwReduceDef* def, lwSceneChannel* ioChannels, int channelCount, lwReduceStats* outStats);

#endif
