// SPDX-License-Identifier: MIT
// Random queries against the slow twin: the same hits at the same distances. Ugly meshes, heightfields, solids, instances.
#ifndef LEGWORK_TESTS_WORLD_COMPARE_H
#define LEGWORK_TESTS_WORLD_COMPARE_H

#include "world/brute.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SEED 20240611u
#define GRID 16
#define MAX_TRIANGLES (2 * GRID * GRID + 64)

static uint32_t s_random;
static uint32_t s_seed = SEED;      // of the worlds of everything

static float Uniform(float lo, float hi) {
	s_random = s_random * 1664525u + 1013904223u;
	return lo + (hi - lo) * ((float)(s_random >> 8) / 16777216.0f);
}

static lwVec3 UniformVec(float extent) {
	float x = Uniform(-extent, extent);
	float y = Uniform(-extent, extent);
	return lwV3(x, y, Uniform(-extent, extent));
}

typedef struct Shape {
	lwVec3 v[3 * MAX_TRIANGLES];
	uint32_t index[3 * MAX_TRIANGLES];
	int vertexCount, indexCount;
} Shape;

static void AddTriangle(Shape* s, lwVec3 a, lwVec3 b, lwVec3 c) {
	lwVec3 v[3] = { a, b, c };
	for (int i = 0; i < 3; ++i) {
		s->index[s->indexCount++] = (uint32_t)s->vertexCount;
		s->v[s->vertexCount++] = v[i];
	}
}

static void MakeHeightfield(Shape* s, float size) {
	memset(s, 0, sizeof(*s));
	for (int z = 0; z <= GRID; ++z) {
		for (int x = 0; x <= GRID; ++x) {
			float h = Uniform(-0.08f, 0.08f) * size;
			s->v[s->vertexCount++] = lwV3(((float)x / GRID - 0.5f) * 2.0f * size, h, ((float)z / GRID - 0.5f) * 2.0f * size);
		}
	}
	for (int z = 0; z < GRID; ++z) {
		for (int x = 0; x < GRID; ++x) {
			uint32_t a = (uint32_t)(z * (GRID + 1) + x);
			uint32_t quad[6] = { a, a + GRID + 1, a + 1, a + 1, a + GRID + 1, a + GRID + 2 };
			memcpy(s->index + s->indexCount, quad, sizeof(quad));
			s->indexCount += 6;
		}
	}
}

// Ordinary, sliver, huge, tiny, doubled and degenerate triangles within about size.
static void MakeSoup(Shape* s, float size, int count) {
	memset(s, 0, sizeof(*s));
	for (int i = 0; i < count; ++i) {
		lwVec3 a = UniformVec(size);
		lwVec3 b = lwAdd(a, UniformVec(0.3f * size));
		lwVec3 c = lwAdd(a, UniformVec(0.3f * size));
		switch (i % 10) {
			case 0: c = lwLerp3(a, b, Uniform(-0.5f, 1.5f)); c = lwAdd(c, UniformVec(1e-4f * size)); break; // sliver
			case 1: c = lwLerp3(a, b, 0.5f); break;                                                         // nearly degenerate
			case 2: c = b; break;                                                                           // a segment
			case 3: b = c = a; break;                                                                       // a point
			case 4: b = lwAdd(a, UniformVec(1e-3f * size)); c = lwAdd(a, UniformVec(1e-3f * size)); break;  // tiny
			case 5: AddTriangle(s, a, b, c); break;                                                         // doubled
			case 6: if (i % 40 == 6) { b = lwMul(b, 20.0f); c = lwMul(c, 20.0f); } break;                     // huge
			default: break;
		}
		AddTriangle(s, a, b, c);
	}
}

static D3 TurnD(lwQuat q, D3 v) {
	D3 u = { (double)q.x, (double)q.y, (double)q.z };
	double n = (double)q.w * (double)q.w + D3Dot(u, u);
	D3 c = D3Cross(u, v);
	D3 t = D3Add(D3Add((D3){ 0 }, c, (double)q.w), D3Cross(u, c), 1.0);
	return D3Add(v, t, 2.0 / n);
}

