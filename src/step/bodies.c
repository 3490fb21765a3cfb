// SPDX-License-Identifier: MIT
// Bodies: what the feet stand on may move. Footprints are kept in the body they lie on and carried with it; the creature's motion is
// seen against the body that carries it, so that one that rides stands still.
#include "step/state.h"

static bool IsFinite3(lwVec3 v) {
	return lwAbsF(v.x) < 1e18f && lwAbsF(v.y) < 1e18f && lwAbsF(v.z) < 1e18f; // false for NaN
}

lwBodyState lwCharacter_Body(const lwCharacter* c, int body) {
	lwBodyState still = { .rot = lwQuatIdentity() }, state = still;
	if (c->def.world.body == NULL || body < 0) {
		return still;
	}
	c->def.world.body(c->def.world.user, body, &state);
	lwQuat q = state.rot;
	bool turned = lwAbsF(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w - 1.0f) < 0.01f;
	bool good = turned && IsFinite3(state.pos) && IsFinite3(state.linearVelocity) && IsFinite3(state.angularVelocity);
	return good ? state : still;
}

// ---- The carrier -----------------------------------------------------------------------------------------------

// Who carries: the mover's word, else the body that most standing feet are on.
static int FindCarrier(const lwCharacter* c) {
	if (c->now.oriented) {
		return c->now.body;
	}
	int best = -1, most = 0;
	for (int l = 0; l < c->legCount; ++l) {
		int body = c->legs[l].current.body, count = 0;
		for (int m = 0; m < c->legCount; ++m) {
			const lwLegState* leg = &c->legs[m];
			count += leg->state == lw_footPlanted && leg->current.found && leg->current.body == body ? 1 : 0;
		}
		if (count > most) {
			most = count;
			best = body;
		}
	}
	return best;
}

static bool SameQuat(lwQuat a, lwQuat b) {
	return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w;
}

static bool SamePlace(lwVec3 pos, lwQuat rot, const lwBodyState* state) {
	return pos.x == state->pos.x && pos.y == state->pos.y && pos.z == state->pos.z && SameQuat(rot, state->rot);
}

static bool IsStill(const lwBodyState* s) {
	return lwDot(s->linearVelocity, s->linearVelocity) == 0.0f && lwDot(s->angularVelocity, s->angularVelocity) == 0.0f;
}

// Its motion is measured from where it was put, not taken from what the host says of it.
void lwCharacter_MeasureCarrier(lwCharacter* c, float dt) {
	if (c->def.world.body == NULL) {
		return;
	}
	int id = FindCarrier(c);
	lwBodyState was = c->carrier, is = lwCharacter_Body(c, id);
	if (id == c->carrierId && dt > 0.0f) {
		is.linearVelocity = is.angularVelocity = lwV3(0.0f, 0.0f, 0.0f);
		if (!SamePlace(was.pos, was.rot, &is)) {
			is.linearVelocity = lwMul(lwSub(is.pos, was.pos), 1.0f / dt);
			is.angularVelocity = lwMul(lwQuatLog(lwQuatMul(is.rot, lwConj(was.rot))), 1.0f / dt);
		}
	} else if (id == c->carrierId) {
		is.linearVelocity = was.linearVelocity;
		is.angularVelocity = was.angularVelocity;
	}
	c->carrierId = id;
	c->carrier = is;
	c->carrierMoves = !IsStill(&is);
	if (c->carrierMoves) { // what was known of the ground's height has moved on
		lwCharacter_ForgetGround(c);
	}
}

// A moment of the trajectory as seen from the carrier: where on it, as it lies now, the creature will be, how fast against it.
void lwCharacter_ToCarrier(const lwCharacter* c, float seconds, lwMotion* io) {
	lwBodyState body = c->carrier;
	if (io->oriented || c->def.world.body == NULL || IsStill(&body)) { // oriented movers tell it so
		return;
	}
	lwVec3 arm = lwSub(io->pos, lwMulAdd(body.pos, body.linearVelocity, seconds));
	lwVec3 velocity = lwSub(io->velocity, lwAdd(body.linearVelocity, lwCross(body.angularVelocity, arm)));
	io->yawRate -= body.angularVelocity.y;
	lwQuat back = lwQuatExp(lwMul(body.angularVelocity, -seconds));
	io->pos = lwAdd(body.pos, lwRotate(back, arm));
	io->velocity = lwRotate(back, velocity);
	io->yaw -= body.angularVelocity.y * seconds;
}

// ---- The body's spring ------------------------------------------------------------------------------------------

// Where gravity pulls the body more than it does on the level ground that it was animated for.
lwVec3 lwCharacter_Sag(const lwCharacter* c, lwQuat frame) {
	lwVec3 up = lwRotate(frame, lwV3(0.0f, 1.0f, 0.0f));
	return lwMul(lwAdd(c->def.gravityDir, up), 0.5f * c->def.sag * c->L * c->springShare);
}

