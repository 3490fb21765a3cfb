// SPDX-License-Identifier: MIT
#include "quality/ground.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void Add(Soup* soup, lwVec3 a, lwVec3 b, lwVec3 c) {
	if (soup->count + 3 > soup->capacity) {
		int capacity = soup->capacity > 0 ? 2 * soup->capacity : 3072;
		lwVec3* corners = realloc(soup->corners, (size_t)capacity * sizeof *corners);
		if (corners == NULL) {
			soup->failed = true;
			return;
		}
		soup->corners = corners;
		soup->capacity = capacity;
	}
	soup->corners[soup->count++] = a;
	soup->corners[soup->count++] = b;
	soup->corners[soup->count++] = c;
}

static bool Inside(lwVec3 p, const Placement* place) {
	lwVec3 a = place->boxMin, b = place->boxMax;
	return p.x >= a.x && p.y >= a.y && p.z >= a.z && p.x <= b.x && p.y <= b.y && p.z <= b.z;
}

static lwVec3 Placed(lwVec3 p, const Placement* place) {
	float s = sinf(place->yaw), c = cosf(place->yaw);
	lwVec3 q = lwMul(lwV3(p.x, p.y, p.z * place->stretch), place->scale);
	return lwAdd(lwV3(c * q.x + s * q.z, q.y, c * q.z - s * q.x), place->offset);
}

static void AddPrimitive(Soup* soup, const lwScenePrimitive* primitive, lwMat34 toWorld, const Placement* place) {
	for (int i = 0; i + 2 < primitive->indexCount; i += 3) {
		lwVec3 p[3];
		bool inside = true;
		for (int k = 0; k < 3; ++k) {
			p[k] = lwMat34Point(toWorld, primitive->positions[primitive->indices[i + k]]);
			inside = inside && Inside(p[k], place);
		}
		if (inside) {
			Add(soup, Placed(p[0], place), Placed(p[1], place), Placed(p[2], place));
		}
	}
}

void Soup_Mesh(Soup* soup, const lwScene* scene, const Placement* place) {
	lwTransform* local = malloc((size_t)scene->nodeCount * sizeof *local);
	lwMat34* toWorld = malloc((size_t)scene->nodeCount * sizeof *toWorld);
	if (local == NULL || toWorld == NULL) {
		soup->failed = true;
	} else {
		lwScene_SampleClip(scene, -1, 0.0f, local);
		lwScene_ToWorld(scene, local, toWorld);
		for (int n = 0; n < scene->nodeCount; ++n) {
			const lwSceneMesh* mesh = scene->nodes[n].mesh >= 0 ? scene->meshes + scene->nodes[n].mesh : NULL;
			for (int p = 0; mesh != NULL && p < mesh->primitiveCount; ++p) {
				AddPrimitive(soup, mesh->primitives + p, toWorld[n], place);
			}
		}
	}
	free(local);
	free(toWorld);
}

void Soup_Floor(Soup* soup, float minX, float maxX, float minZ, float maxZ, float y) {
	lwVec3 a = lwV3(minX, y, minZ), b = lwV3(minX, y, maxZ), c = lwV3(maxX, y, maxZ), d = lwV3(maxX, y, minZ);
	Add(soup, a, b, c);
	Add(soup, a, c, d);
}

static char* Copy(const char* text) {
	char* copy = malloc(strlen(text) + 1);
	return copy != NULL ? strcpy(copy, text) : NULL;
}

static bool Fill(lwScene* scene, const Soup* soup, float scale, const char* name) {
	scene->file = Copy(name);
	scene->format = Copy("glb");
	scene->notes = Copy("");
	scene->nodes = calloc(1, sizeof *scene->nodes);
	scene->meshes = calloc(1, sizeof *scene->meshes);
	if (scene->file == NULL || scene->format == NULL || scene->notes == NULL || scene->nodes == NULL || scene->meshes == NULL) {
		return false;
	}
	scene->nodeCount = scene->meshCount = 1;
	scene->nodes->name = Copy(name);
	scene->nodes->parent = scene->nodes->skin = -1;
	scene->nodes->local = lwTransformIdentity();
	scene->nodes->matrix = lwMat34FromTransform(scene->nodes->local);
	scene->meshes->name = Copy(name);
	lwScenePrimitive* primitive = scene->meshes->primitives = calloc(1, sizeof *primitive);
	if (scene->nodes->name == NULL || scene->meshes->name == NULL || primitive == NULL) {
		return false;
	}
	scene->meshes->primitiveCount = 1;
	primitive->material = -1;
	primitive->positions = malloc((size_t)soup->count * sizeof *primitive->positions);
	primitive->indices = malloc((size_t)soup->count * sizeof *primitive->indices);
	if (primitive->positions == NULL || primitive->indices == NULL) {
		return false;
	}
	primitive->vertexCount = primitive->indexCount = soup->count;
	for (int i = 0; i < soup->count; ++i) {
		primitive->positions[i] = lwMul(soup->corners[i], scale);
		primitive->indices[i] = (uint32_t)i;
	}
	return true;
}

lwResult Soup_ToScene(Soup* soup, float scale, const char* name, lwScene** outScene) {
	lwScene* scene = calloc(1, sizeof *scene);
	bool good = scene != NULL && !soup->failed && soup->count > 0 && Fill(scene, soup, scale, name);
	free(soup->corners);
	memset(soup, 0, sizeof *soup);
	if (!good) {
		lwDestroyScene(scene);
		return lwResult_Fail(lw_errorMemory, "%s: out of memory or no triangle left", name);
	}
	*outScene = scene;
	return lwResult_Ok();
}
