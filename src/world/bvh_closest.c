// SPDX-License-Identifier: MIT
// Closest point: boxes by their distance, nearest first. A float distance to eight triangles at a time, rounded down,
// leaves the few that are measured exactly in double.
#include "world/bvh.h"

typedef struct Entry {
	uint32_t ref;
	float distance2;
} Entry;

typedef float Lanes[LW_BVH_LANES];

// Mask of the boxes within the limit, and their squared distances from p, rounded down.
static uint32_t BoxDistances(const float p[3], float limit2, const Lanes lo[3], const Lanes hi[3], Lanes out) {
	uint32_t mask = 0;
	for (int i = 0; i < LW_BVH_LANES; ++i) {
		float x = lwMaxF(lwMaxF(lo[0][i] - p[0], p[0] - hi[0][i]), 0.0f);
		float y = lwMaxF(lwMaxF(lo[1][i] - p[1], p[1] - hi[1][i]), 0.0f);
		float z = lwMaxF(lwMaxF(lo[2][i] - p[2], p[2] - hi[2][i]), 0.0f);
		out[i] = (x * x + y * y + z * z) * (1.0f - 1e-6f);
		mask |= (0u - (uint32_t)(out[i] <= limit2)) & lw_laneBits[i];
	}
	return mask;
}

typedef struct Corner {
	Lanes x, y, z;                  // a vertex relative to the point
} Corner;

// Squared distance from 0 to the segment a-b.
static float SegmentDistance2(const Corner* a, const Corner* b, int i) {
	float ex = b->x[i] - a->x[i], ey = b->y[i] - a->y[i], ez = b->z[i] - a->z[i];
	float along = -(a->x[i] * ex + a->y[i] * ey + a->z[i] * ez);
	float s = along / lwMaxF(ex * ex + ey * ey + ez * ez, 1e-37f);
	s = lwMinF(lwMaxF(s, 0.0f), 1.0f);
	float x = a->x[i] + ex * s, y = a->y[i] + ey * s, z = a->z[i] + ez * s;
	return x * x + y * y + z * z;
}

// Is 0 on the inner side of the edge a-b of a triangle with normal n?
static int IsInner(const Corner* a, const Corner* b, float nx, float ny, float nz, int i) {
	// (b - a) x (0 - a) = a x b
	float x = a->y[i] * b->z[i] - a->z[i] * b->y[i];
	float y = a->z[i] * b->x[i] - a->x[i] * b->z[i];
	float z = a->x[i] * b->y[i] - a->y[i] * b->x[i];
	return x * nx + y * ny + z * nz >= 0.0f;
}

// Mask of the triangles that may be within limit, and their squared distances as far as floats tell.
static uint32_t TriangleDistances(const lwBvhLeaf* leaf, const float p[3], float limit, Lanes out) {
	Corner c[3];
	for (int k = 0; k < 3; ++k) {
		for (int i = 0; i < LW_BVH_LANES; ++i) {
			c[k].x[i] = leaf->v[k][0][i] - p[0];
			c[k].y[i] = leaf->v[k][1][i] - p[1];
			c[k].z[i] = leaf->v[k][2][i] - p[2];
		}
	}
	uint32_t mask = 0;
	for (int i = 0; i < LW_BVH_LANES; ++i) {
		float border = lwMinF(lwMinF(SegmentDistance2(&c[0], &c[1], i), SegmentDistance2(&c[1], &c[2], i)),
							  SegmentDistance2(&c[2], &c[0], i));
		float ex = c[1].x[i] - c[0].x[i], ey = c[1].y[i] - c[0].y[i], ez = c[1].z[i] - c[0].z[i];
		float fx = c[2].x[i] - c[0].x[i], fy = c[2].y[i] - c[0].y[i], fz = c[2].z[i] - c[0].z[i];
		float nx = ey * fz - ez * fy, ny = ez * fx - ex * fz, nz = ex * fy - ey * fx;
		float height = nx * c[0].x[i] + ny * c[0].y[i] + nz * c[0].z[i];
		float plane = height * height / lwMaxF(nx * nx + ny * ny + nz * nz, 1e-37f);
		int inside = IsInner(&c[0], &c[1], nx, ny, nz, i) & IsInner(&c[1], &c[2], nx, ny, nz, i) &
					 IsInner(&c[2], &c[0], nx, ny, nz, i);
		out[i] = lwMinF(border, inside ? plane : border);
		float reach = lwAbsF(c[0].x[i]) + lwAbsF(c[0].y[i]) + lwAbsF(c[0].z[i]) + lwAbsF(c[1].x[i]) + lwAbsF(c[1].y[i]) +
					  lwAbsF(c[1].z[i]) + lwAbsF(c[2].x[i]) + lwAbsF(c[2].y[i]) + lwAbsF(c[2].z[i]);
		float most = limit + 2e-6f * reach;
		int within = (out[i] <= most * most) & (leaf->triangle[i] != LW_BVH_EMPTY_LANE);
		mask |= (0u - (uint32_t)within) & lw_laneBits[i];
	}
	return mask;
}

