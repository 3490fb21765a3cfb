// SPDX-License-Identifier: MIT
// Synthesised gaits: sizes read from the bind pose, numbers brought within the legs' reach, the cycle sampled.
#include "synth/synth.h"

#include "step/stance.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_REACH 0.98f   // of a limb's chain during a cycle
#define REACH_MOMENTS 32
// Of the hip's height that the body comes down at most; beyond it the stride gives way. Runners bend their knees more.
#define WALK_CROUCH 0.06f
#define RUN_CROUCH 0.14f

lwSynthGaitDef lwDefaultSynthGaitDef(void) {
	lwSynthGaitDef def;
	memset(&def, 0, sizeof(def));
	def.cookie = LW_COOKIE;
	def.kind = lw_synthAuto;
	def.gravity = 9.81f;
	def.speed = def.period = def.duty = def.stepHeight = def.bob = def.sway = -1.0f;
	def.pitch = def.roll = def.yaw = def.crouch = def.armSwing = -1.0f;
	def.footRoll = 1.0f;
	def.frameCount = 128;
	return def;
}

static bool Within(float v, float most) {
	return v <= most; // chosen ones are below 0; NaN is not within
}

static lwResult CheckDef(const lwSynthGaitDef* def) {
	if (!LW_ASSERT(def != NULL && def->cookie == LW_COOKIE)) {
		return lwResult_Fail(lw_errorArgument, "synth gait: def was not made by lwDefaultSynthGaitDef");
	}
	if (def->skeleton == NULL || def->rig == NULL) {
		return lwResult_Fail(lw_errorArgument, "synth gait: skeleton and rig are required");
	}
	if (def->kind < 0 || def->kind >= lw_synthGaitCount || def->frameCount < 16 || def->frameCount > 1024) {
		return lwResult_Fail(lw_errorArgument, "synth gait: kind or frameCount is out of range");
	}
	bool numbers = def->gravity > 0.0f && def->gravity < 1e9f && Within(def->speed, 1e9f) && def->speed != 0.0f &&
				   Within(def->period, 1e4f) && def->period != 0.0f && Within(def->stepHeight, 1.0f) && Within(def->bob, 1.0f) &&
				   Within(def->sway, 1.0f) && Within(def->pitch, 1.0f) && Within(def->roll, 1.0f) && Within(def->yaw, 1.0f) &&
				   Within(def->crouch, 0.8f) && Within(def->armSwing, 1.5f) && def->footRoll >= 0.0f && def->footRoll <= 2.0f;
	if (!numbers) {
		return lwResult_Fail(lw_errorArgument, "synth gait: a number is out of range (lengths are in L, turns in rad, speed and period not 0)");
	}
	if (!(def->duty < 0.0f || (def->duty > 0.05f && def->duty < 0.97f))) {
		return lwResult_Fail(lw_errorArgument, "synth gait: duty must lie in 0.05..0.97, got %g", (double)def->duty);
	}
	for (int l = 0; def->phases != NULL && l < def->rig->legCount && l < LW_MAX_LEGS; ++l) {
		if (!(def->phases[l] >= 0.0f && def->phases[l] < 1.0f)) {
			return lwResult_Fail(lw_errorArgument, "synth gait: phase %d must lie in [0, 1), got %g", l, (double)def->phases[l]);
		}
	}
	return lwRig_Validate(def->rig, def->skeleton);
}

// ---- Sizes -----------------------------------------------------------------------------------------------------

static lwVec3 Level(lwVec3 v) {
	v.y = 0.0f;
	return v;
}

