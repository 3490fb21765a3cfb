// SPDX-License-Identifier: MIT
// One pose of a gait: curves on the body, then every leg by two-bone IK with a hinge knee.
#include "sample/creature.h"

#include <string.h>

#define DEG (LW_PI / 180.0f)
#define REACH_SOFT 0.9682f      // flight is eased off from here ...
#define REACH_HARD 0.97f        // ... and never gets here

typedef struct Pose {
	const SampleCreature* creature;
	const SampleGait* gait;
	float phase;
	lwVec3 degrees[SAMPLE_MAX_JOINTS];  // from the curves
	lwVec3 moves[SAMPLE_MAX_JOINTS];
	float flex[SAMPLE_MAX_JOINTS];
	lwQuat delta[SAMPLE_MAX_JOINTS];    // turn of each joint against its bind pose, creature's axes
	lwVec3 posMS[SAMPLE_MAX_JOINTS];
	bool fixed[SAMPLE_MAX_JOINTS];      // delta was set by a leg
	float reach;
} Pose;

static float CurveValue(const SampleCurve* curve, float phase, float along, float* outMean) {
	float scale = lwLerpF(1.0f, along, curve->along);
	*outMean = curve->mean * scale;
	return scale * (curve->a1 * lwCos(2.0f * LW_PI * (phase - curve->p1)) + curve->a2 * lwCos(4.0f * LW_PI * (phase - curve->p2)));
}

static void AddValue(Pose* pose, int joint, char axis, float value) {
	lwVec3* turn = &pose->degrees[joint];
	lwVec3* move = &pose->moves[joint];
	float* at[7] = { &turn->x, &turn->y, &turn->z, &move->x, &move->y, &move->z, &pose->flex[joint] };
	const char axes[] = "xyzXYZf";
	const char* found = strchr(axes, axis);
	if (LW_ASSERT(found != NULL && axis != '\0')) {
		*at[found - axes] += value;
	}
}

static void ApplyCurves(Pose* pose) {
	const SampleCreature* creature = pose->creature;
	float along = lwCos(pose->gait->angle);
	for (int i = 0; i < pose->gait->curveCount; i++) {
		const SampleCurve* curve = &pose->gait->curves[i];
		int joint = SampleCreature_FindJoint(creature, curve->joint);
		float mean;
		float wave = CurveValue(curve, pose->phase, along, &mean);
		// Lengths are written for the design size.
		float scale = curve->axis <= 'Z' ? creature->joints[creature->body].posMS.y / creature->bodyHeight : 1.0f;
		if (!LW_ASSERT(joint >= 0)) {
			continue;
		}
		AddValue(pose, joint, curve->axis, (mean + wave) * scale);
		const char* name = creature->joints[joint].name;
		size_t length = strlen(name);
		if (length > 2 && strcmp(name + length - 2, ".L") == 0) {
			char other[SAMPLE_NAME];
			memcpy(other, name, length + 1);
			other[length - 1] = 'R';
			float flip = strchr("yzX", curve->axis) != NULL ? -1.0f : 1.0f;
			wave = CurveValue(curve, pose->phase + (curve->together ? 0.0f : 0.5f), along, &mean);
			int mirrored = SampleCreature_FindJoint(creature, other);
			if (LW_ASSERT(mirrored >= 0)) {
				AddValue(pose, mirrored, curve->axis, (mean + wave) * scale * flip);
			}
		}
	}
}

// flex: about the axis that brings the bone towards +Z.
static lwQuat OwnTurn(const Pose* pose, int joint) {
	lwVec3 degrees = pose->degrees[joint];
	lwVec3 bone = lwRotate(pose->creature->joints[joint].rotMS, lwV3(0.0f, 1.0f, 0.0f));
	lwVec3 hinge = lwNormalizeOr(lwCross(bone, lwV3(0.0f, 0.0f, 1.0f)), lwV3(1.0f, 0.0f, 0.0f));
	lwQuat flex = lwQuatAxisAngle(hinge, pose->flex[joint] * DEG);
	lwQuat x = lwQuatAxisAngle(lwV3(1.0f, 0.0f, 0.0f), degrees.x * DEG);
	lwQuat y = lwQuatAxisAngle(lwV3(0.0f, 1.0f, 0.0f), degrees.y * DEG);
	lwQuat z = lwQuatAxisAngle(lwV3(0.0f, 0.0f, 1.0f), degrees.z * DEG);
	return lwQuatMul(x, lwQuatMul(y, lwQuatMul(z, flex)));
}

