// SPDX-License-Identifier: MIT
// The sample person: 1.75 m, A-pose; walks and runs in eight directions.
#include "sample/creature.h"

#include <stdio.h>
#include <string.h>

#define COUNT(rows) (int)(sizeof rows / sizeof rows[0])

enum { skin, shirt, trousers, shoes, hair, eyes };

static const SampleGroupRow groups[] = {
	{ "skin", { 0.62f, 0.36f, 0.24f }, 0.6f, 0.013f, 0.030f, false, false },
	{ "shirt", { 0.05f, 0.23f, 0.36f }, 0.9f, 0.019f, 0.060f, false, false },
	{ "trousers", { 0.10f, 0.11f, 0.16f }, 0.9f, 0.019f, 0.045f, false, false },
	{ "shoes", { 0.45f, 0.10f, 0.05f }, 0.7f, 0.013f, 0.030f, true, false },
	{ "hair", { 0.06f, 0.035f, 0.02f }, 0.8f, 0.014f, 0.030f, false, true },
	{ "eyes", { 0.01f, 0.01f, 0.012f }, 0.2f, 0.007f, 0.0f, false, true },
};

static const SampleJointRow joints[] = {
	{ "root", NULL, { 0.0f, 0.0f, 0.0f }, false },
	{ "hips", "root", { 0.0f, 0.98f, -0.005f }, false },
	{ "spine1", "hips", { 0.0f, 1.08f, -0.015f }, false },
	{ "spine2", "spine1", { 0.0f, 1.18f, -0.020f }, false },
	{ "chest", "spine2", { 0.0f, 1.29f, -0.020f }, false },
	{ "neck", "chest", { 0.0f, 1.46f, -0.025f }, false },
	{ "head", "neck", { 0.0f, 1.56f, 0.0f }, false },
	{ "head_end", "head", { 0.0f, 1.76f, 0.0f }, false },
	{ "clavicle", "chest", { 0.03f, 1.41f, 0.0f }, true },
	{ "upperarm", "clavicle", { 0.165f, 1.40f, -0.025f }, true },
	{ "forearm", "upperarm", { 0.365f, 1.205f, -0.040f }, true },
	{ "hand", "forearm", { 0.540f, 1.035f, -0.015f }, true },
	{ "fingers", "hand", { 0.595f, 0.980f, -0.003f }, true },
	{ "thigh", "hips", { 0.095f, 0.930f, 0.0f }, true },
	{ "shin", "thigh", { 0.100f, 0.515f, 0.030f }, true },
	{ "foot", "shin", { 0.100f, 0.085f, -0.030f }, true },
	{ "toe", "foot", { 0.105f, 0.025f, 0.100f }, true },
	{ "toe_end", "toe", { 0.110f, 0.020f, 0.180f }, true },
};

