// SPDX-License-Identifier: MIT
// Auto-rig, step 7: heel and toe: the lowest vertices of the rear and front half of the foot while it stands.
#include "autorig/finder.h"

#include <math.h>
#include <stdlib.h>

#define MAX_STANCE 64

typedef struct SolePoint {
	int joint;
	lwVec3 posLS;                   // in the joint's space
	lwVec3 pos;                     // model space, see PoseSole
} SolePoint;

typedef struct Sole {
	SolePoint* points;
	int count, capacity;
} Sole;

static bool AddPoint(Sole* sole, int joint, lwVec3 posLS) {
	if (sole->count == sole->capacity) {
		int capacity = sole->capacity > 0 ? sole->capacity * 2 : 256;
		SolePoint* grown = realloc(sole->points, (size_t)capacity * sizeof(SolePoint));
		if (grown == NULL) return false;
		sole->points = grown;
		sole->capacity = capacity;
	}
	sole->points[sole->count++] = (SolePoint){ joint, posLS, posLS };
	return true;
}

// The joint a mesh node stands for: itself when it is a joint of its own, else its parent.
static int Carrier(const lwScene* scene, const lwSceneSkeleton* skeleton, int joint) {
	const lwSkeleton* s = &skeleton->skeleton;
	if (skeleton->isSkinJoint[joint] || skeleton->isAnimated[joint] || s->parents[joint] < 0) return joint;
	(void)scene;
	for (int j = joint + 1; j < s->jointCount; ++j) {
		if (s->parents[j] == joint) return joint;
	}
	return s->parents[joint];
}

static bool AddPrimitive(const lwScene* scene, const lwSceneSkeleton* skeleton, int node, const lwScenePrimitive* primitive, int top, const lwMat34* model, Sole* sole) {
	const lwSceneNode* n = scene->nodes + node;
	const lwSceneSkin* skin = n->skin >= 0 && primitive->influences > 0 ? scene->skins + n->skin : NULL;
	int own = skeleton->jointOfNode[node], rigid = Carrier(scene, skeleton, own);
	lwMat34 toRigid = lwMat34Mul(lwMat34Inverse(model[rigid]), model[own]);
	bool rigidInside = skin == NULL && lwSkeleton_IsAncestor(&skeleton->skeleton, top, rigid);
	for (int v = 0; v < primitive->vertexCount; ++v) {
		if (skin == NULL) {
			if (rigidInside && !AddPoint(sole, rigid, lwMat34Point(toRigid, primitive->positions[v]))) return false;
			continue;
		}
		const float* weights = primitive->weights + (size_t)v * (size_t)primitive->influences;
		int best = -1;
		for (int k = 0; k < primitive->influences; ++k) {
			if (weights[k] > 0.0f && (best < 0 || weights[k] > weights[best])) best = k;
		}
		int slot = best >= 0 ? primitive->joints[(size_t)v * (size_t)primitive->influences + (size_t)best] : skin->jointCount;
		if (slot >= skin->jointCount) continue;
		int joint = skeleton->jointOfNode[skin->joints[slot]];
		if (!lwSkeleton_IsAncestor(&skeleton->skeleton, top, joint)) continue;
		if (!AddPoint(sole, joint, lwMat34Point(skin->inverseBind[slot], primitive->positions[v]))) return false;
	}
	return true;
}

static bool CollectSole(const lwScene* scene, const lwSceneSkeleton* skeleton, int top, const lwMat34* model, Sole* sole) {
	for (int n = 0; n < scene->nodeCount; ++n) {
		if (scene->nodes[n].mesh < 0) continue;
		const lwSceneMesh* mesh = scene->meshes + scene->nodes[n].mesh;
		for (int p = 0; p < mesh->primitiveCount; ++p) {
			if (!AddPrimitive(scene, skeleton, n, mesh->primitives + p, top, model, sole)) return false;
		}
	}
	return true;
}

