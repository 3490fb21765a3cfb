// SPDX-License-Identifier: MIT
// Morph targets of an assimp scene and the keys of their weights.
#include "import/assimp_read.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

// What a shape adds to each vertex; NULL when out of memory.
static lwVec3* Offsets(lwAssimp* reader, const struct aiVector3D* shape, const lwVec3* base, int count) {
	lwVec3* offsets = lwImport_Alloc((size_t)count, sizeof(lwVec3));
	if (offsets == NULL) {
		lwAssimp_Fail(reader, lw_errorMemory, "targets: out of memory");
	}
	for (int v = 0; offsets != NULL && v < count; ++v) {
		offsets[v] = lwSub(lwV3(shape[v].x, shape[v].y, shape[v].z), base[v]);
	}
	return offsets;
}

static bool ReadTarget(lwAssimp* reader, const struct aiAnimMesh* source, const lwScenePrimitive* base, lwSceneTarget* out) {
	out->name = lwImport_CopyText(source->mName.data, strlen(source->mName.data));
	bool has = source->mVertices != NULL && source->mNumVertices == (unsigned)base->vertexCount;
	out->positions = has ? Offsets(reader, source->mVertices, base->positions, base->vertexCount) : lwImport_Alloc((size_t)base->vertexCount, sizeof(lwVec3));
	if (has && source->mNormals != NULL && base->normals != NULL) {
		out->normals = Offsets(reader, source->mNormals, base->normals, base->vertexCount);
	}
	if (out->name == NULL || out->positions == NULL || reader->error.status != lw_ok) {
		return lwAssimp_Fail(reader, lw_errorMemory, "targets: out of memory");
	}
	bool finite = lwImport_AllFinite(&out->positions[0].x, (size_t)base->vertexCount * 3);
	finite = finite && (out->normals == NULL || lwImport_AllFinite(&out->normals[0].x, (size_t)base->vertexCount * 3));
	return finite || lwAssimp_Fail(reader, lw_errorFormat, "target '%.60s': a vertex is not finite", out->name);
}

bool lwAssimp_ReadTargets(lwAssimp* reader, const struct aiMesh* source, lwScenePrimitive* out) {
	unsigned count = source->mNumAnimMeshes;
	reader->vertexTotal += (uint64_t)count * source->mNumVertices;
	if (reader->vertexTotal > LW_MAX_VERTICES || count > LW_MAX_NODES) {
		return lwAssimp_Fail(reader, lw_errorLimit, "mesh '%.60s': more than %u vertices in the file", source->mName.data, LW_MAX_VERTICES);
	}
	if (count == 0 || source->mAnimMeshes == NULL) {
		return true;
	}
	out->targets = lwImport_Alloc(count, sizeof(lwSceneTarget));
	if (out->targets == NULL) {
		return lwAssimp_Fail(reader, lw_errorMemory, "targets: out of memory");
	}
	out->targetCount = (int)count;
	for (unsigned t = 0; t < count; ++t) {
		if (!ReadTarget(reader, source->mAnimMeshes[t], out, out->targets + t)) {
			return false;
		}
	}
	return true;
}

static void DropTargets(lwScenePrimitive* primitive) {
	for (int t = 0; t < primitive->targetCount; ++t) {
		free(primitive->targets[t].name);
		free(primitive->targets[t].positions);
		free(primitive->targets[t].normals);
	}
	free(primitive->targets);
	primitive->targets = NULL;
	primitive->targetCount = 0;
}

