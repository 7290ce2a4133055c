// A part of a timeline as a clip.
#pragma once

#include "ossuary/formats/sf3/x8pc.h"
#include "ossuary/model/model.h"

namespace ossuary::sf3 {

// The frames of one entry of the clip table, for a model whose first joints are the bones. Named after its type, not
// like any clip the model has.
ossuary::Clip make_clip(const Model& model, const Clip& entry, std::size_t index, std::span<const BoneKeys> bones,
                        double frame_rate);

} // namespace ossuary::sf3
