// SPDX-License-Identifier: MIT
// Character: what can be asked after an update.
#include "settle/settle.h"

const lwTransform* lwCharacter_Pose(const lwCharacter* c) {
	return c->local;
}

lwMat34 lwCharacter_ModelToWorld(const lwCharacter* c) {
	return lwMat34FromTransform(lwCharacter_Placement(c));
}

lwTransform lwCharacter_Frame(const lwCharacter* c) {
	return c->frame;
}

float lwCharacter_Phase(const lwCharacter* c) {
	return c->running || c->amp > 0.0f ? c->phase : -1.0f;
}

float lwCharacter_Time(const lwCharacter* c) {
	return c->time;
}

bool lwCharacter_AtRest(const lwCharacter* c) {
	bool rest = !c->running && c->amp <= 0.0f;
	for (int l = 0; l < c->legCount; ++l) {
		rest = rest && c->legs[l].amp <= 0.0f && c->legs[l].state == lw_footPlanted;
	}
	return rest;
}

int lwCharacter_QueryCount(const lwCharacter* c) {
	return c->queries;
}

int lwCharacter_LegCount(const lwCharacter* c) {
	return c->legCount;
}

lwLegStatus lwCharacter_Leg(const lwCharacter* c, int l) {
	lwLegStatus status = { 0 };
	if (!LW_ASSERT(l >= 0 && l < c->legCount)) {
		return status;
	}
	const lwLegState* leg = &c->legs[l];
	status.state = leg->state;
	status.phase = leg->t;
	status.current = leg->current;
	status.next = leg->next;
	status.predicted = leg->predicted;
	status.flight = leg->state == lw_footFlying ? leg->u : 0.0f;
	status.residual = leg->residual;
	status.strikeTime = leg->strikeTime;
	status.offTime = leg->offTime;
	status.searching = leg->searching;
	status.strategy = leg->strategy;
	for (int i = 0; i < lw_placeStrategyCount; ++i) {
		status.placed[i] = leg->placed[i];
	}
	return status;
}
