// SPDX-License-Identifier: MIT
// Footwork on flat ground: feet that stand still, footprints frozen on the ground and aimed at in the air, predictions
// that come true, starting, stopping and standing.
#include "character/walker.h"

static const KnownMiss s_known[] = {
	{ NULL, NULL, 0.0 },
};

static const int s_kinds[] = { lw_sampleBiped, lw_sampleQuadruped, lw_sampleHexapod, lw_sampleSpider };
#define KINDS ((int)(sizeof(s_kinds) / sizeof(s_kinds[0])))
#define DT (1.0f / 60.0f)

// Worlds that count their questions.
typedef struct Counter {
	long casts;
} Counter;

static void FlatCast(void* user, const lwCastQuery* queries, int count, lwCastHit* outHits) {
	Counter* counter = user;
	counter->casts += count;
	for (int i = 0; i < count; ++i) {
		const lwCastQuery* q = &queries[i];
		memset(&outHits[i], 0, sizeof(outHits[i]));
		float fraction = q->motion.y < 0.0f ? q->origin.y / -q->motion.y : -1.0f;
		if (fraction >= 0.0f && fraction <= 1.0f) {
			outHits[i].hit = true;
			outHits[i].fraction = fraction;
			outHits[i].pos = lwMulAdd(q->origin, q->motion, fraction);
			outHits[i].normal = outHits[i].faceNormal = lwV3(0.0f, 1.0f, 0.0f);
		}
	}
}

// ---- Contact ---------------------------------------------------------------------------------------------------

static void FeetDoNotSkate(void** state) {
	(void)state;
	Bounds_Begin(s_known);
	for (int k = 0; k < KINDS; ++k) {
		for (int bare = 0; bare < 2; ++bare) {
			WalkerDef def = { .creature = Creature_Get(s_kinds[k]), .bare = bare == 1, .distance = 6.0f };
			Walker w = Walker_Make(&def);
			Contacts contacts;
			memset(&contacts, 0, sizeof(contacts));
			while (w.time < lwPathMover_TravelTime(w.mover) + 2.5f * w.period) {
				Walker_Step(&w, DT);
				Contacts_Watch(&contacts, &w);
			}
			const char* name = def.creature->name;
			const char* idle = bare == 1 ? "without idle" : "with idle";
			assert_true(contacts.stances >= 4 * w.legs);
			Bound((double)Contacts_SkateMean(&contacts), 0.3, "%s %s: skate, mean", name, idle);
			Bound((double)contacts.skateMax, 0.3, "%s %s: skate, every stance", name, idle);
			Bound((double)contacts.below, 1.0, "%s %s: sole below the ground", name, idle);
			Bound((double)contacts.above, 1.0, "%s %s: sole above the ground in contact", name, idle);
			Bound((double)contacts.residual, 0.1, "%s %s: limbs reach their targets", name, idle);
			Walker_Free(&w);
		}
	}
	Bounds_Done();
}

// The current footprint changes only at a strike, and then to what was next; next changes in flight only, not in its last 15 %
// (test_steering.c sees it change).
static void FootprintsFreezeAndAim(void** state) {
	(void)state;
	Bounds_Begin(s_known);
	for (int k = 0; k < KINDS; ++k) {
		static const lwVec3 bend[] = { { 0, 0, 0 }, { 0, 0, 3 }, { 2, 0, 5 }, { 5, 0, 5 } };
		lwVec3 path[4];
		WalkerDef def = { .creature = Creature_Get(s_kinds[k]), .path = path, .pathCount = 4 };
		for (int i = 0; i < 4; ++i) {
			path[i] = lwMul(bend[i], 1.5f * def.creature->L);
		}
		Walker w = Walker_Make(&def);
		lwLegStatus last[LW_MAX_LEGS];
		int strikes = 0, frozen = 0, lateAims = 0;
		bool ok = true, aimed = true, became = true;
		for (int l = 0; l < w.legs; ++l) {
			last[l] = lwCharacter_Leg(w.character, l);
		}
		while (w.time < lwPathMover_TravelTime(w.mover)) {
			Walker_Step(&w, DT);
			for (int l = 0; l < w.legs; ++l) {
				lwLegStatus s = lwCharacter_Leg(w.character, l);
				bool struck = last[l].state == lw_footFlying && s.state == lw_footPlanted;
				if (struck) {
					strikes += 1;
					became = became && memcmp(&s.current, &last[l].next, sizeof(s.current)) == 0;
				} else {
					frozen += 1;
					ok = ok && memcmp(&s.current, &last[l].current, sizeof(s.current)) == 0;
				}
				if (s.state == lw_footFlying && last[l].state == lw_footFlying) {
					bool same = memcmp(&s.next, &last[l].next, sizeof(s.next)) == 0;
					lateAims += !same && s.flight > 0.85f && last[l].flight > 0.85f ? 1 : 0;
				}
				if (s.state == lw_footPlanted && last[l].state == lw_footPlanted) {
					aimed = aimed && memcmp(&s.next, &last[l].next, sizeof(s.next)) == 0;
				}
				last[l] = s;
			}
		}
		const char* name = def.creature->name;
		assert_true(strikes > 3 * w.legs && frozen > strikes);
		Holds(ok, "%s: the current footprint is frozen between strikes", name);
		Holds(became, "%s: next becomes current", name);
		Holds(aimed, "%s: next rests while the foot stands", name);
		Bound(lateAims, 0, "%s: aims in the last 15 %% of flight", name);
		Walker_Free(&w);
	}
	Bounds_Done();
}

