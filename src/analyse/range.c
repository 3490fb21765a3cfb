// SPDX-License-Identifier: MIT
// Range: the part of a clip under analysis; its root motion, its seam, and the looping in-place clip made of it.
#include "analyse/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_SAMPLES 200000

// Local poses of the range as stored, frames 0..n (n + 1 poses), not looping.
lwResult lwRange_Raw(const lwAnalyseDef* def, const lwRange* range, lwClip** outClip) {
	float duration = lwMaxF(range->duration, 1.0f / range->rate);
	if (duration * range->rate > (float)MAX_SAMPLES)
		return lwResult_Fail(lw_errorLimit, "%s: clip '%s': longer than %d samples; give start and end", def->scene->file, def->scene->clips[def->clip].name, MAX_SAMPLES);
	return lwScene_MakeClip(def->scene, def->skeleton, def->clip, range->start, duration, range->rate, false, outClip);
}

static void modelAt(const lwAnalyseDef* def, float time, lwTransform* nodeLocal, lwTransform* local, lwMat34* outModel) {
	lwScene_SampleClip(def->scene, def->clip, time, nodeLocal);
	for (int j = 0; j < def->skeleton->skeleton.jointCount; ++j) local[j] = nodeLocal[def->skeleton->nodeOfJoint[j]];
	lwSkeleton_ToModel(&def->skeleton->skeleton, local, lwMat34Identity(), outModel);
}

static lwVec3 hipsOf(const lwRig* rig, const lwMat34* model) {
	lwVec3 sum = lwV3(0.0f, 0.0f, 0.0f);
	for (int l = 0; l < rig->legCount; ++l) sum = lwAdd(sum, model[rig->legs[l].joints[0]].t);
	return lwMul(sum, 1.0f / (float)rig->legCount);
}

// Pose of the clip at four moments around the seam.
typedef struct seam {
	lwMat34 *first, *second, *beforeLast, *last; // jointCount each
	lwTransform *nodeLocal, *local;
	float step;                                  // s between first and second
	void* memory;
} seam;

static bool openSeam(const lwAnalyseDef* def, const lwRange* range, seam* out) {
	size_t joints = (size_t)def->skeleton->skeleton.jointCount, nodes = (size_t)def->scene->nodeCount;
	char* memory = malloc(4 * joints * sizeof(lwMat34) + (joints + nodes) * sizeof(lwTransform));
	if (memory == NULL) return false;
	out->memory = memory;
	out->first = (lwMat34*)(void*)memory;
	out->second = out->first + joints;
	out->beforeLast = out->second + joints;
	out->last = out->beforeLast + joints;
	out->local = (lwTransform*)(void*)(out->last + joints);
	out->nodeLocal = out->local + joints;
	float frame = 1.0f / lwScene_FrameRate(def->scene, def->clip), end = range->start + range->duration;
	out->step = lwMinF(frame, 0.25f * range->duration);
	modelAt(def, range->start, out->nodeLocal, out->local, out->first);
	modelAt(def, range->start + out->step, out->nodeLocal, out->local, out->second);
	modelAt(def, end - out->step, out->nodeLocal, out->local, out->beforeLast);
	modelAt(def, end, out->nodeLocal, out->local, out->last);
	return true;
}

static lwVec3 turned(lwVec3 v, float angle) {
	float c = lwCos(angle), s = lwSin(angle);
	return lwV3(c * v.x + s * v.z, v.y, -s * v.x + c * v.z);
}

// The range's root motion undone at its end: where a point of the last pose lies once the loop is in place.
static lwVec3 undone(const lwRange* range, lwVec3 hips0, lwVec3 p) {
	lwVec3 rel = lwSub(lwSub(p, range->travel), hips0);
	return lwAdd(hips0, turned(rel, -range->turn));
}

static bool carriesLegs(const lwAnalyseDef* def, int joint) {
	const lwSkeleton* skeleton = &def->skeleton->skeleton;
	for (int l = 0; l < def->rig->legCount; ++l) {
		const lwLeg* leg = &def->rig->legs[l];
		for (int k = 0; k < leg->jointCount; ++k)
			if (!lwSkeleton_IsAncestor(skeleton, joint, leg->joints[k])) return false;
		if (leg->footControl >= 0 && !lwSkeleton_IsAncestor(skeleton, joint, leg->footControl)) return false;
	}
	return true;
}

