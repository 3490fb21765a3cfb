// SPDX-License-Identifier: MIT
// Embedded world: bodies of triangles, each under its own hierarchy in body space. A query is brought into the space
// of every body it may meet; what is found goes back to world space once, at the end.
#include "legwork/world.h"
#include "world/bvh.h"

#include <stdlib.h>

#define MAX_COORDINATE 1e12f        // of vertices and placements
#define MAX_QUERY 1e30f             // of query origins and motions
#define MIN_MOTION 1e-20f           // below: no motion

typedef struct Body {
	lwBvh bvh;
	lwBodyState state;
	lwVec3 loWS, hiWS;
	uint32_t channels;
	int material;
	bool turned;                    // state.rot is not the identity
} Body;

struct lwMeshWorld {
	int bodyCount;
	Body bodies[];
};

static float MaxAbs3(lwVec3 v) {
	return lwMaxF(lwMaxF(lwAbsF(v.x), lwAbsF(v.y)), lwAbsF(v.z));
}

// Also false for NaN and infinity.
static bool IsWithin(lwVec3 v, float most) {
	return lwAbsF(v.x) <= most && lwAbsF(v.y) <= most && lwAbsF(v.z) <= most;
}

static bool IsPlacement(lwVec3 pos, lwQuat rot) {
	return IsWithin(pos, MAX_COORDINATE) && IsWithin(lwV3(rot.x, rot.y, rot.z), 1e12f) && lwAbsF(rot.w) <= 1e12f;
}

lwMeshWorldDef lwDefaultMeshWorldDef(void) {
	lwMeshWorldDef def = { .cookie = LW_COOKIE };
	return def;
}

lwMeshBodyDef lwDefaultMeshBodyDef(void) {
	lwMeshBodyDef def = { .channels = lw_channelAll, .rot = { 0.0f, 0.0f, 0.0f, 1.0f } };
	return def;
}

static lwResult CheckBody(const lwMeshBodyDef* def, int body) {
	if (def->vertexCount < 0 || def->triangleCount < 0) {
		return lwResult_Fail(lw_errorArgument, "world: body %d: negative count", body);
	}
	if (def->triangleCount > LW_BVH_MAX_TRIANGLES) {
		return lwResult_Fail(lw_errorLimit, "world: body %d: %d triangles, at most %d", body, def->triangleCount,
							 LW_BVH_MAX_TRIANGLES);
	}
	if ((def->vertexCount > 0 && def->vertices == NULL) || (def->triangleCount > 0 && def->indices == NULL)) {
		return lwResult_Fail(lw_errorArgument, "world: body %d: count without an array", body);
	}
	if (!IsPlacement(def->pos, def->rot)) {
		return lwResult_Fail(lw_errorArgument, "world: body %d: placement is not finite", body);
	}
	for (int i = 0; i < def->vertexCount; ++i) {
		if (!IsWithin(def->vertices[i], MAX_COORDINATE)) {
			return lwResult_Fail(lw_errorArgument, "world: body %d: vertex %d: not finite or above 1e12", body, i);
		}
	}
	for (int i = 0; i < 3 * def->triangleCount; ++i) {
		if (def->indices[i] >= (uint32_t)def->vertexCount) {
			return lwResult_Fail(lw_errorArgument, "world: body %d: triangle %d: index %u of %d vertices", body, i / 3,
								 (unsigned)def->indices[i], def->vertexCount);
		}
	}
	return lwResult_Ok();
}

static void Place(Body* body, const lwBodyState* state) {
	body->state = *state;
	body->state.rot = lwQuatNormalize(state->rot);
	lwQuat q = body->state.rot;
	body->turned = q.x != 0.0f || q.y != 0.0f || q.z != 0.0f;
	if (!body->turned) {
		body->loWS = lwAdd(body->bvh.lo, state->pos);
		body->hiWS = lwAdd(body->bvh.hi, state->pos);
		return;
	}
	lwVec3 half = lwMul(lwSub(body->bvh.hi, body->bvh.lo), 0.5f);
	lwVec3 centre = lwAdd(lwRotate(q, lwAdd(body->bvh.lo, half)), state->pos);
	lwVec3 x = lwRotate(q, lwV3(half.x, 0.0f, 0.0f));
	lwVec3 y = lwRotate(q, lwV3(0.0f, half.y, 0.0f));
	lwVec3 z = lwRotate(q, lwV3(0.0f, 0.0f, half.z));
	lwVec3 reach = lwV3(lwAbsF(x.x) + lwAbsF(y.x) + lwAbsF(z.x), lwAbsF(x.y) + lwAbsF(y.y) + lwAbsF(z.y),
						lwAbsF(x.z) + lwAbsF(y.z) + lwAbsF(z.z));
	body->loWS = lwSub(centre, reach);
	body->hiWS = lwAdd(centre, reach);
}

