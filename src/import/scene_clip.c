// SPDX-License-Identifier: MIT
// Frame rate of a clip, and resampling it to evenly spaced poses.
#include "import/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_CLIP_BYTES ((uint64_t)1 << 30)

// A STEP track whose keys all hold the same value says nothing about the frame rate.
static bool IsConstantStep(const lwSceneChannel* channel) {
	if (channel->interpolation != lw_interpStep) {
		return false;
	}
	size_t bytes = (size_t)channel->width * sizeof(float);
	for (int k = 1; k < channel->keyCount; ++k) {
		if (memcmp(channel->values, channel->values + (size_t)k * (size_t)channel->width, bytes) != 0) {
			return false;
		}
	}
	return true;
}

static int CompareFloat(const void* a, const void* b) {
	float x = *(const float*)a, y = *(const float*)b;
	return x < y ? -1 : x > y ? 1 : 0;
}

// All different key times of a clip, sorted; keys closer than 0.1 ms are one. NULL: out of memory.
static float* CollectTimes(const lwSceneClip* clip, int* outCount) {
	size_t total = 0;
	for (int c = 0; c < clip->channelCount; ++c) {
		total += IsConstantStep(clip->channels + c) ? 0 : (size_t)clip->channels[c].keyCount;
	}
	float* times = lwImport_Alloc(total, sizeof(float));
	*outCount = 0;
	if (times == NULL) {
		return NULL;
	}
	size_t at = 0;
	for (int c = 0; c < clip->channelCount; ++c) {
		const lwSceneChannel* channel = clip->channels + c;
		if (!IsConstantStep(channel)) {
			memcpy(times + at, channel->times, (size_t)channel->keyCount * sizeof(float));
			at += (size_t)channel->keyCount;
		}
	}
	qsort(times, total, sizeof(float), CompareFloat);
	int count = 0;
	for (size_t i = 0; i < total; ++i) {
		if (count == 0 || times[i] - times[count - 1] > 1e-4f) {
			times[count++] = times[i];
		}
	}
	*outCount = count;
	return times;
}

// Share of the key times that lie on a grid of a rate through time 0 or through the first key.
static float GridFit(const float* times, int count, float rate, float origin) {
	int hits = 0;
	for (int i = 0; i < count; ++i) {
		float at = (times[i] - origin) * rate;
		float tolerance = 0.02f + 1e-6f * lwAbsF(at);
		hits += lwAbsF(at - roundf(at)) <= tolerance ? 1 : 0;
	}
	return (float)hits / (float)count;
}

static float RateOfTimes(const float* times, int count) {
	static const float usual[] = { 24.0f, 25.0f, 30.0f, 48.0f, 50.0f, 60.0f, 90.0f, 100.0f, 120.0f, 23.976f, 29.97f, 59.94f, 144.0f, 240.0f };
	if (count < 3) {
		return 30.0f;
	}
	for (size_t i = 0; i < sizeof(usual) / sizeof(usual[0]); ++i) {
		if (GridFit(times, count, usual[i], times[0]) >= 0.95f) {
			return usual[i];
		}
	}
	float mean = (times[count - 1] - times[0]) / (float)(count - 1);
	float rate = 1.0f / mean;
	bool even = GridFit(times, count, rate, times[0]) >= 0.95f;
	return even && rate >= 1.0f && rate <= 1e5f ? rate : 30.0f;
}

float lwScene_FrameRate(const lwScene* scene, int clip) {
	if (clip < 0 || clip >= scene->clipCount) {
		return 30.0f;
	}
	int count;
	float* times = CollectTimes(scene->clips + clip, &count);
	float rate = times != NULL ? RateOfTimes(times, count) : 30.0f;
	free(times);
	return rate;
}

