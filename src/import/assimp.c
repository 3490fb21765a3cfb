// SPDX-License-Identifier: MIT
// All formats but glTF and BVH, through assimp's C API: nodes and clips. Whatever assimp returns is checked again.
#include "import/assimp_read.h"

#include <assimp/cimport.h>
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool lwAssimp_Fail(lwAssimp* reader, lwStatus status, const char* format, ...) {
	va_list args;
	va_start(args, format);
	(void)lwImport_Fail(&reader->error, reader->path, status, format, args);
	va_end(args);
	return false;
}

lwMat34 lwAssimp_Matrix(const struct aiMatrix4x4* m) {
	return (lwMat34){ { m->a1, m->b1, m->c1 }, { m->a2, m->b2, m->c2 }, { m->a3, m->b3, m->c3 }, { m->a4, m->b4, m->c4 } };
}

static int CompareNames(const void* a, const void* b) {
	const lwAssimpName* x = a;
	const lwAssimpName* y = b;
	int order = strcmp(x->text, y->text);
	return order != 0 ? order : (x->node > y->node) - (x->node < y->node);
}

int lwAssimp_FindNode(const lwAssimp* reader, const char* name) {
	int low = 0, high = reader->scene->nodeCount;
	while (low < high) {
		int mid = low + (high - low) / 2;
		if (strcmp(reader->names[mid].text, name) < 0) {
			low = mid + 1;
		} else {
			high = mid;
		}
	}
	bool found = low < reader->scene->nodeCount && strcmp(reader->names[low].text, name) == 0;
	return found ? reader->names[low].node : -1;
}

static bool FillNode(lwAssimp* reader, const struct aiNode* source, int parent, int index) {
	lwSceneNode* node = reader->scene->nodes + index;
	*node = (lwSceneNode){ .parent = parent, .mesh = -1, .skin = -1 };
	node->name = lwImport_CopyText(source->mName.data, strlen(source->mName.data));
	if (node->name == NULL) {
		return lwAssimp_Fail(reader, lw_errorMemory, "nodes: out of memory");
	}
	lwMat34 matrix = lwAssimp_Matrix(&source->mTransformation);
	if (!lwImport_AllFinite(&matrix.x.x, 12)) {
		return lwAssimp_Fail(reader, lw_errorFormat, "nodes[%d]: its transform is not finite", index);
	}
	float lost;
	node->local = lwMat34Decompose(matrix, &lost);
	float size = lwMaxF(lwLength(matrix.x), lwMaxF(lwLength(matrix.y), lwLength(matrix.z)));
	node->hasMatrix = lost > 1e-3f * size;
	node->matrix = node->hasMatrix ? matrix : lwMat34FromTransform(node->local);
	if (node->hasMatrix) {
		lwScene_Note(reader->scene, "nodes[%d] '%.60s': its matrix has shear", index, node->name);
	}
	reader->nodes[index] = source;
	reader->names[index] = (lwAssimpName){ source->mName.data, index };
	return true;
}

// Room for one more node in the three arrays.
static bool GrowNodes(lwAssimp* reader, int* ioCapacity) {
	lwScene* scene = reader->scene;
	if (scene->nodeCount < *ioCapacity) {
		return true;
	}
	if (scene->nodeCount >= LW_MAX_NODES) {
		return lwAssimp_Fail(reader, lw_errorLimit, "more than %d nodes", LW_MAX_NODES);
	}
	size_t capacity = (size_t)*ioCapacity * 2 + 64;
	lwSceneNode* nodes = realloc(scene->nodes, capacity * sizeof(*nodes));
	scene->nodes = nodes != NULL ? nodes : scene->nodes;
	const struct aiNode** sources = realloc((void*)reader->nodes, capacity * sizeof(*sources));
	reader->nodes = sources != NULL ? sources : reader->nodes;
	lwAssimpName* names = realloc(reader->names, capacity * sizeof(*names));
	reader->names = names != NULL ? names : reader->names;
	*ioCapacity = (int)capacity;
	return (nodes != NULL && sources != NULL && names != NULL) || lwAssimp_Fail(reader, lw_errorMemory, "nodes: out of memory");
}

static bool AddNode(lwAssimp* reader, const struct aiNode* source, int parent, int* ioCapacity) {
	if (!GrowNodes(reader, ioCapacity)) {
		return false;
	}
	reader->scene->nodeCount += 1;
	return FillNode(reader, source, parent, reader->scene->nodeCount - 1);
}

