// SPDX-License-Identifier: MIT
// The sample beetle and spider: any number of leg pairs around one body, alternating groups.
#include "sample/creature.h"

#include <stdio.h>

#define COUNT(rows) (int)(sizeof rows / sizeof rows[0])
#define DEG (LW_PI / 180.0f)

// Both have the same groups in the same order.
enum { body, limbs, shell, eyes };

// Legs fan out from front to back; all in the plane of their azimuth, measured from straight sideways.
typedef struct LegFan {
	float frontZ, backZ;            // of the coxae
	float side, height;             // of the coxae
	float frontDeg, backDeg;        // azimuth
	float hip, knee, ankle, tip;    // distance from the coxa along the azimuth
	float hipY, kneeY, ankleY;      // heights
	float thick;                    // radius of the thigh
	float spread;                   // outer pairs reach further by this share
} LegFan;

static lwVec3 FanPoint(lwVec3 coxa, float angle, float distance, float y) {
	return lwV3(coxa.x + distance * lwCos(angle), y, coxa.z + distance * lwSin(angle));
}

static void AddLegPair(SampleCreature* creature, const LegFan* fan, int pair, int pairs) {
	float t = (float)pair / (float)(pairs - 1);
	float angle = lwLerpF(fan->frontDeg, fan->backDeg, t) * DEG;
	float reach = 1.0f + fan->spread * lwAbsF(2.0f * t - 1.0f);
	char names[5][SAMPLE_NAME];
	static const char* const stems[5] = { "coxa", "femur", "tibia", "tarsus", "claw" };
	for (int i = 0; i < 5; i++) {
		snprintf(names[i], SAMPLE_NAME, "%s%d", stems[i], pair + 1);
	}
	lwVec3 coxa = lwV3(fan->side, fan->height, lwLerpF(fan->frontZ, fan->backZ, t));
	lwVec3 hip = FanPoint(coxa, angle, fan->hip, fan->hipY);
	lwVec3 knee = FanPoint(coxa, angle, fan->knee * reach, fan->kneeY);
	lwVec3 ankle = FanPoint(coxa, angle, fan->ankle * reach, fan->ankleY);
	lwVec3 tip = FanPoint(coxa, angle, fan->tip * reach, 0.0f);
	lwVec3 claw = lwV3(tip.x, 0.36f * fan->thick, tip.z);
	const SampleJointRow joints[5] = {
		{ names[0], "body", coxa, true }, { names[1], names[0], hip, true }, { names[2], names[1], knee, true },
		{ names[3], names[2], ankle, true }, { names[4], names[3], claw, true },
	};
	float r = fan->thick;
	lwVec3 none = lwV3(0.0f, 0.0f, 0.0f);
	const SamplePrimRow prims[5] = {
		{ limbs, names[0], coxa, hip, 1.15f * r, 1.1f * r, none, true },
		{ limbs, names[1], hip, knee, 1.05f * r, 0.85f * r, none, true },
		{ limbs, names[2], knee, lwLerp3(knee, ankle, 0.35f), 0.9f * r, 0.85f * r, none, true },
		{ limbs, names[2], lwLerp3(knee, ankle, 0.35f), ankle, 0.85f * r, 0.55f * r, none, true },
		{ limbs, names[3], ankle, claw, 0.55f * r, 0.50f * r, none, true },
	};
	const SampleLegRow leg = { names[0], names[1], names[2], names[3], NULL, tip, tip, 0, 1.0f, true, true, true };
	SampleCreature_AddJoints(creature, joints, 5);
	SampleCreature_AddPrims(creature, prims, 5);
	SampleCreature_AddLegs(creature, &leg, 1);
}

static void AddGaits(SampleCreature* creature, int frames, float travel, float lift, const SampleCurve* idle, int idleCount, const SampleCurve* walk, int walkCount) {
	SampleGait stand = { .name = "Idle", .frames = 120, .duty = 1.0f, .curves = idle, .curveCount = idleCount };
	SampleGait gait = { .name = "Walk", .frames = frames, .duty = 0.6f, .travel = travel, .curves = walk, .curveCount = walkCount };
	gait.styles[0].lift = lift;
	gait.styles[0].liftSkew = 1.2f;
	gait.styles[0].swingPitch = 14.0f;
	gait.styles[0].ease = 0.6f;
	for (int i = 0; i < creature->legCount; i++) {
		gait.phases[i] = (i / 2 + i) % 2 == 0 ? 0.0f : 0.5f;
	}
	SampleCreature_AddGait(creature, &stand);
	SampleCreature_AddGait(creature, &gait);
}

