// SPDX-License-Identifier: MIT
// Exact tests against one triangle, in double. Vertices are given relative to the query's origin, and so are the
// points that come out: the origin is 0, far coordinates cancel before they are squared.
#ifndef LEGWORK_BVH_TRIANGLE_H
#define LEGWORK_BVH_TRIANGLE_H

#include "math/vec3d.h"

typedef struct lwTriangle {
	lwVec3d v[3];
	bool degenerate;                // as lwTriangle_IsDegenerate finds
} lwTriangle;

typedef struct lwTriangleHit {
	double fraction;                // 0..1 of the motion
	double distance2;               // squared, from the centre to the point at fraction 0, negative within a solid; the smaller wins among hits at 0
	lwVec3d point;                  // on the triangle
	lwVec3d cross;                  // of the triangle, as of lwTriangle_Cross; of a solid: the outward normal
	bool solid;
} lwTriangleHit;

// Doubled area <= 1e-9 of the longest edge squared.
bool lwTriangle_IsDegenerate(const lwVec3d v[3]);
// (v1 - v0) x (v2 - v0); zero when degenerate.
lwVec3d lwTriangle_Cross(const lwTriangle* triangle);
// Point of the triangle closest to the origin; degenerate ones are their edges.
lwVec3d lwTriangle_Closest(const lwTriangle* triangle, lwVec3d cross);
// Ray. Where the ray passes outside, the border's nearest point counts: the caller's coarse test owns the edges.
bool lwTriangle_Ray(const lwTriangle* triangle, lwVec3d motion, lwTriangleHit* outHit);
// Sphere of radius > 0, motion not zero: first contact with face, edges and vertices, at most at fraction limit.
bool lwTriangle_Sweep(const lwTriangle* triangle, lwVec3d motion, double radius, double limit, lwTriangleHit* outHit);
// Fraction at which the ray from 0 along d enters the ball |p - c| < r (or the circle, across an axis), at most limit.
// The start is outside, so an entry just behind it is rounding: it counts as 0 when approaching.
bool lwEnterBall(lwVec3d c, lwVec3d d, double r, double limit, double* outFraction);
#endif
