// SPDX-License-Identifier: MIT
// The creature's triangles: gathered, made few, placed.
#include "inspect/draw_parts.h"

#include <stdlib.h>
#include <string.h>

#define MAX_SOURCE_VERTICES 4000000
#define ROUNDS 24
#define NEARLY_CLOSED 0.01      // share of the area that may be open

// ---- Gathering -----------------------------------------------------------------------------------------------------

static bool IsMoved(const lwScene* scene, int clip, int node) {
	for (int at = node, guard = 0; at >= 0 && guard <= scene->nodeCount; at = scene->nodes[at].parent, ++guard) {
		for (int c = 0; clip >= 0 && c < scene->clips[clip].channelCount; ++c) {
			if (scene->clips[clip].channels[c].node == at && scene->clips[clip].channels[c].path != lw_pathWeights) {
				return true;
			}
		}
	}
	return false;
}

static bool IsDrawn(const lwScene* scene, int clip, int node) {
	return scene->nodes[node].mesh >= 0 && (scene->nodes[node].skin >= 0 || IsMoved(scene, clip, node));
}

static void AppendPrimitive(lwDrawMesh* mesh, const lwScenePrimitive* primitive, int node, int skin) {
	int base = mesh->vertexCount;
	for (int v = 0; v < primitive->vertexCount; ++v) {
		lwDrawVertex* vertex = mesh->vertices + mesh->vertexCount++;
		vertex->pos = primitive->positions[v];
		vertex->node = node;
		vertex->skin = primitive->influences > 0 ? skin : -1;
		vertex->influences = primitive->influences;
		vertex->joints = primitive->joints + (size_t)v * (size_t)primitive->influences;
		vertex->weights = primitive->weights + (size_t)v * (size_t)primitive->influences;
	}
	for (int i = 0; i + 2 < primitive->indexCount; i += 3) {
		for (int k = 0; k < 3; ++k) {
			mesh->triangles[mesh->triangleCount * 3 + k] = base + (int)primitive->indices[i + k];
		}
		mesh->materials[mesh->triangleCount++] = primitive->material;
	}
}

// ---- Clustering ----------------------------------------------------------------------------------------------------

typedef struct Cell {
	uint64_t key;
	int vertex;                     // + 1; 0: free
} Cell;

static uint64_t KeyOf(lwVec3 p, lwVec3 low, float inverse) {
	uint64_t x = (uint64_t)((p.x - low.x) * inverse), y = (uint64_t)((p.y - low.y) * inverse), z = (uint64_t)((p.z - low.z) * inverse);
	return (x & 0x1FFFFF) | (y & 0x1FFFFF) << 21 | (z & 0x1FFFFF) << 42;
}

// Every vertex gets the first vertex of its cell. Returns how many triangles keep three different corners.
static int Cluster(const lwDrawMesh* mesh, const lwVec3* placed, lwVec3 low, float cell, Cell* table, size_t tableSize, int* outFirst) {
	memset(table, 0, tableSize * sizeof(Cell));
	for (int v = 0; v < mesh->vertexCount; ++v) {
		uint64_t key = KeyOf(placed[v], low, 1.0f / cell);
		size_t slot = (size_t)((key * 0x9E3779B97F4A7C15u) >> 20) & (tableSize - 1);
		while (table[slot].vertex != 0 && table[slot].key != key) {
			slot = (slot + 1) & (tableSize - 1);
		}
		if (table[slot].vertex == 0) {
			table[slot].key = key;
			table[slot].vertex = v + 1;
		}
		outFirst[v] = table[slot].vertex - 1;
	}
	int kept = 0;
	for (int t = 0; t < mesh->triangleCount; ++t) {
		const int* c = mesh->triangles + (size_t)t * 3;
		int a = outFirst[c[0]], b = outFirst[c[1]], d = outFirst[c[2]];
		kept += a != b && b != d && d != a;
	}
	return kept;
}

static void Collapse(lwDrawMesh* mesh, const int* first) {
	int kept = 0;
	for (int t = 0; t < mesh->triangleCount; ++t) {
		const int* c = mesh->triangles + (size_t)t * 3;
		int a = first[c[0]], b = first[c[1]], d = first[c[2]];
		if (a != b && b != d && d != a) {
			int* out = mesh->triangles + (size_t)kept * 3;
			out[0] = a;
			out[1] = b;
			out[2] = d;
			mesh->materials[kept++] = mesh->materials[t];
		}
	}
	mesh->triangleCount = kept;
}

