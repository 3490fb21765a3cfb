// SPDX-License-Identifier: MIT
// The ground that a bake carries: the meshes that the writer added with withTerrain, known by their material.
#include "inspect/measure_parts.h"

#include <stdlib.h>
#include <string.h>

// As the writer names it (src/import/glb_edit.c). Editors that write a file anew number names: "legwork_terrain.001".
static const char s_material[] = "legwork_terrain";

static bool IsGround(const lwScene* scene, const lwSceneNode* node) {
	if (node->mesh < 0 || node->mesh >= scene->meshCount || node->skin >= 0 || scene->meshes[node->mesh].primitiveCount < 1) {
		return false;
	}
	const lwSceneMesh* mesh = scene->meshes + node->mesh;
	for (int p = 0; p < mesh->primitiveCount; ++p) {
		int material = mesh->primitives[p].material;
		if (material < 0 || material >= scene->materialCount) {
			return false;
		}
		const char* name = scene->materials[material].name;
		size_t length = sizeof(s_material) - 1;
		if (name == NULL || strncmp(name, s_material, length) != 0 || (name[length] != '\0' && name[length] != '.')) {
			return false;
		}
	}
	return true;
}

lwScene* lwMeasure_BakedGround(const lwScene* baked) {
	int count = 0;
	for (int n = 0; n < baked->nodeCount; ++n) {
		count += IsGround(baked, baked->nodes + n);
	}
	if (count == 0) {
		return NULL;
	}
	lwScene* view = malloc(sizeof(lwScene) + (size_t)baked->nodeCount * sizeof(lwSceneNode));
	if (view == NULL) {
		return NULL;
	}
	*view = *baked;
	view->nodes = (lwSceneNode*)(view + 1);
	view->clipCount = 0;
	for (int n = 0; n < baked->nodeCount; ++n) {
		view->nodes[n] = baked->nodes[n];
		view->nodes[n].mesh = IsGround(baked, baked->nodes + n) ? baked->nodes[n].mesh : -1;
	}
	for (int c = 0; c < baked->clipCount; ++c) { // the last that moves the ground
		bool moves = false;
		for (int i = 0; i < baked->clips[c].channelCount; ++i) {
			moves = moves || view->nodes[baked->clips[c].channels[i].node].mesh >= 0;
		}
		view->clips = moves ? baked->clips + c : view->clips;
		view->clipCount = moves ? 1 : view->clipCount;
	}
	return view;
}
