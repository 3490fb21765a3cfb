// SPDX-License-Identifier: MIT
// Build: binned surface area splits over whole leaf blocks, then collapse to eight-wide nodes.
#include "bvh/bvh.h"

#include <float.h>
#include <stdlib.h>

#define BIN_COUNT 16

typedef struct Box {
	float lo[3], hi[3];
} Box;

// Binary node: a leaf when left < 0.
typedef struct Split {
	Box box;
	int left, right;
	int first, count;
} Split;

typedef struct Builder {
	const lwVec3* vertices;
	const uint32_t* indices;
	lwBvhRef* refs;
	int leafSize;                   // refs a leaf holds at most
	Split* splits;
	int splitCount;
	lwBvhNode* nodes;
	lwBvhLeaf* leaves;
	int nodeCount, leafCount;
} Builder;

static const Box s_emptyBox = { { FLT_MAX, FLT_MAX, FLT_MAX }, { -FLT_MAX, -FLT_MAX, -FLT_MAX } };

static void Grow(Box* box, const float lo[3], const float hi[3]) {
	for (int a = 0; a < 3; ++a) {
		box->lo[a] = lwMinF(box->lo[a], lo[a]);
		box->hi[a] = lwMaxF(box->hi[a], hi[a]);
	}
}

static float HalfArea(const Box* box) {
	float x = box->hi[0] - box->lo[0];
	float y = box->hi[1] - box->lo[1];
	float z = box->hi[2] - box->lo[2];
	return x < 0.0f ? 0.0f : x * y + y * z + z * x;
}

static float Centroid(const lwBvhRef* ref, int axis) {
	return 0.5f * (ref->lo[axis] + ref->hi[axis]);
}

static float Farthest(const Box* box) {
	float most = 0.0f;
	for (int a = 0; a < 3; ++a) {
		most = lwMaxF(most, lwMaxF(lwAbsF(box->lo[a]), lwAbsF(box->hi[a])));
	}
	return most;
}

static lwBvhRef MakeRef(const Builder* b, int triangle) {
	Box box = s_emptyBox;
	for (int k = 0; k < 3; ++k) {
		lwVec3 v = b->vertices[b->indices[3 * triangle + k]];
		float point[3] = { v.x, v.y, v.z };
		Grow(&box, point, point);
	}
	lwBvhRef ref = { .id = triangle };
	memcpy(ref.lo, box.lo, sizeof(ref.lo));
	memcpy(ref.hi, box.hi, sizeof(ref.hi));
	return ref;
}

static int LeafCount(int refs, int leafSize) {
	return (refs + leafSize - 1) / leafSize;
}

static int BinOf(const lwBvhRef* ref, int axis, float lo, float scale) {
	int bin = (int)((Centroid(ref, axis) - lo) * scale);
	return bin < 0 ? 0 : bin >= BIN_COUNT ? BIN_COUNT - 1 : bin;
}

typedef struct Plane {
	int axis, bin;                  // axis < 0: none
	float lo, scale, cost;
} Plane;

static void BestPlaneOfAxis(const Builder* b, const lwBvhRef* refs, int count, int axis, float lo, float hi, Plane* ioBest) {
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
		Grow(&bins[bin], refs[i].lo, refs[i].hi);
		counts[bin] += 1;
	}
	float rightCost[BIN_COUNT] = { 0.0f };
	int rightCount = 0;
	Box box = s_emptyBox;
	for (int i = BIN_COUNT - 1; i > 0; --i) {
		Grow(&box, bins[i].lo, bins[i].hi);
		rightCount += counts[i];
		rightCost[i] = HalfArea(&box) * (float)LeafCount(rightCount, b->leafSize);
	}
	int leftCount = 0;
	box = s_emptyBox;
	for (int i = 1; i < BIN_COUNT; ++i) {
		Grow(&box, bins[i - 1].lo, bins[i - 1].hi);
		leftCount += counts[i - 1];
		float cost = HalfArea(&box) * (float)LeafCount(leftCount, b->leafSize) + rightCost[i];
		if (leftCount > 0 && leftCount < count && cost < ioBest->cost) {
			*ioBest = (Plane){ axis, i, lo, scale, cost };
		}
	}
}

