// SPDX-License-Identifier: MIT
// Auto-rig, step 1: all poses the file knows (bind, rest, frames of every clip) as world positions.
#include "autorig/finder.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FRAME_RATE 24.0f
#define LONGEST 6.0f                    // s of a clip that are looked at, from its middle
#define FEWEST 9                        // frames of a clip that is not static
#define MAX_CELLS 6000000               // joints * frames kept

lwVec3 lwFinder_Turn(lwVec3 v, float yaw) {
	float c = cosf(yaw), s = sinf(yaw);
	return lwV3(c * v.x + s * v.z, v.y, -s * v.x + c * v.z);
}

float lwFinder_BindDistance(const Finder* finder, int a, int b) {
	return lwDistance(Pos(finder, LW_BIND_FRAME, a), Pos(finder, LW_BIND_FRAME, b));
}

bool lwFinder_IsAncestor(const Finder* finder, int ancestor, int joint) {
	while (joint >= 0 && joint != ancestor) joint = finder->parent[joint];
	return joint == ancestor;
}

static int CompareFloats(const void* a, const void* b) {
	float x = *(const float*)a, y = *(const float*)b;
	return x < y ? -1 : x > y;
}

float lwFinder_Quantile(float* values, int count, float share) {
	if (count <= 0) return 0.0f;
	qsort(values, (size_t)count, sizeof(float), CompareFloats);
	return values[(int)(share * (float)(count - 1) + 0.5f)];
}

void lwFinder_Note(Finder* finder, const char* format, ...) {
	char line[256];
	va_list args;
	va_start(args, format);
	int length = vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	if (length < 0) return;
	size_t size = strlen(line), need = finder->notesSize + size + 2;
	if (need > finder->notesCapacity) {
		char* grown = realloc(finder->notes, need * 2);
		if (grown == NULL) return;
		finder->notes = grown;
		finder->notesCapacity = need * 2;
	}
	memcpy(finder->notes + finder->notesSize, line, size);
	finder->notesSize += size;
	finder->notes[finder->notesSize++] = '\n';
	finder->notes[finder->notesSize] = 0;
}

void lwFinder_Destroy(Finder* finder) {
	free(finder->parent);
	free(finder->childCount);
	free(finder->owner);
	free(finder->vertices);
	free(finder->mass);
	free(finder->helper);
	free(finder->live);
	free(finder->control);
	free(finder->low[0]);
	free(finder->low[1]);
	free(finder->pos);
	free(finder->lowPos);
	free(finder->rot);
	free(finder->yaw);
	free(finder->floorOf);
	free(finder->clips);
	free(finder->legs);
	free(finder->notes);
	memset(finder, 0, sizeof(*finder));
}

static bool Allocate(Finder* finder) {
	size_t n = (size_t)finder->count, f = (size_t)finder->frameCount + 1; // one more for a mean pose
	finder->pos = calloc(n * f, sizeof(lwVec3));
	finder->lowPos = calloc(n * f, sizeof(lwVec3));
	finder->rot = calloc(n * f, sizeof(lwQuat));
	finder->yaw = calloc(f, sizeof(float));
	finder->floorOf = calloc(f, sizeof(float));
	finder->parent = calloc(n, sizeof(int));
	finder->childCount = calloc(n, sizeof(int));
	finder->owner = calloc(n, sizeof(int));
	finder->vertices = calloc(n, sizeof(int));
	finder->mass = calloc(n, sizeof(int));
	finder->helper = calloc(n, sizeof(bool));
	finder->live = calloc(n, sizeof(bool));
	finder->control = calloc(n, sizeof(int));
	finder->low[0] = calloc(n, sizeof(lwVec3));
	finder->low[1] = calloc(n, sizeof(lwVec3));
	finder->legs = calloc(LW_MAX_LEGS, sizeof(LegPath));
	return finder->pos && finder->lowPos && finder->rot && finder->yaw && finder->floorOf && finder->parent && finder->childCount &&
		   finder->owner && finder->vertices && finder->mass && finder->helper && finder->live && finder->control && finder->low[0] &&
		   finder->low[1] && finder->legs;
}

