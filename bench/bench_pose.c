// SPDX-License-Identifier: MIT
// Poses and blend spaces: time of one call on 67 joints; minimum of several runs. One line each: what, ns, hash of the
// results.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "legwork/cycle_sync.h"
#include "legwork/pose.h"

#define JOINTS 67
#define RUNS 25
#define CALLS 2000

static double Seconds(void) {
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static float Random(uint64_t* state) {
	*state = *state * 6364136223846793005ull + 1442695040888963407ull;
	return (float)(*state >> 40) * (2.0f / 16777216.0f) - 1.0f;
}

static uint32_t Hash(const void* data, size_t size) {
	const unsigned char* bytes = data;
	uint32_t hash = 2166136261u;
	for (size_t i = 0; i < size; ++i) {
		hash = (hash ^ bytes[i]) * 16777619u;
	}
	return hash;
}

typedef struct Bench {
	lwTransform poses[3][JOINTS], out[JOINTS];
	lwMat34 model[JOINTS];
	lwTransform bind[JOINTS];
	int parents[JOINTS];
	const char* names[JOINTS];
	lwSkeleton skeleton;
	float mask[JOINTS];
	lwMirror* mirror;
	lwInertia* inertia;
	lwBlendSpace *triangles, *bands;
	lwBlendCursor cursor;
	lwBlendWeight weights[LW_MAX_BLEND_WEIGHTS];
	lwCycleSync* sync;
	float phase;
	int call;
} Bench;

static Bench s_bench;

static void MakePoses(Bench* b) {
	uint64_t seed = 1;
	for (int j = 0; j < JOINTS; ++j) {
		b->parents[j] = j == 0 ? -1 : j % 8 == 1 ? 0 : j - 1;
		b->names[j] = "joint";
		b->mask[j] = j < 30 ? 0.0f : 1.0f;
		b->bind[j] = lwTransformIdentity();
		b->bind[j].pos = lwV3(0.0f, 0.1f, 0.02f * (float)(j % 5));
		for (int i = 0; i < 3; ++i) {
			float x = Random(&seed), y = Random(&seed), z = Random(&seed);
			b->poses[i][j] = b->bind[j];
			b->poses[i][j].rot = lwQuatExp(lwV3(x, y, z));
		}
	}
	b->skeleton = (lwSkeleton){ JOINTS, b->parents, b->bind, b->bind, b->names };
}

static void MakeSpaces(Bench* b) {
	static float points[9][2];
	static lwCycleMark marks[9][2];
	static lwCycleSample samples[9];
	for (int i = 0; i < 9; ++i) {
		float angle = 0.78539816f * (float)i;
		points[i][0] = i == 8 ? 0.0f : lwSin(angle), points[i][1] = i == 8 ? 0.0f : lwCos(angle);
		marks[i][0] = (lwCycleMark){ 0, 0.1f * (float)i },
		marks[i][1] = (lwCycleMark){ 1, lwWrap01(0.1f * (float)i + 0.48f) };
		samples[i] = (lwCycleSample){ 1.0f + 0.05f * (float)i, i == 8 ? 0 : 1, 2, marks[i] };
	}
	lwBlendSpaceDef def = lwDefaultBlendSpaceDef();
	def.points = points[0], def.sampleCount = 9;
	(void)lwCreateBlendSpace(&def, &b->triangles);
	def.method = lw_blendGradientBand;
	(void)lwCreateBlendSpace(&def, &b->bands);
	lwCycleSyncDef syncDef = lwDefaultCycleSyncDef();
	syncDef.samples = samples, syncDef.sampleCount = 9;
	(void)lwCreateCycleSync(&syncDef, &b->sync);
}

static void BlendThree(Bench* b) {
	lwPoseInput inputs[3] = { { b->poses[0], 0.5f, NULL }, { b->poses[1], 0.2f, NULL }, { b->poses[2], 0.3f, NULL } };
	lwPose_Blend(inputs, 3, NULL, JOINTS, b->out);
}

static void BlendMasked(Bench* b) {
	lwPoseInput inputs[3] = { { b->poses[0], 0.5f, NULL },
							  { b->poses[1], 0.2f, NULL },
							  { b->poses[2], 0.3f, b->mask } };
	lwPose_Blend(inputs, 3, NULL, JOINTS, b->out);
}

static void Add(Bench* b) {
	memcpy(b->out, b->poses[0], sizeof(b->out));
	lwPose_Add(b->poses[1], 0.4f, NULL, JOINTS, b->out);
}

static void Mirror(Bench* b) {
	lwPose_Mirror(b->mirror, b->poses[0], b->out);
}

static void Inertia(Bench* b) {
	lwInertia_Apply(b->inertia, b->poses[1], b->out);
}

static void ToModel(Bench* b) {
	lwSkeleton_ToModel(&b->skeleton, b->poses[0], lwMat34Identity(), b->model);
	memcpy(b->out, b->model, sizeof(b->out) < sizeof(b->model) ? sizeof(b->out) : sizeof(b->model));
}

static void MoveCursor(Bench* b) {
	b->call = (b->call + 1) % CALLS;
	float t = 0.01f * (float)b->call;
	lwBlendCursor_Move(&b->cursor, 1.3f * lwCos(t), 1.1f * lwSin(1.7f * t), 0.0f, 0.0f);
}

static void Triangles(Bench* b) {
	MoveCursor(b);
	(void)lwBlendSpace_Weights(b->triangles, &b->cursor, b->weights);
}

static void Bands(Bench* b) {
	MoveCursor(b);
	(void)lwBlendSpace_Weights(b->bands, &b->cursor, b->weights);
}

static void Sync(Bench* b) {
	const lwBlendWeight weights[3] = { { 0, 0.5f }, { 1, 0.2f }, { 8, 0.3f } };
	b->phase = lwCycleSync_Advance(b->sync, weights, 3, b->phase, 1.0f / 60.0f);
	b->weights[0].weight = lwCycleSync_ClipPhase(b->sync, 0, b->phase);
	b->weights[1].weight = lwCycleSync_ClipPhase(b->sync, 1, b->phase);
}

static void Measure(const char* name, void (*what)(Bench*)) {
	double best = 1e9;
	for (int run = 0; run < RUNS; ++run) {
		double start = Seconds();
		for (int i = 0; i < CALLS; ++i) {
			what(&s_bench);
		}
		double time = Seconds() - start;
		best = time < best ? time : best;
	}
	uint32_t hash = Hash(s_bench.out, sizeof(s_bench.out)) ^ Hash(s_bench.weights, sizeof(s_bench.weights));
	printf("pose,%s,%.0f ns,%08x\n", name, best / CALLS * 1e9, hash);
}

int main(void) {
	Bench* b = &s_bench;
	MakePoses(b);
	MakeSpaces(b);
	lwMirrorDef def = lwDefaultMirrorDef();
	def.skeleton = &b->skeleton;
	(void)lwCreateMirror(&def, &b->mirror);
	size_t bytes = lwInertia_ByteCount(JOINTS);
	b->inertia = lwInertia_Init(malloc(bytes), bytes, JOINTS);
	lwInertia_Start(b->inertia, b->poses[0], b->poses[0], b->poses[1], b->poses[1], 0.0f, 0.1f);
	lwInertia_Advance(b->inertia, 0.05f);
	Measure("blend 3", BlendThree);
	Measure("blend 3 with a mask", BlendMasked);
	Measure("add", Add);
	Measure("mirror", Mirror);
	Measure("inertia apply", Inertia);
	Measure("local to model", ToModel);
	Measure("blend space 9 triangles", Triangles);
	Measure("blend space 9 gradient bands", Bands);
	Measure("cycle sync advance and two phases", Sync);
	return 0;
}
