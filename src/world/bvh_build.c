// SPDX-License-Identifier: MIT
// Build: binned surface area splits over whole leaf blocks, then collapse to eight-wide nodes.
#include "world/bvh.h"

#include <float.h>
#include <stdlib.h>

#define BIN_COUNT 16

typedef struct Box {
	float lo[3], hi[3];
} Box;

typedef struct Ref {
	Box box;
	int triangle;
} Ref;

// Binary node: a leaf when left < 0.
typedef struct Split {
	Box box;
	int left, right;
	int first, count;
} Split;

typedef struct Builder {
	const lwVec3* vertices;
	const uint32_t* indices;
	Ref* refs;
	Split* splits;
	int splitCount;
	lwBvhNode* nodes;
	lwBvhLeaf* leaves;
	int nodeCount, leafCount;
} Builder;

static const Box s_emptyBox = { { FLT_MAX, FLT_MAX, FLT_MAX }, { -FLT_MAX, -FLT_MAX, -FLT_MAX } };

static void Grow(Box* box, const Box* other) {
	for (int a = 0; a < 3; ++a) {
		box->lo[a] = lwMinF(box->lo[a], other->lo[a]);
		box->hi[a] = lwMaxF(box->hi[a], other->hi[a]);
	}
}

static float HalfArea(const Box* box) {
	float x = box->hi[0] - box->lo[0];
	float y = box->hi[1] - box->lo[1];
	float z = box->hi[2] - box->lo[2];
	return x < 0.0f ? 0.0f : x * y + y * z + z * x;
}

static float Centroid(const Ref* ref, int axis) {
	return 0.5f * (ref->box.lo[axis] + ref->box.hi[axis]);
}

static Ref MakeRef(const Builder* b, int triangle) {
	Ref ref = { s_emptyBox, triangle };
	for (int k = 0; k < 3; ++k) {
		lwVec3 v = b->vertices[b->indices[3 * triangle + k]];
		Box point = { { v.x, v.y, v.z }, { v.x, v.y, v.z } };
		Grow(&ref.box, &point);
	}
	return ref;
}

static int BlockCount(int triangles) {
	return (triangles + LW_BVH_LANES - 1) / LW_BVH_LANES;
}

static int BinOf(const Ref* ref, int axis, float lo, float scale) {
	int bin = (int)((Centroid(ref, axis) - lo) * scale);
	return bin < 0 ? 0 : bin >= BIN_COUNT ? BIN_COUNT - 1 : bin;
}

typedef struct Plane {
	int axis, bin;                  // axis < 0: none
	float lo, scale, cost;
} Plane;

static void BestPlaneOfAxis(const Ref* refs, int count, int axis, float lo, float hi, Plane* ioBest) {
	float scale = (float)BIN_COUNT / (hi - lo);
	if (!(hi > lo) || !(scale < FLT_MAX)) {
		return;
	}
	Box bins[BIN_COUNT];
	int counts[BIN_COUNT] = { 0 };
	for (int i = 0; i < BIN_COUNT; ++i) {
		bins[i] = s_emptyBox;
	}
	for (int i = 0; i < count; ++i) {
		int bin = BinOf(&refs[i], axis, lo, scale);
		Grow(&bins[bin], &refs[i].box);
		counts[bin] += 1;
	}
	float rightCost[BIN_COUNT] = { 0.0f };
	int rightCount = 0;
	Box box = s_emptyBox;
	for (int i = BIN_COUNT - 1; i > 0; --i) {
		Grow(&box, &bins[i]);
		rightCount += counts[i];
		rightCost[i] = HalfArea(&box) * (float)BlockCount(rightCount);
	}
	int leftCount = 0;
	box = s_emptyBox;
	for (int i = 1; i < BIN_COUNT; ++i) {
		Grow(&box, &bins[i - 1]);
		leftCount += counts[i - 1];
		float cost = HalfArea(&box) * (float)BlockCount(leftCount) + rightCost[i];
		if (leftCount > 0 && leftCount < count && cost < ioBest->cost) {
			*ioBest = (Plane){ axis, i, lo, scale, cost };
		}
	}
}

