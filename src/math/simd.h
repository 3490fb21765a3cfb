// SPDX-License-Identifier: MIT
// Eight floats at a time, or four: the only file with intrinsics. Which ones is chosen before it is included:
//   LW_SIMD_AVX2    one register of eight; where the build's target has no AVX2, what follows up to LW_SIMD_END is compiled
//                   for it and must run only where lwCpuHasAvx2 says so
//   LEGWORK_SCALAR  loops over eight floats, the twin that every other must equal bit for bit
//   neither         two registers of four where the target has SSE2, else the twin
// No fused operations, no approximations, the same order of operations everywhere: the same bits.
#ifndef LEGWORK_MATH_SIMD_H
#define LEGWORK_MATH_SIMD_H

#include "legwork/math.h"

#include <math.h>
#include <string.h>

#define LW_WIDE 8

#if defined(__x86_64__) && defined(__GNUC__) && !defined(LEGWORK_SCALAR) && !defined(LEGWORK_NO_AVX2)
static inline bool lwCpuHasAvx2(void) { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi"); }
#endif

#if defined(LW_SIMD_AVX2)
#include <immintrin.h>
#elif !defined(LEGWORK_SCALAR) && defined(__SSE2__)
#define LW_SIMD_SSE2
#include <emmintrin.h>
#endif

#if defined(__GNUC__)
#define LW_SIMD_FN static inline __attribute__((always_inline, unused))
#define LW_PREFETCH(p) __builtin_prefetch(p)
#else
#define LW_SIMD_FN static inline
#define LW_PREFETCH(p) ((void)(p))
#endif

#if defined(LW_SIMD_AVX2) && !defined(__AVX2__) && defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,bmi"))), apply_to = function)
#define LW_SIMD_END _Pragma("clang attribute pop")
#elif defined(LW_SIMD_AVX2) && !defined(__AVX2__)
#pragma GCC push_options
#pragma GCC target("avx2,bmi")
#define LW_SIMD_END _Pragma("GCC pop_options")
#else
#define LW_SIMD_END
#endif

// lwF8_Min is a < b ? a : b per lane and lwF8_Max a > b ? a : b, so the second operand wins against NaN.
// Comparisons are false with NaN. Masks are all ones or zero per lane; lwM8_Bits has lane 0 in bit 0.
#if defined(LW_SIMD_AVX2)

typedef __m256 lwF8;
typedef __m256 lwM8;

LW_SIMD_FN lwF8 lwF8_Load(const float* p) { return _mm256_loadu_ps(p); }
LW_SIMD_FN void lwF8_Store(float* p, lwF8 a) { _mm256_storeu_ps(p, a); }
LW_SIMD_FN lwF8 lwF8_Set(float v) { return _mm256_set1_ps(v); }
LW_SIMD_FN lwF8 lwF8_Add(lwF8 a, lwF8 b) { return _mm256_add_ps(a, b); }
LW_SIMD_FN lwF8 lwF8_Sub(lwF8 a, lwF8 b) { return _mm256_sub_ps(a, b); }
LW_SIMD_FN lwF8 lwF8_Mul(lwF8 a, lwF8 b) { return _mm256_mul_ps(a, b); }
LW_SIMD_FN lwF8 lwF8_Div(lwF8 a, lwF8 b) { return _mm256_div_ps(a, b); }
LW_SIMD_FN lwF8 lwF8_Sqrt(lwF8 a) { return _mm256_sqrt_ps(a); }
LW_SIMD_FN lwF8 lwF8_Min(lwF8 a, lwF8 b) { return _mm256_min_ps(a, b); }
LW_SIMD_FN lwF8 lwF8_Max(lwF8 a, lwF8 b) { return _mm256_max_ps(a, b); }
LW_SIMD_FN lwF8 lwF8_Abs(lwF8 a) { return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), a); }
LW_SIMD_FN lwM8 lwF8_Le(lwF8 a, lwF8 b) { return _mm256_cmp_ps(a, b, _CMP_LE_OQ); }
LW_SIMD_FN lwM8 lwF8_Lt(lwF8 a, lwF8 b) { return _mm256_cmp_ps(a, b, _CMP_LT_OQ); }
LW_SIMD_FN lwM8 lwM8_And(lwM8 a, lwM8 b) { return _mm256_and_ps(a, b); }
LW_SIMD_FN lwM8 lwM8_Or(lwM8 a, lwM8 b) { return _mm256_or_ps(a, b); }
LW_SIMD_FN lwF8 lwF8_Select(lwM8 m, lwF8 a, lwF8 b) { return _mm256_blendv_ps(b, a, m); }
LW_SIMD_FN uint32_t lwM8_Bits(lwM8 m) { return (uint32_t)_mm256_movemask_ps(m); }
LW_SIMD_FN uint32_t lwI8_Above(const int32_t* p, int32_t v) {
	__m256i a = _mm256_loadu_si256((const __m256i*)(const void*)p);
	return (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpgt_epi32(a, _mm256_set1_epi32(v))));
}

