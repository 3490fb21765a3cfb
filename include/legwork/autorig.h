// SPDX-License-Identifier: MIT
// Auto-rig (tools): finds legs, feet (also detached ones), spine and tail from hierarchy, geometry, the clips, and
// last from names. JSON to override any of it.
#ifndef LEGWORK_AUTORIG_H
#define LEGWORK_AUTORIG_H

#include "legwork/import.h"
#include "legwork/rig.h"

typedef struct lwAutoRigDef {
	int cookie;
	const lwScene* scene;
	const lwSceneSkeleton* skeleton;
	const char* rigJson;            // text of a rig file that overrides what is found; NULL for none
	int contactClip;                // clip whose standing frames place the contact points; -1: chosen by itself (a walk, run, idle, else the bind pose)
} lwAutoRigDef;

LW_API lwAutoRigDef lwDefaultAutoRigDef(void);

// Find the rig. outNotes: text of what was decided and how sure, one line each, malloc'ed, freed by the caller; may be NULL.
// Fails with lw_errorData when no leg is found (message says how to give a rig file).
LW_API lwResult lwAutoRig(const lwAutoRigDef* def, lwRig* outRig, char** outNotes);

// A copy of the scene without the rig's helpers, its skeleton, and the rig on it (no helpers left). No vertex moves by it. A helper
// that a leg, the spine, a mesh or a weight needs: lw_errorData. A glTF document is not kept (see lwScene_Strip). The caller
// owns both; on failure both are NULL and the rig is as it was.
LW_API lwResult lwRig_StripHelpers(const lwScene* scene, const lwSceneSkeleton* skeleton, lwRig* ioRig, lwScene** outScene, lwSceneSkeleton** outSkeleton);

// The rig as editable JSON (joint names where unique, else "#node"); malloc'ed, freed by the caller. Never NULL but out of memory.
LW_API char* lwRig_ToJson(const lwRig* rig, const lwScene* scene, const lwSceneSkeleton* skeleton);

// Key times given by the artist for one leg, phases [0, 1] of the clip as stored (first to last key); negative: not given.
// They follow each other around the cycle: strike, land, stance, lift, off.
typedef struct lwLegHint {
	char leg[LW_NAME_SIZE];
	float stance, lift, off, strike, land;
	char clip[LW_NAME_SIZE * 2];    // as for lwScene_FindClip; "": any clip
} lwLegHint;

// Hints of the file's clips (glTF: animations[].extras.legwork.hints), then those of a rig file ("hints"; rigJson may be
// NULL), which win. Unknown keys, legs and clips, times out of range or order: lw_errorData with the place.
// *outHints is malloc'ed, freed by the caller; NULL when there are none. lwAutoRig checks its rigJson's hints in the same way.
LW_API lwResult lwReadHints(const char* rigJson, const lwScene* scene, const lwRig* rig, lwLegHint** outHints, int* outCount);

// lwRig_ToJson with hints, written as they were read.
LW_API char* lwRig_ToJsonWithHints(const lwRig* rig, const lwScene* scene, const lwSceneSkeleton* skeleton, const lwLegHint* hints, int hintCount);

// Place heel and toe at the lowest skinned vertices of the rear and front half of each foot in a given pose
// (model-space matrices, up = +Y, facing = heel to toe horizontally); without a mesh the joints are dropped to groundY.
LW_API lwResult lwRig_PlaceContacts(lwRig* ioRig, const lwScene* scene, const lwSceneSkeleton* skeleton, int leg,
									const lwMat34* model, lwVec3 facing, float groundY);

#endif
