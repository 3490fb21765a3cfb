// SPDX-License-Identifier: MIT
// The sample dragon: 6 m from snout to tail, wings half spread in the bind pose and folded in the clips.
#include "sample/creature.h"

#define COUNT(rows) (int)(sizeof rows / sizeof rows[0])

enum { scales, plates, horn, eyes, membrane };

static const SampleGroupRow groups[] = {
	{ "scales", { 0.10f, 0.20f, 0.13f }, 0.55f, 0.045f, 0.150f, false, false },
	{ "plates", { 0.52f, 0.44f, 0.26f }, 0.6f, 0.045f, 0.080f, false, false },
	{ "horn", { 0.16f, 0.13f, 0.11f }, 0.4f, 0.022f, 0.020f, true, true },
	{ "eyes", { 0.75f, 0.38f, 0.02f }, 0.15f, 0.016f, 0.0f, false, true },
	{ "membrane", { 0.28f, 0.12f, 0.08f }, 0.7f, 0.05f, 0.0f, false, false },
};

static const SampleJointRow joints[] = {
	{ "root", NULL, { 0.0f, 0.0f, 0.0f }, false },
	{ "hips", "root", { 0.0f, 1.280f, -0.550f }, false },
	{ "spine1", "hips", { 0.0f, 1.340f, -0.200f }, false },
	{ "spine2", "spine1", { 0.0f, 1.370f, 0.120f }, false },
	{ "spine3", "spine2", { 0.0f, 1.380f, 0.430f }, false },
	{ "chest", "spine3", { 0.0f, 1.390f, 0.720f }, false },
	{ "neck1", "chest", { 0.0f, 1.480f, 1.060f }, false },
	{ "neck2", "neck1", { 0.0f, 1.680f, 1.320f }, false },
	{ "neck3", "neck2", { 0.0f, 1.930f, 1.490f }, false },
	{ "neck4", "neck3", { 0.0f, 2.170f, 1.640f }, false },
	{ "head", "neck4", { 0.0f, 2.340f, 1.840f }, false },
	{ "snout", "head", { 0.0f, 2.310f, 2.100f }, false },
	{ "jaw", "head", { 0.0f, 2.250f, 1.930f }, false },
	{ "tail1", "hips", { 0.0f, 1.230f, -0.900f }, false },
	{ "tail2", "tail1", { 0.0f, 1.120f, -1.270f }, false },
	{ "tail3", "tail2", { 0.0f, 0.960f, -1.620f }, false },
	{ "tail4", "tail3", { 0.0f, 0.790f, -1.970f }, false },
	{ "tail5", "tail4", { 0.0f, 0.650f, -2.330f }, false },
	{ "tail6", "tail5", { 0.0f, 0.560f, -2.700f }, false },
	{ "tail7", "tail6", { 0.0f, 0.520f, -3.080f }, false },
	{ "tail8", "tail7", { 0.0f, 0.530f, -3.450f }, false },
	{ "thigh", "hips", { 0.270f, 1.130f, -0.560f }, true },
	{ "shin", "thigh", { 0.350f, 0.720f, -0.290f }, true },
	{ "foot", "shin", { 0.340f, 0.370f, -0.690f }, true },
	{ "toe", "foot", { 0.340f, 0.085f, -0.590f }, true },
	{ "toe_end", "toe", { 0.340f, 0.040f, -0.370f }, true },
	{ "scapula", "chest", { 0.190f, 1.400f, 0.700f }, true },
	{ "upperarm", "scapula", { 0.290f, 1.080f, 0.900f }, true },
	{ "forearm", "upperarm", { 0.350f, 0.740f, 0.640f }, true },
	{ "hand", "forearm", { 0.340f, 0.310f, 0.770f }, true },
	{ "fingers", "hand", { 0.340f, 0.080f, 0.830f }, true },
	{ "fingers_end", "fingers", { 0.340f, 0.040f, 1.060f }, true },
	{ "wing1", "chest", { 0.140f, 1.620f, 0.620f }, true },
	{ "wing2", "wing1", { 0.620f, 1.960f, 0.330f }, true },
	{ "wing3", "wing2", { 1.150f, 2.220f, 0.750f }, true },
	{ "wingA1", "wing3", { 1.170f, 2.225f, 0.730f }, true },
	{ "wingA2", "wingA1", { 1.950f, 2.220f, 0.420f }, true },
	{ "wingA3", "wingA2", { 2.600f, 2.050f, 0.000f }, true },
	{ "wingB1", "wing3", { 1.165f, 2.220f, 0.710f }, true },
	{ "wingB2", "wingB1", { 1.700f, 2.130f, 0.080f }, true },
	{ "wingB3", "wingB2", { 2.050f, 1.900f, -0.500f }, true },
	{ "wingC1", "wing3", { 1.150f, 2.215f, 0.700f }, true },
	{ "wingC2", "wingC1", { 1.270f, 2.050f, -0.120f }, true },
	{ "wingC3", "wingC2", { 1.300f, 1.780f, -0.850f }, true },
};

