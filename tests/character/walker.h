// SPDX-License-Identifier: MIT
// Walker: a built-in creature taken through the whole pipeline (skeleton, rig, analysis, asset) and a live character of it
// on a path, stepped frame by frame, with its joints and contact points in the world at hand.
#ifndef LEGWORK_TESTS_CHARACTER_WALKER_H
#define LEGWORK_TESTS_CHARACTER_WALKER_H

#include "known.h"
#include "legwork/analyse.h"
#include "legwork/character.h"
#include "legwork/sample.h"
#include "legwork/terrain.h"
#include "step/state.h"

// ---- Creatures ---------------------------------------------------------------------------------------------------

typedef struct Creature {
	const char* name;
	lwScene* scene;
	lwSceneSkeleton* skeleton;
	lwRig rig;                     // as found
	lwAnalysis *walk, *idle;
	lwAsset *asset, *bareAsset;    // with the idle; without
	float L;
} Creature;

static Creature s_creatures[lw_sampleCreatureCount];

static inline lwAnalysis* Creature_Analyse(Creature* c, const char* name) {
	int clip = lwScene_FindClip(c->scene, name, NULL);
	assert_true(clip >= 0);
	lwAnalyseDef def = lwDefaultAnalyseDef();
	def.scene = c->scene;
	def.skeleton = c->skeleton;
	def.rig = &c->rig;
	def.clip = clip;
	lwAnalysis* analysis = NULL;
	lwResult result = lwAnalyseClip(&def, &analysis);
	if (result.status != lw_ok) {
		fail_msg("%s", result.message);
	}
	return analysis;
}

static inline lwAsset* Creature_MakeAsset(const Creature* c, const lwAnalysis* idle) {
	lwAssetDef def = lwDefaultAssetDef();
	def.skeleton = &c->skeleton->skeleton;
	def.rig = &c->walk->rig;
	def.gait = &c->walk->gait;
	def.walk = c->walk->clip;
	if (idle != NULL) {
		def.idle = idle->clip;
		def.idleOriginMS = idle->gait.originMS;
	}
	lwAsset* asset = NULL;
	lwResult result = lwCreateAsset(&def, &asset);
	if (result.status != lw_ok) {
		fail_msg("%s", result.message);
	}
	return asset;
}

// Made at first use, kept until Creatures_Free.
static inline Creature* Creature_Get(int kind) {
	Creature* c = &s_creatures[kind];
	if (c->scene != NULL) {
		return c;
	}
	lwSampleCreatureDef def = lwDefaultSampleCreatureDef();
	def.kind = (lwSampleCreatureKind)kind;
	def.detail = 0.4f;
	def.frameRate = 60;
	c->name = lwSampleCreature_Name(kind);
	assert_int_equal(lwMakeSampleCreature(&def, &c->scene).status, lw_ok);
	assert_int_equal(lwScene_MakeSkeleton(c->scene, &c->skeleton).status, lw_ok);
	lwAutoRigDef rig = lwDefaultAutoRigDef();
	rig.scene = c->scene;
	rig.skeleton = c->skeleton;
	assert_int_equal(lwAutoRig(&rig, &c->rig, NULL).status, lw_ok);
	c->walk = Creature_Analyse(c, "Walk");
	c->idle = Creature_Analyse(c, "Idle");
	c->asset = Creature_MakeAsset(c, c->idle);
	c->bareAsset = Creature_MakeAsset(c, NULL);
	c->L = c->walk->rig.length;
	return c;
}

// A cmocka group teardown.
static inline int Creatures_Free(void** state) {
	(void)state;
	for (int k = 0; k < lw_sampleCreatureCount; ++k) {
		Creature* c = &s_creatures[k];
		lwDestroyAsset(c->asset);
		lwDestroyAsset(c->bareAsset);
		lwDestroyAnalysis(c->walk);
		lwDestroyAnalysis(c->idle);
		lwDestroySceneSkeleton(c->skeleton);
		lwDestroyScene(c->scene);
		memset(c, 0, sizeof(*c));
	}
	return 0;
}

