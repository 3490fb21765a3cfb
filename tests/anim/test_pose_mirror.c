// SPDX-License-Identifier: MIT
// Mirrored poses: partners by name and by place, twice is once, images in model space; sample creatures and real rigs.
#include "anim/kit.h"
#include "anim/mirror_pairs.h"
#include "legwork/import.h"
#include "legwork/sample.h"

#define MAX_JOINTS 512

// Leg 1-2 and 3-4 under 0, by default symmetric across X.
static const int s_parents[] = { -1, 0, 1, 0, 3 };
static const char* const s_names[] = { "root", "L_hip", "L_foot", "R_hip", "R_foot" };

typedef struct Small {
	lwTransform bind[5];
	lwSkeleton skeleton;
} Small;

static Small MakeSmall(void) {
	Small s;
	for (int j = 0; j < 5; ++j) {
		s.bind[j] = lwTransformIdentity();
	}
	s.bind[0].pos = lwV3(0.1f, 1.0f, 0.0f);
	s.bind[1].pos = lwV3(0.3f, 0.0f, 0.0f);
	s.bind[2].pos = s.bind[4].pos = lwV3(0.0f, -0.9f, 0.1f);
	s.bind[3].pos = lwV3(-0.3f, 0.0f, 0.0f);
	s.skeleton = (lwSkeleton){ .jointCount = 5, .parents = s_parents, .names = s_names };
	return s;
}

static void TestInvalid(void** state) {
	(void)state;
	Small s = MakeSmall();
	s.skeleton.bind = s.skeleton.rest = s.bind;
	lwMirror* mirror = (lwMirror*)&s;
	lwMirrorDef def = lwDefaultMirrorDef();
	assert_int_equal(lwCreateMirror(&def, &mirror).status, lw_errorArgument);
	assert_null(mirror);
	def.skeleton = &s.skeleton;
	def.tolerance = NAN;
	assert_int_equal(lwCreateMirror(&def, &mirror).status, lw_errorArgument);
	def.tolerance = 0.05f;
	const int bad[][5] = {
		{ 0, 3, 4, 1, 5 }, { 0, 3, 4, 1, -2 }, { 0, 3, 4, 1, 1 },
		{ 0, 3, 2, 1, 4 }, { -1, 3, 4, 1, 2 }, { 1, 0, 4, 3, 2 },
	};
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); ++i) {
		def.pairs = bad[i];
		lwResult result = lwCreateMirror(&def, &mirror);
		assert_int_equal(result.status, lw_errorArgument);
		assert_non_null(strstr(result.message, "pairs: joint"));
		assert_null(mirror);
	}
	lwSetAssertFcn(CountAssert);
	s_asserts = 0;
	memset(&def, 0, sizeof(def));
	assert_int_equal(lwCreateMirror(&def, &mirror).status, lw_errorArgument);
	assert_int_equal(s_asserts, 1);
	lwSetAssertFcn(NULL);
}

static void TestNames(void** state) {
	(void)state;
	const struct {
		const char *a, *b;
		int match;
		bool left;
	} cases[] = {
		{ "LeftArm", "RightArm", 2, true },
		{ "mixamorig:RightFoot", "mixamorig:LeftFoot", 2, false },
		{ "arm_l", "arm_r", 2, true },
		{ "Arm.L.001", "Arm.R.001", 2, true },
		{ "L_arm", "R_arm", 2, true },
		{ "Bip01 L Thigh", "Bip01 R Thigh", 2, true },
		{ "UpperArmL", "UpperArmR", 2, true },
		{ "lArm", "rArm", 2, true },
		{ "LArm", "RArm", 2, true },
		{ "leg-R2", "leg-L2", 2, false },
		{ "LEFT_HAND", "RIGHT_HAND", 2, true },
		{ "b_LeftLeg01_015", "b_RightLeg01_019", 1, true },
		{ "L.left", "R.right", 2, true },
		{ "LeftArm", "LeftArm", 0, false },
		{ "LeftArm", "RightLeg", 0, false },
		{ "ball", "barr", 0, false },
		{ "collar", "corral", 0, false },
		{ "tail", "tair", 0, false },
		{ "Bone_1", "Bone_2", 0, false },
		{ "L", "R", 2, true },
		{ "", "", 0, false },
		{ "HandL", "HandLR", 0, false },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
		bool left = !cases[i].left, back = false;
		int match = lwMirror_NamesMatch(cases[i].a, cases[i].b, &left);
		if (match != cases[i].match || (match > 0 && left != cases[i].left)) {
			fail_msg("%s and %s: %d", cases[i].a, cases[i].b, match);
		}
		assert_int_equal(lwMirror_NamesMatch(cases[i].b, cases[i].a, &back), match);
		assert_true(match == 0 || back != left);
	}
}

