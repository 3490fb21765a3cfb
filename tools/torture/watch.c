// SPDX-License-Identifier: MIT
// Watching from outside: each body of a scene in a world of its own, so that ways are seen from the body that moves.
#include "torture/torture.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct WatchBody {
	lwMeshWorld* world;
	bool room;                  // faces look inwards: outside of it is solid
} WatchBody;

struct Watch {
	const lwWorldScene* scene;
	int count;
	WatchBody* bodies;
};

static double Volume(const lwScenePrimitive* primitive) {
	double sum = 0.0;
	for (int i = 0; i + 2 < primitive->indexCount; i += 3) {
		lwVec3 a = primitive->positions[primitive->indices[i]], b = primitive->positions[primitive->indices[i + 1]];
		sum += (double)lwDot(a, lwCross(b, primitive->positions[primitive->indices[i + 2]]));
	}
	return sum;
}

static bool MakeBody(const lwScenePrimitive* primitive, WatchBody* out) {
	lwMeshBodyDef body = lwDefaultMeshBodyDef();
	body.vertices = primitive->positions;
	body.vertexCount = primitive->vertexCount;
	body.indices = primitive->indices;
	body.triangleCount = primitive->indexCount / 3;
	lwMeshWorldDef def = lwDefaultMeshWorldDef();
	def.bodies = &body;
	def.bodyCount = 1;
	out->room = Volume(primitive) < 0.0;
	return lwCreateMeshWorld(&def, &out->world).status == lw_ok;
}

Watch* WatchMake(lwWorldScene* scene) {
	lwScene* shape = NULL;
	if (lwWorldScene_ToScene(scene, 0.0f, 60.0f, &shape).status != lw_ok) {
		return NULL;
	}
	Watch* watch = calloc(1, sizeof(*watch));
	bool good = watch != NULL;
	if (good) {
		watch->scene = scene;
		watch->bodies = calloc((size_t)shape->meshCount, sizeof(*watch->bodies));
		good = watch->bodies != NULL;
		watch->count = good ? shape->meshCount : 0;
	}
	for (int b = 0; good && b < watch->count; ++b) {
		const char* material = shape->materials[b].name;
		if ((lwMaterial_Channels(material) & lw_channelWalkable) != 0) {
			good = MakeBody(&shape->meshes[b].primitives[0], &watch->bodies[b]);
		}
	}
	lwDestroyScene(shape);
	if (!good) {
		WatchFree(watch);
		return NULL;
	}
	return watch;
}

void WatchFree(Watch* watch) {
	for (int b = 0; watch != NULL && b < watch->count; ++b) {
		lwDestroyMeshWorld(watch->bodies[b].world);
	}
	if (watch != NULL) {
		free(watch->bodies);
		free(watch);
	}
}

static lwVec3 ToBody(lwBodyState state, lwVec3 point) { return lwRotate(lwConj(state.rot), lwSub(point, state.pos)); }

bool WatchThrough(const Watch* watch, lwVec3 from, float fromTime, lwVec3 to, float toTime, float radius) {
	for (int b = 0; b < watch->count; ++b) {
		if (watch->bodies[b].world == NULL) {
			continue;
		}
		lwVec3 a = ToBody(lwWorldScene_Body(watch->scene, b, fromTime), from);
		lwVec3 z = ToBody(lwWorldScene_Body(watch->scene, b, toTime), to);
		lwWorld world = lwMeshWorld_World(watch->bodies[b].world);
		if (lwWorld_Sweep(&world, a, lwSub(z, a), radius, lw_channelAll).hit) {
			return true;
		}
	}
	return false;
}

// Two of three rays meet a face from behind, or leave a room.
static bool InsideBody(const WatchBody* body, lwVec3 point) {
	static const lwVec3 ways[3] = { { 211.0f, 907.0f, 397.0f }, { -877.0f, 131.0f, 463.0f }, { 307.0f, -571.0f, -769.0f } };
	lwWorld world = lwMeshWorld_World(body->world);
	int votes = 0;
	for (int i = 0; i < 3; ++i) {
		lwCastHit hit = lwWorld_Ray(&world, point, ways[i], lw_channelAll);
		votes += hit.hit ? hit.back : body->room;
	}
	return votes >= 2;
}

