// SPDX-License-Identifier: MIT
// glTF meshes: triangles, vertex attributes and skin influences.
#include "import/gltf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct MeshReader {
	lwGltf* gltf;
	lwScene* scene;
	int accessorCount;
	int64_t vertexTotal;
	const char* place;
} MeshReader;

// Index of an attribute's accessor; -1 when absent.
static bool Attribute(const MeshReader* reader, const json_t* primitive, const char* name, int* outAccessor) {
	return lwGltf_Index(reader->gltf, json_object_get(primitive, "attributes"), name, reader->accessorCount, reader->place, outAccessor);
}

// A per-vertex float attribute; *outValues stays NULL when absent.
static bool ReadVertexFloats(const MeshReader* reader, const json_t* primitive, const char* name, int components, int vertexCount, float** outValues) {
	int accessor, count;
	if (!Attribute(reader, primitive, name, &accessor) || accessor < 0) {
		return reader->gltf->error.status == lw_ok;
	}
	if (!lwGltf_ReadFloats(reader->gltf, accessor, components, reader->place, outValues, &count)) {
		return false;
	}
	if (count != vertexCount) {
		free(*outValues);
		*outValues = NULL;
		return lwGltf_Fail(reader->gltf, lw_errorFormat, "%s: %s has %d elements, POSITION has %d", reader->place, name, count, vertexCount);
	}
	return true;
}

static bool ReadPositions(MeshReader* reader, const json_t* primitive, lwScenePrimitive* out) {
	int accessor, count;
	float* values;
	if (!Attribute(reader, primitive, "POSITION", &accessor)) {
		return false;
	}
	if (accessor < 0) {
		return true;
	}
	if (!lwGltf_ReadFloats(reader->gltf, accessor, 3, reader->place, &values, &count)) {
		return false;
	}
	out->positions = (lwVec3*)values;
	out->vertexCount = count;
	reader->vertexTotal += count;
	return reader->vertexTotal <= LW_MAX_VERTICES ||
		lwGltf_Fail(reader->gltf, lw_errorLimit, "%s: more than %u vertices in the file", reader->place, LW_MAX_VERTICES);
}

// One set of four influences into slots [set * 4, set * 4 + 4) of the primitive's arrays.
static bool ReadInfluenceSet(const MeshReader* reader, const json_t* primitive, int set, lwScenePrimitive* ioPrimitive) {
	char jointsName[32], weightsName[32];
	(void)snprintf(jointsName, sizeof(jointsName), "JOINTS_%d", set);
	(void)snprintf(weightsName, sizeof(weightsName), "WEIGHTS_%d", set);
	int accessor, count;
	float* weights = NULL;
	uint32_t* joints = NULL;
	if (!ReadVertexFloats(reader, primitive, weightsName, 4, ioPrimitive->vertexCount, &weights)) {
		return false;
	}
	bool good = Attribute(reader, primitive, jointsName, &accessor);
	if (good && (accessor < 0 || weights == NULL)) {
		good = lwGltf_Fail(reader->gltf, lw_errorFormat, "%s: %s and %s must come together", reader->place, jointsName, weightsName);
	}
	good = good && lwGltf_ReadUints(reader->gltf, accessor, 4, reader->place, &joints, &count);
	if (good && count != ioPrimitive->vertexCount) {
		good = lwGltf_Fail(reader->gltf, lw_errorFormat, "%s: %s has %d elements, POSITION has %d", reader->place, jointsName, count, ioPrimitive->vertexCount);
	}
	for (size_t v = 0; good && v < (size_t)ioPrimitive->vertexCount; ++v) {
		for (size_t i = 0; i < 4; ++i) {
			size_t to = v * (size_t)ioPrimitive->influences + (size_t)set * 4 + i;
			uint32_t joint = joints[v * 4 + i];
			ioPrimitive->weights[to] = weights[v * 4 + i];
			ioPrimitive->joints[to] = (uint16_t)(joint < 65535 ? joint : 65535);
		}
	}
	free(weights);
	free(joints);
	return good;
}

