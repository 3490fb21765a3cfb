// SPDX-License-Identifier: MIT
// Sample room, private: a creature as tables. Every creature file fills a SampleSpec; the rest of the room turns it
// into joints, a skinned mesh and clips. Design units are metres; SampleCreature_Make applies scale and seed.
#ifndef LEGWORK_SAMPLE_CREATURE_H
#define LEGWORK_SAMPLE_CREATURE_H

#include "sample/build.h"

#define SAMPLE_NAME 24
#define SAMPLE_MAX_JOINTS 128
#define SAMPLE_MAX_PRIMS 200
#define SAMPLE_MAX_GROUPS 8
#define SAMPLE_MAX_GAITS 24
#define SAMPLE_MAX_SHEETS 8

// mirror: the row is for ".L" (+X) and makes a ".R" as well; a parent of a mirrored row is searched with the suffix first.
typedef struct SampleJointRow {
	const char* name;
	const char* parent;             // NULL: the root
	lwVec3 posMS;
	bool mirror;
} SampleJointRow;

// Solid from sphere (a, ra) to sphere (b, rb), moved with a joint, squeezed by stretch about a (0: all 1).
typedef struct SamplePrimRow {
	int group;
	const char* joint;
	lwVec3 a, b;
	float ra, rb;
	lwVec3 stretch;
	bool mirror;
} SamplePrimRow;

typedef struct SampleGroupRow {
	const char* material;
	lwVec3 color;
	float roughness;
	float voxel;                    // m, at detail 1
	float blend;                    // m: how far solids melt together
	bool flatSole;                  // cut at the ground
	bool rigid;                     // each vertex follows one joint
} SampleGroupRow;

// Membrane between two rows of three joints, as seen in the bind pose; a joint may repeat.
typedef struct SampleSheetRow {
	int group;
	const char* first[3];
	lwVec3 firstMS[3];
	const char* second[3];
	lwVec3 secondMS[3];
	float sag;                      // [0, 1]: how far the free edge is cut in
} SampleSheetRow;

typedef struct SampleLegRow {
	const char* coxa;               // joint above upper that helps to aim, or NULL
	const char* upper;
	const char* lower;
	const char* foot;
	const char* toe;                // NULL: the foot ends in one point
	lwVec3 heelMS, tipMS;           // contact points on the ground
	int style;                      // index into SampleGait.styles
	float coxaShare;                // share of the leg's swing that the coxa takes over
	bool coxaYaws;                  // arthropods: turn about the up-axis, and leg plane and foot turn with it
	bool heelOnFoot;
	bool mirror;
} SampleLegRow;

// How a foot moves; angles in degrees. pitch: heel up about the toe joint; roll: toes up about the heel.
typedef struct SampleFootStyle {
	float lift;                     // m
	float liftSkew;                 // > 1: highest point early in flight
	float strikeRoll, strikeRollEnd;    // roll at touch, gone at this share of stance
	float offRoll, offRollStart;        // roll at lift, from this share of stance
	float strikePitch, strikePitchEnd;
	float offPitch, offPitchStart;
	float swingPitch, swingCurl;    // added in flight to foot and toe
	float placeX, placeZ;           // m: stance centre against the bind pose; X outwards
	float ease;                     // [0, 1]: 0 lazy start of flight (C2), 1 quick (C1)
} SampleFootStyle;

// value(phase) = mean + a1 cos 2pi(phase - p1) + a2 cos 4pi(phase - p2). xyz: degrees about the
// creature's axes; XYZ: metres along them; f: degrees about the hinge that brings the bone towards +Z.
// A ".L" joint also moves its ".R" half a cycle later, mirrored; antiphase off: at the same time.
typedef struct SampleCurve {
	const char* joint;
	char axis;
	float mean, a1, p1, a2, p2;
	float along;                    // [0, 1]: how much of it is scaled by the forward part of the direction
	bool together;
} SampleCurve;

typedef struct SampleGait {
	char name[SAMPLE_NAME];
	int frames;                     // period in 1/30 s
	float duty;                     // 1: stand
	float travel;                   // m: ground distance in one stance
	float angle;                    // radians: direction, 0 forward (+Z), positive to the left (+X)
	float phases[LW_SAMPLE_MAX_LEGS];
	SampleFootStyle styles[2];
	const SampleCurve* curves;
	int curveCount;
} SampleGait;

typedef struct SampleJoint {
	char name[SAMPLE_NAME];
	int parent;
	lwVec3 posMS;
	lwQuat rotMS;                   // bone along +Y
	float steady;                   // [0, 1]: how much of the parents' turning is taken out (heads)
} SampleJoint;

