// SPDX-License-Identifier: MIT
// Auto-rig, step 3: leaves that come to the ground in most clips, grouped to legs; do they step; which are legs.
#include "autorig/finder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NEAR_GROUND 0.04f               // share of the creature's height
#define NEAR_MESHLESS 0.12f             // without soles: a joint may end far above its unseen sole; it must step to count
#define MAX_ENDS 512

typedef struct End {
	int leaf;
	float near;                     // share of the clips in which it is near the ground; 0: only if it steps
} End;

float lwFinder_EndHeight(const Finder* finder, int frame, int leaf) {
	float height = Height(finder, frame, leaf);
	int up = finder->parent[leaf];
	if (up >= 0 && finder->childCount[up] == 1 && finder->vertices[leaf] == 0 && finder->vertices[up] > 0) {
		height = lwMinF(height, LowPos(finder, frame, up).y - finder->floorOf[frame]);
	}
	return height;
}

// How low (world) a leaf comes in each clip.
static void LowsOf(const Finder* finder, int leaf, float* scratch, float* outLows) {
	for (int c = 0; c < finder->clipCount; ++c) {
		const FinderClip* clip = finder->clips + c;
		for (int f = 0; f < clip->count; ++f) scratch[f] = lwFinder_EndHeight(finder, clip->first + f, leaf) + clip->ground;
		outLows[c] = lwFinder_Quantile(scratch, clip->count, 0.1f);
	}
}

// Weighted median over the clips.
static float UsualLow(const Finder* finder, const float* lows) {
	float all = 0.0f, best = 0.0f, bestOff = 1e30f;
	for (int c = 0; c < finder->clipCount; ++c) all += finder->clips[c].weight;
	for (int c = 0; c < finder->clipCount; ++c) {
		float below = 0.0f;
		if (finder->clips[c].weight <= 0.0f) continue;
		for (int k = 0; k < finder->clipCount; ++k) below += lows[k] < lows[c] ? finder->clips[k].weight : lows[k] == lows[c] ? 0.5f * finder->clips[k].weight : 0.0f;
		if (lwAbsF(below - 0.5f * all) < bestOff) {
			bestOff = lwAbsF(below - 0.5f * all);
			best = lows[c];
		}
	}
	return best;
}

static float NearShare(const Finder* finder, const float* lows, float ground) {
	float near = 0.0f, all = 0.0f;
	for (int c = 0; c < finder->clipCount; ++c) {
		all += finder->clips[c].weight;
		near += lows[c] <= ground + 2.0f * NEAR_GROUND * finder->size ? finder->clips[c].weight : 0.0f;
	}
	return all > 0.0f ? near / all : 0.0f;
}

