// SPDX-License-Identifier: MIT
// GLB out: a glTF source survives untouched, additions read back bit for bit, other sources are written fresh.
#include "import/support.h"

#include <jansson.h>
#include <sys/stat.h>

#define ASSET "'asset':{'version':'2.0'}"

// Two channels of three keys that share their times; node 0 turns, the inserted root (or node 0) moves.
typedef struct Addition {
	float times[3];
	float moves[9];
	float turns[12];
	lwSceneChannel channels[2];
	lwGlbAnimation animation;
} Addition;

static void FillAddition(Addition* addition, const lwScene* scene, int movedNode) {
	static const float times[3] = { 0.0f, 0.5f, 1.25f };
	static const float moves[9] = { 0, 0, 0, 0.1f, 0.2f, 0.3f, 1, 2, 3 };
	static const float turns[12] = { 0, 0, 0, 1, 0, 0.6f, 0, 0.8f, 0, 1, 0, 0 };
	memcpy(addition->times, times, sizeof(times));
	memcpy(addition->moves, moves, sizeof(moves));
	memcpy(addition->turns, turns, sizeof(turns));
	addition->channels[0] = (lwSceneChannel){ movedNode, lw_pathTranslation, lw_interpLinear, 3, 3, addition->times, addition->moves };
	addition->channels[1] = (lwSceneChannel){ 0, lw_pathRotation, lw_interpStep, 4, 3, addition->times, addition->turns };
	addition->animation = (lwGlbAnimation){ "walk on terrain", scene->nodes[0].hasMatrix ? 1 : 2, addition->channels, "{\"legwork\":{\"clip\":\"Walk\",\"x\":0.1}}" };
}

static json_t* ParseScene(const lwScene* scene) {
	json_t* root = json_loadb(scene->json, scene->jsonSize, JSON_ALLOW_NUL, NULL);
	assert_non_null(root);
	return root;
}

// The first entries of an array are those of the source.
static void AssertPrefix(const json_t* source, const json_t* out, const char* key, const char* file) {
	const json_t* before = json_object_get(source, key);
	const json_t* after = json_object_get(out, key);
	assert_true(json_array_size(after) >= json_array_size(before));
	for (size_t i = 0; i < json_array_size(before); ++i) {
		if (!json_equal(json_array_get(before, i), json_array_get(after, i))) {
			print_error("%s: %s[%zu] changed\n", file, key, i);
			fail();
		}
	}
}

// Every key of the source is there and deep-equal, but for what an edit may add or change.
static void AssertLossless(const lwScene* source, const lwScene* out, bool rootInserted, bool terrainAdded) {
	json_t* before = ParseScene(source);
	json_t* after = ParseScene(out);
	const char* key;
	json_t* value;
	int compared = 0;
	json_object_foreach(before, key, value) {
		if (strcmp(key, "buffers") == 0) {
			json_t* buffer = json_array_get(json_object_get(after, key), 0);
			json_object_set(buffer, "byteLength", json_object_get(json_array_get(value, 0), "byteLength"));
		}
		if (strcmp(key, "scenes") == 0 && (rootInserted || terrainAdded)) {
			continue;
		}
		bool grows = strcmp(key, "accessors") == 0 || strcmp(key, "bufferViews") == 0 || strcmp(key, "animations") == 0 ||
			strcmp(key, "nodes") == 0 || strcmp(key, "meshes") == 0 || strcmp(key, "materials") == 0;
		if (grows) {
			AssertPrefix(before, after, key, source->file);
		} else if (!json_equal(value, json_object_get(after, key))) {
			print_error("%s: '%s' changed\n", source->file, key);
			fail();
		}
		compared += 1;
	}
	assert_true(compared >= 4);
	size_t added = json_array_size(json_object_get(after, "nodes")) - json_array_size(json_object_get(before, "nodes"));
	assert_true(terrainAdded || added == (rootInserted ? 1u : 0u));
	size_t length = (size_t)json_integer_value(json_object_get(json_array_get(json_object_get(before, "buffers"), 0), "byteLength"));
	json_decref(before);
	json_decref(after);
	assert_true(out->binSize >= length);
	assert_memory_equal(source->bin, out->bin, length);
}

