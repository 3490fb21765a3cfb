// SPDX-License-Identifier: MIT
// Place: strategies in order; each gives a first surface, from which the wanted position is followed over edges and corners.
#include "legwork/place.h"

#define MOST_SURFACES 4
#define CORNER 0.05f // L: a place nearer to a wall's foot stays before it
#define EDGE 0.04f   // L: nor does it stand on the very edge
#define HIDDEN 0.1f  // L: how far in from its edge a foot stands round which the leg must turn back
#define ALIKE 0.5f // cosine up to which a face found below counts as the one that was followed

typedef struct Search {
	const lwPlaceQuery* q;
	float radius, height; // units
	int queries;
	bool back;            // which side of faces is walked on: the front, unless nothing else is found
} Search;

// The wanted position on the plane it was bent to.
typedef struct Bent {
	lwVec3 wanted, normal;
	lwVec3 hinge;         // nearest point of the line it was turned about last
	bool hinged;
} Bent;

lwPlaceQuery lwDefaultPlaceQuery(void) {
	lwPlaceQuery q = { .cookie = LW_COOKIE };
	q.up = lwV3(0.0f, 1.0f, 0.0f);
	q.length = 1.0f;
	q.radius = 0.02f;
	q.beyond = 0.4f;
	q.clearance = 0.07f;
	q.depth = 0.7f;
	q.maxQueries = 32;
	return q;
}

static bool IsFinite3(lwVec3 v) {
	return lwAbsF(v.x) < 1e18f && lwAbsF(v.y) < 1e18f && lwAbsF(v.z) < 1e18f; // false for NaN
}

static bool IsUnit(lwVec3 v) { return lwAbsF(lwDot(v, v) - 1.0f) < 0.01f; } // false for NaN

static lwCastHit Cast(Search* s, lwVec3 from, lwVec3 to, float radius, uint32_t channel) {
	lwCastHit hit = { .fraction = 1.0f, .triangle = -1 };
	if (s->queries >= s->q->maxQueries) {
		return hit;
	}
	s->queries += 1;
	hit = lwWorld_Sweep(s->q->world, from, lwSub(to, from), radius, channel);
	hit.hit = hit.hit && IsFinite3(hit.pos) && IsUnit(hit.faceNormal);
	return hit;
}

static lwCastHit Sweep(Search* s, lwVec3 from, lwVec3 to) {
	return Cast(s, from, to, s->radius, lw_channelWalkable);
}

// From a place that may lie inside something: what is met from within is none.
static lwCastHit SweepOutside(Search* s, lwVec3 from, lwVec3 to) {
	lwCastHit hit = Sweep(s, from, to);
	hit.hit = hit.hit && hit.back == s->back;
	return hit;
}

// ---- Bending ---------------------------------------------------------------------------------------------------

// Turns the wanted position about the line where its plane meets the plane of a hit: what lay beyond a wall's foot goes as far up
// the wall, what hung beyond an edge as far down the side.
static Bent BendTo(const Bent* bent, lwVec3 on, lwVec3 normal, float edge) {
	Bent to = { bent->wanted, normal, bent->wanted, false };
	float c = lwDot(bent->normal, normal), behind = lwDot(normal, lwSub(on, bent->wanted));
	float sine2 = 1.0f - c * c;
	if (sine2 < 0.02f && c < 0.0f) { // the far side of a plate, met without its rim
		to.wanted = on;
		return to;
	}
	bool inner = lwDot(bent->normal, lwSub(on, bent->wanted)) > 0.0f;
	bool crossed = inner ? behind > 0.0f : behind < 0.0f;
	if (sine2 < 2e-4f || !crossed) {
		to.wanted = lwMulAdd(bent->wanted, normal, behind);
		return to;
	}
	lwVec3 across = lwMulAdd(normal, bent->normal, -c);
	lwVec3 line = lwMulAdd(bent->wanted, across, behind / sine2);
	to.hinge = line;
	to.hinged = true;
	lwVec3 over = lwSub(bent->wanted, line);
	float far = lwLength(over);
	over = lwRotate(lwQuatBetween(bent->normal, normal), over);
	to.wanted = lwMulAdd(line, over, far < edge && far > 0.0f ? edge / far : 1.0f);
	return to;
}

