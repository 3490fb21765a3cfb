// SPDX-License-Identifier: MIT
// The small functions of math.h by name, inlined, for files where a frame spends its time. The same bits. Private; include it last.
#ifndef LW_MATH_FAST_H
#define LW_MATH_FAST_H

#include "math/inline.h"

static inline float lwLengthInline(lwVec3 v) {
	return lwSqrtInline(lwDot(v, v));
}

static inline lwVec3 lwNormalizeOrInline(lwVec3 v, lwVec3 fallback) {
	float length = lwLengthInline(v);
	return length > 1e-12f ? lwMul(v, 1.0f / length) : fallback;
}

#define lwSqrt lwSqrtInline
#define lwLength lwLengthInline
#define lwNormalizeOr lwNormalizeOrInline
#define lwQuatMul lwQuatMulInline
#define lwQuatNormalize lwQuatNormalizeInline
#define lwRotate lwRotateInline

#endif
