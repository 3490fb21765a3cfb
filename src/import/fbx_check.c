// SPDX-License-Identifier: MIT
// FBX: a look at the key values before assimp gets them. It splits every turn between two keys into pieces below a half
// turn: one damaged rotation of 1e22 degrees costs all memory and minutes. Compressed arrays have a checksum of their own.
#include "import/assimp_read.h"

#include "import/scene.h"

#include <stdlib.h>
#include <string.h>

#define MAX_KEY_VALUE 1e7f // degrees or units

static const char keyWord[] = "KeyValueFloat";
#define KEY_LENGTH (sizeof(keyWord) - 1)

static bool IsSane(float value) {
	return lwFiniteF(value) && lwAbsF(value) <= MAX_KEY_VALUE;
}

static uint32_t ReadU32(const uint8_t* data) {
	return (uint32_t)data[0] | (uint32_t)data[1] << 8 | (uint32_t)data[2] << 16 | (uint32_t)data[3] << 24;
}

// After the word: 'f', count, encoding (0: as it is), bytes, floats.
static bool CheckBinary(const uint8_t* data, size_t size) {
	if (size < 13 || data[0] != 'f' || ReadU32(data + 5) != 0) {
		return true;
	}
	size_t count = ReadU32(data + 1);
	for (size_t i = 0; i < count && 13 + i * 4 + 4 <= size; ++i) {
		uint32_t bits = ReadU32(data + 13 + i * 4);
		float value;
		memcpy(&value, &bits, sizeof(value));
		if (!IsSane(value)) {
			return false;
		}
	}
	return true;
}

// After the word: ": *count { a: 1.5,2,3 }".
static bool CheckText(const uint8_t* data, size_t size) {
	const uint8_t* end = memchr(data, '}', size);
	size = end != NULL ? (size_t)(end - data) : size;
	const uint8_t* start = memchr(data, '{', size);
	size_t i = start != NULL ? (size_t)(start - data) : size;
	while (i < size) {
		char number[48];
		size_t length = 0;
		while (i < size && length < sizeof(number) - 1 && memchr("+-.0123456789eE", data[i], 15) != NULL) {
			number[length++] = (char)data[i++];
		}
		number[length] = '\0';
		if (length > 0 && !IsSane(strtof(number, NULL))) {
			return false;
		}
		i += length == 0;
	}
	return true;
}

lwResult lwFbx_CheckKeys(const char* path, const uint8_t* data, size_t size) {
	bool binary = size >= 18 && memcmp(data, "Kaydara FBX Binary", 18) == 0;
	for (size_t at = 0; at + KEY_LENGTH < size;) {
		const uint8_t* found = memchr(data + at, keyWord[0], size - at - KEY_LENGTH);
		if (found == NULL) {
			break;
		}
		at = (size_t)(found - data) + 1;
		if (memcmp(found, keyWord, KEY_LENGTH) != 0) {
			continue;
		}
		const uint8_t* rest = found + KEY_LENGTH;
		size_t left = size - (size_t)(rest - data);
		if (!(binary ? CheckBinary(rest, left) : CheckText(rest, left))) {
			return lwResult_Fail(lw_errorFormat, "%.200s: byte %zu: a key's value is not finite or beyond %g", path, (size_t)(found - data),
								 (double)MAX_KEY_VALUE);
		}
	}
	return lwResult_Ok();
}
