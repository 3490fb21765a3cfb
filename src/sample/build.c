// SPDX-License-Identifier: MIT
#include "sample/build.h"

#include <stdlib.h>
#include <string.h>

static bool Grow(void** ioData, int* ioCapacity, int needed, size_t size) {
	if (needed <= *ioCapacity) {
		return true;
	}
	int capacity = *ioCapacity < 256 ? 256 : *ioCapacity * 2;
	capacity = capacity < needed ? needed : capacity;
	void* grown = realloc(*ioData, (size_t)capacity * size);
	if (grown == NULL) {
		return false;
	}
	*ioData = grown;
	*ioCapacity = capacity;
	return true;
}

static bool GrowVertices(SampleMesh* mesh) {
	int positionCapacity = mesh->vertexCapacity, normalCapacity = mesh->vertexCapacity;
	void* positions = mesh->positions;
	void* normals = mesh->normals;
	bool grown = Grow(&positions, &positionCapacity, mesh->vertexCount + 1, sizeof(lwVec3));
	mesh->positions = positions;
	grown = grown && Grow(&normals, &normalCapacity, mesh->vertexCount + 1, sizeof(lwVec3));
	mesh->normals = normals;
	mesh->vertexCapacity = grown ? positionCapacity : mesh->vertexCapacity;
	return grown;
}

uint32_t SampleMesh_Vertex(SampleMesh* mesh, lwVec3 pos, lwVec3 normal) {
	if (mesh->failed || !GrowVertices(mesh)) {
		mesh->failed = true;
		return 0;
	}
	mesh->positions[mesh->vertexCount] = pos;
	mesh->normals[mesh->vertexCount] = normal;
	return (uint32_t)mesh->vertexCount++;
}

void SampleMesh_Triangle(SampleMesh* mesh, uint32_t a, uint32_t b, uint32_t c) {
	void* indices = mesh->indices;
	if (mesh->failed || !Grow(&indices, &mesh->indexCapacity, mesh->indexCount + 3, sizeof(uint32_t))) {
		mesh->failed = true;
		return;
	}
	mesh->indices = indices;
	mesh->indices[mesh->indexCount++] = a;
	mesh->indices[mesh->indexCount++] = b;
	mesh->indices[mesh->indexCount++] = c;
}

void SampleMesh_Quad(SampleMesh* mesh, lwVec3 a, lwVec3 b, lwVec3 c, lwVec3 d) {
	lwVec3 normal = lwNormalizeOr(lwCross(lwSub(c, a), lwSub(d, b)), lwV3(0.0f, 1.0f, 0.0f));
	uint32_t i = SampleMesh_Vertex(mesh, a, normal);
	uint32_t j = SampleMesh_Vertex(mesh, b, normal);
	uint32_t k = SampleMesh_Vertex(mesh, c, normal);
	uint32_t l = SampleMesh_Vertex(mesh, d, normal);
	SampleMesh_Triangle(mesh, i, j, k);
	SampleMesh_Triangle(mesh, i, k, l);
}

void SampleMesh_SmoothNormals(SampleMesh* mesh) {
	for (int v = 0; v < mesh->vertexCount; v++) {
		mesh->normals[v] = lwV3(0.0f, 0.0f, 0.0f);
	}
	for (int i = 0; i + 2 < mesh->indexCount; i += 3) {
		const uint32_t* t = &mesh->indices[i];
		lwVec3 a = mesh->positions[t[0]], b = mesh->positions[t[1]], c = mesh->positions[t[2]];
		lwVec3 area = lwCross(lwSub(b, a), lwSub(c, a));
		for (int k = 0; k < 3; k++) {
			mesh->normals[t[k]] = lwAdd(mesh->normals[t[k]], area);
		}
	}
	for (int v = 0; v < mesh->vertexCount; v++) {
		mesh->normals[v] = lwNormalizeOr(mesh->normals[v], lwV3(0.0f, 1.0f, 0.0f));
	}
}

void SampleMesh_Free(SampleMesh* mesh) {
	free(mesh->positions);
	free(mesh->normals);
	free(mesh->indices);
	free(mesh->joints);
	free(mesh->weights);
	memset(mesh, 0, sizeof *mesh);
}

