// SPDX-License-Identifier: MIT
// Bounding volume hierarchy, eight wide, over the triangles of one body, the cells of a heightfield, or boxes: boxes and
// triangles as structures of arrays, so that every test is eight lanes at once. All in body space (BS).
#ifndef LEGWORK_BVH_BVH_H
#define LEGWORK_BVH_BVH_H

#include "bvh/triangle.h"

#define LW_BVH_LANES 8
#define LW_BVH_LEAF_BIT 0x80000000u
#define LW_BVH_MAX_TRIANGLES (1 << 27)
// Binary splits: the first by cost, the rest halve the triangles. Bounds the traversal's stack, whatever the input.
#define LW_BVH_COST_DEPTH 32
#define LW_BVH_MAX_DEPTH (LW_BVH_COST_DEPTH + 28)
#define LW_BVH_STACK (LW_BVH_MAX_DEPTH * (LW_BVH_LANES - 1) + LW_BVH_LANES)
#define LW_BVH_EMPTY_LANE INT32_MIN
#define LW_BVH_NONE 0xFFFFFFFFu     // no node and no leaf

// Unused lanes hold an inside-out box that nothing meets.
typedef struct lwBvhNode {
	float lo[3][LW_BVH_LANES];
	float hi[3][LW_BVH_LANES];
	uint32_t child[LW_BVH_LANES];   // node index, or LW_BVH_LEAF_BIT | leaf index
	uint32_t count;
	uint32_t parent;                // LW_BVH_LANES * node + lane; the root's is 0
	uint32_t pad[6];
} lwBvhNode;

typedef struct lwBvhLeaf {
	float v[3][3][LW_BVH_LANES];    // [vertex][axis][lane]; unused lanes repeat the first
	int32_t triangle[LW_BVH_LANES]; // index; ~index when degenerate (no rays); LW_BVH_EMPTY_LANE when unused
} lwBvhLeaf;

// Heights over the x-z plane, as in lwMeshBodyDef. A leaf is a block of 2 x 2 cells, made when it is asked for.
typedef struct lwBvhGrid {
	const float* heights;
	int samplesX, samplesZ;
	float cellX, cellZ;
	bool steep;                     // some triangles may be degenerate
} lwBvhGrid;

typedef struct lwBvh {
	void* block;                    // nodes, leaves, heights; NULL when there are none
	size_t blockSize;
	lwBvhNode* nodes;               // 64-byte aligned; the root is 0
	lwBvhLeaf* leaves;              // NULL: of the grid
	lwBvhGrid grid;
	int nodeCount, leafCount;
	lwVec3 lo, hi;                  // bounds; 0 when empty
	float farthest;                 // largest coordinate of the bounds
	float triangleExtent;           // longest side of any triangle's box
} lwBvh;

// A box and what it stands for.
typedef struct lwBvhRef {
	float lo[3], hi[3];
	int id;
} lwBvhRef;

// ---- Build ---------------------------------------------------------------------------------------------------

// False when out of memory. Vertices are finite and indices in range.
bool lwBvh_Build(lwBvh* outBvh, const lwVec3* vertices, const uint32_t* indices, int triangleCount);
// Heights are copied; finite or NaN. Counts and cells are in range.
bool lwBvh_BuildGrid(lwBvh* outBvh, const lwBvhGrid* grid);
void lwBvh_Free(lwBvh* bvh);

// A hierarchy of boxes alone, whose leaves are the refs' ids (>= 0). Reserve once; building then allocates nothing and
// changes the order of the refs.
bool lwBvh_ReserveBoxes(lwBvh* outBvh, int capacity);
void lwBvh_BuildBoxes(lwBvh* bvh, lwBvhRef* refs, int count);
// Another box for the leaf in a lane (LW_BVH_LANES * node + lane); the boxes above follow.
void lwBvh_RefitBox(lwBvh* bvh, uint32_t lane, const lwBvhRef* ref);
// Sum of the nodes' areas: what queries cost, about.
float lwBvh_Cost(const lwBvh* bvh);

// The triangle in a lane, relative to an origin; returns its index.
int lwBvhLeaf_Triangle(const lwBvhLeaf* leaf, int lane, lwVec3d origin, lwTriangle* outTriangle);
// The triangles of one block of cells.
void lwBvhGrid_Leaf(const lwBvhGrid* grid, uint32_t leaf, lwBvhLeaf* outLeaf);

// ---- Queries -------------------------------------------------------------------------------------------------

