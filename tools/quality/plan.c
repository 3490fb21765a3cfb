// SPDX-License-Identifier: MIT
// What is walked: cases from the list, variants from the case's sets.
#include "quality/quality.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const float speeds[SPEEDS] = { 1.0f, 0.6f, 1.3f };

static const char* Field(const char* at, char* out, size_t capacity) {
	size_t length = strcspn(at, "|\n"), keep;
	const char* rest = at[length] == '|' ? at + length + 1 : at + length;
	while (length > 0 && (*at == ' ' || *at == '\t')) at++, length--;
	while (length > 0 && (at[length - 1] == ' ' || at[length - 1] == '\t' || at[length - 1] == '\r')) length--;
	keep = length < capacity - 1 ? length : capacity - 1;
	memcpy(out, at, keep);
	out[keep] = '\0';
	return rest;
}

// "kaykit_medium/Med_MovementBasic.glb", "Rig|Walking_A" -> "Med_MovementBasic Walking_A"
static void MakeLabel(Case* what) {
	const char* name = strrchr(what->file, '/');
	const char* clip = strrchr(what->clip, '|');
	name = name != NULL ? name + 1 : what->file;
	clip = clip != NULL ? clip + 1 : what->clip;
	const char* dot = strrchr(name, '.');
	int length = dot != NULL && strcmp(dot, ".glb") == 0 ? (int)(dot - name) : (int)strlen(name);
	(void)snprintf(what->label, sizeof what->label, "%.*s %s", length, name, clip);
}

lwResult ReadCases(const char* path, Results* outResults) {
	FILE* file = fopen(path, "r");
	if (file == NULL) {
		return lwResult_Fail(lw_errorIo, "%s: cannot be read", path);
	}
	char line[512];
	while (fgets(line, sizeof line, file) != NULL && outResults->caseCount < MAX_CASES) {
		if (line[0] == '#' || strchr(line, '|') == NULL) {
			continue;
		}
		Case* what = outResults->cases + outResults->caseCount++;
		memset(what, 0, sizeof *what);
		const char* at = Field(line, what->file, sizeof what->file);
		at = Field(at, what->clip, sizeof what->clip);
		at = Field(at, what->idle, sizeof what->idle);
		(void)Field(at, what->sets, sizeof what->sets);
		MakeLabel(what);
	}
	(void)fclose(file);
	return outResults->caseCount > 0 ? lwResult_Ok() : lwResult_Fail(lw_errorData, "%s: no cases in it", path);
}

typedef struct Plan {
	const Options* options;
	Variant* variants;
	int count;
} Plan;

static void Add(Plan* plan, Variant variant) {
	const Options* options = plan->options;
	bool wanted = options->ground == NULL || strcmp(options->ground, GroundKind_Name(variant.ground)) == 0;
	if (plan->count < MAX_VARIANTS && wanted && (options->hasShared || !GroundKind_IsShared(variant.ground))) {
		plan->variants[plan->count++] = variant;
	}
}

static void AddMatrix(Plan* plan) {
	static const GroundKind grounds[] = { ground_flat, ground_slope, ground_stairs, ground_hills, ground_house, ground_dungeon, ground_rocks, ground_heightfield };
	for (size_t g = 0; g < sizeof grounds / sizeof grounds[0]; ++g) {
		for (int s = 0; s < SPEEDS; ++s) {
			Add(plan, (Variant){ .section = section_matrix, .ground = grounds[g], .speed = speeds[s] });
		}
	}
}

static void AddPaths(Plan* plan) {
	for (int k = 0; k < 8; ++k) {
		Add(plan, (Variant){ .section = section_directions, .speed = 1.0f, .path = path_direction, .angle = (float)k * 0.785398163f, .facingFixed = true });
	}
	Add(plan, (Variant){ .section = section_eight, .speed = 1.0f, .path = path_eightLeft });
	Add(plan, (Variant){ .section = section_eight, .speed = 1.0f, .path = path_eightRight });
	Add(plan, (Variant){ .section = section_square, .speed = 1.0f, .path = path_square });
}

static void AddLimits(Plan* plan) {
	static const struct {
		GroundKind ground;
		float amount;
	} limits[] = {
		{ ground_flat, 0.0f }, { ground_slope, 10.0f }, { ground_slope, 20.0f }, { ground_slope, 30.0f }, { ground_slope, 35.0f }, { ground_slope, -20.0f },
		{ ground_slope, -35.0f }, { ground_stairs, 0.1f }, { ground_stairs, 0.2f }, { ground_stairs, 0.3f }, { ground_stairs, 0.35f },
		{ ground_stairs, -0.2f }, { ground_stairs, -0.35f }, { ground_hills, 0.15f }, { ground_hills, 0.25f }, { ground_dungeonSteep, 0.0f },
	};
	for (size_t i = 0; i < sizeof limits / sizeof limits[0]; ++i) {
		Add(plan, (Variant){ .section = section_limits, .ground = limits[i].ground, .amount = limits[i].amount, .speed = 1.0f });
	}
}

// Timing is judged at all three speeds; the rest of it at the sample's own.
static void AddSubset(Plan* plan) {
	for (int s = 0; s < SPEEDS; ++s) {
		Add(plan, (Variant){ .section = section_matrix, .ground = ground_flat, .speed = speeds[s] });
	}
	Add(plan, (Variant){ .section = section_matrix, .ground = ground_stairs, .speed = 1.0f });
}

int MakePlan(const Options* options, const Case* what, Variant outVariants[MAX_VARIANTS]) {
	Plan plan = { options, outVariants, 0 };
	bool shared = strncmp(what->file, "sample:", 7) != 0;
	bool wanted = options->filter == NULL || strstr(what->label, options->filter) != NULL;
	if (!wanted || (shared && !options->hasShared)) {
		return 0;
	}
	if (options->subset) {
		if (strchr(what->sets, 's') != NULL) AddSubset(&plan);
		return plan.count;
	}
	if (strchr(what->sets, 'm') != NULL) AddMatrix(&plan);
	if (strchr(what->sets, 'p') != NULL) AddPaths(&plan);
	if (strchr(what->sets, 'l') != NULL) AddLimits(&plan);
	return plan.count;
}

const char* Variant_Name(const Variant* variant, char* buffer, int capacity) {
	size_t size = (size_t)capacity;
	const char* ground = GroundKind_Name(variant->ground);
	switch (variant->path) {
	case path_direction: (void)snprintf(buffer, size, "path at %.0f deg", (double)(variant->angle * 57.29578f)); break;
	case path_eightLeft: (void)snprintf(buffer, size, "eight, left first"); break;
	case path_eightRight: (void)snprintf(buffer, size, "eight, right first"); break;
	case path_square: (void)snprintf(buffer, size, "square"); break;
	default:
		if (variant->section == section_limits && variant->amount != 0.0f) {
			(void)snprintf(buffer, size, "%s %g", ground, (double)variant->amount);
		} else {
			(void)snprintf(buffer, size, "%s %gx", ground, (double)variant->speed);
		}
	}
	return buffer;
}

const Outcome* Results_Find(const Results* results, int caseIndex, Section section, GroundKind ground, float speed) {
	for (int i = 0; i < results->count; ++i) {
		const Outcome* outcome = results->outcomes + i;
		const Variant* v = &outcome->variant;
		if (outcome->caseIndex == caseIndex && v->section == section && v->ground == ground && lwAbsF(v->speed - speed) < 1e-3f) {
			return outcome;
		}
	}
	return NULL;
}
