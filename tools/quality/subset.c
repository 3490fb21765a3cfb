// SPDX-License-Identifier: MIT
// The subset that every `make test` runs: every bar, with a ceiling for each miss that is known.
#include "quality/quality.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Judge {
	KnownList* known;
	const Reasons* reasons;
	int passed, failed, missed;
} Judge;

static void Fail(Judge* judge, const char* metric, const char* label, const char* place, const char* why) {
	judge->failed += 1;
	printf("FAILED: %s | %s | %s: %s\n", metric, label, place, why);
}

static void JudgeMiss(Judge* judge, const char* label, const Outcome* o, const lwMeasureRow* row, const KnownMiss* known, const char* place) {
	float value = lwMeasureRow_Value(row, &o->ours), bar = Variant_IsRough(&o->variant) ? row->roughBar : row->bar;
	char why[256], worst[96];
	if (known == NULL || value > known->ceiling) {
		(void)snprintf(why, sizeof why, "%.4g, at most %.4g (bar %.4g) %s", (double)value, (double)(known != NULL ? known->ceiling : bar), (double)bar,
					   WorstPlace(&o->ours, row, worst, (int)sizeof worst));
		Fail(judge, row->key, label, place, why);
	} else if (Reasons_Find(judge->reasons, row->key, label, GroundKind_Name(o->variant.ground)) < 0) {
		Fail(judge, row->key, label, place, "a known miss without a cause in reasons.txt");
	} else {
		judge->passed += 1;
		judge->missed += 1;
	}
}

static void JudgeRow(Judge* judge, const char* label, const Outcome* o, const lwMeasureRow* row) {
	char place[64];
	KnownMiss* known = KnownList_Find(judge->known, row->key, label, Variant_Name(&o->variant, place, (int)sizeof place));
	float value = lwMeasureRow_Value(row, &o->ours);
	if (known != NULL) {
		known->judged = true;
	}
	if (row->bar != row->bar || (value != value && known == NULL)) {
		return;
	}
	if (value != value) {
		Fail(judge, row->key, label, place, "a known miss that is no longer measured");
	} else if (lwMeasureRow_Misses(row, &o->ours, Variant_IsRough(&o->variant))) {
		JudgeMiss(judge, label, o, row, known, place);
	} else {
		judge->passed += 1;
		if (known != NULL) {
			printf("holds now, take it off with scripts/known: %s | %s | %s\n", row->key, label, place);
		}
	}
}

bool Results_Ran(const Results* results, const char* label, const char* place) {
	char name[64];
	for (int i = 0; i < results->count; ++i) {
		const Outcome* o = results->outcomes + i;
		if (strcmp(results->cases[o->caseIndex].label, label) == 0 && strcmp(Variant_Name(&o->variant, name, (int)sizeof name), place) == 0) {
			return true;
		}
	}
	return false;
}

static bool IsMetric(const char* key) {
	for (int m = 0; m < LW_MEASURE_ROWS; ++m) {
		if (strcmp(lwMeasure_rows[m].key, key) == 0 && lwMeasure_rows[m].bar == lwMeasure_rows[m].bar) {
			return true;
		}
	}
	return false;
}

// Lines that speak of nothing would excuse nothing, and nobody would notice. whole: everything there is was run.
static void JudgeLists(Judge* judge, bool whole) {
	for (int r = 0; r < judge->reasons->count; ++r) {
		const Reason* reason = judge->reasons->items + r;
		if (strcmp(reason->metric, "*") != 0 && !IsMetric(reason->metric)) {
			Fail(judge, reason->metric, reason->label, reason->ground, "reasons.txt: no such metric");
		}
	}
	for (int k = 0; k < judge->known->count; ++k) {
		const KnownMiss* miss = judge->known->items + k;
		if (!IsMetric(miss->metric) || (whole && !miss->judged)) {
			Fail(judge, miss->metric, miss->label, miss->place, "known.txt: the subset has no such bar");
		}
	}
}

void JudgeSubset(const Options* options, const Results* results, KnownList* known, int* ioPassed, int* ioFailed) {
	Reasons reasons;
	ReadReasons(options->reasons, &reasons);
	Judge judge = { known, &reasons, 0, 0, 0 };
	for (int i = 0; i < results->count; ++i) {
		const Outcome* o = results->outcomes + i;
		const char* label = results->cases[o->caseIndex].label;
		char place[64];
		if (!o->good) {
			Fail(&judge, "bake", label, Variant_Name(&o->variant, place, (int)sizeof place), o->message);
		}
		for (int m = 0; m < LW_MEASURE_ROWS && o->good; ++m) {
			JudgeRow(&judge, label, o, lwMeasure_rows + m);
		}
	}
	bool whole = options->filter == NULL && options->ground == NULL && options->hasShared && judge.failed == 0;
	JudgeLists(&judge, whole);
	printf("%d bars are missed as known\n", judge.missed);
	*ioPassed += judge.passed;
	*ioFailed += judge.failed;
	free(reasons.items);
}
