// SPDX-License-Identifier: MIT
// Embedded world: made, placed, taken down. Bodies share shapes; a hierarchy of boxes over the bodies follows them.
#include "world/mesh_world.h"

#include <stdlib.h>

#define REBUILD_COST 1.5f           // the hierarchy is built anew when its boxes have grown by this, looked at once every body has moved

static float MaxAbs3(lwVec3 v) {
	return lwMaxF(lwMaxF(lwAbsF(v.x), lwAbsF(v.y)), lwAbsF(v.z));
}

lwMeshWorldDef lwDefaultMeshWorldDef(void) {
	lwMeshWorldDef def = { .cookie = LW_COOKIE };
	return def;
}

lwMeshBodyDef lwDefaultMeshBodyDef(void) {
	lwMeshBodyDef def = { .channels = lw_channelAll, .rot = { 0.0f, 0.0f, 0.0f, 1.0f } };
	return def;
}

// ---- Placement -----------------------------------------------------------------------------------------------

static void Place(lwBody* body, const lwBodyState* state) {
	const lwShape* shape = body->shape;
	body->state = *state;
	body->state.rot = lwQuatNormalize(state->rot);
	lwQuat q = body->state.rot;
	body->turned = q.x != 0.0f || q.y != 0.0f || q.z != 0.0f;
	if (!body->turned) {
		body->loWS = lwAdd(shape->lo, state->pos);
		body->hiWS = lwAdd(shape->hi, state->pos);
		return;
	}
	lwVec3 half = lwMul(lwSub(shape->hi, shape->lo), 0.5f);
	lwVec3 centre = lwAdd(lwRotate(q, lwAdd(shape->lo, half)), state->pos);
	lwVec3 x = lwRotate(q, lwV3(half.x, 0.0f, 0.0f));
	lwVec3 y = lwRotate(q, lwV3(0.0f, half.y, 0.0f));
	lwVec3 z = lwRotate(q, lwV3(0.0f, 0.0f, half.z));
	lwVec3 reach = lwV3(lwAbsF(x.x) + lwAbsF(y.x) + lwAbsF(z.x), lwAbsF(x.y) + lwAbsF(y.y) + lwAbsF(z.y),
						lwAbsF(x.z) + lwAbsF(y.z) + lwAbsF(z.z));
	body->loWS = lwSub(centre, reach);
	body->hiWS = lwAdd(centre, reach);
}

// The body's box, grown by what rounding may do between the spaces.
static lwBvhRef RefOf(const lwMeshWorld* world, int index) {
	const lwBody* body = &world->bodies[index];
	float grow = 2e-6f * (MaxAbs3(body->loWS) + MaxAbs3(body->hiWS) + MaxAbs3(body->state.pos) + MaxAbs3(body->shape->lo) +
						  MaxAbs3(body->shape->hi));
	lwBvhRef ref = {
		.lo = { body->loWS.x - grow, body->loWS.y - grow, body->loWS.z - grow },
		.hi = { body->hiWS.x + grow, body->hiWS.y + grow, body->hiWS.z + grow },
		.id = index,
	};
	return ref;
}

static void BuildTop(lwMeshWorld* world) {
	int count = 0;
	for (int i = 0; i < world->bodyCount; ++i) {
		const lwShape* shape = world->bodies[i].shape;
		if (!shape->empty && !shape->endless) {
			world->refs[count++] = RefOf(world, i);
		}
	}
	lwBvh_BuildBoxes(&world->top, world->refs, count);
	for (int n = 0; n < world->top.nodeCount; ++n) {
		const lwBvhNode* node = &world->top.nodes[n];
		for (uint32_t lane = 0; lane < node->count; ++lane) {
			if ((node->child[lane] & LW_BVH_LEAF_BIT) != 0) {
				world->bodies[node->child[lane] & ~LW_BVH_LEAF_BIT].lane = LW_BVH_LANES * (uint32_t)n + lane;
			}
		}
	}
	world->builtCost = lwBvh_Cost(&world->top);
	world->moves = 0;
}

static bool SamePlace(lwVec3 pos, lwQuat rot, const lwBodyState* s) {
	return pos.x == s->pos.x && pos.y == s->pos.y && pos.z == s->pos.z && rot.x == s->rot.x && rot.y == s->rot.y && rot.z == s->rot.z &&
		   rot.w == s->rot.w;
}

