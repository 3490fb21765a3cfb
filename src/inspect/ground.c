// SPDX-License-Identifier: MIT
// Ground: the visible mesh of a terrain file with its windings, static and animated nodes apart.
#include "inspect/measure_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_HITS 64
#define VOTE_RAYS 13
#define ORIENT_GRID 16
#define ORIENT_REACH 1.5f           // of L: no creature's pelvis is higher over the ground it stands on
#define FAR_ABOVE 2.0f              // of L: a surface higher than this is a roof to a point that has ground close below
#define CLOSE_BELOW 1.0f            // of L

typedef struct GroundBody {
	int node;                       // -1: static
	int vertexCount, indexCount;
	lwVec3* vertices;
	uint32_t* indices;
	bool* flip;                     // per triangle: winding is mirrored by the node's scale
} GroundBody;

struct lwGround {
	bool isPlane;
	float planeY;
	float scale;
	const lwScene* terrain;
	int bodyCount;
	GroundBody* bodies;
	lwMeshWorld* meshWorld;
	lwWorld world;
	lwVec3 min, max;
	bool flipAll;                   // the file winds its faces the other way round
	float length;                   // L of the creature; 0 unknown
	int votesUp, votesDown;         // of the creature's own places, for flipAll
	lwTransform* nodeLocal;
	lwMat34* nodeWorld;
};

// ---- Building ------------------------------------------------------------------------------------------------------

// Nodes that the terrain's first clip moves, themselves or through an ancestor: their own body.
static int MovingRoot(const lwScene* scene, int node) {
	for (int at = node, guard = 0; at >= 0 && guard <= scene->nodeCount; at = scene->nodes[at].parent, ++guard) {
		for (int c = 0; scene->clipCount > 0 && c < scene->clips[0].channelCount; ++c) {
			const lwSceneChannel* channel = scene->clips[0].channels + c;
			if (channel->node == at && channel->path != lw_pathWeights) {
				return node;
			}
		}
	}
	return -1;
}

static lwMat34 ScaledWorld(const lwGround* ground, int node) {
	lwMat34 m = ground->nodeWorld[node];
	float s = ground->scale;
	m.x = lwMul(m.x, s);
	m.y = lwMul(m.y, s);
	m.z = lwMul(m.z, s);
	m.t = lwMul(m.t, s);
	return m;
}

static lwMat34 RigidOf(lwMat34 m) { return lwMat34FromPosRot(m.t, lwMat34Rotation(m)); }

static bool Append(GroundBody* body, const lwScenePrimitive* primitive, lwMat34 toBody) {
	size_t vertices = (size_t)body->vertexCount + (size_t)primitive->vertexCount;
	size_t indices = (size_t)body->indexCount + (size_t)primitive->indexCount;
	if (vertices > INT32_MAX || indices > INT32_MAX) {
		return false;
	}
	lwVec3* grownVertices = realloc(body->vertices, (vertices + 1) * sizeof(lwVec3));
	body->vertices = grownVertices != NULL ? grownVertices : body->vertices;
	uint32_t* grownIndices = realloc(body->indices, (indices + 1) * sizeof(uint32_t));
	body->indices = grownIndices != NULL ? grownIndices : body->indices;
	bool* grownFlip = realloc(body->flip, indices / 3 + 1);
	body->flip = grownFlip != NULL ? grownFlip : body->flip;
	if (grownVertices == NULL || grownIndices == NULL || grownFlip == NULL) {
		return false;
	}
	bool mirrored = lwDot(lwCross(toBody.x, toBody.y), toBody.z) < 0.0f;
	for (int v = 0; v < primitive->vertexCount; ++v) {
		body->vertices[body->vertexCount + v] = lwMat34Point(toBody, primitive->positions[v]);
	}
	for (int i = 0; i < primitive->indexCount; ++i) {
		body->indices[body->indexCount + i] = primitive->indices[i] + (uint32_t)body->vertexCount;
		body->flip[(body->indexCount + i) / 3] = mirrored;
	}
	body->vertexCount = (int)vertices;
	body->indexCount = (int)indices;
	return true;
}