// Vertex in the middle of an edge, shared by both triangles at it. table: 3 numbers an entry (lo + 1, hi, vertex).
static uint32_t MiddleVertex(SampleMesh* mesh, uint32_t* table, uint32_t tableSize, uint32_t a, uint32_t b) {
	uint32_t lo = a < b ? a : b, hi = a < b ? b : a;
	uint32_t slot = (lo * 73856093u ^ hi * 19349663u) % tableSize;
	while (table[3 * slot] != 0 && (table[3 * slot] != lo + 1 || table[3 * slot + 1] != hi)) {
		slot = (slot + 1) % tableSize;
	}
	if (table[3 * slot] == 0) {
		lwVec3 middle = lwNormalizeOr(lwAdd(mesh->positions[a], mesh->positions[b]), lwV3(0.0f, 1.0f, 0.0f));
		table[3 * slot] = lo + 1;
		table[3 * slot + 1] = hi;
		table[3 * slot + 2] = SampleMesh_Vertex(mesh, middle, middle);
	}
	return table[3 * slot + 2];
}

static void Subdivide(SampleMesh* mesh) {
	int triangleCount = mesh->indexCount / 3;
	uint32_t tableSize = (uint32_t)triangleCount * 4u + 1u;
	uint32_t* table = SampleAlloc((size_t)tableSize * 3, sizeof(uint32_t));
	uint32_t* old = mesh->indices;
	mesh->indices = NULL;
	mesh->indexCount = mesh->indexCapacity = 0;
	mesh->failed = mesh->failed || table == NULL;
	for (int t = 0; t < triangleCount && !mesh->failed; t++) {
		uint32_t a = old[3 * t], b = old[3 * t + 1], c = old[3 * t + 2];
		uint32_t ab = MiddleVertex(mesh, table, tableSize, a, b);
		uint32_t bc = MiddleVertex(mesh, table, tableSize, b, c);
		uint32_t ca = MiddleVertex(mesh, table, tableSize, c, a);
		SampleMesh_Triangle(mesh, a, ab, ca);
		SampleMesh_Triangle(mesh, ab, b, bc);
		SampleMesh_Triangle(mesh, ca, bc, c);
		SampleMesh_Triangle(mesh, ab, bc, ca);
	}
	free(old);
	free(table);
}

void SampleMesh_Icosphere(SampleMesh* mesh, int subdivisions) {
	// North pole, two rings of five, south pole.
	float ringY = lwSqrt(0.2f), ringRadius = 2.0f * ringY;
	SampleMesh_Vertex(mesh, lwV3(0.0f, 1.0f, 0.0f), lwV3(0.0f, 1.0f, 0.0f));
	for (int i = 0; i < 10; i++) {
		float angle = LW_PI * 0.2f * (float)(2 * (i % 5) + i / 5);
		float y = i < 5 ? ringY : -ringY;
		lwVec3 p = lwV3(ringRadius * lwSin(angle), y, ringRadius * lwCos(angle));
		SampleMesh_Vertex(mesh, p, p);
	}
	SampleMesh_Vertex(mesh, lwV3(0.0f, -1.0f, 0.0f), lwV3(0.0f, -1.0f, 0.0f));
	for (uint32_t i = 0; i < 5; i++) {
		uint32_t next = (i + 1) % 5;
		SampleMesh_Triangle(mesh, 0, 1 + i, 1 + next);
		SampleMesh_Triangle(mesh, 1 + i, 6 + i, 1 + next);
		SampleMesh_Triangle(mesh, 1 + next, 6 + i, 6 + next);
		SampleMesh_Triangle(mesh, 6 + i, 11, 6 + next);
	}
	for (int s = 0; s < subdivisions && !mesh->failed; s++) {
		Subdivide(mesh);
	}
}

void* SampleAlloc(size_t count, size_t size) {
	return calloc(count > 0 ? count : 1, size);
}

char* SampleString(const char* text) {
	size_t size = strlen(text) + 1;
	char* copy = malloc(size);
	if (copy != NULL) {
		memcpy(copy, text, size);
	}
	return copy;
}

lwScene* SampleScene_Create(const char* file, int nodes, int meshes, int skins, int clips, int materials) {
	lwScene* scene = SampleAlloc(1, sizeof *scene);
	if (scene == NULL) {
		return NULL;
	}
	scene->file = SampleString(file);
	scene->format = SampleString("sample");
	scene->notes = SampleString("");
	scene->nodes = SampleAlloc((size_t)nodes, sizeof *scene->nodes);
	scene->meshes = SampleAlloc((size_t)meshes, sizeof *scene->meshes);
	scene->skins = SampleAlloc((size_t)skins, sizeof *scene->skins);
	scene->clips = SampleAlloc((size_t)clips, sizeof *scene->clips);
	scene->materials = SampleAlloc((size_t)materials, sizeof *scene->materials);
	scene->nodeCount = scene->nodes != NULL ? nodes : 0;
	scene->meshCount = scene->meshes != NULL ? meshes : 0;
	scene->skinCount = scene->skins != NULL ? skins : 0;
	scene->clipCount = scene->clips != NULL ? clips : 0;
	scene->materialCount = scene->materials != NULL ? materials : 0;
	if (scene->file == NULL || scene->format == NULL || scene->notes == NULL || scene->nodes == NULL ||
		scene->meshes == NULL || scene->skins == NULL || scene->clips == NULL || scene->materials == NULL) {
		lwDestroyScene(scene);
		return NULL;
	}
	return scene;
}

