// SPDX-License-Identifier: MIT
// Building, checking and looking into blend spaces; their weights are in blend_weights.c.
#include "select/blend_space.h"

#include <stdlib.h>
#include <string.h>

#include "legwork/math.h"
#include "math/predicates.h"
#include "select/delaunay.h"

lwBlendSpaceDef lwDefaultBlendSpaceDef(void) {
	lwBlendSpaceDef def;
	memset(&def, 0, sizeof(def));
	def.cookie = LW_COOKIE;
	def.dimension = 2;
	return def;
}

// ---- Points ----------------------------------------------------------------------------------------------------

typedef struct Placed {
	float at[2];
	int sample;
} Placed;

static int ComparePlaced(const void* a, const void* b) {
	const Placed *p = a, *q = b;
	for (int i = 0; i < 2; ++i) {
		if (p->at[i] != q->at[i]) {
			return p->at[i] < q->at[i] ? -1 : 1;
		}
	}
	return p->sample - q->sample;
}

// Heap sort (Williams 1964): no memory, and with a total order the same result on every C library.
static void SiftDown(Placed* heap, int at, int count) {
	for (int child = 2 * at + 1; child < count; child = 2 * at + 1) {
		child += child + 1 < count && ComparePlaced(&heap[child], &heap[child + 1]) < 0;
		if (ComparePlaced(&heap[at], &heap[child]) >= 0) {
			return;
		}
		Placed swap = heap[at];
		heap[at] = heap[child];
		heap[child] = swap;
		at = child;
	}
}

static void SortPlaced(Placed* placed, int count) {
	for (int i = count / 2 - 1; i >= 0; --i) {
		SiftDown(placed, i, count);
	}
	for (int left = count - 1; left > 0; --left) {
		Placed swap = placed[0];
		placed[0] = placed[left];
		placed[left] = swap;
		SiftDown(placed, 0, left);
	}
}

static bool IsFinite(float v) {
	return lwAbsF(v) <= LW_FARTHEST;
}

static lwResult CheckDef(const lwBlendSpaceDef* def) {
	if (!LW_ASSERT(def != NULL && def->cookie == LW_COOKIE)) {
		return lwResult_Fail(lw_errorArgument, "blend space: def was not made by lwDefaultBlendSpaceDef");
	}
	bool bands = def->method == lw_blendGradientBand;
	if ((def->dimension != 1 && def->dimension != 2) || (!bands && def->method != lw_blendTriangles)) {
		return lwResult_Fail(lw_errorArgument, "blend space: dimension %d, method %d: no such thing", def->dimension,
							 (int)def->method);
	}
	if (def->sampleCount < 1 || def->points == NULL) {
		return lwResult_Fail(lw_errorArgument, "blend space: at least one sample is required");
	}
	int most = bands ? LW_MAX_BLEND_WEIGHTS : LW_MAX_BLEND_SAMPLES;
	if (def->sampleCount > most) {
		return lwResult_Fail(lw_errorLimit, "blend space: %d samples, %d are the most%s", def->sampleCount, most,
							 bands ? " for gradient bands" : "");
	}
	for (int i = 0; i < def->sampleCount; ++i) {
		if (!IsFinite(def->points[2 * i]) || (def->dimension == 2 && !IsFinite(def->points[2 * i + 1]))) {
			return lwResult_Fail(lw_errorData, "blend space: sample %d: its point is not finite, or beyond 1e18", i);
		}
	}
	return lwResult_Ok();
}

