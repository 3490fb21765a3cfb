// SPDX-License-Identifier: MIT
// The sample beetle and spider.
#include "sample/creature.h"

void SampleHexapod_Fill(SampleCreature* creature, int legPairs) {
	(void)legPairs;
	SampleQuadruped_Fill(creature);
}

void SampleSpider_Fill(SampleCreature* creature, int legPairs) {
	(void)legPairs;
	SampleQuadruped_Fill(creature);
}
