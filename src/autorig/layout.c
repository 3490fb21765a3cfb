// SPDX-License-Identifier: MIT
// Auto-rig, step 4: where is forward, which side is left, which legs are pairs, which candidates are legs, their names.
#include "autorig/finder.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_AXES 24
#define FLAT_FOOT 0.02f                 // heel to toe, share of L and weighted by flatness, that says where forward is
#define TIE 0.012f                      // mirror errors (share of size) that count as equal

static lwVec3 At(const Finder* finder, int joint) { return Pos(finder, finder->reference, joint); }

static float MirrorError(const Finder* finder, lwVec3 axis, float offset) {
	float sum = 0.0f;
	int used = 0;
	for (int j = 0; j < finder->count; ++j) {
		if (!finder->live[j]) continue;
		lwVec3 p = At(finder, j);
		lwVec3 q = lwMulAdd(p, axis, -2.0f * (lwDot(p, axis) - offset));
		float best = 1e30f;
		for (int k = 0; k < finder->count; ++k) {
			if (!finder->live[k]) continue;
			lwVec3 d = lwSub(At(finder, k), q);
			best = lwMinF(best, lwDot(d, d));
		}
		sum += lwSqrt(best);
		++used;
	}
	return used > 0 ? sum / ((float)used * finder->size) : 0.0f;
}

// Middle of the body along an axis: the legs' centre, the trunk, or the middle of all joints, whichever mirrors best.
static float BestOffset(const Finder* finder, lwVec3 axis, float* outError) {
	float offsets[3] = { 0.0f, 0.0f, 0.0f }, low = 1e30f, high = -1e30f, best = 0.0f;
	for (int i = 0; i < finder->legCount; ++i) offsets[0] += lwDot(At(finder, finder->legs[i].joints[0]), axis) / (float)finder->legCount;
	offsets[1] = finder->trunkCount > 0 ? lwDot(At(finder, finder->trunk[finder->trunkCount - 1]), axis) : 0.0f;
	for (int j = 0; j < finder->count; ++j) {
		if (!finder->live[j]) continue;
		low = lwMinF(low, lwDot(At(finder, j), axis));
		high = lwMaxF(high, lwDot(At(finder, j), axis));
	}
	offsets[2] = low <= high ? 0.5f * (low + high) : 0.0f;
	*outError = 1e30f;
	for (int i = 0; i < 3; ++i) {
		float error = MirrorError(finder, axis, offsets[i]);
		if (error < *outError) {
			*outError = error;
			best = offsets[i];
		}
	}
	return best;
}

static void AddAxis(lwVec3* axes, int* count, lwVec3 axis) {
	axis = lwNormalizeOr(Flat(axis), lwV3(0, 0, 0));
	if (lwLength(axis) < 0.5f || *count == MAX_AXES) return;
	for (int i = 0; i < *count; ++i) {
		if (lwAbsF(lwDot(axes[i], axis)) > 0.9995f) return;
	}
	axes[(*count)++] = axis;
}

static bool SameBones(const Finder* finder, const LegPath* a, const LegPath* b) {
	if (a->count != b->count) return false;
	for (int i = 1; i < a->count; ++i) {
		float la = lwFinder_BindDistance(finder, a->joints[i - 1], a->joints[i]), lb = lwFinder_BindDistance(finder, b->joints[i - 1], b->joints[i]);
		if (lwAbsF(la - lb) > 0.04f * (la + lb) + 0.01f * a->length) return false;
	}
	return true;
}

// Horizontal direction of travel over all clips that look like locomotion, weighted; not normalised (length <= 1).
static lwVec3 Travel(const Finder* finder) {
	lwVec3 sum = { 0, 0, 0 };
	float all = 0.0f;
	for (int c = 2; c < finder->clipCount; ++c) {
		float weight = finder->clips[c].loco;
		if (weight < 0.1f) continue;
		sum = lwAdd(sum, lwMul(finder->clips[c].travel, weight));
		all += weight;
	}
	return all > 0.0f ? lwMul(sum, 1.0f / all) : sum;
}

