// SPDX-License-Identifier: MIT
// Bake: what is written (schedule, keys, names), what is kept (the source's JSON, the old file on failure), other sources.
#include "character/walker.h"
#include "legwork/bake.h"

#include <jansson.h>
#include <sys/stat.h>
#include <unistd.h>

#define DATA LEGWORK_SOURCE_DIR "/../shared/data"

static const KnownMiss s_known[] = {
	{ NULL, NULL, 0.0 },
};

static char s_folder[64];

static int MakeFolder(void** state) {
	(void)state;
	(void)snprintf(s_folder, sizeof(s_folder), "/tmp/legwork_bake_XXXXXX");
	return mkdtemp(s_folder) != NULL ? 0 : -1;
}

static int RemoveFolder(void** state) {
	char command[128];
	(void)snprintf(command, sizeof(command), "rm -rf '%s'", s_folder);
	(void)Creatures_Free(state);
	return system(command) == 0 ? 0 : -1;
}

static const char* InFolder(const char* name) {
	static char path[4][160];
	static int at;
	at = (at + 1) % 4;
	(void)snprintf(path[at], sizeof(path[at]), "%s/%s", s_folder, name);
	return path[at];
}

static lwBakeWalkDef BaseDef(const Creature* c, lwVec3* path) {
	lwBakeWalkDef def = lwDefaultBakeWalkDef();
	def.scene = c->scene;
	def.skeleton = c->skeleton;
	def.walk = c->walk;
	def.idle = c->idle;
	path[0] = lwV3(0.0f, 0.0f, 0.0f);
	path[1] = lwV3(0.0f, 0.0f, 4.0f * c->L);
	def.path = path;
	def.pathCount = 2;
	def.standAfter = 0.5f;
	return def;
}

static lwScene* Bake(const lwBakeWalkDef* def, const char* path, lwBakeStats* outStats) {
	lwResult result = lwBakeWalk(def, path, outStats);
	if (result.status != lw_ok) {
		fail_msg("%s", result.message);
	}
	lwScene* scene = NULL;
	result = lwReadScene(path, &scene);
	if (result.status != lw_ok) {
		fail_msg("%s", result.message);
	}
	return scene;
}

static json_t* ParseJson(const lwScene* scene) {
	assert_non_null(scene->json);
	json_error_t error;
	json_t* root = json_loadb(scene->json, scene->jsonSize, 0, &error);
	assert_non_null(root);
	return root;
}

static json_t* Schedule(json_t* root, const char* animation) {
	size_t i;
	json_t* entry;
	json_array_foreach(json_object_get(root, "animations"), i, entry) {
		const char* name = json_string_value(json_object_get(entry, "name"));
		if (name != NULL && strcmp(name, animation) == 0) {
			return json_object_get(json_object_get(entry, "extras"), "legwork");
		}
	}
	return NULL;
}

static double NumberAt(const json_t* object, const char* key) {
	const json_t* value = json_object_get(object, key);
	assert_true(json_is_number(value));
	return json_number_value(value);
}

// ---- Refusals --------------------------------------------------------------------------------------------------

static bool Quiet(const char* condition, const char* file, int line) {
	(void)condition;
	(void)file;
	(void)line;
	return false;
}

static bool StopAtOnce(void* user, float progress) {
	(void)progress;
	*(int*)user += 1;
	return false;
}

