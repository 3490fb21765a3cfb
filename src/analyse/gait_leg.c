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

// Step 6: the leg's step must last as long on the ground as the character needs to travel it.
static void makeConsistent(const lwGait* gait, const char* name, lwGaitLeg* out, lwText* warnings) {
	float covered = gait->period * out->duty * gait->speed, most = (1.0f - LW_MIN_FLIGHT) / out->duty;
	bool travels = covered > 1e-9f && out->stepLength > 1e-9f;
	float k = travels ? out->stepLength / covered : lwMinF(1.0f, most);
	if (travels && k > most) {
		lwText_Add(warnings, "foot '%s': its step of %.4g at the character's speed leaves no flight; contact clamped to %.0f %% of the cycle\n", name,
				   (double)out->stepLength, (double)(100.0f * (1.0f - LW_MIN_FLIGHT)));
		k = most;
	} else if (travels && k < 0.5f) {
		lwText_Add(warnings, "foot '%s': moves at %.0f %% of the character's speed while it stands\n", name, (double)(100.0f * k));
	}
	out->warpedOff = k * out->off;
	out->warpedStrike = 1.0f - k * (1.0f - out->strike);
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
		makeConsistent(gait, name, out, warnings);
	} else {
		out->warpedOff = out->off;
		out->warpedStrike = out->strike;
		if (gait->cyclic) lwText_Add(warnings, "foot '%s' never %s the ground\n", name, keys->always ? "leaves" : "touches");
	}
	setFlight(gait, out, feet, leg, keys);
	lwGaitLeg_Curves(gait, leg, feet, keys);
}
