// SPDX-License-Identifier: MIT
// Hints in the analysis: what is given wins, what is not given keeps its place, contact and speed follow.
#include "analyse/stepper.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void near(float value, float wanted, float tolerance) {
	if (!(fabsf(value - wanted) <= tolerance)) printf("%g is not %g within %g\n", (double)value, (double)wanted, (double)tolerance);
	assert_true(fabsf(value - wanted) <= tolerance);
}

static float key(const lwAnalysis* a, int leg, float time) { return lwWrap01(a->gait.legs[leg].stance + time); }

static lwAnalysis* analyse(const stepper* s, const lwLegHint* hints, int count) {
	lwAnalyseDef def = stepperAnalyse(s);
	def.hints = hints;
	def.hintCount = count;
	lwAnalysis* a = NULL;
	lwResult result = lwAnalyseClip(&def, &a);
	assert_string_equal(result.message, "");
	return a;
}

static void invalid_input(void** state) {
	(void)state;
	stepperDef def = stepperDefault(2);
	stepper* s = stepperMake(&def);
	lwLegHint hint = { "nobody", 0.5f, -1.0f, -1.0f, -1.0f, -1.0f, "" };
	lwAnalyseDef analyseDef = stepperAnalyse(s);
	analyseDef.hints = &hint;
	analyseDef.hintCount = 1;
	lwAnalysis* a = NULL;
	lwResult result = lwAnalyseClip(&analyseDef, &a);
	assert_int_equal(result.status, lw_errorNotFound);
	assert_string_equal(result.message, "stepper: hint 0: no leg 'nobody'");
	assert_null(a);
	const lwLegHint none = { "L1", NAN, -1.0f, -1.0f, NAN, -1.0f, "" }; // gives nothing
	lwAnalysis* with = analyse(s, &none, 1);
	lwAnalysis* without = analyse(s, NULL, 0);
	assert_memory_equal(&with->gait.legs[0], &without->gait.legs[0], sizeof(lwGaitLeg));
	lwDestroyAnalysis(with);
	lwDestroyAnalysis(without);
	stepperFree(s);
}

// Feet that swing like a pendulum: back over 0.4 m in half a second's 0.8, low and straight.
static stepper* pendulums(void) {
	stepperDef def = stepperDefault(2);
	stepper* s = stepperMake(&def);
	for (int l = 0; l < 2; ++l) {
		lwSceneChannel* c = &s->channels[l];
		for (int k = 0; k < c->keyCount; ++k) {
			float t = 6.2831853f * ((float)k / (float)(c->keyCount - 1) - 0.5f * (float)l);
			c->values[3 * k + 1] = -1.0f + fmaxf(0.0f, -0.1f * sinf(t));
			c->values[3 * k + 2] = 0.2f * cosf(t);
		}
	}
	return s;
}

// A contact of a quarter of the cycle around the middle: 0.2 * 2 * sin(45 degrees) in 0.2 s.
static void speed_follows(void** state) {
	(void)state;
	stepper* s = pendulums();
	const lwLegHint hints[2] = { { "L1", -1.0f, -1.0f, 0.375f, 0.125f, -1.0f, "" }, { "R1", -1.0f, -1.0f, 0.875f, 0.625f, -1.0f, "" } };
	lwAnalysis* free_ = analyse(s, NULL, 0);
	lwAnalysis* a = analyse(s, hints, 2);
	float wanted = 0.4f * sinf(0.7853982f) / 0.2f;
	assert_true(free_->gait.speed < 0.95f * wanted);
	near(a->gait.speed, wanted, 0.02f * wanted);
	near(a->gait.legs[0].speed, wanted, 0.02f * wanted);
	near(a->gait.legs[0].duty, 0.25f, 0.011f);
	assert_string_equal(a->gait.gaitName, "run");
	near(a->contacts[1].from[0], 0.625f, 0.011f);
	near(a->contacts[1].to[0], 0.875f, 0.011f);
	lwDestroyAnalysis(free_);
	lwDestroyAnalysis(a);
	stepperFree(s);
}

