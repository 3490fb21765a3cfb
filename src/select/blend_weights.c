// SPDX-License-Identifier: MIT
// Weights of a blend space's samples at a point. No allocation; a walk from where the last query ended.
#include "select/blend_space.h"

#include "legwork/math.h"
#include "math/predicates.h"

static float GoodOr(float v, float fallback) {
	return v - v == 0.0f ? lwClampF(v, -LW_FARTHEST, LW_FARTHEST) : v > 0.0f ? LW_FARTHEST : v < 0.0f ? -LW_FARTHEST : fallback;
}

void lwBlendCursor_Move(lwBlendCursor* ioCursor, float x, float y, float halfLife, float dt) {
	x = GoodOr(x, ioCursor->x);
	y = GoodOr(y, ioCursor->y);
	float left = 0.0f;
	if (ioCursor->placed && halfLife > 1e-6f) {
		left = dt > 0.0f ? lwExp(-0.69314718f * dt / halfLife) : 1.0f;
	}
	ioCursor->x = x + (ioCursor->x - x) * left;
	ioCursor->y = y + (ioCursor->y - y) * left;
	ioCursor->placed = true;
}

// ---- Edges -----------------------------------------------------------------------------------------------------

typedef struct Found {
	int count;
	int point[3];
	double weight[3];        // >= 0, sum not yet 1
} Found;

// Where p falls along the edge from a to b: 0 at a, 1 at b.
static double Along(const float a[2], const float b[2], const float p[2]) {
	double dx = (double)b[0] - (double)a[0], dy = (double)b[1] - (double)a[1];
	double px = (double)p[0] - (double)a[0], py = (double)p[1] - (double)a[1];
	return (px * dx + py * dy) / (dx * dx + dy * dy);
}

static Found OnEdge(int a, int b, double t) {
	Found f = { 2, { a, b, 0 }, { 1.0 - t, t, 0.0 } };
	if (t <= 0.0 || t >= 1.0) {
		f.count = 1;
		f.point[0] = t <= 0.0 ? a : b;
		f.weight[0] = 1.0;
	}
	return f;
}

// Nearest point of the hull, downhill along its edges from one that p lies beyond; there every lowest place is the lowest
// of all. A line is a hull that does not close.
static Found OnHull(const lwBlendSpace* s, const lwBlendArrays* a, const float p[2], int edge, int* outEdge) {
	bool closed = s->triangleCount > 0;
	int edges = closed ? s->hullCount : s->hullCount - 1;
	int came = 0;
	for (int guard = 0; guard <= edges; ++guard) {
		int from = a->hull[edge], to = a->hull[edge + 1 == s->hullCount ? 0 : edge + 1];
		double t = Along(a->points[from], a->points[to], p);
		int go = t < 0.0 ? -1 : t > 1.0 ? 1 : 0;
		bool last = !closed && edge + go != (edge + go + edges) % edges;
		*outEdge = edge;
		if (go == 0 || go == -came || last) {
			return OnEdge(from, to, t);
		}
		edge = (edge + go + edges) % edges;
		came = go;
	}
	return OnEdge(a->hull[edge], a->hull[edge], 0.0);
}

// ---- Triangles -------------------------------------------------------------------------------------------------

// Doubled areas of p with each edge; the first negative one, -1 when p is inside.
static int Areas(const lwBlendArrays* a, int triangle, const float p[2], double outAreas[3]) {
	const int32_t* v = a->vertices[triangle];
	int out = -1;
	for (int i = 0; i < 3; ++i) {
		outAreas[i] = lwOrient2D(a->points[v[(i + 1) % 3]], a->points[v[(i + 2) % 3]], p);
		out = outAreas[i] < 0.0 && out < 0 ? i : out;
	}
	return out;
}

// Where to begin: the triangle of the last time, or behind the edge; an edge that p is still beyond is the answer.
static int Begin(const lwBlendSpace* s, const lwBlendArrays* a, const float p[2], int at, int* outEdge) {
	int edge = -1 - at;
	*outEdge = -1;
	if (at >= 0 || edge >= s->hullCount) {
		return at >= 0 && at < s->triangleCount ? at : 0;
	}
	int from = a->hull[edge], to = a->hull[edge + 1 == s->hullCount ? 0 : edge + 1];
	*outEdge = lwOrient2D(a->points[from], a->points[to], p) < 0.0 ? edge : -1;
	return a->hullTriangle[edge];
}

static Found InTriangles(const lwBlendSpace* s, const lwBlendArrays* a, const float p[2], int* ioAt) {
	int edge;
	int at = Begin(s, a, p, *ioAt, &edge);
	Found f = { 3, { 0, 0, 0 }, { 0.0, 0.0, 0.0 } };
	for (int guard = 0; guard <= s->triangleCount && edge < 0; ++guard) {
		int out = Areas(a, at, p, f.weight);
		if (out < 0) {
			*ioAt = at;
			for (int i = 0; i < 3; ++i) {
				f.point[i] = a->vertices[at][i];
			}
			return f;
		}
		int next = a->neighbours[at][out];
		edge = next < 0 ? -1 - next : -1;
		at = next < 0 ? at : next;
	}
	// No edge: only in a block that is no Delaunay triangulation a walk does not end.
	f = OnHull(s, a, p, edge < 0 ? 0 : edge, &edge);
	*ioAt = -1 - edge;
	return f;
}

