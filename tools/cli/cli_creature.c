// SPDX-License-Identifier: MIT
#include "cli/cli_creature.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli_report.h"
#include "cli/cli_synth.h"

// ---- The creature --------------------------------------------------------------------------------------------------

static int analyse(cliCreature* creature, int clip, lwAnalysis** outAnalysis) {
	cliProgress("analysing %s", creature->model.scene->clips[clip].name);
	lwAnalyseDef def = lwDefaultAnalyseDef();
	def.scene = creature->model.scene;
	def.skeleton = creature->model.skeleton;
	def.rig = creature->rig;
	def.clip = clip;
	bool made = creature->hintCount > 0 && clip == creature->model.scene->clipCount - 1; // by synth
	def.hints = made ? creature->hints : creature->model.hints;
	def.hintCount = made ? creature->hintCount : creature->model.hintCount;
	lwResult result = lwAnalyseClip(&def, outAnalysis);
	return result.status == lw_ok ? 0 : cliFailResult(&result);
}

// What the analysis has to say of a clip that is used.
static void sayWarnings(const lwAnalysis* analysis) {
	for (const char* line = analysis->warnings; line != NULL && *line != 0;) {
		int length = (int)strcspn(line, "\n");
		cliSay("%s: %.*s", analysis->gait.clipName, length, line);
		line += length + (line[length] == '\n');
	}
}

// Keep an analysed clip as the walk or as the idle, whichever it can be and is still free.
static void placeAnalysis(cliCreature* creature, const cliCreatureArgs* args, lwAnalysis* analysis) {
	const char* name = analysis->gait.clipName;
	if (analysis->gait.cyclic && creature->walk == NULL) {
		creature->walk = analysis;
		sayWarnings(analysis);
	} else if (analysis->gait.cyclic && args->several) {
		creature->others[creature->otherCount++] = analysis;
		sayWarnings(analysis);
	} else if (!analysis->gait.cyclic && creature->idle == NULL && args->idle == NULL) {
		creature->idle = analysis;
	} else {
		cliSay("clip '%s' is not needed: %s", name,
			   analysis->gait.cyclic ? "one cyclic clip walks" : "another clip is used for standing");
		lwDestroyAnalysis(analysis);
	}
}

static int clipList(const cliCreature* creature, const cliCreatureArgs* args, int outClips[CLI_MAX_LIST], int* outCount) {
	const lwScene* scene = creature->model.scene;
	const cliList* names = args->clips;
	*outCount = names->count;
	if (args->gait != NULL) { // the one that was made
		outClips[0] = scene->clipCount - 1;
		outClips[1] = scene->clipCount - 2;
		*outCount = 2;
		return 0;
	}
	if (names->count == 0 && scene->clipCount == 1) {
		outClips[0] = 0;
		*outCount = 1;
		return 0;
	}
	if (names->count == 0) {
		return scene->clipCount == 0 ? cliFailUsage("%s has no clips; --gait auto makes one", scene->file)
									 : cliFailUsage("--clip NAME is missing; 'legwork info %s' lists the %d clips", scene->file, scene->clipCount);
	}
	for (int i = 0; i < names->count; i++) {
		int code = cliFindClip(scene, names->items[i], &outClips[i]);
		if (code != 0) {
			return code;
		}
	}
	return 0;
}

// No clip: a gait is made for the rig and stands in for one.
static int makeGait(cliCreature* creature, const cliCreatureArgs* args) {
	if (args->gait == NULL) {
		return 0;
	}
	lwSynthGaitDef def = lwDefaultSynthGaitDef();
	lwSynthGait* synth = NULL;
	int code = cliReadGait(args->gait, &def.kind);
	code = code == 0 ? cliSynthesise(&creature->model, &def, &synth) : code;
	for (int l = 0; code == 0 && l < synth->gait.legCount; l++) {
		const lwGaitLeg* leg = &synth->gait.legs[l];
		lwLegHint* hint = &creature->hints[creature->hintCount++];
		snprintf(hint->leg, sizeof hint->leg, "%s", synth->legNames[l]);
		hint->stance = leg->stance;
		hint->lift = lwWrap01(leg->stance + leg->lift);
		hint->off = lwWrap01(leg->stance + leg->off);
		hint->strike = lwWrap01(leg->stance + leg->strike);
		hint->land = lwWrap01(leg->stance + leg->land);
	}
	lwDestroySynthGait(synth);
	return code;
}

static int readClips(cliCreature* creature, const cliCreatureArgs* args) {
	int clips[CLI_MAX_LIST], count = 0, idle = -1;
	int code = clipList(creature, args, clips, &count);
	code = code == 0 && args->idle != NULL ? cliFindClip(creature->model.scene, args->idle, &idle) : code;
	code = code == 0 ? cliFindRig(&creature->model, count == 1 || args->gait != NULL ? clips[0] : -1, &creature->rig, NULL) : code; // the walk's clip places the contact points
	for (int i = 0; i < count && code == 0; i++) {
		lwAnalysis* analysis = NULL;
		code = analyse(creature, clips[i], &analysis);
		if (code == 0) {
			placeAnalysis(creature, args, analysis);
		}
	}
	if (code == 0 && idle >= 0) {
		code = analyse(creature, idle, &creature->idle);
	}
	if (code == 0 && creature->walk == NULL) {
		lwResult result = lwResult_Fail(lw_errorData, "%s: clip '%s': no walking cycle was found in it", creature->model.scene->file,
										creature->model.scene->clips[clips[0]].name);
		code = cliFailResult(&result);
	}
	return code;
}

