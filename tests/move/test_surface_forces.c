// SPDX-License-Identifier: MIT
// Surface mover: the same at any frame rate; wind, friction, forces, jumps and falls.
#include "move/mover_kit.h"

static lwWorld s_table;

// Materials: 1 ice, 2 sticky.
static void MaterialOf(void* user, int material, lwMaterial* out) {
	(void)user;
	*out = lwDefaultMaterial();
	out->friction = material == 1 ? 0.05f : material == 2 ? 2.0f : 1.0f;
}

static lwSurfaceMoverDef DefOn(lwMeshWorld* world, float topSpeed) {
	lwSurfaceMoverDef def = MoverDef(world, topSpeed);
	s_table = def.world;
	def.world.material = MaterialOf;
	return def;
}

static lwMeshWorld* Ground(int material) {
	Boxes b = { .material = material };
	AddBox(&b, V(0, -1, 0), V(50, 1, 50));
	return MakeWorld(&b, 1);
}

static void Pass(lwSurfaceMover* mover, float seconds) {
	int frames = (int)(seconds * 60.0f + 0.5f);
	for (int i = 0; i < frames; ++i) {
		lwSurfaceMover_Update(mover, 1.0f / 60.0f);
	}
}

static void RefusesInvalid(void** state) {
	(void)state;
	lwWindField field;
	memset(&field, 0, sizeof(field));
	lwVec3 none = lwWindField_At(&field, V(1, 2, 3), 4.0f);
	assert_true(lwLength(none) == 0.0f);
	field.accel = V(1, 0, 0);
	field.gust = 0.5f; // no period: no gusts
	assert_true(lwWindField_At(&field, V(1, 2, 3), 4.0f).x == 1.0f);
	field.volumeCount = 1000; // beyond the array
	assert_true(isfinite(lwWindField_At(&field, V(1, 2, 3), 4.0f).x));
	lwWindDrift drift = { .pos = { 1, 2, 3 } };
	static const float steps[4] = { NAN, -1.0f, 0.0f, INFINITY };
	for (int i = 0; i < 4; ++i) {
		lwVec3 p = lwWindDrift_Update(&drift, NULL, NULL, V(0, -10, 0), 1.0f / 120.0f, steps[i]);
		assert_true(p.x == 1.0f && p.y == 2.0f && p.z == 3.0f);
	}
	lwWindDrift_Update(&drift, NULL, NULL, V(0, -10, 0), 1.0f / 120.0f, 1e5f); // returns, without a thousand thousand steps
}

static void WindHasVolumes(void** state) {
	(void)state;
	lwWindField field;
	memset(&field, 0, sizeof(field));
	field.accel = V(2, 0, 0);
	field.volumeCount = 1;
	field.volumes[0] = (lwWindVolume){ .pos = { 10, 0, 0 }, .rot = lwQuatAxisAngle(V(0, 1, 0), 0.5f * LW_PI), .half = { 1, 2, 3 }, .edge = 0.5f,
									   .accel = { 0, 0, 4 } };
	assert_true(fabsf(lwWindField_At(&field, V(0, 0, 0), 0.0f).x - 2.0f) < 1e-6f);
	lwVec3 inside = lwWindField_At(&field, V(12.4f, 0, 0), 0.0f); // its long axis lies along X, and its wind blows along it
	assert_true(fabsf(inside.x - 6.0f) < 1e-4f && fabsf(inside.z) < 1e-4f);
	assert_true(fabsf(lwWindField_At(&field, V(10, 0, 1.2f), 0.0f).x - 2.0f) < 1e-6f);
	float half = lwWindField_At(&field, V(12.75f, 0, 0), 0.0f).x; // half way into the edge
	assert_true(fabsf(half - 4.0f) < 1e-3f);
	field.gust = 1.0f;
	field.gustPeriod = 4.0f;
	assert_true(fabsf(lwWindField_At(&field, V(0, 0, 0), 0.0f).x - 2.0f) < 1e-5f);
	assert_true(fabsf(lwWindField_At(&field, V(0, 0, 0), 2.0f).x) < 1e-5f);
}

// ---- Frame rates -------------------------------------------------------------------------------------------------

static lwVec3 SwirlingWind(void* user, lwVec3 pos, float time) {
	(void)user;
	return V(6.0f * lwSin(0.7f * time) + pos.z * 0.1f, 0.5f, 5.0f * lwCos(0.9f * time));
}

