// SPDX-License-Identifier: MIT
// Analysis of exact motions: invalid input, speed, direction, loops, root motion, cycles, key times, paths and curves.
#include "analyse/stepper.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static bool quiet(const char* condition, const char* file, int line) {
	(void)condition;
	(void)file;
	(void)line;
	return false;
}

static lwAnalysis* analyse(const lwAnalyseDef* def) {
	lwAnalysis* a = NULL;
	lwResult result = lwAnalyseClip(def, &a);
	if (result.status != lw_ok) printf("%s\n", result.message);
	assert_int_equal(result.status, lw_ok);
	assert_non_null(a);
	assert_non_null(a->warnings);
	assert_non_null(a->clip);
	return a;
}

static lwAnalysis* analyseStepper(const stepperDef* def) {
	stepper* s = stepperMake(def);
	lwAnalyseDef analyseDef = stepperAnalyse(s);
	lwAnalysis* a = analyse(&analyseDef);
	stepperFree(s);
	return a;
}

static void near(float value, float wanted, float tolerance) {
	if (!(fabsf(value - wanted) <= tolerance)) printf("%g is not %g within %g\n", (double)value, (double)wanted, (double)tolerance);
	assert_true(fabsf(value - wanted) <= tolerance);
}

static void invalid_input(void** state) {
	(void)state;
	lwSetAssertFcn(quiet);
	stepperDef def = stepperDefault(2);
	stepper* s = stepperMake(&def);
	const lwAnalyseDef good = stepperAnalyse(s);
	lwLegHint unknown = { "nobody", 0.5f, -1.0f, -1.0f, -1.0f, -1.0f, "" };
	static lwRig noLength;
	noLength = s->rig;
	noLength.length = 0.0f;
	static lwRig badJoint;
	badJoint = s->rig;
	badJoint.legs[0].joints[1] = 999;
	static lwRig noLegs;
	noLegs = s->rig;
	noLegs.legCount = 0;
	struct {
		const char* what;
		lwAnalyseDef def;
		lwStatus status;
	} rows[12];
	int n = 0;
#define ROW(text, change, wanted)                                                                                      \
	do {                                                                                                               \
		rows[n].what = text;                                                                                           \
		rows[n].def = good;                                                                                            \
		lwAnalyseDef* d = &rows[n].def;                                                                                \
		change;                                                                                                        \
		rows[n++].status = wanted;                                                                                     \
	} while (0)
	ROW("no cookie", d->cookie = 0, lw_errorArgument);
	ROW("no scene", d->scene = NULL, lw_errorArgument);
	ROW("no skeleton", d->skeleton = NULL, lw_errorArgument);
	ROW("no rig", d->rig = NULL, lw_errorArgument);
	ROW("clip below", d->clip = -1, lw_errorNotFound);
	ROW("clip above", d->clip = 1, lw_errorNotFound);
	ROW("endless", d->end = INFINITY, lw_errorArgument);
	ROW("not a number", d->start = NAN, lw_errorArgument);
	ROW("hints without array", d->hintCount = 1, lw_errorArgument);
	ROW("hint for nobody", d->hintCount = 1; d->hints = &unknown, lw_errorNotFound);
	ROW("rig without length", d->rig = &noLength, lw_errorData);
	ROW("rig with a bad joint", d->rig = &badJoint, lw_errorData);
#undef ROW
	assert_int_equal(n, 12);
	for (int i = 0; i < n; ++i) {
		lwAnalysis* a = (lwAnalysis*)(uintptr_t)16;
		lwResult result = lwAnalyseClip(&rows[i].def, &a);
		printf("  %-22s %s\n", rows[i].what, result.message);
		if (i == 11) assert_int_not_equal(result.status, lw_ok);
		else assert_int_equal(result.status, rows[i].status);
		assert_null(a);
		assert_true(strlen(result.message) > 0);
	}
	lwAnalyseDef empty = good;
	lwAnalysis* a = NULL;
	empty.rig = &noLegs;
	assert_int_not_equal(lwAnalyseClip(&empty, &a).status, lw_ok);
	assert_int_not_equal(lwAnalyseClip(NULL, &a).status, lw_ok);
	assert_int_not_equal(lwAnalyseClip(&good, NULL).status, lw_ok);
	lwDestroyAnalysis(NULL);
	stepperFree(s);
	lwSetAssertFcn(NULL);
}

