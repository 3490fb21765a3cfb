// SPDX-License-Identifier: MIT
// Contacts: when each foot is on the ground. A point of the sole touches when it is low and goes with the ground.
#include "analyse/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>


static int compareFloat(const void* a, const void* b) {
	float x = *(const float*)a, y = *(const float*)b;
	return x < y ? -1 : x > y ? 1 : 0;
}

static float medianOf(float* values, int count) {
	if (count == 0) return 0.0f;
	qsort(values, (size_t)count, sizeof(float), compareFloat);
	return count & 1 ? values[count / 2] : 0.5f * (values[count / 2 - 1] + values[count / 2]);
}

static int pointCount(const lwFeet* feet, int leg) {
	int rear, front;
	lwLeg_FootJoints(&feet->rig->legs[leg], &rear, &front);
	return rear == front ? 1 : 2;
}

static const lwVec3* pointTrack(const lwFeet* feet, int leg, int p) { return p == 0 ? feet->legs[leg].rear : feet->legs[leg].front; }
static bool* pointMask(lwFeet* feet, int leg, int p) { return p == 0 ? feet->legs[leg].heelDown : feet->legs[leg].toeDown; }

static lwVec3 flatVelocity(const lwFeet* feet, const lwVec3* track, int i) {
	lwVec3 v = lwFeet_Velocity(feet, track, i);
	v.y = 0.0f;
	return v;
}

// Clean a mask of n samples: gaps up to maxGap are closed, then runs below minRun dropped.
static void fillRuns(bool* mask, int n, bool wraps, bool value, int limit) {
	int start = 0;
	if (wraps) {
		while (start < n && mask[start] == mask[(start + n - 1) % n]) ++start;
		if (start == n) return;
	}
	for (int i = 0; i < n;) {
		int length = 1, first = (start + i) % n;
		while (i + length < n && mask[(first + length) % n] == mask[first]) ++length;
		bool atEdge = !wraps && (i == 0 || i + length == n);
		if (mask[first] == value && length <= limit && !atEdge)
			for (int k = 0; k < length; ++k) mask[(first + k) % n] = !value;
		i += length;
	}
}

static void clean(const lwFeet* feet, bool* mask) {
	int gap = (int)(2.0f * lwFeet_Sixtieth(feet) / feet->dt + 0.5f), run = (int)(2.5f * lwFeet_Sixtieth(feet) / feet->dt);
	fillRuns(mask, feet->frameCount, feet->wraps, false, gap);
	fillRuns(mask, feet->frameCount, feet->wraps, true, run);
}

void lwContact_Join(lwFeet* feet, int leg) {
	lwFootTrack* foot = &feet->legs[leg];
	for (int i = 0; i < feet->frameCount; ++i) foot->down[i] = foot->heelDown[i] || foot->toeDown[i];
	clean(feet, foot->down);
}

static void markLow(lwFeet* feet, float share) {
	for (int l = 0; l < feet->legCount; ++l) {
		for (int p = 0; p < 2; ++p) {
			const lwVec3* track = pointTrack(feet, l, p);
			bool* mask = pointMask(feet, l, p);
			float low = lwFeet_MinHeight(feet, track) + share * feet->rig->legs[l].length;
			for (int i = 0; i < feet->frameCount; ++i) mask[i] = track[i].y < low;
		}
	}
}

// A leg held up all the time: its lowest point never comes near the plane the other feet stand on.
static bool heldUp(const lwFeet* feet, int leg) {
	float low[LW_MAX_LEGS];
	for (int l = 0; l < feet->legCount; ++l)
		low[l] = lwMinF(lwFeet_MinHeight(feet, feet->legs[l].heel), lwFeet_MinHeight(feet, feet->legs[l].toe));
	float own = low[leg];
	return own > medianOf(low, feet->legCount) + 0.2f * feet->rig->legs[leg].length;
}

