// SPDX-License-Identifier: MIT
// A one-legged creature and bakes of it with known faults. L = 1, one step a second, the foot held exactly.
//   0 armature (root motion) > 1 pelvis > 2 hip > 3 knee > 4 foot;  1 > 5 spine > 6 head
#ifndef ONE_LEGGED_H
#define ONE_LEGGED_H

#include "inspect/measure_parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NODES 7
#define FPS 60
#define SPEED (0.4f / 0.6f)
#define CONTACT 0.6f                // phases 0 .. 0.6 stand
#define PELVIS 0.95f
#define CLIP_FRAMES 240

// What a bake does wrong; all 0: nothing.
typedef struct Fault {
	float skate;                    // way of the foot over a stance
	float lift;                     // height of the foot while it stands
	float sink;                     // the body with the leg goes down
	float raise;                    // the pelvis goes up, the foot stays
	float jerk;                     // rad, the spine in frame 100
	float stretch;                  // share, the shin in frame 100
	float lean;                     // the spine joint moves sideways
	float splay;                    // rad, the knee turns sideways about the line hip - foot
	float tremor;                   // at rest, of the head
	float miss;                     // predicted footprints
	float late;                     // contacts end later in the schedule
	float slow;                     // every cycle takes longer
	float high;                     // height of the whole path
	float step;                     // further forward
	float bump;                     // foot passes this far behind the ground in one frame of flight
} Fault;

typedef struct Bake {
	lwScene scene;
	lwSceneSkeleton* skeleton;
	lwAnalysis* analysis;
	lwTransform* clipFrames;
	lwClip clip;
	char* json;
	int frames;
} Bake;

static inline void CheckAlloc(const void* p) {
	if (p == NULL) {
		abort();
	}
}

static inline lwSceneNode MakeNode(const char* name, int parent, float x, float y, float z) {
	lwSceneNode node;
	memset(&node, 0, sizeof(node));
	node.name = strdup(name);
	node.parent = parent;
	node.local = lwTransformIdentity();
	node.local.pos = lwV3(x, y, z);
	node.matrix = lwMat34FromTransform(node.local);
	node.mesh = node.skin = -1;
	return node;
}

// Foot in CS at a phase of the cycle.
static inline lwVec3 FootAt(float phase) {
	if (phase <= CONTACT) {
		return lwV3(0.0f, 0.0f, 0.2f - SPEED * phase);
	}
	float u = (phase - CONTACT) / (1.0f - CONTACT);
	return lwV3(0.0f, 0.1f * sinf(LW_PI * u), -0.2f + 0.4f * u);
}

// Local pose with the foot at a place below the pelvis; spine swings a little.
static inline void Pose(lwVec3 foot, float pelvis, float phase, float splay, lwTransform* out) {
	for (int n = 0; n < NODES; ++n) {
		out[n] = lwTransformIdentity();
	}
	float dy = foot.y - pelvis, dz = foot.z, d = sqrtf(dy * dy + dz * dz);
	d = d > 0.99999f ? 0.99999f : d;
	float toFoot = atan2f(dz, -dy), half = acosf(d), knee = 2.0f * half;
	lwVec3 x = { 1.0f, 0.0f, 0.0f };
	lwVec3 line = lwV3(0.0f, -cosf(toFoot), sinf(toFoot));
	out[1].pos = lwV3(0.0f, pelvis, 0.0f);
	lwQuat hip = lwQuatMul(lwQuatAxisAngle(line, splay), lwQuatAxisAngle(x, -toFoot - half));
	out[2].rot = hip;
	out[3].pos = lwV3(0.0f, -0.5f, 0.0f);
	out[3].rot = lwQuatAxisAngle(x, knee);
	out[4].pos = lwV3(0.0f, -0.5f, 0.0f);
	out[4].rot = lwConj(lwQuatMul(hip, out[3].rot));
	out[5].pos = lwV3(0.0f, 0.2f, 0.0f);
	out[5].rot = lwQuatAxisAngle(x, 0.1f * sinf(2.0f * LW_PI * phase));
	out[6].pos = lwV3(0.0f, 0.3f, 0.0f);
	out[6].rot = lwQuatAxisAngle(x, 0.1f * cosf(2.0f * LW_PI * phase));
}

