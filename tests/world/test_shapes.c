// SPDX-License-Identifier: MIT
// Shapes other than one mesh: what is refused, solids by hand, heightfields, instances, materials, many moving bodies.
#include "legwork/world.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const lwVec3 s_square[4] = { { -1, 0, -1 }, { 1, 0, -1 }, { 1, 0, 1 }, { -1, 0, 1 } };
static const uint32_t s_squareIndex[6] = { 0, 2, 1, 0, 3, 2 };
static const float s_heights[12] = { 0, 0, 0, 1, 0, 1, 1, 1, 0, 1, 2, 2 }; // 4 x 3

static lwMeshBodyDef SquareDef(void) {
	lwMeshBodyDef body = lwDefaultMeshBodyDef();
	body.vertices = s_square, body.vertexCount = 4, body.indices = s_squareIndex, body.triangleCount = 2;
	return body;
}

static lwMeshBodyDef FieldDef(void) {
	lwMeshBodyDef body = lwDefaultMeshBodyDef();
	body.shape = lw_shapeHeightfield;
	body.heights = s_heights, body.samplesX = 4, body.samplesZ = 3, body.cellX = 0.5f, body.cellZ = 2.0f;
	return body;
}

static lwMeshBodyDef SolidDef(lwShapeKind shape) {
	lwMeshBodyDef body = lwDefaultMeshBodyDef();
	body.shape = shape;
	body.halfExtents = lwV3(1, 2, 3);
	body.radius = 0.5f, body.halfHeight = 1.5f;
	return body;
}

static lwMeshWorld* Create(const lwMeshBodyDef* bodies, int count, const lwMaterial* materials, int materialCount) {
	lwMeshWorldDef def = lwDefaultMeshWorldDef();
	def.bodies = bodies, def.bodyCount = count, def.materials = materials, def.materialCount = materialCount;
	lwMeshWorld* world = NULL;
	lwResult result = lwCreateMeshWorld(&def, &world);
	assert_string_equal(result.message, "");
	assert_non_null(world);
	return world;
}

// ---- Invalid input -------------------------------------------------------------------------------------------

static float s_badHeights[12];

static lwMeshBodyDef Broken(int which) {
	lwMeshBodyDef field = FieldDef(), box = SolidDef(lw_shapeBox), ball = SolidDef(lw_shapeSphere);
	lwMeshBodyDef capsule = SolidDef(lw_shapeCapsule), instance = SolidDef(lw_shapeInstance), odd = SquareDef();
	switch (which) {
	case 0: field.samplesX = 1; return field;
	case 1: field.heights = NULL; return field;
	case 2: field.samplesX = field.samplesZ = 100000; return field;
	case 3: field.cellZ = 0.0f; return field;
	case 4: field.cellX = NAN; return field;
	case 5: s_badHeights[7] = INFINITY; field.heights = s_badHeights; return field;
	case 6: box.halfExtents.y = 0.0f; return box;
	case 7: box.halfExtents.z = INFINITY; return box;
	case 8: ball.radius = -1.0f; return ball;
	case 9: capsule.halfHeight = NAN; return capsule;
	case 10: capsule.radius = 0.0f; return capsule;
	case 11: instance.instanceOf = 1; return instance;
	case 12: instance.instanceOf = -1; return instance;
	default: odd.shape = (lwShapeKind)99; return odd;
	}
}

