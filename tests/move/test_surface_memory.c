// SPDX-License-Identifier: MIT
// Surface mover: nothing is allocated after creation, and a creation that gets no memory leaves nothing behind. A probe table of the
// host's own, and that the mover works at any size, far from the origin.
// LEGWORK_TEST_WRAP_MALLOC
#include "move/mover_kit.h"

void* __real_malloc(size_t size);
void* __real_calloc(size_t count, size_t size);
void* __real_realloc(void* block, size_t size);
void* __wrap_malloc(size_t size);
void* __wrap_calloc(size_t count, size_t size);
void* __wrap_realloc(void* block, size_t size);

static long s_calls;
static bool s_fails;

void* __wrap_malloc(size_t size) {
	s_calls += 1;
	return s_fails ? NULL : __real_malloc(size);
}

void* __wrap_calloc(size_t count, size_t size) {
	s_calls += 1;
	return s_fails ? NULL : __real_calloc(count, size);
}

void* __wrap_realloc(void* block, size_t size) {
	s_calls += 1;
	return s_fails ? NULL : __real_realloc(block, size);
}

static void RefusesWithoutMemory(void** state) {
	(void)state;
	lwMeshWorld* world = MakeBox(V(0, -1, 0), V(5, 1, 5));
	lwSurfaceMoverDef def = MoverDef(world, 1.0f);
	lwSurfaceMover* mover = (lwSurfaceMover*)&def;
	s_fails = true;
	lwResult result = lwCreateSurfaceMover(&def, &mover);
	s_fails = false;
	assert_int_equal(result.status, lw_errorMemory);
	assert_null(mover);
	lwDestroyMeshWorld(world);
}

static void NothingIsAllocatedInUpdate(void** state) {
	(void)state;
	lwMeshWorld* world = MakeBox(V(0, -3, 0), V(3, 3, 3));
	lwSurfaceMoverDef def = MoverDef(world, 2.0f);
	long before = s_calls;
	lwSurfaceMover* mover = MakeMover(&def, V(0, 0, 0), V(0, 0, 1), V(0, 1, 0));
	assert_int_equal(s_calls, before + 1); // one block
	assert_true(lwSurfaceMover_ByteCount(mover) < 24 * 1024);
	before = s_calls;
	lwQuat view = lwQuatIdentity();
	for (int i = 0; i < 600; ++i) {
		float a = i < 300 ? (float)i * 0.02f : 6.0f;
		Push(mover, sinf(a), cosf(a), V(0, 0, 1), V(0, 1, 0));
		lwSurfaceMover_Update(mover, 1.0f / 60.0f);
		view = lwSurfaceMover_View(mover, view, 0.2f, 1.0f / 60.0f);
		(void)MotionAt(mover, 0.8f);
		(void)lwSurfaceMover_Status(mover);
		if (i == 400) {
			lwSurfaceMover_Jump(mover, 3.0f);
			lwSurfaceMover_Reset(mover, V(0, 0, 0), V(0, 0, 1), V(0, 1, 0));
		}
	}
	assert_int_equal(s_calls, before);
	lwDestroySurfaceMover(mover);
	lwDestroyMeshWorld(world);
}

// The same walk at a thousandth and a thousand times the size.
static void AnySize(void** state) {
	(void)state;
	static const float sizes[3] = { 1.0f, 1e-3f, 1e3f };
	lwVec3 ends[3];
	for (int k = 0; k < 3; ++k) {
		float s = sizes[k];
		lwMeshWorld* world = MakeBox(V(0, -3 * s, 0), V(3 * s, 3 * s, 3 * s));
		lwSurfaceMoverDef def = MoverDef(world, 1.5f * s);
		def.size = s;
		def.gravity *= s;
		lwSurfaceMover* mover = MakeMover(&def, V(0, 0, 0), V(0, 0, 1), V(0, 1, 0));
		for (int i = 0; i < 420; ++i) {
			Push(mover, 0.2f, 0.9f, V(0, 0, 1), V(0, 1, 0));
			lwSurfaceMover_Update(mover, 1.0f / 60.0f);
		}
		assert_true(lwSurfaceMover_Status(mover).attached);
		ends[k] = lwMul(MotionAt(mover, 0.0f).pos, 1.0f / s);
		assert_true(k == 0 || lwDistance(ends[k], ends[0]) < 0.02f);
		lwDestroySurfaceMover(mover);
		lwDestroyMeshWorld(world);
	}
}

// Probes are data: what they meet is told, on their arms and nowhere else; none at all still walks, by what is nearest.
static void ProbesAreData(void** state) {
	(void)state;
	Boxes b = { 0 };
	AddBox(&b, V(0, -1, 0), V(6, 1, 6));
	AddBox(&b, V(0, 2, 2.2f), V(6, 3, 1)); // a wall at 1.2
	lwMeshWorld* world = MakeWorld(&b, 1);
	lwSurfaceMoverDef def = MoverDef(world, 1.0f);
	def.probes = (lwProbeTable){ .ringCount = 1, .rings = { { 4, 0.0f, 2, { 0.0f, 2.0f }, { 0.5f, 0.5f }, 0.0f, 1.0f } } };
	lwSurfaceMover* mover = MakeMover(&def, V(0, 0, 0), V(0, 0, 1), V(0, 1, 0));
	lwCastHit hits[8];
	float weights[8];
	assert_int_equal(lwSurfaceMover_Surfaces(mover, hits, weights, 8), 2); // one ahead, one straight down
	assert_true(fabsf(hits[0].pos.y) < 1e-4f && hits[0].normal.y > 0.999f);
	assert_true(fabsf(hits[1].pos.z - 1.2f) < 1e-4f && hits[1].normal.z < -0.999f);
	assert_true(weights[0] > 0.9f && weights[1] >= 0.0f && weights[1] < 0.2f);
	assert_int_equal(lwSurfaceMover_Surfaces(mover, NULL, NULL, 0), 2);
	lwDestroySurfaceMover(mover);
	def.probes.ringCount = 0;
	mover = MakeMover(&def, V(0, 0, -3), V(0, 0, -1), V(0, 1, 0));
	lwWorld table = lwMeshWorld_World(world);
	for (int i = 0; i < 480; ++i) {
		Push(mover, 0, 1, V(0, 0, -1), V(0, 1, 0));
		lwSurfaceMover_Update(mover, 1.0f / 60.0f);
		lwSurfaceMoverStatus s = lwSurfaceMover_Status(mover);
		assert_true(s.attached);
		lwVec3 middle = lwMulAdd(s.frame.pos, Up(s.frame.rot), 0.5f);
		assert_true(lwWorld_Closest(&table, middle, 0.7f, lw_channelAll).hit);
	}
	assert_true(MotionAt(mover, 0.0f).pos.y < -1.5f);
	lwDestroySurfaceMover(mover);
	lwDestroyMeshWorld(world);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(RefusesWithoutMemory),
		cmocka_unit_test(NothingIsAllocatedInUpdate),
		cmocka_unit_test(AnySize),
		cmocka_unit_test(ProbesAreData),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
