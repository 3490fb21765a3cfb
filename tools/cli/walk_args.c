// SPDX-License-Identifier: MIT
#include "cli/walk_args.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const cliOption walkOptions[] = {
	{ "clip", 0, cli_list, offsetof(WalkArgs, clips), "NAME", "sample clip; all cyclic ones are gone by, another stands", 0, 0 },
	{ "idle", 0, cli_text, offsetof(WalkArgs, idle), "NAME", "clip for standing", 0, 0 },
	{ "gait", 0, cli_text, offsetof(WalkArgs, gait), "NAME", "without a clip: auto, walk, trot, tripod ...; see 'legwork synth'", 0, 0 },
	{ "rig", 0, cli_text, offsetof(WalkArgs, rig), "RIG.json", "legs given by hand, see 'legwork rig'", 0, 0 },
	{ "terrain", 0, cli_text, offsetof(WalkArgs, terrain), "FILE", "ground to walk on (default: flat)", 0, 0 },
	{ "terrain-sample", 0, cli_text, offsetof(WalkArgs, terrainSample), "NAME", "built-in ground, made for the leg length; see 'legwork sample list'", 0, 0 },
	{ "terrain-scale", 0, cli_number, offsetof(WalkArgs, terrainScale), "K", "size of the ground (default 1)", 1e-6, 1e6 },
	{ "path", 0, cli_text, offsetof(WalkArgs, path), "\"X,Z X,Z ...\"", "points to walk through, or \"X,Y,Z ...\" (default: +Z for 12 leg lengths)", 0, 0 },
	{ "speed", 0, cli_text, offsetof(WalkArgs, speed), "V", "auto (default), 1.2 units/s, 0.6x the sample's, or 1.5L leg lengths/s", 0, 0 },
	{ "speeds", 0, cli_text, offsetof(WalkArgs, speeds), "\"D:V D:V ...\"", "V units/s at D units along the path, instead of --speed", 0, 0 },
	{ "facing", 0, cli_text, offsetof(WalkArgs, facing), "HOW", "path (default) or fixed:DEG from +Z towards +X", 0, 0 },
	{ "fps", 0, cli_number, offsetof(WalkArgs, fps), "N", "keys a second, 10 to 240 (default 60)", 10, 240 },
	{ "key-tolerance", 0, cli_text, offsetof(WalkArgs, keyTolerance), "K", "drop keys while no joint moves by more: 0.5 units, or 0.1%L (default: keep all)", 0, 0 },
	{ "stand-before", 0, cli_number, offsetof(WalkArgs, standBefore), "SECONDS", "standing before the first step (default 0.5)", 0, 60 },
	{ "stand-after", 0, cli_number, offsetof(WalkArgs, standAfter), "SECONDS", "standing after the last step (default 2.5)", 0, 60 },
	{ "name", 0, cli_text, offsetof(WalkArgs, name), "NAME", "name of the new animation (default legwork_walk)", 0, 0 },
	{ "strip-helpers", 0, cli_flag, offsetof(WalkArgs, stripHelpers), NULL, "leave out joints that carry nothing (IK targets, poles), see 'legwork strip'", 0, 0 },
	{ "with-terrain", 0, cli_flag, offsetof(WalkArgs, withTerrain), NULL, "put the ground's meshes into the file", 0, 0 },
	{ "report", 0, cli_list, offsetof(WalkArgs, reports), "OUT.json|html", "measure the result; write numbers, or a page with pictures", 0, 0 },
	{ "picture", 0, cli_text, offsetof(WalkArgs, picture), "OUT.svg", "draw the walk on its ground", 0, 0 },
	{ "footfall", 0, cli_text, offsetof(WalkArgs, footfall), "OUT.svg", "draw which foot stands when, and the gaits", 0, 0 },
	{ "poses", 0, cli_whole, offsetof(WalkArgs, poses), "N", "pictures: how many poses, 1 to 64 (default 8)", 1, 64 },
	{ "triangles", 0, cli_whole, offsetof(WalkArgs, triangles), "N", "pictures: of a pose at most, 16 to 4000 (default 2500)", 16, 4000 },
	{ "output", 'o', cli_text, offsetof(WalkArgs, output), "OUT.glb", "file to write; - for standard output", 0, 0 },
	{ NULL, 0, cli_flag, 0, NULL, NULL, 0, 0 },
};

