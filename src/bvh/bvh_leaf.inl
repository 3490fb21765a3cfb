// SPDX-License-Identifier: MIT
// A query and the eight triangles of a leaf; part of bvh_kernels.inl. A coarse float test over eight lanes keeps every triangle that
// could be hit; the few kept are tested exactly in double.

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

// Lanes from small to large key; keys of lanes not in the mask are not read.
LW_SIMD_FN int TakeNearest(uint32_t* ioMask, const float* key) {
	int nearest = LowestBit(*ioMask);
	for (uint32_t rest = *ioMask & (*ioMask - 1); rest != 0; rest &= rest - 1) {
		int lane = LowestBit(rest);
		nearest = key[lane] < key[nearest] ? lane : nearest;
	}
	*ioMask &= ~(1u << nearest);
	return nearest;
}

// ---- Rays ----------------------------------------------------------------------------------------------------

// Woop, Benthin, Wald, "Watertight Ray/Triangle Intersection" (2013): in the ray's sheared frame the sign of each
// edge function is right or 0, and 0 counts, so that no ray slips between triangles that share an edge or a vertex.
// *outSure: those that the ray passes well within.
LW_SIMD_FN uint32_t CoarseRay(const lwBvhRay* ray, const lwBvhLeaf* leaf, uint32_t* outSure) {
	lwF8 x[3], y[3], t[3];
	lwF8 ox = lwF8_Set(ray->o[ray->kx]), oy = lwF8_Set(ray->o[ray->ky]), oz = lwF8_Set(ray->o[ray->kz]);
	lwF8 sx = lwF8_Set(ray->sx), sy = lwF8_Set(ray->sy), sz = lwF8_Set(ray->sz);
	lwF8 reachX = lwF8_Set(0.0f), reachY = reachX;
	for (int k = 0; k < 3; ++k) {
		lwF8 z = lwF8_Sub(lwF8_Load(leaf->v[k][ray->kz]), oz);
		x[k] = lwF8_Sub(lwF8_Sub(lwF8_Load(leaf->v[k][ray->kx]), ox), lwF8_Mul(sx, z));
		y[k] = lwF8_Sub(lwF8_Sub(lwF8_Load(leaf->v[k][ray->ky]), oy), lwF8_Mul(sy, z));
		t[k] = lwF8_Mul(sz, z);
		reachX = lwF8_Max(reachX, lwF8_Abs(lwF8_Mul(sx, z)));
		reachY = lwF8_Max(reachY, lwF8_Abs(lwF8_Mul(sy, z)));
	}
	lwF8 u = lwF8_Sub(lwF8_Mul(x[2], y[1]), lwF8_Mul(y[2], x[1]));
	lwF8 v = lwF8_Sub(lwF8_Mul(x[0], y[2]), lwF8_Mul(y[0], x[2]));
	lwF8 w = lwF8_Sub(lwF8_Mul(x[1], y[0]), lwF8_Mul(y[1], x[0]));
	lwF8 zero = lwF8_Set(0.0f);
	lwF8 least = lwF8_Min(lwF8_Min(u, v), w), most = lwF8_Max(lwF8_Max(u, v), w);
	lwM8 inside = lwM8_Or(lwF8_Le(zero, least), lwF8_Le(most, zero));
	lwF8 wide = zero, high = zero;
	for (int k = 0; k < 3; ++k) {
		wide = lwF8_Max(wide, lwF8_Abs(x[k]));
		high = lwF8_Max(high, lwF8_Abs(y[k]));
	}
	// Coordinates carry the rounding of their origin and of the shear along z.
	lwF8 blur = lwF8_Mul(lwF8_Set(4e-6f), lwF8_Mul(lwF8_Add(wide, reachX), lwF8_Add(high, reachY)));
	*outSure = lwM8_Bits(lwM8_Or(lwF8_Lt(blur, least), lwF8_Lt(most, lwF8_Sub(zero, blur))));
	lwF8 near = lwF8_Min(lwF8_Min(t[0], t[1]), t[2]);
	lwF8 far = lwF8_Max(lwF8_Max(t[0], t[1]), t[2]);
	lwF8 slack = lwF8_Mul(lwF8_Set(1e-6f), lwF8_Max(lwF8_Abs(near), lwF8_Abs(far)));
	lwM8 within = lwM8_And(lwF8_Le(lwF8_Sub(near, slack), lwF8_Set(ray->limit)), lwF8_Le(zero, lwF8_Add(far, slack)));
	return lwM8_Bits(lwM8_And(inside, within)) & lwI8_Above(leaf->triangle, -1);
}

