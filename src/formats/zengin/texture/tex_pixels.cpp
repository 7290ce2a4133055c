// TEX files as pictures, and pictures as TEX files.
#include <algorithm>
#include <bit>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/image/dds.h"
#include "ossuary/formats/image/image.h"
#include "ossuary/formats/zengin/tex.h"
#include "tex_layout.h"

namespace ossuary::zengin {

namespace {

using image::PixelFormat;

bool is_covered(std::uint32_t width, std::uint32_t height) {
    return image::whole_grid(width, height) == image::covering_grid(width, height);
}

// A block all of whose pixels are (0, 0, 0, 0): in DXT1 two equal colours and everywhere the hole, else all zeros.
ByteBuffer hole_of(image::Dxt dxt) {
    ByteBuffer block(block_size(dxt));
    if (dxt == image::Dxt::dxt1) std::fill(block.begin() + 4, block.end(), std::byte{0xFF});
    return block;
}

// The blocks of a level with holes added where DDS files have a block and TEX files do not.
ByteBuffer covered_level(const ByteBuffer& stored, image::Dxt dxt, std::uint32_t width, std::uint32_t height) {
    const image::BlockGrid whole = image::whole_grid(width, height), all = image::covering_grid(width, height);
    const ByteBuffer hole = hole_of(dxt);
    ByteBuffer level;
    level.reserve(all.blocks() * block_size(dxt));
    for (std::uint32_t row = 0; row < all.rows; ++row)
        for (std::uint32_t column = 0; column < all.columns; ++column) {
            const bool is_there = row < whole.rows && column < whole.columns;
            const std::byte* const from =
                is_there ? stored.data() + (std::size_t{row} * whole.columns + column) * block_size(dxt) : hole.data();
            level.insert(level.end(), from, from + block_size(dxt));
        }
    return level;
}

std::uint32_t average_of(const Image& pixels) {
    std::uint64_t sums[3] = {};
    const std::size_t count = pixels.bytes.size() / 4;
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t k = 0; k < 3; ++k) sums[k] += std::to_integer<std::uint64_t>(pixels.bytes[i * 4 + k]);
    std::uint32_t color = 0xFF;
    for (const std::uint64_t sum : sums) color = color << 8 | static_cast<std::uint32_t>((sum + count / 2) / count);
    return color;
}

bool is_opaque(const Image& pixels) {
    for (std::size_t i = 3; i < pixels.bytes.size(); i += 4)
        if (pixels.bytes[i] != std::byte{255}) return false;
    return true;
}

std::string size_text(std::uint32_t width, std::uint32_t height) {
    return std::to_string(width) + " × " + std::to_string(height);
}

std::string_view without_compiled_mark(std::string_view stem) {
    return lower_case(stem).ends_with("-c") ? stem.substr(0, stem.size() - 2) : stem;
}

} // namespace

PixelFormat pixel_format(TexFormat format) { return image::pixel_formats()[static_cast<std::size_t>(format)]; }

std::optional<TexFormat> tex_format(const PixelFormat& format) {
    const auto formats = image::pixel_formats();
    const auto known = std::ranges::find(formats, format);
    if (known == formats.end()) return {};
    return static_cast<TexFormat>(known - formats.begin());
}

image::Texture to_texture(const TextureFile& file) {
    const TexHeader& header = file.header;
    image::Texture texture{.format = pixel_format(header.format), .width = header.width, .height = header.height};
    const bool has_alpha = std::ranges::any_of(file.palette, [](const auto& entry) { return entry[3] != 0; });
    for (std::size_t i = 0; i < file.palette.size(); ++i) {
        const auto& [b, g, r, a] = file.palette[i];
        texture.palette[i] = {r, g, b, has_alpha ? a : std::uint8_t{255}};
    }
    for (std::size_t l = 0; l < file.levels.size(); ++l) {
        const std::uint32_t width = image::level_side(header.width, l), height = image::level_side(header.height, l);
        const ByteBuffer& stored = file.levels[l].bytes;
        const bool has_all = texture.format.kind != PixelFormat::Kind::blocks || is_covered(width, height);
        texture.levels.push_back(has_all ? stored : covered_level(stored, texture.format.dxt, width, height));
    }
    return texture;
}

