// SPDX-License-Identifier: MIT
// LEGWORK_TEST_SLOW
// Every cyclic clip of the shared assets against its measured sheet: a table, and the rates the specification asks for.
#include "analyse/truth.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static json_t* report; // the JSON of the clip under comparison

static const json_t* hexapodLeg(const json_t* exact, const char* file, const char* clip, const char* leg, double* outDuty) {
	const json_t* entry = json_object_get(json_object_get(exact, file), clip);
	if (entry == NULL) return NULL;
	*outDuty = truthNumber(entry, "duty", 0.0);
	return json_object_get(json_object_get(entry, "legs"), leg);
}

// The same leg of the rig: by name, else by the joint its chain starts with.
static int findLeg(const lwRig* rig, const lwScene* scene, const lwSceneSkeleton* skeleton, const json_t* asset, const char* name) {
	const json_t* chain = json_object_get(json_object_get(json_object_get(asset, "legs"), name), "chain_hip_to_tip");
	for (size_t c = 0; c < json_array_size(chain); ++c) {
		int node = lwScene_FindNode(scene, json_string_value(json_array_get(chain, c)));
		if (node < 0) continue;
		for (int l = 0; l < rig->legCount; ++l)
			for (int k = 0; k < rig->legs[l].jointCount; ++k)
				if (rig->legs[l].joints[k] == skeleton->jointOfNode[node]) return l;
	}
	return -1;
}

static void compareLeg(const lwAnalysis* a, int l, const char* name, const json_t* sheetLeg, const json_t* exactLeg, double exactDuty, double phaseTruth, double phaseMine,
					   double t0, truthScore* score) {
	lwContactTrack truth;
	if (exactLeg != NULL) {
		memset(&truth, 0, sizeof truth);
		truth.count = 1;
		truth.from[0] = (float)truthNumber(exactLeg, "touchdown_phase", 0.0);
		truth.to[0] = truth.from[0] + (float)exactDuty;
	} else {
		truthTrack(sheetLeg, t0, (double)a->duration, &truth);
	}
	bool mine[TRUTH_STEPS], theirs[TRUTH_STEPS], wraps = json_object_get(sheetLeg, "contact_intervals_phase") != NULL;
	truthMask(&a->contacts[l], wraps, mine);
	truthMask(&truth, wraps, theirs);
	double iou = truthIoU(mine, theirs), ends = truthEnds(&a->contacts[l], &truth) * (double)a->duration;
	bool good = iou >= 0.9 || ends <= 1.0 / 60.0 + 1e-4;
	double phase = phaseTruth >= 0.0 ? cyclicApart(phaseMine, phaseTruth) : 0.0;
	score->legs += 1;
	score->contactsGood += good;
	if (phaseTruth >= 0.0) {
		score->phases += 1;
		score->phasesGood += phase <= 0.03;
	}
	printf("    %-3s iou %.3f ends %6.1f ms %s  phase off %.3f %s  duty %.3f (%.3f) conf %.2f", name, iou, 1000.0 * ends, good ? "  " : "!!", phase, phase <= 0.03 ? "  " : "!!",
		   (double)a->gait.legs[l].duty, truthNumber(sheetLeg, "duty", 0.0), (double)a->gait.legs[l].confidence);
	for (int i = 0; i < a->contacts[l].count && !good; ++i) printf(" [%.3f %.3f]", (double)a->contacts[l].from[i], (double)a->contacts[l].to[i]);
	for (int i = 0; i < truth.count && !good; ++i) printf(" t[%.3f %.3f]", (double)truth.from[i], (double)truth.to[i]);
	printf("\n");
}

// "phase" of the leg as the JSON has it.
static double phaseOf(int leg) { return truthNumber(json_array_get(json_object_get(report, "legs"), (size_t)leg), "phase", -9.0); }

static double refPhase(const lwAnalysis* a, const lwScene* scene, const lwSceneSkeleton* skeleton, const json_t* asset, const json_t* sheet) {
	int ref = findLeg(&a->rig, scene, skeleton, asset, json_string_value(json_object_get(sheet, "phase_ref")));
	return phaseOf(ref < 0 ? 0 : ref);
}

