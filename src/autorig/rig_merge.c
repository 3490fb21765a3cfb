// SPDX-License-Identifier: MIT
// Rig files: reading one over a rig. Every message names its place: "rig.json: legs[1].joints[2]: reason".
#include "autorig/finder.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Reader {
	const lwScene* scene;
	const lwSceneSkeleton* skeleton;
	lwResult result;                // the first failure
} Reader;

static bool Fail(Reader* reader, const char* format, ...) LW_PRINTF(2, 3);

static bool Fail(Reader* reader, const char* format, ...) {
	char text[384];
	va_list args;
	va_start(args, format);
	(void)vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	if (reader->result.status == lw_ok) reader->result = lwResult_Fail(lw_errorData, "rig.json: %s", text);
	return false;
}

// Only these keys may be there: a misspelt key must not pass for "not given".
static bool CheckKeys(Reader* reader, const json_t* object, const char* place, const char* const* keys) {
	const char* key;
	json_t* value;
	json_object_foreach((json_t*)(uintptr_t)object, key, value) {
		bool known = false;
		for (int i = 0; keys[i] != NULL; ++i) known = known || strcmp(keys[i], key) == 0;
		if (!known) return Fail(reader, "%s%s'%.60s': unknown key", place, place[0] ? "." : "", key);
	}
	return true;
}

static bool ReadJoint(Reader* reader, const json_t* json, const char* place, int* out) {
	if (!json_is_string(json)) return Fail(reader, "%s: must be a joint's name or \"#node\"", place);
	const char* name = json_string_value(json);
	int node = lwScene_FindNode(reader->scene, name), same = 0;
	if (node < 0) return Fail(reader, "%s: no joint named '%.60s'", place, name);
	for (int n = 0; name[0] != '#' && n < reader->scene->nodeCount; ++n) same += strcmp(reader->scene->nodes[n].name, name) == 0;
	if (same > 1) return Fail(reader, "%s: %d joints are named '%.60s'; use \"#node\", the first is \"#%d\"", place, same, name, node);
	*out = reader->skeleton->jointOfNode[node];
	return true;
}

static bool ReadJoints(Reader* reader, const json_t* json, const char* place, int capacity, int* out, int* outCount) {
	if (!json_is_array(json)) return Fail(reader, "%s: must be an array of joint names", place);
	int count = (int)json_array_size(json);
	if (count > capacity) return Fail(reader, "%s: %d joints, at most %d", place, count, capacity);
	for (int i = 0; i < count; ++i) {
		char at[128];
		(void)snprintf(at, sizeof(at), "%.90s[%d]", place, i);
		if (!ReadJoint(reader, json_array_get(json, (size_t)i), at, out + i)) return false;
	}
	*outCount = count;
	return true;
}

static bool ReadNumber(Reader* reader, const json_t* json, const char* place, float low, float high, float* out) {
	double value = json_is_number(json) ? json_number_value(json) : (double)low - 1.0;
	if (!(value >= (double)low && value <= (double)high)) return Fail(reader, "%s: must be a number from %g to %g", place, (double)low, (double)high);
	*out = (float)value;
	return true;
}

static bool ReadWhole(Reader* reader, const json_t* json, const char* place, int low, int high, int* out) {
	if (!json_is_integer(json) || json_integer_value(json) < low || json_integer_value(json) > high) return Fail(reader, "%s: must be a whole number from %d to %d", place, low, high);
	*out = (int)json_integer_value(json);
	return true;
}

static bool ReadVector(Reader* reader, const json_t* json, const char* place, lwVec3* out) {
	float v[3];
	if (!json_is_array(json) || json_array_size(json) != 3) return Fail(reader, "%s: must be three numbers", place);
	for (size_t i = 0; i < 3; ++i) {
		if (!ReadNumber(reader, json_array_get(json, i), place, -1e9f, 1e9f, v + i)) return false;
	}
	*out = lwV3(v[0], v[1], v[2]);
	return true;
}

