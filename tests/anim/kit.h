// SPDX-License-Identifier: MIT
// What the tests of poses share: seeded numbers, random poses, angles between rotations.
#ifndef LW_TESTS_ANIM_KIT_H
#define LW_TESTS_ANIM_KIT_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "legwork/pose.h"

#define KIT_SEED 20240611u

static int s_asserts;

static inline bool CountAssert(const char* condition, const char* file, int line) {
	(void)condition, (void)file, (void)line;
	++s_asserts;
	return false;
}

typedef struct Random {
	uint64_t state;
} Random;

static inline float Random_Next(Random* r, float lo, float hi) {
	r->state = r->state * 6364136223846793005ull + 1442695040888963407ull;
	return lo + (hi - lo) * (float)(r->state >> 40) * (1.0f / 16777216.0f);
}

static inline lwVec3 Random_Vec(Random* r, float size) {
	float x = Random_Next(r, -size, size), y = Random_Next(r, -size, size), z = Random_Next(r, -size, size);
	return lwV3(x, y, z);
}

// A turn of up to angle about any axis.
static inline lwQuat Random_Turn(Random* r, float angle) {
	lwVec3 axis = lwNormalizeOr(Random_Vec(r, 1.0f), lwV3(0.0f, 1.0f, 0.0f));
	return lwQuatAxisAngle(axis, Random_Next(r, -angle, angle));
}

// Transforms that turn by up to angle from base (NULL: identity).
static inline void Random_Pose(Random* r, int count, const lwTransform* base, float angle, lwTransform* out) {
	for (int j = 0; j < count; ++j) {
		lwTransform from = base != NULL ? base[j] : lwTransformIdentity();
		out[j].pos = lwAdd(from.pos, Random_Vec(r, 1.0f));
		out[j].rot = lwQuatNormalize(lwQuatMul(Random_Turn(r, angle), from.rot));
		float grow = Random_Next(r, 0.5f, 2.0f);
		out[j].scale = lwMul(from.scale, grow);
	}
}

// Angle in degrees between two rotations, whatever their signs.
static inline double AngleDeg(lwQuat a, lwQuat b) {
	double ax = (double)a.x, ay = (double)a.y, az = (double)a.z, aw = (double)a.w;
	double bx = (double)b.x, by = (double)b.y, bz = (double)b.z, bw = (double)b.w;
	double dx = aw * bx - ax * bw - ay * bz + az * by;
	double dy = aw * by + ax * bz - ay * bw - az * bx;
	double dz = aw * bz - ax * by + ay * bx - az * bw;
	double dw = aw * bw + ax * bx + ay * by + az * bz;
	return 2.0 * atan2(sqrt(dx * dx + dy * dy + dz * dz), fabs(dw)) * 57.29577951308232;
}

// Largest difference of two poses: positions and scales, and rotations as twice the sine of half the angle.
static inline double PoseDistance(const lwTransform* a, const lwTransform* b, int count) {
	double worst = 0.0;
	for (int j = 0; j < count; ++j) {
		worst = fmax(worst, (double)lwDistance(a[j].pos, b[j].pos));
		worst = fmax(worst, (double)lwDistance(a[j].scale, b[j].scale));
		worst = fmax(worst, AngleDeg(a[j].rot, b[j].rot) / 57.29577951308232);
	}
	return worst;
}

static inline lwTransform Turned(float xDeg, float yDeg, float zDeg) {
	lwTransform t = lwTransformIdentity();
	lwQuat x = lwQuatAxisAngle(lwV3(1.0f, 0.0f, 0.0f), xDeg * LW_PI / 180.0f);
	lwQuat y = lwQuatAxisAngle(lwV3(0.0f, 1.0f, 0.0f), yDeg * LW_PI / 180.0f);
	lwQuat z = lwQuatAxisAngle(lwV3(0.0f, 0.0f, 1.0f), zDeg * LW_PI / 180.0f);
	t.rot = lwQuatMul(z, lwQuatMul(y, x));
	return t;
}

#endif
