// SPDX-License-Identifier: MIT
// Auto-rig, step 3: leaves that come to the ground in most clips, grouped to legs; do they step; which are legs.
#include "autorig/finder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NEAR_GROUND 0.04f               // share of the creature's height
#define MAX_ENDS 512

typedef struct End {
	int leaf;
	float near;
} End;

float lwFinder_EndHeight(const Finder* finder, int frame, int leaf) {
	float height = Height(finder, frame, leaf);
	int up = finder->parent[leaf];
	if (up >= 0 && finder->childCount[up] == 1 && finder->vertices[leaf] == 0 && finder->vertices[up] > 0) {
		height = lwMinF(height, LowPos(finder, frame, up).y - finder->floorOf[frame]);
	}
	return height;
}

static float NearShare(const Finder* finder, int leaf, float* scratch) {
	float near = 0.0f, all = 0.0f;
	for (int c = 0; c < finder->clipCount; ++c) {
		const FinderClip* clip = finder->clips + c;
		if (clip->weight <= 0.0f) continue;
		for (int f = 0; f < clip->count; ++f) scratch[f] = lwFinder_EndHeight(finder, clip->first + f, leaf);
		float low = lwFinder_Quantile(scratch, clip->count, 0.1f);
		all += clip->weight;
		if (low <= NEAR_GROUND * finder->size) near += clip->weight;
	}
	return all > 0.0f ? near / all : 0.0f;
}

static int BodyJoint(const Finder* finder) {
	for (int i = finder->trunkCount - 1; i >= 0; --i) {
		if (finder->live[finder->trunk[i]]) return finder->trunk[i];
	}
	return finder->trunkCount > 0 ? finder->trunk[finder->trunkCount - 1] : 0;
}

// Where a joint is from the body, horizontally, in the reference pose's heading.
static lwVec3 FromBody(const Finder* finder, int frame, int joint, int body) {
	return lwFinder_Turn(Flat(lwSub(Pos(finder, frame, joint), Pos(finder, frame, body))), -finder->yaw[frame]);
}

typedef struct Stride {
	lwVec3 contact;                 // mean velocity while low
	float lift, sweep;              // sweep: distance between the places low and high, along contact
	float strength;                 // 0..1
} Stride;

// How a tip moves in a clip: low one way, high the other way is a step.
static Stride MeasureStride(const Finder* finder, const FinderClip* clip, int leaf, float length) {
	Stride stride = { { 0, 0, 0 }, 0.0f, 0.0f, 0.0f };
	int body = BodyJoint(finder);
	if (clip->count < 5 || !clip->moving || length <= 0.0f) return stride;
	float low = 1e30f, high = -1e30f;
	for (int f = 0; f < clip->count; ++f) {
		float y = lwFinder_EndHeight(finder, clip->first + f, leaf);
		low = lwMinF(low, y);
		high = lwMaxF(high, y);
	}
	stride.lift = high - low;
	lwVec3 down = { 0, 0, 0 }, up = { 0, 0, 0 };
	float downs = 0.0f, ups = 0.0f;
	for (int f = 0; f + 1 < clip->count; ++f) {
		int at = clip->first + f;
		lwVec3 v = lwMul(lwSub(FromBody(finder, at + 1, leaf, body), FromBody(finder, at, leaf, body)), 1.0f / clip->dt);
		float y = 0.5f * (lwFinder_EndHeight(finder, at, leaf) + lwFinder_EndHeight(finder, at + 1, leaf)) - low;
		if (y < 0.25f * stride.lift) {
			down = lwAdd(down, v);
			downs += 1.0f;
		} else if (y > 0.4f * stride.lift) {
			up = lwAdd(up, v);
			ups += 1.0f;
		}
	}
	if (downs < 1.0f || ups < 1.0f || stride.lift < 0.015f * length) return stride;
	down = lwMul(down, 1.0f / downs);
	up = lwMul(up, 1.0f / ups);
	float speed = lwLength(down);
	if (speed <= 0.0f) return stride;
	float against = -lwDot(up, down) / speed;
	stride.contact = down;
	stride.sweep = speed * downs * clip->dt;
	float duration = clip->dt * (float)(clip->count - 1);
	stride.sweep = lwMinF(stride.sweep, speed * duration);
	if (against > 0.0f) stride.strength = lwMinF(1.0f, lwMinF(stride.sweep, against * ups * clip->dt) / (0.15f * length));
	return stride;
}