// The joint to take root motion out of: the topmost joint above all legs that travels itself, else the rig's root.
// -1: all roots.
static int findMover(const lwAnalyseDef* def, const seam* s, lwVec3 travel) {
	const lwSkeleton* skeleton = &def->skeleton->skeleton;
	int mover = def->rig->rootJoint;
	for (int j = def->rig->legs[0].joints[0]; j >= 0; j = skeleton->parents[j]) {
		lwVec3 way = lwSub(s->last[j].t, s->first[j].t);
		way.y = 0.0f;
		if (carriesLegs(def, j) && lwDistance(way, travel) < 0.5f * lwLength(travel)) mover = j;
	}
	return mover;
}

static void worstGap(const lwAnalyseDef* def, const seam* s, lwRange* io) {
	const lwRig* rig = def->rig;
	lwVec3 hips0 = hipsOf(rig, s->first);
	io->mover = findMover(def, s, io->travel);
	int mover = io->mover;
	io->loopGap = io->legGap = 0.0f;
	io->loopGapJoint = rig->rootJoint >= 0 ? rig->rootJoint : 0;
	for (int j = 0; j < def->skeleton->skeleton.jointCount; ++j) {
		if (!def->skeleton->isSkinJoint[j] && !def->skeleton->isAnimated[j]) continue;
		if (mover >= 0 && !lwSkeleton_IsAncestor(&def->skeleton->skeleton, mover, j)) continue; // stays behind
		float gap = lwDistance(undone(io, hips0, s->last[j].t), s->first[j].t) / rig->length;
		if (gap > io->loopGap) {
			io->loopGap = gap;
			io->loopGapJoint = j;
		}
	}
	for (int l = 0; l < rig->legCount; ++l) {
		for (int k = 0; k < rig->legs[l].jointCount; ++k) {
			int j = rig->legs[l].joints[k];
			float gap = lwDistance(undone(io, hips0, s->last[j].t), s->first[j].t) / rig->length;
			io->legGap = lwMaxF(io->legGap, gap);
			if (gap > io->loopGap) {
				io->loopGap = gap;
				io->loopGapJoint = j;
			}
		}
	}
}

// Root mean square leg gap when the last pose is carried on for some seconds at the speed around the seam.
static float legGapAfter(const lwAnalyseDef* def, const seam* s, const lwRange* range, float seconds) {
	const lwRig* rig = def->rig;
	lwVec3 hips0 = hipsOf(rig, s->first);
	double sum = 0.0;
	int count = 0;
	for (int l = 0; l < rig->legCount; ++l) {
		for (int k = 0; k < rig->legs[l].jointCount; ++k) {
			int j = rig->legs[l].joints[k];
			lwVec3 end = undone(range, hips0, s->last[j].t), before = undone(range, hips0, s->beforeLast[j].t);
			lwVec3 speed = lwMul(lwAdd(lwSub(end, before), lwSub(s->second[j].t, s->first[j].t)), 0.5f / s->step);
			lwVec3 gap = lwSub(lwMulAdd(end, speed, seconds), s->first[j].t);
			sum += (double)lwDot(gap, gap);
			++count;
		}
	}
	return (float)sqrt(sum / (count > 0 ? count : 1));
}

// When the seam closes clearly better half to one and a half frames later, the period is one frame longer.
static bool needsFrame(const lwAnalyseDef* def, const seam* s, const lwRange* range, float frame) {
	float now = legGapAfter(def, s, range, 0.0f), best = now;
	int bestStep = 0;
	if (now < 0.002f * def->rig->length) return false;
	for (int i = -30; i <= 30; ++i) {
		float gap = legGapAfter(def, s, range, 0.05f * (float)i * frame);
		if (gap < best) {
			best = gap;
			bestStep = i;
		}
	}
	return bestStep >= 10 && bestStep < 30 && best < 0.85f * now;
}

static float hipsTurn(const lwRig* rig, const seam* s) {
	int j = rig->pelvis >= 0 ? rig->pelvis : rig->legs[0].joints[0];
	lwQuat d = lwQuatMul(lwMat34Rotation(s->last[j]), lwConj(lwMat34Rotation(s->first[j])));
	lwQuat twist = lwQuatTwist(d, lwV3(0.0f, 1.0f, 0.0f));
	return lwWrapAngle(2.0f * lwAtan2(twist.y, twist.w));
}

