// SPDX-License-Identifier: MIT
// Inertialised transitions: what is left of the old pose over the new one decays as a critically damped spring.
// Rotations are offsets as modified Rodrigues parameters (axis * tan(angle / 4)): smooth over all turns up to a full
// one, and back to a quaternion without trigonometry.
#include "legwork/pose.h"

#include <string.h>

#include "math/inline.h"

#define LEAST_LEFT 1e-5f

// x(t) = exp(-rate t) (start + slope t); slope = velocity + rate * start.
typedef struct Decay {
	lwVec3 start, slope;
} Decay;

typedef struct JointOffset {
	Decay pos, rot, scale;
} JointOffset;

struct lwInertia {
	int jointCount;
	bool active;
	float time; // s since the start
	float rate; // 1/s, half the damping of the spring
	JointOffset joints[];
};

size_t lwInertia_ByteCount(int jointCount) {
	if (jointCount < 1 || jointCount > LW_MAX_JOINTS) {
		return 0;
	}
	return sizeof(lwInertia) + (size_t)jointCount * sizeof(JointOffset);
}

lwInertia* lwInertia_Init(void* block, size_t byteCount, int jointCount) {
	size_t needed = lwInertia_ByteCount(jointCount);
	if (!LW_ASSERT(block != NULL && needed != 0 && byteCount >= needed)) {
		return NULL;
	}
	memset(block, 0, needed);
	lwInertia* inertia = block;
	inertia->jointCount = jointCount;
	return inertia;
}

static lwQuat TurnBetween(lwQuat from, lwQuat to) {
	return lwQuatMulInline(from, lwConj(to));
}

static lwVec3 ToRodrigues(lwQuat q) {
	float s = 1.0f / (1.0f + q.w);
	return lwV3(q.x * s, q.y * s, q.z * s);
}

static lwQuat FromRodrigues(lwVec3 p) {
	float n = lwDot(p, p);
	float s = 1.0f / (1.0f + n);
	return (lwQuat){ 2.0f * p.x * s, 2.0f * p.y * s, 2.0f * p.z * s, (1.0f - n) * s };
}

static lwQuat Flipped(lwQuat q, bool flip) {
	return flip ? (lwQuat){ -q.x, -q.y, -q.z, -q.w } : q;
}

static Decay MakeDecay(lwVec3 now, lwVec3 before, float perSecond, float rate) {
	Decay d = { now, lwMulAdd(lwMul(lwSub(now, before), perSecond), now, rate) };
	return d;
}

static Decay MakeTurnDecay(lwQuat now, lwQuat before, float perSecond, float rate) {
	now = Flipped(now, now.w < 0.0f);
	float side = now.x * before.x + now.y * before.y + now.z * before.z + now.w * before.w;
	return MakeDecay(ToRodrigues(now), ToRodrigues(Flipped(before, side < 0.0f)), perSecond, rate);
}

void lwInertia_Start(lwInertia* inertia, const lwTransform* from, const lwTransform* fromBefore, const lwTransform* to,
					 const lwTransform* toBefore, float dt, float halfLife) {
	if (!LW_ASSERT(inertia != NULL && from != NULL && fromBefore != NULL && to != NULL && toBefore != NULL)) {
		return;
	}
	inertia->time = 0.0f;
	inertia->active = halfLife > 1e-6f;
	inertia->rate = inertia->active ? 2.0f * 0.69314718f / halfLife : 0.0f; // as math/spring.h
	float perSecond = dt > 0.0f ? 1.0f / dt : 0.0f, rate = inertia->rate;
	for (int j = 0; j < inertia->jointCount; ++j) {
		JointOffset* o = &inertia->joints[j];
		const lwTransform *a = &from[j], *a0 = &fromBefore[j], *b = &to[j], *b0 = &toBefore[j];
		o->pos = MakeDecay(lwSub(a->pos, b->pos), lwSub(a0->pos, b0->pos), perSecond, rate);
		o->scale = MakeDecay(lwSub(a->scale, b->scale), lwSub(a0->scale, b0->scale), perSecond, rate);
		o->rot = MakeTurnDecay(TurnBetween(a->rot, b->rot), TurnBetween(a0->rot, b0->rot), perSecond, rate);
	}
}

static float Left(const lwInertia* inertia) {
	return lwExp(-inertia->rate * inertia->time);
}

void lwInertia_Advance(lwInertia* inertia, float dt) {
	if (!inertia->active || !(dt > 0.0f)) {
		return;
	}
	inertia->time += dt;
	inertia->active = Left(inertia) * (1.0f + inertia->rate * inertia->time) > LEAST_LEFT;
}

static lwVec3 DecayAt(const Decay* d, float time, float left) {
	return lwMul(lwMulAdd(d->start, d->slope, time), left);
}

void lwInertia_Apply(const lwInertia* inertia, const lwTransform* pose, lwTransform* outPose) {
	if (!inertia->active) {
		if (pose != outPose) {
			memmove(outPose, pose, (size_t)inertia->jointCount * sizeof(lwTransform));
		}
		return;
	}
	float t = inertia->time, left = Left(inertia);
	for (int j = 0; j < inertia->jointCount; ++j) {
		const JointOffset* o = &inertia->joints[j];
		outPose[j].pos = lwAdd(pose[j].pos, DecayAt(&o->pos, t, left));
		outPose[j].scale = lwAdd(pose[j].scale, DecayAt(&o->scale, t, left));
		outPose[j].rot = lwQuatNormalizeInline(lwQuatMulInline(FromRodrigues(DecayAt(&o->rot, t, left)), pose[j].rot));
	}
}

bool lwInertia_IsActive(const lwInertia* inertia) {
	return inertia->active;
}
