// SPDX-License-Identifier: MIT
// Queries before and between the lanes: how a sweep is prepared, which of two hits counts, which lanes code is used.
#include "bvh/bvh.h"

// Of closest points: beyond it squared distances are no floats, and the boxes of empty lanes could not be told from far ones.
#define MOST_DISTANCE2 1e37

static float MaxAbs(const float* v) {
	return lwMaxF(lwMaxF(fabsf(v[0]), fabsf(v[1])), fabsf(v[2]));
}

static void PrepareSlabs(lwBvhRay* ray, float reach) {
	float tiny = reach * 1e-20f;
	for (int a = 0; a < 3; ++a) {
		// A motion component of 0 becomes tiny, so that no slab divides by 0.
		int negative = ray->d[a] < 0.0f;
		float side = negative ? -1.0f : 1.0f;
		float pad = side * ray->pad;
		ray->inv[a] = side / lwMaxF(fabsf(ray->d[a]), tiny);
		ray->enterO[a] = ray->o[a] + pad;
		ray->leaveO[a] = ray->o[a] - pad;
		ray->enter[a] = LW_BVH_LANES * (a + 3 * negative);
		ray->leave[a] = LW_BVH_LANES * (a + 3 - 3 * negative);
	}
}

// After the slabs.
static void PrepareShear(lwBvhRay* ray) {
	static const int next[3] = { 1, 2, 0 };
	float ax = fabsf(ray->d[0]);
	float ay = fabsf(ray->d[1]);
	float az = fabsf(ray->d[2]);
	ray->kz = ax >= ay && ax >= az ? 0 : ay >= az ? 1 : 2;
	ray->kx = next[ray->kz];
	ray->ky = next[ray->kx];
	ray->sz = ray->inv[ray->kz];
	ray->sx = ray->d[ray->kx] * ray->sz;
	ray->sy = ray->d[ray->ky] * ray->sz;
}

static void StartTodo(lwBvhTodo* todo, const lwBvh* bvh) {
	todo->next = (lwBvhEntry){ bvh->nodeCount > 0 ? 0 : LW_BVH_NONE, 0.0f };
	todo->size = 0;
}

void lwBvhWalk_Start(lwBvhWalk* walk, const lwBvh* bvh, float radius, float slack) {
	lwBvhRay* ray = &walk->ray;
	float reach = MaxAbs(ray->d);
	// The pad covers the rounding of the shifted origin and, for rays, that of the coarse triangle test.
	float far = MaxAbs(ray->o);
	float farthest = far + bvh->farthest; // nothing of the body is farther from the origin, per axis
	float rounding = radius > 0.0f ? radius : lwMinF(reach, farthest) + bvh->triangleExtent;
	ray->pad = radius + slack + 1e-6f * rounding + 2.5e-7f * far;
	PrepareSlabs(ray, reach);
	if (!(radius > 0.0f)) {
		PrepareShear(ray);
	}
	ray->originD = lwV3d((double)ray->o[0], (double)ray->o[1], (double)ray->o[2]);
	ray->motionD = lwV3d((double)ray->d[0], (double)ray->d[1], (double)ray->d[2]);
	ray->radius = (double)radius;
	lwBvhRay_SetLimit(ray, &walk->best);
	walk->bvh = bvh;
	StartTodo(&walk->todo, bvh);
}

void lwBvhNearby_SetLimit(lwBvhNearby* nearby) {
	double distance2 = nearby->best.hit.distance2;
	distance2 = distance2 > 0.0 ? distance2 : 0.0; // within a solid: another may be deeper
	distance2 = distance2 < MOST_DISTANCE2 ? distance2 : MOST_DISTANCE2;
	nearby->limit = (float)lwSqrtD(distance2) * (1.0f + 1e-6f);
	nearby->limit2 = (float)distance2 * (1.0f + 1e-6f);
}

void lwBvhNearby_Start(lwBvhNearby* nearby, const lwBvh* bvh, lwVec3 pointBS, float slack) {
	nearby->p[0] = pointBS.x, nearby->p[1] = pointBS.y, nearby->p[2] = pointBS.z;
	nearby->pointD = lwWiden(pointBS);
	nearby->slack = slack;
	lwBvhNearby_SetLimit(nearby);
	nearby->bvh = bvh;
	StartTodo(&nearby->todo, bvh);
}

const lwBvhKernels* lwBvh_BestKernels(void) {
	const lwBvhKernels* wide = lwBvh_Avx2Kernels();
	return wide != NULL ? wide : &lw_bvhKernels;
}
