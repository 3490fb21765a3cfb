// SPDX-License-Identifier: MIT
// Asset: built once from skeleton, rig, gait and clips; see legwork/asset.h.
#include "step/asset.h"

#include <stdlib.h>
#include <string.h>

#include "math/fast.h"


#define EASE_SLACK 4.0f  // an ease starts with the largest acceleration of the sample
#define FREE_TRIM 0.012f // cycles an end of a contact gives way for a leg near its reach
#define MOST_TRIM 0.15f  // share of the contact an end gives way for a leg far beyond it

lwAssetDef lwDefaultAssetDef(void) {
	lwAssetDef def;
	memset(&def, 0, sizeof(def));
	def.cookie = LW_COOKIE;
	return def;
}

// ---- Reading the walk ------------------------------------------------------------------------------------------

static lwLegFrame ReadWalk(const lwAsset* asset, int leg, float clipPhase) {
	float at = lwWrap01(clipPhase) * (float)asset->walkFrames;
	int a = (int)at;
	a = a >= asset->walkFrames ? asset->walkFrames - 1 : a;
	int b = a + 1 == asset->walkFrames ? 0 : a + 1;
	const lwLegFrame* frames = asset->legs[leg].walk;
	return lwLegFrame_Blend(&frames[a], &frames[b], at - (float)a);
}

static lwLegFrame Mixed(const lwAsset* live, int leg, float clipPhase, bool body) {
	lwLegFrame frame;
	float weight = 0.0f;
	for (int i = 0; i < live->sourceCount; ++i) {
		const lwSource* s = &live->sources[i];
		float phase = body ? lwSource_BodyPhase(s, clipPhase) : lwSource_LegPhase(live, s, leg, clipPhase);
		lwLegFrame other = ReadWalk(s->asset, leg, phase);
		weight += s->weight;
		frame = i == 0 ? other : lwLegFrame_Blend(&frame, &other, s->weight / weight);
	}
	return frame;
}

lwLegFrame lwAssetLeg_Walk(const lwAsset* asset, int leg, float clipPhase) {
	return asset->sourceCount > 0 ? Mixed(asset, leg, clipPhase, false) : ReadWalk(asset, leg, clipPhase);
}

lwLegFrame lwAssetLeg_Body(const lwAsset* asset, int leg, float clipPhase) {
	return asset->sourceCount > 0 ? Mixed(asset, leg, clipPhase, true) : ReadWalk(asset, leg, clipPhase);
}

// What of a leg's frame the body alone decides; the same numbers as lwAssetLeg_Body's.
void lwAssetLeg_Hip(const lwAsset* asset, int leg, float clipPhase, lwVec3* outHipCS, float* outChain) {
	if (asset->sourceCount > 0) {
		lwLegFrame frame = Mixed(asset, leg, clipPhase, true);
		*outHipCS = frame.hipCS;
		*outChain = frame.chain;
		return;
	}
	float at = lwWrap01(clipPhase) * (float)asset->walkFrames;
	int a = (int)at;
	a = a >= asset->walkFrames ? asset->walkFrames - 1 : a;
	int b = a + 1 == asset->walkFrames ? 0 : a + 1;
	const lwLegFrame* frames = asset->legs[leg].walk;
	*outHipCS = lwLerp3(frames[a].hipCS, frames[b].hipCS, at - (float)a);
	*outChain = lwLerpF(frames[a].chain, frames[b].chain, at - (float)a);
}

bool lwAssetLeg_IsTip(const lwAsset* asset, int l) {
	const lwLeg* rig = &asset->rig->legs[l];
	return rig->singleContact && !rig->detached && lwLength(asset->legs[l].standShape.heel) < 0.02f * rig->length;
}

// Monotone cubic slope at a knot between segments of width wa, wb and slopes da, db (Fritsch and Butland, 1984).
static float KnotSlope(float wa, float wb, float da, float db) {
	if (!(da * db > 0.0f)) {
		return 0.0f;
	}
	float w1 = 2.0f * wb + wa, w2 = wb + 2.0f * wa;
	return (w1 + w2) / (w1 / da + w2 / db);
}

