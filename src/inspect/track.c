// SPDX-License-Identifier: MIT
// Foot tracks: where the contact points are in every frame, the ground under them, and the frames they should stand.
#include "inspect/measure_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SAMPLE_PHASES 256
#define IDLE_PHASES 128
#define UPRIGHT 0.5f                // cosine: frames tilted less measure heights along +Y
#define FLAT_TOLERANCE 0.005f       // of L
#define SAME_NORMAL 0.99985f        // cosine of 1 degree

static float ReachOf(const lwLeg* leg, const lwMat34* model) {
	float chain = 0.0f;
	for (int i = 0; i + 1 < leg->limbCount; ++i) {
		chain += lwDistance(model[leg->joints[i]].t, model[leg->joints[i + 1]].t);
	}
	float reach = lwDistance(model[leg->joints[0]].t, model[leg->joints[leg->limbCount - 1]].t);
	return chain > 0.0f ? reach / chain : 0.0f;
}

static const lwContactPoint* PointOf(const lwLeg* leg, int point) { return point == 0 ? &leg->heel : &leg->toe; }

static bool AllocTrack(lwMeasureContext* context, lwFootTrack* foot, const lwLeg* leg) {
	size_t frames = (size_t)context->motion->frameCount;
	foot->pointCount = leg->singleContact ? 1 : 2;
	bool good = true;
	for (int p = 0; p < foot->pointCount; ++p) {
		foot->pos[p] = lwBlockList_Alloc(context->memory, frames, sizeof(lwVec3));
		foot->ground[p] = lwBlockList_Alloc(context->memory, frames, sizeof(lwGroundPoint));
		good = good && foot->pos[p] != NULL && foot->ground[p] != NULL;
	}
	foot->reach = lwBlockList_Alloc(context->memory, frames, sizeof(float));
	foot->spans = lwBlockList_Alloc(context->memory, frames / 2 + 2, sizeof(lwContactSpan));
	return good && foot->reach != NULL && foot->spans != NULL;
}

// What the sample itself does: deepest point, longest reach.
static bool ReadSample(lwMeasureContext* context) {
	const lwSkeleton* skeleton = &context->skeleton->skeleton;
	lwTransform* local = lwBlockList_Alloc(context->memory, (size_t)skeleton->jointCount, sizeof(lwTransform));
	lwMat34* model = lwBlockList_Alloc(context->memory, (size_t)skeleton->jointCount, sizeof(lwMat34));
	if (local == NULL || model == NULL) {
		return false;
	}
	lwSkeleton_ToModel(skeleton, skeleton->bind, lwMat34Identity(), model);
	float reach[LW_MAX_LEGS], depth[LW_MAX_LEGS] = { 0.0f };
	for (int l = 0; l < context->rig->legCount; ++l) {
		reach[l] = ReachOf(context->rig->legs + l, model);
	}
	for (int i = 0; i < SAMPLE_PHASES; ++i) {
		lwSample_Eval(context->motion, context->clip, context->gait, (float)i / SAMPLE_PHASES, local, model);
		for (int l = 0; l < context->rig->legCount; ++l) {
			const lwLeg* leg = context->rig->legs + l;
			reach[l] = lwMaxF(reach[l], ReachOf(leg, model));
			for (int p = 0; p < context->feet[l].pointCount; ++p) {
				depth[l] = lwMaxF(depth[l], -lwContactPoint_Pos(PointOf(leg, p), model).y);
			}
		}
	}
	// Standing as the idle clip stands is no over-reach either: it is the artist's.
	for (int i = 0; context->idle != NULL && i < IDLE_PHASES; ++i) {
		lwClip_Sample(context->idle, context->idle->duration * (float)i / IDLE_PHASES, local);
		lwSkeleton_ToModel(skeleton, local, lwMat34Identity(), model);
		for (int l = 0; l < context->rig->legCount; ++l) {
			reach[l] = lwMaxF(reach[l], ReachOf(context->rig->legs + l, model));
		}
	}
	for (int l = 0; l < context->rig->legCount; ++l) {
		context->feet[l].reachLimit = lwMinF(0.999f, reach[l] + 0.005f);
		context->feet[l].ownDepth = depth[l];
	}
	return true;
}

