// SPDX-License-Identifier: MIT
// World scenes of flat faces: cubes, plate, rods, crates, rivets, stairs, wall.
#include "scenes/build.h"

#include <stdio.h>

#define ROD_SPACING 3.0f
#define ROD_ENDS 0.75f
#define STAIR_STEPS 6
#define STAIR_RISE 0.55f
#define STAIR_RUN 0.8f
#define STAIR_CLEAR 2.6f
#define RIVET_SPACING 0.35f
#define RIVET_RADIUS 0.09f
#define RIVET_HEIGHT 0.06f

SceneBox SceneBox_Make(float x0, float y0, float z0, float x1, float y1, float z1) {
	SceneBox box = { lwV3(x0, y0, z0), lwV3(x1, y1, z1) };
	return box;
}

static void OneBox(lwWorldScene* scene, const char* name, SceneBox box, bool inside) {
	SceneBody* body = Scene_Add(scene, name);
	SceneMesh_Boxes(&body->mesh, &box, 1);
	if (inside) {
		SceneMesh_Flip(&body->mesh);
	}
}

// Rods along all three axes through the points of a lattice; the creature starts on top, between two crossings.
static void BuildRods(lwWorldScene* scene, float thick) {
	SceneBox boxes[27];
	float h = 0.5f * thick, reach = ROD_SPACING + ROD_ENDS;
	for (int i = 0; i < 27; ++i) {
		float a = (float)(i % 3 - 1) * ROD_SPACING, b = (float)(i / 3 % 3 - 1) * ROD_SPACING;
		float y = -ROD_SPACING - h; // of the middle
		switch (i / 9) {
		case 0: boxes[i] = SceneBox_Make(-reach, y + a - h, b - h, reach, y + a + h, b + h); break;
		case 1: boxes[i] = SceneBox_Make(a - h, y - reach, b - h, a + h, y + reach, b + h); break;
		default: boxes[i] = SceneBox_Make(a - h, y + b - h, -reach, a + h, y + b + h, reach); break;
		}
	}
	if (scene->def.singleMesh) {
		SceneMesh_Boxes(&Scene_Add(scene, "rods")->mesh, boxes, 27);
	} else {
		for (int i = 0; i < 27; ++i) {
			char name[24];
			snprintf(name, sizeof(name), "rod%d", i + 1);
			OneBox(scene, name, boxes[i], false);
		}
	}
	scene->start.pos = lwV3(0.0f, 0.0f, 0.5f * ROD_SPACING);
}

// Layers of boxes, a little turned, on a slab. Gaps beside them, narrow ones under them; none touches another.
static void BuildCrates(lwWorldScene* scene) {
	const float cell = 2.35f, height = 1.7f, gap = 0.03f;
	uint32_t random = scene->def.seed * 2654435761u + 12345u;
	OneBox(scene, "floor", SceneBox_Make(-8.0f, -1.0f, -8.0f, 8.0f, 0.0f, 8.0f), false);
	int crates = 0;
	for (int layer = 0; layer < 3; ++layer) {
		int side = 3 - layer;
		for (int i = 0; i < side * side; ++i) {
			bool left = Scene_Random(&random, 0.0f, 1.0f) < (layer == 0 ? 0.0f : 0.25f);
			float w = 0.5f * Scene_Random(&random, 1.5f, 2.0f), d = 0.5f * Scene_Random(&random, 1.5f, 2.0f);
			float yaw = Scene_Random(&random, -0.1f, 0.1f);
			float x = ((float)(i % side) - 0.5f * (float)(side - 1)) * cell, z = ((float)(i / side) - 0.5f * (float)(side - 1)) * cell;
			if (left && layer < 2) {
				continue;
			}
			char name[24];
			snprintf(name, sizeof(name), "crate%d", ++crates);
			OneBox(scene, name, SceneBox_Make(-w, 0.0f, -d, w, height, d), false);
			SceneBody* body = &scene->bodies[scene->bodyCount - 1];
			body->pos = lwV3(x, gap + (float)layer * (height + gap), z);
			body->rot = lwQuatAxisAngle(lwV3(0.0f, 1.0f, 0.0f), yaw);
			body->color = lwV3(0.30f + 0.1f * (float)layer, 0.20f, 0.10f);
		}
	}
	scene->start.pos = lwV3(0.0f, 0.0f, -6.0f);
}

// A dome on a face; its edge lies in it.
static void Rivet(SceneMesh* mesh, lwVec3 at, lwVec3 out) {
	const int columns = 8;
	lwVec3 side = lwPerpendicular(out), ahead = lwCross(out, side);
	uint32_t first = (uint32_t)mesh->vertexCount;
	for (int ring = 0; ring < 2; ++ring) {
		float radius = RIVET_RADIUS * (ring == 0 ? 1.0f : 0.7f), height = ring == 0 ? 0.0f : 0.7f * RIVET_HEIGHT;
		for (int c = 0; c < columns; ++c) {
			float angle = 2.0f * LW_PI * (float)c / (float)columns;
			lwVec3 around = lwAdd(lwMul(side, radius * lwCos(angle)), lwMul(ahead, radius * lwSin(angle)));
			SceneMesh_Vertex(mesh, lwMulAdd(lwAdd(at, around), out, height));
		}
	}
	uint32_t top = SceneMesh_Vertex(mesh, lwMulAdd(at, out, RIVET_HEIGHT));
	for (uint32_t c = 0; c < 8; ++c) {
		uint32_t next = (c + 1) % 8;
		SceneMesh_Quad(mesh, first + c, first + next, first + 8 + next, first + 8 + c);
		SceneMesh_Triangle(mesh, first + 8 + c, first + 8 + next, top);
	}
}

