// SPDX-License-Identifier: MIT
// Bounding volume hierarchy over the triangles of one body, eight wide: boxes and triangles as structures of arrays,
// so that every test is a loop over eight lanes. All in body space (BS).
#ifndef LEGWORK_WORLD_BVH_H
#define LEGWORK_WORLD_BVH_H

#include "world/triangle.h"

#define LW_BVH_LANES 8
#define LW_BVH_LEAF_BIT 0x80000000u
#define LW_BVH_MAX_TRIANGLES (1 << 27)
// Binary splits: the first by cost, the rest halve the triangles. Bounds the traversal's stack, whatever the input.
#define LW_BVH_COST_DEPTH 32
#define LW_BVH_MAX_DEPTH (LW_BVH_COST_DEPTH + 28)
#define LW_BVH_STACK (LW_BVH_MAX_DEPTH * (LW_BVH_LANES - 1) + LW_BVH_LANES)
#define LW_BVH_EMPTY_LANE INT32_MIN

// Unused lanes hold an inside-out box that nothing meets.
typedef struct lwBvhNode {
	float lo[3][LW_BVH_LANES];
	float hi[3][LW_BVH_LANES];
	uint32_t child[LW_BVH_LANES];   // node index, or LW_BVH_LEAF_BIT | leaf index
	uint32_t count;
	uint32_t pad[7];
} lwBvhNode;

typedef struct lwBvhLeaf {
	float v[3][3][LW_BVH_LANES];    // [vertex][axis][lane]; unused lanes repeat the first
	int32_t triangle[LW_BVH_LANES]; // index; ~index when degenerate (no rays); LW_BVH_EMPTY_LANE when unused
} lwBvhLeaf;

typedef struct lwBvh {
	void* block;                    // nodes and leaves; NULL when there are no triangles
	size_t blockSize;
	lwBvhNode* nodes;               // 64-byte aligned; the root is 0
	lwBvhLeaf* leaves;
	int nodeCount, leafCount;
	lwVec3 lo, hi;                  // bounds; 0 when empty
	float triangleExtent;           // longest side of any triangle's box
} lwBvh;

// Nearest hit so far; hit.point is relative to the origin of the query, in BS.
typedef struct lwBvhBest {
	bool found;
	int triangle;
	lwTriangleHit hit;
} lwBvhBest;

typedef struct lwBvhCast {
	lwVec3 originBS;
	lwVec3 motionBS;                // not zero
	float radius;                   // 0: ray
} lwBvhCast;

// False when out of memory. Vertices are finite and indices in range.
bool lwBvh_Build(lwBvh* outBvh, const lwVec3* vertices, const uint32_t* indices, int triangleCount);
void lwBvh_Free(lwBvh* bvh);
// Improve ioBest when there is a nearer hit; true when it was improved.
bool lwBvh_Cast(const lwBvh* bvh, const lwBvhCast* cast, lwBvhBest* ioBest);
// Closest point, at most at ioBest->hit.distance2 (squared); hit.fraction stays 0.
bool lwBvh_Closest(const lwBvh* bvh, lwVec3 pointBS, lwBvhBest* ioBest);
// The triangle in a lane, relative to an origin; returns its index.
int lwBvhLeaf_Triangle(const lwBvhLeaf* leaf, int lane, lwVec3d origin, lwTriangle* outTriangle);

// Index of the lowest set bit; mask is not 0.
static inline int lwLowestBit(uint32_t mask) {
#if defined(__GNUC__)
	return __builtin_ctz(mask);
#else
	int bit = 0;
	while ((mask & 1u) == 0) {
		mask >>= 1;
		bit += 1;
	}
	return bit;
#endif
}

// Sums to a mask of lanes in loops that compilers turn into vector code.
static const uint32_t lw_laneBits[LW_BVH_LANES] = { 1, 2, 4, 8, 16, 32, 64, 128 };

#endif
