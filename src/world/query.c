// SPDX-License-Identifier: MIT
// Embedded world: answers. A query is brought into the space of every body it may meet, the nearest first; what is found
// goes back to world space once, at the end. Queries of a batch that come to meshes take turns there.
#include "world/mesh_world.h"

#define MAX_QUERY 1e30f             // of query origins and motions
#define MIN_MOTION 1e-20f           // below: no motion
#define GROUP 8                     // queries of a batch that are under way at once

static float MaxAbs3(lwVec3 v) {
	return lwMaxF(lwMaxF(fabsf(v.x), fabsf(v.y)), fabsf(v.z));
}

// Also false for NaN and infinity.
static bool IsWithin(lwVec3 v, float most) {
	return (fabsf(v.x) <= most) & (fabsf(v.y) <= most) & (fabsf(v.z) <= most);
}

static lwVec3 VectorToBody(const lwBody* body, lwVec3 v) {
	return body->turned ? lwRotate(lwConj(body->state.rot), v) : v;
}

static lwVec3 PointToBody(const lwBody* body, lwVec3 p) {
	return VectorToBody(body, lwSub(p, body->state.pos));
}

static lwVec3 VectorToWorld(const lwBody* body, lwVec3d v) {
	return body->turned ? lwRotate(body->state.rot, lwNarrow(v)) : lwNarrow(v);
}

static bool IsSurface(const lwBody* body) {
	return body->shape->kind == lw_shapeMesh || body->shape->kind == lw_shapeHeightfield;
}

static lwVec3d UnitOr(lwVec3d v, lwVec3d fallback) {
	double length = lwSqrtD(lwDotD(v, v));
	return length > 1e-30 ? lwMulD(v, 1.0 / length) : fallback;
}

// Unit normals of a hit. isRay: the normal is the face's; else from the point to the centre. faceNormal is turned against
// the motion, or to the centre when the motion is zero. Of a solid both are outward.
static void Normals(const lwTriangleHit* hit, lwVec3d motion, bool isRay, lwVec3d* outNormal, lwVec3d* outFaceNormal) {
	lwVec3d zero = lwV3d(0.0, 0.0, 0.0);
	if (hit->solid) {
		*outNormal = *outFaceNormal = hit->cross;
		return;
	}
	bool moves = lwDotD(motion, motion) > 0.0;
	lwVec3d toCentre = lwSubD(lwMulD(motion, hit->fraction), hit->point);
	lwVec3d face = UnitOr(hit->cross, zero);
	bool isFace = lwDotD(face, face) > 0.0;
	if (!isFace) {
		// A degenerate triangle has no face: the contact's normal stands in, else the motion's, else up.
		lwVec3d spare = moves ? UnitOr(lwNegD(motion), zero) : lwV3d(0.0, 1.0, 0.0);
		face = UnitOr(toCentre, spare);
	}
	bool flip = moves ? lwDotD(face, motion) > 0.0 : lwDotD(face, toCentre) < 0.0;
	*outFaceNormal = flip ? lwNegD(face) : face;
	*outNormal = isRay ? *outFaceNormal : UnitOr(toCentre, *outFaceNormal);
}

// A ray on a surface that stands as its body does: the common case, without detours.
static void AnswerPlainRay(const lwVec3* origin, const lwVec3* motion, const lwTriangleHit* hit, lwCastHit* out) {
	double along = hit->cross.x * (double)motion->x + hit->cross.y * (double)motion->y + hit->cross.z * (double)motion->z;
	double scale = (along > 0.0 ? -1.0 : 1.0) / lwSqrtD(lwDotD(hit->cross, hit->cross));
	out->pos.x = origin->x + (float)hit->point.x;
	out->pos.y = origin->y + (float)hit->point.y;
	out->pos.z = origin->z + (float)hit->point.z;
	out->normal.x = out->faceNormal.x = (float)(hit->cross.x * scale);
	out->normal.y = out->faceNormal.y = (float)(hit->cross.y * scale);
	out->normal.z = out->faceNormal.z = (float)(hit->cross.z * scale);
	out->back = along > 0.0;
}

static void AnswerAny(const lwBody* body, const lwVec3* origin, const lwVec3* motion, bool isRay, const lwTriangleHit* hit,
					  lwCastHit* out) {
	lwVec3d way = lwWiden(VectorToBody(body, *motion));
	lwVec3d normal, faceNormal;
	Normals(hit, way, isRay, &normal, &faceNormal);
	out->pos = lwAdd(*origin, VectorToWorld(body, hit->point));
	out->normal = VectorToWorld(body, normal);
	out->faceNormal = VectorToWorld(body, faceNormal);
	out->back = hit->solid ? hit->distance2 < 0.0 : lwDotD(hit->cross, way) > 0.0;
}

