// SPDX-License-Identifier: MIT
// The contract of lwSolveIk: invalid and degenerate input, identity, weight, reach, batch.
#include "solve/ik_helpers.h"

static int s_asserts;

static bool CountAssert(const char* condition, const char* file, int line) {
	(void)condition;
	(void)file;
	(void)line;
	++s_asserts;
	return false;
}

static const lwVec3 s_bent[3] = { { 0.0f, 1.0f, 0.0f }, { 0.0f, 0.52f, 0.14f }, { 0.0f, 0.04f, 0.0f } };

static lwIkChain BentChain(void) {
	lwIkChain chain = { .jointCount = 3, .positions = s_bent, .target = { 0.1f, 0.2f, 0.2f }, .pole = { 0.0f, 0.0f, 1.0f } };
	return chain;
}

// --- invalid calls: assert hook, animated pose, no crash ---

typedef struct InvalidCase {
	const char* name;
	int jointCount;
	bool noPositions, noCookie;
	lwIkSolver solver;
} InvalidCase;

static void TestInvalid(void** state) {
	(void)state;
	static const InvalidCase cases[] = {
		{ "no joints", 0, false, false, lw_ikAuto },
		{ "negative count", -3, false, false, lw_ikAuto },
		{ "one joint", 1, false, false, lw_ikAuto },
		{ "too many joints", LW_MAX_IK_JOINTS + 1, false, false, lw_ikAuto },
		{ "no positions", 3, true, false, lw_ikAuto },
		{ "no cookie", 3, false, true, lw_ikAuto },
		{ "two-bone solver with one bone", 2, false, false, lw_ikTwoBone },
		{ "three-bone solver with two", 3, false, false, lw_ikThreeBone },
	};
	lwSetAssertFcn(CountAssert);
	int count = (int)(sizeof(cases) / sizeof(cases[0]));
	for (int i = 0; i < count; ++i) {
		lwIkChain chain = BentChain();
		lwIkOptions options = lwDefaultIkOptions();
		chain.jointCount = cases[i].jointCount;
		chain.positions = cases[i].noPositions ? NULL : s_bent;
		options.cookie = cases[i].noCookie ? 0 : options.cookie;
		options.solver = cases[i].solver;
		lwQuat rotations[LW_MAX_IK_JOINTS] = { { 9.0f, 9.0f, 9.0f, 9.0f } };
		lwVec3 solved[LW_MAX_IK_JOINTS];
		s_asserts = 0;
		lwIkResult result = lwSolveIk(&chain, &options, rotations, solved);
		if (s_asserts == 0 || result.reached) {
			fail_msg("%s was accepted", cases[i].name);
		}
		if (!cases[i].noPositions && chain.jointCount > 0 && chain.jointCount <= 3) {
			assert_memory_equal(solved, s_bent, sizeof(lwVec3) * (size_t)chain.jointCount);
		}
	}
	lwIkChain chain = BentChain();
	lwIkOptions options = lwDefaultIkOptions();
	lwQuat rotations[3];
	s_asserts = 0;
	lwSolveIk(NULL, &options, rotations, NULL);
	lwSolveIk(&chain, NULL, rotations, NULL);
	lwSolveIk(&chain, &options, NULL, NULL);
	lwSolveIkBatch(NULL, 2, &options, rotations, NULL, NULL);
	assert_int_equal(s_asserts, 4);
	lwSolveIkBatch(NULL, 0, &options, rotations, NULL, NULL);
	assert_int_equal(s_asserts, 4);
	lwSetAssertFcn(NULL);
}

// --- degenerate geometry: finite, bones kept, the same for every solver ---

typedef struct Degenerate {
	const char* name;
	int jointCount;
	lwVec3 positions[4];
	lwVec3 target;
	lwVec3 pole;
} Degenerate;

static const float s_nan = NAN;

