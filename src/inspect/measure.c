// SPDX-License-Identifier: MIT
// Measure, with rig and gait known: asks every metric; once for the bake, once for the clip alone.
#include "inspect/measure_parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_MEASURED_FRAMES 200000
#define ORIENT_PLACES 64

lwMeasureDef lwDefaultMeasureDef(void) {
	lwMeasureDef def;
	memset(&def, 0, sizeof(def));
	def.cookie = LW_COOKIE;
	def.terrainScale = 1.0f;
	return def;
}

void lwDestroyMeasureReport(lwMeasureReport* report) {
	if (report != NULL) {
		free(report->notes);
		free(report);
	}
}

static void Clear(lwMeasures* out) {
	memset(out, 0, sizeof(*out));
	out->skateMean = out->skateMax = out->penetration = out->floatP95 = out->crossingPer100 = NAN;
	out->timingCycle = out->timingDuty = out->timingStep = out->foresightMax = NAN;
	out->styleBody = out->styleLegs = out->styleLegsForced = out->styleBodyLoad = NAN;
	out->pop = out->popTime = out->boneLength = out->overReach = out->rest = NAN;
}

static lwResult OutOfMemory(const lwMeasureDef* def) {
	return lwResult_Fail(lw_errorMemory, "%s: measure: out of memory", def->baked->file);
}

// ---- One motion ----------------------------------------------------------------------------------------------------

// The bake's own places tell which side of the ground's faces is the outer one.
static void OrientGround(lwMeasureContext* context) {
	lwMotion* motion = context->motion;
	int joint = context->rig->pelvis >= 0 ? context->rig->pelvis : context->rig->rootJoint;
	int places = motion->frameCount < ORIENT_PLACES ? motion->frameCount : ORIENT_PLACES;
	if (lwGround_IsPlane(context->ground) || joint < 0) {
		return;
	}
	for (int i = 0; i < places; ++i) {
		int frame = (int)((long long)i * (motion->frameCount - 1) / (places > 1 ? places - 1 : 1));
		lwMotion_Eval(motion, (float)frame);
		lwGround_SetTime(context->ground, (float)frame / motion->fps);
		lwGround_Vote(context->ground, motion->model[joint].t, lwMotion_Up(motion, frame));
	}
	lwGround_CountVotes(context->ground, places);
}

static bool MeasureMotion(lwMeasureContext* context, lwMotion* motion, lwMeasures* out) {
	Clear(out);
	context->motion = motion;
	bool baseline = motion->scene == NULL;
	out->scheduled = context->schedule->present;
	out->frames = motion->frameCount;
	out->length = context->length;
	if (!lwMotion_Alloc(motion, context->memory) || !lwMeasure_MarkJoints(context)) {
		return false;
	}
	if (!baseline) {
		OrientGround(context);
	}
	if (!lwMeasure_TrackFeet(context)) {
		return false;
	}
	lwMeasure_Feet(context, out);
	if (!lwMeasure_Pop(context, out) || !lwMeasure_Bones(context, out)) {
		return false;
	}
	if (baseline) {
		return lwMeasure_Style(context, out);
	}
	lwMeasure_Timing(context, out);
	return lwMeasure_Rest(context, out) && lwMeasure_Style(context, out);
}

// Last clip of the file when none is named and none has a schedule.
static lwResult FindAnimation(const lwMeasureDef* def, int* ioClip) {
	int matches = 0;
	if (*ioClip >= 0) {
		return lwResult_Ok();
	}
	*ioClip = def->animation != NULL ? lwScene_FindClip(def->baked, def->animation, &matches) : def->baked->clipCount - 1;
	if (*ioClip < 0) {
		return lwResult_Fail(lw_errorNotFound, "%s: animation '%s': %s", def->baked->file,
							 def->animation != NULL ? def->animation : "", matches > 1 ? "several match" : "not in the file");
	}
	return lwResult_Ok();
}

static lwResult SetUpBake(const lwMeasureDef* def, lwMeasureContext* context, int clip, lwMotion* motion) {
	int* map = lwBlockList_Alloc(context->memory, (size_t)context->skeleton->skeleton.jointCount, sizeof(int));
	if (map == NULL) {
		return OutOfMemory(def);
	}
	int missing = 0;
	if (!lwMotion_MapNodes(def->baked, def->source, context->skeleton, map, &missing)) {
		return lwResult_Fail(lw_errorData, "%s: nodes: %d of the source's nodes are missing; is it baked from %s?",
							 def->baked->file, missing, def->source->file);
	}
	const lwSceneClip* baked = def->baked->clips + clip;
	const lwSchedule* schedule = context->schedule;
	memset(motion, 0, sizeof(*motion));
	motion->skeleton = context->skeleton;
	motion->schedule = schedule;
	motion->scene = def->baked;
	motion->clip = clip;
	motion->nodeOfJoint = map;
	motion->fps = schedule->present ? schedule->fps : 60.0f;
	motion->start = schedule->present ? 0.0f : baked->start;
	motion->frameCount = schedule->present ? schedule->frameCount : (int)lwMinF((baked->end - baked->start) * 60.0f + 1.01f, 1e6f);
	if (motion->frameCount < 2 || motion->frameCount > MAX_MEASURED_FRAMES) {
		return lwResult_Fail(lw_errorData, "%s: animation '%s': %d frames; 2 to %d can be measured", def->baked->file,
							 baked->name, motion->frameCount, MAX_MEASURED_FRAMES);
	}
	return lwResult_Ok();
}

