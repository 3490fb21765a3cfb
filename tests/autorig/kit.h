// SPDX-License-Identifier: MIT
// Test kit: scenes built by hand, and comparison of a rig with names.
#ifndef LEGWORK_TESTS_AUTORIG_KIT_H
#define LEGWORK_TESTS_AUTORIG_KIT_H

#include "legwork/autorig.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static inline char* Copy(const char* text) {
	char* copy = malloc(strlen(text) + 1);
	assert_non_null(copy);
	return strcpy(copy, text);
}

static inline lwScene* Kit_NewScene(int capacity) {
	lwScene* scene = calloc(1, sizeof(lwScene));
	assert_non_null(scene);
	scene->file = Copy("kit");
	scene->format = Copy("glb");
	scene->notes = Copy("");
	scene->nodes = calloc((size_t)capacity, sizeof(lwSceneNode));
	assert_non_null(scene->nodes);
	return scene;
}

static inline int Kit_AddNode(lwScene* scene, const char* name, int parent, lwVec3 pos) {
	lwSceneNode* node = scene->nodes + scene->nodeCount;
	*node = (lwSceneNode){ .name = Copy(name), .parent = parent, .mesh = -1, .skin = -1 };
	node->local = lwTransformIdentity();
	node->local.pos = pos;
	node->matrix = lwMat34FromTransform(node->local);
	return scene->nodeCount++;
}

// One clip whose channels are added with Kit_AddRotation.
static inline void Kit_AddClip(lwScene* scene, const char* name, float duration, int channelCapacity) {
	scene->clips = calloc(1, sizeof(lwSceneClip));
	scene->clipCount = 1;
	scene->clips[0] = (lwSceneClip){ .name = Copy(name), .start = 0.0f, .end = duration, .channels = calloc((size_t)channelCapacity, sizeof(lwSceneChannel)) };
	assert_non_null(scene->clips[0].channels);
}

static inline float* Kit_AddRotation(lwScene* scene, int node, int keyCount) {
	lwSceneClip* clip = scene->clips;
	lwSceneChannel* channel = clip->channels + clip->channelCount++;
	*channel = (lwSceneChannel){ .node = node, .path = lw_pathRotation, .interpolation = lw_interpLinear, .width = 4, .keyCount = keyCount };
	channel->times = calloc((size_t)keyCount, sizeof(float));
	channel->values = calloc((size_t)keyCount * 4, sizeof(float));
	assert_true(channel->times != NULL && channel->values != NULL);
	for (int k = 0; k < keyCount; ++k) channel->times[k] = clip->end * (float)k / (float)(keyCount - 1);
	return channel->values;
}

static inline lwResult Kit_Rig(const lwScene* scene, const char* rigJson, lwRig* outRig, lwSceneSkeleton** outSkeleton) {
	lwResult result = lwScene_MakeSkeleton(scene, outSkeleton);
	assert_int_equal(result.status, lw_ok);
	lwAutoRigDef def = lwDefaultAutoRigDef();
	def.scene = scene;
	def.skeleton = *outSkeleton;
	def.rigJson = rigJson;
	return lwAutoRig(&def, outRig, NULL);
}

#define KEYS 25

// A leg of coxa, femur, tibia, tip (0.4 below the hip) that walks. sideways +1 left, -1 right: sprawled, the coxa turns
// about the up-axis, the femur lifts; 0: upright below the body, the coxa swings, the knee lifts.
static inline void Kit_AddLeg(lwScene* scene, int body, const char* tag, lwVec3 hip, int sideways, float phase) {
	char name[64];
	lwVec3 out = sideways != 0 ? lwV3((float)sideways, 0.0f, 0.0f) : lwV3(0.0f, 0.0f, 1.0f);
	(void)snprintf(name, sizeof(name), "coxa_%s", tag);
	int coxa = Kit_AddNode(scene, name, body, hip);
	(void)snprintf(name, sizeof(name), "femur_%s", tag);
	int femur = Kit_AddNode(scene, name, coxa, sideways != 0 ? lwMul(out, 0.1f) : lwV3(0.0f, -0.05f, 0.02f));
	(void)snprintf(name, sizeof(name), "tibia_%s", tag);
	int tibia = Kit_AddNode(scene, name, femur, sideways != 0 ? lwAdd(lwMul(out, 0.3f), lwV3(0.0f, 0.2f, 0.0f)) : lwV3(0.0f, -0.15f, 0.08f));
	(void)snprintf(name, sizeof(name), "tip_%s", tag);
	(void)Kit_AddNode(scene, name, tibia, sideways != 0 ? lwAdd(lwMul(out, 0.15f), lwV3(0.0f, -0.6f, 0.0f)) : lwV3(0.0f, -0.2f, -0.1f));
	float *swing = Kit_AddRotation(scene, coxa, KEYS), *lift = Kit_AddRotation(scene, sideways != 0 ? femur : tibia, KEYS);
	for (int k = 0; k < KEYS; ++k) {
		float t = lwWrap01((float)k / (float)(KEYS - 1) + phase);
		// stance for the first 60 %: from ahead to behind; then a lift back.
		float along = t < 0.6f ? 1.0f - 2.0f * t / 0.6f : -1.0f + 2.0f * (t - 0.6f) / 0.4f, up = t < 0.6f ? 0.0f : sinf(LW_PI * (t - 0.6f) / 0.4f);
		lwVec3 axis = sideways != 0 ? lwV3(0.0f, (float)-sideways, 0.0f) : lwV3(-1.0f, 0.0f, 0.0f);
		lwQuat a = lwQuatAxisAngle(axis, 0.3f * along), b = sideways != 0 ? lwQuatAxisAngle(lwCross(out, lwV3(0.0f, 1.0f, 0.0f)), 0.3f * up) : lwQuatAxisAngle(lwV3(1.0f, 0.0f, 0.0f), 0.9f * up);
		memcpy(swing + 4 * k, &a, sizeof(a));
		memcpy(lift + 4 * k, &b, sizeof(b));
	}
}

#endif
