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

// Takes 0..1 to 0..1 with slope 1/lag at 0 and lag at 1: above 1 the foot rises before it goes forward.
static float Lag(float x, float lag) {
	return x / (x + lag * (1.0f - x));
}

// 1 at x = peak, 0 with slope 0 at the ends, broad at the top; x, peak in (0, 1). Of a squared sine over a bent axis.
static float LiftShape(float x, float peak) {
	// The axis is bent by a rational map that takes 0, peak, 1 to 0, 1/2, 1.
	float y = Lag(x, peak / (1.0f - peak));
	float s = lwSin(LW_PI * lwClampF(y, 0.0f, 1.0f));
	float q = s * s;
	return q * (2.0f - q);
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
static Basis FindBasis(const lwCharacter* c, int l, lwVec3 step, lwQuat frame) {
	const lwAssetLeg* def = &c->asset->legs[l];
	const lwLegState* leg = &c->legs[l];
	Basis b;
	b.up = lwRotate(frame, s_up);
	lwVec3 clipDir = lwRotate(frame, ClipBaseline(def, c->asset->gait->directionMS));
	lwVec3 flat = lwReject(step, b.up);
	float length = lwLength(flat);
	// Against the sample's step at its own speed; contacts shortened for speed leave the step in body space as it was.
	const lwPace* gait = c->asset->gait;
	float sample = lwMaxF(gait->speed * gait->period * (1.0f - (def->strike - def->off)), 1e-6f);
	float size = length * (1.0f - (leg->strike - leg->off));
	b.scale = lwMinF(size / sample, 2.0f);
	float least = lwMinF(0.45f, 0.08f * c->L / lwMaxF(def->flightHeight, 1e-6f));
	b.upScale = lwClampF(b.scale, least, 1.15f);
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

// A vector of the clip's CS, level part, as world offset in the step's basis.
static lwVec3 LevelToStep(const lwCharacter* c, const lwAssetLeg* def, const Basis* b, lwVec3 v) {
	lwVec3 along = ClipBaseline(def, c->asset->gait->directionMS);
	lwVec3 side = lwCross(s_up, along);
	lwVec3 r = lwMul(b->along, lwDot(v, along) * b->scale);
	return lwMulAdd(r, b->side, lwDot(v, side) * b->scale);
}

static lwLegFrame ClipFrame(const lwCharacter* c, int l, float u) {
	const lwAssetLeg* def = &c->asset->legs[l];
	return lwAssetLeg_Walk(c->asset, l, def->stance + def->clipOff + u * (def->clipStrike - def->clipOff));
}

// Over the ground: the clip's level offsets on the line between the prints, at rest at both ends.
static lwVec3 LevelAt(const lwCharacter* c, int l, const Basis* b, lwVec3 step, float u) {
	const lwAssetLeg* def = &c->asset->legs[l];
	lwVec3 span = lwSub(def->flightEnd, def->flightStart);
	lwVec3 offset = lwSub(ClipFrame(c, l, u).printCS, lwMulAdd(def->flightStart, span, u));
	lwVec3 startSlope = lwAdd(step, LevelToStep(c, def, b, lwSub(def->flightStartSlope, span)));
	lwVec3 endSlope = lwAdd(step, LevelToStep(c, def, b, lwSub(def->flightEndSlope, span)));
	lwVec3 pos = lwMulAdd(c->legs[l].current.pos, step, u);
	pos = lwAdd(pos, LevelToStep(c, def, b, offset));
	pos = lwMulAdd(pos, startSlope, -EaseBump(u, def->easeStart));
	return lwMulAdd(pos, endSlope, EaseBump(1.0f - u, def->easeEnd));
}

// 1 with slope 0 at x = 0, 0 with slope 0 from x = width on.
static float FadeOut(float x, float width) {
	return 1.0f - lwSmoothStep(0.0f, width, x);
}

// v where it is well above 0, never below 0, without a kink.
static float SoftFloor(float v, float band) {
	return 0.5f * (v + lwSqrt(v * v + band * band) - band);
}

// The clip's height over the ground, brought to rest on it at both ends.
static float HeightAt(const lwCharacter* c, int l, const Basis* b, float u) {
	const lwAssetLeg* def = &c->asset->legs[l];
	float start = lwMaxF(def->easeStart, 0.25f), end = lwMaxF(def->easeEnd, 0.25f);
	float height = ClipFrame(c, l, u).printCS.y;
	height -= def->flightStart.y * FadeOut(u, start) + def->flightStartSlope.y * EaseBump(u, start);
	height -= def->flightEnd.y * FadeOut(1.0f - u, end) - def->flightEndSlope.y * EaseBump(1.0f - u, end);
	float inside = lwSmoothStep(0.0f, 0.1f, u) * lwSmoothStep(0.0f, 0.1f, 1.0f - u);
	return SoftFloor(height, 0.01f * c->L * inside) * b->upScale;
}

// Progress on the clip's flight at a leg time; below 0 while the clip still stands.
static float ClipFlight(const lwCharacter* c, int l, float legTime) {
	const lwAssetLeg* def = &c->asset->legs[l];
	const lwLegState* leg = &c->legs[l];
	float clip = lwAssetLeg_Warp(def, legTime, leg->off, leg->strike) - (legTime < 0.0f ? 1.0f : 0.0f);
	if (legTime > leg->strike) {
		return 1.0f;
	}
	return (clip - def->clipOff) / (def->clipStrike - def->clipOff);
}

float lwCharacter_FlightAt(const lwCharacter* c, int l, float legTime) {
	float from = lwMinF(c->legs[l].uLift, 0.0f);
	return lwClampF((ClipFlight(c, l, legTime) - from) / (1.0f - from), 0.0f, 1.0f);
}

void lwCharacter_BeginFlight(lwCharacter* c, int l) {
	c->legs[l].uLift = ClipFlight(c, l, lwLegState_FlightTime(&c->legs[l]));
	c->legs[l].curve.spans = 0;
	c->legs[l].curve.bend = 0.0f;
	c->legs[l].bend = c->legs[l].bendRate = lwV3(0.0f, 0.0f, 0.0f);
	c->legs[l].bodyU = 1.0f;
}

// Over a straight step from the current print; frame: the character's then.
static lwVec3 StraightFlight(const lwCharacter* c, int l, float u, lwVec3 step, lwQuat frame) {
	const lwLegState* leg = &c->legs[l];
	Basis b = FindBasis(c, l, step, frame);
	lwVec3 pos = LevelAt(c, l, &b, step, Lag(u, leg->lag));
	pos = lwMulAdd(pos, b.up, HeightAt(c, l, &b, u));

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
	return pos;
}

// The clip's own turn of the foot on its way, without what the prints turn by.
static float FlightYaw(const lwCharacter* c, int l, float u) {
	const lwAssetLeg* def = &c->asset->legs[l];
	const lwLegState* leg = &c->legs[l];
	float yaw = lwWrapAngle(ClipFrame(c, l, u).printYaw - def->flightStartYaw);
	float yawSpan = lwWrapAngle(def->flightEndYaw - def->flightStartYaw);
	float turn = def->halfSole > 0.0f ? yaw - yawSpan * lwSmoothStep(0.0f, 1.0f, u) : 0.0f;
	turn *= lwSmoothStep(0.0f, 0.2f, u) * lwSmoothStep(0.0f, 0.2f, 1.0f - u) * leg->amp;
	return turn;
}

// The flight over the unrolled curve, rolled up again: along on it, up and side in the frame that turns with it.
static void CurvedFlight(const lwCharacter* c, int l, float u, lwVec3* outPos, lwQuat* outRot) {
	const lwLegState* leg = &c->legs[l];
	lwCurvePoint first = lwGroundCurve_At(&leg->curve, 0.0f), last = lwGroundCurve_At(&leg->curve, 1.0f);
	lwVec3 up = lwRotate(leg->flightFrame, s_up), step = lwMul(first.tangent, leg->curve.length);
	lwQuat frame = lwQuatMul(lwQuatBetween(up, first.normal), leg->flightFrame);
	lwVec3 way = lwSub(StraightFlight(c, l, u, step, frame), leg->current.pos);
	float along = lwDot(way, first.tangent) / lwMaxF(leg->curve.length, 1e-9f);
	lwCurvePoint at = lwGroundCurve_At(&leg->curve, along);
	lwVec3 side = lwCross(first.normal, first.tangent);
	*outPos = lwMulAdd(at.pos, at.normal, lwDot(way, first.normal));
	*outPos = lwMulAdd(*outPos, lwCross(at.normal, at.tangent), lwDot(way, side));
	lwQuat from = lwQuatUpForward(first.normal, first.tangent), to = lwQuatUpForward(last.normal, last.tangent);
	lwQuat a = lwQuatMul(lwConj(from), leg->current.rot), b = lwQuatMul(lwConj(to), leg->next.rot);
	*outRot = lwQuatMul(lwQuatUpForward(at.normal, at.tangent), lwSlerp(a, b, lwSmoothStep(0.0f, 1.0f, u)));
}

// A creature that spins may have a foot's next place on its other side: the foot goes round the body, not under it.
static void KeepAside(const lwCharacter* c, int l, float u, lwVec3* ioPos) {
	const lwLegState* leg = &c->legs[l];
	lwVec3 home = c->asset->legs[l].homeCS;
	float far = lwLength(home), band = 0.1f * c->L;
	if (leg->bodyU >= 1.0f || !(far > 0.0f)) {
		return;
	}
	float x = lwClampF((u - leg->bodyU) / (1.0f - leg->bodyU), 0.0f, 1.0f);
	lwVec3 dir = lwMul(home, 1.0f / far), at = lwLerp3(leg->bodyFrom, leg->bodyTo, x);
	lwVec3 out = lwRotate(lwSlerp(leg->bodyFromRot, leg->bodyToRot, x), dir);
	float least = lwMinF(0.45f * far, lwDot(ClipFrame(c, l, u).printCS, dir) - 0.2f * c->L); // the clip's own swing is not near
	float over = lwDot(lwSub(*ioPos, at), out) - least;
	// 0 from band on, else up to at least 0, without a kink
	float lack = over >= band ? 0.0f : over <= -band ? -over : (band - over) * (band - over) / (4.0f * band);
	*ioPos = lwMulAdd(*ioPos, out, lack * lwSmoothStep(0.0f, 0.3f, u) * lwSmoothStep(0.0f, 0.3f, 1.0f - u));
}

void lwCharacter_FlightPose(const lwCharacter* c, int l, float u, lwVec3* outPos, lwQuat* outRot) {
	const lwLegState* leg = &c->legs[l];
	lwVec3 step = lwSub(leg->next.pos, leg->current.pos);
	float bend = leg->curve.bend;
	if (bend < 1.0f) {
		lwQuat frame = leg->flightFrame;
		if (leg->curve.spans > 0) { // up is the faces'
			lwVec3 up = lwNormalizeOr(lwAdd(leg->current.normal, leg->next.normal), leg->current.normal);
			frame = lwQuatMul(lwQuatBetween(lwRotate(frame, s_up), up), frame);
		}
		*outPos = StraightFlight(c, l, u, step, frame);
		*outRot = lwSlerp(leg->current.rot, leg->next.rot, lwSmoothStep(0.0f, 1.0f, u));
	}
	if (bend > 0.0f) {
		lwVec3 pos;
		lwQuat rot;
		CurvedFlight(c, l, u, &pos, &rot);
		*outPos = bend < 1.0f ? lwLerp3(*outPos, pos, bend) : pos;
		*outRot = bend < 1.0f ? lwSlerp(*outRot, rot, bend) : rot;
	}
	*outRot = lwQuatMul(*outRot, lwQuatAxisAngle(s_up, FlightYaw(c, l, u)));
	KeepAside(c, l, u, outPos);
	if (c->now.oriented && leg->bendU < 1.0f) { // in place and velocity, gone at the strike
		float left = 1.0f - leg->bendU, x = lwClampF((u - leg->bendU) / left, 0.0f, 1.0f), r = 1.0f - x;
		*outPos = lwMulAdd(*outPos, leg->bend, r * r * (1.0f + 2.0f * x));
		*outPos = lwMulAdd(*outPos, leg->bendRate, r * r * x * left);
	}
}

// Steps bend where faces turn; walkers that stay upright step straight from print to print.
void lwCharacter_MakeCurve(lwCharacter* c, int l) {
	lwLegState* leg = &c->legs[l];
	if (!c->now.oriented || lwDistance(leg->current.pos, leg->next.pos) < 1e-3f * c->L) {
		leg->curve.spans = 0;
		leg->curve.bend = 0.0f;
		return;
	}
	lwVec3 outward = lwSub(lwLerp3(leg->current.pos, leg->next.pos, 0.5f), c->frame.pos);
	lwGroundCurve_Make(&leg->curve, &c->def.world, leg->current.pos, leg->current.normal, leg->next.pos, leg->next.normal,
					   outward, c->L, &c->queries);
}

// ---- Clearance -------------------------------------------------------------------------------------------------

#define CLEAR_SAMPLES 40
#define NEIGHBOURS 2 // samples before and after that a moment must clear too: what a frame at 60 Hz skips

// One end of the sole on its way. Heights along up over the line between the prints, at the point's own place on it.
typedef struct ClearTrack {
	lwVec3 point[CLEAR_SAMPLES];
	float height[CLEAR_SAMPLES];
	float ground[CLEAR_SAMPLES];
	float rest[CLEAR_SAMPLES]; // of the ground over the plane of the nearer print
} ClearTrack;

static float SampleAt(int i) {
	return ((float)i + 1.0f) / (float)(CLEAR_SAMPLES + 1);
}

// Height along up of the line between the prints, going on straight beyond them, over the current print.
static float LineAt(const lwLegState* leg, lwVec3 point, lwVec3 up) {
	lwVec3 step = lwSub(leg->next.pos, leg->current.pos);
	lwVec3 level = lwReject(step, up);
	float length2 = lwDot(level, level);
	float share = length2 > 1e-12f ? lwDot(lwSub(point, leg->current.pos), level) / length2 : 0.0f;
	return lwClampF(share, -0.5f, 1.5f) * lwDot(step, up);
}

static void ProbeTrack(lwCharacter* c, const lwLegState* leg, lwVec3 up, ClearTrack* io) {
	float range = c->def.maxStepHeight * c->L;
	for (int i = 0; i < CLEAR_SAMPLES; ++i) {
		lwCastHit hit;
		float over = lwDot(lwSub(io->point[i], leg->current.pos), up);
		float line = LineAt(leg, io->point[i], up);
		bool found = lwCharacter_Probe(c, io->point[i], up, range, lwMaxF(over, 0.0f) + 0.5f * range, &hit);
		io->height[i] = over - line;
		io->ground[i] = found ? lwDot(lwSub(hit.pos, leg->current.pos), up) - line : -range;
		const lwFootprint* near = SampleAt(i) < 0.5f ? &leg->current : &leg->next;
		io->rest[i] = found ? lwDot(lwSub(hit.pos, near->pos), near->normal) : -range;
	}
}

// How far the sole must rise at a moment to be over the ground here and near by.
static float NeedAt(const lwCharacter* c, const ClearTrack* track, int i) {
	float ground = track->ground[i], rest = track->rest[i], low = rest;
	for (int k = -NEIGHBOURS; k <= NEIGHBOURS; ++k) {
		int at = i + k < 0 ? 0 : i + k >= CLEAR_SAMPLES ? CLEAR_SAMPLES - 1 : i + k;
		ground = lwMaxF(ground, track->ground[at]);
		rest = lwMaxF(rest, track->rest[at]);
		low = lwMinF(low, track->rest[at]);
	}
	float u = SampleAt(i);
	float edge = lwSmoothStep(0.0f, 0.1f, u) * lwSmoothStep(0.0f, 0.1f, 1.0f - u);
	// Close to a print what it lies on is no obstacle, the sole comes down there; an edge beside it is.
	float inside = lwSmoothStep(0.05f, 0.25f, lwMinF(u, 1.0f - u));
	float over = lwMaxF(lwMinF(rest, ground), lwMinF(rest - low, 0.05f * c->L));
	float obstacle = lwSmoothStep(0.0f, 0.05f * c->L, lwLerpF(over, ground, inside));
	float clearance = c->def.clearance * c->L * obstacle * lwLerpF(0.45f, 1.0f, edge);
	return ground + clearance - track->height[i];
}

// What a lift's acceleration at its steeper end costs, against its height: a peak near an end makes it grow with the square.
#define SHARP 0.15f

// The lift of least height that serves all needs, rather higher than steeper.
static float LeastLift(const float* needs, float most, float* outPeak) {
	static const float peaks[] = { 0.5f, 0.4f, 0.6f, 0.3f, 0.7f, 0.22f, 0.78f };
	float best = -1.0f, bestCost = -1.0f;
	for (int p = 0; p < (int)(sizeof(peaks) / sizeof(peaks[0])); ++p) {
		float height = 0.0f;
		for (int i = 0; i < CLEAR_SAMPLES; ++i) {
			height = lwMaxF(height, needs[i] / lwMaxF(LiftShape(SampleAt(i), peaks[p]), 0.04f));
		}
		float bend = peaks[p] > 0.5f ? peaks[p] / (1.0f - peaks[p]) : (1.0f - peaks[p]) / peaks[p];
		float cost = height * (1.0f + SHARP * (bend * bend - 1.0f));
		if (bestCost < 0.0f || cost < bestCost) {
			bestCost = cost;
			best = height;
			*outPeak = peaks[p];
		}
	}
	return lwMinF(best, most);
}

// What the sole needs along the flight with the leg's present lag; returns the largest need. outObstacle: the highest
// ground over the line.
static float FindNeeds(lwCharacter* c, int l, float* outNeeds, float* outObstacle) {
	const lwLegState* leg = &c->legs[l];
	const lwAssetLeg* def = &c->asset->legs[l];
	lwVec3 up = lwRotate(c->frame.rot, s_up);
	ClearTrack heel, toe;
	for (int i = 0; i < CLEAR_SAMPLES; ++i) {
		float u = SampleAt(i);
		lwVec3 pos;
		lwQuat rot;
		lwCharacter_FlightPose(c, l, u, &pos, &rot);
		lwFootShape shape = lwCharacter_ShapeAt(c, l, lwLerpF(lwMinF(leg->t, leg->off), leg->strike, u));
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
	float worst = 0.0f;
	*outObstacle = 0.0f;
	for (int i = 0; i < CLEAR_SAMPLES; ++i) {
		*outObstacle = lwMaxF(*outObstacle, lwMaxF(heel.ground[i], sole ? toe.ground[i] : 0.0f));
		outNeeds[i] = NeedAt(c, &heel, i);
		outNeeds[i] = sole ? lwMaxF(outNeeds[i], NeedAt(c, &toe, i)) : outNeeds[i];
		worst = lwMaxF(worst, outNeeds[i]);
	}
	return worst;
}

void lwCharacter_PlanClearance(lwCharacter* c, int l) {
	// Tried in this order while the lift stays high: first up then on, first on then down.
	static const float lags[] = { 1.0f, 1.4f, 0.7f, 2.0f, 0.5f };
	lwLegState* leg = &c->legs[l];
	leg->lift = 0.0f;
	leg->lag = 1.0f;
	leg->flightFrame = c->frame.rot; // what was planned is flown, however the body tilts meanwhile
	if (c->def.world.cast == NULL) {
		return;
	}
	if (c->now.oriented) {
		lwCharacter_ClearAnywhere(c, l);
		return;
	}
	float bestCost = -1.0f, bestLag = 1.0f;
	for (int k = 0; k < (int)(sizeof(lags) / sizeof(lags[0])); ++k) {
		float needs[CLEAR_SAMPLES], peak = 0.5f;
		float lift = leg->lift, liftPeak = leg->liftPeak;
		leg->lift = 0.0f;
		leg->lag = lags[k];
		float obstacle;
		float worst = FindNeeds(c, l, needs, &obstacle);
		float most = obstacle + 4.0f * c->def.clearance * c->L;
		float height = worst > 0.002f * c->L ? LeastLift(needs, most, &peak) : 0.0f;
		float bend = lags[k] > 1.0f ? lags[k] : 1.0f / lags[k];
		float cost = height + 0.1f * c->L * (bend - 1.0f);
		bool better = bestCost < 0.0f || cost < bestCost;
		bestCost = better ? cost : bestCost;
		bestLag = better ? lags[k] : bestLag;
		leg->lift = better ? height : lift;
		leg->liftPeak = better ? peak : liftPeak;
		if (bestCost < 0.15f * c->L) {
			break;
		}
	}
	leg->lag = bestLag;
}