static void RefusesInvalidShapes(void** state) {
	(void)state;
	static const struct {
		lwStatus status;
		const char* message;
	} cases[] = {
		{ lw_errorArgument, "world: body 1: a heightfield needs heights, at least 2 x 2" },
		{ lw_errorArgument, "world: body 1: a heightfield needs heights, at least 2 x 2" },
		{ lw_errorLimit, "world: body 1: 100000 x 100000 heights, at most 67108864 cells" },
		{ lw_errorArgument, "world: body 1: cells of a heightfield must be above 0" },
		{ lw_errorArgument, "world: body 1: cells of a heightfield must be above 0" },
		{ lw_errorArgument, "world: body 1: height 7: above 1e12" },
		{ lw_errorArgument, "world: body 1: the solid's size must be above 0" },
		{ lw_errorArgument, "world: body 1: the solid's size must be above 0" },
		{ lw_errorArgument, "world: body 1: the solid's size must be above 0" },
		{ lw_errorArgument, "world: body 1: the solid's size must be above 0" },
		{ lw_errorArgument, "world: body 1: the solid's size must be above 0" },
		{ lw_errorArgument, "world: body 1: instance of body 1, which is not before it" },
		{ lw_errorArgument, "world: body 1: instance of body -1, which is not before it" },
		{ lw_errorArgument, "world: body 1: no shape 99" },
	};
	int count = (int)(sizeof(cases) / sizeof(cases[0]));
	assert_int_equal(count, 14);
	for (int i = 0; i < count; ++i) {
		lwMeshBodyDef bodies[2] = { SquareDef(), Broken(i) };
		lwMeshWorldDef def = lwDefaultMeshWorldDef();
		def.bodies = bodies, def.bodyCount = 2;
		lwMeshWorld* world = (lwMeshWorld*)(uintptr_t)16;
		lwResult result = lwCreateMeshWorld(&def, &world);
		assert_string_equal(result.message, cases[i].message);
		assert_int_equal(result.status, cases[i].status);
		assert_null(world);
	}
}

static void RefusesInvalidMaterials(void** state) {
	(void)state;
	lwMeshWorldDef def = lwDefaultMeshWorldDef();
	lwMeshWorld* world = NULL;
	def.materialCount = 2;
	assert_string_equal(lwCreateMeshWorld(&def, &world).message, "world: 2 materials without an array");
	lwMaterial materials[2] = { { 1.0f, 0 }, { -0.5f, 0 } };
	def.materials = materials;
	assert_string_equal(lwCreateMeshWorld(&def, &world).message, "world: material 1: friction must be 0 or above");
	materials[1].friction = NAN;
	assert_string_equal(lwCreateMeshWorld(&def, &world).message, "world: material 1: friction must be 0 or above");
	assert_null(world);
}

// ---- Solids --------------------------------------------------------------------------------------------------

typedef struct Expected {
	lwShapeKind shape;
	float origin[3], motion[3];
	float radius;
	bool hit;
	float fraction;
	float pos[3], normal[3];
	bool back;
} Expected;

