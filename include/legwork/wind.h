// SPDX-License-Identifier: MIT
// Wind: one field that moves creatures, their bones and the host's own objects alike, at any frame rate. World space;
// a wind is an acceleration of what it meets, units/s^2.
#ifndef LEGWORK_WIND_H
#define LEGWORK_WIND_H

#include "legwork/math.h"

#define LW_MAX_WIND_VOLUMES 16

// Acceleration at a place and moment. Pure: the same answer for the same question.
typedef lwVec3 lwWindFcn(void* user, lwVec3 posWS, float time);

// An oriented box with a wind of its own, which adds to the global one.
typedef struct lwWindVolume {
	lwVec3 pos;             // middle
	lwQuat rot;
	lwVec3 half;            // half the edges along its own axes, > 0
	float edge;             // depth from the faces inwards over which it grows to full; 0: at once
	lwVec3 accel;           // in the box's axes
} lwWindVolume;

// Plain data: fill it, change it between updates. Zeroed: no wind.
typedef struct lwWindField {
	lwVec3 accel;           // everywhere
	float gust;             // share of the global wind that comes and goes, 0..1
	float gustPeriod;       // s, > 0 where gust is
	int volumeCount;        // <= LW_MAX_WIND_VOLUMES
	lwWindVolume volumes[LW_MAX_WIND_VOLUMES];
} lwWindField;

// The field's wind: an lwWindFcn whose user is a const lwWindField*.
LW_API lwVec3 lwWindField_At(void* field, lwVec3 posWS, float time);

// A host's own object in the wind: a point that wind and gravity move, as they move a creature in the air. Fixed substeps: the
// same way at any frame rate. Zeroed, with a place and a velocity, is a good start.
typedef struct lwWindDrift {
	lwVec3 pos, velocity;   // of the last whole substep; change them freely (a collision) between calls
	double carry;           // s since then
	double time;            // s of whole substeps since the start
} lwWindDrift;

// Advance by dt; returns where it is at that moment. wind NULL: none. substep in s, > 0 (the mover's: 1/120).
LW_API lwVec3 lwWindDrift_Update(lwWindDrift* drift, lwWindFcn* wind, void* windUser, lwVec3 gravity, float substep, float dt);

#endif
