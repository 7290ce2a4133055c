// Truevision TGA files: all the kinds old games use.
#pragma once

#include <array>

#include "ossuary/base/bytes.h"
#include "ossuary/base/result.h"
#include "ossuary/model/material.h"

namespace ossuary::image {

// 18 bytes, little-endian, at the start of the file.
struct TgaHeader {
    std::uint8_t id_length = 0;
    std::uint8_t color_map_type = 0; // 1: a palette follows the id
    std::uint8_t image_type = 2;     // 1 palette, 2 true colour, 3 grey; +8: run-length encoded
    std::uint16_t color_map_first = 0;
    std::uint16_t color_map_length = 0;
    std::uint8_t color_map_depth = 0; // 15, 16, 24 or 32 bits an entry
    std::uint16_t x_origin = 0;
    std::uint16_t y_origin = 0;
    std::uint16_t width = 0;
    std::uint16_t height = 0;
    std::uint8_t pixel_depth = 32; // 8, 15, 16, 24 or 32
    std::uint8_t descriptor = 0;   // bits 0–3: alpha bits; bit 4: right to left; bit 5: top to bottom
};

// The header alone, checked: the kind and the depths belong together, and the bytes can hold as many pixels.
Result<TgaHeader> parse_tga_header(Bytes bytes);

// By a header and size that fit together, if no other kind of picture signed the bytes.
bool recognise_tga(Bytes bytes);
// Decodes palette, true colour and grey pictures, plain or run-length encoded, any corner first, to rgba8.
// A picture whose header claims no alpha bits is opaque, whatever its fourth byte holds. Of 16 bits, the highest is
// alpha; of a grey picture of 16, the second byte. Whatever follows the pixels (extension area, footer) is ignored.
Result<Image> parse_tga(Bytes bytes);

struct TgaOptions {
    bool run_length = true;
    bool alpha = true; // 32 bits a pixel; false: 24
};
// Encodes rgba8 pixels as true colour, bottom row first as the tools of the time did (descriptor bits 4 and 5 clear),
// without id, palette and footer. Run-length packets end with their row.
Result<ByteBuffer> write_tga(const Image& image, const TgaOptions& options = {});

} // namespace ossuary::image
