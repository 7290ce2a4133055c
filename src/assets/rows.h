// The rows of the table, one function per family, and what their openers share.
#pragma once

#include <span>

#include "ossuary/assets/format.h"

namespace ossuary {

std::span<const Format> md5_rows();
std::span<const Format> zengin_rows();
std::span<const Format> vdf_rows();
std::span<const Format> bvh_rows();
std::span<const Format> sf3_rows();
std::span<const Format> mw3_rows();
std::span<const Format> osa_rows();
std::span<const Format> gltf_rows();
std::span<const Format> image_rows();

// A model file wants an empty model to fill.
Result<void> expect_empty(const Model& model);
// The name, or the name with a number behind it that no clip has yet.
std::string free_clip_name(const Model& model, std::string_view wanted, Diagnostics* diagnostics);

// The one picture of the model, for formats that hold one.
Result<const Image*> only_picture(const Model& model);

} // namespace ossuary
