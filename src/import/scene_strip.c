// SPDX-License-Identifier: MIT
// A copy of a scene without some of its nodes.
#include "import/gltf.h"

#include <stdlib.h>
#include <string.h>

typedef struct Strip {
	const lwScene* from;
	lwScene* to;
	const bool* drop;
	int* nodeMap;
	bool failed;                    // out of memory
} Strip;

// A copy of count elements; NULL for NULL.
static void* Copy(Strip* strip, const void* from, size_t count, size_t size) {
	void* copy = from != NULL ? lwImport_Alloc(count, size) : NULL;
	strip->failed = strip->failed || (from != NULL && copy == NULL);
	if (copy != NULL && count > 0) {
		memcpy(copy, from, count * size);
	}
	return copy;
}

// An empty array, whose elements get filled one by one.
static void* Room(Strip* strip, int count, size_t size) {
	void* room = lwImport_Alloc((size_t)count, size);
	strip->failed = strip->failed || room == NULL;
	return room;
}

static char* CopyText(Strip* strip, const char* text) {
	return Copy(strip, text, text != NULL ? strlen(text) + 1 : 0, 1);
}

// ---- Is it allowed? ----------------------------------------------------------------------------------------------------

static lwResult Refuse(const lwScene* scene, int node, const char* why) {
	char buffer[32];
	return lwResult_Fail(lw_errorData, "%.200s: strip: node '%.80s' %s", scene->file != NULL ? scene->file : "", lwScene_NodeName(scene, node, buffer, (int)sizeof(buffer)), why);
}

static lwResult CheckNodes(const lwScene* scene, const bool* drop) {
	for (int n = 0; n < scene->nodeCount; ++n) {
		int parent = scene->nodes[n].parent;
		if (drop[n] && scene->nodes[n].mesh >= 0) {
			return Refuse(scene, n, "shows a mesh");
		}
		if (parent >= 0 && drop[parent] && !drop[n]) {
			return Refuse(scene, n, "hangs on one that is dropped");
		}
	}
	for (int s = 0; s < scene->skinCount; ++s) {
		int kept = 0;
		for (int j = 0; j < scene->skins[s].jointCount; ++j) {
			kept += !drop[scene->skins[s].joints[j]];
		}
		if (kept == 0 && scene->skins[s].jointCount > 0) {
			return Refuse(scene, scene->skins[s].joints[0], "and its like are all of a skin");
		}
	}
	return lwResult_Ok();
}

static lwResult CheckWeights(const lwScene* scene, const bool* drop) {
	for (int n = 0; n < scene->nodeCount; ++n) {
		const lwSceneNode* node = scene->nodes + n;
		for (int p = 0; node->mesh >= 0 && node->skin >= 0 && p < scene->meshes[node->mesh].primitiveCount; ++p) {
			const lwScenePrimitive* primitive = scene->meshes[node->mesh].primitives + p;
			const lwSceneSkin* skin = scene->skins + node->skin;
			size_t count = (size_t)primitive->vertexCount * (size_t)primitive->influences;
			for (size_t i = 0; i < count; ++i) {
				if (primitive->weights[i] > 0.0f && primitive->joints[i] < skin->jointCount && drop[skin->joints[primitive->joints[i]]]) {
					return Refuse(scene, skin->joints[primitive->joints[i]], "carries a vertex");
				}
			}
		}
	}
	return lwResult_Ok();
}

// ---- The parts -----------------------------------------------------------------------------------------------------------

static void StripNodes(Strip* strip) {
	const lwScene* from = strip->from;
	lwScene* to = strip->to;
	for (int n = 0; n < from->nodeCount; ++n) {
		strip->nodeMap[n] = strip->drop[n] ? -1 : to->nodeCount++;
	}
	to->nodes = Room(strip, to->nodeCount, sizeof(lwSceneNode));
	for (int n = 0; n < from->nodeCount && !strip->failed; ++n) {
		if (!strip->drop[n]) {
			lwSceneNode* node = to->nodes + strip->nodeMap[n];
			*node = from->nodes[n];
			node->name = CopyText(strip, node->name);
			node->parent = node->parent >= 0 ? strip->nodeMap[node->parent] : -1;
		}
	}
}

