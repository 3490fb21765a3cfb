// SPDX-License-Identifier: MIT
// Quality, grounds: what is walked on and along which path. All sizes in L of the creature.
#ifndef LEGWORK_QUALITY_GROUND_H
#define LEGWORK_QUALITY_GROUND_H

#include "legwork/import.h"

#define GROUND_MAX_PATH 1024

typedef enum GroundKind {
	ground_flat,
	ground_slope,                   // amount: degrees, negative goes down
	ground_stairs,                  // amount: rise in L, negative goes down; run 0.9 L
	ground_hills,                   // amount: in L
	ground_house,                   // shared meshes from here on
	ground_dungeon,
	ground_dungeonSteep,
	ground_rocks,
	ground_heightfield,
	groundCount
} GroundKind;

typedef enum PathKind { path_straight, path_direction, path_eightLeft, path_eightRight, path_square } PathKind;

typedef struct GroundDef {
	GroundKind kind;
	float amount;                   // 0: the kind's standard (20 degrees, 0.2 L, 0.25 L)
	PathKind path;                  // other than straight: on flat ground only
	float angle;                    // rad from +Z, for path_direction
	float length;                   // L of the creature, file units
	float stride;                   // in L, at the speed walked: paths hold several
	const char* data;               // folder of the shared files
} GroundDef;

typedef struct Ground {
	lwScene* scene;                 // NULL: the plane y = 0
	lwVec3 path[GROUND_MAX_PATH];   // file units
	int pathCount;
	bool hasHeight;
} Ground;

// "flat", "slope", ... Static.
const char* GroundKind_Name(GroundKind kind);
// How the mesh is fitted to the creature, one sentence; "" for the built-in ones. Static.
const char* GroundKind_Rule(GroundKind kind);
bool GroundKind_IsShared(GroundKind kind);
// The caller frees with Ground_Free in any case.
lwResult MakeGround(const GroundDef* def, Ground* outGround);
void Ground_Free(Ground* ground);

// Triangles of files and quads, put together to one scene. y up, travel along +Z, in L.
typedef struct Soup {
	lwVec3* corners;                // 3 per triangle
	int count, capacity;            // of corners
	bool failed;                    // out of memory
} Soup;

typedef struct Placement {
	lwVec3 boxMin, boxMax;          // file units: triangles not wholly inside are left out
	float scale;                    // L per file unit
	float stretch;                  // more of it along the file's z
	float yaw;                      // rad about +Y
	lwVec3 offset;                  // L
} Placement;

void Soup_Mesh(Soup* soup, const lwScene* scene, const Placement* place);
// Level rectangle facing up.
void Soup_Floor(Soup* soup, float minX, float maxX, float minZ, float maxZ, float y);
// Times scale, as a scene of one mesh. Frees the corners in any case.
lwResult Soup_ToScene(Soup* soup, float scale, const char* name, lwScene** outScene);

#endif
