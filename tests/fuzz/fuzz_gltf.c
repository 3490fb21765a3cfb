// SPDX-License-Identifier: MIT
// libFuzzer: glTF from memory, then what the analysis does with it: skeleton, clip, sampling, world matrices.
#include "legwork/import.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

static void SampleAll(const lwScene* scene) {
	lwTransform* local = calloc((size_t)scene->nodeCount + 1, sizeof(lwTransform));
	lwMat34* world = calloc((size_t)scene->nodeCount + 1, sizeof(lwMat34));
	for (int c = 0; c < scene->clipCount && c < 4 && local != NULL && world != NULL; ++c) {
		float middle = 0.5f * (scene->clips[c].start + scene->clips[c].end);
		lwScene_SampleClip(scene, c, middle, local);
		lwScene_ToWorld(scene, local, world);
		(void)lwScene_FindClip(scene, scene->clips[c].name, NULL);
	}
	free(local);
	free(world);
}

static void ResampleAll(const lwScene* scene, const lwSceneSkeleton* skeleton) {
	for (int c = 0; c < scene->clipCount && c < 4; ++c) {
		lwClip* clip = NULL;
		float duration = lwClampF(scene->clips[c].end - scene->clips[c].start, 0.01f, 1.0f);
		(void)lwScene_MakeClip(scene, skeleton, c, scene->clips[c].start, duration, 30.0f, c % 2 == 0, &clip);
		lwDestroyClip(clip);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
	lwScene* scene = NULL;
	lwResult result = lwReadGltfMemory(data, size, "fuzz", NULL, &scene);
	if ((result.status == lw_ok) != (scene != NULL)) {
		abort();
	}
	if (scene == NULL) {
		return 0;
	}
	lwSceneSkeleton* skeleton = NULL;
	SampleAll(scene);
	if (lwScene_MakeSkeleton(scene, &skeleton).status == lw_ok) {
		ResampleAll(scene, skeleton);
	}
	lwDestroySceneSkeleton(skeleton);
	lwDestroyScene(scene);
	return 0;
}
