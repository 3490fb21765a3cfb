// SPDX-License-Identifier: MIT
// A scene's primitives, fresh: positions, normals, influences, morph targets.
#include "import/glb.h"
#include "import/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int AddPositions(lwGlb* glb, const lwVec3* positions, size_t count, lwMat34 place) {
	lwVec3* placed = lwImport_Alloc(count, sizeof(lwVec3));
	if (placed == NULL) {
		lwGlb_Fail(glb, lw_errorMemory, "positions: out of memory");
		return -1;
	}
	for (size_t i = 0; i < count; ++i) {
		placed[i] = lwMat34Point(place, positions[i]);
	}
	if (!lwImport_AllFinite(&placed[0].x, count * 3)) {
		lwGlb_Fail(glb, lw_errorData, "meshes: a vertex is not finite");
	}
	int accessor = lwGlb_AddFloats(glb, &placed[0].x, count, 3, 34962, lw_glbBounds);
	free(placed);
	return accessor;
}

static int AddNormals(lwGlb* glb, const lwVec3* normals, size_t count, lwMat34 place) {
	lwVec3* unit = lwImport_Alloc(count, sizeof(lwVec3));
	if (unit == NULL) {
		lwGlb_Fail(glb, lw_errorMemory, "normals: out of memory");
		return -1;
	}
	for (size_t i = 0; i < count; ++i) {
		unit[i] = lwGlb_TurnNormal(place, normals[i]);
	}
	int accessor = lwGlb_AddFloats(glb, &unit[0].x, count, 3, 34962, lw_glbNoBounds);
	free(unit);
	return accessor;
}

// One set of four: joints as 16-bit integers in a view of our own, weights as floats; a weightless vertex gets joint 0.
static void AddInfluenceSet(lwGlb* glb, const lwScenePrimitive* primitive, int set, json_t* attributes) {
	size_t count = (size_t)primitive->vertexCount;
	uint16_t* joints = lwImport_Alloc(count * 4, sizeof(uint16_t));
	float* weights = lwImport_Alloc(count * 4, sizeof(float));
	if (joints == NULL || weights == NULL) {
		lwGlb_Fail(glb, lw_errorMemory, "influences: out of memory");
	} else {
		for (size_t v = 0; v < count; ++v) {
			size_t first = v * (size_t)primitive->influences;
			float sum = 0.0f;
			for (int i = 0; i < primitive->influences; ++i) {
				sum += primitive->weights[first + (size_t)i];
			}
			for (size_t i = 0; i < 4; ++i) {
				float weight = primitive->weights[first + (size_t)set * 4 + i];
				joints[v * 4 + i] = weight > 0.0f ? primitive->joints[first + (size_t)set * 4 + i] : 0;
				weights[v * 4 + i] = sum > 0.0f ? weight : set == 0 && i == 0 ? 1.0f : 0.0f;
			}
		}
		char name[32];
		json_t* accessor = json_object();
		lwGlb_Set(glb, accessor, "bufferView", json_integer(lwGlb_AddView(glb, joints, count * 8, 34962)));
		lwGlb_Set(glb, accessor, "componentType", json_integer(5123));
		lwGlb_Set(glb, accessor, "count", json_integer((json_int_t)count));
		lwGlb_Set(glb, accessor, "type", json_string("VEC4"));
		(void)snprintf(name, sizeof(name), "JOINTS_%d", set);
		lwGlb_Set(glb, attributes, name, json_integer(lwGlb_Push(glb, "accessors", accessor)));
		(void)snprintf(name, sizeof(name), "WEIGHTS_%d", set);
		lwGlb_Set(glb, attributes, name, json_integer(lwGlb_AddFloats(glb, weights, count, 4, 34962, lw_glbNoBounds)));
	}
	free(joints);
	free(weights);
}

