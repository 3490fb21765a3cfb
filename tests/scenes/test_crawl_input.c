// SPDX-License-Identifier: MIT
// Crawl input: bad scripts and definitions, what holds when, sticks by chance.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "legwork/crawl_input.h"

static bool QuietAssert(const char* condition, const char* file, int line) {
	(void)condition;
	(void)file;
	(void)line;
	return false;
}

static void Refused(const char* text, lwStatus status, const char* says) {
	lwCrawlInput* input = (lwCrawlInput*)1;
	lwResult result = lwParseCrawlScript(text, strlen(text), "s.json", &input);
	if (result.status != status || strstr(result.message, says) == NULL) {
		fail_msg("%s: status %d, '%s'", text, (int)result.status, result.message);
	}
	assert_null(input);
}

static void TestInvalid(void** state) {
	(void)state;
	Refused("", lw_errorFormat, "s.json");
	Refused("[]", lw_errorFormat, "\"input\"");
	Refused("{}", lw_errorFormat, "\"input\"");
	Refused("{\"input\": []}", lw_errorFormat, "\"input\"");
	Refused("{\"inputs\": [{\"time\": 0}]}", lw_errorFormat, "\"inputs\"");
	Refused("{\"input\": [{\"time\": 0}], \"fps\": 30}", lw_errorFormat, "\"fps\""); // not read over
	Refused("{\"input\": [1]}", lw_errorFormat, "input[0]");
	Refused("{\"input\": [{}]}", lw_errorFormat, "\"time\"");
	Refused("{\"input\": [{\"time\": -1}]}", lw_errorFormat, "\"time\"");
	Refused("{\"input\": [{\"time\": 1e99}]}", lw_errorFormat, "\"time\"");
	Refused("{\"input\": [{\"time\": \"now\"}]}", lw_errorFormat, "\"time\"");
	Refused("{\"input\": [{\"time\": 1}, {\"time\": 0.5}]}", lw_errorFormat, "input[1]");
	Refused("{\"input\": [{\"time\": 0, \"stick\": 1}]}", lw_errorFormat, "\"stick\"");
	Refused("{\"input\": [{\"time\": 0, \"stick\": [1]}]}", lw_errorFormat, "\"stick\"");
	Refused("{\"input\": [{\"time\": 0, \"stick\": [0, 2]}]}", lw_errorFormat, "\"stick\"");
	Refused("{\"input\": [{\"time\": 0, \"stick\": [0, null]}]}", lw_errorFormat, "\"stick\"");
	Refused("{\"input\": [{\"time\": 0, \"speed\": -1}]}", lw_errorFormat, "\"speed\"");
	Refused("{\"input\": [{\"time\": 0, \"speed\": 11}]}", lw_errorFormat, "\"speed\"");
	Refused("{\"input\": [{\"time\": 0, \"jump\": 1000}]}", lw_errorFormat, "\"jump\"");
	Refused("{\"input\": [{\"time\": 0, \"drop\": 1}]}", lw_errorFormat, "\"drop\"");
	Refused("{\"input\": [{\"time\": 0, \"stik\": [0, 1]}]}", lw_errorFormat, "stik");
	Refused("{\"input\": [{\"time\": 0, \"time\": 1}]}", lw_errorFormat, "s.json");
	lwSetAssertFcn(QuietAssert);
	lwCrawlInput* input = NULL;
	assert_int_equal(lwParseCrawlScript(NULL, 0, "", &input).status, lw_errorArgument);
	assert_int_equal(lwReadCrawlScript("no such file.json", &input).status, lw_errorNotFound);
	lwRandomInputDef def = lwDefaultRandomInputDef();
	assert_int_equal(lwMakeRandomInput(NULL, &input).status, lw_errorArgument);
	assert_int_equal(lwMakeRandomInput(&def, NULL).status, lw_errorArgument);
	def.cookie = 0;
	assert_int_equal(lwMakeRandomInput(&def, &input).status, lw_errorArgument);
	def = lwDefaultRandomInputDef();
	def.seconds = 4000.0f;
	assert_int_equal(lwMakeRandomInput(&def, &input).status, lw_errorArgument);
	def = lwDefaultRandomInputDef();
	def.speeds[1] = -1.0f;
	assert_int_equal(lwMakeRandomInput(&def, &input).status, lw_errorArgument);
	assert_null(input);
	lwDestroyCrawlInput(NULL);
	lwSetAssertFcn(NULL);
}

