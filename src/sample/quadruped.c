// SPDX-License-Identifier: MIT
// The sample wolf: 0.75 m at the shoulder; walks, trots, canters, gallops.
#include "sample/creature.h"

#define COUNT(rows) (int)(sizeof rows / sizeof rows[0])

enum { coat, belly, paws, dark };

static const SampleGroupRow groups[] = {
	{ "coat", { 0.30f, 0.25f, 0.20f }, 0.9f, 0.016f, 0.060f, false, false },
	{ "belly", { 0.62f, 0.55f, 0.46f }, 0.9f, 0.015f, 0.040f, false, false },
	{ "paws", { 0.13f, 0.11f, 0.10f }, 0.9f, 0.010f, 0.020f, true, false },
	{ "dark", { 0.015f, 0.012f, 0.012f }, 0.3f, 0.006f, 0.010f, false, true },
};

static const SampleJointRow joints[] = {
	{ "root", NULL, { 0.0f, 0.0f, 0.0f }, false },
	{ "hips", "root", { 0.0f, 0.660f, -0.360f }, false },
	{ "spine1", "hips", { 0.0f, 0.680f, -0.200f }, false },
	{ "spine2", "spine1", { 0.0f, 0.682f, -0.040f }, false },
	{ "chest", "spine2", { 0.0f, 0.680f, 0.120f }, false },
	{ "neck1", "chest", { 0.0f, 0.720f, 0.300f }, false },
	{ "neck2", "neck1", { 0.0f, 0.800f, 0.400f }, false },
	{ "head", "neck2", { 0.0f, 0.880f, 0.485f }, false },
	{ "muzzle", "head", { 0.0f, 0.865f, 0.600f }, false },
	{ "jaw", "head", { 0.0f, 0.845f, 0.540f }, false },
	{ "ear", "head", { 0.052f, 0.945f, 0.480f }, true },
	{ "tail1", "hips", { 0.0f, 0.660f, -0.470f }, false },
	{ "tail2", "tail1", { 0.0f, 0.605f, -0.565f }, false },
	{ "tail3", "tail2", { 0.0f, 0.535f, -0.650f }, false },
	{ "tail4", "tail3", { 0.0f, 0.460f, -0.720f }, false },
	{ "thigh", "hips", { 0.085f, 0.620f, -0.370f }, true },
	{ "shin", "thigh", { 0.105f, 0.390f, -0.270f }, true },
	{ "foot", "shin", { 0.100f, 0.205f, -0.440f }, true },
	{ "toe", "foot", { 0.100f, 0.042f, -0.395f }, true },
	{ "toe_end", "toe", { 0.100f, 0.020f, -0.315f }, true },
	{ "scapula", "chest", { 0.055f, 0.730f, 0.170f }, true },
	{ "upperarm", "scapula", { 0.095f, 0.545f, 0.290f }, true },
	{ "forearm", "upperarm", { 0.100f, 0.420f, 0.165f }, true },
	{ "hand", "forearm", { 0.098f, 0.165f, 0.205f }, true },
	{ "fingers", "hand", { 0.098f, 0.040f, 0.225f }, true },
	{ "fingers_end", "fingers", { 0.098f, 0.020f, 0.305f }, true },
};

