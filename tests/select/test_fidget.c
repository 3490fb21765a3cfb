// SPDX-License-Identifier: MIT
// Fidgets: chances, loops, rates, pauses, moods; the same from the same seed at any frame rate.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "legwork/fidget.h"

static lwFidgetBucket Bucket(int clips, int first) {
	lwFidgetBucket b = lwDefaultFidgetBucket();
	b.clipCount = clips;
	for (int i = 0; i < clips; ++i) {
		b.clips[i] = lwDefaultFidgetClip();
		b.clips[i].clip = first + i;
		b.clips[i].duration = 0.5f + 0.25f * (float)i;
	}
	return b;
}

static lwFidgetDef DefFor(const lwFidgetBucket* buckets, int count, uint64_t seed) {
	lwFidgetDef def = lwDefaultFidgetDef();
	def.buckets = buckets;
	def.bucketCount = count;
	def.seed = seed;
	return def;
}

static void Test_InvalidDefs(void** state) {
	(void)state;
	lwFidgetBucket good = Bucket(3, 0), bad[12];
	int count = 0;
	for (int i = 0; i < 12; ++i) {
		bad[i] = good;
	}
	bad[count++].clipCount = -1;
	bad[count++].clipCount = LW_MAX_FIDGET_CLIPS + 1;
	bad[count++].clips[1].duration = 0.0f;
	bad[count++].clips[1].duration = NAN;
	bad[count++].clips[1].clip = -1;
	bad[count++].clips[1].leastLoops = 0;
	bad[count++].clips[1].mostLoops = 0;
	bad[count++].clips[1].leastRate = 0.0f;
	bad[count++].clips[1].mostRate = 0.5f;
	bad[count++].pauseChance = 2.0f;
	bad[count++].pauseChance = 1.0f; // of no length: it would pick for ever
	bad[count].clips[0].chance = bad[count].clips[1].chance = bad[count].clips[2].chance = 0.0f;
	for (int i = 0; i <= count; ++i) {
		lwFidget fidget;
		lwFidgetDef def = DefFor(&bad[i], 1, 1);
		assert_int_not_equal(lwFidget_Init(&def, &fidget).status, lw_ok);
	}
	assert_int_equal(count, 11);
	lwFidget fidget;
	lwFidgetDef def = DefFor(&good, 1, 1);
	lwEmotion emotion = lwDefaultEmotion();
	def.emotions = &emotion;
	def.emotionCount = 1;
	assert_int_equal(lwFidget_Init(&def, &fidget).status, lw_ok);
	emotion.bucket = 1;
	assert_int_not_equal(lwFidget_Init(&def, &fidget).status, lw_ok);
	emotion.bucket = 0;
	memset(emotion.name, 'x', sizeof(emotion.name));
	assert_int_not_equal(lwFidget_Init(&def, &fidget).status, lw_ok);
}

// Picks follow the chances; loops and rates lie in their bounds and use them.
static void Test_Chances(void** state) {
	(void)state;
	lwFidgetBucket b = Bucket(3, 10);
	b.clips[0].chance = 1.0f;
	b.clips[1].chance = 3.0f;
	b.clips[2].chance = 0.0f;
	b.clips[1].leastLoops = 2;
	b.clips[1].mostLoops = 4;
	b.clips[0].leastRate = 0.5f;
	b.clips[0].mostRate = 2.0f;
	lwFidgetDef def = DefFor(&b, 1, 7);
	lwFidget f;
	assert_int_equal(lwFidget_Init(&def, &f).status, lw_ok);
	int picked[3] = { 0 }, loops[8] = { 0 };
	float least = 10.0f, most = 0.0f;
	for (int i = 0; i < 4000; ++i) {
		const lwFidgetTrack* t = &f.tracks[f.now];
		picked[t->clip]++;
		if (t->clip == 1) {
			loops[(int)(t->length / b.clips[1].duration + 0.5f)]++;
		} else {
			least = t->rate < least ? t->rate : least;
			most = t->rate > most ? t->rate : most;
		}
		lwFidget_Advance(&f, (t->length - t->time) / t->rate);
	}
	printf("seed 7: picked %d %d %d, loops %d %d %d, rates %.3f to %.3f\n", picked[0], picked[1], picked[2], loops[2], loops[3], loops[4], (double)least, (double)most);
	assert_int_equal(picked[2], 0);
	assert_true(picked[1] > 2850 && picked[1] < 3150); // 3000, five standard deviations
	assert_int_equal(loops[2] + loops[3] + loops[4], picked[1]);
	assert_true(loops[2] > 850 && loops[3] > 850 && loops[4] > 850);
	assert_true(least >= 0.5f && least < 0.52f && most <= 2.0f && most > 1.98f);
}

