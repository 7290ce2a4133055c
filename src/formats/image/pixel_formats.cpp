// The names of pixel formats.
#include <algorithm>

#include "ossuary/base/text.h"
#include "ossuary/formats/image/texture.h"

namespace ossuary::image {

namespace {

constexpr PixelFormat plain(std::uint32_t size, std::uint32_t red, std::uint32_t green, std::uint32_t blue,
                            std::uint32_t alpha) {
    return {.layout = {size, red, green, blue, alpha}};
}
constexpr PixelFormat blocks(Dxt dxt, bool premultiplied = false) {
    return {.kind = PixelFormat::Kind::blocks, .dxt = dxt, .premultiplied = premultiplied};
}

// By number. Four bytes in the order of the name: the first is in the lowest bits.
constexpr PixelFormat table[] = {
    plain(4, 0x00FF0000, 0x0000FF00, 0x000000FF, 0xFF000000), // B8G8R8A8
    plain(4, 0x000000FF, 0x0000FF00, 0x00FF0000, 0xFF000000), // R8G8B8A8
    plain(4, 0xFF000000, 0x00FF0000, 0x0000FF00, 0x000000FF), // A8B8G8R8
    plain(4, 0x0000FF00, 0x00FF0000, 0xFF000000, 0x000000FF), // A8R8G8B8
    plain(3, 0x00FF0000, 0x0000FF00, 0x000000FF, 0),          // B8G8R8
    plain(3, 0x000000FF, 0x0000FF00, 0x00FF0000, 0),          // R8G8B8
    plain(2, 0x0F00, 0x00F0, 0x000F, 0xF000),                 // A4R4G4B4
    plain(2, 0x7C00, 0x03E0, 0x001F, 0x8000),                 // A1R5G5B5
    plain(2, 0xF800, 0x07E0, 0x001F, 0),                      // R5G6B5
    palette_format,
    blocks(Dxt::dxt1),
    blocks(Dxt::dxt3, true),
    blocks(Dxt::dxt3),
    blocks(Dxt::dxt5, true),
    blocks(Dxt::dxt5),
};
static_assert(std::size(table) == std::size(pixel_format_names));

} // namespace

std::span<const PixelFormat> pixel_formats() { return table; }

std::string_view name_of(const PixelFormat& format) {
    const auto known = std::ranges::find(table, format);
    return known == std::end(table) ? std::string_view() : pixel_format_names[known - std::begin(table)];
}

std::optional<PixelFormat> find_pixel_format(std::string_view name) {
    for (std::size_t i = 0; i < std::size(table); ++i)
        if (equal_ignoring_case(pixel_format_names[i], name)) return table[i];
    return {};
}

} // namespace ossuary::image