static int Finish(const lwBlendArrays* a, const Found* f, lwBlendWeight* out) {
	double sum = 0.0;
	for (int i = 0; i < f->count; ++i) {
		sum += f->weight[i];
	}
	int count = 0;
	for (int i = 0; i < f->count; ++i) {
		float w = (float)(f->weight[i] / sum);
		if (!(w > 0.0f)) {
			continue;
		}
		int at = count++;
		for (; at > 0 && out[at - 1].weight < w; --at) {
			out[at] = out[at - 1];
		}
		out[at] = (lwBlendWeight){ a->sampleOf[f->point[i]], w };
	}
	return count;
}

// ---- Gradient bands ----------------------------------------------------------------------------------------------

#define TURN_WEIGHT 2.0f // a turn counts twice (Johansen)
#define SLOW 0.1f        // share of two samples' speed below which directions lose their meaning

// How far p is from sample i on the way to sample j: 1 at i, 0 at j. p as angle and length. fade: no sample stands, so the
// directions must fade out by themselves towards standing.
static float Band(const float i[2], const float j[2], float angle, float length, bool fade) {
	float mean = 0.5f * (i[1] + j[1]);
	float fast = (j[1] - i[1]) / mean, fastP = (length - i[1]) / mean;
	float turn = 0.0f, turnP = 0.0f;
	if (i[1] > 0.0f && j[1] > 0.0f) {
		turn = lwWrapAngle(j[0] - i[0]);
		turnP = lwWrapAngle(angle - i[0]) * (fade ? lwSmoothStep(0.0f, SLOW * mean, length) : 1.0f);
		if (lwAbsF(turn) > LW_PI - 1e-4f) { // opposite: either way round
			turn = lwAbsF(turn);
			turnP = lwAbsF(turnP);
		}
	}
	float square = fast * fast + TURN_WEIGHT * TURN_WEIGHT * turn * turn;
	float h = 1.0f - (fast * fastP + TURN_WEIGHT * TURN_WEIGHT * turn * turnP) / square;
	return square > 0.0f ? h : 1.0f;
}

static int GradientBands(const lwBlendSpace* s, const lwBlendArrays* a, const float p[2], lwBlendWeight* out) {
	float angle = lwAtan2(p[1], p[0]), length = lwLength(lwV3(p[0], p[1], 0.0f));
	float weights[LW_MAX_BLEND_WEIGHTS];
	float sum = 0.0f;
	bool fade = true;
	for (int i = 0; i < s->pointCount; ++i) {
		fade = fade && a->polar[i][1] > 0.0f;
	}
	for (int i = 0; i < s->pointCount; ++i) {
		weights[i] = 1.0f;
		for (int j = 0; j < s->pointCount; ++j) {
			weights[i] = j != i ? lwMinF(weights[i], Band(a->polar[i], a->polar[j], angle, length, fade)) : weights[i];
		}
		weights[i] = lwMaxF(weights[i], 0.0f);
		sum += weights[i];
	}
	int count = 0;
	for (int i = 0; i < s->pointCount; ++i) {
		float w = sum > 0.0f ? weights[i] / sum : 1.0f / (float)s->pointCount;
		if (!(w > 0.0f)) {
			continue;
		}
		int at = count++;
		for (; at > 0 && out[at - 1].weight < w; --at) {
			out[at] = out[at - 1];
		}
		out[at] = (lwBlendWeight){ a->sampleOf[i], w };
	}
	return count;
}

int lwBlendSpace_Weights(const lwBlendSpace* space, lwBlendCursor* ioCursor, lwBlendWeight outWeights[LW_MAX_BLEND_WEIGHTS]) {
	if (!LW_ASSERT(space != NULL && ioCursor != NULL && outWeights != NULL)) {
		return 0;
	}
	lwBlendArrays a = lwBlendSpace_Arrays(space);
	float p[2] = { GoodOr(ioCursor->x, 0.0f), space->dimension == 2 ? GoodOr(ioCursor->y, 0.0f) : 0.0f };
	if (space->pointCount == 1) {
		outWeights[0] = (lwBlendWeight){ a.sampleOf[0], 1.0f };
		return 1;
	}
	if (space->method == lw_blendGradientBand) {
		return GradientBands(space, &a, p, outWeights);
	}
	Found found;
	if (space->triangleCount > 0) {
		found = InTriangles(space, &a, p, &ioCursor->at);
	} else {
		int edges = space->hullCount - 1, start = ioCursor->at;
		start = start >= 0 && start < edges ? start : 0;
		found = OnHull(space, &a, p, start, &ioCursor->at);
	}
	return Finish(&a, &found, outWeights);
}
