// SPDX-License-Identifier: MIT
// glTF document to lwScene: nodes, skins, materials, and the order in which the sections are read.
#include "import/gltf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool CopyName(lwGltf* gltf, const json_t* object, char** outName) {
	*outName = lwImport_CopyString(lwGltf_Name(object));
	return *outName != NULL || lwGltf_Fail(gltf, lw_errorMemory, "names: out of memory");
}

static bool ReadMatrix(lwGltf* gltf, const json_t* object, const char* place, lwScene* scene, lwSceneNode* node) {
	float m[16] = { 0 };
	if (!lwGltf_Numbers(gltf, object, "matrix", 16, place, m)) {
		return false;
	}
	node->hasMatrix = true;
	node->matrix = (lwMat34){ { m[0], m[1], m[2] }, { m[4], m[5], m[6] }, { m[8], m[9], m[10] }, { m[12], m[13], m[14] } };
	float lost;
	node->local = lwMat34Decompose(node->matrix, &lost);
	float size = lwMaxF(lwLength(node->matrix.x), lwMaxF(lwLength(node->matrix.y), lwLength(node->matrix.z)));
	if (lost > 1e-4f * size) {
		lwScene_Note(scene, "%s: its matrix has shear, which translation, rotation and scale cannot hold", place);
	}
	return true;
}

static bool ReadTransform(lwGltf* gltf, const json_t* object, const char* place, lwScene* scene, lwSceneNode* node) {
	if (json_object_get(object, "matrix") != NULL) {
		return ReadMatrix(gltf, object, place, scene, node);
	}
	float t[3] = { 0.0f, 0.0f, 0.0f }, r[4] = { 0.0f, 0.0f, 0.0f, 1.0f }, s[3] = { 1.0f, 1.0f, 1.0f };
	if (!lwGltf_Numbers(gltf, object, "translation", 3, place, t) || !lwGltf_Numbers(gltf, object, "rotation", 4, place, r) ||
		!lwGltf_Numbers(gltf, object, "scale", 3, place, s)) {
		return false;
	}
	lwQuat rotation = { r[0], r[1], r[2], r[3] };
	float length = r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + r[3] * r[3];
	if (!(lwAbsF(length - 1.0f) < 0.01f)) {
		lwScene_Note(scene, "%s: rotation was not of unit length", place);
	}
	// A rotation that is unit as far as floats go stays as stored, bit for bit.
	node->local.pos = lwV3(t[0], t[1], t[2]);
	node->local.rot = lwAbsF(length - 1.0f) < 1e-6f ? rotation : lwQuatNormalize(rotation);
	node->local.scale = lwV3(s[0], s[1], s[2]);
	node->matrix = lwMat34FromTransform(node->local);
	return true;
}

static bool ReadChildren(lwGltf* gltf, const json_t* object, int index, const char* place, lwScene* scene) {
	const json_t* children = json_object_get(object, "children");
	if (children != NULL && !json_is_array(children)) {
		return lwGltf_Fail(gltf, lw_errorFormat, "%s: children is not an array", place);
	}
	for (size_t i = 0; i < json_array_size(children); ++i) {
		const json_t* value = json_array_get(children, i);
		json_int_t child = json_is_integer(value) ? json_integer_value(value) : -1;
		if (child < 0 || child >= scene->nodeCount) {
			return lwGltf_Fail(gltf, lw_errorFormat, "%s: children[%zu] is not a node", place, i);
		}
		if (scene->nodes[child].parent >= 0) {
			return lwGltf_Fail(gltf, lw_errorFormat, "%s: child nodes[%d] already has the parent nodes[%d]", place, (int)child,
				scene->nodes[child].parent);
		}
		scene->nodes[child].parent = index;
	}
	return true;
}

static int JsonCount(const json_t* root, const char* key) {
	return (int)json_array_size(json_object_get(root, key));
}

