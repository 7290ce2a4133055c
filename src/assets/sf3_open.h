// Shining Force III's battle files opened and saved as models, with the files beside them.
#pragma once

#include "assets/sf3_info.h"

namespace ossuary {

// A model with its own clips, and the external ones where the animation file of its character is found.
Result<void> open_x8pc(const NamedFile&, Model&, const FileLookup&, const OpenOptions&, Diagnostics*);
// External clips for the model that was opened before, or loose joints.
Result<void> open_x8an(const NamedFile&, Model&, const FileLookup&, const OpenOptions&, Diagnostics*);

// A model, and an animation file for the clips that are marked as external.
Result<std::vector<NamedFile>> save_x8pc(const Model&, std::string_view stem, const SaveOptions&, Diagnostics*);
// All clips, external or not.
Result<std::vector<NamedFile>> save_x8an(const Model&, std::string_view stem, const SaveOptions&, Diagnostics*);

// The models of a character that lie beside its animations, in the order of their letters, with their share of them.
std::vector<sf3::KnownModel> models_beside(const NamedFile& animation_file, const sf3::AnimationFile& animations,
                                           const FileLookup& lookup);

double tick_rate(const OpenOptions& options);

} // namespace ossuary