// Heel to toe over all legs, share of the legs' lengths; a steep last bone is a shank, not a foot, and says little.
static lwVec3 FootCue(const Finder* finder) {
	lwVec3 sum = { 0, 0, 0 };
	float lengths = 0.0f;
	for (int i = 0; i < finder->legCount; ++i) {
		const LegPath* leg = finder->legs + i;
		lwVec3 tip = At(finder, leg->leaf);
		for (int k = leg->count - 2; k >= 1; --k) {
			if (lwDistance(At(finder, leg->joints[k]), tip) < 0.03f * leg->length) continue;
			lwVec3 foot = lwSub(tip, At(finder, leg->joints[k]));
			float flat = lwDot(Flat(foot), Flat(foot)) / lwMaxF(lwDot(foot, foot), 1e-30f);
			sum = lwAdd(sum, lwMul(Flat(foot), flat * flat));
			break;
		}
		lengths += leg->length;
	}
	return lengths > 0.0f ? lwMul(sum, 1.0f / lengths) : sum;
}

// Heads are held high and carry much; from the middle of the legs to the body's joints, weighted by height.
static lwVec3 HeadCue(const Finder* finder) {
	lwVec3 middle = { 0, 0, 0 }, sum = { 0, 0, 0 };
	float all = 0.0f;
	for (int i = 0; i < finder->legCount; ++i) middle = lwAdd(middle, lwMul(At(finder, finder->legs[i].joints[0]), 1.0f / (float)finder->legCount));
	for (int j = 0; j < finder->count; ++j) {
		if (!finder->live[j] || finder->helper[j]) continue;
		float weight = lwMaxF(0.0f, At(finder, j).y - middle.y) / finder->size;
		sum = lwAdd(sum, lwMul(Flat(lwSub(At(finder, j), middle)), weight * weight));
		all += weight * weight;
	}
	return all > 0.0f ? lwMul(sum, 1.0f / (all * finder->size)) : sum;
}

static bool NameSays(const char* name, char side) {
	static const char* const words[2][3] = { { "left", "Left", "LEFT" }, { "right", "Right", "RIGHT" } };
	for (int i = 0; i < 3; ++i) {
		if (strstr(name, words[side == 'r' ? 1 : 0][i]) != NULL) return true;
	}
	size_t size = strlen(name);
	char low = side, high = side == 'r' ? 'R' : 'L';
	return size > 2 && (name[size - 1] == low || name[size - 1] == high) && strchr("._- ", name[size - 2]) != NULL;
}

// Names are a hint only: where they say left.
static lwVec3 NameCue(const Finder* finder) {
	lwVec3 sum = { 0, 0, 0 };
	for (int i = 0; i < finder->legCount; ++i) {
		float sign = 0.0f;
		for (int k = 0; k < finder->legs[i].count && sign == 0.0f; ++k) {
			const char* name = finder->skeleton->skeleton.names[finder->legs[i].joints[k]];
			sign = NameSays(name, 'l') ? 1.0f : NameSays(name, 'r') ? -1.0f : 0.0f;
		}
		sum = lwAdd(sum, lwMul(Flat(At(finder, finder->legs[i].leaf)), sign));
	}
	return lwNormalizeOr(sum, lwV3(0, 0, 0));
}