#elif defined(LW_SIMD_SSE2)

typedef struct lwF8 {
	__m128 a, b;
} lwF8;
typedef lwF8 lwM8;

LW_SIMD_FN lwF8 lwF8_Make(__m128 a, __m128 b) { lwF8 r = { a, b }; return r; }
LW_SIMD_FN lwF8 lwF8_Load(const float* p) { return lwF8_Make(_mm_loadu_ps(p), _mm_loadu_ps(p + 4)); }
LW_SIMD_FN void lwF8_Store(float* p, lwF8 a) { _mm_storeu_ps(p, a.a); _mm_storeu_ps(p + 4, a.b); }
LW_SIMD_FN lwF8 lwF8_Set(float v) { __m128 s = _mm_set1_ps(v); return lwF8_Make(s, s); }
LW_SIMD_FN lwF8 lwF8_Add(lwF8 a, lwF8 b) { return lwF8_Make(_mm_add_ps(a.a, b.a), _mm_add_ps(a.b, b.b)); }
LW_SIMD_FN lwF8 lwF8_Sub(lwF8 a, lwF8 b) { return lwF8_Make(_mm_sub_ps(a.a, b.a), _mm_sub_ps(a.b, b.b)); }
LW_SIMD_FN lwF8 lwF8_Mul(lwF8 a, lwF8 b) { return lwF8_Make(_mm_mul_ps(a.a, b.a), _mm_mul_ps(a.b, b.b)); }
LW_SIMD_FN lwF8 lwF8_Div(lwF8 a, lwF8 b) { return lwF8_Make(_mm_div_ps(a.a, b.a), _mm_div_ps(a.b, b.b)); }
LW_SIMD_FN lwF8 lwF8_Sqrt(lwF8 a) { return lwF8_Make(_mm_sqrt_ps(a.a), _mm_sqrt_ps(a.b)); }
LW_SIMD_FN lwF8 lwF8_Min(lwF8 a, lwF8 b) { return lwF8_Make(_mm_min_ps(a.a, b.a), _mm_min_ps(a.b, b.b)); }
LW_SIMD_FN lwF8 lwF8_Max(lwF8 a, lwF8 b) { return lwF8_Make(_mm_max_ps(a.a, b.a), _mm_max_ps(a.b, b.b)); }
LW_SIMD_FN lwF8 lwF8_Abs(lwF8 a) {
	__m128 sign = _mm_set1_ps(-0.0f);
	return lwF8_Make(_mm_andnot_ps(sign, a.a), _mm_andnot_ps(sign, a.b));
}
LW_SIMD_FN lwM8 lwF8_Le(lwF8 a, lwF8 b) { return lwF8_Make(_mm_cmple_ps(a.a, b.a), _mm_cmple_ps(a.b, b.b)); }
LW_SIMD_FN lwM8 lwF8_Lt(lwF8 a, lwF8 b) { return lwF8_Make(_mm_cmplt_ps(a.a, b.a), _mm_cmplt_ps(a.b, b.b)); }
LW_SIMD_FN lwM8 lwM8_And(lwM8 a, lwM8 b) { return lwF8_Make(_mm_and_ps(a.a, b.a), _mm_and_ps(a.b, b.b)); }
LW_SIMD_FN lwM8 lwM8_Or(lwM8 a, lwM8 b) { return lwF8_Make(_mm_or_ps(a.a, b.a), _mm_or_ps(a.b, b.b)); }
LW_SIMD_FN lwF8 lwF8_Select(lwM8 m, lwF8 a, lwF8 b) {
	return lwF8_Make(_mm_or_ps(_mm_and_ps(m.a, a.a), _mm_andnot_ps(m.a, b.a)),
					 _mm_or_ps(_mm_and_ps(m.b, a.b), _mm_andnot_ps(m.b, b.b)));
}
LW_SIMD_FN uint32_t lwM8_Bits(lwM8 m) { return (uint32_t)(_mm_movemask_ps(m.a) | (_mm_movemask_ps(m.b) << 4)); }
LW_SIMD_FN uint32_t lwI8_Above(const int32_t* p, int32_t v) {
	__m128i s = _mm_set1_epi32(v);
	__m128i lo = _mm_cmpgt_epi32(_mm_loadu_si128((const __m128i*)(const void*)p), s);
	__m128i hi = _mm_cmpgt_epi32(_mm_loadu_si128((const __m128i*)(const void*)(p + 4)), s);
	return (uint32_t)(_mm_movemask_ps(_mm_castsi128_ps(lo)) | (_mm_movemask_ps(_mm_castsi128_ps(hi)) << 4));
}