typedef struct Rate {
	const char* name;
	float dt;
	float jitter;
} Rate;

static const Rate s_rates[5] = { { "20", 1.0f / 20.0f, 0 }, { "30", 1.0f / 30.0f, 0 }, { "60", 1.0f / 60.0f, 0 }, { "144", 1.0f / 144.0f, 0 }, { "jitter", 1.0f / 60.0f, 0.9f } };

#define MARKS 20 // every half second

// Ice under it, swirling wind, a stick that changes every 0.75 s, over the edges of a box. Places every half second.
static float Run(const Rate* rate, int material, lwVec3 outMarks[MARKS]) {
	Boxes b = { .material = material };
	AddBox(&b, V(0, -2, 0), V(2, 2, 2));
	lwMeshWorld* world = MakeWorld(&b, 1);
	lwSurfaceMoverDef def = DefOn(world, 2.0f);
	def.wind = SwirlingWind;
	lwSurfaceMover* mover = MakeMover(&def, V(0, 0, 0), V(0, 0, 1), V(0, 1, 0));
	uint32_t seed = 77;
	double time = 0.0;
	int mark = 0;
	while (mark < MARKS) {
		seed = seed * 1664525u + 1013904223u;
		double dt = (double)rate->dt * (1.0 + (double)rate->jitter * ((double)(seed >> 8) / 8388608.0 - 1.0));
		double next = 0.25 * (double)((int)(time / 0.25 + 1e-6) + 1); // frames end on the grid of marks and of inputs
		dt = time + dt > next - 1e-6 ? next - time : dt;
		int phase = (int)(time / 0.75 + 1e-6);
		float a = (float)phase * 1.1f;
		Push(mover, sinf(a), cosf(a), V(0, 0, 1), V(0, 1, 0));
		lwSurfaceMover_Update(mover, (float)dt);
		time += dt;
		if (time > 0.5 * (double)(mark + 1) - 1e-5) {
			outMarks[mark++] = MotionAt(mover, 0.0f).pos;
		}
	}
	float distance = MotionAt(mover, 0.0f).distance;
	lwDestroySurfaceMover(mover);
	lwDestroyMeshWorld(world);
	return distance;
}

static void SameAtAnyFrameRate(void** state) {
	(void)state;
	for (int material = 0; material < 2; ++material) {
		lwVec3 marks[5][MARKS];
		float distance[5];
		for (int r = 0; r < 5; ++r) {
			distance[r] = Run(&s_rates[r], material, marks[r]);
		}
		for (int r = 0; r < 5; ++r) {
			float worst = 0.0f;
			for (int k = 0; k < MARKS; ++k) {
				worst = fmaxf(worst, lwDistance(marks[r][k], marks[2][k]));
			}
			print_message("%s, %s: %.4f off in %.2f (%.3f %%)\n", material ? "ice" : "ground", s_rates[r].name, (double)worst,
						  (double)distance[r], (double)(100.0f * worst / distance[r]));
			assert_true(distance[r] > 8.0f);
			assert_true(worst <= 0.005f * distance[r]);
		}
	}
}

// ---- Wind, friction, forces ----------------------------------------------------------------------------------------

// A crate in the wind goes as the creature in the air does, whatever their frame rates.
static void DriftsLikeACrate(void** state) {
	(void)state;
	lwMeshWorld* world = Ground(0);
	lwSurfaceMoverDef def = DefOn(world, 2.0f);
	def.wind = SwirlingWind;
	for (int r = 0; r < 5; ++r) {
		lwSurfaceMover* mover = MakeMover(&def, V(0, 300, 0), V(0, 0, 1), V(0, 1, 0));
		lwWindDrift crate = { .pos = { 0, 300.5f, 0 } }; // the creature's middle
		lwVec3 at = crate.pos;
		double time = 0.0, slow = 0.0;
		assert_false(lwSurfaceMover_Status(mover).attached);
		while (time < 5.0 - 1e-6) {
			double dt = (double)s_rates[r].dt;
			time += dt;
			lwSurfaceMover_Update(mover, (float)dt);
			while (slow < time - 1e-9) { // the crate at 25 Hz and what is left
				double step = time - slow < 0.04 ? time - slow : 0.04;
				at = lwWindDrift_Update(&crate, SwirlingWind, NULL, V(0, -9.81f, 0), def.substep, (float)step);
				slow += step;
			}
		}
		lwMotion m = MotionAt(mover, 0.0f);
		lwVec3 middle = lwMulAdd(m.pos, Up(m.rot), 0.5f);
		assert_true(m.airborne);
		assert_true(lwDistance(middle, at) < 0.02f); // of over 120 fallen
		assert_true(300.5f - at.y > 110.0f && fabsf(at.x) + fabsf(at.z) > 5.0f);
		lwDestroySurfaceMover(mover);
	}
	lwDestroyMeshWorld(world);
}