bool WatchInside(const Watch* watch, lwVec3 point, float time) {
	for (int b = 0; b < watch->count; ++b) {
		if (watch->bodies[b].world != NULL &&
			InsideBody(&watch->bodies[b], ToBody(lwWorldScene_Body(watch->scene, b, time), point))) {
			return true;
		}
	}
	return false;
}

bool WatchNear(const Watch* watch, lwVec3 point, float time, int other, float reach) {
	for (int b = 0; b < watch->count; ++b) {
		if (b == other || watch->bodies[b].world == NULL) {
			continue;
		}
		lwWorld world = lwMeshWorld_World(watch->bodies[b].world);
		if (lwWorld_Closest(&world, ToBody(lwWorldScene_Body(watch->scene, b, time), point), reach, lw_channelAll).hit) {
			return true;
		}
	}
	return false;
}

// ---- Known cases ---------------------------------------------------------------------------------------------

typedef struct Case {
	int scene;
	lwVec3 from, to;
	float fromTime, toTime;
	bool through, inside;       // inside: of to
} Case;

static bool CheckCase(const Case* known) {
	lwWorldSceneDef def = lwDefaultWorldSceneDef();
	def.kind = (lwWorldSceneKind)known->scene;
	lwWorldScene* scene = NULL;
	Watch* watch = lwMakeWorldScene(&def, &scene).status == lw_ok ? WatchMake(scene) : NULL;
	bool through = watch != NULL && WatchThrough(watch, known->from, known->fromTime, known->to, known->toTime, 0.05f);
	bool inside = watch != NULL && WatchInside(watch, known->to, known->toTime);
	bool good = watch != NULL && through == known->through && inside == known->inside;
	if (!good) {
		printf("watch: %s: through %d, inside %d; should be %d, %d\n", lwWorldScene_Name(known->scene), through, inside, known->through,
			   known->inside);
	}
	WatchFree(watch);
	lwDestroyWorldScene(scene);
	return good;
}

bool WatchCheck(void) {
	static const Case cases[] = {
		{ lw_worldScenePlate, { 0.1f, 0.5f, 0.0f }, { 0.3f, -0.5f, 0.0f }, 0.0f, 0.1f, true, false },      // through the plate
		{ lw_worldScenePlate, { 0.1f, 0.5f, 0.0f }, { 0.3f, 0.06f, 0.0f }, 0.0f, 0.1f, false, false },     // near it
		{ lw_worldScenePlate, { 0.1f, 0.5f, 0.0f }, { 0.3f, 0.0f + 0.02f, 0.0f }, 0.0f, 0.1f, true, false }, // too near
		{ lw_worldSceneCubeOutside, { 0.0f, 0.5f, 0.0f }, { 0.0f, -0.5f, 0.0f }, 0.0f, 0.1f, true, true },
		{ lw_worldSceneCubeInside, { 0.0f, 0.5f, 0.0f }, { 1.0f, 2.0f, 1.0f }, 0.0f, 0.1f, false, false },
		{ lw_worldSceneCubeInside, { 0.0f, 0.5f, 0.0f }, { 0.0f, -0.5f, 0.0f }, 0.0f, 0.1f, true, true },  // out of the room
		{ lw_worldSceneCave, { 0.0f, 0.5f, 0.0f }, { 0.0f, -1.5f, 0.0f }, 0.0f, 0.1f, true, true },
		{ lw_worldSceneElevator, { 0.0f, 2.0f, 0.0f }, { 0.0f, 2.0f, 0.0f }, 0.0f, 7.85f, true, true },    // the lift rises over it
		{ lw_worldSceneElevator, { 0.0f, 0.5f, 0.0f }, { 0.0f, 4.5f, 0.0f }, 0.0f, 7.85f, false, false },  // and takes it along
		{ lw_worldSceneDrum, { 0.0f, 0.5f, 0.0f }, { 0.0f, 0.5f, 0.0f }, 0.0f, 2.0f, false, false },       // it turns below
		{ lw_worldSceneMoebius, { 0.0f, 0.5f, 5.0f }, { 0.0f, -0.4f, 5.0f }, 0.0f, 0.1f, true, true },
	};
	bool good = true;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
		good = CheckCase(&cases[i]) && good;
	}
	return good;
}
