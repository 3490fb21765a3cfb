// SPDX-License-Identifier: MIT
// Metrics of the feet: skate, penetration, float, crossing, over-reach, timing, foresight.
#include "inspect/measure_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TOUCH 0.001f                // of L: an end no deeper behind the surface than this touches it
#define NEAR 0.01f                  // of L

static int Compare(const void* a, const void* b) {
	float x = *(const float*)a, y = *(const float*)b;
	return x < y ? -1 : x > y ? 1 : 0;
}

// 95th percentile (nearest rank) of values, which are sorted by the call; NAN without any.
static float P95(float* ioValues, int count) {
	if (count < 1) {
		return NAN;
	}
	qsort(ioValues, (size_t)count, sizeof(float), Compare);
	int rank = (count * 95 + 99) / 100;
	return ioValues[rank - 1];
}

// Height of a contact point for choosing the lower: above the ground, else along the frame's up.
static float HeightOf(const lwMeasureContext* context, const lwFootTrack* foot, int point, int frame) {
	const lwGroundPoint* ground = foot->ground[point] + frame;
	return ground->hit ? ground->height : lwDot(foot->pos[point][frame], lwMotion_Up(context->motion, frame));
}

static int LowerPoint(const lwMeasureContext* context, const lwFootTrack* foot, int frame) {
	return foot->pointCount > 1 && HeightOf(context, foot, 1, frame) < HeightOf(context, foot, 0, frame) ? 1 : 0;
}

// Tangential way of the lower point over the ground, summed over a stance.
static float SkateOf(const lwMeasureContext* context, const lwFootTrack* foot, const lwContactSpan* span) {
	float fps = context->motion->fps, sum = 0.0f;
	for (int f = span->first; f < span->last; ++f) {
		int p = LowerPoint(context, foot, f);
		const lwGroundPoint* ground = foot->ground[p] + f;
		lwVec3 carried = foot->pos[p][f];
		if (ground->hit && ground->body > 0) {
			carried = lwGround_Carry(context->ground, ground->body, carried, (float)f / fps, (float)(f + 1) / fps);
		}
		lwVec3 normal = ground->hit ? ground->normal : lwMotion_Up(context->motion, f);
		sum += lwLength(lwReject(lwSub(foot->pos[p][f + 1], carried), normal));
	}
	return sum;
}

static float PenetrationOf(const lwFootTrack* foot, int frames) {
	float depth = 0.0f;
	for (int p = 0; p < foot->pointCount; ++p) {
		for (int f = 0; f < frames; ++f) {
			if (foot->ground[p][f].hit) {
				depth = lwMaxF(depth, -foot->ground[p][f].height);
			}
		}
	}
	return lwMaxF(depth - foot->ownDepth, 0.0f);
}

// Heights of the lowest contact point in the contact frames, appended to out. Returns the count.
static int FloatsOf(const lwFootTrack* foot, float* out) {
	int count = 0;
	for (int s = 0; s < foot->spanCount; ++s) {
		for (int f = foot->spans[s].first; f <= foot->spans[s].last; ++f) {
			float lowest = NAN;
			for (int p = 0; p < foot->pointCount; ++p) {
				const lwGroundPoint* ground = foot->ground[p] + f;
				if (ground->hit && !(ground->height >= lowest)) {
					lowest = ground->height;
				}
			}
			if (lowest == lowest) {
				out[count++] = lwMaxF(lowest, 0.0f);
			}
		}
	}
	return count;
}

static int CrossingsOf(const lwMeasureContext* context, const lwFootTrack* foot) {
	int count = 0;
	for (int f = 0; f + 1 < context->motion->frameCount; ++f) {
		float from = (float)f / context->motion->fps, to = (float)(f + 1) / context->motion->fps;
		for (int p = 0; p < foot->pointCount; ++p) {
			int body = foot->ground[p][f].body; // seen from the ground that moves under it
			lwVec3 carried = lwGround_Carry(context->ground, body, foot->pos[p][f], from, to);
			lwGround_SetTime(context->ground, body > 0 ? to : from);
			if (lwGround_Crosses(context->ground, carried, foot->pos[p][f + 1], TOUCH * context->length,
								 NEAR * context->length)) {
				++count;
			}
		}
	}
	return count;
}

static float OverReachOf(const lwFootTrack* foot, int frames) {
	int count = 0;
	for (int f = 0; f < frames; ++f) {
		count += foot->reach[f] > foot->reachLimit + 1e-5f; // float noise of a bake that holds the limit exactly
	}
	return 100.0f * (float)count / (float)frames;
}

