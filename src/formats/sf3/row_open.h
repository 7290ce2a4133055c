// Shining Force III's battle files opened and saved as models, with the files beside them.
#pragma once

#include <string_view>
#include <vector>

#include "formats/sf3/facts.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/format/row_verbs.h"

namespace ossuary::sf3 {

// A model with its own clips, and the external ones where the animation file of its character is found.
Result<void> open_x8pc(const NamedFile&, Model&, const FileLookup&, const OptionValues&, Diagnostics*);
// External clips for the model that was opened before, or loose joints.
Result<void> open_x8an(const NamedFile&, Model&, const FileLookup&, const OptionValues&, Diagnostics*);

// A model, and an animation file for the clips that are marked as external.
SavedFiles save_x8pc(const Model&, std::string_view stem, const OptionValues&, Diagnostics*);
// All clips, external or not.
SavedFiles save_x8an(const Model&, std::string_view stem, const OptionValues&, Diagnostics*);

// The models of a character that lie beside its animations, in the order of their letters, with their share of them.
std::vector<sf3::KnownModel> models_beside(const NamedFile& animation_file, const sf3::AnimationFile& animations,
                                           const FileLookup& lookup);

double tick_rate(const OptionValues& options);

} // namespace ossuary::sf3