// The beetle.

static const SampleGroupRow beetleGroups[] = {
	{ "body", { 0.035f, 0.030f, 0.045f }, 0.35f, 0.014f, 0.030f, false, false },
	{ "limbs", { 0.060f, 0.035f, 0.030f }, 0.45f, 0.0105f, 0.016f, true, false },
	{ "shell", { 0.05f, 0.26f, 0.16f }, 0.25f, 0.013f, 0.020f, false, false },
	{ "eyes", { 0.45f, 0.22f, 0.04f }, 0.2f, 0.007f, 0.0f, false, true },
};

static const SampleJointRow beetleJoints[] = {
	{ "root", NULL, { 0.0f, 0.0f, 0.0f }, false },
	{ "body", "root", { 0.0f, 0.215f, 0.0f }, false },
	{ "head", "body", { 0.0f, 0.215f, 0.225f }, false },
	{ "abdomen1", "body", { 0.0f, 0.225f, -0.080f }, false },
	{ "abdomen2", "abdomen1", { 0.0f, 0.225f, -0.250f }, false },
	{ "antenna1", "head", { 0.045f, 0.245f, 0.315f }, true },
	{ "antenna2", "antenna1", { 0.105f, 0.310f, 0.400f }, true },
	{ "antenna3", "antenna2", { 0.185f, 0.320f, 0.480f }, true },
	{ "mandible", "head", { 0.035f, 0.200f, 0.325f }, true },
};

static const SamplePrimRow beetlePrims[] = {
	{ body, "body", { 0.0f, 0.205f, 0.110f }, { 0.0f, 0.205f, -0.060f }, 0.100f, 0.115f, { 1.0f, 0.7f, 1.0f }, false },
	{ body, "abdomen1", { 0.0f, 0.205f, -0.100f }, { 0.0f, 0.205f, -0.200f }, 0.125f, 0.125f, { 1.0f, 0.65f, 1.0f }, false },
	{ body, "abdomen2", { 0.0f, 0.205f, -0.250f }, { 0.0f, 0.200f, -0.370f }, 0.115f, 0.065f, { 1.0f, 0.65f, 1.0f }, false },
	{ body, "head", { 0.0f, 0.215f, 0.235f }, { 0.0f, 0.210f, 0.290f }, 0.078f, 0.062f, { 1.05f, 0.75f, 1.0f }, false },
	{ limbs, "mandible", { 0.035f, 0.198f, 0.325f }, { 0.055f, 0.190f, 0.385f }, 0.022f, 0.016f, { 0.0f, 0.0f, 0.0f }, true },
	{ limbs, "mandible", { 0.055f, 0.190f, 0.385f }, { 0.018f, 0.186f, 0.430f }, 0.016f, 0.010f, { 0.0f, 0.0f, 0.0f }, true },
	{ limbs, "antenna1", { 0.045f, 0.245f, 0.300f }, { 0.105f, 0.310f, 0.400f }, 0.013f, 0.012f, { 0.0f, 0.0f, 0.0f }, true },
	{ limbs, "antenna2", { 0.105f, 0.310f, 0.400f }, { 0.185f, 0.320f, 0.480f }, 0.012f, 0.011f, { 0.0f, 0.0f, 0.0f }, true },
	{ limbs, "antenna3", { 0.185f, 0.320f, 0.480f }, { 0.260f, 0.300f, 0.525f }, 0.011f, 0.017f, { 0.0f, 0.0f, 0.0f }, true },
	{ shell, "body", { 0.0f, 0.225f, 0.150f }, { 0.0f, 0.235f, 0.030f }, 0.108f, 0.130f, { 1.0f, 0.66f, 1.0f }, false },
	{ shell, "abdomen1", { 0.068f, 0.235f, -0.080f }, { 0.075f, 0.235f, -0.190f }, 0.085f, 0.098f, { 1.0f, 0.9f, 1.0f }, true },
	{ shell, "abdomen2", { 0.072f, 0.235f, -0.230f }, { 0.038f, 0.220f, -0.390f }, 0.094f, 0.050f, { 1.0f, 0.9f, 1.0f }, true },
	{ eyes, "head", { 0.066f, 0.232f, 0.280f }, { 0.064f, 0.230f, 0.292f }, 0.022f, 0.020f, { 0.0f, 0.0f, 0.0f }, true },
};

