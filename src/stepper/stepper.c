// SPDX-License-Identifier: MIT
// Stepper: made once, then a frame's stages in order.
#include "stepper/state.h"

#include "step/stance.h"

#include <stdlib.h>
#include <string.h>

#define NATURAL_STEP 0.22f // s of a leg half a metre long
#define STILL 0.02f        // L/s and rad/s below which the frame stands

lwStepperDef lwDefaultStepperDef(void) {
	lwStepperDef def;
	memset(&def, 0, sizeof(def));
	def.cookie = LW_COOKIE;
	def.stage = lw_stepperStep;
	def.order = lw_stepperGroups;
	def.threshold = 0.25f;
	def.restThreshold = 0.05f;
	def.overshoot = 0.15f;
	def.stepHeight = 0.15f;
	for (int i = 0; i < LW_STEPPER_ARC; ++i) {
		float x = (float)i / (float)(LW_STEPPER_ARC - 1);
		def.arc[i] = 4.0f * x * (1.0f - x);
	}
	def.highest = 0.7f;
	def.lowest = -0.9f;
	def.bodyFollow = 1.0f;
	def.bodyHalfLife = 0.08f;
	return def;
}

static bool In(float v, float least, float most) {
	return v >= least && v <= most; // NaN is not
}

static lwResult CheckDef(const lwStepperDef* def) {
	if (!LW_ASSERT(def != NULL && def->cookie == LW_COOKIE)) {
		return lwResult_Fail(lw_errorArgument, "stepper: def was not made by lwDefaultStepperDef");
	}
	if (def->skeleton == NULL || def->rig == NULL) {
		return lwResult_Fail(lw_errorArgument, "stepper: skeleton and rig are required");
	}
	bool modes = def->stage >= lw_stepperHeight && def->stage <= lw_stepperStep && def->order >= lw_stepperGroups && def->order <= lw_stepperQueue;
	bool numbers = In(def->threshold, 0.01f, 10.0f) && In(def->restThreshold, 0.005f, 10.0f) && In(def->overshoot, 0.0f, 10.0f) && In(def->stepTime, 0.0f, 100.0f) &&
				   In(def->stepHeight, 0.0f, 10.0f) && In(def->highest, -10.0f, 10.0f) && In(def->lowest, -10.0f, def->highest) && In(def->bodyFollow, 0.0f, 1.0f) &&
				   In(def->bodyHalfLife, 0.0f, 100.0f);
	for (int i = 0; i < LW_STEPPER_ARC; ++i) {
		numbers = numbers && In(def->arc[i], -10.0f, 10.0f);
	}
	if (!modes || !numbers) {
		return lwResult_Fail(lw_errorArgument, "stepper: a setting is out of range; start from lwDefaultStepperDef, lengths are in L");
	}
	lwResult result = lwRig_Validate(def->rig, def->skeleton);
	for (int l = 0; result.status == lw_ok && def->groups != NULL && l < def->rig->legCount; ++l) {
		if (def->groups[l] < 0 || def->groups[l] >= def->rig->legCount) {
			return lwResult_Fail(lw_errorArgument, "stepper: group %d of leg '%s' is not in 0..%d", def->groups[l], def->rig->legs[l].name, def->rig->legCount - 1);
		}
	}
	return result;
}

