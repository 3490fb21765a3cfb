// SPDX-License-Identifier: MIT
// Crawl input (tools): a player's stick over time, by chance or from a script, for bakes and for the torture runs.
#ifndef LEGWORK_CRAWL_INPUT_H
#define LEGWORK_CRAWL_INPUT_H

#include "legwork/math.h"

#define LW_MAX_CRAWL_ENTRIES 100000
#define LW_MAX_CRAWL_SPEED 10.0f

// What holds from a time on.
typedef struct lwCrawlEntry {
	float time;                     // s, >= 0, not before the entry before it
	float right, ahead;             // stick in the view, length <= 1
	float speed;                    // of the top speed, 0..LW_MAX_CRAWL_SPEED
	float jump;                     // > 0: jumps once at this time, size/s
	bool drop;                      // lets go once at this time
} lwCrawlEntry;

typedef struct lwCrawlInput lwCrawlInput;

typedef struct lwRandomInputDef {
	int cookie;
	uint32_t seed;                  // default 1
	float seconds;                  // of changes; afterwards the stick rests. Default 60, at most 3600
	float speeds[3];                // one of them with every change; default 0.5, 1, 1.6
} lwRandomInputDef;

LW_API lwRandomInputDef lwDefaultRandomInputDef(void);
// Direction and magnitude (0.4..1) that change every 0.4 to 2.5 s; one time in five the stick rests. Same def, same entries.
LW_API lwResult lwMakeRandomInput(const lwRandomInputDef* def, lwCrawlInput** outInput);
// A script: {"input": [{"time": s, "stick": [right, ahead], "speed": k, "jump": size/s, "drop": true}, ...]}. time is needed;
// stick and speed left out stay as they were (at first 0, 0 and 1). label is what messages call it. See docs/format.md.
LW_API lwResult lwParseCrawlScript(const char* text, size_t size, const char* label, lwCrawlInput** outInput);
LW_API lwResult lwReadCrawlScript(const char* path, lwCrawlInput** outInput);
LW_API void lwDestroyCrawlInput(lwCrawlInput* input);
LW_API int lwCrawlInput_Count(const lwCrawlInput* input);
LW_API lwCrawlEntry lwCrawlInput_Entry(const lwCrawlInput* input, int index);
// The entry that holds at a time, jump and drop summed up over all entries with from < time <= to. from < 0: from the start.
LW_API lwCrawlEntry lwCrawlInput_At(const lwCrawlInput* input, float from, float to);
// s of the last entry.
LW_API float lwCrawlInput_End(const lwCrawlInput* input);

#endif
