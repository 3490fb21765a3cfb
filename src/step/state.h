// SPDX-License-Identifier: MIT
// State of a live character. One block; nothing outside it is written during update.
#ifndef LW_STEP_STATE_H
#define LW_STEP_STATE_H

#include "legwork/character.h"
#include "place/curve.h"
#include "step/asset.h"
#include "math/fast.h"

#define LW_STATIONS 64
#define LW_LATE_DROP 0.05f // L the body comes down for a foot left behind; then the foot leaves instead

// Where a body was when something was laid on it.
typedef struct lwBodyPose {
	int body;
	lwVec3 pos;
	lwQuat rot;
} lwBodyPose;

typedef struct lwLegState {
	lwFootState state;
	float t;                   // cycles since the stance time, [0, 1)
	float clock;               // with a motion set: what t will be in this frame
	float rate;                // of the leg's clock against the cycle; 1 but while it joins another gait
	float flightRate;          // the rate it would have if it were lifted now
	bool joined, thisCycle;    // its clock goes to the current gait's; it is to be there by the next stance time (else by the one after)
	float off, strike;         // key times at the current speed
	float early;               // cycles to the strike at the last update
	lwFootprint current, next, predicted;
	lwFootprint aim, stoodFor; // what was wanted when next and current were placed, before reach and ground had their say
	bool before;               // its contact was cut short before the stance time: it flies on to the next strike, and t counts from that cycle's
	bool struck;               // came down in this frame; on any surface the leg is yet to show that it gets there
	float strikeWas;           // strikeTime before that
	bool offDone;              // this cycle's foot-off is behind: lifted, or stayed
	bool willStep;             // steps at its next foot-off
	bool searching, toldSearching;
	float amp, ampVel;         // share of the walk's animation in the leg's pose
	float wide, wideFrom;      // 1: placed to stand, as wide as the idle stands; 0: placed to walk
	float u;                   // progress of the flight in the clip's time, 0..1
	float uLift;               // the same scale at the moment the foot was lifted: below 0 when it left early
	float shift;               // of the wanted place along the foot to keep off an edge, units
	float lift, liftPeak;      // clearance: height, and the share of the flight at which it peaks
	lwQuat flightFrame;        // the character's frame when the flight was planned
	float lag;                 // above 1 the foot rises before it goes forward, below 1 it goes forward first
	float peel, peelVel;       // roll over the toe (or heel) that keeps the foot in reach, rad
	float strikeTime, offTime;
	float footSpeed;           // of the print's middle against the ground, last frame
	// what carries the prints: current (kept in its body's space) and stoodFor; next, aim and predicted
	lwFootprint standing;      // current in the space of its body
	lwBodyPose ground, target;
	lwPlaceStrategy strategy;
	uint32_t placed[lw_placeStrategyCount];
	lwGroundCurve curve;       // from current to next
	lwVec3 bodyFrom, bodyTo;   // the frame when the flight was planned, at u = bodyU, and at its strike
	lwQuat bodyFromRot, bodyToRot;
	float bodyU;               // 1: not known
	lwVec3 bend, bendRate;     // what a change of the aim in flight would have made the foot and its velocity (per u) jump by, at bendU
	float bendU;
	lwVec3 aside, asideFrom[2]; // what the foot keeps off its planned way, at asideU, and where heel and toe were
	float asideU;
	bool overReach;            // told
	float residual;
	lwVec3 hip, end, missed;   // WS: hip, where the limb's end should be, and from there to where it is
	float over;                // how far beyond reach its limb's end will be in a moment, units; below 0: within
	float need;                // how far the body would have to come down for this leg now, units
	// where the foot is this frame
	lwVec3 printPos;
	lwQuat printRot;
	lwFootShape shape;
	// ground under the leg's track at evenly spaced stations of the way
	uint64_t stationKnown;     // a bit a slot
	float stationY[LW_STATIONS];
} lwLegState;

struct lwCharacter {
	lwCharacterDef def;
	const lwAsset* asset;
	float L;
	float time;
	float phase;               // clip phase of the body, [0, 1)
	float idleTime;            // s
	bool running;              // the cycle runs
	float amp, ampVel;         // share of the walk's animation in the body's pose
	float pace, paceVel;       // of the cycle: 1 but while balance hurries it
	float astray;              // L, farthest that a standing foot is from its place, as balance sees it
	float contact;             // share of the sample's contact that is left at the current speed
	float cycleStep;           // cycles that this frame took
	struct lwMotionState* motion; // NULL: one asset
	float ahead, aheadVel;     // 1 going as the clip goes, 0 backwards
	lwMotion now;              // velocity and yawRate against what carries the character
	lwVec3 velocity;           // of now, against the world
	lwBodyState carrier;       // the body that carries the character, its motion measured
	int carrierId;
	bool carrierMoves;
	lwTransform frame;         // CS -> world on the ground
	float drop, dropVel;       // body lowering, units
	float stationStep, kernelHalf;
	int stationKey[LW_STATIONS]; // where the stations lay when the legs asked
	lwVec3 stationPos[LW_STATIONS];
	lwQuat stationYaw[LW_STATIONS];
	// body spring
	float springShare, bodyHeight; // height of the hips over the frame, standing
	lwVec3 sway, swayVel;      // offset of the sprung body and its rate, WS
	lwVec3 swayFrom;           // velocity at the last update
	// events
	lwEvent events[LW_EVENT_CAPACITY];
	int eventFirst, eventCount;
	uint32_t overflow;
	bool lost;
	int queries;
	int legCount;
	lwLegState* legs;          // legCount
	lwTransform* local;        // jointCount: the result
	lwTransform* other;        // jointCount: scratch
	lwMat34* model;            // jointCount
	void* arena;
	size_t bytes;
};