static int MakeDegenerate(Degenerate* outCases) {
	lwVec3 o = { 0.0f, 0.0f, 0.0f }, z = { 0.0f, 0.0f, 1.0f };
	lwVec3 d1 = { 0.0f, -0.5f, 0.0f }, d2 = { 0.0f, -1.0f, 0.0f }, d3 = { 0.0f, -1.5f, 0.0f };
	lwVec3 bend = { 0.0f, -0.4f, 0.3f }, end = { 0.0f, -0.8f, 0.0f };
	Degenerate cases[] = {
		{ "all bones zero", 3, { o, o, o }, d1, z },
		{ "first bone zero", 3, { o, o, d1 }, { 0.3f, -0.2f, 0.0f }, z },
		{ "second bone zero", 3, { o, d1, d1 }, { 0.3f, -0.2f, 0.0f }, z },
		{ "middle bone zero", 4, { o, d1, d1, d2 }, { 0.3f, -0.6f, 0.0f }, z },
		{ "target at the root", 3, { o, bend, end }, o, z },
		{ "target at the end", 3, { o, bend, end }, end, z },
		{ "target opposite", 3, { o, bend, end }, { 0.0f, 0.8f, 0.0f }, z },
		{ "target not a number", 3, { o, bend, end }, { s_nan, 0.0f, 0.0f }, z },
		{ "target infinite", 3, { o, bend, end }, { 0.0f, INFINITY, 0.0f }, z },
		{ "target very far", 3, { o, bend, end }, { 1e30f, 0.0f, 0.0f }, z },
		{ "joint not a number", 3, { o, { 0.0f, s_nan, 0.0f }, end }, d1, z },
		{ "pole not a number", 3, { o, d1, d2 }, end, { s_nan, 0.0f, 0.0f } },
		{ "straight, target on the line", 3, { o, d1, d2 }, end, z },
		{ "straight, no pole", 3, { o, d1, d2 }, end, o },
		{ "straight, pole along the line", 3, { o, d1, d2 }, end, { 0.0f, 1.0f, 0.0f } },
		{ "straight three, no pole", 4, { o, d1, d2, d3 }, end, o },
		{ "folded", 3, { o, d1, o }, end, z },
		{ "folded, target at the root", 3, { o, d1, o }, o, z },
		{ "folded three", 4, { o, d1, o, d1 }, d3, z },
		{ "folded three, nearer", 4, { o, d1, o, d1 }, { 0.0f, -0.1f, 0.0f }, z },
		{ "one bone", 2, { o, d1 }, { 0.2f, 0.1f, 0.3f }, z },
		{ "one bone, target at the root", 2, { o, d1 }, o, z },
		{ "tiny", 3, { o, { 0.0f, -4e-5f, 3e-5f }, { 0.0f, -8e-5f, 0.0f } }, { 0.0f, -5e-5f, 0.0f }, z },
		{ "huge", 3, { o, { 0.0f, -4e5f, 3e5f }, { 0.0f, -8e5f, 0.0f } }, { 0.0f, -5e5f, 0.0f }, z },
	};
	memcpy(outCases, cases, sizeof(cases));
	return (int)(sizeof(cases) / sizeof(cases[0]));
}

static void TestDegenerate(void** state) {
	(void)state;
	Degenerate cases[32];
	int count = MakeDegenerate(cases), runs = 0;
	for (int i = 0; i < count; ++i) {
		for (int s = 0; s < SOLVER_COUNT; ++s) {
			int bones = cases[i].jointCount - 1;
			if (bones < s_solvers[s].minBones || bones > s_solvers[s].maxBones) {
				continue;
			}
			lwIkChain chain = { .jointCount = cases[i].jointCount, .positions = cases[i].positions, .target = cases[i].target, .pole = cases[i].pole };
			lwIkOptions options = lwDefaultIkOptions();
			options.solver = s_solvers[s].solver;
			lwQuat rotations[4];
			lwVec3 solved[4];
			lwIkResult result = lwSolveIk(&chain, &options, rotations, solved);
			bool good = isfinite(result.residual);
			bool badInput = strstr(cases[i].name, "joint not") != NULL;
			for (int j = 0; j <= bones; ++j) {
				good = good && IsFiniteQuat(rotations[j]) && (badInput || IsFiniteVec(solved[j]));
			}
			good = good && (badInput || WorstBone(&chain, solved) < 1e-5f);
			// Whatever lies within reach is reached.
			float length = ChainLength(&chain), distance = lwDistance(chain.target, cases[i].positions[0]);
			if (good && bones > 1 && length > 0.0f && distance < 0.96f * length && distance > 0.01f * length && strstr(cases[i].name, "bone zero") == NULL) {
				good = result.reached;
			}
			if (!good) {
				fail_msg("%s, %s: residual %g", cases[i].name, s_solvers[s].name, (double)result.residual);
			}
			++runs;
		}
	}
	assert_true(runs > 60);
	print_message("%d degenerate runs\n", runs);
}