static bool Collect(lwGround* ground, const lwScene* terrain) {
	ground->bodies = calloc((size_t)terrain->nodeCount + 1, sizeof(GroundBody));
	if (ground->bodies == NULL) {
		return false;
	}
	ground->bodies[0].node = -1;
	ground->bodyCount = 1;
	for (int n = 0; n < terrain->nodeCount; ++n) {
		int mesh = terrain->nodes[n].mesh;
		if (mesh < 0 || terrain->nodes[n].skin >= 0) {
			continue; // a creature is no ground
		}
		bool moving = MovingRoot(terrain, n) >= 0;
		GroundBody* body = ground->bodies + (moving ? ground->bodyCount++ : 0);
		lwMat34 toBody = ScaledWorld(ground, n);
		if (moving) {
			body->node = n;
			toBody = lwMat34Mul(lwMat34Inverse(RigidOf(toBody)), toBody);
		}
		for (int p = 0; p < terrain->meshes[mesh].primitiveCount; ++p) {
			int material = terrain->meshes[mesh].primitives[p].material;
			const char* name = material >= 0 && material < terrain->materialCount ? terrain->materials[material].name : NULL;
			if ((lwMaterial_Channels(name) & lw_channelVisible) == 0) {
				continue; // a stand-in for collisions
			}
			if (!Append(body, terrain->meshes[mesh].primitives + p, toBody)) {
				return false;
			}
		}
	}
	return true;
}

static lwResult MakeWorld(lwGround* ground, const char* file) {
	lwMeshBodyDef* defs = calloc((size_t)ground->bodyCount, sizeof(lwMeshBodyDef));
	if (defs == NULL) {
		return lwResult_Fail(lw_errorMemory, "%s: ground: out of memory", file);
	}
	int triangles = 0;
	for (int b = 0; b < ground->bodyCount; ++b) {
		defs[b] = lwDefaultMeshBodyDef();
		defs[b].vertices = ground->bodies[b].vertices;
		defs[b].vertexCount = ground->bodies[b].vertexCount;
		defs[b].indices = ground->bodies[b].indices;
		defs[b].triangleCount = ground->bodies[b].indexCount / 3;
		triangles += defs[b].triangleCount;
	}
	lwResult result = lwResult_Fail(lw_errorData, "%s: the terrain has no triangles", file);
	if (triangles > 0) {
		lwMeshWorldDef def = lwDefaultMeshWorldDef();
		def.bodies = defs;
		def.bodyCount = ground->bodyCount;
		result = lwCreateMeshWorld(&def, &ground->meshWorld);
	}
	free(defs);
	if (result.status == lw_ok) {
		ground->world = lwMeshWorld_World(ground->meshWorld);
	}
	return result;
}

// ---- Casting -------------------------------------------------------------------------------------------------------

static lwBodyState BodyState(const lwGround* ground, int body) {
	lwBodyState state = { { 0.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, 0.0f, 1.0f }, { 0.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, 0.0f } };
	if (body > 0 && body < ground->bodyCount) {
		lwMat34 m = ScaledWorld(ground, ground->bodies[body].node);
		state.pos = m.t;
		state.rot = lwMat34Rotation(m);
	}
	return state;
}

// Outward normal of a hit by its triangle's winding.
static lwVec3 Outward(const lwGround* ground, const lwCastHit* hit) {
	if (hit->body < 0 || hit->body >= ground->bodyCount || hit->triangle < 0 ||
		hit->triangle >= ground->bodies[hit->body].indexCount / 3) {
		return hit->faceNormal;
	}
	const GroundBody* body = ground->bodies + hit->body;
	const uint32_t* index = body->indices + (size_t)hit->triangle * 3;
	lwVec3 a = body->vertices[index[0]];
	lwVec3 n = lwCross(lwSub(body->vertices[index[1]], a), lwSub(body->vertices[index[2]], a));
	if (hit->body > 0) {
		n = lwRotate(BodyState(ground, hit->body).rot, n);
	}
	bool same = lwDot(n, hit->faceNormal) >= 0.0f;
	if (body->flip[hit->triangle] != ground->flipAll) {
		same = !same;
	}
	return same ? hit->faceNormal : lwNeg(hit->faceNormal);
}

static lwCastHit Ray(const lwGround* ground, lwVec3 origin, lwVec3 motion) {
	return lwWorld_Ray(&ground->world, origin, motion, lw_channelVisible);
}