static lwVec3 SideWind(void* user, lwVec3 pos, float time) {
	(void)pos;
	(void)time;
	return *(lwVec3*)user;
}

static void FrictionHolds(void** state) {
	(void)state;
	static const struct Row {
		const char* what;
		int material;
		float wind;
		float least, most; // way in 2 s
	} rows[] = {
		{ "ground holds", 0, 9.0f, 0.0f, 0.0f },
		{ "storm", 0, 15.0f, 0.5f, 3.0f },
		{ "ice in a breeze", 1, 2.0f, 1.0f, 4.0f }, // 1.5 units/s^2 more than it holds, braked by the legs
		{ "ice, less than it holds", 1, 0.45f, 0.0f, 0.0f },
		{ "sticky holds a storm", 2, 15.0f, 0.0f, 0.0f },
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
		lwMeshWorld* world = Ground(rows[i].material);
		lwSurfaceMoverDef def = DefOn(world, 2.0f);
		lwVec3 wind = V(rows[i].wind, 0, 0);
		def.wind = SideWind;
		def.windUser = &wind;
		lwSurfaceMover* mover = MakeMover(&def, V(0, 0, 0), V(0, 0, 1), V(0, 1, 0));
		Pass(mover, 2.0f);
		float way = MotionAt(mover, 0.0f).pos.x;
		if (!(way >= rows[i].least && way <= rows[i].most) || !lwSurfaceMover_Status(mover).attached) {
			fail_msg("%s: %.3f", rows[i].what, (double)way);
		}
		lwDestroySurfaceMover(mover);
		lwDestroyMeshWorld(world);
	}
}

// On ice it takes long to start and to stop, on sticky ground it is slower.
static void FrictionSlides(void** state) {
	(void)state;
	float stop[3], speed[3], early[3];
	for (int material = 0; material < 3; ++material) {
		lwMeshWorld* world = Ground(material);
		lwSurfaceMoverDef def = DefOn(world, 2.0f);
		lwSurfaceMover* mover = MakeMover(&def, V(0, 0, -40), V(0, 0, 1), V(0, 1, 0));
		for (int i = 0; i < 600; ++i) {
			Push(mover, 0, 1, V(0, 0, 1), V(0, 1, 0));
			lwSurfaceMover_Update(mover, 1.0f / 60.0f);
			early[material] = i == 15 ? lwLength(MotionAt(mover, 0.0f).velocity) : early[material];
		}
		speed[material] = lwLength(MotionAt(mover, 0.0f).velocity);
		float from = MotionAt(mover, 0.0f).pos.z;
		Push(mover, 0, 0, V(0, 0, 1), V(0, 1, 0));
		Pass(mover, 10.0f);
		stop[material] = MotionAt(mover, 0.0f).pos.z - from;
		assert_true(lwLength(MotionAt(mover, 0.0f).velocity) == 0.0f);
		lwDestroySurfaceMover(mover);
		lwDestroyMeshWorld(world);
	}
	float fade = 2.0f * 0.07f / 0.6931f; // speed x half-life / ln 2
	assert_true(fabsf(stop[0] - fade) < 0.03f);
	assert_true(fabsf(stop[1] - 20.0f * fade) < 0.15f);
	assert_true(fabsf(speed[0] - 2.0f) < 0.01f && fabsf(speed[1] - 2.0f) < 0.06f && fabsf(speed[2] - 1.0f) < 0.01f);
	assert_true(early[1] < 0.3f * early[0]);
}

