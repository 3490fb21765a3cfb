// SPDX-License-Identifier: MIT
// Facts of a bake beyond the measures: contact share, stride, height of the body, whether feet cross over.
#include "quality/run.h"

#include <math.h>
#include <string.h>

// Contacts from the third to the last but two: under way.
static void FindSteps(const lwSchedule* schedule, float length, Facts* out) {
	double duty = 0.0, stride = 0.0;
	int count = 0;
	for (int l = 0; l < schedule->legCount; ++l) {
		const lwScheduleLeg* leg = schedule->legs + l;
		for (int i = 2; i + 3 < leg->count; ++i) {
			if (!leg->hasFootprint[i] || !leg->hasFootprint[i + 1] || !(leg->from[i + 1] > leg->from[i])) {
				continue;
			}
			duty += (double)((leg->to[i] - leg->from[i]) / (leg->from[i + 1] - leg->from[i]));
			stride += (double)lwDistance(leg->footprints[i + 1], leg->footprints[i]);
			count += 1;
		}
	}
	out->duty = count > 0 ? (float)(duty / count) : NAN;
	out->stride = count > 0 ? (float)(stride / count) / length : NAN;
}

static lwVec3 FootCS(const lwMotion* motion, const lwLeg* leg, const lwMat34* toCS) {
	lwVec3 foot = lwMul(lwAdd(lwContactPoint_Pos(&leg->heel, motion->model), lwContactPoint_Pos(&leg->toe, motion->model)), 0.5f);
	return lwMat34Point(*toCS, foot);
}

// Least of (left - right across the way), over what it is when both stand.
static float Separation(const lwMotion* motion, const lwAnalysis* walk, const lwMat34* toCS) {
	const lwRig* rig = &walk->rig;
	lwVec3 left = lwCross(lwV3(0.0f, 1.0f, 0.0f), walk->gait.directionMS);
	float least = NAN;
	for (int l = 0; l < rig->legCount; ++l) {
		for (int r = 0; r < rig->legCount; ++r) {
			if (rig->legs[l].side <= 0 || rig->legs[r].side >= 0 || rig->legs[l].row != rig->legs[r].row) {
				continue;
			}
			float own = lwDot(lwSub(walk->gait.legs[l].stancePosCS, walk->gait.legs[r].stancePosCS), left);
			float now = lwDot(lwSub(FootCS(motion, rig->legs + l, toCS), FootCS(motion, rig->legs + r, toCS)), left);
			float share = now / lwMaxF(own, 0.02f * rig->length);
			least = least < share ? least : share;
		}
	}
	return least;
}

static void FindPoses(lwMotion* motion, const lwAnalysis* walk, Facts* out) {
	const lwSchedule* schedule = motion->schedule;
	double height = 0.0;
	int count = 0;
	out->separation = NAN;
	for (int f = 0; f < motion->frameCount; ++f) {
		if (schedule->phase[f] < 0.0f) {
			continue;
		}
		lwMotion_Eval(motion, (float)f);
		lwMat34 toCS = lwMat34Inverse(lwMotion_Frame(motion, f));
		height += (double)lwMat34Point(toCS, motion->model[walk->rig.pelvis].t).y;
		count += 1;
		float share = Separation(motion, walk, &toCS);
		out->separation = out->separation < share ? out->separation : share;
	}
	out->height = count > 0 ? (float)(height / count) / walk->rig.length : NAN;
}

lwResult FindFacts(const lwScene* baked, const char* animation, const lwScene* source, const lwSceneSkeleton* skeleton, const lwAnalysis* walk,
				   Facts* outFacts) {
	lwBlockList memory = { NULL };
	lwSchedule schedule;
	lwMotion motion;
	memset(&motion, 0, sizeof motion);
	lwResult result = lwSchedule_Read(baked, animation, &memory, &schedule, &motion.clip);
	int* map = lwBlockList_Alloc(&memory, (size_t)skeleton->skeleton.jointCount, sizeof *map);
	int missing = 0;
	if (result.status == lw_ok && (map == NULL || !schedule.present || !lwMotion_MapNodes(baked, source, skeleton, map, &missing))) {
		result = lwResult_Fail(lw_errorData, "%s: facts: no schedule or other nodes", baked->file);
	}
	motion.skeleton = skeleton;
	motion.schedule = &schedule;
	motion.scene = baked;
	motion.nodeOfJoint = map;
	motion.fps = schedule.fps;
	motion.frameCount = schedule.frameCount;
	if (result.status == lw_ok && !lwMotion_Alloc(&motion, &memory)) {
		result = lwResult_Fail(lw_errorMemory, "%s: facts: out of memory", baked->file);
	}
	if (result.status == lw_ok) {
		FindSteps(&schedule, walk->rig.length, outFacts);
		FindPoses(&motion, walk, outFacts);
	}
	lwBlockList_Free(&memory);
	return result;
}
