// SPDX-License-Identifier: MIT
// Curves of a clip that is no cycle: the root's way, heading and height, and per foot where it last stood and will next stand.
#include "analyse/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TRAVELS 0.25f           // of L
#define TURNS 0.35f             // rad

static bool allocate(lwMotionCurves* out, int legCount, int count) {
	size_t n = (size_t)count, legs = (size_t)legCount;
	char* memory = calloc(n, sizeof(lwTransform) + 3 * sizeof(float) + legs * (2 * sizeof(lwVec3) + sizeof(float)));
	out->memory = memory;
	if (memory == NULL) return false;
	out->root = (lwTransform*)(void*)memory;
	lwVec3* place = (lwVec3*)(void*)(out->root + n);
	for (int l = 0; l < legCount; ++l, place += 2 * n) {
		out->feet[l].lift = place;
		out->feet[l].plant = place + n;
	}
	float* value = (float*)(void*)place;
	out->travelled = value;
	out->heading = value + n;
	out->height = value + 2 * n;
	for (int l = 0; l < legCount; ++l) out->feet[l].alpha = value + (3 + (size_t)l) * n;
	out->count = count;
	return true;
}

static float yawOf(lwQuat from, lwQuat to) {
	lwQuat twist = lwQuatTwist(lwQuatMul(to, lwConj(from)), lwV3(0.0f, 1.0f, 0.0f));
	return lwWrapAngle(2.0f * lwAtan2(twist.y, twist.w));
}

static bool aboveAllLegs(const lwSkeleton* skeleton, const lwRig* rig, int joint) {
	for (int l = 0; l < rig->legCount; ++l)
		if (!lwSkeleton_IsAncestor(skeleton, joint, rig->legs[l].joints[0])) return false;
	return true;
}

// The root's frames if this joint were the root. Returns whether it travels or turns.
static bool followJoint(const lwClip* raw, const lwSkeleton* skeleton, const lwRig* rig, int joint, int stride, float groundY, lwMat34* model, lwMotionCurves* io) {
	lwQuat last = lwQuatIdentity();
	lwVec3 start = lwV3(0.0f, 0.0f, 0.0f);
	float heading = 0.0f, extent = 0.0f, turned = 0.0f;
	for (int i = 0; i < io->count; ++i) {
		int frame = i * stride < raw->frameCount ? i * stride : raw->frameCount - 1;
		lwSkeleton_ToModel(skeleton, raw->frames + (size_t)frame * (size_t)raw->jointCount, lwMat34Identity(), model);
		lwQuat rot = lwMat34Rotation(model[joint]);
		lwVec3 pos = lwV3(model[joint].t.x, groundY, model[joint].t.z);
		if (i == 0) start = pos;
		else heading += yawOf(last, rot);
		last = rot;
		extent = lwMaxF(extent, lwDistance(pos, start));
		turned = lwMaxF(turned, lwAbsF(heading));
		io->heading[i] = heading;
		io->root[i] = lwTransformIdentity();
		io->root[i].pos = pos;
		io->root[i].rot = lwQuatAxisAngle(lwV3(0.0f, 1.0f, 0.0f), heading);
	}
	return extent > TRAVELS * rig->length || turned > TURNS;
}

static void rest(lwMotionCurves* io) {
	for (int i = 0; i < io->count; ++i) {
		io->root[i] = io->root[0];
		io->heading[i] = 0.0f;
	}
}