// Nearest hit so far; hit.point is relative to the origin of the query, in BS.
typedef struct lwBvhBest {
	bool found;
	int body;                       // of the hit
	int triangle;                   // of the hit; -1 for solids
	lwTriangleHit hit;
} lwBvhBest;

// Take the hit when it comes before the best so far: by fraction, at 0 by distance, then the lower body and triangle.
static inline bool lwBvhBest_Comes(const lwBvhBest* best, double fraction, double distance2, int body, int triangle) {
	if (!best->found) {
		return true;
	}
	double theirs = best->hit.fraction;
	if (fraction <= 0.0 && theirs <= 0.0) {
		fraction = distance2;
		theirs = best->hit.distance2;
	}
	bool first = body < best->body || (body == best->body && triangle < best->triangle);
	return fraction < theirs || (fraction <= theirs && first);
}
static inline bool lwBvhBest_Offer(lwBvhBest* ioBest, const lwTriangleHit* hit, int body, int triangle) {
	if (!lwBvhBest_Comes(ioBest, hit->fraction, hit->distance2, body, triangle)) {
		return false;
	}
	ioBest->found = true;
	ioBest->body = body;
	ioBest->triangle = triangle;
	ioBest->hit = *hit;
	return true;
}

typedef struct lwBvhEntry {
	uint32_t ref;
	float near;                     // fraction of the motion, or squared distance
} lwBvhEntry;

// What is still to be looked at: the next one apart, the others by nearness in groups. Big; only the used part is touched.
typedef struct lwBvhTodo {
	lwBvhEntry next;                // LW_BVH_NONE: nothing
	int size;
	lwBvhEntry stack[LW_BVH_STACK];
} lwBvhTodo;

// A sweep prepared for one hierarchy: slabs are (box - shifted origin) * inverse, the box grown by pad on each side.
typedef struct lwBvhRay {
	float o[3], d[3], inv[3];
	float enterO[3], leaveO[3];     // the origin shifted by pad, against the side where the ray enters and leaves
	int enter[3], leave[3];         // where in a node the sides are at which the ray enters and leaves, in floats
	int kx, ky, kz;                 // ray: axes of the shear, kz the largest of the motion
	float sx, sy, sz;
	float pad;
	float limit;                    // best fraction so far, rounded up
	lwVec3d originD, motionD;
	double radius;                  // 0: ray
} lwBvhRay;

// One sweep on its way through a hierarchy.
typedef struct lwBvhWalk {
	const lwBvh* bvh;
	int body;                       // told in the hit
	lwBvhBest best;
	lwBvhRay ray;
	lwBvhTodo todo;
} lwBvhWalk;

// Start a walk from ray.o along ray.d (not zero), which the caller has set, as best: it is kept.
// slack: how much farther than the radius boxes may be wrong.
void lwBvhWalk_Start(lwBvhWalk* walk, const lwBvh* bvh, float radius, float slack);
static inline void lwBvhRay_SetLimit(lwBvhRay* ray, const lwBvhBest* best) {
	ray->limit = best->found ? (float)best->hit.fraction * (1.0f + 1e-6f) : 1.0f + 1e-6f;
}

// Closest point on its way.
typedef struct lwBvhNearby {
	const lwBvh* bvh;
	int body;
	lwBvhBest best;                 // hit.distance2: at most that far; fraction 0
	float p[3];
	lwVec3d pointD;
	float slack;                    // how much farther boxes may be wrong
	float limit, limit2;            // best distance, and squared, rounded up
	lwBvhTodo todo;
} lwBvhNearby;

void lwBvhNearby_Start(lwBvhNearby* nearby, const lwBvh* bvh, lwVec3 pointBS, float slack);
void lwBvhNearby_SetLimit(lwBvhNearby* nearby);

// What runs on eight lanes, once for every instruction set; all give the same bits.
typedef struct lwBvhKernels {
	const char* name;
	// Finish these walks, a step of each in turn, so that one computes while another waits for memory.
	void (*cast)(lwBvhWalk* const* walks, int count);
	void (*closest)(lwBvhNearby* nearby);
	// The next box of a hierarchy of boxes that may be met before the limit: its id, or -1 when there is none.
	int (*nextBox)(lwBvhWalk* walk);
	int (*nextNearbyBox)(lwBvhNearby* nearby);
} lwBvhKernels;

extern const lwBvhKernels lw_bvhKernels;
// NULL when this processor or build has none.
const lwBvhKernels* lwBvh_Avx2Kernels(void);
const lwBvhKernels* lwBvh_BestKernels(void);

#endif