// Number of refs that go left; the halves when no plane separates them.
static int Partition(const Builder* b, lwBvhRef* refs, int count, int depth) {
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
		BestPlaneOfAxis(b, refs, count, a, lo[a], hi[a], &best);
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
			lwBvhRef swap = refs[left];
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
		Grow(&box, b->refs[first + i].lo, b->refs[first + i].hi);
	}
	b->splits[index] = (Split){ box, -1, -1, first, count };
	if (count > b->leafSize) {
		int leftCount = Partition(b, b->refs + first, count, depth);
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
	if (b->leaves == NULL) {
		return LW_BVH_LEAF_BIT | (uint32_t)b->refs[split->first].id;
	}
	uint32_t index = (uint32_t)b->leafCount++;
	lwBvhLeaf* leaf = &b->leaves[index];
	for (int lane = 0; lane < LW_BVH_LANES; ++lane) {
		int triangle = b->refs[split->first + (lane < split->count ? lane : 0)].id;
		SetLane(leaf, lane, b, triangle, lane < split->count ? triangle : LW_BVH_EMPTY_LANE);
		lwTriangle exact;
		lwBvhLeaf_Triangle(leaf, lane, lwV3d(0.0, 0.0, 0.0), &exact);
		if (lane < split->count && lwTriangle_IsDegenerate(exact.v)) {
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

static uint32_t EmitNode(Builder* b, int split, uint32_t parent) {
	uint32_t index = (uint32_t)b->nodeCount++;
	int children[LW_BVH_LANES];
	int count = Gather(b, split, children);
	lwBvhNode* node = &b->nodes[index];
	memset(node, 0, sizeof(*node));
	node->count = (uint32_t)count;
	node->parent = parent;
	for (int lane = 0; lane < LW_BVH_LANES; ++lane) {
		const Box* box = lane < count ? &b->splits[children[lane]].box : &s_emptyBox;
		for (int a = 0; a < 3; ++a) {
			node->lo[a][lane] = box->lo[a];
			node->hi[a][lane] = box->hi[a];
		}
	}
	for (int lane = 0; lane < count; ++lane) {
		const Split* s = &b->splits[children[lane]];
		uint32_t child = s->left < 0 ? EmitLeaf(b, s) : EmitNode(b, children[lane], LW_BVH_LANES * index + (uint32_t)lane);
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
	EmitNode(b, 0, 0);
	bvh->nodeCount = b->nodeCount;
	bvh->leafCount = b->leafCount;
	return true;
}

bool lwBvh_Build(lwBvh* outBvh, const lwVec3* vertices, const uint32_t* indices, int triangleCount) {
	memset(outBvh, 0, sizeof(*outBvh));
	if (triangleCount <= 0) {
		return true;
	}
	Builder b = { .vertices = vertices, .indices = indices, .leafSize = LW_BVH_LANES };
	b.refs = malloc((size_t)triangleCount * sizeof(lwBvhRef));
	b.splits = malloc((2 * (size_t)triangleCount) * sizeof(Split));
	bool good = b.refs != NULL && b.splits != NULL;
	if (good) {
		for (int i = 0; i < triangleCount; ++i) {
			b.refs[i] = MakeRef(&b, i);
			for (int a = 0; a < 3; ++a) {
				outBvh->triangleExtent = lwMaxF(outBvh->triangleExtent, b.refs[i].hi[a] - b.refs[i].lo[a]);
			}
		}
		BuildSplits(&b, 0, triangleCount, 0);
		const Box* box = &b.splits[0].box;
		outBvh->lo = lwV3(box->lo[0], box->lo[1], box->lo[2]);
		outBvh->hi = lwV3(box->hi[0], box->hi[1], box->hi[2]);
		outBvh->farthest = Farthest(box);
		good = EmitAll(&b, outBvh);
	}
	free(b.refs);
	free(b.splits);
	return good;
}

// The block holds nodes, as many as a chain would take, then the splits to build them with.
bool lwBvh_ReserveBoxes(lwBvh* outBvh, int capacity) {
	memset(outBvh, 0, sizeof(*outBvh));
	size_t nodeBytes = (size_t)(capacity > 0 ? capacity : 1) * sizeof(lwBvhNode);
	outBvh->blockSize = nodeBytes + 2 * (size_t)capacity * sizeof(Split) + 64;
	outBvh->block = malloc(outBvh->blockSize);
	if (outBvh->block == NULL) {
		return false;
	}
	outBvh->nodes = (lwBvhNode*)(void*)((char*)outBvh->block + (64 - ((uintptr_t)outBvh->block & 63)));
	outBvh->leafCount = capacity;
	return true;
}

void lwBvh_BuildBoxes(lwBvh* bvh, lwBvhRef* refs, int count) {
	size_t capacity = (size_t)(bvh->leafCount > 0 ? bvh->leafCount : 1);
	Builder b = { .refs = refs, .leafSize = 1, .nodes = bvh->nodes, .splits = (Split*)(void*)(bvh->nodes + capacity) };
	bvh->nodeCount = 0;
	if (count > 0) {
		BuildSplits(&b, 0, count, 0);
		EmitNode(&b, 0, 0);
		bvh->nodeCount = b.nodeCount;
	}
}

static void LaneUnion(const lwBvhNode* node, Box* outBox) {
	*outBox = s_emptyBox;
	for (uint32_t i = 0; i < node->count; ++i) {
		float lo[3] = { node->lo[0][i], node->lo[1][i], node->lo[2][i] };
		float hi[3] = { node->hi[0][i], node->hi[1][i], node->hi[2][i] };
		Grow(outBox, lo, hi);
	}
}

void lwBvh_RefitBox(lwBvh* bvh, uint32_t lane, const lwBvhRef* ref) {
	Box box;
	memcpy(box.lo, ref->lo, sizeof(box.lo));
	memcpy(box.hi, ref->hi, sizeof(box.hi));
	for (;;) {
		lwBvhNode* node = &bvh->nodes[lane / LW_BVH_LANES];
		for (int a = 0; a < 3; ++a) {
			node->lo[a][lane % LW_BVH_LANES] = box.lo[a];
			node->hi[a][lane % LW_BVH_LANES] = box.hi[a];
		}
		if (lane < LW_BVH_LANES) {
			return; // was the root
		}
		LaneUnion(node, &box);
		lane = node->parent;
	}
}

float lwBvh_Cost(const lwBvh* bvh) {
	float cost = 0.0f;
	for (int i = 0; i < bvh->nodeCount; ++i) {
		Box box;
		LaneUnion(&bvh->nodes[i], &box);
		cost += HalfArea(&box);
	}
	return cost;
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
	outTriangle->degenerate = id < 0;
	return id < 0 ? ~id : id;
}
