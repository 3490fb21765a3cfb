// SPDX-License-Identifier: MIT
// What an asset holds besides its sources. Private to the run-time rooms above step.
#ifndef LW_STEP_ASSET_H
#define LW_STEP_ASSET_H

#include "legwork/asset.h"
#include "step/leg_frame.h"

#define LW_MAX_SOURCES 16   // assets that weigh in a live one
#define LW_EASY_ROLL 0.26f // rad a foot rolls over its toe or heel before contact or body give way

// One leg of the walk, in terms footwork needs.
typedef struct lwAssetLeg {
	lwLegFrame* walk;        // walkFrames entries over the clip
	lwLegFrame* idle;        // idleFrames entries
	float halfSole;
	lwFootReference reference;
	float stance;            // clip phase of the stance time
	float off, strike;       // since stance, as the leg steps at the sample's speed (consistent with the character's speed)
	float clipOff, clipStrike; // the same moments in the clip
	lwVec3 homeCS;           // print at stance, mean over the contact: where the foot stands at its stance time
	float homeYaw;
	lwVec3 standCS;          // print while standing (idle)
	float standYaw;
	lwFootShape standShape;
	float idleTravel;        // how far the idle moves the print off standCS at most
	lwVec3 flightStart, flightEnd;     // print in CS at clip off and strike
	lwVec3 flightStartSlope, flightEndSlope; // d(print)/du of the clip there, u over the flight
	float flightStartYaw, flightEndYaw;
	float flightHeight;                // highest print of the flight over the ground
	float easeStart, easeEnd;          // share of the flight over which its ends are eased to standing
	lwVec3 poleLS;           // unit, where the limb's middle bends to, in the hip joint's rotation-only frame; zero: straight limb
	float reach;             // longest hip-to-end distance, share of the limb's chain
	float standReach;        // the same while standing: the idle may hold its legs straighter
	float fold;              // shortest hip-to-end distance, share of the limb's chain
	float firstShare;        // of the first joint in the limb's corrections: 0 stays as animated, 1 turns like any
	float tailReach;         // where it is below 1: longest distance from the second joint to the end, share of the bones between,
	lwVec3 tailPoleLS;       // and where these bend to, in the second joint's rotation-only frame
} lwAssetLeg;

// How the creature goes when it goes as the sample does.
typedef struct lwPace {
	float period;            // s of a cycle
	float speed, stride;
	lwVec3 directionMS;      // unit, level
} lwPace;

// One of the assets that a live one is mixed of.
typedef struct lwSource {
	const lwAsset* asset;    // a plain one
	float weight;            // > 0; all together 1
	float shift;             // its clip phase less the live one's
} lwSource;

struct lwAsset {
	const lwSkeleton* skeleton;
	const lwRig* rig;
	const lwGait* sample;    // as analysed; NULL in a live one
	const lwPace* gait;      // pace, below
	lwPace pace;
	float walkSpeed;         // speed from which standing is over; the sample's, of a live one its slowest gait's
	int sourceCount;         // 0: plain. Else live: its numbers and frames are mixed of others every frame (sources.c)
	lwSource sources[LW_MAX_SOURCES];
	const lwClip* walk;
	const lwClip* idle;      // never NULL: a made standing pose when none was given
	lwClip standClip;        // storage of the made pose
	lwTransform* standPose;
	lwVec3 originMS;         // ground origin of the walk
	lwVec3 idleOriginMS;
	int walkFrames, idleFrames;
	float footRadius;        // mean horizontal distance of the homes from the origin
	lwAssetLeg* legs;        // rig.legCount
	int* legOfJoint;         // jointCount: leg whose chain or foot the joint belongs to or hangs on, else -1
	bool* inFoot;            // jointCount: hangs on a foot joint (toes)
	void* arena;
	size_t bytes;
};

// Leg frame at a clip phase: foot and print as they are at the leg's own time.
lwLegFrame lwAssetLeg_Walk(const lwAsset* asset, int leg, float clipPhase);
// The same for hip and chain as they are at the body's clip phase. Of a plain asset both are one.
void lwAssetLeg_Hip(const lwAsset* asset, int leg, float clipPhase, lwVec3* outHipCS, float* outChain);
lwLegFrame lwAssetLeg_Body(const lwAsset* asset, int leg, float clipPhase);
// As lwCreateAsset; feet are measured against those of another asset of the same rig. like NULL: against their own.
lwResult lwAsset_Make(const lwAssetDef* def, const lwAsset* like, lwAsset** outAsset);

// Live assets (sources.c). Clip phase of a source at one of the live asset; of a leg so that its foot leaves and comes down with
// the live one's, of the body evenly.
float lwSource_LegPhase(const lwAsset* live, const lwSource* source, int leg, float clipPhase);
float lwSource_BodyPhase(const lwSource* source, float clipPhase);
// One joint's local transform, each source at its own clip phase.
lwTransform lwSources_Joint(const lwAsset* live, const float* phases, int stride, int joint);
// The foot is a mere point: the limb's end stands on the ground itself and has no attitude of its own.
bool lwAssetLeg_IsTip(const lwAsset* asset, int leg);
// How much of the limb's work the sample leaves to its first joint (limb_use.c). model: scratch, jointCount.
void lwAssetLeg_FindUse(lwAsset* asset, int leg, lwMat34* model);
// Clip time since the leg's stance (cycles) for a leg time, when contact ends at off and begins at strike. C1, monotone.
float lwAssetLeg_Warp(const lwAssetLeg* leg, float legTime, float off, float strike);

#endif
