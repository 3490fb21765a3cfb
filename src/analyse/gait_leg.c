// SPDX-License-Identifier: MIT
// One leg of the gait from its key times: step length, speed, consistent times, flight path, lift and plant curves.
#include "analyse/parts.h"

#include <math.h>

static lwVec3 toCS(const lwGait* gait, lwVec3 posMS) { return lwSub(posMS, gait->originMS); }

float lwGaitLeg_MidStance(const lwGaitLeg* leg) {
	return lwWrap01(leg->stance + 0.5f * (leg->off - (1.0f - leg->strike)));
}

static void setTimes(lwGaitLeg* out, const lwFeet* feet, const lwKeys* keys) {
	float n = (float)feet->frameCount;
	out->stance = lwWrap01(keys->stance / n);
	out->lift = lwMaxF((keys->lift - keys->stance) / n, 1e-4f);
	out->off = lwMaxF((keys->off - keys->stance) / n, out->lift);
	out->land = lwMinF(1.0f + (keys->land - keys->stance) / n, 1.0f - 1e-4f);
	out->strike = lwMinF(1.0f + (keys->strike - keys->stance) / n, out->land);
	if (out->strike < out->off + 1e-3f) out->strike = lwMinF(out->off + 1e-3f, out->land);
	out->duty = 1.0f - (out->strike - out->off);
	float sum = 0.0f;
	for (int i = 0; i < 4; ++i) {
		out->keyConfidence[i] = keys->confidence[i];
		sum += 0.25f * keys->confidence[i];
	}
	out->confidence = sum;
}

// Step 6: a leg faster than the legs are together stands longer, a slower one shorter, so that its step still fits the
// common speed. Measured against the legs' mean: what they all share (feet that ease in and out) is no disagreement.
#define LW_MOST_WARP 1.25f
void lwGait_MakeConsistent(lwGait* gait, const lwRig* rig, lwText* warnings) {
	float sum = 0.0f;
	int moving = 0;
	for (int l = 0; l < gait->legCount; ++l) {
		sum += gait->legs[l].speed;
		moving += gait->legs[l].speed > 0.0f;
	}
	for (int l = 0; l < gait->legCount; ++l) {
		lwGaitLeg* leg = &gait->legs[l];
		float ratio = gait->cyclic && leg->speed > 0.0f ? leg->speed * (float)moving / sum : 1.0f;
		float k = lwClampF(ratio, 1.0f / LW_MOST_WARP, LW_MOST_WARP);
		if (k != ratio) {
			lwText_Add(warnings, "foot '%s': moves at %.0f %% of the legs' mean speed while it stands; its contact is corrected by no more than %.0f %%\n",
					   rig->legs[l].name, (double)(100.0f * ratio), (double)(100.0f * (LW_MOST_WARP - 1.0f)));
		}
		k = lwMinF(k, (1.0f - LW_MIN_FLIGHT) / lwMaxF(leg->duty, 1e-6f));
		leg->warpedOff = k * leg->off;
		leg->warpedStrike = 1.0f - k * (1.0f - leg->strike);
	}
}

static lwVec3 footDirection(const lwGait* gait, const lwFeet* feet, int leg, float stanceFrame) {
	const lwFootTrack* foot = &feet->legs[leg];
	lwVec3 d = lwSub(lwFeet_At(feet, foot->toe, stanceFrame), lwFeet_At(feet, foot->heel, stanceFrame));
	d.y = 0.0f;
	if (lwLength(d) < 1e-3f * feet->rig->legs[leg].length) return gait->directionMS;
	return lwNormalizeOr(d, gait->directionMS);
}

static void setFlight(const lwGait* gait, lwGaitLeg* out, const lwFeet* feet, int leg, const lwKeys* keys) {
	const lwFootTrack* foot = &feet->legs[leg];
	float offFrame = keys->off, strikeFrame = keys->strike + (float)feet->frameCount;
	lwVec3 up = lwV3(0.0f, 1.0f, 0.0f), base = lwSub(out->strikePosCS, out->offPosCS);
	base.y = 0.0f;
	lwVec3 along = lwNormalizeOr(base, gait->directionMS), side = lwCross(up, along);
	float S = lwMaxF(out->stepLength, 0.01f * feet->rig->legs[leg].length);
	lwQuat stanceInverse = lwConj(lwFeet_RotAt(feet, foot->rot, keys->stance));
	for (int i = 0; i < LW_FLIGHT_SAMPLES; ++i) {
		float u = (float)i / (float)(LW_FLIGHT_SAMPLES - 1), frame = lwLerpF(offFrame, strikeFrame, u);
		lwVec3 p = toCS(gait, lwFeet_At(feet, foot->base, frame));
		lwVec3 d = lwMul(lwSub(p, lwLerp3(out->offPosCS, out->strikePosCS, u)), 1.0f / S);
		out->flight[i] = lwV3(lwDot(d, along), d.y, lwDot(d, side));
		out->flightRot[i] = lwQuatNormalize(lwQuatMul(lwFeet_RotAt(feet, foot->rot, frame), stanceInverse));
	}
}

