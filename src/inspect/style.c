// SPDX-License-Identifier: MIT
// Style: how far a bake's joints are from the sample's at equal phase, in the character frame.
#include "inspect/measure_parts.h"

#include <math.h>
#include <string.h>

#define FIT_ROUNDS 24
#define OWN_PACE 0.02f              // on any surface: share by which a frame's pace may be off the sample's

// ---- Which joints count for what -----------------------------------------------------------------------------------

static bool IsAncestor(const lwMeasureContext* context, int ancestor, int joint) {
	return lwSkeleton_IsAncestor(&context->skeleton->skeleton, ancestor, joint);
}

static void MarkLeg(lwMeasureContext* context, int l) {
	const lwLeg* leg = context->rig->legs + l;
	const int* parents = context->skeleton->skeleton.parents;
	for (int j = 0; j < context->skeleton->skeleton.jointCount; ++j) {
		bool hangs = IsAncestor(context, leg->joints[0], j) || (leg->footControl >= 0 && IsAncestor(context, leg->footControl, j));
		for (int i = 0; i < leg->jointCount; ++i) {
			hangs = hangs || leg->joints[i] == j;
		}
		if (hangs) {
			context->legOfJoint[j] = l;
		}
	}
	// The controls above a detached foot, up to where the hip's ancestors begin.
	for (int j = leg->footControl; j >= 0 && !IsAncestor(context, j, leg->joints[0]); j = parents[j]) {
		context->legOfJoint[j] = l;
		context->isExempt[j] = true;
	}
}

// Joints that carry the skin or lead to ones that do; all animated ones where nothing is skinned.
static void MarkShown(const lwMeasureContext* context, bool* outShown) {
	const lwSceneSkeleton* skeleton = context->skeleton;
	int joints = skeleton->skeleton.jointCount;
	bool anySkin = false;
	for (int j = 0; j < joints; ++j) {
		anySkin = anySkin || skeleton->isSkinned[j];
	}
	for (int j = 0; j < joints; ++j) {
		int parent = skeleton->skeleton.parents[j];
		// A joint of the skin that carries nothing is a helper (a pole target); a leaf that is none shows its parent's end.
		bool own = anySkin ? skeleton->isSkinned[j] : skeleton->isAnimated[j];
		bool helper = anySkin && skeleton->isSkinJoint[j];
		outShown[j] = own || (!helper && parent >= 0 && outShown[parent]);
	}
	for (int j = joints - 1; j >= 0; --j) {
		int parent = skeleton->skeleton.parents[j];
		if (parent >= 0 && outShown[j] && (skeleton->isSkinJoint[parent] || !anySkin)) {
			outShown[parent] = true;
		}
	}
}

bool lwMeasure_MarkJoints(lwMeasureContext* context) {
	int joints = context->skeleton->skeleton.jointCount;
	const int* parents = context->skeleton->skeleton.parents;
	const bool* inSkin = context->skeleton->isSkinJoint;
	bool* shown = lwBlockList_Alloc(context->memory, (size_t)joints, sizeof(bool));
	context->legOfJoint = lwBlockList_Alloc(context->memory, (size_t)joints, sizeof(int));
	context->isBody = lwBlockList_Alloc(context->memory, (size_t)joints, sizeof(bool));
	context->isExempt = lwBlockList_Alloc(context->memory, (size_t)joints, sizeof(bool));
	if (shown == NULL || context->legOfJoint == NULL || context->isBody == NULL || context->isExempt == NULL) {
		return false;
	}
	for (int j = 0; j < joints; ++j) {
		context->legOfJoint[j] = -1;
	}
	MarkShown(context, shown);
	for (int l = 0; l < context->rig->legCount; ++l) {
		MarkLeg(context, l);
	}
	int root = context->rig->rootJoint;
	for (int j = 0; j < joints; ++j) {
		bool skeletonRoot = inSkin[j] && (parents[j] < 0 || !inSkin[parents[j]]);
		bool above = root >= 0 && IsAncestor(context, j, root);
		bool bakeRoot = context->motion->nodeOfJoint != NULL && context->schedule->root >= 0 &&
						context->motion->nodeOfJoint[j] == context->schedule->root;
		context->isExempt[j] = context->isExempt[j] || skeletonRoot || above || bakeRoot || !shown[j];
		bool carrier = !context->skeleton->isSkinned[j] && j != context->rig->pelvis && context->rig->pelvis >= 0 &&
					   IsAncestor(context, j, context->rig->pelvis);
		context->isBody[j] = shown[j] && context->legOfJoint[j] < 0 && !carrier;
	}
	return true;
}

