#include "row_open.h"
#include "formats/zengin/chunks/mdh_layout.h"

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/hex.h"
#include "ossuary/base/number.h"
#include "ossuary/base/text.h"
#include "ossuary/format/row_verbs.h"
#include "ossuary/formats/zengin/asset_names.h"
#include "ossuary/formats/zengin/mds.h"
#include "ossuary/formats/zengin/model.h"
#include "ossuary/formats/zengin/msb.h"
#include "ossuary/formats/zengin/outfit.h"

namespace ossuary::zengin {

namespace {

// The file; with `lenient` the sizes of its chunks are put right.
SharedBytes bytes_of(const SharedBytes& bytes, const OptionValues& options, Diagnostics* diagnostics) {
    if (options.flag("lenient"))
        if (auto mended = with_right_sizes(bytes, diagnostics)) return SharedBytes(std::move(*mended));
    return bytes;
}
// The same for the files that a script names.
FileLookup lookup_with(const FileLookup& lookup, const OptionValues& options, Diagnostics* diagnostics) {
    if (!lookup || !options.flag("lenient")) return lookup;
    return [&lookup, &options, diagnostics](std::string_view name) {
        auto bytes = lookup(name);
        if (bytes) bytes = bytes_of(*bytes, options, diagnostics);
        return bytes;
    };
}

// What most kinds do: parse, bind, fill the empty model, look for its pictures.
template <class Parse, class Bind>
Result<void> open_with(const NamedFile& file, Model& model, const FileLookup& lookup, const OptionValues& options,
                       Diagnostics* diagnostics, Parse parse, Bind bind) {
    if (auto empty = expect_empty(model); !empty) return empty;
    const auto parsed = parse(bytes_of(file.bytes, options, diagnostics), diagnostics);
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

// A hierarchy, and the meshes beside it where the file has some.
struct FoundHierarchy {
    std::string name;
    ModelFile file;
    bool has_meshes = false;
};
Result<FoundHierarchy> parse_hierarchy(std::string_view name, Bytes bytes, Diagnostics* diagnostics) {
    FoundHierarchy found{.name = std::string(name), .file = {}};
    found.has_meshes = recognise_mdl(bytes);
    auto parsed = found.has_meshes ? zengin::parse_mdl(bytes, diagnostics)
                                   : zengin::parse_mdh(bytes, diagnostics).map([](ModelHierarchy hierarchy) {
                                         return ModelFile{std::move(hierarchy), {}};
                                     });
    if (!parsed) return Failure(std::move(parsed.error()).in_file(std::string(name)));
    found.file = std::move(*parsed);
    return found;
}

// The hierarchy of a part: the one of its name, unless it is another skeleton's and one with the part's checksum is
// there. `needed` is what the part needs it for.
Result<FoundHierarchy> find_hierarchy(std::string_view part, std::optional<std::uint32_t> checksum,
                                      const FileLookup& lookup, std::string_view needed, Diagnostics* diagnostics) {
    std::optional<FoundHierarchy> namesake;
    const std::vector<std::string> names = zengin::candidates(zengin::AssetKind::hierarchy, part);
    for (const std::string& name : names) {
        const auto bytes = lookup ? lookup(name) : std::nullopt;
        if (!bytes) continue;
        auto found = parse_hierarchy(name, *bytes, diagnostics);
        if (!found) return found;
        if (!checksum || found->file.hierarchy.checksum == *checksum) return found;
        if (!namesake) namesake = std::move(*found);
    }
    if (checksum && lookup) {
        for (const std::string_view kind : {"*.MDH#", "*.MDL#"}) {
            const std::string name = std::string(kind) + hex_text(*checksum, 8);
            const auto bytes = lookup(name);
            if (!bytes) continue;
            auto found = parse_hierarchy(name, *bytes, diagnostics);
            if (!found) return found;
            found->name = part;
            return found;
        }
    }
    if (namesake) return std::move(*namesake);
    return fail(std::string(needed) + ", and " + (names.empty() ? "it" : names.front()) + " is not found" +
                (checksum ? ", nor another with the checksum " + hex_text(*checksum, 8) : ""));
}

} // namespace

std::optional<std::uint32_t> hierarchy_mark(Bytes bytes) {
    ChunkReader chunks(bytes);
    const auto hierarchy = parse_mdh_part(chunks);
    return hierarchy ? std::optional(hierarchy->checksum) : std::nullopt;
}

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
    const auto meshes = zengin::parse_mdm(bytes_of(file.bytes, options, diagnostics), diagnostics);
    if (!meshes) return Failure(meshes.error());
    if (model.skeleton.joints.empty()) {
        if (auto empty = expect_empty(model); !empty) return empty;
        const auto found =
            find_hierarchy(file.name, meshes->checksum, lookup, "the meshes need their hierarchy", diagnostics);
        if (!found) return Failure(found.error());
        auto bound = zengin::to_model(found->file.hierarchy, file_stem(found->name), ToModelOptions{}, diagnostics);
        if (!bound) return Failure(std::move(bound.error()).in_file(found->name));
        model = std::move(*bound);
    }
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

Result<void> open_man(const NamedFile& file, Model& model, const FileLookup& lookup, const OptionValues& options,
                      Diagnostics* diagnostics) {
    const auto animation = zengin::parse_man(bytes_of(file.bytes, options, diagnostics), diagnostics);
    if (!animation) return Failure(animation.error());
    if (model.skeleton.joints.empty()) {
        if (auto empty = expect_empty(model); !empty) return empty;
        // HERO-S_RUN.MAN is an animation of HERO.
        const std::string_view stem = file_stem(file.name), owner = stem.substr(0, stem.find('-'));
        const auto found = find_hierarchy(owner, animation->checksum, lookup,
                                          "an animation needs a skeleton (MDH or MDL)", diagnostics);
        if (!found) return Failure(found.error());
        auto bound = found->has_meshes ? zengin::to_model(found->file, owner, ToModelOptions{}, diagnostics)
                                       : zengin::to_model(found->file.hierarchy, owner, ToModelOptions{}, diagnostics);
        if (!bound) return Failure(std::move(bound.error()).in_file(found->name));
        model = std::move(*bound);
        zengin::add_textures(model, lookup, options.flag(opaque_option.name), diagnostics);
    }
    const std::string name = animation->name.empty() ? std::string(file_stem(file.name)) : to_utf8(animation->name);
    const zengin::ToModelOptions bind{model.source.basis_for("gothic", zengin::engine_basis)};
    auto clip =
        zengin::to_clip(*animation, model.skeleton, free_clip_name(model, name, diagnostics), bind, diagnostics);
    if (!clip) return Failure(clip.error());
    model.clips.push_back(std::move(*clip));
    return {};
}

namespace {

// What the options say that a script's model wears; nothing if they say nothing.
Result<std::optional<Outfit>> worn_by(const OptionValues& options) {
    Outfit outfit;
    bool is_any = false;
    for (const auto& [name, text] : options.all()) {
        std::uint32_t* number = name == "skin"    ? &outfit.skin
                                : name == "face"  ? &outfit.face
                                : name == "color" ? &outfit.color
                                                  : nullptr;
        const std::size_t equals = text.find('=');
        if (number) {
            const auto value = parse_integer(text);
            if (!value || *value < 0 || *value > 9999)
                return fail("--" + name + ' ' + text + ": expected a number from 0 to 9999");
            *number = static_cast<std::uint32_t>(*value);
        } else if (name == "slot") {
            if (equals == text.npos || equals == 0 || equals + 1 == text.size())
                return fail("--slot " + text + ": expected SLOT=MESH, as in ZS_RIGHTHAND=SWORD.MRM");
            outfit.slots.push_back({text.substr(0, equals), text.substr(equals + 1)});
        } else if (name == "body" || name == "armor" || name == "head") {
            (name == "body" ? outfit.body : name == "armor" ? outfit.armor : outfit.head) = text;
        } else {
            continue;
        }
        is_any = true;
    }
    return is_any ? std::optional(std::move(outfit)) : std::nullopt;
}

Result<Model> bind_script(const Script& script, std::string_view name, const ToModelOptions& bind,
                          const FileLookup& lookup, const OptionValues& options, Diagnostics* diagnostics) {
    const auto worn = worn_by(options);
    if (!worn) return Failure(worn.error());
    const FileLookup find = lookup_with(lookup, options, diagnostics);
    return *worn ? zengin::to_model(script, name, **worn, find, bind, diagnostics)
                 : zengin::to_model(script, name, find, bind, diagnostics);
}

} // namespace

Result<void> open_mds(const NamedFile& file, Model& model, const FileLookup& lookup, const OptionValues& options,
                      Diagnostics* diagnostics) {
    return open_with(
        file, model, lookup, options, diagnostics,
        [](Bytes bytes, Diagnostics* found) { return zengin::parse_mds(bytes, found); },
        [&](const zengin::Script& script, std::string_view name, const zengin::ToModelOptions& bind) {
            return bind_script(script, name, bind, lookup, options, diagnostics);
        });
}

Result<void> open_msb(const NamedFile& file, Model& model, const FileLookup& lookup, const OptionValues& options,
                      Diagnostics* diagnostics) {
    return open_with(
        file, model, lookup, options, diagnostics, zengin::parse_msb,
        [&](const zengin::CompiledScript& script, std::string_view name, const zengin::ToModelOptions& bind) {
            return bind_script(script.script, name, bind, lookup, options, diagnostics);
        });
}

Result<void> open_outfit(const NamedFile& file, Model& model, const FileLookup& lookup, const OptionValues& options,
                         Diagnostics* diagnostics) {
    return open_with(file, model, lookup, options, diagnostics, zengin::parse_outfit,
                     [&](const zengin::Outfit& outfit, std::string_view name, const zengin::ToModelOptions& bind) {
                         return zengin::to_model(outfit, name, lookup_with(lookup, options, diagnostics), bind,
                                                 diagnostics);
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
