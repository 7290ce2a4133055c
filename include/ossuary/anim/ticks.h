// Ticks: the clock of playback is base's, known here by the same names.
#pragma once

#include "ossuary/base/ticks.h"

namespace ossuary::anim {

using ossuary::Ticks;
using ossuary::ticks_per_second;
using ossuary::to_seconds;
using ossuary::to_ticks;

} // namespace ossuary::anim
