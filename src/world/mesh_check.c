// SPDX-License-Identifier: MIT
// What an embedded world refuses to be made of.
#include "world/mesh_world.h"

#define MAX_COORDINATE 1e12f        // of vertices, heights, sizes and placements
#define MAX_CELLS (1 << 26)

// Also false for NaN and infinity.
static bool IsWithin(lwVec3 v) {
	return lwAbsF(v.x) <= MAX_COORDINATE && lwAbsF(v.y) <= MAX_COORDINATE && lwAbsF(v.z) <= MAX_COORDINATE;
}

static bool IsSize(float v) {
	return v > 0.0f && v <= MAX_COORDINATE;
}

bool lwMeshWorld_IsPlacement(lwVec3 pos, lwQuat rot) {
	return IsWithin(pos) && IsWithin(lwV3(rot.x, rot.y, rot.z)) && lwAbsF(rot.w) <= MAX_COORDINATE;
}

static lwResult CheckMesh(const lwMeshBodyDef* def, int body) {
	if (def->vertexCount < 0 || def->triangleCount < 0) {
		return lwResult_Fail(lw_errorArgument, "world: body %d: negative count", body);
	}
	if (def->triangleCount > LW_BVH_MAX_TRIANGLES) {
		return lwResult_Fail(lw_errorLimit, "world: body %d: %d triangles, at most %d", body, def->triangleCount,
							 LW_BVH_MAX_TRIANGLES);
	}
	if ((def->vertexCount > 0 && def->vertices == NULL) || (def->triangleCount > 0 && def->indices == NULL)) {
		return lwResult_Fail(lw_errorArgument, "world: body %d: count without an array", body);
	}
	for (int i = 0; i < def->vertexCount; ++i) {
		if (!IsWithin(def->vertices[i])) {
			return lwResult_Fail(lw_errorArgument, "world: body %d: vertex %d: not finite or above 1e12", body, i);
		}
	}
	for (int i = 0; i < 3 * def->triangleCount; ++i) {
		if (def->indices[i] >= (uint32_t)def->vertexCount) {
			return lwResult_Fail(lw_errorArgument, "world: body %d: triangle %d: index %u of %d vertices", body, i / 3,
								 (unsigned)def->indices[i], def->vertexCount);
		}
	}
	return lwResult_Ok();
}

static lwResult CheckHeightfield(const lwMeshBodyDef* def, int body) {
	if (def->samplesX < 2 || def->samplesZ < 2 || def->heights == NULL) {
		return lwResult_Fail(lw_errorArgument, "world: body %d: a heightfield needs heights, at least 2 x 2", body);
	}
	if ((int64_t)(def->samplesX - 1) * (def->samplesZ - 1) > MAX_CELLS) {
		return lwResult_Fail(lw_errorLimit, "world: body %d: %d x %d heights, at most %d cells", body, def->samplesX,
							 def->samplesZ, MAX_CELLS);
	}
	if (!IsSize(def->cellX * (float)def->samplesX) || !IsSize(def->cellZ * (float)def->samplesZ)) {
		return lwResult_Fail(lw_errorArgument, "world: body %d: cells of a heightfield must be above 0", body);
	}
	size_t count = (size_t)def->samplesX * (size_t)def->samplesZ;
	for (size_t i = 0; i < count; ++i) {
		if (lwAbsF(def->heights[i]) > MAX_COORDINATE) {
			return lwResult_Fail(lw_errorArgument, "world: body %d: height %d: above 1e12", body, (int)i);
		}
	}
	return lwResult_Ok();
}

static lwResult CheckSolid(const lwMeshBodyDef* def, int body) {
	lwVec3 half = def->halfExtents;
	bool good = true;
	switch (def->shape) {
	case lw_shapeBox:
		good = IsSize(half.x) && IsSize(half.y) && IsSize(half.z);
		break;
	case lw_shapeSphere:
		good = IsSize(def->radius);
		break;
	case lw_shapeCapsule:
		good = IsSize(def->radius) && def->halfHeight >= 0.0f && def->halfHeight <= MAX_COORDINATE;
		break;
	default:
		break;
	}
	return good ? lwResult_Ok() : lwResult_Fail(lw_errorArgument, "world: body %d: the solid's size must be above 0", body);
}

static lwResult CheckBody(const lwMeshBodyDef* def, int body) {
	if (!lwMeshWorld_IsPlacement(def->pos, def->rot)) {
		return lwResult_Fail(lw_errorArgument, "world: body %d: placement is not finite", body);
	}
	switch (def->shape) {
	case lw_shapeMesh:
		return CheckMesh(def, body);
	case lw_shapeHeightfield:
		return CheckHeightfield(def, body);
	case lw_shapePlane:
	case lw_shapeBox:
	case lw_shapeSphere:
	case lw_shapeCapsule:
		return CheckSolid(def, body);
	case lw_shapeInstance:
		break;
	default:
		return lwResult_Fail(lw_errorArgument, "world: body %d: no shape %d", body, (int)def->shape);
	}
	if (def->instanceOf < 0 || def->instanceOf >= body) {
		return lwResult_Fail(lw_errorArgument, "world: body %d: instance of body %d, which is not before it", body, def->instanceOf);
	}
	return lwResult_Ok();
}

lwResult lwMeshWorld_Check(const lwMeshWorldDef* def) {
	if (def->bodyCount < 0 || (def->bodyCount > 0 && def->bodies == NULL)) {
		return lwResult_Fail(lw_errorArgument, "world: %d bodies without an array", def->bodyCount);
	}
	if (def->materialCount < 0 || (def->materialCount > 0 && def->materials == NULL)) {
		return lwResult_Fail(lw_errorArgument, "world: %d materials without an array", def->materialCount);
	}
	for (int i = 0; i < def->materialCount; ++i) {
		if (!(def->materials[i].friction >= 0.0f && def->materials[i].friction <= MAX_COORDINATE)) {
			return lwResult_Fail(lw_errorArgument, "world: material %d: friction must be 0 or above", i);
		}
	}
	for (int i = 0; i < def->bodyCount; ++i) {
		lwResult result = CheckBody(&def->bodies[i], i);
		if (result.status != lw_ok) {
			return result;
		}
	}
	return lwResult_Ok();
}
