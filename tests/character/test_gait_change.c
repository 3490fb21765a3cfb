// SPDX-License-Identifier: MIT
// Motion sets in live characters: cycles of one gait blended by velocity, gaits changed with speed, balance. On flat ground.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "motions.h"

// ---- Cases -------------------------------------------------------------------------------------------------------

static void InvalidInputs(void** state) {
	(void)state;
	Set s = Set_Wolf();
	s.def.samples = s.samples;
	lwMotionSet* set = NULL;
	lwMotionSetDef def = s.def;
	def.sampleCount = 0;
	assert_int_equal(lwCreateMotionSet(&def, &set).status, lw_errorArgument);
	assert_null(set);
	def.sampleCount = LW_MAX_MOTIONS + 1;
	assert_int_equal(lwCreateMotionSet(&def, &set).status, lw_errorArgument);
	def = s.def;
	def.samples = NULL;
	assert_int_equal(lwCreateMotionSet(&def, &set).status, lw_errorArgument);
	def = s.def;
	def.rig = NULL;
	assert_int_equal(lwCreateMotionSet(&def, &set).status, lw_errorArgument);
	def = s.def;
	def.hysteresis = NAN;
	assert_int_equal(lwCreateMotionSet(&def, &set).status, lw_errorArgument);
	def = s.def;
	def.up[0] = 1.0f;
	def.down[0] = 1.5f;
	assert_int_equal(lwCreateMotionSet(&def, &set).status, lw_errorArgument);
	def = s.def;
	lwMotionSample samples[2] = { s.samples[0], { &s.creature->idle->gait, s.creature->idle->clip, "idle" } };
	def.samples = samples;
	def.sampleCount = 2;
	assert_int_equal(lwCreateMotionSet(&def, &set).status, lw_errorData); // an idle is no cycle
	samples[1] = (lwMotionSample){ s.samples[1].gait, NULL, NULL };
	assert_int_equal(lwCreateMotionSet(&def, &set).status, lw_errorArgument);
	lwMotionSample many[LW_MAX_GAITS + 1];
	char names[LW_MAX_GAITS + 1][8];
	for (int i = 0; i <= LW_MAX_GAITS; ++i) {
		(void)snprintf(names[i], sizeof(names[i]), "%d", i);
		many[i] = (lwMotionSample){ s.samples[0].gait, s.samples[0].clip, names[i] };
	}
	def.samples = many;
	def.sampleCount = LW_MAX_GAITS + 1;
	assert_int_equal(lwCreateMotionSet(&def, &set).status, lw_errorLimit);
	lwDestroyMotionSet(NULL);

	assert_int_equal(lwMotionSet_GaitCount(s.set), 4);
	assert_string_equal(lwMotionSet_GaitName(s.set, 3), "gallop");
	assert_null(lwMotionSet_GaitName(s.set, 4));
	assert_null(lwMotionSet_GaitName(s.set, -1));
	assert_int_equal(lwMotionSet_GaitOf(s.set, 4), -1);
	assert_true(lwMotionSet_ChangeUp(s.set, 3) == 0.0f);
	Set_Free(&s);
}

static void ThresholdsLieBetweenTheGaits(void** state) {
	(void)state;
	Set s = Set_Wolf();
	for (int k = 0; k < 3; ++k) {
		float a = s.analyses[k]->gait.speed, b = s.analyses[k + 1]->gait.speed;
		assert_int_equal(lwMotionSet_GaitOf(s.set, k), k);
		assert_true(a < b);
		assert_true(lwMotionSet_ChangeDown(s.set, k) < lwMotionSet_ChangeUp(s.set, k));
		assert_float_equal(0.5f * (lwMotionSet_ChangeDown(s.set, k) + lwMotionSet_ChangeUp(s.set, k)), sqrtf(a * b), 1e-4f * b);
	}
	Set_Free(&s);
}

// A set of one walk goes as the walk alone does: to a hair, since the mix rounds otherwise.
static void OneSampleIsThePlainWalk(void** state) {
	(void)state;
	Set s;
	Set_Begin(&s, lw_sampleQuadruped);
	Set_Add(&s, "Walk", NULL);
	Set_Make(&s);
	lwCharacterDef def = lwDefaultCharacterDef();
	Stick a = { 0 }, b = { 0 };
	Walker w = Set_Walker(&s, &a, &def);
	WalkerDef plain = { .creature = s.creature, .stick = &b };
	Walker p = Walker_Make(&plain);
	float worst = 0.0f;
	for (int f = 0; f < 360; ++f) {
		a.forward = b.forward = f < 60 || f > 260 ? 0.0f : s.analyses[0]->gait.speed;
		a.yawRate = b.yawRate = f > 160 && f < 260 ? 0.4f : 0.0f;
		Walker_Step(&w, 1.0f / 60.0f);
		Walker_Step(&p, 1.0f / 60.0f);
		worst = lwMaxF(worst, Poses_Distance(w.model, p.model, s.creature->skeleton->skeleton.jointCount));
	}
	print_message("one sample against the plain walk: %.2g %% L\n", (double)(100.0f * worst / w.L));
	assert_true(worst < 0.002f * w.L);
	Walker_Free(&w);
	Walker_Free(&p);
	Set_Free(&s);
}