// Refused, with a message, and what was at the path stays as it was.
static void RefusesInvalidDefs(void** state) {
	(void)state;
	const Creature* c = Creature_Get(lw_sampleBiped);
	lwSetAssertFcn(Quiet);
	int stops = 0;
	static const char* const whats[] = {
		"no cookie", "no scene", "no skeleton", "no walk", "an idle as the walk", "fps 9", "fps 241", "fps NaN", "speed 0", "speed -1",
		"speed NaN", "speed infinite", "one point", "points that are one", "a point that is no number", "a path beyond all limits",
		"a walk of days", "stopped by the caller",
	};
	lwVec3 bad[2] = { { 0, 0, 0 }, { 0, 0, 0 } };
	const char* path = InFolder("kept.glb");
	FILE* file = fopen(path, "wb");
	assert_non_null(file);
	assert_true(fputs("precious", file) >= 0);
	assert_int_equal(fclose(file), 0);
	Bounds_Begin(s_known);
	for (int k = 0; k < (int)(sizeof(whats) / sizeof(whats[0])); ++k) {
		lwVec3 points[2];
		lwBakeWalkDef def = BaseDef(c, points);
		switch (k) {
		case 0: def.cookie = 0; break;
		case 1: def.scene = NULL; break;
		case 2: def.skeleton = NULL; break;
		case 3: def.walk = NULL; break;
		case 4: def.walk = c->idle; break;
		case 5: def.fps = 9.0f; break;
		case 6: def.fps = 241.0f; break;
		case 7: def.fps = NAN; break;
		case 8: case 9: case 10: case 11:
			def.speedUnit = lw_speedTimes;
			def.speed = k == 8 ? 0.0f : k == 9 ? -1.0f : k == 10 ? NAN : INFINITY;
			break;
		case 12: def.pathCount = 1; break;
		case 13: def.path = bad; break;
		case 14: points[1].x = NAN; break;
		case 15: points[1].z = 1e8f; break;
		case 16: points[1].z = 4000.0f; def.speedUnit = lw_speedTimes; def.speed = 0.02f; break;
		default: def.progress = StopAtOnce; def.user = &stops; break;
		}
		lwBakeStats stats;
		lwResult result = lwBakeWalk(&def, path, &stats);
		Holds(result.status != lw_ok && result.message[0] != '\0', "refuses %s", whats[k]);
		char text[16] = "";
		file = fopen(path, "rb");
		assert_non_null(file);
		assert_int_equal(fread(text, 1, 15, file), 8);
		assert_int_equal(fclose(file), 0);
		Holds(strcmp(text, "precious") == 0, "the old file after %s", whats[k]);
	}
	Holds(lwBakeWalk(NULL, path, NULL).status == lw_errorArgument, "refuses NULL");
	assert_int_equal(stops, 1);
	// The bounds of the speed: good themselves, however they round; refused just outside. Stopped before the walk.
	static const struct { float speed; bool good; } speeds[] = { { 0.01f, true }, { 0.0099f, false }, { 100.0f, true }, { 101.0f, false } };
	for (int k = 0; k < 4; ++k) {
		lwVec3 points[2];
		lwBakeWalkDef def = BaseDef(c, points);
		int stopped = 0;
		def.speedUnit = lw_speedTimes;
		def.speed = speeds[k].speed;
		def.progress = StopAtOnce;
		def.user = &stopped;
		lwResult result = lwBakeWalk(&def, path, NULL);
		Holds((stopped == 1) == speeds[k].good && result.status != lw_ok, "speed %g times", (double)speeds[k].speed);
	}
	Bounds_Done();
	lwSetAssertFcn(NULL);
}

static void BadPathsLeaveNothingBehind(void** state) {
	(void)state;
	const Creature* c = Creature_Get(lw_sampleBiped);
	lwVec3 points[2];
	lwBakeWalkDef def = BaseDef(c, points);
	def.fps = 10.0f;
	def.standAfter = 0.0f;
	assert_int_equal(lwBakeWalk(&def, InFolder("none/there.glb"), NULL).status, lw_errorIo);
	char folder[160];
	(void)snprintf(folder, sizeof(folder), "%s", InFolder("isfolder"));
	assert_int_equal(mkdir(folder, 0777), 0);
	assert_int_equal(lwBakeWalk(&def, folder, NULL).status, lw_errorIo);
	char command[200];
	(void)snprintf(command, sizeof(command), "test \"$(ls -A '%s')\" = \"$(printf 'isfolder\\nkept.glb')\"", s_folder);
	assert_int_equal(system(command), 0); // no temporary is left
}

// ---- What is written -------------------------------------------------------------------------------------------

