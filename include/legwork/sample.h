// SPDX-License-Identifier: MIT
// Sample (tools): built-in creatures and terrains, made by code. The default of demos and tests.
// Same def, same bytes. Metres, +Y up, facing +Z, left is +X; the root joint is on the ground at the origin.
#ifndef LEGWORK_SAMPLE_H
#define LEGWORK_SAMPLE_H

#include "legwork/import.h"

typedef enum lwSampleCreatureKind {
	lw_sampleBiped,         // 1.75 m person: Idle, Walk, Run, Walk_<dir> and Run_<dir> with dir F FL L BL B BR R FR
	lw_sampleQuadruped,     // 0.75 m at the shoulder, wolf-like: Idle, Walk, Trot, Canter, Gallop
	lw_sampleHexapod,       // 0.9 m long beetle: Idle, Walk (alternating tripod)
	lw_sampleSpider,        // 1 m across: Idle, Walk (alternating tetrapod)
	lw_sampleDragon,        // 6 m long, four legs, folded wings, long neck and tail: Idle, Walk
	lw_sampleCreatureCount
} lwSampleCreatureKind;

typedef enum lwSampleTerrainKind {
	lw_sampleFlat,
	lw_sampleSlope,         // level for 2 scale, then slopeDeg upwards, then a level landing
	lw_sampleStairs,        // level for 2 scale, then stepCount steps upwards, then a level landing
	lw_sampleHills,         // smooth height field, level within 0.75 scale of the origin
	lw_sampleRubble,        // level ground with partly sunk convex rocks, none within 1 scale of the origin
	lw_sampleCave,          // closed bumpy tunnel along +Z seen from inside; floor at 0 at the origin
	lw_samplePlanet,        // bumpy ball below the origin, its north pole; level within 1 scale of it
	lw_sampleSteps,         // level for 2 scale, then single steps up and down, [0.05, stepRise] high and 0.7 to 1.6 deep, of
	                        // the full width or as boxes under the left or the right of x = 0 only
	lw_sampleTerrainCount
} lwSampleTerrainKind;

typedef struct lwSampleCreatureDef {
	int cookie;
	lwSampleCreatureKind kind;      // default lw_sampleBiped
	float scale;                    // [0.05, 20], default 1: multiplies every length and so the speeds; periods stay
	uint32_t seed;                  // default 0: the standard creature; others vary proportions and colours a little
	float detail;                   // [0.4, 2], default 1: mesh fineness; triangles grow with its square
	int legPairs;                   // hexapod, spider: [2, 6]; default 0: the kind's own (3, 4). Others: 0 only
	int frameRate;                  // keys per second: 30, 60, 90 or 120; default 30
	bool withClips;                 // default true; false: a rig without any animation
} lwSampleCreatureDef;

typedef struct lwSampleTerrainDef {
	int cookie;
	lwSampleTerrainKind kind;       // default lw_sampleFlat
	float scale;                    // [1e-6, 1e6], default 1: the leg length that everything is measured in
	uint32_t seed;                  // default 1: places of hills, rocks, bumps and steps
	float slopeDeg;                 // slope: [-60, 60], default 20; negative goes down
	float stepRise;                 // stairs, in scale: [-1, 1] and not 0, default 0.2; negative goes down.
	                                // steps: the highest, without its sign, brought into [0.05, 0.35]
	float stepRun;                  // stairs, in scale: [0.1, 4], default 0.9
	int stepCount;                  // stairs: [1, 64], default 9
	float amplitude;                // in scale: [0, 1], default 0.25: height bound of hills, rocks, bumps
	float length;                   // in scale: [4, 200], default 18: extent along +Z from the origin
	float halfWidth;                // in scale: [2, 100], default 8: extent to both sides and behind the origin
	float radius;                   // cave, planet, in scale: [2, 100], 0 (default): 3 in caves, 24 in planets
} lwSampleTerrainDef;

LW_API lwSampleCreatureDef lwDefaultSampleCreatureDef(void);
LW_API lwSampleTerrainDef lwDefaultSampleTerrainDef(void);

// "biped", "quadruped", ... / "flat", "slope", ...; NULL when kind is out of range. Static strings.
LW_API const char* lwSampleCreature_Name(int kind);
LW_API const char* lwSampleTerrain_Name(int kind);
// Kind by its exact name; -1 when there is none.
LW_API int lwSampleCreature_FromName(const char* name);
LW_API int lwSampleTerrain_FromName(const char* name);

// Build a creature: node 0 is the mesh's node, node 1 "root"; parents come before children; rest pose = bind pose;
// one skin; one mesh, one primitive a material; four influences a vertex. Clips are in place, loop (last key = first),
// with even LINEAR keys. The caller owns the scene: lwDestroyScene. On failure *outScene is NULL.
LW_API lwResult lwMakeSampleCreature(const lwSampleCreatureDef* def, lwScene** outScene);

// Build a terrain: one node, one mesh, indexed triangles whose front (counter-clockwise) side and normals look at
// where creatures walk. Hills, slopes and the like are open sheets; the cave, the rocks, the boxes and the planet are closed.
// The surface passes through the origin. Owned and failing as above.
LW_API lwResult lwMakeSampleTerrain(const lwSampleTerrainDef* def, lwScene** outScene);

#define LW_SAMPLE_MAX_LEGS 12

// What is known of one leg in one clip: exact at the keys, since the clip was made from it. In stance the lower of heel
// and toe moves by -directionMS * speed and stays at height 0; between keys the straight interpolation adds up to
// 0.1 % of legLength in walks, 0.6 % in the gallop (four keys a stance). Reach stays below 0.97.
typedef struct lwSampleLegTruth {
	char upper[24];                 // first joint of the two-bone chain ("thigh.L"); the leg's name
	char lower[24];                 // knee or elbow
	char foot[24];                  // joint at the end of the chain (ankle, hock, wrist, tarsus)
	char toe[24];                   // joint that lies flat on the ground in stance; = foot when there is none
	float touchdownPhase;           // [0, 1): clip time / period of first touch; 0 when the foot never lifts
	float duty;                     // share of the period on the ground; 1 when the foot never lifts
	float reach;                    // m: lengths of upper + lower
	lwVec3 heelMS, toeMS;           // contact points in the bind pose, on the ground; equal for a single-point foot
	bool heelOnFoot;                // the heel point is rigid to foot, else to toe; the toe point is always rigid to toe
} lwSampleLegTruth;

typedef struct lwSampleTruth {
	char clip[24];
	float period;                   // s
	float speed;                    // m/s over the ground; 0 for Idle
	lwVec3 directionMS;             // unit, horizontal: where the body would go; +Z for Idle
	float legLength;                // m: mean over legs of the joints' chain down to the toe joint in the bind pose
	int legCount;
	lwSampleLegTruth legs[LW_SAMPLE_MAX_LEGS];
} lwSampleTruth;

// Number of clips that a def gives (0 without clips or for a bad def).
LW_API int lwSampleCreature_ClipCount(const lwSampleCreatureDef* def);
// Truth of clip index [0, ClipCount), in the order of the scene's clips.
LW_API lwResult lwSampleCreature_Truth(const lwSampleCreatureDef* def, int clip, lwSampleTruth* outTruth);

#endif
