// SPDX-License-Identifier: MIT
// Surface mover: feeling. Curved probes revolved about the creature, each a chain of sweeps that ends at its first hit, and one
// straight down. What they met is kept until the creature has moved or turned.
#include "move/surface_state.h"

#define CLUSTER_COS 0.94f     // hits of faces within 20 degrees and
#define CLUSTER_OFFSET 0.12f  // this near each other's planes, in size, count as one surface
#define ABOVE 0.25f           // over the body's middle, in size: what faces down there is a ceiling
#define HOLLOW_FROM 0.03f     // in size: a face counts by its nearness from where the nearest point lies this far before it, as in
#define HOLLOW_TO 0.3f        // hollows; the rest is the nearest's own face, or turned away from it over an edge, which it tells better
#define SIDEWAYS 0.15f        // in size: how far a hit is taken to go on as a plane

lwProbeTable lwDefaultProbeTable(void) {
	lwProbeTable table = {
		.ringCount = 2,
		.rings = {
			{ 8, 0.0f, 5, { 0.0f, 0.9f, 0.75f, 0.5f, 0.1f }, { 0.5f, 0.5f, -0.15f, -0.5f, -0.05f }, 0.04f, 1.0f },
			{ 6, 0.0f, 4, { 0.0f, 0.4f, 0.36f, 0.15f }, { 0.5f, 0.35f, -0.2f, -0.3f }, 0.04f, 1.0f },
		},
	};
	return table;
}

int lwSurface_ArmCount(const lwProbeTable* table) {
	int count = 0;
	for (int i = 0; i < table->ringCount; ++i) {
		count += table->rings[i].arms;
	}
	return count;
}

static bool RingOk(const lwProbeRing* ring) {
	if (ring->arms == 0) {
		return true;
	}
	bool ok = ring->arms > 0 && ring->arms <= LW_MAX_PROBE_ARMS && ring->pointCount >= 2 && ring->pointCount <= LW_MAX_PROBE_POINTS &&
			  ring->radius >= 0.0f && ring->radius < 10.0f && ring->weight > 0.0f && ring->weight < 1e6f && lwAbsF(ring->turn) < 100.0f;
	for (int i = 0; ok && i < ring->pointCount; ++i) {
		ok = lwAbsF(ring->out[i]) < 100.0f && lwAbsF(ring->up[i]) < 100.0f;
	}
	return ok;
}

bool lwSurface_CheckTable(const lwProbeTable* table) {
	if (table->ringCount < 0 || table->ringCount > LW_MAX_PROBE_RINGS) {
		return false;
	}
	for (int i = 0; i < table->ringCount; ++i) {
		if (!RingOk(&table->rings[i])) {
			return false;
		}
	}
	return lwSurface_ArmCount(table) < LW_MAX_SURFACES; // and one straight down
}

float lwSurface_ProbeReach(const lwProbeTable* table, float standHeight) {
	float reach = 1.2f * standHeight;
	for (int i = 0; i < table->ringCount; ++i) {
		const lwProbeRing* ring = &table->rings[i];
		for (int k = 0; ring->arms > 0 && k < ring->pointCount; ++k) {
			float up = ring->up[k] - standHeight;
			reach = lwMaxF(reach, lwSqrt(ring->out[k] * ring->out[k] + up * up));
		}
	}
	return reach;
}

// ---- Probes -------------------------------------------------------------------------------------------------------

typedef struct Arm {
	const lwProbeRing* ring;  // NULL: straight down
	lwVec3 out;               // unit, away from the up axis
} Arm;

typedef struct Probing {
	lwSurfaceMover* m;
	lwBodyState body;
	lwVec3 origin, middle, up;
	SurfaceCache* cache;
	int count;
	Arm arms[LW_MAX_SURFACES];
} Probing;

static void ListArms(Probing* p, lwQuat rot) {
	const lwProbeTable* table = &p->m->def.probes;
	p->arms[p->count++] = (Arm){ NULL, lwV3(0.0f, 0.0f, 0.0f) };
	for (int i = 0; i < table->ringCount; ++i) {
		const lwProbeRing* ring = &table->rings[i];
		for (int a = 0; a < ring->arms; ++a) {
			float yaw = ring->turn + 2.0f * LW_PI * (float)a / (float)ring->arms;
			lwVec3 out = lwRotate(rot, lwV3(lwSin(yaw), 0.0f, lwCos(yaw)));
			p->arms[p->count++] = (Arm){ ring, out };
		}
	}
}

