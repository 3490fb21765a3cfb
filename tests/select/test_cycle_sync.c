// SPDX-License-Identifier: MIT
// Cycles played together: periods, phases, marks, clips of several cycles; and the gait of a blend.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "legwork/analyse.h"
#include "legwork/cycle_sync.h"
#include "legwork/pose.h"
#include "legwork/sample.h"

#define SEED 5u

static int s_asserts;

static bool CountAssert(const char* condition, const char* file, int line) {
	(void)condition, (void)file, (void)line;
	++s_asserts;
	return false;
}

static uint64_t s_state;

static float Random(float lo, float hi) {
	s_state = s_state * 6364136223846793005ull + 1442695040888963407ull;
	return lo + (hi - lo) * (float)(s_state >> 40) * (1.0f / 16777216.0f);
}

static lwCycleSync* Make(const lwCycleSample* samples, int count) {
	lwCycleSyncDef def = lwDefaultCycleSyncDef();
	def.samples = samples, def.sampleCount = count;
	lwCycleSync* sync = NULL;
	lwResult result = lwCreateCycleSync(&def, &sync);
	if (result.status != lw_ok) {
		fail_msg("%s", result.message);
	}
	return sync;
}

static float Apart(float a, float b) {
	float d = lwWrap01(a - b);
	return d > 0.5f ? 1.0f - d : d;
}

static void TestInvalid(void** state) {
	(void)state;
	const lwCycleMark good[2] = { { 0, 0.0f }, { 1, 0.5f } }, negative[1] = { { -1, 0.0f } }, beyond[1] = { { LW_MAX_LEGS, 0.0f } };
	const lwCycleMark nan[1] = { { 0, NAN } }, twice[2] = { { 0, 0.0f }, { 0, 0.5f } }, other[2] = { { 0, 0.0f }, { 2, 0.5f } };
	const lwCycleMark many[97] = { { 0, 0.0f } };
	const struct {
		lwCycleSample samples[2];
		int count;
		lwStatus status;
	} cases[] = {
		{ { { 1.0f, 1, 2, good } }, 0, lw_errorArgument },
		{ { { 1.0f, 0, 0, NULL } }, 1, lw_errorArgument },
		{ { { 0.0f, 1, 2, good } }, 1, lw_errorArgument },
		{ { { NAN, 1, 2, good } }, 1, lw_errorArgument },
		{ { { 1.0f, -1, 2, good } }, 1, lw_errorArgument },
		{ { { 1.0f, LW_MAX_SYNC_CYCLES + 1, 2, good } }, 1, lw_errorArgument },
		{ { { 1.0f, 1, 0, good } }, 1, lw_errorData },
		{ { { 1.0f, 1, 2, NULL } }, 1, lw_errorData },
		{ { { 1.0f, 2, 2, good } }, 1, lw_errorData },
		{ { { 1.0f, 1, 1, negative } }, 1, lw_errorData },
		{ { { 1.0f, 1, 1, beyond } }, 1, lw_errorData },
		{ { { 1.0f, 1, 1, nan } }, 1, lw_errorData },
		{ { { 1.0f, 1, 2, twice } }, 1, lw_errorData },
		{ { { 1.0f, 1, 2, good }, { 1.0f, 1, 2, other } }, 2, lw_errorData },
		{ { { 1.0f, 63, 63, many }, { 1.0f, 64, 64, many } }, 2, lw_errorLimit },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
		lwCycleSyncDef def = lwDefaultCycleSyncDef();
		def.samples = cases[i].samples, def.sampleCount = cases[i].count;
		lwCycleSync* sync = (lwCycleSync*)&def;
		lwResult result = lwCreateCycleSync(&def, &sync);
		if (result.status != cases[i].status) {
			fail_msg("case %d: %d %s", (int)i, (int)result.status, result.message);
		}
		assert_null(sync);
	}
	lwSetAssertFcn(CountAssert);
	s_asserts = 0;
	lwCycleSyncDef unmade;
	memset(&unmade, 0, sizeof(unmade));
	lwCycleSync* sync = NULL;
	assert_int_equal(lwCreateCycleSync(&unmade, &sync).status, lw_errorArgument);
	lwGait_Blend(NULL, NULL, NULL, 0, NULL);
	const lwCycleSample one = { 1.0f, 1, 2, good };
	sync = Make(&one, 1);
	lwCycleSync_ClipPhase(sync, 1, 0.5f);
	lwCycleSync_PhaseOfClip(sync, -1, 0.5f);
	assert_int_equal(s_asserts, 4);
	lwSetAssertFcn(NULL);
	lwDestroyCycleSync(sync);
	lwDestroyCycleSync(NULL);
}

