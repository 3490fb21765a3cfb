// SPDX-License-Identifier: MIT
// Metrics of the joints: pops, bone lengths, rest.
#include "inspect/measure_parts.h"
#include "base/text.h"

#include <math.h>
#include <string.h>
#include <stdlib.h>

#define RATE 60.0f
#define OFFSETS 8
#define STILL 0.05f                 // rad/s: joints whose angular velocity never changes by more do not move
#define SHAPE_PHASES 128

// ---- Pop -----------------------------------------------------------------------------------------------------------

// Change of angular velocity over three poses 1/60 s apart, rad/s, in the joint's own frame.
static float ChangeOf(lwQuat a, lwQuat b, lwQuat c) {
	lwVec3 first = lwQuatLog(lwQuatNormalize(lwQuatMul(lwConj(a), b)));
	lwVec3 second = lwQuatLog(lwQuatNormalize(lwQuatMul(lwConj(b), c)));
	return lwDistance(first, second) * RATE;
}

// Per joint: the largest change in the sample played at the bake's cadence, over 8 offsets of the sampling.
static bool SampleChanges(lwMeasureContext* context, float* outChange) {
	int joints = context->skeleton->skeleton.jointCount;
	lwTransform* pose = lwBlockList_Alloc(context->memory, (size_t)joints * 3, sizeof(lwTransform));
	if (pose == NULL) {
		return false;
	}
	float period = context->schedule->period > 0.0f ? context->schedule->period : context->gait->period;
	float step = 1.0f / (RATE * lwMaxF(period, 1e-3f));
	int count = (int)ceilf(1.0f / step) + 1;
	count = count > 100000 ? 100000 : count;
	for (int o = 0; o < OFFSETS; ++o) {
		float start = step * (float)o / OFFSETS;
		for (int f = -2; f < count; ++f) {
			memmove(pose, pose + joints, (size_t)joints * 2 * sizeof(lwTransform));
			lwClip_Sample(context->clip, lwWrap01(start + (float)f * step) * context->clip->duration, pose + (size_t)joints * 2);
			for (int j = 0; f >= 0 && j < joints; ++j) {
				outChange[j] = lwMaxF(outChange[j], ChangeOf(pose[j].rot, pose[joints + j].rot, pose[2 * joints + j].rot));
			}
		}
	}
	return true;
}

static int Compare(const void* a, const void* b) {
	float x = *(const float*)a, y = *(const float*)b;
	return x < y ? -1 : x > y ? 1 : 0;
}

static float MedianMoving(const float* change, int count, float* scratch) {
	int moving = 0;
	for (int j = 0; j < count; ++j) {
		if (change[j] > STILL) {
			scratch[moving++] = change[j];
		}
	}
	if (moving == 0) {
		return 0.0f;
	}
	qsort(scratch, (size_t)moving, sizeof(float), Compare);
	return moving % 2 == 1 ? scratch[moving / 2] : 0.5f * (scratch[moving / 2 - 1] + scratch[moving / 2]);
}

bool lwMeasure_Pop(lwMeasureContext* context, lwMeasures* out) {
	lwMotion* motion = context->motion;
	int joints = context->skeleton->skeleton.jointCount;
	float* own = lwBlockList_Alloc(context->memory, (size_t)joints, sizeof(float));
	float* scratch = lwBlockList_Alloc(context->memory, (size_t)joints, sizeof(float));
	lwQuat* rots = lwBlockList_Alloc(context->memory, (size_t)joints * 3, sizeof(lwQuat));
	if (own == NULL || scratch == NULL || rots == NULL || !SampleChanges(context, own)) {
		return false;
	}
	float median = MedianMoving(own, joints, scratch);
	if (median <= 0.0f) {
		return true;
	}
	// At 60 Hz; a bake at another rate is read at 8 offsets as well.
	float step = motion->fps / RATE;
	bool aligned = lwAbsF(step - 1.0f) < 1e-3f;
	for (int o = 0; o < (aligned ? 1 : OFFSETS); ++o) {
		float start = step * (float)o / OFFSETS;
		for (int f = 0; start + step * (float)f <= (float)(motion->frameCount - 1) + 1e-3f; ++f) {
			float at = start + step * (float)f;
			lwMotion_Eval(motion, at);
			memmove(rots, rots + joints, (size_t)joints * 2 * sizeof(lwQuat));
			for (int j = 0; j < joints; ++j) {
				rots[2 * joints + j] = motion->local[j].rot;
				if (f < 2) {
					continue;
				}
				float ratio = ChangeOf(rots[j], rots[joints + j], rots[2 * joints + j]) / lwMaxF(own[j], median);
				if (!(out->pop >= ratio)) {
					out->pop = ratio;
					out->popTime = (at - step) / motion->fps;
					lwText_Copy(out->popJoint, sizeof(out->popJoint), context->skeleton->skeleton.names[j]);
				}
			}
		}
	}
	return true;
}

// ---- Bone length ---------------------------------------------------------------------------------------------------

