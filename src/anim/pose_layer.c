// SPDX-License-Identifier: MIT
// Additive poses and one-shot layers.
#include "legwork/pose.h"

#include <string.h>

#include "math/inline.h"

static float Ratio(float a, float b) {
	return b != 0.0f ? a / b : 1.0f;
}

static lwTransform Difference(const lwTransform* pose, const lwTransform* reference) {
	lwTransform d;
	d.pos = lwSub(pose->pos, reference->pos);
	d.rot = lwQuatNormalizeInline(lwQuatMulInline(pose->rot, lwConj(reference->rot)));
	d.scale = lwV3(Ratio(pose->scale.x, reference->scale.x), Ratio(pose->scale.y, reference->scale.y),
				   Ratio(pose->scale.z, reference->scale.z));
	return d;
}

void lwPose_Difference(const lwTransform* pose, const lwTransform* reference, int jointCount,
					   lwTransform* outDifference) {
	for (int j = 0; j < jointCount; ++j) {
		outDifference[j] = Difference(&pose[j], &reference[j]);
	}
}

// Share w in (0, 1] of a difference; take: off instead of on.
static void AddJoint(const lwTransform* d, float w, bool take, lwTransform* io) {
	lwQuat q = d->rot.w < 0.0f ? (lwQuat){ -d->rot.x, -d->rot.y, -d->rot.z, -d->rot.w } : d->rot;
	lwQuat turn = lwQuatNormalizeInline((lwQuat){ q.x * w, q.y * w, q.z * w, 1.0f + (q.w - 1.0f) * w }); // nlerp from identity
	lwVec3 grow = lwLerp3(lwV3(1.0f, 1.0f, 1.0f), d->scale, w);
	if (take) {
		turn = lwConj(turn);
		grow = lwV3(Ratio(1.0f, grow.x), Ratio(1.0f, grow.y), Ratio(1.0f, grow.z));
	}
	io->pos = lwMulAdd(io->pos, d->pos, take ? -w : w);
	io->rot = lwQuatNormalizeInline(lwQuatMulInline(turn, io->rot));
	io->scale = lwMulV(io->scale, grow);
}

void lwPose_Add(const lwTransform* difference, float weight, const float* mask, int jointCount, lwTransform* ioPose) {
	bool take = weight < 0.0f;
	float whole = lwMinF(lwAbsF(weight), 1.0f);
	for (int j = 0; j < jointCount; ++j) {
		float w = mask != NULL ? whole * lwMinF(mask[j], 1.0f) : whole;
		if (w > 0.0f) {
			AddJoint(&difference[j], w, take, &ioPose[j]);
		}
	}
}

lwOneShotDef lwDefaultOneShotDef(void) {
	lwOneShotDef def;
	memset(&def, 0, sizeof(def));
	def.cookie = LW_COOKIE;
	def.rate = 1.0f;
	def.fadeIn = 0.15f;
	def.fadeOut = 0.25f;
	def.weight = 1.0f;
	return def;
}

float lwOneShot_Duration(const lwOneShotDef* def) {
	if (!LW_ASSERT(def != NULL && def->cookie == LW_COOKIE) || def->clip == NULL || !(def->rate > 0.0f)) {
		return 0.0f;
	}
	return def->clip->duration > 0.0f ? def->clip->duration / def->rate : 0.0f;
}

static float KeyedWeight(const lwOneShotDef* def, float time) {
	int n = def->keyCount < LW_MAX_LAYER_KEYS ? def->keyCount : LW_MAX_LAYER_KEYS;
	int k = 0;
	while (k < n && def->keyTime[k] <= time) {
		++k;
	}
	if (k == 0 || k == n) {
		return def->keyWeight[k == 0 ? 0 : n - 1];
	}
	float t = lwSmoothStep(def->keyTime[k - 1], def->keyTime[k], time);
	return lwLerpF(def->keyWeight[k - 1], def->keyWeight[k], t);
}

static float FadedWeight(const lwOneShotDef* def, float time, float duration) {
	float in = lwMaxF(def->fadeIn, 0.0f), out = lwMaxF(def->fadeOut, 0.0f);
	float fit = in + out > duration ? duration / (in + out) : 1.0f;
	float rise = lwSmoothStep(0.0f, in * fit, time);
	float fall = lwSmoothStep(0.0f, out * fit, duration - time);
	return lwMinF(rise, fall);
}

float lwOneShot_Weight(const lwOneShotDef* def, float time) {
	float duration = lwOneShot_Duration(def);
	if (!(duration > 0.0f && time >= 0.0f && time <= duration)) {
		return 0.0f;
	}
	float w = def->keyCount > 0 ? KeyedWeight(def, time) : FadedWeight(def, time, duration);
	return lwClampF(w * def->weight, 0.0f, 1.0f);
}

// A looping clip played once ends with its last frame, not its first: kept a hair before the wrap.
static float ClipTime(const lwOneShotDef* def, float time) {
	float last = def->clip->duration;
	if (def->clip->looping) {
		last -= last / (float)def->clip->frameCount;
	}
	return lwMinF(time * def->rate, last);
}

void lwOneShot_Apply(const lwOneShotDef* def, float time, lwTransform* ioPose) {
	float weight = lwOneShot_Weight(def, time);
	if (!(weight > 0.0f)) {
		return;
	}
	const lwClip* clip = def->clip;
	float at = ClipTime(def, time);
	for (int j = 0; j < clip->jointCount; ++j) {
		float w = def->mask != NULL ? weight * lwMinF(def->mask[j], 1.0f) : weight;
		if (!(w > 0.0f)) {
			continue;
		}
		lwTransform layer = lwClip_SampleJoint(clip, at, j);
		if (def->additive) {
			lwTransform d = Difference(&layer, &clip->frames[j]);
			AddJoint(&d, w, false, &ioPose[j]);
		} else {
			lwPoseInput both[2] = { { &ioPose[j], 1.0f - w, NULL }, { &layer, w, NULL } };
			lwPose_Blend(both, 2, NULL, 1, &ioPose[j]);
		}
	}
}
