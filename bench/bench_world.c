// SPDX-License-Identifier: MIT
// Nanoseconds of processor time per query of the embedded world on a rolling terrain, beside other libraries where they were
// found: all of them in turn in every round, so that ratios hold on a busy machine. A run counts as quiet when a short fixed
// computation before and after it takes no longer than ever; runs that are not are tried again a few times.
// bench_world [--csv FILE] [--rounds N] [--triangles MAX]
// ray: 1.5 m down; sweep: r 0.05 m, 1.5 m down; sphere: r 0.25 m, 2 m any way; closest: within 1 m.
// random: all over the mesh; sorted: the same along a Morton curve; warm: 200 in one 2 m patch, again and again, as one character asks.
#include "legwork/world.h"
#include "peers/peer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define QUERIES 20000
#define PATCH 200                   // queries of the warm set
#define MAX_ROUNDS 99
#define MAX_PROGRAMS 4
#define CELL 0.5f

static uint32_t s_random = 1u;
static int s_rounds = 9;
static FILE* s_csv;

static float Uniform(float lo, float hi) {
	s_random = s_random * 1664525u + 1013904223u;
	return lo + (hi - lo) * ((float)(s_random >> 8) / 16777216.0f);
}

static double Now(void) {
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

// Independent chains of integer work: slower when something else shares the core.
static double Calibrate(void) {
	static volatile uint32_t sink;
	uint32_t v[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
	double start = Now();
	for (int i = 0; i < 30000; ++i) {
		for (int k = 0; k < 8; ++k) {
			v[k] = (v[k] ^ (v[k] >> 5)) * 2654435761u + 1u;
		}
	}
	(void)(sink = v[0] ^ v[1] ^ v[2] ^ v[3] ^ v[4] ^ v[5] ^ v[6] ^ v[7]);
	return Now() - start;
}

static double s_quiet = 1e30; // the least it ever took

static bool IsQuiet(void) {
	double took = Calibrate();
	s_quiet = took < s_quiet ? took : s_quiet;
	return took < 1.1 * s_quiet;
}

static float Height(float x, float z) {
	return 1.5f * sinf(0.13f * x) * cosf(0.11f * z) + 0.2f * sinf(1.3f * x + 0.7f * z);
}

static void MakeTerrain(int side, PeerMesh* out) {
	int vertexCount = (side + 1) * (side + 1);
	float* v = malloc(3 * (size_t)vertexCount * sizeof(float));
	unsigned* index = malloc((size_t)(6 * side * side) * sizeof(unsigned));
	if (v == NULL || index == NULL) {
		exit(1);
	}
	for (int i = 0; i < vertexCount; ++i) {
		float x = CELL * (float)(i % (side + 1));
		float z = CELL * (float)(i / (side + 1));
		v[3 * i] = x;
		v[3 * i + 1] = Height(x, z) + Uniform(-0.05f, 0.05f);
		v[3 * i + 2] = z;
	}
	unsigned row = (unsigned)side + 1;
	for (int i = 0; i < side * side; ++i) {
		unsigned a = (unsigned)(i / side) * row + (unsigned)(i % side);
		unsigned quad[6] = { a, a + row, a + 1, a + 1, a + row, a + row + 1 };
		memcpy(index + 6 * i, quad, sizeof(quad));
	}
	*out = (PeerMesh){ v, vertexCount, index, 2 * side * side };
}

// ---- Ours in a peer's clothes ---------------------------------------------------------------------------------

static lwCastQuery s_casts[QUERIES];
static lwClosestQuery s_closest[QUERIES];
static lwCastHit s_hits[QUERIES];

static void* OurCreate(const PeerMesh* mesh) {
	lwMeshBodyDef body = lwDefaultMeshBodyDef();
	body.vertices = (const lwVec3*)(const void*)mesh->vertices;
	body.vertexCount = mesh->vertexCount;
	body.indices = mesh->indices;
	body.triangleCount = mesh->triangleCount;
	lwMeshWorldDef def = lwDefaultMeshWorldDef();
	def.bodies = &body;
	def.bodyCount = 1;
	lwMeshWorld* world = NULL;
	lwResult result = lwCreateMeshWorld(&def, &world);
	if (result.status != lw_ok) {
		fprintf(stderr, "%s\n", result.message);
	}
	return world;
}

static void OurDestroy(void* self) { lwDestroyMeshWorld(self); }
static long long OurBytes(void* self) { return (long long)lwMeshWorld_ByteCount(self); }

// Queries and answers are already in our form: s_casts, s_hits.
static void OurBatch(void* self, const PeerCast* casts, int count, PeerHit* hits) {
	(void)casts;
	(void)hits;
	lwWorld world = lwMeshWorld_World(self);
	world.cast(world.user, s_casts, count, s_hits);
}

static void OurSingles(void* self, const PeerCast* casts, int count, PeerHit* hits) {
	(void)casts;
	(void)hits;
	lwWorld world = lwMeshWorld_World(self);
	for (int i = 0; i < count; ++i) {
		world.cast(world.user, &s_casts[i], 1, &s_hits[i]);
	}
}

static void OurClosest(void* self, const PeerCast* casts, int count, PeerHit* hits) {
	(void)casts;
	(void)hits;
	lwWorld world = lwMeshWorld_World(self);
	world.closest(world.user, s_closest, count, s_hits);
}

static const Peer s_ours = { "legwork", "one batch", OurCreate, OurDestroy, OurBytes, OurBatch, OurBatch, OurClosest };
static const Peer s_oursSingle = { "legwork-single", "one query a call", NULL, NULL, NULL, OurSingles, OurSingles, NULL };

// The first is what ratios are to.
static const Peer* s_programs[MAX_PROGRAMS] = { &s_ours, &s_oursSingle };
static int s_programCount = 2;

// ---- Queries -------------------------------------------------------------------------------------------------

static PeerCast s_peerCasts[QUERIES];
static PeerHit s_peerHits[QUERIES];

static uint32_t Spread(uint32_t x) {
	x = (x | (x << 8)) & 0x00FF00FFu;
	x = (x | (x << 4)) & 0x0F0F0F0Fu;
	x = (x | (x << 2)) & 0x33333333u;
	return (x | (x << 1)) & 0x55555555u;
}

static uint32_t Morton(const PeerCast* c) {
	return Spread((uint32_t)(c->origin[0] * 16.0f) & 0xFFFFu) | (Spread((uint32_t)(c->origin[2] * 16.0f) & 0xFFFFu) << 1);
}

static int ByMorton(const void* a, const void* b) {
	uint32_t x = Morton(a), y = Morton(b);
	return x < y ? -1 : x > y;
}

typedef enum What { ray, sweep, sphere, closest, whatCount } What;
static const char* const s_whats[whatCount] = { "ray", "sweep", "sphere", "closest" };
typedef enum Set { randomSet, sortedSet, warmSet, setCount } Set;
static const char* const s_sets[setCount] = { "random", "sorted", "warm" };

static void Aim(float extent, What what, Set set) {
	float from = set == warmSet ? 20.0f : 2.0f;
	float to = set == warmSet ? 22.0f : extent - 2.0f;
	s_random = 7u;
	for (int i = 0; i < QUERIES; ++i) {
		if (set == warmSet && i >= PATCH) {
			s_peerCasts[i] = s_peerCasts[i % PATCH];
			continue;
		}
		float x = Uniform(from, to), z = Uniform(from, to);
		lwVec3 way = lwV3(Uniform(-1.0f, 1.0f), 0.0f, 0.0f);
		way.y = Uniform(-1.0f, 1.0f);
		way.z = Uniform(-1.0f, 1.0f);
		lwVec3 down = lwV3(0.0f, -1.5f, 0.0f);
		way = what == sphere ? lwMul(lwNormalizeOr(way, down), 2.0f) : down;
		float radius = what == sweep ? 0.05f : what == sphere ? 0.25f : what == closest ? 1.0f : 0.0f;
		s_peerCasts[i] = (PeerCast){ { x, Height(x, z) + 0.75f, z }, { way.x, way.y, way.z }, radius };
	}
	if (set == sortedSet) {
		qsort(s_peerCasts, QUERIES, sizeof(s_peerCasts[0]), ByMorton);
	}
	for (int i = 0; i < QUERIES; ++i) {
		const PeerCast* c = &s_peerCasts[i];
		lwVec3 origin = lwV3(c->origin[0], c->origin[1], c->origin[2]);
		s_casts[i] = (lwCastQuery){ origin, lwV3(c->motion[0], c->motion[1], c->motion[2]), c->radius, lw_channelAll };
		s_closest[i] = (lwClosestQuery){ origin, c->radius, lw_channelAll };
	}
}

static uint32_t Fold(uint32_t hash, const void* data, size_t size) {
	const uint8_t* bytes = data;
	for (size_t i = 0; i < size; ++i) {
		hash = (hash ^ bytes[i]) * 16777619u;
	}
	return hash;
}

// Hash of what was found, and how many hits.
static uint32_t Result(bool ours, int count, int* outHits) {
	uint32_t hash = 2166136261u;
	*outHits = 0;
	for (int i = 0; i < count; ++i) {
		PeerHit h = s_peerHits[i];
		if (ours) {
			const lwCastHit* o = &s_hits[i];
			h = (PeerHit){ o->hit, o->fraction, { o->pos.x, o->pos.y, o->pos.z }, { o->normal.x, o->normal.y, o->normal.z }, o->triangle };
		}
		*outHits += h.hit;
		hash = h.hit ? Fold(hash, &h, sizeof(h)) : hash * 16777619u;
	}
	return hash;
}

static int ByValue(const void* a, const void* b) {
	double x = *(const double*)a, y = *(const double*)b;
	return x < y ? -1 : x > y;
}

static double Median(double* values, int count) {
	qsort(values, (size_t)count, sizeof(double), ByValue);
	return values[count / 2];
}

static void Time(void* const* selves, int triangles, What what, Set set) {
	static double ns[MAX_PROGRAMS][MAX_ROUNDS];
	uint32_t hash[MAX_PROGRAMS];
	int hits[MAX_PROGRAMS], quietRuns[MAX_PROGRAMS] = { 0 };
	int count = set == warmSet ? PATCH : QUERIES;
	for (int r = -1; r < s_rounds; ++r) { // the first to warm up
		for (int p = 0; p < s_programCount; ++p) {
			const Peer* program = s_programs[p];
			void (*ask)(void*, const PeerCast*, int, PeerHit*) =
				what == ray ? program->rays : what == closest ? program->closest : program->sweeps;
			if (ask == NULL) {
				continue;
			}
			double took = 0.0;
			bool quiet = false;
			for (int attempt = 0; attempt < 6 && !quiet; ++attempt) {
				quiet = IsQuiet();
				double start = Now();
				for (int done = 0; done < QUERIES; done += count) {
					ask(selves[p], s_peerCasts, count, s_peerHits);
				}
				took = (Now() - start) / QUERIES;
				quiet = IsQuiet() && quiet;
			}
			ns[p][r < 0 ? 0 : r] = took;
			quietRuns[p] += r >= 0 && quiet;
			if (r < 0) {
				hash[p] = Result(p < 2, count, &hits[p]);
			}
		}
	}
	double ours = 0.0;
	for (int p = 0; p < s_programCount; ++p) {
		const Peer* program = s_programs[p];
		if ((what == ray ? program->rays : what == closest ? program->closest : program->sweeps) == NULL) {
			continue;
		}
		static double ratios[MAX_ROUNDS];
		double least = ns[p][0];
		for (int r = 0; r < s_rounds; ++r) {
			ratios[r] = ns[0][r] / ns[p][r];
			least = ns[p][r] < least ? ns[p][r] : least;
		}
		double ratio = Median(ratios, s_rounds);
		ours = p == 0 ? least : ours;
		printf("  %-8s %-8s %-15s %8.0f ns   legwork/it: of minima %6.3f, median %6.3f   %2d quiet  %5d hits  hash %08x\n", s_whats[what],
			   s_sets[set], program->name, least, ours / least, ratio, quietRuns[p], hits[p], hash[p]);
		if (s_csv != NULL) {
			fprintf(s_csv, "%d,%s,%s,%s,%.1f,%.4f,%.4f,%d,%d,%08x,%s\n", triangles, s_whats[what], s_sets[set], program->name, least,
					ours / least, ratio, quietRuns[p], hits[p], hash[p], program->method);
		}
	}
}

// Build all programs in turn, several times; the last ones stay.
static void Build(const PeerMesh* mesh, void** selves) {
	static double ms[MAX_PROGRAMS][MAX_ROUNDS];
	int rounds = mesh->triangleCount > 1000000 ? 3 : 5;
	for (int r = 0; r < rounds; ++r) {
		for (int p = 0; p < s_programCount; ++p) {
			if (s_programs[p]->create == NULL) {
				selves[p] = selves[0];
				continue;
			}
			if (r > 0) {
				s_programs[p]->destroy(selves[p]);
			}
			double start = Now();
			selves[p] = s_programs[p]->create(mesh);
			ms[p][r] = (Now() - start) * 1e-6;
			if (selves[p] == NULL) {
				exit(1);
			}
		}
	}
	double ours = 0.0;
	for (int p = 0; p < s_programCount; ++p) {
		if (s_programs[p]->create == NULL) {
			continue;
		}
		double ratios[MAX_ROUNDS], least = ms[p][0];
		for (int r = 0; r < rounds; ++r) {
			ratios[r] = ms[0][r] / ms[p][r];
			least = ms[p][r] < least ? ms[p][r] : least;
		}
		double ratio = Median(ratios, rounds);
		ours = p == 0 ? least : ours;
		double bytes = (double)s_programs[p]->bytes(selves[p]) / mesh->triangleCount;
		printf("  build %-15s %8.1f ms   legwork/it: of minima %6.3f, median %6.3f   %.0f bytes a triangle\n", s_programs[p]->name, least,
			   ours / least, ratio, bytes);
		if (s_csv != NULL) {
			fprintf(s_csv, "%d,build,-,%s,%.0f,%.4f,%.4f,-,%.0f,-,bytes a triangle in the column of hits\n", mesh->triangleCount,
					s_programs[p]->name, least * 1e6, ours / least, ratio, bytes);
		}
	}
}

int main(int argc, char** argv) {
	const int sides[] = { 100, 316, 1000 };
	int most = 2000000;
	for (int i = 1; i + 1 < argc; i += 2) {
		if (strcmp(argv[i], "--csv") == 0) {
			s_csv = fopen(argv[i + 1], "w");
		} else if (strcmp(argv[i], "--rounds") == 0) {
			s_rounds = atoi(argv[i + 1]);
		} else if (strcmp(argv[i], "--triangles") == 0) {
			most = atoi(argv[i + 1]);
		}
	}
	s_rounds = s_rounds < 1 ? 1 : s_rounds > MAX_ROUNDS ? MAX_ROUNDS : s_rounds;
#ifdef LEGWORK_PEER_EMBREE
	s_programs[s_programCount++] = &peer_embree;
#endif
#ifdef LEGWORK_PEER_BULLET
	s_programs[s_programCount++] = &peer_bullet;
#endif
	const char* build = "legwork world, cc " __VERSION__ ", min and median ratio of rounds, 20000 queries each";
	printf("%s\n", build);
	if (s_csv != NULL) {
		fprintf(s_csv, "# %s (%d rounds); ns of processor time; ratios: legwork's batch to this, of the minima and the median over rounds\n", build, s_rounds);
		fprintf(s_csv, "triangles,query,set,program,ns_min,ratio_of_minima,ratio_median,quiet_rounds,hits,hash,method\n");
	}
	for (int s = 0; s < 3; ++s) {
		PeerMesh mesh;
		MakeTerrain(sides[s], &mesh);
		if (mesh.triangleCount > most) {
			break;
		}
		printf("%d triangles\n", mesh.triangleCount);
		void* selves[MAX_PROGRAMS];
		Build(&mesh, selves);
		for (int what = 0; what < whatCount; ++what) {
			for (int set = 0; set < setCount; ++set) {
				Aim(CELL * (float)sides[s], (What)what, (Set)set);
				Time(selves, mesh.triangleCount, (What)what, (Set)set);
			}
		}
		for (int p = 0; p < s_programCount; ++p) {
			if (s_programs[p]->create != NULL) {
				s_programs[p]->destroy(selves[p]);
			}
		}
	}
	if (s_csv != NULL) {
		fclose(s_csv);
	}
	return 0;
}
