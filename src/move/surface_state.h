// SPDX-License-Identifier: MIT
// The surface mover's insides. Time is a grid of substeps: past ones are history, the one now, and those ahead that are
// already known; what the host sees lies between two of them. All states are kept in the space of the body that carries.
#ifndef LW_MOVE_SURFACE_STATE_H
#define LW_MOVE_SURFACE_STATE_H

#include "legwork/surface_mover.h"
#include "math/fast.h"

#define NO_BODY (-1)         // world space
#define MAX_TRACKED 12       // bodies whose motion is watched
#define MAX_CLUSTERS 24
#define CURVE_POINTS 64
#define PAST_SECONDS 0.5f

typedef struct SurfaceState {
	lwVec3 pos;              // of the body's middle
	lwQuat rot;              // of the frame, +Y up
	lwVec3 velocity;         // attached: over the surface, as meant by the legs; in the air: all of it
	float height;            // of pos over the frame's origin
	float distance;          // way travelled
	float steer;             // rad about up from rot to the steering frame
	float yawRate;           // rad/s about up, of the facing
	float clock;             // s since it attached or let go
	int body;                // space of all the above; NO_BODY: the world
	int material;
	uint16_t calm;           // substeps without a wish
	uint8_t surfaces;        // felt
	bool attached, rest;
} SurfaceState;

// What the creature is to do, as long as it is held.
typedef struct SurfaceWish {
	float right, ahead;      // of the steering frame, in top speeds
	lwVec3 face;             // WS, zero: none
	lwVec3 accel;            // WS, of the host's forces
} SurfaceWish;

typedef struct Felt {
	lwVec3 pos, normal;      // in the cache's space
	float weight;            // of the ring
	int body, material;
	int cluster;
} Felt;

typedef struct SurfaceCache {
	bool valid;
	int body;                // space
	lwVec3 pos;              // made from here
	lwQuat rot;
	int count, clusterCount;
	Felt felt[LW_MAX_SURFACES];
} SurfaceCache;

// The movement surface.
typedef struct SurfaceFit {
	bool any;
	lwVec3 normal;           // unit: which way to hang
	float support;           // how much bears from below; 1 on flat ground
	float height;            // of the body's middle over it
	int body, material;      // what bears most
} SurfaceFit;

typedef struct TrackedBody {
	int id;
	bool used;
	bool touched;            // by what is known of the future
	unsigned stamp;          // of last use
	lwVec3 pos;              // where it is now
	lwQuat rot;
	lwVec3 linear, angular;  // measured
	lwVec3 seenPos;          // relative to the reference body when last compared
	lwQuat seenRot;
} TrackedBody;

struct lwSurfaceMover {
	lwSurfaceMoverDef def;
	float standHeight, bodyRadius, reach;  // units
	float span;                            // reach - standHeight
	float orientationCurve[CURVE_POINTS + 1], positionCurve[CURVE_POINTS + 1]; // over distance / reach
	float cosSlope, cosTilt, cosTurn, cosCalmTilt, cosCalmTurn; // of maxSlope and of what the cache bears
	int arms;
	float decayAccel, decayAlign, decayHeight, decayFace, decayYaw; // share left after one substep
	int queries;
	// Time.
	double carry;                          // s since the substep now
	int64_t first, now, front, blind;      // oldest kept; present; last that is known; last that is guessed without the world
	int capacity, ahead;                   // states in all; states beyond now
	SurfaceCache cache;                    // at front
	lwVec3 turned;                         // rotation of the last substep at front
	float calmGain;                        // of turning at rest: less whenever it turns back
	// Input.
	lwSurfaceInput input;
	SurfaceWish wish;
	bool haveInput, steering;
	float inputAge;
	lwQuat lastView;
	float steerOwed;                       // rad of the view's turning not yet given to the steering frame
	lwVec3 force, impulse;                 // of the next update
	float jump;
	bool drop, gravityTurned;
	lwQuat lastFrame;                      // WS, before the last update
	// Bodies.
	unsigned stamp;
	uint32_t changes;                      // of the world, when last asked
	float calmNear;                        // distance to the nearest at rest; below 0: not known
	int reference;                         // body that the relative places were taken from
	TrackedBody bodies[MAX_TRACKED];
	size_t bytes;
	SurfaceState* states;                  // capacity, by number modulo
};

static inline SurfaceState* StateAt(const lwSurfaceMover* m, int64_t number) {
	return &m->states[number % m->capacity];
}

// +Y of a unit rotation.
static inline lwVec3 UpOf(lwQuat q) {
	return lwV3(2.0f * (q.x * q.y - q.w * q.z), 1.0f - 2.0f * (q.x * q.x + q.z * q.z), 2.0f * (q.y * q.z + q.w * q.x));
}

static inline bool Finite3(lwVec3 v) {
	return lwAbsF(v.x) < 1e18f && lwAbsF(v.y) < 1e18f && lwAbsF(v.z) < 1e18f;
}

