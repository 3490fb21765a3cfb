// SPDX-License-Identifier: MIT
#include "step/state.h"

const char* lwEvent_Name(int kind) {
	static const char* const names[] = { "foot-off", "foot-strike", "searching", "found", "lost-surface", "over-reach",
		"gait-change" };
	return kind >= 0 && kind < lw_eventKindCount ? names[kind] : NULL;
}

void lwCharacter_Tell(lwCharacter* c, lwEventKind kind, int leg, float time, const lwFootprint* print, float speed) {
	if (c->eventCount == LW_EVENT_CAPACITY) { // the oldest gives way
		c->eventFirst = (c->eventFirst + 1) % LW_EVENT_CAPACITY;
		c->eventCount -= 1;
		c->overflow |= lw_overflowEvents;
	}
	lwEvent* e = &c->events[(c->eventFirst + c->eventCount) % LW_EVENT_CAPACITY];
	c->eventCount += 1;
	*e = (lwEvent){ kind, leg, time, print->pos, print->normal, speed, print->body, print->material, print->pos, time };
	if (kind == lw_eventFootOff) {
		const lwLegState* state = &c->legs[leg];
		e->next = state->predicted.pos;
		e->nextTime = c->time + lwCharacter_LegSeconds(c, leg, lwMaxF(state->strike - lwLegState_FlightTime(state), 0.0f));
	}
}

int lwCharacter_TakeEvents(lwCharacter* c, lwEvent* outEvents, int capacity) {
	int count = 0;
	while (count < capacity && c->eventCount > 0) {
		outEvents[count++] = c->events[c->eventFirst];
		c->eventFirst = (c->eventFirst + 1) % LW_EVENT_CAPACITY;
		c->eventCount -= 1;
	}
	return count;
}

uint32_t lwCharacter_Overflow(lwCharacter* c) {
	uint32_t mask = c->overflow;
	c->overflow = 0;
	return mask;
}
