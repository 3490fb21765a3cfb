// SPDX-License-Identifier: MIT
// Springs in closed form: stable and the same at any time step.
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

// A share that arrives at 0 and 1 in finite time: the spring aims a little beyond and is stopped there.
static inline void lwSpringFade(float* ioShare, float* ioRate, float goal, float halfLife, float dt) {
	float aim = goal >= 1.0f ? 1.02f : goal <= 0.0f ? -0.02f : goal;
	lwSpringTo(ioShare, ioRate, aim, halfLife, dt);
	if (*ioShare >= 1.0f || *ioShare <= 0.0f) {
		*ioShare = *ioShare >= 1.0f ? 1.0f : 0.0f;
		*ioRate = 0.0f;
	}
}

// Spring of angular rate omega (rad/s, > 0) and damping ratio zeta (>= 0; from 1 on critically damped) towards goal.
static inline void lwSpringSwing(float* ioX, float* ioV, float goal, float omega, float zeta, float dt) {
	float offset = *ioX - goal, damp = zeta * omega, rest = 1.0f - zeta * zeta;
	if (rest < 1e-4f) {
		float j = *ioV + offset * omega, decay = lwExp(-omega * dt);
		*ioX = decay * (offset + j * dt) + goal;
		*ioV = decay * (*ioV - j * omega * dt);
		return;
	}
	float swing = omega * lwSqrt(rest), side = (*ioV + damp * offset) / swing;
	float decay = lwExp(-damp * dt), c = decay * lwCos(swing * dt), s = decay * lwSin(swing * dt);
	*ioX = goal + offset * c + side * s;
	*ioV = (side * swing - damp * offset) * c - (offset * swing + damp * side) * s;
}

#endif
