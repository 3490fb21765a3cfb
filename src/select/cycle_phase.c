// SPDX-License-Identifier: MIT
// Phases of synchronised clips: where each is, and how fast all go on together.
#include "select/cycle_sync.h"

typedef struct Segment {
	int mark;                // begins at this mark
	int cycle;               // in which leg cycle of the common phase; -1: the last one's, before the first mark
	float start, length;
} Segment;

static Segment SegmentOf(const lwCycleSync* sync, int mark, int cycle) {
	float end = mark + 1 < sync->markCount ? sync->marks[mark + 1] : sync->marks[0] + 1.0f;
	return (Segment){ mark, cycle, (float)cycle + sync->marks[mark], end - sync->marks[mark] };
}

// The first mark may lie before the cycle's beginning, as that of two legs that count as one.
static Segment FindSegment(const lwCycleSync* sync, float phase) {
	int cycle = (int)phase, k = sync->markCount - 1;
	float in = phase - (float)cycle;
	if (in >= sync->marks[0] + 1.0f) {
		return SegmentOf(sync, 0, cycle + 1);
	}
	while (k >= 0 && sync->marks[k] > in) {
		--k;
	}
	return k >= 0 ? SegmentOf(sync, k, cycle) : SegmentOf(sync, sync->markCount - 1, cycle - 1);
}

static float RestAt(const lwCycleSync* sync, const lwSyncSample* s, int mark, int cycle) {
	int c = ((cycle % s->cycles) + s->cycles) % s->cycles;
	return sync->rests[s->firstRest + c * sync->markCount + mark];
}

static void Rests(const lwCycleSync* sync, const lwSyncSample* s, const Segment* g, float* outFrom, float* outTo) {
	bool last = g->mark + 1 == sync->markCount;
	*outFrom = RestAt(sync, s, g->mark, g->cycle);
	*outTo = RestAt(sync, s, last ? 0 : g->mark + 1, last ? g->cycle + 1 : g->cycle);
}

int lwCycleSync_SampleCount(const lwCycleSync* sync) {
	return sync->sampleCount;
}

int lwCycleSync_Cycles(const lwCycleSync* sync) {
	return sync->cycles;
}

// s per leg cycle of the blend over a stretch of the common phase; segment NULL: on the whole.
static float Pace(const lwCycleSync* sync, const lwBlendWeight* weights, int count, const Segment* segment) {
	float sum = 0.0f, total = 0.0f;
	bool any = false;
	for (int i = 0; i < count; ++i) {
		any = any || (sync->samples[weights[i].sample].cycles > 0 && weights[i].weight > 0.0f);
	}
	for (int i = 0; i < (any ? count : sync->sampleCount); ++i) {
		const lwSyncSample* s = &sync->samples[any ? weights[i].sample : i];
		float weight = any ? weights[i].weight : 1.0f;
		if (s->cycles == 0 || !(weight > 0.0f)) {
			continue;
		}
		float rate = 1.0f, from, to;
		if (segment != NULL) {
			Rests(sync, s, segment, &from, &to);
			rate += (to - from) / segment->length;
		}
		sum += weight * s->duration * rate;
		total += weight;
	}
	return sum / total;
}

float lwCycleSync_Period(const lwCycleSync* sync, const lwBlendWeight* weights, int weightCount) {
	return Pace(sync, weights, weightCount, NULL);
}

static float WrapTo(float v, float n) {
	float r = lwWrap01(v / n) * n;
	return r < n ? r : 0.0f;
}

float lwCycleSync_Advance(const lwCycleSync* sync, const lwBlendWeight* weights, int weightCount, float phase, float dt) {
	float whole = (float)sync->cycles;
	phase = WrapTo(phase, whole);
	if (!(dt > 0.0f)) {
		return phase;
	}
	float all = whole * Pace(sync, weights, weightCount, NULL); // after this the phase is the same again
	float left = lwWrap01(dt / all) * all;
	Segment g = FindSegment(sync, phase);
	float into = phase - g.start;
	for (int guard = 0; guard < (sync->cycles + 1) * (sync->markCount + 1); ++guard) {
		float pace = Pace(sync, weights, weightCount, &g), rest = (g.length - into) * pace;
		if (left < rest) {
			return WrapTo(g.start + into + left / pace, whole);
		}
		left -= lwMaxF(rest, 0.0f);
		bool last = g.mark + 1 == sync->markCount;
		g = SegmentOf(sync, last ? 0 : g.mark + 1, last ? g.cycle + 1 : g.cycle);
		into = 0.0f;
	}
	return WrapTo(g.start, whole);
}

float lwCycleSync_ClipPhase(const lwCycleSync* sync, int sample, float phase) {
	if (!LW_ASSERT(sample >= 0 && sample < sync->sampleCount) || sync->samples[sample].cycles == 0) {
		return 0.0f;
	}
	const lwSyncSample* s = &sync->samples[sample];
	phase = WrapTo(phase, (float)sync->cycles);
	Segment g = FindSegment(sync, phase);
	float from, to;
	Rests(sync, s, &g, &from, &to);
	float v = phase - s->offset + lwLerpF(from, to, (phase - g.start) / g.length);
	return lwWrap01(v / (float)s->cycles);
}

float lwCycleSync_PhaseOfClip(const lwCycleSync* sync, int sample, float clipPhase) {
	if (!LW_ASSERT(sample >= 0 && sample < sync->sampleCount) || sync->samples[sample].cycles == 0) {
		return 0.0f;
	}
	const lwSyncSample* s = &sync->samples[sample];
	float n = (float)s->cycles, want = lwWrap01(clipPhase) * n + s->offset;
	for (int c = 0; c < s->cycles; ++c) {
		for (int k = 0; k < sync->markCount; ++k) {
			Segment g = SegmentOf(sync, k, c);
			float from, to;
			Rests(sync, s, &g, &from, &to);
			float way = g.length + to - from, ahead = want - (g.start + from);
			ahead -= n * (float)(int)(ahead / n);
			ahead += ahead < 0.0f ? n : 0.0f;
			ahead = n - ahead < 1e-6f ? 0.0f : ahead;
			if (ahead <= way) {
				return WrapTo(g.start + (way > 0.0f ? ahead / way * g.length : 0.0f), n);
			}
		}
	}
	return WrapTo(want, n);
}
