// SPDX-License-Identifier: MIT
// Path mover: refusals, predictions that come true, smooth starts, stops and corners, ground and its absence.
#include "character/known.h"
#include "legwork/trajectory.h"

static const KnownMiss s_known[] = {
	{ "turn back: no jump in heading", "the share of the speed in a turn is floored at 0.1, and where the way stands still a turn takes no time (Integrate)", 62.0 },
	{ "ground that is no number: finite", "GroundAt and LowestGround take hits that are not finite", 0.0 },
	{ NULL, NULL, 0.0 },
};

static const lwVec3 s_line[2] = { { 1.0f, 0.0f, -2.0f }, { 1.0f, 0.0f, 8.0f } };

static lwPathMoverDef BaseDef(void) {
	lwPathMoverDef def = lwDefaultPathMoverDef();
	def.points = s_line;
	def.pointCount = 2;
	def.speed = 1.2f;
	def.length = 0.9f;
	return def;
}

static lwPathMover* Make(const lwPathMoverDef* def) {
	lwPathMover* mover = NULL;
	lwResult result = lwCreatePathMover(def, &mover);
	if (result.status != lw_ok) {
		fail_msg("%s", result.message);
	}
	return mover;
}

static lwMotion At(lwPathMover* mover, float seconds) {
	lwPredictor p = lwPathMover_Predictor(mover);
	lwMotion m;
	p.atTime(p.user, seconds, &m);
	return m;
}

static bool FiniteMotion(const lwMotion* m) {
	return isfinite(m->pos.x) && isfinite(m->pos.y) && isfinite(m->pos.z) && isfinite(m->velocity.x) && isfinite(m->velocity.y) &&
		   isfinite(m->velocity.z) && isfinite(m->yaw) && isfinite(m->yawRate) && isfinite(m->distance);
}

// ---- Refusals --------------------------------------------------------------------------------------------------

static int s_asserts;
static bool CountAssert(const char* condition, const char* file, int line) {
	(void)condition;
	(void)file;
	(void)line;
	s_asserts += 1;
	return false;
}

