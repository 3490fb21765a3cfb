// SPDX-License-Identifier: MIT
// Bad glTF: every case names its place, and none crashes.
#include "import/support.h"

#define ASSET "'asset':{'version':'2.0'}"
// A 32-byte buffer of zeros with one view over it.
#define BYTES32 "'buffers':[{'byteLength':32}],'bufferViews':[{'buffer':0,'byteLength':32}]"
#define CLIP(input, output) "'animations':[{'samplers':[{'input':" input ",'output':" output "}],'channels':[{'sampler':0,'target':{'node':0,'path':'translation'}}]}]"

typedef struct InvalidCase {
	const char* json;
	lwStatus status;
	const char* part;               // must be in the message
} InvalidCase;

static const InvalidCase cases[] = {
	{ "", lw_errorFormat, "JSON" },
	{ "[1,2]", lw_errorFormat, "not an object" },
	{ "{'asset':{}", lw_errorFormat, "JSON line" },
	{ "{" ASSET "," ASSET "}", lw_errorFormat, "duplicate" },
	{ "{}", lw_errorFormat, "asset" },
	{ "{'asset':{'version':'1.0'}}", lw_errorUnsupported, "1.0" },
	{ "{'asset':{'version':'2.0','minVersion':'2.1'}}", lw_errorUnsupported, "2.1" },
	{ "{" ASSET ",'extensionsRequired':['KHR_draco_mesh_compression']}", lw_errorUnsupported, "gltf-transform" },
	{ "{" ASSET ",'extensionsRequired':['EXT_meshopt_compression']}", lw_errorUnsupported, "EXT_meshopt_compression" },
	{ "{" ASSET ",'extensionsRequired':['ACME_twist']}", lw_errorUnsupported, "ACME_twist" },
	{ "{" ASSET ",'nodes':{}}", lw_errorFormat, "nodes: not an array" },
	{ "{" ASSET ",'nodes':[7]}", lw_errorFormat, "nodes[0]: not an object" },
	{ "{" ASSET ",'nodes':[{'children':[1]}]}", lw_errorFormat, "nodes[0]: children[0]" },
	{ "{" ASSET ",'nodes':[{'children':[-1]}]}", lw_errorFormat, "nodes[0]: children[0]" },
	{ "{" ASSET ",'nodes':[{'children':[0]}]}", lw_errorFormat, "own ancestor" },
	{ "{" ASSET ",'nodes':[{'children':[1]},{'children':[2]},{'children':[0]}]}", lw_errorFormat, "own ancestor" },
	{ "{" ASSET ",'nodes':[{},{'children':[0]},{'children':[0]}]}", lw_errorFormat, "already has the parent" },
	{ "{" ASSET ",'nodes':[{'mesh':0}]}", lw_errorFormat, "nodes[0]: mesh 0" },
	{ "{" ASSET ",'nodes':[{'skin':3}]}", lw_errorFormat, "nodes[0]: skin 3" },
	{ "{" ASSET ",'nodes':[{'mesh':'a'}]}", lw_errorFormat, "not a whole number" },
	{ "{" ASSET ",'nodes':[{'translation':[1,2]}]}", lw_errorFormat, "translation" },
	{ "{" ASSET ",'nodes':[{'translation':[1,2,1e300]}]}", lw_errorFormat, "translation[2]" },
	{ "{" ASSET ",'nodes':[{'matrix':[1,2,3]}]}", lw_errorFormat, "matrix" },
	{ "{" ASSET ",'skins':[{'joints':[]}]}", lw_errorFormat, "skins[0]: 0 joints" },
	{ "{" ASSET ",'nodes':[{}],'skins':[{'joints':[1]}]}", lw_errorFormat, "skins[0]: joints[0]" },
	{ "{" ASSET "," BYTES32 ",'nodes':[{}],'skins':[{'joints':[0],'inverseBindMatrices':0}],'accessors':[{'bufferView':0,'componentType':5126,'count':1,'type':'MAT4'}]}",
	  lw_errorFormat, "accessors[0]: needs 64 bytes" },
	{ "{" ASSET ",'buffers':[{'byteLength':33}]}", lw_errorFormat, "buffers[0]: byteLength is 33" },
	{ "{" ASSET ",'buffers':[{'byteLength':4,'uri':'data:;base64,AA!A'}]}", lw_errorFormat, "base64" },
	{ "{" ASSET ",'buffers':[{'byteLength':4,'uri':'data:,AAAA'}]}", lw_errorUnsupported, "not base64" },
	{ "{" ASSET ",'buffers':[{'byteLength':4,'uri':'a.bin'}]}", lw_errorNotFound, "a.bin" },
	{ "{" ASSET ",'buffers':[{'byteLength':4,'uri':'/etc/passwd'}]}", lw_errorUnsupported, "folder" },
	{ "{" ASSET ",'buffers':[{'byteLength':4,'uri':'../a.bin'}]}", lw_errorUnsupported, "folder" },
	{ "{" ASSET ",'buffers':[{'byteLength':4,'uri':'../b/c/a.bin'}]}", lw_errorUnsupported, "folder" },
	{ "{" ASSET ",'buffers':[{'byteLength':4,'uri':'b/%2e%2E/../a.bin'}]}", lw_errorUnsupported, "folder" },
	{ "{" ASSET ",'buffers':[{'byteLength':4,'uri':'..\\\\a.bin'}]}", lw_errorUnsupported, "folder" },
	{ "{" ASSET ",'buffers':[{'byteLength':4,'uri':'file:///a.bin'}]}", lw_errorUnsupported, "folder" },
	{ "{" ASSET ",'buffers':[{'byteLength':4,'uri':'C:/a.bin'}]}", lw_errorUnsupported, "folder" },
	{ "{" ASSET ",'buffers':[{'byteLength':4,'uri':'a%00.bin'}]}", lw_errorFormat, "percent" },
	{ "{" ASSET ",'buffers':[{'byteLength':4,'uri':'a%2'}]}", lw_errorFormat, "percent" },
	{ "{" ASSET "," BYTES32 ",'nodes':[{}],'accessors':[]," CLIP("0", "1") "}", lw_errorFormat, "input 0" },
	{ "{" ASSET "," BYTES32 ",'nodes':[{}],'accessors':[{'bufferView':1,'componentType':5126,'count':1,'type':'SCALAR'}]," CLIP("0", "0") "}",
	  lw_errorFormat, "accessors[0]: bufferView 1" },
	{ "{" ASSET "," BYTES32 ",'nodes':[{}],'accessors':[{'bufferView':0,'componentType':5126,'count':9,'type':'SCALAR'}]," CLIP("0", "0") "}",
	  lw_errorFormat, "accessors[0]: needs 36 bytes" },
	{ "{" ASSET "," BYTES32 ",'nodes':[{}],'accessors':[{'bufferView':0,'byteOffset':33,'componentType':5126,'count':0,'type':'SCALAR'}]," CLIP("0", "0") "}",
	  lw_errorFormat, "byteOffset 33" },
	{ "{" ASSET "," BYTES32 ",'nodes':[{}],'accessors':[{'bufferView':0,'byteOffset':18446744073709551615,'componentType':5126,'count':1,'type':'SCALAR'}]," CLIP("0", "0") "}",
	  lw_errorFormat, "JSON" },
	{ "{" ASSET "," BYTES32 ",'nodes':[{}],'accessors':[{'bufferView':0,'byteOffset':9223372036854775807,'componentType':5126,'count':1,'type':'SCALAR'}]," CLIP("0", "0") "}",
	  lw_errorFormat, "byteOffset" },
	{ "{" ASSET "," BYTES32 ",'nodes':[{}],'accessors':[{'bufferView':0,'componentType':5126,'count':1000000000000000,'type':'SCALAR'}]," CLIP("0", "0") "}",
	  lw_errorFormat, "count" },
	{ "{" ASSET ",'nodes':[{}],'accessors':[{'componentType':5126,'count':33000000,'type':'SCALAR'}]," CLIP("0", "0") "}", lw_errorLimit, "far more data" },
	{ "{" ASSET ",'nodes':[{}],'accessors':[{'componentType':5126,'count':4000000000,'type':'SCALAR'}]," CLIP("0", "0") "}", lw_errorLimit, "over the limit" },
	{ "{" ASSET ",'nodes':[{}],'accessors':[{'componentType':5126,'count':-1,'type':'SCALAR'}]," CLIP("0", "0") "}", lw_errorFormat, "count" },
	{ "{" ASSET ",'nodes':[{}],'accessors':[{'componentType':5124,'count':1,'type':'SCALAR'}]," CLIP("0", "0") "}", lw_errorFormat, "componentType 5124" },
	{ "{" ASSET ",'nodes':[{}],'accessors':[{'componentType':5126,'count':1,'type':'VEC9'}]," CLIP("0", "0") "}", lw_errorFormat, "VEC9" },
	{ "{" ASSET ",'nodes':[{}],'accessors':[{'componentType':5126,'count':0,'type':'SCALAR'}]," CLIP("0", "0") "}", lw_errorFormat, "no keys" },
	{ "{" ASSET ",'nodes':[{}],'accessors':[{'componentType':5126,'count':1,'type':'SCALAR'},{'componentType':5126,'count':2,'type':'VEC3'}]," CLIP("0", "1") "}",
	  lw_errorFormat, "animations[0].channels[0]: 1 keys need 1 values" },
	{ "{" ASSET ",'nodes':[{}],'animations':[{'samplers':[],'channels':[{'sampler':0,'target':{'node':0,'path':'scale'}}]}]}", lw_errorFormat, "sampler 0" },
	{ "{" ASSET ",'nodes':[{}],'animations':[{'samplers':[],'channels':[{'target':{'node':1,'path':'scale'}}]}]}", lw_errorFormat, "node 1" },
	{ "{" ASSET ",'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}]}", lw_errorFormat, "meshes[0].primitives[0]: POSITION 0" },
	{ "{" ASSET ",'meshes':[{'primitives':[{'mode':9,'attributes':{}}]}]}", lw_errorFormat, "mode 9" },
	{ "{" ASSET ",'accessors':[{'componentType':5126,'count':3,'type':'VEC3'},{'componentType':5126,'count':2,'type':'VEC3'}],"
	  "'meshes':[{'primitives':[{'attributes':{'POSITION':0,'NORMAL':1}}]}]}", lw_errorFormat, "NORMAL has 2" },
	{ "{" ASSET ",'accessors':[{'componentType':5126,'count':3,'type':'VEC3'},{'componentType':5123,'count':3,'type':'VEC4'}],"
	  "'meshes':[{'primitives':[{'attributes':{'POSITION':0,'JOINTS_0':1}}]}]}", lw_errorFormat, "must come together" },
};

