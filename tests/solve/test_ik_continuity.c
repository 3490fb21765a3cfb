// SPDX-License-Identifier: MIT
// Smoothness: along a path of targets and poses the largest change per step must shrink with the step. A jump does not.
#include "solve/ik_helpers.h"

#define COARSE 500
#define FINER 8

typedef struct Path {
	const char* name;
	int bones;
	lwVec3 pole;
	float softStart;
	float hingeLimit;               // rad either way for every inner joint about X; 0: ball joints
	void (*at)(float t, lwVec3* outPositions, lwVec3* outTarget); // t in [0, 1]
} Path;

// Bones of equal share in the X = 0 plane, hanging down, joint i bent by bend[i] (positive: middle to the front).
static void Hang(int bones, const float* bend, lwVec3* outPositions) {
	outPositions[0] = lwV3(0.1f, 1.0f, 0.2f);
	float angle = 0.0f;
	for (int i = 0; i < bones; ++i) {
		angle -= i > 0 ? bend[i] : 0.0f;
		lwVec3 down = lwV3(0.0f, -lwCos(angle), lwSin(angle));
		outPositions[i + 1] = lwMulAdd(outPositions[i], down, 1.0f / (float)bones);
	}
}

static float Wave(float t, float lo, float hi) {
	return lo + (hi - lo) * 0.5f * (1.0f - lwCos(2.0f * LW_PI * t));
}

// A circle that leaves reach at its far side and comes close to the root at its near side.
static void CircleTarget(float t, lwVec3* outTarget) {
	float angle = 2.0f * LW_PI * t;
	*outTarget = lwV3(0.1f + 0.3f * lwSin(angle), 0.45f - 0.5f * lwCos(angle), 0.3f + 0.15f * lwCos(2.0f * angle));
}

// The same, nowhere nearer than 0.45: what legs are asked for.
static void MildTarget(float t, lwVec3* outTarget) {
	float angle = 2.0f * LW_PI * t;
	*outTarget = lwV3(0.1f + 0.3f * lwSin(angle), 0.25f - 0.3f * lwCos(angle), 0.3f + 0.15f * lwCos(2.0f * angle));
}

static void BentLeg(float t, lwVec3* outPositions, lwVec3* outTarget) {
	float bend[2] = { 0.0f, 0.5f };
	Hang(2, bend, outPositions);
	CircleTarget(t, outTarget);
}

static void StraightLeg(float t, lwVec3* outPositions, lwVec3* outTarget) {
	float bend[2] = { 0.0f, 0.0f };
	Hang(2, bend, outPositions);
	CircleTarget(t, outTarget);
}

// The animated knee goes from well bent to dead straight and back under a target that is always nearer.
static void ThroughStraight(float t, lwVec3* outPositions, lwVec3* outTarget) {
	float bend[2] = { 0.0f, Wave(t, 0.4f, 0.0f) };
	Hang(2, bend, outPositions);
	*outTarget = lwV3(0.1f, 0.1f, 0.3f);
}

// As clips do: the knee stretched past straight, a little off its plane, while the ground lifts the foot.
static void PastStraight(float t, lwVec3* outPositions, lwVec3* outTarget) {
	float bend[2] = { 0.0f, Wave(t, 0.6f, -0.13f) };
	Hang(2, bend, outPositions);
	outPositions[1].x += 0.01f;
	lwVec3 toRoot = lwSub(outPositions[0], outPositions[2]);
	*outTarget = lwMulAdd(outPositions[2], toRoot, 0.03f);
}

// As a walk does: foot planted on the ground while the animated leg stretches to its limit.
static void Stance(float t, lwVec3* outPositions, lwVec3* outTarget) {
	float bend[2] = { 0.0f, Wave(t, 0.5f, 0.05f) };
	Hang(2, bend, outPositions);
	*outTarget = lwAdd(outPositions[2], lwV3(0.02f, 0.03f * lwSin(4.0f * LW_PI * t), 0.04f * lwSin(2.0f * LW_PI * t)));
}

static void DogLeg(float t, lwVec3* outPositions, lwVec3* outTarget) {
	float bend[3] = { 0.0f, Wave(t, 0.9f, 0.3f), -Wave(t, 0.8f, 0.2f) };
	Hang(3, bend, outPositions);
	MildTarget(t, outTarget);
}

static void SpiderLeg(float t, lwVec3* outPositions, lwVec3* outTarget) {
	float bend[3] = { 0.0f, 1.0f, Wave(t, 1.3f, 1.0f) };
	Hang(3, bend, outPositions);
	outPositions[1].x += 0.05f;
	CircleTarget(t, outTarget);
}

static void StraightThree(float t, lwVec3* outPositions, lwVec3* outTarget) {
	float bend[3] = { 0.0f, Wave(t, 0.3f, 0.0f), Wave(t, 0.2f, 0.0f) };
	Hang(3, bend, outPositions);
	*outTarget = lwV3(0.1f, 0.15f, 0.3f);
}

static void Tail(float t, lwVec3* outPositions, lwVec3* outTarget) {
	float bend[6] = { 0.0f, 0.3f, Wave(t, 0.1f, 0.4f), -0.2f, 0.3f, 0.4f };
	Hang(6, bend, outPositions);
	MildTarget(t, outTarget);
}

