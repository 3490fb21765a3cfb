// SPDX-License-Identifier: MIT
// Membranes between two bones of three points: wings and sails. One sheet of triangles, seen from both sides.
#include "sample/creature.h"

#include <string.h>

#define ALONG 16
#define ACROSS 10

// Curve through three points, at 0, 1/2 and 1.
static lwVec3 CurvePoint(const lwVec3 p[3], float s) {
	float a = (1.0f - s) * (1.0f - 2.0f * s), b = 4.0f * s * (1.0f - s), c = s * (2.0f * s - 1.0f);
	return lwAdd(lwMul(p[0], a), lwAdd(lwMul(p[1], b), lwMul(p[2], c)));
}

static void AddInfluence(uint16_t* joints, float* weights, int joint, float weight) {
	for (int k = 0; k < 4; k++) {
		if (weights[k] > 0.0f && joints[k] != joint) {
			continue;
		}
		joints[k] = (uint16_t)joint;
		weights[k] += weight;
		return;
	}
}

static void VertexWeights(const SampleSheet* sheet, float s, float t, uint16_t* joints, float* weights) {
	int segment = s < 0.5f ? 0 : 1;
	float within = 2.0f * s - (float)segment;
	for (int side = 0; side < 2; side++) {
		float share = side == 0 ? 1.0f - t : t;
		AddInfluence(joints, weights, sheet->joints[side][segment], share * (1.0f - within));
		AddInfluence(joints, weights, sheet->joints[side][segment + 1], share * within);
	}
	float sum = weights[0] + weights[1] + weights[2] + weights[3];
	for (int k = 0; k < 4; k++) {
		weights[k] /= sum;
	}
}

static void AddSheet(const SampleSheet* sheet, SampleMesh* mesh) {
	uint32_t first = (uint32_t)mesh->vertexCount;
	for (int i = 0; i <= ALONG; i++) {
		for (int k = 0; k <= ACROSS; k++) {
			float t = (float)k / (float)ACROSS;
			float s = (float)i / (float)ALONG * (1.0f - sheet->sag * 4.0f * t * (1.0f - t));
			lwVec3 p = lwLerp3(CurvePoint(sheet->posMS[0], s), CurvePoint(sheet->posMS[1], s), t);
			SampleMesh_Vertex(mesh, p, lwV3(0.0f, 1.0f, 0.0f));
		}
	}
	// A left sheet and its mirror image must look the same way.
	bool flip = sheet->posMS[0][1].x < 0.0f;
	for (uint32_t i = 0; i < ALONG; i++) {
		for (uint32_t k = 0; k < ACROSS; k++) {
			uint32_t a = first + i * (ACROSS + 1) + k, b = a + 1, c = a + ACROSS + 1, d = c + 1;
			SampleMesh_Triangle(mesh, a, flip ? d : c, flip ? c : d);
			SampleMesh_Triangle(mesh, a, flip ? b : d, flip ? d : b);
		}
	}
}

void SampleSheet_Build(const SampleCreature* creature, int group, SampleMesh* mesh) {
	for (int i = 0; i < creature->sheetCount; i++) {
		if (creature->sheets[i].group == group) {
			AddSheet(&creature->sheets[i], mesh);
		}
	}
	size_t count = (size_t)mesh->vertexCount;
	mesh->joints = SampleAlloc(count * 4, sizeof(uint16_t));
	mesh->weights = SampleAlloc(count * 4, sizeof(float));
	if (mesh->failed || mesh->joints == NULL || mesh->weights == NULL) {
		mesh->failed = true;
		return;
	}
	SampleMesh_SmoothNormals(mesh);
	size_t perSheet = (ALONG + 1) * (ACROSS + 1), v = 0;
	for (int i = 0; i < creature->sheetCount && v < count; i++) {
		for (size_t at = 0; at < perSheet && creature->sheets[i].group == group; at++, v++) {
			float t = (float)(at % (ACROSS + 1)) / (float)ACROSS;
			float s = (float)(at / (ACROSS + 1)) / (float)ALONG * (1.0f - creature->sheets[i].sag * 4.0f * t * (1.0f - t));
			VertexWeights(&creature->sheets[i], s, t, &mesh->joints[v * 4], &mesh->weights[v * 4]);
		}
	}
}
