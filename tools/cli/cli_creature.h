// SPDX-License-Identifier: MIT
// Command line, inside: what 'walk' and 'crawl' share: the creature with its clips, and what is said of a bake.
#ifndef LEGWORK_CLI_CLI_CREATURE_H
#define LEGWORK_CLI_CLI_CREATURE_H

#include "cli/cli.h"
#include "legwork/bake.h"

// As given on the command line.
typedef struct cliCreatureArgs {
	const char* file;
	const char* rig;                // NULL: found
	bool stripHelpers;
	const cliList* clips;
	const char* idle;               // NULL: none named
	bool several;                   // all cyclic clips are gone by
	const char* gait;               // NULL: of the clips; else it is made
} cliCreatureArgs;

typedef struct cliCreature {
	cliModel model;
	lwRig* rig;
	lwAnalysis* walk;
	lwAnalysis* idle;               // NULL: none
	const lwAnalysis* others[CLI_MAX_LIST]; // with several: the other cyclic ones
	int otherCount;
	lwLegHint hints[LW_MAX_LEGS];   // key times of a gait that was made: known, not to be found
	int hintCount;
} cliCreature;

// Read a model, find its legs, analyse its clips: of several the cyclic one walks, another stands. 0 or the exit code; free
// with cliFreeCreature in any case.
int cliReadCreature(const cliCreatureArgs* args, cliCreature* out);
void cliFreeCreature(cliCreature* creature);

// A bake that was written, and what is wanted to be known of it.
typedef struct cliBaked {
	const cliCreature* creature;
	const char* output;             // as the user named it
	const char* file;               // where it is
	const lwBakeStats* stats;
	const lwScene* terrain;         // NULL: flat
	float terrainScale;
	const cliList* reports;         // .json and .html
	const char* picture;            // NULL: none
	int poses, triangles;           // pictures; 0: their own
	const char* footfall;           // NULL: none
} cliBaked;

// Does a file name end in .glb's place in another format, or a report in neither .json nor .html? 0 or the exit code.
int cliCheckBakeOutputs(const cliCommon* common, const char* output, const cliList* reports, const char* picture,
						const char* footfall, const char* const* inputs, int inputCount);
json_t* cliBakedJson(const cliBaked* baked);
// Read the result back, as anyone could; measure it and draw it. 0 or the exit code.
int cliReviewBake(const cliBaked* baked);

#endif