// How many frames of each clip: about FRAME_RATE, at most LONGEST seconds of it.
static bool PlanClips(Finder* finder) {
	const lwScene* scene = finder->scene;
	finder->clips = calloc((size_t)scene->clipCount + 2, sizeof(FinderClip));
	if (finder->clips == NULL) return false;
	for (int pose = 0; pose < 2; ++pose) {
		finder->clips[pose] = (FinderClip){ .clip = -1, .first = pose, .count = 1, .dt = 1.0f };
	}
	int budget = MAX_CELLS / finder->count, each = scene->clipCount > 0 ? (budget - 2) / scene->clipCount : 0;
	int clips = each >= FEWEST ? scene->clipCount : (budget - 2) / FEWEST;
	finder->clipCount = 2;
	finder->frameCount = 2;
	for (int c = 0; c < scene->clipCount && finder->clipCount < clips + 2; ++c) {
		if (scene->clips[c].channelCount == 0) continue;
		float duration = lwMinF(scene->clips[c].end - scene->clips[c].start, LONGEST);
		int count = duration > 1e-4f ? (int)(duration * FRAME_RATE) + 1 : 1;
		if (count < FEWEST && duration > 1e-4f) count = FEWEST;
		if (count > each && each >= FEWEST) count = each;
		FinderClip* clip = finder->clips + finder->clipCount++;
		*clip = (FinderClip){ .clip = c, .first = finder->frameCount, .count = count };
		clip->dt = count > 1 ? duration / (float)(count - 1) : 1.0f;
		finder->frameCount += count;
	}
	return true;
}

// A node that only shows a mesh is no joint: its vertices go to the joint above it.
static void FoldCarriers(Finder* finder) {
	const lwSkeleton* skeleton = &finder->skeleton->skeleton;
	for (int j = 0; j < finder->count; ++j) finder->childCount[skeleton->parents[j] >= 0 ? skeleton->parents[j] : 0] += skeleton->parents[j] >= 0;
	for (int j = 0; j < finder->count; ++j) {
		const lwSceneNode* node = finder->scene->nodes + finder->skeleton->nodeOfJoint[j];
		bool fold = node->mesh >= 0 && !finder->skeleton->isSkinJoint[j] && !finder->skeleton->isAnimated[j] && finder->childCount[j] == 0 &&
					skeleton->parents[j] >= 0;
		finder->parent[j] = skeleton->parents[j];
		finder->owner[j] = fold ? skeleton->parents[j] : j;
	}
}

static int Dominant(const lwScenePrimitive* primitive, int vertex) {
	const float* weights = primitive->weights + (size_t)vertex * (size_t)primitive->influences;
	int best = -1;
	for (int k = 0; k < primitive->influences; ++k) {
		if (weights[k] > 0.0f && (best < 0 || weights[k] > weights[best])) best = k;
	}
	return best;
}

static void AddVertex(Finder* finder, const lwMat34* bind, const lwMat34* rest, float* lowest, int joint, lwVec3 posLS) {
	const lwMat34* poses[2] = { bind, rest };
	for (int p = 0; p < 2; ++p) {
		float y = lwMat34Point(poses[p][joint], posLS).y;
		if (finder->vertices[joint] == 0 || y < lowest[2 * joint + p]) {
			lowest[2 * joint + p] = y;
			finder->low[p][joint] = posLS;
		}
	}
	finder->vertices[joint] += 1;
	finder->hasMesh = true;
}

static void AddPrimitive(Finder* finder, const lwSceneNode* node, int nodeIndex, const lwScenePrimitive* primitive, const lwMat34* bind, const lwMat34* rest, float* lowest) {
	const lwSceneSkin* skin = node->skin >= 0 && primitive->influences > 0 ? finder->scene->skins + node->skin : NULL;
	int rigid = finder->owner[finder->skeleton->jointOfNode[nodeIndex]];
	lwMat34 toOwner = lwMat34Mul(lwMat34Inverse(rest[rigid]), rest[finder->skeleton->jointOfNode[nodeIndex]]);
	for (int v = 0; v < primitive->vertexCount; ++v) {
		if (skin == NULL) {
			if (finder->parent[rigid] >= 0) AddVertex(finder, bind, rest, lowest, rigid, lwMat34Point(toOwner, primitive->positions[v]));
			continue;
		}
		int best = Dominant(primitive, v);
		if (best < 0) continue;
		int slot = primitive->joints[(size_t)v * (size_t)primitive->influences + (size_t)best];
		if (slot >= skin->jointCount) continue;
		AddVertex(finder, bind, rest, lowest, finder->skeleton->jointOfNode[skin->joints[slot]], lwMat34Point(skin->inverseBind[slot], primitive->positions[v]));
	}
}

