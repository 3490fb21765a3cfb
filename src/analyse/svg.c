// SPDX-License-Identifier: MIT
// The gait as a picture: footfall diagram, heights of heel and toe with key times, foot paths seen from above.
#include "analyse/parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 1000.0
#define LEFT 84.0
#define RIGHT 24.0
#define PLOT (WIDTH - LEFT - RIGHT)
#define ROW 22.0
#define CURVE 92.0

static const char* colorOf(int leg) {
	static const char* colors[] = { "#2563a8", "#c2452d", "#2f855a", "#8a5cb8", "#b7791f", "#0e7490", "#b83280", "#4a5568" };
	return colors[leg % 8];
}

static void escaped(lwText* out, const char* text) {
	for (; *text != '\0'; ++text) {
		if (*text == '<') lwText_Add(out, "&lt;");
		else if (*text == '&') lwText_Add(out, "&amp;");
		else if ((unsigned char)*text >= 32) lwText_Add(out, "%c", *text);
	}
}

static void label(lwText* out, double x, double y, const char* anchor, const char* style, const char* text) {
	lwText_Add(out, "<text x='%.1f' y='%.1f' text-anchor='%s' class='%s'>", x, y, anchor, style);
	escaped(out, text);
	lwText_Add(out, "</text>\n");
}

static double phaseX(double phase) { return LEFT + PLOT * phase; }

// Round step of an axis with about five ticks.
static double niceStep(double range) {
	if (!(range > 1e-12)) return 1.0;
	double power = pow(10.0, floor(log10(range / 5.0))), rest = range / 5.0 / power;
	return power * (rest < 1.5 ? 1.0 : rest < 3.5 ? 2.0 : rest < 7.5 ? 5.0 : 10.0);
}

static void phaseAxis(lwText* out, double top, double bottom, double period) {
	char text[48];
	for (int i = 0; i <= 10; ++i) {
		double x = phaseX(i / 10.0);
		lwText_Add(out, "<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' class='grid'/>\n", x, top, x, bottom);
		if (i % 2 != 0) continue;
		snprintf(text, sizeof text, "%.1f (%.3f s)", i / 10.0, i / 10.0 * period);
		label(out, x, bottom + 14.0, i == 0 ? "start" : i == 10 ? "end" : "middle", "tick", text);
	}
}

static void bar(lwText* out, double from, double to, double y, int leg) {
	for (int turn = -1; turn <= 1; ++turn) {
		double a = fmax(from + turn, 0.0), b = fmin(to + turn, 1.0);
		if (b > a) lwText_Add(out, "<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' rx='2' fill='%s'/>\n", phaseX(a), y, PLOT * (b - a), ROW - 8.0, colorOf(leg));
	}
}

static double footfall(lwText* out, const lwAnalysis* a, double y) {
	const lwGait* gait = &a->gait;
	bool whole = a->cycles <= 1;
	const char* over = !gait->cyclic ? "Footfall: foot on the ground over the clip" : whole ? "Footfall: foot on the ground over the cycle" : "Footfall: foot on the ground over the whole take";
	label(out, LEFT, y, "start", "head", over);
	y += 10.0;
	double bottom = y + ROW * gait->legCount + 4.0;
	phaseAxis(out, y, bottom, (double)a->duration);
	for (int l = 0; l < gait->legCount; ++l) {
		double top = y + ROW * l + 6.0;
		label(out, LEFT - 8.0, top + 11.0, "end", "name", a->rig.legs[l].name);
		const lwContactTrack* track = &a->contacts[l];
		for (int i = 0; i < track->count; ++i) bar(out, (double)track->from[i], (double)track->to[i], top, l);
		if (whole && gait->cyclic) lwText_Add(out, "<circle cx='%.1f' cy='%.1f' r='3' fill='#fff' stroke='#222'/>\n", phaseX((double)gait->legs[l].stance), top + 7.0);
	}
	return bottom + 44.0;
}

