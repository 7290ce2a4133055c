// Which animation of an X8AN file belongs to which clip of which X8PC model. Nothing in the files says so.
//
// The clip table of a model marks clips whose keys are external; the k-th of them takes the k-th animation of the
// model's share, and the models of a character take their shares one after the other, in the order of their letters.
// Without the models, animations fall into groups by a rule of thumb: a group ends where the number of bones changes,
// or where an animation starts no later than the group did.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ossuary/formats/sf3/x8an.h"
#include "ossuary/formats/sf3/x8pc.h"

namespace ossuary::sf3 {

// ---- groups, from the animations alone

struct AnimationGroup {
    std::size_t first = 0, count = 0; // animations
    std::size_t bones = 0;
    FrameSpan span; // least start, greatest end
    bool operator==(const AnimationGroup&) const = default;
};
std::vector<AnimationGroup> group_animations(const AnimationFile& file);

// ---- exact binding, with the models

// What the binding needs to know of a model.
struct ModelClips {
    std::string name; // `x8pc00a`
    std::size_t bones = 0;
    std::vector<Clip> clips;
};
ModelClips clips_of(std::string_view name, const ModelFile& file);

enum class BindMethod : std::uint8_t {
    none,        // the model has no external clip, or nothing was found for it
    table_order, // bones and frames of every clip agree, in the order of the table
    matched,     // the same animations, each taken by the first clip of its frames
    group,       // by the rule of thumb: the group of that number, whatever its frames
};
std::string_view name_of(BindMethod method);

struct BoundClip {
    std::size_t clip = 0;      // in the model's table
    std::size_t animation = 0; // in the animation file
    bool operator==(const BoundClip&) const = default;
};
struct ModelBinding {
    BindMethod method = BindMethod::none;
    std::vector<BoundClip> clips;
    std::string failed; // where the exact rule failed: its code and why (`E_BIND_FRAMES: …`); empty otherwise
    bool operator==(const ModelBinding&) const = default;
};

// For all models of a character, in the order of their letters. Animations that no clip took are told.
std::vector<ModelBinding> bind_models(std::span<const ModelClips> models, const AnimationFile& animations,
                                      Diagnostics* diagnostics = nullptr);

// For one model alone: the groups whose animations fit its table. Of several that fit (a model before and after
// promotion), letters up to d take the first and letters from e the last.
ModelBinding bind_model(const ModelClips& model, const AnimationFile& animations, Diagnostics* diagnostics = nullptr);

// ---- names of files

// `x8an00` for `x8pc00a`, `x8an-small` for `x8pc-small`, in the case it is written in; empty for other names.
std::string animation_file_stem(std::string_view model_stem);
// `a` of `x8pc00a`, in lower case; 0 where there is none.
char letter_of(std::string_view model_stem);
// `x8pc00c` for `x8pc00a` and c.
std::string sibling_stem(std::string_view model_stem, char letter);
// `x8pc00` for `x8an00`, to which a letter is put.
std::string model_stem_of_animations(std::string_view animation_stem);

} // namespace ossuary::sf3