// ---- The twin of a world: all its surfaces' triangles in world space, and its solids ------------------------------

#define MAX_BODIES 32

typedef struct TwinSolid {
	lwShapeKind kind;
	D3 pos;
	lwQuat rot;
	D3 half;
	double radius, halfHeight;
} TwinSolid;

typedef struct Twin {
	Mesh mesh;
	int capacity;
	int first[MAX_BODIES];          // triangle of mesh that is the body's 0
	TwinSolid solids[MAX_BODIES];
	int solidCount;
} Twin;

static void AddTwinTriangle(Twin* twin, const D3 v[3]) {
	Mesh* m = &twin->mesh;
	if (m->triangleCount == twin->capacity) {
		twin->capacity = twin->capacity > 0 ? 2 * twin->capacity : 1024;
		size_t n = (size_t)twin->capacity;
		m->v = realloc(m->v, 3 * n * sizeof(D3));
		m->sphere = realloc(m->sphere, n * sizeof(D3));
		m->sphereRadius = realloc(m->sphereRadius, n * sizeof(double));
	}
	int i = m->triangleCount++;
	memcpy(m->v + 3 * i, v, 3 * sizeof(D3));
	D3 c = D3Add(D3Add(D3Add((D3){ 0 }, v[0], 1.0 / 3.0), v[1], 1.0 / 3.0), v[2], 1.0 / 3.0);
	m->sphere[i] = c;
	m->sphereRadius[i] = fmax(D3Length(D3Sub(v[0], c)), fmax(D3Length(D3Sub(v[1], c)), D3Length(D3Sub(v[2], c))));
}

static D3 FieldVertex(const lwMeshBodyDef* def, int x, int z) {
	lwVec3 v = { (float)x * def->cellX, def->heights[z * def->samplesX + x], (float)z * def->cellZ };
	return D3Of(v);
}

// As world.h says how cells are split; holes become triangles far away, so that the indices stay.
static void AddTwinField(Twin* twin, const lwMeshBodyDef* def, lwVec3 pos, lwQuat rot) {
	for (int z = 0; z < def->samplesZ - 1; ++z) {
		for (int x = 0; x < def->samplesX - 1; ++x) {
			D3 v[4] = { FieldVertex(def, x, z), FieldVertex(def, x + 1, z), FieldVertex(def, x, z + 1), FieldVertex(def, x + 1, z + 1) };
			const int corners[2][3] = { { 0, 2, 1 }, { 1, 2, 3 } };
			for (int k = 0; k < 2; ++k) {
				D3 t[3];
				for (int c = 0; c < 3; ++c) {
					D3 at = v[corners[k][c]];
					t[c] = D3Add(TurnD(rot, at), D3Of(pos), 1.0);
				}
				bool hole = isnan(t[0].y + t[1].y + t[2].y);
				const D3 away[3] = { { 1e9, 1e9, 1e9 }, { 1e9, 1e9, 1e9 }, { 1e9, 1e9, 1e9 } };
				AddTwinTriangle(twin, hole ? away : t);
			}
		}
	}
}

static void AddTwinBody(Twin* twin, const lwMeshBodyDef* defs, int body, lwVec3 pos, lwQuat rot) {
	const lwMeshBodyDef* def = &defs[body];
	twin->first[body] = twin->mesh.triangleCount;
	while (def->shape == lw_shapeInstance) {
		def = &defs[def->instanceOf];
	}
	if (def->shape == lw_shapeHeightfield) {
		AddTwinField(twin, def, pos, rot);
	} else if (def->shape == lw_shapeMesh) {
		for (int i = 0; i < def->triangleCount; ++i) {
			D3 t[3];
			for (int c = 0; c < 3; ++c) {
				t[c] = D3Add(TurnD(rot, D3Of(def->vertices[def->indices[3 * i + c]])), D3Of(pos), 1.0);
			}
			AddTwinTriangle(twin, t);
		}
	} else {
		twin->solids[twin->solidCount++] =
			(TwinSolid){ def->shape, D3Of(pos), rot, D3Of(def->halfExtents), (double)def->radius, (double)def->halfHeight };
	}
}

