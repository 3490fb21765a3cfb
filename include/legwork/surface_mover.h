// SPDX-License-Identifier: MIT
// Surface mover: moves a creature over any geometry: walls, ceilings, edges, free-form meshes, moving bodies. It feels
// the world with curved probes, fits the movement surface to what they met, and carries a frame of reference along it.
// The same state answers as an lwPredictor, so that footwork plans on what the mover will do. World space, any units;
// `size` is the scale of all defaults: the height of the body's middle over the ground plus half the span of the feet.
// Each frame: place the moving bodies, SetInput, Update, then ask. What the mover tells is relative to the body it stands
// on, shown where that body is now (see lwMotion).
#ifndef LEGWORK_SURFACE_MOVER_H
#define LEGWORK_SURFACE_MOVER_H

#include "legwork/trajectory.h"
#include "legwork/wind.h"

#define LW_MAX_PROBE_POINTS 8
#define LW_MAX_PROBE_RINGS 6
#define LW_MAX_PROBE_ARMS 24
#define LW_MAX_SURFACES 96

// One curved probe: connected straight sweeps, revolved about the creature's up axis.
typedef struct lwProbeRing {
	int arms;                            // evenly around, the first straight ahead; 0: the ring is off
	float turn;                          // rad, of the first arm
	int pointCount;                      // 2..LW_MAX_PROBE_POINTS
	float out[LW_MAX_PROBE_POINTS];      // distance from the up axis, in size
	float up[LW_MAX_PROBE_POINTS];       // height over the frame's origin, in size
	float radius;                        // of the swept sphere, in size; 0: rays
	float weight;                        // of what it meets, > 0
} lwProbeRing;

// Rings x arms x segments, plus what is straight below. Editable data.
typedef struct lwProbeTable {
	int ringCount;
	lwProbeRing rings[LW_MAX_PROBE_RINGS];
} lwProbeTable;

LW_API lwProbeTable lwDefaultProbeTable(void);

// How much a felt surface counts: near * curve(distance) + facing * dot(normal, up) + ahead * dot(way, direction to it), not
// below 0. distance: from the body's middle; reach: the farthest point of the probes from there. curve = ((reach - distance) /
// (reach - standHeight)) ^ falloff: 1 at stand height, 0 at reach; for orientation it stays 1 nearer than stand height.
// Hits of one face count once, by the one that counts most; for position they count by how far they bear (dot(normal, up)).
typedef struct lwSurfaceWeights {
	float near, facing, ahead;           // near > 0
	float falloff;                       // 1..16
} lwSurfaceWeights;

typedef struct lwSurfaceMoverDef {
	int cookie;
	lwWorld world;                       // copied; walkable channel is asked. Friction of its materials: below 1 pace and way change
	                                     // slower in proportion, and what pulls beyond friction * gravity moves the creature;
	                                     // above 1 its speed is divided by it. Taken as 0.01 to 100
	float size;                          // > 0
	float standHeight;                   // of the body's middle over the frame's origin, in size: what is kept out of faces; default 0.5
	float bodyRadius;                    // of the sphere there, in size; default 0.25
	float topSpeed;                      // units/s at full stick
	float accelHalfLife;                 // s, default 0.07
	float turnRate;                      // rad/s of facing towards the way, default 2 pi
	bool faceWay;                        // turn the facing to the way; default true. false: strafe
	float travelYaw;                     // of the clip's direction of travel from +Z, rad
	lwProbeTable probes;
	lwSurfaceWeights orientation, position;
	float alignHalfLife;                 // s of the up axis towards the movement surface at rest; hurried by speed; default 0.08
	float maxAlignRate;                  // rad/s, default 12 (25 degrees a frame at 30 Hz is 13)
	float maxSlope;                      // rad from the frame's up beyond which a face is above, not ground: default 165 degrees
	float cacheDistance;                 // in size: surfaces stay valid until the frame moved by this, default 0.12
	float cacheAngle;                    // rad, or its up turned by this (its facing by 4 times this), default 8 degrees
	float gravity;                       // units/s^2 along -normal while attached and along gravityDir in the air; default 9.81
	lwVec3 gravityDir;                   // unit, default -Y
	float grip;                          // most pull away from the surface that is held, in gravity; default 4. An impulse lets go
	                                     // when it gives more speed away from the surface than the grip takes in 0.1 s
	lwWindFcn* wind;                     // WS, NULL: none; time: s since the reset
	void* windUser;
	float mass;                          // kg, default 1: for forces
	float substep;                       // s, default 1/120: fixed steps, whatever dt
	float horizon;                       // s that prediction reaches, default 1.2; beyond it the last velocity goes on
	float inputTimeout;                  // s, default 0.25: input older than this counts as none; 0: held for ever
	int queryBudget;                     // default 60: world queries an update may spend on looking further ahead
} lwSurfaceMoverDef;