static const SamplePrimRow prims[] = {
	// trunk
	{ coat, "hips", { 0.0f, 0.625f, -0.400f }, { 0.0f, 0.640f, -0.300f }, 0.108f, 0.112f, { 0.95f, 1.05f, 1.0f }, false },
	{ coat, "spine1", { 0.0f, 0.625f, -0.240f }, { 0.0f, 0.615f, -0.130f }, 0.108f, 0.114f, { 0.90f, 1.08f, 1.0f }, false },
	{ coat, "spine2", { 0.0f, 0.615f, -0.080f }, { 0.0f, 0.600f, 0.030f }, 0.117f, 0.130f, { 0.92f, 1.12f, 1.0f }, false },
	{ coat, "chest", { 0.0f, 0.600f, 0.090f }, { 0.0f, 0.600f, 0.210f }, 0.140f, 0.132f, { 0.90f, 1.15f, 1.0f }, false },
	{ coat, "chest", { 0.0f, 0.690f, 0.180f }, { 0.0f, 0.660f, 0.290f }, 0.085f, 0.095f, { 0.0f, 0.0f, 0.0f }, false },
	// neck and head
	{ coat, "neck1", { 0.0f, 0.700f, 0.290f }, { 0.0f, 0.780f, 0.390f }, 0.105f, 0.090f, { 0.90f, 1.0f, 1.0f }, false },
	{ coat, "neck2", { 0.0f, 0.790f, 0.400f }, { 0.0f, 0.870f, 0.475f }, 0.088f, 0.076f, { 0.92f, 1.0f, 1.0f }, false },
	{ coat, "head", { 0.0f, 0.892f, 0.498f }, { 0.0f, 0.884f, 0.550f }, 0.086f, 0.070f, { 1.05f, 0.95f, 1.0f }, false },
	{ coat, "head", { 0.042f, 0.860f, 0.500f }, { 0.030f, 0.855f, 0.550f }, 0.045f, 0.034f, { 0.0f, 0.0f, 0.0f }, true },
	{ coat, "muzzle", { 0.0f, 0.872f, 0.580f }, { 0.0f, 0.858f, 0.685f }, 0.045f, 0.031f, { 0.0f, 0.0f, 0.0f }, false },
	{ coat, "ear", { 0.056f, 0.950f, 0.485f }, { 0.074f, 1.050f, 0.482f }, 0.038f, 0.008f, { 1.0f, 1.0f, 0.5f }, true },
	// tail
	{ coat, "tail1", { 0.0f, 0.655f, -0.460f }, { 0.0f, 0.605f, -0.560f }, 0.042f, 0.050f, { 0.0f, 0.0f, 0.0f }, false },
	{ coat, "tail2", { 0.0f, 0.605f, -0.565f }, { 0.0f, 0.535f, -0.650f }, 0.052f, 0.058f, { 0.0f, 0.0f, 0.0f }, false },
	{ coat, "tail3", { 0.0f, 0.535f, -0.650f }, { 0.0f, 0.460f, -0.720f }, 0.058f, 0.048f, { 0.0f, 0.0f, 0.0f }, false },
	{ dark, "tail4", { 0.0f, 0.448f, -0.730f }, { 0.0f, 0.395f, -0.770f }, 0.044f, 0.012f, { 0.0f, 0.0f, 0.0f }, false },
	// hind leg
	{ coat, "thigh", { 0.075f, 0.600f, -0.375f }, { 0.100f, 0.415f, -0.290f }, 0.105f, 0.062f, { 0.72f, 1.0f, 1.0f }, true },
	{ coat, "shin", { 0.104f, 0.395f, -0.280f }, { 0.100f, 0.225f, -0.425f }, 0.058f, 0.030f, { 0.85f, 1.0f, 1.0f }, true },
	{ coat, "foot", { 0.100f, 0.210f, -0.437f }, { 0.100f, 0.060f, -0.400f }, 0.031f, 0.026f, { 0.0f, 0.0f, 0.0f }, true },
	{ paws, "toe", { 0.100f, 0.034f, -0.395f }, { 0.100f, 0.024f, -0.335f }, 0.038f, 0.033f, { 1.0f, 1.0f, 1.0f }, true },
	{ paws, "foot", { 0.100f, 0.085f, -0.406f }, { 0.100f, 0.050f, -0.398f }, 0.026f, 0.029f, { 0.0f, 0.0f, 0.0f }, true },
	// front leg
	{ coat, "scapula", { 0.060f, 0.690f, 0.190f }, { 0.088f, 0.560f, 0.280f }, 0.070f, 0.066f, { 0.70f, 1.0f, 1.0f }, true },
	{ coat, "upperarm", { 0.092f, 0.545f, 0.280f }, { 0.100f, 0.430f, 0.175f }, 0.068f, 0.048f, { 0.75f, 1.0f, 1.0f }, true },
	{ coat, "forearm", { 0.100f, 0.420f, 0.172f }, { 0.098f, 0.170f, 0.205f }, 0.044f, 0.029f, { 0.0f, 0.0f, 0.0f }, true },
	{ coat, "hand", { 0.098f, 0.160f, 0.206f }, { 0.098f, 0.060f, 0.221f }, 0.029f, 0.026f, { 0.0f, 0.0f, 0.0f }, true },
	{ paws, "fingers", { 0.098f, 0.034f, 0.225f }, { 0.098f, 0.024f, 0.285f }, 0.038f, 0.034f, { 1.0f, 1.0f, 1.0f }, true },
	{ paws, "hand", { 0.098f, 0.085f, 0.217f }, { 0.098f, 0.050f, 0.222f }, 0.026f, 0.029f, { 0.0f, 0.0f, 0.0f }, true },
	// light underside and jaw
	{ belly, "chest", { 0.0f, 0.520f, 0.255f }, { 0.0f, 0.475f, 0.130f }, 0.080f, 0.075f, { 0.85f, 0.85f, 1.0f }, false },
	{ belly, "spine2", { 0.0f, 0.512f, 0.060f }, { 0.0f, 0.530f, -0.060f }, 0.070f, 0.064f, { 0.0f, 0.0f, 0.0f }, false },
	{ belly, "spine1", { 0.0f, 0.540f, -0.110f }, { 0.0f, 0.565f, -0.220f }, 0.064f, 0.056f, { 0.0f, 0.0f, 0.0f }, false },
	{ belly, "neck1", { 0.0f, 0.610f, 0.325f }, { 0.0f, 0.715f, 0.420f }, 0.070f, 0.060f, { 0.0f, 0.0f, 0.0f }, false },
	{ belly, "neck2", { 0.0f, 0.745f, 0.440f }, { 0.0f, 0.825f, 0.500f }, 0.055f, 0.045f, { 0.0f, 0.0f, 0.0f }, false },
	{ belly, "jaw", { 0.0f, 0.842f, 0.545f }, { 0.0f, 0.835f, 0.655f }, 0.034f, 0.021f, { 0.95f, 1.0f, 1.0f }, false },
	// nose and eyes
	{ dark, "muzzle", { 0.0f, 0.868f, 0.703f }, { 0.0f, 0.862f, 0.706f }, 0.015f, 0.013f, { 1.2f, 1.0f, 0.9f }, false },
	{ dark, "head", { 0.060f, 0.906f, 0.562f }, { 0.059f, 0.904f, 0.565f }, 0.015f, 0.015f, { 0.0f, 0.0f, 0.0f }, true },
};

