// SPDX-License-Identifier: MIT
// A hover racer: the surface mover without legs, fast, on a band with one side only. A lap goes over both of its "sides".
// Headless: prints where it is once a second. hover_racer [SECONDS]
#include "legwork/surface_mover.h"
#include "legwork/world_scene.h"

#include <stdio.h>
#include <stdlib.h>

#define SIZE 1.0f
#define TOP_SPEED 9.0f

// Drives along the band: the frame's way is kept, the stick only holds it in the middle, where the start was.
static int race(lwSurfaceMover* mover, int seconds) {
	const float dt = 1 / 60.0f;
	lwQuat view = lwQuatMul(lwSurfaceMover_Status(mover).frame.rot, lwQuatAxisAngle(lwV3(0, 1, 0), LW_PI)); // -Z looks ahead
	lwVec3 up = lwRotate(lwSurfaceMover_Status(mover).frame.rot, lwV3(0, 1, 0));
	float way = 0, most = 0, turned = 0;
	int lost = 0;
	for (int frame = 1; frame <= 60 * seconds; frame++) {
		lwSurfaceInput input = { .stick = lwV3(0, 1, 0), .view = view, .speedScale = 1 };
		lwSurfaceMover_SetInput(mover, &input);
		lwSurfaceMover_Update(mover, dt);
		view = lwSurfaceMover_View(mover, view, 0.3f, dt);
		lwSurfaceMoverStatus status = lwSurfaceMover_Status(mover);
		float speed = lwLength(status.velocity);
		way += speed * dt;
		most = lwMaxF(most, speed);
		lost += !status.attached;
		lwVec3 now = lwRotate(status.frame.rot, lwV3(0, 1, 0));
		turned = lwMaxF(turned, lwAcos(lwClampF(lwDot(now, up), -1, 1)));
		if (frame % 60 == 0) {
			printf("%2d s  at (%6.2f %6.2f %6.2f)  %.1f m/s  %d queries a frame\n", frame / 60, (double)status.frame.pos.x, (double)status.frame.pos.y,
				   (double)status.frame.pos.z, (double)speed, status.queries);
		}
	}
	printf("%.0f m at up to %.1f m/s, turned over by up to %.0f degrees; %s\n", (double)way, (double)most, (double)(turned * 180 / LW_PI),
		   lost == 0 ? "never lost the ground" : "LOST THE GROUND");
	return lost == 0 ? 0 : 1;
}

int main(int argc, char** argv) {
	char* end = NULL;
	long seconds = argc > 1 ? strtol(argv[1], &end, 10) : 20;
	if ((argc > 1 && (*end != 0 || seconds < 1 || seconds > 3600)) || argc > 2) {
		fprintf(stderr, "Usage: hover_racer [SECONDS]\n");
		return 2;
	}
	lwWorldSceneDef sceneDef = lwDefaultWorldSceneDef();
	sceneDef.kind = lw_worldSceneMoebius;
	sceneDef.size = SIZE;
	lwWorldScene* scene = NULL;
	lwSurfaceMover* mover = NULL;
	lwResult result = lwMakeWorldScene(&sceneDef, &scene);
	if (result.status == lw_ok) {
		lwSurfaceMoverDef def = lwDefaultSurfaceMoverDef();
		def.world = lwWorldScene_World(scene);
		def.size = SIZE;
		def.topSpeed = TOP_SPEED;
		def.accelHalfLife = 0.5f;
		result = lwCreateSurfaceMover(&def, &mover);
	}
	int code = 1;
	if (result.status == lw_ok) {
		lwWorldSceneStart start = lwWorldScene_Start(scene);
		lwSurfaceMover_Reset(mover, start.pos, start.forward, start.up);
		code = race(mover, (int)seconds);
	} else {
		fprintf(stderr, "hover_racer: %s\n", result.message);
	}
	lwDestroySurfaceMover(mover);
	lwDestroyWorldScene(scene);
	return code;
}
