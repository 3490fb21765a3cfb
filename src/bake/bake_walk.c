// SPDX-License-Identifier: MIT
#include "legwork/bake.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bake/tracks.h"
#include "legwork/reduce.h"
#include "legwork/motion_set.h"
#include "legwork/terrain.h"

#define MAX_BAKE_SECONDS 3600.0f

lwBakeWalkDef lwDefaultBakeWalkDef(void) {
	lwBakeWalkDef def;
	memset(&def, 0, sizeof(def));
	def.cookie = LW_COOKIE;
	def.terrainScale = 1.0f;
	def.fps = 60.0f;
	def.standBefore = 0.5f;
	def.standAfter = 2.5f;
	def.name = "legwork_walk";
	return def;
}

// All that lives during one bake.
typedef struct Bake {
	const lwBakeWalkDef* def;
	lwMeshWorld* terrain;
	lwWorld world;
	lwAsset* asset;
	lwMotionSet* motions;   // of several clips; else NULL
	lwPathMover* mover;
	lwCharacter* character;
	lwRecorder recorder;
	float speed, L;
} Bake;

lwResult lwBake_Check(const lwBakeWalkDef* def) {
	if (!LW_ASSERT(def != NULL && def->cookie == LW_COOKIE)) {
		return lwResult_Fail(lw_errorArgument, "bake: def was not made by lwDefaultBakeWalkDef");
	}
	if (def->scene == NULL || def->skeleton == NULL || def->walk == NULL) {
		return lwResult_Fail(lw_errorArgument, "bake: scene, skeleton and walk are required");
	}
	if (!def->walk->gait.cyclic) {
		return lwResult_Fail(lw_errorData, "%s: clip '%s': no walk cycle found in it; choose another clip or give hints",
							 def->scene->file, def->walk->gait.clipName);
	}
	if (!(def->walk->gait.speed > 1e-4f * def->walk->rig.length)) {
		return lwResult_Fail(lw_errorData, "%s: clip '%s': its feet do not travel (speed 0)", def->scene->file,
							 def->walk->gait.clipName);
	}
	if (!LW_ASSERT(def->otherCount >= 0 && (def->otherCount == 0 || def->others != NULL))) {
		return lwResult_Fail(lw_errorArgument, "bake: %d other clips", def->otherCount);
	}
	for (int i = 0; i < def->otherCount; ++i) {
		if (def->others[i] == NULL || !def->others[i]->gait.cyclic) {
			return lwResult_Fail(lw_errorArgument, "bake: other clip %d is no cycle", i);
		}
	}
	if (!(def->fps >= 10.0f && def->fps <= 240.0f)) {
		return lwResult_Fail(lw_errorArgument, "bake: fps must be 10..240, got %g", (double)def->fps);
	}
	if (!(def->keyTolerance >= 0.0f && def->keyTolerance < 1e30f)) {
		return lwResult_Fail(lw_errorArgument, "bake: keyTolerance must be 0 or more, got %g", (double)def->keyTolerance);
	}
	return lwResult_Ok();
}

lwResult lwBake_FindSpeed(const lwBakeWalkDef* def, float* outSpeed) {
	float own = def->walk->gait.speed, speed = own, fastest = own;
	for (int i = 0; i < def->otherCount; ++i) {
		fastest = lwMaxF(fastest, def->others[i]->gait.speed);
	}
	switch (def->speedUnit) {
	case lw_speedAuto: break;
	case lw_speedUnits: speed = def->speed; break;
	case lw_speedTimes: speed = def->speed * own; break;
	case lw_speedLegs: speed = def->speed * def->walk->rig.length; break;
	}
	for (int i = 0; i < def->speedCount; ++i) {
		speed = i == 0 ? def->speeds[0].speed : lwMaxF(speed, def->speeds[i].speed);
	}
	*outSpeed = speed;
	if (!(speed >= 0.00999f * own && speed <= 100.01f * fastest)) { // the bounds themselves are good, however they round
		return lwResult_Fail(lw_errorArgument, "bake: speed %g is out of range: 0.01 to 100 times the sample's %g",
							 (double)speed, (double)own);
	}
	return lwResult_Ok();
}

