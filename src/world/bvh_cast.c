// SPDX-License-Identifier: MIT
// Rays and swept spheres. A coarse float test over eight lanes keeps every triangle that could be hit; the few kept
// are tested exactly in double, nearest boxes first.
#include "world/bvh.h"

// Prepared cast: slabs are (box - shifted origin) * inverse, the box grown by pad on each side.
typedef struct Ray {
	float o[3], d[3], inv[3];
	float oLo[3], oHi[3];           // origin + pad (against lo), origin - pad (against hi)
	bool negative[3];
	int kx, ky, kz;                 // ray: axes of the shear, kz the largest of the motion
	float sx, sy, sz;
	float pad;
	float limit;                    // best fraction so far, rounded up
	lwVec3d originD, motionD;
	double radius;
} Ray;

typedef struct Entry {
	uint32_t ref;
	float near;
} Entry;

static float MaxAbs(const float* v) {
	return lwMaxF(lwMaxF(lwAbsF(v[0]), lwAbsF(v[1])), lwAbsF(v[2]));
}

static void SetLimit(Ray* ray, const lwBvhBest* best) {
	ray->limit = best->found ? (float)best->hit.fraction * (1.0f + 1e-6f) : 1.0f + 1e-6f;
}

static Ray Prepare(const lwBvh* bvh, const lwBvhCast* cast, const lwBvhBest* best) {
	Ray ray = {
		.o = { cast->originBS.x, cast->originBS.y, cast->originBS.z },
		.d = { cast->motionBS.x, cast->motionBS.y, cast->motionBS.z },
	};
	float reach = MaxAbs(ray.d);
	// The pad covers the rounding of the shifted origin and, for rays, that of the coarse triangle test.
	float lo[3] = { bvh->lo.x, bvh->lo.y, bvh->lo.z };
	float hi[3] = { bvh->hi.x, bvh->hi.y, bvh->hi.z };
	float farthest = MaxAbs(ray.o) + lwMaxF(MaxAbs(lo), MaxAbs(hi)); // nothing of the body is farther from the origin, per axis
	float rounding = cast->radius > 0.0f ? cast->radius : lwMinF(reach, farthest) + bvh->triangleExtent;
	ray.pad = cast->radius + 1e-6f * rounding + 2.5e-7f * MaxAbs(ray.o);
	for (int a = 0; a < 3; ++a) {
		// A motion component of 0 becomes tiny, so that no slab divides by 0.
		float tiny = reach * 1e-20f;
		ray.negative[a] = ray.d[a] < 0.0f;
		float d = lwAbsF(ray.d[a]) > tiny ? ray.d[a] : ray.negative[a] ? -tiny : tiny;
		ray.inv[a] = 1.0f / d;
		ray.oLo[a] = ray.o[a] + ray.pad;
		ray.oHi[a] = ray.o[a] - ray.pad;
	}
	float ax = lwAbsF(ray.d[0]);
	float ay = lwAbsF(ray.d[1]);
	float az = lwAbsF(ray.d[2]);
	ray.kz = ax >= ay && ax >= az ? 0 : ay >= az ? 1 : 2;
	ray.kx = (ray.kz + 1) % 3;
	ray.ky = (ray.kz + 2) % 3;
	ray.sx = ray.d[ray.kx] / ray.d[ray.kz];
	ray.sy = ray.d[ray.ky] / ray.d[ray.kz];
	ray.sz = 1.0f / ray.d[ray.kz];
	ray.originD = lwWiden(cast->originBS);
	ray.motionD = lwWiden(cast->motionBS);
	ray.radius = (double)cast->radius;
	SetLimit(&ray, best);
	return ray;
}

// Entry fraction of each box; above the limit or infinite means not met.
static void Slabs(const Ray* ray, const float lo[3][LW_BVH_LANES], const float hi[3][LW_BVH_LANES],
				  float outNear[LW_BVH_LANES], float outFar[LW_BVH_LANES]) {
	for (int i = 0; i < LW_BVH_LANES; ++i) {
		outNear[i] = 0.0f;
		outFar[i] = ray->limit;
	}
	for (int a = 0; a < 3; ++a) {
		const float* enter = ray->negative[a] ? hi[a] : lo[a];
		const float* leave = ray->negative[a] ? lo[a] : hi[a];
		float enterO = ray->negative[a] ? ray->oHi[a] : ray->oLo[a];
		float leaveO = ray->negative[a] ? ray->oLo[a] : ray->oHi[a];
		float inv = ray->inv[a];
		for (int i = 0; i < LW_BVH_LANES; ++i) {
			float near = (enter[i] - enterO) * inv;
			float far = (leave[i] - leaveO) * inv * (1.0f + 1e-6f);
			outNear[i] = near > outNear[i] ? near : outNear[i];
			outFar[i] = far < outFar[i] ? far : outFar[i];
		}
	}
}

