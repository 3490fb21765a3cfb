// SPDX-License-Identifier: MIT
// Solids: plane, box, sphere, capsule, exact in double, in body space (BS). All are convex and full.
#ifndef LEGWORK_WORLD_SOLID_H
#define LEGWORK_WORLD_SOLID_H

#include "bvh/triangle.h"
#include "legwork/world.h"

typedef struct lwSolid {
	lwShapeKind kind;
	double half[3];                 // box
	double radius, halfHeight;      // sphere, capsule
} lwSolid;

// Distance of p from the surface, negative within; the surface's closest point and the outward unit normal there.
double lwSolid_Distance(const lwSolid* solid, lwVec3d p, lwVec3d* outPoint, lwVec3d* outNormal);
// Sphere (radius 0: ray) from origin along motion (not zero): first contact, at most at fraction limit. The point is relative to origin.
bool lwSolid_Cast(const lwSolid* solid, lwVec3d origin, lwVec3d motion, double radius, double limit, lwTriangleHit* outHit);
// Closest point of the surface, relative to p; fraction 0.
lwTriangleHit lwSolid_Closest(const lwSolid* solid, lwVec3d p);
// Bounds; a plane has none: false.
bool lwSolid_Bounds(const lwSolid* solid, lwVec3* outLo, lwVec3* outHi);

#endif
