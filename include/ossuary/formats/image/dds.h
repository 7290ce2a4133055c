// DirectDraw surfaces (.dds): textures with their levels, largest first, as DirectX 9 knows them.
//
//   `DDS `   DdsHeader, 124 bytes   1024 bytes of palette (r g b a), if there is one   the levels
//
// Cube maps, volumes and the DX10 header are refused.
#pragma once

#include "ossuary/formats/image/texture.h"

namespace ossuary::image {

struct DdsPixelFormat {
    std::uint32_t size = 32;
    std::uint32_t flags = 0; // 1 alpha, 4 four_cc, 0x20 palette of 256, 0x40 RGB
    std::array<char, 4> four_cc{};
    std::uint32_t rgb_bit_count = 0;
    std::uint32_t red = 0, green = 0, blue = 0, alpha = 0; // masks
    bool operator==(const DdsPixelFormat&) const = default;
};
struct DdsHeader {
    std::uint32_t size = 124;
    std::uint32_t flags = 0x1007; // 1 caps, 2 height, 4 width, 8 pitch, 0x1000 format, 0x20000 levels, 0x80000 size
    std::uint32_t height = 0, width = 0;
    std::uint32_t pitch_or_linear_size = 0; // bytes of a row, or of the first level
    std::uint32_t depth = 0;
    std::uint32_t mip_map_count = 0; // counts if flags have 0x20000; 0 means 1
    std::array<std::uint32_t, 11> reserved1{};
    DdsPixelFormat pixel_format;
    std::uint32_t caps = 0x1000; // 8 complex, 0x1000 texture, 0x400000 levels
    std::uint32_t caps2 = 0;     // 0xFE00 cube map, 0x200000 volume
    std::uint32_t caps3 = 0, caps4 = 0, reserved2 = 0;
    bool operator==(const DdsHeader&) const = default;
};

struct DdsFile {
    DdsHeader header;
    Texture texture;
    ByteBuffer trailing; // behind the last level
};

// By signature.
bool recognise_dds(Bytes bytes);
// Written again, a parsed file is the same byte for byte.
Result<DdsFile> parse_dds(Bytes bytes);
ByteBuffer write_dds(const DdsFile& file);
// A file with the header that goes with a texture.
DdsFile make_dds(Texture texture);

} // namespace ossuary::image
