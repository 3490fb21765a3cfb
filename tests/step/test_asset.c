// SPDX-License-Identifier: MIT
// Asset: refusals, and what it takes from a walk whose truth is known.
#include "character/walker.h"

static int s_asserts;
static bool CountAssert(const char* condition, const char* file, int line) {
	(void)condition;
	(void)file;
	(void)line;
	s_asserts += 1;
	return false;
}

static lwAssetDef BaseDef(const Creature* c) {
	lwAssetDef def = lwDefaultAssetDef();
	def.skeleton = &c->skeleton->skeleton;
	def.rig = &c->walk->rig;
	def.gait = &c->walk->gait;
	def.walk = c->walk->clip;
	return def;
}

static void RefusesInvalidDefs(void** state) {
	(void)state;
	const Creature* c = Creature_Get(lw_sampleBiped);
	const Creature* other = Creature_Get(lw_sampleHexapod);
	lwGait* still = malloc(sizeof(lwGait));
	lwGait* timeless = malloc(sizeof(lwGait));
	lwRig* wild = malloc(sizeof(lwRig));
	assert_true(still != NULL && timeless != NULL && wild != NULL);
	*still = *timeless = c->walk->gait;
	still->cyclic = false;
	timeless->period = 0.0f;
	*wild = c->walk->rig;
	wild->legs[1].joints[0] = 100000;
	lwSetAssertFcn(CountAssert);
	lwAsset* asset = (lwAsset*)(void*)still;
	s_asserts = 0;
	assert_int_equal(lwCreateAsset(NULL, &asset).status, lw_errorArgument);
	assert_null(asset);
	struct Row {
		const char* what;
		lwStatus status;
	} rows[] = {
		{ "no cookie", lw_errorArgument }, { "no skeleton", lw_errorArgument }, { "no rig", lw_errorArgument },
		{ "no gait", lw_errorArgument }, { "no walk", lw_errorArgument }, { "a gait that is no cycle", lw_errorData },
		{ "a period of 0", lw_errorData }, { "another creature's clip", lw_errorArgument },
		{ "another creature's gait", lw_errorArgument }, { "another creature's idle", lw_errorArgument },
		{ "a joint out of range", lw_errorArgument }, { "a period of NaN", lw_errorData }, { "fine", lw_ok },
	};
	Bounds_Begin(NULL);
	for (int k = 0; k < (int)(sizeof(rows) / sizeof(rows[0])); ++k) {
		lwAssetDef def = BaseDef(c);
		switch (k) {
		case 0: def.cookie = 0; break;
		case 1: def.skeleton = NULL; break;
		case 2: def.rig = NULL; break;
		case 3: def.gait = NULL; break;
		case 4: def.walk = NULL; break;
		case 5: def.gait = still; break;
		case 6: def.gait = timeless; break;
		case 7: def.walk = other->walk->clip; break;
		case 8: def.gait = &other->walk->gait; break;
		case 9: def.idle = other->idle->clip; break;
		case 10: def.rig = wild; break;
		case 11: timeless->period = NAN; def.gait = timeless; break;
		default: break;
		}
		asset = (lwAsset*)(void*)still;
		lwResult result = lwCreateAsset(&def, &asset);
		bool any = k == 10 && result.status != lw_ok; // the rig's own check names its status
		Holds((any || result.status == rows[k].status) && (asset == NULL) == (result.status != lw_ok), "answer to %s", rows[k].what);
		Holds(result.status == lw_ok || result.message[0] != '\0', "message for %s", rows[k].what);
		lwDestroyAsset(result.status == lw_ok ? asset : NULL);
	}
	Bounds_Done();
	assert_int_equal(s_asserts, 2);
	lwSetAssertFcn(NULL);
	lwDestroyAsset(NULL);
	free(still);
	free(timeless);
	free(wild);
}

