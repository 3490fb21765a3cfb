// SPDX-License-Identifier: MIT
// Every metric: a bake without the fault, and one whose fault has a known size.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "inspect/one_legged.h"

#include <jansson.h>

#define WALK 240

static lwMeasures MeasureFault(Fault fault, int rest, const lwScene* terrain, float groundY) {
	Bake* bake = MakeBake(&fault, WALK, rest);
	lwMeasureReport* report = NULL;
	lwResult result = Measure(bake, terrain, groundY, false, &report);
	if (result.status != lw_ok) {
		print_error("%s\n", result.message);
	}
	assert_int_equal(result.status, lw_ok);
	lwMeasures measures = report->result;
	lwDestroyMeasureReport(report);
	FreeBake(bake);
	return measures;
}

static void Near(float value, float expected, float tolerance) {
	if (!(fabsf(value - expected) <= tolerance)) {
		print_error("%g is not %g +- %g\n", (double)value, (double)expected, (double)tolerance);
	}
	assert_true(fabsf(value - expected) <= tolerance);
}

static void TestInvalid(void** state) {
	(void)state;
	Fault none = { 0 };
	Bake* bake = MakeBake(&none, 10, 0);
	lwMeasureReport* report = NULL;
	static const char* const schedules[] = {
		"{",
		"{\"animations\":[{\"name\":\"Bake\",\"extras\":{\"legwork\":{\"fps\":0}}}]}",
		"{\"animations\":[{\"name\":\"Bake\",\"extras\":{\"legwork\":{\"fps\":60}}}]}",
		"{\"animations\":[{\"name\":\"Bake\",\"extras\":{\"legwork\":{\"fps\":60,\"phase\":[0]}}}]}",
		"{\"animations\":[{\"name\":\"Bake\",\"extras\":{\"legwork\":{\"fps\":60,\"phase\":[0,\"a\"]}}}]}",
		"{\"animations\":[{\"name\":\"Bake\",\"extras\":{\"legwork\":{\"fps\":60,\"phase\":[0,0],\"frame\":[1,2]}}}]}",
		"{\"animations\":[{\"name\":\"Bake\",\"extras\":{\"legwork\":{\"fps\":60,\"phase\":[0,0],\"frame\":"
		"[0,0,0,0,0,0,1,0,0,0,0,0,0,1],\"steady\":[[0]]}}}]}",
		"{\"animations\":[{\"name\":\"Bake\",\"extras\":{\"legwork\":{\"fps\":60,\"phase\":[0,0],\"frame\":"
		"[0,0,0,0,0,0,1,0,0,0,0,0,0,1],\"legs\":[]}}}]}",
		"{\"animations\":[{\"name\":\"Bake\",\"extras\":{\"legwork\":{\"fps\":60,\"phase\":[0,0],\"frame\":"
		"[0,0,0,0,0,0,1,0,0,0,0,0,0,1],\"legs\":[{\"contact\":[[2,1]]}]}}}]}",
	};
	int count = 0;
	char* own = bake->scene.json;
	size_t ownSize = bake->scene.jsonSize;
	for (size_t i = 0; i < sizeof(schedules) / sizeof(schedules[0]); ++i) {
		char* text = strdup(schedules[i]);
		bake->scene.json = text;
		bake->scene.jsonSize = strlen(text);
		lwResult result = Measure(bake, NULL, 0.0f, false, &report);
		assert_int_equal(result.status, lw_errorFormat);
		assert_null(report);
		assert_non_null(strstr(result.message, "one_legged: "));
		free(text);
		++count;
	}
	assert_int_equal(count, 9);
	bake->scene.json = own;
	bake->scene.jsonSize = ownSize;
	lwMeasureDef def = lwDefaultMeasureDef();
	def.baked = &bake->scene;
	def.source = &bake->scene;
	def.animation = "nothing of this name";
	lwResult result = lwMeasure_Analysed(&def, bake->skeleton, bake->analysis, NULL, &report);
	assert_int_equal(result.status, lw_errorNotFound);
	bake->analysis->rig.length = 0.0f;
	result = Measure(bake, NULL, 0.0f, false, &report);
	assert_int_equal(result.status, lw_errorData);
	FreeBake(bake);
}

