// Textures: a picture with coarser levels of itself, in one of the forms graphics cards take.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "ossuary/formats/image/dxt.h"
#include "ossuary/formats/image/pixels.h"

namespace ossuary::image {

struct PixelFormat {
    enum class Kind : std::uint8_t { plain, palette, blocks };

    Kind kind = Kind::plain;
    PixelLayout layout;         // plain
    Dxt dxt = Dxt::dxt1;        // blocks
    bool premultiplied = false; // blocks: DXT2 and DXT4, whose colours were multiplied by alpha
    bool operator==(const PixelFormat&) const = default;
};
inline constexpr PixelFormat rgba8_format{};
inline constexpr PixelFormat dxt1_format{.kind = PixelFormat::Kind::blocks};
inline constexpr PixelFormat dxt3_format{.kind = PixelFormat::Kind::blocks, .dxt = Dxt::dxt3};
inline constexpr PixelFormat dxt5_format{.kind = PixelFormat::Kind::blocks, .dxt = Dxt::dxt5};
inline constexpr PixelFormat palette_format{.kind = PixelFormat::Kind::palette};

// The formats that have a name, in the order of the numbers that TEX files give them.
inline constexpr std::string_view pixel_format_names[] = {
    "B8G8R8A8", "R8G8B8A8", "A8B8G8R8", "A8R8G8B8", "B8G8R8", "R8G8B8", "A4R4G4B4", "A1R5G5B5",
    "R5G6B5",   "P8",       "DXT1",     "DXT2",     "DXT3",   "DXT4",   "DXT5",
};
std::span<const PixelFormat> pixel_formats();                        // in the same order
std::string_view name_of(const PixelFormat& format);                 // empty if it has none
std::optional<PixelFormat> find_pixel_format(std::string_view name); // without regard to case

struct Texture {
    PixelFormat format;
    std::uint32_t width = 0, height = 0;
    Palette palette{};              // of its kind alone
    std::vector<ByteBuffer> levels; // the largest first; level l has the sides width >> l and height >> l, at least 1
    bool operator==(const Texture&) const = default;
};

constexpr std::uint32_t level_side(std::uint32_t side, std::size_t level) {
    const std::uint32_t halved = level < 32 ? side >> level : 0;
    return halved == 0 ? 1 : halved;
}
// How many levels there are down to 1 × 1.
std::size_t full_level_count(std::uint32_t width, std::uint32_t height);
// The bytes of a picture of that size; blocks cover every pixel.
std::uint64_t level_size(const PixelFormat& format, std::uint32_t width, std::uint32_t height);

// One level as rgba8 pixels. Colours that were multiplied by alpha stay so. Fails if the level is not there or has too
// few bytes.
Result<Image> decode_level(const Texture& texture, std::size_t level = 0);

struct TextureOptions {
    std::size_t levels = 0; // at most so many; 0: all
    DxtQuality quality = DxtQuality::good;
};
// Pixels (rgba8) as a texture. DXT2 and DXT4 are made by multiplying first; a palette is shared by all levels.
Result<Texture> make_texture(const Image& image, const PixelFormat& format, const TextureOptions& options = {});

// A picture of half the sides, at least 1: each pixel the mean of four, colours weighted by alpha. A last odd row or
// column is left out. Takes rgba8 pixels.
Image half_size(const Image& image);

} // namespace ossuary::image
