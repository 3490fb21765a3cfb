/* SPDX-License-Identifier: MIT
 * Another library beside ours in bench_world: one static triangle mesh, casts one at a time through its own calls. */
#ifndef LEGWORK_BENCH_PEER_H
#define LEGWORK_BENCH_PEER_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct PeerMesh {
	const float* vertices;           /* 3 * vertexCount */
	int vertexCount;
	const unsigned* indices;         /* 3 * triangleCount */
	int triangleCount;
} PeerMesh;

typedef struct PeerCast {
	float origin[3], motion[3];
	float radius;                    /* 0: ray; closest point: the farthest distance, motion not read */
} PeerCast;

typedef struct PeerHit {
	int hit;
	float fraction;                  /* of the motion; closest point: of the radius */
	float pos[3], normal[3];
	int triangle;
} PeerHit;

typedef struct Peer {
	const char* name;
	const char* method;
	/* The build alone is timed by the caller; NULL when it fails. */
	void* (*create)(const PeerMesh* mesh);
	void (*destroy)(void* self);
	long long (*bytes)(void* self);  /* 0: unknown */
	/* NULL where the library has no such query. */
	void (*rays)(void* self, const PeerCast* casts, int count, PeerHit* hits);
	void (*sweeps)(void* self, const PeerCast* casts, int count, PeerHit* hits);
	void (*closest)(void* self, const PeerCast* casts, int count, PeerHit* hits);
} Peer;

#ifdef LEGWORK_PEER_EMBREE
extern const Peer peer_embree;
#endif
#ifdef LEGWORK_PEER_BULLET
extern const Peer peer_bullet;
#endif

#ifdef __cplusplus
}
#endif

#endif
