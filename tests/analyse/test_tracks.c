// SPDX-License-Identifier: MIT
// Animation tracks, stance places and the curves of clips that are no cycle, against motions known exactly.
#include "analyse/stepper.h"
#include "legwork/sample.h"

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

static void near(float value, float wanted, float tolerance) {
	if (!(fabsf(value - wanted) <= tolerance)) printf("%g is not %g within %g\n", (double)value, (double)wanted, (double)tolerance);
	assert_true(fabsf(value - wanted) <= tolerance);
}

static void near3(lwVec3 value, lwVec3 wanted, float tolerance) {
	near(value.x, wanted.x, tolerance);
	near(value.y, wanted.y, tolerance);
	near(value.z, wanted.z, tolerance);
}

static lwAnalysis* analyse(const stepper* s) {
	lwAnalyseDef def = stepperAnalyse(s);
	lwAnalysis* a = NULL;
	lwResult result = lwAnalyseClip(&def, &a);
	assert_string_equal(result.message, "");
	return a;
}

// ---- tracks --------------------------------------------------------------------------------------------------------

// A column of three spine joints along +Y and a leg; frame f bends the middle one by 30 degrees about X after turning it by
// 20 degrees a frame about its own axis.
#define FRAMES 24
enum { pelvis, waist, chest, hip, foot, joints };

typedef struct column {
	lwSkeleton skeleton;
	int parents[joints];
	lwTransform bind[joints], frames[FRAMES * joints];
	const char* names[joints];
	lwClip clip;
	lwRig rig;
} column;

static lwQuat bend(void) { return lwQuatAxisAngle(lwV3(1.0f, 0.0f, 0.0f), 0.5235988f); }
static float turnAt(int f) { return 0.3490659f * (float)f; }

static void makeColumn(column* c) {
	static const int parents[joints] = { -1, pelvis, waist, pelvis, hip };
	static const char* const names[joints] = { "pelvis", "waist", "chest", "hip", "foot" };
	memset(c, 0, sizeof *c);
	memcpy(c->parents, parents, sizeof parents);
	for (int j = 0; j < joints; ++j) {
		c->names[j] = names[j];
		c->bind[j] = lwTransformIdentity();
		c->bind[j].pos = j == pelvis ? lwV3(0.0f, 1.0f, 0.0f) : j < hip ? lwV3(0.0f, 0.3f, 0.0f) : lwV3(j == hip ? 0.1f : 0.0f, j == hip ? 0.0f : -1.0f, 0.0f);
		for (int f = 0; f < FRAMES; ++f) c->frames[f * joints + j] = c->bind[j];
	}
	c->bind[pelvis].scale = lwV3(2.0f, 2.0f, 2.0f);
	for (int f = 0; f < FRAMES; ++f) {
		c->frames[f * joints + waist].rot = lwQuatMul(bend(), lwQuatAxisAngle(lwV3(0.0f, 1.0f, 0.0f), turnAt(f)));
		c->frames[f * joints + pelvis].pos = lwV3(0.0f, 1.0f, 0.1f * (float)f);
		c->frames[f * joints + pelvis].scale = lwV3(3.0f, 3.0f, 3.0f);
	}
	c->skeleton = (lwSkeleton){ joints, c->parents, c->bind, c->bind, c->names };
	c->clip = (lwClip){ "column", joints, FRAMES, 1.0f, true, c->frames };
	c->rig.legCount = 1;
	c->rig.spineCount = 3;
	for (int k = 0; k < 3; ++k) c->rig.spine[k] = pelvis + k;
	c->rig.legs[0] = (lwLeg){ .name = "L", .jointCount = 2, .limbCount = 2, .joints = { hip, foot }, .footControl = -1, .footJoint = foot, .length = 1.0f };
	c->rig.length = 1.0f;
}

