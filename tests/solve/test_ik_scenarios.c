// SPDX-License-Identifier: MIT
// Small cases from the field with known answers: degenerate legs, hinges, FABRIK in line, no feedback.
#include "solve/ik_helpers.h"

static const lwVec3 s_straight[3] = { { 0.0f, 0.0f, 0.0f }, { 0.0f, -0.5f, 0.0f }, { 0.0f, -1.0f, 0.0f } };

static float KneeAngle(const lwVec3* p) {
	lwVec3 up = lwNormalizeOr(lwSub(p[0], p[1]), lwV3(0.0f, 1.0f, 0.0f));
	lwVec3 down = lwNormalizeOr(lwSub(p[2], p[1]), lwV3(0.0f, 1.0f, 0.0f));
	return lwAcos(lwDot(up, down)) / IK_DEG;
}

// Leg 1.0 long, target 1.2 to the side: finite, at its limit, and nothing of it is left in the next frame.
static void TestOutOfReachRecovers(void** state) {
	(void)state;
	for (int s = 0; s < SOLVER_COUNT; ++s) {
		if (s_solvers[s].minBones > 2 || s_solvers[s].maxBones < 2) {
			continue;
		}
		lwIkOptions options = lwDefaultIkOptions();
		options.solver = s_solvers[s].solver;
		lwQuat far[3], near[3], fresh[3];
		lwVec3 solved[3];
		lwIkChain chain = { .jointCount = 3, .positions = s_straight, .pole = { 0.0f, 0.0f, 1.0f }, .target = { 0.0f, -0.8f, 0.0f } };
		lwSolveIk(&chain, &options, fresh, NULL);
		chain.target = lwV3(1.2f, 0.0f, 0.0f);
		lwIkResult result = lwSolveIk(&chain, &options, far, solved);
		assert_false(result.reached);
		assert_true(result.residual > 0.2f && result.residual < 0.21f);
		assert_true(WorstBone(&chain, solved) < 1e-6f);
		assert_true(solved[2].x > 0.99f);
		chain.target = lwV3(0.0f, -0.8f, 0.0f);
		result = lwSolveIk(&chain, &options, near, solved);
		assert_true(result.reached);
		assert_memory_equal(near, fresh, sizeof(near));
	}
}

// Straight rest 0.5 + 0.5, target at 0.8: knee angle 106.26 deg, knee 0.300 to the front.
static void TestStraightRest(void** state) {
	(void)state;
	int runs = 0;
	for (int s = 0; s < SOLVER_COUNT; ++s) {
		if (s_solvers[s].minBones > 2 || s_solvers[s].maxBones < 2) {
			continue;
		}
		lwIkOptions options = lwDefaultIkOptions();
		options.solver = s_solvers[s].solver;
		lwQuat rotations[3];
		lwVec3 solved[3];
		lwIkChain chain = { .jointCount = 3, .positions = s_straight, .pole = { 0.0f, 0.0f, 1.0f }, .target = { 0.0f, -0.8f, 0.0f } };
		lwIkResult result = lwSolveIk(&chain, &options, rotations, solved);
		assert_true(result.reached);
		assert_float_equal(KneeAngle(solved), 106.26f, 0.01f);
		assert_float_equal(solved[1].z, 0.300f, 1e-5f);
		assert_float_equal(solved[1].x, 0.0f, 1e-6f);
		++runs;
	}
	assert_int_equal(runs, 4);
}

// One bone on a hinge about X, limited to +-90 deg.
static float HingeAnswer(float goalDeg) {
	lwVec3 positions[2] = { { 0.0f, 0.0f, 0.0f }, { 0.0f, -1.0f, 0.0f } };
	lwVec3 axes[2] = { { 1.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, 0.0f } };
	float low[2] = { -90.0f * IK_DEG, 0.0f }, high[2] = { 90.0f * IK_DEG, 0.0f };
	lwIkChain chain = { .jointCount = 2, .positions = positions, .hingeAxes = axes, .minAngles = low, .maxAngles = high };
	chain.target = lwRotate(lwQuatAxisAngle(axes[0], goalDeg * IK_DEG), positions[1]);
	lwIkOptions options = lwDefaultIkOptions();
	lwQuat rotations[2];
	lwSolveIk(&chain, &options, rotations, NULL);
	return lwDot(lwQuatLog(rotations[0]), axes[0]) / IK_DEG;
}

