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
	float px = p[0], py = p[1], pz = p[2];
	uint32_t mask = 0;
	for (int i = 0; i < LW_BVH_LANES; ++i) {
		// The point of the box nearest to p.
		float x = lwMinF(lwMaxF(px, lo[0][i]), hi[0][i]) - px;
		float y = lwMinF(lwMaxF(py, lo[1][i]), hi[1][i]) - py;
		float z = lwMinF(lwMaxF(pz, lo[2][i]), hi[2][i]) - pz;
		float distance2 = (x * x + y * y + z * z) * (1.0f - 1e-6f);
		out[i] = distance2;
		mask |= (0u - (uint32_t)(distance2 <= limit2)) & lw_laneBits[i];
	}
	return mask;
}

typedef struct Corner {
	Lanes x, y, z;                  // a vertex relative to the point
} Corner;

// Squared distances from 0 to the segments a-b.
static void SegmentDistances(const Corner* a, const Corner* b, Lanes out) {
	Lanes along, length2;
	for (int i = 0; i < LW_BVH_LANES; ++i) {
		float ex = b->x[i] - a->x[i], ey = b->y[i] - a->y[i], ez = b->z[i] - a->z[i];
		along[i] = -(a->x[i] * ex + a->y[i] * ey + a->z[i] * ez);
		length2[i] = ex * ex + ey * ey + ez * ez + 1e-37f;
	}
	for (int i = 0; i < LW_BVH_LANES; ++i) {
		along[i] /= length2[i];
	}
	for (int i = 0; i < LW_BVH_LANES; ++i) {
		float s = lwMinF(lwMaxF(along[i], 0.0f), 1.0f);
		float x = a->x[i] + (b->x[i] - a->x[i]) * s;
		float y = a->y[i] + (b->y[i] - a->y[i]) * s;
		float z = a->z[i] + (b->z[i] - a->z[i]) * s;
		out[i] = x * x + y * y + z * z;
	}
}

// Squared distances from 0 to the planes; 3e38 where 0 projects outside the triangle.
static void PlaneDistances(const Corner* a, const Corner* b, const Corner* c, Lanes out) {
	for (int i = 0; i < LW_BVH_LANES; ++i) {
		float ax = a->x[i], ay = a->y[i], az = a->z[i];
		float bx = b->x[i], by = b->y[i], bz = b->z[i];
		float cx = c->x[i], cy = c->y[i], cz = c->z[i];
		// a x b, b x c and c x a: twice the areas seen from 0, and their sum the normal.
		float ux = ay * bz - az * by, uy = az * bx - ax * bz, uz = ax * by - ay * bx;
		float vx = by * cz - bz * cy, vy = bz * cx - bx * cz, vz = bx * cy - by * cx;
		float wx = cy * az - cz * ay, wy = cz * ax - cx * az, wz = cx * ay - cy * ax;
		float nx = (by - ay) * (cz - az) - (bz - az) * (cy - ay);
		float ny = (bz - az) * (cx - ax) - (bx - ax) * (cz - az);
		float nz = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
		float height = nx * ax + ny * ay + nz * az;
		float outside = (float)((ux * nx + uy * ny + uz * nz < 0.0f) | (vx * nx + vy * ny + vz * nz < 0.0f) |
								(wx * nx + wy * ny + wz * nz < 0.0f));
		out[i] = height * height / (nx * nx + ny * ny + nz * nz + 1e-37f) + 3e38f * outside;
	}
}

// Mask of the triangles that may be within limit, their squared distances as far as floats tell, and by how much a
// distance may be wrong.
static uint32_t TriangleDistances(const lwBvhLeaf* leaf, const float p[3], float limit, Lanes out, Lanes outSlack) {
	Corner c[3];
	Lanes edges[3], plane;
	float px = p[0], py = p[1], pz = p[2];
	for (int i = 0; i < LW_BVH_LANES; ++i) {
		outSlack[i] = 0.0f;
	}
	for (int k = 0; k < 3; ++k) {
		for (int i = 0; i < LW_BVH_LANES; ++i) {
			float x = leaf->v[k][0][i] - px, y = leaf->v[k][1][i] - py, z = leaf->v[k][2][i] - pz;
			c[k].x[i] = x;
			c[k].y[i] = y;
			c[k].z[i] = z;
			outSlack[i] += (lwAbsF(x) + lwAbsF(y) + lwAbsF(z)) * 2e-6f;
		}
	}
	SegmentDistances(&c[0], &c[1], edges[0]);
	SegmentDistances(&c[1], &c[2], edges[1]);
	SegmentDistances(&c[2], &c[0], edges[2]);
	PlaneDistances(&c[0], &c[1], &c[2], plane);
	uint32_t mask = 0;
	for (int i = 0; i < LW_BVH_LANES; ++i) {
		float distance2 = lwMinF(lwMinF(edges[0][i], edges[1][i]), lwMinF(edges[2][i], plane[i]));
		float most = limit + outSlack[i];
		int within = (distance2 <= most * most) & (leaf->triangle[i] != LW_BVH_EMPTY_LANE);
		out[i] = distance2;
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
	Lanes distances, slack;
	uint32_t mask = TriangleDistances(leaf, p, ioLimit->distance, distances, slack);
	bool improved = false;
	while (mask != 0) {
		// The nearest first: mostly the others then drop out.
		int nearest = lwLowestBit(mask);
		for (uint32_t rest = mask & (mask - 1); rest != 0; rest &= rest - 1) {
			int lane = lwLowestBit(rest);
			nearest = distances[lane] < distances[nearest] ? lane : nearest;
		}
		mask &= ~(1u << nearest);
		float most = ioLimit->distance + slack[nearest];
		if (distances[nearest] <= most * most && Measure(leaf, nearest, point, ioBest)) {
			improved = true;
			*ioLimit = LimitOf(ioBest);
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