// Offsets of a target where the mesh is placed; normals as the difference of the placed ones.
static int AddOffsets(lwGlb* glb, const lwScenePrimitive* base, const lwVec3* offsets, bool normals, lwMat34 place) {
	size_t count = (size_t)base->vertexCount;
	lwVec3* placed = lwImport_Alloc(count, sizeof(lwVec3));
	if (placed == NULL) {
		lwGlb_Fail(glb, lw_errorMemory, "targets: out of memory");
		return -1;
	}
	for (size_t i = 0; i < count; ++i) {
		placed[i] = normals ? lwSub(lwGlb_TurnNormal(place, lwAdd(base->normals[i], offsets[i])), lwGlb_TurnNormal(place, base->normals[i]))
							: lwMat34Vector(place, offsets[i]);
	}
	if (!lwImport_AllFinite(&placed[0].x, count * 3)) {
		lwGlb_Fail(glb, lw_errorData, "targets: a vertex is not finite");
	}
	int accessor = lwGlb_AddFloats(glb, &placed[0].x, count, 3, 34962, normals ? lw_glbNoBounds : lw_glbBounds);
	free(placed);
	return accessor;
}

static void AddTargets(lwGlb* glb, const lwScenePrimitive* primitive, lwMat34 place, json_t* object) {
	json_t* targets = json_array();
	for (int t = 0; t < primitive->targetCount; ++t) {
		const lwSceneTarget* target = primitive->targets + t;
		json_t* attributes = json_object();
		lwGlb_Set(glb, attributes, "POSITION", json_integer(AddOffsets(glb, primitive, target->positions, false, place)));
		if (target->normals != NULL && primitive->normals != NULL) {
			lwGlb_Set(glb, attributes, "NORMAL", json_integer(AddOffsets(glb, primitive, target->normals, true, place)));
		}
		lwGlb_Append(glb, targets, attributes);
	}
	lwGlb_Set(glb, object, "targets", targets);
}

json_t* lwGlb_MakePrimitive(lwGlb* glb, const lwScenePrimitive* primitive, lwMat34 place, bool skinned, int materialCount) {
	size_t count = (size_t)primitive->vertexCount;
	json_t* attributes = json_object();
	lwGlb_Set(glb, attributes, "POSITION", json_integer(AddPositions(glb, primitive->positions, count, place)));
	if (primitive->normals != NULL) {
		lwGlb_Set(glb, attributes, "NORMAL", json_integer(AddNormals(glb, primitive->normals, count, place)));
	}
	if (primitive->texcoords != NULL) {
		lwGlb_Set(glb, attributes, "TEXCOORD_0", json_integer(lwGlb_AddFloats(glb, primitive->texcoords, count, 2, 34962, lw_glbNoBounds)));
	}
	for (int set = 0; skinned && set < primitive->influences / 4; ++set) {
		AddInfluenceSet(glb, primitive, set, attributes);
	}
	json_t* object = json_object();
	lwGlb_Set(glb, object, "attributes", attributes);
	int indices = lwGlb_AddIndices(glb, primitive->indices, (size_t)primitive->indexCount, (uint32_t)count);
	lwGlb_Set(glb, object, "indices", json_integer(indices));
	if (primitive->material >= 0 && primitive->material < materialCount) {
		lwGlb_Set(glb, object, "material", json_integer(primitive->material));
	}
	if (primitive->targetCount > 0) {
		AddTargets(glb, primitive, place, object);
	}
	return object;
}

void lwGlb_SetTargets(lwGlb* glb, const lwSceneMesh* mesh, json_t* object) {
	int count = mesh->primitiveCount > 0 ? mesh->primitives[0].targetCount : 0;
	if (count == 0) {
		return;
	}
	json_t* names = json_array();
	json_t* weights = json_array();
	for (int t = 0; t < count; ++t) {
		lwGlb_Append(glb, names, json_string(mesh->primitives[0].targets[t].name));
		lwGlb_Append(glb, weights, json_real(mesh->targetWeights != NULL ? (double)mesh->targetWeights[t] : 0.0));
	}
	json_t* extras = json_object();
	lwGlb_Set(glb, extras, "targetNames", names);
	lwGlb_Set(glb, object, "extras", extras);
	lwGlb_Set(glb, object, "weights", weights);
}
