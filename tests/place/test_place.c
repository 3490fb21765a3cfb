// SPDX-License-Identifier: MIT
// Places on hand-made grounds: each strategy in the scene made for it, in any attitude. L = 1, the hip 0.6 over the plane
// y = 0, the foot wanted 0.8 to the side; edges and walls stand at x = 0.6, so 0.2 is to be bent; where the leg
// must turn back round an edge the foot stays within 0.1 of it.
#include "mesh.h"

#include "legwork/place.h"

static lwPlaceQuery Query(const lwWorld* world) {
	lwPlaceQuery q = lwDefaultPlaceQuery();
	q.world = world;
	q.socket = q.hip = lwV3(0.2f, 0.6f, 0.0f);
	q.wanted = lwV3(0.8f, 0.0f, 0.0f);
	q.lift = lwV3(0.8f, 0.0f, -0.3f);
	q.reach = 1.3f;
	return q;
}

static void AssertNear(lwVec3 a, lwVec3 b, float tolerance) {
	if (!(lwDistance(a, b) <= tolerance)) {
		fail_msg("(%g %g %g) is not within %g of (%g %g %g)", (double)a.x, (double)a.y, (double)a.z, (double)tolerance, (double)b.x,
				 (double)b.y, (double)b.z);
	}
}

static bool RefuseAll(const char* condition, const char* file, int line) {
	(void)condition, (void)file, (void)line;
	return false;
}

static void BadQueriesFindNothing(void** state) {
	(void)state;
	Mesh m = { 0 };
	Mesh_Box(&m, lwV3(-4.0f, -1.0f, -4.0f), lwV3(4.0f, 0.0f, 4.0f));
	lwMeshWorld* mesh = Mesh_World(&m);
	lwWorld world = lwMeshWorld_World(mesh), empty = { 0 };
	lwSetAssertFcn(RefuseAll);
	assert_false(lwFindPlace(NULL).found);
	lwPlaceQuery q = Query(&world);
	assert_true(lwFindPlace(&q).found);
	q.cookie = 0;
	assert_false(lwFindPlace(&q).found);
	lwSetAssertFcn(NULL);
	q = Query(NULL);
	assert_false(lwFindPlace(&q).found);
	q = Query(&empty);
	assert_false(lwFindPlace(&q).found);
	q = Query(&world);
	q.length = 0.0f;
	assert_false(lwFindPlace(&q).found);
	lwVec3* places[] = { &q.socket, &q.wanted, &q.up, &q.lift, &q.under, &q.hip };
	for (int i = 0; i < 6; ++i) {
		q = Query(&world);
		places[i]->y = NAN;
		lwPlace p = lwFindPlace(&q);
		assert_false(p.found);
		assert_int_equal(p.strategy, lw_placeSearching);
	}
	q = Query(&world);
	q.socket = q.hip = q.wanted = q.lift = q.under; // all in one point, on the face
	(void)lwFindPlace(&q);
	q = Query(&world);
	q.maxQueries = 0;
	assert_false(lwFindPlace(&q).found);
	lwDestroyMeshWorld(mesh);
}

// ---- One scene for every strategy ------------------------------------------------------------------------------

typedef struct Scene {
	const char* name;
	lwPlaceStrategy strategy;
	lwVec3 pos, normal;
	float tolerance;
} Scene;

enum { scene_floor, scene_corner, scene_lower, scene_edge, scene_wedge, scene_plate, scene_sphere, scene_nothing, scene_count };

#define TAN30 0.57735027f
#define COS30 0.86602540f

static const Scene s_scenes[scene_count] = {
	{ "floor", lw_placeSocket, { 0.8f, 0.0f, 0.0f }, { 0.0f, 1.0f, 0.0f }, 1e-4f },
	{ "inner corner", lw_placeSocket, { 0.6f, 0.2f, 0.0f }, { -1.0f, 0.0f, 0.0f }, 1e-4f },
	{ "lower floor", lw_placeAlong, { 0.8f, -0.35f, 0.0f }, { 0.0f, 1.0f, 0.0f }, 1e-4f },
	{ "outer edge, 270", lw_placeInward, { 0.6f, -0.2f, 0.0f }, { 1.0f, 0.0f, 0.0f }, 1e-4f },
	{ "outer edge, 330", lw_placeInward, { 0.6f - 0.1f * COS30, -0.05f, 0.0f }, { 0.5f, -COS30, 0.0f }, 1e-4f },
	{ "far side of a plate", lw_placeInward, { 0.5f, -0.05f, 0.0f }, { 0.0f, -1.0f, 0.0f }, 1e-4f },
	{ "sphere", lw_placeAlong, { 0.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, 0.0f }, 0.0f },
	{ "nothing", lw_placeSearching, { 0.8f, 0.0f, 0.0f }, { 0.0f, 1.0f, 0.0f }, 1e-6f },
};

