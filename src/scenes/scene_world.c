// SPDX-License-Identifier: MIT
// An imported scene as a world: what stands still, what its first clip moves, channels by material.
#include "legwork/world_scene.h"

#include <stdlib.h>
#include <string.h>

#define DIFFERENCE (1.0f / 120.0f)
#define MOST_PLACE 1e12f // of a body's place: lwMeshBodyDef

typedef struct WorldPart {
	int node;                       // -1: stands still
	uint32_t channels;
	int vertexCount, indexCount;
	lwVec3* vertices;
	uint32_t* indices;
	lwBodyState state;              // of one that moves
} WorldPart;

struct lwSceneWorld {
	const lwScene* scene;
	float scale;
	int partCount, partCapacity;
	WorldPart* parts;
	bool* moved;                    // per node of scene
	bool moves;
	lwTransform* local;             // per node of the larger scene
	lwMat34* toWorld;
	lwMeshWorld* world;
};

lwSceneWorldDef lwDefaultSceneWorldDef(void) {
	lwSceneWorldDef def = { LW_COOKIE, NULL, NULL, 1.0f };
	return def;
}

// ---- Building ------------------------------------------------------------------------------------------------

// Nodes that the first clip moves, themselves or through an ancestor.
static void FindMoved(lwSceneWorld* world) {
	const lwScene* scene = world->scene;
	for (int c = 0; scene->clipCount > 0 && c < scene->clips[0].channelCount; ++c) {
		const lwSceneChannel* channel = &scene->clips[0].channels[c];
		if (channel->path != lw_pathWeights) {
			world->moved[channel->node] = true;
		}
	}
	for (int n = 0; n < scene->nodeCount; ++n) {
		int at = scene->nodes[n].parent;
		for (int guard = 0; at >= 0 && guard <= scene->nodeCount && !world->moved[n]; ++guard) {
			world->moved[n] = world->moved[at];
			at = scene->nodes[at].parent;
		}
	}
}

static bool IsPlace(lwVec3 v) {
	return lwAbsF(v.x) <= MOST_PLACE && lwAbsF(v.y) <= MOST_PLACE && lwAbsF(v.z) <= MOST_PLACE; // NaN is not
}

// Keys that put a body beyond any world by themselves.
static lwResult CheckKeys(const lwScene* scene) {
	for (int c = 0; scene->clipCount > 0 && c < scene->clips[0].channelCount; ++c) {
		const lwSceneChannel* channel = &scene->clips[0].channels[c];
		bool moves = channel->path == lw_pathTranslation || channel->path == lw_pathScale;
		int values = moves ? channel->keyCount * channel->width : 0;
		for (int i = 0; i < values; ++i) {
			if (!(lwAbsF(channel->values[i]) <= MOST_PLACE)) {
				char name[32];
				return lwResult_Fail(lw_errorLimit, "%s: world: animations[0] moves node '%.80s' beyond 1e12", scene->file,
									 lwScene_NodeName(scene, channel->node, name, (int)sizeof(name)));
			}
		}
	}
	return lwResult_Ok();
}

static lwMat34 Scaled(lwMat34 m, float scale) {
	lwMat34 scaled = { lwMul(m.x, scale), lwMul(m.y, scale), lwMul(m.z, scale), lwMul(m.t, scale) };
	return scaled;
}

static lwMat34 RigidOf(lwMat34 m) { return lwMat34FromPosRot(m.t, lwMat34Rotation(m)); }

// The part that a primitive goes to; NULL when out of memory.
static WorldPart* FindPart(lwSceneWorld* world, int node, uint32_t channels) {
	for (int p = 0; p < world->partCount; ++p) {
		WorldPart* part = &world->parts[p];
		if (part->node == node && (part->channels == channels || part->indexCount == 0)) {
			part->channels = channels;
			return part;
		}
	}
	if (world->partCount == world->partCapacity) {
		int capacity = world->partCapacity * 2 + 16;
		WorldPart* grown = realloc(world->parts, (size_t)capacity * sizeof(*grown));
		if (grown == NULL) {
			return NULL;
		}
		world->parts = grown;
		world->partCapacity = capacity;
	}
	WorldPart* part = &world->parts[world->partCount++];
	memset(part, 0, sizeof(*part));
	part->node = node;
	part->state.rot = lwQuatIdentity();
	part->channels = channels;
	return part;
}

