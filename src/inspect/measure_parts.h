// SPDX-License-Identifier: MIT
// Inspect, inside: what the metrics share. A measure reads a motion (the bake, or the clip played along the bake's
// path) frame by frame on a ground, against a schedule of contacts.
#ifndef LEGWORK_INSPECT_MEASURE_PARTS_H
#define LEGWORK_INSPECT_MEASURE_PARTS_H

#include "legwork/measure.h"

// ---- Memory: blocks freed together --------------------------------------------------------------------------------
typedef struct lwBlock lwBlock;
typedef struct lwBlockList {
	lwBlock* first;
} lwBlockList;
// Zeroed memory; NULL when out of memory or when count * size overflows. Count 0 gives one element.
void* lwBlockList_Alloc(lwBlockList* list, size_t count, size_t size);
void lwBlockList_Free(lwBlockList* list);

// Text that grows; failed stays set once memory ran out. text is malloc'ed, NUL-terminated, NULL when nothing was added.
typedef struct lwPrint {
	char* text;
	size_t length, capacity;
	bool failed;
} lwPrint;
void lwPrint_Add(lwPrint* text, const char* format, ...) LW_PRINTF(2, 3);

// ---- Schedule ------------------------------------------------------------------------------------------------------
typedef struct lwScheduleLeg {
	char name[LW_NAME_SIZE];
	int count;                      // contacts
	float* from;                    // s
	float* to;
	lwVec3* footprints;             // valid where hasFootprint
	lwVec3* predicted;              // valid where hasPredicted
	bool* hasFootprint;
	bool* hasPredicted;
} lwScheduleLeg;

typedef struct lwSchedule {
	bool present;
	int root;                       // node of the baked file, -1 unknown
	char sourceClip[LW_NAME_SIZE * 2];
	char idleClip[LW_NAME_SIZE * 2]; // "" when the bake stood without one
	float fps;
	float period, samplePeriod;     // s; 0 unknown
	float speed, sampleSpeed;       // file units/s; < 0 unknown
	float length;                   // 0 unknown
	bool oriented;                  // on any surface: the frame's up is up, whatever its tilt
	int frameCount;                 // of phase and frames
	float* phase;                   // [0, 1) or -1
	lwTransform* frames;            // CS -> world; NULL when the file has none
	int steadyCount;
	float* steady;                  // 2 per interval, s
	int gaitCount;                  // of a motion set: gaits gone by
	float* gaitFrom;                // s
	char (*gaits)[LW_NAME_SIZE];
	int legCount;
	lwScheduleLeg* legs;
} lwSchedule;

// Read animation.extras.legwork of the scene's JSON. No such animation: present stays false, the result is good.
// animation NULL: the first that has one. outClip: index in scene->clips, -1 when none.
lwResult lwSchedule_Read(const lwScene* scene, const char* animation, lwBlockList* memory, lwSchedule* outSchedule, int* outClip);
bool lwSchedule_IsSteady(const lwSchedule* schedule, float time);

// ---- Ground --------------------------------------------------------------------------------------------------------
typedef struct lwGround lwGround;
typedef struct lwGroundPoint {
	bool hit;                       // false: nothing below or above the point
	float height;                   // of the point above the ground along up; negative below
	lwVec3 pos;                     // on the ground
	lwVec3 normal;                  // unit, out of the ground
	int body;                       // 0 static; others are animated nodes of the terrain
} lwGroundPoint;

// terrain NULL: the plane y = groundY.
lwResult lwCreateGround(const lwScene* terrain, float scale, float groundY, lwGround** outGround);
void lwDestroyGround(lwGround* ground);
// Put the animated nodes where they are at a time.
void lwGround_SetTime(lwGround* ground, float time);
bool lwGround_IsPlane(const lwGround* ground);
bool lwGround_Moves(const lwGround* ground);
// Ground under a point: of the surfaces along up that face up, the next below or the next above, whichever is nearer;
// the next above also when the point is inside a closed body, but never through a ceiling. reach: how far to look to either side (surface movers); 0: everything.
lwGroundPoint lwGround_Under(const lwGround* ground, lwVec3 point, lwVec3 up, float reach);
// Ground nearest to a point within reach, whatever way it faces: height is the distance to it, negative inside a body.
lwGroundPoint lwGround_Near(const lwGround* ground, lwVec3 point, float reach);
// L of the creature that walks on it: what is far above its feet is a roof then, no ground.
void lwGround_SetLength(lwGround* ground, float length);
// Which way round the file is wound, by where the creature is: the face below its pelvis, within 1.5 L, looks up. Vote in
// each place, then count: most of the places must agree, else what the file shows from above stays (a room looks inside out
// from there).
void lwGround_Vote(lwGround* ground, lwVec3 pelvis, lwVec3 up);
void lwGround_CountVotes(lwGround* ground, int places);
// The segment passes through the mesh: one of its ends is more than touch behind the surface, and it does not stay
// within near of the surface.
bool lwGround_Crosses(const lwGround* ground, lwVec3 a, lwVec3 b, float touch, float near);
// Where a point of a body at time from is at time to.
lwVec3 lwGround_Carry(const lwGround* ground, int body, lwVec3 point, float from, float to);
// Vertical section for drawings: height of the topmost surface at x, z; false: none.
bool lwGround_Top(const lwGround* ground, float x, float z, float* outY);