lwResult lwCreateMeshWorld(const lwMeshWorldDef* def, lwMeshWorld** outWorld) {
	if (!LW_ASSERT(outWorld != NULL)) {
		return lwResult_Fail(lw_errorArgument, "world: outWorld is NULL");
	}
	*outWorld = NULL;
	if (!LW_ASSERT(def != NULL && def->cookie == LW_COOKIE)) {
		return lwResult_Fail(lw_errorArgument, "world: the def was not made by lwDefaultMeshWorldDef");
	}
	if (def->bodyCount < 0 || (def->bodyCount > 0 && def->bodies == NULL)) {
		return lwResult_Fail(lw_errorArgument, "world: %d bodies without an array", def->bodyCount);
	}
	for (int i = 0; i < def->bodyCount; ++i) {
		lwResult result = CheckBody(&def->bodies[i], i);
		if (result.status != lw_ok) {
			return result;
		}
	}
	lwMeshWorld* world = calloc(1, sizeof(lwMeshWorld) + (size_t)def->bodyCount * sizeof(Body));
	if (world == NULL) {
		return lwResult_Fail(lw_errorMemory, "world: %d bodies: out of memory", def->bodyCount);
	}
	for (int i = 0; i < def->bodyCount; ++i) {
		const lwMeshBodyDef* from = &def->bodies[i];
		Body* body = &world->bodies[i];
		world->bodyCount = i + 1;
		if (!lwBvh_Build(&body->bvh, from->vertices, from->indices, from->triangleCount)) {
			lwDestroyMeshWorld(world);
			return lwResult_Fail(lw_errorMemory, "world: body %d: out of memory", i);
		}
		body->channels = from->channels;
		body->material = from->material;
		lwBodyState state = { .pos = from->pos, .rot = from->rot };
		Place(body, &state);
	}
	*outWorld = world;
	return lwResult_Ok();
}

void lwDestroyMeshWorld(lwMeshWorld* world) {
	if (world == NULL) {
		return;
	}
	for (int i = 0; i < world->bodyCount; ++i) {
		lwBvh_Free(&world->bodies[i].bvh);
	}
	free(world);
}

void lwMeshWorld_SetBody(lwMeshWorld* world, int body, const lwBodyState* state) {
	if (LW_ASSERT(world != NULL && state != NULL && body >= 0 && body < world->bodyCount) &&
		LW_ASSERT(IsPlacement(state->pos, state->rot))) {
		Place(&world->bodies[body], state);
	}
}

void lwMeshWorld_Bounds(const lwMeshWorld* world, lwVec3* outMin, lwVec3* outMax) {
	lwVec3 lo = lwV3(0.0f, 0.0f, 0.0f);
	lwVec3 hi = lo;
	bool first = true;
	for (int i = 0; i < world->bodyCount; ++i) {
		const Body* b = &world->bodies[i];
		if (b->bvh.nodeCount == 0) {
			continue;
		}
		lwVec3 from = first ? b->loWS : lo;
		lwVec3 to = first ? b->hiWS : hi;
		lo = lwV3(lwMinF(from.x, b->loWS.x), lwMinF(from.y, b->loWS.y), lwMinF(from.z, b->loWS.z));
		hi = lwV3(lwMaxF(to.x, b->hiWS.x), lwMaxF(to.y, b->hiWS.y), lwMaxF(to.z, b->hiWS.z));
		first = false;
	}
	*outMin = lo;
	*outMax = hi;
}

size_t lwMeshWorld_ByteCount(const lwMeshWorld* world) {
	size_t bytes = sizeof(lwMeshWorld) + (size_t)world->bodyCount * sizeof(Body);
	for (int i = 0; i < world->bodyCount; ++i) {
		bytes += world->bodies[i].bvh.blockSize;
	}
	return bytes;
}

static lwVec3 VectorToBody(const Body* body, lwVec3 v) {
	return body->turned ? lwRotate(lwConj(body->state.rot), v) : v;
}

static lwVec3 PointToBody(const Body* body, lwVec3 p) {
	return VectorToBody(body, lwSub(p, body->state.pos));
}

static lwVec3 VectorToWorld(const Body* body, lwVec3d v) {
	return body->turned ? lwRotate(body->state.rot, lwNarrow(v)) : lwNarrow(v);
}

