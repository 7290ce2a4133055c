// The sample of MechWarrior 3's animation definitions.
#pragma once

#include "ossuary/formats/mw3/anim.h"

namespace ossuary::samples {

// A gate that opens, a tower that blows up, an alarm, a beam and a craft that circles; together they use every type of
// event the game's files may hold, and none of them is odd.
mw3::AnimFile make_gate_file(mw3::Game game = mw3::Game::mechwarrior3);

} // namespace ossuary::samples
