// SPDX-License-Identifier: MIT
// Settle: limbs on their targets without stretching, bodies that keep within reach, poses without feedback, over rated ground.
#include "character/walker.h"

static const KnownMiss s_known[] = {
	{ NULL, NULL, 0.0 },
};

static const int s_kinds[] = { lw_sampleBiped, lw_sampleQuadruped, lw_sampleHexapod, lw_sampleSpider };
#define KINDS ((int)(sizeof(s_kinds) / sizeof(s_kinds[0])))
#define DT (1.0f / 60.0f)

typedef struct Ground {
	const char* name;
	int kind;
	float slopeDeg, stepRise, amplitude;
} Ground;

// As rated: steps of 0.2 of a leg, slopes of 25 degrees, bumps of a quarter of a leg.
static const Ground s_grounds[] = {
	{ "up 25 degrees", lw_sampleSlope, 25.0f, 0.2f, 0.25f },  { "down 25 degrees", lw_sampleSlope, -25.0f, 0.2f, 0.25f },
	{ "stairs up", lw_sampleStairs, 0.0f, 0.2f, 0.25f },      { "stairs down", lw_sampleStairs, 0.0f, -0.2f, 0.25f },
	{ "hills", lw_sampleHills, 0.0f, 0.2f, 0.25f },           { "rubble", lw_sampleRubble, 0.0f, 0.2f, 0.2f },
};

static float ChainReach(const Walker* w, int l) {
	return lwLeg_Reach(&w->creature->walk->rig.legs[l], w->model);
}

static void WalksOnRatedGround(void** state) {
	(void)state;
	Bounds_Begin(s_known);
	for (int k = 0; k < KINDS; ++k) {
		const Creature* creature = Creature_Get(s_kinds[k]);
		for (size_t g = 0; g < sizeof(s_grounds) / sizeof(s_grounds[0]); ++g) {
			lwSampleTerrainDef t = lwDefaultSampleTerrainDef();
			t.kind = (lwSampleTerrainKind)s_grounds[g].kind;
			t.scale = creature->L;
			t.slopeDeg = s_grounds[g].slopeDeg != 0.0f ? s_grounds[g].slopeDeg : t.slopeDeg;
			t.stepRise = s_grounds[g].stepRise;
			t.amplitude = s_grounds[g].amplitude;
			lwMeshWorld* mesh = Ground_FromDef(&t);
			lwWorld world = lwMeshWorld_World(mesh);
			WalkerDef def = { .creature = creature, .world = &world, .distance = 7.0f };
			Walker w = Walker_Make(&def);
			Contacts contacts;
			memset(&contacts, 0, sizeof(contacts));
			int frames = 0, over = 0, searching = 0, planted = 0, floating = 0, joints = creature->skeleton->skeleton.jointCount;
			float stretched = 0.0f, sole = 0.0f;
			while (w.time < lwPathMover_TravelTime(w.mover) + w.period) {
				Walker_Step(&w, DT);
				Contacts_Watch(&contacts, &w);
				assert_true(Walker_IsFinite(&w));
				for (int l = 0; l < w.legs; ++l) {
					const lwAssetLeg* leg = &creature->asset->legs[l];
					lwLegStatus s = lwCharacter_Leg(w.character, l);
					over += ChainReach(&w, l) > lwMinF(0.999f, leg->reach + 0.001f) ? 1 : 0;
					searching += s.searching ? 1 : 0;
					frames += 1;
					float low = lwMinF(lwDot(lwSub(Walker_Heel(&w, l), s.current.pos), s.current.normal), lwDot(lwSub(Walker_Toe(&w, l), s.current.pos), s.current.normal));
					planted += s.state == lw_footPlanted ? 1 : 0;
					floating += s.state == lw_footPlanted && low > 0.01f * w.L ? 1 : 0;
					lwVec3 ends[2] = { Walker_Heel(&w, l), Walker_Toe(&w, l) };
					for (int e = 0; e < 2 && s.state == lw_footPlanted; ++e) {
						lwCastHit hit = lwWorld_Ray(&world, lwAdd(ends[e], lwV3(0, 0.5f * w.L, 0)), lwV3(0, -w.L, 0), lw_channelAll);
						sole = hit.hit ? lwMaxF(sole, 100.0f * (hit.pos.y - ends[e].y) / w.L) : sole;
					}
				}
				// Bones keep the lengths of the clips: positions of joints that no clip moves are the rest's.
				for (int j = 0; j < joints; ++j) {
					if (!creature->skeleton->isAnimated[j]) {
						stretched = lwMaxF(stretched, lwDistance(lwCharacter_Pose(w.character)[j].pos, creature->skeleton->skeleton.rest[j].pos) / w.L);
					}
				}
			}
			const char* name = creature->name;
			const char* on = s_grounds[g].name;
			assert_true(contacts.stances >= 3 * w.legs);
			Bound((double)Contacts_SkateMean(&contacts), 0.3, "%s on %s: skate, mean", name, on);
			Bound((double)contacts.skateMax, 1.5, "%s on %s: skate, worst", name, on);
			Bound(100.0 * floating / planted, 5.0, "%s on %s: planted frames with the sole 1 %% L above its print, %%", name, on);
			Bound((double)sole, 1.0, "%s on %s: sole in the ground while planted, %% L", name, on);
			Bound(100.0 * over / frames, 0.5, "%s on %s: legs over their reach, %% of frames", name, on);
			Bound((double)stretched, 1e-4, "%s on %s: bones, share of L", name, on);
			Bound(searching, 0, "%s on %s: foot-frames without ground", name, on);
			Bound((double)contacts.drop, 40.0, "%s on %s: body lowered, %% L", name, on);
			Walker_Free(&w);
			lwDestroyMeshWorld(mesh);
		}
	}
	Bounds_Done();
}

