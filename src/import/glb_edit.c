// SPDX-License-Identifier: MIT
// What an edit adds to a GLB: animations, one root node, terrain.
#include "import/glb.h"
#include "import/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool CheckKeys(lwGlb* glb, const lwSceneChannel* channel, const char* place) {
	size_t values = (size_t)channel->keyCount * (size_t)channel->width * (channel->interpolation == lw_interpCubic ? 3 : 1);
	if (!lwImport_AllFinite(channel->times, (size_t)channel->keyCount) || !lwImport_AllFinite(channel->values, values)) {
		return lwGlb_Fail(glb, lw_errorData, "%s: a time or value is not finite", place);
	}
	if (channel->times[0] < 0.0f) {
		return lwGlb_Fail(glb, lw_errorData, "%s: the first key is before time 0", place);
	}
	for (int k = 1; k < channel->keyCount; ++k) {
		if (!(channel->times[k] > channel->times[k - 1])) {
			return lwGlb_Fail(glb, lw_errorData, "%s: key %d is not after the key before it", place, k);
		}
	}
	return true;
}

// One channel: its node, its width, its keys; usedTargets holds a flag for each node and path.
static bool CheckChannel(lwGlb* glb, const lwScene* scene, const lwGlbEdit* edit, const lwSceneChannel* channel, const char* place, bool* usedTargets) {
	int limit = scene->nodeCount + (edit->insertRoot ? 1 : 0);
	if (channel->node < 0 || channel->node >= limit) {
		return lwGlb_Fail(glb, lw_errorArgument, "%s: node %d does not exist (there are %d)", place, channel->node, limit);
	}
	const lwSceneNode* node = channel->node < scene->nodeCount ? scene->nodes + channel->node : NULL;
	int weightCount = node != NULL ? node->weightCount : 0;
	int width = channel->path == lw_pathWeights ? weightCount : channel->path == lw_pathRotation ? 4 : 3;
	if (channel->width != width || width == 0 || channel->keyCount < 1) {
		return lwGlb_Fail(glb, lw_errorArgument, "%s: width %d and %d keys; nodes[%d] needs width %d and a key", place, channel->width,
			channel->keyCount, channel->node, width);
	}
	if (node != NULL && node->hasMatrix && scene->json != NULL && channel->path != lw_pathWeights) {
		return lwGlb_Fail(glb, lw_errorArgument, "%s: nodes[%d] has a matrix and cannot be animated", place, channel->node);
	}
	bool* used = usedTargets + (size_t)channel->node * 4 + (size_t)channel->path;
	if (*used) {
		return lwGlb_Fail(glb, lw_errorArgument, "%s: nodes[%d] has a channel of this path already", place, channel->node);
	}
	*used = true;
	return CheckKeys(glb, channel, place);
}

static bool CheckAnimation(lwGlb* glb, const lwScene* scene, const lwGlbEdit* edit, int index) {
	const lwGlbAnimation* animation = edit->animations + index;
	bool* usedTargets = lwImport_Alloc(((size_t)scene->nodeCount + 1) * 4, sizeof(bool));
	if (usedTargets == NULL) {
		return lwGlb_Fail(glb, lw_errorMemory, "animations: out of memory");
	}
	bool good = animation->channelCount > 0 ||
		lwGlb_Fail(glb, lw_errorArgument, "new animation '%.60s': no channels", animation->name != NULL ? animation->name : "");
	for (int c = 0; good && c < animation->channelCount; ++c) {
		char place[128];
		(void)snprintf(place, sizeof(place), "new animation '%.60s': channels[%d]", animation->name != NULL ? animation->name : "", c);
		good = CheckChannel(glb, scene, edit, animation->channels + c, place, usedTargets);
	}
	free(usedTargets);
	return good;
}

