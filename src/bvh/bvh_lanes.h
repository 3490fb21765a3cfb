// SPDX-License-Identifier: MIT
// What the lanes code needs beside simd.h, whatever it is compiled for.
#ifndef LEGWORK_BVH_BVH_LANES_H
#define LEGWORK_BVH_BVH_LANES_H

#include "bvh/bvh.h"

#define LW_BVH_INTERLEAVED 8        // walks that take turns

// Index of the lowest set bit; mask is not 0.
static inline int LowestBit(uint32_t mask) {
#if defined(__GNUC__)
	return __builtin_ctz(mask);
#else
	int bit = 0;
	while ((mask & 1u) == 0) {
		mask >>= 1;
		bit += 1;
	}
	return bit;
#endif
}

#endif
