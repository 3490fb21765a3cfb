// SPDX-License-Identifier: MIT
// What an embedded world is made of: shapes, bodies that place them, and a hierarchy of boxes over the bodies.
#ifndef LEGWORK_WORLD_MESH_WORLD_H
#define LEGWORK_WORLD_MESH_WORLD_H

#include "bvh/bvh.h"
#include "world/solid.h"

// In body space. Shared by the instances.
typedef struct lwShape {
	lwShapeKind kind;
	lwBvh bvh;                      // mesh, heightfield
	lwSolid solid;                  // the others
	uint16_t* triangleMaterials;    // NULL: the body's
	size_t byteCount;               // allocated for it
	lwVec3 lo, hi;
	bool empty;                     // nothing to meet
	bool endless;                   // no bounds: not in the hierarchy
} lwShape;

typedef struct lwBody {
	const lwShape* shape;
	lwBodyState state;
	lwVec3 loWS, hiWS;
	uint32_t channels;
	int material;
	bool turned;                    // state.rot is not the identity
	uint32_t lane;                  // in the hierarchy of bodies: LW_BVH_LANES * node + lane
} lwBody;

struct lwMeshWorld {
	const lwBvhKernels* kernels;
	int bodyCount, shapeCount, materialCount, endlessCount;
	lwBody* bodies;
	lwShape* shapes;
	lwMaterial* materials;
	int* endless;                   // bodies without bounds
	lwBvh top;                      // over the other bodies that are not empty
	lwBvhRef* refs;                 // of the bodies in it, to build it from
	float builtCost;                // of top, when it was built
	int moves;                      // bodies set since
	uint32_t changes;               // bodies set in all
	size_t byteCount;               // but for the shapes
};

// Whether the def can be made: every body's shape, placement and material.
lwResult lwMeshWorld_Check(const lwMeshWorldDef* def);
bool lwMeshWorld_IsPlacement(lwVec3 pos, lwQuat rot);

#endif
