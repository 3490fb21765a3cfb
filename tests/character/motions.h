// SPDX-License-Identifier: MIT
// Motion sets of the built-in creatures, characters that go by them, and what is watched of every frame.
#ifndef LEGWORK_TESTS_CHARACTER_MOTIONS_H
#define LEGWORK_TESTS_CHARACTER_MOTIONS_H

#include "walker.h"

#include "legwork/motion_set.h"
#include "motion/motion.h"

// ---- Sets --------------------------------------------------------------------------------------------------------

typedef struct Set {
	const Creature* creature;
	lwAnalysis* analyses[LW_MAX_MOTIONS];
	lwMotionSample samples[LW_MAX_MOTIONS];
	int count;
	lwMotionSetDef def;
	lwMotionSet* set;
} Set;

static inline void Set_Add(Set* s, const char* clip, const char* gait) {
	lwAnalysis* a = Creature_Analyse(&s_creatures[s->creature - s_creatures], clip);
	s->analyses[s->count] = a;
	s->samples[s->count++] = (lwMotionSample){ &a->gait, a->clip, gait };
}

static inline void Set_Begin(Set* s, int kind) {
	memset(s, 0, sizeof(*s));
	s->creature = Creature_Get(kind);
	s->def = lwDefaultMotionSetDef();
	s->def.skeleton = &s->creature->skeleton->skeleton;
	s->def.rig = &s->creature->walk->rig;
	s->def.idle = s->creature->idle->clip;
	s->def.idleOriginMS = s->creature->idle->gait.originMS;
}

static inline void Set_Make(Set* s) {
	s->def.sampleCount = s->count;
	s->def.samples = s->samples;
	lwResult result = lwCreateMotionSet(&s->def, &s->set);
	s->def.samples = NULL; // the set is handed on by value
	if (result.status != lw_ok) {
		fail_msg("%s", result.message);
	}
}

static inline void Set_Free(Set* s) {
	lwDestroyMotionSet(s->set);
	for (int i = 0; i < s->count; ++i) {
		lwDestroyAnalysis(s->analyses[i]);
	}
}

static inline Set Set_Wolf(void) {
	Set s;
	Set_Begin(&s, lw_sampleQuadruped);
	Set_Add(&s, "Walk", NULL);
	Set_Add(&s, "Trot", NULL);
	Set_Add(&s, "Canter", "canter");
	Set_Add(&s, "Gallop", "gallop");
	Set_Make(&s);
	return s;
}

static inline Set Set_Person(void) {
	static const char* const ways[] = { "F", "FL", "L", "BL", "B", "BR", "R", "FR" };
	Set s;
	Set_Begin(&s, lw_sampleBiped);
	for (int i = 0; i < 16; ++i) {
		char clip[16];
		(void)snprintf(clip, sizeof(clip), "%s_%s", i < 8 ? "Walk" : "Run", ways[i % 8]);
		Set_Add(&s, clip, i < 8 ? "walk" : "run");
	}
	Set_Make(&s);
	return s;
}

static inline Walker Set_Walker(const Set* s, Stick* stick, const lwCharacterDef* with) {
	Walker w;
	memset(&w, 0, sizeof(w));
	lwCharacterDef c = *with;
	c.motions = s->set;
	c.predictor = Stick_Predictor(stick);
	w.creature = s->creature;
	w.stick = stick;
	w.L = s->creature->L;
	w.legs = s->creature->walk->rig.legCount;
	assert_int_equal(lwCreateCharacter(&c, &w.character).status, lw_ok);
	w.model = calloc((size_t)s->creature->skeleton->skeleton.jointCount, sizeof(lwMat34));
	assert_non_null(w.model);
	Walker_Look(&w);
	return w;
}

// ---- What is watched -----------------------------------------------------------------------------------------------

