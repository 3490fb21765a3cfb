// SPDX-License-Identifier: MIT
// The scene's nodes as a skeleton: parents first, reference pose from inverse bind matrices.
#include "import/scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// One block: the struct itself, then its arrays.
typedef struct Arena {
	char* base;
	size_t used;
} Arena;

static void* Take(Arena* arena, size_t count, size_t size) {
	size_t at = (arena->used + 15u) & ~(size_t)15u;
	arena->used = at + count * size;
	return arena->base != NULL ? arena->base + at : NULL;
}

static size_t NameBytes(const lwScene* scene) {
	size_t bytes = 0;
	char buffer[16];
	for (int n = 0; n < scene->nodeCount; ++n) {
		bytes += strlen(lwScene_NodeName(scene, n, buffer, sizeof(buffer))) + 1;
	}
	return bytes;
}

typedef struct Parts {
	lwSceneSkeleton* result;
	int* parents;
	lwTransform* rest;
	lwTransform* bind;
	const char** names;
	char* text;
} Parts;

// Lay out the arena; called once to measure (base NULL) and once to place.
static Parts Layout(Arena* arena, size_t count, size_t nameBytes) {
	Parts parts;
	parts.result = Take(arena, 1, sizeof(lwSceneSkeleton));
	parts.parents = Take(arena, count, sizeof(int));
	parts.rest = Take(arena, count, sizeof(lwTransform));
	parts.bind = Take(arena, count, sizeof(lwTransform));
	parts.names = Take(arena, count, sizeof(char*));
	int* jointOfNode = Take(arena, count, sizeof(int));
	int* nodeOfJoint = Take(arena, count, sizeof(int));
	bool* flags = Take(arena, 3 * count, sizeof(bool));
	parts.text = Take(arena, nameBytes, 1);
	if (arena->base != NULL) {
		*parts.result = (lwSceneSkeleton){
			.skeleton = { (int)count, parts.parents, parts.rest, parts.bind, parts.names },
			.jointOfNode = jointOfNode,
			.nodeOfJoint = nodeOfJoint,
			.isSkinJoint = flags,
			.isSkinned = flags + count,
			.isAnimated = flags + 2 * count,
			.arena = arena->base,
		};
	}
	return parts;
}

static void FillNames(const lwScene* scene, const Parts* parts) {
	char* at = parts->text;
	for (int j = 0; j < scene->nodeCount; ++j) {
		char buffer[16];
		const char* name = lwScene_NodeName(scene, parts->result->nodeOfJoint[j], buffer, sizeof(buffer));
		size_t size = strlen(name) + 1;
		memcpy(at, name, size);
		parts->names[j] = at;
		at += size;
	}
}

static void FillJoints(const lwScene* scene, const Parts* parts) {
	lwSceneSkeleton* result = parts->result;
	for (int j = 0; j < scene->nodeCount; ++j) {
		result->jointOfNode[result->nodeOfJoint[j]] = j;
	}
	for (int j = 0; j < scene->nodeCount; ++j) {
		const lwSceneNode* node = scene->nodes + result->nodeOfJoint[j];
		parts->parents[j] = node->parent >= 0 ? result->jointOfNode[node->parent] : -1;
		parts->rest[j] = node->local;
		parts->bind[j] = node->local;
	}
}

static void MarkSkinned(const lwScene* scene, const lwSceneNode* node, lwSceneSkeleton* result) {
	const lwSceneMesh* mesh = scene->meshes + node->mesh;
	const lwSceneSkin* skin = scene->skins + node->skin;
	for (int p = 0; p < mesh->primitiveCount; ++p) {
		const lwScenePrimitive* primitive = mesh->primitives + p;
		size_t total = (size_t)primitive->vertexCount * (size_t)primitive->influences;
		for (size_t i = 0; i < total; ++i) {
			if (primitive->weights[i] > 0.0f && primitive->joints[i] < skin->jointCount) {
				result->isSkinned[result->jointOfNode[skin->joints[primitive->joints[i]]]] = true;
			}
		}
	}
}

