// SPDX-License-Identifier: MIT
// Fidget: what a creature does while nothing else happens, and its moods. A player picks a clip of a bucket by chance, loops it a
// chance number of times at a chance rate, and picks again; two players crossfade when the mood changes. A mood (emotion) is a
// bucket of idle clips, an overlay pose (a face), and a variant of walking. Seeded: the same seed, the same fidgets at any frame
// rate. Clips are numbers of yours: what is played comes out as clip, time and weight (see pose.h for blending).
#ifndef LEGWORK_FIDGET_H
#define LEGWORK_FIDGET_H

#include "legwork/base.h"

#define LW_MAX_FIDGET_CLIPS 32
#define LW_MAX_EMOTIONS 64
#define LW_MAX_FIDGET_WEIGHTS 4

typedef struct lwFidgetClip {
	int clip;                       // yours, >= 0
	float duration;                 // s, > 0
	float chance;                   // >= 0, against the others of the bucket
	int leastLoops, mostLoops;      // 1 <= least <= most; default 1, 1
	float leastRate, mostRate;      // of playing, > 0; default 1, 1
} lwFidgetClip;

typedef struct lwFidgetBucket {
	int clipCount;                  // 0..LW_MAX_FIDGET_CLIPS; an empty one plays nothing
	lwFidgetClip clips[LW_MAX_FIDGET_CLIPS];
	bool again;                     // pick again when the loops are done (default); false: stop on the last frame's end
	float pauseChance;              // 0..1 of a pause instead of a clip; default 0
	float leastPause, mostPause;    // s; default 0, 0
	float fade;                     // s from one clip to the next within the bucket, default 0.3
} lwFidgetBucket;

// What a mood is made of, by number.
typedef struct lwEmotion {
	char name[32];
	int bucket;
	int overlay;                    // pose or clip of yours laid over (a face), -1: none
	float overlayWeight;            // 0..1, default 1
	int walk;                       // variant of walking of yours, -1: the usual
	float fade;                     // s to come to this mood, default 0.5
} lwEmotion;

typedef struct lwFidgetDef {
	int cookie;
	int bucketCount;
	const lwFidgetBucket* buckets;  // kept by pointer: must outlive the players
	int emotionCount;               // 0..LW_MAX_EMOTIONS
	const lwEmotion* emotions;      // kept by pointer
	uint64_t seed;                  // default 1
} lwFidgetDef;

// One clip that plays.
typedef struct lwFidgetWeight {
	int clip;
	float time;                     // s in the clip, [0, duration)
	float weight;                   // they sum to 1 while anything plays
} lwFidgetWeight;

// The state: plain data, copy it to record or restore.
typedef struct lwFidgetTrack {
	int bucket;                     // -1: none
	int clip;                       // index in the bucket; -1: pause or stopped
	float time;                     // s played of the clip in its own time, over all loops
	float length;                   // s of all loops in the clip's time, or of the pause
	float rate;
	bool done;                      // stopped
	int before;                     // the clip faded out, -1: none
	float beforeTime, beforeRate;
	float faded;                    // s since the change within the bucket
	uint64_t random;
} lwFidgetTrack;

typedef struct lwFidget {
	const lwFidgetDef* def;
	lwFidgetTrack tracks[2];        // the one that plays, the one that fades out
	int now;
	float fade, fadeTime;           // share of the one that plays; s a change takes
	int emotion, lastEmotion;       // -1: none
	uint32_t picks;                 // clips picked since the beginning
} lwFidget;

LW_API lwFidgetDef lwDefaultFidgetDef(void);
LW_API lwFidgetBucket lwDefaultFidgetBucket(void);
LW_API lwFidgetClip lwDefaultFidgetClip(void);
LW_API lwEmotion lwDefaultEmotion(void);
// Checks the def; def must outlive the state. Begins with bucket 0 (or emotion 0 when there are emotions).
LW_API lwResult lwFidget_Init(const lwFidgetDef* def, lwFidget* outFidget);
// Crossfade to a bucket in fadeTime s. The same bucket goes on as it is.
LW_API void lwFidget_Play(lwFidget* ioFidget, int bucket, float fadeTime);
// Emotion by number (-1: none; its bucket plays on) or name; false when there is none.
LW_API bool lwFidget_Feel(lwFidget* ioFidget, int emotion);
LW_API int lwFidget_FindEmotion(const lwFidgetDef* def, const char* name);
// dt in s, >= 0. Exact at any step: what ends within it is followed by what comes next, at its moment.
LW_API void lwFidget_Advance(lwFidget* ioFidget, float dt);
// What plays now; returns how many (0 during a pause: your own idle).
LW_API int lwFidget_Weights(const lwFidget* fidget, lwFidgetWeight outWeights[LW_MAX_FIDGET_WEIGHTS]);
// Overlays of the mood that comes and the one that goes; -1 where none. Weights include the fade.
LW_API void lwFidget_Overlay(const lwFidget* fidget, int outOverlay[2], float outWeight[2]);
LW_API int lwFidget_Walk(const lwFidget* fidget); // variant of the mood, -1: the usual

#endif