Result<TextureFile> tex_from_texture(const image::Texture& texture) {
    const std::string size = size_text(texture.width, texture.height);
    const auto format = tex_format(texture.format);
    if (!format) return fail("TEX files have no pixels of this kind");
    if (texture.width > max_texture_side || texture.height > max_texture_side)
        return fail(size + " is too large: a side of a TEX file has at most 16384 pixels");
    const auto first = image::decode_level(texture);
    if (!first) return Failure(first.error());

    TextureFile file;
    file.header = {.format = *format,
                   .width = texture.width,
                   .height = texture.height,
                   .mip_count = 0,
                   .reference_width = texture.width,
                   .reference_height = texture.height,
                   .average_color = average_of(*first)};
    if (*format == TexFormat::p8)
        for (const ColorRgba8& color : texture.palette) file.palette.push_back({color.b, color.g, color.r, color.a});
    for (std::size_t l = 0; l < texture.levels.size(); ++l) {
        const std::uint32_t width = image::level_side(texture.width, l), height = image::level_side(texture.height, l);
        if (texture.format.kind == PixelFormat::Kind::blocks && !is_covered(width, height)) break;
        if (texture.levels[l].size() != image::level_size(texture.format, width, height))
            return fail("level " + std::to_string(l) + " has not as many bytes as pixels");
        file.levels.push_back({texture.levels[l]});
    }
    if (file.levels.empty()) return fail(size + " cannot be DXT in a TEX file: a side above 4 must be a multiple of 4");
    file.header.mip_count = static_cast<std::uint32_t>(file.levels.size());
    return file;
}

Result<Image> decode_tex(const TextureFile& file, std::size_t level) {
    return image::decode_level(to_texture(file), level);
}

Result<TextureFile> tex_from_image(const Image& image, const TexOptions& options, Diagnostics* diagnostics) {
    if (auto checked = image::check_pixels(image); !checked) return Failure(checked.error());
    if (!std::has_single_bit(image.width) || !std::has_single_bit(image.height))
        report(diagnostics, Severity::warning, {},
               size_text(image.width, image.height) + ": the game takes textures whose sides are powers of two");
    const TexFormat format = options.format.value_or(is_opaque(image) ? TexFormat::dxt1 : TexFormat::dxt3);
    const image::TextureOptions how{.levels = options.levels, .quality = options.quality};
    auto file = image::make_texture(image, pixel_format(format), how).and_then(tex_from_texture);
    if (file) file->header.average_color = average_of(image);
    return file;
}

Image to_image(const TextureFile& file, std::string_view source) {
    const TexHeader& header = file.header;
    Image image;
    image.name = without_compiled_mark(file_stem(source));
    image.source = source;
    image.encoding = ImageEncoding::dds;
    image.width = header.width;
    image.height = header.height;
    image.bytes = image::write_dds(image::make_dds(to_texture(file)));
    image.extras.set("gothic", dump_record(header));
    return image;
}

Result<TextureFile> tex_from_model_image(const Image& image, const TexOptions& options, Diagnostics* diagnostics) {
    if (image.encoding == ImageEncoding::dds) {
        const auto dds = image::parse_dds(image.bytes);
        if (!dds) return Failure(dds.error());
        const auto format = tex_format(dds->texture.format);
        if (format && options.format.value_or(*format) == *format) {
            image::Texture texture = dds->texture;
            if (options.levels > 0 && options.levels < texture.levels.size()) texture.levels.resize(options.levels);
            auto file = tex_from_texture(texture);
            const auto kept = build_record<TexHeader>(image.extras["gothic"]);
            if (file && kept && kept->width == texture.width && kept->height == texture.height) {
                file->header.reference_width = kept->reference_width;
                file->header.reference_height = kept->reference_height;
                file->header.average_color = kept->average_color;
                if (file->levels.size() == 1) file->header.mip_count = std::min(kept->mip_count, 1u);
            }
            return file;
        }
    }
    const auto pixels = image::decode(image);
    if (!pixels) return Failure(pixels.error());
    return tex_from_image(*pixels, options, diagnostics);
}

} // namespace ossuary::zengin
