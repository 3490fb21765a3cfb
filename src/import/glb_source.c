// SPDX-License-Identifier: MIT
// A glTF source as the start of a GLB: everything stays as it was; buffers and image files move into the binary chunk.
#include "import/glb.h"
#include "import/gltf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Where a source buffer went: index in the new document and the offset of its first byte.
typedef struct Move {
	int buffer;
	size_t offset;
} Move;

static void MoveReference(lwGlb* glb, json_t* object, const Move* moves, int count) {
	const json_t* value = json_object_get(object, "buffer");
	json_int_t buffer = json_integer_value(value);
	if (!json_is_integer(value) || buffer < 0 || buffer >= count) {
		return;
	}
	const Move* move = moves + buffer;
	if (move->buffer != buffer) {
		lwGlb_Set(glb, object, "buffer", json_integer(move->buffer));
	}
	if (move->offset != 0) {
		json_int_t offset = json_integer_value(json_object_get(object, "byteOffset"));
		lwGlb_Set(glb, object, "byteOffset", json_integer(offset + (json_int_t)move->offset));
	}
}

// Buffer views and the extensions in them (compressed views name a buffer of their own).
static void MoveViews(lwGlb* glb, const Move* moves, int count) {
	json_t* views = json_object_get(glb->root, "bufferViews");
	for (size_t i = 0; i < json_array_size(views); ++i) {
		json_t* view = json_array_get(views, i);
		MoveReference(glb, view, moves, count);
		const char* key;
		json_t* extension;
		json_object_foreach(json_object_get(view, "extensions"), key, extension) {
			MoveReference(glb, extension, moves, count);
		}
	}
}

// All buffers with data into the chunk; buffers without (placeholders of extensions) are kept behind it.
static void MergeBuffers(lwGlb* glb, const lwGltf* gltf) {
	json_t* buffers = json_object_get(glb->root, "buffers");
	json_t* merged = json_array();
	Move* moves = lwImport_Alloc((size_t)gltf->bufferCount, sizeof(Move));
	if (moves == NULL || merged == NULL) {
		lwGlb_Fail(glb, lw_errorMemory, "buffers: out of memory");
	}
	bool haveChunk = false;
	for (int pass = 0; pass < 2 && moves != NULL; ++pass) {
		for (int i = 0; i < gltf->bufferCount; ++i) {
			json_t* object = json_array_get(buffers, (size_t)i);
			const lwGltfBuffer* buffer = gltf->buffers + i;
			if (pass == 0 && buffer->data != NULL) {
				moves[i] = (Move){ 0, lwGlb_AddBytes(glb, buffer->data, buffer->size) };
				if (!haveChunk) {
					(void)json_object_del(object, "uri");
					lwGlb_Append(glb, merged, json_incref(object));
					haveChunk = true;
				}
			} else if (pass == 1 && buffer->data == NULL) {
				moves[i] = (Move){ (int)json_array_size(merged), 0 };
				lwGlb_Append(glb, merged, json_incref(object));
			}
		}
		if (pass == 0 && !haveChunk && gltf->bufferCount > 0) {
			(void)lwGlb_AddBytes(glb, NULL, 4);
			lwGlb_Append(glb, merged, json_pack("{s:i}", "byteLength", 4));
		}
	}
	if (moves != NULL) {
		MoveViews(glb, moves, gltf->bufferCount);
	}
	free(moves);
	lwGlb_Set(glb, glb->root, "buffers", merged);
}

// An image that is found and known moves into the chunk; any other stays a uri.
static void PullImage(lwGlb* glb, json_t* image, const char* directory) {
	const char* uri = json_string_value(json_object_get(image, "uri"));
	if (uri == NULL) {
		return;
	}
	uint8_t* data;
	size_t size;
	lwResult result = lwGltf_FetchUri(uri, directory, glb->name, &data, &size, NULL);
	const char* type = result.status == lw_ok ? lwImport_ImageType(data, size) : NULL;
	if (type != NULL) {
		int view = lwGlb_AddView(glb, data, size, 0);
		(void)json_object_del(image, "uri");
		lwGlb_Set(glb, image, "bufferView", json_integer(view));
		lwGlb_Set(glb, image, "mimeType", json_string(type));
	}
	free(data);
}

static void PullImages(lwGlb* glb, const char* directory) {
	json_t* images = json_object_get(glb->root, "images");
	for (size_t i = 0; i < json_array_size(images); ++i) {
		PullImage(glb, json_array_get(images, i), directory);
	}
}

bool lwGlb_FromSource(lwGlb* glb, const lwScene* scene) {
	lwGltf gltf;
	char* directory = lwImport_Directory(scene->file);
	if (directory == NULL) {
		return lwGlb_Fail(glb, lw_errorMemory, "out of memory");
	}
	bool good = lwGltf_Open(&gltf, (const uint8_t*)scene->json, scene->jsonSize, scene->file);
	gltf.bin = scene->bin;
	gltf.binSize = scene->binSize;
	good = good && lwGltf_LoadBuffers(&gltf, directory);
	if (good) {
		glb->root = json_incref(gltf.root);
		if (gltf.bufferCount > 0) {
			MergeBuffers(glb, &gltf);
		}
		PullImages(glb, directory);
	} else {
		glb->error = gltf.error;
	}
	lwGltf_Close(&gltf);
	free(directory);
	return glb->error.status == lw_ok;
}