static inline void MakeNodes(lwScene* scene) {
	memset(scene, 0, sizeof(*scene));
	scene->file = strdup("one_legged");
	scene->format = strdup("glb");
	scene->notes = strdup("");
	scene->nodeCount = NODES;
	scene->nodes = calloc(NODES, sizeof(lwSceneNode));
	CheckAlloc(scene->nodes);
	static const char* const names[NODES] = { "armature", "pelvis", "hip", "knee", "foot", "spine", "head" };
	static const int parents[NODES] = { -1, 0, 1, 2, 3, 1, 5 };
	lwTransform pose[NODES];
	Pose(lwV3(0.0f, 0.0f, 0.0f), PELVIS, 0.0f, 0.0f, pose);
	for (int n = 0; n < NODES; ++n) {
		scene->nodes[n] = MakeNode(names[n], parents[n], pose[n].pos.x, pose[n].pos.y, pose[n].pos.z);
		scene->nodes[n].local.rot = pose[n].rot;
		scene->nodes[n].matrix = lwMat34FromTransform(scene->nodes[n].local);
	}
}

// Pose of a frame of the bake, faults included.
static inline void BakePose(const Fault* fault, int f, int walkFrames, lwTransform* out) {
	float time = (float)f / FPS, cycle = 1.0f + fault->slow;
	float phase = lwWrap01(time / cycle + 1e-5f);
	bool rest = f >= walkFrames;
	phase = rest ? 0.3f : phase;
	lwVec3 foot = FootAt(phase);
	float rate = 1.0f / cycle;
	bool stands = phase <= CONTACT;
	if (stands) {
		foot.z += fault->skate * phase / CONTACT;
		foot.y += fault->lift;
	} else {
		foot.z += fault->skate * (1.0f - (phase - CONTACT) / (1.0f - CONTACT));
	}
	if (f == 50) {
		foot.y = fault->bump > 0.0f ? -fault->bump : foot.y;
	}
	Pose(foot, PELVIS + fault->raise, phase, fault->splay, out);
	float way = SPEED * rate * (rest ? (float)walkFrames / FPS : time);
	// At rest the foot stays where phase 0.3 of its last cycle left it.
	out[0].pos = lwV3(0.0f, fault->high - fault->sink, way + fault->step);
	if (f == 100) {
		out[5].rot = lwQuatMul(out[5].rot, lwQuatAxisAngle(lwV3(1.0f, 0.0f, 0.0f), fault->jerk));
		out[4].pos = lwMul(out[4].pos, 1.0f + fault->stretch);
	}
	out[5].pos.x += fault->lean;
	if (rest && f == walkFrames + 100) {
		out[5].rot = lwQuatMul(out[5].rot, lwQuatAxisAngle(lwV3(1.0f, 0.0f, 0.0f), fault->tremor));
	}
}

static inline void MakeChannels(lwScene* scene, const Fault* fault, int frames, int walkFrames) {
	scene->clipCount = 1;
	scene->clips = calloc(1, sizeof(lwSceneClip));
	CheckAlloc(scene->clips);
	lwSceneClip* clip = scene->clips;
	clip->name = strdup("Bake");
	clip->end = (float)(frames - 1) / FPS;
	clip->channelCount = NODES * 2;
	clip->channels = calloc(NODES * 2, sizeof(lwSceneChannel));
	CheckAlloc(clip->channels);
	for (int c = 0; c < NODES * 2; ++c) {
		lwSceneChannel* channel = clip->channels + c;
		channel->node = c / 2;
		channel->path = c % 2 == 0 ? lw_pathTranslation : lw_pathRotation;
		channel->interpolation = lw_interpLinear;
		channel->width = c % 2 == 0 ? 3 : 4;
		channel->keyCount = frames;
		channel->times = calloc((size_t)frames, sizeof(float));
		channel->values = calloc((size_t)frames * 4, sizeof(float));
		CheckAlloc(channel->times);
		CheckAlloc(channel->values);
	}
	for (int f = 0; f < frames; ++f) {
		lwTransform pose[NODES];
		BakePose(fault, f, walkFrames, pose);
		for (int c = 0; c < NODES * 2; ++c) {
			clip->channels[c].times[f] = (float)f / FPS;
			float* value = clip->channels[c].values + (size_t)f * (size_t)clip->channels[c].width;
			if (c % 2 == 0) {
				memcpy(value, &pose[c / 2].pos, 3 * sizeof(float));
			} else {
				memcpy(value, &pose[c / 2].rot, 4 * sizeof(float));
			}
		}
	}
}

