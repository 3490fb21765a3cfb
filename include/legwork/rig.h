// SPDX-License-Identifier: MIT
// Rig: which joints are legs, feet, spine; found automatically (autorig.h, tools) or given by hand. Plain data, immutable.
#ifndef LEGWORK_RIG_H
#define LEGWORK_RIG_H

#include "legwork/skeleton.h"

#define LW_MAX_LEGS 64
#define LW_MAX_LEG_JOINTS 12
#define LW_MAX_SPINE 128
#define LW_MAX_HELPERS 256
#define LW_NAME_SIZE 64

// A point of the sole, rigid to a joint.
typedef struct lwContactPoint {
	int joint;                      // joint that carries it (foot, toe, or a detached foot's control)
	lwVec3 posLS;                   // in that joint's local space: posMS = model[joint] * posLS
} lwContactPoint;

// A joint of the limb that bends about one axis.
typedef struct lwHinge {
	lwVec3 axisLS;                  // unit axis in the joint's local space; zero vector: ball joint, no hinge
	float minAngle, maxAngle;       // rad, turn about axisLS from the bind pose's local rotation
} lwHinge;

typedef struct lwLeg {
	char name[LW_NAME_SIZE];        // "L", "R", "LF", "RH", "L1"… unique within the rig
	int side;                       // +1 left, -1 right (seen along the facing direction), 0 middle
	int row;                        // 0 is the front-most pair
	int jointCount;                 // hip -> tip, 2..LW_MAX_LEG_JOINTS
	int joints[LW_MAX_LEG_JOINTS];  // the first limbCount are a chain of the hierarchy (others may lie between two of
	                                // them); the rest is the foot: toe joints, or the joints below a detached foot's control
	int limbCount;                  // joints[limbCount - 1] is the limb's end, put in place by IK: ankle, fetlock, shin end, tip
	bool detached;                  // the visible foot does not hang on the limb's end
	int footControl;                // detached: the joint moved as a whole to place the foot (may be in joints[] or not); else -1
	int footJoint;                  // joint whose rotation is the foot's: the limb's end, or footControl when detached
	bool singleContact;             // heel == toe: a foot of one joint (paw of one bone, spider's tip)
	lwContactPoint heel, toe;       // lowest points of the rear and front half of the foot at stance
	lwHinge hinges[LW_MAX_LEG_JOINTS]; // per limb joint; the hip's and the end's are not used
	float length;                   // L of this leg: bind distances summed over ALL of joints[], hip to tip, foot included (model units)
	float boneLengths[LW_MAX_LEG_JOINTS]; // bind distance joints[i] -> joints[i + 1], i < limbCount - 1; their sum is the limb's chain
	float maxReach;                 // length * maxReach is the largest hip-to-end distance allowed: min(0.999 * chain, max(clips, bind) + 0.005 * chain)
	float confidence;               // 0..1 of the finder; 1 when given by hand
} lwLeg;

typedef struct lwRig {
	int legCount;                   // 1..LW_MAX_LEGS
	lwLeg legs[LW_MAX_LEGS];        // front to back, left before right
	int spineCount;                 // ordered pelvis -> head; 0 when unknown
	int spine[LW_MAX_SPINE];
	int tailCount;                  // ordered from the pelvis outwards
	int tail[LW_MAX_SPINE];
	int helperCount;                // joints that move nothing to be seen (IK targets, poles), in the skeleton's order; with all below them
	int helpers[LW_MAX_HELPERS];
	int rootJoint;                  // lowest common ancestor of all that is animated or skinned: moved by root motion
	int pelvis;                     // joint that carries the (hind) legs
	float length;                   // L: mean of the legs' lengths
} lwRig;

// Checks a rig against a skeleton: indices, chains, counts. Message names the leg.
LW_API lwResult lwRig_Validate(const lwRig* rig, const lwSkeleton* skeleton);
// Leg by name; -1 when absent.
LW_API int lwRig_FindLeg(const lwRig* rig, const char* name);
// World or model position of a contact point from the matrices of the same space.
static inline lwVec3 lwContactPoint_Pos(const lwContactPoint* point, const lwMat34* model) {
	return lwMat34Point(model[point->joint], point->posLS);
}

#endif
