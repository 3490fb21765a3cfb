// SPDX-License-Identifier: MIT
// The gait of a blend of cycles; see legwork/cycle_sync.h.
#include "legwork/cycle_sync.h"

#include <string.h>

// Cyclic gaits that weigh: shares add up to 1; moving is what all of them weigh against those that stand.
typedef struct Mix {
	int count;
	int sample[LW_MAX_BLEND_WEIGHTS];
	const lwGait* gait[LW_MAX_BLEND_WEIGHTS];
	float share[LW_MAX_BLEND_WEIGHTS];
	float moving;
	float along;             // length of the blended velocity over the blended speed: below 1 when directions differ
	lwVec3 velocity;
} Mix;

static void AddToMix(Mix* m, const lwGait* gait, int sample, float weight) {
	if (gait->cyclic && weight > 0.0f && m->count < LW_MAX_BLEND_WEIGHTS) {
		m->sample[m->count] = sample;
		m->gait[m->count] = gait;
		m->share[m->count++] = weight;
	}
}

static Mix MakeMix(const lwCycleSync* sync, const lwGait* const* gaits, const lwBlendWeight* weights, int count) {
	Mix m;
	memset(&m, 0, sizeof(m));
	float all = 0.0f, sum = 0.0f, speed = 0.0f;
	for (int i = 0; i < count; ++i) {
		all += lwMaxF(weights[i].weight, 0.0f);
		AddToMix(&m, gaits[weights[i].sample], weights[i].sample, weights[i].weight);
	}
	bool standing = m.count == 0;
	for (int i = 0; i < lwCycleSync_SampleCount(sync) && standing; ++i) { // nobody moves: the key times are everybody's
		AddToMix(&m, gaits[i], i, 1.0f);
	}
	for (int i = 0; i < m.count; ++i) {
		sum += m.share[i];
	}
	m.moving = standing ? 0.0f : sum / all;
	for (int i = 0; i < m.count; ++i) {
		m.share[i] /= sum;
		m.velocity = lwMulAdd(m.velocity, m.gait[i]->directionMS, m.share[i] * m.gait[i]->speed * m.moving);
		speed += m.share[i] * m.gait[i]->speed * m.moving;
	}
	m.along = speed > 0.0f ? lwLength(m.velocity) / speed : 1.0f;
	return m;
}

#define MIXED(m, field) MixFloat(m, l, offsetof(lwGaitLeg, field))

static float MixFloat(const Mix* m, int l, size_t offset) {
	float sum = 0.0f;
	for (int i = 0; i < m->count; ++i) {
		float v;
		memcpy(&v, (const char*)&m->gait[i]->legs[l] + offset, sizeof(v));
		sum += m->share[i] * v;
	}
	return sum;
}

static lwVec3 MixVec(const Mix* m, int l, size_t offset) {
	return lwV3(MixFloat(m, l, offset), MixFloat(m, l, offset + sizeof(float)), MixFloat(m, l, offset + 2 * sizeof(float)));
}

static float MixStance(const Mix* m, const lwCycleSync* sync, int l) {
	float x = 0.0f, y = 0.0f;
	for (int i = 0; i < m->count; ++i) {
		float turn = 2.0f * LW_PI * lwCycleSync_PhaseOfClip(sync, m->sample[i], m->gait[i]->legs[l].stance);
		x += m->share[i] * lwCos(turn);
		y += m->share[i] * lwSin(turn);
	}
	return lwWrap01(lwAtan2(y, x) / (2.0f * LW_PI));
}