// Of every cell the vertex nearest to the mean of its vertices stands for it: less jagged than any one.
static bool Recentre(const lwDrawMesh* mesh, const lwVec3* placed, lwBlockList* memory, int* ioFirst) {
	lwVec3* sum = lwBlockList_Alloc(memory, (size_t)mesh->vertexCount, sizeof(lwVec3));
	int* count = lwBlockList_Alloc(memory, (size_t)mesh->vertexCount, sizeof(int));
	int* nearest = lwBlockList_Alloc(memory, (size_t)mesh->vertexCount, sizeof(int));
	if (sum == NULL || count == NULL || nearest == NULL) {
		return false;
	}
	for (int v = 0; v < mesh->vertexCount; ++v) {
		sum[ioFirst[v]] = lwAdd(sum[ioFirst[v]], lwSub(placed[v], placed[ioFirst[v]]));
		count[ioFirst[v]] += 1;
		nearest[v] = v;
	}
	for (int v = 0; v < mesh->vertexCount; ++v) {
		int first = ioFirst[v];
		lwVec3 mean = lwMulAdd(placed[first], sum[first], 1.0f / (float)count[first]);
		nearest[first] = lwDistance(placed[v], mean) < lwDistance(placed[nearest[first]], mean) ? v : nearest[first];
	}
	for (int v = 0; v < mesh->vertexCount; ++v) {
		ioFirst[v] = nearest[ioFirst[v]];
	}
	return true;
}

// Cells grow until few enough triangles are left. Clustered in the pose at rest.
static bool Coarsen(lwDrawMesh* mesh, const lwMat34* nodeWorld, int limit, lwBlockList* memory) {
	size_t tableSize = 64;
	while (tableSize < (size_t)mesh->vertexCount * 2) {
		tableSize *= 2;
	}
	lwVec3* placed = lwBlockList_Alloc(memory, (size_t)mesh->vertexCount, sizeof(lwVec3));
	int* first = lwBlockList_Alloc(memory, (size_t)mesh->vertexCount, sizeof(int));
	Cell* table = lwBlockList_Alloc(memory, tableSize, sizeof(Cell));
	if (placed == NULL || first == NULL || table == NULL) {
		return false;
	}
	lwDrawMesh_Place(mesh, nodeWorld, placed);
	lwVec3 low = placed[0], high = placed[0];
	for (int v = 0; v < mesh->vertexCount; ++v) {
		lwVec3 p = placed[v];
		low = lwV3(lwMinF(low.x, p.x), lwMinF(low.y, p.y), lwMinF(low.z, p.z));
		high = lwV3(lwMaxF(high.x, p.x), lwMaxF(high.y, p.y), lwMaxF(high.z, p.z));
	}
	float size = lwDistance(low, high);
	if (!(size > 0.0f && size < 1e20f)) {
		return true;
	}
	float cell = size / 400.0f;
	int kept = mesh->triangleCount;
	for (int round = 0; round < ROUNDS && kept > limit; ++round) {
		kept = Cluster(mesh, placed, low, cell, table, tableSize, first);
		cell *= 1.25f;
	}
	if (!Recentre(mesh, placed, memory, first)) {
		return false;
	}
	Collapse(mesh, first);
	return true;
}