static bool Append(WorldPart* part, const lwScenePrimitive* primitive, lwMat34 toBody) {
	size_t vertices = (size_t)part->vertexCount + (size_t)primitive->vertexCount;
	size_t indices = (size_t)part->indexCount + (size_t)primitive->indexCount;
	if (vertices > LW_MAX_VERTICES || indices > 3u * LW_MAX_VERTICES) {
		return false;
	}
	lwVec3* grownVertices = realloc(part->vertices, (vertices + 1) * sizeof(lwVec3));
	part->vertices = grownVertices != NULL ? grownVertices : part->vertices;
	uint32_t* grownIndices = realloc(part->indices, (indices + 1) * sizeof(uint32_t));
	part->indices = grownIndices != NULL ? grownIndices : part->indices;
	if (grownVertices == NULL || grownIndices == NULL) {
		return false;
	}
	bool mirrored = lwDot(lwCross(toBody.x, toBody.y), toBody.z) < 0.0f;
	for (int v = 0; v < primitive->vertexCount; ++v) {
		part->vertices[part->vertexCount + v] = lwMat34Point(toBody, primitive->positions[v]);
	}
	for (int i = 0; i < primitive->indexCount; ++i) {
		int from = mirrored && i % 3 != 0 ? i + (i % 3 == 1 ? 1 : -1) : i; // so that all faces look the same way
		part->indices[part->indexCount + i] = (uint32_t)part->vertexCount + primitive->indices[from];
	}
	part->vertexCount = (int)vertices;
	part->indexCount = (int)indices;
	return true;
}

// The meshes of a scene; channels 0: told by the materials.
static bool Collect(lwSceneWorld* world, const lwScene* scene, uint32_t channels) {
	lwScene_SampleClip(scene, -1, 0.0f, world->local);
	lwScene_ToWorld(scene, world->local, world->toWorld);
	bool still = scene != world->scene;
	for (int pass = 0; pass < (still ? 1 : 2); ++pass) { // what stands still first
		for (int n = 0; n < scene->nodeCount; ++n) {
			bool moved = !still && world->moved[n];
			if (scene->nodes[n].mesh < 0 || scene->nodes[n].skin >= 0 || moved != (pass == 1)) {
				continue;
			}
			lwMat34 toBody = Scaled(world->toWorld[n], world->scale);
			toBody = moved ? lwMat34Mul(lwMat34Inverse(RigidOf(toBody)), toBody) : toBody;
			const lwSceneMesh* mesh = &scene->meshes[scene->nodes[n].mesh];
			for (int p = 0; p < mesh->primitiveCount; ++p) {
				int material = mesh->primitives[p].material;
				const char* name = material >= 0 && material < scene->materialCount ? scene->materials[material].name : NULL;
				WorldPart* part = FindPart(world, moved ? n : -1, channels != 0 ? channels : lwMaterial_Channels(name));
				if (part == NULL || !Append(part, &mesh->primitives[p], toBody)) {
					return false;
				}
				world->moves = world->moves || moved;
			}
		}
	}
	return true;
}

static lwResult MakeWorld(lwSceneWorld* world) {
	lwMeshBodyDef* bodies = calloc((size_t)world->partCount, sizeof(*bodies));
	if (bodies == NULL) {
		return lwResult_Fail(lw_errorMemory, "%s: world: out of memory", world->scene->file);
	}
	long long triangles = 0;
	for (int p = 0; p < world->partCount; ++p) {
		const WorldPart* part = &world->parts[p];
		bodies[p] = lwDefaultMeshBodyDef();
		bodies[p].vertices = part->vertices;
		bodies[p].vertexCount = part->vertexCount;
		bodies[p].indices = part->indices;
		bodies[p].triangleCount = part->indexCount / 3;
		bodies[p].channels = part->channels;
		triangles += bodies[p].triangleCount;
	}
	lwMeshWorldDef def = lwDefaultMeshWorldDef();
	def.bodies = bodies;
	def.bodyCount = world->partCount;
	lwResult result = triangles > 0 ? lwCreateMeshWorld(&def, &world->world) : lwResult_Fail(lw_errorData, "it holds no triangles");
	free(bodies);
	if (result.status != lw_ok) {
		lwStatus status = result.status == lw_errorArgument ? lw_errorLimit : result.status; // vertices come from a file
		return lwResult_Fail(status, "%s: world: %.400s", world->scene->file, result.message);
	}
	return result;
}

static lwResult Fill(lwSceneWorld* world, const lwSceneWorldDef* def) {
	size_t nodes = (size_t)def->scene->nodeCount + 1;
	size_t other = def->visible != NULL ? (size_t)def->visible->nodeCount + 1 : 0;
	size_t most = nodes > other ? nodes : other;
	world->moved = calloc(nodes, sizeof(bool));
	world->local = calloc(most, sizeof(lwTransform));
	world->toWorld = calloc(most, sizeof(lwMat34));
	bool good = world->moved != NULL && world->local != NULL && world->toWorld != NULL;
	if (good) {
		FindMoved(world);
		good = FindPart(world, -1, lw_channelAll) != NULL && Collect(world, def->scene, def->visible != NULL ? lw_channelWalkable : 0u);
		good = good && (def->visible == NULL || Collect(world, def->visible, lw_channelVisible));
	}
	return good ? MakeWorld(world) : lwResult_Fail(lw_errorMemory, "%s: world: out of memory, or over %u vertices", def->scene->file, LW_MAX_VERTICES);
}

