// SPDX-License-Identifier: MIT
// Auto-rig: the steps in order, and what was decided as notes.
#include "autorig/finder.h"

#include <stdlib.h>
#include <string.h>

lwAutoRigDef lwDefaultAutoRigDef(void) {
	return (lwAutoRigDef){ .cookie = LW_COOKIE, .contactClip = -1 };
}

static lwResult OutOfMemory(const lwScene* scene) { return lwResult_Fail(lw_errorMemory, "%s: rig: out of memory", scene->file != NULL ? scene->file : ""); }

static lwResult NoLegs(const lwScene* scene) {
	return lwResult_Fail(lw_errorData, "%s: rig: no legs found: no chain of joints comes to the ground in most clips; name the legs in a rig file: "
						 "{\"legs\": [{\"name\": \"L\", \"joints\": [\"hip\", \"knee\", \"foot\"]}]}", scene->file != NULL ? scene->file : "");
}

static void RemoveLegs(Finder* finder, lwRig* rig, unsigned* given) {
	int kept = 0;
	for (int i = 0; i < rig->legCount; ++i) {
		if (given[i] & lw_givenRemove) continue;
		if (kept != i) {
			rig->legs[kept] = rig->legs[i];
			finder->legs[kept] = finder->legs[i];
			given[kept] = given[i];
		}
		++kept;
	}
	rig->legCount = kept;
	for (int i = 0; i < kept; ++i) finder->legs[i].twin = -1; // indices are stale, and no longer needed
	finder->legCount = kept;
}

static lwResult Override(Finder* finder, const lwAutoRigDef* def, lwRig* rig, unsigned* given) {
	rig->helperCount = -1;
	if (def->rigJson == NULL) return lwResult_Ok();
	lwResult result = lwRig_MergeJson(rig, def->scene, def->skeleton, def->rigJson, given);
	if (result.status != lw_ok) return result;
	RemoveLegs(finder, rig, given);
	for (int i = 0; i < rig->legCount; ++i) {
		if (given[i] & (lw_givenJoints | lw_givenLimb)) lwFinder_Complete(finder, i, rig->legs + i, !(given[i] & lw_givenLimb));
	}
	return lwResult_Ok();
}

static void NoteLegs(Finder* finder, const lwRig* rig) {
	const char* const* names = finder->skeleton->skeleton.names;
	for (int i = 0; i < rig->legCount; ++i) {
		const lwLeg* leg = rig->legs + i;
		char chain[160] = "";
		for (int k = 0; k < leg->jointCount; ++k) {
			size_t used = strlen(chain), more = strlen(names[leg->joints[k]]);
			if (used + more + 4 >= sizeof(chain)) break;
			if (k > 0) strcat(chain, k == leg->limbCount ? " | " : " ");
			strcat(chain, names[leg->joints[k]]);
		}
		lwFinder_Note(finder, "leg %s: %s%s%s (confidence %.2f)", leg->name, chain, leg->detached ? ", foot control " : "",
					  leg->detached ? names[leg->footControl] : "", (double)leg->confidence);
	}
}

// The legs must be known first.
static lwResult CheckHints(const lwAutoRigDef* def, const lwRig* rig) {
	lwLegHint* hints;
	int count;
	lwResult result = def->rigJson != NULL ? lwReadHints(def->rigJson, def->scene, rig, &hints, &count) : lwResult_Ok();
	if (def->rigJson != NULL) free(hints);
	return result;
}

static lwResult Find(Finder* finder, const lwAutoRigDef* def, lwRig* outRig) {
	unsigned given[LW_MAX_LEGS] = { 0 };
	if (!lwFinder_Sample(finder) || !lwFinder_BindFeet(finder) || !lwFinder_FindEnds(finder) || !lwFinder_Layout(finder) || !lwFinder_Accept(finder) ||
		!lwFinder_ChooseStance(finder, def->contactClip) || !lwFinder_Name(finder, outRig) || !lwFinder_Chains(finder, outRig)) return OutOfMemory(def->scene);
	if (outRig->legCount > 0) lwFinder_Spine(finder, outRig);
	lwResult result = Override(finder, def, outRig, given);
	if (result.status != lw_ok) return result;
	if (outRig->legCount == 0) return NoLegs(def->scene);
	if (outRig->helperCount < 0 && !lwFinder_Helpers(finder, outRig)) return OutOfMemory(def->scene);
	result = CheckHints(def, outRig);
	if (result.status != lw_ok) return result;
	lwFinder_Measure(finder, outRig, given);
	if (!lwFinder_Contacts(finder, outRig, given)) return OutOfMemory(def->scene);
	NoteLegs(finder, outRig);
	return lwRig_Validate(outRig, &def->skeleton->skeleton);
}

lwResult lwAutoRig(const lwAutoRigDef* def, lwRig* outRig, char** outNotes) {
	if (outNotes != NULL) *outNotes = NULL;
	if (!LW_ASSERT(def != NULL && def->cookie == LW_COOKIE)) return lwResult_Fail(lw_errorArgument, "lwAutoRig: def not made by lwDefaultAutoRigDef");
	if (!LW_ASSERT(outRig != NULL && def->scene != NULL && def->skeleton != NULL)) return lwResult_Fail(lw_errorArgument, "lwAutoRig: NULL scene, skeleton or rig");
	if (def->contactClip >= def->scene->clipCount) return lwResult_Fail(lw_errorArgument, "lwAutoRig: contactClip %d of %d clips", def->contactClip, def->scene->clipCount);
	memset(outRig, 0, sizeof(*outRig));
	if (def->skeleton->skeleton.jointCount < 2) return NoLegs(def->scene);
	Finder finder;
	memset(&finder, 0, sizeof(finder));
	finder.scene = def->scene;
	finder.skeleton = def->skeleton;
	lwResult result = Find(&finder, def, outRig);
	if (outNotes != NULL) {
		*outNotes = finder.notes != NULL ? finder.notes : calloc(1, 1);
		finder.notes = NULL;
	}
	lwFinder_Destroy(&finder);
	return result;
}
