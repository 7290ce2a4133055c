#include "formats/sf3/row_open.h"

#include <algorithm>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/format/row_verbs.h"
#include "ossuary/formats/sf3/model.h"

namespace ossuary::sf3 {

namespace {

constexpr double usual_tick_rate = 30;
constexpr std::string_view letters = "abcdefgh";

sf3::ToModelOptions model_options(const OptionValues& options) { return {.frame_rate = tick_rate(options)}; }

// The clip tables of a character's models, in the order of their letters, as far as they are found. `own` is at hand.
std::vector<sf3::ModelClips> clip_tables(std::string_view stem, const sf3::ModelClips* own, const FileLookup& lookup) {
    std::vector<sf3::ModelClips> tables;
    const auto add = [&](const std::string& name) {
        if (own && equal_ignoring_case(own->name, name)) return tables.push_back(*own);
        const auto bytes = lookup ? lookup(name + ".bin") : std::nullopt;
        if (!bytes) return;
        if (const auto file = sf3::parse_x8pc(*bytes)) tables.push_back(sf3::clips_of(name, *file));
    };
    if (sf3::letter_of(stem) == '\0')
        add(std::string(stem));
    else
        for (const char letter : letters) add(sf3::sibling_stem(stem, letter));
    return tables;
}

// By the exact rule where other models of the character are at hand, otherwise by what fits.
sf3::ModelBinding binding_of(const sf3::ModelClips& model, const sf3::AnimationFile& animations,
                             const FileLookup& lookup, Diagnostics* diagnostics) {
    const std::vector<sf3::ModelClips> tables = clip_tables(model.name, &model, lookup);
    const auto own = std::ranges::find(tables, model.name, &sf3::ModelClips::name);
    if (tables.size() > 1 && own != tables.end()) {
        const std::vector<sf3::ModelBinding> bindings = sf3::bind_models(tables, animations);
        const sf3::ModelBinding& binding = bindings[static_cast<std::size_t>(own - tables.begin())];
        if (binding.method == sf3::BindMethod::table_order || binding.method == sf3::BindMethod::matched)
            return binding;
    }
    return sf3::bind_model(model, animations, diagnostics);
}

Result<void> add_external_clips(Model& model, Bytes bytes, const FileLookup& lookup, const OptionValues& options,
                                Diagnostics* diagnostics) {
    const auto animations = sf3::parse_x8an(bytes, diagnostics);
    if (!animations) return Failure(animations.error());
    const sf3::ModelBinding binding = binding_of(sf3::clips_in(model), *animations, lookup, diagnostics);
    return sf3::add_clips(model, *animations, binding, model_options(options), diagnostics);
}

} // namespace

double tick_rate(const OptionValues& options) { return options.number("tick-rate").value_or(usual_tick_rate); }

Result<void> open_x8pc(const NamedFile& file, Model& model, const FileLookup& lookup, const OptionValues& options,
                       Diagnostics* diagnostics) {
    if (auto empty = expect_empty(model); !empty) return empty;
    const auto parsed = sf3::parse_x8pc(file.bytes, diagnostics);
    if (!parsed) return Failure(parsed.error());
    auto made = sf3::to_model(*parsed, file_stem(file.name), model_options(options), diagnostics);
    if (!made) return Failure(made.error());
    model = std::move(*made);

    std::size_t external = 0;
    for (const sf3::Clip& clip : parsed->clips) external += clip.external;
    const std::string stem = sf3::animation_file_stem(model.name);
    if (external == 0) return {};
    // Models of the later discs bring these keys along, packed in a way that is not known. No other file has them.
    if (parsed->extra_chunks && parsed->extra_chunks->size() == external) {
        report(diagnostics, Severity::note, {.field = "extra_chunks"},
               std::to_string(external) + " clips have their keys in the file itself, in a packing that is not known");
        return {};
    }
    if (stem.empty()) return {};
    const std::string name = stem + ".bin";
    const auto bytes = lookup ? lookup(name) : std::nullopt;
    if (!bytes) {
        report(diagnostics, Severity::note, {},
               std::to_string(external) + " clips have their keys in " + name + ", which is not beside it");
        return {};
    }
    Diagnostics found;
    const auto added = add_external_clips(model, *bytes, lookup, options, &found);
    for (Diagnostic& one : found) {
        one.place.file = name;
        if (diagnostics) diagnostics->push_back(std::move(one));
    }
    if (!added) return Failure(Error(added.error()).in_file(name));
    return {};
}

Result<void> open_x8an(const NamedFile& file, Model& model, const FileLookup& lookup, const OptionValues& options,
                       Diagnostics* diagnostics) {
    if (!model.skeleton.joints.empty()) {
        if (sf3::clips_in(model).clips.empty())
            return fail("animations of Shining Force III are for models of its own");
        return add_external_clips(model, file.bytes, lookup, options, diagnostics);
    }
    if (auto empty = expect_empty(model); !empty) return empty;
    const auto animations = sf3::parse_x8an(file.bytes, diagnostics);
    if (!animations) return Failure(animations.error());
    auto made = sf3::to_model(*animations, file_stem(file.name), model_options(options), diagnostics);
    if (!made) return Failure(made.error());
    model = std::move(*made);
    return {};
}

SavedFiles save_x8pc(const Model& model, std::string_view stem, const OptionValues& options, Diagnostics* diagnostics) {
    const auto pair = sf3::x8pc_from_model(model, {.frame_rate = frame_rate(options)}, diagnostics);
    if (!pair) return Failure(pair.error());
    auto bytes = sf3::write_x8pc(pair->model, diagnostics);
    if (!bytes) return Failure(bytes.error());
    std::vector<NamedFile> files{{std::string(stem) + ".bin", std::move(*bytes)}};
    if (pair->animations.animations.empty()) return files;
    auto animations = sf3::write_x8an(pair->animations, diagnostics);
    if (!animations) return Failure(animations.error());
    const std::string name = sf3::animation_file_stem(stem);
    files.push_back({(name.empty() ? "x8an-" + std::string(stem) : name) + ".bin", std::move(*animations)});
    return files;
}

SavedFiles save_x8an(const Model& model, std::string_view stem, const OptionValues& options, Diagnostics* diagnostics) {
    if (model.clips.empty()) return fail("the model has no clip to write");
    Model external = model;
    external.meshes.clear();
    external.images.clear();
    for (ossuary::Clip& clip : external.clips) {
        if (!clip.extras.is_object()) clip.extras = Json::object();
        clip.extras.set("external", true);
    }
    const auto pair = sf3::x8pc_from_model(external, {.frame_rate = frame_rate(options)}, diagnostics);
    if (!pair) return Failure(pair.error());
    auto bytes = sf3::write_x8an(pair->animations, diagnostics);
    if (!bytes) return Failure(bytes.error());
    return saved(stem, ".bin", std::move(*bytes));
}

std::vector<sf3::KnownModel> models_beside(const NamedFile& animation_file, const sf3::AnimationFile& animations,
                                           const FileLookup& lookup) {
    const std::string stem = sf3::model_stem_of_animations(file_stem(animation_file.name));
    if (stem.empty()) return {};
    const bool has_letter = sf3::letter_of(stem + 'a') != '\0';
    const std::vector<sf3::ModelClips> tables = clip_tables(has_letter ? stem + 'a' : stem, nullptr, lookup);
    const std::vector<sf3::ModelBinding> bindings = sf3::bind_models(tables, animations);
    std::vector<sf3::KnownModel> known;
    for (std::size_t i = 0; i < tables.size(); ++i) known.push_back({tables[i], bindings[i]});
    return known;
}

} // namespace ossuary::sf3
