// SPDX-License-Identifier: MIT
// Trajectory: where the character was, is and will be. Footwork asks it ahead in time; a mover answers with the same
// model that it moves by, so that predictions come true. Path mover: a smoothed polyline laid on the ground.
#ifndef LEGWORK_TRAJECTORY_H
#define LEGWORK_TRAJECTORY_H

#include "legwork/world.h"

// A moment of the trajectory. World space.
typedef struct lwMotion {
	lwVec3 pos;                     // on the smoothed ground: origin of the character's frame
	lwVec3 velocity;                // of pos, units/s
	float yaw;                      // rad about +Y from the clip's axes to the world's
	float yawRate;                  // rad/s
	float distance;                 // way travelled since the start, along the surface; grows with turning in place too
	// Movers on any surface give the whole frame of reference; yaw is not read then, yawRate is about the frame's up. All moments,
	// future and past, are told with every body where it is now, as casts see them: pos, rot and velocity are of the way over the
	// body, its own motion is not in them.
	bool oriented;                  // false: up is the world's, and footwork fits the frame to the ground itself
	lwQuat rot;                     // when oriented: CS to world, +Y away from the surface; pos lies on the movement surface
	int body;                       // when oriented: the body that carries the character; 0: none, or the static world
	lwVec3 carried;                 // when oriented: velocity that the body gives pos, measured from its transforms; not in velocity
	bool airborne;                  // when oriented: attached to nothing: jumping, falling
} lwMotion;

// The answers of a mover. Times in seconds from now, negative for the past. distance is absolute (see lwMotion).
// outMotion comes zeroed, rot the identity.
typedef struct lwPredictor {
	void* user;
	void (*atTime)(void* user, float seconds, lwMotion* outMotion);
	void (*atDistance)(void* user, float distance, lwMotion* outMotion);
} lwPredictor;

// ---- Path mover ------------------------------------------------------------------------------------------------

// A speed at a distance along the path, heights left out; both >= 0.
typedef struct lwSpeedPoint {
	float distance, speed;          // units, units/s
} lwSpeedPoint;

typedef struct lwPathMoverDef {
	int cookie;
	const lwVec3* points;           // pointCount, world; y is read when hasHeight
	int pointCount;                 // >= 2
	bool hasHeight;                 // false: the lowest level under each point
	float speed;                    // cruise speed along the surface, units/s, > 0
	const lwSpeedPoint* speeds;     // instead of speed, distances growing: between points acceleration is even, before the first and after the last
									// speed is theirs; what is below 0.05 of the fastest is brought up to it. NULL (default): speed. Not kept
	int speedCount;
	float accelTime;                // s from rest to speed and back, default 0.6
	float startTime;                // s of standing before, default 0
	float length;                   // L: scale of everything, > 0
	float smoothing;                // half width of the corner smoothing along the path, units; default 0: 0.8 L; at most 16 L
	float groundSmoothing;          // half width of the height smoothing along the path, units; default 0: 0.6 L; at most 16 L
	float travelYaw;                // yaw of the clip's direction of travel from +Z, rad
	bool facingFixed;               // keep yaw instead of following the path
	float facing;                   // rad from +Z: where the travel direction looks when facingFixed
	float slopeSlowdown;            // share of speed lost per radian of slope: 0 default; bipeds 0.4 / 35 deg
	float sideSpeed;                // most speed across the facing, units/s; 0: no limit. Wider steps than the feet stand apart cross
	float turnRadius;               // distance of the feet from the middle, units; 0: turns do not slow down
	float turnSpeed;                // most speed of the feet about the middle, units/s
	const lwWorld* world;           // NULL: flat at y = 0
} lwPathMoverDef;

typedef struct lwPathMover lwPathMover;

LW_API lwPathMoverDef lwDefaultPathMoverDef(void);
LW_API lwResult lwCreatePathMover(const lwPathMoverDef* def, lwPathMover** outMover);
LW_API void lwDestroyPathMover(lwPathMover* mover);
// Advance the mover's clock.
LW_API void lwPathMover_Update(lwPathMover* mover, float dt);
LW_API lwPredictor lwPathMover_Predictor(lwPathMover* mover);
LW_API float lwPathMover_Length(const lwPathMover* mover);     // along the surface, units
LW_API bool lwPathMover_Arrived(const lwPathMover* mover);     // at rest at the end
LW_API float lwPathMover_TravelTime(const lwPathMover* mover); // s from the start of the clock to arrival

#endif
