// SPDX-License-Identifier: MIT
// Surface mover: the bodies it stands on and near. Their velocities are measured from their transforms; the mover's own states
// live in their spaces, so that their motion is applied once, by itself.
#include "move/surface_state.h"

lwVec3 lwSurface_IntoWS(const lwBodyState* b, lwVec3 local) {
	return lwAdd(b->pos, lwRotate(b->rot, local));
}

lwVec3 lwSurface_IntoBody(const lwBodyState* b, lwVec3 posWS) {
	return lwRotate(lwConj(b->rot), lwSub(posWS, b->pos));
}

lwVec3 lwSurface_PointVelocity(const lwBodyState* b, lwVec3 posWS) {
	return lwAdd(b->linearVelocity, lwCross(b->angularVelocity, lwSub(posWS, b->pos)));
}

static bool Sane(const lwBodyState* b) {
	float n = b->rot.x * b->rot.x + b->rot.y * b->rot.y + b->rot.z * b->rot.z + b->rot.w * b->rot.w;
	lwVec3 p = b->pos;
	return n > 0.5f && n < 2.0f && lwAbsF(p.x) < 1e12f && lwAbsF(p.y) < 1e12f && lwAbsF(p.z) < 1e12f;
}

static lwBodyState Identity(void) {
	lwBodyState b = { .rot = { 0.0f, 0.0f, 0.0f, 1.0f } };
	return b;
}

// As the host tells it; the identity when it tells nonsense.
static lwBodyState Ask(const lwSurfaceMover* m, int body) {
	lwBodyState b = Identity();
	if (m->def.world.body != NULL && body >= 0) {
		m->def.world.body(m->def.world.user, body, &b);
		if (!Sane(&b)) {
			b = Identity();
		}
		b.rot = lwQuatNormalize(b.rot);
	}
	return b;
}

static TrackedBody* Find(lwSurfaceMover* m, int body) {
	for (int i = 0; i < MAX_TRACKED; ++i) {
		if (m->bodies[i].used && m->bodies[i].id == body) {
			return &m->bodies[i];
		}
	}
	return NULL;
}

// Where it is seen from the reference body.
static void Relate(lwSurfaceMover* m, const TrackedBody* t, lwVec3* outPos, lwQuat* outRot) {
	TrackedBody* r = Find(m, m->reference);
	lwBodyState ref = Identity();
	if (r != NULL) {
		ref.pos = r->pos;
		ref.rot = r->rot;
	}
	*outPos = lwSurface_IntoBody(&ref, t->pos);
	*outRot = lwQuatMul(lwConj(ref.rot), t->rot);
}

static TrackedBody* Track(lwSurfaceMover* m, int body) {
	TrackedBody* t = Find(m, body);
	if (t == NULL) {
		t = &m->bodies[0];
		for (int i = 0; i < MAX_TRACKED && t->used; ++i) {
			TrackedBody* o = &m->bodies[i];
			t = !o->used || o->stamp < t->stamp ? o : t;
		}
		lwBodyState b = Ask(m, body);
		*t = (TrackedBody){ .id = body, .used = true, .pos = b.pos, .rot = b.rot };
		t->linear = b.linearVelocity;  // until it is measured
		t->angular = b.angularVelocity;
		if (!(lwDot(t->linear, t->linear) < 1e18f) || !(lwDot(t->angular, t->angular) < 1e12f)) {
			t->linear = t->angular = lwV3(0.0f, 0.0f, 0.0f);
		}
	}
	t->stamp = ++m->stamp;
	return t;
}

lwBodyState lwSurface_BodyNow(lwSurfaceMover* m, int body) {
	if (body < 0 || m->def.world.body == NULL) {
		return Identity();
	}
	const TrackedBody* t = Track(m, body);
	lwBodyState b = { t->pos, t->rot, t->linear, t->angular };
	return b;
}

void lwSurface_Touch(lwSurfaceMover* m, int body) {
	if (body < 0 || m->def.world.body == NULL) {
		return;
	}
	TrackedBody* t = Track(m, body);
	if (!t->touched) {
		t->touched = true;
		Relate(m, t, &t->seenPos, &t->seenRot);
	}
}

void lwSurface_Forget(lwSurfaceMover* m) {
	for (int i = 0; i < MAX_TRACKED; ++i) {
		m->bodies[i].touched = false;
	}
}

static void Measure(lwSurfaceMover* m, TrackedBody* t, float dt) {
	lwBodyState b = Ask(m, t->id);
	if (dt > 1e-6f) {
		t->linear = lwMul(lwSub(b.pos, t->pos), 1.0f / dt);
		t->angular = lwMul(lwQuatLog(lwQuatMul(b.rot, lwConj(t->rot))), 1.0f / dt);
	}
	t->pos = b.pos;
	t->rot = b.rot;
}

// Rounding of two placements taken apart again is not motion.
static bool Moved(const lwSurfaceMover* m, const TrackedBody* t, lwVec3 pos, lwQuat rot) {
	float scale = lwMaxF(m->def.size, lwMaxF(lwLength(pos), lwLength(t->pos)));
	lwVec3 turn = lwQuatLog(lwQuatMul(rot, lwConj(t->seenRot)));
	return lwDistance(pos, t->seenPos) > 2e-6f * scale || lwLength(turn) > 1e-5f;
}