// Along the plane into what the leg reaches; false when the plane is out of reach.
static bool LimitReach(const lwPlaceQuery* q, lwVec3 normal, lwVec3* ioPos) {
	if (!(q->reach > 0.0f)) {
		return true;
	}
	float height = lwDot(normal, lwSub(q->hip, *ioPos)) - q->ankle;
	lwVec3 foot = lwMulAdd(q->hip, normal, -height - q->ankle);
	lwVec3 out = lwSub(*ioPos, foot);
	float away = lwLength(out), room = q->reach * q->reach - height * height;
	if (room <= 0.0f) {
		return false;
	}
	float most = lwSqrt(room), least = lwSqrt(q->fold * q->fold - height * height); // 0 when the plane is far enough
	if (away > most) {
		*ioPos = lwMulAdd(foot, out, most / away);
	} else if (away < least) {
		lwVec3 aside = lwReject(lwSub(q->wanted, q->under), normal);
		out = away > 1e-3f * q->length ? lwMul(out, 1.0f / away) : lwNormalizeOr(aside, lwPerpendicular(normal));
		*ioPos = lwMulAdd(foot, out, lwMinF(least, most));
	}
	return true;
}

// A leg goes round an edge, not through what lies behind it.
static void StayNearHinge(const lwPlaceQuery* q, Bent* io) {
	lwVec3 over = lwSub(io->wanted, io->hinge);
	lwVec3 leg = lwSub(io->hinge, q->hip);
	float far = lwLength(over), straight = lwDot(leg, over) / lwMaxF(lwLength(leg) * far, 1e-12f);
	float most = (HIDDEN + lwSmoothStep(0.1f, 0.5f, straight)) * q->length;
	bool away = lwDot(io->normal, lwSub(q->hip, io->wanted)) < 0.0f;
	if (io->hinged && far > most && away) {
		io->wanted = lwMulAdd(io->hinge, over, most / far);
	}
}

// ---- Following surfaces ----------------------------------------------------------------------------------------

// The edge of a face lies between on and off: sweeps below the plane back inwards find the next face, and where they pass under the
// creature, sweeps back up.
static lwCastHit OverEdge(Search* s, lwVec3 on, lwVec3 off, lwVec3 normal) {
	static const float depths[] = { 0.03f, 0.12f, 0.4f };
	float L = s->q->length;
	lwVec3 inward = lwNormalizeOr(lwReject(lwSub(on, off), normal), lwV3(0.0f, 0.0f, 0.0f));
	float way = lwLength(lwReject(lwSub(on, off), normal));
	lwCastHit hit = { .fraction = 1.0f };
	for (int i = 0; i < 3 && !hit.hit; ++i) {
		lwVec3 from = lwMulAdd(off, normal, -depths[i] * L);
		hit = SweepOutside(s, from, lwMulAdd(from, inward, way + 0.3f * L));
	}
	if (!hit.hit) {
		lwVec3 from = lwMulAdd(lwMulAdd(off, normal, -0.4f * L), inward, way);
		hit = SweepOutside(s, from, lwMulAdd(from, normal, 0.4f * L));
	}
	return hit;
}

static void Land(Search* s, const Bent* bent, const lwCastHit* ground, lwPlace* out) {
	lwVec3 n = bent->normal, p = ground->pos;
	float more = lwMaxF(s->height, 2.0f * s->radius);
	out->found = true;
	out->pos = p;
	out->wanted = bent->wanted;
	out->normal = ground->faceNormal;
	out->body = ground->body;
	out->material = ground->material;
	lwCastHit seen = Cast(s, lwMulAdd(p, n, more), lwMulAdd(p, n, -more), 0.0f, lw_channelVisible);
	if (seen.hit) {
		out->pos = seen.pos;
		out->material = seen.material;
	}
}

// A place on a face that was followed, seen to be ground from close over it.
static bool LandAt(Search* s, lwVec3 place, lwVec3 normal, lwPlace* out) {
	lwVec3 over = lwMulAdd(place, normal, s->height), under = lwMulAdd(place, normal, -0.2f * s->q->length);
	lwCastHit ground = Cast(s, over, under, 0.0f, lw_channelWalkable);
	if (!ground.hit || ground.back != s->back || lwDot(ground.faceNormal, normal) <= ALIKE) {
		return false;
	}
	Bent here = { place, normal, place, false };
	Land(s, &here, &ground, out);
	return true;
}

