// SPDX-License-Identifier: MIT
// World scenes: definitions, names, the world of one and its clock.
#include "scenes/build.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static const char* const kindNames[lw_worldSceneCount] = {
	"cube-outside", "cube-inside", "plate", "rods", "thin-rods", "sphere", "torus", "moebius", "cave",
	"crates", "drum", "elevator", "rivets", "stairs", "planet", "colossus", "wall",
};

const char* lwWorldScene_Name(int kind) {
	return kind >= 0 && kind < lw_worldSceneCount ? kindNames[kind] : NULL;
}

int lwWorldScene_FromName(const char* name) {
	for (int i = 0; name != NULL && i < lw_worldSceneCount; ++i) {
		if (strcmp(name, kindNames[i]) == 0) {
			return i;
		}
	}
	return -1;
}

lwWorldSceneDef lwDefaultWorldSceneDef(void) {
	lwWorldSceneDef def;
	memset(&def, 0, sizeof(def));
	def.cookie = LW_COOKIE;
	def.size = 1.0f;
	def.seed = 1;
	return def;
}

static lwResult CheckDef(const lwWorldSceneDef* def) {
	if (def == NULL || def->cookie != LW_COOKIE) {
		return lwResult_Fail(lw_errorArgument, "scene: def: not made by lwDefaultWorldSceneDef");
	}
	if (lwWorldScene_Name((int)def->kind) == NULL) {
		return lwResult_Fail(lw_errorArgument, "scene: kind: %d is not a scene", (int)def->kind);
	}
	if (!(def->size >= 1e-6f && def->size <= 1e6f)) {
		return lwResult_Fail(lw_errorArgument, "scene: size: %g is outside [1e-06, 1e+06]", (double)def->size);
	}
	return lwResult_Ok();
}

// ---- Building ------------------------------------------------------------------------------------------------

SceneBody* Scene_Add(lwWorldScene* scene, const char* name) {
	SceneBody* body = &scene->bodies[scene->bodyCount < SCENE_MAX_BODIES ? scene->bodyCount++ : SCENE_MAX_BODIES - 1];
	lwText_Copy(body->name, sizeof(body->name), name);
	body->channels = lw_channelAll;
	body->rot = lwQuatIdentity();
	body->color = lwV3(0.42f, 0.42f, 0.40f);
	return body;
}

float Scene_Random(uint32_t* ioState, float lo, float hi) {
	*ioState = *ioState * 1664525u + 1013904223u;
	return lo + (hi - lo) * (float)(*ioState >> 8) / 16777216.0f;
}

static float Lattice(int x, int y, int z, uint32_t seed) {
	uint32_t h = (uint32_t)x * 0x8da6b343u ^ (uint32_t)y * 0xd8163841u ^ (uint32_t)z * 0xcb1ab31fu ^ seed * 0x9e3779b9u;
	h = (h ^ (h >> 15)) * 0x2c1b3c6du;
	h = (h ^ (h >> 12)) * 0x297a2d39u;
	return (float)((h ^ (h >> 15)) >> 8) / 8388608.0f - 1.0f;
}

static int FloorOf(float v) { return (int)v - (v < 0.0f && (float)(int)v != v ? 1 : 0); }

static float Ease(float t) { return t * t * t * (t * (6.0f * t - 15.0f) + 10.0f); }

float Scene_Noise(lwVec3 p, uint32_t seed) {
	int x = FloorOf(p.x), y = FloorOf(p.y), z = FloorOf(p.z);
	float u = Ease(p.x - (float)x), v = Ease(p.y - (float)y), w = Ease(p.z - (float)z), sum = 0.0f;
	for (int k = 0; k < 8; ++k) {
		int dx = k & 1, dy = k >> 1 & 1, dz = k >> 2;
		float share = (dx ? u : 1.0f - u) * (dy ? v : 1.0f - v) * (dz ? w : 1.0f - w);
		sum += share * Lattice(x + dx, y + dy, z + dz, seed);
	}
	return sum;
}

static void Build(lwWorldScene* scene) {
	scene->start.forward = lwV3(0.0f, 0.0f, 1.0f);
	scene->start.up = lwV3(0.0f, 1.0f, 0.0f);
	switch (scene->def.kind) {
	case lw_worldSceneSphere:
	case lw_worldSceneTorus:
	case lw_worldSceneMoebius:
	case lw_worldSceneCave:
	case lw_worldScenePlanet: Scene_BuildRound(scene); break;
	case lw_worldSceneDrum: Scene_BuildDrum(scene); break;
	case lw_worldSceneElevator: Scene_BuildElevator(scene); break;
	case lw_worldSceneColossus: Scene_BuildColossus(scene); break;
	default: Scene_BuildSolid(scene); break;
	}
}

// All bodies at rest that share their channels become the first of them.
static void Merge(lwWorldScene* scene) {
	int kept = 0;
	for (int i = 0; i < scene->bodyCount; ++i) {
		SceneBody* body = &scene->bodies[i];
		SceneBody* into = NULL;
		for (int k = 0; k < kept && !body->moves && into == NULL; ++k) {
			bool fits = !scene->bodies[k].moves && scene->bodies[k].channels == body->channels;
			into = fits ? &scene->bodies[k] : NULL;
		}
		if (into != NULL) {
			SceneMesh_Append(&into->mesh, &body->mesh, lwMat34FromPosRot(body->pos, body->rot));
			SceneMesh_Free(&body->mesh);
		} else {
			scene->bodies[kept++] = *body;
		}
	}
	scene->bodyCount = kept;
}

