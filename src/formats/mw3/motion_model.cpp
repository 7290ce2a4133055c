#include "ossuary/formats/mw3/model.h"

#include <cmath>
#include <unordered_set>

#include "formats/mw3/axes.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/model/event.h"

namespace ossuary::mw3 {

namespace {

// What the parts of mechs hang on. Where that part is missing, the part above it counts.
constexpr std::pair<std::string_view, std::string_view> mech_parents[] = {
    {"torso", "hip"},      {"head", "torso"},     {"cockpit", "torso"}, {"lshoulder", "torso"}, {"rshoulder", "torso"},
    {"larm", "lshoulder"}, {"rarm", "rshoulder"}, {"lforearm", "larm"}, {"rforearm", "rarm"},   {"lhand", "lforearm"},
    {"rhand", "rforearm"}, {"lthigh", "hip"},     {"rthigh", "hip"},    {"lcalf", "lthigh"},    {"rcalf", "rthigh"},
    {"lfoot", "hip"},      {"rfoot", "hip"},      {"lankle", "hip"},    {"rankle", "hip"},      {"ltoe01", "lfoot"},
    {"ltoe02", "lfoot"},   {"ltoe03", "lfoot"},   {"ltoe04", "lfoot"},  {"rtoe01", "rfoot"},    {"rtoe02", "rfoot"},
    {"rtoe03", "rfoot"},   {"rtoe04", "rfoot"},
};

std::string_view usual_parent(std::string_view part) {
    for (const auto& [child, parent] : mech_parents)
        if (child == part) return parent;
    return {};
}

Transform first_pose(const MotionPart& part) {
    const Vec3d translation = part.translations.empty() ? Vec3d{} : to_vec3(part.translations.front());
    const Quatd rotation = part.rotations.empty() ? Quatd{} : normalize(to_quat(part.rotations.front()));
    return to_float(Transformd{translation, rotation, {1, 1, 1}});
}

// All parts in the order in which they occur, each with its first pose.
std::vector<Joint> parts_of(const MotionFile& file) {
    std::vector<Joint> parts;
    std::unordered_set<std::string_view> known;
    for (const MotionEntry& entry : file.entries)
        for (const MotionPart& part : entry.motion.parts)
            if (known.insert(part.name).second) parts.push_back({.name = part.name, .rest = first_pose(part)});
    return parts;
}

// Parents before children: each round adds the parts whose parent is there.
Skeleton skeleton_of(std::vector<Joint> parts, bool by_name) {
    Skeleton skeleton;
    const auto is_part = [&](std::string_view name) {
        return std::ranges::any_of(parts, [&](const Joint& part) { return part.name == name; });
    };
    std::vector<std::string_view> parents(parts.size());
    // Files of other makers call the hip `hips`.
    const std::string_view top = is_part("hip") ? "hip" : "hips";
    for (std::size_t i = 0; i < parts.size() && by_name; ++i) {
        parents[i] = usual_parent(parts[i].name);
        while (!parents[i].empty() && parents[i] != "hip" && !is_part(parents[i]))
            parents[i] = usual_parent(parents[i]);
        if (parents[i] == "hip") parents[i] = is_part(top) ? top : std::string_view();
    }
    std::vector<bool> added(parts.size());
    while (skeleton.joints.size() < parts.size()) {
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (added[i]) continue;
            const std::int32_t parent = parents[i].empty() ? -1 : skeleton.find(parents[i]);
            if (!parents[i].empty() && parent < 0) continue;
            added[i] = true;
            skeleton.joints.push_back(parts[i]);
            skeleton.joints.back().parent = parent;
        }
    }
    return skeleton;
}

// ---- travel

// The part whose way is the mech's.
std::size_t leading_part(const Motion& motion) {
    for (std::size_t i = 0; i < motion.parts.size(); ++i)
        if (motion.parts[i].name == "hip") return i;
    return 0;
}

// How far a part goes in one round, counting the step that its last key jumps back over; nothing if it does not jump.
std::optional<Vec3d> loop_travel(const std::vector<Vector>& keys) {
    if (keys.size() < 4) return {};
    const std::size_t last = keys.size() - 2; // the key before the jump
    double largest = 0;
    for (std::size_t i = 0; i < last; ++i) largest = std::max(largest, length(to_vec3(keys[i + 1]) - to_vec3(keys[i])));
    if (!(length(to_vec3(keys[last + 1]) - to_vec3(keys[last])) > 4 * largest)) return {};
    const Vec3d way = to_vec3(keys[last]) - to_vec3(keys[0]);
    return way + way * (1.0 / static_cast<double>(last));
}

// ---- from the model

class MotionMaker {
public:
    MotionMaker(const Model& model, const Clip& clip, double rate)
        : model_(model), clip_(clip), rate_(rate), back_(model.source.basis_for("mw3", zbd_basis).inverse()) {}