static const SampleCurve beetleIdle[] = {
	{ "body", 'Y', -0.003f, 0.0f, 0.0f, 0.003f, 0.1f, 0.0f, false },
	{ "abdomen1", 'x', 0.0f, 0.0f, 0.0f, 1.0f, 0.2f, 0.0f, false },
	{ "abdomen2", 'x', 0.0f, 0.0f, 0.0f, 1.5f, 0.25f, 0.0f, false },
	{ "head", 'y', 0.0f, 4.0f, 0.3f, 1.5f, 0.1f, 0.0f, false },
	{ "antenna1.L", 'y', 0.0f, 7.0f, 0.0f, 4.0f, 0.2f, 0.0f, false },
	{ "antenna1.L", 'x', 0.0f, 5.0f, 0.2f, 5.0f, 0.05f, 0.0f, false },
	{ "antenna2.L", 'x', 0.0f, 5.0f, 0.3f, 5.0f, 0.12f, 0.0f, false },
	{ "antenna3.L", 'x', 0.0f, 4.0f, 0.4f, 5.0f, 0.20f, 0.0f, false },
	{ "mandible.L", 'y', 3.0f, 0.0f, 0.0f, 4.0f, 0.3f, 0.0f, true },
};

static const SampleCurve beetleWalk[] = {
	{ "body", 'Y', 0.0f, 0.0f, 0.0f, 0.007f, 0.30f, 0.0f, false },
	{ "body", 'X', 0.0f, 0.006f, 0.05f, 0.0f, 0.0f, 0.0f, false },
	{ "body", 'y', 0.0f, 2.6f, 0.05f, 0.0f, 0.0f, 0.0f, false },
	{ "body", 'z', 0.0f, 1.8f, 0.28f, 0.0f, 0.0f, 0.0f, false },
	{ "body", 'x', 0.0f, 0.0f, 0.0f, 1.0f, 0.15f, 0.0f, false },
	{ "abdomen1", 'y', 0.0f, 2.0f, 0.62f, 0.0f, 0.0f, 0.0f, false },
	{ "abdomen1", 'x', 0.0f, 0.0f, 0.0f, 1.0f, 0.30f, 0.0f, false },
	{ "abdomen2", 'y', 0.0f, 2.5f, 0.70f, 0.0f, 0.0f, 0.0f, false },
	{ "head", 'x', 0.0f, 0.0f, 0.0f, 1.2f, 0.35f, 0.0f, false },
	{ "antenna1.L", 'x', 0.0f, 6.0f, 0.1f, 5.0f, 0.1f, 0.0f, false },
	{ "antenna2.L", 'x', 0.0f, 6.0f, 0.2f, 5.0f, 0.2f, 0.0f, false },
	{ "antenna3.L", 'x', 0.0f, 5.0f, 0.3f, 5.0f, 0.3f, 0.0f, false },
	{ "mandible.L", 'y', 2.0f, 0.0f, 0.0f, 2.0f, 0.0f, 0.0f, true },
};

void SampleHexapod_Fill(SampleCreature* creature, int legPairs) {
	static const LegFan fan = {
		.frontZ = 0.130f, .backZ = -0.100f, .side = 0.085f, .height = 0.185f, .frontDeg = 48.0f, .backDeg = -46.0f,
		.hip = 0.045f, .knee = 0.185f, .ankle = 0.310f, .tip = 0.350f, .hipY = 0.185f, .kneeY = 0.300f, .ankleY = 0.070f,
		.thick = 0.026f, .spread = 0.18f,
	};
	SampleCreature_AddJoints(creature, beetleJoints, COUNT(beetleJoints));
	SampleCreature_AddGroups(creature, beetleGroups, COUNT(beetleGroups));
	SampleCreature_AddPrims(creature, beetlePrims, COUNT(beetlePrims));
	for (int i = 0; i < legPairs; i++) {
		AddLegPair(creature, &fan, i, legPairs);
	}
	creature->body = SampleCreature_FindJoint(creature, "body");
	SampleCreature_Steady(creature, "head", 0.5f);
	AddGaits(creature, 20, 0.20f, 0.065f, beetleIdle, COUNT(beetleIdle), beetleWalk, COUNT(beetleWalk));
}

