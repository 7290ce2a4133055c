#include "assets/zengin_save.h"

#include <algorithm>
#include <map>

#include "ossuary/base/text.h"
#include "ossuary/formats/zengin/mds.h"
#include "ossuary/formats/zengin/mesh_from_model.h"
#include "ossuary/formats/zengin/model_sources.h"

namespace ossuary {

namespace {

using namespace zengin;

std::string asc_text(const AscFile& file) { return write_asc(file); }

// A model whose materials are Gothic 1's is written for Gothic 1, and so is one for which that is asked.
Game game_for(const Model& model, const SaveOptions& options) {
    const bool is_gothic1 = std::ranges::any_of(model.materials, [](const ossuary::Material& material) {
        return material.extras["gothic"]["version"].integer() == gothic1_material;
    });
    return is_gothic1 || options.gothic1 ? Game::gothic1 : Game::gothic2;
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
Result<Made> make(const Model& model, std::string_view stem, const SaveOptions& options, Diagnostics* diagnostics) {
    auto sources = sources_from_model(model, stem, {.basis = {}, .frame_rate = options.frame_rate}, diagnostics);
    if (!sources) return Failure(sources.error());
    auto compiled =
        compile_model(*sources, {.game = game_for(model, options), .packing = Packing::closest}, diagnostics);
    if (!compiled) return Failure(compiled.error());
    KeptMaterials(model, sources->tree.name).put_back(compiled->mesh);
    return Made{std::move(*sources), std::move(*compiled)};
}

// The tree and its meshes alone.
Result<Made> make_tree(const Model& model, std::string_view stem, const SaveOptions& options,
                       Diagnostics* diagnostics) {
    Model still = model;
    still.clips.clear();
    return make(still, stem, options, diagnostics);
}

MeshFromModelOptions mesh_options(const Model& model, const SaveOptions& options) {
    return {.basis = {}, .game = game_for(model, options), .frame_rate = options.frame_rate};
}

Result<const Clip*> chosen_clip(const Model& model, const SaveOptions& options) {
    if (model.clips.empty()) return fail("the model has no clip to write");
    const Clip* clip = options.clip.empty() ? &model.clips.front() : model.find_clip(options.clip);
    if (!clip) return fail("there is no clip '" + options.clip + "'");
    return clip;
}

} // namespace

SavedFiles save_asc(const Model& model, std::string_view stem, const SaveOptions& options, Diagnostics* diagnostics) {
    const AscFromModelOptions asc{.basis = {}, .frame_rate = options.frame_rate};
    const bool named_after_clip = model.clips.size() == 1 && equal_ignoring_case(model.clips.front().name, stem);
    if (!options.clip.empty() || named_after_clip || (model.meshes.empty() && model.clips.size() == 1)) {
        const auto clip = chosen_clip(model, options);
        if (!clip) return Failure(clip.error());
        const auto motion = asc_from_clip(model, **clip, asc, diagnostics);
        if (!motion) return Failure(motion.error());
        return std::vector{NamedFile{std::string(stem) + ".ASC", to_buffer(asc_text(*motion))}};
    }
    const auto sources = sources_from_model(model, stem, asc, diagnostics);
    if (!sources) return Failure(sources.error());
    std::vector<NamedFile> files{{std::string(stem) + ".ASC", to_buffer(asc_text(sources->tree.file))}};
    for (const ModelSources::Source& motion : sources->motions)
        files.push_back({motion.name, to_buffer(asc_text(motion.file))});
    return files;
}

SavedFiles save_mds(const Model& model, std::string_view stem, const SaveOptions& options, Diagnostics* diagnostics) {
    const auto sources = sources_from_model(model, stem, {.basis = {}, .frame_rate = options.frame_rate}, diagnostics);
    if (!sources) return Failure(sources.error());
    std::vector<NamedFile> files{{std::string(stem) + ".MDS", to_buffer(write_mds(sources->script))},
                                 {sources->tree.name, to_buffer(asc_text(sources->tree.file))}};
    for (const ModelSources::Source& motion : sources->motions)
        files.push_back({motion.name, to_buffer(asc_text(motion.file))});
    return files;
}

SavedFiles save_msb(const Model& model, std::string_view stem, const SaveOptions& options, Diagnostics* diagnostics) {
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

SavedFiles save_mdh(const Model& model, std::string_view stem, const SaveOptions& options, Diagnostics* diagnostics) {
    const auto made = make_tree(model, stem, options, diagnostics);
    if (!made) return Failure(made.error());
    return std::vector{NamedFile{std::string(stem) + ".MDH", write_mdh(made->compiled.hierarchy)}};
}

SavedFiles save_mdm(const Model& model, std::string_view stem, const SaveOptions& options, Diagnostics* diagnostics) {
    const auto made = make_tree(model, stem, options, diagnostics);
    if (!made) return Failure(made.error());
    return std::vector{NamedFile{std::string(stem) + ".MDM", write_mdm(made->compiled.mesh)},
                       NamedFile{std::string(stem) + ".MDH", write_mdh(made->compiled.hierarchy)}};
}

SavedFiles save_mdl(const Model& model, std::string_view stem, const SaveOptions& options, Diagnostics* diagnostics) {
    const auto made = make_tree(model, stem, options, diagnostics);
    if (!made) return Failure(made.error());
    const ModelFile file{made->compiled.hierarchy, made->compiled.mesh};
    return std::vector{NamedFile{std::string(stem) + ".MDL", write_mdl(file)}};
}

SavedFiles save_man(const Model& model, std::string_view stem, const SaveOptions& options, Diagnostics*) {
    const auto clip = chosen_clip(model, options);
    if (!clip) return Failure(clip.error());
    Model single = model;
    single.clips = {**clip};
    single.clips.front().events = {};                       // the script has them
    const auto made = make(single, stem, options, nullptr); // what is odd about the meshes does not matter here
    if (!made) return Failure(made.error());
    if (made->compiled.animations.size() != 1) return fail("the clip " + (*clip)->name + " has no data of its own");
    return std::vector{NamedFile{std::string(stem) + ".MAN", write_man(made->compiled.animations.front())}};
}

SavedFiles save_mrm(const Model& model, std::string_view stem, const SaveOptions& options, Diagnostics* diagnostics) {
    const auto file = mrm_from_model(model, mesh_options(model, options), diagnostics);
    if (!file) return Failure(file.error());
    return std::vector{NamedFile{std::string(stem) + ".MRM", write_mrm(*file)}};
}

SavedFiles save_mmb(const Model& model, std::string_view stem, const SaveOptions& options, Diagnostics* diagnostics) {
    const auto file = mmb_from_model(model, stem, mesh_options(model, options), diagnostics);
    if (!file) return Failure(file.error());
    return std::vector{NamedFile{std::string(stem) + ".MMB", write_mmb(*file)}};
}

} // namespace ossuary
