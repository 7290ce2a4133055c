#include <map>

#include "formats/zengin/chunks/mmb_model.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/zengin/asset_names.h"
#include "ossuary/formats/zengin/model.h"

namespace ossuary::zengin {

namespace {

// The node that carries the shape; a morph source has one.
AscNode* shape_node(AscFile& file) {
    for (AscNode& node : file.nodes)
        if (!node.meshes.empty()) return &node;
    return nullptr;
}

// What the compiler would write in front of the samples (mmb.h): rates are per millisecond.
MorphAnimation header_of(const MorphAni& ani, std::uint32_t frames) {
    const auto rate = [](float seconds) { return seconds > 0 ? 0.001f / seconds : 1.0f; };
    return {.name = ani.name,
            .blend_in = rate(ani.blend_in),
            .blend_out = -rate(ani.blend_out),
            .duration = ani.hold * 1000,
            .layer = ani.layer,
            .speed = ani.spd / 1000,
            .flags = morph_flag_bits(ani.flags),
            .frame_count = frames};
}

// Gathers the keys of all animations behind the reference shape: as one file with many mesh keys they become morph
// targets the way those of any ASC file do.
class MorphBinder {
public:
    MorphBinder(const MorphScript& script, const FileLookup& find, Diagnostics* diagnostics)
        : script_(script), find_(find), diagnostics_(diagnostics) {}

    Result<Model> bind(AscFile reference, std::string_view name, const ToModelOptions& options) {
        AscNode* shape = shape_node(reference);
        if (!shape) return fail({.file = script_.morph_ref}, "there is no mesh in it");
        shape->meshes.resize(1);
        shape->mesh_kind = AscMeshKind::animation;
        for (const MorphAni& ani : script_.anis) add_keys(ani, *shape);

        auto model = to_model(reference, name, ToModelOptions{options.basis}, diagnostics_);
        if (!model) return model;
        if (model->meshes.empty()) return fail({.file = script_.morph_ref}, "the mesh has no triangle");
        // A morph mesh hangs where its user puts it and has no node of its own.
        model->skeleton = {};
        model->clips.clear();
        model->meshes.resize(1);
        Mesh& mesh = model->meshes[0];
        mesh.joint = -1;
        mesh.name = name;
        std::size_t first = 0;
        for (const MorphAnimation& animation : animations_) {
            for (std::size_t frame = 0; frame < animation.frame_count; ++frame)
                mesh.morphs[first + frame].name = to_utf8(animation.name) + ' ' + std::to_string(frame);
            model->clips.push_back(morph_clip(animation, first, mesh.morphs.size()));
            first += animation.frame_count;
        }
        return model;
    }

private:
    void leave_out(const MorphAni& ani, const std::string& why) {
        report(diagnostics_, Severity::error, {.line = ani.line}, to_utf8(ani.name) + " is left out: " + why);
    }

    // Each source is read once, however many animations it feeds; nothing if it is not there or not sound.
    AscFile* source(const MorphAni& ani) {
        const auto [known, is_new] = sources_.try_emplace(lower_case(ani.asc));
        if (is_new) {
            const auto bytes = find_(ani.asc);
            Diagnostics found;
            Result<AscFile> parsed = fail("it is not found");
            if (bytes) parsed = parse_asc(*bytes, &found);
            for (Diagnostic& diagnostic : found) {
                diagnostic.place.file = ani.asc;
                if (diagnostics_) diagnostics_->push_back(std::move(diagnostic));
            }
            if (parsed)
                known->second = *std::move(parsed);
            else
                leave_out(ani, Error(parsed.error()).in_file(ani.asc).text());
        } else if (!known->second) {
            leave_out(ani, "so is " + ani.asc);
        }
        return known->second ? &*known->second : nullptr;
    }

    void add_keys(const MorphAni& ani, AscNode& shape) {
        AscFile* file = source(ani);
        if (!file) return;
        const AscNode* moving = shape_node(*file);
        if (!moving) return leave_out(ani, ani.asc + " has no mesh");
        const std::int64_t start = std::int64_t{ani.first} - file->scene.first_frame;
        const auto keys = static_cast<std::int64_t>(moving->meshes.size());
        const std::int64_t end = ani.last < 0 ? keys : std::int64_t{ani.last} - file->scene.first_frame + 1;
        if (start < 0 || start >= end || end > keys)
            return leave_out(ani, "frames " + std::to_string(ani.first) + " to " + std::to_string(ani.last) + " of " +
                                      ani.asc + ", which has " + std::to_string(keys));
        for (std::int64_t key = start; key < end; ++key)
            if (moving->meshes[static_cast<std::size_t>(key)].vertices.size() != shape.meshes[0].vertices.size())
                return leave_out(ani, ani.asc + " has other vertices than " + script_.morph_ref);
        for (std::int64_t key = start; key < end; ++key) {
            AscMesh& mesh = shape.meshes.emplace_back();
            mesh.vertices = moving->meshes[static_cast<std::size_t>(key)].vertices;
            mesh.faces = shape.meshes[0].faces;
        }
        animations_.push_back(header_of(ani, static_cast<std::uint32_t>(end - start)));
    }

    const MorphScript& script_;
    const FileLookup& find_;
    Diagnostics* diagnostics_;
    std::map<std::string, std::optional<AscFile>> sources_; // by lower-case name
    std::vector<MorphAnimation> animations_;
};

} // namespace

Result<Model> to_model(const MorphScript& script, std::string_view name, const FileLookup& find,
                       const ToModelOptions& options, Diagnostics* diagnostics) {
    const std::string compiled = candidates(AssetKind::morph_mesh, std::string(name) + ".MMS").front();
    if (const auto bytes = find ? find(compiled) : std::nullopt) {
        const auto file = parse_mmb(*bytes, diagnostics);
        if (!file) return Failure(Error(file.error()).in_file(compiled));
        return to_model(*file, name, options, diagnostics);
    }
    const auto bytes = find ? find(script.morph_ref) : std::nullopt;
    if (!bytes) return fail("there is no shape: neither " + compiled + " nor " + script.morph_ref + " is found");
    auto reference = parse_asc(*bytes, diagnostics);
    if (!reference) return Failure(Error(reference.error()).in_file(script.morph_ref));
    return MorphBinder(script, find, diagnostics).bind(*std::move(reference), name, options);
}

} // namespace ossuary::zengin