static void MixKeyTimes(const Mix* m, int l, lwGaitLeg* out) {
	out->lift = MIXED(m, lift);
	out->off = MIXED(m, off);
	out->strike = MIXED(m, strike);
	out->land = MIXED(m, land);
	out->warpedOff = out->warpedStrike = 0.0f;
	for (int i = 0; i < m->count; ++i) { // a gait without warped times steps at those of its clip
		const lwGaitLeg* leg = &m->gait[i]->legs[l];
		out->warpedOff += m->share[i] * (leg->warpedOff > 0.0f ? leg->warpedOff : leg->off);
		out->warpedStrike += m->share[i] * (leg->warpedStrike > 0.0f ? leg->warpedStrike : leg->strike);
	}
	out->duty = MIXED(m, duty);
	out->confidence = MIXED(m, confidence);
	for (size_t k = 0; k < 4; ++k) {
		out->keyConfidence[k] = MixFloat(m, l, offsetof(lwGaitLeg, keyConfidence) + k * sizeof(float));
	}
}

static void MixFlight(const Mix* m, int l, lwGaitLeg* out) {
	for (size_t u = 0; u < LW_FLIGHT_SAMPLES; ++u) {
		out->flight[u] = MixVec(m, l, offsetof(lwGaitLeg, flight) + u * sizeof(lwVec3));
		lwQuat first = m->gait[0]->legs[l].flightRot[u], sum = { 0.0f, 0.0f, 0.0f, 0.0f };
		for (int i = 0; i < m->count; ++i) {
			lwQuat q = m->gait[i]->legs[l].flightRot[u];
			float side = q.x * first.x + q.y * first.y + q.z * first.z + q.w * first.w;
			float w = side < 0.0f ? -m->share[i] : m->share[i];
			sum = (lwQuat){ sum.x + w * q.x, sum.y + w * q.y, sum.z + w * q.z, sum.w + w * q.w };
		}
		out->flightRot[u] = lwQuatNormalize(sum);
	}
}

static lwVec3 CurveAt(const lwVec3* curve, float phase) {
	float at = phase * (float)LW_CURVE_SAMPLES;
	int a = (int)at % LW_CURVE_SAMPLES;
	return lwLerp3(curve[a], curve[(a + 1) % LW_CURVE_SAMPLES], at - (float)(int)at);
}

static float AlphaAt(const float* alpha, float phase) {
	float at = phase * (float)LW_CURVE_SAMPLES;
	int a = (int)at % LW_CURVE_SAMPLES;
	return lwLerpF(alpha[a], alpha[(a + 1) % LW_CURVE_SAMPLES], at - (float)(int)at);
}

// Where each clip is at a sample of the common phase's curves.
static void FindPhases(const Mix* m, const lwCycleSync* sync, float phases[][LW_CURVE_SAMPLES]) {
	for (int i = 0; i < m->count; ++i) {
		for (int s = 0; s < LW_CURVE_SAMPLES; ++s) {
			phases[i][s] = lwCycleSync_ClipPhase(sync, m->sample[i], (float)s / (float)LW_CURVE_SAMPLES);
		}
	}
}

// Each clip's curves at the phase it has then; towards the stance place by as much as is standing.
static void MixCurves(const Mix* m, float phases[][LW_CURVE_SAMPLES], int l, lwGaitLeg* out) {
	for (int s = 0; s < LW_CURVE_SAMPLES; ++s) {
		lwVec3 lift = lwV3(0.0f, 0.0f, 0.0f), plant = lift;
		float alpha = 0.0f;
		for (int i = 0; i < m->count; ++i) {
			const lwGaitLeg* leg = &m->gait[i]->legs[l];
			lift = lwMulAdd(lift, CurveAt(leg->liftCurve, phases[i][s]), m->share[i]);
			plant = lwMulAdd(plant, CurveAt(leg->plantCurve, phases[i][s]), m->share[i]);
			alpha += m->share[i] * AlphaAt(leg->alpha, phases[i][s]);
		}
		out->liftCurve[s] = lwLerp3(out->stancePosCS, lift, m->moving);
		out->plantCurve[s] = lwLerp3(out->stancePosCS, plant, m->moving);
		out->alpha[s] = alpha;
	}
}

