// SPDX-License-Identifier: MIT
// Field cases 18 to 22 and 24 on files made in memory: what is read, how it is sampled.
#include "import/support.h"

#define ASSET "'asset':{'version':'2.0'}"

// Sampler with n keys: times at byte 0, values behind them.
static lwScene* ReadClipOf(const char* path, const char* type, const char* interpolation, int keys, int values, const float* data, size_t floats) {
	char json[2048];
	(void)snprintf(json, sizeof(json),
		"{" ASSET ",'nodes':[{}],'buffers':[{'byteLength':%zu}],'bufferViews':[{'buffer':0,'byteLength':%d},{'buffer':0,'byteOffset':%d,'byteLength':%zu}],"
		"'accessors':[{'bufferView':0,'componentType':5126,'count':%d,'type':'SCALAR'},{'bufferView':1,'componentType':5126,'count':%d,'type':'%s'}],"
		"'animations':[{'samplers':[{'input':0,'output':1,'interpolation':'%s'}],'channels':[{'sampler':0,'target':{'node':0,'path':'%s'}}]}]}",
		floats * 4, keys * 4, keys * 4, floats * 4 - (size_t)keys * 4, keys, values, type, interpolation, path);
	lwScene* scene;
	RequireOk(ReadMade(json, data, floats * 4, &scene));
	assert_int_equal(scene->clipCount, 1);
	assert_int_equal(scene->clips[0].channelCount, 1);
	return scene;
}

static float AngleY(const float* q) {
	return 2.0f * atan2f(q[1], q[3]) * 180.0f / LW_PI;
}

// 18: five joints without names, a clip on joint 3: only that node moves.
static void NamelessJoints(void** state) {
	(void)state;
	static const float data[] = { 0.0f, 1.0f, 0, 0, 0, 1, 2, 3 };
	lwScene* scene;
	RequireOk(ReadMade("{" ASSET ",'nodes':[{'children':[1]},{'children':[2]},{'children':[3]},{'children':[4]},{}],"
		"'buffers':[{'byteLength':32}],'bufferViews':[{'buffer':0,'byteLength':8},{'buffer':0,'byteOffset':8,'byteLength':24}],"
		"'accessors':[{'bufferView':0,'componentType':5126,'count':2,'type':'SCALAR'},{'bufferView':1,'componentType':5126,'count':2,'type':'VEC3'}],"
		"'animations':[{'samplers':[{'input':0,'output':1}],'channels':[{'sampler':0,'target':{'node':3,'path':'translation'}}]}]}",
		data, sizeof(data), &scene));
	lwTransform local[5];
	lwScene_SampleClip(scene, 0, 1.0f, local);
	for (int n = 0; n < 5; ++n) {
		AssertVec(local[n].pos, n == 3 ? 1.0f : 0.0f, n == 3 ? 2.0f : 0.0f, n == 3 ? 3.0f : 0.0f, 0.0f);
	}
	lwSceneSkeleton* skeleton;
	RequireOk(lwScene_MakeSkeleton(scene, &skeleton));
	for (int n = 0; n < 5; ++n) {
		char name[32];
		int j = skeleton->jointOfNode[n];
		(void)snprintf(name, sizeof(name), "#%d", n);
		assert_string_equal(skeleton->skeleton.names[j], name);
		assert_int_equal(skeleton->isAnimated[j], n == 3);
	}
	assert_int_equal(lwScene_FindNode(scene, "#3"), 3);
	assert_int_equal(lwScene_FindNode(scene, "#5"), -1);
	assert_int_equal(lwScene_FindNode(scene, "#3x"), -1);
	lwDestroySceneSkeleton(skeleton);
	lwDestroyScene(scene);
}

