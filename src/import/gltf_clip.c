// SPDX-License-Identifier: MIT
// glTF animations: channels with their keys, checked and repaired.
#include "import/gltf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct ClipReader {
	lwGltf* gltf;
	lwScene* scene;
	int clip;
	int accessorCount;
	const json_t* samplers;
	char place[80];
} ClipReader;

// False: the path is none of the four (an extension's).
static bool PathOf(const char* name, lwChannelPath* outPath) {
	static const char* const names[] = { "translation", "rotation", "scale", "weights" };
	for (int i = 0; name != NULL && i < 4; ++i) {
		if (strcmp(names[i], name) == 0) {
			*outPath = (lwChannelPath)i;
			return true;
		}
	}
	return false;
}

static bool ReadInterpolation(ClipReader* reader, const json_t* sampler, lwSceneChannel* channel) {
	const json_t* value = json_object_get(sampler, "interpolation");
	const char* name = value != NULL ? json_string_value(value) : "LINEAR";
	if (name != NULL && strcmp(name, "LINEAR") == 0) {
		channel->interpolation = lw_interpLinear;
	} else if (name != NULL && strcmp(name, "STEP") == 0) {
		channel->interpolation = lw_interpStep;
	} else if (name != NULL && strcmp(name, "CUBICSPLINE") == 0) {
		channel->interpolation = lw_interpCubic;
	} else {
		return lwGltf_Fail(reader->gltf, lw_errorFormat, "%s: interpolation is none of LINEAR, STEP, CUBICSPLINE", reader->place);
	}
	return true;
}

// Node, path and width. *outKept false: a channel that is no business of ours.
static bool ReadTarget(ClipReader* reader, const json_t* object, lwSceneChannel* channel, bool* outKept) {
	lwScene* scene = reader->scene;
	const json_t* target = json_object_get(object, "target");
	*outKept = false;
	if (!lwGltf_Index(reader->gltf, target, "node", scene->nodeCount, reader->place, &channel->node)) {
		return false;
	}
	const char* path = json_string_value(json_object_get(target, "path"));
	if (channel->node < 0 || !PathOf(path, &channel->path)) {
		lwScene_Note(scene, "%s: animates no node (path '%.30s'); skipped", reader->place, path != NULL ? path : "");
		return true;
	}
	const lwSceneNode* node = scene->nodes + channel->node;
	static const int widths[] = { 3, 4, 3 };
	channel->width = channel->path == lw_pathWeights ? node->weightCount : widths[channel->path];
	if (channel->width == 0) {
		lwScene_Note(scene, "%s: weights of nodes[%d], which has no morph targets; skipped", reader->place, channel->node);
		return true;
	}
	if (node->hasMatrix && channel->path != lw_pathWeights) {
		lwScene_Note(scene, "%s: animates nodes[%d], which has a matrix; its decomposition is animated", reader->place, channel->node);
	}
	*outKept = true;
	return true;
}

static bool ReadValues(ClipReader* reader, int accessor, lwSceneChannel* channel) {
	int components = channel->path == lw_pathWeights ? 1 : channel->width;
	int count;
	if (!lwGltf_ReadFloats(reader->gltf, accessor, components, reader->place, &channel->values, &count)) {
		return false;
	}
	int64_t perKey = (channel->path == lw_pathWeights ? channel->width : 1) * (channel->interpolation == lw_interpCubic ? 3 : 1);
	if (count != channel->keyCount * perKey) {
		return lwGltf_Fail(reader->gltf, lw_errorFormat, "%s: %d keys need %lld values, accessors[%d] has %d", reader->place, channel->keyCount,
			(long long)(channel->keyCount * perKey), accessor, count);
	}
	return true;
}

