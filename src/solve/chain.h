// SPDX-License-Identifier: MIT
// The chain a solver works on: double precision, root at the origin. Each stage turns parts of it; turns add up in rot[].
#ifndef LEGWORK_SOLVE_CHAIN_H
#define LEGWORK_SOLVE_CHAIN_H

#include "legwork/ik.h"
#include "solve/vecd.h"

#define SOLVE_MAX_BONES (LW_MAX_IK_JOINTS - 1)
#define SOLVE_NO_LIMIT 1e9

typedef struct SolveChain {
	int boneCount;
	double totalLength;
	double length[SOLVE_MAX_BONES];
	dVec3 bone[SOLVE_MAX_BONES];    // current bone vectors, solver space; lengths kept by turning only
	dQuat rot[SOLVE_MAX_BONES];     // turn of each joint since the animated pose, solver space
	bool hasHinge[SOLVE_MAX_BONES]; // of the joint at the bone's root
	bool anyHinge;                  // of an inner joint
	dVec3 axis[SOLVE_MAX_BONES];    // hinge axis in the current pose, unit
	double angle[SOLVE_MAX_BONES];  // turned so far about the hinge
	double minAngle[SOLVE_MAX_BONES], maxAngle[SOLVE_MAX_BONES]; // always hold 0, the animated pose
	dVec3 pole;                     // unit or zero, animated frame
	dVec3 endDir;                   // unit, root -> animated end (first bone's direction when the end lies on the root)
	double animatedReach;
} SolveChain;

// False when the input cannot be worked on (non-finite, no length).
bool SolveChain_Init(SolveChain* work, const lwIkChain* chain);
// Turns joint `from` and all below it.
void SolveChain_Turn(SolveChain* work, int from, dQuat turn);
// Turns joint i about its hinge by radians, clamped to its limits.
void SolveChain_TurnHinge(SolveChain* work, int joint, double radians);
// Turns the bones to the directions of `to` (any length, zero: kept), joint by joint with the least turn; hinges obeyed.
void SolveChain_Follow(SolveChain* work, const dVec3* to);
dVec3 SolveChain_End(const SolveChain* work);
// Turns the whole so that root -> end lies along the unit vector direction.
void SolveChain_Aim(SolveChain* work, dVec3 direction);
// Axis about which the inner joints bend so that the middle goes to the pole's side; any perpendicular without a pole.
dVec3 SolveChain_PoleAxis(const SolveChain* work);
// Hinges and chains of three and more bones: how much the pole (or, without one, any side) adds to a bend of the given size
// (rad): 0 when the chain is well bent.
double SolveChain_PoleWeight(const SolveChain* work, double bend);
// Signed turn about a hinge that brings `from` nearest to `to`; 0 when either is along the axis.
double Solve_HingeAngle(dVec3 axis, dVec3 from, dVec3 to);

// Side a hinge opens to when neither bend nor pole tells: +1 or -1.
double Solve_LimitSide(const SolveChain* work, int joint);
// Distance at which the end is put for a target at `distance`: soft reach, folding limit.
double Solve_Reach(const SolveChain* work, const lwIkOptions* options, double distance);

// Solvers: bring the end to `distance` from the root by turning inner joints only (direction is up to Aim).
void Solve_TwoBone(SolveChain* work, double distance);
// Inner bends grow or shrink together. False when limits keep the end from the distance (the nearest is left).
bool Solve_Bend(SolveChain* work, double distance);
// A first bend for a chain so straight that iterations would not leave its line.
void Solve_Kick(SolveChain* work, double distance);
void Solve_Fabrik(SolveChain* work, double distance, const lwIkOptions* options, int* ioIterations);
void Solve_Ccd(SolveChain* work, dVec3 target, const lwIkOptions* options, int* ioIterations);

#endif
