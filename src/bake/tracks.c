// SPDX-License-Identifier: MIT
#include "bake/tracks.h"

#include <stdlib.h>
#include <string.h>

static lwSceneChannel* NewChannel(lwTracks* tracks, int node, lwChannelPath path, int width, int keys) {
	if (tracks->count == tracks->capacity) {
		int n = tracks->capacity == 0 ? 64 : tracks->capacity * 2;
		lwSceneChannel* grown = realloc(tracks->channels, (size_t)n * sizeof(*grown));
		if (grown == NULL) {
			return NULL;
		}
		tracks->channels = grown;
		tracks->capacity = n;
	}
	lwSceneChannel* c = &tracks->channels[tracks->count];
	memset(c, 0, sizeof(*c));
	c->node = node;
	c->path = path;
	c->interpolation = lw_interpLinear;
	c->width = width;
	c->keyCount = keys;
	c->times = malloc((size_t)keys * sizeof(float));
	c->values = malloc((size_t)keys * (size_t)width * sizeof(float));
	if (c->times == NULL || c->values == NULL) {
		free(c->times);
		free(c->values);
		return NULL;
	}
	tracks->count += 1;
	return c;
}

void lwFreeTracks(lwTracks* tracks) {
	for (int i = 0; i < tracks->count; ++i) {
		free(tracks->channels[i].times);
		free(tracks->channels[i].values);
	}
	free(tracks->channels);
	memset(tracks, 0, sizeof(*tracks));
}

// Constant tracks keep their first and last key.
static void Compact(lwSceneChannel* c) {
	size_t row = (size_t)c->width * sizeof(float);
	for (int k = 1; k < c->keyCount; ++k) {
		if (memcmp(c->values, c->values + (size_t)k * (size_t)c->width, row) != 0) {
			return;
		}
	}
	if (c->keyCount > 2) {
		c->times[1] = c->times[c->keyCount - 1];
		c->keyCount = 2;
	}
}

static void Put(lwSceneChannel* c, int key, lwTransform t) {
	float* v = c->values + (size_t)key * (size_t)c->width;
	if (c->path == lw_pathRotation) {
		const float* last = key > 0 ? v - 4 : NULL;
		lwQuat q = t.rot;
		bool flip = last != NULL && q.x * last[0] + q.y * last[1] + q.z * last[2] + q.w * last[3] < 0.0f;
		float s = flip ? -1.0f : 1.0f;
		v[0] = s * q.x;
		v[1] = s * q.y;
		v[2] = s * q.z;
		v[3] = s * q.w;
		return;
	}
	lwVec3 p = c->path == lw_pathTranslation ? t.pos : t.scale;
	v[0] = p.x;
	v[1] = p.y;
	v[2] = p.z;
}

typedef lwTransform FrameFcn(const void* user, int frame);

static bool AddNode(lwTracks* tracks, int node, const lwRecorder* r, float fps, FrameFcn* get, const void* user) {
	static const lwChannelPath paths[] = { lw_pathTranslation, lw_pathRotation, lw_pathScale };
	for (int p = 0; p < 3; ++p) {
		lwSceneChannel* c = NewChannel(tracks, node, paths[p], paths[p] == lw_pathRotation ? 4 : 3, r->frames);
		if (c == NULL) {
			return false;
		}
		for (int f = 0; f < r->frames; ++f) {
			c->times[f] = (float)((double)f / (double)fps);
			Put(c, f, get(user, f));
		}
		Compact(c);
	}
	return true;
}

typedef struct JointSource {
	const lwRecorder* r;
	int joint;
	bool root;
	lwMat34 parent, parentInverse;
} JointSource;

static lwTransform JointFrame(const void* user, int f) {
	const JointSource* s = user;
	lwTransform local = s->r->local[(size_t)f * (size_t)s->r->jointCount + (size_t)s->joint];
	if (!s->root) {
		return local;
	}
	lwMat34 place = lwMat34FromTransform(s->r->placement[f]);
	lwMat34 m = lwMat34Mul(s->parent, lwMat34FromTransform(local));
	m = lwMat34Mul(s->parentInverse, lwMat34Mul(place, m));
	lwTransform t = lwMat34Decompose(m, NULL);
	t.scale = local.scale;
	return t;
}

static lwTransform PlacementFrame(const void* user, int f) {
	return ((const lwRecorder*)user)->placement[f];
}

static bool ClipMoves(const lwScene* scene, const lwAnalysis* analysis, int node) {
	if (analysis == NULL) {
		return false;
	}
	int clip = lwScene_FindClip(scene, analysis->gait.clipName, NULL);
	if (clip < 0) {
		return true; // unsure: key it
	}
	for (int i = 0; i < scene->clips[clip].channelCount; ++i) {
		const lwSceneChannel* c = &scene->clips[clip].channels[i];
		if (c->node == node && c->path != lw_pathWeights) {
			return true;
		}
	}
	return false;
}

