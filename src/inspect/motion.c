// SPDX-License-Identifier: MIT
// Motion: frames of a bake, or of the clip played along the bake's path, on the source's skeleton.
#include "inspect/measure_parts.h"

#include <stdlib.h>
#include <string.h>

static bool SameNames(const lwScene* baked, const lwScene* source) {
	if (baked->nodeCount < source->nodeCount) {
		return false;
	}
	for (int n = 0; n < source->nodeCount; ++n) {
		if (strcmp(baked->nodes[n].name, source->nodes[n].name) != 0) {
			return false;
		}
	}
	return true;
}

// Index of the only node with a name; -1 when none or several.
static int OnlyNode(const lwScene* scene, const char* name) {
	int found = -1;
	for (int n = 0; name[0] != '\0' && n < scene->nodeCount; ++n) {
		if (strcmp(scene->nodes[n].name, name) == 0) {
			if (found >= 0) {
				return -1;
			}
			found = n;
		}
	}
	return found;
}

// glTF sources keep their node indices; for others names decide, then the order.
bool lwMotion_MapNodes(const lwScene* baked, const lwScene* source, const lwSceneSkeleton* skeleton,
					   int* outNodeOfJoint, int* outMissing) {
	bool same = SameNames(baked, source);
	*outMissing = 0;
	for (int j = 0; j < skeleton->skeleton.jointCount; ++j) {
		int node = skeleton->nodeOfJoint[j];
		int found = same ? node : OnlyNode(baked, source->nodes[node].name);
		if (found < 0 && node < baked->nodeCount) {
			found = node;
		}
		if (found < 0) {
			++*outMissing;
		}
		outNodeOfJoint[j] = found;
	}
	return *outMissing == 0;
}

bool lwMotion_Alloc(lwMotion* motion, lwBlockList* memory) {
	size_t joints = (size_t)motion->skeleton->skeleton.jointCount;
	motion->local = lwBlockList_Alloc(memory, joints, sizeof(lwTransform));
	motion->model = lwBlockList_Alloc(memory, joints, sizeof(lwMat34));
	if (motion->scene != NULL) {
		motion->nodeLocal = lwBlockList_Alloc(memory, (size_t)motion->scene->nodeCount, sizeof(lwTransform));
		motion->nodeWorld = lwBlockList_Alloc(memory, (size_t)motion->scene->nodeCount, sizeof(lwMat34));
		if (motion->nodeLocal == NULL || motion->nodeWorld == NULL) {
			return false;
		}
	}
	return motion->local != NULL && motion->model != NULL;
}

lwMat34 lwMotion_Frame(const lwMotion* motion, int frame) {
	const lwSchedule* schedule = motion->schedule;
	if (schedule == NULL || !schedule->present || schedule->frames == NULL || schedule->frameCount < 1) {
		return lwMat34Identity();
	}
	int f = frame < 0 ? 0 : frame >= schedule->frameCount ? schedule->frameCount - 1 : frame;
	return lwMat34FromPosRot(schedule->frames[f].pos, schedule->frames[f].rot);
}

lwVec3 lwMotion_Up(const lwMotion* motion, int frame) { return lwMotion_Frame(motion, frame).y; }

void lwSample_Eval(const lwMotion* motion, const lwClip* clip, const lwGait* gait, float phase, lwTransform* outLocal,
				   lwMat34* outModelCS) {
	lwMat34 toCS = lwMat34FromPosRot(lwNeg(gait->originMS), lwQuatIdentity());
	lwClip_Sample(clip, phase * clip->duration, outLocal);
	lwSkeleton_ToModel(&motion->skeleton->skeleton, outLocal, toCS, outModelCS);
}

static void EvalBake(lwMotion* motion, float frame) {
	lwScene_SampleClip(motion->scene, motion->clip, motion->start + frame / motion->fps, motion->nodeLocal);
	lwScene_ToWorld(motion->scene, motion->nodeLocal, motion->nodeWorld);
	for (int j = 0; j < motion->skeleton->skeleton.jointCount; ++j) {
		motion->local[j] = motion->nodeLocal[motion->nodeOfJoint[j]];
		motion->model[j] = motion->nodeWorld[motion->nodeOfJoint[j]];
	}
}

// Phase to show at a frame: while standing, the nearest walking frame's.
static float ShownPhase(const lwSchedule* schedule, int frame) {
	for (int d = 0; d < schedule->frameCount; ++d) {
		if (frame - d >= 0 && schedule->phase[frame - d] >= 0.0f) {
			return schedule->phase[frame - d];
		}
		if (frame + d < schedule->frameCount && schedule->phase[frame + d] >= 0.0f) {
			return schedule->phase[frame + d];
		}
	}
	return 0.0f;
}

static void EvalClip(lwMotion* motion, float frame) {
	int f = (int)(frame + 0.5f);
	f = f < 0 ? 0 : f >= motion->frameCount ? motion->frameCount - 1 : f;
	lwMat34 place = lwMat34Mul(lwMotion_Frame(motion, f), lwMat34FromPosRot(lwNeg(motion->gait->originMS), lwQuatIdentity()));
	lwClip_Sample(motion->sample, ShownPhase(motion->schedule, f) * motion->sample->duration, motion->local);
	lwSkeleton_ToModel(&motion->skeleton->skeleton, motion->local, place, motion->model);
}

void lwMotion_Eval(lwMotion* motion, float frame) {
	if (motion->scene != NULL) {
		EvalBake(motion, frame);
	} else {
		EvalClip(motion, frame);
	}
}
