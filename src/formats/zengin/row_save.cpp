#include "row_save.h"
#include "formats/zengin/chunks/chunk_layout.h"
#include "formats/zengin/chunks/material_layout.h"

#include <algorithm>
#include <map>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/zengin/compile.h"
#include "ossuary/formats/zengin/mds.h"
#include "ossuary/formats/zengin/model.h"

namespace ossuary::zengin {

namespace {

// A model whose materials are Gothic 1's is written for Gothic 1, and so is one for which that is asked.
Game game_for(const Model& model, const OptionValues& options) {
    const bool is_gothic1 = std::ranges::any_of(model.materials, [](const ossuary::Material& material) {
        return material.extras["gothic"]["version"].integer() == gothic1_material;
    });
    return is_gothic1 || options.flag("gothic1") ? Game::gothic1 : Game::gothic2;
}

// Whether a texture of the model has alpha; unknown where its picture is not there.
std::optional<bool> has_alpha(const Model& model, std::string_view texture) {
    std::optional<bool> found;
    for (const ossuary::Material& material : model.materials) {
        if (!equal_ignoring_case(utf8_to_latin1(file_name(material.texture)), texture)) continue;
        if (material.alpha != AlphaMode::opaque) return true;
        if (material.base_color_image >= 0) found = false;
    }
    return found;
}

// Materials that came from Gothic go back as they came.
class KeptMaterials {
public:
    KeptMaterials(const Model& model, std::string_view asc_name) {
        for (const ossuary::Material& material : model.materials) {
            const Json& kept = material.extras["gothic"];
            if (kept.is_null()) continue;
            if (auto built = build_zengin<zengin::Material>(kept))
                materials_.emplace(upper_case(file_stem(asc_name)) + '-' + upper_case(utf8_to_latin1(material.name)),
                                   std::move(*built));
        }
    }
    void put_back(ModelMesh& mesh) const {
        for (MeshAttachment& attachment : mesh.attachments) put_back(attachment.mesh);
        for (SoftSkin& skin : mesh.softskins) put_back(skin.mesh);
    }

private:
    void put_back(ProtoMesh& mesh) const {
        for (zengin::Material& material : mesh.materials) {
            const auto kept = materials_.find(material.name);
            if (kept == materials_.end() || kept->second.is_gothic1() != mesh.is_gothic1()) continue;
            const std::uint32_t index = material.object_index;
            material = kept->second;
            material.object_index = index;
        }
    }

