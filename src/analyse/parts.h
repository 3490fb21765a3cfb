// SPDX-License-Identifier: MIT
// Analysis, inside: what its files share. A range of a clip becomes foot tracks, those contacts, those key times.
#ifndef LEGWORK_ANALYSE_PARTS_H
#define LEGWORK_ANALYSE_PARTS_H

#include "legwork/analyse.h"

#define LW_ANALYSE_RATE 120.0f  // least samples per second
#define LW_ANALYSE_SAMPLES 40.0f // and per clip: a third of a second has as many
#define LW_LOW_SHARE 0.05f      // a point is low below this share of the leg length above its own minimum
#define LW_MIN_FLIGHT 0.05f     // least share of the cycle that stays flight

// Paths of one leg's sole over the frames of a clip, model space. All arrays have frameCount entries.
typedef struct lwFootTrack {
	lwVec3* heel;
	lwVec3* toe;                    // == heel for a single contact
	lwVec3* rear;                   // the foot's rear joint: ankle, fetlock, hoof or the control of a detached foot
	lwVec3* front;                  // its front joint: toe or tip; == rear when there is none
	lwVec3* base;                   // foot base: does not move while the foot rolls about its lower point
	lwQuat* rot;                    // foot joint's rotation
	bool* heelDown;                 // rear joint low and going with the ground
	bool* toeDown;                  // front joint
	bool* down;                     // the leg's contact: either point, cleaned
	float low[2];                   // least heights of the rear and front joint
	float planted;                  // 0..1: share of the low time in which the foot stands exactly
} lwFootTrack;

typedef struct lwFeet {
	const lwRig* rig;
	int legCount;
	int frameCount;
	float dt;                       // s between frames
	bool wraps;                     // frame frameCount is frame 0
	lwVec3* hips;                   // mean of the legs' first joints, per frame
	float* hipsYaw;                 // heading of the hips relative to frame 0, unwrapped, rad
	lwFootTrack legs[LW_MAX_LEGS];
	void* memory;
} lwFeet;

lwResult lwFeet_Create(const lwClip* clip, const lwSkeleton* skeleton, const lwRig* rig, lwFeet* outFeet);
void lwFeet_Destroy(lwFeet* feet);
// Frame index brought into range: wrapped or clamped.
int lwFeet_Index(const lwFeet* feet, int frame);
// A sixtieth of a second, in which times of contacts are told; in cycles below a third (small animals, files of small units) a twentieth of the cycle.
float lwFeet_Sixtieth(const lwFeet* feet);
// Velocity at a frame over a window of two sixtieths.
lwVec3 lwFeet_Velocity(const lwFeet* feet, const lwVec3* track, int frame);
// A track between frames.
lwVec3 lwFeet_At(const lwFeet* feet, const lwVec3* track, float frame);
lwQuat lwFeet_RotAt(const lwFeet* feet, const lwQuat* track, float frame);
// Fill base of a leg; the foot stands flat at the given frame.
void lwFeet_SetBase(lwFeet* feet, int leg, float stanceFrame);
static inline float lwHeight(const lwFootTrack* foot, int i) { return lwMinF(foot->heel[i].y, foot->toe[i].y); }
float lwFeet_MinHeight(const lwFeet* feet, const lwVec3* track);

// Text that grows; truncated silently when out of memory (then failed is set).
typedef struct lwText {
	char* data;
	size_t size, capacity;
	bool failed;
} lwText;
void lwText_Add(lwText* text, const char* format, ...) LW_PRINTF(2, 3);

// Range of the clip under analysis and what was found about its loop.
typedef struct lwRange {
	float start, duration;          // s in the scene clip; duration is the period, with the frame the seam needs
	float rate;                     // samples per second: a multiple of the source's, >= LW_ANALYSE_RATE
	bool extended;                  // one frame longer than its last key
	bool rootMotion;
	lwVec3 travel;                  // root displacement over the range
	int mover;                      // joint the root motion is taken out of; -1: all roots
	float turn;                     // root turn about +Y over the range, rad
	float loopGap;                  // worst joint, share of L, root motion taken out
	int loopGapJoint;
	float legGap;                   // worst leg joint, share of L
} lwRange;

