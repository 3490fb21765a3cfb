// SPDX-License-Identifier: MIT
#include "settle/settle.h"

static lwTransform Mix(const lwTransform* a, const lwTransform* b, float t) {
	lwTransform r;
	r.pos = lwLerp3(a->pos, b->pos, t);
	r.rot = lwSlerp(a->rot, b->rot, t);
	r.scale = lwLerp3(a->scale, b->scale, t);
	return r;
}

void lwCharacter_BasePose(lwCharacter* c) {
	const lwAsset* asset = c->asset;
	int joints = asset->skeleton->jointCount;
	float period = asset->walk->duration;
	float legClip[LW_MAX_LEGS];
	for (int l = 0; l < c->legCount; ++l) {
		const lwAssetLeg* def = &asset->legs[l];
		legClip[l] = lwWrap01(def->stance + lwAssetLeg_Warp(def, c->legs[l].t, c->legs[l].off, c->legs[l].strike)) * period;
	}
	float phases[LW_MAX_SOURCES][LW_MAX_LEGS + 1]; // of every source: the legs', then the body's
	for (int i = 0; i < asset->sourceCount; ++i) {
		for (int l = 0; l < c->legCount; ++l) {
			phases[i][l] = lwSource_LegPhase(asset, &asset->sources[i], l, legClip[l] / period);
		}
		phases[i][LW_MAX_LEGS] = lwSource_BodyPhase(&asset->sources[i], c->phase);
	}
	lwClip_Sample(asset->idle, c->idleTime, c->local);
	for (int j = 0; j < joints; ++j) {
		int l = asset->legOfJoint[j];
		float amp = l < 0 ? c->amp : asset->inFoot[j] ? lwCharacter_FootAmp(c, l) : c->legs[l].amp;
		if (amp > 0.0f) {
			float time = l >= 0 ? legClip[l] : c->phase * period;
			bool live = asset->sourceCount > 0;
			lwTransform walk = live ? lwSources_Joint(asset, &phases[0][l >= 0 ? l : LW_MAX_LEGS], LW_MAX_LEGS + 1, j)
									: lwClip_SampleJoint(asset->walk, time, j);
			c->local[j] = amp >= 1.0f ? walk : Mix(&c->local[j], &walk, amp);
		}
	}
}

lwTransform lwCharacter_Placement(const lwCharacter* c) {
	lwVec3 origin = lwLerp3(c->asset->idleOriginMS, c->asset->originMS, c->amp);
	origin.y += c->drop;
	lwTransform t = lwTransformIdentity();
	t.rot = c->frame.rot;
	t.pos = lwSub(c->frame.pos, lwRotate(t.rot, origin));
	return lwCharacter_Sprung(c, &c->frame, c->sway, t);
}