static bool AddVertices(Finder* finder, const lwMat34* bind, const lwMat34* rest) {
	float* lowest = calloc(2 * (size_t)finder->count, sizeof(float));
	if (lowest == NULL) return false;
	for (int n = 0; n < finder->scene->nodeCount; ++n) {
		const lwSceneNode* node = finder->scene->nodes + n;
		if (node->mesh < 0) continue;
		const lwSceneMesh* mesh = finder->scene->meshes + node->mesh;
		for (int p = 0; p < mesh->primitiveCount; ++p) AddPrimitive(finder, node, n, mesh->primitives + p, bind, rest, lowest);
	}
	free(lowest);
	return true;
}

static void StoreFrame(Finder* finder, int frame, const lwMat34* world, const lwTransform* local) {
	for (int j = 0; j < finder->count; ++j) {
		size_t at = (size_t)frame * (size_t)finder->count + (size_t)j;
		finder->pos[at] = world[j].t;
		finder->rot[at] = lwQuatNormalize(local[j].rot);
		finder->lowPos[at] = world[j].t;
		if (finder->vertices[j] > 0) {
			lwVec3 a = lwMat34Point(world[j], finder->low[0][j]), b = lwMat34Point(world[j], finder->low[1][j]);
			finder->lowPos[at] = a.y < b.y ? a : b;
		}
	}
}

// The bind pose may lie in another space than the nodes (a Z-up mesh below a turned node): the right-angle turn that
// lays its joints best over the rest pose, identity unless another is clearly better.
static lwMat34 BindToWorld(const Finder* finder, const lwMat34* bind, const lwMat34* rest) {
	lwMat34 best = lwMat34Identity();
	float bestError = 0.0f, size = 0.0f;
	for (int code = 0; code < 24; ++code) {
		lwVec3 axes[6] = { { 0, 0, 1 }, { 0, 1, 0 }, { 1, 0, 0 }, { 0, 0, -1 }, { 0, -1, 0 }, { -1, 0, 0 } };
		lwVec3 z = axes[code / 4 % 6], y = axes[(code / 4 % 6 + 1) % 6];
		for (int turn = 0; turn < code % 4; ++turn) y = lwCross(z, y);
		lwMat34 m = { lwCross(y, z), y, z, { 0, 0, 0 } };
		lwVec3 meanA = { 0, 0, 0 }, meanB = { 0, 0, 0 };
		float used = 0.0f;
		for (int pass = 0; pass < 2; ++pass) {
			float error = 0.0f;
			for (int j = 0; j < finder->count; ++j) {
				if (!finder->skeleton->isSkinJoint[j]) continue;
				lwVec3 a = lwMat34Vector(m, bind[j].t), b = rest[j].t;
				if (pass == 0) {
					meanA = lwAdd(meanA, a);
					meanB = lwAdd(meanB, b);
					used += 1.0f;
				} else {
					lwVec3 d = lwSub(lwSub(a, meanA), lwSub(b, meanB));
					error += lwDot(d, d);
					if (code == 0) size += lwDot(lwSub(b, meanB), lwSub(b, meanB));
				}
			}
			if (used < 3.0f) return best;
			if (pass == 0) {
				meanA = lwMul(meanA, 1.0f / used);
				meanB = lwMul(meanB, 1.0f / used);
			} else if (code == 0 || error < bestError) {
				// The first code is the identity; others must halve its error.
				if (code == 0 || error < 0.5f * bestError) {
					best = m;
					best.t = code == 0 ? lwV3(0, 0, 0) : lwSub(meanB, meanA);
					bestError = lwMaxF(error, 1e-6f * size);
				}
			}
		}
	}
	return best;
}

static void MarkLive(Finder* finder) {
	const lwSkeleton* skeleton = &finder->skeleton->skeleton;
	bool anySkin = false;
	for (int j = 0; j < finder->count; ++j) anySkin = anySkin || finder->skeleton->isSkinJoint[j];
	for (int j = 0; j < finder->count; ++j) {
		bool weighted = finder->hasMesh ? finder->vertices[j] > 0 || finder->skeleton->isSkinned[j] : !anySkin || finder->skeleton->isSkinJoint[j];
		finder->mass[j] = weighted && finder->owner[j] == j ? 1 : 0;
		finder->control[j] = -1;
	}
	for (int j = finder->count - 1; j > 0; --j) {
		if (skeleton->parents[j] >= 0) finder->mass[skeleton->parents[j]] += finder->mass[j];
	}
	memset(finder->childCount, 0, (size_t)finder->count * sizeof(int));
	for (int j = 0; j < finder->count; ++j) {
		if (finder->owner[j] == j && skeleton->parents[j] >= 0) finder->childCount[skeleton->parents[j]] += 1;
	}
}

