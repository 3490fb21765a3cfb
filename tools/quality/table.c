// SPDX-License-Identifier: MIT
// Tables of the matrix: CSV, summary by ground, a line for every clip.
#include "quality/quality.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const GroundKind grounds[] = { ground_flat, ground_slope, ground_stairs, ground_hills, ground_house, ground_dungeon, ground_rocks, ground_heightfield };
#define GROUNDS (int)(sizeof grounds / sizeof grounds[0])

static const char* const shortNames[LW_MEASURE_ROWS] = {
	"skate", "max", "penetr.", "float", "cross", "cycle %", "duty", "step %", "foresight", "body", "legs", "forced", "load", "pop", "bone", "reach %", "rest",
};

void PrintNumber(lwPrint* text, float value) {
	if (value != value) {
		lwPrint_Add(text, "-");
	} else if (value == 0.0f) {
		lwPrint_Add(text, "0");
	} else if (lwAbsF(value) < 0.01f) {
		lwPrint_Add(text, "%.0e", (double)value);
	} else {
		lwPrint_Add(text, lwAbsF(value) >= 9.995f ? "%.0f" : lwAbsF(value) >= 0.9995f ? "%.1f" : "%.2f", (double)value);
	}
}

static void CsvNumber(lwPrint* text, float value) {
	if (value - value == 0.0f) {
		lwPrint_Add(text, ",%.6g", (double)value);
	} else {
		lwPrint_Add(text, ",");
	}
}

void PrintCsv(const Results* results, lwPrint* text) {
	static const char* const sections[sectionCount] = { "matrix", "directions", "eight", "square", "limits" };
	lwPrint_Add(text, "creature,section,ground,amount,speed,path,length,steps,seconds");
	for (int part = 0; part < 2; ++part) {
		for (int m = 0; m < LW_MEASURE_ROWS; ++m) {
			lwPrint_Add(text, ",%s%s", part == 0 ? "" : "clip_", lwMeasure_rows[m].key);
		}
	}
	lwPrint_Add(text, ",contactShare,strideL,pelvisL,separation,popJoint,popTime,misses,message\n");
	for (int i = 0; i < results->count; ++i) {
		const Outcome* o = results->outcomes + i;
		char name[64], misses[1024] = "";
		lwPrint_Add(text, "%s,%s,%s,%g,%g,\"%s\",%.6g,%d,%.2f", results->cases[o->caseIndex].label, sections[o->variant.section],
					GroundKind_Name(o->variant.ground), (double)o->variant.amount, (double)o->variant.speed,
					o->variant.path != path_straight ? Variant_Name(&o->variant, name, (int)sizeof name) : "straight", (double)o->ours.length, o->stats.steps,
					(double)o->seconds);
		for (int part = 0; part < 2; ++part) {
			for (int m = 0; m < LW_MEASURE_ROWS; ++m) {
				CsvNumber(text, o->good ? lwMeasureRow_Value(lwMeasure_rows + m, part == 0 ? &o->ours : &o->clip) : NAN);
			}
		}
		CsvNumber(text, o->facts.duty);
		CsvNumber(text, o->facts.stride);
		CsvNumber(text, o->facts.height);
		CsvNumber(text, o->facts.separation);
		if (o->good) (void)lwMeasures_MeetBars(&o->ours, Variant_IsRough(&o->variant), misses, (int)sizeof misses);
		lwPrint_Add(text, ",\"%s\",%.3f,\"%s\",\"%s\"\n", o->ours.popJoint, (double)o->ours.popTime, misses, o->message);
	}
}

// Worst of ours and of the clip's over the outcomes of one case (-1: all) on one ground; counts judged and missed.
typedef struct Worst {
	float ours, clip;
	int judged, missed;
} Worst;

static Worst FindWorst(const Results* results, int caseIndex, GroundKind ground, const lwMeasureRow* row) {
	Worst worst = { NAN, NAN, 0, 0 };
	for (int i = 0; i < results->count; ++i) {
		const Outcome* o = results->outcomes + i;
		if (!o->good || o->variant.section != section_matrix || o->variant.ground != ground || (caseIndex >= 0 && o->caseIndex != caseIndex)) {
			continue;
		}
		float ours = lwMeasureRow_Value(row, &o->ours), clip = lwMeasureRow_Value(row, &o->clip);
		worst.ours = worst.ours > ours ? worst.ours : ours == ours ? ours : worst.ours;
		worst.clip = worst.clip > clip ? worst.clip : clip == clip ? clip : worst.clip;
		worst.judged += ours == ours;
		worst.missed += lwMeasureRow_Misses(row, &o->ours, Variant_IsRough(&o->variant));
	}
	return worst;
}

static int Ascending(const void* a, const void* b) {
	float x = *(const float*)a, y = *(const float*)b;
	return (x > y) - (x < y);
}