typedef struct Shapes {
	int joints;
	int count;                      // of frames of the clip
	lwVec3* pos;                    // count * joints: local translation over the cycle
	lwVec3* low;                    // joints: what the sample, the bind pose, the rest pose and the idle clip use
	lwVec3* high;
	bool* moves;                    // joints: sample and idle do not hold it still in one place
} Shapes;

static void Widen(Shapes* shapes, int joint, lwVec3 p) {
	lwVec3* low = shapes->low + joint;
	lwVec3* high = shapes->high + joint;
	*low = lwV3(lwMinF(low->x, p.x), lwMinF(low->y, p.y), lwMinF(low->z, p.z));
	*high = lwV3(lwMaxF(high->x, p.x), lwMaxF(high->y, p.y), lwMaxF(high->z, p.z));
}

static bool ReadShapes(lwMeasureContext* context, Shapes* shapes) {
	int joints = context->skeleton->skeleton.jointCount;
	shapes->joints = joints;
	shapes->count = context->clip->frameCount;
	shapes->pos = lwBlockList_Alloc(context->memory, (size_t)joints * (size_t)shapes->count, sizeof(lwVec3));
	shapes->low = lwBlockList_Alloc(context->memory, (size_t)joints, sizeof(lwVec3));
	shapes->high = lwBlockList_Alloc(context->memory, (size_t)joints, sizeof(lwVec3));
	shapes->moves = lwBlockList_Alloc(context->memory, (size_t)joints, sizeof(bool));
	if (shapes->pos == NULL || shapes->low == NULL || shapes->high == NULL || shapes->moves == NULL) {
		return false;
	}
	for (int i = 0; i < shapes->count; ++i) {
		const lwTransform* frame = context->clip->frames + (size_t)i * (size_t)joints;
		for (int j = 0; j < joints; ++j) {
			shapes->pos[(size_t)i * (size_t)joints + (size_t)j] = frame[j].pos;
			if (i == 0) {
				shapes->low[j] = shapes->high[j] = frame[j].pos;
			}
			Widen(shapes, j, frame[j].pos);
		}
	}
	for (int i = 0; context->idle != NULL && i < context->idle->frameCount; ++i) {
		const lwTransform* pose = context->idle->frames + (size_t)i * (size_t)joints;
		for (int j = 0; j < joints; ++j) {
			Widen(shapes, j, pose[j].pos);
		}
	}
	for (int j = 0; j < joints; ++j) {
		shapes->moves[j] = lwDistance(shapes->low[j], shapes->high[j]) > 1e-5f * lwLength(shapes->high[j]);
	}
	return true;
}

static float BoxDistance(lwVec3 p, lwVec3 low, lwVec3 high) {
	lwVec3 d = lwV3(lwMaxF(lwMaxF(low.x - p.x, p.x - high.x), 0.0f), lwMaxF(lwMaxF(low.y - p.y, p.y - high.y), 0.0f),
					lwMaxF(lwMaxF(low.z - p.z, p.z - high.z), 0.0f));
	return lwLength(d);
}

static float SegmentDistance(lwVec3 p, lwVec3 a, lwVec3 b) {
	lwVec3 ab = lwSub(b, a);
	float square = lwDot(ab, ab);
	float t = square > 0.0f ? lwClampF(lwDot(lwSub(p, a), ab) / square, 0.0f, 1.0f) : 0.0f;
	return lwDistance(p, lwMulAdd(a, ab, t));
}

// Distance of a translation to the path it takes in the sample, whatever the phase.
static float PathDistance(const Shapes* shapes, int joint, lwVec3 p) {
	float best = 1e30f;
	for (int i = 0; i < shapes->count; ++i) {
		size_t a = (size_t)i * (size_t)shapes->joints + (size_t)joint;
		size_t b = (size_t)((i + 1) % shapes->count) * (size_t)shapes->joints + (size_t)joint;
		best = lwMinF(best, SegmentDistance(p, shapes->pos[a], shapes->pos[b]));
	}
	return best;
}

static float ScaleOf(lwMat34 m) {
	float volume = lwAbsF(lwDot(lwCross(m.x, m.y), m.z));
	return cbrtf(volume);
}

// Equal phase. Legs run on their own warped time, so theirs may be any phase of the sample; outside the steady part
// poses are blends, so theirs may be anything between.
static float StretchOf(const lwMeasureContext* context, const Shapes* shapes, const lwTransform* atPhase, int joint, bool steady) {
	lwVec3 p = context->motion->local[joint].pos;
	float off = atPhase != NULL ? lwDistance(p, atPhase[joint].pos) : BoxDistance(p, shapes->low[joint], shapes->high[joint]);
	if (off > 0.0f && shapes->moves[joint] && !steady) {
		off = lwMinF(off, BoxDistance(p, shapes->low[joint], shapes->high[joint]));
	} else if (off > 0.0f && shapes->moves[joint] && context->legOfJoint[joint] >= 0) {
		off = lwMinF(off, PathDistance(shapes, joint, p));
	}
	int parent = context->skeleton->skeleton.parents[joint];
	float scale = parent >= 0 ? ScaleOf(context->motion->model[parent]) : 1.0f;
	float reference = atPhase != NULL ? lwLength(atPhase[joint].pos) : lwLength(shapes->high[joint]);
	return off * scale / lwMaxF(reference * scale, 0.01f * context->length);
}

