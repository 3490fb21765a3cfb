// SPDX-License-Identifier: MIT
// Heightfields: a hierarchy of boxes over blocks of 2 x 2 cells by halving the grid; the triangles of a block are made
// when a query comes to it.
#include "bvh/bvh.h"

#include <float.h>
#include <stdlib.h>

typedef struct Box {
	float lo[3], hi[3];
} Box;

// Blocks [x0, x1) x [z0, z1).
typedef struct Range {
	int x0, x1, z0, z1;
} Range;

typedef struct Builder {
	lwBvh* bvh;
	int blocksX;
} Builder;

static const Box s_emptyBox = { { FLT_MAX, FLT_MAX, FLT_MAX }, { -FLT_MAX, -FLT_MAX, -FLT_MAX } };

static int BlockCount(int samples) {
	return samples / 2; // of samples - 1 cells, rounded up
}

static void Grow(Box* box, const Box* other) {
	for (int a = 0; a < 3; ++a) {
		box->lo[a] = lwMinF(box->lo[a], other->lo[a]);
		box->hi[a] = lwMaxF(box->hi[a], other->hi[a]);
	}
}

static float HeightAt(const lwBvhGrid* grid, int x, int z) {
	return grid->heights[(size_t)z * (size_t)grid->samplesX + (size_t)x];
}

static Box BlockBox(const lwBvhGrid* grid, int blockX, int blockZ) {
	Box box = s_emptyBox;
	for (int z = 2 * blockZ; z <= 2 * blockZ + 2 && z < grid->samplesZ; ++z) {
		for (int x = 2 * blockX; x <= 2 * blockX + 2 && x < grid->samplesX; ++x) {
			float y = HeightAt(grid, x, z);
			if (y == y) {
				Box point = { { (float)x * grid->cellX, y, (float)z * grid->cellZ }, { 0 } };
				memcpy(point.hi, point.lo, sizeof(point.hi));
				Grow(&box, &point);
			}
		}
	}
	return box;
}

static bool IsBlock(Range r) {
	return r.x1 - r.x0 == 1 && r.z1 - r.z0 == 1;
}

// Halve the longer side.
static void Halve(Range r, Range* outFirst, Range* outSecond) {
	*outFirst = *outSecond = r;
	if (r.x1 - r.x0 >= r.z1 - r.z0) {
		outFirst->x1 = outSecond->x0 = r.x0 + (r.x1 - r.x0 + 1) / 2;
	} else {
		outFirst->z1 = outSecond->z0 = r.z0 + (r.z1 - r.z0 + 1) / 2;
	}
}

static int Children(Range range, Range* out) {
	int count = 1;
	out[0] = range;
	for (int round = 0; round < 3; ++round) {
		int now = count;
		for (int i = 0; i < now; ++i) {
			if (!IsBlock(out[i])) {
				Halve(out[i], &out[i], &out[count]);
				count += 1;
			}
		}
	}
	return count;
}

static int CountNodes(Range range) {
	Range children[LW_BVH_LANES];
	int count = Children(range, children);
	int total = 1;
	for (int i = 0; i < count; ++i) {
		total += IsBlock(children[i]) ? 0 : CountNodes(children[i]);
	}
	return total;
}

static Box EmitNode(Builder* b, Range range, uint32_t parent) {
	uint32_t index = (uint32_t)b->bvh->nodeCount++;
	lwBvhNode* node = &b->bvh->nodes[index];
	Range children[LW_BVH_LANES];
	int count = Children(range, children);
	memset(node, 0, sizeof(*node));
	node->count = (uint32_t)count;
	node->parent = parent;
	Box all = s_emptyBox;
	for (int lane = 0; lane < LW_BVH_LANES; ++lane) {
		Box box = s_emptyBox;
		Range r = children[lane < count ? lane : 0];
		if (lane < count && IsBlock(r)) {
			box = BlockBox(&b->bvh->grid, r.x0, r.z0);
			node->child[lane] = LW_BVH_LEAF_BIT | (uint32_t)(r.z0 * b->blocksX + r.x0);
		} else if (lane < count) {
			node->child[lane] = (uint32_t)b->bvh->nodeCount;
			box = EmitNode(b, r, LW_BVH_LANES * index + (uint32_t)lane);
		}
		for (int a = 0; a < 3; ++a) {
			node->lo[a][lane] = box.lo[a];
			node->hi[a][lane] = box.hi[a];
		}
		Grow(&all, &box);
	}
	return all;
}

