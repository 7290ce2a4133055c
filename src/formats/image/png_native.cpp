// The only file that knows libspng: a build for WebAssembly puts another implementation of png.h in its place.
#include "ossuary/formats/image/png.h"

#include <memory>

#include <spng.h>

#include "ossuary/formats/image/image.h"

namespace ossuary::image {

namespace {

struct FreeContext {
    void operator()(spng_ctx* context) const { spng_ctx_free(context); }
};
using Context = std::unique_ptr<spng_ctx, FreeContext>;

constexpr std::size_t chunk_limit = 1u << 24; // for text and colour profiles, which are read over

Failure refuse(int code) {
    switch (code) {
    case SPNG_ESIGNATURE: return fail("not a PNG file");
    case SPNG_IO_EOF:
    case SPNG_EOF: return fail("the PNG is cut short");
    case SPNG_EIDAT_TOO_SHORT: return fail("the PNG has fewer pixels than its header says");
    case SPNG_ECHUNK_CRC: return fail("a checksum in the PNG is wrong");
    default: return fail("the PNG is broken: " + std::string(spng_strerror(code)));
    }
}

// Deflate packs at best 1032 bytes into one: a picture that claims more is lying. A truthful one may still be a trap,
// so a large one must keep its pixels within 2000 times its bytes.
bool is_plausible(const spng_ihdr& ihdr, std::size_t file_size) {
    constexpr std::uint64_t large = 1u << 26;
    const std::uint64_t channels = ihdr.color_type == SPNG_COLOR_TYPE_TRUECOLOR         ? 3
                                   : ihdr.color_type == SPNG_COLOR_TYPE_TRUECOLOR_ALPHA ? 4
                                   : ihdr.color_type == SPNG_COLOR_TYPE_GRAYSCALE_ALPHA ? 2
                                                                                        : 1;
    const std::uint64_t pixels = std::uint64_t{ihdr.width} * ihdr.height;
    const std::uint64_t packed = pixels * channels * ihdr.bit_depth / 8;
    return packed / 1032 <= file_size && (pixels * 4 <= large || pixels * 4 / 2000 <= file_size);
}

// Walks over the chunks to the end mark, so that a file cut short is refused with its place. libspng alone would not
// miss the last four bytes.
std::optional<Error> find_cut(Bytes bytes) {
    ByteReader reader(bytes, Endian::big);
    reader.skip("signature", 8);
    bool at_end = false;
    while (reader.ok() && !at_end) {
        const auto length = reader.read<std::uint32_t>("length");
        const std::string_view type = as_text(reader.take("type", 4));
        reader.skip("chunk", length);
        reader.skip("checksum", 4);
        at_end = type == "IEND";
    }
    return reader.ok() ? std::nullopt : std::optional(reader.error());
}

} // namespace

Result<Image> parse_png(Bytes bytes) {
    const Context context(spng_ctx_new(0));
    if (!context) return fail("no memory for decoding a PNG");
    spng_set_crc_action(context.get(), SPNG_CRC_ERROR, SPNG_CRC_ERROR);
    spng_set_chunk_limits(context.get(), chunk_limit, chunk_limit);
    if (const int code = spng_set_png_buffer(context.get(), bytes.data(), bytes.size())) return refuse(code);

    spng_ihdr ihdr;
    if (const int code = spng_get_ihdr(context.get(), &ihdr)) return refuse(code);
    const std::string size = std::to_string(ihdr.width) + " × " + std::to_string(ihdr.height);
    if (std::uint64_t{ihdr.width} * ihdr.height > max_pixels) return fail(size + " pixels are too many");
    if (!is_plausible(ihdr, bytes.size()))
        return fail(size + " pixels cannot be in a PNG of " + std::to_string(bytes.size()) + " bytes");

    if (auto error = find_cut(bytes)) return Failure(std::move(*error));

    Image image;
    image.width = ihdr.width;
    image.height = ihdr.height;
    image.bytes.resize(std::size_t{ihdr.width} * ihdr.height * 4);
    // Values are taken as they stand: no gamma, no colour profile.
    if (const int code =
            spng_decode_image(context.get(), image.bytes.data(), image.bytes.size(), SPNG_FMT_RGBA8, SPNG_DECODE_TRNS))
        return refuse(code);
    // The checksums of what follows the pixels count too.
    if (const int code = spng_decode_chunks(context.get())) return refuse(code);
    return image;
}

Result<ByteBuffer> write_png(const Image& image) {
    if (image.encoding != ImageEncoding::rgba8) return fail("only rgba8 pixels can be written as PNG");
    const std::uint64_t pixels = std::uint64_t{image.width} * image.height;
    if (pixels == 0) return fail("a picture without pixels cannot be written as PNG");
    if (pixels > max_pixels || image.bytes.size() != pixels * 4)
        return fail("the picture has not as many bytes as pixels");

    bool opaque = true;
    for (std::size_t i = 3; i < image.bytes.size() && opaque; i += 4) opaque = image.bytes[i] == std::byte{255};
    ByteBuffer rgb;
    if (opaque) {
        rgb.resize(image.bytes.size() / 4 * 3);
        for (std::size_t from = 0, to = 0; from < image.bytes.size(); from += 4, to += 3)
            std::memcpy(rgb.data() + to, image.bytes.data() + from, 3);
    }
    const ByteBuffer& raw = opaque ? rgb : image.bytes;

    const Context context(spng_ctx_new(SPNG_CTX_ENCODER));
    if (!context) return fail("no memory for encoding a PNG");
    spng_ihdr ihdr{};
    ihdr.width = image.width;
    ihdr.height = image.height;
    ihdr.bit_depth = 8;
    ihdr.color_type = opaque ? SPNG_COLOR_TYPE_TRUECOLOR : SPNG_COLOR_TYPE_TRUECOLOR_ALPHA;
    // Said in full, so that the bytes do not depend on the library's defaults.
    spng_set_option(context.get(), SPNG_ENCODE_TO_BUFFER, 1);
    spng_set_option(context.get(), SPNG_IMG_COMPRESSION_LEVEL, 6);
    spng_set_option(context.get(), SPNG_FILTER_CHOICE, SPNG_FILTER_CHOICE_ALL);
    if (const int code = spng_set_ihdr(context.get(), &ihdr)) return refuse(code);
    if (const int code = spng_encode_image(context.get(), raw.data(), raw.size(), SPNG_FMT_PNG, SPNG_ENCODE_FINALIZE))
        return refuse(code);

    std::size_t size = 0;
    int code = 0;
    const std::unique_ptr<void, decltype(&std::free)> encoded(spng_get_png_buffer(context.get(), &size, &code),
                                                              &std::free);
    if (!encoded) return refuse(code);
    const auto* first = static_cast<const std::byte*>(encoded.get());
    return ByteBuffer(first, first + size);
}

} // namespace ossuary::image
