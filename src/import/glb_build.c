// SPDX-License-Identifier: MIT
// Building blocks of a GLB: bytes, views, accessors, materials, animations.
#include "import/glb.h"
#include "import/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool lwGlb_Fail(lwGlb* glb, lwStatus status, const char* format, ...) {
	va_list args;
	va_start(args, format);
	(void)lwImport_Fail(&glb->error, glb->name, status, format, args);
	va_end(args);
	return false;
}

void lwGlb_Set(lwGlb* glb, json_t* object, const char* key, json_t* value) {
	if (json_object_set_new(object, key, value) != 0) {
		lwGlb_Fail(glb, lw_errorMemory, "%s: a number that is not finite, text that is not UTF-8, or out of memory", key);
	}
}

void lwGlb_Append(lwGlb* glb, json_t* array, json_t* value) {
	if (json_array_append_new(array, value) != 0) {
		lwGlb_Fail(glb, lw_errorMemory, "JSON: a number that is not finite, or out of memory");
	}
}

json_t* lwGlb_ArrayOf(lwGlb* glb, json_t* object, const char* key) {
	json_t* array = json_object_get(object, key);
	if (!json_is_array(array)) {
		array = json_array();
		lwGlb_Set(glb, object, key, array);
	}
	return glb->error.status == lw_ok ? array : NULL;
}

int lwGlb_Push(lwGlb* glb, const char* key, json_t* value) {
	json_t* array = lwGlb_ArrayOf(glb, glb->root, key);
	lwGlb_Append(glb, array, value);
	return glb->error.status == lw_ok ? (int)json_array_size(array) - 1 : -1;
}

lwVec3 lwGlb_TurnNormal(lwMat34 m, lwVec3 n) {
	lwVec3 yz = lwCross(m.y, m.z), zx = lwCross(m.z, m.x), xy = lwCross(m.x, m.y);
	float sign = lwDot(m.x, yz) < 0.0f ? -1.0f : 1.0f;
	lwVec3 turned = lwAdd(lwMul(yz, n.x), lwAdd(lwMul(zx, n.y), lwMul(xy, n.z)));
	return lwNormalizeOr(lwMul(turned, sign), lwV3(0.0f, 1.0f, 0.0f));
}

static bool Reserve(lwGlb* glb, size_t size) {
	if (size > (size_t)INT32_MAX * 2u - 64u) {
		return lwGlb_Fail(glb, lw_errorLimit, "the binary chunk would be over 4 GB");
	}
	if (size <= glb->capacity) {
		return true;
	}
	size_t capacity = glb->capacity * 2 > size ? glb->capacity * 2 : size + 4096;
	uint8_t* bin = realloc(glb->bin, capacity);
	if (bin == NULL) {
		return lwGlb_Fail(glb, lw_errorMemory, "binary chunk: out of memory");
	}
	glb->bin = bin;
	glb->capacity = capacity;
	return true;
}

size_t lwGlb_AddBytes(lwGlb* glb, const void* data, size_t size) {
	size_t at = (glb->size + 3u) & ~(size_t)3u;
	if (glb->error.status != lw_ok || !Reserve(glb, at + size)) {
		return 0;
	}
	memset(glb->bin + glb->size, 0, at - glb->size);
	if (data != NULL && size > 0) {
		memcpy(glb->bin + at, data, size);
	} else {
		memset(glb->bin + at, 0, size);
	}
	glb->size = at + size;
	return at;
}

int lwGlb_AddView(lwGlb* glb, const void* data, size_t size, int target) {
	size_t at = lwGlb_AddBytes(glb, data, size);
	json_t* view = json_object();
	lwGlb_Set(glb, view, "buffer", json_integer(0));
	lwGlb_Set(glb, view, "byteOffset", json_integer((json_int_t)at));
	lwGlb_Set(glb, view, "byteLength", json_integer((json_int_t)size));
	if (target != 0) {
		lwGlb_Set(glb, view, "target", json_integer(target));
	}
	return lwGlb_Push(glb, "bufferViews", view);
}