static void FillFlags(const lwScene* scene, lwSceneSkeleton* result) {
	for (int s = 0; s < scene->skinCount; ++s) {
		for (int i = 0; i < scene->skins[s].jointCount; ++i) {
			result->isSkinJoint[result->jointOfNode[scene->skins[s].joints[i]]] = true;
		}
	}
	for (int n = 0; n < scene->nodeCount; ++n) {
		if (scene->nodes[n].mesh >= 0 && scene->nodes[n].skin >= 0) {
			MarkSkinned(scene, scene->nodes + n, result);
		}
	}
	for (int c = 0; c < scene->clipCount; ++c) {
		for (int i = 0; i < scene->clips[c].channelCount; ++i) {
			const lwSceneChannel* channel = scene->clips[c].channels + i;
			if (channel->path != lw_pathWeights) {
				result->isAnimated[result->jointOfNode[channel->node]] = true;
			}
		}
	}
}

// Size of a matrix: the cube root of its volume.
static float MatrixScale(lwMat34 m) {
	return cbrtf(lwAbsF(lwDot(m.x, lwCross(m.y, m.z))));
}

static bool Usable(lwMat34 m) {
	float det = lwAbsF(lwDot(m.x, lwCross(m.y, m.z)));
	return det > 1e-30f && lwFiniteF(det) && lwFiniteF(m.t.x + m.t.y + m.t.z);
}

// Share of a skin's joints whose size in the bind pose agrees with the rest pose, with the skin placed by a matrix.
static float ScaleAgreement(const lwSceneSkin* skin, const lwMat34* restWorld, lwMat34 place) {
	int agree = 0;
	for (int i = 0; i < skin->jointCount; ++i) {
		float bind = MatrixScale(place) / lwMaxF(MatrixScale(skin->inverseBind[i]), 1e-30f);
		float rest = MatrixScale(restWorld[skin->joints[i]]);
		agree += lwAbsF(bind - rest) <= 0.05f * rest ? 1 : 0;
	}
	return (float)agree / (float)(skin->jointCount > 0 ? skin->jointCount : 1);
}

// Where a skin's mesh space lies in the world, so that the bind pose comes out in the space and size of the rest pose:
// the node that shows the mesh; where sizes then disagree (or nothing shows it) the identity, else the first joint's rest.
static lwMat34 SkinPlace(const lwScene* scene, int skinIndex, const lwMat34* restWorld) {
	const lwSceneSkin* skin = scene->skins + skinIndex;
	lwMat34 candidates[3];
	int count = 0;
	for (int n = 0; n < scene->nodeCount && count == 0; ++n) {
		if (scene->nodes[n].skin == skinIndex) {
			candidates[count++] = restWorld[n];
		}
	}
	candidates[count++] = lwMat34Identity();
	if (skin->jointCount > 0) {
		candidates[count++] = lwMat34Mul(restWorld[skin->joints[0]], skin->inverseBind[0]);
	}
	int best = 0;
	float bestAgreement = ScaleAgreement(skin, restWorld, candidates[0]);
	for (int c = 1; c < count && bestAgreement < 0.5f; ++c) {
		float agreement = ScaleAgreement(skin, restWorld, candidates[c]);
		if (agreement > bestAgreement) {
			best = c;
			bestAgreement = agreement;
		}
	}
	return candidates[best];
}

// World bind matrices of the joints that skins list; the first skin that lists a joint counts.
static void PlaceSkins(const lwScene* scene, const lwSceneSkeleton* result, const lwMat34* restWorld, lwMat34* bindWorld, bool* known) {
	for (int s = 0; s < scene->skinCount; ++s) {
		const lwSceneSkin* skin = scene->skins + s;
		lwMat34 place = SkinPlace(scene, s, restWorld);
		for (int i = 0; i < skin->jointCount; ++i) {
			int joint = result->jointOfNode[skin->joints[i]];
			lwMat34 world = lwMat34Mul(place, lwMat34Inverse(skin->inverseBind[i]));
			if (!known[joint] && Usable(skin->inverseBind[i]) && Usable(world)) {
				bindWorld[joint] = world;
				known[joint] = true;
			}
		}
	}
}