// 18: a sparse accessor without base and an 8-bit index 2: zeros elsewhere.
static void SparseWithoutBase(void** state) {
	(void)state;
	uint8_t bin[16] = { 2 };
	float value[3] = { 1.0f, 2.0f, 3.0f };
	memcpy(bin + 4, value, sizeof(value));
	lwScene* scene;
	RequireOk(ReadMade("{" ASSET ",'nodes':[{'mesh':0}],'buffers':[{'byteLength':16}],"
		"'bufferViews':[{'buffer':0,'byteLength':1},{'buffer':0,'byteOffset':4,'byteLength':12}],"
		"'accessors':[{'componentType':5126,'count':4,'type':'VEC3','sparse':{'count':1,'indices':{'bufferView':0,'componentType':5121},'values':{'bufferView':1}}}],"
		"'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}]}", bin, sizeof(bin), &scene));
	const lwScenePrimitive* primitive = scene->meshes[0].primitives;
	assert_int_equal(primitive->vertexCount, 4);
	for (int v = 0; v < 4; ++v) {
		AssertVec(primitive->positions[v], v == 2 ? 1.0f : 0.0f, v == 2 ? 2.0f : 0.0f, v == 2 ? 3.0f : 0.0f, 0.0f);
	}
	assert_int_equal(primitive->indexCount, 3); // 4 corners: one triangle, the rest dropped and said so
	assert_non_null(strstr(scene->notes, "whole number of triangles"));
	lwDestroyScene(scene);
}

// 18: a time accessor without buffer view: one key at 0.
static void TimeWithoutView(void** state) {
	(void)state;
	static const float data[] = { 5, 6, 7, 1, 1, 1 };
	lwScene* scene;
	RequireOk(ReadMade("{" ASSET ",'nodes':[{}],'buffers':[{'byteLength':24}],'bufferViews':[{'buffer':0,'byteLength':24}],"
		"'accessors':[{'componentType':5126,'count':2,'type':'SCALAR'},{'bufferView':0,'componentType':5126,'count':2,'type':'VEC3'}],"
		"'animations':[{'samplers':[{'input':0,'output':1}],'channels':[{'sampler':0,'target':{'node':0,'path':'translation'}}]}]}",
		data, sizeof(data), &scene));
	const lwSceneChannel* channel = scene->clips[0].channels;
	assert_int_equal(channel->keyCount, 1);
	AssertNear(channel->times[0], 0.0f, 0.0f);
	assert_non_null(strstr(scene->notes, "dropped"));
	lwTransform local;
	lwScene_SampleClip(scene, 0, 3.0f, &local);
	AssertVec(local.pos, 5.0f, 6.0f, 7.0f, 0.0f);
	lwDestroyScene(scene);
}

// 19: cubic rotation 0 to 90 degrees with zero tangents: the raw middle has length 0.9239, the result 45 degrees.
static void CubicRotation(void** state) {
	(void)state;
	const float h = sqrtf(0.5f);
	const float data[] = { 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, h, 0, h, 0, 0, 0, 0 };
	lwScene* scene = ReadClipOf("rotation", "VEC4", "CUBICSPLINE", 2, 6, data, 26);
	float q[4];
	lwSceneChannel_Sample(scene->clips[0].channels, 0.5f, q);
	AssertNear(AngleY(q), 45.0f, 1e-3f);
	AssertNear(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3], 1.0f, 1e-6f);
	// As a translation of the same numbers the raw length shows.
	lwSceneChannel raw = scene->clips[0].channels[0];
	raw.path = lw_pathWeights;
	lwSceneChannel_Sample(&raw, 0.5f, q);
	AssertNear(sqrtf(q[1] * q[1] + q[3] * q[3]), 0.9239f, 1e-4f);
	lwDestroyScene(scene);
}

// 19: keys 0 at 0 and 8 at 2, tangents 4 per second: 2.000 at 0.5 s (1.625 if the interval is forgotten).
static void CubicTangents(void** state) {
	(void)state;
	static const float data[] = { 0, 2, 4, 4, 4, 0, 0, 0, 4, 4, 4, 4, 4, 4, 8, 8, 8, 4, 4, 4 };
	lwScene* scene = ReadClipOf("translation", "VEC3", "CUBICSPLINE", 2, 6, data, 20);
	float v[3];
	lwSceneChannel_Sample(scene->clips[0].channels, 0.5f, v);
	AssertNear(v[0], 2.0f, 1e-6f);
	lwSceneChannel_Sample(scene->clips[0].channels, 2.0f, v);
	AssertNear(v[1], 8.0f, 0.0f);
	lwSceneChannel_Sample(scene->clips[0].channels, -1.0f, v);
	AssertNear(v[2], 0.0f, 0.0f);
	lwDestroyScene(scene);
}