#else

typedef struct lwF8 {
	float v[LW_WIDE];
} lwF8;
typedef struct lwM8 {
	bool v[LW_WIDE];
} lwM8;

#define LW_SCALAR_OP(name, T, A, expression)                                                       \
	LW_SIMD_FN T name(A a, A b) {                                                                  \
		T r;                                                                                       \
		for (int i = 0; i < LW_WIDE; ++i) {                                                        \
			r.v[i] = expression;                                                                   \
		}                                                                                          \
		return r;                                                                                  \
	}
LW_SCALAR_OP(lwF8_Add, lwF8, lwF8, a.v[i] + b.v[i])
LW_SCALAR_OP(lwF8_Sub, lwF8, lwF8, a.v[i] - b.v[i])
LW_SCALAR_OP(lwF8_Mul, lwF8, lwF8, a.v[i] * b.v[i])
LW_SCALAR_OP(lwF8_Div, lwF8, lwF8, a.v[i] / b.v[i])
LW_SCALAR_OP(lwF8_Min, lwF8, lwF8, a.v[i] < b.v[i] ? a.v[i] : b.v[i])
LW_SCALAR_OP(lwF8_Max, lwF8, lwF8, a.v[i] > b.v[i] ? a.v[i] : b.v[i])
LW_SCALAR_OP(lwF8_Le, lwM8, lwF8, a.v[i] <= b.v[i])
LW_SCALAR_OP(lwF8_Lt, lwM8, lwF8, a.v[i] < b.v[i])
LW_SCALAR_OP(lwM8_And, lwM8, lwM8, a.v[i] && b.v[i])
LW_SCALAR_OP(lwM8_Or, lwM8, lwM8, a.v[i] || b.v[i])
#undef LW_SCALAR_OP

LW_SIMD_FN lwF8 lwF8_Load(const float* p) { lwF8 r; memcpy(r.v, p, sizeof(r.v)); return r; }
LW_SIMD_FN void lwF8_Store(float* p, lwF8 a) { memcpy(p, a.v, sizeof(a.v)); }
LW_SIMD_FN lwF8 lwF8_Set(float v) {
	lwF8 r;
	for (int i = 0; i < LW_WIDE; ++i) {
		r.v[i] = v;
	}
	return r;
}
LW_SIMD_FN lwF8 lwF8_Sqrt(lwF8 a) {
	for (int i = 0; i < LW_WIDE; ++i) {
		a.v[i] = sqrtf(a.v[i]);
	}
	return a;
}
LW_SIMD_FN lwF8 lwF8_Abs(lwF8 a) {
	for (int i = 0; i < LW_WIDE; ++i) {
		uint32_t bits;
		memcpy(&bits, &a.v[i], sizeof(bits));
		bits &= 0x7FFFFFFFu;
		memcpy(&a.v[i], &bits, sizeof(bits));
	}
	return a;
}
LW_SIMD_FN lwF8 lwF8_Select(lwM8 m, lwF8 a, lwF8 b) {
	for (int i = 0; i < LW_WIDE; ++i) {
		a.v[i] = m.v[i] ? a.v[i] : b.v[i];
	}
	return a;
}
LW_SIMD_FN uint32_t lwM8_Bits(lwM8 m) {
	uint32_t bits = 0;
	for (int i = 0; i < LW_WIDE; ++i) {
		bits |= (uint32_t)m.v[i] << i;
	}
	return bits;
}
LW_SIMD_FN uint32_t lwI8_Above(const int32_t* p, int32_t v) {
	uint32_t bits = 0;
	for (int i = 0; i < LW_WIDE; ++i) {
		bits |= (uint32_t)(p[i] > v) << i;
	}
	return bits;
}

#endif

// Of three-vectors, eight at a time.
LW_SIMD_FN lwF8 lwF8_Dot(const lwF8 a[3], const lwF8 b[3]) {
	return lwF8_Add(lwF8_Add(lwF8_Mul(a[0], b[0]), lwF8_Mul(a[1], b[1])), lwF8_Mul(a[2], b[2]));
}
LW_SIMD_FN void lwF8_Cross(const lwF8 a[3], const lwF8 b[3], lwF8 out[3]) {
	out[0] = lwF8_Sub(lwF8_Mul(a[1], b[2]), lwF8_Mul(a[2], b[1]));
	out[1] = lwF8_Sub(lwF8_Mul(a[2], b[0]), lwF8_Mul(a[0], b[2]));
	out[2] = lwF8_Sub(lwF8_Mul(a[0], b[1]), lwF8_Mul(a[1], b[0]));
}

// ---- Four floats: the rows of transforms and matrices ------------------------------------------------------------

#if defined(LW_SIMD_AVX2) || defined(LW_SIMD_SSE2)

