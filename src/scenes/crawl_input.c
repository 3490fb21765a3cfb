// SPDX-License-Identifier: MIT
// Crawl input: entries by chance and from scripts.
#include "legwork/crawl_input.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "import/scene.h"

#define SHORTEST 0.4f
#define LONGEST 2.5f
#define REST_SHARE 0.2f

struct lwCrawlInput {
	int count, capacity;
	lwCrawlEntry* entries;
};

static bool Add(lwCrawlInput* input, lwCrawlEntry entry) {
	if (input->count == input->capacity) {
		int capacity = input->capacity * 2 + 64;
		lwCrawlEntry* grown = realloc(input->entries, (size_t)capacity * sizeof(*grown));
		if (grown == NULL) {
			return false;
		}
		input->entries = grown;
		input->capacity = capacity;
	}
	input->entries[input->count++] = entry;
	return true;
}

void lwDestroyCrawlInput(lwCrawlInput* input) {
	if (input != NULL) {
		free(input->entries);
		free(input);
	}
}

int lwCrawlInput_Count(const lwCrawlInput* input) { return input->count; }

lwCrawlEntry lwCrawlInput_Entry(const lwCrawlInput* input, int index) {
	lwCrawlEntry none = { 0.0f, 0.0f, 0.0f, 1.0f, 0.0f, false };
	return LW_ASSERT(index >= 0 && index < input->count) ? input->entries[index] : none;
}

float lwCrawlInput_End(const lwCrawlInput* input) { return input->count > 0 ? input->entries[input->count - 1].time : 0.0f; }

lwCrawlEntry lwCrawlInput_At(const lwCrawlInput* input, float from, float to) {
	lwCrawlEntry now = { to, 0.0f, 0.0f, 1.0f, 0.0f, false };
	int low = 0, high = input->count; // entries up to to
	while (low < high) {
		int middle = (low + high) / 2;
		if (input->entries[middle].time <= to) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	if (low > 0) {
		now = input->entries[low - 1];
		now.jump = 0.0f;
		now.drop = false;
	}
	for (int i = low - 1; i >= 0 && input->entries[i].time > from; --i) {
		now.jump += input->entries[i].jump;
		now.drop = now.drop || input->entries[i].drop;
	}
	now.time = to;
	return now;
}

// ---- By chance -----------------------------------------------------------------------------------------------

lwRandomInputDef lwDefaultRandomInputDef(void) {
	lwRandomInputDef def = { LW_COOKIE, 1, 60.0f, { 0.5f, 1.0f, 1.6f } };
	return def;
}

static float Random(uint32_t* ioState, float lo, float hi) {
	*ioState ^= *ioState << 13;
	*ioState ^= *ioState >> 17;
	*ioState ^= *ioState << 5;
	return lo + (hi - lo) * (float)(*ioState >> 8) / 16777216.0f;
}

lwResult lwMakeRandomInput(const lwRandomInputDef* def, lwCrawlInput** outInput) {
	if (!LW_ASSERT(outInput != NULL)) {
		return lwResult_Fail(lw_errorArgument, "input: outInput is NULL");
	}
	*outInput = NULL;
	if (def == NULL || def->cookie != LW_COOKIE || !(def->seconds >= 0.0f && def->seconds <= 3600.0f)) {
		return lwResult_Fail(lw_errorArgument, "input: a def of lwDefaultRandomInputDef with 0 to 3600 s is needed");
	}
	for (int i = 0; i < 3; ++i) {
		if (!(def->speeds[i] >= 0.0f && def->speeds[i] <= LW_MAX_CRAWL_SPEED)) {
			return lwResult_Fail(lw_errorArgument, "input: speeds[%d]: %g is outside [0, 10]", i, (double)def->speeds[i]);
		}
	}
	lwCrawlInput* input = calloc(1, sizeof(*input));
	uint32_t state = def->seed * 2654435761u ^ 0x9e3779b9u;
	state = state == 0 ? 1 : state;
	bool good = input != NULL;
	for (float time = 0.0f; time < def->seconds && good; time += Random(&state, SHORTEST, LONGEST)) {
		float angle = Random(&state, -LW_PI, LW_PI), size = Random(&state, 0.4f, 1.0f);
		bool rests = Random(&state, 0.0f, 1.0f) < REST_SHARE;
		int speed = (int)Random(&state, 0.0f, 2.999f);
		size = rests ? 0.0f : size;
		lwCrawlEntry entry = { time, size * lwSin(angle), size * lwCos(angle), def->speeds[speed], 0.0f, false };
		good = Add(input, entry);
	}
	lwCrawlEntry last = { def->seconds, 0.0f, 0.0f, 1.0f, 0.0f, false };
	if (!good || !Add(input, last)) {
		lwDestroyCrawlInput(input);
		return lwResult_Fail(lw_errorMemory, "input: out of memory");
	}
	*outInput = input;
	return lwResult_Ok();
}

// ---- Scripts -------------------------------------------------------------------------------------------------

// A number within [lo, hi] when key is there (else *ioValue stays). False: something else.
static bool Number(const json_t* value, double lo, double hi, float* ioValue) {
	if (value == NULL) {
		return true;
	}
	double number = json_number_value(value);
	if (!json_is_number(value) || !(number >= lo && number <= hi)) {
		return false;
	}
	*ioValue = (float)number;
	return true;
}

static const char* const rootKeys[] = { "input" };
static const char* const entryKeys[] = { "time", "stick", "speed", "jump", "drop" };
#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static bool KnownKeys(const json_t* object, const char* const* keys, size_t count, const char** outKey) {
	const char* key;
	json_t* value;
	json_object_foreach((json_t*)(uintptr_t)object, key, value) {
		bool known = false;
		for (size_t i = 0; i < count; ++i) {
			known = known || strcmp(key, keys[i]) == 0;
		}
		if (!known) {
			*outKey = key;
			return false;
		}
	}
	return true;
}

