// SPDX-License-Identifier: MIT
// Weighted blend of poses and the masks for it.
#include "legwork/pose.h"

#include <string.h>

#include "math/simd.h"

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

static float Sum4(float x, float y, float z, float w) {
	return (x + z) + (y + w); // as lwF4_Sums
}

// base + sum of weights * (others - base), rotations on base's side. The weights of base and others add up to 1.
static lwTransform BlendJoint(const lwTransform* base, const Input* inputs, int n, const float* weights, int j) {
	lwTransform r = *base;
	for (int i = 0; i < n; ++i) {
		const lwTransform* t = &inputs[i].pose[j];
		float w = weights[i];
		float d = Sum4(base->rot.x * t->rot.x, base->rot.y * t->rot.y, base->rot.z * t->rot.z, base->rot.w * t->rot.w);
		float s = d < 0.0f ? -1.0f : 1.0f;
		r.pos = lwMulAdd(r.pos, lwSub(t->pos, base->pos), w);
		r.scale = lwMulAdd(r.scale, lwSub(t->scale, base->scale), w);
		r.rot.x += (t->rot.x * s - base->rot.x) * w;
		r.rot.y += (t->rot.y * s - base->rot.y) * w;
		r.rot.z += (t->rot.z * s - base->rot.z) * w;
		r.rot.w += (t->rot.w * s - base->rot.w) * w;
	}
	float square = Sum4(r.rot.x * r.rot.x, r.rot.y * r.rot.y, r.rot.z * r.rot.z, r.rot.w * r.rot.w);
	float scale = 1.0f / lwSqrt(square); // never 0: no input lies across from the base
	r.rot = (lwQuat){ r.rot.x * scale, r.rot.y * scale, r.rot.z * scale, r.rot.w * scale };
	return r;
}

// ---- Four joints at once: the same operations in the same order, so the same bits --------------------------------
// A transform is ten floats: pos.xyz rot.xyzw scale.xyz. A row of four from 0 holds pos, one from 3 rot, one from 6
// scale; their odd lanes are not looked at, and rot is stored last, over them.

static const float* Floats(const lwTransform* t) {
	return &t->pos.x;
}

// Row of joints j .. j + 3 at an offset: base + weights * (others - base).
static void BlendRows(const lwTransform* base, const Input* inputs, int n, const float* weights, int j, int at,
					  lwF4 out[4]) {
	lwF4 from[4];
	for (int k = 0; k < 4; ++k) {
		out[k] = from[k] = lwF4_Load(Floats(&base[k]) + at);
	}
	for (int i = 0; i < n; ++i) {
		lwF4 w = lwF4_Set(weights[i]);
		for (int k = 0; k < 4; ++k) {
			lwF4 t = lwF4_Load(Floats(&inputs[i].pose[j + k]) + at);
			out[k] = lwF4_Add(out[k], lwF4_Mul(lwF4_Sub(t, from[k]), w));
		}
	}
}

static void TurnRows(lwF4 rows[4], lwF4 d) {
	rows[0] = lwF4_TurnWhereBelow0(rows[0], lwF4_Lane(d, 0));
	rows[1] = lwF4_TurnWhereBelow0(rows[1], lwF4_Lane(d, 1));
	rows[2] = lwF4_TurnWhereBelow0(rows[2], lwF4_Lane(d, 2));
	rows[3] = lwF4_TurnWhereBelow0(rows[3], lwF4_Lane(d, 3));
}

static lwF4 Dots(const lwF4 a[4], const lwF4 b[4]) {
	return lwF4_Sums(lwF4_Mul(a[0], b[0]), lwF4_Mul(a[1], b[1]), lwF4_Mul(a[2], b[2]), lwF4_Mul(a[3], b[3]));
}