static float HermiteSegment(float x, float x0, float x1, float y0, float y1, float m0, float m1) {
	float h = x1 - x0;
	float t = h > 0.0f ? (x - x0) / h : 0.0f;
	float t2 = t * t, t3 = t2 * t;
	return y0 * (2.0f * t3 - 3.0f * t2 + 1.0f) + h * m0 * (t3 - 2.0f * t2 + t) + y1 * (3.0f * t2 - 2.0f * t3) +
		   h * m1 * (t3 - t2);
}

float lwAssetLeg_Warp(const lwAssetLeg* leg, float legTime, float off, float strike) {
	float t = lwWrap01(legTime);
	float w0 = off, w1 = strike - off, w2 = 1.0f - strike;
	float d0 = leg->clipOff / w0, d1 = (leg->clipStrike - leg->clipOff) / w1, d2 = (1.0f - leg->clipStrike) / w2;
	float mStance = KnotSlope(w2, w0, d2, d0);
	float mOff = KnotSlope(w0, w1, d0, d1);
	float mStrike = KnotSlope(w1, w2, d1, d2);
	if (t < off) {
		return HermiteSegment(t, 0.0f, off, 0.0f, leg->clipOff, mStance, mOff);
	}
	if (t < strike) {
		return HermiteSegment(t, off, strike, leg->clipOff, leg->clipStrike, mOff, mStrike);
	}
	return HermiteSegment(t, strike, 1.0f, leg->clipStrike, 1.0f, mStrike, mStance);
}

// ---- Building --------------------------------------------------------------------------------------------------

static lwMat34 ToCS(lwVec3 originMS) {
	lwMat34 m = lwMat34Identity();
	m.t = lwNeg(originMS);
	return m;
}

static void PoseToCS(const lwAsset* asset, const lwTransform* local, lwVec3 originMS, lwMat34* outCS) {
	lwSkeleton_ToModel(asset->skeleton, local, ToCS(originMS), outCS);
}

// How the limb's inner joints lie off the line from hip to end, in the hip joint's rotation-only frame.
static lwVec3 BendOf(const lwLeg* leg, const lwMat34* cs) {
	lwVec3 hip = cs[leg->joints[0]].t, end = cs[leg->joints[leg->limbCount - 1]].t;
	lwVec3 line = lwNormalizeOr(lwSub(end, hip), lwV3(0.0f, -1.0f, 0.0f));
	lwVec3 bend = lwV3(0.0f, 0.0f, 0.0f);
	for (int i = 1; i + 1 < leg->limbCount; ++i) {
		bend = lwAdd(bend, lwReject(lwSub(cs[leg->joints[i]].t, hip), line));
	}
	return lwRotate(lwConj(lwMat34Rotation(cs[leg->joints[0]])), bend);
}

static void FillFrames(lwAsset* asset, const lwRig* rig, const lwClip* clip, lwVec3 originMS, bool idle, lwMat34* cs) {
	for (int f = 0; f < clip->frameCount; ++f) {
		PoseToCS(asset, clip->frames + (size_t)f * (size_t)clip->jointCount, originMS, cs);
		for (int l = 0; l < rig->legCount; ++l) {
			lwAssetLeg* leg = &asset->legs[l];
			lwLegFrame* frames = idle ? leg->idle : leg->walk;
			lwLegFrame_FromPose(&rig->legs[l], cs, &leg->reference, &frames[f]);
			if (!idle) {
				leg->poleLS = lwAdd(leg->poleLS, BendOf(&rig->legs[l], cs));
				float reach = lwLeg_Reach(&rig->legs[l], cs);
				leg->reach = lwMaxF(leg->reach, reach);
				leg->fold = f == 0 ? reach : lwMinF(leg->fold, reach);
			} else {
				leg->standReach = lwMaxF(leg->standReach, lwLeg_Reach(&rig->legs[l], cs));
			}
		}
	}
}

