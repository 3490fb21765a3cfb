// SPDX-License-Identifier: MIT
// Measure, from files: schedule, rig and gait are found again from the source alone.
#include "inspect/measure_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static lwResult OutOfMemory(const lwMeasureDef* def) {
	return lwResult_Fail(lw_errorMemory, "%s: measure: out of memory", def->baked->file);
}

// The source's clip: named by the def, else by the schedule, else the only one there is.
static lwResult FindSourceClip(const lwMeasureDef* def, int* outClip, char* outIdle, size_t idleSize) {
	lwBlockList memory = { NULL };
	lwSchedule schedule;
	int clip = -1, matches = 0;
	lwResult result = lwSchedule_Read(def->baked, def->animation, &memory, &schedule, &clip);
	lwBlockList_Free(&memory);
	if (result.status != lw_ok) {
		return result;
	}
	(void)snprintf(outIdle, idleSize, "%s", schedule.present ? schedule.idleClip : "");
	const char* name = def->sourceClip != NULL ? def->sourceClip : schedule.present ? schedule.sourceClip : "";
	*outClip = lwScene_FindClip(def->source, name, &matches);
	if (*outClip < 0 && name[0] == '\0' && def->source->clipCount == 1) {
		*outClip = 0;
	}
	if (*outClip < 0 && name[0] == '\0') {
		return def->baked->clipCount == 0 ? lwResult_Fail(lw_errorNotFound, "%s: no animation to measure", def->baked->file)
										  : lwResult_Fail(lw_errorNotFound, "%s: no schedule of a bake in it; name the sample's clip of %s",
														  def->baked->file, def->source->file);
	}
	if (*outClip < 0) {
		return lwResult_Fail(lw_errorNotFound, "%s: clip '%s': %s", def->source->file, name,
							 matches > 1 ? "several match" : "not in the file; name the sample's clip");
	}
	return lwResult_Ok();
}

// The source as it was baked: its skeleton and rig.
typedef struct Source {
	lwScene* stripped;              // NULL: the def's own
	lwSceneSkeleton* skeleton;
	lwRig* rig;
	lwLegHint* hints;
	int hintCount;
	lwAnalysis* analysis;
	lwClip* idle;
} Source;

static void FreeSource(Source* source) {
	lwDestroyClip(source->idle);
	lwDestroyAnalysis(source->analysis);
	free(source->hints);
	free(source->rig);
	lwDestroySceneSkeleton(source->skeleton);
	lwDestroyScene(source->stripped);
}

static bool HasNode(const lwScene* scene, const char* name) {
	for (int n = 0; n < scene->nodeCount; ++n) {
		if (strcmp(scene->nodes[n].name, name) == 0) {
			return true;
		}
	}
	return false;
}

// True when the source has named helpers and the bake none of them.
static bool IsStripped(const lwMeasureDef* def, const Source* source) {
	int named = 0;
	for (int k = 0; k < source->rig->helperCount; ++k) {
		const char* name = def->source->nodes[source->skeleton->nodeOfJoint[source->rig->helpers[k]]].name;
		named += name[0] != '\0';
		if (name[0] != '\0' && HasNode(def->baked, name)) {
			return false;
		}
	}
	return named > 0;
}

// Skeleton and rig of the source; without its helpers, as ioDef->source, when the bake was made without them.
static lwResult FindSource(lwMeasureDef* ioDef, int clip, Source* out) {
	out->rig = calloc(1, sizeof(lwRig));
	if (out->rig == NULL) {
		return OutOfMemory(ioDef);
	}
	lwResult result = lwScene_MakeSkeleton(ioDef->source, &out->skeleton);
	lwAutoRigDef rigDef = lwDefaultAutoRigDef();
	rigDef.scene = ioDef->source;
	rigDef.skeleton = out->skeleton;
	rigDef.rigJson = ioDef->rigJson;
	rigDef.contactClip = clip;
	result = result.status == lw_ok ? lwAutoRig(&rigDef, out->rig, NULL) : result;
	result = result.status == lw_ok ? lwReadHints(ioDef->rigJson, ioDef->source, out->rig, &out->hints, &out->hintCount) : result;
	if (result.status != lw_ok || !IsStripped(ioDef, out)) {
		return result;
	}
	lwSceneSkeleton* whole = out->skeleton;
	out->skeleton = NULL;
	result = lwRig_StripHelpers(ioDef->source, whole, out->rig, &out->stripped, &out->skeleton);
	lwDestroySceneSkeleton(whole);
	ioDef->source = out->stripped;
	return result;
}

