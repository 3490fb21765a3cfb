// SPDX-License-Identifier: MIT
// Path mover: a polyline with its corners smoothed, laid on the ground, walked with soft start and stop. Everything is
// a table over the way s, so that prediction in time and in distance is exact.
#include "legwork/trajectory.h"

#include <stdlib.h>
#include <string.h>

#define MAX_STATIONS 400000
#define STATIONS_PER_L 32
#define MAX_KERNEL_HALF 1024 // stations; what is wider is cut
#define LEAST_SPEED 0.05f    // of a profile, share of its fastest
#define MAX_SMOOTHING 16.0f  // L

typedef struct Station {
	lwVec3 pos;   // on the smoothed ground
	float yaw;    // unwrapped
	float s;      // way along the surface; 0 at the start of the path
	float clock;  // s of walking at full speed from the start
} Station;

struct lwPathMover {
	lwPathMoverDef def;
	Station* stations;
	int count;
	int first, last;  // stations of the path's start and end; what lies outside is a straight continuation
	float length;
	float accelTime;
	float fullTime;   // clock at the end
	float peak;       // share of the speed reached (below 1 on short paths)
	float time;
};

lwPathMoverDef lwDefaultPathMoverDef(void) {
	lwPathMoverDef def;
	memset(&def, 0, sizeof(def));
	def.cookie = LW_COOKIE;
	def.accelTime = 0.6f;
	return def;
}

// ---- Building --------------------------------------------------------------------------------------------------

typedef struct Builder {
	const lwPathMoverDef* def;
	float step;
	int margin;      // stations of straight continuation at either end
	int count;
	lwVec3* plan;    // resampled polyline, y = level hint
	lwVec3* smooth;
	float* height;
	float* scratch;
	int half;        // of the kernel
	double kernelSum, kernel[2 * MAX_KERNEL_HALF + 1];
} Builder;

static float PlanDistance(lwVec3 a, lwVec3 b) {
	return lwLength(lwV3(a.x - b.x, 0.0f, a.z - b.z));
}

static int KernelHalf(const Builder* b, float width) {
	float half = width / b->step;
	return half < (float)MAX_KERNEL_HALF ? (int)half : MAX_KERNEL_HALF;
}

// Make the weights of a raised-cosine average over +-half entries.
static void MakeKernel(Builder* b, int half) {
	b->half = half;
	b->kernelSum = 0.0;
	for (int k = -half; k <= half; ++k) {
		b->kernel[k + half] = 1.0 + (double)lwCos(LW_PI * (float)k / (float)(half + 1));
		b->kernelSum += b->kernel[k + half];
	}
}

// Average of values[i * stride] by the builder's kernel; ends repeat.
static float KernelAverage(const Builder* b, const float* values, int stride, int at) {
	int half = b->half, count = b->count;
	if (half < 1) {
		return values[at * stride];
	}
	double sum = 0.0;
	for (int k = -half; k <= half; ++k) {
		int i = at + k < 0 ? 0 : at + k >= count ? count - 1 : at + k;
		sum += b->kernel[k + half] * (double)values[i * stride];
	}
	return (float)(sum / b->kernelSum);
}

static void Resample(Builder* b) {
	const lwPathMoverDef* def = b->def;
	int inner = b->count - 2 * b->margin;
	float total = 0.0f;
	for (int i = 1; i < def->pointCount; ++i) {
		total += PlanDistance(def->points[i], def->points[i - 1]);
	}
	int segment = 1;
	float start = 0.0f;
	for (int i = 0; i < inner; ++i) {
		float at = total * (float)i / (float)(inner - 1);
		float span = PlanDistance(def->points[segment], def->points[segment - 1]);
		while (segment < def->pointCount - 1 && at > start + span) {
			start += span;
			++segment;
			span = PlanDistance(def->points[segment], def->points[segment - 1]);
		}
		float t = span > 0.0f ? lwClampF((at - start) / span, 0.0f, 1.0f) : 1.0f;
		b->plan[b->margin + i] = lwLerp3(def->points[segment - 1], def->points[segment], t);
	}
	lwVec3* inside = b->plan + b->margin;
	lwVec3 head = lwSub(inside[0], inside[1]);
	lwVec3 tail = lwSub(inside[inner - 1], inside[inner - 2]);
	head.y = tail.y = 0.0f;
	for (int i = 1; i <= b->margin; ++i) {
		b->plan[b->margin - i] = lwMulAdd(inside[0], head, (float)i);
		b->plan[b->margin + inner - 1 + i] = lwMulAdd(inside[inner - 1], tail, (float)i);
	}
}