WalkArgs walkDefaults(void) {
	lwBakeWalkDef def = lwDefaultBakeWalkDef();
	WalkArgs args = { .terrainScale = 1, .fps = (double)def.fps, .standBefore = (double)def.standBefore, .standAfter = (double)def.standAfter };
	return args;
}

bool walkReadSpeed(const char* text, lwSpeedUnit* outUnit, float* outSpeed) {
	*outUnit = lw_speedAuto;
	*outSpeed = 0;
	if (text == NULL || strcmp(text, "auto") == 0) {
		return true;
	}
	const char* rest = NULL;
	double value = 0;
	if (!cliReadNumberPart(text, &rest, &value) || value <= 0 || value > 1e6) {
		return false;
	}
	*outSpeed = (float)value;
	*outUnit = strcmp(rest, "x") == 0 ? lw_speedTimes : strcmp(rest, "L") == 0 ? lw_speedLegs : lw_speedUnits;
	return *outUnit != lw_speedUnits || *rest == 0;
}

int walkReadSpeeds(const char* text, lwSpeedPoint outSpeeds[WALK_MAX_SPEEDS], char outError[CLI_ERROR_SIZE]) {
	int count = 0;
	bool moves = false;
	while (*(text += strspn(text, " ;")) != 0) {
		const char* start = text;
		double distance = 0, speed = 0;
		bool good = cliReadNumberPart(text, &text, &distance) && *text == ':' && cliReadNumberPart(text + 1, &text, &speed);
		good = good && (*text == 0 || *text == ' ' || *text == ';') && distance >= 0 && distance < 1e9 && speed >= 0 && speed <= 1e6;
		if (!good) {
			snprintf(outError, CLI_ERROR_SIZE, "--speeds: point %d: '%.60s' is not DISTANCE:SPEED, both 0 or more", count + 1, start);
			return -1;
		}
		if (count >= WALK_MAX_SPEEDS) {
			snprintf(outError, CLI_ERROR_SIZE, "--speeds: more than %d points", WALK_MAX_SPEEDS);
			return -1;
		}
		outSpeeds[count] = (lwSpeedPoint){ (float)distance, (float)speed };
		moves = moves || outSpeeds[count].speed > 0;
		if (count > 0 && !(outSpeeds[count].distance > outSpeeds[count - 1].distance)) {
			snprintf(outError, CLI_ERROR_SIZE, "--speeds: point %d lies no farther along than the one before", count + 1);
			return -1;
		}
		count++;
	}
	if (!moves) {
		snprintf(outError, CLI_ERROR_SIZE, "--speeds: %s", count == 0 ? "no points; give \"0:1.4 6:4\"" : "all are 0");
		return -1;
	}
	return count;
}

bool walkCheckSpeed(const char* text, lwSpeedUnit unit, float speed, const lwAnalysis* walk, char outError[CLI_ERROR_SIZE]) {
	double own = (double)walk->gait.speed, least = 0.01 * own, most = 100 * own;
	double asked = unit == lw_speedTimes ? (double)speed * own : unit == lw_speedLegs ? (double)speed * (double)walk->rig.length : (double)speed;
	if (unit == lw_speedAuto || (asked >= least * (1 - 1e-5) && asked <= most * (1 + 1e-5))) { // as they round
		return true;
	}
	snprintf(outError, CLI_ERROR_SIZE, "--speed: %.40s is %.3g units/s; this clip walks %.3g units/s and can be played at 0.01x to 100x: %.3g to %.3g units/s",
			 text, asked, own, least, most);
	return false;
}