// Woop, Benthin, Wald, "Watertight Ray/Triangle Intersection" (2013): in the ray's sheared frame the sign of each
// edge function is right or 0, and 0 counts, so that no ray slips between triangles that share an edge or a vertex.
static uint32_t CoarseRay(const Ray* ray, const lwBvhLeaf* leaf) {
	float p[3][3][LW_BVH_LANES];    // [vertex][sheared x, sheared y, fraction]
	float ox = ray->o[ray->kx];
	float oy = ray->o[ray->ky];
	float oz = ray->o[ray->kz];
	for (int k = 0; k < 3; ++k) {
		const float* vx = leaf->v[k][ray->kx];
		const float* vy = leaf->v[k][ray->ky];
		const float* vz = leaf->v[k][ray->kz];
		for (int i = 0; i < LW_BVH_LANES; ++i) {
			float z = vz[i] - oz;
			p[k][0][i] = (vx[i] - ox) - ray->sx * z;
			p[k][1][i] = (vy[i] - oy) - ray->sy * z;
			p[k][2][i] = ray->sz * z;
		}
	}
	int keep[LW_BVH_LANES];
	for (int i = 0; i < LW_BVH_LANES; ++i) {
		float u = p[2][0][i] * p[1][1][i] - p[2][1][i] * p[1][0][i];
		float v = p[0][0][i] * p[2][1][i] - p[0][1][i] * p[2][0][i];
		float w = p[1][0][i] * p[0][1][i] - p[1][1][i] * p[0][0][i];
		float least = lwMinF(lwMinF(u, v), w);
		float most = lwMaxF(lwMaxF(u, v), w);
		float near = lwMinF(lwMinF(p[0][2][i], p[1][2][i]), p[2][2][i]);
		float far = lwMaxF(lwMaxF(p[0][2][i], p[1][2][i]), p[2][2][i]);
		float slack = 1e-6f * lwMaxF(lwAbsF(near), lwAbsF(far));
		keep[i] = ((least >= 0.0f) | (most <= 0.0f)) & (near - slack <= ray->limit) & (far + slack >= 0.0f) &
				  (leaf->triangle[i] >= 0);
	}
	uint32_t mask = 0;
	for (int i = 0; i < LW_BVH_LANES; ++i) {
		mask |= (uint32_t)keep[i] << i;
	}
	return mask;
}

// Does the slab of thickness 2 * radius about the triangle's plane stay clear of the motion? Rounded towards no.
static void PlaneClear(const Ray* ray, const lwBvhLeaf* leaf, int outClear[LW_BVH_LANES]) {
	float rr = ray->pad * ray->pad * (1.0f + 1e-5f);
	for (int i = 0; i < LW_BVH_LANES; ++i) {
		float ax = leaf->v[0][0][i], ay = leaf->v[0][1][i], az = leaf->v[0][2][i];
		float bx = leaf->v[1][0][i] - ax, by = leaf->v[1][1][i] - ay, bz = leaf->v[1][2][i] - az;
		float cx = leaf->v[2][0][i] - ax, cy = leaf->v[2][1][i] - ay, cz = leaf->v[2][2][i] - az;
		float nx = by * cz - bz * cy, ny = bz * cx - bx * cz, nz = bx * cy - by * cx;
		ax -= ray->o[0];
		ay -= ray->o[1];
		az -= ray->o[2];
		float start = nx * ax + ny * ay + nz * az;
		float end = start - (nx * ray->d[0] + ny * ray->d[1] + nz * ray->d[2]);
		float sizes = (lwAbsF(bx) + lwAbsF(by) + lwAbsF(bz)) * (lwAbsF(cx) + lwAbsF(cy) + lwAbsF(cz));
		float reach = lwAbsF(ax) + lwAbsF(ay) + lwAbsF(az) + lwAbsF(ray->d[0]) + lwAbsF(ray->d[1]) + lwAbsF(ray->d[2]);
		float least = lwMaxF(lwMinF(start, end), -lwMaxF(start, end)) - 1e-6f * sizes * reach;
		outClear[i] = (least > 0.0f) & (least * least > rr * (nx * nx + ny * ny + nz * nz));
	}
}

