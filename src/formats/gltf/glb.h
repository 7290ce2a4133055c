// GLB: the binary container of glTF 2.0. Little-endian:
//
//     header   magic `glTF`, version 2, length of the whole file         12 bytes
//     chunks   length of the data, type, data; each a multiple of 4       8 bytes + data
//
// The first chunk is JSON (padded with blanks), the second, if any, BIN (padded with zeros); others are skipped.
#pragma once

#include <cstdint>
#include <string_view>

#include "ossuary/base/bytes.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/result.h"

namespace ossuary::gltf {

inline constexpr std::uint32_t glb_magic = 0x46546C67;  // glTF
inline constexpr std::uint32_t json_chunk = 0x4E4F534A; // JSON
inline constexpr std::uint32_t bin_chunk = 0x004E4942;  // BIN

struct GlbHeader {
    std::uint32_t magic = glb_magic;
    std::uint32_t version = 2;
    std::uint32_t length = 0;
};

template <class Io> void describe(Io& io, GlbHeader& header) {
    io("magic", header.magic);
    io("version", header.version);
    io("length", header.length);
}

struct GlbChunkHeader {
    std::uint32_t length = 0;
    std::uint32_t type = 0;
};

template <class Io> void describe(Io& io, GlbChunkHeader& header) {
    io("length", header.length);
    io("type", header.type);
}

bool has_glb_magic(Bytes bytes);

// Where the chunks lie; the container does not own them.
struct GlbChunks {
    std::string_view json;
    Bytes binary;
    bool has_binary = false;
};
Result<GlbChunks> parse_glb(Bytes bytes, Diagnostics* diagnostics);

// Header and JSON chunk of a file whose BIN chunk, if it is not empty, follows: its header is written too, and the
// caller appends exactly `binary_size` bytes and pads with zeros. Fails if the file would reach 4 GiB.
Result<ByteBuffer> begin_glb(std::string_view json, std::uint64_t binary_size);

} // namespace ossuary::gltf