static bool ReadInfluences(const MeshReader* reader, const json_t* primitive, lwScenePrimitive* out, int* outHighest) {
	const json_t* attributes = json_object_get(primitive, "attributes");
	if (json_object_get(attributes, "JOINTS_0") == NULL && json_object_get(attributes, "WEIGHTS_0") == NULL) {
		return true;
	}
	out->influences = json_object_get(attributes, "JOINTS_1") != NULL ? 8 : 4;
	if (json_object_get(attributes, "JOINTS_2") != NULL) {
		lwScene_Note(reader->scene, "%s: more than 8 influences per vertex; the first 8 are read", reader->place);
	}
	size_t total = (size_t)out->vertexCount * (size_t)out->influences;
	if (!lwGltf_Spend(reader->gltf, total * 6, reader->place)) {
		return false;
	}
	out->joints = lwImport_Alloc(total, sizeof(uint16_t));
	out->weights = lwImport_Alloc(total, sizeof(float));
	if (out->joints == NULL || out->weights == NULL) {
		return lwGltf_Fail(reader->gltf, lw_errorMemory, "%s: out of memory", reader->place);
	}
	for (int set = 0; set < out->influences / 4; ++set) {
		if (!ReadInfluenceSet(reader, primitive, set, out)) {
			return false;
		}
	}
	int negative;
	int highest = lwImport_CleanInfluences(out, &negative);
	*outHighest = highest > *outHighest ? highest : *outHighest;
	if (negative > 0) {
		lwScene_Note(reader->scene, "%s: %d negative weights were set to 0", reader->place, negative);
	}
	return true;
}

// Corner indices as stored, or 0, 1, 2... for a primitive without indices.
static bool ReadCorners(const MeshReader* reader, const json_t* primitive, int vertexCount, uint32_t** outCorners, int* outCount) {
	int accessor;
	if (!lwGltf_Index(reader->gltf, primitive, "indices", reader->accessorCount, reader->place, &accessor)) {
		return false;
	}
	if (accessor < 0) {
		*outCount = vertexCount;
		*outCorners = lwImport_Alloc((size_t)vertexCount, sizeof(uint32_t));
		for (int i = 0; *outCorners != NULL && i < vertexCount; ++i) {
			(*outCorners)[i] = (uint32_t)i;
		}
		return *outCorners != NULL || lwGltf_Fail(reader->gltf, lw_errorMemory, "%s: out of memory", reader->place);
	}
	if (!lwGltf_ReadUints(reader->gltf, accessor, 1, reader->place, outCorners, outCount)) {
		return false;
	}
	for (int i = 0; i < *outCount; ++i) {
		if ((*outCorners)[i] >= (uint32_t)vertexCount) {
			uint32_t bad = (*outCorners)[i];
			free(*outCorners);
			*outCorners = NULL;
			return lwGltf_Fail(reader->gltf, lw_errorFormat, "%s: index %u, there are %d vertices", reader->place, bad, vertexCount);
		}
	}
	return true;
}

// Triangles out of strips (mode 5) and fans (mode 6), winding kept.
static uint32_t* Unroll(const uint32_t* corners, int count, int mode, int* outCount) {
	int triangles = count >= 3 ? count - 2 : 0;
	uint32_t* indices = lwImport_Alloc((size_t)triangles * 3, sizeof(uint32_t));
	for (int t = 0; indices != NULL && t < triangles; ++t) {
		int odd = mode == 5 ? t & 1 : 0;
		indices[t * 3] = corners[mode == 6 ? 0 : t];
		indices[t * 3 + 1] = corners[t + 1 + odd];
		indices[t * 3 + 2] = corners[t + 2 - odd];
	}
	*outCount = triangles * 3;
	return indices;
}

