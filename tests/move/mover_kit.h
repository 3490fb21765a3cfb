// SPDX-License-Identifier: MIT
// Small worlds of boxes and a driver for tests of the surface mover.
#ifndef LEGWORK_TESTS_MOVER_KIT_H
#define LEGWORK_TESTS_MOVER_KIT_H

#include "legwork/legwork.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define MAX_BOXES 64
#define DEG (180.0f / LW_PI)

static inline lwVec3 V(float x, float y, float z) {
	return lwV3(x, y, z);
}

// Boxes of one body, as one mesh.
typedef struct Boxes {
	int count;
	lwVec3 middle[MAX_BOXES], half[MAX_BOXES];
	int material;
} Boxes;

static inline void AddBox(Boxes* b, lwVec3 middle, lwVec3 half) {
	assert_true(b->count < MAX_BOXES);
	b->middle[b->count] = middle;
	b->half[b->count++] = half;
}

static inline lwMeshWorld* MakeWorld(const Boxes* bodies, int count) {
	static const uint32_t faces[36] = { 0, 1, 3, 0, 3, 2, 5, 4, 6, 5, 6, 7, 4, 0, 2, 4, 2, 6, 1, 5, 7, 1, 7, 3, 2, 3, 7, 2, 7, 6, 4, 5, 1, 4, 1, 0 };
	lwMeshBodyDef defs[8];
	lwVec3* points[8];
	uint32_t* indices[8];
	for (int i = 0; i < count; ++i) {
		const Boxes* b = &bodies[i];
		points[i] = malloc((size_t)b->count * 8 * sizeof(lwVec3));
		indices[i] = malloc((size_t)b->count * 36 * sizeof(uint32_t));
		for (int k = 0; k < b->count; ++k) {
			for (int c = 0; c < 8; ++c) {
				lwVec3 corner = V((c & 1) ? 1.0f : -1.0f, (c & 2) ? 1.0f : -1.0f, (c & 4) ? 1.0f : -1.0f);
				points[i][k * 8 + c] = lwAdd(b->middle[k], lwMulV(corner, b->half[k]));
			}
			for (int f = 0; f < 36; ++f) {
				indices[i][k * 36 + f] = (uint32_t)(k * 8) + faces[f];
			}
		}
		defs[i] = lwDefaultMeshBodyDef();
		defs[i].vertices = points[i];
		defs[i].vertexCount = b->count * 8;
		defs[i].indices = indices[i];
		defs[i].triangleCount = b->count * 12;
		defs[i].material = b->material;
	}
	lwMeshWorldDef def = lwDefaultMeshWorldDef();
	def.bodies = defs;
	def.bodyCount = count;
	lwMeshWorld* world = NULL;
	lwResult result = lwCreateMeshWorld(&def, &world);
	if (result.status != lw_ok) {
		fail_msg("%s", result.message);
	}
	for (int i = 0; i < count; ++i) {
		free(points[i]);
		free(indices[i]);
	}
	return world;
}

static inline lwMeshWorld* MakeBox(lwVec3 middle, lwVec3 half) {
	Boxes b = { 0 };
	AddBox(&b, middle, half);
	return MakeWorld(&b, 1);
}

static inline lwSurfaceMoverDef MoverDef(lwMeshWorld* world, float topSpeed) {
	lwSurfaceMoverDef def = lwDefaultSurfaceMoverDef();
	def.world = lwMeshWorld_World(world);
	def.topSpeed = topSpeed;
	def.inputTimeout = 0.0f;
	return def;
}

static inline lwSurfaceMover* MakeMover(const lwSurfaceMoverDef* def, lwVec3 pos, lwVec3 forward, lwVec3 up) {
	lwSurfaceMover* mover = NULL;
	lwResult result = lwCreateSurfaceMover(def, &mover);
	if (result.status != lw_ok) {
		fail_msg("%s", result.message);
	}
	lwSurfaceMover_Reset(mover, pos, forward, up);
	return mover;
}

// A stick in the view of a camera that looks along forward.
static inline void Push(lwSurfaceMover* mover, float right, float ahead, lwVec3 forward, lwVec3 up) {
	lwSurfaceInput input = { .stick = { right, ahead, 0.0f }, .speedScale = 1.0f };
	input.view = lwQuatUpForward(up, lwNeg(forward));
	lwSurfaceMover_SetInput(mover, &input);
}

static inline lwMotion MotionAt(lwSurfaceMover* mover, float seconds) {
	lwPredictor p = lwSurfaceMover_Predictor(mover);
	lwMotion m = { .rot = { 0.0f, 0.0f, 0.0f, 1.0f } };
	p.atTime(p.user, seconds, &m);
	return m;
}

static inline lwVec3 Up(lwQuat rot) {
	return lwRotate(rot, V(0.0f, 1.0f, 0.0f));
}

static inline lwVec3 Forward(lwQuat rot) {
	return lwRotate(rot, V(0.0f, 0.0f, 1.0f));
}

static inline float AngleBetween(lwVec3 a, lwVec3 b) {
	return acosf(fmaxf(-1.0f, fminf(1.0f, lwDot(a, b)))) * DEG;
}

static inline float TurnBetween(lwQuat a, lwQuat b) {
	return lwLength(lwQuatLog(lwQuatMul(b, lwConj(a)))) * DEG;
}

#endif
