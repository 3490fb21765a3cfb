// SPDX-License-Identifier: MIT
// Sample terrain: single steps up and down at uneven distances, and boxes under one side of the path only.
#include "sample/terrain.h"

#define START_LENGTH 2.0f       // level ground before the first edge
#define LEAST_DEPTH 0.7f        // from edge to edge
#define MOST_DEPTH 1.6f
#define LEAST_RISE 0.05f
#define MOST_RISE 0.35f
#define BOX_WIDTH 1.5f          // from the line x = 0 to one side
#define BOX_SHARE 0.3f          // of the places where one may stand
#define BOX_DEEP 0.1f           // sunk into the ground
#define MAX_EDGES 300           // more than fit into the greatest length

static void AddBox(SampleMesh* mesh, lwVec3 low, lwVec3 high) {
	lwVec3 corner[8];
	for (int i = 0; i < 8; i++) {
		corner[i] = lwV3((i & 1) != 0 ? high.x : low.x, (i & 2) != 0 ? high.y : low.y, (i & 4) != 0 ? high.z : low.z);
	}
	static const int faces[6][4] = { { 3, 2, 6, 7 }, { 0, 1, 5, 4 }, { 0, 2, 3, 1 }, { 4, 5, 7, 6 }, { 0, 4, 6, 2 }, { 1, 3, 7, 5 } };
	for (int f = 0; f < 6; f++) {
		const int* c = faces[f];
		SampleMesh_Quad(mesh, corner[c[0]], corner[c[1]], corner[c[2]], corner[c[3]]);
	}
}

// Up or down by chance, but back towards 0 from three rises away.
static float NextLevel(SampleRandom* random, float level, float most) {
	float rise = SampleRandom_Range(random, LEAST_RISE, most);
	bool down = SampleRandom_Unit(random) < 0.4f;
	down = level + rise > 3.0f * most || (down && level - rise >= -2.0f * most);
	return down ? level - rise : level + rise;
}

void SampleTerrain_Steps(const lwSampleTerrainDef* def, SampleMesh* ground, SampleMesh* boxes) {
	float w = def->halfWidth, side = lwMinF(BOX_WIDTH, w), most = lwClampF(lwAbsF(def->stepRise), LEAST_RISE, MOST_RISE);
	SampleRandom random = SampleRandom_Make(def->seed);
	float from = -w, z = START_LENGTH, level = 0.0f;
	bool wasBox = false, left = SampleRandom_Unit(&random) < 0.5f;
	for (int i = 0; i < MAX_EDGES && z + LEAST_DEPTH <= def->length; i++) {
		float depth = SampleRandom_Range(&random, LEAST_DEPTH, MOST_DEPTH);
		bool box = i > 0 && !wasBox && z + depth + LEAST_DEPTH <= def->length && SampleRandom_Unit(&random) < BOX_SHARE;
		if (box) {
			float top = level + SampleRandom_Range(&random, LEAST_RISE, most);
			AddBox(boxes, lwV3(left ? 0.0f : -side, level - BOX_DEEP, z), lwV3(left ? side : 0.0f, top, z + depth));
			left = !left;
		} else if (!wasBox) {
			float next = NextLevel(&random, level, most);
			SampleMesh_Quad(ground, lwV3(w, level, from), lwV3(-w, level, from), lwV3(-w, level, z), lwV3(w, level, z));
			SampleMesh_Quad(ground, lwV3(w, level, z), lwV3(-w, level, z), lwV3(-w, next, z), lwV3(w, next, z));
			from = z;
			level = next;
		}
		wasBox = box; // its end is an edge, the level stays
		z += depth;
	}
	float end = lwMaxF(def->length, from + LEAST_DEPTH);
	SampleMesh_Quad(ground, lwV3(w, level, from), lwV3(-w, level, from), lwV3(-w, level, end), lwV3(w, level, end));
}
