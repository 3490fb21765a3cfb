// SPDX-License-Identifier: MIT
// The terrain that an edit adds to a GLB: its visible meshes, standing still or moved as its first clip moves them.
#include "import/glb.h"
#include "import/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "legwork/world.h"

#define TERRAIN_RATE 60.0f          // keys a second

static json_t* Numbers(const float* values, int count) {
	json_t* array = json_array();
	for (int i = 0; i < count; ++i) {
		json_array_append_new(array, json_real((double)values[i]));
	}
	return array;
}

// Triangles with three different corners, turned round when the matrix mirrors.
static size_t CopyTriangles(const lwScenePrimitive* primitive, bool mirrored, uint32_t* out) {
	size_t count = 0;
	for (int i = 0; i + 2 < primitive->indexCount; i += 3) {
		uint32_t a = primitive->indices[i], b = primitive->indices[i + 1], c = primitive->indices[i + 2];
		if (a != b && b != c && c != a) {
			out[count] = a;
			out[count + 1] = mirrored ? c : b;
			out[count + 2] = mirrored ? b : c;
			count += 3;
		}
	}
	return count;
}

static json_t* TerrainPrimitive(lwGlb* glb, const lwScenePrimitive* primitive, lwMat34 world, int material) {
	size_t vertexCount = (size_t)primitive->vertexCount;
	lwVec3* points = lwImport_Alloc(vertexCount, sizeof(lwVec3));
	uint32_t* indices = lwImport_Alloc((size_t)primitive->indexCount, sizeof(uint32_t));
	json_t* object = NULL;
	bool mirrored = lwDot(world.x, lwCross(world.y, world.z)) < 0.0f;
	size_t indexCount = indices != NULL ? CopyTriangles(primitive, mirrored, indices) : 0;
	if (points == NULL || indices == NULL) {
		lwGlb_Fail(glb, lw_errorMemory, "terrain: out of memory");
	} else if (indexCount > 0) {
		object = json_object();
		json_t* attributes = json_object();
		for (size_t v = 0; v < vertexCount; ++v) {
			points[v] = lwMat34Point(world, primitive->positions[v]);
		}
		if (!lwImport_AllFinite(&points[0].x, vertexCount * 3)) {
			lwGlb_Fail(glb, lw_errorData, "terrain: a vertex is too far away for a float");
		}
		lwGlb_Set(glb, attributes, "POSITION", json_integer(lwGlb_AddFloats(glb, &points[0].x, vertexCount, 3, 34962, lw_glbBounds)));
		for (size_t v = 0; primitive->normals != NULL && v < vertexCount; ++v) {
			points[v] = lwGlb_TurnNormal(world, primitive->normals[v]);
		}
		if (primitive->normals != NULL) {
			lwGlb_Set(glb, attributes, "NORMAL", json_integer(lwGlb_AddFloats(glb, &points[0].x, vertexCount, 3, 34962, lw_glbNoBounds)));
		}
		lwGlb_Set(glb, object, "attributes", attributes);
		lwGlb_Set(glb, object, "indices", json_integer(lwGlb_AddIndices(glb, indices, indexCount, (uint32_t)vertexCount)));
		lwGlb_Set(glb, object, "material", json_integer(material));
	}
	free(points);
	free(indices);
	return object;
}

