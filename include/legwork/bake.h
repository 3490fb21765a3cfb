// SPDX-License-Identifier: MIT
// Bake (tools): walk a creature along a path over a terrain, or all over a world, with the run-time engine and write the
// result as a GLB.
#ifndef LEGWORK_BAKE_H
#define LEGWORK_BAKE_H

#include "legwork/analyse.h"
#include "legwork/crawl_input.h"
#include "legwork/export.h"
#include "legwork/world_scene.h"

typedef struct lwSpeedPoint lwSpeedPoint; // trajectory.h

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
	const lwAnalysis* const* others; // otherCount more cyclic clips of the same skeleton: all are gone by, as a motion set. Default none
	int otherCount;                 // at most LW_MAX_MOTIONS - 1
	const lwScene* terrain;         // as terrain.h takes it; NULL: flat ground at y = 0
	float terrainScale;             // default 1
	const lwVec3* path;             // pathCount points, file units; NULL: straight along +Z from the origin for 12 L
	int pathCount;                  // >= 2 when path is given
	bool pathHasHeight;             // y of the points chooses the level; else the lowest level at x, z
	lwSpeedUnit speedUnit;          // default lw_speedAuto
	float speed;
	const lwSpeedPoint* speeds;     // instead of both: speeds along the path, as lwPathMoverDef. Default none
	int speedCount;
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
	float speed;                    // cruise speed (along a profile: its fastest), file units/s
	float sampleSpeed;
	int steps;                      // foot strikes
	int searching;                  // foot-frames in which no ground was found
	char animation[LW_NAME_SIZE * 2]; // name as written
} lwBakeStats;

LW_API lwBakeWalkDef lwDefaultBakeWalkDef(void);

// Walk and write. On failure nothing at outPath is changed.
LW_API lwResult lwBakeWalk(const lwBakeWalkDef* def, const char* outPath, lwBakeStats* outStats);

// ---- On any surface --------------------------------------------------------------------------------------------

typedef struct lwBakeCrawlDef {
	int cookie;
	// As in a walk. terrain is needed: its meshes and what its first clip moves, channels by material (lwSceneWorldDef).
	// path: points of the world to steer at, one after the other, when there is no input. Of no use: pathHasHeight, facing.
	lwBakeWalkDef bake;
	const lwScene* visible;         // seen mesh when it is another than terrain; stands still; NULL: none
	const lwCrawlInput* input;      // NULL: along the path. Starts after standBefore
	float seconds;                  // of input, default 20; path: at most. At most 600
	bool hasStart;                  // default false: on top of the terrain at the path's first point, else at x = z = 0
	lwWorldSceneStart start;
	float size;                     // of the surface mover; default 0: lwCrawl_Size
} lwBakeCrawlDef;

typedef struct lwBakeCrawlStats {
	lwBakeStats bake;
	float size;
	int airFrames;                  // not attached
	int arrived;                    // points of the path that were reached
} lwBakeCrawlStats;

LW_API lwBakeCrawlDef lwDefaultBakeCrawlDef(void);
// Size of a creature for the surface mover: height of the body over the ground plus half the span of the feet, file units.
LW_API float lwCrawl_Size(const lwSceneSkeleton* skeleton, const lwAnalysis* walk);
// Crawl and write. On failure nothing at outPath is changed. outStats may be NULL.
LW_API lwResult lwBakeCrawl(const lwBakeCrawlDef* def, const char* outPath, lwBakeCrawlStats* outStats);

#endif
