// SPDX-License-Identifier: MIT
// Two bones in closed form.
#include "solve/chain.h"

double Solve_LimitSide(const SolveChain* work, int joint) {
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
			side = Solve_LimitSide(work, 1);
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

// Share of the pole in a chain that is to bend more: the straighter it was animated, the less its own bend tells.
// Clips stretch knees to 0.13 rad beyond straight; without a pole only a truly straight chain takes any side.
static double PoleShare(const SolveChain* work, double bend) {
	bool hasPole = dDot(work->pole, work->pole) > 0.0;
	return 1.0 - (hasPole ? dSmoothStep(0.15, 0.6, bend) : dSmoothStep(5e-5, 3e-4, bend));
}

// Closes a chain that is nearly straight. The bend as a vector (axis times angle) moves from the animated one towards the
// pole's by as much as the angle has to grow, so the knee swings round to its side instead of jumping there.
static bool CloseFromStraight(SolveChain* work, double distance) {
	double l0 = work->length[0], l1 = work->length[1];
	dVec3 normal = dCross(work->bone[0], work->bone[1]);
	double sine = dLength(normal), cosine = dDot(work->bone[0], work->bone[1]);
	double bend = dAtan2(sine, cosine);
	double share = PoleShare(work, bend);
	if (share <= 0.0) {
		return false;
	}
	double c1 = dClamp((distance * distance - l0 * l0 - l1 * l1) / (2.0 * l0 * l1), -1.0, 1.0);
	double growth = dMax(0.0, dAtan2(dSqrt(1.0 - c1 * c1), c1) - bend);
	dVec3 own = dMul(normal, sine > 1e-12 * l0 * l1 ? bend / sine : 0.0);
	dVec3 poleAxis = SolveChain_PoleAxis(work);
	dVec3 line = work->endDir;
	dVec3 axis = dNormalizeOr(dReject(dMulAdd(own, poleAxis, share * growth), line), 1e-15, poleAxis);
	dVec3 front = dCross(line, axis);
	double along = dClamp((distance * distance + l0 * l0 - l1 * l1) / (2.0 * distance), -l0, l0);
	dVec3 to[2];
	to[0] = dMulAdd(dMul(line, along), front, dSqrt(l0 * l0 - along * along));
	to[1] = dMulAdd(dMul(to[0], -1.0), line, distance);
	SolveChain_Follow(work, to);
	return true;
}

void Solve_TwoBone(SolveChain* work, double distance) {
	if (work->length[0] <= 0.0 || work->length[1] <= 0.0) {
		return;
	}
	double reach = dLength(SolveChain_End(work));
	bool closing = distance < reach;
	bool hinge = work->hasHinge[1];
	if (closing && !hinge && CloseFromStraight(work, distance)) {
		return;
	}
	if (BendAbout(work, distance, TwoBoneAxis(work, closing, hinge), hinge)) {
		return;
	}
	// An axis that is not square to the bones misses the last bit: that is bent in the plane the bones now span.
	dVec3 line = dMul(work->bone[0], 1.0 / work->length[0]);
	dVec3 normal = dCross(work->bone[0], work->bone[1]);
	double epsilon = 1e-9 * work->length[0] * work->length[1];
	(void)BendAbout(work, distance, dNormalizeOr(normal, epsilon, dPerpendicular(line)), false);
}