static int MorphCount(const lwGltf* gltf, const json_t* node, int mesh) {
	const json_t* meshObject = json_array_get(json_object_get(gltf->root, "meshes"), (size_t)(mesh >= 0 ? mesh : 0));
	if (mesh < 0) {
		return 0;
	}
	const json_t* primitive = json_array_get(json_object_get(meshObject, "primitives"), 0);
	size_t count = json_array_size(json_object_get(primitive, "targets"));
	if (count == 0) {
		count = json_array_size(json_object_get(node, "weights"));
	}
	return count <= 65536 ? (int)count : 0;
}

static bool ReadNode(lwGltf* gltf, const json_t* object, int index, lwScene* scene) {
	char place[64];
	(void)snprintf(place, sizeof(place), "nodes[%d]", index);
	lwSceneNode* node = scene->nodes + index;
	if (!json_is_object(object)) {
		return lwGltf_Fail(gltf, lw_errorFormat, "%s: not an object", place);
	}
	if (!CopyName(gltf, object, &node->name) || !ReadTransform(gltf, object, place, scene, node) ||
		!lwGltf_Index(gltf, object, "mesh", JsonCount(gltf->root, "meshes"), place, &node->mesh) ||
		!lwGltf_Index(gltf, object, "skin", JsonCount(gltf->root, "skins"), place, &node->skin)) {
		return false;
	}
	node->weightCount = MorphCount(gltf, object, node->mesh);
	return ReadChildren(gltf, object, index, place, scene);
}

static bool ReadNodes(lwGltf* gltf, lwScene* scene) {
	json_t* array;
	int count;
	if (!lwGltf_Array(gltf, "nodes", LW_MAX_NODES, &array, &count)) {
		return false;
	}
	scene->nodes = lwImport_Alloc((size_t)count, sizeof(lwSceneNode));
	if (scene->nodes == NULL) {
		return lwGltf_Fail(gltf, lw_errorMemory, "nodes: out of memory");
	}
	scene->nodeCount = count;
	for (int i = 0; i < count; ++i) {
		scene->nodes[i].parent = -1;
	}
	for (int i = 0; i < count; ++i) {
		if (!ReadNode(gltf, json_array_get(array, (size_t)i), i, scene)) {
			return false;
		}
	}
	int bad;
	if (!lwImport_CheckParents(scene->nodes, count, &bad)) {
		return lwGltf_Fail(gltf, lw_errorFormat, "nodes[%d]: is its own ancestor", bad);
	}
	return true;
}

static bool ReadInverseBind(lwGltf* gltf, const json_t* object, const char* place, lwScene* scene, lwSceneSkin* skin) {
	skin->inverseBind = lwImport_Alloc((size_t)skin->jointCount, sizeof(lwMat34));
	if (skin->inverseBind == NULL) {
		return lwGltf_Fail(gltf, lw_errorMemory, "%s: out of memory", place);
	}
	for (int j = 0; j < skin->jointCount; ++j) {
		skin->inverseBind[j] = lwMat34Identity();
	}
	int accessor;
	if (!lwGltf_Index(gltf, object, "inverseBindMatrices", JsonCount(gltf->root, "accessors"), place, &accessor) || accessor < 0) {
		return gltf->error.status == lw_ok;
	}
	float* values;
	int count;
	if (!lwGltf_ReadFloats(gltf, accessor, 16, place, &values, &count)) {
		return false;
	}
	if (count < skin->jointCount) {
		free(values);
		return lwGltf_Fail(gltf, lw_errorFormat, "%s: %d inverse bind matrices for %d joints", place, count, skin->jointCount);
	}
	bool affine = true;
	for (int j = 0; j < skin->jointCount; ++j) {
		const float* m = values + (size_t)j * 16;
		skin->inverseBind[j] = (lwMat34){ { m[0], m[1], m[2] }, { m[4], m[5], m[6] }, { m[8], m[9], m[10] }, { m[12], m[13], m[14] } };
		affine = affine && lwAbsF(m[3]) + lwAbsF(m[7]) + lwAbsF(m[11]) + lwAbsF(m[15] - 1.0f) < 1e-3f;
	}
	free(values);
	if (!affine) {
		lwScene_Note(scene, "%s: inverse bind matrices with a last row other than 0 0 0 1; the row was ignored", place);
	}
	return true;
}

