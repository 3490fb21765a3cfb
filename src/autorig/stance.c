// SPDX-License-Identifier: MIT
// Auto-rig, step 5: the frames in which a foot stands, and the names that follow from the layout.
#include "autorig/finder.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Share of a clip's frames in which the legs' tips are low, mean over the legs.
static float Duty(const Finder* finder, const FinderClip* clip) {
	float share = 0.0f;
	for (int i = 0; i < finder->legCount; ++i) {
		const LegPath* leg = finder->legs + i;
		int low = 0;
		for (int f = 0; f < clip->count; ++f) {
			if (lwFinder_EndHeight(finder, clip->first + f, leg->leaf) < 0.06f * leg->length) ++low;
		}
		share += (float)low / (float)clip->count;
	}
	return finder->legCount > 0 ? share / (float)finder->legCount : 0.0f;
}

bool lwFinder_ChooseStance(Finder* finder, int wanted) {
	float best = 0.0f, bestScore = 0.0f;
	for (int c = 2; c < finder->clipCount; ++c) {
		best = lwMaxF(best, finder->clips[c].loco);
		if (wanted >= 0 && finder->clips[c].clip == wanted) {
			finder->stanceClip = c;
			return true;
		}
	}
	finder->stanceClip = -1;
	for (int c = 2; c < finder->clipCount; ++c) {
		const FinderClip* clip = finder->clips + c;
		bool walks = best >= 0.15f;
		if (walks && clip->loco < 0.5f * best) continue;
		// The slowest locomotion forward is a walk; strafes and backward walks stand in only where there is none.
		float forward = lwMaxF(0.05f, lwDot(clip->travel, finder->facing));
		float score = walks ? clip->loco * clip->loco * forward * forward / (clip->speed + 1e-6f * finder->size) : Duty(finder, clip);
		if (score > bestScore) {
			bestScore = score;
			finder->stanceClip = c;
		}
	}
	if (finder->stanceClip < 0) { // the clip (or pose) that holds the reference frame
		finder->stanceClip = finder->reference < 2 || finder->clipCount < 3 ? 0 : 2;
		for (int c = 0; c < finder->clipCount; ++c) {
			if (finder->reference >= finder->clips[c].first && finder->reference < finder->clips[c].first + finder->clips[c].count) finder->stanceClip = c;
		}
	}
	const FinderClip* clip = finder->clips + finder->stanceClip;
	lwFinder_Note(finder, "standing frames are taken from %s%s%s", clip->clip >= 0 ? "clip '" : "the bind pose", clip->clip >= 0 ? finder->scene->clips[clip->clip].name : "",
				  clip->clip >= 0 ? "'" : "");
	return true;
}

int lwFinder_StanceFrames(const Finder* finder, const LegPath* leg, int* outFrames, int capacity) {
	const FinderClip* clip = finder->clips + finder->stanceClip;
	float low = 1e30f, high = -1e30f;
	for (int f = 0; f < clip->count; ++f) {
		float y = lwFinder_EndHeight(finder, clip->first + f, leg->leaf);
		low = lwMinF(low, y);
		high = lwMaxF(high, y);
	}
	int count = 0;
	for (int f = 0; f < clip->count && count < capacity; ++f) {
		if (lwFinder_EndHeight(finder, clip->first + f, leg->leaf) <= low + 0.12f * (high - low)) outFrames[count++] = clip->first + f;
	}
	if (count == 0) outFrames[count++] = clip->first;
	return count;
}

bool lwFinder_IsLoco(const Finder* finder, int frame, float share) {
	float best = 0.0f, own = 0.0f;
	for (int c = 2; c < finder->clipCount; ++c) {
		const FinderClip* clip = finder->clips + c;
		best = lwMaxF(best, clip->loco);
		if (frame >= clip->first && frame < clip->first + clip->count) own = clip->loco;
	}
	return best >= 0.15f && own >= share * best;
}

float lwFinder_Range(const Finder* finder, int joint) {
	float best = 0.0f, range = 0.0f;
	for (int c = 2; c < finder->clipCount; ++c) best = lwMaxF(best, finder->clips[c].loco);
	for (int c = 2; c < finder->clipCount; ++c) {
		const FinderClip* clip = finder->clips + c;
		if (best >= 0.15f && clip->loco < 0.6f * best) continue;
		float most = 0.0f;
		for (int f = 0; f < clip->count; ++f) {
			for (int g = 0; g < f; g += 3) {
				most = lwMaxF(most, lwLength(lwQuatLog(lwQuatMul(lwConj(Rot(finder, clip->first + g, joint)), Rot(finder, clip->first + f, joint)))));
			}
		}
		range = lwMaxF(range, most);
	}
	return range;
}

static int ComparePaths(const void* a, const void* b) {
	const LegPath *x = a, *y = b;
	if (x->row != y->row) return x->row - y->row;
	return y->side - x->side;
}

// Rows front to back: a pair or a single leg each; left before right.
static void SetRows(Finder* finder) {
	for (int i = 0; i < finder->legCount; ++i) finder->legs[i].row = -1;
	for (int row = 0;; ++row) {
		int best = -1;
		float ahead = -1e30f;
		for (int i = 0; i < finder->legCount; ++i) {
			const LegPath* leg = finder->legs + i;
			if (leg->row >= 0) continue;
			float along = leg->twin >= 0 ? 0.5f * (leg->along + finder->legs[leg->twin].along) : leg->along;
			if (along > ahead) {
				ahead = along;
				best = i;
			}
		}
		if (best < 0) break;
		finder->legs[best].row = row;
		if (finder->legs[best].twin >= 0) finder->legs[finder->legs[best].twin].row = row;
	}
	qsort(finder->legs, (size_t)finder->legCount, sizeof(LegPath), ComparePaths);
	for (int i = 0; i < finder->legCount; ++i) { // twins are neighbours now
		LegPath* leg = finder->legs + i;
		if (leg->twin < 0) continue;
		leg->twin = i + 1 < finder->legCount && finder->legs[i + 1].row == leg->row ? i + 1 : i - 1;
	}
}

bool lwFinder_Name(Finder* finder, lwRig* outRig) {
	memset(outRig, 0, sizeof(*outRig));
	SetRows(finder);
	int pairs = 0, singles = 0;
	for (int i = 0; i < finder->legCount; ++i) {
		if (finder->legs[i].twin >= 0) ++pairs;
		else ++singles;
	}
	outRig->legCount = finder->legCount;
	for (int i = 0; i < finder->legCount; ++i) {
		const LegPath* path = finder->legs + i;
		lwLeg* leg = outRig->legs + i;
		leg->side = path->side;
		leg->row = path->row;
		const char* side = path->side > 0 ? "L" : path->side < 0 ? "R" : "M";
		if (singles == 0 && pairs == 2) (void)snprintf(leg->name, LW_NAME_SIZE, "%s", side);
		else if (singles == 0 && pairs == 4) (void)snprintf(leg->name, LW_NAME_SIZE, "%s%s", side, path->row == 0 ? "F" : "H");
		else (void)snprintf(leg->name, LW_NAME_SIZE, "%s%d", side, path->row + 1);
		float trust = 0.35f + 0.25f * path->near + (path->twin >= 0 ? 0.15f : 0.0f) + 0.25f * lwMinF(1.0f, path->step);
		leg->confidence = lwClampF(trust, 0.0f, 1.0f);
	}
	return true;
}
