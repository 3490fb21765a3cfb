// SPDX-License-Identifier: MIT
// A user's first program: bends a two-bone leg to a target. Built by find_package, add_subdirectory and pkg-config.
#include <legwork/legwork.h>

#include <stdio.h>

int main(void) {
	lwVec3 positions[3] = { { 0, 1, 0 }, { 0, 0.5f, 0 }, { 0, 0, 0 } };
	lwIkChain chain = { .jointCount = 3, .positions = positions, .target = { 0, 0.2f, 0 }, .pole = { 0, 0, 1 } };
	lwIkOptions options = lwDefaultIkOptions();
	lwQuat rotations[3];
	lwVec3 solved[3];
	lwIkResult result = lwSolveIk(&chain, &options, rotations, solved);
	printf("knee at %.3f %.3f %.3f, %s\n", (double)solved[1].x, (double)solved[1].y, (double)solved[1].z,
		   result.reached ? "reached" : "not reached");
	bool bent = solved[1].z > 0.299f && solved[1].z < 0.301f; // to the front, where the pole says
	return result.reached && bent ? 0 : 1;
}