static void followRoot(const lwClip* raw, const lwSkeleton* skeleton, const lwRig* rig, int stride, float groundY, lwMat34* model, lwMotionCurves* io) {
	int chain[LW_MAX_SPINE], depth = 0;
	for (int j = rig->legs[0].joints[0]; j >= 0 && depth < LW_MAX_SPINE; j = skeleton->parents[j])
		if (aboveAllLegs(skeleton, rig, j)) chain[depth++] = j;
	bool moves = false;
	for (int k = depth - 1; k >= 0 && !moves; --k) moves = followJoint(raw, skeleton, rig, chain[k], stride, groundY, model, io);
	if (!moves) {
		if (depth == 0) (void)followJoint(raw, skeleton, rig, rig->rootJoint >= 0 ? rig->rootJoint : 0, stride, groundY, model, io);
		rest(io);
	}
	for (int i = 1; i < io->count; ++i) io->travelled[i] = io->travelled[i - 1] + lwDistance(io->root[i].pos, io->root[i - 1].pos);
}

// A time of standing and where the foot's base was in it on average.
typedef struct standing {
	float from, to;                 // phases of the range; to may be above 1 where the range loops
	lwVec3 place;
} standing;

static lwVec3 meanPlace(const lwFeet* feet, int leg, float from, float to, float groundY) {
	int n = feet->frameCount, first = (int)lrintf(from * (float)(n - 1)), last = (int)lrintf(to * (float)(n - 1)) - 1, count = 0;
	lwVec3 sum = lwV3(0.0f, 0.0f, 0.0f);
	if (last < first) last = first;
	for (int f = first; f <= last; ++f, ++count) sum = lwAdd(sum, feet->legs[leg].base[f >= n ? f % n : f]);
	sum = lwMul(sum, 1.0f / (float)count);
	sum.y = groundY;
	return sum;
}

static int readStanding(lwFeet* feet, int leg, const lwContactTrack* contacts, float groundY, standing* out) {
	float longest = -1.0f, stance = 0.0f;
	for (int c = 0; c < contacts->count; ++c) {
		if (contacts->to[c] - contacts->from[c] <= longest) continue;
		longest = contacts->to[c] - contacts->from[c];
		stance = lwWrap01(0.5f * (contacts->from[c] + contacts->to[c]));
	}
	lwFeet_SetBase(feet, leg, stance * (float)(feet->frameCount - 1));
	for (int c = 0; c < contacts->count; ++c) {
		out[c].from = contacts->from[c];
		out[c].to = contacts->to[c];
		out[c].place = meanPlace(feet, leg, out[c].from, out[c].to, groundY);
	}
	return contacts->count;
}

static lwVec3 endPlace(const lwFeet* feet, int leg, int frame, float groundY) {
	lwVec3 place = feet->legs[leg].base[frame];
	place.y = groundY;
	return place;
}

// Contacts around a phase: inside one both are the same. False in flight.
static bool around(const standing* list, int count, float phase, lwVec3* ioLast, lwVec3* ioNext) {
	float latest = -1e30f, soonest = 1e30f;
	for (int c = 0; c < count; ++c) {
		for (int turn = 0; turn <= (list[c].to > 1.0f ? 1 : 0); ++turn) {
			float from = list[c].from - (float)turn, to = list[c].to - (float)turn;
			if (phase >= from && phase <= to) {
				*ioLast = *ioNext = list[c].place;
				return true;
			}
			if (to < phase && to > latest) {
				latest = to;
				*ioLast = list[c].place;
			}
			if (from > phase && from < soonest) {
				soonest = from;
				*ioNext = list[c].place;
			}
		}
	}
	return false;
}

static lwVec3 inRoot(const lwTransform* root, lwVec3 place) { return lwRotate(lwConj(root->rot), lwSub(place, root->pos)); }

