// SPDX-License-Identifier: MIT
// A quick evaluation with an error bound; where it cannot tell, the exact sum as an expansion: doubles that do not overlap,
// smallest first (Priest 1991; Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric
// Predicates", 1997). Products of two floats are exact in double, so the terms of the orientation need no splitting. The
// largest value is below 2^520 and the smallest part above 2^-650: neither overflow nor underflow.
#include "math/predicates.h"

#define EPSILON 1.1102230246251565e-16 // 2^-53

static double Abs(double v) {
	return v < 0.0 ? -v : v;
}

// ---- Expansions ------------------------------------------------------------------------------------------------

#define MOST_PARTS 104 // 4 lifts of 2 terms times 6 terms, 2 parts each, and some

typedef struct Expansion {
	int count;
	double parts[MOST_PARTS];
} Expansion;

// a + b = *outSum + the returned error, exactly (Knuth).
static double TwoSum(double a, double b, double* outSum) {
	double sum = a + b;
	double virtualB = sum - a, virtualA = sum - virtualB;
	*outSum = sum;
	return (a - virtualA) + (b - virtualB);
}

static void Grow(Expansion* e, double b) {
	double carry = b;
	int count = 0;
	for (int i = 0; i < e->count; ++i) {
		double error = TwoSum(carry, e->parts[i], &carry);
		if (error != 0.0) {
			e->parts[count++] = error;
		}
	}
	if (carry != 0.0) {
		e->parts[count++] = carry;
	}
	e->count = count;
}

static void Split(double a, double* outHigh, double* outLow) {
	double c = 134217729.0 * a; // 2^27 + 1 (Dekker)
	*outHigh = c - (c - a);
	*outLow = a - *outHigh;
}

static void GrowProduct(Expansion* e, double a, double b) {
	double product = a * b, aHigh, aLow, bHigh, bLow;
	Split(a, &aHigh, &aLow);
	Split(b, &bHigh, &bLow);
	double error = aLow * bLow - (((product - aHigh * bHigh) - aLow * bHigh) - aHigh * bLow);
	if (error != 0.0) {
		Grow(e, error);
	}
	Grow(e, product);
}

static double Estimate(const Expansion* e) {
	double sum = 0.0;
	for (int i = 0; i < e->count; ++i) {
		sum += e->parts[i];
	}
	return sum;
}

// ---- Orientation -----------------------------------------------------------------------------------------------

// The six terms whose sum is the orientation; each is exact.
static void OrientTerms(const float a[2], const float b[2], const float c[2], double out[6]) {
	out[0] = (double)a[0] * (double)b[1];
	out[1] = -((double)a[1] * (double)b[0]);
	out[2] = (double)b[0] * (double)c[1];
	out[3] = -((double)b[1] * (double)c[0]);
	out[4] = (double)c[0] * (double)a[1];
	out[5] = -((double)c[1] * (double)a[0]);
}

double lwOrient2D(const float a[2], const float b[2], const float c[2]) {
	double left = ((double)a[0] - (double)c[0]) * ((double)b[1] - (double)c[1]);
	double right = ((double)a[1] - (double)c[1]) * ((double)b[0] - (double)c[0]);
	double det = left - right;
	if (Abs(det) > 4e-9 * (Abs(left) + Abs(right))) { // the error is below 4 epsilon times the sum
		return det;
	}
	double terms[6];
	OrientTerms(a, b, c, terms);
	Expansion e;
	e.count = 0;
	for (int i = 0; i < 6; ++i) {
		Grow(&e, terms[i]);
	}
	return Estimate(&e);
}

// ---- In circle -------------------------------------------------------------------------------------------------

// sign * (x^2 + y^2) * orientation(a, b, c)
static void GrowLifted(Expansion* e, double sign, const float point[2], const float a[2], const float b[2],
					   const float c[2]) {
	double terms[6];
	OrientTerms(a, b, c, terms);
	for (int k = 0; k < 2; ++k) {
		double square = sign * ((double)point[k] * (double)point[k]);
		for (int i = 0; i < 6; ++i) {
			GrowProduct(e, square, terms[i]);
		}
	}
}

static int ExactInCircle(const float a[2], const float b[2], const float c[2], const float d[2]) {
	Expansion e;
	e.count = 0;
	GrowLifted(&e, 1.0, a, b, c, d);
	GrowLifted(&e, -1.0, b, a, c, d);
	GrowLifted(&e, 1.0, c, a, b, d);
	GrowLifted(&e, -1.0, d, a, b, c);
	double largest = e.count > 0 ? e.parts[e.count - 1] : 0.0;
	return largest > 0.0 ? 1 : largest < 0.0 ? -1 : 0;
}

int lwInCircle(const float a[2], const float b[2], const float c[2], const float d[2]) {
	double adx = (double)a[0] - (double)d[0], ady = (double)a[1] - (double)d[1];
	double bdx = (double)b[0] - (double)d[0], bdy = (double)b[1] - (double)d[1];
	double cdx = (double)c[0] - (double)d[0], cdy = (double)c[1] - (double)d[1];
	double bc = bdx * cdy, cb = cdx * bdy, ca = cdx * ady, ac = adx * cdy, ab = adx * bdy, ba = bdx * ady;
	double aLift = adx * adx + ady * ady, bLift = bdx * bdx + bdy * bdy, cLift = cdx * cdx + cdy * cdy;
	double det = aLift * (bc - cb) + bLift * (ca - ac) + cLift * (ab - ba);
	double size = aLift * (Abs(bc) + Abs(cb)) + bLift * (Abs(ca) + Abs(ac)) + cLift * (Abs(ab) + Abs(ba));
	if (Abs(det) > 16.0 * EPSILON * size) { // Shewchuk's bound is (10 + 96 epsilon) epsilon
		return det > 0.0 ? 1 : -1;
	}
	return ExactInCircle(a, b, c, d);
}