// Field case 1: the foot goes back 0.40 in 0.40 s of a cycle of 0.80 s: 1.00 m/s within 1 %.
static void clip_speed(void** state) {
	(void)state;
	for (int fps = 24; fps <= 120; fps += 12) {
		stepperDef def = stepperDefault(2);
		def.fps = fps;
		lwAnalysis* a = analyseStepper(&def);
		float keys = 1.0f / (float)fps / def.period;
		printf("  %3d fps: speed %.4f duty %.3f\n", fps, (double)a->gait.speed, (double)a->gait.legs[0].duty);
		near(a->gait.speed, 1.0f, 0.01f);
		near(a->gait.period, 0.8f, 1e-4f);
		near(a->gait.stride, 0.8f, 0.01f);
		near(a->gait.legs[0].duty, 0.5f, keys + 0.011f); // linear keys round the corners off by up to a key
		assert_true(a->gait.cyclic);
		assert_false(a->gait.rootMotion);
		assert_true(a->gait.directionMS.z > 0.9999f);
		lwDestroyAnalysis(a);
	}
}

// Strafes, backward and diagonal cycles, with and without root motion.
static void direction_of_travel(void** state) {
	(void)state;
	for (int i = 0; i < 16; ++i) {
		stepperDef def = stepperDefault(4);
		float angle = (float)(i / 2) * 0.7853982f;
		def.direction = lwV3(sinf(angle), 0.0f, cosf(angle));
		def.duty = 0.6f;
		def.rootMotion = i & 1;
		lwAnalysis* a = analyseStepper(&def);
		assert_int_equal(a->gait.rootMotion, def.rootMotion);
		assert_true(lwDot(a->gait.directionMS, def.direction) > cosf(0.5f * 0.01745f));
		near(a->gait.speed, 1.0f, 0.01f);
		lwDestroyAnalysis(a);
	}
}

// A turning cycle with root motion: the arc's length counts, the heading at the first frame is the direction.
static void turning_cycle(void** state) {
	(void)state;
	for (int i = -2; i <= 2; ++i) {
		if (i == 0) continue;
		stepperDef def = stepperDefault(2);
		def.rootMotion = true;
		def.turn = 0.6f * (float)i;
		lwAnalysis* a = analyseStepper(&def);
		assert_true(a->gait.cyclic);
		near(a->gait.speed, 1.0f, 0.01f);
		assert_true(a->gait.directionMS.z > 0.999f);
		assert_true(a->loopGap < 0.001f);
		const lwClip* clip = a->clip; // in place: the root stays where it was
		lwTransform root = lwClip_SampleJoint(clip, 0.5f * clip->duration, a->rig.rootJoint);
		near(root.pos.x, 0.0f, 0.01f);
		near(root.pos.z, 0.0f, 0.01f);
		lwDestroyAnalysis(a);
	}
}

// Field case 24: 25 keys at 24 fps are one second; 1.2 m in 0.7 s, 10.3 times, are 12.36 m; out and back is nothing.
static void loop_and_root_motion(void** state) {
	(void)state;
	stepperDef def = stepperDefault(2);
	def.period = 1.0f;
	def.fps = 24;
	lwAnalysis* a = analyseStepper(&def);
	near(a->duration, 1.0f, 1e-5f);
	assert_true(a->loopGap < 1e-5f);
	assert_int_equal(a->cycles, 1);
	lwDestroyAnalysis(a);

	def.missingKeys = 1; // the last key left out, as many exporters do: the period is one frame longer
	a = analyseStepper(&def);
	near(a->duration, 1.0f, 1e-4f);
	near(a->gait.speed, 1.0f, 0.02f);
	assert_non_null(strstr(a->warnings, "one frame"));
	lwDestroyAnalysis(a);

	def = stepperDefault(2);
	def.period = 0.7f;
	def.speed = 1.2f / 0.7f;
	def.rootMotion = true;
	a = analyseStepper(&def);
	near(a->gait.stride * 10.3f, 12.36f, 1e-4f);
	near(a->gait.rootVelocityMS.z * 0.7f * 10.3f, 12.36f, 1e-4f);
	assert_true(a->gait.rootMotion);
	lwTransform end = lwClip_SampleJoint(a->clip, 0.69f, a->rig.rootJoint);
	near(end.pos.z, 0.0f, 1e-4f);
	lwDestroyAnalysis(a);

	stepper* s = stepperMake(&def); // ping-pong: second half of the root's keys runs back
	lwSceneChannel* root = &s->channels[2];
	for (int k = 0; k < root->keyCount; ++k) root->values[3 * k + 2] = 1.2f * (1.0f - fabsf(2.0f * (float)k / (float)(root->keyCount - 1) - 1.0f));
	lwAnalyseDef analyseDef = stepperAnalyse(s);
	a = analyse(&analyseDef);
	near(lwLength(a->gait.rootVelocityMS), 0.0f, 1e-5f);
	lwDestroyAnalysis(a);
	stepperFree(s);
}