// How far partners are from each other's images, share of the extent.
static double Skew(const lwMirror* mirror, const lwMat34* model, const lwMat34* image, int n, double size) {
	lwVec3 shift = lwSub(image[0].t, lwMirror_Vector(mirror, model[0].t)); // where the plane lies
	double skew = 0.0;
	for (int j = 0; j < n; ++j) {
		int k = lwMirror_Partner(mirror, j);
		if (k >= 0) {
			lwVec3 want = lwAdd(lwMirror_Vector(mirror, model[j].t), shift);
			skew = fmax(skew, (double)lwDistance(want, image[k].t) / size);
		}
	}
	return skew;
}

// Everything that must hold of any skeleton, for some random poses: the bind is its own image, twice is once, and in
// model space partners are where their images are, as far as the bind pose is symmetric.
static void CheckMirror(const lwSkeleton* skeleton, const lwMirror* mirror, const char* name) {
	static lwTransform pose[MAX_JOINTS], once[MAX_JOINTS], twice[MAX_JOINTS];
	static lwMat34 model[MAX_JOINTS], image[MAX_JOINTS];
	int n = skeleton->jointCount;
	assert_true(n <= MAX_JOINTS);
	lwSkeleton_ToModel(skeleton, skeleton->bind, lwMat34Identity(), model);
	double size = 0.0, skew = 0.0;
	for (int j = 0; j < n; ++j) {
		size = fmax(size, (double)lwDistance(model[j].t, model[0].t));
	}
	double bindSkew = Skew(mirror, model, model, n, size);
	lwPose_Mirror(mirror, skeleton->bind, once);
	assert_true(PoseDistance(once, skeleton->bind, n) < 2e-5 * fmax(1.0, size));
	Random r = { KIT_SEED };
	for (int round = 0; round < 10; ++round) {
		for (int j = 0; j < n; ++j) {
			pose[j] = skeleton->bind[j];
			pose[j].rot = lwQuatMul(pose[j].rot, Random_Turn(&r, 1.5f));
			pose[j].pos = lwMulAdd(pose[j].pos, Random_Vec(&r, 1.0f), 0.1f * lwLength(pose[j].pos));
		}
		lwPose_Mirror(mirror, pose, once);
		lwPose_Mirror(mirror, once, twice);
		assert_true(PoseDistance(twice, pose, n) < 2e-5 * fmax(1.0, size));
		lwSkeleton_ToModel(skeleton, pose, lwMat34Identity(), model);
		lwSkeleton_ToModel(skeleton, once, lwMat34Identity(), image);
		skew = fmax(skew, Skew(mirror, model, image, n, size));
	}
	if (name != NULL) {
		printf("%-26s skew of the bind pose %.5f, of poses %.5f\n", name, bindSkew, skew);
	}
	assert_true(skew < 2.0 * bindSkew + 1e-4);
}

// A foot out to the left, swung to the right side by hand.
static void TestByHand(void** state) {
	(void)state;
	Small s = MakeSmall();
	s.skeleton.bind = s.skeleton.rest = s.bind;
	lwMirrorDef def = lwDefaultMirrorDef();
	def.skeleton = &s.skeleton;
	lwMirror* mirror = NULL;
	assert_int_equal(lwCreateMirror(&def, &mirror).status, lw_ok);
	const int want[5] = { 0, 3, 4, 1, 2 };
	for (int j = 0; j < 5; ++j) {
		assert_int_equal(lwMirror_Partner(mirror, j), want[j]);
	}
	assert_int_equal(lwMirror_Partner(mirror, 5), -1);
	assert_true(lwDistance(lwMirror_NormalMS(mirror), lwV3(1.0f, 0.0f, 0.0f)) < 1e-6f);
	lwTransform pose[5], out[5];
	memcpy(pose, s.bind, sizeof(pose));
	pose[0].pos = lwV3(0.5f, 1.1f, 2.0f); // root 0.4 to the left of the plane at 0.1
	pose[0].rot = Turned(0.0f, 30.0f, 0.0f).rot;
	pose[1].rot = Turned(40.0f, 0.0f, 0.0f).rot; // left hip back
	lwPose_Mirror(mirror, pose, out);
	assert_true(lwDistance(out[0].pos, lwV3(-0.3f, 1.1f, 2.0f)) < 1e-6f);
	assert_true(AngleDeg(out[0].rot, Turned(0.0f, -30.0f, 0.0f).rot) < 1e-3);
	assert_true(AngleDeg(out[3].rot, Turned(40.0f, 0.0f, 0.0f).rot) < 1e-3);
	assert_true(AngleDeg(out[1].rot, lwQuatIdentity()) < 1e-3);
	CheckMirror(&s.skeleton, mirror, NULL);
	lwDestroyMirror(mirror);
	lwDestroyMirror(NULL);
}