lwResult lwRange_Measure(const lwAnalyseDef* def, lwRange* io, bool take) {
	seam s;
	if (!openSeam(def, io, &s)) return lwResult_Fail(lw_errorMemory, "%s: out of memory", def->scene->file);
	io->travel = lwSub(hipsOf(def->rig, s.last), hipsOf(def->rig, s.first));
	io->travel.y = 0.0f;
	io->turn = hipsTurn(def->rig, &s);
	lwRange still = *io;
	still.travel = lwV3(0.0f, 0.0f, 0.0f);
	still.turn = 0.0f;
	worstGap(def, &s, &still);
	if (lwAbsF(io->turn) < 0.05f) io->turn = 0.0f;
	worstGap(def, &s, io);
	io->rootMotion = take || ((lwLength(io->travel) > 0.1f * def->rig->length || io->turn != 0.0f) && io->legGap < 0.5f * still.legGap);
	if (!io->rootMotion) *io = still;
	free(s.memory);
	return lwResult_Ok();
}

lwResult lwRange_Find(const lwAnalyseDef* def, lwRange* out, lwText* warnings) {
	const lwSceneClip* clip = &def->scene->clips[def->clip];
	memset(out, 0, sizeof *out);
	bool whole = !(def->end > def->start);
	out->start = whole ? clip->start : lwClampF(def->start, clip->start, clip->end);
	float end = whole ? clip->end : lwClampF(def->end, clip->start, clip->end);
	out->duration = end - out->start;
	float source = lwScene_FrameRate(def->scene, def->clip);
	float least = lwMaxF(LW_ANALYSE_RATE, LW_ANALYSE_SAMPLES / lwMaxF(out->duration, 1e-4f));
	out->rate = source * lwMaxF(1.0f, ceilf(least / source - 1e-3f));
	if (out->duration < 1e-4f) { // a pose
		out->duration = 1.0f / source;
		lwText_Add(warnings, "clip '%s' holds a single pose\n", clip->name);
		return lwResult_Ok();
	}
	lwResult result = lwRange_Measure(def, out, false);
	if (result.status != lw_ok || !whole) return result;
	seam s;
	if (!openSeam(def, out, &s)) return lwResult_Fail(lw_errorMemory, "%s: out of memory", def->scene->file);
	if (out->legGap < 0.5f && needsFrame(def, &s, out, 1.0f / source)) {
		out->extended = true;
		if (out->rootMotion) {
			float grow = (out->duration + 1.0f / source) / out->duration;
			out->travel = lwMul(out->travel, grow);
			out->turn *= grow;
		}
		out->duration += 1.0f / source;
		lwText_Add(warnings, "the loop closes one frame after its last key: period %.4f s\n", (double)out->duration);
	}
	free(s.memory);
	return lwResult_Ok();
}

// Inverse of the root motion after share u of the range, as a model-space motion about the first frame's hips.
static lwMat34 rootOut(const lwRange* range, lwVec3 pivot, float u) {
	lwQuat rot = lwQuatAxisAngle(lwV3(0.0f, 1.0f, 0.0f), -range->turn * u);
	lwVec3 path = lwMul(range->travel, u);
	if (lwAbsF(range->turn) > 1e-4f) { // an arc: the chord's direction turns with half the heading
		float half = 0.5f * range->turn;
		float scale = lwSin(half * u) / lwSin(half);
		path = turned(lwMul(range->travel, scale), -half * (1.0f - u));
	}
	lwVec3 t = lwSub(pivot, lwRotate(rot, lwAdd(pivot, path)));
	return lwMat34FromPosRot(t, rot);
}

static void moveRoot(const lwSkeleton* skeleton, int root, lwMat34 motion, lwTransform* ioLocal) {
	for (int j = 0; j < skeleton->jointCount; ++j) {
		bool moved = root >= 0 ? j == root : skeleton->parents[j] < 0;
		if (!moved) continue;
		lwMat34 parent = lwMat34Identity();
		for (int p = skeleton->parents[j]; p >= 0; p = skeleton->parents[p]) parent = lwMat34Mul(lwMat34FromTransform(ioLocal[p]), parent);
		lwMat34 inParent = lwMat34Mul(lwMat34Inverse(parent), lwMat34Mul(motion, parent));
		ioLocal[j].pos = lwMat34Point(inParent, ioLocal[j].pos);
		ioLocal[j].rot = lwQuatNormalize(lwQuatMul(lwMat34Rotation(inParent), ioLocal[j].rot));
		if (root >= 0) return;
	}
}

