// SPDX-License-Identifier: MIT
// Terrain: all triangles of a scene's mesh nodes, flattened to world space, as body 0 of a mesh world.
#include "legwork/terrain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Soup {
	lwVec3* vertices;
	uint32_t* indices;
	int vertexCount, indexCount;
	int skinned;                    // mesh nodes left out: they show a skin
	int doubles;                    // triangles left out: the same as one before
	int flat;                       // triangles without area
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
	Soup soup = { .vertices = vertices, .indices = indices, .vertexCount = 4, .indexCount = 6 };
	return CreateFrom(&soup, outWorld);
}

static bool IsGround(const lwSceneNode* node) {
	return node->mesh >= 0 && node->skin < 0; // a creature is no ground
}

// Sizes of the soup over all mesh nodes; false when over the limits.
static bool Measure(const lwScene* scene, size_t* outVertices, size_t* outIndices) {
	*outVertices = 0;
	*outIndices = 0;
	for (int n = 0; n < scene->nodeCount; ++n) {
		if (!IsGround(scene->nodes + n)) {
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
		ioSoup->skinned += scene->nodes[n].mesh >= 0 && scene->nodes[n].skin >= 0;
		if (!IsGround(scene->nodes + n)) {
			continue;
		}
		const lwSceneMesh* mesh = &scene->meshes[scene->nodes[n].mesh];
		for (int p = 0; p < mesh->primitiveCount; ++p) {
			AddPrimitive(&mesh->primitives[p], toWorld[n], scale, ioSoup);
		}
	}
}

// ---- Doubles and triangles without area ------------------------------------------------------------------------------

static int Compare(lwVec3 a, lwVec3 b) {
	if (a.x != b.x) return a.x < b.x ? -1 : 1;
	if (a.y != b.y) return a.y < b.y ? -1 : 1;
	return a.z != b.z ? (a.z < b.z ? -1 : 1) : 0;
}

// Corners from the least on, in the triangle's own turn: the same triangle seen from the other side is another.
static void Corners(const Soup* soup, const uint32_t* triangle, lwVec3 out[3]) {
	int first = 0;
	for (int k = 1; k < 3; ++k) {
		first = Compare(soup->vertices[triangle[k]], soup->vertices[triangle[first]]) < 0 ? k : first;
	}
	for (int k = 0; k < 3; ++k) {
		out[k] = lwAdd(soup->vertices[triangle[(first + k) % 3]], lwV3(0.0f, 0.0f, 0.0f)); // -0 becomes 0
	}
}

static uint32_t Hash(const lwVec3 corners[3]) {
	const uint8_t* bytes = (const uint8_t*)corners;
	uint32_t hash = 2166136261u;
	for (size_t i = 0; i < 3 * sizeof(lwVec3); ++i) {
		hash = (hash ^ bytes[i]) * 16777619u;
	}
	return hash ^ hash >> 15;
}

static bool IsFlat(const lwVec3 p[3]) {
	double u[3] = { (double)p[1].x - (double)p[0].x, (double)p[1].y - (double)p[0].y, (double)p[1].z - (double)p[0].z };
	double v[3] = { (double)p[2].x - (double)p[0].x, (double)p[2].y - (double)p[0].y, (double)p[2].z - (double)p[0].z };
	double x = u[1] * v[2] - u[2] * v[1], y = u[2] * v[0] - u[0] * v[2], z = u[0] * v[1] - u[1] * v[0];
	double edges = 0.0;
	for (int k = 0; k < 3; ++k) {
		double w = v[k] - u[k];
		edges += u[k] * u[k] + v[k] * v[k] + w * w;
	}
	return x * x + y * y + z * z <= 1e-18 * edges * edges; // at least what rays never hit (world.h), 3 times that at most
}

// Leaves out what is there already, the first stays; counts triangles without area. False: out of memory.
static bool Clean(Soup* ioSoup) {
	size_t count = (size_t)ioSoup->indexCount / 3, size = 16;
	while (size < count * 2) size *= 2;
	int32_t* table = malloc(size * sizeof(int32_t));
	if (table == NULL) {
		return false;
	}
	memset(table, 0xff, size * sizeof(int32_t));
	int kept = 0;
	for (size_t i = 0; i < count; ++i) {
		lwVec3 own[3], other[3];
		Corners(ioSoup, ioSoup->indices + 3 * i, own);
		size_t at = Hash(own) & (size - 1);
		bool same = false;
		for (; table[at] >= 0 && !same; at = (at + 1) & (size - 1)) {
			Corners(ioSoup, ioSoup->indices + 3 * (size_t)table[at], other);
			same = memcmp(own, other, sizeof(own)) == 0;
		}
		if (!same) {
			table[at] = kept;
			memmove(ioSoup->indices + 3 * (size_t)kept++, ioSoup->indices + 3 * i, 3 * sizeof(uint32_t));
			ioSoup->flat += IsFlat(own);
		}
	}
	ioSoup->doubles = (int)count - kept;
	ioSoup->indexCount = 3 * kept;
	free(table);
	return true;
}

// ---- The soup of a scene -----------------------------------------------------------------------------------------------

static void FreeSoup(Soup* soup) {
	free(soup->vertices);
	free(soup->indices);
}

// Fills a soup that is all zero; freed by the caller in any case.
static lwResult MakeSoup(const lwScene* scene, float scale, Soup* out) {
	size_t vertexCount, indexCount, nodeCount = (size_t)scene->nodeCount;
	if (!Measure(scene, &vertexCount, &indexCount)) {
		return lwResult_Fail(lw_errorLimit, "more than %u vertices or triangles", LW_MAX_VERTICES);
	}
	out->vertices = malloc((vertexCount + 1) * sizeof(lwVec3));
	out->indices = malloc((indexCount + 1) * sizeof(uint32_t));
	lwTransform* local = malloc((nodeCount + 1) * sizeof(lwTransform));
	lwMat34* toWorld = malloc((nodeCount + 1) * sizeof(lwMat34));
	bool good = out->vertices != NULL && out->indices != NULL && local != NULL && toWorld != NULL;
	if (good) {
		lwScene_SampleClip(scene, -1, 0.0f, local);
		lwScene_ToWorld(scene, local, toWorld);
		AddNodes(scene, toWorld, scale, out);
		good = Clean(out);
	}
	free(local);
	free(toWorld);
	return good ? lwResult_Ok() : lwResult_Fail(lw_errorMemory, "out of memory");
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
	Soup soup = { 0 };
	lwResult result = MakeSoup(scene, scale, &soup);
	if (result.status == lw_ok && soup.indexCount == 0) {
		result = lwResult_Fail(lw_errorData, soup.skinned > 0 ? "it holds no triangles but those of skinned meshes, and a creature is no ground"
															  : "it holds no triangles");
	} else if (result.status == lw_ok && soup.flat * 3 == soup.indexCount) {
		result = lwResult_Fail(lw_errorData, "none of its %d triangles has an area", soup.flat);
	}
	if (result.status == lw_ok) {
		result = CreateFrom(&soup, outWorld);
	}
	FreeSoup(&soup);
	return Named(scene, result);
}

lwResult lwTerrain_Notes(const lwScene* scene, char** outNotes) {
	if (!LW_ASSERT(scene != NULL && outNotes != NULL)) {
		return lwResult_Fail(lw_errorArgument, "terrain: scene or outNotes is NULL");
	}
	Soup soup = { 0 };
	lwResult result = MakeSoup(scene, 1.0f, &soup);
	FreeSoup(&soup);
	size_t capacity = 400;
	*outNotes = result.status == lw_ok ? calloc(capacity, 1) : NULL;
	if (*outNotes == NULL) {
		return Named(scene, result.status == lw_ok ? lwResult_Fail(lw_errorMemory, "out of memory") : result);
	}
	const struct {
		int count;
		const char* text;
	} notes[] = {
		{ soup.skinned, "nodes show a skinned mesh: a creature is no ground; left out" },
		{ soup.doubles, "triangles are there more than once; the first counts" },
		{ soup.flat, "triangles have no area: no foot stands on them" },
	};
	size_t used = 0;
	for (size_t i = 0; i < sizeof(notes) / sizeof(notes[0]); ++i) {
		if (notes[i].count > 0) {
			used += (size_t)snprintf(*outNotes + used, capacity - used, "%d %s\n", notes[i].count, notes[i].text);
		}
	}
	return lwResult_Ok();
}
