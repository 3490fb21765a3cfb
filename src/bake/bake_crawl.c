// SPDX-License-Identifier: MIT
// Bake of a crawl: a creature on any surface, steered by an input or along points, with the surface mover.
#include "legwork/bake.h"

#include <string.h>

#include "bake/tracks.h"
#include "legwork/surface_mover.h"

#define MAX_CRAWL_SECONDS 600.0f
#define VIEW_HALF_LIFE 2.0f
#define TWIST 0.7f              // rad
#define ACCEL_SHARE 0.15f       // of a cycle: half-life of changes of pace
#define FAR_DOWN 1e6f           // of size
#define REACHED 0.4f            // of size: a point of the path counts as reached

lwBakeCrawlDef lwDefaultBakeCrawlDef(void) {
	lwBakeCrawlDef def;
	memset(&def, 0, sizeof(def));
	def.cookie = LW_COOKIE;
	def.bake = lwDefaultBakeWalkDef();
	def.bake.name = "legwork_crawl";
	def.seconds = 20.0f;
	return def;
}

typedef struct Crawl {
	const lwBakeCrawlDef* def;
	lwSceneWorld* ground;
	lwWorld world;
	lwAsset* asset;
	lwSurfaceMover* mover;
	lwCharacter* character;
	lwRecorder recorder;
	lwQuat view;
	float speed, size;
	float changed;              // s: when the input last changed
	lwCrawlEntry now;
	int arrived;                // points of the path left behind
	int airFrames;
} Crawl;

static lwResult CheckDef(const lwBakeCrawlDef* def) {
	if (!LW_ASSERT(def != NULL && def->cookie == LW_COOKIE && def->bake.cookie == LW_COOKIE)) {
		return lwResult_Fail(lw_errorArgument, "crawl: def was not made by lwDefaultBakeCrawlDef");
	}
	lwResult result = lwBake_Check(&def->bake);
	if (result.status != lw_ok) {
		return result;
	}
	if (def->bake.terrain == NULL) {
		return lwResult_Fail(lw_errorArgument, "crawl: a terrain is needed");
	}
	if (def->input == NULL && (def->bake.path == NULL || def->bake.pathCount < 1)) {
		return lwResult_Fail(lw_errorArgument, "crawl: an input or a path is needed");
	}
	if (!(def->seconds > 0.0f && def->seconds <= MAX_CRAWL_SECONDS)) {
		return lwResult_Fail(lw_errorArgument, "crawl: seconds must be above 0 and at most %g, got %g", (double)MAX_CRAWL_SECONDS,
							 (double)def->seconds);
	}
	if (!(def->size >= 0.0f && def->size < 1e9f)) {
		return lwResult_Fail(lw_errorArgument, "crawl: size must be 0 or more, got %g", (double)def->size);
	}
	return lwResult_Ok();
}

// Height of the joint that carries the legs over the ground, as the creature stands in its bind pose or, lower, in the gait.
static float BodyHeight(const lwSceneSkeleton* skeleton, const lwAnalysis* walk) {
	const lwSkeleton* joints = &skeleton->skeleton;
	int joint = walk->rig.pelvis >= 0 ? walk->rig.pelvis : walk->rig.rootJoint;
	lwMat34 model = lwMat34Identity();
	for (int j = joint; j >= 0; j = joints->parents[j]) {
		model = lwMat34Mul(lwMat34FromTransform(joints->bind[j]), model);
	}
	return lwMaxF(model.t.y - walk->gait.originMS.y, 0.1f * walk->rig.length);
}

float lwCrawl_Size(const lwSceneSkeleton* skeleton, const lwAnalysis* walk) {
	float apart, radius;
	lwBake_FindStance(walk, &apart, &radius);
	return BodyHeight(skeleton, walk) + radius;
}

static lwResult MakeGround(Crawl* c) {
	lwSceneWorldDef def = lwDefaultSceneWorldDef();
	def.scene = c->def->bake.terrain;
	def.visible = c->def->visible;
	def.scale = c->def->bake.terrainScale;
	lwResult result = lwMakeSceneWorld(&def, &c->ground);
	if (result.status == lw_ok) {
		c->world = lwSceneWorld_World(c->ground);
	}
	return result;
}

// How fast the feet let it turn: not further about a standing foot than TWIST, nor the feet faster than it walks.
static float TurnRate(const Crawl* c) {
	const lwAnalysis* walk = c->def->bake.walk;
	float apart, radius, duty = 0.0f;
	lwBake_FindStance(walk, &apart, &radius);
	for (int l = 0; l < walk->gait.legCount; ++l) {
		duty = lwMaxF(duty, walk->gait.legs[l].duty);
	}
	float twist = TWIST / lwMaxF(duty * walk->gait.period, 1e-3f), feet = lwMaxF(c->speed, walk->gait.speed) / lwMaxF(radius, 1e-6f);
	return lwClampF(lwMinF(twist, feet), 0.5f, 2.0f * LW_PI);
}

