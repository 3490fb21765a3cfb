// SPDX-License-Identifier: MIT
// Key times of a leg: stance (the most natural standing moment), then lift and off forward of it, land and strike
// backward of it by the same search.
#include "analyse/parts.h"

#include <math.h>
#include <string.h>

// Longest run of a mask; returns its length, *outFirst may be any frame index (unwrapped from 0).
static int longestRun(const lwFeet* feet, const bool* mask, int* outFirst) {
	int n = feet->frameCount, best = 0, length = 0;
	*outFirst = 0;
	for (int i = 0; i < (feet->wraps ? 2 * n : n); ++i) {
		length = mask[i % n] ? length + 1 : 0;
		if (length > best && length <= n) {
			best = length;
			*outFirst = i - length + 1;
		}
	}
	return best;
}

static bool drags(const lwFeet* feet, int leg, const lwTravel* travel, float lowShare, int frame) {
	const lwFootTrack* foot = &feet->legs[leg];
	const lwVec3* tracks[2] = { foot->rear, foot->front };
	int i = lwFeet_Index(feet, frame);
	for (int p = 0; p < 2; ++p) {
		float ceiling = foot->low[p] + lowShare * feet->rig->legs[leg].length;
		if (tracks[p][i].y < ceiling && lwDot(lwFeet_Velocity(feet, tracks[p], i), travel->back) >= -0.1f * travel->median) return true;
	}
	return false;
}

// The contact the key times belong to: the longest one. A splayed foot that turns or slides sideways while it stands
// loses its contact in pieces; where the pieces are less than 60 % of an unbroken time low and not going forward, that
// whole time is the stance.
static int mainContact(const lwFeet* feet, int leg, const lwTravel* travel, int* outFirst) {
	const lwFootTrack* foot = &feet->legs[leg];
	int n = feet->frameCount, length = longestRun(feet, foot->down, outFirst);
	if (length == 0 || length >= n || travel->median <= 0.0f || travel->even) return length;
	int first = *outFirst, last = first + length - 1, down = 0;
	while (last - first + 1 < n && (feet->wraps || first > 0)) {
		int i = lwFeet_Index(feet, first - 1);
		if (!foot->down[i] && !drags(feet, leg, travel, LW_LOW_SHARE, i)) break;
		--first;
	}
	while (last - first + 1 < n && (feet->wraps || last < n - 1)) {
		int i = lwFeet_Index(feet, last + 1);
		if (!foot->down[i] && !drags(feet, leg, travel, LW_LOW_SHARE, i)) break;
		++last;
	}
	int whole = last - first + 1;
	if (whole >= n) return length;
	for (int i = first; i <= last; ++i) down += foot->down[lwFeet_Index(feet, i)];
	if (down * 10 >= whole * 6) return length;
	*outFirst = first;
	return whole;
}

typedef struct extent {
	float heelLow, toeLow, range;   // least heights; larger vertical range
	float centre, reach;            // middle and length of the excursion along the travel
} extent;

static extent measure(const lwFeet* feet, int leg, lwVec3 back) {
	const lwFootTrack* foot = &feet->legs[leg];
	extent e = { lwFeet_MinHeight(feet, foot->heel), lwFeet_MinHeight(feet, foot->toe), 0.0f, 0.0f, 0.0f };
	float lo = 1e30f, hi = -1e30f;
	for (int i = 0; i < feet->frameCount; ++i) {
		e.range = lwMaxF(e.range, lwMaxF(foot->heel[i].y - e.heelLow, foot->toe[i].y - e.toeLow));
		float along = lwDot(lwLerp3(foot->heel[i], foot->toe[i], 0.5f), back);
		lo = lwMinF(lo, along);
		hi = lwMaxF(hi, along);
	}
	float least = 0.01f * feet->rig->legs[leg].length;
	e.range = lwMaxF(e.range, least);
	e.centre = 0.5f * (lo + hi);
	e.reach = lwMaxF(hi - lo, least);
	return e;
}

// Low, level and near the middle of the back-and-forth; a small pull to the contact's middle breaks ties.
static float stanceCost(const lwFootTrack* foot, const extent* e, lwVec3 back, int i, float fromMiddle) {
	float h = (foot->heel[i].y - e->heelLow) / e->range, t = (foot->toe[i].y - e->toeLow) / e->range;
	float along = lwDot(lwLerp3(foot->heel[i], foot->toe[i], 0.5f), back);
	return lwMaxF(h, t) + 0.5f * lwAbsF(h - t) + lwAbsF(along - e->centre) / e->reach + 0.1f * fromMiddle;
}

static float findStance(const lwFeet* feet, int leg, lwVec3 back, int first, int length) {
	const lwFootTrack* foot = &feet->legs[leg];
	extent e = measure(feet, leg, back);
	int best = first + length / 2;
	float bestCost = 1e30f;
	int margin = length > 6 ? length / 10 : 0;
	for (int i = first + margin; i < first + length - margin; ++i) {
		float fromMiddle = lwAbsF(2.0f * (float)(i - first) / (float)length - 1.0f);
		float cost = stanceCost(foot, &e, back, lwFeet_Index(feet, i), fromMiddle);
		if (cost < bestCost) {
			bestCost = cost;
			best = i;
		}
	}
	return (float)best;
}

