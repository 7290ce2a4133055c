// .md5camera: a sampled camera path with cuts. A cut c is the last entry of the old shot; entry c + 1 is the first of
// the new one at the same moment.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
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

bool recognise_md5camera(Bytes bytes);
Result<CameraFile> parse_md5camera(Bytes bytes, Diagnostics* diagnostics = nullptr, const ParseOptions& options = {});
std::string write_md5camera(const CameraFile& file);
Json dump_md5camera(const CameraFile& file);
Result<CameraFile> build_md5camera(const Json& json);

// One joint with a camera on it, and a clip with cuts as events unless the camera stands still.
Result<Model> to_model(const CameraFile& file, std::string_view name, const Basis& basis = md5_basis(),
                       Diagnostics* diagnostics = nullptr);
Result<CameraFile> md5camera_from_model(const Model& model, const std::optional<Basis>& basis = {},
                                        Diagnostics* diagnostics = nullptr);

} // namespace ossuary::md5
