// SPDX-License-Identifier: MIT
// Auto-rig, step 6: from a path trunk -> tip to a leg: where the hip is, where the limb ends, what the foot is.
#include "autorig/finder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SPRAWLED 0.4f                   // hip to tip horizontally, share of length: stands on tips like a spider
#define MAX_STANCE 64

// Heights above the ground while the leg stands, per joint of the path, share of its length.
typedef struct Stance {
	float joint[LW_MAX_PATH];       // of the joint
	float sole[LW_MAX_PATH];        // of its lowest vertex; 1e9 without vertices
	float flat[LW_MAX_PATH];        // |rise| / run of the bone to the next joint; 1e9 for none
} Stance;

static float Median(float* values, int count) { return lwFinder_Quantile(values, count, 0.5f); }

static void MeasureStance(const Finder* finder, LegPath* leg, Stance* out) {
	int frames[MAX_STANCE], count = lwFinder_StanceFrames(finder, leg, frames, MAX_STANCE);
	float a[MAX_STANCE], b[MAX_STANCE], c[MAX_STANCE], scale = 1.0f / leg->length;
	for (int i = 0; i < leg->count; ++i) {
		int joint = leg->joints[i], next = i + 1 < leg->count ? leg->joints[i + 1] : joint;
		for (int f = 0; f < count; ++f) {
			lwVec3 p = Pos(finder, frames[f], joint), q = Pos(finder, frames[f], next), d = lwSub(q, p);
			a[f] = (p.y - finder->floorOf[frames[f]]) * scale;
			b[f] = (LowPos(finder, frames[f], joint).y - finder->floorOf[frames[f]]) * scale;
			c[f] = lwLength(d) > 1e-3f * leg->length ? lwAbsF(d.y) / lwMaxF(lwLength(Flat(d)), 1e-9f) : 1e9f;
		}
		out->joint[i] = Median(a, count);
		out->sole[i] = finder->vertices[joint] > 0 ? Median(b, count) : 1e9f;
		out->flat[i] = next != joint ? Median(c, count) : 1e9f;
	}
	for (int f = 0; f < count; ++f) a[f] = lwLength(Flat(lwSub(Pos(finder, frames[f], leg->leaf), Pos(finder, frames[f], leg->joints[leg->hip])))) * scale;
	leg->sprawl = Median(a, count);
}

// Distance of a joint from the body's middle plane in the reference pose.
static float Aside(const Finder* finder, const LegPath* leg, int joint) {
	lwVec3 p = Pos(finder, finder->reference, joint);
	if (leg->twin >= 0) { // the plane between a leg and its twin
		const LegPath* twin = finder->legs + leg->twin;
		float middle = 0.5f * (lwDot(Pos(finder, finder->reference, leg->joints[0]), finder->left) + lwDot(Pos(finder, finder->reference, twin->joints[0]), finder->left));
		return lwAbsF(lwDot(p, finder->left) - middle);
	}
	lwVec3 carrier = leg->carrier >= 0 ? Pos(finder, finder->reference, leg->carrier) : lwV3(0, 0, 0);
	return lwAbsF(lwDot(lwSub(p, carrier), finder->left));
}

// The limb's own joints: all of the path, or up to where a detached foot is linked.
static int LimbCount(const Finder* finder, const LegPath* leg) {
	for (int i = 0; i < leg->count; ++i) {
		if (finder->control[leg->joints[i]] >= 0) return i + 1;
	}
	return leg->count;
}

static bool Outwards(const Finder* finder, const LegPath* leg, int i) {
	return Aside(finder, leg, leg->joints[i]) < 0.6f * Aside(finder, leg, leg->joints[i + 1]);
}

// Another leg has a joint at the same place: both hang on one point of the trunk.
static bool SharedPlace(const Finder* finder, const LegPath* leg, int joint) {
	for (int i = 0; i < finder->legCount; ++i) {
		const LegPath* other = finder->legs + i;
		for (int k = 0; other != leg && k < other->count && k < 3; ++k) {
			if (lwFinder_BindDistance(finder, joint, other->joints[k]) < 1e-3f * leg->length) return true;
		}
	}
	return false;
}