static void ScheduleIsWhole(void** state) {
	(void)state;
	static const float rates[] = { 30.0f, 60.0f, 120.0f };
	const Creature* c = Creature_Get(lw_sampleQuadruped);
	double firstStrike[3] = { 0.0, 0.0, 0.0 };
	for (int r = 0; r < 3; ++r) {
		lwVec3 points[2];
		lwBakeWalkDef def = BaseDef(c, points);
		def.fps = rates[r];
		lwBakeStats stats;
		lwScene* scene = Bake(&def, InFolder("walk.glb"), &stats);
		assert_float_equal(stats.duration, (float)(stats.frames - 1) / rates[r], 1e-4f);
		assert_float_equal(stats.length, c->L, 1e-5f);
		assert_float_equal(stats.sampleSpeed, c->walk->gait.speed, 1e-6f);
		assert_float_equal(stats.speed, stats.sampleSpeed, 1e-6f);
		assert_true(stats.steps >= 8);
		assert_int_equal(stats.searching, 0);
		assert_string_equal(stats.animation, "legwork_walk");
		json_t* root = ParseJson(scene);
		json_t* s = Schedule(root, stats.animation);
		assert_non_null(s);
		assert_int_equal((int)NumberAt(s, "version"), 1);
		assert_string_equal(json_string_value(json_object_get(s, "sourceClip")), "Walk");
		assert_string_equal(json_string_value(json_object_get(s, "idleClip")), "Idle");
		assert_float_equal((float)NumberAt(s, "fps"), rates[r], 0.0f);
		assert_float_equal((float)NumberAt(s, "period"), c->walk->gait.period, 1e-6f);
		assert_float_equal((float)NumberAt(s, "length"), c->L, 1e-5f);
		int node = (int)NumberAt(s, "root");
		assert_true(node >= 0 && node < scene->nodeCount);
		json_t* phase = json_object_get(s, "phase");
		assert_int_equal(json_array_size(phase), stats.frames);
		assert_int_equal(json_array_size(json_object_get(s, "frame")), 7 * stats.frames);
		int standing = 0;
		for (size_t f = 0; f < json_array_size(phase); ++f) {
			double p = json_number_value(json_array_get(phase, f));
			assert_true(p == -1.0 || (p >= 0.0 && p < 1.0));
			standing += p == -1.0 ? 1 : 0;
		}
		assert_true(standing >= (int)(0.3f * rates[r]) && standing < stats.frames);
		json_t* legs = json_object_get(s, "legs");
		assert_int_equal(json_array_size(legs), c->walk->rig.legCount);
		int steps = 0;
		for (size_t l = 0; l < json_array_size(legs); ++l) {
			json_t* leg = json_array_get(legs, l);
			assert_string_equal(json_string_value(json_object_get(leg, "name")), c->walk->rig.legs[l].name);
			json_t* contact = json_object_get(leg, "contact");
			json_t* predicted = json_object_get(leg, "predicted");
			size_t n = json_array_size(contact);
			assert_true(n >= 3);
			assert_int_equal(json_array_size(json_object_get(leg, "footprints")), n);
			assert_int_equal(json_array_size(predicted), n);
			assert_true(json_is_null(json_array_get(predicted, 0)));
			double last = -1.0;
			for (size_t i = 0; i < n; ++i) {
				double from = json_number_value(json_array_get(json_array_get(contact, i), 0));
				double to = json_number_value(json_array_get(json_array_get(contact, i), 1));
				assert_true(from > last && to > from);
				assert_true(i == 0 ? from == 0.0 : json_is_array(json_array_get(predicted, i)));
				last = to;
			}
			assert_true(fabs(last - (double)stats.duration) < 1e-3); // stands in the end
			steps += (int)n - 1;
			firstStrike[r] = l == 0 ? json_number_value(json_array_get(json_array_get(contact, 1), 0)) : firstStrike[r];
		}
		assert_int_equal(steps, stats.steps);
		json_t* steady = json_object_get(s, "steady");
		assert_true(json_array_size(steady) >= 1);
		json_decref(root);
		// The keys: one a frame (constant tracks: two), at frame / fps, unit quaternions without flips.
		int clip = lwScene_FindClip(scene, stats.animation, NULL);
		assert_true(clip >= 0);
		assert_float_equal(scene->clips[clip].start, 0.0f, 0.0f);
		assert_float_equal(scene->clips[clip].end, stats.duration, 1e-4f);
		int full = 0;
		for (int k = 0; k < scene->clips[clip].channelCount; ++k) {
			const lwSceneChannel* ch = &scene->clips[clip].channels[k];
			assert_true(ch->keyCount == 2 || ch->keyCount == stats.frames);
			full += ch->keyCount == stats.frames ? 1 : 0;
			for (int i = 0; i < ch->keyCount && ch->keyCount > 2; ++i) {
				assert_float_equal(ch->times[i], (float)i / rates[r], 1e-4f);
			}
			for (int i = 0; i < ch->keyCount && ch->path == lw_pathRotation; ++i) {
				const float* q = ch->values + 4 * i;
				float n = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
				assert_true(fabsf(n - 1.0f) < 1e-4f);
				assert_true(i == 0 || q[0] * q[-4] + q[1] * q[-3] + q[2] * q[-2] + q[3] * q[-1] >= 0.0f);
			}
		}
		assert_true(full > c->walk->rig.legCount);
		lwDestroyScene(scene);
	}
	// Contacts lie between frames and do not depend on the rate by more than the start's frame.
	assert_true(fabs(firstStrike[0] - firstStrike[2]) < 1.0 / 30.0 + 1e-3);
}

