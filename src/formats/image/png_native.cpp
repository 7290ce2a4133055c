// PNG through libspng. This is the only file that knows it; png_wasm.cpp stands in for it in a browser.
#include "ossuary/formats/image/png.h"

#include <cstdlib>
#include <memory>

#include <spng.h>

#include "formats/image/png_checks.h"
#include "ossuary/base/diagnostic.h"
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

} // namespace

Result<Image> parse_png(Bytes bytes) {
    const Context context(spng_ctx_new(0));
    if (!context) return fail("no memory for decoding a PNG");
    spng_set_crc_action(context.get(), SPNG_CRC_ERROR, SPNG_CRC_ERROR);
    spng_set_chunk_limits(context.get(), chunk_limit, chunk_limit);
    if (const int code = spng_set_png_buffer(context.get(), bytes.data(), bytes.size())) return refuse(code);

    spng_ihdr ihdr;
    if (const int code = spng_get_ihdr(context.get(), &ihdr)) return refuse(code);
    if (auto error = find_implausible_size(ihdr.width, ihdr.height, static_cast<PngColor>(ihdr.color_type),
                                           ihdr.bit_depth, bytes.size()))
        return Failure(std::move(*error));
    // libspng alone would not miss the last four bytes.
    if (auto error = find_fault(bytes)) return Failure(std::move(*error));

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
    const auto pixels = pixels_to_write(image);
    if (!pixels) return Failure(pixels.error());

    const Context context(spng_ctx_new(SPNG_CTX_ENCODER));
    if (!context) return fail("no memory for encoding a PNG");
    spng_ihdr ihdr{};
    ihdr.width = image.width;
    ihdr.height = image.height;
    ihdr.bit_depth = 8;
    ihdr.color_type = pixels->opaque ? SPNG_COLOR_TYPE_TRUECOLOR : SPNG_COLOR_TYPE_TRUECOLOR_ALPHA;
    // Said in full, so that the bytes do not depend on the library's defaults.
    spng_set_option(context.get(), SPNG_ENCODE_TO_BUFFER, 1);
    spng_set_option(context.get(), SPNG_IMG_COMPRESSION_LEVEL, 6);
    spng_set_option(context.get(), SPNG_FILTER_CHOICE, SPNG_FILTER_CHOICE_ALL);
    if (const int code = spng_set_ihdr(context.get(), &ihdr)) return refuse(code);
    if (const int code = spng_encode_image(context.get(), pixels->bytes().data(), pixels->bytes().size(), SPNG_FMT_PNG,
                                           SPNG_ENCODE_FINALIZE))
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
