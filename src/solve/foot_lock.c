// SPDX-License-Identifier: MIT
#include "legwork/foot_lock.h"

#include <string.h>

#include "math/spring.h"

lwFootLockDef lwDefaultFootLockDef(void) {
	lwFootLockDef def;
	memset(&def, 0, sizeof(def));
	def.cookie = LW_COOKIE;
	def.enterSpeed = 0.2f;
	def.exitSpeed = 0.8f;
	def.height = 0.08f;
	def.drift = 0.15f;
	def.halfLife = 0.1f;
	return def;
}

static bool IsFinite3(lwVec3 v) {
	return v.x - v.x == 0.0f && v.y - v.y == 0.0f && v.z - v.z == 0.0f;
}

static void LetGo(lwFootLock* io, lwVec3 target) {
	io->locked = false;
	io->offset = lwSub(io->pos, target);
	io->offsetVel = lwV3(0.0f, 0.0f, 0.0f);
}

static void Decide(lwFootLock* io, const lwFootLockDef* def, lwVec3 target, float speed, float height) {
	bool low = height <= def->height;
	if (io->locked) {
		bool far = lwDistance(io->pos, target) > def->drift;
		if (far || !low || !(speed <= def->exitSpeed)) {
			LetGo(io, target);
			io->spent = far;
		}
		return;
	}
	bool rests = low && speed < def->enterSpeed;
	io->spent = io->spent && low && speed <= def->exitSpeed; // the contact goes on
	if (rests && !io->spent) {
		io->locked = true;
		io->pos = lwAdd(target, io->offset); // where it is shown
	}
}

lwVec3 lwFootLock_Update(lwFootLock* io, const lwFootLockDef* def, lwVec3 target, float speed, float height, float dt) {
	if (!LW_ASSERT(def != NULL && def->cookie == LW_COOKIE)) {
		return target;
	}
	if (!IsFinite3(target)) {
		return io->locked ? io->pos : lwAdd(io->last, io->offset);
	}
	if (!io->begun) {
		memset(io, 0, sizeof(*io));
		io->begun = true;
		io->last = target;
	}
	if (!(dt > 0.0f)) {
		return io->locked ? io->pos : lwAdd(target, io->offset);
	}
	float measured = lwDistance(target, io->last) / dt;
	Decide(io, def, target, speed < 0.0f ? measured : speed, height);
	io->last = target;
	if (io->locked) {
		io->offset = lwSub(io->pos, target);
		io->offsetVel = lwV3(0.0f, 0.0f, 0.0f);
		return io->pos;
	}
	lwSpringTo(&io->offset.x, &io->offsetVel.x, 0.0f, def->halfLife, dt);
	lwSpringTo(&io->offset.y, &io->offsetVel.y, 0.0f, def->halfLife, dt);
	lwSpringTo(&io->offset.z, &io->offsetVel.z, 0.0f, def->halfLife, dt);
	return lwAdd(target, io->offset);
}