static void MeasureLeg(lwMeasureContext* context, int l, float* floats, int* ioFloatCount, lwMeasureLeg* out) {
	const lwFootTrack* foot = context->feet + l;
	int frames = context->motion->frameCount;
	float percent = 100.0f / context->length;
	memcpy(out->name, context->rig->legs[l].name, sizeof(out->name));
	out->contacts = foot->spanCount;
	float sum = 0.0f, worst = 0.0f;
	for (int s = 0; s < foot->spanCount; ++s) {
		float skate = SkateOf(context, foot, foot->spans + s) * percent;
		sum += skate;
		worst = lwMaxF(worst, skate);
	}
	out->skateMean = foot->spanCount > 0 ? sum / (float)foot->spanCount : NAN;
	out->skateMax = foot->spanCount > 0 ? worst : NAN;
	out->penetration = PenetrationOf(foot, frames) * percent;
	int count = FloatsOf(foot, floats + *ioFloatCount);
	float* own = floats + *ioFloatCount;
	*ioFloatCount += count;
	out->floatP95 = P95(own, count) * percent;
	out->crossings = CrossingsOf(context, foot);
	out->overReach = OverReachOf(foot, frames);
	out->dutyError = NAN;
}

void lwMeasure_Feet(lwMeasureContext* context, lwMeasures* out) {
	int legs = context->rig->legCount, frames = context->motion->frameCount, steps = 0, crossings = 0, floatCount = 0;
	float sum = 0.0f;
	size_t room = (size_t)frames * (size_t)legs;
	float* floats = lwBlockList_Alloc(context->memory, room, sizeof(float));
	out->legCount = legs;
	out->penetration = 0.0f;
	out->overReach = 0.0f;
	for (int l = 0; floats != NULL && l < legs; ++l) {
		lwMeasureLeg* leg = out->legs + l;
		MeasureLeg(context, l, floats, &floatCount, leg);
		steps += leg->contacts;
		crossings += leg->crossings;
		out->penetration = lwMaxF(out->penetration, leg->penetration);
		out->overReach = lwMaxF(out->overReach, leg->overReach);
		if (leg->contacts > 0) {
			sum += leg->skateMean * (float)leg->contacts;
			out->skateMax = out->skateMax >= leg->skateMax ? out->skateMax : leg->skateMax;
		}
		if (!out->scheduled) {
			leg->floatP95 = NAN;
		}
	}
	out->steps = steps;
	out->skateMean = steps > 0 ? sum / (float)steps : NAN;
	out->floatP95 = out->scheduled && floats != NULL ? P95(floats, floatCount) * 100.0f / context->length : NAN;
	out->crossingPer100 = steps > 0 ? 100.0f * (float)crossings / (float)steps : 100.0f * (float)crossings;
}

// ---- Timing --------------------------------------------------------------------------------------------------------

// Foot base of a leg at a frame in CS: the middle of its contact points.
static lwVec3 BaseCS(const lwMeasureContext* context, const lwFootTrack* foot, float time) {
	float at = lwClampF(time * context->motion->fps, 0.0f, (float)(context->motion->frameCount - 1));
	int f = (int)at;
	int g = f + 1 < context->motion->frameCount ? f + 1 : f;
	lwVec3 pos[2];
	for (int i = 0; i < 2; ++i) {
		int frame = i == 0 ? f : g;
		lwVec3 base = foot->pos[0][frame];
		if (foot->pointCount > 1) {
			base = lwLerp3(base, foot->pos[1][frame], 0.5f);
		}
		pos[i] = lwMat34Point(lwMat34Inverse(lwMotion_Frame(context->motion, frame)), base);
	}
	return lwLerp3(pos[0], pos[1], at - (float)f);
}

typedef struct Steps {
	int count;
	float cycle, contact, step;     // sums
} Steps;

// Full cycles of a leg, strike to strike, inside the steady time.
static Steps SteadySteps(const lwMeasureContext* context, const lwFootTrack* foot) {
	Steps steps = { 0, 0.0f, 0.0f, 0.0f };
	const lwScheduleLeg* plan = foot->planned;
	for (int i = 0; i + 1 < plan->count; ++i) {
		if (!lwSchedule_IsSteady(context->schedule, plan->from[i]) || !lwSchedule_IsSteady(context->schedule, plan->from[i + 1])) {
			continue;
		}
		lwVec3 way = lwSub(BaseCS(context, foot, plan->to[i]), BaseCS(context, foot, plan->from[i]));
		++steps.count;
		steps.cycle += plan->from[i + 1] - plan->from[i];
		steps.contact += plan->to[i] - plan->from[i];
		steps.step += lwLength(way);
	}
	return steps;
}