// The spider.

static const SampleGroupRow spiderGroups[] = {
	{ "body", { 0.055f, 0.040f, 0.032f }, 0.8f, 0.014f, 0.040f, false, false },
	{ "limbs", { 0.110f, 0.070f, 0.045f }, 0.8f, 0.0100f, 0.014f, true, false },
	{ "mark", { 0.42f, 0.07f, 0.03f }, 0.7f, 0.010f, 0.015f, false, false },
	{ "eyes", { 0.01f, 0.01f, 0.012f }, 0.12f, 0.006f, 0.008f, false, true },
};

static const SampleJointRow spiderJoints[] = {
	{ "root", NULL, { 0.0f, 0.0f, 0.0f }, false },
	{ "body", "root", { 0.0f, 0.200f, 0.0f }, false },
	{ "head", "body", { 0.0f, 0.215f, 0.090f }, false },
	{ "abdomen1", "body", { 0.0f, 0.215f, -0.095f }, false },
	{ "abdomen2", "abdomen1", { 0.0f, 0.255f, -0.210f }, false },
	{ "spinneret", "abdomen2", { 0.0f, 0.240f, -0.375f }, false },
	{ "fang", "head", { 0.028f, 0.200f, 0.150f }, true },
	{ "palp1", "head", { 0.060f, 0.190f, 0.125f }, true },
	{ "palp2", "palp1", { 0.085f, 0.205f, 0.195f }, true },
};

static const SamplePrimRow spiderPrims[] = {
	{ body, "body", { 0.0f, 0.205f, 0.030f }, { 0.0f, 0.205f, -0.040f }, 0.090f, 0.085f, { 1.0f, 0.65f, 1.0f }, false },
	{ body, "head", { 0.0f, 0.215f, 0.080f }, { 0.0f, 0.215f, 0.115f }, 0.066f, 0.058f, { 1.0f, 0.85f, 1.0f }, false },
	{ body, "abdomen1", { 0.0f, 0.210f, -0.090f }, { 0.0f, 0.235f, -0.150f }, 0.034f, 0.080f, { 0.0f, 0.0f, 0.0f }, false },
	{ body, "abdomen2", { 0.0f, 0.255f, -0.210f }, { 0.0f, 0.255f, -0.290f }, 0.128f, 0.112f, { 1.0f, 0.92f, 1.0f }, false },
	{ body, "spinneret", { 0.0f, 0.235f, -0.380f }, { 0.0f, 0.225f, -0.420f }, 0.042f, 0.020f, { 0.0f, 0.0f, 0.0f }, false },
	{ limbs, "fang", { 0.028f, 0.200f, 0.145f }, { 0.030f, 0.155f, 0.175f }, 0.030f, 0.026f, { 0.0f, 0.0f, 0.0f }, true },
	{ limbs, "fang", { 0.030f, 0.155f, 0.175f }, { 0.022f, 0.105f, 0.160f }, 0.018f, 0.008f, { 0.0f, 0.0f, 0.0f }, true },
	{ limbs, "palp1", { 0.060f, 0.190f, 0.120f }, { 0.085f, 0.205f, 0.195f }, 0.018f, 0.016f, { 0.0f, 0.0f, 0.0f }, true },
	{ limbs, "palp2", { 0.085f, 0.205f, 0.195f }, { 0.070f, 0.125f, 0.240f }, 0.016f, 0.020f, { 0.0f, 0.0f, 0.0f }, true },
	{ shell, "abdomen2", { 0.0f, 0.365f, -0.190f }, { 0.0f, 0.368f, -0.235f }, 0.034f, 0.022f, { 1.0f, 0.6f, 1.0f }, false },
	{ shell, "abdomen2", { 0.0f, 0.361f, -0.270f }, { 0.0f, 0.345f, -0.325f }, 0.022f, 0.032f, { 1.0f, 0.7f, 1.0f }, false },
	{ eyes, "head", { 0.022f, 0.235f, 0.162f }, { 0.022f, 0.234f, 0.163f }, 0.017f, 0.017f, { 0.0f, 0.0f, 0.0f }, true },
	{ eyes, "head", { 0.048f, 0.240f, 0.143f }, { 0.048f, 0.239f, 0.144f }, 0.012f, 0.012f, { 0.0f, 0.0f, 0.0f }, true },
	{ eyes, "head", { 0.018f, 0.260f, 0.140f }, { 0.018f, 0.259f, 0.141f }, 0.010f, 0.010f, { 0.0f, 0.0f, 0.0f }, true },
	{ eyes, "head", { 0.046f, 0.257f, 0.115f }, { 0.046f, 0.256f, 0.116f }, 0.010f, 0.010f, { 0.0f, 0.0f, 0.0f }, true },
};