// All hits of a ray, nearest first, with outward normals in faceNormal. Returns the count.
static int AllHits(const lwGround* ground, lwVec3 origin, lwVec3 motion, lwCastHit* outHits) {
	float length = lwLength(motion);
	float skip = lwMaxF(length * 1e-6f, 1e-7f * (lwLength(origin) + length)) / lwMaxF(length, 1e-20f);
	float at = 0.0f;
	int count = 0;
	for (int i = 0; i < MAX_HITS && at < 1.0f; ++i) {
		lwCastHit hit = Ray(ground, lwMulAdd(origin, motion, at), lwMul(motion, 1.0f - at));
		if (!hit.hit) {
			break;
		}
		hit.fraction = at + hit.fraction * (1.0f - at);
		hit.faceNormal = Outward(ground, &hit);
		outHits[count++] = hit;
		at = hit.fraction + skip;
	}
	return count;
}

// A file that winds its faces inwards shows it when looked at from above: most topmost faces look down.
static void FindOrientation(lwGround* ground) {
	lwMeshWorld_Bounds(ground->meshWorld, &ground->min, &ground->max);
	lwVec3 size = lwSub(ground->max, ground->min);
	int up = 0, down = 0;
	for (int i = 0; i < ORIENT_GRID * ORIENT_GRID; ++i) {
		float u = ((float)(i % ORIENT_GRID) + 0.37f) / ORIENT_GRID;
		float v = ((float)(i / ORIENT_GRID) + 0.53f) / ORIENT_GRID;
		lwVec3 from = lwV3(ground->min.x + size.x * u, ground->max.y + size.y * 0.01f + 1e-3f, ground->min.z + size.z * v);
		lwCastHit hit = Ray(ground, from, lwV3(0.0f, -(size.y * 1.02f + 2e-3f), 0.0f));
		if (hit.hit) {
			*(Outward(ground, &hit).y >= 0.0f ? &up : &down) += 1;
		}
	}
	ground->flipAll = down > up;
}

lwResult lwCreateGround(const lwScene* terrain, float scale, float groundY, lwGround** outGround) {
	*outGround = NULL;
	lwGround* ground = calloc(1, sizeof(lwGround));
	if (ground == NULL) {
		return lwResult_Fail(lw_errorMemory, "ground: out of memory");
	}
	ground->isPlane = terrain == NULL;
	ground->planeY = groundY;
	ground->scale = scale;
	ground->terrain = terrain;
	lwResult result = lwResult_Ok();
	if (terrain != NULL) {
		size_t nodes = (size_t)terrain->nodeCount + 1;
		ground->nodeLocal = calloc(nodes, sizeof(lwTransform));
		ground->nodeWorld = calloc(nodes, sizeof(lwMat34));
		result = lwResult_Fail(lw_errorMemory, "%s: ground: out of memory", terrain->file);
		if (ground->nodeLocal != NULL && ground->nodeWorld != NULL) {
			lwScene_SampleClip(terrain, -1, 0.0f, ground->nodeLocal);
			lwScene_ToWorld(terrain, ground->nodeLocal, ground->nodeWorld);
			if (Collect(ground, terrain)) {
				result = MakeWorld(ground, terrain->file);
			}
		}
		if (result.status == lw_ok) {
			lwGround_SetTime(ground, 0.0f);
			FindOrientation(ground);
		}
	}
	if (result.status != lw_ok) {
		lwDestroyGround(ground);
		return result;
	}
	*outGround = ground;
	return result;
}

void lwDestroyGround(lwGround* ground) {
	if (ground == NULL) {
		return;
	}
	for (int b = 0; b < ground->bodyCount; ++b) {
		free(ground->bodies[b].vertices);
		free(ground->bodies[b].indices);
		free(ground->bodies[b].flip);
	}
	lwDestroyMeshWorld(ground->meshWorld);
	free(ground->bodies);
	free(ground->nodeLocal);
	free(ground->nodeWorld);
	free(ground);
}

bool lwGround_IsPlane(const lwGround* ground) { return ground->isPlane; }
bool lwGround_Moves(const lwGround* ground) { return ground->bodyCount > 1; }

void lwGround_SetTime(lwGround* ground, float time) {
	if (!lwGround_Moves(ground)) {
		return;
	}
	lwScene_SampleClip(ground->terrain, 0, time, ground->nodeLocal);
	lwScene_ToWorld(ground->terrain, ground->nodeLocal, ground->nodeWorld);
	for (int b = 1; b < ground->bodyCount; ++b) {
		lwBodyState state = BodyState(ground, b);
		lwMeshWorld_SetBody(ground->meshWorld, b, &state);
	}
}