bool lwMeasure_Bones(lwMeasureContext* context, lwMeasures* out) {
	Shapes shapes;
	int joints = context->skeleton->skeleton.jointCount;
	lwTransform* atPhase = lwBlockList_Alloc(context->memory, (size_t)joints, sizeof(lwTransform));
	if (atPhase == NULL || !ReadShapes(context, &shapes)) {
		return false;
	}
	const lwSchedule* schedule = context->schedule;
	float worst = 0.0f;
	int worstJoint = -1;
	for (int f = 0; f < context->motion->frameCount; ++f) {
		lwMotion_Eval(context->motion, (float)f);
		float phase = schedule->present ? schedule->phase[f] : -1.0f;
		bool steady = schedule->present && lwSchedule_IsSteady(schedule, (float)f / context->motion->fps);
		steady = steady && (context->flatFrames == NULL || context->flatFrames[f]); // an edge slows a crawl down: a blend again
		if (phase >= 0.0f) {
			lwClip_Sample(context->clip, phase * context->clip->duration, atPhase);
		}
		for (int j = 0; j < joints; ++j) {
			if (!context->isExempt[j]) {
				float stretch = StretchOf(context, &shapes, phase >= 0.0f ? atPhase : NULL, j, steady);
				if (stretch > worst) {
					worst = stretch;
					worstJoint = j;
				}
			}
		}
	}
	out->boneLength = worst;
	if (worst > 1e-4f && context->motion->scene != NULL) {
		lwPrint_Add(context->notes, "bone length: worst at joint '%s'\n", context->skeleton->skeleton.names[worstJoint]);
	}
	return true;
}

// ---- Rest ----------------------------------------------------------------------------------------------------------

// Frame from which the creature should rest: 1 s after the last strike; frameCount when it never does.
static int RestStart(const lwMeasureContext* context) {
	float last = -1.0f;
	const lwMotion* motion = context->motion;
	for (int l = 0; l < context->rig->legCount; ++l) {
		const lwFootTrack* foot = context->feet + l;
		if (foot->planned == NULL || foot->spanCount == 0 || foot->spans[foot->spanCount - 1].last < motion->frameCount - 2) {
			return motion->frameCount;
		}
		last = lwMaxF(last, foot->planned->from[foot->planned->count - 1]);
	}
	return (int)ceilf((lwMaxF(last, 0.0f) + 1.0f) * motion->fps - 1e-3f);
}

bool lwMeasure_Rest(lwMeasureContext* context, lwMeasures* out) {
	lwMotion* motion = context->motion;
	int joints = context->skeleton->skeleton.jointCount, first = RestStart(context);
	if (first > motion->frameCount - 2) {
		return true;
	}
	lwVec3* low = lwBlockList_Alloc(context->memory, (size_t)joints * 2, sizeof(lwVec3));
	lwVec3* start = lwBlockList_Alloc(context->memory, (size_t)joints, sizeof(lwVec3));
	float* moved = lwBlockList_Alloc(context->memory, (size_t)joints, sizeof(float));
	lwTransform* local = lwBlockList_Alloc(context->memory, (size_t)joints, sizeof(lwTransform));
	lwMat34* model = lwBlockList_Alloc(context->memory, (size_t)joints, sizeof(lwMat34));
	if (low == NULL || start == NULL || moved == NULL || local == NULL || model == NULL) {
		return false;
	}
	int body = context->feet[0].ground[0][first].body, root = context->rig->rootJoint; // what carries it, and what is carried
	for (int f = first; f < motion->frameCount; ++f) {
		lwMotion_Eval(motion, (float)f);
		for (int j = 0; j < joints; ++j) {
			start[j] = f == first ? motion->model[j].t : start[j];
			bool carried = root < 0 || j == root || lwSkeleton_IsAncestor(&context->skeleton->skeleton, root, j);
			lwVec3 still = lwGround_Carry(context->ground, carried ? body : 0, start[j], (float)first / motion->fps, (float)f / motion->fps);
			moved[j] = lwMaxF(moved[j], lwDistance(motion->model[j].t, still));
		}
	}
	lwVec3* high = low + joints;
	for (int i = 0; context->idle != NULL && i < SHAPE_PHASES; ++i) {
		lwSample_Eval(motion, context->idle, context->gait, (float)i / (SHAPE_PHASES - 1), local, model);
		for (int j = 0; j < joints; ++j) {
			lwVec3 p = model[j].t;
			low[j] = i == 0 ? p : lwV3(lwMinF(low[j].x, p.x), lwMinF(low[j].y, p.y), lwMinF(low[j].z, p.z));
			high[j] = i == 0 ? p : lwV3(lwMaxF(high[j].x, p.x), lwMaxF(high[j].y, p.y), lwMaxF(high[j].z, p.z));
		}
	}
	out->rest = 0.0f;
	for (int j = 0; j < joints; ++j) {
		out->rest = lwMaxF(out->rest, (moved[j] - lwDistance(low[j], high[j])) * 100.0f / context->length);
	}
	return true;
}
