// SPDX-License-Identifier: MIT
// Bending by distance: two bones in closed form; more bones by letting all inner bends grow or shrink together.
#include "solve/chain.h"

static const double s_foldedBend = 0.97 * 3.14159265358979323846; // inner joints of longer chains don't fold farther together
static const double s_scanStep = 0.4;                               // rad

// Side a hinge opens to when neither bend nor pole tells.
static double LimitSide(const SolveChain* work, int joint) {
	return work->maxAngle[joint] >= -work->minAngle[joint] ? 1.0 : -1.0;
}

// Axis of a hinge or of the animated bend, with the pole's where that is undefined; the bend is positive about it.
static dVec3 TwoBoneAxis(const SolveChain* work, bool closing, bool useHinge) {
	double scale = 1.0 / (work->length[0] * work->length[1]);
	dVec3 normal = dMul(dCross(work->bone[0], work->bone[1]), scale);
	double cosBend = dDot(work->bone[0], work->bone[1]) * scale;
	double sinBend = dLength(normal);
	// The normal is needed where the chain leaves the line: closing from straight, opening from folded.
	bool leaves = closing == (cosBend > 0.0);
	double weight = leaves ? SolveChain_PoleWeight(work, sinBend) : 0.0;
	dVec3 pole = weight > 0.0 ? SolveChain_PoleAxis(work) : dV3(0.0, 0.0, 0.0);
	if (useHinge) {
		double side = dDot(work->axis[1], dMulAdd(normal, pole, weight));
		bool poleTells = dDot(work->pole, work->pole) > 0.0 && dAbs(dDot(work->axis[1], pole)) > 0.1;
		if (weight > 0.0 && !poleTells && dAbs(dDot(work->axis[1], normal)) < 1e-4) {
			side = LimitSide(work, 1);
		}
		return side < 0.0 ? dMul(work->axis[1], -1.0) : work->axis[1];
	}
	dVec3 line = dMul(work->bone[0], 1.0 / work->length[0]);
	return dNormalizeOr(dMulAdd(normal, pole, weight), 1e-12, dPerpendicular(line));
}

// Turns bone 1 about the axis until the end is at the distance. Returns false when the axis does not allow it.
static bool BendAbout(SolveChain* work, double distance, dVec3 axis, bool limited) {
	double along = dDot(work->bone[0], axis) * dDot(work->bone[1], axis);
	double cosPart = dDot(work->bone[0], work->bone[1]) - along;
	double sinPart = dDot(axis, dCross(work->bone[0], work->bone[1]));
	double radius = dSqrt(cosPart * cosPart + sinPart * sinPart);
	if (radius < 1e-9 * work->length[0] * work->length[1]) {
		return false;
	}
	double squares = work->length[0] * work->length[0] + work->length[1] * work->length[1];
	double wanted = (0.5 * (distance * distance - squares) - along) / radius;
	double c1 = dClamp(wanted, -1.0, 1.0), s1 = dSqrt(1.0 - c1 * c1);
	double c0 = cosPart / radius, s0 = sinPart / radius;
	double cosTurn = c1 * c0 + s1 * s0, sinTurn = s1 * c0 - c1 * s0;
	if (limited) {
		double turn = dAtan2(sinTurn, cosTurn);
		double sign = dDot(axis, work->axis[1]) < 0.0 ? -1.0 : 1.0;
		double angle = work->angle[1] + sign * turn;
		if (angle < work->minAngle[1] || angle > work->maxAngle[1]) {
			SolveChain_TurnHinge(work, 1, sign * turn);
			return true;
		}
		work->angle[1] = angle;
	}
	SolveChain_Turn(work, 1, dQuatAxisSinCos(axis, sinTurn, cosTurn));
	return wanted >= -1.0 && wanted <= 1.0;
}

