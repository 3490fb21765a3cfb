// SPDX-License-Identifier: MIT
// Fidgets and moods: picking by chance, fading between picks and between buckets.
#include "legwork/fidget.h"

#include "legwork/math.h"

#include <string.h>

lwFidgetDef lwDefaultFidgetDef(void) {
	lwFidgetDef def;
	memset(&def, 0, sizeof(def));
	def.cookie = LW_COOKIE;
	def.seed = 1;
	return def;
}

lwFidgetBucket lwDefaultFidgetBucket(void) {
	lwFidgetBucket bucket;
	memset(&bucket, 0, sizeof(bucket));
	bucket.again = true;
	bucket.fade = 0.3f;
	return bucket;
}

lwFidgetClip lwDefaultFidgetClip(void) {
	lwFidgetClip clip = { .clip = 0, .duration = 1.0f, .chance = 1.0f, .leastLoops = 1, .mostLoops = 1, .leastRate = 1.0f, .mostRate = 1.0f };
	return clip;
}

lwEmotion lwDefaultEmotion(void) {
	lwEmotion emotion = { .overlay = -1, .overlayWeight = 1.0f, .walk = -1, .fade = 0.5f };
	return emotion;
}

static bool In(float v, float least, float most) {
	return v >= least && v <= most; // NaN is not
}

static bool GoodClip(const lwFidgetClip* c) {
	return c->clip >= 0 && In(c->duration, 1e-4f, 1e5f) && In(c->chance, 0.0f, 1e6f) && c->leastLoops >= 1 && c->mostLoops >= c->leastLoops &&
		   c->mostLoops <= 10000 && In(c->leastRate, 1e-3f, 1e3f) && In(c->mostRate, c->leastRate, 1e3f);
}

static lwResult CheckBucket(const lwFidgetBucket* b, int number) {
	bool good = b->clipCount >= 0 && b->clipCount <= LW_MAX_FIDGET_CLIPS && In(b->pauseChance, 0.0f, 1.0f) && In(b->leastPause, 0.0f, 1e5f) &&
				In(b->mostPause, b->leastPause, 1e5f) && In(b->fade, 0.0f, 1e3f) && (b->pauseChance <= 0.0f || b->mostPause >= 1e-3f);
	float chance = 0.0f;
	for (int i = 0; good && i < b->clipCount; ++i) {
		if (!GoodClip(&b->clips[i])) {
			return lwResult_Fail(lw_errorArgument, "fidget: bucket %d: clip %d has a number out of range; start from lwDefaultFidgetClip", number, i);
		}
		chance += b->clips[i].chance;
	}
	if (!good || (b->clipCount > 0 && !(chance > 0.0f))) {
		return lwResult_Fail(lw_errorArgument, "fidget: bucket %d: a number is out of range, or no clip has a chance", number);
	}
	return lwResult_Ok();
}

static lwResult CheckDef(const lwFidgetDef* def) {
	if (!LW_ASSERT(def != NULL && def->cookie == LW_COOKIE)) {
		return lwResult_Fail(lw_errorArgument, "fidget: def was not made by lwDefaultFidgetDef");
	}
	if (def->bucketCount < 1 || def->buckets == NULL || def->emotionCount < 0 || def->emotionCount > LW_MAX_EMOTIONS ||
		(def->emotionCount > 0 && def->emotions == NULL)) {
		return lwResult_Fail(lw_errorArgument, "fidget: at least one bucket is needed, and arrays for what is counted");
	}
	lwResult result = lwResult_Ok();
	for (int i = 0; i < def->bucketCount && result.status == lw_ok; ++i) {
		result = CheckBucket(&def->buckets[i], i);
	}
	for (int i = 0; i < def->emotionCount && result.status == lw_ok; ++i) {
		const lwEmotion* e = &def->emotions[i];
		bool good = e->bucket >= 0 && e->bucket < def->bucketCount && def->buckets[e->bucket].clipCount > 0 && In(e->overlayWeight, 0.0f, 1.0f) &&
					In(e->fade, 0.0f, 1e3f) && memchr(e->name, 0, sizeof(e->name)) != NULL;
		if (!good) {
			return lwResult_Fail(lw_errorArgument, "fidget: emotion %d needs a bucket with at least one clip, and its numbers in range", i);
		}
	}
	return result;
}

