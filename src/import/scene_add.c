// SPDX-License-Identifier: MIT
// A clip made by code as one of a scene's.
#include "import/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool Differs(lwTransform a, lwTransform b, lwChannelPath path) {
	if (path == lw_pathTranslation) {
		return lwDistance(a.pos, b.pos) > 1e-7f * (1.0f + lwLength(a.pos));
	}
	return lwAbsF(a.rot.x * b.rot.x + a.rot.y * b.rot.y + a.rot.z * b.rot.z + a.rot.w * b.rot.w) < 1.0f - 1e-7f;
}

static bool Moves(const lwClip* clip, int joint, lwTransform rest, lwChannelPath path) {
	for (int f = 0; f < clip->frameCount; ++f) {
		if (Differs(clip->frames[(size_t)f * (size_t)clip->jointCount + (size_t)joint], rest, path)) {
			return true;
		}
	}
	return false;
}

static bool FillChannel(const lwClip* clip, int joint, int node, lwChannelPath path, lwSceneChannel* out) {
	int keys = clip->frameCount + (clip->looping ? 1 : 0), width = path == lw_pathRotation ? 4 : 3;
	out->node = node;
	out->path = path;
	out->interpolation = lw_interpLinear;
	out->width = width;
	out->keyCount = keys;
	out->times = lwImport_Alloc((size_t)keys, sizeof(float));
	out->values = lwImport_Alloc((size_t)keys * (size_t)width, sizeof(float));
	if (out->times == NULL || out->values == NULL) {
		return false;
	}
	float last = (float)(keys > 1 ? keys - 1 : 1);
	for (int k = 0; k < keys; ++k) {
		const lwTransform* t = &clip->frames[(size_t)(k % clip->frameCount) * (size_t)clip->jointCount + (size_t)joint];
		out->times[k] = clip->duration * (float)k / last;
		float* value = out->values + (size_t)k * (size_t)width;
		memcpy(value, path == lw_pathRotation ? (const void*)&t->rot : (const void*)&t->pos, (size_t)width * sizeof(float));
	}
	return true;
}

static bool FillClip(const lwScene* scene, const lwSceneSkeleton* skeleton, const lwClip* clip, lwSceneClip* out) {
	out->name = lwImport_CopyString(clip->name);
	out->channels = lwImport_Alloc(2 * (size_t)clip->jointCount, sizeof(lwSceneChannel));
	if (out->name == NULL || out->channels == NULL) {
		return false;
	}
	for (int j = 0; j < clip->jointCount; ++j) {
		int node = skeleton->nodeOfJoint[j];
		for (int p = 0; p < 2; ++p) {
			lwChannelPath path = p == 0 ? lw_pathTranslation : lw_pathRotation;
			if (Moves(clip, j, scene->nodes[node].local, path) && !FillChannel(clip, j, node, path, &out->channels[out->channelCount++])) {
				return false;
			}
		}
	}
	lwImport_ClipBounds(out);
	return true;
}

static void FreeClip(lwSceneClip* clip) {
	for (int c = 0; c < clip->channelCount; ++c) {
		free(clip->channels[c].times);
		free(clip->channels[c].values);
	}
	free(clip->channels);
	free(clip->name);
}

lwResult lwScene_AddClip(lwScene* ioScene, const lwSceneSkeleton* skeleton, const lwClip* clip) {
	if (!LW_ASSERT(ioScene != NULL && skeleton != NULL && clip != NULL && clip->jointCount == skeleton->skeleton.jointCount && clip->frameCount >= 1)) {
		return lwResult_Fail(lw_errorArgument, "scene: scene, skeleton and clip are not of one creature");
	}
	lwSceneClip added = { 0 };
	lwSceneClip* clips = realloc(ioScene->clips, ((size_t)ioScene->clipCount + 1) * sizeof(*clips));
	if (clips != NULL) {
		ioScene->clips = clips;
	}
	if (clips == NULL || !FillClip(ioScene, skeleton, clip, &added)) {
		FreeClip(&added);
		return lwResult_Fail(lw_errorMemory, "scene: no memory for clip '%s'", clip->name);
	}
	clips[ioScene->clipCount++] = added;
	return lwResult_Ok();
}
