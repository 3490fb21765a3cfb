// SPDX-License-Identifier: MIT
// Sampling a scene: one channel, one clip, world matrices; finding clips and nodes by name.
#include "import/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Key at or before a time that lies strictly between the first and the last key.
static int FindKey(const float* times, int count, float time) {
	int low = 0, high = count - 1;
	while (high - low > 1) {
		int mid = low + (high - low) / 2;
		if (times[mid] <= time) {
			low = mid;
		} else {
			high = mid;
		}
	}
	return low;
}

// Sign for the second key of a cubic rotation interval: the one that the tangents point to, else the shorter way.
static float CubicSign(const float* a, const float* b, const float* tangentA, const float* tangentB, float dt) {
	float same = 0.0f, flipped = 0.0f;
	for (int i = 0; i < 4; ++i) {
		float s = b[i] - a[i] - 0.5f * dt * (tangentA[i] + tangentB[i]);
		float f = -b[i] - a[i] - 0.5f * dt * (tangentA[i] - tangentB[i]);
		same += s * s;
		flipped += f * f;
	}
	return flipped < same ? -1.0f : 1.0f;
}

// Hermite spline of glTF: tangents are per second, so they are scaled by the interval.
static void SampleCubic(const lwSceneChannel* channel, int key, float t, float dt, float* out) {
	size_t width = (size_t)channel->width;
	const float* a = channel->values + (size_t)key * 3 * width;
	const float* b = a + 3 * width;
	const float* valueA = a + width;
	const float* valueB = b + width;
	const float* outTangent = a + 2 * width;
	const float* inTangent = b;
	float sign = channel->path == lw_pathRotation ? CubicSign(valueA, valueB, outTangent, inTangent, dt) : 1.0f;
	float t2 = t * t, t3 = t2 * t;
	for (size_t i = 0; i < width; ++i) {
		out[i] = (2.0f * t3 - 3.0f * t2 + 1.0f) * valueA[i] + dt * (t3 - 2.0f * t2 + t) * outTangent[i] +
			(-2.0f * t3 + 3.0f * t2) * sign * valueB[i] + dt * (t3 - t2) * sign * inTangent[i];
	}
}

static void SampleLinear(const lwSceneChannel* channel, int key, float t, float* out) {
	const float* a = channel->values + (size_t)key * (size_t)channel->width;
	const float* b = a + channel->width;
	if (channel->path == lw_pathRotation) {
		lwQuat qa = { a[0], a[1], a[2], a[3] }, qb = { b[0], b[1], b[2], b[3] };
		lwQuat q = lwSlerp(lwQuatNormalize(qa), lwQuatNormalize(qb), t);
		memcpy(out, &q, sizeof(q));
		return;
	}
	for (int i = 0; i < channel->width; ++i) {
		out[i] = lwLerpF(a[i], b[i], t);
	}
}

static void CopyKey(const lwSceneChannel* channel, int key, float* out) {
	size_t width = (size_t)channel->width;
	bool cubic = channel->interpolation == lw_interpCubic;
	const float* value = channel->values + (cubic ? ((size_t)key * 3 + 1) * width : (size_t)key * width);
	memcpy(out, value, width * sizeof(float));
}

// A rotation that is unit as far as floats go stays as it is, bit for bit.
static void MakeUnit(float* q) {
	float length = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
	if (!(lwAbsF(length - 1.0f) < 1e-6f)) {
		lwQuat unit = { q[0], q[1], q[2], q[3] };
		unit = lwQuatNormalize(unit);
		memcpy(q, &unit, sizeof(unit));
	}
}

void lwSceneChannel_Sample(const lwSceneChannel* channel, float time, float* out) {
	int last = channel->keyCount - 1;
	if (!(time > channel->times[0])) {
		CopyKey(channel, 0, out);
	} else if (time >= channel->times[last]) {
		CopyKey(channel, last, out);
	} else {
		int key = FindKey(channel->times, channel->keyCount, time);
		float dt = channel->times[key + 1] - channel->times[key];
		float t = (time - channel->times[key]) / dt;
		if (channel->interpolation == lw_interpStep || !(t > 0.0f)) {
			CopyKey(channel, key, out);
		} else if (channel->interpolation == lw_interpCubic) {
			SampleCubic(channel, key, t, dt, out);
		} else {
			SampleLinear(channel, key, t, out);
		}
	}
	if (channel->path == lw_pathRotation) {
		MakeUnit(out);
	}
}