// ---- Grounds -----------------------------------------------------------------------------------------------------

static inline lwMeshWorld* Ground_FromDef(const lwSampleTerrainDef* def) {
	lwScene* scene = NULL;
	lwMeshWorld* world = NULL;
	assert_int_equal(lwMakeSampleTerrain(def, &scene).status, lw_ok);
	assert_int_equal(lwMakeTerrainWorld(scene, 1.0f, 0.0f, 0.0f, &world).status, lw_ok);
	lwDestroyScene(scene);
	return world;
}

static inline lwMeshWorld* Ground_Make(int kind, float L) {
	lwSampleTerrainDef def = lwDefaultSampleTerrainDef();
	def.kind = (lwSampleTerrainKind)kind;
	def.scale = L;
	return Ground_FromDef(&def);
}

// ---- Stick -------------------------------------------------------------------------------------------------------

// A mover without foresight: the test sets velocity and turning at will, it predicts that they stay as they are.
typedef struct Stick {
	lwVec3 pos;
	float yaw, forward, side, yawRate; // velocity in the body's axes: +Z forward, +X side
	float radius;                      // way counted per radian of turning in place
	float distance;
} Stick;

// Where a constant velocity and turning lead; forward and side are turned along.
static inline void Stick_AtTime(void* user, float seconds, lwMotion* out) {
	const Stick* s = user;
	float turn = s->yawRate * seconds;
	float a = lwAbsF(turn) > 1e-4f ? lwSin(turn) / turn : 1.0f, b = lwAbsF(turn) > 1e-4f ? (1.0f - lwCos(turn)) / turn : 0.0f;
	lwVec3 local = lwMul(lwV3(s->side * a + s->forward * b, 0.0f, s->forward * a - s->side * b), seconds);
	lwVec3 axis = lwV3(0.0f, 1.0f, 0.0f);
	out->pos = lwAdd(s->pos, lwRotate(lwQuatAxisAngle(axis, s->yaw), local));
	out->yaw = s->yaw + turn;
	out->yawRate = s->yawRate;
	out->velocity = lwRotate(lwQuatAxisAngle(axis, out->yaw), lwV3(s->side, 0.0f, s->forward));
	float rate = lwSqrt(s->forward * s->forward + s->side * s->side + s->yawRate * s->yawRate * s->radius * s->radius);
	out->distance = s->distance + rate * seconds;
}

static inline void Stick_AtDistance(void* user, float distance, lwMotion* out) {
	const Stick* s = user;
	float rate = lwSqrt(s->forward * s->forward + s->side * s->side + s->yawRate * s->yawRate * s->radius * s->radius);
	Stick_AtTime(user, rate > 1e-6f ? (distance - s->distance) / rate : 0.0f, out);
	out->distance = distance;
}

static inline void Stick_Move(Stick* s, float dt) {
	lwMotion m;
	Stick_AtTime(s, dt, &m);
	s->pos = m.pos;
	s->yaw = m.yaw;
	s->distance = m.distance;
}

static inline lwPredictor Stick_Predictor(Stick* s) {
	lwPredictor p = { s, Stick_AtTime, Stick_AtDistance };
	return p;
}

// ---- Walkers -----------------------------------------------------------------------------------------------------

typedef struct WalkerDef {
	const Creature* creature;
	bool bare;                     // without the idle clip
	const lwVec3* path;            // NULL: straight along +Z
	int pathCount;
	float distance;                // L, of the straight path; default 12
	float times;                   // speed, times the sample's; default 1
	bool facingFixed;
	float facing;
	float startTime;               // s of standing first
	const lwWorld* world;          // NULL: flat
	Stick* stick;                  // instead of the path
	const lwPredictor* predictor;  // instead of both; moves by itself
	float bodySpring;              // only with a predictor of its own
} WalkerDef;

typedef struct Walker {
	const Creature* creature;
	lwPathMover* mover;            // NULL with a stick or a predictor of its own
	Stick* stick;
	lwCharacter* character;
	lwMat34* model;                // joints in the world, of the last step
	int legs;
	float L, speed, period, time;
} Walker;

