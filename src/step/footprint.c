// SPDX-License-Identifier: MIT
// Footprints: where a foot wants to stand, and where the world lets it.
#include "step/state.h"

static const lwVec3 s_up = { 0.0f, 1.0f, 0.0f };

// walk: 0 the standing place .. 1 the walk's home.
static lwFootprint PrintOn(const lwCharacter* c, int l, lwTransform frame, float walk) {
	const lwAssetLeg* leg = &c->asset->legs[l];
	lwVec3 home = lwLerp3(leg->standCS, leg->homeCS, walk);
	float yaw = leg->standYaw + lwWrapAngle(leg->homeYaw - leg->standYaw) * walk;
	lwFootprint print;
	print.pos = lwAdd(frame.pos, lwRotate(frame.rot, home));
	print.rot = lwQuatMul(frame.rot, lwQuatAxisAngle(s_up, yaw));
	print.normal = lwRotate(frame.rot, s_up);
	print.body = print.material = 0;
	print.found = false;
	return print;
}

lwFootprint lwCharacter_WantedPrint(lwCharacter* c, int l, float seconds) {
	lwMotion m;
	lwCharacter_Predict(c, seconds, &m);
	lwTransform frame = lwCharacter_FrameAt(c, &m);
	return PrintOn(c, l, frame, lwCharacter_Walkness(c, &m));
}

lwFootprint lwCharacter_StandingPrint(const lwCharacter* c, int l) {
	return PrintOn(c, l, c->frame, 0.0f);
}

lwVec3 lwCharacter_HipAtStrike(lwCharacter* c, int l, const lwFootprint* print, lwVec3* outUp, float* outReach) {
	const lwAssetLeg* def = &c->asset->legs[l];
	const lwLegState* leg = &c->legs[l];
	float cycles = leg->state == lw_footFlying ? lwMaxF(leg->strike - lwLegState_FlightTime(leg), 0.0f) : 0.0f;
	lwMotion m;
	lwCharacter_Predict(c, lwCharacter_LegSeconds(c, l, cycles), &m);
	lwTransform frame = lwCharacter_SaggedFrame(c, &m);
	lwLegFrame body = lwAssetLeg_Body(c->asset, l, c->phase + cycles / leg->rate);
	lwFootShape shape = lwCharacter_ShapeAt(c, l, leg->strike);
	lwVec3 place = lwAdd(lwFootShape_Place(&shape, def->halfSole), lwRotate(shape.rot, shape.end));
	lwVec3 end = lwAdd(print->pos, lwRotate(print->rot, place));
	*outUp = lwRotate(frame.rot, s_up);
	*outReach = def->reach * body.chain;
	return lwSub(lwAdd(frame.pos, lwRotate(frame.rot, body.hipCS)), end);
}

void lwCharacter_KeepInReach(lwCharacter* c, int l, lwFootprint* ioPrint) {
	lwVec3 up;
	float reach;
	lwVec3 away = lwCharacter_HipAtStrike(c, l, ioPrint, &up, &reach);
	// What rolling the foot and lowering the body make up for is left to them.
	reach += (lwAssetLeg_IsTip(c->asset, l) ? -0.015f : 0.03f) * c->L;
	float over = lwDot(away, away) - reach * reach;
	lwVec3 level = lwReject(away, up);
	lwVec3 inward = lwNormalizeOr(level, lwV3(0.0f, 0.0f, 0.0f));
	float along = lwDot(away, inward);
	if (over <= 0.0f || along <= 0.0f) {
		return;
	}
	float room = along * along - over;
	float move = room > 0.0f ? along - lwSqrt(room) : along;
	ioPrint->pos = lwMulAdd(ioPrint->pos, inward, lwMinF(move, 0.5f * c->L));
}

// True when the body, lowered by at most a quarter of the hip's height (settle/body.c LegNeed), brings the leg to the print.
// slack, L: more reach for the place already chosen, so that it does not change back and forth.
static bool Reaches(lwCharacter* c, int l, const lwFootprint* print, float slack) {
	lwVec3 up;
	float reach;
	lwVec3 away = lwCharacter_HipAtStrike(c, l, print, &up, &reach);
	reach = 0.985f * reach + slack * c->L + lwMinF(0.5f * c->asset->legs[l].halfSole, 0.03f * c->L); // a soft end; feet roll
	float height = lwDot(away, up);
	lwVec3 flat = lwReject(away, up);
	float room = reach * reach - lwDot(flat, flat);
	return room > 0.0f && height - lwSqrt(room) <= 0.25f * lwMaxF(height, 0.0f);
}