#define NONE { 0.0f, 0.0f, 0.0f }

static const SamplePrimRow prims[] = {
	// trunk
	{ scales, "hips", { 0.0f, 1.200f, -0.640f }, { 0.0f, 1.200f, -0.420f }, 0.300f, 0.320f, { 0.95f, 1.0f, 1.0f }, false },
	{ scales, "spine1", { 0.0f, 1.190f, -0.300f }, { 0.0f, 1.180f, -0.050f }, 0.325f, 0.340f, { 0.95f, 1.0f, 1.0f }, false },
	{ scales, "spine2", { 0.0f, 1.180f, 0.050f }, { 0.0f, 1.190f, 0.280f }, 0.345f, 0.355f, { 0.95f, 1.0f, 1.0f }, false },
	{ scales, "spine3", { 0.0f, 1.190f, 0.350f }, { 0.0f, 1.210f, 0.600f }, 0.358f, 0.370f, { 0.95f, 1.0f, 1.0f }, false },
	{ scales, "chest", { 0.0f, 1.220f, 0.700f }, { 0.0f, 1.310f, 0.950f }, 0.370f, 0.290f, { 0.92f, 1.0f, 1.0f }, false },
	// neck and head
	{ scales, "neck1", { 0.0f, 1.420f, 1.060f }, { 0.0f, 1.650f, 1.310f }, 0.245f, 0.190f, NONE, false },
	{ scales, "neck2", { 0.0f, 1.660f, 1.320f }, { 0.0f, 1.920f, 1.490f }, 0.188f, 0.160f, NONE, false },
	{ scales, "neck3", { 0.0f, 1.930f, 1.490f }, { 0.0f, 2.160f, 1.640f }, 0.158f, 0.140f, NONE, false },
	{ scales, "neck4", { 0.0f, 2.170f, 1.640f }, { 0.0f, 2.320f, 1.800f }, 0.138f, 0.135f, NONE, false },
	{ scales, "head", { 0.0f, 2.350f, 1.840f }, { 0.0f, 2.340f, 2.010f }, 0.160f, 0.125f, { 1.05f, 0.90f, 1.0f }, false },
	{ scales, "head", { 0.085f, 2.400f, 1.900f }, { 0.070f, 2.385f, 2.020f }, 0.065f, 0.045f, NONE, true },
	{ scales, "snout", { 0.0f, 2.325f, 2.050f }, { 0.0f, 2.285f, 2.330f }, 0.105f, 0.078f, { 1.05f, 0.85f, 1.0f }, false },
	{ scales, "snout", { 0.045f, 2.325f, 2.320f }, { 0.045f, 2.320f, 2.340f }, 0.042f, 0.040f, NONE, true },
	// tail
	{ scales, "tail1", { 0.0f, 1.190f, -0.860f }, { 0.0f, 1.110f, -1.260f }, 0.255f, 0.215f, NONE, false },
	{ scales, "tail2", { 0.0f, 1.110f, -1.270f }, { 0.0f, 0.955f, -1.610f }, 0.212f, 0.180f, NONE, false },
	{ scales, "tail3", { 0.0f, 0.955f, -1.620f }, { 0.0f, 0.790f, -1.960f }, 0.178f, 0.150f, NONE, false },
	{ scales, "tail4", { 0.0f, 0.790f, -1.970f }, { 0.0f, 0.650f, -2.320f }, 0.148f, 0.122f, NONE, false },
	{ scales, "tail5", { 0.0f, 0.650f, -2.330f }, { 0.0f, 0.560f, -2.690f }, 0.120f, 0.098f, NONE, false },
	{ scales, "tail6", { 0.0f, 0.560f, -2.700f }, { 0.0f, 0.520f, -3.070f }, 0.096f, 0.076f, NONE, false },
	{ scales, "tail7", { 0.0f, 0.520f, -3.080f }, { 0.0f, 0.530f, -3.440f }, 0.074f, 0.056f, NONE, false },
	{ scales, "tail8", { 0.0f, 0.530f, -3.450f }, { 0.0f, 0.560f, -3.700f }, 0.055f, 0.040f, NONE, false },
	// hind legs
	{ scales, "thigh", { 0.240f, 1.080f, -0.560f }, { 0.340f, 0.760f, -0.320f }, 0.270f, 0.150f, { 0.72f, 1.0f, 1.0f }, true },
	{ scales, "shin", { 0.350f, 0.720f, -0.310f }, { 0.340f, 0.400f, -0.660f }, 0.142f, 0.085f, { 0.88f, 1.0f, 1.0f }, true },
	{ scales, "foot", { 0.340f, 0.370f, -0.685f }, { 0.340f, 0.110f, -0.600f }, 0.085f, 0.080f, NONE, true },
	{ scales, "toe", { 0.340f, 0.085f, -0.590f }, { 0.340f, 0.075f, -0.480f }, 0.100f, 0.090f, { 1.15f, 0.80f, 1.0f }, true },
	// front legs
	{ scales, "scapula", { 0.190f, 1.360f, 0.740f }, { 0.270f, 1.120f, 0.880f }, 0.190f, 0.180f, { 0.75f, 1.0f, 1.0f }, true },
	{ scales, "upperarm", { 0.285f, 1.070f, 0.890f }, { 0.345f, 0.770f, 0.660f }, 0.180f, 0.125f, { 0.80f, 1.0f, 1.0f }, true },
	{ scales, "forearm", { 0.350f, 0.740f, 0.650f }, { 0.340f, 0.330f, 0.765f }, 0.120f, 0.078f, NONE, true },
	{ scales, "hand", { 0.340f, 0.310f, 0.770f }, { 0.340f, 0.110f, 0.820f }, 0.078f, 0.078f, NONE, true },
	{ scales, "fingers", { 0.340f, 0.085f, 0.830f }, { 0.340f, 0.075f, 0.940f }, 0.098f, 0.090f, { 1.15f, 0.80f, 1.0f }, true },
	// wing bones
	{ scales, "wing1", { 0.150f, 1.600f, 0.620f }, { 0.620f, 1.960f, 0.330f }, 0.105f, 0.075f, NONE, true },
	{ scales, "wing2", { 0.620f, 1.960f, 0.330f }, { 1.150f, 2.220f, 0.750f }, 0.072f, 0.060f, NONE, true },
	{ scales, "wingA1", { 1.160f, 2.222f, 0.740f }, { 1.950f, 2.220f, 0.420f }, 0.055f, 0.046f, NONE, true },
	{ scales, "wingA2", { 1.950f, 2.220f, 0.420f }, { 2.600f, 2.050f, 0.000f }, 0.046f, 0.038f, NONE, true },
	{ scales, "wingB1", { 1.165f, 2.220f, 0.720f }, { 1.700f, 2.130f, 0.080f }, 0.050f, 0.044f, NONE, true },
	{ scales, "wingB2", { 1.700f, 2.130f, 0.080f }, { 2.050f, 1.900f, -0.500f }, 0.044f, 0.038f, NONE, true },
	{ scales, "wingC1", { 1.150f, 2.215f, 0.710f }, { 1.270f, 2.050f, -0.120f }, 0.050f, 0.044f, NONE, true },
	{ scales, "wingC2", { 1.270f, 2.050f, -0.120f }, { 1.300f, 1.780f, -0.850f }, 0.044f, 0.038f, NONE, true },
	// belly plates and jaw
	{ plates, "chest", { 0.0f, 1.200f, 0.960f }, { 0.0f, 1.050f, 0.700f }, 0.215f, 0.235f, { 0.85f, 1.0f, 1.0f }, false },
	{ plates, "spine3", { 0.0f, 1.030f, 0.600f }, { 0.0f, 1.010f, 0.350f }, 0.235f, 0.225f, { 0.90f, 1.0f, 1.0f }, false },
	{ plates, "spine2", { 0.0f, 1.010f, 0.270f }, { 0.0f, 1.020f, 0.020f }, 0.222f, 0.210f, { 0.90f, 1.0f, 1.0f }, false },
	{ plates, "spine1", { 0.0f, 1.030f, -0.060f }, { 0.0f, 1.060f, -0.320f }, 0.205f, 0.185f, { 0.90f, 1.0f, 1.0f }, false },
	{ plates, "neck1", { 0.0f, 1.310f, 1.120f }, { 0.0f, 1.590f, 1.390f }, 0.175f, 0.135f, { 0.90f, 1.0f, 1.0f }, false },
	{ plates, "neck2", { 0.0f, 1.610f, 1.400f }, { 0.0f, 1.885f, 1.560f }, 0.132f, 0.112f, { 0.90f, 1.0f, 1.0f }, false },
	{ plates, "neck3", { 0.0f, 1.895f, 1.560f }, { 0.0f, 2.120f, 1.705f }, 0.112f, 0.098f, { 0.90f, 1.0f, 1.0f }, false },
	{ plates, "jaw", { 0.0f, 2.245f, 1.940f }, { 0.0f, 2.215f, 2.270f }, 0.085f, 0.055f, { 1.10f, 0.70f, 1.0f }, false },
	// horns, claws, back spikes
	{ horn, "head", { 0.085f, 2.460f, 1.800f }, { 0.130f, 2.600f, 1.620f }, 0.050f, 0.040f, NONE, true },
	{ horn, "head", { 0.130f, 2.600f, 1.620f }, { 0.150f, 2.780f, 1.520f }, 0.040f, 0.018f, NONE, true },
	{ horn, "toe", { 0.340f, 0.050f, -0.430f }, { 0.340f, 0.028f, -0.350f }, 0.038f, 0.022f, NONE, true },
	{ horn, "toe", { 0.265f, 0.050f, -0.460f }, { 0.245f, 0.028f, -0.390f }, 0.036f, 0.022f, NONE, true },
	{ horn, "toe", { 0.415f, 0.050f, -0.460f }, { 0.435f, 0.028f, -0.390f }, 0.036f, 0.022f, NONE, true },
	{ horn, "fingers", { 0.340f, 0.050f, 0.990f }, { 0.340f, 0.028f, 1.070f }, 0.038f, 0.022f, NONE, true },
	{ horn, "fingers", { 0.265f, 0.050f, 0.960f }, { 0.245f, 0.028f, 1.030f }, 0.036f, 0.022f, NONE, true },
	{ horn, "fingers", { 0.415f, 0.050f, 0.960f }, { 0.435f, 0.028f, 1.030f }, 0.036f, 0.022f, NONE, true },
	{ horn, "neck3", { 0.0f, 2.080f, 1.450f }, { 0.0f, 2.150f, 1.370f }, 0.045f, 0.018f, { 0.85f, 1.0f, 1.0f }, false },
	{ horn, "neck2", { 0.0f, 1.860f, 1.280f }, { 0.0f, 1.940f, 1.190f }, 0.055f, 0.018f, { 0.85f, 1.0f, 1.0f }, false },
	{ horn, "neck1", { 0.0f, 1.690f, 1.050f }, { 0.0f, 1.780f, 0.950f }, 0.060f, 0.018f, { 0.85f, 1.0f, 1.0f }, false },
	{ horn, "spine3", { 0.0f, 1.560f, 0.480f }, { 0.0f, 1.650f, 0.390f }, 0.060f, 0.018f, { 0.85f, 1.0f, 1.0f }, false },
	{ horn, "spine2", { 0.0f, 1.530f, 0.130f }, { 0.0f, 1.620f, 0.040f }, 0.060f, 0.018f, { 0.85f, 1.0f, 1.0f }, false },
	{ horn, "spine1", { 0.0f, 1.510f, -0.200f }, { 0.0f, 1.600f, -0.290f }, 0.060f, 0.018f, { 0.85f, 1.0f, 1.0f }, false },
	{ horn, "hips", { 0.0f, 1.500f, -0.560f }, { 0.0f, 1.580f, -0.650f }, 0.055f, 0.018f, { 0.85f, 1.0f, 1.0f }, false },
	{ horn, "tail1", { 0.0f, 1.390f, -1.060f }, { 0.0f, 1.450f, -1.150f }, 0.050f, 0.018f, { 0.85f, 1.0f, 1.0f }, false },
	{ horn, "tail3", { 0.0f, 1.040f, -1.790f }, { 0.0f, 1.080f, -1.880f }, 0.042f, 0.018f, { 0.85f, 1.0f, 1.0f }, false },
	{ horn, "tail8", { 0.0f, 0.560f, -3.680f }, { 0.0f, 0.610f, -3.900f }, 0.065f, 0.018f, { 1.0f, 0.6f, 1.0f }, false },
	{ eyes, "head", { 0.118f, 2.385f, 2.000f }, { 0.116f, 2.383f, 2.006f }, 0.034f, 0.034f, NONE, true },
};