static void RefusesInvalidDefs(void** state) {
	(void)state;
	static const lwVec3 nan[2] = { { 0.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, NAN } };
	static const lwVec3 huge[2] = { { 0.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, 1e12f } };
	static const lwVec3 infinite[2] = { { 0.0f, INFINITY, 0.0f }, { 0.0f, 0.0f, 1.0f } };
	static const lwVec3 point[3] = { { 2.0f, 0.0f, 1.0f }, { 2.0f, 0.0f, 1.0f }, { 2.0f, 0.0f, 1.0f } };
	static const lwVec3 upright[2] = { { 0.0f, 0.0f, 0.0f }, { 0.0f, 5.0f, 0.0f } };
	static const lwVec3 far[2] = { { 0.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, 1e7f } };
	struct Row {
		const char* what;
		const lwVec3* points;
		int count;
		float speed, length;
		lwStatus status;
	} rows[] = {
		{ "no points", NULL, 2, 1.0f, 1.0f, lw_errorArgument },
		{ "one point", s_line, 1, 1.0f, 1.0f, lw_errorArgument },
		{ "no point", s_line, 0, 1.0f, 1.0f, lw_errorArgument },
		{ "negative count", s_line, -3, 1.0f, 1.0f, lw_errorArgument },
		{ "zero length", point, 3, 1.0f, 1.0f, lw_errorArgument },
		{ "straight up", upright, 2, 1.0f, 1.0f, lw_errorArgument },
		{ "NaN", nan, 2, 1.0f, 1.0f, lw_errorArgument },
		{ "infinite", infinite, 2, 1.0f, 1.0f, lw_errorArgument },
		{ "huge", huge, 2, 1.0f, 1.0f, lw_errorArgument },
		{ "too many leg lengths", far, 2, 1.0f, 1.0f, lw_errorLimit },
		{ "speed 0", s_line, 2, 0.0f, 1.0f, lw_errorArgument },
		{ "speed below 0", s_line, 2, -1.0f, 1.0f, lw_errorArgument },
		{ "speed NaN", s_line, 2, NAN, 1.0f, lw_errorArgument },
		{ "speed infinite", s_line, 2, INFINITY, 1.0f, lw_errorArgument },
		{ "length 0", s_line, 2, 1.0f, 0.0f, lw_errorArgument },
		{ "length below 0", s_line, 2, 1.0f, -1.0f, lw_errorArgument },
		{ "length NaN", s_line, 2, 1.0f, NAN, lw_errorArgument },
	};
	Bounds_Begin(s_known);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
		lwPathMoverDef def = BaseDef();
		def.points = rows[i].points;
		def.pointCount = rows[i].count;
		def.speed = rows[i].speed;
		def.length = rows[i].length;
		lwPathMover* mover = (lwPathMover*)(void*)&def; // must be overwritten
		lwResult result = lwCreatePathMover(&def, &mover);
		Holds(result.status == rows[i].status && mover == NULL && result.message[0] != '\0', "refuses %s", rows[i].what);
		if (result.status == lw_ok) {
			lwDestroyPathMover(mover);
		}
	}
	// Parameters that are no numbers must not come out as a mover that answers NaN.
	for (int k = 0; k < 7; ++k) {
		static const char* const names[] = { "accelTime", "startTime", "smoothing", "groundSmoothing", "travelYaw", "facing", "slopeSlowdown" };
		lwPathMoverDef def = BaseDef();
		float* const fields[] = { &def.accelTime, &def.startTime, &def.smoothing, &def.groundSmoothing, &def.travelYaw, &def.facing, &def.slopeSlowdown };
		def.facingFixed = k == 5;
		*fields[k] = NAN;
		lwPathMover* mover = NULL;
		bool fine = true;
		if (lwCreatePathMover(&def, &mover).status == lw_ok) {
			for (int i = 0; i < 20 && fine; ++i) {
				lwMotion m = At(mover, 0.5f * (float)i);
				fine = FiniteMotion(&m);
			}
			lwDestroyPathMover(mover);
		}
		Holds(fine, "%s NaN is refused or ignored", names[k]);
	}
	// Smoothing wider than any path is cut: neither endless work nor answers that are no numbers.
	static const lwVec3 tiny[2] = { { 0.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, 2e-3f } };
	static const float widths[] = { 20.0f, 1e4f, 1e30f, INFINITY };
	for (int i = 0; i < 4; ++i) {
		lwPathMoverDef def = BaseDef();
		def.points = tiny;
		def.smoothing = def.groundSmoothing = widths[i];
		lwPathMover* mover = Make(&def);
		lwMotion m = At(mover, 10.0f);
		Holds(FiniteMotion(&m) && lwDistance(m.pos, tiny[1]) < 1e-3f, "smoothing %g stays on its path", (double)widths[i]);
		lwDestroyPathMover(mover);
	}
	Bounds_Done();
}

static void RefusesForeignDefs(void** state) {
	(void)state;
	lwSetAssertFcn(CountAssert);
	s_asserts = 0;
	lwPathMover* mover = (lwPathMover*)(void*)&s_asserts;
	assert_int_equal(lwCreatePathMover(NULL, &mover).status, lw_errorArgument);
	assert_null(mover);
	lwPathMoverDef def = BaseDef();
	def.cookie = 0;
	assert_int_equal(lwCreatePathMover(&def, &mover).status, lw_errorArgument);
	assert_null(mover);
	assert_int_equal(s_asserts, 2);
	lwSetAssertFcn(NULL);
	lwDestroyPathMover(NULL);
}

// ---- Predictions -----------------------------------------------------------------------------------------------

