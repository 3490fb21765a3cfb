// SPDX-License-Identifier: MIT
// Single questions to any world table.
#include "legwork/world.h"

static lwCastHit Miss(void) {
	lwCastHit hit = { .fraction = 1.0f, .triangle = -1 };
	return hit;
}

lwCastHit lwWorld_Sweep(const lwWorld* world, lwVec3 origin, lwVec3 motion, float radius, uint32_t channels) {
	lwCastHit hit = Miss();
	if (LW_ASSERT(world != NULL) && world->cast != NULL) {
		lwCastQuery query = { origin, motion, radius, channels };
		world->cast(world->user, &query, 1, &hit);
	}
	return hit;
}

lwCastHit lwWorld_Ray(const lwWorld* world, lwVec3 origin, lwVec3 motion, uint32_t channels) {
	return lwWorld_Sweep(world, origin, motion, 0.0f, channels);
}

lwCastHit lwWorld_Closest(const lwWorld* world, lwVec3 point, float maxDistance, uint32_t channels) {
	lwCastHit hit = Miss();
	if (LW_ASSERT(world != NULL) && world->closest != NULL) {
		lwClosestQuery query = { point, maxDistance, channels };
		world->closest(world->user, &query, 1, &hit);
	}
	return hit;
}

lwMaterial lwDefaultMaterial(void) {
	lwMaterial material = { .friction = 1.0f };
	return material;
}

lwMaterial lwWorld_Material(const lwWorld* world, int material) {
	lwMaterial out = lwDefaultMaterial();
	if (LW_ASSERT(world != NULL) && world->material != NULL) {
		world->material(world->user, material, &out);
	}
	return out;
}
