// SPDX-License-Identifier: MIT
// The ground of a picture: its profile, fine enough that stairs look like stairs, and the footprints on it.
#include "inspect/draw_parts.h"

#include <string.h>

#define MAX_POINTS 4096
#define SPACING 3.0f            // px between samples, before edges are looked for
#define HALVINGS 8              // of a spacing with an edge in it
#define BEND 0.12f              // px that a profile may be off the straight line

lwVec3 lwDrawing_ToView(const lwDrawAxes* view, lwVec3 p) {
	lwVec3 d = lwSub(p, view->origin);
	return lwV3(lwDot(d, view->right), lwDot(d, view->up), lwDot(d, view->away));
}

float lwDrawing_X(const lwDrawing* drawing, int pose, float x) {
	int column = drawing->def->strip ? pose % drawing->perRow : 0;
	return ((float)column + 0.5f) * drawing->cell + (x - 0.5f * (drawing->left + drawing->right)) * drawing->scale;
}

float lwDrawing_Y(const lwDrawing* drawing, int pose, float y) {
	int row = drawing->def->strip ? pose / drawing->perRow : 0;
	return 20.0f + (float)row * drawing->row + (drawing->top - y) * drawing->scale;
}

typedef struct Point {
	float x, y;                     // picture axes
	bool hit;
} Point;

typedef struct Profile {
	const lwDrawing* drawing;
	int pose;
	float aside;                    // away from the viewer, beside the bodies' way
	int count;
	Point points[MAX_POINTS];
} Profile;

// How far from the viewer the bodies pass x: one picture follows their way, cells go straight.
static float WayAt(const lwDrawing* drawing, float x) {
	if (drawing->def->strip || drawing->def->view != lw_viewSide) {
		return 0.0f;
	}
	lwVec3 last = lwDrawing_ToView(drawing->views, drawing->places[0]);
	for (int i = 1; i < drawing->def->poseCount; ++i) {
		lwVec3 next = lwDrawing_ToView(drawing->views, drawing->places[i]);
		if (x < next.x && next.x > last.x) {
			return lwLerpF(last.z, next.z, lwClampF((x - last.x) / (next.x - last.x), 0.0f, 1.0f));
		}
		last = next;
	}
	return last.z;
}

static Point Sample(const Profile* profile, float x) {
	const lwDrawing* drawing = profile->drawing;
	const lwDrawAxes* view = drawing->views + profile->pose;
	lwVec3 at = lwMulAdd(view->origin, view->right, x);
	at = lwMulAdd(at, view->away, WayAt(drawing, x) + profile->aside);
	Point point = { x, 0.0f, false };
	point.hit = lwGround_Top(drawing->ground, at.x, at.z, &point.y);
	point.y = lwClampF(point.y - view->origin.y, drawing->bottom, drawing->top);
	return point;
}

// How far, in px, b is off the straight line from a to c.
static float Bend(const lwDrawing* drawing, Point a, Point b, Point c) {
	float t = c.x > a.x ? (b.x - a.x) / (c.x - a.x) : 0.0f;
	float lift = lwAbsF(b.y - lwLerpF(a.y, c.y, t)), run = c.x - a.x, rise = c.y - a.y;
	float length = lwSqrt(run * run + rise * rise);
	return length > 0.0f ? lift * drawing->scale * run / length : 0.0f;
}

static bool IsBent(const lwDrawing* drawing, Point a, Point b, Point c) {
	return a.hit != b.hit || b.hit != c.hit || (b.hit && Bend(drawing, a, b, c) > BEND);
}

// A point that adds nothing to a straight line takes the place of the one before it.
static void Add(Profile* profile, Point point) {
	Point* p = profile->points;
	int n = profile->count;
	bool straight = n >= 2 && !IsBent(profile->drawing, p[n - 2], p[n - 1], point) && p[n - 1].x - p[n - 2].x < 0.2f * (profile->drawing->right - profile->drawing->left);
	if (straight) {
		p[n - 1] = point;
	} else if (n < MAX_POINTS) {
		p[profile->count++] = point;
	}
}

// Points after a up to b; halved where the ground has an edge or a bend.
static void AddSpan(Profile* profile, Point a, Point b, int halvings) {
	Point middle = Sample(profile, 0.5f * (a.x + b.x));
	if (halvings > 0 && IsBent(profile->drawing, a, middle, b)) {
		AddSpan(profile, a, middle, halvings - 1);
		AddSpan(profile, middle, b, halvings - 1);
		return;
	}
	Add(profile, b);
}

static void MakeProfile(Profile* profile) {
	const lwDrawing* drawing = profile->drawing;
	int spans = (int)lwClampF((drawing->right - drawing->left) * drawing->scale / SPACING, 8.0f, 1500.0f);
	Point last = Sample(profile, drawing->left);
	profile->count = 0;
	Add(profile, last);
	for (int i = 1; i <= spans; ++i) {
		Point next = Sample(profile, lwLerpF(drawing->left, drawing->right, (float)i / (float)spans));
		AddSpan(profile, last, next, HALVINGS);
		last = next;
	}
}