// Rivets all over one side of a box.
static void RivetSide(SceneMesh* mesh, SceneBox box, int axis, bool end) {
	float lo[3] = { box.min.x, box.min.y, box.min.z }, hi[3] = { box.max.x, box.max.y, box.max.z };
	int u = (axis + 1) % 3, v = (axis + 2) % 3;
	float out[3] = { 0.0f, 0.0f, 0.0f };
	out[axis] = end ? 1.0f : -1.0f;
	int across = (int)((hi[u] - lo[u]) / RIVET_SPACING), along = (int)((hi[v] - lo[v]) / RIVET_SPACING);
	for (int i = 0; i < across * along; ++i) {
		float at[3];
		at[axis] = end ? hi[axis] : lo[axis];
		at[u] = lo[u] + (hi[u] - lo[u]) * ((float)(i % across) + 0.5f) / (float)across;
		at[v] = lo[v] + (hi[v] - lo[v]) * ((float)(i / across) + 0.5f) / (float)along;
		Rivet(mesh, lwV3(at[0], at[1], at[2]), lwV3(out[0], out[1], out[2]));
	}
}

static void BuildRivets(lwWorldScene* scene) {
	SceneBox hull = SceneBox_Make(-3.5f, -4.0f, -3.5f, 3.5f, 0.0f, 3.5f);
	OneBox(scene, "hull", hull, false);
	scene->bodies[0].channels = lw_channelWalkable;
	OneBox(scene, "riveted hull", hull, false);
	SceneBody* visible = &scene->bodies[1];
	visible->channels = lw_channelVisible;
	visible->color = lwV3(0.35f, 0.36f, 0.40f);
	for (int side = 0; side < 6; ++side) {
		RivetSide(&visible->mesh, hull, side / 2, side % 2 == 0);
	}
}

// A closed passage: landing, steps up, landing; the ceiling goes with them.
static void BuildStairs(lwWorldScene* scene) {
	SceneBox air[STAIR_STEPS + 2];
	const float half = 2.5f;
	air[0] = SceneBox_Make(-half, 0.0f, -4.0f, half, STAIR_CLEAR, 0.0f);
	float end = (float)STAIR_STEPS * STAIR_RUN, top = (float)STAIR_STEPS * STAIR_RISE;
	for (int i = 0; i < STAIR_STEPS; ++i) {
		float y = (float)(i + 1) * STAIR_RISE, z = (float)i * STAIR_RUN;
		air[i + 1] = SceneBox_Make(-half, y, z, half, y + STAIR_CLEAR, z + STAIR_RUN);
	}
	air[STAIR_STEPS + 1] = SceneBox_Make(-half, top, end, half, top + STAIR_CLEAR, end + 4.0f);
	SceneBody* body = Scene_Add(scene, "passage");
	SceneMesh_Boxes(&body->mesh, air, STAIR_STEPS + 2);
	SceneMesh_Flip(&body->mesh);
	scene->start.pos = lwV3(0.0f, 0.0f, -2.0f);
}

static void BuildWall(lwWorldScene* scene) {
	SceneBox boxes[3] = {
		SceneBox_Make(-6.0f, -1.5f, -4.0f, 6.0f, 0.0f, 7.0f),  // floor
		SceneBox_Make(-6.0f, 0.0f, 5.5f, 6.0f, 6.0f, 7.0f),    // wall
		SceneBox_Make(-6.0f, 6.0f, -4.0f, 6.0f, 7.5f, 7.0f),   // ceiling
	};
	static const char* const names[3] = { "floor", "wall", "ceiling" };
	if (scene->def.singleMesh) {
		SceneMesh_Boxes(&Scene_Add(scene, "room")->mesh, boxes, 3);
		return;
	}
	for (int i = 0; i < 3; ++i) {
		OneBox(scene, names[i], boxes[i], false);
	}
}

void Scene_BuildSolid(lwWorldScene* scene) {
	switch (scene->def.kind) {
	case lw_worldSceneCubeOutside: OneBox(scene, "cube", SceneBox_Make(-3.0f, -6.0f, -3.0f, 3.0f, 0.0f, 3.0f), false); break;
	case lw_worldSceneCubeInside: OneBox(scene, "room", SceneBox_Make(-4.0f, 0.0f, -4.0f, 4.0f, 8.0f, 4.0f), true); break;
	case lw_worldScenePlate: OneBox(scene, "plate", SceneBox_Make(-4.0f, -0.04f, -4.0f, 4.0f, 0.0f, 4.0f), false); break;
	case lw_worldSceneRods: BuildRods(scene, 0.5f); break;
	case lw_worldSceneThinRods: BuildRods(scene, 0.1f); break;
	case lw_worldSceneCrates: BuildCrates(scene); break;
	case lw_worldSceneRivets: BuildRivets(scene); break;
	case lw_worldSceneStairs: BuildStairs(scene); break;
	default: BuildWall(scene); break;
	}
}
