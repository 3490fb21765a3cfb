// SPDX-License-Identifier: MIT
// Hints: key times given by the artist, in a rig file ("hints") and as notes of a glTF file's clips
// (animations[].extras.legwork.hints). Every message names its place.
#include "autorig/finder.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_HINTS 16384
#define LEAST_SHARE 0.02f // of the cycle, on the ground and in the air

// In the order in which they follow each other around the cycle.
static const char* const timeKeys[] = { "foot_strike", "foot_land", "stance", "foot_lift", "foot_off" };
#define TIME_COUNT 5

typedef struct HintReader {
	const lwScene* scene;
	const lwRig* rig;
	const char* file;               // for messages
	lwLegHint* hints;
	int count, capacity;
	lwResult result;                // the first failure
} HintReader;

static bool Fail(HintReader* reader, const char* place, const char* format, ...) LW_PRINTF(3, 4);

static bool Fail(HintReader* reader, const char* place, const char* format, ...) {
	char text[320];
	va_list args;
	va_start(args, format);
	(void)vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	if (reader->result.status == lw_ok) reader->result = lwResult_Fail(lw_errorData, "%.200s: %s: %s", reader->file, place, text);
	return false;
}

static void TimesOf(lwLegHint* hint, float** outTimes) {
	float* times[TIME_COUNT] = { &hint->strike, &hint->land, &hint->stance, &hint->lift, &hint->off };
	memcpy(outTimes, times, sizeof(times));
}

static bool CheckKeys(HintReader* reader, const json_t* json, const char* place, bool isNote) {
	const char* key;
	json_t* value;
	json_object_foreach((json_t*)(uintptr_t)json, key, value) {
		bool known = strcmp(key, "leg") == 0 || (strcmp(key, "clip") == 0 && !isNote);
		for (int i = 0; i < TIME_COUNT; ++i) known = known || strcmp(key, timeKeys[i]) == 0;
		if (!known) return Fail(reader, place, "'%.60s': unknown key", key);
	}
	return true;
}

static bool ReadLegName(HintReader* reader, const json_t* json, const char* place, lwLegHint* out) {
	const char* name = json_string_value(json_object_get(json, "leg"));
	if (name == NULL) return Fail(reader, place, "leg: must be the name of a leg");
	if (strlen(name) < LW_NAME_SIZE && lwRig_FindLeg(reader->rig, name) >= 0) {
		(void)snprintf(out->leg, sizeof(out->leg), "%s", name);
		return true;
	}
	char known[160] = "";
	for (int l = 0; l < reader->rig->legCount && strlen(known) + LW_NAME_SIZE + 2 < sizeof(known); ++l) {
		if (l > 0) strcat(known, " ");
		strcat(known, reader->rig->legs[l].name);
	}
	return Fail(reader, place, "leg: no leg named '%.60s' (there are: %s)", name, known);
}

static bool ReadClipName(HintReader* reader, const json_t* json, const char* place, lwLegHint* out) {
	const json_t* value = json_object_get(json, "clip");
	if (value == NULL) return true; // any clip
	const char* name = json_string_value(value);
	int matches = 0;
	if (name == NULL) return Fail(reader, place, "clip: must be the name of a clip");
	if (name[0] == 0 || lwScene_FindClip(reader->scene, name, &matches) < 0)
		return matches > 1 ? Fail(reader, place, "clip: %d clips are called '%.60s'; use \"#number\"", matches, name) : Fail(reader, place, "clip: no clip '%.60s' in the file", name);
	size_t size = strlen(name);
	if (size >= sizeof(out->clip)) return Fail(reader, place, "clip: longer than %d bytes; use \"#number\"", (int)sizeof(out->clip) - 1);
	memcpy(out->clip, name, size + 1);
	return true;
}

static bool ReadTimes(HintReader* reader, const json_t* json, const char* place, lwLegHint* out) {
	float* times[TIME_COUNT];
	float last = -1.0f, way = 0.0f;
	bool given = false;
	TimesOf(out, times);
	for (int i = 0; i < TIME_COUNT; ++i) {
		const json_t* value = json_object_get(json, timeKeys[i]);
		*times[i] = -1.0f;
		if (value == NULL) continue;
		double number = json_is_number(value) ? json_number_value(value) : -1.0;
		if (!(number >= 0.0 && number <= 1.0)) return Fail(reader, place, "%s: must be a number from 0 to 1, a phase of the clip", timeKeys[i]);
		*times[i] = (float)number;
		if (last >= 0.0f) way += lwWrap01(*times[i] - last);
		last = *times[i];
		given = true;
	}
	if (!given) return Fail(reader, place, "gives no time: foot_strike, foot_land, stance, foot_lift or foot_off");
	if (out->strike >= 0.0f && out->off >= 0.0f) {
		float contact = lwWrap01(out->off - out->strike);
		if (contact < LEAST_SHARE || contact > 1.0f - LEAST_SHARE) return Fail(reader, place, "foot_strike and foot_off are less than %g apart: no time on the ground, or none in the air", (double)LEAST_SHARE);
	}
	if (way > 1.0f) return Fail(reader, place, "out of order: foot_strike, foot_land, stance, foot_lift and foot_off follow each other");
	return true;
}

