// SPDX-License-Identifier: MIT
// Phase tables, and the numbers that a creature of its size would choose.
#include "synth/synth.h"

#include <string.h>

static const char* const s_names[lw_synthGaitCount] = { "auto", "walk", "run", "trot", "pace", "canter", "gallop", "tripod", "tetrapod",
														"wave", "hop" };

const char* lwSynthGait_Name(int kind) {
	return kind >= 0 && kind < lw_synthGaitCount ? s_names[kind] : NULL;
}

int lwSynthGait_FromName(const char* name) {
	for (int i = 0; name != NULL && i < lw_synthGaitCount; ++i) {
		if (strcmp(name, s_names[i]) == 0) {
			return i;
		}
	}
	return -1;
}

lwSynthGaitKind SynthKind(const lwRig* rig, lwSynthGaitKind kind) {
	static const lwSynthGaitKind byLegs[] = { lw_synthHop, lw_synthHop, lw_synthWalk, lw_synthWave, lw_synthWalk, lw_synthWave, lw_synthTripod };
	if (kind != lw_synthAuto) {
		return kind;
	}
	return rig->legCount <= 6 ? byLegs[rig->legCount] : lw_synthTetrapod;
}

static int RowCount(const lwRig* rig) {
	int rows = 1;
	for (int l = 0; l < rig->legCount; ++l) {
		rows = rig->legs[l].row + 1 > rows ? rig->legs[l].row + 1 : rows;
	}
	return rows;
}

// All legs one after the other: the left side from the back, then the right; those in the middle with the left.
static void WavePhases(const lwRig* rig, float* outPhases) {
	float step = 1.0f / (float)rig->legCount;
	int next = 0;
	for (int side = 1; side >= -1; side -= 2) {
		for (int l = rig->legCount - 1; l >= 0; --l) {
			bool here = rig->legs[l].side < 0 ? side < 0 : side > 0;
			if (here) {
				outPhases[l] = step * (float)next++;
			}
		}
	}
}

// Four-footed gaits without symmetry: hind left, hind right, fore left, fore right.
static void FourPhases(const lwRig* rig, const float table[4], float* outPhases) {
	for (int l = 0; l < rig->legCount; ++l) {
		const lwLeg* leg = &rig->legs[l];
		outPhases[l] = table[(leg->row == 0 ? 2 : 0) + (leg->side < 0 ? 1 : 0)];
	}
}

static bool HasMiddle(const lwRig* rig) {
	for (int l = 0; l < rig->legCount; ++l) {
		if (rig->legs[l].side == 0) {
			return true;
		}
	}
	return false;
}

static float SidePhase(const lwLeg* leg) {
	return leg->side < 0 ? 0.5f : 0.0f;
}

void lwSynthGait_Phases(const lwRig* rig, lwSynthGaitKind kind, float* outPhases, float* outDuty) {
	static const float canter[4] = { 0.0f, 0.3f, 0.3f, 0.62f }, gallop[4] = { 0.0f, 0.12f, 0.48f, 0.6f };
	static const float duties[lw_synthGaitCount] = { 0.6f, 0.62f, 0.36f, 0.44f, 0.5f, 0.4f, 0.27f, 0.58f, 0.58f, 0.8f, 0.42f };
	kind = SynthKind(rig, kind);
	int rows = RowCount(rig);
	*outDuty = duties[kind];
	if (kind == lw_synthWave) {
		*outDuty = lwClampF(1.0f - 1.0f / (float)rig->legCount, 0.6f, 0.85f);
		WavePhases(rig, outPhases);
		return;
	}
	if ((kind == lw_synthCanter || kind == lw_synthGallop) && rows > 1) {
		FourPhases(rig, kind == lw_synthCanter ? canter : gallop, outPhases);
		return;
	}
	bool lateral = kind == lw_synthWalk && rows == 2; // hind left, fore left, hind right, fore right
	*outDuty = lateral ? 0.75f : *outDuty;
	bool between = (kind == lw_synthTripod || kind == lw_synthTetrapod) && HasMiddle(rig); // middle legs fly between the flights of the two groups
	*outDuty = between ? 0.76f : *outDuty;
	for (int l = 0; l < rig->legCount; ++l) {
		const lwLeg* leg = &rig->legs[l];
		float neighbours = lateral ? (leg->row == 0 ? 0.25f : 0.0f) : kind == lw_synthPace ? 0.0f : 0.5f * (float)(leg->row & 1);
		float phase = between && leg->side == 0 ? 0.25f : SidePhase(leg) + neighbours;
		outPhases[l] = kind == lw_synthHop ? 0.0f : lwWrap01(phase);
	}
}

