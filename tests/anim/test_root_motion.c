// SPDX-License-Identifier: MIT
// Root motion: taken out of poses, put back, summed over cycles; and poses from model space.
#include "anim/kit.h"

// An armature lying on its back and in centimetres, hips and a leg, as exporters write them; and a control beside them.
static const int s_parents[] = { -1, 0, 1, 0 };

typedef struct Rig {
	lwTransform bind[4];
	lwSkeleton skeleton;
} Rig;

static void MakeRig(Rig* rig) {
	for (int j = 0; j < 4; ++j) {
		rig->bind[j] = lwTransformIdentity();
	}
	rig->bind[0] = Turned(-90.0f, 0.0f, 0.0f);
	rig->bind[0].scale = lwV3(0.01f, 0.01f, 0.01f);
	rig->bind[1].pos = lwV3(0.0f, 0.0f, 95.0f); // up in the armature
	rig->bind[2].pos = lwV3(10.0f, 0.0f, -40.0f);
	rig->bind[3].pos = lwV3(10.0f, -5.0f, 0.0f);
	rig->skeleton = (lwSkeleton){ .jointCount = 4, .parents = s_parents, .bind = rig->bind, .rest = rig->bind };
}

static lwMat34 RootMatrix(lwRootPose root) {
	return lwMat34FromPosRot(root.pos, lwQuatAxisAngle(lwV3(0.0f, 1.0f, 0.0f), root.yaw));
}

static double ModelDistance(const lwMat34* a, const lwMat34* b, int n) {
	double worst = 0.0;
	for (int j = 0; j < n; ++j) {
		worst = fmax(worst, (double)lwDistance(a[j].t, b[j].t));
		worst = fmax(worst, (double)lwDistance(a[j].x, b[j].x));
		worst = fmax(worst, (double)lwDistance(a[j].z, b[j].z));
	}
	return worst;
}

static void TestInvalid(void** state) {
	(void)state;
	Rig rig;
	MakeRig(&rig);
	lwTransform pose[4], kept[4];
	memcpy(pose, rig.bind, sizeof(pose));
	memcpy(kept, rig.bind, sizeof(pose));
	lwRootDef def = lwDefaultRootDef(), unmade;
	memset(&unmade, 0, sizeof(unmade));
	lwSetAssertFcn(CountAssert);
	s_asserts = 0;
	lwPose_TakeRoot(&rig.skeleton, &unmade, pose);
	def.joint = 4;
	lwPose_TakeRoot(&rig.skeleton, &def, pose);
	def.joint = -1;
	lwPose_TakeRoot(&rig.skeleton, &def, pose);
	def.joint = 1;
	lwPose_TakeRoot(NULL, &def, pose);
	assert_int_equal(s_asserts, 4);
	lwRootPose r = lwRootPose_Sample(NULL, 0, 1.0f, true, 0.5f);
	assert_true(r.yaw == 0.0f && lwLength(r.pos) == 0.0f);
	lwSetAssertFcn(NULL);
	assert_memory_equal(pose, kept, sizeof(pose));
	lwRootPose one = { { 1.0f, 2.0f, 3.0f }, 0.5f };
	r = lwRootPose_Sample(&one, 1, 1.0f, true, 7.0f);
	assert_memory_equal(&r, &one, sizeof(r));
}

static void TestTakeAndPutBack(void** state) {
	(void)state;
	printf("seed %u\n", KIT_SEED);
	Rig rig;
	MakeRig(&rig);
	Random r = { KIT_SEED };
	for (int round = 0; round < 100; ++round) {
		lwTransform pose[4];
		lwMat34 before[4], after[4];
		memcpy(pose, rig.bind, sizeof(pose));
		pose[1].pos = lwAdd(pose[1].pos, Random_Vec(&r, 300.0f));
		pose[1].rot = Random_Turn(&r, 3.1f);
		pose[2].rot = Random_Turn(&r, 1.0f);
		lwRootDef def = lwDefaultRootDef();
		def.joint = 1;
		def.height = round & 1;
		def.yaw = (round & 2) == 0;
		lwSkeleton_ToModel(&rig.skeleton, pose, lwMat34Identity(), before);
		lwRootPose root = lwPose_TakeRoot(&rig.skeleton, &def, pose);
		lwSkeleton_ToModel(&rig.skeleton, pose, RootMatrix(root), after);
		assert_true(ModelDistance(before, after, 4) < 5e-6);
		lwSkeleton_ToModel(&rig.skeleton, pose, lwMat34Identity(), after);
		assert_true(fabsf(after[1].t.x) < 1e-5f && fabsf(after[1].t.z) < 1e-5f);
		assert_true(def.height ? fabsf(after[1].t.y - 0.95f) < 1e-5f : root.pos.y == 0.0f);
		assert_true(def.yaw || root.yaw == 0.0f);
		lwRootPose again = lwPose_TakeRoot(&rig.skeleton, &def, pose); // nothing is left
		assert_true(lwLength(again.pos) < 1e-5f && fabsf(again.yaw) < 1e-5f);
	}
}