static void GripLetsGo(void** state) {
	(void)state;
	lwMeshWorld* world = MakeBox(V(0, 6, 0), V(20, 1, 20)); // a ceiling at 5
	lwSurfaceMoverDef def = DefOn(world, 2.0f);
	def.mass = 3.0f;
	lwSurfaceMover* mover = MakeMover(&def, V(0, 5, 0), V(0, 0, 1), V(0, -1, 0));
	float most = def.grip * def.gravity;
	for (int k = 0; k < 2; ++k) {
		for (int i = 0; i < 30; ++i) {
			lwSurfaceMover_AddForce(mover, V(0, -3.0f * most * (k ? 1.01f : 0.99f), 0));
			lwSurfaceMover_Update(mover, 1.0f / 60.0f);
		}
		assert_true(lwSurfaceMover_Status(mover).attached == (k == 0));
	}
	for (int k = 0; k < 2; ++k) {
		lwSurfaceMover_Reset(mover, V(0, 5, 0), V(0, 0, 1), V(0, -1, 0));
		lwSurfaceMover_AddImpulse(mover, V(0, -3.0f * 0.1f * most * (k ? 1.01f : 0.99f), 0));
		Pass(mover, 0.05f);
		assert_true(lwSurfaceMover_Status(mover).attached == (k == 0));
	}
	lwSurfaceMover_Reset(mover, V(0, 5, 0), V(0, 0, 1), V(0, -1, 0)); // along the surface: pushed, not torn
	lwSurfaceMover_AddImpulse(mover, V(3.0f * 1.5f, 0, 0));
	Pass(mover, 1.0f);
	float way = MotionAt(mover, 0.0f).pos.x;
	assert_true(fabsf(way - 1.5f * 0.07f / 0.6931f) < 0.03f);
	lwDestroySurfaceMover(mover);
	lwDestroyMeshWorld(world);
}

// ---- Jumps and falls -----------------------------------------------------------------------------------------------

static void JumpsAndLands(void** state) {
	(void)state;
	lwMeshWorld* world = Ground(0);
	lwSurfaceMoverDef def = DefOn(world, 2.0f);
	lwSurfaceMover* mover = MakeMover(&def, V(0, 0, 0), V(0, 0, 1), V(0, 1, 0));
	for (int i = 0; i < 60; ++i) {
		Push(mover, 0, 1, V(0, 0, 1), V(0, 1, 0));
		lwSurfaceMover_Update(mover, 1.0f / 60.0f);
	}
	float from = MotionAt(mover, 0.0f).pos.z, top = 0.0f, air = 0.0f;
	lwSurfaceMover_Jump(mover, 4.0f);
	for (int i = 0; i < 120; ++i) {
		Push(mover, 0, 1, V(0, 0, 1), V(0, 1, 0));
		lwSurfaceMover_Update(mover, 1.0f / 60.0f);
		lwMotion m = MotionAt(mover, 0.0f);
		top = fmaxf(top, m.pos.y);
		air += m.airborne ? 1.0f / 60.0f : 0.0f;
		assert_true(m.pos.y > -0.03f);
		assert_true(fabsf(m.pos.z - from - 2.0f * (float)(i + 1) / 60.0f) < 0.12f); // keeps its way
	}
	assert_true(fabsf(top - 16.0f / (2.0f * 9.81f)) < 0.02f); // v^2 / 2g
	assert_true(fabsf(air - 2.0f * 4.0f / 9.81f) < 0.06f);
	lwSurfaceMoverStatus s = lwSurfaceMover_Status(mover);
	assert_true(s.attached && fabsf(s.frame.pos.y) < 1e-3f && s.attachedTime > 0.9f);
	lwDestroySurfaceMover(mover);
	lwDestroyMeshWorld(world);
}