// Joints before the hip: stuck to the trunk, or a bone that only leads outwards (pelvis, scapula, offset bone).
static int FindHip(const Finder* finder, const LegPath* leg) {
	int limb = LimbCount(finder, leg), hip = 0;
	float range[LW_MAX_PATH], most = 0.0f;
	for (int i = 0; i < limb; ++i) {
		range[i] = lwFinder_Range(finder, leg->joints[i]);
		most = lwMaxF(most, i + 1 < limb ? range[i] : 0.0f);
	}
	if (leg->carrier >= 0) { // joints that lie on the trunk joint they hang on
		while (limb - hip > 3 && lwFinder_BindDistance(finder, leg->joints[hip], leg->carrier) < 1e-3f * leg->length) ++hip;
	}
	while (limb - hip > 3 && SharedPlace(finder, leg, leg->joints[hip])) ++hip;
	if (most < 0.05f) { // nothing moves: by shape alone, and only on legs that stand below their hips
		float aside = Aside(finder, leg, leg->joints[limb - 1]);
		while (limb - hip > 3 && Outwards(finder, leg, hip) && leg->sprawl < SPRAWLED && aside < 1.7f * Aside(finder, leg, leg->joints[hip + 1]) &&
			   lwFinder_BindDistance(finder, leg->joints[hip], leg->joints[hip + 1]) < 0.45f * leg->length) ++hip;
		return hip;
	}
	while (limb - hip > 3 && range[hip] < lwMaxF(0.025f, 0.05f * most)) ++hip;
	if (limb - hip < 4 || !Outwards(finder, leg, hip)) return hip;
	float after = 0.0f;
	for (int i = hip + 1; i + 1 < limb; ++i) after = lwMaxF(after, range[i]);
	bool still = range[hip] < 0.3f * after, carries = range[hip + 1] < 0.45f * range[hip];
	return still || carries ? hip + 1 : hip;
}

// First joint of the path that stands on the ground: it carries the heel.
static int FindEnd(const Finder* finder, const LegPath* leg, const Stance* stance) {
	int last = leg->count - 1, first = leg->hip + 1;
	float gate = leg->sprawl > SPRAWLED ? 0.12f : 0.32f;
	bool mesh = false;
	for (int i = leg->hip; i <= last; ++i) mesh = mesh || finder->vertices[leg->joints[i]] > 0;
	if (mesh) {
		for (int i = first + 1 < last ? first + 1 : first; i < last; ++i) {
			if (stance->joint[i] <= gate && stance->sole[i] <= 0.025f) return i;
		}
		if (finder->vertices[leg->joints[last]] > 0) {
			bool toe = last - 1 > first && stance->joint[last - 1] <= 0.1f && leg->sprawl <= SPRAWLED && finder->vertices[leg->joints[last - 1]] > 0;
			return toe ? last - 1 : last;
		}
	} else {
		int heel = last;
		for (int i = last - 1; i > first; --i) {
			bool zero = stance->flat[i] >= 1e8f;
			if (!zero && (stance->flat[i] > 1.28f || stance->joint[i] > gate)) break;
			heel = i;
		}
		if (heel < last) return heel;
	}
	return last - 1 > first && stance->joint[last - 1] <= 0.1f && leg->sprawl <= SPRAWLED ? last - 1 : last;
}

static void StoreJoints(const LegPath* leg, int from, int to, lwLeg* out) {
	for (int i = from; i < to && out->jointCount < LW_MAX_LEG_JOINTS; ++i) out->joints[out->jointCount++] = leg->joints[i];
}

static void StoreAttached(const LegPath* leg, lwLeg* out) {
	int joints = leg->count - leg->hip;
	// A chain longer than the format: drop middle joints that bend least.
	int skip = joints > LW_MAX_LEG_JOINTS ? joints - LW_MAX_LEG_JOINTS : 0;
	StoreJoints(leg, leg->hip, leg->hip + 1, out);
	StoreJoints(leg, leg->hip + 1 + skip, leg->count, out);
	out->limbCount = leg->end - leg->hip + 1 - skip;
	if (out->limbCount < 2) out->limbCount = 2;
	out->footControl = -1;
	out->footJoint = out->joints[out->limbCount - 1];
}

static void StoreDetached(const Finder* finder, const LegPath* leg, lwLeg* out) {
	int limb = LimbCount(finder, leg), foot = limb; // joints[foot] is the control
	int room = LW_MAX_LEG_JOINTS - (leg->count - limb), from = leg->hip;
	if (limb - from > room) from = limb - room;
	StoreJoints(leg, from, limb, out);
	out->limbCount = out->jointCount;
	out->detached = true;
	out->footControl = out->footJoint = leg->control;
	float sole = 0.0f;
	for (int i = foot; i + 1 < leg->count; ++i) sole += lwFinder_BindDistance(finder, leg->joints[i], leg->joints[i + 1]);
	bool tip = leg->sprawl > SPRAWLED && sole < 0.1f * leg->length;
	if (!tip) StoreJoints(leg, foot + 1, leg->count, out);
	out->singleContact = tip || leg->count - foot < 2;
}