static inline void Walker_Look(Walker* w) {
	lwSkeleton_ToModel(&w->creature->skeleton->skeleton, lwCharacter_Pose(w->character), lwCharacter_ModelToWorld(w->character), w->model);
}

static inline Walker Walker_Make(const WalkerDef* def) {
	const Creature* creature = def->creature;
	Walker w;
	memset(&w, 0, sizeof(w));
	w.creature = creature;
	w.L = creature->L;
	w.legs = creature->walk->rig.legCount;
	w.period = creature->walk->gait.period;
	w.speed = creature->walk->gait.speed * (def->times > 0.0f ? def->times : 1.0f);
	lwVec3 line[2] = { { 0.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, (def->distance > 0.0f ? def->distance : 12.0f) * w.L } };
	lwCharacterDef c = lwDefaultCharacterDef();
	if (def->predictor != NULL) {
		c.predictor = *def->predictor;
		c.bodySpring = def->bodySpring;
	} else if (def->stick != NULL) {
		w.stick = def->stick;
		c.predictor = Stick_Predictor(def->stick);
	} else {
		lwPathMoverDef m = lwDefaultPathMoverDef();
		m.points = def->path != NULL ? def->path : line;
		m.pointCount = def->path != NULL ? def->pathCount : 2;
		m.speed = w.speed;
		m.length = w.L;
		m.startTime = def->startTime;
		m.accelTime = lwClampF(w.period, 0.5f, 2.0f);
		m.travelYaw = lwAtan2(creature->walk->gait.directionMS.x, creature->walk->gait.directionMS.z);
		m.facingFixed = def->facingFixed;
		m.facing = def->facing;
		m.world = def->world;
		lwResult result = lwCreatePathMover(&m, &w.mover);
		if (result.status != lw_ok) {
			fail_msg("%s", result.message);
		}
		c.predictor = lwPathMover_Predictor(w.mover);
	}
	c.asset = def->bare ? creature->bareAsset : creature->asset;
	if (def->world != NULL) {
		c.world = *def->world;
	}
	assert_int_equal(lwCreateCharacter(&c, &w.character).status, lw_ok);
	w.model = calloc((size_t)creature->skeleton->skeleton.jointCount, sizeof(lwMat34));
	assert_non_null(w.model);
	Walker_Look(&w);
	return w;
}

static inline void Walker_Free(Walker* w) {
	lwDestroyCharacter(w->character);
	lwDestroyPathMover(w->mover);
	free(w->model);
	memset(w, 0, sizeof(*w));
}

static inline void Walker_Step(Walker* w, float dt) {
	if (w->mover != NULL) {
		lwPathMover_Update(w->mover, dt);
	} else if (w->stick != NULL) {
		Stick_Move(w->stick, dt);
	}
	lwCharacter_Update(w->character, dt);
	w->time += dt;
	Walker_Look(w);
}

static inline lwMotion Walker_Now(const Walker* w) {
	lwPredictor p = lwPathMover_Predictor(w->mover);
	lwMotion m;
	p.atTime(p.user, 0.0f, &m);
	return m;
}

static inline lwVec3 Walker_Heel(const Walker* w, int l) {
	return lwContactPoint_Pos(&w->creature->walk->rig.legs[l].heel, w->model);
}

static inline lwVec3 Walker_Toe(const Walker* w, int l) {
	const lwLeg* leg = &w->creature->walk->rig.legs[l];
	return lwContactPoint_Pos(leg->singleContact ? &leg->heel : &leg->toe, w->model);
}

static inline bool IsFinite3(lwVec3 v) {
	return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}

static inline bool Walker_IsFinite(const Walker* w) {
	int joints = w->creature->skeleton->skeleton.jointCount;
	for (int j = 0; j < joints; ++j) {
		const lwMat34* m = &w->model[j];
		if (!IsFinite3(m->x) || !IsFinite3(m->y) || !IsFinite3(m->z) || !IsFinite3(m->t)) {
			return false;
		}
	}
	return true;
}