static inline void MakeSchedule(Bake* bake, const Fault* fault, int walkFrames) {
	lwPrint text = { NULL, 0, 0, false };
	float cycle = 1.0f + fault->slow;
	int cycles = (int)((float)walkFrames / FPS / cycle + 0.5f);
	lwPrint_Add(&text, "{\"animations\":[{\"name\":\"Bake\",\"extras\":{\"legwork\":{\"version\":1,\"root\":0,\"sourceClip\":\"Walk\","
					  "\"fps\":%d,\"period\":%.9g,\"samplePeriod\":1,\"speed\":%.9g,\"sampleSpeed\":%.9g,\"length\":1,\"phase\":[",
			   FPS, (double)cycle, (double)SPEED, (double)SPEED);
	for (int f = 0; f < bake->frames; ++f) {
		float phase = f >= walkFrames ? -1.0f : lwWrap01((float)f / FPS / cycle + 1e-5f);
		lwPrint_Add(&text, "%s%.9g", f > 0 ? "," : "", (double)phase);
	}
	lwPrint_Add(&text, "],\"frame\":[");
	for (int f = 0; f < bake->frames; ++f) {
		float way = SPEED / cycle * (float)(f < walkFrames ? f : walkFrames) / FPS + fault->step;
		lwPrint_Add(&text, "%s0,%.9g,%.9g,0,0,0,1", f > 0 ? "," : "", (double)fault->high, (double)way);
	}
	lwPrint_Add(&text, "],\"steady\":[[0,%.9g]],\"legs\":[{\"name\":\"leg\",\"contact\":[", (double)((float)walkFrames / FPS));
	bool rests = walkFrames < bake->frames;
	for (int i = 0; i < cycles; ++i) {
		lwPrint_Add(&text, "%s[%.9g,%.9g]", i > 0 ? "," : "", (double)((float)i * cycle), (double)(((float)i + CONTACT + fault->late) * cycle));
	}
	if (rests) {
		lwPrint_Add(&text, ",[%.9g,%.9g]", (double)((float)walkFrames / FPS), (double)((float)bake->frames / FPS));
	}
	lwPrint_Add(&text, "],\"footprints\":[");
	for (int i = 0; i < cycles + rests; ++i) {
		lwPrint_Add(&text, "%s[0,0,%.9g]", i > 0 ? "," : "", (double)(SPEED * (float)i + 0.2f));
	}
	lwPrint_Add(&text, "],\"predicted\":[");
	for (int i = 0; i < cycles + rests; ++i) {
		lwPrint_Add(&text, i == 0 ? "null" : ",[0,0,%.9g]", (double)(SPEED * (float)i + 0.2f + fault->miss));
	}
	lwPrint_Add(&text, "]}]}}}]}");
	bake->json = text.text;
	bake->scene.json = text.text;
	bake->scene.jsonSize = text.length;
}

static inline void MakeAnalysis(Bake* bake) {
	bake->analysis = calloc(1, sizeof(lwAnalysis));
	bake->clipFrames = calloc((size_t)CLIP_FRAMES * NODES, sizeof(lwTransform));
	CheckAlloc(bake->analysis);
	CheckAlloc(bake->clipFrames);
	for (int f = 0; f < CLIP_FRAMES; ++f) {
		float phase = (float)f / CLIP_FRAMES;
		lwTransform pose[NODES];
		Pose(FootAt(phase), PELVIS, phase, 0.0f, pose);
		for (int n = 0; n < NODES; ++n) {
			bake->clipFrames[f * NODES + bake->skeleton->jointOfNode[n]] = pose[n];
		}
	}
	lwClip clip = { "Walk", NODES, CLIP_FRAMES, 1.0f, true, bake->clipFrames };
	bake->clip = clip;
	bake->analysis->clip = &bake->clip;
	const int* joint = bake->skeleton->jointOfNode;
	lwRig* rig = &bake->analysis->rig;
	rig->legCount = 1;
	rig->length = 1.0f;
	rig->rootJoint = joint[0];
	rig->pelvis = joint[1];
	lwLeg* leg = rig->legs;
	(void)snprintf(leg->name, sizeof(leg->name), "leg");
	leg->jointCount = leg->limbCount = 3;
	for (int i = 0; i < 3; ++i) {
		leg->joints[i] = joint[2 + i];
		leg->hinges[i].axisLS = lwV3(1.0f, 0.0f, 0.0f);
	}
	leg->footControl = -1;
	leg->footJoint = joint[4];
	leg->singleContact = true;
	leg->heel.joint = leg->toe.joint = joint[4];
	leg->length = 1.0f;
	leg->boneLengths[0] = leg->boneLengths[1] = 0.5f;
	lwGait* gait = &bake->analysis->gait;
	gait->cyclic = true;
	gait->period = 1.0f;
	gait->speed = SPEED;
	gait->directionMS = lwV3(0.0f, 0.0f, 1.0f);
	gait->legCount = 1;
	lwGaitLeg* gaitLeg = gait->legs;
	gaitLeg->stance = 0.3f;
	gaitLeg->lift = gaitLeg->off = gaitLeg->warpedOff = 0.3f;
	gaitLeg->strike = gaitLeg->land = gaitLeg->warpedStrike = 0.7f;
	gaitLeg->duty = 0.6f;
	gaitLeg->stepLength = 0.4f;
	gaitLeg->speed = SPEED;
}

