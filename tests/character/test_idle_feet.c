// SPDX-License-Identifier: MIT
// Idles that move the feet: sliding and lifting them happens about the places where they stand, on a wall as on the floor. The walk
// itself serves as the idle: it does both.
#include "walker.h"

#define FRAMES 240
#define DT (1.0f / 60.0f)

static void AtTime(void* user, float seconds, lwMotion* out) {
	(void)seconds;
	out->oriented = true;
	out->rot = *(const lwQuat*)user;
}

static void AtDistance(void* user, float distance, lwMotion* out) {
	AtTime(user, 0.0f, out);
	out->distance = distance;
}

typedef struct Feet {
	float low, high, slide;  // of the contact points over the plane; the longest way of one along it, from its mean
	int queries;
	lwTransform pose[256];   // after FRAMES
} Feet;

static void Watch(const Creature* c, const lwCharacter* character, lwQuat turn, lwVec3* ioFirst, bool first, Feet* io) {
	static lwMat34 model[256];
	lwSkeleton_ToModel(&c->skeleton->skeleton, lwCharacter_Pose(character), lwCharacter_ModelToWorld(character), model);
	for (int l = 0; l < c->walk->rig.legCount; ++l) {
		lwVec3 p = lwRotate(lwConj(turn), lwContactPoint_Pos(&c->walk->rig.legs[l].toe, model));
		io->low = lwMinF(io->low, p.y);
		io->high = lwMaxF(io->high, p.y);
		ioFirst[l] = first ? p : ioFirst[l];
		lwVec3 way = lwSub(p, ioFirst[l]);
		way.y = 0.0f;
		io->slide = lwMaxF(io->slide, lwLength(way));
	}
}

// The creature stands on a plane of that tilt, its idle the walk.
static Feet Stand(const Creature* c, lwQuat turn) {
	lwMeshBodyDef plane = lwDefaultMeshBodyDef();
	plane.shape = lw_shapePlane;
	plane.rot = turn;
	lwMeshWorldDef worldDef = lwDefaultMeshWorldDef();
	worldDef.bodies = &plane;
	worldDef.bodyCount = 1;
	lwMeshWorld* world = NULL;
	assert_int_equal(lwCreateMeshWorld(&worldDef, &world).status, lw_ok);
	lwAssetDef assetDef = lwDefaultAssetDef();
	assetDef.skeleton = &c->skeleton->skeleton;
	assetDef.rig = &c->walk->rig;
	assetDef.gait = &c->walk->gait;
	assetDef.walk = assetDef.idle = c->walk->clip;
	assetDef.idleOriginMS = c->walk->gait.originMS;
	lwAsset* asset = NULL;
	assert_int_equal(lwCreateAsset(&assetDef, &asset).status, lw_ok);
	lwCharacterDef def = lwDefaultCharacterDef();
	def.asset = asset;
	def.world = lwMeshWorld_World(world);
	def.predictor = (lwPredictor){ &turn, AtTime, AtDistance };
	lwCharacter* character = NULL;
	assert_int_equal(lwCreateCharacter(&def, &character).status, lw_ok);
	Feet feet = { .low = 1e9f, .high = -1e9f };
	lwVec3 first[LW_MAX_LEGS];
	for (int f = 0; f < FRAMES; ++f) {
		lwCharacter_Update(character, DT);
		if (f >= 60) {
			Watch(c, character, turn, first, f == 60, &feet);
			feet.queries += lwCharacter_QueryCount(character);
		}
	}
	assert_true(c->skeleton->skeleton.jointCount <= 256);
	memcpy(feet.pose, lwCharacter_Pose(character), (size_t)c->skeleton->skeleton.jointCount * sizeof(lwTransform));
	lwDestroyCharacter(character);
	lwDestroyAsset(asset);
	lwDestroyMeshWorld(world);
	return feet;
}

static void FeetGoWithTheIdle(void** state) {
	(void)state;
	const Creature* c = Creature_Get(lw_sampleSpider);
	const lwGait* gait = &c->walk->gait;
	const lwClip* clip = c->walk->clip;
	static lwMat34 model[256];
	float rise = 0.0f; // of the contact points in the clip itself
	for (int f = 0; f < clip->frameCount; ++f) {
		lwSkeleton_ToModel(&c->skeleton->skeleton, clip->frames + (size_t)f * (size_t)clip->jointCount, lwMat34Identity(), model);
		for (int l = 0; l < gait->legCount; ++l) {
			rise = lwMaxF(rise, lwContactPoint_Pos(&c->walk->rig.legs[l].toe, model).y - gait->originMS.y);
		}
	}
	static const lwQuat level = { 0.0f, 0.0f, 0.0f, 1.0f };
	lwQuat turns[3] = { level, lwQuatAxisAngle(lwV3(1.0f, 0.0f, 0.0f), 0.5f * LW_PI), lwQuatAxisAngle(lwV3(0.0f, 0.0f, 1.0f), LW_PI) };
	static Feet feet[3];
	for (int k = 0; k < 3; ++k) {
		feet[k] = Stand(c, turns[k]);
		printf("tilt %d: feet %.4f to %.4f L over the plane (the clip lifts them %.4f), slide %.3f L (a step is %.3f)\n", k, (double)(feet[k].low / c->L),
			   (double)(feet[k].high / c->L), (double)(rise / c->L), (double)(feet[k].slide / c->L), (double)(gait->legs[0].stepLength / c->L));
		assert_true(feet[k].low > -0.01f * c->L);
		assert_float_equal(feet[k].high, rise, 0.01f * c->L);
		assert_true(feet[k].slide > 0.7f * gait->legs[0].stepLength && feet[k].slide < 1.6f * gait->legs[0].stepLength);
		assert_int_equal(feet[k].queries, 0);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = { cmocka_unit_test(FeetGoWithTheIdle) };
	return cmocka_run_group_tests(tests, NULL, Creatures_Free);
}
