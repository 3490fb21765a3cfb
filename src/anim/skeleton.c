// SPDX-License-Identifier: MIT
#include "legwork/skeleton.h"

#include "math/inline.h"
#include "math/simd.h"

void lwSkeleton_ToModelBelow(const lwSkeleton* skeleton, const lwTransform* local, lwMat34 root, int first,
							 lwMat34* ioModel) {
	if (first < 0 || first >= skeleton->jointCount) {
		return;
	}
	const int* parents = skeleton->parents;
	for (int j = first; j < skeleton->jointCount; ++j) {
		if (j != first && !lwSkeleton_IsAncestor(skeleton, first, j)) {
			continue;
		}
		lwMat34 parent = parents[j] < 0 ? root : ioModel[parents[j]];
		ioModel[j] = lwMat34Mul(parent, lwMat34FromTransform(local[j]));
	}
}

// Columns of a matrix as rows of four; the odd lanes are not looked at.
typedef struct Columns {
	lwF4 x, y, z, t;
} Columns;

static Columns LoadColumns(const float* m) {
	Columns c = { lwF4_Load(m), lwF4_Load(m + 3), lwF4_Load(m + 6), lwF4_Load(m + 9) };
	return c;
}

// As lwMat34Vector, in the same order: the same bits.
static lwF4 Turned(const Columns* m, lwVec3 v) {
	lwF4 yz = lwF4_Add(lwF4_Mul(m->y, lwF4_Set(v.y)), lwF4_Mul(m->z, lwF4_Set(v.z)));
	return lwF4_Add(lwF4_Mul(m->x, lwF4_Set(v.x)), yz);
}

static void StoreProduct(const Columns* parent, const lwTransform* local, float* out) {
	lwMat34 m = lwMat34FromTransformInline(*local);
	lwF4_Store(out, Turned(parent, m.x));
	lwF4_Store(out + 3, Turned(parent, m.y));
	lwF4_Store(out + 6, Turned(parent, m.z));
	lwF4_Store(out + 9, lwF4_Add(parent->t, Turned(parent, m.t)));
}

// A store reaches one float into the next matrix, which is made later; the last one goes by way of a copy.
void lwSkeleton_ToModel(const lwSkeleton* skeleton, const lwTransform* local, lwMat34 root, lwMat34* outModel) {
	const int* parents = skeleton->parents;
	int last = skeleton->jointCount - 1;
	float padded[sizeof(lwMat34) / sizeof(float) + 1] = { 0.0f };
	memcpy(padded, &root, sizeof(root));
	Columns top = LoadColumns(padded);
	for (int j = 0; j < last; ++j) {
		Columns parent = parents[j] < 0 ? top : LoadColumns(&outModel[parents[j]].x.x);
		StoreProduct(&parent, &local[j], &outModel[j].x.x);
	}
	if (last >= 0) {
		Columns parent = top;
		if (parents[last] >= 0) {
			memcpy(padded, &outModel[parents[last]], sizeof(lwMat34));
			parent = LoadColumns(padded);
		}
		StoreProduct(&parent, &local[last], padded);
		memcpy(&outModel[last], padded, sizeof(lwMat34));
	}
}

bool lwSkeleton_IsAncestor(const lwSkeleton* skeleton, int ancestor, int joint) {
	while (joint > ancestor) {
		joint = skeleton->parents[joint];
	}
	return joint == ancestor && joint >= 0;
}

int lwSkeleton_CommonAncestor(const lwSkeleton* skeleton, int a, int b) {
	while (a != b) {
		if (a > b) {
			a = skeleton->parents[a];
		} else {
			b = skeleton->parents[b];
		}
		if (a < 0 || b < 0) {
			return -1;
		}
	}
	return a;
}
