// SPDX-License-Identifier: MIT
// Anywhere: footprints on any surface, for movers that give the whole frame of reference. The place is found by src/place; here it
// is asked with the leg's own measures, the sole is laid on it, and a place that serves is kept until another clearly wins.
#include "step/state.h"

static const lwVec3 s_up = { 0.0f, 1.0f, 0.0f };

#define LEAP 0.04f    // L: a place that moves by more than this beyond what is wanted moves is another place
#define WINS 0.10f    // L nearer to what is wanted: then another place is taken
#define LAST_LEAP 0.6f // share of the flight after which it is not

// The frame at the moment a print is for: the leg's next stance in flight, else now.
static lwTransform FrameThen(lwCharacter* c, int l) {
	const lwLegState* leg = &c->legs[l];
	lwMotion m;
	lwCharacter_Predict(c, leg->state == lw_footFlying ? lwCharacter_LegSeconds(c, l, 1.0f - lwLegState_FlightTime(leg)) : 0.0f, &m);
	return lwCharacter_FrameAt(c, &m);
}

static lwVec3 OnFrame(const lwTransform* frame, lwVec3 posCS) {
	return lwAdd(frame->pos, lwRotate(frame->rot, posCS));
}

static lwPlaceQuery MakeQuery(lwCharacter* c, int l, const lwFootprint* print, const lwTransform* frame) {
	const lwAssetLeg* def = &c->asset->legs[l];
	lwPlaceQuery q = lwDefaultPlaceQuery();
	lwVec3 up, away = lwCharacter_HipAtStrike(c, l, print, &up, &q.reach);
	q.world = &c->def.world;
	q.socket = OnFrame(frame, lwAssetLeg_Walk(c->asset, l, def->stance).hipCS);
	q.wanted = print->pos;
	q.up = lwRotate(frame->rot, s_up);
	q.lift = c->legs[l].state == lw_footFlying ? c->legs[l].current.pos : print->pos;
	q.under = lwMulAdd(frame->pos, q.up, lwDot(lwSub(print->pos, frame->pos), q.up));
	// The limb's end stands over the print: its height goes with the face, the rest is taken off the hip.
	lwFootShape shape = lwCharacter_ShapeAt(c, l, c->legs[l].strike);
	lwVec3 end = lwAdd(lwFootShape_Place(&shape, def->halfSole), lwRotate(shape.rot, shape.end));
	q.ankle = end.y;
	q.hip = lwAdd(lwAdd(print->pos, away), lwRotate(print->rot, lwV3(0.0f, end.y, 0.0f)));
	float chain = def->reach > 0.0f ? q.reach / def->reach : 0.0f;
	q.reach += (lwAssetLeg_IsTip(c->asset, l) ? -0.015f : 0.03f) * c->L; // rolling and lowering make up for the rest
	q.fold = def->fold * chain;
	q.length = c->L;
	return q;
}

// Both ends of a sole on the visible face.
typedef struct Ends {
	lwVec3 pos[2];
	bool found, even;
	float higher; // of the two, over the place
} Ends;

static Ends ProbeEnds(lwCharacter* c, lwVec3 place, lwVec3 n, lwVec3 forward, float half) {
	Ends ends = { .found = true, .higher = -1e9f };
	lwVec3 faces[2];
	float over = 0.12f * c->L;
	for (int i = 0; i < 2; ++i) {
		lwVec3 at = lwMulAdd(place, forward, i == 0 ? -half : half);
		c->queries += 1;
		lwCastHit hit = lwWorld_Ray(&c->def.world, lwMulAdd(at, n, over), lwMul(n, -2.0f * over), lw_channelVisible);
		ends.found = ends.found && hit.hit && lwDot(hit.faceNormal, n) > 0.5f;
		ends.pos[i] = hit.pos;
		faces[i] = hit.faceNormal;
		ends.higher = lwMaxF(ends.higher, lwDot(lwSub(hit.pos, place), n));
	}
	lwVec3 across = lwSub(ends.pos[1], ends.pos[0]);
	float uneven = lwMinF(lwAbsF(lwDot(across, faces[0])), lwAbsF(lwDot(across, faces[1])));
	ends.even = ends.found && uneven < 0.1f * half + 0.002f * c->L;
	return ends;
}

