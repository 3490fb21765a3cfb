// SPDX-License-Identifier: MIT
// Arms of two-legged creatures: found as pairs of long limbs that are no legs, let down, and swung against the legs.
#include "synth/synth.h"

#define OUTWARD 0.14f   // rad that a hanging arm stands off the body
#define LONG 0.25f      // of L: shorter is no arm's bone

static bool OnLeg(const lwRig* rig, const lwSkeleton* skeleton, int joint) {
	for (int l = 0; l < rig->legCount; ++l) {
		if (lwSkeleton_IsAncestor(skeleton, rig->legs[l].joints[0], joint) || rig->legs[l].footControl == joint) {
			return true;
		}
	}
	return false;
}

static bool OnSpine(const lwRig* rig, int joint) {
	for (int i = 0; i < rig->spineCount; ++i) {
		if (rig->spine[i] == joint) {
			return true;
		}
	}
	for (int i = 0; i < rig->tailCount; ++i) {
		if (rig->tail[i] == joint) {
			return true;
		}
	}
	return false;
}

static float Bone(const Synth* s, int joint) {
	return lwDistance(s->bindModel[joint].t, s->bindModel[s->skeleton->parents[joint]].t);
}

// A bone as long as an arm's, ending in joint, off the spine and the legs, at a side.
static bool IsArmBone(const Synth* s, int joint) {
	int parent = s->skeleton->parents[joint];
	if (parent < 0 || OnSpine(s->rig, joint) || OnSpine(s->rig, parent) || OnLeg(s->rig, s->skeleton, joint)) {
		return false;
	}
	float off = lwAbsF(lwDot(lwSub(s->bindModel[joint].t, s->pivotMS), s->left));
	return Bone(s, joint) > LONG * s->L && off > 0.15f * s->L && s->bindModel[joint].t.y > s->pivotMS.y;
}

static bool Taken(const Synth* s, int joint) {
	for (int a = 0; a < s->armCount; ++a) {
		if (lwSkeleton_IsAncestor(s->skeleton, s->arms[a].upper, joint)) {
			return true;
		}
	}
	return false;
}

// The leg of the other side that the arm swings with; the row in front.
static float PhaseFor(const Synth* s, int side) {
	for (int l = 0; l < s->rig->legCount; ++l) {
		if (s->rig->legs[l].side == -side) {
			return s->legs[l].phase;
		}
	}
	return 0.0f;
}

static void AddArm(Synth* io, int elbow) {
	const lwSkeleton* skeleton = io->skeleton;
	SynthArm* arm = &io->arms[io->armCount++];
	arm->upper = skeleton->parents[elbow];
	arm->lower = elbow;
	arm->side = lwDot(lwSub(io->bindModel[elbow].t, io->pivotMS), io->left) > 0.0f ? 1 : -1;
	arm->phase = PhaseFor(io, arm->side);
	lwVec3 along = lwNormalizeOr(lwSub(io->bindModel[elbow].t, io->bindModel[arm->upper].t), lwV3(0.0f, -1.0f, 0.0f));
	lwVec3 hang = lwMulAdd(lwV3(0.0f, -lwCos(OUTWARD), 0.0f), io->left, (float)arm->side * lwSin(OUTWARD));
	bool hangs = along.y < -0.85f;
	arm->down = hangs ? lwQuatIdentity() : lwQuatBetween(along, hang);
}

void Synth_FindArms(Synth* io) {
	io->armCount = 0;
	if (io->rig->legCount > 2) {
		return; // front limbs of others are legs
	}
	for (int j = 0; j < io->skeleton->jointCount && io->armCount < SYNTH_MAX_ARMS; ++j) {
		if (IsArmBone(io, j) && !Taken(io, j)) {
			AddArm(io, j);
		}
	}
	if (io->armCount % 2 != 0) {
		io->armCount = 0; // no pair: not understood, left alone
	}
}

// Turn a joint by a rotation of model space, about its own place. parent: its parent's rotation as posed.
static void TurnJoint(lwTransform* ioLocal, int joint, lwQuat parent, lwQuat turn) {
	lwQuat global = lwQuatMul(turn, lwQuatMul(parent, ioLocal[joint].rot));
	ioLocal[joint].rot = lwQuatNormalize(lwQuatMul(lwConj(parent), global));
}

void Synth_PoseArms(const Synth* s, float phase, lwTransform* ioLocal) {
	for (int a = 0; a < s->armCount; ++a) {
		const SynthArm* arm = &s->arms[a];
		// Foremost when the leg it goes with is: at touchdown.
		float swing = s->n.armSwing * lwCos(2.0f * LW_PI * (phase - arm->phase));
		int parent = s->skeleton->parents[arm->upper];
		lwQuat above = parent < 0 ? lwQuatIdentity() : lwMat34Rotation(s->bindModel[parent]);
		lwQuat turn = lwQuatMul(lwQuatAxisAngle(s->left, -swing), arm->down);
		TurnJoint(ioLocal, arm->upper, above, turn);
		// The elbow bends more as the arm comes forward.
		float bend = 0.25f + 0.5f * s->n.armSwing * (0.6f + 0.4f * lwCos(2.0f * LW_PI * (phase - arm->phase)));
		lwQuat upper = lwQuatMul(turn, lwMat34Rotation(s->bindModel[arm->upper]));
		TurnJoint(ioLocal, arm->lower, upper, lwQuatAxisAngle(s->left, -bend));
	}
}
