// SPDX-License-Identifier: MIT
// A scene without glTF document (FBX, BVH, made by code) as a fresh glTF document.
#include "import/glb.h"
#include "import/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// How scene meshes and skins map to the document's; -1: not written.
typedef struct Fresh {
	lwGlb* glb;
	const lwScene* scene;
	int* meshOf;
	bool* isSkinned;                // per mesh: written with influences
	bool* isLifted;                 // per node: written as a root without transform (see LiftSkinned)
	lwMat34* meshPlace;             // per mesh: applied to its vertices
	lwMat34* skinPlace;             // per skin: undone in its inverse bind matrices
} Fresh;

static void SetName(lwGlb* glb, json_t* object, const char* name) {
	if (name != NULL && name[0] != '\0') {
		lwGlb_Set(glb, object, "name", json_string(name));
	}
}

static json_t* Numbers(lwGlb* glb, const float* values, int count) {
	json_t* array = json_array();
	for (int i = 0; i < count; ++i) {
		lwGlb_Append(glb, array, json_real((double)values[i]));
	}
	return array;
}

static bool AllInfluenced(const lwSceneMesh* mesh) {
	for (int p = 0; p < mesh->primitiveCount; ++p) {
		if (mesh->primitives[p].influences == 0) {
			return false;
		}
	}
	return mesh->primitiveCount > 0;
}

static void MarkSkinned(Fresh* fresh) {
	const lwScene* scene = fresh->scene;
	for (int n = 0; n < scene->nodeCount; ++n) {
		const lwSceneNode* node = scene->nodes + n;
		if (node->mesh >= 0 && node->skin >= 0 && AllInfluenced(scene->meshes + node->mesh)) {
			fresh->isSkinned[node->mesh] = true;
		}
	}
}

// True for a node that nothing but the scene's roots would miss: no children, no joint, in no clip, alone with its mesh and skin.
static bool StandsAlone(const lwScene* scene, int index) {
	const lwSceneNode* node = scene->nodes + index;
	for (int n = 0; n < scene->nodeCount; ++n) {
		const lwSceneNode* other = scene->nodes + n;
		if (other->parent == index || (n != index && (other->mesh == node->mesh || other->skin == node->skin))) {
			return false;
		}
	}
	for (int s = 0; s < scene->skinCount; ++s) {
		for (int j = 0; j < scene->skins[s].jointCount; ++j) {
			if (scene->skins[s].joints[j] == index) {
				return false;
			}
		}
	}
	for (int c = 0; c < scene->clipCount; ++c) {
		for (int k = 0; k < scene->clips[c].channelCount; ++k) {
			if (scene->clips[c].channels[k].node == index) {
				return false;
			}
		}
	}
	return true;
}

// glTF ignores the transform of a node that shows a skinned mesh and wants it at the root. Where nothing depends on the
// node, its transform goes into the vertices (and out of the inverse bind matrices), which changes no picture.
static bool LiftSkinned(Fresh* fresh) {
	const lwScene* scene = fresh->scene;
	lwTransform* local = lwImport_Alloc((size_t)scene->nodeCount, sizeof(lwTransform));
	lwMat34* world = lwImport_Alloc((size_t)scene->nodeCount, sizeof(lwMat34));
	bool good = local != NULL && world != NULL;
	for (int m = 0; m < scene->meshCount; ++m) {
		fresh->meshPlace[m] = lwMat34Identity();
	}
	for (int s = 0; s < scene->skinCount; ++s) {
		fresh->skinPlace[s] = lwMat34Identity();
	}
	if (good) {
		lwScene_SampleClip(scene, -1, 0.0f, local);
		lwScene_ToWorld(scene, local, world);
	}
	for (int n = 0; good && n < scene->nodeCount; ++n) {
		const lwSceneNode* node = scene->nodes + n;
		bool skinned = node->mesh >= 0 && node->skin >= 0 && fresh->isSkinned[node->mesh];
		float volume = lwDot(world[n].x, lwCross(world[n].y, world[n].z));
		if (skinned && volume > 1e-12f && lwFiniteF(volume) && StandsAlone(scene, n)) {
			fresh->isLifted[n] = true;
			fresh->meshPlace[node->mesh] = world[n];
			fresh->skinPlace[node->skin] = lwMat34Inverse(world[n]);
		}
	}
	free(local);
	free(world);
	return good;
}