static const SampleLegRow legs[] = {
	{ NULL, "thigh", "shin", "foot", "toe", { 0.100f, 0.0f, -0.415f }, { 0.100f, 0.0f, -0.320f }, 0, 0.0f, false, false, true },
	{ "scapula", "upperarm", "forearm", "hand", "fingers", { 0.098f, 0.0f, 0.205f }, { 0.098f, 0.0f, 0.300f }, 1, 0.35f, false, false, true },
};

#define TAIL(swing, when, lift)                                                                                             \
	{ "tail1", 'y', 0.0f, swing, when, 0.0f, 0.0f, 0.0f, false }, { "tail2", 'y', 0.0f, swing, (when) + 0.10f, 0.0f, 0.0f, 0.0f, false }, \
		{ "tail3", 'y', 0.0f, swing, (when) + 0.20f, 0.0f, 0.0f, 0.0f, false }, { "tail4", 'y', 0.0f, swing, (when) + 0.30f, 0.0f, 0.0f, 0.0f, false }, \
		{ "tail1", 'x', lift, 0.0f, 0.0f, 1.5f, 0.1f, 0.0f, false }, { "tail2", 'x', 0.6f * (lift), 0.0f, 0.0f, 2.0f, 0.2f, 0.0f, false }, \
		{ "tail3", 'x', 0.3f * (lift), 0.0f, 0.0f, 2.0f, 0.3f, 0.0f, false }