static void Answer(const lwMeshWorld* world, const lwVec3* origin, const lwVec3* motion, bool isRay, const lwBvhBest* best,
				   lwCastHit* out) {
	if (!best->found) {
		*out = (lwCastHit){ .fraction = 1.0f, .triangle = -1 };
		return;
	}
	const lwBody* body = &world->bodies[best->body];
	const lwTriangleHit* hit = &best->hit;
	out->hit = true;
	out->fraction = (float)hit->fraction;
	if (isRay && !body->turned && !hit->solid) {
		AnswerPlainRay(origin, motion, hit, out);
	} else {
		AnswerAny(body, origin, motion, isRay, hit, out);
	}
	out->body = best->body;
	out->triangle = best->triangle;
	bool own = best->triangle >= 0 && body->shape->triangleMaterials != NULL;
	out->material = own ? (int)body->shape->triangleMaterials[best->triangle] : body->material;
}

// ---- Casts ---------------------------------------------------------------------------------------------------

// A query on its way through the bodies.
typedef struct Job {
	const lwCastQuery* query;
	float radius;
	int endless;                    // bodies without bounds that were asked
	lwBvhWalk top;                  // through the hierarchy of bodies
	lwBvhWalk walk;                 // through one body; its best is the query's
} Job;

static void CastSolid(Job* job, const lwBody* body, int index) {
	lwVec3d origin = lwWiden(PointToBody(body, job->query->origin));
	lwVec3d motion = lwWiden(VectorToBody(body, job->query->motion));
	lwBvhBest* best = &job->walk.best;
	double limit = best->found ? best->hit.fraction : 1.0;
	lwTriangleHit hit;
	if (lwSolid_Cast(&body->shape->solid, origin, motion, (double)job->radius, limit, &hit)) {
		lwBvhBest_Offer(best, &hit, index, -1);
	}
}

static void SetVector(float out[3], lwVec3 v) {
	out[0] = v.x, out[1] = v.y, out[2] = v.z;
}

static void StartWalk(Job* job, const lwBody* body, int index) {
	const lwCastQuery* q = job->query;
	lwBvhRay* ray = &job->walk.ray;
	ray->o[0] = q->origin.x - body->state.pos.x;
	ray->o[1] = q->origin.y - body->state.pos.y;
	ray->o[2] = q->origin.z - body->state.pos.z;
	ray->d[0] = q->motion.x, ray->d[1] = q->motion.y, ray->d[2] = q->motion.z;
	if (body->turned) {
		SetVector(ray->o, lwRotate(lwConj(body->state.rot), lwV3(ray->o[0], ray->o[1], ray->o[2])));
		SetVector(ray->d, lwRotate(lwConj(body->state.rot), q->motion));
	}
	job->walk.body = index;
	lwBvhWalk_Start(&job->walk, &body->shape->bvh, job->radius, 0.0f);
}

// Ask bodies until one with a surface is come to, which the walk is then at; false when there is none left.
static bool Advance(const lwMeshWorld* world, Job* job) {
	for (;;) {
		int index;
		if (job->endless < world->endlessCount) {
			index = world->endless[job->endless++];
		} else {
			lwBvhRay_SetLimit(&job->top.ray, &job->walk.best);
			index = world->kernels->nextBox(&job->top);
		}
		if (index < 0) {
			return false;
		}
		const lwBody* body = &world->bodies[index];
		if ((body->channels & job->query->channels) == 0) {
			continue;
		}
		if (IsSurface(body)) {
			StartWalk(job, body, index);
			return true;
		}
		CastSolid(job, body, index);
	}
}

// One surface: its own hierarchy is as good as that of the bodies.
static bool IsAlone(const lwMeshWorld* world) {
	return world->bodyCount == 1 && IsSurface(&world->bodies[0]);
}

static bool Start(const lwMeshWorld* world, Job* job, const lwCastQuery* query) {
	job->query = query;
	job->radius = query->radius > 0.0f ? query->radius : 0.0f;
	job->endless = 0;
	job->walk.best.found = false;
	job->top.best.found = false;
	if (IsAlone(world)) {
		bool asked = (world->bodies[0].channels & query->channels) != 0;
		if (asked) {
			StartWalk(job, &world->bodies[0], 0);
		}
		return asked;
	}
	float slack = 4e-6f * (MaxAbs3(query->origin) + MaxAbs3(query->motion) + job->radius);
	SetVector(job->top.ray.o, query->origin);
	SetVector(job->top.ray.d, query->motion);
	lwBvhWalk_Start(&job->top, &world->top, job->radius, slack);
	return Advance(world, job);
}

static void CastGroup(const lwMeshWorld* world, Job* jobs, const lwCastQuery* const* queries, lwCastHit* const* outHits, int count) {
	lwBvhWalk* walks[GROUP];
	int going[GROUP];
	int live = 0;
	for (int i = 0; i < count; ++i) {
		if (Start(world, &jobs[i], queries[i])) {
			going[live++] = i;
		}
	}
	while (live > 0) {
		for (int i = 0; i < live; ++i) {
			walks[i] = &jobs[going[i]].walk;
		}
		world->kernels->cast(walks, live);
		if (IsAlone(world)) {
			break;
		}
		int still = 0;
		for (int i = 0; i < live; ++i) {
			if (Advance(world, &jobs[going[i]])) {
				going[still++] = going[i];
			}
		}
		live = still;
	}
	for (int i = 0; i < count; ++i) {
		Answer(world, &queries[i]->origin, &queries[i]->motion, !(jobs[i].radius > 0.0f), &jobs[i].walk.best, outHits[i]);
	}
}

