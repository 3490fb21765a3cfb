// SPDX-License-Identifier: MIT
// World scenes as imported scenes: a node, a mesh and a material a body; one clip when it moves.
#include "scenes/build.h"

#include <stdio.h>
#include <string.h>

#include "import/scene.h"

static bool Allocate(lwScene* out, const lwWorldScene* scene) {
	size_t count = (size_t)scene->bodyCount;
	out->nodes = lwImport_Alloc(count, sizeof(*out->nodes));
	out->meshes = lwImport_Alloc(count, sizeof(*out->meshes));
	out->materials = lwImport_Alloc(count, sizeof(*out->materials));
	out->nodeCount = out->nodes != NULL ? scene->bodyCount : 0;
	out->meshCount = out->meshes != NULL ? scene->bodyCount : 0;
	out->materialCount = out->materials != NULL ? scene->bodyCount : 0;
	return out->nodes != NULL && out->meshes != NULL && out->materials != NULL;
}

static bool FillMaterial(lwSceneMaterial* material, const SceneBody* body) {
	bool walkable = (body->channels & lw_channelWalkable) != 0, visible = (body->channels & lw_channelVisible) != 0;
	char name[64];
	snprintf(name, sizeof(name), "%s: %s%s%s", body->name, walkable ? "walkable" : "", walkable && visible ? " " : "",
			 visible ? "visible" : "");
	material->name = lwImport_CopyString(name);
	material->color[0] = body->color.x;
	material->color[1] = body->color.y;
	material->color[2] = body->color.z;
	material->color[3] = 1.0f;
	material->roughness = 0.9f;
	return material->name != NULL;
}

static bool FillMesh(lwSceneMesh* mesh, const SceneBody* body, int material) {
	mesh->name = lwImport_CopyString(body->name);
	mesh->primitives = lwImport_Alloc(1, sizeof(*mesh->primitives));
	if (mesh->name == NULL || mesh->primitives == NULL) {
		return false;
	}
	mesh->primitiveCount = 1;
	lwScenePrimitive* primitive = &mesh->primitives[0];
	size_t vertices = (size_t)body->mesh.vertexCount, indices = (size_t)body->mesh.indexCount;
	primitive->positions = lwImport_Alloc(vertices, sizeof(lwVec3));
	primitive->indices = lwImport_Alloc(indices, sizeof(uint32_t));
	primitive->material = material;
	if (primitive->positions == NULL || primitive->indices == NULL) {
		return false;
	}
	memcpy(primitive->positions, body->mesh.positions, vertices * sizeof(lwVec3));
	memcpy(primitive->indices, body->mesh.indices, indices * sizeof(uint32_t));
	primitive->vertexCount = body->mesh.vertexCount;
	primitive->indexCount = body->mesh.indexCount;
	return true;
}

static bool FillNode(lwScene* out, const lwWorldScene* scene, int body) {
	lwSceneNode* node = &out->nodes[body];
	lwBodyState state = lwWorldScene_Body(scene, body, 0.0f);
	node->name = lwImport_CopyString(scene->bodies[body].name);
	node->parent = -1;
	node->local = lwTransformIdentity();
	node->local.pos = state.pos;
	node->local.rot = state.rot;
	node->matrix = lwMat34FromTransform(node->local);
	node->mesh = body;
	node->skin = -1;
	return node->name != NULL;
}

static bool FillChannel(lwSceneChannel* channel, const lwWorldScene* scene, int body, lwChannelPath path, int keys, float fps) {
	channel->node = body;
	channel->path = path;
	channel->interpolation = lw_interpLinear;
	channel->width = path == lw_pathRotation ? 4 : 3;
	channel->times = lwImport_Alloc((size_t)keys, sizeof(float));
	channel->values = lwImport_Alloc((size_t)(keys * channel->width), sizeof(float));
	if (channel->times == NULL || channel->values == NULL) {
		return false;
	}
	channel->keyCount = keys;
	lwQuat last = lwQuatIdentity();
	for (int k = 0; k < keys; ++k) {
		channel->times[k] = (float)((double)k / (double)fps);
		lwBodyState state = lwWorldScene_Body(scene, body, channel->times[k]);
		lwQuat q = state.rot;
		float flip = q.x * last.x + q.y * last.y + q.z * last.z + q.w * last.w < 0.0f ? -1.0f : 1.0f;
		last = (lwQuat){ flip * q.x, flip * q.y, flip * q.z, flip * q.w };
		const float values[4] = { last.x, last.y, last.z, last.w };
		memcpy(channel->values + k * channel->width, path == lw_pathRotation ? values : &state.pos.x,
			   (size_t)channel->width * sizeof(float));
	}
	return true;
}

static bool FillClip(lwScene* out, const lwWorldScene* scene, int keys, float fps) {
	out->clips = lwImport_Alloc(1, sizeof(*out->clips));
	if (out->clips == NULL) {
		return false;
	}
	out->clipCount = 1;
	lwSceneClip* clip = &out->clips[0];
	clip->name = lwImport_CopyString("Scene");
	clip->channels = lwImport_Alloc((size_t)(2 * scene->bodyCount), sizeof(*clip->channels));
	bool good = clip->name != NULL && clip->channels != NULL;
	for (int b = 0; b < scene->bodyCount && good; ++b) {
		for (int p = 0; p < 2 && good && scene->bodies[b].moves; ++p) {
			lwChannelPath path = p == 0 ? lw_pathTranslation : lw_pathRotation;
			good = FillChannel(&clip->channels[clip->channelCount++], scene, b, path, keys, fps);
		}
	}
	clip->end = (float)((double)(keys - 1) / (double)fps);
	return good;
}

lwResult lwWorldScene_ToScene(const lwWorldScene* scene, float duration, float fps, lwScene** outScene) {
	if (!LW_ASSERT(scene != NULL && outScene != NULL)) {
		return lwResult_Fail(lw_errorArgument, "scene: scene or outScene: is NULL");
	}
	*outScene = NULL;
	if (!(duration >= 0.0f && duration <= 3600.0f) || !(fps >= 1.0f && fps <= 240.0f)) {
		return lwResult_Fail(lw_errorArgument, "scene: duration %g is outside [0, 3600] or fps %g outside [1, 240]", (double)duration,
							 (double)fps);
	}
	lwScene* out = lwScene_New(lwWorldScene_Name((int)scene->def.kind), "scene");
	bool good = out != NULL && Allocate(out, scene);
	for (int b = 0; b < scene->bodyCount && good; ++b) {
		good = FillNode(out, scene, b) && FillMesh(&out->meshes[b], &scene->bodies[b], b) &&
			   FillMaterial(&out->materials[b], &scene->bodies[b]);
	}
	int keys = (int)(duration * fps + 1.001f);
	good = good && (!lwWorldScene_Moves(scene) || FillClip(out, scene, keys < 2 ? 2 : keys, fps));
	if (!good) {
		lwDestroyScene(out);
		return lwResult_Fail(lw_errorMemory, "scene: %s: out of memory", lwWorldScene_Name((int)scene->def.kind));
	}
	*outScene = out;
	return lwResult_Ok();
}
