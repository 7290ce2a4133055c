#include "ossuary/formats/sf3/binding.h"

#include <algorithm>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"

namespace ossuary::sf3 {

namespace {

std::string frames_text(unsigned start, unsigned end) { return std::to_string(start) + "-" + std::to_string(end); }

bool has_frames(const FrameSpan& span, const Clip& clip) {
    return span.start == clip.start && span.end - span.start + 1 == clip.count;
}

// The animations of a file with what the rules ask of them.
class Shelf {
public:
    explicit Shelf(const AnimationFile& file) {
        for (const Animation& animation : file.animations)
            entries_.push_back({animation.bones.size(), span_of(animation.bones).value_or(FrameSpan{})});
    }
    std::size_t size() const { return entries_.size(); }

    std::vector<AnimationGroup> groups() const {
        std::vector<AnimationGroup> groups;
        for (std::size_t a = 0; a < entries_.size(); ++a) {
            const auto& [bones, span] = entries_[a];
            if (groups.empty() || bones != groups.back().bones ||
                span.start <= entries_[groups.back().first].span.start)
                groups.push_back({.first = a, .count = 0, .bones = bones, .span = span});
            AnimationGroup& group = groups.back();
            ++group.count;
            group.span.start = std::min(group.span.start, span.start);
            group.span.end = std::max(group.span.end, span.end);
        }
        return groups;
    }

    // The exact rule for a model whose share begins at `next`, then the matching of its frames; `failed` says why not.
    ModelBinding bind(const ModelClips& model, const std::vector<std::size_t>& external, std::size_t next) const {
        ModelBinding binding;
        if (external.size() > entries_.size() - std::min(next, entries_.size())) {
            binding.failed = "E_BIND_COUNT: " + std::to_string(external.size()) + " clips from animation " +
                             std::to_string(next) + " on, and only " + std::to_string(entries_.size()) + " animations";
            return binding;
        }
        bool in_order = true;
        for (std::size_t k = 0; k < external.size(); ++k) {
            const auto& [bones, span] = entries_[next + k];
            const Clip& clip = model.clips[external[k]];
            if (bones != model.bones) {
                binding.clips.clear();
                binding.failed = "E_BIND_BONES: animation " + std::to_string(next + k) + " has " +
                                 std::to_string(bones) + " bones, the model " + std::to_string(model.bones);
                return binding;
            }
            if (in_order && !has_frames(span, clip)) {
                in_order = false;
                binding.failed = "E_BIND_FRAMES: animation " + std::to_string(next + k) + " has frames " +
                                 frames_text(span.start, span.end) + ", the clip " +
                                 frames_text(clip.start, clip.start + std::max(1u, unsigned{clip.count}) - 1u);
            }
            binding.clips.push_back({external[k], next + k});
        }
        if (in_order) {
            binding.method = BindMethod::table_order;
            return binding;
        }
        binding.clips = matched(model, external, next);
        if (!binding.clips.empty()) binding.method = BindMethod::matched;
        return binding;
    }

    // Every external clip with the animation of its number in the group.
    static void take_group(ModelBinding& binding, const AnimationGroup& group,
                           const std::vector<std::size_t>& external) {
        binding.method = BindMethod::group;
        binding.clips.clear();
        for (std::size_t k = 0; k < std::min(group.count, external.size()); ++k)
            binding.clips.push_back({external[k], group.first + k});
    }

private:
    struct Entry {
        std::size_t bones;
        FrameSpan span;
    };

    // Each clip takes the first animation of its frames that is left; nothing if one finds none.
    std::vector<BoundClip> matched(const ModelClips& model, const std::vector<std::size_t>& external,
                                   std::size_t next) const {
        std::vector<bool> used(external.size());
        std::vector<BoundClip> clips;
        for (const std::size_t clip : external) {
            std::size_t k = 0;
            while (k < used.size() && (used[k] || !has_frames(entries_[next + k].span, model.clips[clip]))) ++k;
            if (k == used.size()) return {};
            used[k] = true;
            clips.push_back({clip, next + k});
        }
        return clips;
    }

