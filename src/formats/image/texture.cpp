#include "ossuary/formats/image/texture.h"

#include <algorithm>
#include <bit>

#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/image/image.h"

namespace ossuary::image {

namespace {

Image blank(std::uint32_t width, std::uint32_t height) {
    Image image;
    image.width = width;
    image.height = height;
    image.bytes.resize(std::size_t{width} * height * 4);
    return image;
}

void decode_indices(const Palette& palette, Bytes indices, std::span<std::byte> rgba) {
    for (std::size_t i = 0; i < rgba.size() / 4; ++i) {
        const ColorRgba8& color = palette[std::to_integer<std::size_t>(indices[i])];
        rgba[i * 4] = std::byte{color.r};
        rgba[i * 4 + 1] = std::byte{color.g};
        rgba[i * 4 + 2] = std::byte{color.b};
        rgba[i * 4 + 3] = std::byte{color.a};
    }
}

Image multiplied_by_alpha(Image image) {
    for (std::size_t i = 0; i < image.bytes.size(); i += 4) {
        const auto alpha = std::to_integer<std::uint32_t>(image.bytes[i + 3]);
        for (std::size_t k = 0; k < 3; ++k)
            image.bytes[i + k] =
                static_cast<std::byte>((std::to_integer<std::uint32_t>(image.bytes[i + k]) * alpha + 127) / 255);
    }
    return image;
}

Result<ByteBuffer> encode_level(const Image& image, const Texture& texture, DxtQuality quality) {
    switch (texture.format.kind) {
    case PixelFormat::Kind::palette: return to_palette(texture.palette, image);
    case PixelFormat::Kind::blocks: {
        const BlockGrid grid = covering_grid(image.width, image.height);
        if (texture.format.premultiplied)
            return encode_dxt(texture.format.dxt, grid, multiplied_by_alpha(image), quality);
        return encode_dxt(texture.format.dxt, grid, image, quality);
    }
    case PixelFormat::Kind::plain: break;
    }
    ByteBuffer pixels(image.bytes.size() / 4 * texture.format.layout.size);
    encode_pixels(texture.format.layout, image.bytes, pixels);
    return pixels;
}

} // namespace

std::size_t full_level_count(std::uint32_t width, std::uint32_t height) {
    return std::max<std::size_t>(1, static_cast<std::size_t>(std::bit_width(std::max(width, height))));
}

std::uint64_t level_size(const PixelFormat& format, std::uint32_t width, std::uint32_t height) {
    if (format.kind == PixelFormat::Kind::blocks) return covering_grid(width, height).blocks() * block_size(format.dxt);
    return std::uint64_t{width} * height * (format.kind == PixelFormat::Kind::palette ? 1 : format.layout.size);
}

Result<Image> decode_level(const Texture& texture, std::size_t level) {
    if (level >= texture.levels.size())
        return fail("there is no level " + std::to_string(level) + ", only " + std::to_string(texture.levels.size()));
    const std::uint32_t width = level_side(texture.width, level), height = level_side(texture.height, level);
    const Bytes stored = texture.levels[level];
    if (std::uint64_t{width} * height > max_pixels) return fail("the picture has too many pixels");
    if (stored.size() < level_size(texture.format, width, height))
        return fail("level " + std::to_string(level) + " has fewer bytes than pixels");
    Image image = blank(width, height);
    switch (texture.format.kind) {
    case PixelFormat::Kind::plain: decode_pixels(texture.format.layout, stored, image.bytes); break;
    case PixelFormat::Kind::palette: decode_indices(texture.palette, stored, image.bytes); break;
    case PixelFormat::Kind::blocks:
        decode_dxt(texture.format.dxt, covering_grid(width, height), stored, width, height, image.bytes);
        break;
    }
    return image;
}

Result<Texture> make_texture(const Image& image, const PixelFormat& format, const TextureOptions& options) {
    if (auto checked = check_pixels(image); !checked) return Failure(checked.error());
    if (!is_valid(format.layout)) return fail("the layout of the pixels is not valid");
    const std::size_t all = full_level_count(image.width, image.height);
    const std::size_t count = options.levels == 0 ? all : std::min(all, options.levels);
    std::vector<Image> levels{image};
    while (levels.size() < count) levels.push_back(half_size(levels.back()));

    Texture texture{.format = format, .width = image.width, .height = image.height};
    if (format.kind == PixelFormat::Kind::palette) texture.palette = make_palette(levels);
    for (const Image& level : levels) {
        auto stored = encode_level(level, texture, options.quality);
        if (!stored) return Failure(stored.error());
        texture.levels.push_back(std::move(*stored));
    }
    return texture;
}

Image half_size(const Image& image) {
    Image half = blank(level_side(image.width, 1), level_side(image.height, 1));
    const std::size_t right = image.width > 1 ? 4 : 0;
    const std::size_t stride = std::size_t{image.width} * 4, below = image.height > 1 ? stride : 0;
    for (std::uint32_t y = 0; y < half.height; ++y)
        for (std::uint32_t x = 0; x < half.width; ++x) {
            const std::byte* const first = image.bytes.data() + y * 2 * below + x * 2 * right;
            const std::byte* const four[] = {first, first + right, first + below, first + below + right};
            std::uint32_t alpha = 0, colors[3] = {}, plain[3] = {};
            for (const std::byte* pixel : four) {
                const auto a = std::to_integer<std::uint32_t>(pixel[3]);
                alpha += a;
                for (std::size_t k = 0; k < 3; ++k) {
                    colors[k] += std::to_integer<std::uint32_t>(pixel[k]) * a;
                    plain[k] += std::to_integer<std::uint32_t>(pixel[k]);
                }
            }
            std::byte* const to = half.bytes.data() + (std::size_t{y} * half.width + x) * 4;
            for (std::size_t k = 0; k < 3; ++k) // four holes keep the colour that lies under them
                to[k] = static_cast<std::byte>(alpha == 0 ? (plain[k] + 2) / 4 : (colors[k] + alpha / 2) / alpha);
            to[3] = static_cast<std::byte>((alpha + 2) / 4);
        }
    return half;
}

} // namespace ossuary::image
