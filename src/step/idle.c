// SPDX-License-Identifier: MIT
// Standing: what the idle clip does with a foot, sliding, tapping, lifting it, happens about the place where it stands, in that
// place's frame: on a wall as on the floor. Feet that the idle leaves where they are stand still to the bit.
#include "step/state.h"

#define STILL 0.02f // L: an idle that moves a foot by less leaves it where it is

static lwLegFrame IdleFrame(const lwCharacter* c, int l) {
	const lwAsset* asset = c->asset;
	float at = lwWrap01(c->idleTime / asset->idle->duration) * (float)asset->idleFrames;
	int a = (int)at;
	a = a >= asset->idleFrames ? asset->idleFrames - 1 : a;
	int b = a + 1 == asset->idleFrames ? 0 : a + 1;
	const lwLegFrame* frames = asset->legs[l].idle;
	return lwLegFrame_Blend(&frames[a], &frames[b], at - (float)a);
}

void lwCharacter_FollowIdle(lwCharacter* c, int l) {
	const lwAssetLeg* def = &c->asset->legs[l];
	lwLegState* leg = &c->legs[l];
	float still = 1.0f - lwSmoothStep(0.0f, 0.3f, lwMaxF(c->amp, leg->amp));
	if (def->idleTravel < STILL * c->L || still <= 0.0f || !leg->current.found) {
		return;
	}
	lwLegFrame idle = IdleFrame(c, l);
	lwQuat toPrint = lwQuatAxisAngle(lwV3(0.0f, 1.0f, 0.0f), -def->standYaw);
	lwVec3 offset = lwRotate(toPrint, lwSub(idle.printCS, def->standCS));
	offset.y = lwMaxF(offset.y, 0.0f);
	float turn = def->halfSole > 0.0f ? lwWrapAngle(idle.printYaw - def->standYaw) : 0.0f;
	leg->printPos = lwAdd(leg->current.pos, lwRotate(leg->current.rot, lwMul(offset, still)));
	leg->printRot = lwQuatMul(leg->current.rot, lwQuatAxisAngle(lwV3(0.0f, 1.0f, 0.0f), still * turn));
	leg->shape = lwFootShape_Blend(&leg->shape, &idle.shape, still);
}
