// SPDX-License-Identifier: MIT
// Meshes of an assimp scene: all meshes of a node become one mesh with one skin.
#include "import/assimp_read.h"

#include <stdlib.h>
#include <string.h>

// The skin of one node while it grows.
typedef struct SkinBuilder {
	lwSceneSkin* skin;
	int* slotOfNode;                // per scene node: joint of this skin, -1 none
	int capacity;
} SkinBuilder;

static lwVec3* CopyVectors(lwAssimp* reader, const struct aiVector3D* source, unsigned count) {
	lwVec3* vectors = lwImport_Alloc(count, sizeof(lwVec3));
	if (vectors == NULL) {
		lwAssimp_Fail(reader, lw_errorMemory, "meshes: out of memory");
		return NULL;
	}
	for (unsigned i = 0; i < count; ++i) {
		vectors[i] = lwV3(source[i].x, source[i].y, source[i].z);
	}
	return vectors;
}

static bool ReadVertices(lwAssimp* reader, const struct aiMesh* source, lwScenePrimitive* out) {
	unsigned count = source->mNumVertices;
	reader->vertexTotal += count;
	if (reader->vertexTotal > LW_MAX_VERTICES) {
		return lwAssimp_Fail(reader, lw_errorLimit, "mesh '%.60s': more than %u vertices in the file", source->mName.data, LW_MAX_VERTICES);
	}
	out->vertexCount = (int)count;
	out->positions = CopyVectors(reader, source->mVertices, count);
	if (out->positions == NULL) {
		return false;
	}
	if (!lwImport_AllFinite(&out->positions[0].x, (size_t)count * 3)) {
		return lwAssimp_Fail(reader, lw_errorFormat, "mesh '%.60s': a vertex is not finite", source->mName.data);
	}
	if (source->mNormals != NULL) {
		out->normals = CopyVectors(reader, source->mNormals, count);
		if (out->normals == NULL) {
			return false;
		}
		if (!lwImport_AllFinite(&out->normals[0].x, (size_t)count * 3)) {
			lwScene_Note(reader->scene, "mesh '%.60s': normals that are not finite were left out", source->mName.data);
			free(out->normals);
			out->normals = NULL;
		}
	}
	return true;
}

// First texture coordinates, V turned round to glTF's top-left origin.
static bool ReadTexcoords(lwAssimp* reader, const struct aiMesh* source, lwScenePrimitive* out) {
	const struct aiVector3D* coords = source->mTextureCoords[0];
	if (coords == NULL) {
		return true;
	}
	out->texcoords = lwImport_Alloc((size_t)out->vertexCount * 2, sizeof(float));
	if (out->texcoords == NULL) {
		return lwAssimp_Fail(reader, lw_errorMemory, "meshes: out of memory");
	}
	for (int i = 0; i < out->vertexCount; ++i) {
		out->texcoords[i * 2] = lwFiniteF(coords[i].x) ? coords[i].x : 0.0f;
		out->texcoords[i * 2 + 1] = lwFiniteF(coords[i].y) ? 1.0f - coords[i].y : 0.0f;
	}
	return true;
}

static bool ReadFaces(lwAssimp* reader, const struct aiMesh* source, lwScenePrimitive* out) {
	if (source->mNumFaces > LW_MAX_VERTICES) {
		return lwAssimp_Fail(reader, lw_errorLimit, "mesh '%.60s': %u faces", source->mName.data, source->mNumFaces);
	}
	out->indices = lwImport_Alloc((size_t)source->mNumFaces * 3, sizeof(uint32_t));
	if (out->indices == NULL) {
		return lwAssimp_Fail(reader, lw_errorMemory, "meshes: out of memory");
	}
	for (unsigned f = 0; f < source->mNumFaces; ++f) {
		const struct aiFace* face = source->mFaces + f;
		if (face->mNumIndices != 3) {
			continue;
		}
		for (int i = 0; i < 3; ++i) {
			if (face->mIndices[i] >= source->mNumVertices) {
				return lwAssimp_Fail(reader, lw_errorFormat, "mesh '%.60s': index %u, there are %u vertices", source->mName.data,
					face->mIndices[i], source->mNumVertices);
			}
			out->indices[out->indexCount++] = face->mIndices[i];
		}
	}
	return true;
}