// A node of its own; its index, or -1 when it shows nothing. place: where the mesh's vertices, moved by world, are.
static int AddNode(lwGlb* glb, const lwScene* terrain, int node, lwMat34 world, lwTransform place, int material, json_t* sceneNodes) {
	const lwSceneMesh* mesh = terrain->meshes + terrain->nodes[node].mesh;
	json_t* primitives = json_array();
	for (int p = 0; p < mesh->primitiveCount; ++p) {
		int own = mesh->primitives[p].material;
		const char* name = own >= 0 && own < terrain->materialCount ? terrain->materials[own].name : NULL;
		bool seen = (lwMaterial_Channels(name) & lw_channelVisible) != 0; // else a stand-in for collisions
		json_t* primitive = seen ? TerrainPrimitive(glb, mesh->primitives + p, world, material) : NULL;
		if (primitive != NULL) {
			lwGlb_Append(glb, primitives, primitive);
		}
	}
	if (json_array_size(primitives) == 0) {
		json_decref(primitives);
		return -1;
	}
	char name[160];
	const char* own = terrain->nodes[node].name;
	(void)snprintf(name, sizeof(name), own[0] != '\0' && strlen(own) < 120 ? "terrain_%s" : "terrain", own);
	json_t* meshObject = json_object();
	lwGlb_Set(glb, meshObject, "name", json_string(name));
	lwGlb_Set(glb, meshObject, "primitives", primitives);
	json_t* nodeObject = json_object();
	lwGlb_Set(glb, nodeObject, "name", json_string(name));
	lwGlb_Set(glb, nodeObject, "mesh", json_integer(lwGlb_Push(glb, "meshes", meshObject)));
	if (place.pos.x != 0.0f || place.pos.y != 0.0f || place.pos.z != 0.0f) {
		lwGlb_Set(glb, nodeObject, "translation", Numbers(&place.pos.x, 3));
	}
	if (place.rot.w != 1.0f) {
		const float rot[4] = { place.rot.x, place.rot.y, place.rot.z, place.rot.w };
		lwGlb_Set(glb, nodeObject, "rotation", Numbers(rot, 4));
	}
	int index = lwGlb_Push(glb, "nodes", nodeObject);
	lwGlb_Append(glb, sceneNodes, json_integer(index));
	return index;
}

// ---- What moves ------------------------------------------------------------------------------------------------

typedef struct Terrain {
	const lwScene* scene;
	float scale;
	lwTransform* local;
	lwMat34* world;
	bool* moved;                    // by the first clip, itself or through an ancestor
} Terrain;

static void FindMoved(const Terrain* t) {
	const lwScene* scene = t->scene;
	for (int c = 0; scene->clipCount > 0 && c < scene->clips[0].channelCount; ++c) {
		const lwSceneChannel* channel = scene->clips[0].channels + c;
		t->moved[channel->node] = t->moved[channel->node] || channel->path != lw_pathWeights;
	}
	for (int n = 0; n < scene->nodeCount; ++n) {
		int at = scene->nodes[n].parent;
		for (int guard = 0; at >= 0 && guard <= scene->nodeCount && !t->moved[n]; ++guard) {
			t->moved[n] = t->moved[at];
			at = scene->nodes[at].parent;
		}
	}
}

static lwMat34 Scaled(const Terrain* t, int node) {
	lwMat34 m = t->world[node];
	m.x = lwMul(m.x, t->scale);
	m.y = lwMul(m.y, t->scale);
	m.z = lwMul(m.z, t->scale);
	m.t = lwMul(m.t, t->scale);
	return m;
}

static lwTransform RigidOf(lwMat34 m) {
	lwTransform place = lwTransformIdentity();
	place.pos = m.t;
	place.rot = lwMat34Rotation(m);
	return place;
}

// Both channels of a node that moves, keys at TERRAIN_RATE.
static bool AddMotion(Terrain* t, int node, int index, float end, lwTerrainMotion* motion) {
	int keys = (int)(end * TERRAIN_RATE + 1.999f);
	for (int p = 0; p < 2; ++p) {
		lwSceneChannel* channel = motion->channels + motion->count++;
		channel->node = index;
		channel->path = p == 0 ? lw_pathTranslation : lw_pathRotation;
		channel->interpolation = lw_interpLinear;
		channel->width = p == 0 ? 3 : 4;
		channel->times = lwImport_Alloc((size_t)keys, sizeof(float));
		channel->values = lwImport_Alloc((size_t)keys * 4, sizeof(float));
		if (channel->times == NULL || channel->values == NULL) {
			return false;
		}
		channel->keyCount = keys;
	}
	lwSceneChannel *translation = motion->channels + motion->count - 2, *rotation = translation + 1;
	lwQuat last = lwQuatIdentity();
	for (int k = 0; k < keys; ++k) {
		float time = (float)k / TERRAIN_RATE;
		lwScene_SampleClip(t->scene, 0, time, t->local);
		lwScene_ToWorld(t->scene, t->local, t->world);
		lwTransform place = RigidOf(Scaled(t, node));
		lwQuat q = place.rot;
		float s = q.x * last.x + q.y * last.y + q.z * last.z + q.w * last.w < 0.0f ? -1.0f : 1.0f;
		last = (lwQuat){ s * q.x, s * q.y, s * q.z, s * q.w };
		translation->times[k] = rotation->times[k] = time;
		memcpy(translation->values + 3 * k, &place.pos.x, 3 * sizeof(float));
		memcpy(rotation->values + 4 * k, &last.x, 4 * sizeof(float));
	}
	return true;
}

