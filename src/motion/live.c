// SPDX-License-Identifier: MIT
// Live: the asset of a character with a motion set, mixed anew every frame from the samples that weigh.
#include <string.h>

#include "math/spring.h"
#include "motion/motion.h"

#define BLEND_HALF_LIFE 0.08f // s, of the velocity that is blended by
#define LEAST 1e-4f           // a sample's share from which it is read
#define CENTRE 0.05f          // share of the slowest sample's speed: no nearer to the middle of a blend space, where no way leads

// ---- Weights ---------------------------------------------------------------------------------------------------

// The middle stands: its weight shortens steps, as any speed below the samples' does. The others share the rest.
static void WeighGait(lwMotionState* m, int k) {
	const lwMotionGait* gait = &m->set->gaits[k];
	lwBlendWeight weights[LW_MAX_BLEND_WEIGHTS];
	int n = lwBlendSpace_Weights(gait->space, &m->cursor[k], weights);
	float sum = 0.0f;
	for (int i = 0; i < n; ++i) {
		sum += weights[i].sample > 0 ? weights[i].weight : 0.0f;
	}
	if (!(sum > 1e-3f)) {
		return; // no way leads from here: as before
	}
	memset(m->weights + gait->first, 0, (size_t)gait->count * sizeof(float));
	for (int i = 0; i < n; ++i) {
		if (weights[i].sample > 0) {
			m->weights[gait->first + weights[i].sample - 1] = weights[i].weight / sum;
		}
	}
}

static void MoveCursor(lwMotionState* m, int k, lwVec3 velocity, float halfLife, float dt) {
	float least = CENTRE * m->set->gaits[k].slowest, speed = lwLength(velocity);
	lwBlendCursor* cursor = &m->cursor[k];
	if (speed >= least) {
		lwBlendCursor_Move(cursor, velocity.x, velocity.z, halfLife, dt);
	} else if (!cursor->placed) { // standing: as the first sample goes
		lwVec3 v = lwMul(m->set->base->pace.directionMS, least);
		lwBlendCursor_Move(cursor, v.x, v.z, 0.0f, dt);
	}
}

static void ShareOut(lwMotionState* m) {
	float fades = 0.0f, sum = 0.0f;
	for (int k = 0; k < m->set->gaitCount; ++k) {
		fades += m->fade[k];
	}
	for (int i = 0; i < m->set->sampleCount; ++i) {
		float w = m->fade[m->set->items[i].gait] / fades * m->weights[i];
		m->share[i] = w > LEAST ? w - LEAST : 0.0f; // from nothing, without a jump
		sum += m->share[i];
	}
	for (int i = 0; i < m->set->sampleCount; ++i) {
		m->share[i] /= sum;
	}
}

// More than can be read at once: the lightest give way.
static void LimitSources(lwMotionState* m) {
	for (;;) {
		int n = 0, lightest = -1;
		float sum = 0.0f;
		for (int i = 0; i < m->set->sampleCount; ++i) {
			n += m->share[i] > 0.0f ? 1 : 0;
			bool lighter = m->share[i] > 0.0f && (lightest < 0 || m->share[i] < m->share[lightest]);
			lightest = lighter ? i : lightest;
			sum += m->share[i];
		}
		if (n <= LW_MAX_SOURCES) {
			for (int i = 0; i < m->set->sampleCount; ++i) {
				m->share[i] /= sum;
			}
			return;
		}
		m->share[lightest] = 0.0f;
	}
}

static void FindSources(lwMotionState* m) {
	m->live.sourceCount = 0;
	for (int i = 0; i < m->set->sampleCount; ++i) {
		const lwMotionItem* item = &m->set->items[i];
		if (m->share[i] > 0.0f) {
			float shift = item->shift + m->shift[item->gait];
			m->live.sources[m->live.sourceCount++] = (lwSource){ item->asset, m->share[i], shift };
		}
	}
}

// ---- Numbers ---------------------------------------------------------------------------------------------------

float lwMotion_Stance(const lwMotionState* m, int k, int l) {
	const lwMotionGait* gait = &m->set->gaits[k];
	const lwMotionItem* items = m->set->items + gait->first;
	float first = items[0].asset->legs[l].stance - items[0].shift, sum = 0.0f;
	for (int i = 1; i < gait->count; ++i) {
		float away = lwWrap01(items[i].asset->legs[l].stance - items[i].shift - first + 0.5f) - 0.5f;
		sum += m->weights[gait->first + i] * away;
	}
	return lwWrap01(first + sum - m->shift[k]);
}

