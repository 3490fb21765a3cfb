// SPDX-License-Identifier: MIT
// Materials of an assimp scene and their pictures: those inside the file, and those beside it.
#include "import/assimp_read.h"

#include <assimp/material.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define MAX_PATH_TEXT 2048

// Which picture was asked for how it is named in the file, so that each comes in once.
typedef struct Pictures {
	lwAssimp* reader;
	char** keys;                    // imageCount
	int capacity;
	uint64_t bytes;
} Pictures;

static const char* BaseName(const char* path) {
	const char* slash = strrchr(path, '/');
	const char* back = strrchr(path, '\\');
	const char* last = back != NULL && (slash == NULL || back > slash) ? back : slash;
	return last != NULL ? last + 1 : path;
}

// A picture of the file: "*2" is its number, else the name of its own file.
static const struct aiTexture* FindInside(const struct aiScene* scene, const char* path) {
	if (path[0] == '*') {
		unsigned long index = strtoul(path + 1, NULL, 10);
		return index < scene->mNumTextures ? scene->mTextures[index] : NULL;
	}
	for (unsigned i = 0; i < scene->mNumTextures; ++i) {
		const char* own = scene->mTextures[i]->mFilename.data;
		if (own[0] != '\0' && strcmp(BaseName(own), BaseName(path)) == 0) {
			return scene->mTextures[i];
		}
	}
	return NULL;
}

// Beside the file: where it says, when that is below its folder; else by its bare name there, or in a folder of textures.
static bool LoadBeside(const char* mainPath, const char* path, uint8_t** outData, size_t* outSize) {
	static const char* const folders[] = { "", "", "textures/", "Textures/" };
	char* directory = lwImport_Directory(mainPath);
	char text[MAX_PATH_TEXT], wanted[MAX_PATH_TEXT];
	bool good = false;
	(void)snprintf(wanted, sizeof(wanted), "%s", path);
	for (char* at = wanted; *at != '\0'; ++at) {
		*at = *at == '\\' ? '/' : *at;
	}
	bool below = wanted[0] != '/' && strchr(wanted, ':') == NULL && strstr(wanted, "..") == NULL;
	const char* bare = BaseName(wanted);
	for (int i = below ? 0 : 1; i < 4 && !good && directory != NULL && bare[0] != '\0' && strcmp(bare, "..") != 0; ++i) {
		int length = snprintf(text, sizeof(text), "%s%s%s", directory, folders[i], i == 0 ? wanted : bare);
		good = length > 0 && (size_t)length < sizeof(text) && lwImport_LoadFile(text, text, outData, outSize).status == lw_ok;
	}
	free(directory);
	return good;
}

// Bytes of a picture, malloc'ed; NULL with a note when there are none that a GLB can hold.
static uint8_t* LoadPicture(Pictures* pictures, const char* path, size_t* outSize, const char** outType) {
	lwAssimp* reader = pictures->reader;
	const struct aiTexture* inside = FindInside(reader->source, path);
	uint8_t* data = NULL;
	if (inside != NULL && inside->mHeight != 0) {
		lwScene_Note(reader->scene, "picture '%.80s': raw pixels are not kept", path);
		return NULL;
	}
	if (inside != NULL && inside->mWidth > 0) {
		*outSize = inside->mWidth;
		data = lwImport_Alloc(*outSize, 1);
		if (data != NULL) {
			memcpy(data, inside->pcData, *outSize);
		}
	} else if (!LoadBeside(reader->path, path, &data, outSize)) {
		lwScene_Note(reader->scene, "picture '%.80s': not in the file, nor beside it; left out", path);
		return NULL;
	}
	*outType = data != NULL ? lwImport_ImageType(data, *outSize) : NULL;
	bool known = *outType != NULL && (strcmp(*outType, "image/png") == 0 || strcmp(*outType, "image/jpeg") == 0);
	if (!known || pictures->bytes + *outSize > LW_MAX_FILE_BYTES) {
		lwScene_Note(reader->scene, "picture '%.80s': %s; left out", path, known ? "too large" : "neither PNG nor JPEG");
		free(data);
		return NULL;
	}
	return data;
}

