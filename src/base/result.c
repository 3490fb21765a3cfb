// SPDX-License-Identifier: MIT
#include "legwork/base.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

lwResult lwResult_Ok(void) {
	lwResult result;
	memset(&result, 0, sizeof(result));
	return result;
}

lwResult lwResult_Fail(lwStatus status, const char* format, ...) {
	lwResult result = lwResult_Ok();
	result.status = status;
	va_list args;
	va_start(args, format);
	(void)vsnprintf(result.message, sizeof(result.message), format, args);
	va_end(args);
	return result;
}

const char* lwStatus_Text(lwStatus status) {
	static const char* const texts[] = {
#define LW_STATUS_TEXT(name, text, remedy) text,
		LW_STATUS_LIST(LW_STATUS_TEXT)
#undef LW_STATUS_TEXT
	};
	return (unsigned)status < (unsigned)lw_statusCount ? texts[status] : "unknown status";
}

const char* lwStatus_Remedy(lwStatus status) {
	static const char* const remedies[] = {
#define LW_STATUS_REMEDY(name, text, remedy) remedy,
		LW_STATUS_LIST(LW_STATUS_REMEDY)
#undef LW_STATUS_REMEDY
	};
	return (unsigned)status < (unsigned)lw_statusCount ? remedies[status] : "";
}

static bool DefaultAssert(const char* condition, const char* file, int line) {
	fprintf(stderr, "legwork: assertion failed: %s (%s:%d)\n", condition, file, line);
	return false;
}

static lwAssertFcn* s_assert = DefaultAssert;

void lwSetAssertFcn(lwAssertFcn* fcn) {
	s_assert = fcn != NULL ? fcn : DefaultAssert;
}

bool lwInternalAssert(const char* condition, const char* file, int line) {
	return s_assert(condition, file, line);
}