static bool ReadContact(Reader* reader, const json_t* json, const char* place, lwContactPoint* io) {
	static const char* const keys[] = { "joint", "pos", NULL };
	char at[128];
	if (!json_is_object(json)) return Fail(reader, "%s: must be an object with joint and pos", place);
	if (!CheckKeys(reader, json, place, keys)) return false;
	json_t *joint = json_object_get(json, "joint"), *pos = json_object_get(json, "pos");
	(void)snprintf(at, sizeof(at), "%.90s.joint", place);
	if (joint != NULL && !ReadJoint(reader, joint, at, &io->joint)) return false;
	(void)snprintf(at, sizeof(at), "%.90s.pos", place);
	if (pos == NULL) return Fail(reader, "%s: missing", at);
	return ReadVector(reader, pos, at, &io->posLS);
}

static bool ReadHinge(Reader* reader, const json_t* json, const char* place, lwLeg* io) {
	static const char* const keys[] = { "joint", "axis", "min", "max", NULL };
	char at[128];
	int joint = -1;
	if (!json_is_object(json)) return Fail(reader, "%s: must be an object with joint, axis, min and max", place);
	if (!CheckKeys(reader, json, place, keys)) return false;
	(void)snprintf(at, sizeof(at), "%.90s.joint", place);
	if (!ReadJoint(reader, json_object_get(json, "joint"), at, &joint)) return false;
	for (int k = 1; k + 1 < io->limbCount; ++k) {
		if (io->joints[k] != joint) continue;
		lwHinge* hinge = io->hinges + k;
		(void)snprintf(at, sizeof(at), "%.90s.axis", place);
		if (!ReadVector(reader, json_object_get(json, "axis"), at, &hinge->axisLS)) return false;
		float size = lwLength(hinge->axisLS);
		if (lwAbsF(size - 1.0f) > 1e-5f) hinge->axisLS = lwNormalizeOr(hinge->axisLS, lwV3(0, 0, 0));
		(void)snprintf(at, sizeof(at), "%.90s.min", place);
		if (!ReadNumber(reader, json_object_get(json, "min"), at, -7.0f, 7.0f, &hinge->minAngle)) return false;
		(void)snprintf(at, sizeof(at), "%.90s.max", place);
		if (!ReadNumber(reader, json_object_get(json, "max"), at, -7.0f, 7.0f, &hinge->maxAngle)) return false;
		if (hinge->minAngle > hinge->maxAngle) return Fail(reader, "%s: min is above max", place);
		return true;
	}
	return Fail(reader, "%s: the joint is no middle joint of the leg's limb", at);
}

static bool ReadLimb(Reader* reader, const json_t* json, const char* place, lwLeg* io, unsigned* given) {
	char at[128];
	json_t *joints = json_object_get(json, "joints"), *limb = json_object_get(json, "limbCount"), *control = json_object_get(json, "footControl");
	(void)snprintf(at, sizeof(at), "%.90s.joints", place);
	if (joints != NULL) {
		int before[LW_MAX_LEG_JOINTS], count = io->jointCount;
		memcpy(before, io->joints, sizeof(before));
		if (!ReadJoints(reader, joints, at, LW_MAX_LEG_JOINTS, io->joints, &io->jointCount)) return false;
		if (io->jointCount < 2) return Fail(reader, "%s: a leg needs at least 2 joints", at);
		if (count != io->jointCount || memcmp(before, io->joints, sizeof(int) * (size_t)count) != 0) *given |= lw_givenJoints;
	}
	(void)snprintf(at, sizeof(at), "%.90s.footControl", place);
	if (control != NULL) {
		int was = io->footControl;
		if (json_is_null(control)) io->footControl = -1;
		else if (!ReadJoint(reader, control, at, &io->footControl)) return false;
		if (was != io->footControl) *given |= lw_givenJoints;
	}
	io->detached = io->footControl >= 0;
	(void)snprintf(at, sizeof(at), "%.90s.limbCount", place);
	if (limb != NULL) {
		int was = io->limbCount;
		if (!ReadWhole(reader, limb, at, 2, io->jointCount, &io->limbCount)) return false;
		if (was != io->limbCount || (*given & lw_givenJoints)) *given |= lw_givenLimb;
	} else if ((*given & lw_givenJoints) && io->detached) { // what hangs on the control is foot
		io->limbCount = 0;
		while (io->limbCount < io->jointCount && !lwSkeleton_IsAncestor(&reader->skeleton->skeleton, io->footControl, io->joints[io->limbCount])) ++io->limbCount;
		if (io->limbCount < 2) return Fail(reader, "%s: the limb has fewer than 2 joints", place);
	} else if (io->limbCount > io->jointCount) {
		io->limbCount = io->jointCount;
	}
	return true;
}

