// SPDX-License-Identifier: MIT
// A blend space's block: this header, then its arrays, all of four-byte entries. Private to select.
#ifndef LW_SELECT_BLEND_SPACE_H
#define LW_SELECT_BLEND_SPACE_H

#include "legwork/blend_space.h"

#define LW_FARTHEST 1e18f // of coordinates: their squares stay finite in float
#define LW_BLEND_SPACE_MAGIC 0x5342574Cu // "LWBS"

typedef enum lwBlendSpaceVersion {
	lw_blendSpaceVersion1 = 1,
	lw_blendSpaceVersionNext,
} lwBlendSpaceVersion;

// points[pointCount][2]: distinct, sorted by x, then y. polar[pointCount][2]: angle, length (gradient bands only).
// sampleOf[pointCount]. firstOf[sampleCount]. vertices, neighbours[triangleCount][3]. hull[hullCount],
// hullTriangle[hullCount] (behind each edge; 0 on a line); see delaunay.h.
struct lwBlendSpace {
	uint32_t magic, version, byteCount, hash;
	int32_t dimension, method;
	int32_t sampleCount, pointCount, triangleCount, hullCount;
};

typedef struct lwBlendArrays {
	const float (*points)[2];
	const float (*polar)[2];
	const int32_t* sampleOf;
	const int32_t* firstOf;
	const int32_t (*vertices)[3];
	const int32_t (*neighbours)[3];
	const int32_t* hull;
	const int32_t* hullTriangle;
} lwBlendArrays;

static inline lwBlendArrays lwBlendSpace_Arrays(const lwBlendSpace* space) {
	lwBlendArrays a;
	size_t points = (size_t)space->pointCount;
	a.points = (const float(*)[2])(const void*)(space + 1);
	a.polar = a.points + points;
	a.sampleOf = (const int32_t*)(const void*)(a.polar + (space->method == lw_blendGradientBand ? points : 0));
	a.firstOf = a.sampleOf + points;
	a.vertices = (const int32_t(*)[3])(const void*)(a.firstOf + space->sampleCount);
	a.neighbours = a.vertices + space->triangleCount;
	a.hull = (const int32_t*)(const void*)(a.neighbours + space->triangleCount);
	a.hullTriangle = a.hull + space->hullCount;
	return a;
}

#endif
