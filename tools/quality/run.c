// SPDX-License-Identifier: MIT
#include "quality/run.h"

#include "legwork/report.h"
#include "legwork/sample.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Walker {
	lwScene* scene;
	lwSceneSkeleton* skeleton;
	lwRig rig;
	lwAnalysis *walk, *idle;
};

void DestroyWalker(Walker* walker) {
	if (walker != NULL) {
		lwDestroyAnalysis(walker->walk);
		lwDestroyAnalysis(walker->idle);
		lwDestroySceneSkeleton(walker->skeleton);
		lwDestroyScene(walker->scene);
		free(walker);
	}
}

static lwResult ReadCreature(const Case* what, const char* data, lwScene** outScene) {
	if (strncmp(what->file, "sample:", 7) != 0) {
		char path[1024];
		(void)snprintf(path, sizeof path, "%s/%s", data, what->file);
		return lwReadScene(path, outScene);
	}
	lwSampleCreatureDef def = lwDefaultSampleCreatureDef();
	int kind = lwSampleCreature_FromName(what->file + 7);
	if (kind < 0) {
		return lwResult_Fail(lw_errorNotFound, "%s: no such built-in creature", what->file);
	}
	def.kind = (lwSampleCreatureKind)kind;
	return lwMakeSampleCreature(&def, outScene);
}

static lwResult Analyse(Walker* walker, const char* name, lwAnalysis** outAnalysis, bool first) {
	int clip = lwScene_FindClip(walker->scene, name, NULL);
	if (clip < 0) {
		return lwResult_Fail(lw_errorNotFound, "%s: clip '%s': not in the file", walker->scene->file, name);
	}
	if (first) {
		lwAutoRigDef rig = lwDefaultAutoRigDef();
		rig.scene = walker->scene;
		rig.skeleton = walker->skeleton;
		rig.contactClip = clip;
		lwResult result = lwAutoRig(&rig, &walker->rig, NULL);
		if (result.status != lw_ok) {
			return result;
		}
	}
	lwAnalyseDef def = lwDefaultAnalyseDef();
	def.scene = walker->scene;
	def.skeleton = walker->skeleton;
	def.rig = &walker->rig;
	def.clip = clip;
	return lwAnalyseClip(&def, outAnalysis);
}

lwResult CreateWalker(const Case* what, const char* data, Walker** outWalker) {
	*outWalker = NULL;
	Walker* walker = calloc(1, sizeof *walker);
	if (walker == NULL) {
		return lwResult_Fail(lw_errorMemory, "%s: out of memory", what->label);
	}
	lwResult result = ReadCreature(what, data, &walker->scene);
	result = result.status == lw_ok ? lwScene_MakeSkeleton(walker->scene, &walker->skeleton) : result;
	result = result.status == lw_ok ? Analyse(walker, what->clip, &walker->walk, true) : result;
	if (result.status == lw_ok && strcmp(what->idle, "-") != 0) {
		result = Analyse(walker, what->idle, &walker->idle, false);
	}
	if (result.status != lw_ok) {
		DestroyWalker(walker);
		return result;
	}
	*outWalker = walker;
	return result;
}

static lwResult Bake(const Walker* walker, const Variant* variant, const Ground* ground, const char* bakePath, lwBakeStats* outStats) {
	lwBakeWalkDef def = lwDefaultBakeWalkDef();
	def.scene = walker->scene;
	def.skeleton = walker->skeleton;
	def.walk = walker->walk;
	def.idle = walker->idle;
	def.terrain = ground->scene;
	def.path = ground->path;
	def.pathCount = ground->pathCount;
	def.pathHasHeight = ground->hasHeight;
	def.speedUnit = lw_speedTimes;
	def.speed = variant->speed;
	def.facingFixed = variant->facingFixed;
	return lwBakeWalk(&def, bakePath, outStats);
}

static lwResult Draw(const Walker* walker, const Ground* ground, const lwScene* baked, const char* bakePath) {
	lwDrawDef def = lwDefaultDrawDef();
	def.scene = baked;
	def.terrain = ground->scene;
	def.skeleton = walker->skeleton;
	def.rig = &walker->walk->rig;
	def.strip = false;
	def.poseCount = 16;
	def.width = 1600;
	char path[1300], *svg = NULL;
	(void)snprintf(path, sizeof path, "%s.svg", bakePath);
	lwResult result = lwDrawPoses(&def, &svg);
	result = result.status == lw_ok ? lwWriteFileAtomic(path, svg, strlen(svg)) : result;
	free(svg);
	return result;
}