static void SmoothPlan(Builder* b, int half) {
	MakeKernel(b, half);
	for (int i = 0; i < b->count; ++i) {
		b->smooth[i].x = KernelAverage(b, &b->plan[0].x, 3, i);
		b->smooth[i].y = KernelAverage(b, &b->plan[0].y, 3, i);
		b->smooth[i].z = KernelAverage(b, &b->plan[0].z, 3, i);
	}
}

#define MAX_LEVELS 64

// The surfaces a vertical line meets from above down.
typedef struct Levels {
	int count;
	float y[MAX_LEVELS];
	bool floor[MAX_LEVELS]; // met from its front, and flat enough to walk on
	bool front[MAX_LEVELS];
} Levels;

static void FindLevels(const lwWorld* world, lwVec3 at, float reach, Levels* out) {
	lwVec3 from = lwV3(at.x, at.y + reach, at.z);
	float left = 2.0f * reach;
	out->count = 0;
	while (out->count < MAX_LEVELS && left > 0.0f) {
		lwCastHit hit = lwWorld_Ray(world, from, lwV3(0.0f, -left, 0.0f), lw_channelAll);
		if (!hit.hit) {
			return;
		}
		out->y[out->count] = hit.pos.y;
		out->front[out->count] = !hit.back;
		out->floor[out->count] = hit.faceNormal.y > 0.3f;
		out->count += 1;
		float skip = lwMaxF(lwAbsF(hit.pos.y), reach * 1e-3f) * 1e-5f + 1e-6f;
		left = hit.pos.y - (at.y - reach) - skip;
		from.y = hit.pos.y - skip;
	}
}

// The lowest floor with room to stand under what is above it: not the underside of a block, not the ground inside a rock.
// Meshes wound inside out have no fronts; then every surface counts.
static bool LowestGround(const lwWorld* world, lwVec3 at, float reach, float room, float* outY) {
	Levels levels;
	FindLevels(world, at, reach, &levels);
	bool anyFront = false;
	for (int i = 0; i < levels.count; ++i) {
		anyFront = anyFront || levels.front[i];
	}
	for (int i = levels.count - 1; i >= 0; --i) {
		bool faces = levels.floor[i] && (levels.front[i] || !anyFront);
		bool free = i == 0 || levels.y[i - 1] - levels.y[i] > room;
		if (faces && free) {
			*outY = levels.y[i];
			return true;
		}
	}
	return false;
}

static bool GroundAt(const lwPathMoverDef* def, lwVec3 at, float hint, bool useHint, float* outY) {
	if (def->world == NULL || def->world->cast == NULL) {
		*outY = 0.0f;
		return true;
	}
	if (useHint) {
		lwVec3 from = lwV3(at.x, hint + def->length, at.z);
		lwCastHit hit = lwWorld_Ray(def->world, from, lwV3(0.0f, -3.0f * def->length, 0.0f), lw_channelAll);
		if (hit.hit) {
			*outY = hit.pos.y;
			return true;
		}
	}
	return LowestGround(def->world, at, 1000.0f * def->length, def->length, outY);
}

static void SampleGround(Builder* b) {
	const lwPathMoverDef* def = b->def;
	float last = 0.0f;
	bool have = false;
	int firstFound = b->count;
	for (int i = 0; i < b->count; ++i) {
		float y = last;
		float hint = def->hasHeight ? b->smooth[i].y : last;
		bool useHint = def->hasHeight;
		bool found = GroundAt(def, b->smooth[i], hint, useHint, &y);
		if (found && !have) {
			firstFound = i;
			have = true;
		}
		if (found) {
			last = y;
		}
		b->scratch[i] = have ? last : 0.0f;
	}
	for (int i = 0; i < firstFound && firstFound < b->count; ++i) {
		b->scratch[i] = b->scratch[firstFound];
	}
}

