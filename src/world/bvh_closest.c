// SPDX-License-Identifier: MIT
// Closest point: boxes by their distance, nearest first; triangles exactly in double.
#include "world/bvh.h"

typedef struct Entry {
	uint32_t ref;
	float distance2;
} Entry;

// Squared distance from p to each box, rounded down.
static void BoxDistances(const float p[3], const float lo[3][LW_BVH_LANES], const float hi[3][LW_BVH_LANES],
						 float out[LW_BVH_LANES]) {
	for (int i = 0; i < LW_BVH_LANES; ++i) {
		out[i] = 0.0f;
	}
	for (int a = 0; a < 3; ++a) {
		for (int i = 0; i < LW_BVH_LANES; ++i) {
			float below = lo[a][i] - p[a];
			float above = p[a] - hi[a][i];
			float off = lwMaxF(lwMaxF(below, above), 0.0f);
			out[i] += off * off * (1.0f - 1e-6f);
		}
	}
}

static float LimitOf(double distance) {
	return (float)(distance * distance * (1.0 + 1e-6));
}

static bool TestLeaf(const lwBvhLeaf* leaf, const float p[3], lwVec3d point, lwBvhBest* ioBest) {
	float lo[3][LW_BVH_LANES], hi[3][LW_BVH_LANES], distances[LW_BVH_LANES];
	for (int a = 0; a < 3; ++a) {
		for (int i = 0; i < LW_BVH_LANES; ++i) {
			lo[a][i] = lwMinF(lwMinF(leaf->v[0][a][i], leaf->v[1][a][i]), leaf->v[2][a][i]);
			hi[a][i] = lwMaxF(lwMaxF(leaf->v[0][a][i], leaf->v[1][a][i]), leaf->v[2][a][i]);
		}
	}
	BoxDistances(p, (const float(*)[LW_BVH_LANES])lo, (const float(*)[LW_BVH_LANES])hi, distances);
	bool improved = false;
	for (int lane = 0; lane < LW_BVH_LANES; ++lane) {
		if (leaf->triangle[lane] == LW_BVH_EMPTY_LANE || distances[lane] > LimitOf(ioBest->hit.distance)) {
			continue;
		}
		lwTriangle triangle;
		int index = lwBvhLeaf_Triangle(leaf, lane, point, &triangle);
		lwVec3d cross = lwTriangle_Cross(&triangle);
		lwVec3d closest = lwTriangle_Closest(&triangle, cross);
		double distance = lwSqrtD(lwDotD(closest, closest));
		if (ioBest->found ? distance < ioBest->hit.distance : distance <= ioBest->hit.distance) {
			ioBest->found = true;
			ioBest->triangle = index;
			ioBest->hit.fraction = 0.0;
			ioBest->hit.point = closest;
			lwTriangle_Orient(cross, lwV3d(0.0, 0.0, 0.0), &ioBest->hit);
			ioBest->hit.distance = distance;
			improved = true;
		}
	}
	return improved;
}

static int PushChildren(const lwBvhNode* node, const float p[3], float limit, Entry* stack, int size) {
	float distances[LW_BVH_LANES];
	BoxDistances(p, node->lo, node->hi, distances);
	int base = size;
	for (uint32_t i = 0; i < node->count; ++i) {
		if (!(distances[i] <= limit)) {
			continue;
		}
		int at = size++;
		while (at > base && stack[at - 1].distance2 < distances[i]) {
			stack[at] = stack[at - 1];
			at -= 1;
		}
		stack[at] = (Entry){ node->child[i], distances[i] };
	}
	return size;
}

bool lwBvh_Closest(const lwBvh* bvh, lwVec3 pointBS, double maxDistance, lwBvhBest* ioBest) {
	if (bvh->nodeCount == 0) {
		return false;
	}
	if (!ioBest->found) {
		ioBest->hit.distance = maxDistance;
	}
	float p[3] = { pointBS.x, pointBS.y, pointBS.z };
	lwVec3d point = lwWiden(pointBS);
	bool improved = false;
	Entry stack[LW_BVH_STACK];
	int size = 0;
	stack[size++] = (Entry){ 0, 0.0f };
	while (size > 0) {
		Entry entry = stack[--size];
		float limit = LimitOf(ioBest->hit.distance);
		if (entry.distance2 > limit) {
			continue;
		}
		if ((entry.ref & LW_BVH_LEAF_BIT) != 0) {
			improved |= TestLeaf(&bvh->leaves[entry.ref & ~LW_BVH_LEAF_BIT], p, point, ioBest);
		} else {
			size = PushChildren(&bvh->nodes[entry.ref], p, limit, stack, size);
		}
	}
	return improved;
}
