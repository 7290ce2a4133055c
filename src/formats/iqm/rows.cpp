// The rows of IQM: files with a model, and files with animations alone, which belong to another file's skeleton.
#include "ossuary/format/full_module.h"
#include "ossuary/format/row_verbs.h"
#include "ossuary/formats/iqm/iqm.h"

namespace ossuary {

namespace {

struct Iqm : PlainKind<iqm::parse_iqm, iqm::write_iqm, iqm::dump_iqm, iqm::build_iqm> {
    static constexpr std::string_view name = "iqm";
    static Json facts(const iqm::IqmFile& file) { return iqm::facts_of(file); }
};
struct IqmAnimation : Iqm {
    static constexpr std::string_view name = "iqmanim";
};

iqm::ToModelOptions model_options(const FileLookup& lookup, const OptionValues& options) {
    const auto front = equal_ignoring_case(options.text("front"), "+x") ? iqm::Front::plus_x : iqm::Front::minus_y;
    return {.basis = iqm::iqm_basis(front, options.number("unit-scale").value_or(1)),
            .textures = lookup,
            .frame_rate = options.number("default-frame-rate").value_or(24),
            .force_opaque = options.flag("opaque")};
}

Result<void> open_model(const NamedFile& file, Model& model, const FileLookup& lookup, const OptionValues& options,
                        Diagnostics* diagnostics) {
    if (auto empty = expect_empty(model); !empty) return empty;
    const auto parsed = iqm::parse_iqm(file.bytes, diagnostics);
    if (!parsed) return Failure(parsed.error());
    auto opened = iqm::to_model(*parsed, file_stem(file.name), model_options(lookup, options), diagnostics);
    if (!opened) return Failure(opened.error());
    model = std::move(*opened);
    return {};
}

Result<void> open_animations(const NamedFile& file, Model& model, const FileLookup& lookup, const OptionValues& options,
                             Diagnostics* diagnostics) {
    if (model.skeleton.joints.empty()) return open_model(file, model, lookup, options, diagnostics);
    const auto parsed = iqm::parse_iqm(file.bytes, diagnostics);
    if (!parsed) return Failure(parsed.error());
    iqm::ToModelOptions clip_options = model_options(lookup, options);
    clip_options.basis = model.source.basis_for("iqm", clip_options.basis);
    auto clips = iqm::to_clips(*parsed, model.skeleton, clip_options);
    if (!clips) return Failure(clips.error());
    for (Clip& clip : *clips) {
        clip.name = free_clip_name(model, clip.name, diagnostics);
        model.clips.push_back(std::move(clip));
    }
    return {};
}

SavedFiles save(const Model& model, std::string_view stem, const OptionValues&, Diagnostics* diagnostics) {
    const auto file = iqm::iqm_from_model(model, {}, diagnostics);
    if (!file) return Failure(file.error());
    return saved(stem, ".iqm", iqm::write_iqm(*file));
}

SavedFiles save_animations(const Model& model, std::string_view stem, const OptionValues&, Diagnostics* diagnostics) {
    if (model.clips.empty()) return fail("the model has no clip to write");
    Model bare = model;
    bare.meshes.clear();
    bare.lines.clear();
    auto file = iqm::iqm_from_model(bare, {}, diagnostics);
    if (!file) return Failure(file.error());
    file->joints.clear();
    return saved(stem, ".iqm", iqm::write_iqm(*file));
}

constexpr std::string_view extensions[] = {".iqm", ".exm"};
constexpr std::string_view fronts[] = {"-y", "+x"};
constexpr Option front{.name = "front",
                       .kind = OptionKind::choice,
                       .choices = fronts,
                       .help = "Where the model looks in the file's axes (default: -y)"};
constexpr Option unit_scale{.name = "unit-scale",
                            .kind = OptionKind::number,
                            .value = "METRES",
                            .help = "Metres per unit of the file (default: 1)"};
constexpr Option default_frame_rate{.name = "default-frame-rate",
                                    .kind = OptionKind::number,
                                    .value = "N",
                                    .help = "Frames per second of animations that do not say (default: 24)"};
constexpr Option open_options[] = {front, unit_scale, default_frame_rate, opaque_option};
constexpr Option animation_options[] = {front, unit_scale, default_frame_rate};

constexpr Format rows[] = {
    only_in_full_module(with_verbs<Iqm>({
        .title = "Inter-Quake model",
        .game = "Cube 2 engines",
        .extensions = extensions,
        .role = Role::model,
        .open_options = open_options,
        .recognise = [](Bytes bytes) { return iqm::recognise_iqm(bytes) && !iqm::is_animation_only(bytes); },
        .open = open_model,
        .save = save,
    })),
    only_in_full_module(with_verbs<IqmAnimation>({
        .title = "Inter-Quake animations",
        .game = "Cube 2 engines",
        .extensions = extensions,
        .role = Role::clip,
        .open_options = animation_options,
        .recognise = iqm::is_animation_only,
        .open = open_animations,
        .save = save_animations,
    })),
};

} // namespace

std::span<const Format> iqm_rows() { return rows; }

} // namespace ossuary