// Number of refs that go left; the halves when no plane separates them.
static int Partition(Ref* refs, int count, int depth) {
	Plane best = { -1, 0, 0.0f, 0.0f, FLT_MAX };
	float lo[3], hi[3];
	for (int a = 0; a < 3; ++a) {
		lo[a] = FLT_MAX;
		hi[a] = -FLT_MAX;
		for (int i = 0; i < count; ++i) {
			lo[a] = lwMinF(lo[a], Centroid(&refs[i], a));
			hi[a] = lwMaxF(hi[a], Centroid(&refs[i], a));
		}
	}
	for (int a = 0; a < 3 && depth < LW_BVH_COST_DEPTH; ++a) {
		BestPlaneOfAxis(refs, count, a, lo[a], hi[a], &best);
	}
	if (best.axis < 0) {
		return count / 2;
	}
	int left = 0;
	int right = count;
	while (left < right) {
		if (BinOf(&refs[left], best.axis, best.lo, best.scale) < best.bin) {
			left += 1;
		} else {
			right -= 1;
			Ref swap = refs[left];
			refs[left] = refs[right];
			refs[right] = swap;
		}
	}
	return left;
}

static int BuildSplits(Builder* b, int first, int count, int depth) {
	int index = b->splitCount++;
	Box box = s_emptyBox;
	for (int i = 0; i < count; ++i) {
		Grow(&box, &b->refs[first + i].box);
	}
	b->splits[index] = (Split){ box, -1, -1, first, count };
	if (count > LW_BVH_LANES) {
		int leftCount = Partition(b->refs + first, count, depth);
		int left = BuildSplits(b, first, leftCount, depth + 1);
		int right = BuildSplits(b, first + leftCount, count - leftCount, depth + 1);
		b->splits[index].left = left;
		b->splits[index].right = right;
	}
	return index;
}

static void SetLane(lwBvhLeaf* leaf, int lane, const Builder* b, int triangle, int32_t id) {
	for (int k = 0; k < 3; ++k) {
		lwVec3 v = b->vertices[b->indices[3 * triangle + k]];
		leaf->v[k][0][lane] = v.x;
		leaf->v[k][1][lane] = v.y;
		leaf->v[k][2][lane] = v.z;
	}
	leaf->triangle[lane] = id;
}

static uint32_t EmitLeaf(Builder* b, const Split* split) {
	uint32_t index = (uint32_t)b->leafCount++;
	lwBvhLeaf* leaf = &b->leaves[index];
	for (int lane = 0; lane < LW_BVH_LANES; ++lane) {
		int triangle = b->refs[split->first + (lane < split->count ? lane : 0)].triangle;
		SetLane(leaf, lane, b, triangle, lane < split->count ? triangle : LW_BVH_EMPTY_LANE);
		lwTriangle exact;
		lwBvhLeaf_Triangle(leaf, lane, lwV3d(0.0, 0.0, 0.0), &exact);
		lwVec3d cross = lwTriangle_Cross(&exact);
		if (lane < split->count && !(lwDotD(cross, cross) > 0.0)) {
			leaf->triangle[lane] = ~triangle;
		}
	}
	return LW_BVH_LEAF_BIT | index;
}

// Open the widest inner child until eight are there.
static int Gather(const Builder* b, int split, int* children) {
	int count = 0;
	children[count++] = split;
	while (count < LW_BVH_LANES) {
		int widest = -1;
		float area = -1.0f;
		for (int i = 0; i < count; ++i) {
			const Split* s = &b->splits[children[i]];
			float a = HalfArea(&s->box);
			if (s->left >= 0 && (widest < 0 || a > area)) {
				widest = i;
				area = a;
			}
		}
		if (widest < 0) {
			break;
		}
		const Split* s = &b->splits[children[widest]];
		children[widest] = s->left;
		children[count++] = s->right;
	}
	return count;
}