static void CopyPrimitive(Strip* strip, const lwScenePrimitive* from, lwScenePrimitive* to) {
	size_t vertices = (size_t)from->vertexCount, influences = vertices * (size_t)from->influences;
	*to = *from;
	to->positions = Copy(strip, from->positions, vertices, sizeof(lwVec3));
	to->normals = Copy(strip, from->normals, vertices, sizeof(lwVec3));
	to->texcoords = Copy(strip, from->texcoords, vertices * 2, sizeof(float));
	to->joints = Copy(strip, from->joints, influences, sizeof(uint16_t));
	to->weights = Copy(strip, from->weights, influences, sizeof(float));
	to->indices = Copy(strip, from->indices, (size_t)from->indexCount, sizeof(uint32_t));
	to->targets = from->targetCount > 0 ? Room(strip, from->targetCount, sizeof(lwSceneTarget)) : NULL;
	for (int t = 0; to->targets != NULL && t < from->targetCount; ++t) {
		to->targets[t].name = CopyText(strip, from->targets[t].name);
		to->targets[t].positions = Copy(strip, from->targets[t].positions, vertices, sizeof(lwVec3));
		to->targets[t].normals = Copy(strip, from->targets[t].normals, vertices, sizeof(lwVec3));
	}
}

static void CopyMeshes(Strip* strip) {
	const lwScene* from = strip->from;
	strip->to->meshes = Room(strip, from->meshCount, sizeof(lwSceneMesh));
	strip->to->meshCount = strip->failed ? 0 : from->meshCount;
	for (int m = 0; m < strip->to->meshCount; ++m) {
		const lwSceneMesh* source = from->meshes + m;
		lwSceneMesh* mesh = strip->to->meshes + m;
		mesh->name = CopyText(strip, source->name);
		mesh->targetWeights = Copy(strip, source->targetWeights, source->primitiveCount > 0 ? (size_t)source->primitives[0].targetCount : 0, sizeof(float));
		mesh->primitives = Room(strip, source->primitiveCount, sizeof(lwScenePrimitive));
		mesh->primitiveCount = mesh->primitives != NULL ? source->primitiveCount : 0;
		for (int p = 0; p < mesh->primitiveCount; ++p) {
			CopyPrimitive(strip, source->primitives + p, mesh->primitives + p);
		}
	}
}

// jointMap: the new index of each joint; 0 for those dropped, whose weights are 0.
static void StripSkin(Strip* strip, const lwSceneSkin* from, lwSceneSkin* to, uint16_t* jointMap) {
	to->name = CopyText(strip, from->name);
	to->joints = Room(strip, from->jointCount, sizeof(int));
	to->inverseBind = Room(strip, from->jointCount, sizeof(lwMat34));
	for (int j = 0; j < from->jointCount && !strip->failed; ++j) {
		if (!strip->drop[from->joints[j]]) {
			jointMap[j] = (uint16_t)to->jointCount;
			to->joints[to->jointCount] = strip->nodeMap[from->joints[j]];
			to->inverseBind[to->jointCount++] = from->inverseBind[j];
		}
	}
}

static void RenumberMesh(lwSceneMesh* ioMesh, const uint16_t* jointMap, int jointCount) {
	for (int p = 0; p < ioMesh->primitiveCount; ++p) {
		lwScenePrimitive* primitive = ioMesh->primitives + p;
		size_t count = (size_t)primitive->vertexCount * (size_t)primitive->influences;
		for (size_t i = 0; i < count; ++i) {
			primitive->joints[i] = primitive->joints[i] < jointCount ? jointMap[primitive->joints[i]] : 0;
		}
	}
}

// A mesh is renumbered by the skin of the first node that shows it; others must show it by one that is renumbered alike.
static lwResult RenumberMeshes(Strip* strip, const uint16_t* jointMaps, const size_t* first, int* skinOf) {
	const lwScene* from = strip->from;
	for (int n = 0; n < from->nodeCount; ++n) {
		int mesh = from->nodes[n].mesh, skin = from->nodes[n].skin;
		if (mesh < 0 || skin < 0) {
			continue;
		}
		int jointCount = from->skins[skin].jointCount, before = skinOf[mesh] - 1;
		if (before < 0) {
			RenumberMesh(strip->to->meshes + mesh, jointMaps + first[skin], jointCount);
			skinOf[mesh] = skin + 1;
		} else if (before != skin && (jointCount != from->skins[before].jointCount ||
									  memcmp(jointMaps + first[skin], jointMaps + first[before], (size_t)jointCount * sizeof(uint16_t)) != 0)) {
			return Refuse(from, n, "shows a mesh that another shows by another skin");
		}
	}
	return lwResult_Ok();
}

static lwResult StripSkins(Strip* strip) {
	const lwScene* from = strip->from;
	lwScene* to = strip->to;
	size_t total = 0;
	size_t* first = Room(strip, from->skinCount, sizeof(size_t));
	for (int s = 0; first != NULL && s < from->skinCount; ++s) {
		first[s] = total;
		total += (size_t)from->skins[s].jointCount;
	}
	uint16_t* jointMaps = lwImport_Alloc(total, sizeof(uint16_t));
	int* skinOf = Room(strip, from->meshCount, sizeof(int)); // and 1: 0 is none yet
	to->skins = Room(strip, from->skinCount, sizeof(lwSceneSkin));
	strip->failed = strip->failed || jointMaps == NULL;
	to->skinCount = strip->failed ? 0 : from->skinCount;
	for (int s = 0; s < to->skinCount; ++s) {
		StripSkin(strip, from->skins + s, to->skins + s, jointMaps + first[s]);
	}
	lwResult result = strip->failed ? lwResult_Ok() : RenumberMeshes(strip, jointMaps, first, skinOf);
	free(first);
	free(jointMaps);
	free(skinOf);
	return result;
}