// From the ceiling: let go, turned over in the fall, on its feet on the floor; from a wall too. Towards a wall: held there.
static void FallsOnItsFeet(void** state) {
	(void)state;
	lwMeshWorld* world = MakeBox(V(0, 4, 0), V(4, 4, 4));
	lwSurfaceMoverDef def = DefOn(world, 2.0f);
	static const struct Row {
		lwVec3 pos, up, landUp;
		float jump;
	} rows[] = {
		{ { 0, 8, 0 }, { 0, -1, 0 }, { 0, 1, 0 }, 0.0f },
		{ { 0, 4, 4 }, { 0, 0, -1 }, { 0, 0.7071f, -0.7071f }, 0.0f }, // into the corner below it
		{ { 0, 6, 4 }, { 0, 0, -1 }, { 0, 0, 1 }, 12.0f }, // across, to the other wall
		{ { 0, 0, 0 }, { 0, 1, 0 }, { 0, -1, 0 }, 14.0f }, // up, to the ceiling
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
		lwSurfaceMover* mover = MakeMover(&def, rows[i].pos, V(1, 0, 0), rows[i].up);
		if (rows[i].jump > 0.0f) {
			lwSurfaceMover_Jump(mover, rows[i].jump);
		} else {
			lwSurfaceMover_Drop(mover);
		}
		lwQuat last = MotionAt(mover, 0.0f).rot;
		bool flew = false;
		for (int k = 0; k < 150; ++k) {
			lwSurfaceMover_Update(mover, 1.0f / 60.0f);
			lwMotion m = MotionAt(mover, 0.0f);
			flew = flew || m.airborne;
			assert_true(TurnBetween(last, m.rot) < 25.0f);
			lwVec3 middle = lwMulAdd(m.pos, Up(m.rot), 0.4f);
			assert_true(fabsf(middle.x) < 4 && fabsf(middle.z) < 4 && middle.y > 0 && middle.y < 8);
			last = m.rot;
		}
		lwSurfaceMoverStatus s = lwSurfaceMover_Status(mover);
		if (!flew || !s.attached || AngleBetween(Up(s.frame.rot), rows[i].landUp) > 5.0f) {
			lwVec3 up = Up(s.frame.rot);
			fail_msg("row %d: flew %d, attached %d, up %.2f %.2f %.2f", (int)i, flew, s.attached, (double)up.x, (double)up.y, (double)up.z);
		}
		lwDestroySurfaceMover(mover);
	}
	lwDestroyMeshWorld(world);
}

// From so high that a substep is longer than the body is wide: onto a thin plate, not through it.
static void FastFallsStop(void** state) {
	(void)state;
	lwMeshWorld* world = MakeBox(V(0, 0, 0), V(5, 0.005f, 5));
	lwSurfaceMoverDef def = DefOn(world, 2.0f);
	for (int k = 0; k < 8; ++k) {
		lwSurfaceMover* mover = MakeMover(&def, V(0, 800.0f + 0.13f * (float)k, 0), V(0, 0, 1), V(0, 1, 0));
		for (int i = 0; i < 900; ++i) {
			lwSurfaceMover_Update(mover, 1.0f / 60.0f);
			assert_true(MotionAt(mover, 0.0f).pos.y > -0.3f);
		}
		lwSurfaceMoverStatus s = lwSurfaceMover_Status(mover);
		assert_true(s.attached && fabsf(s.frame.pos.y) < 0.02f);
		lwDestroySurfaceMover(mover);
	}
	lwDestroyMeshWorld(world);
}

// Nothing below: it falls by gravity, for ever if need be, and stays finite.
static void FallsForever(void** state) {
	(void)state;
	lwMeshWorld* world = MakeBox(V(0, 0, 0), V(1, 1, 1));
	lwSurfaceMoverDef def = DefOn(world, 2.0f);
	lwSurfaceMover* mover = MakeMover(&def, V(50, 0, 0), V(0, 0, 1), V(0, 1, 0));
	Pass(mover, 1.0f);
	lwSurfaceMoverStatus s = lwSurfaceMover_Status(mover);
	assert_true(!s.attached && fabsf(s.frame.pos.y + 0.5f * 9.81f) < 0.05f && fabsf(s.airTime - 1.0f) < 0.02f);
	for (int i = 0; i < 100000; ++i) {
		lwSurfaceMover_Update(mover, 0.25f);
	}
	assert_true(isfinite(MotionAt(mover, 0.0f).pos.y));
	lwDestroySurfaceMover(mover);
	lwDestroyMeshWorld(world);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(RefusesInvalid),  cmocka_unit_test(WindHasVolumes), cmocka_unit_test(SameAtAnyFrameRate),
		cmocka_unit_test(DriftsLikeACrate), cmocka_unit_test(FrictionHolds), cmocka_unit_test(FrictionSlides),
		cmocka_unit_test(GripLetsGo),       cmocka_unit_test(JumpsAndLands), cmocka_unit_test(FallsOnItsFeet),
		cmocka_unit_test(FastFallsStop),    cmocka_unit_test(FallsForever),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
