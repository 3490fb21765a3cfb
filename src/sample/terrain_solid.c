// SPDX-License-Identifier: MIT
// Sample terrains with closed surfaces: rocks, the cave, the planet.
#include "sample/terrain.h"

#define ROCK_DENSITY 0.7f       // rocks in a square of scale
#define ROCK_LIMIT 600
#define CAVE_RADIUS 3.0f
#define CAVE_SPACING 0.3f
#define CAVE_MAX_RINGS 240
#define PLANET_RADIUS 24.0f         // the default path of 12 L ends at 30 degrees, within what is rated
#define PLANET_SUBDIVISIONS 5

// An affine picture of a convex solid is convex.
static void AddRock(SampleMesh* mesh, const SampleMesh* solid, lwMat34 placed) {
	for (int i = 0; i + 2 < solid->indexCount; i += 3) {
		lwVec3 p[3];
		for (int k = 0; k < 3; k++) {
			p[k] = lwMat34Point(placed, solid->positions[solid->indices[i + k]]);
		}
		lwVec3 normal = lwNormalizeOr(lwCross(lwSub(p[1], p[0]), lwSub(p[2], p[0])), lwV3(0.0f, 1.0f, 0.0f));
		uint32_t a = SampleMesh_Vertex(mesh, p[0], normal);
		uint32_t b = SampleMesh_Vertex(mesh, p[1], normal);
		uint32_t c = SampleMesh_Vertex(mesh, p[2], normal);
		SampleMesh_Triangle(mesh, a, b, c);
	}
}

// Half height of the placed solid about its centre.
static float RockHalfHeight(const SampleMesh* solid, lwMat34 placed) {
	float top = 0.0f;
	for (int v = 0; v < solid->vertexCount; v++) {
		top = lwMaxF(top, lwMat34Vector(placed, solid->positions[v]).y);
	}
	return top;
}

static lwMat34 RandomRockShape(SampleRandom* random, float size) {
	lwTransform stretch = lwTransformIdentity(), turn = lwTransformIdentity();
	stretch.scale = lwV3(size * SampleRandom_Range(random, 0.7f, 1.3f), size * SampleRandom_Range(random, 0.5f, 0.8f),
		size * SampleRandom_Range(random, 0.7f, 1.3f));
	lwVec3 tilt = lwV3(SampleRandom_Range(random, -0.35f, 0.35f), SampleRandom_Range(random, -3.1f, 3.1f),
		SampleRandom_Range(random, -0.35f, 0.35f));
	turn.rot = lwQuatExp(tilt);
	return lwMat34Mul(lwMat34FromTransform(turn), lwMat34FromTransform(stretch));
}

void SampleTerrain_Rocks(const lwSampleTerrainDef* def, SampleMesh* mesh) {
	SampleMesh solids[2] = { 0 };
	SampleMesh_Icosphere(&solids[0], 0);
	SampleMesh_Icosphere(&solids[1], 1);
	mesh->failed = solids[0].failed || solids[1].failed;
	SampleRandom random = SampleRandom_Make(def->seed);
	float area = 2.0f * def->halfWidth * (def->halfWidth + def->length);
	int count = (int)lwMinF(ROCK_DENSITY * area, (float)ROCK_LIMIT);
	for (int i = 0; i < count && !mesh->failed && def->amplitude > 0.0f; i++) {
		float size = def->amplitude * SampleRandom_Range(&random, 0.45f, 1.5f);
		const SampleMesh* solid = &solids[SampleRandom_Unit(&random) < 0.5f];
		lwMat34 placed = RandomRockShape(&random, size);
		float top = def->amplitude * SampleRandom_Range(&random, 0.25f, 1.0f);
		float halfHeight = RockHalfHeight(solid, placed);
		float limit = def->halfWidth - 2.0f * size;
		placed.t.x = SampleRandom_Range(&random, -limit, limit);
		placed.t.z = SampleRandom_Range(&random, -limit, def->length - 2.0f * size);
		// Always sunk by a fifth of the height or more, never higher than the amplitude.
		placed.t.y = lwMinF(top, 1.6f * halfHeight) - halfHeight;
		float clear = 1.0f + 2.0f * size;
		if (placed.t.x * placed.t.x + placed.t.z * placed.t.z > clear * clear) {
			AddRock(mesh, solid, placed);
		}
	}
	SampleMesh_Free(&solids[0]);
	SampleMesh_Free(&solids[1]);
}

