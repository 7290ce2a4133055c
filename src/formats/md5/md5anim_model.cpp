#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "names.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/md5/md5anim.h"

namespace ossuary::md5 {

namespace {

// The six values of one joint over all frames: each steps through the components, or stays on the base frame.
struct JointValues {
    std::array<const double*, 6> first;
    std::array<std::size_t, 6> step;

    JointValues(const AnimFile& file, std::size_t joint) {
        const HierarchyEntry& entry = file.hierarchy[joint];
        const Placement& base = file.base_frame[joint];
        auto component = static_cast<std::size_t>(entry.flags != 0 ? entry.first_component : 0);
        for (std::size_t bit = 0; bit < 6; ++bit) {
            const bool animated = (entry.flags >> bit & 1) != 0;
            const double* still = bit < 3 ? &base.position[bit] : &base.orientation[bit - 3];
            first[bit] = animated ? file.components.data() + component++ : still;
            step[bit] = animated ? static_cast<std::size_t>(file.num_animated_components) : 0;
        }
    }

    // Whether the three values from `begin` on are exactly the same in every frame.
    bool constant(std::size_t begin, std::size_t frames) const {
        for (std::size_t i = begin; i < begin + 3; ++i)
            for (std::size_t f = 1; f < frames && step[i] != 0; ++f)
                if (first[i][f * step[i]] != *first[i]) return false;
        return true;
    }
};

// Neighbours in the same hemisphere, so that whoever blends them goes the short way.
void keep_hemisphere(const Quat& before, Quat& rotation) {
    if (dot(before, rotation) < 0) rotation = -rotation;
}

class ClipMaker {
public:
    ClipMaker(const AnimFile& file, const Skeleton& skeleton, const ToClipOptions& options, Diagnostics* diagnostics)
        : file_(file), skeleton_(skeleton), options_(options), diagnostics_(diagnostics),
          frames_(static_cast<std::size_t>(file.num_frames)) {}

    Result<Clip> make(std::string_view name) {
        clip_.name = name;
        clip_.duration = file_.duration();
        clip_.frame_rate = file_.frame_rate;
        clip_.loop = options_.loop ? LoopMode::wrap : LoopMode::unknown;
        clip_.joints.resize(skeleton_.joints.size());
        if (const auto wrong = match_joints()) return Failure(*wrong);
        if (std::all_of(same_parent_.begin(), same_parent_.end(), [](bool same) { return same; })) {
            add_tracks();
        } else {
            // Here joints that the file holds still take room in every frame; a short file must not ask for all of it.
            constexpr std::size_t most_rehung_values = std::size_t{1} << 24;
            if (frames_ > most_rehung_values / std::max<std::size_t>(file_.hierarchy.size() + clip_.joints.size(), 1))
                return fail("animation is too large to be hung on a skeleton with other parents");
            add_rehung_tracks();
        }
        if (off_unit_ > 0)
            report(diagnostics_, Severity::warning, {},
                   "orientation is not unit length in " + std::to_string(off_unit_) + " places");
        if (!finite_) return fail("a position is too large for a model");
        add_extras();
        apply_root_motion();
        return std::move(clip_);
    }

private:
    // Finds for every joint of the skeleton the animation's: the same index if all are the same, else by name.
    std::optional<Error> match_joints() {
        const std::size_t count = skeleton_.joints.size();
        TextEncoding encoding;
        std::vector<std::string> names;
        for (const HierarchyEntry& entry : file_.hierarchy) encoding.look_at(entry.name);
        for (const HierarchyEntry& entry : file_.hierarchy) names.push_back(encoding.decode(entry.name));
        make_unique(names);

        anim_joint_.assign(count, -1);
        same_parent_.assign(count, true);
        bool same = names.size() == count;
        for (std::size_t j = 0; same && j < count; ++j) {
            same = names[j] == skeleton_.joints[j].name && file_.hierarchy[j].parent == skeleton_.joints[j].parent;
            anim_joint_[j] = static_cast<std::int32_t>(j);
        }
        if (same) return {};

        std::map<std::string, std::int32_t, std::less<>> exact, folded;
        for (std::size_t a = 0; a < names.size(); ++a) {
            exact.emplace(names[a], static_cast<std::int32_t>(a));
            folded.emplace(lower_case(names[a]), static_cast<std::int32_t>(a));
        }
        std::size_t matched = 0;
        std::string missing;
        std::vector<bool> used(names.size(), false);
        for (std::size_t j = 0; j < count; ++j) {
            const std::string& wanted = skeleton_.joints[j].name;
            auto found = exact.find(wanted);
            if (found == exact.end() && (found = folded.find(lower_case(wanted))) == folded.end()) {
                anim_joint_[j] = -1;
                if (missing.empty()) missing = wanted;
                continue;
            }
            anim_joint_[j] = found->second;
            used[static_cast<std::size_t>(found->second)] = true;
            ++matched;
        }
        if (matched * 2 < count)
            return Error("animation does not fit this mesh: " + std::to_string(matched) + " of " +
                         std::to_string(count) + " joints found");
        compare_parents(count);
        report_match(matched, count, missing, names, used);
        return {};
    }