static void ReadKeyTimes(lwAsset* asset, int l) {
	lwAssetLeg* leg = &asset->legs[l];
	const lwGaitLeg* g = &asset->sample->legs[l];
	leg->stance = g->stance;
	leg->clipOff = lwClampF(g->off, 0.02f, 0.96f);
	leg->clipStrike = lwClampF(g->strike, leg->clipOff + 0.02f, 0.99f);
	leg->off = g->warpedOff > 0.0f ? lwClampF(g->warpedOff, 0.02f, 0.96f) : leg->clipOff;
	leg->strike = g->warpedStrike > 0.0f ? lwClampF(g->warpedStrike, leg->off + 0.03f, 0.99f) : leg->clipStrike;
}

// Where the foot stands at its stance time: the clip's print carried by the travel, averaged over the contact.
static void FindHome(lwAsset* asset, int l) {
	lwAssetLeg* leg = &asset->legs[l];
	const lwPace* gait = asset->gait;
	lwVec3 travel = lwMul(gait->directionMS, gait->speed * gait->period);
	lwVec3 sum = lwV3(0.0f, 0.0f, 0.0f);
	float yawSum = 0.0f, yaw0 = lwAssetLeg_Walk(asset, l, leg->stance).printYaw;
	enum { samples = 64 };
	for (int i = 0; i < samples; ++i) {
		float t = lwLerpF(leg->strike - 1.0f, leg->off, ((float)i + 0.5f) / (float)samples);
		float c = lwAssetLeg_Warp(leg, t, leg->off, leg->strike);
		lwLegFrame frame = lwAssetLeg_Walk(asset, l, leg->stance + c);
		sum = lwAdd(sum, lwMulAdd(frame.printCS, travel, t));
		yawSum += lwWrapAngle(frame.printYaw - yaw0);
	}
	leg->homeCS = lwMul(sum, 1.0f / (float)samples);
	leg->homeCS.y = 0.0f;
	leg->homeYaw = yaw0 + yawSum / (float)samples;
}

static void FindFlight(lwAsset* asset, int l) {
	lwAssetLeg* leg = &asset->legs[l];
	const float du = 0.02f;
	float span = leg->clipStrike - leg->clipOff;
	lwLegFrame a = lwAssetLeg_Walk(asset, l, leg->stance + leg->clipOff);
	lwLegFrame a1 = lwAssetLeg_Walk(asset, l, leg->stance + leg->clipOff + du * span);
	lwLegFrame b = lwAssetLeg_Walk(asset, l, leg->stance + leg->clipStrike);
	lwLegFrame b1 = lwAssetLeg_Walk(asset, l, leg->stance + leg->clipStrike - du * span);
	leg->flightStart = a.printCS;
	leg->flightEnd = b.printCS;
	leg->flightStartSlope = lwMul(lwSub(a1.printCS, a.printCS), 1.0f / du);
	leg->flightEndSlope = lwMul(lwSub(b.printCS, b1.printCS), 1.0f / du);
	leg->flightHeight = 0.0f;
	for (int i = 0; i <= 32; ++i) {
		float y = lwAssetLeg_Walk(asset, l, leg->stance + leg->clipOff + span * (float)i / 32.0f).printCS.y;
		leg->flightHeight = lwMaxF(leg->flightHeight, y);
	}
	leg->flightStartYaw = a.printYaw;
	leg->flightEndYaw = b.printYaw;
}

// Largest change of the print's velocity per second over the cycle, as seen at 60 Hz.
static float LargestAcceleration(const lwAsset* asset, int l) {
	float step = 1.0f / 60.0f / asset->gait->period;
	int samples = (int)(2.0f / step);
	float largest = 0.0f;
	for (int i = 0; i < samples; ++i) {
		float at = (float)i / (float)samples;
		lwVec3 a = lwAssetLeg_Walk(asset, l, at - step).printCS, b = lwAssetLeg_Walk(asset, l, at).printCS;
		lwVec3 c = lwAssetLeg_Walk(asset, l, at + step).printCS;
		largest = lwMaxF(largest, lwLength(lwAdd(lwSub(a, lwMul(b, 2.0f)), c)));
	}
	return largest * 3600.0f;
}

