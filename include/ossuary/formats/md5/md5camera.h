// .md5camera: a sampled camera path with cuts. A cut c is the last entry of the old shot; entry c + 1 is the first of
// the new one at the same moment.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "ossuary/formats/md5/md5.h"
#include "ossuary/model/model.h"

namespace ossuary::md5 {

struct CameraFrame {
    Vec3d position;
    Vec3d orientation; // stored components; local +X looks forward, +Y left, +Z up
    double fov = 90;   // horizontal, degrees
    bool operator==(const CameraFrame&) const = default;
};

struct CameraFile {
    std::string commandline;
    double frame_rate = 24;
    std::vector<std::int32_t> cuts;
    std::vector<CameraFrame> frames;
    bool operator==(const CameraFile&) const = default;

    double duration() const;
    // Seconds at which entry i is shown; the two entries beside a cut share a time.
    double time_of(std::size_t entry) const;
    // First and last entry of each shot; an empty last shot is left out.
    std::vector<std::array<std::int32_t, 2>> shots() const;
};

Result<CameraFile> parse_md5camera(Bytes bytes, Diagnostics* diagnostics = nullptr, const ParseOptions& options = {});
std::string write_md5camera(const CameraFile& file);
Json dump_md5camera(const CameraFile& file);
Result<CameraFile> build_md5camera(const Json& json);

// One joint with a camera on it, and a clip with cuts as events unless the camera stands still.
Result<Model> to_model(const CameraFile& file, std::string_view name, const Basis& basis = md5_basis(),
                       Diagnostics* diagnostics = nullptr);
Result<CameraFile> camera_from_model(const Model& model, const std::optional<Basis>& basis = {},
                                     Diagnostics* diagnostics = nullptr);

// ---- records, described once for dump and build

template <class Io> void describe(Io& io, CameraFrame& frame) {
    io("position", frame.position);
    io("orientation", frame.orientation);
    io("fovX", frame.fov);
}
// Counts are there for the reader of a dump; what is built counts for itself.
template <class Io> void describe(Io& io, CameraFile& file) {
    std::optional<std::int64_t> num_frames(file.frames.size()), num_cuts(file.cuts.size());
    io("commandline", file.commandline);
    io("numFrames", num_frames);
    io("frameRate", file.frame_rate);
    io("numCuts", num_cuts);
    io("cuts", file.cuts);
    io("frames", file.frames);
}

} // namespace ossuary::md5