static void TestSixteenJoints(void** state) {
	(void)state;
	lwVec3 positions[LW_MAX_IK_JOINTS], solved[LW_MAX_IK_JOINTS];
	lwQuat rotations[LW_MAX_IK_JOINTS];
	for (int i = 0; i < LW_MAX_IK_JOINTS; ++i) {
		positions[i] = lwV3(0.02f * lwSin((float)i), 0.0f, 0.1f * (float)i);
	}
	lwIkChain chain = { .jointCount = LW_MAX_IK_JOINTS, .positions = positions, .target = { 0.4f, 0.5f, 0.3f } };
	for (int s = 0; s < SOLVER_COUNT; ++s) {
		if (s_solvers[s].maxBones < 8) {
			continue;
		}
		lwIkOptions options = lwDefaultIkOptions();
		options.solver = s_solvers[s].solver;
		lwIkResult result = lwSolveIk(&chain, &options, rotations, solved);
		assert_true(result.reached);
		assert_true(WorstBone(&chain, solved) < 5e-6f);
		assert_memory_equal(&solved[0], &positions[0], sizeof(lwVec3));
	}
}

// --- identity and weight ---

static void RandomChain(uint64_t* seed, int bones, lwVec3* outPositions) {
	lwVec3 direction = RandomUnit(seed);
	outPositions[0] = lwMul(RandomUnit(seed), 0.5f);
	for (int i = 0; i < bones; ++i) {
		outPositions[i + 1] = lwMulAdd(outPositions[i], direction, RandomIn(seed, 0.1f, 0.5f));
		direction = lwRotate(lwQuatAxisAngle(RandomUnit(seed), RandomIn(seed, 0.0f, 0.8f)), direction);
	}
}

static void TestIdentity(void** state) {
	(void)state;
	uint64_t seed = 77;
	float worst = 0.0f;
	int checked = 0;
	for (int s = 0; s < SOLVER_COUNT; ++s) {
		for (int trial = 0; trial < 2000; ++trial) {
			int bones = s_solvers[s].minBones + (int)(RandomBits(&seed) % (uint32_t)(s_solvers[s].maxBones - s_solvers[s].minBones + 1));
			lwVec3 positions[9];
			lwQuat rotations[9];
			RandomChain(&seed, bones, positions);
			lwIkChain chain = { .jointCount = bones + 1, .positions = positions, .target = positions[bones], .pole = RandomUnit(&seed) };
			float ratio = lwDistance(positions[0], positions[bones]) / ChainLength(&chain);
			if (bones > 1 && ratio > 0.995f) {
				continue; // within the least softness of the limit: moved by up to 0.1 % of the length
			}
			lwIkOptions options = lwDefaultIkOptions();
			options.solver = s_solvers[s].solver;
			lwSolveIk(&chain, &options, rotations, NULL);
			for (int j = 0; j <= bones; ++j) {
				worst = lwMaxF(worst, lwLength(lwV3(rotations[j].x, rotations[j].y, rotations[j].z)) * 2.0f);
			}
			++checked;
		}
	}
	print_message("identity: worst turn %.2e rad in %d chains, seed 77\n", (double)worst, checked);
	assert_true(checked > 5000);
	assert_true(worst <= 1e-6f);
}