static lwTransform blend(lwTransform a, lwTransform b, float t) {
	lwTransform r;
	r.pos = lwLerp3(a.pos, b.pos, t);
	r.rot = lwSlerp(a.rot, b.rot, t);
	r.scale = lwLerp3(a.scale, b.scale, t);
	return r;
}

// Spread the difference between the pose at the end and frame 0 over the loop, half of it to each side of the middle.
static void spreadGap(const lwTransform* atEnd, const lwTransform* atStart, float weight, lwTransform* io, int count) {
	for (int j = 0; j < count; ++j) {
		lwVec3 dp = lwSub(atStart[j].pos, atEnd[j].pos), ds = lwSub(atStart[j].scale, atEnd[j].scale);
		lwVec3 dr = lwQuatLog(lwQuatMul(lwConj(atEnd[j].rot), atStart[j].rot));
		io[j].pos = lwMulAdd(io[j].pos, dp, weight);
		io[j].scale = lwMulAdd(io[j].scale, ds, weight);
		if (lwDot(dr, dr) > 1e-14f) io[j].rot = lwQuatNormalize(lwQuatMul(io[j].rot, lwQuatExp(lwMul(dr, weight))));
	}
}

static void fillFrames(const lwAnalyseDef* def, const lwRange* range, bool close, lwTransform* frames, int frameCount, lwTransform* scratch) {
	const lwSkeleton* skeleton = &def->skeleton->skeleton;
	int joints = skeleton->jointCount;
	lwTransform *node = scratch, *start = node + def->scene->nodeCount, *end = start + joints;
	float lastKey = range->extended ? range->duration - 1.0f / lwScene_FrameRate(def->scene, def->clip) : range->duration;
	lwVec3 pivot = lwV3(0.0f, 0.0f, 0.0f);
	int mover = range->mover;
	for (int f = 0; f <= frameCount; ++f) {
		lwTransform* local = f < frameCount ? frames + (size_t)f * (size_t)joints : end;
		float u = (float)f / (float)frameCount, time = range->duration * u;
		lwScene_SampleClip(def->scene, def->clip, range->start + lwMinF(time, lastKey), node);
		for (int j = 0; j < joints; ++j) local[j] = node[def->skeleton->nodeOfJoint[j]];
		if (f == 0) {
			lwMat34* model = (lwMat34*)(void*)(end + joints);
			lwSkeleton_ToModel(skeleton, local, lwMat34Identity(), model);
			pivot = hipsOf(def->rig, model);
			memcpy(start, local, sizeof(lwTransform) * (size_t)joints);
		}
		if (range->rootMotion) moveRoot(skeleton, mover, rootOut(range, pivot, lwMinF(time, lastKey) / range->duration), local);
		if (time > lastKey && range->extended)
			for (int j = 0; j < joints; ++j) local[j] = blend(local[j], start[j], (time - lastKey) / (range->duration - lastKey));
	}
	if (!close) return;
	for (int f = 0; f < frameCount; ++f) spreadGap(end, start, (float)f / (float)frameCount - 0.5f, frames + (size_t)f * (size_t)joints, joints);
}

lwResult lwRange_Clip(const lwAnalyseDef* def, const lwRange* range, bool close, lwClip** outClip) {
	lwResult result = lwScene_MakeClip(def->scene, def->skeleton, def->clip, range->start, range->duration, range->rate, true, outClip);
	if (result.status != lw_ok) return result;
	size_t joints = (size_t)def->skeleton->skeleton.jointCount;
	lwTransform* scratch = malloc(sizeof(lwTransform) * ((size_t)def->scene->nodeCount + 2 * joints) + sizeof(lwMat34) * joints);
	if (scratch == NULL) {
		lwDestroyClip(*outClip);
		*outClip = NULL;
		return lwResult_Fail(lw_errorMemory, "%s: out of memory", def->scene->file);
	}
	// The clip is ours until it is returned: its frames are rewritten in place.
	fillFrames(def, range, close && !range->extended, (lwTransform*)(uintptr_t)(*outClip)->frames, (*outClip)->frameCount, scratch);
	free(scratch);
	return lwResult_Ok();
}
