// SPDX-License-Identifier: MIT
// Root motion: the body's way over the ground, taken out of a pose; and poses back from model space.
#include "legwork/pose.h"

#include <string.h>

void lwPose_FromModel(const lwSkeleton* skeleton, const lwMat34* model, lwMat34 root, lwTransform* outLocal) {
	for (int j = 0; j < skeleton->jointCount; ++j) {
		int p = skeleton->parents[j];
		lwMat34 parent = lwMat34Inverse(p < 0 ? root : model[p]);
		outLocal[j] = lwMat34Decompose(lwMat34Mul(parent, model[j]), NULL);
	}
}

lwRootDef lwDefaultRootDef(void) {
	lwRootDef def;
	memset(&def, 0, sizeof(def));
	def.cookie = LW_COOKIE;
	def.yaw = true;
	return def;
}

static lwQuat YawQuat(float yaw) {
	return lwQuatAxisAngle(lwV3(0.0f, 1.0f, 0.0f), yaw);
}

static lwMat34 JointModel(const lwSkeleton* skeleton, const lwTransform* local, int joint) {
	lwMat34 m = lwMat34FromTransform(local[joint]);
	for (int p = skeleton->parents[joint]; p >= 0; p = skeleton->parents[p]) {
		m = lwMat34Mul(lwMat34FromTransform(local[p]), m);
	}
	return m;
}

static lwRootPose FindRoot(const lwSkeleton* skeleton, const lwRootDef* def, const lwTransform* pose) {
	lwMat34 now = JointModel(skeleton, pose, def->joint), bind = JointModel(skeleton, skeleton->bind, def->joint);
	lwRootPose root = { { 0.0f, 0.0f, 0.0f }, 0.0f };
	if (def->yaw) {
		lwQuat turn = lwQuatMul(lwMat34Rotation(now), lwConj(lwMat34Rotation(bind)));
		root.yaw = lwWrapAngle(2.0f * lwAtan2(turn.y, turn.w));
	}
	root.pos = lwSub(now.t, lwRotate(YawQuat(root.yaw), bind.t));
	root.pos.y = def->height ? root.pos.y : 0.0f;
	return root;
}

lwRootPose lwPose_TakeRoot(const lwSkeleton* skeleton, const lwRootDef* def, lwTransform* ioPose) {
	lwRootPose root = { { 0.0f, 0.0f, 0.0f }, 0.0f };
	if (!LW_ASSERT(def != NULL && def->cookie == LW_COOKIE) ||
		!LW_ASSERT(skeleton != NULL && ioPose != NULL && def->joint >= 0 && def->joint < skeleton->jointCount)) {
		return root;
	}
	root = FindRoot(skeleton, def, ioPose);
	lwQuat back = lwConj(YawQuat(root.yaw));
	for (int j = 0; j < skeleton->jointCount; ++j) { // all that hangs on nothing moves: so nothing is left behind
		if (skeleton->parents[j] < 0) {
			ioPose[j].pos = lwRotate(back, lwSub(ioPose[j].pos, root.pos));
			ioPose[j].rot = lwQuatMul(back, ioPose[j].rot);
		}
	}
	return root;
}

lwRootPose lwRootPose_Mul(lwRootPose a, lwRootPose b) {
	lwRootPose r = { lwAdd(a.pos, lwRotate(YawQuat(a.yaw), b.pos)), lwWrapAngle(a.yaw + b.yaw) };
	return r;
}

lwRootPose lwRootPose_Inverse(lwRootPose a) {
	lwRootPose r = { lwNeg(lwRotate(YawQuat(-a.yaw), a.pos)), -a.yaw };
	return r;
}

static lwRootPose Power(lwRootPose base, int n) {
	lwRootPose r = { { 0.0f, 0.0f, 0.0f }, 0.0f };
	if (n < 0) {
		base = lwRootPose_Inverse(base);
		n = -n;
	}
	for (; n > 0; n >>= 1) {
		if (n & 1) {
			r = lwRootPose_Mul(r, base);
		}
		base = lwRootPose_Mul(base, base);
	}
	return r;
}

static lwRootPose SampleOnce(const lwRootPose* keys, int keyCount, float u) {
	float at = u * (float)(keyCount - 1);
	int a = (int)at;
	a = a > keyCount - 2 ? keyCount - 2 : a;
	float t = at - (float)a;
	lwRootPose r = { lwLerp3(keys[a].pos, keys[a + 1].pos, t), 0.0f };
	r.yaw = lwWrapAngle(keys[a].yaw + t * lwWrapAngle(keys[a + 1].yaw - keys[a].yaw));
	return r;
}

lwRootPose lwRootPose_Sample(const lwRootPose* keys, int keyCount, float duration, bool looping, float time) {
	if (!LW_ASSERT(keys != NULL && keyCount > 0) || keyCount == 1 || !(duration > 0.0f)) {
		return keys != NULL && keyCount > 0 ? keys[0] : (lwRootPose){ { 0.0f, 0.0f, 0.0f }, 0.0f };
	}
	float u = lwClampF(time / duration, -1e6f, 1e6f);
	if (!looping) {
		return SampleOnce(keys, keyCount, lwClampF(u, 0.0f, 1.0f));
	}
	int cycle = (int)u;
	cycle = (float)cycle > u ? cycle - 1 : cycle;
	lwRootPose at = SampleOnce(keys, keyCount, lwClampF(u - (float)cycle, 0.0f, 1.0f));
	if (cycle == 0) {
		return at;
	}
	// keys[0]^-1 keys[last] is a cycle's way: first, cycle times the way, then on from the first key.
	lwRootPose back = lwRootPose_Inverse(keys[0]);
	lwRootPose way = Power(lwRootPose_Mul(back, keys[keyCount - 1]), cycle);
	return lwRootPose_Mul(lwRootPose_Mul(keys[0], way), lwRootPose_Mul(back, at));
}