static const SampleCurve idleCurves[] = {
	TAIL(2.5f, 0.0f, 0.0f),
	{ "hips", 'Y', -0.004f, 0.0f, 0.0f, 0.002f, 0.1f, 0.0f, false },
	{ "hips", 'X', 0.0f, 0.004f, 0.2f, 0.0f, 0.0f, 0.0f, false },
	{ "chest", 'x', 0.0f, 0.0f, 0.0f, -0.8f, 0.15f, 0.0f, false },
	{ "spine2", 'x', 0.0f, 0.0f, 0.0f, 0.6f, 0.15f, 0.0f, false },
	{ "neck1", 'x', 2.0f, 0.0f, 0.0f, 0.8f, 0.2f, 0.0f, false },
	{ "head", 'y', 0.0f, 4.0f, 0.3f, 1.0f, 0.1f, 0.0f, false },
	{ "head", 'x', 0.0f, 0.8f, 0.5f, 0.8f, 0.25f, 0.0f, false },
	{ "ear.L", 'x', 0.0f, 2.0f, 0.3f, 2.0f, 0.1f, 0.0f, false },
};

// Strikes: left hind 0, left fore 0.25, right hind 0.5, right fore 0.75; on the ground for 0.643.
static const SampleCurve walkCurves[] = {
	TAIL(4.0f, 0.30f, 3.0f),
	{ "hips", 'Y', 0.0f, 0.0f, 0.0f, 0.007f, 0.33f, 0.0f, false },
	{ "hips", 'X', 0.0f, 0.010f, 0.32f, 0.0f, 0.0f, 0.0f, false },
	{ "hips", 'z', 0.0f, 3.5f, 0.22f, 0.0f, 0.0f, 0.0f, false },
	{ "hips", 'y', 0.0f, 4.5f, 0.51f, 0.0f, 0.0f, 0.0f, false },
	{ "hips", 'x', 1.0f, 0.0f, 0.0f, 0.8f, 0.20f, 0.0f, false },
	{ "spine1", 'y', 0.0f, 3.0f, 0.05f, 0.0f, 0.0f, 0.0f, false },
	{ "spine2", 'y', 0.0f, 3.0f, 0.10f, 0.0f, 0.0f, 0.0f, false },
	{ "chest", 'y', 0.0f, 2.5f, 0.15f, 0.0f, 0.0f, 0.0f, false },
	{ "spine1", 'z', 0.0f, 2.2f, 0.70f, 0.0f, 0.0f, 0.0f, false },
	{ "spine2", 'z', 0.0f, 2.2f, 0.66f, 0.0f, 0.0f, 0.0f, false },
	{ "chest", 'z', 0.0f, 2.0f, 0.50f, 0.0f, 0.0f, 0.0f, false },
	{ "chest", 'x', 0.0f, 0.0f, 0.0f, 1.2f, 0.02f, 0.0f, false },
	{ "neck1", 'x', 7.0f, 0.0f, 0.0f, 2.0f, 0.22f, 0.0f, false },
	{ "neck2", 'x', 3.0f, 0.0f, 0.0f, 1.2f, 0.25f, 0.0f, false },
	{ "neck1", 'y', 0.0f, 2.5f, 0.60f, 0.0f, 0.0f, 0.0f, false },
	{ "head", 'x', 2.0f, 0.0f, 0.0f, 1.0f, 0.46f, 0.0f, false },
	{ "ear.L", 'x', -3.0f, 0.0f, 0.0f, 2.5f, 0.3f, 0.0f, true },
};