// Intervals for a duration: at least the asked rate, and a multiple of the source's frames where those fall on a grid
// (unless that more than doubles the work).
static double ChooseIntervals(const lwScene* scene, int clip, float start, float duration, float rate) {
	double least = ceil((double)duration * (double)rate - 1e-3);
	least = least < 1.0 ? 1.0 : least;
	double sourceRate = (double)lwScene_FrameRate(scene, clip);
	double frames = round((double)duration * sourceRate);
	double shift = ((double)start - (double)scene->clips[clip].start) * sourceRate;
	bool onGrid = fabs((double)duration * sourceRate - frames) < 0.02 && fabs(shift - round(shift)) < 0.02 && frames >= 1.0;
	if (!onGrid) {
		return least;
	}
	double chosen = ceil(least / frames) * frames;
	return chosen <= 2.0 * least ? chosen : least;
}

static lwClip* NewClip(const char* name, int jointCount, int frameCount, float duration, bool looping) {
	lwClip* clip = lwImport_Alloc(1, sizeof(*clip));
	char* copy = lwImport_CopyString(name);
	lwTransform* frames = lwImport_Alloc((size_t)jointCount * (size_t)frameCount, sizeof(lwTransform));
	if (clip == NULL || copy == NULL || frames == NULL) {
		free(clip);
		free(copy);
		free(frames);
		return NULL;
	}
	*clip = (lwClip){ copy, jointCount, frameCount, duration, looping, frames };
	return clip;
}

lwResult lwScene_MakeClip(const lwScene* scene, const lwSceneSkeleton* skeleton, int clip, float start, float duration, float rate, bool looping, lwClip** outClip) {
	if (!LW_ASSERT(scene != NULL && skeleton != NULL && outClip != NULL)) {
		return lwResult_Fail(lw_errorArgument, "lwScene_MakeClip: scene, skeleton and outClip must not be NULL");
	}
	*outClip = NULL;
	if (clip < 0 || clip >= scene->clipCount) {
		return lwResult_Fail(lw_errorArgument, "%.200s: clip %d does not exist (there are %d)", scene->file, clip, scene->clipCount);
	}
	const lwSceneClip* source = scene->clips + clip;
	if (!(duration > 0.0f) || !(rate > 0.0f) || !lwFiniteF(duration) || !lwFiniteF(rate) || !lwFiniteF(start)) {
		return lwResult_Fail(lw_errorArgument, "%.200s: clip '%.60s': start %g, duration %g and rate %g must be finite, the last two above 0",
			scene->file, source->name, (double)start, (double)duration, (double)rate);
	}
	double intervals = ChooseIntervals(scene, clip, start, duration, rate);
	int jointCount = skeleton->skeleton.jointCount;
	if (intervals > 1e7 || (uint64_t)(intervals + 1.0) * (uint64_t)jointCount * sizeof(lwTransform) > MAX_CLIP_BYTES) {
		return lwResult_Fail(lw_errorLimit, "%.200s: clip '%.60s': %.0f frames of %d joints are too many; use a lower rate or a shorter part",
			scene->file, source->name, intervals, jointCount);
	}
	int frameCount = (int)intervals + (looping ? 0 : 1);
	lwClip* result = NewClip(source->name, jointCount, frameCount, duration, looping);
	lwTransform* local = lwImport_Alloc((size_t)scene->nodeCount, sizeof(lwTransform));
	if (result == NULL || local == NULL) {
		lwDestroyClip(result);
		free(local);
		return lwResult_Fail(lw_errorMemory, "%.200s: clip '%.60s': out of memory", scene->file, source->name);
	}
	lwTransform* frames = (lwTransform*)(uintptr_t)result->frames;
	for (int f = 0; f < frameCount; ++f) {
		float time = (float)((double)start + (double)duration * f / intervals);
		lwScene_SampleClip(scene, clip, time, local);
		for (int j = 0; j < jointCount; ++j) {
			frames[(size_t)f * (size_t)jointCount + (size_t)j] = local[skeleton->nodeOfJoint[j]];
		}
	}
	free(local);
	*outClip = result;
	return lwResult_Ok();
}

void lwDestroyClip(lwClip* clip) {
	if (clip != NULL) {
		free((void*)(uintptr_t)clip->name);
		free((void*)(uintptr_t)clip->frames);
		free(clip);
	}
}
