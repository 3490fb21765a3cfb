// SPDX-License-Identifier: MIT
// Sample room, private: the terrains that are more than a sheet. All in units of scale.
#ifndef LEGWORK_SAMPLE_TERRAIN_H
#define LEGWORK_SAMPLE_TERRAIN_H

#include "sample/build.h"

// Closed convex rocks, flat shaded, partly below y = 0.
void SampleTerrain_Rocks(const lwSampleTerrainDef* def, SampleMesh* mesh);
// Closed tunnel along Z seen from inside.
void SampleTerrain_Cave(const lwSampleTerrainDef* def, SampleMesh* mesh);
// Bumpy ball whose north pole is the origin.
void SampleTerrain_Planet(const lwSampleTerrainDef* def, SampleMesh* mesh);
// Level strips with risers between them; closed boxes that stand on some of them beside x = 0.
void SampleTerrain_Steps(const lwSampleTerrainDef* def, SampleMesh* ground, SampleMesh* boxes);

#endif
