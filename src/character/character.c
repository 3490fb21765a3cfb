// SPDX-License-Identifier: MIT
// Character: the frame's stages in order.
#include "legwork/character.h"

#include <stdlib.h>
#include <string.h>

#include "motion/motion.h"
#include "settle/settle.h"

// Where the character is, and how it moves against the world and against what carries it.
static void Look(lwCharacter* c, float dt) {
	lwCharacter_MeasureCarrier(c, dt);
	lwCharacter_Predict(c, 0.0f, &c->now);
	if (c->now.oriented && c->now.body != c->carrierId) { // another body than last frame
		lwCharacter_MeasureCarrier(c, 0.0f);
	}
	lwVec3 arm = lwSub(c->now.pos, c->carrier.pos);
	lwVec3 carried = lwAdd(c->carrier.linearVelocity, lwCross(c->carrier.angularVelocity, arm));
	c->velocity = lwAdd(c->now.velocity, c->now.oriented ? c->now.carried : carried);
	c->frame = lwCharacter_FrameAt(c, &c->now);
}

static void TellOfReach(lwCharacter* c) {
	bool air = c->now.oriented && c->now.airborne, lost = c->legCount > 0;
	for (int l = 0; l < c->legCount; ++l) {
		lwLegState* leg = &c->legs[l];
		bool over = leg->state == lw_footPlanted && leg->residual > (leg->overReach ? 0.005f : 0.01f) * c->L;
		if (over && !leg->overReach) {
			lwCharacter_Tell(c, lw_eventOverReach, l, c->time, &leg->current, leg->residual);
		}
		leg->overReach = over;
		lost = lost && leg->searching;
	}
	lost = lost || air;
	if (lost && !c->lost) {
		lwFootprint here = { .pos = c->frame.pos, .normal = lwRotate(c->frame.rot, lwV3(0.0f, 1.0f, 0.0f)) };
		lwCharacter_Tell(c, lw_eventLostSurface, -1, c->time, &here, 0.0f);
	}
	c->lost = lost;
}

void lwCharacter_Update(lwCharacter* c, float dt) {
	dt = dt > 0.0f ? lwMinF(dt, 0.25f) : 0.0f; // NaN too
	c->time += dt;
	c->queries = 0;
	Look(c, dt);
	lwCharacter_CarryPrints(c);
	if (c->motion != NULL) {
		lwMotion_Blend(c, dt);
	}
	lwMotion_Balance(c, dt);
	lwCharacter_AdvanceCycle(c, dt);
	lwMotion_RunClocks(c);
	lwCharacter_MoveFeet(c, dt);
	lwCharacter_LowerBody(c, dt);
	lwCharacter_SwayBody(c, dt);
	lwCharacter_BasePose(c);
	lwCharacter_SolveLegs(c);
	lwCharacter_JudgeContacts(c, dt);
	TellOfReach(c);
}

static void Replant(lwCharacter* c) {
	c->amp = c->ampVel = c->drop = c->dropVel = 0.0f;
	c->running = false;
	c->pace = c->contact = 1.0f;
	c->paceVel = c->astray = c->cycleStep = 0.0f;
	c->ahead = 1.0f;
	c->aheadVel = 0.0f;
	memset(&c->now, 0, sizeof(c->now));
	c->carrierId = -1;
	c->carrier = (lwBodyState){ .rot = lwQuatIdentity() };
	lwCharacter_Predict(c, 0.0f, &c->now);
	for (int l = 0; l < c->legCount; ++l) {
		lwLegState* leg = &c->legs[l];
		memset(leg, 0, sizeof(*leg));
		leg->strikeTime = leg->offTime = -1.0f;
		leg->lag = leg->wide = leg->rate = leg->flightRate = 1.0f;
		leg->flightFrame = lwQuatIdentity();
		leg->current.body = -1;
	}
	lwMotion_Reset(c);
	Look(c, 0.0f);
	for (int l = 0; l < c->legCount; ++l) {
		lwLegState* leg = &c->legs[l];
		leg->off = c->asset->legs[l].off;
		leg->strike = c->asset->legs[l].strike;
		leg->current = lwCharacter_StandingPrint(c, l);
		leg->aim = leg->stoodFor = leg->current;
		lwCharacter_PlacePrint(c, l, &leg->current);
		leg->next = leg->predicted = leg->current;
		leg->searching = leg->toldSearching = !leg->current.found;
		lwCharacter_LayCurrent(c, l);
		lwCharacter_LayNext(c, l);
	}
	lwCharacter_ResetSway(c);
	for (int i = 0; i < 60; ++i) { // let the body settle over uneven ground
		lwCharacter_LowerBody(c, 0.02f);
	}
	c->dropVel = 0.0f;
	lwCharacter_MoveFeet(c, 0.0f);
	lwCharacter_BasePose(c);
	lwCharacter_SolveLegs(c);
	lwCharacter_JudgeContacts(c, 0.0f);
}