static bool withGround(lwVec3 v, lwVec3 back, float speed) {
	float along = lwDot(v, back);
	return along >= -0.1f * speed && lwLength(lwMulAdd(v, back, -along)) <= 0.5f * speed;
}

// Mean direction of the low samples; with a travel given only of those that go with it.
// outAgreement: its share of all low movement, 0..1.
static lwVec3 meanBack(lwFeet* feet, const lwTravel* travel, float* outAgreement) {
	double x = 0.0, z = 0.0, length = 0.0;
	for (int l = 0; l < feet->legCount; ++l) {
		for (int p = 0; p < pointCount(feet, l); ++p) {
			const bool* mask = pointMask(feet, l, p);
			for (int i = 0; i < feet->frameCount; ++i) {
				if (!mask[i]) continue;
				lwVec3 v = flatVelocity(feet, pointTrack(feet, l, p), i);
				length += (double)lwLength(v);
				if (travel != NULL && !withGround(v, travel->back, travel->median)) continue;
				x += (double)v.x;
				z += (double)v.z;
			}
		}
	}
	lwVec3 sum = lwV3((float)x, 0.0f, (float)z);
	*outAgreement = length > 1e-9 ? lwLength(sum) / (float)length : 0.0f;
	return lwNormalizeOr(sum, travel != NULL ? travel->back : lwV3(0.0f, 0.0f, -1.0f));
}

// Backward speeds of all low samples that go with the ground at the given speed (0: all). Returns the count.
static int gather(lwFeet* feet, lwVec3 back, float speed, float* outValues) {
	int count = 0;
	for (int l = 0; l < feet->legCount; ++l) {
		for (int p = 0; p < pointCount(feet, l); ++p) {
			const bool* mask = pointMask(feet, l, p);
			for (int i = 0; i < feet->frameCount; ++i) {
				if (!mask[i]) continue;
				lwVec3 v = flatVelocity(feet, pointTrack(feet, l, p), i);
				float along = lwDot(v, back);
				if (along > 0.0f && (speed <= 0.0f || withGround(v, back, speed))) outValues[count++] = along;
			}
		}
	}
	return count;
}

static float meanOfRun(const lwFeet* feet, const lwVec3* track, const bool* mask, lwVec3 back, float* scratch) {
	int count = 0;
	for (int i = 0; i < feet->frameCount; ++i)
		if (mask[i]) scratch[count++] = lwDot(flatVelocity(feet, track, i), back);
	return medianOf(scratch, count);
}

typedef struct planted {
	int first, last;                // frames in which the point stands, unwrapped
	float share;                    // of the run's length
	float speed;                    // even backward speed
	bool sure;
} planted;

// Longest stretch within a run that is level and evenly moving; returns its length.
static int steadyStretch(const lwFeet* feet, const lwVec3* track, lwVec3 back, float speed, float ceiling, int first, int length, int* outStart) {
	int best = 0, current = 0;
	for (int i = first; i < first + length; ++i) {
		int k = lwFeet_Index(feet, i);
		bool steady = track[k].y < ceiling && lwAbsF(lwDot(flatVelocity(feet, track, k), back) - speed) < 0.1f * speed;
		current = steady ? current + 1 : 0;
		if (current > best) {
			best = current;
			*outStart = i - current + 1;
		}
	}
	return best;
}

