// SPDX-License-Identifier: MIT
// Foot tracks: where heel, toe and foot base are in every frame of a clip.
#include "analyse/parts.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void* take(char** ioMemory, size_t size) {
	void* block = *ioMemory;
	*ioMemory += (size + 15u) & ~(size_t)15u;
	return block;
}

static size_t padded(size_t count, size_t size) { return (count * size + 15u) & ~(size_t)15u; }

static bool allocate(lwFeet* feet) {
	size_t n = (size_t)feet->frameCount, legs = (size_t)feet->legCount;
	size_t perLeg = 5 * padded(n, sizeof(lwVec3)) + padded(n, sizeof(lwQuat)) + 3 * padded(n, sizeof(bool));
	size_t total = legs * perLeg + padded(n, sizeof(lwVec3)) + padded(n, sizeof(float));
	char* memory = calloc(1, total);
	feet->memory = memory;
	if (memory == NULL) return false;
	feet->hips = take(&memory, n * sizeof(lwVec3));
	feet->hipsYaw = take(&memory, n * sizeof(float));
	for (size_t l = 0; l < legs; ++l) {
		lwFootTrack* foot = &feet->legs[l];
		foot->heel = take(&memory, n * sizeof(lwVec3));
		foot->toe = take(&memory, n * sizeof(lwVec3));
		foot->rear = take(&memory, n * sizeof(lwVec3));
		foot->front = take(&memory, n * sizeof(lwVec3));
		foot->base = take(&memory, n * sizeof(lwVec3));
		foot->rot = take(&memory, n * sizeof(lwQuat));
		foot->heelDown = take(&memory, n * sizeof(bool));
		foot->toeDown = take(&memory, n * sizeof(bool));
		foot->down = take(&memory, n * sizeof(bool));
	}
	return true;
}

void lwLeg_FootJoints(const lwLeg* leg, int* outRear, int* outFront) {
	int below = leg->jointCount - leg->limbCount;
	*outFront = leg->joints[leg->jointCount - 1];
	if (!leg->detached || leg->footControl < 0) *outRear = leg->joints[leg->limbCount - 1];
	else *outRear = below >= 2 ? leg->joints[leg->limbCount] : leg->footControl;
	if (below == 0) *outFront = *outRear;
}

static void readFrame(lwFeet* feet, int i, const lwMat34* model) {
	lwVec3 sum = lwV3(0.0f, 0.0f, 0.0f);
	for (int l = 0; l < feet->legCount; ++l) {
		const lwLeg* leg = &feet->rig->legs[l];
		lwFootTrack* foot = &feet->legs[l];
		foot->heel[i] = lwContactPoint_Pos(&leg->heel, model);
		foot->toe[i] = leg->singleContact ? foot->heel[i] : lwContactPoint_Pos(&leg->toe, model);
		int rear, front;
		lwLeg_FootJoints(leg, &rear, &front);
		foot->rear[i] = model[rear].t;
		foot->front[i] = model[front].t;
		foot->base[i] = foot->heel[i];
		foot->rot[i] = lwMat34Rotation(model[leg->footJoint]);
		sum = lwAdd(sum, model[leg->joints[0]].t);
	}
	feet->hips[i] = lwMul(sum, 1.0f / (float)feet->legCount);
}

// Heading of the pelvis (or root) relative to frame 0: the turn about +Y that its rotation holds.
static float yawBetween(lwQuat from, lwQuat to) {
	lwQuat twist = lwQuatTwist(lwQuatMul(to, lwConj(from)), lwV3(0.0f, 1.0f, 0.0f));
	return lwWrapAngle(2.0f * lwAtan2(twist.y, twist.w));
}

lwResult lwFeet_Create(const lwClip* clip, const lwSkeleton* skeleton, const lwRig* rig, lwFeet* outFeet) {
	memset(outFeet, 0, sizeof *outFeet);
	outFeet->rig = rig;
	outFeet->legCount = rig->legCount;
	outFeet->frameCount = clip->frameCount;
	outFeet->wraps = clip->looping;
	int steps = clip->looping ? clip->frameCount : clip->frameCount - 1;
	outFeet->dt = clip->duration / (float)(steps > 0 ? steps : 1);
	lwMat34* model = malloc(sizeof(lwMat34) * (size_t)skeleton->jointCount);
	if (model == NULL || !allocate(outFeet)) {
		free(model);
		lwFeet_Destroy(outFeet);
		return lwResult_Fail(lw_errorMemory, "%s: foot tracks: out of memory", clip->name != NULL ? clip->name : "");
	}
	int heading = rig->pelvis >= 0 ? rig->pelvis : rig->legs[0].joints[0];
	lwQuat last = lwQuatIdentity();
	float yaw = 0.0f;
	for (int i = 0; i < clip->frameCount; ++i) {
		lwSkeleton_ToModel(skeleton, clip->frames + (size_t)i * (size_t)clip->jointCount, lwMat34Identity(), model);
		readFrame(outFeet, i, model);
		lwQuat now = lwMat34Rotation(model[heading]);
		if (i > 0) yaw += yawBetween(last, now);
		last = now;
		outFeet->hipsYaw[i] = yaw;
	}
	free(model);
	for (int l = 0; l < outFeet->legCount; ++l) {
		outFeet->legs[l].low[0] = lwFeet_MinHeight(outFeet, outFeet->legs[l].rear);
		outFeet->legs[l].low[1] = lwFeet_MinHeight(outFeet, outFeet->legs[l].front);
	}
	return lwResult_Ok();
}