// ---- Sweeps --------------------------------------------------------------------------------------------------

// Part of the way, [in, out], in which a linear function start + rate * fraction is at most `most`. A rate of 0 gives all of
// it or, by an infinity, nothing; NaN changes nothing.
LW_SIMD_FN void ClipBelow(lwF8 start, lwF8 rate, lwF8 most, lwF8* ioIn, lwF8* ioOut) {
	lwF8 zero = lwF8_Set(0.0f);
	lwF8 at = lwF8_Div(lwF8_Sub(most, start), lwF8_Add(rate, zero)); // + 0: no negative zero
	lwM8 falls = lwF8_Lt(rate, zero), rises = lwF8_Le(zero, rate);
	*ioIn = lwF8_Select(falls, lwF8_Max(at, *ioIn), *ioIn);
	*ioOut = lwF8_Select(rises, lwF8_Min(at, *ioOut), *ioOut);
}

// Part of the way in which it is within -most and most; *outPer: 1 / |rate|.
LW_SIMD_FN void ClipBand(lwF8 start, lwF8 rate, lwF8 most, lwF8* ioIn, lwF8* ioOut, lwF8* outPer) {
	lwF8 zero = lwF8_Set(0.0f), size = lwF8_Abs(rate);
	lwM8 known = lwF8_Le(size, lwF8_Set(3e38f));
	lwF8 per = lwF8_Div(lwF8_Set(1.0f), lwF8_Max(size, lwF8_Set(1e-37f)));
	lwF8 ahead = lwF8_Select(lwF8_Lt(rate, zero), start, lwF8_Sub(zero, start)); // to the middle of the band
	lwF8 in = lwF8_Max(lwF8_Mul(lwF8_Sub(ahead, most), per), *ioIn), out = lwF8_Min(lwF8_Mul(lwF8_Add(ahead, most), per), *ioOut);
	*ioIn = lwF8_Select(known, in, *ioIn);
	*ioOut = lwF8_Select(known, out, *ioOut);
	*outPer = per;
}

// How a sphere's centre goes past eight triangles: heights over the planes and distances beyond the edges, linear in the
// fraction and times lengths.
typedef struct Passage {
	lwF8 height, rise, lengthN;     // times |n|
	lwF8 beyond[3], speed[3], lengthO[3]; // times |edge x n|
	lwF8 blurN, blurO;              // rounding of height and beyond
	lwF8 in, out;                   // when it may be in touch, [in, out]
} Passage;