static void SmoothYaw(Builder* b, Station* stations, int half) {
	const lwPathMoverDef* def = b->def;
	if (def->facingFixed) {
		for (int i = 0; i < b->count; ++i) {
			stations[i].yaw = lwWrapAngle(def->facing - def->travelYaw);
		}
		return;
	}
	float yaw = 0.0f;
	bool have = false;
	for (int i = 0; i < b->count; ++i) {
		lwVec3 a = b->smooth[i > 0 ? i - 1 : 0];
		lwVec3 c = b->smooth[i + 1 < b->count ? i + 1 : i];
		lwVec3 d = lwSub(c, a);
		if (d.x * d.x + d.z * d.z > 1e-4f * b->step * b->step) {
			float heading = lwAtan2(d.x, d.z) - def->travelYaw;
			yaw = have ? yaw + lwWrapAngle(heading - yaw) : lwWrapAngle(heading);
			have = true;
		}
		b->scratch[i] = yaw;
	}
	MakeKernel(b, half);
	for (int i = 0; i < b->count; ++i) {
		stations[i].yaw = KernelAverage(b, b->scratch, 1, i);
	}
}

// The speed asked for at a distance along the path: squares between points in proportion to the way.
static float SpeedAt(const lwPathMoverDef* def, float distance) {
	if (def->speedCount == 0) {
		return def->speed;
	}
	const lwSpeedPoint* p = def->speeds;
	int i = 0;
	while (i < def->speedCount && p[i].distance <= distance) {
		++i;
	}
	if (i == 0 || i == def->speedCount) {
		return lwMaxF(p[i == 0 ? 0 : i - 1].speed, LEAST_SPEED * def->speed);
	}
	float t = (distance - p[i - 1].distance) / (p[i].distance - p[i - 1].distance);
	float square = lwLerpF(p[i - 1].speed * p[i - 1].speed, p[i].speed * p[i].speed, t);
	return lwMaxF(lwSqrt(square), LEAST_SPEED * def->speed);
}

// Share of a speed that is gone at a station: slopes, sidesteps and turns slow down.
static float SpeedShare(const lwPathMoverDef* def, const Station* a, const Station* b, float speed) {
	float flat = PlanDistance(b->pos, a->pos), way = lwDistance(b->pos, a->pos);
	float share = lwMaxF(0.2f, 1.0f - def->slopeSlowdown * lwAtan2(lwAbsF(b->pos.y - a->pos.y), flat));
	lwVec3 d = lwSub(b->pos, a->pos);
	float heading = lwAtan2(d.x, d.z);
	float across = flat > 0.0f ? lwAbsF(lwSin(heading - a->yaw - def->travelYaw)) * speed : 0.0f;
	if (def->sideSpeed > 0.0f && across > def->sideSpeed) {
		share = lwMinF(share, lwMaxF(def->sideSpeed / across, 0.1f));
	}
	float about = way > 0.0f ? lwAbsF(b->yaw - a->yaw) / way * def->turnRadius * speed : 0.0f;
	if (about > def->turnSpeed) {
		share = lwMinF(share, lwMaxF(def->turnSpeed / about, 0.1f));
	}
	return share;
}

static void Integrate(lwPathMover* mover, Builder* b) {
	const lwPathMoverDef* def = &mover->def;
	Station* st = mover->stations;
	MakeKernel(b, KernelHalf(b, 0.5f * def->length));
	for (int i = 1; i < b->count; ++i) {
		float speed = SpeedAt(def, b->step * (float)(i - mover->first));
		b->height[i] = SpeedShare(def, &st[i - 1], &st[i], speed);
		b->height[i] *= def->speedCount > 0 ? speed / def->speed : 1.0f;
	}
	b->height[0] = b->count > 1 ? b->height[1] : 1.0f;
	for (int i = 0; i < b->count; ++i) { // no sudden change of speed
		b->scratch[i] = KernelAverage(b, b->height, 1, i);
	}
	for (int i = 1; i < b->count; ++i) {
		float way = lwDistance(st[i].pos, st[i - 1].pos);
		st[i].s = st[i - 1].s + way;
		st[i].clock = st[i - 1].clock + way / (def->speed * b->scratch[i]);
	}
	float s0 = st[mover->first].s, c0 = st[mover->first].clock;
	for (int i = 0; i < b->count; ++i) {
		st[i].s -= s0;
		st[i].clock -= c0;
	}
	mover->length = st[mover->last].s;
	mover->fullTime = st[mover->last].clock;
	mover->accelTime = lwMaxF(def->accelTime, 1e-3f);
	mover->peak = lwMinF(1.0f, mover->fullTime / mover->accelTime);
}

