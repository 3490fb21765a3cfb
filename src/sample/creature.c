// SPDX-License-Identifier: MIT
#include "sample/creature.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static lwVec3 Mirror(lwVec3 v) {
	return lwV3(-v.x, v.y, v.z);
}

static void SetName(char* out, const char* name, const char* suffix) {
	snprintf(out, SAMPLE_NAME, "%s%s", name, suffix);
}

int SampleCreature_FindJoint(const SampleCreature* creature, const char* name) {
	for (int j = 0; j < creature->jointCount && name != NULL; j++) {
		if (strcmp(creature->joints[j].name, name) == 0) {
			return j;
		}
	}
	return -1;
}

// With the suffix first, then as it is.
static int FindSided(const SampleCreature* creature, const char* name, const char* suffix) {
	if (name == NULL) {
		return -1;
	}
	char sided[2 * SAMPLE_NAME];
	snprintf(sided, sizeof sided, "%s%s", name, suffix);
	int joint = SampleCreature_FindJoint(creature, sided);
	return joint >= 0 ? joint : SampleCreature_FindJoint(creature, name);
}

static void AddJoint(SampleCreature* creature, const SampleJointRow* row, const char* suffix, lwVec3 pos) {
	if (!LW_ASSERT(creature->jointCount < SAMPLE_MAX_JOINTS)) {
		return;
	}
	int parent = FindSided(creature, row->parent, suffix);
	SampleJoint* joint = &creature->joints[creature->jointCount++];
	SetName(joint->name, row->name, suffix);
	joint->parent = parent;
	joint->posMS = pos;
}

void SampleCreature_AddJoints(SampleCreature* creature, const SampleJointRow* rows, int count) {
	for (int i = 0; i < count; i++) {
		AddJoint(creature, &rows[i], rows[i].mirror ? ".L" : "", rows[i].posMS);
		if (rows[i].mirror) {
			AddJoint(creature, &rows[i], ".R", Mirror(rows[i].posMS));
		}
	}
}

void SampleCreature_AddPrims(SampleCreature* creature, const SamplePrimRow* rows, int count) {
	for (int i = 0; i < count; i++) {
		for (int side = 0; side <= (rows[i].mirror ? 1 : 0); side++) {
			int joint = FindSided(creature, rows[i].joint, side == 0 ? ".L" : ".R");
			if (!LW_ASSERT(creature->primCount < SAMPLE_MAX_PRIMS) || !LW_ASSERT(joint >= 0)) {
				return;
			}
			SamplePrim* prim = &creature->prims[creature->primCount++];
			prim->group = rows[i].group;
			prim->joint = joint;
			prim->a = side == 0 ? rows[i].a : Mirror(rows[i].a);
			prim->b = side == 0 ? rows[i].b : Mirror(rows[i].b);
			prim->ra = rows[i].ra;
			prim->rb = rows[i].rb;
			prim->stretch = rows[i].stretch.x > 0.0f ? rows[i].stretch : lwV3(1.0f, 1.0f, 1.0f);
		}
	}
}

void SampleCreature_AddGroups(SampleCreature* creature, const SampleGroupRow* rows, int count) {
	for (int i = 0; i < count && LW_ASSERT(creature->groupCount < SAMPLE_MAX_GROUPS); i++) {
		creature->groups[creature->groupCount++] = rows[i];
	}
}

void SampleCreature_AddSheets(SampleCreature* creature, const SampleSheetRow* rows, int count) {
	for (int i = 0; i < 2 * count && LW_ASSERT(creature->sheetCount < SAMPLE_MAX_SHEETS); i++) {
		const SampleSheetRow* row = &rows[i / 2];
		const char* suffix = i % 2 == 0 ? ".L" : ".R";
		SampleSheet* sheet = &creature->sheets[creature->sheetCount++];
		sheet->group = row->group;
		sheet->sag = row->sag;
		for (int k = 0; k < 3; k++) {
			sheet->joints[0][k] = FindSided(creature, row->first[k], suffix);
			sheet->joints[1][k] = FindSided(creature, row->second[k], suffix);
			sheet->posMS[0][k] = i % 2 == 0 ? row->firstMS[k] : Mirror(row->firstMS[k]);
			sheet->posMS[1][k] = i % 2 == 0 ? row->secondMS[k] : Mirror(row->secondMS[k]);
		}
	}
}