static bool Grow(Pictures* pictures) {
	lwScene* scene = pictures->reader->scene;
	if (scene->imageCount < pictures->capacity) {
		return true;
	}
	size_t capacity = (size_t)pictures->capacity * 2 + 8;
	lwSceneImage* images = realloc(scene->images, capacity * sizeof(*images));
	scene->images = images != NULL ? images : scene->images;
	char** keys = realloc(pictures->keys, capacity * sizeof(*keys));
	pictures->keys = keys != NULL ? keys : pictures->keys;
	if (images == NULL || keys == NULL) {
		return false;
	}
	pictures->capacity = (int)capacity;
	return true;
}

// The picture of one name; -1: none that is kept. Names that gave none are asked for again, which costs a look at the folder.
static int AddPicture(Pictures* pictures, const char* path) {
	lwScene* scene = pictures->reader->scene;
	for (int i = 0; i < scene->imageCount; ++i) {
		if (strcmp(pictures->keys[i], path) == 0) {
			return i;
		}
	}
	size_t size = 0;
	const char* type = NULL;
	uint8_t* data = LoadPicture(pictures, path, &size, &type);
	if (data == NULL) {
		return -1;
	}
	char* key = lwImport_CopyString(path);
	const char* bare = path[0] == '*' ? "" : BaseName(path);
	char* name = lwImport_CopyText(bare, strlen(bare));
	if (key == NULL || name == NULL || !Grow(pictures)) {
		free(key);
		free(name);
		free(data);
		(void)lwAssimp_Fail(pictures->reader, lw_errorMemory, "pictures: out of memory");
		return -1;
	}
	pictures->bytes += size;
	pictures->keys[scene->imageCount] = key;
	scene->images[scene->imageCount] = (lwSceneImage){ name, type, data, size };
	return scene->imageCount++;
}

// The name of a material's picture of a kind; false when it has none.
static bool PicturePath(const struct aiMaterial* source, enum aiTextureType type, struct aiString* out) {
	return aiGetMaterialTexture(source, type, 0, out, NULL, NULL, NULL, NULL, NULL, NULL) == aiReturn_SUCCESS && out->data[0] != '\0';
}

static int ReadPicture(Pictures* pictures, const struct aiMaterial* source, enum aiTextureType type, enum aiTextureType other) {
	struct aiString path;
	bool has = PicturePath(source, type, &path) || PicturePath(source, other, &path);
	return has ? AddPicture(pictures, path.data) : -1;
}

// Only a picture that holds both, as glTF has it, can be kept without touching its pixels.
static int ReadRoughness(Pictures* pictures, const struct aiMaterial* source, const char* name) {
	struct aiString metal, rough;
	bool hasMetal = PicturePath(source, aiTextureType_METALNESS, &metal), hasRough = PicturePath(source, aiTextureType_DIFFUSE_ROUGHNESS, &rough);
	if (hasMetal && hasRough && strcmp(metal.data, rough.data) == 0) {
		return AddPicture(pictures, metal.data);
	}
	if (hasMetal || hasRough) {
		lwScene_Note(pictures->reader->scene, "material '%.60s': pictures of metal and roughness alone are not kept", name);
	}
	return -1;
}

static void ReadColor(const struct aiMaterial* source, const char* key, unsigned type, unsigned index, float* io, int count) {
	struct aiColor4D color;
	if (aiGetMaterialColor(source, key, type, index, &color) == aiReturn_SUCCESS) {
		const float channels[4] = { color.r, color.g, color.b, color.a };
		for (int c = 0; c < count; ++c) {
			io[c] = lwFiniteF(channels[c]) ? lwClampF(channels[c], 0.0f, 1.0f) : io[c];
		}
	}
}

