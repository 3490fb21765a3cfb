// SPDX-License-Identifier: MIT
// Command line, inside: the arguments of 'legwork walk' and the small languages of its values.
#ifndef LEGWORK_CLI_WALK_ARGS_H
#define LEGWORK_CLI_WALK_ARGS_H

#include "cli/cli.h"
#include "legwork/bake.h"
#include "legwork/trajectory.h"

#define WALK_MAX_PATH 4096
#define WALK_MAX_SPEEDS 1024

typedef struct WalkArgs {
	cliCommon common;
	cliList clips;
	const char* idle;
	const char* gait;
	const char* rig;
	const char* terrain;
	const char* terrainSample;
	double terrainScale;
	const char* path;
	const char* speed;
	const char* speeds;
	const char* facing;
	double fps;
	const char* keyTolerance;
	double standBefore, standAfter;
	const char* name;
	bool stripHelpers;
	bool withTerrain;
	cliList reports;
	const char* picture;
	const char* footfall;
	int poses, triangles;           // 0: the picture's own
	const char* output;
} WalkArgs;

extern const cliOption walkOptions[];
WalkArgs walkDefaults(void);

// "auto", "1.2" (file units/s), "0.6x" (times the sample's), "1.5L" (leg lengths/s).
bool walkReadSpeed(const char* text, lwSpeedUnit* outUnit, float* outSpeed);
// "distance:speed ...", file units and units/s, distances growing. Returns the count, or -1 with outError.
int walkReadSpeeds(const char* text, lwSpeedPoint outSpeeds[WALK_MAX_SPEEDS], char outError[CLI_ERROR_SIZE]);
// Can the clip be played that fast? text: as it was given. False with outError.
bool walkCheckSpeed(const char* text, lwSpeedUnit unit, float speed, const lwAnalysis* walk, char outError[CLI_ERROR_SIZE]);
// "path" or "fixed:DEG".
bool walkReadFacing(const char* text, bool* outFixed, float* outRad);
// "0.5" (file units) or "0.1%L" (hundredths of the leg length, outPercent).
bool walkReadTolerance(const char* text, bool* outPercent, float* outTolerance);
// "x,z x,z ..." or "x,y,z x,y,z ...": points in file units, all of one kind, two or more. Returns the count, or -1 with outError.
int walkReadPoints(const char* text, lwVec3 outPoints[WALK_MAX_PATH], bool* outHasHeight, char outError[CLI_ERROR_SIZE]);
// The same for a path over the ground: not all at one place there.
int walkReadPath(const char* text, lwVec3 outPoints[WALK_MAX_PATH], bool* outHasHeight, char outError[CLI_ERROR_SIZE]);
// Over the ground, heights left out.
double walkPathLength(const lwVec3* points, int count);

#endif