static void AddLeg(SampleCreature* creature, const SampleLegRow* row, int side) {
	if (!LW_ASSERT(creature->legCount < LW_SAMPLE_MAX_LEGS)) {
		return;
	}
	const char* suffix = side == 0 ? ".L" : ".R";
	SampleLeg* leg = &creature->legs[creature->legCount++];
	leg->side = side == 0 ? 1.0f : -1.0f;
	leg->coxa = FindSided(creature, row->coxa, suffix);
	leg->upper = FindSided(creature, row->upper, suffix);
	leg->lower = FindSided(creature, row->lower, suffix);
	leg->foot = FindSided(creature, row->foot, suffix);
	leg->toe = row->toe != NULL ? FindSided(creature, row->toe, suffix) : leg->foot;
	leg->heelMS = side == 0 ? row->heelMS : Mirror(row->heelMS);
	leg->tipMS = side == 0 ? row->tipMS : Mirror(row->tipMS);
	leg->style = row->style;
	leg->coxaShare = row->coxaShare;
	leg->coxaYaws = row->coxaYaws;
	leg->heelOnFoot = row->heelOnFoot;
	LW_ASSERT(leg->upper >= 0 && leg->lower >= 0 && leg->foot >= 0 && leg->toe >= 0);
}

void SampleCreature_AddLegs(SampleCreature* creature, const SampleLegRow* rows, int count) {
	for (int i = 0; i < count; i++) {
		AddLeg(creature, &rows[i], 0);
		AddLeg(creature, &rows[i], 1);
	}
}

SampleGait* SampleCreature_AddGait(SampleCreature* creature, const SampleGait* gait) {
	if (!LW_ASSERT(creature->gaitCount < SAMPLE_MAX_GAITS)) {
		return &creature->gaits[SAMPLE_MAX_GAITS - 1];
	}
	creature->gaits[creature->gaitCount] = *gait;
	return &creature->gaits[creature->gaitCount++];
}

void SampleCreature_Steady(SampleCreature* creature, const char* joint, float share) {
	int j = SampleCreature_FindJoint(creature, joint);
	if (LW_ASSERT(j >= 0)) {
		creature->joints[j].steady = share;
	}
}

// Where the bone of a joint points: its first child, or on in its parent's direction.
static lwVec3 BoneDirection(const SampleCreature* creature, int joint) {
	for (int c = joint + 1; c < creature->jointCount; c++) {
		lwVec3 along = lwSub(creature->joints[c].posMS, creature->joints[joint].posMS);
		if (creature->joints[c].parent == joint && lwLength(along) > 1e-6f) {
			return lwNormalizeOr(along, lwV3(0.0f, 1.0f, 0.0f));
		}
	}
	int parent = creature->joints[joint].parent;
	return parent >= 0 ? BoneDirection(creature, parent) : lwV3(0.0f, 1.0f, 0.0f);
}

static void OrientJoints(SampleCreature* creature) {
	for (int j = 0; j < creature->jointCount; j++) {
		lwVec3 y = j == 0 ? lwV3(0.0f, 1.0f, 0.0f) : BoneDirection(creature, j);
		lwVec3 side = lwAbsF(y.x) < 0.9f ? lwV3(1.0f, 0.0f, 0.0f) : lwV3(0.0f, 0.0f, 1.0f);
		lwVec3 x = lwNormalizeOr(lwReject(side, y), side);
		creature->joints[j].rotMS = lwQuatFromAxes(x, y, lwCross(x, y));
	}
}

static void FinishLeg(SampleCreature* creature, SampleLeg* leg) {
	lwVec3 hip = creature->joints[leg->upper].posMS;
	lwVec3 knee = creature->joints[leg->lower].posMS;
	lwVec3 foot = creature->joints[leg->foot].posMS;
	leg->pivotMS = leg->toe != leg->foot ? creature->joints[leg->toe].posMS : leg->tipMS;
	leg->upperLength = lwDistance(hip, knee);
	leg->lowerLength = lwDistance(knee, foot);
	lwVec3 axis = lwNormalizeOr(lwSub(foot, hip), lwV3(0.0f, -1.0f, 0.0f));
	leg->bendMS = lwNormalizeOr(lwReject(lwSub(knee, hip), axis), lwV3(0.0f, 0.0f, 1.0f));
	leg->hingeMS = lwCross(leg->bendMS, axis);
	leg->pitchAxisMS = lwV3(1.0f, 0.0f, 0.0f);
	if (leg->coxaYaws) {
		lwVec3 out = lwSub(leg->tipMS, creature->joints[leg->coxa].posMS);
		leg->pitchAxisMS = lwNormalizeOr(lwCross(lwV3(0.0f, 1.0f, 0.0f), out), leg->pitchAxisMS);
	}
	creature->size += (leg->upperLength + leg->lowerLength) / (float)creature->legCount;
}