static void first_key_is_phase_zero(void** state) {
	(void)state;
	stepperDef def = stepperDefault(2);
	def.start = 1.0f / 24.0f;
	def.fps = 24;
	def.period = 1.0f;
	lwAnalysis* a = analyseStepper(&def);
	near(a->gait.sourceStart, 1.0f / 24.0f, 1e-6f);
	near(a->gait.period, 1.0f, 1e-4f);
	near(a->contacts[0].from[0], 0.0f, 0.03f);
	lwDestroyAnalysis(a);
}

static void several_cycles(void** state) {
	(void)state;
	for (int cycles = 2; cycles <= 5; ++cycles) {
		stepperDef def = stepperDefault(4);
		def.cycles = cycles;
		def.rootMotion = cycles & 1;
		stepper* s = stepperMake(&def);
		lwAnalyseDef analyseDef = stepperAnalyse(s);
		lwAnalysis* a = analyse(&analyseDef);
		assert_int_equal(a->cycles, cycles);
		near(a->gait.period, 0.8f, 1e-3f);
		near(a->gait.speed, 1.0f, 0.01f);
		near(a->duration, 0.8f * (float)cycles, 1e-3f);
		assert_int_equal(a->contacts[1].count, cycles);
		assert_non_null(strstr(a->warnings, "cycles found"));
		lwDestroyAnalysis(a);
		analyseDef.cutToCycle = false;
		a = analyse(&analyseDef);
		near(a->gait.period, 0.8f * (float)cycles, 1e-3f);
		lwDestroyAnalysis(a);
		analyseDef.cutToCycle = true; // a range given by hand
		analyseDef.start = 0.8f;
		analyseDef.end = 1.6f;
		a = analyse(&analyseDef);
		assert_int_equal(a->cycles, 1);
		near(a->gait.sourceStart, 0.8f, 1e-6f);
		lwDestroyAnalysis(a);
		stepperFree(s);
	}
}

// Legs that never leave and never touch the ground are told, not failed on.
static void odd_legs(void** state) {
	(void)state;
	stepperDef def = stepperDefault(6);
	def.nailed = 2;
	def.heldUp = 5;
	lwAnalysis* a = analyseStepper(&def);
	assert_true(a->gait.cyclic);
	assert_non_null(strstr(a->warnings, "foot 'L2' never leaves the ground"));
	assert_non_null(strstr(a->warnings, "foot 'R3' never touches the ground"));
	near(a->gait.speed, 1.0f, 0.02f);
	assert_int_equal(a->contacts[5].count, 0);
	for (int l = 0; l < 6; ++l) {
		const lwGaitLeg* g = &a->gait.legs[l];
		assert_true(0.0f < g->lift && g->lift <= g->off && g->off < g->strike && g->strike <= g->land && g->land < 1.0f);
	}
	lwDestroyAnalysis(a);
}

static void one_leg_to_twelve(void** state) {
	(void)state;
	for (int legs = 1; legs <= STEPPER_LEGS; ++legs) {
		stepperDef def = stepperDefault(legs);
		for (int l = 0; l < legs; ++l) def.phase[l] = (float)l / (float)legs;
		def.duty = 0.7f;
		lwAnalysis* a = analyseStepper(&def);
		assert_int_equal(a->gait.legCount, legs);
		assert_true(a->gait.cyclic);
		near(a->gait.speed, 1.0f, 0.02f);
		assert_true(strlen(a->gait.gaitName) > 2);
		lwDestroyAnalysis(a);
	}
}

