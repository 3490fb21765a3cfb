// SPDX-License-Identifier: MIT
// Foot paths: even stance with roll over heel and toe, smooth flight.
#include "sample/creature.h"

#define DEG (LW_PI / 180.0f)
#define SLOPE_STEP 0.01f        // of stance, for the speeds at its ends

float SampleGait_Speed(const SampleGait* gait) {
	return gait->duty >= 1.0f ? 0.0f : gait->travel / (gait->duty * (float)gait->frames / 30.0f);
}

lwVec3 SampleGait_Direction(const SampleGait* gait) {
	return lwV3(lwSin(gait->angle), 0.0f, lwCos(gait->angle));
}

// 1 at 0 falling to 0 at end, smooth there.
static float FadeOut(float s, float end) {
	float left = end > 0.0f ? lwMaxF(0.0f, 1.0f - s / end) : 0.0f;
	return left * left * left;
}

static lwVec3 RotateAbout(lwVec3 p, lwVec3 center, lwVec3 axis, float angle) {
	return lwAdd(center, lwRotate(lwQuatAxisAngle(axis, angle), lwSub(p, center)));
}

// s in [0, 1] over the stance. Directions other than forward roll less; backwards the toe comes first.
static SampleFoot StanceFoot(const SampleGait* gait, const SampleLeg* leg, float s) {
	const SampleFootStyle* style = &gait->styles[leg->style];
	SampleFoot foot = { .stance = true };
	lwVec3 place = lwV3(style->placeX * leg->side, 0.0f, style->placeZ);
	float ahead = gait->duty >= 1.0f ? 0.0f : gait->travel * (0.5f - s);
	lwVec3 offset = lwMulAdd(place, SampleGait_Direction(gait), ahead);
	float roll = style->strikeRoll * FadeOut(s, style->strikeRollEnd) + style->offRoll * FadeOut(1.0f - s, 1.0f - style->offRollStart);
	float pitch = style->strikePitch * FadeOut(s, style->strikePitchEnd) + style->offPitch * FadeOut(1.0f - s, 1.0f - style->offPitchStart);
	if (gait->duty >= 1.0f) {
		roll = pitch = 0.0f;
	}
	lwVec3 pivot = RotateAbout(leg->pivotMS, leg->heelMS, leg->pitchAxisMS, -roll * DEG);
	foot.pivot = lwAdd(pivot, offset);
	foot.pitch = (pitch - roll) * DEG;
	foot.curl = -pitch * DEG;
	return foot;
}

// From value a with slope da to b with db over u in [0, 1]; ease 0: no acceleration at the ends, 1: the cubic.
static float Bridge(float a, float da, float b, float db, float u, float ease) {
	float u2 = u * u, u3 = u2 * u, u4 = u3 * u, u5 = u4 * u;
	float cubic = a * (1.0f - 3.0f * u2 + 2.0f * u3) + b * (3.0f * u2 - 2.0f * u3) + da * (u - 2.0f * u2 + u3) + db * (u3 - u2);
	float quintic = a + (b - a) * (10.0f * u3 - 15.0f * u4 + 6.0f * u5) + da * (u - 6.0f * u3 + 8.0f * u4 - 3.0f * u5) +
		db * (-4.0f * u3 + 7.0f * u4 - 3.0f * u5);
	return lwLerpF(quintic, cubic, ease);
}

// 0 at both ends with no slope and no curvature, 1 at its top; skew in [1, 2] moves the top to an earlier time.
static float Bump(float u, float skew) {
	float early = 1.0f - lwClampF(u, 0.0f, 1.0f);
	float v = u * (1.0f + (skew - 1.0f) * early);
	float p = v * (1.0f - v);
	return 64.0f * p * p * p;
}

static lwVec3 Slope3(lwVec3 a, lwVec3 b, lwVec3 c, float scale) {
	// Second-order one-sided difference: (-3a + 4b - c) / 2.
	return lwMul(lwSub(lwSub(lwMul(b, 4.0f), lwMul(a, 3.0f)), c), 0.5f * scale);
}

typedef struct FootSlope {
	lwVec3 pivot, angles;
} FootSlope;

// Speed of the foot at an end of stance (0 or 1) in units of flight time.
static FootSlope EndSlope(const SampleGait* gait, const SampleLeg* leg, float end) {
	float step = end > 0.5f ? -SLOPE_STEP : SLOPE_STEP;
	float scale = (1.0f - gait->duty) / gait->duty / step;
	SampleFoot f[3];
	for (int i = 0; i < 3; i++) {
		f[i] = StanceFoot(gait, leg, end + (float)i * step);
	}
	lwVec3 a[3];
	for (int i = 0; i < 3; i++) {
		a[i] = lwV3(f[i].pitch, f[i].curl, 0.0f);
	}
	FootSlope slope = { Slope3(f[0].pivot, f[1].pivot, f[2].pivot, scale), Slope3(a[0], a[1], a[2], scale) };
	return slope;
}

static SampleFoot FlightFoot(const SampleGait* gait, const SampleLeg* leg, float u) {
	const SampleFootStyle* style = &gait->styles[leg->style];
	SampleFoot off = StanceFoot(gait, leg, 1.0f), strike = StanceFoot(gait, leg, 0.0f);
	FootSlope offSlope = EndSlope(gait, leg, 1.0f), strikeSlope = EndSlope(gait, leg, 0.0f);
	float e = style->ease;
	SampleFoot foot = { .stance = false };
	foot.pivot.x = Bridge(off.pivot.x, offSlope.pivot.x, strike.pivot.x, strikeSlope.pivot.x, u, e);
	foot.pivot.y = Bridge(off.pivot.y, offSlope.pivot.y, strike.pivot.y, strikeSlope.pivot.y, u, e);
	foot.pivot.z = Bridge(off.pivot.z, offSlope.pivot.z, strike.pivot.z, strikeSlope.pivot.z, u, e);
	foot.pitch = Bridge(off.pitch, offSlope.angles.x, strike.pitch, strikeSlope.angles.x, u, e);
	foot.curl = Bridge(off.curl, offSlope.angles.y, strike.curl, strikeSlope.angles.y, u, e);
	foot.pivot.y += style->lift * Bump(u, style->liftSkew);
	foot.pitch += style->swingPitch * DEG * Bump(u, style->liftSkew);
	foot.curl += style->swingCurl * DEG * Bump(u, style->liftSkew);
	return foot;
}

SampleFoot SampleGait_Foot(const SampleCreature* creature, const SampleGait* gait, int leg, float phase) {
	const SampleLeg* row = &creature->legs[leg];
	if (gait->duty >= 1.0f) {
		return StanceFoot(gait, row, 0.5f);
	}
	float since = lwWrap01(phase - gait->phases[leg]);
	since = since > 1.0f - 1e-5f ? 0.0f : since;
	if (since <= gait->duty + 1e-5f) {
		return StanceFoot(gait, row, lwMinF(since / gait->duty, 1.0f));
	}
	return FlightFoot(gait, row, (since - gait->duty) / (1.0f - gait->duty));
}