static bool NameTaken(const json_t* animations, const char* name) {
	for (size_t i = 0; i < json_array_size(animations); ++i) {
		const char* have = json_string_value(json_object_get(json_array_get(animations, i), "name"));
		if (have != NULL && strcmp(have, name) == 0) {
			return true;
		}
	}
	return false;
}

// name, or name_2, name_3... when the document has an animation of that name. malloc.
static char* FreeName(const json_t* animations, const char* name) {
	size_t capacity = strlen(name) + 16;
	char* result = malloc(capacity);
	if (result == NULL) {
		return NULL;
	}
	(void)snprintf(result, capacity, "%s", name);
	for (int n = 2; NameTaken(animations, result); ++n) {
		(void)snprintf(result, capacity, "%s_%d", name, n);
	}
	return result;
}

// The animation's channels, and those of the terrain that moves beside it (motion may be NULL), as one.
static json_t* MakeAnimation(lwGlb* glb, const lwGlbAnimation* source, const lwTerrainMotion* motion, const char* name) {
	int extra = motion != NULL ? motion->count : 0;
	if (extra == 0) {
		return lwGlb_MakeAnimation(glb, name, source->channelCount, source->channels);
	}
	size_t own = (size_t)source->channelCount;
	lwSceneChannel* channels = lwImport_Alloc(own + (size_t)extra, sizeof(lwSceneChannel));
	if (channels == NULL) {
		lwGlb_Fail(glb, lw_errorMemory, "animations: out of memory");
		return NULL;
	}
	memcpy(channels, source->channels, own * sizeof(lwSceneChannel));
	memcpy(channels + own, motion->channels, (size_t)extra * sizeof(lwSceneChannel));
	json_t* animation = lwGlb_MakeAnimation(glb, name, source->channelCount + extra, channels);
	free(channels);
	return animation;
}

static bool AddAnimation(lwGlb* glb, const lwGlbAnimation* source, const lwTerrainMotion* motion, char** outName) {
	char* name = FreeName(json_object_get(glb->root, "animations"), source->name != NULL ? source->name : "legwork");
	if (name == NULL) {
		return lwGlb_Fail(glb, lw_errorMemory, "animations: out of memory");
	}
	json_t* animation = MakeAnimation(glb, source, motion, name);
	if (source->extrasJson != NULL) {
		json_error_t error;
		json_t* extras = json_loads(source->extrasJson, 0, &error);
		if (!json_is_object(extras)) {
			json_decref(extras);
			json_decref(animation);
			lwGlb_Fail(glb, lw_errorArgument, "new animation '%.60s': extras are no JSON object: %s", name, error.text);
			free(name);
			return false;
		}
		lwGlb_Set(glb, animation, "extras", extras);
	}
	(void)lwGlb_Push(glb, "animations", animation);
	if (outName != NULL) {
		*outName = name;
	} else {
		free(name);
	}
	return glb->error.status == lw_ok;
}

// The default scene's object, made when the document has none (then with all parentless nodes).
json_t* lwGlb_DefaultScene(lwGlb* glb, const lwScene* scene) {
	json_t* scenes = lwGlb_ArrayOf(glb, glb->root, "scenes");
	if (json_array_size(scenes) == 0) {
		json_t* object = json_object();
		json_t* roots = json_array();
		for (int n = 0; n < scene->nodeCount; ++n) {
			if (scene->nodes[n].parent < 0) {
				lwGlb_Append(glb, roots, json_integer(n));
			}
		}
		lwGlb_Set(glb, object, "nodes", roots);
		lwGlb_Append(glb, scenes, object);
		lwGlb_Set(glb, glb->root, "scene", json_integer(0));
	}
	json_int_t index = json_integer_value(json_object_get(glb->root, "scene"));
	json_t* object = json_array_get(scenes, index >= 0 ? (size_t)index : 0);
	if (object == NULL) {
		lwGlb_Fail(glb, lw_errorFormat, "scene: scenes[%lld] does not exist", (long long)index);
	}
	return object;
}