static void gait_names(void** state) {
	(void)state;
	static const struct {
		const char* name;
		int legs;
		float duty;
		float phase[8]; // left, right of each row, front first
	} rows[] = {
		{ "walk", 2, 0.6f, { 0.0f, 0.5f } },
		{ "run", 2, 0.3f, { 0.0f, 0.5f } },
		{ "hop", 2, 0.5f, { 0.0f, 0.0f } },
		{ "walk (lateral sequence)", 4, 0.65f, { 0.25f, 0.75f, 0.0f, 0.5f } },
		{ "walk (diagonal sequence)", 4, 0.65f, { 0.75f, 0.25f, 0.0f, 0.5f } },
		{ "amble", 4, 0.4f, { 0.25f, 0.75f, 0.0f, 0.5f } },
		{ "trot", 4, 0.45f, { 0.5f, 0.0f, 0.0f, 0.5f } },
		{ "pace", 4, 0.45f, { 0.0f, 0.5f, 0.0f, 0.5f } },
		{ "bound", 4, 0.3f, { 0.5f, 0.5f, 0.0f, 0.0f } },
		{ "pronk", 4, 0.3f, { 0.0f, 0.0f, 0.0f, 0.0f } },
		{ "gallop transverse (lead fore R, hind R)", 4, 0.25f, { 0.5f, 0.65f, 0.0f, 0.12f } },
		{ "gallop rotary (lead fore L, hind R)", 4, 0.25f, { 0.65f, 0.5f, 0.0f, 0.12f } },
		{ "canter (lead fore R)", 4, 0.35f, { 0.3f, 0.6f, 0.0f, 0.29f } },
		{ "alternating tripod", 6, 0.55f, { 0.0f, 0.5f, 0.5f, 0.0f, 0.0f, 0.5f } },
		{ "metachronal wave", 6, 0.8f, { 0.333f, 0.833f, 0.167f, 0.667f, 0.0f, 0.5f } },
		{ "alternating tetrapod", 8, 0.55f, { 0.0f, 0.5f, 0.5f, 0.0f, 0.0f, 0.5f, 0.5f, 0.0f } },
	};
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
		stepperDef def = stepperDefault(rows[i].legs);
		def.duty = rows[i].duty;
		memcpy(def.phase, rows[i].phase, sizeof rows[i].phase);
		lwAnalysis* a = analyseStepper(&def);
		if (strcmp(a->gait.gaitName, rows[i].name) != 0) printf("  '%s' wanted, '%s' found\n", rows[i].name, a->gait.gaitName);
		assert_string_equal(a->gait.gaitName, rows[i].name);
		lwDestroyAnalysis(a);
	}
}

static void hints_win(void** state) {
	(void)state;
	stepperDef def = stepperDefault(2);
	stepper* s = stepperMake(&def);
	lwAnalyseDef analyseDef = stepperAnalyse(s);
	lwLegHint hint = { "R1", 0.7f, 0.85f, 0.9f, 0.45f, 0.55f, "" };
	analyseDef.hints = &hint;
	analyseDef.hintCount = 1;
	lwAnalysis* a = analyse(&analyseDef);
	const lwGaitLeg* g = &a->gait.legs[1];
	near(g->stance, 0.7f, 1e-3f);
	near(lwWrap01(g->stance + g->lift), 0.85f, 2e-3f);
	near(lwWrap01(g->stance + g->off), 0.9f, 2e-3f);
	near(lwWrap01(g->stance + g->strike), 0.45f, 2e-3f);
	near(lwWrap01(g->stance + g->land), 0.55f, 2e-3f);
	near(g->keyConfidence[1], 1.0f, 0.0f);
	near(a->contacts[1].from[0], 0.45f, 0.015f);
	lwDestroyAnalysis(a);
	stepperFree(s);
}

