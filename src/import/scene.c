// SPDX-License-Identifier: MIT
#include "import/scene.h"
#include "legwork/world.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#define MAX_NOTES 100

void* lwImport_Alloc(size_t count, size_t size) {
	return calloc(count > 0 ? count : 1, size);
}

char* lwImport_CopyString(const char* text) {
	size_t size = strlen(text) + 1;
	char* copy = malloc(size);
	return copy != NULL ? memcpy(copy, text, size) : NULL;
}

lwScene* lwScene_New(const char* file, const char* format) {
	lwScene* scene = lwImport_Alloc(1, sizeof(*scene));
	if (scene == NULL) {
		return NULL;
	}
	scene->file = lwImport_CopyString(file);
	scene->format = lwImport_CopyString(format);
	scene->notes = lwImport_CopyString("");
	if (scene->file == NULL || scene->format == NULL || scene->notes == NULL) {
		lwDestroyScene(scene);
		return NULL;
	}
	return scene;
}

void lwScene_Note(lwScene* scene, const char* format, ...) {
	char line[LW_MESSAGE_SIZE];
	int lines = 0;
	for (const char* at = strchr(scene->notes, '\n'); at != NULL; at = strchr(at + 1, '\n')) {
		lines += 1;
	}
	if (lines > MAX_NOTES) {
		return;
	}
	va_list args;
	va_start(args, format);
	(void)vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	const char* text = lines == MAX_NOTES ? "(further notes left out)" : line;
	size_t have = strlen(scene->notes), add = strlen(text);
	char* notes = realloc(scene->notes, have + add + 2);
	if (notes == NULL) {
		return;
	}
	memcpy(notes + have, text, add);
	notes[have + add] = '\n';
	notes[have + add + 1] = '\0';
	scene->notes = notes;
}

bool lwImport_Fail(lwResult* ioError, const char* name, lwStatus status, const char* format, va_list args) {
	if (ioError->status == lw_ok) {
		char text[LW_MESSAGE_SIZE];
		(void)vsnprintf(text, sizeof(text), format, args);
		*ioError = lwResult_Fail(status, "%.200s: %.300s", name, text);
	}
	return false;
}

const char* lwImport_ImageType(const uint8_t* data, size_t size) {
	if (size > 8 && memcmp(data, "\x89PNG\r\n\x1a\n", 8) == 0) {
		return "image/png";
	}
	if (size > 3 && memcmp(data, "\xFF\xD8\xFF", 3) == 0) {
		return "image/jpeg";
	}
	if (size > 12 && memcmp(data, "\xABKTX 20\xBB", 8) == 0) {
		return "image/ktx2";
	}
	return size > 12 && memcmp(data, "RIFF", 4) == 0 && memcmp(data + 8, "WEBP", 4) == 0 ? "image/webp" : NULL;
}

static void DestroyMeshes(lwScene* scene) {
	for (int m = 0; scene->meshes != NULL && m < scene->meshCount; ++m) {
		lwSceneMesh* mesh = scene->meshes + m;
		for (int p = 0; mesh->primitives != NULL && p < mesh->primitiveCount; ++p) {
			lwScenePrimitive* primitive = mesh->primitives + p;
			free(primitive->positions);
			free(primitive->normals);
			free(primitive->texcoords);
			free(primitive->joints);
			free(primitive->weights);
			free(primitive->indices);
			for (int t = 0; primitive->targets != NULL && t < primitive->targetCount; ++t) {
				free(primitive->targets[t].name);
				free(primitive->targets[t].positions);
				free(primitive->targets[t].normals);
			}
			free(primitive->targets);
		}
		free(mesh->primitives);
		free(mesh->targetWeights);
		free(mesh->name);
	}
	free(scene->meshes);
}

static void DestroyClips(lwScene* scene) {
	for (int c = 0; scene->clips != NULL && c < scene->clipCount; ++c) {
		lwSceneClip* clip = scene->clips + c;
		for (int i = 0; clip->channels != NULL && i < clip->channelCount; ++i) {
			free(clip->channels[i].times);
			free(clip->channels[i].values);
		}
		free(clip->channels);
		free(clip->name);
	}
	free(scene->clips);
}

void lwDestroyScene(lwScene* scene) {
	if (scene == NULL) {
		return;
	}
	for (int i = 0; scene->nodes != NULL && i < scene->nodeCount; ++i) {
		free(scene->nodes[i].name);
	}
	free(scene->nodes);
	DestroyMeshes(scene);
	for (int s = 0; scene->skins != NULL && s < scene->skinCount; ++s) {
		free(scene->skins[s].name);
		free(scene->skins[s].joints);
		free(scene->skins[s].inverseBind);
	}
	free(scene->skins);
	DestroyClips(scene);
	for (int m = 0; scene->materials != NULL && m < scene->materialCount; ++m) {
		free(scene->materials[m].name);
	}
	free(scene->materials);
	for (int i = 0; scene->images != NULL && i < scene->imageCount; ++i) {
		free(scene->images[i].name);
		free(scene->images[i].data);
	}
	free(scene->images);
	free(scene->json);
	free(scene->bin);
	free(scene->file);
	free(scene->format);
	free(scene->notes);
	free(scene);
}

