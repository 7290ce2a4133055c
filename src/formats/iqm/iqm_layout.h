// The records as they are stored, described once for reading and writing, and the blocks of a file.
#pragma once

#include "ossuary/formats/iqm/iqm.h"

namespace ossuary::iqm {

inline constexpr std::string_view magic("INTERQUAKEMODEL\0", 16);
inline constexpr std::uint32_t known_version = 2;
inline constexpr std::uint32_t header_size = 124, mesh_size = 24, array_size = 20, triple_size = 12, joint_size = 48,
                               pose_size = 88, anim_size = 20, bounds_size = 32, extension_size = 16;
inline constexpr std::uint32_t first_custom_type = 16;
inline constexpr std::size_t most_name_bytes = 4095;

// What follows the magic.
struct Header {
    std::uint32_t version = known_version, filesize = 0, flags = 0;
    std::uint32_t num_text = 0, ofs_text = 0;
    std::uint32_t num_meshes = 0, ofs_meshes = 0;
    std::uint32_t num_vertexarrays = 0, num_vertexes = 0, ofs_vertexarrays = 0;
    std::uint32_t num_triangles = 0, ofs_triangles = 0, ofs_adjacency = 0;
    std::uint32_t num_joints = 0, ofs_joints = 0;
    std::uint32_t num_poses = 0, ofs_poses = 0;
    std::uint32_t num_anims = 0, ofs_anims = 0;
    std::uint32_t num_frames = 0, num_framechannels = 0, ofs_frames = 0, ofs_bounds = 0;
    std::uint32_t num_comment = 0, ofs_comment = 0;
    std::uint32_t num_extensions = 0, ofs_extensions = 0;
};
template <class Io> void describe(Io& io, Header& h) {
    io("version", h.version);
    io("filesize", h.filesize);
    io("flags", h.flags);
    io("num_text", h.num_text);
    io("ofs_text", h.ofs_text);
    io("num_meshes", h.num_meshes);
    io("ofs_meshes", h.ofs_meshes);
    io("num_vertexarrays", h.num_vertexarrays);
    io("num_vertexes", h.num_vertexes);
    io("ofs_vertexarrays", h.ofs_vertexarrays);
    io("num_triangles", h.num_triangles);
    io("ofs_triangles", h.ofs_triangles);
    io("ofs_adjacency", h.ofs_adjacency);
    io("num_joints", h.num_joints);
    io("ofs_joints", h.ofs_joints);
    io("num_poses", h.num_poses);
    io("ofs_poses", h.ofs_poses);
    io("num_anims", h.num_anims);
    io("ofs_anims", h.ofs_anims);
    io("num_frames", h.num_frames);
    io("num_framechannels", h.num_framechannels);
    io("ofs_frames", h.ofs_frames);
    io("ofs_bounds", h.ofs_bounds);
    io("num_comment", h.num_comment);
    io("ofs_comment", h.ofs_comment);
    io("num_extensions", h.num_extensions);
    io("ofs_extensions", h.ofs_extensions);
}

// Where the header's fields are that errors point at.
namespace at {
inline constexpr std::size_t version = 16, filesize = 20, num_frames = 92, num_framechannels = 96, num_extensions = 116,
                             ofs_extensions = 120;
}

// The blocks the header names, in its order: their offset field, and where that is.
struct HeaderBlock {
    std::string_view name;
    std::uint32_t Header::*offset;
    std::size_t field;
};
inline constexpr HeaderBlock header_blocks[] = {
    {"text", &Header::ofs_text, 32},
    {"meshes", &Header::ofs_meshes, 40},
    {"vertexarrays", &Header::ofs_vertexarrays, 52},
    {"triangles", &Header::ofs_triangles, 60},
    {"adjacency", &Header::ofs_adjacency, 64},
    {"joints", &Header::ofs_joints, 72},
    {"poses", &Header::ofs_poses, 80},
    {"anims", &Header::ofs_anims, 88},
    {"frames", &Header::ofs_frames, 100},
    {"bounds", &Header::ofs_bounds, 104},
    {"comment", &Header::ofs_comment, 112},
};

struct ArrayRecord {
    std::uint32_t type = 0, flags = 0, format = 0, size = 0, offset = 0;
};
template <class Io> void describe(Io& io, ArrayRecord& array) {
    io("type", array.type);
    io("flags", array.flags);
    io("format", array.format);
    io("size", array.size);
    io("offset", array.offset);
}

struct ExtensionRecord {
    std::uint32_t name = 0, num_data = 0, ofs_data = 0, next = 0;
};
template <class Io> void describe(Io& io, ExtensionRecord& extension) {
    io("name", extension.name);
    io("num_data", extension.num_data);
    io("ofs_data", extension.ofs_data);
    io("next", extension.next);
}

// Records that have names: the name's text offset stands beside them.
template <class Io> void describe_numbers(Io& io, IqmMesh& mesh) {
    io("first_vertex", mesh.first_vertex);
    io("num_vertexes", mesh.num_vertexes);
    io("first_triangle", mesh.first_triangle);
    io("num_triangles", mesh.num_triangles);
}
template <class Io> void describe_numbers(Io& io, IqmJoint& joint) {
    io("parent", joint.parent);
    io("translate", joint.translate);
    io("rotate", joint.rotate);
    io("scale", joint.scale);
}
template <class Io> void describe_numbers(Io& io, IqmAnim& anim) {
    io("first_frame", anim.first_frame);
    io("num_frames", anim.num_frames);
    io("framerate", anim.framerate);
    io("flags", anim.flags);
}
template <class Io> void describe(Io& io, IqmPose& pose) {
    io("parent", pose.parent);
    io("mask", pose.mask);
    io("offset", pose.offset);
    io("scale", pose.scale);
}
template <class Io> void describe(Io& io, FrameBounds& bounds) {
    io("min", bounds.min);
    io("max", bounds.max);
    io("xy_radius", bounds.xy_radius);
    io("radius", bounds.radius);
}

inline std::string array_block(std::size_t i) { return "array " + std::to_string(i); }
inline std::string extension_block(std::size_t i) { return "extension " + std::to_string(i); }
inline std::string extension_data_block(std::size_t i) { return "extension data " + std::to_string(i); }

// A string of the text block: from its offset to the next NUL or the end.
inline std::string_view text_at(std::string_view text, std::uint32_t offset) {
    if (offset >= text.size()) return {};
    text.remove_prefix(offset);
    return text.substr(0, text.find('\0'));
}

// How many numbers a frame has for a pose.
std::size_t channel_count(const IqmPose& pose);

// The usual layout: every block in the order of the table above, at multiples of four.
Layout canonical_layout(const IqmFile& file);
// The layout the file is written in: its own if everything still fits there.
Layout layout_of(const IqmFile& file);

} // namespace ossuary::iqm