// The best distance as floats, rounded up.
typedef struct Limit {
	float distance, distance2;
} Limit;

static Limit LimitOf(const lwBvhBest* best) {
	Limit limit = { (float)lwSqrtD(best->hit.distance2) * (1.0f + 1e-6f), (float)best->hit.distance2 * (1.0f + 1e-6f) };
	return limit;
}

static bool Measure(const lwBvhLeaf* leaf, int lane, lwVec3d point, lwBvhBest* ioBest) {
	lwTriangle triangle;
	int index = lwBvhLeaf_Triangle(leaf, lane, point, &triangle);
	lwVec3d cross = lwTriangle_Cross(&triangle);
	lwVec3d closest = lwTriangle_Closest(&triangle, cross);
	double distance2 = lwDotD(closest, closest);
	bool nearer = ioBest->found ? distance2 < ioBest->hit.distance2 : distance2 <= ioBest->hit.distance2;
	if (nearer) {
		ioBest->found = true;
		ioBest->triangle = index;
		ioBest->hit = (lwTriangleHit){ .distance2 = distance2, .point = closest, .cross = cross };
	}
	return nearer;
}

static bool TestLeaf(const lwBvhLeaf* leaf, const float p[3], lwVec3d point, Limit* ioLimit, lwBvhBest* ioBest) {
	Lanes distances;
	uint32_t mask = TriangleDistances(leaf, p, ioLimit->distance, distances);
	bool improved = false;
	while (mask != 0) {
		// The nearest first; the others drop out by their exact distance, or here when it has become smaller.
		int nearest = lwLowestBit(mask);
		for (uint32_t rest = mask & (mask - 1); rest != 0; rest &= rest - 1) {
			int lane = lwLowestBit(rest);
			nearest = distances[lane] < distances[nearest] ? lane : nearest;
		}
		mask &= ~(1u << nearest);
		if (Measure(leaf, nearest, point, ioBest)) {
			improved = true;
			*ioLimit = LimitOf(ioBest);
			mask &= TriangleDistances(leaf, p, ioLimit->distance, distances);
		}
	}
	return improved;
}

static int PushChildren(const lwBvhNode* node, const float p[3], float limit2, Entry* stack, int size) {
	Lanes distances;
	uint32_t mask = BoxDistances(p, limit2, node->lo, node->hi, distances);
	int base = size;
	for (; mask != 0; mask &= mask - 1) {
		int lane = lwLowestBit(mask);
		int at = size++;
		while (at > base && stack[at - 1].distance2 < distances[lane]) {
			stack[at] = stack[at - 1];
			at -= 1;
		}
		stack[at] = (Entry){ node->child[lane], distances[lane] };
	}
	return size;
}

bool lwBvh_Closest(const lwBvh* bvh, lwVec3 pointBS, lwBvhBest* ioBest) {
	if (bvh->nodeCount == 0) {
		return false;
	}
	float p[3] = { pointBS.x, pointBS.y, pointBS.z };
	lwVec3d point = lwWiden(pointBS);
	Limit limit = LimitOf(ioBest);
	bool improved = false;
	Entry stack[LW_BVH_STACK];
	int size = 0;
	stack[size++] = (Entry){ 0, 0.0f };
	while (size > 0) {
		Entry entry = stack[--size];
		if (entry.distance2 > limit.distance2) {
			continue;
		}
		if ((entry.ref & LW_BVH_LEAF_BIT) != 0) {
			improved |= TestLeaf(&bvh->leaves[entry.ref & ~LW_BVH_LEAF_BIT], p, point, &limit, ioBest);
		} else {
			size = PushChildren(&bvh->nodes[entry.ref], p, limit.distance2, stack, size);
		}
	}
	return improved;
}
