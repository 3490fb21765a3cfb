// SPDX-License-Identifier: MIT
// Stepper: its four stages, its order, what it does on hills, on moving ground, when pushed, at any frame rate.
#include "synth/made_legs.h"

#include <math.h>
#include <string.h>

#include "legwork/sample.h"
#include "legwork/stepper.h"
#include "legwork/terrain.h"

static lwStepper* Create(const lwStepperDef* def) {
	lwStepper* stepper = NULL;
	lwResult result = lwCreateStepper(def, &stepper);
	if (result.status != lw_ok) {
		fail_msg("%s", result.message);
	}
	return stepper;
}

static lwStepperDef DefFor(const Made* m) {
	lwStepperDef def = lwDefaultStepperDef();
	def.skeleton = &m->skeleton;
	def.rig = &m->rig;
	return def;
}

static lwTransform FrameAt(lwVec3 pos, float yaw) {
	lwTransform frame = lwTransformIdentity();
	frame.pos = pos;
	frame.rot = lwQuatAxisAngle(lwV3(0.0f, 1.0f, 0.0f), yaw);
	return frame;
}

// The foot's own point, from the pose.
static lwVec3 Sole(const Made* m, const lwStepper* s, int leg) {
	lwMat34 model[MOST_JOINTS];
	lwSkeleton_ToModel(&m->skeleton, lwStepper_Pose(s), lwStepper_ModelToWorld(s), model);
	return lwContactPoint_Pos(&m->rig.legs[leg].heel, model);
}

static void Test_InvalidDefs(void** state) {
	(void)state;
	Made* m = MakeLegs(4);
	lwStepperDef bad[12];
	int count = 0;
	for (int i = 0; i < 12; ++i) {
		bad[i] = DefFor(m);
	}
	static const int groups[4] = { 0, 1, 2, 9 };
	bad[count++].skeleton = NULL;
	bad[count++].rig = NULL;
	bad[count++].threshold = 0.0f;
	bad[count++].threshold = NAN;
	bad[count++].overshoot = -1.0f;
	bad[count++].stage = (lwStepperStage)7;
	bad[count++].order = (lwStepperOrder)7;
	bad[count++].arc[3] = INFINITY;
	bad[count++].lowest = 2.0f;
	bad[count++].bodyFollow = 2.0f;
	bad[count++].stepTime = -1.0f;
	bad[count++].groups = groups;
	for (int i = 0; i < count; ++i) {
		lwStepper* stepper = (lwStepper*)1;
		lwResult result = lwCreateStepper(&bad[i], &stepper);
		assert_int_not_equal(result.status, lw_ok);
		assert_null(stepper);
	}
	assert_int_equal(count, 12);
	lwDestroyStepper(NULL);
	free(m);
}

// ---- Stages ----------------------------------------------------------------------------------------------------

static void Walk(lwStepper* s, float speed, float from, float seconds) {
	int frames = (int)(seconds * 60.0f + 0.5f);
	for (int f = 1; f <= frames; ++f) {
		lwTransform frame = FrameAt(lwV3(0.0f, 0.0f, from + speed * (float)f / 60.0f), 0.0f);
		lwStepper_Update(s, &frame, NULL, 1.0f / 60.0f);
	}
}