static lwVec3 PointOn(const Probing* p, const Arm* arm, int k) {
	float size = p->m->def.size;
	return lwMulAdd(lwMulAdd(p->origin, arm->out, size * arm->ring->out[k]), p->up, size * arm->ring->up[k]);
}

// The sweep of an arm's segment; false when it has none.
static bool Segment(const Probing* p, const Arm* arm, int k, lwCastQuery* out) {
	if (arm->ring == NULL) {
		float length = p->m->reach - p->m->bodyRadius;
		*out = (lwCastQuery){ p->middle, lwMul(p->up, -length), 0.5f * p->m->bodyRadius, lw_channelWalkable };
		return k == 0;
	}
	if (k + 1 >= arm->ring->pointCount) {
		return false;
	}
	lwVec3 from = PointOn(p, arm, k);
	*out = (lwCastQuery){ from, lwSub(PointOn(p, arm, k + 1), from), arm->ring->radius * p->m->def.size, lw_channelWalkable };
	return true;
}

// Surfaces over the creature and such as face away from it are not for walking on.
static bool Drops(const Probing* p, const lwCastHit* hit) {
	float facing = lwDot(hit->normal, p->up);
	float over = lwDot(lwSub(hit->pos, p->middle), p->up);
	return facing < p->m->cosSlope || (facing < -0.2f && over > ABOVE * p->m->def.size);
}

static int ClusterOf(const Probing* p, lwVec3 pos, lwVec3 normal) {
	SurfaceCache* cache = p->cache;
	float near = CLUSTER_OFFSET * p->m->def.size;
	int last = 0;
	for (int i = 0; i < cache->count; ++i) {
		const Felt* f = &cache->felt[i];
		if (lwDot(f->normal, normal) > CLUSTER_COS && lwAbsF(lwDot(f->normal, lwSub(pos, f->pos))) < near) {
			return f->cluster;
		}
		last = f->cluster;
	}
	return cache->clusterCount < MAX_CLUSTERS - 1 ? cache->clusterCount++ : last;
}

static void Keep(Probing* p, const Arm* arm, const lwCastHit* hit) {
	if (p->cache->count >= LW_MAX_SURFACES || Drops(p, hit)) {
		return;
	}
	Felt f = { hit->pos, hit->normal, arm->ring != NULL ? arm->ring->weight : 1.0f, hit->body, hit->material, 0 };
	f.cluster = ClusterOf(p, f.pos, f.normal);
	p->cache->felt[p->cache->count++] = f;
}

// One segment of every arm that has met nothing yet.
static bool Stage(Probing* p, int k) {
	lwCastQuery queries[LW_MAX_SURFACES];
	lwCastHit hits[LW_MAX_SURFACES];
	int index[LW_MAX_SURFACES], count = 0;
	for (int i = 0; i < p->count; ++i) {
		if (Segment(p, &p->arms[i], k, &queries[count])) {
			index[count++] = i;
		}
	}
	if (count == 0) {
		return false;
	}
	lwSurface_Cast(p->m, &p->body, queries, count, hits);
	int left = 0;
	bool met[LW_MAX_SURFACES] = { false };
	for (int i = 0; i < count; ++i) {
		if (hits[i].hit) {
			Keep(p, &p->arms[index[i]], &hits[i]);
		}
		met[index[i]] = hits[i].hit;
	}
	for (int i = 0; i < p->count; ++i) {
		if (!met[i]) {
			p->arms[left++] = p->arms[i];
		}
	}
	p->count = left;
	return left > 0;
}

void lwSurface_Feel(lwSurfaceMover* m, const SurfaceState* s, SurfaceCache* cache) {
	Probing p = { .m = m, .body = lwSurface_BodyNow(m, s->body), .middle = s->pos, .up = UpOf(s->rot), .cache = cache };
	p.origin = lwMulAdd(s->pos, p.up, -m->standHeight);
	cache->valid = true;
	cache->body = s->body;
	cache->pos = s->pos;
	cache->rot = s->rot;
	cache->count = cache->clusterCount = 0;
	ListArms(&p, s->rot);
	for (int k = 0; k < LW_MAX_PROBE_POINTS && Stage(&p, k); ++k) {
	}
}