    std::map<std::string, zengin::Material> materials_;
};

// The sources of a model and what they are compiled to; of the clips only those asked for.
struct Made {
    ModelSources sources;
    CompiledModel compiled;
};
Result<Made> make(const Model& model, std::string_view stem, const OptionValues& options, Diagnostics* diagnostics) {
    auto sources = mds_from_model(model, stem, {.basis = {}, .frame_rate = frame_rate(options)}, diagnostics);
    if (!sources) return Failure(sources.error());
    const CompileOptions how{.game = game_for(model, options),
                             .packing = Packing::closest,
                             .exact = true,
                             .has_alpha = [&](std::string_view texture) { return has_alpha(model, texture); }};
    auto compiled = compile_model(*sources, how, diagnostics);
    if (!compiled) return Failure(compiled.error());
    KeptMaterials(model, sources->tree.name).put_back(compiled->mesh);
    return Made{std::move(*sources), std::move(*compiled)};
}

// The tree and its meshes alone.
Result<Made> make_tree(const Model& model, std::string_view stem, const OptionValues& options,
                       Diagnostics* diagnostics) {
    Model still = model;
    still.clips.clear();
    return make(still, stem, options, diagnostics);
}

FromModelOptions mesh_options(const Model& model, const OptionValues& options) {
    return {.basis = {}, .game = game_for(model, options), .frame_rate = frame_rate(options)};
}

// The game does not mind case; beside `sk.asc` people want `sk_idle.asc`.
std::vector<NamedFile> in_case_of(std::string_view stem, std::vector<NamedFile> files) {
    if (stem != lower_case(stem) || stem == upper_case(stem)) return files;
    for (NamedFile& file : files) file.name = lower_case(file.name);
    return files;
}

} // namespace

SavedFiles save_asc(const Model& model, std::string_view stem, const OptionValues& options, Diagnostics* diagnostics) {
    const FromModelOptions asc{.basis = {}, .frame_rate = frame_rate(options)};
    const bool named_after_clip = model.clips.size() == 1 && equal_ignoring_case(model.clips.front().name, stem);
    if (options.flag(clip_option.name) || named_after_clip || (model.meshes.empty() && model.clips.size() == 1)) {
        const auto clip = chosen_clip(model, options.text(clip_option.name));
        if (!clip) return Failure(clip.error());
        const auto motion = asc_from_clip(model, **clip, asc, diagnostics);
        if (!motion) return Failure(motion.error());
        return saved(stem, ".ASC", write_asc(*motion));
    }
    const auto sources = mds_from_model(model, stem, asc, diagnostics);
    if (!sources) return Failure(sources.error());
    std::vector<NamedFile> files{{std::string(stem) + ".ASC", to_buffer(write_asc(sources->tree.file))}};
    for (const ModelSources::Source& motion : sources->motions)
        files.push_back({motion.name, to_buffer(write_asc(motion.file))});
    return in_case_of(stem, std::move(files));
}

SavedFiles save_mds(const Model& model, std::string_view stem, const OptionValues& options, Diagnostics* diagnostics) {
    const auto sources = mds_from_model(model, stem, {.basis = {}, .frame_rate = frame_rate(options)}, diagnostics);
    if (!sources) return Failure(sources.error());
    std::vector<NamedFile> files{{std::string(stem) + ".MDS", to_buffer(write_mds(sources->script))},
                                 {sources->tree.name, to_buffer(write_asc(sources->tree.file))}};
    for (const ModelSources::Source& motion : sources->motions)
        files.push_back({motion.name, to_buffer(write_asc(motion.file))});
    return in_case_of(stem, std::move(files));
}

SavedFiles save_msb(const Model& model, std::string_view stem, const OptionValues& options, Diagnostics* diagnostics) {
    const auto made = make(model, stem, options, diagnostics);
    if (!made) return Failure(made.error());
    const auto& [sources, compiled] = *made;
    std::vector<NamedFile> files{
        {std::string(stem) + ".MSB", write_msb(compiled.script)},
        {sources.name + ".MDH", write_mdh(compiled.hierarchy)},
        {std::string(file_stem(sources.tree.name)) + ".MDM", write_mdm(compiled.mesh)},
    };
    for (const ModelAnimation& animation : compiled.animations)
        files.push_back({man_file_name(sources.name, animation.name), write_man(animation)});
    return files;
}

SavedFiles save_mdh(const Model& model, std::string_view stem, const OptionValues& options, Diagnostics* diagnostics) {
    const auto made = make_tree(model, stem, options, diagnostics);
    if (!made) return Failure(made.error());
    return saved(stem, ".MDH", write_mdh(made->compiled.hierarchy));
}

SavedFiles save_mdm(const Model& model, std::string_view stem, const OptionValues& options, Diagnostics* diagnostics) {
    const auto made = make_tree(model, stem, options, diagnostics);
    if (!made) return Failure(made.error());
    return std::vector{NamedFile{std::string(stem) + ".MDM", write_mdm(made->compiled.mesh)},
                       NamedFile{std::string(stem) + ".MDH", write_mdh(made->compiled.hierarchy)}};
}

SavedFiles save_mdl(const Model& model, std::string_view stem, const OptionValues& options, Diagnostics* diagnostics) {
    const auto made = make_tree(model, stem, options, diagnostics);
    if (!made) return Failure(made.error());
    const ModelFile file{made->compiled.hierarchy, made->compiled.mesh};
    return saved(stem, ".MDL", write_mdl(file));
}

SavedFiles save_man(const Model& model, std::string_view stem, const OptionValues& options, Diagnostics*) {
    const auto clip = chosen_clip(model, options.text(clip_option.name));
    if (!clip) return Failure(clip.error());
    Model single = model;
    single.clips = {**clip};
    single.clips.front().events = {};                       // the script has them
    const auto made = make(single, stem, options, nullptr); // what is odd about the meshes does not matter here
    if (!made) return Failure(made.error());
    if (made->compiled.animations.size() != 1) return fail("the clip " + (*clip)->name + " has no data of its own");
    return saved(stem, ".MAN", write_man(made->compiled.animations.front()));
}

SavedFiles save_mrm(const Model& model, std::string_view stem, const OptionValues& options, Diagnostics* diagnostics) {
    const auto file = mrm_from_model(model, mesh_options(model, options), diagnostics);
    if (!file) return Failure(file.error());
    return saved(stem, ".MRM", write_mrm(*file));
}

SavedFiles save_mmb(const Model& model, std::string_view stem, const OptionValues& options, Diagnostics* diagnostics) {
    const auto file = mmb_from_model(model, stem, mesh_options(model, options), diagnostics);
    if (!file) return Failure(file.error());
    return saved(stem, ".MMB", write_mmb(*file));
}

} // namespace ossuary::zengin
