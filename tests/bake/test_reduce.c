// SPDX-License-Identifier: MIT
// Key reduction: bad input, a chain whose small errors add up, random trees, and a baked walk of the sample biped.
#include "legwork/reduce.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "legwork/autorig.h"
#include "legwork/bake.h"
#include "legwork/measure.h"
#include "legwork/sample.h"

#define MAX_NODES 24
#define MAX_KEYS 241

// A hierarchy and its motion, by hand.
typedef struct Kit {
	char name[1];
	lwSceneNode nodes[MAX_NODES];
	lwScene scene;
	lwSceneChannel channels[MAX_NODES * 3];
	float times[MAX_NODES * 3][MAX_KEYS];
	float values[MAX_NODES * 3][MAX_KEYS * 4];
	int count;
} Kit;

static void AddNode(Kit* kit, int parent, lwVec3 pos) {
	lwSceneNode* node = &kit->nodes[kit->scene.nodeCount++];
	memset(node, 0, sizeof(*node));
	node->name = kit->name;
	node->parent = parent;
	node->local = lwTransformIdentity();
	node->local.pos = pos;
	node->matrix = lwMat34FromTransform(node->local);
	node->mesh = node->skin = -1;
	kit->scene.nodes = kit->nodes;
	kit->scene.file = kit->name;
}

static lwSceneChannel* AddChannel(Kit* kit, int node, lwChannelPath path, int keys) {
	lwSceneChannel* c = &kit->channels[kit->count];
	*c = (lwSceneChannel){ node, path, lw_interpLinear, path == lw_pathRotation ? 4 : 3, keys, kit->times[kit->count], kit->values[kit->count] };
	kit->count += 1;
	for (int k = 0; k < keys; ++k) {
		c->times[k] = (float)k / 60.0f;
	}
	return c;
}

// A copy that has its own keys.
static Kit* Copy(const Kit* kit) {
	Kit* copy = malloc(sizeof(*copy));
	assert_non_null(copy);
	memcpy(copy, kit, sizeof(*copy));
	copy->scene.nodes = copy->nodes;
	for (int i = 0; i < copy->count; ++i) {
		copy->channels[i].times = copy->times[i];
		copy->channels[i].values = copy->values[i];
	}
	return copy;
}

// Worlds at a time, by the scene's own functions; a channel of node nodeCount stands above the roots.
static void Worlds(const Kit* kit, float time, lwMat34* outWorld) {
	lwTransform local[MAX_NODES + 1];
	for (int n = 0; n < kit->scene.nodeCount; ++n) {
		local[n] = kit->nodes[n].local;
	}
	local[kit->scene.nodeCount] = lwTransformIdentity();
	for (int i = 0; i < kit->count; ++i) {
		const lwSceneChannel* c = &kit->channels[i];
		lwTransform* t = &local[c->node];
		lwSceneChannel_Sample(c, time, c->path == lw_pathTranslation ? &t->pos.x : c->path == lw_pathRotation ? &t->rot.x : &t->scale.x);
	}
	lwScene_ToWorld(&kit->scene, local, outWorld);
	lwMat34 top = lwMat34FromTransform(local[kit->scene.nodeCount]);
	for (int n = 0; n < kit->scene.nodeCount; ++n) {
		outWorld[n] = lwMat34Mul(top, outWorld[n]);
	}
}

// Farthest that a node is astray, at all frames of 60 a second and between them.
static float MaxError(const Kit* a, const Kit* b, float end) {
	lwMat34 x[MAX_NODES], y[MAX_NODES];
	float worst = 0.0f;
	for (int f = 0; (float)f <= end * 120.0f + 0.5f; ++f) {
		Worlds(a, (float)f / 120.0f, x);
		Worlds(b, (float)f / 120.0f, y);
		for (int n = 0; n < a->scene.nodeCount; ++n) {
			float error = lwDistance(x[n].t, y[n].t);
			assert_true(error >= 0.0f);
			worst = fmaxf(worst, error);
		}
	}
	return worst;
}

static lwReduceStats Reduce(Kit* kit, float tolerance) {
	lwReduceDef def = lwDefaultReduceDef();
	def.scene = &kit->scene;
	def.tolerance = tolerance;
	lwReduceStats stats;
	lwResult result = lwReduceKeys(&def, kit->channels, kit->count, &stats);
	if (result.status != lw_ok) {
		fail_msg("%s", result.message);
	}
	return stats;
}