static const SampleSheetRow sheets[] = {
	{ membrane, { "wingA1", "wingA2", "wingA3" }, { { 1.165f, 2.222f, 0.730f }, { 1.950f, 2.220f, 0.420f }, { 2.620f, 2.045f, -0.020f } },
		{ "wingB1", "wingB2", "wingB3" }, { { 1.160f, 2.220f, 0.720f }, { 1.700f, 2.130f, 0.080f }, { 2.060f, 1.895f, -0.520f } }, 0.16f },
	{ membrane, { "wingB1", "wingB2", "wingB3" }, { { 1.160f, 2.220f, 0.720f }, { 1.700f, 2.130f, 0.080f }, { 2.060f, 1.895f, -0.520f } },
		{ "wingC1", "wingC2", "wingC3" }, { { 1.150f, 2.215f, 0.710f }, { 1.270f, 2.050f, -0.120f }, { 1.300f, 1.775f, -0.870f } }, 0.18f },
	{ membrane, { "wingC1", "wingC2", "wingC3" }, { { 1.150f, 2.215f, 0.710f }, { 1.270f, 2.050f, -0.120f }, { 1.300f, 1.775f, -0.870f } },
		{ "wing2", "wing1", "spine2" }, { { 0.620f, 1.960f, 0.330f }, { 0.300f, 1.640f, 0.150f }, { 0.220f, 1.420f, -0.100f } }, 0.20f },
	{ membrane, { "wing2", "wing2", "wing3" }, { { 0.620f, 1.960f, 0.340f }, { 0.880f, 2.090f, 0.540f }, { 1.150f, 2.220f, 0.750f } },
		{ "wing1", "chest", "chest" }, { { 0.600f, 1.945f, 0.345f }, { 0.330f, 1.760f, 0.620f }, { 0.160f, 1.660f, 0.850f } }, 0.10f },
};