static Twin MakeTwin(const lwMeshBodyDef* defs, int count) {
	Twin twin = { .capacity = 0 };
	for (int i = 0; i < count; ++i) {
		AddTwinBody(&twin, defs, i, defs[i].pos, defs[i].rot);
	}
	return twin;
}

static void FreeTwin(Twin* twin) {
	free(twin->mesh.v);
	free(twin->mesh.sphere);
	free(twin->mesh.sphereRadius);
}

// Signed distances, convex functions of the place; box and capsule in their usual closed forms.
static double TwinSolidDistance(const TwinSolid* s, D3 at) {
	lwQuat back = { -s->rot.x, -s->rot.y, -s->rot.z, s->rot.w };
	D3 p = TurnD(back, D3Sub(at, s->pos));
	D3 q = { fabs(p.x) - s->half.x, fabs(p.y) - s->half.y, fabs(p.z) - s->half.z };
	D3 out = { fmax(q.x, 0.0), fmax(q.y, 0.0), fmax(q.z, 0.0) };
	D3 core = { p.x, p.y - fmin(fmax(p.y, -s->halfHeight), s->halfHeight), p.z };
	switch (s->kind) {
	case lw_shapePlane: return p.y;
	case lw_shapeBox: return D3Length(out) + fmin(fmax(q.x, fmax(q.y, q.z)), 0.0);
	case lw_shapeCapsule: return D3Length(core) - s->radius;
	default: return D3Length(p) - s->radius;
	}
}

static double TwinSolidSweep(const TwinSolid* s, D3 o, D3 m, double r) {
	if (TwinSolidDistance(s, o) < r) {
		return 0.0;
	}
	double lo = 0.0, hi = 1.0;
	for (int i = 0; i < 90 && hi - lo > 1e-15; ++i) {
		double a = lo + (hi - lo) * 0.45, b = lo + (hi - lo) * 0.55;
		if (TwinSolidDistance(s, D3Add(o, m, a)) <= TwinSolidDistance(s, D3Add(o, m, b))) {
			hi = b;
		} else {
			lo = a;
		}
	}
	double in = TwinSolidDistance(s, D3Add(o, m, 1.0)) < TwinSolidDistance(s, D3Add(o, m, lo)) ? 1.0 : lo, out = 0.0;
	if (!(TwinSolidDistance(s, D3Add(o, m, in)) <= r)) {
		return HUGE_VAL;
	}
	for (int i = 0; i < 60; ++i) {
		double mid = 0.5 * (out + in);
		if (TwinSolidDistance(s, D3Add(o, m, mid)) <= r) {
			in = mid;
		} else {
			out = mid;
		}
	}
	return in;
}

static double TwinRay(const Twin* twin, D3 o, D3 m, double grow) {
	double best = BruteRay(&twin->mesh, o, m, grow);
	for (int i = 0; i < twin->solidCount; ++i) {
		best = fmin(best, TwinSolidSweep(&twin->solids[i], o, m, grow));
	}
	return best;
}

static double TwinSweep(const Twin* twin, D3 o, D3 m, double r) {
	double best = BruteSweep(&twin->mesh, o, m, r);
	for (int i = 0; i < twin->solidCount; ++i) {
		best = fmin(best, TwinSolidSweep(&twin->solids[i], o, m, r));
	}
	return best;
}

// Negative within a solid.
static double TwinDistance(const Twin* twin, D3 p) {
	double best = BruteDistance(&twin->mesh, p);
	for (int i = 0; i < twin->solidCount; ++i) {
		best = fmin(best, TwinSolidDistance(&twin->solids[i], p));
	}
	return best;
}

