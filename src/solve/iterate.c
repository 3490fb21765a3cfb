// SPDX-License-Identifier: MIT
// Solvers that iterate: FABRIK and CCD, both finished by an exact bend.
#include "solve/chain.h"

static const int s_stages = 8;      // of FABRIK
static const double s_ccdStep = 0.2; // rad, largest turn of a joint in one CCD round: a free one flips

static double BendSize(const SolveChain* work) {
	double straight = 0.0;
	for (int i = 1; i < work->boneCount; ++i) {
		double scale = work->length[i - 1] * work->length[i];
		if (scale > 0.0) {
			double sine = dLength(dCross(work->bone[i - 1], work->bone[i])) / scale;
			bool sharp = dDot(work->bone[i - 1], work->bone[i]) < 0.0;
			straight = dMax(straight, sharp ? 1.0 : sine);
		}
	}
	return straight;
}

void Solve_Kick(SolveChain* work, double distance) {
	double reach = dLength(SolveChain_End(work));
	double share = 1.0 - dSmoothStep(0.03, 0.15, BendSize(work));
	if (distance < reach && share > 0.0) {
		(void)Solve_Bend(work, reach + (distance - reach) * share);
	}
}

// Joint positions with the bones at their length again, walking from the target to the root and back.
static void BackAndForth(const SolveChain* work, dVec3* ioPos, dVec3 target) {
	int n = work->boneCount;
	ioPos[n] = target;
	for (int i = n - 1; i > 0; --i) {
		dVec3 back = dSub(ioPos[i], ioPos[i + 1]);
		dVec3 kept = dMul(work->bone[i], -1.0);
		double length = dLength(back);
		ioPos[i] = length > 1e-12 * work->totalLength ? dMulAdd(ioPos[i + 1], back, work->length[i] / length) : dAdd(ioPos[i + 1], kept);
	}
	for (int i = 0; i < n; ++i) {
		dVec3 ahead = dSub(ioPos[i + 1], ioPos[i]);
		double length = dLength(ahead);
		ioPos[i + 1] = length > 1e-12 * work->totalLength ? dMulAdd(ioPos[i], ahead, work->length[i] / length) : dAdd(ioPos[i], work->bone[i]);
	}
}

static void BonesOf(const SolveChain* work, const dVec3* pos, dVec3* outBone) {
	for (int i = 0; i < work->boneCount; ++i) {
		outBone[i] = dSub(pos[i + 1], pos[i]);
	}
}

static void PositionsOf(const SolveChain* work, double scale, dVec3* outPos) {
	outPos[0] = dV3(0.0, 0.0, 0.0);
	for (int i = 0; i < work->boneCount; ++i) {
		outPos[i + 1] = dMulAdd(outPos[i], work->bone[i], scale);
	}
}

// Passes until the end is at the target, hinges obeyed.
static void Passes(SolveChain* work, dVec3* ioPos, dVec3 target, double tolerance, int maxPasses, int* ioIterations) {
	dVec3 bone[SOLVE_MAX_BONES];
	for (int i = 0; i < maxPasses; ++i) {
		BackAndForth(work, ioPos, target);
		++*ioIterations;
		if (work->anyHinge) {
			BonesOf(work, ioPos, bone);
			SolveChain_Follow(work, bone);
			PositionsOf(work, 1.0, ioPos);
		}
		if (dLength(dSub(ioPos[work->boneCount], target)) <= tolerance) {
			return;
		}
	}
}

void Solve_Fabrik(SolveChain* work, double distance, const lwIkOptions* options, int* ioIterations) {
	Solve_Kick(work, distance);
	double tolerance = (double)options->tolerance * work->totalLength;
	double first = dLength(SolveChain_End(work));
	// The target is led to its place in stages: a chain pushed together at once would buckle and fold over itself.
	int stages = options->maxIterations < s_stages ? 1 : s_stages;
	int passes = options->maxIterations / stages;
	dVec3 pos[SOLVE_MAX_BONES + 1], bone[SOLVE_MAX_BONES];
	for (int i = 1; i <= stages && dAbs(distance - first) > tolerance; ++i) {
		double stage = first + (distance - first) * (double)i / (double)stages;
		dVec3 end = SolveChain_End(work);
		double reach = dLength(end);
		bool onRoot = reach < 1e-6 * work->totalLength;
		dVec3 target = onRoot ? dMul(work->endDir, stage) : dMul(end, stage / reach);
		// Shrink pass: the pose grown or shrunk about the root until its end is at the target.
		PositionsOf(work, onRoot ? 1.0 : stage / reach, pos);
		Passes(work, pos, target, tolerance, passes, ioIterations);
		BonesOf(work, pos, bone);
		SolveChain_Follow(work, bone);
	}
	// What is left (the passes converge slowly near full reach) is bent exactly.
	(void)Solve_Bend(work, distance);
}

// Turns joint i so that the end looks at the target as seen from it.
static void CcdTurn(SolveChain* work, int i, dVec3 target) {
	dVec3 pivot = dV3(0.0, 0.0, 0.0), end = dV3(0.0, 0.0, 0.0);
	for (int k = 0; k < work->boneCount; ++k) {
		pivot = k < i ? dAdd(pivot, work->bone[k]) : pivot;
		end = dAdd(end, work->bone[k]);
	}
	dVec3 from = dSub(end, pivot), to = dSub(target, pivot);
	double lengthFrom = dLength(from), lengthTo = dLength(to), tiny = 1e-6 * work->totalLength;
	if (lengthFrom < tiny || lengthTo < tiny) {
		return;
	}
	if (work->hasHinge[i]) {
		SolveChain_TurnHinge(work, i, dClamp(Solve_HingeAngle(work->axis[i], from, to), -s_ccdStep, s_ccdStep));
		return;
	}
	dVec3 normal = dCross(from, to);
	double sine = dLength(normal);
	if (sine > 1e-12 * lengthFrom * lengthTo) {
		double turn = dMin(dAtan2(sine, dDot(from, to)), s_ccdStep);
		SolveChain_Turn(work, i, dQuatAxisAngle(dMul(normal, 1.0 / sine), turn));
	}
}

void Solve_Ccd(SolveChain* work, dVec3 target, const lwIkOptions* options, int* ioIterations) {
	double tolerance = (double)options->tolerance * work->totalLength;
	for (int i = 0; i < options->maxIterations; ++i) {
		if (dLength(dSub(SolveChain_End(work), target)) <= tolerance) {
			return;
		}
		++*ioIterations;
		for (int joint = work->boneCount - 1; joint >= 0; --joint) {
			CcdTurn(work, joint, target);
		}
	}
}