// Extent of the largest triangle's box, and whether any might be degenerate.
static void Survey(lwBvh* bvh) {
	lwBvhGrid* grid = &bvh->grid;
	float step = 0.0f;
	for (int z = 0; z < grid->samplesZ; ++z) {
		for (int x = 0; x < grid->samplesX; ++x) {
			for (int k = 1; k < 4; ++k) {
				int nx = x + (k & 1), nz = z + (k >> 1);
				float rise = nx < grid->samplesX && nz < grid->samplesZ ? HeightAt(grid, x, z) - HeightAt(grid, nx, nz) : 0.0f;
				step = lwAbsF(rise) > step ? lwAbsF(rise) : step; // false for NaN
			}
		}
	}
	float wide = lwMaxF(grid->cellX, grid->cellZ), narrow = lwMinF(grid->cellX, grid->cellZ);
	bvh->triangleExtent = lwMaxF(2.0f * step, wide); // a diagonal across a hole's neighbour is two rises at most
	grid->steep = narrow < 1e-7f * (wide + bvh->triangleExtent);
}

bool lwBvh_BuildGrid(lwBvh* outBvh, const lwBvhGrid* grid) {
	memset(outBvh, 0, sizeof(*outBvh));
	Builder b = { outBvh, BlockCount(grid->samplesX) };
	Range all = { 0, b.blocksX, 0, BlockCount(grid->samplesZ) };
	size_t nodeBytes = (size_t)CountNodes(all) * sizeof(lwBvhNode);
	size_t heightBytes = (size_t)grid->samplesX * (size_t)grid->samplesZ * sizeof(float);
	outBvh->blockSize = nodeBytes + heightBytes + 64;
	outBvh->block = malloc(outBvh->blockSize);
	if (outBvh->block == NULL) {
		return false;
	}
	char* aligned = (char*)outBvh->block + (64 - ((uintptr_t)outBvh->block & 63));
	outBvh->nodes = (lwBvhNode*)(void*)aligned;
	memcpy(aligned + nodeBytes, grid->heights, heightBytes);
	outBvh->grid = *grid;
	outBvh->grid.heights = (const float*)(void*)(aligned + nodeBytes);
	outBvh->leafCount = all.x1 * all.z1;
	Survey(outBvh);
	Box box = EmitNode(&b, all, 0);
	if (!(box.lo[0] <= box.hi[0])) {
		box = (Box){ { 0 }, { 0 } }; // all holes
	}
	for (int a = 0; a < 3; ++a) {
		outBvh->farthest = lwMaxF(outBvh->farthest, lwMaxF(lwAbsF(box.lo[a]), lwAbsF(box.hi[a])));
	}
	outBvh->lo = lwV3(box.lo[0], box.lo[1], box.lo[2]);
	outBvh->hi = lwV3(box.hi[0], box.hi[1], box.hi[2]);
	return true;
}

static void SetCorner(lwBvhLeaf* leaf, const lwBvhGrid* grid, int lane, int corner, int x, int z) {
	leaf->v[corner][0][lane] = (float)x * grid->cellX;
	leaf->v[corner][1][lane] = HeightAt(grid, x, z);
	leaf->v[corner][2][lane] = (float)z * grid->cellZ;
}

// Two triangles of the cell at (x, z) into two lanes.
static void SetCell(lwBvhLeaf* leaf, const lwBvhGrid* grid, int lane, int x, int z) {
	int cell = z * (grid->samplesX - 1) + x;
	for (int k = 0; k < 2; ++k) {
		SetCorner(leaf, grid, lane + k, 0, x + k, z);
		SetCorner(leaf, grid, lane + k, 1, x, z + 1);
		SetCorner(leaf, grid, lane + k, 2, x + 1, z + k);
		float sum = leaf->v[0][1][lane + k] + leaf->v[1][1][lane + k] + leaf->v[2][1][lane + k];
		leaf->triangle[lane + k] = sum == sum ? 2 * cell + k : LW_BVH_EMPTY_LANE;
		if (sum == sum && grid->steep) {
			lwTriangle exact;
			lwBvhLeaf_Triangle(leaf, lane + k, lwV3d(0.0, 0.0, 0.0), &exact);
			leaf->triangle[lane + k] = lwTriangle_IsDegenerate(exact.v) ? ~(2 * cell + k) : 2 * cell + k;
		}
	}
}

void lwBvhGrid_Leaf(const lwBvhGrid* grid, uint32_t leaf, lwBvhLeaf* outLeaf) {
	int blocksX = BlockCount(grid->samplesX);
	int x = 2 * ((int)leaf % blocksX), z = 2 * ((int)leaf / blocksX);
	for (int c = 0; c < 4; ++c) {
		int cx = x + (c & 1), cz = z + (c >> 1);
		bool there = cx < grid->samplesX - 1 && cz < grid->samplesZ - 1;
		SetCell(outLeaf, grid, 2 * c, there ? cx : x, there ? cz : z);
		if (!there) {
			outLeaf->triangle[2 * c] = outLeaf->triangle[2 * c + 1] = LW_BVH_EMPTY_LANE;
		}
	}
}