static bool QuietAssert(const char* condition, const char* file, int line) {
	(void)condition;
	(void)file;
	(void)line;
	return false;
}

static void RefusesInvalidInput(void** state) {
	(void)state;
	static Kit kit;
	AddNode(&kit, -1, lwV3(0, 0, 0));
	AddChannel(&kit, 0, lw_pathTranslation, 5);
	lwReduceDef good = lwDefaultReduceDef();
	good.scene = &kit.scene;
	good.tolerance = 0.1f;
	static const float bad[] = { 0.0f, -1.0f, NAN, INFINITY };
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); ++i) {
		lwReduceDef def = good;
		def.tolerance = bad[i];
		assert_int_equal(lwReduceKeys(&def, kit.channels, 1, NULL).status, lw_errorArgument);
	}
	lwReduceDef noScene = good;
	noScene.scene = NULL;
	assert_int_equal(lwReduceKeys(&noScene, kit.channels, 1, NULL).status, lw_errorArgument);
	assert_int_equal(lwReduceKeys(&good, NULL, 1, NULL).status, lw_errorArgument);
	assert_int_equal(lwReduceKeys(&good, kit.channels, -1, NULL).status, lw_errorArgument);
	assert_int_equal(lwReduceKeys(&good, NULL, 0, NULL).status, lw_ok);
	lwSceneChannel broken[6];
	for (int i = 0; i < 6; ++i) {
		broken[i] = kit.channels[0];
	}
	float still[5] = { 0, 1, 1, 2, 3 }, nan[5] = { 0, NAN, 1, 2, 3 };
	broken[0].node = 2;
	broken[1].node = -1;
	broken[2].width = 4;
	broken[3].keyCount = 0;
	broken[4].times = still;
	broken[5].times = nan;
	for (int i = 0; i < 6; ++i) {
		lwResult result = lwReduceKeys(&good, &broken[i], 1, NULL);
		assert_int_equal(result.status, lw_errorArgument);
		assert_non_null(strstr(result.message, "reduce: channel 0: "));
	}
	assert_int_equal(lwReduceKeys(&good, kit.channels, 1, NULL).status, lw_ok);
	lwSetAssertFcn(QuietAssert);
	lwReduceDef raw = { 0 };
	assert_int_equal(lwReduceKeys(&raw, kit.channels, 1, NULL).status, lw_errorArgument);
	assert_int_equal(lwReduceKeys(NULL, kit.channels, 1, NULL).status, lw_errorArgument);
	lwSetAssertFcn(NULL);
}

// Six bones of 0.5 and a tip; every joint turns by degrees(k) in its middle.
static void MakeChain(Kit* kit, float (*degrees)(int joint, int key), int keys) {
	AddNode(kit, -1, lwV3(0, 0, 0));
	for (int i = 0; i < 6; ++i) {
		AddNode(kit, i, lwV3(0, 0.5f, 0));
		lwSceneChannel* c = AddChannel(kit, i, lw_pathRotation, keys);
		for (int k = 0; k < keys; ++k) {
			lwQuat q = lwQuatAxisAngle(lwV3(0, 0, 1), degrees(i, k) * LW_PI / 180.0f);
			memcpy(c->values + 4 * k, &q, sizeof(q));
		}
	}
}

static float Nod(int joint, int key) {
	(void)joint;
	return key > 20 && key < 40 ? 0.1f : 0.0f;
}

static float Sway(int joint, int key) {
	return 10.0f * sinf(0.03f * (float)key * (1.0f + 0.13f * (float)joint) + (float)joint);
}

// A tenth of a degree a joint looks like nothing and is 18 mm at the tip.
static void ChainAddsUp(void** state) {
	(void)state;
	static Kit kit;
	MakeChain(&kit, Nod, 61);
	Kit* bare = Copy(&kit);
	for (int i = 0; i < bare->count; ++i) {
		lwSceneChannel* c = &bare->channels[i];
		memmove(c->values + 4, c->values + 240, 4 * sizeof(float));
		c->times[1] = c->times[60];
		c->keyCount = 2;
	}
	float missed = MaxError(&kit, bare, 1.0f);
	assert_true(missed > 0.018f && missed < 0.0185f);
	free(bare);
	Kit* less = Copy(&kit);
	lwReduceStats stats = Reduce(less, 0.001f);
	float error = MaxError(&kit, less, 1.0f);
	print_message("chain: without middle keys %.2f mm; reduced %d -> %d keys, %.3f mm (said %.3f)\n", (double)missed * 1e3, stats.keysBefore,
		stats.keysAfter, (double)error * 1e3, (double)stats.maxError * 1e3);
	assert_true(error <= 0.00101f && stats.maxError <= 0.001f);
	assert_true(stats.keysAfter <= 36); // five bends each are enough
	free(less);
}

