// SPDX-License-Identifier: MIT
// Bowyer (1981) and Watson (1981): a point takes out the triangles whose circles hold it, and joins the hole's edges to
// itself. Beyond the hull lie ghost triangles that share one vertex at infinity, so no bounding triangle bends the hull;
// a ghost's circle is the half plane beyond its edge, with the edge's inside. All tests are exact.
#include "select/delaunay.h"

#include <stdlib.h>
#include <string.h>

#include "math/predicates.h"

#define INFINITE (-1)

typedef struct Triangle {
	int v[3];                // counter-clockwise; one may be INFINITE
	int next[3];             // the triangle across from v[i]
	int mark;                // twice the last point whose hole it was looked at for, and one more when in it
} Triangle;

typedef struct Mesh {
	const float (*points)[2];
	Triangle* triangles;
	int count;
	int* hole;               // triangles in the hole of the point at hand
	int* startAt;            // vertex + 1: the new triangle whose first vertex it is
	int last;                // where the last point went: the next search starts there
} Mesh;

static int GhostCorner(const Triangle* t) {
	return t->v[0] == INFINITE ? 0 : t->v[1] == INFINITE ? 1 : t->v[2] == INFINITE ? 2 : -1;
}

static bool LexLess(const float a[2], const float b[2]) {
	return a[0] < b[0] || (a[0] == b[0] && a[1] < b[1]);
}

// Strictly between the ends, all three on one line.
static bool Between(const float a[2], const float b[2], const float p[2]) {
	return (LexLess(a, p) && LexLess(p, b)) || (LexLess(b, p) && LexLess(p, a));
}

static bool CircleHolds(const Mesh* m, const Triangle* t, int point) {
	const float* p = m->points[point];
	int g = GhostCorner(t);
	if (g < 0) {
		return lwInCircle(m->points[t->v[0]], m->points[t->v[1]], m->points[t->v[2]], p) > 0;
	}
	const float *a = m->points[t->v[(g + 1) % 3]], *b = m->points[t->v[(g + 2) % 3]];
	double side = lwOrient2D(a, b, p);
	return side > 0.0 || (side == 0.0 && Between(a, b, p));
}

// A triangle whose circle holds the point: the one it lies in, or a ghost it lies beyond. In a Delaunay triangulation a walk
// towards the point never comes back.
static int Find(const Mesh* m, int point) {
	const float* p = m->points[point];
	int at = m->last;
	int g = GhostCorner(&m->triangles[at]);
	at = g >= 0 ? m->triangles[at].next[g] : at;
	for (;;) {
		const Triangle* t = &m->triangles[at];
		if (GhostCorner(t) >= 0) {
			return at;
		}
		int out = -1;
		for (int i = 0; i < 3 && out < 0; ++i) {
			const float *a = m->points[t->v[(i + 1) % 3]], *b = m->points[t->v[(i + 2) % 3]];
			out = lwOrient2D(a, b, p) < 0.0 ? i : -1;
		}
		if (out < 0) {
			return at;
		}
		at = t->next[out];
	}
}

static int DigHole(Mesh* m, int point, int first) {
	int count = 0;
	m->hole[count++] = first;
	m->triangles[first].mark = 2 * point + 1;
	for (int i = 0; i < count; ++i) {
		for (int k = 0; k < 3; ++k) {
			int n = m->triangles[m->hole[i]].next[k];
			Triangle* t = &m->triangles[n];
			if (t->mark >= 2 * point && t->mark <= 2 * point + 1) {
				continue;
			}
			bool holds = CircleHolds(m, t, point);
			t->mark = 2 * point + (holds ? 1 : 0);
			if (holds) {
				m->hole[count++] = n;
			}
		}
	}
	return count;
}

typedef struct RimEdge {
	int a, b, outside;
} RimEdge;

