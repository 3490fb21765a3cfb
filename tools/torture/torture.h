// SPDX-License-Identifier: MIT
// Torture: random-input runs of the surface mover on the world scenes, watched from outside.
#ifndef LEGWORK_TORTURE_H
#define LEGWORK_TORTURE_H

#include "legwork/crawl_input.h"
#include "legwork/surface_mover.h"
#include "legwork/world_scene.h"

#define TORTURE_SPEEDS 3
#define TORTURE_FPS 60

// The bars of docs/torture.md.
#define BAR_HEADING 20.0f       // degrees
#define BAR_REST 0.05f          // degrees/s RMS
#define BAR_TURN 25.0f          // degrees a frame

typedef struct RunPlan {
	int scene;
	int speed;                  // 0..TORTURE_SPEEDS - 1
	uint32_t seed;              // of the input, the start's facing; odd: scene as one mesh
	float seconds;
} RunPlan;

// What one run came to. Counts are frames.
typedef struct RunResult {
	bool done;                  // false: it never ended
	int frames;
	int detached;               // not attached, though nobody asked
	int through;                // a small sphere at the body's middle met a face on its way
	int inside;                 // the body's middle is inside a body
	int off;                    // nothing within reach of the frame
	int headingFrames, headingMissed; // stick held for a while; more than the bar away from it
	float headingWorst;         // degrees
	int stuck;                  // stick held for a while, and less than a tenth of the speed
	float restRms;              // degrees/s, worst rest
	int restQueries;            // most of a frame at rest
	int restFrames;             // with nothing near that moves against what it stands on
	float turnWorst;            // degrees
	float firstFault;           // s; -1: none
	double microseconds;        // of an update, mean
	int queries;                // mean of an update
} RunResult;

float TortureSpeed(int speed);  // size/s
void TortureRun(const RunPlan* plan, RunResult* out);
// Met every bar? outWhy (may be NULL) gets the names of what was missed.
bool TorturePassed(const RunPlan* plan, const RunResult* result, char* outWhy, int capacity);

// ---- Watching: the scene's bodies one by one, apart from the world that the mover asks --------------------------------
typedef struct Watch Watch;
Watch* WatchMake(lwWorldScene* scene);  // NULL: out of memory
void WatchFree(Watch* watch);
// The middle of the body went from one place at a time to another: meets a small sphere there any face?
bool WatchThrough(const Watch* watch, lwVec3 from, float fromTime, lwVec3 to, float toTime, float radius);
bool WatchInside(const Watch* watch, lwVec3 point, float time);
// Any other body than one within reach of a point?
bool WatchNear(const Watch* watch, lwVec3 point, float time, int other, float reach);
// Does the watch see what it must? Known ways and places; prints what it does not see.
bool WatchCheck(void);

#endif