// 19: STEP 0 to 10 is 0 at 0.999.
static void StepHolds(void** state) {
	(void)state;
	static const float data[] = { 0, 1, 0, 0, 0, 10, 10, 10 };
	lwScene* scene = ReadClipOf("translation", "VEC3", "STEP", 2, 2, data, 8);
	float v[3];
	lwSceneChannel_Sample(scene->clips[0].channels, 0.999f, v);
	AssertNear(v[0], 0.0f, 0.0f);
	lwSceneChannel_Sample(scene->clips[0].channels, 1.0f, v);
	AssertNear(v[0], 10.0f, 0.0f);
	lwDestroyScene(scene);
}

// 20: 12 degrees and -(40 degrees): the middle is 26, the way 28 degrees.
static void SignFlip(void** state) {
	(void)state;
	const float a = 6.0f * LW_PI / 180.0f, b = 20.0f * LW_PI / 180.0f;
	const float data[] = { 0, 1, 0, sinf(a), 0, cosf(a), 0, -sinf(b), 0, -cosf(b) };
	lwScene* scene = ReadClipOf("rotation", "VEC4", "LINEAR", 2, 2, data, 10);
	float q[4], before[4];
	lwSceneChannel_Sample(scene->clips[0].channels, 0.5f, q);
	AssertNear(AngleY(q), 26.0f, 1e-3f);
	float travel = 0.0f;
	lwSceneChannel_Sample(scene->clips[0].channels, 0.0f, before);
	for (int i = 1; i <= 100; ++i) {
		lwSceneChannel_Sample(scene->clips[0].channels, (float)i / 100.0f, q);
		float d = fabsf(q[0] * before[0] + q[1] * before[1] + q[2] * before[2] + q[3] * before[3]);
		travel += 2.0f * acosf(d < 1.0f ? d : 1.0f) * 180.0f / LW_PI;
		memcpy(before, q, sizeof(q));
	}
	AssertNear(travel, 28.0f, 0.5f);
	lwDestroyScene(scene);
	// The same flip between cubic keys with zero tangents, and with tangents that point to the flipped key.
	const float cubic[] = { 0, 1, 0, 0, 0, 0, 0, sinf(a), 0, cosf(a), 0, 0, 0, 0, 0, 0, 0, 0, 0, -sinf(b), 0, -cosf(b), 0, 0, 0, 0 };
	scene = ReadClipOf("rotation", "VEC4", "CUBICSPLINE", 2, 6, cubic, 26);
	lwSceneChannel_Sample(scene->clips[0].channels, 0.5f, q);
	AssertNear(AngleY(q) < 0.0f ? AngleY(q) + 360.0f : AngleY(q), 26.0f, 0.2f);
	lwDestroyScene(scene);
}

// 21: a plain parent turned -90 degrees about X takes (0, 0, 1) to (0, 1, 0); an armature of 0.01 takes y = 95 to 0.95.
static void AncestorsAndUnits(void** state) {
	(void)state;
	lwScene* scene;
	RequireOk(ReadMade("{" ASSET ",'nodes':[{'translation':[0,0,1]},{'rotation':[-0.70710678,0,0,0.70710678],'children':[0]},"
		"{'name':'Armature','scale':[0.01,0.01,0.01],'children':[3]},{'name':'hips','translation':[0,95,0]},"
		"{'matrix':[0,0,-2,0,0,2,0,0,2,0,0,0,5,6,7,1],'children':[5]},{'translation':[0,0,1]}]}", NULL, 0, &scene));
	lwMat34* world = WorldAt(scene, -1, 0.0f);
	AssertVec(world[0].t, 0.0f, 1.0f, 0.0f, 1e-6f); // its parent comes later in the file
	AssertVec(world[3].t, 0.0f, 0.95f, 0.0f, 1e-6f);
	assert_true(scene->nodes[4].hasMatrix);
	AssertVec(world[5].t, 7.0f, 6.0f, 7.0f, 1e-6f);
	AssertVec(scene->nodes[4].local.scale, 2.0f, 2.0f, 2.0f, 1e-6f);
	assert_int_equal(scene->nodes[0].parent, 1);
	free(world);
	lwSceneSkeleton* skeleton;
	RequireOk(lwScene_MakeSkeleton(scene, &skeleton));
	for (int j = 0; j < skeleton->skeleton.jointCount; ++j) {
		assert_true(skeleton->skeleton.parents[j] < j);
		assert_int_equal(skeleton->jointOfNode[skeleton->nodeOfJoint[j]], j);
	}
	lwDestroySceneSkeleton(skeleton);
	lwDestroyScene(scene);
}

