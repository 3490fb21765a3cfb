// SPDX-License-Identifier: MIT
// Pose: blending, layers, masks, mirror, inertialised transitions and root extraction on arrays of local transforms.
// A pose is jointCount lwTransforms in the skeleton's order, rotations of unit length. Nothing here allocates but
// lwCreateMirror; nothing keeps a pointer beyond the call but where said. Results have the same bits everywhere.
#ifndef LEGWORK_POSE_H
#define LEGWORK_POSE_H

#include "legwork/clip.h"

#define LW_MAX_BLEND_POSES 32

// ---- Blend -----------------------------------------------------------------------------------------------------

typedef struct lwPoseInput {
	const lwTransform* pose;        // jointCount entries
	float weight;                   // any scale: weights are normalised per joint; not above 0: left out
	const float* mask;              // jointCount factors of weight, 0..1; NULL: 1 for all
} lwPoseInput;

// Weighted blend of poses. Positions and scales linearly, rotations as a normalised sum, each on the side of the joint's
// heaviest input (so the sign of a quaternion never matters). inputs may be in any order: they are summed from the
// heaviest down, so results are the same bits while weights differ, and the same to rounding when they do not and the
// joint's rotations lie within 90 degrees of the heaviest; beyond, the first of equally heavy inputs decides the side.
// A joint with one input that weighs is copied bit for bit. Where all inputs agree positions and scales keep their bits.
// A joint with none takes fallback's; NULL: outPose keeps what it holds. inputCount: 0..LW_MAX_BLEND_POSES.
// outPose may be one of the inputs or the fallback.
LW_API void lwPose_Blend(const lwPoseInput* inputs, int inputCount, const lwTransform* fallback, int jointCount,
						 lwTransform* outPose);

// Mask of a branch: 1 from joint down, 0 elsewhere. feather: number of joints over which it rises, the joint itself first
// (0 or 1: at once; 3: 1/3, 2/3, 1 …). outMask has skeleton->jointCount entries.
LW_API void lwMask_Branch(const lwSkeleton* skeleton, int joint, int feather, float* outMask);

// ---- Additive --------------------------------------------------------------------------------------------------

// What pose has over reference: position added, rotation turned in the parent's frame (rot = pose * inverse(reference)),
// scale multiplied (1 where the reference's is 0). outDifference may be pose.
LW_API void lwPose_Difference(const lwTransform* pose, const lwTransform* reference, int jointCount,
							  lwTransform* outDifference);
// Put weight of a difference on a pose; mask may be NULL. weight in [-1, 1]; negative takes off what the same positive one
// puts on. 1 on the reference gives the pose the difference was made of; 0 changes no bit.
LW_API void lwPose_Add(const lwTransform* difference, float weight, const float* mask, int jointCount, lwTransform* ioPose);

// ---- One-shot layer --------------------------------------------------------------------------------------------

#define LW_MAX_LAYER_KEYS 8

// A clip that plays once over a base: an attack over a walk. Its weight follows its own curve over its time.
typedef struct lwOneShotDef {
	int cookie;
	const lwClip* clip;             // kept by pointer while used; played from its first to its last frame
	const float* mask;              // jointCount factors; NULL: the whole body
	bool additive;                  // put on the base what the clip has over its own first frame
	float rate;                     // clip seconds per second, > 0; default 1
	float fadeIn, fadeOut;          // s of the layer's time, >= 0; used without keys; default 0.15, 0.25; scaled when they do not fit
	float weight;                   // 0..1, between the fades; factor of the keys; default 1
	int keyCount;                   // 0..LW_MAX_LAYER_KEYS; 0: a smooth rise over fadeIn and fall over fadeOut
	float keyTime[LW_MAX_LAYER_KEYS];   // s of the layer's time, rising
	float keyWeight[LW_MAX_LAYER_KEYS]; // 0..1; smooth steps between keys, the outer ones hold
} lwOneShotDef;

LW_API lwOneShotDef lwDefaultOneShotDef(void);
// s that it takes: the clip's duration over rate; 0 for a def that cannot be played.
LW_API float lwOneShot_Duration(const lwOneShotDef* def);
// Weight at a time since the start: 0 outside [0, duration].
LW_API float lwOneShot_Weight(const lwOneShotDef* def, float time);
// Lay the clip at a time since the start over ioPose. Changes no bit where the weight is 0.
LW_API void lwOneShot_Apply(const lwOneShotDef* def, float time, lwTransform* ioPose);

// ---- Mirror ----------------------------------------------------------------------------------------------------

// Which joint is whose mirror image, and how their frames turn into one another. Immutable.
// Pairs are found from the root down, among the children of paired joints: by names (Left/Right, L/R as words of
// "L_arm", "arm.L", "ArmL", "lArm", "Bip01 L Arm" …, trailing ids may differ), else by the place in the bind pose.
// The bind pose is its own mirror image, whatever the joints' axes are. A joint without a partner keeps its local transform.
typedef struct lwMirror lwMirror;

