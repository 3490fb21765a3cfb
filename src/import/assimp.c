// SPDX-License-Identifier: MIT
#include "import/scene.h"

lwResult lwReadAssimp(const char* path, const uint8_t* data, size_t size, lwScene** outScene) {
	(void)data;
	(void)size;
	*outScene = NULL;
	return lwResult_Fail(lw_errorUnsupported, "%.300s: not read yet", path);
}