// Scenario 15, the first part: 1.0 s and 0.8 s, half and half; where each clip begins is anything.
static void TestPeriods(void** state) {
	(void)state;
	for (int shift = 0; shift < 10; ++shift) {
		float s = 0.1f * (float)shift;
		const lwCycleMark a[2] = { { 0, 0.2f }, { 1, 0.7f } }, b[2] = { { 1, 0.7f + s }, { 0, 0.2f + s } };
		const lwCycleSample samples[2] = { { 1.0f, 1, 2, a }, { 0.8f, 1, 2, b } };
		const lwBlendWeight half[2] = { { 0, 0.5f }, { 1, 0.5f } };
		lwCycleSync* sync = Make(samples, 2);
		assert_int_equal(lwCycleSync_Cycles(sync), 1);
		assert_true(fabsf(lwCycleSync_Period(sync, half, 2) - 0.9f) < 1e-6f);
		float phase = lwCycleSync_PhaseOfClip(sync, 0, 0.3f), start = phase;
		for (int frame = 1; frame <= 540; ++frame) { // ten periods at 60 Hz
			phase = lwCycleSync_Advance(sync, half, 2, phase, 1.0f / 60.0f);
			float left = lwCycleSync_ClipPhase(sync, 0, phase), right = lwCycleSync_ClipPhase(sync, 1, phase);
			assert_true(Apart(left - 0.2f, right - (0.2f + s)) < 1e-4f);
		}
		assert_true(Apart(phase, start) < 1e-4f);
		lwDestroyCycleSync(sync);
	}
}

// Scenario 15, the second part: between the marks phases go in proportion.
static void TestMarks(void** state) {
	(void)state;
	const lwCycleMark a[2] = { { 0, 0.0f }, { 1, 0.5f } }, b[2] = { { 1, 0.0f }, { 0, 0.4f } };
	const lwCycleSample samples[2] = { { 1.0f, 1, 2, a }, { 0.8f, 1, 2, b } };
	lwCycleSync* sync = Make(samples, 2);
	const float at[] = { 0.0f, 0.1f, 0.25f, 0.5f, 0.75f, 0.99f }, to[] = { 0.4f, 0.52f, 0.70f, 0.0f, 0.2f, 0.392f };
	for (int i = 0; i < 6; ++i) {
		assert_true(Apart(lwCycleSync_ClipPhase(sync, 1, lwCycleSync_PhaseOfClip(sync, 0, at[i])), to[i]) < 1e-5f);
		assert_true(Apart(lwCycleSync_ClipPhase(sync, 0, lwCycleSync_PhaseOfClip(sync, 1, to[i])), at[i]) < 1e-5f);
	}
	// Each clip alone plays evenly, the blend takes the mean of both between marks: L to R 0.5 and 0.48 s, R to L 0.5 and 0.32.
	for (int only = 0; only < 2; ++only) {
		const lwBlendWeight weight = { only, 1.0f };
		float phase = lwCycleSync_PhaseOfClip(sync, only, 0.1f);
		for (int frame = 1; frame <= 100; ++frame) {
			phase = lwCycleSync_Advance(sync, &weight, 1, phase, 0.013f);
			float want = 0.1f + 0.013f * (float)frame / samples[only].duration;
			assert_true(Apart(lwCycleSync_ClipPhase(sync, only, phase), want) < 2e-5f);
		}
	}
	const lwBlendWeight half[2] = { { 0, 0.5f }, { 1, 0.5f } };
	float phase = lwCycleSync_Advance(sync, half, 2, lwCycleSync_PhaseOfClip(sync, 0, 0.0f), 0.49f);
	assert_true(Apart(lwCycleSync_ClipPhase(sync, 0, phase), 0.5f) < 1e-5f);
	phase = lwCycleSync_Advance(sync, half, 2, phase, 0.41f);
	assert_true(Apart(lwCycleSync_ClipPhase(sync, 0, phase), 0.0f) < 1e-5f);
	lwDestroyCycleSync(sync);
}

