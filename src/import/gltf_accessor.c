// SPDX-License-Identifier: MIT
// glTF accessors: every offset, stride and count is checked before a byte is read.
#include "import/gltf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_OFFSET ((int64_t)1 << 40)

typedef struct View {
	const uint8_t* data;            // NULL: no bufferView, all zero
	size_t size;
	size_t stride;                  // 0: tightly packed
} View;

typedef struct Accessor {
	View view;                      // from the accessor's byteOffset on
	int componentType;
	bool normalized;
	int components;
	size_t count;
	const json_t* sparse;
	char place[64];
} Accessor;

static size_t ComponentSize(int type) {
	switch (type) {
	case 5120: case 5121: return 1;
	case 5122: case 5123: return 2;
	case 5125: case 5126: return 4;
	default: return 0;
	}
}

static int TypeComponents(const char* type) {
	static const struct { const char* name; int components; } types[] = {
		{ "SCALAR", 1 }, { "VEC2", 2 }, { "VEC3", 3 }, { "VEC4", 4 }, { "MAT4", 16 },
	};
	for (size_t i = 0; type != NULL && i < sizeof(types) / sizeof(types[0]); ++i) {
		if (strcmp(types[i].name, type) == 0) {
			return types[i].components;
		}
	}
	return 0;
}

// The bytes of a buffer view from an offset on.
static bool OpenView(lwGltf* gltf, int index, int64_t offset, const char* place, View* outView) {
	char viewPlace[64];
	(void)snprintf(viewPlace, sizeof(viewPlace), "bufferViews[%d]", index);
	const json_t* object = json_array_get(json_object_get(gltf->root, "bufferViews"), (size_t)index);
	int buffer;
	int64_t start, length, stride;
	if (!lwGltf_Index(gltf, object, "buffer", gltf->bufferCount, viewPlace, &buffer) ||
		!lwGltf_Int(gltf, object, "byteOffset", 0, MAX_OFFSET, viewPlace, &start) ||
		!lwGltf_Int(gltf, object, "byteLength", 0, MAX_OFFSET, viewPlace, &length) ||
		!lwGltf_Int(gltf, object, "byteStride", 0, 65536, viewPlace, &stride)) {
		return false;
	}
	if (buffer < 0) {
		return lwGltf_Fail(gltf, lw_errorFormat, "%s: no buffer", viewPlace);
	}
	const lwGltfBuffer* source = gltf->buffers + buffer;
	if (source->data == NULL) {
		return lwGltf_Fail(gltf, lw_errorFormat, "%s: buffers[%d] has no data", viewPlace, buffer);
	}
	if (start + length > (int64_t)source->size) {
		return lwGltf_Fail(gltf, lw_errorFormat, "%s: bytes %lld to %lld of buffers[%d], which has %zu", viewPlace,
			(long long)start, (long long)(start + length), buffer, source->size);
	}
	if (offset > length) {
		return lwGltf_Fail(gltf, lw_errorFormat, "%s: byteOffset %lld is beyond its buffer view", place, (long long)offset);
	}
	outView->data = source->data + start + offset;
	outView->size = (size_t)(length - offset);
	outView->stride = (size_t)stride;
	return true;
}

bool lwGltf_ViewBytes(lwGltf* gltf, json_int_t index, const uint8_t** outData, size_t* outSize) {
	View view;
	bool there = index >= 0 && (size_t)index < json_array_size(json_object_get(gltf->root, "bufferViews"));
	bool good = there && OpenView(gltf, (int)index, 0, "images", &view);
	*outData = good ? view.data : NULL;
	*outSize = good ? view.size : 0;
	return good;
}

// Check that count elements of elementSize fit the view; settle its stride.
static bool FitView(lwGltf* gltf, View* ioView, size_t count, size_t elementSize, const char* place) {
	if (ioView->stride == 0) {
		ioView->stride = elementSize;
	}
	if (ioView->data == NULL || count == 0) {
		return true;
	}
	if (ioView->stride < elementSize) {
		return lwGltf_Fail(gltf, lw_errorFormat, "%s: byteStride %zu is smaller than its elements (%zu)", place, ioView->stride, elementSize);
	}
	uint64_t need = (uint64_t)(count - 1) * ioView->stride + elementSize; // count < 2^31, stride < 2^16
	if (need > ioView->size) {
		return lwGltf_Fail(gltf, lw_errorFormat, "%s: needs %llu bytes of its buffer view, which has %zu", place,
			(unsigned long long)need, ioView->size);
	}
	return true;
}

static bool ViewIndex(lwGltf* gltf, const json_t* object, const char* place, int* outView) {
	json_t* views;
	int count;
	return lwGltf_Array(gltf, "bufferViews", 1 << 24, &views, &count) && lwGltf_Index(gltf, object, "bufferView", count, place, outView);
}