static lwMeshWorld* CreateWorld(const lwMeshBodyDef* defs, int count) {
	lwMeshWorldDef def = lwDefaultMeshWorldDef();
	def.bodies = defs;
	def.bodyCount = count;
	lwMeshWorld* world = NULL;
	assert_int_equal(lwCreateMeshWorld(&def, &world).status, lw_ok);
	return world;
}

// What one comparison needs: both worlds, the allowed error as a length, and the tallies.
typedef struct Bench {
	const Twin* twin;
	lwWorld world;
	float size;
	lwVec3 pos;
	double rounding;                // of coordinates, as a length
	int queries, hits, excused;
} Bench;

static double Tolerance(const Bench* b, double distance) {
	return 2e-6 * distance + 4.0 * b->rounding;
}

static bool IsWithinSolid(const lwCastHit* hit) {
	return hit->triangle < 0 && hit->fraction <= 0.0f;
}

static void CheckNormals(const lwCastHit* hit, lwVec3 motion) {
	assert_float_equal(lwLength(hit->normal), 1.0f, 1e-5f);
	assert_float_equal(lwLength(hit->faceNormal), 1.0f, 1e-5f);
	if (IsWithinSolid(hit)) {
		return; // outward, wherever the motion goes
	}
	assert_true(lwDot(hit->faceNormal, motion) <= 1e-5f * lwLength(motion));
	if (hit->fraction > 0.0f) {
		assert_true(lwDot(hit->normal, motion) <= 1e-5f * lwLength(motion));
	}
}

static void RandomMotion(const Bench* b, lwVec3* outOrigin, lwVec3* outMotion) {
	*outOrigin = lwAdd(b->pos, UniformVec(1.2f * b->size));
	*outMotion = UniformVec(Uniform(0.0f, 1.0f) < 0.5f ? 2.0f * b->size : 0.2f * b->size);
	if (Uniform(0.0f, 1.0f) < 0.1f) {
		*outMotion = lwV3(0.0f, -2.0f * b->size, 0.0f);
	}
}

// How far the point is from the triangle or the solid it is said to be on.
static double OffBody(const Twin* twin, const lwCastHit* hit) {
	D3 pos = D3Of(hit->pos);
	if (hit->triangle >= 0) {
		return D3Length(D3Sub(pos, BruteClosest(twin->mesh.v + 3 * (twin->first[hit->body] + hit->triangle), pos)));
	}
	double least = HUGE_VAL;
	for (int i = 0; i < twin->solidCount; ++i) {
		least = fmin(least, fabs(TwinSolidDistance(&twin->solids[i], pos)));
	}
	return least;
}

static void OneRay(Bench* b) {
	lwVec3 origin, motion;
	RandomMotion(b, &origin, &motion);
	D3 o = D3Of(origin), m = D3Of(motion);
	double length = D3Length(m);
	lwCastHit hit = lwWorld_Ray(&b->world, origin, motion, lw_channelAll);
	double twin = TwinRay(b->twin, o, m, 0.0);
	double ours = hit.hit ? (double)hit.fraction : HUGE_VAL;
	b->queries += 1;
	bool same = hit.hit ? fabs(ours - twin) * length <= Tolerance(b, ours * length) : !(twin < HUGE_VAL);
	if (!same) {
		// Within rounding of a border: the answer must lie between those of grown and shrunk triangles.
		double grow = 8.0 * b->rounding;
		double first = TwinRay(b->twin, o, m, grow), last = TwinRay(b->twin, o, m, -grow);
		bool between = (ours * length >= first * length - Tolerance(b, length)) &&
					   (!hit.hit || !(last < HUGE_VAL) || ours * length <= last * length + Tolerance(b, length)) &&
					   (hit.hit || !(last < HUGE_VAL));
		if (!between) {
			print_error("ray from (%.9g %.9g %.9g) along (%.9g %.9g %.9g): %.9g, twin %.9g (%.9g..%.9g)\n", (double)origin.x,
						(double)origin.y, (double)origin.z, (double)motion.x, (double)motion.y, (double)motion.z, ours, twin,
						first, last);
		}
		assert_true(between);
		b->excused += 1;
		return;
	}
	if (hit.hit) {
		b->hits += 1;
		CheckNormals(&hit, motion);
		D3 at = D3Add(o, m, ours);
		if (IsWithinSolid(&hit)) {
			assert_true(fabs(D3Length(D3Sub(D3Of(hit.pos), o)) + TwinDistance(b->twin, o)) <= Tolerance(b, length));
			return;
		}
		assert_true(D3Length(D3Sub(D3Of(hit.pos), at)) <= Tolerance(b, length));
		assert_true(OffBody(b->twin, &hit) <= Tolerance(b, length));
	}
}