static const SamplePrimRow prims[] = {
	// head and neck
	{ skin, "head", { 0.0f, 1.665f, 0.0f }, { 0.0f, 1.650f, 0.015f }, 0.098f, 0.092f, { 0.88f, 1.05f, 1.0f }, false },
	{ skin, "head", { 0.0f, 1.605f, 0.030f }, { 0.0f, 1.570f, 0.062f }, 0.068f, 0.036f, { 0.95f, 1.0f, 1.0f }, false },
	{ skin, "head", { 0.0f, 1.640f, 0.100f }, { 0.0f, 1.618f, 0.113f }, 0.010f, 0.015f, { 0.0f, 0.0f, 0.0f }, false },
	{ skin, "head", { 0.088f, 1.635f, -0.005f }, { 0.086f, 1.610f, 0.0f }, 0.022f, 0.015f, { 0.5f, 1.0f, 0.9f }, true },
	{ skin, "neck", { 0.0f, 1.440f, -0.022f }, { 0.0f, 1.570f, -0.002f }, 0.056f, 0.052f, { 0.0f, 0.0f, 0.0f }, false },
	// arms
	{ skin, "upperarm", { 0.265f, 1.303f, -0.032f }, { 0.365f, 1.205f, -0.040f }, 0.044f, 0.040f, { 0.0f, 0.0f, 0.0f }, true },
	{ skin, "forearm", { 0.365f, 1.205f, -0.040f }, { 0.540f, 1.035f, -0.015f }, 0.042f, 0.028f, { 0.0f, 0.0f, 0.0f }, true },
	{ skin, "hand", { 0.545f, 1.030f, -0.014f }, { 0.590f, 0.985f, -0.004f }, 0.032f, 0.036f, { 0.75f, 1.0f, 1.15f }, true },
	{ skin, "fingers", { 0.595f, 0.980f, -0.003f }, { 0.648f, 0.918f, 0.006f }, 0.035f, 0.024f, { 0.75f, 1.0f, 1.15f }, true },
	{ skin, "hand", { 0.550f, 1.020f, 0.010f }, { 0.578f, 0.972f, 0.055f }, 0.018f, 0.014f, { 0.0f, 0.0f, 0.0f }, true },
	// shirt
	{ shirt, "chest", { 0.0f, 1.330f, -0.010f }, { 0.0f, 1.270f, 0.0f }, 0.150f, 0.148f, { 1.06f, 1.0f, 0.76f }, false },
	{ shirt, "spine2", { 0.0f, 1.230f, -0.005f }, { 0.0f, 1.150f, -0.005f }, 0.143f, 0.132f, { 1.0f, 1.0f, 0.76f }, false },
	{ shirt, "spine1", { 0.0f, 1.130f, -0.005f }, { 0.0f, 1.060f, -0.005f }, 0.131f, 0.134f, { 1.02f, 1.0f, 0.80f }, false },
	{ shirt, "hips", { 0.0f, 1.030f, -0.005f }, { 0.0f, 0.965f, -0.005f }, 0.140f, 0.146f, { 1.20f, 0.55f, 0.95f }, false },
	{ shirt, "chest", { 0.0f, 1.400f, -0.022f }, { 0.0f, 1.445f, -0.022f }, 0.085f, 0.060f, { 0.0f, 0.0f, 0.0f }, false },
	{ shirt, "clavicle", { 0.055f, 1.400f, -0.020f }, { 0.140f, 1.395f, -0.022f }, 0.072f, 0.070f, { 0.0f, 0.0f, 0.0f }, true },
	{ shirt, "upperarm", { 0.165f, 1.395f, -0.025f }, { 0.325f, 1.243f, -0.037f }, 0.068f, 0.054f, { 0.0f, 0.0f, 0.0f }, true },
	// trousers
	{ trousers, "hips", { 0.0f, 0.985f, -0.005f }, { 0.0f, 0.925f, -0.005f }, 0.128f, 0.118f, { 1.10f, 1.0f, 0.86f }, false },
	{ trousers, "hips", { 0.062f, 0.915f, -0.045f }, { 0.062f, 0.905f, -0.040f }, 0.086f, 0.084f, { 0.0f, 0.0f, 0.0f }, true },
	{ trousers, "thigh", { 0.095f, 0.900f, 0.0f }, { 0.100f, 0.530f, 0.026f }, 0.094f, 0.064f, { 0.0f, 0.0f, 0.0f }, true },
	{ trousers, "shin", { 0.100f, 0.515f, 0.024f }, { 0.100f, 0.105f, -0.028f }, 0.064f, 0.050f, { 0.0f, 0.0f, 0.0f }, true },
	{ trousers, "shin", { 0.100f, 0.420f, -0.008f }, { 0.100f, 0.340f, -0.012f }, 0.056f, 0.050f, { 0.0f, 0.0f, 0.0f }, true },
	// shoes
	{ shoes, "foot", { 0.100f, 0.105f, -0.030f }, { 0.100f, 0.060f, -0.035f }, 0.045f, 0.050f, { 0.0f, 0.0f, 0.0f }, true },
	{ shoes, "foot", { 0.100f, 0.040f, -0.045f }, { 0.105f, 0.032f, 0.085f }, 0.052f, 0.050f, { 0.95f, 1.0f, 1.0f }, true },
	{ shoes, "foot", { 0.100f, 0.085f, -0.010f }, { 0.105f, 0.045f, 0.085f }, 0.044f, 0.042f, { 0.0f, 0.0f, 0.0f }, true },
	{ shoes, "toe", { 0.105f, 0.030f, 0.105f }, { 0.110f, 0.026f, 0.155f }, 0.050f, 0.042f, { 1.02f, 1.0f, 1.0f }, true },
	// hair and eyes
	{ hair, "head", { 0.0f, 1.690f, -0.022f }, { 0.0f, 1.640f, -0.035f }, 0.100f, 0.090f, { 0.95f, 1.02f, 1.0f }, false },
	{ hair, "head", { 0.0f, 1.735f, 0.045f }, { 0.035f, 1.730f, 0.060f }, 0.045f, 0.038f, { 0.0f, 0.0f, 0.0f }, false },
	{ hair, "head", { 0.0f, 1.735f, 0.040f }, { -0.040f, 1.725f, 0.055f }, 0.045f, 0.038f, { 0.0f, 0.0f, 0.0f }, false },
	{ eyes, "head", { 0.034f, 1.655f, 0.091f }, { 0.034f, 1.649f, 0.092f }, 0.012f, 0.012f, { 0.0f, 0.0f, 0.0f }, true },
};