static bool OpenShape(lwGltf* gltf, const json_t* object, int components, Accessor* outAccessor) {
	const char* place = outAccessor->place;
	int64_t type, count;
	if (!lwGltf_Int(gltf, object, "componentType", 0, 65536, place, &type) ||
		!lwGltf_Int(gltf, object, "count", 0, MAX_OFFSET, place, &count)) {
		return false;
	}
	if (count > INT32_MAX / 64) {
		return lwGltf_Fail(gltf, lw_errorLimit, "%s: count %lld is over the limit", place, (long long)count);
	}
	const char* typeName = json_string_value(json_object_get(object, "type"));
	if (TypeComponents(typeName) != components) {
		return lwGltf_Fail(gltf, lw_errorFormat, "%s: type %.20s has the wrong number of components for its use (%d)", place,
			typeName != NULL ? typeName : "(none)", components);
	}
	if (ComponentSize((int)type) == 0) {
		return lwGltf_Fail(gltf, lw_errorFormat, "%s: componentType %lld is not known", place, (long long)type);
	}
	outAccessor->componentType = (int)type;
	outAccessor->normalized = json_is_true(json_object_get(object, "normalized"));
	outAccessor->components = components;
	outAccessor->count = (size_t)count;
	outAccessor->sparse = json_object_get(object, "sparse");
	return true;
}

static bool OpenAccessor(lwGltf* gltf, int index, int components, const char* user, Accessor* outAccessor) {
	memset(outAccessor, 0, sizeof(*outAccessor));
	(void)snprintf(outAccessor->place, sizeof(outAccessor->place), "accessors[%d]", index);
	const json_t* object = json_array_get(json_object_get(gltf->root, "accessors"), (size_t)index);
	if (!json_is_object(object)) {
		return lwGltf_Fail(gltf, lw_errorFormat, "%s: accessors[%d] does not exist", user, index);
	}
	int view;
	int64_t offset;
	if (!OpenShape(gltf, object, components, outAccessor) || !ViewIndex(gltf, object, outAccessor->place, &view) ||
		!lwGltf_Int(gltf, object, "byteOffset", 0, MAX_OFFSET, outAccessor->place, &offset)) {
		return false;
	}
	if (view >= 0 && !OpenView(gltf, view, offset, outAccessor->place, &outAccessor->view)) {
		return false;
	}
	size_t elementSize = ComponentSize(outAccessor->componentType) * (size_t)components;
	return FitView(gltf, &outAccessor->view, outAccessor->count, elementSize, outAccessor->place);
}

static uint32_t ReadUint(const uint8_t* at, int type) {
	switch (type) {
	case 5120: case 5121: return at[0];
	case 5122: case 5123: return (uint32_t)at[0] | (uint32_t)at[1] << 8;
	default: return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
	}
}

static float ReadFloat(const uint8_t* at, int type, bool normalized) {
	uint32_t bits = ReadUint(at, type);
	float value;
	switch (type) {
	case 5120: {
		int32_t s = bits < 128u ? (int32_t)bits : (int32_t)bits - 256;
		return normalized ? lwMaxF((float)s / 127.0f, -1.0f) : (float)s;
	}
	case 5121: return normalized ? (float)bits / 255.0f : (float)bits;
	case 5122: {
		int32_t s = bits < 32768u ? (int32_t)bits : (int32_t)bits - 65536;
		return normalized ? lwMaxF((float)s / 32767.0f, -1.0f) : (float)s;
	}
	case 5123: return normalized ? (float)bits / 65535.0f : (float)bits;
	case 5125: return normalized ? (float)((double)bits / 4294967295.0) : (float)bits;
	default: memcpy(&value, &bits, sizeof(value)); return value;
	}
}

// Write one element (floats when outFloats is given, else integers) to slot index.
static void StoreElement(const Accessor* accessor, const uint8_t* at, size_t index, float* outFloats, uint32_t* outUints) {
	size_t size = ComponentSize(accessor->componentType);
	size_t to = index * (size_t)accessor->components;
	for (int c = 0; c < accessor->components; ++c, at += size) {
		if (outFloats != NULL) {
			outFloats[to + (size_t)c] = ReadFloat(at, accessor->componentType, accessor->normalized);
		} else {
			outUints[to + (size_t)c] = ReadUint(at, accessor->componentType);
		}
	}
}

