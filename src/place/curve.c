// SPDX-License-Identifier: MIT
#include "place/curve.h"

#define EDGE_PULL (4.0f / 3.0f)  // handles with which a cubic passes through the corner of its tangents
#define ROUND_PULL (2.0f / 3.0f) // and half way to it, as the ground of a round edge does
#define INNER_PULL 0.55f

// Where the planes of two nodes meet, nearest to the middle of their chord.
static lwVec3 Corner(lwVec3 p0, lwVec3 n0, lwVec3 p1, lwVec3 n1) {
	lwVec3 middle = lwLerp3(p0, p1, 0.5f);
	float c = lwDot(n0, n1), det = 1.0f - c * c;
	if (det < 1e-3f) {
		return middle;
	}
	float a = lwDot(n0, lwSub(p0, middle)), b = lwDot(n1, lwSub(p1, middle));
	lwVec3 off = lwAdd(lwMul(n0, (a - c * b) / det), lwMul(n1, (b - c * a) / det));
	float far = lwLength(off), most = lwDistance(p0, p1);
	return lwMulAdd(middle, off, far > most ? most / far : 1.0f);
}

typedef enum Turn { turn_none, turn_inner, turn_outer } Turn;

static Turn FindTurn(lwVec3 p0, lwVec3 n0, lwVec3 p1, lwVec3 n1) {
	float a = lwDot(n0, lwSub(p1, p0)), b = lwDot(n1, lwSub(p0, p1));
	return a > 0.0f && b > 0.0f ? turn_inner : a < 0.0f && b < 0.0f ? turn_outer : turn_none;
}

// How sharp an outer corner is: a ray from outside it towards the chord meets the ground at the corner, or half way when it is round.
static float AskPull(const lwWorld* world, lwVec3 p0, lwVec3 n0, lwVec3 p1, lwVec3 n1, int* ioQueries) {
	Turn turn = FindTurn(p0, n0, p1, n1);
	if (turn != turn_outer || world == NULL || world->cast == NULL) {
		return turn == turn_outer ? EDGE_PULL : INNER_PULL;
	}
	lwVec3 middle = lwLerp3(p0, p1, 0.5f), out = lwSub(Corner(p0, n0, p1, n1), middle);
	*ioQueries += 1;
	lwCastHit hit = lwWorld_Ray(world, lwMulAdd(middle, out, 1.5f), lwMul(out, -1.5f), lw_channelWalkable);
	float height = hit.hit ? 1.5f * (1.0f - hit.fraction) : 1.0f;
	return lwClampF(EDGE_PULL * height, ROUND_PULL, EDGE_PULL * 1.1f);
}

static void PullHandles(lwGroundCurve* curve, int span) {
	lwVec3 p0 = curve->pos[span], p1 = curve->pos[span + 1];
	lwVec3 n0 = curve->normal[span], n1 = curve->normal[span + 1];
	if (FindTurn(p0, n0, p1, n1) == turn_none) { // the corner of the tangents says nothing
		curve->handle[span][0] = lwLerp3(p0, p1, 1.0f / 3.0f);
		curve->handle[span][1] = lwLerp3(p0, p1, 2.0f / 3.0f);
		return;
	}
	lwVec3 corner = Corner(p0, n0, p1, n1);
	if (FindTurn(p0, n0, p1, n1) == turn_outer) {
		corner = lwMulAdd(corner, lwNormalizeOr(lwAdd(n0, n1), n0), curve->margin);
	}
	curve->handle[span][0] = lwMulAdd(p0, lwSub(corner, p0), curve->pull[span]);
	curve->handle[span][1] = lwMulAdd(p1, lwSub(corner, p1), curve->pull[span]);
}

static lwVec3 Cubic(const lwGroundCurve* curve, int span, float t, lwVec3* outSlope) {
	lwVec3 p0 = curve->pos[span], p1 = curve->handle[span][0], p2 = curve->handle[span][1], p3 = curve->pos[span + 1];
	float r = 1.0f - t;
	lwVec3 a = lwMulAdd(lwMul(p0, r * r * r), p1, 3.0f * r * r * t);
	lwVec3 slope = lwMulAdd(lwMul(lwSub(p1, p0), r * r), lwSub(p2, p1), 2.0f * r * t);
	*outSlope = lwMulAdd(slope, lwSub(p3, p2), t * t);
	return lwMulAdd(lwMulAdd(a, p2, 3.0f * r * t * t), p3, t * t * t);
}

static int SpanOf(const lwGroundCurve* curve, float parameter, float* outT) {
	int span = (int)parameter;
	span = span >= curve->spans ? curve->spans - 1 : span;
	*outT = parameter - (float)span;
	return span;
}

static void Measure(lwGroundCurve* curve) {
	lwVec3 last = curve->pos[0], slope;
	curve->length = curve->share[0] = 0.0f;
	for (int i = 1; i <= LW_CURVE_STEPS; ++i) {
		float t;
		int span = SpanOf(curve, (float)(curve->spans * i) / (float)LW_CURVE_STEPS, &t);
		lwVec3 at = Cubic(curve, span, t, &slope);
		curve->length += lwDistance(at, last);
		curve->share[i] = curve->length;
		last = at;
	}
	for (int i = 1; i <= LW_CURVE_STEPS; ++i) {
		curve->share[i] = curve->length > 0.0f ? curve->share[i] / curve->length : (float)i / (float)LW_CURVE_STEPS;
	}
}

