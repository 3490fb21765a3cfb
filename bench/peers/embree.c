// SPDX-License-Identifier: MIT
// Embree 3: rtcIntersect1 on one triangle geometry, default build; the closest point by its point query and our triangle test.
#include "peers/peer.h"

#include <embree3/rtcore.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Embree {
	RTCDevice device;
	RTCScene scene;
	const float* vertices;
	const unsigned* indices;
	long long bytes;
} Embree;

static bool Count(void* user, ssize_t bytes, bool post) {
	(void)post;
	((Embree*)user)->bytes += bytes;
	return true;
}

static void* Create(const PeerMesh* mesh) {
	Embree* e = calloc(1, sizeof(*e));
	if (e == NULL) {
		return NULL;
	}
	e->device = rtcNewDevice("threads=1");
	rtcSetDeviceMemoryMonitorFunction(e->device, Count, e);
	e->scene = rtcNewScene(e->device);
	RTCGeometry g = rtcNewGeometry(e->device, RTC_GEOMETRY_TYPE_TRIANGLE);
	size_t vertexCount = (size_t)mesh->vertexCount, triangleCount = (size_t)mesh->triangleCount;
	float* v = rtcSetNewGeometryBuffer(g, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 3 * sizeof(float), vertexCount);
	unsigned* i = rtcSetNewGeometryBuffer(g, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 3 * sizeof(unsigned), triangleCount);
	memcpy(v, mesh->vertices, 3 * vertexCount * sizeof(float));
	memcpy(i, mesh->indices, 3 * triangleCount * sizeof(unsigned));
	e->vertices = v;
	e->indices = i;
	rtcCommitGeometry(g);
	rtcAttachGeometry(e->scene, g);
	rtcReleaseGeometry(g);
	rtcCommitScene(e->scene);
	return e;
}

static void Destroy(void* self) {
	Embree* e = self;
	rtcReleaseScene(e->scene);
	rtcSetDeviceMemoryMonitorFunction(e->device, NULL, NULL);
	rtcReleaseDevice(e->device);
	free(e);
}

static long long Bytes(void* self) {
	return ((Embree*)self)->bytes;
}

static void Rays(void* self, const PeerCast* casts, int count, PeerHit* hits) {
	Embree* e = self;
	for (int i = 0; i < count; ++i) {
		const PeerCast* c = &casts[i];
		struct RTCIntersectContext context;
		rtcInitIntersectContext(&context);
		struct RTCRayHit r;
		r.ray.org_x = c->origin[0], r.ray.org_y = c->origin[1], r.ray.org_z = c->origin[2];
		r.ray.dir_x = c->motion[0], r.ray.dir_y = c->motion[1], r.ray.dir_z = c->motion[2];
		r.ray.tnear = 0.0f, r.ray.tfar = 1.0f, r.ray.time = 0.0f;
		r.ray.mask = (unsigned)-1, r.ray.id = 0, r.ray.flags = 0;
		r.hit.geomID = r.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
		rtcIntersect1(e->scene, &context, &r);
		PeerHit* h = &hits[i];
		h->hit = r.hit.geomID != RTC_INVALID_GEOMETRY_ID;
		h->fraction = h->hit ? r.ray.tfar : 1.0f;
		h->triangle = h->hit ? (int)r.hit.primID : -1;
		float n[3] = { r.hit.Ng_x, r.hit.Ng_y, r.hit.Ng_z };
		float inverse = h->hit ? 1.0f / sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) : 0.0f;
		for (int a = 0; a < 3; ++a) {
			h->normal[a] = h->hit ? n[a] * inverse : 0.0f;
			h->pos[a] = c->origin[a] + h->fraction * c->motion[a];
		}
	}
}

typedef struct Nearest {
	const Embree* embree;
	float point[3];
	float distance2;
	int triangle;
} Nearest;