// splitmix64 (Steele, Lea, Flood 2014): the same numbers everywhere.
static float Random(uint64_t* io) {
	uint64_t z = *io += 0x9E3779B97F4A7C15u;
	z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
	z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
	return (float)((z ^ (z >> 31)) >> 40) * (1.0f / 16777216.0f);
}

static void Pick(lwFidget* f, lwFidgetTrack* t) {
	const lwFidgetBucket* b = &f->def->buckets[t->bucket];
	t->before = t->clip;
	t->beforeTime = t->time;
	t->beforeRate = t->rate;
	t->faded = 0.0f;
	t->time = 0.0f;
	t->rate = 1.0f;
	t->clip = -1;
	f->picks += 1;
	if (b->clipCount == 0) {
		t->done = true;
		return;
	}
	if (b->pauseChance > 0.0f && Random(&t->random) < b->pauseChance) {
		t->length = lwMaxF(lwLerpF(b->leastPause, b->mostPause, Random(&t->random)), 1e-3f);
		return;
	}
	float sum = 0.0f;
	for (int i = 0; i < b->clipCount; ++i) {
		sum += b->clips[i].chance;
	}
	float at = Random(&t->random) * sum;
	for (int i = 0; i < b->clipCount; ++i) {
		at -= b->clips[i].chance;
		if (b->clips[i].chance > 0.0f) {
			t->clip = i;
			if (at < 0.0f) {
				break;
			}
		}
	}
	const lwFidgetClip* c = &b->clips[t->clip];
	int span = c->mostLoops - c->leastLoops + 1, loops = c->leastLoops + (int)(Random(&t->random) * (float)span);
	t->rate = lwLerpF(c->leastRate, c->mostRate, Random(&t->random));
	t->length = c->duration * (float)(loops > c->mostLoops ? c->mostLoops : loops);
}

static void StartTrack(lwFidget* f, lwFidgetTrack* t, int bucket, uint64_t random) {
	memset(t, 0, sizeof(*t));
	t->bucket = bucket;
	t->clip = t->before = -1;
	t->rate = 1.0f;
	t->random = random;
	Pick(f, t);
	t->before = -1;
}

lwResult lwFidget_Init(const lwFidgetDef* def, lwFidget* outFidget) {
	memset(outFidget, 0, sizeof(*outFidget));
	lwResult result = CheckDef(def);
	if (result.status != lw_ok) {
		return result;
	}
	outFidget->def = def;
	outFidget->emotion = outFidget->lastEmotion = -1;
	outFidget->fade = 1.0f;
	outFidget->tracks[1].bucket = -1;
	outFidget->tracks[1].clip = outFidget->tracks[1].before = -1;
	outFidget->emotion = def->emotionCount > 0 ? 0 : -1;
	StartTrack(outFidget, &outFidget->tracks[0], def->emotionCount > 0 ? def->emotions[0].bucket : 0, def->seed);
	return lwResult_Ok();
}

void lwFidget_Play(lwFidget* f, int bucket, float fadeTime) {
	if (!LW_ASSERT(bucket >= 0 && bucket < f->def->bucketCount) || f->tracks[f->now].bucket == bucket) {
		return;
	}
	uint64_t random = f->tracks[f->now].random;
	f->now = 1 - f->now;
	StartTrack(f, &f->tracks[f->now], bucket, random);
	f->fade = fadeTime > 0.0f ? 0.0f : 1.0f;
	f->fadeTime = fadeTime > 0.0f ? fadeTime : 0.0f;
}

int lwFidget_FindEmotion(const lwFidgetDef* def, const char* name) {
	for (int i = 0; name != NULL && i < def->emotionCount; ++i) {
		if (strcmp(def->emotions[i].name, name) == 0) {
			return i;
		}
	}
	return -1;
}

bool lwFidget_Feel(lwFidget* f, int emotion) {
	if (emotion < -1 || emotion >= f->def->emotionCount) {
		return false;
	}
	if (emotion == f->emotion) {
		return true;
	}
	f->lastEmotion = f->emotion;
	f->emotion = emotion;
	float fade = emotion >= 0 ? f->def->emotions[emotion].fade : f->def->emotions[f->lastEmotion].fade;
	int bucket = emotion >= 0 ? f->def->emotions[emotion].bucket : f->tracks[f->now].bucket;
	bool same = f->tracks[f->now].bucket == bucket;
	lwFidget_Play(f, bucket, fade);
	if (same) { // the clips go on, the face changes
		f->tracks[1 - f->now] = f->tracks[f->now];
		f->fade = fade > 0.0f ? 0.0f : 1.0f;
		f->fadeTime = fade;
	}
	return true;
}

