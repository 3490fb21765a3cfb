// SPDX-License-Identifier: MIT
// Random queries on ugly meshes and on bodies of all kinds against the slow twin. test_million.c asks far more.
#include "world/compare.h"

static void MakeBox(Shape* s, float size) {
	memset(s, 0, sizeof(*s));
	for (int i = 0; i < 8; ++i) {
		s->v[i] = lwV3((i & 1) ? size : -size, (i & 2) ? size : -size, (i & 4) ? size : -size);
	}
	static const uint32_t faces[36] = { 0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
										2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5 };
	memcpy(s->index, faces, sizeof(faces));
	s->vertexCount = 8;
	s->indexCount = 36;
}

static void MatchesHeightfield(void** state) {
	(void)state;
	s_random = SEED;
	MakeHeightfield(&s_shape, 2.0f);
	Compare("heightfield", &s_shape, 2.0f, s_zero, lwQuatIdentity(), 8000);
}

static void MatchesBox(void** state) {
	(void)state;
	MakeBox(&s_shape, 1.0f);
	Compare("box", &s_shape, 1.0f, s_zero, lwQuatIdentity(), 8000);
}

static void MatchesSoup(void** state) {
	(void)state;
	s_random = SEED;
	MakeSoup(&s_shape, 1.0f, 200);
	Compare("soup", &s_shape, 1.0f, s_zero, lwQuatIdentity(), 12000);
}

static void MatchesSoupTiny(void** state) {
	(void)state;
	s_random = SEED + 1;
	MakeSoup(&s_shape, 1e-3f, 200);
	Compare("soup, 1e-3", &s_shape, 1e-3f, s_zero, lwQuatIdentity(), 8000);
}

static void MatchesSoupHuge(void** state) {
	(void)state;
	s_random = SEED + 2;
	MakeSoup(&s_shape, 1e4f, 200);
	Compare("soup, 1e4", &s_shape, 1e4f, s_zero, lwQuatIdentity(), 8000);
}

static void MatchesMovedBody(void** state) {
	(void)state;
	s_random = SEED + 3;
	MakeSoup(&s_shape, 1.0f, 200);
	lwQuat rot = lwQuatAxisAngle(lwNormalizeOr(lwV3(1.0f, -2.0f, 0.5f), s_zero), 2.1f);
	Compare("soup, placed", &s_shape, 1.0f, lwV3(3.0f, -7.0f, 12.0f), rot, 8000);
}

static void MatchesBodiesOfAllKinds(void** state) {
	(void)state;
	CompareMixed("all kinds", 1.0f, s_zero, 3, 1500);
	CompareMixed("all kinds, 1e3 away", 10.0f, lwV3(1000.0f, -300.0f, 500.0f), 2, 1500);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(MatchesHeightfield), cmocka_unit_test(MatchesBox),      cmocka_unit_test(MatchesSoup),
		cmocka_unit_test(MatchesSoupTiny),    cmocka_unit_test(MatchesSoupHuge), cmocka_unit_test(MatchesMovedBody),
		cmocka_unit_test(MatchesBodiesOfAllKinds),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
