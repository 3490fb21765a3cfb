// SPDX-License-Identifier: MIT
// Auto-rig, inside: what its steps share. The order of the files is the order of the steps:
// poses (sample all clips) -> detached (feet on controls) -> ends (ground ends, grouped to legs) -> step (do they step?)
// -> layout (facing, sides, rows, names) -> chain (hip, limb end, foot) -> contacts -> measure (lengths, hinges) -> spine.
#ifndef LEGWORK_AUTORIG_FINDER_H
#define LEGWORK_AUTORIG_FINDER_H

#include "legwork/autorig.h"

#define LW_MAX_PATH 256                 // joints on the way from trunk to tip that are looked at
#define LW_BIND_FRAME 0
#define LW_REST_FRAME 1

// Frames of one clip within the finder's frames.
typedef struct FinderClip {
	int clip;                       // index in the scene; -1: bind or rest pose
	int first, count;
	float dt;                       // s between frames
	float ground;                   // height of the lowest point over the clip
	bool moving;
	float weight;                   // say in what is near the ground
	float loco;                     // 0..1: how much it looks like locomotion
	float speed;                    // of the tips while low, mean
	lwVec3 travel;                  // unit, horizontal, in the bind pose's heading; zero when none
} FinderClip;

// A leg in the making: a path of the (virtual) hierarchy from below the trunk to a leaf near the ground.
typedef struct LegPath {
	int joints[LW_MAX_PATH];        // trunk side first
	int count;
	int leaf;
	int carrier;                    // joint of the trunk it hangs on; -1 when none
	int control;                    // detached foot's control; -1 when attached
	float length;                   // bind length of the path
	float near;                     // 0..1: share of the clips where it comes to the ground
	float step;                     // 0..1: steps like a foot
	float lift;                     // largest rise in the locomotion clips
	int twin;                       // path on the other side; -1 when none
	int side, row;
	float along;                    // position along the facing
	int hip;                        // index in joints[] of the hip
	int end;                        // index of the limb's end
	float sprawl;                   // horizontal distance hip -> leaf over length at stance
} LegPath;

typedef struct Finder {
	const lwScene* scene;
	const lwSceneSkeleton* skeleton;
	int count;                      // joints
	int* parent;                    // virtual parents: a detached control hangs on its limb's end
	int* childCount;                // virtual, without folded joints
	int* owner;                     // joint that stands for it: itself, or its parent for a folded mesh carrier
	int* vertices;                  // vertices it dominates
	int* mass;                      // weighted joints in its subtree (file's hierarchy)
	bool* helper;                   // IK target, pole: carries nothing
	bool* live;
	int* control;                   // leaf -> control bound to it; -1
	lwVec3* low[2];                 // lowest dominated vertex in bind and in rest, in the joint's space
	bool hasMesh;
	int frameCount;
	lwVec3* pos;                    // frameCount * count, world
	lwVec3* lowPos;                 // frameCount * count, the lower of the two vertices; the joint itself without vertices
	lwQuat* rot;                    // frameCount * count, local rotations
	float* yaw;                     // frameCount: turn about +Y from the bind pose's heading
	float* floorOf;                 // frameCount: ground of the frame's clip
	int clipCount;
	FinderClip* clips;
	int trunk[LW_MAX_PATH];         // joints that are ancestors of most of the body, top first
	int trunkCount;
	float size;                     // height of the standing creature
	int stanceClip;                 // index in clips[] whose standing frames place the feet
	int reference;                  // frame of the standing pose used for layout
	int legCount;
	LegPath* legs;                  // LW_MAX_LEGS
	lwMat34 bindToWorld;            // lays the bind pose over the nodes' world
	lwVec3 facing, left;            // horizontal unit vectors in the reference frame
	float facingTrust;
	char* notes;
	size_t notesSize, notesCapacity;
} Finder;

