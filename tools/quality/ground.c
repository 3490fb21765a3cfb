// SPDX-License-Identifier: MIT
// Grounds of the matrix: built-in ones, and the shared meshes fitted to the creature.
#include "quality/ground.h"

#include "legwork/sample.h"
#include "legwork/terrain.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define WIDE 40.0f                  // L, half the extent of floors
#define PATH_SPACING 0.25f          // L
#define PI_F 3.14159265f

static const struct {
	const char* name;
	const char* file;               // below data/terrain; NULL: built in
	float standard;
	const char* rule;
} kinds[groundCount] = {
	{ "flat", NULL, 0.0f, "" },
	{ "slope", NULL, 20.0f, "" },
	{ "stairs", NULL, 0.2f, "" },
	{ "hills", NULL, 0.25f, "" },
	{ "house", "house_stairs.glb", 0.0f,
	  "house_stairs: the flight before the door, walls and rails left out, three side by side; mean rise 0.2 L (0.28, 0.16, 0.16), "
	  "run 0.52 L; up, 2.5 L of floor, down the same flight" },
	{ "dungeon", "dungeon_stairs.glb", 0.0f,
	  "dungeon_stairs: rise 0.2 L, three side by side; as made it climbs 45 degrees, so its runs are stretched to 0.4 L; up, 2.5 L of floor, down" },
	{ "dungeon 45", "dungeon_stairs.glb", 0.0f,
	  "dungeon_stairs as made: rise and run 0.2 L, 45 degrees, beyond the rating" },
	{ "rocks", "rock_4.glb", 0.0f,
	  "rock_4 and rock_platforms in turn, 0.25 L high, half sunk as made, one every 0.8 L on and beside the path" },
	{ "heightfield", "heightfield_hills.glb", 0.0f,
	  "heightfield_hills: along x at z = 2.8 of the file, 1.4 L a unit: hills of 0.4 L" },
};

const char* GroundKind_Name(GroundKind kind) { return kinds[kind].name; }
const char* GroundKind_Rule(GroundKind kind) { return kinds[kind].rule; }
bool GroundKind_IsShared(GroundKind kind) { return kinds[kind].file != NULL; }

void Ground_Free(Ground* ground) {
	lwDestroyScene(ground->scene);
	ground->scene = NULL;
}

// ---- Paths, in L ---------------------------------------------------------------------------------------------------

static void AddPoint(Ground* ground, float x, float z) {
	if (ground->pathCount < GROUND_MAX_PATH) {
		ground->path[ground->pathCount++] = lwV3(x, 0.0f, z);
	}
}

static void Straight(Ground* ground, float length) {
	int count = (int)lwMinF(length / PATH_SPACING, GROUND_MAX_PATH - 1);
	for (int i = 0; i <= count; ++i) {
		AddPoint(ground, 0.0f, length * (float)i / (float)count);
	}
}

// One circle of radius 4 to the left (+X) and one to the right, touching at the origin; side -1 mirrors.
static void Eight(Ground* ground, float side) {
	for (int i = 0; i <= 192; ++i) {
		float t = 2.0f * PI_F * (float)i / 96.0f, sign = i <= 96 ? side : -side;
		AddPoint(ground, sign * 4.0f * (1.0f - cosf(t)), 4.0f * sinf(t));
	}
}

static float PathLength(const GroundDef* def, float least, float most) {
	return lwClampF(7.0f * def->stride, least, most);
}

static void MakePath(const GroundDef* def, Ground* ground) {
	float length = PathLength(def, 12.0f, 60.0f);
	switch (def->path) {
	case path_straight: Straight(ground, length); break;
	case path_direction:
		AddPoint(ground, 0.0f, 0.0f);
		AddPoint(ground, length * sinf(def->angle), length * cosf(def->angle));
		break;
	case path_eightLeft: Eight(ground, 1.0f); break;
	case path_eightRight: Eight(ground, -1.0f); break;
	case path_square:
		for (int i = 0; i <= 4; ++i) {
			AddPoint(ground, i == 2 || i == 3 ? 6.0f : 0.0f, i == 1 || i == 2 ? 6.0f : 0.0f);
		}
		break;
	}
}

