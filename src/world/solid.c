// SPDX-License-Identifier: MIT
#include "world/solid.h"

static double AbsD(double v) { return v < 0.0 ? -v : v; }
static double ClampD(double v, double most) { return v < -most ? -most : v > most ? most : v; }
static lwVec3d FromArray(const double v[3]) { return lwV3d(v[0], v[1], v[2]); }

// From a point at a distance along a direction to the ball's or the rounded line's surface.
static double FromCore(lwVec3d p, lwVec3d core, double radius, lwVec3d* outPoint, lwVec3d* outNormal) {
	lwVec3d away = lwSubD(p, core);
	double length = lwSqrtD(lwDotD(away, away));
	*outNormal = length > 1e-30 ? lwMulD(away, 1.0 / length) : lwV3d(1.0, 0.0, 0.0);
	*outPoint = lwMulAddD(core, *outNormal, radius);
	return length - radius;
}

static double BoxDistance(const double half[3], lwVec3d at, lwVec3d* outPoint, lwVec3d* outNormal) {
	double p[3] = { at.x, at.y, at.z };
	double nearest[3], normal[3] = { 0.0, 0.0, 0.0 };
	int face = 0;
	for (int a = 0; a < 3; ++a) {
		nearest[a] = ClampD(p[a], half[a]);
		face = AbsD(p[a]) - half[a] > AbsD(p[face]) - half[face] ? a : face;
	}
	lwVec3d away = lwSubD(at, FromArray(nearest));
	double length = lwSqrtD(lwDotD(away, away));
	if (length > 1e-30) {
		*outPoint = FromArray(nearest);
		*outNormal = lwMulD(away, 1.0 / length);
		return length;
	}
	double side = p[face] < 0.0 ? -1.0 : 1.0;
	double depth = AbsD(p[face]) - half[face];
	nearest[face] = side * half[face];
	normal[face] = side;
	*outPoint = FromArray(nearest);
	*outNormal = FromArray(normal);
	return depth < 0.0 ? depth : 0.0;
}

double lwSolid_Distance(const lwSolid* solid, lwVec3d p, lwVec3d* outPoint, lwVec3d* outNormal) {
	switch (solid->kind) {
	case lw_shapePlane:
		*outPoint = lwV3d(p.x, 0.0, p.z);
		*outNormal = lwV3d(0.0, 1.0, 0.0);
		return p.y;
	case lw_shapeBox:
		return BoxDistance(solid->half, p, outPoint, outNormal);
	case lw_shapeCapsule:
		return FromCore(p, lwV3d(0.0, ClampD(p.y, solid->halfHeight), 0.0), solid->radius, outPoint, outNormal);
	default:
		return FromCore(p, lwV3d(0.0, 0.0, 0.0), solid->radius, outPoint, outNormal);
	}
}

// ---- Entry: the sphere's centre into the solid grown by the radius, a union of balls, cylinders and boxes -----------

typedef struct Way {
	lwVec3d origin, motion;
	double first;                   // least fraction so far
	bool found;
} Way;

static void EnterBall(Way* io, lwVec3d centre, double radius) {
	double t;
	if (lwEnterBall(lwSubD(centre, io->origin), io->motion, radius, io->first, &t)) {
		io->first = t;
		io->found = true;
	}
}

