// SPDX-License-Identifier: MIT
// Character: the frame's stages in order.
#include "legwork/character.h"

#include <stdlib.h>
#include <string.h>

#include "settle/settle.h"

void lwCharacter_Update(lwCharacter* c, float dt) {
	dt = dt > 0.0f ? lwMinF(dt, 0.25f) : 0.0f; // NaN too
	c->time += dt;
	c->queries = 0;
	lwCharacter_Predict(c, 0.0f, &c->now);
	c->frame = lwCharacter_FrameAt(c, &c->now);
	lwCharacter_AdvanceCycle(c, dt);
	lwCharacter_MoveFeet(c, dt);
	lwCharacter_LowerBody(c, dt);
	lwCharacter_BasePose(c);
	lwCharacter_SolveLegs(c);
}

void lwCharacter_Reset(lwCharacter* c) {
	c->time = c->phase = c->idleTime = 0.0f;
	c->amp = c->ampVel = c->drop = c->dropVel = 0.0f;
	c->running = false;
	c->ahead = 1.0f;
	c->aheadVel = 0.0f;
	memset(&c->now, 0, sizeof(c->now));
	lwCharacter_Predict(c, 0.0f, &c->now);
	for (int l = 0; l < c->legCount; ++l) {
		lwLegState* leg = &c->legs[l];
		memset(leg, 0, sizeof(*leg));
		for (int i = 0; i < LW_STATIONS; ++i) {
			leg->stationKey[i] = INT32_MIN;
		}
		leg->strikeTime = leg->offTime = -1.0f;
		leg->lag = leg->wide = 1.0f;
		leg->flightFrame = lwQuatIdentity();
	}
	c->frame = lwCharacter_FrameAt(c, &c->now);
	for (int l = 0; l < c->legCount; ++l) {
		lwLegState* leg = &c->legs[l];
		leg->off = c->asset->legs[l].off;
		leg->strike = c->asset->legs[l].strike;
		leg->current = lwCharacter_WantedPrint(c, l, 0.0f);
		leg->aim = leg->stoodFor = leg->current;
		lwCharacter_PlacePrint(c, l, &leg->current);
		leg->next = leg->predicted = leg->current;
		leg->searching = !leg->current.found;
	}
	for (int i = 0; i < 60; ++i) { // let the body settle over uneven ground
		lwCharacter_LowerBody(c, 0.02f);
	}
	c->dropVel = 0.0f;
	lwCharacter_MoveFeet(c, 0.0f);
	lwCharacter_BasePose(c);
	lwCharacter_SolveLegs(c);
}

lwCharacterDef lwDefaultCharacterDef(void) {
	lwCharacterDef def;
	memset(&def, 0, sizeof(def));
	def.cookie = LW_COOKIE;
	def.stepThreshold = 0.03f;
	def.clearance = 0.05f;
	def.maxStepHeight = 0.7f;
	def.maxSlope = 55.0f * LW_PI / 180.0f;
	def.fadeTime = 0.35f;
	def.tilt = -1.0f;
	def.maxPeel = 25.0f * LW_PI / 180.0f;
	return def;
}

lwResult lwCreateCharacter(const lwCharacterDef* def, lwCharacter** outCharacter) {
	*outCharacter = NULL;
	if (!LW_ASSERT(def != NULL && def->cookie == LW_COOKIE)) {
		return lwResult_Fail(lw_errorArgument, "character: def was not made by lwDefaultCharacterDef");
	}
	if (def->asset == NULL || def->predictor.atTime == NULL || def->predictor.atDistance == NULL) {
		return lwResult_Fail(lw_errorArgument, "character: asset and predictor are required");
	}
	size_t joints = (size_t)def->asset->skeleton->jointCount;
	size_t legs = (size_t)def->asset->rig->legCount;
	size_t pose = joints * sizeof(lwTransform), model = joints * sizeof(lwMat34);
	size_t size = sizeof(lwCharacter) + legs * sizeof(lwLegState) + pose + model;
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
	c->asset = def->asset;
	c->legCount = (int)legs;
	c->L = def->asset->rig->length;
	if (def->tilt < 0.0f) {
		c->def.tilt = legs >= 4 ? 1.0f : 0.0f;
	}
	c->kernelHalf = lwClampF(0.6f * def->asset->gait->stride, 0.5f * c->L, 1.5f * c->L);
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