static lwScene* WriteAndRead(const lwScene* scene, const lwGlbEdit* edit, char** outNames) {
	char path[512];
	TempPath("out.glb", path, sizeof(path));
	RequireOk(lwWriteGlb(path, scene, edit, outNames));
	lwScene* out;
	RequireOk(lwReadScene(path, &out));
	assert_string_equal(out->format, "glb");
	unlink(path);
	return out;
}

static void AssertAddition(const lwScene* out, const Addition* addition) {
	const lwSceneClip* clip = out->clips + out->clipCount - 1;
	assert_int_equal(clip->channelCount, addition->animation.channelCount);
	for (int c = 0; c < clip->channelCount; ++c) {
		const lwSceneChannel* have = clip->channels + c;
		const lwSceneChannel* want = addition->channels + c;
		assert_int_equal(have->node, want->node);
		assert_int_equal(have->path, want->path);
		assert_int_equal(have->interpolation, want->interpolation);
		assert_int_equal(have->keyCount, 3);
		assert_memory_equal(have->times, want->times, sizeof(addition->times));
		assert_memory_equal(have->values, want->values, (size_t)want->width * 3 * sizeof(float));
	}
}

static const char* const glbFiles[] = { "horse_quaternius.glb", "trex_quaternius.glb", "triceratops_quaternius.glb", "spider_quaternius.glb",
	"character_quaternius.glb", "fox_khronos.glb", "robot_expressive.glb", "kaykit_medium/Med_MovementBasic.glb", "horse_m2m.glb", "spider_m2m.glb",
	"bird_m2m.glb", "hexapod_synth.glb", "terrain/house_stairs.glb", "terrain/heightfield_hills.glb" };

static void SharedFilesSurvive(void** state) {
	(void)state;
	if (!HaveSharedData()) {
		skip();
	}
	lwScene* terrain = ReadShared("terrain/dungeon_stairs.glb");
	size_t count = sizeof(glbFiles) / sizeof(glbFiles[0]);
	assert_int_equal(count, 14);
	for (size_t i = 0; i < count; ++i) {
		lwScene* scene = ReadShared(glbFiles[i]);
		Addition addition;
		lwGlbEdit edit = lwDefaultGlbEdit();
		edit.animationCount = 1;
		edit.animations = &addition.animation;
		FillAddition(&addition, scene, 1 % scene->nodeCount);
		lwScene* out = WriteAndRead(scene, &edit, NULL);
		AssertLossless(scene, out, false, false);
		assert_int_equal(out->clipCount, scene->clipCount + 1);
		AssertAddition(out, &addition);
		lwDestroyScene(out);
		FillAddition(&addition, scene, scene->nodeCount);
		edit.insertRoot = true;
		edit.terrain = terrain;
		out = WriteAndRead(scene, &edit, NULL);
		AssertLossless(scene, out, true, true);
		assert_string_equal(out->nodes[scene->nodeCount].name, "legwork_root");
		AssertAddition(out, &addition);
		lwDestroyScene(out);
		lwDestroyScene(scene);
	}
	lwDestroyScene(terrain);
}

// Existing clips sample to the same bits after a round trip.
static void ClipsKeepTheirBits(void** state) {
	(void)state;
	if (!HaveSharedData()) {
		skip();
	}
	lwScene* scene = ReadShared("robot_expressive.glb");
	lwGlbEdit edit = lwDefaultGlbEdit();
	lwScene* out = WriteAndRead(scene, &edit, NULL);
	assert_int_equal(out->clipCount, scene->clipCount);
	for (int c = 0; c < scene->clipCount; ++c) {
		assert_int_equal(out->clips[c].channelCount, scene->clips[c].channelCount);
		for (int k = 0; k < scene->clips[c].channelCount; ++k) {
			const lwSceneChannel* a = scene->clips[c].channels + k;
			const lwSceneChannel* b = out->clips[c].channels + k;
			assert_int_equal(a->keyCount, b->keyCount);
			assert_memory_equal(a->times, b->times, (size_t)a->keyCount * sizeof(float));
			assert_memory_equal(a->values, b->values, (size_t)a->keyCount * (size_t)a->width * sizeof(float));
		}
	}
	lwDestroyScene(out);
	lwDestroyScene(scene);
}