// Step 10. The root moves at the gait's speed; a place on the ground drifts backwards relative to it.
void lwGaitLeg_Curves(lwGait* gait, int leg, const lwFeet* feet, const lwKeys* keys) {
	lwGaitLeg* out = &gait->legs[leg];
	float n = (float)feet->frameCount, reach = 0.0f;
	lwVec3 velocity = lwMul(gait->directionMS, gait->speed * gait->period); // per cycle
	for (int i = 0; i < LW_CURVE_SAMPLES; ++i) {
		float t = lwWrap01((float)i / (float)LW_CURVE_SAMPLES - out->stance); // since the last stance
		bool flies = t > out->off && t < out->strike && !keys->always;
		lwVec3 last = lwMulAdd(out->stancePosCS, velocity, -t), next = lwMulAdd(out->stancePosCS, velocity, 1.0f - t);
		out->liftCurve[i] = flies || t <= out->off || keys->always ? last : next;
		out->plantCurve[i] = flies ? next : out->liftCurve[i];
		out->alpha[i] = 0.0f;
		if (keys->always) {
			out->liftCurve[i] = out->plantCurve[i] = t <= 0.5f ? last : next;
			continue;
		}
		if (!flies) continue;
		float u = (t - out->off) / (out->strike - out->off);
		lwVec3 path = lwSub(next, last), p = toCS(gait, lwFeet_At(feet, feet->legs[leg].base, (out->stance + t) * n));
		float length2 = lwDot(path, path);
		float floor = 0.05f * feet->rig->legs[leg].length;
		float progress = length2 > floor * floor ? lwDot(lwSub(p, last), path) / length2 : u;
		out->alpha[i] = lwClampF(progress, 0.0f, 1.0f);
	}
	for (int k = 0; k < 2 * LW_CURVE_SAMPLES; ++k) { // never back within a flight
		int i = k % LW_CURVE_SAMPLES;
		float t = lwWrap01((float)i / (float)LW_CURVE_SAMPLES - out->stance);
		if (t <= out->off || t >= out->strike) {
			reach = 0.0f;
			continue;
		}
		reach = lwMaxF(reach, out->alpha[i]);
		if (k >= LW_CURVE_SAMPLES) out->alpha[i] = reach;
	}
}

void lwGaitLeg_Fill(lwGait* gait, int leg, const lwFeet* feet, const lwKeys* keys, lwText* warnings) {
	lwGaitLeg* out = &gait->legs[leg];
	const lwFootTrack* foot = &feet->legs[leg];
	const char* name = feet->rig->legs[leg].name;
	setTimes(out, feet, keys);
	out->stancePosCS = toCS(gait, lwFeet_At(feet, foot->base, keys->stance));
	out->stancePosCS.y = 0.0f;
	out->offPosCS = toCS(gait, lwFeet_At(feet, foot->base, keys->off));
	out->strikePosCS = toCS(gait, lwFeet_At(feet, foot->base, keys->strike));
	out->footDirCS = footDirection(gait, feet, leg, keys->stance);
	lwVec3 sweep = lwSub(out->offPosCS, out->strikePosCS);
	sweep.y = 0.0f;
	if (!keys->always && !keys->never) {
		out->stepLength = lwLength(sweep);
		out->speed = out->stepLength / (gait->period * out->duty);
		float middle = 0.5f * (keys->strike + keys->off);
		lwVec3 v = lwFeet_Velocity(feet, foot->base, (int)lrintf(middle));
		v.y = 0.0f;
		out->midStanceSpeed = lwLength(v);
	} else {
		out->warpedOff = out->off;
		out->warpedStrike = out->strike;
		if (gait->cyclic) lwText_Add(warnings, "foot '%s' never %s the ground\n", name, keys->always ? "leaves" : "touches");
	}
	setFlight(gait, out, feet, leg, keys);
	lwGaitLeg_Curves(gait, leg, feet, keys);
}