static const SampleLegRow legs[] = {
	{ NULL, "thigh", "shin", "foot", "toe", { 0.340f, 0.0f, -0.640f }, { 0.340f, 0.0f, -0.420f }, 0, 0.0f, false, false, true },
	{ "scapula", "upperarm", "forearm", "hand", "fingers", { 0.340f, 0.0f, 0.780f }, { 0.340f, 0.0f, 1.000f }, 1, 0.30f, false, false, true },
};

// Folded along the flank; breath moves them.
#define WINGS(breath, when)                                                                                                 \
	{ "wing1.L", 'y', 34.0f, 0.0f, 0.0f, breath, when, 0.0f, true }, { "wing1.L", 'z', -14.0f, 0.0f, 0.0f, breath, when, 0.0f, true }, \
		{ "wing2.L", 'y', -48.0f, 0.0f, 0.0f, -0.5f * (breath), (when) + 0.05f, 0.0f, true },                                 \
		{ "wing2.L", 'z', -8.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, true },                                                        \
		{ "wing3.L", 'y', 62.0f, 0.0f, 0.0f, breath, (when) + 0.08f, 0.0f, true },                                             \
		{ "wing3.L", 'x', -12.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, true },                                                       \
		{ "wingA1.L", 'y', 34.0f, 0.0f, 0.0f, breath, (when) + 0.10f, 0.0f, true }, { "wingA2.L", 'y', 14.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, true }, \
		{ "wingB1.L", 'y', 10.0f, 0.0f, 0.0f, breath, (when) + 0.10f, 0.0f, true },                                            \
		{ "wingC1.L", 'y', -8.0f, 0.0f, 0.0f, breath, (when) + 0.10f, 0.0f, true }

