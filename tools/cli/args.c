// SPDX-License-Identifier: MIT
#include "cli/args.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_WORD 48
#define MAX_OPTIONS 64

const cliOption cliCommonOptions[] = {
	{ "json", 0, cli_flag, offsetof(cliCommon, json), NULL, "machine-readable result on standard output", 0, 0 },
	{ "quiet", 'q', cli_flag, offsetof(cliCommon, quiet), NULL, "no progress and no summary; errors only", 0, 0 },
	{ "help", 'h', cli_flag, offsetof(cliCommon, help), NULL, "this text", 0, 0 },
	{ NULL, 0, cli_flag, 0, NULL, NULL, 0, 0 },
};

static int smaller(int a, int b) {
	return a < b ? a : b;
}

// Edit distance, where swapping two neighbours counts as one. Long words are cut.
static int distanceOf(const char* a, const char* b) {
	int rows[3][MAX_WORD + 1];
	int lengthA = smaller((int)strnlen(a, MAX_WORD), MAX_WORD);
	int lengthB = smaller((int)strnlen(b, MAX_WORD), MAX_WORD);
	for (int j = 0; j <= lengthB; j++) {
		rows[0][j] = j;
	}
	for (int i = 1; i <= lengthA; i++) {
		int* row = rows[i % 3];
		const int* above = rows[(i + 2) % 3];
		const int* twoAbove = rows[(i + 1) % 3];
		row[0] = i;
		for (int j = 1; j <= lengthB; j++) {
			int change = above[j - 1] + (a[i - 1] != b[j - 1]);
			row[j] = smaller(change, smaller(above[j], row[j - 1]) + 1);
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
				row[j] = smaller(row[j], twoAbove[j - 2] + 1);
			}
		}
	}
	return rows[lengthA % 3][lengthB];
}

const char* cliNearest(const char* word, const char* const* names, int count) {
	int best = 1 + smaller(3, (int)strlen(word) / 2);
	const char* nearest = NULL;
	for (int i = 0; i < count; i++) {
		bool begins = strlen(word) >= 2 && strncmp(names[i], word, strlen(word)) == 0;
		int distance = begins ? 1 : distanceOf(word, names[i]);
		if (distance < best) {
			best = distance;
			nearest = names[i];
		}
	}
	return nearest;
}

bool cliReadNumberPart(const char* text, const char** outRest, double* outValue) {
	size_t span = strspn(text, "+-.0123456789eE");
	if (span == 0 || span > 60) {
		return false;
	}
	char digits[64];
	memcpy(digits, text, span);
	digits[span] = 0;
	char* end = NULL;
	double value = strtod(digits, &end);
	if (end == digits || !isfinite(value)) {
		return false;
	}
	*outRest = text + (end - digits);
	*outValue = value;
	return true;
}

bool cliReadNumber(const char* text, double* outValue) {
	const char* rest = NULL;
	return cliReadNumberPart(text, &rest, outValue) && *rest == 0;
}

static const cliOption* findName(const cliOption* options, const char* name, size_t length) {
	for (const cliOption* o = options; o->name != NULL; o++) {
		if (strlen(o->name) == length && strncmp(o->name, name, length) == 0) {
			return o;
		}
	}
	return NULL;
}

static const cliOption* findLetter(const cliOption* options, char letter) {
	for (const cliOption* o = options; o->name != NULL; o++) {
		if (o->letter == letter) {
			return o;
		}
	}
	return NULL;
}

// What kind of value --help promises, for messages.
static const char* valueOf(const cliOption* option) {
	return option->value != NULL ? option->value : "VALUE";
}

static bool failUnknown(const char* word, const cliOption* options, char* outError) {
	const char* names[MAX_OPTIONS];
	int count = 0;
	for (const cliOption* o = options; o->name != NULL && count < MAX_OPTIONS; o++) {
		names[count++] = o->name;
	}
	for (const cliOption* o = cliCommonOptions; o->name != NULL && count < MAX_OPTIONS; o++) {
		names[count++] = o->name;
	}
	char bare[MAX_WORD];
	const char* start = word + strspn(word, "-");
	size_t length = strcspn(start, "=");
	snprintf(bare, sizeof bare, "%.*s", (int)(length < MAX_WORD ? length : MAX_WORD - 1), start);
	const char* nearest = cliNearest(bare, names, count);
	if (nearest != NULL) {
		snprintf(outError, CLI_ERROR_SIZE, "unknown option '%.80s'; did you mean --%s?", word, nearest);
	} else {
		snprintf(outError, CLI_ERROR_SIZE, "unknown option '%.80s'", word);
	}
	return false;
}

