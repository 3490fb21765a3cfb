// SPDX-License-Identifier: MIT
// Terrain (tools): an imported scene's triangles as an embedded world.
#ifndef LEGWORK_TERRAIN_H
#define LEGWORK_TERRAIN_H

#include "legwork/import.h"
#include "legwork/world.h"

// All triangles of all mesh nodes, in world space, times scale, as body 0 of a mesh world.
// scene NULL: a large flat square at height groundY, halfExtent wide.
LW_API lwResult lwMakeTerrainWorld(const lwScene* scene, float scale, float groundY, float halfExtent, lwMeshWorld** outWorld);

#endif
