// SPDX-License-Identifier: MIT
// Export (tools): GLB out. A glTF source survives untouched: its JSON, meshes, materials, clips and unknown
// extensions are kept as they were; only what is listed in lwGlbEdit is added. Other sources are written fresh:
// nodes, meshes with morph targets, skins, clips, materials and images of the scene.
#ifndef LEGWORK_EXPORT_H
#define LEGWORK_EXPORT_H

#include "legwork/import.h"

// One animation to add. Channels' times start at 0 or later and increase; lwSceneChannel is read, not kept.
typedef struct lwGlbAnimation {
	const char* name;               // "_2", "_3"... is appended when the file has an animation of that name
	int channelCount;
	const lwSceneChannel* channels; // node == scene->nodeCount names the inserted root (see insertRoot)
	const char* extrasJson;         // JSON object text for animation.extras, or NULL
} lwGlbAnimation;

typedef struct lwGlbEdit {
	int cookie;
	int animationCount;
	const lwGlbAnimation* animations;
	bool insertRoot;                // put one new TRS node above the default scene's roots (but skinned leaves, which ignore it)
	const char* insertRootName;     // default "legwork_root"
	const lwScene* terrain;         // its meshes but skinned ones are added as static nodes "terrain..." (NULL: none)
	float terrainScale;             // default 1
} lwGlbEdit;

LW_API lwGlbEdit lwDefaultGlbEdit(void);

// Write scene + edit as a GLB: to a temporary beside path, then renamed, so that what was there survives a failure.
// External and data-URI buffers of a .gltf source are pulled into the binary chunk; images given by relative or data URI
// are pulled in as well (a GLB "opens anywhere"); an image that cannot be found keeps its URI. Channels that share
// times share one accessor; key values are float32. Bounds (min/max) are written for every time accessor and POSITION
// accessor that is ours.
// outNames (may be NULL): animationCount names as written, each free()d by the caller.
LW_API lwResult lwWriteGlb(const char* path, const lwScene* scene, const lwGlbEdit* edit, char** outNames);

// Write any bytes safely: temporary beside path, flush, rename. Used by all our writers.
LW_API lwResult lwWriteFileAtomic(const char* path, const void* data, size_t size);

#endif
