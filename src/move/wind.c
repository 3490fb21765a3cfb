// SPDX-License-Identifier: MIT
#include "legwork/wind.h"

#include "move/surface_state.h"

#define MAX_DRIFT_STEPS 4096 // in one call; what is beyond is left out

// How far within [-half, half] by the depth of the edge: 0 outside, 1 deep inside.
static float Inside(float x, float half, float edge) {
	float depth = half - lwAbsF(x);
	if (!(depth > 0.0f)) {
		return 0.0f;
	}
	return edge > 0.0f ? lwSmoothStep(0.0f, edge, depth) : 1.0f;
}

static lwVec3 VolumeAt(const lwWindVolume* v, lwVec3 posWS) {
	lwVec3 p = lwRotate(lwConj(v->rot), lwSub(posWS, v->pos));
	float share = Inside(p.x, v->half.x, v->edge) * Inside(p.y, v->half.y, v->edge) * Inside(p.z, v->half.z, v->edge);
	return share > 0.0f ? lwMul(lwRotate(v->rot, v->accel), share) : lwV3(0.0f, 0.0f, 0.0f);
}

lwVec3 lwWindField_At(void* field, lwVec3 posWS, float time) {
	const lwWindField* f = field;
	lwVec3 wind = f->accel;
	if (f->gust > 0.0f && f->gustPeriod > 0.0f) {
		float phase = lwWrap01(time / f->gustPeriod) * 2.0f * LW_PI;
		wind = lwMul(wind, 1.0f - 0.5f * f->gust * (1.0f - lwCos(phase)));
	}
	for (int i = 0; i < f->volumeCount && i < LW_MAX_WIND_VOLUMES; ++i) {
		wind = lwAdd(wind, VolumeAt(&f->volumes[i], posWS));
	}
	return wind;
}

lwVec3 lwWindDrift_Update(lwWindDrift* drift, lwWindFcn* wind, void* windUser, lwVec3 gravity, float substep, float dt) {
	if (!LW_ASSERT(drift != NULL && substep > 0.0f)) {
		return lwV3(0.0f, 0.0f, 0.0f);
	}
	drift->carry += dt > 0.0f && dt < 1e6f ? (double)dt : 0.0;
	for (int i = 0; i < MAX_DRIFT_STEPS && drift->carry >= (double)substep; ++i) {
		drift->pos = AirStep(drift->pos, &drift->velocity, gravity, wind, windUser, (float)drift->time, substep);
		drift->time += (double)substep;
		drift->carry -= (double)substep;
	}
	if (drift->carry >= (double)substep) {
		drift->carry = 0.0;
	}
	lwVec3 ahead = drift->velocity;
	return AirStep(drift->pos, &ahead, gravity, wind, windUser, (float)drift->time, (float)drift->carry);
}
