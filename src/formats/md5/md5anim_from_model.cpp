#include <algorithm>
#include <bit>
#include <cmath>

#include "ossuary/base/box.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/number.h"
#include "ossuary/formats/md5/md5anim.h"
#include "ossuary/formats/md5/md5mesh.h"
#include "ossuary/model/event.h"
#include "written_skeleton.h"

namespace ossuary::md5 {

namespace {

constexpr double most_values = 1 << 24; // joints × frames; a longer clip is a mistake

// The value at a whole frame. Channels of the same rate are not interpolated, and keys are met where writers put
// them: at the frame's time rounded to float.
template <class T, class Double>
Double value_at(const Channel<T>& channel, std::size_t frame, double rate, const Double& rest) {
    if (channel.is_rest()) return rest;
    if (channel.times.empty() && channel.rate == rate)
        return to_double(channel.values[std::min(frame, channel.values.size() - 1)]);
    const double time = static_cast<double>(frame) / rate;
    return sample(channel, channel.times.empty() ? time : static_cast<double>(static_cast<float>(time)), rest);
}

bool is_one(const Vec3& scale) {
    const auto near = [](float s) { return std::abs(s - 1) <= 1e-6f; };
    return near(scale.x) && near(scale.y) && near(scale.z);
}

class AnimFileMaker {
public:
    AnimFileMaker(const Model& model, const Clip& clip, const FromClipOptions& options, Diagnostics* diagnostics)
        : model_(model), clip_(clip), options_(options), diagnostics_(diagnostics),
          written_(plan_skeleton(model, options.basis, diagnostics)) {}

    Result<AnimFile> make() {
        choose_frame_rate();
        TextEncoding encoding;
        encoding.latin1 = clip_.extras["md5"]["encoding"].string() == "latin1";
        file_.commandline = encoding.encode(clip_.extras["md5"]["commandline"].string());
        const double frames = std::ceil(std::max(clip_.duration, 0.0) * file_.frame_rate - 1e-3) + 1;
        if (!(frames * static_cast<double>(std::max<std::size_t>(written_.joints.size(), 1)) <= most_values))
            return fail("clip '" + clip_.name + "' is too long to be sampled");
        frames_ = static_cast<std::size_t>(frames);
        if (const auto wrong = sample_frames()) return Failure(*wrong);
        choose_components();
        if (const auto wrong = add_bounds()) return Failure(*wrong);
        report_losses();
        return std::move(file_);
    }

private:
    void warn(std::string message) { report(diagnostics_, Severity::warning, {}, std::move(message)); }

    void choose_frame_rate() {
        double rate = options_.frame_rate > 0 ? options_.frame_rate : clip_.frame_rate;
        if (!(rate > 0)) rate = clip_.extras["frameRate"].number();
        if (!(rate > 0 && std::isfinite(rate))) rate = 24;
        file_.frame_rate = std::clamp(std::round(rate), 1.0, 1e6);
        if (file_.frame_rate != rate)
            warn("frame rate " + number_text(rate) + " was rounded to " + number_text(file_.frame_rate));
    }

    Transformd local_at(std::size_t joint, std::size_t frame) const {
        Transformd local = to_double(model_.skeleton.joints[joint].rest);
        if (joint < clip_.joints.size()) {
            const JointTrack& track = clip_.joints[joint];
            local.translation = value_at(track.translation, frame, file_.frame_rate, local.translation);
            local.rotation = value_at(track.rotation, frame, file_.frame_rate, local.rotation);
            local.scale = value_at(track.scale, frame, file_.frame_rate, local.scale);
        }
        return local;
    }

    bool has_scale() const {
        const auto& joints = model_.skeleton.joints;
        return std::any_of(joints.begin(), joints.end(), [](const auto& joint) { return !is_one(joint.rest.scale); }) ||
               std::any_of(clip_.joints.begin(), clip_.joints.end(), [](const JointTrack& track) {
                   return !std::all_of(track.scale.values.begin(), track.scale.values.end(), is_one);
               });
    }

    std::optional<Error> sample_frames() {
        poses_.resize(frames_ * written_.joints.size());
        const bool scaled = has_scale();
        if (scaled) bind_ = bind_pose(model_);
        for (std::size_t f = 0; f < frames_; ++f) {
            Placement* pose = poses_.data() + f * written_.joints.size();
            if (scaled) {
                if (auto wrong = sample_scaled(f, pose)) return wrong;
                continue;
            }
            for (std::size_t j = 0; j < written_.joints.size(); ++j)
                if (written_.joints[j].source >= 0)
                    pose[j] = rounded(local_at(static_cast<std::size_t>(written_.joints[j].source), f));
        }
        if (dropped_) warn("scale that MD5 cannot hold was dropped");
        return {};
    }

    Placement rounded(const Transformd& local) const {
        const Transformd turned = written_.back.transform(local);
        return {round_to_float(turned.translation), round_orientation(turned.rotation)};
    }