// Step 6: one leg steps shorter than the others; at the common speed its contact must shrink by the same share.
static void consistent_speed(void** state) {
	(void)state;
	stepperDef def = stepperDefault(4);
	stepper* s = stepperMake(&def);
	lwSceneChannel* c = &s->channels[0];
	for (int k = 0; k < c->keyCount; ++k) c->values[3 * k + 2] *= 0.8f;
	lwAnalyseDef analyseDef = stepperAnalyse(s);
	lwAnalysis* a = analyse(&analyseDef);
	float common = 0.0f; // the legs' mean speed
	for (int l = 0; l < 4; ++l) common += 0.25f * a->gait.legs[l].speed;
	for (int l = 0; l < 4; ++l) {
		const lwGaitLeg* g = &a->gait.legs[l];
		float contact = 1.0f - (g->warpedStrike - g->warpedOff);
		near(g->stepLength, common * a->gait.period * contact, 1e-3f);
		assert_true(g->warpedStrike - g->warpedOff >= 0.0499f);
	}
	assert_true(a->gait.legs[0].warpedOff < a->gait.legs[1].warpedOff);
	assert_true(a->gait.speedSpread > 0.1f);
	for (int l = 1; l < 4; ++l) // now three slow legs and a fast one with long contact: no flight would be left
		for (int k = 0; k < c->keyCount; ++k) s->channels[l].values[3 * k + 2] *= 0.3f;
	for (int k = 0; k < c->keyCount; ++k) c->values[3 * k + 2] *= 2.0f;
	lwDestroyAnalysis(a);
	a = analyse(&analyseDef);
	const lwGaitLeg* fast = &a->gait.legs[0];
	float before = 1.0f - (fast->strike - fast->off), after = 1.0f - (fast->warpedStrike - fast->warpedOff);
	near(after, fminf(1.25f * before, 0.95f), 1e-3f); // corrected within the bound, 5 % flight kept
	assert_non_null(strstr(a->warnings, "corrected by no more"));
	lwDestroyAnalysis(a);
	stepperFree(s);
}

static void flight_and_curves(void** state) {
	(void)state;
	stepperDef def = stepperDefault(2);
	def.duty = 0.6f;
	lwAnalysis* a = analyseStepper(&def);
	for (int l = 0; l < 2; ++l) {
		const lwGaitLeg* g = &a->gait.legs[l];
		near(lwLength(g->flight[0]), 0.0f, 1e-4f);
		near(lwLength(g->flight[LW_FLIGHT_SAMPLES - 1]), 0.0f, 1e-4f);
		near(g->flight[LW_FLIGHT_SAMPLES / 2].y * g->stepLength, 0.1f, 0.004f);
		near(g->flight[LW_FLIGHT_SAMPLES / 2].z, 0.0f, 1e-3f);
		near(lwDistance(g->offPosCS, g->strikePosCS), g->stepLength, 1e-3f);
		near(g->stancePosCS.y, 0.0f, 0.0f);
		float last = 0.0f;
		int flying = 0;
		for (int i = 0; i < 2 * LW_CURVE_SAMPLES; ++i) {
			int k = i % LW_CURVE_SAMPLES;
			float t = lwWrap01((float)k / LW_CURVE_SAMPLES - g->stance);
			float apart = lwDistance(g->liftCurve[k], g->plantCurve[k]);
			if (t <= g->off || t >= g->strike) {
				near(apart, 0.0f, 1e-5f);
				near(g->alpha[k], 0.0f, 0.0f);
				last = 0.0f;
			} else {
				++flying;
				near(apart, a->gait.stride, 1e-4f); // the next place is one stride on
				assert_true(g->alpha[k] >= 0.0f && g->alpha[k] <= 1.0f);
				if (i >= LW_CURVE_SAMPLES) assert_true(g->alpha[k] >= last);
				last = g->alpha[k];
			}
		}
		assert_true(flying > 30);
	}
	lwDestroyAnalysis(a);
}

// A small gap is spread over the loop and reported; a large one is no loop.
static void loop_gap(void** state) {
	(void)state;
	stepperDef def = stepperDefault(2);
	stepper* s = stepperMake(&def);
	lwSceneChannel* c = &s->channels[0];
	for (int k = 0; k < c->keyCount; ++k) c->values[3 * k] += 0.06f * (float)k / (float)(c->keyCount - 1);
	lwAnalyseDef analyseDef = stepperAnalyse(s);
	lwAnalysis* a = analyse(&analyseDef);
	near(a->loopGap, 0.06f, 1e-3f);
	assert_string_equal(a->loopGapJoint, "foot0");
	assert_non_null(strstr(a->warnings, "loop gap 6.0 %"));
	assert_true(a->gait.cyclic && a->clip->looping);
	int foot = a->rig.legs[0].joints[1];
	const lwTransform* frames = a->clip->frames;
	const lwTransform *first = &frames[foot], *last = &frames[(a->clip->frameCount - 1) * a->clip->jointCount + foot];
	near(first->pos.x, last->pos.x, 0.002f);
	lwDestroyAnalysis(a);
	analyseDef.closeLoop = false;
	a = analyse(&analyseDef);
	last = &a->clip->frames[(a->clip->frameCount - 1) * a->clip->jointCount + foot];
	assert_true(last->pos.x - a->clip->frames[foot].pos.x > 0.05f);
	lwDestroyAnalysis(a);
	for (int k = 0; k < c->keyCount; ++k) c->values[3 * k] += 0.9f * (float)k / (float)(c->keyCount - 1);
	a = analyse(&analyseDef);
	assert_false(a->gait.cyclic);
	assert_non_null(strstr(a->warnings, "not a loop"));
	lwDestroyAnalysis(a);
	stepperFree(s);
}