static void ChainSways(void** state) {
	(void)state;
	static Kit kit;
	MakeChain(&kit, Sway, MAX_KEYS);
	static const float tolerances[] = { 0.0001f, 0.001f, 0.01f };
	int last = 6 * MAX_KEYS + 1;
	for (size_t i = 0; i < sizeof(tolerances) / sizeof(tolerances[0]); ++i) {
		Kit* less = Copy(&kit);
		lwReduceStats stats = Reduce(less, tolerances[i]);
		float error = MaxError(&kit, less, 4.0f);
		print_message("chain sways, %.1f mm: %d -> %d keys, %.3f mm\n", (double)tolerances[i] * 1e3, stats.keysBefore, stats.keysAfter, (double)error * 1e3);
		assert_true(error <= 1.02f * tolerances[i] && stats.maxError <= tolerances[i]);
		assert_true(stats.keysAfter < last);
		last = stats.keysAfter;
		free(less);
	}
	assert_true(last < 6 * MAX_KEYS / 8);
}

static uint32_t s_random;

static float Random(float lo, float hi) {
	s_random = s_random * 1664525u + 1013904223u;
	return lo + (hi - lo) * (float)(s_random >> 8) / 16777216.0f;
}

static void FillChannel(lwSceneChannel* c) {
	float a[4], speed = Random(0.5f, 9.0f);
	for (int i = 0; i < 4; ++i) {
		a[i] = Random(-1.0f, 1.0f);
	}
	for (int k = 0; k < c->keyCount; ++k) {
		float s = sinf(speed * c->times[k] + a[3]);
		lwVec3 v = lwV3(a[0] * s, a[1] * s, a[2] * s);
		lwQuat q = lwQuatExp(v);
		lwVec3 size = lwV3(1.0f + 0.2f * v.x, 1.0f + 0.2f * v.y, 1.0f + 0.2f * v.z);
		memcpy(c->values + c->width * k, c->path == lw_pathRotation ? &q.x : c->path == lw_pathScale ? &size.x : &v.x, (size_t)c->width * sizeof(float));
	}
}

// Parents come anywhere; the last channels are of a root above all, a constant one and one in steps.
static void MakeTree(Kit* kit) {
	memset(kit, 0, sizeof(*kit));
	for (int n = 0; n < MAX_NODES; ++n) {
		AddNode(kit, n + 1 + (int)Random(0, 3), lwV3(Random(-1, 1), Random(-1, 1), Random(-1, 1)));
		kit->nodes[n].parent = kit->nodes[n].parent >= MAX_NODES ? -1 : kit->nodes[n].parent;
	}
	for (int n = 0; n < MAX_NODES; n += 1 + (int)Random(0, 3)) {
		FillChannel(AddChannel(kit, n, (lwChannelPath)(int)Random(0, 2.999f), 40 + (int)Random(0, 80)));
	}
	FillChannel(AddChannel(kit, MAX_NODES, lw_pathTranslation, 100));
	lwSceneChannel* constant = AddChannel(kit, MAX_NODES, lw_pathRotation, 50);
	for (int k = 0; k < 50; ++k) {
		constant->values[4 * k + 3] = 1.0f;
	}
	lwSceneChannel* steps = AddChannel(kit, MAX_NODES, lw_pathScale, 30);
	for (int k = 0; k < 90; ++k) {
		steps->values[k] = 1.0f;
	}
	steps->interpolation = lw_interpStep;
}

static void CheckKeys(const lwSceneChannel* was, const lwSceneChannel* now) {
	size_t size = (size_t)was->width * sizeof(float);
	assert_true(now->keyCount >= 2 && now->keyCount <= was->keyCount);
	int at = 0;
	for (int k = 0; k < now->keyCount; ++k) {
		assert_true(k == 0 || now->times[k] > now->times[k - 1]);
		while (at < was->keyCount && was->times[at] != now->times[k]) {
			++at;
		}
		assert_true(at < was->keyCount);
		assert_memory_equal(now->values + was->width * k, was->values + was->width * at, size);
	}
	assert_true(now->times[0] == was->times[0] && at == was->keyCount - 1);
}

