// SPDX-License-Identifier: MIT
// Steering: input that nobody foresaw (new aim in flight, sudden stops, turning in place), turns to either side, and one
// forward clip that serves all directions.
#include "character/walker.h"

#define START "no foot comes sooner after a start at full speed: the cycle runs at one rate (step/cycle.c AdvanceCycle, balance of the footwork page)"

static const KnownMiss s_known[] = {
	{ "quadruped off at once: body lowered on flat ground, % L", START, 13.9 },
	{ "spider off at once: skate while steered, worst", START, 2.46 },
	{ NULL, NULL, 0.0 },
};

static const int s_kinds[] = { lw_sampleBiped, lw_sampleQuadruped, lw_sampleHexapod, lw_sampleSpider };
#define KINDS ((int)(sizeof(s_kinds) / sizeof(s_kinds[0])))
#define DT (1.0f / 60.0f)

// The largest distance of a leg from its standing place under the frame of reference, % L. Feet that are nearer than the step
// threshold, 3 % L, may stay.
static float AwayFromHome(const Walker* w, const lwVec3* homes) {
	float away = 0.0f;
	lwTransform frame = lwCharacter_Frame(w->character);
	for (int l = 0; l < w->legs; ++l) {
		lwVec3 wanted = lwAdd(frame.pos, lwRotate(frame.rot, homes[l]));
		away = lwMaxF(away, 100.0f * lwDistance(lwCharacter_Leg(w->character, l).current.pos, wanted) / w->L);
	}
	return away;
}

static void ReadHomes(const Walker* w, lwVec3* outHomes) {
	lwTransform frame = lwCharacter_Frame(w->character);
	for (int l = 0; l < w->legs; ++l) {
		outHomes[l] = lwRotate(lwConj(frame.rot), lwSub(lwCharacter_Leg(w->character, l).current.pos, frame.pos));
	}
}

// The way changes while feet are in the air: they are aimed anew until 85 % of their flight, then come down where they said.
// From rest to full speed in a second, or from one frame to the next.
static void AimsAnewInFlight(void** state) {
	(void)state;
	Bounds_Begin(s_known);
	for (int n = 0; n < 2 * KINDS; ++n) {
		int k = n / 2;
		bool sudden = n % 2 == 1;
		Creature* creature = Creature_Get(s_kinds[k]);
		Stick stick = { .radius = 0.5f * creature->L };
		WalkerDef def = { .creature = creature, .stick = &stick };
		Walker w = Walker_Make(&def);
		int aims = 0, late = 0, strikes = 0, missed = 0;
		Contacts contacts;
		memset(&contacts, 0, sizeof(contacts));
		float hop = 0.0f, worst = 0.0f;
		lwLegStatus last[LW_MAX_LEGS];
		lwVec3 heel[LW_MAX_LEGS];
		for (int l = 0; l < w.legs; ++l) {
			last[l] = lwCharacter_Leg(w.character, l);
			heel[l] = Walker_Heel(&w, l);
		}
		for (int i = 0; (float)i * DT < 4.0f * w.period; ++i) {
			float phase = (float)i * DT / w.period, start = sudden ? 1.0f : lwSmoothStep(0.0f, 1.0f, w.time);
			stick.forward = start * w.speed * (1.0f + 0.3f * lwSin(5.0f * phase));
			stick.side = 0.25f * start * w.speed * lwSin(7.0f * phase);
			stick.yawRate = 0.5f * start * lwCos(6.0f * phase);
			Walker_Step(&w, DT);
			Contacts_Watch(&contacts, &w);
			for (int l = 0; l < w.legs; ++l) {
				lwLegStatus s = lwCharacter_Leg(w.character, l);
				// in the middle of the clip's flight at full walk a foot is in the air
				float middle = 0.5f * (w.character->legs[l].off + w.character->legs[l].strike);
				missed += w.time > 1.5f * w.period && lwAbsF(s.phase - middle) < 0.01f && s.state == lw_footPlanted ? 1 : 0;
				bool same = memcmp(&s.next, &last[l].next, sizeof(s.next)) == 0;
				if (s.state == lw_footFlying && last[l].state == lw_footFlying) {
					aims += same ? 0 : 1;
					late += !same && s.flight > 0.85f ? 1 : 0;
					worst = lwMaxF(worst, same ? 0.0f : 100.0f * lwDistance(s.next.pos, last[l].next.pos) / w.L);
				}
				strikes += s.state == lw_footPlanted && last[l].state == lw_footFlying ? 1 : 0;
				lwVec3 now = Walker_Heel(&w, l);
				hop = lwMaxF(hop, lwDistance(now, heel[l]));
				heel[l] = now;
				last[l] = s;
			}
		}
		char name[64];
		(void)snprintf(name, sizeof(name), "%s%s", creature->name, sudden ? " off at once" : "");
		assert_true(strikes >= 2 * w.legs);
		Bound(missed, 0, "%s: foot-offs left out while the speed changes", name);
		Bound((double)contacts.drop, 10.0, "%s: body lowered on flat ground, %% L", name);
		Bound((double)Contacts_SkateMean(&contacts), 0.3, "%s: skate while steered, mean", name);
		Bound((double)contacts.skateMax, 1.5, "%s: skate while steered, worst", name);
		Holds(aims > strikes, "%s: aims anew in flight", name);
		Bound(late, 0, "%s: aims in the last 15 %% of flight", name);
		// A foot in flight covers stride * (1 + 0.3) in its flight time, at its fastest about three times the mean.
		float flight = w.period;
		for (int l = 0; l < w.legs; ++l) {
			const lwGaitLeg* leg = &creature->walk->gait.legs[l];
			flight = lwMinF(flight, w.period * (leg->warpedStrike - leg->warpedOff) / 1.3f);
		}
		Bound((double)hop, 3.5 * 1.4 * (double)(w.speed * w.period / flight * DT), "%s: no foot jumps", name);
		Bound((double)worst, 15.0, "%s: an aim moves, %% L a frame", name);
		Walker_Free(&w);
	}
	Bounds_Done();
}