// Frame rates and single long steps give the same clips at the same times; other seeds others.
static void Test_Reproducible(void** state) {
	(void)state;
	lwFidgetBucket buckets[2] = { Bucket(5, 0), Bucket(4, 5) };
	buckets[0].clips[1].mostLoops = 3;
	buckets[0].clips[2].mostRate = 1.7f;
	buckets[0].pauseChance = 0.2f;
	buckets[0].mostPause = 1.0f;
	static const int rates[] = { 20, 30, 60, 144, 1 };
	lwFidgetWeight first[LW_MAX_FIDGET_WEIGHTS];
	int firstCount = -1;
	uint32_t picks = 0;
	for (int k = 0; k < 5; ++k) {
		lwFidgetDef def = DefFor(buckets, 2, 42);
		lwFidget f;
		assert_int_equal(lwFidget_Init(&def, &f).status, lw_ok);
		for (int i = 0; i < 60 * rates[k]; ++i) {
			lwFidget_Advance(&f, 1.0f / (float)rates[k]);
		}
		lwFidgetWeight w[LW_MAX_FIDGET_WEIGHTS];
		int count = lwFidget_Weights(&f, w);
		if (k == 0) {
			memcpy(first, w, sizeof(w));
			firstCount = count;
			picks = f.picks;
		}
		assert_int_equal(f.picks, picks);
		assert_int_equal(count, firstCount);
		for (int i = 0; i < count; ++i) {
			assert_int_equal(w[i].clip, first[i].clip);
			assert_float_equal(w[i].time, first[i].time, 2e-3f);
			assert_float_equal(w[i].weight, first[i].weight, 2e-2f);
		}
	}
	assert_true(picks > 30);
	lwFidgetDef def = DefFor(buckets, 2, 43);
	lwFidget f;
	assert_int_equal(lwFidget_Init(&def, &f).status, lw_ok);
	lwFidget_Advance(&f, 60.0f);
	assert_true(f.picks != picks || f.tracks[f.now].time != first[0].time);
}

// Weights sum to 1 and change smoothly, through picks and changes of mood.
static void Test_Smooth(void** state) {
	(void)state;
	lwFidgetBucket buckets[2] = { Bucket(5, 0), Bucket(4, 5) };
	lwEmotion moods[3] = { lwDefaultEmotion(), lwDefaultEmotion(), lwDefaultEmotion() };
	strcpy(moods[0].name, "calm");
	strcpy(moods[1].name, "angry");
	strcpy(moods[2].name, "sly");
	moods[1].bucket = 1;
	moods[1].overlay = 3;
	moods[1].walk = 2;
	moods[2].overlay = 4;
	moods[2].overlayWeight = 0.5f;
	lwFidgetDef def = DefFor(buckets, 2, 3);
	def.emotions = moods;
	def.emotionCount = 3;
	lwFidget f;
	assert_int_equal(lwFidget_Init(&def, &f).status, lw_ok);
	assert_int_equal(lwFidget_Walk(&f), -1);
	float before[16] = { 0.0f };
	int overlays[2];
	float faces[2], lastFace = 0.0f;
	for (int i = 0; i < 1200; ++i) {
		if (i == 300) {
			assert_true(lwFidget_Feel(&f, lwFidget_FindEmotion(&def, "angry")));
		}
		if (i == 700) {
			assert_true(lwFidget_Feel(&f, 2));
		}
		lwFidget_Advance(&f, 1.0f / 60.0f);
		lwFidgetWeight w[LW_MAX_FIDGET_WEIGHTS];
		int count = lwFidget_Weights(&f, w);
		float now[16] = { 0.0f }, sum = 0.0f;
		for (int k = 0; k < count; ++k) {
			assert_in_range(w[k].clip, 0, 8);
			assert_true(w[k].time >= 0.0f);
			now[w[k].clip] += w[k].weight;
			sum += w[k].weight;
		}
		assert_float_equal(sum, 1.0f, 1e-5f);
		for (int k = 0; k < 16; ++k) {
			assert_true(i == 0 || fabsf(now[k] - before[k]) < 0.12f);
			before[k] = now[k];
		}
		lwFidget_Overlay(&f, overlays, faces);
		float face = faces[0] + faces[1];
		assert_true(fabsf(face - lastFace) < 0.06f);
		lastFace = face;
		if (i == 600) {
			assert_int_equal(lwFidget_Walk(&f), 2);
			assert_int_equal(overlays[0], 3);
			assert_float_equal(faces[0], 1.0f, 1e-6f);
			assert_true(w[0].clip >= 5);
		}
	}
	assert_int_equal(overlays[0], 4);
	assert_float_equal(faces[0], 0.5f, 1e-6f);
	assert_false(lwFidget_Feel(&f, 3));
	assert_int_equal(lwFidget_FindEmotion(&def, "glad"), -1);
}

static void Test_StopsAndPauses(void** state) {
	(void)state;
	lwFidgetBucket b = Bucket(1, 0);
	b.again = false;
	lwFidgetDef def = DefFor(&b, 1, 1);
	lwFidget f;
	assert_int_equal(lwFidget_Init(&def, &f).status, lw_ok);
	lwFidget_Advance(&f, 10.0f);
	lwFidgetWeight w[LW_MAX_FIDGET_WEIGHTS];
	assert_int_equal(lwFidget_Weights(&f, w), 1);
	assert_float_equal(w[0].time, 0.5f, 1e-4f);
	assert_true(f.tracks[f.now].done);
	b = Bucket(1, 0);
	b.pauseChance = 1.0f;
	b.leastPause = b.mostPause = 2.0f;
	assert_int_equal(lwFidget_Init(&def, &f).status, lw_ok);
	assert_int_equal(lwFidget_Weights(&f, w), 0);
	b = Bucket(0, 0);
	assert_int_equal(lwFidget_Init(&def, &f).status, lw_ok);
	lwFidget_Advance(&f, 1.0f);
	assert_int_equal(lwFidget_Weights(&f, w), 0);
}

int main(void) {
	const struct CMUnitTest tests[] = { cmocka_unit_test(Test_InvalidDefs), cmocka_unit_test(Test_Chances), cmocka_unit_test(Test_Reproducible),
										cmocka_unit_test(Test_Smooth), cmocka_unit_test(Test_StopsAndPauses) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