// One player over dt, from event to event.
static void AdvanceTrack(lwFidget* f, lwFidgetTrack* t, float dt) {
	for (int guard = 0; guard < 4096 && t->bucket >= 0 && !t->done; ++guard) {
		float left = (t->length - t->time) / t->rate;
		float step = left < dt ? left : dt;
		t->time += step * t->rate;
		t->beforeTime += step * t->beforeRate;
		t->faded += step;
		if (left > dt) {
			return;
		}
		dt -= step;
		t->time = t->length;
		if (f->def->buckets[t->bucket].again) {
			Pick(f, t);
		} else {
			t->done = true;
		}
	}
	t->beforeTime += dt * t->beforeRate;
	t->faded += dt;
}

void lwFidget_Advance(lwFidget* f, float dt) {
	dt = dt > 0.0f ? lwMinF(dt, 3600.0f) : 0.0f; // NaN too
	AdvanceTrack(f, &f->tracks[f->now], dt);
	if (f->fade < 1.0f) {
		AdvanceTrack(f, &f->tracks[1 - f->now], dt);
		f->fade = lwMinF(f->fade + dt / lwMaxF(f->fadeTime, 1e-6f), 1.0f);
	}
}

// ---- What plays ------------------------------------------------------------------------------------------------

static void AddWeight(const lwFidgetBucket* b, int clip, float time, bool end, float weight, lwFidgetWeight* outWeights, int* ioCount) {
	if (clip < 0 || weight <= 0.0f || *ioCount >= LW_MAX_FIDGET_WEIGHTS) {
		return;
	}
	float duration = b->clips[clip].duration;
	float at = end ? duration * 0.999999f : time - duration * (float)(int)(time / duration);
	outWeights[(*ioCount)++] = (lwFidgetWeight){ b->clips[clip].clip, at < duration ? lwMaxF(at, 0.0f) : duration * 0.999999f, weight };
}

static void AddTrack(const lwFidget* f, const lwFidgetTrack* t, float share, lwFidgetWeight* outWeights, int* ioCount) {
	if (t->bucket < 0 || share <= 0.0f) {
		return;
	}
	const lwFidgetBucket* b = &f->def->buckets[t->bucket];
	float in = t->before >= 0 && b->fade > 0.0f ? lwSmoothStep(0.0f, b->fade, t->faded) : 1.0f;
	AddWeight(b, t->clip, t->time, t->done, share * in, outWeights, ioCount);
	AddWeight(b, t->before, t->beforeTime, false, share * (1.0f - in), outWeights, ioCount);
}

int lwFidget_Weights(const lwFidget* f, lwFidgetWeight outWeights[LW_MAX_FIDGET_WEIGHTS]) {
	int count = 0;
	float share = lwSmoothStep(0.0f, 1.0f, f->fade), sum = 0.0f;
	AddTrack(f, &f->tracks[f->now], share, outWeights, &count);
	AddTrack(f, &f->tracks[1 - f->now], 1.0f - share, outWeights, &count);
	for (int i = 0; i < count; ++i) {
		sum += outWeights[i].weight;
	}
	for (int i = 0; i < count; ++i) {
		outWeights[i].weight /= sum;
	}
	return count;
}

void lwFidget_Overlay(const lwFidget* f, int outOverlay[2], float outWeight[2]) {
	float share = lwSmoothStep(0.0f, 1.0f, f->fade);
	const int moods[2] = { f->emotion, f->fade < 1.0f ? f->lastEmotion : -1 };
	const float shares[2] = { share, 1.0f - share };
	for (int i = 0; i < 2; ++i) {
		const lwEmotion* e = moods[i] >= 0 ? &f->def->emotions[moods[i]] : NULL;
		outOverlay[i] = e != NULL ? e->overlay : -1;
		outWeight[i] = e != NULL && e->overlay >= 0 ? shares[i] * e->overlayWeight : 0.0f;
	}
}

int lwFidget_Walk(const lwFidget* f) {
	return f->emotion >= 0 ? f->def->emotions[f->emotion].walk : -1;
}
