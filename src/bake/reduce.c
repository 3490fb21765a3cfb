// SPDX-License-Identifier: MIT
// Key reduction. First each channel alone: keys are kept where the straight way between its neighbours would move the
// farthest follower by too much. Then all together: wherever errors along a chain add up to too much, the worst
// contributor gets a key, until the tolerance holds everywhere. Tried with several shares of the tolerance for the first
// part; the fewest keys win.
#include "bake/reduce.h"

#include <stdlib.h>
#include <string.h>

static const float shares[] = { 1.0f, 0.6f, 0.35f };
#define SHARE_COUNT ((int)(sizeof(shares) / sizeof(shares[0])))

typedef struct Reducer {
	const lwReduceDef* def;
	lwReduceTrack* tracks;
	int trackCount;
	int* links;             // left and right of all tracks
	size_t linkCount;
	int* best;              // links of the best try
	float* times;           // all key times, increasing
	float* errors;          // per time: worst point
	bool* stale;            // per time: errors is to be found again
	int timeCount;
	lwReducePose pose;
} Reducer;

lwReduceDef lwDefaultReduceDef(void) {
	lwReduceDef def = { .cookie = LW_COOKIE };
	return def;
}

// ---- Input ---------------------------------------------------------------------------------------------------------

static lwResult CheckChannel(const lwScene* scene, const lwSceneChannel* channel, int index) {
	int width = channel->path == lw_pathRotation ? 4 : 3;
	if (channel->node < 0 || channel->node > scene->nodeCount || (unsigned)channel->path > (unsigned)lw_pathWeights) {
		return lwResult_Fail(lw_errorArgument, "reduce: channel %d: node %d or path %d does not exist", index, channel->node, (int)channel->path);
	}
	if (channel->keyCount < 1 || channel->times == NULL || channel->values == NULL ||
		(channel->path != lw_pathWeights && channel->width != width)) {
		return lwResult_Fail(lw_errorArgument, "reduce: channel %d: it has no keys or not %d numbers a key", index, width);
	}
	for (int k = 1; k < channel->keyCount; ++k) {
		if (!(channel->times[k] > channel->times[k - 1])) {
			return lwResult_Fail(lw_errorArgument, "reduce: channel %d: time of key %d does not increase", index, k);
		}
	}
	return lwResult_Ok();
}

static lwResult CheckInput(const lwReduceDef* def, const lwSceneChannel* channels, int count) {
	if (!LW_ASSERT(def != NULL && def->cookie == LW_COOKIE)) {
		return lwResult_Fail(lw_errorArgument, "reduce: def was not made by lwDefaultReduceDef");
	}
	if (def->scene == NULL || count < 0 || (count > 0 && channels == NULL)) {
		return lwResult_Fail(lw_errorArgument, "reduce: a scene and channels are required");
	}
	if (!(def->tolerance > 0.0f && def->tolerance < 1e30f)) {
		return lwResult_Fail(lw_errorArgument, "reduce: tolerance must be above 0, got %g", (double)def->tolerance);
	}
	lwResult result = lwResult_Ok();
	for (int i = 0; i < count && result.status == lw_ok; ++i) {
		result = CheckChannel(def->scene, &channels[i], i);
	}
	return result;
}

static bool IsReducible(const lwSceneChannel* channel) {
	return channel->interpolation == lw_interpLinear && channel->path != lw_pathWeights && channel->keyCount > 2;
}

static int CompareTimes(const void* a, const void* b) {
	float x = *(const float*)a, y = *(const float*)b;
	return x < y ? -1 : x > y ? 1 : 0;
}

// Key times of all channels, each once.
static bool GatherTimes(Reducer* r) {
	size_t total = 0;
	for (int t = 0; t < r->trackCount; ++t) {
		total += (size_t)r->tracks[t].channel->keyCount;
	}
	r->times = malloc((total + 1) * sizeof(float));
	size_t used = 0;
	const lwSceneChannel* last = NULL;
	for (int t = 0; r->times != NULL && t < r->trackCount; ++t) {
		const lwSceneChannel* c = r->tracks[t].channel;
		size_t size = (size_t)c->keyCount * sizeof(float);
		if (last == NULL || last->keyCount != c->keyCount || memcmp(last->times, c->times, size) != 0) {
			memcpy(r->times + used, c->times, size);
			used += (size_t)c->keyCount;
		}
		last = c;
	}
	if (r->times == NULL) {
		return false;
	}
	qsort(r->times, used, sizeof(float), CompareTimes);
	for (size_t i = 0; i < used; ++i) {
		if (r->timeCount == 0 || r->times[i] > r->times[r->timeCount - 1]) {
			r->times[r->timeCount++] = r->times[i];
		}
	}
	r->errors = calloc((size_t)r->timeCount + 1, sizeof(float));
	r->stale = calloc((size_t)r->timeCount + 1, sizeof(bool));
	return r->errors != NULL && r->stale != NULL;
}

