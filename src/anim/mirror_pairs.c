// SPDX-License-Identifier: MIT
// Mirror partners by name, else by place in the bind pose; from the root down, so that partners have partners for
// parents.
#include "anim/mirror_pairs.h"

#include <string.h>

// ---- Names -----------------------------------------------------------------------------------------------------

static char Lower(char c) {
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool IsLower(char c) {
	return c >= 'a' && c <= 'z';
}

static bool IsUpper(char c) {
	return c >= 'A' && c <= 'Z';
}

static bool IsDigit(char c) {
	return c >= '0' && c <= '9';
}

// The letters of a word, whatever their case.
static size_t WordAt(const char* s, const char* word) {
	size_t n = 0;
	for (; word[n] != '\0'; ++n) {
		if (Lower(s[n]) != word[n]) {
			return 0;
		}
	}
	return n;
}

// A letter that stands by itself: "L_", ".L", " L ", "ArmL", "lArm", "L1".
static bool StandsAlone(const char* name, size_t at) {
	char c = name[at], before = at > 0 ? name[at - 1] : '\0', after = name[at + 1];
	bool start = !(IsLower(before) || IsUpper(before)) || (IsUpper(c) && IsLower(before));
	bool end = !(IsLower(after) || IsUpper(after)) || (IsUpper(after) && (IsLower(c) || at == 0 || !IsUpper(before)));
	return start && end;
}

// Length of the side word at a place where two names part, 0 for none. outLeft: a has the left one.
static size_t SideWord(const char* a, const char* b, size_t i, size_t k, size_t* outOther, bool* outLeft) {
	size_t la = WordAt(a + i, "left"), rb = WordAt(b + k, "right");
	if (la > 0 && rb > 0) {
		*outOther = rb, *outLeft = true;
		return la;
	}
	size_t ra = WordAt(a + i, "right"), lb = WordAt(b + k, "left");
	if (ra > 0 && lb > 0) {
		*outOther = lb, *outLeft = false;
		return ra;
	}
	char ca = a[i], cb = b[k];
	bool sides = (Lower(ca) == 'l' && Lower(cb) == 'r') || (Lower(ca) == 'r' && Lower(cb) == 'l');
	if (!sides || IsUpper(ca) != IsUpper(cb) || !StandsAlone(a, i) || !StandsAlone(b, k)) {
		return 0;
	}
	*outOther = 1, *outLeft = Lower(ca) == 'l';
	return 1;
}

static bool OnlyDigits(const char* s) {
	while (IsDigit(*s)) {
		++s;
	}
	return *s == '\0';
}

int lwMirror_NamesMatch(const char* a, const char* b, bool* outLeft) {
	bool swapped = false;
	size_t i = 0, k = 0;
	while (a[i] != '\0' || b[k] != '\0') {
		if (a[i] == b[k]) {
			++i, ++k;
			continue;
		}
		size_t other = 0;
		bool left = false;
		size_t length = SideWord(a, b, i, k, &other, &left);
		if (length == 0) {
			return swapped && OnlyDigits(a + i) && OnlyDigits(b + k) ? 1 : 0;
		}
		*outLeft = swapped ? *outLeft : left;
		swapped = true;
		i += length, k += other;
	}
	return swapped ? 2 : 0;
}

// ---- Plane -----------------------------------------------------------------------------------------------------

static float Along(lwVec3 v, lwVec3 n) {
	return lwDot(v, n);
}

// Mean way from right to left over all joints that are pairs by name alone; the sum of their middles too.
static int NamedSides(const lwSkeleton* skeleton, const lwMat34* model, lwVec3* outAcross, lwVec3* outMiddle) {
	int count = 0;
	*outAcross = *outMiddle = lwV3(0.0f, 0.0f, 0.0f);
	for (int a = 0; a < skeleton->jointCount; ++a) {
		for (int b = a + 1; b < skeleton->jointCount; ++b) {
			bool left = false;
			if (lwMirror_NamesMatch(skeleton->names[a], skeleton->names[b], &left) == 2) {
				lwVec3 way = lwSub(model[a].t, model[b].t);
				*outAcross = lwAdd(*outAcross, left ? way : lwNeg(way));
				*outMiddle = lwAdd(*outMiddle, lwMul(lwAdd(model[a].t, model[b].t), 0.5f));
				++count;
			}
		}
	}
	return count;
}

static lwVec3 Extent(const lwSkeleton* skeleton, const lwMat34* model, lwVec3* outCentre) {
	lwVec3 lo = model[0].t, hi = lo;
	for (int j = 1; j < skeleton->jointCount; ++j) {
		lwVec3 p = model[j].t;
		lo = lwV3(lwMinF(lo.x, p.x), lwMinF(lo.y, p.y), lwMinF(lo.z, p.z));
		hi = lwV3(lwMaxF(hi.x, p.x), lwMaxF(hi.y, p.y), lwMaxF(hi.z, p.z));
	}
	*outCentre = lwMul(lwAdd(lo, hi), 0.5f);
	return lwSub(hi, lo);
}

static lwVec3 Reflect(lwVec3 p, lwVec3 n, float at) {
	return lwMulAdd(p, n, 2.0f * (at - Along(p, n)));
}

// Sum over joints of the distance from their image to the nearest joint.
static float Misfit(const lwSkeleton* skeleton, const lwMat34* model, lwVec3 n, float at) {
	float sum = 0.0f;
	for (int a = 0; a < skeleton->jointCount; ++a) {
		lwVec3 image = Reflect(model[a].t, n, at);
		float best = 1e30f;
		for (int b = 0; b < skeleton->jointCount; ++b) {
			lwVec3 d = lwSub(model[b].t, image);
			best = lwMinF(best, lwDot(d, d));
		}
		sum += lwSqrt(best);
	}
	return sum;
}

// Nearly an axis is meant to be that axis.
static lwVec3 SnapToAxis(lwVec3 n) {
	const lwVec3 axes[3] = { { 1.0f, 0.0f, 0.0f }, { 0.0f, 1.0f, 0.0f }, { 0.0f, 0.0f, 1.0f } };
	for (int i = 0; i < 3; ++i) {
		float d = lwDot(n, axes[i]);
		if (lwAbsF(d) > 0.985f) {
			return d < 0.0f ? lwNeg(axes[i]) : axes[i];
		}
	}
	return n;
}

static void FindPlane(const lwSkeleton* skeleton, const lwMat34* model, lwVec3* ioNormal, float* outAt) {
	lwVec3 across, middle, centre;
	lwVec3 extent = Extent(skeleton, model, &centre);
	int named = NamedSides(skeleton, model, &across, &middle);
	bool given = lwDot(*ioNormal, *ioNormal) > 0.0f;
	const lwVec3 x = { 1.0f, 0.0f, 0.0f }, z = { 0.0f, 0.0f, 1.0f };
	bool clear = named > 0 && lwLength(across) > 1e-3f * (float)named * lwLength(extent);
	if (given) {
		*ioNormal = lwNormalizeOr(*ioNormal, x);
	} else if (clear) {
		*ioNormal = SnapToAxis(lwNormalizeOr(across, x));
	} else {
		bool better = Misfit(skeleton, model, z, centre.z) < 0.5f * Misfit(skeleton, model, x, centre.x);
		*ioNormal = better ? z : x;
	}
	*outAt = Along(clear ? lwMul(middle, 1.0f / (float)named) : centre, *ioNormal);
}

// ---- Pairs -----------------------------------------------------------------------------------------------------

typedef struct Search {
	const lwSkeleton* skeleton;
	const lwMat34* model;
	lwVec3 normal;
	float at;    // where the plane lies along the normal
	float reach; // places match within this
	int* pairs;
} Search;

// Squared distance of a's image from b; shorter or longer branches are farther apart. Above reach^2: no match.
static float PlaceCost(const Search* s, int a, int b) {
	lwVec3 d = lwSub(s->model[b].t, Reflect(s->model[a].t, s->normal, s->at));
	return lwDot(d, d);
}

// Nearest free child of parent for a by names (better names first), -1 for none.
static int FindByName(const Search* s, int a, int parent) {
	int best = -1, bestMatch = 0;
	float bestCost = 0.0f;
	for (int b = a + 1; b < s->skeleton->jointCount; ++b) {
		bool left;
		if (s->skeleton->parents[b] != parent || s->pairs[b] != -2) {
			continue;
		}
		int match = lwMirror_NamesMatch(s->skeleton->names[a], s->skeleton->names[b], &left);
		float cost = PlaceCost(s, a, b);
		if (match > bestMatch || (match > 0 && match == bestMatch && cost < bestCost)) {
			best = b, bestMatch = match, bestCost = cost;
		}
	}
	return best;
}

static int FindByPlace(const Search* s, int a, int parent, bool middle) {
	int best = -1;
	float bestCost = s->reach * s->reach;
	for (int b = 0; b < s->skeleton->jointCount; ++b) {
		if (s->skeleton->parents[b] != parent || s->pairs[b] != -2 || (b == a && !middle)) {
			continue;
		}
		float cost = PlaceCost(s, a, b);
		cost = b == a ? cost * 0.98f : cost; // what lies in the middle is its own image
		if (cost < bestCost) {
			best = b, bestCost = cost;
		}
	}
	return best;
}

static void Join(const Search* s, int a, int b) {
	s->pairs[a] = b;
	s->pairs[b] = a;
}

// Children of joint and of its partner. The array is in order, so a parent has its partner before its children are
// seen.
static void PairChildren(const Search* s, int parent, int partner) {
	const int* parents = s->skeleton->parents;
	for (int pass = 0; pass < 2; ++pass) {
		for (int a = 0; a < s->skeleton->jointCount; ++a) {
			if (parents[a] != parent || s->pairs[a] != -2) {
				continue;
			}
			int b = -1;
			if (pass == 0) {
				b = FindByName(s, a, partner);
			} else {
				b = FindByPlace(s, a, partner, parent == partner);
			}
			if (b >= 0) {
				Join(s, a, b);
			}
		}
	}
}

static int CountChildren(const lwSkeleton* skeleton, int parent, int* outOne) {
	int count = 0;
	for (int j = 0; j < skeleton->jointCount; ++j) {
		if (skeleton->parents[j] == parent) {
			*outOne = j;
			++count;
		}
	}
	return count;
}

// The one child of a joint and the one child of its partner are a pair wherever they are: a posed bind is no hindrance.
static void PairOnlyChildren(const Search* s, int parent, int partner) {
	int a = -1, b = -1;
	if (CountChildren(s->skeleton, parent, &a) == 1 && CountChildren(s->skeleton, partner, &b) == 1 &&
		s->pairs[a] == -2) {
		Join(s, a, b);
	}
}

void lwMirror_FindPairs(const lwSkeleton* skeleton, const lwMat34* model, float tolerance, lwVec3* ioNormal,
						int* outPairs) {
	Search s = { skeleton, model, *ioNormal, 0.0f, 0.0f, outPairs };
	FindPlane(skeleton, model, ioNormal, &s.at);
	lwVec3 centre;
	s.normal = *ioNormal;
	s.reach = tolerance * lwLength(Extent(skeleton, model, &centre));
	for (int j = 0; j < skeleton->jointCount; ++j) {
		outPairs[j] = -2; // not looked at
	}
	PairChildren(&s, -1, -1);
	int single = -1;
	if (CountChildren(skeleton, -1, &single) == 1) {
		Join(&s, single, single);
	}
	for (int j = 0; j < skeleton->jointCount; ++j) {
		int partner = outPairs[j];
		if (partner == -2) {
			outPairs[j] = -1;
		} else if (partner >= j) { // each pair of parents once, from its first
			PairOnlyChildren(&s, j, partner);
			PairChildren(&s, j, partner);
		}
	}
}
