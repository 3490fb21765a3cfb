// SPDX-License-Identifier: MIT
// Pose: the body takes on the feet's mean height and tilt; the legs are brought to the feet.
#include "stepper/state.h"

#include "math/spring.h"
#include "solve/limb.h"

#include <string.h>

static const lwVec3 s_up = { 0.0f, 1.0f, 0.0f };

static lwVec3 ToFrame(const lwStepper* s, lwVec3 pos) {
	return lwRotate(lwConj(s->frame.rot), lwSub(pos, s->frame.pos));
}

// Plane through the feet in CS: height at the origin, slopes along x and z. Feet in the air count where they will stand.
static void FitFeet(const lwStepper* s, float* outHeight, float* outX, float* outZ) {
	float n = (float)s->legCount, mx = 0.0f, mz = 0.0f, mh = 0.0f;
	for (int l = 0; l < s->legCount; ++l) {
		const StepLeg* leg = &s->legs[l];
		mx += leg->homeCS.x / n;
		mz += leg->homeCS.z / n;
		mh += ToFrame(s, leg->state == lw_footFlying ? leg->next.pos : leg->current.pos).y / n;
	}
	float xx = 0.02f * s->L * s->L, zz = xx, xz = 0.0f, xh = 0.0f, zh = 0.0f;
	for (int l = 0; l < s->legCount; ++l) {
		const StepLeg* leg = &s->legs[l];
		float x = leg->homeCS.x - mx, z = leg->homeCS.z - mz;
		float h = ToFrame(s, leg->state == lw_footFlying ? leg->next.pos : leg->current.pos).y - mh;
		xx += x * x;
		zz += z * z;
		xz += x * z;
		xh += x * h;
		zh += z * h;
	}
	float det = xx * zz - xz * xz;
	*outX = det > 0.0f ? (xh * zz - zh * xz) / det : 0.0f;
	*outZ = det > 0.0f ? (zh * xx - xh * xz) / det : 0.0f;
	*outHeight = mh;
}

// How far the body must come down so that standing legs reach.
static float NeededDrop(const lwStepper* s, float height) {
	float drop = 0.0f;
	for (int l = 0; l < s->legCount; ++l) {
		const StepLeg* leg = &s->legs[l];
		if (leg->state == lw_footFlying) {
			continue;
		}
		lwVec3 d = lwSub(lwMulAdd(leg->bind.hipCS, s_up, height), ToFrame(s, leg->current.pos));
		float reach = 0.98f * leg->bind.chain + 0.5f * leg->reference.halfLength;
		float room = reach * reach - d.x * d.x - d.z * d.z;
		drop = lwMaxF(drop, lwMinF(d.y - lwSqrt(room > 0.0f ? room : 0.0f), 0.4f * lwMaxF(d.y, 0.0f)));
	}
	return drop;
}

void Stepper_PoseBody(lwStepper* s, const lwTransform* pose, float dt) {
	const lwTransform* base = pose != NULL ? pose : s->skeleton->bind;
	memcpy(s->local, base, (size_t)s->skeleton->jointCount * sizeof(*s->local));
	float height, sx, sz;
	FitFeet(s, &height, &sx, &sz);
	lwVec3 up = lwNormalizeOr(lwV3(-sx, 1.0f, -sz), s_up);
	lwVec3 turn = lwMul(lwQuatLog(lwQuatBetween(s_up, up)), s->legCount >= 4 ? s->def.bodyFollow : 0.0f);
	float wanted = s->def.bodyFollow * height;
	wanted -= NeededDrop(s, wanted);
	float life = dt > 0.0f ? s->def.bodyHalfLife : 0.0f;
	lwSpringTo(&s->height, &s->heightVel, wanted, life, dt);
	lwSpringTo(&s->tilt.x, &s->tiltVel.x, turn.x, life, dt);
	lwSpringTo(&s->tilt.y, &s->tiltVel.y, turn.y, life, dt);
	lwSpringTo(&s->tilt.z, &s->tiltVel.z, turn.z, life, dt);
}

lwMat34 lwStepper_ModelToWorld(const lwStepper* s) {
	float angle = lwLength(s->tilt);
	lwQuat tilt = lwQuatAxisAngle(lwNormalizeOr(s->tilt, s_up), angle);
	lwQuat rot = lwQuatMul(s->frame.rot, tilt);
	lwVec3 origin = lwAdd(s->frame.pos, lwRotate(s->frame.rot, lwV3(0.0f, s->height, 0.0f)));
	lwTransform place = lwTransformIdentity();
	place.rot = rot;
	place.pos = lwSub(origin, lwRotate(rot, s->originMS));
	return lwMat34FromTransform(place);
}

// Stage 1: the pose's own foot, put on the ground's height by its height over the pose's ground.
static void FollowPose(lwStepper* s, StepLeg* leg, const lwLegFrame* posed) {
	lwVec3 flat = lwV3(posed->printCS.x, 0.0f, posed->printCS.z);
	leg->homeCS = flat;
	leg->homeYaw = posed->printYaw;
	leg->current = Stepper_HomeAt(s, (int)(leg - s->legs), &s->frame, lwV3(0.0f, 0.0f, 0.0f));
	leg->nowPos = lwMulAdd(leg->current.pos, lwRotate(s->frame.rot, s_up), posed->printCS.y);
	leg->nowRot = leg->current.rot;
}

void Stepper_PoseLegs(lwStepper* s, const lwTransform* pose) {
	lwMat34 toCS = lwMat34Identity();
	toCS.t = lwNeg(s->originMS);
	if (s->def.stage == lw_stepperHeight && (pose != NULL || !s->still || !s->settled)) {
		lwSkeleton_ToModel(s->skeleton, s->local, toCS, s->model);
		for (int l = 0; l < s->legCount; ++l) {
			lwLegFrame posed;
			lwLegFrame_FromPose(&s->rig->legs[l], s->model, &s->legs[l].reference, &posed);
			FollowPose(s, &s->legs[l], &posed);
		}
	}
	lwSkeleton_ToModel(s->skeleton, s->local, lwMat34Identity(), s->model);
	lwMat34 world = lwStepper_ModelToWorld(s), back = lwMat34Inverse(world);
	lwQuat backRot = lwConj(lwMat34Rotation(world));
	lwIkOptions options = lwDefaultIkOptions();
	options.softStart = 0.985f;
	for (int l = 0; l < s->legCount; ++l) {
		StepLeg* leg = &s->legs[l];
		lwQuat rot = lwQuatMul(backRot, leg->nowRot);
		lwLimbTarget target;
		target.footPos = lwAdd(lwMat34Point(back, leg->nowPos), lwRotate(rot, lwFootShape_Place(&leg->bind.shape, leg->reference.halfLength)));
		target.footRot = lwQuatMul(rot, leg->bind.shape.rot);
		target.end = lwAdd(target.footPos, lwRotate(target.footRot, leg->bind.shape.end));
		target.keepEndRot = leg->tip;
		leg->residual = lwLimb_Solve(s->skeleton, &s->rig->legs[l], s->model, &target, leg->pole, &options, s->local).residual;
	}
}