// What is on one side only stays as it is, with all that hangs on it.
static void TestNoPartner(void** state) {
	(void)state;
	static const int parents[] = { -1, 0, 0, 1, 3 };
	static const char* const names[] = { "root", "hand.L", "hand.R", "sword", "tip" };
	lwTransform bind[5];
	for (int j = 0; j < 5; ++j) {
		bind[j] = lwTransformIdentity();
	}
	bind[1].pos.x = 1.0f, bind[2].pos.x = -1.0f, bind[3].pos.z = 0.3f, bind[4].pos.z = 1.0f;
	lwSkeleton skeleton = { .jointCount = 5, .parents = parents, .bind = bind, .rest = bind, .names = names };
	lwMirrorDef def = lwDefaultMirrorDef();
	def.skeleton = &skeleton;
	lwMirror* mirror = NULL;
	assert_int_equal(lwCreateMirror(&def, &mirror).status, lw_ok);
	assert_int_equal(lwMirror_Partner(mirror, 1), 2);
	assert_int_equal(lwMirror_Partner(mirror, 3), -1);
	assert_int_equal(lwMirror_Partner(mirror, 4), -1);
	lwTransform pose[5], out[5];
	memcpy(pose, bind, sizeof(pose));
	pose[3].rot = Turned(10.0f, 20.0f, 30.0f).rot;
	lwPose_Mirror(mirror, pose, out);
	assert_memory_equal(&out[3], &pose[3], sizeof(pose[3]));
	CheckMirror(&skeleton, mirror, NULL);
	lwDestroyMirror(mirror);
}

// Sides of joints by place: the sign of x in the bind pose.
static int SideOf(const lwMat34* model, int j, float size) {
	float x = model[j].t.x / size;
	return x > 1e-3f ? 1 : x < -1e-3f ? -1 : 0;
}

static void TestCreatures(void** state) {
	(void)state;
	for (int kind = 0; kind < lw_sampleCreatureCount; ++kind) {
		lwSampleCreatureDef creature = lwDefaultSampleCreatureDef();
		creature.kind = (lwSampleCreatureKind)kind;
		lwScene* scene = NULL;
		lwSceneSkeleton* skeleton = NULL;
		assert_int_equal(lwMakeSampleCreature(&creature, &scene).status, lw_ok);
		assert_int_equal(lwScene_MakeSkeleton(scene, &skeleton).status, lw_ok);
		int n = skeleton->skeleton.jointCount, byName[MAX_JOINTS], partnered = 0;
		static lwMat34 model[MAX_JOINTS];
		lwSkeleton_ToModel(&skeleton->skeleton, skeleton->skeleton.bind, lwMat34Identity(), model);
		for (int nameless = 0; nameless < 2; ++nameless) {
			const char* blank[MAX_JOINTS];
			for (int j = 0; j < n; ++j) {
				blank[j] = "joint";
			}
			lwSkeleton copy = skeleton->skeleton;
			copy.names = nameless ? blank : copy.names;
			lwMirrorDef def = lwDefaultMirrorDef();
			def.skeleton = &copy;
			lwMirror* mirror = NULL;
			assert_int_equal(lwCreateMirror(&def, &mirror).status, lw_ok);
			assert_true(lwDistance(lwMirror_NormalMS(mirror), lwV3(1.0f, 0.0f, 0.0f)) < 1e-6f);
			for (int j = 0; j < n; ++j) {
				int k = lwMirror_Partner(mirror, j);
				assert_in_range(k, 0, n - 1);
				assert_int_equal(SideOf(model, j, 1.0f), -SideOf(model, k, 1.0f));
				assert_true(nameless == 0 || k == byName[j]);
				byName[j] = k;
				partnered += k != j;
			}
			CheckMirror(&copy, mirror, NULL);
			lwDestroyMirror(mirror);
		}
		assert_true(partnered > 8);
		lwDestroySceneSkeleton(skeleton);
		lwDestroyScene(scene);
	}
}