static void OneSweep(Bench* b, float radius) {
	lwVec3 origin, motion;
	RandomMotion(b, &origin, &motion);
	D3 o = D3Of(origin), m = D3Of(motion);
	double length = D3Length(m);
	double r = (double)radius;
	lwCastHit hit = lwWorld_Sweep(&b->world, origin, motion, radius, lw_channelAll);
	double twin = TwinSweep(b->twin, o, m, r);
	double ours = hit.hit ? (double)hit.fraction : HUGE_VAL;
	b->queries += 1;
	bool same = hit.hit ? fabs(ours - twin) * length <= Tolerance(b, ours * length) : !(twin < HUGE_VAL);
	if (!same) {
		// A graze: slightly larger and smaller spheres must enclose the answer.
		double first = TwinSweep(b->twin, o, m, r + 8.0 * b->rounding);
		double last = r > 8.0 * b->rounding ? TwinSweep(b->twin, o, m, r - 8.0 * b->rounding) : HUGE_VAL;
		bool between = (ours * length >= first * length - Tolerance(b, length)) &&
					   (!(last < HUGE_VAL) || ours * length <= last * length + Tolerance(b, length));
		if (!between) {
			print_error("sweep %.9g from (%.9g %.9g %.9g) along (%.9g %.9g %.9g): %.9g, twin %.9g (%.9g..%.9g)\n", r,
						(double)origin.x, (double)origin.y, (double)origin.z, (double)motion.x, (double)motion.y,
						(double)motion.z, ours, twin, first, last);
		}
		assert_true(between);
		b->excused += 1;
		return;
	}
	if (hit.hit) {
		b->hits += 1;
		CheckNormals(&hit, motion);
		D3 centre = D3Add(o, m, ours);
		double distance = D3Length(D3Sub(centre, D3Of(hit.pos)));
		assert_true(OffBody(b->twin, &hit) <= Tolerance(b, length + r));
		if (hit.back && IsWithinSolid(&hit)) {
			distance = -distance;
		}
		if (ours > 0.0) {
			assert_true(fabs(distance - r) <= Tolerance(b, r + length));
		} else {
			double least = TwinDistance(b->twin, o);
			assert_true(fabs(distance - least) <= Tolerance(b, r));
		}
		D3 back = D3Add(D3Of(hit.pos), D3Of(hit.normal), distance);
		assert_true(D3Length(D3Sub(back, centre)) <= 1e-3 * r + 8.0 * b->rounding);
	}
}

static void OneClosest(Bench* b) {
	lwVec3 point = lwAdd(b->pos, UniformVec(1.5f * b->size));
	float most = Uniform(0.01f, 0.5f) * b->size;
	lwCastHit hit = lwWorld_Closest(&b->world, point, most, lw_channelAll);
	double least = TwinDistance(b->twin, D3Of(point)), twin = fmax(least, 0.0);
	b->queries += 1;
	if (fabs(twin - (double)most) <= Tolerance(b, twin)) {
		b->excused += 1;
		return;
	}
	assert_int_equal(hit.hit, twin < (double)most);
	if (hit.hit) {
		b->hits += 1;
		double distance = D3Length(D3Sub(D3Of(hit.pos), D3Of(point)));
		assert_true(fabs(distance - fabs(least)) <= Tolerance(b, fabs(least)));
		assert_true(OffBody(b->twin, &hit) <= Tolerance(b, fabs(least)));
		distance = least < 0.0 ? -distance : distance;
		assert_true(fabs((double)hit.fraction * (double)most - twin) <= Tolerance(b, twin));
		assert_float_equal(lwLength(hit.normal), 1.0f, 1e-5f);
		D3 back = D3Add(D3Of(hit.pos), D3Of(hit.normal), distance);
		assert_true(D3Length(D3Sub(back, D3Of(point))) <= Tolerance(b, fabs(least)));
	}
}

