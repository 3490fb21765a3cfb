// SPDX-License-Identifier: MIT
// Import, inside: what the readers share. Every pointer of an lwScene is one malloc block of its own.
#ifndef LEGWORK_IMPORT_SCENE_H
#define LEGWORK_IMPORT_SCENE_H

#include "legwork/import.h"

#include <stdarg.h>

// A new empty scene with its strings set ("" where not given); NULL when out of memory.
lwScene* lwScene_New(const char* file, const char* format);
// Append one line to scene->notes; after 100 lines further ones are left out (and that is said).
void lwScene_Note(lwScene* scene, const char* format, ...) LW_PRINTF(2, 3);
// calloc for count elements that refuses overflow; count 0 gives one element, so that NULL is always a failure.
void* lwImport_Alloc(size_t count, size_t size);
char* lwImport_CopyString(const char* text);
// Copy of length bytes; those that are no valid UTF-8, and control characters, become '_'.
char* lwImport_CopyText(const char* text, size_t length);
// Directory of a path with its trailing '/' ("" for a bare name); malloc, NULL when out of memory.
char* lwImport_Directory(const char* path);
// File name without directory and extension; malloc, NULL when out of memory.
char* lwImport_Stem(const char* path);
// Whole regular file into malloc memory (one spare 0 byte after the end). label is what messages call it.
lwResult lwImport_LoadFile(const char* path, const char* label, uint8_t** outData, size_t* outSize);

// Keep a failure "name: reason"; the first one stays. Always false.
bool lwImport_Fail(lwResult* ioError, const char* name, lwStatus status, const char* format, va_list args);

// Media type of a picture by its first bytes ("image/png", "image/jpeg", "image/ktx2", "image/webp"); NULL: none that glTF knows.
const char* lwImport_ImageType(const uint8_t* data, size_t size);

static inline bool lwFiniteF(float v) { return v - v == 0.0f; }
bool lwImport_AllFinite(const float* values, size_t count);
// True when every parent index is in range and no node is its own ancestor; else *outNode is the offender.
bool lwImport_CheckParents(const lwSceneNode* nodes, int count, int* outNode);
// Node indices, parents before children, each subtree contiguous. outOrder has nodeCount entries. False: out of memory.
bool lwImport_Order(const lwScene* scene, int* outOrder);
// Make times strictly increasing: keys at the time of the key before them are dropped. -1 or the first key that goes back.
int lwImport_RepairKeys(lwSceneChannel* ioChannel, int* outDropped);
// Set start and end of a clip from its channels (0, 0 without any).
void lwImport_ClipBounds(lwSceneClip* ioClip);
// Scale the weights of each vertex to sum 1, zero the joint of weightless influences. Returns the highest joint in use, -1 none.
int lwImport_CleanInfluences(lwScenePrimitive* ioPrimitive, int* outNegative);

// Readers (one file each).
lwResult lwReadBvhMemory(const uint8_t* data, size_t size, const char* path, lwScene** outScene);
lwResult lwReadAssimp(const char* path, const uint8_t* data, size_t size, lwScene** outScene);

#endif