// Height: feet go with the body, on the ground's height. Pinned: they stay. Snap: home at once. Step: through the air.
static void Test_Stages(void** state) {
	(void)state;
	Made* m = MakeLegs(4);
	lwStepperDef def = DefFor(m);
	float start = 0.3f; // home of the front legs

	def.stage = lw_stepperHeight;
	lwStepper* s = Create(&def);
	Walk(s, 0.5f, 0.0f, 1.0f);
	assert_float_equal(Sole(m, s, 0).z, start + 0.5f, 1e-3f);
	assert_float_equal(Sole(m, s, 0).y, 0.0f, 1e-4f);
	lwDestroyStepper(s);

	def.stage = lw_stepperPinned;
	s = Create(&def);
	Walk(s, 0.5f, 0.0f, 0.4f);
	assert_float_equal(Sole(m, s, 0).z, start, 1e-4f);
	assert_int_equal(lwStepper_Leg(s, 0).state, lw_footPlanted);
	lwDestroyStepper(s);

	def.stage = lw_stepperSnap;
	s = Create(&def);
	Walk(s, 0.5f, 0.0f, 0.48f); // 0.24 L: within the threshold of 0.25
	assert_float_equal(lwStepper_Leg(s, 0).current.pos.z, start, 1e-4f);
	Walk(s, 0.5f, 0.24f, 0.06f); // 0.27: beyond it
	float z = lwStepper_Leg(s, 0).current.pos.z;
	assert_true(z > start + 0.25f && z < start + 0.271f);
	assert_int_equal(lwStepper_Leg(s, 0).state, lw_footPlanted);
	lwDestroyStepper(s);

	def.stage = lw_stepperStep;
	s = Create(&def);
	Walk(s, 0.5f, 0.0f, 0.6f);
	int flying = 0;
	for (int l = 0; l < 4; ++l) {
		flying += lwStepper_Leg(s, l).state == lw_footFlying;
	}
	assert_int_equal(flying, 2);
	float top = 0.0f;
	for (int i = 0; i < 30; ++i) {
		Walk(s, 0.5f, 0.3f + 0.5f * (float)i / 60.0f, 1.0f / 60.0f);
		top = lwMaxF(top, lwMaxF(Sole(m, s, 0).y, Sole(m, s, 1).y));
	}
	assert_true(top > 0.12f && top < 0.16f);
	Walk(s, 0.0f, 0.55f, 2.0f);
	assert_int_equal(lwStepper_QueryCount(s), 0);
	lwDestroyStepper(s);
	free(m);
}

// A step aims past home: the foot comes down ahead of it, by the overshoot.
static void Test_Overshoot(void** state) {
	(void)state;
	Made* m = MakeLegs(4);
	lwStepperDef def = DefFor(m);
	lwStepper* s = Create(&def);
	float last = -1.0f;
	int seen = 0;
	for (int f = 1; f < 300; ++f) {
		float z = 0.5f * (float)f / 60.0f;
		lwTransform frame = FrameAt(lwV3(0.0f, 0.0f, z), 0.0f);
		lwStepper_Update(s, &frame, NULL, 1.0f / 60.0f);
		lwLegStatus leg = lwStepper_Leg(s, 0);
		if (leg.strikeTime > last && f > 120) {
			float ahead = leg.current.pos.z - (0.3f + 0.5f * leg.strikeTime);
			assert_true(ahead > 0.10f && ahead < 0.16f);
			seen++;
		}
		last = leg.strikeTime;
	}
	assert_true(seen >= 3);
	lwDestroyStepper(s);
	free(m);
}

// ---- Order -----------------------------------------------------------------------------------------------------

typedef struct Hills {
	lwScene* scene;
	lwMeshWorld* world;
} Hills;

static Hills MakeHills(void) {
	Hills h = { NULL, NULL };
	lwSampleTerrainDef def = lwDefaultSampleTerrainDef();
	def.kind = lw_sampleHills;
	assert_int_equal(lwMakeSampleTerrain(&def, &h.scene).status, lw_ok);
	assert_int_equal(lwMakeTerrainWorld(h.scene, 1.0f, 0.0f, 1.0f, &h.world).status, lw_ok);
	return h;
}

static void FreeHills(Hills h) {
	lwDestroyMeshWorld(h.world);
	lwDestroyScene(h.scene);
}

