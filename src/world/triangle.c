// SPDX-License-Identifier: MIT
#include "world/triangle.h"

lwVec3d lwTriangle_Cross(const lwTriangle* triangle) {
	lwVec3d e0 = lwSubD(triangle->v[1], triangle->v[0]);
	lwVec3d e1 = lwSubD(triangle->v[2], triangle->v[1]);
	lwVec3d e2 = lwSubD(triangle->v[0], triangle->v[2]);
	double l0 = lwDotD(e0, e0);
	double l1 = lwDotD(e1, e1);
	double l2 = lwDotD(e2, e2);
	// From the two shortest edges: the longest carries the largest rounding.
	lwVec3d cross = l0 >= l1 && l0 >= l2 ? lwCrossD(e1, e2) : l1 >= l2 ? lwCrossD(e2, e0) : lwCrossD(e0, e1);
	double longest = l0 > l1 ? l0 : l1;
	longest = longest > l2 ? longest : l2;
	bool degenerate = !(lwDotD(cross, cross) > 1e-18 * longest * longest);
	return degenerate ? lwV3d(0.0, 0.0, 0.0) : cross;
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

void lwTriangle_Orient(lwVec3d cross, lwVec3d motion, lwTriangleHit* ioHit) {
	lwVec3d centre = lwMulD(motion, ioHit->fraction);
	lwVec3d toCentre = lwSubD(centre, ioHit->point);
	double length = lwSqrtD(lwDotD(toCentre, toCentre));
	double crossLength = lwSqrtD(lwDotD(cross, cross));
	double moves = lwDotD(motion, motion);
	lwVec3d face = crossLength > 0.0 ? lwMulD(cross, 1.0 / crossLength) : lwV3d(0.0, 0.0, 0.0);
	bool flip = moves > 0.0 ? lwDotD(face, motion) > 0.0 : lwDotD(face, toCentre) < 0.0;
	face = flip ? lwNegD(face) : face;
	bool coincide = !(length > 1e-30);
	lwVec3d normal = coincide ? face : lwMulD(toCentre, 1.0 / length);
	if (!(crossLength > 0.0)) {
		// A degenerate triangle has no face: the contact's normal stands in, else the motion's, else up.
		double speed = lwSqrtD(moves);
		lwVec3d spare = speed > 0.0 ? lwMulD(motion, -1.0 / speed) : lwV3d(0.0, 1.0, 0.0);
		normal = coincide ? spare : normal;
		face = lwDotD(normal, motion) > 0.0 ? lwNegD(normal) : normal;
	}
	ioHit->distance = length;
	ioHit->normal = normal;
	ioHit->faceNormal = face;
}

// Where the ray misses in exact terms, the nearest point of the border counts when it is within slack.
static bool RayBorder(const lwTriangle* triangle, lwVec3d motion, double slack, lwTriangleHit* outHit) {
	double moves = lwDotD(motion, motion);
	double best = slack * slack;
	bool hit = false;
	for (int i = 0; i < 3; ++i) {
		// Both segment ends without their part along the motion: a 2D distance to the origin.
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

bool lwTriangle_Ray(const lwTriangle* triangle, lwVec3d motion, double slack, lwTriangleHit* outHit) {
	lwVec3d cross = lwTriangle_Cross(triangle);
	double against = lwDotD(cross, motion);
	double crossLength = lwSqrtD(lwDotD(cross, cross));
	double parallel = 1e-14 * crossLength * lwSqrtD(lwDotD(motion, motion));
	if (!(against > parallel || against < -parallel)) {
		return false;
	}
	double t = lwDotD(cross, triangle->v[0]) / against;
	if (ProjectsInside(triangle, cross, lwMulD(motion, t))) {
		if (!(t >= 0.0 && t <= 1.0)) {
			return false;
		}
		outHit->fraction = t;
	} else if (!RayBorder(triangle, motion, slack, outHit)) {
		return false;
	}
	outHit->point = lwMulD(motion, outHit->fraction);
	outHit->distance = 0.0;
	outHit->faceNormal = lwMulD(cross, (against > 0.0 ? -1.0 : 1.0) / crossLength);
	outHit->normal = outHit->faceNormal;
	return true;
}

// Fraction at which the ray from 0 along d enters the ball |p - c| < r in the space across some axis (or none).
// The start is outside, so an entry just behind it is rounding: it counts as 0 when approaching.
static bool EnterBall(lwVec3d c, lwVec3d d, double r, double* outFraction) {
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
	return *outFraction <= 1.0;
}

static void SweepEdge(lwVec3d a, lwVec3d b, lwVec3d motion, double radius, lwTriangleHit* ioHit, bool* ioFound) {
	double t;
	if (EnterBall(a, motion, radius, &t) && t < ioHit->fraction) {
		ioHit->fraction = t;
		ioHit->point = a;
		*ioFound = true;
	}
	lwVec3d e = lwSubD(b, a);
	double e2 = lwDotD(e, e);
	if (!(e2 > 0.0)) {
		return;
	}
	lwVec3d across = lwMulAddD(motion, e, -lwDotD(motion, e) / e2);
	// Along the edge (to 1e-12): the cylinder's side is never entered, only the balls at its ends.
	if (!(lwDotD(across, across) > 1e-24 * lwDotD(motion, motion))) {
		return;
	}
	lwVec3d axis = lwMulAddD(a, e, -lwDotD(a, e) / e2);
	if (!EnterBall(axis, across, radius, &t) || !(t < ioHit->fraction)) {
		return;
	}
	double s = lwDotD(lwSubD(lwMulD(motion, t), a), e) / e2;
	if (s >= 0.0 && s <= 1.0) {
		ioHit->fraction = t;
		ioHit->point = lwMulAddD(a, e, s);
		*ioFound = true;
	}
}

bool lwTriangle_Sweep(const lwTriangle* triangle, lwVec3d motion, double radius, lwTriangleHit* outHit) {
	lwVec3d cross = lwTriangle_Cross(triangle);
	double crossLength = lwSqrtD(lwDotD(cross, cross));
	double height = crossLength > 0.0 ? -lwDotD(cross, triangle->v[0]) / crossLength : 0.0; // of the centre
	double above = height < 0.0 ? -height : height;
	outHit->distance = radius;
	if (above < radius) {
		lwVec3d p = lwTriangle_Closest(triangle, cross);
		if (lwDotD(p, p) < radius * radius) {
			outHit->fraction = 0.0;
			outHit->point = p;
			lwTriangle_Orient(cross, motion, outHit);
			return true;
		}
	}
	double closing = crossLength > 0.0 ? lwDotD(cross, motion) / crossLength * (height < 0.0 ? 1.0 : -1.0) : 0.0;
	if (closing > 0.0 && above >= radius * (1.0 - 1e-12)) {
		double t = above > radius ? (above - radius) / closing : 0.0;
		if (t > 1.0) {
			return false; // does not even reach the plane
		}
		lwVec3d p = lwMulAddD(lwMulD(motion, t), cross, (height < 0.0 ? radius : -radius) / crossLength);
		if (ProjectsInside(triangle, cross, p)) {
			outHit->fraction = t;
			outHit->point = p;
			lwTriangle_Orient(cross, motion, outHit);
			return true;
		}
	} else if (above > radius * (1.0 + 1e-12)) {
		return false; // moves away from the plane or along it
	}
	bool found = false;
	outHit->fraction = 2.0;
	for (int i = 0; i < 3; ++i) {
		SweepEdge(triangle->v[i], triangle->v[(i + 1) % 3], motion, radius, outHit, &found);
	}
	if (found) {
		lwTriangle_Orient(cross, motion, outHit);
		outHit->distance = radius;
	}
	return found;
}
