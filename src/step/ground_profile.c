// SPDX-License-Identifier: MIT
// Ground profile: the ground's height under every leg's track, at stations fixed to the way travelled, averaged by a
// smooth kernel. Stations do not move with the body, so the average changes smoothly over the sharpest step.
#include "step/state.h"

#define KERNEL_STATIONS 8 // stations in half a kernel

static bool IsFinite(float v) {
	return v > -1e18f && v < 1e18f;
}

static bool IsFinite3(lwVec3 v) {
	return IsFinite(v.x) && IsFinite(v.y) && IsFinite(v.z);
}

// False: the answer was no good.
static bool Check(const lwCharacter* c, lwMotion* io) {
	lwQuat q = io->rot;
	bool turned = !io->oriented || lwAbsF(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w - 1.0f) < 0.01f;
	bool good = turned && IsFinite3(io->pos) && IsFinite3(io->velocity) && IsFinite(io->yaw) && IsFinite(io->yawRate) &&
				io->distance > -1e6f * c->stationStep && io->distance < 1e6f * c->stationStep;
	if (!good) {
		*io = c->now;
	}
	return good;
}

void lwCharacter_Predict(const lwCharacter* c, float seconds, lwMotion* out) {
	*out = (lwMotion){ .rot = lwQuatIdentity() };
	c->def.predictor.atTime(c->def.predictor.user, seconds, out);
	if (Check(c, out)) {
		lwCharacter_ToCarrier(c, seconds, out);
	}
}

void lwCharacter_PredictAt(const lwCharacter* c, float distance, lwMotion* out) {
	*out = (lwMotion){ .rot = lwQuatIdentity() };
	c->def.predictor.atDistance(c->def.predictor.user, distance, out);
	(void)Check(c, out);
}

bool lwCharacter_Probe(lwCharacter* c, lwVec3 at, lwVec3 up, float above, float below, lwCastHit* outHit) {
	if (c->def.world.cast == NULL) {
		// The plane y = 0.
		float rate = up.y > 0.05f ? up.y : 0.05f;
		float height = at.y / rate;
		outHit->hit = height < below && height > -above;
		outHit->pos = lwMulAdd(at, up, -height);
		outHit->normal = outHit->faceNormal = lwV3(0.0f, 1.0f, 0.0f);
		outHit->body = 0;
		return outHit->hit;
	}
	c->queries += 1;
	lwVec3 from = lwMulAdd(at, up, above);
	*outHit = lwWorld_Ray(&c->def.world, from, lwMul(up, -(above + below)), lw_channelAll);
	outHit->hit = outHit->hit && IsFinite3(outHit->pos) && lwAbsF(lwDot(outHit->faceNormal, outHit->faceNormal) - 1.0f) < 0.01f;
	return outHit->hit;
}

static int FloorInt(float v) {
	int i = (int)v;
	return v < (float)i ? i - 1 : i;
}

// A station of the way: the same for every leg.
typedef struct Station {
	int key;
	float weight;
	lwVec3 pos;
	lwQuat yaw;
} Station;

void lwCharacter_ForgetGround(lwCharacter* c) {
	for (int l = 0; l < c->legCount; ++l) {
		c->legs[l].stationKnown = 0;
	}
}

// What legs know of a slot holds while the same station lies where it lay.
static void Recall(lwCharacter* c, const Station* station) {
	int slot = station->key & (LW_STATIONS - 1);
	lwQuat turn = lwQuatMul(lwConj(c->stationYaw[slot]), station->yaw);
	float moved = lwDistance(c->stationPos[slot], station->pos) + 2.0f * lwAbsF(turn.y) * 2.0f * c->asset->footRadius;
	if (c->stationKey[slot] == station->key && moved < 0.02f * c->L) {
		return;
	}
	c->stationKey[slot] = station->key;
	c->stationPos[slot] = station->pos;
	c->stationYaw[slot] = station->yaw;
	for (int l = 0; l < c->legCount; ++l) {
		c->legs[l].stationKnown &= ~((uint64_t)1 << slot);
	}
}