static void followFoot(lwFeet* feet, int leg, const lwContactTrack* contacts, int stride, float groundY, lwMotionCurves* io) {
	standing list[LW_MAX_CONTACTS];
	int count = readStanding(feet, leg, contacts, groundY, list), n = feet->frameCount;
	lwFootCurve* curve = &io->feet[leg];
	float floor = 0.05f * feet->rig->legs[leg].length, reached = 0.0f;
	for (int i = 0; i < io->count; ++i) {
		int frame = i * stride < n ? i * stride : n - 1;
		float phase = n > 1 ? (float)frame / (float)(n - 1) : 0.0f;
		lwVec3 last = endPlace(feet, leg, 0, groundY), next = endPlace(feet, leg, n - 1, groundY);
		bool stands = around(list, count, phase, &last, &next);
		lwVec3 path = lwSub(next, last);
		float way = lwDot(path, path), progress = reached;
		if (way > floor * floor) progress = lwClampF(lwDot(lwSub(feet->legs[leg].base[frame], last), path) / way, 0.0f, 1.0f);
		reached = stands ? 0.0f : lwMaxF(reached, progress);
		curve->alpha[i] = reached;
		curve->lift[i] = inRoot(&io->root[i], last);
		curve->plant[i] = inRoot(&io->root[i], next);
	}
}

static lwResult fill(const lwAnalyseDef* def, const lwClip* raw, lwFeet* feet, int stride, const lwContactTrack* contacts, float groundY, lwMotionCurves* out) {
	const lwSkeleton* skeleton = &def->skeleton->skeleton;
	lwMat34* model = malloc(sizeof(lwMat34) * (size_t)skeleton->jointCount);
	int count = (raw->frameCount - 1) / stride + 1;
	if (model == NULL || !allocate(out, def->rig->legCount, count)) {
		free(model);
		return lwResult_Fail(lw_errorMemory, "%s: curves: out of memory", def->scene->file);
	}
	out->step = (float)stride * feet->dt;
	followRoot(raw, skeleton, def->rig, stride, groundY, model, out);
	for (int i = 0; i < count; ++i) out->height[i] = feet->hips[i * stride].y - feet->hips[0].y;
	for (int l = 0; l < def->rig->legCount; ++l) followFoot(feet, l, &contacts[l], stride, groundY, out);
	free(model);
	return lwResult_Ok();
}

lwResult lwMotionCurves_Make(const lwAnalyseDef* def, const lwRange* range, const lwContactTrack* contacts, float groundY, lwMotionCurves** outCurves) {
	lwClip* raw = NULL;
	lwFeet feet;
	lwMotionCurves* out = calloc(1, sizeof *out);
	if (out == NULL) return lwResult_Fail(lw_errorMemory, "%s: curves: out of memory", def->scene->file);
	lwResult result = lwRange_Raw(def, range, &raw);
	if (result.status == lw_ok) {
		result = lwFeet_Create(raw, &def->skeleton->skeleton, def->rig, &feet);
		int stride = (int)lrintf(range->rate / lwScene_FrameRate(def->scene, def->clip));
		if (result.status == lw_ok) result = fill(def, raw, &feet, stride > 0 ? stride : 1, contacts, groundY, out);
		lwFeet_Destroy(&feet);
		lwDestroyClip(raw);
	}
	if (result.status != lw_ok) {
		lwMotionCurves_Destroy(out);
		return result;
	}
	*outCurves = out;
	return result;
}

void lwMotionCurves_Destroy(lwMotionCurves* curves) {
	if (curves == NULL) return;
	free(curves->memory);
	free(curves);
}

float lwMotionCurves_TimeAt(const lwMotionCurves* curves, float travelled) {
	if (!LW_ASSERT(curves != NULL && curves->count > 0)) return 0.0f;
	if (!(travelled > 0.0f)) return 0.0f;
	int lo = 0, hi = curves->count - 1;
	if (travelled >= curves->travelled[hi]) { // where it first comes that far
		while (hi > 0 && curves->travelled[hi - 1] >= curves->travelled[hi]) --hi;
		return curves->step * (float)hi;
	}
	while (hi - lo > 1) {
		int middle = (lo + hi) / 2;
		if (curves->travelled[middle] < travelled) lo = middle;
		else hi = middle;
	}
	float a = curves->travelled[lo], b = curves->travelled[hi];
	return curves->step * ((float)lo + (b > a ? (travelled - a) / (b - a) : 0.0f));
}