// Round a circle at 90 degrees a second on the hills, the frame at the ground's height.
static lwTransform OnCircle(const lwWorld* world, float time) {
	float angle = 0.5f * LW_PI * time;
	lwVec3 pos = lwV3(0.5f * (1.0f - lwCos(angle)), 0.0f, 4.0f + 0.5f * lwSin(angle));
	lwCastHit hit = lwWorld_Ray(world, lwV3(pos.x, 3.0f, pos.z), lwV3(0.0f, -6.0f, 0.0f), lw_channelAll);
	pos.y = hit.hit ? hit.pos.y : 0.0f;
	return FrameAt(pos, angle);
}

typedef struct Rhythm {
	int strikes[2][LW_MAX_LEGS]; // in the first and in the last minute
	int together, over, frames;
	int streak[LW_MAX_LEGS], longest; // steps of a leg since the one behind it on its side stepped
	float slide;
} Rhythm;

static void Watch(const Made* m, const lwStepper* s, float time, float minutes, lwVec3* ioSole, bool* ioStood, float* ioLast, Rhythm* io) {
	int air = 0, legs = m->rig.legCount;
	for (int l = 0; l < legs; ++l) {
		lwLegStatus leg = lwStepper_Leg(s, l);
		bool flies = leg.state == lw_footFlying;
		air += flies;
		io->together += flies && l + 2 < legs && m->rig.legs[l].side == m->rig.legs[l + 2].side && lwStepper_Leg(s, l + 2).state == lw_footFlying;
		if (leg.strikeTime != ioLast[l]) {
			ioLast[l] = leg.strikeTime;
			io->streak[l] += 1;
			io->longest = l + 2 < legs && io->streak[l] > io->longest ? io->streak[l] : io->longest;
			if (l >= 2) {
				io->longest = io->streak[l] > 0 && io->streak[l - 2] > io->longest ? io->streak[l - 2] : io->longest;
				io->streak[l - 2] = 0;
			}
			io->strikes[0][l] += time < 60.0f;
			io->strikes[1][l] += time >= 60.0f * (minutes - 1.0f);
		} else if (!flies && ioStood[l] && legs <= 8) {
			io->slide = lwMaxF(io->slide, lwDistance(ioSole[l], leg.current.pos));
		}
		ioSole[l] = leg.current.pos;
		ioStood[l] = !flies;
	}
	io->over += legs >= 4 && 2 * air > legs;
	io->over += legs < 4 && air > 1;
	io->frames++;
}

static Rhythm Turn(int legs, lwStepperOrder order, const lwWorld* world, float minutes) {
	Made* m = MakeLegs(legs);
	lwStepperDef def = DefFor(m);
	def.world = *world;
	def.order = order;
	lwStepper* s = Create(&def);
	lwTransform frame = OnCircle(world, 0.0f);
	lwStepper_Reset(s, &frame);
	Rhythm r;
	memset(&r, 0, sizeof(r));
	lwVec3 sole[LW_MAX_LEGS];
	bool stood[LW_MAX_LEGS] = { false };
	float last[LW_MAX_LEGS];
	for (int l = 0; l < LW_MAX_LEGS; ++l) {
		last[l] = -1.0f;
	}
	int frames = (int)(minutes * 3600.0f);
	for (int f = 1; f <= frames; ++f) {
		float time = (float)f / 60.0f;
		frame = OnCircle(world, time);
		lwStepper_Update(s, &frame, NULL, 1.0f / 60.0f);
		Watch(m, s, time, minutes, sole, stood, last, &r);
	}
	lwDestroyStepper(s);
	free(m);
	return r;
}

