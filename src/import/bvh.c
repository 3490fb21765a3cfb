// SPDX-License-Identifier: MIT
// BVH motion capture. Channels act in the order each joint lists them (orders may differ within a file);
// position channels replace the joint's OFFSET. Assimp adds them instead, so this reader is our own.
#include "import/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define MAX_CHANNELS 9

typedef struct BvhJoint {
	int channelCount;
	uint8_t channels[MAX_CHANNELS]; // 0-2: position x y z, 3-5: rotation x y z
	bool moves, turns;
} BvhJoint;

typedef struct Bvh {
	const char* path;
	const char* at;
	const char* end;
	int line;
	char token[256];                // the last token read, cut to fit
	lwScene* scene;
	int capacity;
	BvhJoint* joints;               // as many as scene nodes; end sites have no channels
	lwResult error;
} Bvh;

static bool Fail(Bvh* bvh, lwStatus status, const char* reason) {
	if (bvh->error.status == lw_ok) {
		bvh->error = lwResult_Fail(status, "%.200s: line %d: %s (at '%.40s')", bvh->path, bvh->line, reason, bvh->token);
	}
	return false;
}

static bool IsSpace(char c) {
	return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\0';
}

// Next word into token; braces are words of their own. False at the end of the file.
static bool Next(Bvh* bvh) {
	while (bvh->at < bvh->end && IsSpace(*bvh->at)) {
		bvh->line += *bvh->at == '\n' ? 1 : 0;
		bvh->at += 1;
	}
	size_t length = 0;
	while (bvh->at < bvh->end && !IsSpace(*bvh->at)) {
		bool brace = *bvh->at == '{' || *bvh->at == '}';
		if (brace && length > 0) {
			break;
		}
		if (length < sizeof(bvh->token) - 1) {
			bvh->token[length++] = *bvh->at;
		}
		bvh->at += 1;
		if (brace) {
			break;
		}
	}
	bvh->token[length] = '\0';
	return length > 0;
}

static bool Is(const Bvh* bvh, const char* word) {
	return strcasecmp(bvh->token, word) == 0;
}

static bool Expect(Bvh* bvh, const char* word) {
	return (Next(bvh) && Is(bvh, word)) || Fail(bvh, lw_errorFormat, word[0] == '{' ? "'{' is missing" : "a keyword is missing");
}

// Rest of the line without spaces at its ends and without a '{', as a name.
static void ReadName(Bvh* bvh) {
	while (bvh->at < bvh->end && (*bvh->at == ' ' || *bvh->at == '\t')) {
		bvh->at += 1;
	}
	size_t length = 0;
	while (bvh->at < bvh->end && *bvh->at != '\n' && *bvh->at != '{') {
		if (length < sizeof(bvh->token) - 1) {
			bvh->token[length++] = *bvh->at;
		}
		bvh->at += 1;
	}
	while (length > 0 && IsSpace(bvh->token[length - 1])) {
		length -= 1;
	}
	bvh->token[length] = '\0';
}

static bool ReadNumber(Bvh* bvh, float* out) {
	if (!Next(bvh)) {
		return false;
	}
	char* stop;
	*out = (float)strtod(bvh->token, &stop);
	return (*stop == '\0' && lwFiniteF(*out)) || Fail(bvh, lw_errorFormat, "not a finite number");
}

// Next whole number in [0, limit].
static bool ReadCount(Bvh* bvh, long limit, int* out) {
	if (!Next(bvh)) {
		return Fail(bvh, lw_errorFormat, "a number is missing");
	}
	char* stop;
	long value = strtol(bvh->token, &stop, 10);
	*out = (int)value;
	return (*stop == '\0' && value >= 0 && value <= limit) || Fail(bvh, lw_errorFormat, "not a whole number in range");
}

