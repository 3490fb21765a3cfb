// SPDX-License-Identifier: MIT
// Creatures of two-joint legs whose feet are moved by hand: exact motions to analyse, built in memory.
#ifndef LEGWORK_TESTS_ANALYSE_STEPPER_H
#define LEGWORK_TESTS_ANALYSE_STEPPER_H

#include "legwork/analyse.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STEPPER_LEGS 12

// What to build; see stepperDefault. Node 0 is the root, 1 + 2 l the hip and 2 + 2 l the foot of leg l.
typedef struct stepperDef {
	int legs;
	float period, duty, speed, lift;      // s, share, m/s, m
	float phase[STEPPER_LEGS];            // touchdown of each leg, cycles
	lwVec3 direction;                     // unit, horizontal
	float turn;                           // rad per period about +Y, root motion only
	bool rootMotion;                      // the root carries the travel, else the clip stays in place
	int cycles;                           // periods in the clip
	int fps, missingKeys;                 // key rate; keys left out at the end
	float start;                          // s of the first key
	int heldUp, nailed;                   // a leg that is never down / never moves; -1 for none
} stepperDef;

typedef struct stepper {
	lwScene scene;
	lwSceneNode nodes[1 + 2 * STEPPER_LEGS];
	lwSceneClip clip;
	lwSceneChannel channels[2 + STEPPER_LEGS];
	lwSceneSkeleton* skeleton;
	lwRig rig;
} stepper;

static inline stepperDef stepperDefault(int legs) {
	stepperDef def;
	memset(&def, 0, sizeof def);
	def.legs = legs;
	def.period = 0.8f;
	def.duty = 0.5f;
	def.speed = 1.0f;
	def.lift = 0.1f;
	for (int l = 0; l < legs; ++l) def.phase[l] = 0.5f * (float)(l & 1);
	def.direction = lwV3(0.0f, 0.0f, 1.0f);
	def.cycles = 1;
	def.fps = 60;
	def.heldUp = def.nailed = -1;
	return def;
}

static inline lwVec3 stepperHip(const stepperDef* def, int l) {
	return lwV3(l & 1 ? -0.2f : 0.2f, 1.0f, (float)((def->legs - 1) / 2) * 0.25f - 0.5f * (float)(l / 2));
}

// Foot below its hip at a time, seen from the moving root.
static inline lwVec3 stepperFoot(const stepperDef* def, int l, float time) {
	lwVec3 home = lwV3(0.0f, -1.0f, 0.0f);
	if (l == def->nailed) return home;
	if (l == def->heldUp) return lwV3(0.0f, -0.6f, 0.0f);
	float t = lwWrap01(time / def->period - def->phase[l]), sweep = def->speed * def->period * def->duty;
	float along, up = 0.0f;
	if (t < def->duty) {
		along = 0.5f * sweep - def->speed * def->period * t;
	} else {
		float u = (t - def->duty) / (1.0f - def->duty);
		along = -0.5f * sweep + sweep * (u - sinf(6.2831853f * u) / 6.2831853f);
		up = def->lift * sinf(3.14159265f * u);
	}
	return lwAdd(lwMulAdd(home, def->direction, along), lwV3(0.0f, up, 0.0f));
}

static inline lwSceneChannel* stepperChannel(stepper* s, int node, lwChannelPath path, int width, int keys) {
	lwSceneChannel* c = &s->channels[s->clip.channelCount++];
	c->node = node;
	c->path = path;
	c->interpolation = lw_interpLinear;
	c->width = width;
	c->keyCount = keys;
	c->times = calloc((size_t)keys, sizeof(float));
	c->values = calloc((size_t)(keys * width), sizeof(float));
	return c;
}

static inline void stepperRig(stepper* s, const stepperDef* def) {
	lwRig* rig = &s->rig;
	const int* joint = s->skeleton->jointOfNode;
	rig->legCount = def->legs;
	rig->rootJoint = rig->pelvis = joint[0];
	rig->length = 1.0f;
	for (int l = 0; l < def->legs; ++l) {
		lwLeg* leg = &rig->legs[l];
		snprintf(leg->name, sizeof leg->name, "%c%d", l & 1 ? 'R' : 'L', l / 2 + 1);
		leg->side = l & 1 ? -1 : 1;
		leg->row = l / 2;
		leg->jointCount = leg->limbCount = 2;
		leg->joints[0] = joint[1 + 2 * l];
		leg->joints[1] = joint[2 + 2 * l];
		leg->footControl = -1;
		leg->footJoint = joint[2 + 2 * l];
		leg->singleContact = true;
		leg->heel.joint = leg->toe.joint = joint[2 + 2 * l];
		leg->length = leg->boneLengths[0] = 1.0f;
		leg->maxReach = 0.999f;
		leg->confidence = 1.0f;
	}
}

