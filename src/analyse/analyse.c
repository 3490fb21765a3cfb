// SPDX-License-Identifier: MIT
// Analyse: one clip to one gait. Range and loop, contacts, key times, speed, then everything that follows from them.
#include "analyse/parts.h"
#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CLOSABLE 0.35f          // largest leg gap, share of L, that still counts as a loop

typedef struct job {
	const lwAnalyseDef* def;
	lwAnalyseDef own;           // def with rig replaced by the one whose contacts are placed
	lwAnalysis* out;
	lwText warnings;
	lwRange whole, range;       // as stored; the cycle kept
	lwFeet feet;                // of the clip kept
	lwTravel travel;
	lwKeys keys[LW_MAX_LEGS];
	bool fromTake;              // the cycle was cut from a take that travels
	bool cut;                   // it is one of several that differ
	bool loops, closed;         // the gap is small; it was spread over the clip kept
} job;

lwAnalyseDef lwDefaultAnalyseDef(void) {
	lwAnalyseDef def;
	memset(&def, 0, sizeof def);
	def.cookie = LW_COOKIE;
	def.closeLoop = true;
	def.cutToCycle = true;
	return def;
}

static const char* jointName(const lwAnalyseDef* def, int joint) { return def->skeleton->skeleton.names[joint]; }

static lwResult check(const lwAnalyseDef* def) {
	if (def->scene == NULL || def->skeleton == NULL || def->rig == NULL) return lwResult_Fail(lw_errorArgument, "lwAnalyseClip: scene, skeleton and rig are needed");
	const char* file = def->scene->file != NULL ? def->scene->file : "";
	if (def->clip < 0 || def->clip >= def->scene->clipCount)
		return lwResult_Fail(lw_errorNotFound, "%s: clip %d: the file has %d clips", file, def->clip, def->scene->clipCount);
	if (!(def->start - def->start == 0.0f) || !(def->end - def->end == 0.0f)) return lwResult_Fail(lw_errorArgument, "%s: start and end must be finite", file);
	if (def->hintCount < 0 || (def->hintCount > 0 && def->hints == NULL)) return lwResult_Fail(lw_errorArgument, "%s: %d hints without an array", file, def->hintCount);
	for (int i = 0; i < def->hintCount; ++i) {
		char name[LW_NAME_SIZE];
		snprintf(name, sizeof name, "%.*s", LW_NAME_SIZE - 1, def->hints[i].leg);
		if (lwRig_FindLeg(def->rig, name) < 0) return lwResult_Fail(lw_errorNotFound, "%s: hint %d: no leg '%s'", file, i, name);
	}
	lwResult result = lwRig_Validate(def->rig, &def->skeleton->skeleton);
	if (result.status != lw_ok) return result;
	return def->rig->length > 0.0f ? result : lwResult_Fail(lw_errorData, "%s: rig: leg length is 0", file);
}

static lwResult remake(job* j, bool close) {
	lwFeet_Destroy(&j->feet);
	if (j->out->clip != NULL) lwDestroyClip(j->out->clip);
	j->out->clip = NULL;
	j->closed = close && !j->range.extended;
	lwResult result = lwRange_Clip(&j->own, &j->range, close, &j->out->clip);
	if (result.status == lw_ok) result = lwFeet_Create(j->out->clip, &j->def->skeleton->skeleton, &j->out->rig, &j->feet);
	return result;
}

// Contacts and speed are measured on the motion as stored: spreading a loop gap changes the feet's speed.
static void findContacts(job* j) {
	lwClip* open = NULL;
	lwFeet feet;
	if (j->closed && j->range.legGap > 0.005f && lwRange_Clip(&j->own, &j->range, false, &open).status == lw_ok) {
		bool made = lwFeet_Create(open, &j->def->skeleton->skeleton, &j->out->rig, &feet).status == lw_ok;
		if (made && feet.frameCount == j->feet.frameCount) {
			lwContact_Cyclic(&feet, &j->travel);
			for (int l = 0; l < feet.legCount; ++l) {
				size_t size = sizeof(bool) * (size_t)feet.frameCount;
				memcpy(j->feet.legs[l].heelDown, feet.legs[l].heelDown, size);
				memcpy(j->feet.legs[l].toeDown, feet.legs[l].toeDown, size);
				memcpy(j->feet.legs[l].down, feet.legs[l].down, size);
				j->feet.legs[l].planted = feet.legs[l].planted;
			}
		}
		if (made) lwFeet_Destroy(&feet);
		lwDestroyClip(open);
		if (made) return;
	}
	lwContact_Cyclic(&j->feet, &j->travel);
}