static void ChooseFacing(Finder* finder) {
	lwVec3 axes[MAX_AXES], travel = Travel(finder), foot = FootCue(finder), head = HeadCue(finder), names = NameCue(finder);
	float errors[MAX_AXES], best = 1e30f;
	int count = 0, chosen = 0;
	AddAxis(axes, &count, lwV3(1, 0, 0));
	AddAxis(axes, &count, lwV3(0, 0, 1));
	for (int i = 0; i < finder->legCount; ++i) {
		for (int k = 0; k < i; ++k) {
			if (SameBones(finder, finder->legs + i, finder->legs + k)) AddAxis(axes, &count, lwSub(At(finder, finder->legs[i].joints[finder->legs[i].count > 2 ? 1 : 0]), At(finder, finder->legs[k].joints[finder->legs[k].count > 2 ? 1 : 0])));
		}
	}
	for (int i = 0; i < count; ++i) {
		(void)BestOffset(finder, axes[i], errors + i);
		best = lwMinF(best, errors[i]);
	}
	// Among equally good mirrors the one across the travel, then across the feet, then the first.
	float bestScore = 1e30f;
	for (int i = 0; i < count; ++i) {
		if (errors[i] > best + TIE) continue;
		float score = lwAbsF(lwDot(axes[i], travel)) + lwMinF(1.0f, 4.0f * lwAbsF(lwDot(axes[i], foot))) - 0.5f * lwAbsF(lwDot(axes[i], names)) + 0.5f * (errors[i] - best) / TIE;
		if (score < bestScore - 0.02f) {
			bestScore = score;
			chosen = i;
		}
	}
	lwVec3 left = axes[chosen], facing = lwCross(left, lwV3(0, 1, 0));
	float say = 3.0f * lwClampF(lwDot(foot, facing) / FLAT_FOOT, -1.0f, 1.0f) + 2.0f * lwDot(travel, facing) +
				0.8f * lwClampF(lwDot(head, facing) / 0.3f, -1.0f, 1.0f) + 0.4f * lwDot(names, left);
	if (say == 0.0f) say = facing.x + facing.z;
	if (say < 0.0f) {
		left = lwNeg(left);
		facing = lwNeg(facing);
	}
	finder->left = left;
	finder->facing = facing;
	finder->facingTrust = lwMinF(1.0f, lwAbsF(say) / 2.0f);
	lwFinder_Note(finder, "facing %.2f 0 %.2f (feet %.2f, travel %.2f, head %.2f, names %.2f), mirror error %.1f %% of the height",
				  (double)facing.x, (double)facing.z, (double)lwDot(foot, facing), (double)lwDot(travel, facing), (double)lwDot(head, facing),
				  (double)lwDot(names, left), (double)errors[chosen] * 100.0);
}

static float Lateral(const Finder* finder, const LegPath* leg, float offset) {
	float most = 0.0f;
	for (int i = 0; i < leg->count; ++i) {
		float s = lwDot(At(finder, leg->joints[i]), finder->left) - offset;
		if (lwAbsF(s) > lwAbsF(most)) most = s;
	}
	return most;
}

// Distance of a leg's mirror image from another leg, share of their length: hips and shape, in the reference pose.
static float TwinError(const Finder* finder, const LegPath* a, const LegPath* b, float offset) {
	lwVec3 pa[2] = { At(finder, a->joints[0]), At(finder, a->leaf) }, pb[2] = { At(finder, b->joints[0]), At(finder, b->leaf) };
	float error = 0.0f;
	for (int i = 0; i < 2; ++i) {
		lwVec3 q = lwMulAdd(pa[i], finder->left, -2.0f * (lwDot(pa[i], finder->left) - offset));
		error += lwDistance(q, pb[i]) * (i == 0 ? 1.0f : 0.5f);
	}
	return error / (0.5f * (a->length + b->length)) + (SameBones(finder, a, b) ? 0.0f : 0.5f);
}