// Breadth first: nodes[] doubles as the queue.
static bool ReadNodes(lwAssimp* reader) {
	int capacity = 0;
	if (!AddNode(reader, reader->source->mRootNode, -1, &capacity)) {
		return false;
	}
	for (int n = 0; n < reader->scene->nodeCount; ++n) {
		const struct aiNode* source = reader->nodes[n];
		for (unsigned c = 0; c < source->mNumChildren; ++c) {
			if (!AddNode(reader, source->mChildren[c], n, &capacity)) {
				return false;
			}
		}
	}
	qsort(reader->names, (size_t)reader->scene->nodeCount, sizeof(lwAssimpName), CompareNames);
	return true;
}

lwSceneChannel* lwAssimp_NewChannel(lwAssimp* reader, lwSceneClip* clip, int node, lwChannelPath path, int width, unsigned keyCount) {
	lwSceneChannel* channel = clip->channels + clip->channelCount;
	clip->channelCount += 1;
	*channel = (lwSceneChannel){ .node = node, .path = path, .interpolation = lw_interpLinear, .width = width, .keyCount = (int)keyCount };
	channel->times = lwImport_Alloc(keyCount, sizeof(float));
	channel->values = lwImport_Alloc((size_t)keyCount * (size_t)width, sizeof(float));
	if (channel->times == NULL || channel->values == NULL) {
		lwAssimp_Fail(reader, lw_errorMemory, "animations: out of memory");
		return NULL;
	}
	return channel;
}

bool lwAssimp_FinishChannel(lwAssimp* reader, lwSceneChannel* channel, const char* clipName) {
	size_t values = (size_t)channel->keyCount * (size_t)channel->width;
	if (!lwImport_AllFinite(channel->times, (size_t)channel->keyCount) || !lwImport_AllFinite(channel->values, values)) {
		return lwAssimp_Fail(reader, lw_errorFormat, "animation '%.60s': a key of nodes[%d] is not finite", clipName, channel->node);
	}
	int dropped;
	int back = lwImport_RepairKeys(channel, &dropped);
	if (back >= 0) {
		return lwAssimp_Fail(reader, lw_errorFormat, "animation '%.60s': key %d of nodes[%d] lies before the key before it", clipName, back, channel->node);
	}
	if (dropped > 0) {
		lwScene_Note(reader->scene, "animation '%.60s': %d keys of nodes[%d] at the time of the key before them were dropped", clipName, dropped, channel->node);
	}
	return true;
}

static bool AddVectorKeys(lwAssimp* reader, lwSceneClip* clip, int node, lwChannelPath path, const struct aiVectorKey* keys, unsigned count, double ticks) {
	if (count == 0) {
		return true;
	}
	lwSceneChannel* channel = lwAssimp_NewChannel(reader, clip, node, path, 3, count);
	for (unsigned k = 0; channel != NULL && k < count; ++k) {
		channel->times[k] = (float)(keys[k].mTime / ticks);
		lwVec3 value = lwV3(keys[k].mValue.x, keys[k].mValue.y, keys[k].mValue.z);
		memcpy(channel->values + (size_t)k * 3, &value, sizeof(value));
	}
	return channel != NULL && lwAssimp_FinishChannel(reader, channel, clip->name);
}

static bool AddRotationKeys(lwAssimp* reader, lwSceneClip* clip, int node, const struct aiQuatKey* keys, unsigned count, double ticks) {
	if (count == 0) {
		return true;
	}
	lwSceneChannel* channel = lwAssimp_NewChannel(reader, clip, node, lw_pathRotation, 4, count);
	for (unsigned k = 0; channel != NULL && k < count; ++k) {
		channel->times[k] = (float)(keys[k].mTime / ticks);
		lwQuat value = { keys[k].mValue.x, keys[k].mValue.y, keys[k].mValue.z, keys[k].mValue.w };
		value = lwQuatNormalize(value);
		memcpy(channel->values + (size_t)k * 4, &value, sizeof(value));
	}
	return channel != NULL && lwAssimp_FinishChannel(reader, channel, clip->name);
}