// One substep of what the air carries: exact for an acceleration that is constant over it.
static inline lwVec3 AirStep(lwVec3 pos, lwVec3* ioVelocity, lwVec3 gravity, lwWindFcn* wind, void* windUser, float time, float h) {
	lwVec3 accel = wind != NULL ? lwAdd(gravity, wind(windUser, pos, time)) : gravity;
	lwVec3 next = lwMulAdd(lwMulAdd(pos, *ioVelocity, h), accel, 0.5f * h * h);
	*ioVelocity = lwMulAdd(*ioVelocity, accel, h);
	return next;
}

// ---- surface_body.c: bodies and their spaces ----------------------------------------------------------------------
lwBodyState lwSurface_BodyNow(lwSurfaceMover* m, int body);               // NO_BODY: the identity at rest
void lwSurface_Touch(lwSurfaceMover* m, int body);                        // the future known depends on where it is
void lwSurface_Forget(lwSurfaceMover* m);                                 // touch none
bool lwSurface_FollowBodies(lwSurfaceMover* m, int reference, float dt);  // true: some touched body moved against the reference
lwVec3 lwSurface_PointVelocity(const lwBodyState* b, lwVec3 posWS);
void lwSurface_ToBody(lwSurfaceMover* m, SurfaceState* s, int body);      // same state in another body's space
lwVec3 lwSurface_IntoWS(const lwBodyState* b, lwVec3 local);
lwVec3 lwSurface_IntoBody(const lwBodyState* b, lwVec3 posWS);
// Asks the world in the space of b. Counts the queries.
void lwSurface_Cast(lwSurfaceMover* m, const lwBodyState* b, lwCastQuery* ioQueries, int count, lwCastHit* outHits);
lwCastHit lwSurface_Sweep(lwSurfaceMover* m, const lwBodyState* b, lwVec3 origin, lwVec3 motion, float radius);
// Nearest surface; without a closest-point callback, swept from a few sides.
lwCastHit lwSurface_Nearest(lwSurfaceMover* m, const lwBodyState* b, lwVec3 pos, lwVec3 up, float reach);

// ---- surface_feel.c ------------------------------------------------------------------------------------------------
bool lwSurface_CheckTable(const lwProbeTable* table);
float lwSurface_ProbeReach(const lwProbeTable* table, float standHeight); // in size, from the body's middle
int lwSurface_ArmCount(const lwProbeTable* table);
void lwSurface_Feel(lwSurfaceMover* m, const SurfaceState* s, SurfaceCache* cache);
bool lwSurface_CacheHolds(lwSurfaceMover* m, const SurfaceState* s, SurfaceCache* ioCache);
// From where surfaces are weighed.
typedef struct Feeler {
	lwVec3 pos, up, way;      // way: unit, of travel
	float lookAhead;          // of the way, units
	const lwCastHit* nearest; // NULL: none
	lwVec3 lean;              // the nearest's normal for orientation
	int body;                 // that carries
} Feeler;
// Weight of one felt surface for orientation and for position.
float lwSurface_Weight(const lwSurfaceMover* m, const Felt* f, const Feeler* from, float* outPosition);

// ---- surface_fit.c -------------------------------------------------------------------------------------------------
void lwSurface_MakeCurves(lwSurfaceMover* m);
float lwSurface_Power(float x, float exponent);                           // x in 0..1, exponent >= 0
SurfaceFit lwSurface_Fit(const lwSurfaceMover* m, const SurfaceCache* cache, const Feeler* from);

// ---- surface_step.c, surface_flight.c -------------------------------------------------------------------------------
// s becomes the state one substep later. asking: may ask the world; else a guess that goes on straight.
void lwSurface_Step(lwSurfaceMover* m, SurfaceState* s, const SurfaceWish* wish, float time, bool asking);
void lwSurface_Fly(lwSurfaceMover* m, SurfaceState* s, float time, bool asking, lwVec3 accelWS);
bool lwSurface_Deeds(lwSurfaceMover* m, SurfaceState* s);                 // jumps, drops, blows; true: there were some
void lwSurface_LetGo(lwSurfaceMover* m, SurfaceState* s);
void lwSurface_Attach(lwSurfaceMover* m, SurfaceState* s, const lwCastHit* hit); // s and the hit in world space
// Moves the body's middle, stopped by faces and sliding along them. In the space of b.
lwVec3 lwSurface_Slide(lwSurfaceMover* m, const lwBodyState* b, lwVec3 pos, lwVec3 motion, lwCastHit* outFirst);
// Returns the rotation.
lwVec3 lwSurface_TurnUp(SurfaceState* s, lwVec3 normal, float most, float share);

// ---- surface_predict.c ---------------------------------------------------------------------------------------------
void lwSurface_Invalidate(lwSurfaceMover* m, int64_t last);               // what is known beyond this state is known no more
void lwSurface_Extend(lwSurfaceMover* m, int64_t last, int budget);       // know states up to last, or until the budget is spent; INT_MAX: without one
void lwSurface_MotionAt(lwSurfaceMover* m, double seconds, lwMotion* out);

#endif