#define TAIL_WAVE(swing, when)                                                                                              \
	{ "tail1", 'y', 0.0f, 0.6f * (swing), when, 0.0f, 0.0f, 0.0f, false }, { "tail2", 'y', 0.0f, 0.8f * (swing), (when) + 0.09f, 0.0f, 0.0f, 0.0f, false }, \
		{ "tail3", 'y', 0.0f, swing, (when) + 0.18f, 0.0f, 0.0f, 0.0f, false }, { "tail4", 'y', 0.0f, swing, (when) + 0.27f, 0.0f, 0.0f, 0.0f, false }, \
		{ "tail5", 'y', 0.0f, swing, (when) + 0.36f, 0.0f, 0.0f, 0.0f, false }, { "tail6", 'y', 0.0f, swing, (when) + 0.45f, 0.0f, 0.0f, 0.0f, false }, \
		{ "tail7", 'y', 0.0f, 1.1f * (swing), (when) + 0.54f, 0.0f, 0.0f, 0.0f, false }, { "tail8", 'y', 0.0f, 1.2f * (swing), (when) + 0.63f, 0.0f, 0.0f, 0.0f, false }, \
		{ "tail2", 'x', 0.0f, 0.0f, 0.0f, 0.8f, 0.1f, 0.0f, false }, { "tail4", 'x', 0.0f, 0.0f, 0.0f, 1.0f, 0.25f, 0.0f, false }, \
		{ "tail6", 'x', 0.0f, 0.0f, 0.0f, 1.2f, 0.4f, 0.0f, false }

