// SPDX-License-Identifier: MIT
#include "solve/family.h"

static double FamilyTurn(const BendFamily* family, int i, double t) {
	return dClamp(family->rate[i] * t, family->low[i], family->high[i]);
}

// Squared distance root -> end minus the wanted one.
static double FamilyError(const BendFamily* family, double t) {
	const SolveChain* work = family->work;
	dVec3 v = work->bone[work->boneCount - 1];
	for (int i = work->boneCount - 1; i > 0; --i) {
		double turn = FamilyTurn(family, i, t);
		if (turn > 0.0 || turn < 0.0) {
			double s, c;
			dHalfSinCos(turn, &s, &c);
			dVec3 a = family->axis[i];
			dVec3 rotated = dMulAdd(v, dCross(a, v), 2.0 * s * c);
			v = dMulAdd(rotated, dCross(a, dCross(a, v)), 2.0 * s * s);
		}
		v = dAdd(work->bone[i - 1], v);
	}
	return dDot(v, v) - family->target;
}

void BendFamily_Limit(BendFamily* family) {
	const SolveChain* work = family->work;
	for (int i = 1; i < work->boneCount; ++i) {
		if (work->hasHinge[i]) {
			family->low[i] = dMax(family->low[i], work->minAngle[i] - work->angle[i]);
			family->high[i] = dMin(family->high[i], work->maxAngle[i] - work->angle[i]);
		}
	}
}

// Root between a and b with errors of opposite sign: Chandrupatla's inverse quadratic steps, halving when those don't serve.
static double FindRoot(const BendFamily* family, double a, double errorA, double b, double errorB) {
	double tiny = 1e-12 * family->work->totalLength * family->work->totalLength;
	double share = errorA / (errorA - errorB);
	for (int i = 0; i < 64; ++i) {
		double t = a + share * (b - a);
		double error = FamilyError(family, t);
		double c = a, errorC = errorA;
		if ((error > 0.0) != (errorA > 0.0)) {
			c = b;
			errorC = errorB;
			b = a;
			errorB = errorA;
		}
		a = t;
		errorA = error;
		if (dAbs(errorA) <= tiny || dAbs(b - a) < 1e-15) {
			break;
		}
		double xi = (a - b) / (c - b), phi = (errorA - errorB) / (errorC - errorB);
		share = 0.5;
		if (phi * phi < xi && (1.0 - phi) * (1.0 - phi) < 1.0 - xi) {
			share = errorA / (errorB - errorA) * errorC / (errorB - errorC) +
				(c - a) / (b - a) * errorA / (errorC - errorA) * errorB / (errorC - errorB);
		}
		share = dClamp(share, 1e-9, 1.0 - 1e-9);
	}
	return dAbs(errorA) < dAbs(errorB) ? a : b;
}

// Least sign * error between a and b, where it has one minimum. Stops early below zero: then there is a root.
static double FindNearest(const BendFamily* family, double sign, double a, double b) {
	for (int i = 0; i < 40; ++i) {
		double third = (b - a) / 3.0;
		double low = sign * FamilyError(family, a + third), high = sign * FamilyError(family, b - third);
		if (low < 0.0 || high < 0.0) {
			return low < 0.0 ? a + third : b - third;
		}
		a = low > high ? a + third : a;
		b = low > high ? b : b - third;
	}
	return 0.5 * (a + b);
}

double BendFamily_Find(const BendFamily* family, double end, double step, bool* outFound) {
	double first = FamilyError(family, 0.0);
	double sign = first < 0.0 ? -1.0 : 1.0;
	double before = 0.0, t = 0.0, error = first, best = 0.0, bestError = dAbs(first);
	bool shrinking = false;
	*outFound = true;
	while (t < end) {
		double next = dMin(t + step, end);
		double nextError = FamilyError(family, next);
		if (sign * nextError <= 0.0) {
			return FindRoot(family, t, error, next, nextError);
		}
		bool grows = sign * nextError > sign * error;
		if (grows && t <= 0.0) {
			shrinking = sign * FamilyError(family, 1e-3 * step) < dAbs(first);
		}
		if (grows && shrinking) {
			double low = FindNearest(family, sign, before, next);
			double lowError = FamilyError(family, low);
			*outFound = sign * lowError <= 0.0;
			return *outFound ? FindRoot(family, before, FamilyError(family, before), low, lowError) : low;
		}
		shrinking = dAbs(nextError) < dAbs(error);
		if (dAbs(nextError) < bestError) {
			bestError = dAbs(nextError);
			best = next;
		}
		before = t;
		t = next;
		error = nextError;
	}
	*outFound = false;
	return best;
}

void BendFamily_Apply(const BendFamily* family, double t, SolveChain* work) {
	// From the tip inwards, so that every axis is still that of the pose the family was made for.
	for (int i = work->boneCount - 1; i > 0; --i) {
		double turn = FamilyTurn(family, i, t);
		if (work->hasHinge[i]) {
			SolveChain_TurnHinge(work, i, turn);
		} else if (turn > 0.0 || turn < 0.0) {
			SolveChain_Turn(work, i, dQuatAxisAngle(family->axis[i], turn));
		}
	}
}