void lwCharacter_Reset(lwCharacter* c) {
	c->time = c->phase = c->idleTime = 0.0f;
	c->eventFirst = c->eventCount = 0;
	c->overflow = 0;
	c->lost = false;
	Replant(c);
}

static lwFootprint Leap(const lwFootprint* print, const lwTransform* from, const lwTransform* to) {
	lwFootprint p = *print;
	lwQuat turn = lwQuatMul(to->rot, lwConj(from->rot));
	p.pos = lwAdd(to->pos, lwRotate(turn, lwSub(print->pos, from->pos)));
	p.rot = lwQuatNormalize(lwQuatMul(turn, print->rot));
	p.normal = lwRotate(turn, print->normal);
	return p;
}

// Everything that lies in the world goes with the frame.
static void Take(lwCharacter* c, const lwTransform* from) {
	lwQuat turn = lwQuatMul(c->frame.rot, lwConj(from->rot));
	int body = c->carrierId > 0 ? c->carrierId : 0;
	for (int l = 0; l < c->legCount; ++l) {
		lwLegState* leg = &c->legs[l];
		lwFootprint* prints[] = { &leg->current, &leg->next, &leg->predicted, &leg->aim, &leg->stoodFor };
		for (int i = 0; i < 5; ++i) {
			*prints[i] = Leap(prints[i], from, &c->frame);
			prints[i]->body = body;
		}
		lwFootprint rim = { .pos = leg->curve.pos[1], .rot = lwQuatIdentity(), .normal = leg->curve.normal[1] };
		rim = Leap(&rim, from, &c->frame);
		leg->curve.pos[1] = rim.pos;
		leg->curve.normal[1] = rim.normal;
		lwGroundCurve_Move(&leg->curve, leg->current.pos, leg->current.normal, leg->next.pos, leg->next.normal);
		leg->flightFrame = lwQuatNormalize(lwQuatMul(turn, leg->flightFrame));
		leg->bend = lwRotate(turn, leg->bend);
		leg->bendRate = lwRotate(turn, leg->bendRate);
		leg->aside = lwRotate(turn, leg->aside);
		for (int i = 0; i < 2; ++i) {
			leg->asideFrom[i] = lwAdd(c->frame.pos, lwRotate(turn, lwSub(leg->asideFrom[i], from->pos)));
		}
		leg->bodyU = 1.0f; // planned for another place
		lwCharacter_LayCurrent(c, l);
		lwCharacter_LayNext(c, l);
	}
	lwCharacter_ForgetGround(c);
	c->sway = lwRotate(turn, c->sway);
	c->swayVel = lwRotate(turn, c->swayVel);
}

void lwCharacter_Teleport(lwCharacter* c, bool keep) {
	if (!keep) {
		Replant(c);
		return;
	}
	lwTransform from = c->frame;
	Look(c, 0.0f);
	Take(c, &from);
	c->swayFrom = c->velocity;
	lwCharacter_MoveFeet(c, 0.0f);
	lwCharacter_BasePose(c);
	lwCharacter_SolveLegs(c);
	lwCharacter_JudgeContacts(c, 0.0f);
}

