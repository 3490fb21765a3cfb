// SPDX-License-Identifier: MIT
#include "cli/cli_report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool cliIsPage(const char* path) {
	size_t length = strlen(path);
	return length > 5 && strcmp(path + length - 5, ".html") == 0;
}

static lwDrawDef drawDef(const cliShow* show) {
	lwDrawDef def = lwDefaultDrawDef();
	def.scene = show->baked;
	def.animation = show->animation;
	def.terrain = show->terrain;
	def.terrainScale = show->terrainScale;
	def.groundY = show->groundY;
	def.skeleton = show->skeleton;
	def.rig = show->rig;
	def.poseCount = show->poses > 0 ? show->poses : def.poseCount;
	def.triangleLimit = show->triangles > 0 ? show->triangles : def.triangleLimit;
	return def;
}

int cliWritePicture(const char* path, const cliShow* show) {
	cliProgress("drawing %s", path);
	lwDrawDef def = drawDef(show);
	def.strip = false;
	char* svg = NULL;
	lwResult result = lwDrawPoses(&def, &svg);
	int code = result.status == lw_ok ? cliWriteText(path, svg) : cliFailResult(&result);
	free(svg);
	return code;
}

int cliWriteFootfall(const char* path, const cliShow* show) {
	char* svg = NULL;
	lwResult result = lwDrawFootfall(show->baked, show->animation, 1400, &svg);
	int code = result.status == lw_ok ? cliWriteText(path, svg) : cliFailResult(&result);
	free(svg);
	return code;
}

int cliWritePage(const char* path, const char* title, const cliShow* show) {
	cliProgress("drawing %s", path);
	char* svgs[3] = { NULL, NULL, NULL };
	const char* captions[3] = { NULL, NULL, NULL };
	int count = 0;
	lwDrawDef def = drawDef(show);
	def.strip = false;
	if (lwDrawPoses(&def, &svgs[count]).status == lw_ok) {
		captions[count++] = "The walk on its ground";
	}
	def.strip = true;
	if (lwDrawPoses(&def, &svgs[count]).status == lw_ok) {
		captions[count++] = "Poses from its side";
	}
	if (lwDrawFootfall(show->baked, show->animation, def.width, &svgs[count]).status == lw_ok) {
		captions[count++] = "Which foot stands when";
	}
	lwReportSection section = { .title = title, .text = show->measures->notes, .svgs = (const char* const*)svgs, .captions = captions,
								.svgCount = count, .measures = show->measures, .rough = show->terrain != NULL };
	lwResult result = lwWriteReportHtml(path, title, NULL, &section, 1);
	for (int i = 0; i < 3; i++) {
		free(svgs[i]);
	}
	return result.status == lw_ok ? 0 : cliFailWrite(&result);
}