// One, two and three steps a clip: after six all begin anew, and every leg's stances are at the same times.
static void TestSeveralCycles(void** state) {
	(void)state;
	const lwCycleMark a[2] = { { 0, 0.1f }, { 1, 0.6f } };
	const lwCycleMark b[4] = { { 1, 0.25f }, { 0, 0.0f }, { 0, 0.5f }, { 1, 0.75f } };
	const lwCycleMark c[6] = { { 0, 0.0f }, { 0, 0.3333333f }, { 0, 0.6666667f }, { 1, 0.1666667f }, { 1, 0.5f }, { 1, 0.8333333f } };
	const lwCycleSample samples[4] = { { 1.0f, 1, 2, a }, { 1.6f, 2, 4, b }, { 2.1f, 3, 6, c }, { 3.0f, 0, 0, NULL } };
	lwCycleSync* sync = Make(samples, 4);
	assert_int_equal(lwCycleSync_Cycles(sync), 6);
	assert_int_equal(lwCycleSync_SampleCount(sync), 4);
	const lwBlendWeight weights[4] = { { 0, 0.2f }, { 1, 0.3f }, { 2, 0.1f }, { 3, 0.4f } };
	assert_true(fabsf(lwCycleSync_Period(sync, weights, 4) - (0.2f * 1.0f + 0.3f * 0.8f + 0.1f * 0.7f) / 0.6f) < 1e-6f);
	assert_true(fabsf(lwCycleSync_Period(sync, weights + 3, 1) - (1.0f + 0.8f + 0.7f) / 3.0f) < 1e-6f); // only idle weighs
	float phase = 0.0f;
	for (int frame = 0; frame < 2000; ++frame) {
		phase = lwCycleSync_Advance(sync, weights, 4, phase, 0.01f);
		float legCycle = lwCycleSync_ClipPhase(sync, 0, phase) - 0.1f;
		assert_true(Apart(lwCycleSync_ClipPhase(sync, 1, phase) * 2.0f, legCycle) < 1e-4f);
		assert_true(Apart(lwCycleSync_ClipPhase(sync, 2, phase) * 3.0f, legCycle) < 1e-4f);
		assert_true(lwCycleSync_ClipPhase(sync, 3, phase) == 0.0f);
	}
	lwDestroyCycleSync(sync);
}

typedef struct RandomSet {
	int legs, count;
	lwCycleMark marks[6][8 * 3];
	lwCycleSample samples[6];
	float turn[6];
} RandomSet;

// Clips of one footfall, somewhat uneven, each turned by anything.
static void MakeRandomSet(RandomSet* s, float unevenness) {
	s->legs = 2 + (int)Random(0.0f, 6.99f), s->count = 2 + (int)Random(0.0f, 4.99f);
	for (int i = 0; i < s->count; ++i) {
		int cycles = 1 + (int)Random(0.0f, 2.99f), n = 0;
		s->turn[i] = Random(0.0f, 1.0f);
		for (int c = 0; c < cycles; ++c) {
			for (int l = 0; l < s->legs; ++l) {
				float in = (float)l / (float)s->legs + Random(-unevenness, unevenness) / (float)s->legs;
				s->marks[i][n++] = (lwCycleMark){ l, lwWrap01(((float)c + in + s->turn[i]) / (float)cycles) };
			}
		}
		s->samples[i] = (lwCycleSample){ Random(0.5f, 1.5f) * (float)cycles, cycles, n, s->marks[i] };
	}
}

