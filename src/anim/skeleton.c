// SPDX-License-Identifier: MIT
#include "legwork/skeleton.h"

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

void lwSkeleton_ToModel(const lwSkeleton* skeleton, const lwTransform* local, lwMat34 root, lwMat34* outModel) {
	const int* parents = skeleton->parents;
	for (int j = 0; j < skeleton->jointCount; ++j) {
		lwMat34 parent = parents[j] < 0 ? root : outModel[parents[j]];
		outModel[j] = lwMat34Mul(parent, lwMat34FromTransform(local[j]));
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