lwVec3 lwGround_Carry(const lwGround* ground, int body, lwVec3 point, float from, float to) {
	if (body <= 0 || body >= ground->bodyCount) {
		return point;
	}
	// The ground's own node arrays serve as scratch; SetTime refills them.
	lwMat34 pose[2];
	for (int i = 0; i < 2; ++i) {
		lwScene_SampleClip(ground->terrain, 0, i == 0 ? from : to, ground->nodeLocal);
		lwScene_ToWorld(ground->terrain, ground->nodeLocal, ground->nodeWorld);
		pose[i] = RigidOf(ScaledWorld(ground, ground->bodies[body].node));
	}
	return lwMat34Point(pose[1], lwMat34Point(lwMat34Inverse(pose[0]), point));
}

void lwGround_SetLength(lwGround* ground, float length) { ground->length = length; }

void lwGround_Vote(lwGround* ground, lwVec3 pelvis, lwVec3 up) {
	if (ground->isPlane || !(lwDot(pelvis, pelvis) < 1e24f)) {
		return;
	}
	bool flipAll = ground->flipAll;
	ground->flipAll = false;
	lwCastHit hit = Ray(ground, pelvis, lwMul(up, -ORIENT_REACH * ground->length));
	if (hit.hit) {
		*(lwDot(Outward(ground, &hit), up) >= 0.0f ? &ground->votesUp : &ground->votesDown) += 1;
	}
	ground->flipAll = flipAll;
}

void lwGround_CountVotes(lwGround* ground, int places) {
	int most = ground->votesUp > ground->votesDown ? ground->votesUp : ground->votesDown;
	if (2 * most > places) {
		ground->flipAll = ground->votesDown > ground->votesUp;
	}
}

// ---- Questions -----------------------------------------------------------------------------------------------------

// Most rays from the point meet the back of a face first. Directions of a fixed, even spread.
static bool IsInside(const lwGround* ground, lwVec3 point) {
	float far = lwDistance(ground->min, ground->max) * 1.1f + 1e-3f;
	int behind = 0;
	for (int i = 0; i < VOTE_RAYS; ++i) {
		float y = 1.0f - 2.0f * ((float)i + 0.5f) / VOTE_RAYS;
		float r = lwSqrt(1.0f - y * y), angle = 2.3999632f * (float)i + 0.3f;
		lwVec3 direction = lwV3(r * lwCos(angle), y, r * lwSin(angle));
		lwCastHit hit = Ray(ground, point, lwMul(direction, far));
		if (hit.hit && lwDot(Outward(ground, &hit), direction) > 0.0f) {
			++behind;
		}
	}
	return 2 * behind > VOTE_RAYS;
}

static lwGroundPoint PointOf(const lwCastHit* hit, lwVec3 point, lwVec3 up) {
	lwGroundPoint result = { true, lwDot(lwSub(point, hit->pos), up), hit->pos, hit->faceNormal, hit->body };
	return result;
}

static lwGroundPoint PlanePoint(const lwGround* ground, lwVec3 point, lwVec3 up) {
	float cosine = lwMaxF(up.y, 0.05f);
	lwGroundPoint result = { true, (point.y - ground->planeY) / cosine, point, { 0.0f, 1.0f, 0.0f }, 0 };
	result.pos = lwMulAdd(point, up, -result.height);
	return result;
}

// Which of the hits along up, highest first, is the ground of a point; -1: none. The surface next above counts when it
// faces up, that is when the point may be behind it; a ceiling next above means that the point is in the open. A roof far
// above is no ground of a creature: not of a point with ground close below, and not through its ceiling.
static int ChooseGround(const lwGround* ground, const lwCastHit* hits, int count, lwVec3 point, lwVec3 up) {
	int above = -1, below = -1, anyAbove = -1;
	for (int i = 0; i < count; ++i) {
		bool isAbove = lwDot(lwSub(hits[i].pos, point), up) > 0.0f, facesUp = lwDot(hits[i].faceNormal, up) > 0.02f;
		if (isAbove) {
			above = facesUp ? i : -1;
			anyAbove = facesUp ? i : anyAbove;
		} else if (facesUp && below < 0) {
			below = i;
		}
	}
	float far = ground->length > 0.0f ? FAR_ABOVE * ground->length : INFINITY;
	if (above < 0 || below < 0) {
		bool through = anyAbove >= 0 && lwDistance(hits[anyAbove].pos, point) <= far;
		return above >= 0 ? above : below >= 0 ? below : through ? anyAbove : -1;
	}
	float heightAbove = lwDistance(hits[above].pos, point), heightBelow = lwDistance(hits[below].pos, point);
	if (heightAbove > far && heightBelow < CLOSE_BELOW * ground->length) {
		return below;
	}
	bool nearer = heightAbove < heightBelow;
	return nearer || IsInside(ground, point) ? above : below;
}

