// SPDX-License-Identifier: MIT
// Quality: every creature, clip, speed and ground; what came out, as tables.
#ifndef LEGWORK_QUALITY_QUALITY_H
#define LEGWORK_QUALITY_QUALITY_H

#include "quality/run.h"

#define MAX_CASES 128
#define MAX_VARIANTS 128
#define SPEEDS 3

typedef struct Options {
	const char* data;               // folder of the shared files
	const char* cases;              // cases.txt
	const char* reasons;            // reasons.txt
	const char* known;              // known.txt
	const char* addKnown;           // metric whose misses may be added to known.txt, or "all"; NULL: none
	const char* filter;             // part of a case's label; NULL: all
	const char* ground;             // one ground's name; NULL: all
	const char* csv;                // NULL: none
	const char* page;               // Markdown page with markers; NULL: none
	const char* keep;               // folder for the bakes; NULL: they are removed
	const char* analysis;           // text put below the analysis heading of the page; NULL: none
	const char* work;               // folder for what is passed between processes
	int jobs;
	bool subset, list;
	bool updateKnown;               // write known.txt anew
	bool hasShared;                 // the shared files are there
} Options;

typedef struct Results {
	int caseCount;
	Case cases[MAX_CASES];
	int count;
	Outcome* outcomes;              // by case, in the order of the plan
} Results;

// cases.txt; lines without a '|' count as comments.
lwResult ReadCases(const char* path, Results* outResults);
// The variants of a case, in the order of the tables; count.
int MakePlan(const Options* options, const Case* what, Variant outVariants[MAX_VARIANTS]);
// "stairs 0.35", "flat 1.3x", "flat, path at 45 degrees".
const char* Variant_Name(const Variant* variant, char* buffer, int capacity);

// Runs all of it in child processes, so that a crash costs one creature only. False when out of memory.
bool RunAll(const Options* options, Results* ioResults);

// First outcome of a case with that section and ground at that speed; NULL: none.
const Outcome* Results_Find(const Results* results, int caseIndex, Section section, GroundKind ground, float speed);

void PrintCsv(const Results* results, lwPrint* text);
void PrintSummary(const Results* results, lwPrint* text);      // per ground and metric
void PrintGrounds(const Results* results, lwPrint* text);      // per ground, a line a clip
void PrintPaths(const Results* results, lwPrint* text);        // eight directions, figure eight, square
void PrintLimits(const Results* results, lwPrint* text);       // rated limits and what gives way
void PrintMisses(const Results* results, const char* reasonsPath, lwPrint* text);
void PrintNumber(lwPrint* text, float value);                  // "-" for NAN

// Parts of a line between '|', trimmed in place; their count, capacity at most (the last then holds the rest).
int SplitLine(char* line, char* outParts[], int capacity);

// A line of reasons.txt: METRIC | PART OF THE LABEL | GROUND | WHY; "*" is any.
typedef struct Reason {
	char metric[48], label[64], ground[48];
	char text[512];
} Reason;

typedef struct Reasons {
	Reason* items;                  // freed by the caller
	int count;
} Reasons;

void ReadReasons(const char* path, Reasons* out);
// The first that fits; -1: none.
int Reasons_Find(const Reasons* reasons, const char* metric, const char* label, const char* ground);

#define MAX_KNOWN 512

// A bar that is known to be missed: beyond the ceiling it is broken.
typedef struct KnownMiss {
	char metric[48], label[2 * CASE_TEXT], place[64]; // place: Variant_Name
	float ceiling;
	bool judged;
} KnownMiss;

typedef struct KnownList {
	int count;
	KnownMiss items[MAX_KNOWN];
} KnownList;

lwResult ReadKnown(const char* path, KnownList* out);
KnownMiss* KnownList_Find(KnownList* list, const char* metric, const char* label, const char* place);
// Write known.txt anew: what holds goes, ceilings go down to a tenth above the value, none goes up; addKnown may add.
lwResult UpdateKnown(const Options* options, const Results* results, KnownList* list);

// All bars that `make test` asks for, but for the known misses; prints each failure. Adds to the counts.
void JudgeSubset(const Options* options, const Results* results, KnownList* known, int* ioPassed, int* ioFailed);
// A variant of that name was run for that case.
bool Results_Ran(const Results* results, const char* label, const char* place);

// Replace what stands between the markers of the page. File errors in the result.
lwResult WritePage(const Options* options, const Results* results);

#endif