void lwFeet_Destroy(lwFeet* feet) {
	free(feet->memory);
	memset(feet, 0, sizeof *feet);
}

int lwFeet_Index(const lwFeet* feet, int frame) {
	int n = feet->frameCount;
	if (feet->wraps) {
		int m = frame % n;
		return m < 0 ? m + n : m;
	}
	return frame < 0 ? 0 : frame >= n ? n - 1 : frame;
}

float lwFeet_Sixtieth(const lwFeet* feet) {
	return lwMinF(1.0f / 60.0f, (float)feet->frameCount * feet->dt / 20.0f);
}

lwVec3 lwFeet_Velocity(const lwFeet* feet, const lwVec3* track, int frame) {
	int reach = (int)(lwFeet_Sixtieth(feet) / feet->dt + 0.5f);
	if (reach < 1) reach = 1;
	if (feet->wraps && reach * 8 > feet->frameCount) reach = feet->frameCount > 8 ? feet->frameCount / 8 : 1;
	int a = lwFeet_Index(feet, frame - reach), b = lwFeet_Index(feet, frame + reach);
	int span = feet->wraps ? 2 * reach : b - a;
	if (span <= 0) return lwV3(0.0f, 0.0f, 0.0f);
	return lwMul(lwSub(track[b], track[a]), 1.0f / ((float)span * feet->dt));
}

lwVec3 lwFeet_At(const lwFeet* feet, const lwVec3* track, float frame) {
	float whole = floorf(frame);
	int a = lwFeet_Index(feet, (int)whole), b = lwFeet_Index(feet, (int)whole + 1);
	return lwLerp3(track[a], track[b], frame - whole);
}

lwQuat lwFeet_RotAt(const lwFeet* feet, const lwQuat* track, float frame) {
	float whole = floorf(frame);
	int a = lwFeet_Index(feet, (int)whole), b = lwFeet_Index(feet, (int)whole + 1);
	return lwSlerp(track[a], track[b], frame - whole);
}

// Rolling about the toe: the base is where the flat foot's heel would be; about the heel: the heel itself. At equal
// heights the two agree, so the change over a narrow band of height leaves no jump.
void lwFeet_SetBase(lwFeet* feet, int leg, float stanceFrame) {
	lwFootTrack* foot = &feet->legs[leg];
	if (feet->rig->legs[leg].singleContact) {
		memcpy(foot->base, foot->heel, sizeof(lwVec3) * (size_t)feet->frameCount);
		return;
	}
	lwVec3 flat = lwSub(lwFeet_At(feet, foot->toe, stanceFrame), lwFeet_At(feet, foot->heel, stanceFrame));
	float length = lwLength(flat);
	flat.y = 0.0f;
	flat = lwMul(lwNormalizeOr(flat, lwV3(0.0f, 0.0f, 1.0f)), length);
	float band = lwMaxF(0.05f * length, 1e-6f);
	lwVec3 half = lwMul(flat, 0.5f);
	for (int i = 0; i < feet->frameCount; ++i) {
		float b = lwSmoothStep(-band, band, foot->heel[i].y - foot->toe[i].y);
		lwVec3 fromHeel = lwAdd(foot->heel[i], half), fromToe = lwSub(foot->toe[i], half);
		foot->base[i] = lwLerp3(fromHeel, fromToe, b);
	}
}

float lwFeet_MinHeight(const lwFeet* feet, const lwVec3* track) {
	float low = track[0].y;
	for (int i = 1; i < feet->frameCount; ++i) low = lwMinF(low, track[i].y);
	return low;
}

void lwText_Add(lwText* text, const char* format, ...) {
	va_list args;
	va_start(args, format);
	va_list again;
	va_copy(again, args);
	int length = vsnprintf(NULL, 0, format, args);
	va_end(args);
	if (length >= 0 && !text->failed) {
		size_t need = text->size + (size_t)length + 1;
		if (need > text->capacity) {
			size_t capacity = need * 2 < 1024 ? 1024 : need * 2;
			char* grown = realloc(text->data, capacity);
			if (grown == NULL) text->failed = true;
			else {
				text->data = grown;
				text->capacity = capacity;
			}
		}
		if (!text->failed) {
			vsnprintf(text->data + text->size, (size_t)length + 1, format, again);
			text->size += (size_t)length;
		}
	}
	va_end(again);
}
