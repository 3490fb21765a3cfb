// SPDX-License-Identifier: MIT
// Drawing, inside: the creature's triangles made few, and where they are in a pose.
#ifndef LEGWORK_INSPECT_DRAW_PARTS_H
#define LEGWORK_INSPECT_DRAW_PARTS_H

#include "inspect/measure_parts.h"

typedef struct lwDrawVertex {
	lwVec3 pos;                     // in mesh space
	int node;                       // mesh node; places vertices without influences
	int skin;                       // -1: rigid
	int influences;
	const uint16_t* joints;
	const float* weights;
} lwDrawVertex;

typedef struct lwDrawMesh {
	const lwScene* scene;
	int vertexCount;
	lwDrawVertex* vertices;
	int triangleCount;
	int* triangles;                 // 3 per triangle
	int* materials;                 // per triangle, -1 none
} lwDrawMesh;

// Skinned and moving meshes of a scene; at most limit triangles, by clustering vertices. Terrain stays out.
bool lwDrawMesh_Make(const lwScene* scene, int clip, int limit, lwBlockList* memory, lwDrawMesh* outMesh);
// World positions of all vertices from the nodes' world matrices.
void lwDrawMesh_Place(const lwDrawMesh* mesh, const lwMat34* nodeWorld, lwVec3* outPositions);

// Text with < > & " replaced.
void lwPrint_AddEscaped(lwPrint* text, const char* raw);

#endif
