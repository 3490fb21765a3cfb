// SPDX-License-Identifier: MIT
// Sample room, private: growing meshes and scenes, and a small random number generator.
#ifndef LEGWORK_SAMPLE_BUILD_H
#define LEGWORK_SAMPLE_BUILD_H

#include "legwork/sample.h"

// One primitive being built. Once failed (out of memory) every call does nothing.
typedef struct SampleMesh {
	int vertexCount, vertexCapacity;
	lwVec3* positions;
	lwVec3* normals;
	int indexCount, indexCapacity;
	uint32_t* indices;
	uint16_t* joints;       // 4 * vertexCount once skinned, else NULL
	float* weights;
	bool failed;
} SampleMesh;

// Index of the new vertex; 0 when failed.
uint32_t SampleMesh_Vertex(SampleMesh* mesh, lwVec3 pos, lwVec3 normal);
void SampleMesh_Triangle(SampleMesh* mesh, uint32_t a, uint32_t b, uint32_t c);
// Flat quad a b c d (counter-clockwise seen from its front) with vertices of its own.
void SampleMesh_Quad(SampleMesh* mesh, lwVec3 a, lwVec3 b, lwVec3 c, lwVec3 d);
// Area-weighted vertex normals from the triangles.
void SampleMesh_SmoothNormals(SampleMesh* mesh);
void SampleMesh_Free(SampleMesh* mesh);
// Points about the origin, pushed out to the unit sphere: icosahedron split subdivisions times. Adds to an empty mesh.
void SampleMesh_Icosphere(SampleMesh* mesh, int subdivisions);

// Zeroed arrays; NULL when out of memory. count >= 1.
void* SampleAlloc(size_t count, size_t size);
char* SampleString(const char* text);
// A scene with its strings set and empty arrays of the given sizes; NULL when out of memory.
lwScene* SampleScene_Create(const char* file, int nodes, int meshes, int skins, int clips, int materials);
bool SampleScene_SetNode(lwScene* scene, int index, const char* name, int parent, lwTransform local);
bool SampleScene_SetMaterial(lwScene* scene, int index, const char* name, lwVec3 color, float roughness, bool doubleSided);
// Hands the mesh's arrays over to primitive; mesh is left empty. primitive->material is set.
bool SampleScene_TakeMesh(lwScenePrimitive* primitive, SampleMesh* mesh, int material);

// PCG-style generator; same numbers everywhere.
typedef struct SampleRandom {
	uint64_t state;
} SampleRandom;
SampleRandom SampleRandom_Make(uint32_t seed);
float SampleRandom_Unit(SampleRandom* random);                          // [0, 1)
float SampleRandom_Range(SampleRandom* random, float lo, float hi);
// Smooth value noise in [-1, 1], C2, lattice of unit spacing.
float SampleNoise3(lwVec3 p, uint32_t seed);

#endif
