// SPDX-License-Identifier: MIT
// A one-parameter way of turning all inner joints together, and the search for the parameter that gives a distance.
#ifndef LEGWORK_SOLVE_FAMILY_H
#define LEGWORK_SOLVE_FAMILY_H

#include "solve/chain.h"

// Joint i turns by clamp(rate[i] * t, low[i], high[i]) about axis[i] (unit; current pose, before its parents turn).
typedef struct BendFamily {
	const SolveChain* work;
	dVec3 axis[SOLVE_MAX_BONES];
	double rate[SOLVE_MAX_BONES];
	double low[SOLVE_MAX_BONES], high[SOLVE_MAX_BONES]; // rad
	double target;                                      // wanted distance root -> end, squared
} BendFamily;

// Narrows low and high to the hinges' limits.
void BendFamily_Limit(BendFamily* family);
// First t in [0, end] that gives the distance, looked for in steps; else that of the nearest approach and *outFound false.
double BendFamily_Find(const BendFamily* family, double end, double step, bool* outFound);
// Turns the chain (the one the family was made for).
void BendFamily_Apply(const BendFamily* family, double t, SolveChain* work);

#endif