static void RandomTrees(void** state) {
	(void)state;
	static Kit kit;
	int before = 0, after = 0;
	for (uint32_t seed = 1; seed <= 12; ++seed) {
		s_random = seed;
		MakeTree(&kit);
		Kit* less = Copy(&kit);
		Kit* again = Copy(&kit);
		lwReduceStats stats = Reduce(less, 0.02f), same = Reduce(again, 0.02f);
		// Between old keys the straight ways of a chain differ a little from those of the whole.
		float error = MaxError(&kit, less, 2.0f);
		if (!(error <= 0.022f) || !(stats.maxError <= 0.02f)) {
			fail_msg("seed %u: error %g (said %g)", seed, (double)error, (double)stats.maxError);
		}
		assert_memory_equal(&stats, &same, sizeof(stats));
		for (int i = 0; i < kit.count; ++i) {
			CheckKeys(&kit.channels[i], &less->channels[i]);
			assert_int_equal(less->channels[i].keyCount, again->channels[i].keyCount);
			assert_memory_equal(less->times[i], again->times[i], (size_t)less->channels[i].keyCount * sizeof(float));
		}
		assert_int_equal(less->channels[kit.count - 2].keyCount, 2);
		assert_int_equal(less->channels[kit.count - 1].keyCount, 30);
		before += stats.keysBefore;
		after += stats.keysAfter;
		free(less);
		free(again);
	}
	print_message("random trees: %d -> %d keys\n", before, after);
	assert_true(after < before / 2);
}

// ---- The sample biped ----------------------------------------------------------------------------------------------

typedef struct Walk {
	lwScene* scene;
	lwScene* ground;
	lwSceneSkeleton* skeleton;
	lwAnalysis* analysis;
	lwRig rig;
} Walk;

static void Need(lwResult result) {
	if (result.status != lw_ok) {
		fail_msg("%s", result.message);
	}
}

static void Study(Walk* walk) {
	lwSampleCreatureDef creature = lwDefaultSampleCreatureDef();
	lwSampleTerrainDef terrain = lwDefaultSampleTerrainDef();
	Need(lwMakeSampleCreature(&creature, &walk->scene));
	Need(lwMakeSampleTerrain(&terrain, &walk->ground));
	Need(lwScene_MakeSkeleton(walk->scene, &walk->skeleton));
	lwAutoRigDef find = lwDefaultAutoRigDef();
	find.scene = walk->scene;
	find.skeleton = walk->skeleton;
	Need(lwAutoRig(&find, &walk->rig, NULL));
	lwAnalyseDef study = lwDefaultAnalyseDef();
	study.scene = walk->scene;
	study.skeleton = walk->skeleton;
	study.rig = &walk->rig;
	study.clip = lwScene_FindClip(walk->scene, "Walk", NULL);
	Need(lwAnalyseClip(&study, &walk->analysis));
}

static lwScene* Bake(const Walk* walk, float tolerance, double* outSeconds) {
	char path[64];
	(void)snprintf(path, sizeof(path), "test_reduce_%d.glb", (int)(tolerance * 1e6f));
	lwBakeWalkDef bake = lwDefaultBakeWalkDef();
	bake.scene = walk->scene;
	bake.skeleton = walk->skeleton;
	bake.walk = walk->analysis;
	bake.terrain = walk->ground;
	bake.keyTolerance = tolerance;
	clock_t start = clock();
	Need(lwBakeWalk(&bake, path, NULL));
	*outSeconds = (double)(clock() - start) / CLOCKS_PER_SEC;
	lwScene* baked = NULL;
	Need(lwReadScene(path, &baked));
	remove(path);
	return baked;
}

static int CountKeys(const lwScene* scene, int clip) {
	int count = 0;
	for (int c = 0; c < scene->clips[clip].channelCount; ++c) {
		count += scene->clips[clip].channels[c].keyCount;
	}
	return count;
}

