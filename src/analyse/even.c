// SPDX-License-Identifier: MIT
// Even ground: where all feet go back at one and the same even speed, that speed is the ground's, and a foot stands just as
// long as its sole goes with it. A swing that skims low over the ground does not count as standing then.
#include "analyse/parts.h"

#include <stdlib.h>

#define EVEN_BAND 0.025f           // of the ground's speed: even within this
#define EVEN_SHARE 0.3f            // of every leg's contact that must be even: feet that ease in and out reach 0.2
#define EVEN_LEAST 5.0f         // sixtieths of a second: and in one piece for so long
#define EVEN_CHANGE 7.0f        // sixtieths: and it leaves that speed quickly at both ends of a contact
#define STAND_BAND 0.12f           // of the ground's speed: a foot stands while its sole is within this
#define RAISED 0.006f              // of L: an end of the sole so high above its usual height is off the ground
#define SAME_WAY 0.99996f          // cosine of half a degree

static lwVec3 flat(const lwFeet* feet, const lwVec3* track, int i) {
	lwVec3 v = lwFeet_Velocity(feet, track, i);
	v.y = 0.0f;
	return v;
}

// Velocity of the lower end of the sole.
static lwVec3 soleVelocity(const lwFeet* feet, int leg, int i) {
	const lwFootTrack* foot = &feet->legs[leg];
	return flat(feet, foot->toe[i].y < foot->heel[i].y ? foot->toe : foot->heel, i);
}

static int downCount(const lwFeet* feet, int leg) {
	int count = 0;
	for (int i = 0; i < feet->frameCount; ++i) count += feet->legs[leg].down[i];
	return count;
}

static bool leaves(const lwFeet* feet, int leg) {
	int down = downCount(feet, leg);
	return down > 0 && down < feet->frameCount;
}

static int compareFloat(const void* a, const void* b) {
	float x = *(const float*)a, y = *(const float*)b;
	return x < y ? -1 : x > y ? 1 : 0;
}

// The speed that most contact samples of all legs share within the band; 0 without any.
static float commonSpeed(const lwFeet* feet, lwVec3 back, float* scratch) {
	int count = 0, best = 0;
	float speed = 0.0f;
	for (int l = 0; l < feet->legCount; ++l) {
		bool moves = leaves(feet, l);
		for (int i = 0; i < feet->frameCount && moves; ++i) {
			lwVec3 v = soleVelocity(feet, l, i);
			if (feet->legs[l].down[i] && lwDot(v, back) > 0.9f * lwLength(v)) scratch[count++] = lwLength(v);
		}
	}
	qsort(scratch, (size_t)count, sizeof(float), compareFloat);
	for (int a = 0, b = 0; a < count; ++a) {
		while (b < count && scratch[b] <= scratch[a] * (1.0f + 2.0f * EVEN_BAND)) ++b;
		if (b - a > best) {
			best = b - a;
			speed = scratch[(a + b) / 2];
		}
	}
	return speed;
}

// The ground's motion: mean velocity of the samples at the common speed.
static lwVec3 commonGround(const lwFeet* feet, lwVec3 back, float speed) {
	lwVec3 sum = lwV3(0.0f, 0.0f, 0.0f);
	int count = 0;
	for (int l = 0; l < feet->legCount; ++l) {
		bool moves = leaves(feet, l);
		for (int i = 0; i < feet->frameCount && moves; ++i) {
			lwVec3 v = soleVelocity(feet, l, i);
			if (!feet->legs[l].down[i] || lwDot(v, back) < 0.9f * speed || lwAbsF(lwLength(v) - speed) > EVEN_BAND * speed) continue;
			sum = lwAdd(sum, v);
			++count;
		}
	}
	return count > 0 ? lwMul(sum, 1.0f / (float)count) : sum;
}

// How a leg's contact samples compare with the ground's motion.
typedef struct evenness {
	int even, longest;              // samples that go with it; the most in one piece
	int between;                    // neither with it nor off by half: feet that roll, slide or ease in and out have many
	int contacts;
} evenness;