typedef struct SamplePrim {
	int group, joint;
	lwVec3 a, b, stretch;
	float ra, rb;
} SamplePrim;

typedef struct SampleSheet {
	int group;
	int joints[2][3];
	lwVec3 posMS[2][3];
	float sag;
} SampleSheet;

typedef struct SampleLeg {
	int coxa, upper, lower, foot, toe;      // toe = foot when there is none
	float side;                             // +1 left, -1 right
	lwVec3 pivotMS;                         // toe joint, or the tip for a single-point foot
	lwVec3 heelMS, tipMS;
	lwVec3 pitchAxisMS;
	lwVec3 bendMS, hingeMS;                 // unit: from the hip-foot line to the knee; knee axis
	float upperLength, lowerLength;
	int style;
	float coxaShare;
	bool coxaYaws, heelOnFoot;
} SampleLeg;

typedef struct SampleCreature {
	const char* name;
	int jointCount;
	SampleJoint joints[SAMPLE_MAX_JOINTS];
	int body;                               // joint that carries the whole body and is lowered into reach
	float bodyHeight;                       // m: its height in the design
	int primCount;
	SamplePrim prims[SAMPLE_MAX_PRIMS];
	int groupCount;
	SampleGroupRow groups[SAMPLE_MAX_GROUPS];
	int sheetCount;
	SampleSheet sheets[SAMPLE_MAX_SHEETS];
	int legCount;
	SampleLeg legs[LW_SAMPLE_MAX_LEGS];
	int gaitCount;
	SampleGait gaits[SAMPLE_MAX_GAITS];
	float size;                             // m: mean leg reach
} SampleCreature;

// Tables to creature; called by the creature files.
void SampleCreature_AddJoints(SampleCreature* creature, const SampleJointRow* rows, int count);
void SampleCreature_AddPrims(SampleCreature* creature, const SamplePrimRow* rows, int count);
void SampleCreature_AddGroups(SampleCreature* creature, const SampleGroupRow* rows, int count);
void SampleCreature_AddSheets(SampleCreature* creature, const SampleSheetRow* rows, int count);
void SampleCreature_AddLegs(SampleCreature* creature, const SampleLegRow* rows, int count);
SampleGait* SampleCreature_AddGait(SampleCreature* creature, const SampleGait* gait);
// -1 when absent.
int SampleCreature_FindJoint(const SampleCreature* creature, const char* name);
void SampleCreature_Steady(SampleCreature* creature, const char* joint, float share);

// The creature files. creature is zeroed before.
void SampleBiped_Fill(SampleCreature* creature);
void SampleQuadruped_Fill(SampleCreature* creature);
void SampleHexapod_Fill(SampleCreature* creature, int legPairs);
void SampleSpider_Fill(SampleCreature* creature, int legPairs);
void SampleDragon_Fill(SampleCreature* creature);

// Fills, varies by seed, scales, orients bones. def was checked. Free with free(); NULL when out of memory.
SampleCreature* SampleCreature_Make(const lwSampleCreatureDef* def);

// Skinned mesh of one group's solids and sheets.
void SampleSurface_Build(const SampleCreature* creature, int group, float detail, SampleMesh* mesh);
void SampleSheet_Build(const SampleCreature* creature, int group, SampleMesh* mesh);
// Distance of a point to one solid (a lower bound where it is stretched).
float SamplePrim_Distance(const SamplePrim* prim, lwVec3 p);
// Weights for all vertices of the mesh: by nearness to solids, smoothed, four influences.
void SampleSkin_Bind(const SampleCreature* creature, int group, SampleMesh* mesh);

// Where a foot is at a phase of its gait, in the creature's frame.
typedef struct SampleFoot {
	lwVec3 pivot;                   // toe joint or tip
	float pitch;                    // of the foot about its pitch axis, radians, positive heel up
	float curl;                     // of the toe against the foot
	bool stance;
} SampleFoot;
SampleFoot SampleGait_Foot(const SampleCreature* creature, const SampleGait* gait, int leg, float phase);
float SampleGait_Speed(const SampleGait* gait);
lwVec3 SampleGait_Direction(const SampleGait* gait);

// Local pose at a phase with the body lowered by drop; returns the largest stance reach, hip to foot over chain.
float SamplePose_Evaluate(const SampleCreature* creature, const SampleGait* gait, float phase, float drop, lwTransform* outLocal);
// All gaits as clips of the scene; node of joint j is firstNode + j.
bool SampleClips_Build(const SampleCreature* creature, int frameRate, int firstNode, lwScene* scene);

#endif