static float Fastest(const lwPathMoverDef* def) {
	float fastest = def->speedCount > 0 ? 0.0f : def->speed;
	for (int i = 0; i < def->speedCount; ++i) {
		fastest = lwMaxF(fastest, def->speeds[i].speed);
	}
	return fastest;
}

static lwResult CheckDef(const lwPathMoverDef* def) {
	if (!LW_ASSERT(def != NULL && def->cookie == LW_COOKIE)) {
		return lwResult_Fail(lw_errorArgument, "path mover: def was not made by lwDefaultPathMoverDef");
	}
	if (def->points == NULL || def->pointCount < 2) {
		return lwResult_Fail(lw_errorArgument, "path mover: a path needs two points or more, got %d", def->pointCount);
	}
	if (def->speedCount < 0 || (def->speedCount > 0) != (def->speeds != NULL)) {
		return lwResult_Fail(lw_errorArgument, "path mover: %d speeds", def->speedCount);
	}
	float speed = Fastest(def);
	if (!(speed > 0.0f) || !(def->length > 0.0f) || !(speed < 1e9f)) {
		return lwResult_Fail(lw_errorArgument, "path mover: speed and length must be above 0 and below 1e9, got %g and %g", (double)speed,
							 (double)def->length);
	}
	bool sane = lwAbsF(def->startTime) < 1e6f && def->slopeSlowdown >= 0.0f && def->slopeSlowdown < 100.0f && def->accelTime >= 0.0f &&
				def->accelTime < 1e6f && lwAbsF(def->travelYaw) < 1e3f && lwAbsF(def->facing) < 1e3f;
	if (!sane) {
		return lwResult_Fail(lw_errorArgument, "path mover: times, yaws or slope slowdown are out of range");
	}
	for (int i = 0; i < def->speedCount; ++i) {
		const lwSpeedPoint* p = &def->speeds[i];
		bool good = p->speed >= 0.0f && p->speed < 1e9f && p->distance >= 0.0f && p->distance < 1e9f;
		if (!good || (i > 0 && !(p->distance > def->speeds[i - 1].distance))) {
			return lwResult_Fail(lw_errorArgument, "path mover: speed %d: distances must grow, none below 0", i);
		}
	}
	float total = 0.0f;
	for (int i = 0; i < def->pointCount; ++i) {
		lwVec3 p = def->points[i];
		if (!(lwAbsF(p.x) < 1e9f && lwAbsF(p.y) < 1e9f && lwAbsF(p.z) < 1e9f)) {
			return lwResult_Fail(lw_errorArgument, "path mover: point %d is not within 1e9 of the origin", i);
		}
		total += i > 0 ? PlanDistance(p, def->points[i - 1]) : 0.0f;
	}
	if (!(total > 1e-3f * def->length)) {
		return lwResult_Fail(lw_errorArgument, "path mover: the path has no length; its points are one point");
	}
	if (total / def->length * (float)STATIONS_PER_L > (float)(MAX_STATIONS / 2)) {
		return lwResult_Fail(lw_errorLimit, "path mover: the path is longer than %d leg lengths",
							 MAX_STATIONS / 2 / STATIONS_PER_L);
	}
	return lwResult_Ok();
}

