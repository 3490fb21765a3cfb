// SPDX-License-Identifier: MIT
// The gait record as JSON: file units, the file's axes, phases of the clip as stored.
#include "analyse/parts.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

static json_t* number(float value) { return json_real((double)value); }

static json_t* vector(lwVec3 v) { return json_pack("[f,f,f]", (double)v.x, (double)v.y, (double)v.z); }

// A time of the gait's own clip as a phase of the clip as stored.
static float stored(const lwAnalysis* a, float phase) {
	if (a->cycles <= 1) return lwWrap01(phase);
	return (a->gait.sourceStart - a->start + lwWrap01(phase) * a->gait.period) / a->duration;
}

static json_t* chainOf(const lwLeg* leg, const lwScene* scene, const lwSceneSkeleton* skeleton) {
	json_t* chain = json_array();
	char buffer[32];
	for (int k = 0; k < leg->jointCount; ++k)
		json_array_append_new(chain, json_string(lwScene_NodeName(scene, skeleton->nodeOfJoint[leg->joints[k]], buffer, (int)sizeof buffer)));
	return chain;
}

static json_t* contactsOf(const lwContactTrack* track) {
	json_t* list = json_array();
	for (int i = 0; i < track->count; ++i) json_array_append_new(list, json_pack("[f,f]", (double)track->from[i], (double)track->to[i]));
	return list;
}

// Points of a curve over the clip's phase, i / LW_CURVE_SAMPLES, in the file's axes.
static json_t* curveOf(const lwVec3* curve, lwVec3 origin) {
	json_t* list = json_array();
	for (int i = 0; i < LW_CURVE_SAMPLES; ++i) json_array_append_new(list, vector(lwAdd(curve[i], origin)));
	return list;
}

static json_t* pointsOf(const lwVec3* points, int count) {
	json_t* list = json_array();
	for (int i = 0; i < count; ++i) json_array_append_new(list, vector(points[i]));
	return list;
}

static json_t* numbersOf(const float* values, int count) {
	json_t* list = json_array();
	for (int i = 0; i < count; ++i) json_array_append_new(list, number(values[i]));
	return list;
}

// A clip that is no cycle: curves over its frames.
static json_t* curvesOf(const lwMotionCurves* c) {
	json_t *o = json_object(), *root = json_array();
	for (int i = 0; i < c->count; ++i) json_array_append_new(root, vector(c->root[i].pos));
	json_object_set_new(o, "step", number(c->step));
	json_object_set_new(o, "root", root);
	json_object_set_new(o, "travelled", numbersOf(c->travelled, c->count));
	json_object_set_new(o, "heading", numbersOf(c->heading, c->count));
	json_object_set_new(o, "height", numbersOf(c->height, c->count));
	return o;
}

static json_t* flightOf(const lwGaitLeg* g) {
	json_t* list = json_array();
	for (int i = 0; i < LW_FLIGHT_SAMPLES; ++i) json_array_append_new(list, vector(g->flight[i]));
	return list;
}

static float phaseOf(const lwAnalysis* a, int l) {
	float phase = a->cycles <= 1 ? lwContacts_Phase(&a->contacts[l]) : -1.0f;
	return phase >= 0.0f ? phase : lwGaitLeg_MidStance(&a->gait.legs[l]);
}