// On a steady way a foot comes down where it was said at foot-off that it would; on a steady circle, too.
static void PredictionsComeTrue(void** state) {
	(void)state;
	Bounds_Begin(s_known);
	for (int k = 0; k < KINDS; ++k) {
		for (int turning = 0; turning < 2; ++turning) {
			lwVec3 circle[97];
			WalkerDef def = { .creature = Creature_Get(s_kinds[k]), .distance = 9.0f };
			if (turning == 1) {
				for (int i = 0; i < 97; ++i) {
					float a = 2.5f * LW_PI * (float)i / 96.0f, r = 2.5f * def.creature->L;
					circle[i] = lwV3(r * (1.0f - lwCos(a)), 0.0f, r * lwSin(a));
				}
				def.path = circle;
				def.pathCount = 97;
			}
			Walker w = Walker_Make(&def);
			float worst = 0.0f, total = lwPathMover_TravelTime(w.mover);
			int seen = 0;
			bool flying[LW_MAX_LEGS] = { false };
			while (w.time < total) {
				Walker_Step(&w, DT);
				for (int l = 0; l < w.legs; ++l) {
					lwLegStatus s = lwCharacter_Leg(w.character, l);
					bool steady = w.time > 2.5f * w.period + 1.0f && w.time < total - 2.0f - w.period;
					if (flying[l] && s.state == lw_footPlanted && steady) {
						worst = lwMaxF(worst, 100.0f * lwDistance(s.current.pos, s.predicted.pos) / w.L);
						seen += 1;
					}
					flying[l] = s.state == lw_footFlying;
				}
			}
			assert_true(seen > w.legs);
			Bound((double)worst, 2.0, "%s: foresight %s, %% L", def.creature->name, turning == 1 ? "on a circle" : "straight on");
			Walker_Free(&w);
		}
	}
	Bounds_Done();
}

// ---- Cycle -----------------------------------------------------------------------------------------------------

typedef struct Timing {
	double cycle, duty, step; // means over legs and steady cycles: s, share, units
	int cycles;
} Timing;

static Timing MeasureTiming(const Creature* creature, float times, float dt) {
	WalkerDef def = { .creature = creature, .times = times, .distance = 6.0f + 3.0f * times };
	Walker w = Walker_Make(&def);
	Timing timing = { 0.0, 0.0, 0.0, 0 };
	float total = lwPathMover_TravelTime(w.mover), strike[LW_MAX_LEGS], off[LW_MAX_LEGS];
	lwVec3 print[LW_MAX_LEGS];
	for (int l = 0; l < w.legs; ++l) {
		strike[l] = off[l] = -1.0f;
		print[l] = lwV3(0.0f, 0.0f, 0.0f);
	}
	while (w.time < total - 1.2f - w.period) {
		Walker_Step(&w, dt);
		for (int l = 0; l < w.legs; ++l) {
			lwLegStatus s = lwCharacter_Leg(w.character, l);
			off[l] = s.offTime;
			if (s.strikeTime >= 0.0f && s.strikeTime != strike[l]) {
				if (strike[l] > 1.2f + w.period && off[l] > strike[l]) {
					timing.cycle += (double)(s.strikeTime - strike[l]);
					timing.duty += (double)(off[l] - strike[l]);
					timing.step += (double)lwDistance(s.current.pos, print[l]);
					timing.cycles += 1;
				}
				strike[l] = s.strikeTime;
				print[l] = s.current.pos;
			}
		}
	}
	assert_true(timing.cycles >= w.legs);
	timing.duty /= timing.cycle;
	timing.cycle /= timing.cycles;
	timing.step /= timing.cycles;
	Walker_Free(&w);
	return timing;
}

