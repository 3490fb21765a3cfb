// SPDX-License-Identifier: MIT
// Three and more bones by distance alone: all inner bends grow or shrink together.
#include "solve/family.h"

static const double s_foldedBend = 0.97 * 3.14159265358979323846; // inner joints don't fold farther together
static const double s_scanStep = 0.4;                               // rad
static const int s_maxLeverRounds = 4;

// Bend at each inner joint as axis and angle, both ends of it being bones with a length. Returns the root of the sum of squares.
static double FamilyBends(BendFamily* family, double* outBend) {
	const SolveChain* work = family->work;
	double sum = 0.0;
	int before = work->length[0] > 0.0 ? 0 : -1;
	for (int i = 1; i < work->boneCount; ++i) {
		outBend[i] = 0.0;
		family->axis[i] = dV3(0.0, 0.0, 0.0);
		if (work->length[i] <= 0.0) {
			continue;
		}
		if (before >= 0) {
			dVec3 a = work->bone[before], b = work->bone[i];
			if (work->hasHinge[i]) {
				family->axis[i] = work->axis[i];
				outBend[i] = Solve_HingeAngle(work->axis[i], a, b);
			} else {
				dVec3 normal = dCross(a, b);
				double sine = dLength(normal);
				outBend[i] = dAtan2(sine, dDot(a, b));
				bool clear = sine > 1e-12 * work->length[before] * work->length[i];
				family->axis[i] = clear ? dMul(normal, 1.0 / sine) : SolveChain_PoleAxis(work);
			}
			sum += outBend[i] * outBend[i];
		}
		before = i;
	}
	return dSqrt(sum);
}

// All bends towards zero, together.
static void OpenFamily(BendFamily* family, const double* bend) {
	for (int i = 1; i < family->work->boneCount; ++i) {
		family->rate[i] = -bend[i];
		family->low[i] = -(double)LW_PI;
		family->high[i] = (double)LW_PI;
	}
}

// All bends grow in proportion; a straight chain bends to the pole's side. Fastest joint: 1 rad per unit of t.
static void CloseFamily(BendFamily* family, const double* bend, double size) {
	const SolveChain* work = family->work;
	double weight = SolveChain_PoleWeight(work, size);
	dVec3 pole = weight > 0.0 ? SolveChain_PoleAxis(work) : dV3(0.0, 0.0, 0.0);
	bool hasPole = dDot(work->pole, work->pole) > 0.0;
	double fastest = 0.0;
	for (int i = 1; i < work->boneCount; ++i) {
		family->rate[i] = bend[i];
		if (weight > 0.0 && work->length[i] > 0.0) {
			if (work->hasHinge[i]) {
				double share = dDot(pole, work->axis[i]);
				family->rate[i] += weight * (hasPole && dAbs(share) > 0.1 ? share : Solve_LimitSide(work, i));
			} else {
				dVec3 v = dMulAdd(dMul(pole, weight), family->axis[i], bend[i]);
				family->rate[i] = dLength(v);
				family->axis[i] = dNormalizeOr(v, 1e-12, pole);
			}
		}
		double room = dMax(0.0, s_foldedBend - dAbs(bend[i]));
		family->low[i] = -room;
		family->high[i] = room;
		fastest = dMax(fastest, dAbs(family->rate[i]));
	}
	for (int i = 1; i < work->boneCount && fastest > 0.0; ++i) {
		family->rate[i] /= fastest;
	}
}

// Every inner joint turns the rest of the chain towards or away from the root, faster where its lever is longer:
// steepest descent, which also gets where bends growing together don't (a zigzag of equal bones).
static void LeverFamily(BendFamily* family, double sign) {
	const SolveChain* work = family->work;
	dVec3 pivot = dV3(0.0, 0.0, 0.0), end = SolveChain_End(work);
	double fastest = 0.0;
	for (int i = 1; i < work->boneCount; ++i) {
		pivot = dAdd(pivot, work->bone[i - 1]);
		dVec3 rest = dSub(end, pivot);
		dVec3 normal = dCross(pivot, rest);
		double sine = dLength(normal), bend = dAtan2(sine, dDot(pivot, rest));
		bool clear = sine > 1e-9 * work->totalLength * work->totalLength;
		family->axis[i] = clear ? dMul(normal, 1.0 / sine) : SolveChain_PoleAxis(work);
		family->rate[i] = sign * (clear ? sine : 1e-9);
		family->low[i] = -bend;
		family->high[i] = (double)LW_PI - bend;
		if (work->hasHinge[i]) {
			family->rate[i] *= dDot(family->axis[i], work->axis[i]);
			family->axis[i] = work->axis[i];
			family->low[i] = -(double)LW_PI;
			family->high[i] = (double)LW_PI;
		}
		fastest = dMax(fastest, dAbs(family->rate[i]));
	}
	for (int i = 1; i < work->boneCount && fastest > 0.0; ++i) {
		family->rate[i] /= fastest;
	}
}