// The hole's edges, its inside to the left. A hole of n triangles has n + 2; anything else is none.
static bool FindRim(const Mesh* m, int point, int holeCount, RimEdge* rim) {
	int edges = 0;
	for (int i = 0; i < holeCount; ++i) {
		const Triangle* t = &m->triangles[m->hole[i]];
		for (int k = 0; k < 3; ++k) {
			if (m->triangles[t->next[k]].mark == 2 * point + 1) {
				continue;
			}
			if (edges == holeCount + 2) {
				return false;
			}
			rim[edges++] = (RimEdge){ t->v[(k + 1) % 3], t->v[(k + 2) % 3], t->next[k] };
		}
	}
	return edges == holeCount + 2;
}

// The new triangles take the hole's slots and two more.
static void FillHole(Mesh* m, int point, int holeCount, const RimEdge* rim) {
	int edges = holeCount + 2;
	m->hole[holeCount] = m->count++;
	m->hole[holeCount + 1] = m->count++;
	for (int e = 0; e < edges; ++e) {
		Triangle* n = &m->triangles[rim[e].outside];
		for (int k = 0; k < 3; ++k) {
			if (n->v[(k + 1) % 3] == rim[e].b && n->v[(k + 2) % 3] == rim[e].a) {
				n->next[k] = m->hole[e];
			}
		}
		m->startAt[rim[e].a + 1] = m->hole[e];
	}
	for (int e = 0; e < edges; ++e) {
		Triangle* t = &m->triangles[m->hole[e]];
		*t = (Triangle){ { rim[e].a, rim[e].b, point }, { -1, -1, rim[e].outside }, 2 * point };
	}
	for (int e = 0; e < edges; ++e) {
		int follower = m->startAt[rim[e].b + 1];
		m->triangles[m->hole[e]].next[0] = follower;
		m->triangles[follower].next[1] = m->hole[e];
	}
	m->last = m->hole[0];
}

static void FirstTriangle(Mesh* m, int a, int b, int c) {
	if (lwOrient2D(m->points[a], m->points[b], m->points[c]) < 0.0) {
		int t = b;
		b = c;
		c = t;
	}
	m->triangles[0] = (Triangle){ { a, b, c }, { 1, 2, 3 }, -1 };
	m->triangles[1] = (Triangle){ { c, b, INFINITE }, { 3, 2, 0 }, -1 };
	m->triangles[2] = (Triangle){ { a, c, INFINITE }, { 1, 3, 0 }, -1 };
	m->triangles[3] = (Triangle){ { b, a, INFINITE }, { 2, 1, 0 }, -1 };
	m->count = 4;
	m->last = 0;
}

// ---- Order of insertion ------------------------------------------------------------------------------------------

// Shuffled, always alike: sorted points would make long thin triangles first.
static void MakeOrder(int* outOrder, int count) {
	uint64_t state = 1;
	for (int i = 0; i < count; ++i) {
		outOrder[i] = i;
	}
	for (int i = count - 1; i > 0; --i) {
		state = state * 6364136223846793005ull + 1442695040888963407ull;
		int k = (int)((state >> 33) % (uint64_t)(i + 1));
		int t = outOrder[i];
		outOrder[i] = outOrder[k];
		outOrder[k] = t;
	}
}

// Bring a point that is not on one line with the first two to the third place; false: there is none.
static bool FindThird(const float (*points)[2], int* ioOrder, int count) {
	for (int i = 2; i < count; ++i) {
		if (lwOrient2D(points[ioOrder[0]], points[ioOrder[1]], points[ioOrder[i]]) != 0.0) {
			int t = ioOrder[i];
			ioOrder[i] = ioOrder[2];
			ioOrder[2] = t;
			return true;
		}
	}
	return false;
}

static bool InsertAll(Mesh* m, const int* order, int count, RimEdge* rim) {
	FirstTriangle(m, order[0], order[1], order[2]);
	for (int i = 3; i < count; ++i) {
		int hole = DigHole(m, order[i], Find(m, order[i]));
		if (!FindRim(m, order[i], hole, rim)) {
			return false;
		}
		FillHole(m, order[i], hole, rim);
	}
	return true;
}

