// SPDX-License-Identifier: MIT
// The small functions of math.h that loops over joints call, to be inlined; math.c gives them their names. Private.
#ifndef LW_MATH_INLINE_H
#define LW_MATH_INLINE_H

#include "legwork/math.h"

#include <math.h>

static inline float lwSqrtInline(float x) {
	return x > 0.0f ? sqrtf(x) : 0.0f;
}

static inline lwQuat lwQuatNormalizeInline(lwQuat q) {
	float length = lwSqrtInline(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
	if (!(length > 1e-12f)) {
		return lwQuatIdentity();
	}
	float s = 1.0f / length;
	lwQuat r = { q.x * s, q.y * s, q.z * s, q.w * s };
	return r;
}

static inline lwQuat lwQuatMulInline(lwQuat a, lwQuat b) {
	lwQuat r = {
		a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
		a.w * b.y + a.y * b.w + a.z * b.x - a.x * b.z,
		a.w * b.z + a.z * b.w + a.x * b.y - a.y * b.x,
		a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
	};
	return r;
}

static inline lwVec3 lwRotateInline(lwQuat q, lwVec3 v) {
	lwVec3 u = lwV3(q.x, q.y, q.z);
	lwVec3 t = lwMul(lwCross(u, v), 2.0f);
	return lwAdd(v, lwAdd(lwMul(t, q.w), lwCross(u, t)));
}

static inline lwMat34 lwMat34FromPosRotInline(lwVec3 pos, lwQuat q) {
	float xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
	float xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z;
	float wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
	lwMat34 m = {
		{ 1.0f - 2.0f * (yy + zz), 2.0f * (xy + wz), 2.0f * (xz - wy) },
		{ 2.0f * (xy - wz), 1.0f - 2.0f * (xx + zz), 2.0f * (yz + wx) },
		{ 2.0f * (xz + wy), 2.0f * (yz - wx), 1.0f - 2.0f * (xx + yy) },
		pos,
	};
	return m;
}

static inline lwMat34 lwMat34FromTransformInline(lwTransform t) {
	lwMat34 m = lwMat34FromPosRotInline(t.pos, t.rot);
	m.x = lwMul(m.x, t.scale.x);
	m.y = lwMul(m.y, t.scale.y);
	m.z = lwMul(m.z, t.scale.z);
	return m;
}

#endif