static double Get(lwVec3d v, int axis) {
	return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

static lwVec3d Flatten(lwVec3d v, int axis) {
	return lwV3d(axis == 0 ? 0.0 : v.x, axis == 1 ? 0.0 : v.y, axis == 2 ? 0.0 : v.z);
}

// The side of a cylinder along an axis, without its caps.
static void EnterCylinder(Way* io, int axis, lwVec3d centre, double halfLength, double radius) {
	double t;
	lwVec3d across = Flatten(lwSubD(centre, io->origin), axis);
	if (lwEnterBall(across, Flatten(io->motion, axis), radius, io->first, &t) &&
		AbsD(Get(io->origin, axis) + Get(io->motion, axis) * t - Get(centre, axis)) <= halfLength) {
		io->first = t;
		io->found = true;
	}
}

static void EnterSlabs(Way* io, const double half[3]) {
	double in = 0.0, out = io->first;
	for (int a = 0; a < 3; ++a) {
		double o = Get(io->origin, a), m = Get(io->motion, a);
		if (m == 0.0) {
			if (AbsD(o) > half[a]) {
				return;
			}
			continue;
		}
		double side = m < 0.0 ? -1.0 : 1.0;
		double near = (-side * half[a] - o) / m, far = (side * half[a] - o) / m;
		in = near > in ? near : in;
		out = far < out ? far : out;
	}
	if (in <= out) {
		io->first = in;
		io->found = true;
	}
}

static void EnterBox(Way* io, const double half[3], double radius) {
	for (int a = 0; a < 3; ++a) {
		double grown[3] = { half[0], half[1], half[2] };
		grown[a] += radius;
		EnterSlabs(io, grown);
	}
	if (!(radius > 0.0)) {
		return;
	}
	for (int i = 0; i < 8; ++i) {
		lwVec3d corner = lwV3d((i & 1) ? half[0] : -half[0], (i & 2) ? half[1] : -half[1], (i & 4) ? half[2] : -half[2]);
		EnterBall(io, corner, radius);
		for (int a = 0; a < 3; ++a) {
			if ((i & (1 << a)) == 0) {
				EnterCylinder(io, a, Flatten(corner, a), half[a], radius);
			}
		}
	}
}

static bool Enter(const lwSolid* solid, lwVec3d origin, lwVec3d motion, double radius, double limit, double* outFraction) {
	Way way = { origin, motion, limit, false };
	double r = solid->radius + radius;
	switch (solid->kind) {
	case lw_shapePlane: {
		double t = (radius - origin.y) / motion.y; // approaching: motion.y < 0
		way.first = t > 0.0 ? t : 0.0;
		way.found = way.first <= limit;
		break;
	}
	case lw_shapeBox:
		EnterBox(&way, solid->half, radius);
		break;
	case lw_shapeCapsule:
		EnterCylinder(&way, 1, lwV3d(0.0, 0.0, 0.0), solid->halfHeight, r);
		EnterBall(&way, lwV3d(0.0, solid->halfHeight, 0.0), r);
		EnterBall(&way, lwV3d(0.0, -solid->halfHeight, 0.0), r);
		break;
	default:
		EnterBall(&way, lwV3d(0.0, 0.0, 0.0), r);
		break;
	}
	*outFraction = way.first;
	return way.found;
}

lwTriangleHit lwSolid_Closest(const lwSolid* solid, lwVec3d p) {
	lwTriangleHit hit = { .solid = true };
	lwVec3d point;
	double distance = lwSolid_Distance(solid, p, &point, &hit.cross);
	hit.point = lwSubD(point, p);
	hit.distance2 = distance < 0.0 ? -distance * distance : distance * distance;
	return hit;
}

bool lwSolid_Cast(const lwSolid* solid, lwVec3d origin, lwVec3d motion, double radius, double limit, lwTriangleHit* outHit) {
	lwVec3d point, normal;
	double distance = lwSolid_Distance(solid, origin, &point, &normal);
	if (distance < radius) {
		*outHit = lwSolid_Closest(solid, origin);
		return true;
	}
	// Convex: what does not come nearer at first never does.
	double t;
	if (!(lwDotD(normal, motion) < 0.0) || !Enter(solid, origin, motion, radius, limit, &t)) {
		return false;
	}
	lwSolid_Distance(solid, lwMulAddD(origin, motion, t), &point, &normal);
	*outHit = (lwTriangleHit){ t, radius * radius, lwSubD(point, origin), normal, true };
	return true;
}

bool lwSolid_Bounds(const lwSolid* solid, lwVec3* outLo, lwVec3* outHi) {
	float r = (float)solid->radius;
	lwVec3 half = lwV3(r, r + (float)solid->halfHeight, r);
	if (solid->kind == lw_shapeBox) {
		half = lwV3((float)solid->half[0], (float)solid->half[1], (float)solid->half[2]);
	}
	*outHi = half;
	*outLo = lwMul(half, -1.0f);
	return solid->kind != lw_shapePlane;
}