// A small document with numbers, unknown extensions, extras and escapes that must all come through.
static void OddDocumentSurvives(void** state) {
	(void)state;
	lwScene* scene;
	const float bytes[4] = { 1.0f, 2.0f, 3.0f, 4.0f };
	RequireOk(ReadMade("{'zeta':[0.1,1e-7,3,3.0,-0.30000000000000004,123456789012345678],'extensionsUsed':['ACME_odd']," ASSET ",'extensions':{'ACME_odd':{'a':[{},[],null,true]}},"
		"'nodes':[{'name':'\\u00e4\\n\\u0000/','extras':{'deep':{'k':1.25}}},{'children':[2]},{}],'scenes':[{'nodes':[0]},{'nodes':[0,1],'name':'main'}],'scene':1,"
		"'buffers':[{'byteLength':14,'name':'b','extras':7}],'bufferViews':[{'buffer':0,'byteLength':13,'name':'keep'}],'animations':[{'name':'walk'},{'name':'walk_2'}],"
		"'alpha':{}}", bytes, sizeof(bytes), &scene));
	Addition addition;
	FillAddition(&addition, scene, 3);
	addition.animation.name = "walk";
	lwGlbEdit edit = lwDefaultGlbEdit();
	lwGlbAnimation twice[2] = { addition.animation, addition.animation };
	edit.animationCount = 2;
	edit.animations = twice;
	edit.insertRoot = true;
	edit.insertRootName = "mover";
	char* names[2];
	lwScene* out = WriteAndRead(scene, &edit, names);
	assert_string_equal(names[0], "walk_3");
	assert_string_equal(names[1], "walk_4");
	free(names[0]);
	free(names[1]);
	AssertLossless(scene, out, true, false);
	AssertAddition(out, &addition);
	assert_int_equal(out->nodes[0].parent, 3);
	assert_int_equal(out->nodes[1].parent, 3);
	assert_int_equal(out->nodes[3].parent, -1);
	json_t* root = ParseScene(out);
	json_t* scenes = json_object_get(root, "scenes");
	json_t* expected = json_loads("[{\"nodes\":[3]},{\"nodes\":[3],\"name\":\"main\"}]", 0, NULL);
	assert_true(json_equal(scenes, expected));
	json_decref(expected);
	const char* firstKey;
	json_t* firstValue;
	json_object_foreach(root, firstKey, firstValue) {
		assert_string_equal(firstKey, "zeta"); // order is kept too
		break;
	}
	// Per animation: one time accessor for both channels, with bounds, and two value accessors.
	json_t* accessors = json_object_get(root, "accessors");
	assert_int_equal(json_array_size(accessors), 6);
	json_t* time = json_array_get(accessors, 0);
	AssertNear((float)json_number_value(json_array_get(json_object_get(time, "min"), 0)), 0.0f, 0.0f);
	AssertNear((float)json_number_value(json_array_get(json_object_get(time, "max"), 0)), 1.25f, 0.0f);
	json_t* extras = json_object_get(json_array_get(json_object_get(root, "animations"), 2), "extras");
	assert_string_equal(json_string_value(json_object_get(json_object_get(extras, "legwork"), "clip")), "Walk");
	json_decref(root);
	lwDestroyScene(out);
	lwDestroyScene(scene);
}

static void BadEdits(void** state) {
	(void)state;
	lwScene* scene;
	char path[512];
	TempPath("kept.glb", path, sizeof(path));
	SaveBytes(path, "precious", 8);
	RequireOk(ReadMade("{" ASSET ",'nodes':[{},{'matrix':[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]}]}", NULL, 0, &scene));
	for (int i = 0; i < 12; ++i) {
		Addition addition;
		FillAddition(&addition, scene, 0);
		lwGlbEdit edit = lwDefaultGlbEdit();
		edit.animationCount = 1;
		edit.animations = &addition.animation;
		lwSceneChannel* channel = addition.channels;
		switch (i) {
		case 0: channel->node = 2; break;                       // no root is inserted
		case 1: channel->node = -1; break;
		case 2: channel->node = 1; break;                       // has a matrix
		case 3: channel->width = 4; break;
		case 4: channel->keyCount = 0; break;
		case 5: addition.times[1] = 0.0f; break;
		case 6: addition.times[0] = -1.0f; break;
		case 7: addition.moves[4] = NAN; break;
		case 8: addition.channels[1] = addition.channels[0]; break; // the same target twice
		case 9: addition.animation.channelCount = 0; break;
		case 10: addition.animation.extrasJson = "{\"a\":"; break;
		case 11: addition.animation.extrasJson = "[1]"; break;
		default: break;
		}
		char* names[1] = { (char*)1 };
		lwResult result = lwWriteGlb(path, scene, &edit, names);
		if (result.status == lw_ok || result.message[0] == '\0') {
			print_error("case %d was written\n", i);
			fail();
		}
		assert_null(names[0]);
	}
	size_t size;
	uint8_t* kept = LoadBytes(path, &size);
	assert_int_equal(size, 8);
	assert_memory_equal(kept, "precious", 8);
	free(kept);
	unlink(path);
	lwDestroyScene(scene);
}