static float AddAngle(float sum, float reference, float angle, float w) {
	return sum + w * (reference + lwWrapAngle(angle - reference));
}

static void AddLeg(lwAssetLeg* out, const lwAssetLeg* s, const lwAssetLeg* first, float w) {
	out->off += w * s->off;
	out->strike += w * s->strike;
	out->clipOff += w * s->clipOff;
	out->clipStrike += w * s->clipStrike;
	out->homeCS = lwMulAdd(out->homeCS, s->homeCS, w);
	out->homeYaw = AddAngle(out->homeYaw, first->homeYaw, s->homeYaw, w);
	out->flightStart = lwMulAdd(out->flightStart, s->flightStart, w);
	out->flightEnd = lwMulAdd(out->flightEnd, s->flightEnd, w);
	out->flightStartSlope = lwMulAdd(out->flightStartSlope, s->flightStartSlope, w);
	out->flightEndSlope = lwMulAdd(out->flightEndSlope, s->flightEndSlope, w);
	out->flightStartYaw = AddAngle(out->flightStartYaw, first->flightStartYaw, s->flightStartYaw, w);
	out->flightEndYaw = AddAngle(out->flightEndYaw, first->flightEndYaw, s->flightEndYaw, w);
	out->flightHeight += w * s->flightHeight;
	out->easeStart += w * s->easeStart;
	out->easeEnd += w * s->easeEnd;
	out->poleLS = lwMulAdd(out->poleLS, s->poleLS, w);
	out->reach += w * s->reach;
	out->standReach += w * s->standReach;
	out->fold += w * s->fold;
	out->firstShare += w * s->firstShare;
	float tail = s->firstShare < 1.0f ? w : 0.0f; // others have no tail to speak of
	out->tailReach += tail * s->tailReach;
	out->tailPoleLS = lwMulAdd(out->tailPoleLS, s->tailPoleLS, tail);
}

// The slopes of the mixed flight at its ends: sources whose contacts last otherwise are read faster or slower there.
static void FindSlopes(const lwAsset* live, int l) {
	lwAssetLeg* leg = &live->legs[l];
	const float du = 0.02f, span = leg->clipStrike - leg->clipOff;
	lwVec3 a = lwAssetLeg_Walk(live, l, leg->stance + leg->clipOff + du * span).printCS;
	lwVec3 b = lwAssetLeg_Walk(live, l, leg->stance + leg->clipStrike - du * span).printCS;
	leg->flightStartSlope = lwMul(lwSub(a, leg->flightStart), 1.0f / du);
	leg->flightEndSlope = lwMul(lwSub(leg->flightEnd, b), 1.0f / du);
}

static void MixLeg(lwMotionState* m, int l) {
	lwAsset* live = &m->live;
	const lwAssetLeg* base = &m->set->base->legs[l];
	const lwAssetLeg* first = &live->sources[0].asset->legs[l];
	lwAssetLeg mixed;
	float tail = 0.0f;
	memset(&mixed, 0, sizeof(mixed));
	for (int i = 0; i < live->sourceCount; ++i) {
		const lwAssetLeg* s = &live->sources[i].asset->legs[l];
		AddLeg(&mixed, s, first, live->sources[i].weight);
		tail += s->firstShare < 1.0f ? live->sources[i].weight : 0.0f;
	}
	mixed.idle = base->idle;
	mixed.halfSole = base->halfSole;
	mixed.reference = base->reference;
	mixed.standCS = base->standCS;
	mixed.standYaw = base->standYaw;
	mixed.standShape = base->standShape;
	mixed.poleLS = lwNormalizeOr(mixed.poleLS, base->poleLS);
	mixed.tailPoleLS = lwNormalizeOr(mixed.tailPoleLS, base->tailPoleLS);
	mixed.tailReach = tail > 0.0f ? mixed.tailReach / tail : 0.0f;
	mixed.stance = lwMotion_Stance(m, m->gait, l);
	live->legs[l] = mixed;
	FindSlopes(live, l);
}