char* lwImport_Directory(const char* path) {
	const char* slash = strrchr(path, '/');
	size_t length = slash != NULL ? (size_t)(slash - path) + 1 : 0;
	char* directory = malloc(length + 1);
	if (directory != NULL) {
		memcpy(directory, path, length);
		directory[length] = '\0';
	}
	return directory;
}

static const char* BaseName(const char* path) {
	const char* slash = strrchr(path, '/');
	return slash != NULL ? slash + 1 : path;
}

char* lwImport_Stem(const char* path) {
	char* stem = lwImport_CopyString(BaseName(path));
	char* dot = stem != NULL ? strrchr(stem, '.') : NULL;
	if (dot != NULL && dot != stem) {
		*dot = '\0';
	}
	return stem;
}

static lwResult LoadOpenFile(FILE* file, size_t size, const char* label, uint8_t** outData) {
	uint8_t* data = malloc(size + 1);
	if (data == NULL) {
		return lwResult_Fail(lw_errorMemory, "%.300s: no memory for %zu bytes", label, size);
	}
	if (fread(data, 1, size, file) != size) {
		free(data);
		return lwResult_Fail(lw_errorIo, "%.300s: could not read all of its %zu bytes", label, size);
	}
	data[size] = 0;
	*outData = data;
	return lwResult_Ok();
}

lwResult lwImport_LoadFile(const char* path, const char* label, uint8_t** outData, size_t* outSize) {
	*outData = NULL;
	*outSize = 0;
	struct stat info;
	if (stat(path, &info) != 0) {
		return lwResult_Fail(errno == ENOENT ? lw_errorNotFound : lw_errorIo, "%.300s: %s", label, strerror(errno));
	}
	if (!S_ISREG(info.st_mode)) {
		return lwResult_Fail(lw_errorIo, "%.300s: not a regular file", label);
	}
	if (info.st_size < 0 || (uint64_t)info.st_size > LW_MAX_FILE_BYTES) {
		return lwResult_Fail(lw_errorLimit, "%.300s: larger than %u bytes", label, LW_MAX_FILE_BYTES);
	}
	FILE* file = fopen(path, "rb");
	if (file == NULL) {
		return lwResult_Fail(lw_errorIo, "%.300s: %s", label, strerror(errno));
	}
	lwResult result = LoadOpenFile(file, (size_t)info.st_size, label, outData);
	fclose(file);
	*outSize = result.status == lw_ok ? (size_t)info.st_size : 0;
	return result;
}

// glTF by its content: the GLB magic, or a '{' after white space and a byte order mark.
static bool LooksLikeGltf(const uint8_t* data, size_t size) {
	if (size >= 4 && memcmp(data, "glTF", 4) == 0) {
		return true;
	}
	size_t at = size >= 3 && memcmp(data, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
	while (at < size && (data[at] == ' ' || data[at] == '\t' || data[at] == '\r' || data[at] == '\n')) {
		at += 1;
	}
	return at < size && data[at] == '{';
}

static bool HasExtension(const char* path, const char* extension) {
	const char* dot = strrchr(BaseName(path), '.');
	return dot != NULL && strcasecmp(dot + 1, extension) == 0;
}

static lwResult ReadByContent(const char* path, const uint8_t* data, size_t size, lwScene** outScene) {
	if (size == 0) {
		return lwResult_Fail(lw_errorFormat, "%.300s: the file is empty", path);
	}
	if (LooksLikeGltf(data, size)) {
		char* directory = lwImport_Directory(path);
		if (directory == NULL) {
			return lwResult_Fail(lw_errorMemory, "%.300s: out of memory", path);
		}
		lwResult result = lwReadGltfMemory(data, size, path, directory, outScene);
		free(directory);
		return result;
	}
	if (HasExtension(path, "glb") || HasExtension(path, "gltf")) {
		return lwResult_Fail(lw_errorFormat, "%.300s: neither a GLB magic nor a JSON object at its start", path);
	}
	if (HasExtension(path, "bvh")) {
		return lwReadBvhMemory(data, size, path, outScene);
	}
	return lwReadAssimp(path, data, size, outScene);
}

lwResult lwReadScene(const char* path, lwScene** outScene) {
	if (!LW_ASSERT(path != NULL && outScene != NULL)) {
		return lwResult_Fail(lw_errorArgument, "lwReadScene: path and outScene must not be NULL");
	}
	*outScene = NULL;
	uint8_t* data;
	size_t size;
	lwResult result = lwImport_LoadFile(path, path, &data, &size);
	if (result.status == lw_ok) {
		result = ReadByContent(path, data, size, outScene);
		free(data);
	}
	return result;
}

// ---- Channels --------------------------------------------------------------------------------------------------

static bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

static bool HasWord(const char* text, const char* word) {
	size_t length = strlen(word);
	for (const char* at = strstr(text, word); at != NULL; at = strstr(at + 1, word)) {
		if ((at == text || !IsLetter(at[-1])) && !IsLetter(at[length])) {
			return true;
		}
	}
	return false;
}

uint32_t lwMaterial_Channels(const char* name) {
	bool walkable = name != NULL && HasWord(name, "walkable"), visible = name != NULL && HasWord(name, "visible");
	return walkable == visible ? lw_channelAll : walkable ? lw_channelWalkable : lw_channelVisible;
}