// Box 1 2 3, ball and capsule of radius 0.5, capsule's line from -1.5 to 1.5.
static const Expected s_expected[] = {
	{ lw_shapePlane, { 3, 2, 1 }, { 0, -4, 0 }, 0, true, 0.5f, { 3, 0, 1 }, { 0, 1, 0 }, false },
	{ lw_shapePlane, { 3, 2, 1 }, { 4, -4, 0 }, 1, true, 0.25f, { 4, 0, 1 }, { 0, 1, 0 }, false },
	{ lw_shapePlane, { 3, 2, 1 }, { 4, 4, 0 }, 1, false, 1, { 0, 0, 0 }, { 0, 0, 0 }, false },
	{ lw_shapePlane, { 3, -2, 1 }, { 0, 4, 0 }, 0, true, 0, { 3, 0, 1 }, { 0, 1, 0 }, true },     // from within
	{ lw_shapePlane, { 3, 0.5f, 1 }, { 0, 4, 0 }, 0.75f, true, 0, { 3, 0, 1 }, { 0, 1, 0 }, false }, // overlaps
	{ lw_shapePlane, { 3, 0.5f, 1 }, { 1, 0, 0 }, 0.5f, false, 1, { 0, 0, 0 }, { 0, 0, 0 }, false }, // touches
	{ lw_shapePlane, { 3, 0.5f, 1 }, { 0, -1, 0 }, 0.5f, true, 0, { 3, 0, 1 }, { 0, 1, 0 }, false },
	{ lw_shapeBox, { 0.5f, 6, 2 }, { 0, -8, 0 }, 0, true, 0.5f, { 0.5f, 2, 2 }, { 0, 1, 0 }, false },
	{ lw_shapeBox, { 0.5f, 6, 2 }, { 0, -8, 0 }, 1, true, 0.375f, { 0.5f, 2, 2 }, { 0, 1, 0 }, false },
	{ lw_shapeBox, { 1.6f, 6, 0 }, { 0, -8, 0 }, 1, true, 0.4f, { 1, 2, 0 }, { 0.6f, 0.8f, 0 }, false },          // edge
	{ lw_shapeBox, { 1.48f, 6, 3.64f }, { 0, -8, 0 }, 1, true, 0.425f, { 1, 2, 3 }, { 0.48f, 0.6f, 0.64f }, false }, // corner
	{ lw_shapeBox, { 2.01f, 6, 0 }, { 0, -8, 0 }, 1, false, 1, { 0, 0, 0 }, { 0, 0, 0 }, false },
	{ lw_shapeBox, { 1.8f, 6, 3.8f }, { 0, -8, 0 }, 1, false, 1, { 0, 0, 0 }, { 0, 0, 0 }, false }, // past the round corner
	{ lw_shapeBox, { 0.8f, 0, 0 }, { -9, 0, 0 }, 0, true, 0, { 1, 0, 0 }, { 1, 0, 0 }, true },      // from within
	{ lw_shapeBox, { 0, 4, 0 }, { 9, 0, 0 }, 0, false, 1, { 0, 0, 0 }, { 0, 0, 0 }, false },
	{ lw_shapeSphere, { 2, 0, 0 }, { -3, 0, 0 }, 0, true, 0.5f, { 0.5f, 0, 0 }, { 1, 0, 0 }, false },
	{ lw_shapeSphere, { 2, 0.6f, 0 }, { -4, 0, 0 }, 0.5f, true, 0.3f, { 0.4f, 0.3f, 0 }, { 0.8f, 0.6f, 0 }, false },
	{ lw_shapeSphere, { 0, 0.25f, 0 }, { 0, -9, 0 }, 0, true, 0, { 0, 0.5f, 0 }, { 0, 1, 0 }, true },
	{ lw_shapeCapsule, { 2, 1, 0 }, { -3, 0, 0 }, 0, true, 0.5f, { 0.5f, 1, 0 }, { 1, 0, 0 }, false },
	{ lw_shapeCapsule, { 2, 2.1f, 0 }, { -4, 0, 0 }, 0.5f, true, 0.3f, { 0.4f, 1.8f, 0 }, { 0.8f, 0.6f, 0 }, false },
	{ lw_shapeCapsule, { 0, 4, 0 }, { 0, -4, 0 }, 0.5f, true, 0.375f, { 0, 2, 0 }, { 0, 1, 0 }, false },
	{ lw_shapeCapsule, { 0.2f, -1, 0 }, { 0, 5, 0 }, 0.1f, true, 0, { 0.5f, -1, 0 }, { 1, 0, 0 }, true },
};

static lwVec3 FromArray(const float v[3]) { return lwV3(v[0], v[1], v[2]); }

static void SolidsByHand(void** state) {
	(void)state;
	int count = (int)(sizeof(s_expected) / sizeof(s_expected[0]));
	assert_true(count > 20);
	for (int i = 0; i < count; ++i) {
		const Expected* e = &s_expected[i];
		lwMeshBodyDef body = SolidDef(e->shape);
		lwMeshWorld* world = Create(&body, 1, NULL, 0);
		lwWorld table = lwMeshWorld_World(world);
		lwCastHit hit = lwWorld_Sweep(&table, FromArray(e->origin), FromArray(e->motion), e->radius, lw_channelAll);
		if (hit.hit != e->hit || fabsf(hit.fraction - e->fraction) > 1e-6f) {
			print_error("case %d: hit %d fraction %g\n", i, hit.hit, (double)hit.fraction);
		}
		assert_int_equal(hit.hit, e->hit);
		assert_float_equal(hit.fraction, e->fraction, 1e-6f);
		if (hit.hit) {
			assert_true(lwDistance(hit.pos, FromArray(e->pos)) <= 1e-6f);
			assert_true(lwDistance(hit.normal, FromArray(e->normal)) <= 1e-6f);
			assert_true(lwDistance(hit.faceNormal, FromArray(e->normal)) <= 1e-6f);
			assert_int_equal(hit.back, e->back);
			assert_int_equal(hit.triangle, -1);
		}
		lwDestroyMeshWorld(world);
	}
}

