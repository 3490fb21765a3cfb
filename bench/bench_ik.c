// SPDX-License-Identifier: MIT
// IK: time of one solve, per solver and number of bones; minimum of several runs. One line each: name, ns, hash of the results.
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "legwork/ik.h"

#define CHAIN_COUNT 256
#define RUNS 15

static double Seconds(void) {
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static float Random(uint64_t* state) {
	*state = *state * 6364136223846793005ull + 1442695040888963407ull;
	return (float)(*state >> 40) * (1.0f / 16777216.0f);
}

static void MakeChains(int bones, lwVec3 positions[][LW_MAX_IK_JOINTS], lwIkChain* outChains) {
	uint64_t seed = 1;
	for (int c = 0; c < CHAIN_COUNT; ++c) {
		float angle = 0.3f, bone = 1.0f / (float)bones;
		positions[c][0] = lwV3(0.0f, 1.0f, 0.0f);
		for (int i = 0; i < bones; ++i) {
			positions[c][i + 1] = lwAdd(positions[c][i], lwV3(0.0f, -bone * lwCos(angle), bone * lwSin(angle)));
			angle -= (i & 1) ? -0.5f : 0.7f;
		}
		memset(&outChains[c], 0, sizeof(outChains[c]));
		outChains[c].jointCount = bones + 1;
		outChains[c].positions = positions[c];
		outChains[c].pole = lwV3(0.0f, 0.0f, 1.0f);
		float x = Random(&seed), y = Random(&seed), z = Random(&seed); // one after another: arguments have no order
		lwVec3 away = lwV3(x - 0.5f, y - 0.3f, z - 0.5f);
		outChains[c].target = lwMulAdd(positions[c][bones], away, 0.3f);
	}
}

static uint32_t Hash(const void* data, size_t size) {
	const unsigned char* bytes = data;
	uint32_t hash = 2166136261u;
	for (size_t i = 0; i < size; ++i) {
		hash = (hash ^ bytes[i]) * 16777619u;
	}
	return hash;
}

static void Measure(const char* name, lwIkSolver solver, int bones) {
	static lwVec3 positions[CHAIN_COUNT][LW_MAX_IK_JOINTS], solved[CHAIN_COUNT * LW_MAX_IK_JOINTS];
	static lwQuat rotations[CHAIN_COUNT * LW_MAX_IK_JOINTS];
	static lwIkChain chains[CHAIN_COUNT];
	static lwIkResult results[CHAIN_COUNT];
	MakeChains(bones, positions, chains);
	memset(rotations, 0, sizeof(rotations));
	lwIkOptions options = lwDefaultIkOptions();
	options.solver = solver;
	double best = 1e9;
	for (int run = 0; run < RUNS; ++run) {
		double start = Seconds();
		lwSolveIkBatch(chains, CHAIN_COUNT, &options, rotations, solved, results);
		double time = Seconds() - start;
		best = time < best ? time : best;
	}
	printf("ik,%s,%d bones,%.0f ns,%08x\n", name, bones, best / CHAIN_COUNT * 1e9, Hash(rotations, sizeof(rotations)));
}

int main(void) {
	Measure("auto", lw_ikAuto, 2);
	Measure("auto", lw_ikAuto, 3);
	Measure("auto", lw_ikAuto, 4);
	Measure("auto", lw_ikAuto, 8);
	Measure("fabrik", lw_ikFabrik, 3);
	Measure("fabrik", lw_ikFabrik, 8);
	Measure("ccd", lw_ikCcd, 3);
	Measure("ccd", lw_ikCcd, 8);
	return 0;
}
