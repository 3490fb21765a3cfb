// SPDX-License-Identifier: MIT
// The whole run time in one include, in the order of the flow. Tools (import, autorig, analyse, bake, measure, sample)
// are included by name. Never included from within the library.
#ifndef LEGWORK_LEGWORK_H
#define LEGWORK_LEGWORK_H

#include "legwork/base.h"
#include "legwork/math.h"
#include "legwork/skeleton.h"
#include "legwork/clip.h"
#include "legwork/pose.h"
#include "legwork/rig.h"
#include "legwork/gait.h"
#include "legwork/synth_gait.h"
#include "legwork/asset.h"
#include "legwork/world.h"
#include "legwork/place.h"
#include "legwork/blend_space.h"
#include "legwork/cycle_sync.h"
#include "legwork/fidget.h"
#include "legwork/trajectory.h"
#include "legwork/wind.h"
#include "legwork/surface_mover.h"
#include "legwork/ik.h"
#include "legwork/foot_lock.h"
#include "legwork/event.h"
#include "legwork/character.h"
#include "legwork/motion_set.h"
#include "legwork/stepper.h"

#endif