static void invalid_input(void** state) {
	(void)state;
	static column c;
	makeColumn(&c);
	lwAnimTracks* tracks = (lwAnimTracks*)(uintptr_t)16;
	lwSetAssertFcn(quiet);
	assert_int_equal(lwMakeAnimTracks(NULL, &c.skeleton, &c.rig, NULL, &tracks).status, lw_errorArgument);
	assert_null(tracks);
	assert_int_equal(lwMakeAnimTracks(&c.clip, NULL, &c.rig, NULL, &tracks).status, lw_errorArgument);
	assert_int_equal(lwMakeAnimTracks(&c.clip, &c.skeleton, NULL, NULL, &tracks).status, lw_errorArgument);
	assert_int_equal(lwMakeAnimTracks(&c.clip, &c.skeleton, &c.rig, NULL, NULL).status, lw_errorArgument);
	c.clip.jointCount = 3;
	assert_int_equal(lwMakeAnimTracks(&c.clip, &c.skeleton, &c.rig, NULL, &tracks).status, lw_errorArgument);
	near(lwMotionCurves_TimeAt(NULL, 1.0f), 0.0f, 0.0f);
	lwSetAssertFcn(NULL);
	lwDestroyAnimTracks(NULL);
}

static void swing_and_twist(void** state) {
	(void)state;
	static column c;
	makeColumn(&c);
	lwAnimTracks* tracks = NULL;
	assert_int_equal(lwMakeAnimTracks(&c.clip, &c.skeleton, &c.rig, NULL, &tracks).status, lw_ok);
	assert_int_equal(tracks->jointCount, joints);
	assert_int_equal(tracks->frameCount, FRAMES);
	static const lwAnimTrackKind kinds[joints] = { lw_trackSpine, lw_trackSpine, lw_trackSpine, lw_trackLeg, lw_trackLeg };
	for (int j = 0; j < joints; ++j) {
		const lwAnimTrack* t = &tracks->tracks[j];
		assert_int_equal(t->kind, kinds[j]);
		assert_int_equal(t->leg, j >= hip ? 0 : -1);
		assert_int_equal(t->twist != NULL, j < hip);
		if (j < hip) near3(t->axisLS, lwV3(0.0f, 1.0f, 0.0f), 1e-6f);
	}
	const lwAnimTrack* t = &tracks->tracks[waist];
	for (int f = 0; f < FRAMES; ++f) {
		near(t->twist[f] - t->twist[0], turnAt(f), 1e-3f); // more than a full turn, without a jump
		lwQuat off = lwQuatMul(lwConj(bend()), t->anim[f].rot);
		near(fabsf(off.w), 1.0f, 1e-5f);
		lwTransform whole = lwAnimTrack_Local(t, t->ref, f, 1.0f), half = lwAnimTrack_Local(t, t->ref, f, 0.0f);
		near3(lwRotate(whole.rot, lwV3(1.0f, 0.5f, 0.2f)), lwRotate(c.frames[f * joints + waist].rot, lwV3(1.0f, 0.5f, 0.2f)), 1e-4f);
		near3(lwRotate(half.rot, lwV3(1.0f, 0.5f, 0.2f)), lwRotate(bend(), lwV3(1.0f, 0.5f, 0.2f)), 1e-4f);
	}
	lwDestroyAnimTracks(tracks);
}