// Damaged schedules: a good result or an error with a message, never anything else.
static void TestDamagedSchedules(void** state) {
	(void)state;
	Fault none = { 0 };
	Bake* bake = MakeBake(&none, 30, 0);
	uint32_t seed = 20240611u;
	print_message("seed %u\n", (unsigned)seed);
	static const char alphabet[] = "0123456789-.eE[]{},:\"n";
	char* own = bake->scene.json;
	int good = 0, bad = 0;
	for (int i = 0; i < 300; ++i) {
		char* text = strdup(own);
		CheckAlloc(text);
		for (int k = 0; k < 1 + i % 4; ++k) {
			seed = seed * 1664525u + 1013904223u;
			text[(seed >> 8) % bake->scene.jsonSize] = alphabet[(seed >> 4) % (sizeof(alphabet) - 1)];
		}
		bake->scene.json = text;
		lwMeasureReport* report = NULL;
		lwResult result = Measure(bake, NULL, 0.0f, true, &report);
		assert_true((result.status == lw_ok) == (report != NULL));
		assert_true(result.status == lw_ok || result.message[0] != '\0');
		*(result.status == lw_ok ? &good : &bad) += 1;
		lwDestroyMeasureReport(report);
		free(text);
	}
	bake->scene.json = own;
	assert_true(good > 20 && bad > 20);
	FreeBake(bake);
}

static void TestClean(void** state) {
	(void)state;
	Fault none = { 0 };
	lwMeasures m = MeasureFault(none, 0, NULL, 0.0f);
	assert_true(m.scheduled);
	assert_int_equal(m.frames, WALK);
	assert_int_equal(m.steps, 4);
	Near(m.skateMean, 0.0f, 0.02f);
	Near(m.skateMax, 0.0f, 0.02f);
	Near(m.penetration, 0.0f, 0.01f);
	Near(m.floatP95, 0.0f, 0.01f);
	Near(m.crossingPer100, 0.0f, 0.0f);
	Near(m.timingCycle, 0.0f, 0.01f);
	Near(m.timingDuty, 0.0f, 0.001f);
	assert_true(isnan(m.timingStep));
	Near(m.foresightMax, 0.0f, 0.001f);
	Near(m.styleBody, 0.0f, 0.01f);
	Near(m.styleLegsForced, 0.0f, 0.02f);
	Near(m.styleLegs, 0.0f, 0.03f);
	assert_true(m.pop > 0.5f && m.pop < 1.1f);
	Near(m.boneLength, 0.0f, 1e-5f);
	Near(m.overReach, 0.0f, 0.0f);
	assert_true(isnan(m.rest));
	char misses[256];
	assert_true(lwMeasures_MeetBars(&m, false, misses, sizeof(misses)));
	assert_string_equal(misses, "");
}

static void TestSkate(void** state) {
	(void)state;
	Fault fault = { .skate = 0.01f };
	lwMeasures m = MeasureFault(fault, 0, NULL, 0.0f);
	Near(m.skateMean, 1.0f, 0.03f);
	Near(m.skateMax, 1.0f, 0.03f);
	Near(m.floatP95, 0.0f, 0.02f);
	char misses[256];
	assert_false(lwMeasures_MeetBars(&m, false, misses, sizeof(misses)));
	assert_non_null(strstr(misses, "skate, mean"));
	assert_null(strstr(misses, "skate, max"));
}

static void TestFloatAndPenetration(void** state) {
	(void)state;
	Fault lifted = { .lift = 0.02f }, sunk = { .sink = 0.03f };
	Near(MeasureFault(lifted, 0, NULL, 0.0f).floatP95, 2.0f, 0.03f);
	Near(MeasureFault(lifted, 0, NULL, 0.0f).penetration, 0.0f, 0.01f);
	Near(MeasureFault(sunk, 0, NULL, 0.0f).penetration, 3.0f, 0.03f);
	Near(MeasureFault(sunk, 0, NULL, 0.0f).floatP95, 0.0f, 0.01f);
	// The ground can be elsewhere.
	Fault high = { .high = 1.5f };
	Near(MeasureFault(high, 0, NULL, 1.5f).floatP95, 0.0f, 0.02f);
	Near(MeasureFault(high, 0, NULL, 1.52f).penetration, 2.0f, 0.02f);
}

static void TestOwnPenetrationIsTakenOff(void** state) {
	(void)state;
	// The sample's foot goes 2 % below its plane, the bake's 3 %.
	Fault sunk = { .sink = 0.03f };
	Bake* bake = MakeBake(&sunk, WALK, 0);
	bake->analysis->gait.originMS.y = 0.02f;
	lwMeasureReport* report = NULL;
	assert_int_equal(Measure(bake, NULL, 0.0f, false, &report).status, lw_ok);
	Near(report->result.penetration, 1.0f, 0.03f);
	lwDestroyMeasureReport(report);
	FreeBake(bake);
}