// The flight's ends are eased to the ground's rest over as short a time as the sample's own accelerations allow.
static void FindEase(lwAsset* asset, int l) {
	lwAssetLeg* leg = &asset->legs[l];
	const lwPace* gait = asset->gait;
	float flight = (leg->strike - leg->off) * gait->period;
	lwVec3 travel = lwMul(gait->directionMS, gait->speed * flight);
	float start = lwLength(lwAdd(leg->flightStartSlope, travel)) / flight; // units/s over the ground
	float end = lwLength(lwAdd(leg->flightEndSlope, travel)) / flight;
	float allowed = lwMaxF(LargestAcceleration(asset, l), 1e-6f);
	leg->easeStart = lwClampF(EASE_SLACK * start / allowed / flight, 0.15f, 0.6f);
	leg->easeEnd = lwClampF(EASE_SLACK * end / allowed / flight, 0.15f, 0.6f);
}

// How far the body would have to come down at a moment of the contact, on level ground at the sample's speed, the foot
// rolling a little over its toe or heel. t: cycles since stance.
static float StandingNeed(const lwAsset* asset, int l, float t) {
	const lwAssetLeg* leg = &asset->legs[l];
	const lwPace* gait = asset->gait;
	lwFootShape shape = lwAssetLeg_Walk(asset, l, leg->stance + lwAssetLeg_Warp(leg, t, leg->off, leg->strike)).shape;
	lwLegFrame body = lwAssetLeg_Body(asset, l, leg->stance + t);
	lwVec3 print = lwMulAdd(leg->homeCS, gait->directionMS, -gait->speed * gait->period * t);
	lwQuat yaw = lwQuatAxisAngle(lwV3(0.0f, 1.0f, 0.0f), leg->homeYaw);
	bool tip = lwAssetLeg_IsTip(asset, l);
	float side = t > 0.0f ? LW_EASY_ROLL : -LW_EASY_ROLL;
	float least = 1e30f;
	for (int i = 0; i < (tip ? 1 : 2); ++i) {
		lwFootShape rolled = shape;
		rolled.rot = lwQuatMul(lwQuatAxisAngle(lwV3(1.0f, 0.0f, 0.0f), i == 0 ? 0.0f : side), shape.rot);
		lwVec3 end = lwAdd(lwFootShape_Place(&rolled, leg->halfSole), lwRotate(rolled.rot, rolled.end));
		lwVec3 d = lwSub(body.hipCS, lwAdd(print, lwRotate(yaw, end)));
		float reach = leg->reach * body.chain, room = reach * reach - d.x * d.x - d.z * d.z;
		least = lwMinF(least, d.y - lwSqrt(room));
	}
	return least;
}

// What a contact loses at an end: a little where the leg comes near its reach, more where it is far beyond.
static float EndTrim(const lwAsset* asset, int l, float end, float sign, float ahead) {
	const lwAssetLeg* leg = &asset->legs[l];
	float L = asset->rig->length, duty = 1.0f - (leg->strike - leg->off);
	float trim = 0.0f, most = MOST_TRIM * duty;
	while (trim < most) {
		float allowed = trim < FREE_TRIM ? 0.003f * L : 0.04f * L;
		if (StandingNeed(asset, l, end - sign * (trim - ahead)) <= allowed) {
			break;
		}
		trim += 0.002f;
	}
	return trim;
}