// ---- Built-in grounds ----------------------------------------------------------------------------------------------

static lwResult MakeBuiltIn(const GroundDef* def, float amount, Ground* ground) {
	lwSampleTerrainDef terrain = lwDefaultSampleTerrainDef();
	float length = PathLength(def, 12.0f, 60.0f);
	terrain.scale = def->length;
	terrain.kind = def->kind == ground_slope ? lw_sampleSlope : def->kind == ground_stairs ? lw_sampleStairs : lw_sampleHills;
	terrain.length = length + 6.0f;
	terrain.slopeDeg = def->kind == ground_slope ? amount : terrain.slopeDeg;
	terrain.stepRise = def->kind == ground_stairs ? amount : terrain.stepRise;
	terrain.stepCount = (int)lwClampF((length - 4.0f) / terrain.stepRun, 1.0f, 64.0f);
	terrain.amplitude = def->kind == ground_hills ? amount : terrain.amplitude;
	Straight(ground, length);
	return lwMakeSampleTerrain(&terrain, &ground->scene);
}

// ---- Shared meshes -------------------------------------------------------------------------------------------------

static lwResult ReadMesh(const GroundDef* def, const char* file, lwScene** outScene) {
	char path[1024];
	(void)snprintf(path, sizeof path, "%s/terrain/%s", def->data, file);
	return lwReadScene(path, outScene);
}

static const Placement everything = { { -1e9f, -1e9f, -1e9f }, { 1e9f, 1e9f, 1e9f }, 1.0f, 1.0f, 0.0f, { 0.0f, 0.0f, 0.0f } };

// A flight of steps that the file has climbing towards -z, from frontZ up to backZ and from baseY to topY.
typedef struct Flight {
	Placement place;
	float frontZ, backZ, baseY, topY, tile; // file units
} Flight;

// Up the flight, over a landing, down its copy.
static float UpAndDown(Soup* soup, const lwScene* mesh, const Flight* flight, float startZ) {
	float scale = flight->place.scale, deep = (flight->frontZ - flight->backZ) * flight->place.stretch * scale;
	float high = (flight->topY - flight->baseY) * scale, landing = 2.5f, end = startZ + 2.0f * deep + landing;
	for (int side = -1; side <= 1; ++side) {
		Placement up = flight->place, down = flight->place;
		up.yaw = PI_F;
		up.offset = lwV3((float)side * flight->tile * scale, -flight->baseY * scale, startZ + flight->frontZ * up.stretch * scale);
		down.offset = lwV3((float)side * flight->tile * scale, up.offset.y, end - flight->frontZ * down.stretch * scale);
		Soup_Mesh(soup, mesh, &up);
		Soup_Mesh(soup, mesh, &down);
	}
	Soup_Floor(soup, -WIDE, WIDE, -WIDE, startZ + 0.5f * deep, 0.0f);
	Soup_Floor(soup, -WIDE, WIDE, startZ + deep, startZ + deep + landing, high);
	Soup_Floor(soup, -WIDE, WIDE, end - 0.5f * deep, end + WIDE, 0.0f);
	return end;
}

static float MakeHouse(Soup* soup, const lwScene* mesh, float startZ) {
	Flight flight = { everything, 1.4215f, 0.96f, -0.0034f, 0.1767f, 0.5765f };
	flight.place.boxMin = lwV3(-0.289f, -0.01f, 0.955f);
	flight.place.boxMax = lwV3(0.289f, 0.18f, 1.43f);
	flight.place.scale = 0.2f / 0.06f;
	return UpAndDown(soup, mesh, &flight, startZ);
}

static float MakeDungeon(Soup* soup, const lwScene* mesh, float startZ, float stretch) {
	Flight flight = { everything, 1.0f, -1.0f, -1.012f, 1.003f, 2.0f };
	flight.place.scale = 0.2f / 0.4f;
	flight.place.stretch = stretch;
	return UpAndDown(soup, mesh, &flight, startZ);
}

