// SPDX-License-Identifier: MIT
// One run: a mover with a random stick on a scene, frame by frame, and what is seen of it.
#include "torture/torture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define DT (1.0f / (float)TORTURE_FPS)
#define DEGREES (180.0f / LW_PI)
#define SPHERE 0.05f            // of size: the watched sphere
#define HELD 0.5f               // s until the way must be the stick's
#define RESTED 1.0f             // s until it must be still
#define REST_AT_END 3.0f
#define ALONE 1.5f              // of size: nearer than this another body may touch it
#define REACH 0.6f              // of size: from the frame to the surface

typedef struct Run {
	const RunPlan* plan;
	RunResult* out;
	lwWorldScene* scene;
	lwWorld world;
	lwSurfaceMover* mover;
	lwCrawlInput* input;
	Watch* watch;
	lwQuat view;
	lwCrawlEntry entry;
	float changed;              // s: last change of the stick
	lwSurfaceMoverStatus before;
	lwVec3 middle;              // of the body, before
	double restSum;
	int restCount;
	float standHeight;
} Run;

float TortureSpeed(int speed) {
	static const float speeds[TORTURE_SPEEDS] = { 0.5f, 1.5f, 3.0f };
	return speeds[speed];
}

static bool Prepare(Run* run) {
	const RunPlan* plan = run->plan;
	lwWorldSceneDef def = lwDefaultWorldSceneDef();
	def.kind = (lwWorldSceneKind)plan->scene;
	def.singleMesh = plan->seed % 2 == 1;
	def.seed = 1 + plan->seed % 5;
	lwRandomInputDef random = lwDefaultRandomInputDef();
	random.seed = plan->seed;
	random.seconds = lwMaxF(plan->seconds - REST_AT_END, 0.0f);
	random.speeds[0] = random.speeds[1] = random.speeds[2] = 1.0f;
	if (lwMakeWorldScene(&def, &run->scene).status != lw_ok || lwMakeRandomInput(&random, &run->input).status != lw_ok) {
		return false;
	}
	run->watch = WatchMake(run->scene);
	run->world = lwWorldScene_World(run->scene);
	lwSurfaceMoverDef mover = lwDefaultSurfaceMoverDef();
	mover.world = run->world;
	mover.size = 1.0f;
	mover.topSpeed = TortureSpeed(plan->speed);
	run->standHeight = mover.standHeight;
	return run->watch != NULL && lwCreateSurfaceMover(&mover, &run->mover).status == lw_ok;
}

static lwVec3 Up(lwTransform frame) { return lwRotate(frame.rot, lwV3(0.0f, 1.0f, 0.0f)); }

static lwVec3 Middle(const Run* run, lwTransform frame) { return lwMulAdd(frame.pos, Up(frame), run->standHeight); }

static void Place(Run* run) {
	lwWorldSceneStart start = lwWorldScene_Start(run->scene);
	lwVec3 ahead = lwRotate(lwQuatAxisAngle(start.up, 0.7f * (float)run->plan->seed), start.forward);
	lwSurfaceMover_Reset(run->mover, start.pos, ahead, start.up);
	run->view = lwQuatFromAxes(lwCross(ahead, start.up), start.up, lwNeg(ahead));
	run->before = lwSurfaceMover_Status(run->mover);
	run->middle = Middle(run, run->before.frame);
	run->changed = 0.0f;
}

static void Fault(Run* run, float time) {
	if (run->out->firstFault < 0.0f) {
		run->out->firstFault = time;
	}
}

static lwBodyState BodyOf(const Run* run, int body) {
	lwBodyState state;
	memset(&state, 0, sizeof(state));
	state.rot = lwQuatIdentity();
	if (body >= 0 && body < lwWorldScene_BodyCount(run->scene)) {
		run->world.body(run->world.user, body, &state);
	}
	return state;
}

