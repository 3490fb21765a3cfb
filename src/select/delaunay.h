// SPDX-License-Identifier: MIT
// Delaunay triangulation of points in the plane. Build time only. Private to select.
#ifndef LW_SELECT_DELAUNAY_H
#define LW_SELECT_DELAUNAY_H

#include "legwork/base.h"

typedef struct lwTriangulation {
	int triangleCount;       // 0: the points lie on one line, or are fewer than three
	int (*vertices)[3];      // counter-clockwise
	int (*neighbours)[3];    // across the edge opposite vertex i; on the hull -1 - the hull's edge
	int hullCount;           // points on the hull, those on its edges too
	int* hull;               // counter-clockwise; edge h goes from hull[h] to hull[h + 1]. On a line: from end to end
} lwTriangulation;

// points: count distinct finite points, sorted by x, then y. The result depends on nothing but the points.
lwResult lwTriangulate(const float (*points)[2], int count, lwTriangulation* outTriangulation);
void lwTriangulation_Free(lwTriangulation* triangulation);

#endif