static void RunGaits(const Set* s, const lwCharacterDef* def, const char* name) {
	Stick stick = { .radius = 0.3f };
	Walker w = Set_Walker(s, &stick, def);
	Watch* k = calloc(1, sizeof(*k));
	assert_non_null(k);
	float L = w.L, acceleration = 2.0f * L;
	const int order[] = { 0, 1, 2, 3, 0 };
	int at = -1, wrong = 0;
	Go(&w, k, 0.0f, 0.0f, acceleration, 1.0f);
	for (int i = 0; i < 5; ++i) {
		Go(&w, k, s->analyses[order[i]]->gait.speed, 0.0f, i == 4 ? 3.0f * acceleration : acceleration, 4.0f);
		at = lwCharacter_Gait(w.character);
		wrong += at == order[i] && !lwCharacter_ChangesGait(w.character) ? 0 : 1;
		Report(s->set->gaits[order[i]].name, k, &w);
	}
	Go(&w, k, 0.0f, 0.0f, acceleration, 4.0f);
	Report(name, k, &w);
	Bound(wrong, 0, "%s: gaits not as the speed asks", name);
	Bound((double)Contacts_SkateMean(&k->contacts), 0.3, "%s: skate mean", name);
	Bound((double)k->contacts.skateMax, 1.5, "%s: skate max", name);
	Bound((double)k->planted, 1e-3, "%s: standing prints", name);
	Bound((double)(k->fastest / FastestFoot(s)), 1.3, "%s: fastest foot, times the samples' fastest", name);
	Bound((double)(k->pop / SamplesPop(s)), 1.3, "%s: pop, times the samples' largest", name);
	Bound((double)k->bone, 1e-4, "%s: bone length", name);
	Bound((double)k->weightStep, 0.1, "%s: weights' largest change in a frame", name); // 0.35 s at least, at its fastest twice that
	Bound((double)k->sum, 1e-5, "%s: sum of weights", name);
	Bound((double)k->apart, 1e-3, "%s: phases apart", name);
	Holds(k->changes >= 4, "%s: changes told", name);
	Holds(lwCharacter_AtRest(w.character), "%s: rests", name);
	free(k);
	Walker_Free(&w);
}

static void WolfChangesGaits(void** state) {
	(void)state;
	Set s = Set_Wolf();
	Bounds_Begin(NULL);
	lwCharacterDef def = lwDefaultCharacterDef();
	RunGaits(&s, &def, "steps between");
	def.gaitWait = true;
	RunGaits(&s, &def, "waits");
	Bounds_Done();
	Set_Free(&s);
}

// Backward and sideways the samples run at 0.5 to 0.7 of the speed forward.
#define SHORT "twice the speed of the samples that way: contacts shrink to half, and legs swing in as little"
static const KnownMiss s_personMisses[] = {
	{ "1.00 as fast all ways: pop, times the samples' largest", SHORT, 2.0 },
	{ "1.20 as fast all ways: pop, times the samples' largest", SHORT, 2.6 },
	{ NULL, NULL, 0.0 },
};

// Speed of the fastest samples in a direction, between them by angle; the samples lie every 45 degrees, clockwise seen from
// below: F, FL (towards +X), L ...
static float TopSpeed(const Set* s, float angle) {
	float at = lwWrap01(angle / (2.0f * LW_PI)) * 8.0f;
	int i = (int)at % 8;
	return lwLerpF(s->analyses[8 + i]->gait.speed, s->analyses[8 + (i + 1) % 8]->gait.speed, at - (float)(int)at);
}

