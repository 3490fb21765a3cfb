// SPDX-License-Identifier: MIT
// Rays and swept spheres. A coarse float test over eight lanes keeps every triangle that could be hit; the few kept
// are tested exactly in double, nearest boxes first.
#include "world/bvh.h"

// Prepared cast: slabs are (box - shifted origin) * inverse, the box grown by pad on each side.
typedef struct Ray {
	float o[3], d[3], inv[3];
	float enterO[3], leaveO[3];     // the origin shifted by pad, against the side where the ray enters and leaves
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
		ray.enterO[a] = ray.negative[a] ? ray.o[a] - ray.pad : ray.o[a] + ray.pad;
		ray.leaveO[a] = ray.negative[a] ? ray.o[a] + ray.pad : ray.o[a] - ray.pad;
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

// Mask of the boxes met before the limit, and their entry fractions.
static uint32_t Slabs(const Ray* ray, const float lo[3][LW_BVH_LANES], const float hi[3][LW_BVH_LANES],
					  float outNear[LW_BVH_LANES]) {
	const bool* n = ray->negative;
	const float* enter[3] = { n[0] ? hi[0] : lo[0], n[1] ? hi[1] : lo[1], n[2] ? hi[2] : lo[2] };
	const float* leave[3] = { n[0] ? lo[0] : hi[0], n[1] ? lo[1] : hi[1], n[2] ? lo[2] : hi[2] };
	const float* in = ray->enterO;
	const float* out = ray->leaveO;
	float ix = ray->inv[0], iy = ray->inv[1], iz = ray->inv[2];
	uint32_t mask = 0;
	for (int i = 0; i < LW_BVH_LANES; ++i) {
		float nearX = (enter[0][i] - in[0]) * ix, farX = (leave[0][i] - out[0]) * ix;
		float nearY = (enter[1][i] - in[1]) * iy, farY = (leave[1][i] - out[1]) * iy;
		float nearZ = (enter[2][i] - in[2]) * iz, farZ = (leave[2][i] - out[2]) * iz;
		float near = lwMaxF(lwMaxF(nearX, nearY), lwMaxF(nearZ, 0.0f));
		float far = lwMinF(lwMinF(farX, farY), farZ) * (1.0f + 1e-6f);
		far = lwMinF(far, ray->limit);
		outNear[i] = near;
		mask |= (0u - (uint32_t)(near <= far)) & lw_laneBits[i];
	}
	return mask;
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
	uint32_t mask = 0;
	for (int i = 0; i < LW_BVH_LANES; ++i) {
		float u = p[2][0][i] * p[1][1][i] - p[2][1][i] * p[1][0][i];
		float v = p[0][0][i] * p[2][1][i] - p[0][1][i] * p[2][0][i];
		float w = p[1][0][i] * p[0][1][i] - p[1][1][i] * p[0][0][i];
		float least = lwMinF(lwMinF(u, v), w);
		float most = lwMaxF(lwMaxF(u, v), w);
		float near = lwMinF(lwMinF(p[0][2][i], p[1][2][i]), p[2][2][i]);
		float far = lwMaxF(lwMaxF(p[0][2][i], p[1][2][i]), p[2][2][i]);
		float slack = 1e-6f * lwMaxF(lwAbsF(near), lwAbsF(far));
		int keep = ((least >= 0.0f) | (most <= 0.0f)) & (near - slack <= ray->limit) & (far + slack >= 0.0f) &
				   (leaf->triangle[i] >= 0);
		mask |= (0u - (uint32_t)keep) & lw_laneBits[i];
	}
	return mask;
}

// Lanes whose triangle the sphere cannot touch: it stays on one side of the triangle's plane, or beyond an edge.
// Rounded towards 0; 1e-36 keeps underflow from clearing a lane.
static uint32_t Clear(const Ray* ray, const lwBvhLeaf* leaf) {
	float rr = ray->pad * ray->pad * (1.0f + 1e-5f);
	float dx = ray->d[0] * ray->limit, dy = ray->d[1] * ray->limit, dz = ray->d[2] * ray->limit;
	float moves = lwAbsF(dx) + lwAbsF(dy) + lwAbsF(dz);
	uint32_t mask = 0;
	for (int i = 0; i < LW_BVH_LANES; ++i) {
		float ax = leaf->v[0][0][i], ay = leaf->v[0][1][i], az = leaf->v[0][2][i];
		float bx = leaf->v[1][0][i], by = leaf->v[1][1][i], bz = leaf->v[1][2][i];
		float cx = leaf->v[2][0][i], cy = leaf->v[2][1][i], cz = leaf->v[2][2][i];
		float ex = bx - ax, ey = by - ay, ez = bz - az;
		float fx = cx - bx, fy = cy - by, fz = cz - bz;
		float gx = ax - cx, gy = ay - cy, gz = az - cz;
		float nx = ey * fz - ez * fy, ny = ez * fx - ex * fz, nz = ex * fy - ey * fx;
		ax -= ray->o[0], ay -= ray->o[1], az -= ray->o[2];
		bx -= ray->o[0], by -= ray->o[1], bz -= ray->o[2];
		cx -= ray->o[0], cy -= ray->o[1], cz -= ray->o[2];
		float size = lwAbsF(ex) + lwAbsF(ey) + lwAbsF(ez) + lwAbsF(fx) + lwAbsF(fy) + lwAbsF(fz);
		float reach = lwAbsF(ax) + lwAbsF(ay) + lwAbsF(az) + moves + size;
		float nn = nx * nx + ny * ny + nz * nz;
		// Plane.
		float start = nx * ax + ny * ay + nz * az;
		float end = start - (nx * dx + ny * dy + nz * dz);
		float least = lwMaxF(lwMinF(start, end), -lwMaxF(start, end)) - 1e-6f * size * size * reach;
		int clear = (least > 0.0f) & (least * least > rr * (nn + 1e-36f));
		// Edges: outwards = edge x n.
		float slack = 2e-6f * size * size * size * reach;
		float ox = ey * nz - ez * ny, oy = ez * nx - ex * nz, oz = ex * ny - ey * nx;
		start = -(ox * ax + oy * ay + oz * az);
		least = lwMinF(start, start + (ox * dx + oy * dy + oz * dz)) - slack;
		clear |= (least > 0.0f) & (least * least > rr * (ox * ox + oy * oy + oz * oz + 1e-36f));
		ox = fy * nz - fz * ny, oy = fz * nx - fx * nz, oz = fx * ny - fy * nx;
		start = -(ox * bx + oy * by + oz * bz);
		least = lwMinF(start, start + (ox * dx + oy * dy + oz * dz)) - slack;
		clear |= (least > 0.0f) & (least * least > rr * (ox * ox + oy * oy + oz * oz + 1e-36f));
		ox = gy * nz - gz * ny, oy = gz * nx - gx * nz, oz = gx * ny - gy * nx;
		start = -(ox * cx + oy * cy + oz * cz);
		least = lwMinF(start, start + (ox * dx + oy * dy + oz * dz)) - slack;
		clear |= (least > 0.0f) & (least * least > rr * (ox * ox + oy * oy + oz * oz + 1e-36f));
		mask |= (0u - (uint32_t)clear) & lw_laneBits[i];
	}
	return mask;
}

static uint32_t CoarseSweep(const Ray* ray, const lwBvhLeaf* leaf) {
	float lo[3][LW_BVH_LANES], hi[3][LW_BVH_LANES], near[LW_BVH_LANES];
	uint32_t used = 0;
	for (int i = 0; i < LW_BVH_LANES; ++i) {
		used |= (0u - (uint32_t)(leaf->triangle[i] != LW_BVH_EMPTY_LANE)) & lw_laneBits[i];
	}
	for (int a = 0; a < 3; ++a) {
		for (int i = 0; i < LW_BVH_LANES; ++i) {
			lo[a][i] = lwMinF(lwMinF(leaf->v[0][a][i], leaf->v[1][a][i]), leaf->v[2][a][i]);
			hi[a][i] = lwMaxF(lwMaxF(leaf->v[0][a][i], leaf->v[1][a][i]), leaf->v[2][a][i]);
		}
	}
	used &= Slabs(ray, (const float(*)[LW_BVH_LANES])lo, (const float(*)[LW_BVH_LANES])hi, near);
	return used != 0 ? used & ~Clear(ray, leaf) : 0;
}

static bool IsNearer(const lwBvhBest* best, const lwTriangleHit* hit) {
	if (!best->found || hit->fraction < best->hit.fraction) {
		return true;
	}
	return hit->fraction <= 0.0 && best->hit.fraction <= 0.0 && hit->distance2 < best->hit.distance2;
}

static bool TestLeaf(Ray* ray, const lwBvhLeaf* leaf, lwBvhBest* ioBest) {
	bool improved = false;
	bool isRay = !(ray->radius > 0.0);
	uint32_t mask = isRay ? CoarseRay(ray, leaf) : CoarseSweep(ray, leaf);
	for (; mask != 0; mask &= mask - 1) {
		lwTriangle triangle;
		int index = lwBvhLeaf_Triangle(leaf, lwLowestBit(mask), ray->originD, &triangle);
		double limit = ioBest->found ? ioBest->hit.fraction : 1.0;
		lwTriangleHit hit;
		bool found = isRay ? lwTriangle_Ray(&triangle, ray->motionD, &hit)
						   : lwTriangle_Sweep(&triangle, ray->motionD, ray->radius, limit, &hit);
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
	float near[LW_BVH_LANES];
	uint32_t mask = Slabs(ray, node->lo, node->hi, near);
	int base = size;
	for (; mask != 0; mask &= mask - 1) {
		int lane = lwLowestBit(mask);
		int at = size++;
		while (at > base && stack[at - 1].near < near[lane]) {
			stack[at] = stack[at - 1];
			at -= 1;
		}
		stack[at] = (Entry){ node->child[lane], near[lane] };
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