void lwMeshWorld_SetBody(lwMeshWorld* world, int body, const lwBodyState* state) {
	if (!LW_ASSERT(world != NULL && state != NULL && body >= 0 && body < world->bodyCount) ||
		!LW_ASSERT(lwMeshWorld_IsPlacement(state->pos, state->rot))) {
		return;
	}
	lwBody* placed = &world->bodies[body];
	lwVec3 pos = placed->state.pos;
	lwQuat rot = placed->state.rot;
	Place(placed, state);
	world->changes += !SamePlace(pos, rot, &placed->state);
	if (placed->shape->empty || placed->shape->endless) {
		return;
	}
	lwBvhRef ref = RefOf(world, body);
	lwBvh_RefitBox(&world->top, placed->lane, &ref);
	world->moves += 1;
	if (world->moves >= world->bodyCount) {
		world->moves = 0;
		if (lwBvh_Cost(&world->top) > REBUILD_COST * world->builtCost) {
			BuildTop(world);
		}
	}
}

// ---- Making --------------------------------------------------------------------------------------------------

static bool CopyMaterials(lwShape* shape, const lwMeshBodyDef* def) {
	int cells = def->shape == lw_shapeHeightfield ? (def->samplesX - 1) * (def->samplesZ - 1) : 0;
	size_t count = def->shape == lw_shapeHeightfield ? 2 * (size_t)cells : (size_t)def->triangleCount;
	if (def->triangleMaterials == NULL || count == 0) {
		return true;
	}
	shape->triangleMaterials = malloc(count * sizeof(uint16_t));
	if (shape->triangleMaterials == NULL) {
		return false;
	}
	memcpy(shape->triangleMaterials, def->triangleMaterials, count * sizeof(uint16_t));
	shape->byteCount += count * sizeof(uint16_t);
	return true;
}

static bool MakeSurface(lwShape* shape, const lwMeshBodyDef* def) {
	bool good;
	if (def->shape == lw_shapeHeightfield) {
		lwBvhGrid grid = { .heights = def->heights, def->samplesX, def->samplesZ, def->cellX, def->cellZ, false };
		good = lwBvh_BuildGrid(&shape->bvh, &grid);
	} else {
		good = lwBvh_Build(&shape->bvh, def->vertices, def->indices, def->triangleCount);
	}
	shape->byteCount = shape->bvh.blockSize;
	shape->lo = shape->bvh.lo;
	shape->hi = shape->bvh.hi;
	shape->empty = shape->bvh.nodeCount == 0;
	return good && CopyMaterials(shape, def);
}

static bool MakeShape(lwShape* shape, const lwMeshBodyDef* def) {
	shape->kind = def->shape;
	if (def->shape == lw_shapeMesh || def->shape == lw_shapeHeightfield) {
		return MakeSurface(shape, def);
	}
	shape->solid.kind = def->shape;
	if (def->shape == lw_shapeBox) {
		shape->solid.half[0] = (double)def->halfExtents.x;
		shape->solid.half[1] = (double)def->halfExtents.y;
		shape->solid.half[2] = (double)def->halfExtents.z;
	} else if (def->shape != lw_shapePlane) {
		shape->solid.radius = (double)def->radius;
		shape->solid.halfHeight = def->shape == lw_shapeCapsule ? (double)def->halfHeight : 0.0;
	}
	shape->endless = !lwSolid_Bounds(&shape->solid, &shape->lo, &shape->hi);
	return true;
}

static bool MakeBody(lwMeshWorld* world, const lwMeshBodyDef* def) {
	int index = world->bodyCount;
	lwBody* body = &world->bodies[index];
	if (def->shape == lw_shapeInstance) {
		body->shape = world->bodies[def->instanceOf].shape;
	} else {
		lwShape* shape = &world->shapes[world->shapeCount++];
		body->shape = shape;
		if (!MakeShape(shape, def)) {
			return false;
		}
	}
	world->bodyCount += 1;
	body->channels = def->channels;
	body->material = def->material;
	lwBodyState state = { .pos = def->pos, .rot = def->rot };
	Place(body, &state);
	if (body->shape->endless) {
		world->endless[world->endlessCount++] = index;
	}
	return true;
}

