// SPDX-License-Identifier: MIT
// Synthesised gaits: a cycle for a rig that has no clip, from leg count, phase table, duty factor, arcs and body motion.
// The result is a clip and a gait like any other: footwork, blend spaces and bakes take it; an artist may start from it.
// Model space, +Y up. Sources: stride from speed by R. McN. Alexander, "The gaits of bipedal and quadrupedal animals" (1984):
// stride / hip height = 2.3 Fr^0.3, Fr = v^2 / (g h); phases of symmetrical gaits by M. Hildebrand (1965).
#ifndef LEGWORK_SYNTH_GAIT_H
#define LEGWORK_SYNTH_GAIT_H

#include "legwork/gait.h"

typedef enum lwSynthGaitKind {
	lw_synthAuto,                   // by leg count: 1 hop, 2 walk, 3 wave, 4 walk, 5 wave, 6 tripod, more: tetrapod
	lw_synthWalk,                   // 2 legs: sides in turn; 4: lateral sequence; more: as tripod
	lw_synthRun,                    // 2 legs: both feet off the ground in between; more: as trot
	lw_synthTrot,                   // neighbours in turn: diagonal pairs, with suspension
	lw_synthPace,                   // sides in turn
	lw_synthCanter,                 // 3 beats
	lw_synthGallop,                 // transverse, 4 beats and a suspension
	lw_synthTripod,                 // neighbours in turn, no suspension: 6 legs three by three
	lw_synthTetrapod,               // the same for 8
	lw_synthWave,                   // one leg after the other, most of them on the ground
	lw_synthHop,                    // all at once
	lw_synthGaitCount
} lwSynthGaitKind;

// Values below 0 are chosen by kind, leg count and size. L: mean leg length.
typedef struct lwSynthGaitDef {
	int cookie;
	const lwSkeleton* skeleton;     // bind pose is what the gait is built over
	const lwRig* rig;               // 1..LW_MAX_LEGS legs, contact points placed
	lwSynthGaitKind kind;           // default lw_synthAuto
	float gravity;                  // units/s^2, > 0, default 9.81: tells how fast a creature of its size goes (981 for files in cm)
	float speed;                    // units/s, default < 0. 0 is refused
	float period;                   // s, default < 0
	float duty;                     // share of the cycle that a foot stands, (0.05, 0.97), default < 0
	float stepHeight;               // of the foot at the top of its flight, in L, default < 0: 0.1 .. 0.2
	float bob, sway;                // body up and down, to the sides, in L, half of it each way; default < 0
	float pitch, roll, yaw;         // rad, half each way; default < 0
	float crouch;                   // least lowering of the body in L; more where legs would not reach; default < 0
	float footRoll;                 // 0..2 of how far soles roll over heel and toe; default 1; 0: flat
	float armSwing;                 // rad each way of arms, default < 0. Arms held out to the sides are let down in any case
	const float* phases;            // legCount, cycle phase of each leg's touchdown, in [0, 1); NULL: by kind
	int frameCount;                 // of the clip, 16..1024, default 128
} lwSynthGaitDef;

// Owns what it points to.
typedef struct lwSynthGait {
	lwClip walk;                    // in place, looping, closed
	lwClip stand;                   // one frame: legs nearly as straight as in the bind pose, arms down
	lwGait gait;                    // exact, confidence 1
	lwSynthGaitKind kind;           // as chosen
	char legNames[LW_MAX_LEGS][LW_NAME_SIZE]; // of the rig
	void* arena;
} lwSynthGait;

LW_API lwSynthGaitDef lwDefaultSynthGaitDef(void);
// Speed or period not given are brought down where the legs cannot take the stride: gait.speed tells what it became.
// Fails with lw_errorData when legs have no length.
LW_API lwResult lwCreateSynthGait(const lwSynthGaitDef* def, lwSynthGait** outGait);
LW_API void lwDestroySynthGait(lwSynthGait* gait); // NULL is fine
// "auto", "walk", "run", ...; NULL out of range. Kind by its exact name; -1 when there is none.
LW_API const char* lwSynthGait_Name(int kind);
LW_API int lwSynthGait_FromName(const char* name);
// Phase of each leg's touchdown and the duty factor a kind has for a rig; legCount entries.
LW_API void lwSynthGait_Phases(const lwRig* rig, lwSynthGaitKind kind, float* outPhases, float* outDuty);

#endif
