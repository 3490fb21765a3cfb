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

// A joint's animation relative to a reference pose, over the frames of a clip (2-analysis §2.3):
// refModel = parentRefModel * refLocal, model = parentModel * refLocal * anim. With another reference pose the animation follows.
typedef enum lwAnimTrackKind { lw_trackOther, lw_trackSpine, lw_trackTail, lw_trackLeg } lwAnimTrackKind;

typedef struct lwAnimTrack {
	lwAnimTrackKind kind;               // spine and tail: joints of the rig's lists; leg: at or below a leg's hip or foot control
	int leg;                        // index in the rig, -1 when it is part of none
	lwTransform ref;                // local transform of the reference pose; a scale of 0 is taken for 1
	const lwTransform* anim;        // frameCount; exact where ref's scale is even. Spine and tail: the swing alone
	lwVec3 axisLS;                  // spine and tail: unit, along the bone in its own space; else 0
	const float* twist;             // spine and tail: frameCount, rad about axisLS before the swing, without jumps; else NULL
} lwAnimTrack;

typedef struct lwAnimTracks {
	int jointCount, frameCount;
	lwAnimTrack* tracks;                // jointCount
} lwAnimTracks;

// Tracks of a clip over ref (jointCount local transforms; NULL: the bind pose). The caller owns them: lwDestroyAnimTracks.
LW_API lwResult lwMakeAnimTracks(const lwClip* clip, const lwSkeleton* skeleton, const lwRig* rig, const lwTransform* ref, lwAnimTracks** outTracks);
LW_API void lwDestroyAnimTracks(lwAnimTracks* tracks); // NULL is fine
// Local transform of a joint at a frame [0, frameCount) over a reference of its own, with a share of the twist: 0 none, 1 as it was.
LW_API lwTransform lwAnimTrack_Local(const lwAnimTrack* track, lwTransform ref, int frame, float twist);

// A leg's stance place in the frame of the joint that carries it: model[joint] * posLS[i] is the place at clip phase
// i / LW_CURVE_SAMPLES, and follows when the joint is moved otherwise.
typedef struct lwStanceTrack {
	int joint;                      // nearest joint of spine or tail, pelvis or root above the leg, else the hip's parent; -1: none, posLS is in MS
	lwVec3 posLS[LW_CURVE_SAMPLES];
} lwStanceTrack;

// Where a foot last stood and will next stand, relative to the root frame now; equal while it stands.
typedef struct lwFootCurve {
	lwVec3* lift;                   // count entries each. Before its first contact: from where the foot is at the start
	lwVec3* plant;                  // after its last one: to where it is at the end
	float* alpha;                   // 0 in contact, 0..1 in flight: progress from lift to plant, never back
} lwFootCurve;

// Curves of a clip that is no cycle (idle, start, stop, turn, jump) over its frames as stored. The root frame lies on the
// ground below the topmost joint above all legs that itself travels (0.25 L) or turns (20 degrees); else it rests.
typedef struct lwMotionCurves {
	int count;                      // >= 1
	float step;                     // s between entries; the first is the range's start
	lwTransform* root;              // MS: position and heading, the first frame's heading is 0
	float* travelled;               // way of the root over the ground so far, model units; never falls
	float* heading;                 // turn so far, rad about +Y, not wrapped
	float* height;                  // of the hips over where they were at the start, model units
	lwFootCurve feet[LW_MAX_LEGS];  // legCount of the rig
	void* memory;
} lwMotionCurves;

// Time since the start at which the root has come so far: distance matching. Clamped to the clip.
LW_API float lwMotionCurves_TimeAt(const lwMotionCurves* curves, float travelled);

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
	lwStanceTrack stance[LW_MAX_LEGS];
	lwAnimTracks* tracks;               // of clip, over the bind pose; owned
	lwMotionCurves* curves;         // of the whole range, when it is no cycle; else NULL; owned
	char* warnings;                 // one line each, "" when none; owned
} lwAnalysis;

LW_API lwResult lwAnalyseClip(const lwAnalyseDef* def, lwAnalysis** outAnalysis);
LW_API void lwDestroyAnalysis(lwAnalysis* analysis);

// One entry of the "clips" array of `legwork analyze --json` as JSON text; malloc'ed, freed by the caller.
LW_API char* lwAnalysis_ToJson(const lwAnalysis* analysis, const lwScene* scene, const lwSceneSkeleton* skeleton);
// Footfall diagram, height curves with key times, top view of the foot paths, as one SVG; malloc'ed.
LW_API char* lwAnalysis_ToSvg(const lwAnalysis* analysis, const lwScene* scene, const lwSceneSkeleton* skeleton);

#endif
