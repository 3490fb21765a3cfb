// SPDX-License-Identifier: MIT
// legwork info: what a file holds.
#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct InfoArgs {
	cliCommon common;
} InfoArgs;

static const cliOption options[] = { { NULL, 0, cli_flag, 0, NULL, NULL, 0, 0 } };
static int run(int argc, char** argv);

const cliCommand cliInfo = {
	"info", "FILE", "Shows what a file holds: nodes, joints, meshes, clips, materials",
	"Names come as they are in the file; '#7' names a thing by its number.\n", options, run,
};

static int keyCount(const lwSceneClip* clip) {
	int most = 0;
	for (int i = 0; i < clip->channelCount; i++) {
		most = clip->channels[i].keyCount > most ? clip->channels[i].keyCount : most;
	}
	return most;
}

static int skinJointCount(const cliModel* model) {
	int count = 0;
	for (int j = 0; j < model->skeleton->skeleton.jointCount; j++) {
		count += model->skeleton->isSkinJoint[j] ? 1 : 0;
	}
	return count;
}

static void countMesh(const lwSceneMesh* mesh, int* outVertices, int* outTriangles) {
	*outVertices = *outTriangles = 0;
	for (int i = 0; i < mesh->primitiveCount; i++) {
		*outVertices += mesh->primitives[i].vertexCount;
		*outTriangles += mesh->primitives[i].indexCount / 3;
	}
}

static json_t* nodesJson(const lwScene* scene) {
	json_t* list = json_array();
	for (int i = 0; i < scene->nodeCount; i++) {
		const lwSceneNode* node = &scene->nodes[i];
		json_array_append_new(list, json_pack("{s:o, s:i, s:i, s:i}", "name", cliJsonText(node->name), "parent", node->parent,
											  "mesh", node->mesh, "skin", node->skin));
	}
	return list;
}

static json_t* clipsJson(const lwScene* scene) {
	json_t* list = json_array();
	for (int i = 0; i < scene->clipCount; i++) {
		const lwSceneClip* clip = &scene->clips[i];
		json_array_append_new(list, json_pack("{s:o, s:o, s:o, s:o, s:i, s:i, s:o}", "name", cliJsonText(clip->name), "start",
											  cliJsonNumber((double)clip->start), "end", cliJsonNumber((double)clip->end),
											  "duration", cliJsonNumber((double)clip->end - (double)clip->start), "channels",
											  clip->channelCount, "keys", keyCount(clip), "fps",
											  cliJsonNumber((double)lwScene_FrameRate(scene, i))));
	}
	return list;
}

static json_t* meshesJson(const lwScene* scene) {
	json_t* list = json_array();
	for (int i = 0; i < scene->meshCount; i++) {
		int vertices, triangles;
		countMesh(&scene->meshes[i], &vertices, &triangles);
		json_array_append_new(list, json_pack("{s:o, s:i, s:i, s:i}", "name", cliJsonText(scene->meshes[i].name), "primitives",
											  scene->meshes[i].primitiveCount, "vertices", vertices, "triangles", triangles));
	}
	return list;
}

// Names of the joints that carry nothing; empty where no legs are found.
static json_t* helpersJson(const cliModel* model) {
	json_t* list = json_array();
	lwRig* rig = calloc(1, sizeof *rig);
	lwAutoRigDef def = lwDefaultAutoRigDef();
	def.scene = model->scene;
	def.skeleton = model->skeleton;
	bool found = rig != NULL && lwAutoRig(&def, rig, NULL).status == lw_ok;
	for (int i = 0; found && i < rig->helperCount; i++) {
		char number[16];
		int node = model->skeleton->nodeOfJoint[rig->helpers[i]];
		json_array_append_new(list, cliJsonText(lwScene_NodeName(model->scene, node, number, sizeof number)));
	}
	free(rig);
	return list;
}

static int printJson(const cliModel* model) {
	const lwScene* scene = model->scene;
	json_t* materials = json_array();
	for (int i = 0; i < scene->materialCount; i++) {
		json_array_append_new(materials, cliJsonText(scene->materials[i].name));
	}
	json_t* root = json_pack("{s:o, s:s, s:i, s:i, s:o, s:o, s:o, s:o, s:o, s:o}", "file", cliJsonText(scene->file), "format",
							 scene->format, "skins", scene->skinCount, "joints", skinJointCount(model), "helpers",
							 helpersJson(model), "nodes", nodesJson(scene), "meshes", meshesJson(scene), "clips", clipsJson(scene), "materials", materials,
							 "notes", cliJsonLines(scene->notes));
	return cliWriteJson(NULL, root);
}

static const char* many(int count) { return count == 1 ? "" : "s"; }

static void printHelpers(const cliModel* model) {
	json_t* helpers = helpersJson(model);
	size_t count = json_array_size(helpers), i;
	json_t* name;
	if (count > 0) {
		printf("  %zu helper%s that carr%s nothing:", count, many((int)count), count == 1 ? "ies" : "y");
	}
	json_array_foreach(helpers, i, name) {
		printf(" %s", json_string_value(name));
	}
	printf("%s", count > 0 ? "\n" : "");
	json_decref(helpers);
}

static void printText(const cliModel* model) {
	const lwScene* scene = model->scene;
	printf("%s: %s, %d node%s, %d joint%s in %d skin%s, %d mesh%s, %d clip%s, %d material%s\n", scene->file, scene->format,
		   scene->nodeCount, many(scene->nodeCount), skinJointCount(model), many(skinJointCount(model)), scene->skinCount,
		   many(scene->skinCount), scene->meshCount, scene->meshCount == 1 ? "" : "es", scene->clipCount, many(scene->clipCount),
		   scene->materialCount, many(scene->materialCount));
	for (int i = 0; i < scene->meshCount; i++) {
		int vertices, triangles;
		countMesh(&scene->meshes[i], &vertices, &triangles);
		printf("  mesh #%d %s: %d vertices, %d triangles\n", i, scene->meshes[i].name, vertices, triangles);
	}
	for (int i = 0; i < scene->clipCount; i++) {
		const lwSceneClip* clip = &scene->clips[i];
		printf("  clip #%d %s: %.3f s from %.3f, %d channels, up to %d keys, %g fps\n", i, clip->name,
			   (double)(clip->end - clip->start), (double)clip->start, clip->channelCount, keyCount(clip),
			   (double)lwScene_FrameRate(scene, i));
	}
	printHelpers(model);
	for (int i = 0; i < scene->materialCount; i++) {
		printf("  material #%d %s\n", i, scene->materials[i].name);
	}
	if (scene->notes[0] != 0) {
		printf("Notes:\n%s%s", scene->notes, scene->notes[0] != 0 ? "\n" : "");
	}
}

static int run(int argc, char** argv) {
	InfoArgs args = { 0 };
	int code;
	if (!cliBegin(&cliInfo, argc, argv, &args, 1, 1, &code)) {
		return code;
	}
	cliModel model;
	code = cliReadModel(args.common.files[0], NULL, &model);
	if (code == 0 && args.common.json) {
		code = printJson(&model);
	} else if (code == 0) {
		printText(&model);
	}
	cliFreeModel(&model);
	return code;
}
