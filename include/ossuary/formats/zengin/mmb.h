// MMB: a mesh and the animations that move its vertices.
//
//     e000   empty
//     e020   u32 version (3), line name
//     b100   the mesh (proto_mesh.h), the shape at rest
//     b1ff   vec3 × position count: the positions at rest
//     e010   u16 count, per source file: date, line name; one for each animation
//     e030   u16 count, per animation: line name, f32 blend in, f32 blend out, f32 hold time, i32 layer, f32 speed,
//            u8 flags, u32 vertices, u32 frames, u32 position index × vertices, vec3 × (frames · vertices)
//
// Rates are per millisecond: blend in is 1 / ms, blend out the same and negative, speed is frames per ms.
#pragma once

#include <string>
#include <vector>

#include "ossuary/formats/zengin/mrm.h"

namespace ossuary::zengin {

struct MorphSource {
    Date date;
    std::string name;
    bool operator==(const MorphSource&) const = default;
};

struct MorphAnimation {
    enum Flag : std::uint8_t { random_frame = 1, loop = 2, shape = 4, reference_shape = 8 };
    std::string name;
    float blend_in = 0;
    float blend_out = 0;
    float duration = 0; // the hold time in ms; -1000 is for ever
    std::int32_t layer = 1;
    float speed = 0;
    std::uint8_t flags = 0;
    std::uint32_t frame_count = 0;
    std::vector<std::uint32_t> vertices; // positions that move
    std::vector<Vec3> samples;           // [frame * vertices.size() + i], displacement from rest
    bool operator==(const MorphAnimation&) const = default;
};

struct MorphMesh {
    std::uint32_t version = 3;
    std::string name;
    ProtoMesh mesh;
    std::vector<Vec3> morph_positions;
    std::vector<MorphSource> sources;
    std::vector<MorphAnimation> animations;
    Layout layout;
    bool operator==(const MorphMesh&) const = default;
};

// True if the bytes begin with the two chunks of a morph mesh.
bool recognise_mmb(Bytes bytes);
Result<MorphMesh> parse_mmb(Bytes bytes, Diagnostics* diagnostics = nullptr);
ByteBuffer write_mmb(const MorphMesh& file);
Json dump_mmb(const MorphMesh& file);
Result<MorphMesh> build_mmb(const Json& json);

} // namespace ossuary::zengin
