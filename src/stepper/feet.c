// SPDX-License-Identifier: MIT
// Feet: where home is on the world, standing in a body that moves, the step through the air.
#include "stepper/state.h"

static const lwVec3 s_up = { 0.0f, 1.0f, 0.0f };

static lwVec3 ToWorld(const lwTransform* frame, lwVec3 pos) {
	return lwAdd(frame->pos, lwRotate(frame->rot, pos));
}

static lwFootprint OnFrame(const lwTransform* frame, lwVec3 pos, float yaw) {
	lwFootprint print = { 0 };
	print.pos = pos;
	print.rot = lwQuatMul(frame->rot, lwQuatAxisAngle(s_up, yaw));
	print.normal = lwRotate(frame->rot, s_up);
	return print;
}

static void Lay(lwFootprint* io, lwVec3 pos, lwVec3 normal, int body, int material) {
	lwVec3 forward = lwRotate(io->rot, lwV3(0.0f, 0.0f, 1.0f));
	lwVec3 z = lwNormalizeOr(lwReject(forward, normal), lwPerpendicular(normal));
	io->rot = lwQuatFromAxes(lwCross(normal, z), normal, z);
	io->pos = pos;
	io->normal = normal;
	io->body = body;
	io->material = material;
	io->found = true;
}

// Without a world the ground is y = 0.
static void LayOnPlane(lwFootprint* io, lwVec3 up) {
	float rate = up.y > 0.05f ? up.y : 0.05f;
	Lay(io, lwMulAdd(io->pos, up, -io->pos.y / rate), s_up, 0, 0);
}

// A ray between the highest and the lowest place.
static void LayByRay(lwStepper* s, lwFootprint* io, lwVec3 up) {
	lwVec3 from = lwMulAdd(io->pos, up, s->def.highest * s->L);
	lwCastHit hit = lwWorld_Ray(&s->def.world, from, lwMul(up, (s->def.lowest - s->def.highest) * s->L), lw_channelAll);
	s->queries += 1;
	if (hit.hit && Stepper_IsFinite(hit.pos) && lwAbsF(lwLength(hit.faceNormal) - 1.0f) < 0.01f) {
		Lay(io, hit.pos, hit.faceNormal, hit.body, hit.material);
	}
}

// By the same search as footwork's: around edges and up walls.
static void LayBySearch(lwStepper* s, int l, const lwTransform* frame, lwFootprint* io) {
	const StepLeg* leg = &s->legs[l];
	lwPlaceQuery query = lwDefaultPlaceQuery();
	query.world = &s->def.world;
	query.hip = query.socket = ToWorld(frame, leg->bind.hipCS);
	query.wanted = io->pos;
	query.up = lwRotate(frame->rot, s_up);
	query.lift = leg->current.found ? leg->current.pos : io->pos;
	query.under = frame->pos;
	query.reach = 0.98f * leg->bind.chain;
	query.length = s->L;
	lwPlace place = lwFindPlace(&query);
	s->queries += place.queries;
	if (place.found) {
		Lay(io, place.pos, place.normal, place.body, place.material);
	}
}

lwFootprint Stepper_HomeAt(lwStepper* s, int l, const lwTransform* frame, lwVec3 past) {
	const StepLeg* leg = &s->legs[l];
	lwFootprint print = OnFrame(frame, ToWorld(frame, lwAdd(leg->homeCS, past)), leg->homeYaw);
	if (s->def.world.cast == NULL) {
		LayOnPlane(&print, print.normal);
		return print;
	}
	LayBySearch(s, l, frame, &print);
	if (!print.found) {
		LayByRay(s, &print, print.normal);
	}
	return print;
}

// ---- Standing in a body ----------------------------------------------------------------------------------------

static bool BodyOf(const lwStepper* s, int body, lwBodyState* out) {
	if (s->def.world.body == NULL) {
		return false;
	}
	s->def.world.body(s->def.world.user, body, out);
	return Stepper_IsFinite(out->pos) && Stepper_IsTurn(out->rot);
}

void Stepper_StoreInBody(lwStepper* s, StepLeg* leg) {
	lwBodyState body;
	leg->posBS = leg->current.pos;
	leg->fromBS = leg->from;
	leg->rotBS = leg->current.rot;
	if (BodyOf(s, leg->current.body, &body)) {
		lwQuat back = lwConj(body.rot);
		leg->posBS = lwRotate(back, lwSub(leg->current.pos, body.pos));
		leg->fromBS = lwRotate(back, lwSub(leg->from, body.pos));
		leg->rotBS = lwQuatMul(back, leg->current.rot);
	}
}

