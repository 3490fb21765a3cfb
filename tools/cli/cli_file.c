// SPDX-License-Identifier: MIT
// Files and JSON for the commands.
#include "cli/cli.h"
#include "legwork/terrain.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_TEXT_FILE (16u * 1024u * 1024u)

int cliReadScene(const char* file, lwScene** outScene) {
	cliProgress("reading %s", file);
	lwResult result = lwReadScene(file, outScene);
	if (result.status == lw_errorNotFound || result.status == lw_errorArgument) {
		result.status = lw_errorIo; // the file is not there: not a matter of what it holds
	}
	return result.status == lw_ok ? 0 : cliFailResult(&result);
}

int cliReadTerrain(const char* file, lwScene** outScene) {
	int code = cliReadScene(file, outScene);
	char* notes = NULL;
	lwResult result = code == 0 ? lwTerrain_Notes(*outScene, &notes) : lwResult_Ok();
	for (const char* line = notes; line != NULL && *line != 0; line = strchr(line, '\n') + 1) {
		cliSay("%s: %.*s", file, (int)strcspn(line, "\n"), line);
	}
	free(notes);
	return result.status == lw_ok ? code : cliFailResult(&result);
}

// A whole small text file; NUL-terminated, malloc'ed.
static lwResult readText(const char* file, char** outText) {
	*outText = NULL;
	FILE* f = fopen(file, "rb");
	if (f == NULL) {
		return lwResult_Fail(lw_errorIo, "%s: %s", file, strerror(errno));
	}
	char* text = NULL;
	size_t size = 0, capacity = 0;
	lwResult result = lwResult_Ok();
	while (true) {
		if (size + 1 >= capacity) {
			capacity = capacity == 0 ? 65536 : capacity * 2;
			char* grown = capacity <= 2 * MAX_TEXT_FILE ? realloc(text, capacity) : NULL;
			if (grown == NULL) {
				result = lwResult_Fail(lw_errorLimit, "%s: larger than %u bytes", file, MAX_TEXT_FILE);
				break;
			}
			text = grown;
		}
		size_t got = fread(text + size, 1, capacity - size - 1, f);
		size += got;
		if (got == 0) {
			break;
		}
	}
	if (ferror(f)) {
		result = lwResult_Fail(lw_errorIo, "%s: %s", file, strerror(errno));
	} else if (result.status == lw_ok && strlen((text[size] = 0, text)) != size) {
		result = lwResult_Fail(lw_errorFormat, "%s: not a text file", file);
	}
	fclose(f);
	if (result.status != lw_ok) {
		free(text);
		return result;
	}
	if (strncmp(text, "\xEF\xBB\xBF", 3) == 0) {
		memmove(text, text + 3, size - 2); // the mark some editors put before UTF-8
	}
	*outText = text;
	return result;
}

int cliReadModel(const char* file, const char* rigFile, cliModel* outModel) {
	memset(outModel, 0, sizeof *outModel);
	int code = cliReadScene(file, &outModel->scene);
	if (code != 0) {
		return code;
	}
	if (rigFile != NULL) {
		cliNameRig(rigFile);
		lwResult result = readText(rigFile, &outModel->rigJson);
		if (result.status != lw_ok) {
			return cliFailResult(&result);
		}
	}
	lwResult result = lwScene_MakeSkeleton(outModel->scene, &outModel->skeleton);
	return result.status == lw_ok ? 0 : cliFailResult(&result);
}

void cliFreeModel(cliModel* model) {
	lwDestroySceneSkeleton(model->skeleton);
	lwDestroyScene(model->scene);
	free(model->rigJson);
	free(model->hints);
	memset(model, 0, sizeof *model);
}

int cliFindRig(cliModel* model, int contactClip, lwRig** outRig, char** outNotes) {
	cliProgress("finding the legs of %s", model->scene->file);
	*outRig = calloc(1, sizeof **outRig);
	if (*outRig == NULL) {
		return cliFailMemory();
	}
	lwAutoRigDef def = lwDefaultAutoRigDef();
	def.scene = model->scene;
	def.skeleton = model->skeleton;
	def.rigJson = model->rigJson;
	def.contactClip = contactClip;
	lwResult result = lwAutoRig(&def, *outRig, outNotes);
	if (result.status == lw_ok) {
		free(model->hints);
		result = lwReadHints(model->rigJson, model->scene, *outRig, &model->hints, &model->hintCount);
	}
	return result.status == lw_ok ? 0 : cliFailResult(&result);
}