static const SampleLegRow legs[] = {
	{ NULL, "thigh", "shin", "foot", "toe", { 0.100f, 0.0f, -0.080f }, { 0.108f, 0.0f, 0.175f }, 0, 0.0f, false, true, true },
};

// Arms hang at the sides in every clip.
#define ARMS_DOWN(swing, elbow, elbowSwing)                                                                                \
	{ "upperarm.L", 'z', -36.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, false }, { "upperarm.L", 'x', 2.0f, swing, 0.02f, 0.0f, 0.0f, 0.8f, false }, \
		{ "clavicle.L", 'y', 0.0f, -0.12f * (swing), 0.02f, 0.0f, 0.0f, 0.8f, false },                                        \
		{ "forearm.L", 'f', elbow, elbowSwing, 0.54f, 0.0f, 0.0f, 0.5f, false }, { "hand.L", 'f', 4.0f, 0.3f * (elbowSwing), 0.62f, 0.0f, 0.0f, 0.0f, false }, \
		{ "fingers.L", 'f', 12.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, false }

static const SampleCurve idleCurves[] = {
	ARMS_DOWN(0.0f, 14.0f, 0.0f),
	{ "hips", 'X', 0.0f, 0.008f, 0.0f, 0.0f, 0.0f, 0.0f, false },
	{ "hips", 'Y', -0.004f, 0.0f, 0.0f, 0.003f, 0.10f, 0.0f, false },
	{ "hips", 'z', 0.0f, 0.8f, 0.0f, 0.0f, 0.0f, 0.0f, false },
	{ "spine1", 'z', 0.0f, -0.8f, 0.0f, 0.0f, 0.0f, 0.0f, false },
	{ "spine2", 'x', 0.0f, 0.0f, 0.0f, -0.7f, 0.15f, 0.0f, false },
	{ "chest", 'x', 0.0f, 0.0f, 0.0f, -1.2f, 0.17f, 0.0f, false },
	{ "clavicle.L", 'z', 0.0f, 0.0f, 0.0f, 1.4f, 0.17f, 0.0f, true },
	{ "upperarm.L", 'x', 0.0f, 0.0f, 0.0f, 0.8f, 0.22f, 0.0f, true },
	{ "head", 'y', 0.0f, 2.5f, 0.30f, 0.0f, 0.0f, 0.0f, false },
	{ "head", 'x', 1.0f, 0.0f, 0.0f, 0.8f, 0.25f, 0.0f, false },
};

