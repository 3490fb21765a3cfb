// SPDX-License-Identifier: MIT
// Why bars are missed, as far as it is known: reasons.txt.
#include "quality/quality.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_REASONS 64

int SplitLine(char* line, char* outParts[], int capacity) {
	int count = 1;
	outParts[0] = line;
	for (char* at = line; count < capacity && (at = strchr(at, '|')) != NULL; ++count) {
		*at++ = '\0';
		outParts[count] = at;
	}
	for (int i = 0; i < count; ++i) {
		outParts[i] += strspn(outParts[i], " \t");
		size_t length = strlen(outParts[i]);
		while (length > 0 && strchr(" \t\r\n", outParts[i][length - 1]) != NULL) outParts[i][--length] = '\0';
	}
	return count;
}

void ReadReasons(const char* path, Reasons* out) {
	FILE* file = path != NULL ? fopen(path, "r") : NULL;
	char line[800];
	out->count = 0;
	out->items = calloc(MAX_REASONS, sizeof *out->items);
	while (file != NULL && out->items != NULL && out->count < MAX_REASONS && fgets(line, sizeof line, file) != NULL) {
		char* part[4];
		if (line[0] == '#' || SplitLine(line, part, 4) < 4) {
			continue;
		}
		Reason* reason = out->items + out->count++;
		(void)snprintf(reason->metric, sizeof reason->metric, "%s", part[0]);
		(void)snprintf(reason->label, sizeof reason->label, "%s", part[1]);
		(void)snprintf(reason->ground, sizeof reason->ground, "%s", part[2]);
		(void)snprintf(reason->text, sizeof reason->text, "%s", part[3]);
	}
	if (file != NULL) {
		(void)fclose(file);
	}
}

static bool Fits(const char* pattern, const char* text, bool part) {
	return strcmp(pattern, "*") == 0 || (part ? strstr(text, pattern) != NULL : strcmp(pattern, text) == 0);
}

int Reasons_Find(const Reasons* reasons, const char* metric, const char* label, const char* ground) {
	for (int r = 0; reasons->items != NULL && r < reasons->count; ++r) {
		const Reason* reason = reasons->items + r;
		if (Fits(reason->metric, metric, false) && Fits(reason->label, label, true) && Fits(reason->ground, ground, false)) {
			return r;
		}
	}
	return -1;
}
