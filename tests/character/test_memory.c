// SPDX-License-Identifier: MIT
// Memory: nothing is allocated after creation; every allocation of a creation may fail, and then nothing is left behind.
// LEGWORK_TEST_WRAP_MALLOC
#include "walker.h"

void* __real_malloc(size_t size);
void* __real_calloc(size_t count, size_t size);
void* __real_realloc(void* block, size_t size);
void* __wrap_malloc(size_t size);
void* __wrap_calloc(size_t count, size_t size);
void* __wrap_realloc(void* block, size_t size);

static long s_calls;
static long s_failAt; // fails the call of this number, 1 the next; 0: none

static bool Fails(void) {
	s_calls += 1;
	return s_failAt > 0 && --s_failAt == 0;
}

void* __wrap_malloc(size_t size) {
	return Fails() ? NULL : __real_malloc(size);
}

void* __wrap_calloc(size_t count, size_t size) {
	return Fails() ? NULL : __real_calloc(count, size);
}

void* __wrap_realloc(void* block, size_t size) {
	return Fails() ? NULL : __real_realloc(block, size);
}

static void NothingIsAllocatedInUpdate(void** state) {
	(void)state;
	static const int kinds[] = { lw_sampleBiped, lw_sampleQuadruped, lw_sampleHexapod, lw_sampleSpider };
	for (int k = 0; k < 4; ++k) {
		const Creature* creature = Creature_Get(kinds[k]);
		lwMeshWorld* mesh = Ground_Make(lw_sampleStairs, creature->L);
		lwWorld world = lwMeshWorld_World(mesh);
		WalkerDef def = { .creature = creature, .world = &world, .distance = 5.0f, .startTime = 0.3f };
		long before = s_calls;
		Walker w = Walker_Make(&def);
		assert_true(s_calls > before); // the counter counts
		before = s_calls;
		while (w.time < lwPathMover_TravelTime(w.mover) + 1.0f) {
			Walker_Step(&w, 1.0f / 60.0f);
			for (int l = 0; l < w.legs; ++l) {
				(void)lwCharacter_Leg(w.character, l);
			}
		}
		lwCharacter_Reset(w.character);
		assert_int_equal(s_calls, before);
		Walker_Free(&w);
		lwDestroyMeshWorld(mesh);
	}
}

typedef lwResult CreateFcn(const Creature* creature, void** outThing);

static lwResult MakeMover(const Creature* creature, void** outThing) {
	static const lwVec3 line[2] = { { 0, 0, 0 }, { 0, 0, 3 } };
	lwPathMoverDef def = lwDefaultPathMoverDef();
	def.points = line;
	def.pointCount = 2;
	def.speed = 1.0f;
	def.length = creature->L;
	lwPathMover* mover = NULL;
	lwResult result = lwCreatePathMover(&def, &mover);
	*outThing = mover;
	lwDestroyPathMover(mover);
	return result;
}

static lwResult MakeAsset(const Creature* creature, void** outThing) {
	lwAssetDef def = lwDefaultAssetDef();
	def.skeleton = &creature->skeleton->skeleton;
	def.rig = &creature->walk->rig;
	def.gait = &creature->walk->gait;
	def.walk = creature->walk->clip;
	lwAsset* asset = NULL;
	lwResult result = lwCreateAsset(&def, &asset);
	*outThing = asset;
	lwDestroyAsset(asset);
	return result;
}

static lwResult MakeCharacter(const Creature* creature, void** outThing) {
	Stick stick = { .radius = 1.0f };
	lwCharacterDef def = lwDefaultCharacterDef();
	def.asset = creature->asset;
	def.predictor = Stick_Predictor(&stick);
	lwCharacter* character = NULL;
	lwResult result = lwCreateCharacter(&def, &character);
	*outThing = character;
	lwDestroyCharacter(character);
	return result;
}

// Under AddressSanitizer a block left behind fails the program.
static void EveryAllocationMayFail(void** state) {
	(void)state;
	static CreateFcn* const makers[] = { MakeMover, MakeAsset, MakeCharacter };
	static const int least[] = { 5, 2, 1 };
	const Creature* creature = Creature_Get(lw_sampleQuadruped);
	for (int m = 0; m < 3; ++m) {
		void* thing = NULL;
		s_calls = s_failAt = 0;
		assert_int_equal(makers[m](creature, &thing).status, lw_ok);
		long count = s_calls;
		assert_true(count >= least[m]);
		for (long n = 1; n <= count; ++n) {
			thing = &thing;
			s_failAt = n;
			lwResult result = makers[m](creature, &thing);
			s_failAt = 0;
			assert_int_equal(result.status, lw_errorMemory);
			assert_null(thing);
			assert_true(result.message[0] != '\0');
		}
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(NothingIsAllocatedInUpdate),
		cmocka_unit_test(EveryAllocationMayFail),
	};
	return cmocka_run_group_tests(tests, NULL, Creatures_Free);
}