static const SampleCurve idleCurves[] = {
	WINGS(2.0f, 0.10f),
	TAIL_WAVE(3.5f, 0.0f),
	{ "hips", 'Y', -0.010f, 0.0f, 0.0f, 0.008f, 0.1f, 0.0f, false },
	{ "hips", 'X', 0.0f, 0.012f, 0.2f, 0.0f, 0.0f, 0.0f, false },
	{ "spine3", 'x', 0.0f, 0.0f, 0.0f, 0.5f, 0.15f, 0.0f, false },
	{ "chest", 'x', 0.0f, 0.0f, 0.0f, -0.8f, 0.15f, 0.0f, false },
	{ "neck1", 'y', 0.0f, 3.0f, 0.20f, 0.0f, 0.0f, 0.0f, false },
	{ "neck2", 'y', 0.0f, 4.0f, 0.24f, 0.0f, 0.0f, 0.0f, false },
	{ "neck3", 'y', 0.0f, 4.0f, 0.28f, 0.0f, 0.0f, 0.0f, false },
	{ "neck2", 'x', 0.0f, 0.0f, 0.0f, 1.2f, 0.2f, 0.0f, false },
	{ "neck4", 'x', 0.0f, 0.0f, 0.0f, -1.2f, 0.25f, 0.0f, false },
	{ "head", 'y', 0.0f, 4.0f, 0.34f, 0.0f, 0.0f, 0.0f, false },
	{ "jaw", 'x', 3.0f, 0.0f, 0.0f, 3.0f, 0.2f, 0.0f, false },
};

