// SPDX-License-Identifier: MIT
// World scenes: growing meshes and the shapes they are made of.
#include "scenes/build.h"

#include <stdlib.h>
#include <string.h>

static bool Grow(void** ioArray, int* ioCapacity, int count, size_t size) {
	if (count <= *ioCapacity) {
		return true;
	}
	int capacity = *ioCapacity == 0 ? 256 : *ioCapacity * 2;
	capacity = capacity < count ? count : capacity;
	void* grown = realloc(*ioArray, (size_t)capacity * size);
	if (grown == NULL) {
		return false;
	}
	*ioArray = grown;
	*ioCapacity = capacity;
	return true;
}

uint32_t SceneMesh_Vertex(SceneMesh* mesh, lwVec3 pos) {
	if (mesh->failed || !Grow((void**)&mesh->positions, &mesh->vertexCapacity, mesh->vertexCount + 1, sizeof(lwVec3))) {
		mesh->failed = true;
		return 0;
	}
	mesh->positions[mesh->vertexCount] = pos;
	return (uint32_t)mesh->vertexCount++;
}

void SceneMesh_Triangle(SceneMesh* mesh, uint32_t a, uint32_t b, uint32_t c) {
	if (mesh->failed || !Grow((void**)&mesh->indices, &mesh->indexCapacity, mesh->indexCount + 3, sizeof(uint32_t))) {
		mesh->failed = true;
		return;
	}
	uint32_t* to = mesh->indices + mesh->indexCount;
	to[0] = a;
	to[1] = b;
	to[2] = c;
	mesh->indexCount += 3;
}

void SceneMesh_Quad(SceneMesh* mesh, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
	SceneMesh_Triangle(mesh, a, b, c);
	SceneMesh_Triangle(mesh, a, c, d);
}

void SceneMesh_Free(SceneMesh* mesh) {
	free(mesh->positions);
	free(mesh->indices);
	memset(mesh, 0, sizeof(*mesh));
}

void SceneMesh_Flip(SceneMesh* mesh) {
	for (int i = 0; i + 2 < mesh->indexCount; i += 3) {
		uint32_t swap = mesh->indices[i + 1];
		mesh->indices[i + 1] = mesh->indices[i + 2];
		mesh->indices[i + 2] = swap;
	}
}

void SceneMesh_Append(SceneMesh* mesh, const SceneMesh* from, lwMat34 place) {
	uint32_t base = (uint32_t)mesh->vertexCount;
	mesh->failed = mesh->failed || from->failed;
	for (int v = 0; v < from->vertexCount; ++v) {
		SceneMesh_Vertex(mesh, lwMat34Point(place, from->positions[v]));
	}
	for (int i = 0; i + 2 < from->indexCount; i += 3) {
		const uint32_t* t = from->indices + i;
		SceneMesh_Triangle(mesh, base + t[0], base + t[1], base + t[2]);
	}
}

// ---- Boxes ---------------------------------------------------------------------------------------------------

// The planes that all boxes' faces lie in, as a grid of cells that are full or empty.
typedef struct Cells {
	int count[3];           // planes a way
	float* at[3];
	bool* full;             // (count - 1) a way
	int64_t* vertex;        // count a way; -1: none yet
} Cells;

