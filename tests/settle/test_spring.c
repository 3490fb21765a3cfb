// SPDX-License-Identifier: MIT
// The body's spring: closed form at any step, sag under the world's gravity, pushes, and feet that stay where they stand.
#include "character/roller.h"
#include "math/spring.h"

static bool RefuseAll(const char* condition, const char* file, int line) {
	(void)condition, (void)file, (void)line;
	return false;
}

static void BadPushesDoNothing(void** state) {
	(void)state;
	WalkerDef def = { .creature = Creature_Get(lw_sampleSpider) };
	lwSetAssertFcn(RefuseAll);
	Walker w = Walker_Make(&def);
	lwCharacter_AddImpulse(w.character, lwV3(NAN, 0.0f, 0.0f));
	lwCharacter_AddImpulse(w.character, lwV3(0.0f, INFINITY, 0.0f));
	lwCharacter_AddImpulse(w.character, lwV3(0.0f, 1.0f, 0.0f)); // an upright walker's body is not sprung
	Walker_Step(&w, 1.0f / 60.0f);
	assert_true(lwLength(lwCharacter_BodyOffset(w.character)) == 0.0f);
	assert_true(Walker_IsFinite(&w));
	lwSetAssertFcn(NULL);
	Walker_Free(&w);
}

// Scenario 13: 2 Hz, damping ratio 0.2, root step 0.2: 30, 60, 144 and 1000 Hz agree within 4 mm.
// Rate 60 rad/s, ratio 0.1, steps of 0.05 s: never above the start, less than 1 % after 2 s.
static void AnyStepGivesTheSame(void** state) {
	(void)state;
	static const float rates[] = { 30.0f, 60.0f, 144.0f, 1000.0f };
	for (int tenth = 1; tenth <= 20; ++tenth) {
		float end[4];
		for (int r = 0; r < 4; ++r) {
			float x = 0.0f, v = 0.0f;
			int steps = (int)(rates[r] * 0.1f * (float)tenth + 0.5f);
			for (int i = 0; i < steps; ++i) {
				lwSpringSwing(&x, &v, 0.2f, 2.0f * LW_PI * 2.0f, 0.2f, 0.1f * (float)tenth / (float)steps);
			}
			end[r] = x;
		}
		for (int r = 0; r < 3; ++r) {
			assert_true(fabsf(end[r] - end[3]) < 0.004f);
		}
	}
	float x = 1.0f, v = 0.0f;
	for (int i = 0; i < 40; ++i) {
		lwSpringSwing(&x, &v, 0.0f, 60.0f, 0.1f, 0.05f);
		assert_true(fabsf(x) <= 1.0f);
	}
	assert_true(fabsf(x) < 0.01f);
	for (int i = 0; i < 4; ++i) { // and at the border to critical damping and beyond
		static const float ratios[] = { 0.99f, 0.99995f, 1.0f, 3.0f };
		float a = 1.0f, b = 1.0f, va = 0.0f, vb = 0.0f;
		for (int k = 0; k < 200; ++k) {
			lwSpringSwing(&a, &va, 0.0f, 5.0f, ratios[i], 0.001f);
		}
		lwSpringSwing(&b, &vb, 0.0f, 5.0f, ratios[i], 0.2f);
		assert_true(fabsf(a - b) < 1e-3f && fabsf(va - vb) < 1e-2f);
		assert_true(fabsf(b - 2.0f * 0.36787944f) < 0.02f); // (1 + w t) e^(-w t), w t = 1
	}
}

// Standing on a plane in any attitude.
typedef struct Stand {
	lwMeshWorld* mesh;
	lwWorld world;
	Roller roller;
	Walker w;
} Stand;

