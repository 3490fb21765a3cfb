// SPDX-License-Identifier: MIT
// Pictures of a glTF document for a copy that is written without it: what its materials show by the first coordinates.
#include "import/gltf.h"

#include <stdlib.h>
#include <string.h>

// Bytes of an image, malloc'ed; NULL when they are not there.
static uint8_t* LoadImage(lwGltf* gltf, const json_t* image, const char* directory, size_t* outSize) {
	const char* uri = json_string_value(json_object_get(image, "uri"));
	uint8_t* data = NULL;
	if (uri != NULL) {
		(void)lwGltf_FetchUri(uri, directory, gltf->name, &data, outSize, NULL);
		return data;
	}
	const uint8_t* bytes = NULL;
	const json_t* view = json_object_get(image, "bufferView");
	if (json_is_integer(view) && lwGltf_ViewBytes(gltf, json_integer_value(view), &bytes, outSize)) {
		data = lwImport_Alloc(*outSize, 1);
		if (data != NULL) {
			memcpy(data, bytes, *outSize);
		}
	}
	return data;
}

// Index of the document's image in the copy, -1 when it is not kept. loaded: the index + 1 of each image; 0: not yet looked at, -1: left out.
static int KeepImage(lwGltf* gltf, json_int_t index, const char* directory, int* loaded, lwScene* ioCopy) {
	const json_t* image = json_array_get(json_object_get(gltf->root, "images"), (size_t)index);
	if (loaded[index] == 0) {
		size_t size = 0;
		uint8_t* data = LoadImage(gltf, image, directory, &size);
		const char* type = data != NULL ? lwImport_ImageType(data, size) : NULL;
		const char* name = lwGltf_Name(image);
		char* copy = lwImport_CopyText(name, strlen(name));
		bool good = copy != NULL && type != NULL && (strcmp(type, "image/png") == 0 || strcmp(type, "image/jpeg") == 0);
		loaded[index] = -1;
		if (good) {
			ioCopy->images[ioCopy->imageCount++] = (lwSceneImage){ copy, type, data, size };
			loaded[index] = ioCopy->imageCount;
		} else {
			free(copy);
			free(data);
		}
	}
	return loaded[index] > 0 ? loaded[index] - 1 : -1;
}

// The image that an object's member shows plainly; -1 for none, and with *ioLost for one that would look otherwise.
static int ImageOf(lwGltf* gltf, const json_t* object, const char* key, const char* directory, int* loaded, lwScene* ioCopy, int* ioLost) {
	const json_t* info = json_object_get(object, key);
	const json_t* number = json_object_get(info, "index");
	if (!json_is_integer(number)) {
		return -1;
	}
	bool plain = json_integer_value(json_object_get(info, "texCoord")) == 0 && json_object_get(info, "extensions") == NULL;
	json_int_t texture = json_integer_value(number);
	const json_t* source = texture >= 0 ? json_object_get(json_array_get(json_object_get(gltf->root, "textures"), (size_t)texture), "source") : NULL;
	json_int_t index = json_is_integer(source) ? json_integer_value(source) : -1;
	bool there = plain && index >= 0 && (size_t)index < json_array_size(json_object_get(gltf->root, "images"));
	int image = there ? KeepImage(gltf, index, directory, loaded, ioCopy) : -1;
	*ioLost += image < 0;
	return image;
}

static bool ReadAll(lwGltf* gltf, const char* directory, lwScene* ioCopy) {
	size_t count = json_array_size(json_object_get(gltf->root, "images"));
	const json_t* materials = json_object_get(gltf->root, "materials");
	int* loaded = lwImport_Alloc(count, sizeof(int));
	ioCopy->images = lwImport_Alloc(count, sizeof(lwSceneImage));
	int lost = 0;
	for (int m = 0; loaded != NULL && ioCopy->images != NULL && m < ioCopy->materialCount; ++m) {
		const json_t* object = json_array_get(materials, (size_t)m);
		const json_t* pbr = json_object_get(object, "pbrMetallicRoughness");
		lwSceneMaterial* material = ioCopy->materials + m;
		material->colorImage = ImageOf(gltf, pbr, "baseColorTexture", directory, loaded, ioCopy, &lost);
		material->roughnessImage = ImageOf(gltf, pbr, "metallicRoughnessTexture", directory, loaded, ioCopy, &lost);
		material->normalImage = ImageOf(gltf, object, "normalTexture", directory, loaded, ioCopy, &lost);
		material->emissiveImage = ImageOf(gltf, object, "emissiveTexture", directory, loaded, ioCopy, &lost);
	}
	if (lost > 0) {
		lwScene_Note(ioCopy, "%d textures could not be kept", lost);
	}
	bool good = loaded != NULL && ioCopy->images != NULL;
	free(loaded);
	return good;
}

lwResult lwGltf_ReadImages(const lwScene* source, lwScene* ioCopy) {
	lwGltf gltf;
	char* directory = lwImport_Directory(source->file);
	if (directory == NULL) {
		return lwResult_Fail(lw_errorMemory, "%.200s: out of memory", source->file);
	}
	bool good = lwGltf_Open(&gltf, (const uint8_t*)source->json, source->jsonSize, source->file);
	gltf.bin = source->bin;
	gltf.binSize = source->binSize;
	good = good && lwGltf_LoadBuffers(&gltf, directory);
	if (good && !ReadAll(&gltf, directory, ioCopy)) {
		(void)lwGltf_Fail(&gltf, lw_errorMemory, "images: out of memory");
		good = false;
	}
	lwResult result = good ? lwResult_Ok() : gltf.error;
	lwGltf_Close(&gltf);
	free(directory);
	return result;
}
