// SPDX-License-Identifier: MIT
// The glTF container: GLB chunks, JSON, version and required extensions; small readers of JSON members.
#include "import/gltf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool lwGltf_Fail(lwGltf* gltf, lwStatus status, const char* format, ...) {
	va_list args;
	va_start(args, format);
	(void)lwImport_Fail(&gltf->error, gltf->name, status, format, args);
	va_end(args);
	return false;
}

bool lwGltf_Spend(lwGltf* gltf, uint64_t bytes, const char* place) {
	if (bytes > gltf->budget) {
		return lwGltf_Fail(gltf, lw_errorLimit, "%s: the file claims far more data than it holds", place);
	}
	gltf->budget -= bytes;
	return true;
}

static uint32_t ReadU32(const uint8_t* at) {
	return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static void TakeChunk(lwGltf* gltf, uint32_t type, const uint8_t* data, size_t size) {
	if (type == 0x4E4F534Au && gltf->json == NULL) {
		gltf->json = (const char*)data;
		gltf->jsonSize = size;
	} else if (type == 0x004E4942u && gltf->bin == NULL) {
		gltf->bin = data;
		gltf->binSize = size;
	} else {
		gltf->strangeChunks += 1;
	}
}

static bool OpenGlb(lwGltf* gltf, const uint8_t* data, size_t size) {
	gltf->isGlb = true;
	if (size < 20) {
		return lwGltf_Fail(gltf, lw_errorFormat, "header: the file ends after %zu bytes", size);
	}
	uint32_t version = ReadU32(data + 4), length = ReadU32(data + 8);
	if (version != 2) {
		return lwGltf_Fail(gltf, lw_errorUnsupported, "header: GLB version %u, only 2 is read", version);
	}
	if (length > size || length < 20) {
		return lwGltf_Fail(gltf, lw_errorFormat, "header: says %u bytes, the file has %zu (truncated?)", length, size);
	}
	for (size_t at = 12; at + 8 <= length;) {
		size_t chunk = ReadU32(data + at);
		if (chunk > length - at - 8) {
			return lwGltf_Fail(gltf, lw_errorFormat, "chunk at byte %zu: %zu bytes long, the file has %zu left", at, chunk, length - at - 8);
		}
		TakeChunk(gltf, ReadU32(data + at + 4), data + at + 8, chunk);
		at += 8 + chunk;
	}
	return gltf->json != NULL || lwGltf_Fail(gltf, lw_errorFormat, "header: no JSON chunk");
}

static bool CheckVersion(lwGltf* gltf) {
	const json_t* asset = json_object_get(gltf->root, "asset");
	const char* version = json_string_value(json_object_get(asset, "version"));
	if (version == NULL) {
		return lwGltf_Fail(gltf, lw_errorFormat, "asset: no version (not a glTF file?)");
	}
	if (strncmp(version, "2.", 2) != 0) {
		return lwGltf_Fail(gltf, lw_errorUnsupported, "asset: glTF version %.20s, only 2.0 is read", version);
	}
	const char* least = json_string_value(json_object_get(asset, "minVersion"));
	if (least != NULL && strcmp(least, "2.0") != 0) {
		return lwGltf_Fail(gltf, lw_errorUnsupported, "asset: needs glTF version %.20s, only 2.0 is read", least);
	}
	return true;
}

static bool IsHarmlessExtension(const char* name) {
	static const char* const prefixes[] = { "KHR_materials_", "KHR_texture_", "EXT_texture_", "MSFT_texture_", "EXT_lights_",
		"KHR_lights_", "KHR_mesh_quantization", "KHR_xmp", "KHR_audio", "KHR_animation_pointer", "KHR_node_", "VRM",
		"EXT_materials_", "MSFT_packing_", "ADOBE_materials_" };
	for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); ++i) {
		if (strncmp(name, prefixes[i], strlen(prefixes[i])) == 0) {
			return true;
		}
	}
	return false;
}

static bool CheckExtensions(lwGltf* gltf) {
	const json_t* required = json_object_get(gltf->root, "extensionsRequired");
	for (size_t i = 0; i < json_array_size(required); ++i) {
		const char* name = json_string_value(json_array_get(required, i));
		if (name == NULL || IsHarmlessExtension(name)) {
			continue;
		}
		if (strcmp(name, "KHR_draco_mesh_compression") == 0 || strstr(name, "meshopt_compression") != NULL) {
			return lwGltf_Fail(gltf, lw_errorUnsupported, "extensionsRequired: %.60s: the file is compressed; "
				"unpack it first, for instance with 'gltf-transform copy in.glb out.glb'", name);
		}
		return lwGltf_Fail(gltf, lw_errorUnsupported, "extensionsRequired: %.60s is not known; export without it", name);
	}
	return true;
}

