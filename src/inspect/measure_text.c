// SPDX-License-Identifier: MIT
// Measures as a table, as JSON, and against the bars.
#include "inspect/measure_parts.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROW(name, member, unit, bar, rough) { name, #member, unit, offsetof(lwMeasures, member), bar, rough }

const lwMeasureRow lwMeasure_rows[LW_MEASURE_ROWS] = {
	ROW("skate, mean", skateMean, "% L", 0.3f, 0.3f),
	ROW("skate, max", skateMax, "% L", 1.5f, 1.5f),
	ROW("penetration", penetration, "% L", 1.0f, 1.0f),
	ROW("float, p95", floatP95, "% L", 1.0f, 1.0f),
	ROW("crossing", crossingPer100, "/100", 0.0f, 0.0f),
	ROW("timing, cycle", timingCycle, "%", 2.0f, 2.0f),
	ROW("timing, duty", timingDuty, "", 0.03f, 0.03f),
	ROW("timing, step", timingStep, "%", 5.0f, 5.0f),
	ROW("foresight", foresightMax, "% L", 2.0f, 2.0f),
	ROW("style, body", styleBody, "% L", 1.0f, 1.0f),
	ROW("style, legs", styleLegs, "% L", 1.0f, 1.0f),
	ROW("  forced", styleLegsForced, "% L", NAN, NAN),
	ROW("style, load", styleBodyLoad, "% L", NAN, NAN),
	ROW("pop", pop, "x", 1.3f, 3.0f),
	ROW("bone length", boneLength, "", 1e-4f, 1e-4f),
	ROW("over-reach", overReach, "%", 0.5f, 0.5f),
	ROW("rest", rest, "% L", 0.05f, 0.05f),
};

float lwMeasureRow_Value(const lwMeasureRow* row, const lwMeasures* measures) {
	float value;
	memcpy(&value, (const char*)measures + row->offset, sizeof(value));
	return value;
}

bool lwMeasureRow_Misses(const lwMeasureRow* row, const lwMeasures* measures, bool rough) {
	float bar = rough ? row->roughBar : row->bar;
	return lwMeasureRow_Value(row, measures) > bar; // NAN on either side: false
}

bool lwMeasures_MeetBars(const lwMeasures* measures, bool rough, char* outMisses, int capacity) {
	int length = 0;
	bool held = true;
	if (outMisses != NULL && capacity > 0) {
		outMisses[0] = '\0';
	}
	for (size_t i = 0; i < LW_MEASURE_ROWS; ++i) {
		if (!lwMeasureRow_Misses(lwMeasure_rows + i, measures, rough)) {
			continue;
		}
		if (outMisses != NULL && length < capacity) {
			length += snprintf(outMisses + length, (size_t)(capacity - length), "%s%s %.4g > %.4g", held ? "" : "; ", lwMeasure_rows[i].name,
							   (double)lwMeasureRow_Value(lwMeasure_rows + i, measures), (double)(rough ? lwMeasure_rows[i].roughBar : lwMeasure_rows[i].bar));
		}
		held = false;
	}
	return held;
}

// ---- Table ---------------------------------------------------------------------------------------------------------

static void AddNumber(lwPrint* text, float value) {
	if (value != value) {
		lwPrint_Add(text, " %10s", "-");
	} else if (value != 0.0f && lwAbsF(value) < 0.01f) {
		lwPrint_Add(text, " %10.2e", (double)value);
	} else {
		lwPrint_Add(text, " %10.3f", (double)value);
	}
}

// The terrain is not in the report: a bar that depends on it is shown for flat ground, with the rough one beside it.
static void AddRow(lwPrint* text, const lwMeasureReport* report, const lwMeasureRow* row) {
	lwPrint_Add(text, "%-14s %-5s", row->name, row->unit);
	AddNumber(text, lwMeasureRow_Value(row, &report->result));
	if (report->hasBaseline) {
		AddNumber(text, lwMeasureRow_Value(row, &report->baseline));
	}
	if (row->bar != row->bar) {
		lwPrint_Add(text, "%10s\n", "");
		return;
	}
	bool flat = lwMeasureRow_Misses(row, &report->result, false), rough = lwMeasureRow_Misses(row, &report->result, true);
	float value = lwMeasureRow_Value(row, &report->result);
	char bar[32];
	if (row->bar < row->roughBar) {
		(void)snprintf(bar, sizeof(bar), "%g|%g", (double)row->bar, (double)row->roughBar);
	} else {
		(void)snprintf(bar, sizeof(bar), "%g", (double)row->bar);
	}
	lwPrint_Add(text, " %9s  %s\n", bar, value != value ? "-" : rough ? "MISS" : flat ? "ok if rough" : "ok");
}