// Along a face from where it was met towards the wanted position, close over it. True: a wall stands in between, ioHit is on it. What
// lies at the foot of a wall comes to lie before it.
static bool MeetsWall(Search* s, lwVec3 normal, lwVec3* ioWanted, lwCastHit* ioHit) {
	float L = s->q->length;
	lwVec3 over = lwMulAdd(*ioWanted, normal, s->height), from = lwMulAdd(ioHit->pos, normal, s->height);
	float way = lwDistance(over, from);
	if (way <= 1e-3f * L) {
		return false;
	}
	lwCastHit wall = Sweep(s, from, over);
	if (!wall.hit || !(wall.fraction > 0.0f) || wall.back != s->back) {
		return false;
	}
	if ((1.0f - wall.fraction) * way > CORNER * L) {
		*ioHit = wall;
		return true;
	}
	*ioWanted = lwMulAdd(lwLerp3(from, over, wall.fraction), normal, -s->height);
	return false;
}

// From a first surface on: bend the wanted position to it, see whether the face reaches that far, else go on with the next face. Where
// that is out of reach, the last face serves as far as the leg comes.
static bool Follow(Search* s, lwCastHit hit, Bent bent, lwPlace* out) {
	lwVec3 nearest[MOST_SURFACES], normals[MOST_SURFACES];
	int count = 0;
	out->surfaces = 0;
	for (int k = 0; k < MOST_SURFACES && hit.hit; ++k) {
		lwVec3 n = hit.faceNormal;
		out->surfaces += 1;
		bent = BendTo(&bent, hit.pos, n, EDGE * s->q->length);
		StayNearHinge(s->q, &bent);
		lwVec3 place = bent.wanted;
		if (!LimitReach(s->q, n, &place)) {
			break;
		}
		bool limited = lwDistance(place, bent.wanted) > 1e-4f * s->q->length;
		normals[count] = n;
		lwVec3 inward = lwNormalizeOr(lwReject(lwSub(s->q->under, hit.pos), n), lwV3(0.0f, 0.0f, 0.0f));
		nearest[count++] = limited ? place : lwMulAdd(hit.pos, inward, EDGE * s->q->length);
		lwVec3 on = hit.pos;
		if (MeetsWall(s, n, &bent.wanted, &hit)) {
			continue;
		}
		if (LandAt(s, limited ? place : bent.wanted, n, out)) {
			return true;
		}
		hit = OverEdge(s, on, bent.wanted, n);
	}
	while (count > 0) {
		count -= 1;
		if (LimitReach(s->q, normals[count], &nearest[count]) && LandAt(s, nearest[count], normals[count], out)) {
			return true;
		}
	}
	return false;
}

// ---- Strategies ------------------------------------------------------------------------------------------------

static bool FromSocket(Search* s, const Bent* bent, lwPlace* out, lwCastHit* outFirst) {
	const lwPlaceQuery* q = s->q;
	lwVec3 way = lwSub(bent->wanted, q->socket);
	float length = lwLength(way);
	lwVec3 to = lwMulAdd(q->socket, way, length > 0.0f ? 1.0f + q->beyond * q->length / length : 1.0f);
	lwCastHit hit = Sweep(s, q->socket, to);
	if (hit.hit && !(hit.fraction > 0.0f)) { // the socket touches something: look past it
		hit = Cast(s, q->socket, to, 0.0f, lw_channelWalkable);
	}
	if (hit.hit && hit.back != s->back) { // the socket lies inside something: look from higher
		lwVec3 higher = lwMulAdd(q->socket, q->up, 0.5f * q->length);
		hit = Sweep(s, higher, to);
		outFirst->back = hit.hit && hit.back; // from there, too: it is a sheet seen from behind
		hit.hit = hit.hit && hit.back == s->back;
	}
	bool back = outFirst->back;
	*outFirst = hit;
	outFirst->back = back;
	return Follow(s, hit, *bent, out);
}

// Over lift and wanted, on beyond and down in a bow. outEnd: where it ended.
static bool Along(Search* s, const Bent* bent, lwPlace* out, lwVec3* outEnd) {
	const lwPlaceQuery* q = s->q;
	lwVec3 way = lwReject(lwSub(q->wanted, q->lift), q->up);
	if (lwLength(way) < 0.02f * q->length) {
		way = lwReject(lwSub(q->wanted, q->under), q->up);
	}
	lwVec3 ahead = lwNormalizeOr(way, lwV3(0.0f, 0.0f, 0.0f));
	lwVec3 at[4] = { lwMulAdd(q->lift, q->up, s->height), lwMulAdd(q->wanted, q->up, s->height) };
	float down = q->depth * q->length;
	at[2] = lwMulAdd(lwMulAdd(q->wanted, ahead, 0.15f * down), q->up, -0.5f * down);
	at[3] = lwMulAdd(lwMulAdd(q->wanted, ahead, 0.1f * down), q->up, -down);
	*outEnd = at[3];
	for (int i = 0; i < 3; ++i) {
		lwCastHit hit = SweepOutside(s, at[i], at[i + 1]);
		if (hit.hit && hit.fraction > 0.0f) {
			*outEnd = at[i + 1];
			return Follow(s, hit, *bent, out);
		}
	}
	return false;
}

