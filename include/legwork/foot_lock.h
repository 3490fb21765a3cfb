// SPDX-License-Identifier: MIT
// Foot lock: keeps a foot where it came to rest, for motion of which no gait is known (captured, matched, streamed). Contact by
// speed with hysteresis, by height, and by how far the animation has drifted off; let go softly. Works in the space of the ground
// stood on. For gaits that are known footwork (character.h) plans ahead instead.
#ifndef LEGWORK_FOOT_LOCK_H
#define LEGWORK_FOOT_LOCK_H

#include "legwork/math.h"

typedef struct lwFootLockDef {
	int cookie;
	float enterSpeed;               // units/s: slower than this a foot locks; default 0.2
	float exitSpeed;                // faster than this it is let go, >= enterSpeed; default 0.8
	float height;                   // units over the ground: higher feet do not lock, and are let go; default 0.08
	float drift;                    // units: a lock is given up when the animated foot is farther away; default 0.15
	float halfLife;                 // s in which half of the distance to the animated foot is made up after letting go; default 0.1
} lwFootLockDef;

// The state of one foot; zero it to begin. Plain: copy it to record or restore.
typedef struct lwFootLock {
	bool begun;                     // has seen a first frame
	bool locked;
	bool spent;                     // given up by drift: not again before this contact has ended
	lwVec3 pos;                     // where it is locked
	lwVec3 offset, offsetVel;       // of the foot shown from the animated one
	lwVec3 last;                    // the animated foot a frame ago
} lwFootLock;

LW_API lwFootLockDef lwDefaultFootLockDef(void);
// One frame. target: the animated foot's contact point; speed: its speed over the ground, units/s, below 0: taken from target and dt;
// height: over the ground. Returns where the foot is shown. dt > 0 in s; not: nothing moves on. Numbers that are none count as no contact, and
// a target that is none leaves the foot where it was.
LW_API lwVec3 lwFootLock_Update(lwFootLock* ioLock, const lwFootLockDef* def, lwVec3 target, float speed, float height, float dt);

#endif