static int BodyJoint(const Finder* finder) {
	if (finder->legCount > 0 && finder->legs[finder->legCount - 1].carrier >= 0) return finder->legs[finder->legCount - 1].carrier;
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

#define MOST_FRAMES 256

// How a tip moves in a clip: low one way, high the other way is a step.
static Stride MeasureStride(const Finder* finder, const FinderClip* clip, int leaf, float length) {
	Stride stride = { { 0, 0, 0 }, 0.0f, 0.0f, 0.0f };
	int body = BodyJoint(finder), count = clip->count < MOST_FRAMES ? clip->count : MOST_FRAMES;
	if (count < 5 || !clip->moving || length <= 0.0f) return stride;
	float heights[MOST_FRAMES], sorted[MOST_FRAMES];
	for (int f = 0; f < count; ++f) heights[f] = sorted[f] = lwFinder_EndHeight(finder, clip->first + f, leaf);
	float low = lwFinder_Quantile(sorted, count, 0.0f);
	stride.lift = sorted[count - 1] - low;
	float downBelow = lwMaxF(low + 0.25f * stride.lift, sorted[(count - 1) * 3 / 10]), upAbove = low + 0.4f * stride.lift;
	lwVec3 down = { 0, 0, 0 }, up = { 0, 0, 0 };
	float downs = 0.0f, ups = 0.0f;
	for (int f = 0; f + 1 < count; ++f) {
		int at = clip->first + f;
		lwVec3 v = lwMul(lwSub(FromBody(finder, at + 1, leaf, body), FromBody(finder, at, leaf, body)), 1.0f / clip->dt);
		float y = 0.5f * (heights[f] + heights[f + 1]);
		if (y <= downBelow) {
			down = lwAdd(down, v);
			downs += 1.0f;
		} else if (y > upAbove) {
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

static bool IsEnd(const Finder* finder, int joint) {
	if (finder->owner[joint] != joint || finder->childCount[joint] > 0 || finder->helper[joint] || IsTrunk(finder, joint)) return false;
	return finder->live[joint] || (finder->parent[joint] >= 0 && finder->live[finder->parent[joint]]);
}

// Leaves whose usual lowest place is as low as the lowest leaf's: the ground, wherever it lies in each clip.
static int FindLeaves(const Finder* finder, End* outEnds, float* scratch, float* lows) {
	float ground = 1e30f;
	int count = 0;
	for (int pass = 0; pass < 2; ++pass) {
		for (int j = 0; j < finder->count && count < MAX_ENDS; ++j) {
			if (!IsEnd(finder, j)) continue;
			LowsOf(finder, j, scratch, lows);
			float usual = UsualLow(finder, lows);
			if (pass == 0) ground = lwMinF(ground, usual);
			else if (usual <= ground + NEAR_GROUND * finder->size) outEnds[count++] = (End){ j, NearShare(finder, lows, ground) };
			else if (!finder->hasMesh && usual <= ground + NEAR_MESHLESS * finder->size) outEnds[count++] = (End){ j, 0.0f };
		}
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
	float* lows = malloc((size_t)finder->clipCount * sizeof(float));
	int* total = malloc((size_t)finder->count * sizeof(int));
	bool good = scratch != NULL && lows != NULL && total != NULL;
	finder->legCount = 0;
	if (good) {
		int count = Group(finder, ends, FindLeaves(finder, ends, scratch, lows));
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
	free(lows);
	free(total);
	return good;
}

// Share of the frames in which a tip is on the move; in a walk nearly all of them.
static float Activity(const Finder* finder, const FinderClip* clip, int leaf) {
	int body = BodyJoint(finder), active = 0;
	float most = 0.0f;
	for (int pass = 0; pass < 2; ++pass) {
		for (int f = 0; f + 1 < clip->count; ++f) {
			int at = clip->first + f;
			float moved = lwLength(lwSub(FromBody(finder, at + 1, leaf, body), FromBody(finder, at, leaf, body)));
			if (pass == 0) most = lwMaxF(most, moved);
			else if (moved > 0.12f * most) ++active;
		}
	}
	return clip->count > 1 && most > 0.0f ? (float)active / (float)(clip->count - 1) : 0.0f;
}

// The ground of a clip: median over the legs of how low they come.
static void SetGrounds(Finder* finder) {
	float lows[LW_MAX_LEGS];
	for (int c = 0; c < finder->clipCount && finder->legCount > 0; ++c) {
		FinderClip* clip = finder->clips + c;
		for (int i = 0; i < finder->legCount; ++i) {
			lows[i] = 1e30f;
			for (int f = 0; f < clip->count; ++f) lows[i] = lwMinF(lows[i], lwFinder_EndHeight(finder, clip->first + f, finder->legs[i].leaf));
		}
		clip->ground += lwFinder_Quantile(lows, finder->legCount, 0.5f);
		for (int f = 0; f < clip->count; ++f) finder->floorOf[clip->first + f] = clip->ground;
	}
}

static void JudgeClips(Finder* finder) {
	for (int c = 2; c < finder->clipCount; ++c) {
		FinderClip* clip = finder->clips + c;
		lwVec3 sum = { 0, 0, 0 };
		float lengths = 0.0f, strength = 0.0f, activity = 0.0f;
		for (int i = 0; i < finder->legCount; ++i) {
			Stride stride = MeasureStride(finder, clip, finder->legs[i].leaf, finder->legs[i].length);
			sum = lwAdd(sum, lwMul(stride.contact, stride.strength));
			lengths += lwLength(stride.contact) * stride.strength;
			strength += stride.strength;
			activity += Activity(finder, clip, finder->legs[i].leaf) / (float)finder->legCount;
		}
		float agree = lengths > 0.0f ? lwLength(sum) / lengths : 0.0f;
		clip->loco = finder->legCount > 0 ? agree * agree * activity * activity * strength / (float)finder->legCount : 0.0f;
		clip->speed = strength > 0.0f ? lengths / strength : 0.0f;
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
	SetGrounds(finder);
	return lwFinder_JudgeSteps(finder);
}