static void MixPlaces(const Mix* m, int l, float period, lwGaitLeg* out) {
	out->stancePosCS = MixVec(m, l, offsetof(lwGaitLeg, stancePosCS));
	out->footDirCS = lwNormalizeOr(MixVec(m, l, offsetof(lwGaitLeg, footDirCS)), m->gait[0]->legs[l].footDirCS);
	out->offPosCS = lwLerp3(out->stancePosCS, MixVec(m, l, offsetof(lwGaitLeg, offPosCS)), m->moving);
	out->strikePosCS = lwLerp3(out->stancePosCS, MixVec(m, l, offsetof(lwGaitLeg, strikePosCS)), m->moving);
	out->stepLength = MIXED(m, stepLength) * m->moving * m->along;
	out->midStanceSpeed = MIXED(m, midStanceSpeed) * m->moving * m->along;
	out->speed = out->duty > 0.0f ? out->stepLength / (period * out->duty) : 0.0f;
}

static void MixWhole(const Mix* m, lwGait* out) {
	int heaviest = 0;
	float confidence = 0.0f, spread = 0.0f;
	out->originMS = lwV3(0.0f, 0.0f, 0.0f);
	out->rootVelocityMS = out->originMS;
	out->rootMotion = false;
	for (int i = 0; i < m->count; ++i) {
		const lwGait* g = m->gait[i];
		heaviest = m->share[i] > m->share[heaviest] ? i : heaviest;
		confidence += m->share[i] * g->confidence;
		spread += m->share[i] * g->speedSpread;
		out->originMS = lwMulAdd(out->originMS, g->originMS, m->share[i]);
		out->rootVelocityMS = lwMulAdd(out->rootVelocityMS, g->rootVelocityMS, m->share[i] * m->moving);
		out->rootMotion = out->rootMotion || g->rootMotion;
	}
	const lwGait* g = m->gait[heaviest];
	memcpy(out->clipName, g->clipName, sizeof(out->clipName));
	memcpy(out->gaitName, g->gaitName, sizeof(out->gaitName));
	out->cyclic = true;
	out->speed = lwLength(m->velocity);
	out->speedSpread = spread;
	out->directionMS = lwNormalizeOr(m->velocity, g->directionMS);
	out->sourceStart = 0.0f;
	out->confidence = confidence;
	out->legCount = g->legCount;
}

static bool BlendTimes(const lwCycleSync* sync, const lwGait* const* gaits, const lwBlendWeight* weights, int count, Mix* m,
					   lwGait* out) {
	if (!LW_ASSERT(sync != NULL && gaits != NULL && weights != NULL && out != NULL)) {
		return false;
	}
	*m = MakeMix(sync, gaits, weights, count);
	if (!LW_ASSERT(m->count > 0)) {
		return false;
	}
	MixWhole(m, out);
	out->period = lwCycleSync_Period(sync, weights, count);
	out->stride = out->speed * out->period;
	for (int l = 0; l < out->legCount; ++l) {
		out->legs[l].stance = MixStance(m, sync, l);
		MixKeyTimes(m, l, &out->legs[l]);
		MixPlaces(m, l, out->period, &out->legs[l]);
	}
	return true;
}

void lwGait_BlendTimes(const lwCycleSync* sync, const lwGait* const* gaits, const lwBlendWeight* weights, int weightCount,
					   lwGait* outGait) {
	Mix m;
	(void)BlendTimes(sync, gaits, weights, weightCount, &m, outGait);
}

void lwGait_Blend(const lwCycleSync* sync, const lwGait* const* gaits, const lwBlendWeight* weights, int weightCount,
				  lwGait* outGait) {
	Mix m;
	if (!BlendTimes(sync, gaits, weights, weightCount, &m, outGait)) {
		return;
	}
	float phases[LW_MAX_BLEND_WEIGHTS][LW_CURVE_SAMPLES];
	FindPhases(&m, sync, phases);
	for (int l = 0; l < outGait->legCount; ++l) {
		MixFlight(&m, l, &outGait->legs[l]);
		MixCurves(&m, phases, l, &outGait->legs[l]);
	}
}