static lwPathMover* Winding(void) {
	static const lwVec3 points[] = { { 0, 0, 0 }, { 0, 0, 4 }, { 3, 0, 5 }, { 4, 0, 1 }, { 1, 0, -2 } };
	lwPathMoverDef def = BaseDef();
	def.points = points;
	def.pointCount = 5;
	def.startTime = 0.25f;
	return Make(&def);
}

// What is said about a moment is what is there at that moment, to the bit.
static void PredictionsComeTrue(void** state) {
	(void)state;
	static const float ahead[] = { 0.0f, 0.5f, 1.0f, 1.5f, 0.0625f, 3.0f };
	int compared = 0;
	for (size_t k = 0; k < sizeof(ahead) / sizeof(ahead[0]); ++k) {
		lwPathMover* mover = Winding();
		for (int i = 0; i < 40; ++i) {
			lwMotion said = At(mover, ahead[k]);
			lwPathMover_Update(mover, ahead[k]);
			lwMotion is = At(mover, 0.0f);
			assert_memory_equal(&said, &is, sizeof(said));
			lwPathMover_Update(mover, 0.125f);
			compared += 1;
		}
		lwDestroyPathMover(mover);
	}
	assert_int_equal(compared, 240);
}

// In steps of any size the clock is the sum of the steps; predictions made before hold within the sum's rounding.
static void PredictionsHoldOverManySteps(void** state) {
	(void)state;
	lwPathMover* mover = Winding();
	lwPathMover_Update(mover, 1.0f);
	lwMotion said = At(mover, 1.5f);
	for (int i = 0; i < 90; ++i) {
		lwPathMover_Update(mover, 1.0f / 60.0f);
	}
	lwMotion is = At(mover, 0.0f);
	assert_true(lwDistance(said.pos, is.pos) < 1e-5f);
	assert_true(lwAbsF(said.yaw - is.yaw) < 1e-5f);
	assert_true(lwDistance(said.velocity, is.velocity) < 1e-4f);
	// The past is kept: 1.5 s ago it was where it was.
	lwMotion past = At(mover, -1.5f);
	assert_true(lwAbsF(past.distance - (is.distance - (said.distance - past.distance))) < 1e-4f);
	lwDestroyPathMover(mover);
}

// By distance and by time the same place.
static void DistanceAndTimeAgree(void** state) {
	(void)state;
	lwPathMover* mover = Winding();
	lwPredictor p = lwPathMover_Predictor(mover);
	for (int i = 0; i < 60; ++i) {
		lwMotion byTime = At(mover, 0.2f * (float)i), byWay;
		p.atDistance(p.user, byTime.distance, &byWay);
		assert_true(lwDistance(byTime.pos, byWay.pos) < 1e-4f);
		assert_true(lwAbsF(byTime.yaw - byWay.yaw) < 1e-3f);
		assert_true(byTime.distance == byWay.distance);
	}
	// Beyond the ends the path goes straight on, and does not fail however far.
	lwMotion m;
	p.atDistance(p.user, -1e6f, &m);
	assert_true(FiniteMotion(&m));
	p.atDistance(p.user, 1e6f, &m);
	assert_true(FiniteMotion(&m));
	lwDestroyPathMover(mover);
}

// ---- Motion ----------------------------------------------------------------------------------------------------

static void StraightPathIsExact(void** state) {
	(void)state;
	lwPathMoverDef def = BaseDef();
	lwPathMover* mover = Make(&def);
	assert_float_equal(lwPathMover_Length(mover), 10.0f, 3e-4f);
	// Cruise in the middle, half speed on average over the soft ends.
	assert_float_equal(lwPathMover_TravelTime(mover), 10.0f / 1.2f + 0.6f, 1e-3f);
	lwMotion start = At(mover, 0.0f);
	assert_true(lwDistance(start.pos, s_line[0]) < 1e-5f);
	assert_true(lwLength(start.velocity) == 0.0f);
	assert_float_equal(start.yaw, 0.0f, 1e-6f);
	lwMotion end = At(mover, lwPathMover_TravelTime(mover));
	assert_true(lwDistance(end.pos, s_line[1]) < 1e-5f);
	assert_true(lwLength(end.velocity) == 0.0f);
	assert_float_equal(end.distance, lwPathMover_Length(mover), 0.0f);
	lwMotion later = At(mover, 100.0f);
	assert_memory_equal(&later, &end, sizeof(end));
	assert_false(lwPathMover_Arrived(mover));
	lwPathMover_Update(mover, lwPathMover_TravelTime(mover));
	assert_true(lwPathMover_Arrived(mover));
	lwMotion middle = At(mover, -0.5f * lwPathMover_TravelTime(mover));
	assert_float_equal(lwLength(middle.velocity), 1.2f, 1e-5f);
	assert_true(lwAbsF(middle.pos.x - 1.0f) < 1e-5f);
	lwDestroyPathMover(mover);
}