// The left foot strikes at 0 and stands till 0.633.
static const SampleCurve walkCurves[] = {
	ARMS_DOWN(21.0f, 20.0f, 9.0f),
	{ "hips", 'Y', 0.0f, 0.0f, 0.0f, 0.010f, 0.33f, 0.0f, false },
	{ "hips", 'X', 0.0f, 0.018f, 0.31f, 0.0f, 0.0f, 0.0f, false },
	{ "hips", 'Z', 0.0f, 0.0f, 0.0f, 0.006f, 0.07f, 1.0f, false },
	{ "hips", 'z', 0.0f, 3.0f, 0.21f, 0.0f, 0.0f, 0.0f, false },
	{ "hips", 'y', 0.0f, 5.5f, 0.51f, 0.0f, 0.0f, 1.0f, false },
	{ "hips", 'x', 2.5f, 0.0f, 0.0f, 0.8f, 0.05f, 1.0f, false },
	{ "spine1", 'z', 0.0f, -2.0f, 0.21f, 0.0f, 0.0f, 0.0f, false },
	{ "spine2", 'z', 0.0f, -2.0f, 0.22f, 0.0f, 0.0f, 0.0f, false },
	{ "spine1", 'y', 0.0f, 3.5f, 0.01f, 0.0f, 0.0f, 1.0f, false },
	{ "spine2", 'y', 0.0f, 4.0f, 0.02f, 0.0f, 0.0f, 1.0f, false },
	{ "chest", 'y', 0.0f, 3.5f, 0.03f, 0.0f, 0.0f, 1.0f, false },
	{ "chest", 'x', 0.0f, 0.0f, 0.0f, 0.8f, 0.10f, 0.0f, false },
	{ "head", 'x', 2.0f, 0.0f, 0.0f, 0.9f, 0.16f, 0.0f, false },
};

static const SampleCurve runCurves[] = {
	ARMS_DOWN(36.0f, 82.0f, 12.0f),
	{ "hips", 'Y', 0.0f, 0.0f, 0.0f, 0.026f, 0.417f, 0.0f, false },
	{ "hips", 'X', 0.0f, 0.010f, 0.167f, 0.0f, 0.0f, 0.0f, false },
	{ "hips", 'z', 0.0f, 3.0f, 0.14f, 0.0f, 0.0f, 0.0f, false },
	{ "hips", 'y', 0.0f, 7.0f, 0.47f, 0.0f, 0.0f, 1.0f, false },
	{ "hips", 'x', 7.0f, 0.0f, 0.0f, 1.5f, 0.30f, 1.0f, false },
	{ "spine1", 'x', 2.0f, 0.0f, 0.0f, 1.0f, 0.20f, 1.0f, false },
	{ "spine1", 'z', 0.0f, -2.0f, 0.15f, 0.0f, 0.0f, 0.0f, false },
	{ "spine2", 'z', 0.0f, -2.0f, 0.16f, 0.0f, 0.0f, 0.0f, false },
	{ "spine1", 'y', 0.0f, 5.0f, -0.02f, 0.0f, 0.0f, 1.0f, false },
	{ "spine2", 'y', 0.0f, 6.0f, -0.01f, 0.0f, 0.0f, 1.0f, false },
	{ "chest", 'y', 0.0f, 5.0f, 0.0f, 0.0f, 0.0f, 1.0f, false },
	{ "chest", 'x', 3.0f, 0.0f, 0.0f, 1.2f, 0.24f, 1.0f, false },
	{ "head", 'x', 4.0f, 0.0f, 0.0f, 1.2f, 0.30f, 0.0f, false },
};

static const SampleFootStyle walkStyle = {
	.lift = 0.024f, .liftSkew = 1.25f, .strikeRoll = 15.0f, .strikeRollEnd = 0.32f, .offPitch = 38.0f, .offPitchStart = 0.52f,
	.swingPitch = 8.0f, .swingCurl = -4.0f, .placeX = -0.025f, .placeZ = -0.03f, .ease = 0.35f,
};

