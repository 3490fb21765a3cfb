// SPDX-License-Identifier: MIT
// LEGWORK_TEST_SLOW
// Motion capture takes: many strides, no loop, all directions. Each must give a cycle that loops.
#include "analyse/truth.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

typedef struct takeResult {
	bool cyclic;
	int cycles;
	float speed, hipsSpeed;         // L/s
	float toFeet;                   // deg from the feet's direction to the travel, left positive
	float gap, period, duty;
} takeResult;

static bool analyseTake(const char* path, takeResult* out) {
	lwScene* scene = NULL;
	lwSceneSkeleton* skeleton = NULL;
	assert_int_equal(lwReadScene(path, &scene).status, lw_ok);
	assert_int_equal(lwScene_MakeSkeleton(scene, &skeleton).status, lw_ok);
	static lwRig rig;
	lwAutoRigDef rigDef = lwDefaultAutoRigDef();
	rigDef.scene = scene;
	rigDef.skeleton = skeleton;
	lwResult result = lwAutoRig(&rigDef, &rig, NULL);
	lwAnalysis* a = NULL;
	if (result.status == lw_ok) {
		lwAnalyseDef def = lwDefaultAnalyseDef();
		def.scene = scene;
		def.skeleton = skeleton;
		def.rig = &rig;
		result = lwAnalyseClip(&def, &a);
	}
	if (result.status != lw_ok) printf("  %s\n", result.message);
	else {
		lwVec3 feet = lwV3(0.0f, 0.0f, 0.0f), d = a->gait.directionMS;
		for (int l = 0; l < rig.legCount; ++l) feet = lwAdd(feet, a->gait.legs[l].footDirCS);
		out->cyclic = a->gait.cyclic;
		out->cycles = a->cycles;
		out->speed = a->gait.speed / rig.length;
		out->hipsSpeed = lwLength(a->gait.rootVelocityMS) / rig.length;
		out->toFeet = 57.29578f * lwAtan2(feet.z * d.x - feet.x * d.z, lwDot(feet, d));
		out->gap = a->loopGap;
		out->period = a->gait.period;
		out->duty = a->gait.legs[0].duty;
		if (getenv("LEGWORK_VERBOSE") != NULL) printf("%s%d legs %s\n", a->warnings, rig.legCount, a->gait.gaitName);
	}
	lwDestroyAnalysis(a);
	lwDestroySceneSkeleton(skeleton);
	lwDestroyScene(scene);
	return result.status == lw_ok;
}

// Travel relative to the feet, degrees to the left: these actors face where they go, but when they walk back.
static float promised(const char* name) {
	if (strstr(name, "walk-back") != NULL) return 180.0f;
	return 0.0f;
}

static void takes_become_cycles(void** state) {
	(void)state;
	DIR* folder = opendir(DATA "mocap");
	if (folder == NULL) {
		printf("SKIPPED: ../shared/data is absent\n");
		skip();
	}
	int files = 0, cyclic = 0, directions = 0, directionsGood = 0, strides = 0, gaps = 0;
	for (struct dirent* entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
		if (strstr(entry->d_name, ".bvh") == NULL) continue;
		char path[1024];
		snprintf(path, sizeof path, "%smocap/%s", DATA, entry->d_name);
		takeResult r;
		memset(&r, 0, sizeof r);
		bool done = analyseTake(path, &r);
		++files;
		cyclic += done && r.cyclic;
		float wanted = promised(entry->d_name), off = 57.29578f * lwWrapAngle((r.toFeet - wanted) / 57.29578f);
		bool good = r.cyclic && fabsf(off) < 35.0f;
		++directions;
		directionsGood += good;
		strides += r.period < 2.0f;
		gaps += r.gap < 0.15f;
		printf("  %-42s cyclic %d cycles %2d period %.3f s speed %.2f L/s travel %6.1f deg %s gap %4.1f %% duty %.2f\n", entry->d_name, r.cyclic, r.cycles, (double)r.period, (double)r.speed,
			   (double)r.toFeet, good ? "" : "!!", (double)(100.0f * r.gap), (double)r.duty);
	}
	closedir(folder);
	printf("%d takes, %d cyclic; directions %d/%d; one stride %d; gap below 15 %% %d\n", files, cyclic, directionsGood, directions, strides, gaps);
	assert_true(files >= 30);
	assert_true(cyclic * 10 >= files * 9);
	assert_true(directionsGood * 10 >= directions * 9);
	assert_int_equal(strides, files);
	assert_true(gaps * 10 >= files * 9);
}

int main(void) {
	const struct CMUnitTest tests[] = { cmocka_unit_test(takes_become_cycles) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