// Field case 11. Turning 90 degrees a second on hills: same-side neighbours never in the air together, at most half of the legs, the rhythm of the
// first minute still there in the tenth.
static void Test_TurningOnHills(void** state) {
	(void)state;
	static const int counts[] = { 2, 3, 4, 6, 8, 12, 40 };
	Hills hills = MakeHills();
	lwWorld world = lwMeshWorld_World(hills.world);
	for (size_t k = 0; k < sizeof(counts) / sizeof(counts[0]); ++k) {
		for (int order = 0; order <= 1; ++order) {
			int legs = counts[k];
			Rhythm r = Turn(legs, (lwStepperOrder)order, &world, legs <= 4 && order == 0 ? 10.0f : 2.0f);
			int least[2] = { 1 << 20, 1 << 20 }, sum[2] = { 0, 0 };
			for (int l = 0; l < legs; ++l) {
				for (int t = 0; t < 2; ++t) {
					least[t] = r.strikes[t][l] < least[t] ? r.strikes[t][l] : least[t];
					sum[t] += r.strikes[t][l];
				}
			}
			printf("%d legs, %s: steps a leg in the first minute %.1f (least %d), in the last %.1f (least %d)\n", legs, order == 0 ? "groups" : "queue",
				   (double)sum[0] / legs, least[0], (double)sum[1] / legs, least[1]);
			assert_int_equal(r.together, 0);
			assert_int_equal(r.over, 0);
			assert_true(r.longest <= 2); // the order from front to back: no leg runs ahead of the one behind it
			assert_true(least[0] > 20 && least[1] > 20);
			// Groups keep their rhythm; a queue finds its own, and may take a minute to.
			assert_true(abs(sum[0] - sum[1]) * (order == 0 ? 20 : 10) <= sum[0]);
			assert_true(r.slide < 1e-5f);
		}
	}
	FreeHills(hills);
}

// Pushed aside by half a leg: home within one cycle, which is all groups having had their turn, then at rest.
static void Test_Pushed(void** state) {
	(void)state;
	static const int counts[] = { 2, 4, 8 };
	for (size_t k = 0; k < 3; ++k) {
		Made* m = MakeLegs(counts[k]);
		lwStepperDef def = DefFor(m);
		lwStepper* s = Create(&def);
		lwTransform frame = FrameAt(lwV3(0.5f, 0.0f, 0.0f), 0.0f);
		float home = -1.0f;
		for (int f = 1; f <= 180; ++f) {
			lwStepper_Update(s, &frame, NULL, 1.0f / 60.0f);
			float worst = 0.0f;
			for (int l = 0; l < counts[k]; ++l) {
				lwLegStatus leg = lwStepper_Leg(s, l);
				lwVec3 off = lwSub(leg.current.pos, lwAdd(frame.pos, lwV3(0.3f * (float)m->rig.legs[l].side, 0.0f, 0.0f)));
				worst = lwMaxF(worst, leg.state == lw_footFlying ? 1.0f : lwAbsF(off.x));
			}
			home = worst < 0.06f && home < 0.0f ? (float)f / 60.0f : home;
		}
		float cycle = 2.0f * 0.22f * lwSqrt(2.0f); // two groups, L = 1
		printf("%d legs pushed: home after %.2f s, a cycle takes %.2f s\n", counts[k], (double)home, (double)cycle);
		assert_true(home > 0.0f && home <= cycle + 0.1f);
		assert_int_equal(lwStepper_QueryCount(s), 0);
		lwDestroyStepper(s);
		free(m);
	}
}

// The same walk at other frame rates ends with the same feet.
static void Test_Rates(void** state) {
	(void)state;
	static const float rates[] = { 20.0f, 30.0f, 60.0f, 120.0f, 144.0f };
	lwVec3 feet[5][4];
	for (int k = 0; k < 5; ++k) {
		Made* m = MakeLegs(4);
		lwStepperDef def = DefFor(m);
		lwStepper* s = Create(&def);
		int frames = (int)(10.0f * rates[k]);
		for (int f = 1; f <= frames; ++f) {
			lwTransform frame = FrameAt(lwV3(0.0f, 0.0f, 0.613f * (float)f / rates[k]), 0.37f * (float)f / rates[k]);
			lwStepper_Update(s, &frame, NULL, 1.0f / rates[k]);
		}
		for (int l = 0; l < 4; ++l) {
			feet[k][l] = lwStepper_Leg(s, l).current.pos;
			assert_true(lwDistance(feet[k][l], feet[0][l]) <= 0.02f); // 2 % L
		}
		lwDestroyStepper(s);
		free(m);
	}
}