static bool IsSolved(const lwRig* rig, int joint) {
	for (int l = 0; l < rig->legCount; ++l) {
		const lwLeg* leg = &rig->legs[l];
		if (joint == leg->footControl || joint == leg->footJoint) {
			return true;
		}
		for (int i = 0; i < leg->limbCount; ++i) {
			if (leg->joints[i] == joint) {
				return true;
			}
		}
	}
	return false;
}

// The root motion goes on the rig's root joint when its parents scale evenly and it is no matrix node; else on a new root.
static bool RootFits(const lwBakeWalkDef* def, const lwRig* rig, const lwMat34* world, lwMat34* outParent) {
	const lwSkeleton* skeleton = &def->skeleton->skeleton;
	*outParent = lwMat34Identity();
	if (rig->rootJoint < 0) {
		return false;
	}
	int node = def->skeleton->nodeOfJoint[rig->rootJoint];
	if (def->scene->nodes[node].hasMatrix) {
		return false;
	}
	int parent = skeleton->parents[rig->rootJoint];
	if (parent >= 0) {
		*outParent = world[def->skeleton->nodeOfJoint[parent]];
	}
	float x = lwLength(outParent->x), y = lwLength(outParent->y), z = lwLength(outParent->z);
	float shear = lwAbsF(lwDot(outParent->x, outParent->y)) + lwAbsF(lwDot(outParent->y, outParent->z)) +
				  lwAbsF(lwDot(outParent->x, outParent->z));
	float even = lwMaxF(lwAbsF(x - y), lwAbsF(y - z));
	return x > 0.0f && even < 1e-4f * x && shear < 1e-4f * x * x && lwDot(lwCross(outParent->x, outParent->y), outParent->z) > 0.0f;
}

static lwResult AddWeights(const lwBakeWalkDef* def, const lwRecorder* r, lwTracks* tracks) {
	const lwScene* scene = def->scene;
	int clip = lwScene_FindClip(scene, def->walk->gait.clipName, NULL);
	for (int i = 0; clip >= 0 && i < scene->clips[clip].channelCount; ++i) {
		const lwSceneChannel* source = &scene->clips[clip].channels[i];
		if (source->path != lw_pathWeights || source->width < 1) {
			continue;
		}
		lwSceneChannel* c = NewChannel(tracks, source->node, lw_pathWeights, source->width, r->frames);
		if (c == NULL) {
			return lwResult_Fail(lw_errorMemory, "bake: no memory for morph weights");
		}
		for (int f = 0; f < r->frames; ++f) {
			float phase = r->phase[f] < 0.0f ? 0.0f : r->phase[f];
			c->times[f] = (float)((double)f / (double)def->fps);
			float at = def->walk->gait.sourceStart + phase * def->walk->gait.period;
			lwSceneChannel_Sample(source, at, c->values + (size_t)f * (size_t)c->width);
		}
		Compact(c);
	}
	return lwResult_Ok();
}

lwResult lwMakeTracks(const lwBakeWalkDef* def, const lwRecorder* r, const lwRig* rig, lwTracks* outTracks) {
	memset(outTracks, 0, sizeof(*outTracks));
	const lwScene* scene = def->scene;
	lwTransform* rest = malloc((size_t)scene->nodeCount * sizeof(*rest));
	lwMat34* world = malloc((size_t)scene->nodeCount * sizeof(*world));
	if (rest == NULL || world == NULL) {
		free(rest);
		free(world);
		return lwResult_Fail(lw_errorMemory, "bake: no memory for %d nodes", scene->nodeCount);
	}
	lwScene_SampleClip(scene, -1, 0.0f, rest);
	lwScene_ToWorld(scene, rest, world);
	JointSource source = { r, 0, false, lwMat34Identity(), lwMat34Identity() };
	outTracks->insertRoot = !RootFits(def, rig, world, &source.parent);
	source.parentInverse = lwMat34Inverse(source.parent);
	free(rest);
	free(world);
	outTracks->rootNode = outTracks->insertRoot ? scene->nodeCount : def->skeleton->nodeOfJoint[rig->rootJoint];
	bool ok = true;
	for (int j = 0; j < r->jointCount && ok; ++j) {
		int node = def->skeleton->nodeOfJoint[j];
		source.joint = j;
		source.root = node == outTracks->rootNode;
		bool wanted = source.root || IsSolved(rig, j) || ClipMoves(scene, def->walk, node) || ClipMoves(scene, def->idle, node);
		for (int i = 0; i < def->otherCount; ++i) {
			wanted = wanted || ClipMoves(scene, def->others[i], node);
		}
		if (wanted && !scene->nodes[node].hasMatrix) {
			ok = AddNode(outTracks, node, r, def->fps, JointFrame, &source);
		}
	}
	if (ok && outTracks->insertRoot) {
		ok = AddNode(outTracks, scene->nodeCount, r, def->fps, PlacementFrame, r);
	}
	if (!ok) {
		return lwResult_Fail(lw_errorMemory, "bake: no memory for the tracks of %d frames", r->frames);
	}
	return AddWeights(def, r, outTracks);
}
