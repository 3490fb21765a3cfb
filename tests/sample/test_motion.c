// SPDX-License-Identifier: MIT
// Sample clips against their truth: even keys, closed loops, planted feet, reach, knees, smoothness.
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "legwork/sample.h"

#define MAX_NODES 256
#define LARGEST_TURN 75.0f

typedef struct Pose {
	lwTransform local[MAX_NODES];
	lwMat34 world[MAX_NODES];
} Pose;

typedef struct Clip {
	lwScene* scene;
	int index;
	lwSampleTruth truth;
	int frames;
	int upper[LW_SAMPLE_MAX_LEGS], lower[LW_SAMPLE_MAX_LEGS], foot[LW_SAMPLE_MAX_LEGS], toe[LW_SAMPLE_MAX_LEGS];
	Pose bind;
} Clip;

static void Evaluate(const lwScene* scene, int clip, float time, Pose* out) {
	lwScene_SampleClip(scene, clip, time, out->local);
	lwScene_ToWorld(scene, out->local, out->world);
}

static lwVec3 ContactPoint(const Clip* clip, const Pose* pose, int node, lwVec3 bindPoint) {
	return lwMat34Point(pose->world[node], lwMat34Point(lwMat34Inverse(clip->bind.world[node]), bindPoint));
}

static void ContactPoints(const Clip* clip, const Pose* pose, int leg, lwVec3* outHeel, lwVec3* outToe) {
	const lwSampleLegTruth* truth = &clip->truth.legs[leg];
	*outHeel = ContactPoint(clip, pose, truth->heelOnFoot ? clip->foot[leg] : clip->toe[leg], truth->heelMS);
	*outToe = ContactPoint(clip, pose, clip->toe[leg], truth->toeMS);
}

// Stance at both ends of a time step, with its edges.
static bool InStance(const lwSampleLegTruth* leg, float phase) {
	float since = lwWrap01(phase - leg->touchdownPhase + 1e-4f);
	return since <= leg->duty + 2e-4f;
}

// Largest slide between two neighbouring times in stance, largest height off the ground, lowest point of all; in leg lengths.
static void MeasureFeet(const Clip* clip, int steps, float* outSlide, float* outHeight, float* outLowest) {
	*outSlide = *outHeight = 0.0f;
	*outLowest = 1e9f;
	Pose* now = malloc(sizeof *now);
	Pose* next = malloc(sizeof *next);
	float dt = clip->truth.period / (float)steps;
	lwVec3 carried = lwMul(clip->truth.directionMS, clip->truth.speed * dt);
	int pairs = 0;
	for (int i = 0; i < steps; i++) {
		Evaluate(clip->scene, clip->index, (float)i * dt, now);
		Evaluate(clip->scene, clip->index, (float)(i + 1) * dt, next);
		for (int l = 0; l < clip->truth.legCount; l++) {
			lwVec3 heel, toe, nextHeel, nextToe;
			ContactPoints(clip, now, l, &heel, &toe);
			ContactPoints(clip, next, l, &nextHeel, &nextToe);
			float height = lwMinF(heel.y, toe.y);
			*outLowest = lwMinF(*outLowest, height / clip->truth.legLength);
			float phase = (float)i / (float)steps, nextPhase = (float)(i + 1) / (float)steps;
			if (!InStance(&clip->truth.legs[l], phase) || !InStance(&clip->truth.legs[l], nextPhase)) {
				continue;
			}
			lwVec3 slide = heel.y < toe.y ? lwSub(nextHeel, heel) : lwSub(nextToe, toe);
			slide = lwAdd(slide, carried);
			slide.y = 0.0f;
			*outSlide = lwMaxF(*outSlide, lwLength(slide) / clip->truth.legLength);
			*outHeight = lwMaxF(*outHeight, lwAbsF(height) / clip->truth.legLength);
			pairs++;
		}
	}
	assert_true(pairs > 0);
	free(now);
	free(next);
}

static void CheckFeet(const Clip* clip) {
	float slide, height, lowest, fineSlide, fineHeight, fineLowest;
	MeasureFeet(clip, clip->frames, &slide, &height, &lowest);
	MeasureFeet(clip, clip->frames * 4, &fineSlide, &fineHeight, &fineLowest);
	print_message("  slide %.5f height %.5f lowest %.4f | between keys %.5f %.5f %.4f (leg lengths)\n", (double)slide, (double)height,
		(double)lowest, (double)fineSlide, (double)fineHeight, (double)fineLowest);
	assert_true(slide < 0.0005f);
	assert_true(height < 0.0005f);
	assert_true(lowest > -0.005f);
	assert_true(fineSlide < 0.007f && fineHeight < 0.018f); // straight lines between keys: a gallop has four in a stance
}

