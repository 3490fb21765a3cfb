// SPDX-License-Identifier: MIT
// Files for assimp: what a hostile file names outside its own folder is not opened.
#include "import/assimp_read.h"

#include <stdlib.h>
#include <string.h>

typedef struct MemoryFile {
	struct aiFile file;
	const uint8_t* data;
	size_t size, at;
	uint8_t* owned;
} MemoryFile;

static MemoryFile* Self(struct aiFile* file) {
	return (MemoryFile*)(void*)file->UserData;
}

static size_t Read(struct aiFile* file, char* buffer, size_t size, size_t count) {
	MemoryFile* self = Self(file);
	size_t left = self->size - self->at;
	size_t items = size > 0 ? left / size : 0;
	items = items < count ? items : count;
	memcpy(buffer, self->data + self->at, items * size);
	self->at += items * size;
	return items;
}

static size_t Write(struct aiFile* file, const char* buffer, size_t size, size_t count) {
	(void)file;
	(void)buffer;
	(void)size;
	(void)count;
	return 0;
}

static size_t Tell(struct aiFile* file) {
	return Self(file)->at;
}

static size_t FileSize(struct aiFile* file) {
	return Self(file)->size;
}

static aiReturn Seek(struct aiFile* file, size_t offset, enum aiOrigin origin) {
	MemoryFile* self = Self(file);
	size_t base = origin == aiOrigin_SET ? 0 : origin == aiOrigin_CUR ? self->at : self->size;
	size_t to = base + offset; // negative offsets come wrapped round
	if (to > self->size) {
		return aiReturn_FAILURE;
	}
	self->at = to;
	return aiReturn_SUCCESS;
}

static void Flush(struct aiFile* file) {
	(void)file;
}

// True for a path in the main file's folder or below it, without "..".
static bool IsNear(const char* mainPath, const char* path) {
	const char* slash = strrchr(mainPath, '/');
	size_t folder = slash != NULL ? (size_t)(slash - mainPath) + 1 : 0;
	return strncmp(mainPath, path, folder) == 0 && path[folder] != '/' && strstr(path + folder, "..") == NULL && strchr(path, '\\') == NULL;
}

static struct aiFile* Open(struct aiFileIO* io, const char* path, const char* mode) {
	lwAssimpFiles* files = (lwAssimpFiles*)(void*)io->UserData;
	MemoryFile* self = mode[0] == 'r' ? lwImport_Alloc(1, sizeof(*self)) : NULL;
	if (self == NULL) {
		return NULL;
	}
	self->data = files->data;
	self->size = files->size;
	if (strcmp(path, files->path) != 0) {
		if (!IsNear(files->path, path) || lwImport_LoadFile(path, path, &self->owned, &self->size).status != lw_ok) {
			free(self);
			return NULL;
		}
		self->data = self->owned;
	}
	self->file = (struct aiFile){ Read, Write, Tell, FileSize, Seek, Flush, (aiUserData)(void*)self };
	return &self->file;
}

static void Close(struct aiFileIO* io, struct aiFile* file) {
	(void)io;
	MemoryFile* self = Self(file);
	free(self->owned);
	free(self);
}

void lwAssimpFiles_Init(lwAssimpFiles* files, const char* path, const uint8_t* data, size_t size) {
	files->io = (struct aiFileIO){ Open, Close, (aiUserData)(void*)files };
	files->path = path;
	files->data = data;
	files->size = size;
}
