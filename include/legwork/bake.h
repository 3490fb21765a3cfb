// SPDX-License-Identifier: MIT
// Bake (tools): walk a creature along a path over a terrain with the run-time engine and write the result as a GLB.
#ifndef LEGWORK_BAKE_H
#define LEGWORK_BAKE_H

#include "legwork/analyse.h"
#include "legwork/export.h"

typedef enum lwSpeedUnit {
	lw_speedAuto,                   // the sample's own speed; `speed` is not read
	lw_speedUnits,                  // file units per second
	lw_speedTimes,                  // times the sample's own speed
	lw_speedLegs,                   // leg lengths per second
} lwSpeedUnit;

// Progress 0..1; return false to stop (the bake then fails with lw_errorArgument and writes nothing).
typedef bool lwProgressFcn(void* user, float progress);

typedef struct lwBakeWalkDef {
	int cookie;
	const lwScene* scene;
	const lwSceneSkeleton* skeleton;
	const lwAnalysis* walk;         // of the cyclic clip
	const lwAnalysis* idle;         // NULL: stands in the walk's mean body over stance feet
	const lwScene* terrain;         // as terrain.h takes it; NULL: flat ground at y = 0
	float terrainScale;             // default 1
	const lwVec3* path;             // pathCount points, file units; NULL: straight along +Z from the origin for 12 L
	int pathCount;                  // >= 2 when path is given
	bool pathHasHeight;             // y of the points chooses the level; else the lowest level at x, z
	lwSpeedUnit speedUnit;          // default lw_speedAuto
	float speed;
	bool facingFixed;               // default false: the clip's direction of travel is turned onto the path
	float facing;                   // rad about +Y from +Z: where the clip's direction of travel looks when facingFixed
	float fps;                      // default 60, 10..240
	float standBefore, standAfter;  // s, default 0.5 and 2.5 (after the last step)
	const char* name;               // default "legwork_walk"
	bool withTerrain;               // add the terrain's meshes to the file
	lwProgressFcn* progress;        // NULL: none
	void* user;
	float keyTolerance;             // file units a joint may move by dropped keys (see reduce.h); 0 (default): keep every key
} lwBakeWalkDef;

typedef struct lwBakeStats {
	int frames;
	float duration;                 // s
	float length;                   // L, file units
	float speed;                    // cruise speed, file units/s
	float sampleSpeed;
	int steps;                      // foot strikes
	int searching;                  // foot-frames in which no ground was found
	char animation[LW_NAME_SIZE * 2]; // name as written
} lwBakeStats;

LW_API lwBakeWalkDef lwDefaultBakeWalkDef(void);

// Walk and write. On failure nothing at outPath is changed.
LW_API lwResult lwBakeWalk(const lwBakeWalkDef* def, const char* outPath, lwBakeStats* outStats);

#endif