static int AddAccessor(lwGlb* glb, int view, int componentType, const char* type, size_t count, json_t** outObject) {
	json_t* accessor = json_object();
	lwGlb_Set(glb, accessor, "bufferView", json_integer(view));
	lwGlb_Set(glb, accessor, "componentType", json_integer(componentType));
	lwGlb_Set(glb, accessor, "count", json_integer((json_int_t)count));
	lwGlb_Set(glb, accessor, "type", json_string(type));
	if (outObject != NULL) {
		*outObject = accessor;
	}
	return lwGlb_Push(glb, "accessors", accessor);
}

static void SetBounds(lwGlb* glb, json_t* accessor, const float* values, size_t count, int components) {
	json_t* least = json_array();
	json_t* most = json_array();
	for (int c = 0; c < components; ++c) {
		float lo = values[c], hi = values[c];
		for (size_t i = 1; i < count; ++i) {
			float v = values[i * (size_t)components + (size_t)c];
			lo = lwMinF(lo, v);
			hi = lwMaxF(hi, v);
		}
		lwGlb_Append(glb, least, json_real((double)lo));
		lwGlb_Append(glb, most, json_real((double)hi));
	}
	lwGlb_Set(glb, accessor, "min", least);
	lwGlb_Set(glb, accessor, "max", most);
}

int lwGlb_AddFloats(lwGlb* glb, const float* values, size_t count, int components, int target, lwGlbBounds bounds) {
	const char* type = components == 1 ? "SCALAR" : components == 2 ? "VEC2" : components == 3 ? "VEC3" : components == 4 ? "VEC4" : "MAT4";
	int view = lwGlb_AddView(glb, values, count * (size_t)components * sizeof(float), target);
	json_t* accessor = NULL;
	int index = AddAccessor(glb, view, 5126, type, count, &accessor);
	if (bounds == lw_glbBounds && index >= 0 && count > 0) {
		SetBounds(glb, accessor, values, count, components);
	}
	return index;
}

int lwGlb_AddIndices(lwGlb* glb, const uint32_t* indices, size_t count, uint32_t limit) {
	if (limit > 65535u) {
		return AddAccessor(glb, lwGlb_AddView(glb, indices, count * 4, 34963), 5125, "SCALAR", count, NULL);
	}
	uint16_t* narrow = lwImport_Alloc(count, sizeof(uint16_t));
	if (narrow == NULL) {
		lwGlb_Fail(glb, lw_errorMemory, "indices: out of memory");
		return -1;
	}
	for (size_t i = 0; i < count; ++i) {
		narrow[i] = (uint16_t)indices[i];
	}
	int index = AddAccessor(glb, lwGlb_AddView(glb, narrow, count * 2, 34963), 5123, "SCALAR", count, NULL);
	free(narrow);
	return index;
}

int lwGlb_AddMaterial(lwGlb* glb, const char* name, const float color[4], float metallic, float roughness, bool doubleSided) {
	json_t* material = json_object();
	json_t* pbr = json_object();
	json_t* factor = json_array();
	for (int c = 0; c < 4; ++c) {
		lwGlb_Append(glb, factor, json_real((double)lwClampF(color[c], 0.0f, 1.0f)));
	}
	lwGlb_Set(glb, pbr, "baseColorFactor", factor);
	lwGlb_Set(glb, pbr, "metallicFactor", json_real((double)metallic));
	lwGlb_Set(glb, pbr, "roughnessFactor", json_real((double)roughness));
	if (name[0] != '\0') {
		lwGlb_Set(glb, material, "name", json_string(name));
	}
	lwGlb_Set(glb, material, "pbrMetallicRoughness", pbr);
	if (color[3] < 1.0f) {
		lwGlb_Set(glb, material, "alphaMode", json_string("BLEND"));
	}
	if (doubleSided) {
		lwGlb_Set(glb, material, "doubleSided", json_true());
	}
	return lwGlb_Push(glb, "materials", material);
}

// Time accessors made so far for one animation.
typedef struct TimeShare {
	const lwSceneChannel* channel;
	int accessor;
} TimeShare;