// Rest pose differs from the bind pose, armature 300 against mesh 100: the bind pose comes out in the world's size.
static void BindPose(void** state) {
	(void)state;
	// Bind worlds: joint 1 at (0, 3, 0), joint 2 at (0, 6, 0), both of size 300; mesh node of size 100.
	// inverse bind = inverse(bind world) * mesh world: scale 1/3, translations -0.01 and -0.02.
	const float s = 1.0f / 3.0f;
	const float data[] = { s, 0, 0, 0, 0, s, 0, 0, 0, 0, s, 0, 0, -0.01f, 0, 1, s, 0, 0, 0, 0, s, 0, 0, 0, 0, s, 0, 0, -0.02f, 0, 1 };
	lwScene* scene;
	RequireOk(ReadMade("{" ASSET ",'nodes':[{'scale':[300,300,300],'children':[1]},{'translation':[0.005,0.01,0],'children':[2]},"
		"{'translation':[0,0.009,0.001],'rotation':[0,0,0.6,0.8],'children':[4]},{'scale':[100,100,100],'mesh':0,'skin':0},{'name':'leaf','translation':[0,0.02,0]}],"
		"'meshes':[{'primitives':[]}],'skins':[{'joints':[1,2],'inverseBindMatrices':0}],'buffers':[{'byteLength':128}],"
		"'bufferViews':[{'buffer':0,'byteLength':128}],'accessors':[{'bufferView':0,'componentType':5126,'count':2,'type':'MAT4'}]}",
		data, sizeof(data), &scene));
	lwSceneSkeleton* skeleton;
	RequireOk(lwScene_MakeSkeleton(scene, &skeleton));
	lwMat34 model[5];
	lwSkeleton_ToModel(&skeleton->skeleton, skeleton->skeleton.bind, lwMat34Identity(), model);
	AssertVec(model[skeleton->jointOfNode[1]].t, 0.0f, 3.0f, 0.0f, 1e-4f);
	AssertVec(model[skeleton->jointOfNode[2]].t, 0.0f, 6.0f, 0.0f, 1e-4f);
	AssertVec(model[skeleton->jointOfNode[2]].x, 300.0f, 0.0f, 0.0f, 1e-2f);
	AssertVec(model[skeleton->jointOfNode[4]].t, 0.0f, 12.0f, 0.0f, 1e-3f); // the leaf follows its bind parent
	AssertVec(skeleton->skeleton.bind[skeleton->jointOfNode[0]].scale, 300.0f, 300.0f, 300.0f, 1e-3f);
	AssertVec(skeleton->skeleton.rest[skeleton->jointOfNode[1]].pos, 0.005f, 0.01f, 0.0f, 0.0f);
	assert_true(skeleton->isSkinJoint[skeleton->jointOfNode[1]] && !skeleton->isSkinJoint[skeleton->jointOfNode[4]]);
	lwDestroySceneSkeleton(skeleton);
	lwDestroyScene(scene);
}

static lwScene* ReadBvhText(const char* text, const char* file) {
	char path[512];
	TempPath(file, path, sizeof(path));
	SaveBytes(path, text, strlen(text));
	lwScene* scene;
	RequireOk(lwReadScene(path, &scene));
	unlink(path);
	return scene;
}

