// SPDX-License-Identifier: MIT
// Skin weights by nearness to the solids of related joints, smoothed over the mesh, four influences a vertex.
#include "sample/creature.h"

#include <stdlib.h>
#include <string.h>

#define RELATED_STEPS 2         // joints so far up or down the chain may share a vertex
#define SMOOTH_PASSES 4
#define FALLOFF 0.35f           // of the nearest solid's thickness

static bool IsRelated(const SampleCreature* creature, int a, int b) {
	for (int k = 0; k < 2; k++) {
		int up = k == 0 ? a : b, other = k == 0 ? b : a;
		for (int step = 0; step <= RELATED_STEPS && up >= 0; step++) {
			if (up == other) {
				return true;
			}
			up = creature->joints[up].parent;
		}
	}
	return false;
}

// Dense weights of one vertex, one for every joint, not yet summing to 1. Rigid groups look at their own solids only.
static void NearnessWeights(const SampleCreature* creature, int group, lwVec3 p, float* outWeights) {
	float distances[SAMPLE_MAX_PRIMS];
	bool rigid = creature->groups[group].rigid;
	int nearest = -1;
	for (int i = 0; i < creature->primCount; i++) {
		bool counts = rigid ? creature->prims[i].group == group : !creature->groups[creature->prims[i].group].rigid;
		distances[i] = counts ? SamplePrim_Distance(&creature->prims[i], p) : 1e9f;
		nearest = nearest < 0 || distances[i] < distances[nearest] ? i : nearest;
	}
	const SamplePrim* prim = &creature->prims[nearest];
	if (rigid) {
		outWeights[prim->joint] = 1.0f;
		return;
	}
	float falloff = FALLOFF * lwMaxF(prim->ra, prim->rb);
	for (int i = 0; i < creature->primCount; i++) {
		int joint = creature->prims[i].joint;
		float weight = lwExp((distances[nearest] - distances[i]) / falloff);
		if (weight > outWeights[joint] && IsRelated(creature, joint, prim->joint)) {
			outWeights[joint] = weight;
		}
	}
}

static void Normalize(float* weights, int count) {
	float sum = 0.0f;
	for (int j = 0; j < count; j++) {
		sum += weights[j];
	}
	for (int j = 0; j < count; j++) {
		weights[j] = weights[j] / sum;
	}
}

// Every vertex becomes the mean of itself and its neighbours (each neighbour counted once a triangle).
static void SmoothOnce(const SampleMesh* mesh, int width, const float* from, float* to, float* counts) {
	memcpy(to, from, (size_t)mesh->vertexCount * (size_t)width * sizeof(float));
	for (int v = 0; v < mesh->vertexCount; v++) {
		counts[v] = 1.0f;
	}
	for (int i = 0; i + 2 < mesh->indexCount; i += 3) {
		for (int k = 0; k < 3; k++) {
			size_t at = mesh->indices[i + k], other = mesh->indices[i + (k + 1) % 3];
			counts[at] += 1.0f;
			for (int j = 0; j < width; j++) {
				to[at * (size_t)width + (size_t)j] += from[other * (size_t)width + (size_t)j];
			}
		}
	}
	for (int v = 0; v < mesh->vertexCount; v++) {
		for (int j = 0; j < width; j++) {
			to[(size_t)v * (size_t)width + (size_t)j] /= counts[v];
		}
	}
}

// The four largest of a vertex, summing to 1.
static void KeepFour(const float* weights, int width, uint16_t* outJoints, float* outWeights) {
	for (int k = 0; k < 4; k++) {
		int best = -1;
		for (int j = 0; j < width; j++) {
			bool taken = false;
			for (int l = 0; l < k; l++) {
				taken = taken || (outWeights[l] > 0.0f && outJoints[l] == j);
			}
			best = !taken && (best < 0 || weights[j] > weights[best]) ? j : best;
		}
		bool keep = best >= 0 && weights[best] > 0.005f;
		outJoints[k] = keep ? (uint16_t)best : 0;
		outWeights[k] = keep ? weights[best] : 0.0f;
	}
	Normalize(outWeights, 4);
}

void SampleSkin_Bind(const SampleCreature* creature, int group, SampleMesh* mesh) {
	if (mesh->failed || mesh->vertexCount == 0) {
		return;
	}
	size_t count = (size_t)mesh->vertexCount, width = (size_t)creature->jointCount;
	float* dense = SampleAlloc(count * width, sizeof(float));
	float* other = SampleAlloc(count * width, sizeof(float));
	float* counts = SampleAlloc(count, sizeof(float));
	mesh->joints = SampleAlloc(count * 4, sizeof(uint16_t));
	mesh->weights = SampleAlloc(count * 4, sizeof(float));
	if (dense != NULL && other != NULL && counts != NULL && mesh->joints != NULL && mesh->weights != NULL) {
		for (size_t v = 0; v < count; v++) {
			NearnessWeights(creature, group, mesh->positions[v], &dense[v * width]);
			Normalize(&dense[v * width], creature->jointCount);
		}
		for (int pass = 0; pass < (creature->groups[group].rigid ? 0 : SMOOTH_PASSES); pass++) {
			SmoothOnce(mesh, creature->jointCount, dense, other, counts);
			float* swap = dense;
			dense = other;
			other = swap;
		}
		for (size_t v = 0; v < count; v++) {
			KeepFour(&dense[v * width], creature->jointCount, &mesh->joints[v * 4], &mesh->weights[v * 4]);
		}
	} else {
		mesh->failed = true;
	}
	free(dense);
	free(other);
	free(counts);
}