static bool storeNumber(const cliOption* option, void* target, const char* value, char* outError) {
	double number = 0;
	if (!cliReadNumber(value, &number)) {
		snprintf(outError, CLI_ERROR_SIZE, "--%s: '%.80s' is not a number", option->name, value);
		return false;
	}
	if (number < option->min || number > option->max) {
		snprintf(outError, CLI_ERROR_SIZE, "--%s: %.40s is out of range %g to %g", option->name, value, option->min, option->max);
		return false;
	}
	if (option->kind == cli_number) {
		*(double*)target = number;
		return true;
	}
	if (number != floor(number)) {
		snprintf(outError, CLI_ERROR_SIZE, "--%s: '%.80s' is not a whole number", option->name, value);
		return false;
	}
	*(int*)target = (int)number;
	return true;
}

static bool store(const cliOption* option, void* args, const char* value, char* outError) {
	void* target = (char*)args + option->offset;
	switch (option->kind) {
	case cli_flag:
		*(bool*)target = true;
		return true;
	case cli_text:
		*(const char**)target = value;
		return true;
	case cli_list: {
		cliList* list = target;
		if (list->count >= CLI_MAX_LIST) {
			snprintf(outError, CLI_ERROR_SIZE, "--%s: given more than %d times", option->name, CLI_MAX_LIST);
			return false;
		}
		list->items[list->count++] = value;
		return true;
	}
	case cli_number:
	case cli_whole:
		return storeNumber(option, target, value, outError);
	}
	return false;
}

// One argument that starts with '-'. *ioIndex moves on when the value is the next argument.
static bool parseOption(int argc, char** argv, int* ioIndex, const cliOption* options, void* args, char* outError) {
	const char* word = argv[*ioIndex];
	const cliOption* option = NULL;
	const char* value = NULL;
	if (word[1] == '-') {
		size_t length = strcspn(word + 2, "=");
		option = findName(options, word + 2, length);
		option = option != NULL ? option : findName(cliCommonOptions, word + 2, length);
		value = word[2 + length] == '=' ? word + 3 + length : NULL;
	} else {
		option = findLetter(options, word[1]);
		option = option != NULL ? option : findLetter(cliCommonOptions, word[1]);
		value = word[2] != 0 ? word + 2 : NULL; // -oFILE
	}
	if (option == NULL) {
		return failUnknown(word, options, outError);
	}
	if (option->kind == cli_flag) {
		if (value != NULL) {
			snprintf(outError, CLI_ERROR_SIZE, "--%s takes no value", option->name);
			return false;
		}
		return store(option, args, NULL, outError);
	}
	if (value == NULL && *ioIndex + 1 < argc) {
		value = argv[++*ioIndex];
	}
	if (value == NULL || value[0] == 0) {
		snprintf(outError, CLI_ERROR_SIZE, "--%s needs a value: %s", option->name, valueOf(option));
		return false;
	}
	return store(option, args, value, outError);
}

bool cliParse(int argc, char** argv, const cliOption* options, void* args, char outError[CLI_ERROR_SIZE]) {
	cliCommon* common = args;
	bool onlyFiles = false;
	for (int i = 0; i < argc; i++) {
		if (!onlyFiles && strcmp(argv[i], "--") == 0) {
			onlyFiles = true;
		} else if (!onlyFiles && argv[i][0] == '-' && argv[i][1] != 0) {
			if (!parseOption(argc, argv, &i, options, args, outError)) {
				return false;
			}
		} else if (common->fileCount < CLI_MAX_LIST) {
			common->files[common->fileCount++] = argv[i];
		} else {
			snprintf(outError, CLI_ERROR_SIZE, "more than %d files", CLI_MAX_LIST);
			return false;
		}
	}
	return true;
}

static void printTable(const cliOption* options) {
	for (const cliOption* o = options; o->name != NULL; o++) {
		char left[64];
		int length = o->letter != 0 ? snprintf(left, sizeof left, "-%c, --%s", o->letter, o->name)
									: snprintf(left, sizeof left, "    --%s", o->name);
		if (o->value != NULL && length > 0 && length < (int)sizeof left) {
			snprintf(left + length, sizeof left - (size_t)length, " %s", o->value);
		}
		if (strlen(left) > 26) {
			printf("  %s\n  %-26s  %s\n", left, "", o->help);
		} else {
			printf("  %-26s  %s\n", left, o->help);
		}
	}
}

void cliPrintOptions(const cliOption* options) {
	printf("\nOptions:\n");
	printTable(options);
	printTable(cliCommonOptions);
}