static void TestWeight(void** state) {
	(void)state;
	lwQuat rotations[3], full[3];
	lwVec3 solved[3];
	lwIkChain chain = BentChain();
	lwIkOptions options = lwDefaultIkOptions();
	lwSolveIk(&chain, &options, full, solved);
	assert_true(QuatAngle(full[0], lwQuatIdentity()) > 0.1f);
	options.weight = 0.0f;
	lwQuat identity = lwQuatIdentity();
	lwSolveIk(&chain, &options, rotations, solved);
	assert_memory_equal(solved, s_bent, sizeof(s_bent));
	for (int i = 0; i < 3; ++i) {
		assert_memory_equal(&rotations[i], &identity, sizeof(identity));
	}
	options.weight = 0.25f;
	lwSolveIk(&chain, &options, rotations, solved);
	for (int i = 0; i < 2; ++i) {
		float whole = QuatAngle(full[i], identity), part = QuatAngle(rotations[i], identity);
		assert_float_equal(part, 0.25f * whole, 1e-5f);
	}
	assert_true(WorstBone(&chain, solved) < 1e-6f);
	assert_true(WorstForward(&chain, rotations, solved) < 1e-6f);
	uint64_t seed = 8;
	options.weight = 0.0f;
	for (int i = 0; i < 200; ++i) {
		lwVec3 positions[7], out[7];
		lwQuat turns[7];
		RandomChain(&seed, 6, positions);
		lwIkChain other = { .jointCount = 7, .positions = positions, .target = RandomUnit(&seed) };
		lwSolveIk(&other, &options, turns, out);
		assert_memory_equal(out, positions, sizeof(positions));
	}
	options.weight = s_nan;
	lwSolveIk(&chain, &options, rotations, solved);
	assert_memory_equal(solved, s_bent, sizeof(s_bent));
}

// --- reach ---

static float EndDistance(lwIkChain* chain, const lwIkOptions* options, float distance, lwIkResult* outResult) {
	lwQuat rotations[3];
	lwVec3 solved[3];
	chain->target = lwV3(0.0f, 1.0f - distance, 0.0f);
	*outResult = lwSolveIk(chain, options, rotations, solved);
	return lwDistance(solved[0], solved[2]);
}

static void TestReach(void** state) {
	(void)state;
	lwIkChain chain = BentChain(); // length 1, animated reach 0.96
	lwIkOptions options = lwDefaultIkOptions();
	lwIkResult result;
	float before = 0.0f;
	for (float d = 0.9f; d < 1.6f; d += 0.001f) {
		float end = EndDistance(&chain, &options, d, &result);
		assert_true(end <= 0.9995f + 1e-6f);
		assert_true(end >= before - 1e-6f && end - before < (before > 0.0f ? 0.00101f : 1.0f));
		assert_float_equal(result.residual, d - end, 2e-6f);
		if (d < 0.965f) {
			assert_float_equal(end, d, 1e-6f);
			assert_true(result.reached);
		}
		before = end;
	}
	assert_true(before > 0.9994f);
	options.softStart = 1.0f;
	assert_float_equal(EndDistance(&chain, &options, 0.999f, &result), 0.999f, 1e-6f);
	assert_float_equal(EndDistance(&chain, &options, 5.0f, &result), 0.9995f, 1e-6f);
	options.maxReach = 0.8f;
	assert_float_equal(EndDistance(&chain, &options, 0.95f, &result), 0.8f, 1e-6f);
	options.minReach = 0.5f;
	assert_float_equal(EndDistance(&chain, &options, 0.3f, &result), 0.5f, 1e-6f);
	assert_float_equal(result.residual, 0.2f, 1e-5f);
}

// A dead straight leg still comes to its limit softly: no frame at 0.5 length a second changes the knee's speed much.
static void TestSoftAtTheLimit(void** state) {
	(void)state;
	static const lwVec3 straight[3] = { { 0.0f, 1.0f, 0.0f }, { 0.0f, 0.5f, 0.0f }, { 0.0f, 0.0f, 0.0f } };
	lwIkChain chain = { .jointCount = 3, .positions = straight, .pole = { 0.0f, 0.0f, 1.0f } };
	lwIkOptions options = lwDefaultIkOptions();
	float before[2] = { 0.0f, 0.0f }, worst = 0.0f;
	for (int frame = 0; frame < 400; ++frame) {
		lwQuat rotations[3];
		chain.target = lwV3(0.0f, 0.1f - 0.2f * (float)frame / 400.0f, 0.0f);
		lwSolveIk(&chain, &options, rotations, NULL);
		float bend = QuatAngle(rotations[0], rotations[1]);
		if (frame > 1) {
			worst = lwMaxF(worst, lwAbsF(bend - 2.0f * before[0] + before[1]));
		}
		before[1] = before[0];
		before[0] = bend;
	}
	print_message("straight leg reaching its limit: largest change of the knee's step %.4f rad\n", (double)worst);
	assert_true(worst < 0.01f);
}

