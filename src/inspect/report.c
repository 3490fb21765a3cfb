// SPDX-License-Identifier: MIT
// One page for people: pictures and numbers against their bars.
#include "inspect/draw_parts.h"
#include "legwork/export.h"
#include "legwork/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char s_css[] =
	":root{color-scheme:light}body{margin:0;background:#f1efe9;color:#23262b;font:15px/1.5 system-ui,sans-serif}"
	"header{background:#22303c;color:#f6f3ea;padding:28px 36px}header h1{margin:0 0 6px;font-size:26px;font-weight:600}"
	"header p{margin:4px 0;max-width:70em;color:#cfd6da}nav{padding:10px 36px;background:#2d3e4c}"
	"nav a{color:#dfe6ea;margin-right:16px;text-decoration:none;font-size:13px;white-space:nowrap}nav a:hover{text-decoration:underline}"
	"main{max-width:1180px;margin:0 auto;padding:20px}section{background:#fff;border:1px solid #dedad0;border-radius:8px;"
	"padding:18px 24px;margin:18px 0}h2{margin:0 0 8px;font-size:19px}figure{margin:14px 0}figure svg{max-width:100%;height:auto;"
	"border:1px solid #e6e2d8;border-radius:4px}figcaption{font-size:13px;color:#666}table{border-collapse:collapse;font-size:13.5px;"
	"margin:12px 0;font-variant-numeric:tabular-nums}th,td{padding:3px 14px 3px 0;text-align:right;border-bottom:1px solid #eee9dd}"
	"th{color:#666;font-weight:500}td:first-child,th:first-child{text-align:left}.pill{display:inline-block;min-width:3.2em;padding:0 8px;"
	"border-radius:9px;text-align:center;font-size:12px}.ok{background:#d9efdc;color:#17612b}.miss{background:#f8d9d2;color:#9a2410}"
	".none{background:#eee;color:#777}.meter{display:inline-block;width:110px;height:8px;background:#eee9dd;border-radius:4px;overflow:hidden;"
	"text-align:left}.meter i{display:block;height:8px;background:#4f9d63}.meter i.over{background:#cf4b32}pre{font-size:12.5px;color:#555;"
	"white-space:pre-wrap}.base{color:#888}details{font-size:13.5px}";

static void AddValue(lwPrint* html, float value, const char* unit, const char* class) {
	lwPrint_Add(html, "<td%s%s%s>", class[0] != '\0' ? " class=\"" : "", class, class[0] != '\0' ? "\"" : "");
	if (value != value) {
		lwPrint_Add(html, "&ndash;</td>");
	} else if (value != 0.0f && lwAbsF(value) < 0.005f) {
		lwPrint_Add(html, "%.1e %s</td>", (double)value, unit);
	} else {
		lwPrint_Add(html, "%.*f %s</td>", lwAbsF(value) >= 100.0f ? 0 : 2, (double)value, unit);
	}
}

static void AddMetric(lwPrint* html, const lwMeasureReport* report, const lwMeasureRow* row, bool rough) {
	float value = lwMeasureRow_Value(row, &report->result), bar = rough ? row->roughBar : row->bar;
	if (value != value && (!report->hasBaseline || lwMeasureRow_Value(row, &report->baseline) != lwMeasureRow_Value(row, &report->baseline))) {
		return;
	}
	bool judged = bar == bar && value == value, misses = lwMeasureRow_Misses(row, &report->result, rough);
	lwPrint_Add(html, "<tr><td>%s</td>", row->name);
	AddValue(html, value, row->unit, "");
	lwPrint_Add(html, "<td>");
	if (judged) {
		float share = bar > 0.0f ? lwClampF(value / bar, 0.0f, 1.0f) : misses ? 1.0f : 0.0f;
		lwPrint_Add(html, "<span class=\"meter\"><i%s style=\"width:%.0f%%\"></i></span>", misses ? " class=\"over\"" : "", (double)(share * 100.0f));
	}
	lwPrint_Add(html, "</td>");
	if (bar == bar) {
		lwPrint_Add(html, "<td>&le; %g %s</td>", (double)bar, row->unit);
	} else {
		lwPrint_Add(html, "<td>reported</td>");
	}
	lwPrint_Add(html, "<td><span class=\"pill %s\">%s</span></td>", !judged ? "none" : misses ? "miss" : "ok", !judged ? "&ndash;" : misses ? "MISS" : "ok");
	if (report->hasBaseline) {
		AddValue(html, lwMeasureRow_Value(row, &report->baseline), row->unit, "base");
	}
	lwPrint_Add(html, "</tr>\n");
}

static void AddLegs(lwPrint* html, const lwMeasures* measures) {
	lwPrint_Add(html, "<details><summary>per leg</summary><table><tr><th>leg</th><th>steps</th><th>skate mean</th><th>skate max</th>"
					 "<th>penetration</th><th>float p95</th><th>crossings</th><th>duty error</th><th>over-reach %%</th></tr>\n");
	for (int l = 0; l < measures->legCount; ++l) {
		const lwMeasureLeg* leg = measures->legs + l;
		lwPrint_Add(html, "<tr><td>");
		lwPrint_AddEscaped(html, leg->name);
		lwPrint_Add(html, "</td><td>%d</td>", leg->contacts);
		AddValue(html, leg->skateMean, "", "");
		AddValue(html, leg->skateMax, "", "");
		AddValue(html, leg->penetration, "", "");
		AddValue(html, leg->floatP95, "", "");
		lwPrint_Add(html, "<td>%d</td>", leg->crossings);
		AddValue(html, leg->dutyError, "", "");
		AddValue(html, leg->overReach, "", "");
		lwPrint_Add(html, "</tr>\n");
	}
	lwPrint_Add(html, "</table></details>\n");
}