// Room for one more node; all its fields at rest.
static bool AddNode(Bvh* bvh, int parent, const char* name) {
	lwScene* scene = bvh->scene;
	if (scene->nodeCount >= LW_MAX_NODES) {
		return Fail(bvh, lw_errorLimit, "too many joints");
	}
	if (scene->nodeCount == bvh->capacity) {
		int capacity = bvh->capacity * 2 + 64;
		lwSceneNode* nodes = realloc(scene->nodes, (size_t)capacity * sizeof(*nodes));
		scene->nodes = nodes != NULL ? nodes : scene->nodes;
		BvhJoint* joints = realloc(bvh->joints, (size_t)capacity * sizeof(*joints));
		bvh->joints = joints != NULL ? joints : bvh->joints;
		if (nodes == NULL || joints == NULL) {
			return Fail(bvh, lw_errorMemory, "out of memory");
		}
		bvh->capacity = capacity;
	}
	lwSceneNode node = { .parent = parent, .local = lwTransformIdentity(), .matrix = lwMat34Identity(), .mesh = -1, .skin = -1 };
	node.name = lwImport_CopyText(name, strlen(name));
	if (node.name == NULL) {
		return Fail(bvh, lw_errorMemory, "out of memory");
	}
	scene->nodes[scene->nodeCount] = node;
	memset(bvh->joints + scene->nodeCount, 0, sizeof(BvhJoint));
	scene->nodeCount += 1;
	return true;
}

static bool ReadOffset(Bvh* bvh, int node) {
	lwTransform* local = &bvh->scene->nodes[node].local;
	if (!ReadNumber(bvh, &local->pos.x) || !ReadNumber(bvh, &local->pos.y) || !ReadNumber(bvh, &local->pos.z)) {
		return Fail(bvh, lw_errorFormat, "OFFSET needs three numbers");
	}
	bvh->scene->nodes[node].matrix = lwMat34FromTransform(*local);
	return true;
}

static bool ReadChannels(Bvh* bvh, int node) {
	static const char* const names[] = { "Xposition", "Yposition", "Zposition", "Xrotation", "Yrotation", "Zrotation" };
	BvhJoint* joint = bvh->joints + node;
	if (!ReadCount(bvh, MAX_CHANNELS, &joint->channelCount)) {
		return false;
	}
	for (int c = 0; c < joint->channelCount; ++c) {
		int type = 0;
		bool have = Next(bvh);
		while (have && type < 6 && !Is(bvh, names[type])) {
			type += 1;
		}
		if (!have || type == 6) {
			return Fail(bvh, lw_errorFormat, "not a channel name");
		}
		joint->channels[c] = (uint8_t)type;
		joint->moves = joint->moves || type < 3;
		joint->turns = joint->turns || type >= 3;
	}
	return true;
}

// "End Site { ... }" below a joint: a leaf named after it.
static bool OpenEndSite(Bvh* bvh, int parent) {
	char name[sizeof(bvh->token) + 16];
	(void)snprintf(name, sizeof(name), "%s_EndSite", bvh->scene->nodes[parent].name);
	ReadName(bvh); // "Site"
	return AddNode(bvh, parent, name) && Expect(bvh, "{");
}

static bool OpenJoint(Bvh* bvh, int parent) {
	ReadName(bvh);
	return AddNode(bvh, parent, bvh->token) && Expect(bvh, "{");
}

// The tree up to the word MOTION.
static bool ReadHierarchy(Bvh* bvh) {
	int node = -1;
	if (!Expect(bvh, "HIERARCHY")) {
		return false;
	}
	while (Next(bvh)) {
		bool good = true;
		if (Is(bvh, "ROOT") && node < 0) {
			good = OpenJoint(bvh, -1);
			node = bvh->scene->nodeCount - 1;
		} else if (Is(bvh, "JOINT") && node >= 0) {
			good = OpenJoint(bvh, node);
			node = bvh->scene->nodeCount - 1;
		} else if (Is(bvh, "End") && node >= 0) {
			good = OpenEndSite(bvh, node);
			node = bvh->scene->nodeCount - 1;
		} else if (Is(bvh, "OFFSET") && node >= 0) {
			good = ReadOffset(bvh, node);
		} else if (Is(bvh, "CHANNELS") && node >= 0) {
			good = ReadChannels(bvh, node);
		} else if (Is(bvh, "}") && node >= 0) {
			node = bvh->scene->nodes[node].parent;
		} else if (Is(bvh, "MOTION") && node < 0 && bvh->scene->nodeCount > 0) {
			return true;
		} else {
			return Fail(bvh, lw_errorFormat, "this word cannot stand here");
		}
		if (!good) {
			return false;
		}
	}
	return Fail(bvh, lw_errorFormat, "the file ends before MOTION");
}

