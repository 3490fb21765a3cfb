// SPDX-License-Identifier: MIT
// Critically damped spring in closed form: stable and the same at any time step.
#ifndef LW_MATH_SPRING_H
#define LW_MATH_SPRING_H

#include "legwork/math.h"

// Move *ioX with velocity *ioV towards goal; the distance halves about every halfLife seconds (0: jump there).
static inline void lwSpringTo(float* ioX, float* ioV, float goal, float halfLife, float dt) {
	if (!(halfLife > 1e-6f)) {
		*ioX = goal;
		*ioV = 0.0f;
		return;
	}
	float y = 2.0f * 0.69314718f / halfLife; // half the damping of a critically damped spring with this half-life
	float offset = *ioX - goal;
	float j = *ioV + offset * y;
	float decay = lwExp(-y * dt);
	*ioX = decay * (offset + j * dt) + goal;
	*ioV = decay * (*ioV - j * y * dt);
}

#endif