// Joints that are ancestors of most of the body: root, pelvis, … as long as one child keeps 60 % of what the top holds.
static void FindTrunk(Finder* finder) {
	const int* parents = finder->skeleton->skeleton.parents;
	int total = 0;
	for (int j = 0; j < finder->count; ++j) total += parents[j] < 0 ? finder->mass[j] : 0;
	int at = -1;
	for (;;) {
		int best = -1;
		for (int j = at + 1; j < finder->count; ++j) {
			if (parents[j] == at && finder->owner[j] == j && (best < 0 || finder->mass[j] > finder->mass[best])) best = j;
		}
		if (best < 0 || finder->mass[best] * 10 < total * 6 || finder->trunkCount == LW_MAX_PATH) break;
		finder->trunk[finder->trunkCount++] = best;
		at = best;
	}
	// It ends where the last good part branches off: a creature of one leg holds most of its joints in that leg.
	int keep = 0;
	for (int i = 0; i < finder->trunkCount; ++i) {
		int main = 0, joint = finder->trunk[i];
		for (int j = joint + 1; j < finder->count; ++j) {
			if (parents[j] == joint && finder->owner[j] == j && finder->mass[j] > main) main = finder->mass[j];
		}
		int own = finder->mass[joint] - main;
		if ((own - 1) * 100 >= total * 15 || (keep == 0 && own > 0)) keep = i + 1;
	}
	if (keep > 0) finder->trunkCount = keep;
}

// Weighted joints and what hangs below a weighted joint are live; the trunk's unweighted top is not (a root lies on the floor).
static void FinishLive(Finder* finder) {
	const int* parents = finder->skeleton->skeleton.parents;
	for (int j = 0; j < finder->count; ++j) {
		bool own = finder->mass[j] > 0;
		bool below = parents[j] >= 0 && finder->live[parents[j]];
		finder->live[j] = finder->owner[j] == j && (own || below);
	}
	for (int i = 0; i < finder->trunkCount; ++i) {
		int j = finder->trunk[i];
		if (finder->vertices[j] == 0) finder->live[j] = finder->hasMesh ? false : i > 0 && finder->mass[j] < finder->mass[finder->trunk[i - 1]] - 1;
	}
	// Without a mesh, a trunk joint with a single child is a root.
	for (int j = 0; j < finder->count; ++j) {
		int up = parents[j];
		bool hangsOnTrunk = up < 0;
		for (int i = 0; i < finder->trunkCount; ++i) hangsOnTrunk = hangsOnTrunk || up == finder->trunk[i];
		finder->helper[j] = (hangsOnTrunk && finder->hasMesh && finder->mass[j] == 0) || (up >= 0 && finder->helper[up]);
		for (int i = 0; i < finder->trunkCount; ++i) {
			if (finder->trunk[i] == j) finder->helper[j] = false;
		}
		if (finder->helper[j]) finder->live[j] = false;
	}
}

static bool FindGrounds(Finder* finder) {
	float* values = calloc((size_t)finder->frameCount * 2, sizeof(float));
	if (values == NULL) return false;
	float* tops = values + finder->frameCount;
	int topCount = 0;
	for (int c = 0; c < finder->clipCount; ++c) {
		FinderClip* clip = finder->clips + c;
		float moved = 0.0f, high = 0.0f;
		for (int f = 0; f < clip->count; ++f) {
			float low = 1e30f, top = -1e30f;
			for (int j = 0; j < finder->count; ++j) {
				if (!finder->live[j]) continue;
				lwVec3 p = Pos(finder, clip->first + f, j);
				low = lwMinF(low, lwMinF(p.y, LowPos(finder, clip->first + f, j).y));
				top = lwMaxF(top, p.y);
				moved = lwMaxF(moved, lwDistance(p, Pos(finder, clip->first, j)));
			}
			values[f] = low;
			high = lwMaxF(high, top - low);
			tops[topCount++] = top - low;
		}
		clip->ground = lwFinder_Quantile(values, clip->count, 0.02f);
		clip->moving = clip->clip >= 0 && moved > 0.01f * high;
		for (int f = 0; f < clip->count; ++f) finder->floorOf[clip->first + f] = clip->ground;
	}
	int skip = finder->clipCount > 2 ? 2 : 0;
	finder->size = lwMaxF(lwFinder_Quantile(tops + skip, topCount - skip, 0.5f), 1e-9f);
	free(values);
	return true;
}

