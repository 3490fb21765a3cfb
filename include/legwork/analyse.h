// SPDX-License-Identifier: MIT
// Analysis (tools): from a clip to a gait (key times, speed, direction, flight path), with confidence and warnings.
#ifndef LEGWORK_ANALYSE_H
#define LEGWORK_ANALYSE_H

#include "legwork/autorig.h"
#include "legwork/gait.h"

typedef struct lwAnalyseDef {
	int cookie;
	const lwScene* scene;
	const lwSceneSkeleton* skeleton;
	const lwRig* rig;
	int clip;                       // index in scene
	float start, end;               // s as stored in the file; end <= start: the whole clip
	bool closeLoop;                 // default true: spread a small loop gap over the clip (reported)
	bool cutToCycle;                // default true: when several cycles are found keep the best one (reported)
	const lwLegHint* hints;         // hintCount entries (lwReadHints), win over heuristics, later ones over earlier; those for other
	                                // clips are left out
	int hintCount;
} lwAnalyseDef;

LW_API lwAnalyseDef lwDefaultAnalyseDef(void);

#define LW_MAX_CONTACTS 32

// Contact intervals of one leg over the whole analysed range, phases of the clip as stored (0..1, end may exceed 1).
typedef struct lwContactTrack {
	int count;
	float from[LW_MAX_CONTACTS], to[LW_MAX_CONTACTS];
} lwContactTrack;

typedef struct lwAnalysis {
	lwGait gait;                    // of the cycle kept; gait.cyclic false for idles, turns, jumps …
	lwRig rig;                      // the rig with contact points placed at this clip's stance times
	lwClip* clip;                   // that cycle: in place (root motion out), closed, looping; frames at >= 120 Hz
	float start;                    // s in the source clip where the range as stored begins
	float duration;                 // s, of the range as stored (period + one frame where the seam needs it)
	int cycles;                     // found in the range
	float loopGap;                  // worst joint, share of leg length, before closing
	char loopGapJoint[LW_NAME_SIZE];
	lwContactTrack contacts[LW_MAX_LEGS];
	char* warnings;                 // one line each, "" when none; owned
} lwAnalysis;

LW_API lwResult lwAnalyseClip(const lwAnalyseDef* def, lwAnalysis** outAnalysis);
LW_API void lwDestroyAnalysis(lwAnalysis* analysis);

// One entry of the "clips" array of `legwork analyze --json` as JSON text; malloc'ed, freed by the caller.
LW_API char* lwAnalysis_ToJson(const lwAnalysis* analysis, const lwScene* scene, const lwSceneSkeleton* skeleton);
// Footfall diagram, height curves with key times, top view of the foot paths, as one SVG; malloc'ed.
LW_API char* lwAnalysis_ToSvg(const lwAnalysis* analysis, const lwScene* scene, const lwSceneSkeleton* skeleton);

#endif