// Once round in 12 s. level: as fast in every direction as forward; else as the samples of the direction go.
static void GoRound(const Set* s, float share, bool level) {
	Stick stick = { .radius = 0.2f };
	lwCharacterDef def = lwDefaultCharacterDef();
	Walker w = Set_Walker(s, &stick, &def);
	Watch* k = calloc(1, sizeof(*k));
	assert_non_null(k);
	float top = TopSpeed(s, 0.0f);
	Go(&w, k, share * top, 0.0f, top, 1.5f);
	for (int f = 0; f < 720; ++f) {
		float a = 2.0f * LW_PI * (float)f / 720.0f, speed = share * (level ? top : TopSpeed(s, a));
		stick.forward = speed * lwCos(a);
		stick.side = speed * lwSin(a);
		Walker_Step(&w, 1.0f / 60.0f);
		Watch_Frame(k, &w, 1.0f / 60.0f);
	}
	Go(&w, k, 0.0f, 0.0f, top, 3.0f);
	char name[32];
	(void)snprintf(name, sizeof(name), "%.2f %s", (double)share, level ? "as fast all ways" : "of each way's");
	Report(name, k, &w);
	Bound((double)Contacts_SkateMean(&k->contacts), 0.3, "%s: skate mean", name);
	Bound((double)k->contacts.skateMax, 1.5, "%s: skate max", name);
	Bound((double)k->planted, 1e-3, "%s: standing prints", name);
	Bound((double)k->weightStep, 0.1, "%s: weights' largest change in a frame", name);
	Bound((double)k->sum, 1e-5, "%s: sum of weights", name);
	Bound((double)k->apart, 1e-3, "%s: phases apart", name);
	Bound((double)k->bone, 1e-4, "%s: bone length", name);
	Bound((double)(k->pop / SamplesPop(s)), 1.3, "%s: pop, times the samples' largest", name);
	Bound((double)(k->fastest / FastestFoot(s)), 1.3, "%s: fastest foot, times the samples' fastest", name);
	Holds(lwCharacter_AtRest(w.character), "%s: rests", name);
	free(k);
	Walker_Free(&w);
}

static void PersonGoesAllWays(void** state) {
	(void)state;
	static const float shares[] = { 0.15f, 0.4f, 0.7f, 1.0f, 1.2f };
	Set s = Set_Person();
	assert_int_equal(lwMotionSet_GaitCount(s.set), 2);
	Bounds_Begin(s_personMisses);
	for (int i = 0; i < 10; ++i) {
		GoRound(&s, shares[i / 2], i % 2 == 1);
	}
	Bounds_Done();
	Set_Free(&s);
}

// Speed, way and turning change at random, in whatever gait's whatever moment, for a minute.
static void AnyInputKeepsFeet(void** state) {
	(void)state;
	Set s = Set_Wolf();
	Bounds_Begin(NULL);
	static const int rates[] = { 30, 60, 144 };
	for (int i = 0; i < 6; ++i) {
		int r = i / 2;
		Stick stick = { .radius = 0.3f };
		lwCharacterDef def = lwDefaultCharacterDef();
		def.gaitWait = i % 2 == 1;
		Walker w = Set_Walker(&s, &stick, &def);
		Watch* k = calloc(1, sizeof(*k));
		assert_non_null(k);
		uint32_t seed = 20 + (uint32_t)i;
		float dt = 1.0f / (float)rates[r], want = 0.0f, turn = 0.0f, top = s.analyses[3]->gait.speed, hold = 0.0f;
		for (int f = 0; f < 60 * rates[r]; ++f) {
			hold -= dt;
			if (hold <= 0.0f) {
				seed = seed * 1664525u + 1013904223u;
				want = top * (float)(seed >> 8 & 1023u) / 1023.0f;
				turn = 0.6f * ((float)(seed >> 18 & 1023u) / 511.5f - 1.0f);
				hold = 0.2f + 2.0f * (float)(seed >> 28) / 15.0f;
			}
			stick.forward += lwClampF(want - stick.forward, -4.0f * w.L * dt, 4.0f * w.L * dt);
			stick.yawRate += lwClampF(turn - stick.yawRate, -2.0f * dt, 2.0f * dt);
			Walker_Step(&w, dt);
			Watch_Frame(k, &w, dt);
		}
		char name[48];
		(void)snprintf(name, sizeof(name), "any input%s, %d Hz, seed %d", def.gaitWait ? ", waiting" : "", rates[r], 20 + i);
		Report(name, k, &w);
		print_message("  %d changes of gait\n", k->changes);
		Holds(k->changes > 20, "%s: gaits change", name);
		Bound((double)Contacts_SkateMean(&k->contacts), 0.3, "%s: skate mean", name);
		Bound((double)k->contacts.skateMax, 1.5, "%s: skate max", name);
		Bound((double)k->planted, 1e-3, "%s: standing prints", name);
		Bound((double)(k->fastest / FastestFoot(&s)), 1.3, "%s: fastest foot, times the samples' fastest", name);
		Bound((double)k->clockStep, 1.8001, "%s: fastest clock", name);
		Bound((double)k->apart, 1e-3, "%s: phases apart", name);
		free(k);
		Walker_Free(&w);
	}
	Bounds_Done();
	Set_Free(&s);
}