// Reach of the two-bone chains, and the knee always bent to the side of the bind pose.
static void CheckLegs(const Clip* clip) {
	Pose* pose = malloc(sizeof *pose);
	float largest = 0.0f, leastBend = 1e9f;
	for (int f = 0; f < clip->frames * 2; f++) {
		Evaluate(clip->scene, clip->index, clip->truth.period * (float)f / (float)(clip->frames * 2), pose);
		for (int l = 0; l < clip->truth.legCount; l++) {
			const Pose* both[2] = { &clip->bind, pose };
			lwVec3 hinge[2];
			for (int k = 0; k < 2; k++) {
				lwVec3 hip = both[k]->world[clip->upper[l]].t, knee = both[k]->world[clip->lower[l]].t, foot = both[k]->world[clip->foot[l]].t;
				lwVec3 up = lwNormalizeOr(lwSub(knee, hip), lwV3(0, 1, 0)), down = lwNormalizeOr(lwSub(foot, knee), lwV3(0, 1, 0));
				lwVec3 axis = lwCross(up, down);
				hinge[k] = lwRotate(lwConj(lwMat34Rotation(both[k]->world[clip->upper[l]])), axis);
				if (k == 1) {
					largest = lwMaxF(largest, lwDistance(hip, foot) / clip->truth.legs[l].reach);
				}
			}
			leastBend = lwMinF(leastBend, lwDot(hinge[1], lwNormalizeOr(hinge[0], lwV3(0, 1, 0))));
		}
	}
	print_message("  reach %.4f, least knee bend (sine) %.3f\n", (double)largest, (double)leastBend);
	assert_true(largest <= 0.9705f);
	assert_true(leastBend > 0.1f);
	free(pose);
}

static lwVec3 Turn(lwQuat a, lwQuat b) {
	return lwQuatLog(lwQuatMul(lwConj(a), b));
}

// Largest change of the angular velocity of any joint between neighbouring frames, rad/s per frame, around the loop.
static float LargestJerk(const Clip* clip, int* outNode) {
	Pose* pose[3] = { malloc(sizeof(Pose)), malloc(sizeof(Pose)), malloc(sizeof(Pose)) };
	float largest = 0.0f, dt = clip->truth.period / (float)clip->frames;
	for (int f = 0; f < clip->frames; f++) {
		for (int k = 0; k < 3; k++) {
			Evaluate(clip->scene, clip->index, (float)((f + k) % clip->frames) * dt, pose[k]);
		}
		for (int n = 0; n < clip->scene->nodeCount; n++) {
			lwVec3 first = Turn(pose[0]->local[n].rot, pose[1]->local[n].rot);
			lwVec3 second = Turn(pose[1]->local[n].rot, pose[2]->local[n].rot);
			float change = lwDistance(first, second) / dt;
			*outNode = change > largest ? n : *outNode;
			largest = lwMaxF(largest, change);
		}
	}
	for (int k = 0; k < 3; k++) {
		free(pose[k]);
	}
	return largest;
}

// In units of what it takes to turn by a radian within a flight: pops would be tens of times larger at these rates.
static void CheckSmooth(const Clip* clip) {
	int node = 0;
	float jerk = LargestJerk(clip, &node);
	float duty = clip->truth.legs[0].duty;
	float flight = clip->truth.period * (1.0f - duty), dt = clip->truth.period / (float)clip->frames;
	float turn = jerk / dt * flight * flight;
	print_message("  largest change of angular velocity in a frame %.2f rad/s at %s: %.1f rad per flight squared\n", (double)jerk,
		clip->scene->nodes[node].name, (double)turn);
	assert_true(duty < 1.0f ? turn < LARGEST_TURN : jerk < 0.05f);
}

static void CheckKeys(const Clip* clip, int frameRate) {
	const lwSceneClip* stored = &clip->scene->clips[clip->index];
	assert_string_equal(stored->name, clip->truth.clip);
	assert_true(stored->start == 0.0f && fabsf(stored->end - clip->truth.period) < 1e-5f);
	assert_true(stored->channelCount > 4);
	for (int c = 0; c < stored->channelCount; c++) {
		const lwSceneChannel* channel = &stored->channels[c];
		assert_int_equal(channel->interpolation, lw_interpLinear);
		assert_int_equal(channel->keyCount, clip->frames + 1);
		assert_true(channel->node > 1 && channel->node < clip->scene->nodeCount); // never the root
		for (int k = 0; k < channel->keyCount; k++) {
			assert_true(fabsf(channel->times[k] - (float)k / (float)frameRate) < 1e-5f);
		}
		for (int i = 0; i < channel->width; i++) {
			float first = channel->values[i], last = channel->values[(channel->keyCount - 1) * channel->width + i];
			assert_true(fabsf(first - last) < 1e-6f);
		}
	}
}

