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

// Materials, meshes, skins (assimp_mesh.c).
bool lwAssimp_ReadMeshes(lwAssimp* reader);

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