static int AddTimes(lwGlb* glb, TimeShare* shares, int* ioShareCount, const lwSceneChannel* channel) {
	for (int i = 0; i < *ioShareCount; ++i) {
		const lwSceneChannel* other = shares[i].channel;
		if (other->keyCount == channel->keyCount &&
			(other->times == channel->times || memcmp(other->times, channel->times, (size_t)channel->keyCount * sizeof(float)) == 0)) {
			return shares[i].accessor;
		}
	}
	int accessor = lwGlb_AddFloats(glb, channel->times, (size_t)channel->keyCount, 1, 0, lw_glbBounds);
	shares[*ioShareCount] = (TimeShare){ channel, accessor };
	*ioShareCount += 1;
	return accessor;
}

// Rotation keys made unit (validators insist); tangents of cubic keys stay.
static void UnitKeys(const lwSceneChannel* channel, float* ioValues) {
	size_t perKey = channel->interpolation == lw_interpCubic ? 12 : 4;
	for (size_t k = 0; k < (size_t)channel->keyCount; ++k) {
		float* q = ioValues + k * perKey + (perKey == 12 ? 4 : 0);
		float length = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
		if (!(lwAbsF(length - 1.0f) < 1e-6f)) {
			lwQuat unit = lwQuatNormalize((lwQuat){ q[0], q[1], q[2], q[3] });
			memcpy(q, &unit, sizeof(unit));
		}
	}
}

static int AddValues(lwGlb* glb, const lwSceneChannel* channel) {
	size_t perKey = (size_t)channel->width * (channel->interpolation == lw_interpCubic ? 3 : 1);
	size_t total = (size_t)channel->keyCount * perKey;
	int components = channel->path == lw_pathWeights ? 1 : channel->width;
	float* values = lwImport_Alloc(total, sizeof(float));
	if (values == NULL) {
		lwGlb_Fail(glb, lw_errorMemory, "keys: out of memory");
		return -1;
	}
	memcpy(values, channel->values, total * sizeof(float));
	if (channel->path == lw_pathRotation) {
		UnitKeys(channel, values);
	}
	int accessor = lwGlb_AddFloats(glb, values, total / (size_t)components, components, 0, lw_glbNoBounds);
	free(values);
	return accessor;
}

static void AddChannel(lwGlb* glb, json_t* samplers, json_t* channels, const lwSceneChannel* channel, int times) {
	static const char* const paths[] = { "translation", "rotation", "scale", "weights" };
	static const char* const interpolations[] = { "STEP", "LINEAR", "CUBICSPLINE" };
	json_t* sampler = json_object();
	lwGlb_Set(glb, sampler, "input", json_integer(times));
	lwGlb_Set(glb, sampler, "interpolation", json_string(interpolations[channel->interpolation]));
	lwGlb_Set(glb, sampler, "output", json_integer(AddValues(glb, channel)));
	json_t* target = json_object();
	lwGlb_Set(glb, target, "node", json_integer(channel->node));
	lwGlb_Set(glb, target, "path", json_string(paths[channel->path]));
	json_t* object = json_object();
	lwGlb_Set(glb, object, "sampler", json_integer((json_int_t)json_array_size(samplers)));
	lwGlb_Set(glb, object, "target", target);
	lwGlb_Append(glb, samplers, sampler);
	lwGlb_Append(glb, channels, object);
}

json_t* lwGlb_MakeAnimation(lwGlb* glb, const char* name, int channelCount, const lwSceneChannel* channels) {
	json_t* animation = json_object();
	json_t* channelArray = json_array();
	json_t* samplerArray = json_array();
	TimeShare* shares = lwImport_Alloc((size_t)channelCount, sizeof(TimeShare));
	int shareCount = 0;
	if (shares == NULL) {
		lwGlb_Fail(glb, lw_errorMemory, "animation: out of memory");
	}
	for (int c = 0; c < channelCount && glb->error.status == lw_ok; ++c) {
		AddChannel(glb, samplerArray, channelArray, channels + c, AddTimes(glb, shares, &shareCount, channels + c));
	}
	free(shares);
	if (name[0] != '\0') {
		lwGlb_Set(glb, animation, "name", json_string(name));
	}
	lwGlb_Set(glb, animation, "channels", channelArray);
	lwGlb_Set(glb, animation, "samplers", samplerArray);
	return animation;
}
