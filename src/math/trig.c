// SPDX-License-Identifier: MIT
// Trigonometry from IEEE operations alone, so that every compiler and ISA gives the same bits.
// Evaluated in double with Taylor/Remez-like polynomials, rounded once to float.
#include "legwork/math.h"

#include <math.h> // sqrtf is correctly rounded by IEEE 754; nothing else of libm is used

static const double s_halfPi = 1.57079632679489661923;
static const double s_pi = 3.14159265358979323846;

// Nearest integer, halves away from zero.
static double RoundNearest(double v) {
	return v < 0.0 ? (double)(int64_t)(v - 0.5) : (double)(int64_t)(v + 0.5);
}

// sin on [-pi/4, pi/4], Taylor to x^13: error < 1e-13.
static double SinPoly(double x) {
	double x2 = x * x;
	double p = 1.6059043836821613e-10;
	p = p * x2 - 2.5052108385441720e-08;
	p = p * x2 + 2.7557319223985893e-06;
	p = p * x2 - 1.9841269841269841e-04;
	p = p * x2 + 8.3333333333333333e-03;
	p = p * x2 - 1.6666666666666667e-01;
	return x + x * x2 * p;
}

// cos on [-pi/4, pi/4], Taylor to x^14.
static double CosPoly(double x) {
	double x2 = x * x;
	double p = -1.1470745597729725e-11;
	p = p * x2 + 2.0876756987868099e-09;
	p = p * x2 - 2.7557319223985888e-07;
	p = p * x2 + 2.4801587301587302e-05;
	p = p * x2 - 1.3888888888888889e-03;
	p = p * x2 + 4.1666666666666667e-02;
	p = p * x2 - 0.5;
	return 1.0 + x2 * p;
}

static float SinQuadrant(double radians, int shift) {
	if (!(radians > -1e9 && radians < 1e9)) {
		radians = 0.0;
	}
	double turns = RoundNearest(radians / s_halfPi);
	double x = radians - turns * s_halfPi;
	int quadrant = (int)((int64_t)turns + shift) & 3;
	double value = (quadrant & 1) ? CosPoly(x) : SinPoly(x);
	return (float)((quadrant & 2) ? -value : value);
}

float lwSin(float radians) {
	return SinQuadrant((double)radians, 0);
}

float lwCos(float radians) {
	return SinQuadrant((double)radians, 1);
}

// atan on [0, 1]: halve the argument's angle twice by identities, then the series to x^15.
static double AtanUnit(double x) {
	double a = x / (1.0 + (double)sqrt(1.0 + x * x));
	double b = a / (1.0 + (double)sqrt(1.0 + a * a));
	double b2 = b * b;
	double p = -1.0 / 15.0;
	p = p * b2 + 1.0 / 13.0;
	p = p * b2 - 1.0 / 11.0;
	p = p * b2 + 1.0 / 9.0;
	p = p * b2 - 1.0 / 7.0;
	p = p * b2 + 1.0 / 5.0;
	p = p * b2 - 1.0 / 3.0;
	return 4.0 * (b + b * b2 * p);
}

float lwAtan2(float y, float x) {
	double ay = y < 0.0f ? -(double)y : (double)y;
	double ax = x < 0.0f ? -(double)x : (double)x;
	if (!(ax > 0.0 || ay > 0.0)) {
		return 0.0f;
	}
	double angle = ay <= ax ? AtanUnit(ay / ax) : s_halfPi - AtanUnit(ax / ay);
	if (x < 0.0f) {
		angle = s_pi - angle;
	}
	return (float)(y < 0.0f ? -angle : angle);
}

float lwAcos(float x) {
	double c = x > 1.0f ? 1.0 : x < -1.0f ? -1.0 : (double)x;
	double s = sqrt((1.0 - c) * (1.0 + c));
	double ac = c < 0.0 ? -c : c;
	double angle = s <= ac ? AtanUnit(s / ac) : s_halfPi - AtanUnit(ac / s);
	return (float)(c < 0.0 ? s_pi - angle : angle);
}

float lwExp(float x) {
	double v = x > -87.0f ? (double)lwMinF(x, 88.0f) : -87.0; // NaN too
	double n = RoundNearest(v * 1.44269504088896340736);
	double r = v - n * 0.69314718055994530942;
	double p = 1.0 / 362880.0;
	p = p * r + 1.0 / 40320.0;
	p = p * r + 1.0 / 5040.0;
	p = p * r + 1.0 / 720.0;
	p = p * r + 1.0 / 120.0;
	p = p * r + 1.0 / 24.0;
	p = p * r + 1.0 / 6.0;
	p = p * r + 0.5;
	p = p * r + 1.0;
	p = p * r + 1.0;
	int steps = (int)n;
	double scale = 1.0;
	double base = steps < 0 ? 0.5 : 2.0;
	for (int i = steps < 0 ? -steps : steps; i > 0; --i) {
		scale *= base;
	}
	return (float)(p * scale);
}

float lwSqrt(float x) {
	return x > 0.0f ? sqrtf(x) : 0.0f;
}

float lwSmoothStep(float a, float b, float v) {
	if (!(b > a)) {
		return v < a ? 0.0f : 1.0f;
	}
	float t = lwClampF((v - a) / (b - a), 0.0f, 1.0f);
	return t * t * (3.0f - 2.0f * t);
}

float lwWrap01(float v) {
	if (!(v > -1e9f && v < 1e9f)) {
		return 0.0f;
	}
	float whole = (float)(int64_t)v;
	float r = v - whole;
	if (r < 0.0f) {
		r += 1.0f;
	}
	return r >= 1.0f ? 0.0f : r;
}

float lwWrapAngle(float radians) {
	double v = (double)radians;
	if (!(v > -1e9 && v < 1e9)) {
		return 0.0f;
	}
	return (float)(v - RoundNearest(v / (2.0 * s_pi)) * (2.0 * s_pi));
}
