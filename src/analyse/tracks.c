// SPDX-License-Identifier: MIT
// Animation tracks: every joint relative to its reference pose, the spine's twist kept aside; and the stance places in the
// frame of the joint that carries the leg.
#include "analyse/parts.h"

#include <stdlib.h>
#include <string.h>

static lwTransform relativeTo(lwTransform ref, lwTransform local) {
	lwTransform anim;
	lwVec3 d = lwRotate(lwConj(ref.rot), lwSub(local.pos, ref.pos));
	anim.pos = lwV3(d.x / ref.scale.x, d.y / ref.scale.y, d.z / ref.scale.z);
	anim.rot = lwQuatNormalize(lwQuatMul(lwConj(ref.rot), local.rot));
	anim.scale = lwV3(local.scale.x / ref.scale.x, local.scale.y / ref.scale.y, local.scale.z / ref.scale.z);
	return anim;
}

lwTransform lwAnimTrack_Local(const lwAnimTrack* track, lwTransform ref, int frame, float twist) {
	lwTransform anim = track->anim[frame], local;
	local.pos = lwAdd(ref.pos, lwRotate(ref.rot, lwV3(ref.scale.x * anim.pos.x, ref.scale.y * anim.pos.y, ref.scale.z * anim.pos.z)));
	lwQuat rot = anim.rot;
	if (track->twist != NULL) rot = lwQuatMul(rot, lwQuatAxisAngle(track->axisLS, twist * track->twist[frame]));
	local.rot = lwQuatNormalize(lwQuatMul(ref.rot, rot));
	local.scale = lwV3(ref.scale.x * anim.scale.x, ref.scale.y * anim.scale.y, ref.scale.z * anim.scale.z);
	return local;
}

static int placeIn(const int* joints, int count, int joint) {
	for (int i = 0; i < count; ++i)
		if (joints[i] == joint) return i;
	return -1;
}

static int legOf(const lwRig* rig, const lwSkeleton* skeleton, int joint) {
	for (int l = 0; l < rig->legCount; ++l) {
		const lwLeg* leg = &rig->legs[l];
		if (lwSkeleton_IsAncestor(skeleton, leg->joints[0], joint)) return l;
		if (leg->footControl >= 0 && lwSkeleton_IsAncestor(skeleton, leg->footControl, joint)) return l;
	}
	return -1;
}

// The bone's axis: to the next joint of the chain; of its last joint the axis goes on from the one before.
static lwVec3 chainAxis(const lwSkeleton* skeleton, const lwTransform* ref, const int* chain, int count, int place) {
	int joint = chain[place];
	if (place + 1 < count && skeleton->parents[chain[place + 1]] == joint) return lwNormalizeOr(ref[chain[place + 1]].pos, lwV3(0.0f, 1.0f, 0.0f));
	return lwNormalizeOr(lwRotate(lwConj(ref[joint].rot), ref[joint].pos), lwV3(0.0f, 1.0f, 0.0f));
}

static bool usable(lwTransform t) { return lwAbsF(t.scale.x) > 1e-9f && lwAbsF(t.scale.y) > 1e-9f && lwAbsF(t.scale.z) > 1e-9f; }

static void describe(lwAnimTrack* track, const lwRig* rig, const lwSkeleton* skeleton, const lwTransform* ref, int joint) {
	int spine = placeIn(rig->spine, rig->spineCount, joint), tail = placeIn(rig->tail, rig->tailCount, joint);
	track->leg = legOf(rig, skeleton, joint);
	track->kind = spine >= 0 ? lw_trackSpine : tail >= 0 ? lw_trackTail : track->leg >= 0 ? lw_trackLeg : lw_trackOther;
	track->ref = ref[joint];
	if (!usable(track->ref)) track->ref.scale = lwV3(1.0f, 1.0f, 1.0f); // scaled to nothing: nothing can be relative to that
	if (spine >= 0) track->axisLS = chainAxis(skeleton, ref, rig->spine, rig->spineCount, spine);
	else if (tail >= 0) track->axisLS = chainAxis(skeleton, ref, rig->tail, rig->tailCount, tail);
}

static void fill(lwAnimTrack* track, lwTransform* anim, float* twist, const lwClip* clip, int joint) {
	track->anim = anim;
	track->twist = twist;
	for (int f = 0; f < clip->frameCount; ++f) {
		anim[f] = relativeTo(track->ref, clip->frames[(size_t)f * (size_t)clip->jointCount + (size_t)joint]);
		if (twist == NULL) continue;
		lwQuat about = lwQuatTwist(anim[f].rot, track->axisLS);
		float angle = 2.0f * lwAtan2(lwDot(lwV3(about.x, about.y, about.z), track->axisLS), about.w);
		angle = lwWrapAngle(angle);
		if (f > 0) angle = twist[f - 1] + lwWrapAngle(angle - twist[f - 1]); // without jumps
		twist[f] = angle;
		anim[f].rot = lwQuatNormalize(lwQuatMul(anim[f].rot, lwConj(about)));
	}
}

