// SPDX-License-Identifier: MIT
// The subset's known misses: known.txt. METRIC | CREATURE CLIP | PLACE | CEILING.
#include "quality/quality.h"

#include "legwork/export.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char head[] =
	"# Bars that the subset of `make test` knows to be missed: METRIC | CREATURE CLIP | PLACE | CEILING; a miss beyond its ceiling fails.\n"
	"# Why: reasons.txt. Made by scripts/known, which takes out what holds and lowers ceilings; they never go up again.\n";

static lwResult ReadLine(char* line, KnownList* io) {
	char* part[4];
	char* end = NULL;
	int parts = SplitLine(line, part, 4);
	float ceiling = parts == 4 ? strtof(part[3], &end) : 0.0f;
	if (parts != 4 || end == part[3] || *end != '\0' || !(ceiling > 0.0f && ceiling < 1e9f)) {
		return lwResult_Fail(lw_errorFormat, "'%.80s' is not METRIC | CREATURE CLIP | PLACE | CEILING", line);
	}
	if (io->count >= MAX_KNOWN) {
		return lwResult_Fail(lw_errorLimit, "more than %d lines", MAX_KNOWN);
	}
	KnownMiss* miss = io->items + io->count;
	memset(miss, 0, sizeof *miss);
	(void)snprintf(miss->metric, sizeof miss->metric, "%s", part[0]);
	(void)snprintf(miss->label, sizeof miss->label, "%s", part[1]);
	(void)snprintf(miss->place, sizeof miss->place, "%s", part[2]);
	miss->ceiling = ceiling;
	if (KnownList_Find(io, miss->metric, miss->label, miss->place) != NULL) {
		return lwResult_Fail(lw_errorFormat, "%s | %s | %s: listed twice", miss->metric, miss->label, miss->place);
	}
	io->count += 1;
	return lwResult_Ok();
}

lwResult ReadKnown(const char* path, KnownList* out) {
	memset(out, 0, sizeof *out);
	FILE* file = fopen(path, "r");
	if (file == NULL) {
		return lwResult_Fail(lw_errorIo, "%s: cannot be read", path);
	}
	char line[512];
	lwResult result = lwResult_Ok();
	while (result.status == lw_ok && fgets(line, sizeof line, file) != NULL) {
		if (line[0] != '#' && line[strspn(line, " \t\r\n")] != '\0') {
			result = ReadLine(line, out);
		}
	}
	(void)fclose(file);
	return result.status == lw_ok ? result : lwResult_Fail(result.status, "%s: %.300s", path, result.message);
}

KnownMiss* KnownList_Find(KnownList* list, const char* metric, const char* label, const char* place) {
	for (int i = 0; i < list->count; ++i) {
		KnownMiss* miss = list->items + i;
		if (strcmp(miss->metric, metric) == 0 && strcmp(miss->label, label) == 0 && strcmp(miss->place, place) == 0) {
			return miss;
		}
	}
	return NULL;
}

// A tenth above the value, three digits, rounded up.
static float CeilingOf(float value) {
	double room = 1.1 * (double)value, unit = pow(10.0, floor(log10(room)) - 2.0);
	return (float)(ceil(room / unit - 1e-6) * unit);
}

static void AddLine(lwPrint* text, const char* metric, const char* label, const char* place, float ceiling) {
	lwPrint_Add(text, "%s | %s | %s | %.3g\n", metric, label, place, (double)ceiling);
}

// The line of one number, when it is missed: an old one with no higher ceiling, or a new one that was asked for.
static void UpdateRow(const Options* options, const char* label, const Outcome* o, const lwMeasureRow* row, KnownList* list, lwPrint* text) {
	char place[64];
	KnownMiss* known = KnownList_Find(list, row->key, label, Variant_Name(&o->variant, place, (int)sizeof place));
	float value = lwMeasureRow_Value(row, &o->ours);
	bool missed = o->good && lwMeasureRow_Misses(row, &o->ours, Variant_IsRough(&o->variant));
	bool asked = options->addKnown != NULL && (strcmp(options->addKnown, "all") == 0 || strcmp(options->addKnown, row->key) == 0);
	if (known != NULL) {
		known->judged = true;
	}
	if (known != NULL && (missed || !o->good)) {
		AddLine(text, row->key, label, place, o->good ? lwMinF(known->ceiling, CeilingOf(value)) : known->ceiling);
	} else if (missed && asked) {
		AddLine(text, row->key, label, place, CeilingOf(value));
	}
}

// By metric, then by case; lines of cases that were not run stay as they are.
lwResult UpdateKnown(const Options* options, const Results* results, KnownList* list) {
	lwPrint text = { NULL, 0, 0, false };
	lwPrint_Add(&text, "%s", head);
	for (int m = 0; m < LW_MEASURE_ROWS; ++m) {
		for (int i = 0; i < results->count; ++i) {
			UpdateRow(options, results->cases[results->outcomes[i].caseIndex].label, results->outcomes + i, lwMeasure_rows + m, list, &text);
		}
		for (int k = 0; k < list->count; ++k) {
			const KnownMiss* miss = list->items + k;
			if (strcmp(miss->metric, lwMeasure_rows[m].key) == 0 && !Results_Ran(results, miss->label, miss->place)) {
				AddLine(&text, miss->metric, miss->label, miss->place, miss->ceiling);
			}
		}
	}
	lwResult result = text.failed ? lwResult_Fail(lw_errorMemory, "%s: out of memory", options->known) : lwWriteFileAtomic(options->known, text.text, text.length);
	free(text.text);
	return result;
}