static bool OpenSparseView(lwGltf* gltf, const json_t* object, size_t count, size_t elementSize, const char* place, View* outView) {
	int view;
	int64_t offset;
	memset(outView, 0, sizeof(*outView));
	if (!ViewIndex(gltf, object, place, &view) || !lwGltf_Int(gltf, object, "byteOffset", 0, MAX_OFFSET, place, &offset)) {
		return false;
	}
	if (view < 0) {
		return lwGltf_Fail(gltf, lw_errorFormat, "%s: sparse without a buffer view", place);
	}
	if (!OpenView(gltf, view, offset, place, outView)) {
		return false;
	}
	outView->stride = 0;
	return FitView(gltf, outView, count, elementSize, place);
}

static bool ApplySparse(lwGltf* gltf, const Accessor* accessor, float* outFloats, uint32_t* outUints) {
	const char* place = accessor->place;
	const json_t* indices = json_object_get(accessor->sparse, "indices");
	const json_t* values = json_object_get(accessor->sparse, "values");
	int64_t count, type;
	if (!lwGltf_Int(gltf, accessor->sparse, "count", 0, (int64_t)accessor->count + 1, place, &count) ||
		!lwGltf_Int(gltf, indices, "componentType", 0, 65536, place, &type)) {
		return false;
	}
	if (type != 5121 && type != 5123 && type != 5125) {
		return lwGltf_Fail(gltf, lw_errorFormat, "%s: sparse.indices.componentType %lld is not allowed", place, (long long)type);
	}
	View indexView, valueView;
	size_t elementSize = ComponentSize(accessor->componentType) * (size_t)accessor->components;
	if (!OpenSparseView(gltf, indices, (size_t)count, ComponentSize((int)type), place, &indexView) ||
		!OpenSparseView(gltf, values, (size_t)count, elementSize, place, &valueView)) {
		return false;
	}
	for (size_t i = 0; i < (size_t)count; ++i) {
		size_t index = ReadUint(indexView.data + i * indexView.stride, (int)type);
		if (index >= accessor->count) {
			return lwGltf_Fail(gltf, lw_errorFormat, "%s: sparse index %zu, the accessor has %zu elements", place, index, accessor->count);
		}
		StoreElement(accessor, valueView.data + i * valueView.stride, index, outFloats, outUints);
	}
	return true;
}

static bool ReadAll(lwGltf* gltf, const Accessor* accessor, float* outFloats, uint32_t* outUints) {
	for (size_t i = 0; accessor->view.data != NULL && i < accessor->count; ++i) {
		StoreElement(accessor, accessor->view.data + i * accessor->view.stride, i, outFloats, outUints);
	}
	return accessor->sparse == NULL || ApplySparse(gltf, accessor, outFloats, outUints);
}

bool lwGltf_ReadFloats(lwGltf* gltf, int index, int components, const char* place, float** outValues, int* outCount) {
	*outValues = NULL;
	*outCount = 0;
	Accessor accessor;
	if (!OpenAccessor(gltf, index, components, place, &accessor)) {
		return false;
	}
	size_t total = accessor.count * (size_t)components;
	if (!lwGltf_Spend(gltf, total * sizeof(float), accessor.place)) {
		return false;
	}
	float* values = lwImport_Alloc(total, sizeof(float));
	if (values == NULL) {
		return lwGltf_Fail(gltf, lw_errorMemory, "%s: out of memory", accessor.place);
	}
	bool good = ReadAll(gltf, &accessor, values, NULL);
	if (good && !lwImport_AllFinite(values, total)) {
		good = lwGltf_Fail(gltf, lw_errorFormat, "%s: holds a value that is not finite (used by %s)", accessor.place, place);
	}
	if (!good) {
		free(values);
		return false;
	}
	*outValues = values;
	*outCount = (int)accessor.count;
	return true;
}

bool lwGltf_ReadUints(lwGltf* gltf, int index, int components, const char* place, uint32_t** outValues, int* outCount) {
	*outValues = NULL;
	*outCount = 0;
	Accessor accessor;
	if (!OpenAccessor(gltf, index, components, place, &accessor)) {
		return false;
	}
	if (accessor.componentType != 5121 && accessor.componentType != 5123 && accessor.componentType != 5125) {
		return lwGltf_Fail(gltf, lw_errorFormat, "%s: componentType %d, %s needs unsigned integers", accessor.place, accessor.componentType, place);
	}
	size_t total = accessor.count * (size_t)components;
	if (!lwGltf_Spend(gltf, total * sizeof(uint32_t), accessor.place)) {
		return false;
	}
	uint32_t* values = lwImport_Alloc(total, sizeof(uint32_t));
	if (values == NULL) {
		return lwGltf_Fail(gltf, lw_errorMemory, "%s: out of memory", accessor.place);
	}
	if (!ReadAll(gltf, &accessor, NULL, values)) {
		free(values);
		return false;
	}
	*outValues = values;
	*outCount = (int)accessor.count;
	return true;
}
