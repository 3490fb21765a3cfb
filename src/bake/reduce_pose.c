// SPDX-License-Identifier: MIT
// Poses for the key reduction: the hierarchy with a root above it, worlds with all and with the kept keys.
#include "bake/reduce.h"

#include <stdlib.h>
#include <string.h>

#define HANGS_ON 0.25f          // weight from which a vertex shows what its joint does
#define SHELL 1.23f             // three points on the axes feel any turn as much as a point at 1 / SHELL of their distance

// ---- Tracks --------------------------------------------------------------------------------------------------------

// Last key at or before a time; 0 before the first.
static int FindKey(const lwSceneChannel* channel, float time) {
	int low = 0, high = channel->keyCount;
	while (high - low > 1) {
		int mid = low + (high - low) / 2;
		if (channel->times[mid] <= time) {
			low = mid;
		} else {
			high = mid;
		}
	}
	return low;
}

void lwReduceTrack_Sample(const lwReduceTrack* track, float time, float* out) {
	const lwSceneChannel* channel = track->channel;
	if (track->left == NULL) {
		lwSceneChannel_Sample(channel, time, out);
		return;
	}
	int key = FindKey(channel, time), next = key + 1 < channel->keyCount ? key + 1 : key;
	int ends[2] = { track->left[key], track->right[next] };
	float times[2], values[8];
	size_t width = (size_t)channel->width;
	for (int i = 0; i < 2; ++i) {
		times[i] = channel->times[ends[i]];
		memcpy(values + (size_t)i * width, channel->values + (size_t)ends[i] * width, width * sizeof(float));
	}
	lwSceneChannel part = *channel;
	part.keyCount = ends[0] < ends[1] ? 2 : 1;
	part.times = times;
	part.values = values;
	lwSceneChannel_Sample(&part, time, out);
}

void lwReduceTrack_Keep(lwReduceTrack* track, int key) {
	int before = track->left[key], after = track->right[key];
	for (int k = key; k < after; ++k) {
		track->left[k] = key;
	}
	for (int k = key; k > before; --k) {
		track->right[k] = key;
	}
}

int lwReduceTrack_Missing(const lwReduceTrack* track, float time) {
	const lwSceneChannel* channel = track->channel;
	if (track->left == NULL) {
		return -1;
	}
	int key = FindKey(channel, time), next = key + 1 < channel->keyCount ? key + 1 : key;
	bool exact = channel->times[key] >= time, keyKept = lwReduceTrack_IsKept(track, key);
	if (exact || lwReduceTrack_IsKept(track, next)) {
		return keyKept ? -1 : key;
	}
	return keyKept || channel->times[next] - time < time - channel->times[key] ? next : key;
}

// ---- Hierarchy -----------------------------------------------------------------------------------------------------

// How many nodes are above; capped for files that run in circles.
static int Depth(const lwReducePose* pose, int node) {
	int depth = 0;
	while (pose->parents[node] >= 0 && depth < pose->nodeCount) {
		node = pose->parents[node];
		++depth;
	}
	return depth;
}

static bool SortNodes(lwReducePose* pose) {
	int n = pose->nodeCount;
	int* first = calloc((size_t)n + 2, sizeof(int));
	int* depth = calloc((size_t)n, sizeof(int));
	for (int i = 0; first != NULL && depth != NULL && i < n; ++i) {
		depth[i] = Depth(pose, i);
		first[depth[i] + 1] += 1;
	}
	for (int i = 0; first != NULL && i <= n; ++i) {
		first[i + 1] += first[i];
	}
	for (int i = 0; first != NULL && depth != NULL && i < n; ++i) {
		pose->order[first[depth[i]]++] = i;
	}
	bool good = first != NULL && depth != NULL;
	free(first);
	free(depth);
	return good;
}

static void Reach(lwReducePose* pose, int node, lwVec3 p) {
	pose->radius[node] = lwMaxF(pose->radius[node], lwLength(p));
}

static void ReachVertices(lwReducePose* pose, int node, const lwScenePrimitive* primitive, const lwSceneSkin* skin) {
	for (int v = 0; v < primitive->vertexCount; ++v) {
		if (skin == NULL) {
			Reach(pose, node, primitive->positions[v]);
		}
		for (int i = 0; skin != NULL && i < primitive->influences; ++i) {
			size_t at = (size_t)v * (size_t)primitive->influences + (size_t)i;
			int joint = primitive->joints[at];
			if (primitive->weights[at] >= HANGS_ON && joint < skin->jointCount) {
				Reach(pose, skin->joints[joint], lwMat34Point(skin->inverseBind[joint], primitive->positions[v]));
			}
		}
	}
}

static void FindRadii(lwReducePose* pose) {
	const lwScene* scene = pose->scene;
	for (int n = 0; n < scene->nodeCount; ++n) {
		const lwSceneNode* node = &scene->nodes[n];
		for (int p = 0; node->mesh >= 0 && p < scene->meshes[node->mesh].primitiveCount; ++p) {
			ReachVertices(pose, n, &scene->meshes[node->mesh].primitives[p], node->skin >= 0 ? &scene->skins[node->skin] : NULL);
		}
	}
}

