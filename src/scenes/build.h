// SPDX-License-Identifier: MIT
// World scenes, private: growing meshes, bodies, and the scenes by shape. All in units of size until the scene is done.
#ifndef LEGWORK_SCENES_BUILD_H
#define LEGWORK_SCENES_BUILD_H

#include "legwork/world_scene.h"

#define SCENE_MAX_BODIES 64

// Triangles with shared vertices, counter-clockwise seen from the air. Once failed (out of memory) every call does nothing.
typedef struct SceneMesh {
	int vertexCount, vertexCapacity;
	lwVec3* positions;
	int indexCount, indexCapacity;
	uint32_t* indices;
	bool failed;
} SceneMesh;

typedef struct SceneBox {
	lwVec3 min, max;
} SceneBox;

uint32_t SceneMesh_Vertex(SceneMesh* mesh, lwVec3 pos); // its index; 0 when failed
void SceneMesh_Triangle(SceneMesh* mesh, uint32_t a, uint32_t b, uint32_t c);
void SceneMesh_Quad(SceneMesh* mesh, uint32_t a, uint32_t b, uint32_t c, uint32_t d); // counter-clockwise
void SceneMesh_Free(SceneMesh* mesh);
void SceneMesh_Flip(SceneMesh* mesh);                   // the other side of every face
void SceneMesh_Append(SceneMesh* mesh, const SceneMesh* from, lwMat34 place);
// The surface of the union of boxes, no face inside it. Adds to the mesh.
void SceneMesh_Boxes(SceneMesh* mesh, const SceneBox* boxes, int count);
// The unit sphere about the origin from a cube of n x n squares a side. To an empty mesh.
void SceneMesh_Sphere(SceneMesh* mesh, int n);
// A capsule from the origin to (0, -length, 0).
void SceneMesh_Capsule(SceneMesh* mesh, float length, float radius);
// A tube of rows x columns vertices from first on, closed around in both ways; the last row meets the first shifted by shift columns.
void SceneMesh_Tube(SceneMesh* mesh, uint32_t first, int rows, int columns, int shift);

typedef struct SceneBody {
	char name[24];
	SceneMesh mesh;
	uint32_t channels;
	lwVec3 pos;
	lwQuat rot;
	lwVec3 color;           // linear
	bool moves;
} SceneBody;

// Placement of a body that moves, size 1. Velocities when exact; else both are left 0 and found by differences.
typedef void SceneMoveFcn(int body, float seconds, lwBodyState* outState, bool* outExact);

struct lwWorldScene {
	lwWorldSceneDef def;
	int bodyCount;
	SceneBody bodies[SCENE_MAX_BODIES];
	SceneMoveFcn* move;     // NULL: nothing moves
	lwWorldSceneStart start;
	lwMeshWorld* world;
};

// A further body, all channels, at the origin; NULL when there are too many.
SceneBody* Scene_Add(lwWorldScene* scene, const char* name);
SceneBox SceneBox_Make(float x0, float y0, float z0, float x1, float y1, float z1);
// Smooth value noise in [-1, 1], lattice of unit spacing.
float Scene_Noise(lwVec3 p, uint32_t seed);
float Scene_Random(uint32_t* ioState, float lo, float hi);

// The scenes. Each adds its bodies (the static one first) and sets the start.
void Scene_BuildSolid(lwWorldScene* scene);     // of flat faces
void Scene_BuildRound(lwWorldScene* scene);
void Scene_BuildDrum(lwWorldScene* scene);
void Scene_BuildElevator(lwWorldScene* scene);
void Scene_BuildColossus(lwWorldScene* scene);

#endif