static bool ReadNodeAnim(lwAssimp* reader, lwSceneClip* clip, const struct aiNodeAnim* anim, double ticks) {
	int node = lwAssimp_FindNode(reader, anim->mNodeName.data);
	if (node < 0) {
		lwScene_Note(reader->scene, "animation '%.60s': node '%.60s' does not exist; skipped", clip->name, anim->mNodeName.data);
		return true;
	}
	if (anim->mNumPositionKeys > (1u << 26) || anim->mNumRotationKeys > (1u << 26) || anim->mNumScalingKeys > (1u << 26)) {
		return lwAssimp_Fail(reader, lw_errorLimit, "animation '%.60s': too many keys", clip->name);
	}
	return AddVectorKeys(reader, clip, node, lw_pathTranslation, anim->mPositionKeys, anim->mNumPositionKeys, ticks) &&
		AddRotationKeys(reader, clip, node, anim->mRotationKeys, anim->mNumRotationKeys, ticks) &&
		AddVectorKeys(reader, clip, node, lw_pathScale, anim->mScalingKeys, anim->mNumScalingKeys, ticks);
}

static bool NameClip(lwAssimp* reader, const struct aiAnimation* source, lwSceneClip* clip) {
	const char* name = source->mName.data;
	bool empty = name[0] == '\0' || strcmp(name, "Motion") == 0;
	char* stem = empty ? lwImport_Stem(reader->path) : NULL;
	const char* text = stem != NULL ? stem : name;
	clip->name = lwImport_CopyText(text, strlen(text));
	free(stem);
	return clip->name != NULL || lwAssimp_Fail(reader, lw_errorMemory, "animations: out of memory");
}

// Times from 0 up, when the file's start before it.
static void ShiftClip(lwAssimp* reader, lwSceneClip* clip) {
	lwImport_ClipBounds(clip);
	if (!(clip->start < 0.0f)) {
		return;
	}
	lwScene_Note(reader->scene, "animation '%.60s': starts at %g s; moved to 0", clip->name, (double)clip->start);
	for (int c = 0; c < clip->channelCount; ++c) {
		int dropped;
		for (int k = 0; k < clip->channels[c].keyCount; ++k) {
			clip->channels[c].times[k] -= clip->start;
		}
		(void)lwImport_RepairKeys(clip->channels + c, &dropped);
	}
	lwImport_ClipBounds(clip);
}

static bool ReadClip(lwAssimp* reader, const struct aiAnimation* source, lwSceneClip* clip) {
	if (!NameClip(reader, source, clip)) {
		return false;
	}
	double ticks = source->mTicksPerSecond;
	if (!(ticks > 0.0 && ticks < 1e12)) {
		lwScene_Note(reader->scene, "animation '%.60s': no ticks per second; 25 are assumed", clip->name);
		ticks = 25.0;
	}
	clip->channels = lwImport_Alloc((size_t)source->mNumChannels * 3 + source->mNumMorphMeshChannels, sizeof(lwSceneChannel));
	if (clip->channels == NULL) {
		return lwAssimp_Fail(reader, lw_errorMemory, "animations: out of memory");
	}
	for (unsigned c = 0; c < source->mNumChannels; ++c) {
		if (!ReadNodeAnim(reader, clip, source->mChannels[c], ticks)) {
			return false;
		}
	}
	for (unsigned c = 0; c < source->mNumMorphMeshChannels; ++c) {
		if (!lwAssimp_ReadTargetKeys(reader, clip, source->mMorphMeshChannels[c], ticks)) {
			return false;
		}
	}
	if (source->mNumMeshChannels > 0) {
		lwScene_Note(reader->scene, "animation '%.60s': mesh channels are not kept", clip->name);
	}
	ShiftClip(reader, clip);
	return true;
}

static bool ReadClips(lwAssimp* reader) {
	unsigned count = reader->source->mNumAnimations;
	if (count > LW_MAX_NODES) {
		return lwAssimp_Fail(reader, lw_errorLimit, "%u animations", count);
	}
	reader->scene->clips = lwImport_Alloc(count, sizeof(lwSceneClip));
	if (reader->scene->clips == NULL) {
		return lwAssimp_Fail(reader, lw_errorMemory, "animations: out of memory");
	}
	reader->scene->clipCount = (int)count;
	for (unsigned i = 0; i < count; ++i) {
		if (!ReadClip(reader, reader->source->mAnimations[i], reader->scene->clips + i)) {
			return false;
		}
	}
	return true;
}

