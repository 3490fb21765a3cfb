// SPDX-License-Identifier: MIT
// A wolf on a small planet, steered like in a platform game: it runs round, and jumps. Headless: prints where it is once a second.
// planet_platformer [SECONDS [OUT.svg]]
#include "legwork/analyse.h"
#include "legwork/character.h"
#include "legwork/sample.h"
#include "legwork/surface_mover.h"
#include "legwork/world_scene.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct Game {
	lwScene* wolf;
	lwSceneSkeleton* skeleton;
	lwRig rig;
	lwAnalysis* walk;
	lwAsset* asset;
	lwWorldScene* planet;
	lwSurfaceMover* mover;
	lwCharacter* character;
	lwVec3 centre;
	lwQuat view;
} Game;

static lwResult study(Game* game) {
	lwSampleCreatureDef creature = lwDefaultSampleCreatureDef();
	creature.kind = lw_sampleQuadruped;
	lwResult result = lwMakeSampleCreature(&creature, &game->wolf);
	if (result.status == lw_ok) result = lwScene_MakeSkeleton(game->wolf, &game->skeleton);
	if (result.status == lw_ok) {
		lwAutoRigDef find = lwDefaultAutoRigDef();
		find.scene = game->wolf, find.skeleton = game->skeleton;
		result = lwAutoRig(&find, &game->rig, NULL);
	}
	if (result.status == lw_ok) {
		lwAnalyseDef def = lwDefaultAnalyseDef();
		def.scene = game->wolf, def.skeleton = game->skeleton, def.rig = &game->rig;
		def.clip = lwScene_FindClip(game->wolf, "Trot", NULL);
		result = lwAnalyseClip(&def, &game->walk);
	}
	if (result.status == lw_ok) {
		lwAssetDef def = lwDefaultAssetDef();
		def.skeleton = &game->skeleton->skeleton, def.rig = &game->walk->rig, def.gait = &game->walk->gait, def.walk = game->walk->clip;
		result = lwCreateAsset(&def, &game->asset);
	}
	return result;
}

static lwResult land(Game* game) {
	lwWorldSceneDef sceneDef = lwDefaultWorldSceneDef();
	sceneDef.kind = lw_worldScenePlanet;
	sceneDef.size = 1.2f * game->walk->rig.length;
	lwResult result = lwMakeWorldScene(&sceneDef, &game->planet);
	if (result.status != lw_ok) return result;
	lwSurfaceMoverDef moverDef = lwDefaultSurfaceMoverDef();
	moverDef.world = lwWorldScene_World(game->planet);
	moverDef.size = sceneDef.size;
	moverDef.topSpeed = game->walk->gait.speed;
	moverDef.turnRate = 2.5f;
	result = lwCreateSurfaceMover(&moverDef, &game->mover);
	if (result.status != lw_ok) return result;
	lwWorldSceneStart start = lwWorldScene_Start(game->planet);
	lwSurfaceMover_Reset(game->mover, start.pos, start.forward, start.up);
	lwVec3 below = lwMulAdd(start.pos, start.up, -1000); // the middle lies between the start and what is under the planet
	lwCastHit hit = lwWorld_Ray(&moverDef.world, below, lwMul(start.up, 1000), lw_channelWalkable);
	game->centre = lwLerp3(start.pos, hit.pos, 0.5f);
	lwCharacterDef def = lwDefaultCharacterDef();
	def.asset = game->asset, def.world = moverDef.world, def.predictor = lwSurfaceMover_Predictor(game->mover);
	game->view = lwQuatMul(lwSurfaceMover_Status(game->mover).frame.rot, lwQuatAxisAngle(lwV3(0, 1, 0), LW_PI)); // -Z ahead
	return lwCreateCharacter(&def, &game->character);
}

// The player: straight on with gentle bends, a jump every four seconds.
static void play(Game* game, int frame) {
	const float dt = 1 / 60.0f;
	float time = (float)frame * dt;
	lwSurfaceInput input = { .stick = lwV3(0.35f * lwSin(0.7f * time), 0.9f, 0), .view = game->view, .speedScale = 1 };
	lwSurfaceMover_SetInput(game->mover, &input);
	if (frame % 240 == 200) {
		lwSurfaceMover_Jump(game->mover, 2.5f);
	}
	lwVec3 down = lwNormalizeOr(lwSub(game->centre, lwSurfaceMover_Status(game->mover).frame.pos), lwV3(0, -1, 0));
	lwSurfaceMover_SetGravityDir(game->mover, down);
	lwCharacter_SetGravityDir(game->character, down);
	lwSurfaceMover_Update(game->mover, dt);
	game->view = lwSurfaceMover_View(game->mover, game->view, 0.5f, dt);
	lwCharacter_Update(game->character, dt);
}