// What a world's casts give one by one, all at once gives too, to the bit.
static void CheckBatch(const Bench* b, int count) {
	enum { most = 50 };
	lwCastQuery queries[most];
	lwCastHit together[most];
	memset(queries, 0, sizeof(queries));
	memset(together, 0, sizeof(together));
	count = count < most ? count : most;
	for (int i = 0; i < count; ++i) {
		RandomMotion(b, &queries[i].origin, &queries[i].motion);
		queries[i].radius = i % 3 == 0 ? 0.0f : Uniform(0.0f, 0.2f) * b->size;
		queries[i].motion = i % 17 == 0 ? lwV3(0.0f, 0.0f, 0.0f) : queries[i].motion;
		queries[i].channels = lw_channelAll;
	}
	b->world.cast(b->world.user, queries, count, together);
	for (int i = 0; i < count; ++i) {
		lwCastHit alone;
		memset(&alone, 0, sizeof(alone));
		b->world.cast(b->world.user, &queries[i], 1, &alone);
		assert_int_equal(alone.hit, together[i].hit);
		assert_int_equal(alone.body, together[i].body);
		assert_int_equal(alone.triangle, together[i].triangle);
		assert_memory_equal(&alone.fraction, &together[i].fraction, sizeof(float) * 10);
	}
}

// Random queries about pos, within about size.
static void CompareWorlds(const char* name, const Twin* twin, lwMeshWorld* world, float size, lwVec3 pos, int rounds) {
	double far = 2.5 * (double)size + (double)lwMaxF(lwMaxF(lwAbsF(pos.x), lwAbsF(pos.y)), lwAbsF(pos.z));
	Bench rays = { .twin = twin, .world = lwMeshWorld_World(world), .size = size, .pos = pos, .rounding = 6e-7 * far };
	Bench sweeps = rays;
	Bench closest = rays;
	for (int i = 0; i < rounds; ++i) {
		OneRay(&rays);
		OneRay(&rays);
		OneSweep(&sweeps, (i & 1) ? 0.01f * size : Uniform(0.0001f, 0.3f) * size);
		OneClosest(&closest);
		if (i % 200 == 0) {
			CheckBatch(&rays, 1 + i / 200 % 50);
		}
	}
	print_message("%-22s seed %u: rays %d (%d hit, %d at borders), sweeps %d (%d, %d), closest %d (%d, %d)\n", name, s_seed,
				  rays.queries, rays.hits, rays.excused, sweeps.queries, sweeps.hits, sweeps.excused, closest.queries,
				  closest.hits, closest.excused);
	assert_true(rays.hits > rounds / 10 && sweeps.hits > rounds / 10 && closest.hits > rounds / 10);
	assert_true(rays.excused * 500 <= rays.queries);
	assert_true(sweeps.excused * 500 <= sweeps.queries);
	assert_true(closest.excused * 200 <= closest.queries);
}

static void Compare(const char* name, const Shape* shape, float size, lwVec3 pos, lwQuat rot, int rounds) {
	s_random = SEED;
	lwMeshBodyDef body = lwDefaultMeshBodyDef();
	body.vertices = shape->v;
	body.vertexCount = shape->vertexCount;
	body.indices = shape->index;
	body.triangleCount = shape->indexCount / 3;
	body.pos = pos;
	body.rot = rot;
	Twin twin = MakeTwin(&body, 1);
	lwMeshWorld* world = CreateWorld(&body, 1);
	CompareWorlds(name, &twin, world, size, pos, rounds);
	lwDestroyMeshWorld(world);
	FreeTwin(&twin);
}