static void NamesStayUnique(void** state) {
	(void)state;
	const Creature* c = Creature_Get(lw_sampleBiped);
	lwVec3 points[2];
	lwBakeWalkDef def = BaseDef(c, points);
	def.fps = 15.0f;
	lwBakeStats stats;
	lwScene* first = Bake(&def, InFolder("one.glb"), &stats);
	assert_string_equal(stats.animation, "legwork_walk");
	int clips = first->clipCount;
	assert_int_equal(clips, c->scene->clipCount + 1);
	def.scene = first; // once more onto the result
	lwScene* second = Bake(&def, InFolder("two.glb"), &stats);
	assert_string_equal(stats.animation, "legwork_walk_2");
	assert_int_equal(second->clipCount, clips + 1);
	json_t* root = ParseJson(second);
	assert_non_null(Schedule(root, "legwork_walk"));
	assert_non_null(Schedule(root, "legwork_walk_2"));
	json_decref(root);
	def.scene = second;
	def.name = "Walk"; // the source's own
	lwScene* third = Bake(&def, InFolder("three.glb"), &stats);
	assert_string_equal(stats.animation, "Walk_2");
	lwDestroyScene(third);
	lwDestroyScene(second);
	lwDestroyScene(first);
}

// Same input, same bytes.
static void BakesAreRepeatable(void** state) {
	(void)state;
	const Creature* c = Creature_Get(lw_sampleHexapod);
	lwVec3 points[2];
	lwBakeWalkDef def = BaseDef(c, points);
	def.fps = 30.0f;
	lwDestroyScene(Bake(&def, InFolder("a.glb"), NULL));
	lwDestroyScene(Bake(&def, InFolder("b.glb"), NULL));
	char command[400];
	(void)snprintf(command, sizeof(command), "cmp '%s' '%s'", InFolder("a.glb"), InFolder("b.glb"));
	assert_int_equal(system(command), 0);
}

// ---- What is kept ----------------------------------------------------------------------------------------------

// Every entry of the source's JSON is there as it was; arrays may only have grown at their end.
static void AssertKept(const json_t* was, const json_t* is, const char* key) {
	if (json_is_object(was)) {
		const char* name;
		json_t* value;
		assert_true(json_is_object(is));
		json_object_foreach((json_t*)(uintptr_t)was, name, value) {
			const json_t* there = json_object_get(is, name);
			if (there == NULL) {
				fail_msg("%s.%s is gone", key, name);
			}
			AssertKept(value, there, name);
		}
	} else if (json_is_array(was)) {
		assert_true(json_is_array(is) && json_array_size(is) >= json_array_size(was));
		for (size_t i = 0; i < json_array_size(was); ++i) {
			AssertKept(json_array_get(was, i), json_array_get(is, i), key);
		}
	} else if (!(strcmp(key, "byteLength") == 0) && json_equal(was, is) == 0) {
		fail_msg("'%s' has changed", key);
	}
}