// Sorted, doubles out; returns how many are left. firstOf: of every sample the first one at its point.
static int SortPoints(const lwBlendSpaceDef* def, Placed* placed, int* firstOf) {
	for (int i = 0; i < def->sampleCount; ++i) {
		placed[i].at[0] = def->points[2 * i] + 0.0f; // no negative zero
		placed[i].at[1] = def->dimension == 2 ? def->points[2 * i + 1] + 0.0f : 0.0f;
		placed[i].sample = i;
	}
	SortPlaced(placed, def->sampleCount);
	int count = 0;
	for (int i = 0; i < def->sampleCount; ++i) {
		const float* last = count > 0 ? placed[count - 1].at : NULL;
		if (last != NULL && last[0] == placed[i].at[0] && last[1] == placed[i].at[1]) {
			firstOf[placed[i].sample] = placed[count - 1].sample;
			continue;
		}
		firstOf[placed[i].sample] = placed[i].sample;
		placed[count++] = placed[i];
	}
	return count;
}

// ---- Block -----------------------------------------------------------------------------------------------------

static uint32_t Hash(const lwBlendSpace* space) {
	const unsigned char* bytes = (const unsigned char*)space;
	uint32_t hash = 2166136261u;
	for (size_t i = offsetof(lwBlendSpace, dimension); i < space->byteCount; ++i) {
		hash = (hash ^ bytes[i]) * 16777619u;
	}
	return hash;
}

static uint64_t BlockSize(const lwBlendSpace* h) {
	uint64_t points = (uint64_t)h->pointCount * (h->method == lw_blendGradientBand ? 5u : 3u);
	uint64_t entries = points + (uint64_t)h->sampleCount + 6u * (uint64_t)h->triangleCount + 2u * (uint64_t)h->hullCount;
	return sizeof(lwBlendSpace) + 4u * entries;
}

static void FillPolar(const lwBlendSpace* space, float (*polar)[2]) {
	lwBlendArrays a = lwBlendSpace_Arrays(space);
	float largest = 0.0f;
	for (int i = 0; i < space->pointCount; ++i) {
		const float* p = a.points[i];
		polar[i][1] = lwLength(lwV3(p[0], p[1], 0.0f));
		polar[i][0] = lwAtan2(p[1], p[0]);
		largest = lwMaxF(largest, polar[i][1]);
	}
	for (int i = 0; i < space->pointCount; ++i) {
		polar[i][1] = polar[i][1] <= 1e-6f * largest ? 0.0f : polar[i][1];
	}
}

static void FillHull(const lwBlendSpace* space, const lwTriangulation* t, int32_t* to) {
	memcpy(to, t->hull, (size_t)space->hullCount * 4u);
	memset(to + space->hullCount, 0, (size_t)space->hullCount * 4u);
	for (int i = 0; i < 3 * space->triangleCount; ++i) {
		int next = t->neighbours[i / 3][i % 3];
		if (next < 0) {
			to[space->hullCount - 1 - next] = i / 3;
		}
	}
}

static void FillBlock(lwBlendSpace* space, const Placed* placed, const int* firstOf, const lwTriangulation* t) {
	lwBlendArrays a = lwBlendSpace_Arrays(space);
	float (*points)[2] = (float (*)[2])(void*)(space + 1);
	int32_t* sampleOf = (int32_t*)(void*)((char*)space + ((const char*)a.sampleOf - (const char*)space));
	for (int i = 0; i < space->pointCount; ++i) {
		memcpy(points[i], placed[i].at, sizeof(points[i]));
		sampleOf[i] = placed[i].sample;
	}
	if (space->method == lw_blendGradientBand) {
		FillPolar(space, points + space->pointCount);
	}
	int32_t* to = sampleOf + space->pointCount;
	memcpy(to, firstOf, (size_t)space->sampleCount * 4u);
	to += space->sampleCount;
	if (space->triangleCount > 0) {
		memcpy(to, t->vertices, (size_t)space->triangleCount * 12u);
		memcpy(to + 3 * space->triangleCount, t->neighbours, (size_t)space->triangleCount * 12u);
		to += 6 * space->triangleCount;
	}
	if (space->hullCount > 0) {
		FillHull(space, t, to);
	}
	space->hash = Hash(space);
}