static lwResult Analyse(const lwMeasureDef* def, int clip, Source* io) {
	lwAnalyseDef analyse = lwDefaultAnalyseDef();
	analyse.scene = def->source;
	analyse.skeleton = io->skeleton;
	analyse.rig = io->rig;
	analyse.clip = clip;
	analyse.hints = io->hints;
	analyse.hintCount = io->hintCount;
	lwResult result = lwAnalyseClip(&analyse, &io->analysis);
	if (result.status == lw_ok && (!io->analysis->gait.cyclic || io->analysis->clip == NULL)) {
		result = lwResult_Fail(lw_errorData, "%s: clip '%s': no cycle to compare with", def->source->file, def->source->clips[clip].name);
	}
	return result;
}

// The idle clip: named by the def, else by the schedule when the source has it.
static lwResult MakeIdle(const lwMeasureDef* def, const char* scheduled, const lwSceneSkeleton* skeleton, lwClip** outIdle) {
	int matches = 0;
	const char* name = def->idleClip != NULL ? def->idleClip : scheduled;
	if (name[0] == '\0') {
		return lwResult_Ok();
	}
	int clip = lwScene_FindClip(def->source, name, &matches);
	if (clip < 0 && def->idleClip == NULL) {
		return lwResult_Ok();
	}
	if (clip < 0) {
		return lwResult_Fail(lw_errorNotFound, "%s: idle clip '%s': %s", def->source->file, def->idleClip,
							 matches > 1 ? "several match" : "not in the file");
	}
	const lwSceneClip* idle = def->source->clips + clip;
	return lwScene_MakeClip(def->source, skeleton, clip, idle->start, lwMaxF(idle->end - idle->start, 1e-3f), 60.0f, false, outIdle);
}

lwResult lwMeasure(const lwMeasureDef* def, lwMeasureReport** outReport) {
	if (!LW_ASSERT(outReport != NULL)) {
		return lwResult_Fail(lw_errorArgument, "measure: outReport is NULL");
	}
	*outReport = NULL;
	if (!LW_ASSERT(def != NULL && def->cookie == LW_COOKIE)) {
		return lwResult_Fail(lw_errorArgument, "measure: the def was not made by lwDefaultMeasureDef");
	}
	if (def->baked == NULL || def->source == NULL) {
		return lwResult_Fail(lw_errorArgument, "measure: a baked scene and its source are needed");
	}
	if (!(def->terrainScale > 0.0f && def->terrainScale < 1e6f) || !(lwAbsF(def->groundY) < 1e9f)) {
		return lwResult_Fail(lw_errorArgument, "measure: terrainScale must be above 0 and groundY finite");
	}
	int clip = -1;
	char idleName[LW_NAME_SIZE * 2];
	lwMeasureDef own = *def;
	Source source = { .stripped = NULL };
	lwResult result = FindSourceClip(&own, &clip, idleName, sizeof(idleName));
	result = result.status == lw_ok ? FindSource(&own, clip, &source) : result;
	result = result.status == lw_ok ? Analyse(&own, clip, &source) : result;
	result = result.status == lw_ok ? MakeIdle(&own, idleName, source.skeleton, &source.idle) : result;
	result = result.status == lw_ok ? lwMeasure_Analysed(&own, source.skeleton, source.analysis, source.idle, outReport) : result;
	FreeSource(&source);
	return result;
}