static void ReadFrame(lwMeasureContext* context, int frame) {
	lwMotion* motion = context->motion;
	lwMotion_Eval(motion, (float)frame);
	lwGround_SetTime(context->ground, (float)frame / motion->fps);
	lwVec3 up = lwMotion_Up(motion, frame);
	bool oriented = context->schedule->oriented;
	bool upright = up.y > UPRIGHT;
	up = upright ? lwV3(0.0f, 1.0f, 0.0f) : up;
	for (int l = 0; l < context->rig->legCount; ++l) {
		const lwLeg* leg = context->rig->legs + l;
		lwFootTrack* foot = context->feet + l;
		foot->reach[frame] = ReachOf(leg, motion->model);
		for (int p = 0; p < foot->pointCount; ++p) {
			foot->pos[p][frame] = lwContactPoint_Pos(PointOf(leg, p), motion->model);
			foot->ground[p][frame] = oriented ? lwGround_Near(context->ground, foot->pos[p][frame], context->length) : lwGround_Under(context->ground, foot->pos[p][frame], up, upright ? 0.0f : context->length);
		}
	}
}

// ---- Contacts ------------------------------------------------------------------------------------------------------

static void AddSpan(lwFootTrack* foot, int first, int last, int index) {
	if (last >= first) {
		lwContactSpan span = { first, last, index };
		foot->spans[foot->spanCount++] = span;
	}
}

static void PlannedSpans(lwMeasureContext* context, lwFootTrack* foot) {
	int frames = context->motion->frameCount;
	float fps = context->motion->fps;
	for (int i = 0; i < foot->planned->count && foot->spanCount < frames / 2 + 1; ++i) {
		float first = ceilf(foot->planned->from[i] * fps - 0.01f), last = floorf(foot->planned->to[i] * fps + 0.01f);
		if (first < (float)frames && last >= 0.0f) {
			AddSpan(foot, first < 0.0f ? 0 : (int)first, last > (float)(frames - 1) ? frames - 1 : (int)last, i);
		}
	}
}

// The clip's own contacts along the schedule's phases (baseline).
static bool ClipStands(const lwMeasureContext* context, int leg, int frame) {
	const lwGaitLeg* gait = context->gait->legs + leg;
	float phase = context->schedule->phase[frame];
	if (phase < 0.0f) {
		return true;
	}
	float u = lwWrap01(phase - gait->stance);
	return u <= gait->off || u >= gait->strike;
}

// Without a schedule: within 1 % L of the ground and slower over it than 20 % of the body's speed.
static bool SeemsToStand(const lwMeasureContext* context, int leg, int frame, float bodySpeed) {
	const lwFootTrack* foot = context->feet + leg;
	int other = frame + 1 < context->motion->frameCount ? frame + 1 : frame - 1;
	for (int p = 0; p < foot->pointCount; ++p) {
		const lwGroundPoint* ground = foot->ground[p] + frame;
		lwVec3 moved = lwReject(lwSub(foot->pos[p][other], foot->pos[p][frame]), ground->normal);
		if (ground->hit && lwAbsF(ground->height) < 0.01f * context->length &&
			lwLength(moved) * context->motion->fps < 0.2f * bodySpeed) {
			return true;
		}
	}
	return false;
}

static void InferSpans(lwMeasureContext* context, const float* bodySpeed) {
	int frames = context->motion->frameCount;
	bool baseline = context->motion->scene == NULL;
	for (int l = 0; l < context->rig->legCount; ++l) {
		lwFootTrack* foot = context->feet + l;
		int first = -1;
		for (int f = 0; f <= frames; ++f) {
			bool stands = f < frames && (baseline ? ClipStands(context, l, f) : SeemsToStand(context, l, f, bodySpeed[f]));
			if (stands && first < 0) {
				first = f;
			} else if (!stands && first >= 0) {
				// A single frame is a touch, not a stance.
				AddSpan(foot, first, f - 1 > first ? f - 1 : first - 1, -1);
				first = -1;
			}
		}
	}
}

// Speed of the body over a quarter of a second around each frame.
static float* BodySpeeds(lwMeasureContext* context) {
	lwMotion* motion = context->motion;
	int frames = motion->frameCount, joint = context->rig->pelvis >= 0 ? context->rig->pelvis : context->rig->rootJoint;
	lwVec3* pos = lwBlockList_Alloc(context->memory, (size_t)frames, sizeof(lwVec3));
	float* speed = lwBlockList_Alloc(context->memory, (size_t)frames, sizeof(float));
	if (pos == NULL || speed == NULL) {
		return NULL;
	}
	for (int f = 0; f < frames; ++f) {
		lwMotion_Eval(motion, (float)f);
		pos[f] = motion->model[joint].t;
	}
	int half = (int)(motion->fps * 0.125f) + 1;
	for (int f = 0; f < frames; ++f) {
		int a = f - half < 0 ? 0 : f - half, b = f + half >= frames ? frames - 1 : f + half;
		speed[f] = b > a ? lwDistance(pos[a], pos[b]) * motion->fps / (float)(b - a) : 0.0f;
	}
	return speed;
}