// A stance that cannot be reached gives way at its ends first (before stride and body).
static void TrimContact(lwAsset* asset, int l) {
	lwAssetLeg* leg = &asset->legs[l];
	float ahead = leg->easeStart * (leg->strike - leg->off) / 3.0f; // a foot that starts softly stays behind this long
	float off = lwMaxF(leg->off - EndTrim(asset, l, leg->off, 1.0f, ahead), 0.02f);
	float strike = lwMinF(leg->strike + EndTrim(asset, l, leg->strike - 1.0f, -1.0f, 0.0f), 0.99f);
	// The clip goes on as it was: what is cut off the contact is flown.
	float clipOff = lwAssetLeg_Warp(leg, off, leg->off, leg->strike);
	float clipStrike = lwAssetLeg_Warp(leg, strike, leg->off, leg->strike);
	leg->off = off;
	leg->strike = strike;
	leg->clipOff = clipOff;
	leg->clipStrike = clipStrike;
}

static void FindStand(lwAsset* asset, int l) {
	lwAssetLeg* leg = &asset->legs[l];
	lwVec3 sum = lwV3(0.0f, 0.0f, 0.0f);
	float yaw = 0.0f;
	for (int f = 0; f < asset->idleFrames; ++f) {
		sum = lwAdd(sum, leg->idle[f].printCS);
		yaw += lwWrapAngle(leg->idle[f].printYaw - leg->idle[0].printYaw);
	}
	float scale = 1.0f / (float)asset->idleFrames;
	leg->standCS = lwMul(sum, scale);
	leg->standCS.y = 0.0f;
	leg->standYaw = leg->idle[0].printYaw + yaw * scale;
	leg->standShape = leg->idle[0].shape;
	leg->idleTravel = 0.0f;
	for (int f = 0; f < asset->idleFrames; ++f) {
		leg->idleTravel = lwMaxF(leg->idleTravel, lwDistance(leg->idle[f].printCS, leg->standCS));
	}
}

static void MarkJoints(lwAsset* asset) {
	const lwSkeleton* skeleton = asset->skeleton;
	for (int j = 0; j < skeleton->jointCount; ++j) {
		asset->legOfJoint[j] = -1;
		for (int l = 0; l < asset->rig->legCount; ++l) {
			const lwLeg* leg = &asset->rig->legs[l];
			bool below = lwSkeleton_IsAncestor(skeleton, leg->joints[0], j);
			bool onFoot = leg->detached && lwSkeleton_IsAncestor(skeleton, leg->footControl, j);
			if (below || onFoot) {
				asset->legOfJoint[j] = l;
				asset->inFoot[j] = j != leg->footJoint && lwSkeleton_IsAncestor(skeleton, leg->footJoint, j);
			}
		}
	}
}

// Mean body of the walk over legs at their stance times.
static void MakeStandPose(lwAsset* asset) {
	const lwClip* walk = asset->walk;
	int joints = walk->jointCount;
	for (int j = 0; j < joints; ++j) {
		int l = asset->legOfJoint[j];
		if (l >= 0) {
			asset->standPose[j] = lwClip_SampleJoint(walk, asset->sample->legs[l].stance * walk->duration, j);
			continue;
		}
		lwTransform first = walk->frames[j];
		lwVec3 pos = lwV3(0.0f, 0.0f, 0.0f), scale = pos;
		float q[4] = { 0.0f, 0.0f, 0.0f, 0.0f };
		for (int f = 0; f < walk->frameCount; ++f) {
			const lwTransform* t = &walk->frames[(size_t)f * (size_t)joints + (size_t)j];
			float d = t->rot.x * first.rot.x + t->rot.y * first.rot.y + t->rot.z * first.rot.z + t->rot.w * first.rot.w;
			float sign = d < 0.0f ? -1.0f : 1.0f;
			q[0] += sign * t->rot.x;
			q[1] += sign * t->rot.y;
			q[2] += sign * t->rot.z;
			q[3] += sign * t->rot.w;
			pos = lwAdd(pos, t->pos);
			scale = lwAdd(scale, t->scale);
		}
		float n = 1.0f / (float)walk->frameCount;
		lwQuat rot = { q[0], q[1], q[2], q[3] };
		asset->standPose[j].pos = lwMul(pos, n);
		asset->standPose[j].rot = lwQuatNormalize(rot);
		asset->standPose[j].scale = lwMul(scale, n);
	}
	asset->standClip.name = "stand";
	asset->standClip.jointCount = joints;
	asset->standClip.frameCount = 1;
	asset->standClip.duration = 1.0f;
	asset->standClip.looping = true;
	asset->standClip.frames = asset->standPose;
}

