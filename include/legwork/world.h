// SPDX-License-Identifier: MIT
// World: the library's questions to the host's geometry, as a table of callbacks, and the embedded answer to them:
// triangle meshes, heightfields and solids, resting or moving. World space (WS), any length unit as long as it is one.
#ifndef LEGWORK_WORLD_H
#define LEGWORK_WORLD_H

#include "legwork/math.h"

#define lw_channelWalkable 1u       // simplified collision: chooses the place of a foot
#define lw_channelVisible 2u        // render mesh: exact contact height
#define lw_channelAll 0xFFFFFFFFu

// Sweep of a sphere (radius 0: a ray) from origin along motion (full vector, not unit).
typedef struct lwCastQuery {
	lwVec3 origin;
	lwVec3 motion;
	float radius;                   // >= 0
	uint32_t channels;
} lwCastQuery;

// Nearest hit. Zero-length motion: hit only when overlapping at the start.
// Starting inside (the sphere overlaps a triangle): fraction 0, pos the closest surface point, normal from it to the
// centre (when they coincide: the face normal, against the motion). Triangles are double-sided.
// Touching is not overlapping: a sphere that starts in touch hits only when it moves nearer.
// Solids (lwShapeKind) are full: a sphere that overlaps one, or a ray that starts within, hits at fraction 0; pos is the
// closest point of the surface and both normals are outward there. Of several overlaps the deepest is told.
// Equal fractions (a shared edge): the lower body, then the lower triangle.
// Queries that are not finite or beyond 1e30 miss; a motion below 1e-20 counts as zero.
typedef struct lwCastHit {
	bool hit;
	float fraction;                 // 0..1 of motion
	lwVec3 pos;                     // point of contact on the surface
	lwVec3 normal;                  // unit, of the face (edge and vertex hits: from the contact to the sphere's centre), against the motion
	lwVec3 faceNormal;              // unit, of the triangle hit, turned against the motion
	bool back;                      // the triangle was met from behind (its corners run clockwise seen from the start); solids: from within
	int body;                       // host's id of the body hit; 0 is the static world
	int triangle;                   // index within the body, -1 when unknown; heightfield: 2 * cell + 0 or 1
	int material;                   // index for the material callback, 0 by default
} lwCastHit;

typedef struct lwClosestQuery {
	lwVec3 point;
	float maxDistance;              // > 0; points farther than 3e18 are not found
	uint32_t channels;
} lwClosestQuery;

// Where a body is and how it moves.
typedef struct lwBodyState {
	lwVec3 pos;
	lwQuat rot;
	lwVec3 linearVelocity;          // of pos
	lwVec3 angularVelocity;         // rad/s
} lwBodyState;

// What a surface is made of.
typedef struct lwMaterial {
	float friction;                 // share of full grip, >= 0: 0 ice, 1 ordinary ground, above 1 sticky; default 1
	int userId;                     // the host's own id, default 0
} lwMaterial;

// The host's answers. All calls are batches; the arrays have count entries; nothing may be kept after the call.
// user is passed through. Calls come from the thread that updates a character; several threads may call at once.
typedef struct lwWorld {
	void* user;
	void (*cast)(void* user, const lwCastQuery* queries, int count, lwCastHit* outHits);
	void (*closest)(void* user, const lwClosestQuery* queries, int count, lwCastHit* outHits); // fraction: distance / maxDistance
	void (*body)(void* user, int body, lwBodyState* outState);   // NULL: nothing moves
	void (*material)(void* user, int material, lwMaterial* outMaterial); // NULL: the default material everywhere
	// A number that changes whenever some body is placed anew. What stands still asks the world nothing, but for whether something
	// comes at it when this has changed. NULL: what comes at it is noticed once it is felt while moving.
	uint32_t (*changes)(void* user);
} lwWorld;

// ---- Embedded world ------------------------------------------------------------------------------------------

