// SPDX-License-Identifier: MIT
// Flight: the foot's way through the air from the current to the next footprint: the clip's own flight path over the
// ground between them, joined to standing without a jump in velocity, raised over what lies between.
#include "step/state.h"

static const lwVec3 s_up = { 0.0f, 1.0f, 0.0f };

// 0 with slope 1 at x = 0; 0 with slope 0 from x = width on.
static float EaseBump(float x, float width) {
	if (x >= width || x <= 0.0f) {
		return 0.0f;
	}
	float r = 1.0f - x / width;
	return x * r * r;
}

// 1 at x = peak, 0 with slope 0 at the ends; x, peak in (0, 1). A squared sine over a bent axis.
static float LiftShape(float x, float peak) {
	// The axis is bent by a rational map that takes 0, peak, 1 to 0, 1/2, 1.
	float k = peak / (1.0f - peak);
	float y = x / (x + k * (1.0f - x));
	float s = lwSin(LW_PI * lwClampF(y, 0.0f, 1.0f));
	return s * s;
}

typedef struct Basis {
	lwVec3 along, up, side; // world axes for the clip's along, up, side
	float scale, upScale;
} Basis;

static lwVec3 ClipBaseline(const lwAssetLeg* def, lwVec3 fallback) {
	lwVec3 d = lwSub(def->flightEnd, def->flightStart);
	d.y = 0.0f;
	return lwNormalizeOr(d, fallback);
}

// The clip's flight turns with the step: from the clip's baseline to the step's, the more the longer the step is.
static Basis FindBasis(const lwCharacter* c, int l, lwVec3 step) {
	const lwAssetLeg* def = &c->asset->legs[l];
	const lwLegState* leg = &c->legs[l];
	Basis b;
	b.up = lwRotate(c->frame.rot, s_up);
	lwVec3 clipDir = lwRotate(c->frame.rot, ClipBaseline(def, c->asset->gait->directionMS));
	lwVec3 flat = lwReject(step, b.up);
	float length = lwLength(flat);
	lwVec3 span = lwSub(def->flightEnd, def->flightStart);
	span.y = 0.0f;
	float sample = lwMaxF(lwLength(span), 1e-6f);
	float size = length * (1.0f - (leg->strike - leg->off));
	b.scale = lwMinF(size / sample, 2.0f);
	b.upScale = lwClampF(b.scale, 0.45f, 1.15f);
	float turn = lwSmoothStep(0.1f, 0.4f, b.scale);
	lwVec3 dir = lwNormalizeOr(flat, clipDir);
	float side = lwDot(lwCross(clipDir, dir), b.up);
	float angle = lwAtan2(side, lwDot(clipDir, dir)) * turn;
	lwVec3 level = lwRotate(lwQuatAxisAngle(b.up, angle), clipDir);
	b.side = lwCross(b.up, level);
	// Along runs on the line between the prints, up or down as it does.
	float rise = length > 1e-6f ? lwDot(step, b.up) / length * lwDot(level, dir) * turn : 0.0f;
	b.along = lwMulAdd(level, b.up, lwClampF(rise, -1.5f, 1.5f));
	return b;
}

// A vector of the clip's CS as world offset in the step's basis.
static lwVec3 ToStep(const lwCharacter* c, const lwAssetLeg* def, const Basis* b, lwVec3 v) {
	lwVec3 along = ClipBaseline(def, c->asset->gait->directionMS);
	lwVec3 side = lwCross(s_up, along);
	lwVec3 r = lwMul(b->along, lwDot(v, along) * b->scale);
	r = lwMulAdd(r, b->side, lwDot(v, side) * b->scale);
	return lwMulAdd(r, b->up, v.y * b->upScale);
}

void lwCharacter_FlightPose(const lwCharacter* c, int l, float u, lwVec3* outPos, lwQuat* outRot) {
	const lwAssetLeg* def = &c->asset->legs[l];
	const lwLegState* leg = &c->legs[l];
	lwVec3 step = lwSub(leg->next.pos, leg->current.pos);
	Basis b = FindBasis(c, l, step);
	lwVec3 span = lwSub(def->flightEnd, def->flightStart);
	float clip = def->stance + def->clipOff + u * (def->clipStrike - def->clipOff);
	lwLegFrame frame = lwAssetLeg_Walk(c->asset, l, clip);

	lwVec3 offset = lwSub(frame.printCS, lwLerp3(def->flightStart, def->flightEnd, u));
	lwVec3 startSlope = lwAdd(step, ToStep(c, def, &b, lwSub(def->flightStartSlope, span)));
	lwVec3 endSlope = lwAdd(step, ToStep(c, def, &b, lwSub(def->flightEndSlope, span)));
	lwVec3 pos = lwMulAdd(leg->current.pos, step, u);
	pos = lwAdd(pos, ToStep(c, def, &b, offset));
	pos = lwMulAdd(pos, startSlope, -EaseBump(u, def->easeStart));
	pos = lwMulAdd(pos, endSlope, EaseBump(1.0f - u, def->easeEnd));

	// Never below the line between the prints, and over what lies between.
	lwVec3 stepDir = lwNormalizeOr(step, b.along);
	lwVec3 lineUp = lwNormalizeOr(lwReject(b.up, stepDir), b.up);
	float below = lwDot(lwSub(leg->current.pos, pos), lineUp);
	if (below > 0.0f) {
		pos = lwMulAdd(pos, b.up, below / lwMaxF(lwDot(lineUp, b.up), 0.3f));
	}
	if (leg->lift > 0.0f) {
		pos = lwMulAdd(pos, b.up, leg->lift * LiftShape(u, leg->liftPeak));
	}
	*outPos = pos;

	float yaw = lwWrapAngle(frame.printYaw - def->flightStartYaw);
	float yawSpan = lwWrapAngle(def->flightEndYaw - def->flightStartYaw);
	float turn = def->halfSole > 0.0f ? yaw - yawSpan * lwSmoothStep(0.0f, 1.0f, u) : 0.0f;
	turn *= lwSmoothStep(0.0f, 0.2f, u) * lwSmoothStep(0.0f, 0.2f, 1.0f - u) * leg->amp;
	lwQuat rot = lwSlerp(leg->current.rot, leg->next.rot, lwSmoothStep(0.0f, 1.0f, u));
	*outRot = lwQuatMul(rot, lwQuatAxisAngle(s_up, turn));
}