// walkFrames of walking, then restFrames of standing still.
static inline Bake* MakeBake(const Fault* fault, int walkFrames, int restFrames) {
	Bake* bake = calloc(1, sizeof(Bake));
	CheckAlloc(bake);
	bake->frames = walkFrames + restFrames;
	MakeNodes(&bake->scene);
	MakeChannels(&bake->scene, fault, bake->frames, walkFrames);
	MakeSchedule(bake, fault, walkFrames);
	if (lwScene_MakeSkeleton(&bake->scene, &bake->skeleton).status != lw_ok) {
		abort();
	}
	MakeAnalysis(bake);
	return bake;
}

static inline void FreeScene(lwScene* scene) {
	for (int n = 0; n < scene->nodeCount; ++n) {
		free(scene->nodes[n].name);
	}
	for (int c = 0; scene->clipCount > 0 && c < scene->clips[0].channelCount; ++c) {
		free(scene->clips[0].channels[c].times);
		free(scene->clips[0].channels[c].values);
	}
	if (scene->clipCount > 0) {
		free(scene->clips[0].channels);
		free(scene->clips[0].name);
	}
	for (int m = 0; m < scene->meshCount; ++m) {
		free(scene->meshes[m].primitives[0].positions);
		free(scene->meshes[m].primitives[0].indices);
		free(scene->meshes[m].primitives);
	}
	free(scene->meshes);
	free(scene->clips);
	free(scene->nodes);
	free(scene->file);
	free(scene->format);
	free(scene->notes);
}

static inline void FreeBake(Bake* bake) {
	FreeScene(&bake->scene);
	lwDestroySceneSkeleton(bake->skeleton);
	free(bake->clipFrames);
	free(bake->analysis);
	free(bake->json);
	free(bake);
}

static inline lwResult Measure(const Bake* bake, const lwScene* terrain, float groundY, bool baseline, lwMeasureReport** outReport) {
	lwMeasureDef def = lwDefaultMeasureDef();
	def.baked = def.source = &bake->scene;
	def.terrain = terrain;
	def.groundY = groundY;
	def.baseline = baseline;
	return lwMeasure_Analysed(&def, bake->skeleton, bake->analysis, NULL, outReport);
}

// A terrain of boxes [x0, y0, z0, x1, y1, z1] seen from outside (inwards: winding turned round).
static inline void MakeTerrain(lwScene* scene, const float* boxes, int count, bool inwards) {
	static const unsigned faces[36] = { 0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5 };
	memset(scene, 0, sizeof(*scene));
	scene->file = strdup("boxes");
	scene->format = strdup("glb");
	scene->notes = strdup("");
	scene->nodeCount = scene->meshCount = 1;
	scene->nodes = calloc(1, sizeof(lwSceneNode));
	scene->meshes = calloc(1, sizeof(lwSceneMesh));
	CheckAlloc(scene->nodes);
	CheckAlloc(scene->meshes);
	scene->nodes[0] = MakeNode("boxes", -1, 0.0f, 0.0f, 0.0f);
	scene->nodes[0].mesh = 0;
	lwScenePrimitive* primitive = calloc(1, sizeof(lwScenePrimitive));
	CheckAlloc(primitive);
	scene->meshes[0].primitiveCount = 1;
	scene->meshes[0].primitives = primitive;
	primitive->vertexCount = 8 * count;
	primitive->indexCount = 36 * count;
	primitive->positions = calloc((size_t)count * 8, sizeof(lwVec3));
	primitive->indices = calloc((size_t)count * 36, sizeof(uint32_t));
	CheckAlloc(primitive->positions);
	CheckAlloc(primitive->indices);
	for (int b = 0; b < count; ++b) {
		const float* box = boxes + (size_t)b * 6;
		for (int v = 0; v < 8; ++v) {
			primitive->positions[b * 8 + v] = lwV3(box[v & 1 ? 3 : 0], box[v & 2 ? 4 : 1], box[v & 4 ? 5 : 2]);
		}
		for (int i = 0; i < 36; ++i) {
			int at = inwards ? (i / 3) * 3 + (2 - i % 3) : i;
			primitive->indices[b * 36 + i] = faces[at] + (unsigned)(b * 8);
		}
	}
}

#endif
