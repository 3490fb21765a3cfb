// SPDX-License-Identifier: MIT
// The sample dragon.
#include "sample/creature.h"

void SampleDragon_Fill(SampleCreature* creature) {
	SampleQuadruped_Fill(creature);
}

void SampleSheet_Build(const SampleCreature* creature, int group, SampleMesh* mesh) {
	(void)creature;
	(void)group;
	mesh->failed = true;
}