static void wholeContacts(job* j, const lwFeet* feet) {
	for (int l = 0; l < feet->legCount; ++l) lwContact_Intervals(feet, l, &j->out->contacts[l]);
}

// A cycle cut from a take: its contacts are those of the take, found over the ground it travelled.
static void contactsFromTake(job* j) {
	lwClip* raw = NULL;
	lwFeet take;
	if (lwRange_Raw(&j->own, &j->whole, &raw).status != lw_ok) return;
	if (lwFeet_Create(raw, &j->def->skeleton->skeleton, &j->out->rig, &take).status == lw_ok) {
		lwContact_Take(&take);
		wholeContacts(j, &take);
		float offset = (j->range.start - j->whole.start) / take.dt, step = j->feet.dt / take.dt;
		for (int l = 0; l < take.legCount; ++l) {
			for (int i = 0; i < j->feet.frameCount; ++i) {
				int k = lwFeet_Index(&take, (int)lrintf(offset + (float)i * step));
				j->feet.legs[l].heelDown[i] = take.legs[l].heelDown[k];
				j->feet.legs[l].toeDown[i] = take.legs[l].toeDown[k];
				j->feet.legs[l].down[i] = take.legs[l].down[k];
			}
		}
		lwContact_MeanSpeed(&j->feet, &j->travel);
		lwFeet_Destroy(&take);
	}
	lwDestroyClip(raw);
}

static void findKeys(job* j) {
	findContacts(j);
	if (j->fromTake) contactsFromTake(j);
	for (int l = 0; l < j->feet.legCount; ++l) {
		lwKeys_Find(&j->feet, l, &j->travel, &j->keys[l]);
		lwFeet_SetBase(&j->feet, l, j->keys[l].stance);
	}
}

// A leg steps when it goes back on the ground and comes forward in the air.
static bool steps(const job* j, int leg) {
	const lwKeys* k = &j->keys[leg];
	if (k->always || k->never) return false;
	const lwFootTrack* foot = &j->feet.legs[leg];
	float L = j->out->rig.legs[leg].length;
	lwVec3 sweep = lwSub(lwFeet_At(&j->feet, foot->base, k->off), lwFeet_At(&j->feet, foot->base, k->strike));
	float along = lwDot(sweep, j->travel.back);
	float lift = 0.0f;
	for (int i = (int)k->off; i <= (int)k->strike + j->feet.frameCount; ++i)
		lift = lwMaxF(lift, lwHeight(foot, lwFeet_Index(&j->feet, i)));
	lift -= lwMinF(lwFeet_MinHeight(&j->feet, foot->heel), lwFeet_MinHeight(&j->feet, foot->toe));
	return along > 0.08f * L && lift > 0.02f * L;
}

static bool isCyclic(const job* j) {
	if (!j->loops || j->range.duration < 0.02f || j->travel.agreement < 0.4f) return false;
	if (j->travel.mean * j->range.duration < 0.1f * j->out->rig.length) return false; // a stride of next to nothing
	int stepping = 0;
	for (int l = 0; l < j->feet.legCount; ++l) stepping += steps(j, l);
	return stepping > 0 && stepping * 10 >= j->feet.legCount * 6;
}

static void reportGap(job* j) {
	const lwRange* r = &j->range;
	j->out->loopGap = r->loopGap;
	lwText_Copy(j->out->loopGapJoint, sizeof j->out->loopGapJoint, jointName(j->def, r->loopGapJoint));
	if (r->loopGap > 0.005f && !r->extended)
		lwText_Add(&j->warnings, "loop gap %.1f %% of leg length at joint '%s'%s\n", (double)(100.0f * r->loopGap), j->out->loopGapJoint,
				   !j->loops ? "; not a loop" : j->def->closeLoop ? "; spread over the loop" : "; left open");
}

static int contactCycles(const lwAnalysis* out) {
	int least = LW_MAX_CONTACTS, most = 0;
	for (int l = 0; l < out->rig.legCount; ++l) {
		const lwContactTrack* t = &out->contacts[l];
		if (t->count < least) least = t->count;
		if (t->count > most) most = t->count;
		for (int i = 0; i < t->count; ++i) { // evenly spaced, or it is no cycle
			float next = i + 1 < t->count ? t->from[i + 1] : t->from[0] + 1.0f;
			if (lwAbsF((next - t->from[i]) * (float)t->count - 1.0f) > 0.35f) return 1;
		}
	}
	return least == most && least >= 1 ? least : 1;
}