static void SolidsClosestPointAndZeroMotion(void** state) {
	(void)state;
	lwMeshBodyDef bodies[2] = { SolidDef(lw_shapePlane), SolidDef(lw_shapeBox) };
	bodies[1].pos = lwV3(0, 4, 0); // bottom at 2
	lwMeshWorld* world = Create(bodies, 2, NULL, 0);
	lwWorld table = lwMeshWorld_World(world);
	lwCastHit hit = lwWorld_Closest(&table, lwV3(0, 0.5f, 0), 4.0f, lw_channelAll);
	assert_true(hit.hit && hit.body == 0 && !hit.back);
	assert_float_equal(hit.fraction, 0.125f, 1e-6f);
	hit = lwWorld_Closest(&table, lwV3(0, 1.5f, 0), 4.0f, lw_channelAll);
	assert_true(hit.hit && hit.body == 1);
	assert_float_equal(hit.normal.y, -1.0f, 1e-6f);
	hit = lwWorld_Closest(&table, lwV3(0.9f, 4, 0), 4.0f, lw_channelAll); // within the box
	assert_true(hit.hit && hit.body == 1 && hit.back);
	assert_float_equal(hit.fraction, 0.0f, 0.0f);
	assert_float_equal(hit.pos.x, 1.0f, 1e-6f);
	// Within both: the deeper one.
	hit = lwWorld_Closest(&table, lwV3(0, -3, 0), 1.0f, lw_channelAll);
	assert_true(hit.hit && hit.body == 0 && hit.back);
	assert_false(lwWorld_Sweep(&table, lwV3(0, 1, 0), lwV3(0, 0, 0), 0.9f, lw_channelAll).hit);
	hit = lwWorld_Sweep(&table, lwV3(0, 0.75f, 0), lwV3(0, 0, 0), 0.9f, lw_channelAll);
	assert_true(hit.hit && hit.body == 0);
	hit = lwWorld_Ray(&table, lwV3(0, 3, 0), lwV3(0, 0, 0), lw_channelAll);
	assert_true(hit.hit && hit.body == 1 && hit.back);
	lwVec3 lo, hi;
	lwMeshWorld_Bounds(world, &lo, &hi); // without the plane
	assert_float_equal(lwDistance(lo, lwV3(-1, 2, -3)) + lwDistance(hi, lwV3(1, 6, 3)), 0.0f, 1e-5f);
	lwDestroyMeshWorld(world);
}

// ---- Heightfields, instances, materials ----------------------------------------------------------------------

static void HeightfieldsByHand(void** state) {
	(void)state;
	lwMeshBodyDef body = FieldDef();
	uint16_t materials[12];
	for (int i = 0; i < 12; ++i) {
		materials[i] = (uint16_t)(100 + i);
	}
	body.triangleMaterials = materials;
	lwMeshWorld* world = Create(&body, 1, NULL, 0);
	lwWorld table = lwMeshWorld_World(world);
	// Cell (1, 1): heights 1 1 at z = 2, 1 2 at z = 4. Its second triangle rises to 2.
	lwVec3 down = lwV3(0, -10, 0);
	lwCastHit hit = lwWorld_Ray(&table, lwV3(0.625f, 10, 2.5f), down, lw_channelAll);
	assert_true(hit.hit && !hit.back);
	assert_float_equal(hit.pos.y, 1.0f, 1e-6f);
	assert_int_equal(hit.triangle, 2 * (1 * 3 + 1));
	assert_int_equal(hit.material, 108);
	hit = lwWorld_Ray(&table, lwV3(0.875f, 10, 3.5f), down, lw_channelAll);
	assert_float_equal(hit.pos.y, 1.5f, 1e-6f);
	assert_int_equal(hit.triangle, 2 * (1 * 3 + 1) + 1);
	hit = lwWorld_Ray(&table, lwV3(0.625f, -10, 2.5f), lwV3(0, 20, 0), lw_channelAll);
	assert_true(hit.hit && hit.back);
	assert_float_equal(hit.normal.y, -1.0f, 1e-6f);
	assert_false(lwWorld_Ray(&table, lwV3(-0.01f, 10, 2), lwV3(0, -20, 0), lw_channelAll).hit);
	assert_false(lwWorld_Ray(&table, lwV3(1.51f, 10, 2), lwV3(0, -20, 0), lw_channelAll).hit);
	lwVec3 lo, hi;
	lwMeshWorld_Bounds(world, &lo, &hi);
	assert_float_equal(lwDistance(lo, lwV3(0, 0, 0)) + lwDistance(hi, lwV3(1.5f, 2, 4)), 0.0f, 1e-6f);
	lwDestroyMeshWorld(world);
}

