// SPDX-License-Identifier: MIT
// Import (tools): the neutral scene that every reader fills and everything else reads.
// glTF 2.0 / GLB by our own reader; all other formats through assimp. Files are hostile until read.
#ifndef LEGWORK_IMPORT_H
#define LEGWORK_IMPORT_H

#include "legwork/clip.h"

// Limits on what a file may hold; over them: lw_errorLimit.
#define LW_MAX_FILE_BYTES (1024u * 1024u * 1024u)
#define LW_MAX_NODES 65536
#define LW_MAX_VERTICES (64u * 1024u * 1024u)

typedef enum lwChannelPath { lw_pathTranslation, lw_pathRotation, lw_pathScale, lw_pathWeights } lwChannelPath;
typedef enum lwInterpolation { lw_interpStep, lw_interpLinear, lw_interpCubic } lwInterpolation;

typedef struct lwSceneNode {
	char* name;                     // never NULL; "" when the file has none
	int parent;                     // -1 for a root; NOT ordered: a parent may have a higher index
	lwTransform local;              // rest transform; matrices are decomposed
	bool hasMatrix;                 // the file stored a matrix (its TRS may not be animated)
	lwMat34 matrix;                 // the exact local matrix, also for TRS nodes
	int mesh;                       // index or -1
	int skin;                       // index or -1
	int weightCount;                // morph weights of the node (0 when none)
} lwSceneNode;

// A shape that a primitive can take on: what is added to its vertices at weight 1.
typedef struct lwSceneTarget {
	char* name;                     // never NULL; "" when the file has none
	lwVec3* positions;              // vertexCount offsets, in mesh space
	lwVec3* normals;                // vertexCount offsets or NULL
} lwSceneTarget;

// One primitive: triangles only (strips and fans are unrolled; points and lines are skipped).
typedef struct lwScenePrimitive {
	int vertexCount;
	lwVec3* positions;              // vertexCount, in mesh space
	lwVec3* normals;                // vertexCount or NULL
	float* texcoords;               // 2 * vertexCount or NULL
	int influences;                 // per vertex: 0, 4 or 8 (JOINTS_0, JOINTS_1)
	uint16_t* joints;               // influences * vertexCount, index into the skin's joints
	float* weights;                 // influences * vertexCount, made to sum to 1 (all 0 stays 0)
	int indexCount;                 // multiple of 3
	uint32_t* indices;              // each < vertexCount
	int material;                   // index or -1
	int targetCount;                // not read from glTF, whose document has them
	lwSceneTarget* targets;
} lwScenePrimitive;

typedef struct lwSceneMesh {
	char* name;
	int primitiveCount;
	lwScenePrimitive* primitives;   // all with as many targets
	float* targetWeights;           // of the rest pose, as many as a primitive has targets; NULL: all 0
} lwSceneMesh;

typedef struct lwSceneSkin {
	char* name;
	int jointCount;
	int* joints;                    // node indices
	lwMat34* inverseBind;           // jointCount; identity when the file has none
} lwSceneSkin;

typedef struct lwSceneChannel {
	int node;
	lwChannelPath path;
	lwInterpolation interpolation;
	int width;                      // floats per value: 3, 4 or the node's weightCount
	int keyCount;                   // >= 1
	float* times;                   // keyCount, strictly increasing, seconds as stored (may start above 0)
	float* values;                  // keyCount * width; cubic: keyCount * 3 * width (in-tangent, value, out-tangent)
} lwSceneChannel;

typedef struct lwSceneClip {
	char* name;                     // never NULL; "" when the file has none
	float start, end;               // first and last key over all channels, seconds as stored
	int channelCount;
	lwSceneChannel* channels;
} lwSceneClip;

// An encoded picture. Not read from glTF, whose document has them.
typedef struct lwSceneImage {
	char* name;
	const char* mimeType;           // "image/png" or "image/jpeg"; static text
	uint8_t* data;                  // size bytes
	size_t size;
} lwSceneImage;

typedef struct lwSceneMaterial {
	char* name;
	float color[4];                 // base colour factor, linear
	float metallic, roughness;
	float emissive[3];              // linear; 0 when the file has none
	bool doubleSided;
	int colorImage;                 // images[] or -1, as the three below; their coordinates are texcoords
	int normalImage;
	int roughnessImage;             // metal in blue, roughness in green
	int emissiveImage;
} lwSceneMaterial;

// A skinned vertex influence or a node may name any node; all indices were checked by the reader.
typedef struct lwScene {
	char* file;                     // path it was read from
	char* format;                   // "glb", "gltf", or the extension read through assimp
	char* notes;                    // what the reader repaired or could not keep, one line each; "" when nothing
	int nodeCount;        lwSceneNode* nodes;
	int meshCount;        lwSceneMesh* meshes;
	int skinCount;        lwSceneSkin* skins;
	int clipCount;        lwSceneClip* clips;
	int materialCount;    lwSceneMaterial* materials;
	int imageCount;       lwSceneImage* images;
	// glTF only: the document as stored, for the lossless writer; NULL for other formats.
	char* json;           size_t jsonSize;   // JSON text, not NUL-terminated within jsonSize
	uint8_t* bin;         size_t binSize;    // GLB's binary chunk; NULL for .gltf or when absent
} lwScene;