static void compareClip(const lwAnalysis* a, const lwScene* scene, const lwSceneSkeleton* skeleton, const json_t* asset, const json_t* clip, const char* clipName, const json_t* exact,
						truthScore* score) {
	const json_t* sheet = json_object_get(clip, "gait_sheet");
	const json_t* entry = json_object_get(json_object_get(exact, json_string_value(json_object_get(asset, "file"))), clipName);
	double speed = truthNumber(sheet, "root_speed", truthNumber(sheet, "ground_speed_mean", truthNumber(sheet, "ground_speed", 0.0)));
	if (entry != NULL) speed = truthNumber(entry, "ground_speed", speed);
	double ratio = (double)a->gait.speed / speed;
	const json_t* forward = json_object_get(sheet, "forward");
	double angle = 0.0;
	if (forward != NULL) {
		double fx = json_number_value(json_array_get(forward, 0)), fz = json_number_value(json_array_get(forward, 1));
		angle = 57.29578 * fabs(atan2(fx * (double)a->gait.directionMS.z - fz * (double)a->gait.directionMS.x, fx * (double)a->gait.directionMS.x + fz * (double)a->gait.directionMS.z));
		score->directions += 1;
		score->directionsGood += angle <= 3.0;
	}
	score->clips += 1;
	score->speedsGood += fabs(ratio - 1.0) <= 0.03;
	printf("  %s: period %.4f (%.4f) speed x%.3f %s dir off %.1f deg, '%s' (%s) cyclic %d conf %.2f cycles %d\n", clipName, (double)a->gait.period, truthNumber(sheet, "period", truthNumber(sheet, "stride_time", 0.0)),
		   ratio, fabs(ratio - 1.0) <= 0.03 ? "" : "!!", angle, a->gait.gaitName, json_string_value(json_object_get(sheet, "gait")), a->gait.cyclic, (double)a->gait.confidence, a->cycles);
	printf("%s", a->warnings);
	double reference = refPhase(a, scene, skeleton, asset, sheet);
	const char* name;
	json_t* sheetLeg;
	json_object_foreach(json_object_get(sheet, "legs"), name, sheetLeg) {
		int l = findLeg(&a->rig, scene, skeleton, asset, name);
		if (l < 0) {
			printf("    %s: no such leg in the rig !!\n", name);
			score->legs += 1;
			continue;
		}
		double duty = 0.0, phase = truthNumber(json_object_get(sheet, "phase_offset_midstance"), name, -1.0);
		const json_t* exactLeg = hexapodLeg(exact, json_string_value(json_object_get(asset, "file")), clipName, name, &duty);
		double mine = phaseOf(l) - reference;
		compareLeg(a, l, name, sheetLeg, exactLeg, duty, phase, mine, truthNumber(clip, "t0", 0.0), score);
	}
}

// With LEGWORK_PICTURES=folder every cyclic clip is drawn there, to be looked at.
static void writePicture(const lwAnalysis* a, const lwScene* scene, const lwSceneSkeleton* skeleton, const char* assetName) {
	char* svg = lwAnalysis_ToSvg(a, scene, skeleton);
	assert_non_null(svg);
	assert_non_null(strstr(svg, "</svg>"));
	const char* folder = getenv("LEGWORK_PICTURES");
	if (folder != NULL && a->gait.cyclic) {
		char path[1024];
		const char* bar = strrchr(a->gait.clipName, '|');
		snprintf(path, sizeof path, "%s/%s_%s.svg", folder, assetName, bar != NULL ? bar + 1 : a->gait.clipName);
		FILE* file = fopen(path, "wb");
		if (file != NULL) {
			fputs(svg, file);
			fclose(file);
		}
	}
	free(svg);
}

// What holds for every clip, gait or not: order of the key times, finite numbers, a looping clip at 120 Hz or more.
static void checkInvariants(const lwAnalysis* a, const lwRig* rig) {
	assert_int_equal(a->gait.legCount, rig->legCount);
	assert_true(a->clip->looping);
	assert_true((float)a->clip->frameCount >= 119.9f * a->gait.period - 1.0f);
	assert_true(fabsf(a->clip->duration - a->gait.period) < 1e-4f);
	assert_true(a->gait.speed >= 0.0f && a->gait.speed < 100.0f * rig->length);
	assert_true(fabsf(lwLength(a->gait.directionMS) - 1.0f) < 1e-3f);
	for (int l = 0; l < rig->legCount; ++l) {
		const lwGaitLeg* g = &a->gait.legs[l];
		assert_true(0.0f < g->lift && g->lift <= g->off && g->off < g->strike && g->strike <= g->land && g->land < 1.0f);
		assert_true(0.0f < g->warpedOff && g->warpedStrike - g->warpedOff > 0.0495f && g->warpedStrike < 1.0f);
		assert_true(g->stance >= 0.0f && g->stance < 1.0f && g->duty > 0.0f && g->duty < 1.0f);
		assert_true(fabsf(lwLength(g->footDirCS) - 1.0f) < 1e-3f && fabsf(g->footDirCS.y) < 1e-3f);
		for (int i = 0; i < LW_FLIGHT_SAMPLES; ++i) {
			assert_true(lwLength(g->flight[i]) < 1e4f);
			const lwQuat q = g->flightRot[i];
			assert_true(fabsf(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w - 1.0f) < 1e-3f);
		}
		for (int i = 0; i < LW_CURVE_SAMPLES; ++i) {
			assert_true(lwLength(g->liftCurve[i]) < 1e4f * rig->length && lwLength(g->plantCurve[i]) < 1e4f * rig->length);
			assert_true(g->alpha[i] >= 0.0f && g->alpha[i] <= 1.0f);
		}
		for (int i = 0; i < a->contacts[l].count; ++i) {
			assert_true(a->contacts[l].from[i] >= 0.0f && a->contacts[l].from[i] < 1.0f);
			assert_true(a->contacts[l].to[i] > a->contacts[l].from[i] && a->contacts[l].to[i] <= a->contacts[l].from[i] + 1.0f);
		}
	}
}