void Solve_TwoBone(SolveChain* work, double distance) {
	if (work->length[0] <= 0.0 || work->length[1] <= 0.0) {
		return;
	}
	double reach = dLength(SolveChain_End(work));
	bool closing = distance < reach;
	bool hinge = work->hasHinge[1];
	if (BendAbout(work, distance, TwoBoneAxis(work, closing, hinge), hinge)) {
		return;
	}
	// An axis that is not square to the bones misses the last bit: that is bent in the plane the bones now span.
	dVec3 line = dMul(work->bone[0], 1.0 / work->length[0]);
	dVec3 normal = dCross(work->bone[0], work->bone[1]);
	double epsilon = 1e-9 * work->length[0] * work->length[1];
	(void)BendAbout(work, distance, dNormalizeOr(normal, epsilon, dPerpendicular(line)), false);
}

// One way in which all inner joints turn together: joint i by clamp(rate[i] * t) about axis[i].
typedef struct BendFamily {
	const SolveChain* work;
	dVec3 axis[SOLVE_MAX_BONES];
	double rate[SOLVE_MAX_BONES];
	double low[SOLVE_MAX_BONES], high[SOLVE_MAX_BONES]; // limits of the turn
	double target;                                      // squared distance
} BendFamily;

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
	double fastest = 0.0;
	for (int i = 1; i < work->boneCount; ++i) {
		family->rate[i] = bend[i];
		if (weight > 0.0 && work->length[i] > 0.0) {
			if (work->hasHinge[i]) {
				double share = dDot(pole, work->axis[i]);
				family->rate[i] += weight * (dAbs(share) > 0.1 ? share : LimitSide(work, i));
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

static void LimitFamily(BendFamily* family) {
	const SolveChain* work = family->work;
	for (int i = 1; i < work->boneCount; ++i) {
		if (work->hasHinge[i]) {
			family->low[i] = dMax(family->low[i], work->minAngle[i] - work->angle[i]);
			family->high[i] = dMin(family->high[i], work->maxAngle[i] - work->angle[i]);
		}
	}
}

// Root between a and b with errors of opposite sign: false position, Illinois variant.
static double FindRoot(const BendFamily* family, double a, double errorA, double b, double errorB) {
	double tiny = 1e-13 * family->work->totalLength * family->work->totalLength;
	int side = 0;
	double t = b;
	for (int i = 0; i < 48; ++i) {
		t = (i & 7) == 7 ? 0.5 * (a + b) : (a * errorB - b * errorA) / (errorB - errorA);
		double error = FamilyError(family, t);
		if (dAbs(error) <= tiny || dAbs(b - a) < 1e-15) {
			break;
		}
		if ((error > 0.0) == (errorB > 0.0)) {
			b = t;
			errorB = error;
			errorA *= side == 1 ? 0.5 : 1.0;
			side = 1;
		} else {
			a = t;
			errorA = error;
			errorB *= side == -1 ? 0.5 : 1.0;
			side = -1;
		}
	}
	return t;
}

// Least error between a and b, where it has one minimum. Stops early below zero: then there is a root.
static double FindMinimum(const BendFamily* family, double a, double b) {
	for (int i = 0; i < 40; ++i) {
		double third = (b - a) / 3.0;
		double low = FamilyError(family, a + third), high = FamilyError(family, b - third);
		if (low < 0.0 || high < 0.0) {
			return low < 0.0 ? a + third : b - third;
		}
		a = low > high ? a + third : a;
		b = low > high ? b : b - third;
	}
	return 0.5 * (a + b);
}

// First t in [0, end] where the error changes sign, or that of the nearest approach.
static double FindFirst(const BendFamily* family, double end, double step, bool* outFound) {
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
		if (sign > 0.0 && shrinking && nextError > error) {
			double low = FindMinimum(family, before, next);
			double lowError = FamilyError(family, low);
			*outFound = lowError <= 0.0;
			return lowError <= 0.0 ? FindRoot(family, before, FamilyError(family, before), low, lowError) : low;
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
	LimitFamily(&family);
	bool found;
	double t = FindFirst(&family, end, step, &found);
	// From the tip inwards, so that every axis is still that of the pose the family was made for.
	for (int i = work->boneCount - 1; i > 0; --i) {
		double turn = FamilyTurn(&family, i, t);
		if (work->hasHinge[i]) {
			SolveChain_TurnHinge(work, i, turn);
		} else if (turn > 0.0 || turn < 0.0) {
			SolveChain_Turn(work, i, dQuatAxisAngle(family.axis[i], turn));
		}
	}
	return found;
}