// 22: order Z X Y = 90, 90, 0 on (0, 1, 0) gives (0, 0, 1); another order in the same file gives another result.
static void BvhOrders(void** state) {
	(void)state;
	lwScene* scene = ReadBvhText("HIERARCHY\r\nROOT Hip Bone {\r\nOFFSET 1 2 3\r\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\r\n"
		"JOINT Tip\r\n{\r\nOFFSET 0 1 0\r\nCHANNELS 3 Xrotation Zrotation Yrotation\r\nEnd Site\r\n{\r\nOFFSET 0 1 0\r\n}\r\n}\r\n"
		"JOINT Still\r\n{\r\nOFFSET 0 0 0\r\nCHANNELS 1 Yposition\r\nEnd Site { OFFSET 0 0 0 }\r\n}\r\n}\r\n"
		"MOTION\r\nFrames: 2\r\nFrame Time: 0.5\r\n0 0 0 90 90 0 0 0 0 4\r\n10 20 30 0 0 0 90 90 0 5\r\n", "orders.bvh");
	assert_int_equal(scene->nodeCount, 5);
	assert_string_equal(scene->nodes[0].name, "Hip Bone");
	assert_string_equal(scene->nodes[2].name, "Tip_EndSite");
	assert_string_equal(scene->format, "bvh");
	AssertVec(scene->nodes[0].local.pos, 1.0f, 2.0f, 3.0f, 0.0f);
	assert_int_equal(scene->clipCount, 1);
	assert_non_null(strstr(scene->clips[0].name, "orders")); // no name inside: the file's
	lwMat34* world = WorldAt(scene, 0, 0.0f);
	AssertVec(world[0].t, 0.0f, 0.0f, 0.0f, 0.0f); // positions replace OFFSET
	AssertVec(world[1].t, 0.0f, 0.0f, 1.0f, 1e-6f); // not (-1, 0, 0)
	AssertVec(world[3].t, 0.0f, 0.0f, 4.0f, 1e-5f); // only Y replaced
	free(world);
	world = WorldAt(scene, 0, 0.5f);
	AssertVec(world[0].t, 10.0f, 20.0f, 30.0f, 0.0f);
	AssertVec(lwSub(world[2].t, world[1].t), -1.0f, 0.0f, 0.0f, 1e-6f); // X Z Y: Z first, then X
	free(world);
	lwDestroyScene(scene);
}

static void BvhShortMotion(void** state) {
	(void)state;
	lwScene* scene = ReadBvhText("HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 1 Xrotation\n}\nMOTION\nFrames: 99999999\nFrame Time: 0\n1\n2\n3\n", "short.bvh");
	assert_int_equal(scene->clips[0].channels[0].keyCount, 3);
	assert_non_null(strstr(scene->notes, "frames promised"));
	assert_non_null(strstr(scene->notes, "30 frames per second"));
	lwDestroyScene(scene);
}