static void ReadShare(const struct aiMaterial* source, const char* key, unsigned type, unsigned index, float* io) {
	float value;
	if (aiGetMaterialFloatArray(source, key, type, index, &value, NULL) == aiReturn_SUCCESS && lwFiniteF(value)) {
		*io = lwClampF(value, 0.0f, 1.0f);
	}
}

// In FBX and Collada a picture stands for the colour, elsewhere (OBJ) it is multiplied by it.
static bool PictureReplacesColor(const lwAssimp* reader) {
	return strcasecmp(reader->scene->format, "obj") != 0;
}

static void ReadPictures(Pictures* pictures, const struct aiMaterial* source, lwSceneMaterial* material) {
	material->colorImage = ReadPicture(pictures, source, aiTextureType_BASE_COLOR, aiTextureType_DIFFUSE);
	material->normalImage = ReadPicture(pictures, source, aiTextureType_NORMALS, aiTextureType_NORMAL_CAMERA);
	material->roughnessImage = ReadRoughness(pictures, source, material->name);
	material->emissiveImage = ReadPicture(pictures, source, aiTextureType_EMISSIVE, aiTextureType_EMISSION_COLOR);
	if (material->colorImage >= 0 && PictureReplacesColor(pictures->reader)) {
		material->color[0] = material->color[1] = material->color[2] = 1.0f;
	}
	if (material->roughnessImage >= 0) {
		material->metallic = material->roughness = 1.0f;
	}
	if (material->emissiveImage >= 0 && material->emissive[0] + material->emissive[1] + material->emissive[2] <= 0.0f) {
		material->emissive[0] = material->emissive[1] = material->emissive[2] = 1.0f;
	}
}

static bool ReadMaterial(Pictures* pictures, const struct aiMaterial* source, lwSceneMaterial* material) {
	struct aiString name;
	*material = (lwSceneMaterial){ .color = { 1.0f, 1.0f, 1.0f, 1.0f }, .metallic = 0.0f, .roughness = 0.9f };
	bool named = aiGetMaterialString(source, AI_MATKEY_NAME, &name) == aiReturn_SUCCESS;
	material->name = named ? lwImport_CopyText(name.data, strlen(name.data)) : lwImport_CopyString("");
	if (material->name == NULL) {
		return lwAssimp_Fail(pictures->reader, lw_errorMemory, "materials: out of memory");
	}
	ReadColor(source, AI_MATKEY_COLOR_DIFFUSE, material->color, 4);
	ReadColor(source, AI_MATKEY_BASE_COLOR, material->color, 4);
	ReadColor(source, AI_MATKEY_COLOR_EMISSIVE, material->emissive, 3);
	ReadShare(source, AI_MATKEY_METALLIC_FACTOR, &material->metallic);
	ReadShare(source, AI_MATKEY_ROUGHNESS_FACTOR, &material->roughness);
	int twoSided = 0;
	material->doubleSided = aiGetMaterialIntegerArray(source, AI_MATKEY_TWOSIDED, &twoSided, NULL) == aiReturn_SUCCESS && twoSided != 0;
	ReadPictures(pictures, source, material);
	return pictures->reader->error.status == lw_ok;
}

bool lwAssimp_ReadMaterials(lwAssimp* reader) {
	unsigned count = reader->source->mNumMaterials;
	if (count > LW_MAX_NODES) {
		return lwAssimp_Fail(reader, lw_errorLimit, "%u materials", count);
	}
	reader->scene->materials = lwImport_Alloc(count, sizeof(lwSceneMaterial));
	if (reader->scene->materials == NULL) {
		return lwAssimp_Fail(reader, lw_errorMemory, "materials: out of memory");
	}
	reader->scene->materialCount = (int)count;
	Pictures pictures = { reader, NULL, 0, 0 };
	bool good = true;
	for (unsigned i = 0; good && i < count; ++i) {
		good = ReadMaterial(&pictures, reader->source->mMaterials[i], reader->scene->materials + i);
	}
	for (int i = 0; i < reader->scene->imageCount; ++i) {
		free(pictures.keys[i]);
	}
	free(pictures.keys);
	return good;
}