// A foot that stands exactly tells its contact better than any threshold: over most of its low time it keeps to one
// straight, evenly moving point. Then the contact is where it keeps to it, within three times the deviation of its
// middle half and 0.1 % to 0.6 % of the leg. A foot of two joints that stood still for a while may roll on after.
static planted plantedRun(const lwFeet* feet, int leg, const lwVec3* track, lwVec3 back, float speed, int first, int length) {
	planted out = { first, first + length - 1, 0.0f, 0.0f, false };
	float L = feet->rig->legs[leg].length;
	int start = first, steady = steadyStretch(feet, track, back, speed, lwFeet_MinHeight(feet, track) + 0.01f * L, first, length, &start);
	if ((float)steady * feet->dt < 6.0f * lwFeet_Sixtieth(feet) || length >= feet->frameCount) return out;
	int middle = start + steady / 2, quarter = steady / 4;
	lwVec3 a = track[lwFeet_Index(feet, middle - quarter)], b = track[lwFeet_Index(feet, middle + quarter)];
	lwVec3 step = lwMul(lwSub(b, a), 1.0f / (float)(2 * quarter)), from = track[lwFeet_Index(feet, middle)];
	float deviation = 0.0f;
	for (int k = -quarter; k <= quarter; ++k) deviation = lwMaxF(deviation, lwDistance(track[lwFeet_Index(feet, middle + k)], lwMulAdd(from, step, (float)k)));
	float limit = lwClampF(3.0f * deviation, 0.001f * L, 0.006f * L);
	for (int way = -1; way <= 1; way += 2) {
		for (int k = 1; k < feet->frameCount; ++k) {
			int i = middle + way * k;
			bool outside = !feet->wraps && (i < 0 || i >= feet->frameCount);
			if (outside || lwDistance(track[lwFeet_Index(feet, i)], lwMulAdd(from, step, (float)(way * k))) > limit) break;
			if (way < 0) out.first = i;
			else out.last = i;
		}
	}
	out.share = lwMinF((float)(out.last - out.first + 1) / (float)length, 1.0f);
	out.speed = lwDot(step, back) / feet->dt;
	bool exact = deviation < 0.0005f * L && pointCount(feet, leg) == 1;
	out.sure = out.share >= (exact ? 0.4f : 0.7f) && out.last - out.first + 1 < feet->frameCount;
	return out;
}

// Refine every run of a point's mask that stands exactly. Returns the mean share; *outSpeed is the even speed when all
// of them do, else 0.
static float refinePlanted(const lwFeet* feet, int leg, const lwVec3* track, lwVec3 back, bool* mask, float* scratch, float* outSpeed) {
	int n = feet->frameCount, origin = 0, runs = 0, sure = 0;
	float speed = meanOfRun(feet, track, mask, back, scratch), share = 0.0f, even = 0.0f;
	*outSpeed = 0.0f;
	if (speed <= 0.0f) return 0.0f;
	while (origin < n && mask[origin]) ++origin; // begin outside a run
	if (origin == n) return 0.0f;
	int end = feet->wraps ? origin + n : n;
	for (int i = feet->wraps ? origin : 0; i < end; ++i) {
		if (!mask[i % n]) continue;
		int length = 1;
		while (i + length < end && mask[(i + length) % n]) ++length;
		planted p = plantedRun(feet, leg, track, back, speed, i, length);
		++runs;
		share += p.share;
		if (p.sure) {
			for (int k = i; k < i + length; ++k) mask[k % n] = k >= p.first && k <= p.last;
			for (int k = p.first; k <= p.last; ++k) mask[lwFeet_Index(feet, k)] = true;
			even += p.speed;
			++sure;
			if (p.last >= i + length) length = p.last - i + 1;
		}
		i += length;
	}
	if (runs > 0 && sure == runs) *outSpeed = even / (float)sure;
	return runs > 0 ? share / (float)runs : 0.0f;
}

static bool alwaysDown(const lwFeet* feet, int leg) {
	for (int i = 0; i < feet->frameCount; ++i)
		if (!feet->legs[leg].down[i]) return false;
	return true;
}

// Sum of the backward speeds of a point's contact samples; even: its even speed when it stands exactly, else 0.
static double sweepOf(const lwFeet* feet, const lwVec3* track, const bool* mask, lwVec3 back, float even, int* ioSamples) {
	double sweep = 0.0;
	for (int i = 0; i < feet->frameCount; ++i) {
		if (!mask[i]) continue;
		sweep += (double)(even > 0.0f ? even : lwDot(flatVelocity(feet, track, i), back));
		++*ioSamples;
	}
	return sweep;
}