static bool ReadSkin(lwGltf* gltf, const json_t* object, int index, lwScene* scene) {
	char place[64];
	(void)snprintf(place, sizeof(place), "skins[%d]", index);
	lwSceneSkin* skin = scene->skins + index;
	const json_t* joints = json_object_get(object, "joints");
	size_t count = json_array_size(joints);
	if (!CopyName(gltf, object, &skin->name)) {
		return false;
	}
	if (count == 0 || count > LW_MAX_NODES) {
		return lwGltf_Fail(gltf, lw_errorFormat, "%s: %zu joints", place, count);
	}
	skin->joints = lwImport_Alloc(count, sizeof(int));
	if (skin->joints == NULL || !lwGltf_Spend(gltf, count * 256, place)) {
		return lwGltf_Fail(gltf, lw_errorMemory, "%s: out of memory", place);
	}
	for (size_t j = 0; j < count; ++j) {
		const json_t* value = json_array_get(joints, j);
		json_int_t joint = json_is_integer(value) ? json_integer_value(value) : -1;
		if (joint < 0 || joint >= scene->nodeCount) {
			return lwGltf_Fail(gltf, lw_errorFormat, "%s: joints[%zu] is not a node", place, j);
		}
		skin->joints[j] = (int)joint;
	}
	skin->jointCount = (int)count;
	return ReadInverseBind(gltf, object, place, scene, skin);
}

static bool ReadSkins(lwGltf* gltf, lwScene* scene) {
	json_t* array;
	int count;
	if (!lwGltf_Array(gltf, "skins", LW_MAX_NODES, &array, &count)) {
		return false;
	}
	scene->skins = lwImport_Alloc((size_t)count, sizeof(lwSceneSkin));
	if (scene->skins == NULL) {
		return lwGltf_Fail(gltf, lw_errorMemory, "skins: out of memory");
	}
	scene->skinCount = count;
	for (int i = 0; i < count; ++i) {
		if (!ReadSkin(gltf, json_array_get(array, (size_t)i), i, scene)) {
			return false;
		}
	}
	return true;
}

static bool ReadMaterial(lwGltf* gltf, const json_t* object, int index, lwSceneMaterial* material) {
	char place[64];
	(void)snprintf(place, sizeof(place), "materials[%d]", index);
	const json_t* pbr = json_object_get(object, "pbrMetallicRoughness");
	for (int c = 0; c < 4; ++c) {
		material->color[c] = 1.0f;
	}
	material->colorImage = material->normalImage = material->roughnessImage = material->emissiveImage = -1;
	const json_t* metallic = json_object_get(pbr, "metallicFactor");
	const json_t* roughness = json_object_get(pbr, "roughnessFactor");
	material->metallic = json_is_number(metallic) ? lwClampF((float)json_number_value(metallic), 0.0f, 1.0f) : 1.0f;
	material->roughness = json_is_number(roughness) ? lwClampF((float)json_number_value(roughness), 0.0f, 1.0f) : 1.0f;
	material->doubleSided = json_is_true(json_object_get(object, "doubleSided"));
	return CopyName(gltf, object, &material->name) && lwGltf_Numbers(gltf, pbr, "baseColorFactor", 4, place, material->color) &&
		lwGltf_Numbers(gltf, object, "emissiveFactor", 3, place, material->emissive);
}

static bool ReadMaterials(lwGltf* gltf, lwScene* scene) {
	json_t* array;
	int count;
	if (!lwGltf_Array(gltf, "materials", LW_MAX_NODES, &array, &count)) {
		return false;
	}
	scene->materials = lwImport_Alloc((size_t)count, sizeof(lwSceneMaterial));
	if (scene->materials == NULL) {
		return lwGltf_Fail(gltf, lw_errorMemory, "materials: out of memory");
	}
	scene->materialCount = count;
	for (int i = 0; i < count; ++i) {
		if (!ReadMaterial(gltf, json_array_get(array, (size_t)i), i, scene->materials + i)) {
			return false;
		}
	}
	return true;
}

