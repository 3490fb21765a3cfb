// SPDX-License-Identifier: MIT
#include "bake/recorder.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

bool lwRecorder_Init(lwRecorder* r, int jointCount, int legCount) {
	memset(r, 0, sizeof(*r));
	r->jointCount = jointCount;
	r->legCount = legCount;
	for (int l = 0; l < legCount; ++l) {
		r->legs[l].lastStrike = r->legs[l].lastOff = -1.0f;
	}
	return true;
}

void lwRecorder_Free(lwRecorder* r) {
	free(r->local);
	free(r->placement);
	free(r->frame);
	free(r->phase);
	free(r->steady);
	for (int l = 0; l < r->legCount; ++l) {
		free(r->legs[l].contacts);
	}
	memset(r, 0, sizeof(*r));
}

static bool Grow(void** ioArray, size_t count, size_t size) {
	void* grown = realloc(*ioArray, count * size);
	if (grown == NULL) {
		return false;
	}
	*ioArray = grown;
	return true;
}

static bool Reserve(lwRecorder* r) {
	if (r->frames < r->capacity) {
		return true;
	}
	size_t n = (size_t)(r->capacity == 0 ? 512 : r->capacity * 2);
	bool ok = Grow((void**)&r->local, n * (size_t)r->jointCount, sizeof(lwTransform)) &&
			  Grow((void**)&r->placement, n, sizeof(lwTransform)) && Grow((void**)&r->frame, n, sizeof(lwTransform)) &&
			  Grow((void**)&r->phase, n, sizeof(float)) && Grow((void**)&r->steady, n, sizeof(bool));
	r->capacity = ok ? (int)n : r->capacity;
	return ok;
}

static lwContactRecord* NewContact(lwLegRecord* leg) {
	if (leg->count == leg->capacity) {
		int n = leg->capacity == 0 ? 32 : leg->capacity * 2;
		if (!Grow((void**)&leg->contacts, (size_t)n, sizeof(lwContactRecord))) {
			return NULL;
		}
		leg->capacity = n;
	}
	lwContactRecord* contact = &leg->contacts[leg->count++];
	memset(contact, 0, sizeof(*contact));
	contact->to = -1.0f;
	return contact;
}

static bool AddLeg(lwRecorder* r, lwCharacter* c, int l) {
	lwLegRecord* leg = &r->legs[l];
	lwLegStatus status = lwCharacter_Leg(c, l);
	if (leg->count == 0) {
		lwContactRecord* first = NewContact(leg);
		if (first == NULL) {
			return false;
		}
		first->from = 0.0f;
		first->print = status.current;
	}
	if (status.offTime >= 0.0f && status.offTime != leg->lastOff) {
		leg->lastOff = status.offTime;
		leg->contacts[leg->count - 1].to = status.offTime;
	}
	if (status.strikeTime >= 0.0f && status.strikeTime != leg->lastStrike) {
		leg->lastStrike = status.strikeTime;
		lwContactRecord* next = NewContact(leg);
		if (next == NULL) {
			return false;
		}
		next->from = status.strikeTime;
		next->print = status.current;
		next->predicted = status.predicted;
		next->hasPrediction = true;
		r->steps += 1;
	}
	r->searching += status.searching ? 1 : 0;
	return true;
}

static void AddGait(lwRecorder* r, const lwCharacter* c) {
	int gait = lwCharacter_Gait(c);
	bool news = gait >= 0 && (r->gaitCount == 0 || r->gaits[r->gaitCount - 1] != gait);
	if (news && r->gaitCount < LW_GAIT_RECORDS) {
		r->gaits[r->gaitCount] = gait;
		r->gaitFrom[r->gaitCount++] = lwCharacter_Time(c);
	}
}

bool lwRecorder_Add(lwRecorder* r, lwCharacter* c, bool steady) {
	if (!Reserve(r)) {
		return false;
	}
	size_t at = (size_t)r->frames * (size_t)r->jointCount;
	memcpy(r->local + at, lwCharacter_Pose(c), (size_t)r->jointCount * sizeof(lwTransform));
	r->placement[r->frames] = lwMat34Decompose(lwCharacter_ModelToWorld(c), NULL);
	r->frame[r->frames] = lwCharacter_Frame(c);
	r->phase[r->frames] = lwCharacter_Phase(c);
	r->steady[r->frames] = steady;
	AddGait(r, c);
	r->frames += 1;
	for (int l = 0; l < r->legCount; ++l) {
		if (!AddLeg(r, c, l)) {
			return false;
		}
	}
	return true;
}

// ---- Schedule --------------------------------------------------------------------------------------------------

static json_t* Number(float v) {
	return json_real((double)v);
}