static void path(lwText* out, const lwFeet* feet, const lwVec3* track, bool closed, double top, double low, double scale, const char* color, const char* dash) {
	lwText_Add(out, "<path d='");
	for (int i = 0; i <= feet->frameCount; ++i) {
		if (i == feet->frameCount && !closed) break;
		double x = phaseX((double)i / feet->frameCount), y = top + CURVE - 18.0 - ((double)track[lwFeet_Index(feet, i)].y - low) * scale;
		lwText_Add(out, "%s%.1f %.1f", i == 0 ? "M" : "L", x, y);
	}
	lwText_Add(out, "' fill='none' stroke='%s' stroke-width='1.6'%s/>\n", color, dash);
}

static void keyMark(lwText* out, double phase, double top, const char* text, const char* color) {
	double x = phaseX(phase - floor(phase));
	lwText_Add(out, "<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' stroke='%s' stroke-width='1' stroke-dasharray='3 2'/>\n", x, top + 12.0, x, top + CURVE - 18.0, color);
	label(out, x, top + 9.0, "middle", "key", text);
}

// Neighbouring letters are written together where their marks would overlap.
static void keyMarks(lwText* out, const lwGaitLeg* g, double top) {
	static const char* letters[] = { "S", "L", "O", "K", "D" };
	double at[5] = { (double)g->stance, (double)(g->stance + g->lift), (double)(g->stance + g->off), (double)(g->stance + g->strike), (double)(g->stance + g->land) };
	bool done[5] = { false };
	for (int i = 0; i < 5; ++i) {
		if (done[i]) continue;
		char text[8] = "";
		for (int k = i; k < 5; ++k) {
			if (done[k] || fabs(at[k] - at[i]) > 0.012) continue;
			strcat(text, letters[k]);
			done[k] = true;
		}
		keyMark(out, at[i], top, text, i == 0 ? "#555" : "#999");
	}
}

static double heights(lwText* out, const lwAnalysis* a, const lwFeet* feet, double y) {
	label(out, LEFT, y, "start", "head", "Height of heel (line) and toe (dashed), file units");
	label(out, WIDTH - RIGHT, y, "end", "tick", "S stance, L lift, O off, K strike, D land; shaded: contact");
	y += 8.0;
	phaseAxis(out, y + 12.0, y + CURVE * feet->legCount - 6.0, (double)a->gait.period);
	double ground = (double)a->gait.originMS.y, high = 0.0, low = 0.0;
	for (int l = 0; l < feet->legCount; ++l)
		for (int i = 0; i < feet->frameCount; ++i) {
			high = fmax(high, fmax((double)feet->legs[l].heel[i].y, (double)feet->legs[l].toe[i].y) - ground);
			low = fmin(low, (double)lwHeight(&feet->legs[l], i) - ground);
		}
	double scale = (CURVE - 36.0) / fmax(high - low, 1e-9);
	char text[32];
	for (int l = 0; l < feet->legCount; ++l) {
		double top = y + CURVE * l, base = top + CURVE - 18.0;
		const lwGaitLeg* g = &a->gait.legs[l];
		if (a->gait.cyclic)
			for (int turn = -1; turn <= 1; ++turn) {
				double from = fmax((double)(g->stance + g->strike) - 1.0 + turn, 0.0), to = fmin((double)(g->stance + g->off) + turn, 1.0);
				if (to > from) lwText_Add(out, "<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' fill='%s' opacity='0.10'/>\n", phaseX(from), top + 12.0, PLOT * (to - from), CURVE - 30.0, colorOf(l));
			}
		double zero = base + low * scale;
		lwText_Add(out, "<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' class='axis'/>\n", LEFT, zero, LEFT + PLOT, zero);
		label(out, LEFT - 8.0, top + 0.5 * CURVE, "end", "name", a->rig.legs[l].name);
		label(out, LEFT - 8.0, zero + 4.0, "end", "tick", "0");
		snprintf(text, sizeof text, "%.3g", high);
		label(out, LEFT - 8.0, zero - high * scale + 4.0, "end", "tick", text);
		if (a->gait.cyclic) keyMarks(out, g, top);
		path(out, feet, feet->legs[l].heel, a->gait.cyclic, top, ground + low, scale, colorOf(l), "");
		if (!a->rig.legs[l].singleContact) path(out, feet, feet->legs[l].toe, a->gait.cyclic, top, ground + low, scale, colorOf(l), " stroke-dasharray='5 3'");
	}
	return y + CURVE * feet->legCount + 42.0;
}