// sample = parent * ref * anim, with the bind pose's scale and with another reference.
static void over_another_reference(void** state) {
	(void)state;
	static column c;
	makeColumn(&c);
	lwAnimTracks* tracks = NULL;
	assert_int_equal(lwMakeAnimTracks(&c.clip, &c.skeleton, &c.rig, NULL, &tracks).status, lw_ok);
	for (int f = 0; f < FRAMES; ++f) {
		lwTransform local[joints], other[joints];
		lwMat34 model[joints], wanted[joints];
		for (int j = 0; j < joints; ++j) local[j] = lwAnimTrack_Local(&tracks->tracks[j], tracks->tracks[j].ref, f, 1.0f);
		lwSkeleton_ToModel(&c.skeleton, local, lwMat34Identity(), model);
		lwSkeleton_ToModel(&c.skeleton, c.frames + f * joints, lwMat34Identity(), wanted);
		for (int j = 0; j < joints; ++j) near3(lwMat34Point(model[j], lwV3(0.1f, 0.2f, 0.3f)), lwMat34Point(wanted[j], lwV3(0.1f, 0.2f, 0.3f)), 1e-4f);
		for (int j = 0; j < joints; ++j) other[j] = tracks->tracks[j].ref;
		other[foot].pos = lwV3(0.0f, -1.5f, 0.0f); // a longer leg
		near3(lwAnimTrack_Local(&tracks->tracks[foot], other[foot], f, 1.0f).pos, lwV3(0.0f, -1.5f, 0.0f), 1e-6f);
		lwMat34 byHand = lwMat34Mul(lwMat34FromTransform(other[pelvis]), lwMat34FromTransform(tracks->tracks[pelvis].anim[f]));
		near3(byHand.t, c.frames[f * joints + pelvis].pos, 1e-5f);
	}
	lwDestroyAnimTracks(tracks);
}

// ---- stance places -------------------------------------------------------------------------------------------------

// The root bobs and the feet do not: the place on the ground goes down as the root goes up.
static void stance_follows_its_carrier(void** state) {
	(void)state;
	stepperDef def = stepperDefault(4);
	stepper* s = stepperMake(&def);
	int keys = s->channels[0].keyCount;
	lwSceneChannel* root = stepperChannel(s, 0, lw_pathTranslation, 3, keys);
	for (int k = 0; k < keys; ++k) {
		float bob = 0.05f * sinf(6.2831853f * (float)k / (float)(keys - 1));
		root->times[k] = s->channels[0].times[k];
		root->values[3 * k + 1] = bob;
		for (int l = 0; l < 4; ++l) s->channels[l].values[3 * k + 1] -= bob;
	}
	lwAnalysis* a = analyse(s);
	assert_true(a->gait.cyclic);
	assert_null(a->curves);
	assert_non_null(a->tracks);
	assert_int_equal(a->tracks->frameCount, a->clip->frameCount);
	for (int l = 0; l < 4; ++l) {
		assert_int_equal(a->stance[l].joint, a->rig.rootJoint);
		lwVec3 place = lwAdd(a->gait.legs[l].stancePosCS, a->gait.originMS);
		near3(place, lwAdd(stepperHip(&def, l), lwV3(0.0f, -1.0f, 0.0f)), 0.02f);
		for (int i = 0; i < LW_CURVE_SAMPLES; ++i) {
			float bob = 0.05f * sinf(6.2831853f * (float)i / LW_CURVE_SAMPLES);
			near3(a->stance[l].posLS[i], lwSub(place, lwV3(0.0f, bob, 0.0f)), 1e-3f);
		}
	}
	lwDestroyAnalysis(a);
	stepperFree(s);
}