// A body that sways turns not: a clip that stays within some 40 degrees of its mean has that mean as its heading.
static void SmoothYaws(Finder* finder, const FinderClip* clip) {
	float c = 0.0f, s = 0.0f, most = 0.0f;
	for (int f = clip->first; f < clip->first + clip->count; ++f) {
		c += cosf(finder->yaw[f]);
		s += sinf(finder->yaw[f]);
	}
	float mean = atan2f(s, c);
	for (int f = clip->first; f < clip->first + clip->count; ++f) most = lwMaxF(most, lwAbsF(lwWrapAngle(finder->yaw[f] - mean)));
	if (most > 0.7f) return;
	for (int f = clip->first; f < clip->first + clip->count; ++f) finder->yaw[f] = mean;
}

static lwQuat GlobalRot(const Finder* finder, int frame, int joint) {
	lwQuat global = lwQuatIdentity();
	for (int j = joint; j >= 0; j = finder->skeleton->skeleton.parents[j]) global = lwQuatMul(Rot(finder, frame, j), global);
	return lwQuatNormalize(frame == LW_BIND_FRAME ? lwQuatMul(lwMat34Rotation(finder->bindToWorld), global) : global);
}

// Turn of each frame about the up-axis against the reference pose: how the trunk has turned. (The layout of the joints
// would not do: seen from above a striding biped is its legs, and they swap.)
static void FindYaws(Finder* finder) {
	int trunk = finder->trunkCount > 0 ? finder->trunk[finder->trunkCount - 1] : 0;
	lwQuat reference = GlobalRot(finder, finder->reference, trunk);
	for (int f = 0; f < finder->frameCount; ++f) {
		lwQuat turn = lwQuatMul(GlobalRot(finder, f, trunk), lwConj(reference));
		finder->yaw[f] = turn.y * turn.y + turn.w * turn.w > 1e-6f ? lwWrapAngle(2.0f * atan2f(turn.y, turn.w)) : 0.0f;
	}
	for (int c = 2; c < finder->clipCount; ++c) SmoothYaws(finder, finder->clips + c);
}

// Where the bind pose is no standing pose (all bones along one axis, lying): a frame in which most of the lowest ends stand.
static void ChooseReference(Finder* finder) {
	int frames[3] = { LW_BIND_FRAME, LW_REST_FRAME, LW_REST_FRAME };
	float best = -1.0f;
	finder->reference = LW_BIND_FRAME;
	for (int pass = 0; pass < 2; ++pass) {
		float low = 1e30f, top = -1e30f, wide = 0.0f;
		for (int j = 0; j < finder->count; ++j) {
			if (!finder->live[j]) continue;
			float y = Pos(finder, frames[pass], j).y;
			low = lwMinF(low, y);
			top = lwMaxF(top, y);
			wide = lwMaxF(wide, lwLength(Flat(lwSub(Pos(finder, frames[pass], j), Pos(finder, frames[pass], finder->trunk[finder->trunkCount > 0 ? finder->trunkCount - 1 : 0])))));
		}
		float tall = (top - low) / finder->size;
		if (tall > 0.6f && tall < 1.7f && wide < 1e9f) return; // frames[pass] stands
		if (pass == 0) finder->reference = LW_REST_FRAME;
	}
	for (int f = 2; f < finder->frameCount; ++f) {
		float top = -1e30f, low = 1e30f;
		for (int j = 0; j < finder->count; ++j) {
			if (!finder->live[j]) continue;
			top = lwMaxF(top, Pos(finder, f, j).y);
			low = lwMinF(low, Pos(finder, f, j).y);
		}
		float score = top - low - lwAbsF(low - finder->floorOf[f]);
		if (score > best) {
			best = score;
			finder->reference = f;
		}
	}
}