bool SampleScene_SetNode(lwScene* scene, int index, const char* name, int parent, lwTransform local) {
	lwSceneNode* node = &scene->nodes[index];
	node->name = SampleString(name);
	node->parent = parent;
	node->local = local;
	node->matrix = lwMat34FromTransform(local);
	node->mesh = -1;
	node->skin = -1;
	return node->name != NULL;
}

bool SampleScene_SetMaterial(lwScene* scene, int index, const char* name, lwVec3 color, float roughness, bool doubleSided) {
	lwSceneMaterial* material = &scene->materials[index];
	material->name = SampleString(name);
	material->color[0] = color.x;
	material->color[1] = color.y;
	material->color[2] = color.z;
	material->color[3] = 1.0f;
	material->metallic = 0.0f;
	material->roughness = roughness;
	material->doubleSided = doubleSided;
	material->colorImage = material->normalImage = material->roughnessImage = material->emissiveImage = -1;
	return material->name != NULL;
}

bool SampleScene_TakeMesh(lwScenePrimitive* primitive, SampleMesh* mesh, int material) {
	bool good = !mesh->failed && mesh->vertexCount > 0 && mesh->indexCount > 0;
	if (good) {
		primitive->vertexCount = mesh->vertexCount;
		primitive->positions = mesh->positions;
		primitive->normals = mesh->normals;
		primitive->influences = mesh->joints != NULL ? 4 : 0;
		primitive->joints = mesh->joints;
		primitive->weights = mesh->weights;
		primitive->indexCount = mesh->indexCount;
		primitive->indices = mesh->indices;
		primitive->material = material;
		memset(mesh, 0, sizeof *mesh);
	}
	SampleMesh_Free(mesh);
	return good;
}

SampleRandom SampleRandom_Make(uint32_t seed) {
	SampleRandom random = { (uint64_t)seed * 0x9E3779B97F4A7C15u + 0xD1B54A32D192ED03u };
	SampleRandom_Unit(&random);
	return random;
}

float SampleRandom_Unit(SampleRandom* random) {
	random->state = random->state * 6364136223846793005u + 1442695040888963407u;
	uint32_t mixed = (uint32_t)((random->state >> 18) ^ (random->state >> 45));
	return (float)(mixed >> 8) * (1.0f / 16777216.0f);
}

float SampleRandom_Range(SampleRandom* random, float lo, float hi) {
	return lo + (hi - lo) * SampleRandom_Unit(random);
}

static float LatticeValue(int32_t x, int32_t y, int32_t z, uint32_t seed) {
	uint32_t h = (uint32_t)x * 0x8DA6B343u ^ (uint32_t)y * 0xD8163841u ^ (uint32_t)z * 0xCB1AB31Fu ^ seed * 0x9E3779B9u;
	h = (h ^ (h >> 15)) * 0x2C1B3C6Du;
	h = (h ^ (h >> 12)) * 0x297A2D39u;
	h ^= h >> 15;
	return (float)(h >> 8) * (2.0f / 16777216.0f) - 1.0f;
}

static float Fade(float t) {
	return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f);
}

static int32_t FloorInt(float v) {
	int32_t i = (int32_t)v;
	return (float)i > v ? i - 1 : i;
}

float SampleNoise3(lwVec3 p, uint32_t seed) {
	int32_t x = FloorInt(p.x), y = FloorInt(p.y), z = FloorInt(p.z);
	float u = Fade(p.x - (float)x), v = Fade(p.y - (float)y), w = Fade(p.z - (float)z);
	float corner[2];
	for (int k = 0; k < 2; k++) {
		float y0 = lwLerpF(LatticeValue(x, y, z + k, seed), LatticeValue(x + 1, y, z + k, seed), u);
		float y1 = lwLerpF(LatticeValue(x, y + 1, z + k, seed), LatticeValue(x + 1, y + 1, z + k, seed), u);
		corner[k] = lwLerpF(y0, y1, v);
	}
	return lwLerpF(corner[0], corner[1], w);
}
