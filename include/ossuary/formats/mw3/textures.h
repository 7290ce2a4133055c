// Texture packages: rtexture*.zbd, texture*.zbd, rmechtex*.zbd and rimage.zbd, the same in all games.
//
//     header      u32 0, u32 1, i32 palettes, u32 images, u32 0, u32 0
//     directory   40 bytes each: name in 32, u32 offset, i32 index of a global palette or -1
//     palettes    256 colours each
//     images      u32 flags, u16 width, u16 height, u32 0, u16 colours of the palette, u16 stretch, then
//                 pixels: u16 colours, or bytes where there is a palette; alpha, a byte each; the palette
//
// Colours are u16, red in the five upper bits, green in six, blue in five.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "ossuary/base/json.h"
#include "ossuary/formats/mw3/fields.h"
#include "ossuary/model/material.h"

namespace ossuary::mw3 {

namespace image_flags {
enum : std::uint32_t {
    two_bytes = 0x01,
    has_alpha = 0x02,
    no_alpha = 0x04,
    full_alpha = 0x08,
    global_palette = 0x10,
};
}

struct PackedImage {
    Text<32, Fill::zero> name;
    std::int32_t palette_index = -1;
    std::uint32_t flags = image_flags::two_bytes | image_flags::no_alpha;
    std::uint16_t width = 0;
    std::uint16_t height = 0;
    std::uint32_t reserved_8 = 0;
    std::uint16_t palette_count = 0; // 0: the pixels are colours
    std::uint16_t stretch = 0;
    ByteBuffer pixels;  // two bytes each, or one with a palette
    ByteBuffer alpha;   // one byte each with full_alpha
    ByteBuffer palette; // its own colours, two bytes each
};

struct TexturePackage {
    std::uint32_t reserved_16 = 0;
    std::uint32_t reserved_20 = 0;
    std::vector<Raw<512>> palettes;
    std::vector<PackedImage> images;

    // Exactly, then ignoring case.
    const PackedImage* find(std::string_view name) const;
};

bool recognise_textures(Bytes bytes);
Result<TexturePackage> parse_textures(Bytes bytes, Diagnostics* diagnostics = nullptr);
ByteBuffer write_textures(const TexturePackage& package);
Json dump_textures(const TexturePackage& package);
Result<TexturePackage> build_textures(const Json& json);

// The picture as pixels. Black of a picture with simple alpha is transparent; an index beyond the palette is black.
Image to_image(const PackedImage& image, const TexturePackage& package);
// How surfaces with it are drawn: opaque, masked by simple alpha, blended by full alpha.
AlphaMode alpha_of(const PackedImage& image);

} // namespace ossuary::mw3
