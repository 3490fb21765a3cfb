// SPDX-License-Identifier: MIT
// Stepper, inside: a leg's foot, who may step, how the pose follows.
#ifndef LW_STEPPER_STATE_H
#define LW_STEPPER_STATE_H

#include "legwork/stepper.h"
#include "step/leg_frame.h"

#define LW_STEPPER_TICK (1.0f / 120.0f)
#define LW_STEPPER_AIMED 0.85f // of a step: then its target stays

typedef struct StepLeg {
	lwFootReference reference;
	lwLegFrame bind;
	lwVec3 pole;            // model space
	lwVec3 homeCS;
	float homeYaw;
	bool tip;
	int group;
	lwFootprint current;    // in the world
	lwFootprint next;
	lwVec3 posBS, fromBS;   // current and where the step began, in the body they lie on
	lwQuat rotBS;
	lwFootState state;
	lwVec3 from;            // where the step began
	lwVec3 pastCS;          // past home, in the frame at the lift
	float u, duration;      // of the step
	float waited;           // s since it wanted to step, 0: does not
	float lastStrike, lastOff;
	float residual;
	lwVec3 nowPos;          // this moment
	lwQuat nowRot;
} StepLeg;

struct lwStepper {
	lwStepperDef def;
	const lwSkeleton* skeleton;
	const lwRig* rig;
	float L, stepTime;
	lwVec3 originMS;
	int legCount, groupCount, active; // group whose turn it is
	lwTransform frame, last;          // last: at the end of the update before
	float time, tick;                 // s; time of the last decision
	lwVec3 velocity, angular;         // of the frame over the last update
	bool still, settled;
	float height, heightVel;          // of the body over the frame, units
	lwVec3 tilt, tiltVel;             // rotation vector, CS
	int queries;
	StepLeg* legs;
	lwTransform* local;
	lwMat34* model;
	size_t bytes;
};

// Numbers that may be gone on with; false for NaN.
static inline bool Stepper_IsFinite(lwVec3 v) {
	return lwAbsF(v.x) < 1e18f && lwAbsF(v.y) < 1e18f && lwAbsF(v.z) < 1e18f;
}

static inline bool Stepper_IsTurn(lwQuat q) {
	return lwAbsF(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w - 1.0f) < 0.01f;
}

// feet.c
lwFootprint Stepper_HomeAt(lwStepper* s, int leg, const lwTransform* frame, lwVec3 past);
void Stepper_StoreInBody(lwStepper* s, StepLeg* leg);
void Stepper_CarryFeet(lwStepper* s);
void Stepper_FlyFeet(lwStepper* s, float ahead); // where the feet are, ahead s after the last decision
void Stepper_BeginStep(lwStepper* s, int leg);
void Stepper_Aim(lwStepper* s, int leg);
void Stepper_EndStep(lwStepper* s, int leg);
float Stepper_Distance(const lwStepper* s, int leg); // of the foot from its home in the frame's plane, units
// order.c
void Stepper_MakeGroups(lwStepper* s);
void Stepper_Decide(lwStepper* s);
// pose.c
void Stepper_PoseBody(lwStepper* s, const lwTransform* pose, float dt);
void Stepper_PoseLegs(lwStepper* s, const lwTransform* pose);

#endif
