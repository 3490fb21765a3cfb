// SPDX-License-Identifier: MIT
// Reduce, inside: a channel while keys are taken out, and both poses of a frame: with all keys and with the kept ones.
#ifndef LW_BAKE_REDUCE_H
#define LW_BAKE_REDUCE_H

#include "legwork/reduce.h"

typedef struct lwReduceTrack {
	lwSceneChannel* channel;
	int* left;              // per key: the last kept key at or before it; NULL: all keys are kept
	int* right;             // per key: the first kept key at or after it
} lwReduceTrack;

// Value that the kept keys give at a time, as any reader of the file will see it.
void lwReduceTrack_Sample(const lwReduceTrack* track, float time, float* out);
void lwReduceTrack_Keep(lwReduceTrack* track, int key);
// The key that should be kept next for the value at time to be right; -1: all that count are kept.
int lwReduceTrack_Missing(const lwReduceTrack* track, float time);
static inline bool lwReduceTrack_IsKept(const lwReduceTrack* track, int key) { return track->left[key] == key; }

#define LW_REDUCE_POINTS 4      // of a node: its origin and three points as far out as what hangs on it

// Nodes are those of the scene and then one more: the root above them.
typedef struct lwReducePose {
	const lwScene* scene;
	int nodeCount;          // scene->nodeCount + 1
	int* parents;           // per node; -1 for the last
	int* order;             // nodes, parents first
	int* tracks;            // per node and path (3): track index, -1 none
	float* radius;          // per node, its own units: how far out vertices hang on it
	float* lever;           // per node, file units: from its origin to the farthest point that follows it
	float* scale;           // per node, file units per unit of its parent
	lwMat34* full;          // per node: world with all keys
	lwMat34* kept;          // per node: world with the kept keys
} lwReducePose;

bool lwReducePose_Init(lwReducePose* pose, const lwScene* scene, const lwReduceTrack* tracks, int trackCount);
void lwReducePose_Free(lwReducePose* pose);
// Both worlds at a time, into full and kept.
void lwReducePose_Evaluate(lwReducePose* pose, const lwReduceTrack* tracks, float time);
// Point i of a node in full or kept.
lwVec3 lwReducePose_Point(const lwReducePose* pose, const lwMat34* world, int node, int i);
// lever and scale from the pose in full.
void lwReducePose_FindLevers(lwReducePose* pose);

#endif