static bool AddChannel(Bvh* bvh, lwSceneClip* clip, int node, lwChannelPath path, int width, int frameCount) {
	lwSceneChannel* channel = clip->channels + clip->channelCount;
	clip->channelCount += 1;
	*channel = (lwSceneChannel){ .node = node, .path = path, .interpolation = lw_interpLinear, .width = width, .keyCount = frameCount };
	channel->times = lwImport_Alloc((size_t)frameCount, sizeof(float));
	channel->values = lwImport_Alloc((size_t)frameCount * (size_t)width, sizeof(float));
	return (channel->times != NULL && channel->values != NULL) || Fail(bvh, lw_errorMemory, "out of memory");
}

static bool MakeChannels(Bvh* bvh, lwSceneClip* clip, int frameCount) {
	clip->channels = lwImport_Alloc((size_t)bvh->scene->nodeCount * 2, sizeof(lwSceneChannel));
	if (clip->channels == NULL) {
		return Fail(bvh, lw_errorMemory, "out of memory");
	}
	for (int n = 0; n < bvh->scene->nodeCount; ++n) {
		if ((bvh->joints[n].moves && !AddChannel(bvh, clip, n, lw_pathTranslation, 3, frameCount)) ||
			(bvh->joints[n].turns && !AddChannel(bvh, clip, n, lw_pathRotation, 4, frameCount))) {
			return false;
		}
	}
	return true;
}

// One joint's numbers of one frame. False: the file ended or a number is bad.
static bool ReadPose(Bvh* bvh, int node, lwVec3* outPos, lwQuat* outRot) {
	static const lwVec3 axes[3] = { { 1.0f, 0.0f, 0.0f }, { 0.0f, 1.0f, 0.0f }, { 0.0f, 0.0f, 1.0f } };
	const BvhJoint* joint = bvh->joints + node;
	float pos[3] = { bvh->scene->nodes[node].local.pos.x, bvh->scene->nodes[node].local.pos.y, bvh->scene->nodes[node].local.pos.z };
	*outRot = lwQuatIdentity();
	for (int c = 0; c < joint->channelCount; ++c) {
		float value;
		if (!ReadNumber(bvh, &value)) {
			return false;
		}
		int type = joint->channels[c];
		if (type < 3) {
			pos[type] = value;
		} else {
			*outRot = lwQuatMul(*outRot, lwQuatAxisAngle(axes[type - 3], lwWrapAngle(value * (LW_PI / 180.0f))));
		}
	}
	*outPos = lwV3(pos[0], pos[1], pos[2]);
	return true;
}

static bool ReadFrame(Bvh* bvh, lwSceneClip* clip, int frame, double frameTime) {
	int c = 0;
	for (int n = 0; n < bvh->scene->nodeCount; ++n) {
		lwVec3 pos;
		lwQuat rot;
		if (!ReadPose(bvh, n, &pos, &rot)) {
			return false;
		}
		rot = lwQuatNormalize(rot);
		if (bvh->joints[n].moves) {
			memcpy(clip->channels[c].values + (size_t)frame * 3, &pos, sizeof(pos));
			clip->channels[c++].times[frame] = (float)(frame * frameTime);
		}
		if (bvh->joints[n].turns) {
			memcpy(clip->channels[c].values + (size_t)frame * 4, &rot, sizeof(rot));
			clip->channels[c++].times[frame] = (float)(frame * frameTime);
		}
	}
	return true;
}