// Standing still, a single pose, one key: no gait, but a clip and contacts.
static void resting_clips(void** state) {
	(void)state;
	stepperDef def = stepperDefault(4);
	stepper* s = stepperMake(&def);
	for (int l = 0; l < 4; ++l)
		for (int k = 0; k < s->channels[l].keyCount; ++k) {
			s->channels[l].values[3 * k + 1] = -1.0f;
			s->channels[l].values[3 * k + 2] = 0.005f * sinf(0.13f * (float)k);
		}
	lwAnalyseDef analyseDef = stepperAnalyse(s);
	lwAnalysis* a = analyse(&analyseDef);
	assert_false(a->gait.cyclic);
	assert_string_equal(a->gait.gaitName, "none");
	near(a->gait.speed, 0.0f, 0.0f);
	assert_int_equal(a->gait.legCount, 4);
	for (int l = 0; l < 4; ++l) {
		assert_int_equal(a->contacts[l].count, 1);
		near(a->contacts[l].to[0] - a->contacts[l].from[0], 1.0f, 1e-6f);
		near(a->gait.legs[l].alpha[10], 0.0f, 0.0f);
	}
	assert_true(a->clip->frameCount >= 96);
	lwDestroyAnalysis(a);
	for (int l = 0; l < 4; ++l) s->channels[l].keyCount = 1;
	s->clip.end = s->clip.start;
	a = analyse(&analyseDef);
	assert_false(a->gait.cyclic);
	assert_true(a->clip->frameCount >= 1);
	assert_non_null(strstr(a->warnings, "single pose"));
	lwDestroyAnalysis(a);
	stepperFree(s);
}

static void reports(void** state) {
	(void)state;
	stepperDef def = stepperDefault(2);
	stepper* s = stepperMake(&def);
	s->clip.name = (char*)(uintptr_t) "a <b> & \"c\"";
	lwAnalyseDef analyseDef = stepperAnalyse(s);
	lwAnalysis* a = analyse(&analyseDef);
	char* json = lwAnalysis_ToJson(a, &s->scene, s->skeleton);
	static const char* keys[] = { "name", "duration", "root_motion", "loop_gap", "cycles", "gait", "speed", "direction", "stride", "legs", "chain", "contact", "stance",
								  "foot_lift", "foot_off", "foot_strike", "foot_land", "duty", "phase", "step_length", "confidence", "warnings" };
	for (size_t i = 0; i < sizeof keys / sizeof keys[0]; ++i) {
		char quoted[32];
		snprintf(quoted, sizeof quoted, "\"%s\":", keys[i]);
		assert_non_null(strstr(json, quoted));
	}
	const char* from = strstr(json, "\"lift_curve\":");
	const char* to = strstr(json, "\"plant_curve\":");
	assert_true(from != NULL && to != NULL && from < to);
	int points = -1; // the list's own bracket
	for (const char* at = from; at < to; ++at) points += *at == '[';
	assert_int_equal(points, LW_CURVE_SAMPLES);
	char* svg = lwAnalysis_ToSvg(a, &s->scene, s->skeleton);
	assert_non_null(strstr(svg, "a &lt;b> &amp;"));
	assert_non_null(strstr(svg, "</svg>"));
	free(json);
	free(svg);
	lwDestroyAnalysis(a);
	stepperFree(s);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(invalid_input),      cmocka_unit_test(clip_speed),         cmocka_unit_test(direction_of_travel),
		cmocka_unit_test(turning_cycle),      cmocka_unit_test(loop_and_root_motion), cmocka_unit_test(first_key_is_phase_zero),
		cmocka_unit_test(several_cycles),     cmocka_unit_test(odd_legs),           cmocka_unit_test(one_leg_to_twelve),
		cmocka_unit_test(gait_names),         cmocka_unit_test(hints_win),          cmocka_unit_test(consistent_speed),
		cmocka_unit_test(flight_and_curves),  cmocka_unit_test(loop_gap),           cmocka_unit_test(resting_clips),
		cmocka_unit_test(reports),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
