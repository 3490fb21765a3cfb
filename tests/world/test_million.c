// SPDX-License-Identifier: MIT
// A million random queries against the slow twin, over every kind of shape and scales from 1e-3 to 1e6. LEGWORK_TEST_SLOW
#include "world/compare.h"

static void Meshes(void** state) {
	(void)state;
	static const float scales[] = { 1e-3f, 1.0f, 1e3f, 1e6f };
	for (int i = 0; i < 4; ++i) {
		char name[32];
		float size = scales[i];
		snprintf(name, sizeof(name), "soup, %g", (double)size);
		s_random = SEED + (uint32_t)i;
		MakeSoup(&s_shape, size, 160);
		Compare(name, &s_shape, size, s_zero, lwQuatIdentity(), 30000);
		snprintf(name, sizeof(name), "soup, %g, placed", (double)size);
		Compare(name, &s_shape, size, lwMul(lwV3(3.0f, -7.0f, 12.0f), size), lwQuatAxisAngle(lwV3(0.6f, 0.0f, 0.8f), 2.1f), 20000);
		snprintf(name, sizeof(name), "sheet, %g", (double)size);
		MakeHeightfield(&s_shape, size);
		Compare(name, &s_shape, size, s_zero, lwQuatIdentity(), 8000);
	}
}

static void AllKinds(void** state) {
	(void)state;
	static const float scales[] = { 1e-3f, 1.0f, 1e3f, 1e6f };
	for (int i = 0; i < 4; ++i) {
		char name[32];
		snprintf(name, sizeof(name), "all kinds, %g", (double)scales[i]);
		s_seed = SEED + (uint32_t)i;
		CompareMixed(name, scales[i], s_zero, 4, 2000);
		snprintf(name, sizeof(name), "all kinds, %g, far", (double)scales[i]);
		CompareMixed(name, scales[i], lwMul(lwV3(200.0f, 100.0f, -300.0f), scales[i]), 2, 2000);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = { cmocka_unit_test(Meshes), cmocka_unit_test(AllKinds) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
