// SPDX-License-Identifier: MIT
// Sample terrains: definitions, names, and the open sheets (flat, slope, stairs, hills).
#include "sample/terrain.h"

#include <string.h>

#define START_LENGTH 2.0f       // level ground before slopes and stairs, in scale
#define LANDING_LENGTH 4.0f
#define HILL_SPACING 0.15f      // grid of the height field, in scale
#define HILL_QUADS 20000.0f     // at most about so many

static const char* const kindNames[lw_sampleTerrainCount] = {
	"flat", "slope", "stairs", "hills", "rubble", "cave", "planet", "steps",
};

const char* lwSampleTerrain_Name(int kind) {
	return kind >= 0 && kind < lw_sampleTerrainCount ? kindNames[kind] : NULL;
}

int lwSampleTerrain_FromName(const char* name) {
	for (int i = 0; name != NULL && i < lw_sampleTerrainCount; i++) {
		if (strcmp(name, kindNames[i]) == 0) {
			return i;
		}
	}
	return -1;
}

lwSampleTerrainDef lwDefaultSampleTerrainDef(void) {
	lwSampleTerrainDef def = {
		.cookie = LW_COOKIE,
		.kind = lw_sampleFlat,
		.scale = 1.0f,
		.seed = 1,
		.slopeDeg = 20.0f,
		.stepRise = 0.2f,
		.stepRun = 0.9f,
		.stepCount = 9,
		.amplitude = 0.25f,
		.length = 18.0f,
		.halfWidth = 8.0f,
		.radius = 0.0f,
	};
	return def;
}

static bool InRange(float v, float lo, float hi) {
	return v >= lo && v <= hi; // false for NaN
}

static lwResult CheckDef(const lwSampleTerrainDef* def) {
	if (def == NULL || def->cookie != LW_COOKIE) {
		return lwResult_Fail(lw_errorArgument, "terrain: def: not made by lwDefaultSampleTerrainDef");
	}
	if (lwSampleTerrain_Name((int)def->kind) == NULL) {
		return lwResult_Fail(lw_errorArgument, "terrain: kind: %d is not a terrain", (int)def->kind);
	}
	const struct {
		const char* name;
		float value, lo, hi;
	} ranges[] = {
		{ "scale", def->scale, 1e-6f, 1e6f },
		{ "slopeDeg", def->slopeDeg, -60.0f, 60.0f },
		{ "stepRise", def->stepRise, -1.0f, 1.0f },
		{ "stepRun", def->stepRun, 0.1f, 4.0f },
		{ "stepCount", (float)def->stepCount, 1.0f, 64.0f },
		{ "amplitude", def->amplitude, 0.0f, 1.0f },
		{ "length", def->length, 4.0f, 200.0f },
		{ "halfWidth", def->halfWidth, 2.0f, 100.0f },
		{ "radius", def->radius == 0.0f ? 2.0f : def->radius, 2.0f, 100.0f },
	};
	for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
		if (!InRange(ranges[i].value, ranges[i].lo, ranges[i].hi)) {
			return lwResult_Fail(lw_errorArgument, "terrain: %s: %g is outside [%g, %g]", ranges[i].name,
				(double)ranges[i].value, (double)ranges[i].lo, (double)ranges[i].hi);
		}
	}
	if (def->stepRise == 0.0f) {
		return lwResult_Fail(lw_errorArgument, "terrain: stepRise: must not be 0");
	}
	return lwResult_Ok();
}

// Strip of quads through profile points (z, y), from -halfWidth to halfWidth in x.
static void BuildProfile(const lwSampleTerrainDef* def, const float (*profile)[2], int count, SampleMesh* mesh) {
	float w = def->halfWidth;
	for (int i = 0; i + 1 < count; i++) {
		const float* a = profile[i];
		const float* b = profile[i + 1];
		SampleMesh_Quad(mesh, lwV3(w, a[1], a[0]), lwV3(-w, a[1], a[0]), lwV3(-w, b[1], b[0]), lwV3(w, b[1], b[0]));
	}
}