void Stepper_CarryFeet(lwStepper* s) {
	for (int l = 0; l < s->legCount; ++l) {
		StepLeg* leg = &s->legs[l];
		lwBodyState body;
		if (BodyOf(s, leg->current.body, &body)) {
			leg->current.pos = lwAdd(body.pos, lwRotate(body.rot, leg->posBS));
			leg->from = lwAdd(body.pos, lwRotate(body.rot, leg->fromBS));
			leg->current.rot = lwQuatNormalize(lwQuatMul(body.rot, leg->rotBS));
			leg->current.normal = lwRotate(leg->current.rot, s_up);
		}
	}
}

// ---- Stepping --------------------------------------------------------------------------------------------------

float Stepper_Distance(const lwStepper* s, int l) {
	const StepLeg* leg = &s->legs[l];
	lwVec3 off = lwRotate(lwConj(s->frame.rot), lwSub(leg->current.pos, s->frame.pos));
	off = lwSub(off, leg->homeCS);
	return lwSqrt(off.x * off.x + off.z * off.z);
}

// A step is shorter where the legs could not keep up: all groups have their turn while home moves by 0.7 L.
static float StepTime(const lwStepper* s, const StepLeg* leg) {
	lwVec3 arm = lwRotate(s->frame.rot, leg->homeCS);
	float speed = lwLength(lwAdd(s->velocity, lwCross(s->angular, arm)));
	float most = 0.7f * s->L / ((float)s->groupCount * lwMaxF(speed, 1e-6f));
	return lwClampF(lwMinF(s->stepTime, most), 0.25f * s->stepTime, s->stepTime);
}

void Stepper_BeginStep(lwStepper* s, int l) {
	StepLeg* leg = &s->legs[l];
	lwVec3 foot = lwRotate(lwConj(s->frame.rot), lwSub(leg->current.pos, s->frame.pos));
	lwVec3 way = lwSub(leg->homeCS, foot);
	way.y = 0.0f;
	float past = s->still ? 0.0f : lwMinF(s->def.overshoot * s->L, lwLength(way));
	leg->pastCS = lwMul(lwNormalizeOr(way, lwV3(0.0f, 0.0f, 0.0f)), past);
	leg->from = leg->current.pos;
	leg->state = lw_footFlying;
	leg->u = 0.0f;
	leg->duration = StepTime(s, leg);
	leg->waited = 0.0f;
	leg->lastOff = s->tick;
	leg->next = Stepper_HomeAt(s, l, &s->frame, leg->pastCS);
	Stepper_StoreInBody(s, leg);
}

// The body's motion corrects the target; a body that stopped is not overtaken.
void Stepper_Aim(lwStepper* s, int l) {
	StepLeg* leg = &s->legs[l];
	leg->next = Stepper_HomeAt(s, l, &s->frame, s->still ? lwV3(0.0f, 0.0f, 0.0f) : leg->pastCS);
}

void Stepper_EndStep(lwStepper* s, int l) {
	StepLeg* leg = &s->legs[l];
	leg->state = lw_footPlanted;
	leg->current = leg->next;
	leg->from = leg->current.pos;
	leg->u = 0.0f;
	leg->lastStrike = s->tick;
	Stepper_StoreInBody(s, leg);
}

static float ArcAt(const lwStepperDef* def, float x) {
	float at = lwClampF(x, 0.0f, 1.0f) * (float)(LW_STEPPER_ARC - 1);
	int i = (int)at;
	i = i > LW_STEPPER_ARC - 2 ? LW_STEPPER_ARC - 2 : i;
	return lwLerpF(def->arc[i], def->arc[i + 1], at - (float)i);
}

static void FlyFoot(lwStepper* s, int l, float ahead) {
	StepLeg* leg = &s->legs[l];
	float u = lwMinF(leg->u + ahead / leg->duration, 1.0f);
	float along = lwSmoothStep(0.0f, 1.0f, u); // eased; remaining / whole distance is 1 - along
	lwQuat rot = lwSlerp(leg->current.rot, leg->next.rot, along);
	lwVec3 up = lwRotate(rot, s_up);
	// Over the higher of both ends: a step up is lifted by its rise as well.
	lwVec3 step = lwSub(leg->next.pos, leg->from);
	float rise = lwDot(step, lwRotate(s->frame.rot, s_up));
	float clear = rise > 0.0f ? rise * (1.0f - along) * along * 2.0f : -rise * (1.0f - along) * along;
	float height = s->def.stepHeight * s->L * ArcAt(&s->def, along) + clear;
	leg->nowPos = lwMulAdd(lwMulAdd(leg->from, step, along), up, height);
	leg->nowRot = rot;
}

void Stepper_FlyFeet(lwStepper* s, float ahead) {
	for (int l = 0; l < s->legCount; ++l) {
		StepLeg* leg = &s->legs[l];
		if (leg->state == lw_footFlying) {
			if (leg->u < LW_STEPPER_AIMED) {
				Stepper_Aim(s, l);
			}
			FlyFoot(s, l, ahead);
		} else {
			leg->nowPos = leg->current.pos;
			leg->nowRot = leg->current.rot;
		}
	}
}
