// SPDX-License-Identifier: MIT
// Surface mover: the movement surface, fitted to what was felt. It tells which way to hang and how high the body is.
#include "move/surface_state.h"

#define JOIN_COS 0.94f
#define FEWEST_SUPPORT 0.02f

float lwSurface_Power(float x, float exponent) {
	int whole = (int)exponent;
	float part = exponent - (float)whole, result = 1.0f, root = x;
	for (int i = 0; i < whole; ++i) {
		result *= x;
	}
	for (int i = 0; i < 12 && part > 0.0f; ++i) {
		root = lwSqrt(root);
		part *= 2.0f;
		if (part >= 1.0f) {
			result *= root;
			part -= 1.0f;
		}
	}
	return result;
}

static void MakeCurve(float* curve, float falloff, float stand, bool level) {
	float scale = 1.0f / lwSurface_Power(1.0f - stand, falloff);
	for (int i = 0; i <= CURVE_POINTS; ++i) {
		float value = scale * lwSurface_Power(1.0f - (float)i / (float)CURVE_POINTS, falloff);
		curve[i] = level ? lwMinF(value, 1.0f) : value;
	}
}

void lwSurface_MakeCurves(lwSurfaceMover* m) {
	float stand = m->standHeight / m->reach;
	MakeCurve(m->orientationCurve, m->def.orientation.falloff, stand, true);
	MakeCurve(m->positionCurve, m->def.position.falloff, stand, false);
}

// One face, or one stretch of a bent one.
typedef struct Cluster {
	lwVec3 sum;              // of normals by weight
	float best, position;    // largest weights of its members
	float bears;             // largest position weight times how far it bears
	int body, material;
} Cluster;

static void Add(const lwSurfaceMover* m, Cluster* c, const Felt* f, const SurfaceState* s, lwVec3 up, lwVec3 way, float lookAhead) {
	float position;
	float weight = lwSurface_Weight(m, f, s->pos, up, way, lookAhead, &position);
	float bears = position * lwMaxF(lwDot(f->normal, up), 0.0f);
	c->sum = lwMulAdd(c->sum, f->normal, weight);
	c->best = lwMaxF(c->best, weight);
	if (bears > c->bears) {
		c->bears = bears;
		c->body = f->body;
		c->material = f->material;
	}
}

static int Joins(const SurfaceCache* cache, lwVec3 normal) {
	for (int i = 0; i < cache->count; ++i) {
		if (lwDot(cache->felt[i].normal, normal) > JOIN_COS) {
			return cache->felt[i].cluster;
		}
	}
	return cache->clusterCount;
}

// Height that a support tells: the inverse of the position curve.
static float HeightOf(const lwSurfaceMover* m, float support) {
	float root = 1.0f / m->def.position.falloff, near = m->def.position.near;
	float share = lwMaxF(support / near, 1e-12f);
	float power = share <= 1.0f ? lwSurface_Power(share, root) : 1.0f / lwSurface_Power(1.0f / share, root);
	return lwMaxF(m->reach - m->span * power, 0.0f);
}

SurfaceFit lwSurface_Fit(const lwSurfaceMover* m, const SurfaceCache* cache, const lwCastHit* nearest, const SurfaceState* s,
						 lwVec3 way, float lookAhead) {
	Cluster clusters[MAX_CLUSTERS + 1] = { 0 };
	lwVec3 up = UpOf(s->rot), sum = lwV3(0.0f, 0.0f, 0.0f);
	for (int i = 0; i < cache->count; ++i) {
		Add(m, &clusters[cache->felt[i].cluster], &cache->felt[i], s, up, way, lookAhead);
	}
	int own = -1;
	if (nearest != NULL && nearest->hit) {
		Felt f = { nearest->pos, nearest->normal, 1.0f, nearest->body, nearest->material, 0 };
		own = Joins(cache, f.normal);
		Add(m, &clusters[own], &f, s, up, way, lookAhead);
	}
	SurfaceFit fit = { .body = s->body, .material = s->material, .normal = up };
	float most = 0.0f;
	for (int i = 0; i <= cache->clusterCount; ++i) {
		const Cluster* c = &clusters[i];
		sum = lwMulAdd(sum, lwNormalizeOr(c->sum, lwV3(0.0f, 0.0f, 0.0f)), c->best);
		fit.support += c->bears;
		if (c->bears > most) {
			most = c->bears;
			fit.body = c->body;
			fit.material = c->material;
		}
	}
	fit.any = (nearest != NULL && nearest->hit) || cache->count > 0;
	fit.normal = lwLength(sum) > 1e-3f ? lwNormalizeOr(sum, up) : up;
	fit.height = HeightOf(m, fit.support);
	return fit;
}