typedef struct Sole {
	lwCastHit heel, toe;
	bool heelFound, toeFound;
	bool even;  // both ends stand on one surface
	int clear;  // no step up close before the toe or behind the heel, which the foot could not rise over in time: 0, 1, 2; -1: out of reach
} Sole;

// Room before the toe and behind the heel, in L.
#define ROOM_AHEAD 0.22f
#define ROOM_BEHIND 0.13f

// How far the ground a little way along is higher than the sole's plane; 0 when there is none.
static float StepBeside(lwCharacter* c, lwVec3 from, lwVec3 way, lwVec3 normal, lwVec3 up) {
	lwCastHit hit;
	float range = c->def.maxStepHeight * c->L;
	return lwCharacter_Probe(c, lwAdd(from, way), up, range, range, &hit) ? lwDot(lwSub(hit.pos, from), normal) : 0.0f;
}

// Rays under both ends of the sole at a place on the frame's plane.
static Sole ProbeSole(lwCharacter* c, lwVec3 pos, lwVec3 forward, lwVec3 up, float half) {
	Sole sole;
	float range = c->def.maxStepHeight * c->L;
	sole.heelFound = lwCharacter_Probe(c, lwMulAdd(pos, forward, -half), up, range, range, &sole.heel);
	if (half > 0.0f) {
		sole.toeFound = lwCharacter_Probe(c, lwMulAdd(pos, forward, half), up, range, range, &sole.toe);
	} else {
		sole.toe = sole.heel;
		sole.toeFound = sole.heelFound;
	}
	sole.even = false;
	sole.clear = c->def.world.cast == NULL ? 2 : 0;
	if (!sole.heelFound || !sole.toeFound) {
		return sole;
	}
	float steep = lwCos(c->def.maxSlope);
	if (lwDot(sole.heel.faceNormal, up) < steep || lwDot(sole.toe.faceNormal, up) < steep) {
		return sole;
	}
	lwVec3 across = lwSub(sole.toe.pos, sole.heel.pos);
	float tolerance = 0.25f * half + 0.004f * c->L;
	float offHeel = lwAbsF(lwDot(across, sole.heel.faceNormal));
	float offToe = lwAbsF(lwDot(across, sole.toe.faceNormal));
	sole.even = offHeel < tolerance || offToe < tolerance;
	if (sole.even && c->def.world.cast != NULL) {
		lwVec3 normal = sole.toe.faceNormal;
		for (int k = 1; k <= 2; ++k) {
			float share = (half > 0.0f ? 0.5f : 0.25f) * (float)k * c->L; // points need less than soles
			float ahead = StepBeside(c, sole.toe.pos, lwMul(forward, ROOM_AHEAD * share), normal, up);
			float behind = StepBeside(c, sole.heel.pos, lwMul(forward, -ROOM_BEHIND * share), sole.heel.faceNormal, up);
			// A heel comes over the edge it lands behind while it is still high enough.
			float heelRoom = lwMinF(ROOM_BEHIND * share, half);
			float over = half > 0.0f ? StepBeside(c, sole.heel.pos, lwMul(forward, -heelRoom), sole.heel.faceNormal, up) : 0.0f;
			if (ahead > 0.05f * c->L || behind > 0.05f * c->L || over < -0.05f * c->L) {
				break;
			}
			sole.clear = k;
		}
	}
	return sole;
}

static void LayOnSole(const Sole* sole, lwVec3 forward, float half, lwFootprint* ioPrint) {
	lwVec3 normal = lwNormalizeOr(lwAdd(sole->heel.faceNormal, sole->toe.faceNormal), sole->heel.faceNormal);
	lwVec3 along = forward;
	if (half > 0.0f) {
		along = lwNormalizeOr(lwSub(sole->toe.pos, sole->heel.pos), forward);
	}
	ioPrint->pos = lwLerp3(sole->heel.pos, sole->toe.pos, 0.5f);
	lwVec3 z = lwNormalizeOr(half > 0.0f ? along : lwReject(along, normal), forward);
	lwVec3 y = lwNormalizeOr(lwReject(normal, z), normal);
	ioPrint->rot = lwQuatFromAxes(lwCross(y, z), y, z);
	ioPrint->normal = y;
	ioPrint->body = sole->heel.body;
	ioPrint->material = sole->heel.material;
	ioPrint->found = true;
}

