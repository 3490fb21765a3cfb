// SPDX-License-Identifier: MIT
// Surface mover on moving bodies: carried once, by translation and rotation; changed bodies; pushed; velocities measured.
#include "move/mover_kit.h"

static lwMeshWorld* s_world;

static void Place(int body, lwVec3 pos, lwQuat rot) {
	lwBodyState state = { .pos = pos, .rot = rot }; // no velocities: they are to be measured
	lwMeshWorld_SetBody(s_world, body, &state);
}

static lwSurfaceMover* Start(const Boxes* bodies, int count, float topSpeed, lwVec3 pos, lwVec3 up) {
	s_world = MakeWorld(bodies, count);
	lwSurfaceMoverDef def = MoverDef(s_world, topSpeed);
	return MakeMover(&def, pos, V(0, 0, 1), up);
}

static void End(lwSurfaceMover* mover) {
	lwDestroySurfaceMover(mover);
	lwDestroyMeshWorld(s_world);
}

static void LiesOf(void* user, int body, lwBodyState* out) {
	(void)user;
	*out = (lwBodyState){ .pos = { NAN, 0, 0 }, .rot = { 0, 0, 0, 0 } };
	out->linearVelocity = V(1e30f, body > 0 ? 1.0f : NAN, 0);
}

// A host that tells nonsense about its bodies is not followed.
static void RefusesInvalid(void** state) {
	(void)state;
	lwMeshWorld* world = MakeBox(V(0, -1, 0), V(5, 1, 5));
	lwSurfaceMoverDef def = MoverDef(world, 1.0f);
	def.world.body = LiesOf;
	lwSurfaceMover* mover = MakeMover(&def, V(0, 0, 0), V(0, 0, 1), V(0, 1, 0));
	for (int i = 0; i < 120; ++i) {
		Push(mover, 0, 1, V(0, 0, 1), V(0, 1, 0));
		lwSurfaceMover_Update(mover, 1.0f / 60.0f);
	}
	lwMotion m = MotionAt(mover, 0.3f);
	assert_true(fabsf(m.pos.z - 2.2f) < 0.15f && lwLength(m.carried) == 0.0f);
	lwDestroySurfaceMover(mover);
	lwDestroyMeshWorld(world);
}

// Scenario 12: a platform that turns 90 degrees/s, stood on at radius 1, at any frame rate.
static void TurntableCarries(void** state) {
	(void)state;
	static const float rates[3] = { 20.0f, 60.0f, 144.0f };
	for (int r = 0; r < 3; ++r) {
		Boxes b = { 0 };
		AddBox(&b, V(0, -0.5f, 0), V(4, 0.5f, 4));
		lwSurfaceMover* mover = Start(&b, 1, 1.0f, V(1, 0, 0), V(0, 1, 0));
		lwVec3 first = MotionAt(mover, 0.0f).pos;
		int frames = (int)rates[r];
		lwQuat turn = lwQuatIdentity();
		for (int i = 1; i <= frames; ++i) {
			turn = lwQuatAxisAngle(V(0, 1, 0), 0.5f * LW_PI * (float)i / (float)frames);
			Place(0, V(0, 0, 0), turn);
			lwSurfaceMover_Update(mover, 1.0f / rates[r]);
			lwSurfaceMoverStatus s = lwSurfaceMover_Status(mover);
			assert_true(s.attached && s.queries <= 1); // carried at rest; the world moves, so it looks whether something comes
		}
		lwMotion m = MotionAt(mover, 0.0f);
		lwVec3 local = lwRotate(lwConj(turn), m.pos);
		assert_true(lwDistance(local, first) < 1e-3f);
		assert_true(fabsf(lwDistance(m.pos, first) - 1.4142f) < 2e-3f);
		assert_true(AngleBetween(Forward(m.rot), V(1, 0, 0)) < 0.1f);
		assert_true(lwLength(m.velocity) == 0.0f);                       // not of its own
		assert_true(fabsf(lwLength(m.carried) - 0.5f * LW_PI) < 0.02f);  // measured
		assert_true(lwDot(m.carried, V(0, 0, -1)) < 0.0f || fabsf(m.carried.x) > 0.0f);
		lwMotion later = MotionAt(mover, 0.5f); // told where the body is now
		assert_true(lwDistance(later.pos, m.pos) < 1e-5f);
		End(mover);
	}
}