// What is wrong with an entry; NULL when it is good. ioEntry: the one before.
static const char* ReadEntry(const json_t* json, lwCrawlEntry* ioEntry) {
	float before = ioEntry->time;
	const json_t* stick = json_object_get(json, "stick");
	const json_t* drop = json_object_get(json, "drop");
	ioEntry->jump = 0.0f;
	ioEntry->drop = json_is_true(drop);
	if (!json_is_object(json) || json_object_get(json, "time") == NULL ||
		!Number(json_object_get(json, "time"), 0.0, 3600.0, &ioEntry->time)) {
		return "\"time\" must be a number of seconds, 0 to 3600";
	}
	if (ioEntry->time < before) {
		return "\"time\" is before that of the entry before it";
	}
	if (stick != NULL && (!json_is_array(stick) || json_array_size(stick) != 2 ||
						  !Number(json_array_get(stick, 0), -1.0, 1.0, &ioEntry->right) ||
						  !Number(json_array_get(stick, 1), -1.0, 1.0, &ioEntry->ahead))) {
		return "\"stick\" must be [right, ahead], each -1 to 1";
	}
	float length = lwSqrt(ioEntry->right * ioEntry->right + ioEntry->ahead * ioEntry->ahead);
	if (length > 1.0f) {
		ioEntry->right /= length;
		ioEntry->ahead /= length;
	}
	if (!Number(json_object_get(json, "speed"), 0.0, (double)LW_MAX_CRAWL_SPEED, &ioEntry->speed)) {
		return "\"speed\" must be 0 to 10 times the top speed";
	}
	if (!Number(json_object_get(json, "jump"), 0.0, 100.0, &ioEntry->jump)) {
		return "\"jump\" must be 0 to 100 times the size a second";
	}
	return drop == NULL || json_is_boolean(drop) ? NULL : "\"drop\" must be true or false";
}

static lwResult ReadEntries(const json_t* root, const char* label, lwCrawlInput* input) {
	const char* other = "";
	if (json_is_object(root) && !KnownKeys(root, rootKeys, COUNT(rootKeys), &other)) {
		return lwResult_Fail(lw_errorFormat, "%s: \"%.40s\": a script is {\"input\": [...]} and nothing else", label, other);
	}
	const json_t* list = json_object_get(root, "input");
	size_t count = json_array_size(list);
	if (!json_is_array(list) || count == 0) {
		return lwResult_Fail(lw_errorFormat, "%s: \"input\": must be a list of entries", label);
	}
	if (count > LW_MAX_CRAWL_ENTRIES) {
		return lwResult_Fail(lw_errorLimit, "%s: \"input\": %zu entries, at most %d", label, count, LW_MAX_CRAWL_ENTRIES);
	}
	lwCrawlEntry entry = { 0.0f, 0.0f, 0.0f, 1.0f, 0.0f, false };
	for (size_t i = 0; i < count; ++i) {
		const json_t* json = json_array_get(list, i);
		const char* key = "";
		if (json_is_object(json) && !KnownKeys(json, entryKeys, COUNT(entryKeys), &key)) {
			return lwResult_Fail(lw_errorFormat, "%s: input[%zu]: \"%.40s\" is none of time, stick, speed, jump, drop", label, i, key);
		}
		const char* wrong = ReadEntry(json, &entry);
		if (wrong != NULL) {
			return lwResult_Fail(lw_errorFormat, "%s: input[%zu]: %s", label, i, wrong);
		}
		if (!Add(input, entry)) {
			return lwResult_Fail(lw_errorMemory, "%s: out of memory", label);
		}
	}
	return lwResult_Ok();
}

lwResult lwParseCrawlScript(const char* text, size_t size, const char* label, lwCrawlInput** outInput) {
	if (!LW_ASSERT(text != NULL && label != NULL && outInput != NULL)) {
		return lwResult_Fail(lw_errorArgument, "input: text, label or outInput is NULL");
	}
	*outInput = NULL;
	json_error_t error;
	json_t* root = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
	if (root == NULL) {
		return lwResult_Fail(lw_errorFormat, "%s: line %d: %s", label, error.line, error.text);
	}
	lwCrawlInput* input = calloc(1, sizeof(*input));
	lwResult result = input != NULL ? ReadEntries(root, label, input)
									: lwResult_Fail(lw_errorMemory, "%s: out of memory", label);
	json_decref(root);
	if (result.status != lw_ok) {
		lwDestroyCrawlInput(input);
		return result;
	}
	*outInput = input;
	return result;
}

lwResult lwReadCrawlScript(const char* path, lwCrawlInput** outInput) {
	if (!LW_ASSERT(path != NULL && outInput != NULL)) {
		return lwResult_Fail(lw_errorArgument, "input: path or outInput is NULL");
	}
	*outInput = NULL;
	uint8_t* data = NULL;
	size_t size = 0;
	lwResult result = lwImport_LoadFile(path, path, &data, &size);
	if (result.status == lw_ok) {
		result = lwParseCrawlScript((const char*)data, size, path, outInput);
	}
	free(data);
	return result;
}