// Stopped between one frame and the next at eight moments of the cycle: feet that are out are brought home in two cycles,
// then stand.
static void SuddenStops(void** state) {
	(void)state;
	Bounds_Begin(s_known);
	for (int k = 0; k < KINDS; ++k) {
		Creature* creature = Creature_Get(s_kinds[k]);
		float longest = 0.0f, away = 0.0f, hop = 0.0f;
		bool rested = true;
		for (int moment = 0; moment < 8; ++moment) {
			Stick stick = { .radius = 0.5f * creature->L };
			WalkerDef def = { .creature = creature, .stick = &stick };
			Walker w = Walker_Make(&def);
			lwVec3 homes[LW_MAX_LEGS], heel[LW_MAX_LEGS], print[LW_MAX_LEGS];
			ReadHomes(&w, homes);
			stick.forward = w.speed;
			while (w.time < w.period * (2.0f + (float)moment / 8.0f)) {
				Walker_Step(&w, DT);
			}
			stick.forward = 0.0f;
			float stop = w.time, lastMove = stop;
			for (int l = 0; l < w.legs; ++l) {
				heel[l] = Walker_Heel(&w, l);
				print[l] = lwCharacter_Leg(w.character, l).current.pos;
			}
			while (w.time < stop + 3.0f * w.period + 1.0f) {
				Walker_Step(&w, DT);
				for (int l = 0; l < w.legs; ++l) {
					lwLegStatus s = lwCharacter_Leg(w.character, l);
					lastMove = lwDistance(s.current.pos, print[l]) > 0.0f ? w.time : lastMove;
					print[l] = s.current.pos;
					hop = lwMaxF(hop, lwDistance(heel[l], Walker_Heel(&w, l)) / (w.speed * DT));
					heel[l] = Walker_Heel(&w, l);
				}
			}
			longest = lwMaxF(longest, (lastMove - stop) / w.period);
			away = lwMaxF(away, AwayFromHome(&w, homes));
			rested = rested && lwCharacter_AtRest(w.character);
			Walker_Free(&w);
		}
		Bound((double)longest, 2.0, "%s: home after a sudden stop within, cycles", creature->name);
		Bound((double)away, 3.5, "%s: distance from home after a sudden stop, %% L", creature->name);
		Bound((double)hop, 12.0, "%s: fastest foot, times the body's speed", creature->name);
		Holds(rested, "%s: rests after a sudden stop", creature->name);
	}
	Bounds_Done();
}

