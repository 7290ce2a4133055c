// Compiled textures (TEX), the game's own (`HUM_BODY-C.TEX`) and the light maps within worlds.
//
//   offset  type
//    0      4 bytes  `ZTEX`
//    4      u32      version, 0
//    8      u32      format: TexFormat
//   12      u32      width, height
//   20      u32      mip_count, 0 means 1
//   24      u32      reference_width, reference_height: the size in the game
//   32      u32      average_color, 0xAARRGGBB
//   36      1024 B   of P8 only: 256 palette entries, b g r a
//   …       the levels, the smallest first; level l has the sides width >> l and height >> l, at least 1
//
// DXT blocks are counted by dividing the sides by 4 and cutting off, at least one a side.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "ossuary/formats/image/texture.h"
#include "ossuary/formats/zengin/chunk.h"

namespace ossuary::zengin {

// Four bytes in the order of the name; 16-bit pixels as little-endian numbers, the first channel in the highest bits.
// DXT2 and DXT4 are DXT3 and DXT5 whose colours were multiplied by alpha.
enum class TexFormat : std::uint32_t {
    b8g8r8a8,
    r8g8b8a8,
    a8b8g8r8,
    a8r8g8b8,
    b8g8r8,
    r8g8b8,
    a4r4g4b4,
    a1r5g5b5,
    r5g6b5,
    p8,
    dxt1,
    dxt2,
    dxt3,
    dxt4,
    dxt5,
};
inline constexpr std::size_t tex_format_count = 15;
std::string_view name_of(TexFormat format); // `B8G8R8A8` … `DXT5`
bool parse_name(std::string_view name, TexFormat& format);

inline constexpr std::uint32_t max_texture_side = 16384;

struct TexHeader {
    TexFormat format = TexFormat::dxt1;
    std::uint32_t width = 0, height = 0;
    std::uint32_t mip_count = 0; // as stored: 0 and 1 both mean one level
    std::uint32_t reference_width = 0, reference_height = 0;
    std::uint32_t average_color = 0; // a hint: the game's own files are off by a little, or by all
    bool operator==(const TexHeader&) const = default;
};
struct TextureFile {
    TexHeader header;
    std::vector<std::array<std::uint8_t, 4>> palette; // of P8 256 entries b g r a, otherwise none
    std::vector<RawBytes> levels;                     // the largest first, unlike in the file
    RawBytes trailing;
    bool operator==(const TextureFile&) const = default;
};

// True if the bytes begin with the signature.
bool recognise_tex(Bytes bytes);
// Fails with `tex: bad signature`, `tex: truncated header`, `tex: unsupported version`, `tex: unknown format n`, `tex:
// bad dimensions`, `tex: bad mip count` or `tex: truncated level l`. Bytes behind the last level are kept, with a
// warning.
Result<TextureFile> parse_tex(Bytes bytes, Diagnostics* diagnostics = nullptr);
// A texture with something else behind it, such as a light map: `consumed` is how many bytes are its own.
Result<TextureFile> parse_embedded_tex(Bytes bytes, std::size_t& consumed);
ByteBuffer write_tex(const TextureFile& file);
Json dump_tex(const TextureFile& file);
// Fails as well if the levels do not have the bytes that the format and their size ask for.
Result<TextureFile> build_tex(const Json& json);

// ---- pictures

image::PixelFormat pixel_format(TexFormat format);
// The format of those pixels, if TEX files have it.
std::optional<TexFormat> tex_format(const image::PixelFormat& format);

// The same levels as a texture that DDS files and cards take. A palette whose alphas are all 0 is opaque. Where pixels
// have no block they get one that is a hole.
image::Texture to_texture(const TextureFile& file);
// The other way. Fails if TEX files have no such format, or a side is above 16384. Levels from the first on that are
// too odd to have a block for every pixel are left out; the largest must not be. The reference is the size, the average
// that of the first level.
Result<TextureFile> tex_from_texture(const image::Texture& texture);

// One level as rgba8 pixels.
Result<Image> decode_tex(const TextureFile& file, std::size_t level = 0);

struct TexOptions {
    std::optional<TexFormat> format; // if none is given: DXT1 for opaque pictures, DXT3 for others, as the game's tools
    std::size_t levels = 0;          // at most so many; 0: all, down to 1 × 1
    image::DxtQuality quality = image::DxtQuality::good;
};
// Pixels (rgba8) as a texture with its levels. Every format can be made; a warning says if a side is no power of two,
// which the game does not take.
Result<TextureFile> tex_from_image(const Image& image, const TexOptions& options = {},
                                   Diagnostics* diagnostics = nullptr);

// A model's image of the texture, as a DDS with all its levels, named without the `-C`; `extras.gothic` holds what else
// the file said. And back, exactly; pictures of other kinds are decoded and made into a texture as above.
Image to_image(const TextureFile& file, std::string_view source);
Result<TextureFile> tex_from_model_image(const Image& image, const TexOptions& options = {},
                                         Diagnostics* diagnostics = nullptr);

} // namespace ossuary::zengin