static evenness compare(const lwFeet* feet, int leg, lwVec3 ground) {
	const bool* down = feet->legs[leg].down;
	float speed = lwLength(ground);
	int run = 0, n = feet->frameCount;
	evenness out = { 0, 0, 0, 0 };
	for (int i = 0; i < 2 * n; ++i) {
		int k = i % n;
		float off = lwDistance(soleVelocity(feet, leg, k), ground);
		bool with = down[k] && off < EVEN_BAND * speed;
		run = with ? run + 1 : 0;
		if (run > out.longest) out.longest = run;
		if (i >= n) continue;
		out.even += with;
		out.between += down[k] && !with && off < 0.5f * speed;
		out.contacts += down[k] && !down[lwFeet_Index(feet, k - 1)];
	}
	return out;
}

static bool isEven(const lwFeet* feet, int leg, lwVec3 ground) {
	evenness e = compare(feet, leg, ground);
	float sixtieth = lwFeet_Sixtieth(feet), between = (float)e.between * feet->dt;
	return (float)e.longest * feet->dt >= EVEN_LEAST * sixtieth && (float)e.even >= EVEN_SHARE * (float)downCount(feet, leg) &&
		   (between < EVEN_CHANGE * sixtieth * (float)e.contacts || (float)e.between < 0.2f * (float)e.even);
}

// A sample stands for the time until the next one: the point stands on if its step goes with the ground.
static void markPoint(const lwFeet* feet, int leg, const lwVec3* track, lwVec3 ground, bool* mask) {
	float ceiling = lwFeet_MinHeight(feet, track) + LW_LOW_SHARE * feet->rig->legs[leg].length;
	lwVec3 step = lwMul(ground, feet->dt);
	for (int i = 0; i < feet->frameCount; ++i) {
		lwVec3 off = lwSub(lwSub(track[lwFeet_Index(feet, i + 1)], track[i]), step);
		off.y = 0.0f;
		mask[i] = track[i].y < ceiling && lwLength(off) < STAND_BAND * lwLength(step);
	}
}

// While the foot rolls about one end the other is not down, though it goes along: it is above its usual height.
static void dropRaised(const lwFeet* feet, int leg, const lwVec3* track, bool* mask, float* scratch) {
	int count = 0;
	for (int i = 0; i < feet->frameCount; ++i)
		if (mask[i]) scratch[count++] = track[i].y;
	if (count == 0) return;
	qsort(scratch, (size_t)count, sizeof(float), compareFloat);
	float ceiling = scratch[count / 2] + RAISED * feet->rig->legs[leg].length;
	for (int i = 0; i < feet->frameCount; ++i) mask[i] = mask[i] && track[i].y < ceiling;
}

static void standOn(lwFeet* feet, int leg, lwVec3 ground, float* scratch) {
	lwFootTrack* foot = &feet->legs[leg];
	markPoint(feet, leg, foot->heel, ground, foot->heelDown);
	markPoint(feet, leg, foot->toe, ground, foot->toeDown);
	lwContact_Join(feet, leg);
	dropRaised(feet, leg, foot->heel, foot->heelDown, scratch);
	dropRaised(feet, leg, foot->toe, foot->toeDown, scratch);
	foot->planted = 1.0f;
}

// The joints' consensus on the direction is unbiased to the last digit where the creature is mirrored, the soles' where a
// foot rolls in another direction than it travels: the joints' holds unless the soles' is clearly another.
static lwVec3 direction(lwVec3 joints, lwVec3 soles) {
	lwVec3 back = lwNormalizeOr(soles, joints);
	return lwDot(back, joints) > SAME_WAY ? joints : back;
}

void lwContact_Even(lwFeet* feet, lwTravel* io) {
	if (!feet->wraps || io->median <= 0.0f) return;
	float* scratch = malloc(sizeof(float) * (size_t)feet->frameCount * (size_t)feet->legCount);
	if (scratch == NULL) return;
	float speed = commonSpeed(feet, io->back, scratch);
	lwVec3 ground = commonGround(feet, io->back, speed);
	bool even = lwLength(ground) > 0.0f;
	for (int l = 0; l < feet->legCount && even; ++l) even = !leaves(feet, l) || isEven(feet, l, ground);
	for (int l = 0; l < feet->legCount && even; ++l)
		if (leaves(feet, l)) standOn(feet, l, ground, scratch);
	free(scratch);
	if (!even) return;
	io->back = direction(io->back, ground);
	io->mean = io->median = lwLength(ground);
	io->even = true;
}