// Diagonal pairs: left hind and right fore at 0, the others at 0.5; short flights between.
static const SampleCurve trotCurves[] = {
	TAIL(3.0f, 0.30f, 14.0f),
	{ "hips", 'Y', 0.0f, 0.0f, 0.0f, 0.018f, 0.472f, 0.0f, false },
	{ "hips", 'z', 0.0f, 2.0f, 0.18f, 0.0f, 0.0f, 0.0f, false },
	{ "hips", 'y', 0.0f, 4.0f, 0.48f, 0.0f, 0.0f, 0.0f, false },
	{ "hips", 'x', 1.0f, 0.0f, 0.0f, 0.6f, 0.10f, 0.0f, false },
	{ "spine1", 'y', 0.0f, 3.0f, 0.0f, 0.0f, 0.0f, 0.0f, false },
	{ "spine2", 'y', 0.0f, 3.0f, 0.0f, 0.0f, 0.0f, 0.0f, false },
	{ "chest", 'y', 0.0f, 2.0f, 0.0f, 0.0f, 0.0f, 0.0f, false },
	{ "spine2", 'z', 0.0f, 2.5f, 0.68f, 0.0f, 0.0f, 0.0f, false },
	{ "chest", 'x', 0.0f, 0.0f, 0.0f, 1.2f, 0.20f, 0.0f, false },
	{ "neck1", 'x', 8.0f, 0.0f, 0.0f, 1.8f, 0.25f, 0.0f, false },
	{ "neck2", 'x', 2.0f, 0.0f, 0.0f, 1.5f, 0.30f, 0.0f, false },
	{ "head", 'x', 2.0f, 0.0f, 0.0f, 1.5f, 0.05f, 0.0f, false },
	{ "ear.L", 'x', -8.0f, 0.0f, 0.0f, 4.0f, 0.2f, 0.0f, true },
};

// Right hind 0, left hind with right fore 0.25, left fore 0.5, flight from 0.875: the croup sinks as the hinds land.
static const SampleCurve canterCurves[] = {
	TAIL(2.0f, 0.3f, 20.0f),
	{ "hips", 'Y', 0.0f, 0.026f, 0.86f, 0.006f, 0.4f, 0.0f, false },
	{ "hips", 'x', 2.0f, 7.0f, 0.64f, 0.0f, 0.0f, 0.0f, false },
	{ "hips", 'y', 0.0f, 2.5f, 0.35f, 0.0f, 0.0f, 0.0f, false },
	{ "spine1", 'x', 0.0f, 4.0f, 0.97f, 0.0f, 0.0f, 0.0f, false },
	{ "spine2", 'x', 0.0f, 4.0f, 0.0f, 0.0f, 0.0f, 0.0f, false },
	{ "chest", 'x', -1.0f, 3.0f, 0.04f, 0.0f, 0.0f, 0.0f, false },
	{ "neck1", 'x', 10.0f, 4.5f, 0.36f, 0.0f, 0.0f, 0.0f, false },
	{ "neck2", 'x', 3.0f, 3.5f, 0.20f, 0.0f, 0.0f, 0.0f, false },
	{ "head", 'x', 2.0f, 2.5f, 0.06f, 0.0f, 0.0f, 0.0f, false },
	{ "tail1", 'x', 0.0f, 6.0f, 0.15f, 0.0f, 0.0f, 0.0f, false },
	{ "ear.L", 'x', -12.0f, 5.0f, 0.1f, 0.0f, 0.0f, 0.0f, true },
};

// Hinds 0 and 0.125, fores 0.375 and 0.5, gathered flight from 0.75; the back bends and stretches.
static const SampleCurve gallopCurves[] = {
	TAIL(2.0f, 0.3f, 26.0f),
	{ "hips", 'Y', 0.0f, 0.022f, 0.88f, 0.008f, 0.32f, 0.0f, false },
	{ "hips", 'x', 1.0f, 9.0f, 0.62f, 0.0f, 0.0f, 0.0f, false },
	{ "hips", 'x', 0.0f, -11.0f, 0.95f, 0.0f, 0.0f, 0.0f, false },
	{ "spine1", 'x', 0.0f, 9.0f, 0.95f, 0.0f, 0.0f, 0.0f, false },
	{ "spine2", 'x', 0.0f, 9.0f, 0.96f, 0.0f, 0.0f, 0.0f, false },
	{ "chest", 'x', 0.0f, 5.0f, 0.97f, 0.0f, 0.0f, 0.0f, false },
	{ "neck1", 'x', 14.0f, -8.0f, 0.93f, 0.0f, 0.0f, 0.0f, false },
	{ "neck2", 'x', 4.0f, -5.0f, 0.95f, 0.0f, 0.0f, 0.0f, false },
	{ "head", 'x', 0.0f, 2.0f, 0.2f, 0.0f, 0.0f, 0.0f, false },
	{ "tail1", 'x', 0.0f, 8.0f, 0.10f, 0.0f, 0.0f, 0.0f, false },
	{ "ear.L", 'x', -18.0f, 6.0f, 0.1f, 0.0f, 0.0f, 0.0f, true },
};