static bool AssertQuiet(const char* condition, const char* file, int line) {
	(void)condition;
	(void)file;
	(void)line;
	return false;
}

static void AtomicFiles(void** state) {
	(void)state;
	char path[512], inside[600];
	TempPath("atomic.bin", path, sizeof(path));
	RequireOk(lwWriteFileAtomic(path, "one", 3));
	RequireOk(lwWriteFileAtomic(path, "seven77", 7));
	size_t size;
	uint8_t* data = LoadBytes(path, &size);
	assert_int_equal(size, 7);
	assert_memory_equal(data, "seven77", 7);
	free(data);
	(void)snprintf(inside, sizeof(inside), "%s/below", path);
	assert_int_equal(lwWriteFileAtomic(inside, "x", 1).status, lw_errorIo);
	assert_int_equal(lwWriteFileAtomic("/nowhere/at/all.bin", "x", 1).status, lw_errorIo);
	unlink(path);
	RequireOk(lwWriteFileAtomic(path, NULL, 0));
	unlink(path);
	assert_int_equal(mkdir(path, 0777), 0);
	assert_int_equal(lwWriteFileAtomic(path, "x", 1).status, lw_errorIo); // a folder is in the way
	assert_int_equal(rmdir(path), 0);
	RequireOk(lwWriteFileAtomic("/dev/null", "x", 1));
	struct stat info;
	assert_int_equal(stat("/dev/null", &info), 0);
	assert_true(S_ISCHR(info.st_mode)); // not replaced by a file
	lwScene* scene;
	RequireOk(ReadMade("{" ASSET "}", NULL, 0, &scene));
	lwGlbEdit edit = { 0 };
	lwSetAssertFcn(AssertQuiet);
	assert_int_equal(lwWriteGlb(path, scene, &edit, NULL).status, lw_errorArgument); // not made by its default function
	lwSetAssertFcn(NULL);
	lwDestroyScene(scene);
}

// World position of a skinned vertex.
static lwVec3 SkinnedVertex(const lwScene* scene, const lwMat34* world, int node, int primitiveIndex, int vertex) {
	const lwSceneSkin* skin = scene->skins + scene->nodes[node].skin;
	const lwScenePrimitive* primitive = scene->meshes[scene->nodes[node].mesh].primitives + primitiveIndex;
	lwVec3 sum = { 0.0f, 0.0f, 0.0f };
	for (int i = 0; i < primitive->influences; ++i) {
		size_t at = (size_t)vertex * (size_t)primitive->influences + (size_t)i;
		int joint = primitive->joints[at];
		lwMat34 m = lwMat34Mul(world[skin->joints[joint]], skin->inverseBind[joint]);
		sum = lwMulAdd(sum, lwMat34Point(m, primitive->positions[vertex]), primitive->weights[at]);
	}
	return sum;
}

static int SkinnedNode(const lwScene* scene) {
	for (int n = 0; n < scene->nodeCount; ++n) {
		if (scene->nodes[n].skin >= 0) {
			return n;
		}
	}
	return -1;
}