// Keep one cycle of a take: the one that closes best.
static lwResult cutTake(job* j, const lwClip* raw, const lwFeet* feet) {
	lwRange cycle;
	int cycles = 0;
	if (!lwRange_CutTake(&j->own, raw, feet, &j->whole, &cycle, &cycles)) {
		lwText_Add(&j->warnings, "no full stride found\n");
		j->out->cycles = cycles;
		return lwResult_Ok();
	}
	j->out->cycles = cycles;
	j->range = cycle;
	j->loops = cycle.legGap < 0.5f;
	j->cut = true;
	lwText_Add(&j->warnings, "%d cycles found; kept %.3f s to %.3f s, the best-closing one (leg gap %.1f %% of leg length)\n", cycles, (double)cycle.start,
			   (double)(cycle.start + cycle.duration), (double)(100.0f * cycle.legGap));
	return remake(j, j->def->closeLoop && j->loops);
}

static lwResult takeOrFidget(job* j) {
	lwClip* raw = NULL;
	lwFeet feet;
	lwResult result = lwRange_Raw(&j->own, &j->whole, &raw);
	if (result.status != lw_ok) return result;
	result = lwFeet_Create(raw, &j->def->skeleton->skeleton, &j->out->rig, &feet);
	if (result.status == lw_ok) {
		lwContact_Take(&feet);
		wholeContacts(j, &feet);
		lwVec3 way = lwSub(feet.hips[feet.frameCount - 1], feet.hips[0]);
		way.y = 0.0f;
		bool travels = lwLength(way) > 0.7f * j->out->rig.length;
		if (travels && j->def->cutToCycle) result = cutTake(j, raw, &feet);
		j->fromTake = travels && j->out->cycles > 0 && j->range.duration < j->whole.duration;
		lwFeet_Destroy(&feet);
	}
	lwDestroyClip(raw);
	return result;
}

static lwResult splitLoop(job* j) {
	int repeats = lwRange_Repeats(&j->feet, &j->out->rig);
	int counted = repeats > 1 ? repeats : contactCycles(j->out);
	j->out->cycles = counted;
	if (counted <= 1 || !j->def->cutToCycle) return lwResult_Ok();
	if (repeats > 1) {
		float part = 1.0f / (float)repeats;
		j->range.duration *= part;
		j->range.travel = lwMul(j->range.travel, part);
		j->range.turn *= part;
		j->range.extended = false;
		lwText_Add(&j->warnings, "%d cycles found; split at %.2f s\n", repeats, (double)(j->range.start + j->range.duration));
		lwResult measured = lwRange_Measure(&j->own, &j->range, j->whole.rootMotion);
		if (measured.status != lw_ok) return measured;
		return remake(j, j->def->closeLoop);
	}
	lwClip* raw = j->out->clip;
	lwFeet feet = j->feet;
	j->out->clip = NULL;
	memset(&j->feet, 0, sizeof j->feet);
	lwResult result = cutTake(j, raw, &feet);
	lwFeet_Destroy(&feet);
	if (j->out->clip == NULL && result.status == lw_ok) result = remake(j, j->def->closeLoop && j->loops);
	lwDestroyClip(raw);
	return result;
}