static void PoseSole(Sole* sole, const lwMat34* model) {
	for (int i = 0; i < sole->count; ++i) sole->points[i].pos = lwMat34Point(model[sole->points[i].joint], sole->points[i].posLS);
}

static lwContactPoint Fix(const lwMat34* model, int joint, lwVec3 pos) {
	return (lwContactPoint){ joint, lwMat34Point(lwMat34Inverse(model[joint]), pos) };
}

// Lowest point of one half; nearly equal heights: the one nearest the end of the foot and its middle line.
static int LowestOf(const Sole* sole, lwVec3 facing, float sign, float from, float to, float middle, float length) {
	lwVec3 aside = lwCross(facing, lwV3(0, 1, 0));
	float half = 0.5f * (from + to), span = lwMaxF(to - from, 1e-6f * length), bestCost = 1e30f;
	int best = -1;
	for (int i = 0; i < sole->count; ++i) {
		lwVec3 p = sole->points[i].pos;
		float along = lwDot(p, facing);
		if (sign != 0.0f && (along - half) * sign < 0.0f) continue;
		float end = sign == 0.0f ? lwAbsF(along - half) : sign > 0.0f ? to - along : along - from;
		float cost = p.y / length + 0.002f * end / span + 0.001f * lwAbsF(lwDot(p, aside) - middle) / span;
		if (cost < bestCost) {
			bestCost = cost;
			best = i;
		}
	}
	return best;
}

static void PlaceOnMesh(lwLeg* leg, const Sole* sole, const lwMat34* model, lwVec3 facing, float length) {
	float from = 1e30f, to = -1e30f, left = 1e30f, right = -1e30f;
	lwVec3 aside = lwCross(facing, lwV3(0, 1, 0));
	for (int i = 0; i < sole->count; ++i) {
		from = lwMinF(from, lwDot(sole->points[i].pos, facing));
		to = lwMaxF(to, lwDot(sole->points[i].pos, facing));
		left = lwMinF(left, lwDot(sole->points[i].pos, aside));
		right = lwMaxF(right, lwDot(sole->points[i].pos, aside));
	}
	float middle = 0.5f * (left + right);
	int heel = LowestOf(sole, facing, leg->singleContact ? 0.0f : -1.0f, from, to, middle, length);
	int toe = leg->singleContact ? heel : LowestOf(sole, facing, 1.0f, from, to, middle, length);
	if (toe < 0) toe = heel;
	leg->heel = Fix(model, sole->points[heel].joint, sole->points[heel].pos);
	leg->toe = Fix(model, sole->points[toe].joint, sole->points[toe].pos);
	if (lwDistance(sole->points[heel].pos, sole->points[toe].pos) < 0.01f * length) {
		leg->singleContact = true;
		leg->toe = leg->heel;
	}
}

// keep: a joint this near the ground is the contact itself (a tip inside its mesh).
static lwContactPoint Dropped(const lwMat34* model, int joint, float groundY, float keep) {
	lwVec3 pos = model[joint].t;
	if (lwAbsF(pos.y - groundY) > keep) pos.y = groundY;
	return Fix(model, joint, pos);
}

// Without a mesh: the joints themselves, dropped to the ground.
static void PlaceOnJoints(lwLeg* leg, const lwMat34* model, float length, float groundY, bool mesh) {
	float keep = mesh ? 0.03f * length : 0.0f;
	int heel = leg->joints[leg->limbCount - 1], toe = leg->joints[leg->jointCount - 1];
	if (leg->detached) {
		heel = leg->footControl;
		if (leg->jointCount - leg->limbCount >= 2) { // a control at the fetlock: the foot below it drops steeply
			lwVec3 down = lwSub(model[leg->joints[leg->limbCount]].t, model[heel].t);
			if (-down.y > 0.04f * length && -down.y > 1.2f * lwLength(Flat(down))) heel = leg->joints[leg->limbCount];
		}
		if (leg->jointCount == leg->limbCount) toe = heel;
	}
	leg->heel = Dropped(model, heel, groundY, keep);
	leg->toe = Dropped(model, leg->singleContact ? heel : toe, groundY, keep);
	if (heel == toe || leg->singleContact) {
		leg->singleContact = true;
		leg->toe = leg->heel;
	}
}

