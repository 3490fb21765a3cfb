// SPDX-License-Identifier: MIT
// The lanes code as the build's own target has it.
#if defined(__AVX2__) && !defined(LEGWORK_SCALAR) && !defined(LEGWORK_NO_AVX2)
#define LW_SIMD_AVX2
#endif
#include "math/simd.h"

#include "bvh/bvh.h"
#include "bvh/bvh_kernels.inl"

#if defined(LW_SIMD_AVX2)
#define NAME "avx2"
#elif defined(LW_SIMD_SSE2)
#define NAME "sse2"
#else
#define NAME "scalar"
#endif

const lwBvhKernels lw_bvhKernels = { NAME, Cast, Closest, NextBox, NextNearbyBox };