static bool Init(Reducer* r, const lwReduceDef* def, lwSceneChannel* channels, int count) {
	r->def = def;
	r->trackCount = count;
	for (int i = 0; i < count; ++i) {
		r->linkCount += IsReducible(&channels[i]) ? 2 * (size_t)channels[i].keyCount : 0;
	}
	r->tracks = calloc((size_t)count + 1, sizeof(*r->tracks));
	r->links = malloc((r->linkCount + 1) * sizeof(int));
	r->best = malloc((r->linkCount + 1) * sizeof(int));
	if (r->tracks == NULL || r->links == NULL || r->best == NULL) {
		return false;
	}
	int* at = r->links;
	for (int i = 0; i < count; ++i) {
		r->tracks[i].channel = &channels[i];
		if (IsReducible(&channels[i])) {
			r->tracks[i].left = at;
			r->tracks[i].right = at + channels[i].keyCount;
			at += 2 * (size_t)channels[i].keyCount;
		}
	}
	return GatherTimes(r) && lwReducePose_Init(&r->pose, def->scene, r->tracks, count);
}

static void Free(Reducer* r) {
	free(r->tracks);
	free(r->links);
	free(r->best);
	free(r->times);
	free(r->errors);
	free(r->stale);
	lwReducePose_Free(&r->pose);
}

// ---- Each channel alone --------------------------------------------------------------------------------------------

// How far a point at a distance from the node goes astray at most, when a channel's value is b instead of a.
static float Astray(const lwReducePose* pose, const lwSceneChannel* channel, const float* a, const float* b, float distance) {
	if (channel->path == lw_pathRotation) {
		lwQuat qa = { a[0], a[1], a[2], a[3] }, qb = { b[0], b[1], b[2], b[3] };
		lwQuat turn = lwQuatMul(lwConj(qa), qb);
		return 2.0f * distance * lwLength(lwV3(turn.x, turn.y, turn.z));
	}
	float length = lwLength(lwV3(b[0] - a[0], b[1] - a[1], b[2] - a[2]));
	return length * (channel->path == lw_pathTranslation ? pose->scale[channel->node] : distance);
}

// The key between two kept ones that is missed most; -1 when none is missed by more than limit.
static int MostMissed(const Reducer* r, const lwReduceTrack* track, int from, int to, float limit) {
	const lwSceneChannel* channel = track->channel;
	int worst = -1;
	for (int k = from + 1; k < to; ++k) {
		float value[4];
		lwReduceTrack_Sample(track, channel->times[k], value);
		float error = Astray(&r->pose, channel, channel->values + (size_t)k * (size_t)channel->width, value, r->pose.lever[channel->node]);
		if (!(error <= limit)) {
			limit = error;
			worst = k;
		}
	}
	return worst;
}

static void ReduceAlone(Reducer* r, lwReduceTrack* track, float limit) {
	int last = track->channel->keyCount - 1;
	for (int k = 0; k <= last; ++k) {
		track->left[k] = k < last ? 0 : last;
		track->right[k] = k > 0 ? last : 0;
	}
	for (int from = 0; from < last;) {
		int to = track->right[from + 1];
		int key = MostMissed(r, track, from, to, limit);
		if (key >= 0) {
			lwReduceTrack_Keep(track, key);
		} else {
			from = to;
		}
	}
}

// ---- All together --------------------------------------------------------------------------------------------------

// Worst point of the pose that was evaluated last.
static float WorstPoint(const lwReducePose* pose, int* outNode, int* outPoint) {
	float worst = 0.0f;
	*outNode = *outPoint = 0;
	for (int n = 0; n < pose->nodeCount; ++n) {
		int points = pose->radius[n] > 0.0f ? LW_REDUCE_POINTS : 1;
		for (int i = 0; i < points; ++i) {
			float error = lwDistance(lwReducePose_Point(pose, pose->full, n, i), lwReducePose_Point(pose, pose->kept, n, i));
			if (!(error <= worst)) {
				worst = error;
				*outNode = n;
				*outPoint = i;
			}
		}
	}
	return worst;
}

// Keep the key that does the most for a point at a time. False: none is missing.
static bool Mend(Reducer* r, int frame) {
	float time = r->times[frame], most = -1.0f;
	int node, point, bestTrack = -1;
	lwReducePose_Evaluate(&r->pose, r->tracks, time);
	WorstPoint(&r->pose, &node, &point);
	lwVec3 pos = lwReducePose_Point(&r->pose, r->pose.full, node, point);
	for (int up = node, guard = 0; up >= 0 && guard < r->pose.nodeCount; up = r->pose.parents[up], ++guard) {
		float distance = lwDistance(r->pose.full[up].t, pos);
		for (int path = 0; path < 3; ++path) {
			int t = r->pose.tracks[3 * up + path];
			if (t < 0 || lwReduceTrack_Missing(&r->tracks[t], time) < 0) {
				continue;
			}
			float full[4], kept[4];
			lwSceneChannel_Sample(r->tracks[t].channel, time, full);
			lwReduceTrack_Sample(&r->tracks[t], time, kept);
			float error = Astray(&r->pose, r->tracks[t].channel, full, kept, distance);
			if (!(error <= most)) {
				most = error;
				bestTrack = t;
			}
		}
	}
	if (bestTrack < 0) {
		return false;
	}
	lwReduceTrack* track = &r->tracks[bestTrack];
	int key = lwReduceTrack_Missing(track, time);
	float from = track->channel->times[track->left[key]], to = track->channel->times[track->right[key]];
	lwReduceTrack_Keep(track, key);
	for (int f = frame; f >= 0 && r->times[f] > from; --f) {
		r->stale[f] = true;
	}
	for (int f = frame; f < r->timeCount && r->times[f] < to; ++f) {
		r->stale[f] = true;
	}
	return true;
}

