// SPDX-License-Identifier: MIT
// Queries before and between the lanes: how a sweep is prepared, which of two hits counts, which lanes code is used.
#include "bvh/bvh.h"

static float MaxAbs(const float* v) {
	return lwMaxF(lwMaxF(lwAbsF(v[0]), lwAbsF(v[1])), lwAbsF(v[2]));
}

bool lwBvhBest_Offer(lwBvhBest* ioBest, const lwTriangleHit* hit, int body, int triangle) {
	if (ioBest->found) {
		double ours = hit->fraction, theirs = ioBest->hit.fraction;
		if (ours <= 0.0 && theirs <= 0.0) {
			ours = hit->distance2;
			theirs = ioBest->hit.distance2;
		}
		bool first = body < ioBest->body || (body == ioBest->body && triangle < ioBest->triangle);
		if (!(ours < theirs || (ours <= theirs && first))) {
			return false;
		}
	}
	ioBest->found = true;
	ioBest->body = body;
	ioBest->triangle = triangle;
	ioBest->hit = *hit;
	return true;
}

void lwBvhRay_SetLimit(lwBvhRay* ray, const lwBvhBest* best) {
	ray->limit = best->found ? (float)best->hit.fraction * (1.0f + 1e-6f) : 1.0f + 1e-6f;
}

static void PrepareSlabs(lwBvhRay* ray, float reach) {
	for (int a = 0; a < 3; ++a) {
		// A motion component of 0 becomes tiny, so that no slab divides by 0.
		float tiny = reach * 1e-20f;
		bool negative = ray->d[a] < 0.0f;
		float d = lwAbsF(ray->d[a]) > tiny ? ray->d[a] : negative ? -tiny : tiny;
		ray->inv[a] = 1.0f / d;
		ray->enterO[a] = negative ? ray->o[a] - ray->pad : ray->o[a] + ray->pad;
		ray->leaveO[a] = negative ? ray->o[a] + ray->pad : ray->o[a] - ray->pad;
		ray->enter[a] = LW_BVH_LANES * (negative ? 3 + a : a);
		ray->leave[a] = LW_BVH_LANES * (negative ? a : 3 + a);
	}
}

static void PrepareShear(lwBvhRay* ray) {
	float ax = lwAbsF(ray->d[0]);
	float ay = lwAbsF(ray->d[1]);
	float az = lwAbsF(ray->d[2]);
	ray->kz = ax >= ay && ax >= az ? 0 : ay >= az ? 1 : 2;
	ray->kx = (ray->kz + 1) % 3;
	ray->ky = (ray->kz + 2) % 3;
	ray->sz = 1.0f / ray->d[ray->kz];
	ray->sx = ray->d[ray->kx] / ray->d[ray->kz];
	ray->sy = ray->d[ray->ky] / ray->d[ray->kz];
}

void lwBvhWalk_Start(lwBvhWalk* walk, const lwBvh* bvh, lwVec3 originBS, lwVec3 motionBS, float radius, float slack) {
	lwBvhRay* ray = &walk->ray;
	ray->o[0] = originBS.x, ray->o[1] = originBS.y, ray->o[2] = originBS.z;
	ray->d[0] = motionBS.x, ray->d[1] = motionBS.y, ray->d[2] = motionBS.z;
	float reach = MaxAbs(ray->d);
	// The pad covers the rounding of the shifted origin and, for rays, that of the coarse triangle test.
	float lo[3] = { bvh->lo.x, bvh->lo.y, bvh->lo.z };
	float hi[3] = { bvh->hi.x, bvh->hi.y, bvh->hi.z };
	float far = MaxAbs(ray->o);
	float farthest = far + lwMaxF(MaxAbs(lo), MaxAbs(hi)); // nothing of the body is farther from the origin, per axis
	float rounding = radius > 0.0f ? radius : lwMinF(reach, farthest) + bvh->triangleExtent;
	ray->pad = radius + slack + 1e-6f * rounding + 2.5e-7f * far;
	PrepareSlabs(ray, reach);
	if (!(radius > 0.0f)) {
		PrepareShear(ray);
	}
	ray->originD = lwWiden(originBS);
	ray->motionD = lwWiden(motionBS);
	ray->radius = (double)radius;
	lwBvhRay_SetLimit(ray, &walk->best);
	walk->bvh = bvh;
	walk->size = bvh->nodeCount > 0 ? 1 : 0;
	walk->stack[0] = (lwBvhEntry){ 0, 0.0f };
}

void lwBvhNearby_SetLimit(lwBvhNearby* nearby) {
	double distance2 = nearby->best.hit.distance2;
	nearby->limit = (float)lwSqrtD(distance2) * (1.0f + 1e-6f);
	nearby->limit2 = (float)distance2 * (1.0f + 1e-6f);
}

void lwBvhNearby_Start(lwBvhNearby* nearby, const lwBvh* bvh, lwVec3 pointBS, float slack) {
	nearby->p[0] = pointBS.x, nearby->p[1] = pointBS.y, nearby->p[2] = pointBS.z;
	nearby->pointD = lwWiden(pointBS);
	nearby->slack = slack;
	lwBvhNearby_SetLimit(nearby);
	nearby->bvh = bvh;
	nearby->size = bvh->nodeCount > 0 ? 1 : 0;
	nearby->stack[0] = (lwBvhEntry){ 0, 0.0f };
}

const lwBvhKernels* lwBvh_BestKernels(void) {
	const lwBvhKernels* wide = lwBvh_Avx2Kernels();
	return wide != NULL ? wide : &lw_bvhKernels;
}
