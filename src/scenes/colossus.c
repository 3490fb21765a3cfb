// SPDX-License-Identifier: MIT
// World scene of a giant that walks in a circle; its parts are the ground. Feet stand while they stand.
#include "scenes/build.h"

#define PATH_RADIUS 14.0f
#define STRIDE 5.0f             // of one foot, a cycle
#define PERIOD 9.0f
#define DUTY 0.6f
#define LIFT 1.6f
#define HIP_HEIGHT 8.9f
#define HIP_SIDE 2.2f
#define THIGH 4.3f
#define SHIN 4.3f
#define ANKLE 1.0f              // height over the sole
#define ARM_SIDE 5.6f
#define ARM 4.2f

typedef enum Part {
	partGround, partPelvis, partTorso, partHead, partThighL, partThighR, partShinL, partShinR, partFootL, partFootR,
	partArmL, partArmR, partForearmL, partForearmR, partCount
} Part;

typedef struct Pose {
	lwVec3 pos;
	lwQuat rot;
} Pose;

static Pose Under(Pose parent, lwVec3 offset, lwVec3 axis, float angle) {
	Pose pose = { lwAdd(parent.pos, lwRotate(parent.rot, offset)), lwQuatMul(parent.rot, lwQuatAxisAngle(axis, angle)) };
	return pose;
}

// A place beside the circle, and the direction of the way there. station: length along the circle.
static Pose OnPath(float station, float side, float height) {
	float angle = station / PATH_RADIUS;
	lwVec3 out = lwV3(lwCos(angle), 0.0f, lwSin(angle));
	Pose pose = { lwV3((PATH_RADIUS + side) * out.x - PATH_RADIUS, height, (PATH_RADIUS + side) * out.z),
				  lwQuatAxisAngle(lwV3(0.0f, 1.0f, 0.0f), -angle) };
	return pose;
}

static float Cycles(float seconds, int side) { return seconds / PERIOD + (side == 0 ? 0.0f : 0.5f); }

static Pose FootPose(float seconds, int side) {
	float cycles = Cycles(seconds, side) + 64.0f, whole = (float)(int)cycles, phase = cycles - whole; // also before 0
	float offset = side == 0 ? 64.0f : 64.5f;
	float station = STRIDE * (whole + 0.5f * DUTY - offset), height = 0.0f;
	if (phase > DUTY) {
		float q = (phase - DUTY) / (1.0f - DUTY);
		station += STRIDE * lwSmoothStep(0.0f, 1.0f, q);
		height = LIFT * 16.0f * q * q * (1.0f - q) * (1.0f - q);
	}
	return OnPath(station, side == 0 ? HIP_SIDE : -HIP_SIDE, height);
}

static Pose PelvisPose(float seconds) {
	float turn = 2.0f * LW_PI * seconds / PERIOD;
	float bob = 0.12f * lwCos(2.0f * turn), sway = 0.3f * lwSin(turn + 0.9f);
	return OnPath(STRIDE * seconds / PERIOD, sway, HIP_HEIGHT + 0.7f + bob);
}

static Pose TorsoPose(float seconds) {
	float turn = 2.0f * LW_PI * seconds / PERIOD;
	Pose torso = Under(PelvisPose(seconds), lwV3(0.0f, 1.0f, 0.0f), lwV3(0.0f, 1.0f, 0.0f), 0.09f * lwSin(turn));
	return Under(torso, lwV3(0.0f, 0.0f, 0.0f), lwV3(0.0f, 0.0f, 1.0f), 0.04f * lwSin(turn + 0.9f));
}

// Both bones of a leg from the hip to the ankle, the knee ahead.
static Pose LegPose(float seconds, int side, bool shin) {
	Pose pelvis = PelvisPose(seconds), foot = FootPose(seconds, side);
	lwVec3 hip = Under(pelvis, lwV3(side == 0 ? HIP_SIDE : -HIP_SIDE, -0.7f, 0.0f), lwV3(0.0f, 1.0f, 0.0f), 0.0f).pos;
	lwVec3 ankle = lwAdd(foot.pos, lwV3(0.0f, ANKLE, 0.0f)), reach = lwSub(ankle, hip);
	float length = lwMinF(lwLength(reach), 0.999f * (THIGH + SHIN));
	lwVec3 down = lwNormalizeOr(reach, lwV3(0.0f, -1.0f, 0.0f));
	lwVec3 ahead = lwNormalizeOr(lwReject(lwRotate(pelvis.rot, lwV3(0.0f, 0.0f, 1.0f)), down), lwV3(0.0f, 0.0f, 1.0f));
	float along = (THIGH * THIGH - SHIN * SHIN + length * length) / (2.0f * length);
	lwVec3 knee = lwMulAdd(lwMulAdd(hip, down, along), ahead, lwSqrt(THIGH * THIGH - along * along));
	lwVec3 from = shin ? knee : hip, up = lwNormalizeOr(lwSub(from, shin ? ankle : knee), lwV3(0.0f, 1.0f, 0.0f));
	Pose pose = { from, lwQuatUpForward(up, ahead) };
	return pose;
}