// Joint of the skin for a node; a new one with its inverse bind matrix when the node has none yet. -1: out of memory.
static int SkinSlot(lwAssimp* reader, SkinBuilder* builder, int node, lwMat34 inverseBind) {
	if (builder->slotOfNode[node] >= 0) {
		return builder->slotOfNode[node];
	}
	lwSceneSkin* skin = builder->skin;
	if (skin->jointCount == builder->capacity) {
		int capacity = builder->capacity * 2 + 16;
		int* joints = realloc(skin->joints, (size_t)capacity * sizeof(int));
		skin->joints = joints != NULL ? joints : skin->joints;
		lwMat34* matrices = realloc(skin->inverseBind, (size_t)capacity * sizeof(lwMat34));
		skin->inverseBind = matrices != NULL ? matrices : skin->inverseBind;
		if (joints == NULL || matrices == NULL) {
			lwAssimp_Fail(reader, lw_errorMemory, "skins: out of memory");
			return -1;
		}
		builder->capacity = capacity;
	}
	skin->joints[skin->jointCount] = node;
	skin->inverseBind[skin->jointCount] = inverseBind;
	builder->slotOfNode[node] = skin->jointCount;
	skin->jointCount += 1;
	return builder->slotOfNode[node];
}

// Put an influence in place of the weakest of eight, when it is stronger.
static void AddInfluence(lwScenePrimitive* primitive, unsigned vertex, int joint, float weight) {
	size_t at = (size_t)vertex * 8;
	size_t weakest = at;
	for (size_t i = at; i < at + 8; ++i) {
		weakest = primitive->weights[i] < primitive->weights[weakest] ? i : weakest;
	}
	if (weight > primitive->weights[weakest]) {
		primitive->weights[weakest] = weight;
		primitive->joints[weakest] = (uint16_t)joint;
	}
}

static bool ReadBone(lwAssimp* reader, const struct aiMesh* source, const struct aiBone* bone, SkinBuilder* builder, lwScenePrimitive* out) {
	int node = lwAssimp_FindNode(reader, bone->mName.data);
	if (node < 0) {
		lwScene_Note(reader->scene, "mesh '%.60s': bone '%.60s' has no node; its weights are dropped", source->mName.data, bone->mName.data);
		return true;
	}
	lwMat34 inverseBind = lwAssimp_Matrix(&bone->mOffsetMatrix);
	if (!lwImport_AllFinite(&inverseBind.x.x, 12)) {
		return lwAssimp_Fail(reader, lw_errorFormat, "bone '%.60s': its offset matrix is not finite", bone->mName.data);
	}
	int joint = SkinSlot(reader, builder, node, inverseBind);
	if (joint < 0) {
		return false;
	}
	for (unsigned w = 0; w < bone->mNumWeights; ++w) {
		const struct aiVertexWeight* weight = bone->mWeights + w;
		if (weight->mVertexId >= source->mNumVertices || !lwFiniteF(weight->mWeight)) {
			return lwAssimp_Fail(reader, lw_errorFormat, "bone '%.60s': weight %u is not valid", bone->mName.data, w);
		}
		AddInfluence(out, weight->mVertexId, joint, weight->mWeight);
	}
	return true;
}

// Sort each vertex's eight influences, strongest first, and keep four when that is all there are.
static void PackInfluences(lwScenePrimitive* primitive) {
	bool needsEight = false;
	for (int v = 0; v < primitive->vertexCount; ++v) {
		float* weights = primitive->weights + (size_t)v * 8;
		uint16_t* joints = primitive->joints + (size_t)v * 8;
		for (int i = 1; i < 8; ++i) {
			for (int k = i; k > 0 && weights[k] > weights[k - 1]; --k) {
				float weight = weights[k];
				uint16_t joint = joints[k];
				weights[k] = weights[k - 1];
				joints[k] = joints[k - 1];
				weights[k - 1] = weight;
				joints[k - 1] = joint;
			}
		}
		needsEight = needsEight || weights[4] > 0.0f;
	}
	primitive->influences = 8;
	for (int v = 0; !needsEight && v < primitive->vertexCount; ++v) {
		memmove(primitive->weights + (size_t)v * 4, primitive->weights + (size_t)v * 8, 4 * sizeof(float));
		memmove(primitive->joints + (size_t)v * 4, primitive->joints + (size_t)v * 8, 4 * sizeof(uint16_t));
	}
	primitive->influences = needsEight ? 8 : 4;
}

// Influences of one mesh; a mesh without bones on a skinned node rides on the node itself.
static bool ReadInfluences(lwAssimp* reader, const struct aiMesh* source, int node, SkinBuilder* builder, lwScenePrimitive* out) {
	size_t total = (size_t)out->vertexCount * 8;
	out->joints = lwImport_Alloc(total, sizeof(uint16_t));
	out->weights = lwImport_Alloc(total, sizeof(float));
	if (out->joints == NULL || out->weights == NULL) {
		return lwAssimp_Fail(reader, lw_errorMemory, "meshes: out of memory");
	}
	for (unsigned b = 0; b < source->mNumBones; ++b) {
		if (!ReadBone(reader, source, source->mBones[b], builder, out)) {
			return false;
		}
	}
	if (source->mNumBones == 0) {
		int joint = SkinSlot(reader, builder, node, lwMat34Identity());
		for (unsigned v = 0; joint >= 0 && v < source->mNumVertices; ++v) {
			AddInfluence(out, v, joint, 1.0f);
		}
	}
	PackInfluences(out);
	int negative;
	(void)lwImport_CleanInfluences(out, &negative);
	return reader->error.status == lw_ok;
}

