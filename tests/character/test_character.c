// SPDX-License-Identifier: MIT
// Character: refusals, replay, state in one block, reset and teleport.
#include "walker.h"

static const KnownMiss s_known[] = {
	{ NULL, NULL, 0.0 },
};

static const int s_kinds[] = { lw_sampleBiped, lw_sampleQuadruped, lw_sampleHexapod, lw_sampleSpider };
#define KINDS ((int)(sizeof(s_kinds) / sizeof(s_kinds[0])))
#define DT (1.0f / 60.0f)

// ---- Refusals --------------------------------------------------------------------------------------------------

static int s_asserts;
static bool CountAssert(const char* condition, const char* file, int line) {
	(void)condition;
	(void)file;
	(void)line;
	s_asserts += 1;
	return false;
}

static void RefusesInvalidDefs(void** state) {
	(void)state;
	const Creature* creature = Creature_Get(lw_sampleBiped);
	Stick stick = { .radius = 1.0f };
	lwCharacter* character = (lwCharacter*)(void*)&stick;
	lwSetAssertFcn(CountAssert);
	s_asserts = 0;
	assert_int_equal(lwCreateCharacter(NULL, &character).status, lw_errorArgument);
	assert_null(character);
	for (int k = 0; k < 5; ++k) {
		lwCharacterDef def = lwDefaultCharacterDef();
		def.asset = creature->asset;
		def.predictor = Stick_Predictor(&stick);
		def.cookie = k == 0 ? 0 : def.cookie;
		def.asset = k == 1 ? NULL : def.asset;
		def.predictor.atTime = k == 2 ? NULL : def.predictor.atTime;
		def.predictor.atDistance = k == 3 ? NULL : def.predictor.atDistance;
		character = (lwCharacter*)(void*)&stick;
		lwResult result = lwCreateCharacter(&def, &character);
		assert_int_equal(result.status, k == 4 ? lw_ok : lw_errorArgument);
		assert_true(k == 4 ? character != NULL : character == NULL && result.message[0] != '\0');
		lwDestroyCharacter(character);
	}
	assert_int_equal(s_asserts, 2); // NULL and the missing cookie
	lwCharacterDef def = lwDefaultCharacterDef();
	def.asset = creature->asset;
	def.predictor = Stick_Predictor(&stick);
	assert_int_equal(lwCreateCharacter(&def, &character).status, lw_ok);
	lwLegStatus none = lwCharacter_Leg(character, -1);
	assert_true(none.state == lw_footPlanted && none.phase == 0.0f);
	(void)lwCharacter_Leg(character, lwCharacter_LegCount(character));
	assert_int_equal(s_asserts, 4);
	lwDestroyCharacter(character);
	lwDestroyCharacter(NULL);
	lwSetAssertFcn(NULL);
}

// ---- State ------------------------------------------------------------------------------------------------------

// Uneven steps, 5 to 30 ms.
static float NextStep(int frame) {
	uint32_t h = (uint32_t)frame * 2654435761u;
	return 0.005f + 0.025f * (float)(h >> 8) / 16777216.0f;
}

static void ReplayIsBitIdentical(void** state) {
	(void)state;
	for (int k = 0; k < KINDS; ++k) {
		const Creature* creature = Creature_Get(s_kinds[k]);
		lwMeshWorld* mesh = Ground_Make(lw_sampleRubble, creature->L);
		lwWorld world = lwMeshWorld_World(mesh);
		WalkerDef def = { .creature = creature, .world = &world, .distance = 6.0f };
		Walker a = Walker_Make(&def), b = Walker_Make(&def);
		// One of them has lived before.
		for (int i = 0; i < 50; ++i) {
			lwCharacter_Update(b.character, DT);
		}
		lwCharacter_Reset(b.character);
		for (int i = 0; i < 200; ++i) {
			float dt = NextStep(i);
			Walker_Step(&a, dt);
			Walker_Step(&b, dt);
			assert_true(Walker_Hash(&a, HASH_START) == Walker_Hash(&b, HASH_START));
			lwLegStatus sa = lwCharacter_Leg(a.character, 0), sb = lwCharacter_Leg(b.character, 0);
			assert_memory_equal(&sa.current, &sb.current, offsetof(lwFootprint, found)); // after it lies padding
			assert_int_equal(sa.current.found, sb.current.found);
		}
		Walker_Free(&a);
		Walker_Free(&b);
		lwDestroyMeshWorld(mesh);
	}
}