typedef struct plan {
	double x0, y0, scale, cx, cz; // centre of the drawing and of the paths
} plan;

// Seen from above with +Z up the page and +X to the left, as an animal facing away.
static void planPoint(const plan* p, lwVec3 v, double* x, double* y) {
	*x = p->x0 - ((double)v.x - p->cx) * p->scale;
	*y = p->y0 - ((double)v.z - p->cz) * p->scale;
}

static void planLeg(lwText* out, const lwAnalysis* a, const lwFeet* feet, const plan* p, int l) {
	double x, y;
	for (int pass = 0; pass < 2; ++pass) { // thin everywhere, thick in contact
		lwText_Add(out, "<path d='");
		bool pen = false;
		for (int i = 0; i < feet->frameCount + a->gait.cyclic; ++i) { // only a cycle's end meets its beginning
			int k = lwFeet_Index(feet, i);
			bool draw = pass == 0 || feet->legs[l].down[k];
			planPoint(p, feet->legs[l].base[k], &x, &y);
			if (draw) lwText_Add(out, "%s%.1f %.1f", pen ? "L" : "M", x, y);
			pen = draw;
		}
		lwText_Add(out, "' fill='none' stroke='%s' stroke-width='%s'/>\n", colorOf(l), pass == 0 ? "1" : "3.4");
	}
	lwVec3 stance = lwAdd(a->gait.legs[l].stancePosCS, a->gait.originMS);
	planPoint(p, stance, &x, &y);
	lwText_Add(out, "<circle cx='%.1f' cy='%.1f' r='3.5' fill='#fff' stroke='%s' stroke-width='1.5'/>\n", x, y, colorOf(l));
	label(out, x + 7.0, y - 6.0, "start", "name", a->rig.legs[l].name);
}

static double topView(lwText* out, const lwAnalysis* a, const lwFeet* feet, double y) {
	label(out, LEFT, y, "start", "head", "Foot paths from above, file units; thick: in contact, circle: stance, cross: origin, arrow: travel");
	y += 12.0;
	double x0 = 1e30, x1 = -1e30, z0 = 1e30, z1 = -1e30, height = 380.0;
	for (int l = 0; l < feet->legCount; ++l)
		for (int i = 0; i < feet->frameCount; ++i) {
			lwVec3 v = feet->legs[l].base[i];
			x0 = fmin(x0, (double)v.x), x1 = fmax(x1, (double)v.x);
			z0 = fmin(z0, (double)v.z), z1 = fmax(z1, (double)v.z);
		}
	double rangeX = fmax(x1 - x0, 1e-6), rangeZ = fmax(z1 - z0, 1e-6);
	plan p = { LEFT + 0.5 * PLOT, y + 0.5 * height, fmin((PLOT - 80.0) / rangeX, (height - 50.0) / rangeZ), 0.5 * (x0 + x1), 0.5 * (z0 + z1) };
	lwText_Add(out, "<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' class='frame'/>\n", LEFT, y, PLOT, height);
	double step = niceStep(height / p.scale), x, top;
	char text[48];
	for (int i = -50; i <= 50; ++i) { // grid lines on both axes
		double gx = p.x0 - (i * step - p.cx) * p.scale, gz = p.y0 - (i * step - p.cz) * p.scale;
		snprintf(text, sizeof text, "%.3g", i * step);
		if (gx > LEFT && gx < LEFT + PLOT) {
			lwText_Add(out, "<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' class='grid'/>\n", gx, y, gx, y + height);
			if (gx > LEFT + 12.0) label(out, gx, y + height + 14.0, "middle", "tick", text);
		}
		if (gz > y && gz < y + height) {
			lwText_Add(out, "<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' class='grid'/>\n", LEFT, gz, LEFT + PLOT, gz);
			label(out, LEFT - 8.0, gz + 4.0, "end", "tick", text);
		}
	}
	label(out, LEFT - 8.0, y + height + 14.0, "end", "tick", "z / x");
	for (int l = 0; l < feet->legCount; ++l) planLeg(out, a, feet, &p, l);
	planPoint(&p, a->gait.originMS, &x, &top);
	lwText_Add(out, "<path d='M%.1f %.1fh12M%.1f %.1fv12' stroke='#222' stroke-width='1.4'/>\n", x - 6.0, top, x, top - 6.0);
	if (a->gait.cyclic) {
		double dx = -(double)a->gait.directionMS.x, dz = -(double)a->gait.directionMS.z, ax = LEFT + PLOT - 46.0, ay = y + 46.0;
		lwText_Add(out, "<path d='M%.1f %.1fL%.1f %.1f' stroke='#222' stroke-width='2'/><path d='M%.1f %.1fL%.1f %.1fL%.1f %.1fz' fill='#222'/>\n", ax - 24.0 * dx, ay - 24.0 * dz, ax + 16.0 * dx, ay + 16.0 * dz,
				   ax + 28.0 * dx, ay + 28.0 * dz, ax + 14.0 * dx - 6.0 * dz, ay + 14.0 * dz + 6.0 * dx, ax + 14.0 * dx + 6.0 * dz, ay + 14.0 * dz - 6.0 * dx);
	}
	return y + height + 36.0;
}