static void Scale(lwWorldScene* scene) {
	float size = scene->def.size;
	for (int i = 0; i < scene->bodyCount; ++i) {
		SceneMesh* mesh = &scene->bodies[i].mesh;
		for (int v = 0; v < mesh->vertexCount; ++v) {
			mesh->positions[v] = lwMul(mesh->positions[v], size);
		}
		scene->bodies[i].pos = lwMul(scene->bodies[i].pos, size);
	}
	scene->start.pos = lwMul(scene->start.pos, size);
}

static lwResult MakeWorld(lwWorldScene* scene) {
	lwMeshBodyDef bodies[SCENE_MAX_BODIES];
	for (int i = 0; i < scene->bodyCount; ++i) {
		SceneBody* from = &scene->bodies[i];
		if (from->mesh.failed) {
			return lwResult_Fail(lw_errorMemory, "scene: %s: out of memory", lwWorldScene_Name((int)scene->def.kind));
		}
		lwBodyState state = lwWorldScene_Body(scene, i, 0.0f);
		bodies[i] = lwDefaultMeshBodyDef();
		bodies[i].vertices = from->mesh.positions;
		bodies[i].vertexCount = from->mesh.vertexCount;
		bodies[i].indices = from->mesh.indices;
		bodies[i].triangleCount = from->mesh.indexCount / 3;
		bodies[i].channels = from->channels;
		bodies[i].pos = state.pos;
		bodies[i].rot = state.rot;
	}
	lwMeshWorldDef def = lwDefaultMeshWorldDef();
	def.bodies = bodies;
	def.bodyCount = scene->bodyCount;
	return lwCreateMeshWorld(&def, &scene->world);
}

lwResult lwMakeWorldScene(const lwWorldSceneDef* def, lwWorldScene** outScene) {
	if (!LW_ASSERT(outScene != NULL)) {
		return lwResult_Fail(lw_errorArgument, "scene: outScene: is NULL");
	}
	*outScene = NULL;
	lwResult result = CheckDef(def);
	if (result.status != lw_ok) {
		return result;
	}
	lwWorldScene* scene = calloc(1, sizeof(*scene));
	if (scene == NULL) {
		return lwResult_Fail(lw_errorMemory, "scene: %s: out of memory", lwWorldScene_Name((int)def->kind));
	}
	scene->def = *def;
	Build(scene);
	if (def->singleMesh) {
		Merge(scene);
	}
	Scale(scene);
	result = MakeWorld(scene);
	if (result.status != lw_ok) {
		lwDestroyWorldScene(scene);
		return result;
	}
	lwWorldScene_SetTime(scene, 0.0f);
	*outScene = scene;
	return result;
}

void lwDestroyWorldScene(lwWorldScene* scene) {
	if (scene == NULL) {
		return;
	}
	for (int i = 0; i < SCENE_MAX_BODIES; ++i) {
		if (i < scene->bodyCount) {
			SceneMesh_Free(&scene->bodies[i].mesh);
		}
	}
	lwDestroyMeshWorld(scene->world);
	free(scene);
}

// ---- The clock -----------------------------------------------------------------------------------------------

lwWorld lwWorldScene_World(lwWorldScene* scene) { return lwMeshWorld_World(scene->world); }
lwWorldSceneStart lwWorldScene_Start(const lwWorldScene* scene) { return scene->start; }
bool lwWorldScene_Moves(const lwWorldScene* scene) { return scene->move != NULL; }
int lwWorldScene_BodyCount(const lwWorldScene* scene) { return scene->bodyCount; }

static lwBodyState StateAt(const lwWorldScene* scene, int body, float seconds, bool* outExact) {
	lwBodyState state;
	memset(&state, 0, sizeof(state));
	state.rot = lwQuatIdentity();
	scene->move(body, seconds, &state, outExact);
	return state;
}

lwBodyState lwWorldScene_Body(const lwWorldScene* scene, int body, float seconds) {
	const float h = 1.0f / 256.0f;
	lwBodyState state;
	memset(&state, 0, sizeof(state));
	state.rot = lwQuatIdentity();
	if (!LW_ASSERT(body >= 0 && body < scene->bodyCount) || !scene->bodies[body].moves) {
		state.pos = body >= 0 && body < scene->bodyCount ? scene->bodies[body].pos : state.pos;
		state.rot = body >= 0 && body < scene->bodyCount ? scene->bodies[body].rot : state.rot;
		return state;
	}
	bool exact;
	state = StateAt(scene, body, seconds, &exact);
	if (!exact) {
		lwBodyState before = StateAt(scene, body, seconds - h, &exact), after = StateAt(scene, body, seconds + h, &exact);
		state.linearVelocity = lwMul(lwSub(after.pos, before.pos), 0.5f / h);
		state.angularVelocity = lwMul(lwQuatLog(lwQuatMul(after.rot, lwConj(before.rot))), 0.5f / h);
	}
	state.pos = lwMul(state.pos, scene->def.size);
	state.linearVelocity = lwMul(state.linearVelocity, scene->def.size);
	return state;
}

void lwWorldScene_SetTime(lwWorldScene* scene, float seconds) {
	for (int i = 0; i < scene->bodyCount; ++i) {
		if (scene->bodies[i].moves) {
			lwBodyState state = lwWorldScene_Body(scene, i, seconds);
			lwMeshWorld_SetBody(scene->world, i, &state);
		}
	}
}
