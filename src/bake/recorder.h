// SPDX-License-Identifier: MIT
// Recorder: frames of a live character kept for the file: poses, root placement, schedule of contacts.
#ifndef LW_BAKE_RECORDER_H
#define LW_BAKE_RECORDER_H

#include "legwork/bake.h"
#include "legwork/motion_set.h"

#define LW_GAIT_RECORDS 256

typedef struct lwContactRecord {
	float from, to;         // s; to < 0 while open
	lwFootprint print;
	lwFootprint predicted;
	bool hasPrediction;
} lwContactRecord;

typedef struct lwLegRecord {
	int count, capacity;
	lwContactRecord* contacts;
	float lastStrike, lastOff;
} lwLegRecord;

typedef struct lwRecorder {
	int frames, capacity;
	int jointCount, legCount;
	lwTransform* local;     // frames * jointCount
	lwTransform* placement; // frames: model -> world
	lwTransform* frame;     // frames: CS -> world
	float* phase;           // frames
	bool* steady;           // frames
	lwLegRecord legs[LW_MAX_LEGS];
	int steps, searching;
	int gaitCount;          // of a motion set: gaits gone by, one after the other; more than fit are left out
	int gaits[LW_GAIT_RECORDS];
	float gaitFrom[LW_GAIT_RECORDS]; // s
} lwRecorder;

bool lwRecorder_Init(lwRecorder* r, int jointCount, int legCount);
void lwRecorder_Free(lwRecorder* r);
// Keep the character's last update as the next frame. False: out of memory.
bool lwRecorder_Add(lwRecorder* r, lwCharacter* c, bool steady);

// The schedule for animation.extras (see legwork/measure.h); malloc'ed JSON text, NULL when out of memory.
typedef struct lwScheduleInfo {
	int rootNode;
	const char* sourceClip;
	const char* idleClip; // NULL: none
	float fps, period, samplePeriod, speed, sampleSpeed, length;
	bool oriented;        // the frame's up is up
	const lwRig* rig;
	const lwMotionSet* motions; // NULL: one clip
} lwScheduleInfo;
char* lwRecorder_ScheduleJson(const lwRecorder* r, const lwScheduleInfo* info);

#endif
