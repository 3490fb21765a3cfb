// SPDX-License-Identifier: MIT
// Cycles: how often the motion repeats in a range, and the best-closing cycle of a take with several strides.
#include "analyse/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static float spreadOf(const lwFeet* feet, const lwVec3* track) {
	double x = 0.0, y = 0.0, z = 0.0, square = 0.0;
	for (int i = 0; i < feet->frameCount; ++i) {
		x += (double)track[i].x, y += (double)track[i].y, z += (double)track[i].z;
		square += (double)lwDot(track[i], track[i]);
	}
	double n = feet->frameCount;
	double variance = square / n - (x * x + y * y + z * z) / (n * n);
	return variance > 0.0 ? (float)sqrt(variance) : 0.0f;
}

static float shiftError(const lwFeet* feet, const lwVec3* track, float shift) {
	double sum = 0.0;
	for (int i = 0; i < feet->frameCount; ++i) {
		lwVec3 d = lwSub(lwFeet_At(feet, track, (float)i + shift), track[i]);
		sum += (double)lwDot(d, d);
	}
	return (float)sqrt(sum / feet->frameCount);
}

// The largest k for which the looping feet repeat k times: each k-th part equals the next within 15 % of the movement.
int lwRange_Repeats(const lwFeet* feet, const lwRig* rig) {
	if (!feet->wraps) return 1;
	for (int k = 8; k >= 2; --k) {
		float shift = (float)feet->frameCount / (float)k;
		if (shift * feet->dt < 0.2f) continue;
		float error = 0.0f, movement = 0.0f;
		for (int l = 0; l < feet->legCount; ++l) {
			error += shiftError(feet, feet->legs[l].heel, shift);
			movement += spreadOf(feet, feet->legs[l].heel);
		}
		if (movement > 0.03f * rig->length * (float)feet->legCount && error < 0.15f * movement) return k;
	}
	return 1;
}

// Touchdown frames of a leg (contacts that begin within the frames). Returns the count.
static int touchdowns(const lwFeet* feet, int leg, int* outFrames, int capacity) {
	const bool* mask = feet->legs[leg].down;
	int count = 0;
	for (int i = feet->wraps ? 0 : 1; i < feet->frameCount; ++i)
		if (mask[i] && !mask[lwFeet_Index(feet, i - 1)] && count < capacity) outFrames[count++] = i;
	return count;
}

// Median time between touchdowns of the same foot, frames; 0 when no foot touches down twice.
static float strideFrames(const lwFeet* feet, int* outCycles) {
	float strides[LW_MAX_LEGS * 16];
	int frames[64], count = 0;
	for (int l = 0; l < feet->legCount; ++l) {
		int n = touchdowns(feet, l, frames, 64);
		for (int i = 0; i + 1 < n && count < (int)(sizeof strides / sizeof strides[0]); ++i) strides[count++] = (float)(frames[i + 1] - frames[i]);
	}
	*outCycles = 0;
	if (count == 0) return 0.0f;
	for (int i = 1; i < count; ++i) // insertion sort, few values
		for (int j = i; j > 0 && strides[j] < strides[j - 1]; --j) {
			float t = strides[j];
			strides[j] = strides[j - 1];
			strides[j - 1] = t;
		}
	float median = strides[count / 2];
	*outCycles = (int)((float)feet->frameCount / median + 0.25f);
	if (*outCycles < 1) *outCycles = 1;
	return median;
}

static lwVec3 inHips(const lwFeet* feet, lwVec3 p, int i) {
	lwVec3 d = lwSub(p, feet->hips[i]);
	float c = lwCos(-feet->hipsYaw[i]), s = lwSin(-feet->hipsYaw[i]);
	return lwV3(c * d.x + s * d.z, p.y, -s * d.x + c * d.z);
}

static float square(lwVec3 v) { return lwDot(v, v); }

// Pose distance of two frames: feet (place and speed) as seen from the hips, and all joints' local rotations.
static float poseCost(const lwFeet* feet, const lwClip* raw, int a, int b) {
	float L = feet->rig->length, sum = 0.0f;
	int ahead = (int)(0.05f / feet->dt), a1 = lwFeet_Index(feet, a + ahead), b1 = lwFeet_Index(feet, b + ahead);
	for (int l = 0; l < feet->legCount; ++l) {
		const lwVec3 *heel = feet->legs[l].heel, *toe = feet->legs[l].toe;
		sum += square(lwSub(inHips(feet, heel[a], a), inHips(feet, heel[b], b)));
		sum += square(lwSub(inHips(feet, toe[a], a), inHips(feet, toe[b], b)));
		if (a1 > a && b1 > b) sum += square(lwSub(inHips(feet, heel[a1], a1), inHips(feet, heel[b1], b1)));
	}
	const lwTransform *pa = raw->frames + (size_t)a * (size_t)raw->jointCount, *pb = raw->frames + (size_t)b * (size_t)raw->jointCount;
	float turn = 0.0f;
	for (int j = 0; j < raw->jointCount; ++j) {
		float d = lwAbsF(pa[j].rot.x * pb[j].rot.x + pa[j].rot.y * pb[j].rot.y + pa[j].rot.z * pb[j].rot.z + pa[j].rot.w * pb[j].rot.w);
		turn += 1.0f - lwMinF(d, 1.0f);
	}
	return sum / (3.0f * (float)feet->legCount * L * L) + turn / (float)raw->jointCount;
}

bool lwRange_CutTake(const lwAnalyseDef* def, const lwClip* raw, const lwFeet* feet, const lwRange* take, lwRange* outCycle, int* outCycles) {
	float stride = strideFrames(feet, outCycles);
	if (stride <= 0.0f || stride * feet->dt < 0.15f) return false;
	int step = (int)(1.0f / (60.0f * feet->dt) + 0.5f);
	if (step < 1) step = 1;
	int starts = feet->frameCount / step + 1, least = (int)(0.8f * stride), most = (int)(1.2f * stride);
	while ((long)starts * ((most - least) / step + 1) * raw->jointCount > 40000000L) { // very long takes: coarser
		step *= 2;
		starts = feet->frameCount / step + 1;
	}
	int bestStart = -1, bestLength = 0;
	float best = 1e30f;
	for (int i = 0; i + least < feet->frameCount; i += step) {
		for (int p = least; p <= most && i + p < feet->frameCount; p += step > 1 ? step / 2 : 1) {
			float cost = poseCost(feet, raw, i, i + p);
			if (cost < best) {
				best = cost;
				bestStart = i;
				bestLength = p;
			}
		}
	}
	if (bestStart < 0) return false;
	*outCycle = *take;
	outCycle->extended = false;
	outCycle->start = take->start + (float)bestStart * feet->dt;
	outCycle->duration = (float)bestLength * feet->dt;
	return lwRange_Measure(def, outCycle, true).status == lw_ok;
}
