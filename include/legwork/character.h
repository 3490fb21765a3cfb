// SPDX-License-Identifier: MIT
// Character: one live creature. Its state is one block; update allocates nothing, locks nothing, keeps no globals.
#ifndef LEGWORK_CHARACTER_H
#define LEGWORK_CHARACTER_H

#include "legwork/asset.h"
#include "legwork/event.h"
#include "legwork/place.h"
#include "legwork/trajectory.h"
#include "legwork/world.h"

// A place where a foot stands or will stand. World space.
typedef struct lwFootprint {
	lwVec3 pos;                     // middle between heel and toe, on the ground
	lwQuat rot;                     // +Y the ground's normal under the foot, +Z heel to toe
	lwVec3 normal;
	int body, material;             // of the world's answer; carried by the body when it moves
	bool found;                     // false: no ground was hit, the height is a guess ("searching")
} lwFootprint;

typedef enum lwFootState { lw_footPlanted, lw_footFlying } lwFootState;

// What can be asked of a leg after an update.
typedef struct lwLegStatus {
	lwFootState state;
	float phase;                    // cycles since the leg's stance time, [0, 1)
	lwFootprint current, next;
	float flight;                   // 0..1 while flying
	float residual;                 // distance the limb's end missed its target by
	float strikeTime, offTime;      // s of the last strike and foot-off; exact, between frames; -1: none yet
	lwFootprint predicted;          // the next footprint as it was predicted at the last foot-off
	bool searching;
	lwPlaceStrategy strategy;       // that found the next (standing: the current) footprint
	uint32_t placed[lw_placeStrategyCount]; // questions answered by each strategy since creation or reset
} lwLegStatus;

typedef struct lwMotionSet lwMotionSet; // motion_set.h

typedef struct lwCharacterDef {
	int cookie;
	const lwAsset* asset;
	const lwMotionSet* motions;     // instead of the asset: several cycles, blended and changed between
	float gaitTime;                 // s over which body and legs' motion go over to another gait, at least: default 0.35
	bool gaitWait;                  // legs wait on the ground for the new gait's foot-off, rather than step in a cycle between: default false
	float balance;                  // how much faster the cycle runs while feet are far from their places: 1: up to twice as fast; [0, 2],
	                                // default 0: never. Also makes standing feet step home that were carried off
	lwWorld world;                  // copied; cast NULL: flat at y = 0
	lwPredictor predictor;          // copied; who moves the character
	float stepThreshold;            // a foot steps when its place moves by more than this, in L: default 0.03
	float clearance;                // height over obstacles in flight, in L: default 0.05
	float maxStepHeight;            // how far above and below the frame ground is looked for, in L: default 0.7
	float maxSlope;                 // rad, steeper faces carry no foot: default 55 degrees
	float fadeTime;                 // s between standing and walking, at least: default 0.35
	float tilt;                     // share of the ground's slope the body follows: < 0 (default): 0 below 4 legs, else 1
	float maxPeel;                  // rad a foot may roll over its toe (or heel) to keep in reach: default 25 degrees
	float bodySpring;               // share of the body's spring: < 0 (default): 1 when the mover is oriented, else 0
	float springRate, springDamping; // Hz, ratio: default 2.2, 0.35 (underdamped: it wobbles)
	float springTilt;               // rad of pitch and roll per L of the spring's offset: default 0.8
	float sag;                      // L that the body drops away when it hangs upside down (half of it on a wall): default 0.06; times bodySpring
	lwVec3 gravityDir;              // unit, the world's: default -Y
} lwCharacterDef;

typedef struct lwCharacter lwCharacter;

LW_API lwCharacterDef lwDefaultCharacterDef(void);
LW_API lwResult lwCreateCharacter(const lwCharacterDef* def, lwCharacter** outCharacter);
LW_API void lwDestroyCharacter(lwCharacter* character);
LW_API size_t lwCharacter_ByteCount(const lwCharacter* character);

// Put the feet at their standing places under the predictor's "now"; springs at rest. Also done at creation.
LW_API void lwCharacter_Reset(lwCharacter* character);
// Where the world's gravity pulls from now on, for the body's sag: on a planet its middle. unit; others are left out.
LW_API void lwCharacter_SetGravityDir(lwCharacter* character, lwVec3 gravityDir);
// One frame, after the mover moved by the same dt. dt in s, clamped to [0, 0.25].
LW_API void lwCharacter_Update(lwCharacter* character, float dt);

// After the predictor's "now" leapt: keep carries feet, flights and springs along with the frame, so that the pose stays as it was;
// else feet are re-planted and springs come to rest, the clock goes on. Motion in between is not walked.
LW_API void lwCharacter_Teleport(lwCharacter* character, bool keep);
// A push on the body's spring: change of its velocity in WS, units/s. The feet stay.
LW_API void lwCharacter_AddImpulse(lwCharacter* character, lwVec3 velocityChange);

// Results of the last update. local: jointCount transforms in the model's space; place them with outModelToWorld.
LW_API const lwTransform* lwCharacter_Pose(const lwCharacter* character);
LW_API lwMat34 lwCharacter_ModelToWorld(const lwCharacter* character);
// The frame of reference on the ground: character space (CS) to world; no bob, no body spring.
LW_API lwTransform lwCharacter_Frame(const lwCharacter* character);
LW_API float lwCharacter_Phase(const lwCharacter* character);    // clip phase of the body; -1 while standing
LW_API float lwCharacter_Time(const lwCharacter* character);     // s since creation or reset
LW_API bool lwCharacter_AtRest(const lwCharacter* character);    // stands, all feet home, fade over
LW_API int lwCharacter_QueryCount(const lwCharacter* character); // world queries of the last update
LW_API int lwCharacter_LegCount(const lwCharacter* character);
LW_API lwLegStatus lwCharacter_Leg(const lwCharacter* character, int leg);
// Offset of the sprung body from its place, WS, units.
LW_API lwVec3 lwCharacter_BodyOffset(const lwCharacter* character);
// Takes the oldest events that were not taken yet; returns how many. Call after update.
LW_API int lwCharacter_TakeEvents(lwCharacter* character, lwEvent* outEvents, int capacity);
// What ran over since the last call, lw_overflow… bits; 0: nothing.
LW_API uint32_t lwCharacter_Overflow(lwCharacter* character);

#endif