// Distance of the farthest foot from its standing place, L.
static float FarthestFromHome(const Walker* w) {
	float worst = 0.0f;
	for (int l = 0; l < w->legs; ++l) {
		lwFootprint want = lwCharacter_WantedPrint(w->character, l, 0.0f);
		lwLegStatus s = lwCharacter_Leg(w->character, l);
		worst = lwMaxF(worst, s.state == lw_footFlying ? 1.0f : lwDistance(want.pos, s.current.pos) / w->L);
	}
	return worst;
}

static void BalanceBringsFeetHome(void** state) {
	(void)state;
	const Creature* creature = Creature_Get(lw_sampleQuadruped);
	for (int walking = 0; walking < 2; ++walking) {
		Stick stick = { 0 };
		lwCharacterDef def = lwDefaultCharacterDef();
		def.asset = creature->asset;
		def.balance = 1.0f;
		def.predictor = Stick_Predictor(&stick);
		Walker w = { .creature = creature, .stick = &stick, .L = creature->L, .legs = 4 };
		assert_int_equal(lwCreateCharacter(&def, &w.character).status, lw_ok);
		w.model = calloc((size_t)creature->skeleton->skeleton.jointCount, sizeof(lwMat34));
		float period = creature->walk->gait.period, fastest = 1.0f;
		stick.forward = walking ? creature->walk->gait.speed : 0.0f;
		for (int f = 0; f < 180; ++f) {
			Walker_Step(&w, 1.0f / 60.0f);
		}
		assert_true(w.character->pace < 1.1f);
		stick.pos.x += 0.5f * w.L;
		int frames = 0, home = -1;
		for (; frames < (int)(1.5f * period * 60.0f); ++frames) {
			Walker_Step(&w, 1.0f / 60.0f);
			fastest = lwMaxF(fastest, w.character->pace);
			bool still = walking ? w.character->astray < 0.15f : FarthestFromHome(&w) < 0.05f;
			home = still && home < 0 ? frames : still ? home : -1;
		}
		print_message("pushed aside %s: home after %.2f cycles, fastest pace %.2f\n", walking ? "walking" : "standing",
					  (double)((float)home / (60.0f * period)), (double)fastest);
		assert_true(home >= 0 && (float)home <= period * 60.0f);
		assert_true(fastest > 1.3f && fastest <= 2.001f);
		assert_true(w.character->pace < 1.05f);
		Walker_Free(&w);
	}
}

static void SameInputSameBits(void** state) {
	(void)state;
	Set s = Set_Wolf();
	uint64_t hashes[2] = { HASH_START, HASH_START };
	for (int r = 0; r < 2; ++r) {
		Stick stick = { 0 };
		lwCharacterDef def = lwDefaultCharacterDef();
		Walker w = Set_Walker(&s, &stick, &def);
		for (int f = 0; f < 300; ++f) {
			stick.forward = lwMinF(0.02f * (float)f, 4.0f);
			Walker_Step(&w, 1.0f / 60.0f);
			hashes[r] = Walker_Hash(&w, hashes[r]);
		}
		if (r == 0) {
			print_message("live character: %zu bytes, set: %zu\n", lwCharacter_ByteCount(w.character), lwMotionSet_ByteCount(s.set));
			assert_true(lwCharacter_ByteCount(w.character) < 16384 + (size_t)s.creature->skeleton->skeleton.jointCount * 200);
			lwCharacter_Reset(w.character);
			assert_int_equal(lwCharacter_Gait(w.character), 0);
		}
		Walker_Free(&w);
	}
	assert_true(hashes[0] == hashes[1]);
	Set_Free(&s);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(InvalidInputs),
		cmocka_unit_test(ThresholdsLieBetweenTheGaits),
		cmocka_unit_test(OneSampleIsThePlainWalk),
		cmocka_unit_test(WolfChangesGaits),
		cmocka_unit_test(PersonGoesAllWays),
		cmocka_unit_test(AnyInputKeepsFeet),
		cmocka_unit_test(BalanceBringsFeetHome),
		cmocka_unit_test(SameInputSameBits),
	};
	return cmocka_run_group_tests(tests, NULL, Creatures_Free);
}
