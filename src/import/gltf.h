// SPDX-License-Identifier: MIT
// Import, inside: an open glTF document: JSON tree and the bytes of its buffers.
#ifndef LEGWORK_IMPORT_GLTF_H
#define LEGWORK_IMPORT_GLTF_H

#include "import/scene.h"

#include <jansson.h>

typedef struct lwGltfBuffer {
	const uint8_t* data;            // NULL when the buffer has no uri (an extension's placeholder)
	size_t size;                    // byteLength; that many bytes are there
	uint8_t* owned;                 // freed with the document; NULL when data points into the GLB
} lwGltfBuffer;

typedef struct lwGltf {
	const char* name;               // for messages
	json_t* root;
	const char* json;               // the JSON text within the input
	size_t jsonSize;
	const uint8_t* bin;             // GLB binary chunk or NULL
	size_t binSize;
	bool isGlb;
	int strangeChunks;              // GLB chunks of unknown type (skipped)
	int bufferCount;
	lwGltfBuffer* buffers;
	uint64_t budget;                // bytes that decoded data may still take
	lwResult error;                 // the first failure
} lwGltf;

// Parse the container and the JSON, check version and required extensions. False: gltf->error says why.
// data must outlive the document. Always followed by lwGltf_Close, also after a failure.
bool lwGltf_Open(lwGltf* gltf, const uint8_t* data, size_t size, const char* name);
// Fetch every buffer: GLB chunk, data URIs, files under baseDir (NULL: external files are refused).
bool lwGltf_LoadBuffers(lwGltf* gltf, const char* baseDir);
void lwGltf_Close(lwGltf* gltf);

// Record a failure "name: place: reason" (the first one stays). Always false.
bool lwGltf_Fail(lwGltf* gltf, lwStatus status, const char* format, ...) LW_PRINTF(3, 4);
// Take bytes of decoded data from the budget; false when it is used up.
bool lwGltf_Spend(lwGltf* gltf, uint64_t bytes, const char* place);

// Array member of the root; an empty array when absent (*outCount 0); false when it is not an array or over limit.
bool lwGltf_Array(lwGltf* gltf, const char* key, int limit, json_t** outArray, int* outCount);
// Whole number of an object in [0, limit); fallback when absent. Reals without fraction are accepted.
bool lwGltf_Int(lwGltf* gltf, const json_t* object, const char* key, int64_t fallback, int64_t limit, const char* place, int64_t* out);
// Array of exactly count finite numbers; leaves out as it is when absent.
bool lwGltf_Numbers(lwGltf* gltf, const json_t* object, const char* key, int count, const char* place, float* out);
// Index of another object; -1 when absent.
bool lwGltf_Index(lwGltf* gltf, const json_t* object, const char* key, int count, const char* place, int* out);
// "" when absent or no string.
const char* lwGltf_Name(const json_t* object);

// Bytes behind a URI: data URI, or a file under baseDir. outData is malloc memory. *outMime (may be NULL) gets the
// data URI's media type, "" for none; 64 bytes.
lwResult lwGltf_FetchUri(const char* uri, const char* baseDir, const char* label, uint8_t** outData, size_t* outSize, char* outMime);

// Accessor as floats (normalised integers mapped as glTF says, others converted) or as unsigned integers.
// components: numbers per element (1, 2, 3, 4, 16), must match the accessor's type. Not finite: an error.
// The result is malloc memory.
bool lwGltf_ReadFloats(lwGltf* gltf, int accessor, int components, const char* place, float** outValues, int* outCount);
bool lwGltf_ReadUints(lwGltf* gltf, int accessor, int components, const char* place, uint32_t** outValues, int* outCount);

// All bytes of a buffer view; valid while the document is open.
bool lwGltf_ViewBytes(lwGltf* gltf, json_int_t index, const uint8_t** outData, size_t* outSize);

// Images that a scene's document has, with the materials' indices, into a copy that has no document (gltf_image.c).
lwResult lwGltf_ReadImages(const lwScene* source, lwScene* ioCopy);

// Sections of the scene (gltf_mesh.c, gltf_clip.c).
bool lwGltf_ReadMeshes(lwGltf* gltf, lwScene* scene, int** outHighestJoint);
bool lwGltf_ReadClips(lwGltf* gltf, lwScene* scene);

#endif