// Where the visible face is even the sole lies on it; else a little further or back; else it keeps the walkable face's attitude and
// stands on the highest, and an end may hang over an edge.
static void LaySole(lwCharacter* c, lwVec3 forward, float half, lwFootprint* ioPrint) {
	static const float shifts[] = { 0.0f, 1.0f, -1.0f };
	lwVec3 n = ioPrint->normal;
	Ends first = { .found = false };
	for (int i = 0; i < 3; ++i) {
		lwVec3 place = lwMulAdd(ioPrint->pos, forward, shifts[i] * (half + 0.06f * c->L));
		Ends ends = ProbeEnds(c, place, n, forward, half);
		if (ends.even) {
			lwVec3 z = lwNormalizeOr(lwSub(ends.pos[1], ends.pos[0]), forward);
			lwVec3 y = lwNormalizeOr(lwReject(n, z), n);
			ioPrint->pos = lwLerp3(ends.pos[0], ends.pos[1], 0.5f);
			ioPrint->normal = y;
			ioPrint->rot = lwQuatFromAxes(lwCross(y, z), y, z);
			return;
		}
		first = i == 0 ? ends : first;
		if (!first.found) {
			return;
		}
	}
	ioPrint->pos = lwMulAdd(ioPrint->pos, n, lwMaxF(first.higher, 0.0f));
}

void lwCharacter_PlaceAnywhere(lwCharacter* c, int l, lwFootprint* ioPrint) {
	lwLegState* leg = &c->legs[l];
	lwTransform frame = FrameThen(c, l);
	lwPlaceQuery query = MakeQuery(c, l, ioPrint, &frame);
	lwPlace place = lwFindPlace(&query);
	c->queries += place.queries;
	leg->strategy = place.strategy;
	leg->placed[place.strategy] += 1;
	ioPrint->found = place.found;
	ioPrint->body = place.found ? place.body : c->carrierId > 0 ? c->carrierId : 0;
	if (!place.found) {
		return;
	}
	ioPrint->material = place.material;
	ioPrint->pos = place.pos;
	ioPrint->normal = place.normal;
	// The heading is carried over the edge with the face.
	lwQuat turned = lwQuatMul(lwQuatBetween(query.up, place.normal), ioPrint->rot);
	lwVec3 forward = lwRotate(turned, lwV3(0.0f, 0.0f, 1.0f));
	ioPrint->rot = lwQuatUpForward(place.normal, forward);
	float half = c->asset->legs[l].halfSole;
	if (half > 0.0f) {
		LaySole(c, lwNormalizeOr(lwReject(forward, place.normal), forward), half, ioPrint);
	}
}

// Down onto the visible ground from close by, along the print's normal.
static bool Settle(lwCharacter* c, lwFootprint* ioPrint) {
	float over = 0.07f * c->L;
	c->queries += 1;
	lwVec3 n = ioPrint->normal;
	lwCastHit hit = lwWorld_Ray(&c->def.world, lwMulAdd(ioPrint->pos, n, over), lwMul(n, -2.0f * over), lw_channelVisible);
	bool found = hit.hit && lwDot(hit.faceNormal, n) > 0.5f;
	ioPrint->pos = found ? hit.pos : ioPrint->pos;
	return found;
}

// ---- Aiming again in flight ------------------------------------------------------------------------------------

static bool InReach(lwCharacter* c, int l, const lwFootprint* print) {
	lwVec3 up;
	float reach;
	lwVec3 away = lwCharacter_HipAtStrike(c, l, print, &up, &reach);
	return lwLength(away) <= reach + 0.05f * c->L;
}

// In reach, and the ground is there yet.
static bool Serves(lwCharacter* c, int l, const lwFootprint* print) {
	lwFootprint ground = *print;
	return print->found && InReach(c, l, print) && Settle(c, &ground) && lwDistance(ground.pos, print->pos) < 0.01f * c->L;
}

static bool Wins(lwCharacter* c, int l, const lwFootprint* want, const lwFootprint* other) {
	const lwFootprint* next = &c->legs[l].next;
	if (!next->found || !InReach(c, l, next)) {
		return true;
	}
	return other->found && lwDistance(next->pos, want->pos) > lwDistance(other->pos, want->pos) + WINS * c->L;
}

// Sets next; what the change would have the foot jump by is kept and faded out over the rest of the flight.
static void Turn(lwCharacter* c, int l, const lwFootprint* next, bool leap) {
	lwLegState* leg = &c->legs[l];
	const float du = 0.02f;
	lwVec3 before, beforeThen, after, afterThen;
	lwQuat rot;
	lwCharacter_FlightPose(c, l, leg->u, &before, &rot);
	lwCharacter_FlightPose(c, l, leg->u + du, &beforeThen, &rot);
	leg->next = *next;
	if (leap) {
		lwCharacter_MakeCurve(c, l);
	} else {
		lwGroundCurve_Move(&leg->curve, leg->current.pos, leg->current.normal, next->pos, next->normal);
	}
	leg->bend = leg->bendRate = lwV3(0.0f, 0.0f, 0.0f);
	if (leap && leg->u < 0.5f) {
		lwCharacter_PlanClearance(c, l);
	}
	lwCharacter_FlightPose(c, l, leg->u, &after, &rot);
	lwCharacter_FlightPose(c, l, leg->u + du, &afterThen, &rot);
	leg->bendU = leg->u;
	leg->bend = lwSub(before, after);
	leg->bendRate = lwMul(lwSub(lwSub(beforeThen, afterThen), leg->bend), 1.0f / du);
	lwCharacter_LayNext(c, l);
}