// ---- Comparing -----------------------------------------------------------------------------------------------------

typedef struct Poses {
	int count;                      // joints compared
	int* joints;
	lwVec3* mine;                   // in CS
	lwVec3* sample;
	lwTransform* local;
	lwMat34* model;                 // the sample's, CS
} Poses;

static bool AllocPoses(lwMeasureContext* context, Poses* poses) {
	size_t joints = (size_t)context->skeleton->skeleton.jointCount;
	poses->joints = lwBlockList_Alloc(context->memory, joints, sizeof(int));
	poses->mine = lwBlockList_Alloc(context->memory, joints, sizeof(lwVec3));
	poses->sample = lwBlockList_Alloc(context->memory, joints, sizeof(lwVec3));
	poses->local = lwBlockList_Alloc(context->memory, joints, sizeof(lwTransform));
	poses->model = lwBlockList_Alloc(context->memory, joints, sizeof(lwMat34));
	return poses->joints != NULL && poses->mine != NULL && poses->sample != NULL && poses->local != NULL && poses->model != NULL;
}

// Pace of the character's frame over what carries it, about a frame.
static float PaceAt(const lwMeasureContext* context, int frame) {
	int a = frame > 0 ? frame - 1 : 0, b = frame + 1 < context->motion->frameCount ? frame + 1 : frame;
	float fps = context->motion->fps;
	lwVec3 from = lwMotion_Frame(context->motion, a).t, to = lwMotion_Frame(context->motion, b).t;
	from = lwGround_Carry(context->ground, context->feet[0].ground[0][frame].body, from, (float)a / fps, (float)b / fps);
	return b > a ? lwDistance(from, to) * fps / (float)(b - a) : 0.0f;
}

// Frames that count: walking, steady. On any surface: those on a plane at the sample's speed, or (load) all others.
static bool Counts(const lwMeasureContext* context, int frame, bool load) {
	const lwSchedule* schedule = context->schedule;
	if (schedule->phase[frame] < 0.0f || !lwSchedule_IsSteady(schedule, (float)frame / context->motion->fps)) {
		return false;
	}
	if (context->flatFrames == NULL) {
		return true;
	}
	return load ? !context->flatFrames[frame]
				: context->flatFrames[frame] && lwAbsF(PaceAt(context, frame) / context->gait->speed - 1.0f) < OWN_PACE;
}

static void Gather(lwMeasureContext* context, int frame, Poses* poses) {
	lwMotion_Eval(context->motion, (float)frame);
	lwSample_Eval(context->motion, context->clip, context->gait, context->schedule->phase[frame], poses->local, poses->model);
	lwMat34 toCS = lwMat34Inverse(lwMotion_Frame(context->motion, frame));
	for (int i = 0; i < poses->count; ++i) {
		poses->mine[i] = lwMat34Point(toCS, context->motion->model[poses->joints[i]].t);
		poses->sample[i] = poses->model[poses->joints[i]].t;
	}
}

static lwVec3 Mean(const lwVec3* points, int count) {
	double x = 0.0, y = 0.0, z = 0.0;
	for (int i = 0; i < count; ++i) {
		x += (double)points[i].x;
		y += (double)points[i].y;
		z += (double)points[i].z;
	}
	return lwV3((float)(x / count), (float)(y / count), (float)(z / count));
}