static void BuildFlat(const lwSampleTerrainDef* def, SampleMesh* mesh) {
	const float profile[2][2] = { { -def->halfWidth, 0.0f }, { def->length, 0.0f } };
	BuildProfile(def, profile, 2, mesh);
}

static void BuildSlope(const lwSampleTerrainDef* def, SampleMesh* mesh) {
	float end = lwMaxF(def->length - LANDING_LENGTH, START_LENGTH + 2.0f);
	float angle = def->slopeDeg * (LW_PI / 180.0f);
	float top = (end - START_LENGTH) * lwSin(angle) / lwCos(angle);
	const float profile[4][2] = {
		{ -def->halfWidth, 0.0f }, { START_LENGTH, 0.0f }, { end, top }, { lwMaxF(def->length, end + LANDING_LENGTH), top },
	};
	BuildProfile(def, profile, 4, mesh);
}

static void BuildStairs(const lwSampleTerrainDef* def, SampleMesh* mesh) {
	float profile[2 * 64 + 2][2] = { { -def->halfWidth, 0.0f } };
	int count = 1;
	for (int i = 0; i < def->stepCount; i++) {
		float z = START_LENGTH + (float)i * def->stepRun;
		for (int k = 0; k < 2; k++) {
			profile[count][0] = z;
			profile[count][1] = (float)(i + k) * def->stepRise;
			count++;
		}
	}
	float end = START_LENGTH + (float)def->stepCount * def->stepRun + LANDING_LENGTH;
	profile[count][0] = lwMaxF(def->length, end);
	profile[count][1] = (float)def->stepCount * def->stepRise;
	BuildProfile(def, (const float (*)[2])profile, count + 1, mesh);
}

// Height bounded by amplitude; 0 near the origin.
static float HillHeight(const lwSampleTerrainDef* def, float x, float z) {
	float broad = SampleNoise3(lwV3(x / 2.6f, 0.5f, z / 2.6f), def->seed);
	float fine = SampleNoise3(lwV3(x / 1.3f, 7.5f, z / 1.3f), def->seed + 1u);
	float n = 2.4f * (0.78f * broad + 0.22f * fine);
	float mask = lwSmoothStep(0.75f, 2.5f, lwSqrt(x * x + z * z));
	return def->amplitude * mask * n / lwSqrt(1.0f + n * n);
}

static lwVec3 HillNormal(const lwSampleTerrainDef* def, float x, float z) {
	const float d = 0.02f;
	float dx = HillHeight(def, x + d, z) - HillHeight(def, x - d, z);
	float dz = HillHeight(def, x, z + d) - HillHeight(def, x, z - d);
	return lwNormalizeOr(lwV3(-dx, 2.0f * d, -dz), lwV3(0.0f, 1.0f, 0.0f));
}

// The grid has a line through x = 0 and z = 0, so that the origin is a vertex.
static void BuildHills(const lwSampleTerrainDef* def, SampleMesh* mesh) {
	float area = 2.0f * def->halfWidth * (def->halfWidth + def->length);
	float spacing = lwMaxF(HILL_SPACING, lwSqrt(area / HILL_QUADS));
	int side = (int)(def->halfWidth / spacing) + 1;
	int ahead = (int)(def->length / spacing) + 1;
	int columns = 2 * side + 1, rows = side + ahead + 1;
	for (int r = 0; r < rows; r++) {
		for (int c = 0; c < columns; c++) {
			float x = (float)(c - side) * spacing, z = (float)(r - side) * spacing;
			SampleMesh_Vertex(mesh, lwV3(x, HillHeight(def, x, z), z), HillNormal(def, x, z));
		}
	}
	for (int r = 0; r + 1 < rows; r++) {
		for (int c = 0; c + 1 < columns; c++) {
			uint32_t a = (uint32_t)(r * columns + c), b = a + 1, d = a + (uint32_t)columns, e = d + 1;
			SampleMesh_Triangle(mesh, a, d, e);
			SampleMesh_Triangle(mesh, a, e, b);
		}
	}
}