// ---- Numbers ---------------------------------------------------------------------------------------------------

// What a kind does, in Froude number, leg lengths and radians.
typedef struct KindNumbers {
	float froude, step, bob, sway, pitch, roll, yaw, offRoll, strikeRoll, armSwing;
} KindNumbers;

static const KindNumbers s_kinds[lw_synthGaitCount] = {
	[lw_synthWalk] = { 0.2f, 0.10f, 0.03f, 0.03f, 0.02f, 0.04f, 0.10f, 0.60f, 0.30f, 0.35f },
	[lw_synthRun] = { 1.6f, 0.20f, 0.06f, 0.01f, 0.04f, 0.03f, 0.14f, 0.80f, 0.10f, 0.70f },
	[lw_synthTrot] = { 0.6f, 0.16f, 0.05f, 0.01f, 0.02f, 0.02f, 0.02f, 0.50f, 0.05f, 0.40f },
	[lw_synthPace] = { 0.5f, 0.14f, 0.04f, 0.03f, 0.02f, 0.05f, 0.02f, 0.50f, 0.05f, 0.40f },
	[lw_synthCanter] = { 1.3f, 0.18f, 0.08f, 0.01f, 0.10f, 0.03f, 0.03f, 0.60f, 0.05f, 0.40f },
	[lw_synthGallop] = { 3.0f, 0.20f, 0.10f, 0.00f, 0.16f, 0.02f, 0.02f, 0.70f, 0.05f, 0.40f },
	[lw_synthTripod] = { 0.2f, 0.12f, 0.03f, 0.02f, 0.02f, 0.02f, 0.04f, 0.20f, 0.05f, 0.20f },
	[lw_synthTetrapod] = { 0.2f, 0.12f, 0.03f, 0.02f, 0.02f, 0.02f, 0.04f, 0.20f, 0.05f, 0.20f },
	[lw_synthWave] = { 0.05f, 0.10f, 0.01f, 0.02f, 0.02f, 0.02f, 0.02f, 0.20f, 0.05f, 0.20f },
	[lw_synthHop] = { 0.6f, 0.20f, 0.16f, 0.00f, 0.06f, 0.00f, 0.00f, 0.70f, 0.10f, 0.40f },
};

static float Or(float given, float chosen) {
	return given >= 0.0f ? given : chosen;
}

// x^0.3 for the stride's law: exp needs a logarithm, found by Newton's steps on the exponential.
static float Power03(float x) {
	float log = 0.0f;
	for (int i = 0; i < 30; ++i) {
		float e = lwExp(log);
		log += 2.0f * (x - e) / (x + e);
	}
	return lwExp(0.3f * log);
}

void SynthNumbers_Choose(Synth* io) {
	const lwSynthGaitDef* def = io->def;
	const KindNumbers* k = &s_kinds[io->kind];
	SynthNumbers* n = &io->n;
	float h = io->hipHeight, g = def->gravity;
	n->speed = Or(def->speed, lwSqrt(k->froude * g * h));
	float froude = n->speed * n->speed / (g * h);
	float stride = 2.3f * h * Power03(froude);
	n->period = Or(def->period, stride / n->speed);
	n->stepHeight = Or(def->stepHeight, k->step) * io->L;
	n->bob = 0.5f * Or(def->bob, k->bob) * io->L;
	n->sway = 0.5f * Or(def->sway, k->sway) * io->L;
	n->pitch = 0.5f * Or(def->pitch, k->pitch);
	n->roll = 0.5f * Or(def->roll, k->roll);
	n->yaw = 0.5f * Or(def->yaw, io->rig->legCount == 2 ? k->yaw : 0.3f * k->yaw);
	n->crouch = Or(def->crouch, 0.02f) * io->L;
	n->offRoll = k->offRoll * def->footRoll;
	n->strikeRoll = k->strikeRoll * def->footRoll;
	n->armSwing = Or(def->armSwing, k->armSwing);
}
