// SPDX-License-Identifier: MIT
// Footfall diagram of a bake, from its schedule.
#include "inspect/draw_parts.h"
#include "base/text.h"
#include "legwork/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROW_HEIGHT 18
#define LABEL_WIDTH 64
#define TOP 24
#define GAIT_ROW 16

static float TickStep(float duration) {
	static const float steps[] = { 0.1f, 0.2f, 0.5f, 1.0f, 2.0f, 5.0f, 10.0f, 30.0f, 60.0f };
	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); ++i) {
		if (duration / steps[i] <= 16.0f) {
			return steps[i];
		}
	}
	return duration / 10.0f;
}

// Where each gait begins, its name over the rows.
static void DrawGaits(const lwSchedule* schedule, float duration, float scale, lwPrint* svg) {
	double free = 0.0; // from here on the row is
	for (int i = 0; i < schedule->gaitCount; ++i) {
		double x = (double)(LABEL_WIDTH + lwClampF(schedule->gaitFrom[i], 0.0f, duration) * scale);
		lwPrint_Add(svg, "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" stroke=\"#7a3b8f\"/><text x=\"%.1f\" y=\"%d\" fill=\"#7a3b8f\">", x, x,
				   TOP + 4, TOP + GAIT_ROW + schedule->legCount * ROW_HEIGHT, x + 4.0, x < free ? TOP + 2 : TOP + 12);
		char name[LW_NAME_SIZE];
		lwText_Copy(name, sizeof(name), schedule->gaits[i]);
		name[strcspn(name, "(")] = '\0'; // "canter (lead fore L)"
		lwPrint_AddEscaped(svg, name);
		lwPrint_Add(svg, "</text>\n");
		free = x < free ? free : x + 12.0 + 6.5 * (double)strlen(name);
	}
}

static void DrawBars(const lwSchedule* schedule, float scale, lwPrint* svg) {
	for (int l = 0; l < schedule->legCount; ++l) {
		const lwScheduleLeg* leg = schedule->legs + l;
		int y = TOP + (schedule->gaitCount > 0 ? GAIT_ROW : 0) + l * ROW_HEIGHT;
		lwPrint_Add(svg, "<text x=\"6\" y=\"%d\" fill=\"#333\">", y + 12);
		lwPrint_AddEscaped(svg, leg->name);
		lwPrint_Add(svg, "</text><line x1=\"%d\" x2=\"100%%\" y1=\"%d\" y2=\"%d\" stroke=\"#ddd\"/>", LABEL_WIDTH, y + 8, y + 8);
		for (int i = 0; i < leg->count; ++i) {
			lwPrint_Add(svg, "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"11\" rx=\"2\" fill=\"%s\"><title>%.3f s - %.3f s</title></rect>",
					   (double)(LABEL_WIDTH + leg->from[i] * scale), y + 3, (double)lwMaxF((leg->to[i] - leg->from[i]) * scale, 0.5f),
					   l % 2 == 0 ? "#27598c" : "#b5502a", (double)leg->from[i], (double)leg->to[i]);
		}
		lwPrint_Add(svg, "\n");
	}
}

lwResult lwDrawFootfall(const lwScene* baked, const char* animation, int width, char** outSvg) {
	if (!LW_ASSERT(baked != NULL && outSvg != NULL)) {
		return lwResult_Fail(lw_errorArgument, "footfall: a scene and outSvg are needed");
	}
	*outSvg = NULL;
	if (width < 200 || width > 4000) {
		return lwResult_Fail(lw_errorArgument, "footfall: width must be 200..4000");
	}
	lwBlockList memory = { NULL };
	lwSchedule schedule;
	int clip = -1;
	lwResult result = lwSchedule_Read(baked, animation, &memory, &schedule, &clip);
	if (result.status == lw_ok && !schedule.present) {
		result = lwResult_Fail(lw_errorNotFound, "%s: no animation with a schedule (extras.legwork)", baked->file);
	}
	lwPrint svg = { NULL, 0, 0, false };
	if (result.status == lw_ok) {
		float duration = (float)(schedule.frameCount - 1) / schedule.fps;
		float scale = (float)(width - LABEL_WIDTH - 10) / duration, step = TickStep(duration);
		int height = (schedule.gaitCount > 0 ? GAIT_ROW : 0) + TOP + schedule.legCount * ROW_HEIGHT + 22;
		lwPrint_Add(&svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" font-size=\"11\">"
						 "<rect width=\"100%%\" height=\"100%%\" fill=\"#fbfaf7\"/><text x=\"6\" y=\"14\" fill=\"#333\">contacts; shaded: steady</text>\n",
				   width, height, width, height);
		for (int i = 0; i < schedule.steadyCount; ++i) {
			float from = lwClampF(schedule.steady[2 * i], 0.0f, duration), to = lwClampF(schedule.steady[2 * i + 1], 0.0f, duration);
			lwPrint_Add(&svg, "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"#e9efe6\"/>", (double)(LABEL_WIDTH + from * scale),
					   TOP, (double)lwMaxF((to - from) * scale, 0.0f), schedule.legCount * ROW_HEIGHT);
		}
		for (int i = 0; (float)i * step <= duration + 1e-4f; ++i) {
			float x = LABEL_WIDTH + (float)i * step * scale;
			lwPrint_Add(&svg, "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" stroke=\"#ccc\"/><text x=\"%.1f\" y=\"%d\" fill=\"#666\" text-anchor=\"middle\">%g s</text>",
					   (double)x, (double)x, TOP, height - 18, (double)x, height - 5, (double)((float)i * step));
		}
		DrawBars(&schedule, scale, &svg);
		DrawGaits(&schedule, duration, scale, &svg);
		lwPrint_Add(&svg, "</svg>\n");
		if (svg.failed) {
			free(svg.text);
			svg.text = NULL;
			result = lwResult_Fail(lw_errorMemory, "%s: footfall: out of memory", baked->file);
		}
		*outSvg = svg.text;
	}
	lwBlockList_Free(&memory);
	return result;
}
