// SPDX-License-Identifier: MIT
// Foot lock: hysteresis, height, drift, letting go.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "legwork/foot_lock.h"

#define DT (1.0f / 60.0f)

static void Test_Invalid(void** state) {
	(void)state;
	lwFootLockDef def = lwDefaultFootLockDef();
	lwFootLock lock = { 0 };
	lwVec3 at = lwV3(1.0f, 0.0f, 2.0f);
	for (int i = 0; i < 5; ++i) {
		lwFootLock_Update(&lock, &def, at, -1.0f, 0.0f, DT);
	}
	assert_true(lock.locked);
	lwVec3 p = lwFootLock_Update(&lock, &def, lwV3(NAN, 0.0f, 0.0f), -1.0f, 0.0f, DT);
	assert_float_equal(p.x, 1.0f, 1e-6f);
	p = lwFootLock_Update(&lock, &def, at, -1.0f, 0.0f, 0.0f);
	assert_float_equal(p.z, 2.0f, 1e-6f);
	p = lwFootLock_Update(&lock, &def, at, NAN, 0.0f, DT); // no speed: no contact
	assert_false(lock.locked);
	p = lwFootLock_Update(&lock, &def, at, 0.0f, NAN, DT);
	assert_false(lock.locked);
	assert_true(isfinite(p.x));
}

// Field case 2, first part: speeds that alternate between the two limits keep one lock for two seconds.
static void Test_Hysteresis(void** state) {
	(void)state;
	lwFootLockDef def = lwDefaultFootLockDef();
	lwFootLock lock = { 0 };
	int locks = 0, releases = 0;
	bool was = false;
	for (int f = 0; f < 120; ++f) {
		float speed = f % 2 == 0 ? 0.15f : 0.35f;
		lwFootLock_Update(&lock, &def, lwV3(0.0f, 0.0f, 0.0001f * (float)f), speed, 0.0f, DT);
		locks += lock.locked && !was;
		releases += !lock.locked && was;
		was = lock.locked;
	}
	assert_int_equal(locks, 1);
	assert_int_equal(releases, 0);
}

// Second part: a still foot high above the ground is no contact.
static void Test_Height(void** state) {
	(void)state;
	lwFootLockDef def = lwDefaultFootLockDef();
	lwFootLock lock = { 0 };
	for (int f = 0; f < 60; ++f) {
		lwVec3 p = lwFootLock_Update(&lock, &def, lwV3(0.0f, 0.3f, 0.0f), 0.0f, 0.3f, DT);
		assert_false(lock.locked);
		assert_float_equal(p.y, 0.3f, 1e-6f);
	}
}

// Third part: the target is dragged off at 1 m/s, told as standing or as it moves: let go by 0.20, no frame moves the foot by
// more than 50 mm, and the foot is with its target in the end; not locked again within the same contact.
static void Test_Dragged(void** state) {
	(void)state;
	for (int told = 0; told <= 1; ++told) {
		lwFootLockDef def = lwDefaultFootLockDef();
		lwFootLock lock = { 0 };
		lwVec3 last = lwV3(0.0f, 0.0f, 0.0f), p = last;
		float released = -1.0f, most = 0.0f;
		for (int f = 0; f < 150; ++f) {
			float z = f < 30 ? 0.0f : (float)(f - 30) * DT; // 1 m/s
			p = lwFootLock_Update(&lock, &def, lwV3(0.0f, 0.0f, z), told ? 0.1f : -1.0f, 0.0f, DT);
			if (f == 29) {
				assert_true(lock.locked);
			}
			released = f >= 30 && !lock.locked && released < 0.0f ? z : released;
			assert_true(released < 0.0f || !lock.locked);
			most = lwMaxF(most, f > 0 ? lwDistance(p, last) : 0.0f);
			last = p;
		}
		assert_true(released >= 0.0f && released <= 0.20f);
		assert_true(told ? released > 0.1f : released < 0.05f);
		assert_true(most <= 0.050f);
		assert_float_equal(p.z, (float)(149 - 30) * DT, 1e-3f);
	}
}

// After the contact has ended the next one locks again.
static void Test_NextContact(void** state) {
	(void)state;
	lwFootLockDef def = lwDefaultFootLockDef();
	lwFootLock lock = { 0 };
	for (int f = 0; f < 60; ++f) {
		lwFootLock_Update(&lock, &def, lwV3(0.0f, 0.0f, f < 20 ? 0.0f : 0.3f), 0.0f, 0.0f, DT);
	}
	assert_false(lock.locked);
	assert_true(lock.spent);
	lwFootLock_Update(&lock, &def, lwV3(0.0f, 0.2f, 0.4f), 2.0f, 0.2f, DT);
	for (int f = 0; f < 10; ++f) {
		lwFootLock_Update(&lock, &def, lwV3(0.0f, 0.0f, 0.5f), 0.0f, 0.0f, DT);
	}
	assert_true(lock.locked);
}

int main(void) {
	const struct CMUnitTest tests[] = { cmocka_unit_test(Test_Invalid), cmocka_unit_test(Test_Hysteresis), cmocka_unit_test(Test_Height),
										cmocka_unit_test(Test_Dragged), cmocka_unit_test(Test_NextContact) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