// The cycle takes as long as the sample's at any speed; above the sample's speed contact is shortened to k = v_ref / v of it
// on either side of the stance time; the ground covered in one cycle is the speed's.
static void CadenceDoesNotFollowSpeed(void** state) {
	(void)state;
	static const float times[] = { 0.6f, 1.0f, 1.3f };
	Bounds_Begin(s_known);
	for (int k = 0; k < KINDS; ++k) {
		const Creature* creature = Creature_Get(s_kinds[k]);
		const lwGait* gait = &creature->walk->gait;
		double duty1 = 0.0;
		for (int i = 0; i < 3; ++i) {
			Timing t = MeasureTiming(creature, times[i], DT);
			double contraction = times[i] > 1.0f ? 1.0 / (double)times[i] : 1.0, expected = 0.0;
			for (int l = 0; l < gait->legCount; ++l) {
				double off = (double)gait->legs[l].warpedOff, strike = (double)gait->legs[l].warpedStrike;
				expected += contraction * (off + 1.0 - strike) / gait->legCount;
			}
			duty1 = i == 1 ? t.duty : duty1;
			const char* name = creature->name;
			double v = (double)times[i];
			Bound(fabs(t.cycle / (double)gait->period - 1.0), 0.02, "%s at %gx: cycle time", name, v);
			Bound(fabs(t.duty - expected), 0.03, "%s at %gx: duty factor", name, v);
			Bound(fabs(t.step / ((double)gait->speed * v * t.cycle) - 1.0), 0.01, "%s at %gx: ground covered in a cycle", name, v);
			// in body space the step is speed * contact: held above the sample's speed, shorter below it
			double step = v * (double)gait->speed * t.duty * t.cycle, sample = (double)gait->speed * expected / contraction * (double)gait->period;
			Bound(fabs(step / (sample * (v < 1.0 ? v : 1.0)) - 1.0), 0.05, "%s at %gx: step length", name, v);
		}
		assert_true(duty1 > 0.3);
	}
	Bounds_Done();
}

// ---- Start and stop --------------------------------------------------------------------------------------------

