// SPDX-License-Identifier: MIT
// Skeleton: the joints of a creature in topological order. Immutable; shared by all characters of a kind.
#ifndef LEGWORK_SKELETON_H
#define LEGWORK_SKELETON_H

#include "legwork/math.h"

#define LW_MAX_JOINTS 4096

// Arrays have jointCount entries and are owned by whoever made the skeleton (see lwScene_MakeSkeleton).
typedef struct lwSkeleton {
	int jointCount;
	const int* parents;             // parents[j] < j; -1 for a root
	const lwTransform* rest;        // local transform as stored in the file's nodes (often a posed frame)
	const lwTransform* bind;        // local transform in the reference pose (from inverse bind matrices)
	const char* const* names;       // never NULL entries; may repeat; "#7" when the file has none
} lwSkeleton;

// Model-space matrices from local transforms: model[j] = model[parent] * local[j].
// root: placed before every root joint (lwMat34Identity() for none). outModel has jointCount entries.
LW_API void lwSkeleton_ToModel(const lwSkeleton* skeleton, const lwTransform* local, lwMat34 root, lwMat34* outModel);
// Same, but only joint first and what follows it in the array below it (its descendants).
LW_API void lwSkeleton_ToModelBelow(const lwSkeleton* skeleton, const lwTransform* local, lwMat34 root, int first, lwMat34* ioModel);
// True when ancestor is on the way from joint to its root (a joint is its own ancestor).
LW_API bool lwSkeleton_IsAncestor(const lwSkeleton* skeleton, int ancestor, int joint);
// Lowest joint that is an ancestor of both, -1 when they hang on different roots.
LW_API int lwSkeleton_CommonAncestor(const lwSkeleton* skeleton, int a, int b);

#endif