// Every joint a vertex names must be in the skin of each node that shows the mesh.
static bool CheckInfluences(lwGltf* gltf, const lwScene* scene, const int* highestJoint) {
	for (int n = 0; n < scene->nodeCount; ++n) {
		const lwSceneNode* node = scene->nodes + n;
		if (node->mesh < 0 || node->skin < 0) {
			continue;
		}
		int joints = scene->skins[node->skin].jointCount;
		if (highestJoint[node->mesh] >= joints) {
			return lwGltf_Fail(gltf, lw_errorFormat, "nodes[%d]: meshes[%d] uses joint %d of skins[%d], which has %d", n, node->mesh,
				highestJoint[node->mesh], node->skin, joints);
		}
	}
	return true;
}

static bool KeepDocument(lwGltf* gltf, lwScene* scene) {
	scene->json = lwImport_Alloc(gltf->jsonSize + 1, 1);
	if (scene->json == NULL) {
		return lwGltf_Fail(gltf, lw_errorMemory, "JSON: out of memory");
	}
	memcpy(scene->json, gltf->json, gltf->jsonSize);
	scene->jsonSize = gltf->jsonSize;
	if (gltf->bin != NULL) {
		scene->bin = lwImport_Alloc(gltf->binSize, 1);
		if (scene->bin == NULL) {
			return lwGltf_Fail(gltf, lw_errorMemory, "binary chunk: out of memory");
		}
		memcpy(scene->bin, gltf->bin, gltf->binSize);
		scene->binSize = gltf->binSize;
	}
	if (gltf->strangeChunks > 0) {
		lwScene_Note(scene, "%d GLB chunk(s) of unknown type were skipped", gltf->strangeChunks);
	}
	return true;
}

static bool ReadSections(lwGltf* gltf, lwScene* scene) {
	int* highestJoint = NULL;
	bool good = ReadNodes(gltf, scene) && ReadSkins(gltf, scene) && ReadMaterials(gltf, scene) &&
		lwGltf_ReadMeshes(gltf, scene, &highestJoint) && CheckInfluences(gltf, scene, highestJoint) &&
		lwGltf_ReadClips(gltf, scene) && KeepDocument(gltf, scene);
	free(highestJoint);
	return good;
}

// Path that buffers can be found from again: name, put under baseDir when it has no folder of its own.
static char* DocumentPath(const char* name, const char* baseDir) {
	size_t base = baseDir != NULL && strchr(name, '/') == NULL ? strlen(baseDir) : 0;
	size_t length = strlen(name);
	char* path = malloc(base + length + 2);
	if (path != NULL) {
		memcpy(path, baseDir != NULL ? baseDir : "", base);
		if (base > 0 && path[base - 1] != '/') {
			path[base++] = '/';
		}
		memcpy(path + base, name, length + 1);
	}
	return path;
}

lwResult lwReadGltfMemory(const uint8_t* data, size_t size, const char* name, const char* baseDir, lwScene** outScene) {
	if (!LW_ASSERT(outScene != NULL && name != NULL && (data != NULL || size == 0))) {
		return lwResult_Fail(lw_errorArgument, "lwReadGltfMemory: data, name and outScene must not be NULL");
	}
	*outScene = NULL;
	if (size > LW_MAX_FILE_BYTES) {
		return lwResult_Fail(lw_errorLimit, "%.300s: larger than %u bytes", name, LW_MAX_FILE_BYTES);
	}
	lwGltf gltf;
	char* path = DocumentPath(name, baseDir);
	lwScene* scene = NULL;
	bool good = lwGltf_Open(&gltf, data != NULL ? data : (const uint8_t*)"", size, name) && lwGltf_LoadBuffers(&gltf, baseDir);
	if (good) {
		scene = path != NULL ? lwScene_New(path, gltf.isGlb ? "glb" : "gltf") : NULL;
		good = scene != NULL ? ReadSections(&gltf, scene) : lwGltf_Fail(&gltf, lw_errorMemory, "out of memory");
	}
	lwResult result = gltf.error;
	lwGltf_Close(&gltf);
	free(path);
	if (!good) {
		lwDestroyScene(scene);
		return result;
	}
	*outScene = scene;
	return result;
}
