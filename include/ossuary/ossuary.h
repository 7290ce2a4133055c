// The whole library in one header, for programs that open files and play them: Workspace, Figure, Actor. What these are
// made of has headers of its own, in the room of its name.
#pragma once

#include "ossuary/anim/actor.h"
#include "ossuary/anim/figure.h"
#include "ossuary/assets/workspace.h"
#include "ossuary/model/event.h"
