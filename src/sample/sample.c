// SPDX-License-Identifier: MIT
// Sample creatures: definitions, names, truth, and the scene.
#include "sample/creature.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_NODE 1

static const char* const kindNames[lw_sampleCreatureCount] = { "biped", "quadruped", "hexapod", "spider", "dragon" };

const char* lwSampleCreature_Name(int kind) {
	return kind >= 0 && kind < lw_sampleCreatureCount ? kindNames[kind] : NULL;
}

int lwSampleCreature_FromName(const char* name) {
	for (int i = 0; name != NULL && i < lw_sampleCreatureCount; i++) {
		if (strcmp(name, kindNames[i]) == 0) {
			return i;
		}
	}
	return -1;
}

lwSampleCreatureDef lwDefaultSampleCreatureDef(void) {
	lwSampleCreatureDef def = {
		.cookie = LW_COOKIE,
		.kind = lw_sampleBiped,
		.scale = 1.0f,
		.seed = 0,
		.detail = 1.0f,
		.legPairs = 0,
		.frameRate = 30,
		.withClips = true,
	};
	return def;
}

static lwResult CheckDef(const lwSampleCreatureDef* def) {
	if (def == NULL || def->cookie != LW_COOKIE) {
		return lwResult_Fail(lw_errorArgument, "creature: def: not made by lwDefaultSampleCreatureDef");
	}
	if (lwSampleCreature_Name((int)def->kind) == NULL) {
		return lwResult_Fail(lw_errorArgument, "creature: kind: %d is not a creature", (int)def->kind);
	}
	if (!(def->scale >= 0.05f && def->scale <= 20.0f)) {
		return lwResult_Fail(lw_errorArgument, "creature: scale: %g is outside [0.05, 20]", (double)def->scale);
	}
	if (!(def->detail >= 0.4f && def->detail <= 2.0f)) {
		return lwResult_Fail(lw_errorArgument, "creature: detail: %g is outside [0.4, 2]", (double)def->detail);
	}
	bool manyLegs = def->kind == lw_sampleHexapod || def->kind == lw_sampleSpider;
	if (def->legPairs != 0 && (!manyLegs || def->legPairs < 2 || def->legPairs > 6)) {
		return lwResult_Fail(lw_errorArgument, "creature: legPairs: %d is not allowed for '%s'", def->legPairs,
			lwSampleCreature_Name((int)def->kind));
	}
	if (def->frameRate != 30 && def->frameRate != 60 && def->frameRate != 90 && def->frameRate != 120) {
		return lwResult_Fail(lw_errorArgument, "creature: frameRate: %d is not 30, 60, 90 or 120", def->frameRate);
	}
	return lwResult_Ok();
}

static lwTransform BindLocal(const SampleCreature* creature, int joint) {
	lwTransform local = lwTransformIdentity();
	const SampleJoint* own = &creature->joints[joint];
	local.pos = own->posMS;
	local.rot = own->rotMS;
	if (own->parent >= 0) {
		const SampleJoint* parent = &creature->joints[own->parent];
		local.pos = lwRotate(lwConj(parent->rotMS), lwSub(own->posMS, parent->posMS));
		local.rot = lwQuatNormalize(lwQuatMul(lwConj(parent->rotMS), own->rotMS));
	}
	return local;
}

static bool FillNodes(const SampleCreature* creature, lwScene* scene) {
	bool good = SampleScene_SetNode(scene, 0, creature->name, -1, lwTransformIdentity());
	scene->nodes[0].mesh = 0;
	scene->nodes[0].skin = 0;
	for (int j = 0; j < creature->jointCount; j++) {
		const SampleJoint* joint = &creature->joints[j];
		int parent = joint->parent >= 0 ? joint->parent + FIRST_NODE : -1;
		good = SampleScene_SetNode(scene, j + FIRST_NODE, joint->name, parent, BindLocal(creature, j)) && good;
	}
	return good;
}

// The inverses are taken from the nodes as stored, so that rest pose and bind pose agree to the last bit they can.
static bool FillSkin(const SampleCreature* creature, lwScene* scene) {
	lwSceneSkin* skin = &scene->skins[0];
	size_t count = (size_t)creature->jointCount;
	skin->name = SampleString(creature->name);
	skin->joints = SampleAlloc(count, sizeof *skin->joints);
	skin->inverseBind = SampleAlloc(count, sizeof *skin->inverseBind);
	if (skin->name == NULL || skin->joints == NULL || skin->inverseBind == NULL) {
		return false;
	}
	skin->jointCount = creature->jointCount;
	lwMat34 world[SAMPLE_MAX_JOINTS];
	for (int j = 0; j < creature->jointCount; j++) {
		lwMat34 local = lwMat34FromTransform(scene->nodes[j + FIRST_NODE].local);
		int parent = creature->joints[j].parent;
		world[j] = parent >= 0 ? lwMat34Mul(world[parent], local) : local;
		skin->joints[j] = j + FIRST_NODE;
		skin->inverseBind[j] = lwMat34Inverse(world[j]);
	}
	return true;
}