static void TestHingeLimits(void** state) {
	(void)state;
	assert_float_equal(HingeAnswer(-45.0f), -45.0f, 0.001f);
	assert_float_equal(HingeAnswer(45.0f), 45.0f, 0.001f);
	assert_float_equal(HingeAnswer(-120.0f), -90.0f, 0.001f);
	assert_float_equal(HingeAnswer(120.0f), 90.0f, 0.001f);
}

// Turn of an inner joint relative to the joint above it, about the hinge, and what is not about it.
static float JointTurn(const lwQuat* rotations, int joint, lwVec3 axis, float* outOff) {
	lwVec3 turn = lwQuatLog(lwQuatMul(lwConj(rotations[joint - 1]), rotations[joint]));
	*outOff = lwLength(lwReject(turn, axis));
	return lwDot(turn, axis);
}

// Inner hinges: only about their axis, within their limits, all solvers.
static void TestInnerHinges(void** state) {
	(void)state;
	uint64_t seed = 99;
	int runs = 0, limited = 0, reached = 0;
	for (int s = 0; s < SOLVER_COUNT; ++s) {
		for (int trial = 0; trial < 1000; ++trial) {
			int bones = s_solvers[s].maxBones < 4 ? s_solvers[s].maxBones : 4;
			lwVec3 positions[5], solved[5], axes[5] = { { 0.0f, 0.0f, 0.0f } };
			float low[5] = { 0.0f }, high[5] = { 0.0f }, angle = 0.0f;
			positions[0] = lwV3(0.0f, 0.0f, 0.0f);
			for (int i = 0; i < bones; ++i) {
				positions[i + 1] = lwAdd(positions[i], lwV3(0.0f, -0.3f * lwCos(angle), 0.3f * lwSin(angle)));
				angle += RandomIn(&seed, 0.1f, 0.6f);
				axes[i + 1] = lwV3(1.0f, 0.0f, 0.0f);
				low[i + 1] = RandomIn(&seed, -1.2f, 0.0f);
				high[i + 1] = RandomIn(&seed, 0.0f, 1.2f);
			}
			lwIkChain chain = { .jointCount = bones + 1, .positions = positions, .hingeAxes = axes, .minAngles = low, .maxAngles = high };
			chain.target = lwMul(RandomUnit(&seed), RandomIn(&seed, 0.4f, 1.0f) * 0.3f * (float)bones);
			lwIkOptions options = lwDefaultIkOptions();
			options.solver = s_solvers[s].solver;
			lwQuat rotations[5];
			lwIkResult result = lwSolveIk(&chain, &options, rotations, solved);
			for (int i = 1; i < bones; ++i) {
				float off, turn = JointTurn(rotations, i, axes[i], &off);
				assert_true(off < 1e-5f);
				assert_true(turn > low[i] - 1e-5f && turn < high[i] + 1e-5f);
				limited += turn < low[i] + 1e-4f || turn > high[i] - 1e-4f;
			}
			assert_true(WorstBone(&chain, solved) < 2e-6f);
			reached += result.reached;
			++runs;
		}
	}
	print_message("hinges: %d runs, seed 99, %d joints at a limit, %d reached\n", runs, limited, reached);
	assert_true(runs == 5000 && limited > 500 && reached > 1500);
}

// A knee's hinge decides the side when the leg is straight, and the limit where neither pole nor bend do.
static void TestHingeSide(void** state) {
	(void)state;
	lwVec3 axes[3] = { { 0.0f, 0.0f, 0.0f }, { 1.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, 0.0f } };
	float low[3] = { 0.0f, -0.1f, 0.0f }, high[3] = { 0.0f, 2.6f, 0.0f };
	lwIkChain chain = { .jointCount = 3, .positions = s_straight, .hingeAxes = axes, .minAngles = low, .maxAngles = high, .target = { 0.0f, -0.8f, 0.0f } };
	for (int s = 0; s < SOLVER_COUNT; ++s) {
		if (s_solvers[s].minBones > 2 || s_solvers[s].maxBones < 2) {
			continue;
		}
		lwIkOptions options = lwDefaultIkOptions();
		options.solver = s_solvers[s].solver;
		lwQuat rotations[3];
		lwVec3 solved[3];
		lwIkResult result = lwSolveIk(&chain, &options, rotations, solved);
		assert_true(result.reached);
		float off;
		assert_float_equal(JointTurn(rotations, 1, axes[1], &off), (180.0f - 106.26f) * IK_DEG, 1e-3f);
	}
}