static void Pair(Finder* finder, float offset) {
	for (int i = 0; i < finder->legCount; ++i) {
		LegPath* leg = finder->legs + i;
		float s = Lateral(finder, leg, offset);
		leg->twin = -1;
		leg->side = s > 0.03f * leg->length ? 1 : s < -0.03f * leg->length ? -1 : 0;
		leg->along = lwDot(lwLerp3(At(finder, leg->joints[leg->count > 2 ? 1 : 0]), At(finder, leg->leaf), 0.35f), finder->facing);
	}
	for (;;) {
		int a = -1, b = -1;
		float best = 1.0f;
		for (int i = 0; i < finder->legCount; ++i) {
			for (int k = 0; k < finder->legCount; ++k) {
				if (finder->legs[i].side != 1 || finder->legs[k].side != -1 || finder->legs[i].twin >= 0 || finder->legs[k].twin >= 0) continue;
				float error = TwinError(finder, finder->legs + i, finder->legs + k, offset);
				if (error < best) {
					best = error;
					a = i;
					b = k;
				}
			}
		}
		if (a < 0) break;
		finder->legs[a].twin = b;
		finder->legs[b].twin = a;
	}
	for (int i = 0; i < finder->legCount; ++i) {
		LegPath* leg = finder->legs + i;
		if (leg->twin < 0 && lwAbsF(Lateral(finder, leg, offset)) < 0.12f * leg->length) leg->side = 0;
	}
}

bool lwFinder_Layout(Finder* finder) {
	if (finder->legCount == 0) return true;
	ChooseFacing(finder);
	float error, offset = BestOffset(finder, finder->left, &error);
	Pair(finder, offset);
	return true;
}

static void Drop(Finder* finder, const bool* keep, const char* const* why) {
	int kept = 0, moved[LW_MAX_LEGS];
	for (int i = 0; i < finder->legCount; ++i) {
		moved[i] = keep[i] ? kept : -1;
		if (!keep[i]) {
			lwFinder_Note(finder, "'%s' comes to the ground but is no leg: %s", finder->skeleton->skeleton.names[finder->legs[i].leaf], why[i]);
			continue;
		}
		if (kept != i) finder->legs[kept] = finder->legs[i];
		++kept;
	}
	for (int i = 0; i < kept; ++i) {
		if (finder->legs[i].twin >= 0) finder->legs[i].twin = moved[finder->legs[i].twin];
	}
	finder->legCount = kept;
}

// A leg has a twin, or steps, or is an upright limb with nothing else to stand on.
bool lwFinder_Accept(Finder* finder) {
	bool keep[LW_MAX_LEGS], paired = false, stepping = false;
	const char* why[LW_MAX_LEGS] = { NULL };
	float steps[LW_MAX_LEGS], longest = 0.0f;
	for (int i = 0; i < finder->legCount; ++i) {
		steps[i] = finder->legs[i].step;
		longest = lwMaxF(longest, finder->legs[i].length);
		paired = paired || finder->legs[i].twin >= 0;
	}
	float usual = lwFinder_Quantile(steps, finder->legCount, 0.75f);
	stepping = usual > 0.4f;
	for (int i = 0; i < finder->legCount; ++i) {
		const LegPath* leg = finder->legs + i;
		lwVec3 hip = At(finder, leg->joints[leg->count > 3 ? 1 : 0]), tip = At(finder, leg->leaf);
		float drop = (hip.y - tip.y) / leg->length;
		const LegPath* twin = leg->twin >= 0 ? finder->legs + leg->twin : leg;
		float step = lwMaxF(leg->step, twin->step), lift = lwMaxF(leg->lift, twin->lift) / leg->length;
		keep[i] = true;
		if (leg->length < 0.15f * longest) {
			keep[i] = false;
			why[i] = "it is far shorter than the legs";
		} else if (drop < 0.0f) {
			keep[i] = false;
			why[i] = "it hangs below its end";
		} else if (leg->near <= 0.0f && lwMinF(leg->step, twin->step) < 0.5f) {
			keep[i] = false;
			why[i] = "it stays above the ground and does not step";
		} else if (stepping && step < 0.12f && lift < 0.03f) {
			keep[i] = false;
			why[i] = "it does not step in the locomotion clips";
		} else if (leg->twin < 0) {
			bool upright = drop > 0.55f;
			keep[i] = step >= 0.3f || (upright && !paired) || (upright && !stepping && leg->side == 0 && finder->legCount <= 3);
			why[i] = "no twin on the other side and no steps";
		}
	}
	Drop(finder, keep, why);
	return true;
}