static bool Contains(const json_t* array, json_int_t value) {
	for (size_t i = 0; i < json_array_size(array); ++i) {
		if (json_integer_value(json_array_get(array, i)) == value) {
			return true;
		}
	}
	return false;
}

// In every scene, the nodes that went below the new root are replaced by it.
static void ReplaceRoots(lwGlb* glb, const json_t* moved, int root) {
	json_t* scenes = json_object_get(glb->root, "scenes");
	for (size_t s = 0; s < json_array_size(scenes); ++s) {
		json_t* scene = json_array_get(scenes, s);
		json_t* old = json_object_get(scene, "nodes");
		json_t* nodes = json_array();
		bool replaced = false;
		for (size_t i = 0; i < json_array_size(old); ++i) {
			json_t* value = json_array_get(old, i);
			if (!Contains(moved, json_integer_value(value))) {
				lwGlb_Append(glb, nodes, json_incref(value));
			} else if (!replaced) {
				lwGlb_Append(glb, nodes, json_integer(root));
				replaced = true;
			}
		}
		if (replaced) {
			lwGlb_Set(glb, scene, "nodes", nodes);
		} else {
			json_decref(nodes);
		}
	}
}

// The roots that go below the new one: all but leaves that show a skinned mesh, whose own transform has no effect
// (and which glTF wants to be roots).
static json_t* MovedRoots(lwGlb* glb, const json_t* defaultScene) {
	const json_t* roots = json_object_get(defaultScene, "nodes");
	const json_t* nodes = json_object_get(glb->root, "nodes");
	json_t* moved = json_array();
	for (size_t i = 0; i < json_array_size(roots); ++i) {
		json_t* value = json_array_get(roots, i);
		const json_t* node = json_array_get(nodes, (size_t)json_integer_value(value));
		bool isSkinnedLeaf = json_object_get(node, "skin") != NULL && json_object_get(node, "children") == NULL;
		if (!isSkinnedLeaf) {
			lwGlb_Append(glb, moved, json_incref(value));
		}
	}
	return moved;
}

static bool InsertRoot(lwGlb* glb, const lwScene* scene, const char* name) {
	json_t* defaultScene = lwGlb_DefaultScene(glb, scene);
	json_t* moved = MovedRoots(glb, defaultScene);
	json_t* node = json_object();
	lwGlb_Set(glb, node, "name", json_string(name));
	if (json_array_size(moved) > 0) {
		lwGlb_Set(glb, node, "children", json_incref(moved));
	}
	int index = lwGlb_Push(glb, "nodes", node);
	if (index != scene->nodeCount) {
		lwGlb_Fail(glb, lw_errorData, "nodes: the scene has %d, its document %d", scene->nodeCount, index);
	}
	if (json_array_size(moved) > 0) {
		ReplaceRoots(glb, moved, index);
	} else {
		lwGlb_Append(glb, lwGlb_ArrayOf(glb, defaultScene, "nodes"), json_integer(index));
	}
	json_decref(moved);
	return glb->error.status == lw_ok;
}

bool lwGlb_Apply(lwGlb* glb, const lwScene* scene, const lwGlbEdit* edit, char** outNames) {
	for (int i = 0; i < edit->animationCount; ++i) {
		if (!CheckAnimation(glb, scene, edit, i)) {
			return false;
		}
	}
	if (edit->insertRoot && !InsertRoot(glb, scene, edit->insertRootName != NULL ? edit->insertRootName : "legwork_root")) {
		return false;
	}
	lwTerrainMotion motion = { 0, NULL };
	bool good = edit->terrain == NULL || lwGlb_AddTerrain(glb, scene, edit, &motion);
	for (int i = 0; i < edit->animationCount && good; ++i) {
		good = AddAnimation(glb, edit->animations + i, i == 0 ? &motion : NULL, outNames != NULL ? outNames + i : NULL);
	}
	lwGlb_FreeMotion(&motion);
	return good;
}