// A symmetric walk, mirrored, is itself half a cycle on.
static void TestWalkHalfACycleOn(void** state) {
	(void)state;
	lwSampleCreatureDef creature = lwDefaultSampleCreatureDef();
	lwScene* scene = NULL;
	lwSceneSkeleton* skeleton = NULL;
	lwClip* walk = NULL;
	assert_int_equal(lwMakeSampleCreature(&creature, &scene).status, lw_ok);
	assert_int_equal(lwScene_MakeSkeleton(scene, &skeleton).status, lw_ok);
	int clip = lwScene_FindClip(scene, "Walk", NULL);
	float period = scene->clips[clip].end - scene->clips[clip].start;
	assert_int_equal(
		lwScene_MakeClip(scene, skeleton, clip, scene->clips[clip].start, period, 60.0f, true, &walk).status, lw_ok);
	lwMirrorDef def = lwDefaultMirrorDef();
	def.skeleton = &skeleton->skeleton;
	lwMirror* mirror = NULL;
	assert_int_equal(lwCreateMirror(&def, &mirror).status, lw_ok);
	static lwTransform pose[MAX_JOINTS], image[MAX_JOINTS];
	double worst = 0.0, moved = 0.0;
	for (int i = 0; i < 10; ++i) {
		float t = period * (float)i * 0.1f;
		lwClip_Sample(walk, t, pose);
		lwPose_Mirror(mirror, pose, image);
		moved = fmax(moved, PoseDistance(pose, image, walk->jointCount));
		lwClip_Sample(walk, t + 0.5f * period, pose);
		worst = fmax(worst, PoseDistance(pose, image, walk->jointCount));
	}
	printf("walk against its mirror image half a cycle on: %.5f, at once: %.3f\n", worst, moved);
	assert_true(moved > 0.3);
	assert_true(worst < 0.01);
	lwDestroyMirror(mirror);
	lwDestroyClip(walk);
	lwDestroySceneSkeleton(skeleton);
	lwDestroyScene(scene);
}

// Real rigs: how many joints must be paired across, and how far their bind poses are from symmetric.
static void TestRealRigs(void** state) {
	(void)state;
	static const struct {
		const char* file;
		int across; // joints with a partner on the other side
	} rigs[] = {
		{ "cesium_man.gltf", 14 },      { "character_quaternius.glb", 32 },
		{ "fox_khronos.glb", 14 },      { "horse_quaternius.glb", 48 },
		{ "horse_m2m.glb", 34 },        { "bird_m2m.glb", 40 },
		{ "spider_m2m.glb", 46 },       { "spider_quaternius.glb", 52 },
		{ "robot_expressive.glb", 66 }, { "hexapod_synth.glb", 24 },
		{ "trex_quaternius.glb", 22 },  { "human_cmu_02_01.bvh", 30 },
	};
	int seen = 0;
	for (size_t i = 0; i < sizeof(rigs) / sizeof(rigs[0]); ++i) {
		char path[1024];
		snprintf(path, sizeof(path), "%s/../shared/data/%s", LEGWORK_SOURCE_DIR, rigs[i].file);
		lwScene* scene = NULL;
		if (lwReadScene(path, &scene).status != lw_ok) {
			continue;
		}
		++seen;
		lwSceneSkeleton* skeleton = NULL;
		assert_int_equal(lwScene_MakeSkeleton(scene, &skeleton).status, lw_ok);
		lwMirrorDef def = lwDefaultMirrorDef();
		def.skeleton = &skeleton->skeleton;
		lwMirror* mirror = NULL;
		assert_int_equal(lwCreateMirror(&def, &mirror).status, lw_ok);
		int across = 0, none = 0;
		for (int j = 0; j < def.skeleton->jointCount; ++j) {
			int k = lwMirror_Partner(mirror, j);
			across += k >= 0 && k != j;
			none += k < 0;
		}
		lwVec3 n = lwMirror_NormalMS(mirror);
		printf("%-26s %3d joints, %3d across, %2d without a partner, plane %.2f %.2f %.2f\n", rigs[i].file,
			   def.skeleton->jointCount, across, none, (double)n.x, (double)n.y, (double)n.z);
		assert_int_equal(across, rigs[i].across);
		CheckMirror(def.skeleton, mirror, rigs[i].file);
		lwDestroyMirror(mirror);
		lwDestroySceneSkeleton(skeleton);
		lwDestroyScene(scene);
	}
	if (seen == 0) {
		printf("SKIPPED: ../shared/data is absent\n");
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(TestInvalid),   cmocka_unit_test(TestNames),     cmocka_unit_test(TestByHand),
		cmocka_unit_test(TestNoPartner), cmocka_unit_test(TestCreatures), cmocka_unit_test(TestWalkHalfACycleOn),
		cmocka_unit_test(TestRealRigs),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