// Input for the frames to come. Held until renewed; not renewed for inputTimeout it counts as none.
typedef struct lwSurfaceInput {
	lwVec3 stick;                        // x right, y forward of the view, length <= 1; z not read
	lwQuat view;                         // camera: -Z looks ahead, +Y up, +X right (world); see lwSurfaceMover_View
	float speedScale;                    // of topSpeed, default 1
	lwVec3 face;                         // when !faceWay: wanted facing in WS, projected; zero: keep
} lwSurfaceInput;

typedef struct lwSurfaceMoverStatus {
	lwTransform frame;                   // CS to world; on the movement surface
	lwVec3 velocity;                     // WS, with the carrying body's own
	bool attached;
	int body, material;                  // stood on, when attached
	lwVec3 surfacePos, surfaceNormal;    // movement surface
	int surfaceCount;                    // felt, in the cache
	int queries;                         // of the last update
	float attachedTime, airTime;         // s since
	float heading;                       // rad between the way of the body's middle and the stick's direction; 0 without either
} lwSurfaceMoverStatus;

typedef struct lwSurfaceMover lwSurfaceMover;

LW_API lwSurfaceMoverDef lwDefaultSurfaceMoverDef(void);
LW_API lwResult lwCreateSurfaceMover(const lwSurfaceMoverDef* def, lwSurfaceMover** outMover);
LW_API void lwDestroySurfaceMover(lwSurfaceMover* mover);
LW_API size_t lwSurfaceMover_ByteCount(const lwSurfaceMover* mover);

// Put it at a place (of the frame, on the surface). up: unit, away from the surface; attaches to the nearest surface within size, else falls.
LW_API void lwSurfaceMover_Reset(lwSurfaceMover* mover, lwVec3 pos, lwVec3 forward, lwVec3 up);
LW_API void lwSurfaceMover_SetInput(lwSurfaceMover* mover, const lwSurfaceInput* input);
LW_API void lwSurfaceMover_Update(lwSurfaceMover* mover, float dt);
LW_API lwPredictor lwSurfaceMover_Predictor(lwSurfaceMover* mover);
LW_API lwSurfaceMoverStatus lwSurfaceMover_Status(const lwSurfaceMover* mover);
// The surfaces felt from where it is now, for drawing: positions, normals, weights of orientation. Asks the world anew.
// Returns how many there are.
LW_API int lwSurfaceMover_Surfaces(const lwSurfaceMover* mover, lwCastHit* outHits, float* outWeights, int capacity);

LW_API void lwSurfaceMover_AddForce(lwSurfaceMover* mover, lwVec3 force);       // N, for the next update
LW_API void lwSurfaceMover_AddImpulse(lwSurfaceMover* mover, lwVec3 impulse);   // N s; away from the surface beyond the grip: lets go
LW_API void lwSurfaceMover_Jump(lwSurfaceMover* mover, float speed);            // along the frame's up
// Where the air's gravity pulls from now on: on a planet its middle, set before every update. unit; others are left out.
LW_API void lwSurfaceMover_SetGravityDir(lwSurfaceMover* mover, lwVec3 gravityDir);
LW_API void lwSurfaceMover_Drop(lwSurfaceMover* mover);                         // let go; re-attaches to what is nearest on its fall

// A camera's rotation that follows the frame without spinning: parallel transport of the last view along the frame's turn, levelled
// slowly; use it as the view of the input. Call it once after every update. halfLife: s of the levelling, 0: at once.
LW_API lwQuat lwSurfaceMover_View(const lwSurfaceMover* mover, lwQuat lastView, float halfLife, float dt);

#endif