// Every case comes with a binary chunk of 32 zero bytes.
static void InvalidTable(void** state) {
	(void)state;
	static const uint8_t zeros[32];
	size_t count = sizeof(cases) / sizeof(cases[0]);
	assert_true(count > 50);
	for (size_t i = 0; i < count; ++i) {
		lwScene* scene = (lwScene*)(uintptr_t)1;
		lwResult result = ReadMade(cases[i].json, zeros, sizeof(zeros), &scene);
		if (result.status != cases[i].status || strstr(result.message, cases[i].part) == NULL || strncmp(result.message, "made.glb: ", 10) != 0) {
			print_error("case %zu: %s\n  status %d, message '%s', expected %d with '%s'\n", i, cases[i].json, result.status, result.message,
				cases[i].status, cases[i].part);
			fail();
		}
		assert_null(scene);
	}
}

// Values in the binary chunk that are wrong: not finite, times that go back, indices out of range.
static void InvalidValues(void** state) {
	(void)state;
	lwScene* scene;
	const char* clip = "{" ASSET ",'nodes':[{}],'buffers':[{'byteLength':32}],'bufferViews':[{'buffer':0,'byteLength':8},{'buffer':0,'byteOffset':8,'byteLength':24}],"
		"'accessors':[{'bufferView':0,'componentType':5126,'count':2,'type':'SCALAR'},{'bufferView':1,'componentType':5126,'count':2,'type':'VEC3'}]," CLIP("0", "1") "}";
	float values[8] = { 0.0f, NAN, 0.0f };
	lwResult result = ReadMade(clip, values, sizeof(values), &scene);
	assert_int_equal(result.status, lw_errorFormat);
	assert_non_null(strstr(result.message, "accessors[0]: holds a value that is not finite"));
	values[1] = 1.0f;
	values[5] = INFINITY;
	result = ReadMade(clip, values, sizeof(values), &scene);
	assert_non_null(strstr(result.message, "accessors[1]: holds"));
	values[5] = 0.0f;
	values[1] = -1.0f;
	result = ReadMade(clip, values, sizeof(values), &scene);
	assert_non_null(strstr(result.message, "animations[0].channels[0]: the time of key 1"));
	values[1] = 1.0f;
	RequireOk(ReadMade(clip, values, sizeof(values), &scene));
	lwDestroyScene(scene);
}