static bool Grow(HintReader* reader, const char* place) {
	if (reader->count < reader->capacity) return true;
	int capacity = reader->capacity > 0 ? 2 * reader->capacity : 16;
	lwLegHint* grown = reader->count < MOST_HINTS ? realloc(reader->hints, sizeof(*grown) * (size_t)capacity) : NULL;
	if (grown == NULL) return Fail(reader, place, reader->count < MOST_HINTS ? "out of memory" : "too many");
	reader->hints = grown;
	reader->capacity = capacity;
	return true;
}

// clip: the note's own clip, -1 in a rig file.
static bool ReadList(HintReader* reader, const json_t* list, const char* place, int clip) {
	if (!json_is_array(list)) return Fail(reader, place, "must be an array");
	for (size_t i = 0; i < json_array_size(list); ++i) {
		const json_t* json = json_array_get(list, i);
		char at[96];
		(void)snprintf(at, sizeof(at), "%.60s[%d]", place, (int)i);
		lwLegHint hint;
		memset(&hint, 0, sizeof(hint));
		if (!json_is_object(json)) return Fail(reader, at, "must be an object");
		if (!CheckKeys(reader, json, at, clip >= 0) || !ReadLegName(reader, json, at, &hint) || !ReadTimes(reader, json, at, &hint)) return false;
		if (clip >= 0) (void)snprintf(hint.clip, sizeof(hint.clip), "#%d", clip);
		else if (!ReadClipName(reader, json, at, &hint)) return false;
		if (!Grow(reader, at)) return false;
		reader->hints[reader->count++] = hint;
	}
	return true;
}

// Animations of a glTF file are the scene's clips, in order.
static bool ReadNotes(HintReader* reader) {
	const lwScene* scene = reader->scene;
	reader->file = scene->file != NULL ? scene->file : "";
	json_t* root = scene->json != NULL ? json_loadb(scene->json, scene->jsonSize, 0, NULL) : NULL;
	const json_t* animations = json_object_get(root, "animations");
	bool good = true;
	for (int i = 0; i < scene->clipCount && i < (int)json_array_size(animations) && good; ++i) {
		char place[64];
		const json_t* list = json_object_get(json_object_get(json_object_get(json_array_get(animations, (size_t)i), "extras"), "legwork"), "hints");
		(void)snprintf(place, sizeof(place), "animations[%d].extras.legwork.hints", i);
		good = list == NULL || ReadList(reader, list, place, i);
	}
	json_decref(root);
	return good;
}

static bool ReadRigFile(HintReader* reader, const char* rigJson) {
	reader->file = "rig.json";
	json_error_t error;
	json_t* root = json_loads(rigJson, JSON_REJECT_DUPLICATES, &error);
	if (root == NULL) {
		reader->result = lwResult_Fail(lw_errorFormat, "rig.json: line %d column %d: %s", error.line, error.column, error.text);
		return false;
	}
	const json_t* list = json_object_get(root, "hints");
	bool good = list == NULL || ReadList(reader, list, "hints", -1);
	json_decref(root);
	return good;
}

lwResult lwReadHints(const char* rigJson, const lwScene* scene, const lwRig* rig, lwLegHint** outHints, int* outCount) {
	if (!LW_ASSERT(outHints != NULL && outCount != NULL)) return lwResult_Fail(lw_errorArgument, "lwReadHints: no place for the result");
	*outHints = NULL;
	*outCount = 0;
	if (!LW_ASSERT(scene != NULL && rig != NULL)) return lwResult_Fail(lw_errorArgument, "lwReadHints: NULL scene or rig");
	HintReader reader = { scene, rig, "", NULL, 0, 0, lwResult_Ok() };
	if (!ReadNotes(&reader) || (rigJson != NULL && !ReadRigFile(&reader, rigJson))) {
		free(reader.hints);
		return reader.result;
	}
	*outHints = reader.hints;
	*outCount = reader.count;
	return lwResult_Ok();
}

json_t* lwHints_ToJson(const lwLegHint* hints, int count) {
	json_t* list = json_array();
	for (int i = 0; i < count; ++i) {
		lwLegHint hint = hints[i];
		float* times[TIME_COUNT];
		TimesOf(&hint, times);
		json_t* json = json_object();
		if (hint.clip[0] != 0) json_object_set_new(json, "clip", json_string(hint.clip));
		json_object_set_new(json, "leg", json_string(hint.leg));
		for (int t = 0; t < TIME_COUNT; ++t) {
			if (*times[t] >= 0.0f) json_object_set_new(json, timeKeys[t], json_real((double)*times[t]));
		}
		json_array_append_new(list, json);
	}
	return list;
}
