#include <algorithm>
#include <cmath>

#include "compiled_names.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "proto_mesh_maker.h"

namespace ossuary::zengin {

namespace {

constexpr double most_frames = 10000;   // of one animation
constexpr float moves_from = 1e-5f;     // cm; what moves less is rounding
constexpr std::int32_t everywhere = -2; // no one joint

// A morph mesh as it is gathered.
class MorphWriter {
public:
    MorphWriter(const Model& model, std::string_view name, const FromModelOptions& options, Diagnostics* diagnostics)
        : model_(model), stem_(compiled_text(utf8_to_latin1(name))), options_(options), diagnostics_(diagnostics),
          maker_(model, options) {}

    Result<MorphMesh> write() {
        choose_meshes();
        if (meshes_.empty()) return fail("the model has no morph targets");
        const std::vector<Affined> rest = rest_object_pose(model_.skeleton);
        for (const std::uint32_t m : meshes_) {
            const Mesh& mesh = model_.meshes[m];
            matrices_.push_back(joint_ == everywhere ? vertex_matrices(model_, mesh, rest)
                                                     : std::vector<Affined>(mesh.positions.size()));
            maker_.add(mesh, matrices_.back());
        }
        auto mesh = maker_.finish(ProtoMeshMaker::Kind::morph, &positions_of_);
        if (!mesh) return Failure(mesh.error());
        file_.name = stem_;
        file_.mesh = *std::move(mesh);
        file_.morph_positions = file_.mesh.positions;
        for (const Clip& clip : model_.clips)
            if (auto added = add_clip(clip); !added) return Failure(added.error());
        add_unmoved_targets();
        return std::move(file_);
    }

private:
    static std::int32_t carrier(const Mesh& mesh) { return mesh.skin >= 0 ? everywhere : mesh.joint; }

    void choose_meshes() {
        std::vector<std::int32_t> carriers;
        for (const Mesh& mesh : model_.meshes)
            if (!mesh.morphs.empty()) carriers.push_back(carrier(mesh));
        if (carriers.empty()) return;
        const bool together = std::ranges::all_of(carriers, [&](std::int32_t c) { return c == carriers[0]; });
        joint_ = together ? carriers[0] : everywhere;
        for (std::uint32_t m = 0; m < model_.meshes.size(); ++m) {
            const Mesh& mesh = model_.meshes[m];
            if (!mesh.morphs.empty() || (joint_ != everywhere && carrier(mesh) == joint_))
                meshes_.push_back(m);
            else
                report(diagnostics_, Severity::note, {.field = mesh.name},
                       "the mesh has no morph targets and is left out");
            moved_.emplace_back(mesh.morphs.size());
        }
    }

    // The displacement of every position for weights of the targets, in the engine's space.
    std::vector<Vec3> displacements(const std::vector<std::vector<double>>& weights) const {
        std::vector<Vec3> moved(file_.mesh.positions.size());
        for (std::size_t i = 0; i < meshes_.size(); ++i) {
            const Mesh& mesh = model_.meshes[meshes_[i]];
            for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
                Vec3d sum;
                for (std::size_t t = 0; t < mesh.morphs.size(); ++t)
                    sum += to_double(mesh.morphs[t].positions[v]) * weights[i][t];
                moved[positions_of_[i][v]] = to_float(maker_.back().point(matrices_[i][v].direction(sum)));
            }
        }
        return moved;
    }

    // Only the positions that move are kept.
    void add(MorphAnimation animation, const std::vector<std::vector<Vec3>>& frames) {
        for (std::uint32_t p = 0; p < file_.mesh.positions.size(); ++p)
            if (std::ranges::any_of(frames, [&](const std::vector<Vec3>& frame) {
                    return std::abs(frame[p].x) + std::abs(frame[p].y) + std::abs(frame[p].z) > moves_from;
                }))
                animation.vertices.push_back(p);
        animation.frame_count = static_cast<std::uint32_t>(frames.size());
        for (const std::vector<Vec3>& frame : frames)
            for (const std::uint32_t p : animation.vertices) animation.samples.push_back(frame[p]);
        file_.sources.push_back({.date = {}, .name = stem_ + '_' + animation.name + ".ASC"});
        file_.animations.push_back(std::move(animation));
    }

