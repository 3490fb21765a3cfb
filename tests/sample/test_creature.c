// SPDX-License-Identifier: MIT
// Sample creatures: definitions, skeleton, skin, mesh.
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "legwork/export.h"
#include "legwork/sample.h"

static lwScene* Make(lwSampleCreatureDef def) {
	lwScene* scene = NULL;
	lwResult result = lwMakeSampleCreature(&def, &scene);
	if (result.status != lw_ok) {
		fail_msg("%s", result.message);
	}
	return scene;
}

static lwSampleCreatureDef DefOf(int kind) {
	lwSampleCreatureDef def = lwDefaultSampleCreatureDef();
	def.kind = (lwSampleCreatureKind)kind;
	def.detail = 0.6f;
	def.withClips = false;
	return def;
}

static void Test_InvalidDefs(void** state) {
	(void)state;
	lwSampleCreatureDef good = lwDefaultSampleCreatureDef();
	lwSampleCreatureDef bad[16];
	int count = 0;
	for (int i = 0; i < 16; i++) {
		bad[i] = good;
	}
	bad[count++].cookie = 0;
	bad[count++].kind = lw_sampleCreatureCount;
	bad[count++].kind = (lwSampleCreatureKind)-1;
	bad[count++].scale = 0.0f;
	bad[count++].scale = 21.0f;
	bad[count++].scale = NAN;
	bad[count++].detail = 0.1f;
	bad[count++].detail = 3.0f;
	bad[count++].detail = NAN;
	bad[count++].legPairs = 3; // a biped
	bad[count].kind = lw_sampleSpider;
	bad[count++].legPairs = 1;
	bad[count].kind = lw_sampleSpider;
	bad[count++].legPairs = 7;
	bad[count++].frameRate = 25;
	bad[count++].frameRate = 0;
	assert_true(count > 0);
	for (int i = 0; i < count; i++) {
		lwScene* scene = (lwScene*)&good;
		lwResult result = lwMakeSampleCreature(&bad[i], &scene);
		assert_int_equal(result.status, lw_errorArgument);
		assert_non_null(strstr(result.message, "creature: "));
		assert_null(scene);
		assert_int_equal(lwSampleCreature_ClipCount(&bad[i]), 0);
		lwSampleTruth truth;
		assert_int_equal(lwSampleCreature_Truth(&bad[i], 0, &truth).status, lw_errorArgument);
	}
	lwScene* scene = NULL;
	assert_int_equal(lwMakeSampleCreature(NULL, &scene).status, lw_errorArgument);
	lwSampleTruth truth;
	assert_int_equal(lwSampleCreature_Truth(&good, -1, &truth).status, lw_errorNotFound);
	assert_int_equal(lwSampleCreature_Truth(&good, lwSampleCreature_ClipCount(&good), &truth).status, lw_errorNotFound);
}

static void Test_Names(void** state) {
	(void)state;
	for (int i = 0; i < lw_sampleCreatureCount; i++) {
		assert_int_equal(lwSampleCreature_FromName(lwSampleCreature_Name(i)), i);
	}
	assert_null(lwSampleCreature_Name(-1));
	assert_null(lwSampleCreature_Name(lw_sampleCreatureCount));
	assert_int_equal(lwSampleCreature_FromName("unicorn"), -1);
	assert_int_equal(lwSampleCreature_FromName(NULL), -1);
}

// Node order, root at the origin, rest pose = bind pose, bones that are not degenerate.
static void CheckSkeleton(const lwScene* scene) {
	const lwSceneSkin* skin = &scene->skins[0];
	lwTransform local[256];
	lwMat34 world[256];
	assert_true(scene->nodeCount <= 256);
	assert_int_equal(skin->jointCount, scene->nodeCount - 1);
	lwScene_SampleClip(scene, -1, 0.0f, local);
	lwScene_ToWorld(scene, local, world);
	assert_string_equal(scene->nodes[1].name, "root");
	assert_true(lwLength(world[1].t) < 1e-7f);
	for (int n = 1; n < scene->nodeCount; n++) {
		assert_true(scene->nodes[n].parent < n);
		assert_int_equal(lwScene_FindNode(scene, scene->nodes[n].name), n); // names are unique
	}
	for (int j = 0; j < skin->jointCount; j++) {
		lwMat34 m = lwMat34Mul(world[skin->joints[j]], skin->inverseBind[j]);
		assert_true(lwLength(m.t) < 1e-5f * lwMaxF(1.0f, lwLength(world[skin->joints[j]].t)));
		assert_true(fabsf(m.x.x - 1.0f) < 1e-5f && fabsf(m.y.y - 1.0f) < 1e-5f && fabsf(m.z.z - 1.0f) < 1e-5f);
	}
}

