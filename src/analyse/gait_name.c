// SPDX-License-Identifier: MIT
// Gait name: the word for a footfall pattern, from duty factors and the phases of mid-stance.
#include "analyse/parts.h"

#include <math.h>
#include <stdio.h>

// Signed distance of two phases, [-0.5, 0.5).
static float apart(float a, float b) { return lwWrap01(a - b + 0.5f) - 0.5f; }

static int legAt(const lwRig* rig, int row, int side) {
	for (int l = 0; l < rig->legCount; ++l)
		if (rig->legs[l].row == row && rig->legs[l].side == side) return l;
	return -1;
}

static float meanDuty(const lwRig* rig, const float* duty) {
	float sum = 0.0f;
	for (int l = 0; l < rig->legCount; ++l) sum += duty[l];
	return sum / (float)rig->legCount;
}

static const char* biped(const float* phase, float duty) {
	if (lwAbsF(apart(phase[0], phase[1])) < 0.1f) return "hop";
	if (duty >= 0.5f) return "walk";
	return duty >= 0.42f ? "walk/run borderline" : "run";
}

typedef struct pattern {
	const char* name;
	float lf, rf, rh;               // after the left hind leg
} pattern;

static void quadruped(const lwRig* rig, const float* phase, float duty, char* out, size_t capacity) {
	static const pattern patterns[] = {
		{ "walk (lateral sequence)", 0.25f, 0.75f, 0.5f }, { "walk (diagonal sequence)", 0.75f, 0.25f, 0.5f },
		{ "trot", 0.5f, 0.0f, 0.5f },                      { "pace", 0.0f, 0.5f, 0.5f },
	};
	int ilf = legAt(rig, 0, 1), irf = legAt(rig, 0, -1), ilh = legAt(rig, 1, 1), irh = legAt(rig, 1, -1);
	if (ilf < 0 || irf < 0 || ilh < 0 || irh < 0) {
		snprintf(out, capacity, "irregular");
		return;
	}
	float hind = apart(phase[irh], phase[ilh]), fore = apart(phase[irf], phase[ilf]);
	if (lwAbsF(hind) < 0.3f && lwAbsF(fore) < 0.4f) {
		bool hindTogether = lwAbsF(hind) < 0.04f, foreTogether = lwAbsF(fore) < 0.04f;
		float couple = lwMinF(lwAbsF(apart(phase[ilf], phase[irh])), lwAbsF(apart(phase[irf], phase[ilh])));
		if (hindTogether && foreTogether) snprintf(out, capacity, "%s", lwAbsF(apart(phase[ilf], phase[ilh])) < 0.1f ? "pronk" : "bound");
		else if (hindTogether) snprintf(out, capacity, "half-bound");
		else if (couple < 0.05f && duty > 0.3f) snprintf(out, capacity, "canter (lead fore %s)", fore > 0.0f ? "R" : "L");
		else snprintf(out, capacity, "gallop %s (lead fore %s, hind %s)", (fore > 0.0f) == (hind > 0.0f) ? "transverse" : "rotary", fore > 0.0f ? "R" : "L", hind > 0.0f ? "R" : "L");
		return;
	}
	float best = 1e9f;
	const char* name = "irregular";
	for (int i = 0; i < 4; ++i) {
		const pattern* p = &patterns[i];
		float lf = phase[ilf] - phase[ilh], rf = phase[irf] - phase[ilh], rh = phase[irh] - phase[ilh];
		float score = (lwAbsF(apart(lf, p->lf)) + lwAbsF(apart(rf, p->rf)) + lwAbsF(apart(rh, p->rh))) / 3.0f;
		if (score < best) {
			best = score;
			name = p->name;
		}
	}
	if (best > 0.2f) name = "irregular";
	else if (name == patterns[0].name && duty < 0.45f) name = "amble";
	snprintf(out, capacity, "%s", name);
}

// Mean distance from two alternating groups (row + side parity); 0 is perfect, 0.25 is chance.
static float alternation(const lwRig* rig, const float* phase) {
	double x = 0.0, y = 0.0;
	float sum = 0.0f;
	for (int pass = 0; pass < 2; ++pass) {
		float centre = (float)(atan2(y, x) / 6.283185307179586);
		for (int l = 0; l < rig->legCount; ++l) {
			float shifted = phase[l] + (((rig->legs[l].row + (rig->legs[l].side < 0)) & 1) ? 0.5f : 0.0f);
			if (pass == 0) {
				x += cos((double)shifted * 6.283185307179586);
				y += sin((double)shifted * 6.283185307179586);
			} else {
				sum += lwAbsF(apart(shifted, centre));
			}
		}
	}
	return sum / (float)rig->legCount;
}

// Same lag from row to row on each side: a wave. Returns the mean deviation from an even lag.
static float waveDeviation(const lwRig* rig, const float* phase) {
	float dev = 0.0f;
	int count = 0;
	for (int side = -1; side <= 1; side += 2) {
		double x = 0.0, y = 0.0;
		for (int pass = 0; pass < 2; ++pass) {
			float mean = (float)(atan2(y, x) / 6.283185307179586);
			for (int row = 0; row + 1 < rig->legCount; ++row) {
				int a = legAt(rig, row, side), b = legAt(rig, row + 1, side);
				if (a < 0 || b < 0) continue;
				float lag = apart(phase[a], phase[b]);
				if (pass == 0) {
					x += cos((double)lag * 6.283185307179586);
					y += sin((double)lag * 6.283185307179586);
				} else {
					dev += lwAbsF(apart(lag, mean));
					++count;
				}
			}
		}
	}
	return count > 0 ? dev / (float)count : 1.0f;
}

static const char* manyLegs(const lwRig* rig, const float* phase) {
	float alternating = alternation(rig, phase);
	if (rig->legCount == 6 && alternating < 0.08f) return "alternating tripod";
	if (rig->legCount == 8 && alternating < 0.08f) return "alternating tetrapod";
	if (alternating < 0.08f) return "alternating groups";
	if (waveDeviation(rig, phase) < 0.08f) return "metachronal wave";
	if (rig->legCount == 6 && alternating < 0.18f) return "loose alternating tripod";
	if (rig->legCount == 8 && alternating < 0.2f) return "loose alternating tetrapod";
	return "irregular wave";
}

void lwGait_Name(const lwRig* rig, const float* phase, const float* duty, char* outName, int capacity) {
	size_t size = (size_t)capacity;
	switch (rig->legCount) {
	case 1: snprintf(outName, size, "hop"); break;
	case 2: snprintf(outName, size, "%s", biped(phase, meanDuty(rig, duty))); break;
	case 4: quadruped(rig, phase, meanDuty(rig, duty), outName, size); break;
	default: snprintf(outName, size, "%s", rig->legCount < 6 ? "irregular" : manyLegs(rig, phase)); break;
	}
}
