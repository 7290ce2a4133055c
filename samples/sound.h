// What Ossian sounds like: steps, bones and a sword, and a short tune with its style and instruments.
#pragma once

#include <vector>

#include "ossuary/base/files.h"

namespace ossuary::samples {

// `sound/BONE_RATTLE.WAV` …, `sound/OSSIAN.SGT` and what it names.
std::vector<NamedFile> make_sounds();

} // namespace ossuary::samples
