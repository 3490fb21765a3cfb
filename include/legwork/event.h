// SPDX-License-Identifier: MIT
// Event: what happened to the feet, in a ring buffer of every character. Plain data.
#ifndef LEGWORK_EVENT_H
#define LEGWORK_EVENT_H

#include "legwork/math.h"

#define LW_EVENT_CAPACITY 32         // events kept until they are taken; more overwrite the oldest and set lw_overflowEvents

#define lw_overflowEvents 1u

typedef enum lwEventKind {
	lw_eventFootOff,                 // pos, normal, body, material: of the place it leaves; next, nextTime: the strike foreseen
	lw_eventFootStrike,              // the same of the place it stands on; speed: of the foot against it
	lw_eventSearching,               // a foot found no ground; pos: where it was looked for
	lw_eventFound,                   // and has ground again
	lw_eventLostSurface,             // no foot has ground any more, or the mover is in the air; leg -1
	lw_eventOverReach,               // a standing leg misses its footprint; speed: by how much, units
	lw_eventGaitChange,              // another gait of the motion set; leg -1, material: the gait, speed: the character's
	lw_eventKindCount
} lwEventKind;

typedef struct lwEvent {
	lwEventKind kind;
	int leg;                         // -1: the whole creature
	float time;                      // s, clock of the character; strikes and foot-offs between frames
	lwVec3 pos, normal;              // WS
	float speed;                     // units/s; strikes: as the foot came down
	int body, material;
	lwVec3 next;                     // foot-off: where it will come down, as foreseen now (WS); others: pos
	float nextTime;                  // foot-off: when, s on the same clock; others: time
} lwEvent;

// "foot-off", "foot-strike", …; NULL out of range.
LW_API const char* lwEvent_Name(int kind);

#endif
