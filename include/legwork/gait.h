// SPDX-License-Identifier: MIT
// Gait: what the analysis learned from one cycle. Plain data, immutable, used by footwork at run time.
// Phases are shares of the cycle. "Clip phase" p means clip time p * period of the gait's own clip (clip.looping).
// CS, the character frame of the clip: the model's axes, origin at originMS (on the ground plane below the body).
#ifndef LEGWORK_GAIT_H
#define LEGWORK_GAIT_H

#include "legwork/clip.h"
#include "legwork/rig.h"

#define LW_FLIGHT_SAMPLES 33
#define LW_CURVE_SAMPLES 64

// Per leg. Times lift..land are measured from the leg's stance time, in cycles: 0 < lift <= off < strike <= land < 1.
typedef struct lwGaitLeg {
	float stance;                   // clip phase [0, 1) of the stance time
	float lift, off, strike, land;  // as found in the clip
	float warpedOff, warpedStrike;  // made consistent with the character's speed (2-analysis §2.4.6); clip time is warped
	                                // piecewise linearly: stance -> 0, off -> warpedOff, strike -> warpedStrike
	float duty;                     // share of the cycle on the ground, as found: 1 - (strike - off)
	float stepLength;               // S, model units, body space
	float speed;                    // S / (period * duty), model units/s
	float midStanceSpeed;           // speed over the ground half way through the contact
	lwVec3 stancePosCS;             // foot base at the stance time on the ground plane (y = 0)
	lwVec3 footDirCS;               // unit, horizontal heel -> toe at the stance time (directionMS when there is no extent)
	lwVec3 offPosCS, strikePosCS;   // foot base at off and at strike
	lwVec3 flight[LW_FLIGHT_SAMPLES];    // x along, y up, z side; over flight time u = i / (LW_FLIGHT_SAMPLES - 1), divided by S
	lwQuat flightRot[LW_FLIGHT_SAMPLES]; // foot rotation in CS relative to the one at the stance time
	lwVec3 liftCurve[LW_CURVE_SAMPLES];  // per clip phase i / LW_CURVE_SAMPLES: where the foot last stood, relative to the root now
	lwVec3 plantCurve[LW_CURVE_SAMPLES]; // where it will next stand, relative to the root now
	float alpha[LW_CURVE_SAMPLES];       // progress from lift to plant place: 0 in contact, 0..1 in flight
	float confidence;               // 0..1 over all key times
	float keyConfidence[4];         // lift, off, strike, land
} lwGaitLeg;

typedef struct lwGait {
	char clipName[LW_NAME_SIZE * 2];
	char gaitName[LW_NAME_SIZE];    // "walk", "trot", "tripod", …; "none" when not cyclic
	bool cyclic;
	float period;                   // s, one cycle
	float speed;                    // model units/s of the character (>= 0)
	float speedSpread;              // largest |leg speed - speed| / speed
	lwVec3 directionMS;             // unit, horizontal: where the character travels
	float stride;                   // speed * period
	lwVec3 originMS;                // origin of CS; y is the ground plane
	bool rootMotion;                // the clip carried root motion (taken out of the gait's clip)
	lwVec3 rootVelocityMS;          // what was taken out (zero for in-place clips)
	float sourceStart;              // s in the source clip where phase 0 lies (its first key)
	float confidence;
	int legCount;                   // == rig.legCount
	lwGaitLeg legs[LW_MAX_LEGS];
} lwGait;

#endif
