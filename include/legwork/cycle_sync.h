// SPDX-License-Identifier: MIT
// Cycle sync: cycles of one footfall (walks and runs of other speeds and directions) played so that their feet agree,
// whatever their periods, where in the clip each begins and how many leg cycles it holds; and the gait of such a blend.
// The common phase counts leg cycles: it runs from 0 to the number of cycles after which all clips begin anew.
#ifndef LEGWORK_CYCLE_SYNC_H
#define LEGWORK_CYCLE_SYNC_H

#include "legwork/blend_space.h"
#include "legwork/gait.h"

#define LW_MAX_SYNC_CYCLES 64

// A moment of a leg's cycle, in all clips the same one: its stance time, or its strike, or what an artist marks.
typedef struct lwCycleMark {
	int leg;                        // 0..LW_MAX_LEGS - 1, the same leg in all samples
	float phase;                    // of the clip, [0, 1); others are wrapped
} lwCycleMark;

// A clip among those to be played together, in the order of the blend space's samples.
typedef struct lwCycleSample {
	float duration;                 // s of the whole clip, > 0
	int cycles;                     // how often each leg steps in the clip, 1..LW_MAX_SYNC_CYCLES; 0: no cycle (an idle)
	int markCount;                  // legs times cycles: every leg that is marked has one mark a cycle
	const lwCycleMark* marks;       // in any order; not kept
} lwCycleSample;

typedef struct lwCycleSyncDef {
	int cookie;
	int sampleCount;                // 1..LW_MAX_BLEND_SAMPLES
	const lwCycleSample* samples;   // not kept. At least one has cycles; all that do mark the same legs
	float leastGap;                 // marks of legs nearer than this (in leg cycles), or in another order in another clip,
									// count as one, at their mean; default 0.06
} lwCycleSyncDef;

typedef struct lwCycleSync lwCycleSync; // immutable

LW_API lwCycleSyncDef lwDefaultCycleSyncDef(void);
// Every clip's offset is found by least squares on the circle over all legs and clips at once; between marks phases are
// mapped piecewise linearly. Of legs stepping in an order of their own in one clip only the offset is left.
LW_API lwResult lwCreateCycleSync(const lwCycleSyncDef* def, lwCycleSync** outSync);
LW_API void lwDestroyCycleSync(lwCycleSync* sync);

// Sample of a gait, its marks the legs' stance times: marks takes gait->legCount entries and must live as long as the
// sample. A gait that is not cyclic gives a sample without a cycle.
LW_API lwCycleSample lwCycleSample_FromGait(const lwGait* gait, lwCycleMark* marks);

LW_API int lwCycleSync_SampleCount(const lwCycleSync* sync);
// Leg cycles after which all clips begin anew: the least common multiple of their cycles.
LW_API int lwCycleSync_Cycles(const lwCycleSync* sync);
// s of one leg cycle of the blend: the weighted mean of the samples'. Samples without a cycle have no say; when no other
// weighs, all others do alike.
LW_API float lwCycleSync_Period(const lwCycleSync* sync, const lwBlendWeight* weights, int weightCount);
// The common phase dt >= 0 later, [0, lwCycleSync_Cycles). Between two marks each clip takes its own time, weighted; so a
// clip alone plays at its own even rate. The same at any frame rate while the weights stay.
LW_API float lwCycleSync_Advance(const lwCycleSync* sync, const lwBlendWeight* weights, int weightCount, float phase, float dt);
// Phase [0, 1) of a sample's clip at a common phase, and back (the first common phase that gives it). 0 without a cycle.
LW_API float lwCycleSync_ClipPhase(const lwCycleSync* sync, int sample, float phase);
LW_API float lwCycleSync_PhaseOfClip(const lwCycleSync* sync, int sample, float clipPhase);

// The gait of a blend: gaits[sample] for each sample of the sync, of one creature (legCount the same); one cycle a clip.
// Key times, flight, places: weighted over the cyclic gaits. Stance and curves: over the common phase, [0, 1) being one leg
// cycle. Period: as lwCycleSync_Period. Velocity: weighted over all, those that are not cyclic standing; the step length
// goes with it, so that a run mixed with an idle is a slow walk at the run's cadence. Names: the heaviest's.
LW_API void lwGait_Blend(const lwCycleSync* sync, const lwGait* const* gaits, const lwBlendWeight* weights, int weightCount,
						 lwGait* outGait);
// Same without flight, flightRot and the curves, which outGait keeps: for every frame.
LW_API void lwGait_BlendTimes(const lwCycleSync* sync, const lwGait* const* gaits, const lwBlendWeight* weights,
							  int weightCount, lwGait* outGait);

#endif