// ---- Clearance -------------------------------------------------------------------------------------------------

#define CLEAR_SAMPLES 40

// One end of the sole on its way: its height over the ground's highest point nearby, negative inside.
typedef struct ClearTrack {
	lwVec3 point[CLEAR_SAMPLES];
	float ground[CLEAR_SAMPLES]; // along up, relative to the current print
} ClearTrack;

static float SampleAt(int i) {
	return ((float)i + 1.0f) / (float)(CLEAR_SAMPLES + 1);
}

static void ProbeTrack(lwCharacter* c, const lwLegState* leg, lwVec3 up, ClearTrack* io) {
	float range = c->def.maxStepHeight * c->L;
	for (int i = 0; i < CLEAR_SAMPLES; ++i) {
		lwCastHit hit;
		float height = lwDot(lwSub(io->point[i], leg->current.pos), up);
		bool over = lwCharacter_Probe(c, io->point[i], up, range, lwMaxF(height, 0.0f) + 0.5f * range, &hit);
		io->ground[i] = over ? lwDot(lwSub(hit.pos, leg->current.pos), up) : -range;
	}
}

// How far the sole must rise at a moment to be over the ground here and a sample before and after.
static float NeedAt(const lwCharacter* c, const lwLegState* leg, const ClearTrack* track, int i, lwVec3 up) {
	float ground = track->ground[i];
	ground = lwMaxF(ground, track->ground[i > 0 ? i - 1 : 0]);
	ground = lwMaxF(ground, track->ground[i + 1 < CLEAR_SAMPLES ? i + 1 : i]);
	float u = SampleAt(i);
	float height = lwDot(lwSub(track->point[i], leg->current.pos), up);
	float line = u * lwDot(lwSub(leg->next.pos, leg->current.pos), up);
	float edge = lwSmoothStep(0.0f, 0.15f, u) * lwSmoothStep(0.0f, 0.15f, 1.0f - u);
	float clearance = c->def.clearance * c->L * lwSmoothStep(0.0f, 0.05f * c->L, ground - line) * edge;
	return ground + clearance - height;
}

// The lift of least height that serves all needs.
static void ChooseLift(lwLegState* leg, const float* needs) {
	static const float peaks[] = { 0.5f, 0.4f, 0.6f, 0.3f, 0.7f, 0.22f, 0.78f, 0.15f, 0.85f };
	float best = -1.0f;
	for (int p = 0; p < (int)(sizeof(peaks) / sizeof(peaks[0])); ++p) {
		float height = 0.0f;
		for (int i = 0; i < CLEAR_SAMPLES; ++i) {
			height = lwMaxF(height, needs[i] / lwMaxF(LiftShape(SampleAt(i), peaks[p]), 0.03f));
		}
		if (best < 0.0f || height < best) {
			best = height;
			leg->liftPeak = peaks[p];
		}
	}
	leg->lift = best;
}

void lwCharacter_PlanClearance(lwCharacter* c, int l) {
	lwLegState* leg = &c->legs[l];
	const lwAssetLeg* def = &c->asset->legs[l];
	lwVec3 up = lwRotate(c->frame.rot, s_up);
	leg->lift = 0.0f;
	if (c->def.world.cast == NULL) {
		return;
	}
	ClearTrack heel, toe;
	for (int i = 0; i < CLEAR_SAMPLES; ++i) {
		float u = SampleAt(i);
		lwVec3 pos;
		lwQuat rot;
		lwCharacter_FlightPose(c, l, u, &pos, &rot);
		lwFootShape shape = lwCharacter_ShapeAt(c, l, leg->off + u * (leg->strike - leg->off));
		lwVec3 foot = lwAdd(pos, lwRotate(rot, lwFootShape_Place(&shape, def->halfSole)));
		lwQuat footRot = lwQuatMul(rot, shape.rot);
		heel.point[i] = lwAdd(foot, lwRotate(footRot, shape.heel));
		toe.point[i] = lwAdd(foot, lwRotate(footRot, shape.toe));
	}
	bool sole = def->halfSole > 0.0f;
	ProbeTrack(c, leg, up, &heel);
	if (sole) {
		ProbeTrack(c, leg, up, &toe);
	}
	float needs[CLEAR_SAMPLES];
	float worst = 0.0f;
	for (int i = 0; i < CLEAR_SAMPLES; ++i) {
		needs[i] = NeedAt(c, leg, &heel, i, up);
		needs[i] = sole ? lwMaxF(needs[i], NeedAt(c, leg, &toe, i, up)) : needs[i];
		worst = lwMaxF(worst, needs[i]);
	}
	if (worst > 0.002f * c->L) {
		ChooseLift(leg, needs);
	}
}
