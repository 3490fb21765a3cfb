// SPDX-License-Identifier: MIT
// Measure (tools): how good a baked animation is, from the files alone. See docs/quality.md for the metrics.
#ifndef LEGWORK_MEASURE_H
#define LEGWORK_MEASURE_H

#include "legwork/analyse.h"
#include "legwork/world.h"

// The schedule a bake carries in animation.extras.legwork. Written by bake, read by measure:
// {
//   "version": 1,
//   "root": node index in the baked file that carries the root motion,
//   "sourceClip": "Walk",              name in the source file
//   "idleClip": "Idle",              what it stood in; absent when it stood in the walk's own mean pose
//   "fps": 60,
//   "period": 0.8,                     s of the cycle as baked
//   "samplePeriod": 0.8,               s of the sample's cycle
//   "speed": 0.9,                      commanded cruise speed, file units/s
//   "sampleSpeed": 0.9,                the sample's own
//   "length": 1.4,                     L
//   "oriented": true,                  moved on any surface: the frame's up is up; absent for walks
//   "phase": [p0, p1, …],              per frame: clip phase [0,1) of the body; -1 while standing
//   "frame": [x,y,z,qx,qy,qz,qw, …],   per frame, 7 numbers: CS -> world of the file: the character's frame of reference on the
//                                      ground (turns the clip's travel onto the path; no bob, no tilt by the body spring)
//   "steady": [[t0,t1], …],            s: full speed, straight, no start or stop
//   "legs": [ { "name": "L1",
//               "contact": [[t0,t1], …],               s: whole contact, strike to off, inclusive frames
//               "footprints": [[x,y,z], …],            per contact: where the foot base stood
//               "predicted": [[x,y,z] or null, …] } ]  per contact: the footprint predicted at the foot-off before it
// }
typedef struct lwMeasureDef {
	int cookie;
	const lwScene* baked;
	const char* animation;          // name in baked; NULL: the first with extras.legwork, else the last
	const lwScene* source;          // the sample's file (may equal baked)
	const char* sourceClip;         // NULL: from the schedule
	const char* idleClip;           // for standing; NULL: the one in the schedule, if any
	const char* rigJson;            // override of the auto-rig; NULL: none
	const lwScene* terrain;         // NULL: the ground in the bake (lwMeasure_BakedGround) if groundY is 0, else the plane y = groundY
	float terrainScale;             // default 1
	float groundY;                  // default 0
	bool baseline;                  // also measure the clip played without Legwork along the same path
} lwMeasureDef;

LW_API lwMeasureDef lwDefaultMeasureDef(void);

// All lengths in % of L unless said otherwise. NAN (as a float) where a metric does not apply; JSON null then.
typedef struct lwMeasureLeg {
	char name[LW_NAME_SIZE];
	int contacts;
	float skateMean, skateMax;      // per stance, % L
	float penetration;              // worst, beyond the sample's own
	float floatP95;
	int crossings;
	float dutyError;                // against 3-footwork §3.8
	float overReach;                // share of frames, %
} lwMeasureLeg;

typedef struct lwMeasures {
	bool scheduled;                 // false: contacts were inferred
	int frames, steps;
	float length;                   // L, file units
	float skateMean, skateMax;
	float penetration;
	float floatP95;
	float crossingPer100;
	float timingCycle;              // |cycle / sample's - 1|, %
	float timingDuty;               // worst |duty - expected|, absolute
	float timingStep;               // above the sample's speed: |step / sample's - 1|, %; else NAN
	float foresightMax;             // steady input, % L
	float styleBody;                // RMS % L, steady frames on flat ground at the sample's speed; NAN elsewhere
	float styleLegs;                // RMS beyond what an even stance forces, % L
	float styleLegsForced;          // the part an even stance forces, % L
	float styleBodyLoad;            // under load: after removing the rigid body offset
	float pop;                      // ratio, worst joint, worst of 8 sampling offsets
	char popJoint[LW_NAME_SIZE];
	float popTime;                  // s
	float boneLength;               // relative
	float overReach;                // % of frames, worst leg
	float rest;                     // % L, from 1 s after the last strike; NAN without such a time
	int legCount;
	lwMeasureLeg legs[LW_MAX_LEGS];
} lwMeasures;

typedef struct lwMeasureReport {
	lwMeasures result;
	lwMeasures baseline;            // valid when hasBaseline: the clip without Legwork along the same path
	bool hasBaseline;
	char* notes;                    // one line each, "" when none; owned
} lwMeasureReport;

LW_API lwResult lwMeasure(const lwMeasureDef* def, lwMeasureReport** outReport);
LW_API void lwDestroyMeasureReport(lwMeasureReport* report);
// The ground that a bake made withTerrain carries: a view of its scene in which only those nodes have meshes. The writer's
// material "legwork_terrain" tells them. NULL: it carries none. The caller frees it with free(), before the bake.
LW_API lwScene* lwMeasure_BakedGround(const lwScene* baked);
// Bars: true when the metric holds (NAN counts as held). rough: terrain other than flat.
LW_API bool lwMeasures_MeetBars(const lwMeasures* measures, bool rough, char* outMisses, int capacity);
LW_API char* lwMeasureReport_ToJson(const lwMeasureReport* report); // malloc'ed
LW_API char* lwMeasureReport_ToText(const lwMeasureReport* report); // short table, malloc'ed

#endif
