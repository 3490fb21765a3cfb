// SPDX-License-Identifier: MIT
// Auto-rig, step 2: feet that hang on controls at the root are bound to the limb end they stay closest to.
#include "autorig/finder.h"

#include <math.h>
#include <stdlib.h>

#define CLOSE 0.4f                      // largest median distance, share of the limb's length
#define COMPACT 0.6f                    // largest size of the foot, share of the limb's length
#define LOW 0.35f                       // largest median height of the control, share of the limb's length
#define MAX_CONTROLS 256
#define MOST_FRAMES 100                 // looked at for a median

typedef struct Match {
	int control, leaf;
	float gap;                      // median distance / limb length
} Match;

static bool IsTrunk(const Finder* finder, int joint) {
	for (int i = 0; i < finder->trunkCount; ++i) {
		if (finder->trunk[i] == joint) return true;
	}
	return false;
}

static bool IsLeaf(const Finder* finder, int joint) {
	return finder->owner[joint] == joint && finder->childCount[joint] == 0;
}

// Path length from a leaf up to the trunk; the trunk joint's own link counts when the limb would be too short without.
static float LimbLength(const Finder* finder, int leaf) {
	if (finder->parent[leaf] < 0 || IsTrunk(finder, finder->parent[leaf])) return 0.0f; // no limb
	float length = 0.0f;
	int bones = 0;
	for (int j = leaf; finder->parent[j] >= 0 && !IsTrunk(finder, j); j = finder->parent[j]) {
		if (IsTrunk(finder, finder->parent[j]) && bones >= 2) break;
		length += lwFinder_BindDistance(finder, j, finder->parent[j]);
		++bones;
	}
	return length;
}

static float MedianDistance(const Finder* finder, int a, int b, float* scratch) {
	int count = 0, skip = finder->frameCount > 8 ? 2 : 0, stride = 1 + (finder->frameCount - skip) / MOST_FRAMES;
	for (int f = skip; f < finder->frameCount; f += stride) scratch[count++] = lwDistance(Pos(finder, f, a), Pos(finder, f, b));
	return lwFinder_Quantile(scratch, count, 0.5f);
}

static float MedianHeight(const Finder* finder, int joint, float* scratch) {
	int count = 0, skip = finder->frameCount > 8 ? 2 : 0, stride = 1 + (finder->frameCount - skip) / MOST_FRAMES;
	for (int f = skip; f < finder->frameCount; f += stride) scratch[count++] = Pos(finder, f, joint).y - finder->floorOf[f];
	return lwFinder_Quantile(scratch, count, 0.5f);
}

// Largest distance from the control to a joint below it.
static float Extent(const Finder* finder, int control) {
	float extent = 0.0f;
	for (int j = control + 1; j < finder->count; ++j) {
		if (finder->owner[j] == j && lwFinder_IsAncestor(finder, control, j)) extent = lwMaxF(extent, lwFinder_BindDistance(finder, control, j));
	}
	return extent;
}

// Children of the trunk that are no limbs: small, and carrying vertices where there are any.
static int FindControls(const Finder* finder, int* outControls) {
	int count = 0, total = 0;
	for (int j = 0; j < finder->count; ++j) total += finder->parent[j] < 0 ? finder->mass[j] : 0;
	for (int j = 0; j < finder->count && count < MAX_CONTROLS; ++j) {
		if (finder->owner[j] != j || IsTrunk(finder, j) || finder->mass[j] == 0) continue;
		int up = finder->parent[j];
		if ((up < 0 || IsTrunk(finder, up)) && finder->mass[j] * 3 <= total) outControls[count++] = j;
	}
	return count;
}

// The joint of the body nearest to a control must be a leaf: a helper rides on a joint that has its own foot.
static bool FindLimbEnd(const Finder* finder, const int* controls, int controlCount, int which, float* scratch, Match* out) {
	int control = controls[which];
	float best = 1e30f;
	out->control = control;
	out->leaf = -1;
	for (int j = 0; j < finder->count; ++j) {
		if (finder->owner[j] != j || finder->helper[j] || IsTrunk(finder, j)) continue;
		if (lwFinder_IsAncestor(finder, control, j)) continue;
		float gap = MedianDistance(finder, control, j, scratch);
		bool tie = out->leaf >= 0 && lwAbsF(gap - best) < 1e-4f * finder->size;
		if (tie ? IsLeaf(finder, j) && !IsLeaf(finder, out->leaf) : gap < best) {
			best = gap;
			out->leaf = j;
		}
	}
	if (out->leaf < 0 || !IsLeaf(finder, out->leaf)) return false;
	for (int i = 0; i < controlCount; ++i) {
		if (i != which && controls[i] == out->leaf) return false;
	}
	float limb = LimbLength(finder, out->leaf);
	if (limb <= 0.0f) return false;
	out->gap = best / limb;
	return out->gap <= CLOSE && Extent(finder, control) <= COMPACT * limb && MedianHeight(finder, control, scratch) <= LOW * limb;
}

static int CompareMatches(const void* a, const void* b) {
	float x = ((const Match*)a)->gap, y = ((const Match*)b)->gap;
	return x < y ? -1 : x > y;
}

bool lwFinder_BindFeet(Finder* finder) {
	int controls[MAX_CONTROLS];
	Match matches[MAX_CONTROLS];
	float* scratch = malloc((size_t)finder->frameCount * sizeof(float));
	if (scratch == NULL) return false;
	int controlCount = FindControls(finder, controls), matchCount = 0;
	for (int i = 0; i < controlCount; ++i) {
		if (FindLimbEnd(finder, controls, controlCount, i, scratch, matches + matchCount)) ++matchCount;
	}
	free(scratch);
	qsort(matches, (size_t)matchCount, sizeof(Match), CompareMatches);
	for (int i = 0; i < matchCount; ++i) {
		int leaf = matches[i].leaf, control = matches[i].control;
		if (finder->control[leaf] >= 0) continue;
		finder->control[leaf] = control;
		if (finder->parent[control] >= 0) finder->childCount[finder->parent[control]] -= 1;
		finder->parent[control] = leaf;
		finder->childCount[leaf] += 1;
		lwFinder_Note(finder, "foot '%s' is detached: bound to '%s', median gap %.1f %% of the limb",
					  finder->skeleton->skeleton.names[control], finder->skeleton->skeleton.names[leaf], (double)matches[i].gap * 100.0);
	}
	return true;
}