// A triangle with one index and one joint that can be set wrong.
static void InvalidIndices(void** state) {
	(void)state;
	static const char* json = "{" ASSET ",'nodes':[{'mesh':0,'skin':0},{}],'skins':[{'joints':[1]}],'buffers':[{'byteLength':36}],"
		"'bufferViews':[{'buffer':0,'byteLength':12},{'buffer':0,'byteOffset':12,'byteLength':12},{'buffer':0,'byteOffset':24,'byteLength':12}],"
		"'accessors':[{'componentType':5126,'count':3,'type':'VEC3'},{'bufferView':0,'componentType':5125,'count':3,'type':'SCALAR'},"
		"{'bufferView':1,'componentType':5121,'count':3,'type':'VEC4'},{'bufferView':2,'componentType':5121,'normalized':true,'count':3,'type':'VEC4'}],"
		"'meshes':[{'primitives':[{'attributes':{'POSITION':0,'JOINTS_0':2,'WEIGHTS_0':3},'indices':1}]}]}";
	uint8_t bin[36] = { 0 };
	lwScene* scene;
	bin[24] = 255;
	bin[12] = 9;
	lwResult result = ReadMade(json, bin, sizeof(bin), &scene);
	assert_int_equal(result.status, lw_errorFormat);
	assert_non_null(strstr(result.message, "nodes[0]: meshes[0] uses joint 9 of skins[0], which has 1"));
	bin[12] = 0;
	bin[13] = 9; // weightless: may be anything
	RequireOk(ReadMade(json, bin, sizeof(bin), &scene));
	assert_int_equal(scene->meshes[0].primitives[0].joints[1], 0);
	AssertNear(scene->meshes[0].primitives[0].weights[0], 1.0f, 0.0f);
	lwDestroyScene(scene);
	bin[8] = 3;
	result = ReadMade(json, bin, sizeof(bin), &scene);
	assert_non_null(strstr(result.message, "meshes[0].primitives[0]: index 3, there are 3 vertices"));
}