static void TestYawOfHips(void** state) {
	(void)state;
	Rig rig;
	MakeRig(&rig);
	for (int deg = -170; deg <= 170; deg += 20) {
		lwTransform pose[4];
		memcpy(pose, rig.bind, sizeof(pose));
		pose[1].rot = Turned(0.0f, 0.0f, (float)deg).rot; // about the armature's up
		lwRootDef def = lwDefaultRootDef();
		def.joint = 1;
		lwRootPose root = lwPose_TakeRoot(&rig.skeleton, &def, pose);
		assert_true(fabsf(root.yaw - (float)deg * LW_PI / 180.0f) < 1e-5f);
	}
}

// Scenario 24: 1.2 m per 0.7 s, 10.3 cycles: 12.36 m; forth and back is nothing.
static void TestCycles(void** state) {
	(void)state;
	lwRootPose keys[8];
	for (int i = 0; i < 8; ++i) {
		keys[i] = (lwRootPose){ { 0.0f, 0.0f, 1.2f * (float)i / 7.0f }, 0.0f };
	}
	lwRootPose at = lwRootPose_Sample(keys, 8, 0.7f, true, 0.7f * 10.3f);
	assert_true(fabsf(at.pos.z - 12.36f) < 1e-4f);
	at = lwRootPose_Sample(keys, 8, 0.7f, true, -0.7f * 10.3f);
	assert_true(fabsf(at.pos.z + 12.36f) < 1e-4f);
	at = lwRootPose_Sample(keys, 8, 0.7f, false, 7.0f);
	assert_true(fabsf(at.pos.z - 1.2f) < 1e-6f);
	lwRootPose there = lwRootPose_Sample(keys, 8, 0.7f, true, 1.4f), back = lwRootPose_Inverse(there);
	at = lwRootPose_Mul(there, back);
	assert_true(lwLength(at.pos) < 1e-6f && fabsf(at.yaw) < 1e-6f);
}

// A quarter turn on a circle of radius 1 in each cycle, from a start off the origin; after four it is back; steps add
// up.
static void TestCircle(void** state) {
	(void)state;
	enum { n = 33 };
	lwRootPose keys[n];
	for (int i = 0; i < n; ++i) {
		float a = 0.5f * LW_PI * (float)i / (float)(n - 1);
		lwRootPose start = { { 3.0f, 0.0f, -2.0f }, 0.4f }, turn = { { 1.0f - lwCos(a), 0.0f, lwSin(a) }, a };
		keys[i] = lwRootPose_Mul(start, turn);
	}
	for (int cycles = -8; cycles <= 8; cycles += 4) {
		lwRootPose at = lwRootPose_Sample(keys, n, 1.0f, true, (float)cycles);
		assert_true(lwDistance(at.pos, keys[0].pos) < 1e-5f && fabsf(lwWrapAngle(at.yaw - keys[0].yaw)) < 1e-5f);
	}
	lwRootPose sum = lwRootPose_Sample(keys, n, 1.0f, true, 0.0f), last = sum;
	for (int i = 1; i <= 77; ++i) {
		lwRootPose now = lwRootPose_Sample(keys, n, 1.0f, true, 0.1f * (float)i);
		assert_true(lwDistance(now.pos, last.pos) < 0.17f); // 0.157 along the arc, over the seams too
		sum = lwRootPose_Mul(sum, lwRootPose_Mul(lwRootPose_Inverse(last), now));
		last = now;
	}
	assert_true(lwDistance(sum.pos, last.pos) < 2e-5f);
}

static void TestFromModel(void** state) {
	(void)state;
	Random r = { KIT_SEED };
	static const int parents[] = { -1, 0, 1, 2, 1, 4, -1 };
	lwSkeleton skeleton = { .jointCount = 7, .parents = parents };
	for (int round = 0; round < 50; ++round) {
		lwTransform local[7], back[7];
		lwMat34 model[7], root = lwMat34FromTransform(Turned(20.0f, 30.0f, 40.0f));
		Random_Pose(&r, 7, NULL, 3.0f, local);
		lwSkeleton_ToModel(&skeleton, local, root, model);
		lwPose_FromModel(&skeleton, model, root, back);
		assert_true(PoseDistance(local, back, 7) < 1e-4);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(TestInvalid), cmocka_unit_test(TestTakeAndPutBack), cmocka_unit_test(TestYawOfHips),
		cmocka_unit_test(TestCycles),  cmocka_unit_test(TestCircle),         cmocka_unit_test(TestFromModel),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