// 24: 24 frames at 24 fps are 25 keys over 1.0 s, the last like the first. STEP tracks of two equal keys say nothing.
static void FramesAndLoop(void** state) {
	(void)state;
	float data[25 * 4 + 2 + 6];
	for (int k = 0; k < 25; ++k) {
		data[k] = (float)k / 24.0f;
		for (int c = 0; c < 3; ++c) {
			data[25 + k * 3 + c] = sinf(2.0f * LW_PI * (float)(k % 24) / 24.0f);
		}
	}
	const float tail[8] = { 0.0f, 0.7f, 1, 1, 1, 1, 1, 1 };
	memcpy(data + 100, tail, sizeof(tail));
	lwScene* scene;
	RequireOk(ReadMade("{" ASSET ",'nodes':[{},{}],'buffers':[{'byteLength':432}],'bufferViews':[{'buffer':0,'byteLength':100},"
		"{'buffer':0,'byteOffset':100,'byteLength':300},{'buffer':0,'byteOffset':400,'byteLength':8},{'buffer':0,'byteOffset':408,'byteLength':24}],"
		"'accessors':[{'bufferView':0,'componentType':5126,'count':25,'type':'SCALAR'},{'bufferView':1,'componentType':5126,'count':25,'type':'VEC3'},"
		"{'bufferView':2,'componentType':5126,'count':2,'type':'SCALAR'},{'bufferView':3,'componentType':5126,'count':2,'type':'VEC3'}],"
		"'animations':[{'name':'A|Walk','samplers':[{'input':0,'output':1},{'input':2,'output':3,'interpolation':'STEP'}],'channels':["
		"{'sampler':0,'target':{'node':0,'path':'translation'}},{'sampler':1,'target':{'node':1,'path':'scale'}}]}]}", data, sizeof(data), &scene));
	AssertNear(lwScene_FrameRate(scene, 0), 24.0f, 0.0f);
	lwSceneSkeleton* skeleton;
	RequireOk(lwScene_MakeSkeleton(scene, &skeleton));
	lwClip* clip;
	RequireOk(lwScene_MakeClip(scene, skeleton, 0, 0.0f, 1.0f, 24.0f, false, &clip));
	assert_int_equal(clip->frameCount, 25);
	AssertNear(clip->duration, 1.0f, 0.0f);
	AssertNear(clip->frames[24 * 2].pos.x, clip->frames[0].pos.x, 1e-6f);
	for (int k = 0; k < 25; ++k) {
		AssertNear(clip->frames[k * 2].pos.y, data[25 + k * 3], 2e-6f); // every source key is a frame
	}
	lwDestroyClip(clip);
	RequireOk(lwScene_MakeClip(scene, skeleton, 0, 0.0f, 1.0f, 60.0f, true, &clip));
	assert_int_equal(clip->frameCount, 72); // 60 or a little more: a multiple of 24
	AssertNear(clip->frames[3 * 2].pos.y, data[25 + 3], 2e-6f);
	assert_true(clip->looping);
	lwDestroyClip(clip);
	scene->clips[0].channels[0].keyCount = 3; // now a step that counted would spoil the grid
	AssertNear(lwScene_FrameRate(scene, 0), 24.0f, 0.0f);
	scene->clips[0].channels[1].values[3] = 2.0f;
	AssertNear(lwScene_FrameRate(scene, 0), 120.0f, 0.0f); // its keys differ: it counts, and 0.7 s is on no coarser grid
	assert_int_equal(lwScene_MakeClip(scene, skeleton, 1, 0.0f, 1.0f, 60.0f, true, &clip).status, lw_errorArgument);
	assert_int_equal(lwScene_MakeClip(scene, skeleton, 0, 0.0f, 0.0f, 60.0f, true, &clip).status, lw_errorArgument);
	assert_int_equal(lwScene_MakeClip(scene, skeleton, 0, 0.0f, NAN, 60.0f, true, &clip).status, lw_errorArgument);
	assert_int_equal(lwScene_MakeClip(scene, skeleton, 0, 0.0f, 1e9f, 1000.0f, true, &clip).status, lw_errorLimit);
	assert_null(clip);
	lwDestroySceneSkeleton(skeleton);
	lwDestroyScene(scene);
}

static void FindClips(void** state) {
	(void)state;
	lwScene* scene;
	int matches;
	RequireOk(ReadMade("{" ASSET ",'animations':[{'name':'A|Walk'},{'name':'Walk'},{'name':'B|Run'},{'name':'C|Run'},{},{'name':'x|y|Trot'}]}", NULL, 0, &scene));
	assert_int_equal(lwScene_FindClip(scene, "Walk", &matches), 1);
	assert_int_equal(lwScene_FindClip(scene, "A|Walk", NULL), 0);
	assert_int_equal(lwScene_FindClip(scene, "Run", &matches), -1);
	assert_int_equal(matches, 2);
	assert_int_equal(lwScene_FindClip(scene, "Trot", &matches), 5);
	assert_int_equal(lwScene_FindClip(scene, "#4", &matches), 4);
	assert_int_equal(lwScene_FindClip(scene, "#6", &matches), -1);
	assert_int_equal(matches, 0);
	assert_int_equal(lwScene_FindClip(scene, "", &matches), 4);
	// Long names as results hold them: cut to 124..127 bytes. Clip 0 is 'aa…', clips 2 and 3 begin alike.
	char names[4][201];
	for (int c = 0; c < 4; ++c) {
		memset(names[c], c < 2 ? 'a' + c : 'c', 200);
		names[c][200] = '\0';
		names[c][199] = (char)('0' + c);
		free(scene->clips[c].name);
		scene->clips[c].name = strdup(names[c]);
	}
	static const struct { int clip, length, found, matches; } cut[] = {
		{ 0, 200, 0, 1 }, { 0, 127, 0, 1 }, { 1, 124, 1, 1 }, { 1, 123, -1, 0 }, { 1, 128, -1, 0 }, { 2, 126, -1, 2 }, { 3, 200, 3, 1 },
	};
	for (size_t i = 0; i < sizeof(cut) / sizeof(cut[0]); ++i) {
		char name[201];
		(void)snprintf(name, sizeof(name), "%.*s", cut[i].length, names[cut[i].clip]);
		assert_int_equal(lwScene_FindClip(scene, name, &matches), cut[i].found);
		assert_int_equal(matches, cut[i].matches);
	}
	lwDestroyScene(scene);
}