// Speed rises and falls without a jump in acceleration; the way grows and never shrinks.
static void SoftStartAndStop(void** state) {
	(void)state;
	lwPathMoverDef def = BaseDef();
	def.startTime = 0.4f;
	lwPathMover* mover = Make(&def);
	float dt = 1.0f / 240.0f, total = lwPathMover_TravelTime(mover);
	lwMotion last = At(mover, 0.0f);
	float lastAccel = 0.0f, jerk = 0.0f, accel = 0.0f;
	for (int i = 1; (float)i * dt < total + 0.5f; ++i) {
		lwMotion m = At(mover, (float)i * dt);
		assert_true(m.distance >= last.distance);
		float a = (lwLength(m.velocity) - lwLength(last.velocity)) / dt;
		accel = lwMaxF(accel, lwAbsF(a));
		jerk = lwMaxF(jerk, lwAbsF(a - lastAccel) / dt);
		// velocity is the rate of pos
		float moved = lwDistance(m.pos, last.pos) / dt, mean = 0.5f * (lwLength(m.velocity) + lwLength(last.velocity));
		assert_true(lwAbsF(moved - mean) < 0.01f * def.speed);
		if ((float)i * dt < def.startTime - dt) {
			assert_true(m.distance == 0.0f);
		}
		lastAccel = a;
		last = m;
	}
	assert_true(accel > 1.2f * def.speed / def.accelTime && accel < 1.6f * def.speed / def.accelTime);
	assert_true(jerk < 8.0f * def.speed / (def.accelTime * def.accelTime)); // a smooth step's: 6
	lwDestroyPathMover(mover);
}

// Short paths do not reach the speed; they still end at their end.
static void ShortPath(void** state) {
	(void)state;
	static const lwVec3 points[2] = { { 0, 0, 0 }, { 0.1f, 0, 0 } };
	lwPathMoverDef def = BaseDef();
	def.points = points;
	lwPathMover* mover = Make(&def);
	float fastest = 0.0f, total = lwPathMover_TravelTime(mover);
	assert_true(total > 0.0f && total < 3.0f);
	for (int i = 0; i <= 100; ++i) {
		fastest = lwMaxF(fastest, lwLength(At(mover, total * (float)i / 100.0f).velocity));
	}
	assert_true(fastest > 0.01f && fastest < 0.5f * def.speed);
	assert_true(lwDistance(At(mover, total).pos, points[1]) < 1e-5f);
	lwDestroyPathMover(mover);
}

// A kilometre for something of the size of a beetle: lengths and times still add up.
static void LongPath(void** state) {
	(void)state;
	static const lwVec3 points[2] = { { 0, 0, 0 }, { 0, 0, 1000.0f } };
	lwPathMoverDef def = BaseDef();
	def.points = points;
	def.length = 0.25f;
	lwPathMover* mover = Make(&def);
	float total = lwPathMover_TravelTime(mover);
	Bounds_Begin(s_known);
	Bound(fabs((double)lwPathMover_Length(mover) - 1000.0) / 1000.0, 2e-5, "length of a long path");
	Bound((double)lwDistance(At(mover, total).pos, points[1]), 1e-4, "end of a long path");
	Bound(fabs((double)lwLength(At(mover, 0.5f * total).velocity) / 1.2 - 1.0), 5e-3, "speed in the middle of a long path");
	lwVec3 a = At(mover, 0.5f * total).pos, b = At(mover, 0.5f * total + 1.0f).pos;
	Bound(fabs((double)lwDistance(a, b) / 1.2 - 1.0), 5e-3, "way of a second in the middle of a long path");
	Bounds_Done();
	lwDestroyPathMover(mover);
}