// FBX in, GLB out: the same nodes, the same motion, the same skinned vertices, and one clip more.
static void FreshFromFbx(void** state) {
	(void)state;
	if (!HaveSharedData()) {
		skip();
	}
	lwScene* scene = ReadShared("horse_quaternius.fbx");
	Addition addition;
	FillAddition(&addition, scene, scene->nodeCount);
	lwGlbEdit edit = lwDefaultGlbEdit();
	edit.animationCount = 1;
	edit.animations = &addition.animation;
	edit.insertRoot = true;
	lwScene* out = WriteAndRead(scene, &edit, NULL);
	assert_int_equal(out->nodeCount, scene->nodeCount + 1);
	assert_int_equal(out->clipCount, scene->clipCount + 1);
	assert_int_equal(out->materialCount, scene->materialCount);
	AssertAddition(out, &addition);
	int node = SkinnedNode(scene), outNode = SkinnedNode(out);
	assert_int_equal(node, outNode);
	int compared = 0;
	for (int i = 0; i < 5; ++i) {
		float time = 0.2f * (float)i;
		lwMat34* a = WorldAt(scene, 2, time);
		lwMat34* b = WorldAt(out, 2, time);
		const lwSceneMesh* mesh = scene->meshes + scene->nodes[node].mesh;
		for (int p = 0; p < mesh->primitiveCount; ++p) {
			for (int v = 0; v < mesh->primitives[p].vertexCount; v += 37) {
				lwVec3 want = SkinnedVertex(scene, a, node, p, v);
				AssertNear(lwDistance(SkinnedVertex(out, b, outNode, p, v), want), 0.0f, 0.05f); // of 400
				compared += 1;
			}
		}
		free(a);
		free(b);
	}
	assert_true(compared > 200);
	lwDestroyScene(out);
	lwDestroyScene(scene);
}

static void FreshFromBvh(void** state) {
	(void)state;
	if (!HaveSharedData()) {
		skip();
	}
	lwScene* scene = ReadShared("human_cmu_02_01.bvh");
	lwGlbEdit edit = lwDefaultGlbEdit();
	lwScene* out = WriteAndRead(scene, &edit, NULL);
	assert_int_equal(out->nodeCount, 38);
	lwMat34* a = WorldAt(scene, 0, 1.5f);
	lwMat34* b = WorldAt(out, 0, 1.5f);
	for (int n = 0; n < scene->nodeCount; ++n) {
		assert_string_equal(scene->nodes[n].name, out->nodes[n].name);
		AssertNear(lwDistance(a[n].t, b[n].t), 0.0f, 1e-4f);
	}
	free(a);
	free(b);
	lwDestroyScene(out);
	lwDestroyScene(scene);
}

// A .gltf with its buffer and its image beside it becomes one file without URIs.
static void GltfBecomesOneFile(void** state) {
	(void)state;
	if (!HaveSharedData()) {
		skip();
	}
	static const char* const names[] = { "kaykit_medium/manny_med_mod.gltf", "cesium_man.gltf" };
	for (int i = 0; i < 2; ++i) {
		lwScene* scene = ReadShared(names[i]);
		lwGlbEdit edit = lwDefaultGlbEdit();
		lwScene* out = WriteAndRead(scene, &edit, NULL);
		json_t* root = ParseScene(out);
		assert_int_equal(json_array_size(json_object_get(root, "buffers")), 1);
		assert_null(json_object_get(json_array_get(json_object_get(root, "buffers"), 0), "uri"));
		const json_t* image = json_array_get(json_object_get(root, "images"), 0);
		assert_null(json_object_get(image, "uri"));
		assert_string_equal(json_string_value(json_object_get(image, "mimeType")), i == 0 ? "image/png" : "image/jpeg");
		json_decref(root);
		assert_int_equal(out->meshCount, scene->meshCount);
		for (int m = 0; m < scene->meshCount; ++m) {
			const lwScenePrimitive* a = scene->meshes[m].primitives;
			const lwScenePrimitive* b = out->meshes[m].primitives;
			assert_int_equal(a->vertexCount, b->vertexCount);
			assert_memory_equal(a->positions, b->positions, (size_t)a->vertexCount * sizeof(lwVec3));
		}
		lwDestroyScene(out);
		lwDestroyScene(scene);
	}
}