static void Stand_Make(Stand* stand, const Creature* creature, lwVec3 turn, float spring) {
	static Mesh plane;
	memset(stand, 0, sizeof(*stand));
	memset(&plane, 0, sizeof(plane));
	lwQuat q = lwQuatExp(turn);
	Mesh_Box(&plane, lwV3(-20.0f, -1.0f, -20.0f), lwV3(20.0f, 0.0f, 20.0f));
	for (int i = 0; i < plane.vertexCount; ++i) {
		plane.vertices[i] = lwRotate(q, plane.vertices[i]);
	}
	stand->mesh = Mesh_World(&plane);
	stand->world = lwMeshWorld_World(stand->mesh);
	stand->roller = (Roller){ .outline = { { 0, 0 }, { 10, 0 } }, .count = 2, .round = 0.3f, .accelTime = 0.25f, .turn = q };
	lwPredictor predictor = Roller_Predictor(&stand->roller);
	WalkerDef def = { .creature = creature, .predictor = &predictor, .world = &stand->world, .bodySpring = spring };
	stand->w = Walker_Make(&def);
}

static void Stand_Step(Stand* stand, float dt) {
	stand->roller.time += dt;
	Walker_Step(&stand->w, dt);
}

static void Stand_Free(Stand* stand) {
	Walker_Free(&stand->w);
	lwDestroyMeshWorld(stand->mesh);
}

// On the floor none; under a ceiling the body drops away from it by the sag; on a wall it leans down and away by half of it each.
static void SagsUnderTheWorldsGravity(void** state) {
	(void)state;
	const Creature* creature = Creature_Get(lw_sampleSpider);
	static const lwVec3 turns[3] = { { 0, 0, 0 }, { LW_PI, 0, 0 }, { 0, 0, LW_PI / 2 } };
	float sag = lwDefaultCharacterDef().sag * creature->L;
	for (int t = 0; t < 3; ++t) {
		Stand stand, still;
		Stand_Make(&stand, creature, turns[t], -1.0f);
		Stand_Make(&still, creature, turns[t], 0.0f);
		for (int i = 0; i < 180; ++i) {
			Stand_Step(&stand, 1.0f / 60.0f);
			Stand_Step(&still, 1.0f / 60.0f);
		}
		lwVec3 up = lwRotate(lwQuatExp(turns[t]), lwV3(0.0f, 1.0f, 0.0f));
		lwVec3 expected = lwMul(lwAdd(lwV3(0.0f, -1.0f, 0.0f), up), 0.5f * sag);
		assert_true(lwDistance(lwCharacter_BodyOffset(stand.w.character), expected) < 1e-4f);
		int root = creature->walk->rig.legs[0].joints[0];
		lwVec3 moved = { 0.0f, 0.0f, 0.0f }; // of the hips, on average
		for (int l = 0; l < stand.w.legs; ++l) {
			root = creature->walk->rig.legs[l].joints[0];
			moved = lwMulAdd(moved, lwSub(stand.w.model[root].t, still.w.model[root].t), 1.0f / (float)stand.w.legs);
			assert_true(lwDistance(Walker_Toe(&stand.w, l), Walker_Toe(&still.w, l)) < 0.001f * creature->L);
		}
		assert_true(lwDistance(moved, expected) < 0.1f * sag);
		assert_true(lwCharacter_AtRest(stand.w.character));
		assert_int_equal(lwCharacter_QueryCount(stand.w.character), 0);
		Stand_Free(&stand);
		Stand_Free(&still);
	}
}

// A sprung body is not moved by pushes that are no numbers.
static void BadPushesLeaveTheSpring(void** state) {
	(void)state;
	static const lwVec3 pushes[] = { { NAN, 0.0f, 0.0f }, { 0.0f, NAN, 1.0f }, { 0.0f, INFINITY, 0.0f }, { 0.0f, -1e30f, 0.0f } };
	Stand stand;
	Stand_Make(&stand, Creature_Get(lw_sampleSpider), lwV3(0, 0, 0), -1.0f);
	Stand_Step(&stand, 1.0f / 60.0f);
	lwVec3 before = lwCharacter_BodyOffset(stand.w.character);
	for (int i = 0; i < 4; ++i) {
		lwCharacter_AddImpulse(stand.w.character, pushes[i]);
		Stand_Step(&stand, 1.0f / 60.0f);
		lwVec3 off = lwSub(lwCharacter_BodyOffset(stand.w.character), before);
		assert_true(lwDot(off, off) < 1e-10f); // false for NaN
		assert_true(Walker_IsFinite(&stand.w));
	}
	Stand_Free(&stand);
}