int cliReadCreature(const cliCreatureArgs* args, cliCreature* out) {
	int code = cliReadModel(args->file, args->rig, &out->model);
	code = code == 0 && args->stripHelpers ? cliStripHelpers(&out->model) : code;
	code = code == 0 ? makeGait(out, args) : code;
	return code == 0 ? readClips(out, args) : code;
}

void cliFreeCreature(cliCreature* creature) {
	lwDestroyAnalysis(creature->walk);
	lwDestroyAnalysis(creature->idle);
	for (int i = 0; i < creature->otherCount; i++) {
		lwDestroyAnalysis((lwAnalysis*)creature->others[i]);
	}
	cliFreeModel(&creature->model);
	free(creature->rig);
}

// ---- What was made of it -------------------------------------------------------------------------------------------

static bool endsIn(const char* path, const char* ending) {
	size_t length = strlen(path), size = strlen(ending);
	return length >= size && strcmp(path + length - size, ending) == 0;
}

// What a file is named and what is written into it agree; every file can be written and is none that is read.
int cliCheckBakeOutputs(const cliCommon* common, const char* output, const cliList* reports, const char* picture,
						const char* footfall, const char* const* inputs, int inputCount) {
	const char* outputs[CLI_MAX_LIST + 3] = { output, picture, footfall };
	int code = cliCheckStdout(common, output);
	if (code != 0) {
		return code;
	}
	static const char* const others[] = { ".gltf", ".fbx", ".bvh", ".obj", ".dae", ".blend" };
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		if (endsIn(output, others[i])) {
			return cliFailUsage("-o: '%.200s': GLB is what is written; give it a name that ends in .glb", output);
		}
	}
	for (int i = 0; i < reports->count; i++) {
		if (!cliIsPage(reports->items[i]) && !endsIn(reports->items[i], ".json")) {
			return cliFailUsage("--report: '%.200s' ends in neither .json nor .html", reports->items[i]);
		}
	}
	for (int i = 0; i < reports->count; i++) {
		outputs[3 + i] = reports->items[i];
	}
	return cliCheckOutputs(outputs, reports->count + 3, inputs, inputCount);
}

json_t* cliBakedJson(const cliBaked* baked) {
	const lwBakeStats* s = baked->stats;
	return json_pack("{s:o, s:o, s:o, s:o, s:i, s:o, s:o, s:o, s:o, s:i, s:i}", "file", cliJsonText(baked->output),
					 "source", cliJsonText(baked->creature->model.scene->file), "clip", cliJsonText(baked->creature->walk->gait.clipName), "animation",
					 cliJsonText(s->animation), "frames", s->frames, "duration", cliJsonNumber((double)s->duration), "length",
					 cliJsonNumber((double)s->length), "speed", cliJsonNumber((double)s->speed), "sampleSpeed",
					 cliJsonNumber((double)s->sampleSpeed), "steps", s->steps, "searching", s->searching);
}

static int writeReports(const cliBaked* baked, const cliShow* show) {
	int code = 0;
	for (int i = 0; i < baked->reports->count && code == 0; i++) {
		const char* path = baked->reports->items[i];
		if (cliIsPage(path)) {
			code = cliWritePage(path, baked->output, show);
			continue;
		}
		json_t* json = cliBakedJson(baked);
		char* text = lwMeasureReport_ToJson(show->measures);
		json_t* quality = text != NULL ? json_loads(text, 0, NULL) : NULL;
		free(text);
		if (json_object_set_new(json, "quality", quality) != 0) {
			json_decref(json);
			return cliFailMemory();
		}
		code = cliWriteJson(path, json);
	}
	return code;
}

static int measure(const cliBaked* baked, cliShow* ioShow) {
	cliProgress("measuring %s", baked->output);
	lwMeasureDef def = lwDefaultMeasureDef();
	def.baked = ioShow->baked;
	def.animation = ioShow->animation;
	def.source = baked->creature->model.scene;
	def.sourceClip = baked->creature->walk->gait.clipName;
	def.idleClip = baked->creature->idle != NULL ? baked->creature->idle->gait.clipName : NULL;
	def.rigJson = baked->creature->model.rigJson;
	def.terrain = ioShow->terrain;
	def.terrainScale = ioShow->terrainScale;
	def.baseline = true;
	lwMeasureReport* measured = NULL;
	lwResult result = lwMeasure(&def, &measured);
	if (result.status != lw_ok) {
		return cliFailResult(&result);
	}
	ioShow->measures = measured;
	int code = writeReports(baked, ioShow);
	lwDestroyMeasureReport(measured);
	return code;
}

// Read the result back, as anyone could; measure it and draw it.
int cliReviewBake(const cliBaked* baked) {
	if (baked->reports->count == 0 && baked->picture == NULL && baked->footfall == NULL) {
		return 0;
	}
	lwScene* scene = NULL;
	int code = cliReadScene(baked->file, &scene);
	char number[16] = "#";
	const char* animation = baked->stats->animation; // cut when long, and then maybe the name of several
	if (code == 0 && lwScene_FindClip(scene, animation, NULL) < 0) {
		snprintf(number, sizeof number, "#%d", scene->clipCount - 1); // the one that was added
		animation = number;
	}
	cliShow show = { .baked = scene, .animation = animation, .terrain = baked->terrain,
					 .terrainScale = baked->terrainScale, .skeleton = baked->creature->model.skeleton, .rig = &baked->creature->walk->rig,
					 .poses = baked->poses, .triangles = baked->triangles };
	if (code == 0 && baked->picture != NULL) {
		code = cliWritePicture(baked->picture, &show);
	}
	if (code == 0 && baked->footfall != NULL) {
		code = cliWriteFootfall(baked->footfall, &show);
	}
	if (code == 0 && baked->reports->count > 0) {
		code = measure(baked, &show);
	}
	lwDestroyScene(scene);
	return code;
}