lwResult lwBake_MakeAsset(const lwBakeWalkDef* def, lwAsset** outAsset) {
	lwAssetDef a = lwDefaultAssetDef();
	a.skeleton = &def->skeleton->skeleton;
	a.rig = &def->walk->rig;
	a.gait = &def->walk->gait;
	a.walk = def->walk->clip;
	if (def->idle != NULL) {
		a.idle = def->idle->clip;
		a.idleOriginMS = def->idle->gait.originMS;
	}
	return lwCreateAsset(&a, outAsset);
}

void lwBake_FindStance(const lwAnalysis* walk, float* outApart, float* outRadius) {
	lwVec3 side = lwCross(lwV3(0.0f, 1.0f, 0.0f), walk->gait.directionMS);
	float across = 0.0f, radius = 0.0f;
	for (int l = 0; l < walk->gait.legCount; ++l) {
		lwVec3 stance = walk->gait.legs[l].stancePosCS;
		across += lwAbsF(lwDot(stance, side)) / (float)walk->gait.legCount;
		radius += lwLength(stance) / (float)walk->gait.legCount;
	}
	*outApart = 2.0f * across;
	*outRadius = radius;
}

static lwResult MakeMover(Bake* b) {
	const lwBakeWalkDef* def = b->def;
	lwVec3 line[2] = { { 0.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, 12.0f * b->L } };
	lwPathMoverDef m = lwDefaultPathMoverDef();
	m.points = def->path != NULL ? def->path : line;
	m.pointCount = def->path != NULL ? def->pathCount : 2;
	m.hasHeight = def->path != NULL && def->pathHasHeight;
	m.speed = b->speed;
	m.speeds = def->speeds;
	m.speedCount = def->speedCount;
	m.length = b->L;
	m.startTime = def->standBefore;
	m.accelTime = lwClampF(1.25f * def->walk->gait.period, 0.6f, 3.0f);
	lwVec3 dir = def->walk->gait.directionMS;
	m.travelYaw = lwAtan2(dir.x, dir.z);
	m.facingFixed = def->facingFixed;
	m.facing = def->facing;
	float apart, radius;
	lwBake_FindStance(def->walk, &apart, &radius);
	m.smoothing = lwMaxF(0.8f * b->L, radius);
	if (def->speedUnit == lw_speedAuto && def->speedCount == 0 && def->otherCount == 0) { // a speed asked for is kept
		m.sideSpeed = 1.5f * apart / def->walk->gait.period;
	}
	m.turnRadius = radius;
	m.turnSpeed = 0.5f * lwMaxF(b->speed, def->walk->gait.speed);
	m.slopeSlowdown = def->walk->rig.legCount < 4 ? 0.4f / 0.61f : 0.0f;
	m.world = &b->world;
	return lwCreatePathMover(&m, &b->mover);
}

// The walk and the others as samples of one set, on the walk's rig.
static lwResult MakeMotions(const lwBakeWalkDef* def, lwMotionSet** outSet) {
	lwMotionSample samples[LW_MAX_MOTIONS];
	if (def->otherCount >= LW_MAX_MOTIONS) {
		return lwResult_Fail(lw_errorLimit, "bake: %d cyclic clips; %d are the most", def->otherCount + 1, LW_MAX_MOTIONS);
	}
	lwMotionSetDef set = lwDefaultMotionSetDef();
	set.samples = samples;
	set.sampleCount = def->otherCount + 1;
	for (int i = 0; i < set.sampleCount; ++i) {
		const lwAnalysis* a = i == 0 ? def->walk : def->others[i - 1];
		samples[i] = (lwMotionSample){ &a->gait, a->clip, NULL };
	}
	set.skeleton = &def->skeleton->skeleton;
	set.rig = &def->walk->rig;
	if (def->idle != NULL) {
		set.idle = def->idle->clip;
		set.idleOriginMS = def->idle->gait.originMS;
	}
	return lwCreateMotionSet(&set, outSet);
}