static void InvalidContainers(void** state) {
	(void)state;
	size_t size;
	uint8_t* glb = MakeGlb("{" ASSET "}", NULL, 0, &size);
	lwScene* scene;
	for (size_t cut = 0; cut < size; ++cut) {
		assert_int_not_equal(lwReadGltfMemory(glb, cut, "made.glb", NULL, &scene).status, lw_ok);
		assert_null(scene);
	}
	RequireOk(lwReadGltfMemory(glb, size, "made.glb", NULL, &scene));
	lwDestroyScene(scene);
	PutU32At(glb + 12, 0xFFFFFFF0u);
	lwResult result = lwReadGltfMemory(glb, size, "made.glb", NULL, &scene);
	assert_int_equal(result.status, lw_errorFormat);
	assert_non_null(strstr(result.message, "chunk at byte 12"));
	PutU32At(glb + 4, 1);
	assert_int_equal(lwReadGltfMemory(glb, size, "made.glb", NULL, &scene).status, lw_errorUnsupported);
	free(glb);
}

static void InvalidFiles(void** state) {
	(void)state;
	lwScene* scene;
	char path[512];
	assert_int_equal(lwReadScene("/nowhere/at/all.glb", &scene).status, lw_errorNotFound);
	assert_int_equal(lwReadScene("/", &scene).status, lw_errorIo);
	TempPath("empty.glb", path, sizeof(path));
	SaveBytes(path, "", 0);
	assert_int_equal(lwReadScene(path, &scene).status, lw_errorFormat);
	SaveBytes(path, "hello", 5);
	assert_int_equal(lwReadScene(path, &scene).status, lw_errorFormat);
	unlink(path);
	TempPath("what.xyz", path, sizeof(path));
	SaveBytes(path, "hello", 5);
	lwResult result = lwReadScene(path, &scene);
	assert_int_equal(result.status, lw_errorUnsupported);
	assert_non_null(strstr(result.message, "'xyz'"));
	unlink(path);
	TempPath("old.fbx", path, sizeof(path));
	static const char old[] = "; FBX 6.1.0 project file\nFBXHeaderExtension:  {\n\tFBXHeaderVersion: 1003\n\tFBXVersion: 6100\n";
	SaveBytes(path, old, sizeof(old) - 1);
	result = lwReadScene(path, &scene);
	assert_int_equal(result.status, lw_errorUnsupported);
	assert_non_null(strstr(result.message, "FBX version 6.1"));
	assert_non_null(strstr(result.message, "glTF"));
	unlink(path);
}