// Scenario 9: nothing feeds back. A thousand frames of standing give the same pose; without the idle's motion bit for bit.
static void StandingDoesNotDrift(void** state) {
	(void)state;
	for (int k = 0; k < KINDS; ++k) {
		const Creature* creature = Creature_Get(s_kinds[k]);
		lwMeshWorld* mesh = Ground_Make(lw_sampleHills, creature->L);
		lwWorld world = lwMeshWorld_World(mesh);
		lwVec3 path[2] = { { 0, 0, 3.0f * creature->L }, { 0, 0, 9.0f * creature->L } };
		WalkerDef def = { .creature = creature, .bare = true, .world = &world, .path = path, .pathCount = 2, .startTime = 1e4f };
		Walker w = Walker_Make(&def);
		for (int i = 0; i < 60; ++i) {
			Walker_Step(&w, DT);
		}
		uint64_t hash = Walker_Hash(&w, HASH_START);
		for (int i = 0; i < 1000; ++i) {
			lwCharacter_Update(w.character, DT);
		}
		Walker_Look(&w);
		assert_true(Walker_Hash(&w, HASH_START) == hash);
		Walker_Free(&w);
		lwDestroyMeshWorld(mesh);
	}
}

// At the sample's own speed on flat ground the body is the clip's: all but the legs, frame by frame at its phase.
static void KeepsTheClipsBody(void** state) {
	(void)state;
	Bounds_Begin(s_known);
	for (int k = 0; k < KINDS; ++k) {
		const Creature* creature = Creature_Get(s_kinds[k]);
		WalkerDef def = { .creature = creature, .distance = 10.0f };
		Walker w = Walker_Make(&def);
		int joints = creature->skeleton->skeleton.jointCount, seen = 0;
		lwTransform* clip = malloc((size_t)joints * sizeof(lwTransform));
		lwMat34* model = malloc((size_t)joints * sizeof(lwMat34));
		assert_true(clip != NULL && model != NULL);
		double body = 0.0, legs = 0.0;
		int bodyCount = 0, legCount = 0;
		while (w.time < lwPathMover_TravelTime(w.mover) - 1.5f - w.period) {
			Walker_Step(&w, DT);
			if (w.time < 2.0f + w.period) {
				continue;
			}
			lwClip_Sample(creature->walk->clip, lwCharacter_Phase(w.character) * w.period, clip);
			lwSkeleton_ToModel(&creature->skeleton->skeleton, clip, lwCharacter_ModelToWorld(w.character), model);
			for (int j = 0; j < joints; ++j) {
				double d = (double)lwDistance(model[j].t, w.model[j].t) / (double)w.L;
				bool leg = creature->asset->legOfJoint[j] >= 0;
				body += leg ? 0.0 : d * d;
				legs += leg ? d * d : 0.0;
				bodyCount += leg ? 0 : 1;
				legCount += leg ? 1 : 0;
			}
			seen += 1;
		}
		assert_true(seen > 60 && bodyCount > 0 && legCount > 0);
		Bound(100.0 * sqrt(body / bodyCount), 1.0, "%s: body against the clip, RMS %% L", creature->name);
		Bound(100.0 * sqrt(legs / legCount), 7.0, "%s: legs against the clip, RMS %% L (an even stance forces 3 to 6)", creature->name);
		free(clip);
		free(model);
		Walker_Free(&w);
	}
	Bounds_Done();
}

