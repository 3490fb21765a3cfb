// SPDX-License-Identifier: MIT
// World scenes without flat faces: sphere, torus, Moebius band, cave, planet.
#include "scenes/build.h"

#define SPHERE_RADIUS 3.0f
#define TORUS_RADIUS 4.0f
#define TORUS_TUBE 1.5f
#define BAND_RADIUS 5.0f
#define BAND_HALF_WIDTH 1.6f
#define BAND_HALF_THICK 0.4f
#define PLANET_RADIUS 8.0f

static float Bumps(lwVec3 p, float wave, uint32_t seed) {
	return 0.75f * Scene_Noise(lwMul(p, 1.0f / wave), seed) + 0.25f * Scene_Noise(lwMul(p, 1.7f / wave), seed + 1u);
}

// A ball of half axes radius, its middle at centre, with bumps of amplitude but near the start.
static void BuildBall(lwWorldScene* scene, const char* name, int squares, lwVec3 radius, float amplitude, float wave, bool inside) {
	SceneMesh* mesh = &Scene_Add(scene, name)->mesh;
	SceneMesh_Sphere(mesh, squares);
	float pole = inside ? -radius.y : radius.y;
	for (int v = 0; v < mesh->vertexCount; ++v) {
		lwVec3 dir = mesh->positions[v], p = lwMulV(dir, radius);
		float away = lwSmoothStep(0.6f, 2.4f, lwDistance(p, lwV3(0.0f, pole, 0.0f)));
		p = lwMulAdd(p, dir, amplitude * away * Bumps(p, wave, scene->def.seed));
		mesh->positions[v] = lwSub(p, lwV3(0.0f, pole, 0.0f));
	}
	if (inside) {
		SceneMesh_Flip(mesh);
	}
}

static void BuildTorus(lwWorldScene* scene) {
	const int rows = 72, columns = 36;
	SceneMesh* mesh = &Scene_Add(scene, "torus")->mesh;
	for (int r = 0; r < rows; ++r) {
		float turn = 2.0f * LW_PI * (float)r / (float)rows;
		for (int c = 0; c < columns; ++c) {
			float angle = 2.0f * LW_PI * (float)c / (float)columns;
			float out = TORUS_RADIUS + TORUS_TUBE * lwCos(angle);
			SceneMesh_Vertex(mesh, lwV3(out * lwSin(turn), TORUS_TUBE * (lwSin(angle) - 1.0f), out * lwCos(turn)));
		}
	}
	SceneMesh_Tube(mesh, 0, rows, columns, 0);
	SceneMesh_Flip(mesh);
	scene->start.pos = lwV3(0.0f, 0.0f, TORUS_RADIUS);
	scene->start.forward = lwV3(1.0f, 0.0f, 0.0f);
}

#define BAND_ROWS 180
#define BAND_ACROSS 8
#define BAND_COLUMNS (2 * BAND_ACROSS + 4)

// Corner c of the band's section, a box with its broad sides divided: along the width and along the thickness.
static void BandCorner(int c, float* outWide, float* outThick) {
	int half = BAND_COLUMNS / 2, k = c % half; // the second half is the first turned by half a turn
	float wide = BAND_HALF_WIDTH, thick = BAND_HALF_THICK;
	if (k < BAND_ACROSS) { // the upper side
		wide = BAND_HALF_WIDTH * (1.0f - 2.0f * (float)k / (float)BAND_ACROSS);
	} else {               // the edge
		wide = -BAND_HALF_WIDTH;
		thick = k == BAND_ACROSS ? BAND_HALF_THICK : 0.0f;
	}
	*outWide = c < half ? wide : -wide;
	*outThick = c < half ? thick : -thick;
}

static void BuildBand(lwWorldScene* scene) {
	SceneMesh* mesh = &Scene_Add(scene, "band")->mesh;
	for (int r = 0; r < BAND_ROWS; ++r) {
		float turn = 2.0f * LW_PI * (float)r / (float)BAND_ROWS, twist = 0.5f * turn;
		lwVec3 out = lwV3(lwSin(turn), 0.0f, lwCos(turn)), up = lwV3(0.0f, 1.0f, 0.0f);
		lwVec3 wideDir = lwAdd(lwMul(out, lwCos(twist)), lwMul(up, lwSin(twist)));
		lwVec3 thickDir = lwSub(lwMul(up, lwCos(twist)), lwMul(out, lwSin(twist)));
		for (int c = 0; c < BAND_COLUMNS; ++c) {
			float wide, thick;
			BandCorner(c, &wide, &thick);
			lwVec3 middle = lwSub(lwMul(out, BAND_RADIUS), lwMul(up, BAND_HALF_THICK));
			SceneMesh_Vertex(mesh, lwAdd(middle, lwAdd(lwMul(wideDir, wide), lwMul(thickDir, thick))));
		}
	}
	SceneMesh_Tube(mesh, 0, BAND_ROWS, BAND_COLUMNS, BAND_COLUMNS / 2);
	SceneMesh_Flip(mesh);
	scene->start.pos = lwV3(0.0f, 0.0f, BAND_RADIUS);
	scene->start.forward = lwV3(1.0f, 0.0f, 0.0f);
}

void Scene_BuildRound(lwWorldScene* scene) {
	switch (scene->def.kind) {
	case lw_worldSceneSphere:
		BuildBall(scene, "sphere", 24, lwV3(SPHERE_RADIUS, SPHERE_RADIUS, SPHERE_RADIUS), 0.0f, 1.0f, false);
		break;
	case lw_worldSceneTorus: BuildTorus(scene); break;
	case lw_worldSceneMoebius: BuildBand(scene); break;
	case lw_worldSceneCave: BuildBall(scene, "cave", 40, lwV3(6.0f, 4.5f, 7.0f), 1.0f, 2.6f, true); break;
	default: BuildBall(scene, "planet", 40, lwV3(PLANET_RADIUS, PLANET_RADIUS, PLANET_RADIUS), 0.7f, 2.8f, false); break;
	}
}
