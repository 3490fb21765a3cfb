// SPDX-License-Identifier: MIT
// Sample terrains: definitions, winding, closedness, level start, extents.
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "legwork/sample.h"

static lwScene* Make(lwSampleTerrainDef def) {
	lwScene* scene = NULL;
	lwResult result = lwMakeSampleTerrain(&def, &scene);
	if (result.status != lw_ok) {
		fail_msg("%s", result.message);
	}
	return scene;
}

static lwSampleTerrainDef DefOf(int kind) {
	lwSampleTerrainDef def = lwDefaultSampleTerrainDef();
	def.kind = (lwSampleTerrainKind)kind;
	return def;
}

static void Test_InvalidDefs(void** state) {
	(void)state;
	lwSampleTerrainDef good = lwDefaultSampleTerrainDef();
	lwSampleTerrainDef bad[24];
	int count = 0;
	for (int i = 0; i < 24; i++) {
		bad[i] = good;
	}
	bad[count++].cookie = 1;
	bad[count++].kind = lw_sampleTerrainCount;
	bad[count++].kind = (lwSampleTerrainKind)-1;
	bad[count++].scale = 0.0f;
	bad[count++].scale = NAN;
	bad[count++].scale = INFINITY;
	bad[count++].slopeDeg = 61.0f;
	bad[count++].slopeDeg = NAN;
	bad[count++].stepRise = 0.0f;
	bad[count++].stepRise = 2.0f;
	bad[count++].stepRun = 0.0f;
	bad[count++].stepCount = 0;
	bad[count++].stepCount = 65;
	bad[count++].amplitude = -0.1f;
	bad[count++].amplitude = 1.5f;
	bad[count++].length = 1.0f;
	bad[count++].length = 1e9f;
	bad[count++].halfWidth = 0.0f;
	bad[count++].radius = 1.0f;
	bad[count++].radius = NAN;
	assert_true(count > 0);
	for (int i = 0; i < count; i++) {
		lwScene* scene = (lwScene*)&good;
		lwResult result = lwMakeSampleTerrain(&bad[i], &scene);
		assert_int_equal(result.status, lw_errorArgument);
		assert_non_null(strstr(result.message, "terrain: "));
		assert_null(scene);
	}
	lwScene* scene = NULL;
	assert_int_equal(lwMakeSampleTerrain(NULL, &scene).status, lw_errorArgument);
}

static void Test_Names(void** state) {
	(void)state;
	for (int i = 0; i < lw_sampleTerrainCount; i++) {
		assert_int_equal(lwSampleTerrain_FromName(lwSampleTerrain_Name(i)), i);
	}
	assert_null(lwSampleTerrain_Name(lw_sampleTerrainCount));
	assert_int_equal(lwSampleTerrain_FromName("sea"), -1);
}

static void Corners(const lwScenePrimitive* primitive, int i, lwVec3 out[3]) {
	for (int k = 0; k < 3; k++) {
		assert_true(primitive->indices[i + k] < (uint32_t)primitive->vertexCount);
		out[k] = primitive->positions[primitive->indices[i + k]];
	}
}

// Six times the signed volume: positive for closed surfaces that look outwards.
static float Volume(const lwScenePrimitive* primitive) {
	float volume = 0.0f;
	for (int i = 0; i < primitive->indexCount; i += 3) {
		lwVec3 p[3];
		Corners(primitive, i, p);
		volume += lwDot(p[0], lwCross(p[1], p[2]));
	}
	return volume;
}

// No degenerate triangle, faces and normals agree. Returns the length of the sum of all area vectors over the area.
static float CheckTriangles(const lwScenePrimitive* primitive, float scale) {
	lwVec3 total = lwV3(0.0f, 0.0f, 0.0f);
	float area = 0.0f;
	for (int i = 0; i < primitive->indexCount; i += 3) {
		lwVec3 p[3];
		Corners(primitive, i, p);
		lwVec3 face = lwCross(lwSub(p[1], p[0]), lwSub(p[2], p[0]));
		assert_true(lwLength(face) > 1e-5f * scale * scale);
		for (int k = 0; k < 3; k++) {
			lwVec3 normal = primitive->normals[primitive->indices[i + k]];
			assert_true(fabsf(lwLength(normal) - 1.0f) < 1e-4f);
			assert_true(lwDot(face, normal) > 0.0f);
		}
		total = lwAdd(total, face);
		area += lwLength(face);
	}
	return lwLength(total) / area;
}