// The built-in wolf: hind legs are carried by the rear of the spine, fore legs by its front.
static void carriers(void** state) {
	(void)state;
	lwSampleCreatureDef def = lwDefaultSampleCreatureDef();
	def.kind = lw_sampleQuadruped;
	def.detail = 0.4f;
	lwScene* scene = NULL;
	lwSceneSkeleton* skeleton = NULL;
	assert_int_equal(lwMakeSampleCreature(&def, &scene).status, lw_ok);
	assert_int_equal(lwScene_MakeSkeleton(scene, &skeleton).status, lw_ok);
	static lwRig rig;
	lwAutoRigDef rigDef = lwDefaultAutoRigDef();
	rigDef.scene = scene;
	rigDef.skeleton = skeleton;
	assert_int_equal(lwAutoRig(&rigDef, &rig, NULL).status, lw_ok);
	lwAnalyseDef analyseDef = lwDefaultAnalyseDef();
	analyseDef.scene = scene;
	analyseDef.skeleton = skeleton;
	analyseDef.rig = &rig;
	analyseDef.clip = lwScene_FindClip(scene, "Walk", NULL);
	lwAnalysis* a = NULL;
	assert_int_equal(lwAnalyseClip(&analyseDef, &a).status, lw_ok);
	int fore = a->stance[lwRig_FindLeg(&rig, "LF")].joint, hind = a->stance[lwRig_FindLeg(&rig, "LH")].joint;
	printf("  fore legs on '%s', hind legs on '%s'\n", skeleton->skeleton.names[fore], skeleton->skeleton.names[hind]);
	assert_int_equal(fore, a->stance[lwRig_FindLeg(&rig, "RF")].joint);
	assert_int_equal(hind, a->stance[lwRig_FindLeg(&rig, "RH")].joint);
	assert_int_equal(hind, rig.pelvis);
	assert_int_not_equal(fore, hind);
	int inSpine = 0;
	for (int k = 0; k < rig.spineCount; ++k) inSpine += rig.spine[k] == fore;
	assert_int_equal(inSpine, 1);
	lwTransform* local = malloc(sizeof(lwTransform) * (size_t)skeleton->skeleton.jointCount);
	lwMat34* model = malloc(sizeof(lwMat34) * (size_t)skeleton->skeleton.jointCount);
	for (int i = 0; i < LW_CURVE_SAMPLES; ++i) { // whatever the spine does, the place rests
		lwClip_Sample(a->clip, a->clip->duration * (float)i / LW_CURVE_SAMPLES, local);
		lwSkeleton_ToModel(&skeleton->skeleton, local, lwMat34Identity(), model);
		for (int l = 0; l < 4; ++l) near3(lwMat34Point(model[a->stance[l].joint], a->stance[l].posLS[i]), lwAdd(a->gait.legs[l].stancePosCS, a->gait.originMS), 1e-4f);
	}
	free(local);
	free(model);
	lwDestroyAnalysis(a);
	lwDestroySceneSkeleton(skeleton);
	lwDestroyScene(scene);
}

// ---- curves --------------------------------------------------------------------------------------------------------

// A stop from 2 m/s within two seconds: z = 2 t - t^2 / 2. Left foot: stands at 0.0 till 0.2 s, flies till 0.6 s, stands at 1.2;
// right foot: stands at 0.5 till 0.7 s, flies till 1.2 s, stands at 2.0. One more second of rest.
static float stopWay(float t) { return t < 2.0f ? 2.0f * t - 0.5f * t * t : 2.0f; }

static float stopFoot(int l, float t) {
	float off = l == 0 ? 0.2f : 0.7f, strike = l == 0 ? 0.6f : 1.2f, from = l == 0 ? 0.0f : 0.5f, to = l == 0 ? 1.2f : 2.0f;
	return lwLerpF(from, to, lwClampF((t - off) / (strike - off), 0.0f, 1.0f));
}

static float stopLift(int l, float t) {
	float off = l == 0 ? 0.2f : 0.7f, strike = l == 0 ? 0.6f : 1.2f, u = lwClampF((t - off) / (strike - off), 0.0f, 1.0f);
	return 0.2f * sinf(3.14159265f * u);
}

static stepper* stop(float turn) {
	stepperDef def = stepperDefault(2);
	def.period = 3.0f;
	def.rootMotion = true;
	stepper* s = stepperMake(&def);
	int keys = s->channels[0].keyCount;
	for (int k = 0; k < keys; ++k) {
		float t = 3.0f * (float)k / (float)(keys - 1), angle = turn * t / 3.0f, c = cosf(angle), q = sinf(angle);
		for (int l = 0; l < 2; ++l) {
			lwVec3 world = lwV3(l == 0 ? 0.2f : -0.2f, stopLift(l, t), stopFoot(l, t)), hipLS = stepperHip(&def, l);
			lwVec3 rel = lwSub(world, lwV3(0.0f, 0.0f, stopWay(t)));
			lwVec3 local = lwSub(lwV3(c * rel.x - q * rel.z, rel.y, q * rel.x + c * rel.z), hipLS);
			memcpy(&s->channels[l].values[3 * k], &local, sizeof local);
		}
		lwVec3 p = lwV3(0.0f, 0.0f, stopWay(t));
		lwQuat rot = lwQuatAxisAngle(lwV3(0.0f, 1.0f, 0.0f), angle);
		memcpy(&s->channels[2].values[3 * k], &p, sizeof p);
		memcpy(&s->channels[3].values[4 * k], &rot, sizeof rot);
	}
	return s;
}