// Fastest foot over the ground of a sample going at its own speed, units/s.
static inline float FastestFoot(const Set* s) {
	float fastest = 0.0f;
	for (int i = 0; i < s->set->sampleCount; ++i) {
		const lwAsset* a = s->set->items[i].asset;
		lwVec3 travel = lwMul(a->gait->directionMS, a->gait->speed);
		for (int k = 0; k < a->rig->legCount * 64; ++k) {
			float at = (float)(k % 64) / 64.0f, step = 1.0f / 64.0f;
			lwVec3 p = lwAssetLeg_Walk(a, k / 64, at).printCS, q = lwAssetLeg_Walk(a, k / 64, at + step).printCS;
			lwVec3 v = lwMulAdd(travel, lwSub(q, p), 1.0f / (step * a->gait->period));
			fastest = lwMaxF(fastest, lwLength(v));
		}
	}
	return fastest;
}

// Largest change of a joint's turning from one frame at 60 Hz to the next in the samples, rad.
static inline float SamplesPop(const Set* s) {
	float pop = 0.0f;
	for (int i = 0; i < s->count; ++i) {
		const lwClip* clip = s->samples[i].clip;
		for (int j = 0; j < clip->jointCount; ++j) {
			for (float t = 0.0f; t < clip->duration; t += 1.0f / 240.0f) {
				lwQuat q[3];
				for (int k = 0; k < 3; ++k) {
					q[k] = lwClip_SampleJoint(clip, t + (float)k / 60.0f, j).rot;
				}
				lwVec3 a = lwQuatLog(lwQuatNormalize(lwQuatMul(lwConj(q[0]), q[1])));
				lwVec3 b = lwQuatLog(lwQuatNormalize(lwQuatMul(lwConj(q[1]), q[2])));
				pop = lwMaxF(pop, lwLength(lwSub(b, a)));
			}
		}
	}
	return pop;
}

typedef struct Watch {
	Contacts contacts;
	float fastest;                 // foot, units/s
	float planted;                 // way of a print that stands, frame to frame, % L
	float bone;                    // relative
	float pop;                     // largest change of a joint's turning from frame to frame, rad
	float weightStep;              // largest change of a sample's weight from frame to frame
	float clockStep;               // largest advance of a leg's clock in a frame, against the cycle's
	float apart;                   // largest phase between the sources of a leg, at its key times
	int changes;
	float sum;                     // of weights, worst distance from 1
	// state
	bool begun;
	lwVec3 print[LW_MAX_LEGS];
	bool stood[LW_MAX_LEGS];
	float weights[LW_MAX_MOTIONS];
	lwQuat rot[2][256];
	int frames;
} Watch;

static inline void WatchFeet(Watch* k, const Walker* w, float dt) {
	for (int l = 0; l < w->legs; ++l) {
		lwLegStatus s = lwCharacter_Leg(w->character, l);
		const lwLegState* leg = &w->character->legs[l];
		float way = lwDistance(leg->printPos, k->print[l]);
		bool stands = s.state == lw_footPlanted && k->stood[l];
		if (k->begun) {
			k->fastest = lwMaxF(k->fastest, way / dt);
			k->planted = stands ? lwMaxF(k->planted, 100.0f * way / w->L) : k->planted;
			k->clockStep = w->character->cycleStep > 0.0f ? lwMaxF(k->clockStep, leg->rate) : k->clockStep;
		}
		k->print[l] = leg->printPos;
		k->stood[l] = s.state == lw_footPlanted;
	}
}

static inline void WatchPose(Watch* k, const Walker* w) {
	const lwSkeleton* skeleton = &w->creature->skeleton->skeleton;
	const lwTransform* local = lwCharacter_Pose(w->character);
	for (int j = 0; j < skeleton->jointCount; ++j) {
		float bind = lwLength(skeleton->bind[j].pos);
		if (w->character->asset->legOfJoint[j] >= 0 && bind > 0.01f * w->L) {
			k->bone = lwMaxF(k->bone, lwAbsF(lwLength(local[j].pos) - bind) / bind);
		}
		if (k->frames >= 2) {
			lwVec3 a = lwQuatLog(lwQuatNormalize(lwQuatMul(lwConj(k->rot[1][j]), k->rot[0][j])));
			lwVec3 b = lwQuatLog(lwQuatNormalize(lwQuatMul(lwConj(k->rot[0][j]), local[j].rot)));
			k->pop = lwMaxF(k->pop, lwLength(lwSub(b, a)));
		}
		k->rot[1][j] = k->rot[0][j];
		k->rot[0][j] = local[j].rot;
	}
	k->frames += 1;
}

