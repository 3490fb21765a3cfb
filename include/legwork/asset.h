// SPDX-License-Identifier: MIT
// Asset: everything the run time knows of one kind of creature: skeleton, rig, gait, standing pose. Immutable, shared.
#ifndef LEGWORK_ASSET_H
#define LEGWORK_ASSET_H

#include "legwork/gait.h"

typedef struct lwAssetDef {
	int cookie;
	const lwSkeleton* skeleton;     // kept by pointer: must outlive the asset, like rig, gait and clips
	const lwRig* rig;               // contact points placed for the walk
	const lwGait* gait;             // cyclic
	const lwClip* walk;             // the gait's clip: in place, closed, looping
	const lwClip* idle;             // in place, looping; NULL: a standing pose is made from the walk
	lwVec3 idleOriginMS;            // ground origin of the idle's model space
} lwAssetDef;

typedef struct lwAsset lwAsset;

LW_API lwAssetDef lwDefaultAssetDef(void);
LW_API lwResult lwCreateAsset(const lwAssetDef* def, lwAsset** outAsset);
LW_API void lwDestroyAsset(lwAsset* asset);
LW_API size_t lwAsset_ByteCount(const lwAsset* asset);

#endif
