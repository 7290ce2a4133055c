// What a PNG must bear before anything is decoded, and what is written of a picture, whichever library does it.
#pragma once

#include <cstdint>
#include <optional>

#include "ossuary/base/bytes.h"
#include "ossuary/base/result.h"
#include "ossuary/model/material.h"

namespace ossuary::image {

enum class PngColor : std::uint8_t { grey = 0, true_color = 2, palette = 3, grey_alpha = 4, true_color_alpha = 6 };

// An error if the pixels are too many, or more than a file of that size can hold: deflate packs at best 1032 bytes into
// one. A truthful picture may still be a trap, so a large one must keep its pixels within 2000 times its bytes.
std::optional<Error> find_implausible_size(std::uint32_t width, std::uint32_t height, PngColor color,
                                           std::uint32_t bit_depth, std::size_t file_size);

// Walks over the chunks to the end mark: refuses a file cut short, with its place, and one with a wrong checksum.
std::optional<Error> find_fault(Bytes png);

// The pixels as they are written: without the alpha channel when every pixel is opaque.
struct PngPixels {
    Bytes bytes() const { return opaque ? Bytes(rgb) : rgba; }
    std::uint32_t channels() const { return opaque ? 3 : 4; }

    bool opaque = true;
    ByteBuffer rgb;
    Bytes rgba; // the picture's own
};
Result<PngPixels> pixels_to_write(const Image& image);

} // namespace ossuary::image