static float Dot(const float* a, const float* b) {
	return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// Ericson, "Real-Time Collision Detection" 5.1.5.
static void ClosestOnTriangle(const float* p, const float* a, const float* b, const float* c, float* out) {
	float ab[3], ac[3], ap[3], bp[3], cp[3];
	for (int i = 0; i < 3; ++i) {
		ab[i] = b[i] - a[i], ac[i] = c[i] - a[i], ap[i] = p[i] - a[i], bp[i] = p[i] - b[i], cp[i] = p[i] - c[i];
	}
	float d1 = Dot(ab, ap), d2 = Dot(ac, ap), d3 = Dot(ab, bp), d4 = Dot(ac, bp), d5 = Dot(ab, cp), d6 = Dot(ac, cp);
	float va = d3 * d6 - d5 * d4, vb = d5 * d2 - d1 * d6, vc = d1 * d4 - d3 * d2;
	float s = 0.0f, t = 0.0f;
	if (d1 <= 0.0f && d2 <= 0.0f) {
	} else if (d3 >= 0.0f && d4 <= d3) {
		s = 1.0f;
	} else if (vc <= 0.0f && d1 >= 0.0f && d3 <= 0.0f) {
		s = d1 / (d1 - d3);
	} else if (d6 >= 0.0f && d5 <= d6) {
		t = 1.0f;
	} else if (vb <= 0.0f && d2 >= 0.0f && d6 <= 0.0f) {
		t = d2 / (d2 - d6);
	} else if (va <= 0.0f && d4 - d3 >= 0.0f && d5 - d6 >= 0.0f) {
		t = (d4 - d3) / ((d4 - d3) + (d5 - d6));
		s = 1.0f - t;
	} else {
		float inverse = 1.0f / (va + vb + vc);
		s = vb * inverse, t = vc * inverse;
	}
	for (int i = 0; i < 3; ++i) {
		out[i] = a[i] + s * ab[i] + t * ac[i];
	}
}

static bool Visit(struct RTCPointQueryFunctionArguments* args) {
	Nearest* n = args->userPtr;
	const unsigned* t = n->embree->indices + 3 * args->primID;
	const float* v = n->embree->vertices;
	float p[3] = { args->query->x, args->query->y, args->query->z }, q[3];
	ClosestOnTriangle(p, v + 3 * t[0], v + 3 * t[1], v + 3 * t[2], q);
	float d[3] = { q[0] - p[0], q[1] - p[1], q[2] - p[2] };
	float distance2 = Dot(d, d);
	if (distance2 < n->distance2) {
		n->distance2 = distance2;
		n->triangle = (int)args->primID;
		memcpy(n->point, q, sizeof(q));
		args->query->radius = sqrtf(distance2);
		return true;
	}
	return false;
}

static void Closest(void* self, const PeerCast* casts, int count, PeerHit* hits) {
	Embree* e = self;
	for (int i = 0; i < count; ++i) {
		const PeerCast* c = &casts[i];
		struct RTCPointQueryContext context;
		rtcInitPointQueryContext(&context);
		struct RTCPointQuery query = { c->origin[0], c->origin[1], c->origin[2], 0.0f, c->radius };
		Nearest n = { e, { 0.0f, 0.0f, 0.0f }, c->radius * c->radius, -1 };
		rtcPointQuery(e->scene, &query, &context, Visit, &n);
		PeerHit* h = &hits[i];
		float distance = sqrtf(n.distance2);
		h->hit = n.triangle >= 0;
		h->fraction = h->hit ? distance / c->radius : 1.0f;
		h->triangle = n.triangle;
		for (int a = 0; a < 3; ++a) {
			h->pos[a] = n.point[a];
			h->normal[a] = h->hit ? (c->origin[a] - n.point[a]) / distance : 0.0f;
		}
	}
}

const Peer peer_embree = { "embree3", "rtcIntersect1; rtcPointQuery", Create, Destroy, Bytes, Rays, NULL, Closest };