// Keys beyond sense make assimp eat all memory; they are found before it sees them, in text and in binary.
static void InsaneFbxKeys(void** state) {
	(void)state;
	static const struct { const char* text; bool insane; } texts[] = {
		{ "*3 {\n\t\ta: 1.5,-2e3,9999999\n\t}", false }, { "*3 {\n\t\ta: 1.5,1e8,3\n\t}", true },  { "*1 { a: -2e22 }", true },
		{ "*1 { a: 1e999 }", true },                      { "*1 { a: 5 } Other: *1 { a: 1e30 }", false }, { "*1 { a: 7e9", true },
		{ "", false },                                    { "*1 { a: 5,", false },                    { "*2 {", false },
	};
	static const struct { float values[3]; uint32_t count, encoding; bool insane; } binaries[] = {
		{ { 1.0f, -180.0f, 1e7f }, 3, 0, false }, { { 1.0f, 1e22f, 0.0f }, 3, 0, true }, { { 0.0f, 0.0f, -1.1e7f }, 3, 0, true },
		{ { NAN, 0.0f, 0.0f }, 3, 0, true },      { { 0.0f, INFINITY, 0.0f }, 3, 0, true }, { { 0.0f, 1e22f, 0.0f }, 1, 0, false },
		{ { 0.0f, 1e22f, 0.0f }, 3, 1, false },   { { 0.0f, 0.0f, 0.0f }, 0xFFFFFFFFu, 0, false },
	};
	enum { textCount = sizeof(texts) / sizeof(texts[0]), count = textCount + sizeof(binaries) / sizeof(binaries[0]) };
	char path[256];
	TempPath("keys.fbx", path, sizeof(path));
	for (int i = 0; i < count; ++i) {
		char file[256] = "Kaydara FBX Binary  \0\x1a\0\xe8\x1c\0\0KeyValueFloatf";
		size_t size = 27 + 14;
		if (i < textCount) {
			size = (size_t)snprintf(file, sizeof(file), "; FBX 7.4.0\nFBXVersion: 7400\nKeyValueFloat: %s", texts[i].text);
		} else {
			uint32_t words[6] = { binaries[i - textCount].count, binaries[i - textCount].encoding, 12 };
			memcpy(words + 3, binaries[i - textCount].values, 12);
			memcpy(file + size, words, sizeof(words));
			size += sizeof(words);
		}
		SaveBytes(path, file, size);
		lwScene* scene = NULL;
		lwResult result = lwReadScene(path, &scene);
		bool insane = i < textCount ? texts[i].insane : binaries[i - textCount].insane;
		if ((strstr(result.message, "a key's value") != NULL) != insane) {
			fail_msg("row %d: %s", i, result.message);
		}
		assert_true(!insane || result.status == lw_errorFormat);
		lwDestroyScene(scene);
	}
	unlink(path);
}

static void InvalidBvh(void** state) {
	(void)state;
	static const struct { const char* text; const char* part; } table[] = {
		{ "MOTION", "keyword" },
		{ "HIERARCHY\nJOINT a\n{", "cannot stand here" },
		{ "HIERARCHY\nROOT a\n{ OFFSET 0 0\n}", "not a finite number" },
		{ "HIERARCHY\nROOT a\n{ OFFSET 0 0 1e99\n}", "not a finite number" },
		{ "HIERARCHY\nROOT a\n{ OFFSET 0 0 0 CHANNELS 1 Wrotation }", "channel name" },
		{ "HIERARCHY\nROOT a\n{ OFFSET 0 0 0 CHANNELS 99 }", "whole number in range" },
		{ "HIERARCHY\nROOT a\n{ OFFSET 0 0 0 CHANNELS 1 Xrotation }", "before MOTION" },
		{ "HIERARCHY\nROOT a\n{ OFFSET 0 0 0 } }", "cannot stand here" },
		{ "HIERARCHY\nROOT a\n{ OFFSET 0 0 0 CHANNELS 1 Xrotation }\nMOTION\nFrames: x", "whole number" },
		{ "HIERARCHY\nROOT a\n{ OFFSET 0 0 0 CHANNELS 1 Xrotation }\nMOTION\nFrames: 5\nFrame Time: 0.1\n", "not one whole frame" },
		{ "HIERARCHY\nROOT a\n{ OFFSET 0 0 0 CHANNELS 1 Xrotation }\nMOTION\nFrames: 5\nFrame Time: 0.1\nnan", "not a finite number" },
	};
	char path[512];
	TempPath("bad.bvh", path, sizeof(path));
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); ++i) {
		SaveBytes(path, table[i].text, strlen(table[i].text));
		lwScene* scene;
		lwResult result = lwReadScene(path, &scene);
		if (result.status != lw_errorFormat || strstr(result.message, table[i].part) == NULL || strstr(result.message, ": line ") == NULL) {
			print_error("case %zu: status %d '%s', expected '%s'\n", i, result.status, result.message, table[i].part);
			fail();
		}
		assert_null(scene);
	}
	unlink(path);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(InvalidTable),
		cmocka_unit_test(InvalidValues),
		cmocka_unit_test(InvalidIndices),
		cmocka_unit_test(InvalidContainers),
		cmocka_unit_test(InvalidFiles),
		cmocka_unit_test(InsaneFbxKeys),
		cmocka_unit_test(InvalidBvh),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