// A lift at two leg lengths a second, up, down and sideways; walking on it is walking on the ground.
static void LiftCarries(void** state) {
	(void)state;
	Boxes b = { 0 };
	AddBox(&b, V(0, -0.5f, 0), V(6, 0.5f, 6));
	lwSurfaceMover* mover = Start(&b, 1, 1.0f, V(0, 0, -3), V(0, 1, 0));
	lwMeshWorld* ground = MakeBox(V(0, -0.5f, 0), V(6, 0.5f, 6));
	lwSurfaceMoverDef def = MoverDef(ground, 1.0f);
	lwSurfaceMover* twin = MakeMover(&def, V(0, 0, -3), V(0, 0, 1), V(0, 1, 0));
	for (int i = 1; i <= 240; ++i) {
		float t = (float)i / 60.0f;
		float phase = t - 2.0f * floorf(t / 2.0f);
		float saw = phase < 1.0f ? phase : 2.0f - phase; // turns back at once
		lwVec3 at = V(2.0f * saw, 1.2f * (1.0f - cosf(t)), 0.0f);
		Place(0, at, lwQuatIdentity());
		Push(mover, 0, 1, V(0, 0, 1), V(0, 1, 0));
		Push(twin, 0, 1, V(0, 0, 1), V(0, 1, 0));
		lwSurfaceMover_Update(mover, 1.0f / 60.0f);
		lwSurfaceMover_Update(twin, 1.0f / 60.0f);
		lwMotion m = MotionAt(mover, 0.0f), w = MotionAt(twin, 0.0f);
		assert_true(lwSurfaceMover_Status(mover).attached);
		assert_true(lwDistance(lwSub(m.pos, at), w.pos) < 2e-4f);
		assert_true(lwDistance(m.velocity, w.velocity) < 5e-3f);
		assert_true(lwDistance(lwSub(MotionAt(mover, 0.4f).pos, at), MotionAt(twin, 0.4f).pos) < 5e-4f); // and foreseen
	}
	lwDestroySurfaceMover(twin);
	lwDestroyMeshWorld(ground);
	End(mover);
}

// On a drum that spins twice as fast as it walks, against it: round and round, never off.
static void DrumIsWalked(void** state) {
	(void)state;
	Boxes b = { 0 };
	AddBox(&b, V(0, 0, 0), V(4, 2, 2)); // four edges, spun about X
	lwSurfaceMover* mover = Start(&b, 1, 1.5f, V(0, 2, 0), V(0, 1, 0));
	float worst = 0.0f;
	lwQuat last = MotionAt(mover, 0.0f).rot, lastTurn = lwQuatIdentity();
	for (int i = 1; i <= 900; ++i) {
		lwQuat turn = lwQuatAxisAngle(V(1, 0, 0), -1.2f * (float)i / 60.0f);
		Place(0, V(0, 0, 0), turn);
		lwMotion now = MotionAt(mover, 0.0f);
		Push(mover, 0, 1, Forward(now.rot), Up(now.rot));
		lwSurfaceMover_Update(mover, 1.0f / 60.0f);
		lwSurfaceMoverStatus s = lwSurfaceMover_Status(mover);
		assert_true(s.attached);
		lwQuat own = lwQuatMul(lwConj(turn), s.frame.rot), before = lwQuatMul(lwConj(lastTurn), last);
		worst = fmaxf(worst, TurnBetween(before, own));
		last = s.frame.rot;
		lastTurn = turn;
		lwVec3 middle = lwMulAdd(s.frame.pos, Up(s.frame.rot), 0.5f);
		lwWorld table = lwMeshWorld_World(s_world);
		lwCastHit hit = lwWorld_Closest(&table, middle, 3.0f, lw_channelAll);
		assert_true(hit.fraction * 3.0f > 0.4f && hit.fraction * 3.0f < 0.7f);
	}
	assert_true(worst < 25.0f);
	assert_true(MotionAt(mover, 0.0f).distance > 20.0f);
	End(mover);
}