static inline void WatchWeights(Watch* k, const Walker* w) {
	lwBlendWeight list[LW_MAX_MOTIONS];
	float weights[LW_MAX_MOTIONS] = { 0.0f }, sum = 0.0f;
	int n = lwCharacter_MotionWeights(w->character, list, LW_MAX_MOTIONS);
	for (int i = 0; i < n; ++i) {
		weights[list[i].sample] = list[i].weight;
		sum += list[i].weight;
	}
	k->sum = lwMaxF(k->sum, lwAbsF(sum - 1.0f));
	for (int i = 0; i < LW_MAX_MOTIONS; ++i) {
		k->weightStep = k->begun ? lwMaxF(k->weightStep, lwAbsF(weights[i] - k->weights[i])) : 0.0f;
		k->weights[i] = weights[i];
	}
}

// At the live leg's stance time, foot-off and strike every source is at its own.
static inline void WatchPhases(Watch* k, const Walker* w) {
	const lwAsset* live = w->character->asset;
	for (int i = 0; i < live->sourceCount; ++i) {
		for (int l = 0; l < w->legs; ++l) {
			const lwAssetLeg* leg = &live->legs[l];
			const lwAssetLeg* own = &live->sources[i].asset->legs[l];
			const float at[3] = { 0.0f, leg->clipOff, leg->clipStrike }, is[3] = { 0.0f, own->clipOff, own->clipStrike };
			for (int m = 0; m < 3; ++m) {
				float phase = lwSource_LegPhase(live, &live->sources[i], l, leg->stance + at[m]);
				float d = lwWrap01(phase - own->stance - is[m] + 0.5f) - 0.5f;
				k->apart = lwMaxF(k->apart, lwAbsF(d));
			}
		}
	}
}

static inline void Watch_Frame(Watch* k, const Walker* w, float dt) {
	assert_true(Walker_IsFinite(w));
	Contacts_Watch(&k->contacts, w);
	WatchFeet(k, w, dt);
	WatchPose(k, w);
	WatchWeights(k, w);
	WatchPhases(k, w);
	lwEvent events[LW_EVENT_CAPACITY];
	int n = lwCharacter_TakeEvents(w->character, events, LW_EVENT_CAPACITY);
	for (int i = 0; i < n; ++i) {
		k->changes += events[i].kind == lw_eventGaitChange ? 1 : 0;
	}
	k->begun = true;
}

// Towards a velocity at an acceleration, then on, for seconds.
static inline void Go(Walker* w, Watch* k, float forward, float side, float acceleration, float seconds) {
	const float dt = 1.0f / 60.0f;
	for (int f = 0; f < (int)(seconds * 60.0f + 0.5f); ++f) {
		float way = acceleration * dt;
		w->stick->forward += lwClampF(forward - w->stick->forward, -way, way);
		w->stick->side += lwClampF(side - w->stick->side, -way, way);
		Walker_Step(w, dt);
		Watch_Frame(k, w, dt);
	}
}

static inline void Report(const char* name, const Watch* k, const Walker* w) {
	print_message("%s: %d stances, skate mean %.3f max %.3f %% L, sole -%.2f..%.2f %% L, fastest foot %.2f L/s, bone %.2g, pop %.3f rad, clock %.2f, "
				  "residual %.2f %% L, drop %.1f %% L\n", name, k->contacts.stances, (double)Contacts_SkateMean(&k->contacts), (double)k->contacts.skateMax,
				  (double)k->contacts.below, (double)k->contacts.above, (double)(k->fastest / w->L), (double)k->bone, (double)k->pop, (double)k->clockStep,
				  (double)k->contacts.residual, (double)k->contacts.drop);
}

#endif
