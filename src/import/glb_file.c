// SPDX-License-Identifier: MIT
// Writing: the GLB container, and files that are complete or not there at all.
#define _XOPEN_SOURCE 700 // realpath
#include "import/glb.h"
#include "import/scene.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static lwResult WriteOpenFile(FILE* file, const char* path, const void* data, size_t size, bool sync) {
	bool good = size == 0 || fwrite(data, 1, size, file) == size;
	good = good && fflush(file) == 0;
	good = good && (!sync || fsync(fileno(file)) == 0);
	int cause = errno;
	if (fclose(file) != 0 && good) {
		good = false;
		cause = errno;
	}
	return good ? lwResult_Ok() : lwResult_Fail(lw_errorIo, "%.300s: writing: %s", path, strerror(cause));
}

// Devices and pipes are written in place: there is nothing to keep, and renaming would replace them.
static bool IsSpecial(const char* path) {
	struct stat info;
	return stat(path, &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode);
}

static FILE* OpenTemporary(const char* path, char* buffer, size_t capacity) {
	for (int attempt = 0; attempt < 100; ++attempt) {
		(void)snprintf(buffer, capacity, "%s.%ld.%d.tmp", path, (long)getpid(), attempt);
		int descriptor = open(buffer, O_WRONLY | O_CREAT | O_EXCL, 0666);
		if (descriptor >= 0) {
			FILE* file = fdopen(descriptor, "wb");
			if (file == NULL) {
				(void)close(descriptor);
				(void)unlink(buffer);
			}
			return file;
		}
		if (errno != EEXIST) {
			return NULL;
		}
	}
	return NULL;
}

static lwResult WriteDevice(const char* path, const void* data, size_t size) {
	FILE* device = fopen(path, "wb");
	return device != NULL ? WriteOpenFile(device, path, data, size, false) : lwResult_Fail(lw_errorIo, "%.300s: %s", path, strerror(errno));
}

static lwResult WriteRegular(const char* path, const void* data, size_t size) {
	size_t capacity = strlen(path) + 64;
	char* temporary = malloc(capacity);
	if (temporary == NULL) {
		return lwResult_Fail(lw_errorMemory, "%.300s: out of memory", path);
	}
	FILE* file = OpenTemporary(path, temporary, capacity);
	lwResult result;
	if (file == NULL) {
		result = lwResult_Fail(lw_errorIo, "%.300s: %s", path, strerror(errno));
	} else {
		result = WriteOpenFile(file, path, data, size, true);
		if (result.status == lw_ok && rename(temporary, path) != 0) {
			result = lwResult_Fail(lw_errorIo, "%.300s: %s", path, strerror(errno));
		}
		if (result.status != lw_ok) {
			(void)unlink(temporary);
		}
	}
	free(temporary);
	return result;
}

// What a symbolic link leads to is written and the link stays (/dev/stdout is one).
lwResult lwWriteFileAtomic(const char* path, const void* data, size_t size) {
	if (!LW_ASSERT(path != NULL && (data != NULL || size == 0))) {
		return lwResult_Fail(lw_errorArgument, "lwWriteFileAtomic: path and data must not be NULL");
	}
	if (IsSpecial(path)) {
		return WriteDevice(path, data, size);
	}
	struct stat info;
	if (lstat(path, &info) != 0 || !S_ISLNK(info.st_mode)) {
		return WriteRegular(path, data, size);
	}
	char* target = realpath(path, NULL);
	lwResult result = target != NULL ? WriteRegular(target, data, size) : WriteDevice(path, data, size); // leads to no name
	free(target);
	return result;
}

static void PutU32(uint8_t* at, size_t value) {
	for (int i = 0; i < 4; ++i) {
		at[i] = (uint8_t)(value >> (8 * i));
	}
}

static void PutChunk(uint8_t* at, uint32_t type, const void* data, size_t size, size_t padded, int pad) {
	PutU32(at, padded);
	PutU32(at + 4, type);
	memcpy(at + 8, data, size);
	memset(at + 8 + size, pad, padded - size);
}

