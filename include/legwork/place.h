// SPDX-License-Identifier: MIT
// Place: where a foot finds ground, on any surface: floors, walls, edges beyond 270 degrees, the far side of a plate. Ordered
// strategies, most likely first; the first that finds a place in reach ends the search. A pure question to the world: no state.
// World space, any units.
#ifndef LEGWORK_PLACE_H
#define LEGWORK_PLACE_H

#include "legwork/world.h"

// Which one placed the foot.
typedef enum lwPlaceStrategy {
	lw_placeNone,      // nothing was asked yet
	lw_placeSocket,    // sweep from the reference socket to the wanted position and a bit beyond
	lw_placeAlong,     // on along lift -> wanted, then bent downwards
	lw_placeInward,    // from the end of that back inwards under the body, then further in and from more sides
	lw_placeSearching, // nothing in reach
	lw_placeStrategyCount
} lwPlaceStrategy;

typedef struct lwPlaceQuery {
	int cookie;
	const lwWorld* world;
	lwVec3 socket;     // near the hip, fixed to the body, in free space
	lwVec3 wanted;     // where the foot would stand if the ground were the plane through it with normal up
	lwVec3 up;         // unit
	lwVec3 lift;       // where the foot stands or stood last; equal to wanted: the way is from under
	lwVec3 under;      // on that plane below the body: inwards is towards it
	lwVec3 hip;        // what the reach is measured from
	float ankle;       // height over the place, along its normal, that the reach is measured to: default 0
	float reach;       // most distance of it from hip; <= 0: no limit
	float fold;        // least distance; 0: none
	float length;      // L, > 0: the scale of the margins
	float radius;      // of the swept sphere, in L: default 0.02
	float beyond;      // of the first sweep past the wanted position, in L: default 0.4
	float clearance;   // height over a surface at which sweeps go along it, in L: default 0.07; above it bumps are walls
	float depth;       // how far down the second strategy bends, in L: default 0.7
	int maxQueries;    // default 32: then the search ends
} lwPlaceQuery;

typedef struct lwPlace {
	bool found;        // false: pos is wanted, normal up
	lwVec3 pos;        // on the visible surface
	lwVec3 normal;     // unit, of the walkable face there
	lwVec3 wanted;     // the wanted position bent over the edges that were crossed, on the face's plane; where the leg must
	                   // turn back round an edge at most 0.1 L in from it, so that it goes round and not through
	int body, material;
	lwPlaceStrategy strategy;
	int surfaces;      // crossed on the way, the last one included
	int queries;       // asked
} lwPlace;

LW_API lwPlaceQuery lwDefaultPlaceQuery(void);
// Sweeps ask the walkable channel and use the nearest hit only; the visible channel gives the height in the end. A bad query finds nothing.
LW_API lwPlace lwFindPlace(const lwPlaceQuery* query);

#endif
