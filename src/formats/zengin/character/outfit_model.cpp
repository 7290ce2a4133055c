#include <algorithm>
#include <cmath>
#include <iterator>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/zengin/asset_names.h"
#include "ossuary/formats/zengin/mds.h"
#include "ossuary/formats/zengin/msb.h"
#include "ossuary/formats/zengin/outfit.h"

namespace ossuary::zengin {

namespace {

constexpr std::string_view head_joint = "BIP01 HEAD";

struct FoundScript {
    std::string name;
    Script script;
};

// The script in the form that is there: compiled, or as text.
Result<FoundScript> find_script(std::string_view name, const FileLookup& find, Diagnostics* diagnostics) {
    std::string wanted;
    for (const std::string& file : candidates(AssetKind::model_script, name)) {
        wanted += (wanted.empty() ? "" : ", ") + file;
        const auto bytes = find ? find(file) : std::nullopt;
        if (!bytes) continue;
        Diagnostics found;
        auto script =
            recognise_msb(*bytes)
                ? parse_msb(*bytes, &found).map([](CompiledScript compiled) { return std::move(compiled.script); })
                : parse_mds(*bytes, &found);
        name_file(found, file);
        if (diagnostics) diagnostics->insert(diagnostics->end(), found.begin(), found.end());
        if (!script) return Failure(Error(script.error()).in_file(file));
        return FoundScript{file, std::move(*script)};
    }
    return fail("there is no model script: none of " + wanted + " is found");
}

class Dresser {
public:
    Dresser(Model& model, const Outfit& outfit, const FileLookup& find, const ToModelOptions& options,
            Diagnostics* diagnostics)
        : model_(model), outfit_(outfit), find_(find), options_(options), diagnostics_(diagnostics) {}

    void dress() {
        if (!outfit_.armor.empty() || !outfit_.body.empty())
            put_on(outfit_.armor.empty() ? outfit_.body : outfit_.armor);
        choose_textures(model_, outfit_.skin);
        for (const std::string& overlay : outfit_.overlays) lay_over(overlay);
        if (!outfit_.head.empty()) put_on_head();
        for (const OutfitSlot& slot : outfit_.slots) put_into(slot);
        if (outfit_.fatness != 0) fatten();
        scale();
    }

private:
    void error(std::string_view what, std::string message) {
        report(diagnostics_, Severity::error, {.file = std::string(what)}, std::move(message));
    }
    void warn(std::string message) { report(diagnostics_, Severity::warning, {}, std::move(message)); }
    // The first of the files that is there; says so where none is.
    std::optional<std::pair<std::string, SharedBytes>> part(AssetKind kind, const std::string& name) {
        const std::vector<std::string> files = candidates(kind, name);
        for (const std::string& file : files)
            if (auto bytes = find_ ? find_(file) : std::nullopt) return std::pair(file, std::move(*bytes));
        error(files.empty() ? name : files.front(), "is not found");
        return {};
    }
    template <class Parse, class Use> void with(AssetKind kind, const std::string& name, Parse parse, Use use) {
        const auto file = part(kind, name);
        if (!file) return;
        Diagnostics found;
        const auto parsed = parse(file->second, &found);
        Result<void> done = parsed ? use(*parsed, &found) : Result<void>(Failure(parsed.error()));
        name_file(found, file->first);
        if (diagnostics_) diagnostics_->insert(diagnostics_->end(), found.begin(), found.end());
        if (!done) error(file->first, done.error().text());
    }

    void put_on(const std::string& body) {
        with(AssetKind::model_mesh, body, parse_mdm,
             [&](const ModelMesh& meshes, Diagnostics* found) { return add_meshes(model_, meshes, found); });
    }

    // Teeth have numbers of their own.
    void choose_textures(Model& model, std::uint32_t variant) const {
        for (ossuary::Material& material : model.materials) {
            const bool is_teeth = upper_case(material.texture).find("TEETH") != std::string::npos;
            material.texture = texture_variant(material.texture, is_teeth ? outfit_.teeth : variant, outfit_.color);
        }
    }

    std::int32_t joint_of(std::string_view slot) {
        const std::int32_t joint = model_.skeleton.find(slot);
        if (joint < 0) warn("the skeleton has no " + std::string(slot) + "; what belongs there hangs on the object");
        return joint;
    }

    // Meshes, materials and morph clips of a part, at a joint.
    Result<void> attach(Model part, std::int32_t joint) {
        const auto first_mesh = static_cast<std::uint32_t>(model_.meshes.size());
        const auto first_material = static_cast<std::int32_t>(model_.materials.size());
        std::ranges::move(part.materials, std::back_inserter(model_.materials));
        for (Mesh& mesh : part.meshes) {
            mesh.joint = joint;
            for (Surface& surface : mesh.surfaces)
                if (surface.material >= 0) surface.material += first_material;
            model_.meshes.push_back(std::move(mesh));
        }
        for (Clip& clip : part.clips) {
            clip.joints.assign(model_.skeleton.joints.size(), {});
            for (MorphTrack& track : clip.morphs) track.mesh += first_mesh;
            const std::string name = model_.free_clip_name(clip.name);
            if (clip.hints.next == clip.name) clip.hints.next = name;
            clip.name = name;
            model_.clips.push_back(std::move(clip));
        }
        return {};
    }

