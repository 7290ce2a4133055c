// MAN: one animation of one skeleton, a sample per frame and animated node, packed in 12 bytes.
//
//     a000   empty
//     a020   u16 version (12), line name, u32 layer, u32 frames, u32 nodes, f32 fps, f32 fps of the source,
//            f32 least position, f32 step of positions, box (vec3 min, vec3 max), line next animation
//     a030   (left out when there are none) u32 count, per event: u32 type, u32 frame, line tag, 4 lines, 4 f32,
//            f32 probability
//     a010   date (any 16 bytes), line source path, line script line
//     a090   u32 checksum of the skeleton, u32 node index × nodes, samples × (frames · nodes), frame by frame:
//            u16 rotation x, y, z, u16 position x, y, z
//
// The packed codes are the truth and are kept; decode() and encode_… turn them into floats and back.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ossuary/formats/zengin/chunk.h"

namespace ossuary::zengin {

struct AnimationEvent {
    std::uint32_t type = 0; // 0 tag, 1 sfx, 2 sfx on the ground, 4 swap mesh, 6 pfx, 8 pfx stop, 10 morph, 11 tremor
    std::uint32_t frame = 0;
    std::string tag;
    std::array<std::string, 4> content;
    std::array<float, 4> values{};
    float probability = 0;
    bool operator==(const AnimationEvent&) const = default;
};

struct PackedSample {
    std::array<std::uint16_t, 3> rotation{32767, 32767, 32767};
    std::array<std::uint16_t, 3> position{};
    static constexpr std::size_t packed_size = 12;
    bool operator==(const PackedSample&) const = default;
};

struct ModelAnimation {
    std::uint16_t version = 12;
    std::string name;
    std::uint32_t layer = 1;
    std::uint32_t num_frames = 0;
    std::uint32_t num_nodes = 0;
    float fps = 25;
    float fps_source = 25;
    float sample_position_min = 0;
    float sample_position_scale = 0;
    BoundingBox bbox;
    std::string next;
    std::vector<AnimationEvent> events;
    Date source_date;
    std::string source_path;
    std::string source_script; // the line of the model script that the animation was made from
    std::uint32_t checksum = 0;
    std::vector<std::uint32_t> node_indices; // into the nodes of the MDH
    std::vector<PackedSample> samples;       // [frame * num_nodes + k]
    Layout layout;
    bool operator==(const ModelAnimation&) const = default;
};

// True if the bytes begin with the two chunks of an animation.
bool recognise_man(Bytes bytes);
Result<ModelAnimation> parse_man(Bytes bytes, Diagnostics* diagnostics = nullptr);
ByteBuffer write_man(const ModelAnimation& animation);
Json dump_man(const ModelAnimation& animation);
Result<ModelAnimation> build_man(const Json& json);

// Nothing wrong, or `BadIndex` for a node index that a hierarchy of so many nodes does not have.
std::optional<Error> check_nodes(const ModelAnimation& animation, std::size_t node_count);

// ---- packed numbers

// How a value between two codes becomes one of them: the nearest, or as the original tool cuts it off.
enum class Rounding : std::uint8_t { nearest, truncate };

inline constexpr float rotation_step = (1.0f / 65535.0f) * 2.1f; // a component covers -1.05 … 1.05

// Rotation of a sample; w is never negative. The rotation part of the local matrix is the transpose of the matrix this
// quaternion stands for: conjugate it for use with column vectors.
Quat decode_rotation(const std::array<std::uint16_t, 3>& codes);
Vec3 decode_position(const std::array<std::uint16_t, 3>& codes, float min, float scale);

// All samples in file order. Both spans hold as many entries as the animation has samples. Gives the same bits as the
// two functions above.
void decode(const ModelAnimation& animation, std::span<Quat> rotations, std::span<Vec3> positions);
void decode_scalar(const ModelAnimation& animation, std::span<Quat> rotations, std::span<Vec3> positions);

// The codes of a unit quaternion. Rounded to nearest, every code whose sample has length at most one comes back from
// its decoded value.
std::array<std::uint16_t, 3> encode_rotation(const Quat& rotation, Rounding rounding = Rounding::nearest);
std::array<std::uint16_t, 3> encode_position(const Vec3& position, float min, float scale,
                                             Rounding rounding = Rounding::nearest);

// The least position and the step for these positions, over all components.
struct PositionRange {
    float min = 0, scale = 0;
};
PositionRange position_range(std::span<const Vec3> positions);

} // namespace ossuary::zengin