static const SampleFootStyle runStyle = {
	.lift = 0.12f, .liftSkew = 1.4f, .strikeRoll = 7.0f, .strikeRollEnd = 0.20f, .offPitch = 50.0f, .offPitchStart = 0.30f,
	.swingPitch = 34.0f, .swingCurl = -6.0f, .placeX = -0.045f, .placeZ = -0.085f, .ease = 0.8f,
};

// Ellipse of stance lengths: ahead, backwards and sideways.
static float TravelTowards(float ahead, float back, float side, float angle) {
	float c = lwCos(angle), s = lwSin(angle);
	float along = c / (c >= 0.0f ? ahead : back), across = s / side;
	return 1.0f / lwSqrt(along * along + across * across);
}

// A forward gait turned by angle: less roll, wider feet; backwards the toe strikes and the heel leaves last.
static SampleGait Turned(const SampleGait* forward, const char* name, float angle) {
	SampleGait gait = *forward;
	snprintf(gait.name, sizeof gait.name, "%s", name);
	gait.angle = angle;
	gait.travel = TravelTowards(forward->travel, 0.62f * forward->travel, 0.30f, angle);
	float ahead = lwMaxF(lwCos(angle), 0.0f), back = lwMaxF(-lwCos(angle), 0.0f), side = lwAbsF(lwSin(angle));
	SampleFootStyle* style = &gait.styles[0];
	// Net angle at each end of stance: either heel or toe may turn, never both, or the foot would leave the ground.
	float strike = 20.0f * back + 5.0f * side - style->strikeRoll * ahead;
	float off = style->offPitch * (ahead + 0.3f * side) - 8.0f * back;
	style->strikeRoll = lwMaxF(-strike, 0.0f);
	style->strikePitch = lwMaxF(strike, 0.0f);
	style->strikePitchEnd = 0.25f;
	style->offPitch = lwMaxF(off, 0.0f);
	style->offRoll = lwMaxF(-off, 0.0f);
	style->offRollStart = 0.70f;
	style->swingPitch *= 0.3f + 0.7f * ahead;
	style->placeX = lwLerpF(style->placeX, 0.045f, side);
	return gait;
}

static void AddDirections(SampleCreature* creature, const SampleGait* forward) {
	static const char* const suffixes[] = { "F", "FL", "L", "BL", "B", "BR", "R", "FR" };
	for (int i = 0; i < 8; i++) {
		char name[SAMPLE_NAME];
		snprintf(name, sizeof name, "%.8s_%s", forward->name, suffixes[i]);
		SampleGait gait = Turned(forward, name, lwWrapAngle((float)i * 0.25f * LW_PI));
		SampleCreature_AddGait(creature, &gait);
	}
}

void SampleBiped_Fill(SampleCreature* creature) {
	SampleCreature_AddJoints(creature, joints, COUNT(joints));
	SampleCreature_AddGroups(creature, groups, COUNT(groups));
	SampleCreature_AddPrims(creature, prims, COUNT(prims));
	SampleCreature_AddLegs(creature, legs, COUNT(legs));
	SampleCreature_Steady(creature, "neck", 0.5f);
	SampleCreature_Steady(creature, "head", 0.85f);
	creature->body = SampleCreature_FindJoint(creature, "hips");
	SampleGait idle = { .name = "Idle", .frames = 120, .duty = 1.0f, .curves = idleCurves, .curveCount = COUNT(idleCurves) };
	SampleGait walk = { .name = "Walk", .frames = 30, .duty = 19.0f / 30.0f, .travel = 0.64f, .phases = { 0.0f, 0.5f },
		.styles = { walkStyle }, .curves = walkCurves, .curveCount = COUNT(walkCurves) };
	SampleGait run = { .name = "Run", .frames = 18, .duty = 6.0f / 18.0f, .travel = 0.56f, .phases = { 0.0f, 0.5f },
		.styles = { runStyle }, .curves = runCurves, .curveCount = COUNT(runCurves) };
	SampleCreature_AddGait(creature, &idle);
	SampleCreature_AddGait(creature, &walk);
	SampleCreature_AddGait(creature, &run);
	AddDirections(creature, &walk);
	AddDirections(creature, &run);
}