static void MeasureLength(const Finder* finder, LegPath* leg) {
	leg->length = 0.0f;
	for (int k = leg->hip + 1; k < leg->count; ++k) leg->length += lwFinder_BindDistance(finder, leg->joints[k - 1], leg->joints[k]);
	leg->length = lwMaxF(leg->length, 1e-6f * finder->size);
}

static bool SameKind(const LegPath* a, const LegPath* b) {
	return a->count == b->count && a->carrier == b->carrier && (a->control >= 0) == (b->control >= 0);
}

// Legs of one kind begin at the same joint: the most common answer, of equally common ones the outer.
static int CommonHip(const Finder* finder, const LegPath* leg) {
	int best = leg->hip, bestVotes = 0;
	for (int hip = 0; hip < leg->count; ++hip) {
		int votes = 0;
		for (int i = 0; i < finder->legCount; ++i) votes += SameKind(finder->legs + i, leg) && finder->legs[i].hip == hip;
		if (votes > 0 && votes >= bestVotes) {
			bestVotes = votes;
			best = hip;
		}
	}
	return best;
}

// Twins have the same foot: where the clips disagree (an uneven walk), the one whose heel lies further up counts.
static void AgreeWithTwin(Finder* finder, int index) {
	LegPath *leg = finder->legs + index, *twin = leg->twin >= 0 ? finder->legs + leg->twin : NULL;
	if (twin == NULL || leg->twin > index || leg->count != twin->count || (leg->control >= 0) != (twin->control >= 0)) return;
	leg->hip = twin->hip = leg->hip > twin->hip ? leg->hip : twin->hip;
	leg->end = twin->end = leg->end < twin->end ? leg->end : twin->end;
}

static void FindHips(Finder* finder) {
	int hips[LW_MAX_LEGS];
	for (int i = 0; i < finder->legCount; ++i) {
		LegPath* leg = finder->legs + i;
		Stance stance;
		MeasureStance(finder, leg, &stance);
		leg->hip = FindHip(finder, leg);
	}
	for (int i = 0; i < finder->legCount; ++i) hips[i] = CommonHip(finder, finder->legs + i);
	for (int i = 0; i < finder->legCount; ++i) finder->legs[i].hip = hips[i];
}

bool lwFinder_Chains(Finder* finder, lwRig* ioRig) {
	float sprawl = 0.0f;
	FindHips(finder);
	for (int i = 0; i < finder->legCount; ++i) {
		LegPath* leg = finder->legs + i;
		Stance stance;
		MeasureLength(finder, leg);
		MeasureStance(finder, leg, &stance);
		sprawl += leg->sprawl / (float)finder->legCount;
	}
	for (int i = 0; i < finder->legCount; ++i) {
		LegPath* leg = finder->legs + i;
		Stance stance;
		MeasureStance(finder, leg, &stance);
		leg->sprawl = sprawl; // a creature stands one way
		leg->end = leg->control >= 0 ? LimbCount(finder, leg) - 1 : FindEnd(finder, leg, &stance);
		if (leg->end <= leg->hip) leg->end = leg->count - 1;
	}
	for (int i = 0; i < finder->legCount; ++i) AgreeWithTwin(finder, i);
	for (int i = 0; i < finder->legCount; ++i) {
		LegPath* leg = finder->legs + i;
		lwLeg* out = ioRig->legs + i;
		MeasureLength(finder, leg);
		if (leg->control >= 0) {
			StoreDetached(finder, leg, out);
		} else {
			StoreAttached(leg, out);
			out->singleContact = leg->end == leg->count - 1;
		}
	}
	return true;
}

void lwFinder_Complete(Finder* finder, int index, lwLeg* ioLeg, bool findEnd) {
	LegPath* leg = finder->legs + index;
	int twin = leg->twin;
	memset(leg, 0, sizeof(*leg));
	for (int i = 0; i < ioLeg->jointCount; ++i) leg->joints[leg->count++] = ioLeg->joints[i];
	leg->leaf = leg->joints[leg->count - 1];
	leg->carrier = finder->skeleton->skeleton.parents[leg->joints[0]];
	leg->control = ioLeg->footControl;
	leg->twin = twin;
	leg->side = ioLeg->side;
	leg->row = ioLeg->row;
	MeasureLength(finder, leg);
	Stance stance;
	MeasureStance(finder, leg, &stance);
	if (findEnd) {
		ioLeg->limbCount = ioLeg->footControl >= 0 ? ioLeg->limbCount : FindEnd(finder, leg, &stance) + 1;
		ioLeg->singleContact = ioLeg->footControl < 0 && ioLeg->limbCount == ioLeg->jointCount;
	}
	leg->end = ioLeg->limbCount - 1;
	ioLeg->footJoint = ioLeg->footControl >= 0 ? ioLeg->footControl : ioLeg->joints[ioLeg->limbCount - 1];
}