lwGroundPoint lwGround_Under(const lwGround* ground, lwVec3 point, lwVec3 up, float reach) {
	lwGroundPoint none = { false, 0.0f, point, up, 0 };
	if (ground->isPlane) {
		return PlanePoint(ground, point, up);
	}
	if (!(lwDot(point, point) < 1e24f)) {
		return none;
	}
	if (reach <= 0.0f) {
		lwVec3 centre = lwMul(lwAdd(ground->min, ground->max), 0.5f);
		reach = lwDistance(ground->min, ground->max) + lwDistance(point, centre) + 1.0f;
	}
	lwCastHit hits[MAX_HITS];
	int count = AllHits(ground, lwMulAdd(point, up, reach), lwMul(up, -2.0f * reach), hits);
	int chosen = ChooseGround(ground, hits, count, point, up);
	return chosen >= 0 ? PointOf(hits + chosen, point, up) : none;
}

lwGroundPoint lwGround_Near(const lwGround* ground, lwVec3 point, float reach) {
	lwGroundPoint none = { false, 0.0f, point, { 0.0f, 1.0f, 0.0f }, 0 };
	if (ground->isPlane) {
		return PlanePoint(ground, point, lwV3(0.0f, 1.0f, 0.0f));
	}
	lwCastHit hit = lwWorld_Closest(&ground->world, point, reach, lw_channelVisible);
	if (!hit.hit) {
		return none;
	}
	lwVec3 outward = Outward(ground, &hit), away = lwSub(point, hit.pos);
	float distance = lwLength(away);
	lwGroundPoint found = { true, lwDot(away, outward) < 0.0f ? -distance : distance, hit.pos, outward, hit.body };
	return found;
}

static bool PlaneCrosses(const lwGround* ground, lwVec3 a, lwVec3 b, float touch, float near) {
	float ha = a.y - ground->planeY, hb = b.y - ground->planeY;
	bool through = (ha > 0.0f) != (hb > 0.0f) && lwMinF(ha, hb) < -touch;
	return through && lwMaxF(lwAbsF(ha), lwAbsF(hb)) > near;
}

static bool StaysNear(const lwGround* ground, lwVec3 a, lwVec3 b, float near) {
	for (int i = 0; i <= 8; ++i) {
		if (!lwWorld_Closest(&ground->world, lwLerp3(a, b, (float)i / 8.0f), near, lw_channelVisible).hit) {
			return false;
		}
	}
	return true;
}

bool lwGround_Crosses(const lwGround* ground, lwVec3 a, lwVec3 b, float touch, float near) {
	if (ground->isPlane) {
		return PlaneCrosses(ground, a, b, touch, near);
	}
	lwVec3 motion = lwSub(b, a);
	float length = lwLength(motion);
	if (!(length > 1e-12f) || !(length < 1e12f)) {
		return false;
	}
	lwCastHit hits[MAX_HITS];
	int count = AllHits(ground, a, motion, hits);
	bool through = false;
	for (int i = 0; i < count && !through; ++i) {
		// The end that lies behind the face: how deep.
		bool inwards = lwDot(hits[i].faceNormal, motion) < 0.0f;
		lwVec3 end = inwards ? b : a;
		through = lwDot(lwSub(hits[i].pos, end), hits[i].faceNormal) > touch;
	}
	return through && !StaysNear(ground, a, b, near);
}

bool lwGround_Top(const lwGround* ground, float x, float z, float* outY) {
	if (ground->isPlane) {
		*outY = ground->planeY;
		return true;
	}
	float above = ground->max.y + 1.0f;
	lwCastHit hit = Ray(ground, lwV3(x, above, z), lwV3(0.0f, ground->min.y - above - 1.0f, 0.0f));
	*outY = hit.pos.y;
	return hit.hit;
}