static void ReadLegs(Synth* io) {
	lwStance stance = lwStance_Read(io->rig, io->bindModel);
	io->forward = stance.forward;
	io->left = stance.left;
	io->originMS = stance.originMS;
	io->pivotMS = stance.hipsMS;
	io->hipHeight = lwMaxF(stance.hipsMS.y - stance.originMS.y, 0.15f * io->L);
	lwMat34* cs = io->model;
	lwMat34 root = lwMat34Identity();
	root.t = lwNeg(io->originMS);
	lwSkeleton_ToModel(io->skeleton, io->skeleton->bind, root, cs);
	float travelYaw = lwAtan2(io->forward.x, io->forward.z);
	for (int l = 0; l < io->rig->legCount; ++l) {
		SynthLeg* leg = &io->legs[l];
		leg->reference = lwFootReference_FromPose(&io->rig->legs[l], cs, travelYaw);
		lwLegFrame_FromPose(&io->rig->legs[l], cs, &leg->reference, &leg->bind);
		leg->pole = lwStance_Pole(&stance, io->rig, l, io->bindModel);
		leg->tip = io->rig->legs[l].singleContact && !io->rig->legs[l].detached &&
				   lwLength(leg->bind.shape.heel) < 0.02f * io->rig->legs[l].length;
	}
}

static lwResult Measure(Synth* io) {
	io->L = io->rig->length;
	if (!(io->L > 1e-9f && io->L < 1e9f)) {
		return lwResult_Fail(lw_errorData, "synth gait: legs of %g units: above 1e-9 and below 1e9 are allowed", (double)io->L);
	}
	lwSkeleton_ToModel(io->skeleton, io->skeleton->bind, lwMat34Identity(), io->bindModel);
	ReadLegs(io);
	for (int l = 0; l < io->rig->legCount; ++l) {
		if (!(io->legs[l].bind.chain > 1e-6f * io->L)) {
			return lwResult_Fail(lw_errorData, "synth gait: leg '%s' has no length", io->rig->legs[l].name);
		}
	}
	return lwResult_Ok();
}

// ---- Reach -----------------------------------------------------------------------------------------------------

static bool Reaches(const Synth* s, lwTransform* scratch) {
	for (int i = 0; i < REACH_MOMENTS; ++i) {
		if (Synth_ReachAt(s, (float)i / (float)REACH_MOMENTS, scratch) > MOST_REACH) {
			return false;
		}
	}
	return true;
}

// The least crouch that lets all legs reach; false when none does.
static bool FindCrouch(Synth* io, lwTransform* scratch) {
	float least = io->n.crouch, lo = least, most = io->n.duty >= 0.5f ? WALK_CROUCH : RUN_CROUCH, hi = lwMaxF(most * io->hipHeight, least);
	if (Reaches(io, scratch)) {
		return true;
	}
	io->n.crouch = hi;
	if (!Reaches(io, scratch)) {
		io->n.crouch = least;
		return false;
	}
	for (int i = 0; i < 10; ++i) {
		io->n.crouch = 0.5f * (lo + hi);
		bool reaches = Reaches(io, scratch);
		lo = reaches ? lo : io->n.crouch;
		hi = reaches ? io->n.crouch : hi;
	}
	io->n.crouch = hi;
	return true;
}

// What gives way until the legs reach: stride where speed or period was left open, else the contact.
static void FitToReach(Synth* io, lwTransform* scratch) {
	for (int i = 0; i < 40 && !FindCrouch(io, scratch); ++i) {
		if (io->def->speed < 0.0f) {
			io->n.speed *= 0.94f;
		} else if (io->def->period < 0.0f) {
			io->n.period *= 0.94f;
		} else {
			io->n.duty = lwMaxF(0.94f * io->n.duty, 0.1f);
		}
	}
}

// ---- Result ----------------------------------------------------------------------------------------------------