static void CornersAreRound(void** state) {
	(void)state;
	static const lwVec3 points[3] = { { 0, 0, 0 }, { 0, 0, 5 }, { 5, 0, 5 } };
	lwPathMoverDef def = BaseDef();
	def.points = points;
	def.pointCount = 3;
	lwPathMover* mover = Make(&def);
	float total = lwPathMover_TravelTime(mover), dt = 1.0f / 120.0f;
	float turn = 0.0f, spin = 0.0f, nearest = 1e9f;
	lwMotion last = At(mover, 0.0f);
	for (int i = 1; (float)i * dt <= total; ++i) {
		lwMotion m = At(mover, (float)i * dt);
		assert_true(m.yaw >= last.yaw - 1e-5f); // never back: no overshoot
		turn = lwMaxF(turn, m.yaw - last.yaw);
		spin = lwMaxF(spin, lwAbsF(m.yawRate - last.yawRate));
		nearest = lwMinF(nearest, lwDistance(m.pos, points[1]));
		last = m;
	}
	assert_float_equal(last.yaw, 0.5f * LW_PI, 1e-4f);
	// A raised cosine of 0.8 L each way turns the direction by 4 / 1.6 L at its middle, where the way is 1.41 times shorter
	// than the polyline's: 3.6 times the mean rate, before the heading itself is smoothed.
	assert_true(turn / dt < 3.6f * 0.5f * LW_PI * def.speed / (1.6f * def.length));
	assert_true(turn / dt > 1.0f * 0.5f * LW_PI * def.speed / (1.6f * def.length));
	assert_true(spin / dt < 30.0f); // rad/s^2: no kink in the heading
	assert_true(nearest > 0.05f * def.length && nearest < 0.5f * def.length);
	lwDestroyPathMover(mover);
}

static void FigureEight(lwVec3* out, int count, float side) {
	for (int i = 0; i < count; ++i) {
		float a = 2.0f * LW_PI * (float)i / (float)(count - 1);
		out[i] = lwV3(side * 2.0f * lwSin(a), 0.0f, 3.0f * lwSin(2.0f * a));
	}
}

static void MirroredPathsGiveMirroredMotion(void** state) {
	(void)state;
	lwVec3 left[65], right[65];
	FigureEight(left, 65, 1.0f);
	FigureEight(right, 65, -1.0f);
	lwPathMoverDef def = BaseDef();
	def.pointCount = 65;
	def.points = left;
	lwPathMover* a = Make(&def);
	def.points = right;
	lwPathMover* b = Make(&def);
	assert_float_equal(lwPathMover_TravelTime(a), lwPathMover_TravelTime(b), 1e-4f);
	float worst = 0.0f, widest = 0.0f;
	for (int i = 0; i < 400; ++i) {
		float t = lwPathMover_TravelTime(a) * (float)i / 399.0f;
		lwMotion m = At(a, t), n = At(b, t);
		worst = lwMaxF(worst, lwDistance(m.pos, lwV3(-n.pos.x, n.pos.y, n.pos.z)));
		worst = lwMaxF(worst, lwAbsF(lwWrapAngle(m.yaw + n.yaw)));
		worst = lwMaxF(worst, lwAbsF(m.yawRate + n.yawRate));
		widest = lwMaxF(widest, lwAbsF(m.pos.x));
	}
	assert_true(widest > 1.0f);
	assert_true(worst < 1e-4f);
	lwDestroyPathMover(a);
	lwDestroyPathMover(b);
}