lwTransform lwCharacter_Sprung(const lwCharacter* c, const lwTransform* frame, lwVec3 sway, lwTransform placement) {
	if (!(c->springShare > 0.0f)) {
		return placement;
	}
	lwVec3 up = lwRotate(frame->rot, lwV3(0.0f, 1.0f, 0.0f));
	lwVec3 middle = lwMulAdd(frame->pos, up, c->bodyHeight);
	lwQuat tilt = lwQuatExp(lwMul(lwCross(up, sway), c->def.springTilt / c->L));
	placement.pos = lwAdd(lwAdd(middle, sway), lwRotate(tilt, lwSub(placement.pos, middle)));
	placement.rot = lwQuatMul(tilt, placement.rot);
	return placement;
}

lwTransform lwCharacter_SaggedFrame(lwCharacter* c, const lwMotion* motion) {
	lwTransform frame = lwCharacter_FrameAt(c, motion);
	return lwCharacter_Sprung(c, &frame, lwCharacter_Sag(c, frame.rot), frame);
}

// ---- Footprints ------------------------------------------------------------------------------------------------

static lwBodyPose PoseOf(const lwCharacter* c, int body) {
	lwBodyState state = lwCharacter_Body(c, body);
	return (lwBodyPose){ body, state.pos, state.rot };
}

static lwFootprint ToBody(const lwFootprint* print, const lwBodyPose* body) {
	lwFootprint local = *print;
	lwQuat to = lwConj(body->rot);
	local.pos = lwRotate(to, lwSub(print->pos, body->pos));
	local.rot = lwQuatMul(to, print->rot);
	local.normal = lwRotate(to, print->normal);
	return local;
}

static lwFootprint ToWorld(const lwFootprint* local, const lwBodyPose* body) {
	lwFootprint print = *local;
	print.pos = lwAdd(body->pos, lwRotate(body->rot, local->pos));
	print.rot = lwQuatNormalize(lwQuatMul(body->rot, local->rot));
	print.normal = lwRotate(body->rot, local->normal);
	return print;
}

static void Carry(lwFootprint* io, const lwBodyPose* from, const lwBodyPose* to) {
	lwFootprint local = ToBody(io, from);
	*io = ToWorld(&local, to);
}

void lwCharacter_LayCurrent(lwCharacter* c, int l) {
	lwLegState* leg = &c->legs[l];
	leg->ground = PoseOf(c, leg->current.body);
	leg->standing = ToBody(&leg->current, &leg->ground);
}

void lwCharacter_LayNext(lwCharacter* c, int l) {
	c->legs[l].target = PoseOf(c, c->legs[l].next.body);
}

static bool Moved(const lwCharacter* c, const lwBodyPose* was, lwBodyPose* outIs) {
	lwBodyState state = lwCharacter_Body(c, was->body);
	*outIs = (lwBodyPose){ was->body, state.pos, state.rot };
	return !SamePlace(was->pos, was->rot, &state);
}

void lwCharacter_CarryPrints(lwCharacter* c) {
	for (int l = 0; l < c->legCount && c->def.world.body != NULL; ++l) {
		lwLegState* leg = &c->legs[l];
		lwBodyPose is;
		bool ground = Moved(c, &leg->ground, &is);
		if (ground) {
			Carry(&leg->stoodFor, &leg->ground, &is);
			leg->current = ToWorld(&leg->standing, &is); // from the body's space: nothing adds up
			leg->ground = is;
		}
		bool target = Moved(c, &leg->target, &is);
		if (target) {
			Carry(&leg->next, &leg->target, &is);
			Carry(&leg->aim, &leg->target, &is);
			Carry(&leg->predicted, &leg->target, &is);
			lwQuat turn = lwQuatMul(is.rot, lwConj(leg->target.rot));
			leg->flightFrame = lwQuatNormalize(lwQuatMul(turn, leg->flightFrame));
			leg->bend = lwRotate(turn, leg->bend);
			leg->bendRate = lwRotate(turn, leg->bendRate);
			leg->bodyFrom = lwAdd(is.pos, lwRotate(turn, lwSub(leg->bodyFrom, leg->target.pos)));
			leg->bodyTo = lwAdd(is.pos, lwRotate(turn, lwSub(leg->bodyTo, leg->target.pos)));
			leg->bodyFromRot = lwQuatNormalize(lwQuatMul(turn, leg->bodyFromRot));
			leg->bodyToRot = lwQuatNormalize(lwQuatMul(turn, leg->bodyToRot));
			lwVec3 middle = lwSub(leg->curve.pos[1], leg->target.pos); // a rim between the ends; Move sets the rest
			leg->curve.pos[1] = lwAdd(is.pos, lwRotate(turn, middle));
			leg->curve.normal[1] = lwRotate(turn, leg->curve.normal[1]);
			leg->target = is;
		}
		if ((ground || target) && leg->state == lw_footFlying) {
			lwGroundCurve_Move(&leg->curve, leg->current.pos, leg->current.normal, leg->next.pos, leg->next.normal);
		}
	}
}
