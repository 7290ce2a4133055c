// Samples of an animation as codes: the range of positions, and which code stands for which value.
#pragma once

#include "ossuary/formats/zengin/compile.h"

namespace ossuary::zengin {

// Fills in samples and position range. `locals` are the animated nodes relative to their parents, frame by frame, with
// the rotation of the matrix (not the conjugate that is stored). Nodes and numbers of the animation are set already.
Result<void> pack_samples(ModelAnimation& animation, std::span<const Transformd> locals,
                          const ModelHierarchy& hierarchy, Packing packing, Diagnostics* diagnostics);

} // namespace ossuary::zengin
