// SPDX-License-Identifier: MIT
// The schedule a bake carries in animation.extras.legwork: parsed, checked, made plain.
#include "inspect/measure_parts.h"
#include "base/text.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define MAX_FRAMES 4000000
#define MAX_STEADY 4096
#define MAX_GAITS 4096

static float Number(const json_t* object, const char* key, float fallback) {
	const json_t* value = json_object_get(object, key);
	if (!json_is_number(value)) {
		return fallback;
	}
	double number = json_number_value(value);
	return fabs(number) < 1e30 ? (float)number : fallback;
}

static bool Numbers(const json_t* array, int count, float* out) {
	if (!json_is_array(array) || json_array_size(array) < (size_t)count) {
		return false;
	}
	for (int i = 0; i < count; ++i) {
		const json_t* value = json_array_get(array, (size_t)i);
		if (!json_is_number(value) || !(fabs(json_number_value(value)) < 1e30)) {
			return false;
		}
		out[i] = (float)json_number_value(value);
	}
	return true;
}

static int Count(const json_t* array) {
	size_t count = json_is_array(array) ? json_array_size(array) : 0;
	return count < (size_t)MAX_FRAMES * 7 ? (int)count : MAX_FRAMES * 7;
}

static lwResult Bad(const lwScene* scene, const char* place, const char* reason) {
	return lwResult_Fail(lw_errorFormat, "%s: animation.extras.legwork.%s: %s", scene->file, place, reason);
}

static bool ReadFrames(const json_t* json, lwBlockList* memory, lwSchedule* out) {
	const json_t* frames = json_object_get(json, "frame");
	out->frames = lwBlockList_Alloc(memory, (size_t)out->frameCount, sizeof(lwTransform));
	float* values = lwBlockList_Alloc(memory, (size_t)out->frameCount * 7, sizeof(float));
	if (out->frames == NULL || values == NULL || !Numbers(frames, out->frameCount * 7, values)) {
		return false;
	}
	for (int f = 0; f < out->frameCount; ++f) {
		const float* v = values + (size_t)f * 7;
		lwQuat rot = { v[3], v[4], v[5], v[6] };
		out->frames[f].pos = lwV3(v[0], v[1], v[2]);
		out->frames[f].rot = lwQuatNormalize(rot);
		out->frames[f].scale = lwV3(1.0f, 1.0f, 1.0f);
	}
	return true;
}

static bool ReadPoint(const json_t* list, int index, lwVec3* out) {
	float v[3];
	if (!Numbers(json_array_get(list, (size_t)index), 3, v)) {
		return false;
	}
	*out = lwV3(v[0], v[1], v[2]);
	return true;
}

static bool ReadLeg(const json_t* json, lwBlockList* memory, lwScheduleLeg* out) {
	const char* name = json_string_value(json_object_get(json, "name"));
	lwText_Copy(out->name, sizeof(out->name), name != NULL ? name : "");
	const json_t* contact = json_object_get(json, "contact");
	const json_t* footprints = json_object_get(json, "footprints");
	const json_t* predicted = json_object_get(json, "predicted");
	size_t count = (size_t)Count(contact);
	out->from = lwBlockList_Alloc(memory, count, sizeof(float));
	out->to = lwBlockList_Alloc(memory, count, sizeof(float));
	out->footprints = lwBlockList_Alloc(memory, count, sizeof(lwVec3));
	out->predicted = lwBlockList_Alloc(memory, count, sizeof(lwVec3));
	out->hasFootprint = lwBlockList_Alloc(memory, count, sizeof(bool));
	out->hasPredicted = lwBlockList_Alloc(memory, count, sizeof(bool));
	if (out->from == NULL || out->to == NULL || out->footprints == NULL || out->predicted == NULL ||
		out->hasFootprint == NULL || out->hasPredicted == NULL) {
		return false;
	}
	out->count = (int)count;
	for (int i = 0; i < out->count; ++i) {
		float span[2];
		if (!Numbers(json_array_get(contact, (size_t)i), 2, span) || !(span[1] >= span[0]) ||
			(i > 0 && span[0] < out->from[i - 1])) {
			return false;
		}
		out->from[i] = span[0];
		out->to[i] = span[1];
		out->hasFootprint[i] = ReadPoint(footprints, i, &out->footprints[i]);
		out->hasPredicted[i] = ReadPoint(predicted, i, &out->predicted[i]);
	}
	return true;
}

