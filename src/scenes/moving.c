// SPDX-License-Identifier: MIT
// World scenes that move: the drum and the elevator. Nothing closes in on anything: what slides past keeps its gap.
#include "scenes/build.h"

#define DRUM_OUTER 4.5f
#define DRUM_INNER 3.5f
#define DRUM_HALF_LENGTH 4.0f
#define DRUM_RATE 0.35f         // rad/s; 1.6 size/s at the rim
#define LIFT_TRAVEL 4.0f
#define LIFT_RATE 0.4f          // rad/s of its sine; 0.8 size/s at most
#define SHUTTLE_TRAVEL 6.0f
#define SHUTTLE_RATE 0.13f
#define GAP 0.1f

static void MoveDrum(int body, float seconds, lwBodyState* outState, bool* outExact) {
	(void)body;
	float turn = DRUM_RATE * seconds;
	turn -= 2.0f * LW_PI * (float)(int)(turn / (2.0f * LW_PI));
	outState->pos = lwV3(0.0f, -DRUM_OUTER, 0.0f);
	outState->rot = lwQuatAxisAngle(lwV3(1.0f, 0.0f, 0.0f), turn);
	outState->angularVelocity = lwV3(DRUM_RATE, 0.0f, 0.0f);
	*outExact = true;
}

void Scene_BuildDrum(lwWorldScene* scene) {
	const int columns = 72;
	SceneBox floor = SceneBox_Make(-9.0f, -16.0f, -9.0f, 9.0f, -15.0f, 9.0f);
	SceneMesh_Boxes(&Scene_Add(scene, "floor")->mesh, &floor, 1);
	SceneBody* drum = Scene_Add(scene, "drum");
	drum->moves = true;
	drum->color = lwV3(0.40f, 0.25f, 0.12f);
	for (int c = 0; c < columns; ++c) {
		float angle = 2.0f * LW_PI * (float)c / (float)columns;
		for (int k = 0; k < 4; ++k) { // around the section: outside left, outside right, inside right, inside left
			float radius = k < 2 ? DRUM_OUTER : DRUM_INNER, x = k == 1 || k == 2 ? DRUM_HALF_LENGTH : -DRUM_HALF_LENGTH;
			SceneMesh_Vertex(&drum->mesh, lwV3(x, radius * lwCos(angle), radius * lwSin(angle)));
		}
	}
	SceneMesh_Tube(&drum->mesh, 0, columns, 4, 0);
	SceneMesh_Flip(&drum->mesh);
	scene->move = MoveDrum;
}

// 1: a column that rises out of a hole in the floor and sinks back flush with it. 2: a block that goes to and fro over the floor.
static void MoveElevator(int body, float seconds, lwBodyState* outState, bool* outExact) {
	*outExact = true;
	if (body == 1) {
		float angle = LIFT_RATE * seconds, half = 0.5f * LIFT_TRAVEL;
		outState->pos = lwV3(0.0f, half * (1.0f - lwCos(angle)), 0.0f);
		outState->linearVelocity = lwV3(0.0f, half * LIFT_RATE * lwSin(angle), 0.0f);
		return;
	}
	float angle = SHUTTLE_RATE * seconds;
	outState->pos = lwV3(SHUTTLE_TRAVEL * lwSin(angle), GAP, 5.5f);
	outState->linearVelocity = lwV3(SHUTTLE_TRAVEL * SHUTTLE_RATE * lwCos(angle), 0.0f, 0.0f);
}

void Scene_BuildElevator(lwWorldScene* scene) {
	const float h = 1.5f, hole = h + GAP, bottom = -2.0f;
	SceneBox floor[4] = { // around the hole
		SceneBox_Make(-12.0f, bottom, -6.0f, 12.0f, 0.0f, -hole),
		SceneBox_Make(-12.0f, bottom, hole, 12.0f, 0.0f, 10.0f),
		SceneBox_Make(-12.0f, bottom, -hole, -hole, 0.0f, hole),
		SceneBox_Make(hole, bottom, -hole, 12.0f, 0.0f, hole),
	};
	SceneMesh_Boxes(&Scene_Add(scene, "floor")->mesh, floor, 4);
	SceneBox lift = SceneBox_Make(-h, bottom - LIFT_TRAVEL - 2.0f, -h, h, 0.0f, h);
	SceneBox shuttle = SceneBox_Make(-1.5f, 0.0f, -1.5f, 1.5f, 2.0f, 1.5f);
	for (int i = 0; i < 2; ++i) {
		SceneBody* body = Scene_Add(scene, i == 0 ? "lift" : "shuttle");
		body->moves = true;
		body->color = lwV3(0.40f, 0.25f, 0.12f);
		SceneMesh_Boxes(&body->mesh, i == 0 ? &lift : &shuttle, 1);
	}
	scene->move = MoveElevator;
}