static void SetUpClip(const lwMeasureContext* context, const lwMotion* bake, lwMotion* motion) {
	memset(motion, 0, sizeof(*motion));
	motion->skeleton = context->skeleton;
	motion->schedule = context->schedule;
	motion->sample = context->clip;
	motion->gait = context->gait;
	motion->fps = bake->fps;
	motion->frameCount = bake->frameCount;
}

static void NoteMisses(lwMeasureContext* context) {
	const lwSchedule* schedule = context->schedule;
	if (!schedule->present) {
		lwPrint_Add(context->notes, "no schedule in the file: contacts are inferred, float and style are not reported\n");
		return;
	}
	if (schedule->gaitCount > 0) {
		lwPrint_Add(context->notes, "the bake went by several clips: pop, bone length and over-reach, told against one, are left out\n");
	}
	if (schedule->legCount != context->rig->legCount) {
		lwPrint_Add(context->notes, "the schedule has %d legs, the rig %d\n", schedule->legCount, context->rig->legCount);
	}
	if (schedule->length > 0.0f && lwAbsF(schedule->length / context->length - 1.0f) > 0.01f) {
		lwPrint_Add(context->notes, "the schedule says L = %g, the rig %g\n", (double)schedule->length, (double)context->length);
	}
	if (schedule->samplePeriod > 0.0f && lwAbsF(schedule->samplePeriod / context->gait->period - 1.0f) > 0.01f) {
		lwPrint_Add(context->notes, "the schedule says the sample's cycle is %g s, the analysis %g s\n",
				   (double)schedule->samplePeriod, (double)context->gait->period);
	}
}

// What is told against one sample does not hold of a bake that went by several.
static void LeaveOutSample(lwMeasureContext* context, lwMeasures* io) {
	if (context->schedule->gaitCount > 0) {
		io->pop = io->popTime = io->boneLength = io->overReach = NAN;
		io->popJoint[0] = '\0';
		for (int l = 0; l < io->legCount; ++l) {
			io->legs[l].overReach = NAN;
		}
	}
}

static lwResult RunBoth(const lwMeasureDef* def, lwMeasureContext* context, int clip, lwMeasureReport* report) {
	lwMotion bake, alone;
	lwResult result = SetUpBake(def, context, clip, &bake);
	if (result.status != lw_ok) {
		return result;
	}
	NoteMisses(context);
	if (!MeasureMotion(context, &bake, &report->result)) {
		return OutOfMemory(def);
	}
	LeaveOutSample(context, &report->result);
	if (def->baseline && context->schedule->present) {
		SetUpClip(context, &bake, &alone);
		report->hasBaseline = true;
		if (!MeasureMotion(context, &alone, &report->baseline)) {
			return OutOfMemory(def);
		}
		LeaveOutSample(context, &report->baseline);
	}
	return lwResult_Ok();
}

// The terrain of the def, else the ground in the bake, else the plane; with a note when it was not given.
static lwResult MakeGround(const lwMeasureDef* def, lwScene** outView, lwPrint* notes, lwGround** outGround) {
	*outView = def->terrain == NULL && def->groundY == 0.0f ? lwMeasure_BakedGround(def->baked) : NULL;
	if (*outView != NULL) {
		lwPrint_Add(notes, "ground: the one in the baked file\n");
		return lwCreateGround(*outView, 1.0f, 0.0f, outGround);
	}
	if (def->terrain == NULL) {
		lwPrint_Add(notes, "ground: the plane y = %g\n", (double)def->groundY);
	}
	return lwCreateGround(def->terrain, def->terrainScale, def->groundY, outGround);
}

lwResult lwMeasure_Analysed(const lwMeasureDef* def, const lwSceneSkeleton* skeleton, const lwAnalysis* analysis,
							const lwClip* idle, lwMeasureReport** outReport) {
	*outReport = NULL;
	lwMeasureReport* report = calloc(1, sizeof(lwMeasureReport));
	if (report == NULL) {
		return OutOfMemory(def);
	}
	lwBlockList memory = { NULL };
	lwPrint notes = { NULL, 0, 0, false };
	lwSchedule schedule;
	lwGround* ground = NULL;
	lwScene* view = NULL;
	int clip = -1;
	lwMeasureContext context;
	memset(&context, 0, sizeof(context));
	lwResult result = lwSchedule_Read(def->baked, def->animation, &memory, &schedule, &clip);
	result = result.status == lw_ok ? FindAnimation(def, &clip) : result;
	result = result.status == lw_ok ? MakeGround(def, &view, &notes, &ground) : result;
	if (result.status == lw_ok) {
		context.def = def;
		context.source = def->source;
		context.skeleton = skeleton;
		context.rig = &analysis->rig;
		context.gait = &analysis->gait;
		context.clip = analysis->clip;
		context.idle = idle;
		context.schedule = &schedule;
		context.ground = ground;
		context.length = analysis->rig.length;
		lwGround_SetLength(ground, context.length);
		context.memory = &memory;
		context.notes = &notes;
		result = context.length > 0.0f ? RunBoth(def, &context, clip, report)
									   : lwResult_Fail(lw_errorData, "%s: rig: legs have no length", def->source->file);
	}
	lwPrint_Add(&notes, "%s", "");
	report->notes = notes.text;
	if (result.status == lw_ok && (notes.failed || notes.text == NULL)) {
		result = OutOfMemory(def);
	}
	lwDestroyGround(ground);
	free(view);
	lwBlockList_Free(&memory);
	if (result.status != lw_ok) {
		lwDestroyMeasureReport(report);
		return result;
	}
	*outReport = report;
	return result;
}