static void TestTerrainGround(void** state) {
	(void)state;
	static const float floor[6] = { -5.0f, -1.0f, -5.0f, 5.0f, 0.0f, 20.0f };
	static const float floorAndRoof[12] = { -5.0f, -1.0f, -5.0f, 5.0f, 0.0f, 20.0f, -5.0f, 2.0f, -5.0f, 5.0f, 2.5f, 20.0f };
	// A block stands on the floor where the second footprint is: the foot is deep in it.
	static const float floorAndBlock[12] = { -5.0f, -1.0f, -5.0f, 5.0f, 0.0f, 20.0f, -0.5f, -0.5f, 0.65f, 0.5f, 0.5f, 1.1f };
	Fault none = { 0 }, sunk = { .sink = 0.03f };
	for (int inwards = 0; inwards < 2; ++inwards) {
		lwScene terrain;
		MakeTerrain(&terrain, floor, 1, inwards == 1);
		Near(MeasureFault(none, 0, &terrain, 0.0f).floatP95, 0.0f, 0.02f);
		Near(MeasureFault(none, 0, &terrain, 0.0f).penetration, 0.0f, 0.02f);
		Near(MeasureFault(none, 0, &terrain, 0.0f).crossingPer100, 0.0f, 0.0f);
		Near(MeasureFault(sunk, 0, &terrain, 0.0f).penetration, 3.0f, 0.03f);
		FreeScene(&terrain);
		MakeTerrain(&terrain, floorAndRoof, 2, inwards == 1);
		Near(MeasureFault(none, 0, &terrain, 0.0f).floatP95, 0.0f, 0.02f);
		Near(MeasureFault(sunk, 0, &terrain, 0.0f).penetration, 3.0f, 0.03f);
		FreeScene(&terrain);
		MakeTerrain(&terrain, floorAndBlock, 2, inwards == 1);
		lwMeasures m = MeasureFault(none, 0, &terrain, 0.0f);
		Near(m.penetration, 50.0f, 1.0f);
		assert_true(m.crossingPer100 > 0.0f);
		FreeScene(&terrain);
	}
}

static void TestCrossing(void** state) {
	(void)state;
	Fault deep = { .bump = 0.03f }, shallow = { .bump = 0.0005f };
	// In and out again: two segments, four steps.
	Near(MeasureFault(deep, 0, NULL, 0.0f).crossingPer100, 50.0f, 0.01f);
	Near(MeasureFault(shallow, 0, NULL, 0.0f).crossingPer100, 0.0f, 0.0f);
	static const float floor[6] = { -5.0f, -1.0f, -5.0f, 5.0f, 0.0f, 20.0f };
	// A thin wall in the way of the foot's flight.
	static const float wall[12] = { -5.0f, -1.0f, -5.0f, 5.0f, 0.0f, 20.0f, -1.0f, 0.0f, 0.5f, 1.0f, 0.3f, 0.502f };
	lwScene terrain;
	MakeTerrain(&terrain, floor, 1, false);
	Near(MeasureFault(deep, 0, &terrain, 0.0f).crossingPer100, 50.0f, 0.01f);
	Near(MeasureFault(shallow, 0, &terrain, 0.0f).crossingPer100, 0.0f, 0.0f);
	FreeScene(&terrain);
	Fault none = { 0 };
	MakeTerrain(&terrain, wall, 2, false);
	Near(MeasureFault(none, 0, &terrain, 0.0f).crossingPer100, 25.0f, 0.01f);
	FreeScene(&terrain);
}

static void TestTimingAndForesight(void** state) {
	(void)state;
	Fault late = { .late = 0.05f }, slow = { .slow = 0.1f }, miss = { .miss = 0.03f };
	Near(MeasureFault(late, 0, NULL, 0.0f).timingDuty, 0.05f, 0.001f);
	Near(MeasureFault(slow, 0, NULL, 0.0f).timingCycle, 10.0f, 0.01f);
	Near(MeasureFault(slow, 0, NULL, 0.0f).timingDuty, 0.0f, 0.001f);
	Near(MeasureFault(miss, 0, NULL, 0.0f).foresightMax, 3.0f, 0.001f);
}

