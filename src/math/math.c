// SPDX-License-Identifier: MIT
#include "math/inline.h"

lwVec3 lwNormalizeOr(lwVec3 v, lwVec3 fallback) {
	float length = lwLength(v);
	return length > 1e-12f ? lwMul(v, 1.0f / length) : fallback;
}

lwVec3 lwPerpendicular(lwVec3 n) {
	// Duff et al., "Building an Orthonormal Basis, Revisited" (2017).
	float sign = n.z >= 0.0f ? 1.0f : -1.0f;
	float a = -1.0f / (sign + n.z);
	return lwV3(1.0f + sign * n.x * n.x * a, sign * n.x * n.y * a, -sign * n.x);
}

lwQuat lwQuatNormalize(lwQuat q) {
	return lwQuatNormalizeInline(q);
}

lwQuat lwQuatMul(lwQuat a, lwQuat b) {
	return lwQuatMulInline(a, b);
}

lwVec3 lwRotate(lwQuat q, lwVec3 v) {
	return lwRotateInline(q, v);
}

lwQuat lwQuatAxisAngle(lwVec3 unitAxis, float radians) {
	float s = lwSin(radians * 0.5f);
	lwQuat q = { unitAxis.x * s, unitAxis.y * s, unitAxis.z * s, lwCos(radians * 0.5f) };
	return q;
}

lwQuat lwQuatBetween(lwVec3 unitFrom, lwVec3 unitTo) {
	float d = lwDot(unitFrom, unitTo);
	if (d < -0.999999f) {
		lwVec3 axis = lwPerpendicular(unitFrom);
		lwQuat half = { axis.x, axis.y, axis.z, 0.0f };
		return half;
	}
	lwVec3 c = lwCross(unitFrom, unitTo);
	lwQuat q = { c.x, c.y, c.z, 1.0f + d };
	return lwQuatNormalize(q);
}

static lwQuat Hemisphere(lwQuat a, lwQuat b) {
	float d = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
	if (d < 0.0f) {
		lwQuat r = { -b.x, -b.y, -b.z, -b.w };
		return r;
	}
	return b;
}

lwQuat lwNlerp(lwQuat a, lwQuat b, float t) {
	b = Hemisphere(a, b);
	lwQuat q = { lwLerpF(a.x, b.x, t), lwLerpF(a.y, b.y, t), lwLerpF(a.z, b.z, t), lwLerpF(a.w, b.w, t) };
	return lwQuatNormalize(q);
}

lwQuat lwSlerp(lwQuat a, lwQuat b, float t) {
	b = Hemisphere(a, b);
	float d = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
	if (d > 0.9999f) {
		return lwNlerp(a, b, t);
	}
	float angle = lwAcos(d);
	float s = 1.0f / lwSin(angle);
	float wa = lwSin((1.0f - t) * angle) * s;
	float wb = lwSin(t * angle) * s;
	lwQuat q = { a.x * wa + b.x * wb, a.y * wa + b.y * wb, a.z * wa + b.z * wb, a.w * wa + b.w * wb };
	return lwQuatNormalize(q);
}

lwVec3 lwQuatLog(lwQuat q) {
	if (q.w < 0.0f) {
		q.x = -q.x;
		q.y = -q.y;
		q.z = -q.z;
		q.w = -q.w;
	}
	lwVec3 v = lwV3(q.x, q.y, q.z);
	float s = lwLength(v);
	float scale = s > 1e-6f ? 2.0f * lwAtan2(s, q.w) / s : 2.0f;
	return lwMul(v, scale);
}

lwQuat lwQuatExp(lwVec3 rotationVector) {
	float angle = lwLength(rotationVector);
	if (angle < 1e-6f) {
		lwQuat q = { rotationVector.x * 0.5f, rotationVector.y * 0.5f, rotationVector.z * 0.5f, 1.0f };
		return lwQuatNormalize(q);
	}
	return lwQuatAxisAngle(lwMul(rotationVector, 1.0f / angle), angle);
}

lwQuat lwQuatTwist(lwQuat q, lwVec3 unitAxis) {
	float d = q.x * unitAxis.x + q.y * unitAxis.y + q.z * unitAxis.z;
	lwQuat twist = { unitAxis.x * d, unitAxis.y * d, unitAxis.z * d, q.w };
	return lwQuatNormalize(twist);
}

