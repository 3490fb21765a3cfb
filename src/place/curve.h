// SPDX-License-Identifier: MIT
// Ground curve: from a lift to a plant place along the geometry between: over outer corners through their edges, into inner ones
// rounded. Two or three nodes with normals, joined by cubics in the planes of the nodes. Read by share of its length.
#ifndef LW_PLACE_CURVE_H
#define LW_PLACE_CURVE_H

#include "legwork/place.h"

#define LW_CURVE_STEPS 12 // pieces of the length table

typedef struct lwGroundCurve {
	int spans;                         // 0: none, straight on
	lwVec3 pos[3], normal[3];          // spans + 1 nodes
	lwVec3 handle[2][2];               // inner control points of each span
	float share[LW_CURVE_STEPS + 1];   // of the length, at even steps of the parameter
	float pull[2];                     // of the handles towards the corner of the planes
	float margin;                      // by which outer corners are passed
	float length;
	float bend;                        // 0 straight .. 1: how much of the curve to use
} lwGroundCurve;

typedef struct lwCurvePoint {
	lwVec3 pos, tangent, normal;       // tangent unit, normal unit and at right angles to it
} lwCurvePoint;

// world NULL: by the two planes alone. outward: away from the body, tells the rim of a plate whose far side is stepped to;
// length: L; ioQueries counts up. Normals unit.
void lwGroundCurve_Make(lwGroundCurve* curve, const lwWorld* world, lwVec3 from, lwVec3 fromNormal, lwVec3 to, lwVec3 toNormal,
						lwVec3 outward, float length, int* ioQueries);
// The same way with other ends, no question to the world: for small changes.
void lwGroundCurve_Move(lwGroundCurve* curve, lwVec3 from, lwVec3 fromNormal, lwVec3 to, lwVec3 toNormal);
// s in [0, 1] of the length; beyond, straight on.
lwCurvePoint lwGroundCurve_At(const lwGroundCurve* curve, float s);

#endif
