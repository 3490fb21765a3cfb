// SPDX-License-Identifier: MIT
// Whole characters: time of a frame of mover and footwork at 60 Hz, world queries included, and memory. Built-in creatures: the eight-
// legged one steered at random over scenes, the wolf along a path over hills. Minimum over runs of the mean frame; one core.
// One line each: what, us a frame (mover, character), queries a frame (mean, most), bytes, hash of the last pose.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "legwork/analyse.h"
#include "legwork/character.h"
#include "legwork/sample.h"
#include "legwork/surface_mover.h"
#include "legwork/terrain.h"
#include "legwork/world_scene.h"

#define RUNS 5
#define FRAMES 1200
#define DT (1.0f / 60.0f)

static double Seconds(void) {
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static uint32_t Hash(const void* data, size_t size) {
	const unsigned char* bytes = data;
	uint32_t hash = 2166136261u;
	for (size_t i = 0; i < size; ++i) {
		hash = (hash ^ bytes[i]) * 16777619u;
	}
	return hash;
}

typedef struct Creature {
	lwScene* scene;
	lwSceneSkeleton* skeleton;
	lwRig rig;
	lwAnalysis* walk;
	lwAsset* asset;
} Creature;

static bool Study(Creature* c, lwSampleCreatureKind kind) {
	lwSampleCreatureDef def = lwDefaultSampleCreatureDef();
	def.kind = kind;
	lwAutoRigDef find = lwDefaultAutoRigDef();
	lwAnalyseDef analyse = lwDefaultAnalyseDef();
	lwAssetDef asset = lwDefaultAssetDef();
	if (lwMakeSampleCreature(&def, &c->scene).status != lw_ok || lwScene_MakeSkeleton(c->scene, &c->skeleton).status != lw_ok) {
		return false;
	}
	find.scene = analyse.scene = c->scene;
	find.skeleton = analyse.skeleton = c->skeleton;
	analyse.rig = &c->rig;
	analyse.clip = lwScene_FindClip(c->scene, "Walk", NULL);
	if (lwAutoRig(&find, &c->rig, NULL).status != lw_ok || lwAnalyseClip(&analyse, &c->walk).status != lw_ok) {
		return false;
	}
	asset.skeleton = &c->skeleton->skeleton;
	asset.rig = &c->walk->rig;
	asset.gait = &c->walk->gait;
	asset.walk = c->walk->clip;
	return lwCreateAsset(&asset, &c->asset).status == lw_ok;
}

static void Free(Creature* c) {
	lwDestroyAsset(c->asset);
	lwDestroyAnalysis(c->walk);
	lwDestroySceneSkeleton(c->skeleton);
	lwDestroyScene(c->scene);
}

typedef struct Numbers {
	double mover, character, queries;
	int most;
	size_t bytes;
	uint32_t hash;
} Numbers;

static void Print(const char* what, const Numbers* n) {
	printf("%-24s %6.2f us mover %6.2f us character %6.1f queries, most %3d  %6zu bytes  %08x\n", what, n->mover, n->character, n->queries, n->most, n->bytes, n->hash);
}

static void Best(Numbers* best, const Numbers* run, int index) {
	bool better = index == 0 || run->mover + run->character < best->mover + best->character;
	*best = better ? *run : *best;
}

// Stick directions that change every half second.
static lwVec3 StickAt(int frame, uint32_t* ioSeed) {
	static lwVec3 stick;
	if (frame % 30 == 0) {
		*ioSeed = *ioSeed * 1664525u + 1013904223u;
		float angle = (float)(*ioSeed >> 8) / 16777216.0f * 2.0f * LW_PI;
		stick = lwV3(lwSin(angle), lwCos(angle), 0.0f);
	}
	return stick;
}

static Numbers RunScene(const Creature* c, lwWorldScene* scene, float size) {
	lwSurfaceMoverDef moverDef = lwDefaultSurfaceMoverDef();
	moverDef.world = lwWorldScene_World(scene);
	moverDef.size = size;
	moverDef.topSpeed = c->walk->gait.speed;
	moverDef.turnRate = 2.5f;
	lwSurfaceMover* mover = NULL;
	lwCharacter* character = NULL;
	Numbers n = { 0 };
	if (lwCreateSurfaceMover(&moverDef, &mover).status != lw_ok) {
		return n;
	}
	lwWorldSceneStart start = lwWorldScene_Start(scene);
	lwSurfaceMover_Reset(mover, start.pos, start.forward, start.up);
	lwCharacterDef def = lwDefaultCharacterDef();
	def.asset = c->asset;
	def.world = moverDef.world;
	def.predictor = lwSurfaceMover_Predictor(mover);
	if (lwCreateCharacter(&def, &character).status == lw_ok) {
		uint32_t seed = 1;
		for (int f = 0; f < FRAMES; ++f) {
			double begin = Seconds();
			lwSurfaceInput input = { .stick = StickAt(f, &seed), .view = lwSurfaceMover_Status(mover).frame.rot, .speedScale = 1.0f };
			lwSurfaceMover_SetInput(mover, &input);
			lwSurfaceMover_Update(mover, DT);
			double middle = Seconds();
			lwCharacter_Update(character, DT);
			n.mover += (middle - begin) * 1e6 / FRAMES;
			n.character += (Seconds() - middle) * 1e6 / FRAMES;
			int queries = lwCharacter_QueryCount(character) + lwSurfaceMover_Status(mover).queries;
			n.queries += (double)queries / FRAMES;
			n.most = queries > n.most ? queries : n.most;
		}
		n.bytes = lwCharacter_ByteCount(character) + lwSurfaceMover_ByteCount(mover);
		n.hash = Hash(lwCharacter_Pose(character), (size_t)c->skeleton->skeleton.jointCount * sizeof(lwTransform));
	}
	lwDestroyCharacter(character);
	lwDestroySurfaceMover(mover);
	return n;
}

static void BenchScene(const Creature* c, lwWorldSceneKind kind) {
	lwWorldSceneDef def = lwDefaultWorldSceneDef();
	def.kind = kind;
	def.size = 1.2f * c->walk->rig.length;
	lwWorldScene* scene = NULL;
	if (lwMakeWorldScene(&def, &scene).status != lw_ok) {
		return;
	}
	Numbers best = { 0 };
	for (int r = 0; r < RUNS; ++r) {
		Numbers n = RunScene(c, scene, def.size);
		Best(&best, &n, r);
	}
	char what[64];
	snprintf(what, sizeof(what), "spider, %s", lwWorldScene_Name((int)kind));
	Print(what, &best);
	lwDestroyWorldScene(scene);
}

static Numbers RunHills(const Creature* c, const lwWorld* world) {
	lwVec3 path[3] = { { 0, 0, 0 }, { 1.5f, 0, 5 }, { 0, 0, 12 } };
	lwPathMoverDef moverDef = lwDefaultPathMoverDef();
	moverDef.points = path;
	moverDef.pointCount = 3;
	moverDef.speed = c->walk->gait.speed;
	moverDef.length = c->walk->rig.length;
	moverDef.world = world;
	lwPathMover* mover = NULL;
	lwCharacter* character = NULL;
	Numbers n = { 0 };
	if (lwCreatePathMover(&moverDef, &mover).status != lw_ok) {
		return n;
	}
	lwCharacterDef def = lwDefaultCharacterDef();
	def.asset = c->asset;
	def.world = *world;
	def.predictor = lwPathMover_Predictor(mover);
	int frames = (int)(lwPathMover_TravelTime(mover) / DT);
	if (lwCreateCharacter(&def, &character).status == lw_ok) {
		for (int f = 0; f < frames; ++f) {
			double begin = Seconds();
			lwPathMover_Update(mover, DT);
			double middle = Seconds();
			lwCharacter_Update(character, DT);
			n.mover += (middle - begin) * 1e6 / frames;
			n.character += (Seconds() - middle) * 1e6 / frames;
			int queries = lwCharacter_QueryCount(character);
			n.queries += (double)queries / frames;
			n.most = queries > n.most ? queries : n.most;
		}
		n.bytes = lwCharacter_ByteCount(character);
		n.hash = Hash(lwCharacter_Pose(character), (size_t)c->skeleton->skeleton.jointCount * sizeof(lwTransform));
	}
	lwDestroyCharacter(character);
	lwDestroyPathMover(mover);
	return n;
}

static void BenchHills(const Creature* c) {
	lwSampleTerrainDef def = lwDefaultSampleTerrainDef();
	def.kind = lw_sampleHills;
	def.scale = c->walk->rig.length;
	def.length = 20.0f;
	lwScene* terrain = NULL;
	lwMeshWorld* mesh = NULL;
	if (lwMakeSampleTerrain(&def, &terrain).status == lw_ok && lwMakeTerrainWorld(terrain, 1.0f, 0.0f, 1.0f, &mesh).status == lw_ok) {
		lwWorld world = lwMeshWorld_World(mesh);
		Numbers best = { 0 };
		for (int r = 0; r < RUNS; ++r) {
			Numbers n = RunHills(c, &world);
			Best(&best, &n, r);
		}
		Print("wolf, hills", &best);
	}
	lwDestroyMeshWorld(mesh);
	lwDestroyScene(terrain);
}

int main(void) {
	static const lwWorldSceneKind kinds[] = { lw_worldSceneCubeOutside, lw_worldSceneCubeInside, lw_worldSceneCave, lw_worldSceneCrates, lw_worldSceneRods, lw_worldSceneRivets };
	static Creature spider, wolf;
	if (!Study(&spider, lw_sampleSpider) || !Study(&wolf, lw_sampleQuadruped)) {
		return 1;
	}
	for (size_t k = 0; k < sizeof(kinds) / sizeof(kinds[0]); ++k) {
		BenchScene(&spider, kinds[k]);
	}
	BenchHills(&wolf);
	Free(&spider);
	Free(&wolf);
	return 0;
}