// Beyond the edge all is out of reach: before it, then.
static bool Nearer(Search* s, const Bent* bent, lwPlace* out) {
	lwVec3 in = lwReject(lwSub(s->q->hip, bent->wanted), bent->normal);
	lwCastHit first = { .back = false };
	for (int i = 1; i <= 3; ++i) {
		Bent nearer = *bent;
		nearer.wanted = lwMulAdd(bent->wanted, in, 0.2f * (float)i);
		if (FromSocket(s, &nearer, out, &first)) {
			return true;
		}
	}
	return false;
}

static bool Inward(Search* s, const Bent* bent, lwVec3 end, lwPlace* out) {
	const lwPlaceQuery* q = s->q;
	lwVec3 under = q->under;
	if (Follow(s, OverEdge(s, under, q->wanted, q->up), *bent, out) || Nearer(s, bent, out)) {
		return true;
	}
	// Further in and from more sides: from the bow's end to below the body, from there up, and from both sides.
	lwVec3 low = lwMulAdd(under, q->up, -0.6f * q->depth * q->length);
	if (Follow(s, SweepOutside(s, end, low), *bent, out) || Follow(s, SweepOutside(s, low, under), *bent, out)) {
		return true;
	}
	lwVec3 aside = lwMul(lwCross(q->up, lwSub(q->wanted, under)), 0.7f);
	for (int i = 0; i < 2; ++i) {
		lwVec3 from = lwMulAdd(lwMulAdd(q->wanted, aside, i == 0 ? 1.0f : -1.0f), q->up, -0.12f * q->length);
		lwVec3 to = lwMulAdd(under, q->up, -0.12f * q->length);
		if (Follow(s, SweepOutside(s, from, to), *bent, out)) {
			return true;
		}
	}
	return false;
}

// What was met first, where it was met, when it is in reach.
static bool AsMet(Search* s, const lwCastHit* first, lwPlace* out) {
	float away = lwDistance(lwMulAdd(first->pos, first->faceNormal, s->q->ankle), s->q->hip);
	if (!first->hit || (s->q->reach > 0.0f && away > s->q->reach) || away < s->q->fold) {
		return false;
	}
	Bent here = { first->pos, first->faceNormal, first->pos, false };
	Land(s, &here, first, out);
	return true;
}

static bool IsGood(const lwPlaceQuery* q) {
	return q->world != NULL && q->world->cast != NULL && q->length > 0.0f && IsFinite3(q->socket) && IsFinite3(q->wanted) &&
		   IsFinite3(q->up) && IsFinite3(q->lift) && IsFinite3(q->under) && IsFinite3(q->hip);
}

lwPlace lwFindPlace(const lwPlaceQuery* q) {
	lwPlace out = { .strategy = lw_placeSearching };
	if (!LW_ASSERT(q != NULL && q->cookie == LW_COOKIE)) {
		return out;
	}
	out.pos = out.wanted = q->wanted;
	out.normal = q->up;
	if (!IsGood(q)) {
		return out;
	}
	Search s = { q, q->radius * q->length, q->clearance * q->length, 0, false };
	Bent bent = { q->wanted, q->up, q->wanted, false };
	lwVec3 end = q->wanted;
	bool sheet = true;
	for (int side = 0; side < 2 && !out.found && sheet; ++side) { // sheets that are met from behind only serve last
		lwCastHit first = { .back = false };
		s.back = side == 1;
		if (FromSocket(&s, &bent, &out, &first)) {
			out.strategy = lw_placeSocket;
		} else if (Along(&s, &bent, &out, &end)) {
			out.strategy = lw_placeAlong;
		} else if (!first.hit && Inward(&s, &bent, end, &out)) { // hidden from the socket, sweeps from there would start in something
			out.strategy = lw_placeInward;
		} else if (AsMet(&s, &first, &out)) {
			out.strategy = lw_placeSocket;
		} else if (first.hit && Inward(&s, &bent, end, &out)) {
			out.strategy = lw_placeInward;
		}
		sheet = first.back;
	}
	out.queries = s.queries;
	return out;
}