bool lwDrawMesh_Make(const lwScene* scene, int clip, int limit, lwBlockList* memory, lwDrawMesh* outMesh) {
	memset(outMesh, 0, sizeof(*outMesh));
	outMesh->scene = scene;
	size_t vertices = 0, triangles = 0;
	for (int n = 0; n < scene->nodeCount; ++n) {
		for (int p = 0; IsDrawn(scene, clip, n) && p < scene->meshes[scene->nodes[n].mesh].primitiveCount; ++p) {
			vertices += (size_t)scene->meshes[scene->nodes[n].mesh].primitives[p].vertexCount;
			triangles += (size_t)scene->meshes[scene->nodes[n].mesh].primitives[p].indexCount / 3;
		}
	}
	if (vertices == 0 || triangles == 0 || vertices > MAX_SOURCE_VERTICES || triangles > MAX_SOURCE_VERTICES) {
		return true;
	}
	outMesh->vertices = lwBlockList_Alloc(memory, vertices, sizeof(lwDrawVertex));
	outMesh->triangles = lwBlockList_Alloc(memory, triangles * 3, sizeof(int));
	outMesh->materials = lwBlockList_Alloc(memory, triangles, sizeof(int));
	lwTransform* local = lwBlockList_Alloc(memory, (size_t)scene->nodeCount, sizeof(lwTransform));
	lwMat34* world = lwBlockList_Alloc(memory, (size_t)scene->nodeCount, sizeof(lwMat34));
	if (outMesh->vertices == NULL || outMesh->triangles == NULL || outMesh->materials == NULL || local == NULL || world == NULL) {
		return false;
	}
	for (int n = 0; n < scene->nodeCount; ++n) {
		for (int p = 0; IsDrawn(scene, clip, n) && p < scene->meshes[scene->nodes[n].mesh].primitiveCount; ++p) {
			AppendPrimitive(outMesh, scene->meshes[scene->nodes[n].mesh].primitives + p, n, scene->nodes[n].skin);
		}
	}
	if (outMesh->triangleCount <= limit) {
		return true;
	}
	lwScene_SampleClip(scene, clip, clip >= 0 ? scene->clips[clip].start : 0.0f, local);
	lwScene_ToWorld(scene, local, world);
	return Coarsen(outMesh, world, limit, memory);
}

// ---- Placing -------------------------------------------------------------------------------------------------------

static lwVec3 PlaceVertex(const lwScene* scene, const lwDrawVertex* vertex, const lwMat34* nodeWorld) {
	if (vertex->skin < 0) {
		return lwMat34Point(nodeWorld[vertex->node], vertex->pos);
	}
	const lwSceneSkin* skin = scene->skins + vertex->skin;
	lwVec3 sum = lwV3(0.0f, 0.0f, 0.0f);
	float weight = 0.0f;
	for (int i = 0; i < vertex->influences; ++i) {
		int joint = vertex->joints[i];
		if (vertex->weights[i] > 0.0f && joint < skin->jointCount) {
			lwVec3 bound = lwMat34Point(skin->inverseBind[joint], vertex->pos);
			sum = lwMulAdd(sum, lwMat34Point(nodeWorld[skin->joints[joint]], bound), vertex->weights[i]);
			weight += vertex->weights[i];
		}
	}
	return weight > 0.0f ? lwMul(sum, 1.0f / weight) : lwMat34Point(nodeWorld[vertex->node], vertex->pos);
}

void lwDrawMesh_Place(const lwDrawMesh* mesh, const lwMat34* nodeWorld, lwVec3* outPositions) {
	for (int v = 0; v < mesh->vertexCount; ++v) {
		outPositions[v] = PlaceVertex(mesh->scene, mesh->vertices + v, nodeWorld);
	}
}

// The area vectors of a closed surface add up to nothing; the sign of its volume is that of its winding.
void lwDrawMesh_FindFront(lwDrawMesh* mesh, const lwVec3* positions) {
	double sum[3] = { 0.0, 0.0, 0.0 }, area = 0.0, volume = 0.0;
	mesh->front = 0;
	for (int t = 0; t < mesh->triangleCount; ++t) {
		const int* c = mesh->triangles + (size_t)t * 3;
		int material = mesh->materials[t];
		if (material >= 0 && material < mesh->scene->materialCount && mesh->scene->materials[material].doubleSided) {
			return;
		}
		lwVec3 a = positions[c[0]], origin = positions[mesh->triangles[0]];
		lwVec3 n = lwCross(lwSub(positions[c[1]], a), lwSub(positions[c[2]], a));
		sum[0] += (double)n.x;
		sum[1] += (double)n.y;
		sum[2] += (double)n.z;
		area += (double)lwLength(n);
		volume += (double)lwDot(lwSub(a, origin), n);
	}
	double open = sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2];
	if (area > 0.0 && open < NEARLY_CLOSED * NEARLY_CLOSED * area * area && volume != 0.0) {
		mesh->front = volume > 0.0 ? 1 : -1;
	}
}