// From still ground onto a moving plate and back: the stick's pace is over what it stands on.
static void StepsOnAndOff(void** state) {
	(void)state;
	Boxes b[2] = { { 0 }, { 0 } };
	AddBox(&b[0], V(0, -0.5f, -6), V(20, 0.5f, 6));
	AddBox(&b[1], V(0, -0.5f, 2), V(20, 0.5f, 2)); // 0..4, slides along X
	AddBox(&b[0], V(0, -0.5f, 10), V(20, 0.5f, 6));
	lwSurfaceMover* mover = Start(b, 2, 1.0f, V(0, 0, -2), V(0, 1, 0));
	float x = 0.0f;
	bool on = false, off = false;
	for (int i = 1; i <= 480; ++i) {
		Place(1, V(1.0f * (float)i / 60.0f, 0, 0), lwQuatIdentity());
		Push(mover, 0, 1, V(0, 0, 1), V(0, 1, 0));
		lwSurfaceMover_Update(mover, 1.0f / 60.0f);
		lwSurfaceMoverStatus s = lwSurfaceMover_Status(mover);
		assert_true(s.attached && fabsf(s.frame.pos.y) < 0.02f);
		if (s.frame.pos.z > 1.0f && s.frame.pos.z < 3.0f) {
			on = true;
			assert_int_equal(s.body, 1);
			assert_true(fabsf(s.velocity.x - 1.0f) < 0.02f && fabsf(s.velocity.z - 1.0f) < 0.03f);
		}
		if (s.frame.pos.z > 4.7f) {
			off = true;
			assert_int_equal(s.body, 0);
			assert_true(fabsf(s.velocity.x) < 0.02f);
			x = s.frame.pos.x;
		}
	}
	assert_true(on && off && x > 3.0f && x < 5.0f); // carried for the 4 s that it takes to cross
	End(mover);
}

// A jump from what moves keeps its motion.
static void JumpKeepsMotion(void** state) {
	(void)state;
	Boxes b = { 0 };
	AddBox(&b, V(0, -0.5f, 0), V(40, 0.5f, 4));
	lwSurfaceMover* mover = Start(&b, 1, 1.0f, V(0, 0, 0), V(0, 1, 0));
	for (int i = 1; i <= 90; ++i) {
		Place(0, V(2.0f * (float)i / 60.0f, 0, 0), lwQuatIdentity());
		if (i == 30) {
			lwSurfaceMover_Jump(mover, 4.0f);
		}
		lwSurfaceMover_Update(mover, 1.0f / 60.0f);
		lwMotion m = MotionAt(mover, 0.0f);
		assert_true(fabsf(m.pos.x - 2.0f * (float)i / 60.0f) < 0.04f);
		assert_true(m.airborne == (i > 30 && i < 78) || i == 30 || (i > 74 && i < 84));
	}
	End(mover);
}

// A piston comes at it: it is pushed, not passed through.
static void PistonPushes(void** state) {
	(void)state;
	Boxes b[2] = { { 0 }, { 0 } };
	AddBox(&b[0], V(0, -0.5f, 0), V(20, 0.5f, 6));
	AddBox(&b[1], V(-5, 1.2f, 0), V(1, 1.1f, 6)); // its face comes from x = -4, beyond what is felt
	lwSurfaceMover* mover = Start(b, 2, 1.0f, V(-0.9f, 0, 0), V(0, 1, 0));
	for (int i = 1; i <= 360; ++i) {
		float face = -4.0f + 1.0f * (float)i / 60.0f;
		Place(1, V(face + 4.0f, 0, 0), lwQuatIdentity());
		lwSurfaceMover_Update(mover, 1.0f / 60.0f);
		lwSurfaceMoverStatus s = lwSurfaceMover_Status(mover);
		lwVec3 middle = lwMulAdd(s.frame.pos, Up(s.frame.rot), 0.5f);
		assert_true(s.attached && middle.y > 0.2f);
		assert_true(middle.x > face + 0.2f);
	}
	End(mover);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(RefusesInvalid), cmocka_unit_test(TurntableCarries), cmocka_unit_test(LiftCarries), cmocka_unit_test(DrumIsWalked),
		cmocka_unit_test(StepsOnAndOff),  cmocka_unit_test(JumpKeepsMotion),  cmocka_unit_test(PistonPushes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
