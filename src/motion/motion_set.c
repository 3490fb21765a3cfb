// SPDX-License-Identifier: MIT
// Motion set: samples grouped into gaits, each with its blend space and the phases at which its clips agree.
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#include "motion/motion.h"

#define FORWARD 0.5f // cosine of the angle to the first sample up to which a direction counts as forward

lwMotionSetDef lwDefaultMotionSetDef(void) {
	lwMotionSetDef def;
	memset(&def, 0, sizeof(def));
	def.cookie = LW_COOKIE;
	def.method = lw_blendTriangles;
	def.hysteresis = 0.15f;
	return def;
}

static const char* NameOf(const lwMotionSample* s) {
	return s->name != NULL ? s->name : s->gait->gaitName;
}

static lwResult CheckDef(const lwMotionSetDef* def) {
	if (!LW_ASSERT(def != NULL && def->cookie == LW_COOKIE)) {
		return lwResult_Fail(lw_errorArgument, "motion set: def was not made by lwDefaultMotionSetDef");
	}
	if (def->samples == NULL || def->sampleCount < 1 || def->sampleCount > LW_MAX_MOTIONS) {
		return lwResult_Fail(lw_errorArgument, "motion set: %d samples; 1 to %d", def->sampleCount, LW_MAX_MOTIONS);
	}
	if (!(def->hysteresis >= 0.0f && def->hysteresis <= 0.5f)) {
		return lwResult_Fail(lw_errorArgument, "motion set: hysteresis is a share, 0 to 0.5");
	}
	for (int i = 0; i < def->sampleCount; ++i) {
		if (def->samples[i].gait == NULL || def->samples[i].clip == NULL) {
			return lwResult_Fail(lw_errorArgument, "motion set: sample %d: gait and clip are required", i);
		}
		if (!(def->samples[i].gait->speed > 0.0f) || strlen(NameOf(&def->samples[i])) >= LW_NAME_SIZE) {
			return lwResult_Fail(lw_errorData, "motion set: sample %d does not move, or its gait has no name", i);
		}
	}
	for (int k = 0; k < LW_MAX_GAITS - 1; ++k) {
		if (!(def->up[k] >= 0.0f && def->down[k] >= 0.0f) || (def->up[k] > 0.0f && def->down[k] > def->up[k])) {
			return lwResult_Fail(lw_errorArgument, "motion set: gait %d is left upwards at %g, for it downwards at %g", k,
								 (double)def->up[k], (double)def->down[k]);
		}
	}
	return lwResult_Ok();
}

// ---- Grouping --------------------------------------------------------------------------------------------------

static int FindGait(const lwMotionSet* set, const char* name) {
	for (int k = 0; k < set->gaitCount; ++k) {
		if (strcmp(set->gaits[k].name, name) == 0) {
			return k;
		}
	}
	return -1;
}

static lwResult NameGaits(lwMotionSet* set, const lwMotionSetDef* def) {
	lwVec3 ahead = def->samples[0].gait->directionMS;
	for (int i = 0; i < def->sampleCount; ++i) {
		const lwGait* gait = def->samples[i].gait;
		int k = FindGait(set, NameOf(&def->samples[i]));
		if (k < 0) {
			if (set->gaitCount == LW_MAX_GAITS) {
				return lwResult_Fail(lw_errorLimit, "motion set: more than %d gaits", LW_MAX_GAITS);
			}
			k = set->gaitCount++;
			(void)snprintf(set->gaits[k].name, sizeof(set->gaits[k].name), "%.63s", NameOf(&def->samples[i]));
			set->gaits[k].slowest = gait->speed;
		}
		lwMotionGait* g = &set->gaits[k];
		g->slowest = lwMinF(g->slowest, gait->speed);
		if (lwDot(gait->directionMS, ahead) > FORWARD) {
			g->low = g->top > 0.0f ? lwMinF(g->low, gait->speed) : gait->speed;
			g->top = lwMaxF(g->top, gait->speed);
		}
	}
	return lwResult_Ok();
}