    void compare_parents(std::size_t count) {
        std::size_t rehung = 0;
        for (std::size_t j = 0; j < count; ++j) {
            if (anim_joint_[j] < 0) continue;
            const std::int32_t parent = skeleton_.joints[j].parent;
            const std::int32_t expected = parent < 0 ? -1 : anim_joint_[static_cast<std::size_t>(parent)];
            const bool missing_parent = parent >= 0 && expected < 0;
            const std::int32_t actual = file_.hierarchy[static_cast<std::size_t>(anim_joint_[j])].parent;
            same_parent_[j] = !missing_parent && expected == actual;
            rehung += !same_parent_[j];
        }
        if (rehung > 0)
            report(diagnostics_, Severity::warning, {},
                   std::to_string(rehung) + " joints hang on another parent in the animation; they keep their place");
    }

    void report_match(std::size_t matched, std::size_t count, const std::string& missing,
                      const std::vector<std::string>& names, const std::vector<bool>& used) {
        const auto extra = static_cast<std::size_t>(std::count(used.begin(), used.end(), false));
        std::string message = "joints were matched by name: " + std::to_string(matched) + " found, " +
                              std::to_string(count - matched) + " missing";
        if (!missing.empty()) message += " ('" + missing + "' …; they keep their rest pose)";
        message += ", " + std::to_string(extra) + " extra";
        if (extra > 0)
            message += " ('" +
                       names[static_cast<std::size_t>(std::find(used.begin(), used.end(), false) - used.begin())] +
                       "' …)";
        report(diagnostics_, matched == count && extra == 0 ? Severity::note : Severity::warning, {},
               std::move(message));
    }

    void add_tracks() {
        // Our axis i is the file's axis[i], turned; the quaternion's vector part turns with the determinant.
        const Basis& basis = options_.basis;
        std::array<std::size_t, 3> axis;
        std::array<double, 3> stretch, turn;
        for (std::size_t i = 0; i < 3; ++i) {
            axis[i] = static_cast<std::size_t>(basis.axis[i]);
            stretch[i] = basis.sign[i] * basis.scale;
            turn[i] = basis.sign[i] * basis.determinant();
        }
        for (std::size_t j = 0; j < anim_joint_.size(); ++j) {
            if (anim_joint_[j] < 0) continue;
            const JointValues values(file_, static_cast<std::size_t>(anim_joint_[j]));
            add_translations(clip_.joints[j].translation, values, axis, stretch);
            add_rotations(clip_.joints[j].rotation, values, axis, turn);
        }
    }

    template <class T> std::size_t begin(Channel<T>& channel, bool constant) const {
        const std::size_t count = constant ? 1 : frames_;
        channel.values.resize(count);
        channel.rate = count > 1 ? file_.frame_rate : 0;
        return count;
    }

    void add_translations(Channel<Vec3>& channel, const JointValues& values, const std::array<std::size_t, 3>& axis,
                          const std::array<double, 3>& stretch) {
        const std::size_t count = begin(channel, values.constant(0, frames_));
        for (std::size_t i = 0; i < 3; ++i) {
            const double* from = values.first[axis[i]];
            const std::size_t step = values.step[axis[i]];
            for (std::size_t f = 0; f < count; ++f) {
                const auto value = static_cast<float>(from[f * step] * stretch[i]);
                finite_ &= std::isfinite(value);
                channel.values[f][i] = value;
            }
        }
    }

    void add_rotations(Channel<Quat>& channel, const JointValues& values, const std::array<std::size_t, 3>& axis,
                       const std::array<double, 3>& turn) {
        const std::size_t count = begin(channel, values.constant(3, frames_));
        const double *x = values.first[3 + axis[0]], *y = values.first[3 + axis[1]], *z = values.first[3 + axis[2]];
        const std::size_t step_x = values.step[3 + axis[0]], step_y = values.step[3 + axis[1]],
                          step_z = values.step[3 + axis[2]];
        for (std::size_t f = 0; f < count; ++f) {
            Quatd q{x[f * step_x] * turn[0], y[f * step_y] * turn[1], z[f * step_z] * turn[2], 0};
            const double rest = 1 - dot(q.xyz(), q.xyz());
            if (rest > 0) { // of unit length by construction
                q.w = -std::sqrt(rest);
            } else {
                off_unit_ += rest < -0.001;
                q = normalize(q);
            }
            channel.values[f] = to_float(q);
            if (f > 0) keep_hemisphere(channel.values[f - 1], channel.values[f]);
        }
    }

