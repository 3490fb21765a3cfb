// SPDX-License-Identifier: MIT
// Measure, from files: schedule, rig and gait are found again from the source alone.
#include "inspect/measure_parts.h"

#include <stdio.h>
#include <stdlib.h>

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

static lwResult Analyse(const lwMeasureDef* def, const lwSceneSkeleton* skeleton, int clip, lwAnalysis** outAnalysis) {
	lwRig* rig = calloc(1, sizeof(lwRig));
	if (rig == NULL) {
		return OutOfMemory(def);
	}
	lwAutoRigDef rigDef = lwDefaultAutoRigDef();
	rigDef.scene = def->source;
	rigDef.skeleton = skeleton;
	rigDef.rigJson = def->rigJson;
	rigDef.contactClip = clip;
	lwResult result = lwAutoRig(&rigDef, rig, NULL);
	if (result.status == lw_ok) {
		lwAnalyseDef analyse = lwDefaultAnalyseDef();
		analyse.scene = def->source;
		analyse.skeleton = skeleton;
		analyse.rig = rig;
		analyse.clip = clip;
		result = lwAnalyseClip(&analyse, outAnalysis);
	}
	free(rig);
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
	lwSceneSkeleton* skeleton = NULL;
	lwAnalysis* analysis = NULL;
	lwClip* idle = NULL;
	char idleName[LW_NAME_SIZE * 2];
	lwResult result = FindSourceClip(def, &clip, idleName, sizeof(idleName));
	result = result.status == lw_ok ? lwScene_MakeSkeleton(def->source, &skeleton) : result;
	result = result.status == lw_ok ? Analyse(def, skeleton, clip, &analysis) : result;
	result = result.status == lw_ok ? MakeIdle(def, idleName, skeleton, &idle) : result;
	if (result.status == lw_ok && (!analysis->gait.cyclic || analysis->clip == NULL)) {
		result = lwResult_Fail(lw_errorData, "%s: clip '%s': no cycle to compare with", def->source->file, def->source->clips[clip].name);
	}
	result = result.status == lw_ok ? lwMeasure_Analysed(def, skeleton, analysis, idle, outReport) : result;
	if (idle != NULL) {
		lwDestroyClip(idle);
	}
	if (analysis != NULL) {
		lwDestroyAnalysis(analysis);
	}
	lwDestroySceneSkeleton(skeleton);
	return result;
}