// Turn and move mine onto the sample as well as a rigid motion can (least squares).
static void RemoveRigidOffset(Poses* poses) {
	lwVec3 mine = Mean(poses->mine, poses->count), sample = Mean(poses->sample, poses->count);
	lwQuat turn = lwQuatIdentity();
	for (int round = 0; round < FIT_ROUNDS && poses->count > 2; ++round) {
		lwVec3 torque = lwV3(0.0f, 0.0f, 0.0f);
		float inertia = 0.0f;
		for (int i = 0; i < poses->count; ++i) {
			lwVec3 a = lwRotate(turn, lwSub(poses->mine[i], mine)), b = lwSub(poses->sample[i], sample);
			torque = lwAdd(torque, lwCross(a, b));
			inertia += lwDot(a, b);
		}
		if (!(inertia > 0.0f)) {
			break;
		}
		turn = lwQuatNormalize(lwQuatMul(lwQuatExp(lwMul(torque, 1.0f / inertia)), turn));
	}
	for (int i = 0; i < poses->count; ++i) {
		poses->mine[i] = lwAdd(sample, lwRotate(turn, lwSub(poses->mine[i], mine)));
	}
}

// RMS over the joints chosen and all counting frames, length units; NAN without any. load: after removing the rigid offset.
static float Rms(lwMeasureContext* context, Poses* poses, bool load) {
	double sum = 0.0;
	long long count = 0;
	for (int f = 0; poses->count > 0 && f < context->motion->frameCount && f < context->schedule->frameCount; ++f) {
		if (!Counts(context, f, load)) {
			continue;
		}
		Gather(context, f, poses);
		if (load) {
			RemoveRigidOffset(poses);
		}
		for (int i = 0; i < poses->count; ++i) {
			float d = lwDistance(poses->mine[i], poses->sample[i]);
			sum += (double)d * (double)d;
		}
		count += poses->count;
	}
	return count > 0 ? (float)sqrt(sum / (double)count) : NAN;
}

static void Choose(const lwMeasureContext* context, bool body, Poses* poses) {
	poses->count = 0;
	for (int j = 0; j < context->skeleton->skeleton.jointCount; ++j) {
		bool leg = false;
		for (int i = 0; context->legOfJoint[j] >= 0 && i < context->rig->legs[context->legOfJoint[j]].jointCount; ++i) {
			leg = leg || context->rig->legs[context->legOfJoint[j]].joints[i] == j;
		}
		if (body ? context->isBody[j] : leg) {
			poses->joints[poses->count++] = j;
		}
	}
}

bool lwMeasure_Style(lwMeasureContext* context, lwMeasures* out) {
	const lwSchedule* schedule = context->schedule;
	if (!schedule->present || schedule->steadyCount == 0) {
		return true;
	}
	Poses poses;
	if (!AllocPoses(context, &poses)) {
		return false;
	}
	float percent = 100.0f / context->length;
	bool own = schedule->speed > 0.0f && schedule->sampleSpeed > 0.0f && lwAbsF(schedule->speed / schedule->sampleSpeed - 1.0f) < 0.01f;
	Choose(context, true, &poses);
	bool oriented = context->flatFrames != NULL;
	if (!context->flat || oriented) {
		out->styleBodyLoad = Rms(context, &poses, true) * percent;
	}
	if (!oriented && (!context->flat || !own)) {
		return true;
	}
	out->styleBody = Rms(context, &poses, false) * percent;
	Choose(context, false, &poses);
	float legs = Rms(context, &poses, false) * percent;
	float forced = lwMeasure_ForcedStance(context);
	if (forced < 0.0f) {
		return false;
	}
	out->styleLegsForced = forced * percent;
	out->styleLegs = legs == legs ? lwMaxF(legs - out->styleLegsForced, 0.0f) : NAN;
	return true;
}