// Contacts of all legs; travel's mean becomes the sweeps over the times of all points of all legs that ever leave.
static void markContacts(lwFeet* feet, lwTravel* io, float* scratch) {
	double sweep = 0.0;
	int samples = 0;
	for (int l = 0; l < feet->legCount; ++l) {
		bool up = heldUp(feet, l);
		double legSweep = 0.0;
		int legSamples = 0;
		feet->legs[l].planted = 1.0f;
		for (int p = 0; p < 2; ++p) {
			const lwVec3* track = pointTrack(feet, l, p);
			bool* mask = pointMask(feet, l, p);
			float even = 0.0f;
			for (int i = 0; i < feet->frameCount; ++i)
				mask[i] = mask[i] && !up && withGround(flatVelocity(feet, track, i), io->back, io->median);
			feet->legs[l].planted = lwMinF(feet->legs[l].planted, refinePlanted(feet, l, track, io->back, mask, scratch, &even));
			if (p < pointCount(feet, l)) legSweep += sweepOf(feet, track, mask, io->back, even, &legSamples);
		}
		lwContact_Join(feet, l);
		if (alwaysDown(feet, l)) continue;
		sweep += legSweep;
		samples += legSamples;
	}
	io->mean = samples > 0 ? (float)(sweep / samples) : 0.0f;
}

void lwContact_Cyclic(lwFeet* feet, lwTravel* outTravel) {
	memset(outTravel, 0, sizeof *outTravel);
	outTravel->back = lwV3(0.0f, 0.0f, -1.0f);
	float* values = malloc(sizeof(float) * (size_t)feet->frameCount * (size_t)feet->legCount * 2);
	if (values == NULL) return;
	markLow(feet, LW_LOW_SHARE);
	outTravel->back = meanBack(feet, NULL, &outTravel->agreement);
	for (int i = 0; i < 8; ++i) {
		outTravel->median = medianOf(values, gather(feet, outTravel->back, outTravel->median, values));
		outTravel->back = meanBack(feet, outTravel, &outTravel->agreement);
	}
	markContacts(feet, outTravel, values);
	free(values);
	lwContact_Even(feet, outTravel);
}

void lwContact_MeanSpeed(lwFeet* feet, lwTravel* io) {
	double sweep = 0.0;
	int samples = 0;
	for (int l = 0; l < feet->legCount; ++l)
		for (int p = 0; p < pointCount(feet, l) && !alwaysDown(feet, l); ++p)
			sweep += sweepOf(feet, pointTrack(feet, l, p), pointMask(feet, l, p), io->back, 0.0f, &samples);
	if (samples > 0) io->mean = (float)(sweep / samples);
}

// Speed of the hips at a frame, smoothed over half a second.
static float hipsSpeed(const lwFeet* feet, int i) {
	int reach = (int)(0.25f / feet->dt + 0.5f);
	int a = lwFeet_Index(feet, i - reach), b = lwFeet_Index(feet, i + reach);
	if (b <= a) return 0.0f;
	lwVec3 d = lwSub(feet->hips[b], feet->hips[a]);
	d.y = 0.0f;
	return lwLength(d) / ((float)(b - a) * feet->dt);
}

static float percentileHeight(const lwFeet* feet, const lwVec3* track, float share, float* scratch) {
	for (int i = 0; i < feet->frameCount; ++i) scratch[i] = track[i].y;
	qsort(scratch, (size_t)feet->frameCount, sizeof(float), compareFloat);
	return scratch[(int)(share * (float)(feet->frameCount - 1))];
}