// Several buffers (one of them data, one a placeholder without bytes) end as one chunk and the placeholder behind it.
static void BuffersMerge(void** state) {
	(void)state;
	const float points[9] = { 1, 0, 0, 0, 2, 0, 0, 0, 3 };
	lwScene* scene;
	RequireOk(ReadMade("{" ASSET ",'nodes':[{'mesh':0}],'buffers':[{'byteLength':5},{'byteLength':7},"
		"{'byteLength':36,'uri':'data:application/octet-stream;base64,AACAPwAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAEBA'}],"
		"'bufferViews':[{'buffer':2,'byteLength':36},{'buffer':1,'byteLength':7,'extensions':{'X':{'buffer':2,'byteOffset':1}}}],"
		"'accessors':[{'bufferView':0,'componentType':5126,'count':3,'type':'VEC3'}],'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}]}",
		"abcde", 5, &scene));
	lwGlbEdit edit = lwDefaultGlbEdit();
	lwScene* out = WriteAndRead(scene, &edit, NULL);
	assert_memory_equal(out->meshes[0].primitives[0].positions, points, sizeof(points));
	json_t* root = ParseScene(out);
	json_t* buffers = json_object_get(root, "buffers");
	assert_int_equal(json_array_size(buffers), 2);
	assert_int_equal(json_integer_value(json_object_get(json_array_get(buffers, 0), "byteLength")), 8 + 36);
	assert_int_equal(json_integer_value(json_object_get(json_array_get(buffers, 1), "byteLength")), 7);
	json_t* view = json_array_get(json_object_get(root, "bufferViews"), 1);
	assert_int_equal(json_integer_value(json_object_get(view, "buffer")), 1);
	json_t* extension = json_object_get(json_object_get(view, "extensions"), "X");
	assert_int_equal(json_integer_value(json_object_get(extension, "buffer")), 0);
	assert_int_equal(json_integer_value(json_object_get(extension, "byteOffset")), 9);
	json_decref(root);
	lwDestroyScene(out);
	lwDestroyScene(scene);
}

// Terrain comes as static nodes outside the inserted root, scaled, with its node transforms in the vertices.
static void TerrainIsAdded(void** state) {
	(void)state;
	lwScene* terrain;
	lwScene* scene;
	RequireOk(ReadMade("{" ASSET ",'nodes':[{'name':'slab','mesh':0,'translation':[1,0,0],'scale':[-2,1,1]},{}],'buffers':[{'byteLength':36}],'bufferViews':[{'buffer':0,'byteLength':36}],"
		"'accessors':[{'bufferView':0,'componentType':5126,'count':3,'type':'VEC3'}],'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}]}",
		(const float[9]){ 1, 0, 0, 0, 2, 0, 0, 0, 3 }, 36, &terrain));
	RequireOk(ReadMade("{" ASSET ",'nodes':[{'name':'body'}]}", NULL, 0, &scene));
	lwGlbEdit edit = lwDefaultGlbEdit();
	edit.insertRoot = true;
	edit.terrain = terrain;
	edit.terrainScale = 10.0f;
	lwScene* out = WriteAndRead(scene, &edit, NULL);
	assert_int_equal(out->nodeCount, 3);
	assert_string_equal(out->nodes[2].name, "terrain_slab");
	assert_int_equal(out->nodes[2].parent, -1);
	assert_int_equal(out->nodes[0].parent, 1);
	const lwScenePrimitive* primitive = out->meshes[out->nodes[2].mesh].primitives;
	AssertVec(primitive->positions[0], -10.0f, 0.0f, 0.0f, 1e-5f);
	AssertVec(primitive->positions[2], 10.0f, 0.0f, 30.0f, 1e-5f);
	const uint32_t turned[3] = { 0, 2, 1 }; // the mirror turns the triangle round
	assert_memory_equal(primitive->indices, turned, sizeof(turned));
	lwDestroyScene(out);
	terrain->nodes[0].skin = 0; // the posed mesh of a creature is no ground
	out = WriteAndRead(scene, &edit, NULL);
	assert_int_equal(out->nodeCount, 2);
	assert_int_equal(out->meshCount + out->materialCount, 0);
	terrain->nodes[0].skin = -1;
	lwDestroyScene(out);
	lwDestroyScene(scene);
	lwDestroyScene(terrain);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(BadEdits),
		cmocka_unit_test(AtomicFiles),
		cmocka_unit_test(OddDocumentSurvives),
		cmocka_unit_test(BuffersMerge),
		cmocka_unit_test(TerrainIsAdded),
		cmocka_unit_test(SharedFilesSurvive),
		cmocka_unit_test(ClipsKeepTheirBits),
		cmocka_unit_test(GltfBecomesOneFile),
		cmocka_unit_test(FreshFromFbx),
		cmocka_unit_test(FreshFromBvh),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
