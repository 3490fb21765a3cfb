// SPDX-License-Identifier: MIT
#include "legwork/rig.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static bool Quiet(const char* condition, const char* file, int line) {
	(void)condition;
	(void)file;
	(void)line;
	return false;
}

// root 0 -> hips 1 -> legs 2-3-4 and 5-6-7, control 8 -> toe 9 on the root.
static const int parents[] = { -1, 0, 1, 2, 3, 1, 5, 6, 0, 8 };
static const lwSkeleton skeleton = { .jointCount = 10, .parents = parents };

static lwRig GoodRig(void) {
	lwRig rig;
	memset(&rig, 0, sizeof(rig));
	rig.legCount = 2;
	for (int i = 0; i < 2; ++i) {
		lwLeg* leg = rig.legs + i;
		strcpy(leg->name, i == 0 ? "L" : "R");
		leg->side = i == 0 ? 1 : -1;
		leg->jointCount = leg->limbCount = 3;
		for (int k = 0; k < 3; ++k) leg->joints[k] = 2 + 3 * i + k;
		leg->footControl = -1;
		leg->footJoint = leg->heel.joint = leg->toe.joint = leg->joints[2];
		leg->length = 1.0f;
		leg->maxReach = 0.999f;
	}
	lwLeg* right = rig.legs + 1;
	right->detached = true;
	right->footControl = right->footJoint = right->heel.joint = right->toe.joint = 8;
	right->joints[3] = 9;
	right->jointCount = 4;
	rig.spineCount = 2;
	rig.spine[0] = 0;
	rig.spine[1] = 1;
	rig.pelvis = 1;
	rig.length = 1.0f;
	return rig;
}

typedef struct Case {
	const char* what;
	size_t offset;
	int value;
	const char* message;
} Case;

static void TestInvalid(void** state) {
	(void)state;
	const Case cases[] = {
		{ "no legs", offsetof(lwRig, legCount), 0, "leg count" },
		{ "too many legs", offsetof(lwRig, legCount), 65, "leg count" },
		{ "one joint", offsetof(lwRig, legs[0].jointCount), 1, "leg 'L': joint count" },
		{ "13 joints", offsetof(lwRig, legs[0].jointCount), 13, "leg 'L': joint count" },
		{ "limb too long", offsetof(lwRig, legs[0].limbCount), 4, "leg 'L': limbCount" },
		{ "limb too short", offsetof(lwRig, legs[0].limbCount), 1, "leg 'L': limbCount" },
		{ "joint out of range", offsetof(lwRig, legs[0].joints[1]), 10, "leg 'L': joint index" },
		{ "joint negative", offsetof(lwRig, legs[0].joints[1]), -1, "leg 'L': joint index" },
		{ "no chain", offsetof(lwRig, legs[0].joints[1]), 6, "leg 'L': limb joints" },
		{ "joint twice", offsetof(lwRig, legs[0].joints[1]), 2, "leg 'L': a joint is listed twice" },
		{ "control out of range", offsetof(lwRig, legs[1].footControl), 10, "leg 'R': a detached foot" },
		{ "control on the leg", offsetof(lwRig, legs[1].footControl), 6, "leg 'R': the foot control hangs on the leg" },
		{ "control of attached", offsetof(lwRig, legs[0].footControl), 8, "leg 'L': foot control given" },
		{ "foot joint", offsetof(lwRig, legs[0].footJoint), 3, "leg 'L': footJoint" },
		{ "foot elsewhere", offsetof(lwRig, legs[1].joints[3]), 4, "leg 'R': a foot joint" },
		{ "heel out of range", offsetof(lwRig, legs[0].heel.joint), 99, "leg 'L': heel joint out" },
		{ "toe elsewhere", offsetof(lwRig, legs[0].toe.joint), 7, "leg 'L': toe joint does not" },
		{ "side", offsetof(lwRig, legs[0].side), 2, "leg 'L': side" },
		{ "same name", offsetof(lwRig, legs[1].name), 'L', "name used twice" },
		{ "no name", offsetof(lwRig, legs[1].name), 0, "legs[1]: no name" },
		{ "spine count", offsetof(lwRig, spineCount), 129, "spine and tail" },
		{ "spine order", offsetof(lwRig, spine[0]), 5, "spine[1]" },
		{ "spine range", offsetof(lwRig, spine[1]), 10, "spine[1]" },
		{ "root", offsetof(lwRig, rootJoint), -1, "root joint" },
		{ "pelvis", offsetof(lwRig, pelvis), 10, "pelvis" },
	};
	lwRig good = GoodRig();
	lwResult result = lwRig_Validate(&good, &skeleton);
	assert_string_equal(result.message, "");
	assert_int_equal(result.status, lw_ok);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
		lwRig rig = GoodRig();
		memcpy((char*)&rig + cases[i].offset, &cases[i].value, sizeof(int));
		result = lwRig_Validate(&rig, &skeleton);
		if (result.status != lw_errorData || strstr(result.message, cases[i].message) == NULL) fail_msg("%s: got '%s'", cases[i].what, result.message);
	}
	lwSetAssertFcn(Quiet);
	assert_int_equal(lwRig_Validate(NULL, &skeleton).status, lw_errorArgument);
	assert_int_equal(lwRig_Validate(&good, NULL).status, lw_errorArgument);
	assert_int_equal(lwRig_FindLeg(NULL, "L"), -1);
	lwSetAssertFcn(NULL);
}

static void TestNumbers(void** state) {
	(void)state;
	const float bad[] = { 0.0f, -1.0f, NAN, INFINITY };
	for (int i = 0; i < 4; ++i) {
		lwRig rig = GoodRig();
		rig.legs[0].length = bad[i];
		assert_int_equal(lwRig_Validate(&rig, &skeleton).status, lw_errorData);
		rig = GoodRig();
		rig.legs[1].maxReach = bad[i];
		assert_int_equal(lwRig_Validate(&rig, &skeleton).status, lw_errorData);
		rig = GoodRig();
		rig.length = bad[i];
		assert_int_equal(lwRig_Validate(&rig, &skeleton).status, lw_errorData);
	}
	lwRig rig = GoodRig();
	rig.legs[0].heel.posLS.y = NAN;
	assert_int_equal(lwRig_Validate(&rig, &skeleton).status, lw_errorData);
	rig = GoodRig();
	rig.legs[0].hinges[1].axisLS = lwV3(0.0f, 2.0f, 0.0f);
	assert_int_equal(lwRig_Validate(&rig, &skeleton).status, lw_errorData);
	rig = GoodRig();
	rig.legs[0].hinges[1] = (lwHinge){ { 1.0f, 0.0f, 0.0f }, 1.0f, 0.5f };
	assert_int_equal(lwRig_Validate(&rig, &skeleton).status, lw_errorData);
}

static void TestFindLeg(void** state) {
	(void)state;
	lwRig rig = GoodRig();
	assert_int_equal(lwRig_FindLeg(&rig, "L"), 0);
	assert_int_equal(lwRig_FindLeg(&rig, "R"), 1);
	assert_int_equal(lwRig_FindLeg(&rig, "LF"), -1);
	assert_int_equal(lwRig_FindLeg(&rig, ""), -1);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(TestInvalid),
		cmocka_unit_test(TestNumbers),
		cmocka_unit_test(TestFindLeg),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