static void BlendTurns(const lwTransform* base, const Input* inputs, int n, const float* weights, int j, lwF4 out[4]) {
	lwF4 from[4], t[4];
	for (int k = 0; k < 4; ++k) {
		out[k] = from[k] = lwF4_Load(&base[k].rot.x);
	}
	for (int i = 0; i < n; ++i) {
		lwF4 w = lwF4_Set(weights[i]);
		for (int k = 0; k < 4; ++k) {
			t[k] = lwF4_Load(&inputs[i].pose[j + k].rot.x);
		}
		lwF4 d = Dots(from, t);
		if (lwF4_AnyBelow0(d)) {
			TurnRows(t, d);
		}
		for (int k = 0; k < 4; ++k) {
			out[k] = lwF4_Add(out[k], lwF4_Mul(lwF4_Sub(t[k], from[k]), w));
		}
	}
	lwF4 scale = lwF4_Div(lwF4_Set(1.0f), lwF4_Sqrt(Dots(out, out)));
	out[0] = lwF4_Mul(out[0], lwF4_Lane(scale, 0));
	out[1] = lwF4_Mul(out[1], lwF4_Lane(scale, 1));
	out[2] = lwF4_Mul(out[2], lwF4_Lane(scale, 2));
	out[3] = lwF4_Mul(out[3], lwF4_Lane(scale, 3));
}

static void BlendFour(const Input* inputs, int n, const float* weights, int j, lwTransform* outPose) {
	const lwTransform* base = &inputs[0].pose[j];
	lwF4 pos[4], scale[4], rot[4];
	BlendRows(base, inputs + 1, n - 1, weights + 1, j, 0, pos);
	BlendRows(base, inputs + 1, n - 1, weights + 1, j, 6, scale);
	BlendTurns(base, inputs + 1, n - 1, weights + 1, j, rot);
	for (int k = 0; k < 4; ++k) {
		lwF4_Store(&outPose[j + k].pos.x, pos[k]);
		lwF4_Store(&outPose[j + k].rot.w, scale[k]);
		lwF4_Store(&outPose[j + k].rot.x, rot[k]);
	}
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
	int j = 0;
	for (; j + 4 <= jointCount; j += 4) {
		BlendFour(inputs, n, weights, j, outPose);
	}
	for (; j < jointCount; ++j) {
		outPose[j] = BlendJoint(&inputs[0].pose[j], inputs + 1, n - 1, weights + 1, j);
	}
}

// Inputs that weigh at a joint, heaviest first; weights that add up to 1.
static int PickInputs(const Input* inputs, int n, int j, Input* outUsed, float* outWeights) {
	int count = 0;
	float sum = 0.0f;
	for (int i = 0; i < n; ++i) {
		float w = inputs[i].weight * (inputs[i].mask != NULL ? inputs[i].mask[j] : 1.0f);
		if (!(w > 0.0f)) {
			continue;
		}
		int at = count++;
		for (; at > 0 && outWeights[at - 1] < w; --at) {
			outWeights[at] = outWeights[at - 1];
			outUsed[at] = outUsed[at - 1];
		}
		outWeights[at] = w;
		outUsed[at] = inputs[i];
		sum += w;
	}
	for (int i = 0; i < count; ++i) {
		outWeights[i] /= sum;
	}
	return count;
}

// All masks are even over joints j .. j + size - 1: they are blended alike.
static bool IsEven(const Input* inputs, int n, int j, int size) {
	for (int i = 0; i < n; ++i) {
		for (int k = 1; k < size && inputs[i].mask != NULL; ++k) {
			if (inputs[i].mask[j + k] != inputs[i].mask[j]) {
				return false;
			}
		}
	}
	return true;
}

// Joints j .. j + size - 1, masked alike; size 1 or 4.
static void BlendMasked(const Input* inputs, int n, const lwTransform* fallback, int j, int size,
						lwTransform* outPose) {
	Input used[LW_MAX_BLEND_POSES];
	float weights[LW_MAX_BLEND_POSES];
	int count = PickInputs(inputs, n, j, used, weights);
	const lwTransform* from = count == 1 ? used[0].pose : fallback;
	if (count > 1 && size == 4) {
		BlendFour(used, count, weights, j, outPose);
	} else if (count > 1) {
		outPose[j] = BlendJoint(&used[0].pose[j], used + 1, count - 1, weights + 1, j);
	} else if (from != NULL && from != outPose) {
		memmove(&outPose[j], &from[j], (size_t)size * sizeof(lwTransform));
	}
}

static void BlendAllMasked(const Input* inputs, int n, const lwTransform* fallback, int jointCount,
						   lwTransform* outPose) {
	for (int j = 0; j < jointCount;) {
		int size = j + 4 <= jointCount && IsEven(inputs, n, j, 4) ? 4 : 1;
		BlendMasked(inputs, n, fallback, j, size, outPose);
		j += size;
	}
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
		BlendAllMasked(sorted, n, fallback, jointCount, outPose);
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
