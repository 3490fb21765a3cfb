// SPDX-License-Identifier: MIT
// One substep of what the air carries: exact for an acceleration that is constant over it.
#ifndef LW_MOVE_SURFACE_AIR_H
#define LW_MOVE_SURFACE_AIR_H

#include "legwork/wind.h"

static inline lwVec3 AirStep(lwVec3 pos, lwVec3* ioVelocity, lwVec3 gravity, lwWindFcn* wind, void* windUser, float time, float h) {
	lwVec3 accel = wind != NULL ? lwAdd(gravity, wind(windUser, pos, time)) : gravity;
	lwVec3 next = lwMulAdd(lwMulAdd(pos, *ioVelocity, h), accel, 0.5f * h * h);
	*ioVelocity = lwMulAdd(*ioVelocity, accel, h);
	return next;
}

#endif
