// SPDX-License-Identifier: MIT
// Damaged files: cut off anywhere, bytes changed anywhere. The answer is an error or a scene, never a crash or a hang.
// LEGWORK_TEST_SLOW
#include "import/support.h"

#include <time.h>

#define SEED 0x1E9C0FFEu
#define ROUNDS 120
#define SECONDS_PER_FILE 3.0

static uint32_t s_random = SEED;

static uint32_t Random(void) {
	s_random ^= s_random << 13;
	s_random ^= s_random >> 17;
	s_random ^= s_random << 5;
	return s_random;
}

static double Now(void) {
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// Cut the data, or change one to eight bytes: half of them within the first part (headers, JSON), where they do most.
static size_t Damage(const uint8_t* source, size_t size, size_t part, uint8_t* out) {
	memcpy(out, source, size);
	if (Random() % 4 == 0) {
		return Random() % (size + 1);
	}
	uint32_t changes = 1 + Random() % 8;
	for (uint32_t i = 0; i < changes; ++i) {
		size_t at = Random() % (Random() % 2 == 0 ? part : size);
		switch (Random() % 3) {
		case 0: out[at] = (uint8_t)Random(); break;
		case 1: out[at] ^= (uint8_t)(1u << Random() % 8); break;
		default: out[at] = (uint8_t)('0' + Random() % 10); break;
		}
	}
	return size;
}

// Use what came out the way the analysis does.
static void Exercise(const lwScene* scene) {
	lwSceneSkeleton* skeleton = NULL;
	if (lwScene_MakeSkeleton(scene, &skeleton).status != lw_ok) {
		return;
	}
	for (int c = 0; c < scene->clipCount && c < 3; ++c) {
		lwClip* clip = NULL;
		float duration = lwClampF(scene->clips[c].end - scene->clips[c].start, 0.01f, 2.0f);
		(void)lwScene_MakeClip(scene, skeleton, c, scene->clips[c].start, duration, 30.0f, true, &clip);
		lwDestroyClip(clip);
	}
	lwDestroySceneSkeleton(skeleton);
}

typedef lwResult ReadFcn(const char* path, const uint8_t* data, size_t size, lwScene** outScene);

static lwResult ReadMemory(const char* path, const uint8_t* data, size_t size, lwScene** outScene) {
	return lwReadGltfMemory(data, size, path, NULL, outScene);
}

static lwResult ReadFile(const char* path, const uint8_t* data, size_t size, lwScene** outScene) {
	SaveBytes(path, data, size);
	lwResult result = lwReadScene(path, outScene);
	unlink(path);
	return result;
}

static size_t JsonPart(const uint8_t* data, size_t size) {
	if (size < 20 || memcmp(data, "glTF", 4) != 0) {
		return size < 4096 ? size : 4096;
	}
	size_t json = (size_t)data[12] | (size_t)data[13] << 8 | (size_t)data[14] << 16;
	return json + 28 < size ? json + 28 : size;
}

static void DamageFile(const char* file, const char* temporary, ReadFcn* read) {
	char path[1024], scratch[512];
	(void)snprintf(path, sizeof(path), "%s/%s", SHARED_DATA, file);
	TempPath(temporary, scratch, sizeof(scratch));
	size_t size;
	uint8_t* source = LoadBytes(path, &size);
	uint8_t* damaged = malloc(size + 1);
	assert_non_null(damaged);
	int rounds = 0, errors = 0;
	double start = Now();
	for (; rounds < ROUNDS && Now() - start < SECONDS_PER_FILE; ++rounds) {
		size_t length = Damage(source, size, JsonPart(source, size), damaged);
		uint8_t* exact = malloc(length > 0 ? length : 1); // so that a read past the end is seen
		assert_non_null(exact);
		memcpy(exact, damaged, length);
		lwScene* scene = NULL;
		lwResult result = read(scratch, exact, length, &scene);
		assert_true((result.status == lw_ok) == (scene != NULL));
		assert_true((result.status == lw_ok) == (result.message[0] == '\0'));
		if (scene != NULL) {
			Exercise(scene);
		}
		errors += result.status != lw_ok ? 1 : 0;
		lwDestroyScene(scene);
		free(exact);
	}
	print_message("%s: %d rounds, %d errors\n", file, rounds, errors);
	assert_true(rounds > 2);
	free(damaged);
	free(source);
}

static void DamagedGltf(void** state) {
	(void)state;
	if (!HaveSharedData()) {
		skip();
	}
	print_message("seed %#x\n", SEED);
	static const char* const files[] = { "fox_khronos.glb", "hexapod_synth.glb", "trex_quaternius.glb", "character_quaternius.glb",
		"robot_expressive.glb", "cesium_man.gltf", "spider_m2m.glb", "kaykit_medium/Med_MovementBasic.glb", "terrain/rock_4.glb" };
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); ++i) {
		DamageFile(files[i], "damaged.glb", ReadMemory);
	}
}