// ---- Motion --------------------------------------------------------------------------------------------------------
// Frames of an animation on the source's skeleton.
typedef struct lwMotion {
	const lwSceneSkeleton* skeleton;
	int frameCount;
	float fps;
	const lwSchedule* schedule;
	// The bake …
	const lwScene* scene;           // NULL: the clip along the schedule's frames
	int clip;
	float start;                    // s of frame 0
	const int* nodeOfJoint;         // baked node of every joint
	lwTransform* nodeLocal;
	lwMat34* nodeWorld;
	// … or the clip.
	const lwClip* sample;
	const lwGait* gait;
	// The frame last evaluated.
	lwTransform* local;             // jointCount
	lwMat34* model;                 // jointCount, world of the file
} lwMotion;

bool lwMotion_MapNodes(const lwScene* baked, const lwScene* source, const lwSceneSkeleton* skeleton, int* outNodeOfJoint, int* outMissing);
bool lwMotion_Alloc(lwMotion* motion, lwBlockList* memory);
void lwMotion_Eval(lwMotion* motion, float frame);
// CS -> world of a frame; identity without a schedule.
lwMat34 lwMotion_Frame(const lwMotion* motion, int frame);
lwVec3 lwMotion_Up(const lwMotion* motion, int frame);
// The clip's pose in CS at a phase.
void lwSample_Eval(const lwMotion* motion, const lwClip* clip, const lwGait* gait, float phase, lwTransform* outLocal, lwMat34* outModelCS);

// ---- Measuring -----------------------------------------------------------------------------------------------------
typedef struct lwContactSpan {
	int first, last;                // frames, inclusive
	int index;                      // in the schedule's leg; -1 when inferred
} lwContactSpan;

typedef struct lwFootTrack {
	int pointCount;                 // 1 or 2 (heel, toe)
	lwVec3* pos[2];                 // frameCount
	lwGroundPoint* ground[2];
	float* reach;                   // hip to limb end / chain as it is in that frame
	float reachLimit;               // min(0.999, max(sample's, bind's) + 0.005)
	float ownDepth;                 // deepest contact point of the sample below its ground plane, >= 0
	int spanCount;
	lwContactSpan* spans;
	const lwScheduleLeg* planned;   // NULL: none
} lwFootTrack;

typedef struct lwMeasureContext {
	const lwMeasureDef* def;
	const lwScene* source;
	const lwSceneSkeleton* skeleton;
	const lwRig* rig;               // with contact points of the clip's stance
	const lwGait* gait;
	const lwClip* clip;             // looping cycle
	const lwClip* idle;             // NULL: none
	const lwSchedule* schedule;
	lwGround* ground;
	lwMotion* motion;
	float length;                   // L
	bool flat;                      // every ground point of the steady part lies in one horizontal plane
	bool* flatFrames;               // oriented: per frame, the feet's ground has been and will be one plane; NULL otherwise
	lwFootTrack* feet;              // rig->legCount
	int* legOfJoint;                // jointCount: leg whose chain carries the joint, -1 body
	bool* isBody;                   // jointCount: counts for the body's style
	bool* isExempt;                 // jointCount: root or detached control, may translate freely
	lwBlockList* memory;
	lwPrint* notes;
} lwMeasureContext;

bool lwMeasure_MarkJoints(lwMeasureContext* context);
bool lwMeasure_TrackFeet(lwMeasureContext* context);          // fills feet (positions, ground, spans) and flat
void lwMeasure_Feet(lwMeasureContext* context, lwMeasures* out);   // skate, penetration, float, crossing, over-reach
void lwMeasure_Timing(lwMeasureContext* context, lwMeasures* out); // timing, foresight
bool lwMeasure_Style(lwMeasureContext* context, lwMeasures* out);  // style body, legs, under load
bool lwMeasure_Pop(lwMeasureContext* context, lwMeasures* out);    // pop
bool lwMeasure_Bones(lwMeasureContext* context, lwMeasures* out);  // bone length
bool lwMeasure_Rest(lwMeasureContext* context, lwMeasures* out);
// RMS of the leg joints that an even stance forces, in length units; < 0 when out of memory.
float lwMeasure_ForcedStance(lwMeasureContext* context);

// ---- The metrics as rows of a table --------------------------------------------------------------------------------
typedef struct lwMeasureRow {
	const char* name;               // in tables and messages
	const char* key;                // in JSON
	const char* unit;
	size_t offset;                  // of a float in lwMeasures
	float bar, roughBar;            // NAN: reported, not judged
} lwMeasureRow;
#define LW_MEASURE_ROWS 17
extern const lwMeasureRow lwMeasure_rows[LW_MEASURE_ROWS];
float lwMeasureRow_Value(const lwMeasureRow* row, const lwMeasures* measures);
bool lwMeasureRow_Misses(const lwMeasureRow* row, const lwMeasures* measures, bool rough); // NAN never misses

// Measure with a rig and an analysis that are known already (the tests' way in, and lwMeasure's second half).
lwResult lwMeasure_Analysed(const lwMeasureDef* def, const lwSceneSkeleton* skeleton, const lwAnalysis* analysis,
							const lwClip* idle, lwMeasureReport** outReport);

#endif
