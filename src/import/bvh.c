// SPDX-License-Identifier: MIT
#include "import/scene.h"

lwResult lwReadBvhMemory(const uint8_t* data, size_t size, const char* path, lwScene** outScene) {
	return lwReadAssimp(path, data, size, outScene);
}