// A single frame of a gait is lopsided: where layout cannot use the bind pose it uses the mean of a whole clip, each frame
// turned to one heading and moved to one place. Kept in the spare frame.
static void UseMeanPose(Finder* finder) {
	const FinderClip* clip = NULL;
	for (int c = 2; c < finder->clipCount; ++c) {
		if (finder->reference >= finder->clips[c].first && finder->reference < finder->clips[c].first + finder->clips[c].count) clip = finder->clips + c;
	}
	if (clip == NULL || finder->trunkCount == 0) return;
	int mean = finder->frameCount, body = finder->trunk[finder->trunkCount - 1];
	size_t at = (size_t)mean * (size_t)finder->count;
	lwVec3 place = Pos(finder, finder->reference, body);
	for (int j = 0; j < finder->count; ++j) {
		lwVec3 pos = { 0, 0, 0 }, low = { 0, 0, 0 };
		for (int f = clip->first; f < clip->first + clip->count; ++f) {
			lwVec3 base = Flat(Pos(finder, f, body));
			pos = lwAdd(pos, lwFinder_Turn(lwSub(Pos(finder, f, j), base), -finder->yaw[f]));
			low = lwAdd(low, lwFinder_Turn(lwSub(LowPos(finder, f, j), base), -finder->yaw[f]));
		}
		finder->pos[at + (size_t)j] = lwMulAdd(Flat(place), pos, 1.0f / (float)clip->count);
		finder->lowPos[at + (size_t)j] = lwMulAdd(Flat(place), low, 1.0f / (float)clip->count);
		finder->rot[at + (size_t)j] = Rot(finder, finder->reference, j);
	}
	finder->floorOf[mean] = clip->ground;
	finder->reference = mean;
}

bool lwFinder_Sample(Finder* finder) {
	const lwScene* scene = finder->scene;
	finder->count = finder->skeleton->skeleton.jointCount;
	if (finder->count < 1 || !PlanClips(finder) || !Allocate(finder)) return finder->count < 1;
	size_t n = (size_t)finder->count;
	lwTransform* nodeLocal = calloc(n, sizeof(lwTransform));
	lwTransform* local = calloc(n, sizeof(lwTransform));
	lwMat34* nodeWorld = calloc(n, sizeof(lwMat34));
	lwMat34* world = calloc(2 * n, sizeof(lwMat34));
	bool good = nodeLocal && local && nodeWorld && world;
	if (good) {
		FoldCarriers(finder);
		lwScene_SampleClip(scene, -1, 0.0f, nodeLocal);
		lwScene_ToWorld(scene, nodeLocal, nodeWorld);
		for (int j = 0; j < finder->count; ++j) world[n + (size_t)j] = nodeWorld[finder->skeleton->nodeOfJoint[j]];
		lwSkeleton_ToModel(&finder->skeleton->skeleton, finder->skeleton->skeleton.bind, lwMat34Identity(), world);
		finder->bindToWorld = BindToWorld(finder, world, world + n);
		for (int j = 0; j < finder->count; ++j) world[j] = lwMat34Mul(finder->bindToWorld, world[j]);
		good = AddVertices(finder, world, world + n);
		StoreFrame(finder, LW_BIND_FRAME, world, finder->skeleton->skeleton.bind);
		StoreFrame(finder, LW_REST_FRAME, world + n, finder->skeleton->skeleton.rest);
	}
	for (int c = 2; good && c < finder->clipCount; ++c) {
		const FinderClip* clip = finder->clips + c;
		const lwSceneClip* source = scene->clips + clip->clip;
		float middle = 0.5f * (source->start + source->end), start = middle - 0.5f * clip->dt * (float)(clip->count - 1);
		for (int f = 0; f < clip->count; ++f) {
			lwScene_SampleClip(scene, clip->clip, clip->count > 1 ? start + clip->dt * (float)f : source->start, nodeLocal);
			lwScene_ToWorld(scene, nodeLocal, nodeWorld);
			for (int j = 0; j < finder->count; ++j) {
				world[j] = nodeWorld[finder->skeleton->nodeOfJoint[j]];
				local[j] = nodeLocal[finder->skeleton->nodeOfJoint[j]];
			}
			StoreFrame(finder, clip->first + f, world, local);
		}
	}
	free(nodeLocal);
	free(local);
	free(nodeWorld);
	free(world);
	if (!good) return false;
	MarkLive(finder);
	FindTrunk(finder);
	FinishLive(finder);
	if (!FindGrounds(finder)) return false;
	ChooseReference(finder);
	FindYaws(finder);
	UseMeanPose(finder);
	return true;
}