void lwScene_SampleClip(const lwScene* scene, int clip, float time, lwTransform* outLocal) {
	for (int n = 0; n < scene->nodeCount; ++n) {
		outLocal[n] = scene->nodes[n].local;
	}
	if (clip < 0 || clip >= scene->clipCount) {
		return;
	}
	const lwSceneClip* source = scene->clips + clip;
	for (int c = 0; c < source->channelCount; ++c) {
		const lwSceneChannel* channel = source->channels + c;
		lwTransform* local = outLocal + channel->node;
		switch (channel->path) {
		case lw_pathTranslation: lwSceneChannel_Sample(channel, time, &local->pos.x); break;
		case lw_pathRotation: lwSceneChannel_Sample(channel, time, &local->rot.x); break;
		case lw_pathScale: lwSceneChannel_Sample(channel, time, &local->scale.x); break;
		case lw_pathWeights: break;
		}
	}
}

static lwMat34 LocalMatrix(const lwSceneNode* node, const lwTransform* local) {
	if (node->hasMatrix && memcmp(local, &node->local, sizeof(*local)) == 0) {
		return node->matrix;
	}
	return lwMat34FromTransform(*local);
}

void lwScene_ToWorld(const lwScene* scene, const lwTransform* local, lwMat34* outWorld) {
	int count = scene->nodeCount;
	int* order = lwImport_Alloc((size_t)count, sizeof(int));
	bool ordered = order != NULL && lwImport_Order(scene, order);
	LW_ASSERT(ordered); // out of memory, or a scene made by hand whose parents run in a circle
	for (int i = 0; i < count; ++i) {
		int n = ordered ? order[i] : i;
		int parent = ordered ? scene->nodes[n].parent : -1;
		lwMat34 matrix = LocalMatrix(scene->nodes + n, local + n);
		outWorld[n] = parent >= 0 ? lwMat34Mul(outWorld[parent], matrix) : matrix;
	}
	free(order);
}

#define LW_CLIP_NAME_SIZE 128 // of gait.h and bake.h

static const char* AfterLastBar(const char* name) {
	const char* bar = strrchr(name, '|');
	return bar != NULL ? bar + 1 : name;
}

// Names in results and schedules are cut to a buffer's size: a long name that begins a clip's name means that clip.
static bool IsCutName(const char* name, const char* have) {
	size_t length = strlen(name);
	return length < LW_CLIP_NAME_SIZE && length >= LW_CLIP_NAME_SIZE - 4 && strncmp(have, name, length) == 0;
}

// Number after '#' when the whole rest is digits and it is below count; else -1.
static int ParseIndex(const char* name, int count) {
	if (name[0] != '#' || name[1] < '0' || name[1] > '9') {
		return -1;
	}
	char* end;
	long index = strtol(name + 1, &end, 10);
	return *end == '\0' && index < count ? (int)index : -1;
}

int lwScene_FindClip(const lwScene* scene, const char* name, int* outMatches) {
	int matches = 0, found = -1;
	for (int pass = 0; pass < 3 && matches == 0; ++pass) {
		for (int c = scene->clipCount - 1; c >= 0; --c) {
			const char* have = scene->clips[c].name;
			if (pass < 2 ? strcmp(pass == 0 ? have : AfterLastBar(have), name) == 0 : IsCutName(name, have)) {
				matches += 1;
				found = c;
			}
		}
	}
	if (matches == 0) {
		found = ParseIndex(name, scene->clipCount);
		matches = found >= 0 ? 1 : 0;
	}
	if (outMatches != NULL) {
		*outMatches = matches;
	}
	return matches == 1 ? found : -1;
}

int lwScene_FindNode(const lwScene* scene, const char* name) {
	for (int n = 0; n < scene->nodeCount; ++n) {
		if (strcmp(scene->nodes[n].name, name) == 0) {
			return n;
		}
	}
	return ParseIndex(name, scene->nodeCount);
}

const char* lwScene_NodeName(const lwScene* scene, int node, char* buffer, int capacity) {
	if (node >= 0 && node < scene->nodeCount && scene->nodes[node].name[0] != '\0') {
		return scene->nodes[node].name;
	}
	(void)snprintf(buffer, capacity > 0 ? (size_t)capacity : 0, "#%d", node);
	return buffer;
}