// Height of the ground at a station under a leg; asks the world once per station.
static float StationHeight(lwCharacter* c, lwLegState* leg, const lwAssetLeg* def, const Station* station) {
	lwVec3 home = lwV3(def->homeCS.x, 0.0f, def->homeCS.z);
	lwVec3 at = lwAdd(station->pos, lwRotate(station->yaw, home));
	int slot = station->key & (LW_STATIONS - 1);
	if ((leg->stationKnown >> slot & 1) != 0) {
		return leg->stationY[slot];
	}
	leg->stationKnown |= (uint64_t)1 << slot;
	lwCastHit hit;
	float range = c->def.maxStepHeight * c->L;
	bool found = lwCharacter_Probe(c, at, lwV3(0.0f, 1.0f, 0.0f), range, 2.0f * range, &hit);
	leg->stationY[slot] = found ? hit.pos.y : at.y;
	return leg->stationY[slot];
}

// The stations under the kernel at a distance, with their weights; the count.
static int FindStations(lwCharacter* c, float distance, Station outStations[2 * KERNEL_STATIONS]) {
	int first = FloorInt((distance - c->kernelHalf) / c->stationStep) + 1, count = 0;
	for (int k = first; k < first + 2 * KERNEL_STATIONS; ++k) {
		float x = ((float)k * c->stationStep - distance) / c->kernelHalf;
		float w = x > -1.0f && x < 1.0f ? (1.0f - x * x) * (1.0f - x * x) : 0.0f;
		if (w > 0.0f) {
			lwMotion m;
			lwCharacter_PredictAt(c, (float)k * c->stationStep, &m);
			outStations[count] = (Station){ k, w, m.pos, lwQuatAxisAngle(lwV3(0.0f, 1.0f, 0.0f), m.yaw) };
			Recall(c, &outStations[count++]);
		}
	}
	return count;
}

static float SmoothHeight(lwCharacter* c, int l, const Station* stations, int count) {
	float sum = 0.0f, weights = 0.0f;
	for (int i = 0; i < count; ++i) {
		sum += stations[i].weight * StationHeight(c, &c->legs[l], &c->asset->legs[l], &stations[i]);
		weights += stations[i].weight;
	}
	return weights > 0.0f ? sum / weights : 0.0f;
}

// Plane y = height + slopeX x + slopeZ z through the legs' smoothed heights, in the yaw-aligned frame.
static void FitPlane(const lwCharacter* c, const float* heights, float* outHeight, float* outSlopeX, float* outSlopeZ) {
	float n = (float)c->legCount, mx = 0.0f, mz = 0.0f, mh = 0.0f;
	for (int l = 0; l < c->legCount; ++l) {
		mx += c->asset->legs[l].homeCS.x / n;
		mz += c->asset->legs[l].homeCS.z / n;
		mh += heights[l] / n;
	}
	float xx = 1e-4f * c->L * c->L, zz = xx, xz = 0.0f, xh = 0.0f, zh = 0.0f;
	for (int l = 0; l < c->legCount; ++l) {
		float x = c->asset->legs[l].homeCS.x - mx, z = c->asset->legs[l].homeCS.z - mz, h = heights[l] - mh;
		xx += x * x;
		zz += z * z;
		xz += x * z;
		xh += x * h;
		zh += z * h;
	}
	float det = xx * zz - xz * xz;
	float sx = 0.0f, sz = 0.0f;
	if (c->def.tilt > 0.0f && det > 0.0f) {
		sx = (xh * zz - zh * xz) / det;
		sz = (zh * xx - xh * xz) / det;
	}
	*outSlopeX = sx * c->def.tilt;
	*outSlopeZ = sz * c->def.tilt;
	*outHeight = mh - sx * mx - sz * mz;
}

lwTransform lwCharacter_FrameAt(lwCharacter* c, const lwMotion* motion) {
	if (motion->oriented) { // the mover knows
		return (lwTransform){ motion->pos, motion->rot, { 1.0f, 1.0f, 1.0f } };
	}
	float heights[LW_MAX_LEGS];
	Station stations[2 * KERNEL_STATIONS];
	int count = FindStations(c, motion->distance, stations);
	for (int l = 0; l < c->legCount; ++l) {
		heights[l] = SmoothHeight(c, l, stations, count);
	}
	float height, sx, sz;
	FitPlane(c, heights, &height, &sx, &sz);
	lwTransform frame = lwTransformIdentity();
	lwQuat yaw = lwQuatAxisAngle(lwV3(0.0f, 1.0f, 0.0f), motion->yaw);
	lwVec3 up = lwRotate(yaw, lwNormalizeOr(lwV3(-sx, 1.0f, -sz), lwV3(0.0f, 1.0f, 0.0f)));
	frame.pos = lwV3(motion->pos.x, height, motion->pos.z);
	frame.rot = lwQuatMul(lwQuatBetween(lwV3(0.0f, 1.0f, 0.0f), up), yaw);
	return frame;
}
