// SPDX-License-Identifier: MIT
// World scenes (tools): small worlds for surface movers, made by code: torture scenes, planet, drum, elevator, colossus.
// Shared by tests, bench, samples and the command line (`legwork crawl --scene`, `legwork sample scene`).
// `size` is the creature's (surface_mover.h); every scene is made in it. Same def, same bytes.
#ifndef LEGWORK_WORLD_SCENE_H
#define LEGWORK_WORLD_SCENE_H

#include "legwork/import.h"
#include "legwork/world.h"

typedef enum lwWorldSceneKind {
	lw_worldSceneCubeOutside,   // a cube 6 size wide
	lw_worldSceneCubeInside,    // a room 8 size wide
	lw_worldScenePlate,         // thin plate: edge of nearly 360 degrees
	lw_worldSceneRods,          // lattice of rods half the body thick
	lw_worldSceneThinRods,      // far thinner; reported, no bar
	lw_worldSceneSphere,
	lw_worldSceneTorus,
	lw_worldSceneMoebius,       // thick Moebius band
	lw_worldSceneCave,          // closed, bumpy
	lw_worldSceneCrates,        // a stack of boxes with gaps
	lw_worldSceneDrum,          // a spinning drum, walked inside and outside
	lw_worldSceneElevator,      // moving platforms, up and down and to the sides
	lw_worldSceneRivets,        // walkable: plain hull; visible: the same with dense rivets
	lw_worldSceneStairs,        // staircase under a ceiling
	lw_worldScenePlanet,        // a small bumpy planet
	lw_worldSceneColossus,      // a walking giant whose body is the ground
	lw_worldSceneWall,          // floor, 90 degree wall, ceiling
	lw_worldSceneCount
} lwWorldSceneKind;

typedef struct lwWorldSceneDef {
	int cookie;
	lwWorldSceneKind kind;
	float size;                     // > 0, default 1
	uint32_t seed;                  // default 1: bumps, crates
	bool singleMesh;                // default false. true: everything that does not move against each other as one mesh
} lwWorldSceneDef;

// Where a creature starts: on the surface, up away from it.
typedef struct lwWorldSceneStart {
	lwVec3 pos, forward, up;
} lwWorldSceneStart;

typedef struct lwWorldScene lwWorldScene;

LW_API lwWorldSceneDef lwDefaultWorldSceneDef(void);
// "cube-outside", "cube-inside", "plate", "rods", ...; NULL out of range. Kind by its exact name; -1.
LW_API const char* lwWorldScene_Name(int kind);
LW_API int lwWorldScene_FromName(const char* name);
LW_API lwResult lwMakeWorldScene(const lwWorldSceneDef* def, lwWorldScene** outScene);
LW_API void lwDestroyWorldScene(lwWorldScene* scene);

LW_API lwWorld lwWorldScene_World(lwWorldScene* scene);
LW_API lwWorldSceneStart lwWorldScene_Start(const lwWorldScene* scene);
// Places the moving bodies for a moment, with their velocities. Exact in time, not stepped.
LW_API void lwWorldScene_SetTime(lwWorldScene* scene, float seconds);
LW_API bool lwWorldScene_Moves(const lwWorldScene* scene);
LW_API int lwWorldScene_BodyCount(const lwWorldScene* scene);
LW_API lwBodyState lwWorldScene_Body(const lwWorldScene* scene, int body, float seconds);
// The scene as an imported scene: a node a body (animated when it moves, duration s of it at fps), for GLBs and pictures.
// Channels are told by the material's name: "walkable", "visible" or both.
LW_API lwResult lwWorldScene_ToScene(const lwWorldScene* scene, float duration, float fps, lwScene** outScene);

// ---- Files as worlds -----------------------------------------------------------------------------------------

typedef struct lwSceneWorldDef {
	int cookie;
	const lwScene* scene;           // read as long as the world lives
	const lwScene* visible;         // NULL: scene is both. Else scene is walkable only, and this one, standing still, visible only
	float scale;                    // > 0, default 1
} lwSceneWorldDef;

// Body 0 is what stands still (and further ones of other channels); every mesh node that the scene's first clip moves,
// itself or through an ancestor, is a body of its own after them and moves rigidly. Nodes with a skin are left out. Keys above
// 1e12 are refused; what ancestors or scale carry beyond that stays where it was.
typedef struct lwSceneWorld lwSceneWorld;

LW_API lwSceneWorldDef lwDefaultSceneWorldDef(void);
LW_API lwResult lwMakeSceneWorld(const lwSceneWorldDef* def, lwSceneWorld** outWorld);
LW_API void lwDestroySceneWorld(lwSceneWorld* world);
LW_API lwWorld lwSceneWorld_World(lwSceneWorld* world);
LW_API bool lwSceneWorld_Moves(const lwSceneWorld* world);
// Where the clip has the bodies at a time (clamped to its keys), with their velocities over 1/60 s about it.
LW_API void lwSceneWorld_SetTime(lwSceneWorld* world, float seconds);
// Where a creature can start: on the highest walkable face under (x, z) that can be seen from above or, in a room, from the
// middle; false: there is none.
LW_API bool lwSceneWorld_Start(const lwSceneWorld* world, float x, float z, lwWorldSceneStart* outStart);

#endif