static inline lwVec3 Pos(const Finder* finder, int frame, int joint) { return finder->pos[(size_t)frame * (size_t)finder->count + (size_t)joint]; }
static inline lwVec3 LowPos(const Finder* finder, int frame, int joint) { return finder->lowPos[(size_t)frame * (size_t)finder->count + (size_t)joint]; }
static inline lwQuat Rot(const Finder* finder, int frame, int joint) { return finder->rot[(size_t)frame * (size_t)finder->count + (size_t)joint]; }
// The lower of the joint and its lowest vertex, above the frame's ground.
static inline float Height(const Finder* finder, int frame, int joint) {
	return lwMinF(Pos(finder, frame, joint).y, LowPos(finder, frame, joint).y) - finder->floorOf[frame];
}
static inline lwVec3 Flat(lwVec3 v) { return lwV3(v.x, 0.0f, v.z); }
// Turn v by an angle about +Y.
lwVec3 lwFinder_Turn(lwVec3 v, float yaw);
// Distance of two joints in the bind pose (rigid for detached links: in that pose as well).
float lwFinder_BindDistance(const Finder* finder, int a, int b);
bool lwFinder_IsAncestor(const Finder* finder, int ancestor, int joint); // virtual hierarchy
void lwFinder_Note(Finder* finder, const char* format, ...) LW_PRINTF(2, 3);
// Value at a share (0..1) of the sorted values; sorts in place; 0 for none.
float lwFinder_Quantile(float* values, int count, float share);

// Steps; false: out of memory.
bool lwFinder_Sample(Finder* finder);
bool lwFinder_BindFeet(Finder* finder);
bool lwFinder_FindEnds(Finder* finder);
bool lwFinder_JudgeSteps(Finder* finder);
bool lwFinder_Accept(Finder* finder);
bool lwFinder_Layout(Finder* finder);
bool lwFinder_Name(Finder* finder, lwRig* outRig);
bool lwFinder_Chains(Finder* finder, lwRig* ioRig);
// A leg given by hand: its path, and (findEnd) where its limb ends.
void lwFinder_Complete(Finder* finder, int index, lwLeg* ioLeg, bool findEnd);
bool lwFinder_Contacts(Finder* finder, lwRig* ioRig, const unsigned* given);
void lwFinder_Measure(Finder* finder, lwRig* ioRig, const unsigned* given);
void lwFinder_Spine(Finder* finder, lwRig* ioRig);
void lwFinder_Destroy(Finder* finder);
// Choose stanceClip: a walk, a run, an idle, else the reference pose. wanted: clip of the scene, -1 for any.
bool lwFinder_ChooseStance(Finder* finder, int wanted);
// Frames of the stance clip in which the leg's tip is low; returns the count, 1..capacity.
int lwFinder_StanceFrames(const Finder* finder, const LegPath* leg, int* outFrames, int capacity);
// Lowest of a leaf, its vertices, and those of its parent where nothing else hangs on that, above the ground.
float lwFinder_EndHeight(const Finder* finder, int frame, int leaf);
// True when the frame's clip looks like locomotion, at least a share of the best clip's likeness.
bool lwFinder_IsLoco(const Finder* finder, int frame, float share);
// Largest turn of a joint between two frames of the locomotion clips (all clips without any), rad.
float lwFinder_Range(const Finder* finder, int joint);

// What a rig file gave by hand for a leg; the rest is worked out.
enum {
	lw_givenJoints = 1,
	lw_givenLimb = 2,
	lw_givenHeel = 4,
	lw_givenToe = 8,
	lw_givenHinges = 16,
	lw_givenReach = 32,
	lw_givenRemove = 64,
};

// Hints as a JSON array (a json_t*, new reference).
struct json_t* lwHints_ToJson(const lwLegHint* hints, int count);

// Joints that carry nothing: what hangs on the trunk (or on nothing), belongs to a skin or moves, and neither itself nor
// below it has a vertex, a mesh or a part in the rig. False: out of memory.
bool lwFinder_Helpers(Finder* finder, lwRig* ioRig);

// Merge a rig file's text over a rig. outGiven: LW_MAX_LEGS entries; helperCount is -1 when none were given. Message: "rig.json: place: reason".
lwResult lwRig_MergeJson(lwRig* ioRig, const lwScene* scene, const lwSceneSkeleton* skeleton, const char* text, unsigned* outGiven);

#endif