typedef struct lwMirrorDef {
	int cookie;
	const lwSkeleton* skeleton;     // not kept
	lwVec3 normalMS;                // normal of the mirror plane; zero (default): found from names, else from the bind pose (X or Z)
	float tolerance;                // places match within this share of the bind pose's extent; default 0.05
	const int* pairs;               // jointCount partners (own index: in the middle; -1: none) in place of the search; NULL: search
} lwMirrorDef;

LW_API lwMirrorDef lwDefaultMirrorDef(void);
// Fails on a def with pairs that are not mutual or whose parents are not paired; a search never fails.
LW_API lwResult lwCreateMirror(const lwMirrorDef* def, lwMirror** outMirror);
LW_API void lwDestroyMirror(lwMirror* mirror);
// Partner of a joint: its own index in the middle, -1 for none.
LW_API int lwMirror_Partner(const lwMirror* mirror, int joint);
// Unit normal of the plane in model space.
LW_API lwVec3 lwMirror_NormalMS(const lwMirror* mirror);
// The mirrored pose; twice gives the pose again (to rounding). outPose must not overlap pose. Scales go with their joint.
LW_API void lwPose_Mirror(const lwMirror* mirror, const lwTransform* pose, lwTransform* outPose);
// Mirrored direction, velocity or position relative to a point of the plane.
LW_API lwVec3 lwMirror_Vector(const lwMirror* mirror, lwVec3 v);

// ---- Inertialised transition -----------------------------------------------------------------------------------

// At a switch of source the difference old - new is kept with its velocity, and put on the new source while it decays as a
// critically damped spring (after Bollo, "Inertialization", GDC 2018, and Holden's springs by half-life), in closed form of
// the time since: position, rotation and their velocities are continuous, at any frame rate the same.
// The state is one block of yours without pointers: copy it to record or restore it.
typedef struct lwInertia lwInertia;

LW_API size_t lwInertia_ByteCount(int jointCount);  // 0 for a count outside 1..LW_MAX_JOINTS
// Make a block of lwInertia_ByteCount bytes, aligned as floats are, a state at rest. NULL when it is too small.
LW_API lwInertia* lwInertia_Init(void* block, size_t byteCount, int jointCount);
// Begin a transition. from: the pose shown last (what lwInertia_Apply made, during a transition), fromBefore: the one dt
// before it; to, toBefore: the new source at the same two times. dt <= 0: velocities are taken as equal.
// halfLife: s after which half of a difference is left (0: no transition).
LW_API void lwInertia_Start(lwInertia* inertia, const lwTransform* from, const lwTransform* fromBefore,
							const lwTransform* to, const lwTransform* toBefore, float dt, float halfLife);
// Time goes on by dt >= 0.
LW_API void lwInertia_Advance(lwInertia* inertia, float dt);
// Put what is left on the new source's pose; outPose may be pose. Changes no bit when nothing is left.
LW_API void lwInertia_Apply(const lwInertia* inertia, const lwTransform* pose, lwTransform* outPose);
// Less than a 100,000th of the difference is left counts as nothing.
LW_API bool lwInertia_IsActive(const lwInertia* inertia);

// ---- Model space -----------------------------------------------------------------------------------------------

// Local transforms from model-space matrices: the inverse of lwSkeleton_ToModel. Shear is lost.
LW_API void lwPose_FromModel(const lwSkeleton* skeleton, const lwMat34* model, lwMat34 root, lwTransform* outLocal);

// ---- Root motion -----------------------------------------------------------------------------------------------

// Where the body is in the plane and where it looks: a turn by yaw about +Y, then a move to pos. Model units, rad.
typedef struct lwRootPose {
	lwVec3 pos;
	float yaw;
} lwRootPose;

typedef struct lwRootDef {
	int cookie;
	int joint;                      // the joint that carries the motion (hips, root); default 0
	bool height;                    // take pos.y too; default false: it stays in the pose
	bool yaw;                       // take the turn about +Y; default true
} lwRootDef;

LW_API lwRootDef lwDefaultRootDef(void);
// Take the root out of a pose: ioPose stays in place above the origin as it stands in the bind pose, and the root placed
// before it gives the old pose again. The yaw is 0 in the bind pose.
LW_API lwRootPose lwPose_TakeRoot(const lwSkeleton* skeleton, const lwRootDef* def, lwTransform* ioPose);
// a after b, as transforms; and the inverse.
LW_API lwRootPose lwRootPose_Mul(lwRootPose a, lwRootPose b);
LW_API lwRootPose lwRootPose_Inverse(lwRootPose a);
// The root at a time of a clip whose roots were taken: keys[0] at 0 to keys[keyCount - 1] at duration, evenly spaced.
// looping: any time, a cycle goes on where the last ended (also backwards); else time is clamped.
LW_API lwRootPose lwRootPose_Sample(const lwRootPose* keys, int keyCount, float duration, bool looping, float time);

#endif
