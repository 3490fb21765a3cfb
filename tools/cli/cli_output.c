// SPDX-License-Identifier: MIT
// Where results go: places that can be written, standard output, text and JSON.
#include "cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_PATH_TEXT 4096

static bool sameFile(const char* a, const char* b) {
	struct stat stateA, stateB;
	return stat(a, &stateA) == 0 && stat(b, &stateB) == 0 && stateA.st_dev == stateB.st_dev && stateA.st_ino == stateB.st_ino;
}

// The folder a path lies in.
static void folderOf(const char* path, char* outFolder, size_t size) {
	const char* slash = strrchr(path, '/');
	int length = slash == NULL || slash == path ? 1 : (int)(slash - path);
	snprintf(outFolder, size, "%.*s", length, slash == NULL ? "." : path);
}

bool cliIsStdout(const char* path) { return path != NULL && strcmp(path, "-") == 0; }

// Two names for one file, whether it is there yet or not. Devices can be written twice.
static bool samePlace(const char* a, const char* b) {
	if (cliIsStdout(a) || cliIsStdout(b)) {
		return cliIsStdout(a) && cliIsStdout(b);
	}
	struct stat stateA, stateB;
	bool isA = stat(a, &stateA) == 0, isB = stat(b, &stateB) == 0;
	if (isA || isB) {
		return isA && isB && S_ISREG(stateA.st_mode) && sameFile(a, b);
	}
	const char* slashA = strrchr(a, '/');
	const char* slashB = strrchr(b, '/');
	char folderA[MAX_PATH_TEXT], folderB[MAX_PATH_TEXT];
	folderOf(a, folderA, sizeof folderA);
	folderOf(b, folderB, sizeof folderB);
	return strcmp(slashA != NULL ? slashA + 1 : a, slashB != NULL ? slashB + 1 : b) == 0 && sameFile(folderA, folderB);
}

static int checkPlace(const char* path) {
	struct stat state;
	char folder[MAX_PATH_TEXT];
	folderOf(path, folder, sizeof folder);
	lwResult result = lwResult_Ok();
	if (strlen(path) >= MAX_PATH_TEXT) {
		result = lwResult_Fail(lw_errorIo, "%.60s...: %s", path, strerror(ENAMETOOLONG));
	} else if (stat(path, &state) == 0 && S_ISDIR(state.st_mode)) {
		result = lwResult_Fail(lw_errorIo, "%s: is a directory", path);
	} else if (stat(folder, &state) == 0 && !S_ISDIR(state.st_mode)) {
		result = lwResult_Fail(lw_errorIo, "%s: %s is not a folder", path, folder);
	} else if (access(folder, W_OK | X_OK) != 0) {
		result = lwResult_Fail(lw_errorIo, "%s: folder %s: %s", path, folder, strerror(errno));
	} else if (access(path, W_OK) != 0 && errno != ENOENT) {
		result = lwResult_Fail(lw_errorIo, "%s: %s", path, strerror(errno)); // renaming would replace it all the same
	}
	return result.status == lw_ok ? 0 : cliFailWrite(&result);
}

int cliCheckOutputs(const char* const* outputs, int outputCount, const char* const* inputs, int inputCount) {
	int code = 0;
	for (int i = 0; i < outputCount && code == 0; i++) {
		for (int k = 0; k < inputCount && outputs[i] != NULL; k++) {
			if (inputs[k] != NULL && !cliIsStdout(outputs[i]) && sameFile(outputs[i], inputs[k])) {
				return cliFailUsage("%s: the result would replace the file it is made from; choose another name", outputs[i]);
			}
		}
		for (int k = 0; k < i && outputs[i] != NULL; k++) {
			if (outputs[k] != NULL && samePlace(outputs[i], outputs[k])) {
				return cliFailUsage("%s: two results would be written to it; choose another name for one", outputs[i]);
			}
		}
		code = outputs[i] != NULL && !cliIsStdout(outputs[i]) ? checkPlace(outputs[i]) : 0;
	}
	return code;
}

static int failStdout(void) {
	lwResult result = lwResult_Fail(lw_errorIo, "standard output: %s", strerror(errno));
	return cliFailWrite(&result);
}

// Print to stdout and notice a full disk or a closed pipe.
static int printText(const char* text) {
	size_t length = strlen(text);
	bool ended = length > 0 && text[length - 1] == '\n';
	if (fputs(text, stdout) < 0 || (!ended && fputc('\n', stdout) == EOF) || fflush(stdout) != 0) {
		return failStdout();
	}
	return 0;
}

int cliWriteText(const char* path, const char* text) {
	if (path == NULL || cliIsStdout(path)) {
		return printText(text);
	}
	lwResult result = lwWriteFileAtomic(path, text, strlen(text));
	return result.status == lw_ok ? 0 : cliFailWrite(&result);
}

int cliWriteJson(const char* path, json_t* value) {
	char* text = value != NULL ? json_dumps(value, JSON_INDENT(2) | JSON_REAL_PRECISION(9)) : NULL;
	json_decref(value);
	if (text == NULL) {
		return cliFailMemory();
	}
	int code = cliWriteText(path, text);
	free(text);
	return code;
}

int cliCheckStdout(const cliCommon* common, const char* path) {
	if (!cliIsStdout(path)) {
		return 0;
	}
	if (common->json) {
		return cliFailUsage("-o - and --json both go to standard output; give the result a file");
	}
	return isatty(STDOUT_FILENO) ? cliFailUsage("-o -: standard output is a terminal; send it into a file or another program") : 0;
}

char* cliOpenOutput(const char* path) {
	const char* folder = getenv("TMPDIR");
	folder = folder != NULL && folder[0] != 0 ? folder : "/tmp";
	size_t size = cliIsStdout(path) ? strlen(folder) + 32 : strlen(path) + 1;
	char* file = malloc(size);
	if (file == NULL) {
		cliFailMemory();
		return NULL;
	}
	if (!cliIsStdout(path)) {
		return memcpy(file, path, size);
	}
	snprintf(file, size, "%s/legwork_XXXXXX", folder);
	int descriptor = mkstemp(file);
	if (descriptor >= 0) {
		close(descriptor);
		return file;
	}
	lwResult result = lwResult_Fail(lw_errorIo, "%s: %s", file, strerror(errno));
	cliFailWrite(&result);
	free(file);
	return NULL;
}

// The file is gone afterwards, also when a closed pipe ends the program.
static int moveToStdout(const char* file) {
	FILE* f = fopen(file, "rb");
	unlink(file);
	char buffer[65536];
	size_t got = 0;
	bool good = f != NULL;
	while (good && (got = fread(buffer, 1, sizeof buffer, f)) > 0) {
		good = fwrite(buffer, 1, got, stdout) == got;
	}
	good = good && !ferror(f) && fflush(stdout) == 0;
	int code = good ? 0 : failStdout();
	if (f != NULL) {
		fclose(f);
	}
	return code;
}

int cliCloseOutput(const char* path, char* file, int code) {
	if (file != NULL && cliIsStdout(path)) {
		code = code == 0 ? moveToStdout(file) : code;
		unlink(file);
	}
	free(file);
	return code;
}