static bool ReadIndices(const MeshReader* reader, const json_t* primitive, int mode, lwScenePrimitive* out) {
	uint32_t* corners = NULL;
	int count = 0;
	if (!ReadCorners(reader, primitive, out->vertexCount, &corners, &count)) {
		return false;
	}
	if (mode == 4) {
		if (count % 3 != 0) {
			lwScene_Note(reader->scene, "%s: %d corners are no whole number of triangles; the rest was dropped", reader->place, count);
		}
		out->indices = corners;
		out->indexCount = count - count % 3;
		return true;
	}
	bool good = lwGltf_Spend(reader->gltf, (uint64_t)count * 12, reader->place);
	if (good) {
		out->indices = Unroll(corners, count, mode, &out->indexCount);
		good = out->indices != NULL || lwGltf_Fail(reader->gltf, lw_errorMemory, "%s: out of memory", reader->place);
	}
	free(corners);
	return good;
}

// *outKept false: points, lines or no positions; nothing was read.
static bool ReadPrimitive(MeshReader* reader, const json_t* primitive, lwScenePrimitive* out, int* ioHighest, bool* outKept) {
	int64_t mode;
	*outKept = false;
	if (!lwGltf_Int(reader->gltf, primitive, "mode", 4, 7, reader->place, &mode)) {
		return false;
	}
	if (mode < 4) {
		lwScene_Note(reader->scene, "%s: points and lines are skipped", reader->place);
		return true;
	}
	if (!ReadPositions(reader, primitive, out)) {
		return false;
	}
	if (out->positions == NULL) {
		lwScene_Note(reader->scene, "%s: no POSITION; skipped", reader->place);
		return true;
	}
	*outKept = true;
	float* normals = NULL;
	bool good = ReadVertexFloats(reader, primitive, "NORMAL", 3, out->vertexCount, &normals);
	out->normals = (lwVec3*)normals;
	return good && ReadVertexFloats(reader, primitive, "TEXCOORD_0", 2, out->vertexCount, &out->texcoords) &&
		ReadInfluences(reader, primitive, out, ioHighest) && ReadIndices(reader, primitive, (int)mode, out) &&
		lwGltf_Index(reader->gltf, primitive, "material", reader->scene->materialCount, reader->place, &out->material);
}

static bool ReadMesh(MeshReader* reader, const json_t* object, int index, lwSceneMesh* mesh, int* outHighest) {
	lwGltf* gltf = reader->gltf;
	const json_t* primitives = json_object_get(object, "primitives");
	size_t count = json_array_size(primitives);
	*outHighest = -1;
	mesh->name = lwImport_CopyString(lwGltf_Name(object));
	mesh->primitives = lwImport_Alloc(count, sizeof(lwScenePrimitive));
	if (mesh->name == NULL || mesh->primitives == NULL) {
		return lwGltf_Fail(gltf, lw_errorMemory, "meshes[%d]: out of memory", index);
	}
	for (size_t p = 0; p < count; ++p) {
		char place[64];
		(void)snprintf(place, sizeof(place), "meshes[%d].primitives[%zu]", index, p);
		reader->place = place;
		bool kept;
		mesh->primitiveCount += 1; // a half-read primitive is freed with the scene
		if (!ReadPrimitive(reader, json_array_get(primitives, p), mesh->primitives + mesh->primitiveCount - 1, outHighest, &kept)) {
			return false;
		}
		mesh->primitiveCount -= kept ? 0 : 1;
	}
	return true;
}

bool lwGltf_ReadMeshes(lwGltf* gltf, lwScene* scene, int** outHighestJoint) {
	json_t* array;
	int count;
	*outHighestJoint = NULL;
	if (!lwGltf_Array(gltf, "meshes", LW_MAX_NODES, &array, &count)) {
		return false;
	}
	scene->meshes = lwImport_Alloc((size_t)count, sizeof(lwSceneMesh));
	*outHighestJoint = lwImport_Alloc((size_t)count, sizeof(int));
	if (scene->meshes == NULL || *outHighestJoint == NULL) {
		return lwGltf_Fail(gltf, lw_errorMemory, "meshes: out of memory");
	}
	scene->meshCount = count;
	MeshReader reader = { gltf, scene, (int)json_array_size(json_object_get(gltf->root, "accessors")), 0, "" };
	for (int i = 0; i < count; ++i) {
		if (!ReadMesh(&reader, json_array_get(array, (size_t)i), i, scene->meshes + i, *outHighestJoint + i)) {
			return false;
		}
	}
	return true;
}