bool lwGltf_Open(lwGltf* gltf, const uint8_t* data, size_t size, const char* name) {
	memset(gltf, 0, sizeof(*gltf));
	gltf->name = name;
	gltf->budget = 64u * 1024u * 1024u + 64u * (uint64_t)size;
	if (size >= 4 && memcmp(data, "glTF", 4) == 0) {
		if (!OpenGlb(gltf, data, size)) {
			return false;
		}
	} else {
		size_t skip = size >= 3 && memcmp(data, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
		gltf->json = (const char*)data + skip;
		gltf->jsonSize = size - skip;
	}
	while (gltf->jsonSize > 0 && (gltf->json[gltf->jsonSize - 1] == '\0' || gltf->json[gltf->jsonSize - 1] == ' ')) {
		gltf->jsonSize -= 1;
	}
	json_error_t error;
	gltf->root = json_loadb(gltf->json, gltf->jsonSize, JSON_ALLOW_NUL | JSON_REJECT_DUPLICATES, &error);
	if (gltf->root == NULL) {
		return lwGltf_Fail(gltf, lw_errorFormat, "JSON line %d column %d: %s", error.line, error.column, error.text);
	}
	if (!json_is_object(gltf->root)) {
		return lwGltf_Fail(gltf, lw_errorFormat, "JSON: not an object");
	}
	return CheckVersion(gltf) && CheckExtensions(gltf);
}

void lwGltf_Close(lwGltf* gltf) {
	for (int i = 0; i < gltf->bufferCount; ++i) {
		free(gltf->buffers[i].owned);
	}
	free(gltf->buffers);
	json_decref(gltf->root);
	gltf->buffers = NULL;
	gltf->bufferCount = 0;
	gltf->root = NULL;
}

bool lwGltf_Array(lwGltf* gltf, const char* key, int limit, json_t** outArray, int* outCount) {
	json_t* array = json_object_get(gltf->root, key);
	*outArray = array;
	*outCount = 0;
	if (array == NULL) {
		return true;
	}
	if (!json_is_array(array)) {
		return lwGltf_Fail(gltf, lw_errorFormat, "%s: not an array", key);
	}
	if (json_array_size(array) > (size_t)limit) {
		return lwGltf_Fail(gltf, lw_errorLimit, "%s: %zu entries, the limit is %d", key, json_array_size(array), limit);
	}
	*outCount = (int)json_array_size(array);
	return true;
}

bool lwGltf_Int(lwGltf* gltf, const json_t* object, const char* key, int64_t fallback, int64_t limit, const char* place, int64_t* out) {
	const json_t* value = json_object_get(object, key);
	*out = fallback;
	if (value == NULL) {
		return true;
	}
	double number = json_number_value(value);
	if (!json_is_number(value) || !(number >= 0.0)) {
		return lwGltf_Fail(gltf, lw_errorFormat, "%s: %s is not a whole number from 0 up", place, key);
	}
	if (number >= (double)limit) {
		return lwGltf_Fail(gltf, lw_errorFormat, "%s: %s %.0f is out of range (there are %lld)", place, key, number, (long long)limit);
	}
	*out = (int64_t)number;
	return (double)*out >= number || lwGltf_Fail(gltf, lw_errorFormat, "%s: %s is not a whole number", place, key);
}

bool lwGltf_Index(lwGltf* gltf, const json_t* object, const char* key, int count, const char* place, int* out) {
	int64_t value;
	bool good = lwGltf_Int(gltf, object, key, -1, count, place, &value);
	*out = good ? (int)value : -1;
	return good;
}

bool lwGltf_Numbers(lwGltf* gltf, const json_t* object, const char* key, int count, const char* place, float* out) {
	const json_t* array = json_object_get(object, key);
	if (array == NULL) {
		return true;
	}
	if (json_array_size(array) != (size_t)count) {
		return lwGltf_Fail(gltf, lw_errorFormat, "%s: %s is not an array of %d numbers", place, key, count);
	}
	for (int i = 0; i < count; ++i) {
		const json_t* value = json_array_get(array, (size_t)i);
		double number = json_number_value(value);
		if (!json_is_number(value) || !(number >= -3.4e38 && number <= 3.4e38)) {
			return lwGltf_Fail(gltf, lw_errorFormat, "%s: %s[%d] is not a finite number", place, key, i);
		}
		out[i] = (float)number;
	}
	return true;
}

const char* lwGltf_Name(const json_t* object) {
	const char* name = json_string_value(json_object_get(object, "name"));
	return name != NULL ? name : "";
}
