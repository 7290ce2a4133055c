#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <variant>

#include "names.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/number.h"
#include "ossuary/formats/md5/md5camera.h"
#include "ossuary/model/event.h"
#include "written_skeleton.h"

namespace ossuary::md5 {

namespace {

constexpr double aspect = 4.0 / 3.0; // what the stored field of view is meant for
constexpr double near_plane = 3;     // DOOM 3's, in units
constexpr double radians = std::numbers::pi / 180;
constexpr double most_samples = 1 << 22;

double vertical_fov(double horizontal_degrees) {
    return 2 * std::atan(std::tan(horizontal_degrees * radians / 2) / aspect);
}
double horizontal_fov(double vertical_radians, double shape) {
    return 2 * std::atan(std::tan(vertical_radians / 2) * shape) / radians;
}

// An MD5 camera looks along its +X with +Y to the left and +Z up; ours along -Z with +X to the right and +Y up.
Quatd to_our_axes(const Quatd& rotation, const Basis& basis) {
    Affined axes{basis.direction(rotate(rotation, Vec3d{0, -1, 0})),
                 basis.direction(rotate(rotation, Vec3d{0, 0, 1})),
                 basis.direction(rotate(rotation, Vec3d{-1, 0, 0})),
                 {}};
    if (basis.determinant() < 0) axes.x = -axes.x;
    return to_quat(axes);
}
Quatd to_file_axes(const Quatd& rotation, const Basis& back) {
    const Vec3d right = rotate(rotation, Vec3d{1, 0, 0}) * back.determinant();
    return to_quat(Affined{back.direction(rotate(rotation, Vec3d{0, 0, -1})),
                           back.direction(-right),
                           back.direction(rotate(rotation, Vec3d{0, 1, 0})),
                           {}});
}

float before(float time) { return std::nextafter(time, -std::numeric_limits<float>::infinity()); }

// The samples that are shown, and when: both sides of a cut belong to one moment, so that the last of the old shot
// comes as close before it as a float can.
struct Keys {
    std::vector<float> times;
    std::vector<std::size_t> entries;
};

Keys choose_keys(const CameraFile& file) {
    Keys keys;
    const auto shots = file.shots();
    for (std::size_t s = 0; s < shots.size(); ++s) {
        const auto first = static_cast<std::size_t>(shots[s][0]), last = static_cast<std::size_t>(shots[s][1]);
        const bool cut_follows = s + 1 < shots.size();
        if (s > 0 && cut_follows && first == last) continue; // begins and ends at the same moment: never shown
        for (std::size_t entry = first; entry <= last; ++entry) {
            auto time = static_cast<float>(file.time_of(entry));
            if (cut_follows && entry == last && entry > 0) time = before(time);
            if (!keys.times.empty() && !(time > keys.times.back())) continue; // closer than floats can tell apart
            keys.times.push_back(std::max(time, 0.0f));
            keys.entries.push_back(entry);
        }
    }
    return keys;
}

} // namespace

Result<Model> to_model(const CameraFile& file, std::string_view name, const Basis& basis, Diagnostics* diagnostics) {
    if (file.frames.empty()) return fail("camera has no frames");
    Model model;
    model.name = name;
    model.source = {"md5", basis};
    TextEncoding encoding;
    encoding.look_at(file.commandline);
    Json& md5 = model.extras.set("md5", Json::object());
    md5.set("commandline", encoding.decode(file.commandline));
    if (encoding.latin1) md5.set("encoding", "latin1");

    const auto place = [&](const CameraFrame& frame) {
        return Transformd{basis.point(frame.position), to_our_axes(rebuild_orientation(frame.orientation), basis)};
    };
    model.skeleton.joints.push_back({.name = model.name, .rest = to_float(place(file.frames[0]))});
    Camera camera{.name = model.name, .joint = 0};
    camera.vertical_fov = static_cast<float>(vertical_fov(file.frames[0].fov));
    camera.aspect = static_cast<float>(aspect);
    camera.near_plane = static_cast<float>(near_plane * basis.scale);
    model.cameras.push_back(std::move(camera));
    if (file.frames.size() == 1) return model; // it stands still

    const Keys keys = choose_keys(file);
    if (keys.entries.size() < file.frames.size())
        report(diagnostics, Severity::warning, {},
               std::to_string(file.frames.size() - keys.entries.size()) + " entries are never shown and were left out");
    Clip clip;
    clip.name = name;
    clip.frame_rate = file.frame_rate;
    clip.duration = file.duration();
    JointTrack& track = clip.joints.emplace_back();
    CameraTrack& lens = clip.cameras.emplace_back();
    for (const std::size_t entry : keys.entries) {
        const Transform at = to_float(place(file.frames[entry]));
        const Vec3& t = at.translation;
        if (!std::isfinite(t.x) || !std::isfinite(t.y) || !std::isfinite(t.z))
            return fail({.field = "frames[" + std::to_string(entry) + ']'}, "position is too large for a model");
        std::vector<Quat>& rotations = track.rotation.values;
        rotations.push_back(at.rotation);
        if (rotations.size() > 1 && dot(rotations[rotations.size() - 2], rotations.back()) < 0)
            rotations.back() = -rotations.back();
        track.translation.values.push_back(at.translation);
        lens.vertical_fov.values.push_back(static_cast<float>(vertical_fov(file.frames[entry].fov)));
    }
    if (file.cuts.empty() && keys.entries.size() == file.frames.size()) {
        track.translation.rate = track.rotation.rate = lens.vertical_fov.rate = file.frame_rate;
    } else {
        track.translation.times = track.rotation.times = lens.vertical_fov.times = keys.times;
    }
    for (const std::int32_t cut : file.cuts)
        clip.events.add(file.time_of(static_cast<std::size_t>(cut)), CutEvent{}, cut);
    clip.extras.set("source", "md5");
    clip.extras.set("sourceName", clip.name);
    clip.extras.set("frameRate", file.frame_rate);
    clip.extras.set("firstFrame", 0);
    clip.extras.set("lastFrame", std::ssize(file.frames) - 1);
    model.clips.push_back(std::move(clip));
    return model;
}

Result<CameraFile> md5camera_from_model(const Model& model, const std::optional<Basis>& basis,
                                        Diagnostics* diagnostics) {
    if (model.cameras.empty()) return fail("model has no camera");
    if (model.cameras.size() > 1)
        report(diagnostics, Severity::warning, {}, "a file holds one camera; the first of several is written");
    if (model.clips.size() > 1)
        report(diagnostics, Severity::warning, {}, "a file holds one path; the first of several clips is written");
    const Camera& camera = model.cameras[0];
    const Basis back = basis.value_or(model.source.basis_for("md5", md5_basis())).inverse();
    const double shape = camera.aspect > 0 ? static_cast<double>(camera.aspect) : aspect;
    static const Clip still;
    const Clip& clip = model.clips.empty() ? still : model.clips[0];
    const CameraTrack* lens = nullptr;
    for (const CameraTrack& track : clip.cameras)
        if (track.camera == 0 && !track.vertical_fov.is_rest()) lens = &track;

    CameraFile file;
    TextEncoding encoding;
    encoding.latin1 = model.extras["md5"]["encoding"].string() == "latin1";
    file.commandline = encoding.encode(model.extras["md5"]["commandline"].string());
    const double rate = clip.frame_rate > 0 && std::isfinite(clip.frame_rate) ? clip.frame_rate : 24;
    file.frame_rate = std::clamp(std::round(rate), 1.0, 1e6);
    if (file.frame_rate != rate)
        report(diagnostics, Severity::warning, {},
               "frame rate " + number_text(rate) + " was rounded to " + number_text(file.frame_rate));
    if (!(clip.duration * file.frame_rate <= most_samples)) return fail("camera path is too long to be sampled");

    const auto add_entry = [&](double time) {
        const std::vector<Affined> pose = object_pose(model.skeleton, sample_pose(clip, model.skeleton, time));
        Affined at;
        if (camera.joint >= 0) at = pose[static_cast<std::size_t>(camera.joint)];
        const auto apart = decompose(at, 1e-3);
        if (!apart) return false;
        const double fov = lens ? sample(lens->vertical_fov, time, static_cast<double>(camera.vertical_fov))
                                : static_cast<double>(camera.vertical_fov);
        const double degrees = shortest_double(static_cast<float>(horizontal_fov(fov, shape)));
        file.frames.push_back({round_to_float(back.point(apart->translation)),
                               round_orientation(to_file_axes(apart->rotation, back)),
                               std::clamp(degrees, 0.001, 179.999)});
        return true;
    };
    // A shot runs from cut to cut; its last entry is what was there just before the next.
    std::vector<double> ends;
    for (const Event& event : clip.events.events) {
        const bool later = event.time > (ends.empty() ? 0 : ends.back()) && event.time < clip.duration;
        if (std::holds_alternative<CutEvent>(event.data) && later) ends.push_back(event.time);
    }
    ends.push_back(std::max(clip.duration, 0.0));
    auto frame = static_cast<std::int64_t>(0);
    for (std::size_t shot = 0; shot < ends.size(); ++shot) {
        const auto last = static_cast<std::int64_t>(std::llround(ends[shot] * file.frame_rate));
        const bool is_final = shot + 1 == ends.size();
        for (; frame <= last; ++frame) {
            auto time = static_cast<float>(static_cast<double>(frame) / file.frame_rate);
            if (frame == last && !is_final) time = before(static_cast<float>(ends[shot]));
            if (!add_entry(static_cast<double>(time))) return fail("camera is sheared or has no size");
        }
        frame = last; // both sides of a cut belong to one moment
        if (!is_final) file.cuts.push_back(static_cast<std::int32_t>(file.frames.size()) - 1);
    }
    return file;
}

} // namespace ossuary::md5