// Highest surface below (x, top, z) that looks up, by brute force; -1e9 when there is none.
static float HeightAt(const lwScene* scene, float x, float z, float top) {
	float best = -1e9f;
	for (int m = 0; m < scene->meshes[0].primitiveCount; m++) {
		const lwScenePrimitive* primitive = &scene->meshes[0].primitives[m];
		for (int i = 0; i < primitive->indexCount; i += 3) {
			lwVec3 p[3];
			Corners(primitive, i, p);
			float area = (p[1].z - p[0].z) * (p[2].x - p[0].x) - (p[1].x - p[0].x) * (p[2].z - p[0].z);
			if (area <= 1e-12f) {
				continue;
			}
			float u = ((z - p[0].z) * (p[2].x - p[0].x) - (x - p[0].x) * (p[2].z - p[0].z)) / area;
			float v = ((p[1].z - p[0].z) * (x - p[0].x) - (p[1].x - p[0].x) * (z - p[0].z)) / area;
			if (u < -1e-5f || v < -1e-5f || u + v > 1.00001f) {
				continue;
			}
			float y = p[0].y + u * (p[1].y - p[0].y) + v * (p[2].y - p[0].y);
			best = y < top && y > best ? y : best;
		}
	}
	return best;
}

static void CheckTerrain(lwSampleTerrainDef def) {
	lwScene* scene = Make(def);
	int triangles = 0;
	for (int m = 0; m < scene->meshes[0].primitiveCount; m++) {
		const lwScenePrimitive* primitive = &scene->meshes[0].primitives[m];
		bool closed = def.kind == lw_sampleCave || def.kind == lw_samplePlanet || m == 1;
		float open = CheckTriangles(primitive, def.scale);
		assert_true(closed ? open < 1e-4f : open > 0.3f);
		if (closed) {
			assert_true(def.kind == lw_sampleCave ? Volume(primitive) < 0.0f : Volume(primitive) > 0.0f);
		}
		triangles += primitive->indexCount / 3;
	}
	float origin = HeightAt(scene, 0.0f, 0.0f, def.scale);
	print_message("%s scale %g seed %u: %d triangles, height at the origin %g\n", lwSampleTerrain_Name((int)def.kind), (double)def.scale, def.seed,
		triangles, (double)origin);
	assert_true(triangles <= 40000);
	assert_true(fabsf(origin) < 1e-5f * def.scale);
	lwDestroyScene(scene);
}

static void Test_All(void** state) {
	(void)state;
	for (int kind = 0; kind < lw_sampleTerrainCount; kind++) {
		CheckTerrain(DefOf(kind));
		lwSampleTerrainDef other = DefOf(kind);
		other.scale = 0.37f;
		other.seed = 9;
		other.slopeDeg = -30.0f;
		other.stepRise = -0.35f;
		other.amplitude = 0.6f;
		CheckTerrain(other);
	}
}

// The walk that demos do: 12 ahead, 6 to both sides, level start.
static void Test_Extents(void** state) {
	(void)state;
	static const struct {
		int kind;
		float levelRadius, lowest, highest;
	} rows[] = {
		{ lw_sampleFlat, 2.0f, 0.0f, 0.0f },
		{ lw_sampleSlope, 1.9f, 0.0f, 4.4f },
		{ lw_sampleStairs, 1.9f, 0.0f, 1.81f },
		{ lw_sampleHills, 0.6f, -0.25f, 0.25f },
		{ lw_sampleRubble, 0.9f, 0.0f, 0.25f },
		{ lw_sampleSteps, 1.9f, -0.4f, 0.8f },
	};
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		lwScene* scene = Make(DefOf(rows[i].kind));
		float least = 1e9f, most = -1e9f;
		for (int zi = -4; zi <= 12; zi++) {
			for (int xi = -6; xi <= 6; xi += 2) {
				float x = (float)xi * 0.99f + 0.013f, z = (float)zi * 0.99f + 0.017f;
				float y = HeightAt(scene, x, z, 100.0f);
				assert_true(y >= rows[i].lowest - 1e-4f && y <= rows[i].highest + 1e-4f);
				least = lwMinF(least, y);
				most = lwMaxF(most, y);
			}
		}
		assert_true(rows[i].highest == 0.0f || most > 0.1f * rows[i].highest);
		for (int k = 0; k < 16; k++) {
			float angle = (float)k * 0.3927f, r = rows[i].levelRadius;
			assert_true(fabsf(HeightAt(scene, r * sinf(angle), r * cosf(angle), 100.0f)) < 1e-4f);
		}
		print_message("%s: height %g to %g\n", lwSampleTerrain_Name(rows[i].kind), (double)least, (double)most);
		lwDestroyScene(scene);
	}
}

