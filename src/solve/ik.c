// SPDX-License-Identifier: MIT
#include "legwork/ik.h"

#include "solve/chain.h"

lwIkOptions lwDefaultIkOptions(void) {
	lwIkOptions options = {
		.cookie = LW_COOKIE,
		.solver = lw_ikAuto,
		.weight = 1.0f,
		.maxIterations = 32,
		.tolerance = 1e-5f,
		.softStart = 0.97f,
		.maxReach = 0.9995f,
		.minReach = 0.0f,
	};
	return options;
}

// Every field in its range, so that the solvers need not look again.
static lwIkOptions Sane(const lwIkOptions* options) {
	lwIkOptions defaults = lwDefaultIkOptions();
	lwIkOptions sane = *options;
	sane.weight = options->weight > 0.0f ? lwMinF(options->weight, 1.0f) : 0.0f;
	sane.maxIterations = options->maxIterations < 0 ? 0 : options->maxIterations > 1000 ? 1000 : options->maxIterations;
	sane.tolerance = options->tolerance >= 0.0f ? options->tolerance : defaults.tolerance;
	sane.softStart = options->softStart >= 0.0f ? options->softStart : defaults.softStart;
	sane.maxReach = options->maxReach > 0.0f ? lwMinF(options->maxReach, 1.0f) : defaults.maxReach;
	sane.minReach = options->minReach > 0.0f ? lwMinF(options->minReach, sane.maxReach) : 0.0f;
	return sane;
}

static bool IsValid(const lwIkChain* chain, const lwIkOptions* options, const lwQuat* outRotations) {
	if (!LW_ASSERT(chain != NULL && options != NULL && outRotations != NULL) || !LW_ASSERT(options->cookie == LW_COOKIE)) {
		return false;
	}
	if (!LW_ASSERT(chain->positions != NULL && chain->jointCount >= 2 && chain->jointCount <= LW_MAX_IK_JOINTS)) {
		return false;
	}
	bool twoBones = options->solver != lw_ikTwoBone || chain->jointCount == 3;
	bool threeBones = options->solver != lw_ikThreeBone || chain->jointCount == 4;
	return LW_ASSERT(twoBones) && LW_ASSERT(threeBones);
}

static bool CanWrite(const lwIkChain* chain, const lwQuat* outRotations) {
	return chain != NULL && outRotations != NULL && chain->positions != NULL && chain->jointCount > 0 && chain->jointCount <= LW_MAX_IK_JOINTS;
}

static void WriteAnimated(const lwIkChain* chain, lwQuat* outRotations, lwVec3* outPositions) {
	for (int i = 0; i < chain->jointCount; ++i) {
		outRotations[i] = lwQuatIdentity();
		if (outPositions != NULL) {
			outPositions[i] = chain->positions[i];
		}
	}
}

static lwIkResult Report(dVec3 missing, double totalLength, const lwIkOptions* options, int iterations) {
	lwIkResult result;
	result.residual = (float)dLength(missing);
	result.iterations = iterations;
	result.reached = (double)result.residual <= (double)options->tolerance * totalLength;
	return result;
}

static lwIkSolver ChooseSolver(const SolveChain* work, lwIkSolver wanted) {
	if (wanted != lw_ikAuto) {
		return wanted;
	}
	return work->boneCount <= 2 ? lw_ikTwoBone : lw_ikThreeBone;
}

static void SolveInner(SolveChain* work, double distance, const lwIkOptions* options, int* ioIterations) {
	if (work->boneCount < 2) {
		return;
	}
	switch (ChooseSolver(work, options->solver)) {
	case lw_ikTwoBone:
		Solve_TwoBone(work, distance);
		break;
	case lw_ikThreeBone:
		(void)Solve_Bend(work, distance);
		break;
	case lw_ikCcd:
		Solve_Kick(work, distance);
		SolveChain_Aim(work, work->endDir);
		Solve_Ccd(work, dMul(work->endDir, distance), options, ioIterations);
		(void)Solve_Bend(work, distance);
		break;
	case lw_ikAuto:
	case lw_ikFabrik:
	default:
		Solve_Fabrik(work, distance, options, ioIterations);
		break;
	}
}