static int CheckSkin(const lwScene* scene, const lwScenePrimitive* primitive) {
	int shared = 0;
	assert_int_equal(primitive->influences, 4);
	for (int v = 0; v < primitive->vertexCount; v++) {
		float sum = 0.0f;
		int used = 0;
		for (int k = 0; k < 4; k++) {
			float weight = primitive->weights[4 * v + k];
			assert_true(weight >= 0.0f && weight <= 1.0f);
			assert_true(primitive->joints[4 * v + k] < scene->skins[0].jointCount);
			sum += weight;
			used += weight > 0.01f;
		}
		assert_true(fabsf(sum - 1.0f) < 1e-5f);
		assert_true(fabsf(lwLength(primitive->normals[v]) - 1.0f) < 1e-4f);
		shared += used > 1;
	}
	return shared;
}

// Faces look where their normals look; a closed surface has no total area vector. Returns the triangle count.
static int CheckSurface(const lwScenePrimitive* primitive, bool closed) {
	lwVec3 total = lwV3(0.0f, 0.0f, 0.0f);
	float area = 0.0f, wrong = 0.0f;
	assert_int_equal(primitive->indexCount % 3, 0);
	for (int i = 0; i < primitive->indexCount; i += 3) {
		const uint32_t* t = &primitive->indices[i];
		for (int k = 0; k < 3; k++) {
			assert_true(t[k] < (uint32_t)primitive->vertexCount);
		}
		lwVec3 a = primitive->positions[t[0]], b = primitive->positions[t[1]], c = primitive->positions[t[2]];
		lwVec3 face = lwCross(lwSub(b, a), lwSub(c, a));
		lwVec3 normal = lwAdd(primitive->normals[t[0]], lwAdd(primitive->normals[t[1]], primitive->normals[t[2]]));
		total = lwAdd(total, face);
		area += lwLength(face);
		wrong += lwDot(face, normal) <= 0.0f ? lwLength(face) : 0.0f;
	}
	assert_true(area > 0.0f);
	if (wrong >= 0.005f * area) {
		print_message("  %.4f of the area looks the wrong way\n", (double)(wrong / area));
	}
	assert_true(wrong < 0.005f * area);
	assert_true(!closed || lwLength(total) < 1e-3f * area);
	return primitive->indexCount / 3;
}

static void CheckCreature(lwSampleCreatureDef def) {
	lwScene* scene = Make(def);
	print_message("%s seed %u legPairs %d scale %g\n", lwSampleCreature_Name((int)def.kind), def.seed, def.legPairs, (double)def.scale);
	assert_null(scene->json);
	assert_int_equal(scene->clipCount, 0);
	assert_int_equal(scene->nodes[0].mesh, 0);
	assert_int_equal(scene->nodes[0].skin, 0);
	assert_true(scene->meshes[0].primitiveCount >= 3);
	CheckSkeleton(scene);
	int vertices = 0, shared = 0, triangles = 0;
	float lowest = 1e9f;
	for (int p = 0; p < scene->meshes[0].primitiveCount; p++) {
		const lwScenePrimitive* primitive = &scene->meshes[0].primitives[p];
		shared += CheckSkin(scene, primitive);
		vertices += primitive->vertexCount;
		assert_int_equal(primitive->material, p);
		print_message("  %s: %d triangles\n", scene->materials[p].name, primitive->indexCount / 3);
		triangles += CheckSurface(primitive, !scene->materials[p].doubleSided);
		for (int v = 0; v < primitive->vertexCount; v++) {
			lowest = lwMinF(lowest, primitive->positions[v].y);
		}
	}
	print_message("  %d triangles, %d of %d vertices shared by joints, lowest %.4f\n", triangles, shared, vertices, (double)lowest);
	assert_true(triangles > 1000 && triangles < 60000);
	assert_true(shared > vertices / 3);
	assert_true(fabsf(lowest) < 0.01f * def.scale);
	lwDestroyScene(scene);
}

static void Test_AllBuild(void** state) {
	(void)state;
	for (int kind = 0; kind < lw_sampleCreatureCount; kind++) {
		CheckCreature(DefOf(kind));
		lwSampleCreatureDef varied = DefOf(kind);
		varied.seed = 17 + (uint32_t)kind;
		varied.scale = 2.5f;
		CheckCreature(varied);
	}
	for (int pairs = 2; pairs <= 6; pairs += 2) {
		lwSampleCreatureDef def = DefOf(lw_sampleSpider);
		def.legPairs = pairs;
		CheckCreature(def);
	}
}