char* lwMeasureReport_ToText(const lwMeasureReport* report) {
	const lwMeasures* result = &report->result;
	lwPrint text = { NULL, 0, 0, false };
	lwPrint_Add(&text, "%d frames, %d steps, L = %.4g, contacts %s\n", result->frames, result->steps, (double)result->length,
			   result->scheduled ? "as scheduled" : "INFERRED");
	lwPrint_Add(&text, "%-14s %-5s %10s", "metric", "unit", "bake");
	lwPrint_Add(&text, "%s %9s\n", report->hasBaseline ? "   clip only" : "", "bar");
	for (size_t i = 0; i < LW_MEASURE_ROWS; ++i) {
		AddRow(&text, report, lwMeasure_rows + i);
	}
	if (result->popJoint[0] != '\0') {
		lwPrint_Add(&text, "worst pop at joint '%s', %.3f s\n", result->popJoint, (double)result->popTime);
	}
	lwPrint_Add(&text, "%-10s %5s %9s %9s %9s %9s %5s %9s %9s\n", "leg", "steps", "skate", "max", "penetr.", "float", "cross",
			   "duty err", "reach %");
	for (int l = 0; l < result->legCount; ++l) {
		const lwMeasureLeg* leg = result->legs + l;
		char duty[32] = "-";
		if (leg->dutyError == leg->dutyError) {
			(void)snprintf(duty, sizeof(duty), "%.4f", (double)leg->dutyError);
		}
		lwPrint_Add(&text, "%-10.10s %5d %9.3f %9.3f %9.3f %9.3f %5d %9s %9.2f\n", leg->name, leg->contacts, (double)leg->skateMean,
				   (double)leg->skateMax, (double)leg->penetration, (double)leg->floatP95, leg->crossings,
				   duty, (double)leg->overReach);
	}
	lwPrint_Add(&text, "%s", report->notes);
	if (text.failed) {
		free(text.text);
		return NULL;
	}
	return text.text;
}

// ---- JSON ----------------------------------------------------------------------------------------------------------

static json_t* Number(float value) {
	return value - value == 0.0f ? json_real((double)value) : json_null();
}

static json_t* LegJson(const lwMeasureLeg* leg) {
	json_t* json = json_object();
	json_object_set_new(json, "name", json_string(leg->name));
	json_object_set_new(json, "contacts", json_integer(leg->contacts));
	json_object_set_new(json, "skateMean", Number(leg->skateMean));
	json_object_set_new(json, "skateMax", Number(leg->skateMax));
	json_object_set_new(json, "penetration", Number(leg->penetration));
	json_object_set_new(json, "floatP95", Number(leg->floatP95));
	json_object_set_new(json, "crossings", json_integer(leg->crossings));
	json_object_set_new(json, "dutyError", Number(leg->dutyError));
	json_object_set_new(json, "overReach", Number(leg->overReach));
	return json;
}

static json_t* MeasuresJson(const lwMeasures* measures) {
	json_t* json = json_object();
	json_object_set_new(json, "contacts", json_string(measures->scheduled ? "scheduled" : "inferred"));
	json_object_set_new(json, "frames", json_integer(measures->frames));
	json_object_set_new(json, "steps", json_integer(measures->steps));
	json_object_set_new(json, "length", Number(measures->length));
	for (size_t i = 0; i < LW_MEASURE_ROWS; ++i) {
		json_object_set_new(json, lwMeasure_rows[i].key, Number(lwMeasureRow_Value(lwMeasure_rows + i, measures)));
	}
	json_object_set_new(json, "popJoint", json_string(measures->popJoint));
	json_object_set_new(json, "popTime", Number(measures->popTime));
	json_t* legs = json_array();
	for (int l = 0; l < measures->legCount; ++l) {
		json_array_append_new(legs, LegJson(measures->legs + l));
	}
	json_object_set_new(json, "legs", legs);
	return json;
}

static json_t* BarsJson(bool rough) {
	json_t* json = json_object();
	for (size_t i = 0; i < LW_MEASURE_ROWS; ++i) {
		json_object_set_new(json, lwMeasure_rows[i].key, Number(rough ? lwMeasure_rows[i].roughBar : lwMeasure_rows[i].bar));
	}
	return json;
}

char* lwMeasureReport_ToJson(const lwMeasureReport* report) {
	json_t* json = json_object();
	json_object_set_new(json, "result", MeasuresJson(&report->result));
	json_object_set_new(json, "baseline", report->hasBaseline ? MeasuresJson(&report->baseline) : json_null());
	json_object_set_new(json, "barsFlat", BarsJson(false));
	json_object_set_new(json, "barsRough", BarsJson(true));
	json_t* notes = json_string(report->notes);
	json_object_set_new(json, "notes", notes != NULL ? notes : json_string(""));
	char* text = json_dumps(json, JSON_INDENT(2) | JSON_REAL_PRECISION(7));
	json_decref(json);
	return text;
}