static float EndOf(const lwGlbEdit* edit) {
	float end = 0.0f;
	for (int c = 0; edit->animationCount > 0 && c < edit->animations[0].channelCount; ++c) {
		const lwSceneChannel* channel = edit->animations[0].channels + c;
		end = lwMaxF(end, channel->times[channel->keyCount - 1]);
	}
	return end;
}

static bool AddNodes(lwGlb* glb, const lwScene* scene, Terrain* t, const lwGlbEdit* edit, lwTerrainMotion* motion) {
	static const float grey[4] = { 0.45f, 0.47f, 0.42f, 1.0f };
	int material = -1;
	float end = EndOf(edit);
	json_t* sceneNodes = lwGlb_ArrayOf(glb, lwGlb_DefaultScene(glb, scene), "nodes");
	for (int n = 0; n < t->scene->nodeCount && glb->error.status == lw_ok; ++n) {
		if (t->scene->nodes[n].mesh < 0 || t->scene->nodes[n].skin >= 0) { // a creature is no ground
			continue;
		}
		bool moves = t->moved[n] && edit->animationCount > 0;
		lwScene_SampleClip(t->scene, -1, 0.0f, t->local);
		lwScene_ToWorld(t->scene, t->local, t->world);
		lwMat34 world = Scaled(t, n);
		lwTransform place = moves ? RigidOf(world) : lwTransformIdentity();
		world = moves ? lwMat34Mul(lwMat34Inverse(lwMat34FromTransform(place)), world) : world;
		material = material < 0 ? lwGlb_AddMaterial(glb, "legwork_terrain", grey, 0.0f, 0.9f, false) : material;
		int index = AddNode(glb, t->scene, n, world, place, material, sceneNodes);
		if (moves && index >= 0 && !AddMotion(t, n, index, end, motion)) {
			return lwGlb_Fail(glb, lw_errorMemory, "terrain: out of memory");
		}
	}
	return glb->error.status == lw_ok;
}

bool lwGlb_AddTerrain(lwGlb* glb, const lwScene* scene, const lwGlbEdit* edit, lwTerrainMotion* outMotion) {
	size_t nodes = (size_t)edit->terrain->nodeCount;
	Terrain t = { edit->terrain, edit->terrainScale, lwImport_Alloc(nodes, sizeof(lwTransform)), lwImport_Alloc(nodes, sizeof(lwMat34)),
				  lwImport_Alloc(nodes, sizeof(bool)) };
	outMotion->channels = lwImport_Alloc(2 * nodes, sizeof(lwSceneChannel));
	bool good = t.local != NULL && t.world != NULL && t.moved != NULL && outMotion->channels != NULL;
	if (good) {
		FindMoved(&t);
		good = AddNodes(glb, scene, &t, edit, outMotion);
	} else {
		lwGlb_Fail(glb, lw_errorMemory, "terrain: out of memory");
	}
	free(t.local);
	free(t.world);
	free(t.moved);
	return good;
}

void lwGlb_FreeMotion(lwTerrainMotion* motion) {
	for (int c = 0; c < motion->count; ++c) {
		free(motion->channels[c].times);
		free(motion->channels[c].values);
	}
	free(motion->channels);
}
