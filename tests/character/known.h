// SPDX-License-Identifier: MIT
// Bounds with names. A bound that is known to be missed stands in the program's list with its cause: it is printed loudly
// and does not fail the test until it gets worse; every other miss does. A listed bound that holds again is printed, too.
#ifndef LEGWORK_TESTS_CHARACTER_KNOWN_H
#define LEGWORK_TESTS_CHARACTER_KNOWN_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct KnownMiss {
	const char* name;   // of the bound, as given to Bound or Holds
	const char* cause;
	double ceiling;     // of the value: beyond it the miss got worse and is broken; 0: Holds has no value
} KnownMiss;

static const KnownMiss* s_misses; // ends with a NULL name; NULL: none
static int s_bounds, s_broken;

// Every test that uses bounds begins with this and ends with Bounds_Done.
static inline void Bounds_Begin(const KnownMiss* misses) {
	s_misses = misses;
	s_bounds = s_broken = 0;
}

static inline const KnownMiss* FindMiss(const char* name) {
	for (const KnownMiss* m = s_misses; m != NULL && m->name != NULL; ++m) {
		if (strcmp(m->name, name) == 0) {
			return m;
		}
	}
	return NULL;
}

static inline void Judge(bool holds, const char* name, const char* numbers, double value) {
	const KnownMiss* known = FindMiss(name);
	s_bounds += 1;
	if (holds && known != NULL) {
		print_message("HOLDS NOW, take it off the list: %s (%s)\n", name, numbers);
	} else if (!holds && known != NULL && (known->ceiling == 0.0 || value <= known->ceiling)) {
		print_message("MISSED: %s: %s; %s\n", name, numbers, known->cause);
	} else if (!holds) {
		print_message("BROKEN: %s: %s\n", name, numbers);
		s_broken += 1;
	}
}

// value <= bound; NaN does not hold. The name is made as by printf.
static inline void Bound(double value, double bound, const char* format, ...) {
	char name[160], numbers[96];
	va_list args;
	va_start(args, format);
	(void)vsnprintf(name, sizeof(name), format, args);
	va_end(args);
	(void)snprintf(numbers, sizeof(numbers), "%.5g, bound %.5g", value, bound);
	if (getenv("LEGWORK_TEST_VERBOSE") != NULL) {
		print_message("  %s: %s\n", name, numbers);
	}
	Judge(value <= bound, name, numbers, value);
}

static inline void Holds(bool holds, const char* format, ...) {
	char name[160];
	va_list args;
	va_start(args, format);
	(void)vsnprintf(name, sizeof(name), format, args);
	va_end(args);
	Judge(holds, name, holds ? "yes" : "no", 0.0);
}

static inline void Bounds_Done(void) {
	assert_true(s_bounds > 0);
	if (s_broken > 0) {
		fail_msg("%d of %d bounds do not hold", s_broken, s_bounds);
	}
}

#endif