static void Rebase(lwSurfaceMover* m, SurfaceCache* cache, int body) {
	SurfaceState at = { .pos = cache->pos, .rot = cache->rot, .body = cache->body };
	lwBodyState from = lwSurface_BodyNow(m, cache->body), to = lwSurface_BodyNow(m, body);
	lwQuat turn = lwQuatMul(lwConj(to.rot), from.rot);
	lwSurface_ToBody(m, &at, body);
	cache->pos = at.pos;
	cache->rot = at.rot;
	cache->body = body;
	for (int i = 0; i < cache->count; ++i) {
		cache->felt[i].pos = lwSurface_IntoBody(&to, lwSurface_IntoWS(&from, cache->felt[i].pos));
		cache->felt[i].normal = lwRotate(turn, cache->felt[i].normal);
	}
}

bool lwSurface_CacheHolds(lwSurfaceMover* m, const SurfaceState* s, SurfaceCache* ioCache) {
	if (!ioCache->valid) {
		return false;
	}
	if (ioCache->body != s->body) {
		Rebase(m, ioCache, s->body);
	}
	float tilt = lwDot(UpOf(s->rot), UpOf(ioCache->rot));
	lwQuat turn = lwQuatMul(lwConj(ioCache->rot), s->rot);
	float least = s->calm > 0 ? m->cosCalmTilt : m->cosTilt, leastTurn = s->calm > 0 ? m->cosCalmTurn : m->cosTurn;
	return lwDistance(s->pos, ioCache->pos) <= m->def.cacheDistance * m->def.size && tilt >= least && lwAbsF(turn.w) >= leastTurn;
}

// ---- What a felt surface counts ---------------------------------------------------------------------------------------

static float Curve(const float* curve, float x) {
	float at = lwClampF(x, 0.0f, 1.0f) * (float)CURVE_POINTS;
	int i = (int)at < CURVE_POINTS ? (int)at : CURVE_POINTS - 1;
	return lwLerpF(curve[i], curve[i + 1], at - (float)i);
}

// From a point to a surface that goes on a little about where it was felt. outWay: unit, to it.
static float DistanceTo(const Felt* f, lwVec3 pos, float sideways, lwVec3* outWay) {
	lwVec3 to = lwSub(f->pos, pos);
	float along = lwDot(to, f->normal);
	lwVec3 side = lwMulAdd(to, f->normal, -along);
	float length = lwLength(side);
	float left = length > sideways ? (length - sideways) / length : 0.0f;
	lwVec3 near = lwAdd(lwMul(f->normal, along), lwMul(side, left));
	float distance = lwLength(near);
	*outWay = distance > 0.0f ? lwMul(near, 1.0f / distance) : lwNeg(f->normal);
	return distance;
}

float lwSurface_Weight(const lwSurfaceMover* m, const Felt* f, const Feeler* from, float* outPosition) {
	float hollow = 1.0f;
	*outPosition = 0.0f;
	if (from->nearest != NULL) {
		float before = lwDot(f->normal, lwSub(from->nearest->pos, f->pos)) / m->def.size;
		if (before <= HOLLOW_FROM) {
			return 0.0f;
		}
		hollow = lwSmoothStep(HOLLOW_FROM, HOLLOW_TO, before);
	}
	lwVec3 to;
	float distance = DistanceTo(f, from->pos, SIDEWAYS * m->def.size, &to);
	float seen = -lwDot(f->normal, to) * hollow; // <= 0: the face is turned away, as beyond an edge
	if (distance >= m->reach || seen <= 0.0f) {
		return 0.0f;
	}
	float facing = lwDot(f->normal, from->up), ahead = lwDot(from->way, to);
	float early = lwMaxF(distance - from->lookAhead * lwMaxF(ahead, 0.0f), 0.0f);
	float fade = 1.0f - distance / m->reach;
	const lwSurfaceWeights* o = &m->def.orientation;
	const lwSurfaceWeights* p = &m->def.position;
	float position = p->near * Curve(m->positionCurve, distance / m->reach) + fade * (p->facing * facing + p->ahead * ahead);
	float weight = o->near * Curve(m->orientationCurve, early / m->reach) + fade * (o->facing * facing + o->ahead * ahead);
	*outPosition = f->weight * seen * lwMaxF(position, 0.0f);
	return f->weight * seen * lwMaxF(weight, 0.0f);
}
