// SPDX-License-Identifier: MIT
// Hand-made worlds of quads for tests.
#ifndef LEGWORK_TESTS_PLACE_MESH_H
#define LEGWORK_TESTS_PLACE_MESH_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "legwork/world.h"

#define MESH_MAX 4096

typedef struct Mesh {
	lwVec3 vertices[MESH_MAX];
	uint32_t indices[2 * MESH_MAX];
	int vertexCount, indexCount;
} Mesh;

// Corners counter-clockwise seen from the front.
static inline void Mesh_Quad(Mesh* m, lwVec3 a, lwVec3 b, lwVec3 c, lwVec3 d) {
	assert_true(m->vertexCount + 4 <= MESH_MAX);
	uint32_t at = (uint32_t)m->vertexCount;
	const lwVec3 corners[4] = { a, b, c, d };
	const uint32_t order[6] = { 0, 1, 2, 0, 2, 3 };
	for (int i = 0; i < 4; ++i) {
		m->vertices[m->vertexCount++] = corners[i];
	}
	for (int i = 0; i < 6; ++i) {
		m->indices[m->indexCount++] = at + order[i];
	}
}

// A closed prism: a convex or concave outline in x, y (counter-clockwise), z from -half to half; without its ends.
static inline void Mesh_Prism(Mesh* m, const float (*outline)[2], int count, float half) {
	for (int i = 0; i < count; ++i) {
		const float *a = outline[i], *b = outline[(i + 1) % count];
		Mesh_Quad(m, lwV3(a[0], a[1], -half), lwV3(b[0], b[1], -half), lwV3(b[0], b[1], half), lwV3(a[0], a[1], half));
	}
}

static inline void Mesh_Box(Mesh* m, lwVec3 lo, lwVec3 hi) {
	const float side[4][2] = { { lo.x, lo.y }, { lo.x, hi.y }, { hi.x, hi.y }, { hi.x, lo.y } };
	for (int i = 0; i < 4; ++i) {
		const float *a = side[i], *b = side[(i + 1) % 4];
		Mesh_Quad(m, lwV3(a[0], a[1], lo.z), lwV3(a[0], a[1], hi.z), lwV3(b[0], b[1], hi.z), lwV3(b[0], b[1], lo.z));
	}
	Mesh_Quad(m, lwV3(lo.x, lo.y, lo.z), lwV3(lo.x, hi.y, lo.z), lwV3(hi.x, hi.y, lo.z), lwV3(hi.x, lo.y, lo.z));
	Mesh_Quad(m, lwV3(lo.x, lo.y, hi.z), lwV3(hi.x, lo.y, hi.z), lwV3(hi.x, hi.y, hi.z), lwV3(lo.x, hi.y, hi.z));
}

static inline void Mesh_Sphere(Mesh* m, lwVec3 centre, float radius, int rings) {
	for (int i = 0; i < rings; ++i) {
		for (int k = 0; k < 2 * rings; ++k) {
			lwVec3 p[4];
			for (int j = 0; j < 4; ++j) {
				float a = LW_PI * (float)(i + (j == 1 || j == 2)) / (float)rings, b = LW_PI * (float)(k + (j >= 2)) / (float)rings;
				p[j] = lwMulAdd(centre, lwV3(lwSin(a) * lwCos(b), lwCos(a), lwSin(a) * lwSin(b)), radius);
			}
			Mesh_Quad(m, p[3], p[2], p[1], p[0]);
		}
	}
}

static inline lwMeshBodyDef Mesh_Body(const Mesh* m) {
	lwMeshBodyDef body = lwDefaultMeshBodyDef();
	body.vertices = m->vertices;
	body.vertexCount = m->vertexCount;
	body.indices = m->indices;
	body.triangleCount = m->indexCount / 3;
	return body;
}

static inline lwMeshWorld* Bodies_World(const lwMeshBodyDef* bodies, int count) {
	lwMeshWorldDef def = lwDefaultMeshWorldDef();
	def.bodies = bodies;
	def.bodyCount = count;
	lwMeshWorld* world = NULL;
	assert_int_equal(lwCreateMeshWorld(&def, &world).status, lw_ok);
	return world;
}

static inline lwMeshWorld* Mesh_World(const Mesh* m) {
	lwMeshBodyDef body = Mesh_Body(m);
	return Bodies_World(&body, 1);
}

#endif
