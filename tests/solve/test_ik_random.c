// SPDX-License-Identifier: MIT
// Random chains: lengths kept, target reached, nothing infinite, identity where there is nothing to do.
#include "solve/ik_helpers.h"

#define TRIALS 20000
#define SEED 20240607u

typedef struct Trial {
	lwVec3 positions[9];
	lwIkChain chain;
	float length;
} Trial;

// A chain that wanders: each bone turned from the one before by up to 1.2 rad.
static void MakeTrial(Trial* trial, uint64_t* seed, int bones) {
	lwVec3 direction = RandomUnit(seed);
	trial->positions[0] = lwMul(RandomUnit(seed), 0.1f);
	for (int i = 0; i < bones; ++i) {
		float bone = RandomIn(seed, 0.1f, 0.6f);
		trial->positions[i + 1] = lwMulAdd(trial->positions[i], direction, bone);
		direction = lwRotate(lwQuatAxisAngle(RandomUnit(seed), RandomIn(seed, 0.0f, 1.2f)), direction);
	}
	memset(&trial->chain, 0, sizeof(trial->chain));
	trial->chain.jointCount = bones + 1;
	trial->chain.positions = trial->positions;
	trial->chain.pole = (RandomBits(seed) & 1u) ? RandomUnit(seed) : lwV3(0.0f, 0.0f, 0.0f);
	trial->length = ChainLength(&trial->chain);
}

static float FoldLimit(const Trial* trial) {
	float longest = 0.0f;
	for (int i = 0; i + 1 < trial->chain.jointCount; ++i) {
		longest = lwMaxF(longest, lwDistance(trial->positions[i], trial->positions[i + 1]));
	}
	return lwMaxF(0.0f, 2.0f * longest - trial->length);
}

static void Run(const SolverCase* solver, int bones, int trials) {
	uint64_t seed = SEED + (uint64_t)bones;
	lwIkOptions options = lwDefaultIkOptions();
	options.solver = solver->solver;
	options.softStart = 1.0f;
	float worstBone = 0.0f, worstResidual = 0.0f, worstForward = 0.0f, worstNorm = 0.0f;
	long iterations = 0;
	int missed = 0;
	for (int i = 0; i < trials; ++i) {
		Trial trial;
		MakeTrial(&trial, &seed, bones);
		float low = FoldLimit(&trial) + 0.02f * trial.length, high = 0.999f * trial.length;
		float distance = bones == 1 ? trial.length : RandomIn(&seed, low, high);
		trial.chain.target = lwMulAdd(trial.positions[0], RandomUnit(&seed), distance);
		lwQuat rotations[9];
		lwVec3 solved[9];
		lwIkResult result = lwSolveIk(&trial.chain, &options, rotations, solved);
		for (int j = 0; j <= bones; ++j) {
			assert_true(IsFiniteQuat(rotations[j]) && IsFiniteVec(solved[j]));
		}
		assert_true(isfinite(result.residual));
		float residual = lwDistance(solved[bones], trial.chain.target) / trial.length;
		missed += residual > 1e-5f;
		iterations += result.iterations;
		worstBone = lwMaxF(worstBone, WorstBone(&trial.chain, solved));
		worstResidual = lwMaxF(worstResidual, residual);
		for (int j = 0; j < bones; ++j) {
			// The rotations themselves: a unit quaternion keeps the length.
			float norm = rotations[j].x * rotations[j].x + rotations[j].y * rotations[j].y + rotations[j].z * rotations[j].z + rotations[j].w * rotations[j].w;
			worstNorm = lwMaxF(worstNorm, lwAbsF(norm - 1.0f));
		}
		worstForward = lwMaxF(worstForward, WorstForward(&trial.chain, rotations, solved));
	}
	print_message("%-10s %d bones, seed %u: bone %.1e, residual %.1e (missed %d of %d), forward %.1e, %.1f iterations\n", solver->name,
		bones, SEED, (double)worstBone, (double)worstResidual, missed, trials, (double)worstForward, (double)iterations / trials);
	assert_true(worstBone <= 2e-6f);   // positions are floats up to 3 from the origin, bones from 0.1: 1 ulp is 2.4e-6 of a bone
	assert_true(worstNorm <= 5e-7f);
	assert_true(worstForward <= 5e-6f);
	assert_int_equal(missed, 0);
}

static void TestRandom(void** state) {
	(void)state;
	for (int s = 0; s < SOLVER_COUNT; ++s) {
		for (int bones = s_solvers[s].minBones; bones <= s_solvers[s].maxBones; ++bones) {
			Run(&s_solvers[s], bones, TRIALS / 8);
		}
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(TestRandom),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