static lwResult CheckDef(const lwAssetDef* def) {
	if (!LW_ASSERT(def != NULL && def->cookie == LW_COOKIE)) {
		return lwResult_Fail(lw_errorArgument, "asset: def was not made by lwDefaultAssetDef");
	}
	if (def->skeleton == NULL || def->rig == NULL || def->gait == NULL || def->walk == NULL) {
		return lwResult_Fail(lw_errorArgument, "asset: skeleton, rig, gait and walk are required");
	}
	if (!def->gait->cyclic || !(def->gait->period > 0.0f)) {
		return lwResult_Fail(lw_errorData, "asset: clip '%s' is not a cycle", def->gait->clipName);
	}
	if (def->walk->jointCount != def->skeleton->jointCount || def->gait->legCount != def->rig->legCount) {
		return lwResult_Fail(lw_errorArgument, "asset: skeleton, rig, gait and clip are not of one creature");
	}
	if (def->idle != NULL && def->idle->jointCount != def->skeleton->jointCount) {
		return lwResult_Fail(lw_errorArgument, "asset: the idle clip is not of this skeleton");
	}
	return lwRig_Validate(def->rig, def->skeleton);
}

// One block for all arrays; each part aligned to 16 bytes.
static void* Take(char** ioCursor, size_t size) {
	void* part = *ioCursor;
	*ioCursor += (size + 15) & ~(size_t)15;
	return part;
}

static bool Allocate(lwAsset* asset, int legCount) {
	size_t joints = (size_t)asset->skeleton->jointCount;
	size_t walk = (size_t)asset->walkFrames * sizeof(lwLegFrame) + 16;
	size_t idle = (size_t)asset->idleFrames * sizeof(lwLegFrame) + 16;
	size_t legs = (size_t)legCount * (sizeof(lwAssetLeg) + walk + idle);
	size_t size = joints * (sizeof(lwTransform) + sizeof(int) + sizeof(bool)) + 128 + legs;
	asset->arena = calloc(1, size);
	if (asset->arena == NULL) {
		return false;
	}
	asset->bytes = sizeof(*asset) + size;
	char* cursor = asset->arena;
	asset->standPose = Take(&cursor, joints * sizeof(lwTransform));
	asset->legOfJoint = Take(&cursor, joints * sizeof(int));
	asset->inFoot = Take(&cursor, joints * sizeof(bool));
	asset->legs = Take(&cursor, (size_t)legCount * sizeof(lwAssetLeg));
	for (int l = 0; l < legCount; ++l) {
		asset->legs[l].walk = Take(&cursor, (size_t)asset->walkFrames * sizeof(lwLegFrame));
		asset->legs[l].idle = Take(&cursor, (size_t)asset->idleFrames * sizeof(lwLegFrame));
	}
	return true;
}

// No further than the walk or the bind pose go, and a hair.
static void LimitReach(lwAsset* asset, lwMat34* cs) {
	PoseToCS(asset, asset->skeleton->bind, asset->originMS, cs);
	for (int l = 0; l < asset->rig->legCount; ++l) {
		lwAssetLeg* leg = &asset->legs[l];
		float seen = lwMaxF(leg->reach, lwLeg_Reach(&asset->rig->legs[l], cs));
		leg->reach = lwMinF(0.9989f, seen + 0.0040f);
		leg->standReach = lwMaxF(leg->reach, lwMinF(0.9989f, leg->standReach + 0.0040f));
		leg->fold *= 0.65f; // obstacles may fold it further than the sample does
		float bent = lwLength(leg->poleLS);
		leg->poleLS = bent > 0.0f ? lwMul(leg->poleLS, 1.0f / bent) : leg->poleLS;
	}
}

