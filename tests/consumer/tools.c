// SPDX-License-Identifier: MIT
// The offline library from outside: reading a file that is not there says so.
#include <legwork/import.h>

#include <stdio.h>

int main(void) {
	lwScene* scene = NULL;
	lwResult result = lwReadScene("no such file.glb", &scene);
	printf("%s\n", result.message);
	return result.status != lw_ok && result.message[0] != 0 && scene == NULL ? 0 : 1;
}
