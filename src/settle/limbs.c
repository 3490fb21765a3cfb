// SPDX-License-Identifier: MIT
// Limbs: the legs' joints turned by IK so that the feet stand on their prints. Works in model space.
#include "settle/settle.h"

#include "solve/limb.h"

// Where a foot must be, in model space, when its shape lies on its print.
static lwLimbTarget FindTarget(const lwCharacter* c, int l, const lwTransform* placement, const lwFootShape* shape) {
	const lwLegState* leg = &c->legs[l];
	lwQuat toModel = lwConj(placement->rot);
	lwVec3 print = lwRotate(toModel, lwSub(leg->printPos, placement->pos));
	lwQuat printRot = lwQuatMul(toModel, leg->printRot);
	lwLimbTarget t;
	t.footPos = lwAdd(print, lwRotate(printRot, lwFootShape_Place(shape, c->asset->legs[l].halfSole)));
	t.footRot = lwQuatMul(printRot, shape->rot);
	t.end = lwAdd(t.footPos, lwRotate(t.footRot, shape->end));
	t.keepEndRot = lwAssetLeg_IsTip(c->asset, l);
	return t;
}

// The sole as the mixed pose really holds it: toes that bend by half lie elsewhere than half way between the clips' points.
static void ReadSole(const lwCharacter* c, const lwLeg* rig, lwFootShape* ioShape) {
	lwVec3 foot = c->model[rig->footJoint].t;
	lwQuat toFoot = lwConj(lwMat34Rotation(c->model[rig->footJoint]));
	ioShape->heel = lwRotate(toFoot, lwSub(lwContactPoint_Pos(&rig->heel, c->model), foot));
	ioShape->toe = rig->singleContact ? ioShape->heel : lwRotate(toFoot, lwSub(lwContactPoint_Pos(&rig->toe, c->model), foot));
}

// The bones below the first joint come to the target as far as they can, the first staying as animated; its share of the
// work is left out. ioPositions: of the limb; outTurns: what its joints were turned by.
static void SolveTail(const lwCharacter* c, int l, lwVec3 target, lwVec3* ioPositions, lwQuat* outTurns) {
	const lwLeg* rig = &c->asset->rig->legs[l];
	const lwAssetLeg* def = &c->asset->legs[l];
	lwVec3 solved[LW_MAX_IK_JOINTS];
	lwIkChain ik = { 0 };
	ik.jointCount = rig->limbCount - 1;
	ik.positions = ioPositions + 1;
	ik.target = target;
	ik.pole = lwRotate(lwMat34Rotation(c->model[rig->joints[1]]), def->tailPoleLS);
	lwIkOptions options = lwDefaultIkOptions();
	options.weight = 1.0f - def->firstShare;
	options.softStart = def->tailReach - 0.05f; // what the rest of the limb does not reach the first joint does
	options.maxReach = lwMinF(def->tailReach + 0.03f, 0.9989f);
	(void)lwSolveIk(&ik, &options, outTurns + 1, solved);
	outTurns[0] = lwQuatIdentity();
	for (int i = 1; i < rig->limbCount; ++i) {
		ioPositions[i] = solved[i - 1];
	}
}

static void SolveLeg(lwCharacter* c, int l, const lwTransform* placement) {
	const lwLeg* rig = &c->asset->rig->legs[l];
	lwLegState* leg = &c->legs[l];
	lwVec3 positions[LW_MAX_IK_JOINTS], solved[LW_MAX_IK_JOINTS];
	lwQuat rotations[LW_MAX_IK_JOINTS];
	for (int i = 0; i < rig->limbCount; ++i) {
		positions[i] = c->model[rig->joints[i]].t;
	}
	ReadSole(c, rig, &leg->shape);
	leg->shape.rot = lwQuatMul(lwQuatAxisAngle(lwV3(1.0f, 0.0f, 0.0f), leg->peel), leg->shape.rot);
	lwLimbTarget target = FindTarget(c, l, placement, &leg->shape);

	lwQuat turns[LW_MAX_IK_JOINTS];
	bool still = c->asset->legs[l].firstShare < 1.0f;
	if (still) {
		SolveTail(c, l, target.end, positions, turns);
	}

	lwIkChain ik = { 0 };
	ik.jointCount = rig->limbCount;
	ik.positions = positions;
	ik.target = target.end;
	ik.pole = lwRotate(lwMat34Rotation(c->model[rig->joints[0]]), c->asset->legs[l].poleLS);
	lwIkOptions options = lwDefaultIkOptions();
	// Flying feet come to the end of their reach softly; standing ones must arrive.
	float air = leg->state == lw_footFlying ? lwSmoothStep(0.0f, 0.15f, leg->u) * lwSmoothStep(0.0f, 0.15f, 1.0f - leg->u) : 0.0f;
	float reach = lwCharacter_Reach(c, l);
	float moving = lwSmoothStep(0.0f, 0.3f, lwMaxF(leg->amp, c->amp));
	options.softStart = reach * lwLerpF(1.0f, lwLerpF(0.984f, 0.96f, air), moving);
	options.maxReach = reach;
	// Lifted over obstacles a leg does not fold up entirely; the ground's own feet must come down where they stand.
	options.minReach = c->asset->legs[l].fold * air * lwSmoothStep(0.0f, 0.15f * c->L, leg->lift);
	lwIkResult result = lwSolveIk(&ik, &options, rotations, solved);
	leg->residual = result.residual;
	leg->hip = lwAdd(placement->pos, lwRotate(placement->rot, positions[0]));
	leg->end = lwAdd(placement->pos, lwRotate(placement->rot, target.end));
	leg->missed = lwRotate(placement->rot, lwSub(solved[rig->limbCount - 1], target.end));
	for (int i = 0; still && i < rig->limbCount; ++i) {
		rotations[i] = lwQuatMul(rotations[i], turns[i]);
	}

	lwLimb_Apply(c->asset->skeleton, rig, c->model, rotations, &target, lwSub(solved[rig->limbCount - 1], target.end), c->local);
}

// A foot in flight on any surface that the leg would take through a face goes along it.
static void PoseLeg(lwCharacter* c, int l, const lwTransform* placement) {
	lwLegState* leg = &c->legs[l];
	lwFootShape shape = leg->shape;
	SolveLeg(c, l, placement);
	for (int i = 0; i < 4 && c->now.oriented && leg->state == lw_footFlying && lwCharacter_Evade(c, l); ++i) {
		leg->shape = shape;
		SolveLeg(c, l, placement);
	}
}

void lwCharacter_SolveLegs(lwCharacter* c) {
	lwTransform placement = lwCharacter_Placement(c);
	lwSkeleton_ToModel(c->asset->skeleton, c->local, lwMat34Identity(), c->model);
	for (int l = 0; l < c->legCount; ++l) {
		PoseLeg(c, l, &placement);
	}
}
