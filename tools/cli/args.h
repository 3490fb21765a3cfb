// SPDX-License-Identifier: MIT
// Command line, inside: options from a table. The same table parses, prints --help and is what completion and man page read.
#ifndef LEGWORK_CLI_ARGS_H
#define LEGWORK_CLI_ARGS_H

#include <stdbool.h>
#include <stddef.h>

#define CLI_MAX_LIST 64
#define CLI_ERROR_SIZE 256

typedef enum cliKind {
	cli_flag,                       // bool: --quiet
	cli_text,                       // const char*: --name X or --name=X; given twice: the last one counts
	cli_number,                     // double within [min, max]
	cli_whole,                      // int within [min, max]
	cli_list,                       // cliList: may be given several times, order kept
} cliKind;

typedef struct cliList {
	int count;
	const char* items[CLI_MAX_LIST];
} cliList;

// One option. The value goes to the member at offset of the command's own argument struct.
typedef struct cliOption {
	const char* name;               // long name without the dashes; NULL ends a table
	char letter;                    // short form, 0 for none
	cliKind kind;
	size_t offset;
	const char* value;              // what --help calls the value, NULL for flags
	const char* help;
	double min, max;                // numbers: range, both included
} cliOption;

// First member of every command's argument struct.
typedef struct cliCommon {
	bool help, json, quiet;
	int fileCount;                  // positional arguments
	const char* files[CLI_MAX_LIST];
} cliCommon;

// Options that every command has.
extern const cliOption cliCommonOptions[];

// Fill args (whose first member is a cliCommon) from argv[0..argc). Both tables end with name NULL.
// "--" ends the options; a single "-" is a positional. False: outError says what is wrong and what may have been meant.
bool cliParse(int argc, char** argv, const cliOption* options, void* args, char outError[CLI_ERROR_SIZE]);

// A finite decimal number and nothing else (no hexadecimal, no inf, no blanks).
bool cliReadNumber(const char* text, double* outValue);
// Same with a rest allowed: *outRest is where reading stopped.
bool cliReadNumberPart(const char* text, const char** outRest, double* outValue);

// The nearest of names (each entry via next) to word; NULL when none is near.
const char* cliNearest(const char* word, const char* const* names, int count);

// The options part of --help.
void cliPrintOptions(const cliOption* options);

#endif