static uint32_t CoarseSweep(const Ray* ray, const lwBvhLeaf* leaf) {
	float lo[3][LW_BVH_LANES], hi[3][LW_BVH_LANES];
	for (int a = 0; a < 3; ++a) {
		for (int i = 0; i < LW_BVH_LANES; ++i) {
			lo[a][i] = lwMinF(lwMinF(leaf->v[0][a][i], leaf->v[1][a][i]), leaf->v[2][a][i]);
			hi[a][i] = lwMaxF(lwMaxF(leaf->v[0][a][i], leaf->v[1][a][i]), leaf->v[2][a][i]);
		}
	}
	float near[LW_BVH_LANES], far[LW_BVH_LANES];
	int clear[LW_BVH_LANES];
	Slabs(ray, (const float(*)[LW_BVH_LANES])lo, (const float(*)[LW_BVH_LANES])hi, near, far);
	PlaneClear(ray, leaf, clear);
	uint32_t mask = 0;
	for (int i = 0; i < LW_BVH_LANES; ++i) {
		bool keep = near[i] <= far[i] && !clear[i] && leaf->triangle[i] != LW_BVH_EMPTY_LANE;
		mask |= (uint32_t)keep << i;
	}
	return mask;
}

static double MaxAbsOfTriangle(const lwTriangle* triangle) {
	double most = 0.0;
	for (int k = 0; k < 3; ++k) {
		double v[3] = { triangle->v[k].x, triangle->v[k].y, triangle->v[k].z };
		for (int a = 0; a < 3; ++a) {
			double size = v[a] < 0.0 ? -v[a] : v[a];
			most = size > most ? size : most;
		}
	}
	return most;
}

static bool IsNearer(const lwBvhBest* best, const lwTriangleHit* hit) {
	if (!best->found || hit->fraction < best->hit.fraction) {
		return true;
	}
	return hit->fraction <= 0.0 && best->hit.fraction <= 0.0 && hit->distance < best->hit.distance;
}

static bool TestLeaf(Ray* ray, const lwBvhLeaf* leaf, lwBvhBest* ioBest) {
	bool improved = false;
	uint32_t mask = ray->radius > 0.0 ? CoarseSweep(ray, leaf) : CoarseRay(ray, leaf);
	for (int lane = 0; mask != 0; ++lane, mask >>= 1) {
		if ((mask & 1u) == 0) {
			continue;
		}
		lwTriangle triangle;
		int index = lwBvhLeaf_Triangle(leaf, lane, ray->originD, &triangle);
		lwTriangleHit hit;
		bool found = ray->radius > 0.0
			? lwTriangle_Sweep(&triangle, ray->motionD, ray->radius, &hit)
			: lwTriangle_Ray(&triangle, ray->motionD, 1e-6 * MaxAbsOfTriangle(&triangle), &hit);
		if (found && IsNearer(ioBest, &hit)) {
			ioBest->found = true;
			ioBest->triangle = index;
			ioBest->hit = hit;
			SetLimit(ray, ioBest);
			improved = true;
		}
	}
	return improved;
}

// Push the children that are met, the nearest on top.
static int PushChildren(const Ray* ray, const lwBvhNode* node, Entry* stack, int size) {
	float near[LW_BVH_LANES], far[LW_BVH_LANES];
	Slabs(ray, node->lo, node->hi, near, far);
	int base = size;
	for (uint32_t i = 0; i < node->count; ++i) {
		if (!(near[i] <= far[i])) {
			continue;
		}
		int at = size++;
		while (at > base && stack[at - 1].near < near[i]) {
			stack[at] = stack[at - 1];
			at -= 1;
		}
		stack[at] = (Entry){ node->child[i], near[i] };
	}
	return size;
}

bool lwBvh_Cast(const lwBvh* bvh, const lwBvhCast* cast, lwBvhBest* ioBest) {
	if (bvh->nodeCount == 0) {
		return false;
	}
	Ray ray = Prepare(bvh, cast, ioBest);
	bool improved = false;
	Entry stack[LW_BVH_STACK];
	int size = 0;
	stack[size++] = (Entry){ 0, 0.0f };
	while (size > 0) {
		Entry entry = stack[--size];
		if (entry.near > ray.limit) {
			continue;
		}
		if ((entry.ref & LW_BVH_LEAF_BIT) != 0) {
			improved |= TestLeaf(&ray, &bvh->leaves[entry.ref & ~LW_BVH_LEAF_BIT], ioBest);
		} else {
			size = PushChildren(&ray, &bvh->nodes[entry.ref], stack, size);
		}
	}
	return improved;
}