static bool FillMesh(const SampleCreature* creature, float detail, lwScene* scene) {
	lwSceneMesh* mesh = &scene->meshes[0];
	mesh->name = SampleString(creature->name);
	mesh->primitives = SampleAlloc((size_t)creature->groupCount, sizeof *mesh->primitives);
	if (mesh->name == NULL || mesh->primitives == NULL) {
		return false;
	}
	mesh->primitiveCount = creature->groupCount;
	for (int g = 0; g < creature->groupCount; g++) {
		const SampleGroupRow* group = &creature->groups[g];
		SampleMesh build = { 0 };
		SampleSurface_Build(creature, g, detail, &build);
		SampleSkin_Bind(creature, g, &build);
		bool sheet = build.vertexCount == 0;
		if (sheet) {
			SampleSheet_Build(creature, g, &build);
		}
		if (!SampleScene_TakeMesh(&mesh->primitives[g], &build, g) ||
			!SampleScene_SetMaterial(scene, g, group->material, group->color, group->roughness, sheet)) {
			return false;
		}
	}
	return true;
}

lwResult lwMakeSampleCreature(const lwSampleCreatureDef* def, lwScene** outScene) {
	if (!LW_ASSERT(outScene != NULL)) {
		return lwResult_Fail(lw_errorArgument, "creature: outScene: is NULL");
	}
	*outScene = NULL;
	lwResult result = CheckDef(def);
	if (result.status != lw_ok) {
		return result;
	}
	SampleCreature* creature = SampleCreature_Make(def);
	lwScene* scene = NULL;
	bool good = creature != NULL;
	if (good) {
		int clips = def->withClips ? creature->gaitCount : 0;
		scene = SampleScene_Create("sample-creature", creature->jointCount + FIRST_NODE, 1, 1, clips, creature->groupCount);
		good = scene != NULL && FillNodes(creature, scene) && FillSkin(creature, scene) && FillMesh(creature, def->detail, scene) &&
			(clips == 0 || SampleClips_Build(creature, def->frameRate, FIRST_NODE, scene));
	}
	free(creature);
	if (!good) {
		lwDestroyScene(scene);
		return lwResult_Fail(lw_errorMemory, "creature: %s: out of memory", lwSampleCreature_Name((int)def->kind));
	}
	*outScene = scene;
	return lwResult_Ok();
}

int lwSampleCreature_ClipCount(const lwSampleCreatureDef* def) {
	if (CheckDef(def).status != lw_ok || !def->withClips) {
		return 0;
	}
	SampleCreature* creature = SampleCreature_Make(def);
	int count = creature != NULL ? creature->gaitCount : 0;
	free(creature);
	return count;
}

static void FillLegTruth(const SampleCreature* creature, const SampleGait* gait, int index, lwSampleLegTruth* out) {
	const SampleLeg* leg = &creature->legs[index];
	memcpy(out->upper, creature->joints[leg->upper].name, SAMPLE_NAME);
	memcpy(out->lower, creature->joints[leg->lower].name, SAMPLE_NAME);
	memcpy(out->foot, creature->joints[leg->foot].name, SAMPLE_NAME);
	memcpy(out->toe, creature->joints[leg->toe].name, SAMPLE_NAME);
	out->touchdownPhase = gait->duty < 1.0f ? gait->phases[index] : 0.0f;
	out->duty = gait->duty;
	out->reach = leg->upperLength + leg->lowerLength;
	out->heelMS = leg->heelMS;
	out->toeMS = leg->tipMS;
	out->heelOnFoot = leg->heelOnFoot;
}

static void FillTruth(const SampleCreature* creature, const SampleGait* gait, lwSampleTruth* out) {
	memset(out, 0, sizeof *out);
	memcpy(out->clip, gait->name, SAMPLE_NAME);
	out->period = (float)gait->frames / 30.0f;
	out->speed = SampleGait_Speed(gait);
	out->directionMS = SampleGait_Direction(gait);
	out->legCount = creature->legCount;
	for (int i = 0; i < creature->legCount; i++) {
		const SampleLeg* leg = &creature->legs[i];
		float chain = leg->upperLength + leg->lowerLength + lwDistance(creature->joints[leg->foot].posMS, leg->pivotMS);
		out->legLength += chain / (float)creature->legCount;
		FillLegTruth(creature, gait, i, &out->legs[i]);
	}
}

lwResult lwSampleCreature_Truth(const lwSampleCreatureDef* def, int clip, lwSampleTruth* outTruth) {
	if (!LW_ASSERT(outTruth != NULL)) {
		return lwResult_Fail(lw_errorArgument, "creature: outTruth: is NULL");
	}
	lwResult result = CheckDef(def);
	if (result.status != lw_ok) {
		return result;
	}
	SampleCreature* creature = SampleCreature_Make(def);
	if (creature == NULL) {
		return lwResult_Fail(lw_errorMemory, "creature: %s: out of memory", lwSampleCreature_Name((int)def->kind));
	}
	bool known = def->withClips && clip >= 0 && clip < creature->gaitCount;
	if (known) {
		FillTruth(creature, &creature->gaits[clip], outTruth);
	}
	free(creature);
	return known ? lwResult_Ok() : lwResult_Fail(lw_errorNotFound, "creature: clip: there is no clip %d", clip);
}