lwResult lwMakeSceneWorld(const lwSceneWorldDef* def, lwSceneWorld** outWorld) {
	if (!LW_ASSERT(outWorld != NULL)) {
		return lwResult_Fail(lw_errorArgument, "world: outWorld is NULL");
	}
	*outWorld = NULL;
	if (def == NULL || def->cookie != LW_COOKIE || def->scene == NULL) {
		return lwResult_Fail(lw_errorArgument, "world: a def of lwDefaultSceneWorldDef with a scene is needed");
	}
	if (!(def->scale > 0.0f && def->scale <= 1e6f)) {
		return lwResult_Fail(lw_errorArgument, "world: scale: %g is outside (0, 1e6]", (double)def->scale);
	}
	lwSceneWorld* world = calloc(1, sizeof(*world));
	if (world == NULL) {
		return lwResult_Fail(lw_errorMemory, "%s: world: out of memory", def->scene->file);
	}
	world->scene = def->scene;
	world->scale = def->scale;
	lwResult result = CheckKeys(def->scene);
	result = result.status == lw_ok ? Fill(world, def) : result;
	if (result.status != lw_ok) {
		lwDestroySceneWorld(world);
		return result;
	}
	for (int p = 0; p < world->partCount; ++p) { // the world keeps its own
		free(world->parts[p].vertices);
		free(world->parts[p].indices);
		world->parts[p].vertices = NULL;
		world->parts[p].indices = NULL;
	}
	lwSceneWorld_SetTime(world, 0.0f);
	*outWorld = world;
	return result;
}

void lwDestroySceneWorld(lwSceneWorld* world) {
	if (world == NULL) {
		return;
	}
	for (int p = 0; p < world->partCount; ++p) {
		free(world->parts[p].vertices);
		free(world->parts[p].indices);
	}
	lwDestroyMeshWorld(world->world);
	free(world->parts);
	free(world->moved);
	free(world->local);
	free(world->toWorld);
	free(world);
}

// ---- Asking --------------------------------------------------------------------------------------------------

lwWorld lwSceneWorld_World(lwSceneWorld* world) { return lwMeshWorld_World(world->world); }
bool lwSceneWorld_Moves(const lwSceneWorld* world) { return world->moves; }

static void Sample(lwSceneWorld* world, float seconds) {
	lwScene_SampleClip(world->scene, 0, seconds, world->local);
	lwScene_ToWorld(world->scene, world->local, world->toWorld);
}

static lwBodyState Place(const lwSceneWorld* world, int node) {
	lwMat34 m = Scaled(world->toWorld[node], world->scale);
	lwBodyState state = { m.t, lwMat34Rotation(m), { 0.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, 0.0f } };
	return state;
}

void lwSceneWorld_SetTime(lwSceneWorld* world, float seconds) {
	if (!world->moves) {
		return;
	}
	const float at[3] = { seconds - DIFFERENCE, seconds + DIFFERENCE, seconds };
	for (int i = 0; i < 3; ++i) {
		Sample(world, at[i]);
		for (int p = 0; p < world->partCount; ++p) {
			if (world->parts[p].node < 0) {
				continue;
			}
			lwBodyState place = Place(world, world->parts[p].node), *state = &world->parts[p].state;
			bool within = IsPlace(place.pos); // else: scaled, or carried by ancestors, beyond any world: it stays where it was
			if (i == 1) { // the state is still that of before
				lwQuat turn = lwQuatMul(place.rot, lwConj(state->rot));
				state->linearVelocity = within ? lwMul(lwSub(place.pos, state->pos), 0.5f / DIFFERENCE) : lwV3(0.0f, 0.0f, 0.0f);
				state->angularVelocity = within ? lwMul(lwQuatLog(turn), 0.5f / DIFFERENCE) : lwV3(0.0f, 0.0f, 0.0f);
			}
			state->pos = within ? place.pos : state->pos;
			state->rot = within ? place.rot : state->rot;
			if (i == 2) {
				lwMeshWorld_SetBody(world->world, p, state);
			}
		}
	}
}

bool lwSceneWorld_Start(const lwSceneWorld* world, float x, float z, lwWorldSceneStart* outStart) {
	lwVec3 min, max;
	lwMeshWorld_Bounds(world->world, &min, &max);
	lwWorld table = lwMeshWorld_World(world->world);
	float tall = max.y - min.y + 1.0f;
	lwVec3 down = lwV3(0.0f, -2.0f * tall, 0.0f);
	lwCastHit hit = lwWorld_Ray(&table, lwV3(x, max.y + 0.5f * tall, z), down, lw_channelWalkable);
	if (hit.hit && hit.back) { // the roof of a room, from outside
		hit = lwWorld_Ray(&table, lwV3(x, hit.pos.y - 1e-4f * tall, z), down, lw_channelWalkable);
	}
	if (!hit.hit) {
		return false;
	}
	outStart->pos = hit.pos;
	outStart->up = hit.faceNormal.y < 0.0f ? lwNeg(hit.faceNormal) : hit.faceNormal;
	outStart->forward = lwNormalizeOr(lwReject(lwV3(0.0f, 0.0f, 1.0f), outStart->up), lwPerpendicular(outStart->up));
	return true;
}
