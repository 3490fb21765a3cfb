// SPDX-License-Identifier: MIT
// Surface mover: jumps, drops and blows; letting go, flying, landing on what is nearest. Flight is in world space.
#include "move/surface_state.h"

#define LOOK_SECONDS 0.4f   // of fall ahead that the creature turns its feet to
#define NOT_YET 0.05f       // s after letting go before it may attach
#define AIR_TURN 0.5f       // share of the greatest rate of turning
#define GRIP_SECONDS 0.1f   // of gravity times grip: the blow that tears it off
#define FAR_AWAY 1e7f       // sizes from the origin where a fall ends

void lwSurface_LetGo(lwSurfaceMover* m, SurfaceState* s) {
	lwSurface_ToBody(m, s, NO_BODY);
	s->attached = s->rest = false;
	s->clock = 0.0f;
	s->calm = 0;
	s->surfaces = 0;
}

void lwSurface_Attach(lwSurfaceMover* m, SurfaceState* s, const lwCastHit* hit) {
	s->attached = true;
	s->rest = false;
	s->clock = 0.0f;
	s->calm = 0;
	s->material = hit->material;
	lwSurface_ToBody(m, s, hit->body);
	s->velocity = lwReject(s->velocity, UpOf(s->rot));
	float most = 2.0f * m->def.topSpeed, speed = lwLength(s->velocity);
	s->velocity = speed > most ? lwMul(s->velocity, most / speed) : s->velocity;
}

// Turn the feet to where it will land, else to where gravity goes.
static void TurnFeet(lwSurfaceMover* m, SurfaceState* s, const lwBodyState* world) {
	lwCastHit ahead = lwSurface_Sweep(m, world, s->pos, lwMul(s->velocity, LOOK_SECONDS), m->bodyRadius);
	lwVec3 velocity = s->velocity;
	float most = AIR_TURN * m->def.maxAlignRate * m->def.substep;
	lwSurface_TurnUp(s, ahead.hit ? ahead.normal : lwNeg(m->def.gravityDir), most, 1.0f);
	s->velocity = velocity;
}

// The surface it comes to within reach of its legs.
static bool Lands(lwSurfaceMover* m, const SurfaceState* s, const lwBodyState* world, lwCastHit* outHit) {
	if (s->clock < NOT_YET) {
		return false;
	}
	*outHit = lwSurface_Nearest(m, world, s->pos, UpOf(s->rot), m->standHeight);
	if (!outHit->hit) {
		return false;
	}
	lwBodyState b = lwSurface_BodyNow(m, outHit->body);
	lwVec3 against = lwSub(s->velocity, lwSurface_PointVelocity(&b, outHit->pos));
	lwVec3 away = lwNormalizeOr(lwSub(s->pos, outHit->pos), outHit->normal);
	return lwDot(against, away) < -0.02f * lwLength(against);
}

void lwSurface_Fly(lwSurfaceMover* m, SurfaceState* s, float time, bool asking, lwVec3 accelWS) {
	lwBodyState world = lwSurface_BodyNow(m, NO_BODY);
	float h = m->def.substep;
	lwVec3 gravity = lwMulAdd(accelWS, m->def.gravityDir, m->def.gravity);
	lwVec3 next = AirStep(s->pos, &s->velocity, gravity, m->def.wind, m->def.windUser, time, h);
	lwVec3 motion = lwSub(next, s->pos);
	if (!(lwDot(next, next) < FAR_AWAY * FAR_AWAY * m->def.size * m->def.size)) {
		s->velocity = motion = lwV3(0.0f, 0.0f, 0.0f);
	}
	s->distance += lwLength(motion);
	s->clock += h;
	if (!asking) {
		s->pos = lwAdd(s->pos, motion);
		return;
	}
	lwCastHit hit;
	s->pos = lwSurface_Slide(m, &world, s->pos, motion, &hit);
	s->height = lwLerpF(m->standHeight, s->height, m->decayHeight);
	TurnFeet(m, s, &world);
	bool lands = hit.hit && s->clock >= NOT_YET;
	if (hit.hit && !lands) {
		s->velocity = lwReject(s->velocity, hit.normal);
	}
	if (lands || Lands(m, s, &world, &hit)) {
		lwSurface_Attach(m, s, &hit);
	}
}

// ---- Deeds ---------------------------------------------------------------------------------------------------------

void lwSurfaceMover_AddForce(lwSurfaceMover* mover, lwVec3 force) {
	if (LW_ASSERT(Finite3(force))) {
		mover->force = lwAdd(mover->force, force);
	}
}

void lwSurfaceMover_AddImpulse(lwSurfaceMover* mover, lwVec3 impulse) {
	if (LW_ASSERT(Finite3(impulse))) {
		mover->impulse = lwAdd(mover->impulse, impulse);
	}
}

void lwSurfaceMover_Jump(lwSurfaceMover* mover, float speed) {
	mover->jump = speed >= 0.0f && speed <= 1e9f ? lwMaxF(mover->jump, speed) : mover->jump;
}

void lwSurfaceMover_SetGravityDir(lwSurfaceMover* mover, lwVec3 gravityDir) {
	if (LW_ASSERT(lwAbsF(lwDot(gravityDir, gravityDir) - 1.0f) <= 0.02f)) {
		mover->gravityTurned = mover->gravityTurned || lwDot(gravityDir, mover->def.gravityDir) < 0.999999f;
		mover->def.gravityDir = gravityDir;
	}
}

void lwSurfaceMover_Drop(lwSurfaceMover* mover) {
	mover->drop = true;
}

bool lwSurface_Deeds(lwSurfaceMover* m, SurfaceState* s) {
	lwVec3 blow = lwMul(m->impulse, 1.0f / m->def.mass);
	bool any = lwDot(blow, blow) > 0.0f || m->jump > 0.0f || m->drop;
	if (any && s->attached) {
		lwBodyState b = lwSurface_BodyNow(m, s->body);
		lwVec3 up = lwRotate(b.rot, UpOf(s->rot));
		bool torn = lwDot(blow, up) > m->def.grip * m->def.gravity * GRIP_SECONDS;
		if (m->jump > 0.0f || m->drop || torn) {
			lwSurface_LetGo(m, s);
			s->velocity = lwMulAdd(s->velocity, up, m->jump);
		} else {
			blow = lwReject(lwRotate(lwConj(b.rot), blow), UpOf(s->rot));
		}
	}
	if (any) {
		s->velocity = lwAdd(s->velocity, blow);
		s->rest = false;
		s->calm = 0;
	}
	m->impulse = lwV3(0.0f, 0.0f, 0.0f);
	m->jump = 0.0f;
	m->drop = false;
	return any;
}
