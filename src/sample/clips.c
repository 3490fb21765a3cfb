// SPDX-License-Identifier: MIT
// Gaits to clips: the body is lowered until every leg reaches, then poses are keyed evenly.
#include "sample/creature.h"

#include <stdlib.h>
#include <string.h>

#define STANCE_REACH 0.968f     // of the chain, at most
#define REACH_STEPS 12

static float LargestReach(const SampleCreature* creature, const SampleGait* gait, float drop) {
	lwTransform local[SAMPLE_MAX_JOINTS];
	float reach = 0.0f;
	for (int f = 0; f < gait->frames; f++) {
		reach = lwMaxF(reach, SamplePose_Evaluate(creature, gait, (float)f / (float)gait->frames, drop, local));
	}
	return reach;
}

// Least lowering of the body that keeps all stances within reach.
static float FindDrop(const SampleCreature* creature, const SampleGait* gait) {
	float lo = 0.0f, hi = 0.4f * creature->size;
	if (LargestReach(creature, gait, 0.0f) <= STANCE_REACH) {
		return 0.0f;
	}
	for (int i = 0; i < REACH_STEPS; i++) {
		float middle = 0.5f * (lo + hi);
		bool reaches = LargestReach(creature, gait, middle) <= STANCE_REACH;
		lo = reaches ? lo : middle;
		hi = reaches ? middle : hi;
	}
	return hi;
}

// keys[k * jointCount + j]; quaternions on one side all along; the last key is the first.
static lwTransform* MakeKeys(const SampleCreature* creature, const SampleGait* gait, int keyCount) {
	size_t width = (size_t)creature->jointCount;
	lwTransform* keys = SampleAlloc((size_t)keyCount * width, sizeof(lwTransform));
	if (keys == NULL) {
		return NULL;
	}
	float drop = FindDrop(creature, gait);
	for (int k = 0; k + 1 < keyCount; k++) {
		SamplePose_Evaluate(creature, gait, (float)k / (float)(keyCount - 1), drop, &keys[(size_t)k * width]);
	}
	memcpy(&keys[(size_t)(keyCount - 1) * width], keys, width * sizeof(lwTransform));
	for (size_t i = width; i < (size_t)keyCount * width; i++) {
		lwQuat a = keys[i - width].rot, b = keys[i].rot;
		if (a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w < 0.0f) {
			lwQuat flipped = { -b.x, -b.y, -b.z, -b.w };
			keys[i].rot = flipped;
		}
	}
	return keys;
}

static bool AddChannel(lwSceneClip* clip, int node, lwChannelPath path, int frameRate, int keyCount) {
	int width = path == lw_pathRotation ? 4 : 3;
	lwSceneChannel* channel = &clip->channels[clip->channelCount++];
	channel->node = node;
	channel->path = path;
	channel->interpolation = lw_interpLinear;
	channel->width = width;
	channel->times = SampleAlloc((size_t)keyCount, sizeof(float));
	channel->values = SampleAlloc((size_t)(keyCount * width), sizeof(float));
	if (channel->times == NULL || channel->values == NULL) {
		return false;
	}
	channel->keyCount = keyCount;
	for (int k = 0; k < keyCount; k++) {
		channel->times[k] = (float)k / (float)frameRate;
	}
	return true;
}

static void StoreKey(lwSceneChannel* channel, int key, lwTransform local) {
	if (channel->path == lw_pathRotation) {
		const float rotation[4] = { local.rot.x, local.rot.y, local.rot.z, local.rot.w };
		memcpy(&channel->values[key * 4], rotation, sizeof rotation);
	} else {
		const float position[3] = { local.pos.x, local.pos.y, local.pos.z };
		memcpy(&channel->values[key * 3], position, sizeof position);
	}
}

static bool Differs(lwTransform a, lwTransform b, lwChannelPath path) {
	if (path == lw_pathTranslation) {
		return lwDistance(a.pos, b.pos) > 1e-7f;
	}
	return lwAbsF(a.rot.x * b.rot.x + a.rot.y * b.rot.y + a.rot.z * b.rot.z + a.rot.w * b.rot.w) < 1.0f - 1e-7f;
}

// A channel for every joint and path that leaves the rest pose.
static bool FillClip(const SampleCreature* creature, const SampleGait* gait, int frameRate, int firstNode, const lwTransform* rest, lwSceneClip* clip) {
	int keyCount = gait->frames * (frameRate / 30) + 1;
	size_t width = (size_t)creature->jointCount;
	lwTransform* keys = MakeKeys(creature, gait, keyCount);
	clip->name = SampleString(gait->name);
	clip->end = (float)(keyCount - 1) / (float)frameRate;
	clip->channels = SampleAlloc(2 * width, sizeof *clip->channels);
	bool good = keys != NULL && clip->name != NULL && clip->channels != NULL;
	for (int i = 0; i < 2 * creature->jointCount && good; i++) {
		int joint = i / 2;
		lwChannelPath path = i % 2 == 0 ? lw_pathTranslation : lw_pathRotation;
		bool moves = false;
		for (int k = 0; k < keyCount && !moves; k++) {
			moves = Differs(keys[(size_t)k * width + (size_t)joint], rest[joint], path);
		}
		if (!moves) {
			continue;
		}
		good = AddChannel(clip, firstNode + joint, path, frameRate, keyCount);
		for (int k = 0; k < keyCount && good; k++) {
			StoreKey(&clip->channels[clip->channelCount - 1], k, keys[(size_t)k * width + (size_t)joint]);
		}
	}
	free(keys);
	return good;
}

bool SampleClips_Build(const SampleCreature* creature, int frameRate, int firstNode, lwScene* scene) {
	lwTransform rest[SAMPLE_MAX_JOINTS];
	bool good = true;
	for (int j = 0; j < creature->jointCount; j++) {
		rest[j] = scene->nodes[firstNode + j].local;
	}
	for (int g = 0; g < creature->gaitCount && good; g++) {
		good = FillClip(creature, &creature->gaits[g], frameRate, firstNode, rest, &scene->clips[g]);
	}
	return good;
}