static void AddMeshes(Fresh* fresh) {
	lwGlb* glb = fresh->glb;
	for (int m = 0; m < fresh->scene->meshCount && glb->error.status == lw_ok; ++m) {
		const lwSceneMesh* mesh = fresh->scene->meshes + m;
		json_t* primitives = json_array();
		for (int p = 0; p < mesh->primitiveCount; ++p) {
			if (mesh->primitives[p].vertexCount > 0 && mesh->primitives[p].indexCount > 0) {
				lwGlb_Append(glb, primitives, lwGlb_MakePrimitive(glb, mesh->primitives + p, fresh->meshPlace[m], fresh->isSkinned[m], fresh->scene->materialCount));
			}
		}
		fresh->meshOf[m] = -1;
		if (json_array_size(primitives) == 0) {
			json_decref(primitives);
			continue;
		}
		json_t* object = json_object();
		SetName(glb, object, mesh->name);
		lwGlb_Set(glb, object, "primitives", primitives);
		lwGlb_SetTargets(glb, mesh, object);
		fresh->meshOf[m] = lwGlb_Push(glb, "meshes", object);
	}
}

static void AddSkins(Fresh* fresh) {
	lwGlb* glb = fresh->glb;
	for (int s = 0; s < fresh->scene->skinCount && glb->error.status == lw_ok; ++s) {
		const lwSceneSkin* skin = fresh->scene->skins + s;
		float* matrices = lwImport_Alloc((size_t)skin->jointCount * 16, sizeof(float));
		if (matrices == NULL) {
			lwGlb_Fail(glb, lw_errorMemory, "skins: out of memory");
			return;
		}
		json_t* joints = json_array();
		for (int j = 0; j < skin->jointCount; ++j) {
			lwMat34 m = lwMat34Mul(skin->inverseBind[j], fresh->skinPlace[s]);
			const float columns[16] = { m.x.x, m.x.y, m.x.z, 0.0f, m.y.x, m.y.y, m.y.z, 0.0f, m.z.x, m.z.y, m.z.z, 0.0f, m.t.x, m.t.y, m.t.z, 1.0f };
			memcpy(matrices + (size_t)j * 16, columns, sizeof(columns));
			lwGlb_Append(glb, joints, json_integer(skin->joints[j]));
		}
		json_t* object = json_object();
		SetName(glb, object, skin->name);
		lwGlb_Set(glb, object, "inverseBindMatrices", json_integer(lwGlb_AddFloats(glb, matrices, (size_t)skin->jointCount, 16, 0, lw_glbNoBounds)));
		lwGlb_Set(glb, object, "joints", joints);
		(void)lwGlb_Push(glb, "skins", object);
		free(matrices);
	}
}

static void SetTransform(lwGlb* glb, const lwSceneNode* node, json_t* object) {
	const lwTransform* t = &node->local;
	if (t->pos.x != 0.0f || t->pos.y != 0.0f || t->pos.z != 0.0f) {
		lwGlb_Set(glb, object, "translation", Numbers(glb, &t->pos.x, 3));
	}
	if (t->rot.x != 0.0f || t->rot.y != 0.0f || t->rot.z != 0.0f || t->rot.w != 1.0f) {
		lwQuat unit = lwQuatNormalize(t->rot);
		lwGlb_Set(glb, object, "rotation", Numbers(glb, &unit.x, 4));
	}
	if (t->scale.x != 1.0f || t->scale.y != 1.0f || t->scale.z != 1.0f) {
		lwGlb_Set(glb, object, "scale", Numbers(glb, &t->scale.x, 3));
	}
}

static void AddNodes(Fresh* fresh) {
	lwGlb* glb = fresh->glb;
	const lwScene* scene = fresh->scene;
	for (int n = 0; n < scene->nodeCount; ++n) {
		const lwSceneNode* node = scene->nodes + n;
		json_t* object = json_object();
		SetName(glb, object, node->name);
		if (!fresh->isLifted[n]) {
			SetTransform(glb, node, object);
		}
		int mesh = node->mesh >= 0 ? fresh->meshOf[node->mesh] : -1;
		if (mesh >= 0) {
			lwGlb_Set(glb, object, "mesh", json_integer(mesh));
		}
		if (mesh >= 0 && node->skin >= 0 && fresh->isSkinned[node->mesh]) {
			lwGlb_Set(glb, object, "skin", json_integer(node->skin));
		}
		(void)lwGlb_Push(glb, "nodes", object);
	}
	json_t* nodes = json_object_get(glb->root, "nodes");
	for (int n = 0; n < scene->nodeCount && glb->error.status == lw_ok; ++n) {
		int parent = scene->nodes[n].parent;
		if (parent >= 0 && !fresh->isLifted[n]) {
			json_t* children = lwGlb_ArrayOf(glb, json_array_get(nodes, (size_t)parent), "children");
			lwGlb_Append(glb, children, json_integer(n));
		}
	}
}