// Rotation that takes one pair of unit axes (at right angles) to another.
static lwQuat FrameTurn(lwVec3 dirFrom, lwVec3 hingeFrom, lwVec3 dirTo, lwVec3 hingeTo) {
	lwQuat from = lwQuatFromAxes(dirFrom, hingeFrom, lwCross(dirFrom, hingeFrom));
	lwQuat to = lwQuatFromAxes(dirTo, hingeTo, lwCross(dirTo, hingeTo));
	return lwQuatMul(to, lwConj(from));
}

static lwVec3 BindDirection(const SampleCreature* creature, int from, int to) {
	return lwNormalizeOr(lwSub(creature->joints[to].posMS, creature->joints[from].posMS), lwV3(0.0f, -1.0f, 0.0f));
}

// Turn of the coxa about the up-axis of the body that makes it look at the foot as it did in the bind pose.
static lwQuat CoxaYaw(const Pose* pose, const SampleLeg* leg, lwVec3 tip) {
	const SampleCreature* creature = pose->creature;
	int parent = creature->joints[leg->coxa].parent;
	lwVec3 rest = lwSub(leg->tipMS, creature->joints[leg->coxa].posMS);
	lwVec3 now = lwRotate(lwConj(pose->delta[parent]), lwSub(tip, pose->posMS[leg->coxa]));
	float yaw = lwWrapAngle(lwAtan2(now.x, now.z) - lwAtan2(rest.x, rest.z));
	return lwQuatAxisAngle(lwV3(0.0f, 1.0f, 0.0f), yaw);
}

// Shoulder blade: swings with its leg.
static lwQuat CoxaSwing(const Pose* pose, const SampleLeg* leg, lwVec3 pivot) {
	lwVec3 rest = lwSub(leg->pivotMS, pose->creature->joints[leg->coxa].posMS);
	lwVec3 now = lwSub(pivot, pose->posMS[leg->coxa]);
	float swing = lwAtan2(now.z, -now.y) - lwAtan2(rest.z, -rest.y);
	return lwQuatAxisAngle(lwV3(1.0f, 0.0f, 0.0f), -leg->coxaShare * swing);
}

// Where the end joint of the two-bone chain has to be, with the turns of foot and toe.
static lwVec3 FootTarget(Pose* pose, const SampleLeg* leg, SampleFoot foot, lwQuat heading) {
	lwQuat pitch = lwQuatMul(heading, lwQuatAxisAngle(leg->pitchAxisMS, foot.pitch));
	pose->delta[leg->foot] = pitch;
	pose->fixed[leg->foot] = true;
	if (leg->toe != leg->foot) {
		pose->delta[leg->toe] = lwQuatMul(heading, lwQuatAxisAngle(leg->pitchAxisMS, foot.pitch + foot.curl));
		pose->fixed[leg->toe] = true;
	}
	return lwAdd(foot.pivot, lwRotate(pitch, lwSub(pose->creature->joints[leg->foot].posMS, leg->pivotMS)));
}

static float SoftReach(float reach) {
	float room = REACH_HARD - REACH_SOFT;
	return reach <= REACH_SOFT ? reach : REACH_HARD - room * lwExp(-(reach - REACH_SOFT) / room);
}

