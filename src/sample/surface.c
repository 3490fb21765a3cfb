// SPDX-License-Identifier: MIT
// Solids to a smooth closed mesh: distance field with melting unions, surface nets, vertices pulled onto the field.
#include "sample/creature.h"

#include <stdlib.h>

#define BLOCK 8
#define BLEND_SHARE 0.5f        // of a solid's thickness, at most

// Only what a place needs: indices of the solids near it.
typedef struct Field {
	const SampleCreature* creature;
	float blend;
	bool flatSole;
	int count;
	int prims[SAMPLE_MAX_PRIMS];
} Field;

typedef struct Grid {
	Field field;
	lwVec3 origin;
	float voxel;
	int size[3];
	float* values;
	int32_t* vertices;
} Grid;

// Sphere-swept segment with two radii: in the half plane (along, across) its side is a line that touches both circles.
static float TaperedDistance(lwVec3 a, lwVec3 b, float ra, float rb, lwVec3 p) {
	lwVec3 ab = lwSub(b, a);
	float length = lwLength(ab);
	float drop = ra - rb;
	if (length <= lwAbsF(drop) + 1e-9f) {
		return ra > rb ? lwDistance(p, a) - ra : lwDistance(p, b) - rb;
	}
	lwVec3 axis = lwMul(ab, 1.0f / length);
	lwVec3 ap = lwSub(p, a);
	float along = lwDot(ap, axis);
	float across = lwLength(lwReject(ap, axis));
	float s = drop / length, c = lwSqrt(1.0f - s * s);
	float onSide = along * c - across * s;
	if (onSide <= 0.0f) {
		return lwLength(ap) - ra;
	}
	if (onSide >= length * c) {
		return lwDistance(p, b) - rb;
	}
	return along * s + across * c - ra;
}

float SamplePrim_Distance(const SamplePrim* prim, lwVec3 p) {
	lwVec3 f = prim->stretch;
	lwVec3 inv = lwV3(1.0f / f.x, 1.0f / f.y, 1.0f / f.z);
	lwVec3 a = lwV3(0.0f, 0.0f, 0.0f);
	lwVec3 b = lwMulV(lwSub(prim->b, prim->a), inv);
	lwVec3 q = lwMulV(lwSub(p, prim->a), inv);
	return TaperedDistance(a, b, prim->ra, prim->rb, q) * lwMinF(f.x, lwMinF(f.y, f.z));
}

static float Melt(float a, float b, float blend) {
	float h = lwMaxF(blend - lwAbsF(a - b), 0.0f);
	return lwMinF(a, b) - (blend > 0.0f ? h * h / (4.0f * blend) : 0.0f);
}

static float Field_Distance(const Field* field, lwVec3 p) {
	float d = 1e9f;
	for (int i = 0; i < field->count; i++) {
		// Thin solids melt less, so that joints do not swell.
		const SamplePrim* prim = &field->creature->prims[field->prims[i]];
		float blend = lwMinF(field->blend, BLEND_SHARE * lwMaxF(prim->ra, prim->rb));
		d = Melt(d, SamplePrim_Distance(prim, p), blend);
	}
	return field->flatSole ? -Melt(-d, p.y, 0.3f * field->blend) : d;
}

static lwVec3 Field_Gradient(const Field* field, lwVec3 p, float e) {
	return lwMul(lwV3(Field_Distance(field, lwV3(p.x + e, p.y, p.z)) - Field_Distance(field, lwV3(p.x - e, p.y, p.z)),
		Field_Distance(field, lwV3(p.x, p.y + e, p.z)) - Field_Distance(field, lwV3(p.x, p.y - e, p.z)),
		Field_Distance(field, lwV3(p.x, p.y, p.z + e)) - Field_Distance(field, lwV3(p.x, p.y, p.z - e))), 0.5f / e);
}

static Field Field_Group(const SampleCreature* creature, int group) {
	Field field = { .creature = creature, .blend = creature->groups[group].blend, .flatSole = creature->groups[group].flatSole };
	for (int i = 0; i < creature->primCount; i++) {
		if (creature->prims[i].group == group) {
			field.prims[field.count++] = i;
		}
	}
	return field;
}

// The part of a field that matters within radius of a point.
static Field Field_Near(const Field* field, lwVec3 p, float radius) {
	Field near = { .creature = field->creature, .blend = field->blend, .flatSole = field->flatSole };
	float distances[SAMPLE_MAX_PRIMS] = { 0 };
	float least = 1e9f;
	for (int i = 0; i < field->count; i++) {
		distances[i] = SamplePrim_Distance(&field->creature->prims[field->prims[i]], p);
		least = lwMinF(least, distances[i]);
	}
	for (int i = 0; i < field->count; i++) {
		if (distances[i] < least + 2.0f * radius + field->blend) {
			near.prims[near.count++] = field->prims[i];
		}
	}
	return near;
}

