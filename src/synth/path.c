// SPDX-License-Identifier: MIT
// Paths: where the feet go and how the body moves over them.
#include "synth/synth.h"

#define TWO_PI (2.0f * LW_PI)

// From a with slope da to b with slope db over u in [0, 1]. The ends accelerate: the foot parts from the ground's speed at once.
static float Cubic(float a, float da, float b, float db, float u) {
	float u2 = u * u, u3 = u2 * u;
	return a * (1.0f - 3.0f * u2 + 2.0f * u3) + b * (3.0f * u2 - 2.0f * u3) + da * (u - 2.0f * u2 + u3) + db * (u3 - u2);
}

// Rises steeply from the ground and comes down so: a foot that skims cannot be told from one that stands.
static float Arc(float u) {
	float s = lwSin(LW_PI * lwClampF(u, 0.0f, 1.0f));
	return s > 0.0f ? s * (0.4f + 0.6f * lwSqrt(s)) : 0.0f;
}

// Rolling over heel and toe while standing; s in [0, 1].
static float StanceRoll(const SynthNumbers* n, float s) {
	float off = lwSmoothStep(0.6f, 1.15f, s), strike = 1.0f - lwSmoothStep(-0.1f, 0.25f, s);
	return n->offRoll * off - n->strikeRoll * strike;
}

SynthFoot Synth_FootAt(const Synth* s, int l, float t) {
	const SynthNumbers* n = &s->n;
	const SynthLeg* leg = &s->legs[l];
	float travel = n->speed * n->period * n->duty;
	float ahead, height = 0.0f, roll;
	if (t < n->duty) {
		ahead = travel * (0.5f - t / n->duty);
		roll = StanceRoll(n, t / n->duty);
	} else {
		float u = (t - n->duty) / (1.0f - n->duty);
		float slope = -n->speed * n->period * (1.0f - n->duty);
		ahead = Cubic(-0.5f * travel, slope, 0.5f * travel, slope, u);
		height = n->stepHeight * Arc(u);
		roll = lwLerpF(StanceRoll(n, 1.0f), StanceRoll(n, 0.0f), lwSmoothStep(0.0f, 0.9f, u));
	}
	SynthFoot foot;
	foot.posCS = lwMulAdd(leg->bind.printCS, s->forward, ahead);
	foot.posCS.y = height;
	foot.roll = s->rig->legs[l].singleContact ? 0.0f : roll;
	return foot;
}

// Sum over the legs of weight * cos(2 pi n (phase - middle of the contact) + shift), mean over them.
typedef enum LegWeight { weight_one, weight_side, weight_row } LegWeight;

static float Harmonic(const Synth* s, float phase, float n, float shift, LegWeight weight, int rows) {
	float sum = 0.0f;
	for (int l = 0; l < s->rig->legCount; ++l) {
		const lwLeg* leg = &s->rig->legs[l];
		float row = rows > 1 ? 1.0f - 2.0f * (float)leg->row / (float)(rows - 1) : 0.0f; // +1 at the front
		float w = weight == weight_one ? 1.0f : weight == weight_side ? (float)leg->side : row;
		float middle = s->legs[l].phase + 0.5f * s->n.duty;
		sum += w * lwCos(TWO_PI * n * (phase - middle) + shift);
	}
	return sum / (float)s->rig->legCount;
}

static int Rows(const lwRig* rig) {
	int rows = 1;
	for (int l = 0; l < rig->legCount; ++l) {
		rows = rig->legs[l].row + 1 > rows ? rig->legs[l].row + 1 : rows;
	}
	return rows;
}

lwTransform Synth_BodyAt(const Synth* s, float phase) {
	const SynthNumbers* n = &s->n;
	int rows = Rows(s->rig);
	// Walking vaults over its legs: highest on the middle of the contact. Running sinks into them.
	float vault = n->duty >= 0.5f ? 1.0f : -1.0f;
	float bob = n->bob * vault * (Harmonic(s, phase, 1.0f, 0.0f, weight_one, rows) + Harmonic(s, phase, 2.0f, 0.0f, weight_one, rows));
	float sway = n->sway * Harmonic(s, phase, 1.0f, 0.0f, weight_side, rows);
	float roll = n->roll * Harmonic(s, phase, 1.0f, 0.0f, weight_side, rows);
	float pitch = n->pitch * vault * (Harmonic(s, phase, 1.0f, 0.0f, weight_row, rows) + Harmonic(s, phase, 2.0f, 0.0f, weight_row, rows));
	float yaw = n->yaw * Harmonic(s, phase, 1.0f, 0.5f * LW_PI, weight_side, rows);
	lwVec3 up = lwV3(0.0f, 1.0f, 0.0f);
	lwTransform body = lwTransformIdentity();
	body.rot = lwQuatMul(lwQuatAxisAngle(up, -yaw), lwQuatMul(lwQuatAxisAngle(s->left, -pitch), lwQuatAxisAngle(s->forward, roll)));
	lwVec3 move = lwAdd(lwMul(up, bob - n->crouch), lwMul(s->left, sway));
	body.pos = lwAdd(lwSub(s->pivotMS, lwRotate(body.rot, s->pivotMS)), move);
	return body;
}