// The parts of a glTF file that a scene does not hold.
static void saySceneOnly(const lwScene* scene) {
	if (scene->json != NULL) {
		cliSay("%s: written anew: meshes, skins, clips, materials and textures; morph targets, cameras, lights and extensions are left out", scene->file);
	}
}

int cliStripHelpers(cliModel* ioModel) {
	lwRig* rig = NULL;
	lwScene* scene = NULL;
	lwSceneSkeleton* skeleton = NULL;
	int code = cliFindRig(ioModel, -1, &rig, NULL);
	if (code == 0 && rig->helperCount > 0) {
		int count = rig->helperCount;
		lwResult result = lwRig_StripHelpers(ioModel->scene, ioModel->skeleton, rig, &scene, &skeleton);
		bool given = result.status == lw_ok && (ioModel->rigJson != NULL || ioModel->hintCount > 0);
		char* rigJson = given ? lwRig_ToJsonWithHints(rig, scene, skeleton, ioModel->hints, ioModel->hintCount) : NULL;
		bool lost = given && rigJson == NULL;
		code = lost ? cliFailMemory() : result.status != lw_ok ? cliFailResult(&result) : 0;
		if (code == 0) {
			cliSay("%s: %d helper%s left out", ioModel->scene->file, count, count == 1 ? "" : "s");
			saySceneOnly(ioModel->scene);
			cliFreeModel(ioModel);
			*ioModel = (cliModel){ .scene = scene, .skeleton = skeleton, .rigJson = rigJson };
		}
	} else if (code == 0) {
		cliSay("%s: there are no helpers", ioModel->scene->file);
	}
	free(rig);
	return code;
}

static void printClips(const lwScene* scene) {
	fprintf(stderr, "  the file has %d clip%s%s\n", scene->clipCount, scene->clipCount == 1 ? "" : "s",
			scene->clipCount > 0 ? ":" : "");
	for (int i = 0; i < scene->clipCount; i++) {
		fprintf(stderr, "    #%d %s\n", i, scene->clips[i].name);
	}
}

// The clip whose name, or its part after '|', looks most like the word; NULL when none does.
static const char* nearestClip(const lwScene* scene, const char* name) {
	const char* names[2 * 256];
	int count = 0;
	for (int i = 0; i < scene->clipCount && i < 256; i++) {
		const char* bar = strrchr(scene->clips[i].name, '|');
		names[count++] = scene->clips[i].name;
		names[count++] = bar != NULL ? bar + 1 : scene->clips[i].name;
	}
	return cliNearest(name, names, count);
}

int cliFindClip(const lwScene* scene, const char* name, int* outClip) {
	int matches = 0;
	*outClip = lwScene_FindClip(scene, name, &matches);
	if (*outClip >= 0) {
		return 0;
	}
	int code = 0;
	const char* nearest = matches > 1 ? NULL : nearestClip(scene, name);
	if (matches > 1) {
		code = cliFailUsage("%s: clip '%s': %d clips are called that; take one by its number", scene->file, name, matches);
	} else if (nearest != NULL) {
		code = cliFailUsage("%s: no clip '%s'; did you mean '%s'?", scene->file, name, nearest);
	} else {
		code = cliFailUsage("%s: no clip '%s'", scene->file, name);
	}
	printClips(scene);
	return code;
}

json_t* cliJsonNumber(double value) {
	return isfinite(value) ? json_real(value) : json_null();
}

json_t* cliJsonText(const char* text) {
	json_t* value = json_string(text);
	if (value != NULL) {
		return value;
	}
	// Not UTF-8: keep what is ASCII.
	char clean[1024];
	snprintf(clean, sizeof clean, "%s", text);
	for (char* c = clean; *c != 0; c++) {
		*c = (unsigned char)*c < 0x80 ? *c : '?';
	}
	return json_string(clean);
}

json_t* cliJsonLines(const char* text) {
	json_t* lines = json_array();
	while (text != NULL && *text != 0) {
		size_t length = strcspn(text, "\n");
		char line[1024];
		snprintf(line, sizeof line, "%.*s", (int)(length < sizeof line ? length : sizeof line - 1), text);
		if (length > 0) {
			json_array_append_new(lines, cliJsonText(line));
		}
		text += length + (text[length] == '\n');
	}
	return lines;
}