lwResult lwRig_PlaceContacts(lwRig* ioRig, const lwScene* scene, const lwSceneSkeleton* skeleton, int leg, const lwMat34* model, lwVec3 facing, float groundY) {
	if (!LW_ASSERT(ioRig != NULL && scene != NULL && skeleton != NULL && model != NULL)) return lwResult_Fail(lw_errorArgument, "lwRig_PlaceContacts: NULL argument");
	if (leg < 0 || leg >= ioRig->legCount) return lwResult_Fail(lw_errorArgument, "lwRig_PlaceContacts: leg %d of %d", leg, ioRig->legCount);
	lwLeg* out = ioRig->legs + leg;
	float length = lwMaxF(out->length, 1e-9f);
	facing = lwNormalizeOr(Flat(facing), lwV3(0, 0, 1));
	Sole sole = { NULL, 0, 0 };
	int top = out->detached ? out->footControl : out->joints[out->limbCount - 1];
	if (!CollectSole(scene, skeleton, top, model, &sole)) {
		free(sole.points);
		return lwResult_Fail(lw_errorMemory, "%s: leg %s: out of memory", scene->file != NULL ? scene->file : "", out->name);
	}
	PoseSole(&sole, model);
	if (sole.count > 0) PlaceOnMesh(out, &sole, model, facing, length);
	else PlaceOnJoints(out, model, length, groundY, scene->meshCount > 0);
	free(sole.points);
	return lwResult_Ok();
}

static void ModelOfFrame(const Finder* finder, int frame, lwTransform* nodeLocal, lwMat34* nodeWorld, lwMat34* outModel) {
	const FinderClip* clip = finder->clips + (frame == LW_BIND_FRAME ? 0 : finder->stanceClip);
	int source = clip->clip;
	float time = 0.0f;
	if (source >= 0) {
		const lwSceneClip* c = finder->scene->clips + source;
		float start = 0.5f * (c->start + c->end) - 0.5f * clip->dt * (float)(clip->count - 1);
		time = clip->count > 1 ? start + clip->dt * (float)(frame - clip->first) : c->start;
	}
	if (source < 0 && frame == LW_BIND_FRAME) {
		lwSkeleton_ToModel(&finder->skeleton->skeleton, finder->skeleton->skeleton.bind, lwMat34Identity(), outModel);
		for (int j = 0; j < finder->count; ++j) outModel[j] = lwMat34Mul(finder->bindToWorld, outModel[j]);
		return;
	}
	lwScene_SampleClip(finder->scene, source, time, nodeLocal);
	lwScene_ToWorld(finder->scene, nodeLocal, nodeWorld);
	for (int j = 0; j < finder->count; ++j) outModel[j] = nodeWorld[finder->skeleton->nodeOfJoint[j]];
}

typedef struct Work {
	lwTransform* local;
	lwMat34 *world, *model;
	Sole sole;
} Work;

// Height of the lowest point of the rear plus that of the front half above the ground: 0 for a foot that lies flat.
static float Unlevel(const Finder* finder, Work* work, int frame, bool single) {
	lwVec3 facing = lwFinder_Turn(finder->facing, finder->yaw[frame]);
	float from = 1e30f, to = -1e30f, low[2] = { 1e30f, 1e30f };
	ModelOfFrame(finder, frame, work->local, work->world, work->model);
	PoseSole(&work->sole, work->model);
	for (int i = 0; i < work->sole.count; ++i) {
		from = lwMinF(from, lwDot(work->sole.points[i].pos, facing));
		to = lwMaxF(to, lwDot(work->sole.points[i].pos, facing));
	}
	for (int i = 0; i < work->sole.count; ++i) {
		lwVec3 p = work->sole.points[i].pos;
		int half = !single && lwDot(p, facing) > 0.5f * (from + to) ? 1 : 0;
		low[half] = lwMinF(low[half], p.y - finder->floorOf[frame]);
	}
	return lwAbsF(low[0]) + (low[1] < 1e29f ? lwAbsF(low[1]) : 0.0f);
}