// ---- Moving ground ---------------------------------------------------------------------------------------------

static void Cast(void* user, const lwCastQuery* queries, int count, lwCastHit* outHits) {
	(void)user;
	for (int i = 0; i < count; ++i) {
		memset(&outHits[i], 0, sizeof(outHits[i]));
		float end = queries[i].origin.y + queries[i].motion.y;
		float r = queries[i].radius;
		if (queries[i].origin.y > r && end < r) {
			outHits[i].hit = true;
			outHits[i].fraction = (queries[i].origin.y - r) / (queries[i].origin.y - end);
			outHits[i].pos = lwMulAdd(queries[i].origin, queries[i].motion, outHits[i].fraction);
			outHits[i].pos.y = 0.0f;
			outHits[i].normal = outHits[i].faceNormal = lwV3(0.0f, 1.0f, 0.0f);
			outHits[i].body = 3;
		}
	}
}

static void Turntable(void* user, int body, lwBodyState* out) {
	const float* time = user;
	memset(out, 0, sizeof(*out));
	out->rot = lwQuatIdentity();
	if (body == 3) {
		out->rot = lwQuatAxisAngle(lwV3(0.0f, 1.0f, 0.0f), 0.5f * LW_PI * *time);
	}
}

// A platform turning 90 degrees a second with the creature on it: feet stay on the platform, 1.414 of its radius away in the world.
static void Test_Turntable(void** state) {
	(void)state;
	Made* m = MakeLegs(4);
	float time = 0.0f;
	lwStepperDef def = DefFor(m);
	def.world = (lwWorld){ .user = &time, .cast = Cast, .body = Turntable };
	lwStepper* s = Create(&def);
	lwTransform frame = FrameAt(lwV3(0.7f, 0.0f, -0.3f), 0.0f);
	lwStepper_Reset(s, &frame);
	lwVec3 start = lwStepper_Leg(s, 0).current.pos; // (1, 0, 0)
	assert_float_equal(lwLength(start), 1.0f, 1e-4f);
	for (int f = 1; f <= 60; ++f) {
		time = (float)f / 60.0f;
		lwQuat turn = lwQuatAxisAngle(lwV3(0.0f, 1.0f, 0.0f), 0.5f * LW_PI * time);
		lwTransform carried = frame;
		carried.pos = lwRotate(turn, frame.pos);
		carried.rot = turn;
		lwStepper_Update(s, &carried, NULL, 1.0f / 60.0f);
	}
	lwVec3 now = lwStepper_Leg(s, 0).current.pos;
	lwVec3 onPlatform = lwRotate(lwQuatAxisAngle(lwV3(0.0f, 1.0f, 0.0f), -0.5f * LW_PI), now);
	assert_true(lwDistance(onPlatform, start) < 1e-3f);
	assert_float_equal(lwDistance(now, start), 1.414f, 2e-3f);
	assert_float_equal(lwStepper_Leg(s, 0).offTime, -1.0f, 1e-6f);
	lwDestroyStepper(s);
	free(m);
}

// ---- Answers that are none --------------------------------------------------------------------------------------

typedef struct Liar {
	int kind;
	bool on;
} Liar;

enum { liarNan, liarFlat, liarInf, liarTurn, liarKinds };