static void PathTo(const Finder* finder, int leaf, int top, LegPath* out) {
	int back[LW_MAX_PATH], count = 0;
	for (int j = leaf; j >= 0 && j != top && count < LW_MAX_PATH; j = finder->parent[j]) back[count++] = j;
	out->count = count;
	out->length = 0.0f;
	for (int i = 0; i < count; ++i) {
		out->joints[i] = back[count - 1 - i];
		if (i > 0) out->length += lwFinder_BindDistance(finder, out->joints[i - 1], out->joints[i]);
	}
	out->leaf = leaf;
	out->carrier = top;
}

static bool IsTrunk(const Finder* finder, int joint) {
	for (int i = 0; i < finder->trunkCount; ++i) {
		if (finder->trunk[i] == joint) return true;
	}
	return false;
}

// First ancestor of a ground end that belongs to more than its leg: it carries another ground end far from this one's
// foot, or a good part of the body, or is trunk.
static int TopOf(const Finder* finder, const int* total, int leaf) {
	int top = finder->parent[leaf];
	while (top >= 0 && !IsTrunk(finder, top) && total[top] <= total[leaf]) top = finder->parent[top];
	return top;
}

// Two ends of one foot: their common ancestor lies at the foot, far below the hip of both.
static bool SameFoot(const Finder* finder, int a, int b) {
	int common = a;
	while (common >= 0 && !lwFinder_IsAncestor(finder, common, b)) common = finder->parent[common];
	if (common < 0 || IsTrunk(finder, common)) return false;
	float down = 0.0f, up = 0.0f;
	for (int j = a; j != common; j = finder->parent[j]) down += lwFinder_BindDistance(finder, j, finder->parent[j]);
	float other = 0.0f;
	for (int j = b; j != common; j = finder->parent[j]) other += lwFinder_BindDistance(finder, j, finder->parent[j]);
	down = lwMaxF(down, other);
	for (int j = common; finder->parent[j] >= 0 && !IsTrunk(finder, j); j = finder->parent[j]) {
		up += lwFinder_BindDistance(finder, j, finder->parent[j]);
		if (IsTrunk(finder, finder->parent[j])) break;
	}
	// Nearer to each other than to the body, and the ends close together.
	float apart = lwLength(Flat(lwSub(Pos(finder, finder->reference, a), Pos(finder, finder->reference, b))));
	float drop = Pos(finder, finder->reference, common).y - lwMinF(Pos(finder, finder->reference, a).y, Pos(finder, finder->reference, b).y);
	return down <= 0.8f * up && apart <= 0.8f * up && drop <= 0.25f * finder->size;
}

static int FindLeaves(const Finder* finder, End* outEnds, float* scratch) {
	int count = 0;
	for (int j = 0; j < finder->count && count < MAX_ENDS; ++j) {
		if (finder->owner[j] != j || finder->childCount[j] > 0 || finder->helper[j] || IsTrunk(finder, j)) continue;
		bool carries = finder->live[j] || (finder->parent[j] >= 0 && finder->live[finder->parent[j]]);
		if (!carries) continue;
		float near = NearShare(finder, j, scratch);
		if (near >= 0.5f) outEnds[count++] = (End){ j, near };
	}
	return count;
}

// One end per foot: the longest way from the ankle, that is the middle toe.
static int Group(const Finder* finder, End* ioEnds, int count) {
	int group[MAX_ENDS], kept = 0;
	for (int i = 0; i < count; ++i) group[i] = i;
	for (int i = 0; i < count; ++i) {
		for (int k = 0; k < i; ++k) {
			if (group[k] == group[i] || !SameFoot(finder, ioEnds[i].leaf, ioEnds[k].leaf)) continue;
			int from = group[i], to = group[k];
			for (int m = 0; m <= i; ++m) group[m] = group[m] == from ? to : group[m];
		}
	}
	for (int g = 0; g < count; ++g) {
		int best = -1;
		float farthest = -1.0f;
		for (int i = 0; i < count; ++i) {
			if (group[i] != g) continue;
			float way = 0.0f;
			for (int j = ioEnds[i].leaf; finder->parent[j] >= 0 && !IsTrunk(finder, j); j = finder->parent[j]) way += lwFinder_BindDistance(finder, j, finder->parent[j]);
			if (way > farthest + 1e-4f * finder->size) {
				farthest = way;
				best = i;
			}
		}
		if (best >= 0) ioEnds[kept++] = ioEnds[best];
	}
	return kept;
}

