// SPDX-License-Identifier: MIT
// Report (tools): drawings of baked motion for people, and one HTML page that shows them beside the numbers.
// All pictures are SVG text, self-contained, malloc'ed, freed by the caller.
#ifndef LEGWORK_REPORT_H
#define LEGWORK_REPORT_H

#include "legwork/measure.h"

typedef enum lwDrawView {
	lw_viewSide,                    // from its right: travel to the right, up is up
	lw_viewFront,                   // from before it, looking back at it
	lw_viewTop,                     // from above, travel to the right
} lwDrawView;

// Poses of one animation of a scene on its ground.
typedef struct lwDrawDef {
	int cookie;
	const lwScene* scene;           // usually a bake; read, not kept
	const char* animation;          // NULL: the first with extras.legwork, else the last
	const lwScene* terrain;         // NULL: the plane y = groundY
	float terrainScale;             // default 1
	float groundY;                  // default 0
	const lwSceneSkeleton* skeleton; // with rig: legs are coloured by side; both may be NULL. Joints are those of the
	const lwRig* rig;               // scene's own nodes (a glTF bake keeps its source's node order: the source's fit)
	lwDrawView view;                // default side
	float from, to;                 // s; to <= from: the whole animation
	int poseCount;                  // default 8, 1..64, spread over [from, to]: evenly in time; in one picture evenly along the way
	bool strip;                     // default true: each pose in a cell of its own, seen along its own heading;
	                                // false: one picture, every pose where it is
	bool mesh;                      // default true: shaded triangles below the skeleton
	int triangleLimit;              // default 2500 per pose, at most 4000; finer meshes are coarsened by clustering vertices
	int width;                      // px, default 1100, 200..4000
	const char* title;              // NULL: none
} lwDrawDef;

LW_API lwDrawDef lwDefaultDrawDef(void);
LW_API lwResult lwDrawPoses(const lwDrawDef* def, char** outSvg);

// Footfall diagram of a whole bake from its schedule: one bar per contact, steady parts shaded.
// lw_errorNotFound when the file carries no schedule.
LW_API lwResult lwDrawFootfall(const lwScene* baked, const char* animation, int width, char** outSvg);

// One part of the page; everything may be NULL but the title. Texts are plain text and get escaped.
typedef struct lwReportSection {
	const char* title;
	const char* text;               // paragraphs are separated by an empty line
	const char* const* svgs;        // svgCount pictures, put in as they are
	const char* const* captions;    // svgCount or NULL; entries may be NULL
	int svgCount;
	const lwMeasureReport* measures; // table of numbers against the bars, the clip alone beside them
	bool rough;                     // which bars
} lwReportSection;

// One self-contained page (no scripts, no external resources), written atomically.
LW_API lwResult lwWriteReportHtml(const char* path, const char* title, const char* intro, const lwReportSection* sections,
								  int sectionCount);

#endif