void lwCharacter_AimAnywhere(lwCharacter* c, int l, const lwFootprint* want) {
	lwLegState* leg = &c->legs[l];
	lwPlaceStrategy strategy = leg->strategy;
	lwFootprint placed = *want;
	lwCharacter_PlaceAnywhere(c, l, &placed);
	float moved = lwDistance(leg->next.pos, placed.pos);
	if (moved < 1e-3f * c->L && lwDot(leg->next.normal, placed.normal) > 0.9999f && placed.found == leg->next.found) {
		return;
	}
	float follows = 1.5f * lwDistance(want->pos, leg->aim.pos);
	bool leap = moved > follows + LEAP * c->L || lwDot(leg->next.normal, placed.normal) < 0.8f || placed.found != leg->next.found;
	if (follows < 0.02f * c->L && Serves(c, l, &leg->next)) { // nothing new is wanted
		leg->strategy = strategy;
		return;
	}
	if (leap && (leg->u > LAST_LEAP || !Wins(c, l, want, &placed))) {
		leg->strategy = strategy;
		return;
	}
	float share = leap ? 1.0f : 1.0f - lwSmoothStep(0.3f, 0.85f, leg->u);
	leg->aim.pos = lwLerp3(leg->aim.pos, want->pos, share);
	leg->aim.rot = lwSlerp(leg->aim.rot, want->rot, share);
	if (share < 1.0f) { // part of the way, on the ground: the places lie on one face
		lwFootprint between = placed;
		between.pos = lwLerp3(leg->next.pos, placed.pos, share);
		between.rot = lwSlerp(leg->next.rot, placed.rot, share);
		(void)Settle(c, &between);
		placed = between;
	}
	Turn(c, l, &placed, leap);
}

// ---- Contacts --------------------------------------------------------------------------------------------------

#define STRIKES 0.004f // L that a foot may miss its footprint by when it comes down
#define STANDS 0.01f   // L, later
#define FARTHEST 0.1f  // L: how far another place may be from the one foreseen

// The foot stands where the leg gets to, on the same face: the print along it towards the hip. False: not on the ground there.
static bool MeetGround(lwCharacter* c, int l) {
	lwLegState* leg = &c->legs[l];
	lwFootprint print = leg->current;
	lwVec3 hip = lwSub(leg->hip, lwSub(leg->end, print.pos)), n = print.normal;
	float reach = lwDistance(leg->hip, lwAdd(leg->end, leg->missed)), height = lwDot(lwSub(hip, print.pos), n);
	float room = reach * reach - height * height;
	if (room <= 0.0f) {
		return false;
	}
	lwVec3 out = lwMulAdd(lwSub(print.pos, hip), n, height);
	float away = lwLength(out), most = lwSqrt(room);
	if (away <= most || away - most > FARTHEST * c->L) {
		return false;
	}
	print.pos = lwMulAdd(print.pos, out, (most - away) / away);
	lwFootprint ground = print;
	if (!Settle(c, &ground) || lwDistance(ground.pos, print.pos) > 0.01f * c->L) {
		return false;
	}
	leg->end = lwAdd(leg->end, lwSub(ground.pos, leg->current.pos));
	leg->current.pos = leg->printPos = ground.pos;
	leg->residual = lwMaxF(lwDistance(leg->hip, leg->end) - reach, 0.0f);
	lwCharacter_LayCurrent(c, l);
	return true;
}

// The leg does not get to where its foot would come down: the contact does not begin, the foot flies on to the next one.
static void MissGround(lwCharacter* c, int l) {
	lwLegState* leg = &c->legs[l];
	leg->strikeTime = leg->strikeWas;
	leg->searching = leg->toldSearching;
	lwCharacter_FlyOn(c, l);
}

void lwCharacter_JudgeContacts(lwCharacter* c, float dt) {
	for (int l = 0; l < c->legCount && c->now.oriented; ++l) {
		lwLegState* leg = &c->legs[l];
		bool struck = leg->struck, out = leg->residual > (struck ? STRIKES : STANDS) * c->L;
		leg->struck = false;
		if (leg->state != lw_footPlanted || leg->searching) {
			continue;
		}
		bool may = c->running && leg->willStep && (leg->t >= leg->strike || (leg->t < leg->off && !leg->offDone));
		if (struck && out && !MeetGround(c, l) && leg->residual > STANDS * c->L && may) {
			MissGround(c, l);
		} else if (struck) {
			lwCharacter_TellStrike(c, l);
		} else if (out && may) {
			leg->offDone = true;
			lwCharacter_LiftFoot(c, l, 0.5f * dt);
		}
	}
}
