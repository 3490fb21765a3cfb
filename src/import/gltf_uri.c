// SPDX-License-Identifier: MIT
// Buffers and URIs of a glTF document: data URIs, and files that stay in the document's folder.
#include "import/gltf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int HexDigit(char c) {
	if (c >= '0' && c <= '9') {
		return c - '0';
	}
	if (c >= 'a' && c <= 'f') {
		return c - 'a' + 10;
	}
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// Percent-decode; backslashes become '/'. False for a bad escape or a NUL. out has strlen(uri) + 1 bytes.
static bool DecodePercent(const char* uri, char* out) {
	for (; *uri != '\0'; ++uri, ++out) {
		char c = *uri;
		if (c == '%') {
			int high = HexDigit(uri[1]);
			int low = high >= 0 ? HexDigit(uri[2]) : -1;
			if (low < 0 || high * 16 + low == 0) {
				return false;
			}
			c = (char)(high * 16 + low);
			uri += 2;
		}
		*out = c == '\\' ? '/' : c;
	}
	*out = '\0';
	return true;
}

// True when a relative path never climbs above the folder it starts in.
static bool StaysInside(const char* path) {
	int depth = 0;
	while (*path != '\0') {
		size_t length = strcspn(path, "/");
		if (length == 2 && path[0] == '.' && path[1] == '.') {
			depth -= 1;
		} else if (length > 0 && !(length == 1 && path[0] == '.')) {
			depth += 1;
		}
		if (depth < 0) {
			return false;
		}
		path += length + (path[length] == '/' ? 1 : 0);
	}
	return depth > 0;
}

// A scheme (or a drive letter): a ':' before any '/'.
static bool HasScheme(const char* path) {
	size_t at = strcspn(path, ":/");
	return path[at] == ':';
}

static lwResult FetchFile(const char* uri, const char* baseDir, const char* label, uint8_t** outData, size_t* outSize) {
	size_t length = strlen(uri);
	size_t baseLength = baseDir != NULL ? strlen(baseDir) : 0;
	char* path = malloc(baseLength + length + 2);
	if (path == NULL) {
		return lwResult_Fail(lw_errorMemory, "%.200s: out of memory", label);
	}
	if (baseDir != NULL) {
		memcpy(path, baseDir, baseLength);
	}
	if (baseLength > 0 && path[baseLength - 1] != '/') {
		path[baseLength++] = '/';
	}
	char* relative = path + baseLength;
	lwResult result;
	if (!DecodePercent(uri, relative)) {
		result = lwResult_Fail(lw_errorFormat, "%.200s: bad percent escape in uri '%.100s'", label, uri);
	} else if (HasScheme(relative) || relative[0] == '/' || !StaysInside(relative)) {
		result = lwResult_Fail(lw_errorUnsupported, "%.200s: uri '%.100s' is not a file in or below the document's folder", label, uri);
	} else if (baseDir == NULL) {
		result = lwResult_Fail(lw_errorNotFound, "%.200s: file '%.100s' cannot be looked for without a folder", label, uri);
	} else {
		char place[LW_MESSAGE_SIZE];
		(void)snprintf(place, sizeof(place), "%.200s: file '%.80s'", label, uri);
		result = lwImport_LoadFile(path, place, outData, outSize);
	}
	free(path);
	return result;
}

static int Base64Digit(char c) {
	if (c >= 'A' && c <= 'Z') {
		return c - 'A';
	}
	if (c >= 'a' && c <= 'z') {
		return c - 'a' + 26;
	}
	if (c >= '0' && c <= '9') {
		return c - '0' + 52;
	}
	return c == '+' || c == '-' ? 62 : c == '/' || c == '_' ? 63 : -1;
}

// False on a foreign character or data after the padding. out has room for 3 bytes per 4 characters, rounded up.
static bool DecodeBase64(const char* text, uint8_t* out, size_t* outSize) {
	uint32_t bits = 0;
	int have = 0;
	size_t size = 0;
	for (; *text != '\0' && *text != '='; ++text) {
		int digit = Base64Digit(*text);
		if (digit < 0) {
			return false;
		}
		bits = (bits << 6 | (uint32_t)digit) & 0xFFFFFFu;
		have += 6;
		if (have >= 8) {
			have -= 8;
			out[size++] = (uint8_t)(bits >> have);
		}
	}
	*outSize = size;
	return text[strspn(text, "=")] == '\0' && have < 6;
}