static float Along(const Finder* finder, const LegPath* leg, int frame) {
	lwVec3 way = lwSub(Pos(finder, frame, leg->leaf), Pos(finder, frame, leg->joints[leg->hip]));
	return lwDot(lwFinder_Turn(Flat(way), -finder->yaw[frame]), finder->facing);
}

// The frame of standing: foot low and level, near the middle of its way; the bind pose where the clip's foot never is.
static int StandingFrame(const Finder* finder, const LegPath* leg, const lwLeg* out, Work* work) {
	int frames[MAX_STANCE], count = lwFinder_StanceFrames(finder, leg, frames, MAX_STANCE), best = frames[0];
	const FinderClip* clip = finder->clips + finder->stanceClip;
	float from = 1e30f, to = -1e30f, bestCost = 1e30f;
	for (int f = clip->first; f < clip->first + clip->count; ++f) {
		from = lwMinF(from, Along(finder, leg, f));
		to = lwMaxF(to, Along(finder, leg, f));
	}
	for (int i = 0; i < count; ++i) {
		int end = leg->control >= 0 ? leg->control : leg->joints[leg->end];
		float level = work->sole.count > 0 ? Unlevel(finder, work, frames[i], out->singleContact)
										   : lwAbsF(Height(finder, frames[i], end)) + lwAbsF(Height(finder, frames[i], leg->leaf));
		float cost = level + 0.1f * lwAbsF(Along(finder, leg, frames[i]) - 0.5f * (from + to));
		if (cost < bestCost) {
			bestCost = cost;
			best = frames[i];
		}
	}
	bool tryBind = work->sole.count > 0 && !out->singleContact && finder->reference == LW_BIND_FRAME;
	return tryBind && Unlevel(finder, work, LW_BIND_FRAME, false) + 0.01f * leg->length < bestCost ? LW_BIND_FRAME : best;
}

bool lwFinder_Contacts(Finder* finder, lwRig* ioRig, const unsigned* given) {
	size_t n = (size_t)finder->count;
	Work work = { calloc(n, sizeof(lwTransform)), calloc(n, sizeof(lwMat34)), calloc(n, sizeof(lwMat34)), { NULL, 0, 0 } };
	bool good = work.local && work.world && work.model;
	for (int i = 0; good && i < ioRig->legCount; ++i) {
		if ((given[i] & lw_givenHeel) && (given[i] & lw_givenToe)) continue;
		lwLeg kept = ioRig->legs[i];
		ModelOfFrame(finder, LW_BIND_FRAME, work.local, work.world, work.model);
		work.sole.count = 0;
		good = CollectSole(finder->scene, finder->skeleton, kept.detached ? kept.footControl : kept.joints[kept.limbCount - 1], work.model, &work.sole);
		if (!good) break;
		int frame = StandingFrame(finder, finder->legs + i, &kept, &work);
		ModelOfFrame(finder, frame, work.local, work.world, work.model);
		good = lwRig_PlaceContacts(ioRig, finder->scene, finder->skeleton, i, work.model, lwFinder_Turn(finder->facing, finder->yaw[frame]), finder->floorOf[frame]).status == lw_ok;
		if (given[i] & lw_givenHeel) ioRig->legs[i].heel = kept.heel;
		if (given[i] & lw_givenToe) ioRig->legs[i].toe = kept.toe;
		if (given[i] & (lw_givenHeel | lw_givenToe)) ioRig->legs[i].singleContact = false;
	}
	free(work.local);
	free(work.world);
	free(work.model);
	free(work.sole.points);
	return good;
}