static float MakeRocks(Soup* soup, const lwScene* mesh, const lwScene* other, float startZ, float length) {
	static const float across[5] = { 0.1f, -0.35f, 0.4f, -0.1f, 0.25f };
	for (int i = 0; 0.8f * (float)i < length; ++i) {
		Placement place = everything;
		place.scale = 0.25f / (i % 2 == 0 ? 0.511f : 4.258f);
		place.yaw = 1.1f * (float)i;
		place.offset = lwV3(across[i % 5], 0.0f, startZ + 0.8f * (float)i);
		Soup_Mesh(soup, i % 2 == 0 ? mesh : other, &place);
	}
	Soup_Floor(soup, -WIDE, WIDE, -WIDE, startZ + length + WIDE, 0.0f);
	return startZ + length;
}

static float MakeHeightfield(Soup* soup, const lwScene* mesh) {
	Placement place = everything;
	place.scale = 1.4f;
	place.yaw = -0.5f * PI_F; // the file's x is the way
	place.offset = lwV3(1.4f * 2.8f, 0.0f, 1.4f * 3.6f);
	Soup_Mesh(soup, mesh, &place);
	return 1.4f * 6.9f;
}

// The path's heights are those of the topmost surface, nothing here has a roof.
static lwResult LayPath(const GroundDef* def, float length, Ground* ground) {
	lwMeshWorld* terrain = NULL;
	lwResult result = lwMakeTerrainWorld(ground->scene, 1.0f, 0.0f, 0.0f, &terrain);
	if (result.status != lw_ok) {
		return result;
	}
	lwWorld world = lwMeshWorld_World(terrain);
	Straight(ground, length);
	for (int i = 0; i < ground->pathCount; ++i) {
		lwVec3 at = lwMul(ground->path[i], def->length);
		lwCastHit hit = lwWorld_Ray(&world, lwV3(at.x, 10.0f * def->length, at.z), lwV3(0.0f, -20.0f * def->length, 0.0f), lw_channelAll);
		ground->path[i].y = hit.hit ? hit.pos.y / def->length : 0.0f;
	}
	ground->hasHeight = true;
	lwDestroyMeshWorld(terrain);
	return result;
}

static lwResult MakeShared(const GroundDef* def, Ground* ground) {
	lwScene *mesh = NULL, *other = NULL;
	Soup soup = { NULL, 0, 0, false };
	float before = lwClampF(2.0f * def->stride, 2.5f, 16.0f), end = before;
	lwResult result = ReadMesh(def, kinds[def->kind].file, &mesh);
	if (result.status == lw_ok && def->kind == ground_rocks) {
		result = ReadMesh(def, "rock_platforms.glb", &other);
	}
	if (result.status == lw_ok) {
		switch (def->kind) {
		case ground_house: end = MakeHouse(&soup, mesh, before) + before; break;
		case ground_dungeon: end = MakeDungeon(&soup, mesh, before, 2.0f) + before; break;
		case ground_dungeonSteep: end = MakeDungeon(&soup, mesh, before, 1.0f) + before; break;
		case ground_rocks: end = MakeRocks(&soup, mesh, other, before, PathLength(def, 8.0f, 40.0f)) + 2.0f; break;
		default: end = MakeHeightfield(&soup, mesh); break;
		}
		result = Soup_ToScene(&soup, def->length, kinds[def->kind].name, &ground->scene);
	}
	lwDestroyScene(mesh);
	lwDestroyScene(other);
	return result.status == lw_ok ? LayPath(def, end, ground) : result;
}

lwResult MakeGround(const GroundDef* def, Ground* outGround) {
	memset(outGround, 0, sizeof *outGround);
	float amount = def->amount != 0.0f ? def->amount : kinds[def->kind].standard;
	lwResult result = lwResult_Ok();
	if (def->kind == ground_flat) {
		MakePath(def, outGround);
	} else {
		result = GroundKind_IsShared(def->kind) ? MakeShared(def, outGround) : MakeBuiltIn(def, amount, outGround);
	}
	for (int i = 0; i < outGround->pathCount; ++i) {
		outGround->path[i] = lwMul(outGround->path[i], def->length);
	}
	return result;
}
