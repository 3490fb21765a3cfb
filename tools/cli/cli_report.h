// SPDX-License-Identifier: MIT
// Command line, inside: pictures and pages of a baked walk.
#ifndef LEGWORK_CLI_CLI_REPORT_H
#define LEGWORK_CLI_CLI_REPORT_H

#include "cli/cli.h"
#include "legwork/report.h"

// A baked animation with what is needed to show it.
typedef struct cliShow {
	const lwScene* baked;
	const char* animation;          // NULL: found as measure finds it
	const lwScene* terrain;         // NULL: the plane y = groundY
	float terrainScale, groundY;
	const lwSceneSkeleton* skeleton; // with rig: legs are coloured; both may be NULL
	const lwRig* rig;
	const lwMeasureReport* measures;
	int poses, triangles;           // 0: the drawing's own
} cliShow;

// True when a file is to be a page: its name ends with ".html".
bool cliIsPage(const char* path);
// A page with the numbers beside the bars, poses from the side, the footfalls. 0 or the exit code.
// Which foot stands when, over the whole animation; path "-": standard output.
int cliWriteFootfall(const char* path, const cliShow* show);
int cliWritePage(const char* path, const char* title, const cliShow* show);
// One picture of the walk on its ground. 0 or the exit code.
int cliWritePicture(const char* path, const cliShow* show);

#endif