static void DamagedOthers(void** state) {
	(void)state;
	if (!HaveSharedData()) {
		skip();
	}
	DamageFile("human_cmu_02_01.bvh", "damaged.bvh", ReadFile);
	DamageFile("mocap/dataset-1_run_active_001.bvh", "damaged.bvh", ReadFile);
	DamageFile("terrain/rock_arch.obj", "damaged.obj", ReadFile);
	DamageFile("human_pab.fbx", "damaged.fbx", ReadFile);
	DamageFile("horse_quaternius.fbx", "damaged.fbx", ReadFile);
}

// A built-in file cut at every byte, and every byte of it changed in several ways: also without shared data.
static void DamagedMade(void** state) {
	(void)state;
	static const char* json = "{'asset':{'version':'2.0'},'nodes':[{'mesh':0,'skin':0},{'children':[2]},{'rotation':[0,0,0,1]}],"
		"'skins':[{'joints':[1,2],'inverseBindMatrices':4}],'buffers':[{'byteLength':192}],"
		"'bufferViews':[{'buffer':0,'byteLength':36},{'buffer':0,'byteOffset':36,'byteLength':12},{'buffer':0,'byteOffset':48,'byteLength':16},{'buffer':0,'byteOffset':64,'byteLength':128}],"
		"'accessors':[{'bufferView':0,'componentType':5126,'count':3,'type':'VEC3'},{'bufferView':1,'componentType':5121,'count':3,'type':'VEC4'},"
		"{'bufferView':2,'componentType':5126,'count':2,'type':'SCALAR'},{'bufferView':0,'componentType':5126,'count':2,'type':'VEC3'},{'bufferView':3,'componentType':5126,'count':2,'type':'MAT4'},"
		"{'bufferView':1,'componentType':5121,'normalized':true,'count':3,'type':'VEC4'}],"
		"'meshes':[{'primitives':[{'attributes':{'POSITION':0,'JOINTS_0':1,'WEIGHTS_0':5}}]}],"
		"'animations':[{'samplers':[{'input':2,'output':3}],'channels':[{'sampler':0,'target':{'node':2,'path':'translation'}}]}]}";
	uint8_t bin[192] = { 0 };
	const float times[2] = { 0.0f, 1.0f };
	memcpy(bin + 48, times, sizeof(times));
	for (int m = 0; m < 8; ++m) {
		const float one = 1.0f;
		memcpy(bin + 64 + m / 4 * 64 + m % 4 * 20, &one, sizeof(one));
	}
	bin[36] = 1;
	size_t size;
	uint8_t* glb = MakeGlb(json, bin, sizeof(bin), &size);
	lwScene* scene;
	RequireOk(lwReadGltfMemory(glb, size, "made.glb", NULL, &scene));
	lwDestroyScene(scene);
	int errors = 0;
	for (size_t at = 0; at < size; ++at) {
		static const uint8_t values[] = { 0x00, 0xFF, '9', '-', '"', ']', 0x80 };
		uint8_t before = glb[at];
		for (size_t v = 0; v < sizeof(values); ++v) {
			glb[at] = values[v];
			lwResult result = lwReadGltfMemory(glb, size, "made.glb", NULL, &scene);
			if (result.status == lw_ok) {
				Exercise(scene);
			}
			errors += result.status != lw_ok ? 1 : 0;
			lwDestroyScene(scene);
		}
		glb[at] = before;
		uint8_t* cut = malloc(at + 1);
		assert_non_null(cut);
		memcpy(cut, glb, at);
		assert_int_not_equal(lwReadGltfMemory(cut, at, "made.glb", NULL, &scene).status, lw_ok);
		free(cut);
	}
	assert_true(errors > 1000);
	free(glb);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(DamagedMade),
		cmocka_unit_test(DamagedGltf),
		cmocka_unit_test(DamagedOthers),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