// When could the sphere come to each triangle? Not before it is within the radius of the plane and not beyond an edge by
// more than the radius. Rounded to be early; 1e-36 keeps underflow from hiding a lane, comparisons keep NaN.
// *outSure: those whose plane the sphere comes to well within the edges, from outside.
LW_SIMD_FN uint32_t CoarseSweep(const lwBvhRay* ray, const lwBvhLeaf* leaf, Passage* out, uint32_t* outSure) {
	lwF8 v[3][3], e[3][3], n[3], d[3], size = lwF8_Set(0.0f), reach = size;
	for (int a = 0; a < 3; ++a) {
		lwF8 v0 = lwF8_Load(leaf->v[0][a]), v1 = lwF8_Load(leaf->v[1][a]), v2 = lwF8_Load(leaf->v[2][a]);
		lwF8 o = lwF8_Set(ray->o[a]);
		d[a] = lwF8_Set(ray->d[a]);
		e[0][a] = lwF8_Sub(v1, v0), e[1][a] = lwF8_Sub(v2, v1), e[2][a] = lwF8_Sub(v0, v2);
		v[0][a] = lwF8_Sub(v0, o), v[1][a] = lwF8_Sub(v1, o), v[2][a] = lwF8_Sub(v2, o);
		size = lwF8_Add(size, lwF8_Add(lwF8_Abs(e[0][a]), lwF8_Abs(e[1][a])));
		reach = lwF8_Add(reach, lwF8_Abs(v[0][a]));
	}
	reach = lwF8_Add(lwF8_Add(reach, size), lwF8_Set((fabsf(ray->d[0]) + fabsf(ray->d[1]) + fabsf(ray->d[2])) * ray->limit));
	lwF8_Cross(e[0], e[1], n);
	lwF8 pad = lwF8_Set(ray->pad * (1.0f + 1e-5f)), least = lwF8_Set(1e-36f), zero = lwF8_Set(0.0f);
	lwF8 size2 = lwF8_Mul(size, size);
	out->in = zero, out->out = lwF8_Set(ray->limit);
	// Plane: |height| <= pad, times |n|.
	out->height = lwF8_Sub(zero, lwF8_Dot(n, v[0])), out->rise = lwF8_Dot(n, d);
	out->lengthN = lwF8_Sqrt(lwF8_Add(lwF8_Dot(n, n), least));
	out->blurN = lwF8_Mul(lwF8_Set(1e-6f), lwF8_Mul(size2, reach));
	lwF8 most = lwF8_Add(lwF8_Mul(pad, out->lengthN), out->blurN);
	lwF8 per;
	ClipBand(out->height, out->rise, most, &out->in, &out->out, &per);
	// The entry is early by no more than this, and twice for good measure.
	lwF8 early = lwF8_Add(lwF8_Mul(lwF8_Set(3e-5f), lwF8_Mul(pad, out->lengthN)), lwF8_Mul(lwF8_Set(4.0f), out->blurN));
	early = lwF8_Mul(early, per);
	lwF8 at = lwF8_Add(out->in, early);
	lwM8 sure = lwF8_Lt(early, out->in);
	// Edges: the part of the way towards edge x n, times the length of that.
	out->blurO = lwF8_Mul(lwF8_Set(2e-6f), lwF8_Mul(lwF8_Mul(size2, size), reach));
	for (int i = 0; i < 3; ++i) {
		lwF8 o[3];
		lwF8_Cross(e[i], n, o);
		out->lengthO[i] = lwF8_Sqrt(lwF8_Add(lwF8_Dot(o, o), least));
		out->beyond[i] = lwF8_Sub(zero, lwF8_Dot(o, v[i])), out->speed[i] = lwF8_Dot(o, d);
		most = lwF8_Add(lwF8_Mul(pad, out->lengthO[i]), out->blurO);
		ClipBelow(out->beyond[i], out->speed[i], most, &out->in, &out->out);
		lwF8 then = lwF8_Add(out->beyond[i], lwF8_Mul(out->speed[i], at));
		sure = lwM8_And(sure, lwF8_Lt(lwF8_Add(then, lwF8_Add(out->blurO, lwF8_Mul(lwF8_Abs(out->speed[i]), early))), zero));
	}
	*outSure = lwM8_Bits(sure);
	uint32_t missed = lwM8_Bits(lwF8_Lt(out->out, lwF8_Mul(out->in, lwF8_Set(1.0f - 2e-6f))));
	return lwI8_Above(leaf->triangle, LW_BVH_EMPTY_LANE) & ~missed;
}