// Put heel and toe at the sole's lowest points in each leg's own standing pose, then look again.
static void placeContacts(job* j, float ground) {
	const lwSkeleton* skeleton = &j->def->skeleton->skeleton;
	lwMat34* model = malloc(sizeof(lwMat34) * (size_t)skeleton->jointCount);
	if (model == NULL) return;
	lwVec3 common = lwV3(0.0f, 0.0f, 0.0f), facing[LW_MAX_LEGS];
	for (int l = 0; l < j->feet.legCount; ++l) {
		const lwFootTrack* foot = &j->feet.legs[l];
		facing[l] = lwSub(lwFeet_At(&j->feet, foot->toe, j->keys[l].stance), lwFeet_At(&j->feet, foot->heel, j->keys[l].stance));
		facing[l].y = 0.0f;
		if (lwLength(facing[l]) > 0.02f * j->out->rig.legs[l].length) common = lwAdd(common, lwNormalizeOr(facing[l], common));
	}
	common = lwNormalizeOr(common, lwNeg(j->travel.back));
	for (int l = 0; l < j->feet.legCount; ++l) {
		if (j->keys[l].never) continue; // in the air there is no sole to find
		int frame = lwFeet_Index(&j->feet, (int)lrintf(j->keys[l].stance));
		lwSkeleton_ToModel(skeleton, j->out->clip->frames + (size_t)frame * (size_t)skeleton->jointCount, lwMat34Identity(), model);
		lwVec3 way = lwLength(facing[l]) > 0.02f * j->out->rig.legs[l].length ? lwNormalizeOr(facing[l], common) : common;
		lwLeg before = j->out->rig.legs[l];
		if (lwRig_PlaceContacts(&j->out->rig, j->def->scene, j->def->skeleton, l, model, way, ground).status != lw_ok) j->out->rig.legs[l] = before;
	}
	free(model);
}

static float groundHeight(const job* j) {
	float low[LW_MAX_LEGS];
	int count = 0;
	for (int l = 0; l < j->feet.legCount; ++l) {
		if (j->keys[l].never) continue;
		const lwFootTrack* foot = &j->feet.legs[l];
		low[count++] = lwMinF(lwFeet_At(&j->feet, foot->heel, j->keys[l].stance).y, lwFeet_At(&j->feet, foot->toe, j->keys[l].stance).y);
	}
	for (int i = 1; i < count; ++i)
		for (int k = i; k > 0 && low[k] < low[k - 1]; --k) {
			float t = low[k];
			low[k] = low[k - 1];
			low[k - 1] = t;
		}
	if (count == 0) return 0.0f;
	return count & 1 ? low[count / 2] : 0.5f * (low[count / 2 - 1] + low[count / 2]);
}

// A phase of the clip as stored as a frame of the cycle kept; NAN when it is none or lies outside of a cycle cut from a take.
static float hintFrame(job* j, const char* leg, float phase) {
	if (!(phase >= 0.0f)) return NAN;
	const lwSceneClip* clip = &j->def->scene->clips[j->def->clip];
	bool whole = !(j->def->end > j->def->start);
	float start = whole ? j->whole.start : clip->start, duration = whole ? j->whole.duration : clip->end - clip->start;
	float u = (start + phase * duration - j->range.start) / j->range.duration;
	if (j->cut && (u < -0.02f || u > 1.02f)) {
		lwText_Add(&j->warnings, "foot '%s': the hint at phase %.3f lies outside of the cycle kept; left out\n", leg, (double)phase);
		return NAN;
	}
	return u * (float)j->feet.frameCount;
}

static bool hintIsMeant(const job* j, const lwLegHint* hint) {
	return hint->clip[0] == '\0' || lwScene_FindClip(j->def->scene, hint->clip, NULL) == j->def->clip;
}

static void applyHints(job* j) {
	bool any = false;
	for (int i = 0; i < j->def->hintCount; ++i) {
		const lwLegHint* h = &j->def->hints[i];
		int leg = lwRig_FindLeg(&j->out->rig, h->leg);
		if (leg < 0 || !hintIsMeant(j, h)) continue;
		const float given[5] = { h->strike, h->land, h->stance, h->lift, h->off };
		float frames[5];
		bool some = false;
		for (int t = 0; t < 5; ++t) {
			frames[t] = hintFrame(j, h->leg, given[t]);
			some = some || frames[t] == frames[t];
		}
		if (!some) continue;
		if (!lwKeys_Hint(&j->feet, leg, frames, &j->keys[leg])) lwText_Add(&j->warnings, "foot '%s': by its hints it hardly leaves the ground\n", h->leg);
		any = true;
	}
	if (any && !j->travel.even) lwContact_MeanSpeed(&j->feet, &j->travel);
}

static void setOrigin(job* j) {
	lwGait* gait = &j->out->gait;
	lwVec3 centre = lwV3(0.0f, 0.0f, 0.0f);
	for (int l = 0; l < j->feet.legCount; ++l) centre = lwAdd(centre, lwFeet_At(&j->feet, j->feet.legs[l].base, j->keys[l].stance));
	centre = lwMul(centre, 1.0f / (float)j->feet.legCount);
	centre.y = 0.0f;
	bool atZero = !gait->rootMotion && lwLength(centre) <= 0.5f * j->out->rig.length;
	gait->originMS = atZero ? lwV3(0.0f, 0.0f, 0.0f) : centre;
	gait->originMS.y = groundHeight(j);
}