// Farthest that a node or one of the first skin's vertices is astray, at every frame.
static void CompareBakes(const lwScene* a, const lwScene* b, int clip, float* outNode, float* outVertex) {
	int n = a->nodeCount;
	assert_int_equal(n, b->nodeCount);
	lwTransform* local = malloc((size_t)n * sizeof(*local));
	lwMat34* world[2] = { malloc((size_t)n * sizeof(lwMat34)), malloc((size_t)n * sizeof(lwMat34)) };
	const lwScenePrimitive* p = &a->meshes[0].primitives[0];
	const lwSceneSkin* skin = &a->skins[0];
	*outNode = *outVertex = 0.0f;
	for (int f = 0; (float)f / 60.0f <= a->clips[clip].end; ++f) {
		for (int i = 0; i < 2; ++i) {
			const lwScene* scene = i == 0 ? a : b;
			lwScene_SampleClip(scene, clip, (float)f / 60.0f, local);
			lwScene_ToWorld(scene, local, world[i]);
		}
		for (int i = 0; i < n; ++i) {
			*outNode = fmaxf(*outNode, lwDistance(world[0][i].t, world[1][i].t));
		}
		for (int v = 0; v < p->vertexCount; v += 7) {
			lwVec3 astray = lwV3(0, 0, 0);
			for (int i = v * p->influences; i < (v + 1) * p->influences; ++i) {
				int joint = skin->joints[p->joints[i]];
				lwVec3 pos = lwMat34Point(skin->inverseBind[p->joints[i]], p->positions[v]);
				lwVec3 d = lwSub(lwMat34Point(world[0][joint], pos), lwMat34Point(world[1][joint], pos));
				astray = lwMulAdd(astray, d, p->weights[i]);
			}
			*outVertex = fmaxf(*outVertex, lwLength(astray));
		}
	}
	free(local);
	free(world[0]);
	free(world[1]);
}

static void BakedBiped(void** state) {
	(void)state;
	static Walk walk;
	Study(&walk);
	float L = walk.rig.length;
	double seconds = 0.0;
	lwScene* whole = Bake(&walk, 0.0f, &seconds);
	int clip = lwScene_FindClip(whole, "legwork_walk", NULL), all = CountKeys(whole, clip), last = all;
	print_message("biped: all keys %d, %.2f s\n", all, seconds);
	static const float tolerances[] = { 0.0002f, 0.001f, 0.005f };
	for (size_t i = 0; i < sizeof(tolerances) / sizeof(tolerances[0]); ++i) {
		float tolerance = tolerances[i] * L, node, vertex;
		lwScene* baked = Bake(&walk, tolerance, &seconds);
		int keys = CountKeys(baked, clip);
		CompareBakes(whole, baked, clip, &node, &vertex);
		lwMeasureDef measure = lwDefaultMeasureDef();
		measure.baked = baked;
		measure.source = walk.scene;
		lwMeasureReport* report = NULL;
		Need(lwMeasure(&measure, &report));
		char misses[512] = "";
		(void)lwMeasures_MeetBars(&report->result, false, misses, (int)sizeof(misses));
		print_message("biped, %.2f%%L: %d keys (%.1f %%), joints %.3f%%L, vertices %.3f%%L, skate %.3f / %.3f%%L, pop %.2f, %.2f s %s\n",
			(double)tolerances[i] * 100.0, keys, 100.0 * keys / all, (double)(node / L) * 100.0, (double)(vertex / L) * 100.0,
			(double)report->result.skateMean, (double)report->result.skateMax, (double)report->result.pop, seconds, misses);
		assert_true(node <= tolerance && vertex <= 1.02f * tolerance);
		assert_true(keys < last);
		last = keys;
		if (i == 0) {
			// All bars but that of bone length: the hips' own bob is a bone that changes, and it has fewer keys now.
			report->result.boneLength = 0.0f;
			assert_true(lwMeasures_MeetBars(&report->result, false, misses, (int)sizeof(misses)));
			assert_true(report->result.skateMax < 1.0f);
		}
		lwDestroyMeasureReport(report);
		lwDestroyScene(baked);
	}
	assert_true(last < all / 4);
	lwDestroyScene(whole);
	lwDestroyAnalysis(walk.analysis);
	lwDestroySceneSkeleton(walk.skeleton);
	lwDestroyScene(walk.ground);
	lwDestroyScene(walk.scene);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(RefusesInvalidInput),
		cmocka_unit_test(ChainAddsUp),
		cmocka_unit_test(ChainSways),
		cmocka_unit_test(RandomTrees),
		cmocka_unit_test(BakedBiped),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
