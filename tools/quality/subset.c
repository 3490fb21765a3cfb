// SPDX-License-Identifier: MIT
// The subset that every `make test` runs: hard bars, with a ceiling for each miss that is known.
#include "quality/quality.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char* const hardKeys[] = { "skateMean", "skateMax", "penetration", "floatP95", "crossingPer100", "boneLength", "overReach", "rest" };

static bool IsHard(const lwMeasureRow* row) {
	for (size_t k = 0; k < sizeof hardKeys / sizeof hardKeys[0]; ++k) {
		if (strcmp(hardKeys[k], row->key) == 0) {
			return true;
		}
	}
	return false;
}

// Ceiling of a known miss, METRIC | LABEL | GROUND | CEILING; the bar itself when none is listed.
static float FindCeiling(const char* path, const char* metric, const char* label, const char* ground, float bar) {
	FILE* file = path != NULL ? fopen(path, "r") : NULL;
	char line[400], want[400];
	float ceiling = bar;
	int length = snprintf(want, sizeof want, "%s | %s | %s | ", metric, label, ground);
	while (file != NULL && fgets(line, sizeof line, file) != NULL) {
		if (strncmp(line, want, (size_t)length) == 0) {
			ceiling = lwMaxF(bar, strtof(line + length, NULL));
		}
	}
	if (file != NULL) {
		(void)fclose(file);
	}
	return ceiling;
}

typedef struct Tally {
	int passed, failed, known;
} Tally;

static void JudgeRow(const char* knownPath, const char* label, const Outcome* o, const lwMeasureRow* row, Tally* io) {
	float value = lwMeasureRow_Value(row, &o->ours), bar = Variant_IsRough(&o->variant) ? row->roughBar : row->bar;
	if (!IsHard(row) || value != value) {
		return;
	}
	const char* ground = GroundKind_Name(o->variant.ground);
	float ceiling = FindCeiling(knownPath, row->key, label, ground, bar);
	bool held = value <= ceiling;
	io->passed += held;
	io->failed += !held;
	io->known += held && value > bar;
	if (held && ceiling > bar && value <= bar) {
		printf("holds now, no longer a known miss: %s | %s | %s\n", row->key, label, ground);
	}
	if (!held) {
		char place[96];
		printf("FAILED: %s | %s | %s | %.4g, at most %.4g (bar %.4g) %s\n", row->key, label, ground, (double)value, (double)ceiling, (double)bar,
			   WorstPlace(&o->ours, row, place, (int)sizeof place));
	}
}

void JudgeSubset(const Results* results, const char* knownPath, int* ioPassed, int* ioFailed) {
	Tally tally = { 0, 0, 0 };
	for (int i = 0; i < results->count; ++i) {
		const Outcome* o = results->outcomes + i;
		const char* label = results->cases[o->caseIndex].label;
		if (!o->good) {
			tally.failed += 1;
			printf("FAILED: %s on %s: %s\n", label, GroundKind_Name(o->variant.ground), o->message);
		}
		for (int m = 0; m < LW_MEASURE_ROWS && o->good; ++m) {
			JudgeRow(knownPath, label, o, lwMeasure_rows + m, &tally);
		}
	}
	printf("%d bars are missed as known\n", tally.known);
	*ioPassed += tally.passed;
	*ioFailed += tally.failed;
}