static lwResult ReadLegs(const lwScene* scene, const json_t* json, lwBlockList* memory, lwSchedule* out) {
	const json_t* legs = json_object_get(json, "legs");
	int count = Count(legs);
	if (count < 1 || count > LW_MAX_LEGS) {
		return Bad(scene, "legs", "between 1 and 64 legs are needed");
	}
	out->legs = lwBlockList_Alloc(memory, (size_t)count, sizeof(lwScheduleLeg));
	if (out->legs == NULL) {
		return lwResult_Fail(lw_errorMemory, "%s: schedule: out of memory", scene->file);
	}
	for (int i = 0; i < count; ++i) {
		if (!ReadLeg(json_array_get(legs, (size_t)i), memory, out->legs + i)) {
			return Bad(scene, "legs", "each contact must be [from, to] in seconds, in order of time");
		}
	}
	out->legCount = count;
	return lwResult_Ok();
}

static lwResult ReadSteady(const lwScene* scene, const json_t* json, lwBlockList* memory, lwSchedule* out) {
	const json_t* steady = json_object_get(json, "steady");
	int count = Count(steady);
	if (count > MAX_STEADY) {
		return Bad(scene, "steady", "too many intervals");
	}
	out->steady = lwBlockList_Alloc(memory, (size_t)count * 2, sizeof(float));
	if (out->steady == NULL) {
		return lwResult_Fail(lw_errorMemory, "%s: schedule: out of memory", scene->file);
	}
	for (int i = 0; i < count; ++i) {
		if (!Numbers(json_array_get(steady, (size_t)i), 2, out->steady + (size_t)i * 2)) {
			return Bad(scene, "steady", "each interval must be [from, to] in seconds");
		}
	}
	out->steadyCount = count;
	return lwResult_Ok();
}

static lwResult ReadGaits(const lwScene* scene, const json_t* json, lwBlockList* memory, lwSchedule* out) {
	const json_t* gaits = json_object_get(json, "gaits");
	int count = Count(gaits);
	if (count > MAX_GAITS) {
		return Bad(scene, "gaits", "too many of them");
	}
	out->gaitFrom = lwBlockList_Alloc(memory, (size_t)count, sizeof(float));
	out->gaits = lwBlockList_Alloc(memory, (size_t)count, sizeof(*out->gaits));
	if (out->gaitFrom == NULL || out->gaits == NULL) {
		return lwResult_Fail(lw_errorMemory, "%s: schedule: out of memory", scene->file);
	}
	for (int i = 0; i < count; ++i) {
		const json_t* change = json_array_get(gaits, (size_t)i);
		const char* name = json_string_value(json_array_get(change, 1));
		if (name == NULL || !Numbers(change, 1, &out->gaitFrom[i])) {
			return Bad(scene, "gaits", "each must be [from, name], from in seconds");
		}
		lwText_Copy(out->gaits[i], sizeof(out->gaits[i]), name);
	}
	out->gaitCount = count;
	return lwResult_Ok();
}

