// SPDX-License-Identifier: MIT
// Stepper: a rig alone walks. Feet stay where they stand until their home has moved too far away, then they step: no clip, no
// gait, no animated pose is needed; any pose may play on top. Four stages, each usable: feet on the ground's height; pinned in
// the world; snapping home; stepping home. Any number of legs on any surface the host's frame moves over.
#ifndef LEGWORK_STEPPER_H
#define LEGWORK_STEPPER_H

#include "legwork/character.h"

typedef enum lwStepperStage {
	lw_stepperHeight,               // a foot keeps its pose's place, its height is the ground's
	lw_stepperPinned,               // a foot stays in the world where it stood at the reset
	lw_stepperSnap,                 // a foot too far from home is home at once
	lw_stepperStep,                 // it steps home and past it
} lwStepperStage;

typedef enum lwStepperOrder {
	lw_stepperGroups,               // one group of legs at a time, all of it that wants to
	lw_stepperQueue,                // each leg when its neighbours stand, the one that waited longest first
} lwStepperOrder;

#define LW_STEPPER_ARC 17

typedef struct lwStepperDef {
	int cookie;
	const lwSkeleton* skeleton;     // kept by pointer, like the rig
	const lwRig* rig;
	lwWorld world;                  // copied; cast NULL: flat at y = 0
	lwStepperStage stage;           // default lw_stepperStep
	lwStepperOrder order;           // default lw_stepperGroups
	float threshold;                // a foot farther than this from home, in the frame's plane, goes home; in L, default 0.25
	float restThreshold;            // the same while the frame stands still, in L, default 0.05
	float overshoot;                // it aims past home by this in the direction home - foot, in L, default 0.15
	float stepTime;                 // s of a step at most, default 0: 0.22 s times the root of the leg's length over 0.5 m (gravity 9.81 units/s^2);
	                                // shorter when the legs could not keep up with the frame otherwise
	float stepHeight;               // in L, default 0.15
	float arc[LW_STEPPER_ARC];      // height over the progress of a step, i / 16; default a parabola, 1 at its top
	float highest, lowest;          // ground is looked for between these heights through a foot's place, in L; default 0.7, -0.9
	const int* groups;              // per leg, 0..legCount-1; NULL: alternating
	float bodyFollow;               // 0..1 of the feet's mean height and tilt that the body takes on, default 1
	float bodyHalfLife;             // s, default 0.08
} lwStepperDef;

typedef struct lwStepper lwStepper;

LW_API lwStepperDef lwDefaultStepperDef(void);
LW_API lwResult lwCreateStepper(const lwStepperDef* def, lwStepper** outStepper);
LW_API void lwDestroyStepper(lwStepper* stepper); // NULL is fine
LW_API size_t lwStepper_ByteCount(const lwStepper* stepper);

// All feet home under a frame: CS to world, CS being model space with the soles' ground at y = 0 (see lwStepper_Origin). At creation and after
// a teleport.
LW_API void lwStepper_Reset(lwStepper* stepper, const lwTransform* frame);
// A frame of time: the host moved the creature to frame. pose: jointCount local transforms to stand on, NULL: the bind pose.
// A frame that is not finite or not of unit rotation is left out: the last one stays (in a reset, too). dt in s, clamped to [0, 0.25]. Decisions are made on a fixed grid of 1/120 s, whatever dt.
LW_API void lwStepper_Update(lwStepper* stepper, const lwTransform* frame, const lwTransform* pose, float dt);
LW_API const lwTransform* lwStepper_Pose(const lwStepper* stepper);      // jointCount, local
LW_API lwMat34 lwStepper_ModelToWorld(const lwStepper* stepper);
LW_API lwVec3 lwStepper_Origin(const lwStepper* stepper);               // of CS in model space: middle of the feet on their ground
LW_API lwLegStatus lwStepper_Leg(const lwStepper* stepper, int leg);    // phase is not told; current, next, state, flight, times
LW_API int lwStepper_QueryCount(const lwStepper* stepper);              // of the last update; 0 at rest

#endif