    Motion make() {
        const double frames = std::max(1.0, std::round(clip_.duration * rate_));
        const bool wraps = clip_.loop == LoopMode::wrap;
        const auto count = static_cast<std::size_t>(frames);
        Motion motion;
        motion.frame_count = static_cast<std::uint32_t>(count + (wraps ? 0 : 1));
        motion.loop_time = static_cast<float>(motion.frame_count / rate_);
        for (const Joint& joint : model_.skeleton.joints) motion.parts.push_back({.name = joint.name});
        for (std::size_t frame = 0; frame <= count; ++frame) {
            const double time = clip_.duration * static_cast<double>(frame) / frames;
            const std::vector<Transformd> pose = sample_pose(clip_, model_.skeleton, time);
            for (std::size_t joint = 0; joint < pose.size(); ++joint) {
                MotionPart& part = motion.parts[joint];
                const Transformd local = back_.transform(pose[joint]);
                Quatd rotation = local.rotation;
                if (!part.rotations.empty() && dot(rotation, to_quat(part.rotations.back())) < 0) rotation = -rotation;
                part.translations.push_back(to_vector(local.translation));
                part.rotations.push_back(to_quaternion(rotation));
            }
        }
        for (std::size_t joint = 0; joint < motion.parts.size(); ++joint) close(motion.parts[joint], joint, wraps);
        return motion;
    }
    bool travels() const { return travels_; }

private:
    // The last key repeats the first. The way that the first root went in one round stays if it can be told from a
    // swing again; others are taken out evenly.
    void close(MotionPart& part, std::size_t joint, bool wraps) {
        if (!wraps) {
            part.translations.push_back(part.translations.front());
            part.rotations.push_back(part.rotations.front());
            return;
        }
        const Vec3d way = to_vec3(part.translations.back()) - to_vec3(part.translations.front());
        const auto jumps_back = [&] {
            std::vector<Vector> keys = part.translations;
            keys.back() = keys.front();
            return loop_travel(keys).has_value();
        };
        const bool leads = part.name == "hip" || joint == 0;
        if (model_.skeleton.joints[joint].parent < 0 && length(way) > 1e-4 && !(leads && jumps_back())) {
            travels_ = true;
            const double last = static_cast<double>(part.translations.size() - 1);
            for (std::size_t key = 0; key < part.translations.size(); ++key)
                part.translations[key] =
                    to_vector(to_vec3(part.translations[key]) - way * (static_cast<double>(key) / last));
        }
        part.translations.back() = part.translations.front();
        part.rotations.back() = part.rotations.front();
    }

    const Model& model_;
    const Clip& clip_;
    double rate_;
    Basis back_;
    bool travels_ = false;
};

// Parts without a joint of their name. That is usual for some, as a mech of low detail has fewer nodes; where it is so
// for all of them, the clip is another's.
class UnboundParts {
public:
    void add(std::string_view clip, const Motion& motion, const Skeleton& skeleton) {
        bool moves_any = false;
        for (const MotionPart& part : motion.parts) {
            if (skeleton.find(part.name) >= 0)
                moves_any = true;
            else if (std::ranges::find(parts_, part.name) == parts_.end())
                parts_.push_back(part.name);
        }
        if (!moves_any) clips_.push_back(std::string(clip));
    }
    void tell(Diagnostics* diagnostics) const {
        if (!clips_.empty())
            return report(diagnostics, Severity::warning, {},
                          "the model has none of the parts that " + listed(clips_) + " moves");
        if (!parts_.empty())
            report(diagnostics, Severity::note, {},
                   "the motions also move " + listed(parts_) + ", which the model does not have");
    }

private:
    static std::string listed(const std::vector<std::string>& names) {
        constexpr std::size_t most = 5;
        std::string list;
        for (std::size_t i = 0; i < std::min(names.size(), most); ++i) list += (i > 0 ? ", '" : "'") + names[i] + '\'';
        return names.size() > most ? list + " and " + std::to_string(names.size() - most) + " more" : list;
    }
    std::vector<std::string> parts_, clips_;
};

bool is_ascii(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80 && c != 0; });
}

} // namespace

