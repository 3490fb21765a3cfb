// SPDX-License-Identifier: MIT
// Weighted blend of poses and the masks for it.
#include "legwork/pose.h"

#include <string.h>

typedef struct Input {
	const lwTransform* pose;
	const float* mask;
	float weight;
} Input;

// Inputs that weigh, heaviest first; equal ones in the order given.
static int SortInputs(const lwPoseInput* inputs, int count, Input* outSorted, bool* outMasked) {
	int n = 0;
	*outMasked = false;
	for (int i = 0; i < count; ++i) {
		if (!(inputs[i].weight > 0.0f) || inputs[i].pose == NULL) {
			continue;
		}
		int at = n++;
		for (; at > 0 && outSorted[at - 1].weight < inputs[i].weight; --at) {
			outSorted[at] = outSorted[at - 1];
		}
		outSorted[at] = (Input){ inputs[i].pose, inputs[i].mask, inputs[i].weight };
		*outMasked = *outMasked || inputs[i].mask != NULL;
	}
	return n;
}

// base + sum of weights * (others - base), rotations on base's side. The weights of base and others add up to 1.
static lwTransform BlendJoint(const lwTransform* base, const Input* inputs, int n, const float* weights, int j) {
	lwTransform r = *base;
	for (int i = 0; i < n; ++i) {
		const lwTransform* t = &inputs[i].pose[j];
		float w = weights[i];
		float d = base->rot.x * t->rot.x + base->rot.y * t->rot.y + base->rot.z * t->rot.z + base->rot.w * t->rot.w;
		float s = d < 0.0f ? -1.0f : 1.0f;
		r.pos = lwMulAdd(r.pos, lwSub(t->pos, base->pos), w);
		r.scale = lwMulAdd(r.scale, lwSub(t->scale, base->scale), w);
		r.rot.x += (t->rot.x * s - base->rot.x) * w;
		r.rot.y += (t->rot.y * s - base->rot.y) * w;
		r.rot.z += (t->rot.z * s - base->rot.z) * w;
		r.rot.w += (t->rot.w * s - base->rot.w) * w;
	}
	float square = r.rot.x * r.rot.x + r.rot.y * r.rot.y + r.rot.z * r.rot.z + r.rot.w * r.rot.w;
	float scale = 1.0f / lwSqrt(square); // never 0: no input lies across from the base
	r.rot = (lwQuat){ r.rot.x * scale, r.rot.y * scale, r.rot.z * scale, r.rot.w * scale };
	return r;
}

// Same weights for all joints.
static void BlendWhole(const Input* inputs, int n, int jointCount, lwTransform* outPose) {
	float weights[LW_MAX_BLEND_POSES];
	float sum = 0.0f;
	for (int i = 0; i < n; ++i) {
		sum += inputs[i].weight;
	}
	for (int i = 0; i < n; ++i) {
		weights[i] = inputs[i].weight / sum;
	}
	for (int j = 0; j < jointCount; ++j) {
		outPose[j] = BlendJoint(&inputs[0].pose[j], inputs + 1, n - 1, weights + 1, j);
	}
}

static void BlendMaskedJoint(const Input* inputs, int n, const lwTransform* fallback, int j, lwTransform* outPose) {
	Input used[LW_MAX_BLEND_POSES];
	float weights[LW_MAX_BLEND_POSES];
	int count = 0;
	float sum = 0.0f;
	for (int i = 0; i < n; ++i) {
		float w = inputs[i].weight * (inputs[i].mask != NULL ? inputs[i].mask[j] : 1.0f);
		if (!(w > 0.0f)) {
			continue;
		}
		int at = count++;
		for (; at > 0 && weights[at - 1] < w; --at) {
			weights[at] = weights[at - 1];
			used[at] = used[at - 1];
		}
		weights[at] = w;
		used[at] = inputs[i];
		sum += w;
	}
	if (count == 0) {
		outPose[j] = fallback != NULL ? fallback[j] : outPose[j];
		return;
	}
	if (count == 1) {
		outPose[j] = used[0].pose[j];
		return;
	}
	for (int i = 0; i < count; ++i) {
		weights[i] /= sum;
	}
	outPose[j] = BlendJoint(&used[0].pose[j], used + 1, count - 1, weights + 1, j);
}

static void CopyPose(const lwTransform* from, int jointCount, lwTransform* outPose) {
	if (from != NULL && from != outPose) {
		memmove(outPose, from, (size_t)jointCount * sizeof(lwTransform));
	}
}

void lwPose_Blend(const lwPoseInput* inputs, int inputCount, const lwTransform* fallback, int jointCount,
				  lwTransform* outPose) {
	if (!LW_ASSERT(inputCount >= 0 && inputCount <= LW_MAX_BLEND_POSES && (inputs != NULL || inputCount == 0)) ||
		!LW_ASSERT(outPose != NULL && jointCount >= 0)) {
		return;
	}
	Input sorted[LW_MAX_BLEND_POSES];
	bool masked;
	int n = SortInputs(inputs, inputCount, sorted, &masked);
	if (n == 0) {
		CopyPose(fallback, jointCount, outPose);
	} else if (masked) {
		for (int j = 0; j < jointCount; ++j) {
			BlendMaskedJoint(sorted, n, fallback, j, outPose);
		}
	} else if (n == 1) {
		CopyPose(sorted[0].pose, jointCount, outPose);
	} else {
		BlendWhole(sorted, n, jointCount, outPose);
	}
}

void lwMask_Branch(const lwSkeleton* skeleton, int joint, int feather, float* outMask) {
	if (!LW_ASSERT(skeleton != NULL && outMask != NULL && joint >= 0 && joint < skeleton->jointCount)) {
		return;
	}
	float step = feather > 1 ? 1.0f / (float)feather : 1.0f;
	for (int j = 0; j < skeleton->jointCount; ++j) {
		int parent = skeleton->parents[j];
		float above = j > joint && parent >= joint ? outMask[parent] : 0.0f;
		outMask[j] = j == joint ? step : above > 0.0f ? lwMinF(1.0f, above + step) : 0.0f;
	}
}