// Without a rig every leg of every sheet counts as missed.
static void countMissing(const json_t* asset, truthScore* score) {
	const char* name;
	json_t* clip;
	json_object_foreach(json_object_get(asset, "clips"), name, clip) {
		const json_t* sheet = json_object_get(clip, "gait_sheet");
		if (sheet == NULL) continue;
		score->legs += (int)json_object_size(json_object_get(sheet, "legs"));
		score->phases += (int)json_object_size(json_object_get(sheet, "phase_offset_midstance"));
		score->clips += 1;
		score->directions += json_object_get(sheet, "forward") != NULL;
	}
}

static void compareAsset(const char* assetName, const json_t* asset, const json_t* exact, truthScore* score, truthScore* kinds) {
	char path[1024];
	const char* file = json_string_value(json_object_get(asset, "file"));
	snprintf(path, sizeof path, "%s%s", DATA, file);
	lwScene* scene = NULL;
	lwResult result = lwReadScene(path, &scene);
	printf("%s (%s) %s\n", assetName, file, result.message);
	assert_int_equal(result.status, lw_ok);
	lwSceneSkeleton* skeleton = NULL;
	assert_int_equal(lwScene_MakeSkeleton(scene, &skeleton).status, lw_ok);
	static lwRig rig;
	lwAutoRigDef rigDef = lwDefaultAutoRigDef();
	rigDef.scene = scene;
	rigDef.skeleton = skeleton;
	result = lwAutoRig(&rigDef, &rig, NULL);
	if (result.status != lw_ok) {
		printf("  NO RIG: %s !!\n", result.message);
		countMissing(asset, score);
		lwDestroySceneSkeleton(skeleton);
		lwDestroyScene(scene);
		return;
	}
	const char* clipName;
	json_t* clip;
	json_object_foreach(json_object_get(asset, "clips"), clipName, clip) {
		lwAnalyseDef def = lwDefaultAnalyseDef();
		def.scene = scene;
		def.skeleton = skeleton;
		def.rig = &rig;
		def.clip = lwScene_FindClip(scene, clipName, NULL);
		if (def.clip < 0 && (scene->clipCount == 1 || strcmp(clipName, "None") == 0)) def.clip = 0;
		assert_true(def.clip >= 0);
		lwAnalysis* analysis = NULL;
		result = lwAnalyseClip(&def, &analysis);
		if (result.status != lw_ok) printf("  %s: %s\n", clipName, result.message);
		assert_int_equal(result.status, lw_ok);
		bool cyclic = json_object_get(clip, "gait_sheet") != NULL;
		checkInvariants(analysis, &rig);
		char* text = lwAnalysis_ToJson(analysis, scene, skeleton);
		assert_non_null(text);
		report = json_loads(text, 0, NULL);
		assert_non_null(report);
		free(text);
		if (cyclic) {
			compareClip(analysis, scene, skeleton, asset, clip, clipName, exact, score);
			kinds->clips += 1;
			kinds->speedsGood += analysis->gait.cyclic;
		} else {
			printf("  %s: no sheet; cyclic %d '%s' speed %.3f L/s\n", clipName, analysis->gait.cyclic, analysis->gait.gaitName, (double)(analysis->gait.speed / rig.length));
			kinds->legs += 1;
			kinds->contactsGood += analysis->gait.cyclic;
		}
		writePicture(analysis, scene, skeleton, assetName);
		json_decref(report);
		lwDestroyAnalysis(analysis);
	}
	lwDestroySceneSkeleton(skeleton);
	lwDestroyScene(scene);
}