// The lanes of the mask that are left when edges are round: while the centre stays beyond an edge, the sphere touches no
// more than that edge's line, so height^2 + beyond^2 <= radius^2 at some time. outNear: when, at the earliest.
static uint32_t RoundSweep(const lwBvhRay* ray, const Passage* p, uint32_t mask, float outNear[LW_BVH_LANES]) {
	lwF8 zero = lwF8_Set(0.0f), limit = lwF8_Min(lwF8_Set(ray->limit), p->out);
	lwF8 perN = lwF8_Div(lwF8_Set(1.0f), p->lengthN);
	lwF8 span = lwF8_Sub(limit, p->in);
	lwF8 height = lwF8_Mul(lwF8_Add(p->height, lwF8_Mul(p->rise, p->in)), perN), rise = lwF8_Mul(p->rise, perN);
	// The edge that is farthest behind, at its nearest.
	lwF8 beyond = zero, speed = zero, blur = zero;
	for (int i = 0; i < 3; ++i) {
		lwF8 perO = lwF8_Div(lwF8_Set(1.0f), p->lengthO[i]);
		lwF8 q = lwF8_Mul(lwF8_Add(p->beyond[i], lwF8_Mul(p->speed[i], p->in)), perO), s = lwF8_Mul(p->speed[i], perO);
		lwF8 least = lwF8_Min(q, lwF8_Add(q, lwF8_Mul(s, span)));
		lwF8 soFar = lwF8_Min(beyond, lwF8_Add(beyond, lwF8_Mul(speed, span)));
		lwM8 farther = lwF8_Lt(soFar, least);
		beyond = lwF8_Select(farther, q, beyond);
		speed = lwF8_Select(farther, s, speed);
		blur = lwF8_Select(farther, lwF8_Mul(p->blurO, perO), blur);
	}
	lwF8 radius = lwF8_Add(lwF8_Set(ray->pad * (1.0f + 1e-5f)), lwF8_Mul(lwF8_Set(2.0f), lwF8_Add(blur, lwF8_Mul(p->blurN, perN))));
	// a t^2 + 2 b t + c <= 0, t from in; a is lengthened so that no division is by 0.
	lwF8 a = lwF8_Add(lwF8_Add(lwF8_Mul(rise, rise), lwF8_Mul(speed, speed)), lwF8_Set(1e-36f));
	lwF8 b = lwF8_Add(lwF8_Mul(height, rise), lwF8_Mul(beyond, speed));
	lwF8 c = lwF8_Sub(lwF8_Add(lwF8_Mul(height, height), lwF8_Mul(beyond, beyond)), lwF8_Mul(radius, radius));
	lwF8 inside = lwF8_Sub(lwF8_Mul(b, b), lwF8_Mul(a, c));
	lwM8 apart = lwF8_Lt(zero, c); // else in touch at once
	lwM8 never = lwM8_And(apart, lwM8_Or(lwF8_Lt(inside, zero), lwF8_Le(zero, b)));
	lwF8 wait = lwF8_Div(lwF8_Sub(lwF8_Sub(zero, b), lwF8_Sqrt(lwF8_Max(inside, zero))), a);
	lwF8 near = lwF8_Select(lwM8_And(apart, lwF8_Lt(zero, wait)), lwF8_Add(p->in, wait), p->in);
	near = lwF8_Mul(near, lwF8_Set(1.0f - 1e-5f));
	lwF8_Store(outNear, near);
	uint32_t late = lwM8_Bits(lwF8_Lt(lwF8_Set(ray->limit), near));
	return mask & ~lwM8_Bits(never) & ~late;
}

LW_SIMD_FN lwVec3d Corner(const lwBvhLeaf* leaf, int lane, int k) {
	lwVec3d v = { (double)leaf->v[k][0][lane], (double)leaf->v[k][1][lane], (double)leaf->v[k][2][lane] };
	return v;
}

// Through the triangle's inside, as the coarse test is sure: what lwTriangle_Ray comes to then.
LW_SIMD_FN void PlainRay(lwBvhWalk* w, const lwBvhLeaf* leaf, int lane) {
	lwVec3d v = Corner(leaf, lane, 0);
	lwVec3d cross = lwCrossD(lwSubD(Corner(leaf, lane, 1), v), lwSubD(Corner(leaf, lane, 2), v));
	v = lwSubD(v, w->ray.originD);
	double t = lwDotD(cross, v) / lwDotD(cross, w->ray.motionD);
	int index = leaf->triangle[lane];
	if (t >= 0.0 && t <= 1.0 && lwBvhBest_Comes(&w->best, t, 0.0, w->body, index)) {
		w->best.found = true;
		w->best.body = w->body;
		w->best.triangle = index;
		w->best.hit.fraction = t;
		w->best.hit.distance2 = 0.0;
		w->best.hit.point = lwMulD(w->ray.motionD, t);
		w->best.hit.cross = cross;
		w->best.hit.solid = false;
		lwBvhRay_SetLimit(&w->ray, &w->best);
	}
}

