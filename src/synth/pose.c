// SPDX-License-Identifier: MIT
// Poses: the body moved, the arms let down, the legs brought to their feet's places.
#include "synth/synth.h"

#include "solve/limb.h"

#include <string.h>

static void MoveBody(const Synth* s, float phase, lwTransform* ioLocal) {
	int joint = s->rig->rootJoint, parent = s->skeleton->parents[joint];
	lwTransform body = Synth_BodyAt(s, phase);
	lwMat34 above = parent < 0 ? lwMat34Identity() : s->bindModel[parent];
	lwVec3 pos = lwAdd(body.pos, lwRotate(body.rot, s->bindModel[joint].t));
	lwQuat rot = lwQuatMul(body.rot, lwMat34Rotation(s->bindModel[joint]));
	ioLocal[joint].pos = lwMat34Point(lwMat34Inverse(above), pos);
	ioLocal[joint].rot = lwQuatNormalize(lwQuatMul(lwConj(lwMat34Rotation(above)), rot));
}

static void PoseBody(const Synth* s, float phase, lwTransform* outLocal) {
	memcpy(outLocal, s->skeleton->bind, (size_t)s->skeleton->jointCount * sizeof(*outLocal));
	MoveBody(s, phase, outLocal);
	Synth_PoseArms(s, phase, outLocal);
	lwSkeleton_ToModel(s->skeleton, outLocal, lwMat34Identity(), s->model);
}

static lwLimbTarget TargetAt(const Synth* s, int l, float phase) {
	const SynthLeg* leg = &s->legs[l];
	SynthFoot foot = Synth_FootAt(s, l, lwWrap01(phase - leg->phase));
	lwQuat print = lwQuatAxisAngle(lwV3(0.0f, 1.0f, 0.0f), leg->bind.printYaw);
	lwFootShape shape = leg->bind.shape;
	shape.rot = lwQuatMul(lwQuatAxisAngle(lwV3(1.0f, 0.0f, 0.0f), foot.roll), shape.rot);
	lwVec3 pos = lwAdd(s->originMS, foot.posCS);
	lwLimbTarget target;
	target.footPos = lwAdd(pos, lwRotate(print, lwFootShape_Place(&shape, leg->reference.halfLength)));
	target.footRot = lwQuatMul(print, shape.rot);
	target.end = lwAdd(target.footPos, lwRotate(target.footRot, shape.end));
	target.keepEndRot = leg->tip;
	return target;
}

float Synth_ReachAt(const Synth* s, float phase, lwTransform* scratch) {
	float reach = 0.0f;
	PoseBody(s, phase, scratch);
	for (int l = 0; l < s->rig->legCount; ++l) {
		lwLimbTarget target = TargetAt(s, l, phase);
		float chain = lwMaxF(s->legs[l].bind.chain, 1e-12f);
		reach = lwMaxF(reach, lwDistance(s->model[s->rig->legs[l].joints[0]].t, target.end) / chain);
	}
	return reach;
}

void Synth_PoseAt(const Synth* s, float phase, lwTransform* outLocal) {
	PoseBody(s, phase, outLocal);
	lwQuat body = Synth_BodyAt(s, phase).rot;
	lwIkOptions options = lwDefaultIkOptions();
	options.softStart = 0.985f;
	for (int l = 0; l < s->rig->legCount; ++l) {
		lwLimbTarget target = TargetAt(s, l, phase);
		lwLimb_Solve(s->skeleton, &s->rig->legs[l], s->model, &target, lwRotate(body, s->legs[l].pole), &options, outLocal);
	}
}

void Synth_StandPose(Synth* s, lwTransform* outLocal) {
	SynthNumbers still = { .speed = 0.0f, .period = s->n.period, .duty = 1.0f };
	still.crouch = lwMinF(s->n.crouch, 0.01f * s->L);
	s->n = still;
	Synth_PoseAt(s, 0.0f, outLocal);
}
