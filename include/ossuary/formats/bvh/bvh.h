// .bvh: Biovision motion capture. A hierarchy of joints, each with an offset and a list of channels, then one line of
// channel values per frame.
//
//   HIERARCHY
//   ROOT name { OFFSET x y z  CHANNELS n kind…  JOINT name { … }  End Site { OFFSET x y z } }
//   MOTION
//   Frames: n
//   Frame Time: seconds
//   value …                      one per channel, in the order in which the hierarchy lists them
//
// Rotations are in degrees and multiply in the order of their channels; positions take the place of the offset.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/base/bytes.h"
#include "ossuary/base/json.h"
#include "ossuary/base/math.h"
#include "ossuary/base/result.h"
#include "ossuary/model/model.h"

namespace ossuary::bvh {

enum class ChannelKind : std::uint8_t { x_position, y_position, z_position, x_rotation, y_rotation, z_rotation };

std::string_view name_of(ChannelKind kind);                // `Xposition` … `Zrotation`
bool parse_name(std::string_view name, ChannelKind& kind); // in any case

struct Node {
    std::string name; // as in the file; an end site has none
    std::int32_t parent = -1;
    bool end_site = false;
    Vec3d offset;
    std::vector<ChannelKind> channels;
    bool operator==(const Node&) const = default;
};

struct File {
    std::vector<Node> nodes; // in file order: parents before children; every root begins a tree of its own
    double frame_time = 0;   // seconds
    std::uint32_t frame_count = 0;
    std::vector<double> values; // frame_count × channel_count(), frame by frame
    bool operator==(const File&) const = default;

    std::size_t channel_count() const;
    // Frames per second. A frame time that is a whole rate's, rounded to its own decimals, gives that rate:
    // .0083333 is 120.
    double frame_rate() const;
};

bool recognise_bvh(Bytes bytes);
Result<File> parse_bvh(Bytes bytes, Diagnostics* diagnostics = nullptr);
std::string write_bvh(const File& file);
Json dump_bvh(const File& file);
Result<File> build_bvh(const Json& json);

struct ToModelOptions {
    // Metres per unit. The format does not say: without it, metres, centimetres, inches and the unit of the CMU
    // collection (1/0.45 inch) are tried, and the one in which the figure is nearest to 1.7 m tall is taken and noted.
    std::optional<double> unit_scale;
    std::uint32_t skip_frames = 0; // frames left out at the start, where many files hold a T-pose
};

// The skeleton, with the offsets as its rest pose, and the motion as its one clip. End sites are no joints; they, the
// order of the channels and the frame time are kept in extras, for writing back.
Result<Model> to_model(const File& file, std::string_view name, const ToModelOptions& options = {},
                       Diagnostics* diagnostics = nullptr);
// The motion on a skeleton that is there: joints by name, exactly and then ignoring case. An offset that is not the
// skeleton's becomes a constant translation. Fails if a joint hangs elsewhere, or fewer than half are found.
Result<Clip> to_clip(const File& file, const Skeleton& skeleton, std::string_view name,
                     const ToModelOptions& options = {}, Diagnostics* diagnostics = nullptr);

struct FromModelOptions {
    std::optional<double> unit_scale; // metres per unit; otherwise that of the model's source if it is BVH, else 0.01
    double frame_rate = 0;            // 0: the clip's own, else 30
};
// A file whose zero pose is the rest pose: joints are turned to the model's axes, so rest rotations are none. Scale is
// left out and reported.
Result<File> bvh_from_model(const Model& model, const Clip& clip, const FromModelOptions& options = {},
                            Diagnostics* diagnostics = nullptr);

} // namespace ossuary::bvh
