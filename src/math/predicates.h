// SPDX-License-Identifier: MIT
// Exact geometric predicates on float coordinates: signs are never wrong, for any finite input.
#ifndef LW_MATH_PREDICATES_H
#define LW_MATH_PREDICATES_H

// Twice the signed area of a, b, c: > 0 counter-clockwise, < 0 clockwise, 0 exactly when on one line.
// The sign is exact and the value correct to 1e-6 of itself, however thin the triangle.
double lwOrient2D(const float a[2], const float b[2], const float c[2]);
// Sign: 1 when d lies inside the circle through the counter-clockwise a, b, c, -1 outside, 0 exactly when on it.
int lwInCircle(const float a[2], const float b[2], const float c[2], const float d[2]);

#endif
