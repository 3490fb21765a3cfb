// SPDX-License-Identifier: MIT
// Motion set: the cycles of one creature that a live character goes by. Cycles of one footfall (walks of other speeds and
// directions, strafes, backward) make up a gait and are blended by velocity, their feet agreeing; between gaits (walk, trot,
// canter, gallop) the character changes with its speed, each leg by steps of its own. Immutable, shared.
#ifndef LEGWORK_MOTION_SET_H
#define LEGWORK_MOTION_SET_H

#include "legwork/asset.h"
#include "legwork/blend_space.h"
#include "legwork/character.h"

#define LW_MAX_MOTIONS 32           // samples of a set
#define LW_MAX_GAITS 8

// One cycle, all kept by pointer like those of an asset.
typedef struct lwMotionSample {
	const lwGait* gait;             // cyclic; its directionMS * speed is its point in the gait's blend space
	const lwClip* clip;             // the gait's clip: in place, closed, looping
	const char* name;               // of the gait it belongs to; NULL: gait->gaitName. Not kept
} lwMotionSample;

typedef struct lwMotionSetDef {
	int cookie;
	const lwSkeleton* skeleton;     // kept by pointer, as rig and idle
	const lwRig* rig;               // one for all samples, with contact points
	const lwClip* idle;             // in place, looping; NULL: a standing pose is made from the first sample
	lwVec3 idleOriginMS;
	const lwMotionSample* samples;  // the array is not kept. The first tells the forward direction and how feet stand
	int sampleCount;                // 1..LW_MAX_MOTIONS
	lwBlendMethod method;           // of the blend spaces: default lw_blendTriangles
	float hysteresis;               // share of a threshold between changing up and down, [0, 0.5]: default 0.15
	// Speeds, units/s, at which gait k is left for the next faster one and that one for gait k; gaits in order of their own
	// fastest forward sample. 0 (default): derived: the geometric mean of k's fastest and the next one's slowest forward
	// sample (where they overlap: the mean), half the hysteresis above and below
	float up[LW_MAX_GAITS - 1], down[LW_MAX_GAITS - 1];
} lwMotionSetDef;

LW_API lwMotionSetDef lwDefaultMotionSetDef(void);
LW_API lwResult lwCreateMotionSet(const lwMotionSetDef* def, lwMotionSet** outSet);
LW_API void lwDestroyMotionSet(lwMotionSet* set);
LW_API size_t lwMotionSet_ByteCount(const lwMotionSet* set);

LW_API int lwMotionSet_GaitCount(const lwMotionSet* set);
LW_API const char* lwMotionSet_GaitName(const lwMotionSet* set, int gait);  // in order of speed; NULL out of range
LW_API int lwMotionSet_GaitOf(const lwMotionSet* set, int sample);          // of a sample in the def's order
LW_API float lwMotionSet_ChangeUp(const lwMotionSet* set, int gait);        // from gait to gait + 1, units/s
LW_API float lwMotionSet_ChangeDown(const lwMotionSet* set, int gait);      // from gait + 1 to gait

// Of a character that was made with a set (lwCharacterDef.motions).
LW_API int lwCharacter_Gait(const lwCharacter* character);                  // current gait; -1 without a set
LW_API bool lwCharacter_ChangesGait(const lwCharacter* character);          // a leg still goes by its old gait's clock
// Weights of the samples (def's order), sum 1; returns how many weigh, at most capacity are written.
LW_API int lwCharacter_MotionWeights(const lwCharacter* character, lwBlendWeight* outWeights, int capacity);

#endif