static void TestStyle(void** state) {
	(void)state;
	// Of pelvis, spine and head the last two are 2 % aside: RMS 2 * sqrt(2 / 3).
	Fault lean = { .lean = 0.02f };
	Near(MeasureFault(lean, 0, NULL, 0.0f).styleBody, 2.0f * sqrtf(2.0f / 3.0f), 0.01f);
	// The knee, about 0.15 L off the line, turned aside by 0.2 rad; hip and foot stay.
	Fault splay = { .splay = 0.2f };
	lwMeasures m = MeasureFault(splay, 0, NULL, 0.0f);
	assert_true(m.styleLegs > 1.0f && m.styleLegs < 3.0f);
	Near(m.styleBody, 0.0f, 0.01f);
}

static void TestForcedStance(void** state) {
	(void)state;
	// The reported speed is 20 % lower than the foot's: the clip's stance has to give way.
	Fault none = { 0 };
	Bake* bake = MakeBake(&none, WALK, 0);
	bake->analysis->gait.speed = 0.8f * SPEED;
	lwMeasureReport* report = NULL;
	assert_int_equal(Measure(bake, NULL, 0.0f, false, &report).status, lw_ok);
	// The foot is off by 0 to 4 % at the ends of a stance: its RMS 0.04 / sqrt(3) = 2.3 % over the whole cycle; the knee
	// moves about half of it, the hip not.
	assert_true(report->result.styleLegsForced > 1.2f && report->result.styleLegsForced < 2.2f);
	assert_true(report->result.styleLegs == 0.0f);
	lwDestroyMeasureReport(report);
	FreeBake(bake);
}

static void TestStyleUnderLoad(void** state) {
	(void)state;
	static const float stairs[12] = { -5.0f, -1.0f, -5.0f, 5.0f, 0.0f, 20.0f, -5.0f, -1.0f, 0.62f, 5.0f, 0.05f, 20.0f };
	lwScene terrain;
	MakeTerrain(&terrain, stairs, 2, false);
	Fault lean = { .lean = 0.02f }, none = { 0 };
	lwMeasures m = MeasureFault(none, 0, &terrain, 0.0f);
	assert_true(isnan(m.styleBody));
	Near(m.styleBodyLoad, 0.0f, 0.02f);
	m = MeasureFault(lean, 0, &terrain, 0.0f);
	assert_true(m.styleBodyLoad > 0.05f && m.styleBodyLoad < 1.2f);
	// Lowered as a whole: a rigid offset.
	Fault sunk = { .sink = 0.03f };
	Near(MeasureFault(sunk, 0, &terrain, 0.0f).styleBodyLoad, 0.0f, 0.02f);
	FreeScene(&terrain);
}

static void TestPop(void** state) {
	(void)state;
	// The spine's own change in the sample is 0.1 (2 pi)^2 / 60 = 0.07 rad/s; the median joint is one of the leg, whose
	// kinks at strike are some 6 rad/s. The jerk's is 2 * angle * 60.
	Fault small = { .jerk = 0.1f }, large = { .jerk = 0.2f };
	lwMeasures a = MeasureFault(small, 0, NULL, 0.0f), b = MeasureFault(large, 0, NULL, 0.0f);
	assert_true(a.pop > 1.5f && a.pop < 3.0f);
	Near(b.pop / a.pop, 2.0f, 0.05f);
	assert_string_equal(a.popJoint, "spine");
	Near(a.popTime, 100.0f / FPS, 1.5f / FPS);
}

static void TestBonesAndReach(void** state) {
	(void)state;
	Fault stretch = { .stretch = 0.01f };
	Near(MeasureFault(stretch, 0, NULL, 0.0f).boneLength, 0.01f, 1e-4f);
	// Clean reach: sqrt(0.95^2 + 0.2^2) = 0.971, limit 0.976. Raised by 0.03 it is exceeded near the ends of the stance.
	Fault raise = { .raise = 0.03f };
	lwMeasures m = MeasureFault(raise, 0, NULL, 0.0f);
	assert_true(m.overReach > 20.0f && m.overReach < 95.0f);
}

static void TestRest(void** state) {
	(void)state;
	Fault none = { 0 }, tremor = { .tremor = 0.1f };
	Near(MeasureFault(none, 180, NULL, 0.0f).rest, 0.0f, 0.001f);
	// The head is 0.3 above the spine joint that turns by 0.1 rad.
	Near(MeasureFault(tremor, 180, NULL, 0.0f).rest, 3.0f, 0.02f);
	assert_true(isnan(MeasureFault(none, 30, NULL, 0.0f).rest));
}