static void ReadRig(lwStepper* s) {
	lwSkeleton_ToModel(s->skeleton, s->skeleton->bind, lwMat34Identity(), s->model);
	lwStance stance = lwStance_Read(s->rig, s->model);
	s->originMS = stance.originMS;
	float travelYaw = lwAtan2(stance.forward.x, stance.forward.z);
	for (int l = 0; l < s->legCount; ++l) {
		s->legs[l].pole = lwStance_Pole(&stance, s->rig, l, s->model);
	}
	lwMat34 toCS = lwMat34Identity();
	toCS.t = lwNeg(s->originMS);
	lwSkeleton_ToModel(s->skeleton, s->skeleton->bind, toCS, s->model);
	for (int l = 0; l < s->legCount; ++l) {
		StepLeg* leg = &s->legs[l];
		leg->reference = lwFootReference_FromPose(&s->rig->legs[l], s->model, travelYaw);
		lwLegFrame_FromPose(&s->rig->legs[l], s->model, &leg->reference, &leg->bind);
		leg->homeCS = lwV3(leg->bind.printCS.x, 0.0f, leg->bind.printCS.z);
		leg->homeYaw = leg->bind.printYaw;
		leg->tip = s->rig->legs[l].singleContact && !s->rig->legs[l].detached && lwLength(leg->bind.shape.heel) < 0.02f * s->rig->legs[l].length;
	}
	Stepper_MakeGroups(s);
}

lwResult lwCreateStepper(const lwStepperDef* def, lwStepper** outStepper) {
	if (!LW_ASSERT(outStepper != NULL)) {
		return lwResult_Fail(lw_errorArgument, "stepper: outStepper is NULL");
	}
	*outStepper = NULL;
	lwResult result = CheckDef(def);
	if (result.status != lw_ok) {
		return result;
	}
	if (!(def->rig->length > 1e-9f)) {
		return lwResult_Fail(lw_errorData, "stepper: the legs have no length");
	}
	size_t joints = (size_t)def->skeleton->jointCount, legs = (size_t)def->rig->legCount;
	size_t size = sizeof(lwStepper) + legs * sizeof(StepLeg) + joints * (sizeof(lwTransform) + sizeof(lwMat34));
	lwStepper* s = calloc(1, size);
	if (s == NULL) {
		return lwResult_Fail(lw_errorMemory, "stepper: no memory for %zu bytes", size);
	}
	s->legs = (StepLeg*)(void*)(s + 1);
	s->local = (lwTransform*)(void*)(s->legs + legs);
	s->model = (lwMat34*)(void*)(s->local + joints);
	s->bytes = size;
	s->def = *def;
	s->skeleton = def->skeleton;
	s->rig = def->rig;
	s->L = def->rig->length;
	s->legCount = def->rig->legCount;
	s->last = lwTransformIdentity();
	ReadRig(s);
	s->def.groups = NULL; // read
	s->stepTime = def->stepTime > 0.0f ? def->stepTime : NATURAL_STEP * lwSqrt(s->L / 0.5f);
	lwTransform frame = lwTransformIdentity();
	lwStepper_Reset(s, &frame);
	*outStepper = s;
	return lwResult_Ok();
}

void lwDestroyStepper(lwStepper* stepper) {
	free(stepper);
}

size_t lwStepper_ByteCount(const lwStepper* s) {
	return s->bytes;
}

// ---- A frame ---------------------------------------------------------------------------------------------------

static bool IsFrame(const lwTransform* frame) {
	return Stepper_IsFinite(frame->pos) && Stepper_IsTurn(frame->rot);
}

void lwStepper_Reset(lwStepper* s, const lwTransform* frame) {
	lwTransform kept = s->last;
	frame = LW_ASSERT(IsFrame(frame)) ? frame : &kept;
	s->frame = s->last = *frame;
	s->time = s->tick = 0.0f;
	s->velocity = s->angular = lwV3(0.0f, 0.0f, 0.0f);
	s->height = s->heightVel = 0.0f;
	s->tilt = s->tiltVel = lwV3(0.0f, 0.0f, 0.0f);
	s->still = true;
	s->settled = false;
	s->active = 0;
	s->queries = 0;
	for (int l = 0; l < s->legCount; ++l) {
		StepLeg* leg = &s->legs[l];
		leg->state = lw_footPlanted;
		leg->u = leg->waited = 0.0f;
		leg->duration = s->stepTime;
		leg->lastStrike = leg->lastOff = -1.0f;
		leg->current.found = false;
		leg->current = leg->next = Stepper_HomeAt(s, l, frame, lwV3(0.0f, 0.0f, 0.0f));
		leg->from = leg->current.pos;
		Stepper_StoreInBody(s, leg);
	}
	Stepper_FlyFeet(s, 0.0f);
	Stepper_PoseBody(s, NULL, 0.0f);
	Stepper_PoseLegs(s, NULL);
	s->settled = true;
}