// Read a file by its content (GLB magic, '{') or else its extension. On failure *outScene is NULL.
// The caller owns the scene: lwDestroyScene.
LW_API lwResult lwReadScene(const char* path, lwScene** outScene);
// Read glTF from memory; baseDir (may be NULL) is where external buffers are looked for. Used by the fuzzer.
LW_API lwResult lwReadGltfMemory(const uint8_t* data, size_t size, const char* name, const char* baseDir, lwScene** outScene);
LW_API void lwDestroyScene(lwScene* scene); // NULL is fine

// Value of one channel at a time (clamped to its keys); rotations come out unit. out has channel->width floats.
LW_API void lwSceneChannel_Sample(const lwSceneChannel* channel, float time, float* out);
// All nodes' local transforms at a time of a clip (clip < 0: the rest pose). outLocal has nodeCount entries.
LW_API void lwScene_SampleClip(const lwScene* scene, int clip, float time, lwTransform* outLocal);
// All nodes' world matrices from local transforms, in any node order. outWorld has nodeCount entries.
// Nodes with hasMatrix that no channel moves use the exact matrix when local equals the rest transform.
LW_API void lwScene_ToWorld(const lwScene* scene, const lwTransform* local, lwMat34* outWorld);
// Clip by exact name, else by the part after the last '|', else by a name cut to its first 124..127 bytes (as results hold it),
// else "#index". -1 when there is none or several match (then *outMatches > 1).
LW_API int lwScene_FindClip(const lwScene* scene, const char* name, int* outMatches);
// Node by exact name or "#index"; the lowest index when a name repeats; -1 when absent.
LW_API int lwScene_FindNode(const lwScene* scene, const char* name);
// Name to show: the node's own, else "#index" written into buffer.
LW_API const char* lwScene_NodeName(const lwScene* scene, int node, char* buffer, int capacity);

// A copy without some nodes; what names nodes (parents, skins, influences, channels) is renumbered. drop has nodeCount entries; what hangs
// on a dropped node must be dropped too. outNodeMap (may be NULL): the new index of each node, -1 when dropped.
// A dropped node that has a mesh, carries a vertex or is all of a skin: lw_errorData. The copy has no glTF document
// and is written fresh: of it the pictures that materials show by TEXCOORD_0 are kept; morph targets, cameras, lights, extensions are not.
LW_API lwResult lwScene_Strip(const lwScene* scene, const bool* drop, lwScene** outScene, int* outNodeMap);

// The scene's nodes as a skeleton. All nodes are joints, reordered parents first.
// bind: from the inverse bind matrices of the skins; a node without one keeps bind parent * rest local (so leaves follow).
typedef struct lwSceneSkeleton {
	lwSkeleton skeleton;            // its arrays live in this struct's arena
	int* jointOfNode;               // nodeCount: joint index of a node
	int* nodeOfJoint;               // jointCount
	bool* isSkinJoint;              // jointCount: listed in a skin
	bool* isSkinned;                // jointCount: carries vertex weight
	bool* isAnimated;               // jointCount: some clip moves it
	void* arena;
} lwSceneSkeleton;

LW_API lwResult lwScene_MakeSkeleton(const lwScene* scene, lwSceneSkeleton** outSkeleton);
LW_API void lwDestroySceneSkeleton(lwSceneSkeleton* skeleton);

// World channels (world.h) that a material's name asks for: the word "walkable", the word "visible"; both or neither: both.
LW_API uint32_t lwMaterial_Channels(const char* name);
// Frame rate of a clip from its key times (STEP tracks with equal keys do not count); 30 when undecidable.
LW_API float lwScene_FrameRate(const lwScene* scene, int clip);
// Resample scene time [start, start + duration] to an lwClip on the skeleton's joints, rate frames per second or a little more.
// looping: frame f at f / frameCount. Times past the last key hold it. Caller frees with lwDestroyClip.
LW_API lwResult lwScene_MakeClip(const lwScene* scene, const lwSceneSkeleton* skeleton, int clip, float start, float duration, float rate, bool looping, lwClip** outClip);
LW_API void lwDestroyClip(lwClip* clip);
// A clip made by code becomes the scene's last: LINEAR keys for what leaves the rest pose, the first key again at the end of a
// looping one. What was stored (json, bin) stays as it is. A skeleton made before does not know of it (isAnimated).
LW_API lwResult lwScene_AddClip(lwScene* ioScene, const lwSceneSkeleton* skeleton, const lwClip* clip);

#endif