// Last frame (way +1) or first frame (way -1) of the contact in which a point is down; -1e9 when it never is.
static int lastDown(const lwFeet* feet, const bool* mask, int first, int length, int way) {
	for (int k = 0; k < length; ++k) {
		int i = way > 0 ? first + length - 1 - k : first + k;
		if (mask[lwFeet_Index(feet, i)]) return i;
	}
	return -1000000000;
}

// The frame between two where the height bends upwards most, seen along the search; the far end when it hardly bends.
static float sharpestBend(const lwFeet* feet, const lwVec3* track, float from, float to, float least, float* outSharp) {
	int stencil = (int)(lwFeet_Sixtieth(feet) / feet->dt + 0.5f), way = to > from ? 1 : -1;
	if (stencil < 1) stencil = 1;
	float best = least, at = to;
	for (int i = (int)lrintf(from); way > 0 ? (float)i <= to : (float)i >= to; i += way) {
		float y0 = track[lwFeet_Index(feet, i - stencil)].y, y1 = track[lwFeet_Index(feet, i)].y, y2 = track[lwFeet_Index(feet, i + stencil)].y;
		float bend = y0 - 2.0f * y1 + y2;
		bool rises = way > 0 ? y2 > y1 : y0 > y1;
		if (bend > best && rises) {
			best = bend;
			at = (float)i;
		}
	}
	*outSharp = best > least ? 1.0f : 0.6f;
	return at;
}

// How little the end of the contact depends on the height limit: its time at 60 % and 160 % of the limit, apart by
// 8 % of the cycle, is an even bet. A foot that stands exactly is sure.
static float certainty(const lwFeet* feet, int leg, const lwTravel* travel, float stance, int way) {
	int n = feet->frameCount, at[2] = { n, n };
	for (int t = 0; t < 2; ++t)
		for (int k = 0; k < n; ++k)
			if (!drags(feet, leg, travel, LW_LOW_SHARE * (t == 0 ? 0.6f : 1.6f), (int)stance + way * k)) {
				at[t] = k;
				break;
			}
	float spread = (float)(at[1] - at[0]) / (float)n, planted = feet->legs[leg].planted;
	float sure = 1.0f / (1.0f + spread * spread / (0.08f * 0.08f));
	return planted > 0.7f ? lwMaxF(sure, planted) : sure;
}

static void standing(const lwFeet* feet, int leg, lwVec3 back, lwKeys* out) {
	out->always = true;
	out->stance = findStance(feet, leg, back, 0, feet->frameCount);
	float half = 0.5f * (1.0f - LW_MIN_FLIGHT) * (float)feet->frameCount;
	out->lift = out->off = out->stance + half;
	out->strike = out->land = out->stance - half;
}

static void floating(const lwFeet* feet, int leg, lwKeys* out) {
	const lwFootTrack* foot = &feet->legs[leg];
	int low = 0;
	for (int i = 1; i < feet->frameCount; ++i)
		if (lwHeight(foot, i) < lwHeight(foot, low)) low = i;
	out->never = true;
	out->stance = (float)low;
	float half = 0.5f * LW_MIN_FLIGHT * (float)feet->frameCount;
	out->lift = out->off = out->stance + half;
	out->strike = out->land = out->stance - half;
}

void lwKeys_Find(lwFeet* feet, int leg, const lwTravel* travel, lwKeys* out) {
	lwFootTrack* foot = &feet->legs[leg];
	memset(out, 0, sizeof *out);
	int first, length = mainContact(feet, leg, travel, &first);
	if (length == 0) {
		floating(feet, leg, out);
		return;
	}
	if (length >= feet->frameCount) {
		standing(feet, leg, travel->back, out);
		return;
	}
	out->stance = findStance(feet, leg, travel->back, first, length);
	out->strike = (float)first;
	out->off = (float)(first + length);
	out->lift = out->off;
	out->land = out->strike;
	float sharpLift = 1.0f, sharpLand = 1.0f;
	if (!feet->rig->legs[leg].singleContact) {
		int heelLast = lastDown(feet, foot->heelDown, first, length, 1), toeLast = lastDown(feet, foot->toeDown, first, length, 1);
		int heelFirst = lastDown(feet, foot->heelDown, first, length, -1), toeFirst = lastDown(feet, foot->toeDown, first, length, -1);
		float least = 0.001f * feet->rig->legs[leg].length;
		if (heelLast > -1000000000 && toeLast > -1000000000) { // both touch: it rolls
			const lwVec3* rising = heelLast <= toeLast ? foot->heel : foot->toe;
			const lwVec3* falling = heelFirst >= toeFirst ? foot->heel : foot->toe;
			float lift = (float)(heelLast < toeLast ? heelLast : toeLast) + 1.0f, land = (float)(heelFirst > toeFirst ? heelFirst : toeFirst);
			if (lift > out->stance) out->lift = sharpestBend(feet, rising, out->stance + 0.5f, lift, least, &sharpLift);
			else out->lift = out->stance + 0.5f;
			if (land < out->stance) out->land = sharpestBend(feet, falling, out->stance - 0.5f, land, least, &sharpLand);
			else out->land = out->stance - 0.5f;
		}
	}
	out->lift = lwClampF(out->lift, out->stance + 0.25f, out->off);
	out->land = lwClampF(out->land, out->strike, out->stance - 0.25f);
	float off = certainty(feet, leg, travel, out->stance, 1);
	float strike = certainty(feet, leg, travel, out->stance, -1);
	out->confidence[0] = off * sharpLift;
	out->confidence[1] = off;
	out->confidence[2] = strike;
	out->confidence[3] = strike * sharpLand;
}