// By speed; gaits that never go forward by their slowest. Insertion: stable.
static void OrderGaits(lwMotionSet* set) {
	for (int i = 0; i < set->gaitCount; ++i) {
		lwMotionGait* g = &set->gaits[i];
		g->low = g->top > 0.0f ? g->low : g->slowest;
		g->top = lwMaxF(g->top, g->low);
		for (int k = i; k > 0 && set->gaits[k - 1].top > set->gaits[k].top; --k) {
			lwMotionGait other = set->gaits[k];
			set->gaits[k] = set->gaits[k - 1];
			set->gaits[k - 1] = other;
		}
	}
}

static void PlaceSamples(lwMotionSet* set, const lwMotionSetDef* def) {
	for (int k = 0; k < set->gaitCount; ++k) {
		set->gaits[k].first = set->sampleCount;
		for (int i = 0; i < def->sampleCount; ++i) {
			if (FindGait(set, NameOf(&def->samples[i])) == k) {
				const lwGait* gait = def->samples[i].gait;
				lwVec3 velocity = lwMul(gait->directionMS, gait->speed);
				set->items[set->sampleCount++] = (lwMotionItem){ .number = i, .gait = k, .velocity = velocity };
			}
		}
		set->gaits[k].count = set->sampleCount - set->gaits[k].first;
	}
}

static void FindThresholds(lwMotionSet* set, const lwMotionSetDef* def) {
	for (int k = 0; k + 1 < set->gaitCount; ++k) {
		float a = set->gaits[k].top, b = set->gaits[k + 1].low;
		float middle = b > a ? lwSqrt(a * b) : 0.5f * (a + b);
		set->up[k] = def->up[k] > 0.0f ? def->up[k] : middle * (1.0f + 0.5f * def->hysteresis);
		set->down[k] = def->down[k] > 0.0f ? def->down[k] : middle * (1.0f - 0.5f * def->hysteresis);
		set->down[k] = lwMinF(set->down[k], set->up[k]);
	}
}

// ---- Building --------------------------------------------------------------------------------------------------

static lwResult MakeAsset(const lwMotionSetDef* def, int sample, const lwAsset* like, lwAsset** outAsset) {
	lwAssetDef a = lwDefaultAssetDef();
	a.skeleton = def->skeleton;
	a.rig = def->rig;
	a.gait = def->samples[sample].gait;
	a.walk = def->samples[sample].clip;
	a.idle = def->idle;
	a.idleOriginMS = def->idleOriginMS;
	return lwAsset_Make(&a, like, outAsset);
}

static lwResult MakeAssets(lwMotionSet* set, const lwMotionSetDef* def) {
	int base = 0;
	while (set->items[base].number != 0) {
		++base;
	}
	lwResult result = MakeAsset(def, 0, NULL, &set->items[base].asset);
	set->base = set->items[base].asset;
	for (int i = 0; i < set->sampleCount && result.status == lw_ok; ++i) {
		if (i != base) {
			result = MakeAsset(def, set->items[i].number, set->base, &set->items[i].asset);
		}
	}
	return result;
}

static lwResult MakeSpace(const lwMotionSet* set, lwBlendMethod method, lwMotionGait* gait) {
	float points[2 * (LW_MAX_MOTIONS + 1)] = { 0.0f, 0.0f };
	for (int i = 0; i < gait->count; ++i) {
		lwVec3 v = set->items[gait->first + i].velocity;
		points[2 * i + 2] = v.x;
		points[2 * i + 3] = v.z;
	}
	lwBlendSpaceDef def = lwDefaultBlendSpaceDef();
	def.method = method;
	def.sampleCount = gait->count + 1;
	def.points = points;
	return lwCreateBlendSpace(&def, &gait->space);
}