// Weights of the rest pose, from the node's first mesh that has targets. Of FBX assimp says 1 whatever the file has; there most rest
// poses have none.
static bool ReadRestWeights(lwAssimp* reader, int node, lwSceneMesh* mesh, int count) {
	const struct aiNode* source = reader->nodes[node];
	mesh->targetWeights = lwImport_Alloc((size_t)count, sizeof(float));
	if (mesh->targetWeights == NULL) {
		return lwAssimp_Fail(reader, lw_errorMemory, "targets: out of memory");
	}
	bool told = strcasecmp(reader->scene->format, "fbx") != 0;
	for (unsigned i = 0; told && i < source->mNumMeshes; ++i) {
		const struct aiMesh* from = source->mMeshes[i] < reader->source->mNumMeshes ? reader->source->mMeshes[source->mMeshes[i]] : NULL;
		if (from != NULL && from->mNumAnimMeshes == (unsigned)count) {
			for (int t = 0; t < count; ++t) {
				float weight = from->mAnimMeshes[t]->mWeight;
				mesh->targetWeights[t] = lwFiniteF(weight) ? weight : 0.0f;
			}
			return true;
		}
	}
	return true;
}

bool lwAssimp_FinishTargets(lwAssimp* reader, int node) {
	lwSceneMesh* mesh = reader->scene->meshes + reader->scene->nodes[node].mesh;
	int count = mesh->primitiveCount > 0 ? mesh->primitives[0].targetCount : 0;
	bool agree = true;
	for (int p = 0; p < mesh->primitiveCount; ++p) {
		agree = agree && mesh->primitives[p].targetCount == count;
	}
	if (!agree) {
		lwScene_Note(reader->scene, "mesh '%.60s': its parts have different morph targets; they were left out", mesh->name);
		for (int p = 0; p < mesh->primitiveCount; ++p) {
			DropTargets(mesh->primitives + p);
		}
		return true;
	}
	reader->scene->nodes[node].weightCount = count;
	return count == 0 || ReadRestWeights(reader, node, mesh, count);
}

// The node a morph channel means: its name, or what stands before its last '*' (FBX).
static int TargetNode(const lwAssimp* reader, const char* name) {
	char text[sizeof(((struct aiString*)0)->data)];
	int node = lwAssimp_FindNode(reader, name);
	const char* star = strrchr(name, '*');
	if (node < 0 && star != NULL && (size_t)(star - name) < sizeof(text)) {
		memcpy(text, name, (size_t)(star - name));
		text[star - name] = '\0';
		node = lwAssimp_FindNode(reader, text);
	}
	return node;
}

static bool HasChannel(const lwSceneClip* clip, int node) {
	for (int c = 0; c < clip->channelCount; ++c) {
		if (clip->channels[c].node == node && clip->channels[c].path == lw_pathWeights) {
			return true;
		}
	}
	return false;
}

bool lwAssimp_ReadTargetKeys(lwAssimp* reader, lwSceneClip* clip, const struct aiMeshMorphAnim* anim, double ticks) {
	int node = TargetNode(reader, anim->mName.data);
	int width = node >= 0 ? reader->scene->nodes[node].weightCount : 0;
	if (width == 0 || anim->mNumKeys == 0 || HasChannel(clip, node)) {
		if (width == 0) {
			lwScene_Note(reader->scene, "animation '%.60s': nothing has the morph targets of '%.60s'; skipped", clip->name, anim->mName.data);
		}
		return true;
	}
	if (anim->mNumKeys > (1u << 26) / (unsigned)width) {
		return lwAssimp_Fail(reader, lw_errorLimit, "animation '%.60s': too many keys", clip->name);
	}
	lwSceneChannel* channel = lwAssimp_NewChannel(reader, clip, node, lw_pathWeights, width, anim->mNumKeys);
	for (unsigned k = 0; channel != NULL && k < anim->mNumKeys; ++k) {
		const struct aiMeshMorphKey* key = anim->mKeys + k;
		channel->times[k] = (float)(key->mTime / ticks);
		for (unsigned i = 0; i < key->mNumValuesAndWeights; ++i) {
			if (key->mValues[i] < (unsigned)width) {
				channel->values[(size_t)k * (size_t)width + key->mValues[i]] = (float)key->mWeights[i];
			}
		}
	}
	return channel != NULL && lwAssimp_FinishChannel(reader, channel, clip->name);
}