// Where the stick points on the surface: the view's up brought to the frame's by the shortest turn.
static lwVec3 StickWS(const Run* run, lwTransform frame) {
	lwVec3 up = Up(frame), way = lwRotate(run->view, lwV3(run->entry.right, 0.0f, -run->entry.ahead));
	way = lwRotate(lwQuatBetween(lwRotate(run->view, lwV3(0.0f, 1.0f, 0.0f)), up), way);
	return lwNormalizeOr(lwReject(way, up), lwV3(0.0f, 0.0f, 0.0f));
}

static float Angle(lwVec3 a, lwVec3 b) { return lwAtan2(lwLength(lwCross(a, b)), lwDot(a, b)) * DEGREES; }

// The way of the body's middle over what carries it, in the surface's plane, against the stick. (The frame's origin will not do: it
// stays on an edge while the body swings around it.) carried: the middle before, taken along by the body under it.
static void WatchHeading(Run* run, const lwSurfaceMoverStatus* now, lwVec3 carried, float time) {
	float stick = lwSqrt(run->entry.right * run->entry.right + run->entry.ahead * run->entry.ahead);
	// What moves past it may push it.
	bool alone = !lwWorldScene_Moves(run->scene) || !WatchNear(run->watch, run->middle, time, now->body, ALONE);
	if (stick < 0.1f || time - run->changed < HELD || !now->attached || !alone) {
		return;
	}
	lwVec3 way = lwMul(lwReject(lwSub(Middle(run, now->frame), carried), Up(now->frame)), 1.0f / DT);
	run->out->headingFrames += 1;
	if (lwLength(way) < 0.1f * stick * TortureSpeed(run->plan->speed)) {
		run->out->stuck += 1;
		Fault(run, time);
		return;
	}
	float off = Angle(way, StickWS(run, now->frame));
	run->out->headingWorst = lwMaxF(run->out->headingWorst, off);
	if (off > BAR_HEADING) {
		run->out->headingMissed += 1;
		Fault(run, time);
	}
}

static void EndRest(Run* run) {
	if (run->restCount >= TORTURE_FPS / 2) {
		float rms = (float)sqrt(run->restSum / run->restCount);
		run->out->restRms = lwMaxF(run->out->restRms, rms);
	}
	run->restSum = 0.0;
	run->restCount = 0;
}

// Turning against the body that carries it, degrees/s.
static void WatchRest(Run* run, const lwSurfaceMoverStatus* now, lwQuat carry, float time) {
	bool rests = run->entry.right == 0.0f && run->entry.ahead == 0.0f && time - run->changed >= RESTED;
	// What moves past it may turn it.
	bool alone = !lwWorldScene_Moves(run->scene) || (rests && !WatchNear(run->watch, run->middle, time, now->body, ALONE));
	if (!rests || !alone) {
		EndRest(run);
		return;
	}
	lwQuat still = lwQuatMul(carry, run->before.frame.rot);
	float rate = lwLength(lwQuatLog(lwQuatMul(now->frame.rot, lwConj(still)))) * DEGREES / DT;
	run->restSum += (double)rate * (double)rate;
	run->restCount += 1;
	run->out->restFrames += 1;
	run->out->restQueries = now->queries > run->out->restQueries ? now->queries : run->out->restQueries;
}

static void WatchPlace(Run* run, const lwSurfaceMoverStatus* now, float time) {
	RunResult* out = run->out;
	lwVec3 middle = Middle(run, now->frame);
	bool through = WatchThrough(run->watch, run->middle, time - DT, middle, time, SPHERE), inside = WatchInside(run->watch, middle, time);
	bool off = !lwWorld_Closest(&run->world, now->frame.pos, REACH, lw_channelWalkable).hit;
	float turn = lwLength(lwQuatLog(lwQuatMul(now->frame.rot, lwConj(run->before.frame.rot)))) * DEGREES;
	out->through += through;
	out->inside += inside;
	out->off += off;
	out->detached += !now->attached;
	out->turnWorst = lwMaxF(out->turnWorst, turn);
	if (through || inside || off || !now->attached || turn > BAR_TURN) {
		Fault(run, time);
	}
	run->middle = middle;
}