// One mark for all legs together: clips are laid so that the legs agree best and then run evenly; what is left between the
// legs of two clips is blended leg by leg.
static lwResult Synchronise(lwMotionSet* set, lwMotionGait* gait, lwCycleMark* marks) {
	lwCycleSample samples[LW_MAX_MOTIONS];
	for (int i = 0; i < gait->count; ++i) {
		samples[i] = lwCycleSample_FromGait(set->items[gait->first + i].asset->sample, marks + i * set->legCount);
	}
	lwCycleSyncDef def = lwDefaultCycleSyncDef();
	def.sampleCount = gait->count;
	def.samples = samples;
	def.leastGap = 1.0f;
	lwCycleSync* sync = NULL;
	lwResult result = lwCreateCycleSync(&def, &sync);
	for (int i = 0; i < gait->count && result.status == lw_ok; ++i) {
		set->items[gait->first + i].shift = lwCycleSync_ClipPhase(sync, i, 0.0f);
	}
	lwDestroyCycleSync(sync);
	return result;
}

static lwResult MakeGaits(lwMotionSet* set, const lwMotionSetDef* def) {
	lwCycleMark* marks = calloc((size_t)set->sampleCount * (size_t)set->legCount, sizeof(lwCycleMark));
	if (marks == NULL) {
		return lwResult_Fail(lw_errorMemory, "motion set: no memory");
	}
	lwResult result = lwResult_Ok();
	for (int k = 0; k < set->gaitCount && result.status == lw_ok; ++k) {
		result = MakeSpace(set, def->method, &set->gaits[k]);
		if (result.status == lw_ok) {
			result = Synchronise(set, &set->gaits[k], marks);
		}
	}
	free(marks);
	return result;
}

lwResult lwCreateMotionSet(const lwMotionSetDef* def, lwMotionSet** outSet) {
	*outSet = NULL;
	lwResult result = CheckDef(def);
	if (result.status != lw_ok) {
		return result;
	}
	lwMotionSet* set = calloc(1, sizeof(*set));
	if (set == NULL) {
		return lwResult_Fail(lw_errorMemory, "motion set: no memory");
	}
	result = NameGaits(set, def);
	if (result.status == lw_ok) {
		OrderGaits(set);
		PlaceSamples(set, def);
		FindThresholds(set, def);
		result = MakeAssets(set, def);
	}
	if (result.status == lw_ok) {
		set->legCount = def->rig->legCount;
		result = MakeGaits(set, def);
	}
	if (result.status != lw_ok) {
		lwDestroyMotionSet(set);
		return result;
	}
	*outSet = set;
	return result;
}

void lwDestroyMotionSet(lwMotionSet* set) {
	if (set == NULL) {
		return;
	}
	for (int i = 0; i < set->sampleCount; ++i) {
		lwDestroyAsset(set->items[i].asset);
	}
	for (int k = 0; k < set->gaitCount; ++k) {
		lwDestroyBlendSpace(set->gaits[k].space);
	}
	free(set);
}

size_t lwMotionSet_ByteCount(const lwMotionSet* set) {
	size_t bytes = sizeof(*set);
	for (int i = 0; i < set->sampleCount; ++i) {
		bytes += lwAsset_ByteCount(set->items[i].asset);
	}
	for (int k = 0; k < set->gaitCount; ++k) {
		bytes += lwBlendSpace_ByteCount(set->gaits[k].space);
	}
	return bytes;
}

int lwMotionSet_GaitCount(const lwMotionSet* set) {
	return set->gaitCount;
}

const char* lwMotionSet_GaitName(const lwMotionSet* set, int gait) {
	return gait >= 0 && gait < set->gaitCount ? set->gaits[gait].name : NULL;
}

int lwMotionSet_GaitOf(const lwMotionSet* set, int sample) {
	for (int i = 0; i < set->sampleCount; ++i) {
		if (set->items[i].number == sample) {
			return set->items[i].gait;
		}
	}
	return -1;
}

float lwMotionSet_ChangeUp(const lwMotionSet* set, int gait) {
	return gait >= 0 && gait + 1 < set->gaitCount ? set->up[gait] : 0.0f;
}

float lwMotionSet_ChangeDown(const lwMotionSet* set, int gait) {
	return gait >= 0 && gait + 1 < set->gaitCount ? set->down[gait] : 0.0f;
}