static void MixWhole(lwMotionState* m) {
	lwAsset* live = &m->live;
	lwPace pace = { 0 };
	lwVec3 velocity = lwV3(0.0f, 0.0f, 0.0f), origin = velocity;
	float speed = 0.0f, radius = 0.0f;
	for (int i = 0; i < live->sourceCount; ++i) {
		const lwSource* s = &live->sources[i];
		const lwPace* own = s->asset->gait;
		pace.period += s->weight * own->period;
		speed += s->weight * own->speed;
		velocity = lwMulAdd(velocity, own->directionMS, s->weight * own->speed);
		origin = lwMulAdd(origin, s->asset->originMS, s->weight);
		radius += s->weight * s->asset->footRadius;
	}
	pace.speed = lwMaxF(lwLength(velocity), 0.5f * speed); // ways that lead apart still step
	pace.stride = pace.speed * pace.period;
	pace.directionMS = lwNormalizeOr(velocity, live->pace.directionMS);
	live->pace = pace;
	live->originMS = origin;
	live->footRadius = radius;
}

static void Mix(lwMotionState* m) {
	ShareOut(m);
	LimitSources(m);
	FindSources(m);
	MixWhole(m);
	for (int l = 0; l < m->set->legCount; ++l) {
		MixLeg(m, l);
	}
}

void lwMotion_Blend(lwCharacter* c, float dt) {
	lwMotionState* m = c->motion;
	lwVec3 velocity = lwRotate(lwConj(c->frame.rot), c->now.velocity);
	velocity.y = 0.0f;
	lwMotion_Choose(c, dt);
	for (int k = 0; k < m->set->gaitCount; ++k) {
		float goal = k == m->gait ? 1.0f : 0.0f;
		lwSpringFade(&m->fade[k], &m->fadeRate[k], goal, 0.35f * c->def.gaitTime, dt);
		bool still = !c->running && c->amp <= 0.0f;
		MoveCursor(m, k, velocity, still ? 0.0f : BLEND_HALF_LIFE, dt);
		WeighGait(m, k);
	}
	Mix(m);
}

// ---- State -----------------------------------------------------------------------------------------------------

static size_t Round16(size_t size) {
	return (size + 15) & ~(size_t)15;
}

size_t lwMotionState_ByteCount(const lwMotionSet* set) {
	return set == NULL ? 0 : Round16(sizeof(lwMotionState)) + Round16((size_t)set->legCount * sizeof(lwAssetLeg));
}

void lwMotionState_Init(lwCharacter* c, void* block) {
	lwMotionState* m = block;
	m->set = c->def.motions;
	m->live = *m->set->base;
	m->live.sample = NULL;
	m->live.gait = &m->live.pace;
	m->live.arena = NULL;
	m->live.legs = (lwAssetLeg*)(void*)((char*)block + Round16(sizeof(lwMotionState)));
	m->live.walkSpeed = m->set->gaits[0].slowest;
	c->motion = m;
	c->asset = &m->live;
}

void lwMotion_Reset(lwCharacter* c) {
	lwMotionState* m = c->motion;
	if (m == NULL) {
		return;
	}
	for (int k = 0; k < m->set->gaitCount; ++k) {
		m->fade[k] = k == 0 ? 1.0f : 0.0f;
		m->fadeRate[k] = m->shift[k] = 0.0f;
		m->cursor[k] = (lwBlendCursor){ 0 };
	}
	m->gait = 0;
	m->sinceChange = 0.0f;
	for (int l = 0; l < c->legCount; ++l) {
		c->legs[l].joined = c->legs[l].thisCycle = true;
	}
	for (int k = 0; k < m->set->gaitCount; ++k) {
		MoveCursor(m, k, lwV3(0.0f, 0.0f, 0.0f), 0.0f, 0.0f);
		WeighGait(m, k);
	}
	Mix(m);
	for (int l = 0; l < c->legCount; ++l) {
		c->legs[l].clock = lwWrap01(c->phase - m->live.legs[l].stance);
	}
}

// ---- Asked for -------------------------------------------------------------------------------------------------

int lwCharacter_Gait(const lwCharacter* c) {
	return c->motion != NULL ? c->motion->gait : -1;
}

int lwCharacter_MotionWeights(const lwCharacter* c, lwBlendWeight* outWeights, int capacity) {
	int n = 0;
	for (int i = 0; c->motion != NULL && i < c->motion->set->sampleCount; ++i) {
		if (c->motion->share[i] > 0.0f) {
			if (n < capacity) {
				outWeights[n] = (lwBlendWeight){ c->motion->set->items[i].number, c->motion->share[i] };
			}
			++n;
		}
	}
	return n;
}
