// SPDX-License-Identifier: MIT
// Command line, inside: a gait made for a model that has no clip.
#ifndef LEGWORK_CLI_CLI_SYNTH_H
#define LEGWORK_CLI_CLI_SYNTH_H

#include "cli/cli.h"
#include "legwork/synth_gait.h"

// "auto", "walk", "trot" ... 0 or the exit code, with the names there are.
int cliReadGait(const char* name, lwSynthGaitKind* outKind);
// Find the legs of a model without regard to its clips, make the gait and add its stand and its walk as the scene's last two clips (its
// skeleton is made anew). def: skeleton and rig are set here. outSynth: freed by the caller. 0 or the exit code.
int cliSynthesise(cliModel* ioModel, lwSynthGaitDef* ioDef, lwSynthGait** outSynth);

#endif