typedef __m128 lwF4;

LW_SIMD_FN lwF4 lwF4_Load(const float* p) { return _mm_loadu_ps(p); }
LW_SIMD_FN void lwF4_Store(float* p, lwF4 a) { _mm_storeu_ps(p, a); }
LW_SIMD_FN lwF4 lwF4_Set(float v) { return _mm_set1_ps(v); }
LW_SIMD_FN lwF4 lwF4_Add(lwF4 a, lwF4 b) { return _mm_add_ps(a, b); }
LW_SIMD_FN lwF4 lwF4_Sub(lwF4 a, lwF4 b) { return _mm_sub_ps(a, b); }
LW_SIMD_FN lwF4 lwF4_Mul(lwF4 a, lwF4 b) { return _mm_mul_ps(a, b); }
LW_SIMD_FN lwF4 lwF4_Div(lwF4 a, lwF4 b) { return _mm_div_ps(a, b); }
LW_SIMD_FN lwF4 lwF4_Sqrt(lwF4 a) { return _mm_sqrt_ps(a); }
// v with the sign turned in the lanes where d is below 0.
LW_SIMD_FN lwF4 lwF4_TurnWhereBelow0(lwF4 v, lwF4 d) {
	return _mm_xor_ps(v, _mm_and_ps(_mm_cmplt_ps(d, _mm_setzero_ps()), _mm_set1_ps(-0.0f)));
}
LW_SIMD_FN bool lwF4_AnyBelow0(lwF4 d) { return _mm_movemask_ps(_mm_cmplt_ps(d, _mm_setzero_ps())) != 0; }
// All lanes as a's lane i, a constant.
#define lwF4_Lane(a, i) _mm_shuffle_ps((a), (a), (i) * 0x55)
// The sums (x + z) + (y + w) of four.
LW_SIMD_FN lwF4 lwF4_Sums(lwF4 a, lwF4 b, lwF4 c, lwF4 d) {
	__m128 ab = _mm_add_ps(_mm_unpacklo_ps(a, b), _mm_unpackhi_ps(a, b));
	__m128 cd = _mm_add_ps(_mm_unpacklo_ps(c, d), _mm_unpackhi_ps(c, d));
	return _mm_add_ps(_mm_movelh_ps(ab, cd), _mm_movehl_ps(cd, ab));
}

#else

typedef struct lwF4 {
	float v[4];
} lwF4;

#define LW_SCALAR_OP4(name, expression)                                                            \
	LW_SIMD_FN lwF4 name(lwF4 a, lwF4 b) {                                                         \
		lwF4 r;                                                                                    \
		for (int i = 0; i < 4; ++i) {                                                              \
			r.v[i] = expression;                                                                   \
		}                                                                                          \
		return r;                                                                                  \
	}
LW_SCALAR_OP4(lwF4_Add, a.v[i] + b.v[i])
LW_SCALAR_OP4(lwF4_Sub, a.v[i] - b.v[i])
LW_SCALAR_OP4(lwF4_Mul, a.v[i] * b.v[i])
LW_SCALAR_OP4(lwF4_Div, a.v[i] / b.v[i])
LW_SCALAR_OP4(lwF4_TurnWhereBelow0, b.v[i] < 0.0f ? -a.v[i] : a.v[i])
#undef LW_SCALAR_OP4

LW_SIMD_FN lwF4 lwF4_Load(const float* p) { lwF4 r; memcpy(r.v, p, sizeof(r.v)); return r; }
LW_SIMD_FN void lwF4_Store(float* p, lwF4 a) { memcpy(p, a.v, sizeof(a.v)); }
LW_SIMD_FN lwF4 lwF4_Set(float v) { lwF4 r = { { v, v, v, v } }; return r; }
LW_SIMD_FN lwF4 lwF4_Sqrt(lwF4 a) {
	for (int i = 0; i < 4; ++i) {
		a.v[i] = sqrtf(a.v[i]);
	}
	return a;
}
LW_SIMD_FN bool lwF4_AnyBelow0(lwF4 d) { return d.v[0] < 0.0f || d.v[1] < 0.0f || d.v[2] < 0.0f || d.v[3] < 0.0f; }
LW_SIMD_FN lwF4 lwF4_Lane(lwF4 a, int i) { return lwF4_Set(a.v[i]); }
LW_SIMD_FN float lwF4_Sum(lwF4 a) { return (a.v[0] + a.v[2]) + (a.v[1] + a.v[3]); }
LW_SIMD_FN lwF4 lwF4_Sums(lwF4 a, lwF4 b, lwF4 c, lwF4 d) {
	lwF4 r = { { lwF4_Sum(a), lwF4_Sum(b), lwF4_Sum(c), lwF4_Sum(d) } };
	return r;
}

#endif

#endif