// Body space (BS) of each: mesh: its vertices'; heightfield: x and z from 0, heights along +Y; solids: centred at 0.
typedef enum lwShapeKind {
	lw_shapeMesh,                   // triangles; a surface, met from both sides
	lw_shapeHeightfield,            // a grid of heights; a surface as the mesh of its triangles is
	lw_shapePlane,                  // solid: everything below y = 0, without end
	lw_shapeBox,                    // solid: halfExtents
	lw_shapeSphere,                 // solid: radius
	lw_shapeCapsule,                // solid: radius about the segment from (0, -halfHeight, 0) to (0, halfHeight, 0)
	lw_shapeInstance                // the shape of an earlier body, shared: costs no memory for it
} lwShapeKind;

// One body. Arrays are read at creation and not kept. Degenerate triangles are allowed and never hit
// by rays (doubled area up to 1e-9 of the longest edge squared); sweeps and closest points meet their edges.
// Indices out of range, vertices or placements that are not finite or above 1e12, and over 2^27 triangles are refused.
// Fields that the shape does not name are not read.
typedef struct lwMeshBodyDef {
	const lwVec3* vertices;         // mesh: vertexCount, body space
	int vertexCount;
	const uint32_t* indices;        // mesh: 3 * triangleCount
	int triangleCount;
	uint32_t channels;              // default lw_channelAll
	int material;                   // index into the world's materials; any other is passed on and has the default material
	lwVec3 pos;                     // initial placement in WS
	lwQuat rot;
	lwShapeKind shape;              // default lw_shapeMesh
	const uint16_t* triangleMaterials; // mesh, heightfield: a material per triangle instead of `material`; NULL: none
	// Heightfield: height of sample (i, j) is heights[j * samplesX + i] at x = i * cellX, z = j * cellZ. A cell is split from its
	// corner (i + 1, j) to (i, j + 1); its triangles are {(i, j), (i, j + 1), (i + 1, j)} and the rest, both seen from above
	// counterclockwise. A height of NaN is a hole: no triangle that touches it.
	const float* heights;
	int samplesX, samplesZ;         // >= 2, at most 2^26 cells
	float cellX, cellZ;             // > 0
	lwVec3 halfExtents;             // box: > 0
	float radius;                   // sphere, capsule: > 0
	float halfHeight;               // capsule: >= 0
	int instanceOf;                 // instance: a body before this one; triangleMaterials come with its shape
} lwMeshBodyDef;

typedef struct lwMeshWorldDef {
	int cookie;
	const lwMeshBodyDef* bodies;
	int bodyCount;                  // body ids are 0..bodyCount-1
	const lwMaterial* materials;    // copied
	int materialCount;
} lwMeshWorldDef;

typedef struct lwMeshWorld lwMeshWorld;

LW_API lwMeshWorldDef lwDefaultMeshWorldDef(void);
LW_API lwMeshBodyDef lwDefaultMeshBodyDef(void);
LW_API lwResult lwCreateMeshWorld(const lwMeshWorldDef* def, lwMeshWorld** outWorld);
LW_API void lwDestroyMeshWorld(lwMeshWorld* world);
// The callback table on an embedded world; valid while the world lives.
LW_API lwWorld lwMeshWorld_World(lwMeshWorld* world);
// Place a body (rigidly). No allocation; its cost grows with the log of the bodies. Not while another thread queries.
LW_API void lwMeshWorld_SetBody(lwMeshWorld* world, int body, const lwBodyState* state);
// Box around all bodies but planes; zero without any.
LW_API void lwMeshWorld_Bounds(const lwMeshWorld* world, lwVec3* outMin, lwVec3* outMax);
LW_API size_t lwMeshWorld_ByteCount(const lwMeshWorld* world);

// Single casts through a table, for convenience. world->cast NULL: no hit.
LW_API lwCastHit lwWorld_Ray(const lwWorld* world, lwVec3 origin, lwVec3 motion, uint32_t channels);
LW_API lwCastHit lwWorld_Sweep(const lwWorld* world, lwVec3 origin, lwVec3 motion, float radius, uint32_t channels);
LW_API lwCastHit lwWorld_Closest(const lwWorld* world, lwVec3 point, float maxDistance, uint32_t channels);
LW_API lwMaterial lwDefaultMaterial(void);
// The material of a hit; the default one when the table does not tell.
LW_API lwMaterial lwWorld_Material(const lwWorld* world, int material);

#endif
