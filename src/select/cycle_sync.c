// SPDX-License-Identifier: MIT
// Which moments of several cycles belong together. All in leg cycles: sample i is at u - offset[i] + rest[i](u) when the
// common phase is u; rest is piecewise linear between the marks and 0 on average over legs.
#include "select/cycle_sync.h"

#include <stdlib.h>
#include <string.h>

#define ROUNDS 64 // of relaxation; a dozen is enough but for gaits that do not agree at all

lwCycleSyncDef lwDefaultCycleSyncDef(void) {
	lwCycleSyncDef def;
	memset(&def, 0, sizeof(def));
	def.cookie = LW_COOKIE;
	def.leastGap = 0.06f;
	return def;
}

// ---- Checks ------------------------------------------------------------------------------------------------------

static int Gcd(int a, int b) {
	while (b != 0) {
		int t = a % b;
		a = b;
		b = t;
	}
	return a;
}

// How many marks each leg has must be the clip's cycles, or none; outLegs: the legs that are marked.
static bool CountMarks(const lwCycleSample* s, uint64_t* outLegs) {
	int count[LW_MAX_LEGS] = { 0 };
	*outLegs = 0;
	for (int i = 0; i < s->markCount; ++i) {
		if (s->marks[i].leg < 0 || s->marks[i].leg >= LW_MAX_LEGS || !(lwAbsF(s->marks[i].phase) < 1e6f)) {
			return false;
		}
		++count[s->marks[i].leg];
		*outLegs |= (uint64_t)1 << s->marks[i].leg;
	}
	for (int l = 0; l < LW_MAX_LEGS; ++l) {
		if (count[l] != 0 && count[l] != s->cycles) {
			return false;
		}
	}
	return *outLegs != 0;
}

static lwResult CheckSample(const lwCycleSample* s, int index, uint64_t* ioLegs) {
	if (s->cycles < 0 || s->cycles > LW_MAX_SYNC_CYCLES || !(s->duration > 0.0f && s->duration < 1e6f)) {
		return lwResult_Fail(lw_errorArgument, "cycle sync: sample %d: %d cycles in %g s", index, s->cycles,
							 (double)s->duration);
	}
	uint64_t legs;
	if (s->marks == NULL || !CountMarks(s, &legs)) {
		return lwResult_Fail(lw_errorData, "cycle sync: sample %d: each leg needs one mark in each of %d cycles", index,
							 s->cycles);
	}
	if (*ioLegs != 0 && legs != *ioLegs) {
		return lwResult_Fail(lw_errorData, "cycle sync: sample %d: other legs are marked than in the samples before", index);
	}
	*ioLegs = legs;
	return lwResult_Ok();
}

static lwResult CheckDef(const lwCycleSyncDef* def, uint64_t* outLegs, int* outCycles) {
	*outLegs = 0;
	*outCycles = 1;
	if (!LW_ASSERT(def != NULL && def->cookie == LW_COOKIE)) {
		return lwResult_Fail(lw_errorArgument, "cycle sync: def was not made by lwDefaultCycleSyncDef");
	}
	if (def->samples == NULL || def->sampleCount < 1 || def->sampleCount > LW_MAX_BLEND_SAMPLES || !(def->leastGap >= 0.0f)) {
		return lwResult_Fail(lw_errorArgument, "cycle sync: %d samples", def->sampleCount);
	}
	for (int i = 0; i < def->sampleCount; ++i) {
		if (def->samples[i].cycles == 0) {
			continue;
		}
		lwResult result = CheckSample(&def->samples[i], i, outLegs);
		if (result.status != lw_ok) {
			return result;
		}
		*outCycles *= def->samples[i].cycles / Gcd(*outCycles, def->samples[i].cycles);
		if (*outCycles > LW_MAX_SYNC_CYCLES) {
			return lwResult_Fail(lw_errorLimit, "cycle sync: clips begin anew together after more than %d cycles only",
								 LW_MAX_SYNC_CYCLES);
		}
	}
	return *outLegs != 0 ? lwResult_Ok() : lwResult_Fail(lw_errorArgument, "cycle sync: no sample has a cycle");
}

