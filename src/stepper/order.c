// SPDX-License-Identifier: MIT
// Order: which feet may step now. Groups take turns; or every leg asks its neighbours.
#include "stepper/state.h"

#include "legwork/synth_gait.h"

#define JOIN 0.4f // of the threshold: enough to go along with a group that steps

// Alternating groups as in the gaits made for the leg count: two; legs in the middle are a third; three legs: each its own.
void Stepper_MakeGroups(lwStepper* s) {
	float phases[LW_MAX_LEGS], duty;
	lwSynthGait_Phases(s->rig, s->legCount <= 3 ? lw_synthWave : lw_synthTripod, phases, &duty);
	s->groupCount = 1;
	for (int l = 0; l < s->legCount; ++l) {
		int group = s->legCount <= 3 ? l : s->rig->legs[l].side == 0 ? 2 : phases[l] < 0.25f ? 0 : 1;
		s->legs[l].group = s->def.groups != NULL ? s->def.groups[l] : group;
		s->groupCount = s->legs[l].group + 1 > s->groupCount ? s->legs[l].group + 1 : s->groupCount;
	}
}

static float Threshold(const lwStepper* s) {
	return (s->still ? s->def.restThreshold : s->def.threshold) * s->L;
}

static bool GroupFlies(const lwStepper* s, int group) {
	for (int l = 0; l < s->legCount; ++l) {
		if (s->legs[l].group == group && s->legs[l].state == lw_footFlying) {
			return true;
		}
	}
	return false;
}

// The next group in turn with a foot that wants to step; -1: none.
static int NextGroup(const lwStepper* s) {
	for (int k = 1; k <= s->groupCount; ++k) {
		int group = (s->active + k) % s->groupCount;
		for (int l = 0; l < s->legCount; ++l) {
			if (s->legs[l].group == group && Stepper_Distance(s, l) > Threshold(s)) {
				return group;
			}
		}
	}
	return -1;
}

static void DecideGroups(lwStepper* s) {
	for (int g = 0; g < s->groupCount; ++g) {
		if (GroupFlies(s, g)) {
			return;
		}
	}
	int group = NextGroup(s);
	if (group < 0) {
		return;
	}
	s->active = group;
	for (int l = 0; l < s->legCount; ++l) {
		if (s->legs[l].group == group && Stepper_Distance(s, l) > JOIN * Threshold(s)) {
			Stepper_BeginStep(s, l);
		}
	}
}

// The legs before and behind on its side and the one across.
static bool AreNeighbours(const lwRig* rig, int a, int b) {
	const lwLeg *x = &rig->legs[a], *y = &rig->legs[b];
	int rows = x->row - y->row;
	bool row = rows == 0 && x->side != y->side;
	return row || ((rows == 1 || rows == -1) && x->side == y->side);
}

static bool MayStep(const lwStepper* s, int l) {
	int air = 0;
	for (int k = 0; k < s->legCount; ++k) {
		if (s->legs[k].state == lw_footFlying) {
			air += 1;
			if (k != l && AreNeighbours(s->rig, l, k)) {
				return false;
			}
		}
	}
	return 2 * (air + 1) <= s->legCount || air == 0;
}

// A neighbour that waits longer goes first, so that none starves.
static bool IsFirst(const lwStepper* s, int l) {
	for (int k = 0; k < s->legCount; ++k) {
		bool waits = s->legs[k].state == lw_footPlanted && s->legs[k].waited > s->legs[l].waited;
		if (k != l && waits && AreNeighbours(s->rig, l, k)) {
			return false;
		}
	}
	return true;
}

static void DecideQueue(lwStepper* s) {
	for (int l = 0; l < s->legCount; ++l) {
		StepLeg* leg = &s->legs[l];
		bool wants = leg->state == lw_footPlanted && Stepper_Distance(s, l) > Threshold(s);
		leg->waited = wants ? leg->waited + LW_STEPPER_TICK : 0.0f;
	}
	for (int l = 0; l < s->legCount; ++l) {
		if (s->legs[l].waited > 0.0f && MayStep(s, l) && IsFirst(s, l)) {
			Stepper_BeginStep(s, l);
		}
	}
}

static void Snap(lwStepper* s) {
	for (int l = 0; l < s->legCount; ++l) {
		if (Stepper_Distance(s, l) > Threshold(s)) {
			s->legs[l].lastOff = s->tick;
			s->legs[l].next = Stepper_HomeAt(s, l, &s->frame, lwV3(0.0f, 0.0f, 0.0f));
			Stepper_EndStep(s, l);
		}
	}
}

void Stepper_Decide(lwStepper* s) {
	if (s->def.stage == lw_stepperSnap) {
		Snap(s);
	} else if (s->def.stage == lw_stepperStep && s->def.order == lw_stepperQueue) {
		DecideQueue(s);
	} else if (s->def.stage == lw_stepperStep) {
		DecideGroups(s);
	}
}