lwResult lwRange_Raw(const lwAnalyseDef* def, const lwRange* range, lwClip** outClip);
lwResult lwRange_Find(const lwAnalyseDef* def, lwRange* outRange, lwText* warnings);
// Measure root motion and loop gap of range (start, duration given) on raw poses of its first and last frame.
lwResult lwRange_Measure(const lwAnalyseDef* def, lwRange* ioRange, bool take);
// The range as a looping in-place clip; spreads the gap when close is set.
lwResult lwRange_Clip(const lwAnalyseDef* def, const lwRange* range, bool close, lwClip** outClip);
// Strides: how often the motion repeats within the looping clip (1 when it does not).
int lwRange_Repeats(const lwFeet* feet, const lwRig* rig);
// Best-closing cycle of a take from its contacts (world). False when there is no full stride.
bool lwRange_CutTake(const lwAnalyseDef* def, const lwClip* raw, const lwFeet* feet, const lwRange* take, lwRange* outCycle, int* outCycles);

// The joints whose paths tell contact. Joints, not soles: a sole rolls and turns about them while the foot stands, which
// looks like leaving the ground; heights are measured against each joint's own lowest.
void lwLeg_FootJoints(const lwLeg* leg, int* outRear, int* outFront);

// Consensus of the legs on where the ground goes.
typedef struct lwTravel {
	lwVec3 back;                    // unit, horizontal: how the ground moves below the body
	float median;                   // median backward speed over contact samples
	float mean;                     // sum of sweeps over sum of contact times, all sole points
	float agreement;                // 0..1: length of the mean unit vector of the low samples' velocity
	bool even;                      // all feet stand exactly: contacts and speed are exact, see even.c
} lwTravel;

void lwContact_Cyclic(lwFeet* feet, lwTravel* outTravel);
// A leg's contact from those of its two points, short gaps closed.
void lwContact_Join(lwFeet* feet, int leg);
// Contacts and speed anew where all feet stand exactly; else nothing changes.
void lwContact_Even(lwFeet* feet, lwTravel* ioTravel);
// mean again from the masks as they are.
void lwContact_MeanSpeed(lwFeet* feet, lwTravel* ioTravel);
void lwContact_Take(lwFeet* feet);
void lwContact_Resting(lwFeet* feet);
void lwContact_Intervals(const lwFeet* feet, int leg, lwContactTrack* outTrack);

// Key times of a leg in frames, unwrapped around the contact: strike <= land <= stance <= lift <= off.
typedef struct lwKeys {
	float strike, land, stance, lift, off;
	float confidence[4];            // lift, off, strike, land
	bool always, never;             // never leaves / never touches the ground
} lwKeys;

// Stance time within the longest contact, then the key times around it. Heel and toe masks must be filled.
void lwKeys_Find(lwFeet* feet, int leg, const lwTravel* travel, lwKeys* outKeys);

// Key times given by hand: strike, land, stance, lift, off in frames of the clip; NAN: not given. The contact follows.
// False when hardly any flight is left.
bool lwKeys_Hint(lwFeet* feet, int leg, const float frames[5], lwKeys* ioKeys);

// Fill one leg of the gait from its key times (speed, period, direction and origin of gait must be set).
void lwGait_MakeConsistent(lwGait* gait, const lwRig* rig, lwText* warnings);
void lwGaitLeg_Fill(lwGait* gait, int leg, const lwFeet* feet, const lwKeys* keys, lwText* warnings);
void lwGaitLeg_Curves(lwGait* gait, int leg, const lwFeet* feet, const lwKeys* keys);
// Word for the footfall pattern; phases are mid-stance, cycles.
void lwGait_Name(const lwRig* rig, const float* phase, const float* duty, char* outName, int capacity);

// The stance places of a filled analysis.
lwResult lwAnalysis_FillStance(lwAnalysis* out, const lwSkeleton* skeleton);
// Curves of a range that is no cycle, from the contacts found in it.
lwResult lwMotionCurves_Make(const lwAnalyseDef* def, const lwRange* range, const lwContactTrack* contacts, float groundY, lwMotionCurves** outCurves);
void lwMotionCurves_Destroy(lwMotionCurves* curves);

// Circular mean of the time on the ground, [0, 1): mid-stance also of a contact in pieces. -1 without contact.
float lwContacts_Phase(const lwContactTrack* track);
// Mid-stance of a leg by its key times, in its clip's phase, [0, 1).
float lwGaitLeg_MidStance(const lwGaitLeg* leg);

#endif