static lwResult Parse(const lwScene* scene, const json_t* json, lwBlockList* memory, lwSchedule* out) {
	const char* clip = json_string_value(json_object_get(json, "sourceClip"));
	lwText_Copy(out->sourceClip, sizeof(out->sourceClip), clip != NULL ? clip : "");
	const char* idle = json_string_value(json_object_get(json, "idleClip"));
	lwText_Copy(out->idleClip, sizeof(out->idleClip), idle != NULL ? idle : "");
	out->fps = Number(json, "fps", 0.0f);
	if (!(out->fps >= 1.0f && out->fps <= 1000.0f)) {
		return Bad(scene, "fps", "must be 1..1000");
	}
	out->root = (int)lwClampF(Number(json, "root", -1.0f), -1.0f, (float)LW_MAX_NODES);
	out->period = lwMaxF(Number(json, "period", 0.0f), 0.0f);
	out->samplePeriod = lwMaxF(Number(json, "samplePeriod", 0.0f), 0.0f);
	out->speed = Number(json, "speed", -1.0f);
	out->sampleSpeed = Number(json, "sampleSpeed", -1.0f);
	out->length = lwMaxF(Number(json, "length", 0.0f), 0.0f);
	out->oriented = json_is_true(json_object_get(json, "oriented"));
	const json_t* phase = json_object_get(json, "phase");
	out->frameCount = Count(phase);
	if (out->frameCount < 2 || out->frameCount > MAX_FRAMES) {
		return Bad(scene, "phase", "one number per frame is needed, 2 to 4000000 of them");
	}
	out->phase = lwBlockList_Alloc(memory, (size_t)out->frameCount, sizeof(float));
	if (out->phase == NULL) {
		return lwResult_Fail(lw_errorMemory, "%s: schedule: out of memory", scene->file);
	}
	if (!Numbers(phase, out->frameCount, out->phase)) {
		return Bad(scene, "phase", "not a list of numbers");
	}
	if (!ReadFrames(json, memory, out)) {
		return Bad(scene, "frame", "seven numbers per frame are needed");
	}
	lwResult result = ReadSteady(scene, json, memory, out);
	result = result.status != lw_ok ? result : ReadGaits(scene, json, memory, out);
	return result.status != lw_ok ? result : ReadLegs(scene, json, memory, out);
}

// Index of a clip of the scene that stands for animation index of the document.
static int ClipOf(const lwScene* scene, const json_t* animation, int index) {
	const char* name = json_string_value(json_object_get(animation, "name"));
	if (index < scene->clipCount && (name == NULL || strcmp(scene->clips[index].name, name) == 0)) {
		return index;
	}
	for (int i = 0; name != NULL && i < scene->clipCount; ++i) {
		if (strcmp(scene->clips[i].name, name) == 0) {
			return i;
		}
	}
	return -1;
}

lwResult lwSchedule_Read(const lwScene* scene, const char* animation, lwBlockList* memory, lwSchedule* outSchedule,
						 int* outClip) {
	memset(outSchedule, 0, sizeof(*outSchedule));
	outSchedule->root = -1;
	*outClip = -1;
	if (scene->json == NULL) {
		return lwResult_Ok();
	}
	int matches = 0;
	int wanted = animation != NULL ? lwScene_FindClip(scene, animation, &matches) : -1;
	json_error_t error;
	json_t* document = json_loadb(scene->json, scene->jsonSize, 0, &error);
	if (document == NULL) {
		return lwResult_Fail(lw_errorFormat, "%s: line %d: %s", scene->file, error.line, error.text);
	}
	lwResult result = lwResult_Ok();
	const json_t* animations = json_object_get(document, "animations");
	for (int i = 0; i < Count(animations); ++i) {
		const json_t* entry = json_array_get(animations, (size_t)i);
		const json_t* legwork = json_object_get(json_object_get(entry, "extras"), "legwork");
		int clip = ClipOf(scene, entry, i);
		if (!json_is_object(legwork) || clip < 0 || (animation != NULL && clip != wanted)) {
			continue;
		}
		result = Parse(scene, legwork, memory, outSchedule);
		outSchedule->present = result.status == lw_ok;
		*outClip = clip;
		break;
	}
	json_decref(document);
	return result;
}

bool lwSchedule_IsSteady(const lwSchedule* schedule, float time) {
	for (int i = 0; i < schedule->steadyCount; ++i) {
		if (time >= schedule->steady[2 * i] - 1e-4f && time <= schedule->steady[2 * i + 1] + 1e-4f) {
			return true;
		}
	}
	return false;
}