// One decision: the frame where it was at that moment between two updates.
static void Tick(lwStepper* s, const lwTransform* from, const lwTransform* to, float share) {
	s->frame.pos = lwLerp3(from->pos, to->pos, share);
	s->frame.rot = lwSlerp(from->rot, to->rot, share);
	for (int l = 0; l < s->legCount; ++l) {
		StepLeg* leg = &s->legs[l];
		if (leg->state == lw_footFlying) {
			bool open = leg->u < LW_STEPPER_AIMED;
			leg->u += LW_STEPPER_TICK / leg->duration;
			if (open && leg->u >= LW_STEPPER_AIMED) { // the last aim, at the same moment at any frame rate
				Stepper_Aim(s, l);
			}
			if (leg->u >= 1.0f) {
				Stepper_EndStep(s, l);
			}
		}
	}
	Stepper_Decide(s);
}

static void FindVelocity(lwStepper* s, const lwTransform* frame, float dt) {
	s->velocity = lwMul(lwSub(frame->pos, s->last.pos), 1.0f / dt);
	s->angular = lwMul(lwQuatLog(lwQuatMul(frame->rot, lwConj(s->last.rot))), 1.0f / dt);
	s->still = lwLength(s->velocity) < STILL * s->L && lwLength(s->angular) < STILL;
}

void lwStepper_Update(lwStepper* s, const lwTransform* frame, const lwTransform* pose, float dt) {
	dt = dt > 0.0f ? lwMinF(dt, 0.25f) : 0.0f; // NaN too
	lwTransform kept = s->last;
	frame = IsFrame(frame) ? frame : &kept;
	s->queries = 0;
	if (dt > 0.0f) {
		FindVelocity(s, frame, dt);
		Stepper_CarryFeet(s);
		float end = s->time + dt;
		while (s->tick + LW_STEPPER_TICK <= end) {
			s->tick += LW_STEPPER_TICK;
			Tick(s, &s->last, frame, (s->tick - s->time) / dt);
		}
		s->time = end;
		if (s->time > 3600.0f) { // the clock stays fine
			s->time -= 3600.0f;
			s->tick -= 3600.0f;
			for (int l = 0; l < s->legCount; ++l) {
				s->legs[l].lastStrike -= 3600.0f;
				s->legs[l].lastOff -= 3600.0f;
			}
		}
	}
	s->frame = s->last = *frame;
	Stepper_FlyFeet(s, s->time - s->tick);
	Stepper_PoseBody(s, pose, dt);
	Stepper_PoseLegs(s, pose);
}

const lwTransform* lwStepper_Pose(const lwStepper* s) {
	return s->local;
}

lwVec3 lwStepper_Origin(const lwStepper* s) {
	return s->originMS;
}

int lwStepper_QueryCount(const lwStepper* s) {
	return s->queries;
}

lwLegStatus lwStepper_Leg(const lwStepper* s, int l) {
	lwLegStatus status;
	memset(&status, 0, sizeof(status));
	if (!LW_ASSERT(l >= 0 && l < s->legCount)) {
		return status;
	}
	const StepLeg* leg = &s->legs[l];
	status.state = leg->state;
	status.current = leg->current;
	status.next = status.predicted = leg->next;
	status.flight = leg->u;
	status.residual = leg->residual;
	status.strikeTime = leg->lastStrike;
	status.offTime = leg->lastOff;
	status.searching = !(leg->state == lw_footFlying ? leg->next : leg->current).found;
	return status;
}
