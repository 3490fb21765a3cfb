// SPDX-License-Identifier: MIT
// Export, inside: a GLB being put together: JSON tree and one binary chunk that grows.
#ifndef LEGWORK_IMPORT_GLB_H
#define LEGWORK_IMPORT_GLB_H

#include "legwork/export.h"

#include <jansson.h>

typedef struct lwGlb {
	json_t* root;
	uint8_t* bin;                   // buffer 0
	size_t size, capacity;
	const char* name;               // for messages
	lwResult error;                 // the first failure; everything after it does nothing
} lwGlb;

bool lwGlb_Fail(lwGlb* glb, lwStatus status, const char* format, ...) LW_PRINTF(3, 4);
// Steals value; a NULL value or a failed call is out of memory.
void lwGlb_Set(lwGlb* glb, json_t* object, const char* key, json_t* value);
void lwGlb_Append(lwGlb* glb, json_t* array, json_t* value);
// Array member of an object, made when absent (borrowed). NULL after a failure.
json_t* lwGlb_ArrayOf(lwGlb* glb, json_t* object, const char* key);
// Append value to the root's array; its index, -1 after a failure.
int lwGlb_Push(lwGlb* glb, const char* key, json_t* value);
// Bytes at the end of the chunk, 4-byte aligned; their offset. data may be NULL (zeros).
size_t lwGlb_AddBytes(lwGlb* glb, const void* data, size_t size);
// Bytes as a new buffer view; target 0, 34962 (vertices) or 34963 (indices).
int lwGlb_AddView(lwGlb* glb, const void* data, size_t size, int target);

typedef enum lwGlbBounds { lw_glbNoBounds, lw_glbBounds } lwGlbBounds;
// Tightly packed floats as view and accessor. components 1, 2, 3, 4, 16. count elements.
int lwGlb_AddFloats(lwGlb* glb, const float* values, size_t count, int components, int target, lwGlbBounds bounds);
// Unit normal turned by a matrix (its inverse transpose); +Y for one without length.
lwVec3 lwGlb_TurnNormal(lwMat34 m, lwVec3 n);
// Indices below limit as 16- or 32-bit integers.
int lwGlb_AddIndices(lwGlb* glb, const uint32_t* indices, size_t count, uint32_t limit);
// A plain material without metal; its index.
int lwGlb_AddMaterial(lwGlb* glb, const char* name, const float color[4], float metallic, float roughness, bool doubleSided);
// All images, textures and materials of a scene, in its order (glb_material.c).
void lwGlb_AddMaterials(lwGlb* glb, const lwScene* scene);
// A primitive as it is when its mesh is placed (glb_mesh.c); not yet in the document. Materials from materialCount on are left out.
json_t* lwGlb_MakePrimitive(lwGlb* glb, const lwScenePrimitive* primitive, lwMat34 place, bool skinned, int materialCount);
// Names and rest weights of a mesh's targets.
void lwGlb_SetTargets(lwGlb* glb, const lwSceneMesh* mesh, json_t* object);
// Sampler and channel of each lwSceneChannel; channels with the same times share a time accessor. Their nodes are the
// document's. Returns the animation object (not yet in the document).
json_t* lwGlb_MakeAnimation(lwGlb* glb, const char* name, int channelCount, const lwSceneChannel* channels);

// The document of a glTF source with all buffers in the binary chunk, or a fresh one (glb_source.c, glb_fresh.c).
bool lwGlb_FromSource(lwGlb* glb, const lwScene* scene);
bool lwGlb_FromScene(lwGlb* glb, const lwScene* scene);
// Apply an edit (glb_edit.c). outNames may be NULL.
bool lwGlb_Apply(lwGlb* glb, const lwScene* scene, const lwGlbEdit* edit, char** outNames);

// The default scene's object, made when the document has none (then with all parentless nodes).
json_t* lwGlb_DefaultScene(lwGlb* glb, const lwScene* scene);

// Channels of terrain nodes that move, for the first animation that is added.
typedef struct lwTerrainMotion {
	int count;
	lwSceneChannel* channels;
} lwTerrainMotion;
// Free outMotion in any case. False: glb->error says why.
bool lwGlb_AddTerrain(lwGlb* glb, const lwScene* scene, const lwGlbEdit* edit, lwTerrainMotion* outMotion);
void lwGlb_FreeMotion(lwTerrainMotion* motion);

#endif