static lwResult Build(lwPathMover* mover, Builder* b) {
	const lwPathMoverDef* def = &mover->def;
	float total = 0.0f;
	for (int i = 1; i < def->pointCount; ++i) {
		total += PlanDistance(def->points[i], def->points[i - 1]);
	}
	int inner = (int)(total / def->length * (float)STATIONS_PER_L) + 2;
	b->def = def;
	b->step = total / (float)(inner - 1);
	float reach = 6.0f * def->length + 2.0f * (def->smoothing + def->groundSmoothing);
	b->margin = (int)(reach / b->step) + 2;
	b->margin = b->margin > MAX_STATIONS / 4 ? MAX_STATIONS / 4 : b->margin;
	b->count = inner + 2 * b->margin;
	size_t n = (size_t)b->count;
	b->plan = malloc(n * sizeof(lwVec3));
	b->smooth = malloc(n * sizeof(lwVec3));
	b->height = malloc(n * sizeof(float));
	b->scratch = malloc(n * sizeof(float));
	mover->stations = calloc(n, sizeof(Station));
	if (b->plan == NULL || b->smooth == NULL || b->height == NULL || b->scratch == NULL || mover->stations == NULL) {
		return lwResult_Fail(lw_errorMemory, "path mover: no memory for %d stations", b->count);
	}
	mover->count = b->count;
	mover->first = b->margin;
	mover->last = b->margin + inner - 1;
	int corner = KernelHalf(b, def->smoothing);
	int ground = KernelHalf(b, def->groundSmoothing);
	Resample(b);
	SmoothPlan(b, corner);
	SampleGround(b);
	MakeKernel(b, ground);
	for (int i = 0; i < b->count; ++i) {
		float y = KernelAverage(b, b->scratch, 1, i);
		mover->stations[i].pos = lwV3(b->smooth[i].x, y, b->smooth[i].z);
	}
	SmoothYaw(b, mover->stations, corner / 2);
	Integrate(mover, b);
	return lwResult_Ok();
}

lwResult lwCreatePathMover(const lwPathMoverDef* def, lwPathMover** outMover) {
	*outMover = NULL;
	lwResult result = CheckDef(def);
	if (result.status != lw_ok) {
		return result;
	}
	lwPathMover* mover = calloc(1, sizeof(*mover));
	if (mover == NULL) {
		return lwResult_Fail(lw_errorMemory, "path mover: no memory");
	}
	mover->def = *def;
	mover->def.speed = Fastest(def);
	float most = MAX_SMOOTHING * def->length;
	mover->def.smoothing = def->smoothing > 0.0f ? lwMinF(def->smoothing, most) : 0.8f * def->length;
	mover->def.groundSmoothing = def->groundSmoothing > 0.0f ? lwMinF(def->groundSmoothing, most) : 0.6f * def->length;
	Builder b;
	memset(&b, 0, sizeof(b));
	result = Build(mover, &b);
	free(b.plan);
	free(b.smooth);
	free(b.height);
	free(b.scratch);
	mover->def.points = NULL;
	mover->def.speeds = NULL;
	mover->def.world = NULL;
	if (result.status != lw_ok) {
		lwDestroyPathMover(mover);
		return result;
	}
	*outMover = mover;
	return result;
}

void lwDestroyPathMover(lwPathMover* mover) {
	if (mover != NULL) {
		free(mover->stations);
		free(mover);
	}
}

// ---- Asking ----------------------------------------------------------------------------------------------------

// Integral of smoothstep over [0, x], x in [0, 1].
static float RampIntegral(float x) {
	return x * x * x - 0.5f * x * x * x * x;
}

float lwPathMover_TravelTime(const lwPathMover* mover) {
	float cruise = mover->fullTime / mover->peak - mover->accelTime;
	return mover->def.startTime + 2.0f * mover->accelTime + lwMaxF(cruise, 0.0f);
}

// Full-speed clock and its rate at a time since the mover's start.
static float ClockAt(const lwPathMover* mover, float time, float* outRate) {
	float a = mover->accelTime;
	float end = lwPathMover_TravelTime(mover) - mover->def.startTime;
	float t = time - mover->def.startTime;
	*outRate = 0.0f;
	if (t <= 0.0f) {
		return 0.0f;
	}
	if (t >= end) {
		return mover->fullTime;
	}
	if (t < a) {
		*outRate = mover->peak * lwSmoothStep(0.0f, 1.0f, t / a);
		return mover->peak * a * RampIntegral(t / a);
	}
	if (end - t < a) {
		*outRate = mover->peak * lwSmoothStep(0.0f, 1.0f, (end - t) / a);
		return mover->fullTime - mover->peak * a * RampIntegral((end - t) / a);
	}
	*outRate = mover->peak;
	return mover->peak * (0.5f * a + (t - a));
}

// Index i with key(i) <= value < key(i + 1); byClock chooses the key.
static int FindStation(const lwPathMover* mover, float value, bool byClock) {
	int lo = 0, hi = mover->count - 1;
	while (hi - lo > 1) {
		int mid = (lo + hi) / 2;
		float key = byClock ? mover->stations[mid].clock : mover->stations[mid].s;
		if (key <= value) {
			lo = mid;
		} else {
			hi = mid;
		}
	}
	return lo;
}

