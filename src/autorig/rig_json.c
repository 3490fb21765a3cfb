// SPDX-License-Identifier: MIT
// Rig files: writing a rig as editable JSON.
#include "autorig/finder.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int Matches(const lwScene* scene, const char* name) {
	int count = 0;
	for (int n = 0; n < scene->nodeCount; ++n) count += strcmp(scene->nodes[n].name, name) == 0;
	return count;
}

// The joint's name where it names that joint alone, else "#node".
static json_t* JointJson(const lwScene* scene, const lwSceneSkeleton* skeleton, int joint) {
	if (joint < 0 || joint >= skeleton->skeleton.jointCount) return json_null();
	int node = skeleton->nodeOfJoint[joint];
	const char* name = scene->nodes[node].name;
	char number[16];
	(void)snprintf(number, sizeof(number), "#%d", node);
	json_t* text = name[0] != 0 && name[0] != '#' && Matches(scene, name) == 1 ? json_string(name) : NULL;
	return text != NULL ? text : json_string(number); // a name that is not UTF-8 falls back on its number
}

static json_t* JointsJson(const lwScene* scene, const lwSceneSkeleton* skeleton, const int* joints, int count) {
	json_t* array = json_array();
	for (int i = 0; i < count; ++i) json_array_append_new(array, JointJson(scene, skeleton, joints[i]));
	return array;
}

static json_t* VectorJson(lwVec3 v) { return json_pack("[f, f, f]", (double)v.x, (double)v.y, (double)v.z); }

static json_t* ContactJson(const lwScene* scene, const lwSceneSkeleton* skeleton, const lwContactPoint* point) {
	return json_pack("{s:o, s:o}", "joint", JointJson(scene, skeleton, point->joint), "pos", VectorJson(point->posLS));
}

static json_t* HingesJson(const lwScene* scene, const lwSceneSkeleton* skeleton, const lwLeg* leg) {
	json_t* array = json_array();
	for (int k = 1; k + 1 < leg->limbCount; ++k) {
		const lwHinge* hinge = leg->hinges + k;
		json_array_append_new(array, json_pack("{s:o, s:o, s:f, s:f}", "joint", JointJson(scene, skeleton, leg->joints[k]), "axis", VectorJson(hinge->axisLS),
											   "min", (double)hinge->minAngle, "max", (double)hinge->maxAngle));
	}
	return array;
}

static json_t* LegJson(const lwScene* scene, const lwSceneSkeleton* skeleton, const lwLeg* leg) {
	json_t* json = json_object();
	json_object_set_new(json, "name", json_string(leg->name));
	json_object_set_new(json, "side", json_integer(leg->side));
	json_object_set_new(json, "row", json_integer(leg->row));
	json_object_set_new(json, "joints", JointsJson(scene, skeleton, leg->joints, leg->jointCount));
	json_object_set_new(json, "limbCount", json_integer(leg->limbCount));
	json_object_set_new(json, "footControl", leg->detached ? JointJson(scene, skeleton, leg->footControl) : json_null());
	json_object_set_new(json, "heel", ContactJson(scene, skeleton, &leg->heel));
	json_object_set_new(json, "toe", leg->singleContact ? json_null() : ContactJson(scene, skeleton, &leg->toe));
	json_object_set_new(json, "hinges", HingesJson(scene, skeleton, leg));
	json_object_set_new(json, "maxReach", json_real((double)leg->maxReach));
	json_object_set_new(json, "confidence", json_real((double)leg->confidence));
	return json;
}

char* lwRig_ToJson(const lwRig* rig, const lwScene* scene, const lwSceneSkeleton* skeleton) { return lwRig_ToJsonWithHints(rig, scene, skeleton, NULL, 0); }

char* lwRig_ToJsonWithHints(const lwRig* rig, const lwScene* scene, const lwSceneSkeleton* skeleton, const lwLegHint* hints, int hintCount) {
	if (!LW_ASSERT(rig != NULL && scene != NULL && skeleton != NULL && (hintCount <= 0 || hints != NULL))) return NULL;
	json_t *json = json_object(), *legs = json_array();
	json_object_set_new(json, "legs", legs);
	for (int i = 0; i < rig->legCount && i < LW_MAX_LEGS; ++i) json_array_append_new(legs, LegJson(scene, skeleton, rig->legs + i));
	json_object_set_new(json, "spine", JointsJson(scene, skeleton, rig->spine, rig->spineCount));
	json_object_set_new(json, "tail", JointsJson(scene, skeleton, rig->tail, rig->tailCount));
	json_object_set_new(json, "helpers", JointsJson(scene, skeleton, rig->helpers, rig->helperCount));
	json_object_set_new(json, "root", JointJson(scene, skeleton, rig->rootJoint));
	json_object_set_new(json, "pelvis", JointJson(scene, skeleton, rig->pelvis));
	if (hintCount > 0) json_object_set_new(json, "hints", lwHints_ToJson(hints, hintCount));
	char* text = json_dumps(json, JSON_INDENT(2) | JSON_REAL_PRECISION(9));
	json_decref(json);
	return text;
}