static lwResult Prepare(Bake* b) {
	const lwBakeWalkDef* def = b->def;
	lwResult result = lwResult_Ok();
	if (def->terrain != NULL) {
		result = lwMakeTerrainWorld(def->terrain, def->terrainScale, 0.0f, 0.0f, &b->terrain);
		if (result.status != lw_ok) {
			return result;
		}
		b->world = lwMeshWorld_World(b->terrain);
	}
	result = def->otherCount > 0 ? MakeMotions(def, &b->motions) : lwBake_MakeAsset(def, &b->asset);
	if (result.status == lw_ok) {
		result = lwBake_FindSpeed(def, &b->speed);
	}
	if (result.status == lw_ok) {
		result = MakeMover(b);
	}
	if (result.status != lw_ok) {
		return result;
	}
	lwCharacterDef c = lwDefaultCharacterDef();
	c.asset = b->asset;
	c.motions = b->motions;
	c.world = b->world;
	c.predictor = lwPathMover_Predictor(b->mover);
	result = lwCreateCharacter(&c, &b->character);
	if (result.status == lw_ok && !lwRecorder_Init(&b->recorder, def->skeleton->skeleton.jointCount, def->walk->rig.legCount)) {
		result = lwResult_Fail(lw_errorMemory, "bake: no memory");
	}
	return result;
}

// Full speed, straight on.
static bool IsSteady(const Bake* b) {
	if (b->motions != NULL) {
		return false; // of no single sample
	}
	lwPredictor p = lwPathMover_Predictor(b->mover);
	lwMotion m, later, before;
	p.atTime(p.user, 0.0f, &m);
	p.atTime(p.user, 0.3f * b->def->walk->gait.period, &later);
	p.atTime(p.user, -b->def->walk->gait.period, &before);
	float speed = lwLength(m.velocity), tolerance = 0.01f * speed;
	bool full = speed > 0.3f * b->speed && lwAbsF(lwLength(later.velocity) - speed) < tolerance &&
				lwAbsF(lwLength(before.velocity) - speed) < tolerance;
	return full && lwAbsF(m.yawRate) < 1e-3f && lwAbsF(before.yawRate) < 1e-3f;
}

static lwResult Run(Bake* b) {
	const lwBakeWalkDef* def = b->def;
	float dt = 1.0f / def->fps;
	float travel = lwPathMover_TravelTime(b->mover);
	if (travel > MAX_BAKE_SECONDS) {
		return lwResult_Fail(lw_errorLimit, "bake: the walk takes %.0f s, the limit is %.0f s", (double)travel,
							 (double)MAX_BAKE_SECONDS);
	}
	float end = travel + 3.0f * def->walk->gait.period + def->standAfter; // feet are home within two cycles
	float restSince = -1.0f;
	for (int f = 0;; ++f) {
		float time = (float)f * dt;
		if (f > 0) {
			lwPathMover_Update(b->mover, dt);
			lwCharacter_Update(b->character, dt);
		}
		if (!lwRecorder_Add(&b->recorder, b->character, IsSteady(b))) {
			return lwResult_Fail(lw_errorMemory, "bake: no memory for frame %d", f);
		}
		bool rest = time > travel && lwCharacter_AtRest(b->character);
		restSince = rest ? (restSince < 0.0f ? time : restSince) : -1.0f;
		if (time >= end || (restSince >= 0.0f && time - restSince >= def->standAfter)) {
			return lwResult_Ok();
		}
		if (def->progress != NULL && f % 30 == 0 && !def->progress(def->user, time / end)) {
			return lwResult_Fail(lw_errorArgument, "bake: stopped by the caller");
		}
	}
}

