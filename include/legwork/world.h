// SPDX-License-Identifier: MIT
// World: the library's questions to the host's geometry, as a table of callbacks, and the embedded answer to them:
// triangle meshes under a BVH. World space (WS), any length unit as long as it is one.
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
// Queries that are not finite or beyond 1e30 miss; a motion below 1e-20 counts as zero.
typedef struct lwCastHit {
	bool hit;
	float fraction;                 // 0..1 of motion
	lwVec3 pos;                     // point of contact on the surface
	lwVec3 normal;                  // unit, of the face (edge and vertex hits: from the contact to the sphere's centre), against the motion
	lwVec3 faceNormal;              // unit, of the triangle hit, turned against the motion
	bool back;                      // the triangle was met from behind (its corners run clockwise seen from the start)
	int body;                       // host's id of the body hit; 0 is the static world
	int triangle;                   // index within the body, -1 when unknown
	int material;                   // host's id, 0 by default
} lwCastHit;

typedef struct lwClosestQuery {
	lwVec3 point;
	float maxDistance;              // > 0
	uint32_t channels;
} lwClosestQuery;

// Where a body is and how it moves.
typedef struct lwBodyState {
	lwVec3 pos;
	lwQuat rot;
	lwVec3 linearVelocity;          // of pos
	lwVec3 angularVelocity;         // rad/s
} lwBodyState;

// The host's answers. All calls are batches; the arrays have count entries; nothing may be kept after the call.
// user is passed through. Calls come from the thread that updates a character; several threads may call at once.
typedef struct lwWorld {
	void* user;
	void (*cast)(void* user, const lwCastQuery* queries, int count, lwCastHit* outHits);
	void (*closest)(void* user, const lwClosestQuery* queries, int count, lwCastHit* outHits); // fraction: distance / maxDistance
	void (*body)(void* user, int body, lwBodyState* outState);   // NULL: nothing moves
} lwWorld;

// ---- Embedded world ------------------------------------------------------------------------------------------

// Triangles of one body. Arrays are read at creation and not kept. Degenerate triangles are allowed and never hit
// by rays (doubled area up to 1e-9 of the longest edge squared); sweeps and closest points meet their edges.
// Indices out of range, vertices or placements that are not finite or above 1e12, and over 2^27 triangles are refused.
typedef struct lwMeshBodyDef {
	const lwVec3* vertices;         // vertexCount, body space
	int vertexCount;
	const uint32_t* indices;        // 3 * triangleCount
	int triangleCount;
	uint32_t channels;              // default lw_channelAll
	int material;
	lwVec3 pos;                     // initial placement in WS
	lwQuat rot;
} lwMeshBodyDef;

typedef struct lwMeshWorldDef {
	int cookie;
	const lwMeshBodyDef* bodies;
	int bodyCount;                  // body ids are 0..bodyCount-1
} lwMeshWorldDef;

typedef struct lwMeshWorld lwMeshWorld;

LW_API lwMeshWorldDef lwDefaultMeshWorldDef(void);
LW_API lwMeshBodyDef lwDefaultMeshBodyDef(void);
LW_API lwResult lwCreateMeshWorld(const lwMeshWorldDef* def, lwMeshWorld** outWorld);
LW_API void lwDestroyMeshWorld(lwMeshWorld* world);
// The callback table on an embedded world; valid while the world lives.
LW_API lwWorld lwMeshWorld_World(lwMeshWorld* world);
// Place a body (rigidly). Not while another thread queries.
LW_API void lwMeshWorld_SetBody(lwMeshWorld* world, int body, const lwBodyState* state);
LW_API void lwMeshWorld_Bounds(const lwMeshWorld* world, lwVec3* outMin, lwVec3* outMax);
LW_API size_t lwMeshWorld_ByteCount(const lwMeshWorld* world);

// Single casts through a table, for convenience. world->cast NULL: no hit.
LW_API lwCastHit lwWorld_Ray(const lwWorld* world, lwVec3 origin, lwVec3 motion, uint32_t channels);
LW_API lwCastHit lwWorld_Sweep(const lwWorld* world, lwVec3 origin, lwVec3 motion, float radius, uint32_t channels);
LW_API lwCastHit lwWorld_Closest(const lwWorld* world, lwVec3 point, float maxDistance, uint32_t channels);

#endif
