// Ossian as a console of 1997 could show him.
#pragma once

#include "ossuary/model/model.h"

namespace ossuary::samples {

// About 300 quads on the hero's own joints, six small textures, and eight of his clips as a battle needs them.
Model make_battle_hero(const Model& hero);

} // namespace ossuary::samples
