// SPDX-License-Identifier: MIT
// Terrain (tools): an imported scene's triangles as an embedded world.
#ifndef LEGWORK_TERRAIN_H
#define LEGWORK_TERRAIN_H

#include "legwork/import.h"
#include "legwork/world.h"

// All triangles of all mesh nodes, in world space, times scale, as body 0 of a mesh world. Nodes with a skin are left out
// (the posed mesh of a creature is no ground); of triangles with the same corners in the same turn the first is taken.
// No triangles, or none with an area: lw_errorData. scene NULL: a large flat square at height groundY, halfExtent wide.
LW_API lwResult lwMakeTerrainWorld(const lwScene* scene, float scale, float groundY, float halfExtent, lwMeshWorld** outWorld);

// What of a scene is no ground, a line each: nodes with a skin, triangles that are there twice, triangles without area.
// "" when there is nothing to tell; malloc'ed, freed by the caller. NULL after a failure.
LW_API lwResult lwTerrain_Notes(const lwScene* scene, char** outNotes);

#endif