static void drawPose(const Game* game, FILE* svg, float scale) {
	static lwMat34 joints[LW_MAX_JOINTS];
	lwSkeleton_ToModel(&game->skeleton->skeleton, lwCharacter_Pose(game->character), lwCharacter_ModelToWorld(game->character), joints);
	for (int l = 0; l < game->walk->rig.legCount; l++) {
		const lwLeg* leg = &game->walk->rig.legs[l];
		fprintf(svg, "<polyline fill='none' stroke='%s' points='", leg->side > 0 ? "#d4502a" : "#2a64c4");
		for (int i = 0; i < leg->jointCount; i++) {
			lwVec3 p = lwSub(joints[leg->joints[i]].t, game->centre);
			fprintf(svg, "%.1f,%.1f ", 400 + (double)(p.z * scale), 400 - (double)(p.y * scale));
		}
		fprintf(svg, "'/>\n");
	}
}

static int run(Game* game, int seconds, FILE* svg) {
	float least = 1e9f, most = 0, scale = 0;
	int jumps = 0, lost = 0, steps = 0;
	float lastStrike = -1;
	bool flew = false;
	for (int frame = 1; frame <= 60 * seconds; frame++) {
		play(game, frame);
		lwSurfaceMoverStatus status = lwSurfaceMover_Status(game->mover);
		float height = lwDistance(status.frame.pos, game->centre);
		least = lwMinF(least, height), most = lwMaxF(most, height);
		jumps += flew && status.attached;
		flew = !status.attached;
		lost += status.airTime > 2;
		steps += lwCharacter_Leg(game->character, 0).strikeTime > lastStrike;
		lastStrike = lwCharacter_Leg(game->character, 0).strikeTime;
		scale = scale > 0 ? scale : 330 / (height + 1.5f);
		if (svg != NULL && frame % 30 == 0) drawPose(game, svg, scale);
		if (frame % 60 == 0) {
			printf("%2d s  at (%6.2f %6.2f %6.2f)  up (%5.2f %5.2f %5.2f)  %s\n", frame / 60, (double)status.frame.pos.x, (double)status.frame.pos.y,
				   (double)status.frame.pos.z, (double)lwRotate(status.frame.rot, lwV3(0, 1, 0)).x, (double)lwRotate(status.frame.rot, lwV3(0, 1, 0)).y,
				   (double)lwRotate(status.frame.rot, lwV3(0, 1, 0)).z, status.attached ? "runs" : "jumps");
		}
	}
	printf("%d steps of one leg, %d landings, %.2f to %.2f m from the middle; %s\n", steps, jumps, (double)least, (double)most,
		   lost == 0 ? "never lost the ground" : "LOST THE GROUND");
	return lost == 0 ? 0 : 1;
}

int main(int argc, char** argv) {
	char* end = NULL;
	long seconds = argc > 1 ? strtol(argv[1], &end, 10) : 20;
	if ((argc > 1 && (*end != 0 || seconds < 1 || seconds > 3600)) || argc > 3) {
		fprintf(stderr, "Usage: planet_platformer [SECONDS [OUT.svg]]\n");
		return 2;
	}
	FILE* svg = argc > 2 ? fopen(argv[2], "w") : NULL;
	if (argc > 2 && svg == NULL) {
		fprintf(stderr, "planet_platformer: %s cannot be written\n", argv[2]);
		return 4;
	}
	if (svg != NULL) fprintf(svg, "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 800 800'><rect width='800' height='800' fill='#fcfaf5'/>\n");
	static Game game;
	lwResult result = study(&game);
	if (result.status == lw_ok) result = land(&game);
	int code = result.status == lw_ok ? run(&game, (int)seconds, svg) : 1;
	if (result.status != lw_ok) fprintf(stderr, "planet_platformer: %s\n", result.message);
	if (svg != NULL) {
		fprintf(svg, "</svg>\n");
		fclose(svg);
	}
	lwDestroyCharacter(game.character);
	lwDestroySurfaceMover(game.mover);
	lwDestroyWorldScene(game.planet);
	lwDestroyAsset(game.asset);
	lwDestroyAnalysis(game.walk);
	lwDestroySceneSkeleton(game.skeleton);
	lwDestroyScene(game.wolf);
	return code;
}