// Turning on the spot: all feet step round, none slides, and they end at home.
static void TurnsInPlaceByStepping(void** state) {
	(void)state;
	Bounds_Begin(s_known);
	for (int k = 0; k < KINDS; ++k) {
		for (int side = -1; side <= 1; side += 2) {
			Creature* creature = Creature_Get(s_kinds[k]);
			Stick stick = { .radius = 0.5f * creature->L };
			WalkerDef def = { .creature = creature, .stick = &stick };
			Walker w = Walker_Make(&def);
			lwVec3 homes[LW_MAX_LEGS];
			ReadHomes(&w, homes);
			Contacts contacts;
			memset(&contacts, 0, sizeof(contacts));
			int strikes[LW_MAX_LEGS] = { 0 }, fewest = 1000, atOnce = 0;
			float strikeTime[LW_MAX_LEGS];
			for (int l = 0; l < w.legs; ++l) {
				strikeTime[l] = -1.0f;
			}
			float turnTime = 3.0f * w.period, rate = (float)side * LW_PI / turnTime;
			while (w.time < turnTime + 3.0f * w.period) {
				stick.yawRate = w.time < turnTime - 0.5f * DT ? rate : 0.0f;
				Walker_Step(&w, DT);
				Contacts_Watch(&contacts, &w);
				int air = 0;
				for (int l = 0; l < w.legs; ++l) {
					lwLegStatus s = lwCharacter_Leg(w.character, l);
					air += s.state == lw_footFlying ? 1 : 0;
					strikes[l] += s.strikeTime != strikeTime[l] ? 1 : 0;
					strikeTime[l] = s.strikeTime;
				}
				atOnce = air > atOnce ? air : atOnce;
			}
			for (int l = 0; l < w.legs; ++l) {
				fewest = strikes[l] < fewest ? strikes[l] : fewest;
			}
			const char* name = creature->name;
			const char* way = side > 0 ? "left" : "right";
			Holds(fewest >= 2, "%s turning %s in place: every leg steps", name, way);
			Bound((double)Contacts_SkateMean(&contacts), 0.3, "%s turning %s in place: skate, mean", name, way);
			Bound((double)contacts.skateMax, 1.5, "%s turning %s in place: skate, worst", name, way);
			Bound((double)AwayFromHome(&w, homes), 3.5, "%s turning %s in place: distance from home after, %% L", name, way);
			Bound(atOnce, (w.legs + 1) / 2, "%s turning %s in place: feet in the air at once", name, way);
			Holds(lwCharacter_AtRest(w.character), "%s turning %s in place: rests after", name, way);
			Walker_Free(&w);
		}
	}
	Bounds_Done();
}

// Worst distance between where feet come down on a steady circle and where their place in the body crosses the ground at
// their stance time, % L; the mean distance of each leg's prints from the centre; how many prints were looked at.
static float CircleError(const Creature* creature, float side, float* outRadii, int* outFree) {
	float r = 2.5f * creature->L, speed = creature->walk->gait.speed, worst = 0.0f;
	lwVec3 centre = lwV3(side * r, 0.0f, 0.0f);
	Stick stick = { .radius = 0.5f * creature->L, .forward = speed, .yawRate = side * speed / r };
	stick.yaw = -lwAtan2(creature->walk->gait.directionMS.x, creature->walk->gait.directionMS.z);
	WalkerDef def = { .creature = creature, .stick = &stick };
	Walker w = Walker_Make(&def);
	int count[LW_MAX_LEGS] = { 0 };
	double sum[LW_MAX_LEGS] = { 0.0 };
	float strikeTime[LW_MAX_LEGS] = { 0.0f };
	while (w.time < 5.0f * w.period + 1.0f) {
		Walker_Step(&w, DT);
		for (int l = 0; l < w.legs; ++l) {
			lwLegStatus s = lwCharacter_Leg(w.character, l);
			lwVec3 home = creature->asset->legs[l].homeCS;
			if (s.strikeTime != strikeTime[l] && w.time > 2.0f * w.period + 1.0f) {
				float is = lwDistance(s.current.pos, centre), should = lwDistance(home, centre);
				// prints that reach kept from where they were wanted do not count
				bool free = lwDistance(s.current.pos, w.character->legs[l].stoodFor.pos) < 1e-3f * w.L;
				worst = free ? lwMaxF(worst, 100.0f * lwAbsF(is - should) / w.L) : worst;
				*outFree += free ? 1 : 0;
				sum[l] += (double)is;
				count[l] += 1;
			}
			strikeTime[l] = s.strikeTime;
		}
	}
	for (int l = 0; l < w.legs; ++l) {
		assert_true(count[l] >= 2);
		outRadii[l] = (float)(sum[l] / count[l]);
	}
	Walker_Free(&w);
	return worst;
}

// Footprints follow the turn (a straight line drawn on would push them out of it), and to the left as to the right.
static void TurnsAreAlikeToEitherSide(void** state) {
	(void)state;
	Bounds_Begin(s_known);
	for (int k = 0; k < KINDS; ++k) {
		Creature* creature = Creature_Get(s_kinds[k]);
		const lwRig* rig = &creature->walk->rig;
		float left[LW_MAX_LEGS], right[LW_MAX_LEGS];
		int seen = 0;
		Bound((double)CircleError(creature, 1.0f, left, &seen), 0.5, "%s: prints on a circle to the left, %% L", creature->name);
		Bound((double)CircleError(creature, -1.0f, right, &seen), 0.5, "%s: prints on a circle to the right, %% L", creature->name);
		assert_true(seen >= rig->legCount);
		float worst = 0.0f, homes = 0.0f;
		int pairs = 0;
		for (int a = 0; a < rig->legCount; ++a) {
			for (int b = 0; b < rig->legCount; ++b) {
				if (rig->legs[a].side == 1 && rig->legs[b].side == -1 && rig->legs[a].row == rig->legs[b].row) {
					lwVec3 ha = creature->asset->legs[a].homeCS, hb = creature->asset->legs[b].homeCS;
					homes = lwMaxF(homes, lwDistance(ha, lwV3(-hb.x, hb.y, hb.z)));
					worst = lwMaxF(worst, lwMaxF(lwAbsF(left[a] - right[b]), lwAbsF(left[b] - right[a])));
					pairs += 1;
				}
			}
		}
		assert_int_equal(pairs, rig->legCount / 2);
		// What the homes of the two sides differ by in the clip is the clip's own.
		Bound((double)(100.0f * (worst - homes) / creature->L), 0.5, "%s: left against right, %% L", creature->name);
	}
	Bounds_Done();
}