// Ends counted once per foot in every subtree.
static bool CountEnds(const Finder* finder, const End* ends, int count, int* outTotal) {
	memset(outTotal, 0, (size_t)finder->count * sizeof(int));
	for (int i = 0; i < count; ++i) {
		for (int j = ends[i].leaf; j >= 0; j = finder->parent[j]) outTotal[j] += 1;
	}
	return true;
}

static void SetWeights(Finder* finder) {
	bool anyMoving = false;
	for (int c = 2; c < finder->clipCount; ++c) anyMoving = anyMoving || finder->clips[c].moving;
	for (int c = 0; c < finder->clipCount; ++c) {
		FinderClip* clip = finder->clips + c;
		if (c < 2) clip->weight = finder->clipCount > 2 ? 0.25f : 1.0f;
		else clip->weight = clip->moving ? 1.0f + 3.0f * clip->loco : anyMoving ? 0.25f : 1.0f;
	}
}

static bool Collect(Finder* finder) {
	End ends[MAX_ENDS];
	float* scratch = malloc((size_t)finder->frameCount * sizeof(float));
	int* total = malloc((size_t)finder->count * sizeof(int));
	bool good = scratch != NULL && total != NULL;
	finder->legCount = 0;
	if (good) {
		int count = Group(finder, ends, FindLeaves(finder, ends, scratch));
		CountEnds(finder, ends, count, total);
		for (int i = 0; i < count && finder->legCount < LW_MAX_LEGS; ++i) {
			LegPath* leg = finder->legs + finder->legCount;
			memset(leg, 0, sizeof(*leg));
			PathTo(finder, ends[i].leaf, TopOf(finder, total, ends[i].leaf), leg);
			leg->near = ends[i].near;
			leg->twin = -1;
			leg->control = -1;
			for (int j = 0; j < leg->count; ++j) {
				if (finder->control[leg->joints[j]] >= 0) leg->control = finder->control[leg->joints[j]];
			}
			if (leg->count >= 2 && leg->length > 0.03f * finder->size) finder->legCount += 1;
		}
	}
	free(scratch);
	free(total);
	return good;
}

static void JudgeClips(Finder* finder) {
	for (int c = 2; c < finder->clipCount; ++c) {
		FinderClip* clip = finder->clips + c;
		lwVec3 sum = { 0, 0, 0 };
		float lengths = 0.0f, strength = 0.0f;
		for (int i = 0; i < finder->legCount; ++i) {
			Stride stride = MeasureStride(finder, clip, finder->legs[i].leaf, finder->legs[i].length);
			sum = lwAdd(sum, lwMul(stride.contact, stride.strength));
			lengths += lwLength(stride.contact) * stride.strength;
			strength += stride.strength;
		}
		float agree = lengths > 0.0f ? lwLength(sum) / lengths : 0.0f;
		clip->loco = finder->legCount > 0 ? agree * agree * strength / (float)finder->legCount : 0.0f;
		clip->travel = lwNormalizeOr(lwNeg(Flat(sum)), lwV3(0, 0, 0));
	}
}

bool lwFinder_JudgeSteps(Finder* finder) {
	float best = 0.0f;
	JudgeClips(finder);
	for (int c = 2; c < finder->clipCount; ++c) best = lwMaxF(best, finder->clips[c].loco);
	for (int i = 0; i < finder->legCount; ++i) {
		LegPath* leg = finder->legs + i;
		leg->step = leg->lift = 0.0f;
		for (int c = 2; c < finder->clipCount; ++c) {
			const FinderClip* clip = finder->clips + c;
			if (best < 0.15f || clip->loco < 0.6f * best) continue;
			Stride stride = MeasureStride(finder, clip, leg->leaf, leg->length);
			float along = lwDot(stride.contact, clip->travel) < 0.0f ? stride.strength : 0.0f;
			leg->step = lwMaxF(leg->step, along);
			leg->lift = lwMaxF(leg->lift, stride.lift);
		}
	}
	return true;
}

bool lwFinder_FindEnds(Finder* finder) {
	SetWeights(finder);
	if (!Collect(finder)) return false;
	JudgeClips(finder);
	SetWeights(finder);
	if (!Collect(finder)) return false;
	return lwFinder_JudgeSteps(finder);
}