// There and back on the same line: no jump, no standstill, the end is the start.
static void TurnBack(void** state) {
	(void)state;
	static const lwVec3 points[3] = { { 0, 0, 0 }, { 0, 0, 5 }, { 0, 0, 0 } };
	lwPathMoverDef def = BaseDef();
	def.points = points;
	def.pointCount = 3;
	def.turnRadius = 0.3f * def.length;
	def.turnSpeed = 0.5f * def.speed;
	lwPathMover* mover = Make(&def);
	float total = lwPathMover_TravelTime(mover), dt = 1.0f / 120.0f, far = 0.0f, hop = 0.0f, turn = 0.0f;
	lwMotion last = At(mover, 0.0f);
	for (int i = 1; (float)i * dt <= total + 0.1f; ++i) {
		lwMotion m = At(mover, (float)i * dt);
		assert_true(FiniteMotion(&m));
		assert_true(m.distance >= last.distance);
		hop = lwMaxF(hop, lwDistance(m.pos, last.pos));
		turn = lwMaxF(turn, lwAbsF(m.yaw - last.yaw));
		far = lwMaxF(far, m.pos.z);
		last = m;
	}
	Bounds_Begin(s_known);
	Bound((double)hop, 1.05 * (double)(def.speed * dt), "turn back: no hop");
	// Half a turn over the kernel's 0.8 L, twice the mean rate at the middle.
	Bound((double)(turn / dt), 2.5 * (double)(LW_PI * def.speed / (0.8f * def.length)), "turn back: no jump in heading");
	Bound(fabs((double)lwAbsF(last.yaw) - (double)LW_PI), 1e-3, "turn back: heads back");
	Bound((double)lwDistance(last.pos, points[2]), 1e-4, "turn back: ends at its start");
	Bound((double)(5.0f - far), 0.5 * (double)def.length, "turn back: reaches the far end");
	Bounds_Done();
	lwDestroyPathMover(mover);
}

static void FacingStaysWhenFixed(void** state) {
	(void)state;
	static const lwVec3 points[3] = { { 0, 0, 0 }, { 0, 0, 5 }, { 5, 0, 5 } };
	lwPathMoverDef def = BaseDef();
	def.points = points;
	def.pointCount = 3;
	def.facingFixed = true;
	def.facing = 1.0f;
	def.travelYaw = 0.3f;
	lwPathMover* mover = Make(&def);
	for (int i = 0; i < 50; ++i) {
		lwMotion m = At(mover, 0.2f * (float)i);
		assert_float_equal(m.yaw, 0.7f, 1e-5f);
		assert_float_equal(m.yawRate, 0.0f, 1e-5f);
	}
	lwDestroyPathMover(mover);
	def.facingFixed = false;
	mover = Make(&def); // the clip's travel is turned onto the path
	assert_float_equal(At(mover, 0.0f).yaw, -0.3f, 1e-5f);
	lwDestroyPathMover(mover);
}

// ---- Ground ----------------------------------------------------------------------------------------------------

typedef struct Hill {
	float grade;      // y = grade * z
	bool miss, nan;
	float holeFrom, holeTo;
} Hill;

static void HillCast(void* user, const lwCastQuery* queries, int count, lwCastHit* outHits) {
	const Hill* hill = user;
	for (int i = 0; i < count; ++i) {
		const lwCastQuery* q = &queries[i];
		lwCastHit* hit = &outHits[i];
		memset(hit, 0, sizeof(*hit));
		float y = hill->grade * q->origin.z;
		bool hole = q->origin.z > hill->holeFrom && q->origin.z < hill->holeTo;
		float fraction = q->motion.y < 0.0f ? (q->origin.y - y) / -q->motion.y : -1.0f;
		if (hill->miss || hole || fraction < 0.0f || fraction > 1.0f) {
			continue;
		}
		hit->hit = true;
		hit->fraction = fraction;
		hit->pos = lwV3(q->origin.x, hill->nan ? NAN : y, q->origin.z);
		hit->normal = hit->faceNormal = lwNormalizeOr(lwV3(0.0f, 1.0f, -hill->grade), lwV3(0.0f, 1.0f, 0.0f));
	}
}