static void StripClip(Strip* strip, const lwSceneClip* from, lwSceneClip* to) {
	*to = *from;
	to->name = CopyText(strip, from->name);
	to->channels = Room(strip, from->channelCount, sizeof(lwSceneChannel));
	to->channelCount = 0;
	for (int c = 0; c < from->channelCount && to->channels != NULL; ++c) {
		const lwSceneChannel* source = from->channels + c;
		if (!strip->drop[source->node]) {
			lwSceneChannel* channel = to->channels + to->channelCount++;
			size_t values = (size_t)source->keyCount * (size_t)source->width * (source->interpolation == lw_interpCubic ? 3 : 1);
			*channel = *source;
			channel->node = strip->nodeMap[source->node];
			channel->times = Copy(strip, source->times, (size_t)source->keyCount, sizeof(float));
			channel->values = Copy(strip, source->values, values, sizeof(float));
		}
	}
}

static void StripClips(Strip* strip) {
	strip->to->clips = Room(strip, strip->from->clipCount, sizeof(lwSceneClip));
	strip->to->clipCount = strip->failed ? 0 : strip->from->clipCount;
	for (int c = 0; c < strip->to->clipCount; ++c) {
		StripClip(strip, strip->from->clips + c, strip->to->clips + c);
	}
}

static void CopyMaterials(Strip* strip) {
	const lwScene* from = strip->from;
	lwScene* to = strip->to;
	to->materials = Copy(strip, from->materials, (size_t)from->materialCount, sizeof(lwSceneMaterial));
	to->materialCount = to->materials != NULL ? from->materialCount : 0;
	for (int m = 0; m < to->materialCount; ++m) {
		to->materials[m].name = CopyText(strip, from->materials[m].name);
	}
	to->images = Copy(strip, from->images, (size_t)from->imageCount, sizeof(lwSceneImage));
	to->imageCount = to->images != NULL ? from->imageCount : 0;
	for (int i = 0; i < to->imageCount; ++i) {
		to->images[i].name = CopyText(strip, from->images[i].name);
		to->images[i].data = Copy(strip, from->images[i].data, from->images[i].size, 1);
	}
}

static lwResult MakeCopy(Strip* strip) {
	strip->to = lwScene_New(strip->from->file != NULL ? strip->from->file : "", strip->from->format != NULL ? strip->from->format : "");
	if (strip->to == NULL) {
		return lwResult_Fail(lw_errorMemory, "strip: out of memory");
	}
	free(strip->to->notes);
	strip->to->notes = lwImport_CopyString(strip->from->notes != NULL ? strip->from->notes : "");
	StripNodes(strip);
	CopyMeshes(strip);
	lwResult result = strip->failed ? lwResult_Ok() : StripSkins(strip);
	StripClips(strip);
	CopyMaterials(strip);
	if (result.status == lw_ok && !strip->failed && strip->from->json != NULL) {
		result = lwGltf_ReadImages(strip->from, strip->to);
	}
	bool whole = !strip->failed && strip->to->notes != NULL;
	return result.status != lw_ok || whole ? result : lwResult_Fail(lw_errorMemory, "strip: out of memory");
}

lwResult lwScene_Strip(const lwScene* scene, const bool* drop, lwScene** outScene, int* outNodeMap) {
	if (!LW_ASSERT(scene != NULL && drop != NULL && outScene != NULL)) {
		return lwResult_Fail(lw_errorArgument, "lwScene_Strip: NULL argument");
	}
	*outScene = NULL;
	lwResult result = CheckNodes(scene, drop);
	result = result.status == lw_ok ? CheckWeights(scene, drop) : result;
	if (result.status != lw_ok) {
		return result;
	}
	Strip strip = { scene, NULL, drop, lwImport_Alloc((size_t)scene->nodeCount, sizeof(int)), false };
	result = strip.nodeMap != NULL ? MakeCopy(&strip) : lwResult_Fail(lw_errorMemory, "strip: out of memory");
	if (result.status == lw_ok && outNodeMap != NULL) {
		memcpy(outNodeMap, strip.nodeMap, (size_t)scene->nodeCount * sizeof(int));
	}
	free(strip.nodeMap);
	if (result.status == lw_ok) {
		*outScene = strip.to;
	} else {
		lwDestroyScene(strip.to);
	}
	return result;
}