static void HolesInHeightfields(void** state) {
	(void)state;
	lwMeshBodyDef body = FieldDef();
	float heights[12];
	memset(heights, 0, sizeof(heights));
	heights[4 + 1] = NAN; // all triangles about (1, 1)
	body.heights = heights;
	lwMeshWorld* world = Create(&body, 1, NULL, 0);
	lwWorld table = lwMeshWorld_World(world);
	static const struct {
		float x, z;
		bool hit;
	} cases[] = { { 0.4f, 1.9f, false }, { 0.6f, 1.9f, false }, { 0.1f, 0.2f, true }, { 0.9f, 0.2f, false }, { 0.9f, 1.9f, false },
				  { 0.95f, 3.9f, true }, { 0.55f, 2.2f, false }, { 1.3f, 3.0f, true }, { 0.1f, 3.8f, false } };
	for (int i = 0; i < 9; ++i) {
		lwCastHit hit = lwWorld_Ray(&table, lwV3(cases[i].x, 1, cases[i].z), lwV3(0, -2, 0), lw_channelAll);
		if (hit.hit != cases[i].hit) {
			print_error("case %d\n", i);
		}
		assert_int_equal(hit.hit, cases[i].hit);
	}
	for (int i = 0; i < 12; ++i) {
		heights[i] = NAN;
	}
	lwMeshWorld* none = Create(&body, 1, NULL, 0);
	lwWorld nothing = lwMeshWorld_World(none);
	assert_false(lwWorld_Sweep(&nothing, lwV3(0.5f, 1, 1), lwV3(0, -2, 0), 0.5f, lw_channelAll).hit);
	assert_false(lwWorld_Closest(&nothing, lwV3(0, 0, 0), 1e6f, lw_channelAll).hit);
	lwDestroyMeshWorld(none);
	lwDestroyMeshWorld(world);
}

static void InstancesShareAndStandApart(void** state) {
	(void)state;
	enum { count = 40 };
	lwMeshBodyDef bodies[count];
	lwMeshBodyDef alone = FieldDef();
	static float heights[64 * 64];
	alone.heights = heights, alone.samplesX = alone.samplesZ = 64;
	for (int i = 0; i < count; ++i) {
		bodies[i] = i == 0 ? alone : lwDefaultMeshBodyDef();
		bodies[i].shape = i == 0 ? lw_shapeHeightfield : lw_shapeInstance;
		bodies[i].instanceOf = i / 2; // also an instance of an instance
		bodies[i].pos = lwV3(0, (float)i, 0);
		bodies[i].material = i;
		bodies[i].channels = i % 2 == 0 ? lw_channelWalkable : lw_channelVisible;
	}
	lwMeshWorld* world = Create(bodies, count, NULL, 0);
	lwMeshWorld* one = Create(&alone, 1, NULL, 0);
	assert_true(lwMeshWorld_ByteCount(world) < lwMeshWorld_ByteCount(one) + count * 1024);
	lwWorld table = lwMeshWorld_World(world);
	for (int i = 0; i < count; ++i) {
		lwCastHit hit = lwWorld_Ray(&table, lwV3(3, (float)i + 0.5f, 3), lwV3(0, -4, 0), lw_channelAll);
		assert_true(hit.hit && hit.body == i && hit.material == i);
		assert_float_equal(hit.fraction, 0.125f, 1e-6f);
		hit = lwWorld_Ray(&table, lwV3(3, (float)i + 0.5f, 3), lwV3(0, -4, 0), lw_channelWalkable);
		assert_int_equal(hit.hit ? hit.body : -1, i - i % 2);
	}
	lwDestroyMeshWorld(one);
	lwDestroyMeshWorld(world);
}