static void SpeedIsAlongTheSurface(void** state) {
	(void)state;
	Hill hill = { 0.5f, false, false, 1.0f, -1.0f };
	lwWorld world = { &hill, HillCast, NULL, NULL, NULL, NULL };
	lwPathMoverDef def = BaseDef();
	def.world = &world;
	lwPathMover* mover = Make(&def);
	assert_float_equal(lwPathMover_Length(mover), 10.0f * sqrtf(1.25f), 1e-3f);
	lwMotion a = At(mover, 3.0f), b = At(mover, 4.0f);
	assert_float_equal(lwLength(a.velocity), def.speed, 1e-3f);
	assert_float_equal(lwDistance(a.pos, b.pos), def.speed, 1e-3f);
	assert_float_equal(b.distance - a.distance, def.speed, 1e-3f);
	assert_float_equal(a.pos.y, 0.5f * a.pos.z, 1e-3f);
	assert_float_equal(a.velocity.y, 0.5f * a.velocity.z, 1e-3f);
	lwDestroyPathMover(mover);
	def.slopeSlowdown = 0.5f;
	mover = Make(&def);
	assert_float_equal(lwLength(At(mover, 4.0f).velocity), def.speed * (1.0f - 0.5f * atanf(0.5f)), 1e-3f);
	lwDestroyPathMover(mover);
}

static void GroundThatIsMissing(void** state) {
	(void)state;
	Bounds_Begin(s_known);
	static const char* const names[] = { "no ground at all", "a hole", "ground that is no number" };
	for (int k = 0; k < 3; ++k) {
		Hill hill = { 0.1f, k == 0, k == 2, 1.0f, k == 1 ? 3.0f : -1.0f };
		lwWorld world = { &hill, HillCast, NULL, NULL, NULL, NULL };
		lwPathMoverDef def = BaseDef();
		def.world = &world;
		lwPathMover* mover = NULL;
		lwResult result = lwCreatePathMover(&def, &mover);
		bool fine = true;
		float step = 0.0f, lastY = 0.0f;
		for (int i = 0; result.status == lw_ok && i < 100; ++i) {
			lwMotion m = At(mover, 0.1f * (float)i);
			fine = fine && FiniteMotion(&m);
			step = i > 0 ? lwMaxF(step, lwAbsF(m.pos.y - lastY)) : 0.0f;
			lastY = m.pos.y;
		}
		Holds(fine, "%s: finite", names[k]);
		Holds(k == 2 || (result.status == lw_ok && step < 0.2f), "%s: walks on", names[k]);
		lwDestroyPathMover(mover);
	}
	Bounds_Done();
}

static void ClockSurvivesBadSteps(void** state) {
	(void)state;
	Bounds_Begin(s_known);
	static const float bad[] = { NAN, INFINITY, -INFINITY, 1e30f };
	static const char* const names[] = { "NaN", "inf", "-inf", "1e30" };
	for (int k = 0; k < 4; ++k) {
		lwPathMover* mover = Winding();
		lwPathMover_Update(mover, 1.0f);
		lwPathMover_Update(mover, bad[k]);
		lwMotion m = At(mover, 0.0f);
		Holds(FiniteMotion(&m), "clock survives a step of %s", names[k]);
		lwDestroyPathMover(mover);
	}
	Bounds_Done();
}