// More entries than may be.
static void TestLimit(void** state) {
	(void)state;
	size_t size = (size_t)LW_MAX_CRAWL_ENTRIES * 12 + 200;
	char* text = malloc(size);
	assert_non_null(text);
	size_t used = (size_t)snprintf(text, size, "{\"input\": [");
	for (int i = 0; i <= LW_MAX_CRAWL_ENTRIES; ++i) {
		used += (size_t)snprintf(text + used, size - used, "%s{\"time\":1}", i > 0 ? "," : "");
	}
	snprintf(text + used, size - used, "]}");
	Refused(text, lw_errorLimit, "100001 entries");
	free(text);
}

static void TestScript(void** state) {
	(void)state;
	static const char text[] = "{\"input\": [{\"time\": 0.5, \"stick\": [0, 1]}, {\"time\": 1, \"speed\": 2, \"jump\": 3},"
							   "{\"time\": 1, \"drop\": true}, {\"time\": 2, \"stick\": [1, 1]}]}";
	lwCrawlInput* input = NULL;
	assert_int_equal(lwParseCrawlScript(text, sizeof(text) - 1, "s", &input).status, lw_ok);
	assert_int_equal(lwCrawlInput_Count(input), 4);
	assert_true(lwCrawlInput_End(input) == 2.0f);
	lwCrawlEntry e = lwCrawlInput_At(input, -1.0f, 0.25f);
	assert_true(e.right == 0.0f && e.ahead == 0.0f && e.speed == 1.0f && e.jump == 0.0f && !e.drop);
	e = lwCrawlInput_At(input, 0.49f, 0.5f);
	assert_true(e.ahead == 1.0f && e.speed == 1.0f);
	e = lwCrawlInput_At(input, 0.99f, 1.0f);
	assert_true(e.ahead == 1.0f && e.speed == 2.0f && e.jump == 3.0f && e.drop);
	e = lwCrawlInput_At(input, 1.0f, 1.01f); // once only
	assert_true(e.jump == 0.0f && !e.drop && e.speed == 2.0f);
	e = lwCrawlInput_At(input, 5.0f, 6.0f);
	assert_true(lwAbsF(e.right - 0.70710678f) < 1e-6f && lwAbsF(e.ahead - 0.70710678f) < 1e-6f);
	lwDestroyCrawlInput(input);
}

static void TestRandom(void** state) {
	(void)state;
	for (uint32_t seed = 0; seed < 20; ++seed) {
		lwRandomInputDef def = lwDefaultRandomInputDef();
		def.seed = seed;
		lwCrawlInput *a = NULL, *b = NULL;
		assert_int_equal(lwMakeRandomInput(&def, &a).status, lw_ok);
		assert_int_equal(lwMakeRandomInput(&def, &b).status, lw_ok);
		int count = lwCrawlInput_Count(a), rests = 0, speeds[3] = { 0, 0, 0 };
		assert_int_equal(count, lwCrawlInput_Count(b));
		for (int i = 0; i < count; ++i) {
			lwCrawlEntry x = lwCrawlInput_Entry(a, i), y = lwCrawlInput_Entry(b, i);
			assert_memory_equal(&x.time, &y.time, sizeof(float) * 5);
			float gap = i > 0 ? x.time - lwCrawlInput_Entry(a, i - 1).time : 0.4f;
			assert_true(i == count - 1 || (gap >= 0.3999f && gap <= 2.5001f));
			float stick = lwSqrt(x.right * x.right + x.ahead * x.ahead);
			assert_true(stick == 0.0f || (stick >= 0.399f && stick <= 1.0001f));
			rests += stick == 0.0f;
			for (int k = 0; k < 3; ++k) {
				speeds[k] += x.speed == def.speeds[k];
			}
		}
		assert_true(count > 24 && count < 152 && rests > 1 && rests < count / 2);
		assert_true(speeds[0] > 0 && speeds[1] > 0 && speeds[2] > 0);
		lwCrawlEntry last = lwCrawlInput_At(a, 60.0f, 61.0f);
		assert_true(last.right == 0.0f && last.ahead == 0.0f);
		lwDestroyCrawlInput(a);
		lwDestroyCrawlInput(b);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(TestInvalid), cmocka_unit_test(TestLimit), cmocka_unit_test(TestScript), cmocka_unit_test(TestRandom),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
