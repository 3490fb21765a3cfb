// SPDX-License-Identifier: MIT
// Run the command line in a folder of its own and look at what it said. For tests/cli only.
#ifndef LEGWORK_TEST_CLI_RUN_H
#define LEGWORK_TEST_CLI_RUN_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define SHARED_DATA LEGWORK_SOURCE_DIR "/../shared/data"

// What the last run said. out and err end with a 0.
static char out[1 << 20];
static char err[1 << 16];
static char folder[] = "/tmp/legwork_cli_XXXXXX";

static inline void readInto(const char* name, char* text, size_t size) {
	char path[128];
	snprintf(path, sizeof path, "%s/%s", folder, name);
	FILE* f = fopen(path, "rb");
	size_t got = f != NULL ? fread(text, 1, size - 1, f) : 0;
	text[got] = 0;
	if (f != NULL) {
		fclose(f);
	}
}

// A shell command in the folder; its exit code, -1 when a signal ended it (a crash).
static inline int shell(const char* command) {
	char line[4096];
	int length = snprintf(line, sizeof line, "cd %s && { %s\n} >.out 2>.err", folder, command);
	assert_true(length < (int)sizeof line);
	int status = system(line);
	readInto(".out", out, sizeof out);
	readInto(".err", err, sizeof err);
	int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
	return code > 128 ? -1 : code;
}

// legwork with these arguments; expects an exit code and shows what was said when it is another.
static inline void legwork(int expected, const char* arguments) {
	char command[4000];
	snprintf(command, sizeof command, "'%s' %s", LEGWORK_CLI, arguments);
	int code = shell(command);
	if (code != expected) {
		fail_msg("legwork %s: exit code %d, expected %d\n%.500s%.2000s", arguments, code, expected, out, err);
	}
}

static inline void saysError(const char* part) {
	if (strstr(err, part) == NULL) {
		fail_msg("standard error lacks '%s':\n%.2000s", part, err);
	}
}

static inline void says(const char* part) {
	if (strstr(out, part) == NULL) {
		fail_msg("standard output lacks '%s':\n%.2000s", part, out);
	}
}

// Standard output as JSON; the caller releases it.
static inline json_t* saidJson(void) {
	json_error_t error;
	json_t* json = json_loads(out, 0, &error);
	if (json == NULL) {
		fail_msg("not JSON: line %d: %s\n%.500s", error.line, error.text, out);
	}
	return json;
}

static inline void writeFile(const char* name, const void* data, size_t size) {
	char path[128];
	snprintf(path, sizeof path, "%s/%s", folder, name);
	FILE* f = fopen(path, "wb");
	assert_non_null(f);
	assert_int_equal(fwrite(data, 1, size, f), size);
	fclose(f);
}

static inline int makeFolder(void** state) {
	(void)state;
	return mkdtemp(folder) != NULL ? 0 : -1;
}

static inline int removeFolder(void** state) {
	(void)state;
	char command[128];
	snprintf(command, sizeof command, "chmod -R u+w %s && rm -rf %s", folder, folder);
	return system(command);
}

#endif
