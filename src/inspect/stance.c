// SPDX-License-Identifier: MIT
// What an even stance forces: the clip with its feet held still over the ground while they stand, everything else
// as the artist made it, legs fitted by the same IK. The distance of its leg joints from the clip's.
#include "inspect/measure_parts.h"
#include "legwork/ik.h"

#include <math.h>
#include <string.h>

#define PHASES 128

typedef struct Stance {
	const lwLeg* leg;
	const lwGaitLeg* gait;
	lwVec3 offset[PHASES];          // what the foot is moved by, CS
} Stance;

// Where the lower contact point is, and which it is.
static lwVec3 Lower(const lwLeg* leg, const lwMat34* model, int* ioPoint) {
	lwVec3 pos[2] = { lwContactPoint_Pos(&leg->heel, model), lwContactPoint_Pos(&leg->toe, model) };
	if (*ioPoint < 0) {
		*ioPoint = leg->singleContact || pos[0].y <= pos[1].y ? 0 : 1;
	}
	return pos[*ioPoint];
}

// Offsets at count times of the stance (from strike to off): the lower point's way over the ground taken back, their
// mean zero, its height taken out.
static void HoldFoot(lwMeasureContext* context, const Stance* stance, int count, lwTransform* local, lwMat34* model, lwVec3* out) {
	const lwGait* gait = context->gait;
	float from = stance->gait->strike - 1.0f, step = (stance->gait->off - from) / (float)(count - 1);
	lwVec3 travel = lwMul(gait->directionMS, gait->speed * step * gait->period);
	lwVec3 sum = lwV3(0.0f, 0.0f, 0.0f), offset = sum, before = sum;
	int point = -1;
	for (int i = 0; i < count; ++i) {
		float phase = lwWrap01(stance->gait->stance + from + step * (float)i);
		lwSample_Eval(context->motion, context->clip, gait, phase, local, model);
		if (i > 0) {
			lwVec3 slip = lwAdd(lwSub(Lower(stance->leg, model, &point), before), travel);
			offset = lwSub(offset, lwV3(slip.x, 0.0f, slip.z));
		}
		point = -1;
		before = Lower(stance->leg, model, &point);
		out[i] = lwV3(offset.x, -before.y, offset.z);
		sum = lwAdd(sum, lwV3(offset.x, 0.0f, offset.z));
	}
	for (int i = 0; i < count; ++i) {
		out[i] = lwSub(out[i], lwMul(sum, 1.0f / (float)count));
	}
}

// Offsets over the whole cycle: held in stance, carried evenly from off to strike.
static void FillOffsets(lwMeasureContext* context, Stance* stance, lwTransform* local, lwMat34* model, lwVec3* held) {
	HoldFoot(context, stance, PHASES, local, model, held);
	float off = stance->gait->off, strike = stance->gait->strike, ground = off + 1.0f - strike;
	for (int i = 0; i < PHASES; ++i) {
		float u = lwWrap01((float)i / PHASES - stance->gait->stance);
		if (u > off && u < strike) {
			stance->offset[i] = lwLerp3(held[PHASES - 1], held[0], (u - off) / (strike - off));
			continue;
		}
		float at = (u <= off ? u + 1.0f - strike : u - strike) / lwMaxF(ground, 1e-6f) * (PHASES - 1);
		int a = (int)lwClampF(at, 0.0f, PHASES - 2);
		stance->offset[i] = lwLerp3(held[a], held[a + 1], lwClampF(at - (float)a, 0.0f, 1.0f));
	}
}

// Squared distance the leg's joints move when its limb's end is moved by offset.
static double MoveLeg(const lwLeg* leg, const lwMat34* model, lwVec3 offset, int* ioCount) {
	lwVec3 pos[LW_MAX_IK_JOINTS], axes[LW_MAX_IK_JOINTS], solved[LW_MAX_IK_JOINTS];
	lwQuat turn[LW_MAX_IK_JOINTS];
	int count = leg->limbCount;
	for (int i = 0; i < count; ++i) {
		pos[i] = model[leg->joints[i]].t;
		axes[i] = lwRotate(lwMat34Rotation(model[leg->joints[i]]), leg->hinges[i].axisLS);
	}
	lwIkChain chain;
	memset(&chain, 0, sizeof(chain));
	chain.jointCount = count;
	chain.positions = pos;
	chain.hingeAxes = axes;
	chain.target = lwAdd(pos[count - 1], offset);
	lwIkOptions options = lwDefaultIkOptions();
	options.softStart = 1.0f;
	(void)lwSolveIk(&chain, &options, turn, solved);
	double sum = 0.0;
	for (int i = 0; i < leg->jointCount; ++i) {
		// The foot goes with the limb's end and keeps its rotation; a detached one goes where it should.
		lwVec3 moved = i < count ? lwSub(solved[i], pos[i]) : leg->detached ? offset : lwSub(solved[count - 1], pos[count - 1]);
		sum += (double)lwDot(moved, moved);
	}
	*ioCount += leg->jointCount;
	return sum;
}

float lwMeasure_ForcedStance(lwMeasureContext* context) {
	int joints = context->skeleton->skeleton.jointCount, legs = context->rig->legCount;
	lwTransform* local = lwBlockList_Alloc(context->memory, (size_t)joints, sizeof(lwTransform));
	lwMat34* model = lwBlockList_Alloc(context->memory, (size_t)joints, sizeof(lwMat34));
	Stance* stances = lwBlockList_Alloc(context->memory, (size_t)legs, sizeof(Stance));
	lwVec3* held = lwBlockList_Alloc(context->memory, PHASES, sizeof(lwVec3));
	if (local == NULL || model == NULL || stances == NULL || held == NULL) {
		return -1.0f;
	}
	for (int l = 0; l < legs; ++l) {
		stances[l].leg = context->rig->legs + l;
		stances[l].gait = context->gait->legs + l;
		FillOffsets(context, stances + l, local, model, held);
	}
	double sum = 0.0;
	int count = 0;
	for (int i = 0; i < PHASES; ++i) {
		lwSample_Eval(context->motion, context->clip, context->gait, (float)i / PHASES, local, model);
		for (int l = 0; l < legs; ++l) {
			sum += MoveLeg(stances[l].leg, model, stances[l].offset[i], &count);
		}
	}
	return count > 0 ? (float)sqrt(sum / count) : 0.0f;
}