static lwResult MakeTracks(const lwBakeWalkDef* def, const lwRecorder* recorder, lwTracks* tracks) {
	lwResult result = lwMakeTracks(def, recorder, &def->walk->rig, tracks);
	if (result.status == lw_ok && def->keyTolerance > 0.0f) {
		lwReduceDef reduce = lwDefaultReduceDef();
		reduce.scene = def->scene;
		reduce.tolerance = def->keyTolerance;
		result = lwReduceKeys(&reduce, tracks->channels, tracks->count, NULL);
	}
	return result;
}

static void FillStats(const lwBakeWalkDef* def, const lwRecorder* recorder, float speed, const char* name, lwBakeStats* outStats) {
	memset(outStats, 0, sizeof(*outStats));
	outStats->frames = recorder->frames;
	outStats->duration = (float)(recorder->frames - 1) / def->fps;
	outStats->length = def->walk->rig.length;
	outStats->speed = speed;
	outStats->sampleSpeed = def->walk->gait.speed;
	outStats->steps = recorder->steps;
	outStats->searching = recorder->searching;
	lwText_Copy(outStats->animation, sizeof(outStats->animation), name != NULL ? name : def->name);
}

lwResult lwBake_Write(const lwBakeWalkDef* def, const lwRecorder* recorder, const lwMotionSet* motions, float speed, bool oriented, const char* outPath, lwBakeStats* outStats) {
	lwTracks tracks;
	lwResult result = MakeTracks(def, recorder, &tracks);
	if (result.status != lw_ok) {
		lwFreeTracks(&tracks);
		return result;
	}
	lwScheduleInfo info;
	memset(&info, 0, sizeof(info));
	info.rootNode = tracks.rootNode;
	info.sourceClip = def->walk->gait.clipName;
	info.idleClip = def->idle != NULL ? def->idle->gait.clipName : NULL;
	info.fps = def->fps;
	info.period = info.samplePeriod = def->walk->gait.period;
	info.speed = speed;
	info.sampleSpeed = def->walk->gait.speed;
	info.length = def->walk->rig.length;
	info.oriented = oriented;
	info.rig = &def->walk->rig;
	info.motions = motions;
	char* extras = lwRecorder_ScheduleJson(recorder, &info);
	if (extras == NULL) {
		lwFreeTracks(&tracks);
		return lwResult_Fail(lw_errorMemory, "bake: no memory for the schedule");
	}
	lwGlbAnimation animation;
	memset(&animation, 0, sizeof(animation));
	animation.name = def->name;
	animation.channelCount = tracks.count;
	animation.channels = tracks.channels;
	animation.extrasJson = extras;
	lwGlbEdit edit = lwDefaultGlbEdit();
	edit.animationCount = 1;
	edit.animations = &animation;
	edit.insertRoot = tracks.insertRoot;
	edit.terrain = def->withTerrain ? def->terrain : NULL;
	edit.terrainScale = def->terrainScale;
	char* name = NULL;
	result = lwWriteGlb(outPath, def->scene, &edit, &name);
	free(extras);
	if (result.status == lw_ok && outStats != NULL) {
		FillStats(def, recorder, speed, name, outStats);
	}
	lwFreeTracks(&tracks);
	free(name);
	return result;
}

lwResult lwBakeWalk(const lwBakeWalkDef* def, const char* outPath, lwBakeStats* outStats) {
	lwResult result = lwBake_Check(def);
	if (result.status != lw_ok) {
		return result;
	}
	Bake b;
	memset(&b, 0, sizeof(b));
	b.def = def;
	b.L = def->walk->rig.length;
	result = Prepare(&b);
	if (result.status == lw_ok) {
		result = Run(&b);
	}
	if (result.status == lw_ok) {
		result = lwBake_Write(def, &b.recorder, b.motions, b.speed, false, outPath, outStats);
	}
	lwRecorder_Free(&b.recorder);
	lwDestroyCharacter(b.character);
	lwDestroyPathMover(b.mover);
	lwDestroyAsset(b.asset);
	lwDestroyMotionSet(b.motions);
	lwDestroyMeshWorld(b.terrain);
	return result;
}