// Called when everything above the upper joint is posed.
static void SolveLeg(Pose* pose, const SampleLeg* leg, SampleFoot foot) {
	const SampleCreature* creature = pose->creature;
	lwQuat heading = leg->coxaYaws ? pose->delta[leg->coxa] : lwQuatIdentity();
	lwVec3 hip = pose->posMS[leg->upper];
	lwVec3 target = FootTarget(pose, leg, foot, heading);
	float chain = leg->upperLength + leg->lowerLength;
	lwVec3 axis = lwNormalizeOr(lwSub(target, hip), lwV3(0.0f, -1.0f, 0.0f));
	float reach = lwDistance(target, hip) / chain;
	pose->reach = foot.stance ? lwMaxF(pose->reach, reach) : pose->reach;
	float d = chain * lwMaxF(SoftReach(reach), lwAbsF(leg->upperLength - leg->lowerLength) / chain + 0.02f);
	float cosine = (leg->upperLength * leg->upperLength + d * d - leg->lowerLength * leg->lowerLength) / (2.0f * leg->upperLength * d);
	cosine = lwClampF(cosine, -1.0f, 1.0f);
	lwVec3 bend = lwNormalizeOr(lwReject(lwRotate(heading, leg->bendMS), axis), leg->bendMS);
	lwVec3 hinge = lwCross(bend, axis);
	float sine = lwSqrt(1.0f - cosine * cosine);
	lwVec3 upper = lwAdd(lwMul(axis, cosine), lwMul(bend, sine));
	lwVec3 knee = lwMul(upper, leg->upperLength);
	lwVec3 lower = lwNormalizeOr(lwSub(lwMul(axis, d), knee), axis);
	pose->delta[leg->upper] = FrameTurn(BindDirection(creature, leg->upper, leg->lower), leg->hingeMS, upper, hinge);
	pose->delta[leg->lower] = FrameTurn(BindDirection(creature, leg->lower, leg->foot), leg->hingeMS, lower, hinge);
	pose->fixed[leg->upper] = pose->fixed[leg->lower] = true;
}

static void PoseLegJoint(Pose* pose, int joint) {
	for (int i = 0; i < pose->creature->legCount; i++) {
		const SampleLeg* leg = &pose->creature->legs[i];
		if (joint != leg->upper && joint != leg->coxa) {
			continue;
		}
		SampleFoot foot = SampleGait_Foot(pose->creature, pose->gait, i, pose->phase);
		if (joint == leg->upper) {
			SolveLeg(pose, leg, foot);
		} else {
			lwQuat turn = leg->coxaYaws ? CoxaYaw(pose, leg, foot.pivot) : CoxaSwing(pose, leg, foot.pivot);
			pose->delta[joint] = lwQuatMul(pose->delta[joint], turn);
		}
	}
}

// Parents come first, so that one pass does.
static void PoseJoints(Pose* pose) {
	const SampleCreature* creature = pose->creature;
	for (int j = 0; j < creature->jointCount; j++) {
		const SampleJoint* joint = &creature->joints[j];
		lwQuat own = OwnTurn(pose, j);
		lwQuat above = joint->parent >= 0 ? pose->delta[joint->parent] : lwQuatIdentity();
		lwVec3 from = joint->parent >= 0 ? creature->joints[joint->parent].posMS : lwV3(0.0f, 0.0f, 0.0f);
		lwVec3 at = joint->parent >= 0 ? pose->posMS[joint->parent] : lwV3(0.0f, 0.0f, 0.0f);
		pose->posMS[j] = lwAdd(at, lwRotate(above, lwAdd(lwSub(joint->posMS, from), pose->moves[j])));
		if (!pose->fixed[j]) {
			pose->delta[j] = lwQuatMul(lwSlerp(above, lwQuatIdentity(), joint->steady), own);
		}
		PoseLegJoint(pose, j);
	}
}

static void StoreLocals(const Pose* pose, lwTransform* outLocal) {
	const SampleCreature* creature = pose->creature;
	for (int j = 0; j < creature->jointCount; j++) {
		const SampleJoint* joint = &creature->joints[j];
		lwQuat turn = lwQuatMul(pose->delta[j], joint->rotMS);
		outLocal[j] = lwTransformIdentity();
		outLocal[j].rot = turn;
		outLocal[j].pos = lwAdd(joint->posMS, pose->moves[j]);
		if (joint->parent >= 0) {
			const SampleJoint* parent = &creature->joints[joint->parent];
			lwQuat parentTurn = lwQuatMul(pose->delta[joint->parent], parent->rotMS);
			outLocal[j].rot = lwQuatNormalize(lwQuatMul(lwConj(parentTurn), turn));
			outLocal[j].pos = lwRotate(lwConj(parent->rotMS), lwAdd(lwSub(joint->posMS, parent->posMS), pose->moves[j]));
		}
	}
}

float SamplePose_Evaluate(const SampleCreature* creature, const SampleGait* gait, float phase, float drop, lwTransform* outLocal) {
	Pose pose;
	memset(&pose, 0, sizeof pose);
	pose.creature = creature;
	pose.gait = gait;
	pose.phase = phase;
	ApplyCurves(&pose);
	pose.moves[creature->body].y -= drop;
	PoseJoints(&pose);
	StoreLocals(&pose, outLocal);
	return pose.reach;
}