static void Test_Scale(void** state) {
	(void)state;
	lwSampleCreatureDef def = DefOf(lw_sampleBiped);
	def.withClips = true;
	lwSampleTruth one, ten;
	assert_int_equal(lwSampleCreature_Truth(&def, 1, &one).status, lw_ok);
	def.scale = 10.0f;
	assert_int_equal(lwSampleCreature_Truth(&def, 1, &ten).status, lw_ok);
	assert_true(fabsf(ten.speed / one.speed - 10.0f) < 1e-3f);
	assert_true(fabsf(ten.legLength / one.legLength - 10.0f) < 1e-3f);
	assert_true(ten.period == one.period);
	assert_true(one.legLength > 0.8f && one.legLength < 1.1f);
}

static void Test_SameBytes(void** state) {
	(void)state;
	lwSampleCreatureDef def = DefOf(lw_sampleQuadruped);
	def.withClips = true;
	lwScene* a = Make(def);
	lwScene* b = Make(def);
	def.seed = 5;
	lwScene* c = Make(def);
	const lwScenePrimitive *pa = &a->meshes[0].primitives[0], *pb = &b->meshes[0].primitives[0], *pc = &c->meshes[0].primitives[0];
	assert_int_equal(pa->vertexCount, pb->vertexCount);
	assert_memory_equal(pa->positions, pb->positions, (size_t)pa->vertexCount * sizeof(lwVec3));
	assert_true(pa->vertexCount != pc->vertexCount || memcmp(pa->positions, pc->positions, (size_t)pa->vertexCount * sizeof(lwVec3)) != 0);
	assert_int_equal(a->clipCount, b->clipCount);
	const lwSceneChannel *ca = &a->clips[1].channels[0], *cb = &b->clips[1].channels[0];
	assert_memory_equal(ca->values, cb->values, (size_t)(ca->keyCount * ca->width) * sizeof(float));
	lwDestroyScene(a);
	lwDestroyScene(b);
	lwDestroyScene(c);
}

static void CheckSamePrimitive(const lwScenePrimitive* a, const lwScenePrimitive* b) {
	assert_int_equal(a->vertexCount, b->vertexCount);
	assert_int_equal(a->indexCount, b->indexCount);
	assert_int_equal(a->influences, b->influences);
	assert_memory_equal(a->positions, b->positions, (size_t)a->vertexCount * sizeof(lwVec3));
	assert_memory_equal(a->indices, b->indices, (size_t)a->indexCount * sizeof(uint32_t));
	for (int i = 0; i < a->influences * a->vertexCount; i++) {
		assert_true(fabsf(a->weights[i] - b->weights[i]) < 1e-5f);
	}
}

// Through a file and back: nothing is lost.
static void Test_WriteAndRead(void** state) {
	(void)state;
	char path[] = "sample_creature_XXXXXX";
	int handle = mkstemp(path);
	assert_true(handle >= 0);
	close(handle);
	for (int kind = 0; kind < lw_sampleCreatureCount; kind++) {
		lwSampleCreatureDef def = DefOf(kind);
		def.withClips = true;
		lwScene* made = Make(def);
		lwScene* read = NULL;
		lwGlbEdit edit = lwDefaultGlbEdit();
		lwResult result = lwWriteGlb(path, made, &edit, NULL);
		result = result.status == lw_ok ? lwReadScene(path, &read) : result;
		if (result.status != lw_ok) {
			remove(path);
			fail_msg("%s", result.message);
		}
		assert_int_equal(read->nodeCount, made->nodeCount);
		assert_int_equal(read->skins[0].jointCount, made->skins[0].jointCount);
		assert_int_equal(read->clipCount, made->clipCount);
		assert_int_equal(read->materialCount, made->materialCount);
		for (int p = 0; p < made->meshes[0].primitiveCount; p++) {
			CheckSamePrimitive(&made->meshes[0].primitives[p], &read->meshes[0].primitives[p]);
		}
		for (int c = 0; c < made->clipCount; c++) {
			assert_string_equal(made->clips[c].name, read->clips[c].name);
			assert_int_equal(made->clips[c].channelCount, read->clips[c].channelCount);
			assert_true(fabsf(made->clips[c].end - read->clips[c].end) < 1e-6f);
		}
		assert_string_equal(read->notes, ""); // the reader had nothing to repair
		lwDestroyScene(made);
		lwDestroyScene(read);
	}
	remove(path);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(Test_InvalidDefs),
		cmocka_unit_test(Test_Names),
		cmocka_unit_test(Test_AllBuild),
		cmocka_unit_test(Test_Scale),
		cmocka_unit_test(Test_SameBytes),
		cmocka_unit_test(Test_WriteAndRead),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
