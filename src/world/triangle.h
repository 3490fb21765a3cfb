// SPDX-License-Identifier: MIT
// Exact tests against one triangle, in double. Vertices are given relative to the query's origin, and so are the
// points that come out: the origin is 0, far coordinates cancel before they are squared.
#ifndef LEGWORK_WORLD_TRIANGLE_H
#define LEGWORK_WORLD_TRIANGLE_H

#include "world/vec3d.h"

typedef struct lwTriangle {
	lwVec3d v[3];
} lwTriangle;

typedef struct lwTriangleHit {
	double fraction;                // 0..1 of the motion
	double distance;                // from the centre to the point at fraction; the smaller wins among hits at 0
	lwVec3d point;                  // on the triangle
	lwVec3d normal;                 // unit; ray: the face normal
	lwVec3d faceNormal;             // unit, turned against the motion (no motion: to the centre)
} lwTriangleHit;

// e1 x e2; zero when degenerate: doubled area <= 1e-9 of the longest edge squared.
lwVec3d lwTriangle_Cross(const lwTriangle* triangle);
// Point of the triangle closest to the origin; degenerate ones are their edges.
lwVec3d lwTriangle_Closest(const lwTriangle* triangle, lwVec3d cross);
// Ray. A ray that passes outside by less than slack still hits: the caller's coarse test owns the edges.
bool lwTriangle_Ray(const lwTriangle* triangle, lwVec3d motion, double slack, lwTriangleHit* outHit);
// Sphere of radius > 0, motion not zero: first contact with face, edges and vertices.
bool lwTriangle_Sweep(const lwTriangle* triangle, lwVec3d motion, double radius, lwTriangleHit* outHit);
// Fills normal, faceNormal and distance for the point closest to the origin. motion may be zero.
void lwTriangle_Orient(lwVec3d cross, lwVec3d motion, lwTriangleHit* ioHit);

#endif