static void setContacts(const lwAnalysis* a, lwFeet* feet) {
	float n = (float)feet->frameCount;
	for (int l = 0; l < feet->legCount; ++l) {
		const lwGaitLeg* g = &a->gait.legs[l];
		lwFeet_SetBase(feet, l, g->stance * n);
		for (int i = 0; i < feet->frameCount; ++i) {
			float t = lwWrap01((float)i / n - g->stance);
			feet->legs[l].down[i] = a->gait.cyclic && (t <= g->off || t >= g->strike);
		}
	}
}

static void summary(const lwAnalysis* a, char* out, size_t size) {
	const lwGait* gait = &a->gait;
	double duty = 0.0;
	for (int l = 0; l < gait->legCount; ++l) duty += (double)gait->legs[l].duty / gait->legCount;
	if (!gait->cyclic) snprintf(out, size, "no cycle, %.3f s", (double)a->duration);
	else snprintf(out, size, "%s, period %.3f s, speed %.4g units/s, stride %.4g units, mean duty %.2f, confidence %.2f", gait->gaitName, (double)gait->period, (double)gait->speed, (double)gait->stride, duty, (double)gait->confidence);
}

char* lwAnalysis_ToSvg(const lwAnalysis* a, const lwScene* scene, const lwSceneSkeleton* skeleton) {
	if (!LW_ASSERT(a != NULL && scene != NULL && skeleton != NULL)) return NULL;
	lwFeet feet;
	if (lwFeet_Create(a->clip, &skeleton->skeleton, &a->rig, &feet).status != lw_ok) return NULL;
	setContacts(a, &feet);
	lwText body = { NULL, 0, 0, false }, out = { NULL, 0, 0, false };
	char text[512];
	label(&body, LEFT, 30.0, "start", "title", a->gait.clipName[0] != '\0' ? a->gait.clipName : "(unnamed clip)");
	summary(a, text, sizeof text);
	label(&body, LEFT, 50.0, "start", "tick", text);
	double y = footfall(&body, a, 78.0);
	y = heights(&body, a, &feet, y);
	y = topView(&body, a, &feet, y);
	lwText_Add(&out, "<svg xmlns='http://www.w3.org/2000/svg' width='%.0f' height='%.0f' viewBox='0 0 %.0f %.0f'>\n", WIDTH, y, WIDTH, y);
	lwText_Add(&out, "<style>text{font-family:Helvetica,Arial,sans-serif;fill:#222}.title{font-size:18px;font-weight:600}.head{font-size:13px;font-weight:600}"
					 ".name{font-size:12px}.tick{font-size:11px;fill:#666}.key{font-size:10px;fill:#444}.grid{stroke:#e6e6e6}.axis{stroke:#aaa}.frame{fill:none;stroke:#aaa}</style>\n");
	lwText_Add(&out, "<rect width='100%%' height='100%%' fill='#fff'/>\n%s</svg>\n", body.data != NULL ? body.data : "");
	bool failed = body.failed || out.failed;
	free(body.data);
	lwFeet_Destroy(&feet);
	if (failed) {
		free(out.data);
		return NULL;
	}
	return out.data;
}