static float Median(const Results* results, GroundKind ground, const lwMeasureRow* row, bool clip) {
	float* values = malloc((size_t)(results->count + 1) * sizeof *values);
	int count = 0;
	for (int i = 0; i < results->count && values != NULL; ++i) {
		const Outcome* o = results->outcomes + i;
		float value = lwMeasureRow_Value(row, clip ? &o->clip : &o->ours);
		if (o->good && o->variant.section == section_matrix && o->variant.ground == ground && value == value) {
			values[count++] = value;
		}
	}
	if (count > 0) {
		qsort(values, (size_t)count, sizeof *values, Ascending);
	}
	float median = count > 0 ? values[count / 2] : NAN;
	free(values);
	return median;
}

static void SummaryCell(const Results* results, GroundKind ground, const lwMeasureRow* row, lwPrint* text) {
	Worst worst = FindWorst(results, -1, ground, row);
	if (worst.judged == 0) {
		lwPrint_Add(text, " - |");
		return;
	}
	bool judged = row->bar == row->bar;
	lwPrint_Add(text, " ");
	if (judged) {
		lwPrint_Add(text, "%s%d/%d%s · ", worst.missed > 0 ? "**" : "", worst.judged - worst.missed, worst.judged, worst.missed > 0 ? "**" : "");
	}
	PrintNumber(text, Median(results, ground, row, false));
	lwPrint_Add(text, " … ");
	PrintNumber(text, worst.ours);
	if (worst.clip == worst.clip) {
		lwPrint_Add(text, " (");
		PrintNumber(text, Median(results, ground, row, true));
		lwPrint_Add(text, " … ");
		PrintNumber(text, worst.clip);
		lwPrint_Add(text, ")");
	}
	lwPrint_Add(text, " |");
}

void PrintSummary(const Results* results, lwPrint* text) {
	lwPrint_Add(text, "\nBars held / judged · median … worst of ours (median … worst of the clip without Legwork). Bold: some miss.\n\n| metric |");
	for (int g = 0; g < GROUNDS; ++g) {
		lwPrint_Add(text, " %s |", GroundKind_Name(grounds[g]));
	}
	lwPrint_Add(text, "\n|---|");
	for (int g = 0; g < GROUNDS; ++g) {
		lwPrint_Add(text, "---|");
	}
	for (int m = 0; m < LW_MEASURE_ROWS; ++m) {
		lwPrint_Add(text, "\n| %s |", lwMeasure_rows[m].name);
		for (int g = 0; g < GROUNDS; ++g) {
			SummaryCell(results, grounds[g], lwMeasure_rows + m, text);
		}
	}
	lwPrint_Add(text, "\n");
}

static void DetailCell(const Results* results, int caseIndex, GroundKind ground, const lwMeasureRow* row, lwPrint* text) {
	Worst worst = FindWorst(results, caseIndex, ground, row);
	lwPrint_Add(text, worst.missed > 0 ? " **" : " ");
	PrintNumber(text, worst.ours);
	lwPrint_Add(text, worst.missed > 0 ? "**" : "");
	if (worst.clip == worst.clip && worst.judged > 0 && row->bar == row->bar) {
		lwPrint_Add(text, " / ");
		PrintNumber(text, worst.clip);
	}
	lwPrint_Add(text, " |");
}

static int CountOn(const Results* results, int caseIndex, GroundKind ground, bool good) {
	int count = 0;
	for (int i = 0; i < results->count; ++i) {
		const Outcome* o = results->outcomes + i;
		count += o->variant.section == section_matrix && o->variant.ground == ground && (caseIndex < 0 || o->caseIndex == caseIndex) && (!good || o->good);
	}
	return count;
}

static void PrintGround(const Results* results, GroundKind ground, lwPrint* text) {
	bool shown[LW_MEASURE_ROWS];
	lwPrint_Add(text, "\n### %s\n\n", GroundKind_Name(ground));
	if (GroundKind_Rule(ground)[0] != '\0') {
		lwPrint_Add(text, "%s.\n\n", GroundKind_Rule(ground));
	}
	lwPrint_Add(text, "| creature, clip |");
	for (int m = 0; m < LW_MEASURE_ROWS; ++m) {
		shown[m] = FindWorst(results, -1, ground, lwMeasure_rows + m).judged > 0;
		if (shown[m]) lwPrint_Add(text, " %s |", shortNames[m]);
	}
	lwPrint_Add(text, "\n|---|");
	for (int m = 0; m < LW_MEASURE_ROWS; ++m) {
		if (shown[m]) lwPrint_Add(text, "---|");
	}
	for (int c = 0; c < results->caseCount; ++c) {
		int count = CountOn(results, c, ground, false), good = CountOn(results, c, ground, true);
		if (count == 0) {
			continue;
		}
		lwPrint_Add(text, "\n| %s%s |", results->cases[c].label, good < count ? " (SOME FAILED)" : "");
		for (int m = 0; m < LW_MEASURE_ROWS; ++m) {
			if (shown[m]) DetailCell(results, c, ground, lwMeasure_rows + m, text);
		}
	}
	lwPrint_Add(text, "\n");
}

void PrintGrounds(const Results* results, lwPrint* text) {
	lwPrint_Add(text, "\nWorst over the three speeds: ours / the clip without Legwork. Bold: a bar is missed at some speed.\n");
	for (int g = 0; g < GROUNDS; ++g) {
		if (CountOn(results, -1, grounds[g], false) > 0) {
			PrintGround(results, grounds[g], text);
		}
	}
}