static void BorderRay(lwBvhWalk* w, const lwBvhLeaf* leaf, int lane) {
	lwTriangle triangle;
	int index = lwBvhLeaf_Triangle(leaf, lane, w->ray.originD, &triangle);
	lwTriangleHit hit = { .solid = false };
	if (lwTriangle_Ray(&triangle, w->ray.motionD, &hit) && lwBvhBest_Offer(&w->best, &hit, w->body, index)) {
		lwBvhRay_SetLimit(&w->ray, &w->best);
	}
}

LW_SIMD_FN void RayLeaf(lwBvhWalk* w, const lwBvhLeaf* leaf) {
	uint32_t sure;
	for (uint32_t mask = CoarseRay(&w->ray, leaf, &sure); mask != 0; mask &= mask - 1) {
		int lane = LowestBit(mask);
		if ((sure >> lane & 1u) != 0) {
			PlainRay(w, leaf, lane);
		} else {
			BorderRay(w, leaf, lane);
		}
	}
}

// Onto the triangle's inside, as the coarse test is sure: what lwTriangle_Sweep comes to then.
static void PlainSweep(lwBvhWalk* w, const lwBvhLeaf* leaf, int lane) {
	lwVec3d v = Corner(leaf, lane, 0);
	lwVec3d cross = lwCrossD(lwSubD(Corner(leaf, lane, 1), v), lwSubD(Corner(leaf, lane, 2), v));
	v = lwSubD(v, w->ray.originD);
	double height = lwDotD(cross, v), rate = lwDotD(cross, w->ray.motionD);
	double reach = w->ray.radius * lwSqrtD(lwDotD(cross, cross)); // of the sphere, in heights
	reach = height < 0.0 ? -reach : reach;
	double t = (height - reach) / rate;
	int index = leaf->triangle[lane];
	if (t >= 0.0 && t <= 1.0 && lwBvhBest_Comes(&w->best, t, 0.0, w->body, index)) {
		w->best.found = true;
		w->best.body = w->body;
		w->best.triangle = index;
		w->best.hit.fraction = t;
		w->best.hit.distance2 = w->ray.radius * w->ray.radius;
		w->best.hit.point = lwMulAddD(lwMulD(w->ray.motionD, t), cross, reach / lwDotD(cross, cross));
		w->best.hit.cross = cross;
		w->best.hit.solid = false;
		lwBvhRay_SetLimit(&w->ray, &w->best);
	}
}

static void SweepLeaf(lwBvhWalk* w, const lwBvhLeaf* leaf) {
	Passage passage;
	uint32_t sure;
	uint32_t mask = CoarseSweep(&w->ray, leaf, &passage, &sure);
	for (sure &= mask; sure != 0; sure &= sure - 1) {
		PlainSweep(w, leaf, LowestBit(sure));
		mask &= ~(1u << LowestBit(sure));
	}
	float near[LW_BVH_LANES];
	mask = mask != 0 ? RoundSweep(&w->ray, &passage, mask, near) : 0;
	while (mask != 0) {
		int lane = TakeNearest(&mask, near);
		if (near[lane] > w->ray.limit) {
			return;
		}
		lwTriangle triangle;
		int index = lwBvhLeaf_Triangle(leaf, lane, w->ray.originD, &triangle);
		double limit = w->best.found ? w->best.hit.fraction : 1.0;
		lwTriangleHit hit = { .solid = false };
		if (lwTriangle_Sweep(&triangle, w->ray.motionD, w->ray.radius, limit, &hit) &&
			lwBvhBest_Offer(&w->best, &hit, w->body, index)) {
			lwBvhRay_SetLimit(&w->ray, &w->best);
		}
	}
}

// ---- Closest point -------------------------------------------------------------------------------------------