// Interleaved views, normalised integers, a second set of influences, strips, and weights that do not sum to 1.
static void VertexFormats(void** state) {
	(void)state;
	// Per vertex 24 bytes: position 3 x int16 normalised (+2), joints 4 x u8, weights 4 x u8, joints1 4 x u8, weights1 4 x u8.
	uint8_t bin[4 * 24] = { 0 };
	for (int v = 0; v < 4; ++v) {
		const int16_t position[3] = { (int16_t)(v * 8191), -32768, 32767 };
		memcpy(bin + v * 24, position, sizeof(position));
		bin[v * 24 + 8] = 1;
		bin[v * 24 + 12] = 51;
		bin[v * 24 + 16] = 2;
		bin[v * 24 + 20] = 153;
	}
	lwScene* scene;
	RequireOk(ReadMade("{" ASSET ",'nodes':[{'mesh':0,'skin':0},{},{},{}],'skins':[{'joints':[1,2,3]}],'buffers':[{'byteLength':96}],"
		"'extensionsRequired':['KHR_mesh_quantization'],'bufferViews':[{'buffer':0,'byteLength':96,'byteStride':24}],'accessors':["
		"{'bufferView':0,'componentType':5122,'normalized':true,'count':4,'type':'VEC3'},{'bufferView':0,'byteOffset':8,'componentType':5121,'count':4,'type':'VEC4'},"
		"{'bufferView':0,'byteOffset':12,'componentType':5121,'normalized':true,'count':4,'type':'VEC4'},{'bufferView':0,'byteOffset':16,'componentType':5121,'count':4,'type':'VEC4'},"
		"{'bufferView':0,'byteOffset':20,'componentType':5121,'normalized':true,'count':4,'type':'VEC4'}],"
		"'meshes':[{'primitives':[{'mode':5,'attributes':{'POSITION':0,'JOINTS_0':1,'WEIGHTS_0':2,'JOINTS_1':3,'WEIGHTS_1':4}},{'mode':1,'attributes':{'POSITION':0}}]}]}",
		bin, sizeof(bin), &scene));
	assert_int_equal(scene->meshes[0].primitiveCount, 1); // lines are skipped
	const lwScenePrimitive* p = scene->meshes[0].primitives;
	AssertVec(p->positions[1], 8191.0f / 32767.0f, -1.0f, 1.0f, 1e-6f);
	assert_int_equal(p->influences, 8);
	assert_int_equal(p->joints[8 + 4], 2);
	AssertNear(p->weights[8], 0.25f, 1e-6f);
	AssertNear(p->weights[8 + 4], 0.75f, 1e-6f);
	const uint32_t strip[6] = { 0, 1, 2, 1, 3, 2 };
	assert_int_equal(p->indexCount, 6);
	assert_memory_equal(p->indices, strip, sizeof(strip));
	lwSceneSkeleton* skeleton;
	RequireOk(lwScene_MakeSkeleton(scene, &skeleton));
	assert_true(skeleton->isSkinned[skeleton->jointOfNode[3]] && !skeleton->isSkinned[skeleton->jointOfNode[1]]);
	lwDestroySceneSkeleton(skeleton);
	lwDestroyScene(scene);
}