// The same with three bones: both inner hinges bend to the side their limits leave open.
static void TestHingeSideOfThree(void** state) {
	(void)state;
	lwVec3 positions[4] = { { 0.0f, 0.0f, 0.0f }, { 0.0f, -0.4f, 0.0f }, { 0.0f, -0.8f, 0.0f }, { 0.0f, -1.2f, 0.0f } };
	lwVec3 axes[4] = { { 0.0f, 0.0f, 0.0f }, { 1.0f, 0.0f, 0.0f }, { 1.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, 0.0f } };
	float low[4] = { 0.0f, -0.1f, -2.6f, 0.0f }, high[4] = { 0.0f, 2.6f, 0.1f, 0.0f };
	lwIkChain chain = { .jointCount = 4, .positions = positions, .hingeAxes = axes, .minAngles = low, .maxAngles = high, .target = { 0.0f, -0.9f, 0.0f } };
	lwIkOptions options = lwDefaultIkOptions();
	options.solver = lw_ikThreeBone;
	lwQuat rotations[4];
	lwIkResult result = lwSolveIk(&chain, &options, rotations, NULL);
	float off;
	assert_true(result.reached);
	assert_true(JointTurn(rotations, 1, axes[1], &off) > 0.5f);
	assert_true(JointTurn(rotations, 2, axes[2], &off) < -0.5f);
}

// FABRIK, 3 x 0.4 in line, target at 1.0 on the same line: below 1 mm within 32 iterations (it never leaves the line by itself).
static void TestFabrikInLine(void** state) {
	(void)state;
	lwVec3 positions[4] = { { 0.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, 0.4f }, { 0.0f, 0.0f, 0.8f }, { 0.0f, 0.0f, 1.2f } };
	static const lwVec3 poles[] = { { 0.0f, 0.0f, 0.0f }, { 0.0f, 1.0f, 0.0f }, { 1.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, 1.0f } };
	for (int p = 0; p < 4; ++p) {
		for (int s = 0; s < SOLVER_COUNT; ++s) {
			if (s_solvers[s].minBones > 3 || s_solvers[s].maxBones < 3) {
				continue;
			}
			lwIkChain chain = { .jointCount = 4, .positions = positions, .pole = poles[p], .target = { 0.0f, 0.0f, 1.0f } };
			lwIkOptions options = lwDefaultIkOptions();
			options.solver = s_solvers[s].solver;
			lwQuat rotations[4];
			lwVec3 solved[4];
			lwIkResult result = lwSolveIk(&chain, &options, rotations, solved);
			assert_true(result.residual < 0.001f && result.iterations <= 32);
			assert_true(lwDistance(solved[3], chain.target) < 0.001f);
			if (p == 1) {
				assert_true(solved[1].y > 0.1f && solved[2].y > 0.1f); // to the pole's side
			}
		}
	}
}

// Constant clip and target, 1,000 frames: the same pose, because nothing is kept.
static void TestNoFeedback(void** state) {
	(void)state;
	lwVec3 positions[5] = { { 0.0f, 1.0f, 0.0f }, { 0.1f, 0.7f, 0.1f }, { 0.0f, 0.4f, 0.0f }, { 0.0f, 0.2f, 0.1f }, { 0.0f, 0.1f, 0.2f } };
	for (int s = 0; s < SOLVER_COUNT; ++s) {
		lwIkOptions options = lwDefaultIkOptions();
		options.solver = s_solvers[s].solver;
		lwIkChain chain = { .jointCount = s_solvers[s].maxBones < 4 ? s_solvers[s].maxBones + 1 : 5, .positions = positions, .target = { 0.2f, 0.5f, 0.3f } };
		lwQuat first[5], rotations[5];
		lwSolveIk(&chain, &options, first, NULL);
		for (int frame = 0; frame < 1000; ++frame) {
			lwSolveIk(&chain, &options, rotations, NULL);
			assert_memory_equal(rotations, first, sizeof(lwQuat) * (size_t)chain.jointCount);
		}
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(TestOutOfReachRecovers),
		cmocka_unit_test(TestStraightRest),
		cmocka_unit_test(TestHingeLimits),
		cmocka_unit_test(TestInnerHinges),
		cmocka_unit_test(TestHingeSide),
		cmocka_unit_test(TestHingeSideOfThree),
		cmocka_unit_test(TestFabrikInLine),
		cmocka_unit_test(TestNoFeedback),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