    Result<void> add_clip(const Clip& clip) {
        std::vector<const MorphTrack*> tracks;
        for (const std::uint32_t m : meshes_) {
            const auto found =
                std::ranges::find_if(clip.morphs, [&](const MorphTrack& track) { return track.mesh == m; });
            tracks.push_back(found == clip.morphs.end() ? nullptr : &*found);
        }
        if (std::ranges::all_of(tracks, [](const MorphTrack* track) { return track == nullptr; })) return {};

        const double rate = options_.frame_rate > 0 ? options_.frame_rate : clip.frame_rate > 0 ? clip.frame_rate : 25;
        // A loop comes back to its first frame by itself.
        const bool loops = clip.loop == LoopMode::wrap && clip.duration > 0;
        const double count = std::round(std::max(0.0, clip.duration) * rate) + (loops ? 0 : 1);
        if (!(count <= most_frames)) return fail("the clip " + clip.name + " is too long to be written frame by frame");
        std::vector<std::vector<Vec3>> frames;
        for (double frame = 0; frame < std::max(1.0, count); ++frame) {
            std::vector<std::vector<double>> weights;
            for (std::size_t i = 0; i < meshes_.size(); ++i) {
                std::vector<double>& of_mesh = weights.emplace_back(model_.meshes[meshes_[i]].morphs.size());
                for (std::size_t t = 0; tracks[i] && t < of_mesh.size(); ++t) {
                    of_mesh[t] = sample(tracks[i]->weights[t], std::min(frame / rate, clip.duration), 0);
                    if (of_mesh[t] != 0) moved_[meshes_[i]][t] = true;
                }
            }
            frames.push_back(displacements(weights));
        }
        MorphAnimation animation = named(clip.name);
        animation.blend_in = rate_of(clip.hints.blend_in);
        animation.blend_out = -rate_of(clip.hints.blend_out);
        animation.layer = clip.hints.layer;
        animation.speed = static_cast<float>(rate / 1000);
        animation.flags = static_cast<std::uint8_t>(
            clip.extras["flags"].unsigned_integer(loops || count == 1 ? MorphAnimation::loop : 0));
        // Played once, it is held as long as it takes; a loop or a still one for ever.
        const bool once = (animation.flags & MorphAnimation::loop) == 0;
        animation.duration = static_cast<float>(clip.extras["hold"].number(once ? clip.duration * 1000 : -1000));
        add(std::move(animation), frames);
        return {};
    }

    void add_unmoved_targets() {
        for (const std::uint32_t m : meshes_) {
            for (std::size_t t = 0; t < model_.meshes[m].morphs.size(); ++t) {
                if (moved_[m][t]) continue;
                std::vector<std::vector<double>> weights;
                for (const std::uint32_t other : meshes_) {
                    weights.emplace_back(model_.meshes[other].morphs.size());
                    if (other == m) weights.back()[t] = 1;
                }
                MorphAnimation animation = named(model_.meshes[m].morphs[t].name);
                animation.flags = MorphAnimation::loop;
                animation.duration = -1000;
                add(std::move(animation), {displacements(weights)});
            }
        }
    }

    static MorphAnimation named(std::string_view name) {
        return {.name = compiled_text(utf8_to_latin1(name)),
                .blend_in = rate_of(default_blend),
                .blend_out = -rate_of(default_blend),
                .speed = 0.025f};
    }
    // Weight per millisecond; at once is within one.
    static float rate_of(double seconds) { return seconds > 0.001 ? static_cast<float>(0.001 / seconds) : 1.0f; }
    static constexpr double default_blend = 0.1;

    const Model& model_;
    std::string stem_;
    FromModelOptions options_;
    Diagnostics* diagnostics_;
    ProtoMeshMaker maker_;
    std::int32_t joint_ = everywhere;                      // in whose space the mesh is; -1: the model's
    std::vector<std::uint32_t> meshes_;                    // those that are written
    std::vector<std::vector<Affined>> matrices_;           // per mesh written and vertex
    std::vector<std::vector<std::uint16_t>> positions_of_; // per mesh written and vertex
    std::vector<std::vector<bool>> moved_;                 // per mesh of the model and target: some clip does
    MorphMesh file_;
};

} // namespace

Result<MorphMesh> mmb_from_model(const Model& model, std::string_view name, const FromModelOptions& options,
                                 Diagnostics* diagnostics) {
    if (const Diagnostics faults = validate(model); !faults.empty())
        return fail(faults.front().place, "the model is not sound: " + faults.front().message);
    return MorphWriter(model, name, options, diagnostics).write();
}

} // namespace ossuary::zengin