static void AddScene(Fresh* fresh) {
	lwGlb* glb = fresh->glb;
	json_t* roots = json_array();
	for (int n = 0; n < fresh->scene->nodeCount; ++n) {
		if (fresh->scene->nodes[n].parent < 0 || fresh->isLifted[n]) {
			lwGlb_Append(glb, roots, json_integer(n));
		}
	}
	json_t* object = json_object();
	if (json_array_size(roots) > 0) {
		lwGlb_Set(glb, object, "nodes", roots);
	} else {
		json_decref(roots);
	}
	(void)lwGlb_Push(glb, "scenes", object);
	lwGlb_Set(glb, glb->root, "scene", json_integer(0));
}

// Keys of weights for a node whose mesh is written with as many targets.
static bool HasTargets(const Fresh* fresh, const lwSceneChannel* channel) {
	int mesh = fresh->scene->nodes[channel->node].mesh;
	return mesh >= 0 && fresh->meshOf[mesh] >= 0 && fresh->scene->meshes[mesh].primitives[0].targetCount == channel->width;
}

// A clip as the scene holds it, without the weights of targets that are not there.
static void AddClip(Fresh* fresh, const lwSceneClip* clip) {
	lwSceneChannel* channels = lwImport_Alloc((size_t)clip->channelCount, sizeof(lwSceneChannel));
	if (channels == NULL) {
		lwGlb_Fail(fresh->glb, lw_errorMemory, "animations: out of memory");
		return;
	}
	int count = 0;
	for (int c = 0; c < clip->channelCount; ++c) {
		if (clip->channels[c].path != lw_pathWeights || HasTargets(fresh, clip->channels + c)) {
			channels[count++] = clip->channels[c];
		}
	}
	if (count > 0) {
		(void)lwGlb_Push(fresh->glb, "animations", lwGlb_MakeAnimation(fresh->glb, clip->name, count, channels));
	}
	free(channels);
}

bool lwGlb_FromScene(lwGlb* glb, const lwScene* scene) {
	char generator[32];
	(void)snprintf(generator, sizeof(generator), "Legwork %d.%d.%d", LW_VERSION_MAJOR, LW_VERSION_MINOR, LW_VERSION_PATCH);
	Fresh fresh = { .glb = glb, .scene = scene };
	fresh.meshOf = lwImport_Alloc((size_t)scene->meshCount, sizeof(int));
	fresh.isSkinned = lwImport_Alloc((size_t)scene->meshCount, sizeof(bool));
	fresh.isLifted = lwImport_Alloc((size_t)scene->nodeCount, sizeof(bool));
	fresh.meshPlace = lwImport_Alloc((size_t)scene->meshCount, sizeof(lwMat34));
	fresh.skinPlace = lwImport_Alloc((size_t)scene->skinCount, sizeof(lwMat34));
	bool good = fresh.meshOf != NULL && fresh.isSkinned != NULL && fresh.isLifted != NULL && fresh.meshPlace != NULL && fresh.skinPlace != NULL;
	glb->root = json_object();
	json_t* asset = json_object();
	lwGlb_Set(glb, asset, "version", json_string("2.0"));
	lwGlb_Set(glb, asset, "generator", json_string(generator));
	lwGlb_Set(glb, glb->root, "asset", asset);
	if (good) {
		MarkSkinned(&fresh);
		good = LiftSkinned(&fresh);
	}
	if (!good) {
		lwGlb_Fail(glb, lw_errorMemory, "out of memory");
	} else {
		AddScene(&fresh);
		lwGlb_AddMaterials(glb, scene);
		AddMeshes(&fresh);
		AddSkins(&fresh);
		AddNodes(&fresh);
	}
	for (int c = 0; c < scene->clipCount && glb->error.status == lw_ok; ++c) {
		AddClip(&fresh, scene->clips + c);
	}
	free(fresh.meshOf);
	free(fresh.isSkinned);
	free(fresh.isLifted);
	free(fresh.meshPlace);
	free(fresh.skinPlace);
	return glb->error.status == lw_ok;
}