static void Steer(Run* run, float time) {
	lwCrawlEntry entry = lwCrawlInput_At(run->input, time - DT, time);
	bool same = entry.right == run->entry.right && entry.ahead == run->entry.ahead;
	run->changed = same ? run->changed : time;
	run->entry = entry;
	lwSurfaceInput input;
	memset(&input, 0, sizeof(input));
	input.stick = lwV3(entry.right, entry.ahead, 0.0f);
	input.view = run->view;
	input.speedScale = 1.0f;
	lwSurfaceMover_SetInput(run->mover, &input);
}

static double Clock(void) {
	struct timespec now;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec * 1e6 + (double)now.tv_nsec * 1e-3;
}

static void Frames(Run* run) {
	int frames = (int)(run->plan->seconds * (float)TORTURE_FPS);
	double spent = 0.0, asked = 0.0;
	for (int f = 1; f <= frames; ++f) {
		float time = (float)f * DT;
		lwBodyState then = BodyOf(run, run->before.body);
		lwWorldScene_SetTime(run->scene, time);
		Steer(run, time);
		double from = Clock();
		lwSurfaceMover_Update(run->mover, DT);
		spent += Clock() - from;
		lwSurfaceMoverStatus now = lwSurfaceMover_Status(run->mover);
		asked += now.queries;
		lwBodyState after = BodyOf(run, run->before.body);
		lwQuat carry = lwQuatMul(after.rot, lwConj(then.rot));
		lwVec3 carried = lwAdd(after.pos, lwRotate(carry, lwSub(run->middle, then.pos)));
		WatchPlace(run, &now, time);
		WatchHeading(run, &now, carried, time);
		WatchRest(run, &now, carry, time);
		run->view = lwSurfaceMover_View(run->mover, run->view, 2.0f, DT);
		run->before = now;
		run->out->frames += 1;
	}
	EndRest(run);
	run->out->microseconds = frames > 0 ? spent / frames : 0.0;
	run->out->queries = frames > 0 ? (int)(asked / frames + 0.5) : 0;
}

void TortureRun(const RunPlan* plan, RunResult* out) {
	memset(out, 0, sizeof(*out));
	out->firstFault = -1.0f;
	Run run;
	memset(&run, 0, sizeof(run));
	run.plan = plan;
	run.out = out;
	if (Prepare(&run)) {
		Place(&run);
		Frames(&run);
		out->done = true;
	}
	lwDestroySurfaceMover(run.mover);
	WatchFree(run.watch);
	lwDestroyCrawlInput(run.input);
	lwDestroyWorldScene(run.scene);
}

bool TorturePassed(const RunPlan* plan, const RunResult* result, char* outWhy, int capacity) {
	bool moves = plan->scene == lw_worldSceneDrum || plan->scene == lw_worldSceneElevator || plan->scene == lw_worldSceneColossus;
	const struct {
		bool missed;
		const char* name;
	} bars[] = {
		{ !result->done, "crash" },
		{ result->detached > 0, "detached" },
		{ result->through > 0, "through" },
		{ result->inside > 0, "inside" },
		{ result->off > 0, "off" },
		{ result->headingMissed > 0, "heading" },
		{ result->stuck > 0, "stuck" },
		{ result->restRms >= BAR_REST, "rest" },
		{ result->restQueries > 0 && !moves, "queries" },
		{ result->turnWorst > BAR_TURN, "turn" },
	};
	bool passed = true;
	int used = 0;
	if (outWhy != NULL && capacity > 0) {
		outWhy[0] = '\0';
	}
	for (size_t i = 0; i < sizeof(bars) / sizeof(bars[0]); ++i) {
		passed = passed && !bars[i].missed;
		if (bars[i].missed && outWhy != NULL && used < capacity) {
			used += snprintf(outWhy + used, (size_t)(capacity - used), "%s%s", used > 0 ? " " : "", bars[i].name);
		}
	}
	return passed;
}