static void TestBendPlaneIsKept(void** state) {
	(void)state;
	// The knee stays in the plane turned with the line by the shortest arc.
	uint64_t seed = 5;
	for (int i = 0; i < 1000; ++i) {
		lwIkChain chain = BentChain();
		chain.target = lwMulAdd(s_bent[0], RandomUnit(&seed), RandomIn(&seed, 0.3f, 0.95f));
		lwVec3 line = lwNormalizeOr(lwSub(chain.target, s_bent[0]), lwV3(0.0f, 1.0f, 0.0f));
		if (line.y > 0.95f) {
			continue; // near the opposite direction the shortest arc is not defined
		}
		lwIkOptions options = lwDefaultIkOptions();
		lwQuat rotations[3];
		lwVec3 solved[3];
		lwSolveIk(&chain, &options, rotations, solved);
		lwVec3 front = lwRotate(lwQuatBetween(lwV3(0.0f, -1.0f, 0.0f), line), lwV3(0.0f, 0.0f, 1.0f));
		lwVec3 knee = lwNormalizeOr(lwReject(lwSub(solved[1], solved[0]), line), front);
		assert_true(lwDot(knee, front) > 0.99999f);
	}
}

// A hinge that is not quite square to the bones (as found from a clip) must not cost reach: the rest is bent freely.
static void TestTiltedHinge(void** state) {
	(void)state;
	lwVec3 axes[3] = { { 0.0f, 0.0f, 0.0f }, { 0.95f, 0.3f, 0.1f }, { 0.0f, 0.0f, 0.0f } };
	lwIkChain chain = BentChain();
	chain.hingeAxes = axes;
	lwIkOptions options = lwDefaultIkOptions();
	lwQuat rotations[3];
	lwVec3 solved[3];
	for (float d = 0.05f; d < 0.96f; d += 0.01f) {
		chain.target = lwV3(0.0f, 1.0f - d, 0.0f);
		assert_true(lwSolveIk(&chain, &options, rotations, solved).reached);
		assert_true(WorstBone(&chain, solved) < 1e-6f);
	}
}

static void TestBatch(void** state) {
	(void)state;
	lwIkChain chains[3] = { BentChain(), BentChain(), BentChain() };
	chains[1].target = lwV3(0.3f, 0.5f, 0.1f);
	chains[2].jointCount = 2;
	lwIkOptions options = lwDefaultIkOptions();
	lwQuat rotations[3 * LW_MAX_IK_JOINTS];
	lwVec3 solved[3 * LW_MAX_IK_JOINTS];
	lwIkResult results[3];
	lwSolveIkBatch(chains, 3, &options, rotations, solved, results);
	for (int i = 0; i < 3; ++i) {
		lwQuat r[3];
		lwVec3 p[3];
		lwIkResult one = lwSolveIk(&chains[i], &options, r, p);
		size_t n = (size_t)chains[i].jointCount;
		assert_memory_equal(r, rotations + i * LW_MAX_IK_JOINTS, n * sizeof(lwQuat));
		assert_memory_equal(p, solved + i * LW_MAX_IK_JOINTS, n * sizeof(lwVec3));
		assert_true(one.residual == results[i].residual && one.reached == results[i].reached);
	}
	lwSolveIkBatch(chains, 3, &options, rotations, NULL, NULL);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(TestInvalid),
		cmocka_unit_test(TestDegenerate),
		cmocka_unit_test(TestSixteenJoints),
		cmocka_unit_test(TestIdentity),
		cmocka_unit_test(TestWeight),
		cmocka_unit_test(TestReach),
		cmocka_unit_test(TestSoftAtTheLimit),
		cmocka_unit_test(TestBendPlaneIsKept),
		cmocka_unit_test(TestTiltedHinge),
		cmocka_unit_test(TestBatch),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
