// SPDX-License-Identifier: MIT
#include "legwork/clip.h"

typedef struct FramePair {
	int a, b;
	float t;
} FramePair;

// The two frames around a time and the weight of the second.
static FramePair FindFrames(const lwClip* clip, float time) {
	FramePair pair = { 0, 0, 0.0f };
	if (clip->frameCount < 2 || !(clip->duration > 0.0f)) {
		return pair;
	}
	float u = time / clip->duration;
	int intervals = clip->looping ? clip->frameCount : clip->frameCount - 1;
	u = clip->looping ? lwWrap01(u) : lwClampF(u, 0.0f, 1.0f);
	float at = u * (float)intervals;
	int a = (int)at;
	if (a >= intervals) {
		a = intervals - 1;
	}
	pair.a = a;
	pair.b = a + 1 == clip->frameCount ? 0 : a + 1;
	pair.t = at - (float)a;
	return pair;
}

static lwTransform Mix(const lwTransform* a, const lwTransform* b, float t) {
	lwTransform r;
	r.pos = lwLerp3(a->pos, b->pos, t);
	r.rot = lwSlerp(a->rot, b->rot, t);
	r.scale = lwLerp3(a->scale, b->scale, t);
	return r;
}

void lwClip_Sample(const lwClip* clip, float time, lwTransform* outLocal) {
	FramePair pair = FindFrames(clip, time);
	const lwTransform* a = clip->frames + (size_t)pair.a * (size_t)clip->jointCount;
	const lwTransform* b = clip->frames + (size_t)pair.b * (size_t)clip->jointCount;
	for (int j = 0; j < clip->jointCount; ++j) {
		outLocal[j] = Mix(a + j, b + j, pair.t);
	}
}

lwTransform lwClip_SampleJoint(const lwClip* clip, float time, int joint) {
	FramePair pair = FindFrames(clip, time);
	const lwTransform* a = clip->frames + (size_t)pair.a * (size_t)clip->jointCount + joint;
	const lwTransform* b = clip->frames + (size_t)pair.b * (size_t)clip->jointCount + joint;
	return Mix(a, b, pair.t);
}
