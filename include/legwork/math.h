// SPDX-License-Identifier: MIT
// Math: vectors, quaternions, transforms, and trigonometry with the same bits everywhere.
// Right-handed, +Y up. Quaternions x y z w, unit length. Angles in radians.
#ifndef LEGWORK_MATH_H
#define LEGWORK_MATH_H

#include "legwork/base.h"

#define LW_PI 3.14159265358979323846f

typedef struct lwVec3 {
	float x, y, z;
} lwVec3;

typedef struct lwQuat {
	float x, y, z, w;
} lwQuat;

// Local transform of a joint: p' = pos + rot * (scale * p).
typedef struct lwTransform {
	lwVec3 pos;
	lwQuat rot;
	lwVec3 scale;
} lwTransform;

// Affine matrix: p' = x * p.x + y * p.y + z * p.z + t (columns).
typedef struct lwMat34 {
	lwVec3 x, y, z, t;
} lwMat34;

// Deterministic replacements for libm: IEEE float operations only, same bits on every compiler and ISA.
// Error below 2 ulp-ish over the stated range (tested against libm with 4e-7 absolute).
LW_API float lwSin(float radians);            // |radians| <= 1e4, larger is wrapped with loss
LW_API float lwCos(float radians);            // see lwSin
LW_API float lwAtan2(float y, float x);       // (-pi, pi]; (0, 0) gives 0
LW_API float lwAcos(float x);                 // clamped to [-1, 1]
LW_API float lwExp(float x);                  // clamped to [-87, 88]
LW_API float lwSqrt(float x);                 // negative and NaN give 0

static inline float lwMinF(float a, float b) { return a < b ? a : b; }
static inline float lwMaxF(float a, float b) { return a > b ? a : b; }
static inline float lwClampF(float v, float lo, float hi) { return v < lo ? lo : v > hi ? hi : v; }
static inline float lwLerpF(float a, float b, float t) { return a + (b - a) * t; }
static inline float lwAbsF(float v) { return v < 0.0f ? -v : v; }
// 0 below a, 1 above b, 3t^2 - 2t^3 between; a < b.
LW_API float lwSmoothStep(float a, float b, float v);
// v - floor(v): in [0, 1), also for negative v.
LW_API float lwWrap01(float v);
// Shortest signed angle equal to radians modulo 2 pi: [-pi, pi].
LW_API float lwWrapAngle(float radians);

static inline lwVec3 lwV3(float x, float y, float z) { lwVec3 v = { x, y, z }; return v; }
static inline lwVec3 lwAdd(lwVec3 a, lwVec3 b) { return lwV3(a.x + b.x, a.y + b.y, a.z + b.z); }
static inline lwVec3 lwSub(lwVec3 a, lwVec3 b) { return lwV3(a.x - b.x, a.y - b.y, a.z - b.z); }
static inline lwVec3 lwMul(lwVec3 a, float s) { return lwV3(a.x * s, a.y * s, a.z * s); }
static inline lwVec3 lwMulAdd(lwVec3 a, lwVec3 b, float s) { return lwV3(a.x + b.x * s, a.y + b.y * s, a.z + b.z * s); }
static inline lwVec3 lwMulV(lwVec3 a, lwVec3 b) { return lwV3(a.x * b.x, a.y * b.y, a.z * b.z); }
static inline lwVec3 lwNeg(lwVec3 a) { return lwV3(-a.x, -a.y, -a.z); }
static inline float lwDot(lwVec3 a, lwVec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline lwVec3 lwCross(lwVec3 a, lwVec3 b) { return lwV3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x); }
static inline lwVec3 lwLerp3(lwVec3 a, lwVec3 b, float t) { return lwMulAdd(a, lwSub(b, a), t); }
static inline float lwLength(lwVec3 a) { return lwSqrt(lwDot(a, a)); }
static inline float lwDistance(lwVec3 a, lwVec3 b) { return lwLength(lwSub(a, b)); }
// Unit vector; fallback when the length is below 1e-12.
LW_API lwVec3 lwNormalizeOr(lwVec3 v, lwVec3 fallback);
// v without its part along the unit vector n.
static inline lwVec3 lwReject(lwVec3 v, lwVec3 n) { return lwMulAdd(v, n, -lwDot(v, n)); }
// Any unit vector at right angles to the unit vector n; continuous but at n = -Z.
LW_API lwVec3 lwPerpendicular(lwVec3 n);

static inline lwQuat lwQuatIdentity(void) { lwQuat q = { 0.0f, 0.0f, 0.0f, 1.0f }; return q; }
static inline lwQuat lwConj(lwQuat q) { lwQuat r = { -q.x, -q.y, -q.z, q.w }; return r; }
LW_API lwQuat lwQuatNormalize(lwQuat q);             // identity for zero length
LW_API lwQuat lwQuatMul(lwQuat a, lwQuat b);         // a after b
LW_API lwVec3 lwRotate(lwQuat q, lwVec3 v);
LW_API lwQuat lwQuatAxisAngle(lwVec3 unitAxis, float radians);
LW_API lwQuat lwQuatBetween(lwVec3 unitFrom, lwVec3 unitTo); // shortest arc; opposite vectors turn about lwPerpendicular(from)
LW_API lwQuat lwSlerp(lwQuat a, lwQuat b, float t);  // shortest way, unit result
LW_API lwQuat lwNlerp(lwQuat a, lwQuat b, float t);  // shortest way, unit result
LW_API lwVec3 lwQuatLog(lwQuat q);                   // rotation vector, length <= pi
LW_API lwQuat lwQuatExp(lwVec3 rotationVector);      // inverse of lwQuatLog
// Part of q that turns about the unit axis; the rest (swing) is lwQuatMul(q, lwConj(twist)).
LW_API lwQuat lwQuatTwist(lwQuat q, lwVec3 unitAxis);
// Rotation whose columns are the unit, right-handed axes x, y, z.
LW_API lwQuat lwQuatFromAxes(lwVec3 x, lwVec3 y, lwVec3 z);
// Rotation that takes +Y to the unit vector up and +Z as near to forward as that allows.
LW_API lwQuat lwQuatUpForward(lwVec3 up, lwVec3 forward);

LW_API lwTransform lwTransformIdentity(void);
LW_API lwMat34 lwMat34Identity(void);
LW_API lwMat34 lwMat34FromTransform(lwTransform t);
LW_API lwMat34 lwMat34FromPosRot(lwVec3 pos, lwQuat rot);
LW_API lwMat34 lwMat34Mul(lwMat34 a, lwMat34 b);     // a after b
LW_API lwMat34 lwMat34Inverse(lwMat34 m);            // identity when singular
static inline lwVec3 lwMat34Point(lwMat34 m, lwVec3 p) {
	return lwAdd(m.t, lwAdd(lwMul(m.x, p.x), lwAdd(lwMul(m.y, p.y), lwMul(m.z, p.z))));
}
static inline lwVec3 lwMat34Vector(lwMat34 m, lwVec3 v) {
	return lwAdd(lwMul(m.x, v.x), lwAdd(lwMul(m.y, v.y), lwMul(m.z, v.z)));
}
// Rotation part with scale and shear taken out (Gram-Schmidt from z, then y; a mirror flips x).
LW_API lwQuat lwMat34Rotation(lwMat34 m);
// Nearest TRS; *outError (may be NULL) is the largest entry lost to shear.
LW_API lwTransform lwMat34Decompose(lwMat34 m, float* outError);

#endif
