// PNG where libspng is not: through the stb headers, which check no checksums and know no limits, so we do.
#include "ossuary/formats/image/png.h"

#include <climits>
#include <memory>

// Compiled with base/deflate_wasm.cpp.
#define STBI_NO_STDIO
#include <stb/stb_image.h>
#define STBI_WRITE_NO_STDIO
#include <stb/stb_image_write.h>

#include "formats/image/png_checks.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/image/image.h"

namespace ossuary::image {

namespace {

constexpr std::string_view png_mark = "\x89PNG\r\n\x1A\n";

std::optional<Error> find_header_fault(Bytes bytes) {
    if (!as_text(bytes).starts_with(png_mark)) return Error("not a PNG file");
    ByteReader reader(bytes, Endian::big);
    reader.skip("signature", png_mark.size());
    reader.skip("length", 4);
    const bool has_header = as_text(reader.take("type", 4)) == "IHDR";
    const auto width = reader.read<std::uint32_t>("width");
    const auto height = reader.read<std::uint32_t>("height");
    const auto bit_depth = reader.read<std::uint8_t>("bit_depth");
    const auto color = reader.read<std::uint8_t>("color_type");
    if (!reader.ok()) return reader.error();
    if (!has_header) return Error("the PNG is broken: it does not begin with its header");
    return find_implausible_size(width, height, static_cast<PngColor>(color), bit_depth, bytes.size());
}

} // namespace

Result<Image> parse_png(Bytes bytes) {
    if (bytes.size() > INT_MAX) return fail("the PNG is too large");
    if (auto error = find_header_fault(bytes)) return Failure(std::move(*error));
    if (auto error = find_fault(bytes)) return Failure(std::move(*error));

    int width = 0, height = 0, channels = 0;
    const std::unique_ptr<stbi_uc, decltype(&stbi_image_free)> pixels(
        stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(bytes.data()), static_cast<int>(bytes.size()), &width,
                              &height, &channels, STBI_rgb_alpha),
        &stbi_image_free);
    if (!pixels) return fail("the PNG is broken: " + std::string(stbi_failure_reason()));
    Image image;
    image.width = static_cast<std::uint32_t>(width);
    image.height = static_cast<std::uint32_t>(height);
    const auto* first = reinterpret_cast<const std::byte*>(pixels.get());
    image.bytes.assign(first, first + std::size_t{image.width} * image.height * 4);
    return image;
}

Result<ByteBuffer> write_png(const Image& image) {
    const auto pixels = pixels_to_write(image);
    if (!pixels) return Failure(pixels.error());
    const auto append = [](void* to, void* data, int size) {
        const auto* first = static_cast<const std::byte*>(data);
        static_cast<ByteBuffer*>(to)->insert(static_cast<ByteBuffer*>(to)->end(), first, first + size);
    };
    ByteBuffer png;
    if (!stbi_write_png_to_func(append, &png, static_cast<int>(image.width), static_cast<int>(image.height),
                                static_cast<int>(pixels->channels()), pixels->bytes().data(), 0))
        return fail("no memory for encoding a PNG");
    return png;
}

} // namespace ossuary::image
