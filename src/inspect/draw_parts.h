// SPDX-License-Identifier: MIT
// Drawing, inside: the creature's triangles made few and where they are in a pose; one drawing and its ground.
#ifndef LEGWORK_INSPECT_DRAW_PARTS_H
#define LEGWORK_INSPECT_DRAW_PARTS_H

#include "inspect/measure_parts.h"
#include "legwork/report.h"

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
	int front;                      // closed meshes show one side: 1 counter-clockwise, -1 clockwise; 0: both are drawn
} lwDrawMesh;

// Skinned and moving meshes of a scene; at most limit triangles, by clustering vertices. Terrain stays out.
bool lwDrawMesh_Make(const lwScene* scene, int clip, int limit, lwBlockList* memory, lwDrawMesh* outMesh);
// World positions of all vertices from the nodes' world matrices.
void lwDrawMesh_Place(const lwDrawMesh* mesh, const lwMat34* nodeWorld, lwVec3* outPositions);
// Find front: whether the mesh, so placed, is closed, and how it winds.
void lwDrawMesh_FindFront(lwDrawMesh* mesh, const lwVec3* positions);

#define LW_DRAW_POSES 64

typedef struct lwDrawAxes {
	lwVec3 right, up, away;         // picture axes in world space; away from the viewer
	lwVec3 origin;                  // of the pose: on the ground below the body
} lwDrawAxes;

typedef struct lwDrawing {
	const lwDrawDef* def;
	lwBlockList memory;
	lwSchedule schedule;
	lwGround* ground;
	int clip;
	float start, end;
	lwDrawMesh mesh;
	lwTransform* local;
	lwMat34* world;
	lwVec3* vertices;               // placed
	bool* bone;                     // nodes drawn as skeleton
	float times[LW_DRAW_POSES];
	lwVec3 places[LW_DRAW_POSES];   // where the bodies are on their way, world
	lwDrawAxes views[LW_DRAW_POSES];
	float left, right, bottom, top; // bounds in picture axes around each pose's origin (strip) or the first's (one picture)
	float scale, height, cell, row;
	int perRow;
	lwPrint svg;
} lwDrawing;

// Picture axes of a world point, and pixels of picture axes.
lwVec3 lwDrawing_ToView(const lwDrawAxes* view, lwVec3 p);
float lwDrawing_X(const lwDrawing* drawing, int pose, float x);
float lwDrawing_Y(const lwDrawing* drawing, int pose, float y);
// The ground below the bodies, cut along their way; and lines where it differs below the left and the right feet.
void lwDrawing_AddGround(lwDrawing* drawing, int pose);
void lwDrawing_AddFootprints(lwDrawing* drawing, int pose);

// Text with < > & " replaced.
void lwPrint_AddEscaped(lwPrint* text, const char* raw);

#endif
