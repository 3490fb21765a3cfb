// SPDX-License-Identifier: MIT
// Prints a hash of 300 frames of poses for each of a few walks, and of poses mixed without one. Run time alone, no libm: a
// four-legged creature of two-bone legs, its clip and its ground are made here from the library's own arithmetic.
// scripts/check_determinism builds it with several compilers and options; the lines must be the same.
#include "legwork/cycle_sync.h"
#include "legwork/motion_set.h"
#include "legwork/pose.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEGS 4
#define JOINTS (1 + 3 * LEGS)
#define FRAMES 64
#define GRID 33

static int s_parents[JOINTS];
static const char* s_names[JOINTS];
static lwTransform s_rest[JOINTS];
static lwTransform s_clipFrames[FRAMES * JOINTS], s_trotFrames[FRAMES * JOINTS];
static lwRig s_rig;
static lwGait s_gait, s_trot;
static const float s_walkStances[LEGS] = { 0.0f, 0.5f, 0.75f, 0.25f }, s_trotStances[LEGS] = { 0.0f, 0.5f, 0.5f, 0.0f };

static lwVec3 HipOf(int l) {
	return lwV3(l & 1 ? -0.2f : 0.2f, 0.8f, l < 2 ? 0.4f : -0.4f);
}

// Contact from -0.3 to 0.3 cycles about the stance time at 1 m/s, then forward through the air.
static void Pose(const float* offset, float phase, bool moving, lwTransform* out) {
	lwVec3 x = { 1.0f, 0.0f, 0.0f };
	for (int j = 0; j < JOINTS; ++j) {
		out[j] = lwTransformIdentity();
	}
	for (int l = 0; l < LEGS; ++l) {
		float t = lwWrap01(phase - offset[l]), z, y = 0.0f;
		if (t < 0.3f || t > 0.7f) {
			z = -0.8f * (t < 0.3f ? t : t - 1.0f);
		} else {
			float u = (t - 0.3f) / 0.4f;
			z = -0.24f + 0.48f * lwSmoothStep(0.0f, 1.0f, u);
			y = 0.08f * lwSin(LW_PI * u);
		}
		z = moving ? z : 0.0f;
		y = moving ? y : 0.0f;
		float drop = 0.8f - y, line = lwAtan2(z, drop), knee = lwAcos(lwSqrt(drop * drop + z * z) / 0.9f);
		lwTransform* leg = out + 1 + 3 * l;
		leg[0].pos = HipOf(l);
		leg[0].rot = lwQuatAxisAngle(x, -(line + knee));
		leg[1].pos = leg[2].pos = lwV3(0.0f, -0.45f, 0.0f);
		leg[1].rot = lwQuatAxisAngle(x, 2.0f * knee);
		leg[2].rot = lwQuatAxisAngle(x, line - knee);
	}
	out[0].pos.y = moving ? 0.01f * lwSin(4.0f * LW_PI * phase) : 0.0f;
}

static void MakeCreature(lwSkeleton* outSkeleton, lwClip* outClip) {
	for (int j = 0; j < JOINTS; ++j) {
		s_parents[j] = j == 0 ? -1 : (j - 1) % 3 == 0 ? 0 : j - 1;
		s_names[j] = "";
	}
	Pose(s_walkStances, 0.0f, false, s_rest);
	for (int f = 0; f < FRAMES; ++f) {
		Pose(s_walkStances, (float)f / (float)FRAMES, true, s_clipFrames + f * JOINTS);
		Pose(s_trotStances, (float)f / (float)FRAMES, true, s_trotFrames + f * JOINTS);
	}
	*outSkeleton = (lwSkeleton){ JOINTS, s_parents, s_rest, s_rest, s_names };
	*outClip = (lwClip){ "walk", JOINTS, FRAMES, 0.8f, true, s_clipFrames };
	s_rig.legCount = s_gait.legCount = LEGS;
	s_rig.length = 0.9f;
	for (int l = 0; l < LEGS; ++l) {
		lwLeg* leg = &s_rig.legs[l];
		leg->name[0] = (char)('A' + l);
		leg->side = l & 1 ? -1 : 1;
		leg->row = l / 2;
		leg->jointCount = leg->limbCount = 3;
		for (int i = 0; i < 3; ++i) {
			leg->joints[i] = 1 + 3 * l + i;
		}
		leg->footJoint = leg->heel.joint = leg->toe.joint = leg->joints[2];
		leg->footControl = -1;
		leg->heel.posLS = lwV3(0.0f, 0.0f, -0.04f);
		leg->toe.posLS = lwV3(0.0f, 0.0f, 0.08f);
		leg->length = 0.9f;
		leg->boneLengths[0] = leg->boneLengths[1] = 0.45f;
		leg->maxReach = 0.999f;
		lwGaitLeg* g = &s_gait.legs[l];
		g->stance = s_walkStances[l];
		g->lift = g->off = g->warpedOff = 0.3f;
		g->strike = g->land = g->warpedStrike = 0.7f;
		g->duty = 0.6f;
		g->footDirCS = lwV3(0.0f, 0.0f, 1.0f);
	}
	s_gait.cyclic = true;
	s_gait.period = 0.8f;
	s_gait.speed = 1.0f;
	s_gait.stride = 0.8f;
	s_gait.directionMS = lwV3(0.0f, 0.0f, 1.0f);
	memcpy(&s_trot, &s_gait, sizeof(s_trot));
	s_trot.period = 0.4f;
	s_trot.speed = 2.0f;
	for (int l = 0; l < LEGS; ++l) {
		s_trot.legs[l].stance = s_trotStances[l];
	}
}