static const lwVec3 s_zero = { 0.0f, 0.0f, 0.0f };
static Shape s_shape;

// ---- A world of everything -----------------------------------------------------------------------------------

#define SAMPLES 9
#define BODIES 20

static lwQuat RandomTurn(void) {
	lwVec3 axis = lwNormalizeOr(UniformVec(1.0f), lwV3(0.0f, 1.0f, 0.0f));
	return lwQuatAxisAngle(axis, Uniform(-3.0f, 3.0f));
}

// Soup, heightfield with holes, instances of both, boxes, balls, capsules, two planes; sizes about scale.
static void MakeMixed(lwMeshBodyDef defs[BODIES], float heights[SAMPLES * SAMPLES], float scale) {
	MakeSoup(&s_shape, 0.8f * scale, 40);
	for (int i = 0; i < SAMPLES * SAMPLES; ++i) {
		heights[i] = i % 23 == 5 ? NAN : Uniform(-0.15f, 0.15f) * scale;
	}
	for (int i = 0; i < BODIES; ++i) {
		lwMeshBodyDef* d = &defs[i];
		*d = lwDefaultMeshBodyDef();
		d->pos = UniformVec(2.0f * scale);
		d->rot = RandomTurn();
		d->vertices = s_shape.v, d->vertexCount = s_shape.vertexCount;
		d->indices = s_shape.index, d->triangleCount = s_shape.indexCount / 3;
		d->heights = heights, d->samplesX = d->samplesZ = SAMPLES, d->cellX = 0.2f * scale, d->cellZ = 0.25f * scale;
		d->halfExtents = lwV3(Uniform(0.05f, 0.4f) * scale, Uniform(0.05f, 0.4f) * scale, Uniform(0.05f, 0.4f) * scale);
		d->radius = Uniform(0.05f, 0.3f) * scale;
		d->halfHeight = Uniform(0.0f, 0.5f) * scale;
		d->instanceOf = i % 2;
		static const lwShapeKind kinds[10] = { lw_shapeMesh,   lw_shapeHeightfield, lw_shapeInstance, lw_shapeInstance, lw_shapeBox,
											   lw_shapeSphere, lw_shapeCapsule,     lw_shapeInstance, lw_shapeBox,      lw_shapeInstance };
		d->shape = i < 10 ? kinds[i] : kinds[2 + i % 8];
		if (i == 10 || i == 11) {
			d->shape = lw_shapePlane;
			d->pos = lwV3(0.0f, (i == 10 ? -2.4f : 2.4f) * scale, 0.0f);
			d->rot = i == 10 ? lwQuatIdentity() : lwQuatAxisAngle(lwV3(1.0f, 0.0f, 0.0f), 3.0f);
		}
	}
}

// Placed anew `moves` times; far is where all of it stands.
static void CompareMixed(const char* name, float scale, lwVec3 far, int moves, int rounds) {
	lwMeshBodyDef defs[BODIES];
	float heights[SAMPLES * SAMPLES];
	s_random = s_seed;
	MakeMixed(defs, heights, scale);
	lwMeshWorld* world = CreateWorld(defs, BODIES);
	for (int k = 0; k < moves; ++k) {
		for (int i = 0; i < BODIES; ++i) {
			if (k > 0 && defs[i].shape != lw_shapePlane) {
				defs[i].pos = UniformVec(2.0f * scale);
				defs[i].rot = RandomTurn();
			}
			lwBodyState state = { .pos = lwAdd(defs[i].pos, k == 0 ? far : s_zero), .rot = defs[i].rot };
			defs[i].pos = state.pos;
			if (k > 0 && defs[i].shape != lw_shapePlane) {
				state.pos = defs[i].pos = lwAdd(defs[i].pos, far);
			}
			lwMeshWorld_SetBody(world, i, &state);
		}
		Twin twin = MakeTwin(defs, BODIES);
		CompareWorlds(name, &twin, world, 2.0f * scale, far, rounds);
		FreeTwin(&twin);
	}
	lwDestroyMeshWorld(world);
}

#endif
