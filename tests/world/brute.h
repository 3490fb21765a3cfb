// SPDX-License-Identifier: MIT
// The world's slow twin: every query against every triangle in double, by other formulas than the library's.
// Sweeps use that the distance from a point on a line to a convex set is convex: minimise, then bisect.
#ifndef LEGWORK_TESTS_WORLD_BRUTE_H
#define LEGWORK_TESTS_WORLD_BRUTE_H

#include "legwork/world.h"

#include <math.h>

typedef struct D3 {
	double x, y, z;
} D3;

static inline D3 D3Of(lwVec3 v) { return (D3){ (double)v.x, (double)v.y, (double)v.z }; }
static inline D3 D3Add(D3 a, D3 b, double s) { return (D3){ a.x + b.x * s, a.y + b.y * s, a.z + b.z * s }; }
static inline D3 D3Sub(D3 a, D3 b) { return (D3){ a.x - b.x, a.y - b.y, a.z - b.z }; }
static inline double D3Dot(D3 a, D3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline D3 D3Cross(D3 a, D3 b) { return (D3){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x }; }
static inline double D3Length(D3 a) { return sqrt(D3Dot(a, a)); }

// A body as placed in world space.
typedef struct Mesh {
	int triangleCount;
	D3* v;                          // 3 * triangleCount
	D3* sphere;                     // bounding sphere's centre of each triangle
	double* sphereRadius;
} Mesh;

static inline bool Degenerate(const D3* t) {
	D3 e0 = D3Sub(t[1], t[0]), e1 = D3Sub(t[2], t[1]), e2 = D3Sub(t[0], t[2]);
	double most = fmax(D3Dot(e0, e0), fmax(D3Dot(e1, e1), D3Dot(e2, e2)));
	return D3Length(D3Cross(e0, e1)) <= 1e-9 * most;
}

// Moller-Trumbore; grow: how far outside an edge, as a length, still counts (negative: how far inside it must be).
static inline double BruteRayTriangle(const D3* t, D3 o, D3 m, double grow) {
	if (Degenerate(t)) {
		return HUGE_VAL;
	}
	D3 e1 = D3Sub(t[1], t[0]), e2 = D3Sub(t[2], t[0]);
	D3 p = D3Cross(m, e2);
	double det = D3Dot(e1, p);
	if (fabs(det) <= 1e-14 * D3Length(m) * D3Length(D3Cross(e1, e2))) {
		return HUGE_VAL;
	}
	D3 s = D3Sub(o, t[0]);
	D3 q = D3Cross(s, e1);
	double u = D3Dot(s, p) / det;
	double v = D3Dot(m, q) / det;
	double r = D3Dot(e2, q) / det;
	// A length across the ray at each edge, as barycentric change: length * |edge across the ray| * |m| / |det|.
	double unit = grow * D3Length(m) / fabs(det);
	double edge1 = D3Length(e1) * unit, edge2 = D3Length(e2) * unit, edge3 = D3Length(D3Sub(e2, e1)) * unit;
	bool inside = u >= -edge2 && v >= -edge1 && u + v <= 1.0 + edge3;
	double end = fabs(grow) / D3Length(m) * (grow < 0.0 ? -1.0 : 1.0);
	return inside && r >= -end && r <= 1.0 + end ? r : HUGE_VAL;
}

static inline D3 BruteSegment(D3 a, D3 b, D3 p) {
	D3 e = D3Sub(b, a);
	double l = D3Dot(e, e);
	double s = l > 0.0 ? D3Dot(D3Sub(p, a), e) / l : 0.0;
	return D3Add(a, e, fmin(fmax(s, 0.0), 1.0));
}

static inline D3 BruteClosest(const D3* t, D3 p) {
	D3 best = BruteSegment(t[0], t[1], p);
	for (int i = 1; i < 3; ++i) {
		D3 c = BruteSegment(t[i], t[(i + 1) % 3], p);
		best = D3Length(D3Sub(c, p)) < D3Length(D3Sub(best, p)) ? c : best;
	}
	// Solve for the projection's barycentric coordinates.
	D3 e1 = D3Sub(t[1], t[0]), e2 = D3Sub(t[2], t[0]), s = D3Sub(p, t[0]);
	double a = D3Dot(e1, e1), b = D3Dot(e1, e2), c = D3Dot(e2, e2), d = D3Dot(s, e1), e = D3Dot(s, e2);
	D3 n = D3Cross(e1, e2);
	double det = D3Dot(n, n);
	if (!Degenerate(t) && det > 0.0) {
		double u = (d * c - e * b) / det, v = (e * a - d * b) / det;
		if (u >= 0.0 && v >= 0.0 && u + v <= 1.0) {
			D3 q = D3Add(p, n, -D3Dot(s, n) / det);
			best = D3Length(D3Sub(q, p)) < D3Length(D3Sub(best, p)) ? q : best;
		}
	}
	return best;
}

static inline double BruteDistanceAt(const D3* t, D3 o, D3 m, double s) {
	D3 p = D3Add(o, m, s);
	return D3Length(D3Sub(BruteClosest(t, p), p));
}

// Fraction of first contact with a sphere of radius r, HUGE_VAL for none; *outLeast: least distance on the way.
static inline double BruteSweepTriangle(const D3* t, D3 o, D3 m, double r, double* outLeast) {
	*outLeast = BruteDistanceAt(t, o, m, 0.0);
	if (*outLeast < r) {
		return 0.0;
	}
	double lo = 0.0, hi = 1.0;
	for (int i = 0; i < 90 && hi - lo > 1e-15; ++i) {
		double a = lo + (hi - lo) * 0.45, b = lo + (hi - lo) * 0.55;
		if (BruteDistanceAt(t, o, m, a) <= BruteDistanceAt(t, o, m, b)) {
			hi = b;
		} else {
			lo = a;
		}
	}
	double at = 0.5 * (lo + hi);
	*outLeast = fmin(fmin(BruteDistanceAt(t, o, m, at), BruteDistanceAt(t, o, m, 1.0)), *outLeast);
	at = BruteDistanceAt(t, o, m, 1.0) < BruteDistanceAt(t, o, m, at) ? 1.0 : at;
	if (!(*outLeast <= r)) {
		return HUGE_VAL;
	}
	double out = 0.0, in = at;
	for (int i = 0; i < 60; ++i) {
		double mid = 0.5 * (out + in);
		if (BruteDistanceAt(t, o, m, mid) <= r) {
			in = mid;
		} else {
			out = mid;
		}
	}
	return in;
}

// Could the triangle come within r of the motion at all?
static inline bool BruteNear(const Mesh* mesh, int i, D3 o, D3 m, double r) {
	D3 c = mesh->sphere[i];
	D3 q = BruteSegment(o, D3Add(o, m, 1.0), c);
	return D3Length(D3Sub(c, q)) <= (mesh->sphereRadius[i] + r) * 1.001 + 1e-9;
}

static inline double BruteRay(const Mesh* mesh, D3 o, D3 m, double grow) {
	double best = HUGE_VAL;
	for (int i = 0; i < mesh->triangleCount; ++i) {
		if (BruteNear(mesh, i, o, m, fabs(grow))) {
			best = fmin(best, BruteRayTriangle(mesh->v + 3 * i, o, m, grow));
		}
	}
	return best;
}

static inline double BruteSweep(const Mesh* mesh, D3 o, D3 m, double r) {
	double best = HUGE_VAL, least;
	for (int i = 0; i < mesh->triangleCount; ++i) {
		if (BruteNear(mesh, i, o, m, r)) {
			best = fmin(best, BruteSweepTriangle(mesh->v + 3 * i, o, m, r, &least));
		}
	}
	return best;
}

static inline double BruteDistance(const Mesh* mesh, D3 p) {
	double best = HUGE_VAL;
	for (int i = 0; i < mesh->triangleCount; ++i) {
		if (D3Length(D3Sub(mesh->sphere[i], p)) - mesh->sphereRadius[i] <= best * 1.001) {
			best = fmin(best, D3Length(D3Sub(BruteClosest(mesh->v + 3 * i, p), p)));
		}
	}
	return best;
}

#endif
