// SPDX-License-Identifier: MIT
// The measured sheets of the shared assets, and how an analysis compares with them.
#ifndef LEGWORK_TESTS_ANALYSE_TRUTH_H
#define LEGWORK_TESTS_ANALYSE_TRUTH_H

#include "legwork/analyse.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DATA LEGWORK_SOURCE_DIR "/../shared/data/"

typedef struct truthScore {
	int legs, contactsGood, phases, phasesGood, clips, speedsGood, directions, directionsGood;
} truthScore;

static inline double truthNumber(const json_t* object, const char* key, double fallback) {
	const json_t* value = json_object_get(object, key);
	return json_is_number(value) ? json_number_value(value) : fallback;
}

// Contact as a mask over the cycle (or take), in steps of 0.05 %.
#define TRUTH_STEPS 2000
static inline void truthMask(const lwContactTrack* track, bool wraps, bool* out) {
	memset(out, 0, TRUTH_STEPS * sizeof(bool));
	for (int i = 0; i < track->count; ++i) {
		for (int k = (int)lrint((double)track->from[i] * TRUTH_STEPS); k < (int)lrint((double)track->to[i] * TRUTH_STEPS); ++k) {
			if (wraps) out[((k % TRUTH_STEPS) + TRUTH_STEPS) % TRUTH_STEPS] = true;
			else if (k >= 0 && k < TRUTH_STEPS) out[k] = true;
		}
	}
}

// Intersection over union of two masks.
static inline double truthIoU(const bool* a, const bool* b) {
	int both = 0, any = 0;
	for (int i = 0; i < TRUTH_STEPS; ++i) {
		both += a[i] && b[i];
		any += a[i] || b[i];
	}
	return any > 0 ? (double)both / any : 1.0;
}

static inline double cyclicApart(double a, double b) { return fabs(a - b - floor(a - b + 0.5)); }

// Largest distance of interval ends, cycles; 1 when the number of intervals differs.
static inline double truthEnds(const lwContactTrack* a, const lwContactTrack* b) {
	if (a->count != b->count) return 1.0;
	double worst = 0.0;
	for (int i = 0; i < a->count; ++i) {
		double best = 1.0;
		for (int k = 0; k < b->count; ++k) {
			double d = fmax(cyclicApart((double)a->from[i], (double)b->from[k]), cyclicApart((double)a->to[i], (double)b->to[k]));
			best = fmin(best, d);
		}
		worst = fmax(worst, best);
	}
	return worst;
}

static inline void truthTrack(const json_t* leg, double t0, double duration, lwContactTrack* out) {
	memset(out, 0, sizeof *out);
	const json_t* phases = json_object_get(leg, "contact_intervals_phase");
	const json_t* list = phases != NULL ? phases : json_object_get(leg, "contact_intervals_s");
	double shift = phases != NULL ? 0.0 : t0, scale = phases != NULL ? 1.0 : 1.0 / duration;
	for (size_t i = 0; i < json_array_size(list) && i < LW_MAX_CONTACTS; ++i) {
		const json_t* pair = json_array_get(list, i);
		out->from[i] = (float)((json_number_value(json_array_get(pair, 0)) - shift) * scale);
		out->to[i] = (float)((json_number_value(json_array_get(pair, 1)) - shift) * scale);
		++out->count;
	}
}

#endif