lwQuat lwQuatFromAxes(lwVec3 x, lwVec3 y, lwVec3 z) {
	// Shepperd (1978): take the largest of the four squares.
	float trace = x.x + y.y + z.z;
	lwQuat q;
	if (trace > 0.0f) {
		float s = lwSqrt(trace + 1.0f) * 2.0f;
		q = (lwQuat){ (y.z - z.y) / s, (z.x - x.z) / s, (x.y - y.x) / s, 0.25f * s };
	} else if (x.x > y.y && x.x > z.z) {
		float s = lwSqrt(1.0f + x.x - y.y - z.z) * 2.0f;
		q = (lwQuat){ 0.25f * s, (y.x + x.y) / s, (z.x + x.z) / s, (y.z - z.y) / s };
	} else if (y.y > z.z) {
		float s = lwSqrt(1.0f + y.y - x.x - z.z) * 2.0f;
		q = (lwQuat){ (y.x + x.y) / s, 0.25f * s, (z.y + y.z) / s, (z.x - x.z) / s };
	} else {
		float s = lwSqrt(1.0f + z.z - x.x - y.y) * 2.0f;
		q = (lwQuat){ (z.x + x.z) / s, (z.y + y.z) / s, 0.25f * s, (x.y - y.x) / s };
	}
	return lwQuatNormalize(q);
}

lwQuat lwQuatUpForward(lwVec3 up, lwVec3 forward) {
	lwVec3 z = lwNormalizeOr(lwReject(forward, up), lwPerpendicular(up));
	lwVec3 x = lwCross(up, z);
	return lwQuatFromAxes(x, up, z);
}

lwTransform lwTransformIdentity(void) {
	lwTransform t = { { 0.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, 0.0f, 1.0f }, { 1.0f, 1.0f, 1.0f } };
	return t;
}

lwMat34 lwMat34Identity(void) {
	lwMat34 m = { { 1.0f, 0.0f, 0.0f }, { 0.0f, 1.0f, 0.0f }, { 0.0f, 0.0f, 1.0f }, { 0.0f, 0.0f, 0.0f } };
	return m;
}

lwMat34 lwMat34FromPosRot(lwVec3 pos, lwQuat q) {
	return lwMat34FromPosRotInline(pos, q);
}

lwMat34 lwMat34FromTransform(lwTransform t) {
	return lwMat34FromTransformInline(t);
}

lwMat34 lwMat34Mul(lwMat34 a, lwMat34 b) {
	lwMat34 m = { lwMat34Vector(a, b.x), lwMat34Vector(a, b.y), lwMat34Vector(a, b.z), lwMat34Point(a, b.t) };
	return m;
}

lwMat34 lwMat34Inverse(lwMat34 m) {
	lwVec3 yz = lwCross(m.y, m.z), zx = lwCross(m.z, m.x), xy = lwCross(m.x, m.y);
	float det = lwDot(m.x, yz);
	if (!(lwAbsF(det) > 1e-36f)) {
		return lwMat34Identity();
	}
	float s = 1.0f / det;
	lwMat34 r = {
		{ yz.x * s, zx.x * s, xy.x * s },
		{ yz.y * s, zx.y * s, xy.y * s },
		{ yz.z * s, zx.z * s, xy.z * s },
		{ 0.0f, 0.0f, 0.0f },
	};
	r.t = lwNeg(lwMat34Vector(r, m.t));
	return r;
}

lwQuat lwMat34Rotation(lwMat34 m) {
	lwVec3 z = lwNormalizeOr(m.z, lwV3(0.0f, 0.0f, 1.0f));
	lwVec3 y = lwNormalizeOr(lwReject(m.y, z), lwPerpendicular(z));
	lwVec3 x = lwCross(y, z);
	return lwQuatFromAxes(x, y, z);
}

lwTransform lwMat34Decompose(lwMat34 m, float* outError) {
	lwTransform t;
	t.pos = m.t;
	t.rot = lwMat34Rotation(m);
	lwVec3 x = lwRotate(t.rot, lwV3(1.0f, 0.0f, 0.0f));
	lwVec3 y = lwRotate(t.rot, lwV3(0.0f, 1.0f, 0.0f));
	lwVec3 z = lwRotate(t.rot, lwV3(0.0f, 0.0f, 1.0f));
	t.scale = lwV3(lwDot(m.x, x), lwDot(m.y, y), lwDot(m.z, z));
	if (outError != NULL) {
		lwMat34 back = lwMat34FromTransform(t);
		lwVec3 d[3] = { lwSub(back.x, m.x), lwSub(back.y, m.y), lwSub(back.z, m.z) };
		float worst = 0.0f;
		for (int i = 0; i < 3; ++i) {
			worst = lwMaxF(worst, lwMaxF(lwAbsF(d[i].x), lwMaxF(lwAbsF(d[i].y), lwAbsF(d[i].z))));
		}
		*outError = worst;
	}
	return t;
}