static void FillFlight(const Synth* s, int l, lwGaitLeg* out) {
	const SynthNumbers* n = &s->n;
	lwVec3 up = lwV3(0.0f, 1.0f, 0.0f);
	lwVec3 along = s->forward, side = lwCross(up, along);
	for (int i = 0; i < LW_FLIGHT_SAMPLES; ++i) {
		float u = (float)i / (float)(LW_FLIGHT_SAMPLES - 1);
		SynthFoot foot = Synth_FootAt(s, l, lwMinF(n->duty + u * (1.0f - n->duty), 0.99999f));
		lwVec3 d = lwMul(lwSub(foot.posCS, lwLerp3(out->offPosCS, out->strikePosCS, u)), 1.0f / out->stepLength);
		out->flight[i] = lwV3(lwDot(d, along), d.y, lwDot(d, side));
		lwQuat yaw = lwQuatAxisAngle(up, s->legs[l].bind.printYaw);
		out->flightRot[i] = lwQuatMul(yaw, lwQuatMul(lwQuatAxisAngle(lwV3(1.0f, 0.0f, 0.0f), foot.roll), lwConj(yaw)));
	}
}

static void FillCurves(const Synth* s, int l, lwGaitLeg* out) {
	float cycle = s->n.speed * s->n.period;
	for (int i = 0; i < LW_CURVE_SAMPLES; ++i) {
		float t = lwWrap01((float)i / (float)LW_CURVE_SAMPLES - out->stance); // since the stance time
		bool flies = t > out->off && t < out->strike;
		lwVec3 last = lwMulAdd(out->stancePosCS, s->forward, -cycle * t), next = lwMulAdd(last, s->forward, cycle);
		out->liftCurve[i] = t < out->strike ? last : next;
		out->plantCurve[i] = flies ? next : out->liftCurve[i];
		lwVec3 pos = Synth_FootAt(s, l, lwWrap01(t + 0.5f * s->n.duty)).posCS;
		float way = lwDot(lwSub(pos, last), s->forward) / cycle;
		out->alpha[i] = flies ? lwClampF(way, 0.0f, 1.0f) : 0.0f;
	}
}

static void FillLeg(const Synth* s, int l, lwGaitLeg* out) {
	const SynthNumbers* n = &s->n;
	out->stance = lwWrap01(s->legs[l].phase + 0.5f * n->duty);
	out->off = out->warpedOff = 0.5f * n->duty;
	out->strike = out->warpedStrike = 1.0f - 0.5f * n->duty;
	bool rolls = !s->rig->legs[l].singleContact && s->def->footRoll > 0.0f;
	out->lift = rolls ? 0.8f * out->off : out->off;
	out->land = rolls ? 1.0f - 0.8f * out->off : out->strike;
	out->duty = n->duty;
	out->stepLength = n->speed * n->period * n->duty;
	out->speed = out->midStanceSpeed = n->speed;
	out->stancePosCS = Level(s->legs[l].bind.printCS);
	float yaw = s->legs[l].bind.printYaw;
	out->footDirCS = s->rig->legs[l].singleContact ? s->forward : lwV3(lwSin(yaw), 0.0f, lwCos(yaw));
	out->offPosCS = lwMulAdd(out->stancePosCS, s->forward, -0.5f * out->stepLength);
	out->strikePosCS = lwMulAdd(out->stancePosCS, s->forward, 0.5f * out->stepLength);
	out->confidence = 1.0f;
	for (int i = 0; i < 4; ++i) {
		out->keyConfidence[i] = 1.0f;
	}
	FillFlight(s, l, out);
	FillCurves(s, l, out);
}

static void FillGait(const Synth* s, lwGait* out) {
	memset(out, 0, sizeof(*out));
	snprintf(out->clipName, sizeof(out->clipName), "legwork_%s", lwSynthGait_Name((int)s->kind));
	snprintf(out->gaitName, sizeof(out->gaitName), "%.31s", lwSynthGait_Name((int)s->kind));
	out->cyclic = true;
	out->period = s->n.period;
	out->speed = s->n.speed;
	out->directionMS = s->forward;
	out->stride = s->n.speed * s->n.period;
	out->originMS = s->originMS;
	out->confidence = 1.0f;
	out->legCount = s->rig->legCount;
	for (int l = 0; l < out->legCount; ++l) {
		FillLeg(s, l, &out->legs[l]);
	}
}