static lwResult Measure(const Walker* walker, const Ground* ground, const char* bakePath, bool pictures, Outcome* ioOutcome) {
	lwScene* baked = NULL;
	lwMeasureReport* report = NULL;
	lwResult result = lwReadScene(bakePath, &baked);
	result = result.status == lw_ok && pictures ? Draw(walker, ground, baked, bakePath) : result;
	if (result.status == lw_ok) {
		lwMeasureDef def = lwDefaultMeasureDef();
		def.baked = baked;
		def.animation = ioOutcome->stats.animation;
		def.source = walker->scene;
		def.sourceClip = walker->walk->gait.clipName;
		def.idleClip = walker->idle != NULL ? walker->idle->gait.clipName : NULL;
		def.terrain = ground->scene;
		def.baseline = true;
		result = lwMeasure(&def, &report);
	}
	if (result.status == lw_ok) {
		ioOutcome->ours = report->result;
		ioOutcome->clip = report->baseline;
		result = FindFacts(baked, ioOutcome->stats.animation, walker->scene, walker->skeleton, walker->walk, &ioOutcome->facts);
	}
	lwDestroyMeasureReport(report);
	lwDestroyScene(baked);
	return result;
}

void Walker_Run(const Walker* walker, const Variant* variant, const char* data, const char* bakePath, bool pictures, Outcome* outOutcome) {
	const lwGait* gait = &walker->walk->gait;
	GroundDef def = { .kind = variant->ground, .amount = variant->amount, .path = variant->path, .angle = variant->angle, .data = data };
	def.length = walker->walk->rig.length;
	def.stride = gait->stride / def.length * lwMaxF(variant->speed, 1.0f);
	Ground ground;
	lwResult result = MakeGround(&def, &ground);
	result = result.status == lw_ok ? Bake(walker, variant, &ground, bakePath, &outOutcome->stats) : result;
	result = result.status == lw_ok ? Measure(walker, &ground, bakePath, pictures, outOutcome) : result;
	outOutcome->good = result.status == lw_ok;
	if (variant->facingFixed && variant->angle != 0.0f) { // a forward walk walked sideways has no sample to be compared with
		lwMeasures* both[2] = { &outOutcome->ours, &outOutcome->clip };
		for (int i = 0; i < 2; ++i) {
			both[i]->styleBody = both[i]->styleLegs = both[i]->styleLegsForced = both[i]->styleBodyLoad = NAN;
		}
	}
	outOutcome->seconds = outOutcome->stats.duration;
	memcpy(outOutcome->message, result.message, sizeof outOutcome->message);
	Ground_Free(&ground);
}

bool Variant_IsRough(const Variant* variant) { return variant->ground != ground_flat; }

static float LegValue(const lwMeasureLeg* leg, const char* key) {
	return strcmp(key, "skateMean") == 0		? leg->skateMean
		   : strcmp(key, "skateMax") == 0		? leg->skateMax
		   : strcmp(key, "penetration") == 0	? leg->penetration
		   : strcmp(key, "floatP95") == 0		? leg->floatP95
		   : strcmp(key, "crossingPer100") == 0 ? (float)leg->crossings
		   : strcmp(key, "timingDuty") == 0		? leg->dutyError
		   : strcmp(key, "overReach") == 0		? leg->overReach
												: NAN;
}

const char* WorstPlace(const lwMeasures* measures, const lwMeasureRow* row, char* buffer, int capacity) {
	buffer[0] = '\0';
	if (strcmp(row->key, "pop") == 0) {
		(void)snprintf(buffer, (size_t)capacity, "joint %.40s at %.2f s", measures->popJoint, (double)measures->popTime);
		return buffer;
	}
	float worst = 0.0f;
	for (int l = 0; l < measures->legCount; ++l) {
		float value = LegValue(measures->legs + l, row->key);
		if (value > worst) {
			worst = value;
			(void)snprintf(buffer, (size_t)capacity, "leg %.40s", measures->legs[l].name);
		}
	}
	return buffer;
}