// The host's answers, with what is not finite replaced by the present (ground_profile.c)
void lwCharacter_Predict(const lwCharacter* c, float seconds, lwMotion* out);
void lwCharacter_PredictAt(const lwCharacter* c, float distance, lwMotion* out);

// Ground profile (ground_profile.c)
void lwCharacter_ForgetGround(lwCharacter* c);
lwTransform lwCharacter_FrameAt(lwCharacter* c, const lwMotion* motion);

// What carries (bodies.c)
lwBodyState lwCharacter_Body(const lwCharacter* c, int body);
void lwCharacter_MeasureCarrier(lwCharacter* c, float dt); // before anything is predicted in a frame
void lwCharacter_ToCarrier(const lwCharacter* c, float seconds, lwMotion* io);
void lwCharacter_CarryPrints(lwCharacter* c);
void lwCharacter_LayCurrent(lwCharacter* c, int leg);      // remember where current and stoodFor lie on their body
void lwCharacter_LayNext(lwCharacter* c, int leg);         // the same of next and aim

// The body's spring (settle/spring.c): its offset at rest; a placement over a frame with an offset; the frame the hips will hang from.
lwVec3 lwCharacter_Sag(const lwCharacter* c, lwQuat frame);
lwTransform lwCharacter_Sprung(const lwCharacter* c, const lwTransform* frame, lwVec3 sway, lwTransform placement);
lwTransform lwCharacter_SaggedFrame(lwCharacter* c, const lwMotion* motion);

// Events (events.c)
void lwCharacter_Tell(lwCharacter* c, lwEventKind kind, int leg, float time, const lwFootprint* print, float speed);

// World queries, counted. Height along up relative to at; false when nothing is there.
bool lwCharacter_Probe(lwCharacter* c, lwVec3 at, lwVec3 up, float above, float below, lwCastHit* outHit);

// Footprints (footprint.c)
lwFootprint lwCharacter_WantedPrint(lwCharacter* c, int leg, float seconds);     // on the frame's plane, not yet on the world
lwFootprint lwCharacter_StandingPrint(const lwCharacter* c, int leg);            // now, at rest
void lwCharacter_KeepInReach(lwCharacter* c, int leg, lwFootprint* ioPrint);     // towards the hip at the strike
void lwCharacter_PlacePrint(lwCharacter* c, int leg, lwFootprint* ioPrint);      // put on the world
void lwCharacter_PlaceAnywhere(lwCharacter* c, int leg, lwFootprint* ioPrint);   // the same on any surface (anywhere.c)
void lwCharacter_AimAnywhere(lwCharacter* c, int leg, const lwFootprint* want);   // again, in flight
// Hip over limb's end at the strike on a print, the body as planned; outUp: of the frame then.
lwVec3 lwCharacter_HipAtStrike(lwCharacter* c, int leg, const lwFootprint* print, lwVec3* outUp, float* outReach);

void lwCharacter_JudgeContacts(lwCharacter* c, float dt); // when the legs are posed: what does not reach does not stand (anywhere.c)

// Flight (flight.c)
void lwCharacter_BeginFlight(lwCharacter* c, int leg);
float lwCharacter_FlightAt(const lwCharacter* c, int leg, float legTime); // progress of the leg's flight, 0..1
void lwCharacter_MakeCurve(lwCharacter* c, int leg); // from current to next
void lwCharacter_PlanClearance(lwCharacter* c, int leg);
void lwCharacter_ClearAnywhere(lwCharacter* c, int leg);  // the same on any surface (clear_anywhere.c)
// Where aims change, or a leg does not reach, the way flown may come to cut a face: the foot goes along that face then, and softly back.
void lwCharacter_BeginAside(lwCharacter* c, int leg);
void lwCharacter_StayAside(lwCharacter* c, int leg, float dt); // before the legs are posed
bool lwCharacter_Evade(lwCharacter* c, int leg); // true: the posed foot came to be behind a face, its printPos is another now
void lwCharacter_FlightPose(const lwCharacter* c, int leg, float u, lwVec3* outPos, lwQuat* outRot);

// Cycle (cycle.c)
void lwCharacter_AdvanceCycle(lwCharacter* c, float dt);
void lwCharacter_MoveFeet(lwCharacter* c, float dt);
void lwCharacter_FollowIdle(lwCharacter* c, int leg); // a standing foot where the idle has it (idle.c)
void lwCharacter_FlyOn(lwCharacter* c, int leg);
void lwCharacter_LiftFoot(lwCharacter* c, int leg, float ago); // s ago
void lwCharacter_TellStrike(lwCharacter* c, int leg);
lwFootShape lwCharacter_ShapeAt(const lwCharacter* c, int leg, float legTime);
float lwCharacter_Reach(const lwCharacter* c, int leg);   // longest hip-to-end distance now, share of the limb's chain
// s that a leg's clock takes for some cycles, as it goes now.
static inline float lwCharacter_LegSeconds(const lwCharacter* c, int leg, float cycles) {
	return cycles * c->asset->gait->period / (c->legs[leg].rate * c->pace);
}
// Cycles since the stance time that a flight began after: below 0 in one that began before it.
static inline float lwLegState_FlightTime(const lwLegState* leg) {
	return leg->before ? leg->t - 1.0f : leg->t;
}
float lwCharacter_FootAmp(const lwCharacter* c, int leg); // share of the clip in the foot's attitude
// 0 standing .. 1 walking, for a moment of the trajectory.
float lwCharacter_Walkness(const lwCharacter* c, const lwMotion* motion);

#endif