static lwResult MakeMover(Crawl* c) {
	const lwBakeWalkDef* def = &c->def->bake;
	lwVec3 dir = def->walk->gait.directionMS;
	lwSurfaceMoverDef m = lwDefaultSurfaceMoverDef();
	m.world = c->world;
	m.size = c->size;
	m.standHeight = lwClampF(BodyHeight(def->skeleton, def->walk) / c->size, 0.2f, 0.8f);
	m.bodyRadius = lwMinF(m.bodyRadius, 0.6f * m.standHeight);
	m.topSpeed = c->speed;
	m.travelYaw = lwAtan2(dir.x, dir.z);
	m.turnRate = TurnRate(c);
	m.accelHalfLife = lwMaxF(m.accelHalfLife, ACCEL_SHARE * def->walk->gait.period);
	return lwCreateSurfaceMover(&m, &c->mover);
}

// It stands, or will come down on something.
static bool HasGround(const Crawl* c, const lwWorldSceneStart* start) {
	lwVec3 down = lwV3(0.0f, -FAR_DOWN * c->size, 0.0f);
	return lwSurfaceMover_Status(c->mover).attached || lwWorld_Ray(&c->world, start->pos, down, lw_channelWalkable).hit;
}

static lwResult PlaceMover(Crawl* c) {
	const lwBakeCrawlDef* def = c->def;
	lwWorldSceneStart start = def->start;
	bool onPath = def->bake.path != NULL && def->bake.pathCount > 0;
	float x = onPath ? def->bake.path[0].x : 0.0f, z = onPath ? def->bake.path[0].z : 0.0f;
	if (!def->hasStart && !lwSceneWorld_Start(c->ground, x, z, &start)) {
		return lwResult_Fail(lw_errorData, "%s: crawl: no ground at x, z = %g, %g to start on; start elsewhere (--start)", def->bake.terrain->file, (double)x, (double)z);
	}
	lwSurfaceMover_Reset(c->mover, start.pos, start.forward, start.up);
	if (!HasGround(c, &start)) {
		return lwResult_Fail(lw_errorData, "%s: crawl: nothing to stand on below the start at %g, %g, %g", def->bake.terrain->file,
							 (double)start.pos.x, (double)start.pos.y, (double)start.pos.z);
	}
	lwTransform frame = lwSurfaceMover_Status(c->mover).frame;
	lwVec3 up = lwRotate(frame.rot, lwV3(0.0f, 1.0f, 0.0f)), ahead = start.forward;
	ahead = lwNormalizeOr(lwReject(ahead, up), lwPerpendicular(up));
	c->view = lwQuatFromAxes(lwCross(ahead, up), up, lwNeg(ahead));
	return lwResult_Ok();
}

static lwResult Prepare(Crawl* c) {
	const lwBakeWalkDef* def = &c->def->bake;
	c->size = c->def->size > 0.0f ? c->def->size : lwCrawl_Size(def->skeleton, def->walk);
	lwResult result = MakeGround(c);
	result = result.status == lw_ok ? lwBake_MakeAsset(def, &c->asset) : result;
	result = result.status == lw_ok ? lwBake_FindSpeed(def, &c->speed) : result;
	result = result.status == lw_ok ? MakeMover(c) : result;
	result = result.status == lw_ok ? PlaceMover(c) : result;
	if (result.status != lw_ok) {
		return result;
	}
	lwCharacterDef character = lwDefaultCharacterDef();
	character.asset = c->asset;
	character.world = c->world;
	character.predictor = lwSurfaceMover_Predictor(c->mover);
	result = lwCreateCharacter(&character, &c->character);
	if (result.status == lw_ok && !lwRecorder_Init(&c->recorder, def->skeleton->skeleton.jointCount, def->walk->rig.legCount)) {
		result = lwResult_Fail(lw_errorMemory, "crawl: no memory");
	}
	return result;
}

// ---- Steering ------------------------------------------------------------------------------------------------

// Stick towards the next point of the path, as the view has it; rests behind the last one.
static lwCrawlEntry Towards(Crawl* c) {
	const lwBakeWalkDef* def = &c->def->bake;
	lwCrawlEntry entry = { 0.0f, 0.0f, 0.0f, 1.0f, 0.0f, false };
	lwTransform frame = lwSurfaceMover_Status(c->mover).frame;
	while (c->arrived < def->pathCount && lwDistance(frame.pos, def->path[c->arrived]) < REACHED * c->size) {
		c->arrived += 1;
	}
	if (c->arrived >= def->pathCount) {
		return entry;
	}
	lwVec3 up = lwRotate(frame.rot, lwV3(0.0f, 1.0f, 0.0f));
	lwVec3 way = lwReject(lwSub(def->path[c->arrived], frame.pos), up);
	way = lwRotate(lwQuatBetween(up, lwRotate(c->view, lwV3(0.0f, 1.0f, 0.0f))), lwNormalizeOr(way, lwPerpendicular(up)));
	lwVec3 stick = lwRotate(lwConj(c->view), way);
	entry.right = stick.x;
	entry.ahead = -stick.z;
	return entry;
}