static void AddMeasures(lwPrint* html, const lwMeasureReport* report, bool rough) {
	lwPrint_Add(html, "<table><tr><th>metric</th><th>bake</th><th></th><th>bar (%s)</th><th></th>%s</tr>\n", rough ? "rough" : "flat",
			   report->hasBaseline ? "<th>clip without Legwork</th>" : "");
	for (int i = 0; i < LW_MEASURE_ROWS; ++i) {
		AddMetric(html, report, lwMeasure_rows + i, rough);
	}
	lwPrint_Add(html, "</table><p class=\"base\">%d frames, %d steps, L = %.4g; contacts %s.", report->result.frames, report->result.steps,
			   (double)report->result.length, report->result.scheduled ? "as scheduled" : "inferred");
	if (report->result.popJoint[0] != '\0') {
		lwPrint_Add(html, " Worst pop: ");
		lwPrint_AddEscaped(html, report->result.popJoint);
		lwPrint_Add(html, " at %.2f s.", (double)report->result.popTime);
	}
	lwPrint_Add(html, "</p>");
	AddLegs(html, &report->result);
	if (report->notes != NULL && report->notes[0] != '\0') {
		lwPrint_Add(html, "<pre>");
		lwPrint_AddEscaped(html, report->notes);
		lwPrint_Add(html, "</pre>");
	}
}

static void AddParagraphs(lwPrint* html, const char* text) {
	if (text == NULL) {
		return;
	}
	lwPrint_Add(html, "<p>");
	while (*text != '\0') {
		const char* end = strstr(text, "\n\n");
		size_t length = end != NULL ? (size_t)(end - text) : strlen(text);
		for (size_t i = 0; i < length; ++i) {
			char one[2] = { text[i], '\0' };
			lwPrint_AddEscaped(html, one);
		}
		text += length;
		while (*text == '\n') {
			++text;
		}
		lwPrint_Add(html, "%s", *text != '\0' ? "</p><p>" : "");
	}
	lwPrint_Add(html, "</p>\n");
}

static void AddSection(lwPrint* html, const lwReportSection* section, int index) {
	lwPrint_Add(html, "<section id=\"s%d\"><h2>", index);
	lwPrint_AddEscaped(html, section->title != NULL ? section->title : "");
	lwPrint_Add(html, "</h2>\n");
	AddParagraphs(html, section->text);
	for (int i = 0; i < section->svgCount; ++i) {
		const char* caption = section->captions != NULL ? section->captions[i] : NULL;
		if (section->svgs[i] == NULL) {
			continue;
		}
		lwPrint_Add(html, "<figure>%s", section->svgs[i]);
		if (caption != NULL) {
			lwPrint_Add(html, "<figcaption>");
			lwPrint_AddEscaped(html, caption);
			lwPrint_Add(html, "</figcaption>");
		}
		lwPrint_Add(html, "</figure>\n");
	}
	if (section->measures != NULL) {
		AddMeasures(html, section->measures, section->rough);
	}
	lwPrint_Add(html, "</section>\n");
}

static void AddNavigation(lwPrint* html, const lwReportSection* sections, int count) {
	lwPrint_Add(html, "%s", count > 1 ? "<nav>" : "");
	for (int i = 0; i < count && count > 1; ++i) {
		lwPrint_Add(html, "<a href=\"#s%d\">", i);
		lwPrint_AddEscaped(html, sections[i].title != NULL ? sections[i].title : "");
		lwPrint_Add(html, "</a>");
	}
	lwPrint_Add(html, "%s<main>\n", count > 1 ? "</nav>" : "");
}

lwResult lwWriteReportHtml(const char* path, const char* title, const char* intro, const lwReportSection* sections,
						   int sectionCount) {
	if (!LW_ASSERT(path != NULL && sectionCount >= 0 && (sections != NULL || sectionCount == 0))) {
		return lwResult_Fail(lw_errorArgument, "report: a path and sections are needed");
	}
	lwPrint html = { NULL, 0, 0, false };
	lwPrint_Add(&html, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
					  "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><title>");
	lwPrint_AddEscaped(&html, title != NULL ? title : "Legwork");
	lwPrint_Add(&html, "</title><style>%s</style></head><body><header><h1>", s_css);
	lwPrint_AddEscaped(&html, title != NULL ? title : "Legwork");
	lwPrint_Add(&html, "</h1>");
	AddParagraphs(&html, intro);
	lwPrint_Add(&html, "</header>");
	AddNavigation(&html, sections, sectionCount);
	for (int i = 0; i < sectionCount; ++i) {
		AddSection(&html, sections + i, i);
	}
	lwPrint_Add(&html, "</main></body></html>\n");
	lwResult result = html.failed ? lwResult_Fail(lw_errorMemory, "%s: report: out of memory", path)
								  : lwWriteFileAtomic(path, html.text, html.length);
	free(html.text);
	return result;
}