// Everything that must hold of any: forth and back is the same, no clip goes backwards, marks meet, any frame rate.
static void TestRandomSets(void** state) {
	(void)state;
	printf("seed %u\n", SEED);
	s_state = SEED;
	static RandomSet s;
	for (int round = 0; round < 300; ++round) {
		MakeRandomSet(&s, 0.3f);
		lwCycleSync* sync = Make(s.samples, s.count);
		lwBlendWeight weights[6];
		float mean = 0.0f, sum = 0.0f;
		for (int i = 0; i < s.count; ++i) {
			weights[i] = (lwBlendWeight){ i, Random(0.0f, 1.0f) };
			mean += weights[i].weight * s.samples[i].duration / (float)s.samples[i].cycles;
			sum += weights[i].weight;
		}
		assert_true(fabsf(lwCycleSync_Period(sync, weights, s.count) - mean / sum) < 1e-5f);
		float whole = (float)lwCycleSync_Cycles(sync);
		for (int i = 0; i < s.count; ++i) {
			float n = (float)s.samples[i].cycles, last = lwCycleSync_ClipPhase(sync, i, 0.0f), travelled = 0.0f;
			for (int k = 1; k <= 600; ++k) {
				float now = lwCycleSync_ClipPhase(sync, i, whole * (float)k / 600.0f), way = lwWrap01(now - last + 1e-5f) - 1e-5f;
				assert_true(way < 0.5f);
				travelled += way;
				last = now;
			}
			assert_true(fabsf(travelled * n - whole) < 1e-3f);
			for (int k = 0; k < 50; ++k) {
				float at = Random(0.0f, 1.0f);
				assert_true(Apart(lwCycleSync_ClipPhase(sync, i, lwCycleSync_PhaseOfClip(sync, i, at)), at) < 1e-5f);
			}
			for (int l = 0; l < s.legs; ++l) { // marks of the first cycle, in the second clip's too
				float u = lwCycleSync_PhaseOfClip(sync, i, s.marks[i][l].phase), other = lwCycleSync_ClipPhase(sync, 0, u), nearest = 1.0f;
				for (int m = 0; m < s.samples[0].markCount; ++m) {
					float d = s.marks[0][m].leg == l ? Apart(other, s.marks[0][m].phase) : 1.0f;
					nearest = d < nearest ? d : nearest;
				}
				assert_true(nearest < 2e-5f);
			}
		}
		float start = Random(0.0f, whole), once = lwCycleSync_Advance(sync, weights, s.count, start, 2.7f), often = start;
		for (int k = 0; k < 1000; ++k) {
			often = lwCycleSync_Advance(sync, weights, s.count, often, 0.0027f);
		}
		assert_true(Apart(once / whole, often / whole) < 1e-4f);
		lwDestroyCycleSync(sync);
	}
}