// ---- Offsets -----------------------------------------------------------------------------------------------------

typedef struct Sum {
	float x, y;
} Sum;

static void AddTurn(Sum* s, float turns, float weight) {
	float a = 2.0f * LW_PI * turns;
	s->x += weight * lwCos(a);
	s->y += weight * lwSin(a);
}

// Mean on the circle, [0, 1); 0 when there is none.
static float MeanTurn(const Sum* s) {
	return lwWrap01(lwAtan2(s->y, s->x) / (2.0f * LW_PI));
}

typedef struct Work {
	const lwCycleSyncDef* def;
	int legCount;
	int legs[LW_MAX_LEGS];
	float* phase;            // sampleCount * legCount: mean phase of each leg in its cycle
	float* offset;           // sampleCount
	float common[LW_MAX_LEGS];
} Work;

static void MeanPhases(Work* w) {
	for (int i = 0; i < w->def->sampleCount; ++i) {
		const lwCycleSample* s = &w->def->samples[i];
		for (int l = 0; l < w->legCount && s->cycles > 0; ++l) {
			Sum sum = { 0.0f, 0.0f };
			for (int m = 0; m < s->markCount; ++m) {
				if (s->marks[m].leg == w->legs[l]) {
					AddTurn(&sum, lwWrap01(s->marks[m].phase) * (float)s->cycles, 1.0f);
				}
			}
			w->phase[i * w->legCount + l] = MeanTurn(&sum);
		}
	}
}

// Offsets that bring every sample nearest to the common phases.
static void FitOffsets(Work* w) {
	for (int i = 0; i < w->def->sampleCount; ++i) {
		Sum sum = { 0.0f, 0.0f };
		for (int l = 0; l < w->legCount; ++l) {
			AddTurn(&sum, w->common[l] - w->phase[i * w->legCount + l], 1.0f);
		}
		w->offset[i] = w->def->samples[i].cycles > 0 ? MeanTurn(&sum) : 0.0f;
	}
}

// Common phases in the middle of the samples; how well all agree: the sum of the cosines.
static float FitCommon(Work* w) {
	float agreement = 0.0f;
	for (int l = 0; l < w->legCount; ++l) {
		Sum sum = { 0.0f, 0.0f };
		for (int i = 0; i < w->def->sampleCount; ++i) {
			AddTurn(&sum, w->phase[i * w->legCount + l] + w->offset[i], w->def->samples[i].cycles > 0 ? 1.0f : 0.0f);
		}
		w->common[l] = MeanTurn(&sum);
		agreement += lwSqrt(sum.x * sum.x + sum.y * sum.y);
	}
	return agreement;
}

// Least squares of chords, by turns: offsets for the common phases, common phases for the offsets. From every sample as a
// start: so a gait that agrees with none does not hold the others in a local minimum.
static void Relax(Work* w) {
	float best = -1.0f, bestCommon[LW_MAX_LEGS] = { 0.0f };
	int starts = 0;
	for (int start = 0; start < w->def->sampleCount && starts < LW_MAX_BLEND_WEIGHTS; ++start) {
		if (w->def->samples[start].cycles == 0) {
			continue;
		}
		++starts;
		memcpy(w->common, w->phase + start * w->legCount, (size_t)w->legCount * sizeof(float));
		float agreement = 0.0f, last = -1.0f;
		for (int r = 0; r < ROUNDS && agreement > last + 1e-7f; ++r) {
			last = agreement;
			FitOffsets(w);
			agreement = FitCommon(w);
		}
		if (agreement > best + 1e-5f) {
			best = agreement;
			memcpy(bestCommon, w->common, sizeof(bestCommon));
		}
	}
	memcpy(w->common, bestCommon, sizeof(bestCommon));
	FitOffsets(w);
}