// Only what is given changes; lift and land give way to off and strike.
static void one_time(void** state) {
	(void)state;
	stepper* s = pendulums();
	lwAnalysis* found = analyse(s, NULL, 0);
	const lwLegHint off = { "L1", -1.0f, -1.0f, 0.4f, -1.0f, -1.0f, "" };
	lwAnalysis* a = analyse(s, &off, 1);
	near(key(a, 0, a->gait.legs[0].off), 0.4f, 1e-3f);
	assert_true(a->gait.legs[0].lift <= a->gait.legs[0].off);
	near(key(a, 0, a->gait.legs[0].strike), key(found, 0, found->gait.legs[0].strike), 1e-3f);
	near(a->gait.legs[0].keyConfidence[1], 1.0f, 0.0f);
	near(a->gait.legs[0].keyConfidence[2], found->gait.legs[0].keyConfidence[2], 0.0f);
	near(a->gait.legs[1].off, found->gait.legs[1].off, 1e-6f);
	lwDestroyAnalysis(a);
	const lwLegHint lift = { "L1", 0.2f, 0.6f, -1.0f, -1.0f, -1.0f, "" }; // later than the off that was found: the off goes with it
	a = analyse(s, &lift, 1);
	near(key(a, 0, 0.0f), 0.2f, 1e-3f);
	near(key(a, 0, a->gait.legs[0].lift), 0.6f, 1e-3f);
	near(key(a, 0, a->gait.legs[0].off), 0.6f, 1e-3f);
	lwDestroyAnalysis(a);
	lwDestroyAnalysis(found);
	stepperFree(s);
}

static void later_ones_and_other_clips(void** state) {
	(void)state;
	stepper* s = pendulums();
	const lwLegHint hints[4] = {
		{ "L1", -1.0f, -1.0f, 0.3f, -1.0f, -1.0f, "" },
		{ "L1", -1.0f, -1.0f, 0.4f, -1.0f, -1.0f, "steps" },
		{ "L1", -1.0f, -1.0f, 0.45f, -1.0f, -1.0f, "another" },
		{ "R1", -1.0f, -1.0f, 0.9f, -1.0f, -1.0f, "#0" },
	};
	lwAnalysis* a = analyse(s, hints, 4);
	near(key(a, 0, a->gait.legs[0].off), 0.4f, 1e-3f);
	near(key(a, 1, a->gait.legs[1].off), 0.9f, 1e-3f);
	lwDestroyAnalysis(a);
	stepperFree(s);
}

// Phases are of the clip as stored, whatever part of it is looked at: three cycles, and the second given by hand.
static void several_cycles(void** state) {
	(void)state;
	stepperDef def = stepperDefault(2);
	def.cycles = 3;
	stepper* s = stepperMake(&def);
	const lwLegHint hint = { "L1", -1.0f, -1.0f, (1.0f + 0.45f) / 3.0f, -1.0f, -1.0f, "" };
	lwAnalysis* a = analyse(s, &hint, 1); // the first is kept; they repeat exactly
	assert_int_equal(a->cycles, 3);
	near(key(a, 0, a->gait.legs[0].off), 0.45f, 2e-3f);
	lwDestroyAnalysis(a);
	lwAnalyseDef analyseDef = stepperAnalyse(s);
	analyseDef.hints = &hint;
	analyseDef.hintCount = 1;
	analyseDef.start = 0.8f;
	analyseDef.end = 1.6f;
	assert_int_equal(lwAnalyseClip(&analyseDef, &a).status, lw_ok);
	near(key(a, 0, a->gait.legs[0].off), 0.45f, 2e-3f);
	lwDestroyAnalysis(a);
	stepperFree(s);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(invalid_input),  cmocka_unit_test(speed_follows), cmocka_unit_test(one_time),
		cmocka_unit_test(later_ones_and_other_clips), cmocka_unit_test(several_cycles),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
