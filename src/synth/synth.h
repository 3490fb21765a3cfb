// SPDX-License-Identifier: MIT
// Synth, inside: a gait's numbers chosen for a creature, its feet's paths and its body's motion.
#ifndef LW_SYNTH_SYNTH_H
#define LW_SYNTH_SYNTH_H

#include "legwork/synth_gait.h"
#include "step/leg_frame.h"

#define SYNTH_MAX_ARMS 8

// An arm: a pair's limb that is no leg, let down and swung.
typedef struct SynthArm {
	int upper, lower;    // joints
	int side;            // +1 left, -1 right
	float phase;         // of the leg it swings with: the other side's
	lwQuat down;         // global turn that lets it hang
} SynthArm;

typedef struct SynthLeg {
	lwFootReference reference;
	lwLegFrame bind;
	lwVec3 pole;         // model space: where the limb bends to
	float phase;         // of touchdown
	bool tip;            // the limb's end is the ground point itself
} SynthLeg;

// Numbers with nothing left to choose. Lengths in units.
typedef struct SynthNumbers {
	float speed, period, duty;
	float stepHeight, bob, sway, pitch, roll, yaw, crouch;
	float offRoll, strikeRoll; // rad over the toe at the end, over the heel at the start of a contact
	float armSwing;
} SynthNumbers;

typedef struct Synth {
	const lwSynthGaitDef* def;
	const lwSkeleton* skeleton;
	const lwRig* rig;
	lwSynthGaitKind kind;
	SynthNumbers n;
	lwVec3 forward, left, originMS, pivotMS;
	float L, hipHeight;
	SynthLeg legs[LW_MAX_LEGS];
	SynthArm arms[SYNTH_MAX_ARMS];
	int armCount;
	lwMat34* bindModel;  // jointCount
	lwMat34* model;      // jointCount, scratch
} Synth;

// Where a foot is at a moment of its cycle. t: cycles since touchdown, [0, 1).
typedef struct SynthFoot {
	lwVec3 posCS;
	float roll;          // over the toe +, over the heel -, rad
} SynthFoot;

// phases.c
lwSynthGaitKind SynthKind(const lwRig* rig, lwSynthGaitKind kind);
void SynthNumbers_Choose(Synth* io); // kind, L, hipHeight and legs' phases known
// path.c
SynthFoot Synth_FootAt(const Synth* s, int leg, float t);
lwTransform Synth_BodyAt(const Synth* s, float phase); // model-space motion that the body is moved by
// arms.c
void Synth_FindArms(Synth* io);
void Synth_PoseArms(const Synth* s, float phase, lwTransform* ioLocal);
// pose.c
float Synth_ReachAt(const Synth* s, float phase, lwTransform* scratch); // most that any leg needs of its limb's chain
void Synth_PoseAt(const Synth* s, float phase, lwTransform* outLocal);
void Synth_StandPose(Synth* s, lwTransform* outLocal); // changes the numbers: last of all

#endif