bool walkReadFacing(const char* text, bool* outFixed, float* outRad) {
	*outFixed = false;
	*outRad = 0;
	if (text == NULL || strcmp(text, "path") == 0) {
		return true;
	}
	double degrees = 0;
	if (strncmp(text, "fixed:", 6) != 0 || !cliReadNumber(text + 6, &degrees) || degrees < -3600 || degrees > 3600) {
		return false;
	}
	*outFixed = true;
	*outRad = (float)(degrees * 3.14159265358979323846 / 180.0);
	return true;
}

bool walkReadTolerance(const char* text, bool* outPercent, float* outTolerance) {
	*outPercent = false;
	*outTolerance = 0;
	if (text == NULL) {
		return true;
	}
	const char* rest = NULL;
	double value = 0;
	if (!cliReadNumberPart(text, &rest, &value) || value < 0 || value > 1e6) {
		return false;
	}
	*outTolerance = (float)value;
	*outPercent = strcmp(rest, "%L") == 0;
	return *outPercent || *rest == 0;
}

// One point "a,b" or "a,b,c" up to a blank or the end; the count of numbers, 0 when it is none.
static int readPoint(const char** ioText, double outNumbers[3]) {
	for (int count = 0; count < 3;) {
		if (!cliReadNumberPart(*ioText, ioText, &outNumbers[count])) {
			return 0;
		}
		count++;
		if (**ioText == 0 || **ioText == ' ' || **ioText == ';') {
			return count;
		}
		if (**ioText != ',') {
			return 0;
		}
		(*ioText)++;
	}
	return 0;
}

double walkPathLength(const lwVec3* points, int count) {
	double length = 0;
	for (int i = 1; i < count; i++) {
		length += hypot((double)points[i].x - (double)points[i - 1].x, (double)points[i].z - (double)points[i - 1].z);
	}
	return length;
}

int walkReadPoints(const char* text, lwVec3 outPoints[WALK_MAX_PATH], bool* outHasHeight, char outError[CLI_ERROR_SIZE]) {
	int count = 0, kind = 0;
	while (*(text += strspn(text, " ;")) != 0) {
		double n[3] = { 0, 0, 0 };
		const char* start = text;
		int numbers = readPoint(&text, n);
		if (numbers < 2) {
			snprintf(outError, CLI_ERROR_SIZE, "--path: point %d: '%.60s' is not X,Z or X,Y,Z", count + 1, start);
			return -1;
		}
		if (kind != 0 && numbers != kind) {
			snprintf(outError, CLI_ERROR_SIZE, "--path: point %d has %d numbers, those before %d", count + 1, numbers, kind);
			return -1;
		}
		if (count >= WALK_MAX_PATH) {
			snprintf(outError, CLI_ERROR_SIZE, "--path: more than %d points", WALK_MAX_PATH);
			return -1;
		}
		if (fabs(n[0]) >= 1e9 || fabs(n[1]) >= 1e9 || fabs(n[2]) >= 1e9) {
			snprintf(outError, CLI_ERROR_SIZE, "--path: point %d is not within 1e9 of the origin", count + 1);
			return -1;
		}
		kind = numbers;
		outPoints[count++] = (lwVec3){ (float)n[0], numbers == 3 ? (float)n[1] : 0.0f, (float)n[numbers - 1] };
	}
	if (count < 2) {
		snprintf(outError, CLI_ERROR_SIZE, "--path: %d point%s; a path needs two or more", count, count == 1 ? "" : "s");
		return -1;
	}
	*outHasHeight = kind == 3;
	return count;
}

int walkReadPath(const char* text, lwVec3 outPoints[WALK_MAX_PATH], bool* outHasHeight, char outError[CLI_ERROR_SIZE]) {
	int count = walkReadPoints(text, outPoints, outHasHeight, outError);
	if (count > 0 && !(walkPathLength(outPoints, count) > 0)) {
		snprintf(outError, CLI_ERROR_SIZE, "--path: all its points are at X,Z %g,%g; give two that are apart", (double)outPoints[0].x,
				 (double)outPoints[0].z);
		return -1;
	}
	return count;
}