static bool WriteContainer(lwGlb* glb, const char* path, const char* json) {
	size_t jsonSize = strlen(json);
	size_t jsonPadded = (jsonSize + 3u) & ~(size_t)3u;
	size_t binPadded = (glb->size + 3u) & ~(size_t)3u;
	size_t total = 12 + 8 + jsonPadded + (glb->size > 0 ? 8 + binPadded : 0);
	if (total > UINT32_MAX) {
		return lwGlb_Fail(glb, lw_errorLimit, "a GLB holds at most 4 GB");
	}
	uint8_t* data = malloc(total);
	if (data == NULL) {
		return lwGlb_Fail(glb, lw_errorMemory, "out of memory");
	}
	memcpy(data, "glTF", 4);
	PutU32(data + 4, 2);
	PutU32(data + 8, total);
	PutChunk(data + 12, 0x4E4F534Au, json, jsonSize, jsonPadded, ' ');
	if (glb->size > 0) {
		PutChunk(data + 20 + jsonPadded, 0x004E4942u, glb->bin, glb->size, binPadded, 0);
	}
	lwResult result = lwWriteFileAtomic(path, data, total);
	free(data);
	if (result.status != lw_ok) {
		glb->error = result;
	}
	return result.status == lw_ok;
}

// Buffer 0 is the binary chunk; its length is known only now.
static void SetBufferLength(lwGlb* glb) {
	if (glb->size == 0) {
		return;
	}
	json_t* buffers = lwGlb_ArrayOf(glb, glb->root, "buffers");
	if (json_array_size(buffers) == 0) {
		lwGlb_Append(glb, buffers, json_object());
	}
	json_t* buffer = json_array_get(buffers, 0);
	json_int_t length = json_integer_value(json_object_get(buffer, "byteLength"));
	if ((size_t)length != glb->size) {
		lwGlb_Set(glb, buffer, "byteLength", json_integer((json_int_t)glb->size));
	}
}

static void Serialize(lwGlb* glb, const char* path) {
	SetBufferLength(glb);
	char* json = json_dumps(glb->root, JSON_COMPACT | JSON_REAL_PRECISION(17));
	if (json == NULL) {
		lwGlb_Fail(glb, lw_errorMemory, "JSON: out of memory");
	} else if (glb->error.status == lw_ok) {
		(void)WriteContainer(glb, path, json);
	}
	free(json);
}

lwGlbEdit lwDefaultGlbEdit(void) {
	return (lwGlbEdit){ .cookie = LW_COOKIE, .insertRootName = "legwork_root", .terrainScale = 1.0f };
}

static void DropNames(char** names, int count) {
	for (int i = 0; names != NULL && i < count; ++i) {
		free(names[i]);
		names[i] = NULL;
	}
}

lwResult lwWriteGlb(const char* path, const lwScene* scene, const lwGlbEdit* edit, char** outNames) {
	if (!LW_ASSERT(path != NULL && scene != NULL && edit != NULL && edit->cookie == LW_COOKIE)) {
		return lwResult_Fail(lw_errorArgument, "lwWriteGlb: path and scene must be given, and edit made by lwDefaultGlbEdit");
	}
	lwGlb glb;
	memset(&glb, 0, sizeof(glb));
	glb.name = scene->file != NULL ? scene->file : path;
	for (int i = 0; outNames != NULL && i < edit->animationCount; ++i) {
		outNames[i] = NULL;
	}
	bool good = scene->json != NULL ? lwGlb_FromSource(&glb, scene) : lwGlb_FromScene(&glb, scene);
	if (good && lwGlb_Apply(&glb, scene, edit, outNames)) {
		Serialize(&glb, path);
	}
	lwResult result = glb.error;
	if (result.status != lw_ok) {
		DropNames(outNames, edit->animationCount);
	}
	json_decref(glb.root);
	free(glb.bin);
	return result;
}