static lwResult MakeBlock(const lwBlendSpaceDef* def, const Placed* placed, int pointCount, const int* firstOf,
						  const lwTriangulation* t, lwBlendSpace** outSpace) {
	lwBlendSpace header = { LW_BLEND_SPACE_MAGIC, lw_blendSpaceVersion1, 0, 0, def->dimension, (int32_t)def->method,
							def->sampleCount, pointCount, t->triangleCount, t->hullCount };
	header.byteCount = (uint32_t)BlockSize(&header);
	lwBlendSpace* space = malloc(header.byteCount);
	if (space == NULL) {
		return lwResult_Fail(lw_errorMemory, "blend space: no memory for %d samples", def->sampleCount);
	}
	*space = header;
	FillBlock(space, placed, firstOf, t);
	*outSpace = space;
	return lwResult_Ok();
}

static lwResult Build(const lwBlendSpaceDef* def, Placed* placed, int* firstOf, float (*points)[2], lwBlendSpace** outSpace) {
	int count = SortPoints(def, placed, firstOf);
	for (int i = 0; i < count; ++i) {
		memcpy(points[i], placed[i].at, sizeof(points[i]));
	}
	lwTriangulation t;
	memset(&t, 0, sizeof(t));
	lwResult result = lwResult_Ok();
	if (def->method == lw_blendTriangles) {
		result = lwTriangulate((const float (*)[2])points, count, &t);
	}
	if (result.status == lw_ok) {
		result = MakeBlock(def, placed, count, firstOf, &t, outSpace);
	}
	lwTriangulation_Free(&t);
	return result;
}

lwResult lwCreateBlendSpace(const lwBlendSpaceDef* def, lwBlendSpace** outSpace) {
	*outSpace = NULL;
	lwResult result = CheckDef(def);
	if (result.status != lw_ok) {
		return result;
	}
	size_t n = (size_t)def->sampleCount;
	Placed* placed = malloc(n * sizeof(Placed));
	int* firstOf = malloc(n * sizeof(int));
	float (*points)[2] = malloc(n * sizeof(*points));
	if (placed != NULL && firstOf != NULL && points != NULL) {
		result = Build(def, placed, firstOf, points, outSpace);
	} else {
		result = lwResult_Fail(lw_errorMemory, "blend space: no memory for %d samples", def->sampleCount);
	}
	free(placed);
	free(firstOf);
	free(points);
	return result;
}

void lwDestroyBlendSpace(lwBlendSpace* space) {
	free(space);
}

// ---- From bytes --------------------------------------------------------------------------------------------------

static bool InRange(int32_t v, int32_t from, int32_t count) {
	return v >= from && v < from + count;
}

static const char* CheckHeader(const lwBlendSpace* s, size_t byteCount) {
	if (byteCount < sizeof(*s) || s->magic != LW_BLEND_SPACE_MAGIC) {
		return "not a blend space";
	}
	if (s->version < lw_blendSpaceVersion1 || s->version >= lw_blendSpaceVersionNext) {
		return "made by another version of Legwork";
	}
	bool counts = InRange(s->sampleCount, 1, LW_MAX_BLEND_SAMPLES) && InRange(s->pointCount, 1, s->sampleCount) &&
				  InRange(s->triangleCount, 0, 2 * s->pointCount) && InRange(s->hullCount, 0, s->pointCount + 1);
	bool bands = s->method == lw_blendGradientBand && s->pointCount <= LW_MAX_BLEND_WEIGHTS && s->triangleCount == 0;
	bool triangles = s->method == lw_blendTriangles && s->hullCount > 0;
	if (!counts || !(bands || triangles) || !InRange(s->dimension, 1, 2)) {
		return "its header makes no sense";
	}
	if (s->byteCount != BlockSize(s) || s->byteCount > byteCount) {
		return "it is cut off";
	}
	return Hash(s) != s->hash ? "it is damaged" : NULL;
}

