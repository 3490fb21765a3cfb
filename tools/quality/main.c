// SPDX-License-Identifier: MIT
// legwork_quality: bakes and measures every creature on every ground, and writes the table of docs/quality.md.
#include "quality/quality.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#ifndef LEGWORK_SOURCE_DIR
#define LEGWORK_SOURCE_DIR "."
#endif

static const char usage[] =
	"usage: legwork_quality [options]\n"
	"  --data DIR       shared creatures and terrains (default: ../shared/data beside the source; left out when absent)\n"
	"  --cases FILE     what is walked (default: tools/quality/cases.txt)\n"
	"  --reasons FILE   why bars are missed (default: tools/quality/reasons.txt)\n"
	"  --known FILE     ceilings of known misses for --subset (default: tools/quality/known.txt)\n"
	"  --filter TEXT    only creatures and clips whose label has TEXT in it\n"
	"  --ground NAME    only this ground: flat, slope, stairs, hills, house, dungeon, rocks, heightfield\n"
	"  --subset         what `make test` runs; the last line is 'N passed, N failed', exit code 1 when one failed\n"
	"  --update-known   with --subset: write the list of known misses anew; ceilings go down, what holds goes\n"
	"  --add-known KEY  with --update-known: misses of that metric (or all) that are not listed are added\n"
	"  --jobs N         processes at a time (default 1)\n"
	"  --csv FILE       every number\n"
	"  --page FILE      write the tables between the markers of this Markdown page\n"
	"  --analysis TEXT  a line about the analysis for that page\n"
	"  --keep DIR       keep the baked files there, each with a side view\n"
	"  --work DIR       folder for temporary files (default: /tmp)\n"
	"  --list           say what would be done\n";

static bool ReadText(const char* name, int* ioIndex, int argc, char** argv, const char** out) {
	if (strcmp(argv[*ioIndex], name) != 0 || *ioIndex + 1 >= argc) {
		return false;
	}
	*out = argv[++*ioIndex];
	return true;
}

static bool ReadOptions(int argc, char** argv, Options* o) {
	const char* jobs = "1";
	for (int i = 1; i < argc; ++i) {
		bool known = ReadText("--data", &i, argc, argv, &o->data) || ReadText("--cases", &i, argc, argv, &o->cases) ||
					 ReadText("--reasons", &i, argc, argv, &o->reasons) || ReadText("--known", &i, argc, argv, &o->known) ||
					 ReadText("--add-known", &i, argc, argv, &o->addKnown) || ReadText("--filter", &i, argc, argv, &o->filter) ||
					 ReadText("--ground", &i, argc, argv, &o->ground) || ReadText("--jobs", &i, argc, argv, &jobs) ||
					 ReadText("--csv", &i, argc, argv, &o->csv) || ReadText("--page", &i, argc, argv, &o->page) ||
					 ReadText("--analysis", &i, argc, argv, &o->analysis) || ReadText("--keep", &i, argc, argv, &o->keep) ||
					 ReadText("--work", &i, argc, argv, &o->work);
		o->subset = o->subset || strcmp(argv[i], "--subset") == 0;
		o->list = o->list || strcmp(argv[i], "--list") == 0;
		o->updateKnown = o->updateKnown || strcmp(argv[i], "--update-known") == 0;
		if (!known && strcmp(argv[i], "--subset") != 0 && strcmp(argv[i], "--list") != 0 && strcmp(argv[i], "--update-known") != 0) {
			return false;
		}
	}
	o->jobs = atoi(jobs);
	bool known = o->updateKnown ? o->subset : o->addKnown == NULL;
	return known && o->jobs >= 1 && o->jobs <= 64;
}

static void List(const Options* options, const Results* results) {
	Variant variants[MAX_VARIANTS];
	int total = 0;
	for (int c = 0; c < results->caseCount; ++c) {
		int count = MakePlan(options, results->cases + c, variants);
		if (count > 0) printf("%s: %d bakes\n", results->cases[c].label, count);
		total += count;
	}
	printf("%d bakes\n", total);
}

static lwResult Report(const Options* options, const Results* results) {
	lwPrint text = { NULL, 0, 0, false };
	lwResult result = lwResult_Ok();
	if (options->csv != NULL) {
		PrintCsv(results, &text);
		result = text.failed ? lwResult_Fail(lw_errorMemory, "%s: out of memory", options->csv) : lwWriteFileAtomic(options->csv, text.text, text.length);
		free(text.text);
	}
	return result.status == lw_ok && options->page != NULL ? WritePage(options, results) : result;
}

// 0, or 1 when something could not be walked, or with --subset a bar is missed that is not known to be.
static int Judge(const Options* options, const Results* results, KnownList* known) {
	int passed = 0, failed = 0;
	if (options->subset) {
		JudgeSubset(options, results, known, &passed, &failed);
		printf("%d passed, %d failed\n", passed, failed);
		return failed > 0 || passed == 0;
	}
	for (int i = 0; i < results->count; ++i) {
		const Outcome* o = results->outcomes + i;
		char name[64];
		if (!o->good) printf("FAILED: %s, %s: %s\n", results->cases[o->caseIndex].label, Variant_Name(&o->variant, name, (int)sizeof name), o->message);
		failed += !o->good;
	}
	printf("%d bakes, %d failed\n", results->count, failed);
	return failed > 0 || results->count == 0;
}

static bool IsFolder(const char* path) {
	struct stat info;
	return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

int main(int argc, char** argv) {
	static Results results;
	Options options = { .data = LEGWORK_SOURCE_DIR "/../shared/data", .cases = LEGWORK_SOURCE_DIR "/tools/quality/cases.txt",
						.reasons = LEGWORK_SOURCE_DIR "/tools/quality/reasons.txt",
						.known = LEGWORK_SOURCE_DIR "/tools/quality/known.txt", .work = "/tmp" };
	if (!ReadOptions(argc, argv, &options)) {
		fputs(usage, stderr);
		return 2;
	}
	options.hasShared = IsFolder(options.data);
	if (!options.hasShared) {
		printf("SKIPPED: %s is absent, built-in creatures only\n", strstr(options.data, "../shared/data") != NULL ? "../shared/data" : options.data);
	}
	static KnownList known;
	lwResult result = ReadCases(options.cases, &results);
	if (result.status == lw_ok && options.subset) {
		result = ReadKnown(options.known, &known);
	}
	if (result.status != lw_ok) {
		fprintf(stderr, "legwork_quality: %s\n", result.message);
		return 2;
	}
	if (options.list) {
		List(&options, &results);
		return 0;
	}
	bool good = RunAll(&options, &results);
	result = good ? Report(&options, &results) : lwResult_Fail(lw_errorMemory, "out of memory or no more processes");
	int code = 1;
	if (good && options.updateKnown) {
		lwResult update = UpdateKnown(&options, &results, &known);
		result = update.status == lw_ok ? ReadKnown(options.known, &known) : update;
	}
	if (good && result.status == lw_ok) {
		code = Judge(&options, &results, &known);
	}
	if (result.status != lw_ok) {
		fprintf(stderr, "legwork_quality: %s\n", result.message);
		code = 1;
	}
	free(results.outcomes);
	return code;
}