// The profile as path data; filled: closed along the picture's lower edge.
static void AddPath(lwDrawing* drawing, const Profile* profile, bool filled) {
	lwPrint* svg = &drawing->svg;
	for (int i = 0, first = 0; i < profile->count; ++i) {
		const Point* p = profile->points + i;
		bool starts = p->hit && (i == 0 || !p[-1].hit), ends = p->hit && (i + 1 == profile->count || !p[1].hit);
		first = starts ? i : first;
		if (p->hit) {
			lwPrint_Add(svg, "%c%.1f %.1f", starts ? 'M' : 'L', (double)lwDrawing_X(drawing, profile->pose, p->x),
						(double)lwDrawing_Y(drawing, profile->pose, p->y));
		}
		if (ends && filled) {
			float low = drawing->def->strip ? lwDrawing_Y(drawing, profile->pose, drawing->bottom) : drawing->height;
			lwPrint_Add(svg, "V%.1fH%.1fz", (double)low, (double)lwDrawing_X(drawing, profile->pose, profile->points[first].x));
		}
	}
}

// Mean distance of the footprints from the middle of the way on one side (1 left, -1 right); 0 when unknown.
static float FeetAside(const lwDrawing* drawing, int side) {
	const lwSchedule* schedule = &drawing->schedule;
	float sum = 0.0f, count = 0.0f;
	for (int l = 0; schedule->frames != NULL && l < schedule->legCount; ++l) {
		const lwScheduleLeg* leg = schedule->legs + l;
		for (int i = 0; i < leg->count; ++i) {
			int frame = (int)lwClampF(0.5f * (leg->from[i] + leg->to[i]) * schedule->fps, 0.0f, (float)(schedule->frameCount - 1));
			lwTransform place = schedule->frames[frame];
			lwVec3 p = lwRotate(lwConj(place.rot), lwSub(leg->footprints[i], place.pos));
			if (leg->hasFootprint[i] && p.x * (float)side > 0.0f) {
				sum += p.x;
				count += 1.0f;
			}
		}
	}
	return count > 0.0f ? sum / count : 0.0f;
}

// Only where it differs from the middle: boxes below one side, slopes across the way.
static void AddSideLine(lwDrawing* drawing, Profile* profile, const Profile* middle, int side) {
	profile->aside = FeetAside(drawing, side);
	if (profile->aside == 0.0f) {
		return;
	}
	MakeProfile(profile);
	bool same = profile->count == middle->count;
	for (int i = 0; same && i < profile->count; ++i) {
		same = lwAbsF(profile->points[i].y - middle->points[i].y) * drawing->scale < 0.5f;
	}
	if (!same) {
		lwPrint_Add(&drawing->svg, "<path class=\"s\" stroke=\"%s\" d=\"", side > 0 ? "#0a66c2" : "#d2491a");
		AddPath(drawing, profile, false);
		lwPrint_Add(&drawing->svg, "\"/>");
	}
}

void lwDrawing_AddGround(lwDrawing* drawing, int pose) {
	if (drawing->def->view == lw_viewTop) {
		return;
	}
	Profile* middle = lwBlockList_Alloc(&drawing->memory, 1, sizeof(Profile));
	Profile* aside = lwBlockList_Alloc(&drawing->memory, 1, sizeof(Profile));
	if (middle == NULL || aside == NULL) {
		drawing->svg.failed = true;
		return;
	}
	middle->drawing = aside->drawing = drawing;
	middle->pose = aside->pose = pose;
	middle->aside = 0.0f;
	MakeProfile(middle);
	lwPrint_Add(&drawing->svg, "<path class=\"e\" d=\"");
	AddPath(drawing, middle, true);
	lwPrint_Add(&drawing->svg, "\"/>");
	for (int side = 1; side >= -1 && drawing->def->view == lw_viewSide; side -= 2) {
		AddSideLine(drawing, aside, middle, side);
	}
	lwPrint_Add(&drawing->svg, "<path class=\"g\" d=\"");
	AddPath(drawing, middle, false);
	lwPrint_Add(&drawing->svg, "\"/>");
}

void lwDrawing_AddFootprints(lwDrawing* drawing, int pose) {
	const lwSchedule* schedule = &drawing->schedule;
	for (int l = 0; l < schedule->legCount; ++l) {
		const lwScheduleLeg* leg = schedule->legs + l;
		for (int i = 0; i < leg->count; ++i) {
			bool stands = drawing->times[pose] >= leg->from[i] && drawing->times[pose] <= leg->to[i];
			if (!leg->hasFootprint[i] || (drawing->def->strip && !stands)) {
				continue;
			}
			lwVec3 p = lwDrawing_ToView(drawing->views + pose, leg->footprints[i]);
			if (p.x > drawing->left && p.x < drawing->right) {
				lwPrint_Add(&drawing->svg, "<ellipse class=\"f\" cx=\"%.1f\" cy=\"%.1f\" rx=\"5\" ry=\"2.5\"><title>",
							(double)lwDrawing_X(drawing, pose, p.x), (double)lwDrawing_Y(drawing, pose, p.y));
				lwPrint_AddEscaped(&drawing->svg, leg->name);
				lwPrint_Add(&drawing->svg, " %.2f s - %.2f s</title></ellipse>", (double)leg->from[i], (double)leg->to[i]);
			}
		}
	}
}
