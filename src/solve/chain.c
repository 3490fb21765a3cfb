// SPDX-License-Identifier: MIT
#include "solve/chain.h"

static const double s_poleBend = 0.15;            // rad, what a pole adds to a straight chain's bend
static const double s_anyBend = 1e-4;             // the same without a pole: only a truly straight chain takes any side
static const double s_bentRatio = 3.0;            // at this multiple the animated bend rules alone

static bool IsFinite(lwVec3 v) {
	float zero = (v.x - v.x) + (v.y - v.y) + (v.z - v.z);
	return zero == 0.0f;
}

static void ReadHinge(SolveChain* work, const lwIkChain* chain, int i) {
	work->hasHinge[i] = false;
	work->angle[i] = 0.0;
	work->minAngle[i] = -SOLVE_NO_LIMIT;
	work->maxAngle[i] = SOLVE_NO_LIMIT;
	if (chain->hingeAxes == NULL || !IsFinite(chain->hingeAxes[i])) {
		return;
	}
	dVec3 axis = dFrom(chain->hingeAxes[i]);
	double length = dLength(axis);
	if (length < 1e-6) {
		return;
	}
	work->hasHinge[i] = true;
	work->anyHinge = work->anyHinge || i > 0;
	work->axis[i] = dMul(axis, 1.0 / length);
	if (chain->minAngles != NULL) {
		double v = (double)chain->minAngles[i];
		work->minAngle[i] = v < 0.0 ? v : v >= 0.0 ? 0.0 : -SOLVE_NO_LIMIT;
	}
	if (chain->maxAngles != NULL) {
		double v = (double)chain->maxAngles[i];
		work->maxAngle[i] = v > 0.0 ? v : v <= 0.0 ? 0.0 : SOLVE_NO_LIMIT;
	}
}

bool SolveChain_Init(SolveChain* work, const lwIkChain* chain) {
	if (!IsFinite(chain->positions[0]) || !IsFinite(chain->target)) {
		return false;
	}
	work->boneCount = chain->jointCount - 1;
	work->totalLength = 0.0;
	work->anyHinge = false;
	dVec3 end = dV3(0.0, 0.0, 0.0);
	dVec3 first = dV3(0.0, -1.0, 0.0);
	for (int i = 0; i < work->boneCount; ++i) {
		if (!IsFinite(chain->positions[i + 1])) {
			return false;
		}
		work->bone[i] = dSub(dFrom(chain->positions[i + 1]), dFrom(chain->positions[i]));
		work->length[i] = dLength(work->bone[i]);
		if (work->totalLength <= 0.0 && work->length[i] > 0.0) {
			first = dMul(work->bone[i], 1.0 / work->length[i]);
		}
		work->totalLength += work->length[i];
		work->rot[i] = dQuatIdentity();
		end = dAdd(end, work->bone[i]);
		ReadHinge(work, chain, i);
	}
	work->animatedReach = dLength(end);
	work->endDir = dNormalizeOr(end, 1e-7 * work->totalLength, first);
	work->pole = IsFinite(chain->pole) ? dNormalizeOr(dFrom(chain->pole), 1e-6, dV3(0.0, 0.0, 0.0)) : dV3(0.0, 0.0, 0.0);
	return work->totalLength > 1e-12 && work->totalLength < 1e15;
}

void SolveChain_Turn(SolveChain* work, int from, dQuat turn) {
	for (int i = from; i < work->boneCount; ++i) {
		work->bone[i] = dRotate(turn, work->bone[i]);
		work->rot[i] = dQuatMul(turn, work->rot[i]);
		if (work->hasHinge[i]) {
			work->axis[i] = dRotate(turn, work->axis[i]);
		}
	}
}

void SolveChain_TurnHinge(SolveChain* work, int joint, double radians) {
	double angle = dClamp(work->angle[joint] + radians, work->minAngle[joint], work->maxAngle[joint]);
	double turn = dClamp(angle - work->angle[joint], -(double)LW_PI, (double)LW_PI);
	work->angle[joint] += turn;
	SolveChain_Turn(work, joint, dQuatAxisAngle(work->axis[joint], turn));
}

double Solve_HingeAngle(dVec3 axis, dVec3 from, dVec3 to) {
	dVec3 f = dReject(from, axis), t = dReject(to, axis);
	return dAtan2(dDot(axis, dCross(f, t)), dDot(f, t));
}

void SolveChain_Follow(SolveChain* work, const dVec3* to) {
	for (int i = 0; i < work->boneCount; ++i) {
		double length = dLength(to[i]);
		if (work->length[i] <= 0.0 || !(length > 1e-12 * work->totalLength)) {
			continue;
		}
		if (work->hasHinge[i]) {
			SolveChain_TurnHinge(work, i, Solve_HingeAngle(work->axis[i], work->bone[i], to[i]));
		} else {
			SolveChain_Turn(work, i, dQuatBetween(dMul(work->bone[i], 1.0 / work->length[i]), dMul(to[i], 1.0 / length)));
		}
	}
}

dVec3 SolveChain_End(const SolveChain* work) {
	dVec3 end = work->bone[0];
	for (int i = 1; i < work->boneCount; ++i) {
		end = dAdd(end, work->bone[i]);
	}
	return end;
}

void SolveChain_Aim(SolveChain* work, dVec3 direction) {
	dVec3 end = SolveChain_End(work);
	double reach = dLength(end);
	// First back to the animated line, then to the target's: the bend plane is turned by the shortest arc between lines.
	dQuat turn = dQuatBetween(work->endDir, direction);
	if (reach > 1e-9 * work->totalLength) {
		turn = dQuatMul(turn, dQuatBetween(dMul(end, 1.0 / reach), work->endDir));
	}
	SolveChain_Turn(work, 0, turn);
}

dVec3 SolveChain_PoleAxis(const SolveChain* work) {
	dVec3 axis = dCross(work->pole, work->endDir);
	return dNormalizeOr(axis, 1e-6, dPerpendicular(work->endDir));
}

double SolveChain_PoleWeight(const SolveChain* work, double bend) {
	double scale = dDot(work->pole, work->pole) > 0.0 ? s_poleBend : s_anyBend;
	return scale * (1.0 - dSmoothStep(0.5 * scale, s_bentRatio * scale, bend));
}