static void MaterialsAreToldByTheTable(void** state) {
	(void)state;
	lwMeshBodyDef body = SquareDef();
	const uint16_t triangleMaterials[2] = { 1, 7 };
	body.triangleMaterials = triangleMaterials;
	const lwMaterial materials[2] = { { 0.5f, 11 }, { 0.05f, 22 } };
	lwMeshWorld* world = Create(&body, 1, materials, 2);
	lwWorld table = lwMeshWorld_World(world);
	lwCastHit ice = lwWorld_Ray(&table, lwV3(0.5f, 1, -0.5f), lwV3(0, -2, 0), lw_channelAll);
	lwCastHit other = lwWorld_Ray(&table, lwV3(-0.5f, 1, 0.5f), lwV3(0, -2, 0), lw_channelAll);
	assert_int_equal(ice.material, 1);
	assert_int_equal(other.material, 7);
	lwMaterial m = lwWorld_Material(&table, ice.material);
	assert_float_equal(m.friction, 0.05f, 0.0f);
	assert_int_equal(m.userId, 22);
	const int unknown[3] = { 7, -1, 2 };
	for (int i = 0; i < 3; ++i) {
		m = lwWorld_Material(&table, unknown[i]);
		assert_float_equal(m.friction, 1.0f, 0.0f);
		assert_int_equal(m.userId, 0);
	}
	lwWorld none = { 0 };
	assert_float_equal(lwWorld_Material(&none, 0).friction, 1.0f, 0.0f);
	lwDestroyMeshWorld(world);
}

// Bodies flung about: every one is found where it is and not where it was.
static void ManyMovingBodies(void** state) {
	(void)state;
	enum { count = 300 };
	static lwMeshBodyDef bodies[count];
	for (int i = 0; i < count; ++i) {
		bodies[i] = i == 0 ? SquareDef() : lwDefaultMeshBodyDef();
		bodies[i].shape = i == 0 ? lw_shapeMesh : lw_shapeInstance;
		bodies[i].pos = lwV3(3.0f * (float)i, 0, 0);
	}
	lwMeshWorld* world = Create(bodies, count, NULL, 0);
	lwWorld table = lwMeshWorld_World(world);
	lwVec3 last[count];
	memset(last, 0, sizeof(last));
	for (int round = 1; round < 60; ++round) {
		for (int i = 0; i < count; ++i) {
			float turn = 0.7f * (float)(i * round % 9);
			lwVec3 pos = lwV3(3.0f * (float)((i * 37 * round) % count), 10.0f * (float)round, 5.0f * (float)(i % 7));
			lwBodyState to = { .pos = pos, .rot = lwQuatAxisAngle(lwV3(0, 1, 0), turn) };
			lwMeshWorld_SetBody(world, i, &to);
			last[i] = pos;
		}
		for (int i = 0; i < count; i += 7) {
			lwVec3 from = lwAdd(last[i], lwV3(0.3f, 2, 0.1f));
			lwCastHit hit = lwWorld_Ray(&table, from, lwV3(0, -4, 0), lw_channelAll);
			assert_true(hit.hit);
			assert_float_equal(hit.pos.y, last[i].y, 1e-3f);
			assert_true(hit.body == i || lwDistance(last[hit.body], last[i]) < 1e-3f);
			assert_false(lwWorld_Ray(&table, lwAdd(last[i], lwV3(0.3f, -8, 0.1f)), lwV3(0, -4, 0), lw_channelAll).hit);
			hit = lwWorld_Closest(&table, from, 3.0f, lw_channelAll);
			assert_true(hit.hit);
			assert_float_equal(3.0f * hit.fraction, 2.0f, 1e-3f);
		}
	}
	lwDestroyMeshWorld(world);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(RefusesInvalidShapes),
		cmocka_unit_test(RefusesInvalidMaterials),
		cmocka_unit_test(SolidsByHand),
		cmocka_unit_test(SolidsClosestPointAndZeroMotion),
		cmocka_unit_test(HeightfieldsByHand),
		cmocka_unit_test(HolesInHeightfields),
		cmocka_unit_test(InstancesShareAndStandApart),
		cmocka_unit_test(MaterialsAreToldByTheTable),
		cmocka_unit_test(ManyMovingBodies),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
