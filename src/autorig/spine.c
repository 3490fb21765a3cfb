// SPDX-License-Identifier: MIT
// Auto-rig, step 9: pelvis, spine, tail, and the joint that root motion moves.
#include "autorig/finder.h"

#include <string.h>

static bool InLeg(const Finder* finder, int joint) {
	for (int i = 0; i < finder->legCount; ++i) {
		if (lwFinder_IsAncestor(finder, finder->legs[i].joints[0], joint)) return true;
	}
	return false;
}

static bool CarriesLeg(const lwRig* rig, const lwSkeleton* skeleton, int joint) {
	for (int i = 0; i < rig->legCount; ++i) {
		if (lwSkeleton_IsAncestor(skeleton, joint, rig->legs[i].joints[0])) return true;
	}
	return false;
}

// 1 or -1: carries legs of that side only; 0: of both sides, of the middle, or none.
static int OneSided(const lwRig* rig, const lwSkeleton* skeleton, int joint) {
	bool sides[3] = { false, false, false };
	for (int i = 0; i < rig->legCount; ++i) {
		if (lwSkeleton_IsAncestor(skeleton, joint, rig->legs[i].joints[0])) sides[rig->legs[i].side + 1] = true;
	}
	return sides[1] || sides[0] == sides[2] ? 0 : sides[2] ? 1 : -1;
}

static bool SaysHead(const char* name) { return strstr(name, "head") != NULL || strstr(name, "Head") != NULL || strstr(name, "HEAD") != NULL; }

static float Aside(const Finder* finder, int joint, int pelvis) {
	return lwAbsF(lwDot(lwSub(Pos(finder, finder->reference, joint), Pos(finder, finder->reference, pelvis)), finder->left));
}

// A chain from the pelvis to the joint that scores highest; every joint on the way lies near the middle plane.
static int FindChain(const Finder* finder, const lwRig* rig, int pelvis, bool tail, int* out, const int* taken, int takenCount) {
	const lwSkeleton* skeleton = &finder->skeleton->skeleton;
	int best = -1, count = 0;
	float bestScore = tail ? 0.04f * finder->size : 1e-4f * finder->size;
	lwVec3 hips = { 0, 0, 0 };
	for (int i = 0; i < rig->legCount; ++i) hips = lwAdd(hips, lwMul(Pos(finder, finder->reference, rig->legs[i].joints[0]), 1.0f / (float)rig->legCount));
	for (int j = pelvis + 1; j < skeleton->jointCount; ++j) {
		if (!lwSkeleton_IsAncestor(skeleton, pelvis, j) || finder->owner[j] != j || finder->helper[j] || InLeg(finder, j)) continue;
		if (finder->hasMesh && finder->vertices[j] == 0 && finder->childCount[j] == 0) continue;
		bool middle = true, carries = false;
		for (int k = j; k != pelvis; k = skeleton->parents[k]) {
			middle = middle && Aside(finder, k, pelvis) < 0.05f * finder->size;
			carries = carries || CarriesLeg(rig, skeleton, k);
			middle = middle && OneSided(rig, skeleton, k) == 0;
			for (int t = 1; tail && t < takenCount; ++t) middle = middle && taken[t] != k;
		}
		if (!middle) continue;
		lwVec3 way = lwSub(Pos(finder, finder->reference, j), hips);
		float ahead = lwDot(way, finder->facing), score = (tail ? -ahead : ahead + way.y) - 2.0f * Aside(finder, j, pelvis);
		if (!tail && carries) score += finder->size;
		if (score > bestScore + 1e-3f * finder->size) {
			bestScore = score;
			best = j;
		}
	}
	for (int j = best; best >= 0 && j != pelvis && count < LW_MAX_SPINE; j = skeleton->parents[j]) ++count;
	for (int j = best, k = count; k > 0; j = skeleton->parents[j]) out[--k] = j;
	return count;
}

static int RootOf(const Finder* finder, const lwRig* rig) {
	const lwSkeleton* skeleton = &finder->skeleton->skeleton;
	int root = rig->legs[0].joints[0];
	for (int i = 0; i < rig->legCount && root >= 0; ++i) {
		root = lwSkeleton_CommonAncestor(skeleton, root, rig->legs[i].joints[0]);
		if (root >= 0 && rig->legs[i].footControl >= 0) root = lwSkeleton_CommonAncestor(skeleton, root, rig->legs[i].footControl);
	}
	int all = root;
	for (int j = 0; j < skeleton->jointCount && all >= 0; ++j) {
		if (finder->skeleton->isAnimated[j] || finder->skeleton->isSkinned[j] || finder->skeleton->isSkinJoint[j]) all = lwSkeleton_CommonAncestor(skeleton, all, j);
	}
	return all >= 0 ? all : root; // something animated beside the creature does not count
}

void lwFinder_Spine(Finder* finder, lwRig* ioRig) {
	const lwSkeleton* skeleton = &finder->skeleton->skeleton;
	int last = ioRig->legCount - 1, pelvis = finder->legs[last].carrier;
	for (int i = 0; i < ioRig->legCount; ++i) {
		if (ioRig->legs[i].row == ioRig->legs[last].row && pelvis >= 0 && finder->legs[i].carrier >= 0) {
			pelvis = lwSkeleton_CommonAncestor(skeleton, pelvis, finder->legs[i].carrier);
		}
	}
	ioRig->rootJoint = RootOf(finder, ioRig);
	if (pelvis < 0) pelvis = ioRig->rootJoint >= 0 ? ioRig->rootJoint : 0;
	if (ioRig->rootJoint < 0) ioRig->rootJoint = pelvis;
	ioRig->pelvis = pelvis;
	ioRig->spine[0] = pelvis;
	ioRig->spineCount = 1;
	int chain[LW_MAX_SPINE], count = FindChain(finder, ioRig, pelvis, false, chain, NULL, 0);
	for (int i = 0; i < count && ioRig->spineCount < LW_MAX_SPINE; ++i) {
		ioRig->spine[ioRig->spineCount++] = chain[i];
		bool carries = false;
		for (int k = i + 1; k < count; ++k) carries = carries || CarriesLeg(ioRig, skeleton, chain[k]);
		if (SaysHead(skeleton->names[chain[i]]) && !carries) break;
	}
	ioRig->tailCount = FindChain(finder, ioRig, pelvis, true, ioRig->tail, ioRig->spine, ioRig->spineCount);
}