// The world with room for its bodies; NULL when out of memory.
static lwMeshWorld* Allocate(const lwMeshWorldDef* def) {
	lwMeshWorld* world = calloc(1, sizeof(lwMeshWorld));
	if (world == NULL) {
		return NULL;
	}
	size_t bodies = (size_t)(def->bodyCount > 0 ? def->bodyCount : 1);
	size_t materials = (size_t)(def->materialCount > 0 ? def->materialCount : 1);
	world->bodies = calloc(bodies, sizeof(lwBody));
	world->shapes = calloc(bodies, sizeof(lwShape));
	world->refs = calloc(bodies, sizeof(lwBvhRef));
	world->endless = calloc(bodies, sizeof(int));
	world->materials = calloc(materials, sizeof(lwMaterial));
	bool good = lwBvh_ReserveBoxes(&world->top, (int)bodies);
	if (!good || world->bodies == NULL || world->shapes == NULL || world->refs == NULL || world->endless == NULL ||
		world->materials == NULL) {
		lwDestroyMeshWorld(world);
		return NULL;
	}
	world->byteCount = sizeof(lwMeshWorld) + bodies * (sizeof(lwBody) + sizeof(lwShape) + sizeof(lwBvhRef) + sizeof(int)) +
					   materials * sizeof(lwMaterial) + world->top.blockSize;
	return world;
}

lwResult lwCreateMeshWorld(const lwMeshWorldDef* def, lwMeshWorld** outWorld) {
	if (!LW_ASSERT(outWorld != NULL)) {
		return lwResult_Fail(lw_errorArgument, "world: outWorld is NULL");
	}
	*outWorld = NULL;
	if (!LW_ASSERT(def != NULL && def->cookie == LW_COOKIE)) {
		return lwResult_Fail(lw_errorArgument, "world: the def was not made by lwDefaultMeshWorldDef");
	}
	lwResult result = lwMeshWorld_Check(def);
	if (result.status != lw_ok) {
		return result;
	}
	lwMeshWorld* world = Allocate(def);
	if (world == NULL) {
		return lwResult_Fail(lw_errorMemory, "world: %d bodies: out of memory", def->bodyCount);
	}
	for (int i = 0; i < def->bodyCount; ++i) {
		if (!MakeBody(world, &def->bodies[i])) {
			lwDestroyMeshWorld(world);
			return lwResult_Fail(lw_errorMemory, "world: body %d: out of memory", i);
		}
	}
	for (int i = 0; i < def->materialCount; ++i) {
		world->materials[i] = def->materials[i];
	}
	world->materialCount = def->materialCount;
	world->kernels = lwBvh_BestKernels();
	BuildTop(world);
	*outWorld = world;
	return lwResult_Ok();
}

void lwDestroyMeshWorld(lwMeshWorld* world) {
	if (world == NULL) {
		return;
	}
	for (int i = 0; i < world->shapeCount; ++i) {
		lwBvh_Free(&world->shapes[i].bvh);
		free(world->shapes[i].triangleMaterials);
	}
	lwBvh_Free(&world->top);
	free(world->bodies);
	free(world->shapes);
	free(world->refs);
	free(world->endless);
	free(world->materials);
	free(world);
}

void lwMeshWorld_Bounds(const lwMeshWorld* world, lwVec3* outMin, lwVec3* outMax) {
	lwVec3 lo = lwV3(0.0f, 0.0f, 0.0f);
	lwVec3 hi = lo;
	bool first = true;
	for (int i = 0; i < world->bodyCount; ++i) {
		const lwBody* b = &world->bodies[i];
		if (b->shape->empty || b->shape->endless) {
			continue;
		}
		lwVec3 from = first ? b->loWS : lo;
		lwVec3 to = first ? b->hiWS : hi;
		lo = lwV3(lwMinF(from.x, b->loWS.x), lwMinF(from.y, b->loWS.y), lwMinF(from.z, b->loWS.z));
		hi = lwV3(lwMaxF(to.x, b->hiWS.x), lwMaxF(to.y, b->hiWS.y), lwMaxF(to.z, b->hiWS.z));
		first = false;
	}
	*outMin = lo;
	*outMax = hi;
}

size_t lwMeshWorld_ByteCount(const lwMeshWorld* world) {
	size_t bytes = world->byteCount;
	for (int i = 0; i < world->shapeCount; ++i) {
		bytes += world->shapes[i].byteCount;
	}
	return bytes;
}