static bool CheckTriangles(const lwBlendSpace* s, const lwBlendArrays* a) {
	for (int i = 0; i < s->triangleCount; ++i) {
		const int32_t *v = a->vertices[i], *n = a->neighbours[i];
		for (int k = 0; k < 3; ++k) {
			if (!InRange(v[k], 0, s->pointCount) || !InRange(n[k], -s->hullCount, s->hullCount + s->triangleCount)) {
				return false;
			}
		}
		if (!(lwOrient2D(a->points[v[0]], a->points[v[1]], a->points[v[2]]) > 0.0)) {
			return false;
		}
	}
	return true;
}

static bool CheckArrays(const lwBlendSpace* s) {
	lwBlendArrays a = lwBlendSpace_Arrays(s);
	bool bands = s->method == lw_blendGradientBand;
	for (int i = 0; i < s->pointCount; ++i) {
		bool finite = IsFinite(a.points[i][0]) && IsFinite(a.points[i][1]);
		bool polar = !bands || (lwAbsF(a.polar[i][0]) <= 4.0f && a.polar[i][1] >= 0.0f && IsFinite(a.polar[i][1]));
		if (!finite || !polar || !InRange(a.sampleOf[i], 0, s->sampleCount)) {
			return false;
		}
	}
	for (int i = 0; i < s->sampleCount; ++i) {
		if (!InRange(a.firstOf[i], 0, s->sampleCount)) {
			return false;
		}
	}
	for (int i = 0; i < s->hullCount; ++i) {
		bool triangle = s->triangleCount == 0 || InRange(a.hullTriangle[i], 0, s->triangleCount);
		if (!InRange(a.hull[i], 0, s->pointCount) || !triangle) {
			return false;
		}
	}
	return CheckTriangles(s, &a);
}

lwResult lwBlendSpace_FromBytes(const void* bytes, size_t byteCount, const lwBlendSpace** outSpace) {
	*outSpace = NULL;
	if (!LW_ASSERT(bytes != NULL && (uintptr_t)bytes % 4 == 0)) {
		return lwResult_Fail(lw_errorArgument, "blend space: bytes must be there and aligned to 4");
	}
	const lwBlendSpace* space = bytes;
	const char* fault = CheckHeader(space, byteCount);
	if (fault == NULL && !CheckArrays(space)) {
		fault = "what it holds makes no sense";
	}
	if (fault != NULL) {
		return lwResult_Fail(lw_errorFormat, "blend space: %s", fault);
	}
	*outSpace = space;
	return lwResult_Ok();
}

// ---- Looking into it -----------------------------------------------------------------------------------------------

size_t lwBlendSpace_ByteCount(const lwBlendSpace* space) {
	return space->byteCount;
}

int lwBlendSpace_SampleCount(const lwBlendSpace* space) {
	return space->sampleCount;
}

int lwBlendSpace_TriangleCount(const lwBlendSpace* space) {
	return space->triangleCount;
}

void lwBlendSpace_Triangle(const lwBlendSpace* space, int triangle, int outSamples[3]) {
	lwBlendArrays a = lwBlendSpace_Arrays(space);
	bool valid = LW_ASSERT(triangle >= 0 && triangle < space->triangleCount);
	for (int k = 0; k < 3; ++k) {
		outSamples[k] = valid ? a.sampleOf[a.vertices[triangle][k]] : 0;
	}
}

int lwBlendSpace_HullCount(const lwBlendSpace* space) {
	return space->hullCount;
}

int lwBlendSpace_HullSample(const lwBlendSpace* space, int index) {
	lwBlendArrays a = lwBlendSpace_Arrays(space);
	return LW_ASSERT(index >= 0 && index < space->hullCount) ? a.sampleOf[a.hull[index]] : 0;
}

int lwBlendSpace_First(const lwBlendSpace* space, int sample) {
	lwBlendArrays a = lwBlendSpace_Arrays(space);
	return LW_ASSERT(sample >= 0 && sample < space->sampleCount) ? a.firstOf[sample] : 0;
}
