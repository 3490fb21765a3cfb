// SPDX-License-Identifier: MIT
// IK: puts the end of a limb at a target. One interface, five solvers. No allocation, no state: the same input gives the
// same pose, bones never stretch, the pose is the animated one bent as little as needed: the chain is bent until its end has
// the right distance from the root, then turned by the shortest arc that takes the animated root -> end line to the target's.
// Continuous in target and animated pose, but for: a target straight opposite to the animated end or at the root; a hinge or
// a chain of three and more bones animated past straight, away from its pole; FABRIK and CCD where a joint meets a limit.
#ifndef LEGWORK_IK_H
#define LEGWORK_IK_H

#include "legwork/math.h"

#define LW_MAX_IK_JOINTS 16

typedef enum lwIkSolver {
	lw_ikAuto,                      // two-bone up to 2 bones; more: the three-bone way, which any number can go
	lw_ikTwoBone,                   // closed form; needs 2 bones
	lw_ikThreeBone,                 // dog-leg: all inner bends grow or shrink together (one root search); needs 3 bones
	lw_ikFabrik,                    // shrink pass and passes in 8 stages, then an exact bend for what is left
	lw_ikCcd,                       // tip to root, at most 0.2 rad a joint and round, then an exact bend
} lwIkSolver;

// One chain, positions in any one space ("solver space"). jointCount - 1 bones.
typedef struct lwIkChain {
	int jointCount;                 // 2..LW_MAX_IK_JOINTS
	const lwVec3* positions;        // animated positions root -> end, jointCount entries; bone lengths are taken from here
	const lwVec3* hingeAxes;        // jointCount entries in solver space in the animated pose, unit; NULL or zero vector: ball joint.
	                                // The last is not used. A hinge at the root (entry 0) makes every solver iterate as CCD.
	                                // Two-bone: what an axis not square to the bones cannot reach is bent freely.
	const float* minAngles;         // rad, allowed turn about the hinge axis relative to the ANIMATED pose; NULL: no limits.
	const float* maxAngles;         // The animated pose is always allowed: min above 0 and max below 0 count as 0
	lwVec3 target;                  // for the end
	lwVec3 pole;                    // unit, side to which the middle bends; tells where the animated chain is nearly straight (below
	                                // 0.6 rad of bend for two bones) and has to bend more, its own bend tells elsewhere. Best is
	                                // the leg's mean bend over its clip; it turns with the line. Zero: any
} lwIkChain;

typedef struct lwIkOptions {
	int cookie;
	lwIkSolver solver;              // default lw_ikAuto
	float weight;                   // 0..1, default 1; 0 gives the animated pose bit for bit
	int maxIterations;              // FABRIK, CCD: default 32
	float tolerance;                // distance to the target, relative to the chain's length: default 1e-5
	float softStart;                // share of the chain's length where soft reach begins (default 0.97); 1: hard.
	                                // Where the animated end is farther out, it begins there (at most maxReach - 0.004), so that a
	                                // target at the animated end leaves the pose as it is
	float maxReach;                 // share of the chain's length never exceeded (default 0.9995)
	float minReach;                 // a target nearer to the root than this share is moved out; default 0 (folding limit of the chain always holds)
} lwIkOptions;

typedef struct lwIkResult {
	float residual;                 // distance end -> (unsoftened) target after solving and weight, solver units; 0 for unusable input
	int iterations;                 // passes (FABRIK) or rounds (CCD); 0 for the others
	bool reached;                   // residual <= tolerance * chain length
} lwIkResult;

LW_API lwIkOptions lwDefaultIkOptions(void);

// outRotations[i] (jointCount entries; the last is identity): rotation in solver space to apply to joint i's animated
// global rotation (it carries everything below: global_i' = outRotations[i] * global_i; NOT relative to the parent's).
// Turns are minimal: nothing rolls about its bone beyond the arcs it is bent and turned by.
// outPositions (jointCount entries, may be NULL): solved joint positions; outPositions[0] == positions[0].
// Degenerate input (zero bones, target at the root, non-finite target) gives a finite, defined pose:
// the animated one where nothing better exists.
LW_API lwIkResult lwSolveIk(const lwIkChain* chain, const lwIkOptions* options, lwQuat* outRotations, lwVec3* outPositions);

// Many chains: results[i] for chains[i]; arrays of jointCount laid one after another, LW_MAX_IK_JOINTS stride.
LW_API void lwSolveIkBatch(const lwIkChain* chains, int count, const lwIkOptions* options, lwQuat* outRotations, lwVec3* outPositions, lwIkResult* outResults);

#endif
