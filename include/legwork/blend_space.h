// SPDX-License-Identifier: MIT
// Blend space: samples (clips, gaits) at points of a line or a plane, and their weights at any point.
// Built once into one immutable block without pointers: shared by all characters, written to and read from files as it is.
// A query allocates nothing; what it remembers between frames is in the caller's cursor.
#ifndef LEGWORK_BLEND_SPACE_H
#define LEGWORK_BLEND_SPACE_H

#include "legwork/base.h"

#define LW_MAX_BLEND_SAMPLES 65536
#define LW_MAX_BLEND_WEIGHTS 32

typedef enum lwBlendMethod {
	lw_blendTriangles,      // Delaunay triangles (Bowyer-Watson, exact), barycentric: at most three samples weigh, and at a
							// sample it alone; outside the hull the nearest point of the hull counts. Default
	lw_blendGradientBand,   // polar gradient bands (Johansen 2009): points are velocities, compared by angle and speed, so
							// that a turn at one speed blends by its angle; up to LW_MAX_BLEND_WEIGHTS samples, all may weigh
} lwBlendMethod;

typedef struct lwBlendSpaceDef {
	int cookie;
	int dimension;                  // 1: y is not looked at; 2 (default)
	lwBlendMethod method;
	int sampleCount;                // 1..LW_MAX_BLEND_SAMPLES (gradient bands: LW_MAX_BLEND_WEIGHTS)
	const float* points;            // x, y of each sample; not kept; coordinates within 1e18. Any unit: speed, velocity (x, z), angle. Of samples
									// at the very same point the first weighs, the others never do
} lwBlendSpaceDef;

typedef struct lwBlendSpace lwBlendSpace;

LW_API lwBlendSpaceDef lwDefaultBlendSpaceDef(void);
// The result depends on the points alone, not on their order, but for the samples' numbers.
LW_API lwResult lwCreateBlendSpace(const lwBlendSpaceDef* def, lwBlendSpace** outSpace);
LW_API void lwDestroyBlendSpace(lwBlendSpace* space);   // what lwCreateBlendSpace made; NULL is fine

// The block itself: *outBytes are at space. From bytes, aligned to 4, of this or another process of the same byte order:
// checked, not copied; it lives as long as they do and is not destroyed.
LW_API size_t lwBlendSpace_ByteCount(const lwBlendSpace* space);
LW_API lwResult lwBlendSpace_FromBytes(const void* bytes, size_t byteCount, const lwBlendSpace** outSpace);

LW_API int lwBlendSpace_SampleCount(const lwBlendSpace* space);
LW_API int lwBlendSpace_TriangleCount(const lwBlendSpace* space);   // 0: all on one line, one sample, or gradient bands
LW_API void lwBlendSpace_Triangle(const lwBlendSpace* space, int triangle, int outSamples[3]);  // counter-clockwise
LW_API int lwBlendSpace_HullCount(const lwBlendSpace* space);
LW_API int lwBlendSpace_HullSample(const lwBlendSpace* space, int index);   // counter-clockwise; on a line from end to end
// The first sample at the same point: its own number but for doubles.
LW_API int lwBlendSpace_First(const lwBlendSpace* space, int sample);

// Where a character is in a space, and where the last query ended. Zero it to begin. Plain: copy it to record or restore.
typedef struct lwBlendCursor {
	float x, y;
	bool placed;                    // false: the next move jumps
	int at;                         // triangle or, negative, edge of the hull looked at last: the next search begins there
} lwBlendCursor;

// Go towards a point: half of the way each halfLife seconds, whatever the frame rate; halfLife <= 0: jump there.
// Numbers that are none leave the coordinate where it is; beyond 1e18 they are brought there.
LW_API void lwBlendCursor_Move(lwBlendCursor* ioCursor, float x, float y, float halfLife, float dt);

typedef struct lwBlendWeight {
	int sample;
	float weight;                   // > 0
} lwBlendWeight;

// Weights at the cursor: returns how many samples weigh (<= LW_MAX_BLEND_WEIGHTS; triangles: <= 3), sum 1 within 1e-6, the
// heaviest first. They change continuously with the point: no faster than 1 / (least height of a triangle). Gradient bands
// have a seam opposite a sample when the directions leave a gap of half a turn or more; samples without a direction
// (below 1e-6 of the largest speed) count as standing.
LW_API int lwBlendSpace_Weights(const lwBlendSpace* space, lwBlendCursor* ioCursor, lwBlendWeight outWeights[LW_MAX_BLEND_WEIGHTS]);

#endif