static void Build(Mesh* m, int scene) {
	memset(m, 0, sizeof(*m));
	static const float wedge[3][2] = { { -2.0f, 0.0f }, { -2.0f, -2.6f * TAN30 }, { 0.6f, 0.0f } };
	switch (scene) {
	case scene_floor: Mesh_Box(m, lwV3(-4.0f, -1.0f, -4.0f), lwV3(4.0f, 0.0f, 4.0f)); break;
	case scene_corner:
		Mesh_Box(m, lwV3(-4.0f, -1.0f, -4.0f), lwV3(0.6f, 0.0f, 4.0f));
		Mesh_Box(m, lwV3(0.6f, -1.0f, -4.0f), lwV3(4.0f, 3.0f, 4.0f));
		break;
	case scene_lower: Mesh_Box(m, lwV3(-4.0f, -1.0f, -4.0f), lwV3(4.0f, -0.35f, 4.0f)); break;
	case scene_edge: Mesh_Box(m, lwV3(-4.0f, -4.0f, -4.0f), lwV3(0.6f, 0.0f, 4.0f)); break;
	case scene_wedge: Mesh_Prism(m, wedge, 3, 4.0f); break;
	case scene_plate: Mesh_Box(m, lwV3(-4.0f, -0.05f, -4.0f), lwV3(0.6f, 0.0f, 4.0f)); break;
	case scene_sphere: Mesh_Sphere(m, lwV3(0.0f, -1.2f, 0.0f), 1.2f, 22); break;
	default: Mesh_Box(m, lwV3(20.0f, 20.0f, 20.0f), lwV3(21.0f, 21.0f, 21.0f)); break;
	}
}

// The whole scene and query turned: nothing may depend on which way is up.
static void Turn(Mesh* m, lwPlaceQuery* q, lwQuat r, lwVec3 by) {
	for (int i = 0; i < m->vertexCount; ++i) {
		m->vertices[i] = lwAdd(lwRotate(r, m->vertices[i]), by);
	}
	lwVec3* places[] = { &q->socket, &q->wanted, &q->lift, &q->under, &q->hip };
	for (int i = 0; i < 5; ++i) {
		*places[i] = lwAdd(lwRotate(r, *places[i]), by);
	}
	q->up = lwRotate(r, q->up);
}

static void EveryStrategyHasItsGround(void** state) {
	(void)state;
	static Mesh m;
	static const lwVec3 turns[] = { { 0, 0, 0 }, { 0, 0, 1.1f }, { LW_PI, 0, 0 }, { 0, 0, -LW_PI / 2 }, { 0.7f, 1.9f, -0.4f } };
	int counts[lw_placeStrategyCount] = { 0 };
	for (int t = 0; t < 5; ++t) {
		for (int k = 0; k < scene_count; ++k) {
			const Scene* scene = &s_scenes[k];
			lwQuat r = lwQuatExp(turns[t]);
			lwVec3 by = t == 0 ? lwV3(0, 0, 0) : lwV3(3.0f, -1.0f, 2.0f);
			lwPlaceQuery q = Query(NULL);
			Build(&m, k);
			Turn(&m, &q, r, by);
			lwMeshWorld* mesh = Mesh_World(&m);
			lwWorld world = lwMeshWorld_World(mesh);
			q.world = &world;
			lwPlace p = lwFindPlace(&q);
			print_message("  %s, turn %d: strategy %d, %d queries, %d surfaces\n", scene->name, t, (int)p.strategy, p.queries, p.surfaces);
			assert_int_equal(p.strategy, scene->strategy);
			assert_int_equal(p.found, k != scene_nothing);
			counts[p.strategy] += 1;
			lwVec3 pos = lwRotate(lwConj(r), lwSub(p.pos, by)), normal = lwRotate(lwConj(r), p.normal);
			if (k == scene_sphere) { // on the ball, not far from where the way over it leads
				lwVec3 out = lwSub(pos, lwV3(0.0f, -1.2f, 0.0f));
				assert_true(fabsf(lwLength(out) - 1.2f) < 0.01f);
				assert_true(lwDot(normal, out) > 0.99f * lwLength(out));
				float arc = 1.2f * lwAtan2(pos.x, pos.y + 1.2f);
				assert_true(fabsf(arc - 0.8f) < 0.1f);
			} else {
				AssertNear(pos, scene->pos, scene->tolerance * (t == 0 ? 1.0f : 20.0f));
				AssertNear(normal, scene->normal, 1e-3f);
			}
			assert_true(p.queries <= (k == scene_floor ? 4 : q.maxQueries));
			lwDestroyMeshWorld(mesh);
		}
	}
	for (int s = lw_placeSocket; s < lw_placeStrategyCount; ++s) {
		assert_true(counts[s] > 0);
	}
}

// ---- Limits ----------------------------------------------------------------------------------------------------