// Squared distances from 0 to the segments from a along e.
LW_SIMD_FN lwF8 SegmentDistances(const lwF8 a[3], const lwF8 e[3]) {
	lwF8 zero = lwF8_Set(0.0f);
	lwF8 along = lwF8_Div(lwF8_Sub(zero, lwF8_Dot(a, e)), lwF8_Add(lwF8_Dot(e, e), lwF8_Set(1e-37f)));
	lwF8 s = lwF8_Min(lwF8_Max(along, zero), lwF8_Set(1.0f));
	lwF8 p[3];
	for (int i = 0; i < 3; ++i) {
		p[i] = lwF8_Add(a[i], lwF8_Mul(e[i], s));
	}
	return lwF8_Dot(p, p);
}

// Squared distances from 0 to the planes; 3e38 where 0 projects outside the triangle.
LW_SIMD_FN lwF8 PlaneDistances(lwF8 v[3][3], lwF8 e[3][3]) {
	lwF8 n[3], zero = lwF8_Set(0.0f);
	lwF8_Cross(e[0], e[1], n);
	lwM8 outside = lwF8_Lt(zero, zero);
	for (int i = 0; i < 3; ++i) {
		lwF8 seen[3]; // twice the area of the edge seen from 0
		lwF8_Cross(v[i], v[(i + 1) % 3], seen);
		outside = lwM8_Or(outside, lwF8_Lt(lwF8_Dot(seen, n), zero));
	}
	// Divided before it is squared: the length may overflow, to a distance of 0; the height must not.
	lwF8 distance = lwF8_Div(lwF8_Dot(n, v[0]), lwF8_Sqrt(lwF8_Add(lwF8_Dot(n, n), lwF8_Set(1e-37f))));
	return lwF8_Select(outside, lwF8_Set(3e38f), lwF8_Mul(distance, distance));
}

// Mask of the triangles that may be within the limit, their squared distances as far as floats tell, and by how much a
// distance may be wrong.
LW_SIMD_FN uint32_t TriangleDistances(const lwBvhNearby* q, const lwBvhLeaf* leaf, float outDistance2[LW_BVH_LANES],
									  float outSlack[LW_BVH_LANES]) {
	lwF8 v[3][3], e[3][3], slack = lwF8_Set(0.0f);
	for (int a = 0; a < 3; ++a) {
		lwF8 p = lwF8_Set(q->p[a]);
		for (int k = 0; k < 3; ++k) {
			v[k][a] = lwF8_Sub(lwF8_Load(leaf->v[k][a]), p);
			slack = lwF8_Add(slack, lwF8_Abs(v[k][a]));
		}
		e[0][a] = lwF8_Sub(v[1][a], v[0][a]), e[1][a] = lwF8_Sub(v[2][a], v[1][a]), e[2][a] = lwF8_Sub(v[0][a], v[2][a]);
	}
	slack = lwF8_Mul(slack, lwF8_Set(2e-6f));
	lwF8 least = PlaneDistances(v, e);
	for (int i = 0; i < 3; ++i) {
		least = lwF8_Min(SegmentDistances(v[i], e[i]), least);
	}
	lwF8 most = lwF8_Add(lwF8_Set(q->limit), slack);
	lwF8_Store(outDistance2, least);
	lwF8_Store(outSlack, slack);
	return lwM8_Bits(lwF8_Le(least, lwF8_Mul(most, most))) & lwI8_Above(leaf->triangle, LW_BVH_EMPTY_LANE);
}

static void NearbyLeaf(lwBvhNearby* q, const lwBvhLeaf* leaf) {
	float distance2[LW_BVH_LANES], slack[LW_BVH_LANES];
	uint32_t mask = TriangleDistances(q, leaf, distance2, slack);
	while (mask != 0) {
		int lane = TakeNearest(&mask, distance2);
		float most = q->limit + slack[lane];
		if (!(distance2[lane] <= most * most)) {
			continue;
		}
		lwTriangle triangle;
		int index = lwBvhLeaf_Triangle(leaf, lane, q->pointD, &triangle);
		lwTriangleHit hit = { .cross = lwTriangle_Cross(&triangle) };
		hit.point = lwTriangle_Closest(&triangle, hit.cross);
		hit.distance2 = lwDotD(hit.point, hit.point);
		if (hit.distance2 <= q->best.hit.distance2 && lwBvhBest_Offer(&q->best, &hit, q->body, index)) {
			lwBvhNearby_SetLimit(q);
		}
	}
}
