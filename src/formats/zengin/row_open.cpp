#include "row_open.h"

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/format/row_verbs.h"
#include "ossuary/formats/zengin/asset_names.h"
#include "ossuary/formats/zengin/mds.h"
#include "ossuary/formats/zengin/model.h"
#include "ossuary/formats/zengin/msb.h"

namespace ossuary::zengin {

namespace {

// What most kinds do: parse, bind, fill the empty model, look for its pictures.
template <class Parse, class Bind>
Result<void> open_with(const NamedFile& file, Model& model, const FileLookup& lookup, const OptionValues& options,
                       Diagnostics* diagnostics, Parse parse, Bind bind) {
    if (auto empty = expect_empty(model); !empty) return empty;
    const auto parsed = parse(file.bytes, diagnostics);
    if (!parsed) return Failure(parsed.error());
    Result<Model> bound = bind(*parsed, file_stem(file.name), zengin::ToModelOptions{});
    if (!bound) return Failure(bound.error());
    model = std::move(*bound);
    zengin::add_textures(model, lookup, options.flag(opaque_option.name), diagnostics);
    return {};
}

template <class Parse>
Result<void> open_whole(const NamedFile& file, Model& model, const FileLookup& lookup, const OptionValues& options,
                        Diagnostics* diagnostics, Parse parse) {
    return open_with(file, model, lookup, options, diagnostics, parse,
                     [&](const auto& parsed, std::string_view name, const zengin::ToModelOptions& bind) {
                         return zengin::to_model(parsed, name, bind, diagnostics);
                     });
}

// The skeleton that meshes of this name belong to; of a file that has its own meshes too, the skeleton alone.
Result<void> find_hierarchy(std::string_view meshes, Model& model, const FileLookup& lookup, Diagnostics* diagnostics) {
    if (auto empty = expect_empty(model); !empty) return empty;
    const std::vector<std::string> names = zengin::candidates(zengin::AssetKind::hierarchy, meshes);
    for (const std::string& name : names) {
        const auto bytes = lookup ? lookup(name) : std::nullopt;
        if (!bytes) continue;
        auto hierarchy = name.ends_with(".MDH")
                             ? zengin::parse_mdh(*bytes, diagnostics)
                             : zengin::parse_mdl(*bytes, diagnostics).map([](zengin::ModelFile whole) {
                                   return std::move(whole.hierarchy);
                               });
        if (!hierarchy) return Failure(std::move(hierarchy.error()).in_file(name));
        auto bound = zengin::to_model(*hierarchy, file_stem(name), zengin::ToModelOptions{}, diagnostics);
        if (!bound) return Failure(std::move(bound.error()).in_file(name));
        model = std::move(*bound);
        return {};
    }
    return fail("the meshes need their hierarchy, and " + (names.empty() ? "it" : names.front()) + " is not found");
}

} // namespace

Result<void> open_mdh(const NamedFile& file, Model& model, const FileLookup& lookup, const OptionValues& options,
                      Diagnostics* diagnostics) {
    return open_whole(file, model, lookup, options, diagnostics, zengin::parse_mdh);
}

Result<void> open_mdl(const NamedFile& file, Model& model, const FileLookup& lookup, const OptionValues& options,
                      Diagnostics* diagnostics) {
    return open_whole(file, model, lookup, options, diagnostics, zengin::parse_mdl);
}

Result<void> open_mrm(const NamedFile& file, Model& model, const FileLookup& lookup, const OptionValues& options,
                      Diagnostics* diagnostics) {
    return open_whole(file, model, lookup, options, diagnostics, zengin::parse_mrm);
}

Result<void> open_mmb(const NamedFile& file, Model& model, const FileLookup& lookup, const OptionValues& options,
                      Diagnostics* diagnostics) {
    return open_whole(file, model, lookup, options, diagnostics, zengin::parse_mmb);
}

Result<void> open_mdm(const NamedFile& file, Model& model, const FileLookup& lookup, const OptionValues& options,
                      Diagnostics* diagnostics) {
    const auto meshes = zengin::parse_mdm(file.bytes, diagnostics);
    if (!meshes) return Failure(meshes.error());
    if (model.skeleton.joints.empty())
        if (auto found = find_hierarchy(file.name, model, lookup, diagnostics); !found) return found;
    if (auto added = zengin::add_meshes(model, *meshes, diagnostics); !added) return added;
    zengin::add_textures(model, lookup, options.flag(opaque_option.name), diagnostics);
    return {};
}

Result<void> open_msh(const NamedFile& file, Model& model, const FileLookup& lookup, const OptionValues& options,
                      Diagnostics* diagnostics) {
    return open_whole(file, model, lookup, options, diagnostics, zengin::parse_msh);
}

Result<void> open_mms(const NamedFile& file, Model& model, const FileLookup& lookup, const OptionValues& options,
                      Diagnostics* diagnostics) {
    return open_with(
        file, model, lookup, options, diagnostics,
        [](Bytes bytes, Diagnostics* found) { return zengin::parse_mms(bytes, found); },
        [&](const zengin::MorphScript& script, std::string_view name, const zengin::ToModelOptions& bind) {
            return zengin::to_model(script, name, lookup, bind, diagnostics);
        });
}

Result<void> open_man(const NamedFile& file, Model& model, const FileLookup&, const OptionValues&,
                      Diagnostics* diagnostics) {
    const auto animation = zengin::parse_man(file.bytes, diagnostics);
    if (!animation) return Failure(animation.error());
    if (model.skeleton.joints.empty())
        return fail("an animation needs a skeleton: give its hierarchy (MDH or MDL) as well");
    const std::string name = animation->name.empty() ? std::string(file_stem(file.name)) : to_utf8(animation->name);
    const zengin::ToModelOptions bind{model.source.basis_for("gothic", zengin::engine_basis)};
    auto clip =
        zengin::to_clip(*animation, model.skeleton, free_clip_name(model, name, diagnostics), bind, diagnostics);
    if (!clip) return Failure(clip.error());
    model.clips.push_back(std::move(*clip));
    return {};
}

Result<void> open_mds(const NamedFile& file, Model& model, const FileLookup& lookup, const OptionValues& options,
                      Diagnostics* diagnostics) {
    return open_with(
        file, model, lookup, options, diagnostics,
        [](Bytes bytes, Diagnostics* found) { return zengin::parse_mds(bytes, found); },
        [&](const zengin::Script& script, std::string_view name, const zengin::ToModelOptions& bind) {
            return zengin::to_model(script, name, lookup, bind, diagnostics);
        });
}

Result<void> open_msb(const NamedFile& file, Model& model, const FileLookup& lookup, const OptionValues& options,
                      Diagnostics* diagnostics) {
    return open_with(
        file, model, lookup, options, diagnostics, zengin::parse_msb,
        [&](const zengin::CompiledScript& script, std::string_view name, const zengin::ToModelOptions& bind) {
            return zengin::to_model(script.script, name, lookup, bind, diagnostics);
        });
}

Result<void> open_asc(const NamedFile& file, Model& model, const FileLookup& lookup, const OptionValues& options,
                      Diagnostics* diagnostics) {
    const auto parsed = zengin::parse_asc(file.bytes, diagnostics, {.lenient = options.flag("lenient")});
    if (!parsed) return Failure(parsed.error());
    if (model.skeleton.joints.empty()) {
        if (auto empty = expect_empty(model); !empty) return empty;
        auto bound = zengin::to_model(*parsed, file_stem(file.name), zengin::ToModelOptions{}, diagnostics);
        if (!bound) return Failure(bound.error());
        model = std::move(*bound);
        zengin::add_textures(model, lookup, options.flag(opaque_option.name), diagnostics);
        return {};
    }
    auto clip = zengin::to_clip(*parsed, model.skeleton, free_clip_name(model, file_stem(file.name), diagnostics),
                                zengin::ToClipOptions{.basis = model.source.basis}, diagnostics);
    if (!clip) return Failure(clip.error());
    model.clips.push_back(std::move(*clip));
    return {};
}

} // namespace ossuary::zengin