void lwCharacter_SetGravityDir(lwCharacter* c, lwVec3 gravityDir) {
	float square = lwDot(gravityDir, gravityDir);
	if (LW_ASSERT(square > 0.98f && square < 1.02f)) {
		c->def.gravityDir = gravityDir;
	}
}

lwCharacterDef lwDefaultCharacterDef(void) {
	lwCharacterDef def;
	memset(&def, 0, sizeof(def));
	def.cookie = LW_COOKIE;
	def.stepThreshold = 0.03f;
	def.clearance = 0.05f;
	def.maxStepHeight = 0.7f;
	def.maxSlope = 55.0f * LW_PI / 180.0f;
	def.fadeTime = def.gaitTime = 0.35f;
	def.tilt = -1.0f;
	def.maxPeel = 25.0f * LW_PI / 180.0f;
	def.bodySpring = -1.0f;
	def.springRate = 2.2f;
	def.springDamping = 0.35f;
	def.springTilt = 0.8f;
	def.sag = 0.06f;
	def.gravityDir = lwV3(0.0f, -1.0f, 0.0f);
	return def;
}

lwResult lwCreateCharacter(const lwCharacterDef* def, lwCharacter** outCharacter) {
	*outCharacter = NULL;
	if (!LW_ASSERT(def != NULL && def->cookie == LW_COOKIE)) {
		return lwResult_Fail(lw_errorArgument, "character: def was not made by lwDefaultCharacterDef");
	}
	const lwAsset* asset = def->motions != NULL ? def->motions->base : def->asset;
	if (asset == NULL || def->predictor.atTime == NULL || def->predictor.atDistance == NULL) {
		return lwResult_Fail(lw_errorArgument, "character: asset and predictor are required");
	}
	size_t joints = (size_t)asset->skeleton->jointCount;
	size_t legs = (size_t)asset->rig->legCount;
	size_t pose = joints * sizeof(lwTransform), model = joints * sizeof(lwMat34);
	size_t live = lwMotionState_ByteCount(def->motions);
	size_t size = sizeof(lwCharacter) + legs * sizeof(lwLegState) + pose + model + live + 15;
	char* block = calloc(1, size);
	if (block == NULL) {
		return lwResult_Fail(lw_errorMemory, "character: no memory for %zu bytes", size);
	}
	lwCharacter* c = (lwCharacter*)(void*)block;
	c->legs = (lwLegState*)(void*)(block + sizeof(lwCharacter));
	c->local = (lwTransform*)(void*)((char*)c->legs + legs * sizeof(lwLegState));
	c->model = (lwMat34*)(void*)((char*)c->local + pose);
	c->bytes = size;
	c->def = *def;
	c->asset = asset;
	c->legCount = (int)legs;
	c->L = asset->rig->length;
	if (def->motions != NULL) {
		size_t before = size - live - 15;
		lwMotionState_Init(c, block + ((before + 15) & ~(size_t)15));
	}
	if (def->tilt < 0.0f) {
		c->def.tilt = legs >= 4 ? 1.0f : 0.0f;
	}
	for (int l = 0; l < c->legCount; ++l) {
		c->bodyHeight += asset->legs[l].idle[0].hipCS.y / (float)legs;
	}
	c->kernelHalf = lwClampF(0.6f * asset->gait->stride, 0.5f * c->L, 1.5f * c->L);
	c->stationStep = c->kernelHalf / 8.0f;
	lwCharacter_Reset(c);
	*outCharacter = c;
	return lwResult_Ok();
}

void lwDestroyCharacter(lwCharacter* c) {
	free(c);
}

size_t lwCharacter_ByteCount(const lwCharacter* c) {
	return c->bytes;
}
