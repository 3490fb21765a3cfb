// SPDX-License-Identifier: MIT
#include "cli/cli_synth.h"

#include <stdio.h>
#include <stdlib.h>

int cliReadGait(const char* name, lwSynthGaitKind* outKind) {
	int kind = lwSynthGait_FromName(name);
	if (kind >= 0) {
		*outKind = (lwSynthGaitKind)kind;
		return 0;
	}
	char names[256] = "";
	for (int i = 0, at = 0; i < lw_synthGaitCount && at < (int)sizeof names; i++) {
		at += snprintf(names + at, sizeof names - (size_t)at, "%s%s", i > 0 ? ", " : "", lwSynthGait_Name(i));
	}
	return cliFailUsage("--gait: no gait '%.80s'; there are: %s", name, names);
}

// Files of other formats than glTF are often in centimetres; gravity tells a creature's natural speed.
static float gravityFor(const lwRig* rig) {
	return rig->length > 12.0f ? 981.0f : 9.81f;
}

static lwResult addClips(cliModel* ioModel, const lwSynthGait* synth) {
	lwResult result = lwScene_AddClip(ioModel->scene, ioModel->skeleton, &synth->stand);
	if (result.status == lw_ok) {
		result = lwScene_AddClip(ioModel->scene, ioModel->skeleton, &synth->walk);
	}
	if (result.status != lw_ok) {
		return result;
	}
	lwDestroySceneSkeleton(ioModel->skeleton);
	ioModel->skeleton = NULL;
	return lwScene_MakeSkeleton(ioModel->scene, &ioModel->skeleton);
}

int cliSynthesise(cliModel* ioModel, lwSynthGaitDef* ioDef, lwSynthGait** outSynth) {
	*outSynth = NULL;
	lwRig* rig = NULL;
	cliProgress("finding the legs of %s", ioModel->scene->file);
	int code = cliFindRig(ioModel, -1, &rig, NULL);
	if (code == 0) {
		ioDef->skeleton = &ioModel->skeleton->skeleton;
		ioDef->rig = rig;
		ioDef->gravity = gravityFor(rig);
		lwResult result = lwCreateSynthGait(ioDef, outSynth);
		if (result.status == lw_ok) {
			result = addClips(ioModel, *outSynth);
		}
		code = result.status == lw_ok ? 0 : cliFailResult(&result);
	}
	free(rig);
	return code;
}