// The state is one block of lwCharacter_ByteCount bytes: kept and put back it goes on with the same bits.
static void StateIsOneBlock(void** state) {
	(void)state;
	for (int k = 0; k < KINDS; ++k) {
		WalkerDef def = { .creature = Creature_Get(s_kinds[k]) };
		Walker w = Walker_Make(&def);
		size_t size = lwCharacter_ByteCount(w.character);
		assert_true(size > (size_t)def.creature->skeleton->skeleton.jointCount * sizeof(lwTransform));
		for (int i = 0; i < 100; ++i) {
			Walker_Step(&w, DT);
		}
		void* kept = malloc(size);
		assert_non_null(kept);
		memcpy(kept, w.character, size);
		uint64_t first = HASH_START, second = HASH_START;
		for (int i = 0; i < 60; ++i) {
			Walker_Step(&w, DT);
			first = Walker_Hash(&w, first);
		}
		memcpy(w.character, kept, size);
		lwPathMover_Update(w.mover, -1.0f); // and the mover back by the same frames
		for (int i = 0; i < 60; ++i) {
			lwPathMover_Update(w.mover, 0.0f);
		}
		Walker again = Walker_Make(&def);
		for (int i = 0; i < 100; ++i) {
			lwPathMover_Update(again.mover, DT);
		}
		w.character->def.predictor = lwPathMover_Predictor(again.mover); // the same clock to the bit
		lwPathMover* mine = w.mover;
		w.mover = again.mover;
		again.mover = mine;
		for (int i = 0; i < 60; ++i) {
			Walker_Step(&w, DT);
			second = Walker_Hash(&w, second);
		}
		assert_true(first == second);
		free(kept);
		Walker_Free(&w);
		Walker_Free(&again);
	}
}

// Memory per character: 16 KiB and the pose (its joints, local and model).
static void StaysSmall(void** state) {
	(void)state;
	Bounds_Begin(s_known);
	for (int k = 0; k < KINDS; ++k) {
		WalkerDef def = { .creature = Creature_Get(s_kinds[k]) };
		Walker w = Walker_Make(&def);
		size_t pose = (size_t)def.creature->skeleton->skeleton.jointCount * (sizeof(lwTransform) + sizeof(lwMat34));
		Bound((double)(lwCharacter_ByteCount(w.character) - pose), 16384.0, "%s: bytes beside the pose", def.creature->name);
		Walker_Free(&w);
	}
	Bounds_Done();
}

// ---- Teleport --------------------------------------------------------------------------------------------------

static void ResetPutsTheFeetHome(void** state) {
	(void)state;
	for (int k = 0; k < KINDS; ++k) {
		Creature* creature = Creature_Get(s_kinds[k]);
		Stick stick = { .radius = 0.5f * creature->L };
		WalkerDef def = { .creature = creature, .stick = &stick };
		Walker w = Walker_Make(&def);
		lwVec3 heel[LW_MAX_LEGS];
		for (int l = 0; l < w.legs; ++l) {
			heel[l] = Walker_Heel(&w, l);
		}
		stick.forward = w.speed;
		for (int i = 0; i < 75; ++i) {
			Walker_Step(&w, DT);
		}
		lwVec3 away = { 100.0f, 0.0f, -50.0f };
		stick.pos = away;
		stick.yaw = stick.forward = stick.yawRate = 0.0f;
		lwCharacter_Reset(w.character);
		Walker_Look(&w);
		assert_true(lwCharacter_AtRest(w.character));
		assert_true(lwCharacter_Time(w.character) == 0.0f);
		assert_true(lwCharacter_Phase(w.character) == -1.0f);
		for (int l = 0; l < w.legs; ++l) {
			lwLegStatus s = lwCharacter_Leg(w.character, l);
			assert_true(s.state == lw_footPlanted && s.strikeTime == -1.0f && s.offTime == -1.0f);
			assert_true(lwDistance(Walker_Heel(&w, l), lwAdd(heel[l], away)) < 1e-3f * w.L);
		}
		// and it stays: no step, no slide
		for (int i = 0; i < 60; ++i) {
			Walker_Step(&w, DT);
			for (int l = 0; l < w.legs; ++l) {
				assert_int_equal(lwCharacter_Leg(w.character, l).state, lw_footPlanted);
				assert_true(lwDistance(Walker_Heel(&w, l), lwAdd(heel[l], away)) < 1e-3f * w.L);
			}
		}
		Walker_Free(&w);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(RefusesInvalidDefs),
		cmocka_unit_test(ReplayIsBitIdentical),
		cmocka_unit_test(StateIsOneBlock),
		cmocka_unit_test(StaysSmall),
		cmocka_unit_test(ResetPutsTheFeetHome),
	};
	return cmocka_run_group_tests(tests, NULL, Creatures_Free);
}