bool lwReducePose_Init(lwReducePose* pose, const lwScene* scene, const lwReduceTrack* tracks, int trackCount) {
	memset(pose, 0, sizeof(*pose));
	size_t n = (size_t)scene->nodeCount + 1;
	pose->scene = scene;
	pose->nodeCount = (int)n;
	pose->parents = malloc(n * sizeof(int));
	pose->order = malloc(n * sizeof(int));
	pose->tracks = malloc(3 * n * sizeof(int));
	pose->radius = calloc(n, sizeof(float));
	pose->lever = calloc(n, sizeof(float));
	pose->scale = calloc(n, sizeof(float));
	pose->full = malloc(n * sizeof(lwMat34));
	pose->kept = malloc(n * sizeof(lwMat34));
	if (pose->parents == NULL || pose->order == NULL || pose->tracks == NULL || pose->radius == NULL || pose->lever == NULL ||
		pose->scale == NULL || pose->full == NULL || pose->kept == NULL) {
		return false;
	}
	for (int i = 0; i < pose->nodeCount; ++i) {
		bool top = i == scene->nodeCount;
		pose->parents[i] = top ? -1 : scene->nodes[i].parent >= 0 ? scene->nodes[i].parent : scene->nodeCount;
	}
	for (size_t i = 0; i < 3 * n; ++i) {
		pose->tracks[i] = -1;
	}
	for (int t = 0; t < trackCount; ++t) {
		const lwSceneChannel* channel = tracks[t].channel;
		if (channel->path != lw_pathWeights) {
			pose->tracks[3 * channel->node + (int)channel->path] = t;
		}
	}
	FindRadii(pose);
	return SortNodes(pose);
}

void lwReducePose_Free(lwReducePose* pose) {
	free(pose->parents);
	free(pose->order);
	free(pose->tracks);
	free(pose->radius);
	free(pose->lever);
	free(pose->scale);
	free(pose->full);
	free(pose->kept);
	memset(pose, 0, sizeof(*pose));
}

// ---- Poses ---------------------------------------------------------------------------------------------------------

static bool IsMoved(const lwReducePose* pose, int node) {
	const int* own = pose->tracks + 3 * (size_t)node;
	return own[0] >= 0 || own[1] >= 0 || own[2] >= 0;
}

// Local matrix of a node with all keys, or with the kept ones.
static lwMat34 Local(const lwReducePose* pose, const lwReduceTrack* tracks, int node, float time, bool kept) {
	lwTransform local = node < pose->scene->nodeCount ? pose->scene->nodes[node].local : lwTransformIdentity();
	if (!IsMoved(pose, node)) {
		return node < pose->scene->nodeCount ? pose->scene->nodes[node].matrix : lwMat34Identity();
	}
	for (int path = 0; path < 3; ++path) {
		int t = pose->tracks[3 * node + path];
		float* out = path == (int)lw_pathTranslation ? &local.pos.x : path == (int)lw_pathRotation ? &local.rot.x : &local.scale.x;
		if (t >= 0 && kept) {
			lwReduceTrack_Sample(&tracks[t], time, out);
		} else if (t >= 0) {
			lwSceneChannel_Sample(tracks[t].channel, time, out);
		}
	}
	return lwMat34FromTransform(local);
}

void lwReducePose_Evaluate(lwReducePose* pose, const lwReduceTrack* tracks, float time) {
	for (int i = 0; i < pose->nodeCount; ++i) {
		int node = pose->order[i], parent = pose->parents[node];
		lwMat34 full = Local(pose, tracks, node, time, false);
		lwMat34 kept = IsMoved(pose, node) ? Local(pose, tracks, node, time, true) : full;
		pose->full[node] = parent >= 0 ? lwMat34Mul(pose->full[parent], full) : full;
		pose->kept[node] = parent >= 0 ? lwMat34Mul(pose->kept[parent], kept) : kept;
	}
}

lwVec3 lwReducePose_Point(const lwReducePose* pose, const lwMat34* world, int node, int i) {
	const lwMat34* m = &world[node];
	float out = SHELL * pose->radius[node];
	return i == 0 ? m->t : lwMulAdd(m->t, i == 1 ? m->x : i == 2 ? m->y : m->z, out);
}

static float Size(lwMat34 m) {
	return lwMaxF(lwLength(m.x), lwMaxF(lwLength(m.y), lwLength(m.z)));
}

void lwReducePose_FindLevers(lwReducePose* pose) {
	for (int i = 0; i < pose->nodeCount; ++i) {
		int node = pose->order[i], parent = pose->parents[node];
		float shell = pose->radius[node] * Size(pose->full[node]);
		pose->scale[node] = parent >= 0 ? Size(pose->full[parent]) : 1.0f;
		for (int up = node, guard = 0; up >= 0 && guard < pose->nodeCount; up = pose->parents[up], ++guard) {
			float far = lwDistance(pose->full[up].t, pose->full[node].t) + shell;
			pose->lever[up] = lwMaxF(pose->lever[up], far);
		}
	}
}