// Everything with a length, by axis factors and a factor for thickness.
static void Stretch(SampleCreature* creature, lwVec3 f, float girth) {
	for (int j = 0; j < creature->jointCount; j++) {
		creature->joints[j].posMS = lwMulV(creature->joints[j].posMS, f);
	}
	for (int i = 0; i < creature->primCount; i++) {
		SamplePrim* prim = &creature->prims[i];
		prim->a = lwMulV(prim->a, f);
		prim->b = lwMulV(prim->b, f);
		prim->ra *= girth;
		prim->rb *= girth;
	}
	for (int i = 0; i < 3 * creature->sheetCount; i++) {
		SampleSheet* sheet = &creature->sheets[i / 3];
		sheet->posMS[0][i % 3] = lwMulV(sheet->posMS[0][i % 3], f);
		sheet->posMS[1][i % 3] = lwMulV(sheet->posMS[1][i % 3], f);
	}
	for (int i = 0; i < creature->legCount; i++) {
		creature->legs[i].heelMS = lwMulV(creature->legs[i].heelMS, f);
		creature->legs[i].tipMS = lwMulV(creature->legs[i].tipMS, f);
	}
	for (int i = 0; i < creature->groupCount; i++) {
		creature->groups[i].voxel *= f.y;
		creature->groups[i].blend *= girth;
	}
	for (int i = 0; i < creature->gaitCount; i++) {
		SampleGait* gait = &creature->gaits[i];
		gait->travel *= f.y;
		for (int k = 0; k < 2; k++) {
			gait->styles[k].lift *= f.y;
			gait->styles[k].placeX *= f.x;
			gait->styles[k].placeZ *= f.z;
		}
	}
}

static void Vary(SampleCreature* creature, uint32_t seed, float scale) {
	lwVec3 f = lwV3(1.0f, 1.0f, 1.0f);
	float girth = 1.0f;
	if (seed != 0) {
		SampleRandom random = SampleRandom_Make(seed);
		f.x = SampleRandom_Range(&random, 0.94f, 1.06f);
		f.y = SampleRandom_Range(&random, 0.92f, 1.08f);
		f.z = SampleRandom_Range(&random, 0.94f, 1.06f);
		girth = SampleRandom_Range(&random, 0.96f, 1.015f); // eyes must neither sink in nor come off
		for (int i = 0; i < creature->groupCount; i++) {
			lwVec3 tint = lwV3(SampleRandom_Range(&random, 0.92f, 1.08f), SampleRandom_Range(&random, 0.92f, 1.08f),
				SampleRandom_Range(&random, 0.92f, 1.08f));
			tint = lwMul(tint, SampleRandom_Range(&random, 0.7f, 1.25f));
			lwVec3 c = lwMulV(creature->groups[i].color, tint);
			creature->groups[i].color = lwV3(lwMinF(c.x, 1.0f), lwMinF(c.y, 1.0f), lwMinF(c.z, 1.0f));
		}
	}
	Stretch(creature, lwMul(f, scale), girth * scale);
}

SampleCreature* SampleCreature_Make(const lwSampleCreatureDef* def) {
	SampleCreature* creature = SampleAlloc(1, sizeof *creature);
	if (creature == NULL) {
		return NULL;
	}
	creature->name = lwSampleCreature_Name((int)def->kind);
	switch (def->kind) {
	case lw_sampleQuadruped:
		SampleQuadruped_Fill(creature);
		break;
	case lw_sampleHexapod:
		SampleHexapod_Fill(creature, def->legPairs > 0 ? def->legPairs : 3);
		break;
	case lw_sampleSpider:
		SampleSpider_Fill(creature, def->legPairs > 0 ? def->legPairs : 4);
		break;
	case lw_sampleDragon:
		SampleDragon_Fill(creature);
		break;
	default:
		SampleBiped_Fill(creature);
		break;
	}
	creature->bodyHeight = creature->joints[creature->body].posMS.y;
	Vary(creature, def->seed, def->scale);
	OrientJoints(creature);
	for (int i = 0; i < creature->legCount; i++) {
		FinishLeg(creature, &creature->legs[i]);
	}
	return creature;
}