// A push makes the body swing and come to rest; it pitches and rolls; the feet do not move.
static void PushesWobbleTheBody(void** state) {
	(void)state;
	const Creature* creature = Creature_Get(lw_sampleSpider);
	Stand stand;
	Stand_Make(&stand, creature, lwV3(0, 0, 0), -1.0f);
	lwVec3 toes[LW_MAX_LEGS];
	for (int l = 0; l < stand.w.legs; ++l) {
		toes[l] = Walker_Toe(&stand.w, l);
	}
	float push = 0.5f * creature->L, most = 0.0f, tilt = 0.0f, drift = 0.0f, rest = 0.0f;
	int turns = 0;
	float last = 1.0f;
	lwQuat level = lwMat34Rotation(lwCharacter_ModelToWorld(stand.w.character));
	lwCharacter_AddImpulse(stand.w.character, lwV3(0.0f, 0.0f, push));
	for (int i = 0; i < 150; ++i) {
		Stand_Step(&stand, 1.0f / 60.0f);
		float z = lwCharacter_BodyOffset(stand.w.character).z;
		most = lwMaxF(most, lwAbsF(z));
		turns += z * last < 0.0f ? 1 : 0;
		last = z;
		lwQuat now = lwMat34Rotation(lwCharacter_ModelToWorld(stand.w.character));
		tilt = lwMaxF(tilt, lwLength(lwQuatLog(lwQuatMul(now, lwConj(level)))));
		for (int l = 0; l < stand.w.legs; ++l) {
			drift = lwMaxF(drift, lwDistance(Walker_Toe(&stand.w, l), toes[l]));
		}
		rest = lwAbsF(z);
	}
	// Peak of an underdamped spring pushed at rest: v / w * e^(-z / sqrt(1 - z^2) * acos(z)).
	lwCharacterDef d = lwDefaultCharacterDef();
	double w = 2.0 * 3.14159265 * (double)d.springRate, z = (double)d.springDamping;
	double peak = (double)push / w * exp(-z / sqrt(1.0 - z * z) * acos(z));
	assert_true(fabs((double)most - peak) < 0.04 * peak); // seen at 60 Hz
	assert_true(turns >= 2);
	assert_true(fabs((double)tilt - (double)(d.springTilt * most / creature->L)) < 0.02 * (double)tilt);
	assert_true(rest < 0.001f * creature->L);
	assert_true(drift < 0.002f * creature->L);
	Stand_Free(&stand);
}

// A start swings the body back, by as much at any frame rate; on even motion the swing dies.
static void AccelerationSwingsIt(void** state) {
	(void)state;
	const Creature* creature = Creature_Get(lw_sampleSpider);
	static const float rates[] = { 20.0f, 60.0f, 144.0f };
	lwVec3 at[3][2];
	for (int r = 0; r < 3; ++r) {
		Stand stand;
		Stand_Make(&stand, creature, lwV3(0, 0, 0), -1.0f);
		stand.roller.speed = creature->walk->gait.speed;
		int steps = (int)(rates[r] * 3.0f + 0.5f), first = (int)(rates[r] * 0.25f + 0.5f);
		for (int i = 0; i < steps; ++i) {
			Stand_Step(&stand, 1.0f / rates[r]);
			at[r][0] = i + 1 == first ? lwCharacter_BodyOffset(stand.w.character) : at[r][0];
		}
		at[r][1] = lwCharacter_BodyOffset(stand.w.character);
		assert_true(at[r][0].z < -0.01f * creature->L);
		assert_true(lwLength(at[r][1]) < 0.002f * creature->L);
		Stand_Free(&stand);
	}
	assert_true(lwDistance(at[0][0], at[2][0]) < 0.02f * creature->L);
	assert_true(lwDistance(at[1][0], at[2][0]) < 0.005f * creature->L);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(BadPushesDoNothing), cmocka_unit_test(BadPushesLeaveTheSpring),   cmocka_unit_test(AnyStepGivesTheSame),  cmocka_unit_test(SagsUnderTheWorldsGravity),
		cmocka_unit_test(PushesWobbleTheBody), cmocka_unit_test(AccelerationSwingsIt),
	};
	return cmocka_run_group_tests(tests, NULL, Creatures_Free);
}
