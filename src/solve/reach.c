// SPDX-License-Identifier: MIT
// Soft reach: how far the end goes for a target at a distance.
#include "solve/chain.h"

static const double s_rampWidth = 0.01; // of the chain's length: rounding where the animated reach takes over from softStart
static const double s_leastSpan = 0.004; // of the chain's length: softness kept even when the animated pose is at the limit

// max(0, v) with a rounded corner (C1), never below it.
static double RoundedRamp(double v, double width) {
	if (v <= -width) {
		return 0.0;
	}
	return v >= width ? v : (v + width) * (v + width) / (4.0 * width);
}

// Nearest distance the bones can fold to.
static double FoldLimit(const SolveChain* work) {
	double longest = 0.0;
	for (int i = 0; i < work->boneCount; ++i) {
		longest = dMax(longest, work->length[i]);
	}
	return dMax(0.0, 2.0 * longest - work->totalLength);
}

double Solve_Reach(const SolveChain* work, const lwIkOptions* options, double distance) {
	double total = work->totalLength;
	// A hair off full folding and full stretch: there the direction of the bend would be undefined.
	double nearest = dMax(FoldLimit(work), dMax((double)options->minReach, 5e-6) * total);
	double farthest = dMax(dMin((double)options->maxReach, 1.0) * total, nearest);
	double start = dMax((double)options->softStart, 0.0) * total;
	start += RoundedRamp(work->animatedReach - start, s_rampWidth * total);
	if (options->softStart < options->maxReach) {
		start = dMin(start, farthest - s_leastSpan * total);
	}
	double reach = distance;
	if (start >= farthest) {
		reach = dMin(reach, farthest);
	} else if (distance > start) {
		// x / (1 + x^4)^(1/4): slope 1 at 0, asymptote 1, stays nearer to the target than an exponential.
		double span = farthest - start;
		double x = dMin((distance - start) / span, 1e6);
		reach = start + span * x / dSqrt(dSqrt(1.0 + x * x * x * x));
	}
	return dClamp(reach, nearest, farthest);
}