// No joint leaps from one frame to the next that does not in the clip: the largest turn of a joint in a frame on flat ground.
static void NoJointLeaps(void** state) {
	(void)state;
	Bounds_Begin(s_known);
	for (int k = 0; k < KINDS; ++k) {
		const Creature* creature = Creature_Get(s_kinds[k]);
		int joints = creature->skeleton->skeleton.jointCount;
		lwTransform* last = malloc((size_t)joints * sizeof(lwTransform));
		lwTransform* pose = malloc((size_t)joints * sizeof(lwTransform));
		assert_true(last != NULL && pose != NULL);
		double clipMost = 0.0, most = 0.0;
		for (int i = 0; i <= 240; ++i) {
			lwClip_Sample(creature->walk->clip, (float)i * DT, pose);
			for (int j = 0; j < joints && i > 0; ++j) {
				clipMost = fmax(clipMost, (double)lwLength(lwQuatLog(lwQuatMul(pose[j].rot, lwConj(last[j].rot)))));
			}
			memcpy(last, pose, (size_t)joints * sizeof(lwTransform));
		}
		WalkerDef def = { .creature = creature, .distance = 6.0f, .startTime = 0.3f };
		Walker w = Walker_Make(&def);
		memcpy(last, lwCharacter_Pose(w.character), (size_t)joints * sizeof(lwTransform));
		while (w.time < lwPathMover_TravelTime(w.mover) + 2.0f) {
			Walker_Step(&w, DT);
			const lwTransform* now = lwCharacter_Pose(w.character);
			for (int j = 0; j < joints; ++j) {
				most = fmax(most, (double)lwLength(lwQuatLog(lwQuatMul(now[j].rot, lwConj(last[j].rot)))));
			}
			memcpy(last, now, (size_t)joints * sizeof(lwTransform));
		}
		Bound(most / clipMost, 1.6, "%s: fastest joint from start to stop, times the clip's", creature->name);
		free(last);
		free(pose);
		Walker_Free(&w);
	}
	Bounds_Done();
}

// Change of a joint's turning over three frames, rad a frame.
static double TurnChange(const lwQuat* q) {
	lwVec3 first = lwQuatLog(lwQuatNormalize(lwQuatMul(lwConj(q[0]), q[1])));
	lwVec3 second = lwQuatLog(lwQuatNormalize(lwQuatMul(lwConj(q[1]), q[2])));
	return (double)lwDistance(first, second);
}

// A shoulder blade that the sample leaves nearly still does not take up what the leg below it has to be corrected by: on flat
// ground it jerks no more than 1.3 times as in the sample.
static void ShoulderBladesStayAnimated(void** state) {
	(void)state;
	Bounds_Begin(s_known);
	const Creature* creature = Creature_Get(lw_sampleDragon);
	int blade = -1;
	for (int j = 0; j < creature->skeleton->skeleton.jointCount; ++j) {
		blade = strcmp(creature->skeleton->skeleton.names[j], "scapula.L") == 0 ? j : blade;
	}
	assert_true(blade >= 0);
	WalkerDef def = { .creature = creature, .distance = 8.0f };
	Walker w = Walker_Make(&def);
	lwQuat walked[3] = { { 0.0f, 0.0f, 0.0f, 1.0f } }, clip[3] = { { 0.0f, 0.0f, 0.0f, 1.0f } };
	double most = 0.0, clipMost = 0.0;
	for (int i = 0; i < 600; ++i) {
		memmove(clip, clip + 1, 2 * sizeof(lwQuat));
		clip[2] = lwClip_SampleJoint(creature->walk->clip, (float)i * DT * 0.99f, blade).rot;
		clipMost = i < 3 ? 0.0 : fmax(clipMost, TurnChange(clip));
	}
	for (int i = 0; w.time < lwPathMover_TravelTime(w.mover) - 1.5f; ++i) {
		Walker_Step(&w, DT);
		memmove(walked, walked + 1, 2 * sizeof(lwQuat));
		walked[2] = lwCharacter_Pose(w.character)[blade].rot;
		most = w.time < 2.0f ? 0.0 : fmax(most, TurnChange(walked));
	}
	assert_true(clipMost > 0.0);
	Bound(most / clipMost, 1.3, "dragon: jerk of a shoulder blade on flat ground, times the clip's");
	Walker_Free(&w);
	Bounds_Done();
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(WalksOnRatedGround),
		cmocka_unit_test(StandingDoesNotDrift),
		cmocka_unit_test(KeepsTheClipsBody),
		cmocka_unit_test(NoJointLeaps),
		cmocka_unit_test(ShoulderBladesStayAnimated),
	};
	return cmocka_run_group_tests(tests, NULL, Creatures_Free);
}