    // Scale goes into the places of children: all joints in object space, and back from there without it.
    std::optional<Error> sample_scaled(std::size_t frame, Placement* pose) {
        std::vector<Transformd> local;
        for (std::size_t j = 0; j < model_.skeleton.joints.size(); ++j) local.push_back(local_at(j, frame));
        const std::vector<Affined> object = object_pose(model_.skeleton, local);
        std::vector<Transformd> placed(written_.joints.size());
        for (std::size_t j = 0; j < written_.joints.size(); ++j) {
            const WrittenJoint& joint = written_.joints[j];
            if (joint.source >= 0) {
                const Result<Rigid> rigid = without_scale(object[static_cast<std::size_t>(joint.source)], joint.name,
                                                          options_.lenient, dropped_);
                if (!rigid) return rigid.error();
                placed[j] = rigid->place;
                const double bound = length(bind_[static_cast<std::size_t>(joint.source)].y);
                if (std::abs(rigid->scale - bound) > bound * 1e-3) {
                    if (!options_.lenient)
                        return Error("joint '" + joint.name + "' is scaled by the clip, which MD5 cannot hold");
                    dropped_ = true;
                }
            }
            const Transformd above = joint.parent < 0 ? Transformd{} : placed[static_cast<std::size_t>(joint.parent)];
            const Quatd back = conjugate(above.rotation);
            pose[j] = rounded(
                {rotate(back, placed[j].translation - above.translation), normalize(back * placed[j].rotation)});
        }
        return {};
    }

    static double& component(Placement& placement, std::size_t bit) {
        return bit < 3 ? placement.position[bit] : placement.orientation[bit - 3];
    }

    // The first frame is the base frame; what differs from it in any frame is animated.
    void choose_components() {
        const std::size_t joints = written_.joints.size();
        file_.num_frames = static_cast<std::int32_t>(frames_);
        file_.base_frame.assign(poses_.begin(), poses_.begin() + static_cast<std::ptrdiff_t>(joints));
        for (std::size_t j = 0; j < joints; ++j) {
            HierarchyEntry entry{written_.joints[j].name, written_.joints[j].parent, 0, file_.num_animated_components};
            for (std::size_t bit = 0; bit < 6; ++bit) {
                const double tolerance = bit < 3 ? options_.position_tolerance : options_.orientation_tolerance;
                const double base = component(poses_[j], bit);
                for (std::size_t f = 1; f < frames_; ++f) {
                    if (std::abs(component(poses_[f * joints + j], bit) - base) <= tolerance) continue;
                    entry.flags |= 1 << bit;
                    ++file_.num_animated_components;
                    break;
                }
            }
            file_.hierarchy.push_back(std::move(entry));
        }
        for (HierarchyEntry& entry : file_.hierarchy) // DOOM 3 checks the range even of what has no components
            if (entry.flags == 0 && entry.first_component >= file_.num_animated_components) entry.first_component = 0;
        file_.components.reserve(frames_ * static_cast<std::size_t>(file_.num_animated_components));
        for (std::size_t f = 0; f < frames_; ++f)
            for (std::size_t j = 0; j < joints; ++j)
                for (std::size_t bit = 0; bit < 6; ++bit)
                    if (file_.hierarchy[j].flags >> bit & 1)
                        file_.components.push_back(component(poses_[f * joints + j], bit));
    }

    // Boxes around the mesh as a reader will skin it, or around the joints if there is none.
    std::optional<Error> add_bounds() {
        const Result<MeshFile> meshes = md5mesh_from_model(model_, {options_.basis, options_.lenient});
        if (!meshes) return meshes.error();
        for (std::size_t f = 0; f < frames_; ++f) {
            const std::vector<Transformd> skeleton = object_skeleton(file_, static_cast<std::int32_t>(f));
            std::optional<Boxd> box;
            for (const Mesh& mesh : meshes->meshes)
                for (const Vec3d& p : skin_positions(mesh, skeleton)) add_point(box, p);
            if (!box)
                for (const Transformd& joint : skeleton) add_point(box, joint.translation);
            file_.bounds.push_back({round_to_float(box->min), round_to_float(box->max)});
        }
        return {};
    }

    void report_losses() {
        if (!clip_.events.events.empty())
            warn("MD5 has no place for events: " + std::to_string(clip_.events.events.size()) + " are not written");
        if (!clip_.morphs.empty()) warn("MD5 has no place for moving morph targets");
        if (!clip_.cameras.empty()) warn("cameras have files of their own: their fields of view are not written");
    }

    const Model& model_;
    const Clip& clip_;
    const FromClipOptions& options_;
    Diagnostics* diagnostics_;
    WrittenSkeleton written_;
    AnimFile file_;
    std::size_t frames_ = 0;
    std::vector<Placement> poses_; // frame by frame, relative to parents, as they will be written
    std::vector<Affined> bind_;    // only where something is scaled
    bool dropped_ = false;
};

} // namespace

Result<AnimFile> md5anim_from_model(const Model& model, const Clip& clip, const FromClipOptions& options,
                                    Diagnostics* diagnostics) {
    return AnimFileMaker(model, clip, options, diagnostics).make();
}

} // namespace ossuary::md5