static json_t* legOf(const lwAnalysis* a, int l, float earliest, const lwScene* scene, const lwSceneSkeleton* skeleton) {
	const lwLeg* leg = &a->rig.legs[l];
	const lwGaitLeg* g = &a->gait.legs[l];
	json_t* o = json_object();
	json_object_set_new(o, "name", json_string(leg->name));
	json_object_set_new(o, "chain", chainOf(leg, scene, skeleton));
	json_object_set_new(o, "contact", contactsOf(&a->contacts[l]));
	json_object_set_new(o, "stance", number(stored(a, g->stance)));
	json_object_set_new(o, "foot_lift", number(stored(a, g->stance + g->lift)));
	json_object_set_new(o, "foot_off", number(stored(a, g->stance + g->off)));
	json_object_set_new(o, "foot_strike", number(stored(a, g->stance + g->strike)));
	json_object_set_new(o, "foot_land", number(stored(a, g->stance + g->land)));
	json_object_set_new(o, "duty", number(g->duty));
	json_object_set_new(o, "phase", number(phaseOf(a, l)));
	json_object_set_new(o, "cycle_offset", number(lwWrap01(g->stance - earliest)));
	json_object_set_new(o, "step_length", number(g->stepLength));
	json_object_set_new(o, "speed", number(g->speed));
	json_object_set_new(o, "mid_stance_speed", number(g->midStanceSpeed));
	json_object_set_new(o, "warped_off", number(g->warpedOff));
	json_object_set_new(o, "warped_strike", number(g->warpedStrike));
	json_object_set_new(o, "stance_position", vector(lwAdd(g->stancePosCS, a->gait.originMS)));
	json_object_set_new(o, "off_position", vector(lwAdd(g->offPosCS, a->gait.originMS)));
	json_object_set_new(o, "strike_position", vector(lwAdd(g->strikePosCS, a->gait.originMS)));
	json_object_set_new(o, "foot_direction", vector(g->footDirCS));
	json_object_set_new(o, "flight_path", flightOf(g));
	if (a->gait.cyclic) {
		json_object_set_new(o, "lift_curve", curveOf(g->liftCurve, a->gait.originMS));
		json_object_set_new(o, "plant_curve", curveOf(g->plantCurve, a->gait.originMS));
		json_object_set_new(o, "alpha", numbersOf(g->alpha, LW_CURVE_SAMPLES));
		const lwStanceTrack* stance = &a->stance[l];
		char buffer[32];
		json_object_set_new(o, "stance_joint", stance->joint < 0 ? json_null() : json_string(lwScene_NodeName(scene, skeleton->nodeOfJoint[stance->joint], buffer, (int)sizeof buffer)));
		json_object_set_new(o, "stance_track", pointsOf(stance->posLS, LW_CURVE_SAMPLES));
	} else if (a->curves != NULL) {
		json_object_set_new(o, "lift_curve", pointsOf(a->curves->feet[l].lift, a->curves->count));
		json_object_set_new(o, "plant_curve", pointsOf(a->curves->feet[l].plant, a->curves->count));
		json_object_set_new(o, "alpha", numbersOf(a->curves->feet[l].alpha, a->curves->count));
	}
	json_object_set_new(o, "key_confidence", json_pack("{s:f,s:f,s:f,s:f}", "lift", (double)g->keyConfidence[0], "off", (double)g->keyConfidence[1], "strike", (double)g->keyConfidence[2],
													   "land", (double)g->keyConfidence[3]));
	json_object_set_new(o, "confidence", number(g->confidence));
	return o;
}

static json_t* warningsOf(const char* text) {
	json_t* list = json_array();
	while (*text != '\0') {
		size_t length = strcspn(text, "\n");
		if (length > 0) json_array_append_new(list, json_stringn(text, length));
		text += length + (text[length] == '\n');
	}
	return list;
}

static float earliestStance(const lwGait* gait) {
	float least = 1.0f;
	for (int l = 0; l < gait->legCount; ++l) least = lwMinF(least, gait->legs[l].stance);
	return least;
}

char* lwAnalysis_ToJson(const lwAnalysis* a, const lwScene* scene, const lwSceneSkeleton* skeleton) {
	if (!LW_ASSERT(a != NULL && scene != NULL && skeleton != NULL)) return NULL;
	const lwGait* gait = &a->gait;
	json_t* o = json_object();
	json_object_set_new(o, "name", json_string(gait->clipName));
	json_object_set_new(o, "duration", number(a->duration));
	json_object_set_new(o, "root_motion", json_boolean(gait->rootMotion));
	json_object_set_new(o, "loop_gap", number(a->loopGap));
	json_object_set_new(o, "loop_gap_joint", json_string(a->loopGapJoint));
	json_object_set_new(o, "cycles", json_integer(a->cycles));
	json_object_set_new(o, "cyclic", json_boolean(gait->cyclic));
	json_object_set_new(o, "gait", json_string(gait->gaitName));
	json_object_set_new(o, "speed", number(gait->speed));
	json_object_set_new(o, "speed_spread", number(gait->speedSpread));
	json_object_set_new(o, "direction", vector(gait->directionMS));
	json_object_set_new(o, "period", number(gait->period));
	json_object_set_new(o, "cycle_start", number(gait->sourceStart));
	json_object_set_new(o, "stride", number(gait->stride));
	json_object_set_new(o, "root_velocity", vector(gait->rootVelocityMS));
	json_object_set_new(o, "origin", vector(gait->originMS));
	json_object_set_new(o, "leg_length", number(a->rig.length));
	json_object_set_new(o, "confidence", number(gait->confidence));
	if (a->curves != NULL) json_object_set_new(o, "curves", curvesOf(a->curves));
	json_t* legs = json_array();
	float earliest = earliestStance(gait);
	for (int l = 0; l < gait->legCount; ++l) json_array_append_new(legs, legOf(a, l, earliest, scene, skeleton));
	json_object_set_new(o, "legs", legs);
	json_object_set_new(o, "warnings", warningsOf(a->warnings));
	char* text = json_dumps(o, JSON_INDENT(1) | JSON_REAL_PRECISION(7));
	json_decref(o);
	return text;
}