// ---- Closest points ------------------------------------------------------------------------------------------

// A body at once; the nearest so far is in *io.
static void AskClosest(const lwMeshWorld* world, int index, lwVec3 point, lwBvhNearby* io) {
	const lwBody* body = &world->bodies[index];
	lwVec3 pointBS = PointToBody(body, point);
	if (IsSurface(body)) {
		io->body = index;
		lwBvhNearby_Start(io, &body->shape->bvh, pointBS, 0.0f);
		world->kernels->closest(io);
		return;
	}
	lwTriangleHit hit = lwSolid_Closest(&body->shape->solid, lwWiden(pointBS));
	if (hit.distance2 <= io->best.hit.distance2) {
		lwBvhBest_Offer(&io->best, &hit, index, -1);
	}
}

// maxDistance >= 0; fraction 0 in the answer; the distance itself, 0 within solids, in *outDistance.
static void ClosestOne(const lwMeshWorld* world, lwVec3 point, double maxDistance, uint32_t channels, double* outDistance,
					   lwCastHit* outHit) {
	const lwVec3 still = { 0.0f, 0.0f, 0.0f };
	lwBvhNearby nearby;
	nearby.best = (lwBvhBest){ .hit = { .distance2 = maxDistance * maxDistance } };
	if (IsWithin(point, MAX_QUERY) && maxDistance >= 0.0) {
		for (int i = 0; i < world->endlessCount; ++i) {
			if ((world->bodies[world->endless[i]].channels & channels) != 0) {
				AskClosest(world, world->endless[i], point, &nearby);
			}
		}
		lwBvhNearby top;
		top.best = nearby.best;
		lwBvhNearby_Start(&top, &world->top, point, 4e-6f * MaxAbs3(point));
		for (int index; (index = world->kernels->nextNearbyBox(&top)) >= 0;) {
			if ((world->bodies[index].channels & channels) != 0) {
				AskClosest(world, index, point, &nearby);
				top.best.hit.distance2 = nearby.best.hit.distance2;
				lwBvhNearby_SetLimit(&top);
			}
		}
	}
	*outDistance = lwSqrtD(nearby.best.hit.distance2);
	Answer(world, &point, &still, false, &nearby.best, outHit);
}

// ---- The table -----------------------------------------------------------------------------------------------

static void CastBatch(void* user, const lwCastQuery* queries, int count, lwCastHit* outHits) {
	const lwMeshWorld* world = user;
	Job jobs[GROUP];
	const lwCastQuery* group[GROUP];
	lwCastHit* hits[GROUP];
	int size = 0;
	for (int i = 0; i < count; ++i) {
		const lwCastQuery* q = &queries[i];
		if (!IsWithin(q->origin, MAX_QUERY) || !IsWithin(q->motion, MAX_QUERY) || q->radius > MAX_QUERY) {
			outHits[i] = (lwCastHit){ .fraction = 1.0f, .triangle = -1 };
			continue;
		}
		if (MaxAbs3(q->motion) < MIN_MOTION) {
			double distance;
			ClosestOne(world, q->origin, q->radius > 0.0f ? (double)q->radius : 0.0, q->channels, &distance, &outHits[i]);
			continue;
		}
		group[size] = q;
		hits[size++] = &outHits[i];
		if (size == GROUP) {
			CastGroup(world, jobs, group, hits, size);
			size = 0;
		}
	}
	CastGroup(world, jobs, group, hits, size);
}

static void ClosestBatch(void* user, const lwClosestQuery* queries, int count, lwCastHit* outHits) {
	for (int i = 0; i < count; ++i) {
		double most = (double)queries[i].maxDistance;
		double distance;
		ClosestOne(user, queries[i].point, most > 0.0 ? most : -1.0, queries[i].channels, &distance, &outHits[i]);
		if (outHits[i].hit) {
			outHits[i].fraction = (float)(distance / most);
		}
	}
}

static void GetBody(void* user, int body, lwBodyState* outState) {
	const lwMeshWorld* world = user;
	lwBodyState still = { .rot = { 0.0f, 0.0f, 0.0f, 1.0f } };
	*outState = body >= 0 && body < world->bodyCount ? world->bodies[body].state : still;
}

static void GetMaterial(void* user, int material, lwMaterial* outMaterial) {
	const lwMeshWorld* world = user;
	*outMaterial = material >= 0 && material < world->materialCount ? world->materials[material] : lwDefaultMaterial();
}

static uint32_t GetChanges(void* user) {
	const lwMeshWorld* world = user;
	return world->changes;
}

lwWorld lwMeshWorld_World(lwMeshWorld* world) {
	lwWorld table = { 0 };
	if (LW_ASSERT(world != NULL)) {
		table = (lwWorld){ world, CastBatch, ClosestBatch, GetBody, GetMaterial, GetChanges };
	}
	return table;
}