static void Bounds(const Field* field, lwVec3* outLo, lwVec3* outHi) {
	*outLo = lwV3(1e9f, 1e9f, 1e9f);
	*outHi = lwV3(-1e9f, -1e9f, -1e9f);
	for (int i = 0; i < 2 * field->count; i++) {
		const SamplePrim* prim = &field->creature->prims[field->prims[i / 2]];
		lwVec3 p = i % 2 == 0 ? prim->a : prim->b;
		lwVec3 r = lwMul(prim->stretch, lwMaxF(prim->ra, prim->rb) + field->blend);
		*outLo = lwV3(lwMinF(outLo->x, p.x - r.x), lwMinF(outLo->y, p.y - r.y), lwMinF(outLo->z, p.z - r.z));
		*outHi = lwV3(lwMaxF(outHi->x, p.x + r.x), lwMaxF(outHi->y, p.y + r.y), lwMaxF(outHi->z, p.z + r.z));
	}
}

static size_t Grid_Index(const Grid* grid, int x, int y, int z) {
	return ((size_t)z * (size_t)grid->size[1] + (size_t)y) * (size_t)grid->size[0] + (size_t)x;
}

static lwVec3 Grid_Point(const Grid* grid, float x, float y, float z) {
	return lwMulAdd(grid->origin, lwV3(x, y, z), grid->voxel);
}

static int Least(int a, int b) {
	return a < b ? a : b;
}

static void FillBlock(Grid* grid, int bx, int by, int bz) {
	float half = 0.5f * (float)(BLOCK - 1);
	lwVec3 center = Grid_Point(grid, (float)bx + half, (float)by + half, (float)bz + half);
	float radius = grid->voxel * half * 1.7321f;
	Field near = Field_Near(&grid->field, center, radius);
	float d = Field_Distance(&near, center);
	bool empty = lwAbsF(d) > radius + grid->field.blend;
	for (int z = bz; z < Least(bz + BLOCK, grid->size[2]); z++) {
		for (int y = by; y < Least(by + BLOCK, grid->size[1]); y++) {
			for (int x = bx; x < Least(bx + BLOCK, grid->size[0]); x++) {
				lwVec3 p = Grid_Point(grid, (float)x, (float)y, (float)z);
				grid->values[Grid_Index(grid, x, y, z)] = empty ? d : Field_Distance(&near, p);
			}
		}
	}
}

static bool Grid_Fill(Grid* grid) {
	lwVec3 lo, hi;
	Bounds(&grid->field, &lo, &hi);
	lwVec3 extent = lwMul(lwSub(hi, lo), 1.0f / grid->voxel);
	// Half a cell off, so that no plane of the design falls on grid points.
	grid->origin = lwMulAdd(lo, lwV3(1.37f, 1.43f, 1.31f), -grid->voxel);
	grid->size[0] = (int)extent.x + 4;
	grid->size[1] = (int)extent.y + 4;
	grid->size[2] = (int)extent.z + 4;
	size_t count = (size_t)grid->size[0] * (size_t)grid->size[1] * (size_t)grid->size[2];
	grid->values = SampleAlloc(count, sizeof(float));
	grid->vertices = SampleAlloc(count, sizeof(int32_t));
	if (grid->values == NULL || grid->vertices == NULL) {
		return false;
	}
	for (int z = 0; z < grid->size[2]; z += BLOCK) {
		for (int y = 0; y < grid->size[1]; y += BLOCK) {
			for (int x = 0; x < grid->size[0]; x += BLOCK) {
				FillBlock(grid, x, y, z);
			}
		}
	}
	return true;
}

// Mean of the places where the cell's edges cross the surface, in cell units; false when none does.
static bool CellPoint(const Grid* grid, int x, int y, int z, lwVec3* outPoint) {
	float v[8];
	for (int i = 0; i < 8; i++) {
		v[i] = grid->values[Grid_Index(grid, x + (i & 1), y + (i >> 1 & 1), z + (i >> 2))];
	}
	lwVec3 sum = lwV3(0.0f, 0.0f, 0.0f);
	float count = 0.0f;
	for (int i = 0; i < 8; i++) {
		for (int axis = 1; axis <= 4; axis *= 2) {
			int j = i | axis;
			if (j == i || (v[i] < 0.0f) == (v[j] < 0.0f)) {
				continue;
			}
			float t = v[i] / (v[i] - v[j]);
			lwVec3 corner = lwV3((float)(i & 1), (float)(i >> 1 & 1), (float)(i >> 2));
			lwVec3 step = lwV3(axis == 1 ? t : 0.0f, axis == 2 ? t : 0.0f, axis == 4 ? t : 0.0f);
			sum = lwAdd(sum, lwAdd(corner, step));
			count += 1.0f;
		}
	}
	*outPoint = lwMulAdd(lwV3((float)x, (float)y, (float)z), sum, 1.0f / lwMaxF(count, 1.0f));
	return count > 0.0f;
}

