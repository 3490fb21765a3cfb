// SPDX-License-Identifier: MIT
// Tests of import: glTF files made in memory, and the shared data that may be absent.
#ifndef LEGWORK_TESTS_IMPORT_SUPPORT_H
#define LEGWORK_TESTS_IMPORT_SUPPORT_H

#include "legwork/export.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
// cmocka wants the headers above first.
#include <cmocka.h>

// What assimp lets go of when an FBX file is damaged, and of the shapes of whole ones: its leaks, not ours.
__attribute__((visibility("default"))) const char* __lsan_default_suppressions(void);
const char* __lsan_default_suppressions(void) {
	return "leak:inflateInit2_\nleak:libassimp\n";
}

#define SHARED_DATA LEGWORK_SOURCE_DIR "/../shared/data"

static inline void PutU32At(uint8_t* at, size_t value) {
	for (int i = 0; i < 4; ++i) {
		at[i] = (uint8_t)(value >> (8 * i));
	}
}

// A GLB from JSON text in which ' stands for ", and a binary chunk (size 0: none). free() it.
static inline uint8_t* MakeGlb(const char* json, const void* bin, size_t binSize, size_t* outSize) {
	size_t jsonSize = strlen(json), jsonPadded = (jsonSize + 3) & ~(size_t)3, binPadded = (binSize + 3) & ~(size_t)3;
	size_t total = 20 + jsonPadded + (binSize > 0 ? 8 + binPadded : 0);
	uint8_t* glb = calloc(total, 1);
	assert_non_null(glb);
	memcpy(glb, "glTF", 4);
	PutU32At(glb + 4, 2);
	PutU32At(glb + 8, total);
	PutU32At(glb + 12, jsonPadded);
	PutU32At(glb + 16, 0x4E4F534Au);
	memset(glb + 20, ' ', jsonPadded);
	for (size_t i = 0; i < jsonSize; ++i) {
		glb[20 + i] = (uint8_t)(json[i] == '\'' ? '"' : json[i]);
	}
	if (binSize > 0) {
		PutU32At(glb + 20 + jsonPadded, binPadded);
		PutU32At(glb + 24 + jsonPadded, 0x004E4942u);
		memcpy(glb + 28 + jsonPadded, bin, binSize);
	}
	*outSize = total;
	return glb;
}

static inline lwResult ReadMade(const char* json, const void* bin, size_t binSize, lwScene** outScene) {
	size_t size;
	uint8_t* glb = MakeGlb(json, bin, binSize, &size);
	lwResult result = lwReadGltfMemory(glb, size, "made.glb", NULL, outScene);
	free(glb);
	return result;
}

static inline void RequireOk(lwResult result) {
	if (result.status != lw_ok) {
		print_error("%s\n", result.message);
	}
	assert_int_equal(result.status, lw_ok);
}

static inline bool HaveSharedData(void) {
	bool have = access(SHARED_DATA "/MANIFEST.md", R_OK) == 0;
	if (!have) {
		print_message("SKIPPED: ../shared/data is absent\n");
	}
	return have;
}

static inline lwScene* ReadShared(const char* file) {
	char path[1024];
	(void)snprintf(path, sizeof(path), "%s/%s", SHARED_DATA, file);
	lwScene* scene = NULL;
	RequireOk(lwReadScene(path, &scene));
	return scene;
}

// A path in the temporary folder that only this process uses.
static inline const char* TempPath(const char* name, char* buffer, size_t capacity) {
	const char* folder = getenv("TMPDIR");
	(void)snprintf(buffer, capacity, "%s/legwork_%ld_%s", folder != NULL ? folder : "/tmp", (long)getpid(), name);
	return buffer;
}

static inline uint8_t* LoadBytes(const char* path, size_t* outSize) {
	FILE* file = fopen(path, "rb");
	assert_non_null(file);
	assert_int_equal(fseek(file, 0, SEEK_END), 0);
	long size = ftell(file);
	assert_true(size >= 0);
	rewind(file);
	uint8_t* data = malloc((size_t)size + 1);
	assert_non_null(data);
	assert_int_equal(fread(data, 1, (size_t)size, file), (size_t)size);
	fclose(file);
	data[size] = 0;
	*outSize = (size_t)size;
	return data;
}

static inline void SaveBytes(const char* path, const void* data, size_t size) {
	FILE* file = fopen(path, "wb");
	assert_non_null(file);
	assert_int_equal(fwrite(data, 1, size, file), size);
	assert_int_equal(fclose(file), 0);
}

static inline void AssertNear(float value, float expected, float tolerance) {
	if (!(fabsf(value - expected) <= tolerance)) {
		print_error("%.9g, expected %.9g within %g\n", (double)value, (double)expected, (double)tolerance);
		fail();
	}
}

static inline void AssertVec(lwVec3 v, float x, float y, float z, float tolerance) {
	AssertNear(v.x, x, tolerance);
	AssertNear(v.y, y, tolerance);
	AssertNear(v.z, z, tolerance);
}

// World matrices of all nodes at a time of a clip. free() them.
static inline lwMat34* WorldAt(const lwScene* scene, int clip, float time) {
	lwTransform* local = calloc((size_t)scene->nodeCount + 1, sizeof(lwTransform));
	lwMat34* world = calloc((size_t)scene->nodeCount + 1, sizeof(lwMat34));
	assert_true(local != NULL && world != NULL);
	lwScene_SampleClip(scene, clip, time, local);
	lwScene_ToWorld(scene, local, world);
	free(local);
	return world;
}

#endif
