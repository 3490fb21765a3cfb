// SPDX-License-Identifier: MIT
#include "bvh/triangle.h"

bool lwTriangle_IsDegenerate(const lwVec3d v[3]) {
	lwVec3d e0 = lwSubD(v[1], v[0]);
	lwVec3d e1 = lwSubD(v[2], v[1]);
	lwVec3d e2 = lwSubD(v[0], v[2]);
	double l0 = lwDotD(e0, e0);
	double l1 = lwDotD(e1, e1);
	double l2 = lwDotD(e2, e2);
	// From the two shortest edges: the longest carries the largest rounding.
	lwVec3d cross = l0 >= l1 && l0 >= l2 ? lwCrossD(e1, e2) : l1 >= l2 ? lwCrossD(e2, e0) : lwCrossD(e0, e1);
	double longest = l0 > l1 ? l0 : l1;
	longest = longest > l2 ? longest : l2;
	return !(lwDotD(cross, cross) > 1e-18 * longest * longest);
}

lwVec3d lwTriangle_Cross(const lwTriangle* triangle) {
	if (triangle->degenerate) {
		return lwV3d(0.0, 0.0, 0.0);
	}
	return lwCrossD(lwSubD(triangle->v[1], triangle->v[0]), lwSubD(triangle->v[2], triangle->v[0]));
}

static lwVec3d SegmentClosest(lwVec3d a, lwVec3d b) {
	lwVec3d e = lwSubD(b, a);
	double along = -lwDotD(a, e);
	double length2 = lwDotD(e, e);
	if (!(along > 0.0)) {
		return a;
	}
	return along >= length2 ? b : lwMulAddD(a, e, along / length2);
}

// Is p's projection along the normal within the triangle? cross is not zero.
static bool ProjectsInside(const lwTriangle* triangle, lwVec3d cross, lwVec3d p) {
	for (int i = 0; i < 3; ++i) {
		lwVec3d a = triangle->v[i];
		lwVec3d edge = lwSubD(triangle->v[(i + 1) % 3], a);
		if (lwDotD(lwCrossD(edge, lwSubD(p, a)), cross) < 0.0) {
			return false;
		}
	}
	return true;
}

lwVec3d lwTriangle_Closest(const lwTriangle* triangle, lwVec3d cross) {
	double cross2 = lwDotD(cross, cross);
	if (cross2 > 0.0 && ProjectsInside(triangle, cross, lwV3d(0.0, 0.0, 0.0))) {
		return lwMulD(cross, lwDotD(cross, triangle->v[0]) / cross2);
	}
	lwVec3d best = SegmentClosest(triangle->v[0], triangle->v[1]);
	for (int i = 1; i < 3; ++i) {
		lwVec3d p = SegmentClosest(triangle->v[i], triangle->v[(i + 1) % 3]);
		best = lwDotD(p, p) < lwDotD(best, best) ? p : best;
	}
	return best;
}

// The nearest point of the border to the ray, by the distance across it.
static bool RayBorder(const lwTriangle* triangle, lwVec3d motion, lwTriangleHit* outHit) {
	double moves = lwDotD(motion, motion);
	double size = 0.0;
	for (int i = 0; i < 3; ++i) {
		double length2 = lwDotD(triangle->v[i], triangle->v[i]);
		size = length2 > size ? length2 : size;
	}
	double best = 1e-12 * size; // the coarse test is right to 1e-6 of the coordinates
	bool hit = false;
	for (int i = 0; i < 3; ++i) {
		lwVec3d a = triangle->v[i];
		lwVec3d b = triangle->v[(i + 1) % 3];
		lwVec3d a2 = lwMulAddD(a, motion, -lwDotD(a, motion) / moves);
		lwVec3d e2 = lwSubD(lwMulAddD(b, motion, -lwDotD(b, motion) / moves), a2);
		double length2 = lwDotD(e2, e2);
		double s = length2 > 0.0 ? -lwDotD(a2, e2) / length2 : 0.0;
		s = s < 0.0 ? 0.0 : s > 1.0 ? 1.0 : s;
		lwVec3d off = lwMulAddD(a2, e2, s);
		double distance2 = lwDotD(off, off);
		double t = lwDotD(lwMulAddD(a, lwSubD(b, a), s), motion) / moves;
		if (distance2 <= best && t >= 0.0 && t <= 1.0) {
			best = distance2;
			outHit->fraction = t;
			hit = true;
		}
	}
	return hit;
}

bool lwTriangle_Ray(const lwTriangle* triangle, lwVec3d motion, lwTriangleHit* outHit) {
	lwVec3d cross = lwTriangle_Cross(triangle);
	double against = lwDotD(cross, motion);
	if (!(against * against > 1e-28 * lwDotD(cross, cross) * lwDotD(motion, motion))) {
		return false; // degenerate, or along the plane
	}
	double t = lwDotD(cross, triangle->v[0]) / against;
	if (ProjectsInside(triangle, cross, lwMulD(motion, t))) {
		if (!(t >= 0.0 && t <= 1.0)) {
			return false;
		}
		outHit->fraction = t;
	} else if (!RayBorder(triangle, motion, outHit)) {
		return false;
	}
	outHit->point = lwMulD(motion, outHit->fraction);
	outHit->distance2 = 0.0;
	outHit->cross = cross;
	return true;
}