static bool ReadLeg(Reader* reader, const json_t* json, const char* place, lwLeg* io, unsigned* given) {
	char at[128];
	json_t *heel = json_object_get(json, "heel"), *toe = json_object_get(json, "toe"), *hinges = json_object_get(json, "hinges"), *value;
	if (!ReadLimb(reader, json, place, io, given)) return false;
	(void)snprintf(at, sizeof(at), "%.90s.side", place);
	if ((value = json_object_get(json, "side")) != NULL && !ReadWhole(reader, value, at, -1, 1, &io->side)) return false;
	(void)snprintf(at, sizeof(at), "%.90s.row", place);
	if ((value = json_object_get(json, "row")) != NULL && !ReadWhole(reader, value, at, 0, LW_MAX_LEGS, &io->row)) return false;
	(void)snprintf(at, sizeof(at), "%.90s.heel", place);
	if (heel != NULL) {
		if (!ReadContact(reader, heel, at, &io->heel)) return false;
		*given |= lw_givenHeel;
	}
	(void)snprintf(at, sizeof(at), "%.90s.toe", place);
	if (toe != NULL && !json_is_null(toe)) {
		if (!ReadContact(reader, toe, at, &io->toe)) return false;
		*given |= lw_givenToe;
		io->singleContact = false;
	} else if (toe != NULL) {
		io->singleContact = true;
		if (heel != NULL) {
			io->toe = io->heel;
			*given |= lw_givenToe;
		}
	}
	(void)snprintf(at, sizeof(at), "%.90s.maxReach", place);
	if ((value = json_object_get(json, "maxReach")) != NULL) {
		if (!ReadNumber(reader, value, at, 0.01f, 1.0f, &io->maxReach)) return false;
		*given |= lw_givenReach;
	}
	(void)snprintf(at, sizeof(at), "%.90s.confidence", place);
	if ((value = json_object_get(json, "confidence")) != NULL && !ReadNumber(reader, value, at, 0.0f, 1.0f, &io->confidence)) return false;
	if (hinges == NULL) return true;
	(void)snprintf(at, sizeof(at), "%.90s.hinges", place);
	if (!json_is_array(hinges)) return Fail(reader, "%s: must be an array", at);
	for (size_t i = 0; i < json_array_size(hinges); ++i) {
		(void)snprintf(at, sizeof(at), "%.90s.hinges[%d]", place, (int)i);
		if (!ReadHinge(reader, json_array_get(hinges, i), at, io)) return false;
	}
	*given |= lw_givenHinges;
	return true;
}

static int NewLeg(lwRig* io, const char* name) {
	lwLeg* leg = io->legs + io->legCount;
	memset(leg, 0, sizeof(*leg));
	(void)snprintf(leg->name, LW_NAME_SIZE, "%s", name);
	leg->footControl = -1;
	leg->row = io->legCount > 0 ? io->legs[io->legCount - 1].row + 1 : 0;
	return io->legCount++;
}

static bool IsNamed(const json_t* legs, const char* name) {
	for (size_t i = 0; i < json_array_size(legs); ++i) {
		const char* other = json_string_value(json_object_get(json_array_get(legs, i), "name"));
		if (other != NULL && strcmp(other, name) == 0) return true;
	}
	return false;
}

// A new name over the joints of a found leg that the file does not name: that leg, renamed. -1: a leg of its own.
static int RenamedLeg(Reader* reader, const json_t* legs, const json_t* entry, const lwRig* rig) {
	int joints[LW_MAX_LEG_JOINTS], count = 0;
	if (!ReadJoints(reader, json_object_get(entry, "joints"), "legs.joints", LW_MAX_LEG_JOINTS, joints, &count) || count < 1) {
		reader->result = lwResult_Ok(); // said again, with its place, when the leg is read
		return -1;
	}
	for (int l = 0; l < rig->legCount; ++l) {
		const lwLeg* leg = &rig->legs[l];
		for (int k = 0; k < leg->jointCount && !IsNamed(legs, leg->name); ++k) {
			if (leg->joints[k] == joints[count - 1] || leg->joints[k] == joints[0]) return l;
		}
	}
	return -1;
}

