// SPDX-License-Identifier: MIT
// The generated part of docs/quality.md: between two markers, so that what people wrote stays.
#include "quality/quality.h"

#include "legwork/export.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BEGIN "<!-- table:begin -->"
#define END "<!-- table:end -->"

static char* ReadText(const char* path) {
	FILE* file = fopen(path, "rb");
	char* text = NULL;
	if (file != NULL && fseek(file, 0, SEEK_END) == 0) {
		long size = ftell(file);
		rewind(file);
		text = size >= 0 ? malloc((size_t)size + 1) : NULL;
		if (text != NULL) {
			text[fread(text, 1, (size_t)size, file)] = '\0';
		}
	}
	if (file != NULL) {
		(void)fclose(file);
	}
	return text;
}

static void Generated(const Options* options, const Results* results, lwPrint* text) {
	int judged = 0, missed = 0, clips = 0, seen = -1;
	double seconds = 0.0;
	for (int i = 0; i < results->count; ++i) {
		const Outcome* o = results->outcomes + i;
		clips += o->caseIndex != seen;
		seen = o->caseIndex;
		seconds += (double)o->seconds;
		for (int m = 0; m < LW_MEASURE_ROWS && o->good; ++m) {
			float value = lwMeasureRow_Value(lwMeasure_rows + m, &o->ours), bar = lwMeasure_rows[m].bar;
			judged += value == value && bar == bar;
			missed += lwMeasureRow_Misses(lwMeasure_rows + m, &o->ours, Variant_IsRough(&o->variant));
		}
	}
	lwPrint_Add(text, BEGIN "\n<!-- Made by `make quality`; edits between the markers are lost. -->\n\n");
	lwPrint_Add(text, "%d bakes (%.0f minutes of walking) of %d clips. Of %d numbers that have a bar %d hold it, %d miss it.\n", results->count, seconds / 60.0,
				clips, judged, judged - missed, missed);
	if (options->analysis != NULL && options->analysis[0] != '\0') {
		lwPrint_Add(text, "\nAnalysis against the measured sheets: %s\n", options->analysis);
	}
	PrintSummary(results, text);
	PrintGrounds(results, text);
	PrintPaths(results, text);
	PrintLimits(results, text);
	PrintMisses(results, options->reasons, text);
	lwPrint_Add(text, END "\n");
}

lwResult WritePage(const Options* options, const Results* results) {
	lwPrint text = { NULL, 0, 0, false };
	char* old = ReadText(options->page);
	char* begin = old != NULL ? strstr(old, BEGIN) : NULL;
	char* end = begin != NULL ? strstr(begin, END "\n") : NULL;
	if (begin != NULL && end == NULL) {
		free(old);
		return lwResult_Fail(lw_errorData, "%s: '%s' without '%s' on a line of its own", options->page, BEGIN, END);
	}
	if (old != NULL) {
		lwPrint_Add(&text, "%.*s", (int)(begin != NULL ? (size_t)(begin - old) : strlen(old)), old);
	}
	if (begin == NULL) {
		lwPrint_Add(&text, "\n");
	}
	Generated(options, results, &text);
	if (end != NULL) {
		lwPrint_Add(&text, "%s", end + strlen(END "\n"));
	}
	free(old);
	lwResult result = text.failed ? lwResult_Fail(lw_errorMemory, "%s: out of memory", options->page) : lwWriteFileAtomic(options->page, text.text, text.length);
	free(text.text);
	return result;
}