static void BuildLegs(lwAsset* asset, const lwAssetDef* def, const lwAsset* like, lwMat34* cs) {
	const lwRig* rig = asset->rig;
	const lwVec3 dir = asset->gait->directionMS;
	for (int l = 0; l < rig->legCount; ++l) {
		ReadKeyTimes(asset, l);
		float at = asset->legs[l].stance * asset->walk->duration;
		lwClip_Sample(asset->walk, at, asset->standPose);
		PoseToCS(asset, asset->standPose, asset->originMS, cs);
		lwFootReference own = lwFootReference_FromPose(&rig->legs[l], cs, lwAtan2(dir.x, dir.z));
		asset->legs[l].reference = like != NULL ? like->legs[l].reference : own;
		asset->legs[l].halfSole = asset->legs[l].reference.halfLength;
		asset->legs[l].reach = 0.0f;
	}
	MarkJoints(asset);
	MakeStandPose(asset);
	FillFrames(asset, rig, asset->walk, asset->originMS, false, cs);
	FillFrames(asset, rig, asset->idle, asset->idleOriginMS, true, cs);
	LimitReach(asset, cs);
	float radius = 0.0f;
	for (int l = 0; l < rig->legCount; ++l) {
		lwAssetLeg_FindUse(asset, l, cs);
		FindHome(asset, l);
		FindFlight(asset, l);
		FindEase(asset, l);
		TrimContact(asset, l);
		FindHome(asset, l);
		FindFlight(asset, l);
		FindEase(asset, l);
		FindStand(asset, l);
		if (def->idle == NULL) {
			asset->legs[l].standCS = asset->legs[l].homeCS;
			asset->legs[l].standYaw = asset->legs[l].homeYaw;
		}
		radius += lwLength(asset->legs[l].homeCS) / (float)rig->legCount;
	}
	asset->footRadius = radius;
}

lwResult lwAsset_Make(const lwAssetDef* def, const lwAsset* like, lwAsset** outAsset) {
	*outAsset = NULL;
	lwResult result = CheckDef(def);
	if (result.status != lw_ok) {
		return result;
	}
	lwAsset* asset = calloc(1, sizeof(*asset));
	if (asset == NULL) {
		return lwResult_Fail(lw_errorMemory, "asset: no memory");
	}
	asset->skeleton = def->skeleton;
	asset->rig = def->rig;
	asset->sample = def->gait;
	asset->gait = &asset->pace;
	asset->pace = (lwPace){ def->gait->period, def->gait->speed, def->gait->stride, def->gait->directionMS };
	asset->walkSpeed = def->gait->speed;
	asset->walk = def->walk;
	asset->idle = def->idle != NULL ? def->idle : &asset->standClip;
	asset->originMS = def->gait->originMS;
	asset->idleOriginMS = asset->originMS;
	if (def->idle != NULL) {
		asset->idleOriginMS.y = def->idleOriginMS.y;
	}
	asset->walkFrames = def->walk->frameCount;
	asset->idleFrames = def->idle != NULL ? def->idle->frameCount : 1;
	lwMat34* cs = calloc((size_t)def->skeleton->jointCount, sizeof(lwMat34));
	if (cs == NULL || !Allocate(asset, def->rig->legCount)) {
		free(cs);
		lwDestroyAsset(asset);
		return lwResult_Fail(lw_errorMemory, "asset: no memory for %d joints", def->skeleton->jointCount);
	}
	BuildLegs(asset, def, like, cs);
	free(cs);
	*outAsset = asset;
	return lwResult_Ok();
}

lwResult lwCreateAsset(const lwAssetDef* def, lwAsset** outAsset) {
	return lwAsset_Make(def, NULL, outAsset);
}

void lwDestroyAsset(lwAsset* asset) {
	if (asset != NULL) {
		free(asset->arena);
		free(asset);
	}
}

size_t lwAsset_ByteCount(const lwAsset* asset) {
	return asset->bytes;
}