// Version of an FBX file, binary or text; 0 when it is none.
static unsigned FbxVersion(const uint8_t* data, size_t size) {
	if (size >= 27 && memcmp(data, "Kaydara FBX Binary", 18) == 0) {
		return (unsigned)data[23] | (unsigned)data[24] << 8 | (unsigned)data[25] << 16 | (unsigned)data[26] << 24;
	}
	char head[4096];
	size_t length = size < sizeof(head) - 1 ? size : sizeof(head) - 1;
	memcpy(head, data, length);
	head[length] = '\0';
	const char* key = strstr(head, "FBXVersion:");
	return key != NULL ? (unsigned)strtoul(key + 11, NULL, 10) : 0;
}

static const struct aiScene* Import(const char* path, const uint8_t* data, size_t size) {
	lwAssimpFiles files;
	lwAssimpFiles_Init(&files, path, data, size);
	struct aiPropertyStore* store = aiCreatePropertyStore();
	if (store == NULL) {
		return NULL;
	}
	aiSetImportPropertyInteger(store, AI_CONFIG_IMPORT_FBX_PRESERVE_PIVOTS, 0);
	aiSetImportPropertyInteger(store, AI_CONFIG_PP_LBW_MAX_WEIGHTS, 8);
	aiSetImportPropertyInteger(store, AI_CONFIG_PP_SBP_REMOVE, aiPrimitiveType_POINT | aiPrimitiveType_LINE);
	unsigned flags = aiProcess_Triangulate | aiProcess_SortByPType | aiProcess_JoinIdenticalVertices | aiProcess_LimitBoneWeights;
	const struct aiScene* source = aiImportFileExWithProperties(path, flags, &files.io, store);
	aiReleasePropertyStore(store);
	return source;
}

static void AddFormatNotes(lwAssimp* reader, unsigned fbxVersion) {
	if (fbxVersion > 0 && reader->scene->clipCount > 0) {
		lwScene_Note(reader->scene, "FBX: curves are read as straight lines between their keys; where the file has cubic tangents, "
			"joints can be off by some centimetres between keys (export with baked animation to avoid it)");
	}
}

static lwResult ReadSource(lwAssimp* reader, const char* extension, unsigned fbxVersion, lwScene** outScene) {
	reader->scene = lwScene_New(reader->path, extension);
	bool good = reader->scene != NULL && ReadNodes(reader) && lwAssimp_ReadMaterials(reader) && lwAssimp_ReadMeshes(reader) && ReadClips(reader);
	if (reader->scene == NULL) {
		lwAssimp_Fail(reader, lw_errorMemory, "out of memory");
	}
	free(reader->names);
	free((void*)reader->nodes);
	if (!good) {
		lwDestroyScene(reader->scene);
		return reader->error;
	}
	AddFormatNotes(reader, fbxVersion);
	*outScene = reader->scene;
	return lwResult_Ok();
}

lwResult lwReadAssimp(const char* path, const uint8_t* data, size_t size, lwScene** outScene) {
	*outScene = NULL;
	const char* dot = strrchr(path, '.');
	const char* extension = dot != NULL && strchr(dot, '/') == NULL ? dot + 1 : "";
	unsigned version = FbxVersion(data, size);
	if (version > 0 && version < 7100) {
		return lwResult_Fail(lw_errorUnsupported, "%.200s: FBX version %u.%u, older than FBX 2011 (7.1), is not read; "
			"save it as FBX 2014 or newer, or as glTF (Blender and Autodesk's FBX Converter do)", path, version / 1000, version / 100 % 10);
	}
	if (dot == NULL || aiIsExtensionSupported(dot) == AI_FALSE) {
		return lwResult_Fail(lw_errorUnsupported, "%.200s: files of type '%.20s' are not read; glTF, GLB, FBX, BVH, DAE and OBJ are", path, extension);
	}
	if (version > 0) {
		lwResult keys = lwFbx_CheckKeys(path, data, size);
		if (keys.status != lw_ok) {
			return keys;
		}
	}
	const struct aiScene* source = Import(path, data, size);
	if (source == NULL || source->mRootNode == NULL) {
		lwResult result = lwResult_Fail(lw_errorFormat, "%.200s: %.250s", path, source == NULL ? aiGetErrorString() : "no nodes");
		aiReleaseImport(source);
		return result;
	}
	lwAssimp reader;
	memset(&reader, 0, sizeof(reader));
	reader.path = path;
	reader.source = source;
	lwResult result = ReadSource(&reader, extension, version, outScene);
	aiReleaseImport(source);
	return result;
}