bool lwSurface_FollowBodies(lwSurfaceMover* m, int reference, float dt) {
	if (m->def.world.body == NULL) {
		return false;
	}
	for (int i = 0; i < MAX_TRACKED; ++i) {
		if (m->bodies[i].used) {
			Measure(m, &m->bodies[i], dt);
		}
	}
	bool moved = reference != m->reference;
	m->reference = reference;
	for (int i = 0; i < MAX_TRACKED; ++i) {
		TrackedBody* t = &m->bodies[i];
		if (t->used && t->touched) {
			lwVec3 pos;
			lwQuat rot;
			Relate(m, t, &pos, &rot);
			if (Moved(m, t, pos, rot)) {
				moved = true;
				t->seenPos = pos;
				t->seenRot = rot;
			}
		}
	}
	return moved;
}

void lwSurface_ToBody(lwSurfaceMover* m, SurfaceState* s, int body) {
	if (s->body == body) {
		return;
	}
	lwBodyState from = lwSurface_BodyNow(m, s->body), to = lwSurface_BodyNow(m, body);
	lwVec3 pos = lwSurface_IntoWS(&from, s->pos);
	lwVec3 change = lwSub(lwSurface_PointVelocity(&from, pos), lwSurface_PointVelocity(&to, pos));
	s->velocity = lwRotate(lwConj(to.rot), lwAdd(lwRotate(from.rot, s->velocity), change));
	s->rot = lwQuatNormalize(lwQuatMul(lwConj(to.rot), lwQuatMul(from.rot, s->rot)));
	s->pos = lwSurface_IntoBody(&to, pos);
	s->body = body;
}

// ---- Questions in a body's space --------------------------------------------------------------------------------------

static bool AtIdentity(const lwBodyState* b) {
	return b->rot.w == 1.0f && b->pos.x == 0.0f && b->pos.y == 0.0f && b->pos.z == 0.0f;
}

static void HitIntoBody(const lwBodyState* b, lwCastHit* hit) {
	lwQuat back = lwConj(b->rot);
	hit->pos = lwSurface_IntoBody(b, hit->pos);
	hit->normal = lwRotate(back, hit->normal);
	hit->faceNormal = lwRotate(back, hit->faceNormal);
}

// A host's answer that cannot be used counts as a miss.
static void Clean(lwCastHit* hit) {
	float n = lwDot(hit->normal, hit->normal);
	bool good = n > 0.25f && n < 4.0f && lwDot(hit->pos, hit->pos) < 1e30f && hit->fraction >= 0.0f && hit->fraction <= 1.0f;
	if (hit->hit && !good) {
		hit->hit = false;
	}
	hit->body = hit->body < 0 ? 0 : hit->body;
}

void lwSurface_Cast(lwSurfaceMover* m, const lwBodyState* b, lwCastQuery* ioQueries, int count, lwCastHit* outHits) {
	bool same = AtIdentity(b);
	for (int i = 0; i < count; ++i) {
		ioQueries[i].channels = lw_channelWalkable;
		if (!same) {
			ioQueries[i].origin = lwSurface_IntoWS(b, ioQueries[i].origin);
			ioQueries[i].motion = lwRotate(b->rot, ioQueries[i].motion);
		}
		outHits[i].hit = false;
	}
	m->def.world.cast(m->def.world.user, ioQueries, count, outHits);
	m->queries += count;
	for (int i = 0; i < count; ++i) {
		Clean(&outHits[i]);
		if (outHits[i].hit) {
			lwSurface_Touch(m, outHits[i].body);
			if (!same) {
				HitIntoBody(b, &outHits[i]);
			}
		}
	}
}

lwCastHit lwSurface_Sweep(lwSurfaceMover* m, const lwBodyState* b, lwVec3 origin, lwVec3 motion, float radius) {
	lwCastQuery query = { origin, motion, radius, lw_channelWalkable };
	lwCastHit hit = { .fraction = 1.0f, .triangle = -1 };
	lwSurface_Cast(m, b, &query, 1, &hit);
	return hit;
}

// Without closest points: the nearest of what six sweeps meet, down first.
static lwCastHit NearestBySweeps(lwSurfaceMover* m, const lwBodyState* b, lwVec3 pos, lwVec3 up, float reach) {
	lwVec3 side = lwPerpendicular(up), other = lwCross(up, side);
	lwVec3 ways[6] = { lwNeg(up), side, lwNeg(side), other, lwNeg(other), up };
	lwCastQuery queries[6];
	lwCastHit hits[6], best = { .fraction = 1.0f, .triangle = -1 };
	float radius = 0.5f * m->bodyRadius;
	for (int i = 0; i < 6; ++i) {
		queries[i] = (lwCastQuery){ pos, lwMul(ways[i], lwMaxF(reach - radius, radius)), radius, lw_channelWalkable };
	}
	lwSurface_Cast(m, b, queries, 6, hits);
	for (int i = 0; i < 6; ++i) {
		if (hits[i].hit) {
			hits[i].fraction = lwDistance(hits[i].pos, pos) / reach;
			best = !best.hit || hits[i].fraction < best.fraction ? hits[i] : best;
		}
	}
	best.hit = best.hit && best.fraction <= 1.0f;
	return best;
}

lwCastHit lwSurface_Nearest(lwSurfaceMover* m, const lwBodyState* b, lwVec3 pos, lwVec3 up, float reach) {
	if (m->def.world.closest == NULL) {
		return NearestBySweeps(m, b, pos, up, reach);
	}
	lwClosestQuery query = { lwSurface_IntoWS(b, pos), reach, lw_channelWalkable };
	lwCastHit hit = { .fraction = 1.0f, .triangle = -1 };
	m->def.world.closest(m->def.world.user, &query, 1, &hit);
	m->queries += 1;
	Clean(&hit);
	if (hit.hit) {
		lwSurface_Touch(m, hit.body);
		if (!AtIdentity(b)) {
			HitIntoBody(b, &hit);
		}
	}
	return hit;
}