// An edge runs under the foot and no place beside it is free: stand on the higher end, the other end hangs over.
static void LayOnHigher(const Sole* sole, lwVec3 forward, lwVec3 up, float half, lwFootprint* ioPrint) {
	bool heel = sole->heelFound;
	if (sole->heelFound && sole->toeFound) {
		heel = lwDot(lwSub(sole->heel.pos, sole->toe.pos), up) > 0.0f;
	}
	const lwCastHit* hit = heel ? &sole->heel : &sole->toe;
	lwVec3 normal = lwDot(hit->faceNormal, up) > 0.5f ? hit->faceNormal : up;
	lwVec3 z = lwNormalizeOr(lwReject(forward, normal), forward);
	ioPrint->pos = lwMulAdd(hit->pos, z, heel ? half : -half);
	ioPrint->rot = lwQuatFromAxes(lwCross(normal, z), normal, z);
	ioPrint->normal = normal;
	ioPrint->body = hit->body;
	ioPrint->material = hit->material;
	ioPrint->found = true;
}

// A place along the foot; one that the leg cannot come to serves last.
static Sole TryPlace(lwCharacter* c, int l, const lwFootprint* print, lwVec3 forward, lwVec3 up, float shift, float slack) {
	float half = c->asset->legs[l].halfSole;
	Sole sole = ProbeSole(c, lwMulAdd(print->pos, forward, shift), forward, up, half);
	lwFootprint laid = *print;
	if (sole.even && c->def.world.cast != NULL) {
		LayOnSole(&sole, forward, half, &laid);
		sole.clear = Reaches(c, l, &laid, slack) ? sole.clear : -1;
	}
	return sole;
}

static void PlaceUpright(lwCharacter* c, int l, lwFootprint* ioPrint) {
	lwLegState* leg = &c->legs[l];
	float half = c->asset->legs[l].halfSole;
	lwVec3 up = lwRotate(c->frame.rot, s_up);
	lwVec3 forward = lwNormalizeOr(lwReject(lwRotate(ioPrint->rot, lwV3(0.0f, 0.0f, 1.0f)), up), lwV3(0.0f, 0.0f, 1.0f));
	Sole first = TryPlace(c, l, ioPrint, forward, up, leg->shift, leg->u > 0.0f ? 0.02f : 0.0f);
	if (first.even && first.clear == 2) { // what served last frame wins while it serves
		LayOnSole(&first, forward, half, ioPrint);
		return;
	}
	Sole fallback = first; // even, but close to a step
	float fallbackShift = leg->shift;
	const float unit = 0.04f * c->L;
	const int most = 2 * (int)((half + 0.25f * c->L) / unit);
	for (int i = 0; i <= most; ++i) { // 0, +1, -1, +2, -2 …
		float shift = unit * (float)((i + 1) / 2) * ((i & 1) ? 1.0f : -1.0f);
		Sole sole = TryPlace(c, l, ioPrint, forward, up, shift, 0.0f);
		if (i == 0) {
			first = sole;
		}
		if (sole.even && sole.clear == 2) {
			leg->shift = shift;
			LayOnSole(&sole, forward, half, ioPrint);
			return;
		}
		if (sole.even && (!fallback.even || sole.clear > fallback.clear)) {
			fallback = sole;
			fallbackShift = shift;
		}
	}
	if (fallback.even) {
		leg->shift = fallbackShift;
		LayOnSole(&fallback, forward, half, ioPrint);
		return;
	}
	leg->shift = 0.0f;
	if (first.heelFound || first.toeFound) {
		LayOnHigher(&first, forward, up, half, ioPrint);
	} else {
		ioPrint->found = false; // searching: the frame's plane stands in for the ground
	}
}

void lwCharacter_PlacePrint(lwCharacter* c, int l, lwFootprint* ioPrint) {
	lwLegState* leg = &c->legs[l];
	if (c->now.oriented) {
		lwCharacter_PlaceAnywhere(c, l, ioPrint);
		return;
	}
	PlaceUpright(c, l, ioPrint);
	leg->strategy = ioPrint->found ? lw_placeSocket : lw_placeSearching; // straight down is the first that upright walkers try
	leg->placed[leg->strategy] += 1;
}
