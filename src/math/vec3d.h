// SPDX-License-Identifier: MIT
// Double vectors for the exact tests of a query against one triangle. IEEE operations only.
#ifndef LEGWORK_MATH_VEC3D_H
#define LEGWORK_MATH_VEC3D_H

#include "legwork/math.h"

#include <math.h>
#include <string.h>

typedef struct lwVec3d {
	double x, y, z;
} lwVec3d;

static inline lwVec3d lwV3d(double x, double y, double z) { lwVec3d v = { x, y, z }; return v; }
static inline lwVec3d lwWiden(lwVec3 v) { return lwV3d((double)v.x, (double)v.y, (double)v.z); }
static inline lwVec3 lwNarrow(lwVec3d v) { return lwV3((float)v.x, (float)v.y, (float)v.z); }
static inline lwVec3d lwAddD(lwVec3d a, lwVec3d b) { return lwV3d(a.x + b.x, a.y + b.y, a.z + b.z); }
static inline lwVec3d lwSubD(lwVec3d a, lwVec3d b) { return lwV3d(a.x - b.x, a.y - b.y, a.z - b.z); }
static inline lwVec3d lwMulD(lwVec3d a, double s) { return lwV3d(a.x * s, a.y * s, a.z * s); }
static inline lwVec3d lwMulAddD(lwVec3d a, lwVec3d b, double s) { return lwV3d(a.x + b.x * s, a.y + b.y * s, a.z + b.z * s); }
static inline lwVec3d lwNegD(lwVec3d a) { return lwV3d(-a.x, -a.y, -a.z); }
static inline double lwDotD(lwVec3d a, lwVec3d b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline lwVec3d lwCrossD(lwVec3d a, lwVec3d b) {
	return lwV3d(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

// Correctly rounded by IEEE 754: the same bits everywhere. Negative: 0.
static inline double lwSqrtD(double x) {
	return x > 0.0 ? sqrt(x) : 0.0;
}

#endif