static json_t* Vec(lwVec3 v) {
	json_t* a = json_array();
	json_array_append_new(a, Number(v.x));
	json_array_append_new(a, Number(v.y));
	json_array_append_new(a, Number(v.z));
	return a;
}

static json_t* Interval(float from, float to) {
	json_t* a = json_array();
	json_array_append_new(a, Number(from));
	json_array_append_new(a, Number(to));
	return a;
}

static json_t* LegJson(const lwRecorder* r, int l, const lwScheduleInfo* info) {
	const lwLegRecord* leg = &r->legs[l];
	float end = r->frames > 0 ? (float)(r->frames - 1) / info->fps : 0.0f;
	json_t* contacts = json_array();
	json_t* prints = json_array();
	json_t* predicted = json_array();
	for (int i = 0; i < leg->count; ++i) {
		const lwContactRecord* k = &leg->contacts[i];
		if (info->oriented && !k->print.found) { // keeps to its animation: no contact
			continue;
		}
		json_array_append_new(contacts, Interval(k->from, k->to < 0.0f ? end : k->to));
		json_array_append_new(prints, Vec(k->print.pos));
		json_array_append_new(predicted, k->hasPrediction ? Vec(k->predicted.pos) : json_null());
	}
	json_t* o = json_object();
	json_object_set_new(o, "name", json_string(info->rig->legs[l].name));
	json_object_set_new(o, "contact", contacts);
	json_object_set_new(o, "footprints", prints);
	json_object_set_new(o, "predicted", predicted);
	return o;
}

static json_t* FrameJson(const lwRecorder* r) {
	json_t* a = json_array();
	for (int f = 0; f < r->frames; ++f) {
		lwTransform t = r->frame[f];
		const float v[7] = { t.pos.x, t.pos.y, t.pos.z, t.rot.x, t.rot.y, t.rot.z, t.rot.w };
		for (int i = 0; i < 7; ++i) {
			json_array_append_new(a, Number(v[i]));
		}
	}
	return a;
}

static json_t* SteadyJson(const lwRecorder* r, float fps) {
	json_t* a = json_array();
	int from = -1;
	for (int f = 0; f <= r->frames; ++f) {
		bool steady = f < r->frames && r->steady[f];
		if (steady && from < 0) {
			from = f;
		} else if (!steady && from >= 0) {
			json_array_append_new(a, Interval((float)from / fps, (float)(f - 1) / fps));
			from = -1;
		}
	}
	return a;
}

static json_t* GaitsJson(const lwRecorder* r, const lwMotionSet* motions) {
	json_t* a = json_array();
	for (int i = 0; i < r->gaitCount; ++i) {
		json_t* change = json_array();
		json_array_append_new(change, Number(r->gaitFrom[i]));
		json_array_append_new(change, json_string(lwMotionSet_GaitName(motions, r->gaits[i])));
		json_array_append_new(a, change);
	}
	return a;
}

char* lwRecorder_ScheduleJson(const lwRecorder* r, const lwScheduleInfo* info) {
	json_t* phase = json_array();
	for (int f = 0; f < r->frames; ++f) {
		json_array_append_new(phase, Number(r->phase[f]));
	}
	json_t* legs = json_array();
	for (int l = 0; l < r->legCount; ++l) {
		json_array_append_new(legs, LegJson(r, l, info));
	}
	json_t* o = json_object();
	json_object_set_new(o, "version", json_integer(1));
	json_object_set_new(o, "root", json_integer(info->rootNode));
	json_object_set_new(o, "sourceClip", json_string(info->sourceClip));
	if (info->idleClip != NULL) {
		json_object_set_new(o, "idleClip", json_string(info->idleClip));
	}
	json_object_set_new(o, "fps", Number(info->fps));
	json_object_set_new(o, "period", Number(info->period));
	json_object_set_new(o, "samplePeriod", Number(info->samplePeriod));
	json_object_set_new(o, "speed", Number(info->speed));
	json_object_set_new(o, "sampleSpeed", Number(info->sampleSpeed));
	json_object_set_new(o, "length", Number(info->length));
	if (info->oriented) {
		json_object_set_new(o, "oriented", json_true());
	}
	json_object_set_new(o, "phase", phase);
	json_object_set_new(o, "frame", FrameJson(r));
	json_object_set_new(o, "steady", SteadyJson(r, info->fps));
	if (info->motions != NULL) {
		json_object_set_new(o, "gaits", GaitsJson(r, info->motions));
	}
	json_object_set_new(o, "legs", legs);
	json_t* root = json_object();
	json_object_set_new(root, "legwork", o);
	char* text = json_dumps(root, JSON_COMPACT | JSON_REAL_PRECISION(9));
	json_decref(root);
	return text;
}