// World contacts of a take with root motion: a low point much slower over the ground than the body.
void lwContact_Take(lwFeet* feet) {
	float* scratch = malloc(sizeof(float) * (size_t)feet->frameCount);
	if (scratch == NULL) return;
	for (int l = 0; l < feet->legCount; ++l) {
		float L = feet->rig->legs[l].length;
		for (int p = 0; p < 2; ++p) {
			const lwVec3* track = pointTrack(feet, l, p);
			bool* mask = pointMask(feet, l, p);
			float low = percentileHeight(feet, track, 0.01f, scratch) + LW_LOW_SHARE * L;
			for (int i = 0; i < feet->frameCount; ++i) {
				float limit = lwMaxF(0.35f * hipsSpeed(feet, i), 0.2f * L);
				mask[i] = track[i].y < low && lwLength(flatVelocity(feet, track, i)) <= limit;
			}
		}
		lwContact_Join(feet, l);
	}
	free(scratch);
}

// Contacts of a motion that does not travel: low, and slow with hysteresis (0.3 L/s to enter, 0.9 L/s to leave).
void lwContact_Resting(lwFeet* feet) {
	markLow(feet, LW_LOW_SHARE);
	for (int l = 0; l < feet->legCount; ++l) {
		bool up = heldUp(feet, l);
		float L = feet->rig->legs[l].length;
		for (int p = 0; p < 2; ++p) {
			const lwVec3* track = pointTrack(feet, l, p);
			bool* mask = pointMask(feet, l, p);
			bool held = false;
			float low = lwFeet_MinHeight(feet, track) + LW_LOW_SHARE * L;
			for (int i = 0; i < feet->frameCount * (feet->wraps ? 2 : 1); ++i) {
				int k = i % feet->frameCount;
				float speed = lwLength(flatVelocity(feet, track, k));
				held = track[k].y < low && !up && speed < (held ? 0.9f : 0.3f) * L;
				if (i >= feet->frameCount || !feet->wraps) mask[k] = held;
			}
		}
		feet->legs[l].planted = 0.0f;
		lwContact_Join(feet, l);
	}
}

static void addInterval(lwContactTrack* out, float from, float to) {
	if (out->count < LW_MAX_CONTACTS) {
		out->from[out->count] = from;
		out->to[out->count] = to;
		++out->count;
	}
}

// A sample holds until the next one.
void lwContact_Intervals(const lwFeet* feet, int leg, lwContactTrack* out) {
	const bool* mask = feet->legs[leg].down;
	int n = feet->frameCount, start = 0, count = 0;
	float scale = 1.0f / (float)(feet->wraps ? n : n > 1 ? n - 1 : 1);
	memset(out, 0, sizeof *out);
	for (int i = 0; i < n; ++i) count += mask[i];
	if (count == 0) return;
	if (count == n) {
		addInterval(out, 0.0f, 1.0f);
		return;
	}
	if (feet->wraps)
		while (!(mask[start] && !mask[(start + n - 1) % n])) ++start;
	for (int i = 0; i < n; ++i) {
		int first = start + i;
		if (!mask[first % n]) continue;
		int length = 1;
		while (i + length < n && mask[(first + length) % n]) ++length;
		float from = (float)(first % n) * scale, to = from + (float)length * scale;
		if (!feet->wraps) from = lwMaxF(from, 0.0f), to = lwMinF(to, 1.0f);
		else if (from < 0.0f) from += 1.0f, to += 1.0f;
		addInterval(out, from, to);
		i += length;
	}
}

float lwContacts_Phase(const lwContactTrack* track) {
	double x = 0.0, y = 0.0;
	for (int i = 0; i < track->count; ++i) { // an interval's share of the circle, at its middle
		double half = 3.141592653589793 * (double)(track->to[i] - track->from[i]), middle = 3.141592653589793 * (double)(track->to[i] + track->from[i]);
		x += sin(half) * cos(middle);
		y += sin(half) * sin(middle);
	}
	return fabs(x) + fabs(y) < 1e-9 ? -1.0f : lwWrap01((float)(atan2(y, x) / 6.283185307179586));
}