static void distance_curve_of_a_stop(void** state) {
	(void)state;
	for (int turning = 0; turning <= 1; ++turning) {
		stepper* s = stop(1.5f * (float)turning);
		lwAnalysis* a = analyse(s);
		assert_false(a->gait.cyclic);
		const lwMotionCurves* c = a->curves;
		assert_non_null(c);
		assert_int_equal(c->count, 181); // the keys as stored
		near(c->step, 1.0f / 60.0f, 1e-5f);
		for (int i = 0; i < c->count; ++i) {
			float t = c->step * (float)i;
			near(c->travelled[i], stopWay(t), 2e-3f);
			near(c->heading[i], 0.5f * (float)turning * t, 2e-3f);
			near(c->height[i], 0.0f, 1e-5f);
			near3(c->root[i].pos, lwV3(0.0f, a->gait.originMS.y, stopWay(t)), 2e-3f);
		}
		near(lwMotionCurves_TimeAt(c, 1.5f), 1.0f, 0.01f); // 2 t - t^2 / 2 = 1.5
		near(lwMotionCurves_TimeAt(c, 1.875f), 1.5f, 0.01f);
		near(lwMotionCurves_TimeAt(c, 0.0f), 0.0f, 0.0f);
		near(lwMotionCurves_TimeAt(c, 99.0f), 2.0f, 0.05f); // there it has come to rest
		lwDestroyAnalysis(a);
		stepperFree(s);
	}
}

static void lift_and_plant_of_a_stop(void** state) {
	(void)state;
	stepper* s = stop(1.5f);
	lwAnalysis* a = analyse(s);
	const lwMotionCurves* c = a->curves;
	for (int l = 0; l < 2; ++l) {
		assert_int_equal(a->contacts[l].count, 2);
		float off = l == 0 ? 0.2f : 0.7f, strike = l == 0 ? 0.6f : 1.2f, x = l == 0 ? 0.2f : -0.2f, last = 0.0f;
		for (int i = 0; i < c->count; ++i) {
			float t = c->step * (float)i;
			lwVec3 lift = lwAdd(c->root[i].pos, lwRotate(c->root[i].rot, c->feet[l].lift[i])), plant = lwAdd(c->root[i].pos, lwRotate(c->root[i].rot, c->feet[l].plant[i]));
			if (fabsf(t - off) < 0.06f || fabsf(t - strike) < 0.06f) continue; // where it leaves and comes down is found to a few frames
			near3(lift, lwV3(x, 0.0f, t < strike ? stopFoot(l, 0.0f) : stopFoot(l, 3.0f)), 0.02f);
			near3(plant, lwV3(x, 0.0f, t < off ? stopFoot(l, 0.0f) : stopFoot(l, 3.0f)), 0.02f);
			if (t < off || t > strike) near(c->feet[l].alpha[i], 0.0f, 0.0f);
			else near(c->feet[l].alpha[i], (t - off) / (strike - off), 0.05f);
			assert_true(t > strike || c->feet[l].alpha[i] >= last);
			last = c->feet[l].alpha[i];
		}
	}
	lwDestroyAnalysis(a);
	stepperFree(s);
}

static int entries(const char* json, const char* key) {
	const char* at = strstr(json, key);
	assert_non_null(at);
	int count = 1;
	for (at = strchr(at, '['); *at != ']'; ++at) count += *at == ',';
	return count;
}

