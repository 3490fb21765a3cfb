// SPDX-License-Identifier: MIT
// The lanes code once more for AVX2, used where the processor has it; the rest of the library stays at the build's own target.
// LEGWORK_NO_AVX2 leaves it out.
#include "bvh/bvh.h"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__AVX2__) && !defined(LEGWORK_SCALAR) && !defined(LEGWORK_NO_AVX2)

#define LW_SIMD_AVX2
#include "math/simd.h"

#include "bvh/bvh_kernels.inl"

static const lwBvhKernels s_kernels = { "avx2", Cast, Closest, NextBox, NextNearbyBox };

LW_SIMD_END

const lwBvhKernels* lwBvh_Avx2Kernels(void) {
	return lwCpuHasAvx2() ? &s_kernels : NULL;
}

#else

const lwBvhKernels* lwBvh_Avx2Kernels(void) {
	return NULL;
}

#endif
