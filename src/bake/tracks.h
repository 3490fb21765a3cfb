// SPDX-License-Identifier: MIT
// Tracks: recorded frames as glTF channels.
#ifndef LW_BAKE_TRACKS_H
#define LW_BAKE_TRACKS_H

#include "bake/recorder.h"

typedef struct lwTracks {
	int count, capacity;
	lwSceneChannel* channels;
	int rootNode;     // node that carries the root motion; scene->nodeCount: an inserted root
	bool insertRoot;
} lwTracks;

// Channels for every node that a used clip animates, that was solved, or that carries the root motion.
lwResult lwMakeTracks(const lwBakeWalkDef* def, const lwRecorder* r, const lwRig* rig, lwTracks* outTracks);
void lwFreeTracks(lwTracks* tracks);

// What every bake does first and last (bake_walk.c): the def's common part, the asset, the speed asked for, the file.
lwResult lwBake_Check(const lwBakeWalkDef* def);
lwResult lwBake_MakeAsset(const lwBakeWalkDef* def, lwAsset** outAsset);
lwResult lwBake_FindSpeed(const lwBakeWalkDef* def, float* outSpeed);
// How far the feet stand apart across the travel, and from the middle.
void lwBake_FindStance(const lwAnalysis* walk, float* outApart, float* outRadius);
// motions: what was gone by, NULL: the walk alone.
lwResult lwBake_Write(const lwBakeWalkDef* def, const lwRecorder* recorder, const lwMotionSet* motions, float speed, bool oriented, const char* outPath, lwBakeStats* outStats);

#endif