    void put_on_head() {
        with(AssetKind::morph_mesh, outfit_.head, parse_mmb, [&](const MorphMesh& file, Diagnostics* found) {
            return to_model(file, file_stem(outfit_.head), options_, found).and_then([&](Model head) -> Result<void> {
                choose_textures(head, outfit_.face);
                return attach(std::move(head), joint_of(head_joint));
            });
        });
    }

    void put_into(const OutfitSlot& slot) {
        const auto kind = visual_kind(slot.visual);
        const auto use = [&](const auto& file, Diagnostics* found) {
            return to_model(file, file_stem(slot.visual), options_, found).and_then([&](Model thing) {
                return attach(std::move(thing), joint_of(slot.slot));
            });
        };
        if (kind == AssetKind::mesh || !kind)
            with(AssetKind::mesh, slot.visual, parse_mrm, use);
        else if (kind == AssetKind::morph_mesh)
            with(AssetKind::morph_mesh, slot.visual, parse_mmb, use);
        else
            error(slot.visual, "cannot be put into " + slot.slot + ": it is no mesh (.3DS) and no morph mesh (.MMS)");
    }

    // Clips of an overlay take the place of those with the same name; what it disables is gone.
    void lay_over(const std::string& name) {
        const auto found = find_script(name, find_, diagnostics_);
        if (!found) return error(name, found.error().text());
        ToModelOptions bare = options_;
        bare.without_meshes = true;
        auto over = to_model(found->script, file_stem(found->name), find_, bare, diagnostics_);
        if (!over) return error(found->name, over.error().text());
        if (over->skeleton.joints.size() != model_.skeleton.joints.size())
            return error(found->name, "is left out: it is for a skeleton of " +
                                          std::to_string(over->skeleton.joints.size()) + " joints, not " +
                                          std::to_string(model_.skeleton.joints.size()));
        for (Clip& clip : over->clips) {
            const auto known =
                std::ranges::find_if(model_.clips, [&](const Clip& other) { return other.name == clip.name; });
            if (known != model_.clips.end())
                *known = std::move(clip);
            else
                model_.clips.push_back(std::move(clip));
        }
        for (Transition& transition : over->transitions) {
            std::erase_if(model_.transitions, [&](const Transition& t) { return t.name == transition.name; });
            model_.transitions.push_back(std::move(transition));
        }
        for (const std::string& hidden : over->disabled_moves)
            std::erase_if(model_.clips, [&](const Clip& clip) { return equal_ignoring_case(clip.name, hidden); });
    }

    void fatten() {
        const float metres = outfit_.fatness * static_cast<float>(model_.source.basis.scale);
        for (Mesh& mesh : model_.meshes)
            if (mesh.skin >= 0)
                for (std::size_t v = 0; v < mesh.positions.size() && v < mesh.normals.size(); ++v)
                    mesh.positions[v] = mesh.positions[v] + mesh.normals[v] * metres;
    }

    void scale() {
        const Vec3 by = outfit_.scale;
        const float mean = std::cbrt(by.x * by.y * by.z);
        if (by.x != by.y || by.y != by.z)
            warn("the scale differs by direction; its mean is taken, " + std::to_string(mean));
        const float factor = by.x == by.y && by.y == by.z ? by.x : mean;
        if (factor == 1) return;
        for (Joint& joint : model_.skeleton.joints) joint.rest.translation = joint.rest.translation * factor;
        for (Clip& clip : model_.clips)
            for (JointTrack& track : clip.joints)
                for (Vec3& value : track.translation.values) value = value * factor;
        for (Mesh& mesh : model_.meshes) {
            for (Vec3& position : mesh.positions) position = position * factor;
            for (MorphTarget& morph : mesh.morphs)
                for (Vec3& moved : morph.positions) moved = moved * factor;
        }
        for (Skin& skin : model_.skins)
            for (Affine& bind : skin.inverse_bind) bind.t = bind.t * factor;
    }

    Model& model_;
    const Outfit& outfit_;
    const FileLookup& find_;
    ToModelOptions options_;
    Diagnostics* diagnostics_;
};

} // namespace

Result<Model> to_model(const Script& script, std::string_view script_name, const Outfit& outfit, const FileLookup& find,
                       const ToModelOptions& options, Diagnostics* diagnostics) {
    ToModelOptions bare = options;
    bare.without_meshes = !outfit.body.empty() || !outfit.armor.empty();
    auto model = to_model(script, script_name, find, bare, diagnostics);
    if (!model) return model;
    Dresser(*model, outfit, find, options, diagnostics).dress();
    return model;
}

Result<Model> to_model(const Outfit& outfit, std::string_view name, const FileLookup& find,
                       const ToModelOptions& options, Diagnostics* diagnostics) {
    const auto found = find_script(outfit.script, find, diagnostics);
    if (!found) return Failure(found.error());
    auto model = to_model(found->script, file_stem(found->name), outfit, find, options, diagnostics);
    if (model) model->name = name;
    return model;
}

} // namespace ossuary::zengin