typedef struct Source {
	lwScene* scene;
	lwSceneSkeleton* skeleton;
	lwRig rig;
	lwAnalysis* walk;
} Source;

static lwResult Source_Open(Source* s, const char* path, const char* clip) {
	memset(s, 0, sizeof(*s));
	lwResult result = lwReadScene(path, &s->scene);
	if (result.status == lw_ok) {
		result = lwScene_MakeSkeleton(s->scene, &s->skeleton);
	}
	if (result.status == lw_ok) {
		lwAutoRigDef rig = lwDefaultAutoRigDef();
		rig.scene = s->scene;
		rig.skeleton = s->skeleton;
		result = lwAutoRig(&rig, &s->rig, NULL);
	}
	if (result.status == lw_ok) {
		lwAnalyseDef def = lwDefaultAnalyseDef();
		def.scene = s->scene;
		def.skeleton = s->skeleton;
		def.rig = &s->rig;
		def.clip = clip != NULL ? lwScene_FindClip(s->scene, clip, NULL) : 0;
		result = lwAnalyseClip(&def, &s->walk);
	}
	return result;
}

static void Source_Close(Source* s) {
	lwDestroyAnalysis(s->walk);
	lwDestroySceneSkeleton(s->skeleton);
	lwDestroyScene(s->scene);
}

static bool HaveData(void) {
	if (access(DATA, R_OK) == 0) {
		return true;
	}
	print_message("SKIPPED: ../shared/data is absent\n");
	return false;
}

// The Khronos validator's word, where npm has fetched it (tests/validate does): nothing new to complain about.
static void Validate(const char* out, const char* source) {
	if (access(LEGWORK_SOURCE_DIR "/build/validate/node_modules/gltf-validator", R_OK) != 0) {
		print_message("SKIPPED: the glTF validator is not in build/validate\n");
		return;
	}
	char command[800];
	(void)snprintf(command, sizeof(command), "NODE_PATH='%s/build/validate/node_modules' node '%s/tests/validate/validate.mjs' '%s' %s%s%s >/dev/null",
				   LEGWORK_SOURCE_DIR, LEGWORK_SOURCE_DIR, out, source != NULL ? "'" : "", source != NULL ? source : "", source != NULL ? "'" : "");
	if (system(command) != 0) {
		fail_msg("the validator complains about %s", out);
	}
}

static void BuiltInBakesAreValid(void** state) {
	(void)state;
	const Creature* c = Creature_Get(lw_sampleSpider);
	lwVec3 points[2];
	lwBakeWalkDef def = BaseDef(c, points);
	lwSampleTerrainDef t = lwDefaultSampleTerrainDef();
	t.kind = lw_sampleHills;
	t.scale = c->L;
	lwScene* terrain = NULL;
	assert_int_equal(lwMakeSampleTerrain(&t, &terrain).status, lw_ok);
	def.terrain = terrain;
	def.withTerrain = true;
	lwBakeStats stats;
	lwScene* scene = Bake(&def, InFolder("spider.glb"), &stats);
	assert_int_equal(scene->meshCount, c->scene->meshCount + 1);
	assert_int_equal(stats.searching, 0);
	Validate(InFolder("spider.glb"), NULL);
	lwDestroyScene(scene);
	lwDestroyScene(terrain);
}