static void setTravel(job* j) {
	lwGait* gait = &j->out->gait;
	const lwRange* r = &j->range;
	gait->speed = gait->cyclic ? j->travel.mean : 0.0f;
	gait->directionMS = lwNeg(j->travel.back);
	if (!r->rootMotion) return;
	float half = 0.5f * r->turn, chord = lwLength(r->travel);
	float arc = lwAbsF(half) > 1e-4f ? chord * half / lwSin(half) : chord;
	lwVec3 way = lwRotate(lwQuatAxisAngle(lwV3(0.0f, 1.0f, 0.0f), -half), r->travel);
	gait->rootVelocityMS = lwMul(r->travel, 1.0f / gait->period);
	if (!gait->cyclic || chord < 0.05f * j->out->rig.length) return;
	gait->speed = arc / gait->period;
	gait->directionMS = lwNormalizeOr(way, gait->directionMS);
	if (lwAbsF(j->travel.mean - gait->speed) > 0.05f * gait->speed)
		lwText_Add(&j->warnings, "root and feet disagree: the root travels at %.4g, the feet move at %.4g units/s; the root decides\n", (double)gait->speed, (double)j->travel.mean);
}

static void restingKeys(job* j) {
	lwContact_Resting(&j->feet);
	lwTravel still = j->travel;
	still.median = still.mean = 0.0f;
	for (int l = 0; l < j->feet.legCount; ++l) {
		lwKeys_Find(&j->feet, l, &still, &j->keys[l]);
		lwFeet_SetBase(&j->feet, l, j->keys[l].stance);
	}
}

static void fillGait(job* j) {
	lwGait* gait = &j->out->gait;
	const lwSceneClip* clip = &j->def->scene->clips[j->def->clip];
	lwText_Copy(gait->clipName, sizeof gait->clipName, clip->name);
	gait->legCount = j->feet.legCount;
	gait->period = j->range.duration;
	gait->rootMotion = j->range.rootMotion;
	gait->sourceStart = j->range.start;
	setTravel(j);
	gait->stride = gait->speed * gait->period;
	setOrigin(j);
	float phase[LW_MAX_LEGS], duty[LW_MAX_LEGS], confidence = 0.0f;
	for (int l = 0; l < gait->legCount; ++l) {
		lwGaitLeg_Fill(gait, l, &j->feet, &j->keys[l], &j->warnings);
		lwContactTrack contacts;
		lwContact_Intervals(&j->feet, l, &contacts);
		phase[l] = lwContacts_Phase(&contacts);
		if (phase[l] < 0.0f) phase[l] = lwGaitLeg_MidStance(&gait->legs[l]);
		duty[l] = gait->legs[l].duty;
		confidence += gait->legs[l].confidence / (float)gait->legCount;
		if (gait->speed > 0.0f && gait->legs[l].stepLength > 0.0f) gait->speedSpread = lwMaxF(gait->speedSpread, lwAbsF(gait->legs[l].speed - gait->speed) / gait->speed);
	}
	lwGait_MakeConsistent(gait, &j->out->rig, &j->warnings);
	gait->confidence = gait->cyclic ? confidence * lwClampF(j->travel.agreement * 1.25f, 0.0f, 1.0f) : 0.0f;
	if (gait->cyclic) lwGait_Name(&j->out->rig, phase, duty, gait->gaitName, LW_NAME_SIZE);
	else snprintf(gait->gaitName, sizeof gait->gaitName, "none");
	if (gait->cyclic && gait->speedSpread > 0.25f)
		lwText_Add(&j->warnings, "legs disagree on the speed by up to %.0f %%\n", (double)(100.0f * gait->speedSpread));
}

// A take whose ends happen to meet: it travels, most feet touch down more than once, and it does not repeat exactly.
static bool manyStrides(const job* j) {
	if (!j->range.rootMotion || lwRange_Repeats(&j->feet, &j->out->rig) > 1) return false;
	int many = 0;
	for (int l = 0; l < j->feet.legCount; ++l) many += j->out->contacts[l].count > 1;
	return many * 2 > j->feet.legCount;
}