// Another order of legs, or the same moment for two: no clip is bent for it, the offset is the best for all.
static void TestOtherFootfall(void** state) {
	(void)state;
	const lwCycleMark walk[4] = { { 0, 0.0f }, { 3, 0.25f }, { 1, 0.5f }, { 2, 0.75f } };
	const lwCycleMark trot[4] = { { 0, 0.01f }, { 3, 0.0f }, { 1, 0.5f }, { 2, 0.51f } };
	const lwCycleMark late[4] = { { 0, 0.31f }, { 3, 0.32f }, { 1, 0.82f }, { 2, 0.81f } };
	const lwCycleSample trots[2] = { { 0.6f, 1, 4, trot }, { 0.7f, 1, 4, late } };
	lwCycleSync* sync = Make(trots, 2);
	for (int k = 0; k < 100; ++k) {
		float u = 0.01f * (float)k;
		assert_true(Apart(lwCycleSync_ClipPhase(sync, 1, u) - lwCycleSync_ClipPhase(sync, 0, u), 0.31f) < 1e-4f);
	}
	lwDestroyCycleSync(sync);
	const lwCycleMark other[4] = { { 0, 0.0f }, { 1, 0.25f }, { 3, 0.5f }, { 2, 0.75f } };
	// Two walks and one of another order: on the whole the walk's, and nobody goes backwards.
	const lwCycleSample mixed[3] = { { 1.0f, 1, 4, walk }, { 1.0f, 1, 4, walk }, { 1.0f, 1, 4, other } };
	sync = Make(mixed, 3);
	for (int i = 0; i < 3; ++i) {
		float last = lwCycleSync_ClipPhase(sync, i, 0.0f), travelled = 0.0f;
		for (int k = 1; k <= 200; ++k) {
			float now = lwCycleSync_ClipPhase(sync, i, 0.005f * (float)k), way = lwWrap01(now - last + 1e-5f) - 1e-5f;
			assert_true(way < 0.02f);
			travelled += way;
			last = now;
		}
		assert_true(fabsf(travelled - 1.0f) < 1e-4f);
	}
	lwDestroyCycleSync(sync);
	// Legs 0.03 apart here and 0.001 there are one moment: the clip is not stretched thirtyfold for it.
	const lwCycleMark tight[4] = { { 0, 0.0f }, { 3, 0.03f }, { 1, 0.5f }, { 2, 0.53f } };
	const lwCycleMark tighter[4] = { { 0, 0.0f }, { 3, 0.001f }, { 1, 0.5f }, { 2, 0.501f } };
	const lwCycleSample close[2] = { { 1.0f, 1, 4, tight }, { 1.0f, 1, 4, tighter } };
	sync = Make(close, 2);
	for (int k = 0; k < 400; ++k) {
		float u = 0.0025f * (float)k;
		float a = lwWrap01(lwCycleSync_ClipPhase(sync, 0, u + 0.0025f) - lwCycleSync_ClipPhase(sync, 0, u));
		float b = lwWrap01(lwCycleSync_ClipPhase(sync, 1, u + 0.0025f) - lwCycleSync_ClipPhase(sync, 1, u));
		assert_true(a < 1.1f * b && b < 1.1f * a);
	}
	lwDestroyCycleSync(sync);
}

// Two legs that count as one, wherever their moment lies, also around the beginning of the clip.
static void TestPairOverTheSeam(void** state) {
	(void)state;
	const lwCycleMark b[4] = { { 0, 0.0f }, { 3, 0.0f }, { 1, 0.4f }, { 2, 0.4f } };
	for (int shift = 0; shift < 40; ++shift) {
		float s = 0.025f * (float)shift;
		const lwCycleMark a[4] = { { 0, 0.98f + s }, { 3, 0.01f + s }, { 1, 0.48f + s }, { 2, 0.51f + s } };
		const lwCycleSample samples[2] = { { 1.0f, 1, 4, a }, { 0.8f, 1, 4, b } };
		lwCycleSync* sync = Make(samples, 2);
		for (int k = 0; k < 800; ++k) { // from the pairs' means at -0.005 and 0.495 to 0 and 0.4
			float in = 0.00125f * (float)k, at = in - 0.005f + s;
			float want = in < 0.5f ? 0.8f * in : 0.4f + 1.2f * (in - 0.5f);
			float got = lwCycleSync_ClipPhase(sync, 1, lwCycleSync_PhaseOfClip(sync, 0, at));
			if (Apart(got, want) > 1e-5f) {
				fail_msg("shift %.3f: %.3f is %.6f, not %.6f", (double)s, (double)at, (double)got, (double)want);
			}
		}
		const lwBlendWeight one = { 0, 1.0f };
		float phase = lwCycleSync_PhaseOfClip(sync, 0, 0.0f);
		for (int k = 1; k <= 150; ++k) {
			phase = lwCycleSync_Advance(sync, &one, 1, phase, 0.01f);
			assert_true(Apart(lwCycleSync_ClipPhase(sync, 0, phase), 0.01f * (float)k) < 2e-5f);
		}
		lwDestroyCycleSync(sync);
	}
}

// ---- Gaits of creatures --------------------------------------------------------------------------------------------