// Keys on one side of the quaternions' double cover.
static void Straighten(lwTransform* frames, int frameCount, int joints) {
	for (int i = joints; i < frameCount * joints; ++i) {
		lwQuat a = frames[i - joints].rot, b = frames[i].rot;
		if (a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w < 0.0f) {
			frames[i].rot = (lwQuat){ -b.x, -b.y, -b.z, -b.w };
		}
	}
}

static void FillClip(Synth* s, lwSynthGait* out, lwTransform* frames) {
	int joints = s->skeleton->jointCount, count = s->def->frameCount;
	for (int f = 0; f < count; ++f) {
		Synth_PoseAt(s, (float)f / (float)count, frames + (size_t)f * (size_t)joints);
	}
	Straighten(frames, count, joints);
	out->walk = (lwClip){ out->gait.clipName, joints, count, s->n.period, true, frames };
	lwTransform* stand = frames + (size_t)count * (size_t)joints;
	Synth_StandPose(s, stand);
	out->stand = (lwClip){ "legwork_stand", joints, 1, 1.0f, true, stand };
}

static lwResult Make(Synth* s, lwSynthGait* out, lwTransform* frames) {
	lwResult result = Measure(s);
	if (result.status != lw_ok) {
		return result;
	}
	s->kind = SynthKind(s->rig, s->def->kind);
	float phases[LW_MAX_LEGS];
	lwSynthGait_Phases(s->rig, s->kind, phases, &s->n.duty);
	s->n.duty = s->def->duty > 0.0f ? s->def->duty : s->n.duty;
	for (int l = 0; l < s->rig->legCount; ++l) {
		s->legs[l].phase = s->def->phases != NULL ? s->def->phases[l] : phases[l];
	}
	SynthNumbers_Choose(s);
	Synth_FindArms(s);
	FitToReach(s, frames);
	float step = s->n.speed * s->n.period * s->n.duty, most = 0.0f;
	for (int l = 0; l < s->rig->legCount; ++l) {
		most = lwMaxF(most, 2.0f * s->legs[l].bind.chain + s->rig->legs[l].length);
	}
	if (step > most) {
		return lwResult_Fail(lw_errorArgument, "synth gait: feet would stand over %g units, and no leg reaches over %g; lower speed or period", (double)step, (double)most);
	}
	out->kind = s->kind;
	FillGait(s, &out->gait);
	for (int l = 0; l < s->rig->legCount; ++l) {
		memcpy(out->legNames[l], s->rig->legs[l].name, LW_NAME_SIZE);
	}
	FillClip(s, out, frames);
	return lwResult_Ok();
}

lwResult lwCreateSynthGait(const lwSynthGaitDef* def, lwSynthGait** outGait) {
	*outGait = NULL;
	lwResult result = CheckDef(def);
	if (result.status != lw_ok) {
		return result;
	}
	size_t joints = (size_t)def->skeleton->jointCount;
	lwSynthGait* gait = calloc(1, sizeof(*gait));
	Synth* s = calloc(1, sizeof(*s));
	lwMat34* models = malloc(2 * joints * sizeof(*models));
	lwTransform* frames = malloc(((size_t)def->frameCount + 1) * joints * sizeof(*frames));
	if (gait == NULL || s == NULL || models == NULL || frames == NULL) {
		result = lwResult_Fail(lw_errorMemory, "synth gait: no memory for %d frames of %zu joints", def->frameCount, joints);
	} else {
		s->def = def;
		s->skeleton = def->skeleton;
		s->rig = def->rig;
		s->bindModel = models;
		s->model = models + joints;
		gait->arena = frames;
		result = Make(s, gait, frames);
	}
	free(models);
	free(s);
	if (result.status != lw_ok) {
		free(frames);
		free(gait);
		return result;
	}
	*outGait = gait;
	return result;
}

void lwDestroySynthGait(lwSynthGait* gait) {
	if (gait != NULL) {
		free(gait->arena);
		free(gait);
	}
}
