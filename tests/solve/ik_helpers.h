// SPDX-License-Identifier: MIT
// Shared by the IK tests: seeded random numbers, chains, checks.
#ifndef LEGWORK_TEST_IK_HELPERS_H
#define LEGWORK_TEST_IK_HELPERS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "legwork/ik.h"

#define IK_DEG (LW_PI / 180.0f)

static inline uint32_t RandomBits(uint64_t* state) {
	*state = *state * 6364136223846793005ull + 1442695040888963407ull;
	return (uint32_t)(*state >> 32);
}

static inline float RandomIn(uint64_t* state, float lo, float hi) {
	return lo + (hi - lo) * (float)(RandomBits(state) >> 8) * (1.0f / 16777216.0f);
}

static inline lwVec3 RandomUnit(uint64_t* state) {
	for (;;) {
		float x = RandomIn(state, -1.0f, 1.0f), y = RandomIn(state, -1.0f, 1.0f), z = RandomIn(state, -1.0f, 1.0f);
		lwVec3 v = lwV3(x, y, z);
		float length = lwLength(v);
		if (length > 0.1f && length <= 1.0f) {
			return lwMul(v, 1.0f / length);
		}
	}
}

// Solver and number of bones it is tried with.
typedef struct SolverCase {
	const char* name;
	lwIkSolver solver;
	int minBones, maxBones;
} SolverCase;

static const SolverCase s_solvers[] = {
	{ "auto", lw_ikAuto, 1, 8 },
	{ "two-bone", lw_ikTwoBone, 2, 2 },
	{ "three-bone", lw_ikThreeBone, 3, 3 },
	{ "fabrik", lw_ikFabrik, 1, 8 },
	{ "ccd", lw_ikCcd, 1, 8 },
};
#define SOLVER_COUNT ((int)(sizeof(s_solvers) / sizeof(s_solvers[0])))

static inline bool IsFiniteVec(lwVec3 v) { return isfinite(v.x) && isfinite(v.y) && isfinite(v.z); }
static inline bool IsFiniteQuat(lwQuat q) { return isfinite(q.x) && isfinite(q.y) && isfinite(q.z) && isfinite(q.w); }

static inline float QuatAngle(lwQuat a, lwQuat b) { return lwLength(lwQuatLog(lwQuatMul(a, lwConj(b)))); }

static inline float ChainLength(const lwIkChain* chain) {
	float total = 0.0f;
	for (int i = 0; i + 1 < chain->jointCount; ++i) {
		total += lwDistance(chain->positions[i], chain->positions[i + 1]);
	}
	return total;
}

// Largest relative change of a bone's length.
static inline float WorstBone(const lwIkChain* chain, const lwVec3* solved) {
	float worst = 0.0f;
	for (int i = 0; i + 1 < chain->jointCount; ++i) {
		float before = lwDistance(chain->positions[i], chain->positions[i + 1]);
		float change = lwAbsF(lwDistance(solved[i], solved[i + 1]) - before);
		worst = lwMaxF(worst, before > 0.0f ? change / before : change);
	}
	return worst;
}

// Largest distance between the returned positions and those the rotations lead to.
static inline float WorstForward(const lwIkChain* chain, const lwQuat* rotations, const lwVec3* solved) {
	lwVec3 p = chain->positions[0];
	float worst = lwDistance(p, solved[0]);
	for (int i = 0; i + 1 < chain->jointCount; ++i) {
		p = lwAdd(p, lwRotate(rotations[i], lwSub(chain->positions[i + 1], chain->positions[i])));
		worst = lwMaxF(worst, lwDistance(p, solved[i + 1]));
	}
	return worst;
}

#endif