static Pose ArmPose(float seconds, int side, bool forearm) {
	float swing = 0.35f * lwSin(2.0f * LW_PI * Cycles(seconds, side)); // against the leg of its side
	lwVec3 shoulder = lwV3(side == 0 ? ARM_SIDE : -ARM_SIDE, 5.2f, 0.0f), axis = lwV3(1.0f, 0.0f, 0.0f);
	Pose arm = Under(TorsoPose(seconds), shoulder, axis, swing);
	return forearm ? Under(arm, lwV3(0.0f, -ARM, 0.0f), axis, -0.35f - 0.2f * swing) : arm;
}

static Pose PartPose(int part, float seconds) {
	Pose pose = { lwV3(0.0f, 0.0f, 0.0f), lwQuatIdentity() };
	switch (part) {
	case partPelvis: return PelvisPose(seconds);
	case partTorso: return TorsoPose(seconds);
	case partHead: return Under(TorsoPose(seconds), lwV3(0.0f, 6.4f, 0.3f), lwV3(0.0f, 1.0f, 0.0f), 0.0f);
	case partThighL:
	case partThighR: return LegPose(seconds, part - partThighL, false);
	case partShinL:
	case partShinR: return LegPose(seconds, part - partShinL, true);
	case partFootL:
	case partFootR: return FootPose(seconds, part - partFootL);
	case partArmL:
	case partArmR: return ArmPose(seconds, part - partArmL, false);
	case partForearmL:
	case partForearmR: return ArmPose(seconds, part - partForearmL, true);
	default: return pose;
	}
}

static void MoveColossus(int body, float seconds, lwBodyState* outState, bool* outExact) {
	Pose pose = PartPose(body, seconds);
	outState->pos = pose.pos;
	outState->rot = pose.rot;
	*outExact = false;
}

static void BuildPart(SceneMesh* mesh, int part) {
	const SceneBox pelvis = SceneBox_Make(-3.4f, -1.0f, -1.6f, 3.4f, 1.2f, 1.6f);
	const SceneBox torso[2] = { SceneBox_Make(-3.2f, 0.0f, -1.8f, 3.2f, 6.0f, 1.8f), SceneBox_Make(-6.2f, 4.4f, -1.0f, 6.2f, 6.0f, 1.0f) };
	const SceneBox head = SceneBox_Make(-1.4f, -0.8f, -1.4f, 1.4f, 2.6f, 1.6f);
	const SceneBox foot = SceneBox_Make(-1.1f, 0.02f, -1.4f, 1.1f, 1.4f, 2.4f);
	const SceneBox ground = SceneBox_Make(-40.0f, -2.0f, -26.0f, 12.0f, 0.0f, 26.0f);
	switch (part) {
	case partGround: SceneMesh_Boxes(mesh, &ground, 1); break;
	case partPelvis: SceneMesh_Boxes(mesh, &pelvis, 1); break;
	case partTorso: SceneMesh_Boxes(mesh, torso, 2); break;
	case partHead: SceneMesh_Boxes(mesh, &head, 1); break;
	case partThighL:
	case partThighR: SceneMesh_Capsule(mesh, THIGH, 1.0f); break;
	case partShinL:
	case partShinR: SceneMesh_Capsule(mesh, SHIN - 0.4f, 0.85f); break;
	case partFootL:
	case partFootR: SceneMesh_Boxes(mesh, &foot, 1); break;
	default: SceneMesh_Capsule(mesh, ARM, 0.8f); break;
	}
}

void Scene_BuildColossus(lwWorldScene* scene) {
	static const char* const names[partCount] = {
		"ground", "pelvis", "torso", "head", "thigh.L", "thigh.R", "shin.L", "shin.R", "foot.L", "foot.R",
		"arm.L", "arm.R", "forearm.L", "forearm.R",
	};
	for (int part = 0; part < partCount; ++part) {
		SceneBody* body = Scene_Add(scene, names[part]);
		BuildPart(&body->mesh, part);
		body->moves = part != partGround;
		body->color = part == partGround ? lwV3(0.22f, 0.33f, 0.13f) : lwV3(0.36f, 0.33f, 0.30f);
	}
	scene->move = MoveColossus;
	Pose torso = TorsoPose(0.0f); // on the shoulder
	scene->start.pos = Under(torso, lwV3(4.4f, 6.0f, 0.0f), lwV3(0.0f, 1.0f, 0.0f), 0.0f).pos;
	scene->start.up = lwRotate(torso.rot, lwV3(0.0f, 1.0f, 0.0f));
	scene->start.forward = lwRotate(torso.rot, lwV3(0.0f, 0.0f, 1.0f));
}