// Largest distance between joints of two poses in the world.
static inline float Poses_Distance(const lwMat34* a, const lwMat34* b, int joints) {
	float worst = 0.0f;
	for (int j = 0; j < joints; ++j) {
		worst = lwMaxF(worst, lwDistance(a[j].t, b[j].t));
	}
	return worst;
}

// FNV-1a over bytes.
static inline uint64_t Hash(uint64_t hash, const void* data, size_t size) {
	const unsigned char* bytes = data;
	for (size_t i = 0; i < size; ++i) {
		hash = (hash ^ bytes[i]) * 1099511628211u;
	}
	return hash;
}
#define HASH_START 14695981039346656037u

static inline uint64_t Walker_Hash(const Walker* w, uint64_t hash) {
	size_t joints = (size_t)w->creature->skeleton->skeleton.jointCount;
	hash = Hash(hash, lwCharacter_Pose(w->character), joints * sizeof(lwTransform));
	lwMat34 root = lwCharacter_ModelToWorld(w->character);
	return Hash(hash, &root, sizeof(root));
}

// ---- Contacts ----------------------------------------------------------------------------------------------------

// What a walker's feet did on the ground: skate as in docs/quality.md, depth and height of the sole against the print's plane.
typedef struct Contacts {
	int stances;                   // ended
	double skateSum;               // over stances
	float skateMax;                // % L
	float below, above;            // worst depth, worst height of the lower point while planted, % L
	float heelGap, toeGap;         // worst distance of either end from the print's plane in the middle third of the stance, % L
	float residual;                // worst, % L
	float drop;                    // the body's deepest lowering, % L
	// state
	bool planted[LW_MAX_LEGS];
	float skate[LW_MAX_LEGS];
	lwVec3 heel[LW_MAX_LEGS], toe[LW_MAX_LEGS];
} Contacts;

static inline void Contacts_Watch(Contacts* k, const Walker* w) {
	k->drop = lwMaxF(k->drop, 100.0f * w->character->drop / w->L);
	for (int l = 0; l < w->legs; ++l) {
		lwLegStatus s = lwCharacter_Leg(w->character, l);
		lwVec3 heel = Walker_Heel(w, l), toe = Walker_Toe(w, l);
		bool planted = s.state == lw_footPlanted;
		lwVec3 n = s.current.normal;
		if (planted && k->planted[l]) {
			bool heelLower = lwDot(lwSub(k->heel[l], k->toe[l]), n) <= 0.0f;
			lwVec3 moved = heelLower ? lwSub(heel, k->heel[l]) : lwSub(toe, k->toe[l]);
			k->skate[l] += 100.0f * lwLength(lwReject(moved, n)) / w->L;
		}
		if (k->planted[l] && !planted) {
			k->stances += 1;
			k->skateSum += (double)k->skate[l];
			k->skateMax = lwMaxF(k->skateMax, k->skate[l]);
			k->skate[l] = 0.0f;
		}
		if (planted) {
			float h = 100.0f * lwDot(lwSub(heel, s.current.pos), n) / w->L, t = 100.0f * lwDot(lwSub(toe, s.current.pos), n) / w->L;
			k->below = lwMaxF(k->below, -lwMinF(h, t));
			k->above = lwMaxF(k->above, lwMinF(h, t));
			if (s.phase < 0.15f || s.phase > 0.85f) {
				k->heelGap = lwMaxF(k->heelGap, lwAbsF(h));
				k->toeGap = lwMaxF(k->toeGap, lwAbsF(t));
			}
			k->residual = lwMaxF(k->residual, 100.0f * s.residual / w->L);
		}
		k->planted[l] = planted;
		k->heel[l] = heel;
		k->toe[l] = toe;
	}
}

static inline float Contacts_SkateMean(const Contacts* k) {
	return k->stances > 0 ? (float)(k->skateSum / k->stances) : NAN;
}

#endif