// Morph weights: width from the mesh's targets; a weights channel of a node without targets is skipped.
static void MorphWeights(void** state) {
	(void)state;
	static const float data[] = { 0, 1, 0, 0, 1, 0.5f };
	const char* format = "{" ASSET ",'nodes':[{'mesh':0},{}],'buffers':[{'byteLength':24}],'bufferViews':[{'buffer':0,'byteLength':8},{'buffer':0,'byteOffset':8,'byteLength':16}],"
		"'accessors':[{'bufferView':0,'componentType':5126,'count':2,'type':'SCALAR'},{'bufferView':1,'componentType':5126,'count':4,'type':'SCALAR'}],"
		"'meshes':[{'primitives':[{'attributes':{},'targets':[{},{}]}]}],'animations':[{'samplers':[{'input':0,'output':1}],"
		"'channels':[{'sampler':0,'target':{'node':0,'path':'weights'}},{'sampler':0,'target':{'node':1,'path':'weights'}},{'sampler':0,'target':{'path':'pointer'}}]}]}";
	lwScene* scene;
	RequireOk(ReadMade(format, data, sizeof(data), &scene));
	assert_int_equal(scene->nodes[0].weightCount, 2);
	assert_int_equal(scene->clips[0].channelCount, 1);
	float weights[2];
	lwSceneChannel_Sample(scene->clips[0].channels, 0.5f, weights);
	AssertNear(weights[0], 0.5f, 1e-6f);
	AssertNear(weights[1], 0.25f, 1e-6f);
	assert_non_null(strstr(scene->notes, "no morph targets"));
	assert_non_null(strstr(scene->notes, "animates no node"));
	lwDestroyScene(scene);
}

// Buffers from data URIs and from files beside the document, percent-decoded.
static void Buffers(void** state) {
	(void)state;
	static const char data[] = "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"mesh\":0}],\"buffers\":[{\"byteLength\":36,\"uri\":\"%s\"}],"
		"\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}],"
		"\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}]}";
	char json[2048], path[512], uri[600], bin[600];
	const float points[9] = { 1, 0, 0, 0, 2, 0, 0, 0, 3 };
	lwScene* scene;
	(void)snprintf(json, sizeof(json), data, "data:application/octet-stream;base64,AACAPwAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAEBA");
	RequireOk(lwReadGltfMemory((const uint8_t*)json, strlen(json), "made.gltf", NULL, &scene));
	assert_string_equal(scene->format, "gltf");
	assert_memory_equal(scene->meshes[0].primitives[0].positions, points, sizeof(points));
	lwDestroyScene(scene);
	TempPath("a b.bin", bin, sizeof(bin));
	SaveBytes(bin, points, sizeof(points));
	(void)snprintf(uri, sizeof(uri), "./legwork_%ld_a%%20b.bin", (long)getpid());
	(void)snprintf(json, sizeof(json), data, uri);
	TempPath("made.gltf", path, sizeof(path));
	SaveBytes(path, json, strlen(json));
	RequireOk(lwReadScene(path, &scene));
	assert_memory_equal(scene->meshes[0].primitives[0].positions, points, sizeof(points));
	lwDestroyScene(scene);
	SaveBytes(bin, points, 35);
	lwResult result = lwReadScene(path, &scene);
	assert_int_equal(result.status, lw_errorFormat);
	assert_non_null(strstr(result.message, "only 35 bytes"));
	unlink(bin);
	result = lwReadScene(path, &scene);
	assert_int_equal(result.status, lw_errorNotFound);
	unlink(path);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(NamelessJoints),
		cmocka_unit_test(SparseWithoutBase),
		cmocka_unit_test(TimeWithoutView),
		cmocka_unit_test(CubicRotation),
		cmocka_unit_test(CubicTangents),
		cmocka_unit_test(StepHolds),
		cmocka_unit_test(SignFlip),
		cmocka_unit_test(AncestorsAndUnits),
		cmocka_unit_test(BindPose),
		cmocka_unit_test(BvhOrders),
		cmocka_unit_test(BvhShortMotion),
		cmocka_unit_test(FramesAndLoop),
		cmocka_unit_test(FindClips),
		cmocka_unit_test(VertexFormats),
		cmocka_unit_test(MorphWeights),
		cmocka_unit_test(Buffers),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