    std::vector<Entry> entries_;
};

std::vector<std::size_t> external_clips(const ModelClips& model) {
    std::vector<std::size_t> external;
    for (std::size_t i = 0; i < model.clips.size(); ++i)
        if (model.clips[i].external) external.push_back(i);
    return external;
}

void tell(const ModelClips& model, const ModelBinding& binding, Diagnostics* diagnostics) {
    if (binding.failed.empty()) return;
    const char* what = binding.method == BindMethod::matched ? "; its clips were matched by their frames"
                       : binding.method == BindMethod::group ? "; its clips were taken from the group of its number"
                                                             : "; its clips stay without keys";
    report(diagnostics, Severity::warning, {.field = model.name}, binding.failed + what);
}

constexpr std::string_view model_prefix = "x8pc", animation_prefix = "x8an";

bool begins_with(std::string_view text, std::string_view prefix) {
    return text.size() >= prefix.size() && equal_ignoring_case(text.substr(0, prefix.size()), prefix);
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Where the letter of `x8pc00a` stands: behind digits, at the end.
std::size_t letter_place(std::string_view stem) {
    if (!begins_with(stem, model_prefix) || stem.size() < model_prefix.size() + 2) return stem.npos;
    const char last = to_lower(stem.back());
    return last >= 'a' && last <= 'z' && is_digit(stem[stem.size() - 2]) ? stem.size() - 1 : stem.npos;
}

// The word with another third and fourth letter, in the case of the ones it had.
std::string with_prefix(std::string_view stem, std::string_view prefix) {
    std::string text(stem);
    for (std::size_t i = 0; i < prefix.size(); ++i)
        text[i] = stem[2] >= 'A' && stem[2] <= 'Z' && prefix[i] >= 'a' && prefix[i] <= 'z'
                      ? static_cast<char>(prefix[i] - 'a' + 'A')
                      : prefix[i];
    return text;
}

} // namespace

std::vector<AnimationGroup> group_animations(const AnimationFile& file) { return Shelf(file).groups(); }

ModelClips clips_of(std::string_view name, const ModelFile& file) {
    return {std::string(name), run_skeleton(file.skeleton).parents.size(), file.clips};
}

std::string_view name_of(BindMethod method) {
    constexpr std::string_view names[]{"none", "table order", "matched", "group"};
    return names[static_cast<std::size_t>(method)];
}

std::vector<ModelBinding> bind_models(std::span<const ModelClips> models, const AnimationFile& animations,
                                      Diagnostics* diagnostics) {
    const Shelf shelf(animations);
    const std::vector<AnimationGroup> groups = shelf.groups();
    std::vector<ModelBinding> bindings;
    std::vector<bool> used(shelf.size());
    std::size_t next = 0;
    for (std::size_t m = 0; m < models.size(); ++m) {
        const std::vector<std::size_t> external = external_clips(models[m]);
        ModelBinding binding = external.empty() ? ModelBinding{} : shelf.bind(models[m], external, next);
        if (!external.empty() && binding.method == BindMethod::none && m < groups.size() &&
            groups[m].bones == models[m].bones)
            Shelf::take_group(binding, groups[m], external);
        next += external.size();
        for (const BoundClip& clip : binding.clips) used[clip.animation] = true;
        tell(models[m], binding, diagnostics);
        bindings.push_back(std::move(binding));
    }
    if (const auto unused = std::ranges::count(used, false); unused > 0)
        report(diagnostics, Severity::warning, {.field = "animations"},
               std::to_string(unused) + " of " + std::to_string(used.size()) + " animations belong to no clip");
    return bindings;
}

ModelBinding bind_model(const ModelClips& model, const AnimationFile& animations, Diagnostics* diagnostics) {
    const Shelf shelf(animations);
    const std::vector<AnimationGroup> groups = shelf.groups();
    const std::vector<std::size_t> external = external_clips(model);
    if (external.empty()) return {};
    const bool is_promoted = letter_of(model.name) >= 'e';
    ModelBinding best;
    const auto is_better = [&](const ModelBinding& binding) {
        if (binding.method == BindMethod::none) return false;
        if (best.method == BindMethod::none || binding.method < best.method) return true;
        return is_promoted && binding.method == best.method;
    };
    for (const AnimationGroup& group : groups)
        if (ModelBinding binding = shelf.bind(model, external, group.first); is_better(binding))
            best = std::move(binding);
    if (best.method == BindMethod::none) {
        best.failed = shelf.bind(model, external, 0).failed;
        const auto of_bones = [&](const AnimationGroup& group) { return group.bones == model.bones; };
        if (const auto group = std::ranges::find_if(groups, of_bones); group != groups.end())
            Shelf::take_group(best, *group, external);
    }
    tell(model, best, diagnostics);
    return best;
}

std::string animation_file_stem(std::string_view model_stem) {
    if (!begins_with(model_stem, model_prefix)) return {};
    return with_prefix(model_stem.substr(0, letter_place(model_stem)), animation_prefix);
}

char letter_of(std::string_view model_stem) {
    const std::size_t place = letter_place(model_stem);
    return place == model_stem.npos ? '\0' : to_lower(model_stem[place]);
}

std::string sibling_stem(std::string_view model_stem, char letter) {
    std::string stem(model_stem);
    const std::size_t place = letter_place(model_stem);
    if (place != stem.npos) stem[place] = letter;
    return stem;
}

std::string model_stem_of_animations(std::string_view animation_stem) {
    return begins_with(animation_stem, animation_prefix) ? with_prefix(animation_stem, model_prefix) : std::string();
}

} // namespace ossuary::sf3