static const Path s_paths[] = {
	{ "bent leg", 2, { 0.0f, 0.0f, 1.0f }, 0.97f, 0.0f, BentLeg },
	{ "bent leg, hard", 2, { 0.0f, 0.0f, 0.0f }, 1.0f, 0.0f, BentLeg },
	{ "straight leg", 2, { 0.0f, 0.0f, 1.0f }, 0.97f, 0.0f, StraightLeg },
	{ "straight leg, no pole", 2, { 0.0f, 0.0f, 0.0f }, 0.97f, 0.0f, StraightLeg },
	{ "through straight", 2, { 0.0f, 0.0f, 1.0f }, 0.97f, 0.0f, ThroughStraight },
	{ "past straight", 2, { 0.0f, 0.0f, 1.0f }, 0.97f, 0.0f, PastStraight },
	{ "stance", 2, { 0.0f, 0.0f, 1.0f }, 0.97f, 0.0f, Stance },
	{ "dog leg", 3, { 0.0f, 0.0f, 1.0f }, 0.97f, 0.0f, DogLeg },
	{ "spider leg", 3, { 0.0f, 1.0f, 0.0f }, 0.97f, 0.0f, SpiderLeg },
	{ "three through straight", 3, { 0.0f, 0.0f, 1.0f }, 0.97f, 0.0f, StraightThree },
	{ "hinged leg", 2, { 0.0f, 0.0f, 1.0f }, 0.97f, 3.0f, ThroughStraight },
	{ "hinged leg, limited", 2, { 0.0f, 0.0f, 1.0f }, 0.97f, 0.7f, BentLeg },
	{ "hinged dog leg", 3, { 0.0f, 0.0f, 1.0f }, 0.97f, 3.0f, DogLeg },
	{ "hinged dog leg, limited", 3, { 0.0f, 0.0f, 1.0f }, 0.97f, 0.4f, DogLeg },
	{ "hinged tail", 6, { 0.0f, 0.0f, 1.0f }, 0.97f, 0.3f, Tail },
	{ "tail", 6, { 0.0f, 0.0f, 1.0f }, 0.97f, 0.0f, Tail },
};
#define PATH_COUNT ((int)(sizeof(s_paths) / sizeof(s_paths[0])))

// Largest turn of a joint within one of `steps` steps along the path.
static float LargestStep(const Path* path, lwIkSolver solver, int steps, float* outAt) {
	lwIkOptions options = lwDefaultIkOptions();
	options.solver = solver;
	options.softStart = path->softStart;
	lwQuat before[LW_MAX_IK_JOINTS], now[LW_MAX_IK_JOINTS];
	float largest = 0.0f;
	for (int i = 0; i <= steps; ++i) {
		lwVec3 positions[LW_MAX_IK_JOINTS];
		lwIkChain chain = { .jointCount = path->bones + 1, .positions = positions, .pole = path->pole };
		lwVec3 axes[LW_MAX_IK_JOINTS] = { { 0.0f, 0.0f, 0.0f } };
		float low[LW_MAX_IK_JOINTS], high[LW_MAX_IK_JOINTS];
		for (int j = 0; j < path->bones; ++j) {
			axes[j].x = j > 0 ? 1.0f : 0.0f;
			low[j] = -path->hingeLimit;
			high[j] = path->hingeLimit;
		}
		if (path->hingeLimit > 0.0f) {
			chain.hingeAxes = axes;
			chain.minAngles = low;
			chain.maxAngles = high;
		}
		path->at((float)i / (float)steps, positions, &chain.target);
		lwSolveIk(&chain, &options, now, NULL);
		for (int j = 0; i > 0 && j < path->bones; ++j) {
			float change = QuatAngle(now[j], before[j]);
			*outAt = change > largest ? (float)i / (float)steps : *outAt;
			largest = lwMaxF(largest, change);
		}
		memcpy(before, now, sizeof(before));
	}
	return largest;
}

static void TestNoJumps(void** state) {
	(void)state;
	static const lwIkSolver solvers[] = { lw_ikAuto, lw_ikFabrik, lw_ikCcd };
	static const char* const names[] = { "auto", "fabrik", "ccd" };
	int failures = 0, asserted = 0;
	for (int p = 0; p < PATH_COUNT; ++p) {
		for (int s = 0; s < 3; ++s) {
			float atCoarse = 0.0f, atFine = 0.0f;
			float coarse = LargestStep(&s_paths[p], solvers[s], COARSE, &atCoarse);
			float fine = LargestStep(&s_paths[p], solvers[s], COARSE * FINER, &atFine);
			bool smooth = coarse < 0.2f && fine < coarse * 2.5f / FINER + 1e-4f;
			print_message("%-24s %-7s %.4f rad at %.3f -> %.5f at %.3f (ratio %.1f)%s\n", s_paths[p].name, names[s], (double)coarse, (double)atCoarse,
				(double)fine, (double)atFine, (double)(coarse / fine), smooth ? "" : "  JUMP");
			// Iterating solvers may jump where a joint meets its limit (documented): reported, not asserted.
			bool excused = s > 0 && s_paths[p].hingeLimit > 0.0f && s_paths[p].hingeLimit < 1.0f;
			failures += !smooth && !excused;
			asserted += !excused;
		}
	}
	assert_true(asserted > 30);
	assert_int_equal(failures, 0);
}

// Lifted by 3 % of its length, a knee animated past straight stays on its side.
static void TestKneeSide(void** state) {
	(void)state;
	for (int i = 0; i <= 100; ++i) {
		lwVec3 positions[3], solved[3];
		lwQuat rotations[3];
		lwIkChain chain = { .jointCount = 3, .positions = positions, .pole = { 0.0f, 0.0f, 1.0f } };
		PastStraight((float)i / 100.0f, positions, &chain.target);
		lwIkOptions options = lwDefaultIkOptions();
		lwSolveIk(&chain, &options, rotations, solved);
		lwVec3 line = lwNormalizeOr(lwSub(solved[2], solved[0]), lwV3(0.0f, -1.0f, 0.0f));
		assert_true(lwReject(lwSub(solved[1], solved[0]), line).z > 0.05f);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(TestNoJumps),
		cmocka_unit_test(TestKneeSide),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