// Moves a point onto the surface along the gradient, by half a cell at most.
static lwVec3 PullOnto(const Field* field, lwVec3 p, float voxel, lwVec3* outNormal) {
	lwVec3 start = p;
	for (int i = 0; i < 3; i++) {
		lwVec3 gradient = Field_Gradient(field, p, 0.05f * voxel);
		float square = lwMaxF(lwDot(gradient, gradient), 0.05f);
		p = lwMulAdd(p, gradient, -Field_Distance(field, p) / square);
		lwVec3 moved = lwSub(p, start);
		float far = lwLength(moved) / (0.5f * voxel);
		p = far > 1.0f ? lwMulAdd(start, moved, 1.0f / far) : p;
	}
	*outNormal = lwNormalizeOr(Field_Gradient(field, p, 0.15f * voxel), lwV3(0.0f, 1.0f, 0.0f));
	return p;
}

static void AddVertices(Grid* grid, SampleMesh* mesh) {
	for (int z = 0; z + 1 < grid->size[2]; z++) {
		for (int y = 0; y + 1 < grid->size[1]; y++) {
			for (int x = 0; x + 1 < grid->size[0]; x++) {
				lwVec3 cell, normal;
				if (!CellPoint(grid, x, y, z, &cell)) {
					continue;
				}
				lwVec3 p = Grid_Point(grid, cell.x, cell.y, cell.z);
				Field near = Field_Near(&grid->field, p, grid->voxel);
				p = PullOnto(&near, p, grid->voxel, &normal);
				grid->vertices[Grid_Index(grid, x, y, z)] = (int32_t)SampleMesh_Vertex(mesh, p, normal);
			}
		}
	}
}

// The four cells around an edge, in turn about it.
static void EdgeQuad(const Grid* grid, SampleMesh* mesh, int x, int y, int z, int axis) {
	int at[3] = { x, y, z };
	int u = (axis + 1) % 3, v = (axis + 2) % 3;
	int end[3] = { x, y, z };
	end[axis]++;
	bool inside = grid->values[Grid_Index(grid, x, y, z)] < 0.0f;
	bool endInside = grid->values[Grid_Index(grid, end[0], end[1], end[2])] < 0.0f;
	if (inside == endInside || at[u] == 0 || at[v] == 0) {
		return;
	}
	uint32_t ring[4];
	for (int k = 0; k < 4; k++) {
		int cell[3] = { x, y, z };
		cell[u] -= k == 1 || k == 2 ? 1 : 0;
		cell[v] -= k >= 2 ? 1 : 0;
		ring[k] = (uint32_t)grid->vertices[Grid_Index(grid, cell[0], cell[1], cell[2])];
	}
	int turn = inside ? 1 : 3;
	uint32_t a = ring[0], b = ring[turn], c = ring[2], d = ring[4 - turn];
	float ac = lwDistance(mesh->positions[a], mesh->positions[c]);
	float bd = lwDistance(mesh->positions[b], mesh->positions[d]);
	SampleMesh_Triangle(mesh, ac < bd ? a : b, ac < bd ? b : c, ac < bd ? c : d);
	SampleMesh_Triangle(mesh, ac < bd ? a : b, ac < bd ? c : d, ac < bd ? d : a);
}

static void AddQuads(const Grid* grid, SampleMesh* mesh) {
	for (int z = 0; z + 1 < grid->size[2]; z++) {
		for (int y = 0; y + 1 < grid->size[1]; y++) {
			for (int x = 0; x + 1 < grid->size[0]; x++) {
				for (int axis = 0; axis < 3; axis++) {
					EdgeQuad(grid, mesh, x, y, z, axis);
				}
			}
		}
	}
}

// No coarser than the thinnest solid, which would fall through the grid. Eyes and claws are small: finer.
static float VoxelSize(const Field* field, bool rigid, float wanted) {
	for (int i = 0; i < field->count; i++) {
		const SamplePrim* prim = &field->creature->prims[field->prims[i]];
		float thick = lwMaxF(prim->ra, prim->rb) * lwMinF(prim->stretch.x, lwMinF(prim->stretch.y, prim->stretch.z));
		wanted = lwMinF(wanted, rigid ? 0.62f * thick : thick);
	}
	return wanted;
}

void SampleSurface_Build(const SampleCreature* creature, int group, float detail, SampleMesh* mesh) {
	Grid grid = { .field = Field_Group(creature, group) };
	grid.voxel = VoxelSize(&grid.field, creature->groups[group].rigid, creature->groups[group].voxel / detail);
	if (grid.field.count == 0) {
		return;
	}
	if (Grid_Fill(&grid)) {
		AddVertices(&grid, mesh);
		AddQuads(&grid, mesh);
	} else {
		mesh->failed = true;
	}
	free(grid.values);
	free(grid.vertices);
}