static bool ReadLegs(Reader* reader, const json_t* json, lwRig* io, unsigned* given) {
	static const char* const keys[] = { "name", "side", "row", "joints", "limbCount", "footControl", "heel", "toe", "hinges", "maxReach", "confidence", "remove", NULL };
	if (!json_is_array(json)) return Fail(reader, "legs: must be an array");
	for (size_t i = 0; i < json_array_size(json); ++i) {
		const json_t* entry = json_array_get(json, i);
		char place[32];
		(void)snprintf(place, sizeof(place), "legs[%d]", (int)i);
		if (!json_is_object(entry)) return Fail(reader, "%s: must be an object", place);
		if (!CheckKeys(reader, entry, place, keys)) return false;
		const char* name = json_string_value(json_object_get(entry, "name"));
		if (name == NULL || name[0] == 0 || strlen(name) >= LW_NAME_SIZE) return Fail(reader, "%s.name: must be a text of 1 to %d bytes", place, LW_NAME_SIZE - 1);
		int leg = lwRig_FindLeg(io, name);
		if (leg < 0) {
			if (json_object_get(entry, "joints") == NULL) {
				char known[160] = "";
				for (int k = 0; k < io->legCount && strlen(known) + LW_NAME_SIZE + 3 < sizeof(known); ++k) {
					if (k > 0) strcat(known, " ");
					strcat(known, io->legs[k].name);
				}
				return Fail(reader, "%s.name: no leg named '%s' was found (found: %s); a new leg needs joints", place, name, known[0] ? known : "none");
			}
			leg = RenamedLeg(reader, json, entry, io);
			if (leg < 0 && io->legCount >= LW_MAX_LEGS) return Fail(reader, "%s: more than %d legs", place, LW_MAX_LEGS);
			if (leg < 0) leg = NewLeg(io, name);
			(void)snprintf(io->legs[leg].name, LW_NAME_SIZE, "%s", name);
		}
		io->legs[leg].confidence = 1.0f;
		if (!ReadLeg(reader, entry, place, io->legs + leg, given + leg)) return false;
		if (json_is_true(json_object_get(entry, "remove"))) given[leg] |= lw_givenRemove;
	}
	return true;
}

static bool ReadRig(Reader* reader, const json_t* json, lwRig* io, unsigned* given) {
	static const char* const keys[] = { "legs", "spine", "tail", "root", "pelvis", "helpers", "hints", NULL };
	if (!json_is_object(json)) return Fail(reader, "must be an object");
	if (!CheckKeys(reader, json, "", keys)) return false;
	json_t* value;
	if ((value = json_object_get(json, "legs")) != NULL && !ReadLegs(reader, value, io, given)) return false;
	if ((value = json_object_get(json, "spine")) != NULL && !ReadJoints(reader, value, "spine", LW_MAX_SPINE, io->spine, &io->spineCount)) return false;
	if ((value = json_object_get(json, "tail")) != NULL && !ReadJoints(reader, value, "tail", LW_MAX_SPINE, io->tail, &io->tailCount)) return false;
	io->helperCount = -1;
	if ((value = json_object_get(json, "helpers")) != NULL && !ReadJoints(reader, value, "helpers", LW_MAX_HELPERS, io->helpers, &io->helperCount)) return false;
	if ((value = json_object_get(json, "root")) != NULL && !ReadJoint(reader, value, "root", &io->rootJoint)) return false;
	if ((value = json_object_get(json, "hints")) != NULL && !json_is_array(value)) return Fail(reader, "hints: must be an array"); // read by rig_hints.c
	if ((value = json_object_get(json, "pelvis")) != NULL && !ReadJoint(reader, value, "pelvis", &io->pelvis)) return false;
	return true;
}

lwResult lwRig_MergeJson(lwRig* ioRig, const lwScene* scene, const lwSceneSkeleton* skeleton, const char* text, unsigned* outGiven) {
	Reader reader = { scene, skeleton, lwResult_Ok() };
	json_error_t error;
	json_t* json = json_loads(text, JSON_REJECT_DUPLICATES, &error);
	if (json == NULL) return lwResult_Fail(lw_errorFormat, "rig.json: line %d column %d: %s", error.line, error.column, error.text);
	(void)ReadRig(&reader, json, ioRig, outGiven);
	json_decref(json);
	return reader.result;
}