typedef struct Biped {
	lwScene* scene;
	lwSceneSkeleton* skeleton;
	lwRig rig;
} Biped;

static Biped s_biped;

static void Open(void) {
	lwSampleCreatureDef creature = lwDefaultSampleCreatureDef();
	assert_int_equal(lwMakeSampleCreature(&creature, &s_biped.scene).status, lw_ok);
	assert_int_equal(lwScene_MakeSkeleton(s_biped.scene, &s_biped.skeleton).status, lw_ok);
	lwAutoRigDef find = lwDefaultAutoRigDef();
	find.scene = s_biped.scene, find.skeleton = s_biped.skeleton;
	assert_int_equal(lwAutoRig(&find, &s_biped.rig, NULL).status, lw_ok);
}

static lwAnalysis* Analyse(const char* clip) {
	if (s_biped.scene == NULL) {
		Open();
	}
	lwAnalyseDef study = lwDefaultAnalyseDef();
	study.scene = s_biped.scene, study.skeleton = s_biped.skeleton, study.rig = &s_biped.rig;
	study.clip = lwScene_FindClip(s_biped.scene, clip, NULL);
	lwAnalysis* analysis = NULL;
	lwResult result = lwAnalyseClip(&study, &analysis);
	if (result.status != lw_ok) {
		fail_msg("%s: %s", clip, result.message);
	}
	return analysis;
}

// A walk, and the same begun at another moment: synchronised, half of each is the walk again.
static void TestShiftedWalk(void** state) {
	(void)state;
	lwAnalysis* walk = Analyse("Walk");
	lwClip shifted = *walk->clip;
	int joints = shifted.jointCount, frames = shifted.frameCount, by = frames * 37 / 100;
	lwTransform* copy = malloc((size_t)(joints * frames) * sizeof(*copy));
	for (int f = 0; f < frames; ++f) {
		memcpy(copy + (size_t)f * (size_t)joints, shifted.frames + (size_t)((f + by) % frames) * (size_t)joints,
			   (size_t)joints * sizeof(*copy));
	}
	shifted.frames = copy;
	lwGait moved = walk->gait;
	for (int l = 0; l < moved.legCount; ++l) {
		moved.legs[l].stance = lwWrap01(moved.legs[l].stance - (float)by / (float)frames);
	}
	lwCycleMark marks[2][LW_MAX_LEGS];
	const lwCycleSample samples[2] = { lwCycleSample_FromGait(&walk->gait, marks[0]), lwCycleSample_FromGait(&moved, marks[1]) };
	const lwBlendWeight half[2] = { { 0, 0.5f }, { 1, 0.5f } };
	lwCycleSync* sync = Make(samples, 2);
	float phase = 0.0f;
	lwTransform a[256], b[256], mixed[256];
	for (int frame = 0; frame < 100; ++frame) {
		phase = lwCycleSync_Advance(sync, half, 2, phase, 1.0f / 60.0f);
		lwClip_Sample(walk->clip, lwCycleSync_ClipPhase(sync, 0, phase) * walk->clip->duration, a);
		lwClip_Sample(&shifted, lwCycleSync_ClipPhase(sync, 1, phase) * shifted.duration, b);
		const lwPoseInput inputs[2] = { { a, 0.5f, NULL }, { b, 0.5f, NULL } };
		lwPose_Blend(inputs, 2, NULL, joints, mixed);
		for (int j = 0; j < joints; ++j) {
			assert_true(lwDistance(mixed[j].pos, a[j].pos) < 1e-4f);
			lwQuat d = lwQuatMul(mixed[j].rot, lwConj(a[j].rot));
			assert_true(lwLength(lwQuatLog(d)) < 1e-3f);
		}
	}
	lwDestroyCycleSync(sync);
	free(copy);
	lwDestroyAnalysis(walk);
}

