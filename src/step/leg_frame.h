// SPDX-License-Identifier: MIT
// Leg frames: the foot of one leg in one frame of a clip, taken apart into a footprint frame on the ground and the
// foot's attitude over it, so that footwork can put it back together anywhere.
//
// Print frame: origin midway between heel and toe on the sole, +Y the ground's normal, +Z heel to toe (horizontal).
#ifndef LW_STEP_LEG_FRAME_H
#define LW_STEP_LEG_FRAME_H

#include "legwork/rig.h"

// Foot attitude: rotation of the foot joint in the print frame and the points it carries, in the foot joint's
// rotation-only frame (scale taken out).
typedef struct lwFootShape {
	lwQuat rot;
	lwVec3 heel, toe; // relative to the foot joint
	lwVec3 end;       // the limb's end relative to the foot joint (zero for attached feet)
} lwFootShape;

typedef struct lwLegFrame {
	lwVec3 hipCS;
	lwVec3 printCS;   // y: height of the lower contact point over the ground plane
	float printYaw;   // about +Y, of heel -> toe, relative to +Z of CS
	float chain;      // length of the limb, hip to end along its joints
	lwFootShape shape;
} lwLegFrame;

// Position of the foot joint in the print frame so that the lower contact point touches the ground at its place:
// the heel at -halfLength on z, the toe at +halfLength. Rolls over the lower point without sliding it.
lwVec3 lwFootShape_Place(const lwFootShape* shape, float halfLength);

// Between two shapes: rotations by slerp, points linearly.
lwFootShape lwFootShape_Blend(const lwFootShape* a, const lwFootShape* b, float t);
lwLegFrame lwLegFrame_Blend(const lwLegFrame* a, const lwLegFrame* b, float t);

// A foot standing flat: what headings of the same foot in other frames are measured against.
typedef struct lwFootReference {
	lwQuat rot;       // of the foot joint in CS
	float yaw;        // of heel -> toe there; single contacts: of the direction of travel
	float halfLength; // half of the sole, heel to toe; 0 for single contacts
} lwFootReference;
lwFootReference lwFootReference_FromPose(const lwLeg* leg, const lwMat34* cs, float travelYaw);

// Length of a limb along its joints, and the share of it from hip to end.
float lwLeg_Chain(const lwLeg* leg, const lwMat34* model);
float lwLeg_Reach(const lwLeg* leg, const lwMat34* model);

// Take a posed leg apart. cs: joint matrices in CS. The heading is the foot's turn about +Y since the reference, so that
// it stays defined while the sole points straight down.
void lwLegFrame_FromPose(const lwLeg* leg, const lwMat34* cs, const lwFootReference* reference, lwLegFrame* outFrame);

#endif