static void StartsAndStopsByRealSteps(void** state) {
	(void)state;
	Bounds_Begin(s_known);
	for (int k = 0; k < KINDS; ++k) {
		for (int bare = 0; bare < 2; ++bare) {
			Counter counter = { 0 };
			lwWorld world = { &counter, FlatCast, NULL, NULL, NULL, NULL };
			WalkerDef def = { .creature = Creature_Get(s_kinds[k]), .bare = bare == 1, .distance = 6.0f, .startTime = 1.0f, .world = &world };
			Walker w = Walker_Make(&def);
			const char* name = def.creature->name;
			const char* idle = bare == 1 ? "without idle" : "with idle";
			int joints = def.creature->skeleton->skeleton.jointCount;
			lwVec3 heel[LW_MAX_LEGS], toe[LW_MAX_LEGS];
			for (int l = 0; l < w.legs; ++l) {
				heel[l] = Walker_Heel(&w, l);
				toe[l] = Walker_Toe(&w, l);
			}
			// Stands first: feet still, nothing asked, nothing lifted.
			float moved = 0.0f;
			int queries = 0;
			bool rest = true;
			while (w.time < 0.8f) {
				Walker_Step(&w, DT);
				queries += w.time > 2.0f * DT ? lwCharacter_QueryCount(w.character) : 0;
				rest = rest && lwCharacter_AtRest(w.character);
				for (int l = 0; l < w.legs; ++l) {
					moved = lwMaxF(moved, lwMaxF(lwDistance(heel[l], Walker_Heel(&w, l)), lwDistance(toe[l], Walker_Toe(&w, l))));
				}
			}
			Holds(rest, "%s %s: at rest before the start", name, idle);
			Bound((double)(100.0f * moved / w.L), 0.05, "%s %s: feet before the start, %% L", name, idle);
			Bound(queries, 0, "%s %s: world queries before the start", name, idle);
			// Walks and stops.
			float stop = lwPathMover_TravelTime(w.mover), lastMove = 0.0f;
			lwVec3 print[LW_MAX_LEGS];
			for (int l = 0; l < w.legs; ++l) {
				print[l] = lwCharacter_Leg(w.character, l).current.pos;
			}
			int strikes = 0;
			float hop = 0.0f;
			while (w.time < stop + 2.0f * w.period + 0.1f) {
				Walker_Step(&w, DT);
				for (int l = 0; l < w.legs; ++l) {
					lwLegStatus s = lwCharacter_Leg(w.character, l);
					if (lwDistance(s.current.pos, print[l]) > 0.0f) {
						strikes += 1;
						lastMove = w.time;
						hop = lwMaxF(hop, lwDistance(s.current.pos, print[l]));
					}
					print[l] = s.current.pos;
				}
			}
			assert_true(strikes >= 2 * w.legs);
			Bound((double)hop, 1.6 * (double)(w.speed * w.period), "%s %s: longest step", name, idle);
			Bound((double)((lastMove - stop) / w.period), 2.0, "%s %s: home within, cycles", name, idle);
			// Home: the standing place of the frame of reference.
			float away = 0.0f;
			for (int l = 0; l < w.legs; ++l) {
				lwLegStatus s = lwCharacter_Leg(w.character, l);
				Holds(s.state == lw_footPlanted, "%s %s: leg %d stands in the end", name, idle, l);
				lwTransform frame = lwCharacter_Frame(w.character);
				lwVec3 wanted = lwLerp3(heel[l], toe[l], 0.5f); // the start was at the origin, facing +Z
				wanted = lwAdd(frame.pos, lwRotate(frame.rot, lwV3(wanted.x, 0.0f, wanted.z)));
				away = lwMaxF(away, lwLength(lwReject(lwSub(s.current.pos, wanted), lwV3(0, 1, 0))));
			}
			Bound((double)(100.0f * away / w.L), 3.0, "%s %s: distance from home after the stop, %% L", name, idle);
			// Rests: one second after the last strike nothing moves but what the idle moves, and nothing is asked.
			while (w.time < lastMove + 1.0f) {
				Walker_Step(&w, DT);
			}
			Holds(lwCharacter_AtRest(w.character), "%s %s: at rest a second after the last step", name, idle);
			lwMat34* before = malloc((size_t)joints * sizeof(lwMat34));
			assert_non_null(before);
			memcpy(before, w.model, (size_t)joints * sizeof(lwMat34));
			queries = 0;
			moved = 0.0f;
			float feet = 0.0f, end = w.time + (bare == 1 ? 1.0f : def.creature->idle->clip->duration);
			for (int l = 0; l < w.legs; ++l) {
				heel[l] = Walker_Heel(&w, l);
				toe[l] = Walker_Toe(&w, l);
			}
			while (w.time < end) {
				Walker_Step(&w, DT);
				queries += lwCharacter_QueryCount(w.character);
				moved = lwMaxF(moved, bare == 1 ? Poses_Distance(before, w.model, joints) : 0.0f);
				for (int l = 0; l < w.legs; ++l) {
					feet = lwMaxF(feet, lwMaxF(lwDistance(heel[l], Walker_Heel(&w, l)), lwDistance(toe[l], Walker_Toe(&w, l))));
				}
			}
			Bound((double)(100.0f * moved / w.L), 0.05, "%s %s: movement at rest, %% L", name, idle);
			Bound((double)(100.0f * feet / w.L), 0.05, "%s %s: feet at rest, %% L", name, idle);
			Bound(queries, 0, "%s %s: world queries at rest", name, idle);
			free(before);
			Walker_Free(&w);
		}
	}
	Bounds_Done();
}

// A creature that never moves never lifts a foot, for a minute.
static void StandsForAMinute(void** state) {
	(void)state;
	Bounds_Begin(s_known);
	for (int k = 0; k < KINDS; ++k) {
		WalkerDef def = { .creature = Creature_Get(s_kinds[k]), .startTime = 1000.0f };
		Walker w = Walker_Make(&def);
		bool stood = true;
		for (int i = 0; i < 60 * 10; ++i) {
			Walker_Step(&w, 0.1f);
			for (int l = 0; l < w.legs; ++l) {
				lwLegStatus s = lwCharacter_Leg(w.character, l);
				stood = stood && s.state == lw_footPlanted && s.offTime < 0.0f && s.strikeTime < 0.0f;
			}
			stood = stood && lwCharacter_Phase(w.character) == -1.0f;
		}
		Holds(stood, "%s: stands for a minute", def.creature->name);
		Walker_Free(&w);
	}
	Bounds_Done();
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(FeetDoNotSkate),
		cmocka_unit_test(FootprintsFreezeAndAim),
		cmocka_unit_test(PredictionsComeTrue),
		cmocka_unit_test(CadenceDoesNotFollowSpeed),
		cmocka_unit_test(StartsAndStopsByRealSteps),
		cmocka_unit_test(StandsForAMinute),
	};
	return cmocka_run_group_tests(tests, NULL, Creatures_Free);
}