Result<Clip> to_clip(const Motion& motion, const Skeleton& skeleton, std::string_view name,
                     const ToModelOptions& options, const Basis& basis, Diagnostics* diagnostics) {
    Clip clip;
    clip.name = name;
    clip.duration = motion.loop_time;
    clip.frame_rate = motion.frame_count / clip.duration;
    clip.loop = LoopMode::wrap;
    clip.joints.resize(skeleton.joints.size());
    UnboundParts unbound;
    unbound.add(clip.name, motion, skeleton);
    unbound.tell(diagnostics);
    const std::size_t leading = leading_part(motion);
    for (std::size_t p = 0; p < motion.parts.size(); ++p) {
        const MotionPart& part = motion.parts[p];
        const std::int32_t joint = skeleton.find(part.name);
        if (joint < 0) continue;
        JointTrack& track = clip.joints[static_cast<std::size_t>(joint)];
        track.translation.rate = track.rotation.rate = clip.frame_rate;
        track.translation.values.clear();
        track.rotation.values.clear();
        for (const Vector& value : part.translations) {
            const Vec3 moved = to_float(basis.point(to_vec3(value)));
            if (!std::isfinite(moved.x + moved.y + moved.z))
                return fail("clip '" + clip.name + "': a translation of '" + part.name + "' is not finite");
            track.translation.values.push_back(moved);
        }
        for (const Quaternion& value : part.rotations) {
            const Quatd turned = to_quat(value);
            if (!std::isfinite(dot(turned, turned)))
                return fail("clip '" + clip.name + "': a rotation of '" + part.name + "' is not finite");
            track.rotation.values.push_back(to_float(basis.rotation(normalize(turned))));
        }
        const auto travel = p == leading ? loop_travel(part.translations) : std::nullopt;
        if (!travel) continue;
        clip.hints.root_joint = joint;
        std::vector<Vec3>& keys = track.translation.values;
        const Vec3d way = basis.point(*travel);
        keys.back() = to_float(to_double(keys.front()) + way);
        if (options.travel == RootTravel::keep) continue;
        Json frames = Json::array();
        for (std::size_t key = 0; key < keys.size(); ++key) {
            const Vec3d gone = way * (static_cast<double>(key) / static_cast<double>(keys.size() - 1));
            keys[key] = to_float(to_double(keys[key]) - gone);
            frames.push(Json(Json::Array{Json(gone.x), Json(gone.y), Json(gone.z)}));
        }
        keys.back() = keys.front();
        if (options.travel == RootTravel::extract) clip.extras.set("rootMotion", std::move(frames));
    }
    return clip;
}

Result<void> add_clips(Model& model, const MotionFile& file, const ToModelOptions& options, Diagnostics* diagnostics) {
    const Basis basis = model.source.basis_for("mw3", zbd_basis);
    UnboundParts unbound;
    for (const MotionEntry& entry : file.entries) {
        const std::string name = model.free_clip_name(entry.entry.name.text());
        auto clip = to_clip(entry.motion, model.skeleton, name, options, basis);
        if (!clip) return Failure(clip.error());
        unbound.add(name, entry.motion, model.skeleton);
        model.clips.push_back(std::move(*clip));
    }
    unbound.tell(diagnostics);
    return {};
}

Result<Model> to_model(const MotionFile& file, std::string_view name, const ToModelOptions& options,
                       Diagnostics* diagnostics) {
    Model model;
    model.name = name;
    model.source = {"mw3", zbd_basis};
    model.skeleton = skeleton_of(parts_of(file), options.hierarchy_by_name);
    for (Joint& joint : model.skeleton.joints) joint.rest = in_basis(zbd_basis, joint.rest);
    if (auto added = add_clips(model, file, options, diagnostics); !added) return Failure(added.error());
    return model;
}

Result<MotionFile> motion_from_model(const Model& model, const FromModelOptions& options, Diagnostics* diagnostics) {
    const auto warn = [&](std::string message) { report(diagnostics, Severity::warning, {}, std::move(message)); };
    for (const Joint& joint : model.skeleton.joints)
        if (!is_ascii(joint.name)) return fail("joint '" + joint.name + "': names are ASCII in motion.zbd");
    MotionFile file;
    for (const Clip& clip : model.clips) {
        const std::string name = model.name.empty() ? clip.name : model.name + '_' + clip.name;
        if (!is_ascii(name) || name.size() > 63)
            return fail("clip '" + name + "': names have at most 63 ASCII characters in motion.zbd");
        const double rate = options.frame_rate > 0 ? options.frame_rate : clip.frame_rate > 0 ? clip.frame_rate : 30;
        if (!(clip.duration * rate < 1e6)) return fail("clip '" + clip.name + "' is too long to be sampled");
        MotionMaker maker(model, clip, rate);
        MotionEntry& entry = file.entries.emplace_back();
        entry.entry.name = std::string_view(name);
        entry.motion = maker.make();
        if (maker.travels()) warn("clip '" + clip.name + "': the root's way is taken out, a motion stays in place");
        if (std::ranges::any_of(clip.joints, [](const JointTrack& track) { return !track.scale.is_rest(); }))
            warn("clip '" + clip.name + "': motion.zbd has no scale");
        if (!clip.events.events.empty()) warn("clip '" + clip.name + "': motion.zbd has no events");
    }
    // Starts and lengths as they will lie.
    if (auto again = parse_motion(write_motion(file)); again) return again;
    return file;
}

} // namespace ossuary::mw3
