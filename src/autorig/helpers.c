// SPDX-License-Identifier: MIT
// Auto-rig: helpers, joints that move nothing to be seen; and a scene without them.
#include "autorig/finder.h"

#include <stdlib.h>
#include <string.h>

static void UseChain(bool* used, const int* joints, int count) {
	for (int i = 0; i < count; ++i) used[joints[i]] = true;
}

// All that the rig names; root and pelvis too.
static void UseRig(bool* used, const lwRig* rig) {
	for (int l = 0; l < rig->legCount; ++l) {
		const lwLeg* leg = rig->legs + l;
		UseChain(used, leg->joints, leg->jointCount);
		if (leg->footControl >= 0) used[leg->footControl] = true;
	}
	UseChain(used, rig->spine, rig->spineCount);
	UseChain(used, rig->tail, rig->tailCount);
	used[rig->rootJoint] = used[rig->pelvis] = true;
}

bool lwFinder_Helpers(Finder* finder, lwRig* ioRig) {
	const lwSceneSkeleton* skeleton = finder->skeleton;
	const int* parents = skeleton->skeleton.parents;
	bool* used = calloc((size_t)finder->count * 2, sizeof(bool));
	if (used == NULL) return false;
	bool* moves = used + finder->count; // it or one below it is a joint of a skin or moves: an empty node alone is none
	UseRig(used, ioRig);
	for (int j = finder->count - 1; j >= 0; --j) {
		used[j] = used[j] || !finder->helper[j] || finder->scene->nodes[skeleton->nodeOfJoint[j]].mesh >= 0;
		moves[j] = moves[j] || skeleton->isSkinJoint[j] || skeleton->isAnimated[j];
		if (parents[j] >= 0 && used[j]) used[parents[j]] = true;
		if (parents[j] >= 0 && moves[j]) moves[parents[j]] = true;
	}
	ioRig->helperCount = 0;
	for (int j = 0; j < finder->count; ++j) {
		if (parents[j] >= 0 && moves[parents[j]] && !used[parents[j]]) moves[j] = true; // the whole subtree
		if (used[j] || !moves[j]) continue;
		if (ioRig->helperCount == LW_MAX_HELPERS) {
			lwFinder_Note(finder, "more than %d helpers; the rest is not listed", LW_MAX_HELPERS);
			break;
		}
		ioRig->helpers[ioRig->helperCount++] = j;
	}
	if (ioRig->helperCount > 0) {
		lwFinder_Note(finder, "%d helpers carry nothing: '%s'%s", ioRig->helperCount, skeleton->skeleton.names[ioRig->helpers[0]], ioRig->helperCount > 1 ? " and others" : "");
	}
	free(used);
	return true;
}

// ---- A scene without them ---------------------------------------------------------------------------------------------

// Old joints as joints of the new skeleton; false when one of them is gone.
typedef struct Renumber {
	const lwSceneSkeleton* from;
	const lwSceneSkeleton* to;
	const int* nodeMap;
	bool lost;
} Renumber;

static void Joint(Renumber* r, int* ioJoint) {
	if (*ioJoint < 0) return; // none, as a foot control
	int node = r->nodeMap[r->from->nodeOfJoint[*ioJoint]];
	if (node < 0) r->lost = true;
	else *ioJoint = r->to->jointOfNode[node];
}

static void Joints(Renumber* r, int* ioJoints, int count) {
	for (int i = 0; i < count; ++i) Joint(r, ioJoints + i);
}

static bool RenumberRig(Renumber* r, lwRig* ioRig) {
	for (int l = 0; l < ioRig->legCount; ++l) {
		lwLeg* leg = ioRig->legs + l;
		Joints(r, leg->joints, leg->jointCount);
		Joint(r, &leg->footControl);
		Joint(r, &leg->footJoint);
		Joint(r, &leg->heel.joint);
		Joint(r, &leg->toe.joint);
	}
	Joints(r, ioRig->spine, ioRig->spineCount);
	Joints(r, ioRig->tail, ioRig->tailCount);
	Joint(r, &ioRig->rootJoint);
	Joint(r, &ioRig->pelvis);
	ioRig->helperCount = 0;
	return !r->lost;
}

static lwResult Strip(const lwScene* scene, const lwSceneSkeleton* skeleton, lwRig* ioRig, bool* drop, int* nodeMap, lwScene** outScene,
					  lwSceneSkeleton** outSkeleton) {
	for (int k = 0; k < ioRig->helperCount; ++k) drop[skeleton->nodeOfJoint[ioRig->helpers[k]]] = true;
	lwResult result = lwScene_Strip(scene, drop, outScene, nodeMap);
	if (result.status == lw_ok) result = lwScene_MakeSkeleton(*outScene, outSkeleton);
	if (result.status != lw_ok) return result;
	Renumber renumber = { skeleton, *outSkeleton, nodeMap, false };
	lwRig* rig = malloc(sizeof(*rig));
	if (rig == NULL) return lwResult_Fail(lw_errorMemory, "rig: out of memory");
	memcpy(rig, ioRig, sizeof(*rig));
	bool good = RenumberRig(&renumber, rig);
	if (good) memcpy(ioRig, rig, sizeof(*rig));
	free(rig);
	return good ? lwResult_Ok() : lwResult_Fail(lw_errorData, "%s: rig: a helper is part of a leg, the spine or the tail", scene->file != NULL ? scene->file : "");
}

lwResult lwRig_StripHelpers(const lwScene* scene, const lwSceneSkeleton* skeleton, lwRig* ioRig, lwScene** outScene, lwSceneSkeleton** outSkeleton) {
	if (!LW_ASSERT(scene != NULL && skeleton != NULL && ioRig != NULL && outScene != NULL && outSkeleton != NULL)) {
		return lwResult_Fail(lw_errorArgument, "lwRig_StripHelpers: NULL argument");
	}
	*outScene = NULL;
	*outSkeleton = NULL;
	lwResult result = lwRig_Validate(ioRig, &skeleton->skeleton);
	if (result.status != lw_ok) return result;
	bool* drop = calloc((size_t)scene->nodeCount, sizeof(bool));
	int* nodeMap = calloc((size_t)scene->nodeCount, sizeof(int));
	result = drop != NULL && nodeMap != NULL ? Strip(scene, skeleton, ioRig, drop, nodeMap, outScene, outSkeleton) : lwResult_Fail(lw_errorMemory, "rig: out of memory");
	free(drop);
	free(nodeMap);
	if (result.status != lw_ok) {
		lwDestroySceneSkeleton(*outSkeleton);
		lwDestroyScene(*outScene);
		*outSkeleton = NULL;
		*outScene = NULL;
	}
	return result;
}
