// SPDX-License-Identifier: MIT
// Random queries on ugly meshes against the slow twin: the same hits at the same distances.
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

static void MakeBox(Shape* s, float size) {
	memset(s, 0, sizeof(*s));
	for (int i = 0; i < 8; ++i) {
		s->v[i] = lwV3((i & 1) ? size : -size, (i & 2) ? size : -size, (i & 4) ? size : -size);
	}
	static const uint32_t faces[36] = { 0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
										2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5 };
	memcpy(s->index, faces, sizeof(faces));
	s->vertexCount = 8;
	s->indexCount = 36;
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

static Mesh MakeMesh(const Shape* s, lwVec3 pos, lwQuat rot) {
	Mesh mesh = { .triangleCount = s->indexCount / 3 };
	size_t n = (size_t)mesh.triangleCount;
	mesh.v = malloc(3 * n * sizeof(D3));
	mesh.sphere = malloc(n * sizeof(D3));
	mesh.sphereRadius = malloc(n * sizeof(double));
	for (int i = 0; i < s->indexCount; ++i) {
		mesh.v[i] = D3Add(TurnD(rot, D3Of(s->v[s->index[i]])), D3Of(pos), 1.0);
	}
	for (int i = 0; i < mesh.triangleCount; ++i) {
		const D3* t = mesh.v + 3 * i;
		D3 c = D3Add(D3Add(D3Add((D3){ 0 }, t[0], 1.0 / 3.0), t[1], 1.0 / 3.0), t[2], 1.0 / 3.0);
		mesh.sphere[i] = c;
		mesh.sphereRadius[i] = fmax(D3Length(D3Sub(t[0], c)), fmax(D3Length(D3Sub(t[1], c)), D3Length(D3Sub(t[2], c))));
	}
	return mesh;
}

static void FreeMesh(Mesh* mesh) {
	free(mesh->v);
	free(mesh->sphere);
	free(mesh->sphereRadius);
}

static lwMeshWorld* CreateWorld(const Shape* s, lwVec3 pos, lwQuat rot) {
	lwMeshBodyDef body = lwDefaultMeshBodyDef();
	body.vertices = s->v;
	body.vertexCount = s->vertexCount;
	body.indices = s->index;
	body.triangleCount = s->indexCount / 3;
	body.pos = pos;
	body.rot = rot;
	lwMeshWorldDef def = lwDefaultMeshWorldDef();
	def.bodies = &body;
	def.bodyCount = 1;
	lwMeshWorld* world = NULL;
	assert_int_equal(lwCreateMeshWorld(&def, &world).status, lw_ok);
	return world;
}

// What one comparison needs: both worlds, the allowed error as a length, and the tallies.
typedef struct Bench {
	const Mesh* mesh;
	lwWorld world;
	float size;
	lwVec3 pos;
	double rounding;                // of coordinates, as a length
	int queries, hits, excused;
} Bench;

static double Tolerance(const Bench* b, double distance) {
	return 1e-4 * distance + 4.0 * b->rounding;
}

static void CheckNormals(const lwCastHit* hit, lwVec3 motion) {
	assert_float_equal(lwLength(hit->normal), 1.0f, 1e-5f);
	assert_float_equal(lwLength(hit->faceNormal), 1.0f, 1e-5f);
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

static void OneRay(Bench* b) {
	lwVec3 origin, motion;
	RandomMotion(b, &origin, &motion);
	D3 o = D3Of(origin), m = D3Of(motion);
	double length = D3Length(m);
	lwCastHit hit = lwWorld_Ray(&b->world, origin, motion, lw_channelAll);
	double twin = BruteRay(b->mesh, o, m, 0.0);
	double ours = hit.hit ? (double)hit.fraction : HUGE_VAL;
	b->queries += 1;
	bool same = hit.hit ? fabs(ours - twin) * length <= Tolerance(b, ours * length) : !(twin < HUGE_VAL);
	if (!same) {
		// Within rounding of a border: the answer must lie between those of grown and shrunk triangles.
		double grow = 8.0 * b->rounding;
		double first = BruteRay(b->mesh, o, m, grow), last = BruteRay(b->mesh, o, m, -grow);
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
		assert_true(D3Length(D3Sub(D3Of(hit.pos), at)) <= Tolerance(b, length));
		D3 near = BruteClosest(b->mesh->v + 3 * hit.triangle, D3Of(hit.pos));
		assert_true(D3Length(D3Sub(D3Of(hit.pos), near)) <= Tolerance(b, length));
	}
}

static void OneSweep(Bench* b, float radius) {
	lwVec3 origin, motion;
	RandomMotion(b, &origin, &motion);
	D3 o = D3Of(origin), m = D3Of(motion);
	double length = D3Length(m);
	double r = (double)radius;
	lwCastHit hit = lwWorld_Sweep(&b->world, origin, motion, radius, lw_channelAll);
	double twin = BruteSweep(b->mesh, o, m, r);
	double ours = hit.hit ? (double)hit.fraction : HUGE_VAL;
	b->queries += 1;
	bool same = hit.hit ? fabs(ours - twin) * length <= Tolerance(b, ours * length) : !(twin < HUGE_VAL);
	if (!same) {
		// A graze: slightly larger and smaller spheres must enclose the answer.
		double first = BruteSweep(b->mesh, o, m, r + 8.0 * b->rounding);
		double last = r > 8.0 * b->rounding ? BruteSweep(b->mesh, o, m, r - 8.0 * b->rounding) : HUGE_VAL;
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
		if (ours > 0.0) {
			assert_true(fabs(distance - r) <= Tolerance(b, r + length));
		} else {
			double least = BruteDistance(b->mesh, o);
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
	double twin = BruteDistance(b->mesh, D3Of(point));
	b->queries += 1;
	if (fabs(twin - (double)most) <= Tolerance(b, twin)) {
		b->excused += 1;
		return;
	}
	assert_int_equal(hit.hit, twin < (double)most);
	if (hit.hit) {
		b->hits += 1;
		double distance = D3Length(D3Sub(D3Of(hit.pos), D3Of(point)));
		assert_true(fabs(distance - twin) <= Tolerance(b, twin));
		assert_true(fabs((double)hit.fraction * (double)most - twin) <= Tolerance(b, twin));
		assert_float_equal(lwLength(hit.normal), 1.0f, 1e-5f);
		D3 back = D3Add(D3Of(hit.pos), D3Of(hit.normal), distance);
		assert_true(D3Length(D3Sub(back, D3Of(point))) <= Tolerance(b, twin));
	}
}

static void Compare(const char* name, const Shape* shape, float size, lwVec3 pos, lwQuat rot, int rounds) {
	s_random = SEED;
	Mesh mesh = MakeMesh(shape, pos, rot);
	lwMeshWorld* world = CreateWorld(shape, pos, rot);
	double far = 2.5 * (double)size + (double)lwMaxF(lwMaxF(lwAbsF(pos.x), lwAbsF(pos.y)), lwAbsF(pos.z));
	Bench rays = { .mesh = &mesh, .world = lwMeshWorld_World(world), .size = size, .pos = pos, .rounding = 6e-7 * far };
	Bench sweeps = rays;
	Bench closest = rays;
	for (int i = 0; i < rounds; ++i) {
		OneRay(&rays);
		OneRay(&rays);
		OneSweep(&sweeps, (i & 1) ? 0.01f * size : Uniform(0.0001f, 0.3f) * size);
		OneClosest(&closest);
	}
	print_message("%-22s seed %u: rays %d (%d hit, %d at borders), sweeps %d (%d, %d), closest %d (%d, %d)\n", name, SEED,
				  rays.queries, rays.hits, rays.excused, sweeps.queries, sweeps.hits, sweeps.excused, closest.queries,
				  closest.hits, closest.excused);
	assert_true(rays.hits > rounds / 10 && sweeps.hits > rounds / 10 && closest.hits > rounds / 10);
	assert_true(rays.excused * 500 <= rays.queries);
	assert_true(sweeps.excused * 500 <= sweeps.queries);
	assert_true(closest.excused * 200 <= closest.queries);
	lwDestroyMeshWorld(world);
	FreeMesh(&mesh);
}

static const lwVec3 s_zero = { 0.0f, 0.0f, 0.0f };
static Shape s_shape;

static void MatchesHeightfield(void** state) {
	(void)state;
	s_random = SEED;
	MakeHeightfield(&s_shape, 2.0f);
	Compare("heightfield", &s_shape, 2.0f, s_zero, lwQuatIdentity(), 8000);
}

static void MatchesBox(void** state) {
	(void)state;
	MakeBox(&s_shape, 1.0f);
	Compare("box", &s_shape, 1.0f, s_zero, lwQuatIdentity(), 8000);
}

static void MatchesSoup(void** state) {
	(void)state;
	s_random = SEED;
	MakeSoup(&s_shape, 1.0f, 200);
	Compare("soup", &s_shape, 1.0f, s_zero, lwQuatIdentity(), 12000);
}

static void MatchesSoupTiny(void** state) {
	(void)state;
	s_random = SEED + 1;
	MakeSoup(&s_shape, 1e-3f, 200);
	Compare("soup, 1e-3", &s_shape, 1e-3f, s_zero, lwQuatIdentity(), 8000);
}

static void MatchesSoupHuge(void** state) {
	(void)state;
	s_random = SEED + 2;
	MakeSoup(&s_shape, 1e4f, 200);
	Compare("soup, 1e4", &s_shape, 1e4f, s_zero, lwQuatIdentity(), 8000);
}

static void MatchesMovedBody(void** state) {
	(void)state;
	s_random = SEED + 3;
	MakeSoup(&s_shape, 1.0f, 200);
	lwQuat rot = lwQuatAxisAngle(lwNormalizeOr(lwV3(1.0f, -2.0f, 0.5f), s_zero), 2.1f);
	Compare("soup, placed", &s_shape, 1.0f, lwV3(3.0f, -7.0f, 12.0f), rot, 8000);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(MatchesHeightfield), cmocka_unit_test(MatchesBox),      cmocka_unit_test(MatchesSoup),
		cmocka_unit_test(MatchesSoupTiny),    cmocka_unit_test(MatchesSoupHuge), cmocka_unit_test(MatchesMovedBody),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
