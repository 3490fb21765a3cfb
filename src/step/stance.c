// SPDX-License-Identifier: MIT
#include "step/stance.h"

static lwVec3 Level(lwVec3 v) {
	v.y = 0.0f;
	return v;
}

// The middle one; sorts values.
static float Median(float* values, int count) {
	for (int i = 1; i < count; ++i) {
		for (int k = i; k > 0 && values[k] < values[k - 1]; --k) {
			float swap = values[k];
			values[k] = values[k - 1];
			values[k - 1] = swap;
		}
	}
	return values[count / 2];
}

static void FindAxes(const lwRig* rig, const lwMat34* model, lwStance* out) {
	lwVec3 across = lwV3(0.0f, 0.0f, 0.0f), along = across, up = lwV3(0.0f, 1.0f, 0.0f), ahead = lwV3(0.0f, 0.0f, 1.0f);
	int left = 0, right = 0;
	for (int l = 0; l < rig->legCount; ++l) {
		const lwLeg* leg = &rig->legs[l];
		across = lwMulAdd(across, Level(model[leg->joints[0]].t), (float)leg->side);
		along = lwAdd(along, Level(lwSub(lwContactPoint_Pos(&leg->toe, model), lwContactPoint_Pos(&leg->heel, model))));
		left += leg->side > 0;
		right += leg->side < 0;
	}
	bool sides = left == right && left > 0 && lwLength(across) > 1e-3f * rig->length;
	out->forward = lwNormalizeOr(sides ? lwCross(across, up) : along, ahead);
	out->left = lwCross(up, out->forward);
}

lwStance lwStance_Read(const lwRig* rig, const lwMat34* model) {
	lwStance stance;
	FindAxes(rig, model, &stance);
	float soles[LW_MAX_LEGS] = { 0.0f }, share = 1.0f / (float)rig->legCount;
	lwVec3 feet = lwV3(0.0f, 0.0f, 0.0f);
	stance.hipsMS = feet;
	for (int l = 0; l < rig->legCount; ++l) {
		const lwLeg* leg = &rig->legs[l];
		lwVec3 heel = lwContactPoint_Pos(&leg->heel, model), toe = lwContactPoint_Pos(&leg->toe, model);
		soles[l] = lwMinF(heel.y, toe.y);
		feet = lwAdd(feet, lwMul(lwLerp3(heel, toe, 0.5f), share));
		stance.hipsMS = lwAdd(stance.hipsMS, lwMul(model[leg->joints[0]].t, share));
	}
	stance.originMS = lwV3(feet.x, Median(soles, rig->legCount), feet.z);
	return stance;
}

lwVec3 lwStance_Pole(const lwStance* stance, const lwRig* rig, int l, const lwMat34* model) {
	const lwLeg* leg = &rig->legs[l];
	lwVec3 hip = model[leg->joints[0]].t, end = model[leg->joints[leg->limbCount - 1]].t;
	lwVec3 line = lwNormalizeOr(lwSub(end, hip), lwV3(0.0f, -1.0f, 0.0f)), bend = lwV3(0.0f, 0.0f, 0.0f);
	float chain = 0.0f;
	for (int i = 1; i < leg->limbCount; ++i) {
		bool inner = i + 1 < leg->limbCount;
		bend = inner ? lwAdd(bend, lwReject(lwSub(model[leg->joints[i]].t, hip), line)) : bend;
		chain += lwDistance(model[leg->joints[i]].t, model[leg->joints[i - 1]].t);
	}
	lwVec3 anatomy = rig->legCount >= 4 && leg->row == 0 ? lwNeg(stance->forward) : stance->forward;
	lwVec3 guess = lwAbsF(line.y) < 0.8f ? lwV3(0.0f, 1.0f, 0.0f) : anatomy;
	guess = lwNormalizeOr(lwReject(guess, line), anatomy);
	return lwLength(bend) > 0.04f * chain ? lwNormalizeOr(bend, guess) : guess;
}