// A gait mixed with itself is itself.
static void TestGaitOfOne(void** state) {
	(void)state;
	lwAnalysis* walk = Analyse("Walk");
	static lwCycleMark marks[2][LW_MAX_LEGS];
	static lwGait out;
	const lwGait* gaits[2] = { &walk->gait, &walk->gait };
	const lwCycleSample samples[2] = { lwCycleSample_FromGait(gaits[0], marks[0]), lwCycleSample_FromGait(gaits[1], marks[1]) };
	lwCycleSync* sync = Make(samples, 2);
	const lwBlendWeight weights[2] = { { 0, 0.3f }, { 1, 0.7f } };
	lwGait_Blend(sync, gaits, weights, 2, &out);
	const lwGait* g = &walk->gait;
	assert_true(out.cyclic && out.legCount == g->legCount);
	assert_string_equal(out.gaitName, g->gaitName);
	assert_true(fabsf(out.period - g->period) < 1e-5f && fabsf(out.speed - g->speed) < 1e-5f && fabsf(out.stride - g->stride) < 1e-4f);
	assert_true(lwDistance(out.directionMS, g->directionMS) < 1e-5f && lwDistance(out.originMS, g->originMS) < 1e-5f);
	for (int l = 0; l < out.legCount; ++l) {
		const lwGaitLeg *a = &out.legs[l], *b = &g->legs[l];
		assert_true(Apart(a->stance, b->stance) < 1e-5f);
		const float got[] = { a->lift, a->off, a->strike, a->land, a->warpedOff, a->warpedStrike, a->duty, a->stepLength, a->midStanceSpeed };
		const float want[] = { b->lift, b->off, b->strike, b->land, b->warpedOff, b->warpedStrike, b->duty, b->stepLength, b->midStanceSpeed };
		for (int i = 0; i < 9; ++i) {
			assert_true(fabsf(got[i] - want[i]) < 1e-5f);
		}
		assert_true(lwDistance(a->stancePosCS, b->stancePosCS) < 1e-5f && lwDistance(a->footDirCS, b->footDirCS) < 1e-5f);
		assert_true(lwDistance(a->offPosCS, b->offPosCS) < 1e-5f && lwDistance(a->strikePosCS, b->strikePosCS) < 1e-5f);
		for (int u = 0; u < LW_FLIGHT_SAMPLES; ++u) {
			assert_true(lwDistance(a->flight[u], b->flight[u]) < 1e-5f);
			assert_true(lwLength(lwQuatLog(lwQuatMul(a->flightRot[u], lwConj(b->flightRot[u])))) < 1e-5f);
		}
		for (int u = 0; u < LW_CURVE_SAMPLES; ++u) {
			assert_true(lwDistance(a->liftCurve[u], b->liftCurve[u]) < 1e-4f && lwDistance(a->plantCurve[u], b->plantCurve[u]) < 1e-4f);
			assert_true(fabsf(a->alpha[u] - b->alpha[u]) < 1e-4f);
		}
	}
	lwDestroyCycleSync(sync);
	lwDestroyAnalysis(walk);
}