static void Liar_Cast(void* user, const lwCastQuery* queries, int count, lwCastHit* outHits) {
	const Liar* liar = user;
	for (int i = 0; i < count; ++i) { // the ground is y = 0 while it tells the truth
		float y = queries[i].origin.y, down = queries[i].motion.y;
		outHits[i] = (lwCastHit){ .fraction = 1.0f, .triangle = -1 };
		if (!(y >= 0.0f && y + down <= 0.0f && down < 0.0f) && !liar->on) {
			continue;
		}
		outHits[i].hit = true;
		outHits[i].fraction = liar->on ? 0.5f : y / -down;
		outHits[i].pos = lwMulAdd(queries[i].origin, queries[i].motion, outHits[i].fraction);
		outHits[i].normal = outHits[i].faceNormal = lwV3(0.0f, 1.0f, 0.0f);
		if (liar->on && liar->kind == liarNan) outHits[i].pos.x = NAN;
		if (liar->on && liar->kind == liarInf) outHits[i].pos.y = INFINITY;
		if (liar->on && liar->kind == liarFlat) outHits[i].normal = outHits[i].faceNormal = lwV3(0.0f, 0.0f, 0.0f);
	}
}

static void Liar_Body(void* user, int body, lwBodyState* out) {
	const Liar* liar = user;
	(void)body;
	memset(out, 0, sizeof(*out));
	out->rot = liar->on && liar->kind == liarTurn ? (lwQuat){ 0.0f, 0.0f, 0.0f, 0.0f } : lwQuatIdentity();
	out->pos.x = liar->on && liar->kind == liarNan ? NAN : 0.0f;
}

static bool PoseIsFinite(const Made* m, const lwStepper* s) {
	lwMat34 model[MOST_JOINTS];
	bool finite = true;
	lwSkeleton_ToModel(&m->skeleton, lwStepper_Pose(s), lwStepper_ModelToWorld(s), model);
	for (int j = 0; j < m->skeleton.jointCount; ++j) {
		finite = finite && isfinite(model[j].t.x) && isfinite(model[j].t.y) && isfinite(model[j].t.z) && isfinite(model[j].x.x);
	}
	return finite;
}

// Hits, bodies and frames that are no numbers are left out: always a pose, and afterwards it stands where it should.
static void Test_Liars(void** state) {
	(void)state;
	Made* m = MakeLegs(4);
	for (int kind = 0; kind < 2 * liarKinds; ++kind) {
		Liar liar = { kind % liarKinds, false };
		lwStepperDef def = DefFor(m);
		def.world = (lwWorld){ &liar, Liar_Cast, NULL, Liar_Body, NULL, NULL };
		lwStepper* s = Create(&def);
		float z = 0.0f;
		for (int f = 0; f < 150; ++f) {
			bool bad = f >= 30 && f < 60;
			liar.on = bad && kind < liarKinds; // else the frames are
			z += f < 90 ? 0.01f : 0.0f;
			lwTransform frame = FrameAt(lwV3(0.0f, 0.0f, z), 0.0f);
			if (bad && kind >= liarKinds) {
				frame.pos.x = kind == liarKinds ? NAN : kind == liarKinds + 1 ? INFINITY : 0.0f;
				frame.rot = kind == liarKinds + 2 ? (lwQuat){ 0.0f, 0.0f, 0.0f, 0.0f } : kind == liarKinds + 3 ? (lwQuat){ NAN, 0.0f, 0.0f, 1.0f } : frame.rot;
			}
			lwStepper_Update(s, &frame, NULL, 1.0f / 60.0f);
			if (!PoseIsFinite(m, s)) {
				fail_msg("kind %d: no pose in frame %d", kind, f);
			}
		}
		lwVec3 sole = Sole(m, s, 0);
		assert_true(lwAbsF(sole.y) < 0.01f && lwAbsF(sole.z - (z + 0.3f)) < 0.06f);
		lwDestroyStepper(s);
	}
	free(m);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(Test_InvalidDefs),
		cmocka_unit_test(Test_Liars), cmocka_unit_test(Test_Stages), cmocka_unit_test(Test_Overshoot), cmocka_unit_test(Test_TurningOnHills),
		cmocka_unit_test(Test_Pushed), cmocka_unit_test(Test_Rates), cmocka_unit_test(Test_Turntable),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