// Bumps and, along z = 3, a step.
static lwMeshWorld* MakeGround(void) {
	static lwVec3 vertices[GRID * GRID];
	static uint32_t indices[6 * (GRID - 1) * (GRID - 1)];
	int n = 0;
	for (int i = 0; i < GRID * GRID; ++i) {
		float x = 0.5f * (float)(i % GRID) - 8.0f, z = 0.5f * (float)(i / GRID) - 4.0f;
		vertices[i] = lwV3(x, 0.1f * lwSin(1.7f * x) * lwSin(1.3f * z) + (z > 3.0f ? 0.12f : 0.0f), z);
	}
	for (int r = 0; r < GRID - 1; ++r) {
		for (int c = 0; c < GRID - 1; ++c) {
			uint32_t a = (uint32_t)(r * GRID + c), b = a + 1, d = a + GRID, e = d + 1;
			const uint32_t quad[6] = { a, d, b, b, d, e };
			memcpy(indices + n, quad, sizeof(quad));
			n += 6;
		}
	}
	lwMeshBodyDef body = lwDefaultMeshBodyDef();
	body.vertices = vertices;
	body.vertexCount = GRID * GRID;
	body.indices = indices;
	body.triangleCount = n / 3;
	lwMeshWorldDef def = lwDefaultMeshWorldDef();
	def.bodies = &body;
	def.bodyCount = 1;
	lwMeshWorld* world = NULL;
	return lwCreateMeshWorld(&def, &world).status == lw_ok ? world : NULL;
}

static uint64_t Hash(uint64_t hash, const void* data, size_t size) {
	const unsigned char* bytes = data;
	for (size_t i = 0; i < size; ++i) {
		hash = (hash ^ bytes[i]) * 1099511628211u;
	}
	return hash;
}

static bool Walk(const char* name, const lwAsset* asset, const lwMotionSet* motions, const lwWorld* world, float speed, bool jitter) {
	static const lwVec3 path[4] = { { 0, 0, 0 }, { 0, 0, 2.5f }, { 1.5f, 0, 4.5f }, { 5, 0, 5 } };
	lwPathMoverDef m = lwDefaultPathMoverDef();
	m.points = path;
	m.pointCount = 4;
	m.speed = speed;
	m.length = 0.9f;
	m.startTime = 0.2f;
	m.world = world;
	lwPathMover* mover = NULL;
	lwCharacter* character = NULL;
	lwCharacterDef c = lwDefaultCharacterDef();
	c.asset = asset;
	c.motions = motions;
	c.balance = motions != NULL ? 0.5f : 0.0f;
	if (world != NULL) {
		c.world = *world;
	}
	bool ok = lwCreatePathMover(&m, &mover).status == lw_ok;
	if (ok) {
		c.predictor = lwPathMover_Predictor(mover);
		ok = lwCreateCharacter(&c, &character).status == lw_ok;
	}
	uint64_t hash = 14695981039346656037u;
	int strikes = 0;
	float last = -1.0f;
	for (int i = 0; ok && i < 300; ++i) {
		uint32_t h = (uint32_t)i * 2654435761u;
		float dt = jitter ? 0.008f + 0.02f * (float)(h >> 8) / 16777216.0f : 1.0f / 60.0f;
		lwPathMover_Update(mover, dt);
		lwCharacter_Update(character, dt);
		lwMat34 root = lwCharacter_ModelToWorld(character);
		hash = Hash(hash, lwCharacter_Pose(character), JOINTS * sizeof(lwTransform));
		hash = Hash(hash, &root, sizeof(root));
		lwLegStatus leg = lwCharacter_Leg(character, 0);
		strikes += leg.strikeTime != last ? 1 : 0;
		last = leg.strikeTime;
	}
	ok = ok && strikes >= 3; // it did walk
	printf("%-8s %016llx %d strikes\n", name, (unsigned long long)hash, strikes);
	lwDestroyCharacter(character);
	lwDestroyPathMover(mover);
	return ok;
}