static void TestInferred(void** state) {
	(void)state;
	Fault none = { 0 }, skate = { .skate = 0.01f };
	for (int i = 0; i < 2; ++i) {
		Bake* bake = MakeBake(i == 0 ? &none : &skate, WALK, 0);
		bake->scene.json = NULL;
		lwMeasureReport* report = NULL;
		assert_int_equal(Measure(bake, NULL, 0.0f, true, &report).status, lw_ok);
		assert_false(report->result.scheduled);
		assert_false(report->hasBaseline);
		assert_int_equal(report->result.steps, 4);
		Near(report->result.skateMean, i == 0 ? 0.0f : 1.0f, 0.07f);
		assert_true(isnan(report->result.floatP95));
		assert_true(isnan(report->result.styleBody));
		assert_non_null(strstr(report->notes, "inferred"));
		char* text = lwMeasureReport_ToText(report);
		assert_non_null(strstr(text, "INFERRED"));
		free(text);
		lwDestroyMeasureReport(report);
		FreeBake(bake);
	}
}

static void TestInferredNothing(void** state) {
	(void)state;
	// A foot that stands 5 % too high, and one that slides along with the body: no contacts.
	Fault faults[2] = { { .lift = 0.05f }, { .skate = 0.4f } };
	for (int i = 0; i < 2; ++i) {
		Bake* bake = MakeBake(faults + i, WALK, 0);
		bake->scene.json = NULL;
		lwMeasureReport* report = NULL;
		assert_int_equal(Measure(bake, NULL, 0.0f, false, &report).status, lw_ok);
		assert_int_equal(report->result.steps, 0);
		assert_true(isnan(report->result.skateMean));
		lwDestroyMeasureReport(report);
		FreeBake(bake);
	}
}

static void TestBaselineAndText(void** state) {
	(void)state;
	static const float stairs[12] = { -5.0f, -1.0f, -5.0f, 5.0f, 0.0f, 20.0f, -5.0f, -1.0f, 0.62f, 5.0f, 0.05f, 20.0f };
	lwScene terrain;
	MakeTerrain(&terrain, stairs, 2, false);
	Fault none = { 0 };
	Bake* bake = MakeBake(&none, WALK, 0);
	lwMeasureReport* report = NULL;
	assert_int_equal(Measure(bake, &terrain, 0.0f, true, &report).status, lw_ok);
	assert_true(report->hasBaseline);
	// The bake is the clip played along the path: both are the same.
	Near(report->baseline.penetration, 5.0f, 0.05f);
	Near(report->result.penetration, 5.0f, 0.05f);
	Near(report->baseline.skateMean, report->result.skateMean, 0.05f);
	assert_true(report->baseline.steps >= 4);
	char* text = lwMeasureReport_ToText(report);
	assert_non_null(strstr(text, "MISS"));
	assert_non_null(strstr(text, "clip only"));
	free(text);
	char* json = lwMeasureReport_ToJson(report);
	json_t* read = json_loads(json, 0, NULL);
	const json_t* result = json_object_get(read, "result");
	Near((float)json_number_value(json_object_get(result, "penetration")), 5.0f, 0.05f);
	assert_true(json_is_null(json_object_get(result, "timingStep")));
	assert_true(json_is_object(json_object_get(read, "baseline")));
	json_decref(read);
	free(json);
	lwDestroyMeasureReport(report);
	FreeBake(bake);
	FreeScene(&terrain);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(TestInvalid),
		cmocka_unit_test(TestDamagedSchedules),
		cmocka_unit_test(TestClean),
		cmocka_unit_test(TestSkate),
		cmocka_unit_test(TestFloatAndPenetration),
		cmocka_unit_test(TestOwnPenetrationIsTakenOff),
		cmocka_unit_test(TestTerrainGround),
		cmocka_unit_test(TestCrossing),
		cmocka_unit_test(TestTimingAndForesight),
		cmocka_unit_test(TestStyle),
		cmocka_unit_test(TestForcedStance),
		cmocka_unit_test(TestStyleUnderLoad),
		cmocka_unit_test(TestPop),
		cmocka_unit_test(TestBonesAndReach),
		cmocka_unit_test(TestRest),
		cmocka_unit_test(TestInferred),
		cmocka_unit_test(TestInferredNothing),
		cmocka_unit_test(TestBaselineAndText),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