// Hind, then fore. Wrist and hock fold in flight.
static SampleGait MakeGait(const char* name, int frames, float duty, float travel, float lift, float fold, float ease) {
	SampleFootStyle hind = { .lift = 0.75f * lift, .liftSkew = 1.25f, .strikePitch = -10.0f, .strikePitchEnd = 1.0f,
		.offPitch = 30.0f, .offPitchStart = 0.1f, .swingPitch = 0.45f * fold, .swingCurl = 0.5f * fold, .placeX = -0.02f, .ease = ease };
	SampleFootStyle fore = { .lift = lift, .liftSkew = 1.2f, .strikePitch = -8.0f, .strikePitchEnd = 0.9f,
		.offPitch = 26.0f, .offPitchStart = 0.3f, .swingPitch = fold, .swingCurl = 0.35f * fold, .placeX = -0.025f, .ease = ease };
	SampleGait gait = { .frames = frames, .duty = duty, .travel = travel, .styles = { hind, fore } };
	for (int i = 0; name[i] != '\0' && i < SAMPLE_NAME - 1; i++) {
		gait.name[i] = name[i];
	}
	return gait;
}

static void Add(SampleCreature* creature, SampleGait gait, const float phases[4], const SampleCurve* curves, int count) {
	for (int i = 0; i < 4; i++) {
		gait.phases[i] = phases[i];
	}
	gait.curves = curves;
	gait.curveCount = count;
	SampleCreature_AddGait(creature, &gait);
}

void SampleQuadruped_Fill(SampleCreature* creature) {
	SampleCreature_AddJoints(creature, joints, COUNT(joints));
	SampleCreature_AddGroups(creature, groups, COUNT(groups));
	SampleCreature_AddPrims(creature, prims, COUNT(prims));
	SampleCreature_AddLegs(creature, legs, COUNT(legs));
	SampleCreature_Steady(creature, "neck1", 0.4f);
	SampleCreature_Steady(creature, "head", 0.6f);
	creature->body = SampleCreature_FindJoint(creature, "hips");
	// Order of legs: left hind, right hind, left fore, right fore.
	const float walk[4] = { 0.0f, 0.5f, 0.25f, 0.75f };
	const float trot[4] = { 0.0f, 0.5f, 0.5f, 0.0f };
	const float canter[4] = { 0.25f, 0.0f, 0.5f, 0.25f };
	const float gallop[4] = { 0.0f, 0.125f, 0.375f, 0.5f };
	Add(creature, MakeGait("Idle", 120, 1.0f, 0.0f, 0.0f, 0.0f, 0.0f), walk, idleCurves, COUNT(idleCurves));
	Add(creature, MakeGait("Walk", 28, 18.0f / 28.0f, 0.46f, 0.070f, 40.0f, 0.5f), walk, walkCurves, COUNT(walkCurves));
	Add(creature, MakeGait("Trot", 18, 8.0f / 18.0f, 0.46f, 0.10f, 65.0f, 0.6f), trot, trotCurves, COUNT(trotCurves));
	Add(creature, MakeGait("Canter", 16, 0.375f, 0.50f, 0.12f, 70.0f, 0.9f), canter, canterCurves, COUNT(canterCurves));
	Add(creature, MakeGait("Gallop", 16, 0.25f, 0.52f, 0.13f, 66.0f, 1.0f), gallop, gallopCurves, COUNT(gallopCurves));
}