static void truth_sheets(void** state) {
	(void)state;
	json_t* root = json_load_file(DATA "groundtruth.json", 0, NULL);
	json_t* exact = json_load_file(DATA "hexapod_truth.json", 0, NULL);
	if (root == NULL || exact == NULL) {
		printf("SKIPPED: ../shared/data is absent\n");
		skip();
	}
	truthScore score, kinds;
	memset(&score, 0, sizeof score);
	memset(&kinds, 0, sizeof kinds);
	const char* name;
	json_t* asset;
	const char* only = getenv("LEGWORK_ASSET");
	json_object_foreach(json_object_get(root, "assets"), name, asset) {
		if (only == NULL || strstr(name, only) != NULL) compareAsset(name, asset, exact, &score, &kinds);
	}
	printf("contacts %d/%d (%.1f %%)  phases %d/%d  speeds %d/%d  directions %d/%d  cyclic %d/%d, of other clips %d/%d called cyclic\n", score.contactsGood, score.legs,
		   100.0 * score.contactsGood / (score.legs > 0 ? score.legs : 1), score.phasesGood, score.phases, score.speedsGood, score.clips, score.directionsGood, score.directions,
		   kinds.speedsGood, kinds.clips, kinds.contactsGood, kinds.legs);
	json_decref(root);
	json_decref(exact);
	if (only != NULL) return;
	assert_true(score.legs > 100);
	assert_true(score.contactsGood * 100 >= score.legs * 95);
	assert_true(score.phasesGood * 100 >= score.phases * 95);
	assert_true(score.clips > 30 && score.directions > 30);
	assert_int_equal(score.speedsGood, score.clips);
	assert_int_equal(score.directionsGood, score.directions);
	assert_int_equal(kinds.speedsGood, kinds.clips);  // every sheet's clip is a gait
	assert_true(kinds.contactsGood * 10 <= kinds.legs); // and hardly any other
}

// The synthetic hexapod is known exactly: speed, duty, touchdown of each leg, gait.
static void hexapod_exactly(void** state) {
	(void)state;
	json_t* exact = json_load_file(DATA "hexapod_truth.json", 0, NULL);
	lwScene* scene = NULL;
	if (exact == NULL || lwReadScene(DATA "hexapod_synth.glb", &scene).status != lw_ok) {
		json_decref(exact);
		printf("SKIPPED: ../shared/data is absent\n");
		skip();
	}
	lwSceneSkeleton* skeleton = NULL;
	assert_int_equal(lwScene_MakeSkeleton(scene, &skeleton).status, lw_ok);
	static lwRig rig;
	lwAutoRigDef rigDef = lwDefaultAutoRigDef();
	rigDef.scene = scene;
	rigDef.skeleton = skeleton;
	assert_int_equal(lwAutoRig(&rigDef, &rig, NULL).status, lw_ok);
	assert_int_equal(rig.legCount, 6);
	const char* clipName;
	json_t* truth;
	int clips = 0;
	json_object_foreach(json_object_get(exact, "hexapod_synth.glb"), clipName, truth) {
		lwAnalyseDef def = lwDefaultAnalyseDef();
		def.scene = scene;
		def.skeleton = skeleton;
		def.rig = &rig;
		def.clip = lwScene_FindClip(scene, clipName, NULL);
		lwAnalysis* a = NULL;
		assert_int_equal(lwAnalyseClip(&def, &a).status, lw_ok);
		assert_true(fabs((double)a->gait.speed / truthNumber(truth, "ground_speed", 0.0) - 1.0) < 0.005);
		assert_true(fabs((double)a->gait.stride - truthNumber(truth, "stride_length", 0.0)) < 0.005);
		assert_int_equal(a->gait.rootMotion, json_is_true(json_object_get(truth, "root_motion")));
		assert_non_null(strstr(a->gait.gaitName, json_string_value(json_object_get(truth, "gait"))));
		for (int l = 0; l < 6; ++l) {
			const json_t* leg = json_object_get(json_object_get(truth, "legs"), rig.legs[l].name);
			assert_non_null(leg);
			assert_int_equal(a->contacts[l].count, 1);
			assert_true(fabs((double)a->gait.legs[l].duty - truthNumber(leg, "duty", 0.0)) < 0.012);
			assert_true(cyclicApart((double)a->contacts[l].from[0], truthNumber(leg, "touchdown_phase", 0.0)) < 0.012);
			assert_true(a->gait.confidence > 0.9f);
		}
		lwDestroyAnalysis(a);
		++clips;
	}
	assert_int_equal(clips, 3);
	json_decref(exact);
	lwDestroySceneSkeleton(skeleton);
	lwDestroyScene(scene);
}

int main(void) {
	const struct CMUnitTest tests[] = { cmocka_unit_test(truth_sheets), cmocka_unit_test(hexapod_exactly) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