// Strikes: left hind 0, left fore 0.25, right hind 0.5, right fore 0.75. The spine bends towards the hind foot in front.
static const SampleCurve walkCurves[] = {
	WINGS(3.0f, 0.30f),
	TAIL_WAVE(4.5f, 0.06f),
	{ "hips", 'Y', 0.0f, 0.0f, 0.0f, 0.018f, 0.34f, 0.0f, false },
	{ "hips", 'X', 0.0f, 0.030f, 0.33f, 0.0f, 0.0f, 0.0f, false },
	{ "hips", 'z', 0.0f, 3.0f, 0.22f, 0.0f, 0.0f, 0.0f, false },
	{ "hips", 'y', 0.0f, 6.0f, 0.52f, 0.0f, 0.0f, 0.0f, false },
	{ "hips", 'x', 0.5f, 0.0f, 0.0f, 0.8f, 0.2f, 0.0f, false },
	{ "spine1", 'y', 0.0f, 3.0f, 0.04f, 0.0f, 0.0f, 0.0f, false },
	{ "spine2", 'y', 0.0f, 3.5f, 0.08f, 0.0f, 0.0f, 0.0f, false },
	{ "spine3", 'y', 0.0f, 3.0f, 0.12f, 0.0f, 0.0f, 0.0f, false },
	{ "chest", 'y', 0.0f, 2.5f, 0.16f, 0.0f, 0.0f, 0.0f, false },
	{ "spine1", 'z', 0.0f, 1.6f, 0.70f, 0.0f, 0.0f, 0.0f, false },
	{ "spine2", 'z', 0.0f, 1.6f, 0.66f, 0.0f, 0.0f, 0.0f, false },
	{ "spine3", 'z', 0.0f, 1.6f, 0.58f, 0.0f, 0.0f, 0.0f, false },
	{ "chest", 'z', 0.0f, 1.5f, 0.50f, 0.0f, 0.0f, 0.0f, false },
	{ "chest", 'x', 0.0f, 0.0f, 0.0f, 0.9f, 0.04f, 0.0f, false },
	{ "neck1", 'x', 5.0f, 0.0f, 0.0f, 1.2f, 0.20f, 0.0f, false },
	{ "neck2", 'x', 4.0f, 0.0f, 0.0f, 1.2f, 0.26f, 0.0f, false },
	{ "neck3", 'x', -2.0f, 0.0f, 0.0f, -1.0f, 0.30f, 0.0f, false },
	{ "neck1", 'y', 0.0f, 3.0f, 0.62f, 0.0f, 0.0f, 0.0f, false },
	{ "neck2", 'y', 0.0f, 2.5f, 0.68f, 0.0f, 0.0f, 0.0f, false },
	{ "neck3", 'y', 0.0f, 2.0f, 0.20f, 0.0f, 0.0f, 0.0f, false },
	{ "head", 'x', -2.0f, 0.0f, 0.0f, 1.0f, 0.45f, 0.0f, false },
	{ "jaw", 'x', 3.0f, 0.0f, 0.0f, 1.5f, 0.2f, 0.0f, false },
};

void SampleDragon_Fill(SampleCreature* creature) {
	SampleCreature_AddJoints(creature, joints, COUNT(joints));
	SampleCreature_AddGroups(creature, groups, COUNT(groups));
	SampleCreature_AddPrims(creature, prims, COUNT(prims));
	SampleCreature_AddSheets(creature, sheets, COUNT(sheets));
	SampleCreature_AddLegs(creature, legs, COUNT(legs));
	SampleCreature_Steady(creature, "neck1", 0.3f);
	SampleCreature_Steady(creature, "head", 0.7f);
	creature->body = SampleCreature_FindJoint(creature, "hips");
	SampleFootStyle hind = { .lift = 0.16f, .liftSkew = 1.2f, .strikePitch = -8.0f, .strikePitchEnd = 1.0f, .offPitch = 26.0f,
		.offPitchStart = 0.1f, .swingPitch = 22.0f, .swingCurl = 26.0f, .placeX = 0.02f, .ease = 0.4f };
	SampleFootStyle fore = { .lift = 0.18f, .liftSkew = 1.2f, .strikePitch = -7.0f, .strikePitchEnd = 0.9f, .offPitch = 22.0f,
		.offPitchStart = 0.3f, .swingPitch = 46.0f, .swingCurl = 18.0f, .placeX = 0.02f, .ease = 0.4f };
	SampleGait idle = { .name = "Idle", .frames = 150, .duty = 1.0f, .curves = idleCurves, .curveCount = COUNT(idleCurves) };
	// Order of legs: left hind, right hind, left fore, right fore.
	SampleGait walk = { .name = "Walk", .frames = 48, .duty = 32.0f / 48.0f, .travel = 0.78f, .phases = { 0.0f, 0.5f, 0.25f, 0.75f },
		.styles = { hind, fore }, .curves = walkCurves, .curveCount = COUNT(walkCurves) };
	SampleCreature_AddGait(creature, &idle);
	SampleCreature_AddGait(creature, &walk);
}
