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

#endif
