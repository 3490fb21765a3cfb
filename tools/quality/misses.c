// SPDX-License-Identifier: MIT
// Every missed bar: how much, where, and why as far as it is known (reasons.txt).
#include "quality/quality.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Misses of one metric with one reason (-1: none known): for each creature how many, and the worst. Returns the sum.
static int PrintGroup(const Results* results, const Reasons* reasons, const lwMeasureRow* row, int wanted, bool dry, lwPrint* text) {
	int total = 0;
	for (int c = 0; c < results->caseCount; ++c) {
		const char* label = results->cases[c].label;
		const Outcome* worst = NULL;
		int count = 0;
		for (int i = 0; i < results->count; ++i) {
			const Outcome* o = results->outcomes + i;
			if (o->caseIndex != c || !o->good || !lwMeasureRow_Misses(row, &o->ours, Variant_IsRough(&o->variant)) ||
				Reasons_Find(reasons, row->key, label, GroundKind_Name(o->variant.ground)) != wanted) {
				continue;
			}
			count += 1;
			worst = worst == NULL || lwMeasureRow_Value(row, &o->ours) > lwMeasureRow_Value(row, &worst->ours) ? o : worst;
		}
		if (worst != NULL && !dry) {
			char name[64], place[96];
			lwPrint_Add(text, "\n  - %s: %d, worst ", label, count);
			PrintNumber(text, lwMeasureRow_Value(row, &worst->ours));
			lwPrint_Add(text, " on %s", Variant_Name(&worst->variant, name, (int)sizeof name));
			if (WorstPlace(&worst->ours, row, place, (int)sizeof place)[0] != '\0') {
				lwPrint_Add(text, ", %s", place);
			}
		}
		total += count;
	}
	return total;
}

static int PrintFailures(const Results* results, lwPrint* text) {
	int failed = 0;
	for (int i = 0; i < results->count; ++i) {
		const Outcome* o = results->outcomes + i;
		char name[64];
		if (!o->good) {
			failed += 1;
			lwPrint_Add(text, "- FAILED: %s, %s: %s\n", results->cases[o->caseIndex].label, Variant_Name(&o->variant, name, (int)sizeof name), o->message);
		}
	}
	return failed;
}

void PrintMisses(const Results* results, const char* reasonsPath, lwPrint* text) {
	Reasons reasons;
	ReadReasons(reasonsPath, &reasons);
	lwPrint_Add(text, "\n### Every missed bar\n\nBy metric and creature; each single one is in `out/quality.csv`, column `misses`.\n\n");
	int total = PrintFailures(results, text);
	for (int m = 0; m < LW_MEASURE_ROWS; ++m) {
		const lwMeasureRow* row = lwMeasure_rows + m;
		for (int r = -1; r < reasons.count; ++r) {
			int count = PrintGroup(results, &reasons, row, r, true, text);
			if (count == 0) {
				continue;
			}
			lwPrint_Add(text, "- **%s** (bar %g", row->name, (double)row->bar);
			if (row->roughBar > row->bar) {
				lwPrint_Add(text, " flat, %g rough", (double)row->roughBar);
			}
			lwPrint_Add(text, "): %d times. Why: %s", count, r >= 0 ? reasons.items[r].text : "not known yet.");
			total += PrintGroup(results, &reasons, row, r, false, text);
			lwPrint_Add(text, "\n");
		}
	}
	if (total == 0) {
		lwPrint_Add(text, "None.\n");
	}
	free(reasons.items);
}