// Idle and run: a slow walk at the run's cadence; forward and left: the diagonal; nobody: standing, with key times.
static void TestMixedGaits(void** state) {
	(void)state;
	lwAnalysis* parts[3] = { Analyse("Run"), Analyse("Walk_L"), Analyse("Idle") };
	assert_false(parts[2]->gait.cyclic);
	static lwCycleMark marks[3][LW_MAX_LEGS];
	static lwGait out;
	const lwGait* gaits[3];
	lwCycleSample samples[3];
	for (int i = 0; i < 3; ++i) {
		gaits[i] = &parts[i]->gait;
		samples[i] = lwCycleSample_FromGait(gaits[i], marks[i]);
	}
	assert_int_equal(samples[2].cycles, 0);
	lwCycleSync* sync = Make(samples, 3);
	const lwBlendWeight slow[2] = { { 2, 0.7f }, { 0, 0.3f } };
	lwGait_Blend(sync, gaits, slow, 2, &out);
	const lwGait *run = gaits[0], *left = gaits[1];
	assert_true(fabsf(out.period - run->period) < 1e-5f && fabsf(out.speed - 0.3f * run->speed) < 1e-5f);
	for (int l = 0; l < out.legCount; ++l) {
		assert_true(fabsf(out.legs[l].off - run->legs[l].off) < 1e-6f && fabsf(out.legs[l].strike - run->legs[l].strike) < 1e-6f);
		assert_true(fabsf(out.legs[l].stepLength - 0.3f * run->legs[l].stepLength) < 1e-6f);
		assert_true(lwDistance(out.legs[l].flight[16], run->legs[l].flight[16]) < 1e-6f);
		lwVec3 step = lwSub(out.legs[l].strikePosCS, out.legs[l].offPosCS);
		lwVec3 runStep = lwSub(run->legs[l].strikePosCS, run->legs[l].offPosCS);
		assert_true(lwDistance(step, lwMul(runStep, 0.3f)) < 1e-5f);
		assert_true(lwDistance(out.legs[l].stancePosCS, run->legs[l].stancePosCS) < 1e-6f);
		for (int u = 0; u < LW_CURVE_SAMPLES; ++u) {
			float at = lwCycleSync_ClipPhase(sync, 0, (float)u / LW_CURVE_SAMPLES) * LW_CURVE_SAMPLES;
			int a = (int)at, b = (a + 1) % LW_CURVE_SAMPLES;
			lwVec3 lift = lwLerp3(run->legs[l].liftCurve[a], run->legs[l].liftCurve[b], at - (float)a);
			assert_true(lwDistance(out.legs[l].liftCurve[u], lwLerp3(run->legs[l].stancePosCS, lift, 0.3f)) < 1e-5f);
		}
	}
	const lwBlendWeight both[2] = { { 0, 0.25f }, { 1, 0.75f } };
	lwGait_Blend(sync, gaits, both, 2, &out);
	lwVec3 velocity = lwAdd(lwMul(run->directionMS, 0.25f * run->speed), lwMul(left->directionMS, 0.75f * left->speed));
	assert_true(lwDistance(lwMul(out.directionMS, out.speed), velocity) < 1e-4f);
	assert_true(fabsf(out.period - (0.25f * run->period + 0.75f * left->period)) < 1e-5f);
	for (int l = 0; l < out.legCount; ++l) {
		assert_true(fabsf(out.legs[l].off - (0.25f * run->legs[l].off + 0.75f * left->legs[l].off)) < 1e-6f);
		assert_true(fabsf(out.legs[l].duty - (0.25f * run->legs[l].duty + 0.75f * left->legs[l].duty)) < 1e-6f);
		float even = 0.25f * run->legs[l].stepLength + 0.75f * left->legs[l].stepLength;
		float along = lwLength(velocity) / (0.25f * run->speed + 0.75f * left->speed);
		assert_true(fabsf(out.legs[l].stepLength - even * along) < 1e-5f);
	}
	const lwBlendWeight nobody = { 2, 1.0f };
	lwGait_BlendTimes(sync, gaits, &nobody, 1, &out);
	assert_true(out.speed == 0.0f && out.stride == 0.0f && out.legs[0].stepLength == 0.0f);
	assert_true(fabsf(out.legs[0].off - 0.5f * (run->legs[0].off + left->legs[0].off)) < 1e-6f);
	lwDestroyCycleSync(sync);
	for (int i = 0; i < 3; ++i) {
		lwDestroyAnalysis(parts[i]);
	}
}

static int Close(void** state) {
	(void)state;
	lwDestroySceneSkeleton(s_biped.skeleton);
	lwDestroyScene(s_biped.scene);
	return 0;
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(TestInvalid),		 cmocka_unit_test(TestPeriods),		cmocka_unit_test(TestMarks),
		cmocka_unit_test(TestSeveralCycles), cmocka_unit_test(TestRandomSets),	cmocka_unit_test(TestOtherFootfall),
		cmocka_unit_test(TestShiftedWalk),	 cmocka_unit_test(TestGaitOfOne),	cmocka_unit_test(TestMixedGaits),	cmocka_unit_test(TestPairOverTheSeam),
	};
	return cmocka_run_group_tests(tests, NULL, Close);
}
