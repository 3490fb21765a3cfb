// SPDX-License-Identifier: MIT
// Quality, one bake: walk a creature over a ground, write it, measure the file beside the clip alone.
#ifndef LEGWORK_QUALITY_RUN_H
#define LEGWORK_QUALITY_RUN_H

#include "inspect/measure_parts.h"
#include "legwork/bake.h"
#include "quality/ground.h"

#define CASE_TEXT 96

// A line of cases.txt.
typedef struct Case {
	char file[CASE_TEXT], clip[CASE_TEXT], idle[CASE_TEXT];
	char sets[16];
	char label[2 * CASE_TEXT];      // "horse_quaternius Walk"
} Case;

// What is done with a creature.
typedef enum Section { section_matrix, section_directions, section_eight, section_square, section_limits, sectionCount } Section;

typedef struct Variant {
	Section section;
	GroundKind ground;
	float amount;                   // see GroundDef
	float speed;                    // times the sample's
	PathKind path;
	float angle;
	bool facingFixed;
} Variant;

// What else is read from the bake: how it walked, to say what gave way.
typedef struct Facts {
	float duty;                     // contact time / cycle, mean over legs and cycles under way
	float stride;                   // L, mean way between a foot's consecutive footprints
	float height;                   // L, mean height of the pelvis above the frame of reference, walking
	float separation;               // left foot beside the right one of its pair: least over all frames, 1 = the sample's stance; NAN: no pairs
} Facts;

typedef struct Outcome {
	int caseIndex;
	Variant variant;
	bool good;                      // false: message says why not
	char message[LW_MESSAGE_SIZE];
	float seconds;                  // walked
	lwBakeStats stats;
	lwMeasures ours, clip;          // clip: without Legwork along the same path
	Facts facts;
} Outcome;

// A creature with one clip, ready to walk.
typedef struct Walker Walker;
lwResult CreateWalker(const Case* what, const char* data, Walker** outWalker);
void DestroyWalker(Walker* walker);
// bakePath: file that is written. Failures are in the outcome. pictures: a side view as SVG beside it.
void Walker_Run(const Walker* walker, const Variant* variant, const char* data, const char* bakePath, bool pictures, Outcome* outOutcome);

// From the file and the analysis it was made with.
lwResult FindFacts(const lwScene* baked, const char* animation, const lwScene* source, const lwSceneSkeleton* skeleton, const lwAnalysis* walk,
				   Facts* outFacts);

bool Variant_IsRough(const Variant* variant);
// Worst leg of a metric, "" where it is not by leg.
const char* WorstPlace(const lwMeasures* measures, const lwMeasureRow* row, char* buffer, int capacity);

#endif