// Key times are the gait's, homes where the walk stands, reach that of the limb.
static void KnowsTheWalk(void** state) {
	(void)state;
	static const int kinds[] = { lw_sampleBiped, lw_sampleQuadruped, lw_sampleHexapod, lw_sampleSpider };
	Bounds_Begin(NULL);
	for (int k = 0; k < 4; ++k) {
		const Creature* c = Creature_Get(kinds[k]);
		assert_true(lwAsset_ByteCount(c->asset) > lwAsset_ByteCount(c->bareAsset));
		for (int l = 0; l < c->walk->rig.legCount; ++l) {
			const lwAssetLeg* leg = &c->asset->legs[l];
			const char* name = c->walk->rig.legs[l].name;
			const lwGaitLeg* gait = &c->walk->gait.legs[l];
			// trimmed a little where the clip's foot is out of reach at its end; duty may change by 0.03
			Bound(fabs((double)(leg->off - gait->warpedOff)), 0.03, "%s %s: foot-off", c->name, name);
			Bound(fabs((double)(leg->strike - gait->warpedStrike)), 0.03, "%s %s: strike", c->name, name);
			Bound(fabs((double)(leg->clipOff - gait->off)), 0.03, "%s %s: foot-off in the clip", c->name, name);
			Bound((double)leg->reach, 0.999, "%s %s: reach", c->name, name);
			Holds(leg->reach > 0.5f && leg->off > 0.0f && leg->off < leg->strike && leg->strike < 1.0f, "%s %s: key times in order", c->name, name);
			// The home's place lies within a twentieth of a leg from where the walk stands at the stance time.
			lwLegFrame frame = lwAssetLeg_Walk(c->asset, l, leg->stance);
			lwVec3 d = lwSub(frame.printCS, leg->homeCS);
			Bound((double)(100.0f * lwLength(lwV3(d.x, 0.0f, d.z)) / c->L), 5.0, "%s %s: home, %% L from the clip's stance", c->name, name);
			// The ground is the median of the legs' soles, which are vertices of a coarse mesh here.
			Bound((double)(100.0f * lwAbsF(frame.printCS.y) / c->L), 2.0, "%s %s: sole at the stance time, %% L off the ground", c->name, name);
			// Clip time: in order, from stance to stance, at off and strike what the clip has there.
			float last = -1.0f;
			bool monotone = true;
			for (int i = 0; i < 200; ++i) {
				float at = lwAssetLeg_Warp(leg, (float)i / 200.0f, 0.8f * leg->off, 1.0f - 0.8f * (1.0f - leg->strike));
				monotone = monotone && at > last;
				last = at;
			}
			Holds(monotone && last < 1.0f, "%s %s: warped time runs forward", c->name, name);
			float off = lwAssetLeg_Warp(leg, 0.8f * leg->off, 0.8f * leg->off, 1.0f - 0.8f * (1.0f - leg->strike));
			Bound(fabs((double)(off - leg->clipOff)), 1e-5, "%s %s: warped foot-off", c->name, name);
		}
	}
	Bounds_Done();
}

// The first joint takes part in the leg's corrections as far as the sample turns it: a dragon's shoulder blades hardly, thighs do.
static void KnowsWhatMoves(void** state) {
	(void)state;
	const Creature* dragon = Creature_Get(lw_sampleDragon);
	int blades = 0;
	for (int l = 0; l < dragon->walk->rig.legCount; ++l) {
		const lwLeg* leg = &dragon->walk->rig.legs[l];
		bool blade = strstr(dragon->skeleton->skeleton.names[leg->joints[0]], "scapula") != NULL;
		float share = dragon->asset->legs[l].firstShare, tail = dragon->asset->legs[l].tailReach;
		blades += blade ? 1 : 0;
		assert_true(blade ? share < 0.6f && tail > 0.5f && tail < 1.0f : share == 1.0f);
	}
	assert_int_equal(blades, 2);
	const Creature* biped = Creature_Get(lw_sampleBiped);
	assert_true(biped->asset->legs[0].firstShare == 1.0f && biped->asset->legs[1].firstShare == 1.0f);
}

// Putting a foot's shape on its own print gives the foot back: taken apart and put together without loss, in every frame.
static void LegFramesGoTogetherAgain(void** state) {
	(void)state;
	const Creature* c = Creature_Get(lw_sampleQuadruped);
	int joints = c->skeleton->skeleton.jointCount;
	lwMat34* cs = malloc((size_t)joints * sizeof(lwMat34));
	assert_non_null(cs);
	lwMat34 origin = lwMat34Identity();
	origin.t = lwNeg(c->asset->originMS);
	float worst = 0.0f;
	for (int f = 0; f < c->walk->clip->frameCount; ++f) {
		lwSkeleton_ToModel(&c->skeleton->skeleton, c->walk->clip->frames + (size_t)f * (size_t)joints, origin, cs);
		for (int l = 0; l < c->walk->rig.legCount; ++l) {
			const lwLeg* leg = &c->walk->rig.legs[l];
			lwLegFrame frame;
			lwLegFrame_FromPose(leg, cs, &c->asset->legs[l].reference, &frame);
			lwQuat print = lwQuatAxisAngle(lwV3(0, 1, 0), frame.printYaw);
			lwVec3 foot = lwAdd(frame.printCS, lwRotate(print, lwFootShape_Place(&frame.shape, c->asset->legs[l].halfSole)));
			lwVec3 heel = lwAdd(foot, lwRotate(print, lwRotate(frame.shape.rot, frame.shape.heel)));
			worst = lwMaxF(worst, lwDistance(foot, cs[leg->footJoint].t));
			worst = lwMaxF(worst, lwDistance(heel, lwContactPoint_Pos(&leg->heel, cs)));
		}
	}
	assert_true(worst < 1e-4f * c->L);
	free(cs);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(RefusesInvalidDefs),
		cmocka_unit_test(KnowsTheWalk),
		cmocka_unit_test(KnowsWhatMoves),
		cmocka_unit_test(LegFramesGoTogetherAgain),
	};
	return cmocka_run_group_tests(tests, NULL, Creatures_Free);
}