// A walk baked from shared files: glTF keeps its JSON, FBX and BVH become fresh GLBs; all carry schedule and steps.
static void SharedSources(void** state) {
	(void)state;
	static const struct {
		const char *file, *clip;
		int legs;
		bool gltf;
	} rows[] = {
		{ DATA "/fox_khronos.glb", "Walk", 4, true },
		{ DATA "/horse_quaternius.glb", "Walk", 4, true },
		{ DATA "/horse_quaternius.fbx", "Walk_AnimalArmature", 4, false },
		{ DATA "/cesium_man.gltf", NULL, 2, true },
		{ DATA "/mocap/dataset-1_walk_active_001.bvh", NULL, 2, false },
	};
	if (!HaveData()) {
		return;
	}
	int baked = 0;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
		if (access(rows[i].file, R_OK) != 0) {
			print_message("SKIPPED: %s is absent\n", rows[i].file + strlen(LEGWORK_SOURCE_DIR "/"));
			continue;
		}
		Source s;
		lwResult result = Source_Open(&s, rows[i].file, rows[i].clip);
		if (result.status != lw_ok) {
			fail_msg("%s", result.message);
		}
		assert_int_equal(s.rig.legCount, rows[i].legs);
		lwBakeWalkDef def = lwDefaultBakeWalkDef();
		def.scene = s.scene;
		def.skeleton = s.skeleton;
		def.walk = s.walk;
		def.fps = 30.0f;
		def.standAfter = 0.3f;
		lwVec3 path[2] = { { 0, 0, 0 }, { 0, 0, 4.0f * s.walk->rig.length } };
		def.path = path;
		def.pathCount = 2;
		lwBakeStats stats;
		const char* out = InFolder("shared.glb");
		lwScene* scene = Bake(&def, out, &stats);
		assert_true(stats.steps >= rows[i].legs);
		json_t* root = ParseJson(scene);
		json_t* schedule = Schedule(root, stats.animation);
		assert_non_null(schedule);
		if (rows[i].gltf) {
			json_t* was = ParseJson(s.scene);
			const char* key;
			json_t* value;
			json_object_foreach(was, key, value) {
				// what a GLB has to pull in or renumber: buffers and the images' places
				bool moved = strcmp(key, "buffers") == 0 || strcmp(key, "images") == 0 || strcmp(key, "bufferViews") == 0;
				if (!moved && strcmp(key, "scenes") != 0) {
					AssertKept(value, json_object_get(root, key), key);
				}
			}
			json_decref(was);
			// A root of its own only where the root joint cannot carry the motion.
			int node = (int)NumberAt(schedule, "root");
			assert_true(scene->nodeCount == s.scene->nodeCount ? node < s.scene->nodeCount : node == s.scene->nodeCount);
			for (int n = 0; n < s.scene->nodeCount; ++n) {
				assert_string_equal(scene->nodes[n].name, s.scene->nodes[n].name);
			}
			Validate(out, rows[i].file);
		} else {
			Validate(out, NULL);
		}
		json_decref(root);
		lwDestroyScene(scene);
		Source_Close(&s);
		baked += 1;
	}
	assert_true(baked > 0);
}

// A root node that is stored as a matrix may not be animated: the motion goes on a new node above it, and the creature still
// ends where the path does.
static void MatrixRootsGetARootAbove(void** state) {
	(void)state;
	const Creature* plain = Creature_Get(lw_sampleBiped);
	lwVec3 points[2];
	lwBakeWalkDef def = BaseDef(plain, points);
	def.fps = 15.0f;
	// Write the creature, give its root joint's node a matrix in the JSON, read it back.
	lwGlbEdit edit = lwDefaultGlbEdit();
	assert_int_equal(lwWriteGlb(InFolder("plain.glb"), plain->scene, &edit, NULL).status, lw_ok);
	lwScene* scene = NULL;
	assert_int_equal(lwReadScene(InFolder("plain.glb"), &scene).status, lw_ok);
	int rootNode = plain->skeleton->nodeOfJoint[plain->walk->rig.rootJoint];
	scene->nodes[rootNode].hasMatrix = true; // what the reader says of such a node
	def.scene = scene;
	lwBakeStats stats;
	lwScene* baked = Bake(&def, InFolder("matrix.glb"), &stats);
	assert_int_equal(baked->nodeCount, scene->nodeCount + 1);
	json_t* root = ParseJson(baked);
	json_t* schedule = Schedule(root, stats.animation);
	assert_int_equal((int)NumberAt(schedule, "root"), scene->nodeCount);
	assert_string_equal(baked->nodes[scene->nodeCount].name, "legwork_root");
	assert_int_equal(baked->nodes[rootNode].parent, scene->nodeCount);
	json_decref(root);
	int clip = lwScene_FindClip(baked, stats.animation, NULL);
	lwTransform* local = malloc((size_t)baked->nodeCount * sizeof(lwTransform));
	lwMat34* world = malloc((size_t)baked->nodeCount * sizeof(lwMat34));
	assert_true(local != NULL && world != NULL);
	lwScene_SampleClip(baked, clip, stats.duration, local);
	lwScene_ToWorld(baked, local, world);
	int pelvis = plain->skeleton->nodeOfJoint[plain->walk->rig.pelvis];
	assert_true(fabsf(world[pelvis].t.z - points[1].z) < 0.3f * plain->L);
	for (int k = 0; k < baked->clips[clip].channelCount; ++k) {
		assert_int_not_equal(baked->clips[clip].channels[k].node, rootNode);
	}
	free(local);
	free(world);
	lwDestroyScene(baked);
	lwDestroyScene(scene);
}

