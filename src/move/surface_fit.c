// SPDX-License-Identifier: MIT
// Surface mover: the movement surface, fitted to what was felt. It tells which way to hang and how high the body is.
#include "move/surface_state.h"

#include <string.h>

#define STAYS 1.2f // what carries already is left for what bears so much more

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
	lwVec3 normal;           // of the member that counts most
	float best, bears;       // largest weight of its members, and largest position weight times how far it bears
	int body, material;
} Cluster;

static void Add(Cluster* c, const Felt* f, float weight, float bears) {
	if (weight > c->best) {
		c->best = weight;
		c->normal = f->normal;
	}
	if (bears > c->bears) {
		c->bears = bears;
		c->body = f->body;
		c->material = f->material;
	}
}

// Height that a support tells: the inverse of the position curve.
static float HeightOf(const lwSurfaceMover* m, float support) {
	float root = 1.0f / m->def.position.falloff, near = m->def.position.near;
	float share = lwMaxF(support / near, 1e-12f);
	float power = share <= 1.0f ? lwSurface_Power(share, root) : 1.0f / lwSurface_Power(1.0f / share, root);
	return lwMaxF(m->reach - m->span * power, 0.0f);
}

static void Weigh(const lwSurfaceMover* m, Cluster* c, const Felt* f, const Feeler* from) {
	float position, weight = lwSurface_Weight(m, f, from, &position);
	Add(c, f, weight, position * lwMaxF(lwDot(f->normal, from->up), 0.0f));
}

SurfaceFit lwSurface_Fit(const lwSurfaceMover* m, const SurfaceCache* cache, const Feeler* from) {
	Cluster clusters[MAX_CLUSTERS + 1];
	memset(clusters, 0, (size_t)(cache->clusterCount + 1) * sizeof(clusters[0]));
	for (int i = 0; i < cache->count; ++i) {
		Weigh(m, &clusters[cache->felt[i].cluster], &cache->felt[i], from);
	}
	if (from->nearest != NULL) {
		const lwCastHit* n = from->nearest;
		Felt f = { n->pos, n->normal, 1.0f, n->body, n->material, 0 };
		Feeler alone = *from;
		alone.nearest = NULL;
		Weigh(m, &clusters[cache->clusterCount], &f, &alone);
		clusters[cache->clusterCount].normal = from->lean;
	}
	SurfaceFit fit = { .any = from->nearest != NULL || cache->count > 0, .body = -1 };
	float most = 0.0f;
	lwVec3 sum = lwV3(0.0f, 0.0f, 0.0f);
	for (int i = 0; i <= cache->clusterCount; ++i) {
		const Cluster* c = &clusters[i];
		sum = lwMulAdd(sum, c->normal, c->best);
		fit.support += c->bears;
		float bears = c->body == from->body ? STAYS * c->bears : c->bears;
		if (bears > most) {
			most = bears;
			fit.body = c->body;
			fit.material = c->material;
		}
	}
	fit.normal = lwLength(sum) > 1e-3f ? lwNormalizeOr(sum, from->up) : from->up;
	fit.height = HeightOf(m, fit.support);
	return fit;
}