static float Hermite(float a, float b, float da, float db, float t) {
	float t2 = t * t, t3 = t2 * t;
	return a * (2.0f * t3 - 3.0f * t2 + 1.0f) + da * (t3 - 2.0f * t2 + t) + b * (3.0f * t2 - 2.0f * t3) + db * (t3 - t2);
}

static float HermiteSlope(float a, float b, float da, float db, float t) {
	float t2 = t * t;
	return (a - b) * (6.0f * t2 - 6.0f * t) + da * (3.0f * t2 - 4.0f * t + 1.0f) + db * (3.0f * t2 - 2.0f * t);
}

// Cubic through the stations; rate: way per second.
static void Evaluate(const lwPathMover* mover, int i, float t, float rate, lwMotion* out) {
	const Station* st = mover->stations;
	int n = mover->count;
	const Station* p0 = &st[i > 0 ? i - 1 : 0];
	const Station* p1 = &st[i];
	const Station* p2 = &st[i + 1 < n ? i + 1 : i];
	const Station* p3 = &st[i + 2 < n ? i + 2 : n - 1];
	lwVec3 d1 = lwMul(lwSub(p2->pos, p0->pos), 0.5f), d2 = lwMul(lwSub(p3->pos, p1->pos), 0.5f);
	out->pos.x = Hermite(p1->pos.x, p2->pos.x, d1.x, d2.x, t);
	out->pos.y = Hermite(p1->pos.y, p2->pos.y, d1.y, d2.y, t);
	out->pos.z = Hermite(p1->pos.z, p2->pos.z, d1.z, d2.z, t);
	lwVec3 tangent = lwV3(HermiteSlope(p1->pos.x, p2->pos.x, d1.x, d2.x, t), HermiteSlope(p1->pos.y, p2->pos.y, d1.y, d2.y, t),
						  HermiteSlope(p1->pos.z, p2->pos.z, d1.z, d2.z, t));
	out->velocity = lwMul(lwNormalizeOr(tangent, lwV3(0.0f, 0.0f, 0.0f)), rate);
	float y1 = 0.5f * (p2->yaw - p0->yaw), y2 = 0.5f * (p3->yaw - p1->yaw);
	out->yaw = Hermite(p1->yaw, p2->yaw, y1, y2, t);
	float span = lwMaxF(p2->s - p1->s, 1e-12f);
	out->yawRate = HermiteSlope(p1->yaw, p2->yaw, y1, y2, t) / span * rate;
	out->distance = lwLerpF(p1->s, p2->s, t);
}

static void AtTime(void* user, float seconds, lwMotion* out) {
	const lwPathMover* mover = user;
	float rate;
	float clock = ClockAt(mover, mover->time + seconds, &rate);
	int i = FindStation(mover, clock, true);
	float span = mover->stations[i + 1].clock - mover->stations[i].clock;
	float t = span > 0.0f ? lwClampF((clock - mover->stations[i].clock) / span, 0.0f, 1.0f) : 0.0f;
	float speed = span > 0.0f ? (mover->stations[i + 1].s - mover->stations[i].s) / span : 0.0f;
	Evaluate(mover, i, t, rate * speed, out);
}

static void AtDistance(void* user, float distance, lwMotion* out) {
	const lwPathMover* mover = user;
	int i = FindStation(mover, distance, false);
	float span = mover->stations[i + 1].s - mover->stations[i].s;
	float t = span > 0.0f ? (distance - mover->stations[i].s) / span : 0.0f;
	Evaluate(mover, i, lwClampF(t, 0.0f, 1.0f), 0.0f, out);
	out->distance = distance;
}

void lwPathMover_Update(lwPathMover* mover, float dt) {
	mover->time += dt > -1e6f && dt < 1e6f ? dt : 0.0f; // NaN moves nothing
}

lwPredictor lwPathMover_Predictor(lwPathMover* mover) {
	lwPredictor predictor = { mover, AtTime, AtDistance };
	return predictor;
}

float lwPathMover_Length(const lwPathMover* mover) {
	return mover->length;
}

bool lwPathMover_Arrived(const lwPathMover* mover) {
	return mover->time >= lwPathMover_TravelTime(mover);
}