// Speed of the character's frame in steady time, as it really was: slopes slow a biped down.
static float SteadySpeed(const lwMeasureContext* context) {
	const lwSchedule* schedule = context->schedule;
	float way = 0.0f, time = 0.0f;
	for (int f = 0; f + 1 < context->motion->frameCount; ++f) {
		float from = (float)f / context->motion->fps, to = (float)(f + 1) / context->motion->fps;
		if (lwSchedule_IsSteady(schedule, from) && lwSchedule_IsSteady(schedule, to)) {
			lwVec3 carried = lwGround_Carry(context->ground, context->feet[0].ground[0][f].body, lwMotion_Frame(context->motion, f).t, from, to);
			way += lwDistance(carried, lwMotion_Frame(context->motion, f + 1).t);
			time += to - from;
		}
	}
	return time > 0.0f ? way / time : schedule->speed;
}

static void TimeLeg(lwMeasureContext* context, int l, lwMeasures* out) {
	const lwSchedule* schedule = context->schedule;
	const lwGaitLeg* gait = context->gait->legs + l;
	Steps steps = SteadySteps(context, context->feet + l);
	if (steps.count == 0 || !(steps.cycle > 0.0f)) {
		return;
	}
	float samplePeriod = context->gait->period;
	float cycle = 100.0f * lwAbsF(steps.cycle / (float)steps.count / samplePeriod - 1.0f);
	float rate = schedule->sampleSpeed > 0.0f ? SteadySpeed(context) / schedule->sampleSpeed : 1.0f;
	float k = rate > 1.0f ? 1.0f / rate : 1.0f;
	float expected = k * (gait->warpedOff + 1.0f - gait->warpedStrike);
	float duty = lwAbsF(steps.contact / steps.cycle - expected);
	out->legs[l].dutyError = duty;
	out->timingCycle = out->timingCycle >= cycle ? out->timingCycle : cycle;
	out->timingDuty = out->timingDuty >= duty ? out->timingDuty : duty;
	// The step at the sample's own speed: what a contact of this length covers.
	float sampleStep = context->gait->speed * samplePeriod * (gait->warpedOff + 1.0f - gait->warpedStrike);
	if (rate > 1.005f && sampleStep > 0.0f) {
		float step = 100.0f * lwAbsF(steps.step / (float)steps.count / sampleStep - 1.0f);
		out->timingStep = out->timingStep >= step ? out->timingStep : step;
	}
}

static void ForeseeLeg(lwMeasureContext* context, const lwFootTrack* foot, lwMeasures* out) {
	const lwScheduleLeg* plan = foot->planned;
	for (int i = 1; i < plan->count; ++i) {
		bool steady = lwSchedule_IsSteady(context->schedule, plan->to[i - 1]) && lwSchedule_IsSteady(context->schedule, plan->from[i]);
		if (steady && plan->hasFootprint[i] && plan->hasPredicted[i]) {
			float miss = lwDistance(plan->footprints[i], plan->predicted[i]) * 100.0f / context->length;
			out->foresightMax = out->foresightMax >= miss ? out->foresightMax : miss;
		}
	}
}

// The schedule's footprints against where the feet are half way through their contacts, in the ground's plane.
static void CheckFootprints(lwMeasureContext* context) {
	float worst = 0.0f;
	const char* name = "";
	for (int l = 0; l < context->rig->legCount; ++l) {
		const lwFootTrack* foot = context->feet + l;
		for (int s = 0; foot->planned != NULL && s < foot->spanCount; ++s) {
			int f = (foot->spans[s].first + foot->spans[s].last) / 2, index = foot->spans[s].index;
			lwVec3 base = foot->pointCount > 1 ? lwLerp3(foot->pos[0][f], foot->pos[1][f], 0.5f) : foot->pos[0][f];
			lwVec3 print = lwGround_Carry(context->ground, foot->ground[0][f].body, foot->planned->footprints[index],
										  foot->planned->from[index], (float)f / context->motion->fps);
			float off = lwLength(lwReject(lwSub(base, print), foot->ground[0][f].normal));
			if (foot->planned->hasFootprint[index] && off > worst) {
				worst = off;
				name = context->rig->legs[l].name;
			}
		}
	}
	if (worst > 0.1f * context->length) {
		lwPrint_Add(context->notes, "the schedule's footprints are up to %.1f %% L from where the foot stands (leg '%s')\n",
					(double)(100.0f * worst / context->length), name);
	}
}

void lwMeasure_Timing(lwMeasureContext* context, lwMeasures* out) {
	CheckFootprints(context);
	for (int l = 0; l < context->rig->legCount; ++l) {
		if (context->feet[l].planned != NULL) {
			TimeLeg(context, l, out);
			ForeseeLeg(context, context->feet + l, out);
		}
	}
}