static uint32_t EmitNode(Builder* b, int split) {
	uint32_t index = (uint32_t)b->nodeCount++;
	int children[LW_BVH_LANES];
	int count = Gather(b, split, children);
	lwBvhNode* node = &b->nodes[index];
	memset(node, 0, sizeof(*node));
	node->count = (uint32_t)count;
	for (int lane = 0; lane < LW_BVH_LANES; ++lane) {
		const Box* box = lane < count ? &b->splits[children[lane]].box : &s_emptyBox;
		for (int a = 0; a < 3; ++a) {
			node->lo[a][lane] = box->lo[a];
			node->hi[a][lane] = box->hi[a];
		}
	}
	for (int lane = 0; lane < count; ++lane) {
		const Split* s = &b->splits[children[lane]];
		uint32_t child = s->left < 0 ? EmitLeaf(b, s) : EmitNode(b, children[lane]);
		b->nodes[index].child[lane] = child;
	}
	return index;
}

// How many wide nodes the collapse will make.
static int CountNodes(const Builder* b, int split) {
	int children[LW_BVH_LANES];
	int count = Gather(b, split, children);
	int total = 1;
	for (int i = 0; i < count; ++i) {
		total += b->splits[children[i]].left >= 0 ? CountNodes(b, children[i]) : 0;
	}
	return total;
}

static bool EmitAll(Builder* b, lwBvh* bvh) {
	int leafCount = (b->splitCount + 1) / 2;
	int nodeCount = CountNodes(b, 0);
	size_t nodeBytes = (size_t)nodeCount * sizeof(lwBvhNode);
	bvh->blockSize = nodeBytes + (size_t)leafCount * sizeof(lwBvhLeaf) + 64;
	bvh->block = malloc(bvh->blockSize);
	if (bvh->block == NULL) {
		return false;
	}
	char* aligned = (char*)bvh->block + (64 - ((uintptr_t)bvh->block & 63));
	b->nodes = bvh->nodes = (lwBvhNode*)(void*)aligned;
	b->leaves = bvh->leaves = (lwBvhLeaf*)(void*)(aligned + nodeBytes);
	EmitNode(b, 0);
	bvh->nodeCount = b->nodeCount;
	bvh->leafCount = b->leafCount;
	return true;
}

bool lwBvh_Build(lwBvh* outBvh, const lwVec3* vertices, const uint32_t* indices, int triangleCount) {
	memset(outBvh, 0, sizeof(*outBvh));
	if (triangleCount <= 0) {
		return true;
	}
	Builder b = { .vertices = vertices, .indices = indices };
	b.refs = malloc((size_t)triangleCount * sizeof(Ref));
	b.splits = malloc((2 * (size_t)triangleCount) * sizeof(Split));
	bool good = b.refs != NULL && b.splits != NULL;
	if (good) {
		for (int i = 0; i < triangleCount; ++i) {
			b.refs[i] = MakeRef(&b, i);
			for (int a = 0; a < 3; ++a) {
				outBvh->triangleExtent = lwMaxF(outBvh->triangleExtent, b.refs[i].box.hi[a] - b.refs[i].box.lo[a]);
			}
		}
		BuildSplits(&b, 0, triangleCount, 0);
		const Box* box = &b.splits[0].box;
		outBvh->lo = lwV3(box->lo[0], box->lo[1], box->lo[2]);
		outBvh->hi = lwV3(box->hi[0], box->hi[1], box->hi[2]);
		good = EmitAll(&b, outBvh);
	}
	free(b.refs);
	free(b.splits);
	return good;
}

void lwBvh_Free(lwBvh* bvh) {
	free(bvh->block);
	memset(bvh, 0, sizeof(*bvh));
}

int lwBvhLeaf_Triangle(const lwBvhLeaf* leaf, int lane, lwVec3d origin, lwTriangle* outTriangle) {
	for (int k = 0; k < 3; ++k) {
		lwVec3 v = lwV3(leaf->v[k][0][lane], leaf->v[k][1][lane], leaf->v[k][2][lane]);
		outTriangle->v[k] = lwSubD(lwWiden(v), origin);
	}
	int id = leaf->triangle[lane];
	return id < 0 ? ~id : id;
}