static lwResult FetchData(const char* uri, const char* label, uint8_t** outData, size_t* outSize, char* outMime) {
	const char* comma = strchr(uri, ',');
	if (comma == NULL || comma - uri < 7 || strncasecmp(comma - 7, ";base64", 7) != 0) {
		return lwResult_Fail(lw_errorUnsupported, "%.200s: a data uri that is not base64", label);
	}
	if (outMime != NULL) {
		size_t length = strcspn(uri + 5, ";,");
		(void)snprintf(outMime, 64, "%.*s", length < 63 ? (int)length : 63, uri + 5);
	}
	uint8_t* data = malloc(strlen(comma) / 4 * 3 + 4);
	if (data == NULL) {
		return lwResult_Fail(lw_errorMemory, "%.200s: out of memory", label);
	}
	if (!DecodeBase64(comma + 1, data, outSize)) {
		free(data);
		return lwResult_Fail(lw_errorFormat, "%.200s: bad base64 in its data uri", label);
	}
	*outData = data;
	return lwResult_Ok();
}

lwResult lwGltf_FetchUri(const char* uri, const char* baseDir, const char* label, uint8_t** outData, size_t* outSize, char* outMime) {
	*outData = NULL;
	*outSize = 0;
	if (outMime != NULL) {
		outMime[0] = '\0';
	}
	if (strncasecmp(uri, "data:", 5) == 0) {
		return FetchData(uri, label, outData, outSize, outMime);
	}
	return FetchFile(uri, baseDir, label, outData, outSize);
}

static bool LoadBuffer(lwGltf* gltf, const json_t* object, int index, const char* baseDir) {
	char place[64];
	(void)snprintf(place, sizeof(place), "buffers[%d]", index);
	lwGltfBuffer* buffer = gltf->buffers + index;
	int64_t length;
	if (!lwGltf_Int(gltf, object, "byteLength", 0, (int64_t)LW_MAX_FILE_BYTES + 1, place, &length)) {
		return false;
	}
	const json_t* uriValue = json_object_get(object, "uri");
	const char* uri = json_string_value(uriValue);
	if (uriValue != NULL && uri == NULL) {
		return lwGltf_Fail(gltf, lw_errorFormat, "%s: uri is not a string", place);
	}
	size_t have = 0;
	if (uri == NULL && index == 0 && gltf->bin != NULL) {
		buffer->data = gltf->bin;
		have = gltf->binSize;
	} else if (uri == NULL) {
		return true; // a placeholder of an extension; only reading from it is an error
	} else {
		char label[LW_MESSAGE_SIZE];
		(void)snprintf(label, sizeof(label), "%.200s: %s", gltf->name, place);
		lwResult result = lwGltf_FetchUri(uri, baseDir, label, &buffer->owned, &have, NULL);
		if (result.status != lw_ok) {
			gltf->error = gltf->error.status == lw_ok ? result : gltf->error;
			return false;
		}
		buffer->data = buffer->owned;
	}
	if ((uint64_t)length > have) {
		return lwGltf_Fail(gltf, lw_errorFormat, "%s: byteLength is %lld, only %zu bytes are there", place, (long long)length, have);
	}
	buffer->size = (size_t)length;
	gltf->budget += 64u * (uint64_t)(buffer->owned != NULL ? length : 0);
	return true;
}

bool lwGltf_LoadBuffers(lwGltf* gltf, const char* baseDir) {
	json_t* array;
	int count;
	if (!lwGltf_Array(gltf, "buffers", 65536, &array, &count)) {
		return false;
	}
	gltf->buffers = lwImport_Alloc((size_t)count, sizeof(lwGltfBuffer));
	if (gltf->buffers == NULL) {
		return lwGltf_Fail(gltf, lw_errorMemory, "buffers: out of memory");
	}
	gltf->bufferCount = count;
	for (int i = 0; i < count; ++i) {
		if (!LoadBuffer(gltf, json_array_get(array, (size_t)i), i, baseDir)) {
			return false;
		}
	}
	return true;
}
