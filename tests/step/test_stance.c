// SPDX-License-Identifier: MIT
// What a bind pose tells of how a rig stands, whichever way it looks.
#include "step/stance.h"
#include "synth/made_legs.h"

static lwStance Read(const Made* m, lwMat34* model) {
	lwSkeleton_ToModel(&m->skeleton, m->bind, lwMat34Identity(), model);
	return lwStance_Read(&m->rig, model);
}

// Left legs at -X: it looks to -Z, and straight knees bend there.
static void Test_LooksBack(void** state) {
	(void)state;
	for (int legs = 2; legs <= 4; legs += 2) {
		for (int back = 0; back <= 1; ++back) {
			Made* m = MakeLegs(legs);
			for (int l = 0; l < legs; ++l) {
				m->rig.legs[l].side *= back ? -1 : 1;
				m->bind[m->rig.legs[l].joints[1]].pos = m->bind[m->rig.legs[l].joints[2]].pos = lwV3(0.0f, -0.4f, 0.0f);
			}
			lwMat34 model[MOST_JOINTS];
			lwStance stance = Read(m, model);
			float ahead = back ? -1.0f : 1.0f;
			assert_float_equal(stance.forward.z, ahead, 1e-6f);
			assert_float_equal(stance.left.x, ahead, 1e-6f);
			assert_float_equal(stance.originMS.y, 0.0f, 1e-6f);
			assert_float_equal(stance.hipsMS.y, 0.8f, 1e-6f);
			for (int l = 0; l < legs; ++l) {
				float way = legs == 4 && m->rig.legs[l].row == 0 ? -ahead : ahead; // front elbows back
				assert_float_equal(lwStance_Pole(&stance, &m->rig, l, model).z, way, 1e-6f);
			}
			free(m);
		}
	}
}

static void Test_BendStays(void** state) {
	(void)state;
	Made* m = MakeLegs(2);
	lwMat34 model[MOST_JOINTS];
	for (int l = 0; l < 2; ++l) {
		m->bind[m->rig.legs[l].joints[1]].pos.z *= -1.0f;
		m->bind[m->rig.legs[l].joints[2]].pos.z *= -1.0f;
	}
	lwStance stance = Read(m, model);
	assert_float_equal(lwStance_Pole(&stance, &m->rig, 0, model).z, -1.0f, 1e-6f);
	free(m);
}

int main(void) {
	const struct CMUnitTest tests[] = { cmocka_unit_test(Test_LooksBack), cmocka_unit_test(Test_BendStays) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