lwResult lwMakeAnimTracks(const lwClip* clip, const lwSkeleton* skeleton, const lwRig* rig, const lwTransform* ref, lwAnimTracks** outTracks) {
	if (!LW_ASSERT(outTracks != NULL)) return lwResult_Fail(lw_errorArgument, "lwMakeAnimTracks: no place for the result");
	*outTracks = NULL;
	if (!LW_ASSERT(clip != NULL && skeleton != NULL && rig != NULL)) return lwResult_Fail(lw_errorArgument, "lwMakeAnimTracks: clip, skeleton and rig are needed");
	if (clip->jointCount != skeleton->jointCount) return lwResult_Fail(lw_errorArgument, "lwMakeAnimTracks: the clip has %d joints, the skeleton %d", clip->jointCount, skeleton->jointCount);
	const lwTransform* pose = ref != NULL ? ref : skeleton->bind;
	size_t joints = (size_t)skeleton->jointCount, frames = (size_t)clip->frameCount, twisted = (size_t)(rig->spineCount + rig->tailCount);
	size_t head = sizeof(lwAnimTracks) + joints * sizeof(lwAnimTrack);
	char* memory = calloc(1, head + joints * frames * sizeof(lwTransform) + twisted * frames * sizeof(float));
	if (memory == NULL) return lwResult_Fail(lw_errorMemory, "lwMakeAnimTracks: out of memory");
	lwAnimTracks* out = (lwAnimTracks*)(void*)memory;
	out->tracks = (lwAnimTrack*)(void*)(memory + sizeof(lwAnimTracks));
	out->jointCount = clip->jointCount;
	out->frameCount = clip->frameCount;
	lwTransform* anim = (lwTransform*)(void*)(memory + head);
	float* twist = (float*)(void*)(anim + joints * frames);
	for (int j = 0; j < skeleton->jointCount; ++j) {
		lwAnimTrack* track = &out->tracks[j];
		describe(track, rig, skeleton, pose, j);
		bool turns = track->kind == lw_trackSpine || track->kind == lw_trackTail;
		fill(track, anim + (size_t)j * frames, turns ? twist : NULL, clip, j);
		twist += turns ? frames : 0;
	}
	*outTracks = out;
	return lwResult_Ok();
}

void lwDestroyAnimTracks(lwAnimTracks* tracks) { free(tracks); }

// The nearest joint above the leg that belongs to the spine; else the pelvis or the root when it is above, else the leg's parent.
static int carrierOf(const lwRig* rig, const lwSkeleton* skeleton, const lwLeg* leg) {
	int parent = skeleton->parents[leg->joints[0]], found = -1;
	for (int j = parent; j >= 0 && found < 0; j = skeleton->parents[j])
		if (placeIn(rig->spine, rig->spineCount, j) >= 0 || placeIn(rig->tail, rig->tailCount, j) >= 0 || j == rig->pelvis || j == rig->rootJoint) found = j;
	return found >= 0 ? found : parent;
}

lwResult lwAnalysis_FillStance(lwAnalysis* out, const lwSkeleton* skeleton) {
	lwTransform* local = malloc((sizeof(lwTransform) + sizeof(lwMat34)) * (size_t)skeleton->jointCount);
	if (local == NULL) return lwResult_Fail(lw_errorMemory, "%s: stance places: out of memory", out->gait.clipName);
	lwMat34* model = (lwMat34*)(void*)(local + skeleton->jointCount);
	for (int l = 0; l < out->rig.legCount; ++l) out->stance[l].joint = carrierOf(&out->rig, skeleton, &out->rig.legs[l]);
	for (int i = 0; i < LW_CURVE_SAMPLES; ++i) {
		lwClip_Sample(out->clip, out->clip->duration * (float)i / (float)LW_CURVE_SAMPLES, local);
		lwSkeleton_ToModel(skeleton, local, lwMat34Identity(), model);
		for (int l = 0; l < out->rig.legCount; ++l) {
			lwStanceTrack* stance = &out->stance[l];
			lwVec3 place = lwAdd(out->gait.legs[l].stancePosCS, out->gait.originMS);
			stance->posLS[i] = stance->joint >= 0 ? lwMat34Point(lwMat34Inverse(model[stance->joint]), place) : place;
		}
	}
	free(local);
	return lwResult_Ok();
}