static bool Levers(SolveChain* work, double distance) {
	for (int i = 0; i < s_maxLeverRounds; ++i) {
		BendFamily family;
		family.work = work;
		family.target = distance * distance;
		LeverFamily(&family, distance < dLength(SolveChain_End(work)) ? 1.0 : -1.0);
		BendFamily_Limit(&family);
		bool found;
		double t = BendFamily_Find(&family, (double)LW_PI, s_scanStep, &found);
		BendFamily_Apply(&family, t, work);
		if (found) {
			return true;
		}
	}
	return false;
}

// Turns bone k against the chain before it so that joint k + 1 lies at the radius from the root.
static void BendToRadius(SolveChain* work, int k, dVec3 pivot, double radius) {
	double before = dLength(pivot), length = work->length[k];
	if (before < 1e-12 * work->totalLength || length <= 0.0) {
		return;
	}
	dVec3 line = dMul(pivot, 1.0 / before);
	dVec3 normal = dNormalizeOr(dCross(line, work->bone[k]), 1e-12 * work->totalLength, dPerpendicular(line));
	double c1 = dClamp((radius * radius - before * before - length * length) / (2.0 * before * length), -1.0, 1.0);
	double s1 = dSqrt(1.0 - c1 * c1);
	double c0 = dClamp(dDot(line, work->bone[k]) / length, -1.0, 1.0), s0 = dSqrt(1.0 - c0 * c0);
	SolveChain_Turn(work, k, dQuatAxisSinCos(normal, s1 * c0 - c1 * s0, c1 * c0 + s1 * s0));
}

// Exact for any reachable distance without hinges: from the tip inwards, each joint keeps its distance from the root as
// far as the rest can still be closed; then each bone is bent to that distance.
static bool Radii(SolveChain* work, double distance) {
	if (work->anyHinge) {
		return false;
	}
	double radius[SOLVE_MAX_BONES + 1], low[SOLVE_MAX_BONES + 1], high[SOLVE_MAX_BONES + 1];
	dVec3 pos = work->bone[0];
	low[1] = high[1] = radius[1] = work->length[0];
	for (int i = 1; i < work->boneCount; ++i) {
		pos = dAdd(pos, work->bone[i]);
		radius[i + 1] = dLength(pos);
		high[i + 1] = high[i] + work->length[i];
		low[i + 1] = dMax(0.0, dMax(low[i] - work->length[i], work->length[i] - high[i]));
	}
	radius[work->boneCount] = distance;
	for (int i = work->boneCount - 1; i > 0; --i) {
		double nearest = dMax(low[i], dAbs(radius[i + 1] - work->length[i]));
		double farthest = dMin(high[i], radius[i + 1] + work->length[i]);
		radius[i] = dClamp(radius[i], nearest, dMax(nearest, farthest));
	}
	pos = work->bone[0];
	for (int i = 1; i < work->boneCount; ++i) {
		BendToRadius(work, i, pos, radius[i + 1]);
		pos = dAdd(pos, work->bone[i]);
	}
	return true;
}

bool Solve_Bend(SolveChain* work, double distance) {
	double total = work->totalLength;
	double reach = dLength(SolveChain_End(work));
	if (dAbs(distance - reach) <= 1e-13 * total) {
		return true;
	}
	BendFamily family;
	double bend[SOLVE_MAX_BONES];
	family.work = work;
	family.target = distance * distance;
	double size = FamilyBends(&family, bend);
	double end = 1.0, step = 1.0;
	if (distance > reach) {
		OpenFamily(&family, bend);
		step = size > (double)LW_PI ? 1.0 / 16.0 : 1.0;
	} else {
		CloseFamily(&family, bend, size);
		end = (double)LW_PI;
		step = s_scanStep;
	}
	BendFamily_Limit(&family);
	bool found;
	double t = BendFamily_Find(&family, end, step, &found);
	BendFamily_Apply(&family, t, work);
	return found || Levers(work, distance) || Radii(work, distance);
}