static const SampleCurve spiderIdle[] = {
	{ "body", 'Y', -0.004f, 0.0f, 0.0f, 0.004f, 0.1f, 0.0f, false },
	{ "body", 'x', 0.0f, 0.0f, 0.0f, 0.5f, 0.2f, 0.0f, false },
	{ "abdomen1", 'x', 0.0f, 0.0f, 0.0f, 1.5f, 0.2f, 0.0f, false },
	{ "abdomen2", 'x', 0.0f, 0.0f, 0.0f, 1.5f, 0.27f, 0.0f, false },
	{ "palp1.L", 'x', 0.0f, 6.0f, 0.0f, 5.0f, 0.1f, 0.0f, false },
	{ "palp2.L", 'x', 0.0f, 8.0f, 0.1f, 6.0f, 0.2f, 0.0f, false },
	{ "fang.L", 'x', 0.0f, 0.0f, 0.0f, 3.0f, 0.3f, 0.0f, true },
};

static const SampleCurve spiderWalk[] = {
	{ "body", 'Y', 0.0f, 0.0f, 0.0f, 0.006f, 0.30f, 0.0f, false },
	{ "body", 'X', 0.0f, 0.005f, 0.05f, 0.0f, 0.0f, 0.0f, false },
	{ "body", 'z', 0.0f, 1.4f, 0.25f, 0.0f, 0.0f, 0.0f, false },
	{ "body", 'y', 0.0f, 1.5f, 0.05f, 0.0f, 0.0f, 0.0f, false },
	{ "body", 'x', 0.0f, 0.0f, 0.0f, 0.8f, 0.15f, 0.0f, false },
	{ "abdomen1", 'y', 0.0f, 2.0f, 0.65f, 0.0f, 0.0f, 0.0f, false },
	{ "abdomen1", 'x', 0.0f, 0.0f, 0.0f, 1.6f, 0.32f, 0.0f, false },
	{ "abdomen2", 'x', 0.0f, 0.0f, 0.0f, 1.2f, 0.40f, 0.0f, false },
	{ "palp1.L", 'x', 0.0f, 8.0f, 0.1f, 3.0f, 0.1f, 0.0f, false },
	{ "palp2.L", 'x', 0.0f, 10.0f, 0.2f, 3.0f, 0.2f, 0.0f, false },
	{ "fang.L", 'x', 0.0f, 0.0f, 0.0f, 2.0f, 0.3f, 0.0f, true },
};

void SampleSpider_Fill(SampleCreature* creature, int legPairs) {
	static const LegFan fan = {
		.frontZ = 0.065f, .backZ = -0.065f, .side = 0.065f, .height = 0.190f, .frontDeg = 58.0f, .backDeg = -56.0f,
		.hip = 0.045f, .knee = 0.200f, .ankle = 0.390f, .tip = 0.425f, .hipY = 0.195f, .kneeY = 0.360f, .ankleY = 0.085f,
		.thick = 0.024f, .spread = 0.14f,
	};
	SampleCreature_AddJoints(creature, spiderJoints, COUNT(spiderJoints));
	SampleCreature_AddGroups(creature, spiderGroups, COUNT(spiderGroups));
	SampleCreature_AddPrims(creature, spiderPrims, COUNT(spiderPrims));
	for (int i = 0; i < legPairs; i++) {
		AddLegPair(creature, &fan, i, legPairs);
	}
	creature->body = SampleCreature_FindJoint(creature, "body");
	AddGaits(creature, 20, 0.19f, 0.075f, spiderIdle, COUNT(spiderIdle), spiderWalk, COUNT(spiderWalk));
}
