// SPDX-License-Identifier: MIT
// Import, inside: what the parts of the assimp reader share.
#ifndef LEGWORK_IMPORT_ASSIMP_READ_H
#define LEGWORK_IMPORT_ASSIMP_READ_H

#include "import/scene.h"

#include <assimp/cfileio.h>
#include <assimp/scene.h>

typedef struct lwAssimpName {
	const char* text;
	int node;
} lwAssimpName;

typedef struct lwAssimp {
	const char* path;
	const struct aiScene* source;
	lwScene* scene;
	lwAssimpName* names;            // nodeCount, sorted by text, then node
	const struct aiNode** nodes;    // assimp's node of each scene node; NULL for nodes added by us
	uint64_t vertexTotal;
	lwResult error;
} lwAssimp;

bool lwAssimp_Fail(lwAssimp* reader, lwStatus status, const char* format, ...) LW_PRINTF(3, 4);
// Lowest node of a name, -1 when there is none.
int lwAssimp_FindNode(const lwAssimp* reader, const char* name);
lwMat34 lwAssimp_Matrix(const struct aiMatrix4x4* m);

// Meshes, skins (assimp_mesh.c).
bool lwAssimp_ReadMeshes(lwAssimp* reader);
// Materials and their pictures (assimp_material.c).
bool lwAssimp_ReadMaterials(lwAssimp* reader);
// Morph targets (assimp_morph.c): of one primitive; of a node's mesh, whose primitives must agree; their keys.
bool lwAssimp_ReadTargets(lwAssimp* reader, const struct aiMesh* source, lwScenePrimitive* out);
bool lwAssimp_FinishTargets(lwAssimp* reader, int node);
bool lwAssimp_ReadTargetKeys(lwAssimp* reader, lwSceneClip* clip, const struct aiMeshMorphAnim* anim, double ticks);

// A channel of a clip with room for its keys; NULL when out of memory. lwAssimp_FinishChannel checks what was put into it.
lwSceneChannel* lwAssimp_NewChannel(lwAssimp* reader, lwSceneClip* clip, int node, lwChannelPath path, int width, unsigned keyCount);
bool lwAssimp_FinishChannel(lwAssimp* reader, lwSceneChannel* channel, const char* clipName);

// FBX, before assimp reads it: no key's value is beyond sense (fbx_check.c). Other files pass.
lwResult lwFbx_CheckKeys(const char* path, const uint8_t* data, size_t size);

// Files for assimp: the main file from memory, others only from its folder (assimp_file.c).
typedef struct lwAssimpFiles {
	struct aiFileIO io;
	const char* path;
	const uint8_t* data;
	size_t size;
} lwAssimpFiles;

void lwAssimpFiles_Init(lwAssimpFiles* files, const char* path, const uint8_t* data, size_t size);

#endif