// A blend of three moments of the walk over a blend space, mirrored, on its way from another pose.
static bool Poses(const lwSkeleton* skeleton, const lwClip* clip) {
	static const float points[5][2] = { { 0, 0 }, { 1, 0 }, { 0.3f, 1.1f }, { -0.7f, 0.4f }, { -0.2f, -1 } };
	static lwTransform at[3][JOINTS], mixed[JOINTS], shown[JOINTS];
	static union {
		lwVec3 align;
		unsigned char bytes[4096];
	} block;
	lwBlendSpaceDef def = lwDefaultBlendSpaceDef();
	def.points = points[0], def.sampleCount = 5;
	lwMirrorDef mirrorDef = lwDefaultMirrorDef();
	mirrorDef.skeleton = skeleton;
	lwBlendSpace* space = NULL;
	lwMirror* mirror = NULL;
	lwInertia* inertia = lwInertia_Init(&block, sizeof(block), JOINTS);
	bool ok = inertia != NULL && lwCreateBlendSpace(&def, &space).status == lw_ok && lwCreateMirror(&mirrorDef, &mirror).status == lw_ok;
	uint64_t hash = 14695981039346656037u;
	lwBlendCursor cursor = { 0.0f, 0.0f, false, 0 };
	for (int i = 0; ok && i < 200; ++i) {
		lwBlendWeight weights[LW_MAX_BLEND_WEIGHTS];
		lwPoseInput inputs[3];
		float t = 0.03f * (float)i;
		lwBlendCursor_Move(&cursor, 1.2f * lwSin(t), 1.3f * lwCos(1.7f * t), 0.05f, 0.016f);
		int n = lwBlendSpace_Weights(space, &cursor, weights);
		for (int k = 0; k < n; ++k) {
			lwClip_Sample(clip, t + 0.13f * (float)weights[k].sample, at[k]);
			inputs[k] = (lwPoseInput){ at[k], weights[k].weight, NULL };
		}
		lwPose_Blend(inputs, n, NULL, JOINTS, mixed);
		lwPose_Mirror(mirror, mixed, shown);
		if (i == 50) {
			lwInertia_Start(inertia, mixed, at[0], shown, shown, 0.016f, 0.1f);
		}
		lwInertia_Advance(inertia, 0.016f);
		lwInertia_Apply(inertia, shown, shown);
		hash = Hash(hash, shown, sizeof(shown));
	}
	printf("%-8s %016llx\n", "poses", (unsigned long long)hash);
	lwDestroyMirror(mirror);
	lwDestroyBlendSpace(space);
	return ok;
}

// The walk and a trot: up to speed and down again the gait changes.
static lwMotionSet* MakeMotions(const lwSkeleton* skeleton, const lwClip* walk) {
	static lwClip trot; // must outlive the set
	trot = *walk;
	trot.duration = 0.4f;
	trot.frames = s_trotFrames;
	const lwMotionSample samples[2] = { { &s_gait, walk, "walk" }, { &s_trot, &trot, "trot" } };
	lwMotionSetDef def = lwDefaultMotionSetDef();
	def.skeleton = skeleton;
	def.rig = &s_rig;
	def.samples = samples;
	def.sampleCount = 2;
	lwMotionSet* set = NULL;
	return lwCreateMotionSet(&def, &set).status == lw_ok && lwMotionSet_GaitCount(set) == 2 ? set : NULL;
}

int main(void) {
	lwSkeleton skeleton;
	lwClip clip;
	MakeCreature(&skeleton, &clip);
	lwAssetDef def = lwDefaultAssetDef();
	def.skeleton = &skeleton;
	def.rig = &s_rig;
	def.gait = &s_gait;
	def.walk = &clip;
	lwAsset* asset = NULL;
	lwResult result = lwCreateAsset(&def, &asset);
	lwMeshWorld* ground = MakeGround();
	if (result.status != lw_ok || ground == NULL) {
		printf("cannot be set up: %s\n", result.message);
		return 1;
	}
	lwWorld world = lwMeshWorld_World(ground);
	bool ok = Poses(&skeleton, &clip);
	ok = Walk("flat", asset, NULL, NULL, 1.0f, false) && ok;
	ok = Walk("fast", asset, NULL, NULL, 1.5f, true) && ok;
	ok = Walk("ground", asset, NULL, &world, 0.9f, false) && ok;
	ok = Walk("uneven", asset, NULL, &world, 0.8f, true) && ok;
	lwMotionSet* motions = MakeMotions(&skeleton, &clip);
	ok = motions != NULL && Walk("gaits", NULL, motions, &world, 1.9f, true) && ok;
	lwDestroyMotionSet(motions);
	lwDestroyMeshWorld(ground);
	lwDestroyAsset(asset);
	return ok ? 0 : 1;
}