// The first cyclic sample's phase is the common one on average: turn all so that its offset is 0.
static void Anchor(Work* w) {
	int first = 0;
	while (w->def->samples[first].cycles == 0) {
		++first;
	}
	float turn = w->offset[first];
	for (int l = 0; l < w->legCount; ++l) {
		w->common[l] = lwWrap01(w->common[l] - turn);
	}
	for (int i = 0; i < w->def->sampleCount; ++i) {
		w->offset[i] = lwWrap01(w->offset[i] - turn);
	}
}

// ---- Marks -------------------------------------------------------------------------------------------------------

// (-0.5, 0.5]
static float NearestTurn(float v) {
	float r = lwWrap01(v);
	return r > 0.5f ? r - 1.0f : r;
}

// Where a sample's mark of a leg lies from where the common phase has it, in one of its cycles.
static float RestOf(const Work* w, int sample, int l, int cycle) {
	const lwCycleSample* s = &w->def->samples[sample];
	float n = (float)s->cycles, want = (float)cycle + w->common[l] - w->offset[sample], best = n;
	for (int m = 0; m < s->markCount; ++m) {
		if (s->marks[m].leg == w->legs[l]) {
			float rest = NearestTurn((lwWrap01(s->marks[m].phase) * n - want) / n) * n;
			best = lwAbsF(rest) < lwAbsF(best) ? rest : best;
		}
	}
	return best;
}

static void SortLegs(Work* w) {
	for (int i = 1; i < w->legCount; ++i) {
		for (int k = i; k > 0 && w->common[k] < w->common[k - 1]; --k) {
			float c = w->common[k];
			int l = w->legs[k];
			w->common[k] = w->common[k - 1], w->legs[k] = w->legs[k - 1];
			w->common[k - 1] = c, w->legs[k - 1] = l;
		}
	}
}

// Marks that are one: group[l] counts up along the sorted legs. at: where each group lies.
typedef struct Groups {
	int count;
	int of[LW_MAX_LEGS];
	float at[LW_MAX_LEGS];
} Groups;

static void PlaceGroups(const Work* w, Groups* g) {
	int members[LW_MAX_LEGS] = { 0 };
	for (int k = 0; k < g->count; ++k) {
		g->at[k] = 0.0f;
	}
	for (int l = 0; l < w->legCount; ++l) {
		g->at[g->of[l]] += w->common[l];
		++members[g->of[l]];
	}
	for (int k = 0; k < g->count; ++k) {
		g->at[k] /= (float)members[k];
	}
}

static float GroupRest(const Work* w, const Groups* g, int sample, int group, int cycle) {
	float sum = 0.0f;
	int count = 0;
	for (int l = 0; l < w->legCount; ++l) {
		if (g->of[l] == group) {
			sum += RestOf(w, sample, l, cycle) + w->common[l] - g->at[group];
			++count;
		}
	}
	return sum / (float)count;
}

// The first group that lies too near the next, or behind it in some clip; -1: none.
static int FindClash(const Work* w, const Groups* g) {
	for (int k = 0; k < g->count && g->count > 1; ++k) {
		int next = k + 1 == g->count ? 0 : k + 1;
		float gap = g->at[next] - g->at[k] + (next == 0 ? 1.0f : 0.0f);
		if (gap < w->def->leastGap) {
			return k;
		}
		for (int i = 0; i < w->def->sampleCount; ++i) {
			int cycles = w->def->samples[i].cycles;
			for (int c = 0; c < cycles; ++c) {
				int nextCycle = next == 0 ? (c + 1) % cycles : c;
				float rests = GroupRest(w, g, i, next, nextCycle) - GroupRest(w, g, i, k, c);
				if (gap + rests < 0.0f) {
					return k;
				}
			}
		}
	}
	return -1;
}

// The last group and the first are one: its legs go to the first group, a turn earlier.
static void JoinOverSeam(Work* w, Groups* g) {
	for (int l = 0; l < w->legCount; ++l) {
		if (g->of[l] == g->count - 1) {
			g->of[l] = 0;
			w->common[l] -= 1.0f;
		}
	}
}