// ---- Sweep ---------------------------------------------------------------------------------------------------

typedef struct Sweep {
	lwVec3d motion;
	double radius;
	double limit;                   // best fraction so far
	lwVec3d point;
	bool found;
} Sweep;

bool lwEnterBall(lwVec3d c, lwVec3d d, double r, double limit, double* outFraction) {
	double d2 = lwDotD(d, d);
	double nearest = lwDotD(c, d);
	if (!(nearest > 0.0) || !(d2 > 0.0)) {
		return false;
	}
	nearest /= d2;
	lwVec3d miss = lwMulAddD(c, d, -nearest);
	double inside = r * r - lwDotD(miss, miss);
	if (!(inside >= 0.0)) {
		return false;
	}
	double t = nearest - lwSqrtD(inside / d2);
	*outFraction = t > 0.0 ? t : 0.0;
	return *outFraction <= limit;
}

static void SweepVertex(lwVec3d a, Sweep* io) {
	double t;
	if (lwEnterBall(a, io->motion, io->radius, io->limit, &t)) {
		io->limit = t;
		io->point = a;
		io->found = true;
	}
}

static void SweepEdge(lwVec3d a, lwVec3d e, Sweep* io) {
	double e2 = lwDotD(e, e);
	if (!(e2 > 0.0)) {
		return;
	}
	double inverse = 1.0 / e2;
	lwVec3d across = lwMulAddD(io->motion, e, -lwDotD(io->motion, e) * inverse);
	// Along the edge (to 1e-12): the cylinder's side is never entered, only the balls at its ends.
	if (!(lwDotD(across, across) > 1e-24 * lwDotD(io->motion, io->motion))) {
		return;
	}
	lwVec3d axis = lwMulAddD(a, e, -lwDotD(a, e) * inverse);
	double t;
	if (!lwEnterBall(axis, across, io->radius, io->limit, &t)) {
		return;
	}
	double s = lwDotD(lwSubD(lwMulD(io->motion, t), a), e) * inverse;
	if (s >= 0.0 && s <= 1.0) {
		io->limit = t;
		io->point = lwMulAddD(a, e, s);
		io->found = true;
	}
}

// Edges and vertices. The closest point can lie on an edge only while the centre is on the edge's outer side, so
// edges with the whole way on the inner side are left out; cross zero: all are tried.
static void SweepBorder(const lwTriangle* triangle, lwVec3d cross, Sweep* io) {
	bool tried[3];
	double far2 = 0.0;
	for (int i = 0; i < 3; ++i) {
		double length2 = lwDotD(triangle->v[i], triangle->v[i]);
		far2 = length2 > far2 ? length2 : far2;
	}
	double rounding = 1e-7 * lwDotD(cross, cross) + 1e-13 * far2 * far2;
	for (int i = 0; i < 3; ++i) {
		lwVec3d a = triangle->v[i];
		lwVec3d e = lwSubD(triangle->v[(i + 1) % 3], a);
		lwVec3d inwards = lwCrossD(cross, e);
		double start = -lwDotD(inwards, a);
		double end = start + lwDotD(inwards, io->motion) * io->limit;
		tried[i] = !(start > rounding && end > rounding);
		if (tried[i]) {
			SweepEdge(a, e, io);
		}
	}
	for (int i = 0; i < 3; ++i) {
		if (tried[i] || tried[(i + 2) % 3]) {
			SweepVertex(triangle->v[i], io);
		}
	}
}

bool lwTriangle_Sweep(const lwTriangle* triangle, lwVec3d motion, double radius, double limit, lwTriangleHit* outHit) {
	lwVec3d cross = lwTriangle_Cross(triangle);
	double crossLength = lwSqrtD(lwDotD(cross, cross));
	bool isFace = crossLength > 0.0;
	double inverse = isFace ? 1.0 / crossLength : 0.0;
	double height = -lwDotD(cross, triangle->v[0]) * inverse; // of the centre
	double side = height < 0.0 ? -1.0 : 1.0;
	double above = height * side;
	outHit->cross = cross;
	outHit->distance2 = radius * radius;
	if (above < radius) {
		lwVec3d p = lwTriangle_Closest(triangle, cross);
		double distance2 = lwDotD(p, p);
		if (distance2 < radius * radius) {
			outHit->fraction = 0.0;
			outHit->point = p;
			outHit->distance2 = distance2;
			return true;
		}
	}
	double closing = -side * lwDotD(cross, motion) * inverse;
	if (closing > 0.0 && above >= radius * (1.0 - 1e-12)) {
		double t = above > radius ? (above - radius) / closing : 0.0;
		if (t > limit) {
			return false; // does not reach the plane in time
		}
		lwVec3d p = lwMulAddD(lwMulD(motion, t), cross, -side * radius * inverse);
		if (ProjectsInside(triangle, cross, p)) {
			outHit->fraction = t;
			outHit->point = p;
			return true;
		}
	} else if (isFace && above > radius * (1.0 + 1e-12)) {
		return false; // moves away from the plane or along it
	}
	Sweep sweep = { .motion = motion, .radius = radius, .limit = limit };
	SweepBorder(triangle, cross, &sweep);
	outHit->fraction = sweep.limit;
	outHit->point = sweep.point;
	return sweep.found;
}