static void FindErrors(Reducer* r) {
	for (int f = 0; f < r->timeCount; ++f) {
		if (r->stale[f]) {
			int node, point;
			lwReducePose_Evaluate(&r->pose, r->tracks, r->times[f]);
			r->errors[f] = WorstPoint(&r->pose, &node, &point);
			r->stale[f] = false;
		}
	}
}

// One key at the worst time of every stretch that is out of tolerance. Returns how many.
static int MendAll(Reducer* r) {
	int mended = 0;
	for (int f = 0; f < r->timeCount;) {
		int worst = -1;
		for (; f < r->timeCount && !(r->errors[f] <= r->def->tolerance); ++f) {
			worst = worst < 0 || r->errors[f] > r->errors[worst] ? f : worst;
		}
		mended += worst >= 0 && Mend(r, worst);
		f += worst < 0;
	}
	return mended;
}

static void Reduce(Reducer* r, float share) {
	for (int t = 0; t < r->trackCount; ++t) {
		if (r->tracks[t].left != NULL) {
			ReduceAlone(r, &r->tracks[t], share * r->def->tolerance);
		}
	}
	for (int f = 0; f < r->timeCount; ++f) {
		r->stale[f] = true;
	}
	do {
		FindErrors(r);
	} while (MendAll(r) > 0); // ends: every round keeps a key more
}

static int CountKept(const Reducer* r) {
	int count = 0;
	for (int t = 0; t < r->trackCount; ++t) {
		const lwReduceTrack* track = &r->tracks[t];
		for (int k = 0; k < track->channel->keyCount; ++k) {
			count += track->left == NULL || lwReduceTrack_IsKept(track, k);
		}
	}
	return count;
}

// ---- Output --------------------------------------------------------------------------------------------------------

static void Compact(lwReduceTrack* track) {
	lwSceneChannel* channel = track->channel;
	size_t width = (size_t)channel->width;
	int count = 0;
	for (int k = 0; k < channel->keyCount; ++k) {
		if (lwReduceTrack_IsKept(track, k)) {
			channel->times[count] = channel->times[k];
			memmove(channel->values + (size_t)count * width, channel->values + (size_t)k * width, width * sizeof(float));
			++count;
		}
	}
	channel->keyCount = count;
}

static void Run(Reducer* r, lwReduceStats* outStats) {
	lwReduceStats stats = { 0 };
	for (int t = 0; t < r->trackCount; ++t) {
		stats.keysBefore += r->tracks[t].channel->keyCount;
	}
	for (int i = 0; i < SHARE_COUNT; ++i) {
		Reduce(r, shares[i]);
		int kept = CountKept(r);
		if (i == 0 || kept < stats.keysAfter) {
			stats.keysAfter = kept;
			stats.maxError = 0.0f;
			for (int f = 0; f < r->timeCount; ++f) {
				stats.maxError = lwMaxF(stats.maxError, r->errors[f]);
			}
			memcpy(r->best, r->links, r->linkCount * sizeof(int));
		}
	}
	memcpy(r->links, r->best, r->linkCount * sizeof(int));
	for (int t = 0; t < r->trackCount; ++t) {
		if (r->tracks[t].left != NULL) {
			Compact(&r->tracks[t]);
		}
	}
	if (outStats != NULL) {
		*outStats = stats;
	}
}

lwResult lwReduceKeys(const lwReduceDef* def, lwSceneChannel* ioChannels, int channelCount, lwReduceStats* outStats) {
	lwResult result = CheckInput(def, ioChannels, channelCount);
	if (outStats != NULL) {
		memset(outStats, 0, sizeof(*outStats));
	}
	if (result.status != lw_ok || channelCount < 1) {
		return result;
	}
	Reducer r;
	memset(&r, 0, sizeof(r));
	if (Init(&r, def, ioChannels, channelCount)) {
		// Levers in the first pose; all keys count as kept while it is looked at.
		for (int t = 0; t < channelCount; ++t) {
			for (int k = 0; r.tracks[t].left != NULL && k < ioChannels[t].keyCount; ++k) {
				r.tracks[t].left[k] = r.tracks[t].right[k] = k;
			}
		}
		lwReducePose_Evaluate(&r.pose, r.tracks, r.times[0]);
		lwReducePose_FindLevers(&r.pose);
		Run(&r, outStats);
	} else {
		result = lwResult_Fail(lw_errorMemory, "reduce: no memory for %d channels", channelCount);
	}
	Free(&r);
	return result;
}
