// SPDX-License-Identifier: MIT
// Tables of paths (eight directions, figure eight, square) and of the rated limits.
#include "quality/quality.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void Head(lwPrint* text, const char* const* columns, int count) {
	lwPrint_Add(text, "\n|");
	for (int i = 0; i < count; ++i) {
		lwPrint_Add(text, " %s |", columns[i]);
	}
	lwPrint_Add(text, "\n|");
	for (int i = 0; i < count; ++i) {
		lwPrint_Add(text, "---|");
	}
	lwPrint_Add(text, "\n");
}

static void Cell(lwPrint* text, float value, bool missed) {
	lwPrint_Add(text, missed ? " **" : " ");
	PrintNumber(text, value);
	lwPrint_Add(text, missed ? "** |" : " |");
}

static void MetricCell(lwPrint* text, const Outcome* o, const char* key) {
	for (int m = 0; m < LW_MEASURE_ROWS; ++m) {
		if (strcmp(lwMeasure_rows[m].key, key) == 0) {
			Cell(text, lwMeasureRow_Value(lwMeasure_rows + m, &o->ours), lwMeasureRow_Misses(lwMeasure_rows + m, &o->ours, Variant_IsRough(&o->variant)));
		}
	}
}

static const char* const feetKeys[] = { "skateMean", "skateMax", "penetration", "floatP95", "crossingPer100", "foresightMax", "pop", "boneLength", "overReach", "rest" };
#define FEET_KEYS (int)(sizeof feetKeys / sizeof feetKeys[0])
#define FEET_NAMES "skate", "max", "penetr.", "float", "cross", "foresight", "pop", "bone", "reach %", "rest"

// The rows of a section begin alike: creature, path or ground, feet; then each its own cells, which end the line.
typedef void PrintRestFcn(lwPrint* text, const Results* results, const Outcome* o);

static void PrintRows(const Results* results, Section section, PrintRestFcn* rest, lwPrint* text) {
	char name[64];
	for (int i = 0; i < results->count; ++i) {
		const Outcome* o = results->outcomes + i;
		if (o->variant.section != section) {
			continue;
		}
		lwPrint_Add(text, "| %s | %s |", results->cases[o->caseIndex].label, Variant_Name(&o->variant, name, (int)sizeof name));
		if (!o->good) {
			lwPrint_Add(text, " FAILED: %s |\n", o->message);
			continue;
		}
		for (int k = 0; k < FEET_KEYS; ++k) {
			MetricCell(text, o, feetKeys[k]);
		}
		rest(text, results, o);
	}
}

static void PrintApart(lwPrint* text, const Results* results, const Outcome* o) {
	(void)results;
	Cell(text, o->facts.separation, o->facts.separation < 0.0f);
	lwPrint_Add(text, "\n");
}

static void PrintSection(const Results* results, Section section, lwPrint* text) {
	static const char* const columns[] = { "creature, clip", "path", FEET_NAMES, "feet apart" };
	Head(text, columns, FEET_KEYS + 3);
	PrintRows(results, section, PrintApart, text);
}

static bool Any(const Results* results, Section section) {
	for (int i = 0; i < results->count; ++i) {
		if (results->outcomes[i].variant.section == section) {
			return true;
		}
	}
	return false;
}

// Left first against right first: how far apart the two are, as shares of the bars.
static void PrintMirror(const Results* results, lwPrint* text) {
	for (int i = 0; i + 1 < results->count; ++i) {
		const Outcome *a = results->outcomes + i, *b = a + 1;
		if (a->variant.path != path_eightLeft || b->variant.path != path_eightRight || !a->good || !b->good) {
			continue;
		}
		float worst = 0.0f;
		const char* where = "-";
		for (int m = 0; m < LW_MEASURE_ROWS; ++m) {
			const lwMeasureRow* row = lwMeasure_rows + m;
			float apart = lwAbsF(lwMeasureRow_Value(row, &a->ours) - lwMeasureRow_Value(row, &b->ours)) / row->bar;
			if (row->bar > 0.0f && apart > worst) {
				worst = apart;
				where = row->name;
			}
		}
		lwPrint_Add(text, "- %s: most in %s, by %.2f of its bar\n", results->cases[a->caseIndex].label, where, (double)worst);
	}
}

void PrintPaths(const Results* results, lwPrint* text) {
	if (Any(results, section_directions)) {
		lwPrint_Add(text, "\n### One forward walk in eight directions\n\nFacing fixed at +Z, path 0 is ahead, 90 to the left. Feet apart: the least way of a "
						  "left foot to the left of its right one, 1 is the sample's stance; below 0 the legs cross.\n");
		PrintSection(results, section_directions, text);
	}
	if (Any(results, section_eight)) {
		lwPrint_Add(text, "\n### Figure eight, radius 4 L, and its mirror image\n");
		PrintSection(results, section_eight, text);
		lwPrint_Add(text, "\nHow far the mirror image differs (a clip that is not the same left and right differs too):\n\n");
		PrintMirror(results, text);
	}
	if (Any(results, section_square)) {
		lwPrint_Add(text, "\n### Square of 6 L with sharp corners\n");
		PrintSection(results, section_square, text);
	}
}

// ---- Rated limits --------------------------------------------------------------------------------------------------

typedef struct Give {
	float contact, stride;          // shares of those on flat ground
	float drop;                     // L, how much lower the body
} Give;

static Give FindGive(const Results* results, const Outcome* o) {
	const Outcome* flat = Results_Find(results, o->caseIndex, section_limits, ground_flat, 1.0f);
	Give give = { NAN, NAN, NAN };
	if (flat != NULL && flat->good) {
		give.contact = o->facts.duty / flat->facts.duty;
		give.stride = o->facts.stride / flat->facts.stride;
		give.drop = flat->facts.height - o->facts.height;
	}
	return give;
}

static void PrintGive(lwPrint* text, const Results* results, const Outcome* o) {
	Give give = FindGive(results, o);
	char list[128] = "nothing";
	int length = 0;
	const struct {
		bool gave;
		const char* what;
	} parts[] = { { give.contact < 0.95f, "contact" }, { give.stride < 0.95f, "stride" }, { give.drop > 0.02f, "body" }, { o->ours.overReach > 0.5f, "REACH" } };
	for (int i = 0; i < 4; ++i) {
		if (parts[i].gave) {
			length += snprintf(list + length, sizeof list - (size_t)length, "%s%s", length > 0 ? ", " : "", parts[i].what);
		}
	}
	Cell(text, give.contact, false);
	Cell(text, give.stride, false);
	Cell(text, 100.0f * give.drop, false);
	lwPrint_Add(text, " %s |\n", list);
}

void PrintLimits(const Results* results, lwPrint* text) {
	static const char* const columns[] = { "creature, clip", "ground", FEET_NAMES, "contact x", "stride x", "body lower, % L", "gives way" };
	if (!Any(results, section_limits)) {
		return;
	}
	lwPrint_Add(text, "\n### Rated limits and what gives way first\n\nAt the sample's speed; slopes in degrees, steps and hills in L. Contact and stride against "
					  "those on flat ground; gives way: contact or stride below 0.95, the body more than 2 %% L lower, a leg stretched too far. "
					  "%s.\n", GroundKind_Rule(ground_dungeonSteep));
	Head(text, columns, FEET_KEYS + 6);
	PrintRows(results, section_limits, PrintGive, text);
}