static void Build(const lwSampleTerrainDef* def, SampleMesh* mesh, SampleMesh* second) {
	switch (def->kind) {
	case lw_sampleSlope:
		BuildSlope(def, mesh);
		break;
	case lw_sampleStairs:
		BuildStairs(def, mesh);
		break;
	case lw_sampleHills:
		BuildHills(def, mesh);
		break;
	case lw_sampleRubble:
		BuildFlat(def, mesh);
		SampleTerrain_Rocks(def, second);
		break;
	case lw_sampleCave:
		SampleTerrain_Cave(def, mesh);
		break;
	case lw_samplePlanet:
		SampleTerrain_Planet(def, mesh);
		break;
	case lw_sampleSteps:
		SampleTerrain_Steps(def, mesh, second);
		break;
	default:
		BuildFlat(def, mesh);
		break;
	}
}

static void ScaleMesh(SampleMesh* mesh, float scale) {
	for (int v = 0; v < mesh->vertexCount; v++) {
		mesh->positions[v] = lwMul(mesh->positions[v], scale);
	}
}

static lwVec3 GroundColor(lwSampleTerrainKind kind) {
	switch (kind) {
	case lw_sampleHills:
	case lw_sampleSlope:
		return lwV3(0.22f, 0.33f, 0.13f);
	case lw_sampleCave:
		return lwV3(0.26f, 0.22f, 0.20f);
	case lw_samplePlanet:
		return lwV3(0.35f, 0.24f, 0.15f);
	case lw_sampleRubble:
		return lwV3(0.33f, 0.29f, 0.22f);
	default:
		return lwV3(0.42f, 0.42f, 0.40f);
	}
}

static bool FillScene(const lwSampleTerrainDef* def, lwScene* scene, SampleMesh* meshes, int count) {
	lwSceneMesh* mesh = &scene->meshes[0];
	mesh->name = SampleString(lwSampleTerrain_Name((int)def->kind));
	mesh->primitives = SampleAlloc((size_t)count, sizeof *mesh->primitives);
	mesh->primitiveCount = mesh->primitives != NULL ? count : 0;
	bool good = mesh->name != NULL && mesh->primitives != NULL;
	good = good && SampleScene_SetNode(scene, 0, mesh->name, -1, lwTransformIdentity());
	for (int i = 0; i < count && good; i++) {
		lwVec3 color = i == 0 ? GroundColor(def->kind) : lwV3(0.36f, 0.35f, 0.34f);
		ScaleMesh(&meshes[i], def->scale);
		good = SampleScene_TakeMesh(&mesh->primitives[i], &meshes[i], i) &&
			SampleScene_SetMaterial(scene, i, i == 0 ? "ground" : def->kind == lw_sampleSteps ? "box" : "rock", color, 0.95f, false);
	}
	scene->nodes[0].mesh = 0;
	return good;
}

lwResult lwMakeSampleTerrain(const lwSampleTerrainDef* def, lwScene** outScene) {
	if (!LW_ASSERT(outScene != NULL)) {
		return lwResult_Fail(lw_errorArgument, "terrain: outScene: is NULL");
	}
	*outScene = NULL;
	lwResult result = CheckDef(def);
	if (result.status != lw_ok) {
		return result;
	}
	SampleMesh meshes[2] = { 0 };
	Build(def, &meshes[0], &meshes[1]);
	int count = meshes[1].vertexCount > 0 ? 2 : 1;
	lwScene* scene = SampleScene_Create("sample-terrain", 1, 1, 0, 0, count);
	bool good = scene != NULL && !meshes[1].failed && FillScene(def, scene, meshes, count);
	SampleMesh_Free(&meshes[0]);
	SampleMesh_Free(&meshes[1]);
	if (!good) {
		lwDestroyScene(scene);
		return lwResult_Fail(lw_errorMemory, "terrain: %s: out of memory", lwSampleTerrain_Name((int)def->kind));
	}
	*outScene = scene;
	return lwResult_Ok();
}