static void OpenClip(Clip* clip, const lwSampleCreatureDef* def, lwScene* scene, int index) {
	clip->scene = scene;
	clip->index = index;
	assert_true(scene->nodeCount <= MAX_NODES);
	lwResult result = lwSampleCreature_Truth(def, index, &clip->truth);
	assert_int_equal(result.status, lw_ok);
	clip->frames = (int)lroundf(clip->truth.period * (float)def->frameRate);
	for (int l = 0; l < clip->truth.legCount; l++) {
		clip->upper[l] = lwScene_FindNode(scene, clip->truth.legs[l].upper);
		clip->lower[l] = lwScene_FindNode(scene, clip->truth.legs[l].lower);
		clip->foot[l] = lwScene_FindNode(scene, clip->truth.legs[l].foot);
		clip->toe[l] = lwScene_FindNode(scene, clip->truth.legs[l].toe);
		assert_true(clip->upper[l] > 0 && clip->lower[l] > 0 && clip->foot[l] > 0 && clip->toe[l] > 0);
	}
	Evaluate(scene, -1, 0.0f, &clip->bind);
}

static void CheckAllClips(lwSampleCreatureDef def) {
	lwScene* scene = NULL;
	assert_int_equal(lwMakeSampleCreature(&def, &scene).status, lw_ok);
	int count = lwSampleCreature_ClipCount(&def);
	assert_true(count >= 2);
	assert_int_equal(scene->clipCount, count);
	Clip* clip = malloc(sizeof *clip);
	for (int i = 0; i < count; i++) {
		OpenClip(clip, &def, scene, i);
		print_message("%s seed %u %s: %.3f s, %.3f m/s, duty %.3f\n", lwSampleCreature_Name((int)def.kind), def.seed, clip->truth.clip,
			(double)clip->truth.period, (double)clip->truth.speed, (double)clip->truth.legs[0].duty);
		CheckKeys(clip, def.frameRate);
		CheckFeet(clip);
		CheckLegs(clip);
		CheckSmooth(clip);
	}
	free(clip);
	lwDestroyScene(scene);
}

static lwSampleCreatureDef DefOf(int kind) {
	lwSampleCreatureDef def = lwDefaultSampleCreatureDef();
	def.kind = (lwSampleCreatureKind)kind;
	def.detail = 0.4f;
	return def;
}

static void Test_Clips(void** state) {
	(void)state;
	for (int kind = 0; kind < lw_sampleCreatureCount; kind++) {
		CheckAllClips(DefOf(kind));
	}
}

static void Test_Variants(void** state) {
	(void)state;
	lwSampleCreatureDef def = DefOf(lw_sampleQuadruped);
	def.seed = 3;
	def.scale = 0.1f;
	CheckAllClips(def);
	def = DefOf(lw_sampleHexapod);
	def.legPairs = 6;
	CheckAllClips(def);
	def = DefOf(lw_sampleDragon);
	def.frameRate = 60;
	CheckAllClips(def);
}

// The footfalls that the names promise.
static void Test_Footfall(void** state) {
	(void)state;
	static const struct {
		int kind;
		const char* clip;
		int legCount;
		float phases[8];
	} rows[] = {
		{ lw_sampleBiped, "Walk", 2, { 0.0f, 0.5f } },
		{ lw_sampleBiped, "Run_BL", 2, { 0.0f, 0.5f } },
		{ lw_sampleQuadruped, "Walk", 4, { 0.0f, 0.5f, 0.25f, 0.75f } },
		{ lw_sampleQuadruped, "Trot", 4, { 0.0f, 0.5f, 0.5f, 0.0f } },
		{ lw_sampleQuadruped, "Canter", 4, { 0.25f, 0.0f, 0.5f, 0.25f } },
		{ lw_sampleQuadruped, "Gallop", 4, { 0.0f, 0.125f, 0.375f, 0.5f } },
		{ lw_sampleHexapod, "Walk", 6, { 0.0f, 0.5f, 0.5f, 0.0f, 0.0f, 0.5f } },
		{ lw_sampleSpider, "Walk", 8, { 0.0f, 0.5f, 0.5f, 0.0f, 0.0f, 0.5f, 0.5f, 0.0f } },
		{ lw_sampleDragon, "Walk", 4, { 0.0f, 0.5f, 0.25f, 0.75f } },
	};
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		lwSampleCreatureDef def = DefOf(rows[i].kind);
		lwSampleTruth truth;
		bool found = false;
		for (int c = 0; c < lwSampleCreature_ClipCount(&def) && !found; c++) {
			assert_int_equal(lwSampleCreature_Truth(&def, c, &truth).status, lw_ok);
			found = strcmp(truth.clip, rows[i].clip) == 0;
		}
		assert_true(found);
		assert_int_equal(truth.legCount, rows[i].legCount);
		for (int l = 0; l < truth.legCount; l++) {
			assert_true(fabsf(truth.legs[l].touchdownPhase - rows[i].phases[l]) < 1e-5f);
		}
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(Test_Clips),
		cmocka_unit_test(Test_Variants),
		cmocka_unit_test(Test_Footfall),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