// Wall of the tunnel in a direction of its axis-centred frame; angle 0 is the floor.
static lwVec3 CavePoint(const lwSampleTerrainDef* def, float radius, float angle, float z, float closing) {
	lwVec3 dir = lwV3(lwSin(angle), -lwCos(angle), 0.0f);
	lwVec3 p = lwMulAdd(lwV3(0.0f, radius, z), dir, radius);
	float fromStart = lwLength(p);
	float noise = 0.65f * SampleNoise3(lwMul(p, 1.0f / 1.9f), def->seed) + 0.35f * SampleNoise3(lwMul(p, 1.0f / 0.9f), def->seed + 1u);
	float bump = def->amplitude * lwSmoothStep(0.75f, 2.5f, fromStart) * noise;
	return lwMulAdd(lwV3(0.0f, radius, z), dir, (radius + bump) * closing);
}

void SampleTerrain_Cave(const lwSampleTerrainDef* def, SampleMesh* mesh) {
	float radius = def->radius > 0.0f ? def->radius : CAVE_RADIUS;
	float total = def->halfWidth + def->length;
	float spacing = lwMaxF(CAVE_SPACING, total / (float)CAVE_MAX_RINGS);
	int columns = (int)lwClampF(2.0f * LW_PI * radius / spacing, 24.0f, 128.0f);
	int behind = (int)(def->halfWidth / spacing) + 1;
	int rings = behind + (int)(def->length / spacing) + 2;
	float first = -(float)behind * spacing, last = (float)(rings - 1 - behind) * spacing;
	for (int r = 0; r < rings; r++) {
		float z = first + (float)r * spacing;
		float edge = lwMinF(lwMinF(z - first, last - z) / (0.6f * radius) + 0.02f, 1.0f);
		float closing = lwSqrt(1.0f - (1.0f - edge) * (1.0f - edge));
		for (int c = 0; c < columns; c++) {
			float angle = 2.0f * LW_PI * (float)c / (float)columns;
			SampleMesh_Vertex(mesh, CavePoint(def, radius, angle, z, closing), lwV3(0.0f, 1.0f, 0.0f));
		}
	}
	uint32_t near = SampleMesh_Vertex(mesh, lwV3(0.0f, radius, first), lwV3(0.0f, 0.0f, 1.0f));
	uint32_t far = SampleMesh_Vertex(mesh, lwV3(0.0f, radius, last), lwV3(0.0f, 0.0f, -1.0f));
	uint32_t width = (uint32_t)columns, lastRing = (uint32_t)(rings - 1) * width;
	for (uint32_t c = 0; c < width; c++) {
		uint32_t next = (c + 1) % width;
		for (uint32_t row = 0; row < lastRing; row += width) {
			uint32_t a = row + c, b = row + next, d = a + width, e = b + width;
			SampleMesh_Triangle(mesh, a, d, e);
			SampleMesh_Triangle(mesh, a, e, b);
		}
		SampleMesh_Triangle(mesh, near, c, next);
		SampleMesh_Triangle(mesh, far, lastRing + next, lastRing + c);
	}
	SampleMesh_SmoothNormals(mesh);
}

void SampleTerrain_Planet(const lwSampleTerrainDef* def, SampleMesh* mesh) {
	float radius = def->radius > 0.0f ? def->radius : PLANET_RADIUS;
	SampleMesh_Icosphere(mesh, PLANET_SUBDIVISIONS);
	for (int v = 0; v < mesh->vertexCount; v++) {
		lwVec3 dir = mesh->positions[v];
		lwVec3 p = lwMul(dir, radius);
		float fromPole = lwDistance(p, lwV3(0.0f, radius, 0.0f));
		float noise = 0.7f * SampleNoise3(lwMul(p, 1.0f / 2.5f), def->seed) + 0.3f * SampleNoise3(lwMul(p, 1.0f / 1.3f), def->seed + 1u);
		float bump = def->amplitude * lwSmoothStep(1.0f, 3.0f, fromPole) * noise;
		mesh->positions[v] = lwMulAdd(lwV3(0.0f, -radius, 0.0f), dir, radius + bump);
	}
	SampleMesh_SmoothNormals(mesh);
}
