// SPDX-License-Identifier: MIT
// Double-precision vectors and quaternions for the solvers: near full reach a knee's angle depends on the reach by a
// square root, so single precision would shake it by 1e-3 rad. IEEE operations and sqrt only: same bits everywhere.
#ifndef LEGWORK_SOLVE_VECD_H
#define LEGWORK_SOLVE_VECD_H

#include "legwork/math.h"

#include <math.h> // sqrt is correctly rounded by IEEE 754; nothing else of libm is used

typedef struct dVec3 {
	double x, y, z;
} dVec3;

typedef struct dQuat {
	double x, y, z, w;
} dQuat;

static inline dVec3 dV3(double x, double y, double z) { dVec3 v = { x, y, z }; return v; }
static inline dVec3 dFrom(lwVec3 v) { return dV3((double)v.x, (double)v.y, (double)v.z); }
static inline lwVec3 dTo(dVec3 v) { return lwV3((float)v.x, (float)v.y, (float)v.z); }
static inline dVec3 dAdd(dVec3 a, dVec3 b) { return dV3(a.x + b.x, a.y + b.y, a.z + b.z); }
static inline dVec3 dSub(dVec3 a, dVec3 b) { return dV3(a.x - b.x, a.y - b.y, a.z - b.z); }
static inline dVec3 dMul(dVec3 a, double s) { return dV3(a.x * s, a.y * s, a.z * s); }
static inline dVec3 dMulAdd(dVec3 a, dVec3 b, double s) { return dV3(a.x + b.x * s, a.y + b.y * s, a.z + b.z * s); }
static inline double dDot(dVec3 a, dVec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline dVec3 dCross(dVec3 a, dVec3 b) { return dV3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x); }
static inline double dSqrt(double v) { return v > 0.0 ? sqrt(v) : 0.0; }
static inline double dLength(dVec3 a) { return sqrt(dDot(a, a)); }
static inline double dClamp(double v, double lo, double hi) { return v < lo ? lo : v > hi ? hi : v; }
static inline double dMin(double a, double b) { return a < b ? a : b; }
static inline double dMax(double a, double b) { return a > b ? a : b; }
static inline double dAbs(double v) { return v < 0.0 ? -v : v; }
// v without its part along the unit vector n.
static inline dVec3 dReject(dVec3 v, dVec3 n) { return dMulAdd(v, n, -dDot(v, n)); }
static inline double dSmoothStep(double a, double b, double v) {
	double t = dClamp((v - a) / (b - a), 0.0, 1.0);
	return t * t * (3.0 - 2.0 * t);
}
// Unit vector; fallback when shorter than epsilon.
static inline dVec3 dNormalizeOr(dVec3 v, double epsilon, dVec3 fallback) {
	double length = dLength(v);
	return length > epsilon ? dMul(v, 1.0 / length) : fallback;
}
static inline dVec3 dPerpendicular(dVec3 n) {
	dVec3 p = dFrom(lwPerpendicular(dTo(n)));
	return dNormalizeOr(dReject(p, n), 1e-9, p);
}

static inline dQuat dQuatIdentity(void) { dQuat q = { 0.0, 0.0, 0.0, 1.0 }; return q; }
static inline dQuat dQuatConj(dQuat q) { dQuat r = { -q.x, -q.y, -q.z, q.w }; return r; }
static inline dQuat dQuatMul(dQuat a, dQuat b) {
	dQuat r = {
		a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
		a.w * b.y + a.y * b.w + a.z * b.x - a.x * b.z,
		a.w * b.z + a.z * b.w + a.x * b.y - a.y * b.x,
		a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
	};
	return r;
}
static inline dQuat dQuatNormalize(dQuat q) {
	double length = sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
	if (!(length > 1e-30)) {
		return dQuatIdentity();
	}
	double s = 1.0 / length;
	dQuat r = { q.x * s, q.y * s, q.z * s, q.w * s };
	return r;
}
static inline dVec3 dRotate(dQuat q, dVec3 v) {
	dVec3 u = dV3(q.x, q.y, q.z);
	dVec3 t = dMul(dCross(u, v), 2.0);
	return dAdd(v, dAdd(dMul(t, q.w), dCross(u, t)));
}
// Shortest arc between unit vectors; opposite ones turn about any perpendicular.
static inline dQuat dQuatBetween(dVec3 from, dVec3 to) {
	double w = 1.0 + dDot(from, to);
	if (w < 1e-9) {
		dVec3 p = dPerpendicular(from);
		dQuat half = { p.x, p.y, p.z, 0.0 };
		return half;
	}
	dVec3 c = dCross(from, to);
	dQuat q = { c.x, c.y, c.z, w };
	return dQuatNormalize(q);
}

// Sine and cosine of half an angle in [-pi, pi]; Taylor, error < 1e-11.
static inline void dHalfSinCos(double radians, double* outSin, double* outCos) {
	double x = dClamp(radians * 0.5, -1.57079632679489661923, 1.57079632679489661923);
	double x2 = x * x;
	double s = -1.0 / 1307674368000.0;
	s = s * x2 + 1.0 / 6227020800.0;
	s = s * x2 - 1.0 / 39916800.0;
	s = s * x2 + 1.0 / 362880.0;
	s = s * x2 - 1.0 / 5040.0;
	s = s * x2 + 1.0 / 120.0;
	s = s * x2 - 1.0 / 6.0;
	s = s * x2 + 1.0;
	double c = 1.0 / 20922789888000.0;
	c = c * x2 - 1.0 / 87178291200.0;
	c = c * x2 + 1.0 / 479001600.0;
	c = c * x2 - 1.0 / 3628800.0;
	c = c * x2 + 1.0 / 40320.0;
	c = c * x2 - 1.0 / 720.0;
	c = c * x2 + 1.0 / 24.0;
	c = c * x2 - 1.0 / 2.0;
	c = c * x2 + 1.0;
	*outSin = x * s;
	*outCos = c;
}
static inline dQuat dQuatAxisAngle(dVec3 unitAxis, double radians) {
	double s, c;
	dHalfSinCos(radians, &s, &c);
	dQuat q = { unitAxis.x * s, unitAxis.y * s, unitAxis.z * s, c };
	return q;
}
// Rotation from the cosine and sine of its angle, without trigonometry.
static inline dQuat dQuatAxisSinCos(dVec3 unitAxis, double sine, double cosine) {
	double w, s;
	if (cosine > 0.0) {
		w = sqrt(0.5 * (1.0 + cosine));
		s = 0.5 * sine / w;
	} else {
		s = sqrt(0.5 * (1.0 - cosine));
		w = 0.5 * sine / s;
	}
	dQuat q = { unitAxis.x * s, unitAxis.y * s, unitAxis.z * s, w };
	return q;
}
static inline double dAtan2(double y, double x) {
	return (double)lwAtan2((float)y, (float)x);
}

#endif