static lwResult findLoop(job* j) {
	lwResult result = lwRange_Find(&j->own, &j->whole, &j->warnings);
	if (result.status != lw_ok) return result;
	j->range = j->whole;
	j->out->cycles = 1;
	j->out->start = j->whole.start;
	j->out->duration = j->whole.duration;
	j->loops = j->range.legGap < CLOSABLE;
	result = remake(j, j->def->closeLoop && j->loops);
	if (result.status != lw_ok) return result;
	if (!j->loops) return takeOrFidget(j);
	findKeys(j);
	wholeContacts(j, &j->feet);
	if (manyStrides(j)) return takeOrFidget(j);
	return isCyclic(j) ? splitLoop(j) : lwResult_Ok();
}

static lwResult fillTracks(job* j) {
	const lwSkeleton* skeleton = &j->def->skeleton->skeleton;
	lwResult result = lwAnalysis_FillStance(j->out, skeleton);
	if (result.status == lw_ok) result = lwMakeAnimTracks(j->out->clip, skeleton, &j->out->rig, NULL, &j->out->tracks);
	if (result.status != lw_ok || j->out->gait.cyclic) return result;
	return lwMotionCurves_Make(&j->own, &j->whole, j->out->contacts, j->out->gait.originMS.y, &j->out->curves);
}

static lwResult run(job* j) {
	lwResult result = findLoop(j);
	if (result.status != lw_ok) return result;
	bool whole = j->range.start == j->whole.start && j->range.duration == j->whole.duration;
	findKeys(j);
	placeContacts(j, groundHeight(j));
	lwFeet_Destroy(&j->feet);
	result = lwFeet_Create(j->out->clip, &j->def->skeleton->skeleton, &j->out->rig, &j->feet);
	if (result.status != lw_ok) return result;
	findKeys(j);
	j->out->gait.cyclic = isCyclic(j);
	if (!j->out->gait.cyclic) restingKeys(j);
	applyHints(j);
	for (int l = 0; l < j->feet.legCount; ++l)
		if (j->out->contacts[l].count == LW_MAX_CONTACTS) lwText_Add(&j->warnings, "foot '%s': only the first %d contacts are listed\n", j->out->rig.legs[l].name, LW_MAX_CONTACTS);
	if (whole && (j->loops || j->out->gait.cyclic)) wholeContacts(j, &j->feet);
	reportGap(j);
	if (!j->out->gait.cyclic) j->out->cycles = j->out->cycles > 1 ? j->out->cycles : 0;
	fillGait(j);
	return fillTracks(j);
}

lwResult lwAnalyseClip(const lwAnalyseDef* def, lwAnalysis** outAnalysis) {
	if (!LW_ASSERT(outAnalysis != NULL)) return lwResult_Fail(lw_errorArgument, "lwAnalyseClip: no place for the result");
	*outAnalysis = NULL;
	if (!LW_ASSERT(def != NULL && def->cookie == LW_COOKIE)) return lwResult_Fail(lw_errorArgument, "lwAnalyseClip: def was not made by lwDefaultAnalyseDef");
	lwResult result = check(def);
	if (result.status != lw_ok) return result;
	job* j = calloc(1, sizeof *j);
	lwAnalysis* out = calloc(1, sizeof *out);
	if (j == NULL || out == NULL) {
		free(j);
		free(out);
		return lwResult_Fail(lw_errorMemory, "%s: out of memory", def->scene->file);
	}
	j->def = def;
	j->out = out;
	out->rig = *def->rig;
	j->own = *def;
	j->own.rig = &out->rig;
	result = run(j);
	lwFeet_Destroy(&j->feet);
	if (j->warnings.data == NULL && result.status == lw_ok) lwText_Add(&j->warnings, "%s", "");
	out->warnings = j->warnings.data;
	free(j);
	if (result.status == lw_ok && out->warnings == NULL) result = lwResult_Fail(lw_errorMemory, "%s: out of memory", def->scene->file);
	if (result.status != lw_ok) {
		lwDestroyAnalysis(out);
		return result;
	}
	*outAnalysis = out;
	return result;
}

void lwDestroyAnalysis(lwAnalysis* analysis) {
	if (analysis == NULL) return;
	if (analysis->clip != NULL) lwDestroyClip(analysis->clip);
	lwDestroyAnimTracks(analysis->tracks);
	lwMotionCurves_Destroy(analysis->curves);
	free(analysis->warnings);
	free(analysis);
}