    // Where parents differ: places in object space by the animation's tree, then local ones by the skeleton's.
    void add_rehung_tracks() {
        const std::size_t count = skeleton_.joints.size();
        const Basis& basis = options_.basis;
        std::vector<Transformd> rest(count);
        for (std::size_t j = 0; j < count; ++j) {
            rest[j] = basis.inverse().transform(to_double(skeleton_.joints[j].rest));
            if (anim_joint_[j] < 0) continue;
            begin(clip_.joints[j].translation, false);
            begin(clip_.joints[j].rotation, false);
        }
        std::vector<Transformd> placed(count);
        for (std::size_t f = 0; f < frames_; ++f) {
            const std::vector<Transformd> local = local_skeleton(file_, static_cast<std::int32_t>(f));
            const std::vector<Transformd> object = object_skeleton(file_, static_cast<std::int32_t>(f));
            for (std::size_t j = 0; j < count; ++j) {
                const std::int32_t parent = skeleton_.joints[j].parent;
                const Transformd above = parent < 0 ? Transformd{} : placed[static_cast<std::size_t>(parent)];
                if (anim_joint_[j] < 0) {
                    placed[j] = {above.translation + rotate(above.rotation, rest[j].translation),
                                 normalize(above.rotation * rest[j].rotation)};
                    continue;
                }
                const auto a = static_cast<std::size_t>(anim_joint_[j]);
                placed[j] = object[a];
                Transformd track = local[a];
                if (!same_parent_[j]) {
                    const Quatd back = conjugate(above.rotation);
                    track = {rotate(back, object[a].translation - above.translation),
                             normalize(back * object[a].rotation)};
                }
                const Transform turned = to_float(basis.transform(track));
                finite_ &= std::isfinite(turned.translation.x) && std::isfinite(turned.translation.y) &&
                           std::isfinite(turned.translation.z);
                clip_.joints[j].translation.values[f] = turned.translation;
                std::vector<Quat>& rotations = clip_.joints[j].rotation.values;
                rotations[f] = turned.rotation;
                if (f > 0) keep_hemisphere(rotations[f - 1], rotations[f]);
            }
        }
    }

    void add_extras() {
        TextEncoding encoding;
        encoding.look_at(file_.commandline);
        Json& extras = clip_.extras;
        extras.set("source", "md5");
        extras.set("sourceName", clip_.name);
        extras.set("frameRate", file_.frame_rate);
        extras.set("firstFrame", 0);
        extras.set("lastFrame", file_.num_frames - 1);
        Json& md5 = extras.set("md5", Json::object());
        md5.set("commandline", encoding.decode(file_.commandline));
        if (encoding.latin1) md5.set("encoding", "latin1");
    }

    // Joint 0 of the file carries locomotion.
    void apply_root_motion() {
        const auto root = std::find(anim_joint_.begin(), anim_joint_.end(), 0) - anim_joint_.begin();
        if (root == std::ssize(anim_joint_)) return;
        clip_.hints.root_joint = static_cast<std::int32_t>(root);
        apply_root_travel(clip_, skeleton_, options_.root_motion);
    }

    const AnimFile& file_;
    const Skeleton& skeleton_;
    const ToClipOptions& options_;
    Diagnostics* diagnostics_;
    std::size_t frames_;
    Clip clip_;
    std::vector<std::int32_t> anim_joint_; // of each joint of the skeleton; -1 if the animation has none
    std::vector<bool> same_parent_;
    std::size_t off_unit_ = 0;
    bool finite_ = true;
};

} // namespace

Result<Clip> to_clip(const AnimFile& file, const Skeleton& skeleton, std::string_view name,
                     const ToClipOptions& options, Diagnostics* diagnostics) {
    return ClipMaker(file, skeleton, options, diagnostics).make(name);
}

Result<Model> to_model(const AnimFile& file, std::string_view name, const ToClipOptions& options,
                       Diagnostics* diagnostics) {
    Model model;
    model.name = name;
    model.source = {"md5", options.basis};
    TextEncoding encoding;
    for (const HierarchyEntry& entry : file.hierarchy) encoding.look_at(entry.name);
    std::vector<std::string> names;
    for (const HierarchyEntry& entry : file.hierarchy) names.push_back(encoding.decode(entry.name));
    const std::vector<std::string> original = names;
    if (const std::size_t changed = make_unique(names))
        report(diagnostics, Severity::warning, {},
               std::to_string(changed) + " joints have the name of another and were numbered");
    for (std::size_t j = 0; j < names.size(); ++j) {
        ossuary::Joint joint{.name = names[j], .parent = file.hierarchy[j].parent};
        if (names[j] != original[j]) joint.extras.set("sourceName", original[j]);
        model.skeleton.joints.push_back(std::move(joint));
    }
    Result<Clip> clip = to_clip(file, model.skeleton, name, options, diagnostics);
    if (!clip) return Failure(clip.error());
    for (std::size_t j = 0; j < names.size(); ++j) { // the first frame is the rest pose
        model.skeleton.joints[j].rest.translation = clip->joints[j].translation.values[0];
        model.skeleton.joints[j].rest.rotation = clip->joints[j].rotation.values[0];
    }
    if (encoding.latin1) model.extras.set("md5", Json::object()).set("encoding", "latin1");
    model.clips.push_back(std::move(*clip));
    return model;
}

} // namespace ossuary::md5