static const lwScheduleLeg* PlannedLeg(const lwSchedule* schedule, const lwLeg* leg, int index) {
	for (int i = 0; i < schedule->legCount; ++i) {
		if (strcmp(schedule->legs[i].name, leg->name) == 0) {
			return schedule->legs + i;
		}
	}
	return index < schedule->legCount ? schedule->legs + index : NULL;
}

static bool FindSpans(lwMeasureContext* context) {
	bool planned = context->schedule->present && context->motion->scene != NULL;
	if (planned) {
		for (int l = 0; l < context->rig->legCount; ++l) {
			lwFootTrack* foot = context->feet + l;
			foot->planned = PlannedLeg(context->schedule, context->rig->legs + l, l);
			if (foot->planned != NULL) {
				PlannedSpans(context, foot);
			}
		}
		return true;
	}
	float* speed = context->motion->scene != NULL ? BodySpeeds(context) : NULL;
	if (context->motion->scene != NULL && speed == NULL) {
		return false;
	}
	InferSpans(context, speed);
	return true;
}

static void NoteMissingGround(lwMeasureContext* context) {
	int missing = 0;
	for (int l = 0; l < context->rig->legCount; ++l) {
		for (int f = 0; f < context->motion->frameCount; ++f) {
			missing += !context->feet[l].ground[0][f].hit;
		}
	}
	if (missing > 0 && context->motion->scene != NULL) {
		lwPrint_Add(context->notes, "no ground under a foot in %d foot-frames; they count for neither float nor penetration\n", missing);
	}
}

// Flat: the ground under all contact points of the steady part (of everything without one) in one level plane.
static bool IsFlat(const lwMeasureContext* context) {
	if (lwGround_IsPlane(context->ground)) {
		return true;
	}
	float low = 1e30f, high = -1e30f;
	for (int l = 0; l < context->rig->legCount; ++l) {
		const lwFootTrack* foot = context->feet + l;
		for (int f = 0; f < context->motion->frameCount; ++f) {
			if (context->schedule->steadyCount > 0 && !lwSchedule_IsSteady(context->schedule, (float)f / context->motion->fps)) {
				continue;
			}
			for (int p = 0; p < foot->pointCount; ++p) {
				if (foot->ground[p][f].hit) {
					low = lwMinF(low, foot->ground[p][f].pos.y);
					high = lwMaxF(high, foot->ground[p][f].pos.y);
				}
			}
		}
	}
	return high - low <= FLAT_TOLERANCE * context->length;
}

// The ground under all contact points of a frame in one plane, whatever its tilt.
static bool IsPlaneFrame(const lwMeasureContext* context, int frame) {
	const lwGroundPoint* first = context->feet[0].ground[0] + frame;
	for (int l = 0; l < context->rig->legCount; ++l) {
		for (int p = 0; p < context->feet[l].pointCount; ++p) {
			const lwGroundPoint* ground = context->feet[l].ground[p] + frame;
			float off = lwAbsF(lwDot(lwSub(ground->pos, first->pos), first->normal));
			bool same = ground->hit && lwDot(ground->normal, first->normal) > SAME_NORMAL && off <= FLAT_TOLERANCE * context->length;
			if (!same) {
				return false;
			}
		}
	}
	return true;
}

// Frames on a plane since and for a cycle: what the body does on the way there is no style of flat ground.
static bool FindFlatFrames(lwMeasureContext* context) {
	int frames = context->motion->frameCount, margin = (int)(context->gait->period * context->motion->fps + 0.5f), last = -1;
	context->flatFrames = lwBlockList_Alloc(context->memory, (size_t)frames, sizeof(bool));
	if (context->flatFrames == NULL) {
		return false;
	}
	for (int f = 0; f <= frames; ++f) { // last: the last frame that is none
		if (f < frames && IsPlaneFrame(context, f)) {
			continue;
		}
		for (int k = last + 1 + (last < 0 ? 0 : margin); k < f - (f == frames ? 0 : margin); ++k) {
			context->flatFrames[k] = true;
		}
		last = f;
	}
	return true;
}

bool lwMeasure_TrackFeet(lwMeasureContext* context) {
	context->feet = lwBlockList_Alloc(context->memory, (size_t)context->rig->legCount, sizeof(lwFootTrack));
	if (context->feet == NULL) {
		return false;
	}
	for (int l = 0; l < context->rig->legCount; ++l) {
		if (!AllocTrack(context, context->feet + l, context->rig->legs + l)) {
			return false;
		}
	}
	if (!ReadSample(context)) {
		return false;
	}
	for (int f = 0; f < context->motion->frameCount; ++f) {
		ReadFrame(context, f);
	}
	NoteMissingGround(context);
	context->flat = IsFlat(context);
	if (context->schedule->oriented && !FindFlatFrames(context)) {
		return false;
	}
	return FindSpans(context);
}