static bool SameStick(const lwCrawlEntry* a, const lwCrawlEntry* b) {
	return lwAbsF(a->right - b->right) + lwAbsF(a->ahead - b->ahead) < 0.02f && a->speed == b->speed;
}

static void Steer(Crawl* c, float from, float to) {
	const lwBakeCrawlDef* def = c->def;
	float start = def->bake.standBefore;
	lwCrawlEntry entry = { 0.0f, 0.0f, 0.0f, 1.0f, 0.0f, false };
	if (to > start && to - start <= def->seconds) {
		entry = def->input != NULL ? lwCrawlInput_At(def->input, from > start ? from - start : -1.0f, to - start) : Towards(c);
	}
	c->changed = SameStick(&entry, &c->now) ? c->changed : to;
	c->now = entry;
	lwSurfaceInput input;
	memset(&input, 0, sizeof(input));
	input.stick = lwV3(entry.right, entry.ahead, 0.0f);
	input.view = c->view;
	input.speedScale = entry.speed;
	lwSurfaceMover_SetInput(c->mover, &input);
	if (entry.jump > 0.0f) {
		lwSurfaceMover_Jump(c->mover, entry.jump * c->size);
	}
	if (entry.drop) {
		lwSurfaceMover_Drop(c->mover);
	}
}

// rad/s about the frame's up, over what carries it.
static float TurningAt(const Crawl* c) {
	lwPredictor predictor = lwSurfaceMover_Predictor(c->mover);
	lwMotion now = { .rot = lwQuatIdentity() };
	predictor.atTime(predictor.user, 0.0f, &now);
	return now.yawRate;
}

// The input is held since more than a cycle, and will be for a while.
static bool IsSteady(const Crawl* c, float time) {
	float period = c->def->bake.walk->gait.period;
	float pace = c->now.speed * lwSqrt(c->now.right * c->now.right + c->now.ahead * c->now.ahead);
	bool moves = pace > 0.3f && lwAbsF(TurningAt(c)) < 0.02f;
	if (!moves || time - c->changed < 1.25f * period || !lwSurfaceMover_Status(c->mover).attached) {
		return false;
	}
	float later = time + 0.3f * period - c->def->bake.standBefore;
	if (c->def->input == NULL) {
		return later < c->def->seconds;
	}
	lwCrawlEntry then = lwCrawlInput_At(c->def->input, -1.0f, later);
	return later < c->def->seconds && SameStick(&then, &c->now);
}

static lwResult Run(Crawl* c) {
	const lwBakeWalkDef* def = &c->def->bake;
	float dt = 1.0f / def->fps, end = def->standBefore + c->def->seconds + def->standAfter;
	for (int f = 0;; ++f) {
		float time = (float)f * dt;
		if (f > 0) {
			lwSceneWorld_SetTime(c->ground, time);
			Steer(c, (float)(f - 1) * dt, time); // the same bits as the frame's before: nothing is lost or done twice between them
			lwSurfaceMover_Update(c->mover, dt);
			c->view = lwSurfaceMover_View(c->mover, c->view, VIEW_HALF_LIFE, dt);
			lwCharacter_Update(c->character, dt);
		}
		c->airFrames += lwSurfaceMover_Status(c->mover).attached ? 0 : 1;
		if (!lwRecorder_Add(&c->recorder, c->character, IsSteady(c, time))) {
			return lwResult_Fail(lw_errorMemory, "crawl: no memory for frame %d", f);
		}
		if (c->def->input == NULL && c->arrived >= def->pathCount && end > time + def->standAfter) {
			end = time + def->standAfter;
		}
		if (time >= end) {
			return lwResult_Ok();
		}
		if (def->progress != NULL && f % 30 == 0 && !def->progress(def->user, time / end)) {
			return lwResult_Fail(lw_errorArgument, "crawl: stopped by the caller");
		}
	}
}

lwResult lwBakeCrawl(const lwBakeCrawlDef* def, const char* outPath, lwBakeCrawlStats* outStats) {
	lwResult result = CheckDef(def);
	if (result.status != lw_ok) {
		return result;
	}
	Crawl c;
	memset(&c, 0, sizeof(c));
	c.def = def;
	result = Prepare(&c);
	if (result.status == lw_ok) {
		result = Run(&c);
	}
	lwBakeCrawlStats stats;
	memset(&stats, 0, sizeof(stats));
	if (result.status == lw_ok) {
		result = lwBake_Write(&def->bake, &c.recorder, NULL, c.speed, true, outPath, &stats.bake);
	}
	if (result.status == lw_ok && outStats != NULL) {
		stats.size = c.size;
		stats.airFrames = c.airFrames;
		stats.arrived = c.arrived;
		*outStats = stats;
	}
	lwRecorder_Free(&c.recorder);
	lwDestroyCharacter(c.character);
	lwDestroySurfaceMover(c.mover);
	lwDestroyAsset(c.asset);
	lwDestroySceneWorld(c.ground);
	return result;
}
