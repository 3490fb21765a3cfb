// SPDX-License-Identifier: MIT
// Terrain: all triangles of a scene's mesh nodes, flattened to world space, as body 0 of a mesh world.
#include "legwork/terrain.h"

#include <stdlib.h>

typedef struct Soup {
	lwVec3* vertices;
	uint32_t* indices;
	int vertexCount, indexCount;
} Soup;

static lwResult CreateFrom(const Soup* soup, lwMeshWorld** outWorld) {
	lwMeshBodyDef body = lwDefaultMeshBodyDef();
	body.vertices = soup->vertices;
	body.vertexCount = soup->vertexCount;
	body.indices = soup->indices;
	body.triangleCount = soup->indexCount / 3;
	lwMeshWorldDef def = lwDefaultMeshWorldDef();
	def.bodies = &body;
	def.bodyCount = 1;
	return lwCreateMeshWorld(&def, outWorld);
}

static lwResult MakeFlat(float groundY, float halfExtent, lwMeshWorld** outWorld) {
	lwVec3 vertices[4] = {
		lwV3(-halfExtent, groundY, -halfExtent),
		lwV3(halfExtent, groundY, -halfExtent),
		lwV3(halfExtent, groundY, halfExtent),
		lwV3(-halfExtent, groundY, halfExtent),
	};
	uint32_t indices[6] = { 0, 2, 1, 0, 3, 2 };
	Soup soup = { vertices, indices, 4, 6 };
	return CreateFrom(&soup, outWorld);
}

// Sizes of the soup over all mesh nodes; false when over the limits.
static bool Measure(const lwScene* scene, size_t* outVertices, size_t* outIndices) {
	*outVertices = 0;
	*outIndices = 0;
	for (int n = 0; n < scene->nodeCount; ++n) {
		if (scene->nodes[n].mesh < 0 || scene->nodes[n].skin >= 0) { // a creature is no ground
			continue;
		}
		const lwSceneMesh* mesh = &scene->meshes[scene->nodes[n].mesh];
		for (int p = 0; p < mesh->primitiveCount; ++p) {
			*outVertices += (size_t)mesh->primitives[p].vertexCount;
			*outIndices += (size_t)mesh->primitives[p].indexCount;
			if (*outVertices > LW_MAX_VERTICES || *outIndices > 3u * LW_MAX_VERTICES) {
				return false;
			}
		}
	}
	return true;
}

static void AddPrimitive(const lwScenePrimitive* primitive, lwMat34 toWorld, float scale, Soup* ioSoup) {
	uint32_t base = (uint32_t)ioSoup->vertexCount;
	for (int i = 0; i < primitive->vertexCount; ++i) {
		lwVec3 posWS = lwMat34Point(toWorld, primitive->positions[i]);
		ioSoup->vertices[ioSoup->vertexCount++] = lwMul(posWS, scale);
	}
	for (int i = 0; i < primitive->indexCount; ++i) {
		ioSoup->indices[ioSoup->indexCount++] = base + primitive->indices[i];
	}
}

static void AddNodes(const lwScene* scene, const lwMat34* toWorld, float scale, Soup* ioSoup) {
	for (int n = 0; n < scene->nodeCount; ++n) {
		if (scene->nodes[n].mesh < 0 || scene->nodes[n].skin >= 0) { // a creature is no ground
			continue;
		}
		const lwSceneMesh* mesh = &scene->meshes[scene->nodes[n].mesh];
		for (int p = 0; p < mesh->primitiveCount; ++p) {
			AddPrimitive(&mesh->primitives[p], toWorld[n], scale, ioSoup);
		}
	}
}

static lwResult Named(const lwScene* scene, lwResult result) {
	if (result.status == lw_ok) {
		return result;
	}
	lwStatus status = result.status == lw_errorArgument ? lw_errorLimit : result.status; // vertices come from a file
	return lwResult_Fail(status, "%s: terrain: %.400s", scene->file != NULL ? scene->file : "scene", result.message);
}

lwResult lwMakeTerrainWorld(const lwScene* scene, float scale, float groundY, float halfExtent, lwMeshWorld** outWorld) {
	if (!LW_ASSERT(outWorld != NULL)) {
		return lwResult_Fail(lw_errorArgument, "terrain: outWorld is NULL");
	}
	*outWorld = NULL;
	if (scene == NULL) {
		return MakeFlat(groundY, halfExtent, outWorld);
	}
	size_t vertexCount, indexCount;
	if (!Measure(scene, &vertexCount, &indexCount)) {
		return Named(scene, lwResult_Fail(lw_errorLimit, "more than %u vertices or triangles", LW_MAX_VERTICES));
	}
	if (indexCount == 0) {
		return Named(scene, lwResult_Fail(lw_errorData, "it holds no triangles"));
	}
	size_t nodeCount = (size_t)scene->nodeCount;
	Soup soup = { malloc(vertexCount * sizeof(lwVec3)), malloc(indexCount * sizeof(uint32_t)), 0, 0 };
	lwTransform* local = malloc(nodeCount * sizeof(lwTransform));
	lwMat34* toWorld = malloc(nodeCount * sizeof(lwMat34));
	lwResult result = lwResult_Fail(lw_errorMemory, "out of memory");
	if (soup.vertices != NULL && soup.indices != NULL && local != NULL && toWorld != NULL) {
		lwScene_SampleClip(scene, -1, 0.0f, local);
		lwScene_ToWorld(scene, local, toWorld);
		AddNodes(scene, toWorld, scale, &soup);
		result = CreateFrom(&soup, outWorld);
	}
	free(soup.vertices);
	free(soup.indices);
	free(local);
	free(toWorld);
	return Named(scene, result);
}