// The file's poses are the live character's: feet stand in the world where the schedule says they do.
static void FeetStandWhereTheScheduleSays(void** state) {
	(void)state;
	const Creature* c = Creature_Get(lw_sampleQuadruped);
	lwVec3 points[2];
	lwBakeWalkDef def = BaseDef(c, points);
	lwBakeStats stats;
	lwScene* scene = Bake(&def, InFolder("feet.glb"), &stats);
	json_t* root = ParseJson(scene);
	json_t* legs = json_object_get(Schedule(root, stats.animation), "legs");
	int clip = lwScene_FindClip(scene, stats.animation, NULL), seen = 0;
	lwTransform* local = malloc((size_t)scene->nodeCount * sizeof(lwTransform));
	lwMat34* world = malloc((size_t)scene->nodeCount * sizeof(lwMat34));
	assert_true(local != NULL && world != NULL);
	for (int l = 0; l < c->walk->rig.legCount; ++l) {
		const lwLeg* leg = &c->walk->rig.legs[l];
		json_t* contact = json_object_get(json_array_get(legs, (size_t)l), "contact");
		json_t* prints = json_object_get(json_array_get(legs, (size_t)l), "footprints");
		for (size_t i = 1; i + 1 < json_array_size(contact); ++i) {
			double from = json_number_value(json_array_get(json_array_get(contact, i), 0));
			double to = json_number_value(json_array_get(json_array_get(contact, i), 1));
			json_t* print = json_array_get(prints, i);
			lwVec3 at = lwV3((float)json_number_value(json_array_get(print, 0)), (float)json_number_value(json_array_get(print, 1)),
							 (float)json_number_value(json_array_get(print, 2)));
			float frame = floorf((float)(0.6 * from + 0.4 * to) * def.fps) / def.fps; // the foot is flat then
			lwScene_SampleClip(scene, clip, frame, local);
			lwScene_ToWorld(scene, local, world);
			lwVec3 heel = lwMat34Point(world[c->skeleton->nodeOfJoint[leg->heel.joint]], leg->heel.posLS);
			lwVec3 toe = lwMat34Point(world[c->skeleton->nodeOfJoint[leg->toe.joint]], leg->toe.posLS);
			lwVec3 middle = leg->singleContact ? heel : lwLerp3(heel, toe, 0.5f);
			assert_true(lwDistance(middle, at) < 0.02f * c->L);
			seen += 1;
		}
	}
	assert_true(seen >= 4);
	free(local);
	free(world);
	json_decref(root);
	lwDestroyScene(scene);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(RefusesInvalidDefs),
		cmocka_unit_test(BadPathsLeaveNothingBehind),
		cmocka_unit_test(ScheduleIsWhole),
		cmocka_unit_test(NamesStayUnique),
		cmocka_unit_test(BakesAreRepeatable),
		cmocka_unit_test(BuiltInBakesAreValid),
		cmocka_unit_test(SharedSources),
		cmocka_unit_test(MatrixRootsGetARootAbove),
		cmocka_unit_test(FeetStandWhereTheScheduleSays),
	};
	return cmocka_run_group_tests(tests, MakeFolder, RemoveFolder);
}