static void Finish(lwGroundCurve* curve) {
	float apart = 1.0f - lwDot(curve->normal[0], curve->normal[curve->spans]);
	curve->bend = lwSmoothStep(0.015f, 0.134f, apart); // 10 to 30 degrees
	for (int i = 0; i < curve->spans; ++i) {
		PullHandles(curve, i);
	}
	Measure(curve);
}

// A sweep from outside towards the middle between the nodes.
static bool SweepRim(lwGroundCurve* curve, const lwWorld* world, lwVec3 out, float length, int* ioQueries) {
	lwVec3 middle = lwLerp3(curve->pos[0], curve->pos[1], 0.5f);
	*ioQueries += 1;
	lwCastHit rim = lwWorld_Sweep(world, lwMulAdd(middle, out, 1.5f * length), lwMul(out, -1.5f * length), 0.01f * length, lw_channelWalkable);
	if (!rim.hit || !(rim.fraction > 0.0f) || rim.back) {
		return false;
	}
	curve->pos[2] = curve->pos[1];
	curve->normal[2] = curve->normal[1];
	curve->pos[1] = rim.pos;
	curve->normal[1] = rim.normal;
	return true;
}

// Beyond 120 degrees there is a rim between the faces: ahead, to the outside, or behind.
static bool FindRim(lwGroundCurve* curve, const lwWorld* world, lwVec3 outward, float length, int* ioQueries) {
	lwVec3 n0 = curve->normal[0], n1 = curve->normal[1], step = lwSub(curve->pos[1], curve->pos[0]);
	lwVec3 none = lwV3(0.0f, 0.0f, 0.0f);
	lwVec3 ahead = lwNormalizeOr(lwReject(step, n0), none), aside = lwNormalizeOr(lwReject(outward, n0), none);
	const lwVec3 ways[] = { ahead, aside, lwNeg(ahead), lwNeg(aside) };
	bool found = world == NULL || world->cast == NULL;
	for (int i = 0; i < 4 && !found; ++i) {
		lwVec3 out = lwNormalizeOr(lwMulAdd(lwAdd(n0, n1), ways[i], 0.05f), none);
		found = lwDot(out, out) > 0.5f && SweepRim(curve, world, out, length, ioQueries);
	}
	return found && world != NULL && world->cast != NULL;
}

void lwGroundCurve_Make(lwGroundCurve* curve, const lwWorld* world, lwVec3 from, lwVec3 fromNormal, lwVec3 to, lwVec3 toNormal,
						lwVec3 outward, float length, int* ioQueries) {
	curve->margin = 0.03f * length;
	curve->pos[0] = from;
	curve->normal[0] = fromNormal;
	curve->pos[1] = to;
	curve->normal[1] = toNormal;
	float c = lwDot(fromNormal, toNormal);
	bool outer = FindTurn(from, fromNormal, to, toNormal) != turn_inner;
	curve->spans = c < -0.5f && outer && FindRim(curve, world, outward, length, ioQueries) ? 2 : 1;
	for (int i = 0; i < curve->spans; ++i) {
		curve->pull[i] = c > 0.985f ? ROUND_PULL
									: AskPull(world, curve->pos[i], curve->normal[i], curve->pos[i + 1], curve->normal[i + 1], ioQueries);
	}
	Finish(curve);
}

void lwGroundCurve_Move(lwGroundCurve* curve, lwVec3 from, lwVec3 fromNormal, lwVec3 to, lwVec3 toNormal) {
	if (curve->spans == 0) {
		return;
	}
	curve->pos[0] = from;
	curve->normal[0] = fromNormal;
	curve->pos[curve->spans] = to;
	curve->normal[curve->spans] = toNormal;
	Finish(curve);
}

lwCurvePoint lwGroundCurve_At(const lwGroundCurve* curve, float s) {
	float inside = lwClampF(s, 0.0f, 1.0f), t;
	int i = 0;
	while (i < LW_CURVE_STEPS - 1 && curve->share[i + 1] < inside) {
		i += 1;
	}
	float width = curve->share[i + 1] - curve->share[i];
	float part = width > 0.0f ? (inside - curve->share[i]) / width : 0.0f;
	int span = SpanOf(curve, (float)curve->spans * ((float)i + part) / (float)LW_CURVE_STEPS, &t);
	lwCurvePoint point;
	lwVec3 slope, chord = lwSub(curve->pos[curve->spans], curve->pos[0]);
	point.pos = Cubic(curve, span, t, &slope);
	lwVec3 up = lwLerp3(curve->normal[span], curve->normal[span + 1], lwSmoothStep(0.0f, 1.0f, t));
	up = lwNormalizeOr(up, curve->normal[span]);
	point.tangent = lwNormalizeOr(lwReject(slope, up), lwNormalizeOr(lwReject(chord, up), lwPerpendicular(up)));
	point.normal = up;
	point.pos = lwMulAdd(point.pos, point.tangent, (s - inside) * curve->length);
	return point;
}