static void curves_as_json(void** state) {
	(void)state;
	stepper* s = stop(0.0f);
	lwAnalysis* a = analyse(s);
	char* json = lwAnalysis_ToJson(a, &s->scene, s->skeleton);
	assert_int_equal(entries(json, "\"travelled\":"), 181);
	assert_int_equal(entries(json, "\"heading\":"), 181);
	assert_int_equal(entries(json, "\"height\":"), 181);
	assert_int_equal(entries(json, "\"alpha\":"), 181);
	char* svg = lwAnalysis_ToSvg(a, &s->scene, s->skeleton);
	assert_non_null(strstr(svg, "no cycle, 3.000 s"));
	assert_non_null(strstr(svg, "over the clip"));
	assert_null(strstr(a->warnings, "mean speed"));
	free(svg);
	assert_non_null(strstr(json, "\"lift_curve\":"));
	assert_null(strstr(json, "\"stance_track\":"));
	free(json);
	lwDestroyAnalysis(a);
	stepperFree(s);
	stepperDef def = stepperDefault(2);
	s = stepperMake(&def);
	a = analyse(s);
	json = lwAnalysis_ToJson(a, &s->scene, s->skeleton);
	assert_null(strstr(json, "\"travelled\":"));
	assert_int_equal(entries(json, "\"alpha\":"), LW_CURVE_SAMPLES);
	assert_non_null(strstr(json, "\"stance_joint\": \"root\""));
	assert_non_null(strstr(json, "\"stance_track\":"));
	free(json);
	lwDestroyAnalysis(a);
	stepperFree(s);
}

// A jump on the spot: up by 0.5 in the middle, the feet with it. Nothing travels; the height is the curve.
static void height_of_a_jump(void** state) {
	(void)state;
	stepperDef def = stepperDefault(2);
	def.period = 1.2f;
	stepper* s = stepperMake(&def);
	int keys = s->channels[0].keyCount;
	lwSceneChannel* root = stepperChannel(s, 0, lw_pathTranslation, 3, keys);
	for (int k = 0; k < keys; ++k) {
		float u = lwClampF(2.0f * (float)k / (float)(keys - 1) - 0.5f, 0.0f, 1.0f);
		root->times[k] = s->channels[0].times[k];
		root->values[3 * k + 1] = 2.0f * u * (1.0f - u);
		for (int l = 0; l < 2; ++l) {
			s->channels[l].values[3 * k + 1] = -1.0f;
			s->channels[l].values[3 * k + 2] = 0.0f;
		}
	}
	lwAnalysis* a = analyse(s);
	assert_false(a->gait.cyclic);
	const lwMotionCurves* c = a->curves;
	float top = 0.0f;
	for (int i = 0; i < c->count; ++i) {
		float u = lwClampF(2.0f * (float)i / (float)(c->count - 1) - 0.5f, 0.0f, 1.0f);
		near(c->height[i], 2.0f * u * (1.0f - u), 1e-3f);
		near(c->travelled[i], 0.0f, 0.0f);
		near(c->heading[i], 0.0f, 0.0f);
		near(lwDistance(c->feet[0].lift[i], c->feet[0].plant[i]), 0.0f, 1e-4f);
		top = fmaxf(top, c->height[i]);
	}
	near(top, 0.5f, 2e-3f);
	near(lwMotionCurves_TimeAt(c, 1.0f), 0.0f, 0.0f);
	assert_true(a->contacts[0].count >= 1);
	lwDestroyAnalysis(a);
	stepperFree(s);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(invalid_input),
		cmocka_unit_test(swing_and_twist),
		cmocka_unit_test(over_another_reference),
		cmocka_unit_test(stance_follows_its_carrier),
		cmocka_unit_test(carriers),
		cmocka_unit_test(distance_curve_of_a_stop),
		cmocka_unit_test(lift_and_plant_of_a_stop),
		cmocka_unit_test(height_of_a_jump),
		cmocka_unit_test(curves_as_json),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