// Could anything within reach of the segment's box meet the body's box?
static bool MayMeet(const Body* body, lwVec3 origin, lwVec3 motion, float reach) {
	lwVec3 end = lwAdd(origin, motion);
	float size = MaxAbs3(origin) + MaxAbs3(end) + MaxAbs3(body->loWS) + MaxAbs3(body->hiWS) + MaxAbs3(body->state.pos);
	float r = reach + 2e-6f * (size + reach);
	return lwMinF(origin.x, end.x) - r <= body->hiWS.x && lwMaxF(origin.x, end.x) + r >= body->loWS.x &&
		   lwMinF(origin.y, end.y) - r <= body->hiWS.y && lwMaxF(origin.y, end.y) + r >= body->loWS.y &&
		   lwMinF(origin.z, end.z) - r <= body->hiWS.z && lwMaxF(origin.z, end.z) + r >= body->loWS.z;
}

static lwCastHit Answer(const lwMeshWorld* world, lwVec3 origin, lwVec3 motion, bool isRay, const lwBvhBest* best,
						int bodyIndex) {
	lwCastHit out = { .fraction = 1.0f, .triangle = -1 };
	if (!best->found) {
		return out;
	}
	const Body* body = &world->bodies[bodyIndex];
	lwVec3d normal, faceNormal;
	lwTriangle_Normals(&best->hit, lwWiden(VectorToBody(body, motion)), isRay, &normal, &faceNormal);
	out.hit = true;
	out.fraction = (float)best->hit.fraction;
	out.pos = lwAdd(origin, VectorToWorld(body, best->hit.point));
	out.normal = VectorToWorld(body, normal);
	out.faceNormal = VectorToWorld(body, faceNormal);
	out.back = lwDotD(best->hit.cross, lwWiden(VectorToBody(body, motion))) > 0.0;
	out.body = bodyIndex;
	out.triangle = best->triangle;
	out.material = body->material;
	return out;
}

// maxDistance >= 0; fraction 0 in the answer; the distance itself in *outDistance.
static lwCastHit ClosestOne(const lwMeshWorld* world, lwVec3 point, double maxDistance, uint32_t channels,
							double* outDistance) {
	const lwVec3 still = { 0.0f, 0.0f, 0.0f };
	lwBvhBest best = { .hit = { .distance2 = maxDistance * maxDistance } };
	int bodyIndex = -1;
	bool valid = IsWithin(point, MAX_QUERY) && maxDistance >= 0.0;
	for (int i = 0; i < world->bodyCount && valid; ++i) {
		const Body* body = &world->bodies[i];
		if ((body->channels & channels) != 0 && MayMeet(body, point, still, (float)maxDistance) &&
			lwBvh_Closest(&body->bvh, PointToBody(body, point), &best)) {
			bodyIndex = i;
		}
	}
	*outDistance = lwSqrtD(best.hit.distance2);
	return Answer(world, point, still, false, &best, bodyIndex);
}

static lwCastHit CastOne(const lwMeshWorld* world, const lwCastQuery* query) {
	float radius = query->radius > 0.0f ? query->radius : 0.0f;
	bool valid = IsWithin(query->origin, MAX_QUERY) && IsWithin(query->motion, MAX_QUERY) && radius <= MAX_QUERY;
	if (valid && MaxAbs3(query->motion) < MIN_MOTION) {
		double distance;
		return ClosestOne(world, query->origin, (double)radius, query->channels, &distance);
	}
	lwBvhBest best = { .found = false };
	int bodyIndex = -1;
	for (int i = 0; i < world->bodyCount && valid; ++i) {
		const Body* body = &world->bodies[i];
		if ((body->channels & query->channels) == 0 || !MayMeet(body, query->origin, query->motion, radius)) {
			continue;
		}
		lwBvhCast cast = { PointToBody(body, query->origin), VectorToBody(body, query->motion), radius };
		if (lwBvh_Cast(&body->bvh, &cast, &best)) {
			bodyIndex = i;
		}
	}
	return Answer(world, query->origin, query->motion, !(radius > 0.0f), &best, bodyIndex);
}

static void CastBatch(void* user, const lwCastQuery* queries, int count, lwCastHit* outHits) {
	for (int i = 0; i < count; ++i) {
		outHits[i] = CastOne(user, &queries[i]);
	}
}

static void ClosestBatch(void* user, const lwClosestQuery* queries, int count, lwCastHit* outHits) {
	for (int i = 0; i < count; ++i) {
		double most = (double)queries[i].maxDistance;
		double distance;
		outHits[i] = ClosestOne(user, queries[i].point, most > 0.0 ? most : -1.0, queries[i].channels, &distance);
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

lwWorld lwMeshWorld_World(lwMeshWorld* world) {
	lwWorld table = { 0 };
	if (LW_ASSERT(world != NULL)) {
		table = (lwWorld){ world, CastBatch, ClosestBatch, GetBody };
	}
	return table;
}