static float Part(lwVec3 v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

static int CompareFloats(const void* a, const void* b) {
	float x = *(const float*)a, y = *(const float*)b;
	return x < y ? -1 : x > y;
}

static void FindPlanes(Cells* cells, int axis, const SceneBox* boxes, int count) {
	float* at = cells->at[axis];
	for (int i = 0; i < count; ++i) {
		at[2 * i] = Part(boxes[i].min, axis);
		at[2 * i + 1] = Part(boxes[i].max, axis);
	}
	qsort(at, (size_t)(2 * count), sizeof(float), CompareFloats);
	int kept = 1;
	for (int i = 1; i < 2 * count; ++i) {
		if (at[i] - at[kept - 1] > 1e-5f) {
			at[kept++] = at[i];
		}
	}
	cells->count[axis] = kept;
}

static int CellIndex(const Cells* cells, const int at[3]) {
	return (at[2] * (cells->count[1] - 1) + at[1]) * (cells->count[0] - 1) + at[0];
}

static bool IsFull(const Cells* cells, const int at[3]) {
	for (int k = 0; k < 3; ++k) {
		if (at[k] < 0 || at[k] >= cells->count[k] - 1) {
			return false;
		}
	}
	return cells->full[CellIndex(cells, at)];
}

static bool InAnyBox(const Cells* cells, const int at[3], const SceneBox* boxes, int count) {
	for (int i = 0; i < count; ++i) {
		bool inside = true;
		for (int k = 0; k < 3 && inside; ++k) {
			float middle = 0.5f * (cells->at[k][at[k]] + cells->at[k][at[k] + 1]);
			inside = middle > Part(boxes[i].min, k) && middle < Part(boxes[i].max, k);
		}
		if (inside) {
			return true;
		}
	}
	return false;
}

static uint32_t Corner(SceneMesh* mesh, Cells* cells, const int at[3]) {
	int64_t* slot = &cells->vertex[(at[2] * cells->count[1] + at[1]) * cells->count[0] + at[0]];
	if (*slot < 0) {
		*slot = SceneMesh_Vertex(mesh, lwV3(cells->at[0][at[0]], cells->at[1][at[1]], cells->at[2][at[2]]));
	}
	return (uint32_t)*slot;
}

// The face of a cell towards the end (or the start) of an axis.
static void Face(SceneMesh* mesh, Cells* cells, const int cell[3], int axis, bool end) {
	int u = (axis + 1) % 3, v = (axis + 2) % 3; // u x v = axis
	uint32_t corner[4];
	for (int k = 0; k < 4; ++k) {
		int at[3] = { cell[0], cell[1], cell[2] };
		at[axis] += end ? 1 : 0;
		at[u] += k == 1 || k == 2 ? 1 : 0;
		at[v] += k >= 2 ? 1 : 0;
		corner[k] = Corner(mesh, cells, at);
	}
	if (end) {
		SceneMesh_Quad(mesh, corner[0], corner[1], corner[2], corner[3]);
	} else {
		SceneMesh_Quad(mesh, corner[0], corner[3], corner[2], corner[1]);
	}
}

static void Faces(SceneMesh* mesh, Cells* cells, const int cell[3]) {
	for (int f = 0; f < 6 && IsFull(cells, cell); ++f) {
		int beside[3] = { cell[0], cell[1], cell[2] };
		beside[f / 2] += f % 2 == 0 ? 1 : -1;
		if (!IsFull(cells, beside)) {
			Face(mesh, cells, cell, f / 2, f % 2 == 0);
		}
	}
}

static bool MakeCells(Cells* cells, const SceneBox* boxes, int count) {
	size_t corners = 1;
	for (int k = 0; k < 3; ++k) {
		cells->at[k] = malloc((size_t)(2 * count) * sizeof(float));
		if (cells->at[k] == NULL) {
			return false;
		}
		FindPlanes(cells, k, boxes, count);
		corners *= (size_t)cells->count[k];
	}
	cells->full = calloc(corners, sizeof(bool));
	cells->vertex = malloc(corners * sizeof(*cells->vertex));
	for (size_t i = 0; i < corners && cells->vertex != NULL; ++i) {
		cells->vertex[i] = -1;
	}
	return cells->full != NULL && cells->vertex != NULL;
}

void SceneMesh_Boxes(SceneMesh* mesh, const SceneBox* boxes, int count) {
	Cells cells;
	memset(&cells, 0, sizeof(cells));
	bool made = MakeCells(&cells, boxes, count);
	mesh->failed = mesh->failed || !made;
	for (int pass = 0; pass < 2 && made; ++pass) {
		int at[3];
		for (at[2] = 0; at[2] < cells.count[2] - 1; ++at[2]) {
			for (at[1] = 0; at[1] < cells.count[1] - 1; ++at[1]) {
				for (at[0] = 0; at[0] < cells.count[0] - 1; ++at[0]) {
					if (pass == 0) {
						cells.full[CellIndex(&cells, at)] = InAnyBox(&cells, at, boxes, count);
					} else {
						Faces(mesh, &cells, at);
					}
				}
			}
		}
	}
	for (int k = 0; k < 3; ++k) {
		free(cells.at[k]);
	}
	free(cells.full);
	free(cells.vertex);
}

// ---- Round ---------------------------------------------------------------------------------------------------

// Corner (i, j, k) of a cube of n squares a side, pushed out to the sphere; squares near the cube's corners are kept from shrinking.
static lwVec3 OnSphere(const int at[3], int n) {
	float p[3];
	for (int k = 0; k < 3; ++k) {
		float angle = ((float)at[k] / (float)n - 0.5f) * 0.5f * LW_PI;
		p[k] = lwSin(angle) / lwCos(angle);
	}
	return lwNormalizeOr(lwV3(p[0], p[1], p[2]), lwV3(0.0f, 1.0f, 0.0f));
}

void SceneMesh_Sphere(SceneMesh* mesh, int n) {
	// A cube of unit cells gives the topology; the corners are told by their place.
	int planes = n + 1;
	int64_t* seen = malloc((size_t)(planes * planes * planes) * sizeof(*seen));
	mesh->failed = mesh->failed || seen == NULL;
	for (int i = 0; i < planes * planes * planes && seen != NULL; ++i) {
		seen[i] = -1;
	}
	for (int q = 0; q < 6 * n * n && !mesh->failed; ++q) {
		int axis = q / (2 * n * n), end = q / (n * n) % 2, a = q % n, b = q / n % n;
		uint32_t corner[4];
		for (int k = 0; k < 4; ++k) {
			int at[3];
			at[axis] = end * n;
			at[(axis + 1) % 3] = a + (k == 1 || k == 2 ? 1 : 0);
			at[(axis + 2) % 3] = b + (k >= 2 ? 1 : 0);
			int64_t* slot = &seen[(at[2] * planes + at[1]) * planes + at[0]];
			*slot = *slot < 0 ? (int64_t)SceneMesh_Vertex(mesh, OnSphere(at, n)) : *slot;
			corner[k] = (uint32_t)*slot;
		}
		if (end == 1) {
			SceneMesh_Quad(mesh, corner[0], corner[1], corner[2], corner[3]);
		} else {
			SceneMesh_Quad(mesh, corner[0], corner[3], corner[2], corner[1]);
		}
	}
	free(seen);
}

void SceneMesh_Tube(SceneMesh* mesh, uint32_t first, int rows, int columns, int shift) {
	for (int r = 0; r < rows; ++r) {
		bool last = r == rows - 1;
		for (int c = 0; c < columns; ++c) {
			int next = (c + 1) % columns, move = last ? shift : 0;
			uint32_t row = first + (uint32_t)(r * columns), after = last ? first : row + (uint32_t)columns;
			SceneMesh_Quad(mesh, row + (uint32_t)c, row + (uint32_t)next, after + (uint32_t)((next + move) % columns),
						   after + (uint32_t)((c + move) % columns));
		}
	}
}

#define CAPSULE_COLUMNS 20
#define CAPSULE_RINGS 5     // a half sphere, without its pole

void SceneMesh_Capsule(SceneMesh* mesh, float length, float radius) {
	uint32_t top = SceneMesh_Vertex(mesh, lwV3(0.0f, radius, 0.0f));
	for (int r = 0; r < 2 * CAPSULE_RINGS; ++r) {
		bool lower = r >= CAPSULE_RINGS;
		float angle = 0.5f * LW_PI * (float)(lower ? r : r + 1) / (float)CAPSULE_RINGS;
		for (int c = 0; c < CAPSULE_COLUMNS; ++c) {
			float turn = 2.0f * LW_PI * (float)c / (float)CAPSULE_COLUMNS, out = radius * lwSin(angle);
			SceneMesh_Vertex(mesh, lwV3(out * lwSin(turn), radius * lwCos(angle) - (lower ? length : 0.0f), out * lwCos(turn)));
		}
	}
	uint32_t bottom = SceneMesh_Vertex(mesh, lwV3(0.0f, -length - radius, 0.0f));
	for (uint32_t c = 0; c < CAPSULE_COLUMNS; ++c) {
		uint32_t next = (c + 1) % CAPSULE_COLUMNS, ring = top + 1;
		SceneMesh_Triangle(mesh, top, ring + c, ring + next);
		for (int r = 0; r + 1 < 2 * CAPSULE_RINGS; ++r, ring += CAPSULE_COLUMNS) {
			SceneMesh_Quad(mesh, ring + c, ring + CAPSULE_COLUMNS + c, ring + CAPSULE_COLUMNS + next, ring + next);
		}
		SceneMesh_Triangle(mesh, ring + c, bottom, ring + next);
	}
}