static void MakeGroups(Work* w, Groups* g) {
	g->count = w->legCount;
	for (int l = 0; l < w->legCount; ++l) {
		g->of[l] = l;
	}
	for (;;) {
		PlaceGroups(w, g);
		int clash = FindClash(w, g);
		if (clash < 0) {
			return;
		}
		if (clash == g->count - 1) {
			JoinOverSeam(w, g);
		} else {
			for (int l = 0; l < w->legCount; ++l) {
				g->of[l] -= g->of[l] > clash ? 1 : 0;
			}
		}
		--g->count;
	}
}

// ---- Building ----------------------------------------------------------------------------------------------------

static void FillSync(const Work* w, const Groups* g, int cycles, lwCycleSync* sync) {
	sync->sampleCount = w->def->sampleCount;
	sync->cycles = cycles;
	sync->markCount = g->count;
	memcpy(sync->marks, g->at, sizeof(float) * (size_t)g->count);
	int rest = 0;
	for (int i = 0; i < w->def->sampleCount; ++i) {
		const lwCycleSample* from = &w->def->samples[i];
		lwSyncSample* to = &sync->samples[i];
		to->cycles = from->cycles;
		to->duration = from->cycles > 0 ? from->duration / (float)from->cycles : 0.0f;
		to->offset = w->offset[i];
		to->firstRest = rest;
		for (int c = 0; c < from->cycles; ++c) {
			for (int k = 0; k < g->count; ++k) {
				sync->rests[rest++] = GroupRest(w, g, i, k, c);
			}
		}
	}
}

static lwResult Build(const lwCycleSyncDef* def, uint64_t legs, int cycles, lwCycleSync** outSync) {
	Work w = { .def = def };
	size_t rests = 0;
	for (int l = 0; l < LW_MAX_LEGS; ++l) {
		if (legs >> l & 1) {
			w.legs[w.legCount++] = l;
		}
	}
	for (int i = 0; i < def->sampleCount; ++i) {
		rests += (size_t)def->samples[i].cycles * (size_t)w.legCount;
	}
	size_t n = (size_t)def->sampleCount, size = sizeof(lwCycleSync) + n * sizeof(lwSyncSample);
	w.phase = calloc(n * (size_t)w.legCount, sizeof(float));
	w.offset = calloc(n, sizeof(float));
	lwCycleSync* sync = calloc(1, size + rests * sizeof(float));
	lwResult result = lwResult_Ok();
	if (w.phase != NULL && w.offset != NULL && sync != NULL) {
		sync->rests = (float*)(void*)((char*)sync + size);
		Groups groups;
		MeanPhases(&w);
		Relax(&w);
		Anchor(&w);
		SortLegs(&w);
		MakeGroups(&w, &groups);
		FillSync(&w, &groups, cycles, sync);
		*outSync = sync;
	} else {
		free(sync);
		result = lwResult_Fail(lw_errorMemory, "cycle sync: no memory for %d samples", def->sampleCount);
	}
	free(w.phase);
	free(w.offset);
	return result;
}

lwResult lwCreateCycleSync(const lwCycleSyncDef* def, lwCycleSync** outSync) {
	*outSync = NULL;
	uint64_t legs;
	int cycles;
	lwResult result = CheckDef(def, &legs, &cycles);
	return result.status == lw_ok ? Build(def, legs, cycles, outSync) : result;
}

void lwDestroyCycleSync(lwCycleSync* sync) {
	free(sync);
}

lwCycleSample lwCycleSample_FromGait(const lwGait* gait, lwCycleMark* marks) {
	lwCycleSample sample = { gait->period > 0.0f ? gait->period : 1.0f, 0, 0, marks };
	if (gait->cyclic && gait->period > 0.0f) {
		sample.cycles = 1;
		sample.markCount = gait->legCount;
		for (int l = 0; l < gait->legCount; ++l) {
			marks[l] = (lwCycleMark){ l, gait->legs[l].stance };
		}
	}
	return sample;
}
