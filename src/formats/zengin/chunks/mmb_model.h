// Morph animations as clips.
#pragma once

#include "ossuary/formats/zengin/mmb.h"
#include "ossuary/model/model.h"

namespace ossuary::zengin {

// Shows the targets of mesh 0 from `first` on, one after the other; a loop comes back to the first at its end. Of the
// animation only what stands before its samples counts.
Clip morph_clip(const MorphAnimation& animation, std::size_t first, std::size_t target_count);

} // namespace ossuary::zengin