// A root that is itself a hinge cannot simply be aimed: every joint takes its part in turn.
static void SolveHingedRoot(SolveChain* work, dVec3 target, double distance, const lwIkOptions* options, int* ioIterations) {
	if (work->boneCount == 1) {
		SolveChain_TurnHinge(work, 0, Solve_HingeAngle(work->axis[0], work->bone[0], target));
		return;
	}
	Solve_Kick(work, distance);
	Solve_Ccd(work, target, options, ioIterations);
}

// Rotations blended by weight, and the joints they lead to. Returns the end, relative to the root.
static dVec3 Write(const SolveChain* work, const lwIkChain* chain, float weight, lwQuat* outRotations, lwVec3* outPositions) {
	dVec3 root = dFrom(chain->positions[0]), end = dV3(0.0, 0.0, 0.0);
	for (int i = 0; i < work->boneCount; ++i) {
		dQuat q = dQuatNormalize(work->rot[i]);
		double sign = q.w < 0.0 ? -1.0 : 1.0;
		lwQuat rotation = { (float)(q.x * sign), (float)(q.y * sign), (float)(q.z * sign), (float)(q.w * sign) };
		if (weight < 1.0f) {
			rotation = lwSlerp(lwQuatIdentity(), rotation, weight);
			dQuat part = { (double)rotation.x, (double)rotation.y, (double)rotation.z, (double)rotation.w };
			dVec3 animated = dSub(dFrom(chain->positions[i + 1]), dFrom(chain->positions[i]));
			end = dAdd(end, dRotate(dQuatNormalize(part), animated));
		} else {
			end = dAdd(end, work->bone[i]);
		}
		outRotations[i] = rotation;
		if (outPositions != NULL) {
			outPositions[i + 1] = dTo(dAdd(root, end));
		}
	}
	outRotations[work->boneCount] = lwQuatIdentity();
	if (outPositions != NULL) {
		outPositions[0] = chain->positions[0];
	}
	return end;
}

lwIkResult lwSolveIk(const lwIkChain* chain, const lwIkOptions* options, lwQuat* outRotations, lwVec3* outPositions) {
	lwIkResult none = { 0.0f, 0, false };
	if (!IsValid(chain, options, outRotations)) {
		if (CanWrite(chain, outRotations)) {
			WriteAnimated(chain, outRotations, outPositions);
		}
		return none;
	}
	lwIkOptions sane = Sane(options);
	SolveChain work;
	if (!SolveChain_Init(&work, chain)) {
		WriteAnimated(chain, outRotations, outPositions);
		return none;
	}
	dVec3 toTarget = dSub(dFrom(chain->target), dFrom(chain->positions[0]));
	if (sane.weight <= 0.0f) {
		WriteAnimated(chain, outRotations, outPositions);
		return Report(dSub(toTarget, SolveChain_End(&work)), work.totalLength, &sane, 0);
	}
	double targetDistance = dLength(toTarget);
	dVec3 direction = dNormalizeOr(toTarget, 1e-9 * work.totalLength, work.endDir);
	double distance = Solve_Reach(&work, &sane, targetDistance);
	int iterations = 0;
	if (work.hasHinge[0]) {
		SolveHingedRoot(&work, dMul(direction, distance), distance, &sane, &iterations);
	} else {
		SolveInner(&work, distance, &sane, &iterations);
		SolveChain_Aim(&work, direction);
	}
	dVec3 end = Write(&work, chain, sane.weight, outRotations, outPositions);
	return Report(dSub(toTarget, end), work.totalLength, &sane, iterations);
}

void lwSolveIkBatch(const lwIkChain* chains, int count, const lwIkOptions* options, lwQuat* outRotations, lwVec3* outPositions, lwIkResult* outResults) {
	if (!LW_ASSERT(count <= 0 || (chains != NULL && options != NULL && outRotations != NULL))) {
		return;
	}
	for (int i = 0; i < count; ++i) {
		size_t offset = (size_t)i * LW_MAX_IK_JOINTS;
		lwIkResult result = lwSolveIk(&chains[i], options, outRotations + offset, outPositions != NULL ? outPositions + offset : NULL);
		if (outResults != NULL) {
			outResults[i] = result;
		}
	}
}
