// SPDX-License-Identifier: MIT
// Mirrored poses. With S the reflection, a joint j of partner k, model rotations R and B in the bind pose:
// R'_k = S R_j S C_k, where C_k = (S B_j S)^-1 B_k takes the bind pose to itself. In local transforms, p the parent:
// L'_k = C_p(k)^-1 (S L_j S) C_k, and positions go along by C_p(k)^-1 S, plus what takes the bind's to the bind's.
#include "anim/mirror_pairs.h"

#include <stdlib.h>
#include <string.h>

#include "math/inline.h"

typedef struct JointMirror {
	int partner;          // own index in the middle, -1: none
	lwQuat before, after; // rot' = before * (S rot S) * after
	lwVec3 offset;        // pos' = before * (S pos) + offset
	lwVec3 scale;         // scale' = scale * partner's scale
} JointMirror;

struct lwMirror {
	int jointCount;
	lwVec3 normal;
	JointMirror joints[];
};

lwMirrorDef lwDefaultMirrorDef(void) {
	lwMirrorDef def;
	memset(&def, 0, sizeof(def));
	def.cookie = LW_COOKIE;
	def.tolerance = 0.05f;
	return def;
}

static lwVec3 ReflectVector(lwVec3 n, lwVec3 v) {
	return lwMulAdd(v, n, -2.0f * lwDot(v, n));
}

// S q S: the axis is reflected and the turn reversed.
static lwQuat ReflectTurn(lwVec3 n, lwQuat q) {
	lwVec3 v = lwNeg(ReflectVector(n, lwV3(q.x, q.y, q.z)));
	return (lwQuat){ v.x, v.y, v.z, q.w };
}

static lwResult CheckPairs(const lwSkeleton* skeleton, const int* pairs) {
	for (int j = 0; j < skeleton->jointCount; ++j) {
		int k = pairs[j];
		if (k < -1 || k >= skeleton->jointCount || (k >= 0 && pairs[k] != j)) {
			return lwResult_Fail(lw_errorArgument, "mirror: pairs: joint %d '%s': partner %d is not mutual", j,
								 skeleton->names[j], k);
		}
		if (k < 0) {
			continue;
		}
		int pj = skeleton->parents[j], pk = skeleton->parents[k];
		if (pj < 0 ? pk >= 0 : pairs[pj] != pk) {
			return lwResult_Fail(lw_errorArgument,
								 "mirror: pairs: joint %d '%s': its parent and that of %d are no pair", j,
								 skeleton->names[j], k);
		}
	}
	return lwResult_Ok();
}

// C of a joint; identity above the roots and for joints without a partner, whose frame stays.
static lwQuat Correction(const lwMirror* mirror, const lwMat34* model, int joint) {
	if (joint < 0 || mirror->joints[joint].partner < 0) {
		return lwQuatIdentity();
	}
	lwQuat image = ReflectTurn(mirror->normal, lwMat34Rotation(model[mirror->joints[joint].partner]));
	return lwQuatMulInline(lwConj(image), lwMat34Rotation(model[joint]));
}

static float SafeRatio(float a, float b) {
	return b != 0.0f ? a / b : 1.0f;
}

static void FillJoint(lwMirror* mirror, const lwSkeleton* skeleton, const lwMat34* model, int k) {
	JointMirror* m = &mirror->joints[k];
	if (m->partner < 0) {
		return;
	}
	const lwTransform *from = &skeleton->bind[m->partner], *to = &skeleton->bind[k];
	m->before = lwConj(Correction(mirror, model, skeleton->parents[k]));
	m->after = Correction(mirror, model, k);
	m->offset = lwSub(to->pos, lwRotateInline(m->before, ReflectVector(mirror->normal, from->pos)));
	m->scale = lwV3(SafeRatio(to->scale.x, from->scale.x), SafeRatio(to->scale.y, from->scale.y),
					SafeRatio(to->scale.z, from->scale.z));
}

static lwResult FillMirror(const lwMirrorDef* def, lwMirror* mirror, lwMat34* model, int* pairs) {
	const lwSkeleton* skeleton = def->skeleton;
	lwSkeleton_ToModel(skeleton, skeleton->bind, lwMat34Identity(), model);
	mirror->jointCount = skeleton->jointCount;
	mirror->normal = def->normalMS;
	lwMirror_FindPairs(skeleton, model, def->tolerance, &mirror->normal, pairs);
	if (def->pairs != NULL) {
		lwResult result = CheckPairs(skeleton, def->pairs);
		if (result.status != lw_ok) {
			return result;
		}
	}
	for (int j = 0; j < skeleton->jointCount; ++j) {
		mirror->joints[j].partner = def->pairs != NULL ? def->pairs[j] : pairs[j];
	}
	for (int j = 0; j < skeleton->jointCount; ++j) {
		FillJoint(mirror, skeleton, model, j);
	}
	return lwResult_Ok();
}

lwResult lwCreateMirror(const lwMirrorDef* def, lwMirror** outMirror) {
	*outMirror = NULL;
	if (!LW_ASSERT(def != NULL && def->cookie == LW_COOKIE)) {
		return lwResult_Fail(lw_errorArgument, "mirror: def was not made by lwDefaultMirrorDef");
	}
	if (def->skeleton == NULL || def->skeleton->jointCount < 1 || !(def->tolerance >= 0.0f)) {
		return lwResult_Fail(lw_errorArgument, "mirror: a skeleton with joints and a tolerance >= 0 are required");
	}
	size_t joints = (size_t)def->skeleton->jointCount;
	lwMirror* mirror = calloc(1, sizeof(*mirror) + joints * sizeof(JointMirror));
	lwMat34* model = malloc(joints * sizeof(lwMat34));
	int* pairs = malloc(joints * sizeof(int));
	lwResult result = mirror != NULL && model != NULL && pairs != NULL
						  ? FillMirror(def, mirror, model, pairs)
						  : lwResult_Fail(lw_errorMemory, "mirror: no memory for %d joints", def->skeleton->jointCount);
	free(model);
	free(pairs);
	if (result.status != lw_ok) {
		free(mirror);
		return result;
	}
	*outMirror = mirror;
	return result;
}

void lwDestroyMirror(lwMirror* mirror) {
	free(mirror);
}

int lwMirror_Partner(const lwMirror* mirror, int joint) {
	return joint >= 0 && joint < mirror->jointCount ? mirror->joints[joint].partner : -1;
}

lwVec3 lwMirror_NormalMS(const lwMirror* mirror) {
	return mirror->normal;
}

lwVec3 lwMirror_Vector(const lwMirror* mirror, lwVec3 v) {
	return ReflectVector(mirror->normal, v);
}

void lwPose_Mirror(const lwMirror* mirror, const lwTransform* pose, lwTransform* outPose) {
	lwVec3 n = mirror->normal;
	for (int k = 0; k < mirror->jointCount; ++k) {
		const JointMirror* m = &mirror->joints[k];
		if (m->partner < 0) {
			outPose[k] = pose[k];
			continue;
		}
		const lwTransform* from = &pose[m->partner];
		lwQuat turned = lwQuatMulInline(lwQuatMulInline(m->before, ReflectTurn(n, from->rot)), m->after);
		outPose[k].rot = lwQuatNormalizeInline(turned);
		outPose[k].pos = lwAdd(lwRotateInline(m->before, ReflectVector(n, from->pos)), m->offset);
		outPose[k].scale = lwMulV(from->scale, m->scale);
	}
}
