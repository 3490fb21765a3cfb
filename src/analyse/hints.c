// SPDX-License-Identifier: MIT
// Hints: key times given by the artist take the place of those found; the contact and the speed follow.
#include "analyse/parts.h"

static float unwrapped(float frame, float stance, float n, bool before) {
	return before ? stance - lwWrap01((stance - frame) / n) * n : stance + lwWrap01((frame - stance) / n) * n;
}

// Of two times out of order the one that was found gives way. way: 1 when outer is the later one.
static void keepOrder(float* inner, bool innerGiven, float* outer, bool outerGiven, float way) {
	if ((*outer - *inner) * way >= 0.0f) return;
	if (innerGiven && !outerGiven) *outer = *inner;
	else *inner = *outer;
}

// The least of flight is kept by what was found.
static void keepFlight(lwKeys* k, bool strikeGiven, bool offGiven, float n) {
	float over = k->off - k->strike - (1.0f - LW_MIN_FLIGHT) * n;
	if (over <= 0.0f) return;
	if (!offGiven) k->off = lwMaxF(k->off - over, k->stance);
	else if (!strikeGiven) k->strike = lwMinF(k->strike + over, k->stance);
}

// frames: strike, land, stance, lift, off in frames of the cycle; NAN: not given.
static void setKeys(lwKeys* k, const float frames[5], float n) {
	float* times[5] = { &k->strike, &k->land, &k->stance, &k->lift, &k->off };
	static const int confidence[5] = { 2, 3, -1, 0, 1 };
	bool given[5];
	for (int t = 0; t < 5; ++t) given[t] = frames[t] == frames[t];
	if (given[2]) k->stance = lwWrap01(frames[2] / n) * n;
	for (int t = 0; t < 5; ++t) {
		if (t == 2) continue;
		*times[t] = unwrapped(given[t] ? frames[t] : *times[t], k->stance, n, t < 2);
		if (given[t]) k->confidence[confidence[t]] = 1.0f;
	}
	keepFlight(k, given[0], given[4], n);
	keepOrder(&k->lift, given[3], &k->off, given[4], 1.0f);
	keepOrder(&k->land, given[1], &k->strike, given[0], -1.0f);
	k->always = k->never = false;
}

static void followContact(lwFeet* feet, int leg, const lwKeys* k) {
	lwFootTrack* foot = &feet->legs[leg];
	float n = (float)feet->frameCount;
	for (int f = 0; f < feet->frameCount; ++f) {
		float since = lwWrap01(((float)f - k->strike) / n) * n;
		bool down = since < k->off - k->strike;
		foot->heelDown[f] = down && foot->heelDown[f];
		foot->toeDown[f] = down && foot->toeDown[f];
		if (down && !foot->heelDown[f] && !foot->toeDown[f]) {
			bool toe = foot->front[f].y - foot->low[1] < foot->rear[f].y - foot->low[0];
			*(toe ? &foot->toeDown[f] : &foot->heelDown[f]) = true;
		}
		foot->down[f] = down;
	}
}

bool lwKeys_Hint(lwFeet* feet, int leg, const float frames[5], lwKeys* io) {
	float n = (float)feet->frameCount;
	setKeys(io, frames, n);
	lwFeet_SetBase(feet, leg, io->stance);
	followContact(feet, leg, io);
	return io->off - io->strike <= (1.0f - LW_MIN_FLIGHT + 1e-3f) * n;
}