static inline void stepperNodes(stepper* s, const stepperDef* def) {
	for (int i = 0; i < 1 + 2 * def->legs; ++i) {
		char name[32];
		snprintf(name, sizeof name, i == 0 ? "root" : i & 1 ? "hip%d" : "foot%d", (i - 1) / 2);
		s->nodes[i].name = malloc(sizeof name);
		memcpy(s->nodes[i].name, name, sizeof name);
		s->nodes[i].parent = i == 0 ? -1 : i & 1 ? 0 : i - 1;
		s->nodes[i].local = lwTransformIdentity();
		if (i > 0) s->nodes[i].local.pos = i & 1 ? stepperHip(def, (i - 1) / 2) : lwV3(0.0f, -1.0f, 0.0f);
		s->nodes[i].matrix = lwMat34FromTransform(s->nodes[i].local);
		s->nodes[i].mesh = s->nodes[i].skin = -1;
	}
}

static inline void stepperKeys(stepper* s, const stepperDef* def) {
	int keys = (int)lroundf(def->period * (float)def->cycles * (float)def->fps) + 1 - def->missingKeys;
	float step = def->period * (float)def->cycles / (float)(keys - 1 + def->missingKeys);
	for (int l = 0; l < def->legs; ++l) {
		lwSceneChannel* c = stepperChannel(s, 2 + 2 * l, lw_pathTranslation, 3, keys);
		for (int k = 0; k < keys; ++k) {
			lwVec3 p = stepperFoot(def, l, step * (float)k);
			c->times[k] = def->start + step * (float)k;
			memcpy(&c->values[3 * k], &p, sizeof p);
		}
	}
	if (!def->rootMotion) return;
	lwSceneChannel* move = stepperChannel(s, 0, lw_pathTranslation, 3, keys);
	lwSceneChannel* turn = stepperChannel(s, 0, lw_pathRotation, 4, keys);
	for (int k = 0; k < keys; ++k) {
		float time = step * (float)k, angle = def->turn * time / def->period, way = def->speed * time;
		move->times[k] = turn->times[k] = def->start + time;
		lwVec3 p = lwMul(def->direction, way);
		if (lwAbsF(def->turn) > 1e-6f) { // along a circle, heading straight on: direction must be +Z
			float radius = def->speed * def->period / def->turn;
			p = lwV3(radius * (1.0f - cosf(angle)), 0.0f, radius * sinf(angle));
		}
		lwQuat q = lwQuatAxisAngle(lwV3(0.0f, 1.0f, 0.0f), angle);
		memcpy(&move->values[3 * k], &p, sizeof p);
		memcpy(&turn->values[4 * k], &q, sizeof q);
	}
}

static inline stepper* stepperMake(const stepperDef* def) {
	stepper* s = calloc(1, sizeof *s);
	s->scene.file = (char*)(uintptr_t) "stepper";
	s->scene.format = s->scene.notes = (char*)(uintptr_t) "";
	s->scene.nodeCount = 1 + 2 * def->legs;
	s->scene.nodes = s->nodes;
	s->scene.clipCount = 1;
	s->scene.clips = &s->clip;
	s->clip.name = (char*)(uintptr_t) "steps";
	s->clip.channels = s->channels;
	stepperNodes(s, def);
	stepperKeys(s, def);
	const lwSceneChannel* c = &s->channels[0];
	s->clip.start = c->times[0];
	s->clip.end = c->times[c->keyCount - 1];
	if (lwScene_MakeSkeleton(&s->scene, &s->skeleton).status != lw_ok) abort();
	stepperRig(s, def);
	return s;
}

static inline lwAnalyseDef stepperAnalyse(const stepper* s) {
	lwAnalyseDef def = lwDefaultAnalyseDef();
	def.scene = &s->scene;
	def.skeleton = s->skeleton;
	def.rig = &s->rig;
	return def;
}

static inline void stepperFree(stepper* s) {
	lwDestroySceneSkeleton(s->skeleton);
	for (int i = 0; i < s->scene.nodeCount; ++i) free(s->nodes[i].name);
	for (int i = 0; i < s->clip.channelCount; ++i) {
		free(s->channels[i].times);
		free(s->channels[i].values);
	}
	free(s);
}

#endif