// One forward clip, facing kept, the way led to eight sides and at two speeds.
static void OneClipServesAllDirections(void** state) {
	(void)state;
	Bounds_Begin(s_known);
	for (int k = 0; k < KINDS; ++k) {
		Creature* creature = Creature_Get(s_kinds[k]);
		for (int d = 0; d < 8; ++d) {
			float angle = 0.25f * LW_PI * (float)d;
			lwVec3 path[2] = { { 0, 0, 0 }, { 5.0f * creature->L * lwSin(angle), 0, 5.0f * creature->L * lwCos(angle) } };
			WalkerDef def = { .creature = creature, .path = path, .pathCount = 2, .facingFixed = true, .times = 0.7f };
			Walker w = Walker_Make(&def);
			Contacts contacts;
			memset(&contacts, 0, sizeof(contacts));
			float heading = 0.0f, step = 0.0f, footYaw = 0.0f, home[LW_MAX_LEGS], total = lwPathMover_TravelTime(w.mover);
			lwVec3 print[LW_MAX_LEGS];
			int steps = 0;
			for (int l = 0; l < w.legs; ++l) {
				lwFootprint p = lwCharacter_Leg(w.character, l).current;
				lwVec3 z = lwRotate(p.rot, lwV3(0, 0, 1));
				print[l] = p.pos;
				home[l] = lwAtan2(z.x, z.z);
			}
			while (w.time < total + 2.0f * w.period) {
				Walker_Step(&w, DT);
				Contacts_Watch(&contacts, &w);
				lwVec3 z = lwRotate(lwCharacter_Frame(w.character).rot, lwV3(0, 0, 1));
				heading = lwMaxF(heading, lwAbsF(lwAtan2(z.x, z.z)));
				for (int l = 0; l < w.legs; ++l) {
					lwFootprint p = lwCharacter_Leg(w.character, l).current;
					if (lwDistance(p.pos, print[l]) > 0.0f) {
						lwVec3 moved = lwSub(p.pos, print[l]), to = lwRotate(p.rot, lwV3(0, 0, 1));
						bool steady = w.time > 1.0f + 2.0f * w.period && w.time < total - 0.7f;
						if (steady) {
							float across = lwAbsF(lwDot(moved, lwV3(lwCos(angle), 0.0f, -lwSin(angle))));
							step = lwMaxF(step, across);
							steps += 1;
						}
						footYaw = lwMaxF(footYaw, lwAbsF(lwWrapAngle(lwAtan2(to.x, to.z) - home[l])));
						print[l] = p.pos;
					}
				}
			}
			assert_true(steps >= w.legs);
			const char* name = creature->name;
			int deg = 45 * d;
			Bound((double)Contacts_SkateMean(&contacts), 0.3, "%s towards %d: skate, mean", name, deg);
			Bound((double)contacts.skateMax, 1.5, "%s towards %d: skate, worst", name, deg);
			Bound((double)contacts.residual, 0.5, "%s towards %d: limbs reach, %% L", name, deg);
			Bound((double)contacts.drop, 20.0, "%s towards %d: body lowered, %% L", name, deg);
			Bound((double)contacts.below, 1.0, "%s towards %d: sole below the ground", name, deg);
			Bound((double)(100.0f * step / w.L), 1.0, "%s towards %d: steps go along the way, %% L", name, deg);
			Bound((double)heading, 1e-4, "%s towards %d: the body keeps facing", name, deg);
			Bound((double)footYaw, 0.35, "%s towards %d: the feet head with the body, rad", name, deg);
			Walker_Free(&w);
		}
	}
	Bounds_Done();
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(AimsAnewInFlight),
		cmocka_unit_test(SuddenStops),
		cmocka_unit_test(TurnsInPlaceByStepping),
		cmocka_unit_test(TurnsAreAlikeToEitherSide),
		cmocka_unit_test(OneClipServesAllDirections),
	};
	return cmocka_run_group_tests(tests, NULL, Creatures_Free);
}