// Held between points of one speed; between others the square of the speed goes evenly with the way.
static void SpeedsAlongThePath(void** state) {
	(void)state;
	static const lwVec3 line[2] = { { 0.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, 60.0f } };
	static const lwSpeedPoint speeds[] = { { 0.0f, 1.0f }, { 12.0f, 1.0f }, { 24.0f, 4.0f }, { 40.0f, 4.0f }, { 44.0f, 2.0f } };
	lwPathMoverDef def = BaseDef();
	def.points = line;
	def.speed = 0.0f; // not looked at
	def.speeds = speeds;
	def.speedCount = 5;
	lwPathMover* mover = Make(&def);
	float worst = 0.0f;
	for (float t = 0.0f; t < lwPathMover_TravelTime(mover); t += 0.02f) {
		lwMotion m = At(mover, t);
		float z = m.pos.z, want = -1.0f;
		want = z > 2.0f && z < 11.0f ? 1.0f : z > 25.0f && z < 39.0f ? 4.0f : z > 45.0f && z < 57.0f ? 2.0f : want;
		want = z > 13.0f && z < 23.0f ? sqrtf(1.0f + 15.0f * (z - 12.0f) / 12.0f) : want;
		worst = want > 0.0f ? lwMaxF(worst, fabsf(lwLength(m.velocity) - want) / want) : worst;
	}
	print_message("speeds along the path: within %.2g\n", (double)worst);
	assert_true(worst < 0.01f);
	assert_true(lwLength(At(mover, 1e3f).velocity) == 0.0f);
	lwDestroyPathMover(mover);
}

static void RefusesBadSpeeds(void** state) {
	(void)state;
	static const lwSpeedPoint bad[][2] = {
		{ { 0.0f, 1.0f }, { 0.0f, 2.0f } }, { { 2.0f, 1.0f }, { 1.0f, 2.0f } }, { { -1.0f, 1.0f }, { 1.0f, 2.0f } }, { { 0.0f, -1.0f }, { 1.0f, 2.0f } },
		{ { 0.0f, NAN }, { 1.0f, 2.0f } }, { { 0.0f, 1.0f }, { NAN, 2.0f } }, { { 0.0f, 0.0f }, { 1.0f, 0.0f } }, { { 0.0f, 1.0f }, { 1.0f, 1e12f } },
	};
	lwPathMover* mover = NULL;
	lwPathMoverDef def = BaseDef();
	def.speedCount = 2;
	assert_int_equal(lwCreatePathMover(&def, &mover).status, lw_errorArgument); // and none there
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); ++i) {
		def.speeds = bad[i];
		assert_int_equal(lwCreatePathMover(&def, &mover).status, lw_errorArgument);
		assert_null(mover);
	}
	def.speedCount = -1;
	assert_int_equal(lwCreatePathMover(&def, &mover).status, lw_errorArgument);
	static const lwSpeedPoint still[2] = { { 0.0f, 0.0f }, { 5.0f, 1.0f } }; // starts from nothing, and gets there
	def.speeds = still;
	def.speedCount = 2;
	mover = Make(&def);
	assert_true(lwPathMover_TravelTime(mover) < 60.0f);
	lwDestroyPathMover(mover);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(RefusesInvalidDefs),
		cmocka_unit_test(RefusesForeignDefs),
		cmocka_unit_test(RefusesBadSpeeds),
		cmocka_unit_test(SpeedsAlongThePath),
		cmocka_unit_test(PredictionsComeTrue),
		cmocka_unit_test(PredictionsHoldOverManySteps),
		cmocka_unit_test(DistanceAndTimeAgree),
		cmocka_unit_test(StraightPathIsExact),
		cmocka_unit_test(SoftStartAndStop),
		cmocka_unit_test(ShortPath),
		cmocka_unit_test(LongPath),
		cmocka_unit_test(CornersAreRound),
		cmocka_unit_test(MirroredPathsGiveMirroredMotion),
		cmocka_unit_test(TurnBack),
		cmocka_unit_test(FacingStaysWhenFixed),
		cmocka_unit_test(SpeedIsAlongTheSurface),
		cmocka_unit_test(GroundThatIsMissing),
		cmocka_unit_test(ClockSurvivesBadSteps),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