static void Test_StairsAndSlope(void** state) {
	(void)state;
	lwSampleTerrainDef def = DefOf(lw_sampleStairs);
	lwScene* scene = Make(def);
	for (int i = 0; i < def.stepCount; i++) {
		float z = 2.0f + ((float)i + 0.5f) * def.stepRun;
		assert_true(fabsf(HeightAt(scene, 0.1f, z, 100.0f) - (float)(i + 1) * def.stepRise) < 1e-4f);
	}
	lwDestroyScene(scene);
	scene = Make(DefOf(lw_sampleSlope));
	float rise = HeightAt(scene, 0.1f, 10.0f, 100.0f) - HeightAt(scene, 0.1f, 9.0f, 100.0f);
	assert_true(fabsf(atanf(rise) * 57.29578f - 20.0f) < 0.01f);
	lwDestroyScene(scene);
}

typedef struct Edges {
	int count, up, down, uneven;
	float z[64], lowest, highest;
} Edges;

// Edges along two lines beside the middle: where either height changes.
static Edges FindEdges(const lwScene* scene, float length) {
	Edges edges = { .lowest = 1e9f };
	float last[2] = { 0.0f, 0.0f };
	for (float z = 0.0025f; z < length; z += 0.005f) {
		float y[2] = { HeightAt(scene, 0.3f, z, 100.0f), HeightAt(scene, -0.3f, z, 100.0f) };
		float rise = fmaxf(fabsf(y[0] - last[0]), fabsf(y[1] - last[1]));
		edges.uneven += fabsf(y[0] - y[1]) > 0.04f;
		if (rise > 1e-4f) {
			assert_true(edges.count < 64);
			edges.z[edges.count++] = z;
			edges.up += y[0] > last[0] || y[1] > last[1];
			edges.down += y[0] < last[0] || y[1] < last[1];
			edges.lowest = fminf(edges.lowest, rise);
			edges.highest = fmaxf(edges.highest, rise);
		}
		memcpy(last, y, sizeof last);
	}
	return edges;
}

static void Test_Steps(void** state) {
	(void)state;
	float firstEdges[5] = { 0 };
	for (uint32_t seed = 1; seed <= 5; seed++) {
		lwSampleTerrainDef def = DefOf(lw_sampleSteps);
		def.seed = seed;
		def.length = 36.0f;
		def.stepRise = seed == 5 ? 0.9f : 0.1f + 0.05f * (float)seed;
		float most = seed == 5 ? 0.35f : def.stepRise;
		lwScene* scene = Make(def);
		Edges edges = FindEdges(scene, def.length);
		print_message("steps, seed %u: %d edges, %d up, %d down, %.3f to %.3f high, one side higher for %.1f\n", seed, edges.count, edges.up,
			edges.down, (double)edges.lowest, (double)edges.highest, (double)edges.uneven * 0.005);
		assert_true(edges.lowest >= 0.0499f && edges.highest <= most + 1e-4f && edges.highest > 0.6f * most);
		assert_true(edges.up >= 5 && edges.down >= 5 && edges.uneven > 200);
		assert_true(edges.z[0] >= 2.0f && edges.z[0] < 2.01f);
		for (int i = 1; i < edges.count; i++) {
			float depth = edges.z[i] - edges.z[i - 1];
			assert_true(depth > 0.69f && depth < 1.61f);
		}
		firstEdges[seed - 1] = edges.z[1];
		for (uint32_t other = 0; other + 1 < seed; other++) {
			assert_true(firstEdges[other] != firstEdges[seed - 1]);
		}
		lwDestroyScene(scene);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(Test_InvalidDefs),
		cmocka_unit_test(Test_Names),
		cmocka_unit_test(Test_All),
		cmocka_unit_test(Test_Extents),
		cmocka_unit_test(Test_StairsAndSlope),
		cmocka_unit_test(Test_Steps),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
