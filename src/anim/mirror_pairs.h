// SPDX-License-Identifier: MIT
// Which joints are mirror images of one another. Private to anim.
#ifndef LW_ANIM_MIRROR_PAIRS_H
#define LW_ANIM_MIRROR_PAIRS_H

#include "legwork/pose.h"

// 2: the names differ in left and right alone; 1: in ids at their ends too; 0: not a pair. outLeft: a is the left one.
int lwMirror_NamesMatch(const char* a, const char* b, bool* outLeft);
// Fill outPairs (jointCount) from the root down; model: bind pose in model space. *ioNormal zero: found, else used.
void lwMirror_FindPairs(const lwSkeleton* skeleton, const lwMat34* model, float tolerance, lwVec3* ioNormal,
						int* outPairs);

#endif