static int CountChannels(const Bvh* bvh) {
	int count = 0;
	for (int n = 0; n < bvh->scene->nodeCount; ++n) {
		count += bvh->joints[n].channelCount;
	}
	return count;
}

static void FinishClip(Bvh* bvh, lwSceneClip* clip, int frames, int promised) {
	if (frames < promised) {
		lwScene_Note(bvh->scene, "MOTION: %d frames promised, %d there", promised, frames);
	}
	for (int c = 0; c < clip->channelCount; ++c) {
		int dropped;
		clip->channels[c].keyCount = frames;
		(void)lwImport_RepairKeys(clip->channels + c, &dropped);
	}
	lwImport_ClipBounds(clip);
}

static bool ReadMotion(Bvh* bvh) {
	int frameCount;
	float frameTime;
	if (!Expect(bvh, "Frames:") || !ReadCount(bvh, 1 << 28, &frameCount) || !Expect(bvh, "Frame") || !Expect(bvh, "Time:") ||
		!ReadNumber(bvh, &frameTime)) {
		return Fail(bvh, lw_errorFormat, "'Frames: n, Frame Time: t' expected");
	}
	int perFrame = CountChannels(bvh);
	// Each number takes two bytes of the file at least: more frames than that are not there.
	size_t most = perFrame > 0 ? (size_t)(bvh->end - bvh->at) / 2 / (size_t)perFrame + 1 : 0;
	int frames = (size_t)frameCount > most ? (int)most : frameCount;
	if (frames == 0) {
		lwScene_Note(bvh->scene, "MOTION: no frames");
		return true;
	}
	if (!(frameTime > 0.0f)) {
		lwScene_Note(bvh->scene, "MOTION: frame time %g; 30 frames per second are assumed", (double)frameTime);
		frameTime = 1.0f / 30.0f;
	}
	lwScene* scene = bvh->scene;
	scene->clips = lwImport_Alloc(1, sizeof(lwSceneClip));
	if (scene->clips == NULL) {
		return Fail(bvh, lw_errorMemory, "out of memory");
	}
	scene->clipCount = 1;
	char* stem = lwImport_Stem(bvh->path);
	scene->clips[0].name = stem != NULL ? lwImport_CopyText(stem, strlen(stem)) : NULL;
	free(stem);
	if (scene->clips[0].name == NULL || !MakeChannels(bvh, scene->clips, frames)) {
		return Fail(bvh, lw_errorMemory, "out of memory");
	}
	int read = 0;
	while (read < frames && ReadFrame(bvh, scene->clips, read, (double)frameTime)) {
		read += 1;
	}
	if (read == 0) {
		return Fail(bvh, lw_errorFormat, "not one whole frame");
	}
	FinishClip(bvh, scene->clips, read, frameCount);
	return bvh->error.status == lw_ok;
}

lwResult lwReadBvhMemory(const uint8_t* data, size_t size, const char* path, lwScene** outScene) {
	*outScene = NULL;
	Bvh bvh;
	memset(&bvh, 0, sizeof(bvh));
	bvh.path = path;
	bvh.at = (const char*)data;
	bvh.end = bvh.at + size;
	bvh.line = 1;
	bvh.scene = lwScene_New(path, "bvh");
	if (bvh.scene == NULL) {
		return lwResult_Fail(lw_errorMemory, "%.300s: out of memory", path);
	}
	if (size >= 3 && memcmp(data, "\xEF\xBB\xBF", 3) == 0) {
		bvh.at += 3;
	}
	bool good = ReadHierarchy(&bvh) && ReadMotion(&bvh);
	free(bvh.joints);
	if (!good) {
		lwDestroyScene(bvh.scene);
		return bvh.error;
	}
	*outScene = bvh.scene;
	return lwResult_Ok();
}