static bool ReadSampler(ClipReader* reader, int index, lwSceneChannel* channel) {
	const json_t* sampler = json_array_get(reader->samplers, (size_t)index);
	int input, output;
	if (!ReadInterpolation(reader, sampler, channel) ||
		!lwGltf_Index(reader->gltf, sampler, "input", reader->accessorCount, reader->place, &input) ||
		!lwGltf_Index(reader->gltf, sampler, "output", reader->accessorCount, reader->place, &output)) {
		return false;
	}
	if (input < 0 || output < 0) {
		return lwGltf_Fail(reader->gltf, lw_errorFormat, "%s: samplers[%d] has no input or no output", reader->place, index);
	}
	if (!lwGltf_ReadFloats(reader->gltf, input, 1, reader->place, &channel->times, &channel->keyCount)) {
		return false;
	}
	if (channel->keyCount < 1) {
		return lwGltf_Fail(reader->gltf, lw_errorFormat, "%s: no keys", reader->place);
	}
	if (!ReadValues(reader, output, channel)) {
		return false;
	}
	int dropped;
	int back = lwImport_RepairKeys(channel, &dropped);
	if (back >= 0) {
		return lwGltf_Fail(reader->gltf, lw_errorFormat, "%s: the time of key %d lies before the key before it", reader->place, back);
	}
	if (dropped > 0) {
		lwScene_Note(reader->scene, "%s: %d keys at the time of the key before them were dropped", reader->place, dropped);
	}
	return true;
}

static bool ReadChannel(ClipReader* reader, const json_t* object, lwSceneChannel* channel, bool* outKept) {
	int sampler;
	int samplerCount = (int)json_array_size(reader->samplers);
	if (!ReadTarget(reader, object, channel, outKept) || !*outKept) {
		return reader->gltf->error.status == lw_ok;
	}
	if (!lwGltf_Index(reader->gltf, object, "sampler", samplerCount, reader->place, &sampler)) {
		return false;
	}
	if (sampler < 0) {
		return lwGltf_Fail(reader->gltf, lw_errorFormat, "%s: no sampler", reader->place);
	}
	return ReadSampler(reader, sampler, channel);
}

static bool ReadClip(ClipReader* reader, const json_t* object, lwSceneClip* clip) {
	const json_t* channels = json_object_get(object, "channels");
	size_t count = json_array_size(channels);
	reader->samplers = json_object_get(object, "samplers");
	clip->name = lwImport_CopyString(lwGltf_Name(object));
	clip->channels = count < (1u << 24) ? lwImport_Alloc(count, sizeof(lwSceneChannel)) : NULL;
	if (clip->name == NULL || clip->channels == NULL) {
		return lwGltf_Fail(reader->gltf, lw_errorMemory, "animations[%d]: out of memory", reader->clip);
	}
	for (size_t c = 0; c < count; ++c) {
		(void)snprintf(reader->place, sizeof(reader->place), "animations[%d].channels[%zu]", reader->clip, c);
		bool kept;
		clip->channelCount += 1; // a half-read channel is freed with the scene
		if (!ReadChannel(reader, json_array_get(channels, c), clip->channels + clip->channelCount - 1, &kept)) {
			return false;
		}
		clip->channelCount -= kept ? 0 : 1;
	}
	lwImport_ClipBounds(clip);
	return true;
}

bool lwGltf_ReadClips(lwGltf* gltf, lwScene* scene) {
	json_t* array;
	int count;
	if (!lwGltf_Array(gltf, "animations", LW_MAX_NODES, &array, &count)) {
		return false;
	}
	scene->clips = lwImport_Alloc((size_t)count, sizeof(lwSceneClip));
	if (scene->clips == NULL) {
		return lwGltf_Fail(gltf, lw_errorMemory, "animations: out of memory");
	}
	scene->clipCount = count;
	ClipReader reader = { gltf, scene, 0, (int)json_array_size(json_object_get(gltf->root, "accessors")), NULL, "" };
	for (int i = 0; i < count; ++i) {
		reader.clip = i;
		if (!ReadClip(&reader, json_array_get(array, (size_t)i), scene->clips + i)) {
			return false;
		}
	}
	return true;
}