static bool FillBind(const lwScene* scene, const Parts* parts) {
	size_t count = (size_t)scene->nodeCount;
	lwSceneSkeleton* result = parts->result;
	lwMat34* restWorld = lwImport_Alloc(count, sizeof(lwMat34));
	lwMat34* bindWorld = lwImport_Alloc(count, sizeof(lwMat34));
	lwTransform* local = lwImport_Alloc(count, sizeof(lwTransform));
	bool* known = lwImport_Alloc(count, sizeof(bool));
	bool good = restWorld != NULL && bindWorld != NULL && local != NULL && known != NULL;
	if (good) {
		lwScene_SampleClip(scene, -1, 0.0f, local);
		lwScene_ToWorld(scene, local, restWorld);
		PlaceSkins(scene, result, restWorld, bindWorld, known);
	}
	for (int j = 0; good && j < scene->nodeCount; ++j) {
		int parent = parts->parents[j];
		lwMat34 parentWorld = parent >= 0 ? bindWorld[parent] : lwMat34Identity();
		lwTransform bind = lwMat34Decompose(lwMat34Mul(lwMat34Inverse(parentWorld), bindWorld[j]), NULL);
		if (known[j] && Usable(parentWorld) && lwImport_AllFinite(&bind.pos.x, sizeof(bind) / sizeof(float))) {
			parts->bind[j] = bind;
		} else {
			const lwSceneNode* node = scene->nodes + result->nodeOfJoint[j];
			bindWorld[j] = lwMat34Mul(parentWorld, node->hasMatrix ? node->matrix : lwMat34FromTransform(node->local));
		}
	}
	free(restWorld);
	free(bindWorld);
	free(local);
	free(known);
	return good;
}

lwResult lwScene_MakeSkeleton(const lwScene* scene, lwSceneSkeleton** outSkeleton) {
	if (!LW_ASSERT(scene != NULL && outSkeleton != NULL)) {
		return lwResult_Fail(lw_errorArgument, "lwScene_MakeSkeleton: scene and outSkeleton must not be NULL");
	}
	*outSkeleton = NULL;
	if (scene->nodeCount < 1) {
		return lwResult_Fail(lw_errorData, "%.300s: nodes: there are none", scene->file);
	}
	if (scene->nodeCount > LW_MAX_JOINTS) {
		return lwResult_Fail(lw_errorLimit, "%.300s: nodes: %d, a skeleton has at most %d joints", scene->file, scene->nodeCount, LW_MAX_JOINTS);
	}
	size_t nameBytes = NameBytes(scene);
	Arena arena = { NULL, 0 };
	(void)Layout(&arena, (size_t)scene->nodeCount, nameBytes);
	arena.base = lwImport_Alloc(arena.used, 1);
	arena.used = 0;
	if (arena.base == NULL) {
		return lwResult_Fail(lw_errorMemory, "%.300s: skeleton: out of memory", scene->file);
	}
	Parts parts = Layout(&arena, (size_t)scene->nodeCount, nameBytes);
	if (!lwImport_Order(scene, parts.result->nodeOfJoint)) {
		free(arena.base);
		return lwResult_Fail(lw_errorData, "%.300s: nodes: a node is its own ancestor", scene->file);
	}
	FillJoints(scene, &parts);
	FillNames(scene, &parts);
	FillFlags(scene, parts.result);
	if (!FillBind(scene, &parts)) {
		free(arena.base);
		return lwResult_Fail(lw_errorMemory, "%.300s: skeleton: out of memory", scene->file);
	}
	*outSkeleton = parts.result;
	return lwResult_Ok();
}

void lwDestroySceneSkeleton(lwSceneSkeleton* skeleton) {
	if (skeleton != NULL) {
		free(skeleton->arena);
	}
}
