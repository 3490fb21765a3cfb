// SPDX-License-Identifier: MIT
// A body on any number of legs, made by code. For tests.
#ifndef LEGWORK_TESTS_MADE_LEGS_H
#define LEGWORK_TESTS_MADE_LEGS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#include "legwork/rig.h"

#define MOST_JOINTS 128

// A body at height 0.8 with legs of two bones of 0.5 each, along its sides; joint 0 is the body.
typedef struct Made {
	lwSkeleton skeleton;
	lwRig rig;
	int parents[MOST_JOINTS];
	lwTransform bind[MOST_JOINTS];
	const char* names[MOST_JOINTS];
} Made;

static inline int AddJoint(Made* m, int parent, lwVec3 pos) {
	int j = m->skeleton.jointCount++;
	m->parents[j] = parent;
	m->bind[j] = lwTransformIdentity();
	m->bind[j].pos = pos;
	m->names[j] = "joint";
	return j;
}

static inline void AddLeg(Made* m, int side, int row, int rows) {
	lwLeg* leg = &m->rig.legs[m->rig.legCount++];
	snprintf(leg->name, sizeof(leg->name), "%s%d", side > 0 ? "L" : side < 0 ? "R" : "M", row);
	leg->side = side;
	leg->row = row;
	float z = 0.5f * (float)(rows - 1) - (float)row;
	leg->joints[0] = AddJoint(m, 0, lwV3(0.3f * (float)side, 0.0f, 0.6f * z));
	leg->joints[1] = AddJoint(m, leg->joints[0], lwV3(0.0f, -0.4f, 0.3f));
	leg->joints[2] = AddJoint(m, leg->joints[1], lwV3(0.0f, -0.4f, -0.3f));
	leg->jointCount = leg->limbCount = 3;
	leg->footControl = -1;
	leg->footJoint = leg->joints[2];
	leg->singleContact = true;
	leg->heel.joint = leg->toe.joint = leg->footJoint;
	leg->length = 1.0f;
	leg->boneLengths[0] = leg->boneLengths[1] = 0.5f;
	leg->maxReach = 0.999f;
	leg->confidence = 1.0f;
}

static inline Made* MakeLegs(int count) {
	Made* m = calloc(1, sizeof(*m));
	assert_non_null(m);
	AddJoint(m, -1, lwV3(0.0f, 0.8f, 0.0f));
	int rows = (count + 1) / 2;
	for (int l = 0; l < count; ++l) {
		bool alone = count % 2 == 1 && l == count - 1;
		AddLeg(m, alone ? 0 : l % 2 == 0 ? 1 : -1, l / 2, rows);
	}
	m->skeleton.parents = m->parents;
	m->skeleton.rest = m->skeleton.bind = m->bind;
	m->skeleton.names = m->names;
	m->rig.length = 1.0f;
	return m;
}

#endif