// ---- Result ----------------------------------------------------------------------------------------------------

static void CopyHull(const Mesh* m, lwTriangulation* out, int* edgeOfGhost) {
	int first = 0;
	while (GhostCorner(&m->triangles[first]) < 0) {
		++first;
	}
	int at = first, h = 0;
	do { // a ghost (b, a, infinite) lies beyond the hull's edge from a to b; the next one begins at b
		const Triangle* t = &m->triangles[at];
		int g = GhostCorner(t);
		edgeOfGhost[at] = h;
		out->hull[h++] = t->v[(g + 2) % 3];
		at = t->next[(g + 2) % 3];
	} while (at != first);
	out->hullCount = h;
}

static void CopyTriangles(const Mesh* m, lwTriangulation* out, int* newOf) {
	CopyHull(m, out, newOf);
	int count = 0;
	for (int i = 0; i < m->count; ++i) {
		if (GhostCorner(&m->triangles[i]) < 0) {
			newOf[i] = count++;
		}
	}
	out->triangleCount = count;
	for (int i = 0; i < m->count; ++i) {
		const Triangle* t = &m->triangles[i];
		for (int k = 0; k < 3 && GhostCorner(t) < 0; ++k) {
			bool ghost = GhostCorner(&m->triangles[t->next[k]]) >= 0;
			out->vertices[newOf[i]][k] = t->v[k];
			out->neighbours[newOf[i]][k] = ghost ? -1 - newOf[t->next[k]] : newOf[t->next[k]];
		}
	}
}

static void LineUp(int count, lwTriangulation* out) {
	for (int i = 0; i < count; ++i) {
		out->hull[i] = i; // sorted points on a line are in its order
	}
	out->hullCount = count;
}

lwResult lwTriangulate(const float (*points)[2], int count, lwTriangulation* outTriangulation) {
	lwTriangulation* out = outTriangulation;
	memset(out, 0, sizeof(*out));
	size_t n = (size_t)count, slots = 2 * n + 4;
	Mesh m = { points, malloc(slots * sizeof(Triangle)), 0, malloc(slots * sizeof(int)), malloc((n + 1) * sizeof(int)), 0 };
	RimEdge* rim = malloc(slots * sizeof(RimEdge));
	int *order = malloc((n + 1) * sizeof(int)), *newOf = malloc(slots * sizeof(int));
	out->vertices = malloc(slots * sizeof(*out->vertices));
	out->neighbours = malloc(slots * sizeof(*out->neighbours));
	out->hull = malloc((n + 1) * sizeof(int));
	lwResult result = lwResult_Ok();
	if (m.triangles == NULL || m.hole == NULL || m.startAt == NULL || rim == NULL || order == NULL || newOf == NULL ||
		out->vertices == NULL || out->neighbours == NULL || out->hull == NULL) {
		result = lwResult_Fail(lw_errorMemory, "blend space: no memory to triangulate %d points", count);
	} else {
		MakeOrder(order, count);
		if (!FindThird(points, order, count)) {
			LineUp(count, out);
		} else if (InsertAll(&m, order, count, rim)) {
			CopyTriangles(&m, out, newOf);
		} else {
			result = lwResult_Fail(lw_errorData, "blend space: %d points cannot be triangulated", count);
		}
	}
	free(m.triangles);
	free(m.hole);
	free(m.startAt);
	free(rim);
	free(order);
	free(newOf);
	if (result.status != lw_ok) {
		lwTriangulation_Free(out);
	}
	return result;
}

void lwTriangulation_Free(lwTriangulation* triangulation) {
	free(triangulation->vertices);
	free(triangulation->neighbours);
	free(triangulation->hull);
	memset(triangulation, 0, sizeof(*triangulation));
}