static void ReachLimitsThePlace(void** state) {
	(void)state;
	static Mesh m;
	Build(&m, scene_floor);
	lwMeshWorld* mesh = Mesh_World(&m);
	lwWorld world = lwMeshWorld_World(mesh);
	lwPlaceQuery q = Query(&world);
	q.reach = 0.75f; // hip 0.6 over the floor at x = 0.2: 0.45 away along it
	lwPlace p = lwFindPlace(&q);
	assert_true(p.found);
	AssertNear(p.pos, lwV3(0.65f, 0.0f, 0.0f), 1e-3f);
	q.reach = 0.5f; // the whole floor is out of reach
	assert_false(lwFindPlace(&q).found);
	q.reach = 1.3f;
	q.wanted = lwV3(0.25f, 0.0f, 0.0f);
	q.fold = 0.65f; // 0.25 away from below the hip at least
	p = lwFindPlace(&q);
	assert_true(p.found);
	AssertNear(p.pos, lwV3(0.45f, 0.0f, 0.0f), 1e-3f);
	lwDestroyMeshWorld(mesh);
}

// A world whose every hit has some normal, whatever the ray.
static void CastWithNormal(void* user, const lwCastQuery* queries, int count, lwCastHit* outHits) {
	for (int i = 0; i < count; ++i) {
		outHits[i] = (lwCastHit){ .hit = true, .fraction = 0.5f, .triangle = -1 };
		outHits[i].pos = lwMulAdd(queries[i].origin, queries[i].motion, 0.5f);
		outHits[i].normal = outHits[i].faceNormal = *(const lwVec3*)user;
	}
}

// A normal that has no length, or not 1, is no ground to stand on.
static void NormalsAreUnit(void** state) {
	(void)state;
	lwVec3 normals[] = { { 0.0f, 0.0f, 0.0f }, { 0.0f, 100.0f, 0.0f }, { NAN, 1.0f, 0.0f }, { 0.0f, 1e-3f, 0.0f }, { 0.0f, 1.0f, 0.0f } };
	for (int i = 0; i < 5; ++i) {
		lwWorld world = { &normals[i], CastWithNormal, NULL, NULL, NULL, NULL };
		lwPlaceQuery q = Query(&world);
		assert_int_equal(lwFindPlace(&q).found, i == 4);
	}
}

// The walkable channel chooses, the visible one says how high; a rivet does not tilt the foot.
static void TwoChannels(void** state) {
	(void)state;
	static Mesh hull, rivet;
	Build(&hull, scene_floor);
	memset(&rivet, 0, sizeof(rivet));
	static const float dome[3][2] = { { 0.9f, 0.0f }, { 0.8f, 0.05f }, { 0.7f, 0.0f } };
	Mesh_Prism(&rivet, dome, 3, 0.1f);
	lwMeshBodyDef bodies[2] = { Mesh_Body(&hull), Mesh_Body(&rivet) };
	bodies[1].channels = lw_channelVisible;
	bodies[1].material = 7;
	lwMeshWorld* mesh = Bodies_World(bodies, 2);
	lwWorld world = lwMeshWorld_World(mesh);
	lwPlaceQuery q = Query(&world);
	lwPlace p = lwFindPlace(&q);
	assert_true(p.found);
	AssertNear(p.pos, lwV3(0.8f, 0.05f, 0.0f), 1e-4f);
	AssertNear(p.normal, lwV3(0.0f, 1.0f, 0.0f), 1e-4f);
	assert_int_equal(p.body, 0);
	assert_int_equal(p.material, 7);
	lwDestroyMeshWorld(mesh);
}

// Small moves of the wanted position move the place little, over the edge of a cube and up a wall too, and its distance along the
// surface from the corner is kept.
static void PlacesFollowSmoothly(void** state) {
	(void)state;
	static Mesh m;
	static const int scenes[] = { scene_corner, scene_edge, scene_plate };
	for (int k = 0; k < 3; ++k) {
		Build(&m, scenes[k]);
		lwMeshWorld* mesh = Mesh_World(&m);
		lwWorld world = lwMeshWorld_World(mesh);
		lwVec3 last = { 0 };
		for (int i = 0; i <= 80; ++i) {
			lwPlaceQuery q = Query(&world);
			q.wanted.x = 0.5f + 0.005f * (float)i;
			q.fold = 0.0f;
			lwPlace p = lwFindPlace(&q);
			if (!p.found) {
				fail_msg("scene %d: nothing at %g", scenes[k], (double)q.wanted.x);
			}
			if (i > 0 && lwDistance(p.pos, last) > (scenes[k] == scene_corner ? 0.09f : 0.06f)) { // none stands in the very corner
				fail_msg("scene %d: leaps by %g at %g", scenes[k], (double)lwDistance(p.pos, last), (double)q.wanted.x);
			}
			last = p.pos;
		}
		lwDestroyMeshWorld(mesh);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(BadQueriesFindNothing), cmocka_unit_test(EveryStrategyHasItsGround), cmocka_unit_test(NormalsAreUnit), cmocka_unit_test(ReachLimitsThePlace),
		cmocka_unit_test(TwoChannels),           cmocka_unit_test(PlacesFollowSmoothly),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
