#include "formats/image/png_checks.h"

#include <cstring>
#include <string>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/hash.h"
#include "ossuary/formats/image/image.h"

namespace ossuary::image {

namespace {

std::uint64_t channels_of(PngColor color) {
    switch (color) {
    case PngColor::true_color: return 3;
    case PngColor::true_color_alpha: return 4;
    case PngColor::grey_alpha: return 2;
    case PngColor::grey:
    case PngColor::palette: break;
    }
    return 1;
}

} // namespace

std::optional<Error> find_implausible_size(std::uint32_t width, std::uint32_t height, PngColor color,
                                           std::uint32_t bit_depth, std::size_t file_size) {
    constexpr std::uint64_t large = 1u << 26;
    const std::uint64_t pixels = std::uint64_t{width} * height;
    const std::string size = std::to_string(width) + " × " + std::to_string(height);
    if (pixels > max_pixels) return Error(size + " pixels are too many");
    const std::uint64_t packed = pixels * channels_of(color) * bit_depth / 8;
    if (packed / 1032 <= file_size && (pixels * 4 <= large || pixels * 4 / 2000 <= file_size)) return {};
    return Error(size + " pixels cannot be in a PNG of " + std::to_string(file_size) + " bytes");
}

std::optional<Error> find_fault(Bytes png) {
    ByteReader reader(png, Endian::big);
    reader.skip("signature", 8);
    bool at_end = false;
    while (reader.ok() && !at_end) {
        const auto length = reader.read<std::uint32_t>("length");
        const Bytes type = reader.take("type", 4), chunk = reader.take("chunk", length);
        const auto checksum = reader.read<std::uint32_t>("checksum");
        if (reader.ok() && crc32(chunk, crc32(type)) != checksum) return Error("a checksum in the PNG is wrong");
        at_end = as_text(type) == "IEND";
    }
    return reader.ok() ? std::nullopt : std::optional(reader.error());
}

Result<PngPixels> pixels_to_write(const Image& image) {
    if (image.encoding != ImageEncoding::rgba8) return fail("only rgba8 pixels can be written as PNG");
    const std::uint64_t count = std::uint64_t{image.width} * image.height;
    if (count == 0) return fail("a picture without pixels cannot be written as PNG");
    if (count > max_pixels || image.bytes.size() != count * 4)
        return fail("the picture has not as many bytes as pixels");

    PngPixels pixels;
    pixels.rgba = image.bytes;
    for (std::size_t i = 3; i < image.bytes.size() && pixels.opaque; i += 4)
        pixels.opaque = image.bytes[i] == std::byte{255};
    if (pixels.opaque) {
        pixels.rgb.resize(image.bytes.size() / 4 * 3);
        for (std::size_t from = 0, to = 0; from < image.bytes.size(); from += 4, to += 3)
            std::memcpy(pixels.rgb.data() + to, image.bytes.data() + from, 3);
    }
    return pixels;
}

} // namespace ossuary::image