static bool ReadPrimitive(lwAssimp* reader, const struct aiMesh* source, int node, SkinBuilder* builder, lwScenePrimitive* out) {
	bool good = ReadVertices(reader, source, out) && ReadTexcoords(reader, source, out) && ReadFaces(reader, source, out);
	out->material = source->mMaterialIndex < reader->source->mNumMaterials ? (int)source->mMaterialIndex : -1;
	good = good && lwAssimp_ReadTargets(reader, source, out);
	return good && (builder == NULL || ReadInfluences(reader, source, node, builder, out));
}

static const struct aiMesh* NodeMesh(const lwAssimp* reader, int node, unsigned index) {
	const struct aiNode* source = reader->nodes[node];
	unsigned mesh = source->mMeshes[index];
	return mesh < reader->source->mNumMeshes ? reader->source->mMeshes[mesh] : NULL;
}

static bool HasBones(const lwAssimp* reader, int node) {
	for (unsigned i = 0; i < reader->nodes[node]->mNumMeshes; ++i) {
		const struct aiMesh* mesh = NodeMesh(reader, node, i);
		if (mesh != NULL && mesh->mNumBones > 0) {
			return true;
		}
	}
	return false;
}

// Name, empty skin and its slot table for a node that has bones.
static bool OpenSkin(lwAssimp* reader, int node, SkinBuilder* builder) {
	lwScene* scene = reader->scene;
	builder->capacity = 0;
	builder->slotOfNode = lwImport_Alloc((size_t)scene->nodeCount, sizeof(int));
	builder->skin = scene->skins + scene->skinCount;
	builder->skin->name = lwImport_CopyString(scene->nodes[node].name);
	scene->nodes[node].skin = scene->skinCount;
	scene->skinCount += 1;
	if (builder->slotOfNode == NULL || builder->skin->name == NULL) {
		return lwAssimp_Fail(reader, lw_errorMemory, "skins: out of memory");
	}
	for (int n = 0; n < scene->nodeCount; ++n) {
		builder->slotOfNode[n] = -1;
	}
	return true;
}

static bool ReadNodeMeshes(lwAssimp* reader, int node) {
	lwScene* scene = reader->scene;
	unsigned count = reader->nodes[node]->mNumMeshes;
	SkinBuilder builder = { NULL, NULL, 0 };
	bool skinned = HasBones(reader, node);
	lwSceneMesh* mesh = scene->meshes + scene->meshCount;
	scene->nodes[node].mesh = scene->meshCount;
	scene->meshCount += 1;
	mesh->name = lwImport_CopyString(scene->nodes[node].name);
	mesh->primitives = lwImport_Alloc(count, sizeof(lwScenePrimitive));
	bool good = (mesh->name != NULL && mesh->primitives != NULL) || lwAssimp_Fail(reader, lw_errorMemory, "meshes: out of memory");
	good = good && (!skinned || OpenSkin(reader, node, &builder));
	for (unsigned i = 0; good && i < count; ++i) {
		const struct aiMesh* source = NodeMesh(reader, node, i);
		if (source != NULL && source->mNumVertices > 0 && source->mVertices != NULL) {
			mesh->primitiveCount += 1; // a half-read primitive is freed with the scene
			good = ReadPrimitive(reader, source, node, skinned ? &builder : NULL, mesh->primitives + mesh->primitiveCount - 1);
		}
	}
	free(builder.slotOfNode);
	return good && lwAssimp_FinishTargets(reader, node);
}

bool lwAssimp_ReadMeshes(lwAssimp* reader) {
	lwScene* scene = reader->scene;
	scene->meshes = lwImport_Alloc((size_t)scene->nodeCount, sizeof(lwSceneMesh));
	scene->skins = lwImport_Alloc((size_t)scene->nodeCount, sizeof(lwSceneSkin));
	if (scene->meshes == NULL || scene->skins == NULL) {
		return lwAssimp_Fail(reader, lw_errorMemory, "meshes: out of memory");
	}
	for (int n = 0; n < scene->nodeCount; ++n) {
		if (reader->nodes[n]->mNumMeshes > 0 && !ReadNodeMeshes(reader, n)) {
			return false;
		}
	}
	return true;
}
