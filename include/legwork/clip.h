// SPDX-License-Identifier: MIT
// Clip: an animation as evenly spaced local poses. Immutable; sampling needs no context and seeks for free.
#ifndef LEGWORK_CLIP_H
#define LEGWORK_CLIP_H

#include "legwork/skeleton.h"

// frames[f * jointCount + j] is joint j's local transform at time f / frameCount-1 * duration (not looping)
// or f / frameCount * duration (looping: the frame after the last is frame 0; root motion is taken out before).
typedef struct lwClip {
	const char* name;
	int jointCount;
	int frameCount;                 // >= 1
	float duration;                 // s, > 0; the period when looping
	bool looping;
	const lwTransform* frames;
} lwClip;

// Local pose at a time in seconds: linear for position and scale, shortest-way slerp for rotation.
// Looping clips wrap time; others clamp it. outLocal has jointCount entries.
LW_API void lwClip_Sample(const lwClip* clip, float time, lwTransform* outLocal);
// One joint's local transform at a time.
LW_API lwTransform lwClip_SampleJoint(const lwClip* clip, float time, int joint);

#endif
